"""The whole floor in one process, with every fault there is, and the invariants after every entry."""

from pathlib import Path

import pytest

from tests.crash.disk import Disk
from tests.crash.power import Beside, new_ledger
from tests.crash.simulator import Breach, Floor, play

SEEDS, COMMANDS = 40, 5_000


def _run(seeds: range, folder: Path, commands: int = COMMANDS) -> list[Floor]:
    """Play some seeds, each from the same new ledger."""
    image, beside = new_ledger(folder).image(), Beside.read(folder)
    floors = []
    for seed in seeds:
        beside.put_back(folder)
        floors.append(play(seed, commands, folder, Disk(image)))
    return floors


@pytest.mark.parametrize("part", range(8))
def test_200_000_commands_with_faults_break_no_invariant(part: int, tmp_path: Path) -> None:
    floors = _run(range(part, SEEDS, 8), tmp_path)
    assert sum(floor.commands for floor in floors) >= COMMANDS * SEEDS // 8
    assert sum(floor.restarts for floor in floors) >= 20, "the disk must have failed often"


def test_a_seed_plays_the_same_every_time(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    (first,), (second,) = (_run(range(3, 4), tmp_path / name, 400) for name in ("first", "second"))
    assert (first.entries, first.restarts, first.now_us) == (second.entries, second.restarts, second.now_us)


def test_a_breach_names_its_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.jackpots.invariants.meter", lambda level: "NOWHERE")
    with pytest.raises(Breach, match=r"seed 5.*I2"):
        play(5, 200, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_a_million_commands_with_faults_break_no_invariant(part: int, tmp_path: Path) -> None:
    floors = _run(range(1_000 + part, 1_200, 20), tmp_path)
    assert sum(floor.commands for floor in floors) >= 50_000
