"""The same blocks on a Ray or Dask cluster; a block is the same wherever it is played, so is the result."""

import asyncio
import contextlib
import gc
import importlib
import logging
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from pitboss.analysis.parallel import cores
from pitboss.analysis.progress import tell
from pitboss.errors import BadInput, Trouble, unknown
from pitboss.simulation.job import Job
from pitboss.simulation.run import Blocks, Engine, Played, play

AHEAD = 4
"""Blocks given to the cluster for each of its workers before any of them is back."""
CONNECT_S = 10
"""How long a scheduler may take to answer."""
WORKERS_S = 30
"""How long a scheduler may be without workers."""


def engine(name: str, address: str | None = None, workers: int | None = None) -> Engine:
    """An engine by name, on the cluster at an address or on one started on this machine."""
    engines = {"ray": _on_ray, "dask": _on_dask}
    if name not in engines:
        raise unknown("there is no engine called", name, ("local", *engines))
    return engines[name](address, workers)


def _installed(module: str, extra: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        raise BadInput(f"{extra} is not installed; add it with: pip install 'pitboss[{extra}]'") from None


def _connected(what: str, address: str, connect: Callable[[str], Any]) -> Any:
    # What is no scheduler may say anything: the sizes of its arrays are read from the first bytes.
    with contextlib.suppress(OSError, ValueError, RuntimeError, MemoryError):
        return connect(address)
    gc.collect()  # a half-made client that is collected while another one starts would wait for it for ever
    raise Trouble(f"no {what} answers at {address}")


def _on_dask(address: str | None, workers: int | None) -> Engine:
    distributed = _installed("distributed", "dask")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what fails is said below, in one line

    async def greet(address: str) -> None:
        async with asyncio.timeout(CONNECT_S), distributed.rpc(address) as scheduler:
            await scheduler.identity()

    def connect(address: str) -> Any:
        # A client waits for ever for one that accepts and says nothing; a notebook has a loop of its own.
        distributed.utils.LoopRunner(asynchronous=False).run_sync(greet, address)
        return distributed.Client(address, timeout=CONNECT_S)

    def connected() -> Any:
        client = _connected("Dask scheduler", str(address), connect)
        if not client.nthreads():
            _wait_for_workers(client, str(address))
        return client

    if address is not None:
        connected().close()  # a wrong address is told before anybody waits for a compiler

    def run(job: Job, blocks: Blocks) -> Iterator[Played]:
        left = iter(blocks)
        with contextlib.ExitStack() as stack:
            if address is None:
                started = _started_here(distributed, workers or cores())
                client = stack.enter_context(distributed.Client(stack.enter_context(started)))
            else:
                client = stack.enter_context(connected())
            first = islice(left, AHEAD * max(sum(client.nthreads().values()), 1))
            # Only a function that is pure would be taken from an earlier run; ours gives the same anyway.
            futures = [client.submit(play, job, *block, pure=False) for block in first]
            done = distributed.as_completed(futures)
            try:
                for future in done:
                    for block in islice(left, 1):
                        done.add(client.submit(play, job, *block, pure=False))
                    yield future.result()
            except (distributed.CancelledError, distributed.KilledWorker, OSError):
                raise Trouble(f"the Dask cluster at {address or 'this machine'} was lost") from None

    return run


def _started_here(distributed: Any, workers: int) -> Any:
    """A Dask cluster on this machine; each worker is a new process, which imports the script that runs."""
    try:
        return distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",  # any free port; the usual one may be taken
            scheduler_kwargs={"dashboard": False},
            silence_logs=logging.ERROR,  # that it ends its workers is no news
        )
    except RuntimeError:
        raise Trouble(
            "Dask's workers did not start; a script that calls simulate must do it under "
            'if __name__ == "__main__": for each worker imports the script'
        ) from None


def _wait_for_workers(client: Any, address: str) -> None:
    tell(f"No Dask workers yet, waiting for {WORKERS_S} s", 0, 1)
    try:
        client.wait_for_workers(1, timeout=WORKERS_S)
    except TimeoutError:
        client.close()
        raise Trouble(
            f"the Dask scheduler at {address} has no workers; start some with: dask worker {address}"
        ) from None


def _on_ray(address: str | None, workers: int | None) -> Engine:
    ray = _installed("ray", "ray")

    def run(job: Job, blocks: Blocks) -> Iterator[Played]:
        left = iter(blocks)
        setting = {"include_dashboard": False, "log_to_driver": False}
        if address is None:
            started = ray.init(num_cpus=workers or cores(), **setting)
        else:
            started = _connected("Ray cluster", address, lambda at: ray.init(address=at, **setting))
        with started:
            remote, shared = ray.remote(play), ray.put(job)
            cpus = int(ray.cluster_resources().get("CPU", 1))
            waiting = [remote.remote(shared, *block) for block in islice(left, AHEAD * cpus)]
            try:
                while waiting:
                    (done,), waiting = ray.wait(waiting)
                    waiting += [remote.remote(shared, *block) for block in islice(left, 1)]
                    yield ray.get(done)
            except (ray.exceptions.RaySystemError, ray.exceptions.WorkerCrashedError):
                raise Trouble(f"the Ray cluster at {address or 'this machine'} was lost") from None

    return run
