"""The Game Manager: a floor file, its ledger and its people, as one object that pages and API share."""

import asyncio
import json
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Self

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from pitboss.errors import BadInput
from pitboss.floor.answers import Carrier
from pitboss.floor.compliance.findings import Finding
from pitboss.floor.compliance.opening import check, may_open
from pitboss.floor.config.floor_file import Floor, FloorLink, FloorTable, link_config
from pitboss.floor.duties.alarms import Alarms
from pitboss.floor.duties.deposits import watch_funds
from pitboss.floor.duties.losses import watch_losses
from pitboss.floor.duties.notices import Notices, malfunction
from pitboss.floor.duties.timekeeping import Timekeeper, refuse_other_clock, steady_us
from pitboss.floor.evidence import verify_cards
from pitboss.floor.journal import JournalReader
from pitboss.floor.records.prints import Pages
from pitboss.floor.records.proof import Notary, begin, refuse_lost_records, there_are_records, verify_floor
from pitboss.floor.records.store import Store
from pitboss.floor.refused import Refused
from pitboss.floor.staff.people import People
from pitboss.floor.staff.proposals import Proposals
from pitboss.floor.staff.sessions import Sessions
from pitboss.floor.status import link_facts, still_holds
from pitboss.jackpots import LinkConfig, State
from pitboss.jackpots.commands import (
    Badge,
    Command,
    Confirm,
    ConfirmClock,
    HaltLink,
    HaltReason,
    PressHand,
    PressJPot,
    TurnToJph,
)
from pitboss.jackpots.controllers import Profile
from pitboss.jackpots.events import alarms, large
from pitboss.jackpots.gaming_day import gaming_day
from pitboss.jackpots.people import CLOCK_LEAP_US, CLOCK_TOLERANCE_US
from pitboss.ledger import AUDIT, Answer, Broken, Entry, Ledger, Unavailable
from pitboss.ledger.engine import plain
from pitboss.ledger.errors import Fenced
from pitboss.ledger.opening import wall_clock_us
from pitboss.ledger.witness import RECORDS
from pitboss.letters import capital

if TYPE_CHECKING:
    from pitboss.floor.follow import Follower

ANSWER_S_MAX = 10.0
VERIFY_EVERY_S = 3600.0
REVIVE_EVERY_S = 2.0
"""How often a journal that stopped is tried again."""
RUNG_AGAIN = 100
"""Entries that are looked at once more at the start, for alarms that did not ring."""
RECENT_MAX = 10_000
"""Entries whose hashes are at hand to compare with what tables remember."""

_MOVES_ONLY_WAGERS = frozenset({"RoundStarted", "RoundEnded"})


