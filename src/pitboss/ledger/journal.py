"""The journal of money: a group of commands goes in as one transaction, and only then is it answered."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from pitboss.jackpots import codec
from pitboss.jackpots.decide import decide
from pitboss.jackpots.refusals import Refusal
from pitboss.ledger.entries import AUDIT, ID_REUSED, Answer, Entry, Request, Tip, fingerprint, followed
from pitboss.ledger.errors import Broken, Fenced, Halted, RollbackDetected
from pitboss.ledger.group import Group, checkpoint
from pitboss.ledger.notes import SigningKey
from pitboss.ledger.schema import entries, heads, postings, snapshots

_LOCK = (
    select(heads)
    .where(heads.c.link.in_(bindparam("links", expanding=True)))
    .order_by(heads.c.link)
    .with_for_update()
)
_KNOWN = select(entries).where(entries.c.command_id.in_(bindparam("ids", expanding=True)))
_AFTER = (
    select(entries)
    .where(entries.c.link == bindparam("link"), entries.c.seq > bindparam("seq"))
    .order_by(entries.c.seq)
)
_MOVE_HEAD = (
    update(heads)
    .where(heads.c.link == bindparam("of_link"), heads.c.seq == bindparam("from_seq"))
    .values(seq=bindparam("to_seq"), hash=bindparam("to_hash"), ts_us=bindparam("to_us"))
)
_MOVE_BALANCE = text(
    "INSERT INTO balances (link, account, units) VALUES (:link, :account, :units) "
    "ON CONFLICT (link, account) DO UPDATE SET units = balances.units + excluded.units"
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


class Journal:
    """The one way into the tables: locks the heads, decides, appends, and keeps each link's state at hand."""

    def __init__(
        self,
        engine: Engine,
        reader: Engine,
        ledger: str,
        writer: int,
        fence: int,
        key: SigningKey,
        tips: dict[str, Tip],
        clock_us: Callable[[], int],
        keep_notes: Callable[[list[str]], None],
    ) -> None:
        self.engine = engine
        self.reader = reader
        self.ledger = ledger
        self.writer = writer
        self.fence = fence
        self.key = key
        self.tips = tips
        self.clock_us = clock_us
        self.keep_notes = keep_notes
        self.halted = ""
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
            except IntegrityError:
                # Another process may have used one of these ids a moment ago; now its entry can be seen.
                answers, group = self._attempt(requests)
            self.tips.update(group.tips)
            self._sign(group.due())
        except Exception as error:
            self.halted = f"the journal stopped: {error}"
            raise error if isinstance(error, Halted) else Halted(self.halted) from error
        return answers, group.lines

    def sign_heads(self) -> None:
        """Sign the head of every link that has moved since it was last signed."""
        if not self.halted:
            self._sign([link for link, tip in self.tips.items() if tip.state.seq > self._signed.get(link, 0)])

    def _sign(self, links: list[str]) -> None:
        if links:
            heads = {link: checkpoint(self.ledger, link, self.tips[link]) for link in sorted(links)}
            self.keep_notes([self.key.sign(head.text()) for head in heads.values()])
            self._signed |= {link: head.seq for link, head in heads.items()}

    def _attempt(self, requests: Sequence[Request]) -> tuple[list[Answer], Group]:
        now_us = self.clock_us()
        with self.engine.begin() as connection:
            links = sorted({request.link for request in requests})
            group = Group(self.writer, self.key, self.ledger, self._lock(connection, links))
            ids = list({request.command_id for request in requests})
            group.answered = {row.command_id: _entry(row) for row in connection.execute(_KNOWN, {"ids": ids})}
            answers = [self._answer(connection, group, request, now_us) for request in requests]
            if group.lines:
                self._write(connection, group)
        return answers, group

    def _lock(self, connection: Connection, links: list[str]) -> dict[str, Tip]:
        """Lock the heads of links, and bring what we know of them up to date.

        Links are locked in the order of their names and the audit link last, so that writers never
        wait for each other in a circle. A new link has no head yet; the audit head guards its beginning.
        """
        tips = {}
        for head in connection.execute(_LOCK, {"links": links}):
            if head.fence > self.writer:
                raise Fenced(f"writer {head.fence} has taken over from writer {self.writer}")
            tip = self.tips.get(head.link, Tip())
            if head.seq > tip.state.seq:
                tip = followed(tip, entries_after(connection, head.link, tip.state.seq))
            if head.seq < tip.state.seq:
                raise RollbackDetected(head.link, head.seq, f"entry {tip.state.seq} was here before")
            if head.hash != tip.hash:
                raise Broken(head.link, head.seq, "the head is not the hash of the last entry")
            tips[head.link] = tip
        if missing := [link for link in links if link not in tips]:
            tips |= self._lock(connection, [AUDIT]) | {link: Tip() for link in missing}
        return tips

    def _answer(self, connection: Connection, group: Group, request: Request, now_us: int) -> Answer:
        stored = group.answered.get(request.command_id)
        if stored and stored.label["fingerprint"] == fingerprint(request):
            return stored.answer()
        if stored:
            return self._refuse(connection, group, request, _REUSED, now_us)
        outcome = decide(group.tips[request.link].state, request.command, now_us)
        if outcome.events:
            return group.add_outcome(request, outcome).answer()
        assert isinstance(outcome, Refusal)
        return self._refuse(connection, group, request, codec.encode(outcome), now_us)

    def _refuse(
        self, connection: Connection, group: Group, request: Request, refusal: str, now_us: int
    ) -> Answer:
        if AUDIT not in group.tips:
            group.tips |= self._lock(connection, [AUDIT])
        return group.add_refusal(request, refusal, now_us).answer()

    def _write(self, connection: Connection, group: Group) -> None:
        connection.execute(insert(entries), group.entry_rows())
        if group.postings:
            connection.execute(insert(postings), group.postings)
            connection.execute(_MOVE_BALANCE, group.balance_rows())
        for link, before in group.before.items():
            self._move_head(connection, link, before, group.tips[link])
        for row in group.snapshots():
            connection.execute(insert(snapshots), row)

    def _move_head(self, connection: Connection, link: str, before: Tip, after: Tip) -> None:
        if before.state.seq == 0 and link != AUDIT:
            first = {"link": link, "seq": after.state.seq, "hash": after.hash, "ts_us": after.state.last_us}
            connection.execute(insert(heads), first | {"fence": self.fence})
            return
        moved = connection.execute(
            _MOVE_HEAD,
            {
                "of_link": link,
                "from_seq": before.state.seq,
                "to_seq": after.state.seq,
                "to_hash": after.hash,
                "to_us": after.state.last_us,
            },
        )
        if moved.rowcount != 1:
            raise Broken(link, before.state.seq, "the head moved under its lock")
