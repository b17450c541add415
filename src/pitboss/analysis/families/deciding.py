"""How a seat decides: the tree of decisions, and the choices of a way to play for all that can be seen."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from pitboss.analysis.families import (
    alternating,
    community,
    exchange,
    one_decision,
    stages,
    suit_stages,
    war,
)
from pitboss.analysis.families.community.by_rules import by_rule, renumbered, rivers_by_rule
from pitboss.analysis.families.deals import Deck, cards_of, every, sets
from pitboss.analysis.families.payoff import Pays
from pitboss.analysis.families.written import choices
from pitboss.arrays import Bytes, Choices, Ints
from pitboss.errors import BadInput
from pitboss.games.description import AGAINST_DEALER, ChoiceRow, Description
from pitboss.games.features import sight_size

WAYS_MAX = 64
"""So many ways to decide are told apart."""
RIVER = 5
"""A whole board is looked up by what a showdown sees of it, [cell], plain boards first."""
SIZES = (0, 3, 4, RIVER)
"""Boards of so many cards are looked up."""


@dataclass(frozen=True, slots=True)
class Node:
    """Where a seat stands after some decisions: what lies out, and which stage asks next."""

    decisions: tuple[tuple[str, str], ...]
    """Each by the name of its stage."""
    out: Mapping[str, int]
    """The base bets that are out, in units of the first one."""
    stage: int
    folded: bool = False
    throws: int = 0
    """The card that was exchanged, counted from the lowest up."""
    takes: bool = False
    """Whether the card that is offered has joined the hand."""

    @property
    def risk(self) -> int:
        """What is at risk, in units of the first bet."""
        return sum(self.out.values())

    def then(self, game: Description, choice: ChoiceRow) -> "Node":
        """Where a choice leads."""
        out = {slug: units for slug, units in self.out.items() if slug not in choice.takes_back}
        for slug, multiple in choice.bets.items():
            out[slug] = out.get(slug, 0) + multiple
        taken = (*self.decisions, (game.stages[self.stage].name, choice.name))
        throws = choice.exchanges[0] if choice.exchanges else self.throws
        stage = _next_stage(game, self.stage + 1, out)
        return Node(taken, out, stage, choice.folds, throws, self.takes or choice.takes)


def _next_stage(game: Description, first: int, out: Mapping[str, int]) -> int:
    """The next stage that asks: one that makes a bet is passed over when all its bets are made."""
    for number in range(first, len(game.stages)):
        makes = {slug for choice in game.stages[number].choices for slug in choice.bets}
        if not makes or not makes <= out.keys():
            return number
    return len(game.stages)


def tree(game: Description) -> tuple[list[Node], Bytes]:
    """Every node, the first one first, and where each choice leads."""
    out = {bet.slug: 1 for bet in game.base if not bet.in_round}
    nodes = [Node((), out, _next_stage(game, 0, out))]
    width = max(len(stage.choices) for stage in game.stages)
    after: list[list[int]] = []
    for node in nodes:  # grows as it goes
        after.append([0] * width)
        if not node.folded and node.stage < len(game.stages):
            for place, choice in enumerate(game.stages[node.stage].choices):
                after[-1][place] = len(nodes)
                nodes.append(node.then(game, choice))
        if len(nodes) > WAYS_MAX:
            raise refused(game, f"there are more than {WAYS_MAX} ways to decide")
    return nodes, np.array(after, np.uint8)


def refused(game: Description, reason: str) -> BadInput:
    return BadInput(f"{game.name} can't be simulated: {reason}")


@dataclass(frozen=True, eq=False)
class Player:
    """How a seat plays: `optimal` for what is paid, or by rules."""

    pays: Pays
    strategy: str
    best: Callable[[], Any]
    """Optimal play, as the engine of the game solves it."""
    counts: Callable[[], Any]
    """What the engine counts, whatever is paid."""

    @property
    def game(self) -> Description:
        """What is played."""
        return self.pays.game

    @property
    def optimal(self) -> bool:
        """Whether the seat plays as is best."""
        return self.strategy == "optimal"

    @property
    def deck(self) -> Deck:
        """The cards that are dealt, with suits told apart where the names of suits rank hands."""
        ranking = self.game.cards.ranking
        return Deck(self.game.cards.deck, ranking.suits_alike or ranking.by_suit is not None)

    def hands(self, size: int) -> Bytes:
        """The sets of so many cards, one for all that differ only in the names of suits."""
        return cards_of(self.deck, sets(self.deck, size).places)

    def once(self) -> Choices:
        """[set, upcard]: the choice of the only stage, -1 where the upcard is one of the set."""
        if self.optimal:
            best: Choices = self.best().best
            return best.reshape(len(best), -1)
        return one_decision.by_rules(self.game, self.strategy, self.held)

    @cached_property
    def by_colour(self) -> alternating.Runs | None:
        """The hands of the only stage where suits of a colour are alike."""
        if self.game.family != AGAINST_DEALER or not alternating.fits(self.game, self.deck):
            return None
        return alternating.Runs(self.game, self.deck)

    @property
    def held(self) -> Bytes:
        """What a seat can hold at the only stage, one for all that no choice tells apart."""
        coloured = self.by_colour
        return self.hands(self.game.cards.player) if coloured is None else coloured.cards

    def exchanging(self) -> Ints:
        """The choice of the only stage for every set of cards, in the order of their numbers."""
        if self.optimal:
            found: exchange.ExchangeSolution = self.best()
            return found.best
        hands = cards_of(self.deck, every(self.deck, self.game.cards.player))
        chosen, _ = self.written(0, hands, np.zeros((len(hands), 0), np.uint8), 1, {})
        return chosen.astype(np.int64)

    def at_stage(self, stage: int, risks: Sequence[int]) -> Bytes:
        """[set, risk]: the choice at a stage, whatever is seen."""
        size = sight_size(self.game, stage)
        if self.optimal:
            found: stages.StageSolution = self.best()
            return found.choices[size][:, list(risks)].astype(np.uint8)
        hands = self.hands(size)
        columns = []
        read: dict[str, Any] = {}
        for risk in risks:
            column, read = self.written(stage, hands, np.zeros((len(hands), 0), np.uint8), risk, read)
            columns.append(column)
        return np.stack(columns, axis=1)

    def on_boards(self, stage: int, nodes: "Sequence[Node]") -> list[tuple[int, Choices]]:
        """The choices of the nodes of a stage by board and hole cards, and what they are known by."""
        if self.optimal:
            found: community.HoldemSolution = self.best()
            return [best_on_boards(found, stage, node.out) for node in nodes]
        named = "risk" in self.strategy
        risks = [node.risk if named else 0 for node in nodes]
        return [(risk, _by_rules(_Asked(self, self.game.play, self.strategy, stage, risk))) for risk in risks]

    def after_ties(self) -> Bytes:
        """The choice after a tie of each rank."""
        if self.optimal:
            found: war.WarSolution = self.best()
            return np.full(13, found.best, np.uint8)
        cards = np.arange(0, 52, 4).astype(np.uint8)[:, None]
        return self.written(0, cards, cards + np.uint8(1), 1, {})[0]

    def by_strength(self, stage: int, risk: int, branch: int = 0) -> dict[int, int]:
        """The choice at a stage by strength of the cards seen; a way to play that needs more is refused."""
        if self.optimal:
            solved: suit_stages.FlushSolution = self.best()
            return solved.choice_of(stage, branch)
        hands = self.hands(sight_size(self.game, stage))
        chosen, _ = self.written(stage, hands, np.zeros((len(hands), 0), np.uint8), risk, {})
        held = self.game.cards.ranking.strengths(hands)
        found: dict[int, int] = {}
        for strength in np.unique(held).tolist():
            taken = np.unique(chosen[held == strength])
            if len(taken) > 1:
                raise refused(self.game, "its rules go by more than the lengths of flushes and runs")
            found[strength] = int(taken[0])
        return found

    def written(
        self, stage: int, hands: Any, ups: Any, risk: int, read: dict[str, Any]
    ) -> tuple[Bytes, dict[str, Any]]:
        """What the rules choose, and what was read of the hands."""
        return choices(self.game, self.strategy, stage, hands, ups, risk, read)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What rules are asked at a stage, the same wherever a game is played alike."""

    player: Player = field(compare=False)
    play: tuple[object, ...]
    strategy: str
    stage: int
    risk: int


