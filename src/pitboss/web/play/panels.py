"""The parts of a table page that the server keeps current, each for whom it is meant.

The felt is the same for everybody and shows only what is face up; a person's own cards are in that person's
spot and nowhere else.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from markupsafe import Markup

from pitboss.analysis.drill import situation_of
from pitboss.analysis.registry import read_situation
from pitboss.analysis.trainer import Worth
from pitboss.cards import Card
from pitboss.games import ALL_GAMES, Bet, Choice, Game, Line, Request, Round, Rules, View
from pitboss.games import game as game_of
from pitboss.games.situation import Situation, situations_of
from pitboss.games.telling import Alternative
from pitboss.games.words import words_of
from pitboss.hands.spoken import made_of
from pitboss.letters import capital
from pitboss.table.limits import BetLimit
from pitboss.web.live import Panel
from pitboss.web.play import advice, voice
from pitboss.web.play.coach import unit_cents
from pitboss.web.play.drawing import Lot, cards_svg, cents_of, drawn_cards, render
from pitboss.web.play.far import Step
from pitboss.web.play.felt import face_up, public, tone
from pitboss.web.play.pays import jackpot_pays, layout_pays
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.sitting import DENOMINATIONS, Sitting
from pitboss.web.play.store import Decided, Person
from pitboss.web.spelling import link_name

_DENOMINATION_NAMES = {50: "50 cent", 100: "$1", 500: "$5", 25_00: "$25", 100_00: "$100", 500_00: "$500"}


def clause(line: Line, game: Game) -> str:
    """The clause of the rules that decided a wager."""
    clauses = ALL_GAMES if line.ruling.game == "all-games" else game.clauses
    return next(clause.words for clause in clauses if clause.number == line.ruling.clause)


def spot(sitting: Sitting, seat: int) -> Markup:
    """The circles of a seat with what lies in them, and its own cards."""
    chair = sitting.chairs.get(seat)
    if chair is None:
        return Markup("")
    played = sitting.table.round
    betting = not chair.dealt or (not sitting.busy and bool(chair.laid))
    view = None if betting or sitting.dealing or played is None else sitting.table.view(seat)
    in_round = view is not None and seat in view.hands
    laid = dict(view.wagers[seat]) if view and in_round else chair.wagers
    if view is not None and in_round:
        beside = sitting.beside(seat)
        laid |= {bet: beside[link] for bet, link in sitting.room.beside.items() if link in beside}
    settled = {line.bet: line for line in sitting.table.lines if line.seat == seat} if in_round else {}
    free = not sitting.busy and not chair.ready
    return render(
        "spot",
        sitting=sitting,
        seat=seat,
        sides=[_drawn(_circle(sitting, bet, laid, settled, free)) for bet in _bets(sitting, "side", laid)],
        mains=[_drawn(_circle(sitting, bet, laid, settled, free)) for bet in _bets(sitting, "base", laid)],
        sensors=list(_sensors(sitting, laid)),
        open=free,
        hands=list(_own_hands(sitting, view, seat)) if view and in_round else [],
        choices=_alternatives(sitting, view, seat) if view and in_round else [],
        felt=words_of(sitting.game).felt,
        key=f"{sitting.number}.{seat}",
    )


def _bets(sitting: Sitting, kind: str, laid: dict[str, int]) -> list[Bet]:
    """The circles to draw: those on the layout, and those made in the course of the round once they are."""
    return [
        bet
        for bet in sitting.game.bets
        if bet.kind == kind and (bet.slug in laid or sitting.room.offers(bet))
    ]


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle of the layout with what lies in it, and how that was settled."""

    bet: Bet
    limit: BetLimit | None
    cents: int
    line: tuple[str, int] | None
    """How the bet ended, and what it was ahead."""
    free: bool
    scheduled: bool
    """Whether it is paid by a schedule that one may want to look at."""

    @property
    def words(self) -> str:
        """What the bet is about, and its limits."""
        if self.limit is None:
            return self.bet.words
        return f"{self.bet.words} {voice.span(self.limit.least_cents, self.limit.most_cents)}"

    @property
    def hint(self) -> str:
        """What stands in an empty circle."""
        if self.bet.multiples and not self.cents:
            low, high = self.bet.multiples[0], self.bet.multiples[-1]
            return f"{low}×" if low == high else f"{low}× to {high}×"
        return "optional" if self.bet.kind == "side" else ""


