"""The hash chain: every entry of a link holds the one before it in place."""

from functools import lru_cache
from hashlib import sha256

GENESIS = bytes(32)
"""What stands before the first entry of a link."""

_DOMAIN = b"pitboss/ledger/entry/1"


@lru_cache(maxsize=1024)
def _prefix(link: str) -> bytes:
    name = link.encode()
    return b"%b\0%b%b" % (_DOMAIN, len(name).to_bytes(2, "big"), name)


def entry_hash(
    link: str, seq: int, previous: bytes, ts_us: int, command_id: str | None, once: str | None, body: bytes
) -> bytes:
    """The hash of an entry, over its link, its number, the hash before it and every column as stored.

    >>> entry_hash("pit-1", 1, GENESIS, 1_700_000_000_000_000, "c-1", None, b"{}").hex()[:16]
    'd8bf6b5fb82dfde7'
    """
    if not isinstance(body, bytes):
        return b""  # SQLite would let someone put a text here; it has no hash.
    columns = f"{ts_us}\n{command_id or ''}\n{once or ''}\n".encode()
    return sha256(_prefix(link) + seq.to_bytes(8, "big") + previous + columns + body).digest()
