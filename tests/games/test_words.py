"""What is said about a game: its words are read strictly, and what they don't say follows from the game."""

import random

import pytest

from pitboss.analysis.reasons import reason
from pitboss.cards import SeededShuffle
from pitboss.errors import BadInput
from pitboss.games import GAMES, Game, Round, game
from pitboss.games.described import game_of
from pitboss.games.description.shape import parse as described
from pitboss.games.schedules import schedules
from pitboss.games.situation import situations_of
from pitboss.games.words import Words, parse, words_of
from pitboss.table.bots import random_play
from tests.games.descriptions import DESCRIPTIONS

PLAIN = Words("PS")


def described_game(slug: str) -> Game:
    """A game from its description alone, whether it ships or not."""
    return game_of(described(DESCRIPTIONS[slug].read_text("utf-8")))


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ('shorts = "CSP"', "words.toml:1: the words: unknown key 'shorts'; did you mean short?"),
        (
            'short = "A"\n[dealer]\nneed = "x"',
            "toml:3: the dealer: unknown key 'need'; did you mean needs?",
        ),
        ('hands = "six-card"', "'hands' can't be 'six-card'"),
        ('[why]\nfold = "{hand.__class__} loses"', "may speak of the {hand} only"),
        ('[why.flop]\nfold = "{hand} {player}"', "may speak of the {hand} only"),
        ('[[place]]\nname = "Hand"\ncards = 9', "'cards' goes from 1 to 7"),
        ('[felt]\nsides = "below"', "'sides' can't be 'below'"),
        ("[dealer]\nclauses = [0]", "lists numbers of clauses"),
        ("short =", "words.toml:1: "),
    ],
)
def test_words_are_read_strictly_with_the_line_of_what_is_wrong(text: str, refused: str) -> None:
    with pytest.raises(BadInput) as told:
        parse(text, PLAIN)
    assert refused in str(told.value)


def test_what_words_do_not_say_stays_as_it_was() -> None:
    found = parse('[why]\nplay = "{hand} wins"\n[why.river]\nplay = "{hand} is best"', PLAIN)
    assert found.reason("river", "play") == "{hand} is best"
    assert found.reason("flop", "play") == "{hand} wins"
    assert (found.short, found.unit, found.stage("decision"), found.stage("third-street")) == (
        *("PS", "Ante", "", "third street"),
    )


def test_a_described_dealer_is_told_from_the_description() -> None:
    three, mississippi = (
        words_of(described_game("three-card-poker")),
        words_of(described_game("mississippi-stud")),
    )
    assert three.needs == "needs queen high"
    assert three.no_hand == "Dealer has {hand}. No hand."
    assert three.in_play == "the Ante is paid 1 to 1, the Play pushes"
    assert mississippi.needs == "takes no hand"
    assert words_of(game("i-luv-suits")).needs == "needs a three-card flush, nine high", "not any of three"
    assert words_of(described_game("let-it-ride")).unit == "wager"


@pytest.mark.parametrize(
    ("slug", "situation", "best", "offered", "told"),
    [
        ("three-card-poker", "QhTd4s", "play", "play fold", "does better than the Ante that a fold gives up"),
        ("three-card-poker", "5hTd4s", "fold", "play fold", "is behind too much of what the dealer may hold"),
        (
            "mississippi-stud",
            "KhKd",
            "bet-3x",
            "bet-3x bet-1x fold",
            "K-K is ahead often enough to bet",
        ),
        (
            "mississippi-stud",
            "KhQd/Qc bet-1x",
            "bet-1x",
            "bet-3x bet-1x fold",
            "K-Q-Q is worth staying in",
        ),
        ("mississippi-stud", "2h4d", "fold", "bet-1x fold", "4-2 offsuit is paid too seldom"),
        (
            "let-it-ride",
            "KhQdJc",
            "take-back",
            "let-it-ride take-back",
            "too seldom to leave so much",
        ),
        ("let-it-ride", "KhKdJc", "let-it-ride", "let-it-ride take-back", "often enough to leave every bet"),
    ],
)
def test_a_game_without_words_gets_reasons_by_the_kind_of_decision(
    slug: str, situation: str, best: str, offered: str, told: str
) -> None:
    each = described_game(slug)
    assert told in reason(each, situations_of(each).parse(situation), best, offered.split())


@pytest.mark.parametrize("slug", [*GAMES, "three-card-poker", "mississippi-stud", "let-it-ride"])
def test_what_a_seat_sees_is_written_and_read_as_the_same_situation(slug: str) -> None:
    each = game(slug) if slug in GAMES else described_game(slug)
    rules, situations, seen = each.rules(), situations_of(each), set()
    for seed in range(40):
        order = SeededShuffle(f"seen {seed}").order(int(rules.options.get("decks", "1")))
        laid = {bet.slug: 1000 for bet in each.bets if bet.required or bet is each.main}
        dealt, play = Round(rules, {1: laid, 3: laid}, order), random_play(seed)
        while dealt.request is not None:
            view = dealt.view(dealt.request.seat)
            situation = situations.seen(dealt.request, view)
            assert situations.parse(str(situation), rules.options) == situation
            assert [card for lot in situations.lots(situation) for card in lot.cards]
            seen.add(situation.stage)
            dealt.decide(play.decide(dealt.request, view))
    assert {asked.stage for asked in situations.asked} <= seen or len(seen) > 2


@pytest.mark.parametrize("slug", [*GAMES, "three-card-poker", "mississippi-stud", "let-it-ride"])
def test_cards_laid_one_by_one_become_a_situation(slug: str) -> None:
    each = game(slug) if slug in GAMES else described_game(slug)
    situations = situations_of(each)
    cards = random.Random(slug).sample(situations.deck, sum(place.cards for place in situations.places))
    asked = 0
    for count in range(len(cards) + 1):
        text = situations.written(cards[:count])
        assert list(situations.laid(text)) == cards[:count]
        if situations.complete(count):
            asked += 1
            assert str(situations.parse(text)) == text
            for question in situations.questions(text):
                assert list(situations.laid(question.situation)) == cards[:count]
    assert asked == len(situations.asked)
    assert situations.parse(situations.example)


def test_bets_paid_by_one_table_stand_under_one_heading() -> None:
    told = schedules(described_game("mississippi-stud").rules(), 2)
    assert told[0].name == "Ante, 3rd street, 4th street, 5th street"
    assert not any(one.name == "Against the dealer" for one in told)
