"""Being signed in at a keypad or a console, and the challenges that swipes answer there."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import DBAPIError

from pitboss.floor.records.audit import record
from pitboss.floor.records.store import Store, cards, challenges, people, sessions
from pitboss.floor.refused import Refused
from pitboss.floor.staff.people import SECOND_US, Holder, People, StaffRole, digest

IDLE_US = dict.fromkeys(StaffRole, 15 * 60 * SECOND_US) | {StaffRole.DEALER: 60 * 60 * SECOND_US}
"""A console left alone signs itself out; at a table rounds may be far apart."""
SESSION_US = 12 * 3600 * SECOND_US
CHALLENGE_US = 60 * SECOND_US
SEEN_EVERY_US = 30 * SECOND_US
KNOWN_US = 30 * SECOND_US
"""A session is looked up again after this time, or up to twice as much: not all in one second."""
KNOWN_MAX = 4_096
RECOGNISED_MAX = 65_536
SWEEP_US = 600 * SECOND_US
"""How long a challenge that nobody answered is kept at least."""
KEPT_US = 30 * 24 * 3600 * SECOND_US


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody signed in: by which card, and at which table if at one."""

    id: str
    person: str
    name: str
    role: StaffRole
    card: str
    table: str | None


@dataclass(frozen=True, slots=True)
class Swipe:
    """A card drawn through the reader and a PIN, in answer to a challenge."""

    challenge: str
    card: str
    pin: str


def _over(idle_us: int, age_us: int, role: StaffRole) -> bool:
    """Whether a session has ended by itself, or was made by a clock that stood far ahead."""
    return abs(idle_us) > IDLE_US[role] or abs(age_us) > SESSION_US


