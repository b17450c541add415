"""What play tables remember: people, the table as it stands, rounds, decisions, training; one SQLite file.

A table is saved after every action as what determines it: seats and chips before the round, the wagers, the
order of the cards and the decisions. Whatever else a page shows follows from these by replay.
"""

import hashlib
import json
import secrets
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitboss.ledger.engine import keep_private
from pitboss.sqlite import sqlite
from pitboss.web.play.school.classbook import ClassBook

MIGRATIONS = (
    """
    CREATE TABLE people (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, chips_cents INTEGER NOT NULL, place TEXT NOT NULL DEFAULT '',
        coach_before INTEGER NOT NULL DEFAULT 0, made_us INTEGER NOT NULL);
    CREATE TABLE tables (name TEXT PRIMARY KEY, state TEXT NOT NULL);
    CREATE TABLE rounds (
        id TEXT PRIMARY KEY, place TEXT NOT NULL, game TEXT NOT NULL, number INTEGER NOT NULL,
        at_us INTEGER NOT NULL, notation TEXT NOT NULL);
    CREATE TABLE round_seats (
        round TEXT NOT NULL REFERENCES rounds, seat INTEGER NOT NULL, person TEXT NOT NULL,
        name TEXT NOT NULL, net_cents INTEGER NOT NULL, PRIMARY KEY (round, seat));
    CREATE INDEX round_of_person ON round_seats (person);
    CREATE TABLE decisions (
        id INTEGER PRIMARY KEY, person TEXT NOT NULL, at_us INTEGER NOT NULL, source TEXT NOT NULL,
        game TEXT NOT NULL, situation TEXT NOT NULL, options TEXT NOT NULL, stage TEXT NOT NULL,
        decision TEXT NOT NULL, unit_cents INTEGER NOT NULL, best TEXT, cost TEXT);
    CREATE INDEX decision_of_person ON decisions (person);
    CREATE INDEX decision_uncounted ON decisions (id) WHERE cost IS NULL;
    CREATE TABLE exercises (person TEXT NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL,
        PRIMARY KEY (person, kind));
    """,
    """
    CREATE TABLE puzzles (game TEXT NOT NULL, situation TEXT NOT NULL, points REAL NOT NULL,
        deviation REAL NOT NULL, answers INTEGER NOT NULL, PRIMARY KEY (game, situation));
    CREATE TABLE sets (id INTEGER PRIMARY KEY, person TEXT NOT NULL, kind TEXT NOT NULL, day TEXT NOT NULL,
        at_us INTEGER NOT NULL, right INTEGER NOT NULL, total INTEGER NOT NULL, cost TEXT NOT NULL);
    CREATE INDEX set_of_person ON sets (person);
    """,
    """
    CREATE TABLE house_keys (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE certificates (id TEXT PRIMARY KEY, person TEXT NOT NULL, at_us INTEGER NOT NULL,
        body TEXT NOT NULL);
    CREATE INDEX certificate_of_person ON certificates (person);
    CREATE TABLE classes (code TEXT PRIMARY KEY, teacher TEXT NOT NULL, title TEXT NOT NULL,
        made_us INTEGER NOT NULL, closed INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE trainees (class TEXT NOT NULL REFERENCES classes, person TEXT NOT NULL, name TEXT NOT NULL,
        joined_us INTEGER NOT NULL, gone INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (class, person));
    CREATE TABLE class_answers (id INTEGER PRIMARY KEY, class TEXT NOT NULL, person TEXT NOT NULL,
        lesson INTEGER NOT NULL, at_us INTEGER NOT NULL, part TEXT NOT NULL, question TEXT NOT NULL,
        answer TEXT NOT NULL, right INTEGER NOT NULL, seconds REAL NOT NULL);
    CREATE INDEX class_answer ON class_answers (class, lesson);
    CREATE TABLE class_lessons (class TEXT NOT NULL REFERENCES classes, number INTEGER NOT NULL,
        lesson TEXT NOT NULL, PRIMARY KEY (class, number));
    """,
    """
    ALTER TABLE people ADD COLUMN coach TEXT NOT NULL DEFAULT 'after';
    UPDATE people SET coach = 'before' WHERE coach_before;
    """,
    """
    CREATE TABLE private_tables (code TEXT PRIMARY KEY, made_us INTEGER NOT NULL, chosen TEXT NOT NULL);
    """,
)
"""Each entry brings the file one version further; none is ever changed."""
AT_HAND_MAX = 20_000


