"""A dealer's keypad as a page shows it: one sentence, one live key, spots 1 to 7 and what each is paid."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pitboss.floor.service import GameManager
from pitboss.floor.views import (
    AwardSeen,
    ClaimSeen,
    Json,
    PaySeen,
    Sensor,
    TableSeen,
    as_json,
    extended,
    policy,
    table_view,
)
from pitboss.games import GAMES
from pitboss.jackpots import decide
from pitboss.jackpots.commands import Badge, Confirm, EndRound, HaltReason, Role
from pitboss.jackpots.config import Policy, SeatOrder
from pitboss.jackpots.controllers import Profile
from pitboss.jackpots.events import AwardPaid, RoundEnded
from pitboss.jackpots.refusals import Code, Refusal
from pitboss.jackpots.state import State
from pitboss.web.floor.phrases import Clock, hand, money, pay, sentence, short_money, table_name
from pitboss.web.spelling import link_name


@dataclass(frozen=True, slots=True)
class Key:
    """A big key: `live` can be pressed, `locked` says why not."""

    press: str
    name: str
    live: bool
    why: str
    icon: str


@dataclass(frozen=True, slots=True)
class Words:
    """What a generation of keypads calls its keys and steps."""

    spot: str
    start: str
    confirm: str
    end: str
    count: str
    steps: tuple[str, ...]


_WORDS = {
    Profile.NEXUS: Words(
        "Spot", "START GAME", "CONFIRM", "END GAME", "wagers", ("Wagers", "Locked", "Claims", "Card", "End")
    ),
    Profile.AQUARIUS: Words(
        "Seat",
        "COIN IN",
        "J-POT",
        "GAME OVER",
        "coins in",
        ("Coin in", "Hand", "Key JPH", "J-POT", "Key RUN", "Game over"),
    ),
}


@dataclass(frozen=True, slots=True)
class PayButton(PaySeen):
    """A hand's button: the figure on it, and where it comes from."""

    figure: str
    source: str


@dataclass(frozen=True, slots=True)
class Row(Sensor):
    """A sensor's row on the keypad."""

    title: str
    wager: str
    buttons: Sequence[PayButton]


@dataclass(frozen=True, slots=True)
class Claim(ClaimSeen):
    """A claim in its turn, with what stands in its way and whether an executive may go ahead of it."""

    link: str
    figure: str
    source: str
    blocked: str
    ahead: bool


@dataclass(frozen=True, slots=True)
class TrayPay(ClaimSeen):
    """What the dealer pays from the tray without a card."""

    link: str
    figure: str
    paid: str = ""


@dataclass(frozen=True, slots=True)
class Won(AwardSeen):
    """A confirmed win, by whose card, and how it was recorded paid."""

    link: str
    confirmer_card: str
    figure: str
    paid: str


