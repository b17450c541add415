"""A class without accounts: a code on the wall, lessons for everybody, and who is at what, live.

A trainee's lesson is kept under the class, apart from what they practise alone, so that a refresh, another
lesson, a closed page or a restart of the server leaves everybody where they were.
"""

import csv
import io
import random
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from fastapi import APIRouter, Request, WebSocket
from fastapi.responses import HTMLResponse, JSONResponse, Response
from markupsafe import Markup
from starlette.exceptions import HTTPException

from pitboss.errors import BadInput
from pitboss.games import GAMES
from pitboss.web.live import Panel
from pitboss.web.play.drawing import render
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.routes import COOKIE, Body, Here, Token, page, with_cookie
from pitboss.web.play.school.classbook import Class, Progress, Trainee
from pitboss.web.play.school.courses import COURSES, PASSED, read_course
from pitboss.web.play.school.desk import Desk, fresh, is_over, lesson_in, shown, take_answer
from pitboss.web.play.school.exam import House
from pitboss.web.play.school.state import State, read
from pitboss.web.play.school.steps import SEEDS
from pitboss.web.play.school.training import Chosen, Course
from pitboss.web.play.store import Person

router = APIRouter(include_in_schema=False)
TRAINEES_MAX = 100
TITLE_MAX = 40


def _class(playroom: Playroom, code: str) -> Class:
    found = playroom.store.book.class_of(code.strip().upper())
    if found is None:
        raise BadInput(f"there is no class {code.strip().upper()[:12]}; look at the wall again")
    return found


def _shown(playroom: Playroom, code: str) -> Class:
    """A class for a page: a wrong address is a page that says so."""
    found = playroom.store.book.class_of(code.upper())
    if found is None:
        raise HTTPException(404)
    return found


def _taught(playroom: Playroom, code: str, person: Person | None) -> Class:
    """A class for its instructor."""
    found = _class(playroom, code)
    if person is None or person.id != found.teacher:
        raise BadInput("only the instructor who opened the class can do that")
    return found


def _trainee(playroom: Playroom, code: str, person: Person | None) -> Trainee | None:
    everybody = playroom.store.book.trainees(code)
    return next((one for one in everybody if person and one.person == person.id and not one.gone), None)


# The instructor


@router.post("/play/school/classes/open")
async def open_class(playroom: Here, body: Body, token: Token = "") -> Response:
    """Open a class; whoever does is its instructor, in this browser."""
    title = " ".join(body.get("title", "").split())
    if not title or len(title) > TITLE_MAX or not title.isprintable():
        raise BadInput(f"the name of a class has 1 to {TITLE_MAX} letters")
    person, cookie = playroom.somebody(token, "Instructor")
    made = playroom.store.book.open_class(person.id, title)
    answer = JSONResponse({"go": f"/play/school/classes/{made.code}"})
    return with_cookie(answer, cookie)


@router.post("/play/school/classes/{code}/assign")
async def assign(code: str, playroom: Here, body: Body, token: Token = "") -> dict[str, str]:
    """Give the class its next lesson."""
    found = _taught(playroom, code, playroom.person(token))
    if found.closed:
        raise BadInput("the class is closed; open it again first")
    chosen = Chosen.read({"game": body.get("game", "")})
    course = read_course(body.get("course", ""), chosen)
    house = House.read(body)
    seed = body.get("seed") or str(secrets.randbelow(SEEDS))
    if not (seed.isascii() and seed.isdecimal() and int(seed) < SEEDS):
        raise BadInput(f"a seed is a number below {SEEDS:,}")
    lesson = {**chosen.written(), **house.written(), "course": course.value, "seed": seed}
    playroom.store.book.assign(found.code, lesson | {"each": "own" if body.get("each") == "own" else "same"})
    playroom.hub.changed(f"class:{found.code}", f"lesson:{found.code}")
    return {"said": "assigned"}


