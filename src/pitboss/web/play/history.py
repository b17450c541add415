"""Round history: each round as one line, a replay by steps, a link to share, text and JSON; the report."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from itertools import pairwise

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from markupsafe import Markup

from pitboss.analysis.drill import situation_of
from pitboss.analysis.registry import read_situation
from pitboss.errors import BadInput
from pitboss.games import GAMES, Round, game, parse_round
from pitboss.games.situation import situations_of
from pitboss.games.words import words_of
from pitboss.letters import small
from pitboss.money import format_cents
from pitboss.table.playthrough import tell
from pitboss.web.play import advice, panels, voice
from pitboss.web.play.coach import unit_cents
from pitboss.web.play.drawing import Lot, cards_svg, cents_of, render
from pitboss.web.play.far import BEGUN
from pitboss.web.play.pictures import curve_svg, parts_svg
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.routes import Here, Token, page
from pitboss.web.play.store import Decided, Played

router = APIRouter(include_in_schema=False)
WORST_MAX = 10
ROUNDS_MAX = 1000
BLOCK, BLOCKS_MAX = 10, 30
"""The course of decisions: at least so many at a time, and so many stretches."""
DAYS_MAX = 30
PAUSE_US = 3600 * 1_000_000
"""A session ends with a pause of an hour."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day of somebody's decisions, or another stretch of them."""

    day: str
    decisions: int
    right: int
    cost_cents: Fraction | int

    @property
    def percent(self) -> int:
        """How many of a hundred were right."""
        return round(100 * self.right / self.decisions)

    @property
    def cost(self) -> int:
        """What mistakes cost, for a hundred decisions, in cents."""
        return round(self.cost_cents * 100 / self.decisions)


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round in the list of somebody's rounds."""

    id: str
    title: str
    game: str
    when: str
    seat: int
    net: int


@dataclass(frozen=True, slots=True)
class ValuedStep:
    """A decision of a round with its value and the best one's."""

    step: int
    who: str
    cards: Sequence[Markup]
    decision: str
    value: str
    best: str
    best_value: str
    verdict: advice.Verdict
    ways: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class GameSummary:
    """Somebody's decisions in a game."""

    name: str
    decisions: int
    right: int
    cost: int


@dataclass(frozen=True, slots=True)
class Weakness:
    """A kind of situation in which much was given up, with the dearest example."""

    game: str
    slug: str
    stage: str
    best: str
    decision: str
    mistake: str
    times: int
    cost: int
    example: str
    cards: Sequence[Markup]


def _played(playroom: Playroom, id: str) -> Played:
    found = playroom.store.round(id)
    if found is None:
        raise BadInput("there is no such round")
    return found


def _when(at_us: int) -> str:
    return datetime.fromtimestamp(at_us / 1_000_000, UTC).strftime("%Y-%m-%d %H:%M UTC")


@router.get("/play/rounds", response_class=HTMLResponse)
async def rounds(request: Request, playroom: Here, token: Token = "") -> Response:
    """The rounds somebody sat in."""
    person = playroom.person(token)
    found = playroom.store.rounds_of(person.id) if person else []
    rows = [
        RoundRow(
            played.id,
            f"{played.place}, round {played.number}",
            GAMES[played.game].name if played.game in GAMES else played.game,
            _when(played.at_us),
            seat,
            net,
        )
        for played in found
        for seat, (who, _, net) in played.seats.items()
        if person and who == person.id
    ]
    count = playroom.store.rounds_count(person.id) if person else 0
    return page(request, playroom, person, "rounds", "/play/rounds", rows=rows, count=count)


@router.get("/play/rounds/{id}.txt", response_class=PlainTextResponse)
async def as_text(id: str, playroom: Here) -> str:
    """A round as its line and the story it tells."""
    played = _played(playroom, id)
    return "\n".join([played.notation, "", *tell(played.notation), ""])


@router.get("/play/rounds/{id}.json")
async def as_json(id: str, playroom: Here) -> JSONResponse:
    """A round for programs; money is text."""
    played = _played(playroom, id)
    whole = parse_round(played.notation)
    return JSONResponse(
        {
            "id": played.id,
            "table": played.place,
            "game": played.game,
            "number": played.number,
            "at_us": str(played.at_us),
            "notation": played.notation,
            "options": whole.rules.options,
            "paytable_by_bet": {bet: table.designator for bet, table in whole.rules.paytables.items()},
            "seats": {
                str(seat): {"name": name, "net": format_cents(net)}
                for seat, (_, name, net) in played.seats.items()
            },
            "decisions": whole.decisions,
            "settlement": [
                {
                    "seat": line.seat,
                    "bet": line.bet,
                    "wager": format_cents(line.wager_cents),
                    "outcome": line.outcome,
                    "odds": str(line.odds) if line.odds else None,
                    "net": format_cents(line.net_cents),
                    "clause": line.ruling.reference,
                    "words": line.words,
                }
                for line in whole.lines
            ],
        }
    )


