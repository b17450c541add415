"""Games are found: built-in folders, folders of one's own, and what installed packages offer."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.errors import BadInput
from pitboss.games import GAMES, Game, discovery, game
from pitboss.games.catalogue import find_game
from pitboss.money import Odds
from pitboss.paytables import load_file, paytable, paytables
from tests.cli.running import run

PLAIN_STUD = (Path(__file__).parent / "own/plain_stud/__init__.py").read_text(encoding="utf-8")


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of own games with Plain Stud in it."""
    monkeypatch.setenv(discovery.VARIABLE, str(tmp_path))
    write(tmp_path / "plain_stud", PLAIN_STUD)
    yield tmp_path
    discovery.forget()


def write(folder: Path, code: str) -> None:
    folder.mkdir()
    (folder / "__init__.py").write_text(code, encoding="utf-8")


def test_every_built_in_folder_is_a_game_of_its_name_and_the_five_come_first() -> None:
    found = list(GAMES)
    assert found[0] == "caribbean-stud"
    assert found[5:] == sorted(found[5:])
    for slug, each in GAMES.items():
        assert each.slug == slug
        assert each.folder is not None
        assert each.folder.name == slug.replace("-", "_")
        assert each.package == f"pitboss.games.{each.folder.name}"
        assert not each.own


def test_a_folder_of_ones_own_is_a_game_marked_as_ones_own(games: Path) -> None:
    found = game("plain-stud")
    assert isinstance(found, Game)
    assert (found.own, found.rules_from, found.folder) == (True, "own", games / "plain_stud")
    assert list(GAMES)[-1] == "plain-stud"
    assert len(GAMES) == len(list(GAMES))
    assert find_game("plain").slug == "plain-stud"


