"""What goes into the journal and what comes out: requests, answers, entries, and the tip of a link."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from pitboss.jackpots import codec
from pitboss.jackpots import events as ev
from pitboss.jackpots.commands import Command
from pitboss.jackpots.events import Event
from pitboss.jackpots.refusals import Code
from pitboss.jackpots.state import State, apply
from pitboss.ledger.chain import GENESIS, entry_hash
from pitboss.ledger.errors import Broken

AUDIT = "~audit"
"""The link that holds no money: a line for each refused command, in a chain of its own."""

ID_REUSED = "ID_REUSED"
"""The one refusal of the ledger itself: an id that was used for another command before."""


@dataclass(frozen=True, slots=True)
class Request:
    """A command for a link, under the id its sender made for it and keeps until it is answered."""

    link: str
    command_id: str
    command: Command


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command came to: 200 and its event, or the refusal, in bytes that never change.

    `seq` and `hash` are the entry that holds it, for the sender to remember; a plain refusal has none.
    """

    status: int
    content: bytes
    seq: int = 0
    hash: bytes = b""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal as stored: the event, who wrote it, and the command it answers, if any."""

    link: str
    seq: int
    ts_us: int
    command_id: str | None
    once: str | None
    body: bytes
    hash: bytes

    def hash_after(self, previous: bytes) -> bytes:
        """The hash this entry must have when it follows an entry with hash `previous`."""
        return entry_hash(self.link, self.seq, previous, self.ts_us, self.command_id, self.once, self.body)

    @property
    def event_text(self) -> str:
        """The event as canonical text."""
        return text_of(self.body)

    @property
    def event(self) -> Event:
        """The event itself; the audit link has none."""
        return codec.decode_event(self.event_text)

    @property
    def label(self) -> dict[str, Any]:
        """Who wrote the entry and, at the end of a command, the fingerprint of the command."""
        label: dict[str, Any] = json.loads(self.body.split(b"\n")[1])
        return label

    def answer(self) -> Answer:
        """The answer of the command that ended with this entry, byte for byte as it was first given."""
        event, _, *refusal = self.body.split(b"\n")
        if not refusal:
            return Answer(200, event, self.seq, self.hash)
        status = _status(json.loads(refusal[0])["code"])
        if self.link == AUDIT:
            return Answer(status, refusal[0])
        return Answer(status, refusal[0], self.seq, self.hash)


def text_of(body: bytes) -> str:
    """The canonical text of the event in the body of an entry."""
    return body.partition(b"\n")[0].decode()


def _status(code: str) -> int:
    return 409 if code == ID_REUSED else Code(code).status


@dataclass(frozen=True, slots=True)
class Tip:
    """A link as of its last entry: its state, and that entry's hash."""

    state: State = field(default_factory=State)
    hash: bytes = GENESIS


def fingerprint(request: Request) -> str:
    """What makes two commands the same: everything but the moment and the card of a swipe.

    A person who swipes again for the same thing repeats the command; another amount, seat or person does not.
    """
    text = codec.encode(request.command)
    if '"swiped_us"' in text:
        text = json.dumps(_stable(json.loads(text)), separators=(",", ":"), sort_keys=True)
    return sha256(f"{request.link}\n{text}".encode()).hexdigest()


def _stable(data: Any) -> Any:
    if isinstance(data, list):
        return [_stable(item) for item in data]
    if isinstance(data, dict):
        volatile = ("swiped_us", "card") if "swiped_us" in data else ()
        return {name: _stable(value) for name, value in data.items() if name not in volatile}
    return data


def once_key(event: Event) -> str | None:
    """What may be in a link's journal only once, as the database itself sees to.

    >>> once_key(ev.RoundEnded(1, "T1", 17, ()))
    'ended T1 17'
    """
    match event:
        case ev.RoundStarted():
            return f"started {event.table} {event.round_no}"
        case ev.RoundEnded():
            return f"ended {event.table} {event.round_no}"
        case ev.RoundVoided():
            return f"voided {event.table} {event.round_no}"
        case ev.AwardConfirmed():
            return f"award of claim {event.claim_no}"
        case ev.AwardPaid():
            return f"paid {event.award_no}"
        case ev.AwardBackedOut():
            return f"backed out {event.award_no}"
        case ev.DayClosed():
            return f"closed {event.day}"
        case ev.LossAccepted():
            return f"loss after {event.kept}"
    return None


def followed(tip: Tip, found: Iterable[Entry]) -> Tip:
    """The tip after some more entries; a gap or a hash that does not fit stops the reader."""
    state, last = tip.state, tip.hash
    for entry in found:
        if entry.seq != state.seq + 1:
            raise Broken(entry.link, state.seq + 1, f"missing: the next entry is {entry.seq}")
        if entry.hash_after(last) != entry.hash:
            raise Broken(entry.link, entry.seq, "its hash does not match")
        if entry.link == AUDIT:
            state = State(seq=entry.seq, last_us=entry.ts_us)
        else:
            state = apply(state, entry.event)
        last = entry.hash
    return Tip(state, last)
