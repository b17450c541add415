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

from benchmarks.math import forget
from pitboss import shipping
from pitboss.analysis import cache, registry
from pitboss.analysis.cache import Version
from pitboss.analysis.drill import pool
from pitboss.analysis.families import by_class
from pitboss.analysis.side_bets import LOST
from pitboss.cli.analysing import analysing
from pitboss.errors import Trouble
from tests import recounting
from tests.caches import new_cache

VERSION = Version("test", 1)


def test_shipped_results_are_current_and_complete_and_need_no_compiler(tmp_path: Path) -> None:
    """Nothing ships that is not asked for, and nothing asked for is missing.

    If this fails, inputs of results or versions of engines were changed: `make results` makes them anew.
    """
    script = (
        "import sys\nfrom pitboss.shipping import amiss\n"
        "print(*amiss(), sep='\\n', end='', file=sys.stderr)\n"
        "assert 'numba' not in sys.modules, 'a shipped answer waits for the compiler'"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"PITBOSS_CACHE": new_cache(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == "", "run `make results`"
    assert not list((tmp_path / "results").glob("*")), "something was counted"


def test_no_figure_changed_under_an_unchanged_version() -> None:
    """A sample of what ships is counted anew; if it fails, raise the engine's `VERSION`, or mend the engine.

    Then `make results`, and `python -m tests.recounting` for the small games.
    """
    forget()  # what an earlier test of this process asked for would not be counted
    found = recounting.recounted()
    assert shipping.differing(found) == []
    assert all(one.same for one in found), "what is counted anew ships"
    counted = {version.engine for one in found for version in one.versions}
    engines = frozenset[str]().union(*recounting.questions_and_engines().values())
    assert counted | {*recounting.SMALL} >= engines, "some of every engine is counted anew"


@pytest.mark.parametrize("engine", recounting.SMALL)
def test_no_figure_of_a_small_game_changed_under_an_unchanged_version(engine: str) -> None:
    kept, now = recounting.kept()[engine], recounting.counted(engine)
    assert kept["version"] == now["version"], "run `python -m tests.recounting`"
    assert kept == now, f"raise VERSION of {engine}"


def test_a_figure_that_changed_is_told_with_its_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_class, "LOST", LOST / 2)
    with cache.recounting() as found:
        registry.par("triple-shot-rummy", "points-bonus")
    (told,) = shipping.differing(found)
    assert told == "rummy-bonus TSR-PB came out otherwise: raise VERSION of by-class"


@pytest.mark.soak
def test_everything_that_ships_is_what_a_count_gives() -> None:
    assert shipping.differing(shipping.recounted()) == []


def test_a_kept_result_that_a_recount_does_not_give_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def asked(value: object) -> Any:
        return cache.remembered("test-recount", {"of": "this"}, lambda: value, VERSION)

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
    cache.remembered("test-damage", {}, lambda: 1, VERSION)
    (path,) = (tmp_path / "results").glob("test-damage-*.json")
    for text in ("", "{", json.dumps({"key": "another", "value": 9}), "\0"):
        path.write_text(text)
        assert cache.remembered("test-damage", {}, lambda: 1, VERSION) == 1


def test_counts_are_read_where_they_were_kept_and_counted_again_where_they_are_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", new_cache(tmp_path))
    counted: list[int] = []

    def asked(of: int = 1) -> list[int]:
        def count() -> NDArray[np.int32]:
            counted.append(of)
            return np.arange(1000, dtype=np.int32) * of

        found: list[int] = cache.remembered_counts("test-counts", {"of": of}, count, VERSION).tolist()
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
    kept = json.loads(json.dumps(strategy.stored()))
    assert Strategy.restored(kept, strategy.game, strategy.options) == strategy
    for situation, worth in pool("ultimate-texas-holdem").items():
        assert Worth.restored(worth.game, json.loads(json.dumps(worth.stored()))) == worth
        assert worth.situation == situation
        assert list(worth.values.values()) == sorted(worth.values.values(), reverse=True)


def test_another_version_is_counted_anew_and_kept_beside_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", new_cache(tmp_path))

    def asked(number: int, value: str) -> Any:
        return cache.remembered("test-version", {"of": 1.5}, lambda: value, Version("test", number))

    assert asked(1, "first") == "first"
    assert asked(2, "second") == "second"
    assert (asked(1, ""), asked(2, "")) == ("first", "second")


def test_nothing_is_shipped_that_a_users_cache_alone_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may come from sources that were edited since under the same version."""
    monkeypatch.setenv("PITBOSS_CACHE", new_cache(tmp_path))

    def asked(value: int) -> Any:
        return cache.remembered("test-made", {}, lambda: value, VERSION)

    assert asked(1) == 1
    with cache.shipping() as made:
        assert asked(2) == 2
        assert asked(3) == 2, "each is counted once"
    assert len(made) == 1
    assert asked(4) == 1
