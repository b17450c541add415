"""A table of the play room by itself: chips in circles, the deal, what is refused, what a restart finds."""

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from pitboss.cards import CARDS, parse_cards
from pitboss.errors import BadInput
from pitboss.games import game, parse_round
from pitboss.table import BetLimit, TableLimits
from pitboss.table.limits import regulation_on
from pitboss.web.play.felt import public
from pitboss.web.play.rooms import Room
from pitboss.web.play.sitting import BOT_CHIPS_CENTS, Sitting
from pitboss.web.play.store import Store
from pitboss.web.play.voice import signed

CHIPS = 1_000_00
LIMITS = TableLimits(
    {
        "ante": BetLimit(500, 50_00),
        "blind": BetLimit(500, 50_00),
        "trips": BetLimit(100, 25_00),
        "jackpot": BetLimit(100, 500),
    }
)
ROOM = Room(
    "T4",
    game("ultimate-texas-holdem").rules(),
    LIMITS,
    6,
    ("five-card", "holdem"),
    {"five-card": "5CARD-JP-01", "holdem": "UTH-JP-01"},
    {"five-card": 100, "holdem": 500},
)
ROYAL = "AhKh 2c2d QhJhTh 9c9d"
"""Of one player: their cards, the dealer's, flop, turn and river."""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "play.db")


@pytest.fixture
def sitting(store: Store) -> Sitting:
    """Noor at seat 4 of the Hold'em table, with a thousand dollars."""
    sitting = Sitting(ROOM, store)
    sitting.sit(4, "noor", "Noor", CHIPS)
    return sitting


def stack(sitting: Sitting, cards: str = ROYAL) -> None:
    first = tuple(parse_cards(cards))
    order = (*first, *(card for card in CARDS if card not in first))
    sitting.shuffle = lambda decks: order


def chips(sitting: Sitting, seat: int = 4) -> int:
    return sitting.table.players[seat].chips_cents


def deal(sitting: Sitting, *bets: str) -> None:
    """An Ante of $5 and these bets, dealt; both sensors' wagers taken by their links."""
    sitting.lay(4, "ante", 500)
    for bet in bets:
        sitting.lay(4, bet, 500)
    sitting.ready(4)
    sitting.lock()
    for link in sitting.room.links:
        if sitting.sensor_seats(link):
            sitting.started[link] = 1
    sitting.deal()


def decide(sitting: Sitting, *decisions: str) -> None:
    for decision in decisions:
        assert sitting.table.round is not None
        sitting.decide(4, decision, len(sitting.table.round.decisions))


# Chairs


def test_a_seat_is_one_person_s_and_there_are_as_many_as_the_room_says(sitting: Sitting) -> None:
    for seat in (0, 7):
        with pytest.raises(BadInput, match=f"there is no seat {seat}; seats are 1 to 6"):
            sitting.sit(seat, "ida", "Ida", CHIPS)
    with pytest.raises(BadInput, match="seat 4 is taken by Noor"):
        sitting.sit(4, "ida", "Ida", CHIPS)
    assert (sitting.seat_of("noor"), sitting.seat_of("ida"), sitting.seat_of("")) == (4, 0, 0)
    sitting.sit(6, "ida", "Ida", CHIPS)
    sitting.sit(1, "eve", "Eve", CHIPS)
    assert (sitting.people, sitting.open_seats) == ([1, 4, 6], [2, 3, 5])


def test_bots_take_the_first_seats_and_go_with_the_last_person(sitting: Sitting) -> None:
    assert [sitting.add_bot() for _ in range(5)] == [1, 2, 3, 5, 6]
    assert chips(sitting, 1) == BOT_CHIPS_CENTS
    with pytest.raises(BadInput, match="every seat is taken"):
        sitting.add_bot()
    sitting.remove_bot()
    assert sitting.open_seats == [6], "the bot that came last goes first"
    assert sitting.leave(4) == CHIPS
    assert (sitting.chairs, sitting.table.players) == ({}, {})
    with pytest.raises(BadInput, match="no bot sits here"):
        sitting.remove_bot()


