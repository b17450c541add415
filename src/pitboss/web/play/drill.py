"""Drill: close situations against the exact values, in sets of twenty, as the daily set, or as a storm."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from pitboss.analysis.registry import read_situation
from pitboss.analysis.trainer import Worth
from pitboss.errors import BadInput
from pitboss.games import GAMES, game
from pitboss.games.situation import Situation, situations_of
from pitboss.games.words import words_of
from pitboss.practice.grades import Grade, grade
from pitboss.practice.sets import SIZE, Storm, score
from pitboss.web.play import practising
from pitboss.web.play.advice import verdict, ways
from pitboss.web.play.drawing import cards_svg
from pitboss.web.play.panels import ev_rows
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.practising import Wanted
from pitboss.web.play.routes import Body, Here, Token, page, with_cookie
from pitboss.web.play.store import Finished, Person, now_us

router = APIRouter(include_in_schema=False)
UNIT_CENTS = 10_00


def groups(slug: str, situation: Situation) -> list[dict[str, Any]]:
    """The cards of a situation under their names."""
    lots = situations_of(game(slug)).lots(situation)
    return [{"name": lot.place.drill or lot.place.name, "cards": cards_svg(lot.cards)} for lot in lots]


async def _begin(playroom: Playroom, person: Person, mode: str, wanted: Wanted) -> dict[str, Any]:
    """A new set: its first situation, and what comes of the daily one after it."""
    left = practising.todays(practising.today()) if mode == "daily" else []
    first = left.pop(0) if left else await practising.asked_next(playroom, person, wanted)
    rating = practising.practice_of(playroom, person).rating
    chosen = {"of": wanted.game, "stage": wanted.stage, "mistake": wanted.mistake}
    return _whole({**first, **chosen, "mode": mode, "left": left, "began_us": now_us(), "was": rating.words})


def _wanted(state: Mapping[str, Any]) -> Wanted:
    return Wanted(state["of"], state["stage"], state["mistake"])


def _read_wanted(playroom: Playroom, given: Mapping[str, str]) -> Wanted:
    """What is asked for; a stage and a mistake are those of one game."""
    slug = given.get("game", "")
    if slug and slug not in practising.counted(playroom):
        raise BadInput("choose one of the games")
    stage, mistake = (given.get(name, "") if slug else "" for name in ("stage", "mistake"))
    if stage and stage not in practising.stages_of(slug):
        raise BadInput("choose one of the stages")
    return Wanted(slug, stage, mistake)


def _whole(state: dict[str, Any]) -> dict[str, Any]:
    """A state as it is kept now; one from before is the beginning of a set of its game."""
    return {
        "mode": "set",
        "of": state["game"],
        "stage": "",
        "mistake": "",
        "left": [],
        "day": practising.today().isoformat(),
        "began_us": 0,
        "results": [],
        "cost": "0",
        "was": "",
        "kept": False,
        **state,
    }


def _saved(playroom: Playroom, person: Person | None) -> dict[str, Any] | None:
    found = playroom.store.exercise(person.id, "drill") if person else None
    return _whole(found) if found else None


async def _worth(playroom: Playroom, state: dict[str, Any]) -> tuple[str, Situation, Worth]:
    """The game and the situation that is asked, with the value of each decision."""
    slug, options = state["game"], state["options"]
    asked = read_situation(slug, state["situation"], options)
    return slug, asked, await playroom.coach.weigh(slug, asked, options)


def _person(playroom: Playroom, token: str) -> Person:
    person = playroom.person(token)
    if person is None:
        raise BadInput("start a set first")
    return person


@router.get("/play/drill", response_class=HTMLResponse)
async def drill(
    request: Request,
    playroom: Here,
    token: Token = "",
    game: str = "",
    stage: str = "",
    mistake: str = "",
    at: str = "",
) -> Response:
    """One situation at a time, or the result of a set; a link may say which."""
    person = playroom.person(token)
    state = _saved(playroom, person)
    games = practising.counted(playroom)
    if person and game in games:
        wanted = _read_wanted(playroom, {"game": game, "stage": stage, "mistake": mistake})
        if not practising.offered_for(playroom, wanted):
            wanted = Wanted(game)  # nothing so special is at hand
        asked = str(read_situation(game, at[:200])) if at else ""
        if state is None or _wanted(state) != wanted or (asked and state["situation"] != asked):
            state = await _begin(playroom, person, "set", wanted)
            if asked:
                state |= {"game": game, "situation": asked, "why": "The cards you had."}
                state |= {"options": games[game].rules().options}
            playroom.store.save_exercise(person.id, "drill", state)
    context: dict[str, Any] = {
        "state": state,
        "games": games.values(),
        "modes": practising.MODES,
        "size": SIZE,
    }
    if person:
        context |= {
            "rating": practising.practice_of(playroom, person).rating.words,
            "streak": practising.days_in_a_row(playroom, person),
            "best_storm": practising.best_storm(playroom, person),
            "known": practising.known_share(playroom, person, _wanted(state) if state else Wanted()),
        }
    if person and state and state["of"]:
        context |= {
            "stages": {name: _stage_words(state["of"], name) for name in practising.stages_of(state["of"])},
            "mistakes": practising.mistakes_of(playroom, person, state["of"]),
        }
    if person and state:
        if practising.is_over(state) and not state["kept"]:
            _save(playroom, person, state)  # a storm ends by itself
        context |= await _shown(playroom, person, state)
    return page(request, playroom, person, "drill", "/play/drill", **context)


def _stage_words(slug: str, stage: str) -> str:
    return words_of(game(slug)).stage(stage)


async def _shown(playroom: Playroom, person: Person, state: dict[str, Any]) -> dict[str, Any]:
    """The question or what became of the answer, and how far the set is."""
    slug, asked, worth = await _worth(playroom, state)
    if state["answer"] not in ("", *worth.values):
        # Answered when a choice was offered that the rules don't allow: it is asked again.
        state["answer"] = ""
        playroom.store.save_exercise(person.id, "drill", state)
    storm = Storm(state["began_us"]) if state["mode"] == "storm" else None
    shown: dict[str, Any] = {
        "groups": groups(slug, asked),
        "game_name": game(slug).name,
        "mark": game(slug).mark,
        "question": situations_of(GAMES[slug]).question(asked),
        "choices": {name: situations_of(GAMES[slug]).named(asked, name) for name in sorted(worth.values)},
        "over": practising.is_over(state),
        "score": score(state["results"]),
        "lost": round(Fraction(state["cost"]) * UNIT_CENTS),
        "left_s": storm.left_s(now_us()) if storm else 0,
    }
    if state["answer"]:
        cost = worth.cost(state["answer"])
        shown |= {
            "rows": ev_rows(worth, {}, UNIT_CENTS),
            "verdict": verdict(worth, state["answer"], UNIT_CENTS),
            "why": worth.why,
            "ways": ways(slug, asked, state["options"]),
            "cost": round(cost * UNIT_CENTS),
            "grade": grade(cost, worth.error),
        }
    return shown


@router.post("/play/drill/start")
async def start(playroom: Here, body: Body, token: Token = "") -> Response:
    """Begin a set, for somebody without a name as a guest."""
    mode, wanted = body.get("mode", "set"), _read_wanted(playroom, body)
    if mode not in practising.MODES:
        raise BadInput(f"choose {', '.join(practising.MODES)}")
    person, fresh = playroom.person(token), ""
    if person is None:
        fresh, person = playroom.welcome("")
    playroom.store.save_exercise(person.id, "drill", await _begin(playroom, person, mode, wanted))
    answer = JSONResponse({"go": "/play/drill"})
    return with_cookie(answer, fresh) if fresh else answer


@router.post("/play/drill/answer")
async def answer(playroom: Here, body: Body, token: Token = "") -> dict[str, str]:
    """Answer the situation."""
    person = _person(playroom, token)
    state = _saved(playroom, person)
    if state is None or state["answer"] or practising.is_over(state):
        raise BadInput("take the next situation first")
    slug, asked, worth = await _worth(playroom, state)
    decision = body.get("decision", "")
    if decision not in worth.values:
        raise BadInput(f"choose {', '.join(worth.values)}")
    cost = worth.cost(decision)
    right = grade(cost, worth.error) is Grade.BEST
    state |= {
        "answer": decision,
        "results": [*state["results"], right],
        "cost": str(Fraction(state["cost"]) + cost),
    }
    with playroom.store.together():
        number = playroom.store.add_decision(
            person.id, "drill", slug, str(asked), state["options"], asked.stage, decision, UNIT_CENTS
        )
        playroom.store.set_cost(person.id, number, worth.best, cost)
        practising.answered(playroom, person, slug, asked, worth, right)
        _save(playroom, person, state)
    return {"go": "/play/drill"}


def _save(playroom: Playroom, person: Person, state: dict[str, Any]) -> None:
    """Keep where somebody stands, and once the result of a set that is over."""
    if practising.is_over(state) and not state["kept"]:
        results = state["results"]
        cost = Fraction(state["cost"])
        done = Finished(state["mode"], state["day"], now_us(), sum(results), len(results), cost)
        playroom.store.add_set(person.id, done)
        state["kept"] = True
    playroom.store.save_exercise(person.id, "drill", state)


@router.post("/play/drill/next")
async def following(playroom: Here, body: Body, token: Token = "") -> dict[str, str]:
    """The next situation of the set, of another game, or a new set after the last one."""
    person = _person(playroom, token)
    given, state = _read_wanted(playroom, body), _saved(playroom, person)
    wanted = given if given.game or state is None else _wanted(state)
    if state is None or practising.is_over(state) or wanted != _wanted(state):
        state = await _begin(playroom, person, "set", wanted)
    elif state["left"]:
        state |= {**state["left"][0], "left": state["left"][1:]}
    else:
        state |= await practising.asked_next(playroom, person, wanted)
    playroom.store.save_exercise(person.id, "drill", state)
    return {"go": "/play/drill"}
