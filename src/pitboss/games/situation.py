"""What a player sees when a decision is asked, as a value with one text form.

`KhQd` is a hand, `KhQd/2c` the same with the first card on the board, `AsKdQhJc8s/7d` a hand and the dealer's
upcard. Behind the cards stand the decisions taken before, where there were any: `KhQd/2c bet-3x`.
"""

from dataclasses import dataclass

from pitboss.cards import Card, parse_cards
from pitboss.errors import BadInput, unknown
from pitboss.games.description import Description, StageRow


@dataclass(frozen=True, slots=True)
class Situation:
    """A stage, the cards in sight there, and the decisions before it."""

    stage: str
    own: tuple[Card, ...]
    dealer: tuple[Card, ...] = ()
    board: tuple[tuple[Card, ...], ...] = ()
    """The cards on the board, as they were opened."""
    decisions: tuple[str, ...] = ()

    def __str__(self) -> str:
        groups = (self.own, *((self.dealer,) if self.dealer else ()), *self.board)
        cards = "/".join("".join(map(str, group)) for group in groups)
        return " ".join((cards, *self.decisions))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The player's own cards and the board."""
        return (*self.own, *(card for group in self.board for card in group))


def parse(game: Description, text: str) -> Situation:
    """Read a situation of a described game."""
    cards, *decisions = text.split() or [""]
    groups = [tuple(parse_cards(part)) for part in cards.split("/")]
    stage, sizes = _stage_of(game, text, groups)
    if [len(group) for group in groups] != sizes:
        raise BadInput(f"{text!r} is no situation of {game.name}; {_wanted(game)}")
    every = [card for group in groups for card in group]
    for card in every:
        if every.count(card) > 1:
            raise BadInput(f"{card} is there twice in {text!r}")
        if card not in game.cards.deck:
            raise BadInput(f"{game.name} is played without {card}")
    own, rest = groups[0], groups[1:]
    dealer, board = (rest[0], rest[1:]) if game.cards.dealer_up else ((), rest)
    before = game.stages[: game.stages.index(stage)]
    _check_decisions(text, before, decisions)
    return Situation(stage.name, own, dealer, tuple(board), tuple(decisions))


def _openings(game: Description, upto: int) -> list[int]:
    """How many cards each group has at a stage."""
    dealer = [game.cards.dealer_up] if game.cards.dealer_up else []
    opened = [stage.opens for stage in game.stages[: upto + 1] if stage.opens]
    return [game.cards.player, *dealer, *opened]


def _stage_of(game: Description, text: str, groups: list[tuple[Card, ...]]) -> tuple[StageRow, list[int]]:
    """The stage that sees so many groups of cards; of several the first."""
    for number, stage in enumerate(game.stages):
        sizes = _openings(game, number)
        if len(sizes) == len(groups):
            return stage, sizes
    raise BadInput(f"{text!r} is no situation of {game.name}; {_wanted(game)}")


def _wanted(game: Description) -> str:
    sizes = ["/".join(map(str, _openings(game, number))) for number in range(len(game.stages))]
    return f"give groups of {' or '.join(dict.fromkeys(sizes))} cards, then the decisions before"


def _check_decisions(text: str, before: tuple[StageRow, ...], decisions: list[str]) -> None:
    if len(decisions) != len(before):
        names = ", ".join(stage.name for stage in before) or "none"
        raise BadInput(f"{text!r} must say one decision for each stage before: {names}")
    for stage, name in zip(before, decisions, strict=True):
        choices = {choice.name: choice for choice in stage.choices if not choice.folds}
        if name not in choices:
            raise unknown(f"nobody goes on from {stage.name} with", name, choices)
