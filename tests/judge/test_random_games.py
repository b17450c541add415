"""Random descriptions: every figure is the judge's or refused in a line, and every round comes to an end."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

import pitboss
from pitboss.analysis import registry as sheets_of
from pitboss.analysis.families import budget, registry
from pitboss.analysis.families.agreement import Agreement
from pitboss.errors import BadInput
from pitboss.games import GAMES, Game, discovery
from pitboss.games.description import HIGHEST, READS
from pitboss.games.description.shape import parse
from pitboss.simulation.results import COMPARED_ROUNDS
from pitboss.web.play.school.steps import lesson
from pitboss.web.play.school.training import Chosen
from tests.judge.comparing import Compared
from tests.judge.dealing import rounds
from tests.judge.generator import SHAPES, SORTS, Sort, told, turns, with_bets

ROUNDS, ROUNDS_SOAKED = 12, 200
SOAKED = 30
"""How often all sorts of bets come again in a soak."""
REFUSED = (
    "is not counted: it is paid on other cards than the hand, or by another ranking",
    "what a fold loses of … is not counted",
    "tells suits apart: what a fold loses of",
    "what a later fold loses of … is not counted",
    "how often a fold keeps them from qualifying is not counted in this family",
    "final hands are not counted by class",
    "more than one suit of a hand may be paid",
    "can't be read by what was counted: another ranking",
    "is not counted: simulate it",
    "a bonus line is paid on one of its bets",
)
"""Why a figure may be refused; any other reason is looked at before it is added."""
Made = Callable[[Mapping[str, str]], list[Game]]
every_shape = pytest.mark.parametrize("shape", SHAPES)


@every_shape
def test_every_sort_of_bet_is_there(shape: str) -> None:
    """Kind of bet, cards read, after a fold: each at least once in the descriptions that are counted."""
    met = {sort for number in range(turns(shape)) for sort in told(shape, number).sorts}
    assert met == {*SORTS[shape]}


@every_shape
def test_no_sort_of_bet_that_can_be_said_is_left_out(shape: str) -> None:
    """What the reader takes in a shape is in its list, whatever a shipped game says."""
    every = [(kind, reads, "either") for kind, reads in product(("jackpot", "bonus"), READS)]
    every += list(product(("side",), (*READS, HIGHEST), ("lose", "in-action")))
    listed = {(kind, reads, after if kind == "side" else "either") for kind, reads, after in SORTS[shape]}
    assert {sort for sort in every if can_be_said(shape, sort)} <= listed


def can_be_said(shape: str, sort: Sort) -> bool:
    """Whether one of some descriptions with a bet of this sort is read."""
    kind, reads, after = sort
    for number in range(4):
        one = with_bets(shape, number, ((kind, reads, "lose" if kind == "bonus" else after),))
        with suppress(BadInput):
            if one.sorts and parse(one.text):
                return True
    return False


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    """Puts descriptions into a folder of one's own, where every verb finds them."""

    def make(texts: Mapping[str, str]) -> list[Game]:
        for slug, text in texts.items():
            folder = tmp_path / slug.replace("-", "_")
            folder.mkdir()
            (folder / "game.toml").write_text(text, "utf-8")
        # The product's own judge would look at each deck once more; here a second one does.
        monkeypatch.setattr(registry, "agreement", lambda described, bet: Agreement(("judged by the test",)))
        monkeypatch.setenv(discovery.VARIABLE, str(tmp_path))
        return [GAMES[slug] for slug in texts]

    yield make
    discovery.forget()


def texts_of(shape: str, count: int) -> dict[str, str]:
    """The descriptions of a shape by their slugs, from the first on."""
    return {of.slug: of.text for of in (told(shape, number) for number in range(count))}


def check_figures(games: Sequence[Game]) -> None:
    """Every figure is the judge's or refused for a known reason, most but for bonus lines off the hand."""
    wrong, refused, counted = [], Counter[str](), 0
    for game in games:
        compared = Compared(game)
        wrong += [f"{game.slug}: {what}" for what in compared.differences()]
        refused += compared.refused
        counted += compared.counted
    print(f"{counted} figures are the judge's; refused: {dict(refused)}")
    assert wrong == []
    unknown = [why for why in refused if not any(known in why for known in REFUSED)]
    assert unknown == []
    assert counted > sum(number for why, number in refused.items() if not why.startswith("Bonus "))


def check_rounds(games: Sequence[Game], count: int) -> None:
    for game in games:
        assert list(rounds(game, random.Random(game.slug), count)) == [], game.slug