# Chips before the deal


def test_equal_bets_are_laid_and_taken_back_together(sitting: Sitting) -> None:
    sitting.lay(4, "blind", 500)
    sitting.lay(4, "ante", 25_00)
    sitting.lay(4, "trips", 100)
    assert sitting.chairs[4].wagers == {"ante": 30_00, "blind": 30_00, "trips": 100}
    sitting.take_back(4, "blind")
    assert sitting.chairs[4].wagers == {"ante": 500, "blind": 500, "trips": 100}, "the last chip of the pair"
    sitting.take_back(4)
    assert sitting.chairs[4].wagers == {"ante": 500, "blind": 500}
    sitting.take_back(4)
    assert sitting.chairs[4].wagers == {}
    for bet in ("", "trips", "link:holdem"):
        with pytest.raises(BadInput, match="you have no chip there"):
            sitting.take_back(4, bet)
    sitting.lay(4, "link:holdem", 0)
    sitting.lay(4, "ante", 500)
    sitting.clear(4)
    assert sitting.chairs[4].laid == []
    assert chips(sitting) == CHIPS, "chips in circles are on the rail's account until the deal"


def test_a_circle_takes_its_chips_up_to_its_limit_and_no_more_than_the_rail_has(sitting: Sitting) -> None:
    for bet, cents, why in (
        ("ante", 300, "there is no such chip"),
        ("play", 500, "play is not offered at this table"),
        ("trips", 100_00, r"Trips takes at most \$25.00"),
        ("ante", 500_00_00, "there is no such chip"),
        ("link:five-card", 0, "this table has no such sensor"),
        ("link:nowhere", 0, "this table has no such sensor"),
    ):
        with pytest.raises(BadInput, match=why):
            sitting.lay(4, bet, cents)
    sitting.lay(4, "trips", 25_00)
    with pytest.raises(BadInput, match=r"Trips takes at most \$25.00"):
        sitting.lay(4, "trips", 50)
    sitting.sit(1, "ida", "Ida", 10_00)
    sitting.lay(1, "ante", 500)
    with pytest.raises(BadInput, match=r"you have only \$0.00 left"):
        sitting.lay(1, "trips", 50)
    with pytest.raises(BadInput, match="sit down first"):
        sitting.lay(2, "ante", 500)


def test_a_fixed_wager_takes_its_own_sum_whatever_the_chip(store: Store) -> None:
    rules = game("let-it-ride").rules()
    limits = TableLimits.standard(rules, regulation_on(date(2023, 8, 19)))
    sitting = Sitting(Room("LIR-9", rules, limits, 7), store)
    sitting.sit(4, "noor", "Noor", CHIPS)
    sitting.lay(4, "five-card-bonus", 500)
    assert sitting.chairs[4].offered == {"five-card-bonus": 100}
    with pytest.raises(BadInput, match=r"takes at most \$1\.00"):
        sitting.lay(4, "five-card-bonus", 500)


def test_a_sensor_takes_its_own_sum_and_goes_on_and_off(sitting: Sitting) -> None:
    sitting.lay(4, "jackpot", 500)
    sitting.lay(4, "link:holdem", 100)
    assert sitting.chairs[4].wagers == {"jackpot": 100, "link:holdem": 500}
    sitting.lay(4, "jackpot", 500)
    assert sitting.chairs[4].wagers == {"link:holdem": 500}
    sitting.lay(4, "link:holdem", 500)
    assert sitting.chairs[4].wagers == {}


def test_bets_are_in_once_they_can_be_dealt(sitting: Sitting) -> None:
    with pytest.raises(BadInput, match="place your bets first"):
        sitting.ready(4)
    sitting.lay(4, "trips", 500)
    with pytest.raises(BadInput, match=r"^Ante is required"):
        sitting.ready(4)
    with pytest.raises(BadInput, match="nobody's bets are in"):
        sitting.lock()
    sitting.lay(4, "ante", 500)
    sitting.ready(4)
    with pytest.raises(BadInput, match="your bets are in"):
        sitting.lay(4, "ante", 500)
    with pytest.raises(BadInput, match="your bets are in"):
        sitting.clear(4)
    with pytest.raises(BadInput, match="your bets are in"):
        sitting.ready(4)


