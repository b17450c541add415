"""Staff and their cards: who somebody is, by card and PIN, and how that is kept from being guessed."""

import re
import secrets
import threading
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from itertools import pairwise
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from pitboss.floor.records.audit import last_line, record
from pitboss.floor.records.store import Store, attempts, cards, people, sessions
from pitboss.floor.refused import Refused
from pitboss.jackpots.commands import Badge, Role

SECOND_US = 1_000_000
PIN_FAILURES_MAX = 5
CARD_LOCK_US = 15 * 60 * SECOND_US
SOURCE_FAILURES_MAX = 10
SOURCE_WINDOW_US = 15 * 60 * SECOND_US
"""One person, card, table or address gets ten wrong tries in a quarter of an hour: enough to lock two cards,
never all of them, however often somebody signs in anew."""
CODE_US = 24 * 3600 * SECOND_US
HASHES_AT_ONCE = 2
HASH_WAIT_S = 5.0

_ARGON2 = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_NOBODY = _ARGON2.hash(secrets.token_hex(16))
_slots = threading.BoundedSemaphore(HASHES_AT_ONCE)


class StaffRole(StrEnum):
    """What a card stands for; an administrator keeps staff and cards and has no say about money."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"
    ACCOUNTING = "accounting"
    ADMINISTRATOR = "administrator"


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody identified by card and PIN at a moment."""

    person: str
    name: str
    role: StaffRole
    card: str
    at_us: int
    terminal: str = ""

    def badge(self) -> Badge:
        """The swipe as the jackpots know it."""
        if self.role is StaffRole.ADMINISTRATOR:
            raise Refused(403, "ROLE", "an administrator's card decides nothing about jackpots")
        return Badge(self.person, Role(self.role.value), self.card, self.at_us, self.terminal)


