"""A live table: seats, chips, rounds, what is refused and why, undo, void, aggregates."""

import random
from collections.abc import Callable
from datetime import date

import pytest

from pitboss.cards import SeededShuffle, parse_cards
from pitboss.errors import BadInput
from pitboss.games import GAMES, Game, game, parse_round
from pitboss.table import BetLimit, Table, TableLimits, random_play, regulation_on, simple
from pitboss.table.table import HISTORY_MAX

AT_APPROVAL = regulation_on(date(2023, 6, 14))
ACES = parse_cards("AsAdKcQh2d" + "AhKh7d4s2c")


def caribbean(chips_cents: int = 100_000, limits: TableLimits | None = None) -> Table:
    table = Table(game("caribbean-stud").rules(), limits, AT_APPROVAL, SeededShuffle(1).order)
    table.sit(1, "Ann", chips_cents)
    return table


def chips_on(table: Table) -> int:
    return (
        sum(player.chips_cents for player in table.players.values()) + table.house_cents + table.jackpot_cents
    )


def test_seats_are_taken_and_left() -> None:
    table = caribbean()
    table.sit(7, "Ann", 500)
    with pytest.raises(BadInput, match="seat 1 is taken by Ann"):
        table.sit(1, "Bob", 500)
    with pytest.raises(BadInput, match="no seat 8; seats are 1 to 7"):
        table.sit(8, "Bob", 500)
    with pytest.raises(BadInput, match="less than nothing"):
        table.sit(2, "Bob", -1)
    table.add_chips(7, 500)
    assert table.leave(7) == 1_000
    with pytest.raises(BadInput, match="nobody sits at seat 7"):
        table.leave(7)
    with pytest.raises(BadInput, match="more than nothing"):
        table.add_chips(1, 0)


def test_wagers_are_refused_with_a_reason_and_nothing_changes() -> None:
    table = caribbean(1_200)
    for wagers, why in (
        ({}, "needs a wager"),
        ({2: {"ante": 500}}, "nobody sits at seat 2"),
        ({1: {"bonus": 100}}, "Ante is required"),
        ({1: {"ante": 499}}, "seat 1: the Ante is at least $5"),
        ({1: {"ante": 15_050}}, "seat 1: the Ante is at most $150"),
        ({1: {"ante": 1_000, "bonus": 250}}, "seat 1 has only $12.00"),
    ):
        assert why in table.wager_refusal(wagers)
        with pytest.raises(BadInput):
            table.open_round(wagers)
    assert (table.round, table.players[1].chips_cents) == (None, 1_200)


def test_chips_leave_the_stack_when_laid_and_come_back_when_settled() -> None:
    table = caribbean(10_000)
    table.open_round({1: {"ante": 500}}, ACES)
    assert table.players[1].chips_cents == 9_500
    assert table.in_progress
    table.decide("bet")
    assert not table.in_progress
    assert (table.players[1].chips_cents, table.house_cents) == (11_500, -1_500)


def test_a_round_in_progress_blocks_what_must_wait() -> None:
    table = caribbean()
    table.open_round({1: {"ante": 500}})
    assert table.wager_refusal({1: {"ante": 500}}) == "a round is in progress"
    for act in (lambda: table.leave(1), lambda: table.add_chips(1, 500)):
        with pytest.raises(BadInput):
            act()


def test_a_decision_needs_the_chips_for_it() -> None:
    table = caribbean(1_000)
    table.open_round({1: {"ante": 500}}, ACES)
    assert table.decision_refusal("bet") == "seat 1 has $5.00 left; bet takes $10.00"
    assert table.request is not None
    assert [choice.name for choice in table.request.choices] == ["fold"]
    with pytest.raises(BadInput, match=r"takes \$10.00"):
        table.decide("bet")
    table.decide("fold")
    assert table.decision_refusal("bet") == "the round is over"


def test_chips_that_just_suffice_are_enough() -> None:
    table = caribbean(1_500)
    table.open_round({1: {"ante": 500}}, ACES)
    assert table.request is not None
    assert [choice.name for choice in table.request.choices] == ["bet", "fold"]
    table.decide("bet")
    short = Table(game("ultimate-texas-holdem").rules(), None, AT_APPROVAL, SeededShuffle(5).order)
    short.sit(1, "Ann", 2_500)
    short.open_round({1: {"ante": 500, "blind": 500}})
    assert short.request is not None
    assert [choice.name for choice in short.request.choices] == ["check", "play-3x"]


