"""Sets of twenty, the daily set, the storm, the rating, and what comes again."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from itertools import count

import pytest
from starlette.testclient import TestClient

from pitboss.analysis.drill import pool
from pitboss.games import GAMES
from pitboss.practice.rating import of_gap
from pitboss.practice.sets import SIZE, STORM_S
from pitboss.practice.spacing import Learned
from pitboss.web.app import create_app
from pitboss.web.play import practising, standing
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.routes import COOKIE
from pitboss.web.play.store import Person

GAME = "caribbean-stud"
HEADERS = {"X-Pitboss": "1"}


class Learner:
    """Somebody in front of the drill."""

    def __init__(self, client: TestClient, playroom: Playroom) -> None:
        self.client, self.playroom = client, playroom
        self.send("start", game=GAME)

    @property
    def person(self) -> Person:
        found = self.playroom.person(self.client.cookies.get(COOKIE) or "")
        assert found is not None
        return found

    @property
    def state(self) -> dict[str, object]:
        found = self.playroom.store.exercise(self.person.id, "drill")
        assert found is not None
        return found

    @property
    def practice(self) -> practising.Practice:
        return practising.practice_of(self.playroom, self.person)

    def send(self, action: str, **body: str) -> int:
        return self.client.post(f"/play/drill/{action}", json=body, headers=HEADERS).status_code

    def start_daily(self) -> None:
        """Today's set, once the pools of all games are read."""
        self.send("start", mode="daily")
        while not self.state["situation"]:
            self.client.get("/play/drill")

    def answer(self, right: bool = True, then: str = "next") -> None:
        """The best decision or the worst, then the next question."""
        by_text = {str(one): worth for one, worth in pool(str(self.state["game"])).items()}
        worth = by_text[str(self.state["situation"])]
        values = list(worth.values)
        assert self.send("answer", decision=values[0] if right else values[-1]) == 200
        if then:
            self.send(then)


@pytest.fixture
def learner(monkeypatch: pytest.MonkeyPatch) -> Iterator[Learner]:
    app = create_app(per_s=100_000)
    playroom: Playroom = app.state.playroom
    monkeypatch.setattr(playroom.coach, "close_one", lambda rules: next(iter(pool(rules.game.slug))))
    with TestClient(app) as client:
        yield Learner(client, playroom)


def test_a_guest_needs_no_name_to_begin(learner: Learner) -> None:
    assert learner.person.name.startswith("Guest ")
    assert 'name="decision"' in learner.client.get("/play/drill").text


