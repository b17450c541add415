"""The pages of dealer training: one task at a time, against the clock, mistakes explained by clause."""

import secrets
from collections.abc import Sequence
from statistics import median
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from pitboss.errors import BadInput
from pitboss.games import GAMES, HandView, Round
from pitboss.games.words import shown_first, words_of
from pitboss.jackpots.config import TrayPays
from pitboss.jackpots.controllers import Profile
from pitboss.money import dollars
from pitboss.web.play import voice
from pitboss.web.play.drawing import cards_svg, render
from pitboss.web.play.pays import pay_card
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.routes import Body, Here, Token, page
from pitboss.web.play.sitting import DENOMINATIONS
from pitboss.web.play.store import now_us
from pitboss.web.play.training import SECONDS, Chosen, Lesson, Task, explain
from pitboss.web.play.training_jackpot import KEYPADS
from pitboss.web.play.training_round import sensor
from pitboss.web.play.training_steps import lesson

router = APIRouter(include_in_schema=False)
LESSONS = 2
"""The number of the way lessons are made; one begun under another number is dealt afresh."""
SEEDS = 1_000_000
JACKPOT_EVERY = 3
TIMES_MAX = 200
CARDS_SPREAD = 6
"""More cards of a hand than that lie over each other."""


def _fresh(chosen: Chosen, shift: dict[str, Any] | None = None) -> dict[str, Any]:
    shift = shift or {"rounds": 0, "payouts": [0, 0], "steps": [0, 0], "late": 0, "times": []}
    return {
        "lessons": LESSONS,
        "table": chosen.written(),
        "seed": secrets.randbelow(SEEDS),
        "jackpot": shift["rounds"] % JACKPOT_EVERY == 0,
        "at": 0,
        "shown_us": now_us(),
        "slip": "",
        "slips": [],
        "shift": shift,
    }


def _state(playroom: Playroom, person: str) -> dict[str, Any]:
    """Where somebody stands; a lesson that was begun another way is replaced, and the shift goes on."""
    state = playroom.store.exercise(person, "deal")
    if state is None or state.get("lessons") != LESSONS:
        slug = state["game"] if state else shown_first()
        state = _fresh(Chosen(slug), state["shift"] if state else None)
        playroom.store.save_exercise(person, "deal", state)
    return state


def _lesson(state: dict[str, Any]) -> Lesson:
    return lesson(Chosen.read(state["table"]), state["seed"], state["jackpot"])


@router.get("/play/deal", response_class=HTMLResponse)
async def deal(request: Request, playroom: Here, token: Token = "") -> Response:
    """The learner deals."""
    person = playroom.person(token)
    context = _context(playroom, _state(playroom, person.id)) if person else {}
    return page(request, playroom, person, "deal", "/play/deal", **context)


def _context(playroom: Playroom, state: dict[str, Any]) -> dict[str, Any]:
    dealt = _lesson(state)
    over = state["at"] >= len(dealt.tasks)
    task = dealt.tasks[min(state["at"], len(dealt.tasks) - 1)]
    shift, rules, game = state["shift"], dealt.played.rules, dealt.game
    hands = len(dealt.played.wagers) + 1
    return {
        "state": state,
        "lesson": dealt,
        "over": over,
        "task": task,
        "steps": _steps(dealt, state),
        "lots": _lots(dealt, len(dealt.played.decisions) if over else task.decisions, task),
        "wagers": [] if over else _wagers(dealt, task),
        "mistake": explain(task, state["slip"], rules, hands) if state["slip"] else None,
        "until_ms": state["shown_us"] // 1000 + SECONDS * 1000,
        "seconds": SECONDS,
        "denominations": DENOMINATIONS[:5],
        "shift": shift,
        "median": f"{median(shift['times']):.1f} s" if shift["times"] else "–",
        "lit": [seat for seat, laid in dealt.played.wagers.items() if sensor(game) in laid],
        "keypad": KEYPADS[dealt.chosen.controller],
        "pays": pay_card(rules, frozenset(bet.slug for bet in game.bets), hands),
        "games": GAMES.values(),
        "settings": _settings(dealt.chosen),
        "rooms": [s.room for s in playroom.sittings.values() if s.game.slug == game.slug],
    }


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


