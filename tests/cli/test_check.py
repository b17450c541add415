"""`pitboss check`: all mistakes of a folder at once, or what is known of each bet."""

import json
from pathlib import Path

import pytest

from pitboss.analysis.registry import bets, par
from tests.cli.running import run

GAMES = Path(__file__).parents[2] / "src/pitboss/games"
TEXT = (GAMES / "three_card_poker/game.toml").read_text("utf-8").replace("three-card-poker", "my-game")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITBOSS_GAMES", "")
    place = tmp_path / "my_game"
    place.mkdir()
    kept = (line for line in TEXT.splitlines() if not line.startswith(("letter", "aliases")))
    (place / "game.toml").write_text("\n".join(kept), "utf-8")
    return place


def test_a_built_in_game_is_told_bet_by_bet() -> None:
    told = json.loads(run("check", str(GAMES / "three_card_poker"), "--json").stdout)
    edges = {row["bet"]: row["house_edge"]["exact"] for row in told["bets"] if row["kind"] == "exact"}
    assert edges == {bet: str(par("three-card-poker", bet).house_edge) for bet in bets("three-card-poker")}
    assert told["not_simulated"] is None


def test_ones_own_game_is_read_and_counted(folder: Path) -> None:
    done = run("check", str(folder))
    assert done.exit_code == 0, done.stderr
    assert "3.3730%" in done.stdout
    assert "Read without a mistake" in done.stdout


def test_a_row_says_what_is_known_of_each_bet() -> None:
    told = json.loads(run("check", str(GAMES / "three_card_poker"), "--json").stdout)
    rows = {row["bet"]: row for row in told["bets"]}
    assert [*rows] == [*bets("three-card-poker"), "cover-all"]
    base, side, listed = rows["base"], rows["pair-plus"], rows["cover-all"]
    assert (base["dealt"], base["chart"], base["simulated_by"]) == (True, True, "best play")
    assert base["estimated_seconds"] is not None
    assert (side["dealt"], side["chart"], side["simulated_by"]) == (True, None, "best play")
    assert (listed["dealt"], listed["kind"], listed["house_edge"]) == (False, "listed", None)
    assert "no pay scale is public" in listed["why"]


def test_a_count_that_takes_too_long_is_bounded_and_says_how_long(folder: Path) -> None:
    file = folder / "game.toml"
    text = file.read_text("utf-8")
    file.write_text(text.replace("dealer = 3", "dealer = 3\ndealer_up = 2", 1), "utf-8")
    told = json.loads(run("check", str(folder), "--budget", "1", "--json").stdout)
    base = told["bets"][0]
    assert (base["kind"], base["chart"], base["simulated_by"]) == ("bounded", False, "only if asked")
    assert base["estimated_seconds"] > 1
    assert base["house_edge"]["error"] > 0
    assert base["why"].startswith("Not counted: ")
    assert base["why"] == base["why_no_chart"]


def test_every_mistake_is_told_at_once_in_a_line_with_its_line(folder: Path) -> None:
    file = folder / "game.toml"
    text = file.read_text("utf-8")
    spoiled = text.replace('needs = ["ante"]', 'need = ["ante"]', 1).replace(
        "multiples = [1]", "multiples = [0]", 1
    )
    file.write_text(spoiled, "utf-8")
    done = run("check", str(folder))
    lines = [
        number for number, line in enumerate(spoiled.splitlines(), 1) if "need =" in line or "[0]" in line
    ]
    assert (done.exit_code, done.stdout, len(lines)) == (2, "", 2)
    told = done.stderr.splitlines()
    for number in lines:
        assert any(line.startswith(f"my_game/game.toml:{number}: ") for line in told), told
    assert all(line.startswith("my_game/game.toml:") and len(line) <= 160 for line in told)


def test_mistakes_beside_the_description_are_told_too(folder: Path) -> None:
    (folder / "strategy.txt").write_text("play whenever it rains\n", "utf-8")
    done = run("check", str(folder))
    assert (done.exit_code, done.stdout) == (2, "")
    assert "strategy.txt" in done.stderr


def test_what_is_not_counted_is_bounded_and_says_why(folder: Path) -> None:
    asked = ("check", str(GAMES.parents[2] / "tests/games/uncounted/seven_cards"), "--budget", "3")
    done = run(*asked)
    assert done.exit_code == 0, done.stderr
    assert "Not counted: " in done.stdout
    (row,) = json.loads(run(*asked, "--json").stdout)["bets"]
    assert row["kind"] == "bounded"
    edge = f"{100 * row['house_edge']['value']:.4f}% ± {100 * row['house_edge']['error']:.4f}"
    assert edge in " ".join(done.stdout.split())


def test_a_folder_without_a_description_and_a_taken_slug_are_refused(folder: Path) -> None:
    assert "has no game.toml" in run("check", str(folder.parent)).stderr
    file = folder / "game.toml"
    file.write_text(file.read_text("utf-8").replace('"my-game"', '"let-it-ride"'), "utf-8")
    assert "another game is called 'let-it-ride'" in run("check", str(folder)).stderr
