"""Games are found: built-in folders, folders of one's own, and what installed packages offer."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.errors import BadInput
from pitboss.games import GAMES, Game, discovery, game
from pitboss.games.catalogue import find_game
from pitboss.money import Odds
from pitboss.paytables import load_file, paytable, paytables, ranking
from pitboss.paytables.rankings import rankings_in, title
from pitboss.paytables.spots import declared
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
        ("[bets]\nplay = { ranks = 1 }\n", "plain_stud/paytables.toml:2: the bet 'play': lacks 'rankings'"),
        (
            '[bets]\nplay = { rankings = "poker" }\n',
            "plain_stud/paytables.toml:2: the bet 'play': 'rankings'",
        ),
        (
            '[bets]\nplay = { rankings = ["poker"], metered = 1 }\n',
            "plain_stud/paytables.toml:2: the bet 'play': 'metered' must be true or false",
        ),
        (
            '[bets]\nplay = { rankings = ["pokr"] }\n',
            "plain_stud/paytables.toml:2: the bet 'play': there is no ranking called 'pokr'",
        ),
        (
            '[bets]\n\nplya = { rankings = ["poker"] }\n',
            "plain_stud/paytables.toml:3: Plain Stud has no bet called 'plya'; did you mean play?",
        ),
        (
            '[bets]\nplay = { rankings = ["poker"] }\nbonus = { rankings = ["poker"] }\n',
            "plain_stud/paytables.toml:3: Plain Stud has no bet called 'bonus'",
        ),
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


GOOD = """
[bets]
play = { rankings = ["plain-runs"] }

[[ranking]]
name = "plain-runs"
ladder = true
outcomes = ["five-run", "four-run", "three-run", "no-run"]

[ranking.groups]
run = ["five-run", "four-run", "three-run"]

[ranking.titles]
no-run = "no run at all"