def test_the_sensors_count_when_chips_are_short(sitting: Sitting) -> None:
    sitting.sit(1, "ida", "Ida", 15_99)
    sitting.lay(1, "ante", 500)
    sitting.lay(1, "jackpot", 0)
    sitting.lay(1, "link:holdem", 0)
    with pytest.raises(BadInput, match=r"you have only \$15.99"):
        sitting.ready(1)
    sitting.more_chips(1, 1)
    sitting.ready(1)


# The deal


def test_the_bets_of_the_last_round_are_laid_again(sitting: Sitting) -> None:
    stack(sitting)
    deal(sitting, "trips", "link:holdem")
    decide(sitting, "check", "check", "fold")
    sitting.awaiting = False
    sitting.ready(4)
    assert sitting.chairs[4].wagers == {"ante": 500, "blind": 500, "trips": 500, "link:holdem": 500}


def test_while_a_round_is_in_play_bets_seats_and_chips_wait(sitting: Sitting) -> None:
    sitting.sit(2, "ida", "Ida", CHIPS)
    deal(sitting)
    for late, why in (
        (lambda: sitting.lay(2, "ante", 500), "no more bets"),
        (lambda: sitting.leave(4), "you can leave when"),
        (lambda: sitting.more_chips(4, 500), "between rounds"),
        (sitting.lock, "a round is in play"),
    ):
        with pytest.raises(BadInput, match=why):
            late()
    sitting.sit(1, "eve", "Eve", CHIPS)
    assert [seat for seat, chair in sitting.chairs.items() if chair.dealt] == [4]


def test_both_sensors_are_charged_and_seen(sitting: Sitting) -> None:
    deal(sitting, "jackpot", "link:holdem")
    assert chips(sitting) == CHIPS - 2 * 500 - 100 - 500
    assert (sitting.sensor_seats("five-card"), sitting.sensor_seats("holdem")) == ([4], [4])
    assert sitting.beside(4) == {"holdem": 500}, "the first link's wager is a line of the round"
    assert sitting.beside(1) == {}


@pytest.mark.parametrize(
    ("link", "bet", "cents"), [("five-card", "jackpot", 100), ("holdem", "link:holdem", 500)]
)
def test_a_link_that_takes_no_wagers_gives_them_back_before_the_deal(
    sitting: Sitting, link: str, bet: str, cents: int
) -> None:
    for laid in ("ante", "jackpot", "link:holdem"):
        sitting.lay(4, laid, 500)
    sitting.ready(4)
    sitting.lock()
    sitting.without_sensor(link)
    assert sitting.sensor_seats(link) == []
    sitting.deal()
    assert chips(sitting) == CHIPS - 2 * 500 - 600 + cents
    assert sitting.sensor_seats(link) == []
    assert bet in sitting.chairs[4].last, "the next round asks again"


def test_a_decision_is_the_seat_s_whose_turn_it_is_and_for_what_it_saw(sitting: Sitting) -> None:
    with pytest.raises(BadInput, match="no round is in play"):
        sitting.decide(4, "check", 0)
    stack(sitting)
    deal(sitting)
    with pytest.raises(BadInput, match="it is seat 4's turn"):
        sitting.decide(1, "check", 0)
    sitting.decide(4, "check", 0)
    with pytest.raises(BadInput, match="the table has moved on"):
        sitting.decide(4, "check", 0)
    assert sitting.passive().name == "check"
    decide(sitting, "check")
    assert sitting.passive().name == "fold", "at the river nothing is for nothing"
    decide(sitting, "play-1x")
    assert sitting.request is None
    assert not sitting.busy


def test_bots_bet_the_least_and_never_run_dry(sitting: Sitting) -> None:
    bot = sitting.add_bot()
    sitting.table.players[bot].chips_cents = 199_99
    deal(sitting)
    assert sitting.table.round is not None
    assert sitting.table.round.wagers[bot] == {"ante": 500, "blind": 500}
    assert sitting.before[bot] == BOT_CHIPS_CENTS
    decide(sitting, "check", "check", "fold")
    sitting.table.players[bot].chips_cents = 200_00
    deal(sitting)
    assert sitting.before[bot] == 200_00


