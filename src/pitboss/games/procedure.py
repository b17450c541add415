"""The script of a described game: its acts one after another at a table, and the settlement at the end.

Every act does what the description says and nothing else; which game it is makes no difference. A seat that
folded is dealt out only what a bet of it in action still reads.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.games.contract import Choice, Claim, Request, Ruling, Script, Wager
from pitboss.games.guards import Guards, Test, always, at_table
from pitboss.games.language import form
from pitboss.games.language.expressions import (
    FALSE,
    TRUE,
    Answer,
    Expression,
    Fact,
    HandOf,
    Highest,
    Part,
    Term,
    every_node,
)
from pitboss.games.layout import ALL, DEALER, DOWN, Layout
from pitboss.games.layout import Hand as Lying
from pitboss.games.paying import Paying
from pitboss.games.rulings import Rulings
from pitboss.games.setting import Setting, Way, put
from pitboss.games.settlement import lose, push
from pitboss.games.standing import CLOSED, NOTHING, SEATS, Dealing, Seat, Standing
from pitboss.money import format_cents

SENSOR = Ruling(
    "all-games", 3, "Jackpot wager taken off its sensor before the deal; the Game Manager has it."
)
LETTERS = "abcdefgh"
"""What the parts of a hand that was split are called by."""
HOUSE_WAY = "house-way"
"""The choice of who leaves it to the house how the cards are laid."""
_FOLDED = Fact("folded")


class Lays(NamedTuple):
    """Money that a choice lays on a bet: so many parts of what lies on another."""

    bet: str
    of: str
    parts: int
    whole: int
    up_to: bool
    sized: bool
    """Whether it is said how much."""
    rides: bool
    """Whether no money is laid on it."""

    def cents(self, staked: int) -> int:
        """How much, where so much lies on the other bet."""
        return staked * self.parts // self.whole


@dataclass(frozen=True, slots=True)
class Asked:
    """A choice of a question, with all that a table needs to offer and to do it."""

    choice: form.Choice
    test: Test
    moves: bool = False
    """Whether cards change their places."""
    remembered: bool = False
    """Whether a condition asks whether it was taken."""
    lays: tuple[Lays, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """An act, with its guard as a function."""

    number: int
    act: form.Act
    test: Test
    choices: tuple[Asked, ...] = ()
    by_name: Mapping[str, Asked] = field(default_factory=dict)
    loop: Test = always
    plain: bool = True
    """Whether every seat that is asked gets the same choices, at multiples of its first bet."""
    asks: bool = False
    """Whether a seat decides."""
    packets: tuple[tuple[bool, tuple[tuple[form.Place, int], ...]], ...] = ()
    """What a deal gives, in its order: to every seat, or to the dealer and the table."""

    simple: bool = False
    """Whether it is asked once of each seat besides, and of no hand of several."""


class Procedure:
    """A game at a table: `script` deals, asks and settles."""

    def __init__(self, game: form.Game, rulings: Rulings) -> None:
        self.game = game
        self.rulings = rulings
        self.guards = Guards(game)
        self.places = {place.name: place for place in game.places}
        self.of_seat = self.guards.of_seat
        tells = (act.does.of for act in game.acts if isinstance(act.does, form.Tell))
        self.told = tuple(of for of in tells if not isinstance(of, Term))
        """What the house tells that has no name."""
        self.each = {act.name: act.each for act in game.acts}
        self.first = game.acts[0].name
        self.dealer_has_hand = any(place.of == form.DEALER for place in game.places)
        self.paying = {bet.slug: Paying(game, bet, self.guards, rulings) for bet in game.bets}
        self.money = {bet.slug: money_on(game, bet) for bet in game.bets if bet.each}
        """What the bet on each hand of a seat is called, by which it was dealt and which part of it it is."""
        self.on_hand = {
            slug: (game.bet(bet).each, hand)
            for bet, slugs in self.money.items()
            for hand, slug in slugs.items()
        }
        for bet, slugs in self.money.items():
            self.paying |= dict.fromkeys(slugs.values(), self.paying[bet])
        self.unit = game.unit.slug
        self.answers = {
            (node.act, node.choice) for node in every_node(_asks(game)) if isinstance(node, Answer)
        }
        self.steps = tuple(self._step(number, act) for number, act in enumerate(_at_table(game)))
        self.settings = {
            step.number: Setting(game, step.act.does, self.guards)
            for step in self.steps
            if isinstance(step.act.does, form.Cut | form.Exchange)
        }
        self.turns = tuple(_turns(self.steps))
        self._set_bets()
        self._set_places()

    # What is known before any round.

    def _set_bets(self) -> None:
        bets = [bet for bet in self.game.bets if bet.kind != form.COUNTED]
        self.jackpots = tuple(bet.slug for bet in bets if bet.kind == form.JACKPOT)
        self.riders = {slug: bet for bet in bets if bet.rides for slug in self._called_on_hands(bet.slug)}
        own = [bet.slug for bet in bets if bet.kind == form.BASE and not bet.rides]
        sides = [bet.slug for bet in bets if bet.kind == form.SIDE and not bet.rides]
        last = {slug for slug in sides if self.paying[slug].highest} | {*self.game.settlement.last}
        usual = [*own, *(bet.slug for bet in bets if bet.rides), *sides]
        written = [bet.slug for bet in self.game.bets if not isinstance(bet.reads, Highest)]
        said = [slug for slug in self.game.settlement.bets if slug in written]
        order = usual if said == written else said
        order = [*order, *(slug for slug in usual if slug not in order)]
        own, sides = self._on_hands(own), self._on_hands(sides)
        self.base, self.sides = tuple(own), tuple(sides)
        self.last = tuple(self._on_hands(slug for slug in usual if slug in last))
        self.order = tuple(self._on_hands(slug for slug in order if slug in usual and slug not in last))
        self.beside = frozenset(sides) - {*self.last}
        found = self.game.settlement.first
        self.sooner = found and self.guards.truth(found.when)
        self.sooner_bets = tuple(
            (slug, None if slug in self.on_hand else self.paying[slug].sooner(found.when))
            for slug in own
            if found and self.paying[slug].slug in found.bets
        )
        self.folding = tuple(slug for slug in (*own, *sides) if self._ends_with_fold(slug))
        self.prompt = tuple(slug for slug in (*own, *sides) if self._settles_early(slug))
        self.taken_back = self.rulings.taken_back()

    def _called_on_hands(self, bet: str) -> tuple[str, ...]:
        return tuple(self.money[bet].values()) if bet in self.money else (bet,)

    def _on_hands(self, bets: Iterable[str]) -> list[str]:
        """Bets, those on each hand of a seat one for each."""
        return [slug for bet in bets for slug in self._called_on_hands(bet)]

    def _ends_with_fold(self, slug: str) -> bool:
        """Whether a fold may settle the bet at once."""
        lines = self.paying[slug].bet.settles
        return any(
            line.at_once != FALSE and any(node == _FOLDED for node in every_node(line.when)) for line in lines
        )

    def _settles_early(self, slug: str) -> bool:
        """Whether some line settles it at once, as soon as cards are open, that is neither fold nor price."""
        lines = self.paying[slug].bet.settles
        return any(line.at_once != FALSE and line.when not in (_FOLDED, TRUE) for line in lines)

    def _set_places(self) -> None:
        seats = [place for place in self.game.places if place.of == form.SEAT]
        dealt = [place.name for place in seats if place.cards]
        questions = [step.act.does for step in self.steps if isinstance(step.act.does, form.Question)]
        self.offered = frozenset(
            name
            for question in questions
            for choice in question.choices
            for name in (choice.takes, choice.discards)
            if name
        )
        own = [name for name in dealt if name not in self.offered]
        self.own = own[0] if own else ""
        self.laid = {
            place.name: (self._called(place), _up(place), _known(place), place.name == self.own)
            for place in seats
        }
        """How a hand of a place lies: its name, which cards are open and known, and if it lies first."""
        self.lies = {place.name: (_up(place), place.of == form.DEALER) for place in self.game.places}
        """Which cards of a place lie open, and whether it is before the dealer."""
        self.later = any(isinstance(step.act.does, form.Deal) for step in self.steps[1:])
        """Whether a folded hand may lack cards in the end."""
        self.read_later = frozenset(
            self.first if bet.as_of == form.KEPT else bet.as_of
            for bet in self.game.bets
            if bet.as_of != form.END
        )
        asked = [step.number for step in self.steps if step.asks]
        self.last_asked = max(asked, default=-1)
        self.reads = {slug: self._read_by(paying.bet) for slug, paying in self.paying.items()}

    def _called(self, place: form.Place) -> str:
        """What a hand is called: the first one of a seat `hand`, one that a bet is laid for as the bet."""
        if place.name == self.own and not place.plural:
            return "hand"
        for act in self.game.acts:
            if isinstance(act.does, form.Deal) and place.name in dict(act.does.cards):
                for node in every_node(act.when):
                    if isinstance(node, Answer):
                        laid = self.game.act(node.act).does
                        assert isinstance(laid, form.Question)
                        choice = next(one for one in laid.choices if one.called == node.choice)
                        if len(choice.bets) == 1:
                            return choice.bets[0].bet
        return place.name

    def _read_by(self, bet: form.Bet) -> frozenset[str]:
        """The places whose cards decide a bet, as they lie in the end."""
        if bet.as_of not in (form.END, form.KEPT):
            return frozenset()
        reads: tuple[object, ...] = (bet.reads, bet.settles, bet.tables, bet.conditions)
        return frozenset(node.place for node in every_node(reads) if isinstance(node, Part))

    def _step(self, number: int, act: form.Act) -> Step:
        test = self.guards.truth(act.when)
        if not isinstance(act.does, form.Question):
            cards = act.does.cards if isinstance(act.does, form.Deal) else ()
            groups = groupby(cards, lambda one: self.of_seat[one[0]])
            packets = tuple(
                (of_seat, tuple((self.places[name], count) for name, count in packet))
                for of_seat, packet in groups
            )
            asks = isinstance(act.does, form.Cut) and bool(act.does.prompt)
            return Step(number, act, test, asks=asks, packets=packets)
        choices = tuple(self._asked(act.name, choice) for choice in act.does.choices)
        loop = self.guards.truth(act.does.loop)
        plain = all(
            one.choice.when == TRUE
            and not one.choice.exchanges
            and all(lay.of == self.unit and not lay.up_to for lay in one.lays)
            for one in choices
        )
        again = any(one.choice.again for one in choices)
        simple = plain and not act.each and loop is always and not again
        by_name = {one.choice.name: one for one in choices}
        return Step(number, act, test, choices, by_name, loop, plain, True, simple=simple)

    def _asked(self, act: str, choice: form.Choice) -> Asked:
        bets = {bet.slug: bet for bet in self.game.bets}
        lays = tuple(
            Lays(
                lay.bet,
                bets[lay.bet].of or lay.bet,
                *((lay.times or Fraction(0)).as_integer_ratio()),
                lay.up_to,
                lay.times is not None,
                bool(bets[lay.bet].rides),
            )
            for lay in choice.bets
        )
        moves = choice.exchanges or choice.deals or choice.splits or choice.swaps or choice.takes
        remembered = (act, choice.called) in self.answers
        return Asked(choice, self.guards.truth(choice.when), bool(moves), remembered, lays)

    def laid_as(self, bet: str, turn: Lying | None) -> str:
        """What a bet is called at a seat, on the hand whose turn it is or the first."""
        slugs = self.money.get(bet)
        if slugs is None:
            return bet
        hand = (turn.dealt, turn.part) if turn is not None else (1, 0)
        return slugs.get(hand, bet)

    def standing(self, seat: Seat, slug: str, hides: int = NOTHING) -> Standing:
        """From where a bet is settled: its hand, where it lies on one of several."""
        if slug not in self.on_hand:
            return Standing(seat, hides=hides) if hides else seat.here
        place, number = self.on_hand[slug]
        hand = next((one for one in seat.hands.get(place, ()) if (one.dealt, one.part) == number), None)
        return Standing(seat, hand, hides=hides)

    @cache  # noqa: B019 - a game lives as long as the program
    def changes(self, place: str, number: int) -> bool:
        """Whether an act behind this one may change the cards of a place."""
        return any(_changes(step.act.does, place) for step in self.steps[number + 1 :])

    def every_ruling(self) -> Iterator[Ruling]:
        """All that can be said of its bets."""
        for slug in (*self.base, *self.riders, *self.sides):
            yield from self.paying[slug].every_ruling()

    # A round.

    def script(self, layout: Layout) -> Script:
        """Deal a round, ask for decisions, settle."""
        dealing = Dealing(self, layout)
        if self.jackpots:
            self._lock(layout)
        for turn, group in self.turns:
            if turn:
                yield from self._together(dealing, group)
                continue
            (step,) = group
            dealing.act = step.number
            if not step.asks:
                self._do(dealing, step)
            elif step.simple:
                for seat in dealing.seats:
                    staked = seat.spot.staked
                    if seat.spot.folded or dealing.over or self.unit not in staked:
                        continue
                    if step.test is always or step.test(seat.here):
                        if seat.owed:
                            self._settle_owed(dealing, seat)
                        name = yield _plain_request(step, seat.spot.seat, staked[self.unit])
                        self._take(dealing, seat, step, step.by_name[name], seat.here, None)
                        if self.prompt:
                            self._settle_certain(dealing, [seat])
            else:
                for seat in dealing.seats:
                    if not seat.spot.folded:
                        yield from self._ask(dealing, seat, step)
            if self.read_later and step.act.name in self.read_later:
                for seat in dealing.seats:
                    seat.snap(step.act.name)
        if self.later:
            self._deal_out(dealing)
        self._settle(dealing)

    def _together(self, dealing: Dealing, group: Sequence[Step]) -> Script:
        """Acts that are done for one seat before the next, where no act of all seats comes between them."""
        turn = group[0].act.turn
        between = [step for step in group if step.act.turn != turn]
        if any(self._holding(step, dealing.seats) for step in between):
            for step in group:
                dealing.act = step.number
                yield from self._one_act(dealing, step, dealing.seats)
            return
        for seat in dealing.seats:
            for step in group:
                if step.act.turn == turn:
                    dealing.act = step.number
                    yield from self._one_act(dealing, step, [seat])

    def _one_act(self, dealing: Dealing, step: Step, seats: Sequence[Seat]) -> Script:
        if not step.asks:
            self._do(dealing, step, seats)
            return
        for seat in seats:
            yield from self._ask(dealing, seat, step)

    @staticmethod
    def _holding(step: Step, seats: Sequence[Seat]) -> Sequence[Seat]:
        """The seats for which an act of the house is done."""
        if step.test is always:
            return seats
        return [seat for seat in seats if step.test(Standing(seat, everywhere=True))]

    def _lock(self, layout: Layout) -> None:
        for bet in self.jackpots:
            for spot in layout.spots:
                wager = spot.wagers.get(bet)
                if wager:
                    layout.settle(lose(wager, SENSOR)._replace(outcome="collected"))

    # Acts of the house.

    def _do(self, dealing: Dealing, step: Step, only: Sequence[Seat] = ()) -> None:
        """An act of the house, for all seats or for some."""
        does = step.act.does
        seats = self._holding(step, only or dealing.seats)
        if not seats:
            return
        match does:
            case form.Deal():
                self._deal(dealing, step, seats)
            case form.Burn(cards):
                dealing.layout.draw(cards)
            case form.Open(cards):
                self._open(dealing, cards, seats)
            case form.Settle(bets):
                self._settle_now(dealing, bets)
            case form.Tell(of, ends):
                self._tell(dealing, of, ends)
            case form.Draw():
                self._draw(dealing, does, seats)
            case form.Cut() | form.Exchange():
                self._lay_by_rule(dealing, step, seats)
        if self.prompt and not isinstance(does, form.Burn | form.Settle) and not self._settles_next(step):
            self._settle_certain(dealing, self._settling(dealing))

    def _settles_next(self, step: Step) -> bool:
        """Whether the act behind it settles bets, in an order of its own."""
        after = self.steps[step.number + 1 : step.number + 2]
        return any(isinstance(one.act.does, form.Settle) for one in after)

    def _deal(self, dealing: Dealing, step: Step, seats: Sequence[Seat]) -> None:
        """Packets to the seats from the dealer's left; what stands behind each other is one packet."""
        for of_seat, packet in step.packets:
            if of_seat:
                for seat in seats:
                    for place, count in packet:
                        self._deal_seat(dealing, step, seat, place, count)
                continue
            for place, count in packet:
                if not place.in_turn and (not step.number or self._wanted(dealing, place.name, seats)):
                    self._add(dealing, place.name, dealing.layout.draw(count))
        if step.number:
            dealing.changed()

    def _deal_seat(self, dealing: Dealing, step: Step, seat: Seat, place: form.Place, count: int) -> None:
        name = place.name
        if seat.spot.folded:
            count += seat.lacks.get(name, 0)
            if step.number < self.last_asked or not self.reads_on(seat, name):
                seat.lacks = {**seat.lacks, name: count}
                return
            seat.lacks = {**seat.lacks, name: 0}
        for number in range(1, place.hands + 1):
            self._give(dealing, seat, place, number, count)

    def _give(self, dealing: Dealing, seat: Seat, place: form.Place, number: int, count: int) -> None:
        """So many cards to a hand of a seat, which begins with them if there is none yet."""
        cards = dealing.layout.draw(count)
        hands = seat.hands.get(place.name)
        for hand in hands or ():
            if hand.dealt == number and not hand.part:
                hand.cards = (*hand.cards, *cards)
                return
        name, up, known, first = self.laid[place.name]
        name = f"{name}-{number}" if place.hands > 1 else name
        hand = Lying(seat.spot.seat, name, cards, up, known, number)
        if hands is None:
            seat.hands[place.name] = [hand]
        else:
            hands.append(hand)
        if first and number == 1:
            seat.spot.hands.insert(0, hand)
        else:
            seat.spot.hands.append(hand)

    def _add(self, dealing: Dealing, name: str, cards: Sequence[Card]) -> None:
        """Cards to a place of the dealer or of the table."""
        hand = dealing.places.get(name)
        if hand is None:
            up, dealers = self.lies[name]
            dealing.places[name] = hand = Lying(DEALER, name, cards, up, DOWN)
            dealing.layout.lay(hand, dealers)
        else:
            hand.cards = (*hand.cards, *cards)

    def _wanted(self, dealing: Dealing, name: str, seats: Sequence[Seat]) -> bool:
        """Whether somebody is still in for whom cards of dealer or table are dealt or opened."""
        return any(not seat.spot.folded or self.reads_on(seat, name) for seat in seats)

    def reads_on(self, seat: Seat, place: str) -> bool:
        """Whether a bet in action still reads cards of a place after a fold."""
        spot = seat.spot
        claims = self._claims(seat)
        return any(
            place in places
            and (slug in spot.wagers or (claims and slug in self.jackpots and slug in spot.staked))
            for slug, places in self.reads.items()
        )

    def _open(self, dealing: Dealing, cards: Sequence[tuple[str, int]], seats: Sequence[Seat]) -> None:
        for name, count in cards:
            place = self.places[name]
            if self.of_seat[name]:
                for seat in seats:
                    for hand in seat.hands.get(name, ()):
                        _turn_up(hand, count)
            elif self._wanted(dealing, name, seats):
                if place.in_turn:
                    lying = dealing.places.get(name)
                    there = len(lying.cards) if lying else 0
                    self._add(dealing, name, dealing.layout.draw(count or place.cards - there))
                if name in dealing.places:
                    _turn_up(dealing.places[name], count)

    def _tell(self, dealing: Dealing, of: Expression, ends: bool) -> None:
        """Say to all whether something holds, of which the dealer has looked at the cards."""
        holds = bool(self.guards.truth(of)(Standing(dealing.seats[0], everywhere=True)))
        dealing.tell(of, holds)
        dealing.over = dealing.over or (ends and holds)

    def _draw(self, dealing: Dealing, draw: form.Draw, seats: Sequence[Seat]) -> None:
        """Cards one by one, while the rule says so."""
        lines = self._rule(draw)
        if self.of_seat[draw.place]:
            for seat in seats:
                for hand in seat.hands.get(draw.place, ()) if not seat.spot.folded else ():
                    self._draw_to(dealing, hand, Standing(seat, hand), lines, draw.most)
        elif draw.place in dealing.places:
            hand = dealing.places[draw.place]
            hand.up = ALL
            self._draw_to(dealing, hand, Standing(seats[0], everywhere=True), lines, draw.most)

    def _draw_to(
        self, dealing: Dealing, hand: Lying, standing: Standing, lines: Sequence[tuple[Test, bool]], most: int
    ) -> None:
        for _ in range(most):
            if not next(draws for test, draws in lines if test(standing)):
                break
            hand.cards = (*hand.cards, *dealing.layout.draw(1))
            standing.strengths.clear()
            dealing.changed()

    @cache  # noqa: B019 - a game lives as long as the program
    def _rule(self, draw: form.Draw) -> tuple[tuple[Test, bool], ...]:
        held = self.game.hands[draw.place]
        return tuple(
            (always if line.when is None else self.guards.reading(line.when, held), line.then == "draw")
            for line in draw.rule.lines
        )

    def _deal_out(self, dealing: Dealing) -> None:
        """Deal to a folded hand what a bet of it in action still reads, now that all have decided."""
        for seat in dealing.seats:
            for name, count in seat.lacks.items():
                if count and self.reads_on(seat, name):
                    self._give(dealing, seat, self.places[name], 1, count)
                    dealing.changed()

    # Cards laid into parts.

    def _lay_by_rule(self, dealing: Dealing, step: Step, seats: Sequence[Seat]) -> None:
        """Lay the cards of a place into others, or exchange some, as the rule says."""
        setting = self.settings[step.number]
        if self.of_seat[setting.place]:
            for seat in seats:
                if not seat.spot.folded:
                    self._lay_one(dealing, seat, setting, seat.hands[setting.place][0])
        elif setting.place in dealing.places:
            self._lay_one(dealing, None, setting, dealing.places[setting.place])

    def _lay_one(self, dealing: Dealing, seat: Seat | None, setting: Setting, hand: Lying) -> None:
        standing = Standing(seat or dealing.seats[0])
        hands, look = self._looking(dealing, seat, setting, hand)
        cards = hand.cards
        way = setting.by_rule(cards, standing, look)
        if setting.into:
            self._parted(dealing, seat, setting, hand, hands, way)
        else:
            kept = [cards[at] for at in way[0]]
            hand.cards = (*kept, *dealing.layout.draw(len(cards) - len(kept)))
        dealing.changed()

    def _looking(
        self, dealing: Dealing, seat: Seat | None, setting: Setting, hand: Lying
    ) -> tuple[list[Lying], Callable[[Way], Standing]]:
        """The hands of the parts, not laid yet, and what shows the cards as a way lays them."""
        cards = hand.cards
        hands = [self._part(seat, name) for name, _ in setting.into] or [hand]
        for (name, _), part in zip(setting.into, hands, strict=False):
            if seat is None:
                dealing.places[name] = part
            else:
                seat.hands[name] = [part]

        def look(way: Way) -> Standing:
            put(hands, cards, way)
            dealing.changed()
            return Standing(seat or dealing.seats[0])

        return hands, look

    def _part(self, seat: Seat | None, name: str) -> Lying:
        place = self.places[name]
        owner = DEALER if seat is None else seat.spot.seat
        return Lying(owner, name, (), _up(place), _known(place))

    def _parted(
        self,
        dealing: Dealing,
        seat: Seat | None,
        setting: Setting,
        hand: Lying,
        hands: Sequence[Lying],
        way: Way,
    ) -> None:
        """The parts lie where the whole hand lay."""
        put(hands, hand.cards, way)
        lying = seat.spot.hands if seat else dealing.layout.lying(hand)
        at = lying.index(hand)
        lying[at : at + 1] = hands

    def _set(self, dealing: Dealing, seat: Seat, step: Step) -> Script:
        """Ask a seat how it lays its cards: in one of the legal ways, or as the house would."""
        setting, does = self.settings[step.number], step.act.does
        assert isinstance(does, form.Cut)
        hand = seat.hands[setting.place][0]
        hands, look = self._looking(dealing, seat, setting, hand)
        ways = {_way_called(way): way for way in setting.allowed(hand.cards, look)}
        choices = [Choice(name, _way_told(setting, hand.cards, way)) for name, way in ways.items()]
        if setting.rule is not None:
            choices.insert(0, Choice(HOUSE_WAY, "As the house would"))
        put(hands, (), ((),) * len(hands))
        name = yield Request(seat.spot.seat, step.act.name, does.prompt, tuple(choices))
        seat.answers |= {(step.act.name, 0, name)}
        way = ways[name] if name in ways else setting.by_rule(hand.cards, Standing(seat), look)
        self._parted(dealing, seat, setting, hand, hands, way)
        dealing.changed()

    # Decisions.

    def _ask(self, dealing: Dealing, seat: Seat, step: Step) -> Script:
        spot = seat.spot
        if spot.folded or dealing.over or self.unit not in spot.staked:
            return
        if step.number in self.settings:
            if step.test is always or step.test(seat.here):
                yield from self._set(dealing, seat, step)
            return
        if not step.act.each:
            if step.test is always or step.test(seat.here):
                yield from self._question(dealing, seat, step, seat.here)
            return
        done: list[Lying] = []
        while hand := next((one for one in seat.hands.get(step.act.each, ()) if one not in done), None):
            done.append(hand)
            if len(hand.cards) == 1 and len(seat.hands[step.act.each]) > self.places[step.act.each].hands:
                hand.cards = (*hand.cards, *dealing.layout.draw(1))
                dealing.changed()
            standing = Standing(seat, hand)
            if step.test(standing):
                yield from self._question(dealing, seat, step, standing)

    def _question(self, dealing: Dealing, seat: Seat, step: Step, standing: Standing) -> Script:
        if seat.owed:
            self._settle_owed(dealing, seat)
        while True:
            request = self._request(seat, step, standing)
            if request is None:
                return
            if len(request.choices) == 1 and step.act.each:
                name = request.choices[0].name
            else:
                name = yield request
            name, _, amount = name.partition("=")
            asked = step.by_name[name]
            self._take(dealing, seat, step, asked, standing, int(amount) if amount else None)
            if self.prompt:
                self._settle_certain(dealing, [seat])
            if not asked.choice.again:
                return
            standing.strengths.clear()

    def _request(self, seat: Seat, step: Step, standing: Standing) -> Request | None:
        """What a seat is asked, with the choices that are open to it."""
        spot = seat.spot
        if step.loop is not always and not step.loop(standing):
            return None
        if step.plain and not step.act.each:
            return _plain_request(step, spot.seat, spot.staked[self.unit])
        offered = []
        for number, asked in enumerate(step.choices):
            if asked.test is not always and not asked.test(standing):
                continue
            cents, least = self._amount(seat, asked, standing)
            if cents is not None:
                thrown = _thrown(standing, asked.choice, self._place_of(step))
                offered.append((number, cents, least, thrown))
        return (
            _request(step, spot.seat, _hand_asked(seat, step, standing), tuple(offered)) if offered else None
        )

    def _amount(self, seat: Seat, asked: Asked, standing: Standing) -> tuple[int | None, int | None]:
        """What a choice costs, and the least where it may be less; nothing where it can't be laid."""
        cents, least = 0, None
        for lay in asked.lays:
            if lay.rides:
                continue
            staked = seat.spot.staked.get(self.laid_as(lay.of, standing.turn))
            if staked is None or not lay.sized:
                return None, None
            cents += lay.cents(staked)
            least = 1 if lay.up_to else least
        return (None, None) if least and not cents else (cents, least)

    def _place_of(self, step: Step) -> str:
        does = step.act.does
        assert isinstance(does, form.Question)
        return does.place

    def _take(
        self,
        dealing: Dealing,
        seat: Seat,
        step: Step,
        asked: Asked,
        standing: Standing,
        amount: int | None,
    ) -> None:
        """Do what a choice says."""
        choice, spot, layout = asked.choice, seat.spot, dealing.layout
        if asked.remembered:
            seat.answers |= {(step.act.name, standing.number(step.act.name), choice.called)}
        if choice.folds:
            self._fold(dealing, seat)
            return
        for bet in choice.takes_back:
            if bet in spot.wagers:
                layout.settle(push(spot.wagers[bet], self.taken_back))
                seat.back |= {bet}
        turn = standing.turn
        if choice.splits and turn is not None:
            turn = self._split(seat, self._place_of(step), turn)
        for lay in asked.lays:
            slug, staked = self.laid_as(lay.bet, turn), spot.staked[self.laid_as(lay.of, standing.turn)]
            if lay.rides:
                seat.riders = {**seat.riders, slug: lay.cents(staked)}
                continue
            spot.stake(slug, lay.cents(staked) if amount is None else amount)
            paying = self.paying[slug]
            if paying.price:
                layout.settle(lose(spot.wagers[slug], paying.collected))
        if choice.takes:
            seat.join(self._place_of(step), choice.takes)
        if choice.takes or choice.discards:
            seat.away |= {choice.takes or choice.discards}
        if asked.moves:
            self._move(dealing, seat, step, choice, standing)
            dealing.changed()

    def _move(
        self, dealing: Dealing, seat: Seat, step: Step, choice: form.Choice, standing: Standing
    ) -> None:
        """Exchange, swap, deal and split, in this order."""
        hand = standing.hand(Part(self._place_of(step)))
        assert hand is not None
        if choice.swaps:
            _swap(standing, choice.swaps)
        if choice.exchanges:
            dealing.layout.exchange(seat.spot, hand, choice.exchanges, step.number < self.last_asked)
        if choice.deals:
            hand.cards = (*hand.cards, *dealing.layout.draw(choice.deals))
        if choice.splits:
            hand.cards = (*hand.cards, *dealing.layout.draw(1))

    def _split(self, seat: Seat, place: str, hand: Lying) -> Lying:
        """The second card begins a hand behind this one."""
        hands = seat.hands[place]
        part = 1 + max(one.part for one in hands if one.dealt == hand.dealt)
        first = next(one for one in hands if one.dealt == hand.dealt and not one.part)
        name = f"{first.name}{'' if first.name[-1].isdigit() else '-'}{LETTERS[part]}"
        split = Lying(hand.owner, name, hand.cards[1:], hand.up, hand.known, hand.dealt, part)
        hand.cards = hand.cards[:1]
        hands.insert(hands.index(hand) + 1, split)
        seat.spot.hands.insert(seat.spot.hands.index(hand) + 1, split)
        return split

    def _fold(self, dealing: Dealing, seat: Seat) -> None:
        spot = seat.spot
        spot.folded = True
        wagers = spot.wagers
        for slug in self.folding:
            if slug in wagers:
                paying = self.paying[slug]
                if paying.folds_at_once:
                    dealing.layout.settle(paying.given_up(wagers[slug]))
                else:
                    self._settle_if(dealing, seat, slug, self.standing(seat, slug), prompt=True)

    # Settlement in the round.

    def _settle_if(
        self, dealing: Dealing, seat: Seat, slug: str, standing: Standing, prompt: bool = False
    ) -> bool:
        """Settle a bet if that is certain; where it is `prompt`, by a line that is settled at once."""
        paying = self.paying[slug]
        number = paying.find(standing)
        if number is None or (prompt and not paying.collects_at_once(number, standing)):
            return False
        layout = dealing.layout
        layout.settle(paying.line(seat.spot.wagers[slug], self.standing(seat, slug), number, layout.rules))
        return True

    def _settle_certain(self, dealing: Dealing, seats: Sequence[Seat]) -> None:
        """Bets that are settled as soon as it is certain how."""
        for seat in seats:
            self._settle_each(dealing, seat, self.prompt, prompt=True)

    def _settle_each(self, dealing: Dealing, seat: Seat, bets: Sequence[str], prompt: bool = False) -> None:
        """Those of some bets of a seat that are certain by what is open or told."""
        for slug in bets:
            if slug in seat.spot.wagers:
                self._settle_if(dealing, seat, slug, self.standing(seat, slug, CLOSED), prompt)

    def _settle_now(self, dealing: Dealing, bets: Sequence[str]) -> None:
        """Bets settled before the end: of the game itself who lost first, then who won.

        A seat of which something is not certain yet is settled when its turn comes.
        """
        if not any(slug in self.base for slug in bets):
            for slug in bets:
                for seat in self._settling(dealing):
                    if slug in seat.spot.wagers:
                        self._open_read(seat, slug)
                        self._settle_if(dealing, seat, slug, self.standing(seat, slug, CLOSED))
            return
        lost: list[tuple[Seat, dict[str, int]]] = []
        won: list[tuple[Seat, dict[str, int]]] = []
        for seat in self._settling(dealing):
            found = {}
            for slug in bets:
                if slug in seat.spot.wagers:
                    self._open_read(seat, slug)
                    number = self.paying[slug].find(self.standing(seat, slug, CLOSED))
                    if number is not None:
                        found[slug] = number
            if len(found) < sum(slug in seat.spot.wagers for slug in bets):
                seat.owed = tuple(bets)
            else:
                (lost if self._loses(found) else won).append((seat, found))
        for seat, found in (*lost, *won):
            self._settle_found(dealing, seat, found)

    def _loses(self, found: Mapping[str, int]) -> bool:
        """Whether the game itself is lost by these lines."""
        own = next((slug for slug in found if slug in self.base), "")
        lines = self.paying[own].bet.settles if own else ()
        return bool(own) and (found[own] < 0 or lines[found[own]].pays.loses)

    def _settle_found(self, dealing: Dealing, seat: Seat, found: Mapping[str, int]) -> None:
        layout = dealing.layout
        for slug in self.order:
            if slug in found:
                at = self.standing(seat, slug)
                line = self.paying[slug].line(seat.spot.wagers[slug], at, found[slug], layout.rules)
                layout.settle(line)

    def _settle_owed(self, dealing: Dealing, seat: Seat) -> None:
        self._settle_each(dealing, seat, seat.owed)
        seat.owed = ()

    def _open_read(self, seat: Seat, slug: str) -> None:
        """Open the cards of a seat that a bet reads."""
        reads = self.paying[slug].bet.reads
        for part in reads.parts if isinstance(reads, HandOf) else ():
            for hand in seat.hands.get(part.place, ()):
                hand.up |= (1 << len(hand.cards)) - 1

    # Settlement at the end.

    def _settling(self, dealing: Dealing) -> list[Seat]:
        """The seats in the order of settlement."""
        order = dealing.layout.rules.options["settlement_order"]
        return dealing.seats[:: 1 if order == "left-to-right" else -1]

    def _settle(self, dealing: Dealing) -> None:
        layout = dealing.layout
        for hand in (*layout.dealers, *(layout.boards if self.dealer_has_hand else ())):
            hand.up = ALL
        order = self._settling(dealing)
        if self.sooner and self.sooner(Standing(order[0], hides=SEATS)):
            for seat in order:
                self._settle_sooner(dealing, seat)
        for seat in order:
            if self._in_action(seat):
                self._settle_seat(dealing, seat)
        for slug in self.last:
            for seat in order:
                if slug in seat.spot.wagers:
                    self._settle_last(dealing, seat, slug)

    def _settle_sooner(self, dealing: Dealing, seat: Seat) -> None:
        """Bets that are settled before any hand of a seat is opened."""
        wagers, layout = seat.spot.wagers, dealing.layout
        for slug, number in self.sooner_bets:
            if slug in wagers:
                paying = self.paying[slug]
                if number is not None:
                    layout.settle(paying.unopened(wagers[slug], seat.here, number))
                    continue
                standing = self.standing(seat, slug, SEATS)
                found = paying.find(standing)
                if found is not None:
                    layout.settle(paying.line(wagers[slug], standing, found, layout.rules))

    def _settle_last(self, dealing: Dealing, seat: Seat, slug: str) -> None:
        layout, paying = dealing.layout, self.paying[slug]
        if paying.highest:
            for hand in layout.boards:
                hand.up = ALL
        number = paying.find(seat.here)
        assert number is not None
        line = paying.line(seat.spot.wagers[slug], seat.here, number, layout.rules)
        layout.settle(line)
        if paying.highest and line.outcome == "win":
            _, place = paying.best(seat.here)
            hands = [*layout.dealers[:1], *(spot.hands[0] for spot in layout.spots)]
            hands[place].up = ALL

    def _claims(self, seat: Seat) -> bool:
        """Whether a seat may claim a jackpot: a folded one where the house says so."""
        if not self.jackpots:
            return False
        options = seat.dealing.layout.rules.options
        return not seat.spot.folded or options["folded_hands_qualify"] == "yes"

    def _in_action(self, seat: Seat) -> bool:
        """Whether the dealer has to open this seat's cards."""
        spot = seat.spot
        if not spot.folded:
            return True
        if spot.wagers and any(slug in self.beside for slug in spot.wagers):
            return True
        return self._claims(seat) and any(slug in spot.staked for slug in self.jackpots)

    def _settle_seat(self, dealing: Dealing, seat: Seat) -> None:
        layout, spot = dealing.layout, seat.spot
        self._open_seat(dealing, seat)
        wagers, rules, here = spot.wagers, layout.rules, seat.here
        waiting, folded = [], spot.folded
        for slug in self.order:
            if slug in wagers:
                paying = self.paying[slug]
                at = self.standing(seat, slug) if self.on_hand else here
                if paying.plain:
                    layout.settle(paying.by_its_table(wagers[slug], at, rules))
                    continue
                number = paying.find(at) if folded else paying.find_in(at)
                if number is None:
                    waiting.append(slug)
                else:
                    layout.settle(paying.line(wagers[slug], at, number, rules))
            elif slug in self.riders and not folded:
                self._pay_rider(dealing, seat, slug)
        for slug in waiting:
            paying, at = self.paying[slug], self.standing(seat, slug)
            number = paying.find(at)
            layout.settle(paying.line(wagers[slug], at, -1 if number is None else number, rules))
        for slug in self.jackpots:
            if slug in spot.staked and self._claims(seat):
                self._claim(dealing, seat, slug)

    def _open_seat(self, dealing: Dealing, seat: Seat) -> None:
        """Open the cards of a seat, and the board."""
        for hand in dealing.layout.boards:
            hand.up = ALL
        if not self.offered:
            for hand in seat.spot.hands:
                hand.up = ALL
            return
        taken = [hand for hands in seat.joined.values() for hand in hands]
        for hand in seat.spot.hands:
            if hand.name not in self.offered or hand in taken:
                hand.up = ALL

    def _pay_rider(self, dealing: Dealing, seat: Seat, slug: str) -> None:
        """What a bet without money of its own is paid on the one that it rides."""
        bet, at = self.riders[slug], self.standing(seat, slug)
        spot, rules, carrier = seat.spot, dealing.layout.rules, self.laid_as(bet.rides, at.turn)
        cents = seat.riders.get(slug) if bet.in_round else spot.staked.get(carrier)
        if cents is None or carrier in seat.back:
            return
        paying = self.paying[slug]
        number = paying.find(at)
        if number is not None and number >= 0:
            line = paying.rides(Wager(spot.seat, slug, cents), at, number, rules)
            if line is not None:
                dealing.layout.pay(line)

    def _claim(self, dealing: Dealing, seat: Seat, slug: str) -> None:
        layout, paying = dealing.layout, self.paying[slug]
        rules = layout.rules
        read = paying.read(rules)
        standing = paying.seen(seat.here)
        outcome = read.name(read.value(standing))
        if outcome in rules.pays[slug]:
            table = rules.paytables[slug]
            line = table.line(outcome)
            assert line is not None
            cards = read.cards(standing) if read.cards else []
            board = self.dealer_has_hand and any(
                self.places[place].of == form.BOARD for place in self.reads[slug]
            )
            shown = read.kind.making(cards) if board and read.kind else tuple(cards)
            layout.claims.append(
                Claim(seat.spot.seat, slug, table.designator, line.hand, shown, seat.spot.folded)
            )


