"""The same commands lead to the same journal on both databases, and the model agrees."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from pitboss.jackpots.codec import encode
from pitboss.ledger import AUDIT, Request, group
from pitboss.ledger.journal import Journal
from pitboss.ledger.opening import open_journal
from pitboss.ledger.verify import verify
from tests.conftest import Place
from tests.crash.simulator import Floor, play
from tests.ledger.sample import START_US


@pytest.mark.parametrize("events", [4_000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_events_are_the_same_on_both_databases_and_in_the_model(
    events: int, sqlite_place: Place, postgres_place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a simulated floor sent, with its cheats, its doubles and a clock that steps."""
    taken: list[tuple[int, Sequence[Request]]] = []
    commit = Journal.commit

    def noted(self: Journal, requests: Sequence[Request]) -> object:
        taken.append((self.clock_us(), requests))
        return commit(self, requests)

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "commit", noted)
        patch.setattr(Floor, "_break_disk", lambda self: None)
        floor = play(5, events * 7 // 5, tmp_path)
    monkeypatch.setattr(group, "SNAPSHOT_EVENTS", events // 10)
    found = []
    for place, folder in ((sqlite_place, tmp_path / "sqlite"), (postgres_place, tmp_path / "postgresql")):
        folder.mkdir()
        clock = iter([START_US, *(now_us for now_us, _ in taken)])
        with open_journal(place.database, folder, clock_us=partial(next, clock)) as journal:
            answers = [journal.commit(requests)[0] for _, requests in taken]
            tips = {link: (tip.hash, encode(tip.state)) for link, tip in journal.tips.items()}
        verified = verify(place.database, folder)
        found.append((answers, tips, verified.entries, verified.snapshots))
    assert found[0] == found[1]
    assert floor.entries == sum(found[0][2].values()), "and it is the journal the floor had"
    _, _, entries, snapshots = found[0]
    assert sum(entries.values()) - entries[AUDIT] >= events
    assert snapshots >= 8, "the model went on from a state several times"
