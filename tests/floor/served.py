"""A server in a process of its own, as somebody at a terminal starts it."""

import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(slots=True)
class Served:
    """What a server printed before it let anybody in, and, once it has ended, what it logged."""

    said: list[str] = field(default_factory=list)
    logged: str = ""


@contextmanager
def served(
    words: Sequence[str | Path], cwd: Path | None = None, env: dict[str, str] | None = None
) -> Iterator[Served]:
    """Serve until the block ends; the server must begin, and end well when it is told to."""
    found, pipe = Served(), subprocess.PIPE
    server = subprocess.Popen(words, cwd=cwd, env=env, stdout=pipe, stderr=pipe, text=True)
    assert server.stdout
    try:
        while not found.said or "Pitboss is at" not in found.said[-1]:
            found.said.append(server.stdout.readline())
            assert found.said[-1], server.communicate()[1]
        yield found
    finally:
        server.send_signal(signal.SIGTERM)
        _, found.logged = server.communicate(timeout=60)
    assert server.returncode == 0
