"""What everybody asks first ships with the package, and is what a count gives."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.analysis import cache, registry
from pitboss.analysis.drill import pool
from pitboss.cli.analysing import analysing
from pitboss.errors import Trouble
from tests.caches import new_cache


def test_shipped_results_are_current_and_complete_and_need_no_compiler(tmp_path: Path) -> None:
    """Nothing ships that is not asked for, and nothing asked for is missing.

    If this fails, sources of results were edited: `make results` makes them again.
    """
    script = (
        "import sys\nfrom pitboss.shipping import stale\n"
        "print(*stale(), sep='\\n', end='', file=sys.stderr)\n"
        "assert 'numba' not in sys.modules, 'a shipped answer waits for the compiler'"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"PITBOSS_CACHE": new_cache(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == "", "stale: run `make results`"
    assert not list((tmp_path / "results").glob("*")), "something was counted"


@pytest.mark.parametrize(
    ("slug", "bet"),
    [("caribbean-stud", "base"), ("ultimate-texas-holdem", "trips"), ("solitaire-stud", "3+")],
)
def test_a_recount_gives_what_ships(slug: str, bet: str) -> None:
    with cache.recounting() as compared:
        sheet = registry.par(slug, bet)
    assert sheet == registry.par(slug, bet)
    assert compared
    assert all(same for _, same in compared)


def test_a_kept_result_that_a_recount_does_not_give_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def asked(value: object) -> Any:
        return cache.remembered("test-recount", {"of": "this"}, lambda: value)

    monkeypatch.setenv("PITBOSS_CACHE", new_cache(tmp_path))
    assert asked([1, 2]) == [1, 2]
    assert asked("not counted again") == [1, 2]
    with analysing("par sheets", recount=True):
        assert asked([1, 2]) == [1, 2]
    assert capsys.readouterr().err == "Counted anew: 1 result is as it was kept.\n"
    with (
        pytest.raises(Trouble, match="test-recount came out otherwise"),
        analysing("par sheets", recount=True),
    ):
        assert asked([1, 3]) == [1, 3]
    assert asked("still what was kept") == [1, 2]


def test_a_damaged_result_costs_only_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", new_cache(tmp_path))
    cache.remembered("test-damage", {}, lambda: 1)
    (path,) = (tmp_path / "results").glob("test-damage-*.json")
    for text in ("", "{", json.dumps({"key": "another", "value": 9}), "\0"):
        path.write_text(text)
        assert cache.remembered("test-damage", {}, lambda: 1) == 1


def test_counts_are_read_where_they_were_kept_and_counted_again_where_they_are_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", new_cache(tmp_path))
    counted: list[int] = []

    def asked(of: int = 1) -> list[int]:
        def count() -> NDArray[np.int32]:
            counted.append(of)
            return np.arange(1000, dtype=np.int32) * of

        found: list[int] = cache.remembered_counts("test-counts", {"of": of}, count).tolist()
        return found

    assert asked() == asked() == [*range(1000)]
    assert asked(2) != asked(1)
    assert counted == [1, 2], "each was counted once"
    (path, _) = sorted(
        (tmp_path / "results").glob("test-counts-*.npz"), key=lambda path: path.stat().st_mtime
    )
    whole = path.read_bytes()
    middle = len(whole) // 2
    flipped = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    for damaged in (b"", whole[:-1000], flipped, b"no counts at all"):
        path.write_bytes(damaged)
        assert asked() == [*range(1000)]
        assert path.read_bytes() == whole
    assert counted == [1, 2, 1, 1, 1, 1]
    with cache.fresh():
        assert asked() == [*range(1000)]
    assert counted.count(1) == 6, "what is to be counted anew is not read"


def test_strategies_situations_and_findings_come_back_as_they_were_kept() -> None:
    from pitboss.analysis.results import Strategy
    from pitboss.analysis.trainer import Worth

    strategy = registry.strategy("blackjack-switch")
    assert Strategy.restored(json.loads(json.dumps(strategy.stored()))) == strategy
    for situation, worth in pool("ultimate-texas-holdem").items():
        assert Worth.restored(worth.game, json.loads(json.dumps(worth.stored()))) == worth
        assert worth.situation == situation
        assert list(worth.values.values()) == sorted(worth.values.values(), reverse=True)
