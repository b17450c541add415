"""A description as the judge's six operations: what is dealt in which order, what is asked and paid.

Cards that nobody has seen are dealt when they are turned over. States that differ in the names of suits alone
are one, unless suits matter to a ranking or to an exchange still to come: it goes by the lowest cards.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import repeat
from typing import Any, NamedTuple

from pitboss.cards import JOKER, Card
from pitboss.games.description import HIGHEST, SIDES, WAR, Cell, ChoiceRow, Description, StageRow, TableRow
from pitboss.hands.kinds import MARGINS
from pitboss.solve.tree import Game
from tests.judge.rankings import Ranked, cards_in, ranking, subsets

FOLD = "fold"
LOST = Fraction(-1)
Laid = tuple[tuple[str, int], ...]
"""Bets that lie out, with their units."""
Places = tuple[int, ...]
"""The cards of a state, by place."""
Hands = tuple[int, ...]
"""The cards of other seats."""
_SUIT = sum(1 << 4 * rank for rank in range(13))
"""All cards of the lowest suit."""


class Ended(NamedTuple):
    """What bets are settled by: how the round ended, the player's class, and what each bet reads."""

    end: str
    hand: str = ""
    margin: int = 0
    read: tuple[str, ...] = ()
    """By read bet the line of its table, or nothing."""


class State(NamedTuple):
    """What has been dealt and done; cards are sets, a bit for each card's number."""

    act: int = 0
    own: int = 0
    first: int = 0
    """Those of a seat that were dealt before the first decision."""
    thrown: int = 0
    drawn: int = 0
    up: int = 0
    """The dealer's open cards."""
    board: int = 0
    hole: int = 0
    """The dealer's other cards."""
    laid: Laid = ()
    decided: tuple[str, ...] = ()
    folded: bool = False
    ended: Ended | None = None

    @property
    def hand(self) -> int:
        """The seat's cards as they lie at the end."""
        return self.own | self.drawn

    @property
    def gone(self) -> int:
        """Every card that can't come any more."""
        return self.own | self.thrown | self.drawn | self.up | self.hole | self.board


class Act(NamedTuple):
    """A deal of so many cards to a place of the state, or the question of a stage."""

    place: str
    cards: int = 0
    stage: StageRow | None = None


class Read:
    """A bet, or a bonus line, that is settled by the line of a table that some cards reach."""

    def __init__(self, slug: str, reads: str, table: TableRow) -> None:
        self.slug, self.reads, self.table = slug, reads, table
        self.odds = dict(table.lines)
        hands = [*self.odds, *(line.hand for line in table.written)]
        covers = table.ranking.covers
        self.line = dict.fromkeys(table.ranking.classes, "")
        self.line |= {name: hand for hand in reversed(hands) for name in covers(hand)}
        """By class the first line that takes it in, or nothing."""


