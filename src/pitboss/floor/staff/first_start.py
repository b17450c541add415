"""Administrators from outside: the one of the first start, and the way back to one on the server itself."""

import os
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

from pitboss.errors import BadInput
from pitboss.floor.duties.alarms import Alarms
from pitboss.floor.records.proof import checked_records, there_are_records
from pitboss.floor.records.store import Store
from pitboss.floor.refused import Refused
from pitboss.floor.staff.people import People, StaffRole
from pitboss.ledger.engine import answering, database_url, shown, sqlite_path
from pitboss.ledger.opening import wall_clock_us
from pitboss.ledger.witness import Keepsakes

PERSON, LABEL = "administrator", "M-001"
SERVER = "the command line of the server"


def first_administrator(people: People) -> tuple[str, str] | None:
    """Card text and one-time code of the first administrator, or None once a PIN was chosen.

    As long as it was not, each start gives a new code, and the ones before are void.
    """
    staff = people.staff()
    if not staff:
        people.hire(PERSON, "Administrator", "first start")
        return LABEL, people.issue(PERSON, LABEL, LABEL, StaffRole.ADMINISTRATOR, "first start")
    waiting = [(one.person, card.label, card.state) for one in staff for card in one.cards]
    if waiting == [(PERSON, LABEL, "waits for its PIN")]:
        return LABEL, people.renew_code(LABEL, "first start")
    return None


def code_file(database: str, folder: Path | None) -> Path:
    """Where a code waits for its reader when nobody looks at the terminal."""
    return Keepsakes.beside(database_url(database), folder).key.with_suffix(".code")


def code_words(card: str, code: str) -> str:
    """How a one-time code is told."""
    return f"Administrator's card: {card}, one-time code for the PIN, good for a day: {code}"


def tell_code(card: str, code: str, file: Path, say: Callable[[str], None]) -> None:
    """Show a code on the terminal, or leave it in a file of its owner's: logs are read by many."""
    words = code_words(card, code)
    if sys.stderr.isatty():
        say(words)
        return
    file.unlink(missing_ok=True)
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as kept:
        kept.write(f"{words}\n")
    say(f"Administrator's card: {card}, its one-time code is in {file}")


@answering()
def administrators(database: str, folder: Path | None) -> list[tuple[str, str, str]]:
    """Person, card and its state of every administrator's card that was not revoked."""
    store = _store(database, folder)
    try:
        return _cards(People(store, wall_clock_us, lambda cause, sentence: None))
    finally:
        store.close()


@answering()
def new_code(database: str, folder: Path | None, card: str | None) -> tuple[str, str]:
    """A card of an administrator and a new code for it, from whoever may work on the server; it rings.

    Where no administrator is left there is a new one, whose card's text is its label.
    """
    store = _store(database, folder)
    try:
        people = People(store, wall_clock_us, Alarms(store, wall_clock_us, lambda topic: None).ring)
        known = {label: person for person, label, _ in _cards(people)}
        if card is None and len(known) > 1:
            raise BadInput(
                f"there are several administrators: say --card {' or --card '.join(sorted(known))}"
            )
        if card is not None and card not in known:
            raise BadInput(f"{card} is no administrator's card in use")
        label = card or next(iter(known), "") or _newcomer(people)
        if label in known:
            made = label, people.renew_code(label, SERVER)
        else:
            made = label, people.issue(_person(label), label, label, StaffRole.ADMINISTRATOR, SERVER)
        people.tell_of(label, f"got a new code on {SERVER}")
        return made
    except Refused as error:
        raise BadInput(error.sentence) from error
    finally:
        store.close()


def _store(database: str, folder: Path | None) -> Store:
    """The records of a floor, once they were found in order; the floor may be open."""
    url = database_url(database)
    if (url.drivername == "sqlite" and not sqlite_path(url).exists()) or not there_are_records(database):
        raise BadInput(f"there is no floor at {shown(database)}; its first start makes an administrator")
    checked_records(database, folder)
    return Store(database)


def _cards(people: People) -> list[tuple[str, str, str]]:
    return [
        (one.person, card.label, card.state)
        for one in people.staff()
        for card in one.cards
        if card.role == StaffRole.ADMINISTRATOR.value and card.state != "revoked" and not one.left
    ]


def _person(label: str) -> str:
    return PERSON if label == LABEL else f"{PERSON}-{label.removeprefix('M-')}"


def _newcomer(people: People) -> str:
    """Take on a new administrator, whose id and label nobody ever had."""
    staff = people.staff()
    taken = {one.person for one in staff} | {card.label for one in staff for card in one.cards}
    labels = (f"M-{number:03d}" for number in count(1))
    label = next(label for label in labels if taken.isdisjoint((label, _person(label))))
    people.hire(_person(label), "Administrator", SERVER)
    return label
