"""What ships is kept under what decides its figures: words change no key, a line of a paytable few."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from pitboss import shipping
from pitboss.analysis import cache, registry
from pitboss.analysis.drill import pool
from pitboss.analysis.parsheet import ParSheet
from pitboss.games import GAMES, Game, discovery
from pitboss.games.described import game_of
from pitboss.games.description import Description, StageRow, TableRow
from pitboss.games.language.form import Face
from pitboss.games.strategy import ruled

Edit = Callable[[Description], Description]
Put = Callable[[Game], None]
OTHER = "Said otherwise"
DESCRIBED = [slug for slug, game in GAMES.items() if game.description is not None]
PRINTED = ["caribbean-stud", "ultimate-texas-holdem", "rabbit-hunter", "solitaire-stud"]
"""Those of the approval: their tables stand in a file of their own."""
DRAWN = ["caribbean-stud", "rabbit-hunter", "solitaire-stud"]
"""Their charts stand in a file of their own, titles and all."""
HANGING = {
    "C4P-SB-1": "crazy-4-poker-queens-up",
    "MS-01": "mississippi-stud-progressive-hands",
    "TCD-IW-01": "three-card-draw-(pairs-plus|first-three)",
    "TCP-AB-01": "three-card-poker-(pair-plus|progressive-hands)",
}
"""Base tables on which figures of other bets hang: a fold loses these, and with the table folds change."""


def described(played: Game) -> Description:
    assert played.description is not None
    return played.description


def edited(played: Game, edit: Edit) -> Game:
    """A game with something else in its description, under whatever options."""

    def of(description: Description) -> Description:
        return replace(edit(description), again=lambda options: of(description.again(options)))

    made = game_of(of(described(played)))
    return replace(made, folder=played.folder, package=played.package, own=played.own)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Iterator[Put]:
    """Puts a game in the place of the built-in one of its slug."""
    load, others = discovery._load_built_in, dict[str, Game]()
    monkeypatch.setattr(discovery, "_load_built_in", lambda slug: others.get(slug) or load(slug))

    def put(game: Game) -> None:
        others[game.slug] = game
        pool.cache_clear()

    yield put
    pool.cache_clear()


def asked_of(slug: str) -> tuple[set[str], list[str]]:
    """The files that ship for a game, and the questions to which there is none."""
    files, missing = set[str](), []
    for words, ask in shipping.questions_of(slug):
        with cache.shipping(counting=False) as found:
            try:
                ask()
            except cache.Missing:
                missing.append(words)
        files |= {*found}
    return files, missing


def with_other_line(designator: str, description: Description) -> Description:
    """A table that pays one more on its first line."""
    tables = (_more(table) if table.designator == designator else table for table in description.tables)
    return replace(description, tables=tuple(tables))


def _more(table: TableRow) -> TableRow:
    (hand, odds), *others = table.lines
    lines = ((hand, replace(odds, numerator=odds.numerator + odds.denominator)), *others)
    return replace(table, lines=lines)


def in_other_words(description: Description) -> Description:
    """All that is only said, said otherwise."""

    def stage(row: StageRow) -> StageRow:
        choices = tuple(replace(choice, label=f"{OTHER} {choice.name}") for choice in row.choices)
        return replace(row, prompt=f"{OTHER}, {row.name}?", choices=choices)

    said = description.form
    bets = (
        replace(
            bet,
            words=OTHER,
            source="",
            tables=tuple(replace(table, source=OTHER) for table in bet.tables),
        )
        for bet in said.bets
    )
    form = replace(
        said,
        words=OTHER,
        bets=tuple(bets),
        options=tuple(replace(option, words=OTHER) for option in said.options),
        clauses=tuple(replace(clause, words=OTHER) for clause in said.clauses),
        checks=(),
        face=Face("X", (OTHER,)),
    )
    return replace(
        description,
        form=form,
        stages=tuple(map(stage, description.stages)),
        tables=tuple(replace(table, source=OTHER) for table in description.tables),
    )


def test_a_line_of_a_paytable_changes_three_files_at_most_where_no_other_bet_hangs_on_it(play: Put) -> None:
    """Of a table by which the base game is played: its sheet, strategy and drill; and the bets in `HANGING`.

    Tables that several games have count for all of them together.
    """
    gone: dict[str, set[str]] = {}
    for slug in (slug for slug in DESCRIBED if slug not in PRINTED):
        played = GAMES[slug]
        before, missing = asked_of(slug)
        assert missing == []
        for table in described(played).tables:
            if table.lines:
                play(edited(played, partial(with_other_line, table.designator)))
                after, _ = asked_of(slug)
                gone.setdefault(table.designator, set()).update(before - after)
        play(played)
    assert all(gone.values()), "every line decides something"
    several = {designator: files for designator, files in gone.items() if len(files) > 3}
    assert several.keys() == HANGING.keys()
    for designator, bets in HANGING.items():
        others = {file for file in several[designator] if not re.search("-(base|strategy|drill)-", file)}
        assert len(several[designator] - others) == 3
        assert all(re.search(bets, file) for file in others)


@pytest.mark.parametrize("slug", DESCRIBED)
def test_words_change_no_file_and_are_those_of_the_day(slug: str, play: Put) -> None:
    played = GAMES[slug]
    before = asked_of(slug)
    strategy = registry.strategy(slug)
    play(edited(played, in_other_words))
    assert asked_of(slug) == before == (before[0], [])
    other = registry.strategy(slug)
    assert other.expected_value == strategy.expected_value
    told = json.dumps(other.as_json())
    assert "{" not in told.replace('{"', "").replace("{}", ""), "no mark is left"
    assert OTHER in told
    assert any(OTHER in chart.title for chart in other.charts) == (slug not in DRAWN)
    sheets = [made for _, ask in shipping.questions_of(slug) if isinstance(made := ask(), ParSheet)]
    sources = [source for sheet in sheets for source in sheet.sources]
    if slug in PRINTED:
        assert sources
        assert not any(OTHER in source for source in sources), "those of the file of tables"
    else:
        assert all(source.startswith("Unconfirmed") or OTHER in source for source in sources)


def test_tables_and_charts_stand_in_files_of_their_own_where_the_test_says_so() -> None:
    assert [slug for slug in DESCRIBED if described(GAMES[slug]).form.printed] == PRINTED
    assert [slug for slug in DESCRIBED if ruled(GAMES[slug])] == DRAWN


def test_a_comment_among_the_rules_of_a_game_changes_no_file(tmp_path: Path, play: Put) -> None:
    slug = "three-card-poker"
    played = GAMES[slug]
    assert played.folder is not None
    before = asked_of(slug)
    rules = (played.folder / "strategy.txt").read_text("utf-8")
    for more, same in (("# Another word.\n", True), ("play: hand >= pair\n", False)):
        (tmp_path / "strategy.txt").write_text(more + rules)
        play(replace(played, folder=tmp_path))
        assert (asked_of(slug) == before) == same


@pytest.mark.parametrize(
    ("edit", "bets"),
    [
        (lambda game: replace(game, qualifies=()), "base|pair-plus|progressive|strategy|drill"),
        (lambda game: replace(game, cards=replace(game.cards, removed_ranks="2")), ""),
    ],
)
def test_a_rule_that_decides_figures_changes_what_it_decides(play: Put, edit: Edit, bets: str) -> None:
    slug = "three-card-poker"
    asked = [words for words, _ in shipping.questions_of(slug)]
    play(edited(GAMES[slug], edit))
    assert asked_of(slug)[1] == [words for words in asked if re.search(bets, words)]
