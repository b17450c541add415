"""What the store keeps of the school: classes, who is in them, every answer, and certificates."""

import json
import secrets
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import quote

from pitboss.errors import BadInput
from pitboss.sqlite import sqlite

LETTERS = "ACDEFHJKLMNPRTUVWXY3479"
"""What can be read from the back row without being taken for something else."""
CODE_LENGTH = 5


@dataclass(frozen=True, slots=True)
class Class:
    """A class: its code for the wall, whose it is, and the lesson that is assigned (number 0 is none yet)."""

    code: str
    teacher: str
    title: str
    closed: bool
    number: int
    lesson: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Trainee:
    """Somebody in a class, under a name that nobody else has there."""

    person: str
    name: str
    gone: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of a trainee in a lesson of a class."""

    person: str
    lesson: int
    at_us: int
    part: str
    question: str
    answer: str
    right: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a trainee is in a lesson."""

    right: int = 0
    wrong: int = 0
    median_s: float = 0.0
    hardest: str = ""
    """The part with the most wrong answers."""


def key_of_house(store: Path) -> bytes | None:
    """The key that a play store holds, read without touching the file; None where it never signed."""
    try:
        db = sqlite.connect(f"file:{quote(str(store))}?mode=ro", uri=True)
        try:
            return _key_in(db)
        finally:
            db.close()
    except sqlite.DatabaseError:
        raise BadInput(f"{store} is no play store") from None


def _key_in(db: Any) -> bytes | None:
    found = db.execute("SELECT value FROM house_keys WHERE name = 'certificates'").fetchone()
    return bytes.fromhex(found[0]) if found else None


