"""The pages of the dealer's school: one task at a time, mistakes explained by clause, and how it went."""

import json
import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from statistics import median
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from pitboss.cards import Card
from pitboss.errors import BadInput
from pitboss.games import GAMES, HandView, Round
from pitboss.games.words import shown_first, words_of
from pitboss.jackpots.config import TrayPays
from pitboss.jackpots.controllers import Profile
from pitboss.money import dollars
from pitboss.web.play import voice
from pitboss.web.play.classbook import Answer
from pitboss.web.play.drawing import cards_svg, render
from pitboss.web.play.pays import pay_card
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.practising import today
from pitboss.web.play.routes import Body, Here, Token, page, with_cookie
from pitboss.web.play.sitting import DENOMINATIONS
from pitboss.web.play.store import Person, now_us
from pitboss.web.play.training import SECONDS, Chosen, Course, Lesson, Task, explain
from pitboss.web.play.training_acts import GO, ONE_IN, STOP
from pitboss.web.play.training_chips import Mark, advised, marked, read_chips
from pitboss.web.play.training_courses import COURSES, STAYS, lesson_for, read_course
from pitboss.web.play.training_exam import (
    House,
    answered,
    expected,
    is_right,
    is_whole,
    read_certificate,
    record,
    sealed,
)
from pitboss.web.play.training_jackpot import KEYPADS
from pitboss.web.play.training_round import sensor
from pitboss.web.play.training_steps import SEEDS
from pitboss.web.play.training_storm import STORM_S

router = APIRouter(include_in_schema=False)
LESSONS = 3
"""The number of the way lessons are made; one begun under another number is dealt afresh."""
JACKPOT_EVERY = 3
TIMES_MAX = 200
CARDS_SPREAD = 6
"""More cards of a hand than that lie over each other."""
PACES = ("0", "8", "4")
"""Seconds after which the dealer who errs goes on without being told; 0 is never."""


def fresh(
    chosen: Chosen,
    course: Course = Course.ALL,
    house: House | None = None,
    shift: dict[str, Any] | None = None,
    seed: int | None = None,
    count: int = 0,
    pace: str = "0",
    named: str = "",
) -> dict[str, Any]:
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
        "said": [],
        "certificate": "",
        "shift": shift,
    }


def _of_today(shift: dict[str, Any] | None) -> dict[str, Any]:
    """A shift is a day's work: the next day begins with nothing counted."""
    day = today().isoformat()
    if shift is None or shift.get("day", day) != day:
        shift = {"rounds": 0, "payouts": [0, 0], "steps": [0, 0], "late": 0, "times": []}
    return {**shift, "day": day}


@dataclass(frozen=True, slots=True)
class Desk:
    """Where somebody works: a lesson of one's own, or the one of a class."""

    playroom: Playroom
    person: Person
    kind: str = "deal"
    url: str = "/play/deal"
    code: str = ""
    number: int = 0

    def load(self) -> dict[str, Any] | None:
        """Where the person stands."""
        return self.playroom.store.exercise(self.person.id, self.kind)

    def save(self, state: Mapping[str, Any]) -> None:
        """Remember where the person stands."""
        self.playroom.store.save_exercise(self.person.id, self.kind, state)


def own_lesson(desk: Desk) -> dict[str, Any]:
    """Where somebody stands; a lesson that was begun another way is replaced, and the shift goes on."""
    state = desk.load()
    if state is None or state.get("lessons") != LESSONS:
        table = (state or {}).get("table") or {"game": (state or {}).get("game") or shown_first()}
        state = fresh(Chosen(table["game"]), shift=state["shift"] if state else None)
        desk.save(state)
    state["shift"] = _of_today(state["shift"])
    return state


def lesson_in(state: Mapping[str, Any]) -> Lesson:
    """The lesson that somebody is in."""
    chosen, house = Chosen.read(state["table"]), House.read(state["house"])
    return lesson_for(Course(state["course"]), chosen, state["seed"], state["jackpot"], house, state["count"])


@router.get("/play/deal", response_class=HTMLResponse)
async def deal(request: Request, playroom: Here, token: Token = "") -> Response:
    """The learner deals."""
    person = playroom.person(token)
    if person is None:
        return page(request, playroom, person, "school", "/play/deal", **school_context(playroom, person))
    desk = Desk(playroom, person)
    return page(request, playroom, person, "deal", "/play/deal", **context_of(desk, own_lesson(desk)))


