"""Why the ledger will not take a command, open a database or trust a file."""

from pitboss.errors import BadInput, Trouble


class UnsafeDatabase(BadInput):
    """The engine, its settings or its file system can lose acknowledged money; nothing was opened."""


class LeaseTaken(BadInput):
    """Another process writes to this ledger; nothing was opened."""


class Broken(Trouble):
    """The journal does not agree with itself: no play, and the first bad entry is named."""

    def __init__(self, link: str, seq: int, why: str) -> None:
        super().__init__(link, seq, why)
        self.link = link
        self.seq = seq
        self.why = why

    def __str__(self) -> str:
        return f"link {self.link!r}, entry {self.seq}: {self.why}"


class RollbackDetected(Broken):
    """The journal is older than something that was signed or seen before: an old copy was put back."""


class Unguarded(Broken):
    """What testifies for the journal, or keeps it as it is, was taken away: no play."""

    def __init__(self, why: str) -> None:
        super().__init__("", 0, why)

    def __str__(self) -> str:
        return self.why


class Unavailable(Trouble):
    """Nothing was acknowledged and nothing may be assumed: ask again later with the same command id."""


class Halted(Unavailable):
    """Writing failed or was no longer safe, so the ledger only reads until it is opened again."""


class Fenced(Halted):
    """A newer writer has taken this ledger over."""
