"""The journal of money: a group of commands goes in as one transaction, and only then is it answered."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from pitboss.jackpots import codec
from pitboss.jackpots.commands import HaltReason
from pitboss.jackpots.decide import TEXT_MAX, decide
from pitboss.jackpots.events import LinkHalted
from pitboss.jackpots.refusals import Code, Refusal
from pitboss.ledger.engine import plain
from pitboss.ledger.entries import AUDIT, ID_REUSED, Answer, Entry, Request, Tip, fingerprint, followed
from pitboss.ledger.errors import Broken, Fenced, Halted, RollbackDetected
from pitboss.ledger.group import Breach, Group, checkpoint
from pitboss.ledger.notes import Checkpoint
from pitboss.ledger.schema import entries, heads, snapshots
from pitboss.ledger.statements import KNOWN, Wording, wording
from pitboss.ledger.witness import Witness

_AFTER = (
    select(entries)
    .where(entries.c.link == bindparam("link"), entries.c.seq > bindparam("seq"))
    .order_by(entries.c.seq)
)

_REUSED = (
    f'{{"code":"{ID_REUSED}","events":[],"original":null,'
    '"sentence":"this command id was used for another command; use a new id","type":"Refusal"}'
)


def _entry(row: Any) -> Entry:
    return Entry(*row)


def entries_after(connection: Connection, link: str, seq: int, limit: int | None = None) -> Iterator[Entry]:
    """The entries of a link that follow number `seq`, in order of their numbers."""
    found = connection.execute(_AFTER.limit(limit) if limit else _AFTER, {"link": link, "seq": seq})
    return map(_entry, found)


def _brought_up(said: Wording, tip: Tip, since: Sequence[Any], seq: int) -> Tip:
    """A tip with what others added since, up to entry `seq` of the link."""
    while since:
        tip = followed(tip, map(_entry, since))
        since = said.news([(since[0][0], tip.state.seq)])() if tip.state.seq < seq else ()
    return tip


def _halted(group: Group, request: Request, breach: str, now_us: int) -> Refusal:
    """What a command comes to whose event would break the books: the link stops, nothing else is written."""
    at_us = max(now_us, group.tips[request.link].state.last_us + 1)
    halt = LinkHalted(at_us, HaltReason.INVARIANT, f"{type(request.command).__name__}: {breach}"[:TEXT_MAX])
    sentence = "a check of the books failed, nothing was recorded and the link is halted: call an executive"
    return Refusal(Code.LINK_HALTED, sentence, None, (halt,))


class Journal:
    """The one way into the tables: locks the heads, decides, appends, and keeps each link's state at hand."""

    def __init__(
        self,
        engine: Engine,
        reader: Engine,
        writer: int,
        fence: int,
        witness: Witness,
        tips: dict[str, Tip],
        clock_us: Callable[[], int],
    ) -> None:
        self.engine = engine
        self.reader = reader
        self.writer = writer
        self.fence = fence
        self.witness = witness
        self.ledger = witness.ledger
        self.tips = tips
        self.heard: dict[str, Tip] = {}
        self.clock_us = clock_us
        self.halted = ""
        self.stopped_by: Exception | None = None
        self._signed = {link: tip.state.seq for link, tip in tips.items()}

    def commit(self, requests: Sequence[Request]) -> tuple[list[Answer], list[Entry]]:
        """Take a group of commands in, all or none, and return the answers and the entries they made.

        When anything goes wrong the whole group is unanswered, and the journal takes no more commands.
        """
        if self.halted:
            raise Halted(self.halted)
        try:
            try:
                answers, group = self._attempt(requests)
            except (IntegrityError, self.engine.dialect.loaded_dbapi.IntegrityError):
                # Another process may have used one of these ids a moment ago; now its entry can be seen.
                answers, group = self._attempt(requests)
            self.tips.update(group.tips)
            self.witness.mark([self._head(link) for link in group.before])
            self._sign(group.due())
        except Exception as error:
            self.halted, self.stopped_by = f"the journal stopped: {plain(error)}", error
            raise error if isinstance(error, Halted) else Halted(self.halted) from error
        return answers, group.lines

    def sign_heads(self) -> None:
        """Sign the head of every link that has moved since it was last signed."""
        if not self.halted:
            self._sign([link for link, tip in self.tips.items() if tip.state.seq > self._signed.get(link, 0)])

    def _sign(self, links: list[str]) -> None:
        heads = [self._head(link) for link in sorted(links)]
        self.witness.sign(heads)
        self._signed |= {head.link: head.seq for head in heads}

    def _head(self, link: str) -> Checkpoint:
        return checkpoint(self.ledger, link, self.tips[link])

    def _attempt(self, requests: Sequence[Request]) -> tuple[list[Answer], Group]:
        now_us = self.clock_us()
        with self.engine.begin() as connection:
            said = wording(connection)
            with said.one_trip():
                tips = self._lock(said, sorted({request.link for request in requests}))
                known = said.ask(KNOWN, list({(request.command_id,) for request in requests}))
            group = Group(self.writer, self.witness.key, self.ledger, tips())
            group.answered = {row[3]: Entry(*row) for row in known()}
            answers = [self._answer(said, group, request, now_us) for request in requests]
            if group.lines:
                self._write(connection, group)
        return answers, group

    def _lock(self, said: Wording, links: list[str]) -> Callable[[], dict[str, Tip]]:
        """Lock the heads of links and bring what we know of them up to there, once the answer is read.

        Links are locked in the order of their names and the audit link last, so that writers never
        wait for each other in a circle. A new link has no head yet; the audit head guards its beginning.
        """
        mine = {link: self.newest(link) for link in links}
        heads = said.lock(links)
        news = said.news([(link, tip.state.seq) for link, tip in mine.items()])

        def tips() -> dict[str, Tip]:
            since = {link: list(some) for link, some in groupby(news(), itemgetter(0))}
            found = {}
            for link, seq, last, fence in heads():
                if fence > self.writer:
                    raise Fenced(f"writer {fence} has taken over from writer {self.writer}")
                tip = _brought_up(said, mine[link], since.get(link, []), seq)
                if seq < tip.state.seq:
                    raise RollbackDetected(link, seq, f"entry {tip.state.seq} was here before")
                if last != tip.hash:
                    raise Broken(link, seq, "the head is not the hash of the last entry")
                found[link] = tip
            if missing := mine.keys() - found.keys():
                found |= self._lock(said, [AUDIT])() | {link: Tip() for link in missing}
            return found

        return tips

    def newest(self, link: str) -> Tip:
        """The link as of the last entry this process knows: its own, or one it heard of."""
        own, heard = self.tips.get(link, Tip()), self.heard.get(link, Tip())
        return own if own.state.seq >= heard.state.seq else heard

    def _answer(self, said: Wording, group: Group, request: Request, now_us: int) -> Answer:
        stored = group.answered.get(request.command_id)
        if stored and stored.label["fingerprint"] == fingerprint(request):
            return stored.answer()
        if stored:
            return self._refuse(said, group, request, _REUSED, now_us)
        outcome = decide(group.tips[request.link].state, request.command, now_us)
        if outcome.events:
            try:
                return group.add_outcome(request, outcome).answer()
            except Breach as breach:
                return group.add_outcome(request, _halted(group, request, str(breach), now_us)).answer()
        assert isinstance(outcome, Refusal)
        return self._refuse(said, group, request, codec.encode(outcome), now_us)

    def _refuse(self, said: Wording, group: Group, request: Request, refusal: str, now_us: int) -> Answer:
        if AUDIT not in group.tips:
            group.tips |= self._lock(said, [AUDIT])()
        return group.add_refusal(request, refusal, now_us).answer()

    def _write(self, connection: Connection, group: Group) -> None:
        moved = []
        for link, tip in group.before.items():
            seq, state, last = tip.state.seq, group.tips[link].state, group.tips[link].hash
            if seq == 0 and link != AUDIT:
                self.witness.mark([checkpoint(self.ledger, link, tip)])  # so that a link is never without one
                first = {"link": link, "seq": state.seq, "hash": last, "ts_us": state.last_us}
                connection.execute(insert(heads), first | {"fence": self.fence})
            else:
                moved.append((link, seq, state.seq, last, state.last_us))
        for row in group.snapshots():
            connection.execute(insert(snapshots), row)
        wording(connection).write(group.entry_rows(), group.postings, group.balance_rows(), moved)
