"""Pitboss: casino table games, their exact mathematics, their jackpots and the floor, from one set of rules.

For Python and notebooks: `pitboss.games`, `rules`, `par`, `ev`, `strategy`, `audit`, `simulate` and `meter`.
"""

import importlib
import os
from typing import TYPE_CHECKING, Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
"""Equations are small here: threads that wait for each other on a busy machine cost more than they save."""

if TYPE_CHECKING:
    from pitboss.api import audit, ev, games, meter, par, rules, simulate, strategy
    from pitboss.errors import BadInput, Trouble

    __version__: str

__all__ = [
    "BadInput",
    "Trouble",
    "__version__",
    "audit",
    "ev",
    "games",
    "meter",
    "par",
    "rules",
    "simulate",
    "strategy",
]
_PLACES = {"BadInput": "pitboss.errors", "Trouble": "pitboss.errors", "games": "pitboss.games"}


def __getattr__(name: str) -> Any:
    """The functions of the API, imported when they are first used."""
    if name not in __all__:
        raise AttributeError(f"pitboss has no {name!r}; there are {', '.join(__all__)}")
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("pitboss")
    place = importlib.import_module(_PLACES.get(name, "pitboss.api"))
    return place if name == "games" else getattr(place, name)


def __dir__() -> list[str]:
    return __all__
