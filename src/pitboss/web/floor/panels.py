"""What each page of the console shows, as values that its template reads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from pitboss.floor import views
from pitboss.floor.duties.alarms import Alarm
from pitboss.floor.duties.deposits import Worksheet
from pitboss.floor.duties.losses import Loss
from pitboss.floor.duties.notices import Notice
from pitboss.floor.duties.readings import Reading
from pitboss.floor.records.audit import Line
from pitboss.floor.staff.people import StaffMember
from pitboss.floor.staff.proposals import Moved
from pitboss.jackpots.commands import HaltReason, PayMethod, Target


@dataclass(frozen=True, slots=True)
class Meter(views.LinkLevel):
    """A level with a small picture of its last month."""

    spark: Markup


@dataclass(frozen=True, slots=True)
class Meters:
    """A link's meters at a glance."""

    link: str
    paytable: str
    wager_cents: int | None
    tables: Sequence[str]
    open: bool
    levels: Sequence[Meter]


@dataclass(frozen=True, slots=True)
class OpenClaim(views.ClaimSeen):
    """A claim and its link."""

    link: str


@dataclass(frozen=True, slots=True)
class Unpaid(views.AwardSeen):
    """An award to be paid, its link, and how often its win page was printed."""

    link: str
    copies: int


@dataclass(frozen=True, slots=True)
class OneAward(views.AwardEntry):
    """An award, its entry and its link."""

    link: str


@dataclass(frozen=True, slots=True)
class ListedAward(OneAward):
    """The same in a list, with how often its win page was printed."""

    copies: int


@dataclass(frozen=True, slots=True)
class Told:
    """An entry of the journal as one word and one sentence."""

    link: str
    seq: int
    at_us: int
    hash: str
    word: str
    sentence: str


@dataclass(frozen=True, slots=True)
class TableTile:
    """A table at a glance."""

    name: str
    game: str
    tone: str
    icon: str
    word: str
    what: str


@dataclass(frozen=True, slots=True)
class Glance:
    """The floor at a glance."""

    links: Sequence[Meters]
    claims: Sequence[OpenClaim]
    executive: int
    unpaid: Sequence[Unpaid]
    unpaid_cents: int
    alarms: Sequence[Alarm]
    notices: Sequence[Notice]
    tables: Sequence[TableTile]
    in_play: int
    links_open: int
    variance: int
    checked: str
    journal: Sequence[Told]
    proposals: int
    deposits_due: int
    unsigned: int
    day: str


@dataclass(frozen=True, slots=True)
class Awards:
    """The awards of all links, newest first."""

    awards: Sequence[ListedAward]
    methods: Sequence[PayMethod]
    links: Sequence[str]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A request that waits for a second person."""

    number: int
    link: str
    made_us: int
    who: str
    role: str
    what: str
    about: str
    serves: str
    explanation: str
    reason: str
    reference: str
    preview: Sequence[Moved]
    refusal: str


@dataclass(frozen=True, slots=True)
class OpenRound:
    """A round that could be voided."""

    table: str
    link: str
    round_no: int


@dataclass(frozen=True, slots=True)
class Adjustments:
    """What waits for a second person, and what can be asked for."""

    waiting: Sequence[Waiting]
    links: Sequence[views.LinkSeen]
    tables: Sequence[OpenRound]
    reasons: Sequence[str]
    targets: Sequence[Target]


@dataclass(frozen=True, slots=True)
class AskClock:
    """What must be asked about the clock."""

    now: str
    links: Sequence[str]


@dataclass(frozen=True, slots=True)
class Locked:
    """A locked table, and the round it would go on at."""

    table: str
    next: int


@dataclass(frozen=True, slots=True)
class Held:
    """What a link that left the file still holds, to be moved out whole."""

    level: str
    target: str
    epoch: int
    units: int
    reasons: Sequence[str]


@dataclass(frozen=True, slots=True)
class LinkPanel(views.LinkSeen):
    """A link's set-up and history, and what can be done with it."""

    charts: Sequence[tuple[str, Markup]]
    locked: Sequence[Locked]
    due: Mapping[str, int]
    plan: Sequence[tuple[str, str, str]]
    loss: Loss | None
    held: Sequence[Held]


@dataclass(frozen=True, slots=True)
class Links:
    """The links: set-up, history, opening and closing."""

    links: Sequence[LinkPanel]
    clock: AskClock | None
    halts: Sequence[HaltReason]


@dataclass(frozen=True, slots=True)
class Alarms:
    """What rang, and the malfunctions with their clocks."""

    notices: Sequence[Notice]
    open: int
    alarms: Sequence[Alarm]


@dataclass(frozen=True, slots=True)
class Staff:
    """People, cards, and what was done with them."""

    staff: Sequence[StaffMember]
    audit: Sequence[Line]


@dataclass(frozen=True, slots=True)
class Found:
    """What a search in the journal found; older entries go on `before` a number."""

    entries: Sequence[Told]
    before: int | None
    links: Sequence[str]
    link: str
    words: str


@dataclass(frozen=True, slots=True)
class LinkDays(views.Days):
    """A link's days with what is checked, deposited and read."""

    checks: Sequence[tuple[str, bool, str]]
    sheet: Worksheet
    closed: Sequence[str]
    levels: Sequence[str]
    read: Sequence[Reading]


@dataclass(frozen=True, slots=True)
class DayPage:
    """Gaming days, reconciliation, deposits and reports."""

    links: Sequence[LinkDays]


@dataclass(frozen=True, slots=True)
class SignLevel(views.LevelSeen):
    """A meter over the tables, with the hand that wins most of it."""

    top: str


@dataclass(frozen=True, slots=True)
class Sign(views.Display):
    """What hangs over the tables of a link, with the words beside the figures."""

    meters: Sequence[SignLevel]
    tables: str
    folded: bool