def check_simulations(games: Sequence[Game]) -> None:
    """No mean contradicts the exact value beside it, which is the sheet's; what can't be dealt is refused."""
    for game in games:
        try:
            found = pitboss.simulate(game.slug, COMPARED_ROUNDS, workers=1)
        except BadInput as error:
            print(error)
            continue
        assert found.contradiction == "", game.slug
        counted = {row.bet: row.exact.expected_value for row in found.bets if row.exact is not None}
        sheets = {bet: sheets_of.par(game.slug, bet) for bet in sheets_of.bets(game.slug) if bet in counted}
        wrong = [bet for bet, sheet in sheets.items() if sheet.expected_value != counted[bet]]
        assert wrong == [], game.slug


def check_charts(games: Sequence[Game]) -> None:
    """Every game has charts, and rules that are worth no more than the best play, or a reason in a line."""
    for game in games:
        try:
            found = pitboss.strategy(game.slug)
        except BadInput as error:
            print(error)
            continue
        assert found.charts or found.error, game.slug
        assert all(found.cost(rules) >= 0 for rules in found.rule_sets), game.slug


FINER = """
[game]
slug = "finer"
name = "Finer"
words = "The longest flush of three cards; the jackpot goes by runs too."

[cards]
player = 3
dealer = 3
ranking = "flush-lengths"
remove_ranks = "3456789T"

[dealer]
qualifies = "KcQc2d"

[[bet]]
slug = "ante"
name = "Ante"
required = true
settles = { no_hand = "push", win = "1 to 1", tie = "lose", lose = "lose" }

[[bet]]
slug = "play"
name = "Play"
of = "ante"
multiples = [3]
settles = { no_hand = "push", win = "1 to 1", tie = "lose", lose = "lose" }

[[bet]]
slug = "meter"
name = "Meter"
kind = "jackpot"
table = "meter"

[[stage]]
name = "decision"
prompt = "Play?"
choices = [{ name = "play", bets = { play = 3 } }, { name = "fold", folds = true }]

[[table]]
designator = "M"
bet = "meter"
ranking = "suit-lengths"
wager = "$1"
pays = { three-card-straight-flush = "51 for 1", two-card-straight-flush = "6 for 1" }
"""


@pytest.mark.kernels
def test_hands_of_a_jackpot_that_are_told_apart_by_ranks_are_folded_unequally(made: Made) -> None:
    """Low hands are folded, and runs are more often low: of a class not every part stays as often."""
    check_figures(made({"finer": FINER}))


@pytest.fixture(autouse=True)
def short_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not counted is sampled for a second: these decks are short, and there are many games."""
    monkeypatch.setattr(budget, "SHARE", 60)


@pytest.mark.kernels
@every_shape
def test_every_figure_is_what_the_judge_says(shape: str, made: Made) -> None:
    check_figures(made(texts_of(shape, turns(shape))))


@every_shape
def test_rounds_come_to_their_end_and_pay_what_the_description_says(shape: str, made: Made) -> None:
    check_rounds(made(texts_of(shape, turns(shape))), ROUNDS)


@pytest.mark.soak
@every_shape
def test_every_figure_of_a_thousand_descriptions_is_what_the_judge_says(shape: str, made: Made) -> None:
    check_figures(made(texts_of(shape, turns(shape) * SOAKED)))


@pytest.mark.kernels
@every_shape
def test_a_simulation_has_the_means_of_the_sheets(shape: str, made: Made) -> None:
    """The last description of a turn, which has many bets and no bonus line that the kernel refuses."""
    check_simulations(made(texts_of(shape, turns(shape)))[-1:])


@every_shape
def test_every_description_has_bots_and_lessons(shape: str, made: Made) -> None:
    """Of a deck that lacks the cards of a jackpot hand or serves few seats, and with several jackpots too."""
    for game in made(texts_of(shape, turns(shape) * 2)):
        for seed in range(3):
            assert lesson(Chosen(game.slug), seed, jackpot=bool(seed % 2)).tasks, game.slug


@pytest.mark.kernels
@every_shape
def test_every_description_has_charts_or_a_reason(shape: str, made: Made) -> None:
    check_charts(made(texts_of(shape, turns(shape) * 2)))


@pytest.mark.soak
@every_shape
def test_every_one_of_a_thousand_descriptions_has_charts_or_a_reason(shape: str, made: Made) -> None:
    check_charts(made(texts_of(shape, turns(shape) * SOAKED)))


@pytest.mark.soak
@every_shape
def test_simulations_of_many_descriptions_have_the_means_of_the_sheets(shape: str, made: Made) -> None:
    check_simulations(made(texts_of(shape, turns(shape) * 3)))


@pytest.mark.soak
@every_shape
def test_rounds_of_a_thousand_descriptions_come_to_their_end(shape: str, made: Made) -> None:
    check_rounds(made(texts_of(shape, turns(shape) * SOAKED)), ROUNDS_SOAKED)


def test_a_description_is_the_same_for_the_same_number() -> None:
    assert told("exchange", 3).text == told("exchange", 3).text
