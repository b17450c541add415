"""Simulated rounds agree with the exact mathematics, and the same seed gives the same rounds."""

from fractions import Fraction

import numpy as np
import pytest

from pitboss.analysis import cache
from pitboss.analysis.registry import par, par_of, strategy
from pitboss.errors import BadInput
from pitboss.games import GAMES
from pitboss.money import Odds
from pitboss.paytables import Line, MeterShare, Paytable
from pitboss.simulation.dealing import deal, stream, word
from pitboss.simulation.job import BLOCK, kernel_of, new_job
from pitboss.simulation.results import Simulation, simulate
from pitboss.simulation.run import Engine, add_up, on_threads, play

STUD = ("caribbean-stud", "rabbit-hunter", "solitaire-stud", "ultimate-texas-holdem")

DESCRIBED = tuple(slug for slug, game in GAMES.items() if game.description is not None)
SLOWEST = "high-five-poker"
"""Its whole deck takes half a minute to count: `test_described` plays a short one, the soak its best play."""


def check(found: Simulation) -> None:
    """Every bet with an exact value is within four standard errors of it, and every decision too."""
    hands = found.rounds * found.job.seats
    for row in found.bets:
        if row.deviations is not None:
            assert abs(row.deviations) < 4, row
    for decision in found.decisions:
        if decision.exact is not None:
            error = float(decision.exact * (1 - decision.exact) / hands) ** 0.5
            assert abs(float(decision.frequency - decision.exact)) <= 4 * error, decision


@pytest.mark.parametrize("rounds", [10**7, pytest.param(10**9, marks=pytest.mark.soak)])
@pytest.mark.parametrize("slug", STUD)
def test_stud_games_agree_with_the_exact_values(slug: str, rounds: int) -> None:
    found = simulate(new_job(slug, rounds, 20230614))
    print(*(f"{row.bet} {float(row.mean):+.7f} {row.deviations}" for row in found.bets), sep="\n")
    check(found)
    named = {row.bet for row in found.bets if row.exact is not None}
    assert named >= {"base", *dict(found.job.wagers)}


@pytest.mark.parametrize(
    ("slug", "rounds"),
    [
        *((slug, 10**7) for slug in DESCRIBED if slug != SLOWEST),
        *(pytest.param(slug, 10**9, marks=pytest.mark.soak) for slug in DESCRIBED),
    ],
)
def test_described_games_agree_with_the_exact_values(slug: str, rounds: int) -> None:
    found = simulate(new_job(slug, rounds, 20230614))
    check(found)
    exact = {row.bet for row in found.bets if row.exact is not None}
    assert exact >= {"base", *(bet.slug for bet in GAMES[slug].bets if bet.kind == "side")}


def test_the_slowest_game_agrees_with_the_exact_value_that_ships() -> None:
    """Its simple rules, whose exact value ships with its strategy: here nothing is counted.

    If it is missing, `make results` makes it again.
    """
    with cache.shipping(counting=False):
        told = strategy(SLOWEST)
    (by_hand,) = told.rule_sets
    base = simulate(new_job(SLOWEST, 10**7, 20230614, strategy="simple")).bet("base")
    assert abs(float(base.mean - by_hand.expected_value)) < 4 * base.standard_error
    assert told.expected_value > by_hand.expected_value, "best play is worth more"
    assert base.standard_error < 0.0006, "or chance would hide what differs"


@pytest.mark.soak
def test_best_play_that_goes_by_several_upcards_agrees_with_the_exact_values() -> None:
    """Those above play it by its simple rules; `test_described` plays it at its best on a short deck."""
    seeing = [slug for slug in DESCRIBED if (game := GAMES[slug].description) and game.cards.dealer_up > 1]
    assert seeing
    for slug in seeing:
        found = simulate(new_job(slug, 10**9, 20230614, strategy="optimal"))
        check(found)
        base = found.bet("base").exact
        assert base is not None
        assert base.expected_value == par(slug).expected_value
        assert not any("Played by rules" in note for note in found.notes)


@pytest.mark.parametrize("rounds", [3 * 10**6, pytest.param(10**8, marks=pytest.mark.soak)])
def test_blackjack_switch_agrees_with_the_reference_play(rounds: int) -> None:
    found = simulate(new_job("blackjack-switch", rounds, 20230614, seats=2))
    check(found)
    assert {row.bet for row in found.bets if row.exact} >= {"base", "kings-bounty", "super-match"}


