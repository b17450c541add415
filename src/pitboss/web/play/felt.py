"""The felt: what is the same for everybody at a table, from what is face up."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from markupsafe import Markup

from pitboss.cards import Card
from pitboss.games import Game, HandView, Round, View
from pitboss.games.situation import situations_of
from pitboss.games.words import OWN, words_of
from pitboss.web.play import voice
from pitboss.web.play.drawing import render
from pitboss.web.play.sitting import Sitting


@lru_cache(maxsize=512)
def _told(round_id: str, decisions: tuple[str, ...], played: Round) -> dict[int, str]:
    """The label of each seat's last decision."""
    said = {}
    again = Round(played.rules, played.wagers, played.order)
    for decision in decisions:
        if again.request is None or decision == "void":
            break
        name = decision.partition("=")[0]
        choice = next(choice for choice in again.request.choices if choice.name == name)
        amount = f" {voice.short(choice.amount_cents)}" if choice.amount_cents else ""
        said[again.request.seat] = name.replace("-", " ").capitalize() + amount
        again.decide(decision)
    return said


def public(sitting: Sitting) -> Markup:
    """The felt as an onlooker sees it."""
    played = sitting.table.round
    anybodys = sitting.busy or any(chair.dealt for chair in sitting.chairs.values())
    shown = played is not None and not sitting.dealing and anybodys
    view = sitting.table.view(0) if shown else None
    return render(
        "felt",
        sitting=sitting,
        room=sitting.room,
        view=view,
        key=f"{sitting.number}",
        asked=sitting.request.seat if sitting.request and not sitting.dealing else 0,
        said=_voice(sitting, played if shown else None),
        dealer=_dealer_caption(sitting, view),
        words=words_of(sitting.game),
        has_board=sitting.game.has_board,
        has_dealer=sitting.game.has_dealer,
        seats=[_seat(seat, sitting.number) for seat in _seats(sitting, view, played)],
    )


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat as everybody sees it; an open one has no name."""

    seat: int
    name: str
    laid: int
    hands: tuple[HandView, ...]
    sensors: tuple[bool, ...]
    said: str
    tone: str


@lru_cache(maxsize=4096)
def _seat(seat: SeatShown, number: int) -> Markup:
    """Most seats look as they did before the last action."""
    return render("seat", seat=seat, key=f"{number}")


@dataclass(frozen=True, slots=True)
class Said:
    """What is said at the table: to all, before that to each seat that folded, and what is added."""

    words: str
    notes: Sequence[str] = ()
    folded: Mapping[int, str] = field(default_factory=dict)
    """One felt for all: each seat sees its own sentence."""


def _voice(sitting: Sitting, played: Round | None) -> Said:
    if sitting.dealing:
        return Said("No more bets. The sensors are locked.")
    notes = sitting.notes if played is not None else ()
    if sitting.request is not None:
        return Said(voice.question(sitting.request), notes)
    folded = _folded(sitting, played)
    if any(chair.laid for chair in sitting.chairs.values() if chair.person):
        ready = [seat for seat in sitting.people if sitting.chairs[seat].ready]
        words = f"{_ready(ready)} Waiting for the others." if ready else "Place your bets."
        return Said(words, folded=folded)
    if played is None:  # before the first round a note says what became of one that can't go on
        return Said("Place your bets.", sitting.notes if sitting.table.round is None else ())
    return Said(voice.dealer_words(played), notes, folded)


def _folded(sitting: Sitting, played: Round | None) -> dict[int, str]:
    """What each seat that folded is told, until it bets again; the chips of others take it from nobody."""
    if played is None:
        return {}
    waiting = [seat for seat, chair in sitting.chairs.items() if chair.dealt and not chair.laid]
    return {seat: told for seat in waiting if (told := voice.folded_words(played, seat))}


def _ready(seats: Sequence[int]) -> str:
    """Whose bets are in.

    >>> _ready([4]), _ready([1, 3, 6])
    ('Seat 4 is ready.', 'Seats 1, 3 and 6 are ready.')
    """
    told = voice.listed([*map(str, seats)])
    return f"Seats {told} are ready." if len(seats) > 1 else f"Seat {told} is ready."


def _dealer_caption(sitting: Sitting, view: View | None) -> str:
    if view is None or not view.dealer or None in view.dealer:
        return words_of(sitting.game).needs
    return voice.held(sitting.room.rules, face_up(view.dealer), face_up(view.board))


def _seats(sitting: Sitting, view: View | None, played: Round | None) -> Iterator[SeatShown]:
    said = _told(sitting.round_id, tuple(played.decisions), played) if played is not None and view else {}
    request = sitting.request
    over = played is not None and request is None
    nets = {line.seat: sitting.net_cents(line.seat) for line in sitting.table.lines} if over else {}
    sensors = [sitting.sensor_seats(link) for link in sitting.room.links]
    for seat in range(1, sitting.room.seats + 1):
        chair = sitting.chairs.get(seat)
        in_round = view is not None and seat in view.hands and (chair is None or chair.dealt)
        laid = view.wagers[seat] if view and in_round and not (chair and chair.laid) else {}
        laid = laid or (chair.wagers if chair else {})
        word, tone = _said(sitting, seat, said, nets, in_round)
        yield SeatShown(
            seat,
            chair.name if chair else "",
            sum(laid.values()),
            tuple(view.hands[seat]) if view and in_round else (),
            tuple(seat in lit for lit in sensors),
            word,
            tone,
        )


def _said(
    sitting: Sitting, seat: int, said: dict[int, str], nets: dict[int, int], in_round: bool
) -> tuple[str, str]:
    chair = sitting.chairs.get(seat)
    if chair is not None and chair.ready:
        return "Bets in", ""
    if chair is not None and chair.laid:
        return "Betting", "waits"
    request = sitting.request
    if request is not None and in_round:
        if request.seat == seat:
            return "To act", ""
        return (said[seat], "") if seat in said else ("Waits", "waits")
    if seat in nets and in_round:
        net = nets[seat]
        word = "Won" if net > 0 else "Lost" if net < 0 else "Even"
        return f"{word} {voice.signed(net)}", tone(net)
    return "", ""


PRINTED_MAX = 44
"""Letters that have room along the line."""
_ARCS = {
    "high": "M310 206C370 238 440 252 530 252S690 238 750 206",
    "board": "M290 262C350 290 430 304 530 304S710 290 770 262",
    "low": "M290 380C360 414 440 426 530 426S700 414 770 380",
}


def arc(game: Game) -> str:
    """The line along which the layout's words are printed."""
    return _ARCS[words_of(game).felt.print or ("board" if game.has_board else "high")]


