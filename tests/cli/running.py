"""The command line run in this process, as a person types it."""

import contextlib
import io
import itertools
import os
import sys
from collections.abc import Callable
from typing import Any, NamedTuple
from unittest import mock

from pitboss.cli import main


class Ran(NamedTuple):
    """What came of a command, named as click names it."""

    exit_code: int
    stdout: str
    stderr: str

    @property
    def output(self) -> str:
        return self.stdout + self.stderr


def run(*words: str, keys: str = "", encoding: str = "utf-8") -> Ran:
    """Type words after `pitboss`, and keys when it asks."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True) for _ in range(2))
    with (
        mock.patch.dict(os.environ),  # --games is for this one process; the next words begin without
        mock.patch.object(sys, "argv", ["pitboss", *words]),
        mock.patch.object(sys, "stdin", io.StringIO(keys)),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = _exit_code()
    said = (stream.detach().getvalue().decode(encoding) for stream in (out, err))
    return Ran(code, *said)


def interrupting(function: Callable[..., Any], call: int) -> Callable[..., Any]:
    """The function until a call of it, at which somebody presses Ctrl-C: no thread beside goes on."""
    calls = itertools.count(1)

    def played(*given: Any) -> Any:
        if next(calls) >= call:
            raise KeyboardInterrupt
        return function(*given)

    return played


def _exit_code() -> int:
    try:
        main()
    except SystemExit as done:
        return int(done.code or 0)
    raise AssertionError("the command line always says how it ended")
