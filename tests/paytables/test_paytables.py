"""The approved paytables as a whole, and what a paytable can be asked."""

import pickle
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import BadInput
from pitboss.games import GAMES
from pitboss.games.outcomes import POKER_OUTCOMES
from pitboss.hands.poker import STRENGTH_MAX
from pitboss.money import UNITS_PER_CENT, Odds, percent
from pitboss.paytables import (
    RANKINGS,
    FixedPay,
    Line,
    MeterShare,
    Paytable,
    paytable,
    paytables,
    ranking,
    spots_of,
)


def test_the_sources_hold_fifty_two_tables() -> None:
    tables = paytables()
    assert len(tables) == 52
    assert Counter((table.game, table.bet) for table in tables) == {
        ("solitaire-stud", "3+"): 2,
        ("solitaire-stud", "super-bonus"): 1,
        ("caribbean-stud", "bet"): 1,
        ("caribbean-stud", "progressive"): 16 + 3,
        ("caribbean-stud", "bonus"): 3,
        ("caribbean-stud", "cover-all"): 1,
        ("ultimate-texas-holdem", "blind"): 1,
        ("ultimate-texas-holdem", "trips"): 4,
        ("ultimate-texas-holdem", "bad-beat-bonus"): 3,
        ("ultimate-texas-holdem", "ultimate-pairs"): 6,
        ("ultimate-texas-holdem", "jackpot"): 1,
        ("blackjack-switch", "kings-bounty"): 1,
        ("blackjack-switch", "super-match"): 2,
        ("rabbit-hunter", "tens-up"): 6,
        ("rabbit-hunter", "two-way-bad-beat"): 1,
    }


def test_every_bet_with_a_paytable_has_an_approved_one() -> None:
    assert all(paytables(game, bet) for game in GAMES for bet in spots_of(game))


def test_a_table_pays_from_a_meter_exactly_where_the_bet_is_a_jackpot() -> None:
    for slug, game in GAMES.items():
        for bet, spot in spots_of(slug).items():
            assert spot.metered == (game.named(bet).kind == "jackpot")
            assert {table.metered for table in paytables(slug, bet)} == {spot.metered}


def test_the_link_tables_serve_both_games_after_their_own() -> None:
    link = ["MG-01", "MG-ML01", "MG-ML03"]
    progressive = [table.designator for table in paytables("caribbean-stud", "progressive")]
    jackpot = [table.designator for table in paytables("ultimate-texas-holdem", "jackpot")]
    assert progressive[0] == "CSTUD-01"
    assert progressive[-3:] == link
    assert jackpot == ["UTH-JP-01", "CSTUD-15", "CSTUD-16", *link]
    assert paytables("rabbit-hunter", "progressive") == ()


@pytest.mark.parametrize(
    ("name", "designator"),
    [
        ("CSTUD-01", "CSTUD-01"),
        ("cstud - 01", "CSTUD-01"),
        ("PCSC5", "CSTUD-13"),
        ("UTH - BBB 02", "BBB-02"),
        ("Ultimate Pairs 4", "UP-4"),
        ("multi-game paytable ml03", "MG-ML03"),
    ],
)
def test_printed_forms_and_codes_are_aliases(name: str, designator: str) -> None:
    assert paytable(name).designator == designator


def test_an_unknown_paytable_is_bad_input() -> None:
    with pytest.raises(BadInput, match="no paytable called 'CSTUD-17'"):
        paytable("CSTUD-17")


def test_every_table_is_approved_and_says_where_it_is_printed() -> None:
    for table in paytables():
        assert table.approved
        assert table.source
        assert table.title


def test_what_the_sources_leave_open_stays_open() -> None:
    open_seeds = [table.designator for table in paytables() if table.wager_cents and table.seed_cents is None]
    assert open_seeds == ["CSTUD-15", "UTH-JP-01", "MG-01", "MG-ML01", "MG-ML03"]
    for designator in open_seeds:
        assert any("seed" in note for note in paytable(designator).notes)


def test_super_match_knows_its_number_of_decks() -> None:
    assert [table.decks for table in paytables("blackjack-switch", "super-match")] == [6, 8]


def test_a_table_pays_its_highest_line_only() -> None:
    bonus = paytable("CPSB-01")
    assert bonus.line("full-house") is bonus.lines[3]
    assert bonus.line("pair-of-kings") is bonus.lines[-1]
    assert bonus.line("pair-of-nines") is None
    with pytest.raises(ValueError, match="no outcome of the ranking"):
        bonus.line("five-of-a-kind")


def test_a_royal_flush_counts_as_a_straight_flush_where_it_has_no_line_of_its_own() -> None:
    names = RANKINGS["poker"].names
    assert "royal-flush" in names["straight-flush"]
    assert names["full-house-or-better"] == {"royal-flush", "straight-flush", "four-of-a-kind", "full-house"}
    assert names["pair-or-less"] == {
        outcome for outcome in RANKINGS["poker"].outcomes if "pair-of" in outcome
    } | {"high-card"}


