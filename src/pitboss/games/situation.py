"""What a player sees when a decision is asked, as a value with one text form.

`KhQd` is a hand, `KhQd/2c` the same with the first card on the board, `AsKdQhJc8s/7d` a hand and the dealer's
upcard. Behind the cards stand the decisions taken before, where values depend on them: `KhQd/2c bet-3x`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple

from pitboss.cards import CARDS, Card, parse_cards
from pitboss.errors import BadInput, unknown
from pitboss.games.contract import Game, Request
from pitboss.games.description import WAR, WITH_JOKERS, ChoiceRow, Description, StageRow
from pitboss.games.features import boarded
from pitboss.games.layout import View
from pitboss.games.words import BOARD, DEALER, OWN, Place, words_of
from pitboss.hands.kinds import Kind, kind
from pitboss.hands.spoken import seen as spoken
from pitboss.letters import capital

_CARDS = re.compile(r"(?:(?:10|[2-9TJQKA])[shdc♠♥♦♣]|jk|[/,])+", re.I)


@dataclass(frozen=True, slots=True)
class Situation:
    """A stage, the cards in sight there, and the decisions before it."""

    stage: str
    own: tuple[Card, ...]
    dealer: tuple[Card, ...] = ()
    board: tuple[tuple[Card, ...], ...] = ()
    """The cards on the board, as they were opened, or further own ones as they were dealt."""
    decisions: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join(("/".join("".join(map(str, group)) for group in self.groups), *self.decisions))

    @property
    def groups(self) -> tuple[tuple[Card, ...], ...]:
        """The cards as they are typed."""
        return (self.own, *((self.dealer,) if self.dealer else ()), *self.board)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The player's own cards and the board."""
        return (*self.own, *(card for group in self.board for card in group))


class Asked(NamedTuple):
    """A stage: how many places are seen there, and the stages before it whose decisions values depend on."""

    stage: str
    places: int
    before: tuple[StageRow, ...] = ()


class Lot(NamedTuple):
    """Cards of a situation that lie together, under the name of their place."""

    place: Place
    cards: tuple[Card, ...]


class Question(NamedTuple):
    """What else can be asked about the same cards."""

    name: str
    situation: str


