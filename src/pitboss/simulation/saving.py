"""A simulation that was interrupted goes on where it was: what is done is kept in a file.

The file holds whole blocks only: the sums over them, which they are, and the sessions and hours of the first
ones. A block is the same whenever it is played, so a run that is resumed, or made longer, gives to the last
integer what one run would have given.
"""

import hashlib
import io
import json
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from pitboss import kernels
from pitboss.disk import refuse_unwritable, replace_file
from pitboss.errors import BadInput
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.dealing import Tally
from pitboss.simulation.job import BLOCK, Job, compiled
from pitboss.simulation.run import Sums

SAVED_EVERY_S = 10.0
_SHOWN = 60


class Saving:
    """Where a run is kept; with `resume` it goes on from what is there."""

    def __init__(self, path: Path | str, *, resume: bool = False) -> None:
        self.path = Path(path)
        self.resume = resume
        self.failed = ""
        """Why the file could not be written the last time; a run goes on without it."""
        self._saved_at = time.monotonic()

    def load(self, sums: Sums) -> None:
        """Begin with the blocks in the file, if this run goes on from one; they must be of the same job."""
        if not self.resume:
            return
        job, content = sums.job, io.BytesIO(self.path.read_bytes())
        try:
            with np.load(content, allow_pickle=False) as file:
                found = {name: file[name] for name in file.files}
            about = json.loads(str(found["about"]))
            _check_same(self.path, about["job"], _identity(job))
            _take(sums, found, about["totals"])
        except (ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(f"{self.path} is no saved simulation") from None
        if found["done"][job.rounds // BLOCK :].any():
            raise BadInput(f"{self.path} holds {sums.rounds:,} rounds already; ask for as many or more")

    def keep(self, sums: Sums, *, now: bool = False) -> None:
        """Write what is done, every few seconds or now."""
        if not now and time.monotonic() - self._saved_at < SAVED_EVERY_S:
            return
        try:
            replace_file(self.path, _content(sums))
            self.failed = ""
        except OSError as error:
            self.failed = f"{self.path} can't be written: {error.strerror}"
        self._saved_at = time.monotonic()


def saving_to(save: Path | str | None, resume: Path | str | None) -> Saving | None:
    """Where a run is to be kept: in a new file, or in the one it goes on from."""
    if save is not None and resume is not None:
        raise BadInput("choose one: save begins a file, resume goes on with it")
    if save is not None and Path(save).exists():
        raise BadInput(f"{save} is there already; go on with --resume, or choose another name")
    if resume is not None:
        return Saving(resume, resume=True)
    if save is None:
        return None
    refuse_unwritable(Path(save))
    return Saving(save)


def _content(sums: Sums) -> bytes:
    numbers = sorted(sums.records)
    kept = [sums.records[number] for number in numbers]
    about = {
        "job": _identity(sums.job),
        "totals": {"rounds": sums.rounds, "sums": sums.sums, "squares": sums.squares},
    }
    records: dict[str, Any] = {
        name: np.array([getattr(tally, name) for tally in kept], np.int64) for name in _RECORDS
    }
    out = io.BytesIO()
    np.savez(
        out,
        about=np.array(json.dumps(about)),
        done=sums.done,
        counts=sums.counts,
        numbers=np.array(numbers, np.int64),
        **records,
    )
    return out.getvalue()


_RECORDS = ("ends", "lows", "hours")


def _take(sums: Sums, found: dict[str, Any], totals: dict[str, Any]) -> None:
    """Put what a file holds into sums that are empty."""
    sums.rounds = int(totals["rounds"])
    sums.sums, sums.squares = totals["sums"], totals["squares"]
    sums.counts = found["counts"]
    both = min(len(sums.done), len(found["done"]))
    sums.done[:both] = found["done"][:both]
    nothing = np.zeros(0, np.int64)
    for place, number in enumerate(found["numbers"]):
        sums.records[int(number)] = Tally(nothing, *(found[name][place] for name in _RECORDS))


def _identity(job: Job) -> dict[str, Any]:
    """What must be the same for blocks to be added up; the number of rounds may grow."""
    return {
        "game": job.game,
        "seed": str(job.seed),
        "seats": job.seats,
        "options": dict(job.options),
        "paytables": {bet: table.designator for bet, table in job.paytables},
        "wagers": dict(job.wagers),
        "strategy": job.strategy,
        "session_rounds": job.session_rounds,
        "hour_rounds": job.hour_rounds,
        "block": BLOCK,
        "program": _digest(compiled(job)),
    }


def _check_same(path: Path, theirs: dict[str, Any], ours: dict[str, Any]) -> None:
    for name, mine in ours.items():
        saved = theirs.get(name)
        if saved == mine:
            continue
        if name in ("block", "program"):
            raise BadInput(f"{path} was made by another version of the program; start again")
        what = name.replace("_", " ")
        raise BadInput(f"{path} is of another simulation: {what} {_short(saved)}, not {_short(mine)}")


def _short(value: object) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]} and more"


def _digest(made: Compiled) -> str:
    """All that decides a round: the kernel's code, what codes are worth, and what the seats play by."""
    hasher = hashlib.sha256(kernels.digest_of(made.kernel.function).encode())
    for part in _parts((made.columns, made.nets, made.known, made.decks)):
        hasher.update(part)
    return hasher.hexdigest()


def _parts(value: Any) -> Iterator[bytes]:
    if isinstance(value, np.ndarray):
        yield f"{value.dtype}{value.shape}".encode() + value.tobytes()
    elif isinstance(value, tuple | list):
        yield f"({len(value)}".encode()
        for one in value:
            yield from _parts(one)
    else:
        yield repr(value).encode()
