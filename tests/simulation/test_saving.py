"""An interrupted simulation goes on where it was: to the last integer what one run would have given."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pitboss.simulation.run as running
from pitboss.errors import BadInput
from pitboss.simulation.job import BLOCK, Job, new_job
from pitboss.simulation.results import simulate
from pitboss.simulation.run import Blocks, Engine, Played, Sums, on_threads
from pitboss.simulation.saving import Saving
from tests.cli.running import interrupting, run

ROUNDS = 5 * BLOCK + 777


def job(rounds: int = ROUNDS, **more: Any) -> Job:
    settings: dict[str, Any] = {"strategy": "simple", "seats": 2} | more
    return new_job("solitaire-stud", rounds, "saved", **settings)


def interrupted(after: int, backwards: bool = False) -> Engine:
    """An engine that somebody stops after some blocks; it may play the last ones first."""

    def run(job: Job, blocks: Blocks) -> Iterator[Played]:
        for place, block in enumerate(blocks[::-1] if backwards else blocks):
            if place == after:
                raise KeyboardInterrupt
            yield running.play(job, *block)

    return run


@pytest.mark.parametrize("slug", ["blackjack-switch", "casino-war", "three-card-poker"])
def test_a_run_is_saved_and_resumed_whatever_kernel_plays_the_game(tmp_path: Path, slug: str) -> None:
    file = tmp_path / "run.sim"
    simulate(new_job(slug, 10, "saved", strategy="simple"), saving=Saving(file))
    longer = new_job(slug, 20, "saved", strategy="simple")
    assert simulate(longer, saving=Saving(file, resume=True)) == simulate(longer)


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("after", [1, 3, 5])
def test_a_resumed_run_gives_the_figures_of_one_that_was_not_interrupted(
    tmp_path: Path, after: int, backwards: bool
) -> None:
    file = tmp_path / "run.sim"
    early = simulate(job(), interrupted(after, backwards), saving=Saving(file))
    assert early.interrupted
    resumed = simulate(job(), on_threads(2), saving=Saving(file, resume=True))
    whole = simulate(job(), on_threads(1))
    assert resumed == whole
    assert resumed.outcomes == whole.outcomes
    assert resumed.sessions is not None
    assert whole.sessions is not None
    assert np.array_equal(resumed.sessions.ends_cents, whole.sessions.ends_cents)
    whole_blocks = after - 1 if backwards else after  # the last block, which is shorter, is played again
    assert (resumed.resumed_rounds, whole.resumed_rounds) == (whole_blocks * BLOCK, 0)


def test_a_run_that_was_interrupted_twice(tmp_path: Path) -> None:
    file = tmp_path / "run.sim"
    simulate(job(), interrupted(2), saving=Saving(file))
    simulate(job(), interrupted(1), saving=Saving(file, resume=True))
    assert simulate(job(), saving=Saving(file, resume=True)) == simulate(job())


def test_a_finished_run_can_be_made_longer(tmp_path: Path) -> None:
    file = tmp_path / "run.sim"
    simulate(job(2 * BLOCK + 5), saving=Saving(file))
    assert simulate(job(), saving=Saving(file, resume=True)) == simulate(job())


def test_a_shorter_run_than_the_one_saved_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.sim"
    simulate(job(), saving=Saving(file))
    with pytest.raises(BadInput, match=r"holds 1,310,720 rounds already; ask for as many or more"):
        simulate(job(BLOCK), saving=Saving(file, resume=True))


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"seats": 3}, "is of another simulation: seats 2, not 3"),
        ({"wagers": {"ante": 700, "super-bonus": 700}}, "is of another simulation: wagers "),
        ({"session_rounds": 100}, "session rounds 200, not 100"),
        ({"strategy": "play"}, "is of another simulation: strategy "),
    ],
)
def test_what_was_saved_for_another_simulation_is_refused(
    tmp_path: Path, other: dict[str, Any], says: str
) -> None:
    file = tmp_path / "run.sim"
    simulate(job(BLOCK), saving=Saving(file))
    before = file.read_bytes()
    with pytest.raises(BadInput, match=says):
        simulate(job(**other), saving=Saving(file, resume=True))
    assert file.read_bytes() == before


def test_other_kernels_or_policies_than_those_saved_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "run.sim"
    simulate(job(BLOCK), saving=Saving(file))
    monkeypatch.setattr("pitboss.simulation.saving._digest", lambda compiled: "another")
    with pytest.raises(BadInput, match="was made by another version of the program; start again"):
        simulate(job(), saving=Saving(file, resume=True))


@pytest.mark.parametrize("content", [b"", b"not an archive", b"PK\x03\x04 and nothing more"])
def test_a_file_that_is_no_saved_simulation_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "run.sim"
    file.write_bytes(content)
    with pytest.raises(BadInput, match="is no saved simulation"):
        simulate(job(), saving=Saving(file, resume=True))


def test_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = str(tmp_path / "run.sim")
    words = ("simulate", "rabbit", "--rounds", "1e6", "--strategy", "simple", "--workers", "1", "--json")
    played = interrupting(running.play, 3)
    with monkeypatch.context() as patch:
        patch.setattr(running, "play", played)
        early = run(*words, "--save", file)
    assert early.exit_code == 130
    assert f"go on with --resume {file}" in early.stderr
    assert run(*words, "--save", file).stderr == (
        f"pitboss: {file} is there already; go on with --resume, or choose another name\n"
    )
    resumed, whole = (json.loads(run(*words, *more).stdout) for more in (("--resume", file), ()))
    assert resumed["resumed_rounds"] > 0
    for key in ("seconds", "preparing_seconds", "rounds_per_second", "resumed_rounds"):
        del resumed[key], whole[key]
    assert resumed == whole


def test_a_run_that_is_killed_loses_only_what_was_not_yet_saved(tmp_path: Path) -> None:
    """What is done is on disk every few seconds, whatever happens to the process."""
    file = tmp_path / "run.sim"
    words = ("simulate", "caribbean", "--rounds", "1e10", "--strategy", "simple", "--save", str(file))
    script = (
        "import sys, pitboss.simulation.saving as saving; saving.SAVED_EVERY_S = 0.1\n"
        f"sys.argv = ['pitboss', *{words!r}]\nfrom pitboss.cli import main; main()"
    )
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.DEVNULL)
    until = time.monotonic() + 120
    while not file.exists() and time.monotonic() < until:
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    sums = Sums(new_job("caribbean-stud", 10**10, "1", strategy="simple"))
    Saving(file, resume=True).load(sums)
    assert sums.rounds == BLOCK * sums.done.sum() > 0


def test_a_folder_that_can_not_be_written_is_said_before_the_first_round(tmp_path: Path) -> None:
    done = run("simulate", "rabbit", "--rounds", "1e12", "--save", str(tmp_path / "nowhere" / "run.sim"))
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
