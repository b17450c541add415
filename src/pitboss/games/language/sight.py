"""Follows the places through the acts: what of each is seen, and how many cards are there for certain."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from pitboss.games.language.bounds import certain
from pitboss.games.language.expressions import (
    TRUE,
    Count,
    Duel,
    Expression,
    Fact,
    Hand,
    HandOf,
    Highest,
    InClass,
    Part,
    Property,
    Rest,
    Slice,
    Term,
    Versus,
    every_node,
)
from pitboss.games.language.form import (
    OWN,
    SEAT,
    UP,
    Act,
    Burn,
    Cut,
    Deal,
    Draw,
    Open,
    Place,
    Question,
    Sight,
    Tell,
)

POSITIONS = frozenset(range(1, 15))
Least = Mapping[str, int]
"""How many cards each place has at least."""


def with_sight(acts: Sequence[Act], places: Mapping[str, Place]) -> tuple[Act, ...]:
    """The acts, each with what is seen of each place when it begins."""
    nothing = Sight(frozenset(), frozenset())
    seen = dict.fromkeys(places, nothing)
    found = []
    for act in acts:
        found.append(replace(act, sight=MappingProxyType(dict(seen))))
        seen = _after(act, seen, places, first=not any(isinstance(one.does, Deal) for one in found[:-1]))
    return tuple(found)


def _after(act: Act, seen: Mapping[str, Sight], places: Mapping[str, Place], first: bool) -> dict[str, Sight]:
    """What is seen when an act is over; of a guarded one only what hides something."""
    found, sure = dict(seen), act.when == TRUE
    match act.does:
        case Deal() if first:
            found |= {name: _face(place) for name, place in places.items()}
        case Open(cards) if sure:
            found |= {name: _opened(found[name], n) for name, n in cards}
        case Question(_, choices, _, hand) if hand:
            for choice in choices:
                if choice.takes and not _whole(found[choice.takes], places[choice.takes]):
                    dealt = frozenset(range(1, places[hand].cards + 1))
                    found[hand] = Sight(found[hand].own & dealt, found[hand].open & dealt)
    return found


def _face(place: Place) -> Sight:
    """What is seen of a place by its face alone."""
    shown = POSITIONS if place.face == UP else frozenset(place.up)
    return Sight(POSITIONS if place.face == OWN else shown, shown)


def _opened(sight: Sight, n: int) -> Sight:
    """With the next cards turned up, or all."""
    turned = sorted(POSITIONS - sight.open)
    now = frozenset(turned[:n] if n else turned)
    return Sight(sight.own | now, sight.open | now)


def _whole(sight: Sight, place: Place) -> bool:
    return sight.own >= frozenset(range(1, place.cards + 1))


# Guards.


def hidden(node: Any, act: Act, most: Mapping[str, int], told: frozenset[Expression]) -> str:
    """What of a condition a seat can't know from what it sees at an act, or nothing."""
    if node in told or (isinstance(node, Term) and node.of in told):
        return ""
    if isinstance(node, Property) and node.name == "cards":
        return ""
    if isinstance(node, Property | Count | Versus | InClass):
        return next((str(node) for part in _parts(node) if not _seen(part, act, most)), "")
    if isinstance(node, Fact) and node.name == "margin":
        return str(node)
    if isinstance(node, tuple):
        return next(filter(None, (hidden(part, act, most, told) for part in node)), "")
    inner = getattr(node, "__dataclass_fields__", ())
    return next(filter(None, (hidden(getattr(node, name), act, most, told) for name in inner)), "")


def _parts(node: Property | Count | Versus | InClass) -> Iterator[Part]:
    """The places whose cards are looked at."""
    for one in every_node(node):
        if isinstance(one, Part):
            yield one
        elif isinstance(one, Highest):
            yield Part("", None)


