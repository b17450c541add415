"""The desk of somebody who learns to deal: one task at a time, mistakes explained, the shift and the exam."""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from pitboss.errors import BadInput
from pitboss.games import GAMES, Game
from pitboss.games.words import shown_first
from pitboss.jackpots.controllers import Profile
from pitboss.money import dollars, format_short
from pitboss.web.play.drawing import render
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.practising import today
from pitboss.web.play.routes import Body, Here, Token, page, with_cookie
from pitboss.web.play.school.acts import GO, STOP
from pitboss.web.play.school.chips import Mark, marked, read_chips
from pitboss.web.play.school.classbook import Answer, Class
from pitboss.web.play.school.courses import COURSES, PASSED, STAYS, About, lesson_for, read_course
from pitboss.web.play.school.exam import (
    House,
    answered,
    is_right,
    is_whole,
    read_certificate,
    record,
    sealed,
)
from pitboss.web.play.school.state import LESSONS, Shift, State, read
from pitboss.web.play.school.steps import SEEDS
from pitboss.web.play.school.storm import STORM_S
from pitboss.web.play.school.training import SECONDS, Chosen, Course, Lesson, Task
from pitboss.web.play.school.views import LessonView, lesson_view
from pitboss.web.play.store import Exercise, Person, now_us

router = APIRouter(include_in_schema=False)
JACKPOT_EVERY = 3
TIMES_MAX = 200
DAYS_KEPT = 30
"""Days before today whose work is still told."""
PACES = ("0", "8", "4")
"""Seconds after which the dealer who errs goes on without being told; 0 is never."""


def fresh(
    chosen: Chosen,
    course: Course = Course.ALL,
    house: House | None = None,
    shift: Shift | None = None,
    seed: int | None = None,
    count: int = 0,
    pace: str = "0",
    named: str = "",
) -> State:
    """The beginning of a lesson."""
    shift = _of_today(shift)
    return {
        "lessons": LESSONS,
        "course": course.value,
        "table": chosen.written(),
        "house": (house or House()).written(),
        "seed": secrets.randbelow(SEEDS) if seed is None else seed,
        "jackpot": shift["rounds"] % JACKPOT_EVERY == 0,
        "count": count,
        "pace": pace,
        "named": named,
        "at": 0,
        "began_us": now_us(),
        "shown_us": now_us(),
        "slip": "",
        "slips": [],
        "log": [],
        "noticed": {},
        "alarms": [],
        "said": (),
        "certificate": "",
        "shift": shift,
    }


def _of_today(shift: Shift | None) -> Shift:
    """A shift is a day's work: the next day begins with nothing counted, and tells what came before."""
    day = today().isoformat()
    if shift is not None and shift.get("day", day) == day:
        return {**shift, "day": day}
    before = [*shift.get("before", []), (shift["day"], shift.get("games", {}))] if shift else []
    return {
        "rounds": 0,
        "payouts": [0, 0],
        "steps": [0, 0],
        "late": 0,
        "times": [],
        "before": before[-DAYS_KEPT:],
        "day": day,
    }


@dataclass(frozen=True, slots=True)
class Desk:
    """Where somebody works: a lesson of one's own, or the one of a class."""

    playroom: Playroom
    person: Person
    kind: str = "deal"
    url: str = "/play/deal"
    code: str = ""
    number: int = 0

    def load(self) -> State | None:
        """Where the person stands, unless the lesson was begun another way."""
        return read(self._stored)

    @property
    def _stored(self) -> Exercise | None:
        return self.playroom.store.exercise(self.person.id, self.kind)

    def afresh(self) -> State:
        """A lesson in place of none, or of one begun another way: at its game, and its shift goes on."""
        stored = self._stored or {}
        slug = stored.get("table", stored).get("game", "")
        state = fresh(Chosen(slug if slug in GAMES else shown_first()), shift=stored.get("shift"))
        self.save(state)
        return state

    def save(self, state: State) -> None:
        """Remember where the person stands."""
        self.playroom.store.save_exercise(self.person.id, self.kind, state)


def own_lesson(desk: Desk) -> State:
    """Where somebody stands; a lesson that was begun another way is replaced, and the shift goes on."""
    state = desk.load() or desk.afresh()
    state["shift"] = _of_today(state["shift"])
    return state


