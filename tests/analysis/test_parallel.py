"""Work in parts: all of it is done, and whoever listens hears how far it is."""

import threading
from fractions import Fraction

import pytest

from pitboss.analysis.parallel import in_parts
from pitboss.analysis.progress import listening

HALF = Fraction(1, 2)


def test_parts_cover_the_whole_once_and_are_told_one_by_one() -> None:
    met: list[int] = []
    heard: list[tuple[str, int, int]] = []
    with listening(lambda *step: heard.append(step)):
        in_parts(10, lambda part: met.extend(range(10)[part]), 4, "Tens")
    assert sorted(met) == [*range(10)]
    assert heard == [("Tens", done, 4) for done in range(5)]


def test_a_part_that_takes_long_tells_how_far_it_is() -> None:
    far, heard_of_it = [Fraction(0)], threading.Event()

    def work(part: slice) -> None:
        far[0] = HALF
        assert heard_of_it.wait(60)

    def hear(what: str, done: int, total: int) -> None:
        if Fraction(done, total) == HALF:
            heard_of_it.set()

    with listening(hear):
        in_parts(10, work, 1, "Ten", lambda: far[0])
    assert heard_of_it.is_set()


@pytest.mark.parametrize("far", [None, lambda: HALF])
def test_what_goes_wrong_in_a_part_goes_wrong_for_whoever_asked(far: object) -> None:
    def work(part: slice) -> None:
        raise ArithmeticError("no")

    with pytest.raises(ArithmeticError, match="no"):
        in_parts(10, work, 2, "Ten", far)  # type: ignore[arg-type]
