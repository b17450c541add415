"""The payout storm without a link: payments taken along, cut in chips, delivered later and counted once."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypedDict

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response

from pitboss.errors import BadInput
from pitboss.games.discovery import forget_too
from pitboss.games.words import shown_first
from pitboss.practice.sets import score
from pitboss.web.play.drawing import render
from pitboss.web.play.offline import counted_once, read_answers, read_id
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.practising import today
from pitboss.web.play.routes import Body, Here, Token
from pitboss.web.play.school.chips import Mark, marked, read_chips, told, wanted
from pitboss.web.play.school.courses import COURSES, lesson_for
from pitboss.web.play.school.desk import Desk, count_in_shift, own_lesson
from pitboss.web.play.school.exam import House
from pitboss.web.play.school.state import read
from pitboss.web.play.school.steps import SEEDS
from pitboss.web.play.school.storm import STORM_S
from pitboss.web.play.school.training import Chosen, Course, Lesson, Task
from pitboss.web.play.school.views import lots_of, wagers_of
from pitboss.web.play.store import Person

router = APIRouter(include_in_schema=False)
AHEAD = 30
"""Payments that a browser takes along: more than anybody cuts in the time of a storm."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The chips for a payment of the storm."""

    asked: int
    chips: str
    ms: int

    @classmethod
    def read(cls, row: Any) -> "Cut":
        """One of a run."""
        return cls(row["at"], row["chips"], row["ms"])


@dataclass(frozen=True, slots=True)
class Delivered:
    """A storm that somebody did without a link: at which table, of which seed, and what was cut."""

    id: str
    chosen: Chosen
    seed: int
    cuts: tuple[Cut, ...]

    @classmethod
    def read(cls, body: dict[str, str]) -> "Delivered":
        """What a browser sends."""
        seed = body.get("seed", "")
        if not (seed.isascii() and seed.isdigit() and len(seed) < 8 and int(seed) < SEEDS):
            raise BadInput(f"a seed is a number below {SEEDS:,}")
        cuts = read_answers(body.get("answers", ""), Cut.read, AHEAD)
        if any(type(cut.asked) is not int or not 0 <= cut.asked < AHEAD for cut in cuts):
            raise BadInput("nobody was asked that payment")
        if not all(isinstance(cut.chips, str) and read_chips(cut.chips) for cut in cuts):
            raise BadInput("a payment is cut in chips")
        return cls(read_id(body), Chosen.from_text(body.get("table", "")), int(seed), cuts)


def _storm(chosen: Chosen, seed: int) -> Lesson:
    return lesson_for(Course.STORM, chosen, seed, False, House())


class TakenPayment(TypedDict):
    """A payment to be cut, with its answer."""

    at: int
    question: str
    scene: str
    chips: list[int]
    any: bool
    """Whether any chips of the right amount will do."""
    right: str
    why: str


class TakenStorm(TypedDict):
    """The payments of a storm as a browser takes them along."""

    table: str
    seed: str
    game: str
    seconds: int
    payments: list[TakenPayment]


@router.get("/play/deal/ahead")
async def ahead(playroom: Here, token: Token = "") -> JSONResponse:
    """The payments of a storm at the learner's table, to be taken along; every day others."""
    person = playroom.person(token)
    state = read(playroom.store.exercise(person.id, "deal")) if person else None
    chosen = Chosen.read(state["table"] if state else {"game": shown_first()})
    answer = JSONResponse(_taken_along(chosen, today().toordinal() % SEEDS))
    answer.headers["Cache-Control"] = "no-store"
    return answer


@lru_cache(maxsize=64)
def _taken_along(chosen: Chosen, seed: int) -> TakenStorm:
    storm = _storm(chosen, seed)
    return {
        "table": chosen.as_text,
        "seed": str(seed),
        "game": storm.game.name,
        "seconds": STORM_S,
        "payments": [_payment(storm, at, task) for at, task in enumerate(storm.tasks[:AHEAD])],
    }


forget_too(_taken_along.cache_clear)


def _payment(storm: Lesson, at: int, task: Task) -> TakenPayment:
    chips = wanted(task)
    return {
        "at": at,
        "question": task.prompt,
        "scene": render("scene", lots=lots_of(storm, task, False), wagers=wagers_of(storm, task)),
        "chips": sorted(chips),
        "any": task.cut == "pay",
        "right": told(chips),
        "why": task.why,
    }


@router.post("/play/deal/deliver")
async def deliver(playroom: Here, body: Body, token: Token = "") -> Response:
    """Count a storm that was done without a link: once, and as the server marks it."""
    run = Delivered.read(body)
    return counted_once(playroom, token, run.id, lambda person: _count(playroom, person, run))


def _count(playroom: Playroom, person: Person, run: Delivered) -> str:
    """Count in the shift what was cut in time."""
    desk = Desk(playroom, person)
    state, tasks = own_lesson(desk), _storm(run.chosen, run.seed).tasks
    habit, before_ms, results = House.read(state["house"]).habit, 0, []
    for cut in run.cuts:
        if cut.ms > STORM_S * 1000:
            break
        task = tasks[cut.asked]
        right = marked(task, f"cut {cut.chips}", habit) is not Mark.WRONG
        count_in_shift(
            state["shift"], run.chosen.rules.game, task, right, round((cut.ms - before_ms) / 1000, 1)
        )
        before_ms = cut.ms
        results.append(right)
    desk.save(state)
    return f"Counted: {COURSES[Course.STORM].name.lower()}, {score(results)}."
