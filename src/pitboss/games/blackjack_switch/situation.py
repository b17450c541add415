"""The situations of Blackjack Switch: two hands and the upcard, `Ah9d 8s8c/6h`: the switch is to be decided.

`Ah9d 8s8c/As/insurance` asks about insurance. A star marks the hand whose turn it is, and a plus joins the
hands of a split: `8s3c*+8c 9dTh/6h`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pitboss.cards import Card, parse_cards
from pitboss.errors import BadInput
from pitboss.games.contract import Request
from pitboss.games.layout import View
from pitboss.games.situation import Lot, Question, Situation, Situations
from pitboss.hands.blackjack import total, value

WANTED = "two hands and the dealer's upcard, like Ah9d 8s8c/6h; a star marks a hand in play"
INSURANCE = "/insurance"
DECKS_MAX = 8
_CARD = re.compile(r"[2-9TJQKA][shdc]")
Cards = tuple[Card, ...]
Dealt = tuple[tuple[Cards, ...], tuple[Cards, ...]]
"""Each dealt hand as the hands it has become."""


@dataclass(frozen=True, slots=True)
class SwitchSituation(Situation):
    """What lies on the table: each dealt hand as the hands it has become, the upcard, and what is asked.

    `turn` is the place of the hand in play, among the dealt hands and among its split; None before the play.
    """

    dealt: Dealt = ((), ())
    turn: tuple[int, int] | None = None
    insurance: bool = False

    @classmethod
    def of(
        cls, dealt: Dealt, upcard: Card, turn: tuple[int, int] | None = None, insurance: bool = False
    ) -> "SwitchSituation":
        """A situation from its cards; its stage says what is asked, against which upcard."""
        own = tuple(card for split in dealt for hand in split for card in hand)
        asked = "insurance" if insurance else "hand" if turn else "switch"
        up = value(upcard)
        stage = f"{asked} against {'an ace' if up == 1 else up}"
        return cls(stage, own, (upcard,), dealt=dealt, turn=turn, insurance=insurance)

    @property
    def upcard(self) -> Card:
        """The dealer's card that lies face up."""
        return self.dealer[0]

    @property
    def hand(self) -> Cards | None:
        """The hand in play."""
        return self.dealt[self.turn[0]][self.turn[1]] if self.turn else None

    def __str__(self) -> str:
        words = []
        for place, split in enumerate(self.dealt):
            stars = ["*" if (place, number) == self.turn else "" for number in range(len(split))]
            written = ("".join(map(str, hand)) + star for hand, star in zip(split, stars, strict=True))
            words.append("+".join(written))
        return f"{' '.join(words)}/{self.upcard}{INSURANCE if self.insurance else ''}"

    @classmethod
    def parse(cls, text: str, decks: int = 6) -> "SwitchSituation":
        """Read a situation as typed.

        >>> SwitchSituation.parse("Ah9d 8s3c*+8c/6h").turn
        (1, 0)
        """
        table, _, rest = text.partition("/")
        up, _, stage = rest.partition("/")
        words = table.split()
        if len(words) != 2 or not up or stage not in ("", "insurance"):
            raise BadInput(f"{text!r} is no situation; give {WANTED}")
        stars = [
            (place, split)
            for place, word in enumerate(words)
            for split, hand in enumerate(word.split("+"))
            if hand.endswith("*")
        ]
        first, second = (
            tuple(tuple(parse_cards(hand.removesuffix("*"), decks=decks)) for hand in word.split("+"))
            for word in words
        )
        upcards = parse_cards(up)
        if len(upcards) != 1 or len(stars) > 1:
            raise BadInput(f"{text!r} is no situation; give {WANTED}")
        found = cls.of((first, second), upcards[0], stars[0] if stars else None, stage == "insurance")
        found._check(text, decks)
        return found

    def _check(self, text: str, decks: int) -> None:
        every = [*self.own, self.upcard]
        many = next((card for card in every if every.count(card) > decks), None)
        if many is not None:
            raise BadInput(f"{many} is there more than {decks} times in {text!r}")
        if self.insurance and value(self.upcard) != 1:
            raise BadInput("insurance is offered against an ace only")
        if self.turn is None:
            if any(len(split) != 1 or len(split[0]) != 2 for split in self.dealt):
                raise BadInput(f"{text!r} has no hand in play; mark it with a star, as in 8s3c* 9dTh/6h")
            return
        place, number = self.turn
        hand = self.dealt[place][number]
        if len(hand) < 2 or total(hand).value >= 21 or self.insurance:
            raise BadInput(f"there is nothing to decide on that hand in {text!r}")
        if len({value(split[0]) for split in self.dealt[place]}) > 1:
            raise BadInput(f"the hands joined by + in {text!r} are no split pair")


