"""Ctrl-C while the command line is still imported ends it quietly, as it does later.

Imported before anything else that takes time; `over` gives the signal back to whoever had it.
"""

import os
import signal
import threading

INTERRUPTED = 130
"""Exit code after Ctrl-C; what was done until then is printed first."""
_before = signal.getsignal(signal.SIGINT)
_guarded = threading.current_thread() is threading.main_thread() and _before is signal.default_int_handler


def _end(*_: object) -> None:
    os._exit(INTERRUPTED)  # nothing was begun that must be finished


def over() -> None:
    """Everything is imported; from here on an interrupt is told like any other end."""
    if _guarded:
        signal.signal(signal.SIGINT, _before)


if _guarded:
    signal.signal(signal.SIGINT, _end)
