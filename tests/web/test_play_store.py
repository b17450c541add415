"""What the play room keeps of decisions: each with its cost once counted, and a person's sums."""

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.games import GAMES
from pitboss.web.play.store import Store


@pytest.mark.parametrize("again", [False, True], ids=["at hand", "read anew"])
def test_decisions_are_kept_with_what_they_cost_once_it_is_counted(tmp_path: Path, again: bool) -> None:
    store = Store(tmp_path / "play.db")
    given = ("drill", "caribbean-stud", "AsAdKcQh2d/3c", {"decks": "1"}, "decision")
    first, second, third = (store.add_decision("noor", *given, word, 500) for word in ("bet", "fold", "bet"))
    other = store.add_decision("ida", *given, "fold", 1_000)
    assert len({first, second, third, other}) == 4
    latest = store.latest("noor")
    assert latest is not None
    assert (latest.id, latest.decision, latest.cost) == (third, "bet", None)
    store.set_cost("noor", first, "bet", Fraction(0))
    store.set_cost("noor", second, "bet", Fraction(3, 7))
    store.set_cost("noor", second, "bet", Fraction(5))
    store.set_cost("noor", third, "bet", Fraction(0))
    if again:
        store.close()
        store = Store(tmp_path / "play.db")
    assert store.tally("noor") == (3, 2, Fraction(3, 7) * 500), "what is counted once stays"
    assert store.tally("ida") == (0, 0, Fraction(0))
    assert store.tally("nobody") == (0, 0, Fraction(0))
    newest = store.latest("noor")
    assert newest is not None
    assert (newest.id, newest.best, newest.cost) == (third, "bet", Fraction(0))
    assert [(one.id, one.cost) for one in store.decisions_of("noor", 2)] == [
        (third, 0),
        (second, Fraction(3, 7)),
    ]
    assert [one.id for one in store.uncounted(5, GAMES)] == [other]
    assert store.decisions_of("noor")[0].options == {"decks": "1"}
    assert store.latest("nobody") is None
    store.close()


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "play.db"
    Store(file).close()
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o644)
    Store(file).close()
    assert file.stat().st_mode & 0o777 == 0o600, "one that yesterday's code left open to all is closed"
