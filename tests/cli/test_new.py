"""`pitboss new`: a game of one's own, begun as a copy, that is read, counted and played at once."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.analysis.registry import par
from pitboss.games import GAMES, discovery
from pitboss.games.language.keys import schema
from pitboss.games.words import words_of
from pitboss.paytables import paytables
from pitboss.paytables.beside import printed_beside
from tests.cli.running import run

DESCRIBED = [
    slug for slug, game in GAMES.items() if game.folder is not None and (game.folder / "game.toml").is_file()
]


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(discovery.VARIABLE, str(tmp_path / "mine"))
    (tmp_path / "mine").mkdir()
    discovery.forget()
    yield
    monkeypatch.undo()
    discovery.forget()


def begun(name: str, like: str) -> Path:
    """The folder of a game begun as a copy."""
    done = run("new", name, "--like", like, "--in", "mine")
    assert done.exit_code == 0, done.stderr
    found = re.search(r"begun in (\S+), as a copy", done.stdout)
    assert found
    discovery.forget()
    return Path(found[1])


PRINTED = ("ultimate-texas-holdem", "rabbit-hunter")
"""Games whose texts print tables by rankings of their own."""


@pytest.mark.parametrize("like", PRINTED)
def test_a_game_that_cant_be_copied_is_refused_and_leaves_nothing(like: str) -> None:
    done = run("new", "Harbour Lights", "--like", like, "--in", "mine")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "can't be copied: its text prints tables" in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(Path("mine").iterdir()) == []


@pytest.mark.parametrize("like", sorted({*DESCRIBED} - {*PRINTED}))
def test_a_copy_of_any_described_game_is_read_and_names_nothing_of_the_other(like: str) -> None:
    folder = begun("Harbour Lights", like)
    assert GAMES.troubles == ()
    copy, old = GAMES["harbour-lights"], GAMES[like]
    assert (copy.own, copy.rules_from, copy.name) == (True, "own", "Harbour Lights")
    assert [bet.slug for bet in copy.every_bet] == [bet.slug for bet in old.every_bet]
    assert [option.name for option in copy.options] == [option.name for option in old.options]
    assert old.folder is not None
    printed = printed_beside(old.folder / "game.toml") or paytables(like)
    assert len(paytables("harbour-lights")) == len(printed)
    elsewhere = {table.designator for slug in GAMES if slug != "harbour-lights" for table in paytables(slug)}
    assert not elsewhere & {table.designator for table in paytables("harbour-lights")}
    assert words_of(copy).short not in {words_of(game).short for game in GAMES.values() if game is not copy}
    for file in folder.glob("*.t*"):
        text = file.read_text("utf-8").partition("\n\n")[2]
        assert like not in text
        assert not re.search(rf"\b{re.escape(old.name)}\b", text)
    assert {file.name for file in folder.iterdir()} <= {
        *("game.toml", "game.schema.json", "strategy.txt", "strategies.toml", "words.toml"),
    }


@pytest.mark.parametrize("like", ["three-card-poker", "casino-war"])
def test_a_copy_passes_the_check_has_the_same_figures_and_is_dealt(like: str) -> None:
    folder = begun("Harbour Lights", like)
    assert par("harbour-lights").house_edge == par(like).house_edge
    done = run("check", str(folder))
    assert done.exit_code == 0, done.stderr
    assert run("play", "harbour-lights", "--auto", "20").exit_code == 0


def test_it_says_what_to_do_next_and_an_editor_finds_the_schema() -> None:
    done = run("new", "Harbour Lights", "--like", "tcp")
    folder = Path("harbour_lights")
    assert (folder / "game.toml").read_text("utf-8").startswith("#:schema game.schema.json\n")
    assert json.loads((folder / "game.schema.json").read_text("utf-8")) == schema()
    for step in (
        "edit harbour_lights/game.toml",
        "pitboss check harbour_lights",
        "pitboss --games harbour_lights play harbour-lights",
    ):
        assert step in done.stdout


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("Three Card Poker", "--like", "war"), "another game is called 'Three Card Poker'"),
        (("TCP", "--like", "war"), "another game is called 'TCP'"),
        (("four", "--like", "blackjack-switch"), "Blackjack Switch has no description to begin with"),
        (("4 of mine", "--like", "war"), "is no name of a game"),
        (("!", "--like", "war"), "is no name of a game"),
        (("x" * 41, "--like", "war"), "is no name of a game"),
        (("Mine", "--like", "no-such-game"), "no game called 'no-such-game'"),
    ],
)
def test_what_cant_be_begun_is_refused_and_leaves_nothing(words: tuple[str, ...], why: str) -> None:
    done = run("new", *words, "--in", "fresh/folder")
    assert done.exit_code == 2
    assert why in done.stderr
    assert not Path("fresh").exists()


def test_a_folder_that_exists_is_left_alone() -> None:
    folder = begun("Harbour Lights", "war")
    before = (folder / "game.toml").read_bytes()
    (folder / "note.txt").write_text("mine", "utf-8")
    assert "another game is called" in run("new", "Harbour Lights", "--like", "tcp", "--in", "mine").stderr
    Path("harbour_lights").mkdir()
    discovery.forget()
    Path("mine/harbour_lights").rename("elsewhere")
    done = run("new", "Harbour Lights", "--like", "tcp")
    assert (done.exit_code, "harbour_lights is there already" in done.stderr) == (2, True)
    assert Path("elsewhere/game.toml").read_bytes() == before
    assert [*Path("harbour_lights").iterdir()] == []
