"""Whatever game is found has every page, every verb and a lesson; own games from a folder outside too."""

import json
import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from pitboss.analysis import registry
from pitboss.analysis.counting_process import Aside
from pitboss.analysis.report import percent
from pitboss.games import GAMES, Game, game
from pitboss.games.situation import situations_of
from pitboss.games.strategy import has_simple, is_written
from pitboss.games.words import words_of
from pitboss.paytables import Paytable
from pitboss.web.app import create_app
from pitboss.web.lab.setup import SetUp, as_toml, tables_of
from pitboss.web.play import coach
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.routes import COOKIE
from pitboss.web.play.school.desk import lesson_in
from pitboss.web.play.school.state import read
from pitboss.web.play.school.steps import lesson
from pitboss.web.play.school.training import Chosen, Course
from pitboss.web.play.sitting import Sitting
from tests.cli.running import run
from tests.floor.floors import changed
from tests.schemas import assert_documented
from tests.web.outside import OUTSIDE
from tests.web.test_play_school import right_answer

SENT = {"X-Pitboss": "1"}
WAIT_S = 240
every_game = pytest.mark.parametrize("slug", [*GAMES, *OUTSIDE])


@pytest.fixture(scope="module")
def served(outside: None) -> Iterator[TestClient]:
    # The process that counts for other tests may have begun before these games were there.
    counting = Aside()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coach, "aside", counting)
        with TestClient(create_app(per_s=100_000), headers=SENT) as client:
            yield client
    counting.end()


@pytest.fixture
def playroom(served: TestClient) -> Playroom:
    found: Playroom = served.app.state.playroom  # type: ignore[attr-defined]
    return found


@pytest.fixture
def client(served: TestClient, playroom: Playroom) -> TestClient:
    """Somebody with a name and chips."""
    served.cookies.set(COOKIE, playroom.welcome("Noor")[0])
    return served


def shown(client: TestClient, address: str, **fields: str) -> str:
    """The page at an address, once what it works out is there."""
    end = time.monotonic() + WAIT_S
    while time.monotonic() < end:
        page = client.get(address, params=fields)
        assert page.status_code == 200, (address, fields, words(page.text)[-300:])
        if "data-working" not in page.text:
            return page.text
        time.sleep(0.05)
    raise AssertionError(f"{address} {fields} takes too long")