@router.get("/play/rounds/{id}", response_class=HTMLResponse)
async def replay(request: Request, id: str, playroom: Here, token: Token = "", seat: int = 0) -> Response:
    """A finished round with a slider, seen from a seat or by an onlooker."""
    played = _played(playroom, id)
    whole = parse_round(played.notation)
    last = len(whole.decisions)
    person = playroom.person(token)
    chosen = seat if seat in played.seats else 0
    return page(
        request,
        playroom,
        person,
        "replay",
        "/play/rounds",
        played=played,
        when=_when(played.at_us),
        game=whole.rules.game,
        mark=whole.rules.mark,
        last=last,
        seat=chosen,
        step=_step(played, last, chosen),
        lines=[panels.settled_line(line, whole.rules.game, whole) for line in whole.lines],
        waiting=BEGUN,
    )


@router.get("/play/rounds/{id}/step/{number}", response_class=HTMLResponse)
async def step(id: str, number: int, playroom: Here, seat: int = 0) -> str:
    """The table after so many decisions."""
    return _step(_played(playroom, id), number, seat)


@router.get("/play/rounds/{id}/values", response_class=HTMLResponse)
async def values(id: str, playroom: Here) -> str:
    """Every decision of a round with its value, the best one and a grade."""
    played = _played(playroom, id)
    whole = parse_round(played.notation)
    steps = [await _valued(playroom, played, whole, number) for number in range(len(whole.decisions))]
    return render("values", steps=[step for step in steps if step])


async def _valued(playroom: Playroom, played: Played, whole: Round, number: int) -> ValuedStep | None:
    """What the decision that follows so many others was worth; None where it is nobody's or can't be told."""
    at = Round(whole.rules, whole.wagers, whole.order, whole.decisions[:number])
    decision = whole.decisions[number].partition("=")[0]
    if at.request is None or decision == "void":
        return None
    view = at.view(at.request.seat)
    situation = situation_of(at.rules, at.request, view)
    worth = await playroom.coach.worth(at.rules, situation)
    if worth is None or decision not in worth.values:
        return None
    worth = worth.among([choice.name for choice in at.request.choices])
    unit = unit_cents(at.rules, at.request, view.wagers[at.request.seat])
    return ValuedStep(
        number + 1,
        _whose(played, at.request.seat),
        [cards_svg(lot.cards) for lot in situations_of(at.rules.game).lots(situation)],
        advice.spoken(worth.game, situation, decision),
        cents_of(worth.values[decision], unit),
        advice.spoken(worth.game, situation, worth.best),
        cents_of(worth.values[worth.best], unit),
        advice.verdict(worth, decision, unit),
        advice.ways(at.rules.game.slug, situation, at.rules.options),
    )


def _step(played: Played, number: int, seat: int) -> str:
    whole = parse_round(played.notation)
    if not 0 <= number <= len(whole.decisions):
        raise BadInput("the round has no such step")
    at = Round(whole.rules, whole.wagers, whole.order, whole.decisions[:number])
    view = at.view(seat if seat in whole.wagers else 0)
    board = [card for card in view.board if card is not None]
    said = voice.asks(at.request) if at.request else voice.dealer_words(at)
    did = _did(played, whole, number) if number else "The cards are dealt."
    dealer = [card for card in view.dealer if card is not None]
    held = voice.held(at.rules, dealer, board) if dealer and None not in view.dealer else ""
    lots = [
        *([Lot("Dealer", cards_svg(view.dealer), held)] if view.dealer else []),
        *([Lot("Community cards", cards_svg(view.board))] if view.board else []),
    ]
    for place, hands in view.hands.items():
        for hand in hands:
            cards = [card for card in hand.cards if card is not None]
            words = voice.held(at.rules, cards, board, hand.name) if cards and None not in hand.cards else ""
            whose = _whose(played, place, hand.name if len(hands) > 1 else "")
            lots.append(Lot(whose, cards_svg(hand.cards), words))
    return render("step", lots=lots, did=did, said=said, number=number)


def _whose(played: Played, seat: int, hand: str = "") -> str:
    """Who has a hand of cards, and which one where they have several."""
    words = words_of(game(played.game))
    which = words.hands_called.get(hand) or words.stages.get(hand)
    return f"Seat {seat}, {played.seats[seat][1]}{f': {which}' if which else ''}"