def digest(secret: str) -> str:
    """How long random secrets are kept: as their hash."""
    return sha256(secret.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class StaffCard:
    """A card as everybody may know it."""

    label: str
    role: str
    state: str


@dataclass(frozen=True, slots=True)
class StaffMember:
    """Somebody on the staff, or who was, with their cards."""

    person: str
    name: str
    left: bool
    cards: tuple[StaffCard, ...]


class People:
    """Everyone with a card. Every method may be called from any thread."""

    def __init__(self, store: Store, clock_us: Callable[[], int], alarm: Callable[[str, str], None]) -> None:
        self.store = store
        self.clock_us = clock_us
        self.alarm = alarm

    # Identification

    def identify(self, number: str, pin: str, *sources: str) -> Holder:
        """Who this is; unknown, locked, revoked and wrong all look alike and take the same time.

        A try counts against every one of its sources, and a right PIN gives it back to each.
        """
        now = self.clock_us()
        with self.store.writer.begin() as connection:
            self.count_sources(connection, sources, now)
            card = self._card(connection, number)
            usable = card is not None and card.pin_hash is not None and not _locked(card, now)
            if card is not None and usable:
                self._count_card(connection, card, now)
        right = _pin_is(card.pin_hash if card is not None and usable else _NOBODY, pin)
        if card is None or not usable or not right:
            self._refused(card, usable, sources[0], now)
            raise Refused(403, "NOT_RECOGNISED", "card or PIN not recognised")
        with self.store.writer.begin() as connection:
            clear = update(cards).where(cards.c.label == card.label)
            connection.execute(clear.values(failures=0, locked_until_us=0))
            self._give_back(connection, sources)
        return Holder(card.person, card.name, StaffRole(card.role), card.label, now)

    def _refused(self, card: Any, usable: bool, source: str, now: int) -> None:
        label = card.label if card else None
        with self.store.writer.begin() as connection:
            record(connection, now, "card refused", card=label, source=source, usable=usable)
        if usable and card.failures + 1 >= PIN_FAILURES_MAX:
            self.alarm(f"lock {label} {now}", f"card {label} is locked for 15 minutes after wrong PINs")

    def _card(self, connection: Connection, number: str) -> Any:
        found = (
            select(cards, people.c.name)
            .join(people, people.c.id == cards.c.person)
            .where(
                cards.c.number_hash == digest(number),
                cards.c.revoked_us.is_(None),
                people.c.left_us.is_(None),
            )
        )
        return connection.execute(found).one_or_none()

    def count_sources(self, connection: Connection, sources: Iterable[str], now: int) -> None:
        """Count a try before it is made, so that tries at the same time can't slip through."""
        for source in sorted(sources):  # in one order, so that two tries never wait for each other
            self._count_source(connection, source, now)

    def _give_back(self, connection: Connection, sources: Iterable[str]) -> None:
        for source in sorted(sources):
            back = update(attempts).where(attempts.c.source == source, attempts.c.failures > 0)
            connection.execute(back.values(failures=attempts.c.failures - 1))

    def _count_source(self, connection: Connection, source: str, now: int) -> None:
        row = connection.execute(select(attempts).where(attempts.c.source == source)).one_or_none()
        if row is None:
            connection.execute(insert(attempts).values(source=source, since_us=now, failures=1))
            return
        fresh = not 0 <= now - row.since_us < SOURCE_WINDOW_US  # tries of the future are over
        if not fresh and row.failures >= SOURCE_FAILURES_MAX:
            wait_s = (row.since_us + SOURCE_WINDOW_US - now) // SECOND_US + 1
            raise Refused(
                429, "TOO_MANY_TRIES", "too many wrong cards or PINs from here", {"retry_after_s": wait_s}
            )
        again = update(attempts).where(attempts.c.source == source)
        values = {"since_us": now, "failures": 1} if fresh else {"failures": attempts.c.failures + 1}
        connection.execute(again.values(values))

    def _count_card(self, connection: Connection, card: Any, now: int) -> None:
        failures = card.failures + 1
        locks = failures >= PIN_FAILURES_MAX
        connection.execute(
            update(cards)
            .where(cards.c.label == card.label)
            .values(
                failures=0 if locks else failures,
                locked_until_us=now + CARD_LOCK_US if locks else card.locked_until_us,
            )
        )

    # PINs

    def set_pin(self, number: str, code: str, pin: str, source: str) -> None:
        """Choose the card's PIN with the one-time code that came with it."""
        now = self.clock_us()
        verify_pin(pin)
        with self.store.writer.begin() as connection:
            self.count_sources(connection, [source], now)
        hashed = _hash(pin)
        with self.store.writer.begin() as connection:
            card = self._card(connection, number)
            good = (
                card is not None
                and card.code_hash is not None
                and 0 < card.code_until_us - now <= CODE_US
                and secrets.compare_digest(card.code_hash, digest(code))
            )
            if not good:
                record(connection, now, "code refused", card=card.label if card else None, source=source)
            else:
                fresh = {"pin_hash": hashed, "code_hash": None, "failures": 0, "locked_until_us": 0}
                connection.execute(update(cards).where(cards.c.label == card.label).values(fresh))
                which = cards, card.label
                record(connection, now, "PIN set", which, card=card.label, person=card.person)
                self._give_back(connection, [source])
        if not good:
            raise Refused(403, "NOT_RECOGNISED", "card or one-time code not recognised")

    # Staff

    def hire(self, person: str, name: str, by: str) -> None:
        """Take somebody on; the id is theirs for ever."""
        if not re.fullmatch(r"[a-z][a-z0-9.-]{1,30}", person):
            raise Refused(422, "BAD_NAME", "an id is 2 to 31 small letters, digits, dots or dashes")
        _verify_name(name)
        try:
            with self.store.writer.begin() as connection:
                self._verify_alone(connection, person, name)
                connection.execute(insert(people).values(id=person, name=name))
                record(connection, self.clock_us(), "hired", (people, person), person=person, by=by)
        except IntegrityError:
            raise Refused(409, "PERSON_EXISTS", f"there is a {person} already") from None

    def rename(self, person: str, name: str, by: str) -> None:
        """Correct somebody's name; their id stays."""
        _verify_name(name)
        with self.store.writer.begin() as connection:
            self._present(connection, person)
            self._verify_alone(connection, person, name)
            this = people.c.id == person
            was = connection.execute(select(people.c.name).where(this)).scalar_one()
            connection.execute(update(people).where(this).values(name=name))
            facts = {"person": person, "was": was, "name": name, "by": by}
            record(connection, self.clock_us(), "renamed", (people, person), **facts)

    def _verify_alone(self, connection: Connection, person: str, name: str) -> None:
        """Refuse a name that somebody else here bears: paper names people, and must mean one."""
        here = select(people.c.id, people.c.name).where(people.c.left_us.is_(None), people.c.id != person)
        for other, borne in connection.execute(here):
            if _read(borne) == _read(name):
                sentence = (
                    f"{other} is called {borne} too; add what tells them apart, such as a middle initial"
                )
                raise Refused(409, "NAME_EXISTS", sentence)

    def issue(
        self, person: str, label: str, number: str, role: StaffRole, by: str, hold: bool = False
    ) -> str:
        """Give somebody a card; its holder chooses the PIN with the code returned, once and within a day.

        With `hold` there is no code, and no PIN, until a second person releases the card.
        """
        now, code = self.clock_us(), "" if hold else _code()
        if not re.fullmatch(r"[A-Z]-[0-9]{3,6}", label):
            raise Refused(422, "BAD_NAME", "a card's label is a capital, a dash and 3 to 6 digits")
        if not 4 <= len(number) <= 120 or not number.isprintable():
            raise Refused(422, "BAD_CARD", "this is not the text of a card")
        row = {
            "label": label,
            "person": person,
            "role": role.value,
            "number_hash": digest(number),
        } | _coded(code, now)
        try:
            with self.store.writer.begin() as connection:
                self._present(connection, person)
                connection.execute(insert(cards).values(row))
                facts = {"card": label, "person": person, "role": role.value, "by": by}
                record(connection, now, "card issued", (cards, label), **facts)
        except IntegrityError:
            raise Refused(409, "CARD_EXISTS", "this label or this card is in use already") from None
        return code

    def renew_code(self, label: str, by: str, hold: bool = False) -> str:
        """Take a card's PIN away and give a new one-time code, for somebody who forgot it."""
        now, code = self.clock_us(), "" if hold else _code()
        fresh = {"pin_hash": None, "failures": 0, "locked_until_us": 0} | _coded(code, now)
        self._change_card(label, fresh, "code renewed", by)
        return code

    def tell_of(self, label: str, what: str) -> None:
        """Ring for what was done with a card that can decide about money or about cards."""
        role = self.role_of(label)
        if role is not StaffRole.DEALER:
            self.alarm(f"card {label} {what} {self.clock_us()}", f"card {label} of {role.value} rank {what}")

    # What a second person releases

    def role_of(self, label: str) -> StaffRole:
        """What a card stands for."""
        with self.store.reader.connect() as connection:
            found = connection.execute(select(cards.c.role).where(cards.c.label == label)).scalar()
        if found is None:
            raise Refused(404, "UNKNOWN_CARD", f"there is no card {label} in use")
        return StaffRole(found)

    def needs_second(self, role: StaffRole) -> bool:
        """Whether a card of that rank waits for a second person: all but dealers', once there was anybody."""
        with self.store.reader.connect() as connection:
            ever = select(cards.c.label).where(
                cards.c.role.in_(_SECONDS), cards.c.pin_hash.is_not(None) | cards.c.code_hash.is_(None)
            )
            return role is not StaffRole.DEALER and connection.execute(ever.limit(1)).scalar() is not None

    def release(self, label: str, by: Holder) -> str:
        """The code of a card that waits, given to a second person: neither who asked nor who gets the card.

        An executive does it; where none is left, a supervisor or accounting.
        """
        now, code = self.clock_us(), _code()
        with self.store.writer.begin() as connection:
            this = select(cards).where(cards.c.label == label, cards.c.revoked_us.is_(None))
            card = connection.execute(this).one_or_none()
            if card is None or card.pin_hash is not None or card.code_hash is not None:
                raise Refused(409, "NOT_WAITING", f"no card {label} waits to be released")
            if by.role is not StaffRole.EXECUTIVE and self._anybody(connection, StaffRole.EXECUTIVE):
                raise Refused(403, "ROLE", f"this needs a card of executive; {by.person} is {by.role.value}")
            asker = last_line(connection, {"card issued", "code renewed"}, "card", label)["by"]
            if by.person in (asker, card.person):
                duty = "asked for this card" if by.person == asker else "gets this card"
                raise Refused(403, "SEGREGATION", f"{by.person} {duty}; another person must do this")
            connection.execute(update(cards).where(cards.c.label == label).values(_coded(code, now)))
            record(connection, now, "card released", (cards, label), card=label, by=by.person)
        self.tell_of(label, f"of {card.person} was released by {by.person}")
        return code

    def _anybody(self, connection: Connection, role: StaffRole) -> bool:
        """Whether any card of that role is in use."""
        found = (
            select(cards.c.label)
            .join(people, people.c.id == cards.c.person)
            .where(cards.c.role == role.value, cards.c.pin_hash.is_not(None))
            .where(cards.c.revoked_us.is_(None), people.c.left_us.is_(None))
        )
        return connection.execute(found.limit(1)).scalar() is not None

    def revoke(self, label: str, by: str) -> None:
        """Make a card worthless at once; its sessions end."""
        self._change_card(label, {"revoked_us": self.clock_us()}, "card revoked", by)

    def dismiss(self, person: str, by: str) -> None:
        """Somebody leaves: no card of theirs is good from this moment."""
        now = self.clock_us()
        with self.store.changing_sessions() as connection:
            self._present(connection, person)
            connection.execute(update(people).where(people.c.id == person).values(left_us=now))
            theirs = select(cards.c.label).where(cards.c.person == person)
            self._end_sessions(connection, sessions.c.card.in_(theirs), now)
            record(connection, now, "left", (people, person), person=person, by=by)
            self._refuse_last(connection)

    def _refuse_last(self, connection: Connection) -> None:
        """Refuse, once it has its line, a change after which nobody could hire or revoke any more."""
        if not self._anybody(connection, StaffRole.ADMINISTRATOR):
            sentence = "this is the last administrator; another one must have card and PIN first"
            raise Refused(409, "LAST_ADMINISTRATOR", sentence)

    def _change_card(self, label: str, values: dict[str, Any], what: str, by: str) -> None:
        now = self.clock_us()
        with self.store.changing_sessions() as connection:
            changed = update(cards).where(cards.c.label == label, cards.c.revoked_us.is_(None)).values(values)
            if connection.execute(changed).rowcount != 1:
                raise Refused(404, "UNKNOWN_CARD", f"there is no card {label} in use")
            self._end_sessions(connection, sessions.c.card == label, now)
            record(connection, now, what, (cards, label), card=label, by=by)
            if "revoked_us" in values:
                self._refuse_last(connection)

    def _end_sessions(self, connection: Connection, which: Any, now: int) -> None:
        connection.execute(update(sessions).where(which, sessions.c.ended_us.is_(None)).values(ended_us=now))

    def _present(self, connection: Connection, person: str) -> None:
        here = select(people.c.id).where(people.c.id == person, people.c.left_us.is_(None))
        if connection.execute(here).one_or_none() is None:
            raise Refused(404, "UNKNOWN_PERSON", f"there is no {person} on the staff")

    def staff(self) -> list[StaffMember]:
        """Everyone, with their cards; no secrets."""
        now = self.clock_us()
        with self.store.reader.connect() as connection:
            held = connection.execute(select(cards).order_by(cards.c.label)).all()
            everyone = connection.execute(select(people).order_by(people.c.id)).all()
        return [
            StaffMember(
                person=one.id,
                name=one.name,
                left=one.left_us is not None,
                cards=tuple(
                    StaffCard(card.label, card.role, _card_state(card, now))
                    for card in held
                    if card.person == one.id
                ),
            )
            for one in everyone
        ]


def _card_state(card: Any, now: int) -> str:
    if card.revoked_us is not None:
        return "revoked"
    if card.pin_hash is None:
        return "waits for its PIN" if card.code_hash else "waits for an executive"
    return "locked" if _locked(card, now) else "in use"


def _locked(card: Any, now: int) -> bool:
    """Whether a card is locked; a lock that a wrong clock set far into the future is over."""
    return bool(0 < card.locked_until_us - now <= CARD_LOCK_US)


_PRINTED = ("LATIN ", "GREEK ", "CYRILLIC ", "DIGIT ", "COMBINING ")
"""What the fonts of win pages and reports have."""


def _verify_name(name: str) -> None:
    if not name.strip() or not name.isprintable() or len(name) > 60:
        raise Refused(422, "BAD_NAME", "a name is 1 to 60 printable characters")
    if not all(letter in " .,'’()-" or unicodedata.name(letter, "").startswith(_PRINTED) for letter in name):
        raise Refused(
            422, "BAD_NAME", "write the name in Latin, Greek or Cyrillic letters: pages print no other"
        )


def _read(name: str) -> str:
    """A name as the eye takes it: accents, capitals and spaces tell nobody apart."""
    bare = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in bare if letter.isalnum())


