"""Bets of a hold'em game that a fold loses: on the first cards, or on hole cards and some of the board."""

from fractions import Fraction

import numpy as np

from pitboss.analysis.families.budget import Budget
from pitboss.analysis.families.by_class import by_own
from pitboss.analysis.families.community.columns import at_flops
from pitboss.analysis.families.community.holdings import boards, holes
from pitboss.analysis.families.community.playing import led_to
from pitboss.analysis.families.community.solution import HoldemSolution
from pitboss.analysis.families.deals import ids, sets
from pitboss.analysis.families.sheets import Play, riding_sheet
from pitboss.analysis.parsheet import DecisionFrequency, ParSheet
from pitboss.analysis.side_bets import LOST
from pitboss.arrays import Ints
from pitboss.errors import BadInput
from pitboss.games.description import BetRow
from pitboss.hands.kinds import Kind


def staying_at_flops(solved: HoldemSolution, ranked: Kind) -> dict[str, int]:
    """The deals that are not folded, by class of the hole cards and the flop.

    How many turns, rivers and pairs of the dealer lead to a fold is summed for each flop and hole cards.
    """
    planned, counts = solved.plan, solved.counts
    if planned.at(4) or any(None in node.leads for node in planned.nodes if node.level < 5):
        raise BadInput(f"{planned.game.name}: folds before the whole board is open are not told by the flop")
    deck, columns = counts.deck, solved.columns
    flops, held = boards(deck, 3), holes(deck)
    cards = np.array(deck.cards, np.uint8)
    found = np.zeros(len(ranked.classes), np.int64)
    folded = np.zeros((len(flops.places), len(held.places)), np.int64)
    for at, river in enumerate(columns.rivers):
        folds, best = columns.folding[at], solved.sums.best
        given = (folds[best.plain[at]], folds[best.suited[at]])
        folded += led_to(planned, solved.best, river) * at_flops(counts, given)
    for row, flop in enumerate(flops.places):
        free = np.flatnonzero((flops.masks[row] & held.masks) == 0)
        hands = np.concatenate(
            [cards[held.places[free]], np.broadcast_to(cards[flop], (len(free), 3))], axis=1
        )
        staying = counts.ways(3) - folded[row, free] * counts.dealer_pairs
        np.add.at(found, ranked.places()[ranked.strengths(hands)], staying * flops.alike[row])
    orders = counts.deals // solved.deals
    return dict(zip(ranked.classes, (found // orders).tolist(), strict=True))


def side_sheet(solved: HoldemSolution, side: BetRow, budget: Budget | None = None) -> ParSheet:
    """The sheet under the best play of the base game, and `joint` under the best play for both bets."""
    counts, pays = solved.counts, solved.pays
    game, table = pays.game, pays.tables[side.table]
    first = solved.plan.nodes[solved.plan.root]
    if first.level or any(None in node.leads for node in solved.plan.nodes if node is not first):
        raise BadInput(f"{game.name}: what a later fold loses of {side.name} is not counted")
    kind, deck = table.ranking, counts.deck
    if not kind.own:
        raise BadInput(f"{game.name}: what a fold loses of {side.name} is not counted for cards of the board")
    held = by_own(deck, kind, game.cards.player + game.cards.dealer)
    weights = sets(deck, game.cards.player).weights
    folds = [place for place, lead in enumerate(first.leads) if lead is None]

    standing = np.unique(ids(deck, game.cards.player), return_index=True)[1]
    worths = solved.before_the_flop()[:, standing]
    whole = counts.ways(0) * solved.columns.scale
    hands, deals = int(weights.sum()), int((weights @ held).sum())

    def under(chosen: Ints) -> Play:
        staying = (weights * ~np.isin(chosen, folds)) @ held
        taken = worths[chosen, np.arange(len(chosen))].tolist()
        base = sum(int(times) * worth for times, worth in zip(weights, taken, strict=True))
        return Play(
            dict(zip(kind.classes, staying.tolist(), strict=True)),
            Fraction(base, whole * hands),
            tuple(
                DecisionFrequency(
                    f"{first.stage.name}: {choice.name}", Fraction(int(weights[chosen == place].sum()), hands)
                )
                for place, choice in enumerate(first.stage.choices)
            ),
        )

    nets = [LOST if table.pays.get(name) is None else table.pays[name].net for name in kind.classes]
    both = []
    for number, of_class in enumerate(held.tolist()):
        side_worth = sum((n * net for n, net in zip(of_class, nets, strict=True)), Fraction(0)) / sum(
            of_class
        )
        values = [
            Fraction(int(worths[place, number]), whole) + (LOST if place in folds else side_worth)
            for place in range(len(worths))
        ]
        both.append(values.index(max(values)))
    return riding_sheet(pays, side, deals, under(worths.argmax(axis=0)), under(np.array(both)))