@dataclass(frozen=True, slots=True)
class Envy:
    """What a seat gets for another's hand; which hand is told while the round is open."""

    link: str
    hand: str
    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A sensor of a spot."""

    link: str
    seat: int
    state: str
    word: str
    note: str


@dataclass(frozen=True, slots=True)
class Spot:
    """A spot with its sensors, and what is due there."""

    seat: int
    cells: Sequence[Cell]
    due: str
    note: str


@dataclass(frozen=True, slots=True)
class ToPay:
    """What to pay a spot, in cents by where it comes from, and what was recorded paid."""

    seat: int
    hands: str
    meter: int
    tray: int
    envy: int
    total: int
    paid: str


@dataclass(frozen=True, slots=True)
class Said:
    """The sentence over the keypad."""

    tone: str
    icon: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Keypad:
    """Everything the keypad of a table shows; `dealer` is whether its dealer is looking."""

    table: str
    name: str
    game: str
    aquarius: bool
    words: Words
    sensors: Sequence[Row]
    in_round: bool
    closed: str
    round_no: int
    claims: Sequence[Claim]
    turn: Claim | None
    won: Sequence[Won]
    tray: Sequence[TrayPay]
    jph: Sequence[str]
    recorded: Sequence[Won]
    face_up: str
    spots: Sequence[Spot]
    paylist: Sequence[ToPay]
    order: str
    folded: str
    pays_by: str
    dealer: bool

    @property
    def paying(self) -> bool:
        """Whether all is confirmed and the dealer pays."""
        return bool(self.won) and not self.claims and not self.jph

    @property
    def due_cents(self) -> int:
        """All that is still to be paid."""
        return sum(line.total for line in self.paylist)

    @property
    def keys(self) -> list[Key]:
        """The big keys."""
        return _keys(self)

    @property
    def state(self) -> Said:
        """What is to be done now."""
        return _sentence(self)

    @property
    def steps(self) -> list[tuple[str, str]]:
        """The steps of the round, up to the one that is now; the page marks what only it knows."""
        return _steps(self)


def keypad_view(floor: GameManager, name: str, dealer: bool) -> Keypad:
    """The keypad of a table."""
    table = table_view(floor, name)
    profile = Profile(table.controller or Profile.NEXUS)
    words, sensors = _WORDS[profile], table.sensors
    in_round = any(sensor.in_round for sensor in sensors)
    policies = {sensor.link: policy(floor, sensor.link) for sensor in sensors}
    claims = _claims(floor, name, sensors, policies)
    place = _place(next(iter(policies.values()), Policy()))
    awards = [_award(floor, sensor, award) for sensor in sensors for award in sensor.awards]
    won = sorted(
        (award for award in awards if award.state != "backed out"), key=lambda award: place * award.seat
    )
    tray = sorted(_tray(sensors), key=lambda pay: place * pay.seat)
    envy = [pay for sensor in sensors for pay in _envy(floor, name, sensor)]
    recorded = _recorded(sensors)
    return Keypad(
        table=name,
        name=table_name(name),
        game=GAMES[table.game].name,
        aquarius=profile is Profile.AQUARIUS,
        words=words,
        sensors=[_row(sensor) for sensor in sensors],
        in_round=in_round,
        closed=_closed(table),
        round_no=max((sensor.round_no for sensor in sensors), default=0),
        claims=claims,
        turn=next((claim for claim in claims if not claim.blocked), claims[0] if claims else None),
        won=won,
        tray=tray,
        jph=[sensor.link for sensor in sensors if sensor.at_jph],
        recorded=[award for award in won if (award.link, award.award_no) in recorded],
        face_up=_face_up(words, claims, won, tray, envy) if in_round else "",
        spots=[_spot(seat, sensors, claims, won, tray, envy) for seat in range(1, table.seats + 1)],
        paylist=sorted(_paylist(table.seats, [*won, *tray], envy), key=lambda line: place * line.seat),
        order=_order(policies, table.seats),
        folded=_folded(policies),
        pays_by="Pays by " + " and ".join(sensor.paytable for sensor in sensors) + ".",
        dealer=dealer,
    )


def _each(said: dict[str, str]) -> str:
    """What is said of each link, once if it is the same for all.

    >>> _each({"five-card": "yes", "holdem": "no"}), _each({"five-card": "no", "holdem": "no"})
    ("Five-Card: yes; Hold'em: no", 'no')
    """
    if len({*said.values()}) < 2:
        return next(iter(said.values()), "")
    return "; ".join(f"{link_name(link)}: {words}" for link, words in said.items())


def _folded(policies: dict[str, Policy]) -> str:
    """Whether a folded hand may win here: the house's choice for each jackpot, fixed before the round."""
    may = {True: "a folded hand qualifies", False: "a folded hand does not qualify"}
    return sentence(_each({link: may[decided.folded_hands_qualify] for link, decided in policies.items()}))


