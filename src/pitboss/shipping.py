"""The results that ship with the package: what everybody asks first is counted before anybody asks.

`python -m pitboss.shipping` (`make results`) counts those whose inputs or engine's version changed, and
leaves the others as they are. `--recount` (`make recount`) counts all anew, and fails where one came out
otherwise: then its engine's `VERSION` is to be raised, or the engine to be mended.
"""

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

from pitboss.analysis import cache, registry
from pitboss.analysis.drill import pool
from pitboss.games import GAMES
from pitboss.paytables import Paytable, paytables

Question = tuple[str, Callable[[], object]]


def questions() -> Iterator[Question]:
    """Printed tables with default options, strategies, the audit, situations to practise, and meters."""
    for slug in (slug for slug, game in GAMES.items() if not game.own):
        yield from questions_of(slug)
    yield "audit", _audit
    for table in paytables():
        if table.levels and table.stated.house_edge:
            yield f"{table.designator} meter", partial(_meter, table)
    yield "meter page", _meter_page


def questions_of(slug: str) -> Iterator[Question]:
    """What ships of one game."""
    for bet in registry.bets(slug):
        for options in registry.analysis_of(slug).printed.get(bet, ({},)):
            for name in _tables(slug, bet, options):
                words = " ".join([slug, bet, name or "", *(f"{k}={v}" for k, v in options.items())])
                yield words, partial(registry.par, slug, bet, name, options)
    yield f"{slug} strategy", partial(registry.strategy, slug)
    yield f"{slug} drill", partial(pool, slug)


def _tables(slug: str, bet: str, options: Mapping[str, str]) -> list[str | None]:
    """The designators of a bet's printed tables."""
    default = registry.resolve_paytable(slug, bet, None, options)
    if default is None:
        return [None]
    return [table.designator for table in GAMES[slug].paytables(default.bet)]


def _audit() -> object:
    from pitboss.analysis.audit import audit

    return audit()


def _meter(table: Paytable) -> object:
    from pitboss.simulation import meter

    return meter.simulated(meter.terms_of(table), meter.chances_of(table))


def _meter_page() -> object:
    from pitboss.web.lab.meters import Projection, project

    return project(Projection.read([]))


def asked(say: Callable[[str], object] = lambda words: None) -> dict[str, str]:
    """The files that answer all questions, counted where missing."""
    with cache.shipping() as found:
        for words, ask in questions():
            say(words)
            ask()
    return found


def amiss(folder: Path = cache.SHIPPED) -> list[str]:
    """What is missing, or not asked for; nothing is counted to tell that."""
    missing = []
    with cache.shipping(counting=False) as found:
        for words, ask in questions():
            try:
                ask()
            except cache.Missing:
                missing.append(words)
    there = {path.name for path in folder.glob("*.json")}
    return missing + sorted(found.keys() ^ there)


def make(say: Callable[[str], object], folder: Path = cache.SHIPPED) -> None:
    """Write the files that are missing."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in asked(say).items():
        if not (folder / name).exists():
            (folder / name).write_text(text, "utf-8")


def tidy(folder: Path = cache.SHIPPED) -> int:
    """Leave exactly the files that are asked for; how many that is."""
    with cache.shipping(counting=False) as found:
        for _, ask in questions():
            ask()
    for path in folder.glob("*.json"):
        if path.name not in found:
            path.unlink()
    return len(found)


def recounted(say: Callable[[str], object] = lambda words: None) -> list[cache.Recount]:
    """The results that answer all questions, counted anew and compared with what ships."""
    with cache.recounting() as found:
        for words, ask in questions():
            say(words)
            ask()
    return found


def differing(recounts: Iterable[cache.Recount]) -> list[str]:
    """What came out otherwise under the version that it ships with, in a line for each result."""
    return [
        f"{one.name} came out otherwise: raise VERSION of {' or '.join(v.engine for v in one.versions)}"
        for one in recounts
        if one.same is False
    ]


def _told(words: str) -> None:
    print(words, file=sys.stderr)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--count"]:
            make(_told)
        case ["--recount"]:
            sys.exit("\n".join(differing(recounted(say=_told))) or 0)
        case _:
            # Counting may ask for results that are not asked for once all is there.
            subprocess.run([sys.executable, "-m", "pitboss.shipping", "--count"], check=True)
            print(f"{tidy()} results in {cache.SHIPPED}")