Exercise = dict[str, Any]
"""Where somebody stands in an exercise, as it is kept: JSON."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a name and play chips; `place` is the table they sit at, whose stack is theirs then."""

    id: str
    name: str
    chips_cents: int
    place: str
    coach: str
    """When the coach speaks to them, as `advice.MODES` names it."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished round as stored: who sat where and what each seat was ahead."""

    id: str
    place: str
    game: str
    number: int
    at_us: int
    notation: str
    seats: dict[int, tuple[str, str, int]]


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision of a person; `cost` is what it gave up, in Antes, once that is counted."""

    id: int
    person: str
    at_us: int
    source: str
    game: str
    situation: str
    options: dict[str, str]
    stage: str
    decision: str
    unit_cents: int
    best: str | None
    cost: Fraction | None

    @property
    def cost_cents(self) -> Fraction:
        """What the decision gave up in cents."""
        return (self.cost or Fraction(0)) * self.unit_cents


@dataclass(frozen=True, slots=True)
class Puzzled:
    """How hard a situation has proved to be."""

    game: str
    situation: str
    points: float
    deviation: float
    answers: int


@dataclass(frozen=True, slots=True)
class Finished:
    """A set of questions that somebody finished; the cost is in units of the wager."""

    kind: str
    day: str
    at_us: int
    right: int
    total: int
    cost: Fraction


def person_id(token: str) -> str:
    """The id behind a browser's token; the token itself is not stored."""
    return hashlib.sha256(token.encode()).hexdigest()[:32]


def now_us() -> int:
    """The time in microseconds."""
    return time.time_ns() // 1000


