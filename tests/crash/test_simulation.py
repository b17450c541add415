"""The whole floor in one process, with every fault there is, and the invariants after every entry."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.crash.disk import Disk
from tests.crash.power import Beside, new_ledger
from tests.crash.simulator import Breach, Floor, play

SEEDS, COMMANDS, COMMANDS_SOAKED = 10, 3_000, 5_000
SOAKED = (*range(SEEDS, 40), *range(1_000, 1_200))


def _run(seeds: Iterable[int], folder: Path, commands: int) -> list[Floor]:
    """Play some seeds, each from the same new ledger."""
    image, beside = new_ledger(folder).image(), Beside.read(folder)
    floors = []
    for seed in seeds:
        beside.put_back(folder)
        floors.append(play(seed, commands, folder, Disk(image)))
    return floors


@pytest.mark.parametrize("part", range(5))
def test_30_000_commands_with_faults_break_no_invariant(part: int, tmp_path: Path) -> None:
    floors = _run(range(part, SEEDS, 5), tmp_path, COMMANDS)
    assert sum(floor.commands for floor in floors) >= COMMANDS * SEEDS // 5
    assert sum(floor.restarts for floor in floors) >= 8, "the disk must have failed often"


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
@pytest.mark.parametrize("part", range(23))
def test_a_million_commands_with_faults_break_no_invariant(part: int, tmp_path: Path) -> None:
    floors = _run(SOAKED[part::23], tmp_path, COMMANDS_SOAKED)
    assert sum(floor.commands for floor in floors) >= 50_000
