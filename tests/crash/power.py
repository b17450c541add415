"""Cutting the power at every write and sync of a script, and looking at what comes back."""

import functools
import pickle
import random
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from unittest.mock import patch

from pitboss.ledger import Broken, Request, opening
from pitboss.ledger.engine import make_engine
from pitboss.ledger.journal import Journal
from tests.crash.disk import Disk, Image, mounted
from tests.crash.script import evening, groups
from tests.ledger.sample import LINK, Clock

CHECKPOINT_PAGES = 12
"""SQLite folds its log into the file after this many pages, so that the script meets that many times."""

_same_engine = functools.cache(make_engine)
"""One engine object serves every opening here: it is the pool and its connections that are new each time."""


class opened:  # noqa: N801
    """A journal on the mounted disk that folds its log often."""

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], int],
        money: bool = True,
        checkpoint_pages: int = CHECKPOINT_PAGES,
    ) -> None:
        self._pages = checkpoint_pages
        self._opening = opening.open_journal(str(folder / "ledger.db"), folder, money=money, clock_us=clock)

    def __enter__(self) -> Journal:
        with patch.object(opening, "make_engine", _same_engine):
            journal = self._opening.__enter__()
        with journal.engine.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA wal_autocheckpoint = {self._pages}")
        return journal

    def __exit__(self, *exc: object) -> None:
        self._opening.__exit__(None, None, None)


def new_ledger(folder: Path) -> Disk:
    """A disk with a ledger that was made and closed, and has no entry yet."""
    disk = Disk()
    with mounted(disk), opened(folder, Clock(), money=False):
        pass
    return Disk(disk.image())


@dataclass(frozen=True, slots=True)
class Beside:
    """What stood beside the database at a moment: signed heads and marks."""

    checkpoints: bytes
    marks: bytes

    @classmethod
    def read(cls, folder: Path) -> "Beside":
        found = [folder / f"ledger.{name}" for name in ("checkpoints", "marks")]
        return cls(*(path.read_bytes() if path.exists() else b"" for path in found))

    def put_back(self, folder: Path) -> None:
        (folder / "ledger.checkpoints").write_bytes(self.checkpoints)
        (folder / "ledger.marks").write_bytes(self.marks)


@dataclass(frozen=True, slots=True)
class Point:
    """A moment to cut the power: what the disk may hold, what was answered by then, what was signed."""

    packed: bytes
    answered: int
    heads: dict[str, int]
    beside: "Beside"

    @property
    def image(self) -> Image:
        image: Image = pickle.loads(zlib.decompress(self.packed))
        return image


class Evening:
    """One undisturbed run of the script, and all the moments at which the power might have gone."""

    def __init__(
        self, folder: Path, seed: int, outcomes: int, disk: Disk | None = None, money: bool = True
    ) -> None:
        self.folder = folder
        self.script: list[list[Request]] = list(groups(evening()))
        self.points: list[Point] = []
        self.answers: dict[str, bytes] = {}
        self.hashes: dict[tuple[str, int], bytes] = {}
        self.balances: dict[str, int] = {}
        self._rng = random.Random(seed)
        self._outcomes = outcomes
        self._seen: set[bytes] = set()
        self._disk = disk or Disk()
        self._answered = 0
        self._heads: dict[str, int] = {}
        self._play(money)

    def _play(self, money: bool) -> None:
        self._disk.watch = self._cut
        with mounted(self._disk), opened(self.folder, Clock(), money) as journal:
            for group in self.script:
                answers, made = journal.commit(group)
                self._answered += 1
                self._heads = {link: tip.state.seq for link, tip in journal.tips.items()}
                self.hashes |= {(entry.link, entry.seq): entry.hash for entry in made}
                self.answers |= {
                    request.command_id: answer.content for request, answer in zip(group, answers, strict=True)
                }
            self.balances = journal.tips[LINK].state.balances
            self._disk.watch = lambda kind: None

    def _cut(self, kind: str) -> None:
        """Remember what the disk may hold if the power goes now, each outcome that is new."""
        beside = Beside.read(self.folder)
        for _ in range(self._outcomes):
            raw = pickle.dumps(self._disk.power_loss(self._rng))
            digest = sha256(raw + b"%d" % self._answered).digest()
            if digest not in self._seen:
                self._seen.add(digest)
                self.points.append(Point(zlib.compress(raw, 1), self._answered, self._heads, beside))

    def after(self, point: Point, twice: bool, finish: bool) -> str:
        """What is wrong with the ledger when the power is back, or nothing.

        Every answered command must be there, the journal must be a beginning of the undisturbed one, and
        senders who repeat what was not answered must get to the same end. `twice` cuts the power once
        more while the ledger opens.
        """
        point.beside.put_back(self.folder)
        clock = Clock()
        clock.now_us += 60_000
        try:
            image = self._cut_again(point.image, clock) if twice else point.image
            with mounted(Disk(image)), opened(self.folder, clock, money=False) as journal:
                return self._compare(journal, point, finish)
        except Broken as error:
            return str(error)

    def _cut_again(self, image: Image, clock: Clock) -> Image:
        disk, images = Disk(image), [image]
        disk.watch = lambda kind: images.append(disk.power_loss(self._rng))
        with mounted(disk), opened(self.folder, clock, money=False):
            pass
        return self._rng.choice(images)

    def _compare(self, journal: Journal, point: Point, finish: bool) -> str:
        for link, seq in point.heads.items():
            if link not in journal.tips or journal.tips[link].state.seq < seq:
                return f"{link} ends early: its entry {seq} was answered"
        for link, tip in journal.tips.items():
            if tip.state.seq and self.hashes[link, tip.state.seq] != tip.hash:
                return f"{link} is not a beginning of the undisturbed journal at {tip.state.seq}"
        for group in self.script[max(point.answered - 1, 0) : point.answered]:
            for request, answer in zip(group, journal.commit(group)[0], strict=True):
                if answer.content != self.answers[request.command_id]:
                    return f"{request.command_id} got another answer: {answer.content!r}"
        if finish:
            for group in self.script[point.answered :]:
                journal.commit(group)
            if journal.tips[LINK].state.balances != self.balances:
                return "the evening ended with other balances"
        return ""
