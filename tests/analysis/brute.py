"""Described games by brute force: every card that may come, every choice, settled by the cells of the bets.

It shares nothing with the engines but the description and the ranking of hands.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import JOKER, Card
from pitboss.games.description import BEATEN, BetRow, ChoiceRow, Description, TableRow
from pitboss.games.situation import Situation
from pitboss.hands.kinds import Kind

SCALE = 60
"""All odds of these games are whole 60ths."""
Out = tuple[tuple[str, int], ...]
Dealt = tuple[tuple[Card, ...], tuple[Card, ...]]
Masks = NDArray[np.int64]
"""Sets of cards, as bits by their places in the deck."""


@dataclass
class Brute:
    """A game with its default tables, and maybe a side bet that is laid with it, as large as the Ante."""

    game: Description
    side: BetRow | None = None
    _ranks: dict[Any, int] = field(default_factory=dict)
    _ranked: dict[str, Masks] = field(default_factory=dict)
    _ends: dict[Any, Counter[tuple[str, str]]] = field(default_factory=dict)
    _sides: dict[Any, int] = field(default_factory=dict)
    _worth: dict[Any, int] = field(default_factory=dict)
    _values: dict[Any, dict[str, Fraction]] = field(default_factory=dict)
    _nets: dict[Any, int] = field(default_factory=dict)
    _side_nets: dict[int, int] = field(default_factory=dict)
    _classes: dict[int, str] = field(default_factory=dict)

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        return tuple(self.game.cards.deck)

    def rank(self, kind: Kind, cards: Sequence[Card]) -> int:
        key = kind.name, frozenset(cards)
        if key not in self._ranks:
            self._ranks[key] = kind.rank(cards)
        return self._ranks[key]

    @cached_property
    def _bits(self) -> dict[Card, int]:
        return {card: 1 << place for place, card in enumerate(self.deck)}

    def _mask(self, *cards: Sequence[Card]) -> int:
        return sum(self._bits[card] for some in cards for card in some)

    @cached_property
    def _hidden(self) -> Masks:
        """All sets of as many cards as the dealer has face down."""
        cards = self.game.cards
        return np.array(
            [self._mask(some) for some in combinations(self.deck, cards.dealer - cards.dealer_up)], np.int64
        )

    def _ranks_of(self, kind: Kind, masks: Masks) -> Masks:
        """The strengths of many hands, each ranked when it is first met."""
        if kind.name not in self._ranked:
            self._ranked[kind.name] = np.full(1 << len(self.deck), -1, np.int64)
        known = self._ranked[kind.name]
        new = masks[known[masks] < 0]
        for mask in np.unique(new).tolist():
            known[mask] = kind.rank([card for card, bit in self._bits.items() if mask & bit])
        return known[masks]

    def _met(self, kind: Kind, masks: Masks) -> dict[int, int]:
        """The strengths of many hands, with how often each is among them."""
        strengths, numbers = np.unique(self._ranks_of(kind, masks), return_counts=True)
        return dict(zip(strengths.tolist(), numbers.tolist(), strict=True))

    # What a hand is paid.

    def _net(self, bet: BetRow, end: str, hand: str) -> int:
        key = bet.slug, end, hand
        if key not in self._nets:
            self._nets[key] = self._counted_net(bet, end, hand)
        return self._nets[key]

    def _counted_net(self, bet: BetRow, end: str, hand: str) -> int:
        table = self.game.tables_of(bet.table)[0].pays if bet.table else {}
        odds = bet.settles[end].pays(hand, table)
        net = Fraction(-1) if odds is None else odds.net
        if bet.bonus and end != "fold" and hand in self.game.tables_of(bet.bonus.table)[0].pays:
            net += self.game.tables_of(bet.bonus.table)[0].pays[hand].fraction
        assert (net * SCALE).denominator == 1
        return int(net * SCALE)

    def _paid(self, out: Out, end: str, hand: str) -> int:
        return sum(units * self._net(self.game.bet(slug), end, hand) for slug, units in out)

    @cached_property
    def lowest(self) -> int:
        """With what the dealer plays."""
        return self.rank(self.game.cards.ranking, self.game.qualifies) if self.game.qualifies else 0

    def hand(self, strength: int) -> str:
        """The class of a strength."""
        if strength not in self._classes:
            self._classes[strength] = self.game.cards.ranking.class_of(strength)
        return self._classes[strength]

    def ended(self, mine: int, theirs: int) -> str:
        """How a round ends with these strengths."""
        if not self.game.cards.dealer:
            return "hand"
        compared = "win" if mine > theirs else "tie" if mine == theirs else "lose"
        plays = theirs >= self.lowest or self.hand(mine) in self.game.always_against
        return compared if plays else f"no_hand_{compared}"

    @cached_property
    def _table(self) -> TableRow:
        assert self.side is not None
        return self.game.tables_of(self.side.table)[0]

    @cached_property
    def _reads(self) -> list[str]:
        return self.side.reads.split("+") if self.side else []

    def _side_total(
        self,
        own: Sequence[Card],
        dealt: Sequence[Card],
        up: Sequence[Card],
        hidden: Masks,
        board: Sequence[Card],
    ) -> int:
        """What the side bet wins over the dealer's hidden cards."""
        cards = {"own": own, "dealt": dealt, "dealer": up, "community": board}
        masks = np.full(len(hidden), self._mask(*(cards[who] for who in self._reads)))
        if "dealer" in self._reads:
            masks |= hidden
        met = self._met(self._table.ranking, masks)
        return sum(self._side_net(strength) * number for strength, number in met.items())

    def _side_net(self, strength: int) -> int:
        if strength not in self._side_nets:
            odds = self._table.pays.get(self._table.ranking.class_of(strength))
            self._side_nets[strength] = int((Fraction(-1) if odds is None else odds.net) * SCALE)
        return self._side_nets[strength]

    # What is to come.

    def _rest(self, *seen: Sequence[Card]) -> list[Card]:
        known = {card for cards in seen for card in cards}
        return [card for card in self.deck if card not in known]

    def _end(
        self, own: Sequence[Card], up: Sequence[Card], board: Sequence[Card], out: Out, gone: Sequence[Card]
    ) -> int:
        """What the bets that are out win over all that may come, and the side bet with them."""
        if len(own) < self.game.cards.player:
            more = combinations(self._rest(own, up, board), self.game.cards.player - len(own))
            return sum(self._end((*own, *cards), up, board, out, gone) for cards in more)
        key = frozenset(own), tuple(up), frozenset(board), (*gone, own[-1]) if gone else ()
        if key not in self._ends:
            self._ends[key], self._sides[key] = self._counted(own, up, board, gone)
        won = sum(self._paid(out, *end) * number for end, number in self._ends[key].items())
        return won + self._sides[key]

    def _counted(
        self, own: Sequence[Card], up: Sequence[Card], board: Sequence[Card], gone: Sequence[Card]
    ) -> tuple[Counter[tuple[str, str]], int]:
        """The ends of the round with the class of the hand, and what the side bet wins."""
        cards, ends, side = self.game.cards, Counter[tuple[str, str]](), 0
        kind = cards.ranking
        for more in combinations(self._rest(own, up, board, gone), cards.community - len(board)):
            whole = (*board, *more)
            mine = self.rank(kind, (*own, *whole))
            hidden = self._hidden[self._hidden & self._mask(own, up, whole, gone) == 0]
            against = {0: 1} if not cards.dealer else self._met(kind, hidden | self._mask(up, whole))
            for theirs, number in against.items():
                ends[self.ended(mine, theirs), self.hand(mine)] += number
            if self.side is not None:
                side += self._side_total(own, (*own[:-1], *gone) if gone else own, up, hidden, whole)
        return ends, side

    def _folded(self, out: Out, cases: int) -> int:
        lost = sum(units for _, units in out) + (self.side is not None)
        return -SCALE * lost * cases

    def cases(self, opened: int, held: int) -> int:
        """In how many ways the cards can come: the player's and the board's by stages, then the dealer's."""
        cards, left, found = self.game.cards, len(self.deck) - held, 1
        left -= cards.dealer_up + opened
        passed, had = 0, self.first
        for stage in self.game.stages:
            passed, had = passed + stage.opens, had + stage.deals
            if had > held:
                found *= comb(left, stage.deals)
                left -= stage.deals
            if passed > opened:
                found *= comb(left, stage.opens)
                left -= stage.opens
        found *= comb(left, cards.player - max(had, held))
        left -= cards.player - max(had, held)
        found *= comb(left, cards.community - max(passed, opened))
        left -= cards.community - max(passed, opened)
        return found * comb(left, cards.dealer - cards.dealer_up)

    def choices(self, number: int, own: Sequence[Card]) -> list[ChoiceRow]:
        """What may be decided at a stage with these cards."""
        kind, choices = self.game.cards.ranking, self.game.stages[number].choices
        if not any(choice.with_hand for choice in choices):
            return list(choices)
        hand = kind.class_of(self.rank(kind, own))
        return [choice for choice in choices if choice.open_to(hand)]

    def totals(
        self, number: int, own: Sequence[Card], up: Sequence[Card], board: Sequence[Card], out: Out
    ) -> dict[str, int]:
        """What every choice of a stage wins over all cases to come, the best being done afterwards."""
        return {
            choice.name: self._after(number, choice, own, up, board, out)
            for choice in self.choices(number, own)
        }

    def _after(
        self,
        number: int,
        choice: ChoiceRow,
        own: Sequence[Card],
        up: Sequence[Card],
        board: Sequence[Card],
        out: Out,
    ) -> int:
        if choice.folds:
            return self._folded(out, self.cases(len(board), len(own)))
        out = after(out, choice)
        if choice.exchanges:
            (place,) = choice.exchanges
            return self._exchanged(own, sorted(own)[place - 1], up, board, out)
        return self._next(number + 1, own, up, board, out)

    def _exchanged(
        self, own: Sequence[Card], card: Card, up: Sequence[Card], board: Sequence[Card], out: Out
    ) -> int:
        kept, rest = [other for other in own if other != card], self._rest(own, up, board)
        return sum(self._end((*kept, drawn), up, board, out, (card,)) for drawn in rest)

    def _next(
        self, number: int, own: Sequence[Card], up: Sequence[Card], board: Sequence[Card], out: Out
    ) -> int:
        if number == len(self.game.stages):
            return self._end(own, up, board, out, ())
        key = number, frozenset(own), tuple(up), frozenset(board), out
        if key not in self._worth:
            stage, found = self.game.stages[number], 0
            for new in combinations(self._rest(own, up, board), stage.deals):
                held = (*own, *new)
                for more in combinations(self._rest(held, up, board), stage.opens):
                    opened = (*board, *more)
                    if stage.asks({slug for slug, _ in out}):
                        found += max(self.totals(number, held, up, opened, out).values())
                    else:
                        found += self._next(number + 1, held, up, opened, out)
            self._worth[key] = found
        return self._worth[key]

    # What is asked.

    @property
    def first(self) -> int:
        """How many cards a player is dealt before the first decision."""
        return self.game.cards.first or self.game.cards.player

    @property
    def laid(self) -> Out:
        """What lies out before the first decision."""
        return tuple((bet.slug, 1) for bet in self.game.base if not bet.in_round)

    def worth(
        self, number: int, own: Sequence[Card], up: Sequence[Card], board: Sequence[Card], out: Out
    ) -> dict[str, Fraction]:
        """What each choice of a stage is worth."""
        key = number, tuple(own), tuple(up), frozenset(board), out
        if key not in self._values:
            self._values[key] = self._counted_worth(number, own, up, board, out)
        return self._values[key]

    def _counted_worth(
        self, number: int, own: Sequence[Card], up: Sequence[Card], board: Sequence[Card], out: Out
    ) -> dict[str, Fraction]:
        cases, drawn = self.cases(len(board), len(own)), self._drawn(len(board))
        exchanges = {choice.name: choice.exchanges for choice in self.game.stages[number].choices}
        return {
            name: Fraction(total, SCALE * (drawn if exchanges[name] else cases))
            for name, total in self.totals(number, own, up, board, out).items()
        }

    def _drawn(self, opened: int) -> int:
        """The cases to come after an exchange: a card for the one thrown away, then the dealer's."""
        cards = self.game.cards
        left = len(self.deck) - cards.player - cards.dealer_up - opened
        return left * comb(left - 1, cards.dealer - cards.dealer_up)

    def values(self, situation: Situation) -> dict[str, Fraction]:
        """What each choice is worth in a situation."""
        number = [stage.name for stage in self.game.stages].index(situation.stage)
        out = self.laid
        for name, stage in zip(situation.decisions, self.game.stages, strict=False):
            out = after(out, next(choice for choice in stage.choices if choice.name == name))
        board = [card for group in situation.board for card in group]
        return self.worth(number, situation.own, situation.dealer, board, out)

    def whole(self) -> Fraction:
        """What the game is worth."""
        return self.mean(lambda own, up: max(self.worth(0, own, up, (), self.laid).values()))

    def wagered(self, last: bool) -> Fraction:
        """What is wagered on average where of equal choices the first is taken, or the last."""
        return self.mean(lambda own, up: self._wagered(0, own, up, (), self.laid, last))

    def mean(self, of: Callable[[Sequence[Card], Sequence[Card]], Fraction]) -> Fraction:
        """Over every hand, and upcard."""
        totals = Counter[int]()  # by denominator: few are met, and integers are added much sooner
        for (own, up), times in self._dealt:
            value = of(own, up)
            totals[value.denominator] += times * value.numerator
        total = sum(Fraction(total, denominator) for denominator, total in totals.items())
        return Fraction(total) / sum(times for _, times in self._dealt)

    @cached_property
    def _dealt(self) -> list[tuple[Dealt, int]]:
        """What may be seen at first, one for all that differ in the names of suits, with their number."""
        return [
            ((own, up), hands * times)
            for (own, _), hands in _unlike((own, ()) for own in combinations(self.deck, self.first))
            for (_, up), times in _unlike(
                (own, up) for up in combinations(self._rest(own), self.game.cards.dealer_up)
            )
        ]

    def _wagered(
        self,
        number: int,
        own: Sequence[Card],
        up: Sequence[Card],
        board: Sequence[Card],
        out: Out,
        last: bool,
    ) -> Fraction:
        values = self.worth(number, own, up, board, out)
        name = [name for name, worth in values.items() if worth == max(values.values())][-last]
        choice = next(one for one in self.game.stages[number].choices if one.name == name)
        out = after(out, choice)
        number += 1
        while number < len(self.game.stages) and not self.game.stages[number].asks({slug for slug, _ in out}):
            number += 1
        if choice.folds or number == len(self.game.stages):
            return Fraction(sum(units for _, units in out))
        stage = self.game.stages[number]
        met = [
            self._wagered(number, (*own, *new), up, (*board, *more), out, last)
            for new in combinations(self._rest(own, up, board), stage.deals)
            for more in combinations(self._rest(own, up, board, new), stage.opens)
        ]
        return sum(met, Fraction(0)) / len(met)


