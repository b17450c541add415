"""What a certificate proves: its code by the key of the house, and its log by dealing the exam again."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.errors import BadInput
from pitboss.web.play.school.chips import Habit
from pitboss.web.play.school.exam import House, exam, expected, is_whole
from pitboss.web.play.school.training import Chosen, Task

PROVES = (
    "this house wrote this result and every answer and time in the log",
    "nobody changed a letter of it since",
)
DOES_NOT_PROVE = (
    "who sat at the screen",
    "that nobody helped",
    "anything against the house: whoever has its play store can write any certificate",
)


class Finding(NamedTuple):
    """Whether one thing about a certificate holds; None where that can't be told."""

    part: str
    holds: bool | None
    sentence: str


def findings(certificate: Mapping[str, Any], key: bytes | None) -> list[Finding]:
    """What can be told of a certificate, by the key of a house if there is one."""
    try:
        return [_code(certificate, key), *_log(certificate)]
    except (BadInput, KeyError, TypeError, ValueError, AttributeError):
        return [_code(certificate, key), Finding("log", False, "The log is not as an exam writes it.")]


def verdict(found: list[Finding]) -> str:
    """All of it in a word; what was not checked is not proven."""
    holds = {one.part: one.holds for one in found}
    if holds["code"] is False:
        return "altered"
    if False in holds.values():
        return "does not add up"
    return "holds" if holds["code"] else "not checked"


def _code(certificate: Mapping[str, Any], key: bytes | None) -> Finding:
    if key is None:
        return Finding("code", None, "Not checked: only the play store of the house has the key.")
    if is_whole(certificate, key):
        return Finding("code", True, "It was made by this house, and nothing changed since.")
    return Finding("code", False, "Altered, or not made by this house: the code does not fit.")


def _log(certificate: Mapping[str, Any]) -> Iterator[Finding]:
    house, rows = House.read(certificate["house"]), certificate["questions"]
    right = sum(row["right"] is True for row in rows)
    told = (certificate["right"], certificate["of"], certificate["passed"])
    adds_up = told == (right, house.questions, house.passes(right)) and len(rows) == house.questions
    words = f"{right} of {len(rows)} answers are marked right, where {house.pass_percent} % pass"
    yield Finding("log", adds_up, f"{words}: {'as' if adds_up else 'not as'} the result says.")

    seed = certificate["seed"]
    tasks = exam(Chosen.read(certificate["table"]), seed, house.questions).tasks
    asked = [(task.step, task.prompt, expected(task)) for task in tasks]
    if asked != [(row["part"], row["question"], row["expected"]) for row in rows]:
        words = (
            f"Seed {seed} deals other questions here: the exam was written by another version, or made up."
        )
        yield Finding("questions", None, words)
        return
    words = f"Seed {seed} deals the same questions again, with the same right answers."
    yield Finding("questions", True, words)
    wrong = [
        n for n, (task, row) in enumerate(zip(tasks, rows, strict=True), 1) if not _follows(task, row, house)
    ]
    words = f"The marks of question {', '.join(map(str, wrong))} don't follow from answer and time."
    yield Finding("marks", not wrong, words if wrong else "Every mark follows from its answer and its time.")


def _follows(task: Task, row: Mapping[str, Any], house: House) -> bool:
    """Whether an answer was marked as the house marks."""
    late = house.is_late(task, row["seconds"])
    given, wanted = row["answer"], row["expected"]
    if task.cut == "pay" and house.habit is Habit.ANY:  # the amount decides, which stands before the chips
        given, wanted = given.partition(":")[0], wanted.partition(":")[0]
    return bool(row["right"] == (given == wanted and not late))
