"""The faults that `make mutants` plants: each one change that compiles, drawn the same from its seed."""

import ast
from pathlib import Path

import pytest

from tests.mutants.__main__ import PACKAGE, TESTS, Notes, _difference, _draw
from tests.mutants.copied import ROOT
from tests.mutants.mutate import Mutant, mutants


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        ("x = a < b", ["x = a <= b"]),
        ("x = a is None", ["x = a is not None"]),
        ("x = a and b", ["x = a or b"]),
        ("x = (a or b) and c", ["x = (a or b) or c", "x = (a and b) and c"]),
        ("x = not a", ["x = a"]),
        ("x = a // b", ["x = a * b"]),
        ("x = True", ["x = False"]),
        ("x = 7", ["x = 8"]),
        ("f(a)", ["pass"]),
        ("def f():\n    return g()", ["def f():\n    return None"]),
        ('"""A docstring."""\nassert x == 1\nimport y', []),
        ('x = "é" + a', []),
        ('y = "é"; x = a - b', ['y = "é"; x = a + b']),
    ],
)
def test_a_fault_is_one_change_of_what_runs(source: str, faults: list[str]) -> None:
    assert [ast.dump(ast.parse(made.source)) for made in mutants("x.py", source)] == [
        ast.dump(ast.parse(fault)) for fault in faults
    ]


def test_every_fault_of_a_source_can_be_compiled_and_is_shown_as_a_difference() -> None:
    path = Path(PACKAGE) / "money.py"
    made = list(mutants(str(path), (ROOT / path).read_text(encoding="utf-8")))
    assert len(made) > 50
    for one in made:
        compile(one.source, str(path), "exec")
    assert _difference(ROOT, made[0]).startswith(f"--- {path}")


def test_the_same_seed_draws_the_same_faults_of_the_sources_named() -> None:
    drawn = _draw(7, 20, "web/play")
    assert drawn == _draw(7, 20, "web/play")
    assert drawn != _draw(8, 20, "web/play")
    assert {one.path.startswith(f"{PACKAGE}/web/play") for one in drawn} == {True}


def test_the_tests_that_must_notice_are_there() -> None:
    for name, named in TESTS.items():
        assert (ROOT / PACKAGE / name).exists(), name
        assert all((ROOT / place).exists() for place in named), name


def test_the_quickest_tests_that_pass_a_fault_are_tried_first_for_a_minute() -> None:
    seconds = {"slow": 50.0, "quick": 1.0, "middle": 20.0, "elsewhere": 0.1}
    passing = {("x.py", 3): {"slow", "quick", "middle", "fails"}}
    notes = Notes(seconds, frozenset({"fails"}), passing, {"x.py": {"elsewhere"}})
    assert notes.near(Mutant("x.py", 3, 1, "Add", False, "")) == ["quick", "middle"]
    assert notes.near(Mutant("x.py", 3, 1, "number", True, "")) == ["elsewhere"]
    assert notes.near(Mutant("y.py", 0, 1, "Add", False, "")) == []
