"""Wagers on a meter, simulated from award to award.

Between two awards a meter only grows, so how many wagers lie between them is drawn at once, and a hundred
million wagers take a moment. Money is in units of 10^-6 cent, exact.
"""

import base64
import math
import zlib
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from pitboss.analysis.cache import Version, remembered
from pitboss.analysis.progress import steps
from pitboss.arrays import Bools, Ints, Words
from pitboss.jackpots.config import PPM, PayKind
from pitboss.kernels import kernel
from pitboss.money import UNITS_PER_CENT
from pitboss.simulation.dealing import U, stream, word

VERSION = Version("lives", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""
METER, SHARE, TRAY = range(3)
KINDS = {PayKind.METER: METER, PayKind.SHARE: SHARE, PayKind.TRAY: TRAY}
AWARDS_KEPT = 1 << 20
PATH_KEPT = 4096
AWARDS_AT_ONCE = 1 << 20
"""Between two stretches of so many awards a person hears how far it is, and may interrupt."""
_SMALL = 1 << 14
"""Up to so many full awards are kept one by one."""
_53 = U(11)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the paytable: how it pays, from which meter, and how often it is the one that is hit."""

    kind: int
    level: int
    ppm: int
    units: int
    share: float


@dataclass(frozen=True, slots=True)
class Setting:
    """A link as the simulation sees it: contributions and seeds in units, by level."""

    lines: tuple[Line, ...]
    hit_chance: float
    rates: tuple[int, ...]
    reserve_rates: tuple[int, ...]
    seeds: tuple[int, ...]
    wagers_per_month: int


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """What so many wagers did; amounts in cents, arrays by level."""

    wagers: int
    short_awards: int
    added: int
    tray: int
    hits: tuple[int, ...]
    awards: tuple[int, ...]
    cycles_dry: tuple[int, ...]
    drawn: tuple[Ints, ...]
    """The full awards, the first million of them."""
    paths: tuple[Ints, ...]
    """Wagers and meter after each of the first awards."""
    months: Ints
    """What the house paid in each whole month."""


class Interrupted(Exception):
    """Somebody ended the simulation early; what was done is whole."""

    def __init__(self, run: Run) -> None:
        super().__init__(f"interrupted after {run.wagers:,} wagers")
        self.run = run


def simulate(setting: Setting, wagers: int, seed: int | str, keep: bool) -> Run:
    """So many wagers, from the seeds on; kept like other results where that is asked for and they are few."""
    full = sum(line.share for line in setting.lines if line.kind == SHARE and line.ppm == PPM)
    if not keep or wagers * setting.hit_chance * full > _SMALL:
        return _simulated(setting, wagers, seed)
    inputs = {**asdict(setting), "wagers": wagers, "seed": str(seed)}
    return _unpacked(remembered("life", inputs, lambda: _packed(_simulated(setting, wagers, seed)), VERSION))


def _simulated(setting: Setting, wagers: int, seed: int | str) -> Run:
    lines, count, month = setting.lines, len(setting.seeds), setting.wagers_per_month
    hits, awards, dry = (np.zeros(size, np.int64) for size in (len(lines), count, count))
    kept = np.zeros((count, AWARDS_KEPT), np.int64)
    paths = np.zeros((count, PATH_KEPT, 2), np.int64)
    months = np.zeros(wagers // month, np.int64)
    seeds, state = np.array(setting.seeds), np.zeros(5, np.int64)
    terms = (
        wagers,
        month,
        math.log1p(-setting.hit_chance),
        np.minimum(np.cumsum([line.share for line in lines]) * 2.0**64, 2.0**64 - 2048).astype(np.uint64),
        np.array([line.kind for line in lines]),
        np.array([line.level for line in lines]),
        np.array([line.ppm for line in lines]),
        np.array([line.units for line in lines]),
        np.array(setting.rates),
        np.array(setting.reserve_rates),
        seeds,
    )
    found = (
        seeds.copy(), np.zeros_like(seeds), np.zeros(count, np.bool_), hits, awards, dry, kept, paths, months,
    )  # fmt: skip
    stretch = round(AWARDS_AT_ONCE / setting.hit_chance)
    stretches = -(-wagers // stretch)

    def run() -> Run:
        done, events, short, added, tray = map(int, state)
        return Run(
            done,
            short,
            added,
            tray,
            tuple(map(int, hits)),
            tuple(map(int, awards)),
            tuple(map(int, dry)),
            tuple(kept[level, : awards[level]].copy() for level in range(count)),
            tuple(paths[level, : min(events, PATH_KEPT)].copy() for level in range(count)),
            months[: done // month],
        )

    try:
        for number in steps("Wagers on the meter", range(1, stretches + 1), stretches):
            _go_on(stream(seed, 0), state, min(number * stretch, wagers), *terms, *found)
    except KeyboardInterrupt:
        if not state[0]:
            raise
        raise Interrupted(run()) from None
    return run()


def _packed(run: Run) -> dict[str, Any]:
    return {
        "numbers": [run.wagers, run.short_awards, run.added, run.tray],
        "lists": [run.hits, run.awards, run.cycles_dry],
        "drawn": [_text(cents) for cents in run.drawn],
        "paths": [[_text(path[:, at]) for at in (0, 1)] for path in run.paths],
        "months": _text(run.months),
    }


def _unpacked(data: dict[str, Any]) -> Run:
    hits, awards, dry = map(tuple, data["lists"])
    wagers, short, added, tray = data["numbers"]
    return Run(
        wagers,
        short,
        added,
        tray,
        hits,
        awards,
        dry,
        tuple(map(_array, data["drawn"])),
        tuple(np.stack([_array(text) for text in path], axis=1) for path in data["paths"]),
        _array(data["months"]),
    )


def _text(cents: Ints) -> str:
    """Whole numbers in few characters: their differences, compressed."""
    return base64.b85encode(zlib.compress(np.diff(cents, prepend=0).astype("<i8").tobytes(), 9)).decode()


def _array(text: str) -> Ints:
    return np.cumsum(np.frombuffer(zlib.decompress(base64.b85decode(text)), "<i8")).astype(np.int64)


@kernel
def _go_on(
    start: U, state: Ints, stop: int, wagers: int, month: int, miss: float, chances: Words, kinds: Ints,
    levels: Ints, ppm: Ints, units: Ints, rates: Ints, reserve_rates: Ints, seeds: Ints, meters: Ints,
    reserves: Ints, ran_dry: Bools, hits: Ints, awards: Ints, dry: Ints, kept: Ints, paths: Ints,
    months: Ints,
) -> None:  # fmt: skip
    """Go on from award to award up to a number of wagers.

    `state` is the wagers and awards done, awards paid short, what the house added, and what the tray paid;
    all arrays from `meters` on belong to it. `miss` is the logarithm of the chance of no award; `chances` are
    the running sums of the lines' chances, given an award, as fractions of 2^64. `months` gets the pays of
    the house, by month.
    """
    done, events, short, added, tray = state
    while done < stop:
        number = U(2) * U(events)
        uniform = float((word(start, number) >> _53) + U(1)) / 9007199254740992.0
        gap = int(np.floor(np.log(uniform) / miss)) + 1
        if done + gap > wagers:
            done = wagers
            break
        done += gap
        chosen = word(start, number + U(1))
        line = 0
        while line < len(chances) - 1 and chosen >= chances[line]:
            line += 1
        hits[line] += 1
        for each in range(len(rates)):  # one by one: whole arrays would be made anew for every award
            meters[each] += gap * rates[each]
            reserves[each] += gap * reserve_rates[each]
        level = levels[line]
        house = 0
        if kinds[line] == TRAY:
            house = units[line]
            tray += house // UNITS_PER_CENT
        elif kinds[line] == METER:
            if meters[level] < units[line]:
                house = units[line] - meters[level]
                short += 1
                added += house // UNITS_PER_CENT
                ran_dry[level] = True
                meters[level] = 0
            else:
                meters[level] -= units[line]
        elif ppm[line] < PPM:
            meters[level] -= meters[level] // PPM * ppm[line]
        else:
            if awards[level] < kept.shape[1]:
                kept[level, awards[level]] = meters[level] // UNITS_PER_CENT
            awards[level] += 1
            dry[level] += ran_dry[level]
            ran_dry[level] = False
            house = seeds[level]
            meters[level] = seeds[level] + reserves[level]
            reserves[level] = 0
        if (done - 1) // month < len(months):
            months[(done - 1) // month] += house // UNITS_PER_CENT
        if events < paths.shape[1]:
            for each in range(len(meters)):
                paths[each, events, 0] = done
                paths[each, events, 1] = meters[each] // UNITS_PER_CENT
        events += 1
    state[0], state[1], state[2], state[3], state[4] = done, events, short, added, tray