@dataclass(frozen=True, eq=False)
class Paid:
    """What every bet of a description comes to at an end: its cells, tables and fates after a fold."""

    game: Description

    @cached_property
    def reads(self) -> tuple[Read, ...]:
        """All bets that go by what they read, bonus lines among them."""
        game = self.game
        found = [
            Read(bet.slug, bet.reads, game.tables_of(bet.table)[0]) for bet in game.bets if bet.kind != "base"
        ]
        bonuses = [bet.bonus for bet in game.base if bet.bonus]
        return *found, *(Read(one.table, one.reads, game.tables_of(one.table)[0]) for one in bonuses)

    @cached_property
    def _place(self) -> Mapping[str, int]:
        return {read.slug: place for place, read in enumerate(self.reads)}

    @cached_property
    def by_margin(self) -> frozenset[str]:
        """The bets of the base game that are paid by the margin, which have sheets of their own."""
        return frozenset(bet.slug for bet in self.game.base if bet.settles_by_margin)

    @cached_property
    def counts(self) -> tuple[str, ...]:
        """The base game, its square and what is wagered; bets alone; the hits of a jackpot's lines."""
        found = ["base", "base squared", "wagered"]
        for bet in self.game.bets:
            if bet.kind in SIDES or bet.slug in self.by_margin:
                found += [bet.slug, f"{bet.slug} squared"]
            elif bet.kind == "jackpot":
                for line in self.game.tables_of(bet.table)[0].written:
                    found += [f"{bet.slug}: {line.hand}", f"{bet.slug}: {line.hand}, not folded"]
        return tuple(found)

    def cell(self, slug: str, cell: Cell, ended: Ended) -> Fraction:
        """What a unit on a base bet is ahead by a cell."""
        cell = cell.by_hand.get(ended.hand, cell)
        odds = cell.odds
        if cell.by_table or cell.by_margin:
            pays = self.game.tables_of(self.game.bet(slug).table)[0].pays
            name = MARGINS[min(ended.margin, len(MARGINS) - 1)] if cell.by_margin else ended.hand
            odds = pays.get("equal-ranks" if ended.end == "war_tie" else name, cell.odds)
        return LOST if odds is None else odds.net

    def base(self, slug: str, decided: Sequence[str], ended: Ended) -> Fraction:
        """What a unit on a base bet is ahead, and what its bonus line pays besides."""
        bet = self.game.bet(slug)
        found = self.cell(slug, bet.settles[ended.end], ended)
        if bet.bonus and ended.end != FOLD and (not bet.bonus.after or bet.bonus.after & {*decided}):
            found += self.bonus(bet.bonus.table, ended)
        return found

    def bonus(self, table: str, ended: Ended) -> Fraction:
        """What a bonus line pays; `2 for 1` on it is 2, for no stake of its own comes back."""
        place = self._place[table]
        odds = self.reads[place].odds.get(ended.read[place])
        return Fraction(0) if odds is None else odds.fraction

    def side(self, slug: str, folded: bool, ended: Ended) -> Fraction:
        """What a unit on a side bet is ahead."""
        bet, place = self.game.bet(slug), self._place[slug]
        if folded and bet.after_fold == "lose":
            return LOST
        odds = self.reads[place].odds.get(ended.read[place])
        return LOST if odds is None else odds.net

    def __call__(
        self, laid: Laid, decided: Sequence[str], folded: bool, ended: Ended
    ) -> tuple[Fraction, ...]:
        """Everything counted, in the order of `counts`."""
        net = sum((units * self.base(slug, decided, ended) for slug, units in laid), Fraction(0))
        found = [net, net * net, Fraction(sum(units for _, units in laid))]
        for bet in self.game.bets:
            if bet.kind in SIDES:
                side = self.side(bet.slug, folded, ended)
                found += [side, side * side]
            elif bet.slug in self.by_margin:
                alone = self.cell(bet.slug, bet.settles[ended.end], ended)
                found += [alone, alone * alone]
            elif bet.kind == "jackpot":
                hit = ended.read[self._place[bet.slug]]
                for line in self.game.tables_of(bet.table)[0].written:
                    found += [Fraction(line.hand == hit), Fraction(line.hand == hit and not folded)]
        return tuple(found)


def after(laid: Laid, choice: ChoiceRow) -> Laid:
    """What lies out after a choice."""
    found = {slug: units for slug, units in laid if slug not in choice.takes_back}
    for slug, units in choice.bets.items():
        found[slug] = found.get(slug, 0) + units
    return tuple(found.items())


