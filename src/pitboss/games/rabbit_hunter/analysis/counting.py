"""Rabbit Hunter, exactly: fold, play, or play and buy the sixth card, and the two bets that ride on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import comb
from operator import mul
from typing import Any

import numpy as np

from pitboss.analysis.cache import remembered
from pitboss.analysis.families.five_cards import hands_below, outcome_classes
from pitboss.analysis.parsheet import DecisionFrequency, Figure, Outcome, ParSheet, from_outcomes
from pitboss.analysis.results import Chart, DecisionValue, RuleSet, Strategy, Values, share
from pitboss.analysis.settled import Settled, expected_by_bet, settled
from pitboss.analysis.side_bets import described, outcomes_by_line, scaled_nets
from pitboss.arrays import Bools, Bytes, Ints
from pitboss.cards import CARDS, Card
from pitboss.games import Rules
from pitboss.games.rabbit_hunter import FAMILY, GAME, QUALIFIES, SLUG
from pitboss.games.rabbit_hunter.analysis import VERSION
from pitboss.games.rabbit_hunter.analysis.counts import (
    DEALER_5,
    DEALER_6,
    FUTURES,
    TIED,
    Showdowns,
    breaks_of,
    showdowns,
)
from pitboss.games.situation import Situation
from pitboss.hands.poker import CATEGORY_FLOOR, STRAIGHTS, Category, strength
from pitboss.paytables import RANKINGS, Paytable

DEALS = comb(52, 5) * FUTURES
DECISIONS = ("fold", "play", "play-and-buy")
FOLD, PLAY, BUY = range(3)
_QUEEN, _KING, _ACE = 10, 11, 12
Policy = Bytes

_ENDS = {
    "win, dealer qualifies": (QUALIFIES + 1, QUALIFIES),
    "win, no hand": (QUALIFIES, 1),
    "lose, dealer qualifies": (1, QUALIFIES),
    "lose, no hand": (1, 2),
    "tie": (QUALIFIES, QUALIFIES),
}
"""How showdowns end, in the order of their counts, ties last; with hands that meet so."""
_METHOD = (
    "134,459 player hands up to suits, alone and with each of 47 sixth cards; dealer hands counted by rank "
    "multisets with products of binomials, flushes corrected by suit; wins balance losses over all deals."
)


def settled_bets(rules: Rules | None = None, ante: int = 1) -> list[Settled]:
    """The decisions by end of the showdown, with an Ante of so many cents."""
    chosen = rules or Rules(GAME, {}, {})
    return [settled(FAMILY, decision, chosen, ante, [*_ENDS.values()]) for decision in DECISIONS]


def base_worth(counts: Showdowns) -> Ints:
    """[n, 3]: the value of each decision in the base game, in Antes times `FUTURES`."""
    fold, play, buy = (np.array(taken.cents) for taken in settled_bets())
    hands, five, six = len(counts.hands), counts.ends[:, 0], counts.ends[:, 1]
    # Ties are not counted: they are what is left of all futures.
    played, bought = (
        ends @ (nets[:TIED] - nets[TIED]) + FUTURES * nets[TIED] for ends, nets in ((five, play), (six, buy))
    )
    return np.column_stack([np.full(hands, FUTURES * fold[0]), played, bought])


def best_decisions(worth: Ints) -> Policy:
    """The best decision for each hand; where two are equal the one that wagers more."""
    policy: Policy = (BUY - np.argmax(worth[:, ::-1], axis=1)).astype(np.uint8)
    return policy


def _weighted(counts: Showdowns, chosen: Bools, values: Ints) -> Ints:
    """The sum over the chosen hands, each as often as it stands for hands with other suits."""
    total: Ints = counts.weights[chosen] @ values[chosen]
    return total


def tally(counts: Showdowns, policy: Policy) -> dict[str, Any]:
    """All deals under a policy: how many take each decision, and how many end each way."""
    return {
        "decisions": [int(counts.weights[policy == choice].sum()) for choice in range(3)],
        "ends": [
            [int(count) for count in _weighted(counts, policy == choice, counts.ends[:, choice - 1])]
            for choice in (PLAY, BUY)
        ],
    }


def base(table: None, options: Mapping[str, str]) -> ParSheet:
    """The par sheet of Ante, Play and the rabbit card under optimal play, per Ante."""

    def count() -> dict[str, Any]:
        counts = showdowns()
        return tally(counts, best_decisions(base_worth(counts)))

    return base_sheet(remembered("rabbit-hunter base", {}, count, VERSION), options)


def base_sheet(ended: Mapping[str, Any], options: Mapping[str, str]) -> ParSheet:
    """The par sheet of the base game under any play that was tallied."""
    folds, plays, buys = ended["decisions"]
    fold, play, buy = settled_bets()
    ways = [
        (name, taken, [*ends, hands * FUTURES - sum(ends)])
        for name, taken, hands, ends in zip(
            ("play", "play and buy"), (play, buy), (plays, buys), ended["ends"], strict=True
        )
    ]
    rows = [
        Outcome(f"{name}: {end}", count, net)
        for name, taken, counts in ways
        for end, count, net in zip(_ENDS, counts, taken.nets, strict=True)
    ]
    rows.append(Outcome("fold", folds * FUTURES, fold.nets[0]))
    assert sum(row.combinations for row in rows) == DEALS
    frequencies = [Fraction(hands, comb(52, 5)) for hands in (folds, plays, buys)]
    return from_outcomes(
        rows,
        game=SLUG,
        bet="base",
        options=options,
        wagered=sum(map(mul, frequencies, (taken.wagered for taken in (fold, play, buy)))),
        decisions=tuple(
            DecisionFrequency(name, frequency) for name, frequency in zip(DECISIONS, frequencies, strict=True)
        ),
        expected_by_bet=expected_by_bet(
            [(fold, [folds * FUTURES]), *((taken, counts) for _, taken, counts in ways)], DEALS
        ),
        method=_METHOD,
        **described(None),
    )


@dataclass(frozen=True, slots=True)
class _Ride:
    """A bet that rides on the hand: its ends when played and when bought, each [k, n], and their nets."""

    counts: Showdowns
    ends: tuple[Ints, Ints]
    nets: list[int]
    scale: int

    def worth(self) -> Ints:
        """[n, 3]: the bet's value under each decision, times `FUTURES` and its scale."""
        worth = np.full((len(self.counts.hands), 3), -FUTURES * self.scale)
        for choice, ends in zip((PLAY, BUY), self.ends, strict=True):
            for net, column in zip(self.nets, ends, strict=True):
                if net != -self.scale:
                    worth[:, choice] += (net + self.scale) * column
        return worth

    def tally(self, policy: Policy) -> dict[str, Any]:
        """All deals under a policy, by outcome of the bet, and the folds."""
        played, bought = (np.where(policy == choice, self.counts.weights, 0) for choice in (PLAY, BUY))
        return {
            "ends": [int(played @ one + bought @ other) for one, other in zip(*self.ends, strict=True)],
            "decisions": tally(self.counts, policy)["decisions"],
        }

    def both(self) -> dict[str, Any]:
        """The tallies of base play and of joint play, each with what game and bet are then worth together."""
        base_values = base_worth(self.counts) * self.scale
        together = base_values + self.worth()
        found = {}
        for name, worth in (("base", base_values), ("joint", together)):
            policy = best_decisions(worth)
            chosen = np.take_along_axis(together, policy[:, None].astype(np.int64), axis=1)[:, 0]
            # Two halves keep the product with the weights inside 64 bits.
            high, low = np.divmod(chosen, 1 << 31)
            value = (int(self.counts.weights @ high) << 31) + int(self.counts.weights @ low)
            found[name] = {**self.tally(policy), "together": value, "scale": self.scale}
        return found


