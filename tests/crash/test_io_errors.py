"""A disk that refuses: an error at any call of the script acknowledges nothing that is not there."""

from pathlib import Path

import pytest

from pitboss.ledger import Broken, Halted, Unavailable
from tests.crash import disk as codes
from tests.crash.disk import Disk, Image, mounted
from tests.crash.power import Beside, new_ledger, opened
from tests.crash.script import evening, groups
from tests.ledger.sample import LINK, Clock

ERRORS = {
    "read": codes.IOERR_READ,
    "write": codes.FULL,
    "sync": codes.IOERR_FSYNC,
    "truncate": codes.IOERR_TRUNCATE,
    "open": codes.CANTOPEN,
    "delete": codes.IOERR_DELETE,
    "access": codes.IOERR_ACCESS,
}

SCRIPT = list(groups(evening()))


def _clock(group: int) -> Clock:
    clock = Clock()
    clock.now_us += 60_000 + group * 10_000
    return clock


def _failing(image: Image, folder: Path, at_call: int, number: int, once: bool) -> tuple[Image, bool, bool]:
    """Commit one group while call `at_call` fails: the disk after it, whether answered, whether it failed."""
    group = SCRIPT[number]
    disk, answered = Disk(image), False
    with mounted(disk), opened(folder, _clock(number)) as journal:
        first = disk.calls + at_call

        def fail(call: int, kind: str) -> int:
            return ERRORS[kind] if call == first or (call > first and not once) else codes.OK

        disk.fail = fail
        try:
            journal.commit(group)
            answered = True
        except Halted:
            assert journal.halted
            with pytest.raises(Halted):
                journal.commit(group)
        failed = disk.calls >= first
        disk.fail = lambda call, kind: codes.OK
    return disk.image(), answered, failed


@pytest.mark.parametrize(
    ("once", "every"),
    [
        pytest.param(True, 2, id="one error at every other call"),
        pytest.param(False, 5, id="errors from every fifth call on"),
        pytest.param(True, 1, id="one error at every call", marks=pytest.mark.soak),
        pytest.param(False, 1, id="errors from every call on", marks=pytest.mark.soak),
    ],
)
def test_failure_19_an_io_error_at_any_call_loses_and_invents_nothing(
    once: bool, every: int, tmp_path: Path
) -> None:
    image, calls = new_ledger(tmp_path).image(), 0
    for number, group in enumerate(SCRIPT):
        at_call, beside = 1 + number % every, Beside.read(tmp_path)
        while True:
            beside.put_back(tmp_path)
            after, answered, failed = _failing(image, tmp_path, at_call, number, once)
            with mounted(Disk(after)), opened(tmp_path, _clock(number)) as journal:
                before = journal.tips[LINK].state.seq if LINK in journal.tips else 0
                answers, made = journal.commit(group)
                if answered:
                    assert not made, f"call {at_call} of group {number}: an answered command was not there"
                assert {answer.status for answer in answers} <= {200, 409}
                assert journal.tips[LINK].state.seq >= before
            if not failed:
                break
            calls += 1
            at_call += every
        image = after
    assert calls > 300 // every


def test_an_io_error_while_opening_is_said_and_harms_nothing(tmp_path: Path) -> None:
    image, at_call, failures = new_ledger(tmp_path).image(), 0, 0
    beside = Beside.read(tmp_path)
    while True:
        at_call += 1
        disk = Disk(image)
        disk.fail = lambda call, kind, at=at_call: ERRORS[kind] if call == at else codes.OK  # type: ignore[misc]
        with mounted(disk):
            try:
                with opened(tmp_path, Clock()) as journal:
                    journal.commit(SCRIPT[0])
            except (Unavailable, Broken):
                failures += 1
        beside.put_back(tmp_path)
        with mounted(Disk(disk.image())), opened(tmp_path, Clock()) as journal:
            journal.commit(SCRIPT[0])
        if disk.calls < at_call:
            break
    assert failures > 10
