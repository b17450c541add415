"""Caribbean Stud, exactly: every player hand up to suits, every upcard, every dealer hand counted."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import comb
from operator import mul
from typing import Any

import numpy as np

from pitboss.analysis.cache import remembered
from pitboss.analysis.parallel import in_parts
from pitboss.analysis.parsheet import DecisionFrequency, Outcome, ParSheet, from_outcomes
from pitboss.analysis.results import Chart, DecisionValue, RuleSet, Strategy, Values, share
from pitboss.analysis.settled import Settled, expected_by_bet, settled
from pitboss.analysis.side_bets import described, net_of, outcomes_by_line, scaled_nets
from pitboss.analysis.stud.five_cards import (
    canonical_hands,
    five_card_hands,
    hands_below,
    outcome_classes,
    rank_table,
    strongest,
    tables,
    unsuited_without_one,
)
from pitboss.arrays import Bools, Bytes, Ints, Places, Small
from pitboss.cards import parse_cards
from pitboss.games import Rules
from pitboss.games.caribbean_stud import FAMILY, GAME, QUALIFIES, SLUG
from pitboss.games.situation import Situation
from pitboss.hands.poker import CATEGORY_FLOOR, Category, strength
from pitboss.kernels import kernel
from pitboss.paytables import RANKINGS, Paytable, paytables

DEALER_HANDS = comb(46, 4)
"""The dealer hands that are left to a player who sees five cards of their own and the upcard."""
DEALS = comb(52, 5) * 47 * DEALER_HANDS


@dataclass(frozen=True, slots=True)
class Showdowns:
    """For each hand and upcard [134459, 52]: dealer hands that don't qualify, qualify and lose, tie."""

    hands: Bytes
    weights: Ints
    strengths: Places
    no_hand: Small
    beaten: Small
    tied: Small

    @property
    def possible(self) -> Bools:
        """Which cards can be the upcard of each hand."""
        free = np.ones((len(self.hands), 52), np.bool_)
        np.put_along_axis(free, self.hands.astype(np.int64), False, axis=1)
        return free


@kernel
def _count(
    hands: Bytes,
    weights: Ints,
    five: Ints,
    six: Ints,
    qualifies: int,
    full_house: int,
    unsuited5: Places,
    suited: Places,
    unsuited_place: Places,
    suited_place: Places,
    suited_below: Places,
    choose: Ints,
    strengths: Places,
    no_hand: Small,
    beaten: Small,
    tied: Small,
) -> int:
    """Count the dealer's hands for every hand and upcard; hands above and below must balance over all deals.

    A dealer hand that holds the upcard is one that avoids the player's cards but not the upcard as well, so
    each count is the difference of two from `rank_counts`, with only the upcard's suit to correct.
    """
    ranks, masks = np.zeros(5, np.int64), np.zeros(4, np.int64)
    balance = 0
    q = unsuited_place[qualifies]
    for row in range(len(hands)):
        masks[:] = 0
        number = 0
        for card in range(5):
            ranks[card] = hands[row, card] >> 2
            masks[hands[row, card] & 3] |= 1 << ranks[card]
            number += choose[ranks[card] + card, card + 1]
        strength = unsuited5[number]
        for suit in range(4):
            if suited[masks[suit]] > 0:
                strength = suited[masks[suit]]
        strengths[row] = strength
        low, low_next = unsuited_place[strength], unsuited_place[strength + 1]
        high, high_next = suited_place[strength], suited_place[strength + 1]
        for up in range(52):
            rank, mask = up >> 2, masks[up & 3]
            if mask >> rank & 1:
                continue
            at, number6 = 0, 0
            while at < 5 and ranks[at] < rank:
                number6 += choose[ranks[at] + at, at + 1]
                at += 1
            number6 += choose[rank + at, at + 1]
            for card in range(at, 5):
                number6 += choose[ranks[card] + card + 1, card + 2]
            if high_next == 0 or (strength >= full_house and high == high_next):
                below, through = five[number, 0] - six[number6, at], five[number, 1] - six[number6, 6 + at]
            elif strength < full_house:
                below = five[number, 3] - six[number6, 13]
                through = below
            else:
                below, through = 163_185, 163_185
            both = mask | 1 << rank
            below += suited_below[mask, high] - suited_below[both, high]
            below -= suited_below[mask, low] - suited_below[both, low]
            through += suited_below[mask, high_next] - suited_below[both, high_next]
            through -= suited_below[mask, low_next] - suited_below[both, low_next]
            no = five[number, 2] - six[number6, 12] - suited_below[mask, q] + suited_below[both, q]
            balance += weights[row] * (below + through - 163_185)
            no_hand[row, up] = no
            if strength >= qualifies:
                beaten[row, up] = below - no
                tied[row, up] = through - below
    return balance


