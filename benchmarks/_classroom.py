"""A class of thirty: every trainee a browser with its page open that answers, and the instructor who sees it.

What is measured is the time from the press of an answer to the moment the instructor's page has it.
"""

import asyncio
import json
import re
import time
from dataclasses import dataclass, field

from benchmarks._client import Client
from pitboss.games import GAMES
from pitboss.web.play.school.courses import lesson_for
from pitboss.web.play.school.exam import House
from pitboss.web.play.school.training import Chosen, Course, Task

TRAINEES = 30
QUESTIONS = 20
EVERY_S = 1.0
SEEN_S_MAX = 10.0
SEED = 17
_ROW = re.compile(r'<th scope="row">T(\d+)</th>.*?data-right>(\d+)<.*?data-wrong>(\d+)<', re.DOTALL)


@dataclass(slots=True)
class Lessons:
    """What the whole class did, and when the instructor saw it."""

    answers: int = 0
    seen_s: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Instructor(Client):
    """Opens the class, assigns the lesson, and hears of every answer."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.seen: dict[int, int] = {}
        self.changed = asyncio.Condition()

    async def open(self, slug: str) -> str:
        """A class with its lesson."""
        from websockets.asyncio.client import connect

        await self.connect()
        _, told = await self.send("/play/school/classes/open", {"title": "Thirty"})
        self.code = str(json.loads(told)["go"]).rpartition("/")[2]
        lesson = {"course": "procedure", "game": slug, "questions": str(QUESTIONS), "seed": str(SEED)}
        await self.send(f"/play/school/classes/{self.code}/assign", lesson)
        address = f"ws://127.0.0.1:{self.port}/play/school/classes/{self.code}/live"
        self.page = await connect(address, additional_headers={"Cookie": self.cookie}, max_size=None)
        self.ears = asyncio.create_task(self.hear())
        return self.code

    async def hear(self) -> None:
        """Count the answers that the page shows of each trainee."""
        async for frame in self.page:
            shown = json.loads(frame)["panels"].get("class-rows", "")
            if shown:
                async with self.changed:
                    self.seen |= {
                        int(who): int(right) + int(wrong) for who, right, wrong in _ROW.findall(shown)
                    }
                    self.changed.notify_all()

    async def sees(self, who: int, answers: int) -> None:
        """Wait until the page shows so many answers of a trainee."""
        async with self.changed:
            await self.changed.wait_for(lambda: self.seen.get(who, 0) >= answers)


class Trainee(Client):
    """Joins, begins, and answers once a second."""

    def __init__(self, port: int, who: int, code: str, teacher: Instructor, done: Lessons) -> None:
        super().__init__(port)
        self.who, self.code, self.teacher, self.done = who, code, teacher, done

    async def arrive(self) -> None:
        """Join the class with the page open."""
        from websockets.asyncio.client import connect

        await self.connect()
        await self.send("/play/school/classes/join", {"code": self.code, "name": f"T{self.who}"})
        await self.send(f"/play/school/classes/{self.code}/begin", {})
        address = f"ws://127.0.0.1:{self.port}/play/school/classes/{self.code}/live"
        self.page = await connect(address, additional_headers={"Cookie": self.cookie})

    async def answer(self, tasks: tuple[Task, ...], began: float) -> None:
        """Answer every question when it is due, and wait until the instructor has seen it."""
        for number, task in enumerate(tasks):
            due = began + (number + self.who / TRAINEES) * EVERY_S
            await asyncio.sleep(due - time.monotonic())
            sent = time.monotonic()
            body = {"at": str(number), "answer": task.answer}
            status, told = await self.send(f"/play/school/classes/{self.code}/answer", body)
            if status != 200:
                self.done.errors.append(f"T{self.who}, {number}: {status} {told[:200]}")
                return
            try:
                await asyncio.wait_for(self.teacher.sees(self.who, number + 1), SEEN_S_MAX)
            except TimeoutError:
                self.done.errors.append(f"T{self.who}, {number}: not seen in {SEEN_S_MAX:.0f} s")
                return
            self.done.answers += 1
            self.done.seen_s.append(time.monotonic() - sent)


async def lesson(port: int) -> tuple[Lessons, float]:
    """A class has its lesson: what was answered and seen, and how long it took."""
    slug = next(iter(GAMES))
    house = House(questions=QUESTIONS)
    tasks = lesson_for(Course.PROCEDURE, Chosen(slug), SEED, True, house, QUESTIONS).tasks
    teacher, done = Instructor(port), Lessons()
    code = await teacher.open(slug)
    trainees = [Trainee(port, who, code, teacher, done) for who in range(1, TRAINEES + 1)]
    for one in trainees:
        await one.arrive()
    began = time.monotonic()
    await asyncio.gather(*(one.answer(tasks, began) for one in trainees))
    took = time.monotonic() - began
    teacher.ears.cancel()
    teacher.page.transport.abort()
    for one in trainees:
        one.page.transport.abort()
    return done, took
