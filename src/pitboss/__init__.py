"""Pitboss: casino table games, their exact mathematics, their jackpots and the floor, from one set of rules.

For Python and notebooks: `pitboss.par`, `pitboss.ev` and `pitboss.simulate`.
"""

from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.api import ev, par, simulate

__version__ = version("pitboss")
__all__ = ["__version__", "ev", "par", "simulate"]


def __getattr__(name: str) -> Any:
    """The functions of the API, imported when they are first used."""
    if name in ("ev", "par", "simulate"):
        from pitboss import api

        return getattr(api, name)
    raise AttributeError(f"pitboss has no {name!r}; there are {', '.join(__all__)}")
