"""Kernels are kept under what they depend on, in a folder that is there for every user."""

import importlib
import inspect
import json
import os
import pkgutil
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest

import pitboss
from pitboss import disk, kernels, sources
from pitboss.simulation import dealing
from pitboss.sources import PACKAGE, digest_of, sources_of


def test_reading_the_imports_finds_every_module_that_python_loads() -> None:
    """For each module with kernels: what importing it loads is within its sources."""
    users = [path for path in PACKAGE.rglob("*.py") if re.search(r"^@kernel", path.read_text(), re.M)]
    assert len(users) > 20
    for path in users:
        name = ".".join(["pitboss", *path.relative_to(PACKAGE).with_suffix("").parts])
        assert path in sources_of(name)
    script = (
        "import importlib, json, sys\n"
        "importlib.import_module(sys.argv[1])\n"
        "found = [m.__file__ for n, m in sys.modules.items() if n.startswith('pitboss.') and m.__file__]\n"
        "print(json.dumps(found))"
    )
    for name in (
        "pitboss.simulation.meter",
        "pitboss.games.blackjack_switch.kernel",
        "pitboss.analysis.families.community.solution",
    ):
        done = subprocess.run(
            [sys.executable, "-c", script, name], capture_output=True, text=True, check=True
        )
        assert {Path(file) for file in re.findall(r'"([^"]+)"', done.stdout)} <= set(sources_of(name))


def test_an_edit_anywhere_below_a_module_gives_it_another_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "pitboss"
    (package / "deep").mkdir(parents=True)
    files = {
        "top.py": "def f():\n    from pitboss.deep import low\n",
        "deep/__init__.py": "",
        "deep/low.py": "import pitboss.lowest\n",
        "deep/table.toml": "pays = 1",
        "lowest.py": "X = 1",
        "other.py": "",
    }
    for name, text in files.items():
        (package / name).write_text(text)
    monkeypatch.setattr(sources, "PACKAGE", package)

    def digest() -> str:
        for kept in (sources.digest_of, sources._file, sources._imports):
            kept.cache_clear()
        return digest_of("pitboss.top")

    try:
        first = digest()
        (package / "other.py").write_text("not imported")
        assert digest() == first
        for name in ("lowest.py", "deep/low.py", "deep/table.toml", "top.py"):
            before = digest()
            (package / name).write_text(files[name] + "\n# edited")
            assert digest() != before, name
    finally:
        monkeypatch.undo()
        digest()


_DIGESTS = """
import importlib, json, pkgutil, pitboss
from pitboss.kernels import Kernel, digest_of
found = {}
for module in pkgutil.walk_packages(pitboss.__path__, "pitboss."):
    if module.name.split(".")[1] in ("analysis", "games", "hands", "simulation"):
        for name, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, Kernel):
                found[f"{module.name}.{name}"] = digest_of(value.function)
print(json.dumps(found))
"""


