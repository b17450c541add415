"""Drill: close situations against the exact values, in sets of twenty, as the daily set, or as a storm."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from pitboss.analysis.registry import analysis_of, read_situation
from pitboss.analysis.trainer import Worth
from pitboss.errors import BadInput
from pitboss.games import game
from pitboss.games.situation import Situation, situations_of
from pitboss.games.words import option_name, value_name, words_of
from pitboss.letters import small
from pitboss.practice.grades import Grade, grade
from pitboss.practice.sets import SIZE, score
from pitboss.web.patience import Patience
from pitboss.web.play import practising
from pitboss.web.play.advice import Verdict, unusual, verdict, ways
from pitboss.web.play.coach import close_call
from pitboss.web.play.drawing import Lot, cards_svg
from pitboss.web.play.far import Step
from pitboss.web.play.panels import Valued, ev_rows
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.practising import Question, Wanted
from pitboss.web.play.private import explained
from pitboss.web.play.routes import Body, Here, Token, page, with_cookie
from pitboss.web.play.school.training import Chosen
from pitboss.web.play.school.views import Setting, settings_of
from pitboss.web.play.standing import Standing
from pitboss.web.play.store import Finished, Person, now_us

router = APIRouter(include_in_schema=False)
UNIT_CENTS = 10_00


@dataclass(frozen=True, slots=True)
class Practised:
    """How far somebody is, beside every question."""

    rating: str
    streak: int
    best_storm: int
    known: int
    """Of a hundred."""
    stages: Mapping[str, str]
    hands: Mapping[str, str]
    mistakes: Mapping[str, str]
    settings: Sequence[Setting]


@dataclass(frozen=True, slots=True)
class Told:
    """What became of an answer."""

    rows: Sequence[Valued]
    verdict: Verdict
    why: str
    ways: Sequence[tuple[str, str]]
    cost: int
    grade: Grade


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its cards, and what became of the answer."""

    game_name: str
    rules: str
    mark: str
    lots: Sequence[Lot]
    question: str
    choices: Mapping[str, str]
    told: Told | None


def _begun(playroom: Playroom, person: Person, mode: str, wanted: Wanted, at: str = "") -> Standing:
    """A new set with its first question: these cards, or what is to be asked next."""
    if at:
        first = Question.by(wanted.rules, at, "The cards you had.")
    elif mode == "daily":
        first = Question("", "", {}, "Today's set.")
    else:
        first = practising.asked_next(playroom, person, wanted)
    rating = practising.practice_of(playroom, person).rating
    return Standing(first, wanted, mode, began_us=now_us(), since_us=now_us(), was=rating.words)


def _read_wanted(playroom: Playroom, given: Mapping[str, str]) -> Wanted:
    """What is asked for; a stage, a mistake and a hand are those of one game, a level is of any.

    By other rules than the usual ones nothing more is chosen: no pool of them ships.
    """
    slug = given.get("game", "")
    if slug and slug not in practising.counted(playroom):
        raise BadInput("choose one of the games")
    told = {name.removeprefix("o."): value for name, value in given.items() if name.startswith("o.")}
    if slug and (options := unusual(slug, told)):
        game(slug).rules(options)  # which says what no table may have
        return Wanted(slug, options=tuple(sorted(options.items())))
    stage, mistake, hand = (given.get(name, "") if slug else "" for name in ("stage", "mistake", "hand"))
    if stage and stage not in practising.stages_of(slug):
        raise BadInput("choose one of the stages")
    if hand and hand not in practising.hands_of(slug):
        raise BadInput("choose one of the hands")
    level = given.get("level", "")
    if level and level not in practising.LEVELS:
        raise BadInput("choose one of the levels")
    return Wanted(slug, stage, mistake, hand, level)


def _saved(playroom: Playroom, person: Person | None) -> Standing | None:
    """Where somebody stands; a set with a game that is gone, or another by now, is begun anew."""
    found = playroom.store.exercise(person.id, "drill") if person else None
    state = Standing.restored(found) if found else None
    return state if state and state.can_go_on else None


