"""The shapes of all outputs; `python -m pitboss.schemas.shapes` writes their JSON Schemas anew.

Nothing is checked with these at run time: the tests hold real outputs of every verb against the schemas.
"""

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from pitboss.schemas import VERSIONS, file, identifier

Fraction = Annotated[str, Field(pattern=r"^-?\d+(/\d+)?$")]
Whole = Annotated[str, Field(pattern=r"^\d+$")]
Money = Annotated[str, Field(pattern=r"^-?\$\d{1,3}(,\d{3})*\.\d{2}$")]
ExactMoney = Annotated[str, Field(pattern=r"^-?\$\d{1,3}(,\d{3})*\.\d{2,8}$")]
Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class Shape(BaseModel):
    """An object whose keys are described where they are named."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class Output(Shape):
    """What a verb prints."""

    schema_: str = Field(alias="schema")


def optional() -> Any:
    """A key that may be absent."""
    return Field(default=None)


class Quantity(Shape):
    """A number that was counted: the fraction, and its decimal."""

    exact: Fraction | None
    """The fraction in lowest terms; null where the result is not exact."""
    value: float
    """Its decimal, rounded as binary numbers are."""
    error: float = optional()
    """Only where the result is not exact: the bound of its absolute error."""


class Measured(Shape):
    """A number that was simulated: never a fraction."""

    value: float
    standard_error: float | None
    """Null where too little was simulated to tell."""
    count: int
    """How many it was counted in."""


class Deviation(Shape):
    """The root of a variance."""

    value: float
    error: float = optional()
    """Only where the variance is not exact: the bound of its absolute error."""


class Process(Shape):
    """What wager figures are of, where a meter makes a difference from wager to wager."""

    kind: Literal["next-wager", "long-run"]
    words: str
    """With the meters or rates."""


class Figure(Quantity):
    """A further number with its name."""

    name: str
    unit: str
    """Of what, e.g. dollars; empty for a plain number."""


class Decision(Shape):
    """A decision by its name."""

    name: str


class DecisionFrequency(Decision):
    """How often optimal play takes a decision, of all rounds."""

    frequency: Quantity


class BetValue(Shape):
    """What a bet of the base game is worth, per Ante."""

    bet: str
    expected_value: Quantity


class PrintedLine(Shape):
    """A line of the paytable as it was read."""

    hand: str
    pays: str


class Outcome(Shape):
    """One way a bet can end."""

    name: str
    combinations: Whole
    """How many of the equally likely cases, as text: it may be larger than 2^53."""
    combinations_error: Whole = optional()
    """Only where they stand between bounds: by how many they may be off."""
    probability: float
    """Combinations divided by the sheet's combinations."""
    pays: str
    net: Fraction | None
    """What the player is ahead, in bets; null where a meter moves it from wager to wager."""
    mean_net: Quantity = optional()
    """Only where a meter moves it: its mean."""
    mean_squared_net: Quantity = optional()
    """Only there: the mean of its square."""
    return_: float = Field(alias="return")
    """Net, or its mean, times probability."""


class Net(Shape):
    """A net result and its cases."""

    net: Fraction
    combinations: Whole
    probability: float


class Sheet(Shape):
    """All figures of a bet, per unit of it; a base game's unit is the Ante (Switch: one hand's wager)."""

    game: str
    bet: str
    paytable: str | None
    """The designator; null where the bet has none."""
    approved: bool
    """Whether everything is as approved; otherwise the sheet is for analysis only."""
    lines: list[PrintedLine]
    options: dict[str, str]
    process: Process | None
    """What wager all figures of this object are of; null where they are of every wager."""
    house_edge: Quantity
    expected_value: Quantity
    hit_frequency: Quantity | None
    standard_deviation: Deviation | None
    variance: Quantity | None
    element_of_risk: Quantity
    """What the house keeps per unit of all money wagered."""
    average_wagered: Quantity
    house_edge_initial: Quantity = optional()
    """Base games only: per unit of all money wagered before the deal."""
    decisions: list[DecisionFrequency]
    expected_by_bet: list[BetValue]
    combinations: Whole
    """All equally likely cases, as text."""
    outcomes: list[Outcome]
    distribution: list[Net]
    figures: list[Figure]
    measured: list[str] = optional()
    """The figures, by name, of which simulations have measured the error and nothing proves a bound."""
    unmet: bool = optional()
    """True where one engine has counted it, and no second method could meet its figures."""
    stated: dict[str, str]
    """The figures the approval prints, to the printed digits."""
    verdict: Literal["agrees", "differs", "unspecified"] | None
    method: str
    sources: list[str]
    notes: list[str]
    version: str
    """Of the program."""