class Sessions:
    """Who is signed in where. Every method may be called from any thread."""

    def __init__(self, store: Store, staff: People, clock_us: Callable[[], int]) -> None:
        self.store = store
        self.staff = staff
        self.clock_us = clock_us
        self._swept_us = 0
        self._known: dict[str, tuple[int, int, Session]] = {}
        self._recognised: set[str] = set()
        old = clock_us() - KEPT_US
        with store.writer.begin() as connection:
            connection.execute(delete(sessions).where(sessions.c.seen_us < old))
            connection.execute(delete(challenges).where(challenges.c.made_us < old))

    def sign_in(self, number: str, pin: str, table: str | None, source: str) -> tuple[str, Session]:
        """A new token for whoever this is; a dealer who takes a table over ends the one before."""
        holder = self.staff.identify(number, pin, source)
        if (holder.role is StaffRole.DEALER) != (table is not None):
            raise Refused(403, "ROLE", "dealers sign in at a table, everybody else at a console")
        token, now = secrets.token_urlsafe(32), self.clock_us()
        with self.store.changing_sessions() as connection:
            if table is not None:  # one dealer at a table, and one table for a dealer
                theirs = select(cards.c.label).where(cards.c.person == holder.person)
                moved = sessions.c.card.in_(theirs) & sessions.c.table_name.is_not(None)
                there = update(sessions).where(
                    (sessions.c.table_name == table) | moved, sessions.c.ended_us.is_(None)
                )
                connection.execute(there.values(ended_us=now))
            row = {"token_hash": digest(token), "card": holder.card, "table_name": table}
            connection.execute(insert(sessions).values(row | {"began_us": now, "seen_us": now}))
            facts = {"card": holder.card, "person": holder.person, "table": table}
            record(connection, now, "signed in", (sessions, digest(token)), **facts)
        self._recognise(token)
        return token, Session(digest(token), holder.person, holder.name, holder.role, holder.card, table)

    def recognised(self, token: str) -> bool:
        """Whether a token was once found here to be a session's; a made-up one never was."""
        return token in self._recognised

    def _recognise(self, token: str) -> None:
        if len(self._recognised) >= RECOGNISED_MAX:
            self._recognised.clear()
        self._recognised.add(token)

    def known(self, token: str) -> Session | None:
        """A session found here within the last seconds, if none has ended since; saves the database.

        Only while this process is the only one or hears of what others end.
        """
        changed, until_us, session = self._known.get(token, (-1, 0, None))
        if not self.store.hears_all or changed != self.store.sessions_changed or self.clock_us() >= until_us:
            return None
        return session

    def find(self, token: str, touch: bool = True) -> Session:
        """The session of a token, if it has neither ended nor been idle too long.

        A page that only watches asks without `touch`, so that it does not keep a session awake.
        """
        wanted = (
            select(sessions, cards.c.role, people.c.id, people.c.name)
            .join(cards, cards.c.label == sessions.c.card)
            .join(people, people.c.id == cards.c.person)
            .where(
                sessions.c.token_hash == digest(token),
                sessions.c.ended_us.is_(None),
                cards.c.revoked_us.is_(None),
                people.c.left_us.is_(None),
            )
        )
        now, changed = self.clock_us(), self.store.sessions_changed
        with self.store.reader.connect() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None or _over(now - row.seen_us, now - row.began_us, StaffRole(row.role)):
            raise Refused(401, "SIGN_IN", "sign in first")
        if touch and now - row.seen_us > SEEN_EVERY_US:
            # On a full disk a session may still be looked at; it only ends sooner.
            with suppress(DBAPIError), self.store.writer.begin() as connection:
                seen = update(sessions).where(sessions.c.token_hash == row.token_hash)
                connection.execute(seen.values(seen_us=now))
        found = Session(row.token_hash, row.id, row.name, StaffRole(row.role), row.card, row.table_name)
        self._recognise(token)
        if touch:  # what only watches must not stand in for what touches
            if len(self._known) >= KNOWN_MAX:
                self._known.clear()
            self._known[token] = (changed, now + KNOWN_US + hash(token) % KNOWN_US, found)
        return found

    def sign_out(self, session: Session) -> None:
        """End a session; its token is worthless from now on."""
        now = self.clock_us()
        with self.store.changing_sessions() as connection:
            ended = update(sessions).where(sessions.c.token_hash == session.id)
            connection.execute(ended.values(ended_us=now))
            record(connection, now, "signed out", card=session.card, person=session.person)

    def sitting(self, table: str) -> set[str]:
        """Who is signed in as the dealer of a table."""
        wanted = (
            select(cards.c.person)
            .join(sessions, sessions.c.card == cards.c.label)
            .where(sessions.c.table_name == table, sessions.c.ended_us.is_(None))
        )
        with self.store.reader.connect() as connection:
            return set(connection.execute(wanted).scalars())

    def dealt(self) -> set[str]:
        """The tables where a dealer is signed in and not long gone."""
        now = self.clock_us()
        wanted = select(sessions.c.table_name).where(
            sessions.c.table_name.is_not(None),
            sessions.c.ended_us.is_(None),
            sessions.c.seen_us >= now - IDLE_US[StaffRole.DEALER],
            sessions.c.began_us >= now - SESSION_US,
        )
        with self.store.reader.connect() as connection:
            return set(connection.execute(wanted).scalars())

    def challenge(self, session: Session, path: str) -> str:
        """What the next swipe at this session must answer; good for one minute and one action."""
        made = secrets.token_urlsafe(16)
        now = self.clock_us()
        row = {"id_hash": digest(made), "session": session.id, "path": path, "made_us": now}
        with self.store.writer.begin() as connection:
            if abs(now - self._swept_us) > SWEEP_US:  # what was used is kept: it may be used again
                stale = challenges.c.made_us < now - SWEEP_US
                connection.execute(delete(challenges).where(challenges.c.used_for.is_(None), stale))
                self._swept_us = now
            connection.execute(insert(challenges).values(row))
        return made

    def swipe(self, session: Session, path: str, swipe: Swipe, command_id: str, address: str = "") -> Holder:
        """Whoever swiped, if the swipe answers a challenge made here for this action and not used yet.

        The same command sent again may bring the same swipe again; card and PIN are checked each time. A
        wrong one counts against whoever is signed in here, the card they did it with, table and address.
        """
        now = self.clock_us()
        mine = challenges.c.id_hash == digest(swipe.challenge)
        with self.store.writer.begin() as connection:
            found = connection.execute(select(challenges).where(mine)).one_or_none()
            bound = found is not None and (found.session, found.path) == (session.id, path)
            fresh = found is not None and abs(now - found.made_us) <= CHALLENGE_US
            replayed = found is not None and found.used_for not in (None, command_id)
            good = bound and fresh and not replayed
            if good:
                connection.execute(update(challenges).where(mine).values(used_for=command_id))
            else:
                self.staff.count_sources(connection, [f"swipes of card {session.card}"], now)
                record(connection, now, "swipe refused", terminal=session.card, path=path, replayed=replayed)
        if good:
            places = [f"card {session.card}", f"person {session.person}", f"table {session.table}", address]
            counted = [place for place in places if place not in ("", "table None")]
            holder = self.staff.identify(swipe.card, swipe.pin, *counted)
            return replace(holder, terminal=session.table or "console")
        if replayed or (found is not None and not bound):
            self.staff.alarm(f"replay {digest(swipe.challenge)[:16]}", f"a swipe was used again at {path}")
            raise Refused(403, "SWIPE_REPLAYED", "this swipe was made for something else; swipe again")
        raise Refused(403, "SWIPE_EXPIRED", "the swipe is no longer fresh; swipe again")
