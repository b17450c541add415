"""The decision calculator: cards are clicked into places; the address is the situation `pitboss ev` reads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from pitboss.analysis import registry
from pitboss.analysis.report import decimal
from pitboss.analysis.results import Values
from pitboss.cards import CARDS, Card
from pitboss.errors import BadInput
from pitboss.games import game
from pitboss.games.situation import Situations, situations_of
from pitboss.games.words import shown_first
from pitboss.web.lab.setup import checked, options_in
from pitboss.web.play.drawing import bars


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a card; a card in it can be taken back by its link."""

    card: Card | None
    link: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A named row of slots."""

    name: str
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """One decision and its value; the figure is what `pitboss ev` prints."""

    name: str
    value: str
    exact: str
    cost: str
    best: bool
    bar: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Table:
    """The cards on the table and what is asked about them."""

    game: str
    situation: str
    options: Mapping[str, str]

    @classmethod
    def read(cls, query: Sequence[tuple[str, str]]) -> "Table":
        """Read an address; cards may be missing yet."""
        fields = checked(query, {"game", "at"})
        slug = fields.get("game", shown_first())
        if not registry.analysis_of(slug).values:
            raise BadInput(f"nobody has counted what decisions of {game(slug).name} are worth")
        known = registry.analysis_of(slug).base_options
        given = options_in(fields)
        resolved = registry.resolve_options(slug, given, known)
        chosen = {name: text for name, text in given.items() if resolved.get(name) == text}
        typed = fields.get("at", "")
        table = cls(slug, typed, chosen)
        return table if table.free else cls(slug, table.written(table.cards), chosen)

    @property
    def situations(self) -> Situations:
        """How the situations of the game are written."""
        return situations_of(game(self.game))

    @property
    def free(self) -> bool:
        """Whether a hand is in play, which is then drawn to."""
        return self.situations.in_play(self.situation)

    @property
    def decks(self) -> int:
        """How often a card can be there."""
        resolved = registry.resolve_options(
            self.game, self.options, registry.analysis_of(self.game).base_options
        )
        return int(resolved.get("decks", "1"))

    @property
    def room(self) -> int:
        """How many cards the places take."""
        return sum(place.cards for place in self.situations.places)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card on the table, in the order of the places."""
        cards = self.situations.laid(self.situation, self.decks)
        if len(cards) > self.room and not self.free:
            raise BadInput(f"{len(cards)} cards are too many; there is room for {self.room}")
        return cards

    def written(self, cards: Sequence[Card]) -> str:
        """The situation of these cards, as far as they go, as it is typed."""
        return self.situations.written(cards, self.situation)

    @property
    def complete(self) -> bool:
        """Whether there is something to decide."""
        return self.free or self.situations.complete(len(self.cards))

    def link(self, situation: str, page: str = "/lab/ev") -> str:
        """The address of another situation of the same game."""
        fields = {"game": self.game} | {f"o.{name}": text for name, text in self.options.items()}
        return f"{page}?{urlencode(fields | ({'at': situation} if situation else {}))}"

    def places(self) -> list[Row]:
        """The rows of slots with the cards in them."""
        if self.free:
            lots = self.situations.lots_of(self.situation)
            return [Row(lot.place.name, tuple(Slot(card) for card in lot.cards)) for lot in lots]
        cards, found, start = self.cards, [], 0
        for place in self.situations.places:
            slots = []
            for at in range(start, start + place.cards):
                if at < len(cards):
                    without = self.written([*cards[:at], *cards[at + 1 :]])
                    slots.append(Slot(cards[at], self.link(without)))
                else:
                    slots.append(Slot(None))
            found.append(Row(place.name, tuple(slots)))
            start += place.cards
        return found

    def board(self) -> list[tuple[Card, str]]:
        """All cards, suit by suit from the ace, each with the address that puts it on the table or none.

        A joker stands last.
        """
        cards, free = self.cards, self.free
        found = []
        jokers = [card for card in self.situations.deck if card.joker]
        for card in [*sorted(CARDS, key=lambda card: (-card.suit, -card.rank)), *jokers]:
            text = ""
            if cards.count(card) < self.decks and card in self.situations.deck:
                if free:
                    text = self.situations.drawn(self.situation, card)
                elif len(cards) < self.room:
                    text = self.written([*cards, card])
            found.append((card, self.link(text) if text else ""))
        return found

    def questions(self) -> list[tuple[str, str, bool]]:
        """What else can be asked about these cards: name, address, whether it is what is shown."""
        if not self.complete:
            return []
        asked = self.situations.questions(self.situation)
        return [(name, self.link(text), text == self.situation) for name, text in asked]


def shown(values: Values) -> list[Shown]:
    """The decisions with their bars, in the order the game offers them."""
    best = values.best
    drawn = bars([value.expected_value for value in values.decisions])
    return [
        Shown(
            name=value.name,
            value=f"{float(value.expected_value):+.6f}",
            exact=f"± {float(value.error):.1e}" if value.error else str(value.expected_value),
            cost="" if value is best else decimal(best.expected_value - value.expected_value),
            best=value is best,
            bar=bar,
        )
        for value, bar in zip(values.decisions, drawn, strict=True)
    ]