class Par(Output, Sheet):
    """`pitboss par`: the par sheet of a bet."""

    joint: Sheet = optional()
    """Side bets that depend on decisions: the same figures when both bets are played for together."""
    next_wager: Sheet = optional()
    """Beside a sheet of the long run: the same figures of the next wager, the meters as they stand."""
    digest: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    """SHA-256 over the canonical JSON (sorted keys, no spaces) of everything else in this output."""


class Change(Shape):
    """One line with another pay, and the edge that gives."""

    line: str
    printed: str
    pays: str
    house_edge: Quantity


class TargetEdge(Output):
    """`pitboss par --target-edge`: the best change of each line, the nearest to the target first."""

    game: str
    bet: str
    paytable: str
    target_edge: Quantity
    house_edge: Quantity
    """As it is, before any change."""
    changes: list[Change]
    notes: list[str]
    """Among them whether the nearest two changes can be told apart."""


class DecisionValue(Decision):
    """What a decision is worth, in Antes (Switch: one hand's wagers), if all that follows is played best."""

    expected_value: Quantity
    cost: Quantity
    """What it gives up against the best decision."""


class Ev(Output):
    """`pitboss ev`: the value of every decision open in a situation."""

    game: str
    situation: str
    options: dict[str, str]
    decisions: list[DecisionValue]
    best: str
    """The name of the best decision."""
    notes: list[str]


class Chart(Shape):
    """A table to look a decision up in."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    legend: str


class RuleSet(Shape):
    """Rules a person can remember, and what following them gives up."""

    name: str
    sentences: list[str]
    expected_value: Quantity
    cost: Quantity


class Strategy(Output):
    """`pitboss strategy`: optimal play of a base game, in Antes."""

    game: str
    options: dict[str, str]
    expected_value: Quantity
    charts: list[Chart]
    rules: list[RuleSet]
    notes: list[str]


class Finding(Output):
    """One figure the approval states, beside the computed one."""

    game: str
    bet: str
    paytable: str
    figure: str
    stated: str
    computed: Quantity
    verdict: Literal["agrees", "differs", "unspecified"]
    note: str


class SimulatedBet(Shape):
    """A bet in units of its wager; `base` is the base game per Ante, `all` everything that is laid."""

    bet: str
    wager: Money
    wager_cents: int
    mean: float
    """Simulated, so a plain number with its standard error."""
    standard_error: float
    expected_value: Quantity | None
    """Null where the analysis does not count this play."""
    deviations: float | None
    """How many standard errors the mean is from the expected value."""
    contradicted: bool
    """Whether, after 100,000 rounds or more, mean and expected value can't both be right."""


class SimulatedDecision(Decision):
    """How often a decision was taken, of all seats and rounds."""

    simulated_frequency: float
    frequency: Quantity | None
    """How often it is taken in all; null where the analysis does not count this play."""


class Sessions(Shape):
    """Sessions of one seat, from the first 16.8 million rounds."""

    count: int
    session_rounds: int
    """In each."""
    mean_result: Money
    mean_result_cents: int
    result_deviation: Money
    """The standard deviation of their results."""
    result_deviation_cents: int
    ahead: Measured
    """The share of sessions that end with a win."""
    percentiles: dict[str, Money]
    percentiles_cents: dict[str, int]
    bankroll_for_risk: dict[str, Money]
    """By risk of ruin, the bankroll that lasts."""
    bankroll_for_risk_cents: dict[str, int]
    risk_of_ruin: dict[str, Measured]
    """By bankroll, as asked with --bankroll."""


class Spread(Shape):
    """A mean and the 5th and 95th percentile."""

    mean: float
    low: float
    high: float


class Period(Shape):
    """What the house wins in so many hours."""

    hours: int
    count: int
    """Of such periods."""
    win: dict[str, Money]
    """Mean, and low and high: the 5th and 95th percentile."""
    win_cents: dict[str, int]
    hold: Spread
    """Of all that is wagered."""
    behind: Measured
    """The share of periods in which the house loses."""


