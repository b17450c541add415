"""A class without accounts: code and name, lessons for everybody, who is at what, results to keep."""

import csv
import html
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from pitboss.games import GAMES
from pitboss.web.app import create_app
from pitboss.web.play.school import desk
from pitboss.web.play.school.classbook import LETTERS
from pitboss.web.play.school.desk import lesson_in
from pitboss.web.play.school.state import State, read
from pitboss.web.play.school.training import Task
from pitboss.web.play.store import now_us, person_id
from tests.web.test_play_school import SENT, right_answer, wrong_answer


class Browser:
    """Somebody's browser: one cookie, one class."""

    def __init__(self, app: FastAPI, token: str = "") -> None:
        cookies = {"pitboss_player": token} if token else None
        self.app, self.client = app, TestClient(app, cookies=cookies)
        self.code = ""

    def post(self, path: str, **body: str) -> Any:
        return self.client.post(f"/play/school/classes/{path}", json=body, headers=SENT)

    def join(self, code: str, name: str) -> "Browser":
        told = self.post("join", code=code, name=name)
        assert told.status_code == 200, told.text
        self.code = told.json()["go"].rpartition("/")[2]
        return self

    @property
    def token(self) -> str:
        return self.client.cookies["pitboss_player"]

    @property
    def state(self) -> State:
        state = read(self.app.state.playroom.store.exercise(person_id(self.token), f"class {self.code}"))
        assert state is not None
        return state

    @property
    def task(self) -> Task:
        return lesson_in(self.state).tasks[int(self.state["at"])]

    def begin(self) -> None:
        assert self.post(f"{self.code}/begin").status_code == 200

    def answer(self, **body: str) -> None:
        told = self.post(f"{self.code}/answer", at=str(self.state["at"]), **body)
        assert told.status_code == 200, told.text

    def page(self) -> str:
        shown = self.client.get(f"/play/school/classes/{self.code}")
        assert shown.status_code == 200
        return " ".join(shown.text.split())


@pytest.fixture
def app() -> Iterator[FastAPI]:
    made = create_app(per_s=1000)
    yield made
    made.state.playroom.close()


def opened(app: FastAPI, title: str = "Monday") -> Browser:
    teacher = Browser(app)
    teacher.code = teacher.post("open", title=title).json()["go"].rpartition("/")[2]
    return teacher


def assigned(teacher: Browser, course: str = "procedure", **more: str) -> None:
    body = {"course": course, "game": "solitaire-stud", "questions": "5", "seed": "4", **more}
    assert teacher.post(f"{teacher.code}/assign", **body).status_code == 200


def row(teacher: Browser, name: str) -> str:
    """What the instructor sees of a trainee."""
    return teacher.page().partition(f'<th scope="row">{name}</th>')[2].partition("</tr>")[0]


def test_an_instructor_sees_who_is_at_what_and_each_answer(app: FastAPI) -> None:
    teacher = opened(app)
    assert len(teacher.code) == 5
    assert set(teacher.code) <= set(LETTERS)
    ada, bo = Browser(app).join(teacher.code.lower(), "Ada"), Browser(app).join(teacher.code, "Bo")
    assert "Wait for the first lesson" in ada.page()
    assert ada.post(f"{ada.code}/begin").status_code == 422  # nothing is assigned
    assigned(teacher)
    assert "not begun" in row(teacher, "Ada")
    ada.begin()
    ada.answer(**wrong_answer(ada.task))
    ada.answer(**right_answer(ada.task))
    ada.answer(**right_answer(ada.task))
    seen = row(teacher, "Ada")
    assert "question 3 of 5" in seen
    assert "data-right>1<" in seen
    assert "data-wrong>1<" in seen
    assert "not begun" in row(teacher, "Bo")
    for _ in range(3):
        ada.answer(**right_answer(ada.task))
    assert "finished" in row(teacher, "Ada")
    bo.begin()
    assert [task.prompt for task in lesson_in(bo.state).tasks] == [
        task.prompt for task in lesson_in(ada.state).tasks
    ]


