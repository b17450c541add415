"""The daily set, the streak and the storm."""

from datetime import date, timedelta

from pitboss.practice.sets import STORM_S, Puzzle, Storm, daily, streak

DAY = date(2026, 11, 16)
POOLS = {name: [f"{name} {place}" for place in range(40)] for name in ("a", "b", "c", "d", "e")}


def test_the_daily_set_is_the_same_for_everybody_and_another_one_tomorrow() -> None:
    today = daily(DAY, POOLS)
    assert today == daily(DAY, {name: list(reversed(found)) for name, found in reversed(POOLS.items())})
    assert len(set(today)) == 20
    assert len({*today, *daily(DAY + timedelta(days=1), POOLS)}) > 30


def test_every_game_has_its_turn_in_the_daily_set() -> None:
    for size in (5, 20):
        assert {puzzle.game for puzzle in daily(DAY, POOLS, size)} == set(POOLS)


def test_a_game_with_few_puzzles_leaves_its_turns_to_the_others() -> None:
    found = daily(DAY, {"a": ["1"], "b": [str(place) for place in range(40)]})
    assert len(found) == 20
    assert Puzzle("a", "1") in found


def test_a_streak_goes_on_until_a_day_is_left_out() -> None:
    days = {DAY - timedelta(days=back) for back in range(5)}
    assert streak(days, DAY) == 5
    assert streak(days - {DAY}, DAY) == 4  # today is still open
    assert streak(days - {DAY - timedelta(days=1)}, DAY) == 1
    assert streak(set(), DAY) == 0


def test_a_storm_ends_with_the_third_miss_or_the_time() -> None:
    storm = Storm(0)
    for _ in range(3):
        assert not storm.is_over(1)
        storm = storm.after(False, 1)
    assert storm.is_over(1)
    assert storm.after(True, 2) == storm
    assert not Storm(0).is_over(STORM_S * 1_000_000 - 1)
    assert Storm(0).is_over(STORM_S * 1_000_000)
    assert Storm(0).left_s(61_000_000) == 119
    assert Storm(0).left_s(10**12) == 0
