"""Reads the shoe, the places and the hands, and `[cards]`, the short form of all three."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pitboss.cards import CARDS, Card, parse_cards
from pitboss.games.language.conditions import same_name
from pitboss.games.language.expressions import HandOf, Part
from pitboss.games.language.form import (
    BOARD,
    DEALER,
    DOWN,
    FACES,
    OWN,
    OWNERS,
    SEAT,
    SHUFFLES,
    UP,
    Place,
    Shoe,
)
from pitboss.games.language.meaning import Scope, hand
from pitboss.games.language.mistakes import Follows, Mistakes
from pitboss.games.language.words import name_of, numbers, refused
from pitboss.rows import Row, Source

CARDS_MAX, DECKS_MAX, JOKERS_MAX, HANDS_MAX, SPLITS_MAX = 14, 8, 2, 3, 4
PLACES_MAX, NAMES_MAX = 16, 24
PLAYER, HOLE, DEALERS, DEALER_HOLE, ON_BOARD = "player", "hole", "dealer", "dealer-hole", "board"
SHORT = {PLAYER: "player", HOLE: "player", DEALERS: "dealer", DEALER_HOLE: "dealer", ON_BOARD: "community"}
"""What `[cards]` calls the places and hands that it makes."""


@dataclass
class Felt:
    """What lies on the felt, and what `[cards]` says of the acts besides."""

    shoe: Shoe = field(default_factory=Shoe)
    places: dict[str, Place] = field(default_factory=dict)
    hands: dict[str, HandOf] = field(default_factory=dict)
    """Every hand by its name; a place is a hand by itself, and one of several is called `hand-1`."""
    broken: set[str] = field(default_factory=set)
    """Names of places and hands that could not be read."""
    ranking: str = ""
    """The usual one."""
    burn: int = 0
    later: int = 0
    """How many cards of the player's come after the deal, where stages deal them."""
    own: str = PLAYER
    """The place that `own` of short forms means."""

    def hand(self, name: str) -> HandOf | None:
        """A hand by its name, where there is one; one that could not be read is no mistake of who asks."""
        if name not in self.hands and name in self.broken:
            raise Follows(f"the hand {name!r} could not be read")
        return self.hands.get(name)

    @property
    def scope(self) -> Scope:
        """What names of places and hands mean."""
        return Scope(self.places, self.hands, usual=self.ranking, broken=frozenset(self.broken))


def read_felt(source: Source, data: Mapping[str, Any], mistakes: Mistakes) -> Felt:
    """The shoe, the places and the hands of a file, in one of the two forms."""
    felt = Felt()
    _fill(felt, source, data, mistakes)
    return felt


def _fill(felt: Felt, source: Source, data: Mapping[str, Any], mistakes: Mistakes) -> None:
    if "cards" in data:
        for other in ("shoe", "places", "hands"):
            if other in data:
                mistakes.at(
                    (other,), f"[cards] is a short form of [shoe], [places] and [hands]; leave out [{other}]"
                )
        with mistakes.kept():
            _short(felt, Row(source, ("cards",), data["cards"], "the cards"))
            return
        felt.broken |= {PLAYER, HOLE, DEALERS, DEALER_HOLE, ON_BOARD}
        return
    if "places" not in data:
        mistakes.at((), "no cards are dealt; say [cards], or [shoe], [places] and [hands]")
    with mistakes.kept():
        felt.shoe = _shoe(Row(source, ("shoe",), data.get("shoe", {}), "the shoe"))
    with mistakes.kept():
        _places(felt, Row(source, ("places",), data.get("places", {}), "the places"), mistakes)
    with mistakes.kept():
        _hands(felt, Row(source, ("hands",), data.get("hands", {}), "the hands"), mistakes)