def _seen(part: Part, act: Act, most: Mapping[str, int]) -> bool:
    if part.place not in act.sight:
        return False
    low, high = part.positions or (1, min(max(1, most[part.place]), len(POSITIONS)))
    return act.sight[part.place].own >= frozenset(range(low, high + 1))


def told_before(acts: Sequence[Act]) -> Iterator[tuple[Act, frozenset[Expression]]]:
    """Each act with what was told for certain before it."""
    told: frozenset[Expression] = frozenset()
    for act in acts:
        yield act, told
        if isinstance(act.does, Tell):
            of = act.does.of
            told |= {of, *([of.of] if isinstance(of, Term) else [])}


# Counts.


@dataclass(frozen=True, slots=True)
class Counts:
    """How many cards each place has after each act, at least and at most."""

    least: Mapping[str, Least]
    """By the name of the act after which."""
    most: Mapping[str, int]

    def after(self, act: str) -> Least:
        """How many cards each place has for certain after an act, or at the end of the round."""
        return self.least.get(act) or [*self.least.values()][-1]


def counts(acts: Sequence[Act], places: Mapping[str, Place]) -> Counts:
    """Follow the number of cards in each place."""
    least, most = dict.fromkeys(places, 0), dict.fromkeys(places, 0)
    found: dict[str, Least] = {}
    for act in acts:
        for name, low, high in _changes(act, least, places):
            least[name] = max(0, least[name] + (low if act.when == TRUE or low < 0 else 0))
            most[name] += high
        found[act.name] = dict(least)
    return Counts(found, most)


def dealt(acts: Sequence[Act], places: Mapping[str, Place]) -> tuple[int, int]:
    """How many cards a seat is dealt in a round, and all others with what is burnt; no more than that."""
    own = others = 0
    for act in (act for act in acts if certain(act.when) is not False):
        match act.does:
            case Deal(cards):
                for place, n in ((places[name], n * places[name].hands) for name, n in cards):
                    own += n if place.of == SEAT else 0
                    others += n if place.of != SEAT else 0
            case Burn(n):
                others += n
    return own, others


def _changes(act: Act, least: Least, places: Mapping[str, Place]) -> Iterator[tuple[str, int, int]]:
    """The places that an act changes, by how many cards at least and at most."""
    match act.does:
        case Deal(cards):
            for name, n in cards:
                yield name, n, n
        case Draw(place, _, most):
            yield place, 0, most
        case Cut(_, into):
            for name, n in into:
                yield name, n, n
        case Question(_, choices, _, place):
            for choice in choices:
                for other in filter(None, (choice.takes, choice.discards)):
                    yield other, -least[other], 0
            if place:
                joins = max(places[choice.takes].cards if choice.takes else 0 for choice in choices)
                again = any(choice.again for choice in choices)
                drawn = max(choice.deals for choice in choices) * (21 if again else 1)
                yield place, 0, joins + drawn


def parts_of(held: Hand) -> tuple[Part, ...]:
    """The places that a hand is made of."""
    match held:
        case HandOf(_, parts):
            return parts
        case Slice(of, _) | Rest(of):
            return parts_of(of)
        case Duel(_, player, dealer):
            return (*player.parts, *dealer.parts)
        case Highest(player, dealer):
            return (*player.parts, *(dealer.parts if dealer else ()))
    return ()


def size(held: Hand, least: Least) -> int:
    """How many cards a hand has for certain, where every path leaves so many in its places."""
    match held:
        case HandOf(_, parts):
            return sum(_cards(part, least) for part in parts)
        case Duel(_, player, dealer):
            return min(size(player, least), size(dealer, least))
        case Highest(player, dealer):
            return min(size(player, least), size(dealer, least) if dealer else 99)
        case Slice(of, (first, last)):
            return max(0, min(last, size(of, least)) - first + 1)
        case Rest(of):
            return size(of, least)
    return 0


def _cards(part: Part, least: Least) -> int:
    if part.positions is None:
        return least[part.place]
    first, last = part.positions
    return max(0, min(last, least[part.place]) - first + 1)