def _order(policies: dict[str, Policy], seats: int) -> str:
    """Whom to pay first.

    >>> _order({"five-card": Policy(), "holdem": Policy()}, 6)
    "dealer's right first, 6 to 1"
    """
    ways = {-1: f"dealer's right first, {seats} to 1", 1: f"dealer's left first, 1 to {seats}"}
    return _each({link: ways[_place(decided)] for link, decided in policies.items()})


def _place(decided: Policy) -> int:
    """Paying runs from the highest seat down, unless the house has turned it round."""
    return 1 if decided.seat_order is SeatOrder.LEFT_TO_RIGHT else -1


def _recorded(sensors: Sequence[Sensor]) -> list[tuple[str, int]]:
    """The awards that were recorded since the key was turned to JPH."""
    return [(sensor.link, award_no) for sensor in sensors for award_no in sensor.recorded_at_jph]


def _face_up(
    words: Words,
    claims: Sequence[Claim],
    won: Sequence[Won],
    tray: Sequence[TrayPay],
    envy: Sequence[Envy],
) -> str:
    """Which hands stay face up, and how long: until a card has verified it, to the end for envy.

    A pay of the dealer's alone is booked by the end of the round: its hand can be looked at until then.
    """
    pays_envy = {(pay.link, pay.hand) for pay in envy}
    paid: list[Won | TrayPay] = [*won, *tray]
    with_envy = [pay for pay in paid if (pay.link, pay.hand) in pays_envy]
    until_booked = [pay for pay in tray if pay not in with_envy]
    stay: tuple[tuple[Sequence[Claim | Won | TrayPay], str], ...] = (
        (claims, "verified"),
        (with_envy, f"{words.end} (envy)"),
        (until_booked, words.end),
    )
    parts = [
        f"{words.spot.lower()}{'s' * (len(hands) > 1)} "
        f"{' and '.join(str(one.seat) for one in hands)} until {until}"
        for hands, until in stay
        if hands
    ]
    if parts:
        return f"Face up: {'; '.join(parts)}. Lock up the rest."
    return "Lock up the cards of every hand." if won else ""


def _closed(table: TableSeen) -> str:
    """Why no round can start here, or nothing."""
    if table.shut:
        return table.shut[0]
    if not table.sensors:
        return no_sensors(table)
    if any(sensor.open and not sensor.locked for sensor in table.sensors):
        return ""
    return next(filter(None, map(_stopped, table.sensors)), "the link is closed")


def no_sensors(table: TableSeen) -> str:
    """Why a table has no sensor in force: its link was never taken over, or it has none."""
    coming = " and ".join(map(link_name, table.not_yet))
    return f"two people must take {coming} over first" if coming else "this table has no jackpot"


def _stopped(sensor: Sensor) -> str:
    """What stopped a sensor's link, or its table, more than that it was closed."""
    if sensor.halted:
        who = "; call a supervisor" if sensor.halted == HaltReason.LOSS else ""
        return f"{link_name(sensor.link)} is halted: {sensor.halted.replace('-', ' ')}{who}"
    if sensor.locked:
        return "locked after a gap in the round numbers; a supervisor frees it at the console"
    return ""


def _row(sensor: Sensor) -> Row:
    buttons = []
    for line in sensor.pays:
        figure, source = pay(line)
        buttons.append(extended(PayButton, line, figure=figure, source=source))
    wager = short_money(sensor.wager_cents or 0)
    return extended(Row, sensor, title=link_name(sensor.link), wager=wager, buttons=buttons)


def _claims(
    floor: GameManager, table: str, sensors: Sequence[Sensor], policies: dict[str, Policy]
) -> list[Claim]:
    """The open claims of the table in the order of each link, each with what stands in its way."""
    claims: list[Claim] = []
    for sensor in sensors:
        lines = {line.hand: pay(line) for line in sensor.pays}
        for claim in sensor.claims:
            figure, source = lines[claim.hand]
            blocked, ahead = _blocked(floor, table, sensor.link, claim)
            shown = {"link": sensor.link, "figure": figure, "source": source}
            claims.append(extended(Claim, claim, **shown, blocked=blocked, ahead=ahead))
    return sorted(claims, key=lambda claim: _place(policies[claim.link]) * claim.seat)