[[table]]
designator = "PLAIN-1"
game = "plain-stud"
bet = "play"
lines = [{ hand = "run", pays = "4 to 1" }]
"""


def test_a_file_of_ones_own_may_rank_hands_by_its_own_names(games: Path) -> None:
    (games / "plain_stud" / "paytables.toml").write_text(GOOD, encoding="utf-8")
    assert game("plain-stud").paytables("play")[0].line("four-run") is not None
    assert title("no-run") == "no run at all"


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('"four-run", "three-run", "no-run"', '"four-run", "four-run", "no-run"', 8, "a list of different"),
        ("outcomes = ", "outcome = ", 5, "the ranking 'plain-runs': lacks 'outcomes'"),
        ('["five-run", "four-run", "three-run", "no-run"]', '["run"]', 8, "'outcomes' needs 2 at least"),
        ("ladder = true", 'ladder = "yes"', 7, "'ladder' must be true or false, not 'yes'"),
        ("ladder = true", "ladder = true\nrungs = 4", 8, "unknown key 'rungs'"),
        ('run = ["five-run"', 'run = ["six-run"', 11, "'run' takes in no outcome called 'six-run'"),
        ('["five-run", "four-run", "three-run"]', '["four-run", "five-run"]', 11, "in another order than"),
        ('["five-run", "four-run", "three-run"]', '["five-run", "three-run"]', 11, "leaves out an outcome"),
        ('run = ["five-run"', 'no-run = ["five-run"', 11, "'no-run' must take in 'no-run'"),
        ('run = ["five-run", "four-run", "three-run"]', "run = []", 11, "'run' must take in an outcome"),
        ('no-run = "no', 'nrun = "no', 14, "no hand is called 'nrun'; did you mean"),
        ("ladder = true", "ladder = true\ncards = [7, 5]", 8, "the fewest and the most that show a hand"),
        ("[[ranking]]", "[ranking]", 5, "a ranking stands under [[ranking]]"),
        ("[[ranking]]", "[rankings]", 10, "a ranking stands under [[ranking]]"),
        ('["plain-runs"]', '["poker"]', 20, "no hand of this bet is called 'run'"),
        (
            "[[table]]",
            '[[ranking]]\nname = "plain-runs"\nladder = false\noutcomes = ["a", "b"]\n\n[[table]]',
            17,
            "the ranking 'plain-runs': there is a second one of this name",
        ),
        ('name = "plain-runs"', 'name = "poker"', 6, "another one is called so, with other hands"),
        ('name = "plain-runs"', 'name = "three-card"', 6, "another one is called so, with other hands"),
        ('name = "plain-runs"', 'name = "kings-bounty"', 6, "another one is called so, with other hands"),
    ],
)
def test_a_wrong_ranking_is_told_with_its_row_and_changes_nothing(
    old: str, new: str, line: int, words: str, games: Path
) -> None:
    assert old in GOOD
    (games / "plain_stud" / "paytables.toml").write_text(GOOD.replace(old, new), encoding="utf-8")
    before = ranking("three-card"), ranking("kings-bounty")
    (trouble,) = GAMES.troubles
    assert trouble.startswith(f"plain_stud/paytables.toml:{line}: "), trouble
    assert words in trouble
    assert "plain-stud" not in GAMES
    assert (ranking("three-card"), ranking("kings-bounty")) == before


def test_a_copied_ranking_serves_a_second_game(games: Path) -> None:
    """Whoever copies a folder copies its rankings; they may stay as long as they say the same."""
    for slug in ("plain-stud", "second"):
        folder = games / slug.replace("-", "_")
        if slug == "second":
            write(folder, PLAIN_STUD.replace('"plain-stud"', '"second"'))
        text = GOOD.replace('"plain-stud"', f'"{slug}"').replace("PLAIN-1", slug.upper())
        (folder / "paytables.toml").write_text(text, encoding="utf-8")
    assert {"plain-stud", "second"} <= {*GAMES}
    other = games / "second" / "paytables.toml"
    other.write_text(text.replace('"no-run"]', '"less"]').replace("no-run =", "less ="), encoding="utf-8")
    for remembered in (declared, rankings_in):
        remembered.cache_clear()
    discovery.forget()
    (trouble,) = GAMES.troubles
    assert trouble.startswith("second/paytables.toml:6: the ranking 'plain-runs': another one is called so")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('short = "PS"\nshrot = "PS"\n', "plain_stud/words.toml:2: the words: unknown key 'shrot'"),
        ('short = "PS"\nunit =\n', "plain_stud/words.toml:2: Invalid value"),
        ('short = "caf\xe9"', "plain_stud/words.toml: 'utf-8' codec can't decode"),
        ('[options.deel]\nname = "Deal"\n', "plain_stud/words.toml:1: Plain Stud has no option 'deel'"),
        (
            '\n[options.settlement_order]\nup-and-down = "x"\n',
            "plain_stud/words.toml:3: settlement_order=up-and-down is not possible",
        ),
        ('\n[second_table]\ndecks = "2"\n', "plain_stud/words.toml:2: Plain Stud has no option 'decks'"),
        ('opens = "trips"\n', "plain_stud/words.toml:1: 'opens' can't be 'trips'"),
        ("[dealer]\nclauses = [77]\n", "plain_stud/words.toml:2: Plain Stud has no clause 77"),
        ('[why]\nraise = "{hand} wins."\n', "plain_stud/words.toml:2: there is no decision 'raise'"),
    ],
)
def test_wrong_words_of_an_own_game_are_told_before_a_page_needs_them(
    text: str, words: str, games: Path
) -> None:
    (games / "plain_stud" / "words.toml").write_bytes(text.encode("latin1"))
    (trouble,) = GAMES.troubles
    assert trouble.startswith(words), trouble


@pytest.mark.parametrize(
    ("file", "code", "verb", "words"),
    [
        ("analysis.py", "x = 1\n", "par", "analysis.py: it has no ANALYSIS"),
        ("analysis.py", "\ndef:\n", "ev", "analysis.py:2: SyntaxError"),
        ("kernel.py", "import not_there\n", "simulate", "kernel.py:1: ModuleNotFoundError: No module named"),
        ("kernel.py", "", "simulate", "kernel.py: it has no prepare"),
    ],
)
def test_a_module_beside_an_own_game_that_fails_is_one_line(
    file: str, code: str, verb: str, words: str, games: Path
) -> None:
    (games / "plain_stud" / file).write_text(code, encoding="utf-8")
    done = run(verb, "plain-stud", *(["AsKdQhJc9s/7d"] if verb == "ev" else []))
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"plain_stud/{words}" in done.stderr
    assert done.stderr.count("\n") == 1


def test_tables_of_another_game_are_no_tables_of_ones_own(games: Path) -> None:
    text = GOOD.replace('game = "plain-stud"', 'game = "caribbean-stud"').replace('"play"', '"bonus"')
    text = text.replace('hand = "run"', 'hand = "flush"')
    (games / "plain_stud" / "paytables.toml").write_text(text, encoding="utf-8")
    (trouble,) = GAMES.troubles
    assert trouble.endswith("PLAIN-1 is a table of caribbean-stud, not of plain-stud")


def test_who_asks_for_a_game_that_can_not_be_read_is_told_once(games: Path) -> None:
    write(games / "broken", "def:\n")
    shown = subprocess.run(
        [sys.executable, "-m", "pitboss", "rules", "broken", "--games", str(games)],
        capture_output=True,
        text=True,
    )
    assert shown.returncode == 2
    assert shown.stderr.count("SyntaxError") == shown.stderr.count("\n") == 1
