"""Output in an encoding that lacks some of our signs: plain ones take their place, and nothing fails."""

import codecs
from typing import IO

PLAIN = {
    "±": "+/-",
    "×": "x",
    "√": "sqrt",
    "▸": ">",
    "→": "->",
    "−": "-",
    "–": "-",
    "—": "-",
    "·": "-",
    "…": "...",
    "é": "e",
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
    "≥": ">=",
    "≤": "<=",
    "♠": "s",
    "♥": "h",
    "♦": "d",
    "♣": "c",
    "✓": "yes",
    "✗": "NO",
    "®": "(R)",
    "™": "(TM)",
    "░": "#",
    "│": "|",
    "─": "-",
    "━": "-",
    "╭": "+",
    "╮": "+",
    "╰": "+",
    "╯": "+",
}


def _replaced(error: UnicodeError) -> tuple[str, int]:
    """The plain signs for those that can't be encoded, and a question mark for what has none."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(PLAIN.get(sign, "?") for sign in missing), error.end


def speak_plainly(*streams: IO[str]) -> None:
    """From now on these streams replace what their encoding does not have."""
    codecs.register_error("pitboss-plain", _replaced)
    for stream in streams:
        if hasattr(stream, "reconfigure"):  # a test may have put something simpler in its place
            stream.reconfigure(errors="pitboss-plain")