@cache
def showdowns() -> Showdowns:
    """Count every showdown; paytables come later, so one count serves them all."""
    known = tables()
    full_house = CATEGORY_FLOOR[Category.FULL_HOUSE]
    fixed = [int(known.place[QUALIFIES]), int(known.place[full_house])]
    five = rank_table(5, [known.unsuited5], fixed)
    six = rank_table(6, unsuited_without_one(), fixed)
    hands, weights = canonical_hands()
    size = len(hands)
    strengths = np.zeros(size, np.int16)
    no_hand, beaten, tied = (np.zeros((size, 52), np.int32) for _ in range(3))
    balances: list[int] = []
    in_parts(
        size,
        lambda part: balances.append(
            _count(
                hands[part], weights[part], five, six, QUALIFIES, full_house, known.unsuited5, known.suited,
                known.unsuited_place, known.suited_place, known.suited_below, known.choose,
                strengths[part], no_hand[part], beaten[part], tied[part],
            )
        ),
        16,
        "Caribbean Stud: player hands",
    )  # fmt: skip
    assert sum(balances) == 0
    return Showdowns(hands, weights, strengths, no_hand, beaten, tied)


Policy = Bools

_JACK, _QUEEN = 9, 10


WINS = 3
"""The ends of a bet: no hand, tie, lose, and from here wins by outcome of the player's hand."""


def settled_bets(rules: Rules, ante: int) -> tuple[Settled, Settled]:
    """A bet by its ends and a fold, with an Ante of so many cents."""
    ends = [(None, 1), (QUALIFIES, QUALIFIES), (1, QUALIFIES), *((hand, QUALIFIES) for hand in strongest())]
    return settled(FAMILY, "bet", rules, ante, ends), settled(FAMILY, "fold", rules, ante)


def _settled(table: Paytable) -> tuple[Settled, Settled]:
    """The same by a table, exactly."""
    return settled_bets(Rules(GAME, {}, {"bet": table}), scaled_nets(table)[1])


@kernel
def _gains(no_hand: Small, beaten: Small, tied: Small, nets: Ints, wins: Ints, gains: Ints) -> None:
    """What a bet is worth above a fold, times the dealer hands, by its nets above one; `wins` is by hand."""
    for row in range(len(gains)):
        for up in range(52):
            lost = 163_185 - no_hand[row, up] - beaten[row, up] - tied[row, up]
            won = nets[0] * no_hand[row, up] + wins[row] * beaten[row, up]
            gains[row, up] = won + nets[1] * tied[row, up] + nets[2] * lost


@kernel
def _ends(
    policy: Bools, no_hand: Small, beaten: Small, tied: Small, weights: Ints, classes: Bytes, ends: Ints
) -> None:
    """Add all deals that are bet to `ends` [class, (bets, no hand, wins, ties)]."""
    for row in range(len(policy)):
        place, weight = classes[row], weights[row]
        for up in range(52):
            if policy[row, up]:
                ends[place, 0] += weight * 163_185
                ends[place, 1] += weight * no_hand[row, up]
                ends[place, 2] += weight * beaten[row, up]
                ends[place, 3] += weight * tied[row, up]


def advantage(table: Paytable) -> tuple[Ints, int]:
    """What betting is worth above folding, for each hand and upcard, times the dealer hands and the scale.

    It is negative for an upcard that the hand itself holds.
    """
    counts = showdowns()
    bet, fold = _settled(table)
    nets = np.array(bet.cents) - fold.cents[0]
    wins = nets[WINS:][outcome_classes()[counts.strengths]]
    gains = np.zeros(counts.no_hand.shape, np.int64)
    _gains(counts.no_hand, counts.beaten, counts.tied, nets, wins, gains)
    return gains, bet.ante


def optimal(table: Paytable) -> Policy:
    """Where to bet: wherever it is worth no less than folding."""
    return advantage(table)[0] >= 0


def tally(policy: Policy) -> dict[str, Any]:
    """All deals under a policy: how many end each way; wins and bets by outcome of the player's hand."""
    counts = showdowns()
    ends = np.zeros((len(RANKINGS["poker"].outcomes), 4), np.int64)
    classes = outcome_classes()[counts.strengths]
    _ends(policy, counts.no_hand, counts.beaten, counts.tied, counts.weights, classes, ends)
    bets, no_hand, wins, ties = (int(total) for total in ends.sum(axis=0))
    return {
        "no_hand": no_hand,
        "wins": ends[:, 2].tolist(),
        "ties": ties,
        "losses": bets - no_hand - wins - ties,
        "bets": ends[:, 0].tolist(),
        "folds": DEALS - bets,
    }


