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
    FixAward,
    PressHand,
    ReleaseAward,
    StartRound,
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
    fixed: Quote | None = None

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
        """Claim or clear a hand of a seat; the key must be at RUN."""
        self._need_run()
        return self, PressHand(self.table, self.round_no, seat, hand, self.dealer, cards, folded)

    def turn_to_jph(self) -> AquariusPanel:
        """The supervisor's key to JPH."""
        self._need_run()
        return replace(self, at_jph=True)

    def j_pot(self, shown: Quote, key_holder: Badge) -> tuple[AquariusPanel, Command]:
        """Fix award and amount; the link waits until the key is back at RUN."""
        if not self.at_jph:
            raise BadInput("turn the key to JPH before J-POT")
        if self.fixed is not None:
            raise BadInput("an award is fixed already; turn the key to RUN to record it")
        return replace(self, fixed=shown), FixAward(self.table, shown.claim.claim_no, key_holder)

    def clear(self, key_holder: Badge) -> tuple[AquariusPanel, Command]:
        """Let a fixed award go; the key stays at JPH."""
        if self.fixed is None:
            raise BadInput("no award is fixed")
        return replace(self, fixed=None), ReleaseAward(self.fixed.claim.claim_no, key_holder)

    def turn_to_run(self, key_holder: Badge) -> tuple[AquariusPanel, Command | None]:
        """The key back to RUN: meter and reseed in one step, if an award was fixed."""
        if not self.at_jph:
            raise BadInput("the key is at RUN")
        panel = replace(self, at_jph=False, fixed=None)
        if self.fixed is None:
            return panel, None
        return panel, Confirm(self.table, self.fixed.claim.claim_no, self.fixed.epoch, key_holder)

    def game_over(self) -> tuple[AquariusPanel, Command]:
        """Finish the round; the key must be at RUN."""
        self._need_run()
        return self, EndRound(self.table, self.round_no)

    def _need_run(self) -> None:
        if self.at_jph:
            raise BadInput("the key is at JPH; turn it to RUN")
