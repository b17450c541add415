"""Every showdown of a hold'em game, counted before any paytable is known."""

from dataclasses import dataclass
from math import comb

from pitboss.analysis.families.boards import (
    RANKS,
    SUITED5,
    TYPE_PAIRS,
)
from pitboss.analysis.families.budget import Budget
from pitboss.analysis.families.community.plans import plan
from pitboss.analysis.families.deals import Deck
from pitboss.analysis.families.showdowns import Showdowns, showdowns
from pitboss.games.description import Description


@dataclass(frozen=True, slots=True, eq=False)
class HoldemCounts:
    """Every showdown of a game, whatever its paytables."""

    game: Description
    deck: Deck
    cells: Showdowns

    @property
    def dealer_pairs(self) -> int:
        """The pairs the dealer may hold beside a board and a player."""
        return comb(self.deck.size - 7, 2)

    def ways(self, level: int) -> int:
        """In how many ways cards can come after so many of the board: in order, and the dealer's pair."""
        size = self.deck.size
        later = {5: 1, 4: size - 6, 3: (size - 5) * (size - 6)}
        later[0] = comb(size - 2, 3) * later[3]
        return later[level] * self.dealer_pairs

    @property
    def deals(self) -> int:
        """All equally likely cases, turn and river in order."""
        return comb(self.deck.size, 2) * self.ways(0)


def work(game: Description, deck: Deck) -> int:
    """About how many steps a solution takes."""
    planned = plan(game)
    alike = 17 if deck.suits_alike else 1
    on = {level: comb(deck.size, level) // alike * comb(deck.size, 2) for level in (3, 4)}
    decided = sum(10 * on[node.level] for node in planned.nodes if node.level in on)
    showdowns = SUITED5 * TYPE_PAIRS
    return (
        showdowns * 5 * (len(planned.leaves) + 3)
        + 60 * on[3]
        + decided
        + (60 * on[4] if planned.at(4) else 0)
    )


def count(game: Description, deck: Deck | None = None, budget: Budget | None = None) -> HoldemCounts:
    """Count every showdown; paytables come later."""
    deck = deck or Deck(game.cards.deck)
    (budget or Budget()).allow(f"{game.name}: hands with community cards", work(game, deck))
    removed = sum(1 << rank for rank in {*range(RANKS)} - {card.rank for card in deck.cards})
    return HoldemCounts(game, deck, showdowns(game.qualifying_strength, removed))