def test_what_one_process_compiled_every_other_one_finds() -> None:
    """A digest with an address or the order of a set in it would be another one in each process."""
    first, second = (
        subprocess.run(
            [sys.executable, "-c", _DIGESTS],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    )
    assert len(json.loads(first)) > 100
    assert first == second


def test_every_kernel_says_what_it_takes_and_gives() -> None:
    """Types are read by people and by mypy; the compiler finds its own."""
    found = {}
    for module in pkgutil.walk_packages(pitboss.__path__, "pitboss."):
        if module.name.split(".")[1] in ("analysis", "games", "hands", "simulation"):
            for name, value in vars(importlib.import_module(module.name)).items():
                if isinstance(value, kernels.Kernel):
                    found[f"{module.name}.{name}"] = inspect.signature(value.function)
    assert len(found) > 100
    nothing = inspect.Signature.empty
    untyped = [
        name
        for name, signature in found.items()
        if nothing in (signature.return_annotation, *(of.annotation for of in signature.parameters.values()))
    ]
    assert untyped == []


def test_kernels_are_kept_by_digest_and_importing_them_loads_no_compiler(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "from pitboss.analysis.families import five_against_five, highest_five\n"
        "from pitboss.games.blackjack_switch import kernel as switch\n"
        "from pitboss.analysis.families.community import beaten, playing, solution\n"
        "from pitboss.simulation import meter\n"
        "assert 'numba' not in sys.modules\n"
        "from pitboss.simulation.dealing import word, U\n"
        "print(word(U(1), U(2)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"PITBOSS_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip().isdigit()
    kept = {path.relative_to(tmp_path).parts[:2] for path in tmp_path.rglob("*.nbi")}
    assert ("kernels", kernels.digest_of(dealing.word.function)[:16]) in kept


def test_a_kernel_whose_callee_constant_or_table_changed_is_another_kernel() -> None:
    """The digest follows what numba freezes: called kernels, numbers, arrays, names in modules of ours."""

    def made(body: str, **names: object) -> str:
        space: dict[str, Any] = {"kernel": kernels.kernel, **names}
        exec(f"@kernel\ndef inner(x):\n    {body}\n@kernel\ndef outer(x):\n    return inner(x) + 1", space)
        return kernels.digest_of(space["outer"].function)

    table = np.arange(3)
    first = made("return x + TABLE[0] + N", TABLE=table, N=np.uint64(7))
    assert first == made("return x + TABLE[0] + N", TABLE=table.copy(), N=np.uint64(7))
    others = [
        made("return x - TABLE[0] + N", TABLE=table, N=np.uint64(7)),
        made("return x + TABLE[0] + N", TABLE=table + 1, N=np.uint64(7)),
        made("return x + TABLE[0] + N", TABLE=table.astype(np.int8), N=np.uint64(7)),
        made("return x + TABLE[0] + N", TABLE=table, N=np.uint64(8)),
        made("return x + TABLE[0] + N", TABLE=table, N=7),
    ]
    assert len({first, *others}) == 6
    assert made("return dealing.word(x, x)", dealing=dealing) != made(
        "return dealing.deal(x, x)", dealing=dealing
    )


@pytest.mark.parametrize("home", [None, "/proc"])
def test_without_a_home_that_can_be_written_the_cache_is_a_private_temporary_folder(
    home: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PITBOSS_CACHE", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    if home:
        monkeypatch.setenv("HOME", home)
    else:
        monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("no home")))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    disk._root.cache_clear()
    try:
        first = disk.cache_folder("kernels")
        disk._root.cache_clear()
        assert first == disk.cache_folder("kernels")
        assert first.is_relative_to(tmp_path)
        assert first.parent.stat().st_mode & 0o077 == 0
    finally:
        disk._root.cache_clear()


def test_a_temporary_folder_that_somebody_else_made_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    planted = tmp_path / f"pitboss-{os.getuid()}"
    planted.mkdir(mode=0o777)
    planted.chmod(0o777)
    assert disk._temporary() != planted
    planted.rmdir()
    planted.symlink_to(tmp_path)
    assert disk._temporary() != planted


def test_a_kernel_runs_where_nothing_can_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "a-file"
    blocked.write_text("")
    monkeypatch.setattr(kernels, "cache_folder", lambda name: blocked / name)

    @kernels.kernel
    def thrice(number: int) -> int:
        return 3 * number

    assert thrice(14) == 42


def test_kernels_made_by_many_threads_at_once_are_each_kept_in_their_own_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))

    def made(more: int) -> Any:
        names: dict[str, Any] = {"more": more}
        exec(compile("def plus(number):\n    return number + more", __file__, "exec"), names)
        return kernels.kernel(names["plus"])

    asked = [made(more) for more in range(100)]
    with ThreadPoolExecutor(8) as pool:
        folders = list(pool.map(lambda one: Path(one.dispatcher.stats.cache_path), asked))
    wanted = [tmp_path / "kernels" / kernels.digest_of(one.function)[:16] for one in asked]
    assert [folder.parent for folder in folders] == wanted


def test_a_kernel_that_another_process_compiles_is_waited_for_and_one_that_meets_itself_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))

    @kernels.kernel
    def steps(number: int) -> int:
        return 0 if number == 0 else 1 + steps(number - 1)

    folder = tmp_path / "kernels" / kernels.digest_of(steps.function)[:16]
    folder.mkdir(parents=True)
    counted: list[int] = []
    asks = Thread(target=lambda: counted.append(steps(3)))
    with kernels._locked(folder):
        asks.start()
        asks.join(1)
        assert (asks.is_alive(), counted) == (True, [])
    asks.join()
    assert counted == [3]
