"""The results that ship with the package: what everybody asks first is counted before anybody asks.

`python -m pitboss.shipping` (`make results`) makes them again. They carry the digest of the sources
they come from: where these were edited since, they are not used, and a test says that they are stale.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
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
        for bet in registry.bets(slug):
            for options in registry.analysis_of(slug).printed.get(bet, ({},)):
                for name in _tables(slug, bet, options):
                    words = " ".join([slug, bet, name or "", *(f"{k}={v}" for k, v in options.items())])
                    yield words, partial(registry.par, slug, bet, name, options)
        yield f"{slug} strategy", partial(registry.strategy, slug)
        yield f"{slug} drill", partial(pool, slug)
    yield "audit", _audit
    for table in paytables():
        if table.levels and table.stated.house_edge:
            yield f"{table.designator} meter", partial(_meter, table)
    yield "meter page", _meter_page


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
    """The files that answer all questions, counted where missing; in a new process, for modules remember."""
    with cache.shipping() as found:
        for words, ask in questions():
            say(words)
            ask()
    return found


def stale(folder: Path = cache.SHIPPED) -> list[str]:
    """What is missing, changed, or not asked for; nothing is counted to tell that."""
    missing = []
    with cache.shipping(counting=False) as found:
        for words, ask in questions():
            try:
                ask()
            except cache.Missing:
                missing.append(words)
    there = {path.name: path.read_text("utf-8") for path in folder.glob("*.json")}
    return missing + sorted(name for name in {*found, *there} if found.get(name) != there.get(name))


def make(folder: Path = cache.SHIPPED) -> int:
    """Leave exactly the files that are asked for; how many that is."""
    found = asked()
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.json"):
        if path.name not in found:
            path.unlink()
    for name, text in found.items():
        (folder / name).write_text(text, "utf-8")
    return len(found)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--count"]:
            asked(lambda words: print(words, file=sys.stderr))
        case ["--check"]:
            sys.exit("\n".join(found) if (found := stale()) else 0)
        case _:
            # Counting may ask for results that are not asked for once all is there.
            subprocess.run([sys.executable, "-m", "pitboss.shipping", "--count"], check=True)
            print(f"{make()} results in {cache.SHIPPED}")
