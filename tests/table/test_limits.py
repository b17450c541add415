"""Wagering limits: dated rules of the state, and a table's own within them."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from pitboss.errors import BadInput
from pitboss.games import GAMES, Game, game
from pitboss.table import BetLimit, Table, TableLimits, regulation_on
from pitboss.table.limits import highest_odds, load_regulations, wager_max_cents

AT_APPROVAL = regulation_on(date(2023, 6, 14))


def offer(**most: int) -> TableLimits:
    """Limits from $1 up to so many dollars, with bet slugs written with underscores."""
    return TableLimits({bet.replace("_", "-"): BetLimit(100, dollars * 100) for bet, dollars in most.items()})


@pytest.mark.parametrize(
    ("day", "limit_cents"),
    [
        (date(2023, 6, 14), 30_000),
        (date(2023, 8, 18), 30_000),
        (date(2023, 8, 19), 40_000),
        (date(2026, 1, 1), 40_000),
    ],
)
def test_regulation_1_the_limit_for_a_wager_goes_by_date(day: date, limit_cents: int) -> None:
    rules = game("blackjack-switch").rules()
    limits = TableLimits.standard(rules, regulation_on(day))
    assert limits.refusal({"hand-1": limit_cents, "hand-2": limit_cents}) == ""
    assert "is at most" in limits.refusal({"hand-1": limit_cents + 1})


def test_regulation_1_no_limit_is_known_before_the_first_rule() -> None:
    with pytest.raises(BadInput, match="no wagering limits are known for 2001-01-01"):
        regulation_on(date(2001, 1, 1))


@pytest.mark.parametrize(
    ("slug", "bet", "most_cents"),
    [
        ("ultimate-texas-holdem", "ante", 7_500),
        ("ultimate-texas-holdem", "blind", 7_500),
        ("ultimate-texas-holdem", "trips", 30_000),
        ("caribbean-stud", "ante", 15_000),
        ("solitaire-stud", "ante", 15_000),
        ("solitaire-stud", "super-bonus", 15_000),
        ("rabbit-hunter", "ante", 30_000),
        ("blackjack-switch", "hand-1", 30_000),
    ],
)
def test_regulation_2_a_raise_may_not_exceed_the_limit_either(slug: str, bet: str, most_cents: int) -> None:
    chosen = game(slug)
    assert wager_max_cents(chosen, chosen.bet(bet), AT_APPROVAL) == most_cents


def test_regulation_2_a_layout_that_lets_a_raise_exceed_the_limit_is_refused() -> None:
    rules = game("ultimate-texas-holdem").rules()
    assert offer(ante=75, blind=75).layout_refusal(rules, AT_APPROVAL) == ""
    why = offer(ante=76, blind=76).layout_refusal(rules, AT_APPROVAL)
    assert "a raise on it would exceed the limit of $300.00" in why
    with pytest.raises(BadInput, match="a raise on it"):
        Table(rules, offer(ante=76, blind=76), AT_APPROVAL)
    assert "trips up to $301.00: it exceeds" in offer(ante=5, blind=5, trips=301).layout_refusal(
        rules, AT_APPROVAL
    )


def test_regulation_3_at_most_three_games_of_a_layout_take_more_than_five_dollars() -> None:
    rules = game("ultimate-texas-holdem").rules()
    three = offer(ante=75, blind=75, trips=25, ultimate_pairs=25, bad_beat_bonus=5, jackpot=1)
    assert three.layout_refusal(rules, AT_APPROVAL) == ""
    four = offer(ante=75, blind=75, trips=25, ultimate_pairs=25, bad_beat_bonus=6, jackpot=1)
    assert four.layout_refusal(rules, AT_APPROVAL) == "4 games take more than $5.00; 3 may"


def test_regulation_3_the_number_of_games_on_a_layout_is_limited() -> None:
    rules = game("ultimate-texas-holdem").rules()
    five = offer(ante=5, blind=5, trips=5, ultimate_pairs=5, bad_beat_bonus=5, jackpot=1)
    assert five.layout_refusal(rules, AT_APPROVAL) == ""
    strict = replace(AT_APPROVAL, games_max=4)
    assert five.layout_refusal(rules, strict) == "5 games on one layout; 4 are allowed"


def test_regulation_4_the_games_of_one_player_can_be_capped() -> None:
    rules = game("ultimate-texas-holdem").rules()
    table = Table(rules, regulation=replace(AT_APPROVAL, games_per_player_max=4))
    table.sit(1, "Ann", 100_000)
    base = {"ante": 500, "blind": 500, "trips": 100, "ultimate-pairs": 100, "jackpot": 100}
    assert table.wager_refusal({1: base}) == ""
    five = {**base, "bad-beat-bonus": 100}
    assert table.wager_refusal({1: five}) == "seat 1: 5 games in one hand; a player may bet on 4"


@pytest.mark.parametrize("each", GAMES.values(), ids=lambda each: each.slug)
def test_standard_limits_make_a_lawful_layout_with_every_bet(each: Game) -> None:
    for regulation in load_regulations():
        limits = TableLimits.standard(each.rules(), regulation)
        assert limits.layout_refusal(each.rules(), regulation) == ""
        assert set(limits.bets) == {bet.slug for bet in each.bets if not bet.in_round}


def test_a_jackpot_takes_exactly_its_fixed_wager() -> None:
    rules = game("caribbean-stud").rules(paytables={"progressive": "CSTUD-10"})
    limits = TableLimits.standard(rules, AT_APPROVAL)
    assert limits.refusal({"progressive": 250}) == ""
    for wager in (100, 500):
        assert limits.refusal({"progressive": wager}) == "the progressive is $2.50"


def test_a_bet_the_table_does_not_offer_is_refused() -> None:
    assert offer(ante=5).refusal({"ante": 500, "bonus": 100}) == "bonus is not offered at this table"


def test_a_wager_is_a_multiple_of_the_smallest_chip() -> None:
    assert BetLimit(500, 10_000).refusal(550) == ""
    assert BetLimit(500, 10_000).refusal(525) == "goes in steps of $0.50"


def test_an_aggregate_needs_long_odds_and_covers_fifty_times_the_largest_wager() -> None:
    rules = game("caribbean-stud").rules()
    assert (highest_odds(rules, "bonus"), highest_odds(rules, "cover-all")) == (1000, 500)

    def why(**aggregates: int) -> str:
        limits = TableLimits({"ante": BetLimit(500, 1_000), "bonus": BetLimit(100, 2_500)}, aggregates)
        return limits.layout_refusal(rules, AT_APPROVAL)

    assert why(bonus=125_000) == ""
    assert why(bonus=124_999) == "bonus: an aggregate of $1,249.99 is below $1,250.00"
    assert "has no odds" in why(ante=1_000_000)
    short = game("blackjack-switch").rules()
    hand = BetLimit(100, 500)
    bets = {"hand-1": hand, "hand-2": hand, "super-match": BetLimit(100, 500)}
    limits = TableLimits(bets, {"super-match": 100_000})
    assert "40 to 1 at most" in limits.layout_refusal(short, AT_APPROVAL)


def test_what_a_hand_may_win_covers_the_least_wager_on_every_bet() -> None:
    """Raises too: a Bet of twice the Ante pays 100 to 1."""
    rules = game("caribbean-stud").rules()

    def why(payout_cents: int, ante: int = 500, bonus: int = 100) -> str:
        bets = {"ante": BetLimit(ante, 1_000), "bonus": BetLimit(bonus, 2_500)}
        return TableLimits(bets, payout_cents=payout_cents).layout_refusal(rules, AT_APPROVAL)

    assert why(100_000) == ""
    assert "$999.99 at most; the least wager on bet can win $1,000.00" in why(99_999)
    assert "the least wager on bonus can win $2,000.00" in why(199_999, bonus=200)


def test_the_house_may_bring_its_own_dated_rules(tmp_path: Path) -> None:
    path = tmp_path / "limits.toml"
    path.write_text(
        "[[rules]]\n"
        'from = 2030-01-01\nwager_max = "$500"\nsmall_wager = "$5"\n'
        'games_max = 4\ngames_over_small_max = 2\ngames_per_player_max = 3\nsource = "house"\n'
    )
    rules = load_regulations(path)
    assert regulation_on(date(2030, 1, 1), rules).wager_max_cents == 50_000
    path.write_text("[[rules]]\nfrom = 2030-01-01\nwager = 5\n")
    with pytest.raises(BadInput, match="limits can't be read"):
        load_regulations(path)


UNPLAYABLE = [
    ("ultimate-texas-holdem", {"ante": 75}, "Blind is required", "002:133"),
    ("ultimate-texas-holdem", {"ante": 75, "blind": 50}, "Blind must equal Ante", "002:133"),
    (
        "ultimate-texas-holdem",
        {"ante": 5, "blind": 5, "bad-beat-bonus": 5},
        "needs a wager on Trips",
        "002:224",
    ),
    ("blackjack-switch", {"hand-1": 300, "hand-2": 200}, "must equal First hand", "003:120"),
    ("blackjack-switch", {"hand-1": 300}, "Second hand is required", "003:120"),
    ("solitaire-stud", {"ante": 150}, "Super Bonus is required", "000:153"),
    ("solitaire-stud", {"ante": 150, "super-bonus": 100}, "must equal Ante", "000:153"),
    ("rabbit-hunter", {"tens-up": 5}, "Ante is required", "004:103"),
    ("rabbit-hunter", {"ante": 25, "tens-up": 50}, "never more than Ante", "004:104"),
    ("caribbean-stud", {"bonus": 5}, "Ante is required", "001:103"),
]


@pytest.mark.parametrize(("slug", "most", "words", "sentence"), UNPLAYABLE)
def test_a_layout_that_can_not_be_played_is_refused_with_the_sentence_that_decides(
    slug: str, most: dict[str, int], words: str, sentence: str
) -> None:
    why = offer(**most).layout_refusal(game(slug).rules(), AT_APPROVAL)
    assert words in why
    assert sentence in why


def test_each_sensor_is_a_separate_game_in_the_limits() -> None:
    rules = game("ultimate-texas-holdem").rules()
    full = offer(ante=75, blind=75, trips=25, ultimate_pairs=25, bad_beat_bonus=5, jackpot=1)
    assert full.layout_refusal(rules, AT_APPROVAL, sensors=[100, 100]) == ""
    strict = replace(AT_APPROVAL, games_max=5)
    assert full.layout_refusal(rules, strict, sensors=[100]) == ""
    assert full.layout_refusal(rules, strict, sensors=[100, 100]) == "6 games on one layout; 5 are allowed"
    large = full.layout_refusal(rules, AT_APPROVAL, sensors=[100, 1_000])
    assert large == "4 games take more than $5.00; 3 may"
