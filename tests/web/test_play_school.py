"""The dealer's school: payments cut in chips, a dealer who errs, the difficult table, the exam."""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from pitboss.errors import BadInput
from pitboss.games import GAMES, Round
from pitboss.web.app import create_app
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.practising import today
from pitboss.web.play.school import desk
from pitboss.web.play.school.acts import EXPOSED, LEFT, ORDER, PAYMENT, READ, errors
from pitboss.web.play.school.chips import Habit, Mark, fewest, marked, wanted
from pitboss.web.play.school.courses import COURSES
from pitboss.web.play.school.desk import lesson_in
from pitboss.web.play.school.difficult import FILE, difficult, parse, scripts
from pitboss.web.play.school.exam import House, exam, is_whole
from pitboss.web.play.school.state import State, read
from pitboss.web.play.school.steps import lesson
from pitboss.web.play.school.storm import STORM_S, storm
from pitboss.web.play.school.training import Chosen, Course, Lesson, Task, explain, stake_of
from pitboss.web.play.school.views import lots_of, settings_of
from pitboss.web.play.store import person_id
from tests.web.outside import OUTSIDE

SENT = {"X-Pitboss": "1"}
NAMELESS = ("bare-stud", "asia-poker", "face-up-pai-gow")
"""Games with no words for hands, and those whose hands a seat sets: a lesson names none of them."""
every_game = pytest.mark.parametrize("slug", [*GAMES, *OUTSIDE])


def right_answer(task: Task) -> dict[str, str]:
    """What a page sends that answers a task right."""
    if task.cut:
        return {"answer": "cut", "chips": " ".join(map(str, wanted(task)))}
    if task.pays and task.cents:
        return {"answer": "pay", "amount": f"{task.cents / 100:.2f}"}
    return {"answer": task.answer}


def wrong_answer(task: Task) -> dict[str, str]:
    """What a page sends that does not."""
    if task.cut:
        return {"answer": "cut", "chips": " ".join(map(str, (*wanted(task), 100)))}
    if task.pays:
        return {"answer": "pay", "amount": "0.01"}
    return {"answer": next(value for value, _ in task.options if value != task.answer)}


class Learner:
    """Somebody in the school, without a browser."""

    def __init__(self, client: TestClient, room: Playroom) -> None:
        self.client, self.room = client, room

    def send(self, path: str, **body: str) -> Any:
        return self.client.post(f"/play/deal/{path}", json=body, headers=SENT)

    def start(self, course: str, **body: str) -> None:
        assert self.send("next", course=course, **body).status_code == 200

    @property
    def state(self) -> State:
        state = read(self.room.store.exercise(person_id(self.client.cookies["pitboss_player"]), "deal"))
        assert state is not None
        return state

    @property
    def lesson(self) -> Lesson:
        return lesson_in(self.state)

    @property
    def task(self) -> Task:
        return self.lesson.tasks[int(self.state["at"])]

    def answer(self, **body: str) -> str:
        told = self.send("answer", at=str(self.state["at"]), **body)
        assert told.status_code == 200, told.text
        return str(told.json()["main"])


@pytest.fixture
def learner() -> Iterator[Learner]:
    app = create_app(per_s=1000)
    with TestClient(app) as client:
        yield Learner(client, app.state.playroom)


# Lessons


@every_game
def test_a_lesson_of_one_part_has_nothing_of_the_others(outside: None, slug: str) -> None:
    chosen = Chosen(slug)
    for seed in range(2):
        assert all(task.pays for task in lesson(chosen, seed, True, Course.PAYOUTS).tasks)
        procedure = lesson(chosen, seed, True, Course.PROCEDURE).tasks
        assert not any(task.pays or task.jackpot for task in procedure)
        if GAMES[slug].sensor_bet:
            jackpot = lesson(chosen, seed, False, Course.JACKPOT)
            assert jackpot.played.claims
            assert all(task.jackpot for task in jackpot.tasks)
        else:
            with pytest.raises(BadInput, match="no jackpot"):
                lesson(chosen, seed, False, Course.JACKPOT)


