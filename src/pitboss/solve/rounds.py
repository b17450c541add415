"""A described game as the judge's six operations: what is dealt, asked and paid, act by act, for one seat.

A card that nobody has to know yet only lies there: it is dealt when the seat sees it, or when a condition
reads it. That makes no difference, for cards that nobody has seen are all alike. States that differ in the
names of suits alone are one, where no condition can tell.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import chain, combinations, groupby
from math import comb, prod
from typing import NamedTuple

from pitboss.cards import CARDS, JOKER, Card
from pitboss.errors import BadInput
from pitboss.games.language import form
from pitboss.games.language.evaluate import Asking, Evaluator, Seen
from pitboss.games.language.expressions import (
    COLOURS,
    SUITS,
    Count,
    Expression,
    HandOf,
    OfCard,
    OfSuit,
    Part,
    Property,
    RankOf,
    Rest,
    Slice,
    every_node,
)
from pitboss.games.language.measure import COLOUR_MEASURES
from pitboss.money import Odds
from pitboss.paytables.model import OddsByHands

HIDDEN: Card = -1  # type: ignore[assignment]
"""A card that lies there and is not dealt yet."""
NO_HAND = -1
"""The number of the hand that a bet lies on, or a question is for, where it is the seat's."""
STATES_KEPT = 300_000
CARDS_MAX = 30
_BY_CARDS = (Property, Count, Slice, Rest, RankOf)
"""What is asked of cards besides how a hand ranks."""


class Slot(NamedTuple):
    """Whose hand it is: a seat's, by its number, or the dealer's and the table's, which count as seat 0's."""

    seat: int
    place: str
    dealt: int
    """Which of those that the seat was dealt; 0 where there is one."""
    part: int
    """Which part of a hand that was split."""


class Lying(NamedTuple):
    """A hand: its cards by their positions, and which of them the seat has seen, a bit for each."""

    slot: Slot
    cards: tuple[Card, ...] = ()
    seen: int = 0


class Laid(NamedTuple):
    """Money on a bet, in shares of the first one: see `Rounds.whole`."""

    bet: str
    hand: int
    shares: int


class Taken(NamedTuple):
    """A choice that was taken at an act."""

    act: str
    hand: int
    choice: str


class Snap(NamedTuple):
    """The cards of a hand as they lay after an act."""

    act: str
    slot: Slot
    cards: tuple[Card, ...]


class Ended(NamedTuple):
    """How a bet was settled: by which line, -1 for none, and by which line of its table, -1 for none."""

    bet: str
    hand: int
    line: int
    hit: int


class State(NamedTuple):
    """A round as far as it has come."""

    act: int = 0
    turn: int = 0
    """Which hand's turn it is, in an act for each of several."""
    again: bool = False
    """Whether that hand has been asked in this act before."""
    drawn: int = 0
    """How many cards the act has drawn."""
    owed: tuple[tuple[int, int], ...] = ()
    """Cards that the seat sees next: a hand, and their positions, a bit for each."""
    hands: tuple[Lying, ...] = ()
    gone: tuple[Card, ...] = ()
    """Cards the seat has seen and that can't come any more."""
    snaps: tuple[Snap, ...] = ()
    laid: tuple[Laid, ...] = ()
    taken: tuple[Taken, ...] = ()
    told: tuple[bool, ...] = ()
    folded: bool = False
    over: bool = False
    """Whether nobody is asked any more, because the house said so."""
    settled: tuple[Ended, ...] = ()
    """The bets that acts have settled."""


class Wanted(NamedTuple):
    """Cards that have to be dealt now: at positions of a hand, for the seat to see or not."""

    hand: int
    positions: tuple[int, ...]
    seen: bool


class Waits(NamedTuple):
    """What a round waits for: cards, an answer, or nothing any more."""

    wanted: Wanted | None = None
    choices: tuple[form.Choice, ...] = ()
    nets: tuple[Ended, ...] | None = None
    """What every bet came to that no act has settled, when all is over."""


