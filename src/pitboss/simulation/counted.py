"""The exact values of a described game as a job plays it, optimal or by rules, to the cent that is paid."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb, prod

import numpy as np

from pitboss.analysis.families import one_decision, stages
from pitboss.analysis.families.by_class import histogram, read_by
from pitboss.analysis.families.payoff import SHOWN
from pitboss.analysis.families.registry import row_of, split
from pitboss.analysis.families.solving import counted
from pitboss.errors import BadInput
from pitboss.games import Rules
from pitboss.games.description import AGAINST_DEALER, BetRow
from pitboss.hands.kinds import Kind
from pitboss.kernels import kernel
from pitboss.money import format_cents
from pitboss.simulation.described import FOLD, Node, Player, Worth, tree

Found = tuple[dict[str, Fraction], dict[str, Fraction], tuple[str, ...]]
"""What bets are worth per unit, how often each decision is taken, and notes."""


@kernel
def _follow(hands, weights, classes, below, dealer_hands, chosen, folds, tally):  # type: ignore[no-untyped-def]
    """Add up the ends of all deals when each hand and upcard takes its choice; -1 is no case."""
    cases = np.zeros(tally.shape[1], np.int64)
    for row in range(len(hands)):
        for up in range(below.shape[1]):
            choice = chosen[row, up]
            if choice < 0:
                continue
            if folds[choice]:
                tally[choice, 0, classes[row]] += weights[row] * dealer_hands
                continue
            one_decision.cases_of(below[row, up], dealer_hands, cases)
            for end in range(len(cases)):
                tally[choice, end, classes[row]] += weights[row] * cases[end]


def exact(rules: Rules, laid: Mapping[str, int], strategy: str, seats: int = 1) -> Found:
    """What is known of a game as it is played; a game that is too large to count has notes that say so."""
    game = rules.game.description
    assert game is not None
    worth, player = Worth(rules, game, laid), Player(rules, game, strategy)
    values: dict[str, Fraction] = {}
    decisions: dict[str, Fraction] = {}
    staying: Staying | None = None
    deals, notes = 1, []
    if game.unit.slug in laid:
        try:
            count = _one_decision if game.family == AGAINST_DEALER else _by_stages
            values, decisions, staying, deals = count(worth, player)
        except BadInput as error:
            notes.append(f"No exact value of the base game: {error}.")
    for bet in game.bets:
        if bet.kind != "base" and bet.slug in laid:
            value = _side(worth, bet, staying, deals, seats)
            if value is not None:
                values[bet.slug] = value
    for (slug, odds, cents), paid in worth.rounded.items():
        notes.append(rounded(slug, f"{odds} on {format_cents(cents)}", paid))
    return values, decisions, tuple(notes)


def rounded(bet: str, pays: str, paid: int) -> str:
    """What to know where a part of a cent is not paid."""
    return f"{bet}: {pays} pays {format_cents(paid)}; the house keeps the part of a cent."


Staying = Callable[[Kind], Mapping[str, int]]
"""The deals that stay in, by class of the hand in a ranking."""
Counted = tuple[dict[str, Fraction], dict[str, Fraction], Staying, int]
"""Values and decisions, the deals that stay in, and all deals."""


def _one_decision(worth: Worth, player: Player) -> Counted:
    game, unit = worth.game, worth.laid[worth.game.unit.slug]
    counts = counted(game, None)
    if not isinstance(counts, one_decision.Counts):
        raise BadInput("the ends of its decisions are not counted as it is played")
    choices, ranking = game.stages[0].choices, game.cards.ranking
    tally = np.zeros((len(choices), len(SHOWN), len(ranking.classes)), np.int64)
    folds = np.array([choice.folds for choice in choices])
    places = ranking.places()[counts.strengths]
    chosen = player.once()
    _follow(counts.hands, counts.weights, places, counts.below, counts.dealer_hands, chosen, folds, tally)
    assert tally.sum() == counts.deals
    start = tree(game)[0][0]
    after = [start.then(game, choice) for choice in choices]
    ended = [
        (after[choice], FOLD if folds[choice] else SHOWN[end], ranking.classes[held], int(deals))
        for (choice, end, held), deals in np.ndenumerate(tally)
        if deals
    ]
    values = {
        bet.slug: Fraction(
            sum(deals * worth.base(bet, node, end, hand)[0] for node, end, hand, deals in ended),
            counts.deals * unit,
        )
        for bet in game.base
    }
    values["base"] = sum(values.values(), Fraction(0))
    decisions = {
        choice.name: Fraction(int(tally[place].sum()), counts.deals) for place, choice in enumerate(choices)
    }

    def by(other: Kind) -> Mapping[str, int]:
        if other.suits_alike:
            return one_decision.staying(counts, chosen, other)
        staying = one_decision.staying(counts, chosen, ranking)
        return split(staying, ranking, other, histogram(counts.deck, other, game.cards.player))

    return values, decisions, by, counts.deals


def _by_stages(worth: Worth, player: Player) -> Counted:
    game = worth.game
    plan, deck = stages.plan(game), player.deck
    for bet in game.base:
        for node in tree(game)[0]:
            for hand in game.cards.ranking.classes:
                worth.base(bet, node, "hand", hand)
    if worth.rounded:
        raise BadInput("what the house keeps of cents depends on which bets are out")
    width = plan.risk_max + 1
    choices = {}
    for number, (seen, risks) in enumerate(plan.risks.items()):
        found = player.at_stage(number, sorted(risks))
        choices[seen] = np.zeros((len(found), width), np.int8)
        choices[seen][:, sorted(risks)] = found
    final = stages.final_classes(plan, deck)
    reached, folded, ends = stages.played(plan, deck, final, choices)
    deals = comb(deck.size, plan.first) * _cases(deck.size, plan.first, plan.last)
    bet = game.base[0]
    unit = worth.laid[bet.slug]
    at_unit = Node((), {bet.slug: 1}, 0)
    nets = [worth.base(bet, at_unit, "hand", hand)[0] for hand in game.cards.ranking.classes]
    total = -unit * sum(risk * number for risk, number in folded.items())
    total += sum(
        net * risk * int(number)
        for net, by_risk in zip(nets, ends, strict=True)
        for risk, number in enumerate(by_risk)
    )
    decisions = {}
    for seen, stage in plan.stages.items():
        for place, choice in enumerate(stage.choices):
            taken = int(reached[seen][choices[seen] == place].sum()) * _cases(deck.size, seen, plan.last)
            name = choice.name if len(game.stages) == 1 else f"{stage.name}: {choice.name}"
            decisions[name] = Fraction(taken, deals)
    staying = dict(zip(game.cards.ranking.classes, ends.sum(axis=1).tolist(), strict=True))

    def by(ranking: Kind) -> Mapping[str, int]:
        return split(staying, game.cards.ranking, ranking, histogram(deck, ranking, plan.last))

    return {"base": Fraction(total, deals * unit)}, decisions, by, deals


def _cases(cards: int, seen: int, last: int) -> int:
    """In how many ways the cards to come can be opened."""
    return prod(range(cards - last + 1, cards - seen + 1))


def _side(worth: Worth, bet: BetRow, staying: Staying | None, deals: int, seats: int) -> Fraction | None:
    """What a side bet or jackpot is worth per unit, envy included; None where it is not counted."""
    game = worth.game
    table = row_of(game, worth.rules.paytables[game.chooses(bet.table)])
    hands, folded = read_by(game, bet, table), 0
    if game.unit.slug in worth.laid and worth.lost_with_fold(bet):
        if staying is None or bet.reads != game.reads_hand:
            return None
        try:
            hands = staying(table.ranking)
        except BadInput:
            return None  # a ranking that has other classes
        folded = deals - sum(hands.values())
    total = folded * worth.side(bet, True, table.ranking.classes[0])[0]
    for hand, number in hands.items():
        net, _, envy = worth.side(bet, False, hand)
        total += number * (net + (seats - 1) * envy)
    return Fraction(total, (sum(hands.values()) + folded) * worth.laid[bet.slug])
