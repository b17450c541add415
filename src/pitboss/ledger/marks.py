"""Marks: how far each chain had come at its last commit, kept outside the database and sealed with the key.

A signed head is made now and then; a mark moves with every commit. It is not synced: it follows a commit
that was, so after a power loss it may lag behind the journal, and never runs ahead of it. A journal that ends
before its mark was cut.
"""

import hmac
import os
import threading
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from pitboss.ledger.errors import Unguarded
from pitboss.ledger.notes import Checkpoint, SigningKey, held

SLOT_BYTES = 4_096
"""Room for one mark, the page of a file: it is written at once or not at all."""


class Marks:
    """The marks of one ledger. Every method may be called from any thread, and by several processes."""

    def __init__(self, path: Path, key: SigningKey, ledger: str) -> None:
        self.path = path
        self._ledger = ledger
        self._seal = sha256(b"pitboss/marks/1\n" + key.secret).digest()
        self._slots: dict[str, int] = {}
        self._lock = threading.Lock()
        self._file = -1

    def read(self) -> dict[str, Checkpoint]:
        """The marks of this ledger by chain; one that was changed is refused."""
        return {mark.link: mark for mark in self.all() if mark.ledger == self._ledger}

    def all(self) -> list[Checkpoint]:
        """The marks of every ledger of this key."""
        return [mark for _, mark in self._marks(self.path.read_bytes() if self.path.exists() else b"")]

    def put(self, mark: Checkpoint) -> None:
        """Move a chain's mark; only its first one is synced."""
        with self._lock:
            if self._file < 0:
                self._file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
            if mark.link not in self._slots:
                self._take_slot(mark)
            else:
                os.pwrite(self._file, self._sealed(mark), self._slots[mark.link] * SLOT_BYTES)

    def close(self) -> None:
        """Let the file go."""
        with self._lock:
            if self._file >= 0:
                os.close(self._file)
            self._file = -1
            self._slots.clear()

    def _take_slot(self, mark: Checkpoint) -> None:
        with held(self._file):
            size = os.fstat(self._file).st_size
            mine = (self._ledger, mark.link)
            known = {(one.ledger, one.link): slot for slot, one in self._marks(os.pread(self._file, size, 0))}
            slot = known.get(mine, -(-size // SLOT_BYTES))
            os.pwrite(self._file, self._sealed(mark), slot * SLOT_BYTES)
            os.fsync(self._file)
        self._slots[mark.link] = slot

    def _sealed(self, mark: Checkpoint) -> bytes:
        text = mark.text()
        return f"{text}seal {self._mac(text)}\n".encode().ljust(SLOT_BYTES)

    def _mac(self, text: str) -> str:
        return hmac.digest(self._seal, text.encode(), "sha256").hex()

    def _marks(self, content: bytes) -> Iterator[tuple[int, Checkpoint]]:
        for slot in range(-(-len(content) // SLOT_BYTES)):
            record = content[slot * SLOT_BYTES : (slot + 1) * SLOT_BYTES]
            text, seal, mac = record.decode(errors="replace").rstrip(" ").rpartition("seal ")
            good = hmac.compare_digest(mac.encode(), f"{self._mac(text)}\n".encode())
            if len(record) < SLOT_BYTES or not seal or not good:
                raise Unguarded(f"{self.path}: mark {slot + 1} was changed, or is not of this ledger's key")
            yield slot, Checkpoint.parse(text)
