"""A small floor to write journals with: one link of three levels, three tables, known people."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pitboss.jackpots import commands as cmd
from pitboss.jackpots.awards import Quote, quote
from pitboss.jackpots.commands import Badge, Command, Role
from pitboss.jackpots.config import JackpotType, Level, LinkConfig, LinkTable, PayKind, PayLine, Policy
from pitboss.jackpots.state import State
from pitboss.ledger import Answer, Ledger

LINK = "pit-1"
START_US = 1_686_740_400_000_000
"""14 June 2023, 11:00 in Washington."""


def config(link: str = LINK, version: int = 1, tables: int = 3) -> LinkConfig:
    """A three-level progressive with every kind of pay."""
    return LinkConfig(
        link=link,
        version=version,
        type=JackpotType.PROGRESSIVE,
        wager_cents=100,
        paytable="SAMPLE-01",
        levels=(
            Level("mega", 137_000, 11_000, 1_000_000),
            Level("major", 50_000, 7_000, 100_000, cap_cents=150_000),
            Level("minor", 20_001, 0, 10_000),
        ),
        lines=(
            PayLine("royal-flush", PayKind.SHARE, "mega", 1_000_000, envy_cents=100_000),
            PayLine("straight-flush", PayKind.SHARE, "mega", 100_000, envy_cents=30_000),
            PayLine("four-of-a-kind", PayKind.SHARE, "major", 1_000_000),
            PayLine("full-house", PayKind.METER, "minor", cents=5_000),
            PayLine("flush", PayKind.TRAY, cents=4_000),
        ),
        tables=tuple(LinkTable(f"T{number}", "caribbean-stud") for number in range(1, tables + 1)),
        policy=Policy(executive_hands=("royal-flush",)),
    )


@dataclass(slots=True)
class Clock:
    """A clock that is set by hand; every look at it takes a millisecond."""

    now_us: int = START_US

    def __call__(self) -> int:
        self.now_us += 1_000
        return self.now_us


def badge(person: str, role: Role, clock: Clock) -> Badge:
    """A card swiped now."""
    return Badge(person, role, f"card-{person}", clock.now_us)


def opening(clock: Clock, link: str = LINK) -> Iterator[Command]:
    """The commands that set the link up and open it."""
    requester, approver = badge("ada", Role.SUPERVISOR, clock), badge("eve", Role.EXECUTIVE, clock)
    yield cmd.Configure(config(link), requester, approver)
    yield cmd.OpenLink(badge("ada", Role.SUPERVISOR, clock))


def start(table: str, round_no: int, seats: tuple[int, ...] = (1, 2, 3)) -> Command:
    """START GAME with wagers at `seats`."""
    return cmd.StartRound(table, round_no, f"dealer-{table}", seats, seats, 100)


def end(table: str, round_no: int) -> Command:
    """END GAME."""
    return cmd.EndRound(table, round_no)


def press(table: str, round_no: int, seat: int, hand: str) -> Command:
    """The hand button."""
    return cmd.PressHand(table, round_no, seat, hand, f"dealer-{table}", "AhKhQhJhTh")


def confirm(state: State, claim_no: int, clock: Clock, person: str = "eve") -> Command:
    """The swipe of an executive for what the screen shows now."""
    offer = quote(state, claim_no)
    assert isinstance(offer, Quote), offer
    return cmd.Confirm(offer.claim.table, claim_no, offer.epoch, badge(person, Role.EXECUTIVE, clock))


@contextmanager
def open_floor(database: str, folder: Path | None, clock: Clock | None = None) -> Iterator[Ledger]:
    """A ledger with the link set up and open."""
    clock = clock or Clock()
    with Ledger(database, folder, clock_us=clock) as ledger:
        if LINK not in ledger.links:
            for number, command in enumerate(opening(clock)):
                assert ledger.execute(LINK, f"opening-{number}", command).status == 200
        yield ledger


def submit_rounds(ledger: Ledger, count: int, table: str = "T1") -> list[Future[Answer]]:
    """Ask for `count` rounds at a table, from where it stands."""
    first = ledger.state(LINK).tables[table].last_round + 1
    return [
        ledger.submit(LINK, f"{name}-{table}-{round_no}", make(table, round_no))
        for round_no in range(first, first + count)
        for name, make in (("start", start), ("end", end))
    ]


def rounds(ledger: Ledger, count: int, table: str = "T1") -> None:
    """Deal `count` rounds at a table, together, from where it stands."""
    assert {future.result().status for future in submit_rounds(ledger, count, table)} <= {200}