def test_two_of_one_name_are_told_apart_and_who_comes_back_goes_on(app: FastAPI) -> None:
    teacher = opened(app)
    assigned(teacher)
    first, second = Browser(app).join(teacher.code, "Ada"), Browser(app).join(teacher.code, " ada ")
    assert "Ada" in teacher.page()
    assert "ada (2)" in teacher.page()
    first.begin()
    first.answer(**right_answer(first.task))
    again = Browser(app, first.token).join(teacher.code, "Ada")  # the same browser, joining once more
    assert again.state["at"] == 1
    assert "ada (3)" not in teacher.page()
    again.post(f"{again.code}/leave")
    assert "left" in row(teacher, "Ada")
    assert "data-right>1<" in row(teacher, "Ada")
    assert again.post(f"{again.code}/answer", at="1", answer="1").status_code == 422
    again.join(teacher.code, "Ada")
    assert again.state["at"] == 1
    assert second.code == teacher.code


def test_a_restart_of_the_server_loses_nothing(tmp_path: Path) -> None:
    app = create_app(play_file=tmp_path / "play.db")
    teacher = opened(app)
    assigned(teacher)
    ada = Browser(app).join(teacher.code, "Ada")
    ada.begin()
    ada.answer(**right_answer(ada.task))
    app.state.playroom.close()
    app = create_app(play_file=tmp_path / "play.db")
    back, there = Browser(app, ada.token), Browser(app, teacher.token)
    back.code = there.code = teacher.code
    assert "question 2 of 5" in row(there, "Ada")
    back.answer(**right_answer(back.task))
    assert "data-right>2<" in row(there, "Ada")
    app.state.playroom.close()


def test_a_new_lesson_waits_until_a_trainee_goes_to_it_and_what_they_practise_alone_is_apart(
    app: FastAPI,
) -> None:
    teacher = opened(app)
    assigned(teacher)
    ada = Browser(app).join(teacher.code, "Ada")
    ada.begin()
    ada.answer(**right_answer(ada.task))
    assert ada.client.post("/play/deal/next", json={"course": "storm"}, headers=SENT).status_code == 200
    assert (ada.state["course"], ada.state["at"]) == ("procedure", 1)
    assigned(teacher, "storm")
    assert "Go to the new lesson" in ada.page()
    ada.answer(**right_answer(ada.task))  # the old one still counts, for its own lesson
    assert "not begun" in row(teacher, "Ada")
    ada.begin()
    ada.begin()  # pressed twice
    assert (ada.state["course"], ada.state["at"], ada.state["lesson"]) == ("storm", 0, 2)


def test_an_exam_of_a_class_bears_the_name_of_the_trainee_and_tells_who_passed(app: FastAPI) -> None:
    teacher = opened(app)
    assigned(teacher, "exam", **{"pass": "100"})
    ada, bo = Browser(app).join(teacher.code, "Ada"), Browser(app).join(teacher.code, "Bo")
    for who, give in ((ada, right_answer), (bo, wrong_answer)):
        who.begin()
        for _ in range(5):
            who.answer(**give(who.task))
    assert "finished, passed" in row(teacher, "Ada")
    assert "finished, not passed" in row(teacher, "Bo")
    found = app.state.playroom.store.book.certificate(ada.state["certificate"])
    assert (found["name"], found["passed"], found["seed"]) == ("Ada", True, 4)