def test_a_lesson_starts_without_a_name_and_the_course_stays_for_the_next_round(learner: Learner) -> None:
    assert "Dealer's school" in learner.client.get("/play/deal").text
    learner.start("payouts", game="rabbit-hunter")
    while learner.state["at"] < len(learner.lesson.tasks):
        learner.answer(**right_answer(learner.task))
    assert learner.send("next").status_code == 200
    assert learner.state["course"] == "payouts"
    assert learner.send("next", course="jackpot").status_code == 422
    assert learner.send("next", course="juggling").status_code == 422


def test_a_jackpot_lesson_is_dealt_to_its_end_pays_from_the_tray_included(learner: Learner) -> None:
    table = {"game": "caribbean-stud", "progressive": "CSTUD-15"}
    chosen = Chosen.read(table)
    seed = next(
        seed
        for seed in range(50)
        if any(task.owed for task in lesson(chosen, seed, True, Course.JACKPOT).tasks)
    )
    learner.start("jackpot", seed=str(seed), **table)
    while learner.state["at"] < len(learner.lesson.tasks):
        told = learner.answer(**right_answer(learner.task))
    assert "Round complete." in told


@every_game
def test_every_line_of_every_jackpot_table_comes_up_whatever_the_hands_of_the_game(
    outside: None, slug: str
) -> None:
    game = GAMES[slug]
    for table in game.paytables(game.sensor_bet) if game.sensor_bet else ():
        chosen = Chosen.read({"game": slug, game.sensor_bet: table.designator})
        seen: set[str] = set()
        for seed in range(30 * len(table.lines)):
            seen |= {claim.hand for claim in lesson(chosen, seed, True).played.claims}
            if seen >= {line.hand for line in table.lines}:
                break
        assert seen >= {line.hand for line in table.lines}, table.designator
        break


# Chips


def test_an_amount_in_the_fewest_chips_is_the_one_way_that_needs_no_remark() -> None:
    task = Task("", "", (), "pay 8800", "", "", -1, owed="Trips", cut="pay")
    few = "cut 2500 2500 2500 500 500 100 100 100"
    assert marked(task, few, Habit.FEWEST) is Mark.RIGHT
    many = "cut 2500 2500 2500 500 100 100 100 100 100 100 100 100"
    assert marked(task, many, Habit.FEWEST) is Mark.CUT
    assert marked(task, many, Habit.ANY) is Mark.RIGHT
    assert marked(task, f"{few} 50", Habit.ANY) is Mark.WRONG
    change = Task("", "", (), "pay 2500", "", "", -1, owed="Change", cut="500")
    assert marked(change, "cut 2500", Habit.ANY) is Mark.WRONG
    assert marked(change, "cut 500 500 500 500 500", Habit.FEWEST) is Mark.RIGHT
    with pytest.raises(BadInput):
        marked(task, "cut 700", Habit.ANY)


@every_game
def test_a_storm_asks_what_the_game_pays_and_chips_can_make(outside: None, slug: str) -> None:
    for task in storm(Chosen(slug), 5, 25).tasks:
        assert task.cut
        assert sum(fewest(task.cents)) == task.cents
        assert marked(task, f"cut {' '.join(map(str, wanted(task)))}", Habit.FEWEST) is Mark.RIGHT
        if task.line is not None:
            assert task.scene is not None
            assert task.line in task.scene.lines
            assert task.cents == task.line.paid_cents