@dataclass
class Boards(Brute):
    """Hold'em games: what is summed over the cards to come is summed for all boards of two cards at once.

    An array has a place for every set of so many cards of the board, in the order of `_sets`.
    """

    _settled: dict[Any, Masks] = field(default_factory=dict)
    _at: dict[Any, dict[str, Masks]] = field(default_factory=dict)

    def totals(
        self, number: int, own: Sequence[Card], up: Sequence[Card], board: Sequence[Card], out: Out
    ) -> dict[str, int]:
        here = int(np.flatnonzero(self._sets(own, len(board)) == self._mask(board))[0])
        return {name: int(won[here]) for name, won in self._won(number, own, out).items()}

    def _wagered(
        self,
        number: int,
        own: Sequence[Card],
        up: Sequence[Card],
        board: Sequence[Card],
        out: Out,
        last: bool,
    ) -> Fraction:
        assert not board
        return Fraction(int(self._wagers(number, own, out, last)[0]), self.cases(0, len(own)))

    def _sets(self, own: Sequence[Card], size: int) -> Masks:
        """All sets of so many cards besides one's own."""
        bits = np.array([self._bits[card] for card in self._rest(own)], np.int64)
        return np.asarray(bits[_places(len(bits), size)].sum(axis=1))

    def _opened(self, number: int) -> int:
        """How many cards of the board lie open at a stage, and after the last."""
        if number == len(self.game.stages):
            return self.game.cards.community
        return sum(stage.opens for stage in self.game.stages[: number + 1])

    def _won(self, number: int, own: Sequence[Card], out: Out) -> dict[str, Masks]:
        """What every choice of a stage wins over all cases to come, for every board."""
        key = number, tuple(own), out
        if key not in self._at:
            seen = self._opened(number)
            folded = self._folded(out, self.cases(seen, len(own)))
            self._at[key] = {
                choice.name: np.full(self._boards(own, seen), folded)
                if choice.folds
                else self._coming(number, own, after(out, choice))
                for choice in self.choices(number, own)
            }
        return self._at[key]

    def _coming(self, number: int, own: Sequence[Card], out: Out) -> Masks:
        """What is won after a stage, over all cases to come, for every board of it."""
        next_one = number + 1
        if next_one == len(self.game.stages):
            won = self._shown_down(own, out)
        elif self.game.stages[next_one].asks({slug for slug, _ in out}):
            won = np.stack([*self._won(next_one, own, out).values()]).max(axis=0)
        else:
            won = self._coming(next_one, own, out)
        return self._over(own, self._opened(number), self._opened(next_one), won)

    def _over(self, own: Sequence[Card], few: int, many: int, of: Masks) -> Masks:
        """The sum over all boards of many cards in which those of few lie."""
        return np.asarray(of[holding(len(self.deck) - len(own), few, many)].sum(axis=1))

    def _wagers(self, number: int, own: Sequence[Card], out: Out, last: bool) -> Masks:
        """What is wagered, over all cases to come, for every board of a stage."""
        if number == len(self.game.stages):
            return self._units(number, own, out)
        if not self.game.stages[number].asks({slug for slug, _ in out}):
            return self._wagers_after(number, own, out, last)
        won = self._won(number, own, out)
        choices = {choice.name: choice for choice in self.game.stages[number].choices}
        best: Masks = np.stack([*won.values()]).max(axis=0)
        found: Masks = np.zeros_like(best)
        for name in won if last else reversed(won):  # of equal ones the last looked at is done
            if choices[name].folds:
                wagers = self._units(number, own, out)
            else:
                wagers = self._wagers_after(number, own, after(out, choices[name]), last)
            found = np.where(won[name] == best, wagers, found)
        return found

    def _units(self, number: int, own: Sequence[Card], out: Out) -> Masks:
        """What lies out and stays as it is, over all cases to come."""
        seen = self._opened(number)
        units = sum(units for _, units in out) * self.cases(seen, len(own))
        return np.full(self._boards(own, seen), units)

    def _boards(self, own: Sequence[Card], seen: int) -> int:
        return comb(len(self.deck) - len(own), seen)

    def _wagers_after(self, number: int, own: Sequence[Card], out: Out, last: bool) -> Masks:
        wagers = self._wagers(number + 1, own, out, last)
        return self._over(own, self._opened(number), self._opened(number + 1), wagers)

    @cached_property
    def _strengths(self) -> Masks:
        """Of all hands with a whole board, by the set of their cards."""
        cards = self.game.cards
        hands = [*combinations(self.deck, cards.player + cards.community)]
        found = np.zeros(1 << len(self.deck), np.int64)
        found[[self._mask(hand) for hand in hands]] = cards.ranking.strengths(np.array(hands, np.uint8))
        return found

    def _shown_down(self, own: Sequence[Card], out: Out) -> Masks:
        """What the bets that are out win over the dealer's cards, and the side bet with them."""
        nets = [units * self._nets_of(own, slug) for slug, units in out]
        return np.asarray(np.sum([*nets, self._nets_of(own, "")] if self.side else nets, axis=0))

    def _nets_of(self, own: Sequence[Card], slug: str) -> Masks:
        """What a bet wins with every board; without a name the side bet."""
        if (tuple(own), slug) not in self._settled:
            self._show_down(own)
        return self._settled[tuple(own), slug]

    def _show_down(self, own: Sequence[Card]) -> None:
        """Every board against every pair of the dealer's, all bets."""
        boards = self._sets(own, self.game.cards.community)
        pairs = self._sets(own, self.game.cards.dealer)
        dealt = boards[:, None] & pairs == 0
        mine, theirs = self._strengths[boards | self._mask(own)], self._strengths[boards[:, None] | pairs]
        strengths, places = np.unique(mine, return_inverse=True)
        hands = [self.hand(strength) for strength in strengths.tolist()]
        always = np.array([hand in self.game.always_against for hand in hands])[places]
        plays = (theirs >= self.lowest) | always[:, None]
        ahead, met = np.sign(mine[:, None] - theirs), dict[str, Masks]()
        for prefix, yes in (("", plays), ("no_hand_", ~plays)):
            for end, sign in (("win", 1), ("tie", 0), ("lose", -1)):
                met[prefix + end] = (dealt & yes & (ahead == sign)).sum(axis=1)
        for bet in self.game.base:
            nets = {end: np.array([self._net(bet, end, hand) for hand in hands])[places] for end in met}
            self._settled[tuple(own), bet.slug] = np.asarray(sum(met[end] * nets[end] for end in met))
        if self.side is not None:
            of_beaten = self.side.reads == BEATEN
            read = self._nets_of_beaten(mine, theirs) if of_beaten else self._side_nets_of(own)
            self._settled[tuple(own), ""] = (dealt * read).sum(axis=1)

    def _nets_of_beaten(self, mine: Masks, theirs: Masks) -> Masks:
        """What the side bet wins by the lower of two hands, with each board and pair of the dealer's."""
        strengths, places = np.unique(np.minimum(mine[:, None], theirs), return_inverse=True)
        # Where a pair lies on the board already there is no strength, and nothing is dealt.
        nets = np.array([self._side_net(strength) if strength else 0 for strength in strengths.tolist()])
        nobody_beaten = mine[:, None] == theirs
        return np.where(nobody_beaten, -SCALE, nets[places.reshape(theirs.shape)])

    def _side_nets_of(self, own: Sequence[Card]) -> Masks:
        """What the side bet wins with each board and pair of the dealer's, as far as it reads them."""
        sizes = {"community": self.game.cards.community, "dealer": self.game.cards.dealer}
        boards, pairs = (
            [*combinations(self._rest(own), size if who in self._reads else 0)] for who, size in sizes.items()
        )
        return np.array(
            [[self._side_net(self._rank_read(own, board, pair)) for pair in pairs] for board in boards]
        )

    def _rank_read(self, own: Sequence[Card], board: Sequence[Card], pair: Sequence[Card]) -> int:
        cards = {"own": own, "dealt": own, "community": board, "dealer": pair}
        return self._table.ranking.rank([card for who in self._reads for card in cards[who]])