def words(markup: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", markup)))


def sent(client: TestClient, address: str, **fields: str) -> str:
    answer = client.post(address, json=fields)
    assert answer.status_code == 200, (address, fields, answer.text)
    return answer.text


def analysed(slug: str) -> bool:
    return bool(registry.analysis_of(slug).values)


def table_of(playroom: Playroom, slug: str) -> Sitting:
    return next(at for at in playroom.sittings.values() if at.game.slug == slug and not at.room.links)


def lay(client: TestClient, at: Sitting, address: str) -> None:
    """The least a round needs, and every side bet."""
    sent(client, f"{address}/clear")  # the last bets lie there still, and would grow from round to round
    for bet in at.game.bets:
        limit = at.room.limits.bets.get(bet.slug)
        while limit and not bet.equals and at.chairs[1].wagers.get(bet.slug, 0) < limit.least_cents:
            chip = 500 if limit.least_cents >= 500 else 100
            sent(client, f"{address}/lay", bet=bet.slug, chip=str(chip))


def metered(each: Game) -> list[Paytable]:
    """The tables of a game that pay from a meter."""
    spots = [bet.slug for bet in each.bets if bet.kind == "jackpot"]
    return [table for bet in spots for table in each.paytables(bet) if table.game == each.slug]


def rates(table: Paytable) -> str:
    """A contribution to each meter, as one types it."""
    return ",".join(f"{level}:5%" for level in table.levels) if len(table.levels) > 1 else "5%"


@every_game
def test_a_whole_round_is_played_at_its_table_and_told_again(
    client: TestClient, playroom: Playroom, slug: str
) -> None:
    lobby = words(shown(client, "/play"))
    assert f"{game(slug).words} {game(slug).mark}".strip() in lobby
    at = table_of(playroom, slug)
    address = f"/play/tables/{at.room.name}"
    assert game(slug).mark in words(shown(client, address))
    sent(client, f"{address}/sit", seat="1")
    sent(client, f"{address}/bot")
    asked = 0
    while not asked:  # in some games few rounds ask for a decision
        lay(client, at, address)
        assert "Place your bets" in words(shown(client, address))
        sent(client, f"{address}/ready")
        while (request := at.request) is not None:
            page = shown(client, address)
            assert f'value="{request.choices[0].name}"' in page
            step = len(at.table.round.decisions) if at.table.round else 0
            sent(client, f"{address}/decide", decision=request.choices[0].name, step=str(step))
            asked += 1
    page = shown(client, address)
    if not analysed(slug):
        assert "Nobody has counted" in words(page)
    else:
        end = time.monotonic() + WAIT_S
        while "data-verdict" not in page and time.monotonic() < end:
            time.sleep(0.05)
            page = shown(client, address)
        assert re.search(r"data-verdict>(✓ best<|\S+ \w+, costs \$)", page)
    sent(client, f"{address}/leave")
    assert game(slug).mark in words(shown(client, "/play/private", game=slug))
    rounds = shown(client, "/play/rounds")
    found = re.search(r'href="(/play/rounds/[^"?]+)', rounds)
    assert found
    shown(client, found[1], seat="1")
    for number in range(asked + 1):
        shown(client, f"{found[1]}/step/{number}", seat="1")
    assert slug in shown(client, f"{found[1]}.txt")
    assert client.get(f"{found[1]}.json").json()["game"] == slug
    shown(client, "/play/report")


@every_game
def test_a_dealer_learns_to_deal_it(client: TestClient, playroom: Playroom, slug: str) -> None:
    sent(client, "/play/deal/next", game=slug)
    person = playroom.person(client.cookies[COOKIE])
    assert person
    state = playroom.store.exercise(person.id, "deal")
    assert state
    dealt = lesson(Chosen.read(state["table"]), state["seed"], state["jackpot"])
    page = words(shown(client, "/play/deal"))
    assert game(slug).name in page
    assert game(slug).mark in page
    for number, task in enumerate(dealt.tasks):
        assert task.clause
        wrong = next((value for value, _ in task.options if value != task.answer), "")
        if wrong and number < 3:
            assert "mistake" in sent(client, "/play/deal/answer", at=str(number), answer=wrong)
        amount = task.answer.removeprefix("pay ") if task.answer.startswith("pay ") else ""
        answer = (
            {"answer": "pay", "amount": f"{int(amount) / 100:.2f}"} if amount else {"answer": task.answer}
        )
        sent(client, "/play/deal/answer", at=str(number), **answer)
    assert "Round complete" in shown(client, "/play/deal")


@every_game
def test_its_close_decisions_are_drilled_with_reasons(client: TestClient, slug: str) -> None:
    if not analysed(slug):
        assert "choose one of the games" in client.post("/play/drill/next", json={"game": slug}).text
        return
    sent(client, "/play/drill/next", game=slug)
    page = shown(client, "/play/drill", game=slug)
    choices = re.findall(r'name="decision" value="([^"]+)"', page)
    assert len(choices) > 1
    assert game(slug).mark in words(page)
    assert words_of(game(slug)).places or "Your hand" in page
    sent(client, "/play/drill/answer", decision=choices[0])
    page = words(shown(client, "/play/drill", game=slug))
    told = r"is better by \$[\d.,]+ on average|costs \$[\d.,]+ more on average|is worth the same"
    assert re.search(told, page), page[-400:]


@every_game
def test_the_laboratory_has_it(client: TestClient, slug: str) -> None:
    each, analysis = game(slug), registry.analysis_of(slug)
    if not analysis.par:
        for address in ("/lab", "/lab/ev", "/lab/strategy"):
            refused = client.get(address, params={"game": slug})
            assert refused.status_code == 422
            assert re.search("(?i)nobody has counted|not analysed", refused.text)
        return
    page = shown(client, "/lab", game=slug, bet="base")
    assert each.name in words(page)
    if each.mark:
        assert each.mark in words(page)
    assert shown(client, "/lab/strategy", game=slug)
    if not analysis.values:
        assert client.get("/lab/ev", params={"game": slug}).status_code == 422
        return
    example = situations_of(each).example
    page = shown(client, "/lab/ev", game=slug)
    assert example in page
    page = shown(client, "/lab/ev", game=slug, at=example)
    told = {one.name for one in registry.values(slug, example).decisions}
    assert set(re.findall(r'data-decision="([^"]+)"', page)) == told
    assert client.get("/lab/ev.json", params={"game": slug, "at": example}).json()["situation"] == example
    for table in metered(each)[:1]:
        page = shown(client, "/lab/meter", paytable=table.designator)
        assert each.mark in words(page)
        assert f">{table.label}" in page
        name = {"paytable": table.designator}
        assert each.mark in client.get("/lab/meter.csv", params=name).text
    pdf = client.get("/lab/par.pdf", params={"game": slug, "bet": "base"})
    assert pdf.content.startswith(b"%PDF")
    counted_base = registry.par(slug, "base")
    assert percent(counted_base.house_edge) in shown(client, "/lab/business", game=slug, bet="base")
    csv = client.get("/lab/par.csv", params={"game": slug, "bet": "base"})
    assert each.mark in csv.text
    assert csv.text.count("\noutcome,") == len(counted_base.outcomes)
    as_json = client.get("/lab/par.json", params={"game": slug, "bet": "base"})
    assert_documented("par", as_json.json())
    for counted in registry.bets(slug):
        for table in tables_of(slug, counted)[:1]:
            asked = {"game": slug, "bet": counted, "paytable": table.designator}
            assert client.get("/lab/par.toml", params=asked).text == as_toml(table)
            linked = SetUp.read(asked.items())
            assert SetUp.read(linked.fields().items()) == linked
        if each.own:  # of others `test_lab.py` looks at every bet
            sheet = shown(client, "/lab", game=slug, bet=counted)
            assert percent(registry.par(slug, counted).house_edge) in sheet
            assert sheet.count('role="img"') >= 2


@every_game
def test_a_private_table_of_it_opens(client: TestClient, slug: str) -> None:
    page = words(shown(client, "/play/private", game=slug))
    assert "Open the table" in page
    assert game(slug).mark in page
    went = client.post("/play/private", json={"game": slug}).json()["go"]
    assert game(slug).mark in words(shown(client, went))
    assert went.startswith("/play/tables/")


@every_game
def test_every_course_of_the_school_has_it(client: TestClient, playroom: Playroom, slug: str) -> None:
    person = playroom.person(client.cookies[COOKIE])
    assert person
    for course in Course:
        told = client.post("/play/deal/next", json={"game": slug, "course": course.value, "seed": "3"})
        if course is Course.JACKPOT and not game(slug).sensor_bet:
            assert "has no jackpot; choose another lesson" in told.text
            continue
        assert told.status_code == 200, (course, told.text)
        state = read(playroom.store.exercise(person.id, "deal"))
        assert state
        task = lesson_in(state).tasks[0]
        page = words(shown(client, "/play/deal"))
        assert game(slug).name in page, course
        assert " ".join(task.prompt.split()) in page, course
        sent(client, "/play/deal/answer", at="0", **right_answer(task))
        answered = playroom.store.exercise(person.id, "deal")
        assert answered
        assert (state["at"], answered["at"]) == (0, 1), course
        shown(client, "/play/deal")


@every_game
def test_every_verb_takes_it(outside: None, slug: str) -> None:
    each, known, counted = game(slug), analysed(slug), bool(registry.analysis_of(slug).par)
    learnt = has_simple(each)
    assert slug in run("games").stdout
    told = {
        ("rules", slug): True,
        ("par", slug): counted,
        ("ev", slug, situations_of(each).example or "AsKdQhJc8s"): known,
        ("strategy", slug): counted,
        ("simulate", slug, "--rounds", "1000", "--strategy", "simple"): is_written(each),
        ("play", slug, "--auto", "2", "--seats", "2", "--seed", "1"): learnt,
        ("play", slug, "--auto", "2", "--bots", "random", "--seed", "1"): True,
        ("play", slug, "--auto", "1", "--bots", "optimal", "--seed", "1"): known,
    }
    in_json = [typed for typed, works in told.items() if works]
    told |= {("play", slug): True, ("par", slug, "--csv"): counted}
    for table in metered(each):
        told["meter", table.designator, "--rate", rates(table), "--wagers", "1000"] = True
    for typed, works in told.items():
        ran = run(*typed, keys="q\n")
        assert ran.exit_code == (0 if works else 2), (typed, ran.output[-400:])
        assert "Traceback" not in ran.output
        if works:
            assert each.mark in words(ran.stdout), typed
    for typed in in_json:
        answer = run(*typed, "--json").stdout
        assert_documented(typed[0], json.loads(answer))
        assert typed[0] not in ("par", "play") or each.mark in answer, typed


def test_floor_check_says_of_a_table_of_every_game_whether_it_may_open(outside: None, tmp_path: Path) -> None:
    """One of the approval may; public rules wait for the house's sheet, and an own game for an approval."""
    file, heading = tmp_path / "floor.toml", '[[pit.table]]\nname = "CS-1"\n'
    tables = "\n".join(_floor_table(game(slug)) for slug in GAMES)
    file.write_text(changed((heading, f"{tables}\n{heading}"), once=True), "utf-8")
    ran = run("floor", "check", str(file), "--json")
    assert ran.exit_code == 1, ran.output
    found = json.loads(ran.stdout)
    assert_documented("floor-check", found)
    opens = {table["table"]: table["may_open"] for table in found["tables"]}
    for slug in GAMES:
        refused = [
            one["sentence"]
            for one in found["findings"]
            if one["where"] == f"table {slug}" and one["severity"] == "refused"
        ]
        assert opens[slug] == (not game(slug).mark), (slug, refused)
        assert opens[slug] or any(game(slug).name in one for one in refused), slug


def _floor_table(each: Game) -> str:
    limits = ", ".join(
        f'"{bet.slug}" = "$5 to $50"' for bet in each.bets if bet.kind == "base" and not bet.in_round
    )
    return (
        f'[[pit.table]]\nname = "{each.slug}"\ngame = "{each.slug}"\nlimits = {{ {limits} }}\n'
        'postings = ["wager-limits", "prizes", "employee-play", "disputes", "rules"]\n'
    )
