"""Shell completion: verbs, games, bets, paytables and options, in a real Bash."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.cli.completion import SHELLS
from tests.cli.running import run


def bash(line: str, folder: Path) -> list[str]:
    """What Bash offers after a line, asked through the very script `pitboss completion bash` prints."""
    program = folder / "pitboss"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pitboss "$@"\n')
    program.chmod(0o755)
    script = folder / "script"
    script.write_text(run("completion", "bash").stdout)
    asked = (
        'compopt() { :; }; source "$2"; COMP_LINE="$1" COMP_POINT=${#1} COMP_WORDBREAKS=$\' \\t\\n"=:\'\n'
        '_pitboss_completion "$3"; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    words = ["bash", "--norc", "-c", asked, "bash", line, str(script), str(program)]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("pitboss ca", []),
        ("pitboss str", ["strategy"]),
        ("pitboss floor ver", ["verify"]),
        ("pitboss par car", ["caribbean-stud"]),
        ("pitboss par uth --bet tr", ["trips"]),
        ("pitboss par caribbean --paytable cpsb-0", ["CPSB-01", "CPSB-02", "CPSB-03"]),
        ("pitboss par uth --bet trips --paytable ", ["UTH-01", "UTH-02", "UTH-03", "UTH-04"]),
        ("pitboss par solitaire --bet 3+ --target-edge 4% --line f", ["five-card-run", "four-card-run"]),
        ("pitboss par uth --bet trips --paytable UTH-04 --target-edge 4% --line fl", ["flush"]),
        ("pitboss par caribbean -o bonus_after_fold=", ["in-action", "lose"]),
        ("pitboss play rabbit -w tens", ["tens-up="]),
        ("pitboss simulate switch --engine d", ["dask"]),
        ("pitboss simulate switch --strategy ", ["optimal", "simple"]),
        ("pitboss serve --only ", ["floor", "play", "lab"]),
        ("pitboss serve --only play,l", ["play,lab"]),
        ("pitboss meter UTH-J", ["UTH-JP-01"]),
        ("pitboss meter MS", ["MS-PG-01", "MS-PG-02", "MS-PG-03", "MS-PG-04"]),
        ("pitboss bench han", ["hands"]),
        ("pitboss par nonsense --bet ", []),
    ],
)
def test_bash_completes(line: str, offered: list[str], tmp_path: Path) -> None:
    assert bash(line, tmp_path) == offered


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_is_printed_for_each_shell(shell: str) -> None:
    done = run("completion", shell)
    assert done.exit_code == 0
    assert f"_PITBOSS_COMPLETE={shell}_complete" in done.stdout


@pytest.mark.parametrize(
    ("shell", "words", "number", "answer"),
    [
        ("zsh", "pitboss par car", "2", "plain\ncaribbean-stud\nCaribbean Stud Poker\n"),
        ("fish", "pitboss par ", "car", "plain,caribbean-stud\tCaribbean Stud Poker\n"),
    ],
)
def test_the_other_shells_are_answered(shell: str, words: str, number: str, answer: str) -> None:
    asked = {"_PITBOSS_COMPLETE": f"{shell}_complete", "COMP_WORDS": words, "COMP_CWORD": number}
    done = subprocess.run(
        [sys.executable, "-m", "pitboss"], env=os.environ | asked, capture_output=True, text=True
    )
    assert done.stdout == answer


def test_the_lines_of_the_guide_work_in_a_new_home(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs/command-line.md").read_text("utf-8")
    lines = next(block for block in page.split("```") if "pitboss completion" in block)
    script = f'pitboss() {{ "{sys.executable}" -m pitboss "$@"; }}\n{lines}'
    done = subprocess.run(["sh", "-e", "-c", script], env=os.environ | {"HOME": str(tmp_path)}, text=True)
    assert done.returncode == 0
    files = [path for path in tmp_path.rglob("*pitboss*") if path.is_file() and ".cache" not in path.parts]
    assert len(files) == len(SHELLS)
    assert all(path.stat().st_size for path in files)


def test_after_a_verb_that_is_not_there_nothing_is_said() -> None:
    for words in ("pitboss nosuch ", "pitboss floor nosuch "):
        asked = {"_PITBOSS_COMPLETE": "bash_complete", "COMP_LINE": words}
        done = subprocess.run(
            [sys.executable, "-m", "pitboss"], env=os.environ | asked, capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_that_says_nothing_gets_no_traceback(shell: str) -> None:
    said = {name: text for name, text in os.environ.items() if not name.startswith("COMP_")}
    asked = said | {"_PITBOSS_COMPLETE": f"{shell}_complete"}
    done = subprocess.run([sys.executable, "-m", "pitboss"], env=asked, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
