"""Which results `make test` counts anew, so that no figure changes under an unchanged version of its engine.

Of each engine some results that ship, chosen by a seed among those that are counted in a moment; where none
is, a small game, whose figures are kept in `recounting.json`. `python -m tests.recounting` writes these anew
where the engine's version was raised. `make recount` counts all that ships.
"""

import json
import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pitboss import shipping
from pitboss.analysis import cache
from pitboss.analysis.cache import Version
from pitboss.analysis.drill import pool
from pitboss.analysis.families import solving
from pitboss.analysis.families.payoff import Pays
from pitboss.games import GAMES
from pitboss.games.description import Description
from pitboss.games.description.shape import parse

FILE = Path(__file__).with_suffix(".json")
OF_EACH = 2
QUICK = re.compile(
    "(big-raise-stud|casino-war|dj-wild|flush-rush|let-it-ride|mississippi-stud|three-card-draw|"
    "three-card-poker|triple-shot-rummy|rabbit-hunter) |caribbean-stud (base|progressive|cover-all .*=[2-5])|"
    "solitaire-stud base|ultimate-texas-holdem trips|blackjack-switch drill|CSTUD-01 meter"
)
"""Questions whose results are counted from nothing in a few seconds at most, and mostly at once."""


def engines_of(text: str) -> frozenset[str]:
    """The engines that counted a result which ships."""
    return frozenset(json.loads(text)["key"]["versions"])


def questions_and_engines() -> Mapping[str, frozenset[str]]:
    """The engines behind the answer to each question."""
    found = {}
    for words, ask in shipping.questions():
        with cache.shipping(counting=False) as texts:
            ask()
        found[words] = frozenset[str]().union(*map(engines_of, texts.values()))
    return found


def sample(engines: Mapping[str, frozenset[str]]) -> set[str]:
    """Some quick questions for each engine."""
    quick = sorted(words for words in engines if QUICK.match(words))
    found = set()
    for engine in sorted(frozenset[str]().union(*engines.values())):
        asked = [words for words in quick if engine in engines[words]]
        found |= {*random.Random(engine).sample(asked, min(OF_EACH, len(asked)))}
    return found


def recounted() -> list[cache.Recount]:
    """The sample, counted anew."""
    chosen = sample(questions_and_engines())
    pool.cache_clear()
    with cache.recounting() as found:
        for words, ask in shipping.questions():
            if words in chosen:
                ask()
    return found


def _short(slug: str, kept: str, old: str = "", new: str = "") -> Description:
    """A shipped game with few ranks, and something else in its text."""
    folder = GAMES[slug].folder
    assert folder is not None
    text = (folder / "game.toml").read_text("utf-8")
    assert old in text
    removed = "".join(rank for rank in "23456789TJQKA" if rank not in kept)
    return parse(text.replace("[cards]", f'[cards]\nremove_ranks = "{removed}"', 1).replace(old, new))


_LOST = 'no_hand = "compare", win = "1 to 1", tie = "push", lose = "lose"'
"""Of a raise; it is given back when it is beaten, else a flush may be folded, which is not counted."""
SMALL: Mapping[str, Callable[[], Description]] = {
    "community": lambda: _short("texas-holdem-bonus", "9TJQKA"),
    "upcards": lambda: _short("six-card-poker", "9TKA", _LOST, _LOST.replace('"lose"', '"push"')),
}
"""A game for each engine whose games all take longer than a test should."""


def counted(engine: str) -> dict[str, Any]:
    """The version of an engine, and what it counts of its small game."""
    game = SMALL[engine]()
    version = solving.version_of(game)
    assert version == Version(engine, version.number)
    return {"version": version.number, "sheet": solving.optimal(Pays.of(game)).sheet().stored()}


def kept() -> dict[str, Any]:
    """What small games came out as, by engine."""
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    return found


if __name__ == "__main__":
    before = kept()
    now = {engine: counted(engine) for engine in SMALL}
    for engine, made in now.items():
        same = engine not in before or before[engine] == made
        assert same or before[engine]["version"] != made["version"], f"raise VERSION of {engine} first"
    FILE.write_text(json.dumps(now, indent=1) + "\n", "utf-8")
