"""One round: the rules, the wagers, the order of the cards and the decisions; all else follows from these."""

from collections.abc import Iterable, Mapping, Sequence

from pitboss.cards import Card
from pitboss.errors import BadInput
from pitboss.games.contract import Claim, Line, Request, Rules, Ruling
from pitboss.games.layout import Layout, View
from pitboss.money import format_cents

VOID = Ruling("all-games", 7, "Shuffler malfunction: every hand is void, every wager goes back.")


class Round:
    """A round in progress or finished; `request` is what it waits for, None when all is settled.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.games import game
    >>> order = parse_cards("AsAdKcQh2d 3c4d5hTs9c")
    >>> dealt = Round(game("caribbean-stud").rules(), {1: {"ante": 500}}, order)
    >>> [choice.name for choice in dealt.request.choices]
    ['bet', 'fold']
    >>> dealt.decide("bet")
    >>> [(line.bet, line.outcome, line.paid_cents) for line in dealt.lines]
    [('ante', 'win', 500), ('bet', 'push', 0)]
    """

    __slots__ = ("_layout", "_script", "decisions", "order", "request", "rules", "voided", "wagers")

    def __init__(
        self,
        rules: Rules,
        wagers: Mapping[int, Mapping[str, int]],
        order: Sequence[Card],
        decisions: Iterable[str] = (),
    ) -> None:
        """Start a round and make the decisions given; `void` as the last one voids it."""
        refusal = rules.game.refusal(wagers)
        if refusal:
            raise BadInput(refusal)
        self.rules = rules
        self.wagers = wagers
        self.order = order
        self.decisions: list[str] = []
        self.voided = False
        self._layout = Layout(rules, wagers, order)
        self._script = rules.game.script(self._layout)
        self.request: Request | None = next(self._script, None)
        for decision in decisions:
            if decision == "void":
                self.void()
            else:
                self.decide(decision)

    @property
    def lines(self) -> list[Line]:
        """The wagers settled so far, in the order of settlement."""
        return self._layout.lines

    @property
    def claims(self) -> list[Claim]:
        """The jackpot hands found so far, for the Game Manager."""
        return self._layout.claims

    @property
    def cards_dealt(self) -> int:
        """How many cards of the order have come out."""
        return self._layout.dealt

    def refusal(self, decision: str) -> str:
        """Why the round can't take this decision now, or nothing."""
        request = self.request
        if request is None:
            return "the round is over"
        for choice in request.choices:
            if choice.name == decision:
                return ""
        name, _, amount = decision.partition("=")
        for choice in request.choices:
            if choice.name == name:
                if choice.least_cents is None:
                    return f"{name} is for a fixed amount"
                if amount.isdecimal() and choice.least_cents <= int(amount) <= choice.amount_cents:
                    return ""
                low, high = format_cents(choice.least_cents), format_cents(choice.amount_cents)
                return f"{name} takes {low} to {high}, in cents"
        names = ", ".join(choice.name for choice in request.choices)
        return f"seat {request.seat} cannot {decision} now; choose {names}"

    def decide(self, decision: str) -> None:
        """Answer the request and go on to the next one."""
        refusal = self.refusal(decision)
        if refusal:
            raise BadInput(refusal)
        self.decisions.append(decision)
        assert self.request is not None
        self._layout.decided(self.request.seat, decision)
        try:
            self.request = self._script.send(decision)
        except StopIteration:
            self.request = None
        except BadInput:
            self._restore(self.undone())
            raise

    def void(self) -> None:
        """Void the round after a shuffler malfunction: what was settled is undone, all wagers go back."""
        if self.voided:
            raise BadInput("the round is void already")
        self._script.close()
        self.request = None
        self.voided = True
        self.decisions.append("void")
        self._layout.claims.clear()
        self._layout.lines[:] = [
            Line(spot.seat, bet, cents, "void", None, 0, cents, VOID)
            for spot in self._layout.settling()
            for bet, cents in spot.staked.items()
        ]

    def _restore(self, other: "Round") -> None:
        """Be as before a decision that the cards did not allow."""
        self.request, self.decisions = other.request, other.decisions
        self._layout, self._script = other._layout, other._script

    def undone(self) -> "Round":
        """The same round before its last decision."""
        if not self.decisions:
            raise BadInput("there is no decision to take back")
        return Round(self.rules, self.wagers, self.order, self.decisions[:-1])

    def view(self, seat: int = 0) -> View:
        """What a seat may see; 0 is an onlooker, who sees what is face up."""
        return self._layout.view(seat)

    def staked_cents(self, seat: int) -> int:
        """All a seat has laid in the round so far, settled or not."""
        return self._layout.staked_cents(seat)

    def net_cents(self, seat: int) -> int:
        """What a seat is ahead over the lines settled so far."""
        return sum(line.net_cents for line in self._layout.lines if line.seat == seat)