def test_the_folder_may_be_the_game_itself(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(discovery.VARIABLE, str(games / "plain_stud"))
    assert game("plain-stud").own


def test_a_game_with_a_fault_is_told_with_file_and_line_and_hides_no_other(games: Path) -> None:
    write(games / "broken", "x = 1\ny = x / 0\n")
    write(games / "misspelt", "def:\n")
    write(games / "empty", "")
    assert "plain-stud" in GAMES
    assert len(GAMES.troubles) == 3
    for slug, words in (("broken", ":2: ZeroDivisionError"), ("misspelt", ":1: SyntaxError")):
        with pytest.raises(BadInput, match=f"{slug}/__init__.py{words}"):
            game(slug)
    with pytest.raises(BadInput, match=r"empty/__init__\.py: it has no GAME"):
        find_game("empty")


@pytest.mark.parametrize("slug", ["caribbean-stud", "uth", "plain-stud"])
def test_a_slug_that_is_taken_is_refused(slug: str, games: Path) -> None:
    write(games / "second", PLAIN_STUD.replace('"plain-stud"', f'"{slug}"'))
    assert [found.own for name, found in GAMES.items() if name == slug] in ([], [False], [True])
    assert GAMES.troubles == (f"{games / 'second'}: another game is called {slug!r}; choose another slug",)


def test_a_folder_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(discovery.VARIABLE, f"/nowhere/at-all{os.pathsep}")
    assert GAMES.troubles == ("/nowhere/at-all is no folder of games",)


def test_an_installed_package_offers_a_module_a_folder_or_a_package(
    games: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real distribution, as an installer leaves it: its entry points beside its module."""
    site = tmp_path_factory.mktemp("site")
    for name, slug in (("as_module.py", "as-module"), ("as_package/__init__.py", "as-package")):
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_text(PLAIN_STUD.replace('"plain-stud"', f'"{slug}"'), encoding="utf-8")
    (site / "as_folder.py").write_text(f"FOLDER = {str(games / 'plain_stud')!r}\n", encoding="utf-8")
    info = site / "some_games-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: some-games\nVersion: 1.0\n", encoding="utf-8"
    )
    points = "a = as_module\nb = as_package\nc = as_folder:FOLDER\nd = not_there\n"
    (info / "entry_points.txt").write_text(f"[{discovery.GROUP}]\n{points}", encoding="utf-8")
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv(discovery.VARIABLE, "")
    discovery.forget()
    assert {"as-module", "as-package", "plain-stud"} <= {*GAMES}
    assert GAMES["as-package"].package == "as_package"
    assert all(GAMES[slug].own for slug in ("as-module", "as-package", "plain-stud"))
    assert GAMES.troubles == ("the entry point d: ModuleNotFoundError: No module named 'not_there'",)


@pytest.mark.parametrize("before", [True, False])
def test_every_verb_takes_a_folder_of_games(
    before: bool, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(discovery.VARIABLE, "")
    write(games / "broken", "def:\n")
    words = (
        ("--games", str(games), "rules", "plain-stud")
        if before
        else ("rules", "plain-stud", "--games", str(games))
    )
    done = run(*words)
    assert done.exit_code == 0, done.stderr
    assert "Plain Stud" in done.stdout
    assert "broken/__init__.py:1: SyntaxError" in done.stderr
    assert run("rules", "caribbean-stud", "--games", "/nowhere").exit_code == 2


def test_paytables_of_a_description_are_found_by_name_and_a_table_of_ones_own_may_take_their_place(
    games: Path,
) -> None:
    slug = "three-card-stud"
    text = (Path(__file__).parent / "described" / "three-card-poker.toml").read_text(encoding="utf-8")
    folder = games / "three_card_stud"
    folder.mkdir()
    (folder / "game.toml").write_text(text.replace("three-card-poker", slug).replace("TCP-", "TCS-"), "utf-8")
    found = paytables(slug, "pair-plus")
    assert found == game(slug).paytables("pair-plus")
    assert not any(table.approved for table in found)
    assert found[0] in paytables(slug)
    assert found[0] not in paytables()
    assert paytable(found[0].designator.casefold()) == found[0]
    mine = games / "mine.toml"
    mine.write_text(
        f'[[table]]\ndesignator = "MINE"\ngame = "{slug}"\nbet = "pair-plus"\n'
        'lines = [{ hand = "flush-or-better", pays = "4 to 1" }]\n',
        encoding="utf-8",
    )
    own = load_file(mine)
    assert game(slug).rules(None, {"pair-plus": own}).pays["pair-plus"]["straight"] == Odds(
        4, 1, stake_back=True
    )
    shown = run("rules", slug).stdout
    assert found[0].designator in shown


@pytest.mark.parametrize(
    ("verb", "words"),
    [
        ("par", "the bets of plain-stud are not analysed"),
        ("strategy", "the strategy of plain-stud is not analysed"),
        ("simulate", "plain-stud can't be simulated: it has neither a description nor a kernel"),
    ],
)
def test_a_game_that_only_has_a_script_says_what_it_lacks(verb: str, words: str, games: Path) -> None:
    strategy = games / "plain_stud" / "strategy.txt"
    strategy.write_text("fold: high card\nplay\n", encoding="utf-8")
    done = run(verb, "plain-stud")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"pitboss: {words}\n"


def test_a_folder_of_ones_own_may_bring_its_paytables_and_its_counting(games: Path) -> None:
    folder = games / "plain_stud"
    (folder / "paytables.toml").write_text(
        '[bets]\nplay = { rankings = ["poker"] }\n\n[[table]]\ndesignator = "PLAIN-1"\n'
        'game = "plain-stud"\nbet = "play"\nlines = [{ hand = "flush-or-better", pays = "4 to 1" }]\n',
        encoding="utf-8",
    )
    (folder / "analysis.py").write_text(
        "from pitboss.analysis.registry import Analysis, Entry\nfrom pitboss.errors import BadInput\n\n"
        'ANALYSIS = Analysis({"base": Entry(f"{__name__}:base", "play")})\n\n\n'
        'def base(table, options):\n    raise BadInput(f"{table.designator} is counted here")\n',
        encoding="utf-8",
    )
    found = game("plain-stud").paytables("play")
    assert found == (paytable("plain-1"),)
    assert not found[0].approved
    done = run("par", "plain-stud")
    assert (done.exit_code, done.stderr) == (2, "pitboss: PLAIN-1 is counted here\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[bets", "plain_stud/paytables.toml:1: "),
        ("[bets]\nplay = { ranks = 1 }\n", "plain_stud/paytables.toml: 'play' of [bets] has `rankings`"),
        (
            '[bets]\nplay = { rankings = ["poker"] }\n[[table]]\n',
            "plain_stud/paytables.toml:3: the paytable lacks",
        ),
    ],
)
def test_a_game_whose_paytables_can_not_be_read_is_told_and_hides_no_other(
    text: str, words: str, games: Path
) -> None:
    (games / "plain_stud" / "paytables.toml").write_text(text, encoding="utf-8")
    write(games / "second", PLAIN_STUD.replace('"plain-stud"', '"second"'))
    assert list(GAMES)[-1] == "second"
    assert "plain-stud" not in GAMES
    (trouble,) = GAMES.troubles
    assert trouble.startswith(words)