def test_aces_against_aces_replace_the_line_below() -> None:
    with_top, without = paytable("UP-2"), paytable("UP-1")
    for outcome in ("aces-against-aces", "red-aces-against-aces"):
        assert str(_pay(with_top, outcome)) == "1,000 to 1"
        assert str(_pay(without, outcome)) == "30 to 1"
    assert str(_pay(paytable("UP-4"), "red-aces-against-aces")) == "100 to 1"
    assert str(_pay(paytable("UP-4"), "ace-jack-unsuited")) == "10 to 1"
    assert paytable("UP-4").line("no-pair") is None


def test_two_kings_of_spades_fall_through_to_suited_kings_where_a_table_lacks_them() -> None:
    names = ranking("kings-bounty").names
    chain = ["kings-of-spades-and-dealer-blackjack", "kings-of-spades", "suited-kings", "suited-twenty"]
    for narrow, wide in pairwise(chain):
        assert names[narrow] < names[wide]
    assert not names["suited-twenty"] & names["unsuited-twenty"]


def test_every_poker_hand_is_an_outcome_of_the_ranking() -> None:
    assert {POKER_OUTCOMES[strength] for strength in range(1, STRENGTH_MAX + 1)} == set(
        RANKINGS["poker"].outcomes
    )


def test_cover_all_pays_by_the_number_of_hands() -> None:
    cover_all = paytable("CA-1")
    assert _pay(cover_all.for_hands(2), "royal-flush") == Odds(500, 1, stake_back=True)
    assert _pay(cover_all.for_hands(8), "three-of-a-kind") == Odds(3, 1, stake_back=True)
    with pytest.raises(BadInput, match="no pays for 9 hands; the table is for 2, 3, 4, 5, 6, 7 and 8"):
        cover_all.for_hands(9)


def test_another_fixed_wager_scales_fixed_pays_and_envy_and_the_seed_is_said() -> None:
    table = paytable("CSTUD-15").at_wager(250, seed_cents=1_500_000)
    assert _pay(table, "three-of-a-kind") == FixedPay(2250, from_meter=False)
    assert _pay(table, "royal-flush") == MeterShare(Fraction(1), "main")
    assert table.lines[0].envy_cents == 250_000
    assert (table.wager_cents, table.seed_cents) == (250, 1_500_000)
    odd = replace(table, lines=(Line("royal-flush", FixedPay(151, from_meter=True)),))
    with pytest.raises(BadInput, match="whole number"):
        odd.at_wager(100, seed_cents=None)
    with pytest.raises(BadInput, match="no fixed wager"):
        paytable("UTH-01").at_wager(100, seed_cents=None)


def test_the_version_changes_with_whatever_decides_a_pay() -> None:
    versions = Counter(table.fingerprint for table in paytables())
    assert set(versions.values()) == {1}
    table = paytable("CSTUD-15")
    assert table.at_wager(500, seed_cents=None).fingerprint != table.fingerprint
    assert table.at_wager(100, seed_cents=1).fingerprint != table.fingerprint
    assert table.at_wager(100, seed_cents=None).fingerprint == table.fingerprint


def test_the_levels_of_a_table_are_those_it_pays_from() -> None:
    assert [paytable(name).levels for name in ("CSTUD-06", "MG-ML01", "MG-ML03", "UTH-01")] == [
        ("main",),
        ("mega", "major"),
        ("mega", "major", "minor"),
        (),
    ]


def test_a_paytable_can_be_sent_to_another_process() -> None:
    for table in paytables():
        assert pickle.loads(pickle.dumps(table)) == table
        assert hash(table) == hash(pickle.loads(pickle.dumps(table)))


@given(st.integers(0, 10**15), st.integers(1, 100))
def test_a_share_of_a_meter_is_cut_to_the_cent_and_never_more_than_the_meter(
    units: int, hundredths: int
) -> None:
    share = MeterShare(Fraction(hundredths, 100), "main")
    award = share.of(units) * UNITS_PER_CENT
    assert 0 <= Fraction(units * hundredths, 100) - award < UNITS_PER_CENT


def test_stated_figures_are_percentages_and_never_more_than_all() -> None:
    for table, figure in product(paytables(), ("house_edge", "hit_frequency", "game_house_edge")):
        text = getattr(table.stated, figure)
        assert not text or 0 < percent(text) < 1


def test_json_holds_money_and_odds_as_text_and_in_numbers() -> None:
    data = paytable("CSTUD-16").as_json()
    assert (data["wager"], data["wager_cents"]) == ("$5.00", 500)
    assert data["lines"][0] == {
        "hand": "royal-flush",
        "title": "royal flush",
        "pays": "100% of main",
        "pay": {"kind": "share", "share": {"exact": "1", "value": 1.0}, "level": "main"},
        "envy": "$5,000.00",
        "envy_cents": 500_000,
    }
    assert data["lines"][3]["pays"] == "$50 not from meter"
    scaled = paytable("CSTUD-16 scaled").as_json()
    assert scaled["lines"][3]["pays"] == "$250 not from meter"
    assert scaled["lines"][3]["printed"] == "$50 not from meter"
    by_hands = paytable("CA-1").as_json()["lines"][0]
    assert by_hands["pays"].startswith("100 to 1 (8 hands), 125 to 1 (7 hands), ")
    assert by_hands["pay"]["odds"]["8"]["numerator"] == 100


def _pay(table: Paytable, outcome: str) -> object:
    line = table.line(outcome)
    assert line is not None
    return line.pay