def _circle(sitting: Sitting, bet: Bet, laid: dict[str, int], settled: dict[str, Line], free: bool) -> Circle:
    line = settled.get(bet.slug)
    ended = (line.outcome, line.net_cents) if line else None
    limit = sitting.room.limits.bets.get(bet.slug)
    scheduled = bet.slug in sitting.room.rules.paytables
    return Circle(bet, limit, laid.get(bet.slug, 0), ended, free and not bet.in_round, scheduled)


@lru_cache(maxsize=4096)
def _drawn(circle: Circle) -> Markup:
    """Most circles hold what they held before the last action."""
    outcome, net = circle.line or ("", 0)
    return render(
        "circle",
        circle=circle,
        bet=circle.bet,
        shown=0 if outcome == "lose" else circle.cents,
        word=voice.OUTCOMES[outcome].lower() if outcome else "",
        net=net,
        tone=tone(net),
    )


@dataclass(frozen=True, slots=True)
class Sensor:
    """The sensor of a link at a seat, and whether a wager lies on it."""

    bet: str
    link: str
    name: str
    cents: int
    lit: bool


def _sensors(sitting: Sitting, laid: dict[str, int]) -> Iterator[Sensor]:
    for bet, link in sitting.room.sensors.items():
        yield Sensor(bet, link, link_name(link), sitting.sensor_cents(bet), bet in laid)


@dataclass(frozen=True, slots=True)
class OwnHand:
    """A hand of the viewer: its cards, what they make, and whether it is asked about."""

    cards: Markup
    words: str
    turn: bool


def _own_hands(sitting: Sitting, view: View, seat: int) -> Iterator[OwnHand]:
    request, rules = sitting.request, sitting.room.rules
    asked = request.choices if request is not None and request.seat == seat else ()
    thrown = {choice.cards[0]: choice for choice in asked if len(choice.cards) == 1}
    ranked = voice.kind_of(rules)
    for hand in view.hands[seat]:
        cards = face_up(hand.cards)
        kinds: list[str] = []
        shown: tuple[Card | None, ...] = hand.cards
        words = ""
        if cards and None not in hand.cards:
            words = voice.held(rules, cards, face_up(view.board), hand.name)
            if ranked and (made := made_of(ranked, cards)):
                rest = [card for card in cards if card not in made]
                shown = (*made, *rest)
                kinds = [*["up"] * len(made), *["rest"] * len(rest)]
        drawn = drawn_cards(shown, f"{sitting.number}.{seat}.{hand.name}", kinds)
        yield OwnHand(
            Markup("").join(
                _pressed(one, thrown.get(card) if card is not None else None)
                for card, one in zip(shown, drawn, strict=True)
            ),
            words,
            turn=request is not None and request.seat == seat and request.stage == hand.name,
        )


def _pressed(drawn: Markup, choice: Choice | None) -> Markup:
    """A card that is exchanged when it is pressed, as the button with its name does."""
    if choice is None:
        return drawn
    button = '<button class="throw" form="decide" name="decision" value="{}" aria-label="{}">{}</button>'
    return Markup(button).format(choice.name, voice.choice_name(choice), drawn)


@dataclass(frozen=True, slots=True)
class Way:
    """One way the seat's cards can lie."""

    name: str
    hands: Sequence[Lot]


def _alternatives(sitting: Sitting, view: View, seat: int) -> list[Way]:
    """The ways the seat's cards can lie after a decision, where that is what is asked."""
    request, tell = sitting.request, sitting.game.telling.alternatives
    if request is None or request.seat != seat or tell is None:
        return []
    return [
        Way(
            way.name,
            [
                Lot("", cards_svg(cards, "", _moved(way, len(cards))), voice.held(sitting.room.rules, cards))
                for cards in way.hands
            ],
        )
        for way in tell(request.stage, [face_up(hand.cards) for hand in view.hands[seat][:2]])
    ]


def _moved(way: Alternative, cards: int) -> list[str]:
    return ["moved" if place == way.moved else "" for place in range(cards)]