# How it ends


def test_a_finished_round_is_kept_with_what_each_seat_is_ahead(sitting: Sitting, store: Store) -> None:
    stack(sitting)
    deal(sitting, "jackpot", "link:holdem")
    decide(sitting, "play-4x")
    assert sitting.awaiting, "the links have not ended it yet"
    assert sitting.net_cents(4) == 5_00 + 20_00 + 500 * 500 - 100 - 500, "ante, play, blind, and two sensors"
    (kept,) = store.rounds_of("noor")
    assert kept.seats == {4: ("noor", "Noor", sitting.net_cents(4))}
    assert (kept.place, kept.number) == ("T4", 1)
    again = parse_round(kept.notation)
    assert (again.lines, len(again.order)) == (sitting.table.lines, 9), "only the cards that were dealt"


def test_a_jackpot_is_credited_once_and_only_to_a_seat_with_somebody(sitting: Sitting) -> None:
    for _ in range(2):
        sitting.credit("award holdem 1", 4, 700)
    sitting.credit("award holdem 2", 1, 700)
    assert chips(sitting) == CHIPS + 700
    assert sitting.credited == ["award holdem 1"]


def test_a_void_round_gives_the_bets_back_now_and_each_sensor_when_its_link_has(sitting: Sitting) -> None:
    deal(sitting, "jackpot", "link:holdem")
    sitting.sit(1, "ida", "Ida", CHIPS)
    with pytest.raises(BadInput, match="no round is in play"):
        sitting.malfunction(1, [1, 4])
    sitting.malfunction(4, [1, 4])
    assert sitting.voided
    assert not sitting.may_void
    assert chips(sitting) == CHIPS - 600
    assert (sitting.net_cents(4), sitting.beside(4)) == (-600, {"five-card": 100, "holdem": 500})
    for _ in range(2):
        sitting.return_jackpot("holdem")
    assert (chips(sitting), sitting.net_cents(4)) == (CHIPS - 100, -100)
    sitting.return_jackpot("five-card")
    assert (chips(sitting), sitting.net_cents(4)) == (CHIPS, 0)


def test_a_sensor_that_was_never_started_comes_back_with_the_bets(sitting: Sitting) -> None:
    sitting.lay(4, "ante", 500)
    sitting.lay(4, "jackpot", 0)
    sitting.ready(4)
    sitting.lock()
    sitting.deal()
    sitting.malfunction(4, [4])
    assert chips(sitting) == CHIPS


def test_a_settled_round_is_void_only_while_a_link_holds_it_open(sitting: Sitting) -> None:
    stack(sitting)
    deal(sitting)
    decide(sitting, "play-4x")
    won = chips(sitting)
    assert not sitting.may_void
    with pytest.raises(BadInput, match="no round is in play"):
        sitting.malfunction(4, [4])
    with pytest.raises(BadInput, match="the round is settled"):
        sitting.void()
    deal(sitting, "jackpot")
    decide(sitting, "play-4x")
    sitting.credit("award five-card 1", 4, 99)
    with pytest.raises(BadInput, match="must back it out first"):
        sitting.malfunction(4, [4])
    sitting.credit("back award five-card 1", 4, -99)
    sitting.malfunction(4, [4])
    assert chips(sitting) == won - 100


# A restart


