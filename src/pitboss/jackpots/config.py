"""What a link is set up as: its levels, pays, tables and policies, checked when made."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from pitboss.errors import BadInput

PPM = 1_000_000
"""Rates are parts per million: a contribution in units is cents × ppm, with no division."""


class JackpotType(StrEnum):
    """A progressive grows with each wager; a house jackpot is a fixed prize of the casino."""

    PROGRESSIVE = "progressive"
    HOUSE = "house"

    @property
    def notice(self) -> str:
        """What must be read beside a jackpot of this type, if anything (WAC 230-15-671)."""
        return _HOUSE_NOTICE if self is JackpotType.HOUSE else ""


_HOUSE_NOTICE = (
    "House jackpot: a fixed prize, the property of the house until it is won, and paid in full to every "
    "winner. No player money is in it, and it may be removed without notice."
)


class PayKind(StrEnum):
    """Where a line's pay comes from: a share of a meter, a fixed amount from it, or the dealer's tray."""

    SHARE = "share"
    METER = "meter"
    TRAY = "tray"


class SeatOrder(StrEnum):
    """The order of several meter awards in one round; internal controls may replace the printed one."""

    RIGHT_TO_LEFT = "right-to-left"
    LEFT_TO_RIGHT = "left-to-right"


class LinkOrder(StrEnum):
    """The order of awards at different tables: by accepted claim, or by confirmation."""

    CLAIM = "claim"
    CONFIRM = "confirm"


class TrayPays(StrEnum):
    """Who records a pay from the tray: a card, as for every win, or small ones the dealer's press alone."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"


@dataclass(frozen=True, slots=True)
class Level:
    """One meter of a link; for a house jackpot `seed_cents` is the posted prize and both rates are 0."""

    name: str
    rate_ppm: int
    reserve_ppm: int
    seed_cents: int
    cap_cents: int | None = None


@dataclass(frozen=True, slots=True)
class PayLine:
    """What one hand pays at this link's wager: `ppm` of a level for a share, else `cents`."""

    hand: str
    kind: PayKind
    level: str = ""
    ppm: int = 0
    cents: int = 0
    envy_cents: int = 0


@dataclass(frozen=True, slots=True)
class LinkTable:
    """A table on the link: its seats are 1..`seats` from the dealer's left."""

    table: str
    game: str
    seats: int = 7


@dataclass(frozen=True, slots=True)
class Policy:
    """What the house decides in its internal controls, fixed while the link is open.

    A setting that came later says what a text without it meant (`before`); that value is never written.
    """

    seat_order: SeatOrder = SeatOrder.RIGHT_TO_LEFT
    link_order: LinkOrder = LinkOrder.CLAIM
    folded_hands_qualify: bool = False
    executive_from_cents: int | None = None
    executive_hands: tuple[str, ...] = ()
    time_zone: str = "America/Los_Angeles"
    day_cut_minute: int = 180
    tray_pays: TrayPays = field(default=TrayPays.SUPERVISOR, metadata={"before": TrayPays.SUPERVISOR})
    tray_supervisor_above_cents: int | None = field(default=None, metadata={"before": None})
    """Where the dealer records tray pays: the amount from which one needs a card all the same."""

    @property
    def dealer_pays_below_cents(self) -> int:
        """Below this amount the dealer's press alone records a pay from the tray; 0: all need a card."""
        below = self.tray_supervisor_above_cents if self.tray_pays is TrayPays.DEALER else None
        return below or 0

    @property
    def folded_option(self) -> str:
        """The link's word on folded hands as the option of a game."""
        return "yes" if self.folded_hands_qualify else "no"


