"""Bounds by sampling: they hold the best play between them, by what the seat sees, and the same each time."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pitboss.analysis import registry
from pitboss.cards import parse_cards
from pitboss.errors import BadInput
from pitboss.games import GAMES
from pitboss.games.description.shape import parse as described
from pitboss.games.language import Game, parse
from pitboss.games.language.form import DEALER, SEAT
from pitboss.hands.kinds import kind
from pitboss.solve.bounds import Interval, Position, Tree, answers, interval, students
from pitboss.solve.bulk import BulkRounds
from pitboss.solve.judge import judged, with_ranks
from pitboss.solve.samples import BACK, FRONT, Sample, Shoe
from tests.games.language.files import DESIGN
from tests.judge.generator import told
from tests.judge.test_judge import STUD
from tests.solve.test_judge import LOOK

THREE_STREETS = Fraction(256545, 1_000_000)
"""What the best play of every deal comes to, to six digits."""


GUESS = """
[game]
slug = "guess"
name = "Guess"
words = "A card lies face down: its colour is guessed."

[places]
down = { cards = 1, of = "dealer" }

[hands]
ranking = "one-card"

[[act]]
name = "guess"
asks = "Red, or black?"
choices = [{ name = "red", bets = { reds = 1 } }, { name = "black", bets = { blacks = 1 } }]

[[bet]]
slug = "ante"
name = "Ante"
required = true
settles = [{ when = "true", pays = "push" }]

[[bet]]
slug = "reds"
name = "Reds"
of = "ante"
multiples = [1]
settles = [{ when = "down.red == 1", pays = "1 to 1" }]

[[bet]]
slug = "blacks"
name = "Blacks"
of = "ante"
multiples = [1]
settles = [{ when = "down.black == 1", pays = "1 to 1" }]
"""
ACES = LOOK.replace(
    """[[act]]
name = "look"
tells = "dealer.high >= jack"

""",
    "",
).replace(
    '{ name = "raise", b', '{ name = "call", bets = {} }, { name = "raise", when = "player.high >= ace", b'
)


def designed(slug: str) -> Game:
    """A game of the language's own examples."""
    return parse(next(path for path in DESIGN if path.stem == slug).read_text("utf-8"))


def form_of(slug: str) -> Game:
    description = GAMES[slug].description
    assert description is not None
    return description.form


def holds(found: Interval, value: Fraction | float) -> bool:
    """Whether a value lies between the ends, but for how floats are rounded."""
    low, high = found.ends
    return low - 1e-9 <= value <= high + 1e-9


@pytest.mark.parametrize(
    ("slug", "kept"),
    [
        ("three-card-poker", "AKQ"),
        ("let-it-ride", "AKQJ"),
        ("casino-war", "AKQJ"),
    ],
)
def test_the_judges_value_lies_between_the_bounds_on_short_decks(slug: str, kept: str) -> None:
    game = with_ranks(form_of(slug), kept)
    found = interval(game, 0.4)
    assert holds(found, judged(game)["base"])
    assert found.lower.mean <= found.upper.mean


@pytest.mark.parametrize("slug", ["three-card-poker", "caribbean-stud", "let-it-ride", "three-card-draw"])
def test_exact_values_of_whole_decks_lie_between_the_bounds(slug: str) -> None:
    found = interval(form_of(slug), 6)
    assert holds(found, registry.par(slug).expected_value)
    low, high = found.ends
    assert high - low < 0.08


def test_three_streets_lies_between_its_bounds() -> None:
    assert holds(interval(designed("three-streets"), 2), THREE_STREETS)