def lesson_in(state: State) -> Lesson:
    """The lesson that somebody is in."""
    chosen, house = Chosen.read(state["table"]), House.read(state["house"])
    return lesson_for(Course(state["course"]), chosen, state["seed"], state["jackpot"], house, state["count"])


@router.get("/play/deal", response_class=HTMLResponse)
async def deal(request: Request, playroom: Here, token: Token = "") -> Response:
    """The learner deals."""
    person = playroom.person(token)
    if person is None:
        return _school(request, playroom, person)
    desk = Desk(playroom, person)
    return page(request, playroom, person, "deal", "/play/deal", view=shown(desk, own_lesson(desk)))


def is_over(state: State, dealt: Lesson) -> bool:
    """Whether there is nothing more to answer: all is, or the storm's time is up."""
    if dealt.course is Course.STORM and now_us() > state["began_us"] + STORM_S * 1_000_000:
        return True
    return state["at"] >= len(dealt.tasks)


def shown(desk: Desk, state: State) -> LessonView:
    """The page of the lesson that somebody is in."""
    dealt = lesson_in(state)
    sittings = desk.playroom.sittings.values()
    rooms = [s.room for s in sittings if s.game.slug == dealt.game.slug and not s.room.private]
    return lesson_view(dealt, state, is_over(state, dealt), desk.url, desk.code, rooms)


# Answers


@router.post("/play/deal/answer")
async def answer(playroom: Here, body: Body, token: Token = "") -> dict[str, str]:
    """Do the task; a mistake is explained and the task stays, or the next one comes."""
    person = playroom.person(token)
    if person is None:
        raise BadInput("begin a lesson first")
    return take_answer(Desk(playroom, person), own_lesson(Desk(playroom, person)), body)


def take_answer(desk: Desk, state: State, body: Mapping[str, str]) -> dict[str, str]:
    """Judge an answer once, keep it, and tell what comes next."""
    dealt = lesson_in(state)
    if body.get("at") == str(state["at"]) and not is_over(state, dealt):
        task = dealt.tasks[state["at"]]
        given = _given(task, body)
        with desk.playroom.store.together():
            _judge(desk, state, dealt, task, given)
            if state["at"] >= len(dealt.tasks):
                state["shift"]["rounds"] += 1
                if dealt.course is Course.EXAM:
                    state["certificate"] = _certified(desk, state, dealt)
            desk.save(state)
        if desk.code:
            desk.playroom.hub.changed(f"class:{desk.code}")
    return {"main": render("training", view=shown(desk, state))}


def _given(task: Task, body: Mapping[str, str]) -> str:
    """The answer as it is judged and kept."""
    given = body.get("answer", "")
    if given == "cut" and task.cut:
        chips = read_chips(body.get("chips", ""))
        if not chips:
            raise BadInput("take chips from the tray first")
        return f"cut {' '.join(map(str, chips))}"
    if given == "pay" and task.pays and not task.cut:
        return f"pay {dollars(body.get('amount', ''))}"
    earlier = body.get("act", "")
    if given == STOP and task.act and earlier:
        if not (earlier.isdecimal() and len(earlier) < 4):
            raise BadInput("choose one of the acts")
        return f"{STOP} {earlier}"
    if given not in dict(task.options) or task.cut:
        raise BadInput("choose one of the answers")
    return given


def _judge(desk: Desk, state: State, dealt: Lesson, task: Task, given: str) -> None:
    took_s = round((now_us() - state["shown_us"]) / 1_000_000, 1)
    if given.startswith(f"{STOP} "):
        _noticed_late(state, dealt, int(given.removeprefix(f"{STOP} ")), took_s)
        return
    at, house, stays = state["at"], House.read(state["house"]), dealt.course in STAYS
    if dealt.course is Course.EXAM:
        right = is_right(task, given, took_s, house)
    else:
        right = marked(task, given, house.habit) is not Mark.WRONG
    if at not in state["slips"]:
        late = bool(desk.code) and dealt.course in PASSED and house.is_late(task, took_s)
        _count(desk, state, dealt, task, given, right and not late, took_s)
    if right or not stays:
        state.update({"at": at + 1, "slip": "", "shown_us": now_us()})
        if not stays and given != GO:
            state["said"] = at, given
        elif given == GO:
            state["said"] = ()
        if given == STOP and task.act:
            _stopped(state, dealt, at, at, took_s)
        return
    state["slip"] = given
    if at not in state["slips"]:
        state["slips"].append(at)