@dataclass(frozen=True)
class Situations:
    """How the situations of a game are seen at a table, written, read, and laid out card by card."""

    name: str
    places: tuple[Place, ...]
    asked: tuple[Asked, ...]
    kind: Kind | None = None
    wanted: str = ""
    """What to type, for those who typed something else."""
    example: str = ""
    deck: tuple[Card, ...] = CARDS
    decks: int = 1
    exchanges: Mapping[str, ChoiceRow] = field(default_factory=dict)
    """The choices that exchange cards, by name."""

    @property
    def turns(self) -> int:
        """How many decisions a player may have to take in a round."""
        return len(self.asked)

    def parse(self, text: str, options: Mapping[str, str] | None = None) -> Situation:
        """Read a situation."""
        cards, decisions = self._typed(text)
        groups = [tuple(parse_cards(part, deck=WITH_JOKERS)) for part in cards.split("/")]
        asked = self._stage_of(text, [len(group) for group in groups], len(decisions))
        every = [card for group in groups for card in group]
        decks = int((options or {}).get("decks", self.decks))
        for card in every:
            most = decks * max(1, self.deck.count(card))
            if every.count(card) > most:
                raise BadInput(f"{card} is there {'twice' if most == 1 else 'too often'} in {text!r}")
            if card not in self.deck:
                raise BadInput(f"{self.name} is played without {card}")
        _check_decisions(text, asked.before, decisions)
        return self._of(asked, groups, decisions)

    def seen(self, request: Request, view: View) -> Situation:
        """What the seat that is asked sees."""
        every = Asked(request.stage, len(self.places))
        asked = next((asked for asked in self.asked if asked.stage == request.stage), every)
        lots = {OWN: view.own, DEALER: view.dealer, BOARD: view.board}
        lying = {whose: [card for card in cards if card is not None] for whose, cards in lots.items()}
        groups = []
        for place in self.places[: asked.places]:
            groups.append(tuple(lying[place.of][: place.cards]))
            lying[place.of] = lying[place.of][place.cards :]
        decided = [name.partition("=")[0] for name in view.decided]
        return self._of(asked, groups, decided[: len(asked.before)])

    def _of(self, asked: Asked, groups: Sequence[tuple[Card, ...]], decisions: Sequence[str]) -> Situation:
        by_place = list(zip(self.places, groups, strict=False))
        dealer = next((cards for place, cards in by_place if place.of == DEALER), ())
        board = tuple(cards for place, cards in by_place[1:] if place.of != DEALER)
        return Situation(asked.stage, groups[0], dealer, board, tuple(decisions))

    def _sizes(self, asked: Asked) -> list[int]:
        return [place.cards for place in self.places[: asked.places]]

    def _typed(self, text: str) -> tuple[str, list[str]]:
        """The cards, and the decisions behind them."""
        words = text.split()
        count = next((at for at, word in enumerate(words) if not _CARDS.fullmatch(word)), len(words))
        if not any(asked.before for asked in self.asked):
            return text, []
        return " ".join(words[:count]), words[count:]

    def _stage_of(self, text: str, sizes: list[int], decisions: int) -> Asked:
        """The stage that sees these groups of cards; of several the one after so many decisions."""
        found = [asked for asked in self.asked if self._sizes(asked) == sizes]
        if not found:
            counts = " and ".join(map(str, sizes))
            cards = "card" if sizes == [1] else "cards"
            told = f"has {counts} {cards}" if self.wanted else f"is no situation of {self.name}"
            raise BadInput(f"{text!r} {told}; give {self.wanted or self._groups()}")
        return next((asked for asked in found if len(asked.before) == decisions), found[0])

    def _groups(self) -> str:
        sizes = ["/".join(map(str, self._sizes(asked))) for asked in self.asked]
        decided = ", then the decisions before" if any(asked.before for asked in self.asked) else ""
        return f"groups of {' or '.join(dict.fromkeys(sizes))} cards{decided}, like {self.example}"

    def hand(self, situation: Situation) -> str:
        """What the player holds, in words."""
        return spoken(self.kind, situation.cards) if self.kind else ""

    def named(self, situation: Situation, decision: str) -> str:
        """A decision as a button says it; one that exchanges cards names them."""
        choice = self.exchanges.get(decision)
        if choice is None:
            return decision.replace("-", " ").capitalize()
        held = sorted(situation.own)
        return " ".join((choice.label, *(held[place - 1].pretty for place in choice.exchanges)))

    def question(self, situation: Situation) -> str:
        """What a drill asks."""
        return "What do you do?"

    def lots(self, situation: Situation) -> list[Lot]:
        """The cards under the names of their places."""
        return [Lot(place, cards) for place, cards in zip(self.places, situation.groups, strict=False)]

    # A table on which cards are laid one by one: its text may be short of a situation.

    def laid(self, text: str, decks: int = 1) -> tuple[Card, ...]:
        """Every card of a text, in the order of the places."""
        cards = "".join(self._typed(text)[0].split("/"))
        return tuple(parse_cards(cards, decks, self.deck)) if cards else ()

    def written(self, cards: Sequence[Card], like: str = "") -> str:
        """The text of these cards as far as they go, after the decisions of a text like it."""
        groups, rest = [], list(cards)
        for place in self.places:
            groups.append("".join(map(str, rest[: place.cards])))
            rest = rest[place.cards :]
        decided = self._typed(like)[1]
        asked = next((asked for asked in self.asked if self._count(asked) == len(cards)), None)
        before = asked.before if asked else ()
        names = [
            decided[at] if at < len(decided) and decided[at] in _goes_on(stage) else _goes_on(stage)[-1]
            for at, stage in enumerate(before)
        ]
        return " ".join(("/".join(filter(None, groups)), *names))

    def _count(self, asked: Asked) -> int:
        return sum(self._sizes(asked))

    def in_play(self, text: str) -> bool:
        """Whether a hand is being drawn to, so that no place has a number of cards of its own."""
        return False

    def complete(self, cards: int) -> bool:
        """Whether so many cards leave something to decide."""
        return any(self._count(asked) == cards for asked in self.asked)

    def drawn(self, text: str, card: Card) -> str:
        """The text with one more card on the hand in play; nothing where none is."""
        return ""

    def lots_of(self, text: str) -> list[Lot]:
        """The cards of a text in which a hand is in play."""
        return []

    def questions(self, text: str) -> list[Question]:
        """What else can be asked about the cards of a text: what if I had decided otherwise before."""
        cards, decided = self._typed(text)
        before = next((asked.before for asked in self.asked if len(asked.before) == len(decided)), ())
        found = []
        for at, stage in enumerate(before):
            for name in _goes_on(stage):
                words = f"{stage.name}: {name}".replace("-", " ")
                other = " ".join((cards, *decided[:at], name, *decided[at + 1 :]))
                found.append(Question(capital(words), other))
        return found