@pytest.mark.parametrize("slug", STUD)
def test_written_rules_agree_with_their_exact_value(slug: str) -> None:
    found = simulate(new_job(slug, 10**6, 5, strategy="simple", seats=3))
    check(found)
    assert found.bet("base").exact is not None


def test_the_same_seed_gives_the_same_result_whatever_the_workers() -> None:
    job = new_job("rabbit-hunter", 3 * BLOCK + 12_345, "a seed", seats=2)
    first, second = (simulate(job, on_threads(workers)) for workers in (1, 3))
    assert first.outcomes == second.outcomes
    assert first.bets == second.bets
    assert first.sessions is not None
    assert second.sessions is not None
    assert np.array_equal(first.sessions.ends_cents, second.sessions.ends_cents)
    assert first.house == second.house
    other = simulate(new_job("rabbit-hunter", 3 * BLOCK + 12_345, "another", seats=2))
    assert other.outcomes != first.outcomes


def test_an_interrupt_keeps_the_blocks_that_are_done() -> None:
    job = new_job("solitaire-stud", 10 * BLOCK, strategy="simple")

    def interrupted(after: int) -> Engine:
        def run(job, blocks):  # type: ignore[no-untyped-def]
            for number in range(after):
                yield play(job, number, BLOCK)
            raise KeyboardInterrupt

        return run

    with pytest.raises(KeyboardInterrupt):
        add_up(job, interrupted(after=0))
    sums = add_up(job, interrupted(after=2))
    assert sums.interrupted
    assert sums.rounds == 2 * BLOCK
    whole = add_up(new_job("solitaire-stud", 2 * BLOCK, strategy="simple"), on_threads(1))
    assert (sums.counts == whole.counts).all()