def _asks(game: form.Game) -> tuple[object, ...]:
    """All conditions of a game."""
    return game.acts, game.bets, tuple(game.terms.values()), game.settlement


def _at_table(game: form.Game) -> tuple[form.Act, ...]:
    """The acts of a round under the options chosen, as cards come from the shuffler.

    What is burnt right after the deal is the last card of the board's packet or, where there is no board, the
    first of the dealer's.
    """
    acts = at_table(game)
    match [act.does for act in acts[:2]]:
        case [form.Deal(cards), form.Burn()]:
            owners = [game.place(name).of for name, _ in cards]
            boards = [at + 1 for at, of in enumerate(owners) if of == form.BOARD]
            dealers = [at for at, of in enumerate(owners) if of == form.DEALER]
            cut = (*boards[-1:], *dealers[:1], len(cards))[0]
            parts = [replace(acts[0], does=form.Deal(part)) for part in (cards[:cut], cards[cut:]) if part]
            return (*parts[:1], acts[1], *parts[1:], *acts[2:])
    return acts


def _turns(steps: Sequence[Step]) -> Iterator[tuple[str, Sequence[Step]]]:
    """Steps that a seat makes together before the next seat, and all others each by itself.

    An act of the house that may be left out stands between two of one turn only where it is done.
    """
    at = 0
    while at < len(steps):
        turn, end = steps[at].act.turn, at + 1
        for number in range(at + 1, len(steps)) if turn else ():
            step = steps[number]
            if step.act.turn == turn:
                end = number + 1
            elif step.asks or step.act.turn or step.test is always:
                break
        yield turn, steps[at:end]
        at = end