class Simulate(Output):
    """`pitboss simulate`: rounds dealt, beside the exact values."""

    game: str
    rounds: int
    """That were dealt; fewer than asked for when interrupted."""
    interrupted: bool
    shuffle_seed: str
    """The text from which the rounds are drawn (--seed)."""
    seats: int
    strategy: str
    """`optimal`, or the rules as text."""
    options: dict[str, str]
    paytable_by_bet: dict[str, str]
    approved: bool
    departures: list[str]
    """What is not as approved."""
    wager_by_bet: dict[str, Money]
    wager_by_bet_cents: dict[str, int]
    seconds: float
    """What the rounds took, without getting ready."""
    preparing_seconds: float
    """Getting ready: compiling kernels, counting the best play and the exact values."""
    resumed_rounds: int
    """Those that an earlier run had done (--resume)."""
    rounds_per_second: int | None
    """Of the rounds of this run, over `seconds`."""
    bets: list[SimulatedBet]
    contradiction: str
    """The bets whose mean and expected value can't both be right, as a sentence; empty where all agree."""
    notes: list[str]
    """Pays that are rounded down to the cent at these wagers; the exact values know it."""
    decisions: list[SimulatedDecision]
    wagered_per_round: float
    """What a seat lays in a round on average, in dollars."""
    sessions: Sessions | None
    house: list[Period]


class BackToBack(Shape):
    """The chance that another full award comes so soon."""

    within_a_day: float
    within_a_week: float


class Level(Shape):
    """What one meter does."""

    level: str
    chance: Quantity
    """That a wager wins all of it."""
    wagers_to_award: Quantity
    hours_to_award: dict[str, float]
    """The mean, and within how many hours 10, 50, 90 and 99 per cent of full awards come."""
    growth: Quantity
    """What a wager adds less what fixed pays take, as a share of the wager."""
    growth_per_hour: float
    """In dollars."""
    must_run_dry: bool
    """Whether fixed pays take as much as the meter gets, or more."""
    mean_award: Quantity
    """In dollars, what the house makes up in a dry meter counted; exact where no fixed pay comes from it."""
    break_even: Quantity
    """The meter, in dollars, at which the next wager is worth what it costs."""
    mean_reserve: Quantity
    """In dollars, at a reseed."""
    awards: int
    """Full awards that were simulated."""
    award: dict[str, Money]
    """Their mean and their 5th, 50th and 95th percentile; empty where none came."""
    award_cents: dict[str, int]
    runs_dry: Measured | None
    """The share of simulated full awards before which it could not pay what it owed; null without one."""
    back_to_back: BackToBack


class SimulatedMeter(Shape):
    """What the simulated wagers did."""

    wagers: int
    interrupted: bool
    measured_house_edge: float
    standard_error: float | None
    """Null where too few months were simulated to tell."""
    short_awards: int
    topped_up: Money
    topped_up_cents: int
    awards_by_hand: dict[str, int]
    months: dict[str, Money]
    """What the house won in a month of 720 hours: mean, 5th, 50th and 95th percentile."""
    months_cents: dict[str, int]


class Life(Shape):
    """The life of a jackpot under the rates of the house."""

    paytable: str
    wager: Money
    wager_cents: int
    rates: dict[str, Quantity]
    """By level, as a share of the wager."""
    reserves: dict[str, Quantity]
    seeds: dict[str, Money]
    seeds_cents: dict[str, int]
    wagers_per_hour: int
    hit_frequency: Quantity
    long_run_house_edge: Quantity
    """With what the house makes up in a dry meter, envy apart; exact where no fixed pay comes from it."""
    made_up: Quantity
    """What that is, of each dollar wagered."""
    assumed: list[str]
    """What was left out and what was taken for it, in sentences."""
    notes: list[str]
    """Whose rules these are, where no approval holds them."""
    simulated: SimulatedMeter
    levels: list[Level]


class Meter(Output):
    """`pitboss meter`: a life for each paytable and rate."""

    meters: list[Life]


class Condition(Shape):
    """One condition of the approval."""

    applies_to: Literal["all", "commercial", "tribal"]
    topic: str
    before: Literal["play", "sale", "change"]
    words: str


class Entry(Shape):
    """One approved game."""

    number: int
    name: str
    game: str | None
    """The slug under which it is playable; null where it is not."""
    note: str
    aliases: list[str]
    playable: bool
    standing: Literal[
        "playable from the approval",
        "playable from public rules",
        "public rules, not playable yet",
        "partly public",
        "name only",
    ]


class Games(Output):
    """`pitboss games`: the catalogue of the approval."""

    regulator: str
    submission: str
    approved_on: Day
    conditions: list[Condition]
    games: list[Entry]