def is_over(state: Mapping[str, Any], dealt: Lesson) -> bool:
    """Whether there is nothing more to answer: all is, or the storm's time is up."""
    if dealt.course is Course.STORM and now_us() > state["began_us"] + STORM_S * 1_000_000:
        return True
    return bool(state["at"] >= len(dealt.tasks))


def context_of(desk: Desk, state: dict[str, Any]) -> dict[str, Any]:
    """What the page of a lesson shows."""
    dealt = lesson_in(state)
    over = is_over(state, dealt)
    task = dealt.tasks[min(state["at"], len(dealt.tasks) - 1)]
    scene = dealt.scene(task)
    shift, rules, game = state["shift"], dealt.chosen.rules, dealt.game
    hands = len(scene.wagers) + 1 if scene else 2
    silent = dealt.course is Course.EXAM
    seconds = int(state["house"]["seconds"]) if silent else SECONDS
    lit = [seat for seat, laid in scene.wagers.items() if sensor(game) in laid] if scene else []
    return {
        "state": state,
        "lesson": dealt,
        "course": dealt.course.value,
        "about": COURSES[dealt.course],
        "url": desk.url,
        "code": desk.code,
        "over": over,
        "task": task,
        "asked": len(dealt.tasks),
        "steps": _steps(dealt, state) if dealt.course in STAYS and not state["count"] else [],
        "lots": lots_of(dealt, task, over),
        "wagers": [] if over else wagers_of(dealt, task),
        "mistake": explain(task, state["slip"], rules, hands) if state["slip"] else None,
        "said": _said(state, dealt),
        "acts": _acts(state, dealt) if dealt.course is Course.ERRORS else [],
        "faults": _faults(state, dealt) if over and dealt.course is Course.ERRORS else [],
        "result": _result(state, dealt) if over else {},
        "until_ms": _until_us(state, dealt, seconds) // 1000,
        "seconds": STORM_S if dealt.course is Course.STORM else seconds,
        "limit": SECONDS,
        "clocked": dealt.course is Course.STORM or (task.pays and seconds > 0),
        "denominations": DENOMINATIONS if task.cut else DENOMINATIONS[:5],
        "shift": shift,
        "median": f"{median(shift['times']):.1f} s" if shift["times"] else "–",
        "lit": lit if dealt.course in STAYS else [],
        "keypad": KEYPADS[dealt.chosen.controller],
        "pays": "" if silent else pay_card(rules, frozenset(bet.slug for bet in game.bets), hands),
        "games": GAMES.values(),
        "settings": settings_of(dealt.chosen),
        "rooms": [
            s.room for s in desk.playroom.sittings.values() if s.game.slug == game.slug and not s.room.private
        ],
    }


def _until_us(state: Mapping[str, Any], dealt: Lesson, seconds: int) -> int:
    if dealt.course is Course.STORM:
        return int(state["began_us"]) + STORM_S * 1_000_000
    return int(state["shown_us"]) + seconds * 1_000_000


def _steps(dealt: Lesson, state: dict[str, Any]) -> list[dict[str, Any]]:
    """The procedure with what is done: a step is left behind when nothing of it and before it is to come."""
    ahead = [task.step for task in dealt.tasks[state["at"] :]]
    slipped = {dealt.tasks[number].step: dealt.tasks[number].why for number in state["slips"]}
    first = min((dealt.steps.index(step) for step in ahead), default=len(dealt.steps))
    return [
        {
            "title": step,
            "done": step not in ahead and place < first,
            "now": bool(ahead) and step == ahead[0],
            "slip": slipped.get(step, ""),
        }
        for place, step in enumerate(dealt.steps)
    ]


# What is said


