"""A digest of the general form: equal for games that play and pay alike, whatever words tell of them."""

import hashlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

WORDS = frozenset({"words", "label", "prompt", "says", "source", "names", "sight", "steps", "digest"})
WORDS |= {"where", "again", "in_turn", "conditions", "printed_as"}
"""Fields that tell, and decide nothing."""
LATER = frozenset(("reads_by",))
"""Fields that are left out where they are empty, as in digests of before there were such."""
TOLD = frozenset({"options", "clauses", "checks", "face", "chosen", "letter", "aliases", "text"})
TOLD |= {"rules_from", "listed", "printed"}


def digest_of(game: Any) -> str:
    """The digest of a game."""
    return hashlib.sha256(canonical(game).encode()).hexdigest()


def canonical(value: Any) -> str:
    """A value as text that is the same in every run.

    >>> canonical({"b": frozenset((2, 1)), "a": (True, None)})
    '{a:(True,None),b:{1,2}}'
    """
    if is_dataclass(value):
        kept = [field.name for field in fields(value) if field.name not in WORDS | TOLD]
        kept = [name for name in kept if name not in LATER or getattr(value, name)]
        inner = ",".join(f"{name}={canonical(getattr(value, name))}" for name in kept)
        return f"{type(value).__name__}({inner})"
    if isinstance(value, Mapping):
        return f"{{{','.join(sorted(f'{key}:{canonical(one)}' for key, one in value.items()))}}}"
    if isinstance(value, frozenset | set):
        return f"{{{','.join(sorted(map(canonical, value)))}}}"
    if isinstance(value, tuple | list):
        return f"({','.join(map(canonical, value))})"
    return str(value)