class Odds(Shape):
    """What is paid for each `denominator` of the stake; with `stake_back` the stake comes back too."""

    numerator: int
    denominator: int
    stake_back: bool


class OddsPay(Odds):
    """A pay by odds: 500 to 1, 9 for 1, or 0 to 1 for a push."""

    kind: Literal["odds"]


class SharePay(Shape):
    """A share of a meter level."""

    kind: Literal["share"]
    share: Quantity
    level: str


class FixedPay(Shape):
    """A fixed amount, from the meter or else from the tray."""

    kind: Literal["fixed"]
    amount: Money
    amount_cents: int
    from_meter: bool


class PayByHands(Shape):
    """Odds by the number of hands dealt, the dealer's included."""

    kind: Literal["by-hands"]
    odds: dict[str, Odds]


class PayLine(Shape):
    """One line of a paytable."""

    hand: str
    title: str
    """The hand in words."""
    pays: str
    pay: OddsPay | SharePay | FixedPay | PayByHands
    """The same in numbers."""
    envy: Money = optional()
    """What the others at the table get for it."""
    envy_cents: int = optional()
    printed: str = optional()
    """The pay as printed, where our reading departs from the print."""
    note: str = optional()


class Spot(Shape):
    """A bet of a game."""

    game: str
    bet: str


class Source(Shape):
    """Where a table is printed."""

    title: str
    """Letter, enclosure and section, with the file last."""
    file: str
    first_line: int
    last_line: int
    heading: str


class Paytable(Shape):
    """A paytable of a bet."""

    paytable: str
    title: str
    game: str
    bet: str
    also_at: list[Spot]
    use: str | None
    generations: list[str]
    aliases: list[str]
    approved: bool
    certainty: Literal["read", "inferred", "unconfirmed"] | None
    """Of a table from public texts, how sure it is."""
    houses_own: bool
    """Whether the house entered it for a bet of which no pay scale is public."""
    table_version: int
    """Which version of the table this is."""
    earlier: list[str]
    """What each earlier version was."""
    fingerprint: str
    """A digest of all that decides a pay."""
    decks: int | None
    wager: Money | None
    """The fixed wager, where there is one."""
    wager_cents: int | None
    seed: Money | None
    seed_cents: int | None
    lines: list[PayLine]
    stated: dict[str, str]
    printed_in: list[Source]
    notes: list[str]


class Bet(Shape):
    """A bet on the layout."""

    bet: str
    name: str
    kind: Literal["base", "side", "jackpot"]
    words: str
    required: bool
    laid: Literal["before the deal", "in the round"]
    multiples: list[int]
    reference: str
    """Text and line, 002:133."""


class Clause(Shape):
    """A numbered clause of the rules, in our words."""

    clause: int
    words: str


class Rules(Output):
    """`pitboss rules`: a game's bets, options, procedure and paytables."""

    game: str
    name: str
    summary: str
    source: str
    rules_from: Literal["approval", "public", "own"]
    """Whether the rules are an approval's, those of public texts, or one's own."""
    max_seats: int
    options: dict[str, str]
    """As chosen with -o, the others as they are without; clauses and bets are those of these."""
    bets: list[Bet]
    listed: list["Listed"]
    """Bets that are not offered before the house has entered what they pay."""
    decisions: list[Decision]
    choices: list["Option"]
    """The options there are."""
    clauses: list[Clause]
    all_games: list[Clause]
    """Clauses that hold for all games."""
    paytables: dict[str, list[Paytable]]
    """By bet."""
    shufflers: list[str]
    jackpot_procedure: list["Step"]


class Listed(Shape):
    """A bet of which no pay scale is public."""

    bet: str
    name: str
    words: str
    why: str
    """Why it is not offered, and what to do."""


class Outside(Shape):
    """A value that is for analysis only."""

    setting: str
    words: str
    """Why, with the sentence that decides."""
    beside: str = optional()
    """Only beside this other option, `name=value`."""


class Option(Shape):
    """A choice the house makes before the round."""

    option: str
    values: list[str]
    default: str
    words: str
    any_order: bool
    """Whether the values may come in any order."""
    amounts: bool
    """Whether a value may also be an amount of whole dollars."""
    outside: list[Outside]


class Step(Shape):
    """A step of the jackpot procedure, at either generation of equipment."""

    step: str
    aquarius: str
    nexus: str
    reference: str


