"""What printed clauses say of a folded hand's bets is what the options in force make of them."""

import re
from collections.abc import Iterator

import pytest

from pitboss.games import GAMES, Rules

STAYS = r"(?:stays?\b|can still win)"
GOES = r"(?:is lost|can't win|loses?\b)"


def each_rules(slug: str) -> Iterator[Rules]:
    """A game under its defaults, and under each other value of one option."""
    game = GAMES[slug]
    yield game.rules()
    for option in game.options:
        for value in option.values:
            if value != option.default:
                yield game.rules({option.name: value})


def folded_bets(rules: Rules) -> Iterator[tuple[str, bool]]:
    """The bets of a described game that a fold may end, by name, and whether they stay when it does."""
    game = rules.game.description
    if game is None or not game.folds:
        return
    for bet in game.bets:
        if bet.kind == "jackpot":
            yield bet.name, rules.options["folded_hands_qualify"] == "yes"
        elif bet.kind == "side":
            yield bet.name, bet.after_fold == "in-action"


def contradictions(rules: Rules) -> Iterator[str]:
    """The sentences of clauses about folds that say of such a bet what does not happen."""
    of_folds = [clause.words for clause in rules.game.clauses if "fold" in clause.words.lower()]
    sentences = [part for words in of_folds for part in re.split(r"(?<=[.;])\s", words)]
    for name, stays in folded_bets(rules):
        wrong = GOES if stays else STAYS
        said = re.compile(
            rf"(?:\b{re.escape(name)}\b[^,]*{wrong}|{wrong}[^,]*\b{re.escape(name)}\b)", re.IGNORECASE
        )
        yield from (sentence for sentence in sentences if said.search(sentence))


@pytest.mark.parametrize("slug", list(GAMES))
def test_no_clause_says_that_a_bet_stays_while_the_options_take_it(slug: str) -> None:
    for rules in each_rules(slug):
        assert list(contradictions(rules)) == []


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.description is not None])
def test_clauses_leave_no_braces(slug: str) -> None:
    for rules in each_rules(slug):
        assert not [clause for clause in rules.game.clauses if {"{", "}"} & set(clause.words)]


@pytest.mark.parametrize(("qualify", "says"), [("no", "can't win"), ("yes", "can still win")])
def test_the_clause_of_the_progressive_follows_the_setting(qualify: str, says: str) -> None:
    rules = GAMES["mississippi-stud"].rules({"folded_hands_qualify": qualify})
    clause = next(clause for clause in rules.game.clauses if clause.number == 4)
    assert f"A folded hand {says} the progressive. The 3 Card Bonus stays" in clause.words
