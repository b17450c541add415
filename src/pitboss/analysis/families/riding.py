"""Bets to which decisions matter: with the base game played by itself, and with both played for together.

A fold loses them, or an exchange changes the cards that they read.

For each hand a player decides with, the deals to come are counted by class of the cards that the bet reads.
That says how much of the bet stays in under any way to play, and what it adds to a decision.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod

import numpy as np

from pitboss.analysis.cache import Version
from pitboss.analysis.families import beaten, exchange, one_decision, stages
from pitboss.analysis.families.beside import STEPS_PER_DEAL, count_beside
from pitboss.analysis.families.budget import Budget
from pitboss.analysis.families.deals import CHOOSE, SIZE_MAX, Deck, number_of, sets, strengths
from pitboss.analysis.families.sheets import Play, riding_sheet
from pitboss.analysis.parsheet import DecisionFrequency, ParSheet
from pitboss.analysis.side_bets import LOST
from pitboss.arrays import Bools, Ints
from pitboss.errors import BadInput
from pitboss.games.description import BEATEN, BetRow, TableRow
from pitboss.hands.kinds import Kind
from pitboss.kernels import kernel

VERSION = Version("riding", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""
_BOARD_MAX = 3


def by_hands(solved: one_decision.OneDecisionSolution, bet: BetRow, budget: Budget | None = None) -> ParSheet:
    """The sheet of a bet beside one decision, under base play and `joint` under play for both."""
    counts, table = solved.counts, solved.pays.tables[bet.table]
    kind, of_beaten = table.ranking, bet.reads == BEATEN
    held = beaten.counted(counts, table) if of_beaten else _by_choice(counts, bet, kind, budget)
    nets, scale = _scaled(table, solved.pays.scaled_nets()[1])
    lost = np.full(len(counts.hands), -scale * counts.dealer_hands)
    # What is of no class is lost, as a folded bet is if the fold loses it.
    worth = [
        lost if choice.folds and bet.lost_with_fold else of @ (nets + scale) + lost
        for choice, of in zip(solved.choices, held, strict=True)
    ]

    def of(play: one_decision.OneDecisionSolution) -> Play:
        sheet = play.sheet()
        staying, in_action = _staying(play, kind, held, bet.lost_with_fold)
        ties = in_action - sum(staying.values())
        return Play(staying, sheet.expected_value, sheet.decisions, ties)

    together = one_decision.solve(counts, solved.pays, np.stack(worth, axis=1), scale)
    return riding_sheet(solved.pays, bet, solved.deals, of(solved), of(together))


def staying_by_hands(
    solved: one_decision.OneDecisionSolution, bet: BetRow, kind: Kind, lost: bool
) -> Mapping[str, int]:
    """The deals of one decision by class of what a bet reads, without those folded if that is `lost`."""
    return _staying(solved, kind, _by_choice(solved.counts, bet, kind, None), lost)[0]


def by_exchanges(solved: exchange.ExchangeSolution, bet: BetRow, budget: Budget | None = None) -> ParSheet:
    """The sheet of a bet on cards that an exchange changes, or that a fold loses."""
    ranking, lost = solved.pays.tables[bet.table].ranking, bet.lost_with_fold

    def of(play: exchange.ExchangeSolution) -> Play:
        base = play.sheet()
        read, _ = exchange.side_classes(play.counts, bet, ranking, play.best, lost, budget)
        return Play(read, base.expected_value, base.decisions)

    together = exchange.solve(solved.counts, solved.pays.with_side(bet.slug), budget)
    return riding_sheet(solved.pays, bet, solved.deals, of(solved), of(together))


def staying_by_exchanges(
    solved: exchange.ExchangeSolution, bet: BetRow, kind: Kind, lost: bool
) -> Mapping[str, int]:
    """The deals by class of what a bet reads after the exchange, without those folded if that is `lost`."""
    return exchange.side_classes(solved.counts, bet, kind, solved.best, lost)[0]


def by_boards(solved: stages.StageSolution, bet: BetRow, budget: Budget | None = None) -> ParSheet:
    """The sheet of a bet beside stages against a paytable."""
    table = solved.pays.tables[bet.table]
    nets, scale = _scaled(table, solved.scale)
    plays = _by_boards(solved, bet, table.ranking, nets, scale, budget)
    return riding_sheet(solved.pays, bet, solved.deals, *plays)


def staying_by_boards(solved: stages.StageSolution, bet: BetRow, kind: Kind, lost: bool) -> Mapping[str, int]:
    """The deals that come to the final hand, by class of what a bet reads."""
    assert lost  # else all deals are as any others of the deck
    nothing = np.zeros(len(kind.classes), np.int64)
    return _by_boards(solved, bet, kind, nothing, solved.scale, None)[0].staying


def _scaled(table: TableRow, scale: int) -> tuple[Ints, int]:
    """What a unit on the bet is ahead by class, as integers, and what scales them and the base game."""
    nets = [
        odds.net if (odds := table.pays.get(hand)) is not None else LOST for hand in table.ranking.classes
    ]
    whole = lcm(scale, *(net.denominator for net in nets))
    return np.array([int(net * whole) for net in nets], np.int64), whole


# One decision against a dealer.


def _staying(
    play: one_decision.OneDecisionSolution, kind: Kind, held: Sequence[Ints], lost: bool = True
) -> tuple[Mapping[str, int], int]:
    """The deals that no fold loses, by class of what is `held` [hand, class] after each choice, and all."""
    found, deals = np.zeros(len(kind.classes), np.int64), 0
    for place, (choice, of) in enumerate(zip(play.choices, held, strict=True)):
        if not (choice.folds and lost):
            weights = play.counts.weights * (play.best == place).sum(axis=1)
            found += weights @ of
            deals += int(weights.sum()) * play.counts.dealer_hands
    return dict(zip(kind.classes, found.tolist(), strict=True)), deals


def _by_choice(
    counts: one_decision.OneDecisionCounts, bet: BetRow, kind: Kind, budget: Budget | None
) -> list[Ints]:
    """[hand, class] after each choice: what the bet then reads."""
    held = _held(counts, bet, kind, budget)
    choices, joined = counts.game.stages[0].choices, counts.joined
    if joined is None or "own" not in bet.reads.split("+"):
        return [held] * len(choices)
    grown = joined.classes(kind)
    return [grown if choice.takes else held for choice in choices]


def _held(counts: one_decision.OneDecisionCounts, bet: BetRow, kind: Kind, budget: Budget | None) -> Ints:
    """[hand, class]: for a hand and any upcard, the dealer's other cards by class of what the bet reads."""
    cards = counts.game.cards
    _refuse_suits(counts.deck, bet, kind)
    if "dealer" not in bet.reads:
        return np.eye(len(kind.classes), dtype=np.int64)[counts.places(kind)] * counts.dealer_hands
    beside = cards.dealer_up or cards.offered or counts.runs is not None
    if beside or kind.own or cards.read_by(bet.reads) > SIZE_MAX:
        raise BadInput(f"{counts.game.name}: what a fold loses of {bet.name} is not counted in this family")
    work = len(counts.hands) * counts.dealer_hands * STEPS_PER_DEAL
    (budget or Budget()).allow(f"{counts.game.name}: {bet.name} with the dealer's cards", work)
    own = counts.hands if "own" in bet.reads else counts.hands[:, :0]
    return count_beside(counts.deck, kind, counts.hands, own, cards.dealer)