def _said(state: Mapping[str, Any], dealt: Lesson) -> dict[str, Any] | None:
    """What is said of the last answer where the lesson has gone on since; in an exam nothing is."""
    if not state["said"] or dealt.course in STAYS or dealt.course is Course.EXAM:
        return None
    at, given = state["said"]
    task, house = dealt.tasks[at], House.read(state["house"])
    if task.act:
        right = bool(task.fault)
        title = f"Right: {task.fault.lower()}" if right else "False alarm: that was right"
        return {"right": right, "title": title, "words": task.why, "clause": task.clause}
    mark = marked(task, given, house.habit)
    if mark is Mark.RIGHT:
        return {"right": True, "title": f"Right: {expected(task)}", "words": "", "clause": ""}
    if mark is Mark.CUT:
        return {"right": True, "title": "Right amount", "words": advised(task, given), "clause": ""}
    title, words = f"Wrong: you gave {answered(task, given)}", f"It is {expected(task)}. {task.why}"
    return {"right": False, "title": title, "words": words, "clause": task.clause}


def _acts(state: Mapping[str, Any], dealt: Lesson) -> list[dict[str, Any]]:
    """What the other dealer did so far, newest first; what was stopped says what it was."""
    done = range(min(state["at"], len(dealt.tasks)))
    return [
        {
            "number": at,
            "words": dealt.tasks[at].prompt,
            "noted": dealt.tasks[at].fault if str(at) in state["noticed"] else "",
            "alarm": at in state["alarms"],
        }
        for at in reversed(done)
    ]


def _faults(state: Mapping[str, Any], dealt: Lesson) -> list[dict[str, Any]]:
    """What was wrong in the round, and when it was noticed."""
    found = []
    for at, task in enumerate(dealt.tasks):
        if task.fault:
            noticed = state["noticed"].get(str(at))
            later = noticed[0] - at if noticed else 0
            when = "not noticed"
            if noticed:
                acts = f"{later} act{'s' if later > 1 else ''} later" if later else "at once"
                when = f"{acts}, after {noticed[1]:.1f} s"
            found.append(
                {
                    "number": at + 1,
                    "act": task.prompt,
                    "fault": task.fault,
                    "why": task.why,
                    "when": when,
                    "noticed": bool(noticed),
                }
            )
    return found


def _result(state: Mapping[str, Any], dealt: Lesson) -> dict[str, Any]:
    """How the lesson went."""
    log, house = state["log"], House.read(state["house"])
    right = sum(bool(one[2]) for one in log)
    found: dict[str, Any] = {"right": right, "of": len(log)}
    found["median"] = f"{median(one[3] for one in log):.1f} s" if log else "–"
    if dealt.course is Course.STORM:
        cut = [at for at, given, _, _ in log if marked(dealt.tasks[at], given, house.habit) is Mark.CUT]
        found["untidy"] = len(cut)
    if dealt.course is Course.ERRORS:
        faults = sum(bool(task.fault) for task in dealt.tasks)
        found |= {"faults": faults, "noticed": len(state["noticed"]), "alarms": len(state["alarms"])}
    if dealt.course is Course.EXAM:
        found |= {"passed": house.passes(right), "pass": house.pass_percent}
    return found


# What lies on the table


def lots_of(dealt: Lesson, task: Task, over: bool) -> list[dict[str, Any]]:
    """What lies on the table for a dealer, who sees what is face up."""
    whole = dealt.scene(task)
    if whole is None:
        return []
    decisions = len(whole.decisions) if over else task.decisions
    if decisions < 0:
        return [
            {"name": f"Seat {seat}", "cards": "", "words": _laid(dealt, dict(laid))}
            for seat, laid in sorted(whole.wagers.items())
        ]
    at = Round(whole.rules, whole.wagers, whole.order, whole.decisions[:decisions])
    view = at.view()
    found: list[dict[str, Any]] = []
    if view.dealer:
        found.append({"name": "Your hand", "cards": cards_svg(_bare(task, 0, view.dealer)), "words": ""})
        if dealt.course is Course.ERRORS:
            found[-1]["name"] = "Dealer"
    if view.board:
        found.append({"name": "Community cards", "cards": cards_svg(view.board), "words": ""})
    board = [card for card in view.board if card is not None]
    called = words_of(dealt.game).hands_called
    tight = any(len(hand.cards) > CARDS_SPREAD for hands in view.hands.values() for hand in hands)
    for seat, hands in view.hands.items():
        names = [hand.name for hand in hands]
        for place, hand in enumerate(hands):
            cards = [card for card in hand.cards if card is not None]
            complete = bool(cards) and None not in hand.cards and hand.name not in called
            named = complete and not task.pays and not task.act
            found.append(
                {
                    "name": f"Seat {seat}{_which(dealt, hands, hand)}",
                    "folded": seat in view.folded,
                    "cards": cards_svg(hand.cards if place else _bare(task, seat, hand.cards)),
                    "words": voice.held(at.rules, cards, board) if named else "",
                    "now": task.line is not None
                    and task.line.seat == seat
                    and (task.line.bet == hand.name or task.line.bet not in names),
                }
            )
    for lot in found:
        lot["tight"] = tight
        lot["exposed"] = bool(task.exposed) and lot["name"] == task.exposed
    return found