class BetTotal(Shape):
    """What came of a bet over all rounds, for the players."""

    bet: str
    count: int
    """Of wagers."""
    wagered: Money
    wagered_cents: int
    paid: Money
    paid_cents: int
    returned: Money
    """Of the stakes."""
    returned_cents: int
    players_net: Money
    players_net_cents: int


class Play(Output):
    """`pitboss play --auto`: totals of the rounds that bots played."""

    game: str
    rounds: int
    seats: int
    bets: list[BetTotal]
    claims: int
    """Jackpot hands."""
    house_win: Money
    house_win_cents: int
    sensors: Money
    """The jackpot wagers."""
    sensors_cents: int
    notes: list[str]
    """Whose rules these are, where no approval holds them."""
    played_by: str
    """How the bots played: rules as text, or a sentence."""


class Told(Shape):
    """A round in its one-line notation, and the story it tells."""

    round: str
    story: list[str]


class Replay(Output):
    """`pitboss play --replay`: the rounds of a journal, told."""

    game: str
    stories: list[Told]
    notes: list[str]
    """Whose rules these are, where no approval holds them."""


class FloorInit(Output):
    """`pitboss floor init`: the file that was written."""

    file: str


class Opening(Shape):
    """Whether a table may open."""

    table: str
    may_open: bool


class ComplianceFinding(Shape):
    """What the approval or the regulation has to say about something on the floor."""

    severity: Literal["refused", "warning", "advice", "note"]
    rule: str
    where: str
    sentence: str


class FloorCheck(Output):
    """`pitboss floor check`: a floor file against the approval and the regulation."""

    floor: str
    verdict: Literal["refused", "may open"]
    tables: list[Opening]
    findings: list[ComplianceFinding]


class MeterLevel(Shape):
    """A meter as it stands."""

    level: str
    meter: ExactMoney
    meter_units: int
    """In millionths of a cent."""
    reserve: ExactMoney
    reserve_units: int


class Link(Shape):
    """A link as of its last entry."""

    link: str
    state: str
    last_entry: int
    """Its number in the journal of the link."""
    levels: list[MeterLevel]
    open_claims: int
    unpaid_awards: int
    unsigned_days: list[Day]


class FloorStatus(Output):
    """`pitboss floor status`: links and meters as the journal has them."""

    links: list[Link]


class Journal(Shape):
    """A journal that was verified."""

    ledger: str
    entries: dict[str, int]
    """By link."""
    checkpoints: int
    """Signed heads that agree."""
    snapshots: int
    verifier: str
    """The public key that signs for it."""


class Records(Shape):
    """The records of a floor's people that were verified."""

    audit_lines: int
    people: int


class Holds(Output, Journal):
    """A journal that holds, and the records beside it."""

    verdict: Literal["holds"]
    records: Records | None


class Broken(Output):
    """The first entry that does not agree with the rest."""

    verdict: Literal["broken"]
    link: str
    entry: int
    why: str


class FloorBackup(Output, Journal):
    """`pitboss floor backup`: what the copy holds."""

    backup: str
    people: int
    dropped: list[str]
    """Older backups of the same name pattern that `--keep` deleted."""


class FloorArchive(Output):
    """`pitboss floor archive`: what left the database."""

    archive: str
    moved_to: dict[str, int]
    """By link, the last entry that is in the archive alone."""


class Lost(Shape):
    """A link's entries after `kept` are lost; up to `known`, or null where nothing tells."""

    kept: int
    known: int | None


class FloorRestore(Output, Journal):
    """`pitboss floor restore`: what was put in place."""

    backup: str
    database: str
    people: int
    staff_us: int | None
    """As of when people and cards are, in microseconds since 1970; null where the backup holds none."""
    still_revoked: list[str]
    new_key: bool
    """Whether the ledger's key was not there, so that a new one signs."""
    lost: dict[str, Lost]
    """By link; empty where nothing is lost."""
    lines_lost: int
    """Lines of the audit that are known to have been written after the backup."""


class Closed(Shape):
    """A gaming day that was signed off."""

    link: str
    day: Day


class FloorCloseDay(Output):
    """`pitboss floor close-day`: the gaming days that were signed off."""

    closed: list[Closed]


class AdministratorCard(Shape):
    """An administrator's card that was not revoked."""

    person: str
    card: str
    """Its label."""
    state: str


class OneTimeCode(Shape):
    """With what the PIN of a card is chosen, within a day."""

    card: str
    code: str


