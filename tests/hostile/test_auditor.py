"""Every event is checked before it is written: one that would break the books stops its link instead."""

from dataclasses import replace
from typing import Any

import pytest

from pitboss.floor.records.proof import verify_floor
from pitboss.jackpots import events as ev
from pitboss.jackpots import rounds
from pitboss.jackpots.commands import HaltReason, StartRound
from pitboss.jackpots.decide import _HANDLERS
from tests.floor.house import House
from tests.hostile.kit import play


def generous(*arguments: Any) -> Any:
    """A core with a bug: the meter gets a unit more than the players gave, and the house lacks it."""
    made = rounds.start(*arguments)
    if not isinstance(made, ev.RoundStarted):
        return made
    first, *others = made.shares
    return replace(made, shares=(replace(first, meter_units=first.meter_units + 10**9), *others))


def test_failure_67_a_breach_halts_the_link_and_never_reaches_the_books(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(house)
    before = house.manager.state("caribbean")
    dealer = house.desk("D-126", "T1")
    monkeypatch.setitem(_HANDLERS, StartRound, generous)
    refused = house.start(dealer, "T1", "caribbean", 1, key="the-same-key")
    assert (refused.status_code, refused.json()["refusal"]) == (409, "LINK_HALTED")
    monkeypatch.undo()
    state = house.manager.state("caribbean")
    assert (state.halted, state.balances) == (HaltReason.INVARIANT, before.balances)
    assert house.rang("the link halted: StartRound: I1 the postings of the event do not sum to zero")
    assert house.rang("malfunction, to be reported within 72 hours")
    again = house.start(dealer, "T1", "caribbean", 1, key="the-same-key")
    assert again.json() == refused.json()
    play(house, table="T2", link="aquarius-2")  # nobody else stops
    verify_floor(house.manager.database, None, processes=0)
    asked = house.desk("S-207").swipe("/api/links/caribbean/reopen", "S-207").json()["number"]
    assert house.desk("X-031").swipe(f"/api/proposals/{asked}/approve", "X-031").status_code == 200
    play(house)


def test_an_evening_of_awards_payments_voids_and_back_outs_breaks_nothing(house: House) -> None:
    dealer, office = house.desk("D-126", "T1"), house.desk("A-012")
    award = house.win(dealer, "T1", "caribbean", 3, "straight-flush")
    assert house.end(dealer, "T1", "caribbean").status_code == 200
    paid = office.swipe(f"/api/links/caribbean/awards/{award}/paid", "A-012", {"method": "cash"})
    assert paid.status_code == 200
    body = {"explanation": "misread"}
    asked = house.desk("S-207").swipe(f"/api/links/caribbean/awards/{award}/back-out", "S-207", body)
    number = asked.json()["number"]
    assert house.desk("X-044").swipe(f"/api/proposals/{number}/approve", "X-044").status_code == 200
    play(house)
    assert house.manager.state("caribbean").halted is None
