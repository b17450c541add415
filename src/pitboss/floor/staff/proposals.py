"""What takes two people: one asks with card and PIN, another agrees within ten minutes."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, insert, select, update

from pitboss.floor.records.audit import record
from pitboss.floor.records.store import Store, cards, people, proposals
from pitboss.floor.refused import Refused
from pitboss.floor.staff.people import Holder
from pitboss.jackpots import codec, decide, postings
from pitboss.jackpots.commands import (
    AcceptLoss,
    Adjust,
    BackOut,
    Badge,
    Configure,
    OpenLink,
    RenumberTable,
    Role,
    VoidRound,
)
from pitboss.jackpots.people import PAIR_US_MAX
from pitboss.jackpots.refusals import Refusal
from pitboss.jackpots.state import State

TwoPerson = AcceptLoss | Adjust | BackOut | Configure | OpenLink | RenumberTable | VoidRound


@dataclass(frozen=True, slots=True)
class Proposal:
    """A command that waits for its second person."""

    number: int
    link: str
    command: TwoPerson
    made_us: int
    state: str

    @property
    def requester(self) -> Badge:
        """Who asked."""
        if isinstance(self.command, OpenLink):
            assert self.command.second is not None
            return self.command.second
        return self.command.requester


def with_second(command: TwoPerson, approver: Badge) -> TwoPerson:
    """The command with the person who agreed."""
    if isinstance(command, OpenLink):
        return replace(command, by=approver)
    return replace(command, approver=approver)


@dataclass(frozen=True, slots=True)
class Moved:
    """What an account would hold before and after."""

    account: str
    before_units: int
    change_units: int
    after_units: int


def preview(state: State, command: TwoPerson, now_us: int) -> list[Moved]:
    """What each account would hold before and after, if somebody agreed now; a refusal is raised."""
    anyone = Badge("?", Role.EXECUTIVE, "?", now_us)
    outcome = decide(state, with_second(command, anyone), now_us)
    if isinstance(outcome, Refusal):
        raise Refused(outcome.code.status, outcome.code.value, outcome.sentence)
    moved: dict[str, int] = {}
    for event in outcome.events:
        for account, units in postings(event):
            moved[account] = moved.get(account, 0) + units
    held = state.balances
    return [
        Moved(account, held.get(account, 0), units, held.get(account, 0) + units)
        for account, units in sorted(moved.items())
        if units
    ]


class Proposals:
    """The requests that wait. Every method may be called from any thread."""

    def __init__(self, store: Store, clock_us: Callable[[], int], changed: Callable[[str], None]) -> None:
        self.store = store
        self.clock_us = clock_us
        self.changed = changed

    def add(self, key: str, link: str, command: TwoPerson, by: Holder) -> Proposal:
        """Put a request down; the same key again gives the request it made."""
        now = self.clock_us()
        with self.store.writer.begin() as connection:
            made = connection.execute(select(proposals).where(proposals.c.key == key)).one_or_none()
            if made is None:
                row = {"key": key, "link": link, "command": codec.encode(command), "made_us": now}
                added = insert(proposals).values(row | {"state": "waiting"}).returning(proposals)
                made = connection.execute(added).one()
                facts = {"number": made.number, "link": link, "by": by.person}
                record(connection, now, "proposed", (proposals, made.number), **facts)
        found = _proposal(made)
        if (found.link, _bare(found.command)) != (link, _bare(command)):
            raise Refused(409, "ID_REUSED", "this key was used for another request; use a new one")
        self.changed("proposals")
        return found

    def get(self, number: int) -> Proposal:
        """A request by its number."""
        with self.store.reader.connect() as connection:
            found = connection.execute(select(proposals).where(proposals.c.number == number)).one_or_none()
        if found is None:
            raise Refused(404, "UNKNOWN_PROPOSAL", f"there is no proposal {number}")
        return _proposal(found)

    def waiting(self) -> list[Proposal]:
        """The requests that can still be agreed to."""
        since = self.clock_us() - PAIR_US_MAX
        wanted = (
            select(proposals)
            .where(proposals.c.state == "waiting", proposals.c.made_us >= since)
            .order_by(proposals.c.number)
        )
        with self.store.reader.connect() as connection:
            found = [_proposal(row) for row in connection.execute(wanted)]
            return [proposal for proposal in found if _stands(connection, proposal.requester)]

    def begin(self, number: int, key: str) -> Proposal:
        """Take a waiting request for one approval; the same key may come again for the same answer."""
        mine = [f"approving {key}", f"approved {key}"]
        asked = self.get(number)
        with self.store.reader.connect() as connection:
            if asked.state == "waiting" and not _stands(connection, asked.requester):
                by = asked.requester
                gone = f"{by.person} asked for this and has no card {by.card} any more; ask again"
                raise Refused(409, "REQUESTER_GONE", gone)
        with self.store.writer.begin() as connection:
            this = proposals.c.number == number
            wanted = update(proposals).where(this, proposals.c.state == "waiting").values(state=mine[0])
            connection.execute(wanted)
            found = connection.execute(select(proposals).where(this)).one()
        if found.state not in mine:
            raise Refused(409, "PROPOSAL_SETTLED", f"proposal {number} is no longer waiting")
        return _proposal(found)

    def settle(self, number: int, was: str, state: str, by: str) -> None:
        """Note what became of a request, if it is still what it was."""
        with self.store.writer.begin() as connection:
            wanted = update(proposals).where(proposals.c.number == number, proposals.c.state == was)
            if connection.execute(wanted.values(state=state)).rowcount:
                record(connection, self.clock_us(), "proposal", number=number, state=state, by=by)
        self.changed("proposals")


def _bare(command: TwoPerson) -> TwoPerson:
    """The command without the moment its card was drawn: sent again, it is drawn again."""
    if isinstance(command, OpenLink):
        assert command.second is not None
        return replace(command, by=_undated(command.by), second=_undated(command.second))
    return replace(command, requester=_undated(command.requester), approver=_undated(command.approver))


def _undated(badge: Badge) -> Badge:
    return replace(badge, swiped_us=0)


def _stands(connection: Connection, badge: Badge) -> bool:
    """Whether who asked still has that card: what somebody asked for falls when they leave."""
    wanted = (
        select(cards.c.label)
        .join(people, people.c.id == cards.c.person)
        .where(cards.c.label == badge.card, cards.c.person == badge.person, cards.c.role == badge.role.value)
        .where(cards.c.revoked_us.is_(None), people.c.left_us.is_(None))
    )
    return connection.execute(wanted).one_or_none() is not None


def _proposal(row: Any) -> Proposal:
    command = codec.decode_command(row.command)
    assert isinstance(command, TwoPerson)
    return Proposal(row.number, row.link, command, row.made_us, row.state)
