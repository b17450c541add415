"""A play table and the Game Manager keep one account: what a sensor takes, who may claim, what goes back."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from pitboss.cards import CARDS, parse_cards
from pitboss.errors import BadInput
from pitboss.floor.config.floor_file import Floor, parse_floor
from pitboss.floor.demo import demo_text, open_links
from pitboss.floor.service import GameManager
from pitboss.games import parse_round
from pitboss.jackpots.commands import BackOut, Badge, Confirm, EndRound, Role, VoidRound
from pitboss.ledger import Answer
from pitboss.money import UNITS_PER_CENT, format_cents
from pitboss.web.app import create_app
from pitboss.web.live import Hub
from pitboss.web.play import jackpot, panels
from pitboss.web.play.felt import public
from pitboss.web.play.jackpot import finish, schedule
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.sitting import Sitting
from pitboss.web.play.store import Person

SEAT = 4
CHIPS = 1_000_00


def floor_with(*changes: tuple[str, str]) -> Floor:
    """The demo floor with parts of its file replaced."""
    text = demo_text()
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
    def now(self) -> Person:
        found = self.room.store.person(self.person.id)
        assert found is not None
        return found

    @property
    def chips(self) -> int:
        return int(self.sitting.table.players[SEAT].chips_cents)

    def stack(self, cards: str) -> None:
        first = tuple(parse_cards(cards))
        order = (*first, *(card for card in CARDS if card not in first))
        self.sitting.shuffle = lambda decks: order

    async def deal(self, *sensors: str) -> None:
        """An Ante of $5, these sensors, and the cards."""
        self.act("clear")
        self.act("lay", bet="ante", chip="500")
        for bet in sensors:
            self.act("lay", bet=bet)
        self.act("ready")
        await self.until(lambda: self.sitting.request is not None)

    async def decide(self, *decisions: str) -> None:
        for decision in decisions:
            step = len(self.sitting.table.round.decisions)
            self.act("decide", decision=decision, step=str(step))

    async def royal_flush(self, *sensors: str) -> None:
        """A round with a royal flush, which is claimed on the first link and waits for a card."""
        self.stack(FOLDED_ROYAL)
        await self.deal(*sensors)
        await self.decide("play-4x")
        await self.until(lambda: bool(self.floor.state("five-card").claims))

    def confirm(self) -> Answer:
        """An executive's card for that claim."""
        executive = Badge("h.aldana", Role.EXECUTIVE, "X-031", self.floor.clock_us())
        return self.floor.execute("five-card", "confirm-it", Confirm("T4", 1, 0, executive))

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

    asyncio.run(play())


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

    asyncio.run(play())


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

    asyncio.run(play())


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

    asyncio.run(play())


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

    asyncio.run(play())


def test_everybody_else_with_the_wager_is_paid_envy_once_the_round_has_ended(tmp_path: Path) -> None:
    async def play() -> None:
        with seated(tmp_path, floor_with()) as guest:
            _, other = guest.room.welcome("Ida")
            guest.room.act(other, "T4", "sit", {"seat": "2"}, "")
            for person in (guest.person, other):
                guest.room.enter("T4", person.id)
                guest.room.act(person, "T4", "lay", {"bet": "ante", "chip": "500"}, "")
                guest.room.act(person, "T4", "lay", {"bet": "jackpot"}, "")
            guest.stack("3c4d AhKh 2c2d QhJhTh 9c9d")
            guest.room.act(other, "T4", "ready", {}, "")
            guest.act("ready")
            await guest.until(lambda: guest.sitting.request is not None)
            while (request := guest.sitting.request) is not None:
                names = [choice.name for choice in request.choices]
                step = str(len(guest.sitting.table.round.decisions))
                who = guest.person if request.seat == SEAT else other
                word = "play-4x" if request.seat == SEAT else "check" if "check" in names else "fold"
                guest.room.act(who, "T4", "decide", {"decision": word, "step": step}, "")
            await guest.until(lambda: bool(guest.floor.state("five-card").claims))
            before, mine = guest.sitting.table.players[2].chips_cents, guest.chips
            taken = guest.confirm()
            assert taken.status == 200, taken.content
            await guest.over()
            assert guest.sitting.table.players[2].chips_cents == before + 1_000_00, "envy of a royal flush"
            won = guest.floor.state("five-card").awards[1].confirmed.amount_cents
            assert guest.chips == mine + won, "no envy of oneself"
            lines = sum(line.net_cents for line in guest.sitting.table.lines if line.seat == SEAT)
            kept = guest.room.store.round(guest.sitting.round_id)
            assert kept is not None
            assert guest.sitting.net_cents(SEAT) == kept.seats[SEAT][2] == lines + won, "the round brought it"
            shown = str(panels.settled(guest.sitting, SEAT))
            assert f"+{format_cents(won)}" in shown
            assert "A supervisor confirms it" not in shown, "that is over"
            assert "Five-Card jackpot $1" in shown, "as its sensor is called"
            assert "Confirmed" in str(public(guest.sitting))
            guest.act("lay", bet="ante", chip="500")
            assert "Confirmed" not in str(public(guest.sitting)), "the next round is another"
            assert Sitting(guest.sitting.room, guest.room.store).net_cents(2) == kept.seats[2][2]

    asyncio.run(play())


