"""Described games by brute force: every card that may come, every choice, settled by the cells of the bets.

It shares nothing with the engines but the description and the ranking of hands.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from pitboss.cards import Card
from pitboss.games.description import BetRow, ChoiceRow, Description
from pitboss.games.situation import Situation
from pitboss.hands.kinds import Kind

SCALE = 60
"""All odds of these games are whole 60ths."""
Out = tuple[tuple[str, int], ...]


@dataclass
class Brute:
    """A game with its default tables, and maybe a side bet that is laid with it, as large as the Ante."""

    game: Description
    side: BetRow | None = None
    _ranks: dict[Any, int] = field(default_factory=dict)
    _ends: dict[Any, Counter[str]] = field(default_factory=dict)
    _sides: dict[Any, int] = field(default_factory=dict)
    _worth: dict[Any, int] = field(default_factory=dict)

    def rank(self, kind: Kind, cards: Sequence[Card]) -> int:
        key = kind.name, frozenset(cards)
        if key not in self._ranks:
            self._ranks[key] = kind.rank(cards)
        return self._ranks[key]

    # What a hand is paid.

    def _net(self, bet: BetRow, end: str, hand: str) -> int:
        table = self.game.tables_of(bet.table)[0].pays if bet.table else {}
        odds = bet.settles[end].pays(hand, table)
        net = Fraction(-1) if odds is None else odds.net
        if bet.bonus and end != "fold" and hand in self.game.tables_of(bet.bonus.table)[0].pays:
            net += self.game.tables_of(bet.bonus.table)[0].pays[hand].fraction
        assert (net * SCALE).denominator == 1
        return int(net * SCALE)

    def _paid(self, out: Out, end: str, hand: str) -> int:
        return sum(units * self._net(self.game.bet(slug), end, hand) for slug, units in out)

    def _ended(self, own: Sequence[Card], dealer: Sequence[Card], board: Sequence[Card]) -> str:
        if not self.game.cards.dealer:
            return "hand"
        kind = self.game.cards.ranking
        mine, theirs = self.rank(kind, (*own, *board)), self.rank(kind, (*dealer, *board))
        compared = "win" if mine > theirs else "tie" if mine == theirs else "lose"
        lowest = self.rank(kind, self.game.qualifies) if self.game.qualifies else 0
        always = kind.class_of(mine) in self.game.always_against
        return compared if theirs >= lowest or always else f"no_hand_{compared}"

    def _side_net(self, cards: Mapping[str, Sequence[Card]]) -> int:
        assert self.side is not None
        table = self.game.tables_of(self.side.table)[0]
        read = [card for who in self.side.reads.split("+") for card in cards[who]]
        odds = table.pays.get(table.ranking.class_of(self.rank(table.ranking, read)))
        return int((Fraction(-1) if odds is None else odds.net) * SCALE)

    # What is to come.

    def _rest(self, *seen: Sequence[Card]) -> list[Card]:
        known = {card for cards in seen for card in cards}
        return [card for card in self.game.cards.deck if card not in known]

    def _deals(
        self, own: Sequence[Card], up: Sequence[Card], board: Sequence[Card], gone: Sequence[Card]
    ) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
        """The rest of the board, and the dealer's cards."""
        cards = self.game.cards
        for more in combinations(self._rest(own, up, board, gone), cards.community - len(board)):
            whole = (*board, *more)
            for hidden in combinations(self._rest(own, up, whole, gone), cards.dealer - len(up)):
                yield whole, (*up, *hidden)

    def _end(
        self, own: Sequence[Card], up: Sequence[Card], board: Sequence[Card], out: Out, gone: Sequence[Card]
    ) -> int:
        """What the bets that are out win over all that may come, and the side bet with them."""
        key = frozenset(own), tuple(up), frozenset(board), frozenset(gone)
        if key not in self._ends:
            ends: Counter[str] = Counter()
            side, kind = 0, self.game.cards.ranking
            for whole, dealer in self._deals(own, up, board, gone):
                hand = kind.class_of(self.rank(kind, (*own, *whole)))
                ends[f"{self._ended(own, dealer, whole)} {hand}"] += 1
                if self.side is not None:
                    side += self._side_net({"own": own, "dealer": dealer, "community": whole})
            self._ends[key], self._sides[key] = ends, side
        won = sum(self._paid(out, *end.split(" ")) * number for end, number in self._ends[key].items())
        return won + self._sides[key]

    def _folded(self, out: Out, cases: int) -> int:
        lost = sum(units for _, units in out) + (self.side is not None)
        return -SCALE * lost * cases

    def cases(self, opened: int) -> int:
        """In how many ways the cards can come, the board's stage by stage, then the dealer's."""
        cards, left, found = self.game.cards, len(self.game.cards.deck) - self.game.cards.player, 1
        left -= cards.dealer_up + opened
        passed = 0
        for stage in self.game.stages:
            passed += stage.opens
            if passed > opened:
                found *= comb(left, stage.opens)
                left -= stage.opens
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
            return self._folded(out, self.cases(len(board)))
        out = after(out, choice)
        if choice.exchanges:
            return max(self._exchanged(own, card, up, board, out) for card in own)
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
            for more in combinations(self._rest(own, up, board), stage.opens):
                opened = (*board, *more)
                if stage.asks({slug for slug, _ in out}):
                    found += max(self.totals(number, own, up, opened, out).values())
                else:
                    found += self._next(number + 1, own, up, opened, out)
            self._worth[key] = found
        return self._worth[key]

    # What is asked.

    @property
    def laid(self) -> Out:
        """What lies out before the first decision."""
        return tuple((bet.slug, 1) for bet in self.game.base if not bet.in_round)

    def values(self, situation: Situation) -> dict[str, Fraction]:
        """What each choice is worth in a situation."""
        names = [stage.name for stage in self.game.stages]
        number, out = names.index(situation.stage), self.laid
        for name, stage in zip(situation.decisions, self.game.stages, strict=False):
            out = after(out, next(choice for choice in stage.choices if choice.name == name))
        board = [card for group in situation.board for card in group]
        found = self.totals(number, situation.own, situation.dealer, board, out)
        whole = SCALE * self.drawn_cases(len(board), number)
        return {name: Fraction(total, whole) for name, total in found.items()}