def _changes(does: form.Verb, place: str) -> bool:
    """Whether an act may change the cards of a place."""
    match does:
        case form.Deal(cards):
            return any(name == place for name, _ in cards)
        case form.Draw(name) | form.Exchange(name):
            return name == place
        case form.Cut(_, into):
            return any(name == place for name, _ in into)
        case form.Question(_, choices, _, name):
            moves = (one.takes or one.exchanges or one.deals or one.splits for one in choices)
            swapped = (part.place for one in choices for part in one.swaps)
            taken = (name for one in choices for name in (one.takes, one.discards))
            return (name == place and any(moves)) or place in {*swapped, *taken}
    return False


def _up(place: form.Place) -> int:
    """Which cards of a place lie open from the first."""
    return ALL if place.face == form.UP else sum(1 << at - 1 for at in place.up)


def _known(place: form.Place) -> int:
    """Which cards of a place whoever it is of has seen."""
    return ALL if place.face == form.OWN else DOWN


def _turn_up(hand: Lying, count: int) -> None:
    """The next so many cards turned up, or all."""
    closed = [at for at in range(len(hand.cards)) if not hand.up >> at & 1]
    for at in closed[: count or None]:
        hand.up |= 1 << at


def _swap(standing: Standing, swaps: Sequence[Part]) -> None:
    """Two cards change places."""
    (first, one), (second, other) = (
        (standing.hand(part), (part.positions or (1, 1))[0] - 1) for part in swaps
    )
    assert first is not None
    assert second is not None
    mine, theirs = [*first.cards], [*second.cards]
    mine[one], theirs[other] = theirs[other], mine[one]
    first.cards, second.cards = mine, theirs