class Store:
    """The file; without a path it lives in memory and ends with the process.

    What pages ask for again and again, who somebody is and how they have decided, is kept at hand.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._people: dict[str, Person] = {}
        self._tallies: dict[str, tuple[int, int, Fraction]] = {}
        self._latest: dict[str, Decided | None] = {}
        if path is not None:
            keep_private(path)  # whose browser is whose, and how they play, is nobody else's to read
        self._db = sqlite.connect(str(path or ":memory:"), isolation_level=None, check_same_thread=False)
        for setting in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
            self._db.execute(f"PRAGMA {setting}")
        with self.together():  # several processes may start at once
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            for script in MIGRATIONS[version:]:
                for statement in script.split(";"):
                    self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        self.book = ClassBook(self._db)

    def close(self) -> None:
        """Let the file go."""
        self._db.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Several changes that are stored all or none."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            self._forget()
            raise
        self._db.execute("COMMIT")
        if len(self._people) + len(self._tallies) + len(self._latest) > AT_HAND_MAX:
            self._forget()

    def _forget(self) -> None:
        """Ask the file again for everything."""
        for at_hand in (self._people, self._tallies, self._latest):
            at_hand.clear()

    # People

    def welcome(self, name: str, chips_cents: int) -> tuple[str, Person]:
        """A new person and the token for their browser."""
        token = secrets.token_urlsafe(24)
        self._db.execute(
            "INSERT INTO people (id, name, chips_cents, made_us) VALUES (?, ?, ?, ?)",
            (person_id(token), name, chips_cents, now_us()),
        )
        person = self.person(person_id(token))
        assert person is not None
        return token, person

    def person(self, id: str) -> Person | None:
        """Somebody by id."""
        if id in self._people:
            return self._people[id]
        row = self._db.execute(
            "SELECT id, name, chips_cents, place, coach FROM people WHERE id = ?", (id,)
        ).fetchone()
        if not row:
            return None
        person = self._people[id] = Person(*row)
        return person

    def update_person(self, id: str, **columns: int | str) -> None:
        """Change what is known of somebody."""
        names = ", ".join(f"{name} = ?" for name in columns)
        self._db.execute(f"UPDATE people SET {names} WHERE id = ?", (*columns.values(), id))
        self._people.pop(id, None)

    # Tables

    def table(self, name: str) -> dict[str, Any] | None:
        """A table as it was last saved."""
        row = self._db.execute("SELECT state FROM tables WHERE name = ?", (name,)).fetchone()
        return json.loads(row[0]) if row else None

    def save_table(self, name: str, state: Mapping[str, Any]) -> None:
        """Remember a table as it stands."""
        self._db.execute(
            "INSERT INTO tables VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET state = excluded.state",
            (name, json.dumps(state, separators=(",", ":"))),
        )

    def tables(self) -> dict[str, dict[str, Any]]:
        """All tables as they were last saved, by name."""
        rows = self._db.execute("SELECT name, state FROM tables ORDER BY name").fetchall()
        return {name: json.loads(state) for name, state in rows}

    def give_back(self, name: str, closed_for: str = "") -> None:
        """Clear a table whose round can't go on: what was wagered in it goes back, and all chips to their
        owners' purses; `closed_for` is the game without which it stays closed."""
        saved = self.table(name) or {}
        over = not saved.get("round") or self.round(saved["round_id"]) is not None
        for seat, chair in saved.get("chairs", {}).items():
            person = self.person(chair["person"])
            if person is not None and person.place == name:
                chips = chair["chips"] if over else saved["before"].get(seat, chair["chips"])
                self.update_person(person.id, chips_cents=chips, place="")
        if closed_for:
            self.save_table(name, {"game": closed_for})
        else:
            self._db.execute("DELETE FROM tables WHERE name = ?", (name,))

    def private_tables(self) -> dict[str, dict[str, str]]:
        """What was chosen for each private table, oldest first."""
        rows = self._db.execute("SELECT code, chosen FROM private_tables ORDER BY made_us").fetchall()
        return {code: json.loads(chosen) for code, chosen in rows}

    def add_private_table(self, code: str, chosen: Mapping[str, str]) -> None:
        """Keep a private table."""
        self._db.execute(
            "INSERT INTO private_tables VALUES (?, ?, ?)", (code, now_us(), json.dumps(dict(chosen)))
        )

    def drop_private_table(self, code: str) -> None:
        """Forget a private table."""
        self._db.execute("DELETE FROM private_tables WHERE code = ?", (code,))
        self._db.execute("DELETE FROM tables WHERE name = ?", (code,))

    # Rounds

    def add_round(self, played: Played) -> None:
        """Keep a finished round; one that is void after all is kept again."""
        self._db.execute(
            "INSERT OR REPLACE INTO rounds VALUES (?, ?, ?, ?, ?, ?)",
            (played.id, played.place, played.game, played.number, played.at_us, played.notation),
        )
        self._db.executemany(
            "INSERT OR REPLACE INTO round_seats VALUES (?, ?, ?, ?, ?)",
            [(played.id, seat, *who) for seat, who in played.seats.items()],
        )

    def round(self, id: str) -> Played | None:
        """A finished round by its id."""
        row = self._db.execute("SELECT * FROM rounds WHERE id = ?", (id,)).fetchone()
        return self._played(row) if row else None

    def rounds_of(self, person: str, limit: int = 100) -> list[Played]:
        """The rounds somebody sat in, newest first."""
        rows = self._db.execute(
            "SELECT rounds.* FROM rounds JOIN round_seats ON round = rounds.id WHERE person = ? "
            "ORDER BY at_us DESC LIMIT ?",
            (person, limit),
        ).fetchall()
        return [self._played(row) for row in rows]

    def rounds_count(self, person: str) -> int:
        """How many rounds somebody sat in."""
        count: int = self._db.execute(
            "SELECT count(*) FROM round_seats WHERE person = ?", (person,)
        ).fetchone()[0]
        return count

    def _played(self, row: tuple[Any, ...]) -> Played:
        seats = self._db.execute(
            "SELECT seat, person, name, net_cents FROM round_seats WHERE round = ? ORDER BY seat", (row[0],)
        ).fetchall()
        id, place, game, number, at_us, notation = row
        who = {seat: (person, name, net) for seat, person, name, net in seats}
        return Played(id, place, game, number, at_us, notation, who)

    # Decisions

    def add_decision(
        self,
        person: str,
        source: str,
        game: str,
        situation: str,
        options: Mapping[str, str],
        stage: str,
        decision: str,
        unit_cents: int,
    ) -> int:
        """Keep a decision; what it cost is added when it is counted."""
        at_us = now_us()
        cursor = self._db.execute(
            "INSERT INTO decisions "
            "(person, at_us, source, game, situation, options, stage, decision, unit_cents) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(person, at_us, source, game, situation),
                *(json.dumps(dict(options)), stage, decision, unit_cents),
            ),
        )
        id = int(cursor.lastrowid)
        self._latest[person] = Decided(
            *(id, person, at_us, source, game, situation),
            *(dict(options), stage, decision, unit_cents, None, None),
        )
        return id

    def set_cost(self, person: str, id: int, best: str, cost: Fraction) -> None:
        """Add what a decision cost; once it is known it stays."""
        tally, latest = self.tally(person), self.latest(person)
        row = self._db.execute(
            "UPDATE decisions SET best = ?, cost = ? WHERE id = ? AND cost IS NULL RETURNING unit_cents",
            (best, str(cost), id),
        ).fetchone()
        if row:
            counted, right, lost = tally
            self._tallies[person] = counted + 1, right + (not cost), lost + cost * row[0]
        if row and latest and latest.id == id:
            self._latest[person] = replace(latest, best=best, cost=cost)

    def latest(self, person: str) -> Decided | None:
        """What somebody decided last."""
        if person not in self._latest:
            self._latest[person] = next(iter(self.decisions_of(person, 1)), None)
        return self._latest[person]

    def decisions_of(self, person: str, limit: int = 5000) -> list[Decided]:
        """What somebody decided, newest first."""
        return self._decided("person = ? ORDER BY id DESC LIMIT ?", person, limit)

    def uncounted(self, limit: int, games: Collection[str]) -> list[Decided]:
        """The oldest decisions in some games whose cost is not known yet."""
        asked = ", ".join("?" for _ in games)
        return self._decided(f"cost IS NULL AND game IN ({asked}) ORDER BY id LIMIT ?", *games, limit)

    def _decided(self, condition: str, *values: str | int) -> list[Decided]:
        rows = self._db.execute(
            "SELECT id, person, at_us, source, game, situation, options, stage, decision, unit_cents, "
            "best, cost "
            f"FROM decisions WHERE {condition}",
            values,
        ).fetchall()
        return [
            Decided(
                id,
                who,
                at_us,
                source,
                game,
                at,
                json.loads(options),
                stage,
                chosen,
                unit,
                best,
                cost and Fraction(cost),
            )
            for id, who, at_us, source, game, at, options, stage, chosen, unit, best, cost in rows
        ]

    def tally(self, person: str) -> tuple[int, int, Fraction]:
        """How many decisions are counted, how many were best, and what the others cost in cents."""
        if person in self._tallies:
            return self._tallies[person]
        counted, right = self._db.execute(
            "SELECT count(cost), coalesce(sum(cost = '0'), 0) FROM decisions WHERE person = ?", (person,)
        ).fetchone()
        errors = self._db.execute(
            "SELECT cost, unit_cents FROM decisions WHERE person = ? AND cost <> '0'", (person,)
        ).fetchall()
        lost = sum((Fraction(cost) * unit for cost, unit in errors), Fraction(0))
        self._tallies[person] = counted, right, lost
        return self._tallies[person]

    # Drill and dealer training

    def exercise(self, person: str, kind: str) -> Exercise | None:
        """Where somebody stands in an exercise."""
        row = self._db.execute(
            "SELECT state FROM exercises WHERE person = ? AND kind = ?", (person, kind)
        ).fetchone()
        return json.loads(row[0]) if row else None

    def save_exercise(self, person: str, kind: str, state: Mapping[str, Any]) -> None:
        """Remember where somebody stands in an exercise."""
        self._db.execute(
            "INSERT INTO exercises VALUES (?, ?, ?) "
            "ON CONFLICT (person, kind) DO UPDATE SET state = excluded.state",
            (person, kind, json.dumps(state)),
        )

    def puzzle(self, game: str, situation: str) -> Puzzled | None:
        """How hard a situation is, if anybody has answered it."""
        row = self._db.execute(
            "SELECT * FROM puzzles WHERE game = ? AND situation = ?", (game, situation)
        ).fetchone()
        return Puzzled(*row) if row else None

    def save_puzzle(self, puzzle: Puzzled) -> None:
        """Remember how hard a situation is."""
        self._db.execute(
            "INSERT OR REPLACE INTO puzzles VALUES (?, ?, ?, ?, ?)",
            (puzzle.game, puzzle.situation, puzzle.points, puzzle.deviation, puzzle.answers),
        )

    def add_set(self, person: str, done: Finished) -> None:
        """Keep a finished set; of the daily ones only the first of a day counts."""
        if done.kind == "daily" and any(
            (one.kind, one.day) == (done.kind, done.day) for one in self.sets_of(person)
        ):
            return
        self._db.execute(
            "INSERT INTO sets (person, kind, day, at_us, right, total, cost) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (person, done.kind, done.day, done.at_us, done.right, done.total, str(done.cost)),
        )

    def sets_of(self, person: str) -> list[Finished]:
        """The sets somebody finished, oldest first."""
        rows = self._db.execute(
            "SELECT kind, day, at_us, right, total, cost FROM sets WHERE person = ? ORDER BY id", (person,)
        ).fetchall()
        return [
            Finished(kind, day, at_us, right, total, Fraction(cost))
            for kind, day, at_us, right, total, cost in rows
        ]
