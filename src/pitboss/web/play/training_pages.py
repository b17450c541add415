"""The pages of dealer training: one task at a time, against the clock, mistakes explained by clause."""

import secrets
from statistics import median
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from pitboss.errors import BadInput
from pitboss.games import GAMES, Round
from pitboss.money import dollars
from pitboss.web.play import voice
from pitboss.web.play.drawing import cards_svg
from pitboss.web.play.pages import Body, Here, Token, page
from pitboss.web.play.sitting import DENOMINATIONS
from pitboss.web.play.store import now_us
from pitboss.web.play.training import SECONDS, Lesson, Task, explain, lesson

router = APIRouter(include_in_schema=False)
SEEDS = 1_000_000
JACKPOT_EVERY = 3
TIMES_MAX = 200


def _fresh(slug: str, shift: dict[str, Any] | None = None) -> dict[str, Any]:
    shift = shift or {"rounds": 0, "payouts": [0, 0], "steps": [0, 0], "late": 0, "times": []}
    return {
        "game": slug,
        "seed": secrets.randbelow(SEEDS),
        "jackpot": shift["rounds"] % JACKPOT_EVERY == 0,
        "at": 0,
        "shown_us": now_us(),
        "slip": "",
        "slips": [],
        "shift": shift,
    }


def _lesson(state: dict[str, Any]) -> Lesson:
    return lesson(state["game"], state["seed"], state["jackpot"])


@router.get("/play/deal", response_class=HTMLResponse)
async def deal(request: Request, playroom: Here, token: Token = "") -> Response:
    """The learner deals."""
    person = playroom.person(token)
    context: dict[str, Any] = {"games": GAMES.values(), "state": None}
    if person:
        state = playroom.store.exercise(person.id, "deal")
        if state is None:
            state = _fresh("ultimate-texas-holdem")
            playroom.store.save_exercise(person.id, "deal", state)
        context |= _context(state)
    return page(request, playroom, person, "deal", "/play/deal", **context)


def _context(state: dict[str, Any]) -> dict[str, Any]:
    dealt = _lesson(state)
    over = state["at"] >= len(dealt.tasks)
    task = dealt.tasks[min(state["at"], len(dealt.tasks) - 1)]
    shift = state["shift"]
    return {
        "state": state,
        "lesson": dealt,
        "over": over,
        "task": task,
        "steps": _steps(dealt, state, over),
        "lots": _lots(dealt, len(dealt.played.decisions) if over else task.decisions, task),
        "wagers": [] if over else _wagers(dealt, task),
        "mistake": explain(task, state["slip"], dealt.played.rules) if state["slip"] else None,
        "until_ms": state["shown_us"] // 1000 + SECONDS * 1000,
        "seconds": SECONDS,
        "denominations": DENOMINATIONS[:5],
        "shift": shift,
        "median": f"{median(shift['times']):.1f} s" if shift["times"] else "–",
        "lit": [seat for seat, laid in dealt.played.wagers.items() if {"jackpot", "progressive"} & set(laid)],
    }


def _steps(dealt: Lesson, state: dict[str, Any], over: bool) -> list[dict[str, Any]]:
    now = len(dealt.steps) if over else dealt.steps.index(dealt.tasks[state["at"]].step)
    slipped = {dealt.tasks[number].step: dealt.tasks[number].why for number in state["slips"]}
    return [
        {"title": step, "done": place < now, "now": place == now, "slip": slipped.get(step, "")}
        for place, step in enumerate(dealt.steps)
    ]