async def _worth(playroom: Playroom, asked: Question, patience: Patience) -> tuple[Situation, Worth] | None:
    """The situation that is asked with the value of each decision; None while it is counted."""
    situation = read_situation(asked.game, asked.situation, asked.options)
    worth = await patience.soon(playroom.coach.weigh(asked.game, situation, asked.options))
    return None if worth is None else (situation, worth)


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
    at: str = "",
) -> Response:
    """One situation at a time, or the result of a set; a link may say which."""
    patience = Patience()
    person = playroom.person(token)
    state = _saved(playroom, person)
    games = practising.counted(playroom)
    if person and game in games:
        wanted = _read_wanted(playroom, dict(request.query_params))
        if not wanted.options and not practising.offered_for(playroom, wanted):
            wanted = Wanted(game)  # nothing so special is at hand
        asked = str(read_situation(game, at[:200], dict(wanted.options))) if at else ""
        if state is None or state.wanted != wanted or (asked and state.asked.situation != asked):
            state = _begun(playroom, person, "set", wanted, asked)
            _save(playroom, person, state)
    shown, trouble = None, ""
    if person and state:
        try:
            state, shown = await _shown(playroom, person, state, patience)
        except BadInput as error:  # of cards that nobody can count; other ones may be chosen
            trouble = str(error)
    return page(
        request,
        playroom,
        person,
        "drill",
        "/play/drill",
        state=state,
        games=practising.drilled(playroom).values(),
        modes=practising.MODES,
        levels={} if state and state.wanted.options else practising.LEVELS,
        size=SIZE,
        practised=_practised(playroom, person, state) if person else None,
        asked=shown,
        trouble=trouble,
        waiting=_waiting(playroom, state.asked) if state and not shown else None,
        over=state is not None and shown is not None and state.over,
        score=score(state.results) if state else "",
        lost=round(state.cost * UNIT_CENTS) if state else 0,
        median_s=median(state.seconds) if state and state.seconds else None,
        left_s=state.storm.left_s(now_us()) if state else 0,
    )


def _practised(playroom: Playroom, person: Person, state: Standing | None) -> Practised:
    wanted = state.wanted if state else Wanted()
    slug = "" if wanted.options else wanted.game
    return Practised(
        practising.practice_of(playroom, person).rating.words,
        practising.days_in_a_row(playroom, person),
        practising.best_storm(playroom, person),
        practising.known_share(playroom, person, wanted),
        {name: words_of(game(slug)).stage(name) for name in practising.stages_of(slug)} if slug else {},
        {hand: hand for hand in practising.hands_of(slug)} if slug else {},
        practising.mistakes_of(playroom, person, slug) if slug else {},
        _settings(wanted) if wanted.game else (),
    )


def _settings(wanted: Wanted) -> tuple[Setting, ...]:
    """What can be chosen about the rules by which one practises: what changes decisions."""
    decides = {option.name for option in analysis_of(wanted.game).base_options}
    settings = settings_of(Chosen.read({"game": wanted.game, **dict(wanted.options)}))
    return tuple(explained(game(wanted.game), one) for one in settings if one.name in decides)


def _rules_words(asked: Question) -> str:
    """By which rules it is asked, where they are not the usual ones."""
    played = game(asked.game)
    said = [
        f"{small(option_name(played, name))}: {value_name(played, name, value)}"
        for name, value in unusual(asked.game, asked.options).items()
    ]
    return f"By your rules, {'; '.join(said)}." if said else ""


def _waiting(playroom: Playroom, asked: Question) -> Step:
    """How far the question is that is counted."""
    if not asked.situation:
        return playroom.coach.step(close_call, asked.game, dict(asked.options))
    return playroom.coach.step_of(asked.rules, read_situation(asked.game, asked.situation, asked.options))


