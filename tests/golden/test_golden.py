"""The golden playthroughs tell today's rules, and together they reach all of them.

After a wanted change: `python -m pitboss.table.playthrough tests/golden`, and read the diff.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.games import GAMES, Game, Round, Rules, parse_round
from pitboss.games.round import VOID
from pitboss.table.playthrough import ROUND, retell
from tests.golden.unshown import unshown

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.rglob("*.txt"))


class Recorder(dict[str, Any]):
    """What a bet pays, remembering which outcomes were asked for and paid."""

    def __init__(self, pays: dict[str, Any], paid: set[str]) -> None:
        super().__init__(pays)
        self.paid = paid

    def _note(self, outcome: str) -> None:
        if dict.__contains__(self, outcome):
            self.paid.add(outcome)

    def __getitem__(self, outcome: str) -> Any:
        self._note(outcome)
        return super().__getitem__(outcome)

    def get(self, outcome: str, default: Any = None) -> Any:
        self._note(outcome)
        return super().get(outcome, default)

    def __contains__(self, outcome: object) -> bool:
        self._note(str(outcome))
        return super().__contains__(outcome)


def rounds(game: Game) -> Iterator[str]:
    for path in sorted((FOLDER / game.slug).glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith(ROUND):
                yield line.removeprefix(ROUND)


def recorded(notation: str, reached: set[tuple[str, str]]) -> Round:
    """Play a round again, noting (designator, hand) for every line of a paytable that was reached."""
    plain = parse_round(notation)
    rules: Rules = plain.rules.game.rules(plain.rules.options, plain.rules.paytables)
    paid = {bet: set[str]() for bet in rules.pays}
    for bet, pays in rules.pays.items():
        rules.pays[bet] = Recorder(pays, paid[bet])
    played = Round(rules, plain.wagers, plain.order, plain.decisions)
    for bet, outcomes in paid.items():
        table = rules.paytables[bet]
        for outcome in outcomes:
            line = table.line(outcome)
            assert line is not None
            reached.add((table.designator, line.hand))
    return played


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_file_tells_todays_rules(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert retell(text) == text


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_golden_files_reach_everything(game: Game) -> None:
    assert len(list((FOLDER / game.slug).glob("*.txt"))) >= 12
    reached: set[tuple[str, str]] = set()
    played = [recorded(notation, reached) for notation in rounds(game)]
    rulings = {line.ruling for round_ in played for line in round_.lines}
    assert {ruling.words for ruling in game.rulings} <= {ruling.words for ruling in rulings}
    assert VOID in rulings
    every_line = {
        (table.designator, line.hand)
        for bet in game.every_bet
        for table in game.paytables(bet.slug)
        for line in table.lines
    }
    assert every_line - reached == set()
    values = {(name, value) for round_ in played for name, value in round_.rules.options.items()}
    assert {(option.name, value) for option in game.options for value in option.values} == values
    assert {name for round_ in played for name in round_.decisions} >= set(game.decisions)
    laid = {bet for round_ in played for wagers in round_.view().wagers.values() for bet in wagers}
    assert laid == {bet.slug for bet in game.every_bet if not bet.paid_besides}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_golden_files_show_every_clause(game: Game) -> None:
    """A clause that settles nothing is named in the title of the file that shows it, or in `unshown.toml`."""
    clauses = {
        (line.ruling.game, line.ruling.clause)
        for notation in rounds(game)
        for line in parse_round(notation).lines
    }
    for path in (FOLDER / game.slug).glob("*.txt"):
        title = path.read_text(encoding="utf-8").splitlines()[0]
        named = re.search(r"\[([a-z0-9-]+) ([\d, ]+)\]$", title)
        if named:
            clauses |= {(named[1], int(number)) for number in named[2].split(",")}
    missing = {clause.number for clause in game.clauses if (game.slug, clause.number) not in clauses}
    assert missing == unshown(game.slug).clauses


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_every_clause_has_a_test_named_after_it(game: Game) -> None:
    """Unless no round can show it."""
    named = re.compile(rf"^def test_{game.slug.replace('-', '_')}_(\d+)_", re.M)
    tests = (path.read_text(encoding="utf-8") for path in FOLDER.parent.rglob("test_*.py"))
    tested = {int(number) for text in tests for number in named.findall(text)}
    clauses = {clause.number for clause in game.clauses}
    assert clauses - unshown(game.slug).clauses <= tested <= clauses
