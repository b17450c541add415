"""A script of poker games written by hand, beside which the script of descriptions is held.

A game of the family says what is dealt, which decisions its stages offer, how hands are valued, and gives one
pure settlement function per bet; the order of the procedure is here, once. A game against a paytable has no
dealer's hand, and all else alike.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from pitboss.cards import Card
from pitboss.games.contract import Choice, Claim, Line, Request, Rules, Ruling, Script, Wager
from pitboss.games.layout import ALL, NO_CARDS, Layout, Spot
from pitboss.games.settlement import lose, push
from pitboss.money import format_cents

SENSOR = Ruling(
    "all-games", 3, "Jackpot wager taken off its sensor before the deal; the Game Manager has it."
)


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice of a stage: the bets it makes, as multiples of the Ante, and whether it ends the hand."""

    name: str
    label: str
    bets: tuple[tuple[str, int], ...] = ()
    folds: bool = False
    takes_back: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """One turn of decisions; `opens` deals or shows what precedes it."""

    name: str
    prompt: str
    decisions: tuple[Decision, ...]
    opens: Callable[[Layout], None] | None = None
    closed: Callable[[Spot], frozenset[str]] | None = None
    """Which decisions a seat may not take with its cards, where some need a hand."""
    by_name: dict[str, Decision] = field(init=False)
    makes: frozenset[str] = field(init=False)
    """The bets that its decisions make."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_name", {decision.name: decision for decision in self.decisions})
        made = frozenset(bet for decision in self.decisions for bet, _ in decision.bets)
        object.__setattr__(self, "makes", made)

    def asks(self, spot: Spot, unit: str) -> bool:
        """Whether a seat decides here: it has an Ante, is in the hand and has not made these bets before."""
        staked = spot.staked
        if spot.folded or unit not in staked:
            return False
        for bet in self.makes:
            if bet not in staked:
                return True
        return not self.makes


@lru_cache(maxsize=4096)
def _request(
    stage: Stage,
    seat: int,
    ante: int,
    closed: frozenset[str] = frozenset(),
) -> Request:
    """What a stage asks a seat with an Ante of this size; the same seats and Antes come again and again."""
    choices = []
    for decision in stage.decisions:
        if decision.name in closed:
            continue
        cents = ante * sum(multiple for _, multiple in decision.bets)
        words = [decision.label, *([format_cents(cents)] if cents else [])]
        choices.append(Choice(decision.name, " ".join(words), cents))
    return Request(seat, stage.name, stage.prompt, tuple(choices))


def request_of(stage: Stage, spot: Spot, ante: int) -> Request:
    """What a stage asks a seat."""
    return _request(stage, spot.seat, ante, stage.closed(spot) if stage.closed else frozenset())


@dataclass(slots=True, eq=False)
class Showdown:
    """What a side bet can read when it is settled."""

    layout: Layout
    spot: Spot
    player: Any
    dealer: Any

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.layout.rules


@dataclass(frozen=True, slots=True)
class SideBet:
    """A bet settled on its own; one that does not survive a fold is collected with the folded hand."""

    bet: str
    settle: Callable[[Wager, Showdown], Line]
    survives_fold: Callable[[Rules], bool]
    last: bool = False
    """Settled after every seat's other bets."""
    at_once: bool = False
    """Settled by the first cards, before any decision."""


def always(rules: Rules) -> bool:
    """The bet stays in action when the hand is folded."""
    return True


def never(rules: Rules) -> bool:
    """The bet is lost with the folded hand."""
    return False


@dataclass(frozen=True, slots=True)
class Jackpot:
    """The wager on a sensor: the outcome of its paytable's ranking at a seat, and the cards that show it."""

    bet: str
    hand: Callable[[Showdown], tuple[str, tuple[Card, ...]]]


