"""The exam: questions of every course from one seed, no hints, a pass mark, and a certificate one can check.

A certificate is the log of an exam with a code over all of it, made with a key that never leaves the house.
Whoever changes a word of it can't make the code again, and the page that checks it says so.
"""

import hashlib
import hmac
import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, TypedDict

from pitboss.errors import BadInput
from pitboss.money import format_short
from pitboss.web.play.school.acts import ORDER, errors
from pitboss.web.play.school.chips import Habit, Mark, marked, read_chips, told, wanted
from pitboss.web.play.school.difficult import difficult
from pitboss.web.play.school.steps import SEEDS, lesson
from pitboss.web.play.school.storm import storm
from pitboss.web.play.school.training import Chosen, Course, Lesson, Task

KIND = "pitboss exam"
TRIES_MAX = 6
PARTS = (
    ("Payouts", 8),
    ("Procedure", 4),
    ("Jackpot", 2),
    ("Spot the error", 4),
    ("The difficult table", 2),
)
"""What an exam asks, and how much of each; the jackpot's part goes to payouts where a game has none."""


@dataclass(frozen=True, slots=True)
class House:
    """What the house wants of an exam: how many questions, what passes, in what time, and chips cut how."""

    questions: int = 20
    pass_percent: int = 90
    seconds: int = 20
    """For a payout; one that comes later doesn't count. 0 is no clock."""
    habit: Habit = Habit.FEWEST

    @classmethod
    def read(cls, given: Mapping[str, str]) -> "House":
        """The wishes of a form; what it leaves out is at its default.

        >>> House.read({"pass": "95"}).pass_percent
        95
        """
        if given.get("chips", Habit.FEWEST) not in set(Habit):
            raise BadInput("payments are cut in the fewest chips, or in any chips")
        return cls(
            _number(given, "questions", 20, 5, 60),
            _number(given, "pass", 90, 50, 100),
            _number(given, "seconds", 20, 0, 120),
            Habit(given.get("chips", Habit.FEWEST)),
        )

    def written(self) -> dict[str, str]:
        """The wishes as `read` takes them."""
        return {
            "questions": str(self.questions),
            "pass": str(self.pass_percent),
            "seconds": str(self.seconds),
            "chips": self.habit.value,
        }

    def is_late(self, task: Task, took_s: float) -> bool:
        """Whether an answer came too late to count."""
        return task.pays and bool(self.seconds) and took_s > self.seconds

    def passes(self, right: int) -> bool:
        """Whether so many right answers are enough."""
        return 100 * right >= self.pass_percent * self.questions


def _number(given: Mapping[str, str], name: str, otherwise: int, low: int, high: int) -> int:
    text = given.get(name) or str(otherwise)
    if not (text.isascii() and text.isdigit() and len(text) < 5 and low <= int(text) <= high):
        raise BadInput(f"{name} goes from {low} to {high}")
    return int(text)


def exam(chosen: Chosen, seed: int, questions: int) -> Lesson:
    """The exam of a seed at a table: parts in order, each drawn from lessons of its own."""
    chance = random.Random(f"exam {chosen.game} {seed}")
    makers: dict[str, Callable[[int], Task]] = {
        "Payouts": lambda at: storm(chosen, at, 1).tasks[0],
        "Procedure": lambda at: _some(lesson(chosen, at, False, Course.PROCEDURE), chance),
        "Jackpot": lambda at: _some(lesson(chosen, at, True, Course.JACKPOT), chance),
        "Spot the error": lambda at: _judged(errors(chosen, at, False, 2), chance),
        "The difficult table": lambda at: difficult(chosen, at, 1).tasks[0],
    }
    tasks: list[Task] = []
    for part, count in _shares(chosen, questions):
        asked: dict[str, Task] = {}
        number = 0
        while len(asked) < count:
            number += 1
            task = makers[part](chance.randrange(SEEDS))
            again = f"{number}" if number > TRIES_MAX * count else ""  # a small game repeats itself
            asked.setdefault(f"{task.prompt}{again}", replace(task, step=part, keypad=""))
        tasks += islice(asked.values(), count)
    return Lesson(chosen, None, tuple(tasks), tuple(part for part, _ in PARTS), Course.EXAM)


