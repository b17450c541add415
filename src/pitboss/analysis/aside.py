"""Counting in a process of its own and of low priority, so that a server never waits for a figure."""

import atexit
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

NICE = 5
_Found = TypeVar("_Found")


class Aside:
    """One process that counts, one thing after another: started when first asked, gone with its parent."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def __call__(self, function: Callable[..., _Found], *given: object) -> _Found:
        """Call a function over there and wait for its answer; a process that was killed is replaced once.

        >>> aside(divmod, 7, 2)
        (3, 1)
        """
        with self._lock:
            try:
                found = self._ask(function, given)
            except (EOFError, BrokenPipeError):
                self.end()
                found = self._ask(function, given)
        if isinstance(found, Exception):
            raise found
        return found

    def _ask(self, function: Callable[..., _Found], given: tuple[object, ...]) -> _Found | Exception:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        pickle.dump((function, given), self._process.stdin)
        self._process.stdin.flush()
        found: _Found | Exception = pickle.load(self._process.stdout)
        return found

    def end(self) -> None:
        """Let the process go; whoever asks again gets another."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


aside = Aside()
"""The one of this process."""
atexit.register(aside.end)


def _work() -> None:
    """Answer until the parent is gone; an interrupt from the terminal is meant for the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICE)
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # whatever is printed must not come between the answers
        while True:
            try:
                function, given = pickle.load(sys.stdin.buffer)
            except EOFError:
                return
            try:
                found = function(*given)
            except Exception as error:
                found = error
            pickle.dump(found, answers)
            answers.flush()


if __name__ == "__main__":
    _work()
