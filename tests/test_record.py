"""Nothing that was answered before is answered otherwise now: what ships is held to the record.

`python -m tests.record` asks the rest of it, option by option, which takes minutes.
"""

import json

import pytest

from tests.record import FILE, SITUATIONS, differences, further, shipped

KEPT: dict[str, list[str]] = json.loads(FILE.read_text("utf-8"))


def test_the_record_has_every_bet_strategy_and_verdict_of_the_five_games() -> None:
    asked = {words for words, _ in (*shipped(), *further())}
    assert {*KEPT} <= asked
    for slug in SITUATIONS:
        assert f"{slug} strategy" in KEPT
        assert f"{slug} drill" in KEPT
    assert "audit" in KEPT


def test_what_ships_is_what_it_was() -> None:
    """If this fails, somebody's house edge or advice changed; the record changes only with the reason why."""
    assert differences(question for question in shipped() if "progressive" not in question[0]) == []


@pytest.mark.parametrize("slug", ["caribbean-stud", "rabbit-hunter"])
def test_a_decision_is_worth_what_it_was(slug: str) -> None:
    asked = [question for question in further() if question[0].startswith(f"{slug} ev ")]
    assert len(asked) == len(SITUATIONS[slug])
    assert differences(asked) == []