def _refuse_suits(deck: Deck, bet: BetRow, kind: Kind) -> None:
    """A ranking that tells suits apart is asked about a deck that does."""
    if deck.suits_alike and not kind.suits_alike:
        raise BadInput(f"{kind.words} tell suits apart: what a fold loses of {bet.name} is not counted")


# Stages against a paytable.


@kernel
def _boards(
    own: Ints,
    free: Ints,
    board: int,
    choose: Ints,
    net_of: Ints,
    class_of: Ints,
    whose: int,
    worth: Ints,
    read: Ints,
) -> None:
    """For a player's cards, by the board's cards in their order: what the hand pays, and the bet's class.

    `whose` is 0 for a bet on the player's cards, 1 on the board, 2 on both. The same card twice is no board:
    it pays nothing, and its class is -1. Of all orders of a board the rising one comes first, and is copied.
    """
    count, first = len(free), len(own)
    places, row = np.zeros(board, np.int64), np.zeros(first + board, np.int64)
    for number in range(len(worth)):
        rest, twice = number, False
        for back in range(board):
            place, at = rest % count, board - 1 - back
            rest //= count
            while at < board - 1 and places[at + 1] < place:
                places[at] = places[at + 1]
                at += 1
            twice = twice or (at < board - 1 and places[at + 1] == place)
            places[at] = place
        rising = 0
        for at in range(board):
            rising = rising * count + places[at]
        worth[number], read[number] = 0, -1
        if twice:
            continue
        if rising < number:
            worth[number], read[number] = worth[rising], read[rising]
            continue
        mine, opened = 0, 0
        for at in range(first + board):
            if opened == board or (mine < first and own[mine] < free[places[opened]]):
                row[at] = own[mine]
                mine += 1
            else:
                row[at] = free[places[opened]]
                opened += 1
        whole = number_of(row, first + board, choose)
        worth[number] = net_of[whole]
        if whose == 0:
            whole = number_of(own, first, choose)
        elif whose == 1:
            for at in range(board):
                row[at] = free[places[at]]
            whole = number_of(row, board, choose)
        read[number] = class_of[whole]


