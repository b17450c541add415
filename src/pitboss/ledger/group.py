"""A group of commands on its way into the journal."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from pitboss.jackpots import codec
from pitboss.jackpots import events as ev
from pitboss.jackpots.decide import Decision
from pitboss.jackpots.events import Event, Posting, postings
from pitboss.jackpots.invariants import breaches
from pitboss.jackpots.people import CLOCK_LEAP_US
from pitboss.jackpots.refusals import Refusal
from pitboss.jackpots.state import State, book
from pitboss.ledger.chain import entry_hash
from pitboss.ledger.entries import AUDIT, Entry, Request, Tip, fingerprint, once_key
from pitboss.ledger.errors import Broken
from pitboss.ledger.notes import Checkpoint, SigningKey

CHECKPOINT_EVENTS = 1_000
SNAPSHOT_EVENTS = 10_000

_MOMENTOUS = (ev.AwardConfirmed, ev.AwardBackedOut, ev.MeterAdjusted, ev.RoundVoided, ev.DayClosed)
"""Events after which a link's head is signed at once."""


class Breach(Exception):
    """An event would break what must always hold."""


@dataclass(slots=True)
class Group:
    """What one transaction is going to write, and the answers that may be given once it has."""

    writer: int
    key: SigningKey
    ledger: str
    tips: dict[str, Tip]
    before: dict[str, Tip] = field(default_factory=dict)
    lines: list[Entry] = field(default_factory=list)
    postings: list[tuple[str, int, int, str, int]] = field(default_factory=list)
    moved: Counter[tuple[str, str]] = field(default_factory=Counter)
    answered: dict[str, Entry] = field(default_factory=dict)
    momentous: set[str] = field(default_factory=set)

    def add_outcome(self, request: Request, outcome: Decision | Refusal) -> Entry:
        """Append what a command led to; its last entry carries its id, its fingerprint and any refusal."""
        *before, last = outcome.events
        for event in before:
            self._add_event(request.link, event, f'{{"writer":{self.writer}}}')
        text = f'{{"fingerprint":"{fingerprint(request)}","writer":{self.writer}}}'
        if isinstance(outcome, Refusal):
            text += "\n" + codec.encode(outcome)
        made = self.answered[request.command_id] = self._add_event(
            request.link, last, text, request.command_id
        )
        return made

    def _add_event(self, link: str, event: Event, label: str, command_id: str | None = None) -> Entry:
        lines, before = postings(event), self.tips[link].state
        state = book(before, event, lines)
        # A halt moves nothing, and nothing may keep it out.
        if not isinstance(event, ev.LinkHalted) and (found := breaches(before, event, state)):
            raise Breach("; ".join(found))
        made = self._add(link, state, codec.encode(event), label, command_id, once_key(event))
        self._post(made, lines)
        if isinstance(event, _MOMENTOUS):
            self.momentous.add(link)
        return made

    def _add(
        self,
        link: str,
        state: State,
        content: str,
        label: str,
        command_id: str | None = None,
        once: str | None = None,
    ) -> Entry:
        tip = self.tips[link]
        self.before.setdefault(link, tip)
        body = f"{content}\n{label}".encode()
        digest = entry_hash(link, state.seq, tip.hash, state.last_us, command_id, once, body)
        made = Entry(link, state.seq, state.last_us, command_id, once, body, digest)
        self.tips[link] = Tip(state, digest)
        self.lines.append(made)
        return made

    def _post(self, made: Entry, lines: tuple[Posting, ...]) -> None:
        total = 0
        for line, (account, units) in enumerate(lines):
            total += units
            self.moved[made.link, account] += units
            self.postings.append((made.link, made.seq, line, account, units))
        if total:
            raise Broken(made.link, made.seq, f"postings sum to {total}, not to zero")

    def add_refusal(self, request: Request, refusal: str, now_us: int) -> Entry:
        """Leave a line that a command was refused, and what it was told, for a copy that comes late."""
        tip = self.tips[AUDIT]
        far_back = now_us < tip.state.last_us - CLOCK_LEAP_US  # lines of refusals follow a corrected clock
        at_us = now_us if far_back else max(now_us, tip.state.last_us + 1)
        state = State(seq=tip.state.seq + 1, last_us=at_us)
        line = {
            "at_us": state.last_us,
            "command": type(request.command).__name__,
            "command_id": request.command_id,
            "link": request.link,
            "type": "Refused",
        }
        known = request.command_id in self.answered
        made = self._add(
            AUDIT,
            state,
            json.dumps(line, ensure_ascii=False, separators=(",", ":")),
            f'{{"fingerprint":"{fingerprint(request)}","writer":{self.writer}}}\n{refusal}',
            None if known else request.command_id,
        )
        self.answered.setdefault(request.command_id, made)
        return made

    def entry_rows(self) -> list[tuple[Any, ...]]:
        """The entries as rows."""
        return [
            (line.link, line.seq, line.ts_us, line.command_id, line.once, line.body, line.hash)
            for line in self.lines
        ]

    def balance_rows(self) -> list[tuple[str, str, int]]:
        """What each account gained or lost in this group."""
        return [(link, account, units) for (link, account), units in sorted(self.moved.items())]

    def due(self) -> list[str]:
        """The links whose heads are to be signed now."""
        return [
            link
            for link, tip in self.before.items()
            if link in self.momentous or _crossed(tip, self.tips[link], CHECKPOINT_EVENTS)
        ]

    def snapshots(self) -> Iterator[dict[str, Any]]:
        """Signed states of the links for which it is time."""
        for link, tip in self.before.items():
            if link != AUDIT and _crossed(tip, self.tips[link], SNAPSHOT_EVENTS):
                yield snapshot_row(self.key, self.ledger, link, self.tips[link])


def _crossed(before: Tip, after: Tip, step: int) -> bool:
    return before.state.seq // step != after.state.seq // step


def checkpoint(ledger: str, link: str, tip: Tip) -> Checkpoint:
    """A link's head, to be signed."""
    return Checkpoint(ledger, link, tip.state.seq, tip.hash, tip.state.last_us)


def snapshot_row(key: SigningKey, ledger: str, link: str, tip: Tip) -> dict[str, Any]:
    """A link's state with a signature over it and its place in the chain."""
    body = codec.encode(tip.state).encode()
    note = key.sign(checkpoint(ledger, link, tip).text() + f"state {sha256(body).hexdigest()}\n")
    return {"link": link, "seq": tip.state.seq, "body": body, "note": note}
