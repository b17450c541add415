"""Power loss on SQLite: whatever was answered is there when the power is back (failures 16 and 17)."""

import random
from pathlib import Path

import pytest

from pitboss.ledger import engine
from tests.crash.disk import Disk
from tests.crash.power import Evening, new_ledger

MOMENTS = 400
"""An evening writes and syncs at least so often with something new to lose."""


def _losses(evening: Evening, count: int, seed: int) -> list[str]:
    """What goes wrong after power losses at so many of the points."""
    assert len(evening.points) >= count, f"only {len(evening.points)} points"
    some = random.Random(seed).sample(evening.points, count)
    found = [
        evening.after(point, twice=number % 25 == 0, finish=number % 25 == 1)
        for number, point in enumerate(some)
    ]
    return [wrong for wrong in found if wrong]


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.soak)])
def test_failure_16_no_power_loss_takes_an_answered_command_away(seed: int, tmp_path: Path) -> None:
    """One at every moment, each time with another share of the writes on the platter."""
    evening = Evening(tmp_path, seed, outcomes=1, disk=new_ledger(tmp_path))
    assert len(evening.points) > MOMENTS
    assert _losses(evening, len(evening.points), seed) == []


def test_failure_16_a_ledger_whose_making_was_cut_short_is_made_again(tmp_path: Path) -> None:
    evening = Evening(tmp_path, 7, outcomes=1)
    making = [point for point in evening.points if not point.answered]
    assert len(making) > 50
    assert [wrong for point in making if (wrong := evening.after(point, False, False))] == []


def test_the_same_harness_sees_what_weaker_syncing_loses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "SYNCHRONOUS", "NORMAL")
    evening = Evening(tmp_path, 3, outcomes=2, disk=new_ledger(tmp_path), money=False)
    found = _losses(evening, 300, 3)
    assert len(found) > 30, "with synchronous=NORMAL answered commands must be seen to vanish"
    assert any("was answered" in wrong or "was signed" in wrong for wrong in found)


def test_the_disk_keeps_what_was_synced_and_may_lose_the_rest() -> None:
    disk = Disk()
    from tests.crash.disk import File

    file = disk.files["a"] = File()
    file.write(0, b"kept")
    file.sync()
    disk.sync_names()
    file.write(0, b"lost")
    seen = {bytes(disk.power_loss(random.Random(seed))["a"]) for seed in range(50)}
    assert seen == {b"kept", b"lost"}


@pytest.mark.soak
@pytest.mark.parametrize("part", range(50))
def test_failure_16_a_hundred_thousand_power_losses(part: int, tmp_path: Path) -> None:
    """2,000 in each part, of an evening of its own."""
    evening = Evening(tmp_path, 10_000 + part, outcomes=9, disk=new_ledger(tmp_path))
    assert _losses(evening, 2_000, part) == []
