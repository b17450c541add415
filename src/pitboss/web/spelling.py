"""How pages spell what slugs, addresses and files keep in plain letters: 4× for 4x, Hold'em for holdem."""

import re
from typing import Any

from markupsafe import Markup

_TIMES = re.compile(r"(?<![\w-])(\d+)x(?![\w-])")
_SPELT = {"holdem": "Hold'em"}


def link_name(link: str) -> str:
    """A link as people call it.

    >>> link_name("five-card"), link_name("aquarius-2"), link_name("holdem")
    ('Five-Card', 'Aquarius-2', "Hold'em")
    """
    return "-".join(_SPELT.get(part) or part.capitalize() for part in link.split("-"))


def times(value: Any) -> Any:
    """What a template writes, with the sign in its words.

    >>> times("Play 4x for $20.00"), times("play-4x"), times("3x-or-4x"), times(7)
    ('Play 4× for $20.00', 'play-4x', '3x-or-4x', 7)
    """
    return _TIMES.sub(r"\1×", value) if type(value) is str and "x" in value else value


def times_in_pictures(value: Any) -> Any:
    """The same where markup comes from elsewhere than from templates: a chart has words too.

    >>> times_in_pictures(Markup('<path aria-label="Flop 2x: lose"/>'))
    Markup('<path aria-label="Flop 2×: lose"/>')
    """
    return Markup(_TIMES.sub(r"\1×", value)) if isinstance(value, Markup) else times(value)
