"""The coach's modes, its sentences, and what a stored round's decisions were worth."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from fastapi import FastAPI
from httpx2 import Response
from starlette.testclient import TestClient

from pitboss.analysis import drill
from pitboss.analysis.drill import situation_of
from pitboss.analysis.registry import read_situation
from pitboss.analysis.trainer import Worth, weigh
from pitboss.cards import CARDS, parse_cards
from pitboss.errors import BadInput
from pitboss.web.app import create_app
from pitboss.web.play import playroom as limits
from pitboss.web.play.advice import MODES, UNCHECKED, other, spoken, verdict, warning, ways
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.sitting import Sitting
from pitboss.web.play.store import MIGRATIONS, Store

pytestmark = pytest.mark.kernels
TABLE = "CSP-1"
BAD, GOOD = "2s4d6h8cTs", "AsAdAhKcQs"


@dataclass
class Player:
    """Somebody alone at a table, with the cards we deal them."""

    app: FastAPI
    client: TestClient

    @property
    def playroom(self) -> Playroom:
        found: Playroom = self.app.state.playroom
        return found

    @property
    def sitting(self) -> Sitting:
        return self.playroom.sittings[TABLE]

    def post(self, path: str, **body: str) -> Response:
        sent = {"X-Pitboss": "1"}
        return self.client.post(f"/play/{path}", json=body, headers=sent)

    def at_table(self, action: str, **body: str) -> Response:
        return self.post(f"tables/{TABLE}/{action}", **body)

    def dealt(self, own: str) -> str:
        """A round with these cards first, whose values the coach knows; returns the situation."""
        cards = tuple(parse_cards(own))
        self.sitting.shuffle = lambda decks: (*cards, *(card for card in CARDS if card not in cards))
        self.at_table("lay", bet="ante", chip="500")
        assert self.at_table("ready").status_code == 200
        rules, request = self.sitting.room.rules, self.sitting.request
        assert request is not None
        found = situation_of(rules, request, self.sitting.table.view(1))
        coach = self.playroom.coach
        coach._known.keep(coach._key(rules, found), weigh(rules.game.slug, found, rules.options))
        return str(found)

    def decide(self, decision: str) -> Response:
        played = self.sitting.table.round
        assert played is not None
        return self.at_table("decide", decision=decision, step=str(len(played.decisions)))


@pytest.fixture
def player() -> Iterator[Player]:
    app = create_app(per_s=10_000)
    with TestClient(app) as client:
        made = Player(app, client)
        made.at_table("sit", name="Noor", seat="1")
        yield made


def page(player: Player) -> str:
    return player.client.get(f"/play/tables/{TABLE}").text


def test_who_is_warned_of_a_mistake_may_still_make_it_but_not_by_a_second_quick_press(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.post("coach", mode="warn")
    player.dealt(GOOD)
    with monkeypatch.context() as slow:
        slow.setattr(player.playroom.coach, "known", lambda *_: None)
        slow.setattr(player.playroom.coach, "ask", lambda *_: None)
        assert UNCHECKED in page(player), "who counts on a warning knows when there is none"
    player.post("coach", mode="warn")  # asked again, it is counted by now
    assert UNCHECKED not in page(player)
    told = player.decide("fold")
    assert told.status_code == 422
    assert re.match(r"Blunder: Fold costs \$\d+\.\d\d on average\. Press it again", told.json()["sentence"])
    assert player.decide("fold").status_code == 422, "nobody reads that quickly"
    monkeypatch.setattr(limits, "READ_US", 0)
    assert player.decide("fold").status_code == 200
    assert player.sitting.request is None


def test_nobody_is_warned_of_the_best_decision_or_without_having_asked(player: Player) -> None:
    player.post("coach", mode="warn")
    player.dealt(GOOD)
    assert player.decide("bet").status_code == 200
    for mode in ("off", "before", "after"):
        player.post("coach", mode=mode)
        player.dealt(GOOD)
        assert player.decide("fold").status_code == 200, mode


def test_each_mode_shows_values_when_it_says(player: Player) -> None:
    shown = {}
    for mode in MODES:
        player.post("coach", mode=mode)
        player.dealt(GOOD)
        before = "data-units" in page(player)
        player.decide("bet")
        shown[mode] = before, "data-units" in page(player)
    assert shown == {
        "off": (False, False),
        "warn": (False, True),
        "before": (True, True),
        "after": (False, True),
    }
    assert player.post("coach", mode="loud").status_code == 422


def test_the_coach_speaks_of_cards_and_dollars_and_leads_further(player: Player) -> None:
    situation = player.dealt(BAD)
    player.decide("bet")
    told = page(player)
    assert "Your decision: bet." in told
    assert "Fold is better by $" in told
    assert re.search(r"data-verdict>\? mistake, costs \$|data-verdict>\?\? blunder, costs \$", told)
    assert situation not in re.sub(r"<[^>]*>", "", told), "no notation"
    for link in dict(ways("caribbean-stud", situation, {})).values():
        assert link.replace("&", "&amp;") in told
        assert player.client.get(link, headers={"accept": "text/html"}).status_code == 200, link
    asked = player.client.get(dict(ways("caribbean-stud", situation, {}))["Drill these cards"]).text
    assert f'data-situation="{situation}"' in asked


def test_a_stored_round_tells_the_value_of_each_decision(player: Player) -> None:
    player.dealt(BAD)
    player.decide("bet")
    player.dealt(GOOD)
    player.decide("bet")
    second, first = (played.id for played in player.playroom.store.rounds_of(_person(player)))
    wrong = player.client.get(f"/play/rounds/{first}/values").text
    right = player.client.get(f"/play/rounds/{second}/values").text
    assert "blunder, costs $" in wrong or "mistake, costs $" in wrong
    assert "fold" in wrong
    assert "✓ best" in right
    assert wrong.count("<tr>") == 2, "a head and one decision"
    assert f'data-values="/play/rounds/{first}/values"' in player.client.get(f"/play/rounds/{first}").text


def _person(player: Player) -> str:
    return player.sitting.chairs[1].person


def test_a_file_that_said_before_still_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("pitboss.web.play.store.MIGRATIONS", MIGRATIONS[:3])
    old = Store(tmp_path / "play")
    for name, before in (("a", 1), ("b", 0)):
        values = (name, name, 100, before, 0)
        old._db.execute(
            "INSERT INTO people (id, name, chips_cents, coach_before, made_us) VALUES (?, ?, ?, ?, ?)", values
        )
    old.close()
    monkeypatch.undo()
    now = Store(tmp_path / "play")
    assert [getattr(now.person(id), "coach", "") for id in ("a", "b")] == ["before", "after"]
    now.close()


def test_decisions_are_said_as_people_say_them() -> None:
    hand = read_situation("ultimate-texas-holdem", "AhKd")
    assert spoken("ultimate-texas-holdem", hand, "play-4x") == "play 4x"


def test_what_a_sample_does_not_tell_apart_is_too_close_to_call() -> None:
    """The best decision is praised only where every other one is farther off than the error."""
    hand = read_situation("caribbean-stud", "AsKdQhJc8s/7d")
    values = {"bet": Fraction(3, 10), "fold": Fraction(1, 4)}
    near = Worth("caribbean-stud", hand, values, Fraction(1, 10), sampled=True)
    for decision, both in (("bet", "Bet and fold"), ("fold", "Fold and bet")):
        told = verdict(near, decision, 500)
        assert told.sentence == f"{both} are too close to tell apart: this game is sampled, not counted."
        assert told.words == "too close to call"
        assert told.tone == ""
        assert told.cost_cents == 0
        assert warning(near, decision, 500) == ""
    assert other(near, 500) == "Fold may be worth as much."
    far = replace(near, error=Fraction(1, 100))
    assert verdict(far, "bet", 500).sentence == "Right. Fold costs $0.25 more on average."
    assert verdict(far, "fold", 500).cost_cents == 25
    exact = replace(near, sampled=False)
    assert verdict(exact, "fold", 500).words == "✓ best"


def test_no_drill_is_made_of_decisions_that_are_only_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = read_situation("caribbean-stud", "AsKdQhJc8s/7d")
    sampled = Worth("caribbean-stud", hand, {"bet": Fraction(1)}, Fraction(1, 10), sampled=True)
    monkeypatch.setattr(drill, "weigh", lambda *asked: sampled)
    with pytest.raises(BadInput, match="no sample tells close decisions apart"):
        drill.close_situation("caribbean-stud", {})