class ClassBook:
    """Reads and writes the tables of the school; made by the store that holds the file."""

    def __init__(self, db: Any) -> None:
        self._db = db

    # Certificates

    def key(self) -> bytes:
        """The key of this house, made once, with which certificates are signed."""
        self._db.execute(
            "INSERT OR IGNORE INTO house_keys VALUES ('certificates', ?)", (secrets.token_hex(32),)
        )
        found = _key_in(self._db)
        assert found is not None
        return found

    def add_certificate(self, person: str, body: Mapping[str, Any]) -> str:
        """Keep a certificate; the number it is found by."""
        number = secrets.token_hex(6)
        self._db.execute(
            "INSERT INTO certificates VALUES (?, ?, ?, ?)", (number, person, _now_us(), json.dumps(body))
        )
        return number

    def certificate(self, number: str) -> dict[str, Any] | None:
        """A certificate by its number."""
        row = self._db.execute("SELECT body FROM certificates WHERE id = ?", (number,)).fetchone()
        return json.loads(row[0]) if row else None

    def certificates_of(self, person: str) -> list[tuple[str, dict[str, Any]]]:
        """The exams somebody took, newest first."""
        rows = self._db.execute(
            "SELECT id, body FROM certificates WHERE person = ? ORDER BY at_us DESC LIMIT 20", (person,)
        ).fetchall()
        return [(number, json.loads(body)) for number, body in rows]

    # Classes

    def open_class(self, teacher: str, title: str) -> Class:
        """A new class under a code that no other has."""
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
            done = self._db.execute(
                "INSERT OR IGNORE INTO classes (code, teacher, title, made_us) VALUES (?, ?, ?, ?)",
                (code, teacher, title, _now_us()),
            )
            if done.rowcount:
                return Class(code, teacher, title, False, 0, {})

    def class_of(self, code: str) -> Class | None:
        """A class by its code."""
        rows = self._classes("code = ?", code)
        return rows[0] if rows else None

    def classes_of(self, teacher: str) -> list[Class]:
        """The classes of an instructor, newest first."""
        return self._classes("teacher = ?", teacher)

    def _classes(self, condition: str, value: str) -> list[Class]:
        rows = self._db.execute(
            "SELECT code, teacher, title, closed, number, lesson FROM classes "
            "LEFT JOIN (SELECT class, max(number) AS number, lesson FROM class_lessons GROUP BY class) "
            f"ON class = code WHERE {condition} ORDER BY made_us DESC LIMIT 50",
            (value,),
        ).fetchall()
        return [
            Class(code, teacher, title, bool(closed), number or 0, json.loads(lesson or "{}"))
            for code, teacher, title, closed, number, lesson in rows
        ]

    def close_class(self, code: str, closed: bool) -> None:
        """Nobody joins a closed class, and nothing more is assigned; what was done in it stays."""
        self._db.execute("UPDATE classes SET closed = ? WHERE code = ?", (int(closed), code))

    def assign(self, code: str, lesson: Mapping[str, str]) -> int:
        """Give the class its next lesson; the number of it."""
        row = self._db.execute(
            "INSERT INTO class_lessons SELECT ?, coalesce(max(number), 0) + 1, ? FROM class_lessons "
            "WHERE class = ? RETURNING number",
            (code, json.dumps(dict(lesson)), code),
        ).fetchone()
        return int(row[0])

    def lessons(self, code: str) -> dict[int, dict[str, str]]:
        """Every lesson a class was given, by number."""
        rows = self._db.execute(
            "SELECT number, lesson FROM class_lessons WHERE class = ? ORDER BY number", (code,)
        ).fetchall()
        return {number: json.loads(lesson) for number, lesson in rows}

    # Trainees

    def join(self, code: str, person: str, name: str) -> Trainee:
        """Put somebody into a class, or back into it; a name that is taken gets a number."""
        known = {one.person: one for one in self.trainees(code)}
        if person in known:
            self._db.execute("UPDATE trainees SET gone = 0 WHERE class = ? AND person = ?", (code, person))
            return known[person]
        free = told_apart(name, [one.name for one in known.values()])
        self._db.execute(
            "INSERT INTO trainees (class, person, name, joined_us) VALUES (?, ?, ?, ?)",
            (code, person, free, _now_us()),
        )
        return Trainee(person, free, False)

    def leave(self, code: str, person: str) -> None:
        """Somebody goes; the answers stay."""
        self._db.execute("UPDATE trainees SET gone = 1 WHERE class = ? AND person = ?", (code, person))

    def trainees(self, code: str) -> list[Trainee]:
        """Everybody who ever joined, in the order of joining."""
        rows = self._db.execute(
            "SELECT person, name, gone FROM trainees WHERE class = ? ORDER BY joined_us, name", (code,)
        ).fetchall()
        return [Trainee(person, name, bool(gone)) for person, name, gone in rows]

    # Answers

    def add_answer(self, code: str, answer: Answer) -> None:
        """Keep the first answer to a question."""
        self._db.execute(
            "INSERT INTO class_answers (class, person, lesson, at_us, part, question, answer, right, "
            "seconds) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(code, answer.person, answer.lesson, answer.at_us, answer.part, answer.question),
                *(answer.answer, int(answer.right), answer.seconds),
            ),
        )

    def answers(self, code: str, lesson: int = 0) -> list[Answer]:
        """The answers of a class, in one lesson or in all."""
        rows = self._db.execute(
            "SELECT person, lesson, at_us, part, question, answer, right, seconds FROM class_answers "
            "WHERE class = ? AND (? = 0 OR lesson = ?) ORDER BY id",
            (code, lesson, lesson),
        ).fetchall()
        return [
            Answer(person, number, at_us, part, question, answer, bool(right), seconds)
            for person, number, at_us, part, question, answer, right, seconds in rows
        ]

    def progress(self, code: str, lesson: int) -> dict[str, Progress]:
        """How far everybody is in a lesson."""
        found: dict[str, list[Answer]] = {}
        for answer in self.answers(code, lesson):
            found.setdefault(answer.person, []).append(answer)
        return {person: _progress(answers) for person, answers in found.items()}

    def by_game(self, code: str) -> dict[tuple[str, str], Progress]:
        """How everybody did in each game over all lessons of a class, by person and game."""
        lessons = self.lessons(code)
        found: dict[tuple[str, str], list[Answer]] = {}
        for answer in self.answers(code):
            found.setdefault((answer.person, lessons[answer.lesson]["game"]), []).append(answer)
        return {place: _progress(answers) for place, answers in found.items()}


def told_apart(name: str, others: Iterable[str]) -> str:
    """A name as it is, or with a number where somebody has it already.

    >>> told_apart("Noor", ["Ben", "noor"])
    'Noor (2)'
    """
    taken = {other.casefold() for other in others}
    free, count = name, 1
    while free.casefold() in taken:
        count += 1
        free = f"{name} ({count})"
    return free


def _progress(answers: list[Answer]) -> Progress:
    wrong = [answer.part for answer in answers if not answer.right]
    return Progress(
        len(answers) - len(wrong),
        len(wrong),
        round(median(answer.seconds for answer in answers), 1),
        max(wrong, key=wrong.count) if wrong else "",
    )


def _now_us() -> int:
    return time.time_ns() // 1000
