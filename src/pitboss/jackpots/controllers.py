"""The two generations of keypads: what each key means, as the same commands.

A panel is what a table's keypad holds between two keys. Each key gives the next panel and the command to
send, or no command when the key only prepares one. Keys out of order are BadInput, as a keypad would beep.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from pitboss.errors import BadInput
from pitboss.jackpots.awards import Quote
from pitboss.jackpots.commands import (
    Badge,
    Command,
    Confirm,
    EndRound,
    PressHand,
    PressJPot,
    StartRound,
    TurnToJph,
    TurnToRun,
)


class Profile(StrEnum):
    """Which generation of equipment a table has."""

    AQUARIUS = "aquarius"
    NEXUS = "nexus"


@dataclass(frozen=True, slots=True)
class NexusPanel:
    """START GAME, spot and hand buttons, CONFIRM and the card reader, END GAME."""

    table: str
    round_no: int = 0
    dealer: str = ""
    spot: int | None = None
    shown: Quote | None = None

    def start_game(
        self, dealer: str, seats: tuple[int, ...], base_seats: tuple[int, ...], wager_cents: int
    ) -> tuple[NexusPanel, Command]:
        """Lock the sensors for the next round."""
        panel = NexusPanel(self.table, self.round_no + 1, dealer)
        return panel, StartRound(self.table, panel.round_no, dealer, seats, base_seats, wager_cents)

    def select_spot(self, seat: int) -> NexusPanel:
        """Choose whose hand the next button is for."""
        return replace(self, spot=seat)

    def hand(self, hand: str, cards: str = "", folded: bool = False) -> tuple[NexusPanel, Command]:
        """Claim or clear a hand of the selected spot."""
        if self.spot is None:
            raise BadInput("select the player's spot first")
        panel = replace(self, spot=None)
        return panel, PressHand(self.table, self.round_no, self.spot, hand, self.dealer, cards, folded)

    def confirm(self, shown: Quote) -> NexusPanel:
        """CONFIRM at what the screen shows; the swipe completes it."""
        return replace(self, shown=shown)

    def swipe(self, badge: Badge) -> tuple[NexusPanel, Command]:
        """Record the award that CONFIRM was pressed at."""
        if self.shown is None:
            raise BadInput("press CONFIRM before the card")
        claim = self.shown.claim
        return replace(self, shown=None), Confirm(self.table, claim.claim_no, self.shown.epoch, badge)

    def end_game(self) -> tuple[NexusPanel, Command]:
        """Finish the round."""
        return replace(self, spot=None, shown=None), EndRound(self.table, self.round_no)


@dataclass(frozen=True, slots=True)
class AquariusPanel:
    """COIN IN, hand buttons, a key between RUN and JPH, J-POT, GAME OVER; the claim names the seat too."""

    table: str
    round_no: int = 0
    dealer: str = ""
    at_jph: bool = False

    def coin_in(
        self, dealer: str, seats: tuple[int, ...], base_seats: tuple[int, ...], wager_cents: int
    ) -> tuple[AquariusPanel, Command]:
        """Lock the sensors for the next round; the key must be at RUN."""
        self._need_run()
        panel = AquariusPanel(self.table, self.round_no + 1, dealer)
        return panel, StartRound(self.table, panel.round_no, dealer, seats, base_seats, wager_cents)

    def hand(
        self, seat: int, hand: str, cards: str = "", folded: bool = False
    ) -> tuple[AquariusPanel, Command]:
        """Claim a hand of a seat, or clear it; with the key at JPH it can only be cleared."""
        return self, PressHand(self.table, self.round_no, seat, hand, self.dealer, cards, folded)

    def turn_to_jph(self, key_holder: Badge) -> tuple[AquariusPanel, Command]:
        """The supervisor's key to JPH."""
        self._need_run()
        return replace(self, at_jph=True), TurnToJph(self.table, key_holder)

    def j_pot(self, shown: Quote, badge: Badge) -> tuple[AquariusPanel, Command]:
        """Record the win at what the screen shows."""
        if not self.at_jph:
            raise BadInput("turn the key to JPH before J-POT")
        return self, PressJPot(self.table, shown.claim.claim_no, shown.epoch, badge)

    def turn_to_run(self) -> tuple[AquariusPanel, Command]:
        """The key back to RUN: the table works again."""
        if not self.at_jph:
            raise BadInput("the key is at RUN")
        return replace(self, at_jph=False), TurnToRun(self.table, self.dealer)

    def game_over(self) -> tuple[AquariusPanel, Command]:
        """Finish the round; the key must be at RUN."""
        self._need_run()
        return self, EndRound(self.table, self.round_no)

    def _need_run(self) -> None:
        if self.at_jph:
            raise BadInput("the key is at JPH; turn it to RUN")
