"""Drill: situations that are close, or that this person got wrong before, against the exact values."""

import random
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from pitboss.cards import Card, parse_cards
from pitboss.errors import BadInput
from pitboss.games import GAMES, game
from pitboss.hands.blackjack import value
from pitboss.web.play.drawing import cards_svg
from pitboss.web.play.panels import ev_rows
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.routes import Body, Here, Token, page
from pitboss.web.play.store import Person

router = APIRouter(include_in_schema=False)
UNIT_CENTS = 10_00
_GROUPS = {
    "ultimate-texas-holdem": ("Your cards", "Flop", "Turn and river"),
    "caribbean-stud": ("Your hand", "The dealer's upcard"),
    "rabbit-hunter": ("Your hand",),
    "solitaire-stud": ("Your hand",),
}


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


def groups(slug: str, situation: str) -> list[dict[str, Any]]:
    """The cards of a situation under their names."""
    if slug == "blackjack-switch":
        return _switch_groups(situation)
    parts = situation.split("/")
    return [
        {"name": name, "cards": cards_svg(parse_cards(part))}
        for name, part in zip(_GROUPS[slug], parts, strict=False)
    ]


def _switch_groups(situation: str) -> list[dict[str, Any]]:
    hands, upcard, *_ = situation.split("/")
    found = []
    for name, group in zip(("First hand", "Second hand"), hands.split(" "), strict=True):
        for hand in group.split("+"):
            turn = ", in play" if hand.endswith("*") else ""
            cards: tuple[Card, ...] = tuple(parse_cards(hand.removesuffix("*"), decks=8))
            found.append({"name": f"{name}{turn}", "cards": cards_svg(cards)})
    return [*found, {"name": "Dealer shows", "cards": cards_svg(parse_cards(upcard))}]


def question(slug: str, situation: str) -> str:
    """What is asked."""
    if slug == "blackjack-switch":
        if situation.endswith("/insurance"):
            return "The dealer shows an ace. Insure both hands?"
        return (
            "How do you play the hand in play?" if "*" in situation else "Switch the second cards, or keep?"
        )
    return "What do you do?"


def _next(playroom: Playroom, person: Person, slug: str) -> dict[str, Any]:
    wrong = missed(playroom, person, slug)
    if wrong and random.random() < 0.5:
        situation, options = random.choice(wrong)
        why = "You missed this one before."
    else:
        options = game(slug).rules().options
        situation = playroom.coach.close_one(slug)
        why = "A close one."
    return {"game": slug, "situation": situation, "options": options, "why": why, "answer": ""}


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
        given = (state["game"], state["situation"], state["options"])
        worth = await playroom.coach.weigh(*given)
        if state["answer"] not in ("", *worth.values):
            # Answered when a choice was offered that the rules don't allow: it is asked again.
            context["state"] = state = {**state, "answer": ""}
            playroom.store.save_exercise(person.id, "drill", state)
        context |= {
            "groups": groups(*given[:2]),
            "question": question(*given[:2]),
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
    given = (state["game"], state["situation"], state["options"])
    worth = await playroom.coach.weigh(*given)
    decision = body.get("decision", "")
    if decision not in worth.values:
        raise BadInput(f"choose {', '.join(worth.values)}")
    stage = _stage(*given[:2])
    with playroom.store.together():
        number = playroom.store.add_decision(person.id, "drill", *given, stage, decision, UNIT_CENTS)
        playroom.store.set_cost(person.id, number, worth.best, worth.cost(decision))
        playroom.store.save_exercise(person.id, "drill", {**state, "answer": decision})
    return {"go": "/play/drill"}


def _stage(slug: str, situation: str) -> str:
    if slug == "ultimate-texas-holdem":
        return ("preflop", "flop", "river")[situation.count("/")]
    if slug == "blackjack-switch":
        up = value(parse_cards(situation.split("/")[1])[0])
        kind = "insurance" if situation.endswith("/insurance") else "hand" if "*" in situation else "switch"
        return f"{kind} against {'an ace' if up == 1 else up}"
    return "decision"


@router.post("/play/drill/next")
async def following(playroom: Here, body: Body, token: Token = "") -> dict[str, str]:
    """The next situation of a game."""
    person = _person(playroom, token)
    slug = body.get("game", "")
    if slug not in GAMES:
        raise BadInput("choose one of the games")
    playroom.store.save_exercise(person.id, "drill", _next(playroom, person, slug))
    return {"go": "/play/drill"}