@dataclass(frozen=True, slots=True)
class LinkConfig:
    """One version of a link's set-up; a change is a new version, taken over while the link is closed.

    >>> level = Level("main", rate_ppm=1_200_000, reserve_ppm=0, seed_cents=1_000_000)
    >>> LinkConfig("pit-1", 1, JackpotType.PROGRESSIVE, 100, "CSTUD-01", (level,), (), ())
    Traceback (most recent call last):
        ...
    pitboss.errors.BadInput: level main: a rate is 0 to 1,000,000 ppm, not 1,200,000
    """

    link: str
    version: int
    type: JackpotType
    wager_cents: int
    paytable: str
    levels: tuple[Level, ...]
    lines: tuple[PayLine, ...]
    tables: tuple[LinkTable, ...]
    policy: Policy = Policy()
    paytable_version: int = field(default=1, metadata={"before": 1})
    decision: str = field(default="", metadata={"before": ""})
    """The house's own word for pays that nobody approved, or that cost it more than it takes."""

    def __post_init__(self) -> None:
        for complaint in _complaints(self):
            raise BadInput(complaint)

    def level(self, name: str) -> Level | None:
        """The level of that name, if the link has it."""
        return next((level for level in self.levels if level.name == name), None)

    def line(self, hand: str) -> PayLine | None:
        """The pay of a hand, if the paytable has it."""
        return next((line for line in self.lines if line.hand == hand), None)

    def table(self, name: str) -> LinkTable | None:
        """The table of that name, if it is on the link."""
        for table in self.tables:
            if table.table == name:
                return table
        return None


LEVEL_NAMES = (("main",), ("mega", "major"), ("mega", "major", "minor"))


def _complaints(config: LinkConfig) -> list[str]:
    """Everything wrong with a set-up, as sentences."""
    wrong = []
    if config.version < 1:
        wrong.append(f"version {config.version}: versions count from 1")
    if config.wager_cents < 1:
        wrong.append(f"wager of {config.wager_cents} cents: a jackpot wager is at least one cent")
    for level in config.levels:
        wrong += _level_complaints(level, config.type)
    if tuple(level.name for level in config.levels) not in LEVEL_NAMES:
        wrong.append("levels are main; mega and major; or mega, major and minor, in this order")
    total_ppm = sum(level.rate_ppm + level.reserve_ppm for level in config.levels)
    if total_ppm > PPM:
        wrong.append(f"rates and reserves of all levels sum to {total_ppm:,} ppm, over 1,000,000")
    for kind, names in (
        ("hand", [line.hand for line in config.lines]),
        ("table", [table.table for table in config.tables]),
    ):
        wrong += [f"{kind} {name} stands twice" for name in sorted({n for n in names if names.count(n) > 1})]
    for line in config.lines:
        wrong += _line_complaints(line, config)
    wrong += [
        f"table {table.table}: seats are 1 to 9, not {table.seats}"
        for table in config.tables
        if not 1 <= table.seats <= 9
    ]
    if not 0 <= config.policy.day_cut_minute < 24 * 60:
        wrong.append("the gaming day is cut at a minute of the day, 0 to 1439")
    return wrong


def _level_complaints(level: Level, kind: JackpotType) -> list[str]:
    wrong = [
        f"level {level.name}: a rate is 0 to 1,000,000 ppm, not {ppm:,}"
        for ppm in (level.rate_ppm, level.reserve_ppm)
        if not 0 <= ppm <= PPM
    ]
    if level.seed_cents < 0:
        wrong.append(f"level {level.name}: a seed is not negative")
    if level.cap_cents is not None and level.cap_cents <= level.seed_cents:
        wrong.append(f"level {level.name}: the cap must lie above the seed")
    if kind is JackpotType.HOUSE and (level.rate_ppm or level.reserve_ppm or level.cap_cents is not None):
        wrong.append(f"level {level.name}: a house jackpot has no rate, reserve or cap")
    return wrong


def _line_complaints(line: PayLine, config: LinkConfig) -> list[str]:
    wrong = []
    if line.kind is not PayKind.TRAY and config.level(line.level) is None:
        wrong.append(f"{line.hand}: the link has no level {line.level!r}")
    if line.kind is PayKind.SHARE and not 0 < line.ppm <= PPM:
        wrong.append(f"{line.hand}: a share is over 0 and up to 100 % of its level")
    if line.kind is not PayKind.SHARE and line.cents <= 0:
        wrong.append(f"{line.hand}: a fixed pay is more than nothing")
    if line.kind is PayKind.METER and config.type is JackpotType.HOUSE:
        wrong.append(f"{line.hand}: a house jackpot has no meter to pay from")
    if line.envy_cents < 0:
        wrong.append(f"{line.hand}: envy is not negative")
    return wrong
