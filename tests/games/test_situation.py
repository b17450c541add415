"""A situation is a value: what is written is read again, and what can't be is refused in one sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import parse_cards
from pitboss.errors import BadInput
from pitboss.games.description.shape import read
from pitboss.games.situation import Situation, described, parse
from tests.games.descriptions import DESCRIPTIONS

GAMES = {slug: read(path) for slug, path in DESCRIPTIONS.items()}


@st.composite
def situations(draw: st.DrawFn) -> tuple[str, Situation]:
    """Any situation of any described game."""
    slug = draw(st.sampled_from(sorted(GAMES)))
    game = GAMES[slug]
    number = draw(st.integers(0, len(game.stages) - 1))
    cards = list(draw(st.permutations(game.cards.deck)))

    def taken(count: int) -> tuple[object, ...]:
        return tuple(cards.pop() for _ in range(count))

    lots = [lot for stage in game.stages[: number + 1] for lot in (stage.opens, stage.deals) if lot]
    board = tuple(taken(lot) for lot in lots)
    decisions = tuple(
        draw(st.sampled_from([choice.name for choice in stage.choices if not choice.folds]))
        for stage in described(game).asked[number].before  # the others can only be of one kind
    )
    stage = game.stages[number].name
    own, dealer = taken(game.cards.first or game.cards.player), taken(game.cards.dealer_up)
    return slug, Situation(stage, own, dealer, board, decisions)  # type: ignore[arg-type]


@given(situations())
def test_what_is_written_is_read_again(found: tuple[str, Situation]) -> None:
    slug, situation = found
    game = GAMES[slug]
    assert parse(game, str(situation)) == situation
    assert parse(game, f"  {situation} ") == situation


def test_a_situation_names_its_stage_and_its_cards() -> None:
    found = parse(GAMES["mississippi-stud"], "KhQd/2c/7s bet-3x bet-1x")
    assert (found.stage, found.decisions) == ("fifth-street", ("bet-3x", "bet-1x"))
    assert found.cards == tuple(parse_cards("KhQd2c7s"))
    assert parse(GAMES["caribbean-stud"], "AsKdQhJc8s/7d").dealer == tuple(parse_cards("7d"))


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        (
            "mississippi-stud",
            "",
            "is no situation of Mississippi Stud; give groups of 2 or 2/1 or 2/1/1 cards",
        ),
        ("mississippi-stud", "KhQd2c", "is no situation of Mississippi Stud"),
        ("mississippi-stud", "KhQd/2c/3c/4c bet-1x", "is no situation of Mississippi Stud"),
        ("mississippi-stud", "KhQd/Kh bet-1x", "Kh is there twice"),
        ("mississippi-stud", "KhQd/2c", "must say one decision for each stage before: third-street"),
        ("mississippi-stud", "KhQd bet-1x", "must say one decision for each stage before: none"),
        (
            "mississippi-stud",
            "KhQd/2c fold",
            "nobody goes on from third-street with 'fold'; there are bet-3x",
        ),
        ("mississippi-stud", "KhQd/2c bet-4x", "did you mean"),
        ("mississippi-stud", "KhQx", "Qx"),
        ("caribbean-stud", "AsKdQhJc8s", "give groups of 5/1 cards, like "),
    ],
)
def test_what_is_no_situation_is_refused(game: str, text: str, words: str) -> None:
    with pytest.raises(BadInput) as refusal:
        parse(GAMES[game], text)
    assert words in str(refusal.value)