class GameManager:
    """The floor while it is open: commands go in, durable answers come out, and whoever watches is told.

    `changed` is called with topics after each commit, from any thread: `link:<link>` for everything on a
    link, `table:<table>` for that table, `claims:<link>` when more than wagers moved, and `alarms`,
    `proposals`, `staff`. A journal that stopped is opened again once its cause is gone; where it can't be,
    `dead` says why and `give_up` is called, for the process to end.
    """

    def __init__(
        self,
        floor: Floor,
        database: str,
        folder: Path | None = None,
        *,
        demo: bool = False,
        clock_us: Callable[[], int] = wall_clock_us,
        steady_us: Callable[[], int] = steady_us,
        clock_is_right: bool = False,
    ) -> None:
        self.floor = floor
        self._tables = {table.name: table for table in floor.tables}
        self.demo = demo
        self.database, self.folder = database, folder
        self.clock_us = clock_us
        self._opened_us = clock_us()
        self.watcher: Callable[..., None] = lambda *topics: None
        self.follower: Follower | None = None
        self._recent: dict[tuple[str, int], bytes] = {}
        self._seeing = threading.Lock()
        self._carrier: Carrier | None = None
        self.dead = ""
        self._held_s: float | None = None
        self.give_up: Callable[[], None] = lambda: None
        self.findings = check(floor)
        self.shut: dict[str, list[Finding]] = {
            table.name: may_open(floor, self.findings, table.name) for table in floor.tables
        }
        self.ledger = Ledger(database, folder, money=not demo, demo=demo, clock_us=clock_us)
        self.time = Timekeeper(clock_us, steady_us, self._newest_us)
        if demo or clock_is_right:
            self.time.trust()
        try:
            said = self.ledger.witness.testimony().of(RECORDS)
            if not there_are_records(database):
                refuse_lost_records(said, self.ledger.links)
            self.store = Store(database)
            if not (self.store.on_sqlite or demo or clock_is_right):
                with self.store.reader.connect() as connection:
                    refuse_other_clock(connection, clock_us())
            begin(database, self.store.writer, self.ledger.name, clock_us(), said)
            self.journal = JournalReader(database)
            self.alarms = Alarms(self.store, clock_us, self.changed)
            self.notices = Notices(self.store, clock_us, self.alarms.ring, self.changed)
            self.people = People(self.store, clock_us, self.alarms.ring)
            self.sessions = Sessions(self.store, self.people, clock_us)
            self.pages = Pages(self.store, clock_us)
            self.proposals = Proposals(self.store, clock_us, self.changed)
            self.notary = Notary(
                self.store.reader, lambda: self.ledger.witness, lambda: self.watcher("alarms")
            )
            if not self.store.on_sqlite:
                self.follower = self._follow()
        except BaseException:
            for part in ("notary", "journal", "store"):
                if hasattr(self, part):
                    getattr(self, part).close()
            self.ledger.close()
            raise
        self.ledger.listen(self._committed)
        self.losses = self.ledger.losses()
        if not self.time.waits():
            watch_losses(self)
        if clock_is_right:
            self.alarms.ring(f"clock {self._opened_us}", "the server was started with --clock-is-right")
        self._closing = threading.Event()
        self._checker = threading.Thread(target=self._check_hourly, name="checker", daemon=True)
        self._checker.start()
        self._reviver = threading.Thread(target=self._keep_alive, name="reviver", daemon=True)
        self._reviver.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Answer what waits, sign the heads, and let the databases go."""
        self._closing.set()
        self._checker.join()
        self._reviver.join()
        try:
            self.notary.close()
        except (DBAPIError, OSError) as error:  # its head is signed at the next start
            logging.getLogger(__name__).warning("the last head of the audit waits: %s", plain(error))
        self.ledger.close()
        if self.follower:
            self.follower.close()
        self.journal.close()
        self.store.close()

    # What there is

    def table(self, name: str) -> FloorTable:
        """The table of that name."""
        found = self._tables.get(name)
        if found is None:
            raise Refused(404, "UNKNOWN_TABLE", f"there is no table {name}")
        return found

    @property
    def links(self) -> tuple[str, ...]:
        """The links of the file, and those that left it and still hold something."""
        return (*(link.name for link in self.floor.links), *self.left)

    @property
    def left(self) -> dict[str, str]:
        """Links that are not in the file any more, with what they still hold."""
        named = {AUDIT, *(link.name for link in self.floor.links)}
        gone = [name for name in self.ledger.links if name not in named]
        held = {name: still_holds(link_facts(name, self.state(name), self.clock_us())) for name in gone}
        return {name: holds for name, holds in held.items() if holds}

    def link(self, name: str) -> FloorLink | None:
        """The link of that name in the file; None for one that left it and still holds something."""
        found = self.floor.link(name)
        if found is None and name not in self.left:
            raise Refused(404, "UNKNOWN_LINK", f"there is no link {name}")
        return found

    def state(self, link: str) -> State:
        """A link as of its last entry that reached this process."""
        return self.ledger.state(link)

    def setup(self, link: str) -> LinkConfig:
        """What a link plays by and every page shows: the set-up in force; before the first, the file's."""
        return self.state(link).config or link_config(self.floor, self.in_file(link))

    def in_file(self, link: str) -> FloorLink:
        """The link of that name in the file; refused for one that left it."""
        found = self.link(link)
        if found is None:
            raise Refused(409, "NOT_IN_FILE", f"{link} is not in the floor file; put it back first")
        return found

    def links_at(self, table: str) -> tuple[str, ...]:
        """The links that a table plays on, those of the file first, in its order."""
        named = self.table(table).links
        others = [link.name for link in self.floor.links if link.name not in named]
        return tuple(link for link in (*named, *others) if self.setup(link).table(table))

    def next_config(self, link: str) -> LinkConfig:
        """The set-up of the floor file as the link's next version."""
        present = self.state(link).config
        return link_config(self.floor, self.in_file(link), present.version + 1 if present else 1)

    def config_differs(self, link: str) -> bool:
        """Whether the floor file says something else than the link plays by."""
        present, said = self.state(link).config, self.link(link)
        return present is None or (
            said is not None and link_config(self.floor, said, present.version) != present
        )

    # Commands

    def submit(self, link: str, command_id: str, command: Command) -> Future[Answer]:
        """Hand a command in; only what is on disk is answered."""
        self._verify_keypad(command)
        if isinstance(command, PressHand):
            verify_cards(self.state(link), self.setup(link), command)
        if not isinstance(command, ConfirmClock) and (why := self.time.waits()):
            raise Refused(409, "CLOCK", why)
        try:
            return self.ledger.submit(link, command_id, command)
        except Unavailable as error:
            raise self._unavailable(error) from error

    def _verify_keypad(self, command: Command) -> None:
        """Refuse the keys of the other generation: a table records a win as its own keypad does.

        RUN is let through: it only frees a table whose key is at JPH, also after the keypad was changed.
        """
        if not isinstance(command, Confirm | TurnToJph | PressJPot):
            return
        table = self._tables.get(command.table)
        if (table is not None and table.controller is Profile.AQUARIUS) == isinstance(command, Confirm):
            way = "key to JPH, J-POT, key to RUN" if isinstance(command, Confirm) else "CONFIRM and a card"
            raise Refused(409, "OTHER_KEYPAD", f"{command.table} records a win by {way}")

    async def command(self, link: str, command_id: str, command: Command) -> Answer:
        """Hand a command in and wait for its answer; without one nothing may be assumed."""
        loop, carrier = asyncio.get_running_loop(), self._carrier
        if carrier is None or carrier.loop is not loop:
            carrier = self._carrier = Carrier(loop)
        waiting = carrier.carry(self.submit(link, command_id, command))
        try:
            async with asyncio.timeout(ANSWER_S_MAX):
                return await waiting
        except Unavailable as error:
            raise self._unavailable(error) from error
        except TimeoutError:
            raise Refused(
                503, "NO_ANSWER_YET", "the command may or may not be in; send it again unchanged"
            ) from None

    def execute(self, link: str, command_id: str, command: Command) -> Answer:
        """The same for callers that can wait."""
        try:
            return self.submit(link, command_id, command).result(ANSWER_S_MAX)
        except Unavailable as error:
            raise self._unavailable(error) from error

    def _unavailable(self, error: Unavailable) -> Refused:
        if self.ledger.halted:
            why = self.ledger.halted
            try:
                self.alarms.ring(f"halted {why}", f"the ledger only reads: {why}")
            except SQLAlchemyError:  # it lies on the same disk, and rings once that can be written again
                logging.getLogger(__name__).warning("the ledger only reads: %s", why)
            return Refused(503, "READ_ONLY", self.standing)
        return Refused(503, "BUSY", str(error))

    @property
    def standing(self) -> str:
        """What keeps the whole floor from playing and what to do, for every page; nothing if all is well."""
        if self.ledger.halted:
            why = self.ledger.halted.removeprefix("the journal stopped: ")
            return (
                f"The ledger is stopped: {why}. Nothing is recorded: deal without jackpot "
                "wagers, and tell whoever looks after the server. It goes on by itself once that is mended."
            )
        why = self.time.waits()
        return capital(why) + "." if why else ""

    # The clock

    def _newest_us(self) -> int:
        """When the newest entry of any link was written."""
        return max((self.state(link).last_us for link in self.ledger.links if link != AUDIT), default=0)

    def clock_differs(self) -> list[str]:
        """The links whose last entry is far behind the clock, or ahead of it."""
        now, found = self.clock_us(), []
        for link in self.ledger.links:
            state = self.state(link)
            agrees = -CLOCK_TOLERANCE_US <= now - state.last_us <= CLOCK_LEAP_US
            if link != AUDIT and state.config is not None and not agrees:
                found.append(link)
        return found

    def confirm_clock(self, badge: Badge, key: str) -> list[str]:
        """Take somebody's word that the time is right, on every link that knows another; which those are."""
        links = self.clock_differs()
        for number, link in enumerate(links):
            policy = self.setup(link).policy
            today = gaming_day(self.clock_us(), policy.time_zone, policy.day_cut_minute)
            signed = tuple(sorted(self.journal.signed_days(link, since=today.day)))
            answer = self.execute(link, f"{key}.{number}", ConfirmClock(signed, badge))
            if answer.status != 200:
                raise Refused(answer.status, "CLOCK", json.loads(answer.content)["sentence"])
        self.time.trust()
        self._logged(self._watch)
        self.changed("alarms")
        return links

    async def compare(self, link: str, seq: int, digest: bytes) -> None:
        """Refuse a journal that differs from an entry a table remembers."""
        known = self._recent.get((link, seq))
        if known != digest:
            await asyncio.to_thread(self.ledger.compare, link, seq, digest)

    # Who is told

    def changed(self, *topics: str) -> None:
        """Say that something beside the journal changed, to the watcher here and in every other process."""
        self.watcher(*topics)
        if self.follower:
            self.follower.announce_topics(topics)

    def _follow(self) -> "Follower":
        from pitboss.floor.follow import Follower  # and with it PostgreSQL's driver

        topics = {"alarms", "proposals", "staff"}
        for link in self.links:
            topics |= {f"link:{link}", f"claims:{link}"}
        return Follower(
            self.database,
            self.ledger,
            self._seen,
            lambda *topics: self.watcher(*topics),
            frozenset(topics),
            self.store.hear,
            self._deaf,
        )

    def _deaf(self, error: Exception) -> None:
        what = f"a process could not take in what another one wrote: {plain(error)}"
        self.alarms.ring(f"deaf {self._opened_us} {error}", what)

    def _committed(self, made: list[Entry]) -> None:
        if self.follower:
            self.follower.announce({entry.link for entry in made})
        for entry in self._seen(made):
            self._ring(entry)

    def _seen(self, made: list[Entry]) -> list[Entry]:
        """Tell whoever watches of new entries, each once; gives back those that are more than wagers."""
        topics, weighty = set(), []
        with self._seeing:  # own commits and those of other processes come from two threads
            for entry in made:
                if entry.link == AUDIT:
                    continue
                event = json.loads(entry.event_text)
                if event["type"] not in _MOVES_ONLY_WAGERS:
                    weighty.append(entry)
                if self._recent.get((entry.link, entry.seq)) == entry.hash:
                    continue
                self._recent[entry.link, entry.seq] = entry.hash
                topics.add(f"link:{entry.link}")
                if table := event.get("table"):
                    topics.add(f"table:{table}")
                if event["type"] not in _MOVES_ONLY_WAGERS:
                    topics.add(f"claims:{entry.link}")
            while len(self._recent) > RECENT_MAX:
                del self._recent[next(iter(self._recent))]
        if topics:
            self.watcher(*topics)
        return weighty

    def _ring(self, entry: Entry) -> None:
        for sentence in (*alarms(entry.event), *large(entry.event, self.floor.site.ring_from_cents)):
            self.alarms.ring(f"entry {entry.link} {entry.seq} {sentence}", f"link {entry.link}: {sentence}")
        if what := malfunction(entry.event):
            self.notices.open(f"entry {entry.link} {entry.seq}", f"link {entry.link}: {what}", entry.ts_us)

    # A journal that stopped

    def _keep_alive(self) -> None:
        while not self._closing.wait(REVIVE_EVERY_S):
            if self.ledger.halted and not self.dead:
                self._logged(self.revive)

    def revive(self) -> None:
        """Go on after the journal stopped, once it can be opened and holds; give up where it does not."""
        why = self.ledger.halted
        try:
            self.ledger.revive()
        except (Fenced, Broken, BadInput) as error:
            self.dead = f"{why}; it can't go on: {error}"
            self.give_up()
            return
        except (Unavailable, OSError) as error:
            logging.getLogger(__name__).warning("the ledger is still stopped: %s", error)
            return
        cause = f"revived {self.clock_us()}"
        self.alarms.ring(cause, f"the ledger stopped and goes on after a full check of the journal: {why}")
        self._ring_again()
        links = [f"{kind}:{link}" for link in self.links for kind in ("link", "claims")]
        self.changed("alarms", *links, *(f"table:{table.name}" for table in self.floor.tables))

    # Self-check

    def check_books(self, within_s: float = 0.0) -> str:
        """Verify the whole journal and halt a link that does not hold; what is wrong, or nothing.

        If it held within the last `within_s`, that counts: every event since was checked as it was written.
        """
        if self._held_s is not None and time.monotonic() - self._held_s < within_s:
            return ""
        try:
            verify_floor(self.database, self.folder, processes=1)
            self._held_s = time.monotonic()
        except Broken as error:
            self.alarms.ring(f"broken {error}", f"the books do not hold: {error}")
            with suppress(Refused):
                if error.link in self.links:
                    halt = HaltLink(HaltReason.INVARIANT, str(error))
                    self.execute(error.link, f"self-check-{self.clock_us()}", halt)
            return str(error)
        return ""

    def _check_hourly(self) -> None:
        self._logged(self._ring_again)
        self._logged(self._watch)
        while not self._closing.wait(VERIFY_EVERY_S):
            self._logged(self.check_books)
            self._logged(self._watch)

    def _logged(self, check: Callable[[], object]) -> None:
        try:
            check()
        except Exception:
            logging.getLogger(__name__).exception("the hourly check failed")

    def _ring_again(self) -> None:
        """What a process may have written and not rung for before it died; a cause that rang stays silent."""
        for link in self.links:
            for entry in self.ledger.entries(link, max(0, self.state(link).seq - RUNG_AGAIN)):
                self._ring(entry)
        for link, holds in self.left.items():
            what = f"link {link} is not in the floor file and still holds {holds}"
            self.alarms.ring(f"left {link} {self._opened_us}", what)

    def _watch(self) -> None:
        """Deadlines: malfunctions to report, deposits to make; none by a clock that nobody trusts."""
        if why := self.time.waits():
            self.alarms.ring(f"clock {self._opened_us} {self._newest_us()}", why)
            return
        self.notices.remind()
        watch_losses(self)
        watch_funds(self)