def test_sessions_and_hours_are_cut_from_the_rounds_themselves() -> None:
    job = new_job("caribbean-stud", BLOCK, 3, strategy="simple", session_rounds=64, hour_rounds=32, seats=1)
    found = simulate(job)
    assert found.sessions is not None
    assert len(found.sessions.ends_cents) == BLOCK // 64
    total = sum(net * count for nets in found.outcomes.values() for net, count in nets.items())
    assert found.sessions.ends_cents.sum() == total
    assert (found.sessions.lows_cents <= np.minimum(found.sessions.ends_cents, 0)).all()
    assert found.house[0].mean_cents == round(-total / (BLOCK // 32))
    for risk in (Fraction(1, 2), Fraction(1, 100)):
        enough = found.sessions.bankroll_cents(risk)
        assert float(found.sessions.risk_of_ruin(enough)) <= risk
        assert float(found.sessions.risk_of_ruin(enough - found.sessions.unit_cents)) > risk


def test_dealt_cards_are_uniform_and_each_comes_once() -> None:
    deck = np.arange(52, dtype=np.uint8)
    seen = np.zeros((7, 52), np.int64)
    start, rounds = stream("uniform", 0), 50_000
    for number in range(rounds):
        deal(deck, np.uint64(0), np.uint64(7), np.uint64(52), np.uint64(word(start, np.uint64(number))))
        seen[np.arange(7), deck[:7]] += 1
    assert sorted(deck) == list(range(52))
    expected = rounds / 52
    chi = ((seen - expected) ** 2 / expected).sum(axis=1)
    assert (chi < 51 + 5 * (2 * 51) ** 0.5).all(), chi


@pytest.mark.parametrize(
    ("slug", "wrong", "says"),
    [
        ("rabbit-hunter", {"rounds": 0}, "0 rounds"),
        ("rabbit-hunter", {"seats": 8}, "8 seats"),
        ("solitaire-stud", {"seats": 7}, "1 to 6"),
        ("caribbean-stud", {"wagers": {"bonus": 100}}, "Ante is required"),
        ("caribbean-stud", {"wagers": {"ante": 100, "progressive": 300}}, "fixed"),
        ("caribbean-stud", {"strategy": "bet: luck > 3\nfold"}, "'luck' is not known here"),
        ("caribbean-stud", {"strategy": "bet: hand >= pair"}, "must end"),
        ("caribbean-stud", {"strategy": "fold\nbet: hand >= pair"}, "never read"),
        ("caribbean-stud", {"strategy": "raise\n"}, "'raise' is no decision"),
        ("caribbean-stud", {"strategy": "bet: hand + 1\nfold"}, "not understood"),
        ("caribbean-stud", {"strategy": "bet: __import__('os')\nfold"}, "not understood"),
        ("caribbean-stud", {"session_rounds": 0}, "no session"),
    ],
)
def test_what_cannot_be_simulated_is_refused(slug: str, wrong: dict[str, object], says: str) -> None:
    given: dict[str, object] = {"rounds": 10, **wrong}
    with pytest.raises(BadInput, match=says):
        simulate(new_job(slug, **given))  # type: ignore[arg-type]


def test_wagers_of_very_different_sizes_are_refused() -> None:
    with pytest.raises(BadInput, match=r"ante can win or lose .* go by \$0.01: too far apart"):
        simulate(new_job("rabbit-hunter", 10, wagers={"ante": 10**9 + 1, "tens-up": 1}))


@pytest.mark.parametrize("most", [10**9, 10**17])
def test_a_huge_pay_is_refused_by_its_name(most: int) -> None:
    lines = (Line("royal-flush", Odds(most, 1, stake_back=True)),)
    huge = Paytable("OWN", "Own", "ultimate-texas-holdem", "trips", "poker", lines)
    with pytest.raises(BadInput, match=rf"trips can win or lose \${most:,}.00 .*lower the pay"):
        simulate(new_job("ultimate-texas-holdem", 10, paytables={"trips": huge}))


PAIRS_ARE_ENVIED = Paytable(
    *("OWN", "Own", "caribbean-stud", "progressive", "poker"),
    lines=(
        Line("royal-flush", MeterShare(Fraction(1), "main"), 500),
        Line("pair-or-better", Odds(1, 1, stake_back=False), 25),
    ),
    wager_cents=100,
    seed_cents=10_000,
)


@pytest.mark.parametrize("seats", range(1, 8))
def test_envy_is_paid_to_every_other_seat(seats: int) -> None:
    """The table's mean, and the first seat's sessions of one round each, are what the par sheet says."""
    tables: dict[str, str | Paytable] = {"progressive": PAIRS_ARE_ENVIED}
    wagers = {"ante": 100, "progressive": 100}
    job = new_job("caribbean-stud", BLOCK, 7, seats=seats, paytables=tables, wagers=wagers, session_rounds=1)
    found = simulate(job)
    sheet = par_of("caribbean-stud", "progressive", PAIRS_ARE_ENVIED, {"players": str(seats)})
    row = found.bet("progressive")
    assert row.exact is not None
    assert row.exact.expected_value == sheet.expected_value
    check(found)
    assert found.sessions is not None
    ends = found.sessions.ends_cents
    together = float(sheet.expected_value + par("caribbean-stud").expected_value) * 100
    assert abs(ends.mean() - together) < 4 * ends.std() / len(ends) ** 0.5


def test_a_bet_on_the_beaten_hand_has_the_value_of_its_sheet_and_by_rules_none() -> None:
    """No class of cards says which hand is beaten; by one hand's cards it would win six times its wager."""
    found = simulate(new_job("ultimate-texas-holdem", 10**6, 1))
    check(found)
    exact = found.bet("bad-beat-bonus").exact
    assert exact is not None
    assert exact.expected_value == par("ultimate-texas-holdem", "bad-beat-bonus").expected_value
    by_rules = simulate(new_job("ultimate-texas-holdem", 10**5, 1, strategy="simple"))
    assert by_rules.bet("bad-beat-bonus").exact is None


def test_a_game_without_a_decision_on_the_river_is_worth_by_its_rules_what_is_dealt() -> None:
    found = simulate(new_job("texas-holdem-bonus", 10**6, 1, strategy="simple"))
    check(found)
    assert found.bet("base").exact is not None
    assert all(decision.exact is not None for decision in found.decisions)


def test_parts_of_a_cent_are_told_and_counted() -> None:
    found = simulate(new_job("ultimate-texas-holdem", 10**6, 2, wagers={"ante": 1, "blind": 1}))
    assert found.notes == ("blind: 3 to 2 on $0.01 pays $0.01; the house keeps the part of a cent.",)
    check(found)
    exact = found.bet("blind").exact
    whole = dict(par("ultimate-texas-holdem").expected_by_bet)["blind"]
    assert exact is not None
    assert exact.expected_value < whole
    assert simulate(new_job("ultimate-texas-holdem", 1, wagers={"ante": 2, "blind": 2})).notes == ()


def test_every_game_can_be_simulated() -> None:
    for slug in GAMES:
        kernel = kernel_of(slug)
        assert GAMES[slug].description is not None if kernel is None else callable(kernel.prepare)
