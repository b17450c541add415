"""The family of war: a card each, the higher one wins, and a tie is dealt again or surrendered for half."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pitboss.games.against_dealer import Decision, Showdown, Stage, request_of
from pitboss.games.contract import Line, Rules, Script, Wager
from pitboss.games.description import Cards
from pitboss.games.layout import ALL, Layout, Spot

FOLD, WAR = "fold", "war_"
SECOND = "war"
"""What a player's second card is called."""


@dataclass(frozen=True, slots=True, eq=False)
class War:
    """A game of the family, described; its `script` is the procedure."""

    cards: Cards
    stage: Stage
    unit: str
    base: Mapping[str, Callable[[Wager, str, int, int, Rules], Line]]
    """How each base bet is settled at an end of the round, by both cards."""
    sides: Mapping[str, Callable[[Wager, Showdown], Line]]
    """How each bet on the first two cards is settled."""

    def script(self, layout: Layout) -> Script:
        """Deal a card each and settle all but ties; deal once more for those who go to war."""
        for spot in layout.spots:
            layout.deal(spot, "hand", 1, up=ALL)
        layout.deal_dealer(1, up=ALL)
        for end in ("lose", "win"):
            for spot in layout.settling():
                if self._compared(layout, spot) == end:
                    self._settle(layout, spot, end)
                    self._settle_sides(layout, spot)
        at_war = []
        for spot in layout.spots:
            if self._compared(layout, spot) == "tie":
                self._settle_sides(layout, spot)
                ante = spot.staked[self.unit]
                name = yield request_of(self.stage, spot, ante)
                if self._do(layout, spot, self.stage.by_name[name], ante):
                    at_war.append(spot)
        if at_war:
            self._war(layout, at_war)

    def _do(self, layout: Layout, spot: Spot, decision: Decision, ante: int) -> bool:
        """Whether the seat goes to war."""
        for bet, multiple in decision.bets:
            spot.stake(bet, multiple * ante)
        if decision.folds:
            spot.folded = True
            self._settle(layout, spot, FOLD)
        return not decision.folds

    def _war(self, layout: Layout, at_war: list[Spot]) -> None:
        """Burn, deal a card to each seat at war and one to the dealer for all, and settle."""
        for place, spot in enumerate(at_war):
            self._burn(layout, place)
            layout.deal(spot, SECOND, 1, up=ALL)
        self._burn(layout, len(at_war))
        layout.dealer.cards = (*layout.dealer.cards, *layout.draw(1))
        for spot in layout.settling():
            if spot in at_war:
                self._settle(layout, spot, WAR + self._compared(layout, spot))

    def _burn(self, layout: Layout, dealt: int) -> None:
        if self.cards.burn_each or not dealt:
            layout.draw(self.cards.burned)

    def _compared(self, layout: Layout, spot: Spot) -> str:
        """How the last card of a seat compares with the dealer's last."""
        own, dealer = self._strengths(layout, spot)
        return "win" if own > dealer else "lose" if own < dealer else "tie"

    def _strengths(self, layout: Layout, spot: Spot) -> tuple[int, int]:
        rank = self.cards.ranking.rank
        return rank(spot.hands[-1].cards), rank(layout.dealer.cards[-1:])

    def _settle(self, layout: Layout, spot: Spot, end: str) -> None:
        for bet, settle in self.base.items():
            if bet in spot.wagers:
                held = self._strengths(layout, spot)
                layout.settle(settle(spot.wagers[bet], end, *held, layout.rules))

    def _settle_sides(self, layout: Layout, spot: Spot) -> None:
        for bet, settle in self.sides.items():
            if bet in spot.wagers:
                layout.settle(settle(spot.wagers[bet], Showdown(layout, spot, None, None)))
