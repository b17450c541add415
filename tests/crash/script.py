"""A short evening on the floor, as the groups of commands that reach the ledger together."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from pitboss.jackpots import commands as cmd
from pitboss.jackpots.awards import Quote, quote
from pitboss.jackpots.commands import AdjustReason, Command, Role, Target
from pitboss.jackpots.decide import decide
from pitboss.jackpots.state import State, apply
from pitboss.ledger import Request
from tests.ledger.sample import LINK, START_US, Clock, badge, confirm, end, opening, press, start


@dataclass(slots=True)
class Author:
    """Writes commands while playing them against the core, so that each fits what came before."""

    link: str = LINK
    clock: Clock = field(default_factory=Clock)
    state: State = field(default_factory=State)
    written: list[Request] = field(default_factory=list)

    def add(self, command: Command) -> None:
        for event in decide(self.state, command, self.clock()).events:
            self.state = apply(self.state, event)
        self.written.append(Request(self.link, f"{self.link}-{len(self.written)}", command))

    def evening(self) -> list[Request]:
        """Rounds at three tables, awards of every kind and by both keypads, envy, corrections, refusals."""
        for command in opening(self.clock, self.link):
            self.add(command)
        for round_no in (1, 2):
            for table in ("T1", "T2", "T3"):
                self.add(start(table, round_no))
            if round_no == 1:
                self._awards()
            for table in ("T1", "T2", "T3"):
                self.add(end(table, round_no))
        self.add(start("T1", 2))
        self.add(start("T1", 9))
        self.add(cmd.UnlockTable("T1", 3, badge("ada", Role.SUPERVISOR, self.clock)))
        self._corrections()
        return self.written

    def _awards(self) -> None:
        for seat, hand in ((3, "full-house"), (2, "straight-flush"), (1, "royal-flush")):
            self.add(press("T1", 1, seat, hand))
        self.add(press("T2", 1, 2, "flush"))
        self.add(press("T2", 1, 2, "flush"))
        self.add(press("T2", 1, 2, "four-of-a-kind"))
        for claim in (1, 2, 3, 5):
            self.add(confirm(self.state, claim, self.clock))
        self.add(cmd.RecordPaid(1, cmd.PayMethod.CASH, badge("pay", Role.SUPERVISOR, self.clock)))
        self.add(cmd.RecordPaid(3, cmd.PayMethod.CHECK, badge("pay", Role.SUPERVISOR, self.clock)))

    def _corrections(self) -> None:
        ada, max_ = (badge(who, Role.EXECUTIVE, self.clock) for who in ("ada", "max"))
        self.add(cmd.BackOut(2, "the flush was not straight", ada, max_))
        self.add(cmd.BackOut(3, "the flush was not straight", ada, max_))
        epoch = self.state.levels["minor"].epoch
        self.add(
            cmd.Adjust(
                "minor",
                Target.METER,
                700,
                AdjustReason.HOUSE_ADDITION,
                "promotion",
                "memo 1",
                epoch,
                ada,
                max_,
            )
        )
        self.add(start("T3", 3, (1,)))
        self.add(cmd.VoidRound("T3", 3, "the shuffler jammed", ada, max_))
        self.add(start("T2", 3))
        self.add(press("T2", 3, 1, "flush"))
        self.add(cmd.TurnToJph("T2", badge("ada", Role.SUPERVISOR, self.clock)))
        shown = quote(self.state, 6)
        assert isinstance(shown, Quote)
        self.add(cmd.PressJPot("T2", 6, shown.epoch, badge("max", Role.EXECUTIVE, self.clock)))
        self.add(cmd.TurnToRun("T2", "dealer-T2"))
        self.add(end("T2", 3))
        self.add(cmd.CloseLink(badge("ada", Role.SUPERVISOR, self.clock)))
        self.add(start("T2", 4))


def groups(requests: list[Request]) -> Iterator[list[Request]]:
    """Cut a script into groups of one, two, three … commands, as they might wait for the writer."""
    size, rest = 1, list(requests)
    while rest:
        yield rest[:size]
        rest, size = rest[size:], size % 3 + 1


def evening(link: str = LINK) -> list[Request]:
    """The script, written anew."""
    return Author(link, Clock(START_US)).evening()