def _way_called(way: Way) -> str:
    """A way by the positions of the cards in each part but the first."""
    return "-".join(["set", *(".".join(str(at + 1) for at in part) for part in way[1:])])


def _way_told(setting: Setting, cards: Sequence[Card], way: Way) -> str:
    """The cards of each part."""
    parts = (
        f"{name.replace('-', ' ')} {' '.join(cards[at].pretty for at in part)}"
        for (name, _), part in zip(setting.into, way, strict=True)
    )
    return ", ".join(parts).capitalize()


def _thrown(standing: Standing, choice: form.Choice, place: str) -> tuple[Card, ...]:
    """The cards of a hand that a choice exchanges."""
    hand = standing.hand(Part(place)) if choice.exchanges else None
    held = sorted(hand.cards) if hand is not None else []
    return tuple([held[at - 1] for at in choice.exchanges])


def _hand_asked(seat: Seat, step: Step, standing: Standing) -> str:
    """Which of a seat's hands a question is about, where it has several."""
    several = step.act.each and len(seat.hands[step.act.each]) > 1 and standing.turn is not None
    return standing.turn.name.replace("-", " ").capitalize() if several and standing.turn else ""


def money_on(game: form.Game, bet: form.Bet) -> dict[tuple[int, int], str]:
    """What the bet on each hand of a seat is called, by which it was dealt and which part of it it is."""
    place = game.place(bet.each)
    found = {}
    for dealt in range(1, place.hands + 1):
        for part in range(place.splits):
            number = str(dealt) if place.hands > 1 else ""
            ending = f"{number}{LETTERS[part] if part else ''}"
            found[dealt, part] = bet.slug if (dealt, part) == (1, 0) else f"{bet.slug}-{ending}"
    return found


@lru_cache(maxsize=4096)
def _plain_request(step: Step, seat: int, unit: int) -> Request:
    """What a question asks a seat with a first bet of this size; the same come again and again."""
    offered = []
    for number, asked in enumerate(step.choices):
        offered.append((number, sum(lay.cents(unit) for lay in asked.lays if not lay.rides), None, ()))
    return _request(step, seat, "", tuple(offered))


@lru_cache(maxsize=4096)
def _request(
    step: Step,
    seat: int,
    hand: str,
    offered: tuple[tuple[int, int, int | None, tuple[Card, ...]], ...],
) -> Request:
    does = step.act.does
    assert isinstance(does, form.Question)
    choices = []
    for number, cents, least, cards in offered:
        choice = step.choices[number].choice
        money = f"{'up to ' if least else ''}{format_cents(cents)}"
        words = [choice.label, *(card.pretty for card in cards), *([money] if cents else [])]
        choices.append(Choice(choice.name, " ".join(words), cents, least, cards))
    prompt = f"{hand}: {does.prompt}" if hand else does.prompt
    return Request(seat, step.act.name, prompt, tuple(choices))
