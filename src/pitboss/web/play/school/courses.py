"""The courses of the dealer's school: what each is, and the lesson of a seed in it."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from pitboss.errors import BadInput
from pitboss.games.discovery import forget_too
from pitboss.web.play.school.acts import ONE_IN, errors
from pitboss.web.play.school.difficult import difficult
from pitboss.web.play.school.exam import House, exam
from pitboss.web.play.school.steps import SEEDS, lesson
from pitboss.web.play.school.storm import STORM_S, storm
from pitboss.web.play.school.training import Chosen, Course, Lesson, one_of


class About(NamedTuple):
    """A course for those who choose one."""

    name: str
    words: str


COURSES: Mapping[Course, About] = {
    Course.ALL: About("The whole round", "Everything a dealer does, in order: procedure, payouts, jackpot."),
    Course.PAYOUTS: About(
        "Payouts only", "Take, push or pay every wager of a real round, against the clock."
    ),
    Course.PROCEDURE: About("Procedure only", "Deal, decisions, folded hands, the dealer's hand, the order."),
    Course.JACKPOT: About("Jackpot only", "The keypad, claims, verification, envy."),
    Course.STORM: About("Payout storm", f"Cut as many payments as you can in {STORM_S} seconds, in chips."),
    Course.ERRORS: About("Spot the error", f"Another dealer deals; about one act in {ONE_IN} is wrong."),
    Course.DIFFICULT: About("The difficult table", "Late bets, disputed chips, two claims: what do you do?"),
    Course.EXAM: About("Exam", "Questions of every kind, no hints, a pass mark and a certificate."),
}
STAYS = frozenset({Course.ALL, Course.PAYOUTS, Course.PROCEDURE, Course.JACKPOT, Course.DIFFICULT})
"""Where a mistake is explained and the question stays until it is answered right."""

PASSED = frozenset(Course) - {Course.STORM, Course.ERRORS}
"""Where a class has so many questions, and a share of them passes."""


def read_course(name: str, chosen: Chosen) -> Course:
    """A course by its name, if the game of the table has it."""
    course = one_of(Course, name or Course.ALL)
    if course is Course.JACKPOT and not chosen.rules.game.sensor_bet:
        raise BadInput(f"{chosen.rules.game.name} has no jackpot; choose another lesson")
    return course


@lru_cache(maxsize=256)
def lesson_for(
    course: Course, chosen: Chosen, seed: int, jackpot: bool, house: House, count: int = 0
) -> Lesson:
    """The lesson of a seed in a course; with `count` rounds follow each other until it has so many tasks."""
    match course:
        case Course.STORM:
            return storm(chosen, seed)
        case Course.EXAM:
            return exam(chosen, seed, house.questions)
    first = _round_for(course, chosen, seed, jackpot)
    found, number = [*first.tasks], 0
    while count and len(found) < count:
        number += 1
        more = _round_for(course, chosen, (seed + number) % SEEDS, jackpot and number % 3 == 0)
        found += [replace(task, scene=more.scene(task)) for task in more.tasks]
    return replace(first, tasks=tuple(found[:count] if count and course is not Course.ERRORS else found))


forget_too(lesson_for.cache_clear)


def _round_for(course: Course, chosen: Chosen, seed: int, jackpot: bool) -> Lesson:
    match course:
        case Course.ERRORS:
            return errors(chosen, seed, jackpot)
        case Course.DIFFICULT:
            return difficult(chosen, seed)
    return lesson(chosen, seed, jackpot, course)
