"""Drill and storm without a link: situations fetched ahead, answers delivered later and counted once."""

import hashlib
import json
import random
import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Protocol, TypedDict, TypeVar

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

import pitboss
from pitboss.analysis.drill import ready
from pitboss.analysis.trainer import Worth
from pitboss.errors import BadInput
from pitboss.games import game
from pitboss.games.situation import Situation, situations_of
from pitboss.practice.grades import Grade, grade
from pitboss.practice.sets import SIZE, Storm, score
from pitboss.web.play import practising
from pitboss.web.play.advice import verdict
from pitboss.web.play.drawing import STATIC, card_name, keys
from pitboss.web.play.drill import UNIT_CENTS
from pitboss.web.play.panels import ev_rows
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.routes import Body, Here, Token, page, with_cookie
from pitboss.web.play.sitting import DENOMINATIONS
from pitboss.web.play.store import Finished, Person, now_us
from pitboss.web.spelling import times

router = APIRouter(include_in_schema=False)
AHEAD = 60
"""Situations that a browser takes along."""
ANSWERS_MAX = 120
DELIVERED_KEPT = 1000
"""Runs of a person whose ids are known, so that one that is sent again is not counted again."""
_ID = re.compile(r"[0-9a-f]{32}")


class Timed(Protocol):
    """An answer as a browser kept it: to which question, so many milliseconds after the run began."""

    @property
    def asked(self) -> Hashable:
        """What was asked."""

    @property
    def ms(self) -> int:
        """When it was answered."""


Kept = TypeVar("Kept", bound=Timed)


def read_id(body: Mapping[str, str]) -> str:
    """The id by which a run counts once."""
    id = body.get("id", "")
    if not _ID.fullmatch(id):
        raise BadInput("a run needs an id")
    return id


def read_answers(text: str, one: Callable[[Any], Kept], most: int) -> tuple[Kept, ...]:
    """The answers of a run, taken literally; what a browser says of right and wrong is not asked."""
    try:
        answers = tuple(one(row) for row in json.loads(text))
        asked = {answer.asked for answer in answers}
    except (ValueError, TypeError, KeyError, RecursionError):
        raise BadInput("the answers can't be read") from None
    if not 1 <= len(answers) <= most:
        raise BadInput(f"a run has 1 to {most} answers")
    times = [answer.ms for answer in answers]
    if len(asked) < len(answers) or any(type(ms) is not int or ms < 0 for ms in times):
        raise BadInput("a question is answered once, and at a time")
    if times != sorted(times):
        raise BadInput("answers come one after another")
    return answers


def counted_once(playroom: Playroom, token: str, id: str, count: Callable[[Person], str]) -> Response:
    """Count a run for whoever sends it, unless its id is known; somebody without a name is a guest."""
    person, fresh = playroom.somebody(token)
    with playroom.store.together():
        known = (playroom.store.exercise(person.id, "delivered") or {"ids": []})["ids"]
        told = "Already counted."
        if id not in known:
            playroom.store.save_exercise(person.id, "delivered", {"ids": [*known, id][-DELIVERED_KEPT:]})
            told = count(person)
    answer = JSONResponse({"told": told})
    return with_cookie(answer, fresh)


@dataclass(frozen=True, slots=True)
class Answer:
    """What was decided in a situation."""

    game: str
    situation: str
    decision: str
    ms: int

    @classmethod
    def read(cls, row: Any) -> "Answer":
        """One of a run."""
        return cls(row["game"], row["situation"], row["decision"], row["ms"])

    @property
    def asked(self) -> tuple[str, str]:
        """The situation."""
        return self.game, self.situation


@dataclass(frozen=True, slots=True)
class Run:
    """A set or a storm that somebody did without a link."""

    id: str
    mode: str
    answers: tuple[Answer, ...]

    @classmethod
    def read(cls, body: dict[str, str]) -> "Run":
        """What a browser sends."""
        mode = body.get("mode", "")
        if mode not in ("set", "storm"):
            raise BadInput("this is no set and no storm")
        most = SIZE if mode == "set" else ANSWERS_MAX
        return cls(read_id(body), mode, read_answers(body.get("answers", ""), Answer.read, most))


@router.get("/play/offline", response_class=HTMLResponse)
async def without_link(request: Request, playroom: Here) -> Response:
    """The page that a browser shows without a link; it is the same for everybody."""
    return page(request, playroom, None, "offline", "/play/drill", denominations=DENOMINATIONS)


@router.get("/play/worker.js")
def worker() -> Response:
    """The script that keeps that page; another version of any file makes it another script."""
    text = (STATIC / "worker.js").read_text("utf-8").replace("VERSION", version())
    headers = {"Service-Worker-Allowed": "/play", "Cache-Control": "no-cache"}
    return Response(text, media_type="text/javascript", headers=headers)


