"""One decision against a dealer where a bet is paid by the margin: by how many classes a hand is above.

Dealer hands below the lowest hand of each class, without the player's cards, are counted as those below the
player's hand are; the difference between two classes is how many dealer hands are of one. Hands that don't
qualify are the lowest, so of all below some hand they are those there are, or all of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm

import numpy as np

from pitboss.analysis.cache import Version
from pitboss.analysis.families.budget import Budget
from pitboss.analysis.families.deals import Deck, id_of, sets, strengths_of
from pitboss.analysis.families.one_decision import below_of
from pitboss.analysis.families.payoff import FOLD, SHOWN, Pays
from pitboss.analysis.families.sheets import last_best, ties
from pitboss.analysis.parsheet import DecisionFrequency, Outcome, ParSheet, from_outcomes
from pitboss.analysis.results import Chart, DecisionValue, RuleSet, Strategy, share
from pitboss.arrays import Bytes, Choices, Ints
from pitboss.cards import Card
from pitboss.errors import BadInput
from pitboss.games.description import AGAINST_DEALER, ChoiceRow, Description
from pitboss.hands.kinds import MARGINS, Hands
from pitboss.paytables.rankings import title

VERSION = Version("margins", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """How the dealer's hands compare with each of the player's."""

    game: Description
    deck: Deck
    hands: Hands
    weights: Ints
    classes: Bytes
    cases: Ints
    """[hand, end in `SHOWN`, margin]: the dealer's hands."""

    @property
    def dealer_hands(self) -> int:
        """How many hands the dealer can have beside a player's."""
        return comb(self.deck.size - self.game.cards.player, self.game.cards.dealer)

    @property
    def deals(self) -> int:
        """All equally likely cases."""
        return comb(self.deck.size, self.game.cards.player) * self.dealer_hands

    def tally(self, chosen: Choices) -> Ints:
        """[choice, end, class, margin]: all deals when each hand takes its choice; folds at the first end."""
        choices, classes = self.game.stages[0].choices, self.game.cards.ranking.classes
        found = np.zeros((len(choices), len(SHOWN), len(classes), len(MARGINS)), np.int64)
        for place, choice in enumerate(choices):
            for held in range(len(classes)):
                here = (chosen == place) & (self.classes == held)
                if choice.folds:
                    found[place, 0, held, 0] = self.weights[here].sum() * self.dealer_hands
                else:
                    found[place, :, held] = (self.cases[here] * self.weights[here, None, None]).sum(axis=0)
        assert found.sum() == self.deals
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """Optimal play with some paytables."""

    counts: Counts
    pays: Pays
    worth: Ints
    """[hand, choice]: over all dealer's hands, times the scale."""
    scale: int

    @property
    def choices(self) -> tuple[ChoiceRow, ...]:
        """What can be decided."""
        return self.pays.game.stages[0].choices

    @property
    def best(self) -> Choices:
        """The best choice of each hand, the earlier of equals."""
        best: Choices = self.worth.argmax(axis=1).astype(np.int8)
        return best

    @property
    def deals(self) -> int:
        """All equally likely cases."""
        return self.counts.deals

    def values(self, hand: tuple[Card, ...]) -> tuple[DecisionValue, ...]:
        """What each choice is worth with a hand."""
        row = id_of(self.counts.deck, hand)
        whole = self.counts.dealer_hands * self.scale
        return tuple(
            DecisionValue(choice.name, Fraction(int(value), whole))
            for choice, value in zip(self.choices, self.worth[row], strict=True)
        )

    def staying(self) -> Mapping[str, int]:
        """The deals that are not folded, by class of the player's hand."""
        return staying(self.counts, self.counts.tally(self.best))

    def sheet(self) -> ParSheet:
        """The par sheet of the base game, per unit of the first bet."""
        game, tally = self.pays.game, self.counts.tally(self.best)
        rows: dict[tuple[str, Fraction], int] = {}
        for (place, end, held, margin), number in np.ndenumerate(tally):
            choice, hand = self.choices[place], game.cards.ranking.classes[held]
            ended = FOLD if choice.folds else SHOWN[end]
            by = f" by {margin}{' or more' * (margin == len(MARGINS) - 1)}" if margin else ""
            key = (
                f"{choice.name}: {ended.replace('_', ' ')}{by}",
                _net(self.pays, choice, ended, hand, margin),
            )
            rows[key] = rows.get(key, 0) + int(number)
        taken = tally.sum(axis=(1, 2, 3)).tolist()
        units = [sum(units for _, units in self.pays.laid(choice)) for choice in self.choices]
        wagered = sum(number * unit for number, unit in zip(taken, units, strict=True))
        last = last_best(self.worth)
        less = int((self.counts.weights * np.array(units)[last]).sum()) * self.counts.dealer_hands
        return from_outcomes(
            [Outcome(name, number, net) for (name, net), number in rows.items() if number],
            game=game.slug,
            bet="base",
            options=dict(game.chosen),
            initial=Fraction(sum(not bet.in_round for bet in game.base)),
            wagered=Fraction(wagered, self.deals),
            decisions=tuple(
                DecisionFrequency(choice.name, Fraction(number, self.deals))
                for choice, number in zip(self.choices, taken, strict=True)
            ),
            method="All player hands up to suits; dealer hands of each class counted without their cards.",
            **ties(
                self.pays,
                int((last != self.best).sum()),
                Fraction(wagered, self.deals),
                Fraction(less, self.deals),
            ),
            **self.pays.base_table(),
        )


def staying(counts: Counts, tally: Ints) -> Mapping[str, int]:
    """Of the deals by choice, end, class and margin those that are not folded, by class."""
    stays = [not choice.folds for choice in counts.game.stages[0].choices]
    return dict(
        zip(counts.game.cards.ranking.classes, tally[stays].sum(axis=(0, 1, 3)).tolist(), strict=True)
    )


