"""`make setup` from the newcomer's side: quiet, done once, and mended when it was cut short.

The real script makes real environments here, from wheels on disk instead of the network.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PYPROJECT = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
BACKEND = """
import shutil

def build_editable(folder, settings=None, metadata=None):
    shutil.copy("../wheels/itself-1-py3-none-any.whl", folder)
    return "itself-1-py3-none-any.whl"
"""
TOOLS = ("cat", "cksum", "date", "dirname", "grep", "rm", "tail", "touch")
"""What the script needs of the system beside a Python."""


def wheel(folder: Path, name: str, version: int = 1, needs: str = "") -> str:
    """A wheel of an empty module; returns the line that pins it."""
    path = folder / f"{name}-{version}-py3-none-any.whl"
    about = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr(f"{name}.py", "")
        made.writestr(
            f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needs}\n"
        )
        made.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        made.writestr(f"{about}/RECORD", "")
    return f"{name}=={version} --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


class Checkout:
    """A folder with the set-up script and a project that is quickly installed."""

    def __init__(self, place: Path) -> None:
        self.folder = place / "my games"
        self._place = place
        for folder in (self.folder / "tools", place / "wheels", place / "bin"):
            folder.mkdir(parents=True)
        for tool in TOOLS:
            (place / "bin" / tool).symlink_to(str(shutil.which(tool)))
        shutil.copy(ROOT / "tools/setup.sh", self.folder / "tools")
        self.write("pyproject.toml", PYPROJECT)
        self.write("backend.py", BACKEND)
        self.pin, _ = (wheel(place / "wheels", name) for name in ("running", "itself"))
        developing = wheel(place / "wheels", "testing", needs="Requires-Dist: measuring[more]>=1")
        developing += wheel(place / "wheels", "measuring", needs="Provides-Extra: more")
        wheel(place / "wheels", "measuring", 2, "Provides-Extra: more")  # released after the lock was written
        self.write("requirements.lock", self.pin)
        self.write("requirements-dev.lock", self.pin + developing)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def set_up(
        self, level: str = "runtime", python: str | None = sys.executable, user: str | None = None
    ) -> tuple[int, str, str]:
        """Run the script on a system where only this Python is found, if any; as another user, if named."""
        words = ["/bin/sh", str(self.folder / "tools/setup.sh"), level]
        environment = {"PATH": str(self._place / "bin"), "HOME": str(self._place)}
        environment |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self._place / "wheels")}
        environment |= {"PYTHON": python} if python else {}
        done = subprocess.run(words, env=environment, capture_output=True, text=True, user=user)
        return done.returncode, done.stdout, done.stderr

    def holds(self, name: str) -> bool:
        return bool(self.modules(name))

    def modules(self, name: str) -> list[Path]:
        return list(self.folder.glob(f".venv/lib/python*/site-packages/{name}.py"))


READY = (0, "", "")
NO_PYTHON = "Pitboss needs Python 3.11 or newer and found none."


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def steps(said: str) -> list[str]:
    return [line.partition(" ... ")[0] for line in said.splitlines()]


def test_set_up_says_one_line_for_each_step_is_made_again_where_it_was_cut_short_and_is_done_once(
    checkout: Checkout,
) -> None:
    checkout.write("requirements.lock", checkout.pin[:-5] + "0000\n")
    code, said, wrong = checkout.set_up()
    assert code == 1
    assert said.endswith("failed\n")
    assert "DO NOT MATCH THE HASHES" in wrong
    assert len(wrong.splitlines()) <= 15
    checkout.write("requirements.lock", checkout.pin)
    assert checkout.set_up(python=None)[2].startswith(NO_PYTHON), "nobody knows what is in it"

    code, said, wrong = checkout.set_up()
    assert (code, wrong) == (0, "")
    assert steps(said) == [
        f"Making .venv with Python {sys.version_info[0]}.{sys.version_info[1]}",
        "Installing what Pitboss runs on (pip: 15 to 40 s, once)",
        "Installing Pitboss itself",
    ]
    assert (checkout.holds("running"), checkout.holds("testing")) == (True, False)
    assert checkout.set_up() == checkout.set_up(python=None) == READY
    code, said, wrong = checkout.set_up("development", python=None)
    assert (code, wrong, len(steps(said))) == (0, "", 2)
    assert checkout.holds("testing"), "what it asks for with an extra is as the lock says, not the newest"
    assert checkout.set_up() == checkout.set_up("development") == READY

    checkout.folder = checkout.folder.rename(checkout.folder.with_name("moved"))
    code, said, wrong = checkout.set_up(python=None)
    assert (code, said) == (1, "")
    assert wrong.startswith(NO_PYTHON), "its scripts name the old folder, so a new one is made"


@pytest.mark.parametrize("python", ["/bin/false", "/no/such/python"])
def test_a_python_that_does_not_serve_is_refused_in_one_line(checkout: Checkout, python: str) -> None:
    refusal = f"Pitboss needs Python 3.11 or newer; {python} is not one.\n"
    assert checkout.set_up(python=python) == (1, "", refusal)
    assert not (checkout.folder / ".venv").exists()


def test_a_venv_that_lacks_a_package_is_made_again(checkout: Checkout) -> None:
    assert checkout.set_up()[0] == 0
    checkout.modules("running")[0].unlink()  # what says that it is installed is still there
    code, said, wrong = checkout.set_up()
    assert (code, wrong, len(steps(said))) == (0, "", 3)
    assert checkout.holds("running")
    assert checkout.set_up() == READY


def test_a_python_that_is_named_is_used_though_another_of_its_version_was(checkout: Checkout) -> None:
    base, other = Path(sys.base_prefix), checkout.folder.with_name("other")
    (other / "bin").mkdir(parents=True)
    named = other / "bin" / Path(sys.executable).resolve().name
    shutil.copy(Path(sys.executable).resolve(), named)
    (other / "lib").symlink_to(base / "lib")
    asked = subprocess.run(
        [named, "-c", "import sys; print(sys.base_prefix)"], capture_output=True, text=True
    )
    if asked.stdout.strip() != str(other):
        pytest.skip("this Python can't be copied")
    assert checkout.set_up()[0] == 0
    code, said, wrong = checkout.set_up(python=str(named))
    assert (code, wrong, len(steps(said))) == (0, "", 3)
    assert f"home = {other}" in (checkout.folder / ".venv/pyvenv.cfg").read_text(encoding="utf-8")
    assert checkout.set_up(python=str(named)) == checkout.set_up(python=None) == READY


def test_the_venv_of_somebody_else_is_left_alone() -> None:
    with tempfile.TemporaryDirectory() as place:  # not a folder of pytest's, which only its owner may enter
        Path(place).chmod(0o755)
        checkout = Checkout(Path(place))
        kept = checkout.folder / ".venv/bin/kept"
        kept.parent.mkdir(parents=True)
        kept.touch()
        (checkout.folder / ".venv").chmod(0o555)
        code, said, wrong = checkout.set_up(python=None, user="nobody" if os.geteuid() == 0 else None)
        assert (code, said, len(wrong.splitlines())) == (1, "", 1)
        assert wrong.startswith(".venv belongs to somebody else")
        assert kept.exists()
        (checkout.folder / ".venv").chmod(0o755)
