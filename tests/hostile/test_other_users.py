"""Files of a floor that somebody else made: one line that says whose they are, and nothing is touched."""

import codecs
import importlib
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.disk import OwnFolder
from tests.floor.house import open_house

NOBODY = 65_534

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")


@pytest.fixture
def rooted(opened_once: Path) -> Iterator[Path]:
    """A floor that ran once as root, where everybody may write."""
    own = OwnFolder("rooted")
    folder = own.path
    folder.chmod(0o777)
    for file in opened_once.iterdir():
        shutil.copy2(file, folder)
    yield folder
    own.remove()


def told(capfd: pytest.CaptureFixture[str], *words: str) -> tuple[object, str]:
    """How a command ends and what it says."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["pitboss", *words])
        with pytest.raises(SystemExit) as end:
            main()
    return end.value.code, capfd.readouterr().err


def test_a_floor_that_root_made_tells_another_user_whose_its_files_are(
    rooted: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    database = str(rooted / "demo.db")
    codecs.lookup("idna")  # what is imported late may lie where nobody may look
    importlib.import_module("pitboss.cli.serve")
    for verb in ("verify", "status"):
        assert told(capfd, "floor", verb, "-d", database)[0] == 0
    open_house(database, None).manager.close()
    before = {file.name: file.read_bytes() for file in rooted.iterdir()}
    os.seteuid(NOBODY)
    try:
        for words in (
            ("serve", "--database", database, "--port", "0"),
            ("floor", "verify", "-d", database),
            ("floor", "status", "-d", database),
            ("floor", "backup", str(rooted / "b.db"), "-d", database),
        ):
            code, said = told(capfd, *words)
            assert code == 2
            assert said.startswith("pitboss: ")
            assert "belongs to root; work as root, or have it given to you" in said
            assert said.count("\n") == 1
    finally:
        os.seteuid(0)
    assert {file.name: file.read_bytes() for file in rooted.iterdir()} == before


def test_root_does_not_open_the_floor_of_somebody_else(
    rooted: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """What root would write there, its owner could not write to any more; looking is free."""
    database = rooted / "demo.db"
    for file in rooted.iterdir():
        os.chown(file, NOBODY, NOBODY)
    code, said = told(capfd, "serve", "--database", str(database), "--port", "0")
    assert code == 2
    assert "belongs to nobody; work as nobody" in said
    assert told(capfd, "floor", "verify", "-d", str(database))[0] == 0
    assert {file.stat().st_uid for file in rooted.iterdir()} == {NOBODY}
