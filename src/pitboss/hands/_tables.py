"""The tables behind bulk ranking: made once from the readable ranking, kept on disk.

Each rank has a number; the sums of one to seven of them, modulo 2^25, are different for all 76,154 ways to
hold ranks: a table of another ranking may be for hands of several sizes. The upper bits of a sum name a row,
the lower bits a column. Rows are mostly empty, so they are laid over each other where they do not collide,
and `offsets` says where each row starts in `ranks`.
"""

import contextlib
import hashlib
import io
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.arrays import Shorts, Words
from pitboss.disk import cache_folder, keep
from pitboss.hands import poker

SUM_BITS = 25
COLUMN_BITS = 12
SUITS_AT = 48

# Found by drawing at random, rank after rank, and keeping what makes no two sums equal.
RANK_NUMBERS = (
    23902925, 27635908, 15953941, 28579681, 4419431, 11528794, 32636988,
    6592699, 23346132, 7087466, 30392108, 12569075, 2249880,
)  # fmt: skip
assert 7 * max(RANK_NUMBERS) < 1 << SUITS_AT, "the sum of seven ranks stays below the suits"
assert 3 + 7 < 1 << 4, "a suit is counted from 3, and seven cards may share it"
assert SUITS_AT + 4 * 4 <= 64


class Tables(NamedTuple):
    """What a kernel needs to rank hands; read-only, and passed to it as one argument."""

    keys: Words
    """For each card its rank's number and, from bit 48, four bits of count for its suit."""
    bits: Words
    """For each card the bit 13 * suit + rank."""
    flush: Shorts
    """The strength of five to seven ranks of one suit, by their bits."""
    offsets: npt.NDArray[np.uint32]
    ranks: Shorts


@cache
def tables() -> Tables:
    """The tables, from disk if they were made before."""
    path = cache_folder("hands") / f"tables-{_digest()}.npz"
    # A damaged or missing file only costs the second it takes to make it again.
    damaged = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile)
    with contextlib.suppress(*damaged), np.load(io.BytesIO(path.read_bytes())) as stored:
        return _read_only(Tables(*(stored[name] for name in Tables._fields)))
    made = _make()
    keep(path, _as_file(made))
    return _read_only(made)


def _make() -> Tables:
    offsets, ranks = _pack()
    keys = np.zeros(52, np.uint64)
    bits = np.zeros(52, np.uint64)
    for card in range(52):
        rank, suit = divmod(card, 4)
        keys[card] = RANK_NUMBERS[rank] + (1 << SUITS_AT + 4 * suit)
        bits[card] = 1 << 13 * suit + rank
    flush = np.zeros(1 << 13, np.uint16)
    for size in (5, 6, 7):
        for held in combinations(range(13), size):
            flush[sum(1 << rank for rank in held)] = poker.suited_strength(held)
    return Tables(keys, bits, flush, offsets, ranks)


def _pack() -> tuple[npt.NDArray[np.uint32], Shorts]:
    held = [counts for size in (5, 6, 7) for counts in rank_counts(size)]
    return packed(
        (sum(map(int.__mul__, RANK_NUMBERS, counts)), poker.unsuited_strength(counts)) for counts in held
    )


def packed(
    strengths: Iterable[tuple[int, int]],
) -> tuple[npt.NDArray[np.uint32], Shorts]:
    """Offsets and ranks that give these strengths, each told with the sum of its ranks' numbers."""
    rows: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for total, strength in strengths:
        row, column = divmod(total % (1 << SUM_BITS), 1 << COLUMN_BITS)
        assert column not in rows[row], "two ways to hold ranks have the same sum"
        rows[row][column] = strength
    offsets = np.zeros(1 << SUM_BITS - COLUMN_BITS, np.uint32)
    ranks = np.zeros(1 << 17, np.uint16)
    free = (1 << len(ranks)) - 1
    for row, columns in sorted(rows.items(), key=lambda item: -len(item[1])):
        fits = free
        for column in columns:
            fits &= free >> column
        offset = (fits & -fits).bit_length() - 1
        offsets[row] = offset
        for column, strength in columns.items():
            free ^= 1 << offset + column
            ranks[offset + column] = strength
    # Whole rows to the end, so that not even the sum of an impossible hand leads out of the table.
    return offsets, ranks[: int(offsets.max()) + (1 << COLUMN_BITS)].copy()


def rank_counts(size: int, ranks: int = 13) -> Iterator[tuple[int, ...]]:
    """All ways to hold so many cards, as the number of each rank, at most four."""
    if ranks == 0:
        if size == 0:
            yield ()
        return
    for count in range(min(4, size) + 1):
        for rest in rank_counts(size - count, ranks - 1):
            yield (count, *rest)


def _digest() -> str:
    sources = (Path(__file__), Path(poker.__file__))
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:32]


def _as_file(made: Tables) -> bytes:
    file = io.BytesIO()
    np.savez(file, **made._asdict())
    return file.getvalue()


def _read_only(made: Tables) -> Tables:
    for table in made:
        table.flags.writeable = False
    return made
