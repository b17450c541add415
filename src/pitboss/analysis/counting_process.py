"""Counting in a process of its own and of low priority, so that a server never waits for a figure."""

import atexit
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import TypeVar

NICE = 5
_GONE = (EOFError, BrokenPipeError, pickle.UnpicklingError, ValueError)
"""How a killed process shows: nothing more, nobody to ask, half an answer, a pipe closed by `end`."""
_Found = TypeVar("_Found")


class Aside:
    """One process that counts, one thing after another: started when first asked, gone with its parent."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._ended = False
        self._outdated = False

    def __call__(self, function: Callable[..., _Found], *given: object) -> _Found:
        """Call a function over there and wait for its answer; a process that was killed is replaced once.

        >>> aside(divmod, 7, 2)
        (3, 1)
        """
        with self._lock:
            if self._outdated:
                self._outdated = False
                self._let_go()
            try:
                found = self._ask(function, given)
            except _GONE:
                self._let_go()
                found = self._ask(function, given)
        if isinstance(found, Exception):
            raise found
        return found

    def _ask(self, function: Callable[..., _Found], given: tuple[object, ...]) -> _Found | Exception:
        if self._ended:
            raise RuntimeError("nothing is counted any more")
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        questions, answers = self._process.stdin, self._process.stdout
        assert questions is not None
        assert answers is not None
        pickle.dump((function, given), questions)
        questions.flush()
        found: _Found | Exception = pickle.load(answers)
        return found

    def begin_anew(self) -> None:
        """Ask another process from the next question on; it reads games again."""
        self._outdated = True

    def end(self) -> None:
        """Count no more; whoever still waits for an answer gets an error."""
        self._ended = True
        self._let_go()

    def _let_go(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in filter(None, (process.stdin, process.stdout)):
                with suppress(OSError):  # what was not sent need not be
                    pipe.close()


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
