"""A job gives the same result on this machine, on Dask and on Ray, each with two local workers."""

import importlib.util
from collections.abc import Callable

import pytest

from pitboss.errors import BadInput
from pitboss.simulation import clusters
from pitboss.simulation.job import BLOCK, new_job
from pitboss.simulation.results import simulate

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::FutureWarning"
)


def available(name: str) -> bool:
    return importlib.util.find_spec({"dask": "distributed", "ray": "ray"}[name]) is not None


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