@dataclass(frozen=True, slots=True)
class Bonus:
    """What a bet of the game is paid besides, by the player's hand, if the seat stayed in."""

    bet: str
    of: str
    settle: Callable[[Wager, Showdown], Line | None]
    """From the wager it is paid on to its line, which takes no wager off; none where it pays nothing."""


def no_dealer(layout: Layout) -> None:
    """A game against a paytable."""


@dataclass(frozen=True, slots=True, eq=False)
class AgainstDealer:
    """A game of the family, described; its `script` is the procedure."""

    deal: Callable[[Layout], None]
    stages: tuple[Stage, ...]
    folded: Ruling
    player: Callable[[Layout, Spot], Any]
    dealer: Callable[[Layout], Any]
    qualifies: Callable[[Any], bool]
    base: Mapping[str, Callable[[Wager, Any, Any, Rules], Line]]
    first_if_no_hand: tuple[str, ...]
    """The base bets that are settled before any hand is opened when the dealer doesn't qualify."""
    given_up: Mapping[str, Callable[[Wager], Line]] = field(default_factory=dict)
    """How base bets are settled of which a fold does not lose all."""
    collected: Mapping[str, Ruling] = field(default_factory=dict)
    """Bets that go to the tray as soon as they are made."""
    bonuses: tuple[Bonus, ...] = ()
    sides: tuple[SideBet, ...] = ()
    jackpots: tuple[Jackpot, ...] = ()
    unit: str = "ante"
    """The bet that others are multiples of; a seat without it has no decision."""
    taken_back: Ruling | None = None
    completes: Callable[[Layout], None] | None = None
    """Deals what is missing of the hands after the last decision."""
    order: tuple[str, ...] = ()
    """The bets of a seat in the order in which they are settled; if not said, bonuses follow those of the
    base, and others follow bonuses."""
    beside: dict[str, Callable[[Wager, Showdown], Line]] = field(init=False)
    """How the other bets of a seat are settled with those of the base."""

    def __post_init__(self) -> None:
        beside = {side.bet: side.settle for side in self.sides if not side.last}
        object.__setattr__(self, "beside", beside)
        usual = (*self.base, *(bonus.bet for bonus in self.bonuses), *beside)
        object.__setattr__(self, "order", self.order or usual)

    def script(self, layout: Layout) -> Script:
        """Deal a round, ask for decisions, settle."""
        for jackpot in self.jackpots:
            self._lock(layout, jackpot.bet)
        self.deal(layout)
        self._settle_at_once(layout)
        staying = layout.spots
        for stage in self.stages:
            if stage.opens and staying:
                stage.opens(layout)
            for spot in staying:
                if stage.asks(spot, self.unit):
                    ante = spot.staked[self.unit]
                    name = yield request_of(stage, spot, ante)
                    decision = stage.by_name[name]
                    self._do(layout, spot, decision, ante)
                    if decision.folds:
                        staying = [other for other in staying if other is not spot]
        if self.completes:
            self.completes(layout)
        self._settle(layout)

    def _settle_at_once(self, layout: Layout) -> None:
        for side in self.sides:
            for spot in layout.settling() if side.at_once else ():
                if side.bet in spot.wagers:
                    spot.hands[0].up = (1 << len(spot.hands[0].cards)) - 1
                    at = Showdown(layout, spot, None, None)
                    layout.settle(side.settle(spot.wagers[side.bet], at))

    @staticmethod
    def _lock(layout: Layout, bet: str) -> None:
        for spot in layout.spots:
            wager = spot.wagers.get(bet)
            if wager:
                layout.settle(lose(wager, SENSOR)._replace(outcome="collected"))

    def _do(self, layout: Layout, spot: Spot, decision: Decision, ante: int) -> None:
        for bet, multiple in decision.bets:
            spot.stake(bet, multiple * ante)
            if bet in self.collected:
                layout.settle(lose(spot.wagers[bet], self.collected[bet]))
        for bet in decision.takes_back:
            if bet in spot.wagers:
                assert self.taken_back is not None
                layout.settle(push(spot.wagers[bet], self.taken_back))
        if decision.folds:
            self._fold(layout, spot)

    def _fold(self, layout: Layout, spot: Spot) -> None:
        spot.folded = True
        for bet in self.base:
            if bet in spot.wagers:
                wager, given_up = spot.wagers[bet], self.given_up.get(bet)
                layout.settle(given_up(wager) if given_up else lose(wager, self.folded))
        for side in self.sides:
            if side.bet in spot.wagers and not side.survives_fold(layout.rules):
                layout.settle(lose(spot.wagers[side.bet], self.folded))

    def _settle(self, layout: Layout) -> None:
        if layout.dealer is not NO_CARDS:
            layout.dealer.up = ALL
        dealer = self.dealer(layout)
        rules = layout.rules
        order = layout.settling()
        if not self.qualifies(dealer):
            for spot in order:
                for bet in self.first_if_no_hand:
                    if bet in spot.wagers:
                        layout.settle(self.base[bet](spot.wagers[bet], None, dealer, rules))
        for spot in order:
            if self._in_action(spot, rules):
                self._settle_seat(layout, spot, dealer)
        for side in self.sides:
            if side.last:
                for spot in order:
                    if side.bet in spot.wagers:
                        table = Showdown(layout, spot, None, dealer)
                        layout.settle(side.settle(spot.wagers[side.bet], table))

    def _in_action(self, spot: Spot, rules: Rules) -> bool:
        """Whether the dealer has to open this seat's cards."""
        if not spot.folded:
            return True
        if spot.wagers and any(bet in spot.wagers for bet in self.beside):
            return True
        return self._may_claim(spot, rules)

    def _may_claim(self, spot: Spot, rules: Rules) -> bool:
        if not self.jackpots or (spot.folded and rules.options["folded_hands_qualify"] != "yes"):
            return False
        return any(jackpot.bet in spot.staked for jackpot in self.jackpots)

    def _settle_seat(self, layout: Layout, spot: Spot, dealer: Any) -> None:
        spot.hands[0].up = ALL
        player = self.player(layout, spot)
        rules, wagers, base = layout.rules, spot.wagers, self.base
        showdown = Showdown(layout, spot, player, dealer)
        for bet in self.order:
            if bet not in wagers:
                if self.bonuses and not spot.folded:
                    self._pay_besides(bet, showdown)
            elif bet in base:
                layout.settle(base[bet](wagers[bet], player, dealer, rules))
            elif bet in self.beside:
                layout.settle(self.beside[bet](wagers[bet], showdown))
        for jackpot in self.jackpots:
            if jackpot.bet in spot.staked and self._may_claim(spot, rules):
                self._claim(jackpot, showdown)

    def _pay_besides(self, bet: str, at: Showdown) -> None:
        for bonus in self.bonuses:
            if bonus.bet == bet and bonus.of in at.spot.staked and not self._was_taken_back(bonus.of, at):
                line = bonus.settle(Wager(at.spot.seat, bet, at.spot.staked[bonus.of]), at)
                if line is not None:
                    at.layout.pay(line._replace(wager_cents=0, returned_cents=0))

    def _was_taken_back(self, bet: str, at: Showdown) -> bool:
        return any(
            line.ruling is self.taken_back and (line.seat, line.bet) == (at.spot.seat, bet)
            for line in at.layout.lines
        )

    @staticmethod
    def _claim(jackpot: Jackpot, showdown: Showdown) -> None:
        layout, spot = showdown.layout, showdown.spot
        outcome, cards = jackpot.hand(showdown)
        if outcome in layout.rules.pays[jackpot.bet]:
            table = layout.rules.paytables[jackpot.bet]
            line = table.line(outcome)
            assert line is not None
            layout.claims.append(
                Claim(spot.seat, jackpot.bet, table.designator, line.hand, cards, spot.folded)
            )
