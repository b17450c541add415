"""`pitboss simulate` on the command line: tables for people, JSON for programs, one line for bad input."""

import json
import math
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

import pitboss
from pitboss.analysis import registry
from pitboss.analysis.families.budget import allowing
from pitboss.cli.simulate import command
from pitboss.errors import BadInput
from pitboss.games import game
from pitboss.games.discovery import VARIABLE
from pitboss.games.strategy import simple
from pitboss.simulation.counted import Exact
from pitboss.simulation.job import new_job
from pitboss.simulation.results import COMPARED_ROUNDS, BetResult, simulate
from tests.caches import forget_showdowns
from tests.cli import running
from tests.wrong_values import planted_exact_values


def run(*words: str) -> str:
    done = CliRunner().invoke(command, list(words), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_json_has_rounds_rate_and_every_bet_beside_its_exact_value() -> None:
    found = json.loads(
        run("rabbit-hunter", "--rounds", "1.0e5", "--seed", "x", "--bankroll", "100", "--json")
    )
    assert found["rounds"] == 100_000
    assert found["rounds_per_second"] > 0
    bets = {row["bet"]: row for row in found["bets"]}
    assert list(bets) == ["base", "ante", "play", "rabbit-card", "tens-up", "two-way-bad-beat", "all"]
    assert bets["base"]["expected_value"]["value"] == pytest.approx(-0.0902706, abs=1e-6)
    assert 0 < found["sessions"]["risk_of_ruin"]["$100.00"]["value"] <= 1
    assert [period["hours"] for period in found["house"]] == [1, 8, 24]


def test_people_see_bets_decisions_sessions_and_the_house() -> None:
    shown = run("solitaire-stud", "--rounds", "50_000", "--strategy", "simple", "--seats", "6")
    for word in ("50,000 rounds, 6 seats", "super-bonus", "Decisions", "fold  ", "Sessions of 200", "hold"):
        assert word in shown


def test_a_game_whose_best_play_takes_long_to_count_is_played_by_its_simple_rules_and_says_so() -> None:
    slug = "six-card-poker"
    found = json.loads(run(slug, "--rounds", "1000", "--json"))
    assert found["strategy"] == simple(game(slug)).text
    assert any("only --strategy optimal asks for it" in note for note in found["notes"])


def test_what_takes_longer_than_the_budget_is_told_with_its_size_and_bounded_or_simulated() -> None:
    forget_showdowns()
    bounded = json.loads(
        running.run("par", "four-card-poker", "--no-cache", "--budget", "1", "--json").stdout
    )
    size = "takes about 1,051,365,952 steps, some 10 s; 1 s are allowed"
    assert f"Not counted: Four Card Poker: hands against the dealer's {size}." in bounded["notes"]
    edge, counted = bounded["house_edge"], registry.par("four-card-poker").house_edge
    assert "house_edge" in bounded["measured"]
    assert edge["exact"] is None
    assert abs(edge["value"] - counted) <= edge["error"] < 0.1
    with allowing(-1):
        told = running.run("par", "three-card-poker", "--bet", "pair-plus", "--no-cache")
        found = json.loads(run("three-card-poker", "--rounds", "1000", "--json"))
    assert told.exit_code == 0
    for words in ("Not counted: Three Card Poker", "Simulated instead", "Played by rules", "standard error"):
        assert words in told.stdout
    assert re.search(r"base +\$1.00 +[+-]0\.\d{6} +0\.00\d{4}", told.stdout)
    assert found["strategy"] == simple(game("three-card-poker")).text


@pytest.mark.parametrize("json_asked", [False, True])
def test_a_simulation_that_contradicts_its_exact_value_ends_with_an_error_and_exit_code_1(
    json_asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted_exact_values(monkeypatch, "tens-up", Fraction(1, 3))
    words = ("simulate", "rabbit-hunter", "--rounds", "1e5", "--strategy", "simple")
    done = running.run(*words, *(["--json"] if json_asked else []))
    assert done.exit_code == 1
    line = "simulation and exact value contradict each other (tens-up, simulated -0."
    assert done.stderr.splitlines()[-1].startswith(f"pitboss: {line}")
    if json_asked:
        found = json.loads(done.stdout)
        assert found["contradiction"].startswith(line)
        assert [bet["bet"] for bet in found["bets"] if bet["contradicted"]] == ["tens-up"]
    else:
        assert "Simulation and exact value contradict each other (tens-up" in " ".join(done.stdout.split())


def test_fewer_than_100_000_rounds_contradict_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    planted_exact_values(monkeypatch, "tens-up", Fraction(1, 3))
    run("rabbit-hunter", "--rounds", "99_999", "--strategy", "simple")


def test_python_warns_of_a_contradiction(monkeypatch: pytest.MonkeyPatch) -> None:
    planted_exact_values(monkeypatch, "base", Fraction(1, 3))
    with pytest.warns(RuntimeWarning, match="contradict each other .base, simulated"):
        found = pitboss.simulate("rabbit-hunter", 1e5, strategy="simple")
    assert found.contradiction


def bet_result(off: float, rounds: int = 100_000, span: int = 2, error: Fraction = Fraction(0)) -> BetResult:
    """A bet whose mean is so many standard errors from its exact value."""
    return BetResult(
        "bet", 100, Fraction(0.01 * off), 0.01, Exact(Fraction(0), error), rounds, Fraction(span)
    )


def test_a_mean_contradicts_its_exact_value_beyond_six_standard_errors_and_what_rare_pays_hide() -> None:
    assert not bet_result(6.0).contradicted
    assert bet_result(6.1).contradicted
    assert bet_result(-6.1).contradicted
    assert not bet_result(6.1, rounds=99_999).contradicted
    assert not bet_result(6.1, error=Fraction(1, 100)).contradicted
    assert not bet_result(6.1, span=1000).contradicted  # 42 * 1000 / 100,000 may be hidden
    assert bet_result(50, span=1000).contradicted
    assert not replace(bet_result(50), exact=None).contradicted


@pytest.mark.parametrize(
    ("slug", "bet"), [("caribbean-stud", "base"), ("caribbean-stud", "bonus"), ("rabbit-hunter", "base")]
)
def test_seven_standard_errors_contradict_also_where_rare_pays_are_large(
    slug: str, bet: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A royal flush pays 200 Antes, and may not have come: the exact spread knows of it."""
    true = simulate(new_job(slug, COMPARED_ROUNDS, 1)).bet(bet)
    assert true.exact is not None
    assert true.exact.deviation is not None
    error = max(true.standard_error, true.exact.deviation / math.sqrt(COMPARED_ROUNDS))
    for off, wrong in ((5, False), (7, True), (-7, True)):
        planted_exact_values(monkeypatch, bet, true.mean + Fraction(off * error))
        assert simulate(new_job(slug, COMPARED_ROUNDS, 1)).bet(bet).contradicted is wrong


@pytest.mark.parametrize("slug", ["caribbean-stud", "mississippi-stud", "blackjack-switch", "casino-war"])
def test_the_spread_of_an_exact_value_is_that_of_the_sheet(slug: str) -> None:
    found = simulate(new_job(slug, 1000, 1)).bet("base")
    assert found.exact is not None
    assert found.exact.deviation == pytest.approx(registry.par(slug).standard_deviation)


def test_a_bet_that_only_lost_contradicts_a_value_that_its_pays_can_not_hide() -> None:
    lost = BetResult("bet", 100, Fraction(-1), 0.0, Exact(Fraction(-1, 2)), 100_000, Fraction(100))
    assert lost.deviations is None
    assert lost.contradicted
    assert not replace(lost, span=Fraction(10_000)).contradicted  # a jackpot that has not come yet


@pytest.mark.parametrize("seed", range(20))
def test_a_jackpot_too_rare_for_the_rounds_contradicts_nothing(seed: int) -> None:
    found = simulate(
        new_job("caribbean-stud", COMPARED_ROUNDS, seed, options={"folded_hands_qualify": "yes"})
    )
    assert found.bet("progressive").exact is not None
    assert found.contradiction == ""


def test_what_is_outside_the_approved_text_says_so() -> None:
    words = ("blackjack-switch", "--rounds", "100", "--strategy", "simple", "-o", "double_after_split=no")
    assert "Not approved, for analysis only: double_after_split=no" in run(*words)
    found = json.loads(run(*words, "--json"))
    assert (found["approved"], len(found["departures"])) == (False, 1)


def test_a_file_of_rules_and_a_table_of_ones_own(tmp_path: Path) -> None:
    rules = tmp_path / "never.rules"
    rules.write_text("# nothing is good enough\nfold\n")
    found = json.loads(
        run(
            *("caribbean-stud", "--rounds", "1000", "--strategy", str(rules), "--paytable", "CPSB-02"),
            *("--wager", "ante=5", "--wager", "bonus=1", "--json"),
        )
    )
    bets = {row["bet"]: row for row in found["bets"]}
    assert bets["base"]["mean"] == -1
    assert found["paytable_by_bet"]["bonus"] == "CPSB-02"
    assert "progressive" not in bets


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--rounds", "many"), "'many' is no whole number of rounds; write it like 1000000, 1e6 or 1.6e7"),
        (("--rounds", "1.65e1"), "'1.65e1' is no whole number"),
        (("--strategy", "luck"), "no strategy or file"),
        (("--paytable", "SS-01"), "not a table of caribbean-stud"),
        (("--wager", "ante"), "'ante' is not a wager; write it like --wager ante=5"),
        (("--bankroll", "-5"), "a bankroll is more than nothing"),
        (("--address", "somewhere"), "an address is for ray or dask"),
    ],
)
def test_bad_input_is_one_clear_line(words: tuple[str, ...], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        CliRunner().invoke(command, ["caribbean-stud", *words], catch_exceptions=False)


UNCOUNTED = ("--games", str(Path(__file__).parents[1] / "games" / "uncounted"))
"""Games of one's own that no engine counts."""


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "seven-cards", "--rounds", "1e5"),
        ("simulate", "seven-cards", "--rounds", "1e5", "--json"),
        ("simulate", "seven-cards", "--strategy", "simple"),
    ],
)
def test_no_figure_comes_from_rules_that_nobody_wrote(words: tuple[str, ...]) -> None:
    """Rules made up for a game of this shape read as a house edge of 28 %, where best play wins 26 %."""
    done = running.run(*UNCOUNTED, *words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith("has no strategy.txt; give rules to play by with --strategy FILE\n")


def test_three_streets_are_worth_what_every_deal_says() -> None:
    """+0.256545 for the player, counted over every deal of 52 cards by a program of its own."""
    game_of_ones_own = ("--games", str(Path(__file__).parents[1] / "games/own/three_streets"))
    sheet = json.loads(running.run(*game_of_ones_own, "par", "three-streets", "--json").stdout)
    exact = Fraction(sheet["expected_value"]["exact"])
    assert round(float(exact), 6) == 0.256545
    words = ("simulate", "three-streets", "--rounds", "1e6", "--json")
    base = json.loads(running.run(*game_of_ones_own, *words).stdout)["bets"][0]
    assert Fraction(base["expected_value"]["exact"]) == exact
    assert abs(base["deviations"]) < 4


@pytest.mark.parametrize("bots", ["simple", "random", "caribbean-stud"])
def test_totals_of_bots_say_by_which_rules_they_played(bots: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of Seven Cards are made from its description: nobody has written any."""
    monkeypatch.setenv(VARIABLE, UNCOUNTED[1])
    monkeypatch.setenv("COLUMNS", "120")  # no line of the rules is longer
    slug = "caribbean-stud" if bots == "caribbean-stud" else "seven-cards"
    by_chance = ("--bots", "random") if bots == "random" else ()
    words = (*UNCOUNTED, "play", slug, "--auto", "20", "--seed", "1", *by_chance)
    rules = "Any legal choice." if bots == "random" else simple(game(slug)).text.rstrip()
    assert running.run(*words).stdout.endswith(f"\nBots played by these rules\n{rules}\n")
    assert json.loads(running.run(*words, "--json").stdout)["played_by"].rstrip() == rules


@pytest.mark.parametrize("where", ["folder", "file"])
def test_rules_that_are_played_by_are_printed_with_the_figures(where: str, tmp_path: Path) -> None:
    rules = "# Always three.\n" + "".join(f"\n[{stage}]\nbet-3x\n" for stage in ("first", "second", "third"))
    folder = tmp_path / "seven_cards"
    folder.mkdir()
    text = (Path(UNCOUNTED[1]) / "seven_cards" / "game.toml").read_text("utf-8")
    (folder / "game.toml").write_text(text, "utf-8")
    file = folder / "strategy.txt" if where == "folder" else tmp_path / "mine.txt"
    file.write_text(rules, "utf-8")
    given = () if where == "folder" else ("--strategy", str(file))
    done = running.run("--games", str(tmp_path), "simulate", "seven-cards", "--rounds", "1e4", *given)
    assert done.exit_code == 0
    assert "Played by these rules\n# Always three.\n\n[first]\nbet-3x\n" in done.stdout
    assert "No exact value of the base game" in done.stdout
