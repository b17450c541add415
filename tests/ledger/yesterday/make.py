"""Writes the ledger of yesterday: `python tests/ledger/yesterday/make.py`, run once with the code of 0.1.0.

It was written before a paytable had a version, when CSTUD-16 paid five times what is printed, a tray pay
needed a supervisor's card, J-POT only held an award until RUN recorded it, and a progressive could have a
rate of 0 %. The tests open it with today's code; it is never written again.
"""

# mypy: ignore-errors
# Commands of then may be gone by now; the script stays as the record of how the file came about.

import sqlite3
import tempfile
from pathlib import Path

from pitboss.floor.config.floor_file import link_config, load_floor
from pitboss.jackpots import commands as cmd
from pitboss.jackpots.awards import Quote, quote
from pitboss.jackpots.commands import Badge, Command, Role
from pitboss.jackpots.config import JackpotType, Level, LinkConfig, LinkTable
from pitboss.jackpots.pays import pay_lines
from pitboss.ledger import Ledger, group
from pitboss.money import UNITS_PER_CENT
from pitboss.paytables import paytable

HERE = Path(__file__).parent
START_US = 1_687_291_200_000_000
"""20 June 2023, 13:00 in Washington."""
WAGER_CENTS = {"sixteen": 500, "key": 100, "still": 100}
TABLES = {"sixteen": "T1", "key": "T2", "still": "T3"}


class House:
    """Commands to the ledger, each under its own number, at a clock of its own."""

    def __init__(self, ledger: Ledger, clock: list[int]) -> None:
        self.ledger, self.clock, self.sent = ledger, clock, 0

    def send(self, link: str, command: Command) -> None:
        self.sent += 1
        answer = self.ledger.execute(link, f"yesterday-{self.sent}", command)
        assert answer.status == 200, answer.content

    def badge(self, person: str, role: Role) -> Badge:
        return Badge(person, role, f"card-{person}", self.clock[0])

    @property
    def supervisor(self) -> Badge:
        return self.badge("ada", Role.SUPERVISOR)

    @property
    def executive(self) -> Badge:
        return self.badge("eve", Role.EXECUTIVE)

    def open(self, config: LinkConfig) -> None:
        self.send(config.link, cmd.Configure(config, self.supervisor, self.executive))
        self.send(config.link, cmd.OpenLink(self.supervisor))

    def start(self, link: str, *seats: int) -> int:
        table = TABLES[link]
        round_no = self.ledger.state(link).tables[table].last_round + 1
        self.send(link, cmd.StartRound(table, round_no, "dan", seats, seats, WAGER_CENTS[link]))
        return round_no

    def press(self, link: str, seat: int, hand: str) -> int:
        table = TABLES[link]
        round_no = self.ledger.state(link).tables[table].last_round
        self.send(link, cmd.PressHand(table, round_no, seat, hand, "dan", "AhKhQhJhTh"))
        return self.ledger.state(link).last_claim

    def confirm(self, link: str, claim_no: int) -> int:
        offer = quote(self.ledger.state(link), claim_no)
        assert isinstance(offer, Quote), offer
        self.send(link, cmd.Confirm(TABLES[link], claim_no, offer.epoch, self.executive))
        return self.ledger.state(link).last_award

    def end(self, link: str) -> None:
        table = TABLES[link]
        self.send(link, cmd.EndRound(table, self.ledger.state(link).tables[table].last_round))


def sixteen(house: House) -> None:
    """Every kind of entry; at the end a round is open with a tray pay that nobody has confirmed."""
    link = "sixteen"
    house.start(link, 1, 2, 3)
    house.press(link, 2, "flush")
    house.press(link, 2, "flush")
    house.end(link)
    house.start(link, 1, 2, 7)
    paid = house.confirm(link, house.press(link, 1, "four-of-a-kind"))
    house.confirm(link, house.press(link, 2, "straight-flush"))
    house.end(link)
    house.send(link, cmd.RecordPaid(paid, cmd.PayMethod.CHIPS, house.supervisor))
    house.start(link, 4, 5)
    house.confirm(link, house.press(link, 5, "royal-flush"))
    house.end(link)
    mistaken = house.ledger.state(link).last_award
    house.send(
        link,
        cmd.BackOut(mistaken, "the hand was misread", house.supervisor, house.badge("max", Role.EXECUTIVE)),
    )
    house.start(link, 1, 2)
    house.send(link, cmd.VoidRound("T1", 4, "the shuffler stopped", house.supervisor, house.executive))
    epoch = house.ledger.state(link).levels["main"].epoch
    house.send(
        link,
        cmd.Adjust(
            "main", cmd.Target.METER, 500 * UNITS_PER_CENT, cmd.AdjustReason.HOUSE_ADDITION, "opening night",
            "memo 4", epoch, house.supervisor, house.executive,
        ),
    )  # fmt: skip
    house.clock[0] += 26 * 3600 * 1_000_000
    for _ in range(4):
        house.start(link, 1, 2, 3, 4, 5, 6, 7)
        house.end(link)
    house.send(link, cmd.CloseDay("2023-06-20", house.supervisor))
    house.start(link, 3, 4)
    house.confirm(link, house.press(link, 4, "full-house"))
    house.press(link, 3, "three-of-a-kind")


def key(house: House) -> None:
    """The older controller: fixed and released, fixed and recorded; at the end the key stands at JPH."""
    link = "key"
    house.start(link, 1, 2, 3)
    claim = house.press(link, 3, "full-house")
    house.send(link, cmd.FixAward("T2", claim, house.supervisor))
    house.send(link, cmd.ReleaseAward(claim, house.supervisor))
    house.send(link, cmd.FixAward("T2", claim, house.supervisor))
    house.confirm(link, claim)
    house.end(link)
    house.start(link, 1, 6)
    house.send(link, cmd.FixAward("T2", house.press(link, 6, "flush"), house.supervisor))


def still(house: House) -> None:
    """A progressive with a rate of 0 %."""
    table = paytable("CSTUD-14")
    house.open(
        LinkConfig(
            "still", 1, JackpotType.PROGRESSIVE, 100, "CSTUD-14", (Level("main", 0, 0, 1_000_000),),
            pay_lines(table), (LinkTable("T3", "caribbean-stud"),),
        )
    )  # fmt: skip
    house.start("still", 1, 2)
    house.end("still")


def main() -> None:
    """Write the ledger and put it beside this script as text."""
    group.SNAPSHOT_EVENTS = 20
    clock = [START_US]

    def tick() -> int:
        clock[0] += 1_000
        return clock[0]

    floor = load_floor(HERE / "floor.toml")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pit.db"
        with Ledger(str(path), clock_us=tick) as ledger:
            house = House(ledger, clock)
            for link in floor.links:
                house.open(link_config(floor, link))
            sixteen(house)
            key(house)
            still(house)
        connection = sqlite3.connect(path)
        (HERE / "pit.sql").write_text("\n".join(connection.iterdump()) + "\n")
        connection.close()
        for name in ("pit.db.key", "pit.db.checkpoints"):
            (HERE / name).write_bytes((Path(folder) / name).read_bytes())


if __name__ == "__main__":
    main()