def _shoe(row: Row) -> Shoe:
    shoe = Shoe(
        decks=row.number("decks", 1, DECKS_MAX, 1),
        jokers=row.number("jokers", 0, JOKERS_MAX, 0),
        without=_without(row, "remove"),
        shuffled=row.one("shuffled", SHUFFLES, SHUFFLES[0]),
        cut=row.number("cut", 0, 52 * DECKS_MAX, 0),
    )
    if shoe.cut and shoe.shuffled != "shoe":
        row.refuse("cut", "only a shoe that is shuffled when it is dealt out has a cut card")
    if shoe.cut >= len(shoe.cards):
        row.refuse("cut", f"the shoe has {len(shoe.cards)} cards, all of them behind the cut card")
    row.done()
    return shoe


def _without(row: Row, key: str) -> frozenset[Card]:
    """Ranks like 2345, or cards."""
    text = row.text(key, "")
    if not all(sign in "23456789TJQKA" for sign in text):
        return frozenset(refused(row, key, parse_cards, text))
    if len({*text}) > 9:
        row.refuse(key, f"{text!r} leaves fewer than four ranks")
    return frozenset(card for card in CARDS if card.rank_char in text)


def _owner(name: str) -> str:
    """Whose a place is if the file doesn't say."""
    return DEALER if name.startswith("dealer") else BOARD if name == ON_BOARD else SEAT


def _places(felt: Felt, row: Row, mistakes: Mistakes) -> None:
    if len(row.data) > PLACES_MAX:
        row.refuse("", f"there are {len(row.data)}; at most {PLACES_MAX} are read")
    for key in [*row.data]:
        felt.broken.add(same_name(key))
        with mistakes.kept():
            _add_place(felt, _place(row, key))
            felt.broken.discard(same_name(key))


def _place(row: Row, key: str) -> Place:
    given = row.data.get(key)
    if not isinstance(given, int | dict):
        row.refuse(key, f"{key!r} is a number of cards, or a table, not {given!r}")
    if isinstance(given, int):
        inner = Row(row.source, row.path, {key: given}, row.what)
        return _faced(key, inner.number(key, 1, CARDS_MAX))
    inner = row.row(key, f"the place {key!r}")
    cards = inner.number("cards", 0, CARDS_MAX, 0)
    of = inner.one("of", OWNERS, _owner(same_name(key)))
    place = Place(
        name_of(Row(row.source, row.path, {"name": key}, row.what)),
        cards,
        of,
        inner.one("face", FACES, OWN if of == SEAT else DOWN),
        _up(inner, cards),
        inner.number("hands", 1, HANDS_MAX, 1),
        inner.number("splits", 1, SPLITS_MAX, 1),
        inner.text("source", ""),
        inner.take("in_turn", bool, False),
    )
    if place.in_turn and (of != BOARD or place.face == UP):
        inner.refuse("in_turn", "only cards of the table that lie face down are dealt when they are opened")
    if place.face == OWN and of != SEAT:
        inner.refuse(
            "face", f"what is of the {of} lies 'up' or 'down'; only a seat's cards are its own to see"
        )
    if place.plural and of != SEAT:
        inner.refuse("hands" if place.hands > 1 else "splits", "only a seat has several hands of a place")
    inner.done()
    return place


def _faced(name: str, cards: int, **more: Any) -> Place:
    of = _owner(name)
    return Place(same_name(name), cards, **{"of": of, "face": OWN if of == SEAT else DOWN, **more})


def _up(row: Row, cards: int) -> tuple[int, ...]:
    """The positions that lie open: the last n, or those listed."""
    if isinstance(row.data.get("up"), list):
        return numbers(row, "up", 1, cards)
    return tuple(range(cards - row.number("up", 0, cards, 0) + 1, cards + 1))


def _add_place(felt: Felt, place: Place, ranking: str = "") -> None:
    felt.places[place.name] = place
    felt.hands[place.name] = HandOf(place.name, (Part(place.name),), ranking)
    for number in range(1, place.hands + 1) if place.plural else ():
        name = f"{place.name}-{number}"
        felt.hands[name] = HandOf(name, (Part(place.name, number=number),), ranking)