def _optimal_tally(table: Paytable) -> dict[str, Any]:
    """The tally of optimal play, from the result cache where it is there."""
    nets = [str(net_of(table, outcome)) for outcome in RANKINGS["poker"].outcomes]
    ended: dict[str, Any] = remembered("caribbean-stud", {"bet": nets}, lambda: tally(optimal(table)))
    return ended


def sheet_of(table: Paytable, ended: Mapping[str, Any], options: Mapping[str, str]) -> ParSheet:
    """The par sheet of Ante and Bet under any play that was tallied."""
    bet, fold = _settled(table)
    (no_hand, tie, lose, *won), (folded,) = bet.nets, fold.nets
    wins, nets = (dict(zip(RANKINGS["poker"].outcomes, each, strict=True)) for each in (ended["wins"], won))
    rows = [
        replace(row, name=f"win with {row.name}")
        for row in outcomes_by_line(table, wins, nets)
        if row.combinations
    ]
    rows += [
        Outcome("dealer has no hand", ended["no_hand"], no_hand, "Ante 1 to 1, Bet pushes"),
        Outcome("tie", ended["ties"], tie, "push"),
        Outcome("lose", ended["losses"], lose, "loses"),
        Outcome("fold", ended["folds"], folded, "loses"),
    ]
    assert sum(row.combinations for row in rows) == DEALS
    bets = DEALS - ended["folds"]
    ends = [ended["no_hand"], ended["ties"], ended["losses"], *ended["wins"]]
    return from_outcomes(
        rows,
        game=SLUG,
        bet="base",
        options=options,
        wagered=Fraction(bet.wagered * bets + fold.wagered * ended["folds"], DEALS),
        decisions=(
            DecisionFrequency("bet", Fraction(bets, DEALS)),
            DecisionFrequency("fold", Fraction(ended["folds"], DEALS)),
        ),
        expected_by_bet=expected_by_bet(((bet, ends), (fold, [ended["folds"]])), DEALS),
        method=(
            "134,459 player hands up to suits and 47 upcards; dealer hands counted by rank multisets with "
            "products of binomials, flushes corrected suit by suit; every case sums to C(46,4)."
        ),
        **described(table),
    )


def base(table: Paytable, options: Mapping[str, str]) -> ParSheet:
    """The par sheet of Ante and Bet under optimal play, per Ante."""
    return sheet_of(table, _optimal_tally(table), options)


def bonus(table: Paytable, options: Mapping[str, str]) -> ParSheet:
    """The par sheet of the Bonus; where a fold loses it, under base play and under joint play."""
    if options["bonus_after_fold"] == "in-action":
        return _bonus_sheet(table, options, five_card_hands(), 0)
    bet = paytables(SLUG, "bet")[0]
    ended = _optimal_tally(bet)
    sheet = _bonus_sheet(table, options, ended["bets"], ended["folds"])
    nets, scale = scaled_nets(table)
    gain, bet_scale = advantage(bet)
    won = np.array(nets, np.int64)[outcome_classes()[showdowns().strengths]][:, None] + scale
    joint = tally((gain * scale + won * (bet_scale * DEALER_HANDS) >= 0) & showdowns().possible)
    return replace(sheet, joint=_bonus_sheet(table, options, joint["bets"], joint["folds"]))


def staying_hands() -> list[int]:
    """Of all deals those that optimal play bets, by outcome of the player's hand; the rest are folded."""
    bets: list[int] = _optimal_tally(paytables(SLUG, "bet")[0])["bets"]
    return bets


def _bonus_sheet(table: Paytable, options: Mapping[str, str], hands: list[int], folds: int) -> ParSheet:
    histogram = dict(zip(RANKINGS["poker"].outcomes, hands, strict=True))
    rows = outcomes_by_line(table, histogram)
    if folds:
        rows.append(Outcome("fold", folds, Fraction(-1), "loses"))
    return from_outcomes(
        rows,
        game=SLUG,
        bet="bonus",
        options=options,
        method="All five-card hands, counted by rank multisets and suited rank sets.",
        **described(table),
    )


