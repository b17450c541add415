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


def why_unread(error: OSError | ValueError) -> str:
    """Why a file can't be read, in words that don't name it again.

    >>> why_unread(FileNotFoundError(2, "No such file or directory", "floor.toml"))
    'No such file or directory'
    """
    if isinstance(error, UnicodeDecodeError):
        return "it is no text"
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


_NEAR = 0.6


def unknown(words: str, name: str, known: Iterable[str], otherwise: str = "") -> BadInput:
    """A name that does not exist, with the nearest that does; else all of them, or where they are listed.

    >>> unknown("there is no bet called", "bonsu", ["base", "bonus"])
    BadInput("there is no bet called 'bonsu'; did you mean bonus?")
    >>> unknown("there is no bet called", "x", ["base", "bonus"])
    BadInput("there is no bet called 'x'; there are base, bonus")
    >>> unknown("there is no table called", "T-1", ["T-01", "T-10", "T-11"])
    BadInput("there is no table called 'T-1'; did you mean T-01 or T-10?")
    """
    from difflib import SequenceMatcher

    by_key = {one.casefold(): one for one in known}
    like = {key: SequenceMatcher(None, key, name.casefold()[:80]).ratio() for key in by_key}
    nearest = sorted((key for key in by_key if like[key] >= _NEAR), key=lambda key: -like[key])
    near = [by_key[key] for key in nearest[:2]]  # of those that are as near, what is listed first
    listed = otherwise or f"there are {', '.join(by_key.values()) or 'none'}"
    hint = f"did you mean {' or '.join(near)}?" if near else listed
    return BadInput(f"{words} {name!r}; {hint}")