def test_a_storm_goes_on_after_a_mistake_and_says_gently_what_would_be_fewer_chips(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner.start("storm", game="ultimate-texas-holdem", seed="3")
    assert learner.send("answer", at="0", answer="cut", chips="").status_code == 422
    assert "Wrong: you gave" in learner.answer(**wrong_answer(learner.task))
    paid = next(
        at for at, task in enumerate(learner.lesson.tasks) if at and task.cut == "pay" and task.cents >= 500
    )
    while learner.state["at"] < paid:
        learner.answer(**right_answer(learner.task))
    small = "100" if learner.task.cents % 100 == 0 else "50"
    if learner.task.cents // int(small) <= 60:
        told = learner.answer(answer="cut", chips=" ".join([small] * (learner.task.cents // int(small))))
        assert "The amount is right. Next time cut it as" in told
    began = learner.state["began_us"]
    monkeypatch.setattr(desk, "now_us", lambda: began + STORM_S * 1_000_000 + 1)
    before = learner.state["at"]
    assert "Time is up." in learner.answer(answer="cut", chips="100")
    assert learner.state["at"] == before


@pytest.mark.parametrize("habit", Habit)
def test_a_right_amount_in_many_chips_counts_in_a_storm_whatever_the_habit(
    learner: Learner, habit: Habit
) -> None:
    learner.start("storm", game="solitaire-stud", seed="3", questions="20", chips=habit.value)
    while not (learner.task.cut == "pay" and learner.task.cents in range(500, 6000, 100)):
        learner.answer(**right_answer(learner.task))
    told = learner.answer(answer="cut", chips=" ".join(["100"] * (learner.task.cents // 100)))
    assert learner.state["log"][-1][2] == 1
    assert ("Next time cut it" in told) == (habit is Habit.FEWEST)


def test_a_bonus_is_paid_on_the_bet_it_comes_with_and_no_wager_is_told_as_nothing() -> None:
    with_bonus = [slug for slug, game in GAMES.items() if any(bet.paid_besides for bet in game.bets)]
    seen = set()
    for slug in with_bonus:
        for seed in range(12):
            dealt, acts = lesson(Chosen(slug), seed, jackpot=False), errors(Chosen(slug), seed, False)
            for task in (*dealt.tasks, *storm(Chosen(slug), seed, 2).tasks, *acts.tasks):
                assert not re.search(r"\$0\b(?!\.)", task.prompt), task.prompt
                if task.line is None or task.act or not GAMES[slug].bet(task.line.bet).paid_besides:
                    continue
                stake = stake_of(task.line, task.scene or dealt.played)
                rows = explain(task, "pay 1", dealt.chosen.rules, 2, stake).rows
                assert [row.cents for row in rows if row.right] == [task.line.paid_cents]
                assert not task.options  # there is nothing to take or to push
                seen.add(slug)
    assert len(seen) > 1


def test_chips_to_colour_up_can_always_be_fewer() -> None:
    asked = [task for seed in range(20) for task in storm(Chosen("casino-war"), seed, 20).tasks]
    ups = [task for task in asked if task.cut == "up"]
    assert ups
    for task in ups:
        lying = sum(int(count) for count in re.findall(r"(\d+) ×", task.prompt))
        assert len(wanted(task)) < lying


def test_what_can_be_chosen_about_a_table_is_in_plain_words() -> None:
    for slug, game in GAMES.items():
        for setting in settings_of(Chosen(slug)):
            said = [setting.label, *setting.values.values()]
            names = {bet.slug for bet in game.bets if "-" in bet.slug}
            assert not any("_" in words or words in names for words in said), said


# Spot the error


@every_game
def test_a_dealer_errs_about_once_in_so_many_acts_and_everything_else_is_true(
    outside: None, slug: str
) -> None:
    kinds, acts, faults = set(), 0, 0
    for seed in range(25):
        dealt = errors(Chosen(slug), seed, seed % 3 == 0, 4)
        for act in dealt.tasks:
            assert act.act
            assert act.answer == ("stop" if act.fault else "go")
            assert act.clause
            asks = act.prompt.partition("? ")
            assert not asks[1] or act.prompt.startswith("Asked “"), act.prompt
            if act.line is not None and not act.fault:
                assert _tells(act), act.prompt
            if act.fault:
                assert act.why
                kinds.add(act.fault)
        acts += len(dealt.tasks)
        faults += sum(bool(act.fault) for act in dealt.tasks)
    assert 0.08 < faults / acts < 0.3
    played = errors(Chosen(slug), 0, False).played
    first = Round(played.rules, played.wagers, played.order).view()
    hidden = None in first.dealer or any(None in hands[0].cards for hands in first.hands.values())
    assert {PAYMENT, LEFT, ORDER} <= kinds
    assert (READ in kinds) == (slug not in NAMELESS), "a game names hands unless it has no words for them"
    assert (EXPOSED in kinds) == hidden


def _tells(act: Task) -> bool:
    line = act.line
    assert line is not None
    done = {"lose": "takes it", "push": "leaves it"}.get(
        line.outcome
    ) or f"pays ${line.paid_cents / 100:,.2f}"
    return f"the dealer {done}." in act.prompt


def test_a_card_seen_too_early_is_one_that_the_rules_keep_face_down() -> None:
    seen = 0
    for seed in range(40):
        dealt = errors(Chosen("ultimate-texas-holdem"), seed, False, 2)
        for act in dealt.tasks:
            if act.bared is not None:
                owner, place, card = act.bared
                played = dealt.played
                view = Round(played.rules, played.wagers, played.order).view()
                cards = view.hands[owner][0].cards if owner else view.dealer
                assert cards[place] is None
                assert card in played.order
                shown = lots_of(dealt, act, over=False)
                assert sum(f"#{card}" in lot.cards for lot in shown) == 1
                seen += 1
    assert seen > 5


def test_stopping_the_dealer_counts_faults_false_alarms_and_how_late_it_was(learner: Learner) -> None:
    chosen = Chosen("caribbean-stud")
    seed = next(
        seed
        for seed in range(100)
        if sum(bool(act.fault) for act in errors(chosen, seed, True).tasks) > 3
        and not errors(chosen, seed, True).tasks[0].fault
    )
    learner.start("errors", game="caribbean-stud", seed=str(seed))
    faults = [at for at, act in enumerate(learner.lesson.tasks) if act.fault]
    assert len(faults) >= 3
    for at, act in enumerate(learner.lesson.tasks):
        if at == faults[0]:
            assert "Right: " in learner.answer(answer="stop")
        elif at == faults[1]:
            learner.answer(answer="go")
            late = learner.answer(answer="stop", act=str(at))  # seen one act later
            assert act.fault.lower() in late
        elif not act.fault and not learner.state["alarms"]:
            assert "False alarm" in learner.answer(answer="stop")
        else:
            learner.answer(answer="go")
    assert learner.send("answer", at="0", answer="stop", act="9999").status_code == 200  # all is over
    page = learner.client.get("/play/deal").text
    assert f"2 of {len(faults)} errors noticed" in " ".join(page.split())
    assert "1 false alarm." in " ".join(page.split())
    assert "at once" in page
    assert "1 act later" in page
    assert page.count("not noticed") == len(faults) - 2


# The difficult table


def test_every_answer_of_the_difficult_table_rests_on_a_clause_or_a_house_rule(outside: None) -> None:
    assert {*OUTSIDE} < {*GAMES}
    for slug in GAMES:
        for task in difficult(Chosen(slug), 1, 99).tasks:
            assert task.clause.startswith(("House rule: ", "All games, rule ", "Jackpot procedure: "))
            assert task.answer in dict(task.options)
            assert "{" not in task.prompt + task.clause + "".join(dict(task.options))
            assert "fold" in GAMES[slug].decisions or "fold" not in task.prompt.lower()
    titles = {script.title for script in scripts()}
    assert {"A late bet", "Two claims in one round", "A wrong colour-up", "A hand on a bet"} <= titles


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ('rests = "all-games 5"', 'rests = "all-games 50"', "rests on 'all-games 50'"),
        ('rests = "jackpot lock"', 'rests = "jackpot luck"', "rests on 'jackpot luck'"),
        ("{seat} slides", "{chair} slides", "braces may hold"),
        ('title = "A late bet"', 'title = "A late bet"\ncolour = "red"', "unknown key 'colour'"),
        ('title = "A late bet"', "", "lacks 'title'"),
        ('needs = "jackpot"', 'needs = "luck"', "'needs' can't be"),
        ('right = ["Call the supervisor before you take it"]', "right = []", "answers that are right"),
        ('title = "A folded hand"', 'title = "A late bet"', "a title of its own"),
    ],
)
def test_a_script_that_is_not_as_it_must_be_is_refused_with_its_line(was: str, now: str, said: str) -> None:
    text = FILE.read_text("utf-8")
    assert was in text
    with pytest.raises(BadInput, match=r"^difficult.toml:\d+: ") as refused:
        parse(text.replace(was, now, 1), "difficult.toml")
    assert said in str(refused.value)


# The exam


@every_game
def test_an_exam_has_its_parts_and_the_same_questions_from_the_same_seed(outside: None, slug: str) -> None:
    first, again = exam(Chosen(slug), 8, 20), exam(Chosen(slug), 8, 20)
    assert [task.prompt for task in first.tasks] == [task.prompt for task in again.tasks]
    assert len(first.tasks) == 20
    assert ("Jackpot" in {task.step for task in first.tasks}) == bool(GAMES[slug].sensor_bet)
    assert sum(bool(task.cut) for task in first.tasks) >= 8
    assert not any(task.fault == ORDER for task in first.tasks)


def test_the_longest_exam_of_a_small_game_has_all_its_questions() -> None:
    assert len(exam(Chosen("solitaire-stud"), 9, 60).tasks) == 60


def test_an_exam_gives_no_hint_and_ends_with_a_certificate_that_cannot_be_altered(learner: Learner) -> None:
    learner.start(
        "exam", game="three-card-poker", seed="77", questions="10", **{"pass": "80"}, named="Noor A."
    )
    missed = 0
    while learner.state["at"] < 10:
        give, missed = (wrong_answer, missed + 1) if learner.state["at"] in (2, 5) else (right_answer, missed)
        told = learner.answer(**give(learner.task))
        assert "What it pays" not in told
        assert "Right:" not in told
        assert "Wrong" not in told
    number = learner.state["certificate"]
    assert number
    page = learner.client.get(f"/play/school/exams/{number}").text
    assert "Noor A." in page
    assert "8 of 10" in page
    assert ">77<" in page
    file = learner.client.get(f"/play/school/exams/{number}.json").json()
    assert (file["seed"], file["right"], file["passed"], len(file["questions"])) == (77, 8, True, 10)
    assert [one["right"] for one in file["questions"]].count(False) == 2

    def checked(text: str) -> str:
        return learner.client.post("/play/school/check", json={"text": text}, headers=SENT).text

    assert "Whole: made by this house" in checked(json.dumps(file))
    for changed in ({"name": "Somebody"}, {"right": 10}, {"seed": 78}, {"code": "é"}):
        assert "Altered, or not made by this house" in checked(json.dumps(file | changed))
    file["questions"][2]["right"] = True
    assert "Altered" in checked(json.dumps(file))
    assert "no certificate" in checked("[1, 2")
    assert learner.client.get("/play/school/exams/nothing").status_code == 404


def test_a_certificate_of_another_house_is_not_ours() -> None:
    one, other = create_app().state.playroom.store.book, create_app().state.playroom.store.book
    assert one.key() == one.key() != other.key()
    assert not is_whole({"kind": "pitboss exam", "code": "0" * 64}, one.key())


def test_a_payout_that_comes_too_late_does_not_count_in_an_exam(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner.start("exam", game="solitaire-stud", seed="1", questions="5", seconds="10")
    shown = learner.state["shown_us"]
    monkeypatch.setattr(desk, "now_us", lambda: shown + 11_000_000)
    assert learner.task.cut
    learner.answer(**right_answer(learner.task))
    assert learner.state["log"][0][2] == 0


def test_the_house_chooses_what_passes_within_bounds() -> None:
    assert House().pass_percent == 90
    assert House.read({"questions": "10", "pass": "95"}).passes(10)
    assert not House.read({"questions": "10", "pass": "95"}).passes(9)
    for given in ({"pass": "0"}, {"questions": "1000"}, {"seconds": "-1"}, {"pass": "¹"}, {"chips": "none"}):
        with pytest.raises(BadInput):
            House.read(given)


def test_the_school_shows_every_course(learner: Learner) -> None:
    page = learner.client.get("/play/school").text
    for about in COURSES.values():
        assert about.name in page


def test_a_shift_is_a_days_work_and_the_next_day_begins_with_nothing_counted(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner.start("storm")
    learner.answer(**right_answer(learner.task))
    assert learner.state["shift"]["payouts"] == [1, 1]
    learner.start("storm")
    assert learner.state["shift"]["payouts"] == [1, 1]
    tomorrow = today() + timedelta(days=1)
    monkeypatch.setattr(desk, "today", lambda: tomorrow)
    learner.answer(**wrong_answer(learner.task))
    assert learner.state["shift"]["payouts"] == [0, 1]
    page = " ".join(learner.client.get("/play/school").text.split())
    told = page.partition("Your shifts")[2].partition("</table>")[0]
    assert re.findall(r'scope="row">([^<]+)<|num">([^<]+)<', told) == [
        *((tomorrow.isoformat(), ""), ("", "0 of 1"), ("", "–")),
        *((today().isoformat(), ""), ("", "1 of 1"), ("", "–")),
    ]