class FloorAdministrator(Output):
    """`pitboss floor administrator`: who administers the floor, and the code that `--new-code` made."""

    administrators: list[AdministratorCard]
    """None where no administrator is left."""
    new_code: OneTimeCode | None


class CheckedBet(Shape):
    """What is known of a bet."""

    bet: str
    dealt: bool
    """Whether tables take it."""
    house_edge: Quantity | None
    kind: Literal["exact", "by one method", "bounded", "not counted", "listed"]
    """`listed`: no pay scale is public, and the house enters its own."""
    estimated_seconds: float | None
    """How long its counts say they take before they begin; null where none says so, or all is kept."""
    seconds: float | None
    """How long the figure took."""
    chart: bool | None
    """Whether the best play has a chart; null of a bet without decisions of its own."""
    simulated_by: Literal["best play", "by its rules", "only if asked"] | None
    """How it is played by the million if nobody says how; null where no table takes it."""
    why: str | None
    """Why there is no figure."""
    why_no_chart: str | None
    """Why there is no chart."""


class Check(Output):
    """`pitboss check`: a folder that describes a game."""

    folder: str
    game: str
    name: str
    bets: list[CheckedBet]
    not_simulated: str | None
    """Why the best play is not simulated unless asked for; null where it is."""


class CertificateFinding(Shape):
    """Whether one thing about a certificate holds."""

    part: Literal["code", "log", "questions", "marks"]
    holds: bool | None
    """Null where it can't be told."""
    sentence: str


class Certificate(Output):
    """`pitboss certificate`: a certificate of the dealer's school against its house and its own log."""

    file: str
    verdict: Literal["holds", "altered", "does not add up", "not checked"]
    """`holds` only if the code was checked by the key of a house and nothing speaks against the log."""
    name: str
    game: str
    passed: bool
    findings: list[CertificateFinding]
    proves: list[str]
    """Nothing unless it holds."""
    does_not_prove: list[str]


class Warm(Output):
    """`pitboss warm`: what was compiled."""

    compiled: int
    """Modules that had not been compiled yet."""
    seconds: float
    ready: bool


class BenchRow(Shape):
    """One contender on one task."""

    task: str
    contender: str
    rate: float
    """In the report's unit."""
    ratio: float
    """How many times faster ours is."""
    target: str
    note: str


class Bench(Output):
    """`pitboss bench TOPIC`: speeds beside public peers."""

    title: str
    unit: str
    results: list[BenchRow]


class BenchTopics(Output):
    """`pitboss bench`: what can be measured."""

    topics: list[str]


SHAPES: dict[str, Any] = {
    "games": Games,
    "rules": Rules,
    "play": Play,
    "replay": Replay,
    "par": Par,
    "target-edge": TargetEdge,
    "ev": Ev,
    "strategy": Strategy,
    "audit": Annotated[
        list[Finding], Field(title="Audit", description="`pitboss audit`: every stated figure, as a list.")
    ],
    "simulate": Simulate,
    "meter": Meter,
    "floor-init": FloorInit,
    "floor-check": FloorCheck,
    "floor-status": FloorStatus,
    "floor-verify": Annotated[
        Holds | Broken, Field(title="FloorVerify", description="`pitboss floor verify`: the whole journal.")
    ],
    "floor-backup": FloorBackup,
    "floor-archive": FloorArchive,
    "floor-restore": FloorRestore,
    "floor-close-day": FloorCloseDay,
    "floor-administrator": FloorAdministrator,
    "check": Check,
    "certificate": Certificate,
    "warm": Warm,
    "bench": Bench,
    "bench-topics": BenchTopics,
}
assert set(SHAPES) == set(VERSIONS)


def made(name: str) -> dict[str, Any]:
    """The JSON Schema of an output, made from its shape."""
    found = TypeAdapter(SHAPES[name]).json_schema(by_alias=True)
    _plain(found, identifier(name))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": identifier(name),
        **found,
    }


def _plain(part: Any, identity: str) -> None:
    """Leave out what only repeats a key, and say which schema an output names."""
    if isinstance(part, list):
        for one in part:
            _plain(one, identity)
    if not isinstance(part, dict):
        return
    for key, value in (part.get("properties") or {}).items():
        value.pop("title", None)
        if value.get("default", "") is None:
            del value["default"]
        if key == "schema":
            value.update({"const": identity})
    for value in part.values():
        _plain(value, identity)


def main() -> None:
    """Write all schemas beside this module."""
    for name in SHAPES:
        file(name).write_text(json.dumps(made(name), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