def console(playroom: Playroom, sitting: Sitting, person: Person | None) -> Markup:
    """What a person can do now."""
    seat = sitting.seat_of(person.id) if person else 0
    chair = sitting.chairs.get(seat)
    request = sitting.request
    played = sitting.table.round
    chips = sitting.table.players[seat].chips_cents if seat else 0
    laid = sum(chair.wagers.values()) if chair and not sitting.busy else 0
    again = sum(chair.offered.values()) if chair and not sitting.busy else 0
    mine = request if request is not None and request.seat == seat else None
    choices = sitting.choices if mine else ()
    net = sitting.net_cents(seat) if seat else 0
    return render(
        "console",
        sitting=sitting,
        person=person,
        seat=seat,
        chair=chair,
        rail=chips - laid,
        low=seat and chips < 2 * sitting.room.main_limit.least_cents,
        again=again,
        refusal=capital(sitting.refusal(seat)) if again else "",
        keep=sitting.short_of(seat) if seat and again else 0,
        mine=mine,
        choices=sorted(choices, key=lambda choice: not choice.amount_cents),
        short=any(choice.amount_cents > chips for choice in choices),
        claims=_claims(playroom, sitting),
        demo=playroom.floor is not None and playroom.floor.demo,
        net=net,
        tone=tone(net),
        request=request,
        step=len(played.decisions) if played else 0,
        over=request is None and chair is not None and chair.dealt,
        chips=_chips(chips - laid),
        bots=any(not other.person for other in sitting.chairs.values()),
        choice_name=voice.choice_name,
        left=sitting.left_s,
        seconds=_seconds(sitting),
        elsewhere=person.place if person and person.place != sitting.room.name else "",
        told=_told(playroom, sitting, person) if person and seat else Told(),
    )


def _seconds(sitting: Sitting) -> Markup:
    """The seconds that are left, which the page counts down; a new clock has another end."""
    ends = sitting.clock[1] if sitting.clock else 0
    return Markup('<span data-left="{0}" data-ends="{1}">{0}</span>').format(sitting.left_s, ends)


def _claims(playroom: Playroom, sitting: Sitting) -> list[str]:
    """The jackpot hands that wait for a card, in words."""
    if playroom.floor is None or not sitting.awaiting or sitting.voided:
        return []
    from pitboss.web.play.jackpot import awaited, claim_words

    return [claim_words(link, offer) for link, offer in awaited(playroom.floor, sitting)]


def _chips(rail_cents: int) -> Markup:
    """The chips one can lay: those there is money for, and always the five-dollar chip."""
    return _chips_of(tuple([cents for cents in DENOMINATIONS if cents <= rail_cents or cents == 500]))


@lru_cache(maxsize=16)
def _chips_of(denominations: tuple[int, ...]) -> Markup:
    return render("chips", chips=[(cents, _DENOMINATION_NAMES[cents]) for cents in denominations])


@dataclass(frozen=True, slots=True)
class Told:
    """What the coach says to somebody now: about the choices they have, or about their last decision."""

    title: str = ""
    note: str = ""
    rows: Sequence["Valued"] = ()
    waiting: Step | None = None
    verdict: advice.Verdict | None = None
    seen: Sequence[Markup] = ()
    ways: Sequence[tuple[str, str]] = ()
    best: str = ""
    """What to do, and what anything else costs, in one line."""


def _told(playroom: Playroom, sitting: Sitting, person: Person) -> Told:
    person = playroom.store.person(person.id) or person  # who may just have chosen when the coach speaks
    seat, request = sitting.seat_of(person.id), sitting.request
    silent = playroom.coach.silent_at(sitting.room.rules)
    if person.coach == "off":
        return Told()
    if request is not None and request.seat == seat and seat:
        wished = person.coach in ("before", "warn") and not silent
        return _before(playroom, sitting, person, request) if wished else Told(request.prompt, silent)
    last = None if silent else playroom.store.latest(person.id)
    if last is None or last.source != sitting.round_id:
        return Told(note=silent)
    return _after(playroom, sitting, person, last)


def _before(playroom: Playroom, sitting: Sitting, person: Person, request: Request) -> Told:
    """The choices one has; where a mistake is only warned of, whether it can be."""
    rules, view = sitting.room.rules, sitting.table.view(request.seat)
    situation = situation_of(rules, request, view)
    worth = playroom.coach.known(rules, situation)
    refusal = playroom.coach.refusal(rules, situation)
    if worth is None:
        step = None if refusal else _counted(playroom, rules, person, situation)
        waiting = step if person.coach == "before" else None
        return Told(request.prompt, refusal or advice.UNCHECKED, waiting=waiting)
    if person.coach != "before":
        return Told(request.prompt, refusal)
    labels = {choice.name: voice.choice_name(choice) for choice in request.choices}
    unit = unit_cents(rules, request, view.wagers[request.seat])
    worth = worth.among(labels)
    other = advice.other(worth, unit, labels)
    together = words_of(sitting.game).valued_with(request.stage)
    return Told(
        request.prompt,
        " ".join([worth.why, other, *([together.words] if together else [])]),
        ev_rows(worth, labels, unit),
        ways=advice.ways(sitting.game.slug, situation, rules.options),
        best=f"{labels[worth.best]} is best. {other}",
    )