@dataclass(slots=True)
class _Totals:
    """What a way to play comes to over all of the player's cards."""

    staying: Ints
    taken: dict[tuple[str, str], int]
    base: int = 0


@dataclass(frozen=True, slots=True)
class _Boards:
    """All boards beside a player's cards, an axis for each card in the order they are opened."""

    worth: Ints
    """What a unit at risk is ahead, scaled."""
    read: Ints
    """The class of what the bet reads; -1 where a card is there twice."""
    side: Ints
    """What the bet is ahead, scaled, if decisions go by it; else nothing."""
    lost: int
    """What a fold loses of it, likewise."""
    scale: int

    def possible(self) -> list[Bools]:
        """Which boards there are, by how many of their cards are open."""
        found = [self.read >= 0]
        while found[0].ndim:
            found.insert(0, np.asarray(found[0].any(axis=-1)))
        return found


def _by_boards(
    solved: stages.StageSolution, bet: BetRow, kind: Kind, nets: Ints, scale: int, budget: Budget | None
) -> tuple[Play, Play]:
    """Every set of the player's cards with every board in its order, decided from the last stage back."""
    plan, deck, game = solved.plan, solved.deck, solved.plan.game
    board = game.cards.community
    _refuse_suits(deck, bet, kind)
    if game.cards.first:
        raise BadInput(f"{game.name}: what a fold loses of {bet.name} is not counted with cards dealt later")
    if board > _BOARD_MAX:
        raise BadInput(f"{game.name}: what a fold loses of {bet.name} is not counted with {board} open cards")
    hands = sets(deck, plan.first)
    work = len(hands.places) * solved.cases(plan.first) * STEPS_PER_DEAL
    (budget or Budget()).allow(f"{game.name}: {bet.name} with every board", work)
    base_nets = np.array(stages.nets_of(solved.pays)[0], np.int64) * (scale // solved.scale)
    net_of = base_nets[stages.final_classes(plan, deck)]
    class_of = kind.places()[strengths(deck, kind, game.cards.read_by(bet.reads))].astype(np.int64)
    whose = 2 if "+" in bet.reads else int(bet.reads == "community")
    taken = {(stage.name, choice.name): 0 for stage in game.stages for choice in stage.choices}
    alone, together = (_Totals(np.zeros(len(nets), np.int64), dict(taken)) for _ in range(2))
    shape = (deck.size - plan.first,) * board
    worth, read = np.zeros(prod(shape), np.int64), np.zeros(prod(shape), np.int64)
    for own, weight in zip(hands.places.astype(np.int64), hands.weights.tolist(), strict=True):
        free = np.setdiff1d(np.arange(deck.size), own)
        _boards(own, free, board, CHOOSE, net_of, class_of, whose, worth, read)
        side = np.where(read < 0, 0, nets[read])
        shaped = worth.reshape(shape), read.reshape(shape)
        _play(solved, _Boards(*shaped, np.zeros(shape, np.int64), 0, scale), weight, alone)
        _play(solved, _Boards(*shaped, side.reshape(shape), scale, scale), weight, together)

    def of(totals: _Totals) -> Play:
        decisions = (
            DecisionFrequency(f"{stage}: {choice}", Fraction(deals, solved.deals))
            for (stage, choice), deals in totals.taken.items()
        )
        staying = dict(zip(kind.classes, totals.staying.tolist(), strict=True))
        return Play(staying, Fraction(totals.base, solved.deals * scale), tuple(decisions))

    assert of(alone).base == solved.sheet().expected_value
    return of(alone), of(together)


def _play(solved: stages.StageSolution, boards: _Boards, weight: int, totals: _Totals) -> None:
    """Play every board beside the player's cards, and add up what becomes of it."""
    plan, possible = solved.plan, boards.possible()
    choices = _choices(solved, boards, possible)
    risk, alive = np.array(plan.staked), possible[0]
    for opened in range(boards.worth.ndim):
        stage, cases = plan.stages.get(plan.first + opened), solved.cases(plan.first + opened)
        if stage is not None:
            chosen = np.take_along_axis(choices[opened], risk[..., None], axis=-1)[..., 0]
            for place, choice in enumerate(stage.choices):
                taken = alive & (chosen == place)
                totals.taken[stage.name, choice.name] += weight * cases * int(taken.sum())
                if choice.folds:
                    totals.base -= weight * cases * boards.scale * int(risk[taken].sum())
                    alive = alive & ~taken
            added = np.array([0 if choice.folds else stages.adds(choice) for choice in stage.choices])
            risk = risk + added[chosen]
        risk = np.broadcast_to(risk[..., None], possible[opened + 1].shape)
        alive = alive[..., None] & possible[opened + 1]
    totals.base += weight * int((risk * boards.worth)[alive].sum())
    totals.staying += weight * np.bincount(boards.read[alive], minlength=len(totals.staying))


def _choices(solved: stages.StageSolution, boards: _Boards, possible: list[Bools]) -> dict[int, Ints]:
    """By cards opened, then [board so far, risk]: the best choice of the stage, the first of equals."""
    plan = solved.plan
    risks = np.arange(plan.risk_max + 1)
    found = {}
    # Nothing is decided after the last card, so there all risks are worth their multiple of one unit.
    sums = boards.worth.sum(axis=-1)[..., None] * risks + boards.side.sum(axis=-1)[..., None]
    for opened in range(boards.worth.ndim - 1, -1, -1):
        stage, cases = plan.stages.get(plan.first + opened), solved.cases(plan.first + opened)
        worth = sums
        if stage is not None:
            values = stages.choice_values(stage, sums, (risks * boards.scale + boards.lost) * -cases)
            found[opened] = values.argmax(axis=0)
            worth = np.where(possible[opened][..., None], values.max(axis=0), 0)
        if opened:
            sums = worth.sum(axis=opened - 1)
    return found
