"""What is published is complete: the source distribution is the checkout, and the wheel works by itself."""

import os
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from pitboss.verbs import VERBS
from tests.caches import once_a_run
from tests.installed import AT_ONCE, REFUSED, TRIED, Installed

ROOT = Path(__file__).parents[1]


@once_a_run
def _built() -> Path:
    """Source distribution and wheel: a build lays its files out in the checkout, where two would collide."""
    folder = Path(tempfile.mkdtemp(prefix="dist-", dir=os.environ["PITBOSS_CACHE"]))
    words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def published() -> Path:
    """A folder with the source distribution, and the wheel that was built from it."""
    return _built()


def tracked() -> set[str]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout: nothing to compare with")
    words = ["git", "-C", str(ROOT), "ls-files", "-z"]
    return set(
        subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip("\0").split("\0")
    )


def test_the_source_distribution_holds_every_file_of_the_checkout(published: Path) -> None:
    (source,) = published.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert sorted(tracked() - held) == []
    assert [name for name in held if name.endswith((".nbi", ".nbc", ".pyc"))] == []


def test_the_wheel_holds_the_whole_package_and_its_licence(published: Path) -> None:
    (wheel,) = published.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    package = {name.removeprefix("src/") for name in tracked() if name.startswith("src/")}
    assert sorted(package - held) == []
    assert [name for name in held if name.endswith("licenses/LICENSE")]
    assert {name.partition("/")[0].partition("-")[0] for name in held} == {"pitboss"}


def test_every_verb_is_tried() -> None:
    assert set(VERBS) == TRIED


def test_the_wheel_works_with_its_runtime_dependencies_alone(published: Path, tmp_path: Path) -> None:
    python = clean_environment(tmp_path / "environment", published)
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    pitboss = Installed(python, folder)
    for words in AT_ONCE:
        pitboss.says(*words)
    for words, said in REFUSED.items():
        assert said in pitboss.refuses(*words)
    pitboss.serves("/", "/play")
    assert "hold" in pitboss.says("floor", "verify", "-d", "var/demo.db")


def clean_environment(folder: Path, published: Path) -> Path:
    """A new environment with the wheel, and links to what it needs of the packages installed here."""
    venv.create(folder, with_pip=False)
    (packages,) = folder.glob("lib/python*/site-packages")
    (wheel,) = published.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(packages)
    (about,) = packages.glob("pitboss-*.dist-info")
    for name in needed(Distribution.at(about)):
        installed = distribution(name)
        for top in {file.parts[0] for file in installed.files or []} - {"..", "__pycache__"}:
            if not (packages / top).exists():
                (packages / top).symlink_to(Path(str(installed.locate_file(top))))
    return folder / "bin" / "python"


def needed(asking: Distribution, extras: Iterable[str] = ()) -> set[str]:
    """The distributions that a distribution asks for here, and all that they ask for."""
    found: set[str] = set()
    for asked in map(Requirement, asking.requires or []):
        if any(asked.marker is None or asked.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            found |= {asked.name} | needed(distribution(asked.name), asked.extras)
    return found
