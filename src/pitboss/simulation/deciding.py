"""What is decided in a described game: the tree of decisions, and a choice for all that a seat can see."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from pitboss.analysis.families import alternating, community, exchange, one_decision, stages
from pitboss.analysis.families.community.by_rules import by_rule, rivers_by_rule
from pitboss.analysis.families.deals import Deck, cards_of, every, sets
from pitboss.analysis.families.registry import pays_of
from pitboss.analysis.families.solving import optimal
from pitboss.analysis.families.written import choices
from pitboss.arrays import Bytes, Choices, Ints
from pitboss.errors import BadInput
from pitboss.games import Rules
from pitboss.games.description import AGAINST_DEALER, ChoiceRow, Description
from pitboss.games.features import sight_size
from pitboss.simulation import boards
from pitboss.simulation.dealing import CODES
from pitboss.simulation.job import TWO_EXCHANGED, without_best_play

FOLD = "fold"


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
    if game.draws > 1:
        raise refused(game, TWO_EXCHANGED)
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
        if len(nodes) > CODES:
            raise refused(game, f"there are more than {CODES} ways to decide")
    return nodes, np.array(after, np.uint8)


def refused(game: Description, reason: str) -> BadInput:
    return BadInput(f"{game.name} can't be simulated: {reason}")


@dataclass(frozen=True, eq=False)
class Player:
    """How a seat plays: `optimal`, or by rules."""

    rules: Rules
    game: Description
    strategy: str

    @property
    def deck(self) -> Deck:
        """The cards that are dealt, with suits told apart where the names of suits rank hands."""
        ranking = self.game.cards.ranking
        return Deck(self.game.cards.deck, ranking.suits_alike or ranking.by_suit is not None)

    def hands(self, size: int) -> Bytes:
        """The sets of so many cards, one for all that differ only in the names of suits."""
        return cards_of(self.deck, sets(self.deck, size).places)

    def best(self) -> Any:
        """Optimal play with the paytables of the table."""
        reason = without_best_play(self.game)
        if reason:
            raise refused(self.game, f"{reason}; choose its simple strategy, or give rules")
        return optimal(pays_of(self.rules))

    def once(self) -> Choices:
        """[set, upcard]: the choice of the only stage, -1 where the upcard is one of the set."""
        if self.strategy == "optimal":
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
        if self.strategy == "optimal":
            found: exchange.ExchangeSolution = self.best()
            return found.best
        hands = cards_of(self.deck, every(self.deck, self.game.cards.player))
        chosen, _ = self.written(0, hands, np.zeros((len(hands), 0), np.uint8), 1, {})
        return chosen.astype(np.int64)

    def at_stage(self, stage: int, risks: Sequence[int]) -> Bytes:
        """[set, risk]: the choice at a stage, whatever is seen."""
        size = sight_size(self.game, stage)
        if self.strategy == "optimal":
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
        if self.strategy == "optimal":
            found: community.HoldemSolution = self.best()
            return [boards.best(found, stage, node.out) for node in nodes]
        named = "risk" in self.strategy
        risks = [node.risk if named else 0 for node in nodes]
        return [(risk, _by_rules(_Asked(self, self.game.play, self.strategy, stage, risk))) for risk in risks]

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

    size = boards.size_at(player.game, stage)
    if size == boards.RIVER:
        return np.concatenate(rivers_by_rule(player.deck, rule))
    return by_rule(player.deck, size, rule)


def decided_names(game: Description, nodes: Sequence[Node]) -> dict[str, tuple[int, ...]]:
    """Each decision, as par sheets name it, with the nodes that come after it."""
    found: dict[str, tuple[int, ...]] = {}
    for stage in game.stages:
        for choice in stage.choices:
            taken = (stage.name, choice.name)
            after = tuple(place for place, node in enumerate(nodes) if taken in node.decisions)
            found[choice.name if len(game.stages) == 1 else f"{stage.name}: {choice.name}"] = after
    return found
