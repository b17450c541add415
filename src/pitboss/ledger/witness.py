"""What stands outside the database and testifies for it: the key, the heads signed with it, and the marks."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from sqlalchemy.engine import URL

from pitboss.errors import BadInput
from pitboss.ledger.engine import refuse_others, sqlite_path
from pitboss.ledger.errors import Unguarded
from pitboss.ledger.marks import Marks
from pitboss.ledger.notes import Checkpoint, CheckpointLog, SigningKey

LOG = "~log"
"""The chain whose mark is the length and the hash of the log of signed heads itself."""

RECORDS = "~staff"
"""The chain of the floor's own records, which signs its heads beside those of the money."""

FOREIGN = frozenset({LOG, RECORDS})
"""What is not a link of the journal."""


@dataclass(frozen=True, slots=True)
class Keepsakes:
    """Where it is kept: the signing key, the heads that were signed with it, the marks."""

    key: Path
    checkpoints: Path
    marks: Path

    @property
    def unfinished(self) -> Path:
        """How far each chain had come, as long as a restore is under way."""
        return self.key.with_suffix(".unfinished-restore")

    def refuse_unfinished(self) -> None:
        """Refuse a ledger whose restore broke off: nothing else knows what is lost."""
        if self.unfinished.exists():
            raise BadInput("a restore broke off here; repeat it (pitboss floor restore) before anything else")

    @classmethod
    def beside(cls, url: URL, folder: Path | None) -> "Keepsakes":
        """In `folder`, or next to a SQLite file; somebody else's are refused."""
        if folder is None and url.drivername != "sqlite":
            raise BadInput("a ledger in PostgreSQL needs a folder outside it for its key: --keys")
        place = folder / "ledger" if folder is not None else sqlite_path(url)
        kept = [place.with_name(f"{place.name}.{name}") for name in ("key", "checkpoints", "marks")]
        for path in (*kept, place):
            refuse_others(path)
        return cls(*kept)


class Witness:
    """Signs heads and moves marks for one ledger, and knows what was signed and marked before."""

    def __init__(self, keepsakes: Keepsakes, key: SigningKey, ledger: str) -> None:
        self.key = key
        self.ledger = ledger
        self.log = CheckpointLog(keepsakes.checkpoints, key.verifier)
        self.marks = Marks(keepsakes.marks, key, ledger)

    def head(self, link: str, seq: int, digest: bytes, ts_us: int) -> Checkpoint:
        """A chain's head as it is signed and marked."""
        return Checkpoint(self.ledger, link, seq, digest, ts_us)

    def mark(self, heads: list[Checkpoint]) -> None:
        """Say how far chains have come."""
        for head in heads:
            self.marks.put(head)

    def sign(self, heads: list[Checkpoint]) -> None:
        """Sign heads and add them to the log, durably."""
        if heads:
            length, digest = self.log.append([self.key.sign(head.text()) for head in heads])
            self.marks.put(self.head(LOG, length, digest, heads[-1].ts_us))

    def signed(self) -> list[Checkpoint]:
        """Every head that was signed, oldest first."""
        return [found for found in self.log.read() if found.ledger == self.ledger]

    def testimony(self) -> "Testimony":
        """The last signed head and the mark of each chain; ask first: the journal may go on."""
        marks = self.marks.read()
        if length := marks.pop(LOG, None):
            content = self.log.path.read_bytes() if self.log.path.exists() else b""
            if sha256(content[: length.seq]).digest() != length.hash:
                raise Unguarded(f"{self.log.path}: signed heads were changed or cut away")
        return Testimony(self.log.newest(self.ledger), marks, f"{self.log.path}", f"{self.marks.path}")

    def refuse_lost(self) -> None:
        """Refuse to begin a ledger where one is remembered that had entries: its database was emptied."""
        for mark in self.marks.all():
            if mark.link != LOG and mark.seq:
                raise Unguarded(
                    f"{self.marks.path} remembers entries of {mark.ledger}, and the database has none: "
                    "restore a backup"
                )

    def close(self) -> None:
        """Let the files go."""
        self.marks.close()


@dataclass(frozen=True, slots=True)
class Testimony:
    """How far each chain had come when it was last signed, and when it was last marked."""

    signed: dict[str, Checkpoint]
    marked: dict[str, Checkpoint]
    log: str = ""
    marks: str = ""

    def of(self, link: str) -> list[Checkpoint]:
        """What was said of a chain."""
        return [said[link] for said in (self.signed, self.marked) if link in said]

    @property
    def links(self) -> set[str]:
        """The chains of the ledger's own that had an entry when they were signed or marked."""
        said = (*self.signed.values(), *self.marked.values())
        return {head.link for head in said if head.seq and head.link not in FOREIGN}

    def refuse_unnoted(self, writers: int = 0) -> None:
        """Refuse a ledger without a public key that had one, as its records or its many writers show."""
        if RECORDS in self.marked:
            raise Unguarded("the public keys of this ledger are gone from it: restore a backup")
        if writers > 1 and not self.signed:
            self.require(())

    def require(self, links: Iterable[str]) -> None:
        """Refuse a ledger whose signed heads or marks are gone."""
        if not self.signed:
            raise Unguarded(f"{self.log} holds no signed head: nothing shows that the journal was not cut")
        for link in links:
            if link not in self.marked:
                raise Unguarded(f"{self.marks} holds no mark of {link!r}: nothing shows where it ended")