@cache
def version() -> str:
    """A digest of every file that a page without a link is made of."""
    shown = [*STATIC.iterdir(), *(STATIC.parent / "templates").glob("**/*.html")]
    hasher = hashlib.sha256(pitboss.__version__.encode())
    for path in sorted(path for path in shown if path.is_file()):
        hasher.update(path.name.encode() + path.read_bytes())
    return hasher.hexdigest()[:16]


class TakenLot(TypedDict):
    """Cards that lie together."""

    name: str
    cards: list[list[str]]
    """Each as it is written and as it is called."""


class TakenChoice(TypedDict):
    """A decision with what is said to whoever takes it."""

    name: str
    label: str
    key: str
    place: int
    """0 for the best."""
    money: str
    right: bool
    words: str
    sentence: str


class TakenAlong(TypedDict):
    """A situation as a browser takes it along."""

    game: str
    name: str
    situation: str
    question: str
    lots: list[TakenLot]
    choices: list[TakenChoice]
    why: str


@router.get("/play/ahead")
async def ahead(playroom: Here) -> JSONResponse:
    """Close situations of all games with what every decision is worth, to be taken along."""
    every = [(slug, at, worth) for slug in practising.drilled(playroom) for at, worth in ready(slug).items()]
    chosen = random.sample(every, min(AHEAD, len(every)))
    answer = JSONResponse({"situations": [_taken_along(*one) for one in chosen]})
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _taken_along(slug: str, situation: Situation, worth: Worth) -> TakenAlong:
    played = game(slug)
    letters = keys(sorted(worth.values))
    choices: list[TakenChoice] = []
    for number, row in enumerate(ev_rows(worth, {}, UNIT_CENTS)):
        told = verdict(worth, row.name, UNIT_CENTS)
        choices.append(
            {
                "name": row.name,
                "label": times(row.label),
                "key": letters[row.name],
                "place": number,
                "money": row.money,
                "right": told.grade is Grade.BEST,
                "words": told.words,
                "sentence": times(told.sentence),
            }
        )
    lots = situations_of(played).lots(situation)
    return {
        "game": slug,
        "name": f"{played.name}. {played.mark}".strip(),
        "situation": str(situation),
        "question": situations_of(played).question(situation),
        "lots": [
            {
                "name": lot.place.drill or lot.place.name,
                "cards": [[str(card), card_name(card)] for card in lot.cards],
            }
            for lot in lots
        ],
        "choices": sorted(choices, key=lambda choice: choice["name"]),
        "why": worth.why,
    }


@router.post("/play/drill/deliver")
async def deliver(playroom: Here, body: Body, token: Token = "") -> Response:
    """Count a run that was done without a link: once, and as the server grades it."""
    run = Run.read(body)
    judged = [_judged(playroom, one) for one in run.answers]
    return counted_once(playroom, token, run.id, lambda person: _count(playroom, person, run, judged))


def _judged(playroom: Playroom, answer: Answer) -> tuple[Situation, Worth, Fraction, bool]:
    """An answer against the exact values; only what was handed out can be answered."""
    at_hand = ready(answer.game) if answer.game in practising.counted(playroom) else {}
    found = next(((at, worth) for at, worth in at_hand.items() if str(at) == answer.situation), None)
    if found is None:
        raise BadInput("nobody was asked that situation")
    situation, worth = found
    if answer.decision not in worth.values:
        raise BadInput(f"choose {', '.join(worth.values)}")
    cost = worth.cost(answer.decision)
    return situation, worth, cost, grade(cost, worth.error) is Grade.BEST


def _count(
    playroom: Playroom, person: Person, run: Run, judged: list[tuple[Situation, Worth, Fraction, bool]]
) -> str:
    """Keep decisions, ratings and the result; of a storm only what came in time."""
    storm, counted = Storm(0), []
    for answer, (situation, worth, cost, right) in zip(run.answers, judged, strict=True):
        if run.mode == "storm" and storm.is_over(answer.ms * 1000):
            break
        storm = storm.after(right, answer.ms * 1000)
        rules = game(answer.game).rules()
        number = playroom.store.add_decision(
            *(person.id, "drill", answer.game, str(situation), rules.options),
            *(situation.stage, answer.decision, UNIT_CENTS),
        )
        playroom.store.set_cost(person.id, number, worth.best, cost)
        practising.answered(playroom, person, rules, situation, worth, right)
        counted.append((right, cost))
    results = [right for right, _ in counted]
    if run.mode == "storm" or len(results) == SIZE:
        cost = sum((lost for _, lost in counted), Fraction(0))
        done = Finished(
            *(run.mode, practising.today().isoformat(), now_us()), sum(results), len(results), cost
        )
        playroom.store.add_set(person.id, done)
    return f"Counted: {practising.MODES[run.mode].lower()}, {score(results)}."
