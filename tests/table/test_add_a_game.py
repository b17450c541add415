"""The pages on adding a game are true: the steps of the one work, the game of the other is whole."""

import json
import random
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.analysis import registry
from pitboss.analysis.bots import optimal
from pitboss.cards import CARDS
from pitboss.floor.compliance.findings import Severity
from pitboss.floor.compliance.opening import check
from pitboss.floor.config.floor_file import parse_floor
from pitboss.games import GAMES, Game, Round, discovery
from pitboss.table.bots import simple
from tests.cli.running import run
from tests.floor.floors import approved

ROOT = Path(__file__).parents[2]
STEPS = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "game-file.md").read_text(encoding="utf-8")
SLUG = "plain-stud"


@pytest.fixture
def plain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The game of the page, in a folder of its own."""
    (tmp_path / "plain_stud").mkdir()
    written = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "plain_stud/game.toml").write_text("\n".join(written), encoding="utf-8")
    monkeypatch.setenv(discovery.VARIABLE, str(tmp_path))
    yield GAMES[SLUG]
    discovery.forget()


def test_the_game_on_the_page_can_be_dealt(plain: Game) -> None:
    choose = random.Random(1)
    reached = set()
    laid = {"ante": 500, "tens-plus": 100}
    for _ in range(2_000):
        dealt = Round(plain.rules(), {1: laid, 5: laid}, choose.sample(CARDS, 15))
        while dealt.request is not None:
            dealt.decide(choose.choice(dealt.request.choices).name)
        for seat in (1, 5):
            lines = [line for line in dealt.lines if line.seat == seat]
            assert sum(line.wager_cents for line in lines) == dealt.staked_cents(seat)
        reached |= {line.ruling.words for line in dealt.lines}
    assert {ruling.words for ruling in plain.rulings} - reached <= {
        "Both have {dealer}: the Ante pushes.",
        "Both have {dealer}: the Play pushes.",
    }


def test_the_game_on_the_page_has_sheets_values_a_strategy_and_bots(plain: Game) -> None:
    assert registry.bets(SLUG) == ("base", "tens-plus")
    assert registry.par(SLUG, "tens-plus", "PS-02").total == 2_598_960
    assert "Own game, not approved." in registry.par(SLUG).notes
    assert registry.values(SLUG, "AsAdQhJc9s/7d").best.name == "play"
    assert registry.strategy(SLUG).charts
    for bot in (optimal(SLUG), simple(plain)):
        dealt = Round(plain.rules(), {1: {"ante": 500}}, random.Random(3).sample(CARDS, 10))
        assert dealt.request is not None
        assert bot.decide(dealt.request, dealt.view(1)) in plain.decisions


def test_the_game_on_the_page_is_marked_as_an_own_game(plain: Game) -> None:
    assert plain.own
    assert plain.mark == "Own game, not approved."
    assert plain.mark in run("rules", SLUG)[1]
    assert json.loads(run("rules", SLUG, "--json")[1])["rules_from"] == "own"


def test_a_floor_refuses_the_game_on_the_page(plain: Game) -> None:
    table = f'[[pit.table]]\nname = "PS-1"\ngame = "{SLUG}"\n\n[[pit.table]]\nname = "CS-1"\n'
    text = approved().replace('[[pit.table]]\nname = "CS-1"\n', table, 1)
    refused = [one for one in check(parse_floor(text)) if one.severity is Severity.REFUSED]
    mine = [one.sentence for one in refused if one.where == "table PS-1"]
    assert "Plain Stud is an own game, not approved; a floor does not deal it" in mine


def test_a_stranger_cant_call_a_game_approved(plain: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    assert plain.folder is not None
    path = plain.folder / "game.toml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("[game]\n", '[game]\nrules_from = "approval"\n'), "utf-8")
    assert text != path.read_text("utf-8")
    discovery.forget()
    claimed = GAMES[SLUG]
    assert (claimed.own, claimed.rules_from, claimed.mark) == (True, "own", "Own game, not approved.")
    assert not claimed.rules().approved
    assert not registry.par(SLUG, "tens-plus").approved
    assert not any(table.approved for table in claimed.paytables("tens-plus"))


@pytest.mark.parametrize("page", [STEPS, PAGE], ids=["steps", "reference"])
def test_every_file_a_page_names_exists(page: str) -> None:
    for name in re.findall(r"`((?:src|tests|docs)/[\w/.+-]+)`", page):
        assert (ROOT / name).exists(), name
    for name in re.findall(r"`((?:games|table|paytables|analysis)/\w+\.(?:py|toml))`", page):
        assert (ROOT / "src" / "pitboss" / name).exists(), name


def test_the_steps_make_a_game_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is typed runs in the order of the page; the file is edited where the page says so."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(discovery.VARIABLE, "")
    begin, *steps = [shlex.split(line) for line in re.findall(r"^\$ pitboss (.*)$", STEPS, re.M)]
    assert {words[0] if words[0] != "--games" else words[2] for words in (begin, *steps)} == {
        *("new", "check", "par", "strategy", "simulate", "play")
    }
    assert run(*begin).exit_code == 0
    file = tmp_path / "my-games/harbour_three/game.toml"
    for was, becomes in re.findall(r"^\| `\[.*?\| `(.*?)` \| `(.*?)` \|$", STEPS, re.M):
        text = file.read_text("utf-8")
        assert text.count(was) == 1, was
        file.write_text(text.replace(was, becomes), "utf-8")
    answers = {words[2] if words[0] == "--games" else words[0]: _typed(words) for words in steps}
    assert "Read without a mistake" in answers["check"]
    (edge,) = re.findall(r"keeps (\S+%) of the Ante now", STEPS)
    assert edge in answers["par"]
    discovery.forget()


def _typed(words: list[str]) -> str:
    """What a step prints; a table needs somebody to play, and few rounds show enough."""
    short = {"play": ("--auto", "20"), "simulate": ("--rounds", "1e5")}
    done = run(*words, *next((more for verb, more in short.items() if verb in words), ()))
    assert done.exit_code == 0, done.stderr
    return done.stdout
