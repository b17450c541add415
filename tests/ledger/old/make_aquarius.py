"""Writes `aquarius.sql`: `python tests/ledger/old/make_aquarius.py`, run once with the code of version 0.1.

Then J-POT only held an award, with the whole link, until the key at RUN recorded it. The ledger stops between
the two, with a snapshot taken at J-POT and a claim that was refused meanwhile. The tests open it with today's
code; it is never written again.
"""

# mypy: ignore-errors
# Commands of then are gone by now; the script stays as the record of how the file came about.

import sqlite3
import tempfile
from pathlib import Path

from pitboss.floor.config.floor_file import link_config
from pitboss.floor.demo import demo_floor
from pitboss.jackpots import commands as cmd
from pitboss.jackpots import quote
from pitboss.jackpots.commands import Badge, Command, Role
from pitboss.ledger import Ledger, group

HERE = Path(__file__).parent
LINK, TABLE, SEATS = "aquarius-2", "T2", (1, 3, 6)
clock = [1_686_769_200_000_000]
"""From 14 June 2023, noon in Washington."""
sent = [0]


def tick() -> int:
    clock[0] += 1_000_000
    return clock[0]


def supervisor() -> Badge:
    return Badge("sue", Role.SUPERVISOR, "card-sue", clock[0])


def executive() -> Badge:
    return Badge("eve", Role.EXECUTIVE, "card-eve", clock[0])


def send(ledger: Ledger, command: Command, status: int = 200) -> None:
    sent[0] += 1
    answer = ledger.execute(LINK, f"old-command-{sent[0]}", command)
    assert answer.status == status, answer


def start(ledger: Ledger, round_no: int) -> None:
    send(ledger, cmd.StartRound(TABLE, round_no, "dan", SEATS, SEATS, 100))


def press(ledger: Ledger, round_no: int, seat: int, hand: str, status: int = 200) -> None:
    send(ledger, cmd.PressHand(TABLE, round_no, seat, hand, "dan", "AhKhQhJhTh"), status)


def play(ledger: Ledger) -> None:
    """J-POT, taken back, J-POT, RUN, GAME OVER; then J-POT once more, and no RUN."""
    floor = demo_floor()
    send(ledger, cmd.Configure(link_config(floor, floor.link(LINK)), supervisor(), executive()))
    send(ledger, cmd.OpenLink(supervisor()))
    start(ledger, 1)
    press(ledger, 1, 3, "straight-flush")
    send(ledger, cmd.FixAward(TABLE, 1, executive()))
    send(ledger, cmd.ReleaseAward(1, supervisor()))
    send(ledger, cmd.FixAward(TABLE, 1, executive()))
    send(ledger, cmd.Confirm(TABLE, 1, quote(ledger.state(LINK), 1).epoch, executive()))
    send(ledger, cmd.EndRound(TABLE, 1))
    start(ledger, 2)
    press(ledger, 2, 6, "royal-flush")
    group.SNAPSHOT_EVENTS = ledger.state(LINK).seq + 1
    send(ledger, cmd.FixAward(TABLE, 2, executive()))
    press(ledger, 2, 1, "flush", status=409)
    assert ledger.state(LINK).fixed == 2


def main() -> None:
    """Write the ledger and put it beside this script as text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.db"
        with Ledger(str(path), clock_us=tick) as ledger:
            play(ledger)
        connection = sqlite3.connect(path)
        (HERE / "aquarius.sql").write_text("\n".join(connection.iterdump()) + "\n")
        connection.close()
        for kind in ("key", "checkpoints"):
            (HERE / f"aquarius.{kind}").write_bytes(path.with_name(f"ledger.db.{kind}").read_bytes())


if __name__ == "__main__":
    main()
