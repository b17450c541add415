"""A certificate of the dealer's school on the command line: what it proves, and what was done to it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.web.play.school.chips import Habit, wanted
from pitboss.web.play.school.exam import House, exam, is_right, record, sealed
from pitboss.web.play.school.training import Chosen
from pitboss.web.play.store import Store
from tests.cli.running import Ran, run
from tests.schemas import assert_documented

Change = Callable[[dict[str, Any]], object]


def taken(key: bytes, habit: Habit = Habit.FEWEST) -> dict[str, Any]:
    """An exam of five questions, of which the first payout is cut in small chips and the second is late."""
    house = House(questions=5, pass_percent=50, habit=habit)
    lesson = exam(Chosen("caribbean-stud"), 7, house.questions)
    log = []
    for at, task in enumerate(lesson.tasks):
        chips = (50,) * (task.cents // 50) if at == 0 else wanted(task) if task.cut else ()
        given = f"cut {' '.join(map(str, chips))}" if task.cut else task.answer
        seconds = 25.0 if at == 1 else 3.5
        log.append([at, given, int(is_right(task, given, seconds, house)), seconds])
    began, ended = "2026-11-16T09:00:00Z", "2026-11-16T09:01:00Z"
    return sealed(record("Noor", lesson, 7, house, log, began, ended), key)


@pytest.fixture
def key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """The key of the house whose play store lies here."""
    monkeypatch.chdir(tmp_path)
    store = Store(Path("floor.db.play"))
    found = store.book.key()
    store.close()
    return found


def checked(certificate: object, *words: str) -> Ran:
    Path("exam.json").write_text(json.dumps(certificate), encoding="utf-8")
    return run("certificate", "exam.json", *words)


def told(certificate: object, *words: str) -> dict[str, Any]:
    done = checked(certificate, "--json", *words)
    found: dict[str, Any] = json.loads(done.stdout)
    assert_documented("certificate", found)
    assert (done.exit_code == 0) == (found["verdict"] == "holds")
    return found


@pytest.mark.parametrize("habit", Habit)
def test_a_true_certificate_holds_and_says_what_that_is_worth(key: bytes, habit: Habit) -> None:
    found = told(taken(key, habit))
    assert found["verdict"] == "holds"
    assert [one["holds"] for one in found["findings"]] == [True] * 4
    done = checked(taken(key, habit))
    assert "✓ code       It was made by this house, and nothing changed since." in done.stdout
    assert "Proves: this house wrote this result" in done.stdout
    assert "Does not prove: who sat at the screen; that nobody helped;" in done.stdout


@pytest.mark.parametrize(
    "change",
    [
        lambda found: found.update(name="Ada"),
        lambda found: found["questions"][1].update(seconds=1.0),
        lambda found: found.update(code="0" * 64),
        lambda found: found.pop("code"),
        lambda found: found.pop("questions"),
        lambda found: found.update(questions=[7], house=[], seed={}),
    ],
)
def test_whatever_was_changed_is_altered_and_proves_nothing(key: bytes, change: Change) -> None:
    certificate = taken(key)
    change(certificate)
    found = told(certificate)
    assert (found["verdict"], found["proves"]) == ("altered", [])
    assert "Proves: nothing, for it was altered or is another house's." in checked(certificate).stdout


def test_a_certificate_of_another_house_is_not_this_one(key: bytes) -> None:
    assert told(taken(b"another house"))["verdict"] == "altered"


def test_without_the_key_the_log_is_looked_at_and_nothing_is_proven(key: bytes) -> None:
    certificate = taken(key)
    Path("floor.db.play").rename("kept.play")
    found = told(certificate)
    assert (found["verdict"], found["proves"]) == ("not checked", [])
    assert [one["holds"] for one in found["findings"]] == [None, True, True, True]
    assert told(certificate, "--store", "kept.play")["verdict"] == "holds"


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda found: found.update(right=5), "log"),
        (lambda found: found.update(passed=not found["passed"]), "log"),
        (lambda found: found["questions"].pop(), "log"),
        (lambda found: found["questions"][1].update(right=True), "marks"),
        (lambda found: found["questions"][2].update(answer="nothing"), "marks"),
        (lambda found: found.update(house={"questions": "1"}), "log"),
    ],
)
def test_a_log_that_does_not_add_up_is_found_even_under_the_key_of_the_house(
    key: bytes, change: Change, part: str
) -> None:
    certificate = {name: value for name, value in taken(key).items() if name != "code"}
    change(certificate)
    found = told(sealed(certificate, key))
    assert found["verdict"] == "does not add up"
    assert part in [one["part"] for one in found["findings"] if one["holds"] is False]


def test_questions_of_another_version_are_not_comparable_and_the_code_still_holds(key: bytes) -> None:
    certificate = {name: value for name, value in taken(key).items() if name != "code"}
    certificate["seed"] += 1
    found = told(sealed(certificate, key))
    assert found["verdict"] == "holds"
    assert [one["sentence"] for one in found["findings"] if one["holds"] is None] == [
        "Seed 8 deals other questions here: the exam was written by another version, or made up."
    ]


def test_what_is_no_certificate_or_no_store_is_one_line(key: bytes) -> None:
    for certificate in ([1], {"kind": "letter"}):
        done = checked(certificate)
        assert (done.exit_code, done.stderr) == (2, "pitboss: this is no certificate of an exam\n")
    assert (
        run("certificate", "none.json").stderr
        == "pitboss: none.json can't be read: No such file or directory\n"
    )
    Path("exam.json").write_bytes(b"\xff\xfe")
    assert run("certificate", "exam.json").stderr == "pitboss: exam.json can't be read: it is no text\n"
    Path("letter.play").write_text("no database " * 100, encoding="utf-8")
    done = checked(taken(key), "--store", "letter.play")
    assert (done.exit_code, done.stderr) == (2, "pitboss: letter.play is no play store\n")
    Store(Path("new.play")).close()
    assert told(taken(key), "--store", "new.play")["verdict"] == "not checked"