def _count(
    desk: Desk, state: State, dealt: Lesson, task: Task, given: str, right: bool, took_s: float
) -> None:
    """Count the first answer to a question, for the shift, the log and the class."""
    count_in_shift(state["shift"], dealt.game, task, right, took_s)
    state["log"].append((state["at"], given, int(right), took_s))
    if desk.code:
        said = Answer(
            *(desk.person.id, desk.number, now_us(), _part(dealt.game, task), task.prompt),
            *(answered(task, given), right, took_s),
        )
        desk.playroom.store.book.add_answer(desk.code, said)


def _part(game: Game, task: Task) -> str:
    """What a question is about: of a payout the bet, else the step."""
    if task.pays and task.line is not None:
        return game.bet(task.line.bet).name
    return task.owed if task.owed and not task.jackpot else task.step


def count_in_shift(shift: Shift, game: Game, task: Task, right: bool, took_s: float) -> None:
    """Count an answer among all that somebody gave, and among those of its game."""
    kind: Literal["payouts", "steps"] = "payouts" if task.pays else "steps"
    of_game = shift.setdefault("games", {}).setdefault(game.slug, {"payouts": [0, 0], "steps": [0, 0]})
    for counted in (shift[kind], of_game[kind]):
        counted[1] += 1
        counted[0] += right
    if task.pays:
        shift["times"] = [*shift["times"], took_s][-TIMES_MAX:]
        shift["late"] += took_s > SECONDS


def _stopped(state: State, dealt: Lesson, act: int, now: int, took_s: float) -> None:
    """The dealer is stopped for an act: a fault is noticed, or it is a false alarm."""
    if dealt.tasks[act].fault:
        state["noticed"].setdefault(str(act), (now, took_s))
    elif act not in state["alarms"]:
        state["alarms"].append(act)


def _noticed_late(state: State, dealt: Lesson, act: int, took_s: float) -> None:
    """An act that was let go is stopped after all; the time since then counts."""
    if act >= state["at"]:
        raise BadInput("that act has not been done yet")
    since = {at: seconds for at, _, _, seconds in state["log"]}
    waited = sum(seconds for at, seconds in since.items() if at >= act) + took_s
    _stopped(state, dealt, act, state["at"], round(waited, 1))
    state["said"] = act, STOP


def _certified(desk: Desk, state: State, dealt: Lesson) -> str:
    """Keep the certificate of an exam that is over; its number."""
    book = desk.playroom.store.book
    named = {one.person: one.name for one in book.trainees(desk.code)} if desk.code else {}
    body = record(
        named.get(desk.person.id) or state["named"] or desk.person.name,
        dealt,
        state["seed"],
        House.read(state["house"]),
        state["log"],
        *(_clock(state["began_us"]), _clock(now_us())),
    )
    return book.add_certificate(desk.person.id, sealed(body, book.key()))