def test_a_set_of_twenty_ends_with_its_result(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count(1_000_000, 3_500_000)  # each look at it is 3.5 seconds later
    monkeypatch.setattr(standing, "now_us", lambda: next(clock))
    learner.send("next")
    for number in range(SIZE - 1):
        learner.answer(right=number >= 3)
    by_text = {str(one): worth for one, worth in pool(GAME).items()}
    best = by_text[str(learner.state["situation"])].best
    assert learner.send("answer", decision=best) == 200
    page = learner.client.get("/play/drill").text
    assert "Set of twenty: 17 of 20 right" in page
    assert "Half of the answers took 3.5 s or less" in " ".join(page.split())
    assert page.count(" s</small></li>") == SIZE
    (done,) = learner.playroom.store.sets_of(learner.person.id)
    assert (done.kind, done.right, done.total) == ("set", 17, 20)
    assert done.cost > 0
    assert learner.send("answer", decision=best) == 422, "a finished set takes no further answer"
    assert learner.send("next") == 200
    assert learner.state["results"] == []


def test_the_rating_rises_with_right_answers_and_falls_with_wrong_ones(learner: Learner) -> None:
    learner.answer()
    up = learner.practice.rating
    learner.answer(right=False)
    assert up.points > 1500
    assert up.points > learner.practice.rating.points
    assert learner.practice.rating.deviation < up.deviation


def test_a_puzzle_many_miss_is_rated_harder(learner: Learner) -> None:
    situation = str(learner.state["situation"])
    learner.answer(right=False)
    missed = learner.playroom.store.puzzle(GAME, situation)
    assert missed is not None
    gap = practising.gap(next(worth for one, worth in pool(GAME).items() if str(one) == situation))
    assert missed.points > of_gap(gap).points
    assert missed.answers == 1


def test_a_missed_kind_comes_again_within_a_few_questions(learner: Learner) -> None:
    def kind() -> str:
        at = next(one for one in pool(GAME) if str(one) == learner.state["situation"])
        return practising.kind_of(GAME, at).key

    missed = kind()
    learner.answer(right=False)
    came = []
    for _ in range(6):
        came.append(kind())
        learner.answer()
    assert missed in came


def test_the_daily_set_is_the_same_for_two_people_and_counts_once(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner.start_daily()
    first = [learner.state["situation"], *(one["situation"] for one in learner.state["left"])]  # type: ignore[attr-defined]
    assert len(first) == SIZE
    assert {learner.state["game"], *(one["game"] for one in learner.state["left"])} == {*GAMES}  # type: ignore[attr-defined]
    learner.client.cookies.clear()
    learner.start_daily()
    assert [learner.state["situation"], *(one["situation"] for one in learner.state["left"])] == first  # type: ignore[attr-defined]
    for _ in range(2):
        learner.start_daily()
        for _ in range(SIZE):
            learner.answer()
    assert [done.kind for done in learner.playroom.store.sets_of(learner.person.id)] == ["daily"]
    assert practising.days_in_a_row(learner.playroom, learner.person) == 1
    tomorrow = practising.today() + timedelta(days=1)
    monkeypatch.setattr(practising, "today", lambda: tomorrow)
    assert practising.days_in_a_row(learner.playroom, learner.person) == 1
    learner.start_daily()
    assert learner.state["situation"] != first[0]


def test_a_storm_ends_with_the_third_miss_and_the_best_is_kept(learner: Learner) -> None:
    learner.send("start", mode="storm", game=GAME)
    for right in (True, True, False, False):
        learner.answer(right)
    learner.answer(right=False, then="")
    assert practising.best_storm(learner.playroom, learner.person) == 2
    page = learner.client.get("/play/drill").text
    again = page[page.index('id="result-title"') : page.index("Another storm")]
    assert f'name="game" value="{GAME}"' in again, "of the same game"
    assert 'name="mode" value="storm"' in again


def test_a_storm_ends_with_the_time_also_for_somebody_who_does_not_answer(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner.send("start", mode="storm", game=GAME)
    learner.answer()
    late = int(str(learner.state["began_us"])) + STORM_S * 1_000_000
    monkeypatch.setattr(standing, "now_us", lambda: late)
    assert "Storm: 1 of 1 right" in learner.client.get("/play/drill").text
    assert learner.client.get("/play/drill").status_code == 200
    assert len(learner.playroom.store.sets_of(learner.person.id)) == 1
    assert learner.send("answer", decision="fold") == 422


def test_a_wrong_mode_or_game_is_refused_and_begins_nothing(learner: Learner) -> None:
    before = learner.state
    assert learner.send("start", mode="marathon") == 422
    assert learner.send("start", game="nope") == 422
    assert learner.send("next", game="nope") == 422
    assert learner.state == before


def test_a_set_can_be_of_one_stage_of_one_kind_of_hand_and_of_a_mistake_one_makes(learner: Learner) -> None:
    slug = "mississippi-stud"
    stage = practising.stages_of(slug)[-1]
    assert learner.send("start", game=slug, stage=stage) == 200
    situations = {str(one): (one, worth) for one, worth in pool(slug).items()}
    for _ in range(6):
        at, worth = situations[str(learner.state["situation"])]
        assert at.stage == stage
        learner.answer(right=False)
    mistakes = practising.mistakes_of(learner.playroom, learner.person, slug)
    mistake, words = next(iter(mistakes.items()))
    best, _, chosen = mistake.partition("<")
    assert words == f"{chosen} instead of {best}".replace("-", " ")
    assert learner.client.get(f"/play/drill?game={slug}&mistake={mistake}").status_code == 200
    for _ in range(4):
        at, worth = situations[str(learner.state["situation"])]
        assert worth.best == best
        assert chosen in worth.values
        learner.answer()
    hand = practising.hands_of(slug)[-1]
    assert learner.send("start", game=slug, hand=hand) == 200
    assert f'<option value="{hand}" selected>' in " ".join(learner.client.get("/play/drill").text.split())
    for _ in range(4):
        at, _ = situations[str(learner.state["situation"])]
        assert practising.kind_of(slug, at).hand == hand
        learner.answer()
    assert learner.send("start", game=slug, hand="no such hand") == 422
    assert learner.send("start", game=slug, stage="no such stage") == 422
    assert learner.send("start", game=slug, mistake="fold<fly") == 422
    assert learner.client.get(f"/play/drill?game={slug}&mistake=fold<fly").status_code == 200


@pytest.mark.parametrize(("level", "harder"), [("harder", True), ("easier", False)])
def test_a_set_can_be_of_the_closest_decisions_or_of_the_clearer_ones_of_all_games(
    learner: Learner, level: str, harder: bool
) -> None:
    assert learner.send("start", level=level) == 200
    for _ in range(6):
        values = {str(one): worth for one, worth in pool(str(learner.state["game"])).items()}
        cost = practising.gap(values[str(learner.state["situation"])])
        assert (cost < Fraction(1, 20)) == harder
        learner.answer()
    assert f'<option value="{level}" selected>' in " ".join(learner.client.get("/play/drill").text.split())
    assert learner.send("start", level="hardest") == 422


def test_what_is_known_grows_with_answers_that_are_right_twice(learner: Learner) -> None:
    wanted = practising.Wanted(GAME)
    assert practising.known_share(learner.playroom, learner.person, wanted) == 0
    for _ in range(2 * SIZE):
        learner.answer()
    assert practising.known_share(learner.playroom, learner.person, wanted) > 0
    assert "Known" in learner.client.get("/play/drill").text


def test_of_all_games_none_comes_a_third_time_in_a_row_and_one_without_close_decisions_never(
    learner: Learner,
) -> None:
    assert "Casino War" not in learner.client.get("/play/drill").text, "its decisions are all clear"
    learned = {
        kind.key: Learned() if slug == GAME else Learned(9, 10**6)  # one game is due again and again
        for slug in GAMES
        for kind in practising.kinds(slug)
    }
    practice = replace(learner.practice, learned=learned)
    learner.playroom.store.save_exercise(learner.person.id, "practice", practice.stored())
    learner.send("start", mode="set")
    asked = [str(learner.state["game"])]
    while len(asked) < 12:
        learner.answer(right=False)
        asked.append(str(learner.state["game"]))
    assert "casino-war" not in asked
    assert asked.count(GAME) >= 4
    assert all(len({*asked[at : at + 3]}) > 1 for at in range(len(asked) - 2)), asked