def _goes_on(stage: StageRow) -> list[str]:
    """The choices of a stage after which the hand goes on, as the game offers them."""
    return [choice.name for choice in stage.choices if not choice.folds]


def _check_decisions(text: str, before: tuple[StageRow, ...], decisions: list[str]) -> None:
    if len(decisions) != len(before):
        names = ", ".join(stage.name for stage in before) or "none"
        raise BadInput(f"{text!r} must say one decision for each stage before: {names}")
    for stage, name in zip(before, decisions, strict=True):
        if name not in _goes_on(stage):
            raise unknown(f"nobody goes on from {stage.name} with", name, _goes_on(stage))


def described(game: Description) -> Situations:
    """The situations of a described game."""
    cards = game.cards
    places = [Place("Hand", cards.first or cards.player, OWN, drill="Your hand")]
    if cards.dealer_up:
        plural = "s" if cards.dealer_up > 1 else ""
        places.append(
            Place(f"Dealer's upcard{plural}", cards.dealer_up, DEALER, drill=f"The dealer's upcard{plural}")
        )
    asked = []
    for number, stage in enumerate(game.stages):
        if stage.opens:
            name = "Community card" + ("s" if stage.opens > 1 else "")
            places.append(Place(f"{name}, {stage.name.replace('-', ' ')}", stage.opens, BOARD))
        if stage.deals:
            name = f"{stage.deals} more cards" if stage.deals > 1 else "One more card"
            places.append(Place(name, stage.deals, OWN))
        asked.append(Asked(stage.name, len(places), _deciding(game, number)))
    exchanges = {choice.name: choice for stage in game.stages for choice in stage.choices if choice.exchanges}
    found = Situations(
        game.name,
        tuple(places),
        tuple(asked),
        cards.ranking,
        deck=cards.deck,
        decks=cards.decks,
        exchanges=exchanges,
    )
    return _with_example(found, game.family == WAR)


def _deciding(game: Description, number: int) -> tuple[StageRow, ...]:
    """The stages before one that is asked, unless nobody comes to it who has bet anything at one of them."""
    before, stage = game.stages[:number], game.stages[number]
    laid = {bet.slug for bet in game.base if not bet.in_round}
    ways = [
        [choice for choice in row.choices if not choice.folds and stage.asks(laid | {*choice.bets})]
        for row in before
    ]
    waited = all(len(on) == 1 and not on[0].bets for on in ways)
    return () if boarded(game) and waited else before


def _with_example(found: Situations, tied: bool) -> Situations:
    """The same with a situation to begin with: cards of the deck that lie well apart, or of one rank."""
    count = found._count(found.asked[0])
    apart = 1 if tied else 17
    cards = [found.deck[(5 + apart * at) % len(found.deck)] for at in range(count)]
    return replace(found, example=found.written(cards))


def parse(game: Description, text: str) -> Situation:
    """Read a situation of a described game."""
    return described(game).parse(text)


@cache
def situations_of(game: Game) -> Situations:
    """How the situations of a game are written and read.

    >>> from pitboss.games import game
    >>> situations_of(game("caribbean-stud")).parse("AsKdQhJc8s/7d").dealer
    (7d,)
    """
    if game.telling.situations is not None:
        return game.telling.situations(game, words_of(game))
    if game.description is not None:
        return described(game.description)
    words = words_of(game)
    places = words.places or (Place("Hand", game.cards_per_seat, drill="Your hand"),)
    asked = (Asked(place.stage, at) for at, place in enumerate(places, 1) if place.stage)
    hands = kind(words.hands) if words.hands else None
    return Situations(game.name, places, tuple(asked), hands, words.typed, words.example)
