"""The verbs par, ev, strategy and audit, as a person types them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.analysis import cache
from pitboss.analysis.registry import bets, par
from pitboss.games import GAMES
from tests.caches import new_cache
from tests.cli.running import run

OWN = """
[[table]]
designator = "OWN-3"
title = "Own"
game = "solitaire-stud"
bet = "3+"
lines = [
    { hand = "five-card-run-or-better", pays = "25 to 1" },
    { hand = "two-card-run", pays = "1 to 2" },
]
"""


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("ev", "caribbean-stud", "AsAsQhJc8s/7d"), "As"),
        (("ev", "caribbean-stud", "AsKdQhJc8s/As"), "As is there twice"),
        (("ev", "solitaire-stud", "KhQsJd9c8h4s2d3c"), "groups of 7 cards"),
        (("ev", "rabbit-hunter", "KhQsJd9c"), "groups of 5 cards"),
        (("ev", "rabbit-hunter", "KhQsJd9c8x"), "8x"),
        (
            ("par", "caribbean-stud", "--bet", "bonus", "--paytable", "SS-01"),
            "SS-01 is a table of solitaire-stud",
        ),
        (("par", "caribbean-stud", "--paytable", "nonsense"), "nonsense"),
        (("par", "rabbit-hunter", "--paytable", "RH-01"), "has no paytable"),
        (("par", "tiddlywinks"), "tiddlywinks"),
        (("par", "caribbean-stud", "--bet", "3+"), "no bet called '3+'"),
        (("par", "caribbean-stud", "--bet", "cover-all", "-o", "hands=9"), "hands=9"),
        (("par", "caribbean-stud", "-o", "colour=red"), "colour"),
        (("par", "caribbean-stud", "-o", "hands"), "'hands' is not an option"),
        (("par", "rabbit-hunter", "--bet", "tens-up", "-o", "tens_up_cards=six"), "six"),
        (("par", "solitaire-stud", "--bet", "3+", "--target-edge", "four"), "four"),
        (("par", "solitaire-stud", "--target-edge", "4%"), "side bet"),
        (("par", "solitaire-stud", "--bet", "3+", "--target-edge", "4%", "--line", "pair"), "no line 'pair'"),
        (("par", "solitaire-stud", "--line", "pair"), "--target-edge"),
        (("par", "solitaire-stud", "--bet", "3+", "--json", "--csv"), "choose one"),
        (("strategy", "tiddlywinks"), "tiddlywinks"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_code_two(words: tuple[str, ...], says: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_par_prints_a_sheet_for_people_and_for_programs() -> None:
    code, out, _ = run("par", "solitaire-stud", "--bet", "3+")
    assert code == 0
    assert "86159/8361535" in out
    assert json.loads(run("par", "solitaire-stud", "--bet", "3+", "--json")[1])["verdict"] == "agrees"
    assert run("par", "solitaire-stud", "--bet", "3+", "--csv")[1].startswith("section,name")


def test_par_writes_a_pdf(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    code, out, _ = run("par", "caribbean-stud", "--bet", "bonus", "--pdf", str(file))
    assert (code, out) == (0, "")
    assert file.read_bytes().startswith(b"%PDF")


def test_a_table_of_ones_own_is_analysed_and_marked(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN)
    sheet = json.loads(run("par", "solitaire-stud", "--bet", "3+", "--paytable", str(file), "--json")[1])
    assert not sheet["approved"]
    # It pays two-card runs, some of which base play folds: joint play keeps more of them.
    assert sheet["joint"]["hit_frequency"]["value"] > sheet["hit_frequency"]["value"]
    assert "not approved" in run("par", "solitaire-stud", "--bet", "3+", "--paytable", str(file))[1]


def test_a_cached_result_is_the_same_as_a_fresh_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", new_cache(tmp_path))
    monkeypatch.setattr(cache, "SHIPPED", tmp_path / "nothing ships")
    words = ("par", "ultimate-texas-holdem", "--bet", "trips", "--json")
    first = run(*words)
    kept = list(tmp_path.glob("**/*.json"))
    assert kept
    assert run(*words) == first
    kept[0].write_text("damaged")
    assert run(*words) == first
    assert run(*words, "--no-cache") == first


def test_ev_names_every_decision_and_the_best() -> None:
    found = json.loads(run("ev", "rabbit-hunter", "2s3s4s5s9d", "--json")[1])
    assert [decision["name"] for decision in found["decisions"]] == ["play", "play-and-buy", "fold"]
    assert found["best"] == "fold"
    assert "▸ bet" in run("ev", "caribbean-stud", "AsKdQhJc8s/7d")[1]


def test_strategy_gives_charts_and_rules_with_their_cost(tmp_path: Path) -> None:
    found = json.loads(run("strategy", "solitaire-stud", "--json")[1])
    assert found["rules"][0]["name"] == "5-4 or better"
    assert 0 < found["rules"][0]["cost"]["value"] < 0.002
    picture = tmp_path / "chart.svg"
    assert run("strategy", "solitaire-stud", "--svg", str(picture))[0] == 0
    assert picture.read_bytes().startswith(b"<svg")


def test_the_audit_fails_a_script_only_if_it_is_told_to() -> None:
    assert run("audit").exit_code == 0
    done = run("audit", "--exit-code")
    assert (done.exit_code, done.stderr) == (1, "")
    assert "Differs: 11" in done.stdout


@pytest.mark.parametrize("slug", list(GAMES))
def test_par_takes_every_option_of_the_game(slug: str) -> None:
    """Each value of each option is taken by some bet; one that is not analysed is refused by name."""
    known = ("3+", "trips", "kings-bounty", "bonus", "tens-up")
    quick = next((bet for bet in bets(slug) if bet in known), "base")
    for option in GAMES[slug].options:
        for value in option.values:
            assert par(slug, quick, options={option.name: value}).total > 0


def test_a_target_edge_lists_the_nearest_change_of_each_line() -> None:
    words = ("par", "solitaire-stud", "--bet", "3+", "--target-edge", "4%")
    found = json.loads(run(*words, "--json")[1])
    assert [change["line"] for change in found["changes"]]
    distances = [abs(change["house_edge"]["value"] - 0.04) for change in found["changes"]]
    assert distances == sorted(distances)
    assert len(found["changes"]) == 5
    six = next(change for change in found["changes"] if change["line"] == "six-card-run")
    # Even a push leaves the edge at 0.0103042 + 50 * 40448 / 133784560, below the target.
    assert six["pays"] == "push"
    one = json.loads(run(*words, "--line", "five-card-run", "--json")[1])
    assert [change["pays"] for change in one["changes"]] == ["12 to 1"]
    assert "not approved" in run(*words)[1]


def test_a_target_edge_knows_how_many_hands_are_dealt_unless_it_is_told() -> None:
    words = (
        "par",
        "caribbean-stud",
        "--bet",
        "cover-all",
        "--line",
        "flush",
        "--target-edge",
        "4%",
        "--json",
    )
    found = [json.loads(run(*words, *more)[1]) for more in ((), ("-o", "hands=2"), ("-o", "hands=3"))]
    assert found[0] == found[1]
    assert found[0]["changes"][0]["printed"] != found[2]["changes"][0]["printed"]


def test_compiling_is_announced_once_with_its_time_and_a_shipped_answer_loads_nothing_slow(
    tmp_path: Path,
) -> None:
    def said(*words: str, **terminal: str) -> tuple[str, bool]:
        script = (
            "import sys\nfrom pitboss.cli import main\n"
            "try:\n    main()\nfinally:\n    print(bool({'numba', 'sqlalchemy'} & {*sys.modules}))"
        )
        done = subprocess.run(
            [sys.executable, "-c", script, *words],
            env=os.environ | {"PITBOSS_CACHE": str(tmp_path)} | terminal,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stderr, done.stdout.endswith("True\n")

    words, compiled = said("ev", "caribbean-stud", "AsKdQhJc8s/7d")
    assert compiled
    assert words.count("Compiling for this machine, once: about") == 1
    assert said("ev", "caribbean-stud", "AsKdQhJc8s/7d") == ("", True)
    assert "Getting ready" in said("ev", "caribbean-stud", "AsKdQhJc8s/7d", FORCE_COLOR="1")[0]
    for verb in ("par", "strategy"):
        assert said(verb, "rabbit-hunter") == ("", False)