@pytest.mark.parametrize("steps", [0, 1, 2, 3], ids=["bets in", "locked", "dealt", "settled"])
def test_a_restart_finds_the_table_as_it_was(sitting: Sitting, store: Store, steps: int) -> None:
    stack(sitting)
    sitting.add_bot()
    for bet in ("ante", "jackpot", "link:holdem"):
        sitting.lay(4, bet, 500)
    sitting.ready(4)
    for step in (sitting.lock, sitting.deal, lambda: decide(sitting, "check", "check", "play-1x"))[:steps]:
        step()
    sitting.notes.append("a note")
    sitting.save()
    again = Sitting(ROOM, store)
    again.shuffle = sitting.shuffle
    for name in ("number", "round_id", "before", "sensors", "started", "dealing", "notes", "credited"):
        assert getattr(again, name) == getattr(sitting, name), name
    assert again.chairs == sitting.chairs
    assert again.table.players == sitting.table.players
    assert (again.busy, again.request) == (sitting.busy, sitting.request)
    assert again.sensor_seats("five-card") == sitting.sensor_seats("five-card") == [4] * (steps > 0)
    if steps == 1:
        again.deal()
        sitting.deal()
        assert chips(again) == chips(sitting)


def test_a_void_round_that_had_been_settled_is_found_again(sitting: Sitting, store: Store) -> None:
    stack(sitting)
    deal(sitting, "jackpot")
    decide(sitting, "play-4x")
    sitting.malfunction(4, [4])
    sitting.save()
    again = Sitting(ROOM, store)
    assert again.voided
    assert chips(again) == chips(sitting) == CHIPS - 100


def test_somebody_who_left_after_the_round_does_not_come_back_with_a_restart(
    sitting: Sitting, store: Store
) -> None:
    sitting.sit(2, "ida", "Ida", CHIPS)
    deal(sitting)
    decide(sitting, "check", "check", "fold")
    sitting.leave(4)
    sitting.save()
    again = Sitting(ROOM, store)
    assert again.people == [2]
    assert list(again.table.players) == [2]
    assert again.table.round is not None


def test_chips_on_a_sensor_that_the_file_has_taken_away_are_not_laid_again(
    sitting: Sitting, store: Store
) -> None:
    for bet in ("ante", "jackpot", "link:holdem"):
        sitting.lay(4, bet, 500)
    sitting.save()
    without = Sitting(replace(ROOM, links=("five-card",), wagers={"five-card": 200}), store)
    assert without.chairs[4].wagers == {"ante": 500, "blind": 500, "jackpot": 200}


# What everybody sees


def seats_shown(sitting: Sitting) -> dict[int, str]:
    """What the felt says at each seat, in plain words."""
    found = re.findall(r"<li>(.*?)</li>", str(public(sitting)), re.S)
    plain = [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in found]
    return dict(enumerate(plain, 1))


def test_the_felt_says_what_a_hand_wins_at_most_where_the_table_limits_that(store: Store) -> None:
    limited = replace(ROOM, limits=replace(LIMITS, payout_cents=50_000_00))
    assert "A hand wins $50,000 at most" in str(public(Sitting(limited, store)))
    assert "at most" not in str(public(Sitting(ROOM, store)))


def test_the_felt_shows_every_seat_and_what_each_is_doing(sitting: Sitting) -> None:
    stack(sitting)
    assert list(seats_shown(sitting)) == [1, 2, 3, 4, 5, 6]
    sitting.sit(6, "ida", "Ida", CHIPS)
    sitting.lay(6, "ante", 500)
    assert "Betting" in seats_shown(sitting)[6]
    assert "Place your bets." in str(public(sitting))
    sitting.ready(6)
    assert "Bets in" in seats_shown(sitting)[6]
    assert "Seat 6 is ready. Waiting for the others." in str(public(sitting))
    deal(sitting, "jackpot")
    shown = seats_shown(sitting)
    assert "To act" in shown[4]
    assert "Waits" in shown[6]
    decide(sitting, "check")
    assert "Check" in seats_shown(sitting)[4]
    sitting.decide(6, "check", 1)
    decide(sitting, "check")
    sitting.decide(6, "check", 3)
    decide(sitting, "play-1x")
    sitting.decide(6, "fold", 5)
    shown = seats_shown(sitting)
    assert f"Won {signed(sitting.net_cents(4))}" in shown[4]
    assert f"Lost {signed(sitting.net_cents(6))}" in shown[6]
    assert not re.search("Won|Lost|Even", shown[1])


