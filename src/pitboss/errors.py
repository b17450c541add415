"""The two errors that are nobody's mistake in this program: bad input, and trouble outside it."""

from collections.abc import Iterable


class BadInput(ValueError):
    """Something the user gave is wrong; the message says what, and what to do.

    The command line prints the message on stderr and exits with 2; the service answers 422.
    Nothing has changed when it is raised.
    """


class Trouble(Exception):
    """Something outside this program failed or does not hold: a database, a disk, a cluster, a journal.

    The command line prints the message on stderr and exits with 1.
    """


def unknown(words: str, name: str, known: Iterable[str], otherwise: str = "") -> BadInput:
    """A name that does not exist, with the nearest that does; else all of them, or where they are listed.

    >>> unknown("there is no bet called", "bonsu", ["base", "bonus"])
    BadInput("there is no bet called 'bonsu'; did you mean bonus?")
    >>> unknown("there is no bet called", "x", ["base", "bonus"])
    BadInput("there is no bet called 'x'; there are base, bonus")
    """
    from difflib import get_close_matches

    by_key = {one.casefold(): one for one in known}
    near = [by_key[key] for key in get_close_matches(name.casefold()[:80], by_key, n=2, cutoff=0.6)]
    listed = otherwise or f"there are {', '.join(by_key.values()) or 'none'}"
    hint = f"did you mean {' or '.join(near)}?" if near else listed
    return BadInput(f"{words} {name!r}; {hint}")