async def _shown(
    playroom: Playroom, person: Person, state: Standing, patience: Patience
) -> tuple[Standing, Asked | None]:
    """Where somebody stands now, and the question or what became of the answer; None while it is counted."""
    before, state = state, await state.with_cards(playroom, patience)
    found = await _worth(playroom, state.asked, patience) if state.asked.situation else None
    if found and state.answer not in ("", *found[1].values):
        # Answered when a choice was offered that the rules don't allow: it is asked again.
        state = replace(state, answer="")
    if state != before or (found and state.over and not state.kept):  # a storm ends by itself
        state = _save(playroom, person, state)
    if found is None:
        return state, None
    situation, worth = found
    slug, told = state.asked.game, None
    if state.answer:
        cost = worth.cost(state.answer)
        told = Told(
            ev_rows(worth, {}, UNIT_CENTS),
            verdict(worth, state.answer, UNIT_CENTS),
            worth.why,
            ways(slug, situation, state.asked.options),
            round(cost * UNIT_CENTS),
            grade(cost, worth.error),
        )
    situations = situations_of(game(slug))
    return state, Asked(
        game(slug).name,
        _rules_words(state.asked),
        game(slug).mark,
        [Lot(lot.place.drill or lot.place.name, cards_svg(lot.cards)) for lot in situations.lots(situation)],
        situations.question(situation),
        {name: situations.named(situation, name) for name in sorted(worth.values)},
        told,
    )


@router.post("/play/drill/start")
async def start(playroom: Here, body: Body, token: Token = "") -> Response:
    """Begin a set, for somebody without a name as a guest."""
    mode, wanted = body.get("mode", "set"), _read_wanted(playroom, body)
    if mode not in practising.MODES:
        raise BadInput(f"choose {', '.join(practising.MODES)}")
    person, fresh = playroom.somebody(token)
    state = _begun(playroom, person, mode, wanted)
    _save(playroom, person, await state.with_cards(playroom, Patience()))
    answer = JSONResponse({"go": "/play/drill"})
    return with_cookie(answer, fresh)


@router.post("/play/drill/answer")
async def answer(playroom: Here, body: Body, token: Token = "") -> dict[str, str]:
    """Answer the situation."""
    person = _person(playroom, token)
    state = _saved(playroom, person)
    if state is None or state.answer or state.over:
        raise BadInput("take the next situation first")
    found = await _worth(playroom, state.asked, Patience()) if state.asked.situation else None
    if found is None:
        raise BadInput("what the decisions are worth is still being counted; answer in a moment")
    asked, worth = found
    slug, decision = state.asked.game, body.get("decision", "")
    if decision not in worth.values:
        raise BadInput(f"choose {', '.join(worth.values)}")
    cost = worth.cost(decision)
    right = grade(cost, worth.error) is Grade.BEST
    with playroom.store.together():
        number = playroom.store.add_decision(
            person.id, "drill", slug, str(asked), state.asked.options, asked.stage, decision, UNIT_CENTS
        )
        playroom.store.set_cost(person.id, number, worth.best, cost)
        practising.answered(playroom, person, state.asked.rules, asked, worth, right)
        _save(playroom, person, state.answered(decision, right, cost))
    return {"go": "/play/drill"}


def _save(playroom: Playroom, person: Person, state: Standing) -> Standing:
    """Keep where somebody stands, and once the result of a set that is over."""
    if state.over and not state.kept:
        right, total = sum(state.results), len(state.results)
        done = Finished(state.mode, state.day, now_us(), right, total, state.cost)
        playroom.store.add_set(person.id, done)
        state = replace(state, kept=True)
    playroom.store.save_exercise(person.id, "drill", state.stored())
    return state


@router.post("/play/drill/next")
async def following(playroom: Here, body: Body, token: Token = "") -> dict[str, str]:
    """The next situation of the set, of another game, or a new set after the last one."""
    person = _person(playroom, token)
    given, state = _read_wanted(playroom, body), _saved(playroom, person)
    wanted = given if given.game or state is None else state.wanted
    if state is None or state.over or wanted != state.wanted:
        state = _begun(playroom, person, "set", wanted)
    elif state.left:
        state = state.asking(state.left[0], state.left[1:])
    elif state.asked.situation:
        state = state.asking(practising.asked_next(playroom, person, wanted, state.with_this))
    _save(playroom, person, await state.with_cards(playroom, Patience()))
    return {"go": "/play/drill"}
