"""The decision calculator: cards are clicked into places; the address is the situation `pitboss ev` reads."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from pitboss.analysis import registry
from pitboss.analysis.report import decimal
from pitboss.analysis.results import Values
from pitboss.cards import CARDS, Card, parse_cards
from pitboss.errors import BadInput
from pitboss.web.lab.setup import checked, options_in
from pitboss.web.play.drawing import bars

SWITCH = "blackjack-switch"
PLACES: Mapping[str, tuple[tuple[str, int], ...]] = {
    "ultimate-texas-holdem": (("Hole cards", 2), ("Flop", 3), ("Turn and river", 2)),
    "caribbean-stud": (("Hand", 5), ("Dealer's upcard", 1)),
    "rabbit-hunter": (("Hand", 5),),
    "solitaire-stud": (("Hand", 7),),
    SWITCH: (("First hand", 2), ("Second hand", 2), ("Dealer's upcard", 1)),
}
COMPLETE: Mapping[str, tuple[int, ...]] = {
    "ultimate-texas-holdem": (2, 5, 7),
    "caribbean-stud": (6,),
    "rabbit-hunter": (5,),
    "solitaire-stud": (7,),
    SWITCH: (5,),
}
EXAMPLES: Mapping[str, str] = {
    "ultimate-texas-holdem": "AhKd/2c7dTs",
    "caribbean-stud": "AsKdQhJc8s/7d",
    "rabbit-hunter": "AsKdQhJc8s",
    "solitaire-stud": "AsKdQhJc8s7d2c",
    SWITCH: "Ah9d 8s8c/6h",
}
_CARD = re.compile(r"[2-9TJQKA][shdc]")
_INSURANCE = "/insurance"


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a card; a card in it can be taken back by its link."""

    card: Card | None
    link: str = ""


@dataclass(frozen=True, slots=True)
class Place:
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
        slug = fields.get("game", "ultimate-texas-holdem")
        known = registry.analysis_of(slug).base_options
        given = options_in(fields)
        resolved = registry.resolve_options(slug, given, known)
        chosen = {name: text for name, text in given.items() if resolved.get(name) == text}
        typed = fields.get("at", "")
        table = cls(slug, typed, chosen)
        return table if table.free else cls(slug, table.written(table.cards), chosen)

    @property
    def free(self) -> bool:
        """Whether a hand of Switch is in play, which is then drawn to."""
        return self.game == SWITCH and bool(re.search(r"[*+]|/insurance", self.situation))

    @property
    def decks(self) -> int:
        """How often a card can be there."""
        resolved = registry.resolve_options(
            self.game, self.options, registry.analysis_of(self.game).base_options
        )
        return int(resolved["decks"]) if self.game == SWITCH else 1

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card on the table, in the order of the places."""
        text = re.sub(r"/insurance|[/+*\s]", "", self.situation)
        cards = tuple(parse_cards(text, decks=self.decks)) if text else ()
        room = sum(size for _, size in PLACES[self.game])
        if len(cards) > room and not self.free:
            raise BadInput(f"{len(cards)} cards are too many; there is room for {room}")
        return cards

    def written(self, cards: Sequence[Card]) -> str:
        """The situation of these cards, as far as they go, as it is typed."""
        groups, rest = [], list(cards)
        for _, size in PLACES[self.game]:
            groups.append("".join(map(str, rest[:size])))
            rest = rest[size:]
        if self.game == SWITCH:
            first, second, up = groups
            return f"{first} {second}".strip() + (f"/{up}" if up else "")
        return "/".join(filter(None, groups))

    @property
    def complete(self) -> bool:
        """Whether there is something to decide."""
        return self.free or len(self.cards) in COMPLETE[self.game]

    def link(self, situation: str, page: str = "/lab/ev") -> str:
        """The address of another situation of the same game."""
        fields = {"game": self.game} | {f"o.{name}": text for name, text in self.options.items()}
        return f"{page}?{urlencode(fields | ({'at': situation} if situation else {}))}"

    def places(self) -> list[Place]:
        """The rows of slots with the cards in them."""
        if self.free:
            return self._words()
        cards, found, start = self.cards, [], 0
        for name, size in PLACES[self.game]:
            slots = []
            for at in range(start, start + size):
                if at < len(cards):
                    without = self.written([*cards[:at], *cards[at + 1 :]])
                    slots.append(Slot(cards[at], self.link(without)))
                else:
                    slots.append(Slot(None))
            found.append(Place(name, tuple(slots)))
            start += size
        return found

    def _words(self) -> list[Place]:
        hands, _, rest = self.situation.partition("/")
        found = []
        for name, word in zip(("First hand", "Second hand"), hands.split(), strict=False):
            for number, hand in enumerate(word.split("+")):
                title = name + (f", split {'abcd'[number]}" if "+" in word and number < 4 else "")
                title += ", in play" if hand.endswith("*") else ""
                found.append(Place(title, tuple(Slot(card) for card in _cards_in(hand))))
        return [*found, Place("Dealer's upcard", tuple(Slot(card) for card in _cards_in(rest)))]

    def board(self) -> list[tuple[Card, str]]:
        """All cards, suit by suit from the ace, each with the address that puts it on the table or none."""
        cards = self.cards
        full = not self.free and len(cards) == sum(size for _, size in PLACES[self.game])
        found = []
        for card in sorted(CARDS, key=lambda card: (-card.suit, -card.rank)):
            if full or cards.count(card) >= self.decks or (self.free and "*" not in self.situation):
                found.append((card, ""))
            elif self.free:
                found.append((card, self.link(self.situation.replace("*", f"{card}*", 1))))
            else:
                found.append((card, self.link(self.written([*cards, card]))))
        return found

    def questions(self) -> list[tuple[str, str, bool]]:
        """What else can be asked of a Switch table: name, address, whether it is what is shown."""
        if self.game != SWITCH or not self.complete:
            return []
        plain = self.situation.replace("*", "").removesuffix(_INSURANCE)
        hands, _, up = plain.partition("/")
        if "+" in hands or len(hands.split()) != 2:
            return []
        first, second = hands.split()
        asked = [
            ("Play the first hand", f"{first}* {second}/{up}"),
            ("Play the second hand", f"{first} {second}*/{up}"),
        ]
        if len(_CARD.findall(plain)) == COMPLETE[SWITCH][0]:
            asked.insert(0, ("Switch or keep", plain))
            if up.startswith("A"):
                asked.insert(0, ("Insurance", plain + _INSURANCE))
        return [(name, self.link(text), text == self.situation) for name, text in asked]


def _cards_in(text: str) -> tuple[Card, ...]:
    return tuple(parse_cards("".join(_CARD.findall(text)), decks=8))


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
