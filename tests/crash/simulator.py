"""A floor in one process: dealers, supervisors and cheats over a bad network to a ledger on a bad disk.

Time is virtual and every choice comes from one seed, so a run can be repeated exactly:

    python -m tests.crash 17

plays seed 17 again. After every entry the invariants I1 to I12 are checked; a breach names the seed.
"""

import heapq
import itertools
import json
import random
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pitboss.jackpots import codec
from pitboss.jackpots.commands import Command, HaltReason
from pitboss.jackpots.events import LinkHalted
from pitboss.jackpots.invariants import Auditor
from pitboss.jackpots.model import Model
from pitboss.jackpots.state import State, apply
from pitboss.ledger import AUDIT, Answer, Entry, Halted, Request, group
from pitboss.ledger.chain import GENESIS
from pitboss.ledger.entries import ID_REUSED, fingerprint
from pitboss.ledger.journal import Journal, entries_after
from tests.crash.disk import IOERR_WRITE, Disk, Image, mounted
from tests.crash.power import new_ledger, opened
from tests.ledger.sample import START_US

SECOND = 1_000_000
NIGHT = 9 * 3600
RETRY_US = 10 * SECOND


class Breach(AssertionError):
    """Something that must always hold did not; the message names the seed that shows it."""


@dataclass(frozen=True, slots=True)
class Send:
    """An agent sends a command and waits for its answer, repeating it as long as there is none."""

    link: str
    command: Command


@dataclass(frozen=True, slots=True)
class Wait:
    """An agent does something else for a while."""

    us: int


Agent = Generator[Send | Wait, Any, None]


@dataclass(slots=True)
class Watched:
    """What the checks remember of one link."""

    state: State = field(default_factory=State)
    hash: bytes = GENESIS
    auditor: Auditor = field(default_factory=Auditor)
    model: Model = field(default_factory=Model)