@lru_cache(maxsize=6)  # of at most 22 MB each
def _by_rules(asked: _Asked) -> Choices:
    """What rules choose at a stage for every board up to suits with all hole cards."""
    player, stage = asked.player, asked.stage

    def rule(rows: Any) -> Any:
        return player.written(stage, rows, np.zeros((len(rows), 0), np.uint8), asked.risk, {})[0]

    size = size_at(player.game, stage)
    if size == RIVER:
        return np.concatenate(rivers_by_rule(player.deck, rule))
    return by_rule(player.deck, size, rule)


def size_at(game: Description, stage: int) -> int:
    """How many cards of the board are open at a stage."""
    return sum(row.opens for row in game.stages[: stage + 1])


def best_on_boards(
    solved: community.HoldemSolution, stage: int, out: Mapping[str, int]
) -> tuple[int, Choices]:
    """Best play at a stage with these bets out, and the number of the decision that is taken alike.

    The choices are by hole cards, [hole], with a board in view [board, hole], with the whole board [cell].
    """
    planned = solved.plan
    units = tuple(out.get(bet.slug, 0) for bet in planned.game.base)
    name = planned.game.stages[stage].name
    for number, node in enumerate(planned.nodes):
        if node.stage.name == name and node.units == units:
            like = planned.turns.get(number, (number, ()))[0]
            places = planned.places(like)
            if node.level == RIVER:
                at, rivers = solved.columns.rivers.index(number), solved.sums.best
                cells = np.concatenate([rivers.plain[at], rivers.suited[at]])
                return number, renumbered(cells, places)
            return like, renumbered(solved.best[like], places)
    raise BadInput(f"{planned.game.name} asks for no decision at {name} with these bets out")


def decisions_of(game: Description) -> dict[str, tuple[str, str]]:
    """Each decision, as par sheets name it, with its stage and choice."""
    return {
        choice.name if len(game.stages) == 1 else f"{stage.name}: {choice.name}": (stage.name, choice.name)
        for stage in game.stages
        for choice in stage.choices
    }
