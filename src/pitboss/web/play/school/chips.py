"""Chips as a dealer cuts them: an amount in the colours of the house, by habit in the fewest chips."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from pitboss.errors import BadInput
from pitboss.money import format_short
from pitboss.web.play.school.training import Task
from pitboss.web.play.sitting import DENOMINATIONS

CHIPS_MAX = 60


class Habit(StrEnum):
    """How a house wants its payments cut."""

    FEWEST = "fewest"
    ANY = "any"


class Mark(StrEnum):
    """What an answer is worth; `cut` is the right amount in more chips than needed."""

    RIGHT = "right"
    CUT = "cut"
    WRONG = "wrong"


def read_chips(text: str) -> tuple[int, ...]:
    """The chips of an answer, in cents, as the page sends them.

    >>> read_chips("2500 500 500")
    (2500, 500, 500)
    """
    parts = text.split()
    if len(parts) > CHIPS_MAX:
        raise BadInput(f"a payment is cut in at most {CHIPS_MAX} chips")
    if not all(part in map(str, DENOMINATIONS) for part in parts):
        raise BadInput("the house has no such chip")
    return tuple(map(int, parts))


def fewest(cents: int) -> tuple[int, ...]:
    """An amount in the fewest chips of the house, the largest first; every colour is a multiple of the next.

    >>> fewest(88_00)
    (2500, 2500, 2500, 500, 500, 100, 100, 100)
    """
    chips: list[int] = []
    for value in reversed(DENOMINATIONS):
        count, cents = divmod(cents, value)
        chips += [value] * count
    if cents:
        raise BadInput("no chips of the house make this amount")
    return tuple(chips)


def can_be_cut(cents: int) -> bool:
    """Whether chips make the amount, and a hand can hold them."""
    return cents > 0 and cents % DENOMINATIONS[0] == 0 and len(fewest(cents)) <= CHIPS_MAX // 3


def told(chips: Iterable[int]) -> str:
    """Chips in words.

    >>> told([500, 2500, 500]), told([])
    ('1 × $25 and 2 × $5', 'no chips')
    """
    counts = sorted(Counter(chips).items(), reverse=True)
    *most, last = [f"{count} × {format_short(value)}" for value, count in counts] or ["no chips"]
    return f"{', '.join(most)} and {last}" if most else last


def wanted(task: Task) -> tuple[int, ...]:
    """The chips that are asked for."""
    if task.cut.isdecimal():
        return (int(task.cut),) * (task.cents // int(task.cut))
    return fewest(task.cents)


def marked(task: Task, given: str, habit: Habit) -> Mark:
    """What an answer is worth: an amount, chips, or one of the options."""
    if not (task.cut and given.startswith("cut")):
        return Mark.RIGHT if given == task.answer else Mark.WRONG
    chips = read_chips(given.removeprefix("cut"))
    if not task.cents or sum(chips) != task.cents:
        return Mark.WRONG
    if sorted(chips) == sorted(wanted(task)) or (task.cut == "pay" and habit is Habit.ANY):
        return Mark.RIGHT
    return Mark.CUT if task.cut == "pay" else Mark.WRONG


def advised(task: Task, given: str) -> str:
    """What to say of chips that make the right amount, but not as they are wanted."""
    chips = read_chips(given.removeprefix("cut"))
    right = wanted(task)
    few = f"{len(right)} chip{'s' if len(right) != 1 else ''} instead of {len(chips)}"
    return f"The amount is right. Next time cut it as {told(right)}: {few}."