def _lots(dealt: Lesson, decisions: int, task: Task) -> list[dict[str, Any]]:
    """What lies on the table for a dealer, who sees what is face up."""
    if decisions < 0:
        return [
            {"name": f"Seat {seat}", "cards": "", "words": _laid(dealt, dict(laid))}
            for seat, laid in sorted(dealt.played.wagers.items())
        ]
    whole = dealt.played
    at = Round(whole.rules, whole.wagers, whole.order, whole.decisions[:decisions])
    view = at.view()
    found: list[dict[str, Any]] = []
    if view.dealer:
        found.append({"name": "Your hand", "cards": cards_svg(view.dealer), "words": ""})
    if view.board:
        found.append({"name": "Community cards", "cards": cards_svg(view.board), "words": ""})
    board = [card for card in view.board if card is not None]
    called = words_of(dealt.game).hands_called
    tight = any(len(hand.cards) > CARDS_SPREAD for hands in view.hands.values() for hand in hands)
    for seat, hands in view.hands.items():
        names = [hand.name for hand in hands]
        for hand in hands:
            cards = [card for card in hand.cards if card is not None]
            complete = bool(cards) and None not in hand.cards and hand.name not in called
            found.append(
                {
                    "name": f"Seat {seat}{_which(dealt, hands, hand)}",
                    "folded": seat in view.folded,
                    "cards": cards_svg(hand.cards),
                    "words": voice.held(at.rules, cards, board) if complete and not task.pays else "",
                    "now": task.line is not None
                    and task.line.seat == seat
                    and (task.line.bet == hand.name or task.line.bet not in names),
                }
            )
    for lot in found:
        lot["tight"] = tight
        lot["exposed"] = bool(task.exposed) and lot["name"] == task.exposed
    return found


def _which(dealt: Lesson, hands: tuple[HandView, ...], hand: HandView) -> str:
    """Which of a seat's hands it is, where it has several."""
    named = next((bet.name.lower() for bet in dealt.game.bets if bet.slug == hand.name), "")
    return f", {named}" if len(hands) > 1 and named else ""


def _laid(dealt: Lesson, laid: dict[str, int]) -> str:
    return ", ".join(f"{dealt.game.bet(bet).name} {voice.short(cents)}" for bet, cents in laid.items())


def _wagers(dealt: Lesson, task: Task) -> list[dict[str, Any]]:
    """The wagers of the seat that is being settled."""
    if task.line is None:
        return []
    lines = dealt.played.lines
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


def _settings(chosen: Chosen) -> list[dict[str, Any]]:
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


@router.post("/play/deal/answer")
async def answer(playroom: Here, body: Body, token: Token = "") -> dict[str, str]:
    """Do the task; a mistake is explained and the task stays."""
    person = playroom.person(token)
    if person is None:
        raise BadInput("take a name in the lobby first")
    state = _state(playroom, person.id)
    dealt = _lesson(state)
    if body.get("at") == str(state["at"]) and state["at"] < len(dealt.tasks):
        task = dealt.tasks[state["at"]]
        given = body.get("answer", "")
        if given == "pay" and task.pays:
            given = f"pay {dollars(body.get('amount', ''))}"
        elif given not in dict(task.options):
            raise BadInput("choose one of the answers")
        _judge(state, task, given)
        playroom.store.save_exercise(person.id, "deal", state)
    return {"main": render("training", **_context(playroom, state))}


def _judge(state: dict[str, Any], task: Task, given: str) -> None:
    shift = state["shift"]
    first_try = state["at"] not in state["slips"]
    counted = shift["payouts" if task.pays else "steps"]
    right = given == task.answer
    if first_try:
        counted[1] += 1
        counted[0] += right
        if task.pays:
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
    """The next round: at the same table, at one of the room, or at one set up by the learner."""
    person = playroom.person(token)
    if person is None:
        raise BadInput("take a name in the lobby first")
    state = _state(playroom, person.id)
    if "table" in body:
        chosen = _like(playroom, body["table"])
    else:
        chosen = Chosen.read(body if "game" in body else state["table"])
    playroom.store.save_exercise(person.id, "deal", _fresh(chosen, state["shift"]))
    return {"go": "/play/deal"}


def _like(playroom: Playroom, name: str) -> Chosen:
    """A table like one of the room: its rules, and on a floor its keypad and the settings of its link."""
    room = playroom.sitting(name).room
    given = {"game": room.rules.game.slug, **room.rules.options}
    given |= {bet: table.designator for bet, table in room.rules.paytables.items()}
    if playroom.floor is not None and room.links:
        given["tray_pays"] = playroom.floor.setup(room.links[0]).policy.tray_pays
        given["controller"] = playroom.floor.table(name).controller or Profile.NEXUS
    return Chosen.read(given)
