"""The judge: it finds what a second judge of the tests and the engines find, whatever a description says."""

from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.analysis.families.agreement import Agreement, Disagreement, agreement
from pitboss.cards import CARDS
from pitboss.games import GAMES, game
from pitboss.games.description.shape import parse as described
from pitboss.games.language import Game, parse
from pitboss.hands.kinds import kind
from pitboss.solve import judge
from pitboss.solve.judge import judged, ranks, short_decks
from pitboss.solve.rounds import Rounds
from pitboss.solve.tree import TooMany, solve
from tests.judge.generator import SHAPES, told
from tests.judge.states import game_of
from tests.judge.test_judge import STUD

LOOK = """
[game]
slug = "look"
name = "Look"
words = "A card each; the dealer says whether the dealer's is a court card before anybody decides."

[shoe]
remove = "23456789"

[places]
player = 1
dealer = 1

[hands]
ranking = "one-card"

[[act]]
name = "look"
tells = "dealer.high >= jack"

[[act]]
name = "decision"
asks = "Raise, or fold?"
choices = [{ name = "raise", bets = { raise = 1 } }, { name = "fold", folds = true }]

[[bet]]
slug = "ante"
name = "Ante"
required = true
settles = { win = "1 to 1", tie = "push", lose = "lose" }

[[bet]]
slug = "raise"
name = "Raise"
of = "ante"
multiples = [1]
settles = { win = "1 to 1", tie = "push", lose = "lose" }
"""


def test_two_judges_who_share_no_code_find_the_same() -> None:
    assert judged(parse(STUD)) == solve(game_of(described(STUD)))


OTHERWISE = """
[[bet]]
slug = "{slug}"
name = "{slug}"
kind = "side"
table = "{slug}"
reads = "{reads}"

[[table]]
designator = "T-{slug}"
bet = "{slug}"
ranking = "two-alike"
pays = {{ equal-ranks = "2 to 1" }}
"""


def test_the_highest_hand_is_that_by_the_ranking_of_the_table() -> None:
    """It was ranked as the game ranks hands, which the table has no line for: a sheet ended in a KeyError."""
    text = STUD + OTHERWISE.format(slug="high", reads="highest")
    high = judged(parse(text))["high"]
    assert high == solve(game_of(described(text), 2))["high"]


def test_the_beaten_hand_is_paid_by_the_ranking_of_the_table() -> None:
    """Of two hands of two cards the one without the longer or higher flush, with a pair or without."""
    text = STUD + OTHERWISE.format(slug="beaten", reads="beaten")
    ranking, paid, total = kind("flush-lengths"), Fraction(0), 0
    deck = [card for card in CARDS if str(card)[0] in "JQKA"]
    for own in combinations(deck, 2):
        for theirs in combinations([card for card in deck if card not in own], 2):
            mine, dealers = ranking.rank(own), ranking.rank(theirs)
            beaten = own if mine < dealers else theirs
            pair = beaten[0].rank == beaten[1].rank
            paid += 2 if pair and mine != dealers else -1
            total += 1
    assert judged(parse(text))["beaten"] == paid / total


COLOURS = """
[[bet]]
slug = "{slug}"
name = "{slug}"
kind = "side"
table = "{slug}"

[[ranking]]
name = "{slug}s"
best = 1
classes = [{{ name = "it", when = "{when}" }}, {{ name = "other" }}]
ties = []

[[table]]
designator = "T-{slug}"
bet = "{slug}"
ranking = "{slug}s"
pays = {{ it = "1 to 1" }}
"""


@pytest.mark.parametrize(
    ("when", "alike", "share"),
    [
        ("red == 1", ((0, 3), (1, 2)), Fraction(1, 2)),
        ("count(clubs) == 1", ((0,), (1, 2, 3)), Fraction(1, 4)),
        ("count(hearts) == 1", ((0, 1, 3), (2,)), Fraction(1, 4)),
        ("count('Ac') == 1", ((0,), (1, 2, 3)), Fraction(1, 20)),
        ("coloured == 1", ((0, 3), (1, 2)), Fraction(1)),
    ],
)
def test_a_suit_or_a_colour_that_is_named_is_not_renamed(
    when: str, alike: tuple[tuple[int, ...], ...], share: Fraction
) -> None:
    """A colour that pays and one that doesn't are not alike, and clubs, the first suit, are a suit."""
    game = parse(LOOK + COLOURS.format(slug="first", when=when))
    assert Rounds(game).alike == alike
    assert judged(game)["first"] == 2 * share - 1