def test_without_a_round_there_is_nothing_to_do() -> None:
    table = caribbean()
    assert table.request is None
    assert table.decision_refusal("bet") == "no round has been dealt"
    for act in (table.undo, table.void, table.view):
        with pytest.raises(BadInput):
            act()


def test_undo_goes_back_step_by_step_also_over_the_settlement() -> None:
    table = Table(game("ultimate-texas-holdem").rules(), None, AT_APPROVAL, SeededShuffle(5).order)
    table.sit(1, "Ann", 10_000)
    table.open_round({1: {"ante": 500, "blind": 500}})
    for decision in ("check", "check", "play-1x"):
        table.decide(decision)
    settled_chips, history = table.players[1].chips_cents, list(table.history)
    table.undo()
    assert table.request is not None
    assert (table.request.stage, table.players[1].chips_cents) == ("river", 9_000)
    assert not table.history
    table.decide("play-1x")
    assert (table.players[1].chips_cents, list(table.history)) == (settled_chips, history)
    for _ in range(3):
        table.undo()
    with pytest.raises(BadInput, match="no decision to take back"):
        table.undo()


def test_void_gives_everything_back() -> None:
    table = caribbean(10_000)
    table.open_round({1: {"ante": 500, "progressive": 100}})
    assert table.jackpot_cents == 100
    table.void()
    assert (table.players[1].chips_cents, table.house_cents, table.jackpot_cents) == (10_000, 0, 0)
    assert parse_round(table.history[-1]).voided


def test_a_settled_round_is_not_voided_and_a_void_one_not_again() -> None:
    table = caribbean(10_000)
    table.open_round({1: {"ante": 500}}, ACES)
    table.decide("bet")
    with pytest.raises(BadInput, match="the round is settled; only a round in play can be void"):
        table.void()
    assert (table.players[1].chips_cents, table.house_cents, len(table.history)) == (11_500, -1_500, 1)
    table.void(settled=True)
    assert (table.players[1].chips_cents, table.house_cents, len(table.history)) == (10_000, 0, 1)
    with pytest.raises(BadInput, match="void already"):
        table.void()


@pytest.mark.parametrize("take_back", [Table.undo, lambda table: table.void(settled=True)])
def test_chips_bought_after_the_settlement_stay_when_it_is_taken_back(
    take_back: Callable[[Table], None],
) -> None:
    table = caribbean(10_000)
    table.open_round({1: {"ante": 500}}, ACES)
    table.decide("bet")
    table.add_chips(1, 2_500)
    take_back(table)
    assert chips_on(table) + _on_layout(table) == 12_500
    if table.in_progress:
        table.decide("bet")
        assert (table.players[1].chips_cents, table.house_cents) == (14_000, -1_500)


@pytest.mark.parametrize("seat_again", [False, True], ids=["empty", "taken by another"])
def test_a_round_stands_once_somebody_took_its_chips_away(seat_again: bool) -> None:
    table = caribbean(10_000)
    table.open_round({1: {"ante": 500}}, ACES)
    table.decide("bet")
    assert table.leave(1) == 11_500
    if seat_again:
        table.sit(1, "Bob", 700)
    for act in (table.undo, lambda: table.void(settled=True)):
        with pytest.raises(BadInput, match="Ann has left seat 1; the round stands"):
            act()
    assert (chips_on(table), len(table.history)) == (-1_500 + 700 * seat_again, 1)


def test_history_replays_to_the_same_settlement_and_keeps_the_last_rounds() -> None:
    table = caribbean(10_000_000)
    for _ in range(HISTORY_MAX + 5):
        table.open_round({1: {"ante": 500}})
        table.decide("bet")
        assert parse_round(table.history[-1]).lines == table.lines
    assert len(table.history) == HISTORY_MAX