class Described:
    """A game against a dealer or a paytable; how many `hands` are dealt matters to a bet on the highest."""

    def __init__(self, game: Description, hands: int = 0) -> None:
        self.game, self.paid = game, Paid(game)
        self.counts = self.paid.counts
        cards = game.cards
        self.deck = sum(1 << card for card in cards.deck)
        self.others = max(0, hands - 1 - bool(cards.dealer))
        self.ranking = ranking(cards.ranking.name)
        self.qualifies = (
            self.ranking[sum(1 << card for card in game.qualifies)][0] if game.qualifies else None
        )
        self.acts = [Act("own", cards.first or cards.player), Act("up", cards.dealer_up)]
        for stage in game.stages:
            self.acts += [Act("board", stage.opens), Act("own", stage.deals), Act("ask", 0, stage)]
        opened = sum(stage.opens for stage in game.stages)
        self.acts += [Act("drawn"), Act("rest"), Act("board", cards.community - opened)]
        self.acts += [Act("show", cards.dealer - cards.dealer_up)]
        rankings = [cards.ranking, *(read.table.ranking for read in self.paid.reads)]
        self.suits_alike = all(each.suits_alike or each.own for each in rankings)
        exchanging = [
            number
            for number, act in enumerate(self.acts)
            if act.stage and any(choice.exchanges for choice in act.stage.choices)
        ]
        self.renamed_from = max(exchanging, default=-1) + 1
        self._paid: dict[Hashable, tuple[Fraction, ...]] = {}
        self._met: dict[Hashable, Mapping[Ended, int]] = {}
        self._dealt: dict[Hashable, tuple[tuple[Places, int], ...]] = {}
        self._hole = subsets(self.deck, self.acts[-1].cards)

    # The six operations.

    def start(self) -> State:
        """Before the deal, with a unit on every bet of the game itself."""
        return State(laid=tuple((bet.slug, 1) for bet in self.game.base if not bet.in_round))

    def chance(self, state: State) -> Sequence[tuple[State, int]]:
        """The next deal: every set of cards, those that differ in the names of suits put together."""
        if state.ended or self._asked(state):
            return ()
        if state.folded and not self._outlives_a_fold:
            return ((self._at_end(state, Ended(FOLD)), 1),)
        act = self.acts[state.act]
        if act.place == "show":
            return tuple((self._at_end(state, ended), times) for ended, times in self._ends(state).items())
        later = state._replace(act=state.act + 1)
        return tuple(
            (self._forward(State._make((later.act, *cards, *later[8:]))), times)
            for cards, times in self._deals(state)
        )

    def _deals(self, state: State) -> tuple[tuple[Places, int], ...]:
        """All cards that the next deal may bring, with those that lie there."""
        place, count = self.acts[state.act].place.replace("rest", "own"), self._count(state)
        key = state.act, count, state[1:8]
        if key not in self._dealt:
            found = Counter[Places]()
            for new in subsets(self.deck & ~state.gone, count):
                dealt = state._replace(act=state.act + 1, **{place: getattr(state, place) | new})
                found[self._renamed(dealt._replace(first=new) if not state.act else dealt)] += 1
            self._dealt[key] = tuple(found.items())
        return self._dealt[key]

    def _count(self, state: State) -> int:
        """How many cards the next act deals.

        As many as were thrown away; to a folded hand none but what it lacks in the end, for bets on it.
        """
        act = self.acts[state.act]
        if act.place == "drawn":
            return state.thrown.bit_count()
        if act.place == "rest":
            return self.game.cards.player - state.hand.bit_count()
        return 0 if act.place == "own" and state.folded else act.cards

    def _forward(self, state: State) -> State:
        """The state before the next act that does something."""
        while self.acts[state.act].place != "show" and not self._asked(state) and not self._count(state):
            state = state._replace(act=state.act + 1)
        return state

    def view(self, state: State) -> Hashable:
        """All but the dealer's other cards, until the hands are compared."""
        return state._replace(hole=0) if state.hole else state

    def offers(self, state: State) -> Sequence[str]:
        """The choices of a stage that are open with these cards."""
        return [choice.name for choice in self._choices(state)] if self._asked(state) else ()

    def after(self, state: State, answer: str) -> State:
        """Lay, take back, throw away or fold."""
        choice = next(choice for choice in self._choices(state) if choice.name == answer)
        held = cards_in(state.own)
        thrown = sum(1 << held[place - 1] for place in choice.exchanges)
        name = (answer,) if any(bet.bonus and bet.bonus.after for bet in self.game.base) else ()
        decided = state._replace(
            act=state.act + 1,
            own=state.own & ~thrown,
            thrown=state.thrown | thrown,
            laid=after(state.laid, choice),
            decided=(*state.decided, *name),
            folded=choice.folds,
        )
        return self._forward(decided)

    def pays(self, state: State) -> tuple[Fraction, ...] | None:
        """What every bet comes to, once the round is over."""
        if not state.ended:
            return None
        key = state.laid, state.decided, state.folded, state.ended
        if key not in self._paid:
            self._paid[key] = self.paid(*key)
        return self._paid[key]

    # Questions.

    def _asked(self, state: State) -> bool:
        """Whether a seat decides now: it has not folded, and not laid all that the stage can lay."""
        stage = self.acts[state.act].stage if state.act < len(self.acts) else None
        if stage is None or state.folded:
            return False
        lays = {slug for choice in stage.choices for slug in choice.bets}
        return not lays or not lays <= {slug for slug, _ in state.laid}

    def _choices(self, state: State) -> Iterator[ChoiceRow]:
        stage = self.acts[state.act].stage
        assert stage
        for choice in stage.choices:
            if choice.with_hand and self.ranking[state.own][1] not in choice.with_hand:
                continue
            if choice.below and self.game.cards.ranking.rank(cards_in(state.own)) >= choice.below:
                continue
            yield choice

    @cached_property
    def _outlives_a_fold(self) -> bool:
        """Whether a bet is settled by its cards though the hand was folded."""
        return any(
            bet.kind == "jackpot" or (bet.kind in SIDES and bet.after_fold == "in-action")
            for bet in self.game.bets
        )

    # Ends.

    def ended(self, state: State, others: Hands = ()) -> Ended:
        """How a round has ended whose cards have all been dealt, with the cards of other seats."""
        (found,) = self._ended(state, [0], [others])
        return found

    def _ends(self, state: State) -> Mapping[Ended, int]:
        """All ways in which the dealer's other cards, and those of other seats, end the round."""
        key = state[1:8], state.folded
        if key not in self._met:
            holes = self._holes(state.gone)
            others: list[Hands] = [()] * len(holes)
            if self.others:
                rows = [(hole, hands) for hole in holes for hands in self._others(state.gone | hole)]
                holes, others = [hole for hole, _ in rows], [hands for _, hands in rows]
            self._met[key] = self._ended(state, holes, others)
        return self._met[key]

    def _ended(self, state: State, holes: Sequence[int], others: Sequence[Hands]) -> Counter[Ended]:
        """How often a round ends in which way, by what the dealer has besides the cards of the state."""
        reads = zip(*(self._read(read, state, holes, others) for read in self.paid.reads), strict=True)
        every = reads if self.paid.reads else repeat((), len(holes))
        if state.folded:
            return Counter(Ended(FOLD, read=names) for names in every)
        own, seen = self.ranking[state.hand | state.board], state.up | state.hole | state.board
        if not self.game.cards.dealer:
            return Counter(Ended("hand", own[1], 0, names) for names in every)
        dealers = [self.ranking[seen | hole] for hole in holes]
        compared = {dealer: self._compared(own, dealer) for dealer in {*dealers}}
        met = Counter(zip((compared[dealer] for dealer in dealers), every, strict=True))
        return Counter({Ended(*end, names): times for (end, names), times in met.items()})

    def _compared(self, own: Ranked, dealer: Ranked) -> tuple[str, str, int]:
        """How the round ends, the player's class, and by how many classes it is above the dealer's."""
        end = "win" if own[0] > dealer[0] else "lose" if own[0] < dealer[0] else "tie"
        if (
            self.qualifies is not None
            and dealer[0] < self.qualifies
            and own[1] not in self.game.always_against
        ):
            end = f"no_hand_{end}"
        if not self.game.by_margin:
            return end, own[1], 0
        classes = self.game.cards.ranking.classes
        return end, own[1], max(0, classes.index(dealer[1]) - classes.index(own[1]))

    def _read(self, read: Read, state: State, holes: Sequence[int], others: Sequence[Hands]) -> Iterable[str]:
        """The line that the cards reach which a bet reads, with each of the dealer's other cards."""
        ranked, line, up = ranking(read.table.ranking.name), read.line, state.up | state.hole
        if read.reads == HIGHEST:
            own, board, dealt = state.hand | state.board, state.board, self.game.cards.dealer
            dealers = [(up | board | hole,) if dealt else () for hole in holes]
            every = [
                (own, *dealer, *(hand | board for hand in hands))
                for dealer, hands in zip(dealers, others, strict=True)
            ]
            return [line[max(ranked[hand] for hand in hands)[1]] for hands in every]
        if read.table.ranking.own:
            return [line[ranked.of_both(state.hand, up | hole)[1]] for hole in holes]
        places = {
            "own": state.hand,
            "dealt": state.own | state.thrown,
            "kept": state.own,
            "first": state.first,
            "dealer": up,
            "community": state.board,
        }
        names = read.reads.split("+")
        seen = sum(places[who] for who in names)
        if "dealer" in names:
            return [line[ranked[seen | hole][1]] for hole in holes]
        return repeat(line[ranked[seen][1]], len(holes))

    def _others(self, gone: int) -> Iterator[Hands]:
        return _hands(self.deck & ~gone, self.game.cards.player, self.others)

    def _holes(self, gone: int) -> list[int]:
        """All that the dealer may hold besides the cards that lie there."""
        return [hole for hole in self._hole if not hole & gone]

    def _at_end(self, state: State, ended: Ended) -> State:
        """A state of which only how it ended matters."""
        return State(
            act=len(self.acts), laid=state.laid, decided=state.decided, folded=state.folded, ended=ended
        )

    # The names of suits.

    def _renamed(self, state: State) -> Places:
        """The cards with their suits in one order: by the cards of each that lie in every place."""
        places = state[1:8]
        if not self.suits_alike or state.act < self.renamed_from:
            return places
        suits = sorted(tuple(place >> suit & _SUIT for place in places) for suit in range(4))
        jokers = [place & 1 << JOKER for place in places]
        return tuple(
            sum(suits[suit][at] << suit for suit in range(4)) | jokers[at] for at in range(len(places))
        )