def _lots(dealt: Lesson, decisions: int, task: Task) -> list[dict[str, Any]]:
    """What lies on the table for a dealer, who sees what is face up."""
    if decisions < 0:
        return [
            {"name": f"Seat {seat}", "cards": "", "words": _laid(dealt, laid)}
            for seat, laid in _by_seat(dealt)
        ]
    whole = dealt.played
    at = Round(whole.rules, whole.wagers, whole.order, whole.decisions[:decisions])
    view = at.view()
    found: list[dict[str, Any]] = [{"name": "Your hand", "cards": cards_svg(view.dealer), "words": ""}]
    if view.board:
        found.append({"name": "Community cards", "cards": cards_svg(view.board), "words": ""})
    board = [card for card in view.board if card is not None]
    for seat, hands in view.hands.items():
        for hand in hands:
            cards = [card for card in hand.cards if card is not None]
            complete = bool(cards) and len(cards) == len(hand.cards) and hand.name != "rabbit-card"
            found.append(
                {
                    "name": f"Seat {seat}" + (", folded" if seat in view.folded else ""),
                    "cards": cards_svg(hand.cards),
                    "words": voice.held(at.rules, cards, board) if complete and task.line is None else "",
                    "now": task.line is not None and task.line.seat == seat,
                }
            )
    return found


def _by_seat(dealt: Lesson) -> list[tuple[int, dict[str, int]]]:
    return sorted((seat, dict(laid)) for seat, laid in dealt.played.wagers.items())


def _laid(dealt: Lesson, laid: dict[str, int]) -> str:
    return ", ".join(f"{dealt.game.bet(bet).name} {voice.short(cents)}" for bet, cents in laid.items())


def _wagers(dealt: Lesson, task: Task) -> list[dict[str, Any]]:
    """The wagers of the seat that is being settled."""
    if task.line is None:
        return []
    here = dealt.order.index(task.line)
    return [
        {
            "name": dealt.game.bet(line.bet).name,
            "cents": line.wager_cents,
            "now": place == here,
            "done": place < here,
        }
        for place, line in enumerate(dealt.order)
        if line.seat == task.line.seat and line.outcome != "collected"
    ]


@router.post("/play/deal/answer")
async def answer(playroom: Here, body: Body, token: Token = "") -> dict[str, str]:
    """Do the task; a mistake is explained and the task stays."""
    person = playroom.person(token)
    state = playroom.store.exercise(person.id, "deal") if person else None
    if person is None or state is None:
        raise BadInput("take a name in the lobby first")
    dealt = _lesson(state)
    if body.get("at") != str(state["at"]) or state["at"] >= len(dealt.tasks):
        return {"go": "/play/deal"}
    task = dealt.tasks[state["at"]]
    given = body.get("answer", "")
    if given == "pay":
        given = f"pay {dollars(body.get('amount', ''))}"
    elif given not in dict(task.options):
        raise BadInput("choose one of the answers")
    _judge(state, task, given)
    playroom.store.save_exercise(person.id, "deal", state)
    return {"go": "/play/deal"}


def _judge(state: dict[str, Any], task: Task, given: str) -> None:
    shift = state["shift"]
    first_try = state["at"] not in state["slips"]
    counted = shift["payouts" if task.line else "steps"]
    right = given == task.answer
    if first_try:
        counted[1] += 1
        counted[0] += right
        if task.line:
            took_s = (now_us() - state["shown_us"]) / 1_000_000
            shift["times"] = [*shift["times"], round(took_s, 1)][-TIMES_MAX:]
            shift["late"] += took_s > SECONDS
    if right:
        state |= {"at": state["at"] + 1, "slip": "", "shown_us": now_us()}
        if state["at"] >= len(_lesson(state).tasks):
            shift["rounds"] += 1
    else:
        state["slip"] = given
        if first_try:
            state["slips"].append(state["at"])


@router.post("/play/deal/next")
async def following(playroom: Here, body: Body, token: Token = "") -> dict[str, str]:
    """The next round, or one of another game."""
    person = playroom.person(token)
    slug = body.get("game", "")
    if person is None or slug not in GAMES:
        raise BadInput("choose one of the games")
    state = playroom.store.exercise(person.id, "deal")
    playroom.store.save_exercise(person.id, "deal", _fresh(slug, state["shift"] if state else None))
    return {"go": "/play/deal"}