def _clock(at_us: int) -> str:
    return datetime.fromtimestamp(at_us // 1_000_000, UTC).isoformat().replace("+00:00", "Z")


@router.post("/play/deal/next")
async def following(playroom: Here, body: Body, token: Token = "") -> Response:
    """The next lesson: of this course or another, at the same table, one of the room, or one set up."""
    person, cookie = playroom.somebody(token)
    desk = Desk(playroom, person)
    state = own_lesson(desk)
    if "table" in body:
        chosen = _like(playroom, body["table"])
    else:
        chosen = Chosen.read(body if "game" in body else state["table"])
    course = read_course(body.get("course") or _kept_course(state, chosen), chosen)
    house = House.read(body if "questions" in body else state["house"])
    pace = body.get("pace", state["pace"])
    seed = body.get("seed", "")
    if pace not in PACES or (seed and not (seed.isdecimal() and int(seed) < SEEDS)):
        raise BadInput(f"a seed is a number below {SEEDS:,}, a pace one of those offered")
    named = playroom.named(body["named"]) if body.get("named") else state["named"]
    seeded = int(seed) if seed else None
    desk.save(fresh(chosen, course, house, state["shift"], seeded, pace=pace, named=named))
    answer = JSONResponse({"go": "/play/deal"})
    return with_cookie(answer, cookie)


def _kept_course(state: State, chosen: Chosen) -> str:
    """The course goes on at another game, if that has it."""
    course = state["course"]
    return Course.ALL if course == Course.JACKPOT and not chosen.rules.game.sensor_bet else course


def _like(playroom: Playroom, name: str) -> Chosen:
    """A table like one of the room: its rules, and on a floor its keypad and the settings of its link."""
    room = playroom.sitting(name).room
    given = {"game": room.rules.game.slug, **room.rules.options}
    given |= {bet: table.designator for bet, table in room.rules.paytables.items()}
    if playroom.floor is not None and room.links:
        policy = playroom.floor.setup(room.links[0]).policy
        given["tray_pays"] = policy.tray_pays
        if policy.tray_supervisor_above_cents is not None:
            given["tray_supervisor_above"] = format_short(policy.tray_supervisor_above_cents)
        given["controller"] = playroom.floor.table(name).controller or Profile.NEXUS
    return Chosen.read(given)


# The school's front page, and certificates


@dataclass(frozen=True, slots=True)
class ShiftRow:
    """What somebody answered in a game on a day: right ones and all, of payouts and of the rest."""

    day: str
    game: str
    payouts: Sequence[int]
    steps: Sequence[int]


@dataclass(frozen=True, slots=True)
class SchoolView:
    """The front page of the school: what is offered, and somebody's own exams and classes."""

    exams: Sequence[tuple[str, Exercise]]
    classes: Sequence[Class]
    courses: Mapping[Course, About]
    games: Sequence[Game]
    first: str
    house: House
    shifts: Sequence[ShiftRow]


def _shifts(playroom: Playroom, person: Person) -> list[ShiftRow]:
    """The days that somebody worked, the newest first, each game of a day in a row."""
    shift: Shift | None = (playroom.store.exercise(person.id, "deal") or {}).get("shift")
    if shift is None:
        return []
    days = [*shift.get("before", []), (shift.get("day", ""), shift.get("games", {}))]
    return [
        ShiftRow(day, GAMES[slug].name, done["payouts"], done["steps"])
        for day, games in reversed(days)
        for slug, done in games.items()
        if slug in GAMES
    ]


def _school(request: Request, playroom: Playroom, person: Person | None) -> Response:
    """The front page of the school."""
    book = playroom.store.book
    view = SchoolView(
        book.certificates_of(person.id) if person else [],
        book.classes_of(person.id) if person else [],
        COURSES,
        [*GAMES.values()],
        shown_first(),
        House(),
        _shifts(playroom, person) if person else [],
    )
    return page(request, playroom, person, "school", "/play/deal", view=view)


@router.get("/play/school", response_class=HTMLResponse)
async def school(request: Request, playroom: Here, token: Token = "") -> Response:
    """Everything the school offers."""
    return _school(request, playroom, playroom.person(token))


@router.get("/play/school/exams/{number}.json")
async def certificate_file(number: str, playroom: Here) -> Response:
    """A certificate as a file that can be checked."""
    found = playroom.store.book.certificate(number)
    if found is None:
        raise HTTPException(404)
    headers = {"Content-Disposition": f'attachment; filename="exam-{number}.json"'}
    return Response(json.dumps(found, indent=1), media_type="application/json", headers=headers)


@router.get("/play/school/exams/{number}", response_class=HTMLResponse)
async def certificate(request: Request, number: str, playroom: Here, token: Token = "") -> Response:
    """A certificate to be printed, with its log."""
    found = playroom.store.book.certificate(number)
    if found is None:
        raise HTTPException(404)
    found_whole = is_whole(found, playroom.store.book.key())
    return page(
        request,
        playroom,
        playroom.person(token),
        "certificate",
        "/play/deal",
        found=found,
        number=number,
        whole=found_whole,
    )


@router.get("/play/school/check", response_class=HTMLResponse)
async def checking(request: Request, playroom: Here, token: Token = "") -> Response:
    """Where a certificate is checked."""
    return page(request, playroom, playroom.person(token), "check", "/play/deal", found=None)


@router.post("/play/school/check")
async def check(playroom: Here, body: Body) -> dict[str, str]:
    """Whether a certificate was made here and nothing of it changed since."""
    found = read_certificate(body.get("text", ""))
    whole = is_whole(found, playroom.store.book.key())
    return {"main": render("checked", found=found, whole=whole)}