def brute_force(game: Description, side: BetRow | None = None) -> Brute:
    """A game by brute force, in the way that fits it."""
    return (Boards if game.cards.community and game.cards.dealer else Brute)(game, side)


@cache
def _places(cards: int, size: int) -> NDArray[np.int64]:
    """All sets of so many of the cards."""
    return np.array([*combinations(range(cards), size)], np.int64)


@cache
def holding(cards: int, few: int, many: int) -> NDArray[np.int64]:
    """For every set of few of so many cards the places of the sets of many in which it lies."""
    place = {some: at for at, some in enumerate(combinations(range(cards), few))}
    found: list[list[int]] = [[] for _ in place]
    for at, larger in enumerate(combinations(range(cards), many)):
        for some in combinations(larger, few):
            found[place[some]].append(at)
    return np.array(found)


def after(out: Out, choice: ChoiceRow) -> Out:
    """What lies out after a choice."""
    kept = tuple((slug, units) for slug, units in out if slug not in choice.takes_back)
    return (*kept, *choice.bets.items())


def _unlike(dealt: Iterable[Dealt]) -> Iterable[tuple[Dealt, int]]:
    """One of all hands and upcards that differ in the names of suits, with their number."""
    first: dict[Any, Dealt] = {}
    alike = Counter[Any]()
    for one in dealt:
        key = _alike(*one)
        first.setdefault(key, one)
        alike[key] += 1
    return [(one, alike[key]) for key, one in first.items()]


def _alike(own: Sequence[Card], up: Sequence[Card]) -> Any:
    """The same for all cards that become each other when suits change their names."""
    suits, jokers = [[0, 0] for _ in range(4)], [0, 0]
    for which, cards in enumerate((own, up)):
        for card in cards:
            if card == JOKER:
                jokers[which] += 1
            else:
                suits[card % 4][which] |= 1 << card // 4
    return tuple(sorted(map(tuple, suits))), tuple(jokers)
