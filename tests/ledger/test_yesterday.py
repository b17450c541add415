"""A ledger written by 0.1.0 opens, verifies and goes on; how it was made: `yesterday/make.py`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.jackpots import codec, quote
from pitboss.jackpots import commands as cmd
from pitboss.jackpots.awards import Quote
from pitboss.jackpots.commands import Badge, Command, Role
from pitboss.ledger import Answer, Ledger
from pitboss.ledger.verify import verify
from tests.ledger.yesterday.copied import copied

ENTRIES = {"sixteen": 37, "key": 15, "still": 5, "~audit": 0}
NOON_US = 1_687_464_000_000_000
"""22 June 2023, 13:00 in Washington: two days after the ledger begins."""


@pytest.fixture
def database(tmp_path: Path) -> str:
    return copied(tmp_path)


class Floor:
    """The old ledger under today's code."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger, self.sent = ledger, 0

    def send(self, link: str, command: Command) -> Answer:
        self.sent += 1
        return self.ledger.execute(link, f"today-{self.sent}", command)

    def done(self, link: str, command: Command) -> None:
        answer = self.send(link, command)
        assert answer.status == 200, answer.content

    def confirm(self, link: str, table: str, claim_no: int) -> Answer:
        offer = quote(self.ledger.state(link), claim_no)
        assert isinstance(offer, Quote), offer
        return self.send(link, cmd.Confirm(table, claim_no, offer.epoch, badge("eve", Role.EXECUTIVE)))


def badge(person: str, role: Role) -> Badge:
    return Badge(person, role, f"card-{person}", NOON_US)


@pytest.fixture
def floor(database: str) -> Iterator[Floor]:
    with Ledger(database, clock_us=lambda: NOON_US) as ledger:
        yield Floor(ledger)


def test_it_verifies_as_it_lies(database: str) -> None:
    found = verify(database, processes=0)
    assert found.entries == ENTRIES
    assert found.snapshots == 1


def test_every_entry_is_the_same_text_when_it_is_written_again(floor: Floor) -> None:
    for link in ("sixteen", "key", "still"):
        for entry in floor.ledger.entries(link):
            assert codec.encode(entry.event) == entry.event_text


def test_a_link_keeps_the_pays_it_was_opened_with_and_its_open_claim_is_settled(
    floor: Floor, database: str
) -> None:
    """CSTUD-16 paid five times what is printed; the round under way is paid as its players were told."""
    (claim,) = floor.ledger.state("sixteen").claims.values()
    offer = quote(floor.ledger.state("sixteen"), claim.claim_no)
    assert isinstance(offer, Quote)
    assert (offer.claim.hand, offer.amount_cents) == ("three-of-a-kind", 45_00)
    assert b"OPEN_CLAIMS" in floor.send("sixteen", cmd.EndRound("T1", claim.round_no)).content
    assert floor.confirm("sixteen", "T1", claim.claim_no).status == 200
    floor.done("sixteen", cmd.EndRound("T1", claim.round_no))
    seats = (1, 2)
    floor.done("sixteen", cmd.StartRound("T1", claim.round_no + 1, "dan", seats, seats, 500))
    floor.done("sixteen", cmd.EndRound("T1", claim.round_no + 1))
    verify(database, processes=0)


def test_a_progressive_with_a_rate_of_nothing_still_plays(floor: Floor, database: str) -> None:
    floor.done("still", cmd.StartRound("T3", 2, "dan", (1,), (1,), 100))
    floor.done("still", cmd.EndRound("T3", 2))
    verify(database, processes=0)
