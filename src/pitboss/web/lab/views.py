"""What the pages of the laboratory show: frozen values, whose fields their templates know by name.

A page is made of several: what it begins with is there while its result is still counted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from pitboss.analysis.audit import Finding
from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.registry import AnalysisOption
from pitboss.analysis.results import Chart, Strategy, Values
from pitboss.analysis.sessions import Session
from pitboss.cards import Card
from pitboss.paytables import Paytable
from pitboss.web.lab import business, calculator, simulating
from pitboss.web.lab.jobs import Job
from pitboss.web.lab.setup import SetUp
from pitboss.web.lab.sheets import Cell, ChangeRow, Headline, OutcomeRow, TableRow
from pitboss.web.lab.strategies import HandCell

if TYPE_CHECKING:
    from pitboss.simulation.projected import Projected
    from pitboss.web.lab.meters import Projection


@dataclass(frozen=True, slots=True)
class Waiting:
    """What the page waits for; nothing once its result is there."""

    job: Job | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """Why there is no page."""

    sentence: str
    again: str
    failed: bool


@dataclass(frozen=True, slots=True)
class NotCounted:
    """How much there would be to count, or why it is not, and what is known all the same."""

    size: str
    bounds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Longer:
    """Whether it may be counted all the same, by whoever waits for it."""

    offered: bool


@dataclass(frozen=True, slots=True)
class Bench:
    """A bet on the bench."""

    set_up: SetUp
    heading: str
    bets: Sequence[str]
    listed: Mapping[str, str]
    """Bets without a public pay scale, each with what to do."""
    today: str
    plays: bool
    limits: Mapping[str, int]
    rounds_offered: Sequence[int]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Its par sheet, and what is set beside it."""

    sheet: ParSheet
    cells: Mapping[str, Cell]
    ending: str
    rows: Sequence[OutcomeRow]
    from_meter: bool
    mean: str
    headlines: Sequence[Headline]
    further: Sequence[tuple[str, list[tuple[str, str, str]]]]
    one_round: Markup | None
    returns: Markup | None
    session: Session | None
    session_picture: Markup | None
    others: Job | None
    """The other tables, while they are counted."""
    tables: Sequence[TableRow]
    edges: Markup | None
    compared: Sequence[tuple[str, str, str, bool]]
    digest: str


@dataclass(frozen=True, slots=True)
class Changes:
    """What brings the edge near to a target: on its way, found, or why nothing does."""

    changes_job: Job | None = None
    changes: Sequence[ChangeRow] = ()
    no_change: str = ""
    change_notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Rounds:
    """Rounds beside the exact value: on their way, played, or why they are not."""

    simulation_job: Job | None = None
    simulation: simulating.Shown | None = None
    not_simulated: str = ""


@dataclass(frozen=True, slots=True)
class House:
    """What the house says of its tables."""

    set_up: SetUp
    apart: Mapping[str, None]
    title: str
    settings: Sequence[tuple[business.Setting, str]]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a bet brings there."""

    sheet: ParSheet
    heads: Sequence[str]
    rows: Sequence[tuple[business.Row, list[str]]]
    bankrolls: Sequence[tuple[str, str, str]]
    edge: str
    risk: str
    deviation: float | None
    """Of one bet, to the house."""
    unit: str
    metered: bool
    share: Fraction | None
    lopsided: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """The game whose play is asked for."""

    slug: str
    options: Mapping[str, str]
    known: Sequence[AnalysisOption]
    unit: str
    plays: bool


@dataclass(frozen=True, slots=True)
class Charts:
    """Its optimal play."""

    strategy: Strategy
    value: str
    square: Sequence[Sequence[HandCell]] | None
    hand: str
    worth: Sequence[tuple[str, str]]
    charts: Sequence[Chart]
    long_charts: Sequence[Chart]
    rules: Sequence[tuple[str, tuple[str, ...], str, str]]


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards on the calculator's table."""

    table: calculator.Table
    places: Sequence[calculator.Row]
    board: Sequence[Sequence[tuple[Card, str]]]
    questions: Sequence[tuple[str, str, bool]]
    example: str
    unit: str
    known: Sequence[AnalysisOption]


@dataclass(frozen=True, slots=True)
class Decisions:
    """What each decision is worth, or why that can't be said."""

    values: Values | None = None
    decisions: Sequence[calculator.Shown] = ()
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Audited:
    """The findings of the audit that are asked for."""

    total: int
    counts: Mapping[str, int]
    wanted: str
    slug: str
    findings: Sequence[tuple[Finding, str]]


@dataclass(frozen=True, slots=True)
class Meter:
    """A jackpot whose life is asked for."""

    wanted: "Projection"
    tables: Sequence[tuple[str, Sequence[Paytable]]]
    """All that can be chosen, below what must be said of them."""
    base_tables: Sequence[str]
    """Those for which the base game may be played; none where it makes no difference."""


@dataclass(frozen=True, slots=True)
class Life:
    """Its life, with the risk of running dry when that is there too."""

    found: "Projected"
    rows: Sequence[tuple[str, str, str]]
    by_level: Sequence[tuple[str, list[tuple[str, str]]]]
    pictures: Sequence[tuple[str, Markup]]
    risk: Markup | None
    risk_job: Job | None


def fields_of(*views: Any) -> dict[str, Any]:
    """The fields of all views, as a template reads them."""
    return {field.name: getattr(view, field.name) for view in views for field in fields(view)}
