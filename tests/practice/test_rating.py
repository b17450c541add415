"""Ratings find the strength of people and puzzles that is known, because the answers are drawn from it."""

import itertools
import random
from fractions import Fraction
from statistics import mean

from pitboss.practice.rating import KNOWN, UNKNOWN, Rating, of_gap


def answers_right(strength: float, hardness: float, chance: random.Random) -> bool:
    """Whether somebody of a true strength finds the best decision of a truly so hard puzzle."""
    return chance.random() < 1 / (1 + 10 ** ((hardness - strength) / 400))


def learn(strength: float, answers: int, seed: int) -> Rating:
    chance = random.Random(seed)
    rating = Rating()
    for _ in range(answers):
        hardness = chance.gauss(1500, 250)
        rating = rating.after(Rating(hardness, KNOWN), answers_right(strength, hardness, chance))
    return rating


def test_a_learner_of_known_strength_is_rated_at_it() -> None:
    for strength in (1200, 1500, 1900):
        found = [learn(strength, 300, seed) for seed in range(40)]
        assert abs(mean(rating.points for rating in found) - strength) < 25
        within = sum(abs(rating.points - strength) < 2.5 * rating.deviation for rating in found)
        assert within >= 36


def test_a_learner_who_improves_is_followed() -> None:
    chance = random.Random(5)
    rating = learn(1200, 300, 5)
    for _ in range(400):
        hardness = chance.gauss(1500, 250)
        rating = rating.after(Rating(hardness, KNOWN), answers_right(1700, hardness, chance))
    assert 1580 < rating.points < 1820


def test_puzzles_come_into_the_order_of_their_true_hardness() -> None:
    chance = random.Random(7)
    hardness = [1100 + 100 * place for place in range(9)]
    puzzles = [Rating() for _ in hardness]
    for person in range(150):
        strength = chance.gauss(1500, 200)
        rating = learn(strength, 60, person)
        for place, true in enumerate(hardness):
            right = answers_right(strength, true, chance)
            before, rating = rating, rating.after(puzzles[place], right)
            puzzles[place] = puzzles[place].after(before, not right)
    points = [puzzle.points for puzzle in puzzles]
    assert points[0] + 200 < points[4] < points[8] - 200
    assert sum(later > earlier for earlier, later in itertools.pairwise(points)) >= 7


def test_points_move_less_the_better_a_person_is_known() -> None:
    puzzle = Rating(1500, KNOWN)
    new, known = Rating(), Rating(1500, KNOWN)
    assert new.after(puzzle, True).points - 1500 > 5 * (known.after(puzzle, True).points - 1500) > 0
    assert new.after(puzzle, True).deviation < UNKNOWN
    assert known.after(puzzle, True).deviation == KNOWN


def test_what_one_wins_the_other_loses_where_both_are_known_alike() -> None:
    person, puzzle = Rating(1600, 80), Rating(1450, 80)
    gained = person.after(puzzle, True).points - 1600
    lost = 1450 - puzzle.after(person, False).points
    assert abs(gained - lost) < 1e-9


def test_a_rest_makes_a_rating_less_sure_and_nothing_else() -> None:
    rested = Rating(1620, 50).rested(30)
    assert rested.points == 1620
    assert 50 < rested.deviation < UNKNOWN
    assert Rating(1620, 50).rested(-3) == Rating(1620, 50)


def test_a_gap_of_nothing_is_the_hardest_and_has_a_rating() -> None:
    assert of_gap(Fraction(0)) == of_gap(Fraction(1, 1000))
    assert of_gap(Fraction(0)).points > of_gap(Fraction(3)).points
