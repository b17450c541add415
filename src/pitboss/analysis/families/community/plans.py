"""Which decision follows which: the stages of a hold'em game, and the bets that can lie out at each."""

from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate

from pitboss.analysis.families.budget import refuse
from pitboss.analysis.families.payoff import FOLD
from pitboss.games.description import AGAINST_DEALER, BetRow, ChoiceRow, Description, StageRow

Units = tuple[int, ...]
"""How many units are out on each base bet."""
LEVELS = (0, 3, 4, 5)
"""Community cards in view when a decision can be asked."""


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A decision to be taken: its stage, the community cards in view, and the bets out before it."""

    stage: StageRow
    """With its choices in the order in which equal ones are taken: that which bets most at once is first."""
    level: int
    units: Units
    leads: tuple["int | Units | None", ...]
    """Where each choice leads: to another node, to the showdown with these bets, or nowhere by a fold."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A described game as this engine sees it: every decision, those that follow before those they follow."""

    game: Description
    nodes: tuple[Node, ...]

    @property
    def root(self) -> int:
        """The first decision."""
        return len(self.nodes) - 1

    def at(self, level: int) -> list[int]:
        """The decisions with so many community cards in view."""
        return [number for number, node in enumerate(self.nodes) if node.level == level]

    @property
    def turns(self) -> dict[int, tuple[int, Units]]:
        """For each decision at a turn one that is taken just like it, and the bets by which it has more out.

        Where nobody can fold any more, what is out already is won or lost whatever one adds.
        """
        found: dict[int, tuple[int, Units]] = {}
        known: dict[tuple[Units, ...], int] = {}
        for number in self.at(4):
            leads = [lead for lead in self.nodes[number].leads if isinstance(lead, tuple)]
            like = number
            if len(leads) == len(self.nodes[number].leads):
                adds = tuple(_less(lead, leads[0]) for lead in leads)
                like = known.setdefault(adds, number)
            first = self.nodes[like].leads[0]
            found[number] = (
                like,
                _less(leads[0], first) if like != number and isinstance(first, tuple) else (),
            )
        return found

    def places(self, number: int) -> tuple[int, ...]:
        """Where the choices of a node stand in the game's own order."""
        node = self.nodes[number]
        of_game = next(stage for stage in self.game.stages if stage.name == node.stage.name)
        names = [choice.name for choice in of_game.choices]
        return tuple(names.index(choice.name) for choice in node.stage.choices)

    @property
    def leaves(self) -> list[Units]:
        """The bets that come to a showdown."""
        leads = (lead for node in self.nodes for lead in node.leads)
        return sorted({lead for lead in leads if isinstance(lead, tuple)}, reverse=True)

    def laid(self, units: Units) -> tuple[tuple[BetRow, int], ...]:
        """The base bets that are out."""
        return tuple((bet, amount) for bet, amount in zip(self.game.base, units, strict=True) if amount)

    def name(self, units: Units, folds: bool = False) -> str:
        """What a way to play is called: the bets made in the round, and those taken back."""
        bets = [*zip(self.game.base, units, strict=True)]
        parts = [f"{bet.slug} {amount}x" for bet, amount in bets if bet.in_round and amount]
        parts += [f"less {bet.slug}" for bet, amount in bets if not bet.in_round and not amount]
        return " after ".join(["fold", *filter(None, [", ".join(parts)])]) if folds else ", ".join(parts)


def plan(game: Description) -> Plan:
    """Which decision follows which; a game that is not of this kind is refused with the reason."""
    cards, levels = game.cards, [*accumulate(stage.opens for stage in game.stages)]
    reasons = {
        "it is not played against a dealer": game.family != AGAINST_DEALER,
        "player and dealer don't have two cards each, with five on the board": (
            (cards.player, cards.dealer, cards.community) != (2, 2, 5)
        ),
        "a bet is paid by the margin between the hands": game.by_margin,
        "its hands are not five-card poker hands": cards.ranking.name != "five-card",
        "one of the dealer's cards is face up": bool(cards.dealer_up),
        "a decision is taken with one or two cards of the board in view": not {*levels} <= {*LEVELS},
        "two decisions are taken with the same cards in view": len({*levels}) < len(levels),
        "a choice depends on the hand or exchanges cards": any(
            choice.needs_hand or choice.exchanges for stage in game.stages for choice in stage.choices
        ),
        "what a fold costs depends on the hand": any(bet.settles[FOLD].by_hand for bet in game.base),
    }
    refuse(game.name, "with community cards", reasons)
    nodes: list[Node] = []
    stages = [_by_size(stage) for stage in game.stages]

    @cache
    def lead(place: int, units: Units) -> int | Units:
        out = {bet.slug for bet, amount in zip(game.base, units, strict=True) if amount}
        while place < len(game.stages) and not game.stages[place].asks(out):
            place += 1
        if place == len(game.stages):
            return units
        stage = stages[place]
        leads = tuple(
            None if choice.folds else lead(place + 1, _after(game, units, choice)) for choice in stage.choices
        )
        nodes.append(Node(stage, levels[place], units, leads))
        return len(nodes) - 1

    lead(0, tuple(int(not bet.in_round) for bet in game.base))
    return Plan(game, tuple(nodes))


def _by_size(stage: StageRow) -> StageRow:
    """A stage with the choices first that bet more at once; a fold is the last of those that bet nothing."""
    return replace(
        stage,
        choices=tuple(sorted(stage.choices, key=lambda choice: (-sum(choice.bets.values()), choice.folds))),
    )


def _less(one: Units, other: Units) -> Units:
    return tuple(mine - theirs for mine, theirs in zip(one, other, strict=True))


def _after(game: Description, units: Units, choice: ChoiceRow) -> Units:
    out = zip(game.base, units, strict=True)
    return tuple(
        0 if bet.slug in choice.takes_back else amount + choice.bets.get(bet.slug, 0) for bet, amount in out
    )