def test_the_highest_hand_is_the_best_by_the_ranking_of_the_table() -> None:
    """A king is higher than a red ten, and a table that ranks by colour pays the ten."""
    text = COLOURS.format(slug="reds", when="red == 1").replace(
        'kind = "side"', 'kind = "side"\nreads = "highest"'
    )
    assert judged(parse(LOOK + text), hands=2)["reds"] == 1 - 2 * Fraction(10 * 9, 20 * 19)


def test_suits_that_nothing_tells_apart_may_be_renamed() -> None:
    plain = Rounds(parse(STUD))
    plain.__dict__["alike"] = ((0,), (1,), (2,), (3,))
    assert solve(plain) == judged(parse(STUD))


def test_what_the_house_tells_is_known_and_no_more() -> None:
    """Told whether the dealer has a jack or better, the seat goes by what is then left."""
    told = judged(parse(LOOK))
    blind = judged(parse(LOOK.replace('tells = "dealer.high >= jack"', 'tells = "dealer.cards == 1"')))
    assert told["base"] > blind["base"]
    best = Fraction(0)
    for own in range(10, 15):
        for court in (True, False):
            cards = [rank for rank in range(10, 15) for _ in range(4 - (rank == own)) if (rank > 10) == court]
            worth = sum(2 * ((own > rank) - (own < rank)) for rank in cards)
            best += max(worth, -len(cards))
    assert told["base"] == best / (5 * 19)


DECKS = {"three-card-poker": "TJQK", "let-it-ride": "9TJQ", "casino-war": "TJQK", "flush-rush": "TJQK"}


def short(slug: str, kept: str) -> Game:
    described_ = GAMES[slug].description
    assert described_
    return judge.with_ranks(described_.form, kept)


@pytest.mark.parametrize("slug", DECKS)
def test_shipped_games_are_worth_what_engine_and_second_judge_say(slug: str) -> None:
    from pitboss.games.description.shape import shape

    deck = short(slug, DECKS[slug])
    assert judged(deck) == solve(game_of(shape(deck)))


def test_the_engine_of_three_card_poker_meets_the_judge_on_two_short_decks() -> None:
    described_ = game("triple-shot-rummy").description
    assert described_
    met = agreement(described_)
    assert [words[: words.index(" ")] for words in met.decks] == ["16", "16"] or met.decks
    assert "plain solver" in str(met)
    assert "no second method" in str(Agreement(()))


def test_an_engine_that_errs_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.analysis.families import agreement as module

    described_ = described(STUD)
    monkeypatch.setattr(module, "_figures", lambda game, bet: {bet: Fraction(1, 7)})
    monkeypatch.setattr(module, "remembered", lambda name, inputs, count, *versions: count())
    with pytest.raises(Disagreement, match="Two Stud: the engine and the judge differ with the ranks AKQJ"):
        agreement(described_)


def test_a_short_deck_has_high_ranks_and_both_ends() -> None:
    decks = short_decks(parse(STUD.replace('remove_ranks = "23456789T"\n', "")), 3_000)
    assert ranks(decks[0]).startswith("AKQJ")
    assert {"A", "2"} <= {*ranks(decks[1])}


def test_what_would_take_too_long_is_given_up() -> None:
    with pytest.raises(TooMany):
        judged(parse(STUD), most=10)


SLOW = ("exchange", "hold'em", "three upcards")
"""Shapes of which plain recursion takes most of a minute."""


@pytest.mark.parametrize(
    "shape", [pytest.param(shape, marks=[pytest.mark.soak] if shape in SLOW else []) for shape in SHAPES]
)
def test_random_descriptions_are_worth_the_same_to_two_judges(shape: str) -> None:
    text = told(shape, 1).text
    found, second = judged(parse(text)), solve(game_of(described(text)))
    assert found == {name: second[name] for name in found}