def _tray(sensors: Sequence[Sensor]) -> list[TrayPay]:
    """What the dealer pays from the tray without a card; the end of the round books it."""
    return [
        extended(TrayPay, claim, link=sensor.link, figure=short_money(claim.amount_cents))
        for sensor in sensors
        for claim in sensor.tray
    ]


def _blocked(floor: GameManager, table: str, link: str, claim: ClaimSeen) -> tuple[str, bool]:
    """Why nobody could confirm the claim now, and whether an executive could go ahead all the same."""
    now = floor.clock_us()
    anyone = Badge("anyone else", Role.EXECUTIVE, "any", now)
    state = _at_run(floor.state(link), table)  # Which key it waits for is another matter.
    outcome = decide(state, Confirm(table, claim.claim_no, claim.epoch, anyone), now)
    if isinstance(outcome, Refusal):
        return outcome.sentence, outcome.code is Code.EARLIER_CLAIM_OPEN
    return "", False


def _award(floor: GameManager, sensor: Sensor, award: AwardSeen) -> Won:
    link = sensor.link
    card = floor.state(link).awards[award.award_no].confirmed.by.card
    figure = next((pay(line)[0] for line in sensor.pays if line.hand == award.hand), "")
    paid = _paid(floor, link, award)
    return extended(Won, award, link=link, confirmer_card=card, figure=figure, paid=paid)


def _paid(floor: GameManager, link: str, award: AwardSeen) -> str:
    """When and by which card an award was recorded paid; the dealer pays what END GAME books."""
    entry = floor.journal.once(link, f"paid {award.award_no}") if award.state == "paid" else None
    if entry is None:
        return ""
    paid = entry.event
    assert isinstance(paid, AwardPaid)
    when = Clock(floor.floor.site.time_zone).time(paid.at_us)
    return f"PAID {when}, {paid.by.card}" if paid.by.card else ""


@dataclass(frozen=True, slots=True)
class SensorFacts:
    """What the keypad's script must know of a sensor to send commands."""

    open: bool
    in_round: bool
    at_jph: bool
    round_no: int
    losses: int
    wager_cents: int | None
    wager: str
    seats: Sequence[int]
    claims: Mapping[str, str]
    """The hand claimed by each seat."""
    won: Sequence[int]


def keypad_facts(view: Keypad) -> dict[str, SensorFacts]:
    """What the keypad's script must know, by link."""
    return {
        sensor.link: SensorFacts(
            open=sensor.open and not sensor.locked,
            in_round=sensor.in_round,
            at_jph=sensor.at_jph,
            round_no=sensor.round_no,
            losses=sensor.losses,
            wager_cents=sensor.wager_cents,
            wager=sensor.wager,
            seats=sensor.seats,
            claims={str(claim.seat): claim.hand for claim in (*sensor.claims, *sensor.tray)},
            won=[award.seat for award in view.won if award.link == sensor.link],
        )
        for sensor in view.sensors
    }


def facts_as_json(view: Keypad) -> Json:
    """The same as the script reads it."""
    return {link: as_json(facts) for link, facts in keypad_facts(view).items()}


def _envy(floor: GameManager, table: str, sensor: Sensor) -> list[Envy]:
    """The envy of the round: as paid at its end, or as its end would pay now."""
    if not sensor.in_round:
        return [Envy(sensor.link, "", pay.seat, pay.cents) for pay in sensor.envy]
    paying: list[AwardSeen | ClaimSeen] = [*sensor.awards, *sensor.tray]
    if not any(pay.amount_cents for pay in paying):
        return []
    state, tray = _at_run(floor.state(sensor.link), table), {claim.claim_no for claim in sensor.tray}
    by_press = {number: claim for number, claim in state.claims.items() if number in tray}
    settled = state._replace(claims=by_press)
    outcome = decide(settled, EndRound(table, sensor.round_no), floor.clock_us())
    if isinstance(outcome, Refusal):
        return []
    ended = outcome.events[-1]
    assert isinstance(ended, RoundEnded)
    return [Envy(sensor.link, pay.hand, pay.seat, pay.cents) for pay in ended.envy]