def verify_pin(pin: str) -> None:
    """Refuse a PIN that is too short, or among the first anyone would try."""
    if not re.fullmatch(r"[0-9]{6,12}", pin, re.ASCII):
        raise Refused(422, "BAD_PIN", "a PIN is 6 to 12 digits")
    steps = {(int(b) - int(a)) % 10 for a, b in pairwise(pin)}
    if len(steps) == 1 or len(set(pin)) < 3:
        raise Refused(422, "BAD_PIN", "this PIN is too easy; choose another")


_SECONDS = (StaffRole.SUPERVISOR.value, StaffRole.EXECUTIVE.value, StaffRole.ACCOUNTING.value)
"""The ranks a second person can have."""


def _coded(code: str, now: int) -> dict[str, Any]:
    """A card's columns with a fresh code, or with none yet."""
    return {"code_hash": digest(code) if code else None, "code_until_us": now + CODE_US}


def _code() -> str:
    return "-".join(secrets.token_hex(2) for _ in range(5))


def _pin_is(hashed: str, pin: str) -> bool:
    with _slot():
        try:
            return _ARGON2.verify(hashed, pin)
        except (VerificationError, InvalidHashError):
            return False


def _hash(pin: str) -> str:
    with _slot():
        return _ARGON2.hash(pin)


class _slot:  # noqa: N801
    """A place among the few hashes that run at once, so that swipes can't starve the tables."""

    def __enter__(self) -> None:
        if not _slots.acquire(timeout=HASH_WAIT_S):
            raise Refused(503, "BUSY", "too many cards are being checked; swipe again")

    def __exit__(self, *exc: object) -> None:
        _slots.release()