def _did(played: Played, whole: Round, number: int) -> str:
    """Who made the decision of that number, and which it was."""
    decision = whole.decisions[number - 1].partition("=")[0]
    before = Round(whole.rules, whole.wagers, whole.order, whole.decisions[: number - 1])
    if before.request is None or decision == "void":
        return "The round is void."
    choice = next(choice for choice in before.request.choices if choice.name == decision)
    label = voice.choice_name(choice)
    return f"{_whose(played, before.request.seat)}: {small(label)}."


@router.get("/play/report", response_class=HTMLResponse)
async def report(request: Request, playroom: Here, token: Token = "", all: bool = False) -> Response:
    """What somebody decided, what the errors cost, and what is most worth practising."""
    person = playroom.person(token)
    made = playroom.store.decisions_of(person.id) if person else []
    made = [one for one in made if one.game in GAMES]
    chosen = made if all else session(made)
    decided = [one for one in chosen if one.cost is not None]
    games: dict[str, list[Decided]] = defaultdict(list)
    for one in decided:
        games[one.game].append(one)
    since = chosen[-1].at_us if chosen else 0
    played = playroom.store.rounds_of(person.id, ROUNDS_MAX) if person and chosen else []
    played = [one for one in played if one.game in GAMES]
    rounds = [one for one in played if one.at_us >= since]
    told = await playroom.sheets.tell(person.id, rounds, made) if person else None
    return page(
        request,
        playroom,
        person,
        "report",
        "/play/report",
        games=[_summary(slug, found) for slug, found in games.items()],
        worst=worst(decided)[:WORST_MAX],
        all=all,
        total=len(decided),
        right=sum(not one.cost for one in decided),
        cost=_cost(decided),
        days=by_day(made),
        told=told,
        parts=parts_svg(told.account) if told and told.account.rounds else "",
        curve=curve_svg(blocks(decided)),
    )


def by_day(decided: Sequence[Decided]) -> list[Day]:
    """The last days with decisions, oldest first."""
    days: dict[str, list[Decided]] = defaultdict(list)
    for one in decided:
        if one.cost is not None:
            days[datetime.fromtimestamp(one.at_us / 1_000_000, UTC).date().isoformat()].append(one)
    return [_day(day, found) for day, found in sorted(days.items())[-DAYS_MAX:]]


def blocks(decided: Sequence[Decided]) -> list[Day]:
    """Decisions, newest first, as a course: so many at a time, oldest first, the rest with the last ones."""
    counted = [one for one in reversed(decided) if one.cost is not None]
    size = max(BLOCK, -(-len(counted) // BLOCKS_MAX))
    starts = range(0, max(len(counted) - size, 0) + 1, size)
    found = [counted[at : at + size if at + 2 * size <= len(counted) else None] for at in starts]
    return [_day(f"from decision {at + 1}", one) for at, one in zip(starts, found, strict=True) if one]


def _day(name: str, found: Sequence[Decided]) -> Day:
    return Day(name, len(found), sum(not one.cost for one in found), sum(one.cost_cents for one in found))


def session(decided: Sequence[Decided]) -> Sequence[Decided]:
    """Of decisions, newest first, those since the last long pause."""
    for place, (later, earlier) in enumerate(pairwise(decided), 1):
        if later.at_us - earlier.at_us > PAUSE_US:
            return decided[:place]
    return decided


def _summary(slug: str, found: list[Decided]) -> GameSummary:
    return GameSummary(game(slug).name, len(found), sum(not one.cost for one in found), _cost(found))


def _cost(found: Sequence[Decided]) -> int:
    return round(sum((one.cost_cents for one in found), Fraction(0)))


def worst(decided: list[Decided]) -> list[Weakness]:
    """The kinds of situation in which most was given up: one stage, one best play, one other chosen."""
    kinds: dict[tuple[str, str, str, str], list[Decided]] = defaultdict(list)
    for one in decided:
        if one.cost:
            kinds[one.game, one.stage, one.best or "", one.decision].append(one)
    ranked = sorted(kinds.items(), key=lambda kind: -sum(one.cost_cents for one in kind[1]))
    return [_weakness(found) for _, found in ranked]


def _weakness(found: Sequence[Decided]) -> Weakness:
    """Mistakes of one kind, shown by the dearest."""
    example = max(found, key=lambda one: one.cost_cents)
    slug, best = example.game, example.best or ""
    situation = read_situation(slug, example.situation, example.options)
    return Weakness(
        game(slug).name,
        slug,
        words_of(game(slug)).stage(example.stage),
        advice.spoken(slug, situation, best),
        advice.spoken(slug, situation, example.decision),
        f"{best}<{example.decision}",
        len(found),
        _cost(found),
        example.situation,
        [cards_svg(lot.cards) for lot in situations_of(game(slug)).lots(situation)],
    )
