"""Rounds told as text, and golden files told anew."""

from pathlib import Path

import pytest

from pitboss.errors import BadInput
from pitboss.table.playthrough import main, retell, tell

OPEN = "caribbean-stud | 1 ante=5.00 bonus=1.00 | AsAdKcQh2d3c4d5hTs9c |"


def test_a_round_in_progress_tells_whom_it_waits_for_and_hides_cards() -> None:
    told = list(tell(OPEN))
    assert "waits for seat 1" in told
    assert "seat 1 has -- -- -- -- --" in told


def test_insurance_is_told_with_its_range() -> None:
    insured = "blackjack-switch | 1 hand-1=10.00 hand-2=10.00 | 9c8c Ah 9d8d 7h 5c5d5h6c | insure=250"
    assert any("(insure up to $5.00, decline) insure=250" in line for line in tell(insured))


def test_retelling_keeps_titles_and_notations_and_replaces_stories(tmp_path: Path) -> None:
    path = tmp_path / "caribbean-stud" / "01-open.txt"
    path.parent.mkdir()
    path.write_text(f"# A title\nround: {OPEN}\n  an old story\n# More\nround: {OPEN} fold\n")
    main(str(tmp_path))
    told = path.read_text()
    assert told == retell(told)
    assert "an old story" not in told
    assert [line for line in told.splitlines() if line[:1] not in ("", " ")] == [
        "# A title",
        f"round: {OPEN}",
        "# More",
        f"round: {OPEN} fold",
    ]


def test_anything_else_in_a_golden_file_is_refused() -> None:
    with pytest.raises(BadInput, match="not 'What is this"):
        retell("What is this?")