def _at_run(state: State, table: str) -> State:
    """The link as if the table's key were at RUN."""
    place = state.tables[table]
    return state._replace(tables=state.tables | {table: replace(place, jph=None)})


def _spot(
    seat: int,
    sensors: Sequence[Sensor],
    claims: Sequence[Claim],
    won: Sequence[Won],
    tray: Sequence[TrayPay],
    envy: Sequence[Envy],
) -> Spot:
    cells = [_cell(seat, sensor, claims, won, tray) for sensor in sensors]
    pays: list[Won | Claim | TrayPay] = [*won, *claims, *tray]
    own = sum(pay.amount_cents for pay in pays if pay.seat == seat)
    others = sum(pay.cents for pay in envy if pay.seat == seat)
    playing = any(seat in sensor.seats for sensor in sensors)
    note = "" if not playing else f"{short_money(own)} + envy" if own and others else "envy" if others else ""
    claimed = any(claim.seat == seat for claim in claims)
    return Spot(
        seat=seat,
        cells=cells,
        due=money(own + others) if own + others else "–",
        note=note or ("claimed" if claimed else "award" if own else "in" if playing else "no wager"),
    )


def _cell(
    seat: int, sensor: Sensor, claims: Sequence[Claim], won: Sequence[Won], tray: Sequence[TrayPay]
) -> Cell:
    """A sensor of a spot: what was won there, claimed or paid, or whether a wager lies on it."""
    mine = sensor.link, seat
    award = next((award for award in won if (award.link, award.seat) == mine), None)
    claim = next((claim for claim in claims if (claim.link, claim.seat) == mine), None)
    paid = next((pay for pay in tray if (pay.link, pay.seat) == mine), None)
    state, word, note = "empty", "", "empty"
    if not sensor.in_round:
        if sensor.locked or not sensor.open:
            state, note = "off", "closed"
    elif award:
        state, word, note = "won", "WON", award.figure
    elif claim:
        state, word, note = "claim", "CLAIM", claim.figure
    elif paid:
        state, word, note = "claim", "PAY", paid.figure
    elif seat in sensor.seats:
        state, word, note = "in", "IN", short_money(sensor.wager_cents or 0)
    return Cell(sensor.link, seat, state, word, note)


def _paylist(seats: int, won: Sequence[Won | TrayPay], envy: Sequence[Envy]) -> list[ToPay]:
    """What to pay whom."""
    lines = []
    for seat in range(1, seats + 1):
        mine = [award for award in won if award.seat == seat]
        tray = sum(award.amount_cents for award in mine if award.paid_from == "tray")
        meter = sum(award.amount_cents for award in mine) - tray
        paid = sum(award.amount_cents for award in mine if award.paid)
        others = sum(pay.cents for pay in envy if pay.seat == seat)
        if mine or others:
            hands = ", ".join(dict.fromkeys(hand(award.hand) for award in mine))
            told = "; ".join(dict.fromkeys(award.paid for award in mine if award.paid))
            total = meter + tray + others - paid
            lines.append(ToPay(seat, hands, meter, tray, others, total, told))
    return lines


