"""Work aside ends with whoever asked for it."""

import signal
import subprocess
import sys
import time
from pathlib import Path

PARENT = """
import os, time
from pitboss.processes import pool
if __name__ == "__main__":
    with pool(2) as workers:
        found = {workers.submit(os.getpid).result() for _ in range(20)}
        print(*found, flush=True)
        time.sleep(600)
"""


def test_workers_end_with_a_parent_that_was_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pids = [int(word) for word in parent.stdout.readline().split()]
        assert pids
        parent.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 60
    while any(alive(pid) for pid in pids):
        assert time.monotonic() < deadline, "a worker goes on"
        time.sleep(0.05)


def alive(pid: int) -> bool:
    """Whether a process runs; one that ended and that nobody has asked after is none any more."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        if Path("/proc/self").exists():
            return False
        words = ["ps", "-o", "stat=", "-p", str(pid)]  # macOS
        told = ")" + subprocess.run(words, capture_output=True, text=True, check=False).stdout
    return told.rpartition(")")[2].strip()[:1] not in ("", "Z")