# A malfunction


def void_at_the_game_manager(guest: Guest, link: str) -> None:
    """Two people void the round of a link."""
    now = guest.floor.clock_us()
    one = Badge("t.nakagawa", Role.SUPERVISOR, "S-207", now)
    two = Badge("r.okafor", Role.SUPERVISOR, "S-211", now)
    round_no = guest.floor.state(link).tables["T4"].last_round
    answer = guest.floor.execute(
        link, f"void-{link}-{round_no}", VoidRound("T4", round_no, "the shuffler jammed", one, two)
    )
    assert answer.status == 200, answer.content


def untouched(guest: Guest, link: str) -> bool:
    """Whether a link's books are as they were before anybody played."""
    balances = guest.floor.state(link).balances
    return {account.partition(":")[0] for account in balances} == {"HOUSE", "METER"} and not any(
        account in balances for account in ("WAGERS", "HOUSE:HOLD")
    )


def rang(guest: Guest, words: str) -> bool:
    return any(words in alarm.sentence for alarm in guest.floor.alarms.list())


def test_a_void_from_the_table_returns_the_bets_at_once_and_the_jackpots_when_the_books_have_it(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        with seated(tmp_path, floor_with()) as guest:
            await guest.deal("jackpot", "link:holdem")
            await guest.decide("check")
            guest.act("malfunction")
            assert guest.sitting.voided
            assert guest.chips == CHIPS - 200, (
                "ante and blind are back, the Game Manager has both jackpot wagers"
            )
            assert guest.sitting.busy, "no other round before the books are right"
            await guest.until(lambda: rang(guest, "T4: round 1 is void; two people must void it on holdem"))
            void_at_the_game_manager(guest, "five-card")
            await guest.until(lambda: guest.chips == CHIPS - 100)
            assert guest.sitting.busy
            void_at_the_game_manager(guest, "holdem")
            await guest.over()
            assert guest.chips == CHIPS
            assert untouched(guest, "five-card")
            assert untouched(guest, "holdem")
            (kept,) = guest.room.store.rounds_of(guest.person.id)
            assert parse_round(kept.notation).voided
            assert kept.seats[SEAT][2] == 0
            await guest.deal("jackpot", "link:holdem")
            assert guest.chips == CHIPS - 2 * 500 - 200

    asyncio.run(play())


def test_a_void_from_the_game_manager_voids_the_table_s_round_too(tmp_path: Path) -> None:
    async def play() -> None:
        with seated(tmp_path, floor_with()) as guest:
            await guest.deal("jackpot", "link:holdem")
            await guest.decide("play-4x")
            void_at_the_game_manager(guest, "holdem")
            await guest.until(lambda: guest.sitting.voided)
            await guest.until(lambda: guest.chips == CHIPS - 100)
            void_at_the_game_manager(guest, "five-card")
            await guest.over()
            assert guest.chips == CHIPS
            assert untouched(guest, "five-card")
            assert untouched(guest, "holdem")

    asyncio.run(play())


def test_a_round_that_was_settled_and_waits_for_a_claim_can_still_be_voided(tmp_path: Path) -> None:
    async def play() -> None:
        with seated(tmp_path, floor_with()) as guest:
            await guest.royal_flush("jackpot")
            assert guest.chips > CHIPS, "the royal flush has won"
            void_at_the_game_manager(guest, "five-card")
            await guest.over()
            assert guest.chips == CHIPS
            assert untouched(guest, "five-card")
            assert not guest.floor.state("five-card").claims

    asyncio.run(play())


def test_a_void_between_two_looks_at_the_game_manager_is_not_taken_for_an_end(tmp_path: Path) -> None:
    async def play() -> None:
        with seated(tmp_path, floor_with()) as guest:
            await guest.royal_flush("jackpot")
            void_at_the_game_manager(guest, "five-card")
            assert not await finish(guest.floor, guest.sitting)
            await guest.over()
            assert guest.chips == CHIPS

    asyncio.run(play())


def test_whoever_leaves_while_a_jackpot_hand_waits_is_paid_where_they_are(tmp_path: Path) -> None:
    """At another table by then; chips are neither lost nor made."""

    async def play() -> None:
        with seated(tmp_path, floor_with()) as guest:
            await guest.royal_flush("jackpot")
            rail = guest.chips
            waits = str(panels.console(guest.room, guest.sitting, guest.now))
            assert "Royal flush wins" in waits
            assert 'id="awaits"' in waits
            with pytest.MonkeyPatch.context() as nothing:
                nothing.setattr(jackpot, "awaited", lambda *_: [])
                ends = str(panels.console(guest.room, guest.sitting, guest.now))
            assert "being closed" in ends
            assert 'id="awaits"' not in ends, "nothing to press where a decision was a moment ago"
            guest.act("leave")
            assert guest.now.chips_cents == rail
            assert guest.sitting.seat_of(guest.person.id) == 0
            assert SEAT not in guest.sitting.open_seats, "its claim is open"
            with pytest.raises(BadInput, match="take a seat first"):
                guest.act("leave")
            assert Sitting(guest.sitting.room, guest.room.store).chairs[SEAT].gone, "a restart knows it"
            guest.room.act(guest.now, "CSP-1", "sit", {"seat": "1"}, "")
            there = guest.room.sitting("CSP-1")
            assert there.table.players[1].chips_cents == rail
            assert guest.confirm().status == 200
            await guest.over()
            award = next(iter(guest.floor.state("five-card").awards.values())).confirmed.amount_cents
            assert there.table.players[1].chips_cents == rail + award
            assert SEAT in guest.sitting.open_seats

    asyncio.run(play())


def test_whoever_left_gives_back_what_a_voided_round_had_paid(tmp_path: Path) -> None:
    async def play() -> None:
        with seated(tmp_path, floor_with()) as guest:
            await guest.royal_flush("jackpot")
            guest.act("leave")
            void_at_the_game_manager(guest, "five-card")
            await guest.over()
            assert guest.now.chips_cents == CHIPS

    asyncio.run(play())


def test_a_recorded_award_is_backed_out_before_its_round_is_void(tmp_path: Path) -> None:
    async def play() -> None:
        with seated(tmp_path, floor_with()) as guest:
            await guest.royal_flush("jackpot", "link:holdem")
            now = guest.floor.clock_us()
            assert guest.confirm().status == 200
            await guest.until(lambda: guest.chips > 20_000_00)
            with pytest.raises(BadInput, match="back it out first"):
                guest.act("malfunction")
            assert not guest.sitting.voided
            pair = (
                Badge("p.whitlock", Role.ACCOUNTING, "A-012", now),
                Badge("m.castell", Role.EXECUTIVE, "X-044", now),
            )
            out = BackOut(1, "the shuffler had jammed", *pair)
            assert guest.floor.execute("five-card", "back-it-out", out).status == 200
            await guest.until(lambda: guest.chips < 20_000_00)
            guest.act("malfunction")
            void_at_the_game_manager(guest, "holdem")
            await guest.over()
            assert guest.chips == CHIPS - 100, "five-card had ended the round, so its wager stands"

    asyncio.run(play())


def test_a_round_the_game_manager_ended_keeps_its_jackpot_wagers(tmp_path: Path) -> None:
    """A dealer at the keypad may press END GAME; then the wagers stand, and the table says so."""

    async def play() -> None:
        with seated(tmp_path, floor_with()) as guest:
            await guest.deal("jackpot")
            guest.act("malfunction")
            assert guest.floor.execute("five-card", "end-it-now", EndRound("T4", 1)).status == 200
            await guest.over()
            assert guest.chips == CHIPS - 100
            assert any("its jackpot wagers stand" in note for note in guest.sitting.notes)

    asyncio.run(play())


def test_a_restart_between_the_two_sides_of_a_void_loses_nothing(tmp_path: Path) -> None:
    async def first() -> Person:
        with seated(tmp_path, floor_with()) as guest:
            await guest.deal("jackpot", "link:holdem")
            guest.act("malfunction")
            return guest.person

    person = asyncio.run(first())

    async def second() -> None:
        with GameManager(floor_with(), str(tmp_path / "floor.db"), demo=True) as manager:
            room = Playroom(Hub(), manager, tmp_path / "play.db")
            guest = Guest(room, manager, person)
            room.resume()
            assert guest.sitting.voided
            assert guest.chips == CHIPS - 200
            for link in ("five-card", "holdem"):
                void_at_the_game_manager(guest, link)
            await guest.over()
            assert guest.chips == CHIPS
            room.close()

    asyncio.run(second())


def test_everybody_who_was_dealt_in_must_say_that_the_shuffler_failed(tmp_path: Path) -> None:
    async def play() -> None:
        with seated(tmp_path, floor_with()) as guest:
            _, other = guest.room.welcome("Ida")
            guest.room.act(other, "T4", "sit", {"seat": "2"}, "")
            for person in (guest.person, other):
                guest.room.enter("T4", person.id)
                guest.room.act(person, "T4", "lay", {"bet": "ante", "chip": "500"}, "")
            guest.room.act(other, "T4", "ready", {}, "")
            guest.act("ready")
            guest.act("malfunction")
            assert not guest.sitting.voided
            assert any("Seat 4 says that the shuffler has failed" in note for note in guest.sitting.notes)
            guest.room.act(other, "T4", "malfunction", {}, "")
            assert guest.sitting.voided
            assert not guest.sitting.busy, "no jackpot was wagered"
            assert guest.chips == CHIPS
            with pytest.raises(BadInput, match="no round is in play"):
                guest.act("malfunction")

    asyncio.run(play())


def test_every_page_of_a_voided_round_can_be_read() -> None:
    app = create_app()
    room: Playroom = app.state.playroom
    sent = {"X-Pitboss": "1"}
    with TestClient(app) as client:

        def act(table: str, action: str, **given: str) -> None:
            answer = client.post(f"/play/tables/{table}/{action}", json=given, headers=sent)
            assert answer.status_code == 200, answer.text

        for table in ("CSP-1", "UTH-1", "BJS-1", "RH-1", "SOL-1"):
            act(table, "sit", seat="1", **({"name": "Noor"} if table == "CSP-1" else {}))
            sitting = room.sitting(table)
            act(table, "lay", bet="hand-1" if table == "BJS-1" else "ante", chip="2500")
            act(table, "ready")
            if sitting.request is None:
                continue  # settled at once: nothing to void
            act(table, "malfunction")
            assert sitting.voided
            page = client.get(f"/play/tables/{table}").text
            assert "Malfunction: the round is void." in page
            assert "Even" in page
            for path in ("", ".txt", ".json"):
                assert client.get(f"/play/rounds/{sitting.round_id}{path}").status_code == 200
            assert client.get("/play/rounds").status_code == 200
            act(table, "leave")
