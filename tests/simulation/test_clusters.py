"""A job gives the same result on this machine, on Dask and on Ray, each with two local workers."""

import asyncio
import contextlib
import gc
import importlib.util
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from pitboss.analysis.progress import listening
from pitboss.errors import BadInput, Trouble
from pitboss.simulation import clusters
from pitboss.simulation.job import BLOCK, new_job
from pitboss.simulation.results import simulate
from pitboss.simulation.saving import Saving
from tests.cli.running import run

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::FutureWarning"
)


def available(name: str) -> bool:
    return importlib.util.find_spec({"dask": "distributed", "ray": "ray"}[name]) is not None


def cluster(workers: int = 1) -> Any:
    """A Dask cluster of threads in this process."""
    import distributed

    return distributed.LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=workers,
        threads_per_worker=1,
        processes=False,
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
        silence_logs=50,
    )


@pytest.mark.parametrize("name", ["dask", pytest.param("ray", marks=pytest.mark.soak)])
def test_two_workers_give_the_result_of_this_machine(name: str) -> None:
    if not available(name):
        with pytest.raises(BadInput, match=f"pip install 'pitboss\\[{name}\\]'"):
            clusters.engine(name)
        return
    job = new_job("solitaire-stud", 5 * BLOCK + 777, "cluster", strategy="simple", seats=2)
    here, there = simulate(job), simulate(job, clusters.engine(name, workers=2))
    assert there.rounds == here.rounds
    assert there.outcomes == here.outcomes
    assert there.bets == here.bets
    assert there.house == here.house


@pytest.mark.parametrize(("name", "module"), [("dask", "distributed"), ("ray", "ray")])
def test_an_engine_that_is_not_installed_says_how_to_add_it(
    name: str, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real: Callable[..., object] = importlib.import_module

    def missing(wanted: str) -> object:
        if wanted == module:
            raise ImportError(wanted)
        return real(wanted)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(BadInput, match="is not installed"):
        clusters.engine(name)


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:9", "127.0.0.1:9", "nonsense", "tcp://nowhere.invalid:8786"]
)
def test_a_scheduler_that_does_not_answer_is_one_line(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "CONNECT_S", 1)
    done = run("simulate", "rabbit", "--strategy", "simple", "--engine", "dask", "--address", address)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == f"pitboss: no Dask scheduler answers at {address}\n"


@contextlib.contextmanager
def answering(words: bytes) -> Iterator[str]:
    """The address of somebody who accepts, is no scheduler, and says this to whatever is asked."""
    heard: list[socket.socket] = []

    def answer() -> None:
        with contextlib.suppress(OSError):
            while True:
                heard.append(door.accept()[0])
                heard[-1].sendall(words)

    with socket.create_server(("127.0.0.1", 0)) as door:
        Thread(target=answer, daemon=True).start()
        yield f"tcp://127.0.0.1:{door.getsockname()[1]}"
        for one in heard:
            one.close()


@pytest.mark.parametrize("words", [b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", b""])
def test_what_answers_otherwise_or_stays_silent_is_no_scheduler(
    words: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not available("dask"):
        return
    monkeypatch.setattr(clusters, "CONNECT_S", 1)
    began = time.monotonic()
    with answering(words) as address:
        done = run("simulate", "rabbit", "--strategy", "simple", "--engine", "dask", "--address", address)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == f"pitboss: no Dask scheduler answers at {address}\n"
    assert time.monotonic() - began < 30


def test_a_scheduler_without_workers_is_told_and_then_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    if not available("dask"):
        return
    monkeypatch.setattr(clusters, "WORKERS_S", 1)
    heard: list[str] = []
    with cluster(0) as started, listening(lambda what, done, total: heard.append(what)):
        address = started.scheduler_address
        with pytest.raises(Trouble, match=f"scheduler at {address} has no workers; start some with: dask"):
            clusters.engine("dask", address)
    assert heard == ["No Dask workers yet, waiting for 1 s"]


def test_a_client_that_found_nobody_is_gone_before_the_next_one_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not available("dask"):
        return
    from distributed import Client

    monkeypatch.setattr(clusters, "CONNECT_S", 1)
    gc.collect()
    before = sum(type(one) is Client for one in gc.get_objects())
    gc.disable()
    try:
        run(
            "simulate", "rabbit", "--strategy", "simple", "--engine", "dask", "--address", "tcp://127.0.0.1:9"
        )
        assert sum(type(one) is Client for one in gc.get_objects()) == before
    finally:
        gc.enable()


def test_a_cluster_that_is_lost_loses_no_block_that_was_done(tmp_path: Path) -> None:
    job = new_job("rabbit-hunter", 10**11, "lost", strategy="simple")
    file = tmp_path / "run.sim"
    started = cluster()
    engine = clusters.engine("dask", started.scheduler_address)
    found = simulate(job, engine, lambda rounds: started.close() if rounds > BLOCK else None, Saving(file))
    assert found.interrupted
    assert found.rounds >= 2 * BLOCK
    assert found.trouble == f"the Dask cluster at {started.scheduler_address} was lost"
    longer = new_job("rabbit-hunter", found.rounds + BLOCK, "lost", strategy="simple")
    assert simulate(longer, saving=Saving(file, resume=True)) == simulate(longer)


def test_a_cluster_is_found_from_a_notebook_whose_loop_runs() -> None:
    if not available("dask"):
        return

    async def cell() -> Callable[..., object]:
        return clusters.engine("dask", started.scheduler_address)

    with cluster() as started:
        assert callable(asyncio.run(cell()))


def test_a_cluster_goes_on_from_what_was_saved(tmp_path: Path) -> None:
    job = new_job("solitaire-stud", 5 * BLOCK + 777, "cluster", strategy="simple", seats=2)
    file = tmp_path / "run.sim"
    simulate(new_job("solitaire-stud", 2 * BLOCK, "cluster", strategy="simple", seats=2), saving=Saving(file))
    with cluster() as started:
        engine = clusters.engine("dask", started.scheduler_address)
        assert simulate(job, engine, saving=Saving(file, resume=True)) == simulate(job)


def test_a_script_that_starts_workers_while_it_is_imported_is_told_what_to_do(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import pitboss\n"
        'pitboss.simulate("solitaire-stud", 3000, strategy="simple", engine="dask", workers=1)\n'
    )
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    last = run.stderr.strip().splitlines()[-1]
    assert last.startswith(
        "pitboss.errors.Trouble: Dask's workers did not start; a script that calls simulate"
    )
    assert "Nanny" not in last