def after_a_round(sitting: Sitting, *bets: str) -> None:
    """Noor has lost a round with an Ante and these bets, which still lie in their circles."""
    stack(sitting, "2h7d AcAd 3h4h9s Td5d")
    deal(sitting, *bets)
    decide(sitting, "check", "check", "fold")
    assert sitting.chairs[4].wagers == {}


def test_a_chip_after_a_round_comes_on_top_of_the_last_bets(sitting: Sitting) -> None:
    after_a_round(sitting, "trips")
    sitting.lay(4, "trips", 500)
    assert sitting.chairs[4].wagers == {"ante": 500, "blind": 500, "trips": 10_00}


def test_one_bet_of_the_last_round_can_be_left_out(sitting: Sitting) -> None:
    after_a_round(sitting, "trips")
    sitting.take_back(4, "trips")
    assert sitting.chairs[4].wagers == {"ante": 500, "blind": 500}


def test_cleared_bets_stay_away_until_they_are_laid_again(sitting: Sitting) -> None:
    after_a_round(sitting, "trips")
    sitting.clear(4)
    with pytest.raises(BadInput, match="place your bets first"):
        sitting.ready(4)
    sitting.rebet(4)
    assert sitting.chairs[4].wagers == {"ante": 500, "blind": 500, "trips": 500}


def test_double_doubles_every_circle_but_no_sensor(sitting: Sitting) -> None:
    for bet in ("ante", "trips", "jackpot"):
        sitting.lay(4, bet, 500)
    sitting.double(4)
    assert sitting.chairs[4].wagers == {"ante": 10_00, "blind": 10_00, "trips": 10_00, "jackpot": 100}


def test_double_beyond_a_limit_or_the_chips_changes_nothing(sitting: Sitting) -> None:
    sitting.lay(4, "ante", 25_00)
    sitting.lay(4, "trips", 25_00)
    before = list(sitting.chairs[4].laid)
    with pytest.raises(BadInput, match=r"Trips takes at most \$25.00"):
        sitting.double(4)
    sitting.take_back(4, "trips")
    sitting.table.players[4].chips_cents = 60_00
    with pytest.raises(BadInput, match=r"you have only \$10.00 left"):
        sitting.double(4)
    assert sitting.chairs[4].laid == before[:-1]


def test_last_bets_without_the_chips_for_them_are_no_start(sitting: Sitting) -> None:
    after_a_round(sitting, "trips")
    sitting.table.players[4].chips_cents = 12_00
    sitting.lay(4, "ante", 500)
    assert sitting.chairs[4].wagers == {"ante": 500, "blind": 500}


def test_what_must_be_kept_for_the_play_bet_is_told_before_the_deal(sitting: Sitting) -> None:
    sitting.table.players[4].chips_cents = 14_00
    sitting.lay(4, "ante", 500)
    assert sitting.short_of(4) == 500
    sitting.table.players[4].chips_cents = 15_00
    assert sitting.short_of(4) == 0


def test_somebody_short_of_chips_sees_every_choice_and_may_take_more(sitting: Sitting) -> None:
    sitting.table.players[4].chips_cents = 25_00
    stack(sitting)
    deal(sitting)
    assert [choice.name for choice in sitting.choices] == ["check", "play-3x", "play-4x"]
    assert sitting.request is not None
    assert [choice.name for choice in sitting.request.choices] == ["check", "play-3x"]
    sitting.more_chips(4, 1_000_00)
    decide(sitting, "play-4x")
    assert chips(sitting) > 1_000_00


def test_chips_are_not_taken_in_a_round_that_can_be_played(sitting: Sitting) -> None:
    stack(sitting)
    deal(sitting)
    with pytest.raises(BadInput, match="between rounds"):
        sitting.more_chips(4, 1_000_00)


def test_a_seat_shows_nothing_of_somebody_who_has_left_it(sitting: Sitting) -> None:
    after_a_round(sitting)
    assert "Lost −$10.00" in str(public(sitting))
    sitting.sit(5, "ida", "Ida", CHIPS)
    sitting.leave(4)
    sitting.sit(4, "kay", "Kay", CHIPS)
    shown = str(public(sitting))
    assert "Kay" in shown
    assert "Lost" not in shown