def _shares(chosen: Chosen, questions: int) -> list[tuple[str, int]]:
    """How many questions of each part; the rest of the division is payouts."""
    able = [(part, share) for part, share in PARTS if part != "Jackpot" or chosen.rules.game.sensor_bet]
    total = sum(share for _, share in PARTS)
    counts = {part: questions * share // total for part, share in able}
    counts["Payouts"] += questions - sum(counts.values())
    return [*counts.items()]


def _some(dealt: Lesson, chance: random.Random) -> Task:
    """One task of a lesson, with the round it is about."""
    task = chance.choice([task for task in dealt.tasks if not task.pays] or [*dealt.tasks])
    return replace(task, scene=dealt.played)


def _judged(dealt: Lesson, chance: random.Random) -> Task:
    """One act of a dealer, to be judged by itself: not by what came before it."""
    alone = [act for act in dealt.tasks if act.fault != ORDER]
    act = chance.choice([act for act in alone if act.line is not None or act.fault] or alone)
    return replace(act, scene=dealt.played, options=(("go", "That is right"), ("stop", "That is wrong")))


# The certificate


def answered(task: Task, given: str) -> str:
    """An answer in words."""
    if given.startswith("cut"):
        chips = read_chips(given.removeprefix("cut"))
        return f"{format_short(sum(chips))}: {told(chips)}"
    if given.startswith("pay "):
        return format_short(int(given.removeprefix("pay ")))
    return dict(task.options).get(given, given)


def expected(task: Task) -> str:
    """The right answer in words."""
    return answered(task, f"cut {' '.join(map(str, wanted(task)))}" if task.cut else task.answer)


def is_right(task: Task, given: str, seconds: float, house: House) -> bool:
    """Whether an answer counts: right, and in time where it is a payout."""
    return marked(task, given, house.habit) is Mark.RIGHT and not house.is_late(task, seconds)


class Question(TypedDict):
    """A question of an exam with its answer, and how many seconds that took."""

    part: str
    question: str
    answer: str
    expected: str
    right: bool
    seconds: float


class Record(TypedDict):
    """What a certificate is signed over; `table` and `house` are as they were written down."""

    kind: str
    name: str
    game: str
    table: dict[str, str]
    seed: int
    house: dict[str, str]
    began: str
    ended: str
    right: int
    of: int
    passed: bool
    questions: list[Question]


def record(
    name: str, taken: Lesson, seed: int, house: House, log: Sequence[Sequence[Any]], began: str, ended: str
) -> Record:
    """All of an exam: who, what, the seed, and every question with its answer and its time."""
    questions: list[Question] = []
    for task, (_, given, right, seconds) in zip(taken.tasks, log, strict=True):
        questions.append(
            {
                "part": task.step,
                "question": task.prompt,
                "answer": answered(task, given),
                "expected": expected(task),
                "right": bool(right),
                "seconds": seconds,
            }
        )
    right = sum(one["right"] for one in questions)
    return {
        "kind": KIND,
        "name": name,
        "game": taken.game.name,
        "table": taken.chosen.written(),
        "seed": seed,
        "house": house.written(),
        "began": began,
        "ended": ended,
        "right": right,
        "of": len(questions),
        "passed": house.passes(right),
        "questions": questions,
    }


def sealed(body: Mapping[str, Any], key: bytes) -> dict[str, Any]:
    """A record with the code over all of it."""
    return {**body, "code": _code(body, key)}


def is_whole(certificate: Mapping[str, Any], key: bytes) -> bool:
    """Whether nothing of a certificate was changed since it was made here.

    >>> made = sealed({"name": "Noor", "right": 19}, b"key")
    >>> is_whole(made, b"key"), is_whole({**made, "right": 20}, b"key"), is_whole(made, b"another house")
    (True, False, False)
    """
    body = {name: value for name, value in certificate.items() if name != "code"}
    code = certificate.get("code")
    return isinstance(code, str) and code.isascii() and hmac.compare_digest(code, _code(body, key))


def _code(body: Mapping[str, Any], key: bytes) -> str:
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def read_certificate(text: str) -> dict[str, Any]:
    """A certificate as its file has it."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput("this is no certificate: the file is not as it was saved") from None
    if not isinstance(found, dict) or found.get("kind") != KIND:
        raise BadInput("this is no certificate of an exam")
    return found