@dataclass(frozen=True)
class View:
    """What conditions ask of a round: as the house knows it, from one seat and one of its hands."""

    by: "Rounds"
    state: State
    turn: int = 0
    seat: int = 0
    as_of: str = form.END
    early: bool = False
    """Whether a bet is to be settled in the round: a hand that may still change is then not known."""
    missing: list[int] = field(default_factory=list)
    """Hands of which a card was asked that is not dealt yet."""

    @cached_property
    def asking(self) -> Asking:
        """What answers conditions from here."""
        return self.by.conditions.asking(self)

    def _at(self, place: str, number: int = 0) -> int | None:
        """The hand that a place and a number mean; 0 is the one whose turn it is, or the first."""
        hands, own = self.state.hands, self.by.places[place].of == form.SEAT
        if not number and self.turn < len(hands) and hands[self.turn].slot[:2] == (self.seat, place):
            return self.turn
        for at, (slot, _, _) in enumerate(hands):
            whose = slot.place == place and slot.seat == self.seat * own
            if whose and not slot.part and number in (0, slot.dealt):
                return at
        return None

    def cards(self, part: Part) -> Seen | None:
        """The cards of a place; where there is no such hand, none."""
        if self.early and self.by.changes(part.place, self.state.act):
            return None
        at = self._at(part.place, part.number)
        if at is None:
            return ()
        cards = self._as_they_lay(self.state.hands[at])
        if part.positions is not None:
            cards = cards[part.positions[0] - 1 : part.positions[1]]
        if HIDDEN not in cards:
            return cards
        self.missing.append(at)
        return tuple(None if card == HIDDEN else card for card in cards)

    def _as_they_lay(self, lying: Lying) -> tuple[Card, ...]:
        """The cards after the act that a bet names; of a hand that only grew, the first ones."""
        if self.as_of == form.END:
            return lying.cards
        act = self.by.first if self.as_of == form.KEPT else self.as_of
        for snap in self.state.snaps:
            if snap.act == act and snap.slot == lying.slot:
                if self.as_of == form.KEPT:
                    return tuple(card for card in snap.cards if card in lying.cards)
                return lying.cards[: len(snap.cards)] if HIDDEN in snap.cards else snap.cards
        return lying.cards

    def count(self, part: Part) -> int | None:
        """How many cards a place has."""
        if self.early and self.by.changes(part.place, self.state.act):
            return None
        at = self._at(part.place, part.number)
        size = 0 if at is None else len(self._as_they_lay(self.state.hands[at]))
        if part.positions is None:
            return size
        return max(0, min(size, part.positions[1]) - part.positions[0] + 1)

    def fact(self, name: str) -> bool | int | None:
        """What is so of the seat, or of the hand whose turn it is."""
        if name == "folded":
            return self.state.folded
        if name == "hands-dealt":
            return self.by.hands_dealt
        if name == "decks":
            return self.by.game.shoe.decks
        slot = self.state.hands[self.turn].slot
        parts = sum(lying.slot[:3] == slot[:3] for lying in self.state.hands)
        return {"hands": parts, "split": parts > 1, "split-off": slot.part > 0}[name]

    def answer(self, act: str, choice: str) -> bool | None:
        """Whether a choice was taken, by this hand where the act is for each."""
        each = self.by.game.act(act).each
        hand = self._at(each) if each else NO_HAND
        return Taken(act, NO_HAND if hand is None else hand, choice) in self.state.taken

    def laid(self, bet: str) -> bool | None:
        """Whether there is money on a bet; on a side bet always, for its figures are of who lays it."""
        asked = self.by.game.bet(bet)
        if not asked.in_round and asked.kind != form.BASE:
            return True
        hand = self._at(asked.each) if asked.each else NO_HAND
        return any(row.bet == bet and row.shares and row.hand == hand for row in self.state.laid)

    def paid(self, bet: str) -> Fraction | None:
        """What a bet was paid, once it is settled."""
        nets = [self.by.net(self.state, row) for row in self.state.settled if row.bet == bet]
        return max(Fraction(0), sum(nets, Fraction(0))) if nets else None

    def told(self, of: Expression) -> bool | None:
        """Nothing: the house needs not be told."""
        return None

    def each(self, place: str) -> "Sequence[View]":
        """The round as seen from each hand of a place."""
        return [replace(self, turn=at) for at in self.by.hands_of(self.state, place)]

    def seats(self) -> "Sequence[View]":
        """The round as seen from each seat."""
        return [replace(self, seat=seat) for seat in range(self.by.others + 1)]