def _ride_sheet(
    bet: str, table: Paytable, options: Mapping[str, str], both: Mapping[str, Any], names: tuple[str, ...]
) -> ParSheet:
    """Both tallies as sheets; `names` are the outcomes of the ends that a line may pay, then come ties."""
    alone = base(None, {}).expected_value

    def sheet(play: str) -> ParSheet:
        ended = both[play]
        folds = ended["decisions"][FOLD] * FUTURES
        rows = outcomes_by_line(table, dict(zip(names, ended["ends"], strict=False)))
        rows += [Outcome("tie", ties, Fraction(-1), "loses") for ties in ended["ends"][len(names) :]]
        rows.append(Outcome("fold", folds, Fraction(-1), "loses"))
        together = Fraction(ended["together"], DEALS * ended["scale"])
        return from_outcomes(
            rows,
            game=SLUG,
            bet=bet,
            options=options,
            decisions=tuple(
                DecisionFrequency(name, Fraction(hands, comb(52, 5)))
                for name, hands in zip(DECISIONS, ended["decisions"], strict=True)
            ),
            figures=(
                Figure("base game and bet together", together, "Antes"),
                Figure("edge added to the base game", alone - together, "Antes"),
            ),
            notes=(_PLAY[play],),
            method=_METHOD,
            **described(table),
        )

    return replace(sheet("base"), joint=sheet("joint"))


