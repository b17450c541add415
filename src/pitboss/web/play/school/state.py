"""Where somebody stands in a lesson, and the shift it is part of, as the store keeps them."""

from typing import NotRequired, TypedDict, cast

from pitboss.errors import BadInput
from pitboss.web.play.school.training import Chosen
from pitboss.web.play.store import Exercise

LESSONS = 4
"""The number of the way lessons are made; one begun under another number is dealt afresh."""


class Done(TypedDict):
    """How many answers were right, and how many there were: payouts, and the steps of the procedure."""

    payouts: list[int]
    steps: list[int]


class Shift(Done):
    """A day's work, and the days before it; the first shifts had no days."""

    rounds: int
    late: int
    times: list[float]
    day: NotRequired[str]
    games: NotRequired[dict[str, Done]]
    before: NotRequired[list[tuple[str, dict[str, Done]]]]


class State(TypedDict):
    """A lesson that was begun."""

    lessons: int
    course: str
    table: dict[str, str]
    house: dict[str, str]
    seed: int
    jackpot: bool
    count: int
    """How many questions a class asks; 0 where it is one's own lesson."""
    pace: str
    named: str
    at: int
    began_us: int
    shown_us: int
    slip: str
    """The wrong answer to the question that stays."""
    slips: list[int]
    log: list[tuple[int, str, int, float]]
    """Question, first answer, whether it was right, and its seconds."""
    noticed: dict[str, tuple[int, float]]
    """By act: at which one a fault of it was noticed, and after how many seconds."""
    alarms: list[int]
    said: tuple[int, str] | tuple[()]
    """The question that was answered last, and the answer."""
    certificate: str
    shift: Shift
    lesson: NotRequired[int]
    """The number of the lesson in its class."""


def read(stored: Exercise | None) -> State | None:
    """A lesson that was kept, unless it was begun another way, or at a table that can't be dealt any more.

    >>> read({"lessons": 1, "game": "caribbean-stud"}) is None
    True
    """
    if stored is None or stored.get("lessons") != LESSONS:
        return None
    try:
        Chosen.read(stored["table"])
    except BadInput:  # an own game that is gone, or has other options by now
        return None
    return cast(State, stored)