def printed(lines: tuple[str, ...]) -> list[str]:
    """Those of a layout's words that have room along the line; a longer line is broken in two."""
    broken = [part for line in lines[:2] for part in _broken(line)]
    return broken if len(broken) <= 2 else []


def _broken(line: str) -> list[str]:
    """A line that is too long as two of about the same length.

    >>> _broken("Ante pushes if dealer has less than five-four")
    ['Ante pushes if dealer', 'has less than five-four']
    """
    if len(line) <= PRINTED_MAX:
        return [line]
    widths = range(len(line) // 2, PRINTED_MAX + 1)
    tried = [textwrap.wrap(line, width, break_on_hyphens=False) for width in widths]
    return min(tried, key=len)


def shape(game: Game) -> str:
    """The layout as classes of the page: how many cards a seat has, whether there is a board or two hands."""
    words = words_of(game)
    own = sum(place.cards for place in situations_of(game).places if place.of == OWN)
    own += game.description.dealt_last if game.description else 0
    shapes = [f"own-{own + len(words.hands_called)}"]
    shapes += ["with-board"] if game.has_board else []
    shapes += ["pairs"] if words.felt.pairs else []
    return " ".join(shapes)


def face_up(cards: tuple[Card | None, ...]) -> list[Card]:
    """The cards of a row that can be seen."""
    return [card for card in cards if card is not None]


def tone(net: int) -> str:
    """Whether something was won, lost or neither."""
    return "won" if net > 0 else "lost" if net < 0 else "push"