_PLAY = {
    "base": "Played as the base game alone is best played.",
    "joint": "Played for base game and bet together, the bet equal to the Ante.",
}


@cache
def _tens_up_ends(cards: str) -> tuple[Ints, Ints]:
    """The outcomes of five cards and of six, or twice of five, among all futures: [22, n] each."""
    counts = showdowns()
    own = np.zeros(counts.bought.shape[::-1], np.int64)
    own[counts.classes, np.arange(len(counts.classes))] = FUTURES
    return own, own if cards == "first-five" else counts.bought.T.astype(np.int64, order="C") * DEALER_6


def tens_up(table: Paytable, options: Mapping[str, str]) -> ParSheet:
    """The par sheet of Tens Up, under base play and under joint play with a bet equal to the Ante."""
    nets, scale = scaled_nets(table)

    def count() -> dict[str, Any]:
        return _Ride(showdowns(), _tens_up_ends(options["tens_up_cards"]), nets, scale).both()

    key = {"nets": nets, "scale": scale, "cards": options["tens_up_cards"]}
    names = RANKINGS["poker"].outcomes
    both = remembered("rabbit-hunter tens-up", key, count, VERSION)
    return _ride_sheet("tens-up", table, options, both, names)


def two_way_bad_beat(table: Paytable, options: Mapping[str, str]) -> ParSheet:
    """The par sheet of Two Way Bad Beat, under base play and under joint play with an equal bet."""
    nets, scale = scaled_nets(table)
    # A royal flush is never beaten, so the table's ranking starts below it.
    by_outcome = [nets[0], *nets]
    breaks = breaks_of(by_outcome)
    classes = [outcome_classes()[at] for at in (1, *breaks)]
    names = tuple(RANKINGS["poker"].outcomes[at] for at in classes)

    def count() -> dict[str, Any]:
        counts = showdowns(breaks)
        played, bought = (
            np.vstack([beaten, FUTURES - beaten.sum(axis=0)]) for beaten in counts.beaten.transpose(1, 2, 0)
        )
        return _Ride(counts, (played, bought), [*(by_outcome[at] for at in classes), -scale], scale).both()

    key = {"nets": nets, "scale": scale}
    both = remembered("rabbit-hunter two-way-bad-beat", key, count, VERSION)
    return _ride_sheet("two-way-bad-beat", table, options, both, names)


def values(situation: Situation, options: Mapping[str, str]) -> Values:
    """What each decision is worth with five cards in sight."""
    hand = situation.own
    fold, play, buy = (taken.cents for taken in settled_bets())
    bought = sum(_showdown((*hand, card), buy) for card in CARDS if card not in hand)
    return Values(
        SLUG,
        str(situation),
        (
            DecisionValue("play-and-buy", Fraction(bought, FUTURES)),
            DecisionValue("play", Fraction(_showdown(hand, play), DEALER_5)),
            DecisionValue("fold", Fraction(fold[0])),
        ),
        options,
    )


def _showdown(seen: tuple[Card, ...], nets: Sequence[int]) -> int:
    """A decision with these nets against every dealer hand without the cards seen, summed."""
    own, total = strength(seen), DEALER_5 if len(seen) == 5 else DEALER_6
    no_hand, below, through = hands_below(seen, [QUALIFIES, own, own + 1])
    ends = (
        [below - no_hand, no_hand, total - through, 0]
        if own >= QUALIFIES
        else [0, below, total - no_hand, no_hand - through]
    )
    return sum(map(mul, nets, (*ends, through - below)))