def test_a_lesson_has_a_pass_mark_and_a_time_and_the_hardest_bet_is_told(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Payouts, Hold'em, 80 % in 6 seconds: what comes later is right, and does not count."""
    teacher = opened(app)
    assigned(teacher, "payouts", game="ultimate-texas-holdem", seconds="6", **{"pass": "80"})
    assert "5 questions, 80 % pass, payouts within 6 s" in teacher.page()
    people = [Browser(app).join(teacher.code, name) for name in ("Ada", "Bo", "Cy")]
    for who, late in zip(people, (0, 1, 2), strict=True):
        who.begin()
        late_bets = []
        for at in range(5):
            with monkeypatch.context() as times:
                if at < late:
                    times.setattr(desk, "now_us", lambda: now_us() + 7_000_000)
                    line = who.task.line
                    assert line is not None
                    late_bets.append(GAMES["ultimate-texas-holdem"].bet(line.bet).name)
                who.answer(**right_answer(who.task))
            state = {**who.state, "shown_us": now_us()}
            app.state.playroom.store.save_exercise(person_id(who.token), f"class {who.code}", state)
        assert f"{5 - late} of 5 right" in who.page()
        assert ("✓ Passed" in who.page()) == (late < 2)
        hardest = html.unescape(row(teacher, "Cy" if late == 2 else "Ada" if not late else "Bo"))
        assert (late_bets[0] if late_bets else "–") in hardest
    assert [("not passed" in row(teacher, name)) for name in ("Ada", "Bo", "Cy")] == [False, False, True]


def test_results_are_told_by_game_on_the_page_and_as_csv(app: FastAPI) -> None:
    teacher = opened(app)
    ada = Browser(app).join(teacher.code, "Ada")
    for game, give in (
        ("caribbean-stud", right_answer),
        ("casino-war", wrong_answer),
        ("casino-war", right_answer),
    ):
        assigned(teacher, game=game)
        ada.begin()
        ada.answer(**give(ada.task))
    told = teacher.client.get(f"/play/school/classes/{teacher.code}/games.csv")
    rows = [*csv.DictReader(io.StringIO(told.text))]
    assert [(one["trainee"], one["game"], one["right"], one["wrong"]) for one in rows] == [
        ("Ada", "Caribbean Stud Poker", "1", "0"),
        ("Ada", "Casino War", "1", "1"),
    ]
    by_game = teacher.page().partition("By game, all lessons")[2]
    assert by_game.index("Caribbean Stud Poker") < by_game.index("Casino War")
    assert ada.client.get(f"/play/school/classes/{teacher.code}/games.csv").status_code == 422


def test_results_are_a_csv_in_which_no_name_is_a_formula(app: FastAPI) -> None:
    teacher = opened(app)
    assigned(teacher)
    names = ("=1+1", "@SUM(A1)", "-2+3", "+4", "Zoë, the 2nd")
    for name in names:
        one = Browser(app).join(teacher.code, name)
        one.begin()
        one.answer(**right_answer(one.task))
    told = teacher.client.get(f"/play/school/classes/{teacher.code}.csv")
    assert told.headers["content-type"].startswith("text/csv")
    rows = [*csv.DictReader(io.StringIO(told.text))]
    assert [one["trainee"] for one in rows] == ["'=1+1", "'@SUM(A1)", "'-2+3", "'+4", "Zoë, the 2nd"]
    assert {one["right"] for one in rows} == {"yes"}
    assert not any(cell[:1] in "=+-@" for one in rows for cell in one.values() if cell)
    stranger = Browser(app).join(teacher.code, "Cy")
    assert stranger.client.get(f"/play/school/classes/{teacher.code}.csv").status_code == 422


def test_only_its_instructor_leads_a_class_and_a_closed_one_takes_nobody(app: FastAPI) -> None:
    teacher = opened(app)
    ada = Browser(app).join(teacher.code, "Ada")
    for path, body in (("assign", {"course": "storm", "game": "solitaire-stud"}), ("close", {"closed": "1"})):
        assert "only the instructor" in ada.post(f"{ada.code}/{path}", **body).text
    for body in ({"game": "none"}, {"seed": "x"}, {"course": "x"}, {"course": "jackpot"}, {"questions": "0"}):
        told = teacher.post(f"{teacher.code}/assign", **{"course": "storm", "game": "solitaire-stud", **body})
        assert told.status_code == 422, body
    assert teacher.post(f"{teacher.code}/close", closed="1").status_code == 200
    assert "closed" in Browser(app).post("join", code=teacher.code, name="Late").text
    assert "there is no class ZZZZZ" in Browser(app).post("join", code="zzzzz", name="Lost").text
    assert Browser(app).client.get("/play/school/classes/ZZZZZ").status_code == 404
    assert Browser(app).post("join", code=teacher.code, name=" ").status_code == 422
    assert Browser(app).post("open", title="").status_code == 422


def test_who_looks_at_the_class_is_here_and_who_closes_the_page_is_away(app: FastAPI) -> None:
    teacher = opened(app)
    ada = Browser(app).join(teacher.code, "Ada")
    assert "away" in row(teacher, "Ada")
    with ada.client.websocket_connect(f"/play/school/classes/{teacher.code}/live") as page:
        assert "class-note" in page.receive_json()["panels"]
        assert "here" in row(teacher, "Ada")
