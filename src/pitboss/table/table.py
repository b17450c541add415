"""A table that deals: players with chips, one round at a time, a history that can be replayed."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from pitboss.cards import Card, shuffled
from pitboss.errors import BadInput
from pitboss.games import Line, Request, Round, Rules, Ruling, View, format_round
from pitboss.money import format_cents
from pitboss.table.bots import Strategy
from pitboss.table.limits import Regulation, TableLimits, regulation_on

HISTORY_MAX = 100
_Group = TypeVar("_Group", str, int)
AGGREGATE = Ruling(
    "all-games", 5, "The table aggregate limits what one deal pays on this bet: paid in proportion."
)
PAYOUT = Ruling(
    "all-games", 5, "The table limits what one hand wins in a round: its wins are paid in proportion."
)


@dataclass(slots=True)
class Player:
    """Somebody at a seat, with chips in front of them; a strategy makes a bot of them."""

    name: str
    chips_cents: int
    strategy: Strategy | None = None


def refuse_outside(rules: Rules, *, edited: bool = False) -> None:
    """Refuse rules that no table deals by; pays that were edited are dealt only where that is said."""
    if outside := rules.beyond_pays if edited else rules.departures:
        raise BadInput(f"a table deals by the approved rules only: {outside[0]}")


class Table:
    """One table: who sits where, what the limits are, the round being dealt and those dealt before.

    >>> from pitboss.cards import SeededShuffle
    >>> from pitboss.games import game
    >>> table = Table(game("caribbean-stud").rules(), shuffle=SeededShuffle(7).order)
    >>> table.sit(1, "Ann", 10_000)
    >>> round = table.open_round({1: {"ante": 500}})
    >>> table.decide("fold")
    >>> table.players[1].chips_cents, table.house_cents
    (9500, 500)
    """

    def __init__(
        self,
        rules: Rules,
        limits: TableLimits | None = None,
        regulation: Regulation | None = None,
        shuffle: Callable[..., Sequence[Card]] = shuffled,
        *,
        edited: bool = False,
    ) -> None:
        """Open a table; without limits of its own it takes the standard ones of today.

        Pays that were `edited` are dealt at a private table for play chips.
        """
        refuse_outside(rules, edited=edited)
        self.rules = rules
        self.regulation = regulation or regulation_on(date.today())
        self.limits = limits or TableLimits.standard(rules, self.regulation)
        refusal = self.limits.layout_refusal(rules, self.regulation)
        if refusal:
            raise BadInput(refusal)
        self.players: dict[int, Player] = {}
        self.round: Round | None = None
        self.lines: list[Line] = []
        """The settlement of the last round, after any limit on what is paid."""
        self.history: deque[str] = deque(maxlen=HISTORY_MAX)
        """The last rounds in one line each, oldest first."""
        self.house_cents = 0
        self.jackpot_cents = 0
        """Jackpot wagers taken off the sensors; the Game Manager accounts for them."""
        self._shuffle = shuffle
        self._dealt: dict[int, Player] = {}
        """Who is in the round, by seat."""
        self._moved: dict[int, int] = {}
        """What the round has moved on each rail so far; chips that came otherwise are not its to touch."""
        self._house_before = self._jackpot_before = 0

    @property
    def in_progress(self) -> bool:
        """Whether a round waits for a decision."""
        return self.round is not None and self.round.request is not None

    def sit(self, seat: int, name: str, chips_cents: int, strategy: Strategy | None = None) -> None:
        """Take a seat with chips; the same person may take several."""
        if not 1 <= seat <= self.rules.game.seats_max:
            raise BadInput(f"there is no seat {seat}; seats are 1 to {self.rules.game.seats_max}")
        if seat in self.players:
            raise BadInput(f"seat {seat} is taken by {self.players[seat].name}")
        if chips_cents < 0:
            raise BadInput("chips can't be less than nothing")
        self.players[seat] = Player(name, chips_cents, strategy)

    def leave(self, seat: int) -> int:
        """Leave a seat and take the chips along."""
        if self.in_progress:
            raise BadInput("nobody leaves during a round")
        chips = self._player(seat).chips_cents
        del self.players[seat]
        return chips

    def add_chips(self, seat: int, cents: int, *, in_round: bool = False) -> None:
        """Buy more chips between rounds, or in one where the house allows that."""
        if self.in_progress and not in_round:
            raise BadInput("chips are bought between rounds")
        if cents <= 0:
            raise BadInput("a buy-in must be more than nothing")
        self._player(seat).chips_cents += cents

    def wager_refusal(self, wagers: Mapping[int, Mapping[str, int]]) -> str:
        """Why these wagers can't open a round, or nothing."""
        if self.in_progress:
            return "a round is in progress"
        refusal = self.rules.game.refusal(wagers)
        if refusal:
            return refusal
        cap = self.regulation.games_per_player_max
        for seat, laid in wagers.items():
            if seat not in self.players:
                return f"nobody sits at seat {seat}"
            reason = self.limits.refusal(laid, lambda bet: self.rules.game.bet(bet).name)
            if reason:
                return f"seat {seat}: {reason}"
            games = 1 + sum(self.rules.game.bet(bet).kind != "base" for bet in laid)
            if cap is not None and games > cap:
                return f"seat {seat}: {games} games in one hand; a player may bet on {cap}"
            if sum(laid.values()) > self.players[seat].chips_cents:
                return f"seat {seat} has only {format_cents(self.players[seat].chips_cents)}"
        return ""

    def open_round(
        self, wagers: Mapping[int, Mapping[str, int]], order: Sequence[Card] | None = None
    ) -> Round:
        """Take the wagers and deal, from a fresh shuffle unless an order is given."""
        refusal = self.wager_refusal(wagers)
        if refusal:
            raise BadInput(refusal)
        cards = self.rules.order(self._shuffle) if order is None else order
        opened = Round(self.rules, {seat: dict(laid) for seat, laid in wagers.items()}, cards)
        self._dealt = {seat: self.players[seat] for seat in wagers}
        self._moved = dict.fromkeys(wagers, 0)
        self._house_before, self._jackpot_before = self.house_cents, self.jackpot_cents
        self.round = opened
        self._account()
        return opened

    @property
    def request(self) -> Request | None:
        """What the round waits for, with the choices for which the seat has chips."""
        if self.round is None or self.round.request is None:
            return None
        request = self.round.request
        chips = self.players[request.seat].chips_cents
        if all(choice.amount_cents <= chips for choice in request.choices):
            return request
        return request._replace(
            choices=tuple(choice for choice in request.choices if choice.amount_cents <= chips)
        )

    def decision_refusal(self, decision: str) -> str:
        """Why the seat asked can't do this, or nothing."""
        if self.round is None:
            return "no round has been dealt"
        refusal = self.round.refusal(decision)
        if refusal or self.round.request is None:
            return refusal
        seat = self.round.request.seat
        name, _, part = decision.partition("=")
        cents = int(part) if part else self._amount(name)
        chips = self.players[seat].chips_cents
        if cents > chips:
            return f"seat {seat} has {format_cents(chips)} left; {name} takes {format_cents(cents)}"
        return ""

    def _amount(self, name: str) -> int:
        assert self.round is not None
        assert self.round.request is not None
        return next(choice.amount_cents for choice in self.round.request.choices if choice.name == name)

    def decide(self, decision: str) -> None:
        """Take a decision of the seat asked; the last one settles the round."""
        refusal = self.decision_refusal(decision)
        if refusal:
            raise BadInput(refusal)
        assert self.round is not None
        self.round.decide(decision)
        self._account()

    def play_bots(self) -> None:
        """Let every bot whose turn it is decide, up to the next person or the end of the round."""
        while (request := self.request) is not None:
            strategy = self.players[request.seat].strategy
            if strategy is None:
                return
            self.decide(strategy.decide(request, self.view(request.seat)))

    def void(self, *, settled: bool = False) -> None:
        """Void the round in play after a shuffler malfunction: every wager goes back.

        What is settled stands, unless whoever runs the table has kept the round open and says `settled`: a
        jackpot may still wait for its claim.
        """
        played = self._still_here()
        over = not self.in_progress
        if over and not settled and not played.voided:
            raise BadInput("the round is settled; only a round in play can be void")
        played.void()
        if over:
            self.history.pop()
        self._account()

    def undo(self) -> None:
        """Take back the last decision, also the one that settled the round."""
        undone = self._still_here().undone()
        if not self.in_progress:
            self.history.pop()
        self.round = undone
        self._account()

    def _still_here(self) -> Round:
        """The last round, if everybody it was dealt to still sits there with what it paid them."""
        if self.round is None:
            raise BadInput("no round has been dealt")
        for seat, player in self._dealt.items():
            if self.players.get(seat) is not player:
                raise BadInput(f"{player.name} has left seat {seat}; the round stands")
        return self.round

    def view(self, seat: int = 0) -> View:
        """What a seat may see of the round; 0 is an onlooker."""
        if self.round is None:
            raise BadInput("no round has been dealt")
        return self.round.view(seat)

    def _account(self) -> None:
        """Move chips as the round says: all are with a player, the house or the sensors."""
        assert self.round is not None
        over = self.round.request is None
        self.lines = self._limited(self.round.lines) if over else list(self.round.lines)
        house, jackpot = self._house_before, self._jackpot_before
        moved = {seat: -self.round.staked_cents(seat) for seat in self._dealt}
        for line in self.lines:
            moved[line.seat] += line.paid_cents + line.returned_cents
            if line.outcome == "collected":
                jackpot += line.wager_cents
            else:
                house -= line.net_cents
        for seat, player in self._dealt.items():
            player.chips_cents += moved[seat] - self._moved[seat]
        self._moved = moved
        self.house_cents, self.jackpot_cents = house, jackpot
        if over:
            self.history.append(format_round(self.round))

    def _limited(self, lines: Sequence[Line]) -> list[Line]:
        """The lines within the aggregates of the table, and then within what one hand may win."""
        shared = _shared(lines, lambda line: line.bet, self.limits.aggregates, AGGREGATE)
        if self.limits.payout_cents is None:
            return shared
        hands = dict.fromkeys(self._dealt, self.limits.payout_cents)
        return _shared(shared, lambda line: line.seat, hands, PAYOUT)

    def _player(self, seat: int) -> Player:
        if seat not in self.players:
            raise BadInput(f"nobody sits at seat {seat}")
        return self.players[seat]


def _shared(
    lines: Sequence[Line], group: Callable[[Line], _Group], most: Mapping[_Group, int], ruling: Ruling
) -> list[Line]:
    """The lines, where those of a group are paid more than its most in proportion, cents rounded down."""
    paid = dict.fromkeys(most, 0)
    for line in lines:
        if group(line) in paid:
            paid[group(line)] += line.paid_cents
    over = {of for of, cents in paid.items() if cents > most[of]}
    return [
        line._replace(paid_cents=line.paid_cents * most[of] // paid[of], ruling=ruling)
        if line.paid_cents and (of := group(line)) in over
        else line
        for line in lines
    ]
