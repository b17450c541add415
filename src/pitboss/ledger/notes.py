"""Signed notes: a link's head, written so that anyone with the public key can check it (C2SP signed-note)."""

import fcntl
import os
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pitboss.errors import BadInput, why_unread

_ED25519 = b"\x01"


def _key_id(name: str, public: bytes) -> bytes:
    return sha256(name.encode() + b"\n" + _ED25519 + public).digest()[:4]


@lru_cache(maxsize=16)
def _loaded(public: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(public)


@dataclass(frozen=True, slots=True)
class Verifier:
    """The public half of a key, enough to check notes: `name+id+key`, as printed on a day report."""

    name: str
    public: bytes

    def __str__(self) -> str:
        key_id = _key_id(self.name, self.public).hex()
        return f"{self.name}+{key_id}+{b64encode(_ED25519 + self.public).decode()}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a public key as it is printed.

        >>> str(Verifier.parse(str(Verifier("house", bytes(32))))) == str(Verifier("house", bytes(32)))
        True
        """
        name, _, encoded = [*text.split("+", 2), "", ""][:3]
        try:
            found = cls(name, b64decode(encoded, validate=True)[1:])
        except ValueError:
            raise BadInput(f"{text[:80]!r} is not a public key") from None
        if str(found) != text:
            raise BadInput(f"the public key {text[:80]!r} is damaged")
        return found

    def open(self, note: str) -> str:
        """The text of a note signed by this key; a note that is not is bad input."""
        text, _, signatures = note.rpartition("\n\n")
        for line in signatures.splitlines():
            dash, _, rest = line.partition(" ")
            name, _, encoded = rest.partition(" ")
            try:
                signature = b64decode(encoded, validate=True)
            except ValueError:
                continue
            if dash == "—" and name == self.name and signature[:4] == _key_id(name, self.public):
                try:
                    _loaded(self.public).verify(signature[4:], (text + "\n").encode())
                except InvalidSignature:
                    break
                return text + "\n"
        raise BadInput(f"this note is not signed by {self.name}: {note[:80]!r}")


@dataclass(frozen=True, slots=True)
class Verifiers:
    """The keys of a ledger: the one that signs now, and those it vouches for."""

    keys: tuple[Verifier, ...]

    def open(self, note: str) -> str:
        """The text of a note signed by one of them; a note that is not is bad input."""
        for key in self.keys[1:]:
            with suppress(BadInput):
                return key.open(note)
        return self.keys[0].open(note)


@dataclass(frozen=True)
class SigningKey:
    """The private half, kept in a file of its own outside the database."""

    name: str
    secret: bytes

    @classmethod
    def create(cls, path: Path, name: str) -> Self:
        """Make a key and write it where only its owner may read it; an existing file is left alone."""
        key = cls(name, Ed25519PrivateKey.generate().private_bytes_raw())
        public = key.verifier.public
        line = (
            f"PRIVATE+KEY+{name}+{_key_id(name, public).hex()}+{b64encode(_ED25519 + key.secret).decode()}\n"
        )
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
        return key

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a key file; one that others may read is refused."""
        try:
            if path.stat().st_mode & 0o077:
                raise BadInput(f"signing key {path} can be read by others: chmod 600 {path}")
            private, key, name, key_id, encoded = path.read_text().strip().split("+", 4)
            data = b64decode(encoded, validate=True)
        except (OSError, ValueError) as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(f"no signing key in {path}: {why_unread(error)}") from error
        found = cls(name, data[1:])
        if (private, key, data[:1]) != ("PRIVATE", "KEY", _ED25519) or len(data) != 33:
            raise BadInput(f"{path} is not an Ed25519 signing key")
        if key_id != _key_id(name, found.verifier.public).hex():
            raise BadInput(f"the key in {path} is damaged: its id does not match")
        return found

    @cached_property
    def _key(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.secret)

    @cached_property
    def verifier(self) -> Verifier:
        """The public half."""
        return Verifier(self.name, self._key.public_key().public_bytes_raw())

    def sign(self, text: str) -> str:
        """A note: the text, a blank line, the signature."""
        signature = _key_id(self.name, self.verifier.public) + self._key.sign(text.encode())
        return f"{text}\n— {self.name} {b64encode(signature).decode()}\n"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A link's head at one moment: how many entries it had and the hash of the last."""

    ledger: str
    link: str
    seq: int
    hash: bytes
    ts_us: int

    def text(self) -> str:
        """The lines that are signed: origin, size, hash, time."""
        return f"{self.ledger}/{self.link}\n{self.seq}\n{b64encode(self.hash).decode()}\nts_us {self.ts_us}\n"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the lines back; what else was signed may follow them.

        >>> Checkpoint.parse(Checkpoint("house", "pit-1", 7, bytes(32), 5).text()).seq
        7
        """
        origin, size, encoded, time, *_ = text.splitlines()
        ledger, _, link = origin.partition("/")
        return cls(ledger, link, int(size), b64decode(encoded), int(time.removeprefix("ts_us ")))


class CheckpointLog:
    """The checkpoints this house has signed, one after the other in a file outside the database."""

    def __init__(self, path: Path, verifier: Verifier) -> None:
        self.path = path
        self.verifier = verifier
        self._hashed, self._length = sha256(), 0

    def append(self, notes: list[str]) -> tuple[int, bytes]:
        """Add notes, durably; gives the length and the hash of all that stands in the file then.

        What a crash left of an unfinished note is closed off first. Other processes may add as well.
        """
        with open(self.path, "ab+", opener=private) as file, held(file.fileno()):
            file.write(("\n\n" + "\n".join(notes)).encode())
            file.flush()
            os.fsync(file.fileno())
            while more := os.pread(file.fileno(), 1 << 20, self._length):
                self._hashed.update(more)
                self._length += len(more)
            return self._length, self._hashed.digest()

    def read(self) -> list[Checkpoint]:
        """Every checkpoint with a good signature, oldest first; a torn or forged note proves nothing."""
        return [found for note in self._notes() if (found := self._open(note))]

    def newest(self, ledger: str) -> dict[str, Checkpoint]:
        """The last checkpoint of each link of a ledger."""
        found: dict[str, Checkpoint] = {}
        for note in reversed(self._notes()):
            link = note.partition("\n")[0].removeprefix(f"{ledger}/")
            if link not in found and (checkpoint := self._open(note)) and checkpoint.ledger == ledger:
                found[link] = checkpoint
        return found

    def _notes(self) -> list[str]:
        """What looks like a note: a paragraph, and the one after it."""
        text = self.path.read_text() if self.path.exists() else ""
        paragraphs = [found for paragraph in text.split("\n\n") if (found := paragraph.strip())]
        return [f"{first}\n\n{second}\n" for first, second in pairwise(paragraphs) if second.startswith("—")]

    def _open(self, note: str) -> Checkpoint | None:
        try:
            return Checkpoint.parse(self.verifier.open(note))
        except ValueError:
            return None


def private(path: str, flags: int) -> int:
    """Open a file that its owner alone may read."""
    return os.open(path, flags, 0o600)


@contextmanager
def held(file: int) -> Iterator[None]:
    """Keep other processes from adding to a file meanwhile."""
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)