def _hands(felt: Felt, row: Row, mistakes: Mistakes) -> None:
    """Hands in the order of the file, each a sum of places and of hands above it."""
    felt.ranking = row.slug("ranking", "")
    if len(row.data) > NAMES_MAX:
        row.refuse("", f"there are {len(row.data)}; at most {NAMES_MAX} are read")
    for name, held in [*felt.hands.items()]:
        felt.hands[name] = replace(held, ranking=felt.ranking)
    for key in [*row.data]:
        felt.broken |= {same_name(key)} - felt.hands.keys()
        with mistakes.kept():
            _add_hand(felt, row, key)
            felt.broken.discard(same_name(key))


def _add_hand(felt: Felt, row: Row, key: str) -> None:
    name = name_of(Row(row.source, row.path, {"name": key}, row.what))
    if isinstance(row.data[key], str):
        inner = Row(row.source, row.path, {"from": row.data.pop(key)}, f"the hand {key!r}")
    else:
        inner = row.row(key, f"the hand {key!r}")
    found = refused(inner, key if inner.path == row.path else "from", hand, inner.text("from"), felt.scope)
    if not isinstance(found, HandOf):
        inner.refuse("from", "a hand is a sum of places like hole + board[1..3]")
    if name in felt.places and found.parts != (Part(name),):
        inner.refuse("from", f"{name!r} is a place, and a name means one thing; call the hand otherwise")
    felt.hands[name] = HandOf(
        name,
        found.parts,
        inner.slug("ranking", felt.ranking),
        inner.number("best", 1, 7, 0) if "best" in inner.data else 0,
        _exactly(inner, found),
    )
    inner.done()
    for number in (
        range(1, felt.places[name].hands + 1) if name in felt.places and felt.places[name].plural else ()
    ):
        one = f"{name}-{number}"
        felt.hands[one] = replace(felt.hands[one], ranking=felt.hands[name].ranking)


def _exactly(row: Row, held: HandOf) -> tuple[tuple[str, int], ...]:
    """How many cards must come from which places."""
    inner = row.row("exactly", f"{row.what}, exactly")
    places = [part.place for part in held.parts]
    for key in inner.data:
        if key not in places:
            inner.refuse(key, f"{key!r} is none of the places of the hand: {', '.join(places)}")
    return tuple((key, inner.number(key, 0, 7)) for key in [*inner.data])


# The short form.


def _short(felt: Felt, row: Row) -> None:
    """`[cards]`: player, dealer and board, with a deck and a ranking."""
    player, dealer = row.number("player", 1, CARDS_MAX), row.number("dealer", 0, CARDS_MAX, 0)
    up, board = row.number("dealer_up", 0, CARDS_MAX, 0), row.number("community", 0, CARDS_MAX, 0)
    if up > dealer:
        row.refuse("dealer_up", "more of the dealer's cards lie face up than the dealer has")
    first = row.number("first", 1, player) if "first" in row.data else player
    felt.shoe = Shoe(
        decks=row.number("decks", 1, DECKS_MAX, 1),
        jokers=int(row.take("joker", bool, False)),
        without=_without(row, "remove_ranks"),
    )
    felt.ranking, felt.burn, felt.later = (
        row.slug("ranking"),
        row.number("burned", 0, CARDS_MAX, 0),
        player - first,
    )
    if felt.burn and not board:
        row.refuse("burned", "cards are burned from the packet of the board, and there is no board")
    face = UP if row.take("face_up", bool, False) else OWN
    felt.own = HOLE if board else PLAYER
    _add_place(felt, _faced(felt.own, first, face=face), felt.ranking)
    if dealer:
        positions = tuple(range(dealer - up + 1, dealer + 1))
        _add_place(felt, _faced(DEALER_HOLE if board else DEALERS, dealer, up=positions), felt.ranking)
    if board:
        _add_place(felt, _faced(ON_BOARD, board), felt.ranking)
        felt.hands[PLAYER] = HandOf(PLAYER, (Part(HOLE), Part(ON_BOARD)), felt.ranking)
    if board and dealer:
        felt.hands[DEALERS] = HandOf(DEALERS, (Part(DEALER_HOLE), Part(ON_BOARD)), felt.ranking)
    row.done()
