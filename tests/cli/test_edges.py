"""Where the program meets the machine: pipes that close, full disks, other encodings, files that refuse."""

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss.simulation.run as rounds
from pitboss.cli.analysing import NewFile
from pitboss.cli.plain import PLAIN
from pitboss.simulation import lives
from pitboss.sources import PACKAGE
from tests.cli.running import interrupting, run

PITBOSS = [sys.executable, "-m", "pitboss"]


def start(*words: str, **more: object) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([*PITBOSS, *words], stderr=subprocess.PIPE, **more)  # type: ignore[call-overload, no-any-return]


@pytest.mark.parametrize("words", [("rules", "caribbean-stud"), ("games", "--json")])
def test_a_closed_pipe_ends_quietly_as_other_tools_do(words: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = start(*words, stdout=writer)
    os.close(writer)
    assert done.communicate()[1] == b""
    assert done.returncode == 128 + signal.SIGPIPE


@pytest.mark.parametrize("words", [("games",), ("games", "--json"), ("--help",), ("rules", "rabbit-hunter")])
def test_a_full_disk_behind_the_output_is_one_line(words: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        done = start(*words, stdout=full)
        said = done.communicate()[1].decode()
    assert said == f"pitboss: the output can't be written: {os.strerror(errno.ENOSPC)}\n"
    assert done.returncode == 74


@pytest.mark.long
def test_an_output_that_was_closed_is_written_to_by_nobody() -> None:
    for closed in (">&-", "2>&-", ">&- 2>&-"):
        words = ["sh", "-c", f'"$@" {closed}', "sh", *PITBOSS, "games"]
        done = subprocess.run(words, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), closed
        assert bool(done.stdout) == (closed == "2>&-")


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252"])
@pytest.mark.parametrize(
    "words",
    [
        ("games",),
        ("rules", "ultimate-texas-holdem"),
        ("ev", "rabbit-hunter", "2s3s4s5s9d"),
        ("play", "caribbean-stud", "--auto", "2", "--seed", "1"),
        ("games", "--json"),
    ],
)
def test_another_encoding_replaces_what_it_does_not_have(words: tuple[str, ...], encoding: str) -> None:
    done = run(*words, encoding=encoding)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout


def test_json_in_another_encoding_is_still_the_same_json() -> None:
    first, second = (run("games", "--json", encoding=encoding).stdout for encoding in ("ascii", "utf-8"))
    assert first != second
    assert json.loads(first) == json.loads(second)


def test_every_sign_that_is_written_has_a_plain_one() -> None:
    """A question mark says neither yes nor no. Pages and paper have signs of their own."""
    for path in sorted(PACKAGE.rglob("*.py")) + sorted(PACKAGE.rglob("*.toml")):
        if "web" not in path.parts and path.name != "printing.py":
            signs = {sign for sign in path.read_text("utf-8") if not sign.isascii()}
            assert signs <= PLAIN.keys(), path


@pytest.mark.long
def test_a_sign_that_is_missing_gets_a_plain_one() -> None:
    asked = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = start("ev", "caribbean-stud", "AsKdQhJc8s/7d", stdout=subprocess.PIPE, env=asked)
    assert "> bet" in done.communicate()[0].decode("ascii")


@pytest.mark.parametrize(
    "words",
    [
        ("nonsense",),
        ("games", "--colour"),
        ("par",),
        ("par", "caribbean-stud", "--pdf"),
        ("play", "caribbean-stud", "--seats", "many"),
        ("play", "caribbean-stud", "--replay", "nowhere.txt"),
        ("floor", "nonsense"),
        ("serve", "--port", "66666"),
        ("simulate", "caribbean-stud", "--engine", "steam"),
        ("floor", "restore", "nowhere.db"),
        ("play", "caribbean-stud", "--auto", "1", "--journal", "nowhere/rounds.txt"),
        ("simulate", "caribbean-stud", "--save", "nowhere/run.sim"),
    ],
)
def test_words_that_make_no_command_are_one_line_and_exit_code_2(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("pitboss: ")
    assert done.stderr.count("\n") == 1, done.stderr


PAR, METER = ("par", "uth"), ("meter", "CSTUD-01")
OF_A_PDF = [
    *((*PAR, f"--{name}", "x") for name in ("author", "client", "document", "revision", "date", "key")),
    *((*verb, "--paper", "a4") for verb in (PAR, METER)),
    *((*verb, "--key", "house.key") for verb in (METER, ("audit",))),
    (*PAR, "--rounds", "5"),
]


@pytest.mark.parametrize("words", OF_A_PDF, ids=" ".join)
def test_what_only_a_pdf_shows_is_refused_without_one(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    option = next(word for word in words if word.startswith("--"))
    assert run(*words) == (2, "", f"pitboss: {option} goes with --pdf\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("strategy", "uth", "--paper", "a4"), "--paper goes with --pdf, --card or --svg"),
        (("play", "uth", "--auto", "2", "--chips", "banana"), "--chips is what you sit down with"),
        (("play", "uth", "--replay", __file__, "--chips", "$5"), "--chips is what you sit down with"),
        (("play", "uth", "--chips", "banana"), "banana"),
        (("play", "uth", "--replay", __file__, "--seed", "1"), "--seed is for rounds to come"),
        (("par", "uth", "--target-edge", "3%", "--csv"), "--csv is for a par sheet, not for the changes"),
        (("serve", "--port", "abc"), "'--port': 'abc' is no whole number\n"),
        (("simulate", "uth", "--seats", "x"), "'--seats': 'x' is no whole number\n"),
        (("floor", "nosuch"), "there is no verb called 'nosuch'; there are administrator, archive, backup"),
        (("floor", "statsu"), "there is no verb called 'statsu'; did you mean status?"),
        (("par",), "Missing argument 'GAME'. List the games with: pitboss games\n"),
        (("play",), "Missing argument 'GAME'. List the games with: pitboss games\n"),
        (("ev", "uth"), "Missing argument 'SITUATION'\n"),
        (("meter", "MS-PG-01"), "so no rate follows from it; give a rate\n"),
    ],
)
def test_what_is_refused_says_what_to_do(words: tuple[str, ...], says: str) -> None:
    done = run(*words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert says in done.stderr


@pytest.mark.parametrize(
    ("words", "ending"),
    [
        (("par", "uth", "--pdf", "x.txt"), ".pdf"),
        (("meter", "CSTUD-01", "--pdf", "x.png"), ".pdf"),
        (("audit", "--pdf", "x.json"), ".pdf"),
        (("strategy", "uth", "--pdf", "x.SVG"), ".pdf"),
        (("strategy", "uth", "--card", "x.svg"), ".pdf"),
        (("strategy", "uth", "--svg", "x.png"), ".svg"),
        (("meter", "CSTUD-01", "--plot", "x.txt"), ".png or .svg or .pdf"),
        (("meter", "CSTUD-01", "--plot", "x"), ".png or .svg or .pdf"),
    ],
)
def test_a_file_has_no_ending_of_another_format(words: tuple[str, ...], ending: str) -> None:
    assert run(*words) == (2, "", f"pitboss: end the name of {words[-1]} with {ending}\n")


@pytest.mark.parametrize("name", ["sheet", "sheet.PDF", "sheet.v2"])
def test_a_file_may_be_called_anything_else(name: str, tmp_path: Path) -> None:
    assert NewFile(".pdf").convert(str(tmp_path / name), None, None) == tmp_path / name


@pytest.mark.parametrize(
    "words",
    [
        *(("floor", verb, "-d", "floor.toml") for verb in ("status", "verify", "administrator")),
        *(("floor", verb, "copy.db", "-d", "floor.toml") for verb in ("backup", "archive")),
        ("floor", "check", "floor.toml", "-d", "sqlite:///floor.toml"),
        ("floor", "restore", "floor.toml"),
        ("serve", "--database", "floor.toml", "--port", "0"),
    ],
    ids=" ".join,
)
def test_a_text_is_no_database(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("floor", "init").exit_code == 0
    assert run(*words) == (2, "", "pitboss: floor.toml is a text, not a database such as floor.db\n")
    assert [path.name for path in tmp_path.iterdir()] == ["floor.toml"], "nothing was begun"


@pytest.mark.parametrize(
    "held", [b"", b"\xffQLite format 3\0" + bytes(84)], ids=["empty", "with a damaged head"]
)
def test_a_database_that_is_empty_or_damaged_is_no_text(held: bytes, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_bytes(held)
    done = run("floor", "restore", str(tmp_path / "copy.db"), "-d", str(tmp_path / "floor.db"))
    assert done.exit_code == 1
    assert "the database does not answer" in done.stderr


@pytest.mark.parametrize("words", [("serve", "--port", "0", "--database"), ("floor", "status", "-d")])
def test_a_folder_of_the_database_that_is_missing_is_named(words: tuple[str, ...]) -> None:
    assert run(*words, "/nope/y.db") == (2, "", "pitboss: there is no folder /nope\n")


def test_where_the_input_ends_a_player_leaves() -> None:
    done = run("play", "caribbean-stud", "--seed", "4", keys="ante=5\nf\n")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.endswith("\nYou leave with $995.00.\n")


def test_who_interrupts_at_a_prompt_does_not_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("click.termui.visible_prompt_func", interrupting(input, 1))
    done = run("play", "caribbean-stud")
    assert (done.exit_code, done.stderr.strip()) == (130, "pitboss: interrupted")
    assert "You leave" not in done.stdout


def test_where_the_input_ends_in_a_round_that_is_said() -> None:
    done = run("play", "caribbean-stud", "--seed", "4", keys="ante=5\n")
    assert (done.exit_code, done.stderr) == (1, "pitboss: the input ended before the round did\n")


@pytest.mark.parametrize(
    ("words", "path"), [(("check",), "nowhere.toml"), (("verify", "-d"), "nowhere.db"), (("check",), ".")]
)
def test_a_file_that_is_not_there_is_named_once_in_plain_words(words: tuple[str, ...], path: str) -> None:
    done = run("floor", *words, path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "Errno" not in done.stderr
    assert done.stderr.count("nowhere") <= 1


def test_without_a_verb_the_help_is_shown() -> None:
    done = run()
    assert done.exit_code == 2
    assert "Verbs:" in done.stderr


def test_a_file_that_can_not_be_read_is_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    for words in (("floor", "check", str(folder)), ("play", "caribbean-stud", "--replay", str(folder))):
        done = run(*words)
        assert done.exit_code in (1, 2)
        assert str(folder) in done.stderr
        assert done.stderr.count("\n") == 1, done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("floor", "backup", "/nowhere/copy.db"),
        ("floor", "backup", "copy.db"),
        ("floor", "verify"),
        ("floor", "verify", "-d", "postgresql://nobody:wrong@127.0.0.1:9/none", "--keys", "."),
        ("floor", "status", "-d", "postgresql://nobody:wrong@127.0.0.1:9/none", "--keys", "."),
        ("floor", "status"),
        ("serve", "--database", "/nowhere/x.db", "--port", "0"),
        ("serve", "--database", "postgresql://nobody:wrong@127.0.0.1:9/none", "--keys", ".", "--port", "0"),
        ("serve", "--database", "postgresql://nobody@127.0.0.1:9/none", "--keys", "/nowhere", "--port", "0"),
        ("serve", "--floor", "nowhere.toml"),
        ("par", "rabbit-hunter", "--pdf", "/dev/null/x.pdf"),
        ("meter", "nowhere.toml", "--rate", "60%"),
        ("simulate", "caribbean-stud", "--strategy", "."),
    ],
)
def test_a_file_or_database_that_fails_is_one_line(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*words)
    assert done.exit_code in (1, 2)
    assert done.stdout == ""
    assert done.stderr.startswith("pitboss: ")
    assert done.stderr.count("\n") == 1, done.stderr
    assert "wrong" not in done.stderr, "no password in an error"


def test_a_file_that_is_no_text_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "picture.toml"
    file.write_bytes(b"\x89PNG\xff\n\x00")
    for words in (
        ("play", "rabbit", "--replay", str(file)),
        ("simulate", "rabbit", "--strategy", str(file)),
        ("par", "rabbit", "--bet", "tens-up", "--paytable", str(file)),
        ("meter", str(file), "--rate", "60%"),
        ("floor", "check", str(file)),
        ("floor", "restore", str(file), "-d", str(tmp_path / "floor.db")),
    ):
        done = run(*words)
        assert done.exit_code in (1, 2)
        assert done.stderr.startswith("pitboss: ")
        assert done.stderr.count("\n") == 1, done.stderr


def test_where_the_books_can_not_be_kept_serve_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a checkout that is read-only, or after a run as root: the folder is named, and the way out."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "var").write_text("a file where the demo wants its folder")
    done = run("serve", "--port", "0")
    assert done.exit_code == 1
    assert str(tmp_path / "var") in done.stderr
    assert done.stderr.endswith("with --database FILE, or start in another folder\n")


@pytest.mark.kernels
@pytest.mark.parametrize("as_json", [False, True])
def test_an_interrupted_count_tells_what_is_done_and_exits_130(
    monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    monkeypatch.setattr("pitboss.simulation.run.play", interrupting(rounds.play, 4))
    monkeypatch.setattr("pitboss.simulation.lives._go_on", interrupting(lives._go_on, 3))
    for words in (
        ("simulate", "caribbean-stud", "--rounds", "1e8", "--strategy", "simple", "--workers", "1"),
        ("meter", "CSTUD-01", "--rate", "60%", "--wagers", "1e9", "--seed", "nobody asked before"),
    ):
        done = run(*words, *(["--json"] if as_json else []))
        assert done.exit_code == 130
        assert ('"interrupted": true' if as_json else "nterrupted") in done.stdout + done.stderr
        assert done.stdout


def test_an_interrupt_before_anything_is_counted_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.simulation.run.play", interrupting(rounds.play, 1))
    done = run("simulate", "caribbean-stud", "--strategy", "simple")
    assert (done.exit_code, done.stdout, done.stderr.strip()) == (130, "", "pitboss: interrupted")


def test_an_interrupt_while_everything_is_still_imported_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    done = subprocess.run(
        [*PITBOSS, "games"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(PACKAGE.parent)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
