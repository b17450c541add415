"""How a way to play ends, the best one or one by rules: the deals by decisions, end, class and margin.

Each engine has one function here, which its entry in the list names; whoever holds a simulation against
exact values asks it and knows no engine.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import comb, prod

import numpy as np

from pitboss.analysis.families import (
    community,
    dealt,
    exchange,
    one_decision,
    stages,
    suit_stages,
    upcards,
    war,
)
from pitboss.analysis.families.by_class import histogram, split
from pitboss.analysis.families.community.by_rules import renumbered
from pitboss.analysis.families.deciding import SIZES, Node, Player, tree
from pitboss.analysis.families.payoff import FOLD, SHOWN, parted, shown
from pitboss.arrays import Choices, Ints
from pitboss.errors import BadInput
from pitboss.games.description import BetRow, Description
from pitboss.hands.kinds import Kind

End = tuple[Node, str, str, int, int]
"""Where a seat stands, how the round ends there, the class of the hand, the margin, and how many deals do."""
ByClass = Callable[[BetRow, Kind, bool], Mapping[str, int]]
"""Deals by class, in a ranking, of the cards that a bet reads; folded ones too if a fold doesn't lose it."""
Decision = tuple[str, str]
"""A choice by the name of its stage."""


@dataclass(frozen=True, slots=True, eq=False)
class Ended:
    """How a way to play ends, over all deals."""

    deals: int
    ends: Iterable[End]
    taken: Mapping[Decision, int]
    """In how many deals each decision is taken."""
    staying: ByClass | None = None
    """The deals that stay in, if bets may depend on them."""
    dealt: ByClass | None = None
    """All deals, where cards are not as any others of a deck."""
    together: bool = False
    """Whether only all that is out is known, as if it lay on the first bet: all bets are paid alike."""
    unasked: str = ""
    """What it is called when no decision is asked for, where that may be."""


def _of_hand(game: Description, by: Callable[[Kind], Mapping[str, int]]) -> ByClass:
    """The deals that stay in, where only those of the player's hand are known."""

    def staying(bet: BetRow, kind: Kind, lost: bool) -> Mapping[str, int]:
        if bet.reads != game.reads_hand:
            raise BadInput("it reads other cards")
        return by(kind)

    return staying


def _same(player: Player, staying: Mapping[str, int]) -> ByClass:
    """The deals that stay in, where only those by the classes of the game itself are known."""

    def by(other: Kind) -> Mapping[str, int]:
        if other is not player.game.cards.ranking:
            raise BadInput("it has other classes")
        return staying

    return _of_hand(player.game, by)


def one_choice(player: Player) -> Ended:
    """Of games with one decision."""
    if dealt.large(player.game) and not player.optimal:
        raise BadInput("all hands are counted for optimal play only, which takes a minute")
    return _of_counts(player, player.counts())


def by_upcards(player: Player) -> Ended:
    """Of games with several upcards: rules don't look at those, optimal play does."""
    if not player.optimal:
        return _of_counts(player, player.counts().unseen)
    solved: upcards.UpcardSolution = player.best()
    return _tallied(player, solved.tally, solved.deals, _same(player, solved.staying()))


def _of_counts(player: Player, counts: one_decision.OneDecisionCounts) -> Ended:
    game = player.game
    ranking, chosen = game.cards.ranking, player.once()
    tally = counts.tally(chosen)
    assert tally.sum() == counts.deals

    def by(other: Kind) -> Mapping[str, int]:
        if other.suits_alike:
            return one_decision.staying(counts, chosen, other)
        staying = one_decision.staying(counts, chosen, ranking)
        return split(staying, ranking, other, histogram(counts.deck, other, game.cards.player))

    return _tallied(player, tally, counts.deals, _of_hand(game, by))


def _tallied(player: Player, tally: Ints, deals: int, staying: ByClass) -> Ended:
    """From the deals by choice of the only stage, end and class."""
    game, (stage,) = player.game, player.game.stages
    classes, start, named = game.cards.ranking.classes, tree(game)[0][0], shown(game)

    def ends() -> Iterator[End]:
        for (choice, end, held), number in np.ndenumerate(tally):
            if number:
                node = start.then(game, stage.choices[choice])
                ended, margin = (FOLD, 0) if node.folded else parted(named[end])
                yield node, ended, classes[held], margin, int(number)

    taken = {
        (stage.name, choice.name): int(by.sum()) for choice, by in zip(stage.choices, tally, strict=True)
    }
    return Ended(deals, ends(), taken, staying)


def by_exchange(player: Player) -> Ended:
    """Of games in which cards are exchanged."""
    counts: exchange.ExchangeCounts = player.counts()
    chosen = player.exchanging()

    def by(bet: BetRow, other: Kind, lost: bool) -> Mapping[str, int]:
        return exchange.side_classes(counts, bet, other, chosen, lost)[0]

    return _tallied(player, exchange.tally(counts, chosen), counts.deals, by)


