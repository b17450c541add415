"""The README is true: its commands run, its pictures and pages exist, its make targets are there."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n(.*?)```", README, flags=re.S)
COMMANDS = [line[2:] for block in BLOCKS for line in block.splitlines() if line.startswith("$ ")]
ONES_THAT_STAY = ("pitboss serve", "make ")
"""Servers don't end, and a test of `make test` would start itself."""


def test_the_readme_shows_commands() -> None:
    assert sum(command.startswith("pitboss") for command in COMMANDS) >= 2


@pytest.mark.parametrize("command", [c for c in COMMANDS if not c.startswith(ONES_THAT_STAY)])
def test_readme_command_runs(command: str, tmp_path: Path) -> None:
    assert command.startswith("pitboss "), command
    words = [sys.executable, "-m", "pitboss.cli", *shlex.split(command)[1:]]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, timeout=240)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.parametrize("link", re.findall(r"\]\((?!https?:)([^)#]+)", README))
def test_readme_link_exists(link: str) -> None:
    assert (ROOT / link).exists()


def test_the_two_commands_are_make_targets() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"make (\w+)", README):
        assert re.search(rf"^{target}:", makefile, flags=re.M), target
