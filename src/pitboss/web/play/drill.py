"""Drill: situations that are close, or that this person got wrong before, against the exact values."""

import random
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from pitboss.analysis.registry import read_situation
from pitboss.analysis.trainer import Worth
from pitboss.errors import BadInput
from pitboss.games import GAMES, game
from pitboss.games.situation import Situation, situations_of
from pitboss.web.play.drawing import cards_svg
from pitboss.web.play.panels import ev_rows
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.routes import Body, Here, Token, page
from pitboss.web.play.store import Person

router = APIRouter(include_in_schema=False)
UNIT_CENTS = 10_00


def missed(playroom: Playroom, person: Person, slug: str) -> list[tuple[str, dict[str, str]]]:
    """The situations of a game whose last answer was wrong, newest first."""
    found: dict[str, tuple[str, dict[str, str]]] = {}
    answered: set[str] = set()
    for one in playroom.store.decisions_of(person.id):
        if one.game == slug and one.cost is not None and one.situation not in answered:
            answered.add(one.situation)
            if one.cost:
                found[one.situation] = (one.situation, one.options)
    return list(found.values())


def groups(slug: str, situation: Situation) -> list[dict[str, Any]]:
    """The cards of a situation under their names."""
    lots = situations_of(game(slug)).lots(situation)
    return [{"name": lot.place.drill or lot.place.name, "cards": cards_svg(lot.cards)} for lot in lots]


def _next(playroom: Playroom, person: Person, slug: str) -> dict[str, Any]:
    wrong = missed(playroom, person, slug)
    if wrong and random.random() < 0.5:
        situation, options = random.choice(wrong)
        why = "You missed this one before."
    else:
        options = game(slug).rules().options
        situation = str(playroom.coach.close_one(slug))
        why = "A close one."
    return {"game": slug, "situation": situation, "options": options, "why": why, "answer": ""}


async def _worth(playroom: Playroom, state: dict[str, Any]) -> tuple[str, Situation, Worth]:
    """The game and the situation that is asked, with the value of each decision."""
    slug, options = state["game"], state["options"]
    asked = read_situation(slug, state["situation"], options)
    return slug, asked, await playroom.coach.weigh(slug, asked, options)


def _person(playroom: Playroom, token: str) -> Person:
    person = playroom.person(token)
    if person is None:
        raise BadInput("take a name in the lobby first")
    return person


@router.get("/play/drill", response_class=HTMLResponse)
async def drill(request: Request, playroom: Here, token: Token = "", game: str = "") -> Response:
    """One situation at a time."""
    person = playroom.person(token)
    state = playroom.store.exercise(person.id, "drill") if person else None
    if person and (state is None or (game and state["game"] != game)):
        state = _next(playroom, person, game if game in GAMES else random.choice(list(GAMES)))
        playroom.store.save_exercise(person.id, "drill", state)
    context: dict[str, Any] = {"state": state, "games": GAMES.values()}
    if person and state:
        slug, asked, worth = await _worth(playroom, state)
        if state["answer"] not in ("", *worth.values):
            # Answered when a choice was offered that the rules don't allow: it is asked again.
            context["state"] = state = {**state, "answer": ""}
            playroom.store.save_exercise(person.id, "drill", state)
        context |= {
            "groups": groups(slug, asked),
            "question": situations_of(GAMES[slug]).question(asked),
            "choices": sorted(worth.values),
        }
        if state["answer"]:
            context |= {
                "rows": ev_rows(worth, {}, UNIT_CENTS),
                "reason": worth.reason,
                "cost": round(worth.cost(state["answer"]) * UNIT_CENTS),
            }
    return page(request, playroom, person, "drill", "/play/drill", **context)


@router.post("/play/drill/answer")
async def answer(playroom: Here, body: Body, token: Token = "") -> dict[str, str]:
    """Answer the situation."""
    person = _person(playroom, token)
    state = playroom.store.exercise(person.id, "drill")
    if state is None or state["answer"]:
        raise BadInput("take the next situation first")
    slug, asked, worth = await _worth(playroom, state)
    decision = body.get("decision", "")
    if decision not in worth.values:
        raise BadInput(f"choose {', '.join(worth.values)}")
    with playroom.store.together():
        number = playroom.store.add_decision(
            person.id, "drill", slug, str(asked), state["options"], asked.stage, decision, UNIT_CENTS
        )
        playroom.store.set_cost(person.id, number, worth.best, worth.cost(decision))
        playroom.store.save_exercise(person.id, "drill", {**state, "answer": decision})
    return {"go": "/play/drill"}


@router.post("/play/drill/next")
async def following(playroom: Here, body: Body, token: Token = "") -> dict[str, str]:
    """The next situation of a game."""
    person = _person(playroom, token)
    slug = body.get("game", "")
    if slug not in GAMES:
        raise BadInput("choose one of the games")
    playroom.store.save_exercise(person.id, "drill", _next(playroom, person, slug))
    return {"go": "/play/drill"}
