"""A play table and the Game Manager keep one account: what a sensor takes, who may claim, what goes back."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from pitboss.cards import CARDS, parse_cards
from pitboss.floor.config import Floor, parse_floor
from pitboss.floor.demo import open_links
from pitboss.floor.service import GameManager
from pitboss.money import UNITS_PER_CENT
from pitboss.web.live import Hub
from pitboss.web.play.jackpot import schedule
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.store import Person
from tests.apart import apart

SEAT = 4
CHIPS = 1_000_00


def floor_with(*changes: tuple[str, str]) -> Floor:
    """The demo floor with parts of its file replaced."""
    text = files("pitboss.floor").joinpath("demo.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, (old, text.count(old))
        text = text.replace(old, new)
    return parse_floor(text)


HOLDEM = 'name = "holdem"\ntype = "progressive"\npaytable = "UTH-JP-01"\n'


@dataclass
class Guest:
    """Somebody at a seat of T4, the Hold'em table with two sensors."""

    room: Playroom
    floor: GameManager
    person: Person

    def act(self, action: str, **given: str) -> None:
        self.room.act(self.person, "T4", action, given, "")

    @property
    def sitting(self) -> Any:
        return self.room.sitting("T4")

    @property
    def chips(self) -> int:
        return int(self.sitting.table.players[SEAT].chips_cents)

    def stack(self, cards: str) -> None:
        first = tuple(parse_cards(cards))
        order = (*first, *(card for card in CARDS if card not in first))
        self.sitting.shuffle = lambda decks: order

    async def deal(self, *sensors: str) -> None:
        """An Ante of $5, these sensors, and the cards."""
        self.act("lay", bet="ante", chip="500")
        for bet in sensors:
            self.act("lay", bet=bet)
        self.act("ready")
        await self.until(lambda: self.sitting.request is not None)

    async def decide(self, *decisions: str) -> None:
        for decision in decisions:
            step = len(self.sitting.table.round.decisions)
            self.act("decide", decision=decision, step=str(step))

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not holds():
                await asyncio.sleep(0.01)

    async def over(self) -> None:
        await self.until(lambda: not self.sitting.busy)


@contextmanager
def seated(folder: Path, floor: Floor) -> Iterator[Guest]:
    with GameManager(floor, str(folder / "floor.db"), demo=True) as manager:
        open_links(manager)
        room = Playroom(Hub(), manager, folder / "play.db")
        room.resume()
        _, person = room.welcome("Noor")
        guest = Guest(room, manager, person)
        guest.act("sit", seat=str(SEAT))
        yield guest
        room.close()


def test_two_sensors_with_different_wagers_are_each_charged_right(tmp_path: Path) -> None:
    """002:479-480: independent sensors; the second takes $5, at a table whose limits run from $1 to $5."""
    changes = (
        (HOLDEM + 'wager = "$1"', HOLDEM + 'wager = "$5"'),
        ('jackpot = "$1 to $1"', 'jackpot = "$1 to $5"'),
    )

    async def play() -> None:
        with seated(tmp_path, floor_with(*changes)) as guest:
            guest.stack("2c7d AhKs 3h8s9d TcJd")
            await guest.deal("jackpot", "link:holdem")
            assert guest.chips == CHIPS - 2 * 500 - 100 - 500, "ante, blind, and both sensors"
            five, holdem = (guest.floor.state(link) for link in ("five-card", "holdem"))
            assert five.tables["T4"].started is not None
            assert five.balances["WAGERS"] == -100 * UNITS_PER_CENT
            assert holdem.balances["WAGERS"] == -500 * UNITS_PER_CENT
            await guest.decide("check", "check", "fold")
            await guest.over()
            assert guest.chips == CHIPS - 2 * 500 - 100 - 500

    apart(play())


def test_the_larger_wager_may_be_the_first_sensor_s(tmp_path: Path) -> None:
    changes = (
        ('links = ["five-card", "holdem"]', 'links = ["holdem"]'),
        (HOLDEM + 'wager = "$1"', HOLDEM + 'wager = "$5"'),
        ('jackpot = "$1 to $1"', 'jackpot = "$5 to $5"'),
    )

    async def play() -> None:
        with seated(tmp_path, floor_with(*changes)) as guest:
            await guest.deal("jackpot")
            assert guest.chips == CHIPS - 2 * 500 - 500
            assert guest.floor.state("holdem").balances["WAGERS"] == -500 * UNITS_PER_CENT

    apart(play())


def test_a_link_that_still_plays_by_another_wager_gives_what_was_charged_back(tmp_path: Path) -> None:
    """The file says $5, and nobody has approved the change yet."""
    with GameManager(floor_with(), str(tmp_path / "floor.db"), demo=True) as manager:
        open_links(manager)
    changes = (
        (HOLDEM + 'wager = "$1"', HOLDEM + 'wager = "$5"'),
        ('jackpot = "$1 to $1"', 'jackpot = "$1 to $5"'),
    )

    async def play() -> None:
        with seated(tmp_path, floor_with(*changes)) as guest:
            await guest.deal("jackpot", "link:holdem")
            assert guest.chips == CHIPS - 2 * 500 - 100
            assert any("the jackpot wager is $1.00 here" in note for note in guest.sitting.notes)

    apart(play())


FOLDED_ROYAL = "AhKh 2c2d QhJhTh 9c9d"
"""The guest's hole cards, the dealer's, the flop, turn and river."""


def test_each_link_of_a_layout_says_itself_whether_a_folded_hand_claims(tmp_path: Path) -> None:
    changes = ((HOLDEM, HOLDEM + "folded_hands_qualify = true\n"),)

    async def play() -> None:
        with seated(tmp_path, floor_with(*changes)) as guest:
            assert "A folded hand qualifies." in schedule(guest.floor, "holdem").words
            assert "A folded hand does not qualify." in schedule(guest.floor, "five-card").words
            guest.stack(FOLDED_ROYAL)
            await guest.deal("jackpot", "link:holdem")
            await guest.decide("check", "check", "fold")
            await guest.until(lambda: bool(guest.floor.state("holdem").claims))
            (claim,) = guest.floor.state("holdem").claims.values()
            assert (claim.seat, claim.cards) == (SEAT, "AhKhQhJhTh")
            await guest.until(lambda: not guest.floor.state("five-card").tables["T4"].open)
            assert guest.floor.state("five-card").last_claim == 0
            assert not any("did not take" in note for note in guest.sitting.notes)

    apart(play())


def test_the_first_link_s_word_on_folded_hands_is_the_table_s(tmp_path: Path) -> None:
    five = 'name = "five-card"\ntype = "progressive"\n'
    changes = ((five, five + "folded_hands_qualify = true\n"),)

    async def play() -> None:
        with seated(tmp_path, floor_with(*changes)) as guest:
            assert guest.sitting.room.rules.options["folded_hands_qualify"] == "yes"
            guest.stack(FOLDED_ROYAL)
            await guest.deal("jackpot", "link:holdem")
            await guest.decide("check", "check", "fold")
            await guest.until(lambda: bool(guest.floor.state("five-card").claims))
            await guest.until(lambda: not guest.floor.state("holdem").tables["T4"].open)
            assert guest.floor.state("holdem").last_claim == 0

    apart(play())