def test_draw_four_lies_where_greedy_play_of_another_program_comes_out() -> None:
    """Each answer is tried on sixty futures, and the best of them is played once."""
    random, rank, deals = np.random.default_rng(4), kind("four-card").strengths, 4_000
    least = int(rank(np.array([parse_cards("Kc4d3h2s")] * 2, np.uint8))[0])
    thrown = [(), *((one,) for one in range(4)), *combinations(range(4), 2)]
    won = []
    for _ in range(deals):
        deck = random.permutation(52).astype(np.uint8)
        own, shown, rest = deck[:4], deck[4], deck[5:]
        futures = np.array([random.permutation(rest)[:5] for _ in range(61)])
        dealers = rank(np.column_stack([np.full(61, shown), futures[:, 2:]]))
        best, last = -60.0, -1.0
        for away in thrown:
            kept = np.delete(own, away)
            mine = rank(np.column_stack([np.tile(kept, (61, 1)), futures[:, : len(away)]]))
            sign = np.sign(mine.astype(int) - dealers)
            nets = np.where(dealers < least, 1, 2 * sign)
            if nets[1:].sum() > best:
                best, last = nets[1:].sum(), nets[0]
        won.append(last)
    error = np.std(won) / np.sqrt(deals)
    low, high = interval(designed("draw-four"), 2).ends
    assert low - 3 * error <= np.mean(won) <= high + 3 * error
    assert error < 0.03


@pytest.mark.parametrize(
    "shape", ["one decision", "an upcard", "margins", "flushes", "suits in stages", "streets"]
)
def test_random_games_lie_between_their_bounds(shape: str) -> None:
    game = described(told(shape, 1).text).form
    assert holds(interval(game, 0.4), judged(game)["base"])


def test_each_answer_lies_between_its_bounds() -> None:
    """A pair of aces against a king: what the engine counts, and a fold that leaves nothing to chance."""
    at = Position("decision", {SEAT: parse_cards("AsAdQhJc8s"), DEALER: parse_cards("7d")})
    found = answers(form_of("caribbean-stud"), at, 0.4)
    for one in registry.values("caribbean-stud", "AsAdQhJc8s/7d").decisions:
        assert holds(found[one.name], one.expected_value)
    assert found["fold"].ends == (-1, -1)


def test_a_place_that_no_round_comes_to_is_refused() -> None:
    game = form_of("caribbean-stud")
    with pytest.raises(BadInput, match="other cards are in sight"):
        answers(game, Position("decision", {SEAT: parse_cards("AsAdQhJc8s")}), 1)


def test_a_seed_has_one_answer() -> None:
    game = form_of("three-card-poker")
    assert interval(game, 0.4) == interval(game, 0.4)
    assert interval(game, 0.4, seed=2) != interval(game, 0.4)


def test_the_lower_bound_goes_by_what_the_seat_sees() -> None:
    """Heads and tails: who knows the card that lies there wins always, who guesses nothing."""
    game = parse(GUESS)
    found = interval(game, 0.4)
    assert holds(found, 0)
    low, high = found.ends
    assert low > -0.2
    assert high < 0.2


def test_a_decision_after_the_house_has_looked_is_refused() -> None:
    with pytest.raises(BadInput, match="a decision after the house has looked"):
        interval(parse(LOOK), 1)


def test_no_row_holds_a_card_twice() -> None:
    game = parse(STUD)
    shoe = Shoe(np.array(game.shoe.cards, np.uint8), np.random.default_rng(1))
    sample = Sample(shoe, 100)
    first = [sample.column(FRONT, at) for at in range(3)]
    for grown in (
        sample.branches(5, (2, 0)),
        sample.every(BACK, 2, (3, 0)),
        sample.some(np.arange(7), (3, 0)),
    ):
        columns = [*first[:2], *(grown.column(side, at) for side in (FRONT, BACK) for at in range(2))]
        rows = grown.cards(columns)
        assert (np.sort(rows, axis=1)[:, 1:] > np.sort(rows, axis=1)[:, :-1]).all()
    every = sample.every(BACK, 2, (3, 0))
    assert every.rows == 100 * sample.ways(2, (3, 0))
    pairs = every.cards([every.column(BACK, 0), every.column(BACK, 1)])[: sample.ways(2, (3, 0))]
    assert len({frozenset(pair) for pair in pairs.tolist()}) == sample.ways(2, (3, 0))


def test_more_freedom_asks_for_fewer_errors() -> None:
    assert students(31) > students(63) > students(10_000) > 3.29


def test_rows_that_may_not_all_answer_alike_are_parted() -> None:
    """Only an ace may raise, and always should: a seat with less than an ace folds or plays."""
    game = parse(ACES)
    tree = Tree(BulkRounds(game), (64,), (1,))
    assert tree.deals(500).most.mean() == pytest.approx(float(judged(game)["base"]), abs=0.1)