def test_an_aggregate_is_shared_in_proportion() -> None:
    limits = TableLimits({"ante": BetLimit(500, 1_000), "bonus": BetLimit(100, 500)}, {"bonus": 50_000})
    table = caribbean(100_000, limits)
    table.sit(2, "Bob", 100_000)
    royal_and_flush = parse_cards("AsKsQsJsTs" + "AdJd9d6d3d" + "AhKh7d4s2c")
    table.open_round({1: {"ante": 500, "bonus": 500}, 2: {"ante": 500, "bonus": 500}}, royal_and_flush)
    table.decide("bet")
    table.decide("bet")
    paid = {line.seat: line.paid_cents for line in table.lines if line.bet == "bonus"}
    assert paid == {1: 500_000 * 50_000 // 520_000, 2: 20_000 * 50_000 // 520_000}
    assert "aggregate" in next(line.words for line in table.lines if line.bet == "bonus")
    assert chips_on(table) == 200_000


def test_an_aggregate_that_is_not_reached_changes_nothing() -> None:
    limits = TableLimits({"ante": BetLimit(500, 1_000), "bonus": BetLimit(100, 500)}, {"bonus": 50_000})
    table = caribbean(100_000, limits)
    table.open_round({1: {"ante": 500, "bonus": 100}}, ACES)
    table.decide("bet")
    assert table.round is not None
    assert table.lines == table.round.lines


def test_what_one_hand_wins_is_limited_over_all_its_bets_after_any_aggregate() -> None:
    bets = {"ante": BetLimit(500, 1_000), "bonus": BetLimit(100, 500)}
    table = caribbean(100_000, TableLimits(bets, {"bonus": 500_000}, 100_000))
    table.sit(2, "Bob", 100_000)
    royal_and_flush = parse_cards("AsKsQsJsTs" + "AdJd9d6d3d" + "AhKh7d4s2c")
    table.open_round({1: {"ante": 500, "bonus": 500}, 2: {"ante": 500, "bonus": 500}}, royal_and_flush)
    table.decide("bet")
    table.decide("bet")
    assert table.round is not None
    full = {line.bet: line.paid_cents for line in table.round.lines if line.seat == 1}
    bonus = full["bonus"] * 500_000 // 520_000
    won = full["ante"] + full["bet"] + bonus
    shares = {"ante": full["ante"], "bet": full["bet"], "bonus": bonus}
    lines = {line.bet: line for line in table.lines if line.seat == 1}
    assert {bet: line.paid_cents for bet, line in lines.items()} == {
        bet: cents * 100_000 // won for bet, cents in shares.items()
    }
    assert all("one hand wins" in line.words for line in lines.values())
    assert sum(line.paid_cents for line in table.lines if line.seat == 2) < 100_000, (
        "the other hand has its own"
    )
    assert chips_on(table) == 200_000


@pytest.mark.parametrize("each", GAMES.values(), ids=lambda each: each.slug)
def test_no_chip_is_lost_or_made_in_any_round(each: Game) -> None:
    """A full table of random and simple bots, with every bet laid, now and then an undo or a malfunction."""
    choose = random.Random(each.slug)
    table = Table(each.rules(), None, AT_APPROVAL, SeededShuffle(each.slug).order)
    for seat in range(1, each.seats_max + 1):
        table.sit(seat, f"bot {seat}", 50_000, random_play(seat) if seat % 2 else simple(each))
    everything = {bet: limit.least_cents for bet, limit in table.limits.bets.items()}
    total = chips_on(table)
    for _ in range(150):
        able = {seat: everything for seat, player in table.players.items() if player.chips_cents >= 5_000}
        table.open_round(
            {seat: able[seat] for seat in choose.sample(sorted(able), choose.randint(1, len(able)))}
        )
        assert chips_on(table) + _on_layout(table) == total
        if choose.random() < 0.1 and table.in_progress:
            table.void()
        else:
            table.play_bots()
        assert chips_on(table) == total
        if choose.random() < 0.2 and table.round is not None and table.round.decisions:
            table.undo()
            assert chips_on(table) + _on_layout(table) == total
            table.play_bots()
        if table.in_progress:
            table.void()
        assert chips_on(table) == total


def _on_layout(table: Table) -> int:
    assert table.round is not None
    staked = sum(table.round.staked_cents(seat) for seat in table.round.wagers)
    return staked - sum(line.wager_cents for line in table.round.lines)