class SwitchSituations(Situations):
    """Situations of two hands that are switched, split and drawn to."""

    @property
    def turns(self) -> int:
        """Insurance, the switch, and at least one hand to play."""
        return 3

    def parse(self, text: str, options: Mapping[str, str] | None = None) -> SwitchSituation:
        """Read a situation; the number of decks says how often a card can be there."""
        return SwitchSituation.parse(text, int((options or {}).get("decks", "6")))

    def seen(self, request: Request, view: View) -> SwitchSituation:
        """What the seat that is asked sees."""
        dealt: list[tuple[Cards, ...]] = []
        turn = None
        for place, name in enumerate(("hand-1", "hand-2")):
            group = [hand for hand in view.hands[request.seat] if hand.name.startswith(name)]
            dealt.append(tuple(tuple(card for card in hand.cards if card is not None) for hand in group))
            for number, hand in enumerate(group):
                turn = (place, number) if hand.name == request.stage else turn
        up = view.dealer[0]
        assert up is not None
        return SwitchSituation.of((dealt[0], dealt[1]), up, turn, request.stage.startswith("insurance"))

    def hand(self, situation: Situation) -> str:
        """The hand in play: `soft 17 against a 6`; nothing before the play."""
        assert isinstance(situation, SwitchSituation)
        if situation.hand is None:
            return ""
        held, up = total(situation.hand), situation.upcard.rank_char
        return f"{'soft ' if held.soft else ''}{held.value} against {'an' if up in 'A8' else 'a'} {up}"

    def named(self, situation: Situation, decision: str) -> str:
        """A decision as a button says it: one has insurance, or none."""
        return {"insure": "Insurance", "decline": "No insurance"}.get(decision) or super().named(
            situation, decision
        )

    def question(self, situation: Situation) -> str:
        """What a drill asks."""
        assert isinstance(situation, SwitchSituation)
        if situation.insurance:
            return "The dealer shows an ace. Insure both hands?"
        return "How do you play the hand in play?" if situation.turn else "Switch the second cards, or keep?"

    def lots(self, situation: Situation) -> list[Lot]:
        """Each hand with whether it is in play, and the upcard."""
        return self.lots_of(str(situation))

    def laid(self, text: str, decks: int = 1) -> Cards:
        """Every card of a text, in the order of the places."""
        cards = re.sub(r"/insurance|[/+*\s]", "", text)
        return tuple(parse_cards(cards, decks=decks)) if cards else ()

    def written(self, cards: Sequence[Card], like: str = "") -> str:
        """The text of these cards as far as they go."""
        first, second, up = ("".join(map(str, part)) for part in (cards[:2], cards[2:4], cards[4:]))
        return f"{first} {second}".strip() + (f"/{up}" if up else "")

    def in_play(self, text: str) -> bool:
        """Whether a hand is in play or split, or insurance is asked."""
        return bool(re.search(r"[*+]|/insurance", text))

    def drawn(self, text: str, card: Card) -> str:
        """The text with one more card on the hand in play; nothing where none is."""
        return text.replace("*", f"{card}*", 1) if "*" in text else ""

    def lots_of(self, text: str) -> list[Lot]:
        """The hands of a text, those of a split by letters, and the upcard."""
        hands, _, rest = text.partition("/")
        up = self.places[-1]
        return [*self._hands(hands), Lot(up, _cards_in(rest))]

    def _hands(self, hands: str) -> Iterator[Lot]:
        for place, word in zip(self.places, hands.split(), strict=False):
            for number, hand in enumerate(word.split("+")):
                name = place.name + (f", split {'abcd'[number]}" if "+" in word and number < 4 else "")
                name += ", in play" if hand.endswith("*") else ""
                yield Lot(replace(place, name=name, drill=name), _cards_in(hand))

    def questions(self, text: str) -> list[Question]:
        """Insurance, the switch, and the play of either hand."""
        plain = text.replace("*", "").removesuffix(INSURANCE)
        hands, _, up = plain.partition("/")
        if "+" in hands or len(hands.split()) != 2:
            return []
        first, second = hands.split()
        asked = [
            Question("Play the first hand", f"{first}* {second}/{up}"),
            Question("Play the second hand", f"{first} {second}*/{up}"),
        ]
        if self.complete(len(_CARD.findall(plain))):
            asked.insert(0, Question("Switch or keep", plain))
            if up.startswith("A"):
                asked.insert(0, Question("Insurance", plain + INSURANCE))
        return asked


def _cards_in(text: str) -> Cards:
    return tuple(parse_cards("".join(_CARD.findall(text)), decks=DECKS_MAX))