class Rounds:
    """The six operations of a described game; so many `hands` are dealt, the dealer's counted."""

    def __init__(self, game: form.Game, hands: int = 0) -> None:
        self.game, self.conditions = game, Evaluator(game)
        self.hands_dealt = hands or 1 + bool(game.dealer)
        self.others = self.hands_dealt - 1 - bool(game.dealer)
        self.places = {place.name: place for place in game.places}
        self.shoe = Counter(game.shoe.cards)
        self.first = game.acts[0].name
        self.whole = prod({lay.times.denominator for lay in _lays(game) if lay.times}) ** 4
        """How many shares the first bet has, so that every other is a whole number of them."""
        self.rests: dict[State, tuple[State, Waits]] = {}
        self.paid: dict[Hashable, tuple[Fraction, ...]] = {}
        self.open: dict[Hashable, tuple[tuple[form.Bet, int], ...]] = {}
        for act in game.acts:
            if isinstance(act.does, form.Cut | form.Exchange):
                raise BadInput(f"the judge lays no hand into parts and exchanges by no rule: {act.name!r}")
        for bet in game.bets:
            if bet.any_size or bet.paid:
                raise BadInput(f"the judge knows no size of the bet {bet.slug!r}")

    # The six operations.

    @cached_property
    def counts(self) -> tuple[str, ...]:
        """The base game, its square and what is wagered; side bets; the hits of a jackpot's lines."""
        names = ["base", "base squared", "wagered"]
        for bet in self.game.bets:
            if bet.kind in (form.SIDE, form.COUNTED):
                names += [bet.slug, f"{bet.slug} squared"]
            elif bet.kind == form.JACKPOT:
                for line in bet.tables[0].lines:
                    names += [f"{bet.slug}: {line.name}", f"{bet.slug}: {line.name}, not folded"]
        return tuple(names)

    def start(self) -> State:
        """Before the deal, with a unit on every bet of the game itself."""
        hands = []
        for seat in range(self.others + 1):
            for place in self.game.places:
                if not seat or (place.of == form.SEAT and place.cards):
                    numbers = range(1, place.hands + 1) if place.plural else (0,)
                    dealt = (HIDDEN,) * place.cards if seat else ()
                    hands += [Lying(Slot(seat, place.name, number, 0), dealt) for number in numbers]
        state = State(hands=tuple(hands))
        laid = [
            Laid(bet.slug, hand, self.whole)
            for bet in self.game.base
            if not bet.in_round and not bet.rides
            for hand in (self.hands_of(state, bet.each) if bet.each else [NO_HAND])
        ]
        return state._replace(laid=tuple(laid))

    def chance(self, state: State) -> Sequence[tuple[State, int]]:
        """What the cards may be that have to be dealt now, alike ones put together."""
        state, rest = self.rest(state)
        if rest.wanted is None:
            return ()
        hand, positions, seen = rest.wanted
        lying = state.hands[hand]
        mask = sum(1 << at for at in positions) if seen else 0
        dealt, closed = Counter[State](), dict[Hashable, State]()
        ranked = self._ranked_alone(lying.slot.place) if state.act == len(self.game.acts) else None
        for cards, times in _draws(self._left(state), self._groups(lying, positions)):
            laid = list(lying.cards)
            for at, card in zip(positions, cards, strict=True):
                laid[at] = card
            later = _with_hand(state, hand, Lying(lying.slot, tuple(laid), lying.seen | mask))
            if state.act < len(self.game.acts):
                dealt[self._renamed(later)] += times
                continue
            key = None if ranked is None else self._made(later, ranked)
            if key is None or key not in closed:
                closed[key] = self._closed(later)
            dealt[closed[key]] += times
        return tuple(dealt.items())

    def _made(self, state: State, hands: Sequence[tuple[HandOf, str]]) -> Hashable:
        """What hands make, where all that they are made of is dealt; else nothing."""
        made = []
        for held, ranking in hands:
            cards = [card for part in held.parts for card in state.hands[self._only[part.place]].cards]
            if HIDDEN in cards:
                return None
            ranker = self.conditions.rankers[ranking]
            best = held.best or ranker.ranking.best
            made.append(ranker.rank(cards, best) if len(cards) >= best else None)
        return tuple((one.name, one.strength) if one else None for one in made)

    @cached_property
    def _only(self) -> Mapping[str, int]:
        """The hand of each place that has one."""
        hands = enumerate(self.start().hands)
        return {one.slot.place: at for at, one in hands if not self.places[one.slot.place].plural}

    @cache  # noqa: B019 - one for each judge
    def _ranked_alone(self, place: str) -> tuple[tuple[HandOf, str], ...] | None:
        """The hands by whose ranks alone the cards of a place decide in the end; None if they do otherwise.

        Of all the cards that make the same of these hands it is enough to look at one.
        """
        hands = dict[tuple[HandOf, str], None]()
        for bet in self.game.bets:
            tables = bet.tables[:1]
            nodes = list(every_node((bet.reads, bet.settles, tables)))
            if not any(isinstance(node, Part) and node.place == place for node in nodes):
                continue
            if bet.as_of != form.END or any(isinstance(node, _BY_CARDS) for node in nodes):
                return None
            rankings = {table.ranking for table in tables} - {""}
            for held in (node for node in nodes if isinstance(node, HandOf)):
                if held.exactly or any(part.positions or part.place not in self._only for part in held.parts):
                    return None
                if any(part.place == place for part in held.parts):
                    hands |= dict.fromkeys((held, name) for name in {held.ranking, *rankings} - {""})
        return None if self.others else tuple(hands)

    def view(self, state: State) -> Hashable:
        """All but the cards that the seat has not seen."""
        state, _ = self.rest(state)
        masked, known = [], {*state.gone}
        for slot, cards, seen in state.hands:
            shown = tuple(card if seen >> at & 1 else HIDDEN for at, card in enumerate(cards))
            masked.append(Lying(slot, shown, seen))
            known.update(shown)
        snaps = tuple(
            snap._replace(cards=tuple(card if card in known else HIDDEN for card in snap.cards))
            for snap in state.snaps
        )
        return state._replace(hands=tuple(masked), snaps=snaps)

    def offers(self, state: State) -> Sequence[str]:
        """The choices that are open to the hand that is asked."""
        return [choice.name for choice in self.rest(state)[1].choices]

    def after(self, state: State, answer: str) -> State:
        """The round after a choice."""
        state, rest = self.rest(state)
        return self._chosen(state, next(choice for choice in rest.choices if choice.name == answer))

    def pays(self, state: State) -> tuple[Fraction, ...] | None:
        """What every bet came to, in the order of `counts`; None while the round goes on."""
        state, rest = self.rest(state)
        if rest.nets is None:
            return None
        key = state.laid, state.settled, rest.nets, state.folded
        if key not in self.paid:
            self.paid[key] = self._sums(state, rest.nets)
        return self.paid[key]

    def _sums(self, state: State, ended: tuple[Ended, ...]) -> tuple[Fraction, ...]:
        nets = dict.fromkeys((bet.slug for bet in self.game.bets), Fraction(0))
        hits = {row.bet: row.hit for row in (*state.settled, *ended)}
        for row in (*state.settled, *ended):
            nets[row.bet] += self.net(state, row)
        base = sum((nets[bet.slug] for bet in self.game.base), Fraction(0))
        riders = {bet.slug for bet in self.game.bets if bet.rides or bet.kind != form.BASE}
        wagered = Fraction(sum(row.shares for row in state.laid if row.bet not in riders), self.whole)
        sums = [base, base * base, wagered]
        for bet in self.game.bets:
            if bet.kind in (form.SIDE, form.COUNTED):
                sums += [nets[bet.slug], nets[bet.slug] ** 2]
            elif bet.kind == form.JACKPOT:
                for number in range(len(bet.tables[0].lines)):
                    hit = hits.get(bet.slug) == number
                    sums += [Fraction(hit), Fraction(hit and not state.folded)]
        return tuple(sums)

    # Acts.

    def rest(self, state: State) -> tuple[State, Waits]:
        """The round gone on until it waits for something, and for what."""
        if state.act > len(self.game.acts):
            return state, Waits(nets=())
        if state not in self.rests:
            if len(self.rests) > STATES_KEPT:
                self.rests.clear()
            self.rests[state] = self._gone_on(state)
        return self.rests[state]

    def _gone_on(self, state: State) -> tuple[State, Waits]:
        while True:
            if state.owed:
                (hand, mask), *owed = state.owed
                positions = tuple(at for at in range(CARDS_MAX) if mask >> at & 1)
                return state._replace(owed=tuple(owed)), Waits(Wanted(hand, positions, True))
            state = self._snapped(state)
            if state.act == len(self.game.acts):
                return state, self._end(state)
            step = self._step(state)
            if isinstance(step, Waits):
                return state, step
            state = step

    def _snapped(self, state: State) -> State:
        """With the cards as they lie after the last act, where a bet reads them so."""
        if not state.act or state.again or state.drawn or state.turn:
            return state
        name = self.game.acts[state.act - 1].name
        if name not in self._read_later or any(snap.act == name for snap in state.snaps):
            return state
        snaps = tuple(Snap(name, lying.slot, lying.cards) for lying in state.hands if not lying.slot.seat)
        return state._replace(snaps=(*state.snaps, *snaps))

    @cached_property
    def _read_later(self) -> frozenset[str]:
        """The acts after which cards are read as they lay then."""
        names = {bet.as_of for bet in self.game.bets} - {form.END}
        return frozenset(self.first if name == form.KEPT else name for name in names)

    def _step(self, state: State) -> State | Waits:
        """The act that comes next, for the hand whose turn it is."""
        act = self.game.acts[state.act]
        asks = isinstance(act.does, form.Question)
        if asks and (state.folded or state.over):
            return _over(state)
        if act.each:
            left = [at for at in self.hands_of(state, act.each) if at >= state.turn]
            if not left:
                return _over(state)
            state = state._replace(turn=left[0])
            if asks and len(state.hands[state.turn].cards) == 1 and self._parts(state) > 1:
                return self._more(state, state.turn, 1)
        view = View(self, state, state.turn)
        allowed = True if state.again or state.drawn else self._holds(view.asking, act.when)
        if allowed is None:
            return self._wanted(view)
        return self._do(state, act, view) if allowed else _done(state, act)

    def _do(self, state: State, act: form.Act, view: View) -> State | Waits:
        match act.does:
            case form.Deal(cards):
                return _done(self._dealt(state, cards), act)
            case form.Open(cards):
                return _done(self._opened(state, cards), act)
            case form.Tell(of, ends):
                holds = self._holds(view.asking, of)
                if holds is None:
                    return self._wanted(view)
                over = state.over or (ends and holds)
                return _done(state._replace(told=(*state.told, holds), over=over), act)
            case form.Question() as question:
                return self._ask(state, act, question, view)
            case form.Draw() as draw:
                return self._draw(state, act, draw, view)
            case form.Settle(bets):
                return _done(self._settle(state, bets), act)
        return _done(state, act)

    def _holds(self, asking: Asking, of: Expression) -> bool | None:
        """Whether something holds by which the round goes on."""
        return asking.truth(of)

    def _wanted(self, view: View) -> Waits:
        """The cards without which a condition can't be answered."""
        if not view.missing:
            raise BadInput(f"the judge finds a condition of {self.game.name} that no card decides")
        hand = view.missing[0]
        cards = view.state.hands[hand].cards
        return Waits(Wanted(hand, tuple(at for at, card in enumerate(cards) if card == HIDDEN), False))

    def _ask(self, state: State, act: form.Act, question: form.Question, view: View) -> State | Waits:
        """The choices that are open now."""
        loops = self._holds(view.asking, question.loop)
        if not loops:
            return self._wanted(view) if loops is None else _done(state, act)
        choices = []
        for choice in question.choices:
            allowed = self._holds(view.asking, choice.when)
            if allowed is None:
                return self._wanted(view)
            choices += [choice] if allowed else []
        return Waits(choices=tuple(choices)) if choices else _done(state, act)

    def _draw(self, state: State, act: form.Act, draw: form.Draw, view: View) -> State | Waits:
        """One card after the other, while the rule says so."""
        hand = self.hands_of(state, draw.place)[0]
        for line in draw.rule.lines if state.drawn < draw.most else ():
            asking = view.asking.reading(self.game.hands[draw.place])
            holds = line.when is None or self._holds(asking, line.when)
            if holds is None:
                return self._wanted(view)
            if holds:
                if line.then == "draw":
                    return self._more(state, hand, 1)._replace(drawn=state.drawn + 1)
                break
        return _done(state, act)

    # Cards.

    def hands_of(self, state: State, place: str) -> list[int]:
        """The hands of a place, of the seat or the house."""
        return [at for at, one in enumerate(state.hands) if one.slot.place == place and not one.slot.seat]

    def _parts(self, state: State) -> int:
        """How many hands the one whose turn it is has become."""
        slot = state.hands[state.turn].slot
        return sum(lying.slot[:3] == slot[:3] for lying in state.hands)

    def _dealt(self, state: State, cards: Iterable[tuple[str, int]]) -> State:
        """So many cards to places; to a folded hand only where a bet in action reads them."""
        for name, count in cards:
            if not (state.folded and self.places[name].of == form.SEAT) or self._reads_on(name):
                for hand in self.hands_of(state, name):
                    state = self._more(state, hand, count)
        return state

    @cache  # noqa: B019 - one for each judge
    def changes(self, place: str, act: int) -> bool:
        """Whether an act from this one on may change the cards of a place."""
        for later in self.game.acts[act:]:
            match later.does:
                case form.Deal(cards):
                    changed = any(name == place for name, _ in cards)
                case form.Draw(name):
                    changed = name == place
                case form.Question(_, choices, _, name):
                    changes = (
                        one.takes or one.discards or one.exchanges or one.deals or one.splits
                        for one in choices
                    )
                    swapped = (part.place for one in choices for part in one.swaps)
                    taken = (name for one in choices for name in (one.takes, one.discards))
                    changed = (name == place and any(changes)) or place in {*swapped, *taken}
                case _:
                    changed = False
            if changed:
                return True
        return False

    @cache  # noqa: B019 - one for each judge
    def _reads_on(self, name: str) -> bool:
        """Whether a bet that a fold does not lose reads the cards of a place."""
        for bet in self.game.bets:
            first = bet.settles[0] if bet.settles else None
            lost = first is not None and str(first.when) == "folded" and first.pays.loses
            nodes = every_node((bet.reads, bet.tables[:1], tuple(line.when for line in bet.settles)))
            if not lost and any(isinstance(node, Part) and node.place == name for node in nodes):
                return True
        return False

    def _more(self, state: State, hand: int, count: int) -> State:
        """With so many further cards in a hand; those that the seat sees come at once."""
        lying, place = state.hands[hand], self.places[state.hands[hand].slot.place]
        first = len(lying.cards)
        shows = place.face == form.UP or (place.face == form.OWN and place.of == form.SEAT)
        seen = [at for at in range(first, first + count) if shows or at + 1 in place.up]
        state = _with_hand(state, hand, lying._replace(cards=(*lying.cards, *(HIDDEN,) * count)))
        owed = ((hand, sum(1 << at for at in seen)),) if seen else ()
        return state._replace(owed=(*state.owed, *owed))

    def _opened(self, state: State, cards: Iterable[tuple[str, int]]) -> State:
        """The next cards of places turned up, or all."""
        for name, count in cards:
            for hand in self.hands_of(state, name):
                lying = state.hands[hand]
                closed = [at for at in range(len(lying.cards)) if not lying.seen >> at & 1]
                turned = closed[: count or len(closed)]
                new = sum(1 << at for at in turned if lying.cards[at] == HIDDEN)
                known = sum(1 << at for at in turned if lying.cards[at] != HIDDEN)
                state = _with_hand(state, hand, lying._replace(seen=lying.seen | known))
                state = state._replace(owed=(*state.owed, *([(hand, new)] if new else [])))
        return state

    def _left(self, state: State) -> dict[Card, int]:
        """The cards that can still come, with how many there are of each."""
        left = Counter(self.shoe)
        left.subtract(card for lying in state.hands for card in lying.cards if card != HIDDEN)
        left.subtract(state.gone)
        return {card: count for card, count in left.items() if count > 0}

    def _groups(self, lying: Lying, positions: Sequence[int]) -> list[int]:
        """How many of some positions stand together, so that no condition tells one from another."""
        cells = [self._cell(lying.slot.place, at) for at in positions]
        return [len(list(group)) for _, group in groupby(cells)]

    def _cell(self, place: str, at: int) -> int:
        return self._cells[place][at]

    @cached_property
    def _cells(self) -> Mapping[str, tuple[int, ...]]:
        """By place the group that each of its positions belongs to."""
        return {
            name: tuple(sum(first <= at for first in cuts) for at in range(CARDS_MAX))
            for name, cuts in self._cuts.items()
        }

    @cached_property
    def _cuts(self) -> Mapping[str, frozenset[int]]:
        """The positions of each place, from 0, where a group begins that is read apart."""
        cuts: dict[str, set[int]] = {name: set() for name in self.places}
        swapped = [choice.swaps for act in self.game.acts for choice in act.choices]
        for node in every_node((self._read, tuple(swapped))):
            if isinstance(node, Part) and node.positions is not None:
                cuts[node.place] |= {node.positions[0] - 1, node.positions[1]}
        return {name: frozenset(found) for name, found in cuts.items()}

    # What a choice does.

    def _chosen(self, state: State, choice: form.Choice) -> State:
        """All effects of a choice, in their order."""
        act = self.game.acts[state.act]
        assert isinstance(act.does, form.Question)
        hand = state.turn if act.each else next(iter(self.hands_of(state, act.does.place)), 0)
        taken = Taken(act.name, hand if act.each else NO_HAND, choice.called)
        state = state._replace(
            taken=(*state.taken, taken),
            folded=state.folded or choice.folds,
            laid=tuple(row for row in state.laid if row.bet not in choice.takes_back),
        )
        if choice.splits:
            return self._split(state, hand, choice.bets)._replace(again=True)
        for lay in choice.bets:
            state = self._lay(state, lay, hand)
        for place in filter(None, (choice.takes, choice.discards)):
            state = self._moved(state, place, hand if place == choice.takes else None)
        if choice.swaps:
            state = self._swapped(state, choice.swaps)
        if choice.exchanges:
            state = self._exchanged(state, choice.exchanges, hand)
        if choice.deals:
            state = self._more(state, hand, choice.deals)
        return state._replace(again=True) if choice.again else _done(state, act)

    def _lay(self, state: State, lay: form.Lay, hand: int) -> State:
        """Money on a bet: a multiple of the bet it is of, else of itself; stakes add up."""
        bet = self.game.bet(lay.bet)
        number = hand if bet.each else NO_HAND
        shares = {(row.bet, row.hand): row.shares for row in state.laid}
        of = bet.of or bet.slug
        unit = shares.get((of, number), shares.get((of, NO_HAND), self.whole))
        if lay.times is None:
            raise BadInput(f"the judge knows no size of the bet {bet.slug!r}")
        more, rest = divmod(lay.times.numerator * unit, lay.times.denominator)
        if rest:
            raise BadInput(f"the judge can't cut the bet {bet.slug!r} so small")
        shares[bet.slug, number] = shares.get((bet.slug, number), 0) + more
        return state._replace(laid=tuple(Laid(*key, amount) for key, amount in shares.items()))

    def _moved(self, state: State, place: str, hand: int | None) -> State:
        """The cards of a place join a hand, facing as they lay, or are gone."""
        source = self.hands_of(state, place)[0]
        lying = state.hands[source]
        state = _with_hand(state, source, Lying(lying.slot))
        if hand is None:
            known = (card for card in lying.cards if card != HIDDEN)
            return state._replace(gone=tuple(sorted((*state.gone, *known))))
        own = state.hands[hand]
        seen = own.seen | lying.seen << len(own.cards)
        return _with_hand(state, hand, Lying(own.slot, own.cards + lying.cards, seen))

    def _swapped(self, state: State, swaps: Sequence[Part]) -> State:
        """Two cards that change places."""
        view, spots = View(self, state, state.turn), []
        for part in swaps:
            hand = view._at(part.place, part.number)
            assert hand is not None
            assert part.positions is not None
            spots.append((hand, part.positions[0] - 1))
        cards = [list(lying.cards) for lying in state.hands]
        (first, one), (second, other) = spots
        cards[first][one], cards[second][other] = cards[second][other], cards[first][one]
        for hand, held in enumerate(cards):
            state = _with_hand(state, hand, state.hands[hand]._replace(cards=tuple(held)))
        return state

    def _exchanged(self, state: State, positions: Sequence[int], hand: int) -> State:
        """Cards of a hand, counted from the lowest up, thrown away for as many of the shoe."""
        lying = state.hands[hand]
        held = sorted(lying.cards)
        thrown = [held[position - 1] for position in positions]
        kept = tuple(card for card in lying.cards if card not in thrown)
        state = _with_hand(state, hand, Lying(lying.slot, kept, (1 << len(kept)) - 1))
        return self._more(state._replace(gone=tuple(sorted((*state.gone, *thrown)))), hand, len(thrown))

    def _split(self, state: State, hand: int, lays: Sequence[form.Lay]) -> State:
        """The second card begins a hand behind this one, with bets of its own."""
        lying = state.hands[hand]
        part = 1 + max(one.slot.part for one in state.hands if one.slot[:3] == lying.slot[:3])
        first, second = (Lying(lying.slot, lying.cards[:1], 1),
                         Lying(lying.slot._replace(part=part), lying.cards[1:], 1))  # fmt: skip

        def behind(number: int) -> int:
            return number + (number > hand)

        shares = {row.bet: row.shares for row in state.laid if row.hand == hand}
        laid = [row._replace(hand=behind(row.hand)) for row in state.laid]
        laid += [Laid(lay.bet, hand + 1, shares.get(lay.bet, self.whole)) for lay in lays]
        return state._replace(
            hands=(*state.hands[:hand], first, second, *state.hands[hand + 1 :]),
            laid=tuple(laid),
            taken=tuple(row._replace(hand=behind(row.hand)) for row in state.taken),
            settled=tuple(row._replace(hand=behind(row.hand)) for row in state.settled),
        )

    # Ends.

    def _settle(self, state: State, bets: Iterable[str]) -> State:
        """Bets settled now, where the cards that are known decide."""
        for slug in bets:
            bet = self.game.bet(slug)
            for hand in self._hands_with(state, bet):
                early = bet.as_of == form.END
                view = View(self, state, max(hand, 0), as_of=bet.as_of, early=early)
                row = self._ended(bet, hand, view)
                state = state._replace(settled=(*state.settled, *([row] if row else [])))
        return state

    def _end(self, state: State) -> Waits:
        """How every bet ends that is not settled yet, or the cards that are wanted for it."""
        ended: list[Ended] = []
        views: dict[tuple[int, str], View] = {}
        for bet, hand in self._open(state):
            place = max(hand, 0), bet.as_of
            if place not in views:
                views[place] = View(self, state, place[0], as_of=bet.as_of)
            row = self._ended(bet, hand, views[place])
            if row is None:
                return self._wanted(views[place])
            ended.append(row)
        return Waits(nets=tuple(ended))

    def _closed(self, state: State) -> State:
        """A round whose last cards are dealt: only how its bets ended, or as it is if it wants more."""
        rest = self._end(state)
        if rest.nets is None:
            return state
        settled = (*state.settled, *rest.nets)
        return State(act=len(self.game.acts) + 1, laid=state.laid, folded=state.folded, settled=settled)

    def _open(self, state: State) -> tuple[tuple[form.Bet, int], ...]:
        """The bets that are still to be settled, each with the hand that it lies on."""
        key = state.laid, tuple(row[:2] for row in state.settled), len(state.hands)
        if key not in self.open:
            bets = [(bet, hand) for bet in self.game.bets for hand in self._hands_with(state, bet)]
            self.open[key] = tuple((bet, hand) for bet, hand in bets if (bet.slug, hand) not in key[1])
        return self.open[key]

    def _hands_with(self, state: State, bet: form.Bet) -> list[int]:
        """The hands that a bet lies on; a rider lies where the bet does that it rides."""
        carrier = self.game.bet(bet.rides) if bet.rides and not bet.in_round else bet
        if carrier.kind == form.BASE or carrier.in_round:
            return [row.hand for row in state.laid if row.bet == carrier.slug and row.shares]
        return self.hands_of(state, bet.each) if bet.each else [NO_HAND]

    def _ended(self, bet: form.Bet, hand: int, view: View) -> Ended | None:
        """How a bet is settled by the first line that holds; None while a card is wanted."""
        asking = view.asking.reading(bet.reads) if bet.reads else view.asking
        for number, line in enumerate(bet.settles):
            holds = asking.truth(line.when)
            if holds:
                hit = asking.line(bet.tables[0]) if line.pays.by else -1
                return None if hit is None else Ended(bet.slug, hand, number, hit)
            if holds is None:
                return None
        return Ended(bet.slug, hand, -1, -1)

    def net(self, state: State, row: Ended) -> Fraction:
        """What a bet is ahead, in units of the first one."""
        bet = self.game.bet(row.bet)
        carrier = bet.rides if bet.rides and not bet.in_round else bet.slug
        laid = (one.shares for one in state.laid if (one.bet, one.hand) == (carrier, row.hand))
        shares = next(laid, self.whole)
        return Fraction(shares, self.whole) * self._won(bet, self._odds(bet, row))

    def _odds(self, bet: form.Bet, row: Ended) -> Odds | None:
        """What a bet was paid by; None where it is lost, or paid from a meter."""
        cell = bet.settles[row.line].pays if row.line >= 0 else form.Cell()
        if not cell.by:
            return cell.odds
        pay = bet.tables[0].lines[row.hit].pay if row.hit >= 0 else None
        if isinstance(pay, OddsByHands):
            return pay.at(self.hands_dealt)
        return pay if isinstance(pay, Odds) else None

    @staticmethod
    def _won(bet: form.Bet, odds: Odds | None) -> Fraction:
        """What a unit is ahead; a rider has no stake to lose or to get back."""
        if odds is None:
            return Fraction(0 if bet.rides else -1)
        won = odds.fraction if bet.rides else odds.net
        return won * (1 - bet.commission) if won > 0 else won

    # The names of suits.

    @cached_property
    def _read(self) -> tuple[object, ...]:
        """All that is asked of cards: by acts, and by bets with the tables that they are paid by here."""
        bets = tuple((bet.reads, bet.settles, bet.tables[:1]) for bet in self.game.bets)
        return self.game.acts, bets, tuple(self.game.terms.values())

    @cached_property
    def _rankings(self) -> tuple[form.Ranking, ...]:
        """The rankings by which the game reads cards."""
        names = {node.ranking for node in every_node(self._read) if hasattr(node, "ranking")}
        return tuple(self.game.rankings[name] for name in sorted(names) if name in self.game.rankings)

    @cached_property
    def _nodes(self) -> list[object]:
        """All that the game asks, its rankings among it."""
        nodes: list[object] = list(every_node(self._read))
        for ranking in self._rankings:
            nodes += every_node(tuple(one.when for one in ranking.classes))
            nodes += every_node(tuple(tie for tie in ranking.ties if not isinstance(tie, str)))
        return nodes

    @cached_property
    def _wild(self) -> frozenset[Card]:
        """The cards that are wild to some ranking, without the joker."""
        return frozenset[Card]().union(*(ranking.wild for ranking in self._rankings)) - {JOKER}

    @cached_property
    def alike(self) -> tuple[tuple[int, ...], ...]:
        """The suits that nothing tells apart, in groups; none where each is told from the others."""
        nodes = self._nodes
        asked = {node.name for node in nodes if isinstance(node, OfSuit)}
        named = {SUITS.index(name) for name in asked & {*SUITS}}
        named |= {node.card % 4 for node in nodes if isinstance(node, OfCard) and node.card != JOKER}
        wild = Counter(card // 4 for card in self._wild)
        named |= {card % 4 for card in self._wild if wild[card // 4] < 4}
        asked |= {node.name for node in nodes if isinstance(node, Property)}
        coloured = not asked.isdisjoint(COLOUR_MEASURES)
        groups: dict[object, list[int]] = {}
        for suit in range(4):
            held = frozenset(card // 4 for card in self.shoe if card != JOKER and card % 4 == suit)
            key = held, suit if suit in named else None, coloured and suit in (1, 2)
            groups.setdefault(key, []).append(suit)
        return tuple(map(tuple, groups.values()))

    @cached_property
    def _swapped_whole(self) -> bool:
        """Whether the two colours are alike: none is named, and both hold the same ranks."""
        asked = {node.name for node in self._nodes if isinstance(node, Property | OfSuit)}
        if not asked.isdisjoint(COLOURS):
            return False
        held = [{card // 4 for card in self.shoe if card != JOKER and card % 4 == suit} for suit in range(4)]
        return self.alike == ((0, 3), (1, 2)) and all(ranks == held[0] for ranks in held)

    @cached_property
    def _renamed_from(self) -> int:
        """The act from which on suits may be renamed: an exchange goes by the order of the cards."""
        acts = enumerate(self.game.acts)
        last = (at for at, act in acts if any(one.exchanges for one in act.choices))
        return max(last, default=-1) + 1

    def _renamed(self, state: State) -> State:
        """The cards with their suits in one order, which goes by what the seat sees of each."""
        if len(self.alike) == 4 or state.act < self._renamed_from:
            return state
        seen: list[list[tuple[int, int, int]]] = [[], [], [], []]
        unseen: list[list[tuple[int, int, int]]] = [[], [], [], []]
        for hand, lying in enumerate(state.hands):
            for at, card in enumerate(lying.cards):
                if card not in (HIDDEN, JOKER):
                    into = seen if lying.seen >> at & 1 else unseen
                    into[card % 4].append((hand, self._cell(lying.slot.place, at), card // 4))
        for card in state.gone:
            if card != JOKER:
                seen[card % 4].append((-1, 0, card // 4))
        keys = [(sorted(seen[suit]), sorted(unseen[suit])) for suit in range(4)]
        groups = [sorted(group, key=keys.__getitem__) for group in self.alike]
        if self._swapped_whole:
            groups.sort(key=lambda group: [keys[suit] for suit in group])
        old, names = chain.from_iterable(groups), chain.from_iterable(self.alike)
        suits = dict(zip(old, names, strict=True))
        new = {card: CARDS[card - card % 4 + suits[card % 4]] for card in CARDS}

        def named(cards: tuple[Card, ...]) -> tuple[Card, ...]:
            return tuple(new.get(card, card) for card in cards)

        return state._replace(
            hands=tuple(self._in_order(lying._replace(cards=named(lying.cards))) for lying in state.hands),
            gone=tuple(sorted(named(state.gone))),
            snaps=tuple(
                snap._replace(cards=self._in_order(Lying(snap.slot, named(snap.cards))).cards)
                for snap in state.snaps
            ),
        )

    def _in_order(self, lying: Lying) -> Lying:
        """Cards that nothing tells apart, from the lowest up."""
        cells: dict[tuple[int, int, bool], list[int]] = {}
        for at, card in enumerate(lying.cards):
            key = self._cell(lying.slot.place, at), lying.seen >> at & 1, card == HIDDEN
            cells.setdefault(key, []).append(at)
        cards = list(lying.cards)
        for spots in cells.values():
            for at, card in zip(spots, sorted(lying.cards[spot] for spot in spots), strict=True):
                cards[at] = card
        return lying._replace(cards=tuple(cards))


def _lays(game: form.Game) -> Iterator[form.Lay]:
    """Whatever choices lay."""
    for act in game.acts:
        for choice in act.choices:
            yield from choice.bets


def _with_hand(state: State, hand: int, lying: Lying) -> State:
    return state._replace(hands=(*state.hands[:hand], lying, *state.hands[hand + 1 :]))


def _over(state: State) -> State:
    """The act is done for all."""
    return state._replace(act=state.act + 1, turn=0, again=False, drawn=0)


def _done(state: State, act: form.Act) -> State:
    """The act is done for the hand whose turn it is."""
    return state._replace(turn=state.turn + 1, again=False, drawn=0) if act.each else _over(state)


def _draws(left: Mapping[Card, int], sizes: Sequence[int]) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Every way to draw groups of cards, each from the lowest up, with how often it comes."""
    if not sizes:
        yield (), 1
        return
    for cards, times in _sets(left, sizes[0]):
        after = Counter(left)
        after.subtract(cards)
        rest = {card: count for card, count in after.items() if count > 0}
        for others, weight in _draws(rest, sizes[1:]) if len(sizes) > 1 else [((), 1)]:
            yield (*cards, *others), times * weight


def _sets(left: Mapping[Card, int], size: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Every set of so many cards, from the lowest up, with in how many ways a shoe gives it."""
    cards = sorted(left)
    if max(left.values(), default=1) == 1:
        for found in combinations(cards, size):
            yield found, 1
        return
    many = [card for card in cards for _ in range(min(size, left[card]))]
    for found in dict.fromkeys(combinations(many, size)):
        yield found, prod(comb(left[card], count) for card, count in Counter(found).items())