def _hands(cards: int, size: int, count: int) -> Iterator[Hands]:
    """All ways to deal so many hands, one after the other."""
    if not count:
        yield ()
        return
    for hand in subsets(cards, size):
        for others in _hands(cards & ~hand, size, count - 1):
            yield hand, *others


class Eager(Described):
    """The same with the dealer's cards dealt before any decision, face down: the seat must not see them."""

    def __init__(self, game: Description, hands: int = 0) -> None:
        super().__init__(game, hands)
        self._hole = [0]
        *before, show = self.acts
        self.acts = [
            before[0],
            Act("up", game.cards.dealer_up),
            Act("hole", show.cards),
            *before[2:],
            Act("show"),
        ]


class Fight(NamedTuple):
    """A round of war: the cards dealt so far, the seat's and the dealer's in turn."""

    cards: tuple[Card, ...] = ()
    laid: Laid = ()
    answer: str = ""
    folded: bool = False


class War:
    """War: a card each; a tie is surrendered or dealt once more. Side bets go by the first two cards."""

    def __init__(self, game: Description) -> None:
        self.game, self.paid = game, Paid(game)
        self.counts = self.paid.counts

    def start(self) -> Fight:
        """Before the deal."""
        return Fight(laid=tuple((bet.slug, 1) for bet in self.game.base if not bet.in_round))

    def chance(self, state: Fight) -> Sequence[tuple[Fight, int]]:
        """The next card, out of all decks."""
        fights = bool(state.answer) and not state.folded
        if len(state.cards) == 4 or (len(state.cards) == 2 and not fights):
            return ()
        left = Counter(dict.fromkeys(self.game.cards.deck, self.game.cards.decks))
        left.subtract(state.cards)
        return tuple((state._replace(cards=(*state.cards, card)), left[card]) for card in +left)

    def view(self, state: Fight) -> Hashable:
        """Everything lies open."""
        return state

    def offers(self, state: Fight) -> Sequence[str]:
        """What may be done after a tie."""
        tied = len(state.cards) == 2 and state.cards[0].rank == state.cards[1].rank
        return [choice.name for choice in self.game.stages[0].choices] if tied and not state.answer else ()

    def after(self, state: Fight, answer: str) -> Fight:
        """Go to war, or surrender."""
        choice = next(one for one in self.game.stages[0].choices if one.name == answer)
        return state._replace(laid=after(state.laid, choice), answer=answer, folded=choice.folds)

    def pays(self, state: Fight) -> tuple[Fraction, ...] | None:
        """What every bet comes to, once the round is over."""
        if self.offers(state) or self.chance(state):
            return None
        return self.paid(state.laid, (), state.folded, self.ended(state))

    def ended(self, state: Fight) -> Ended:
        """By the last two cards, and what side bets read of the first two."""
        own, dealer = state.cards[-2:]
        end = "win" if own.rank > dealer.rank else "lose" if own.rank < dealer.rank else "tie"
        end = FOLD if state.folded else f"war_{end}" if len(state.cards) == 4 else end
        held = dict.fromkeys(("own", "dealt", "kept", "first"), state.cards[:1]) | {
            "dealer": state.cards[1:2]
        }
        read = []
        for one in self.paid.reads:
            cards = [card for who in one.reads.split("+") for card in held[who]]
            read.append(one.line[ranking(one.table.ranking.name).of(cards)[1]])
        return Ended(end, ranking("one-card")[1 << own][1], 0, tuple(read))


def game_of(game: Description, hands: int = 0) -> Game[Any]:
    """The description as a game that the judge can solve."""
    return War(game) if game.family == WAR else Described(game, hands)