@router.post("/play/school/classes/{code}/close")
async def close(code: str, playroom: Here, body: Body, token: Token = "") -> dict[str, str]:
    """Close the class, or open it again."""
    found = _taught(playroom, code, playroom.person(token))
    playroom.store.book.close_class(found.code, body.get("closed") == "1")
    playroom.hub.changed(f"class:{found.code}", f"lesson:{found.code}")
    return {"go": f"/play/school/classes/{found.code}"}


@router.get("/play/school/classes/{code}.csv")
async def results(code: str, playroom: Here, token: Token = "") -> Response:
    """Every answer of the class, for a spreadsheet."""
    found = _taught(playroom, code, playroom.person(token))
    book = playroom.store.book
    names = {one.person: one.name for one in book.trainees(found.code)}
    lessons = book.lessons(found.code)
    head = ("time", "trainee", "lesson", "course", "game", "part", "question", "answer", "right", "seconds")
    rows: list[tuple[object, ...]] = [head]
    for one in book.answers(found.code):
        given = lessons[one.lesson]
        at = datetime.fromtimestamp(one.at_us // 1_000_000, UTC).isoformat()
        about = COURSES[Course(given["course"])].name
        rows.append(
            (
                *(at, names.get(one.person, ""), one.lesson, about, _game(given["game"]), one.part),
                *(one.question, one.answer, "yes" if one.right else "no", one.seconds),
            )
        )
    return _csv(rows, f"class-{found.code}.csv")


@router.get("/play/school/classes/{code}/games.csv")
async def results_by_game(code: str, playroom: Here, token: Token = "") -> Response:
    """How everybody did in each game, for a spreadsheet."""
    found = _taught(playroom, code, playroom.person(token))
    head = ("trainee", "game", "right", "wrong", "median seconds", "hardest")
    rows = [
        (one.name, one.game, one.now.right, one.now.wrong, one.now.median_s, one.now.hardest)
        for one in _by_game(playroom, found.code)
    ]
    return _csv([head, *rows], f"class-{found.code}-games.csv")


def _csv(rows: Iterable[Iterable[object]], name: str) -> Response:
    text = io.StringIO()
    csv.writer(text).writerows([[kept_text(cell) for cell in row] for row in rows])
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


@dataclass(frozen=True, slots=True)
class TraineeRow:
    """A trainee in the table of a class: whether they are here, how far, and how it goes."""

    name: str
    where: str
    at: str
    now: Progress


@dataclass(frozen=True, slots=True)
class GameRow:
    """How a trainee did in a game over all lessons."""

    name: str
    game: str
    now: Progress


def _by_game(playroom: Playroom, code: str) -> list[GameRow]:
    """The results of everybody in each game they were asked, in the order of joining."""
    done = playroom.store.book.by_game(code)
    return [
        GameRow(one.name, _game(slug), now)
        for one in playroom.store.book.trainees(code)
        for (person, slug), now in done.items()
        if person == one.person
    ]


def kept_text(cell: object) -> object:
    """Text that a spreadsheet would take for a formula is kept text; people choose their own names.

    >>> kept_text("=1+1"), kept_text("Noor"), kept_text(-2.5)
    ("'=1+1", 'Noor', -2.5)
    """
    risky = isinstance(cell, str) and cell.lstrip()[:1] in ("=", "+", "-", "@", "|", "%")
    risky = risky or (isinstance(cell, str) and cell[:1] in ("\t", "\r", "\n"))
    return f"'{cell}" if risky else cell


def _game(slug: str) -> str:
    return GAMES[slug].name if slug in GAMES else slug


def _told(found: Class) -> str:
    """The lesson of a class in words."""
    if not found.number:
        return ""
    course = Course(found.lesson["course"])
    told = [COURSES[course].name, _game(found.lesson["game"])]
    if course is not Course.STORM:
        told.append(f"{found.lesson['questions']} questions")
    if course in PASSED:
        told.append(f"{found.lesson['pass']} % pass")
        if found.lesson["seconds"] != "0":
            told.append(f"payouts within {found.lesson['seconds']} s")
    return f"Lesson {found.number}: {', '.join(told)}"


def _rows(playroom: Playroom, code: str) -> Markup:
    """Who is in the class and how far everybody is."""
    found, book = _class(playroom, code), playroom.store.book
    progress = book.progress(code, found.number)
    rows = []
    for one in book.trainees(code):
        state = read(playroom.store.exercise(one.person, f"class {code}"))
        at = _at(state) if state is not None and state["lesson"] == found.number else "not begun"
        now = progress.get(one.person, Progress())
        rows.append(TraineeRow(one.name, _where(playroom, code, one), at, now))
    games = _by_game(playroom, code)
    return render("class_rows", rows=rows, games=games, told=_told(found), closed=found.closed)


def _where(playroom: Playroom, code: str, one: Trainee) -> str:
    if one.gone:
        return "left"
    return "here" if playroom.in_class[code, one.person] else "away"


def _at(state: State) -> str:
    """How far somebody is in the lesson."""
    dealt = lesson_in(state)
    if is_over(state, dealt):
        passed = ""
        if dealt.course in PASSED:
            right = sum(bool(one[2]) for one in state["log"])
            passed = ", passed" if House.read(state["house"]).passes(right) else ", not passed"
        return f"finished{passed}"
    of = "" if dealt.course is Course.STORM else f" of {len(dealt.tasks)}"
    return f"question {state['at'] + 1}{of}"


def _panel(playroom: Playroom, code: str) -> Panel:
    return Panel(
        "class-rows",
        f"class rows {code}",
        frozenset({f"class:{code}"}),
        lambda: _rows(playroom, code),
    )


# The trainee


@router.post("/play/school/classes/join")
async def join(playroom: Here, body: Body, token: Token = "") -> Response:
    """Join a class by its code, under a name."""
    found = _class(playroom, body.get("code", ""))
    name = playroom.named(body.get("name", ""))
    if found.closed:
        raise BadInput("the class is closed")
    book = playroom.store.book
    known, everybody = playroom.person(token), book.trainees(found.code)
    if len(everybody) >= TRAINEES_MAX and not any(known and one.person == known.id for one in everybody):
        raise BadInput(f"a class has at most {TRAINEES_MAX} trainees")
    person, cookie = playroom.somebody(token, name)
    with playroom.store.together():
        book.join(found.code, person.id, name)
    playroom.hub.changed(f"class:{found.code}")
    answer = JSONResponse({"go": f"/play/school/classes/{found.code}"})
    return with_cookie(answer, cookie)


@router.post("/play/school/classes/{code}/leave")
async def leave(code: str, playroom: Here, body: Body, token: Token = "") -> dict[str, str]:
    """Leave the class; the answers stay with it."""
    found, person = _class(playroom, code), playroom.person(token)
    if person is not None:
        playroom.store.book.leave(found.code, person.id)
        playroom.hub.changed(f"class:{found.code}")
    return {"go": "/play/school"}


def _desk(playroom: Playroom, found: Class, person: Person) -> Desk:
    address = f"/play/school/classes/{found.code}"
    state = playroom.store.exercise(person.id, f"class {found.code}") or {}
    return Desk(playroom, person, f"class {found.code}", address, found.code, state.get("lesson", 0))


@router.post("/play/school/classes/{code}/begin")
async def begin(code: str, playroom: Here, body: Body, token: Token = "") -> dict[str, str]:
    """Begin the lesson that is assigned; one that was begun goes on."""
    found, person = _class(playroom, code), playroom.person(token)
    me = _trainee(playroom, found.code, person)
    if me is None or person is None:
        raise BadInput("join the class first")
    if not found.number:
        raise BadInput("no lesson is assigned yet")
    desk = _desk(playroom, found, person)
    state = desk.load()
    if state is None or state["lesson"] != found.number:
        house, course = House.read(found.lesson), Course(found.lesson["course"])
        seed = int(found.lesson["seed"])
        if found.lesson["each"] == "own":
            seed = random.Random(f"{seed} {person.id}").randrange(SEEDS)
        count = 0 if course in (Course.STORM, Course.EXAM) else house.questions
        begun = fresh(Chosen.read(found.lesson), course, house, seed=seed, count=count)
        desk.save({**begun, "lesson": found.number})
        playroom.hub.changed(f"class:{found.code}", f"me:{found.code}:{person.id}")
    return {"go": f"/play/school/classes/{found.code}"}


@router.post("/play/school/classes/{code}/answer")
async def answer(code: str, playroom: Here, body: Body, token: Token = "") -> dict[str, str]:
    """Answer a task of the class's lesson."""
    found, person = _class(playroom, code), playroom.person(token)
    if person is None or _trainee(playroom, found.code, person) is None:
        raise BadInput("join the class first")
    desk = _desk(playroom, found, person)
    state = desk.load()
    if state is None:
        raise BadInput("begin the lesson first")
    return take_answer(desk, state, body)


def _note(playroom: Playroom, code: str, person: Person) -> Markup:
    """What stands above a trainee's lesson: the class, and a lesson that is not begun yet."""
    found = _class(playroom, code)
    state = _desk(playroom, found, person).load()
    mine = state["lesson"] if state else 0
    me = _trainee(playroom, code, person)
    name = me.name if me else person.name
    waits = bool(found.number) and mine != found.number
    return render("class_note", found=found, name=name, told=_told(found), waits=waits, begun=bool(mine))


@router.get("/play/school/classes/{code}", response_class=HTMLResponse)
async def classroom(code: str, request: Request, playroom: Here, token: Token = "") -> Response:
    """The class: for its instructor everybody, for a trainee the lesson, for others the way in."""
    found, person = _shown(playroom, code), playroom.person(token)
    live = f"/play/school/classes/{found.code}/live"
    if person is not None and person.id == found.teacher:
        return page(
            request,
            playroom,
            person,
            "class",
            "/play/deal",
            live=live,
            found=found,
            host=request.headers.get("host", ""),
            courses=COURSES,
            games=GAMES.values(),
            house=House(),
            rows=Markup(playroom.hub.render(_panel(playroom, found.code))),
        )
    if person is None or _trainee(playroom, found.code, person) is None:
        return page(request, playroom, person, "class_join", "/play/deal", found=found)
    desk = _desk(playroom, found, person)
    state = desk.load()
    note = _note(playroom, found.code, person)
    if state is None:
        return page(request, playroom, person, "class_wait", "/play/deal", live=live, note=note, found=found)
    view = shown(desk, state)
    return page(request, playroom, person, "deal", "/play/deal", live=live, note=note, view=view)


@router.websocket("/play/school/classes/{code}/live")
async def live(socket: WebSocket, code: str) -> None:
    """The class as it changes: the rows for the instructor, the note for a trainee, whose presence counts."""
    playroom: Playroom = socket.app.state.playroom
    person = playroom.person(socket.cookies.get(COOKIE, ""))
    found = playroom.store.book.class_of(code)
    if found is None or person is None:
        await socket.close()
        return
    if person.id == found.teacher:
        await playroom.hub.serve(socket, [_panel(playroom, found.code)])
        return
    note = Panel(
        "class-note",
        f"class note {found.code} {person.id}",
        frozenset({f"lesson:{found.code}", f"me:{found.code}:{person.id}"}),
        lambda: _note(playroom, found.code, person),
    )
    playroom.in_class[found.code, person.id] += 1
    playroom.hub.changed(f"class:{found.code}")
    try:
        await playroom.hub.serve(socket, [note])
    finally:
        playroom.in_class[found.code, person.id] -= 1
        playroom.hub.changed(f"class:{found.code}")