def by_rank(player: Player) -> Ended:
    """Of war, by the choice after a tie of each rank; all ranks come equally often."""
    game, solved = player.game, player.best()
    nodes, _ = tree(game)
    ranks = sorted({card.rank for card in game.cards.deck})
    chosen, hand, (stage,) = player.after_ties(), game.cards.ranking.classes[0], game.stages
    after = {node.decisions[0][1]: node for node in nodes[1:]}
    ends: list[End] = []
    taken = dict.fromkeys(((stage.name, choice.name) for choice in stage.choices), 0)
    for rank in ranks:
        for (way, end, _), number in solved.ends(int(chosen[rank])).items():
            ends.append((after.get(way, nodes[0]), end, hand, 0, number))
            if way in after:
                taken[stage.name, way] += number

    def sides(bet: BetRow, ranking: Kind, lost: bool) -> Mapping[str, int]:
        return war.side_classes(game, bet, ranking)

    return Ended(solved.deals * len(ranks), ends, taken, None, sides, unasked=war.NO_CHOICE)


def on_boards(player: Player) -> Ended:
    """Of hold'em."""
    game, counts = player.game, player.counts()
    planned = community.plan(game)
    policy: dict[int, Choices] = {}
    for number, node in enumerate(planned.nodes):
        if node.level in SIZES:
            stage = next(place for place, row in enumerate(game.stages) if row.name == node.stage.name)
            out = {bet.slug: units for bet, units in planned.laid(node.units)}
            chosen = player.on_boards(stage, [Node((), out, stage)])[0][1]
            policy[number] = renumbered(chosen, np.argsort(planned.places(number)).tolist())
    followed = community.followed(counts, planned, player.pays, policy)
    ends: list[End] = []
    staying = dict.fromkeys(game.cards.ranking.classes, 0)
    for (units, folds), tally in followed.tallies.items():
        node_out = Node((), dict(zip((bet.slug for bet in game.base), units, strict=True)), 0, folds)
        for (held, end), deals in np.ndenumerate(tally):
            hand = community.CLASSES[len(community.CLASSES) - 1 - held]
            ends.append((node_out, FOLD if folds else SHOWN[end], hand, 0, int(deals)))
            staying[hand] += 0 if folds else int(deals)
    taken: dict[Decision, int] = {}
    for number, node in enumerate(planned.nodes):
        for choice, times in zip(node.stage.choices, followed.reached[number], strict=True):
            name = node.stage.name, choice.name
            taken[name] = taken.get(name, 0) + int(times)
    return Ended(counts.deals, ends, taken, _same(player, staying))


def by_suits(player: Player) -> Ended:
    """Of games of flushes."""
    game, solved = player.game, player.best()
    played = solved.played if player.optimal else _followed(player, solved)
    nodes = {node.decisions: node for node in tree(game)[0]}
    ends: list[End] = []
    taken = {(stage.name, choice.name): 0 for stage in game.stages for choice in stage.choices}
    for choices, end, number in suit_stages.endings(solved, played):
        names = zip(game.stages, choices, strict=False)
        node = nodes[tuple((stage.name, choice.name) for stage, choice in names)]
        hand = game.cards.ranking.classes[-1] if end == FOLD else end
        ends.append((node, end if end == FOLD else "hand", hand, 0, number))
        for decision in node.decisions:
            taken[decision] += number
    return Ended(solved.deals, ends, taken)


def _followed(player: Player, solved: suit_stages.FlushSolution) -> suit_stages.Played:
    """How rules end."""
    game = player.game
    risk = sum(not bet.in_round for bet in game.base)
    first = player.by_strength(0, risk)
    held = game.cards.ranking.strengths(player.hands(solved.plan.sizes[0]))
    second = {
        choice.name: player.by_strength(1, risk + sum(choice.bets.values()))
        for choice in game.stages[0].choices
        if not choice.folds
    }
    return suit_stages.follow(solved, np.array([first[strength] for strength in held.tolist()]), second)


def by_stages(player: Player) -> Ended:
    """Of stages against a paytable."""
    game, deck = player.game, player.deck
    plan, classes, unit = stages.plan(game), game.cards.ranking.classes, game.base[0].slug
    choices = {}
    for number, (seen, risks) in enumerate(plan.risks.items()):
        found = player.at_stage(number, sorted(risks))
        choices[seen] = np.zeros((len(found), plan.risk_max + 1), np.int8)
        choices[seen][:, sorted(risks)] = found
    reached, folded, shown_by = stages.played(plan, deck, stages.final_classes(plan, deck), choices)

    def cases(seen: int) -> int:
        """In how many ways the cards to come can be opened."""
        return prod(range(deck.size - plan.last + 1, deck.size - seen + 1))

    def at(risk: int, folds: bool = False) -> Node:
        return Node((), {unit: risk}, 0, folds)

    ends: list[End] = [(at(risk, True), FOLD, classes[-1], 0, number) for risk, number in folded.items()]
    ends += [
        (at(risk), "hand", hand, 0, int(shown_by[held, risk]))
        for (held, hand), risk in product(enumerate(classes), range(plan.risk_max + 1))
    ]
    taken = {
        (stage.name, choice.name): int(reached[seen][choices[seen] == place].sum()) * cases(seen)
        for seen, stage in plan.stages.items()
        for place, choice in enumerate(stage.choices)
    }
    staying = dict(zip(classes, shown_by.sum(axis=1).tolist(), strict=True))

    def by(ranking: Kind) -> Mapping[str, int]:
        return split(staying, game.cards.ranking, ranking, histogram(deck, ranking, plan.last))

    deals = comb(deck.size, plan.first) * cases(plan.first)
    return Ended(deals, ends, taken, _of_hand(game, by), together=True)
