"""What is paid in a described game: the codes of every bet, and what they are worth."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.analysis.families.deciding import Node, refused
from pitboss.analysis.families.payoff import FOLD
from pitboss.games import Line, Rules, Wager
from pitboss.games.description import BetRow, Description
from pitboss.games.settlement import odds_at, settled
from pitboss.hands.kinds import Kind
from pitboss.money import Odds
from pitboss.simulation.compiled import Column, envy_column, jackpot_column, seeds
from pitboss.simulation.dealing import CODES


@dataclass(slots=True)
class Coding:
    """The codes of a bet: one for each net result and stake that it can have."""

    game: Description
    bet: str
    known: dict[tuple[int, int, int], int] = field(default_factory=lambda: {(0, 0, 0): 0})

    def code(self, net_cents: int, staked_cents: int, envy_cents: int = 0) -> int:
        """The code of a result, and of what it brings every other seat."""
        found = self.known.setdefault((net_cents, staked_cents, envy_cents), len(self.known))
        if found >= CODES:
            raise refused(self.game, f"{self.bet} can end in more than {CODES} ways")
        return found

    @property
    def nets(self) -> Column:
        """Net results by code."""
        return [net for net, _, _ in self.known]

    @property
    def stakes(self) -> Column:
        """Stakes by code."""
        return [staked for _, staked, _ in self.known]

    @property
    def envy(self) -> Column:
        """What every other seat gets, by code."""
        return [envy for _, _, envy in self.known]


@dataclass(frozen=True, slots=True, eq=False)
class Worth:
    """What each bet is worth at each end, with these wagers, as the script settles them."""

    rules: Rules
    game: Description
    laid: Mapping[str, int]
    seats: int = 1
    rounded: dict[tuple[str, Odds, int], int] = field(default_factory=dict)
    """What was paid where that is less than the odds say: the house keeps parts of a cent."""

    def line(self, wager: Wager, odds: Odds | None, rounds: str = "exact") -> Line:
        """A wager settled at these odds, None being a loss."""
        line = settled(wager, odds, rounds=rounds)
        if odds is not None and odds.net * wager.cents > line.net_cents and rounds == "exact":
            self.rounded[wager.bet, odds, wager.cents] = line.paid_cents
        return line

    def table(self, name: str) -> Mapping[str, Any]:
        """What a table of the game pays by class."""
        return self.rules.pays[self.game.chooses(name)] if name else {}

    def base(self, bet: BetRow, node: Node, end: str, hand: str, margin: int = 0) -> tuple[int, int]:
        """Net result and stake of a base bet, with its bonus."""
        cents = node.out.get(bet.slug, 0) * self.laid.get(
            self.game.unit.slug if bet.in_round else bet.slug, 0
        )
        if not cents:
            return 0, 0
        wager = Wager(1, bet.slug, cents)
        odds = bet.pays(end, hand, self.table(bet.table), margin)
        net = self.line(wager, odds, bet.rounds).net_cents
        taken = [name for _, name in node.decisions]
        if bet.bonus is not None and end != FOLD and bet.bonus.paid_after(taken):
            odds = self.table(bet.bonus.table).get(hand)
            net += self.line(wager, odds).paid_cents  # besides: of a loss nothing more is taken
        return net, cents

    def ranked(self, bet: BetRow) -> Kind:
        """How the table of a bet ranks what it reads."""
        if bet.kind == "jackpot" and bet.slug in self.rules.paytables:
            return self.game.ranked_by(bet.table, self.rules.paytables[bet.slug].ranking)
        return self.game.tables_of(bet.table)[0].ranking

    def lost_with_fold(self, bet: BetRow) -> bool:
        """Whether a fold loses the bet, or keeps the hand from claiming a jackpot."""
        if bet.kind == "jackpot":
            return self.game.folds and self.rules.options["folded_hands_qualify"] == "no"
        return bet.lost_with_fold

    def side(self, bet: BetRow, folded: bool, hand: str) -> tuple[int, int, int]:
        """Net result, stake and envy of a side bet or a jackpot's wager with a hand of this class."""
        cents = self.laid.get(bet.slug, 0)
        if not cents:
            return 0, 0, 0
        if folded and self.lost_with_fold(bet):
            return -cents, cents, 0
        if bet.kind == "jackpot":
            table = self.rules.paytables[bet.slug]
            net, envy = jackpot_column(table, cents, [hand], seeds(table)), envy_column(table, cents, [hand])
            return net[0], cents, envy[0]
        hands = self.rules.game.hands_dealt(self.seats)
        odds = odds_at(self.rules, self.game.chooses(bet.table), hand, hands)
        return self.line(Wager(1, bet.slug, cents), odds).net_cents, cents, 0