class Floor:
    """The world of one seed."""

    def __init__(self, seed: int, folder: Path, disk: Disk) -> None:
        self.seed = seed
        self.rng = random.Random(seed)
        self.folder = folder
        self.now_us = START_US
        self.clock_offset_us = 0
        self.commands = 0
        self.entries = 0
        self.restarts = 0
        self.sent: list[Request] = []
        self._disk = disk
        self._journal: Journal | None = None
        self._opening: opened | None = None
        self._events: list[tuple[int, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._ids = itertools.count(1)
        self._inbox: list[tuple[Request, Callable[[Answer], None]]] = []
        self._answers: dict[str, tuple[Request, bytes]] = {}
        self._watched: dict[str, Watched] = {}
        self._entry_of: dict[str, tuple[str, int]] = {}
        self._lost_power: Image | None = None
        self._parted_until_us = 0

    # Time.

    def clock_us(self) -> int:
        """What the wall shows, which may step."""
        return self.now_us + self.clock_offset_us

    def later(self, us: int, action: Callable[[], None]) -> None:
        heapq.heappush(self._events, (self.now_us + us, next(self._order), action))

    def run(self, commands: int) -> None:
        """Play until the ledger has been sent that many commands, then check everything once more."""
        group.SNAPSHOT_EVENTS = 150
        try:
            self._start()
            while self.commands < commands:
                self.now_us, _, action = heapq.heappop(self._events)
                action()
            self._check_end()
        except Breach:
            raise
        except Exception as error:
            raise Breach(f"seed {self.seed}: {error!r}") from error
        finally:
            group.SNAPSHOT_EVENTS = 10_000
            self._stop()

    # Agents.

    def hire(self, agent: Agent) -> None:
        """Let an agent work from now on."""
        self._resume(agent, None)

    def _resume(self, agent: Agent, answer: dict[str, Any] | None) -> None:
        wish = agent.send(answer)
        if isinstance(wish, Wait):
            self.later(wish.us, lambda: self._resume(agent, None))
        else:
            self._try(agent, Request(wish.link, f"c{next(self._ids)}", wish.command), set())

    def _try(self, agent: Agent, request: Request, answered: set[bool]) -> None:
        """Send a command and look again later; the first answer counts, the others are dropped."""
        if answered:
            return

        def receive(answer: Answer) -> None:
            if not answered:
                answered.add(True)
                self._resume(agent, json.loads(answer.content) | {"status": answer.status})

        self.post(request, receive)
        self.later(RETRY_US, lambda: self._try(agent, request, answered))

    def shown(self, link: str) -> State:
        """A link as its consoles show it."""
        return self._watched.setdefault(link, Watched()).state

    # The network.

    def post(self, request: Request, receive: Callable[[Answer], None] = lambda answer: None) -> None:
        """Put a command on the wire: it may be lost, doubled, late, out of order, and so may its answer."""
        self.sent.append(request)

        def reply(answer: Answer) -> None:
            self._carry(lambda: receive(answer))

        self._carry(lambda: self._arrive(request, reply))

    def _carry(self, deliver: Callable[[], None]) -> None:
        chance = self.rng.random()
        if chance < 0.02 or self.now_us < self._parted_until_us:
            return
        for _ in range(2 if chance > 0.98 else 1):
            slow = 20 * SECOND if self.rng.random() < 0.02 else 0
            self.later(self.rng.randrange(1_000, 30_000) + slow, deliver)

    # The server.

    def _arrive(self, request: Request, reply: Callable[[Answer], None]) -> None:
        """A command is here; the writer takes it with whatever else comes before it is ready."""
        self._inbox.append((request, reply))
        if len(self._inbox) == 1:
            self.later(self.rng.choice((1_000, 4 * SECOND, 6 * SECOND)), self._tick)

    def _tick(self) -> None:
        taken, self._inbox = self._inbox, []
        chance = self.rng.random()
        if chance < 0.03:
            self._break_disk()
        elif chance < 0.035:
            self._parted_until_us = self.now_us + 15 * SECOND
        elif chance < 0.05:
            self.clock_offset_us += self.rng.choice((-3600, -30, -2, 5, 3600, NIGHT, 30 * NIGHT)) * SECOND
        self._commit(taken)

    def _commit(self, taken: list[tuple[Request, Callable[[Answer], None]]]) -> None:
        assert self._journal
        self.commands += len(taken)
        try:
            answers, made = self._journal.commit([request for request, _ in taken])
        except Halted:
            self._restart()
            return
        for entry in made:
            self._observe(entry)
        for (request, reply), answer in zip(taken, answers, strict=True):
            self._record(request, answer)
            reply(answer)

    def _record(self, request: Request, answer: Answer) -> None:
        """Same command, same answer, for ever; another command under that id, ID_REUSED."""
        first, content = self._answers.setdefault(request.command_id, (request, answer.content))
        if first == request or fingerprint(first) == fingerprint(request):
            self._require(content == answer.content, f"{request.command_id} got another answer")
        else:
            code = json.loads(answer.content).get("code")
            self._require(code == ID_REUSED, f"{request.command_id} was taken for two commands")
        if answer.status == 200:
            self._require(request.command_id in self._entry_of, f"{request.command_id} has no entry")

    def _break_disk(self) -> None:
        """Soon the disk fails: for one call, or for good, as when the power goes."""
        if self._lost_power is not None:
            return
        power = self.rng.random() < 0.7
        left = self.rng.randrange(1, 60)
        disk = self._disk
        at = disk.calls + left

        def fail(number: int, kind: str) -> int:
            if number < at or (not power and number > at):
                return 0
            if power and self._lost_power is None:
                self._lost_power = disk.power_loss(self.rng)
            return IOERR_WRITE

        disk.fail = fail

    def _start(self) -> None:
        self._mount = mounted(self._disk)
        self._mount.__enter__()
        self._opening = opened(self.folder, self.clock_us, checkpoint_pages=100)
        self._journal = self._opening.__enter__()

    def _stop(self) -> None:
        if self._opening:
            self._opening.__exit__(None, None, None)
            self._mount.__exit__(None, None, None)
            self._opening = None

    def _restart(self) -> None:
        """The server died; what the disk kept must hold every answer that was given."""
        self.restarts += 1
        self._stop()
        self._disk = Disk(self._lost_power or self._disk.image())
        self._lost_power = None
        self._inbox.clear()
        self._start()
        assert self._journal
        with self._journal.reader.connect() as connection:
            for link in self._journal.tips:
                seen = self._watched.setdefault(link, Watched()).state.seq
                self._require(self._journal.tips[link].state.seq >= seen, f"I12 {link} lost answered entries")
                for entry in entries_after(connection, link, seen):
                    self._observe(entry)
        for link, tip in self._journal.tips.items():
            self._require(self._watched[link].hash == tip.hash, f"I6 {link} changed over the restart")

    # The checks.

    def _require(self, holds: bool, sentence: str) -> None:
        if not holds:
            raise Breach(f"seed {self.seed}, {self.commands} commands: {sentence}")

    def _observe(self, entry: Entry) -> None:
        """Check one more entry, in the order of the journal."""
        self.entries += 1
        watched = self._watched.setdefault(entry.link, Watched())
        before = watched.state
        self._require(entry.seq == before.seq + 1, f"I6 {entry.link} has a gap after {before.seq}")
        self._require(entry.ts_us > before.last_us, f"I6 time of {entry.link} {entry.seq} did not rise")
        self._require(entry.hash_after(watched.hash) == entry.hash, f"I6 hash of {entry.link} {entry.seq}")
        if entry.command_id:
            self._require(entry.command_id not in self._entry_of, f"I7 two entries of {entry.command_id}")
            self._entry_of[entry.command_id] = (entry.link, entry.seq)
        watched.hash = entry.hash
        if entry.link == AUDIT:
            watched.state = State(seq=entry.seq, last_us=entry.ts_us)
            return
        event = entry.event
        if isinstance(event, LinkHalted) and event.reason is HaltReason.INVARIANT:
            self._require(False, f"{entry.link} {entry.seq}: the ledger halted the link: {event.explanation}")
        watched.state = apply(before, event)
        for breach in watched.auditor.observe(before, event, watched.state):
            self._require(False, f"{entry.link} {entry.seq}: {breach}")
        watched.model.take(event)
        for fault in watched.model.faults:
            self._require(False, f"I5 {entry.link} {entry.seq}: {fault}")
        if entry.seq % 500 == 0:
            self._require(not watched.model.differences(watched.state), f"I5 {entry.link} {entry.seq}")

    def _check_end(self) -> None:
        """I5, I11 and I12 over the whole run, after one more restart."""
        self._restart()
        assert self._journal
        with self._journal.reader.connect() as connection:
            for link, tip in self._journal.tips.items():
                watched = self._watched[link]
                if link == AUDIT:
                    continue
                self._require(codec.encode(tip.state) == codec.encode(watched.state), f"I11 {link}")
                self._require(not watched.model.differences(tip.state), f"I5 {link}")
            stored = {
                entry.command_id: entry
                for link in self._journal.tips
                for entry in entries_after(connection, link, 0)
                if entry.command_id
            }
        for command_id, (request, content) in self._answers.items():
            entry = stored.get(command_id)
            self._require(entry is not None, f"I12 the answer to {command_id} is gone")
            assert entry
            kept = (entry.label["fingerprint"], entry.answer().content)
            self._require(kept == (fingerprint(request), content), f"I12 the answer to {command_id} changed")


def play(seed: int, commands: int, folder: Path, disk: Disk | None = None) -> Floor:
    """Run one seed; a breach is raised with the seed in its message."""
    from tests.crash.agents import staff

    floor = Floor(seed, folder, disk or new_ledger(folder))
    for agent in staff(floor):
        floor.later(floor.rng.randrange(SECOND), lambda agent=agent: floor.hire(agent))  # type: ignore[misc]
    floor.run(commands)
    return floor