def _net(pays: Pays, choice: ChoiceRow, end: str, hand: str, margin: int) -> Fraction:
    return sum(
        (units * pays.net(bet, end, hand, choice.name, margin) for bet, units in pays.laid(choice)),
        Fraction(0),
    )


def _refuse(game: Description) -> None:
    reasons = {
        "it is not played against a dealer": game.family != AGAINST_DEALER,
        "it has community cards": bool(game.cards.community),
        "one of the dealer's cards is face up": bool(game.cards.dealer_up),
        "there is more than one decision": len(game.stages) != 1,
        "a choice depends on the hand or exchanges cards": any(
            choice.needs_hand or choice.exchanges for choice in game.stages[0].choices
        ),
    }
    for reason, holds in reasons.items():
        if holds:
            raise BadInput(f"{game.name} can't be solved by margins: {reason}")


def _cases(game: Description, deck: Deck, hands: Hands) -> Ints:
    """[hand, end in `SHOWN`, margin]: how the dealer's hands compare."""
    ranking = game.cards.ranking
    own = strengths_of(deck, ranking, hands)
    total = comb(deck.size - game.cards.player, game.cards.dealer)
    found = np.zeros((len(hands), len(SHOWN), len(MARGINS)), np.int64)
    no_hand, below, not_above = below_of(game, deck, hands, own)[:, 0].T.astype(np.int64)

    def add(end: str, margin: int, lower: Ints, upper: Ints | int) -> None:
        """The dealer's hands from those with `lower` below them up to those with `upper`."""
        unqualified = np.minimum(upper, no_hand) - np.minimum(lower, no_hand)
        found[:, SHOWN.index(f"no_hand_{end}"), margin] += unqualified
        found[:, SHOWN.index(end), margin] += upper - lower - unqualified

    add("tie", 0, below, not_above)
    add("lose", 0, not_above, total)
    places, above = ranking.places()[own], below
    # Classes from the own one down: those below its lowest hand are in the classes that follow.
    for margin in range(len(ranking.classes)):
        floors = np.array(ranking.floors)[np.minimum(places + margin, len(ranking.classes) - 1)]
        lower = below_of(game, deck, hands, floors.astype(own.dtype))[:, 0, 1].astype(np.int64)
        add("win", min(margin, len(MARGINS) - 1), lower, above)
        above = lower
    assert (found.sum(axis=(1, 2)) == total).all()
    return found


def work(game: Description, deck: Deck) -> int:
    """About how many steps a count takes."""
    dealt = comb(deck.size, game.cards.dealer) * (1 << game.cards.dealer)
    asked = comb(deck.size, game.cards.player) * (1 << game.cards.player)
    return (len(game.cards.ranking.classes) + 1) * (dealt + asked)


def count(game: Description, deck: Deck | None = None, budget: Budget | None = None) -> Counts:
    """Count every showdown; paytables come later, so one count serves them all."""
    _refuse(game)
    deck = (deck or Deck(game.cards.deck)).seen_by(game.cards.ranking)
    (budget or Budget()).allow(f"{game.name}: dealer hands by class", work(game, deck))
    of_size = sets(deck, game.cards.player)
    held = game.cards.ranking.places()[strengths_of(deck, game.cards.ranking, of_size.places)]
    cases = _cases(game, deck, of_size.places)
    return Counts(game, deck, of_size.places, of_size.weights, held, cases)


def solve(counts: Counts, pays: Pays) -> Solved:
    """The best choice of every hand: a dot product and a maximum."""
    game, classes = counts.game, counts.game.cards.ranking.classes
    choices, margins = game.stages[0].choices, range(len(MARGINS))
    nets = [
        [
            [
                [_net(pays, choice, FOLD if choice.folds else end, hand, margin) for margin in margins]
                for end in SHOWN
            ]
            for hand in classes
        ]
        for choice in choices
    ]
    scale = lcm(*(net.denominator for by in nets for row in by for ends in row for net in ends))
    scaled = np.array(
        [[[[int(net * scale) for net in ends] for ends in row] for row in by] for by in nets], np.int64
    )
    worth = np.stack([(counts.cases * by[counts.classes]).sum(axis=(1, 2)) for by in scaled], axis=1)
    return Solved(counts, pays, worth, scale)


def strategy(solved: Solved) -> Strategy:
    """Optimal play by class of the hand, and the best rule that goes by the class alone."""
    game, best = solved.pays.game, solved.best
    rows, rule, total = [], [], 0
    for held, hand in enumerate(game.cards.ranking.classes):
        here = solved.counts.classes == held
        if here.any():
            weights = solved.counts.weights[here]
            parts = [int(weights[best[here] == place].sum()) for place in range(len(solved.choices))]
            rows.append((title(hand), *(share(part, sum(parts)) for part in parts)))
            worth = (solved.worth[here] * weights[:, None]).sum(axis=0)
            rule.append((title(hand), int(worth.argmax())))
            total += int(worth.max())
    legend = "In percent of the hands; between 0 and 100 the other cards decide."
    columns = ("hand", *(choice.label for choice in solved.choices))
    sentences = tuple(
        f"{choice.label}: {'; '.join(name for name, taken in rule if taken == place)}."
        for place, choice in enumerate(solved.choices)
        if any(taken == place for _, taken in rule)
    )
    value = Fraction(total, solved.deals * solved.scale)
    return Strategy(
        game.slug,
        solved.sheet().expected_value,
        (Chart(game.stages[0].prompt, columns, tuple(rows), legend),),
        (RuleSet("by the class of the hand", sentences, value),),
        dict(game.chosen),
    )