def _bare(task: Task, owner: int, cards: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    """The cards of an owner, with the one face up that a dealer has shown too early."""
    if task.bared is None or task.bared[0] != owner:
        return cards
    _, place, card = task.bared
    return (*cards[:place], card, *cards[place + 1 :])


def _which(dealt: Lesson, hands: tuple[HandView, ...], hand: HandView) -> str:
    """Which of a seat's hands it is, where it has several."""
    named = next((bet.name.lower() for bet in dealt.game.bets if bet.slug == hand.name), "")
    return f", {named}" if len(hands) > 1 and named else ""


def _laid(dealt: Lesson, laid: dict[str, int]) -> str:
    return ", ".join(f"{dealt.game.bet(bet).name} {voice.short(cents)}" for bet, cents in laid.items())


def wagers_of(dealt: Lesson, task: Task) -> list[dict[str, Any]]:
    """The wagers of the seat that is being settled."""
    scene = dealt.scene(task)
    if task.line is None or scene is None:
        return []
    lines = scene.lines
    here = lines.index(task.line)
    return [
        {
            "name": dealt.game.bet(line.bet).name,
            "cents": line.wager_cents,
            "now": place == here,
            "done": place < here,
        }
        for place, line in enumerate(lines)
        if line.seat == task.line.seat and line.outcome != "collected"
    ]


@lru_cache(maxsize=256)
def settings_of(chosen: Chosen) -> list[dict[str, Any]]:
    """What can be chosen about the table within the approved text, each with what is chosen now."""
    rules, game = chosen.rules, chosen.rules.game
    found = []
    for option in game.options:
        ruled_out = {outside.value for outside in option.outside if outside.when is None}
        values = [value for value in option.values if value not in ruled_out]
        found.append(_setting(option.name, option.words, values, rules.options[option.name]))
    for bet in game.bets:
        tables = [table.designator for table in game.paytables(bet.slug)]
        if tables:
            now = rules.paytables[bet.slug].designator
            found.append(_setting(bet.slug, f"The paytable of {bet.name}.", tables, now, bet.name))
    if sensor(game):
        words = "The generation of the keypad."
        found.append(_setting("controller", words, list(Profile), chosen.controller, "Keypad"))
        words = "Who records a jackpot pay that comes from the tray."
        found.append(_setting("tray_pays", words, list(TrayPays), chosen.tray_pays, "Tray pays recorded by"))
    return [setting for setting in found if len(setting["values"]) > 1]


def _setting(name: str, words: str, values: Sequence[str], now: str, label: str = "") -> dict[str, Any]:
    return {
        "name": name,
        "label": label or name.replace("_", " ").capitalize(),
        "words": words,
        "values": [(value, value if value.isupper() else _spoken(value)) for value in values],
        "now": now,
    }


def _spoken(value: str) -> str:
    return value.replace("-", " ").replace(",", ", ")


# Answers


@router.post("/play/deal/answer")
async def answer(playroom: Here, body: Body, token: Token = "") -> dict[str, str]:
    """Do the task; a mistake is explained and the task stays, or the next one comes."""
    person = playroom.person(token)
    if person is None:
        raise BadInput("begin a lesson first")
    return take_answer(Desk(playroom, person), own_lesson(Desk(playroom, person)), body)


def take_answer(desk: Desk, state: dict[str, Any], body: Mapping[str, str]) -> dict[str, str]:
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
    return {"main": render("training", **context_of(desk, state))}


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


def _judge(desk: Desk, state: dict[str, Any], dealt: Lesson, task: Task, given: str) -> None:
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
        _count(desk, state, task, given, right, took_s)
    if right or not stays:
        state |= {"at": at + 1, "slip": "", "shown_us": now_us()}
        if not stays and given != GO:
            state["said"] = [at, given]
        elif given == GO:
            state["said"] = []
        if given == STOP and task.act:
            _stopped(state, dealt, at, at, took_s)
        return
    state["slip"] = given
    if at not in state["slips"]:
        state["slips"].append(at)


def _count(desk: Desk, state: dict[str, Any], task: Task, given: str, right: bool, took_s: float) -> None:
    """Count the first answer to a question, for the shift, the log and the class."""
    count_in_shift(state["shift"], task, right, took_s)
    state["log"].append([state["at"], given, int(right), took_s])
    if desk.code:
        said = Answer(
            *(desk.person.id, desk.number, now_us(), task.step, task.prompt),
            *(answered(task, given), right, took_s),
        )
        desk.playroom.store.book.add_answer(desk.code, said)


def count_in_shift(shift: dict[str, Any], task: Task, right: bool, took_s: float) -> None:
    """Count an answer among all that somebody gave."""
    counted = shift["payouts" if task.pays else "steps"]
    counted[1] += 1
    counted[0] += right
    if task.pays:
        shift["times"] = [*shift["times"], took_s][-TIMES_MAX:]
        shift["late"] += took_s > SECONDS


def _stopped(state: dict[str, Any], dealt: Lesson, act: int, now: int, took_s: float) -> None:
    """The dealer is stopped for an act: a fault is noticed, or it is a false alarm."""
    if dealt.tasks[act].fault:
        state["noticed"].setdefault(str(act), [now, took_s])
    elif act not in state["alarms"]:
        state["alarms"].append(act)


def _noticed_late(state: dict[str, Any], dealt: Lesson, act: int, took_s: float) -> None:
    """An act that was let go is stopped after all; the time since then counts."""
    if act >= state["at"]:
        raise BadInput("that act has not been done yet")
    since = {at: seconds for at, _, _, seconds in state["log"]}
    waited = sum(seconds for at, seconds in since.items() if at >= act) + took_s
    _stopped(state, dealt, act, state["at"], round(waited, 1))
    state["said"] = [act, STOP]


def _certified(desk: Desk, state: Mapping[str, Any], dealt: Lesson) -> str:
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
    person, cookie = playroom.person(token), ""
    if person is None:
        cookie, person = playroom.welcome(f"Guest {random.randrange(1000, 10_000)}")
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
    return with_cookie(answer, cookie) if cookie else answer


def _kept_course(state: Mapping[str, Any], chosen: Chosen) -> str:
    """The course goes on at another game, if that has it."""
    course = str(state["course"])
    return Course.ALL if course == Course.JACKPOT and not sensor(chosen.rules.game) else course


def _like(playroom: Playroom, name: str) -> Chosen:
    """A table like one of the room: its rules, and on a floor its keypad and the settings of its link."""
    room = playroom.sitting(name).room
    given = {"game": room.rules.game.slug, **room.rules.options}
    given |= {bet: table.designator for bet, table in room.rules.paytables.items()}
    if playroom.floor is not None and room.links:
        given["tray_pays"] = playroom.floor.setup(room.links[0]).policy.tray_pays
        given["controller"] = playroom.floor.table(name).controller or Profile.NEXUS
    return Chosen.read(given)


# The school's front page, and certificates


def school_context(playroom: Playroom, person: Person | None) -> dict[str, Any]:
    """What the front page of the school shows."""
    book = playroom.store.book
    return {
        "courses": COURSES,
        "games": GAMES.values(),
        "first": shown_first(),
        "house": House(),
        "exams": book.certificates_of(person.id) if person else [],
        "classes": book.classes_of(person.id) if person else [],
        "one_in": ONE_IN,
    }


@router.get("/play/school", response_class=HTMLResponse)
async def school(request: Request, playroom: Here, token: Token = "") -> Response:
    """Everything the school offers."""
    person = playroom.person(token)
    return page(request, playroom, person, "school", "/play/deal", **school_context(playroom, person))


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
