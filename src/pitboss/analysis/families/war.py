"""War: one card each from any number of decks, counted by ranks; a tie is surrendered or dealt once more.

Burnt cards are unseen and change nothing. Nor does it matter which rank the tie has: of the cards left, two
are fewer of that rank, whichever it is.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np

from pitboss.analysis.cache import Version
from pitboss.analysis.families.by_class import outcomes
from pitboss.analysis.families.charts import Cases, Readout
from pitboss.analysis.families.payoff import FOLD, Pays, told
from pitboss.analysis.families.sheets import Ends, Way, base_sheet, ways_of
from pitboss.analysis.parsheet import ParSheet, from_outcomes
from pitboss.analysis.results import DecisionValue
from pitboss.arrays import Ints
from pitboss.cards import Card
from pitboss.errors import BadInput
from pitboss.games.description import BetRow, ChoiceRow, Description
from pitboss.hands.kinds import Kind

VERSION = Version("war", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""
NO_CHOICE = "no tie"
"""The way of those who are not asked."""
SECOND = ("war_win", "war_tie", "war_lose")


@dataclass(frozen=True, slots=True)
class WarCounts:
    """Four cards in order, by how the first two and the second two compare."""

    game: Description
    first: Mapping[str, int]
    """By win, tie and lose, with the second two cards whatever they are."""
    second: Mapping[str, int]
    """By end: the ties that end so if they go to war."""

    @property
    def deals(self) -> int:
        """All equally likely cases."""
        return sum(self.first.values())


def count(game: Description) -> WarCounts:
    """Count the cards of all decks by ranks."""
    size = game.cards.decks * len(game.cards.deck)
    alike = 4 * game.cards.decks
    ranks = size // alike
    pairs, left = alike * (alike - 1), (size - 2) * (size - 3)
    ties = ranks * pairs
    again = (alike - 2) * (alike - 3) + (ranks - 1) * pairs
    higher = (size * (size - 1) - ties) // 2
    first = {"win": higher * left, "tie": ties * left, "lose": higher * left}
    second = dict(zip(SECOND, ((left - again) // 2, again, (left - again) // 2), strict=True))
    counts = WarCounts(game, first, {end: ties * number for end, number in second.items()})
    assert counts.deals == prod(range(size - 3, size + 1))
    return counts


@dataclass(frozen=True, slots=True, eq=False)
class WarSolution:
    """What surrender and war are worth after a tie."""

    counts: WarCounts
    pays: Pays

    @property
    def choices(self) -> tuple[ChoiceRow, ...]:
        """What can be decided after a tie."""
        return self.counts.game.stages[0].choices

    @property
    def deals(self) -> int:
        """All equally likely cases."""
        return self.counts.deals

    @property
    def best(self) -> int:
        """The best choice, the first of equals."""
        values = self._worths()
        return values.index(max(values))

    def _worths(self) -> list[Fraction]:
        return [self._worth(choice) for choice in self.choices]

    def ends(self, chosen: int | None = None) -> Ends:
        """The deals by way to play and end, when every tie takes a choice; the rank held doesn't matter."""
        choice, hand = self.choices[self.best if chosen is None else chosen], self._hand
        found = {(NO_CHOICE, end, hand): self.counts.first[end] for end in ("win", "lose")}
        if choice.folds:
            return found | {(choice.name, FOLD, hand): self.counts.first["tie"]}
        return found | {(choice.name, end, hand): number for end, number in self.counts.second.items()}

    @property
    def _hand(self) -> str:
        return self.counts.game.cards.ranking.classes[0]

    def _worth(self, choice: ChoiceRow) -> Fraction:
        """What a choice is worth after a tie, in units of the first bet."""
        laid = self.pays.laid(choice)
        ends = {FOLD: self.counts.first["tie"]} if choice.folds else self.counts.second
        total = sum(
            (
                number * units * self.pays.net(bet, end, self._hand)
                for end, number in ends.items()
                for bet, units in laid
            ),
            Fraction(0),
        )
        return total / self.counts.first["tie"]

    def sheet(self) -> ParSheet:
        """The par sheet of the base game, per unit of the first bet."""
        before = tuple((bet, 1) for bet in self.counts.game.base if not bet.in_round)
        ways = [Way(NO_CHOICE, before, False)]
        ways += ways_of(self.pays)
        method = f"All orders of four cards of {self.counts.game.cards.decks} decks, by their ranks."
        values, units = self._worths(), {way.name: way.units for way in ways}
        best = [place for place, worth in enumerate(values) if worth == max(values)]
        less = sum(units[name] * deals for (name, _, _), deals in self.ends(best[-1]).items())
        lower = Fraction(less, self.deals)
        return base_sheet(
            self.pays, ways, self.ends(), self.deals, method, equal=int(len(best) > 1), lower=lower
        )

    def values(self, own: tuple[Card, ...], dealer: tuple[Card, ...]) -> tuple[DecisionValue, ...]:
        """What each choice is worth after a tie."""
        if [card.rank for card in own] != [card.rank for card in dealer]:
            raise BadInput(
                f"{self.counts.game.name} asks for a decision only when both cards are of one rank"
            )
        return tuple(DecisionValue(choice.name, self._worth(choice)) for choice in self.choices)

    def side_sheet(self, slug: str) -> ParSheet:
        """The par sheet of a bet on the first two cards, or one of them."""
        game = self.counts.game
        table = self.pays.tables[game.bet(slug).table]
        rows = outcomes(table, side_classes(game, game.bet(slug), table.ranking))
        return from_outcomes(rows, game=game.slug, bet=slug, options=dict(game.chosen), **told(table))

    def readout(self) -> Readout:
        """The choice after a tie, and what the game is worth to whoever always takes one."""
        taken = np.array([[int(place == self.best) for place in range(len(self.choices))]])

        def worth_of(chosen: Sequence[Ints]) -> Fraction:
            lost = max(self._worths()) - self._worth(self.choices[chosen[0][0]])
            return self.sheet().expected_value - lost * self.counts.first["tie"] / self.deals

        stage, legend = self.counts.game.stages[0], "In percent of the ties."
        ties = Cases(stage, ["any tie"], taken, heading="cards", legend=legend)
        return Readout((ties,), worth_of, always="after every tie")


def first_two(game: Description, bet: BetRow, ranking: Kind) -> Iterator[tuple[Card, Card, str, int]]:
    """The player's card and the dealer's, the class of those that a side bet reads, and in how many deals.

    A deal is four cards in order, as it is for the base game.
    """
    decks, cards = game.cards.decks, game.cards.deck
    size = decks * len(cards)
    for own, dealer in product(cards, cards):
        if ways := decks * (decks - (own == dealer)) * (size - 2) * (size - 3):
            read = [{"dealer": dealer}.get(who, own) for who in bet.reads.split("+")]
            yield own, dealer, ranking.class_of(ranking.rank(read)), ways


def side_classes(game: Description, bet: BetRow, ranking: Kind) -> dict[str, int]:
    """The deals by the class of those of the first two cards that a side bet reads."""
    found = dict.fromkeys(ranking.classes, 0)
    for _, _, read, ways in first_two(game, bet, ranking):
        found[read] += ways
    return found