def values(situation: Situation, options: Mapping[str, str]) -> Values:
    """What betting and folding are worth with a hand and the dealer's upcard in sight."""
    hand, (up,) = situation.own, situation.dealer
    own = strength(hand)
    places = [QUALIFIES, own, own + 1]
    no_hand, below, through = (
        without - with_up
        for without, with_up in zip(hands_below(hand, places), hands_below([*hand, up], places), strict=True)
    )
    beaten, tied = (below - no_hand, through - below) if own >= QUALIFIES else (0, 0)
    lost = DEALER_HANDS - no_hand - beaten - tied
    bet, fold = _settled(paytables(SLUG, "bet")[0])
    nets = [*bet.nets[:WINS], bet.nets[WINS + outcome_classes()[own]]]
    worth = sum(map(mul, nets, (no_hand, tied, lost, beaten))) / DEALER_HANDS
    return Values(
        SLUG,
        str(situation),
        (DecisionValue("bet", Fraction(worth)), DecisionValue("fold", fold.nets[0])),
        options,
        (f"Dealer hands: {no_hand:,} don't qualify, {beaten:,} lose, {tied:,} tie, {lost:,} win.",),
    )


def strategy(options: Mapping[str, str]) -> Strategy:
    """When to bet, by hand and upcard, and rules people use with what they cost."""
    table = paytables(SLUG, "bet")[0]
    best = optimal(table)
    optimum = base(table, options)
    rules = [
        RuleSet(name, words, sheet_of(table, tally(policy), options).expected_value)
        for name, words, policy in _rules()
    ]
    rules.sort(key=lambda rule: -rule.expected_value)
    return Strategy(SLUG, optimum.expected_value, (_chart(best),), tuple(rules), options)


def _rules() -> list[tuple[str, tuple[str, ...], Policy]]:
    """Rules by name: their words, and where they bet."""
    counts = showdowns()
    strengths = counts.strengths[:, None]
    possible = counts.possible
    ranks = (counts.hands >> 2)[:, ::-1]
    up = np.arange(52) >> 2
    pair = strengths >= CATEGORY_FLOOR[Category.PAIR]
    ace_king = strengths >= QUALIFIES
    held = (ranks[:, :, None] == up[None, None, :]).any(axis=1)
    queen_or_jack = ((ranks == _QUEEN) | (ranks == _JACK)).any(axis=1)[:, None]
    queen = (ranks[:, 2] == _QUEEN)[:, None]
    careful = pair | ace_king & (
        held & (up <= _QUEEN)[None, :]
        | (up > _QUEEN)[None, :] & queen_or_jack
        | ~held & queen & (up[None, :] < ranks[:, 3:4])
    )
    jack = strengths >= strength(parse_cards("AcKdJh8s3c"))
    return [
        (
            "three questions about ace-king",
            (
                "Bet any pair or better; fold less than ace-king. With ace-king bet if one of these holds:",
                "the upcard is a queen or lower and you hold its rank;",
                "the upcard is an ace or king and you hold a queen or jack;",
                "you hold a queen, and the upcard is of no rank of yours and below your fourth card.",
            ),
            careful & possible,
        ),
        ("ace-king-jack-eight-three", ("Bet A-K-J-8-3 or better; fold less.",), jack & possible),
        ("a pair", ("Bet any pair or better; fold the rest.",), pair & possible),
        (
            "as the dealer",
            ("Bet what qualifies for the dealer, ace-king or better.",),
            ace_king & possible,
        ),
        ("never fold", ("Bet every hand.",), possible),
    ]


def _chart(best: Policy) -> Chart:
    counts = showdowns()
    ranks = (counts.hands >> 2)[:, ::-1]
    strengths = counts.strengths
    ace_king = (strengths >= QUALIFIES) & (strengths < CATEGORY_FLOOR[Category.PAIR])
    queen, jack = ranks[:, 2] == _QUEEN, (ranks == _JACK).any(axis=1)
    groups = (
        ("pair or better", strengths >= CATEGORY_FLOOR[Category.PAIR]),
        ("A-K-Q-J", ace_king & queen & jack),
        ("A-K-Q", ace_king & queen & ~jack),
        ("A-K-J", ace_king & ~queen & jack),
        ("other A-K", ace_king & ~queen & ~jack),
        ("less than A-K", strengths < QUALIFIES),
    )
    up = np.arange(52) >> 2
    held = (ranks[:, :, None] == up[None, None, :]).any(axis=1)
    rows = []
    for name, group in groups:
        for label, matches in (("upcard's rank held", held), ("not held", ~held)):
            cells = []
            for rank in range(13):
                here = group[:, None] & matches & counts.possible & (up == rank)[None, :]
                deals = int(here.sum(axis=1) @ counts.weights)
                bets = int((here & best).sum(axis=1) @ counts.weights)
                cells.append(share(bets, deals))
            rows.append((f"{name}, {label}", *cells))
    legend = "Bet (%), by the dealer's upcard. Between 0 and 100 the other cards decide; ask `pitboss ev`."
    return Chart("When to bet", ("hand", *"23456789TJQKA"), tuple(rows), legend)