def _keys(view: Keypad) -> list[Key]:
    words, turn, spot = view.words, view.turn, view.words.spot.lower()
    count = " + ".join(str(sensor.accepted) for sensor in view.sensors)
    mine = view.dealer
    stranger = "" if mine else "at the dealer's own keypad"
    start_why = f"locked with {count} {words.count} accepted" if view.in_round else view.closed
    start = Key(
        "start", words.start, not start_why and mine, start_why or stranger or "accept the wagers", "lock"
    )
    if turn is None:
        confirm = Key("confirm", words.confirm, False, "nothing to confirm", "card")
    elif turn.blocked:
        confirm = Key("confirm", words.confirm, False, turn.blocked, "lock")
    else:
        what = f"{spot} {turn.seat}, {money(turn.amount_cents)}"
        locked = view.aquarius and turn.link not in view.jph
        confirm = Key(
            "confirm", words.confirm, not locked, "turn the key to JPH first" if locked else what, "card"
        )
    open_seats = ", ".join(str(claim.seat) for claim in view.claims)
    if not view.in_round:
        end_why = "no round is open"
    elif view.claims:
        end_why = f"{len(view.claims)} open: {spot} {open_seats}"
    elif view.jph:
        end_why = "after the key is back at RUN"
    else:
        end_why = ""
    pays = f"when {money(view.due_cents)} is paid" if view.due_cents else "nothing to pay"
    return [
        start,
        confirm,
        Key("end", words.end, not end_why and mine, end_why or stranger or pays, "check"),
    ]


def _sentence(view: Keypad) -> Said:
    words, turn, spot = view.words, view.turn, view.words.spot.lower()
    recorded = ", ".join(f"award {a.award_no}, {money(a.amount_cents)}" for a in view.recorded)
    if turn:
        where, amount = f"{spot} {turn.seat}, {hand(turn.hand).lower()}", money(turn.amount_cents)
        if turn.blocked:
            return _say("alarm", "alarm", f"Claim waits: {where}", turn.blocked)
        if turn.link in view.jph:
            first = "Recorded; press J-POT for the next" if recorded else "Key at JPH: press J-POT"
            return _say("wait", "key", first, f"{where.capitalize()}, {amount}")
        how = "Turn the key to JPH, then press J-POT" if view.aquarius else "Show the hand, then CONFIRM"
        return _say("wait", "card", f"Claim open: {where}", how)
    if view.jph:
        first = "Recorded: turn the key to RUN" if recorded else "Nothing to record: turn the key to RUN"
        how = f"{recorded}, to be paid" if recorded else "the claim was cleared"
        return _say("wait", "key", first, sentence(how))
    if view.in_round and view.tray and not view.won:
        first = f"Pay from the tray, then {words.end}"
        return _say("ok", "check", first, "A second press on a hand takes it back")
    if view.in_round and view.won:
        if not view.due_cents:
            return _say("ok", "check", f"All is paid: {words.end}", "Nothing more is paid for this round.")
        first = f"All claims confirmed: pay, then {words.end}"
        return _say("ok", "check", first, sentence(f"{view.order}; envy last"))
    if view.in_round:
        count = " + ".join(str(sensor.accepted) for sensor in view.sensors)
        first = f"Locked: {count} {words.count} accepted"
        return _say("ok", "lock", first, "Take the jackpot chips and compare the count")
    if view.closed:
        return _say("alarm", "alarm", "No jackpot wagers now", view.closed)
    return _say("note", "chip", "Wagers open", f"Light a sensor for each chip; {words.start} accepts them")


def _say(tone: str, icon: str, first: str, second: str) -> Said:
    return Said(tone, icon, first, second)


def _steps(view: Keypad) -> list[tuple[str, str]]:
    steps = view.words.steps
    if not view.in_round:
        now = 0
    elif view.aquarius:
        claimed, paying = bool(view.claims), view.won or view.tray
        now = (3 if claimed else 4) if view.jph else 2 if claimed else 5 if paying else 1
    else:
        now = 3 if view.claims else 4 if view.won or view.tray else 2
    state = ["done"] * now + ["now"] + ["next"] * (len(steps) - now - 1)
    return list(zip(steps, state, strict=True))