def _after(playroom: Playroom, sitting: Sitting, person: Person, last: Decided) -> Told:
    """The last decision, once it is counted."""
    rules = sitting.room.rules
    situation = read_situation(last.game, last.situation, last.options)
    title = f"Your decision: {advice.spoken(last.game, situation, last.decision)}."
    seen = [cards_svg(lot.cards) for lot in situations_of(sitting.game).lots(situation)]
    worth, refusal = playroom.coach.known(rules, situation), playroom.coach.refusal(rules, situation)
    if last.cost is None or worth is None:
        step = None if refusal else _counted(playroom, rules, person, situation)
        return Told(title, refusal, waiting=step, seen=seen)
    worth = worth.no_better_than(last.best or worth.best)
    verdict = advice.verdict(worth, last.decision, last.unit_cents)
    return Told(
        title,
        f"{verdict.sentence} {worth.why}",
        ev_rows(worth, {}, _full_unit(sitting, sitting.seat_of(person.id), last.unit_cents)),
        verdict=verdict,
        seen=seen,
        ways=advice.ways(last.game, last.situation, last.options),
    )


def _counted(playroom: Playroom, rules: Rules, person: Person, situation: Situation) -> Step:
    """Have it counted if nobody has asked for it, and look again until it is."""

    def changed(*_: object) -> None:
        playroom.hub.changed(f"coach:{person.id}")

    found = playroom.coach
    playroom.look_again(f"coach:{person.id}")
    if found.known(rules, situation) is None and not found.under_way(rules, situation):
        found.ask(rules, situation, changed, changed)
    return found.step_of(rules, situation)


def coach(playroom: Playroom, sitting: Sitting, person: Person) -> Markup:
    """When somebody wishes it: the value of each choice before the decision, else after it; and the tally."""
    person = playroom.store.person(person.id) or person
    return render(
        "coach",
        person=person,
        told=_told(playroom, sitting, person),
        modes=advice.MODES,
        mode_words=advice.MODE_WORDS[person.coach],
        tally=playroom.store.tally(person.id),
    )


def _full_unit(sitting: Sitting, seat: int, unit: int) -> int:
    played = sitting.table.round
    if played is None or seat not in played.wagers:
        return unit
    return played.wagers[seat].get(sitting.game.main.slug, unit)


@dataclass(frozen=True, slots=True)
class Valued:
    """A decision with its value, in money and in units of the game, and what it loses against the best."""

    name: str
    label: str
    money: str
    units: Fraction
    lost: str


def ev_rows(worth: Worth, labels: dict[str, str], unit: int) -> list[Valued]:
    """The values as rows, best first."""
    named = situations_of(game_of(worth.game)).named
    return [
        Valued(
            name,
            labels.get(name) or named(worth.situation, name),
            cents_of(value, unit),
            value,
            cents_of(-worth.cost(name), unit) if worth.cost(name) > worth.error else "",
        )
        for name, value in worth.values.items()
    ]


def settled(sitting: Sitting, seat: int) -> Markup:
    """One line for each bet of a seat that is settled, with the clause that decided it."""
    played = sitting.table.round
    if played is None or sitting.dealing or not seat or not sitting.chairs[seat].dealt:
        return Markup("")
    lines = [line for line in sitting.table.lines if line.seat == seat]
    beside = sitting.beside(seat)
    if not (lines or sitting.notes or beside or sitting.may_void):
        return Markup("")
    held = {sitting.game.sensor_bet} if sitting.voided and {*sitting.room.links[:1]} & {*beside} else set()
    return render(
        "settled",
        sitting=sitting,
        over=played.request is None,
        net=sitting.net_cents(seat),
        lines=[
            *(_beside(sitting, seat, link, cents) for link, cents in beside.items()),
            *(_at_table(sitting, line, played) for line in lines if line.bet not in held),
            *(
                _jackpot(sitting, seat, link, cents)
                for link, cents in sitting.jackpots(seat).items()
                if cents
            ),
        ],
        notes=sitting.notes,
        may_void=sitting.may_void,
        failed=sitting.chairs[seat].failed,
        others=sum(chair.dealt and bool(chair.person) for chair in sitting.chairs.values()) > 1,
    )


@dataclass(frozen=True, slots=True)
class SettledLine:
    """A settled wager: how it ended, what it was ahead, and by which clause."""

    seat: int
    name: str
    bet: str
    word: str
    odds: str
    net: int
    words: str
    reference: str
    clause: str
    table: str

    @property
    def tone(self) -> str:
        """The colour that repeats the sign."""
        return tone(self.net)