def strategy(options: Mapping[str, str]) -> Strategy:
    """When to fold, play and buy, by hand and draw, and rules with what they cost."""
    counts = showdowns()
    worth = base_worth(counts)
    optimum = base(None, options).expected_value
    rules = []
    for name, words, policy in _rules(counts):
        chosen = np.take_along_axis(worth, policy[:, None].astype(np.int64), axis=1)[:, 0]
        rules.append(RuleSet(name, words, Fraction(int(counts.weights @ chosen), DEALS)))
    rules.sort(key=lambda rule: -rule.expected_value)
    return Strategy(SLUG, optimum, (_chart(counts, best_decisions(worth)),), tuple(rules), options)


def _draws(counts: Showdowns) -> tuple[Bools, Ints]:
    """Whether four cards share a suit, and how many ranks would complete a straight."""
    suits = counts.hands & 3
    four_suited = np.max([(suits == suit).sum(axis=1) for suit in range(4)], axis=0) == 4
    masks = np.bitwise_or.reduce(1 << (counts.hands >> 2).astype(np.int64), axis=1)
    completing = np.zeros_like(masks)
    for run in STRAIGHTS:
        missing = sum(1 << rank for rank in run) & ~masks
        completing |= np.where((missing & (missing - 1)) == 0, missing, 0)
    ranks: Ints = np.bitwise_count(completing).astype(np.int64)
    return four_suited, ranks


def _rules(counts: Showdowns) -> list[tuple[str, tuple[str, ...], Policy]]:
    """Rules by name: their words, and what they decide for each hand."""
    four_suited, completing = _draws(counts)
    draws = four_suited & (counts.strengths < CATEGORY_FLOOR[Category.PAIR])
    ace = np.where(counts.strengths >= QUALIFIES, PLAY, FOLD).astype(np.uint8)
    open_ended = draws & (completing >= 2)
    high = draws & (completing == 1) & ((counts.hands >> 2).max(axis=1) >= _QUEEN)
    play = "Play ace high or better; fold less."
    two_ranks = (
        "But play and buy with no pair, four to a flush, and two ranks that would complete a straight."
    )
    return [
        (
            "ace high and double draws",
            (play, two_ranks, "One such rank is enough with a queen, king or ace."),
            np.where(open_ended | high, BUY, ace).astype(np.uint8),
        ),
        (
            "ace high and open-ended flush draws",
            (play, two_ranks),
            np.where(open_ended, BUY, ace).astype(np.uint8),
        ),
        ("ace high", (play, "Never buy."), ace),
        ("never fold", ("Play every hand and never buy.",), np.full(len(ace), PLAY, np.uint8)),
        ("always buy", ("Play and buy with every hand.",), np.full(len(ace), BUY, np.uint8)),
    ]


def _chart(counts: Showdowns, best: Policy) -> Chart:
    four_suited, completing = _draws(counts)
    top = (counts.hands >> 2).max(axis=1)
    pair, two_pair = (counts.strengths >= CATEGORY_FLOOR[kind] for kind in (Category.PAIR, Category.TWO_PAIR))
    groups = (
        ("queen high or less", ~pair & (top < _KING)),
        ("king high", ~pair & (top == _KING)),
        ("ace high", ~pair & (top == _ACE)),
        ("a pair", pair & ~two_pair),
        ("two pair or better", two_pair),
    )
    draws = [
        (f"{suits}{name}", (four_suited == suited) & (np.minimum(completing, 2) == ranks))
        for suited, suits in ((False, ""), (True, "4 suited, "))
        for ranks, name in enumerate(("no rank", "1 rank", "2 ranks"))
    ]
    rows = []
    for name, group in groups:
        cells = []
        for _, draw in draws:
            hands = [int(counts.weights[group & draw & (best == choice)].sum()) for choice in range(3)]
            parts = [
                f"{letter}{share(many, sum(hands))}"
                for letter, many in zip("FPB", hands, strict=True)
                if many
            ]
            cells.append(" ".join(parts))
        rows.append((name, *cells))
    legend = (
        "F fold, P play, B play and buy, each in % of such hands. Columns: whether four cards share a suit, "
        "and how many ranks would complete a straight."
    )
    return Chart("When to fold, play and buy", ("hand", *(name for name, _ in draws)), tuple(rows), legend)