def _beside(sitting: Sitting, seat: int, link: str, cents: int) -> SettledLine:
    """A wager on the sensor of a further link, as a settled one."""
    return SettledLine(
        seat,
        f"{link_name(link)} jackpot {voice.short(cents)}",
        f"link-{link}",
        voice.OUTCOMES["collected"],
        "",
        -cents,
        f"Taken off its sensor before the deal; the Game Manager has it, on {link_name(link)}.",
        "All games, rule 3",
        next(clause.words for clause in ALL_GAMES if clause.number == 3),
        sitting.room.pays[link],
    )


def _jackpot(sitting: Sitting, seat: int, link: str, cents: int) -> SettledLine:
    """What a link paid a seat, as a settled line; the Game Manager has the award."""
    return SettledLine(
        seat,
        f"{link_name(link)} jackpot",
        f"won-{link}",
        voice.OUTCOMES["win"],
        "",
        cents,
        f"Paid by the Game Manager, on {link_name(link)}.",
        "All games, rule 3",
        next(clause.words for clause in ALL_GAMES if clause.number == 3),
        sitting.room.pays[link],
    )


def _at_table(sitting: Sitting, line: Line, played: Round) -> SettledLine:
    """A settled wager as this table calls it: that on its first link by the link's name."""
    found = settled_line(line, sitting.game, played)
    if not sitting.room.links or line.bet != sitting.game.sensor_bet:
        return found
    name = f"{link_name(sitting.room.links[0])} jackpot {voice.short(line.wager_cents)}"
    return replace(found, name=name)


def settled_line(line: Line, game: Game, played: Round) -> SettledLine:
    """A wager that the round settled."""
    table = played.rules.paytables.get(line.bet)
    rules_of = "All games" if line.ruling.game == "all-games" else game.name
    return SettledLine(
        line.seat,
        f"{game.bet(line.bet).name} {voice.short(line.wager_cents)}",
        line.bet,
        voice.OUTCOMES[line.outcome],
        str(line.odds) if line.odds and line.outcome == "win" else "",
        line.net_cents,
        capital(line.words),
        f"{rules_of}, rule {line.ruling.clause}",
        clause(line, game),
        table.designator if table else "",
    )


def table_panels(playroom: Playroom, sitting: Sitting, person: Person | None) -> list[Panel]:
    """All panels of a table page for one viewer."""
    name = sitting.room.name
    topic = f"play:{name}"
    found = [
        Panel("public", ("public", name), frozenset({topic}), lambda: public(sitting)),
        Panel(
            "signs",
            ("signs", name),
            frozenset(f"link:{link}" for link in sitting.room.links),
            lambda: signs(playroom, sitting),
        ),
        Panel(
            "jackpot-pays",
            ("jackpot pays", name),
            frozenset({f"figures:{name}"}),
            lambda: jackpot_pays(playroom, sitting),
            calm=frozenset(f"link:{link}" for link in sitting.room.links),
        ),
    ]
    if person is None:
        return [
            *found,
            Panel("console", ("console", name), frozenset({topic}), lambda: console(playroom, sitting, None)),
            Panel(
                "layout-pays",
                ("pays", name),
                frozenset({topic, f"figures:{name}"}),
                lambda: layout_pays(sitting),
            ),
        ]
    own = frozenset({f"{topic}:{person.id}"})
    coached = own | {f"coach:{person.id}"}
    seat_of = sitting.seat_of
    return [
        *found,
        Panel("spot", ("spot", name, person.id), own, lambda: spot(sitting, seat_of(person.id))),
        Panel("console", ("console", name, person.id), coached, lambda: console(playroom, sitting, person)),
        Panel("settled", ("settled", name, person.id), own, lambda: settled(sitting, seat_of(person.id))),
        Panel("coach", ("coach", name, person.id), coached, lambda: coach(playroom, sitting, person)),
        Panel(
            "layout-pays",
            ("pays", name, person.id),
            own | {topic, f"figures:{name}"},
            lambda: layout_pays(sitting, seat_of(person.id)),
        ),
        Panel("purse", ("purse", name, person.id), own, lambda: purse(playroom, person)),
    ]


def signs(playroom: Playroom, sitting: Sitting) -> Markup:
    """The meters of the table's links."""
    if playroom.floor is None or not sitting.room.links:
        return Markup("")
    from pitboss.web.play.jackpot import meters

    return render("signs", meters=meters(playroom.floor, sitting.room.links, sitting.room.name))


def purse(playroom: Playroom, person: Person) -> Markup:
    """Whose browser this is, and what they have."""
    now = playroom.store.person(person.id) or person
    return _purse(now.name, playroom.chips(now))


@lru_cache(maxsize=1024)
def _purse(name: str, chips_cents: int) -> Markup:
    return render("purse", name=name, chips=chips_cents)
