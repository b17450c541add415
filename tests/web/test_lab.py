"""The laboratory without a browser: what an address means, jobs beside the event loop, downloads."""

import asyncio
import html
import json
import re
import threading
import time
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import parse_qsl, urlsplit

import click
import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from pitboss.analysis import cache, printing, registry
from pitboss.analysis.cache import Version
from pitboss.analysis.design import nearest
from pitboss.analysis.families import budget
from pitboss.analysis.progress import steps
from pitboss.analysis.report import percent
from pitboss.analysis.sessions import session
from pitboss.cli.meter import command
from pitboss.errors import BadInput
from pitboss.games import GAMES, game
from pitboss.ledger import sheets as signed
from pitboss.ledger.notes import SigningKey
from pitboss.paytables import Paytable, load_file, metered_tables, paytable, paytables
from pitboss.simulation import projected
from pitboss.simulation.meter import chances_of, live, terms_of
from pitboss.simulation.projected import rows
from pitboss.web import patience
from pitboss.web.app import create_app
from pitboss.web.lab import meters
from pitboss.web.lab.jobs import AT_ONCE, WAITING_MAX, Job, Jobs, TooBusyError
from pitboss.web.lab.meters import Projection, project, risks
from pitboss.web.lab.routes import FAILED
from pitboss.web.lab.setup import SetUp, as_toml, tables_of
from pitboss.web.lab.sheets import change_rows, measure_changes
from tests.caches import forget_showdowns

VERSION = Version("test", 1)
SPOTS = [(slug, bet) for slug in GAMES for bet in registry.bets(slug)]

PLAY_FOLLOWS_PAYS = ("base", "super-bonus", "tens-up", "two-way-bad-beat")
"""Bets whose base game or joint play is solved anew for every pay, which takes its time."""


SIGNED = {1: "SHA-256 of the data: ", 2: "Public key: ", 4: ""}
"""What stands in each line of the signature on a par sheet."""


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(per_s=10_000)) as found:
        yield found


def read(address: str) -> SetUp:
    """The set-up of a query string."""
    return SetUp.read([tuple(field.split("=", 1)) for field in address.split("&")])  # type: ignore[misc]


def counted(client: TestClient, address: str) -> str:
    """A page once it is counted."""
    while "data-working" in (page := client.get(address).text):
        time.sleep(0.05)
    return page


@pytest.mark.parametrize(("game", "bet"), SPOTS)
def test_every_table_of_every_bet_has_a_link_that_reads_back(game: str, bet: str) -> None:
    for table in tables_of(game, bet):
        hand = table.lines[0].hand
        pays = read(f"game={game}&bet={bet}&paytable={table.designator}&pay.{hand}=7").pays
        for edits in ({}, pays):
            set_up = SetUp(game, bet, {}, table, edits, target="" if bet == "base" else "2.5%")
            assert SetUp.read(set_up.fields().items()) == set_up


@pytest.mark.parametrize("table", paytables(), ids=lambda table: table.designator)
def test_an_edited_table_is_a_file_the_command_line_reads(table: Paytable, tmp_path: Path) -> None:
    bet = next(
        bet for bet, entry in registry.analysis_of(table.game).par.items() if entry.paytable_bet == table.bet
    )
    edited = read(
        f"game={table.game}&bet={bet}&paytable={table.designator}&pay.{table.lines[0].hand}=7"
    ).table
    assert edited is not None
    file = tmp_path / "own.toml"
    file.write_text(as_toml(edited), encoding="utf-8")
    assert load_file(file) == edited


@pytest.mark.kernels
@pytest.mark.parametrize(("game", "bet"), [spot for spot in SPOTS if spot != ("blackjack-switch", "base")])
def test_every_bet_has_a_page_with_its_edge_and_pictures(client: TestClient, game: str, bet: str) -> None:
    page = client.get("/lab", params={"game": game, "bet": bet})
    while "data-working" in page.text:
        time.sleep(0.1)
        page = client.get("/lab", params={"game": game, "bet": bet})
    assert page.status_code == 200
    sheet = registry.par(game, bet)
    assert percent(sheet.house_edge) in page.text
    assert sheet.as_json()["digest"] in page.text
    assert page.text.count('role="img"') >= 2


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("game=poker", "poker"),
        ("game=solitaire-stud&bet=trips", "no bet called 'trips'"),
        ("bet=trips&paytable=SS-01", "SS-01 is a table of solitaire-stud"),
        ("bet=trips&paytable=pyproject.toml", "no paytable called 'pyproject.toml'"),
        ("bet=trips&o.decks=6", "'decks' does not matter"),
        ("game=blackjack-switch&o.decks=9", "decks=9 is not possible"),
        ("bet=trips&pay.full-boat=9", "no line 'full-boat'"),
        ("bet=trips&pay.full-house=nine", "'nine' is not odds"),
        ("bet=trips&pay.full-house=1000001", "beyond any table"),
        ("bet=trips&colour=red", "nothing called 'colour'"),
        ("bet=trips&bet=base", "given twice"),
        (f"bet=trips&pay.full-house={'9' * 61}", "too long"),
        ("game=caribbean-stud&bet=progressive&pay.royal-flush=101", "more than the whole meter"),
        ("bet=trips&target=four", "'four%' is not a percentage"),
        ("bet=trips&target=101", "choose one from -100% to 100%"),
        ("game=caribbean-stud&bet=base&target=4", "for a side bet"),
    ],
)
def test_what_an_address_gets_wrong_is_refused_in_a_sentence(
    client: TestClient, address: str, sentence: str
) -> None:
    with pytest.raises(BadInput, match=sentence):
        read(address)
    page = client.get(f"/lab?{address}")
    assert page.status_code == 422
    assert "Begin again" in page.text


def test_every_download_is_what_the_command_line_writes(client: TestClient) -> None:
    query = "game=solitaire-stud&bet=3%2B&paytable=SS-02"
    sheet = registry.par("solitaire-stud", "3+", "SS-02")
    assert client.get(f"/lab/par.json?{query}").json() == json.loads(json.dumps(sheet.as_json()))
    assert client.get(f"/lab/par.csv?{query}").text == sheet.as_csv()
    paper = client.get(f"/lab/par.pdf?{query}")
    assert paper.content.startswith(b"%PDF")
    assert paper.headers["content-disposition"] == 'attachment; filename="solitaire-stud-3+-SS-02.pdf"'
    assert client.get(f"/lab/par.doc?{query}").status_code == 422
    strategy = registry.strategy("solitaire-stud")
    assert client.get("/lab/strategy.json?game=solitaire-stud").json() == json.loads(
        json.dumps(strategy.as_json())
    )
    assert client.get("/lab/strategy.svg?game=solitaire-stud").content.startswith(b"<svg")


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("paytable=UTH-01", "pays from no meter"),
        ("paytable=CSTUD-01&rate.mega=10", "has the levels main"),
        ("rate.main=101", "not a whole number from 1 to 100"),
        ("rate.main=0", "main=0 is not a whole number from 1 to 100"),
        ("rate.main=60&reserve=50", "more than the whole wager"),
        ("per_hour=0", "from 1 to 5,000"),
    ],
)
def test_a_projection_that_cannot_be_is_refused(client: TestClient, address: str, sentence: str) -> None:
    page = client.get(f"/lab/meter?{address}")
    assert page.status_code == 422
    assert sentence in page.text


@pytest.mark.parametrize("table", metered_tables(), ids=lambda table: table.designator)
def test_every_jackpot_has_a_projection_whose_link_reads_back(table: Paytable) -> None:
    wanted = Projection.read([("paytable", table.designator), ("reserve", "3"), ("per_hour", "120")])
    query = parse_qsl(urlsplit(wanted.link()).query)
    assert Projection.read(query) == wanted
    assert wanted.terms(table).rates.keys() == set(table.levels)
    typed = click.Context(command)
    command.parse_args(typed, wanted.command().split()[2:])
    given = typed.params
    (rate,) = given["rates"]
    meant = terms_of(table, rate, given["reserve"], given["seed_amount"], given["wager"], given["hour"])
    assert meant == wanted.terms(table)


@pytest.mark.parametrize("table", metered_tables(), ids=lambda table: table.designator)
def test_a_slider_that_is_moved_changes_no_other(table: Paytable) -> None:
    for slider in Projection.read([("paytable", table.designator)]).sliders():
        assert (slider.default - slider.least) % slider.step == 0, slider  # else a browser moves it by itself
        assert slider.value == slider.default <= slider.most


@pytest.mark.parametrize(
    "address",
    [
        "?game=caribbean-stud&bet=bonus",
        "/business?game=three-card-poker&bet=pair-plus",
        "/strategy?game=i-luv-suits",
        "/ev?game=three-card-poker&at=3d7hJs",
        "/audit",
        "/meter",
    ],
)
def test_every_page_is_there_with_a_bar_while_its_result_is_counted(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    async def not_yet(job: Job, seconds: float) -> bool:
        return False

    monkeypatch.setattr(Job, "done_within", not_yet)
    page = client.get(f"/lab{address}")
    assert page.status_code == 200
    assert "data-working" in page.text


def test_a_page_waits_once_however_much_it_shows(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    done_within = Job.done_within

    async def to_the_last(job: Job, seconds: float) -> bool:
        waited.append(seconds)
        return await done_within(job, 60.0)

    monkeypatch.setattr(patience, "time", SimpleNamespace(monotonic=lambda: sum(waited)))
    monkeypatch.setattr(Job, "done_within", to_the_last)
    page = client.get("/lab?game=caribbean-stud&bet=bonus&target=4%25").text
    assert "progressbar" not in page
    assert waited == [patience.PATIENCE_S, 0, 0], "the sheet, the other tables, changes towards the target"


def test_a_game_opens_with_its_base_game_and_the_laboratory_with_a_bet_to_edit(client: TestClient) -> None:
    assert SetUp.read([]).bet == "trips"
    assert all(SetUp.read([("game", slug)]).bet == "base" for slug in GAMES)


def test_a_chart_says_decisions_in_words_and_leads_to_calculator_and_drill(client: TestClient) -> None:
    rabbit = counted(client, "/lab/strategy?game=rabbit-hunter")
    assert '<span class="do-S">Fold 11%</span><span class="do-H">Play 56%</span>' in rabbit
    assert not re.search(r"[FPB]\d+", re.sub(r"<[^>]+>", " ", rabbit.partition('class="charts"')[2]))
    stud = counted(client, "/lab/strategy?game=caribbean-stud")
    assert '<a href="/lab/ev?game=caribbean-stud">the calculator</a>' in stud
    assert "pitboss ev" not in stud
    assert 'href="/play/drill?game=caribbean-stud">Drill this</a>' in stud
    hands = counted(client, "/lab/strategy?game=ultimate-texas-holdem&hand=K9s")
    assert 'href="/play/drill?game=ultimate-texas-holdem&amp;at=Ks9s"' in hands


def test_the_audit_lists_readings_apart_and_says_where_nothing_is_stated(client: TestClient) -> None:
    page = counted(client, "/lab/audit?game=ultimate-texas-holdem")
    assert "All 21 readings" in page
    assert page.count("<li>with an equal bet on Trips") == 8
    assert "Another reading: Bad Beat Bonus after a fold: lost with the fold, " in page
    empty = " ".join(counted(client, "/lab/audit?game=blackjack-switch").split())
    assert "The approval states no figure of Blackjack Switch." in empty


@pytest.mark.parametrize(("name", "rate"), [("CSTUD-01", 70), ("CSTUD-09", 68), ("CSTUD-14", 25)])
def test_a_rate_left_out_is_the_one_the_table_is_made_for_and_the_page_says_so(name: str, rate: int) -> None:
    wanted = Projection.read([("paytable", name)])
    assert wanted.rates == {"main": rate}
    stated = paytable(name).stated.house_edge
    assert any(
        f"{rate}%" in words and f"stated house edge of {stated}" in words for words in wanted.assumed()
    )
    assert any("seed" in words and "printed" in words for words in wanted.assumed())
    chosen = Projection.read([("paytable", name), ("rate.main", "30"), ("seed.main", "500")])
    assert chosen.assumed() == []


def test_the_risk_by_contribution_is_that_of_each_life_without_its_other_figures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(meters, "wagers_of", lambda terms: 10_000_000)
    monkeypatch.setattr("pitboss.simulation.meter.shortfall", None)  # this takes ten times as long
    opened = Projection.read([("paytable", "CSTUD-01")])
    found = risks(opened)
    assert [rate for rate, _ in found] == [*meters.RATES]
    monkeypatch.undo()
    terms = opened.terms(opened.table, 30)
    dry = live(terms, chances_of(terms.table), 10_000_000).levels[0].dry
    assert dry
    assert dict(found)[30] == 100 * float(dry)


def test_what_takes_too_long_to_count_is_told_with_its_size_and_simulated_with_its_standard_error(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget_showdowns()
    monkeypatch.setattr(budget, "STEPS_A_SECOND", 1)
    address = "/lab?game=three-card-poker&bet=pair-plus&pay.straight-flush=41+to+1&simulate=1000"
    end = time.monotonic() + 240
    while "data-working" in (page := client.get(address)).text and time.monotonic() < end:
        time.sleep(0.05)
    assert page.status_code == 200
    for words in (
        "Not counted: Three Card Poker: hands against the dealer",
        "Standard error",
        "Played by rules",
    ):
        assert words in html.unescape(page.text), words
    refused = client.get(address.replace("/lab?", "/lab/par.json?"))
    assert refused.status_code == 422
    assert "give it a longer --budget" in refused.text


def test_a_strategy_that_takes_too_long_is_told_with_its_size_and_counted_for_whoever_waits(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget_showdowns()
    monkeypatch.setattr(budget, "STEPS_A_SECOND", 1)
    address = "/lab/strategy?game=three-card-poker&o.dealer_qualifies=king-high"

    def shown(address: str) -> str:
        end = time.monotonic() + 240
        while "data-working" in (page := client.get(address)).text and time.monotonic() < end:
            time.sleep(0.05)
        assert page.status_code == 200
        return html.unescape(page.text)

    page = shown(address)
    assert "Not counted yet" in page
    assert re.search(r"The best play is worth from −0\.\d{4} to .0\.\d{4} Antes a round\.", page)
    steps = re.search(r"takes about ([\d,]+) steps", page)
    assert steps
    assert f'href="{address}&count=1">Count it all the' in page
    assert "pitboss strategy three-card-poker --budget" in shown(f"{address}&o.ties=push&count=1")
    monkeypatch.setattr(budget, "STEPS_A_SECOND", int(steps[1].replace(",", "")) // 300)
    assert "Play: " in shown(f"{address}&count=1"), "five minutes of it may be counted"


def test_a_meter_on_paper_has_the_figures_and_pictures_of_its_page_none_of_one_dot() -> None:
    found = project(Projection.read([("paytable", "CSTUD-01")]))
    paper = projected.on_sheets(found)
    told = [row for section in paper.facts["sections"] for row in section["rows"]]
    assert all(tuple(map(printing.signs, row)) in told for row in rows(found))
    drawn = paper.facts["pictures"]
    assert [one["title"] for one in drawn] == [title for title, _ in projected.pictures(found)]
    assert all(re.search(r'class="curve c0" d="M[^"]+L', one["svg"]) for one in drawn)
    assert paper.as_pdf().startswith(b"%PDF")


def test_a_par_sheet_bears_the_signature_of_the_houses_key_over_its_data(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = SigningKey.create(tmp_path / "sheets.key", "test-house")
    sheet = registry.par("casino-war", "tie")
    assert "Signature" not in str(printing.of_par(sheet, printing.Cover()).facts)
    made = printing.Signature(*signed.sign(sheet.as_json()["digest"], key))
    told = printing.of_par(sheet, printing.Cover(), signature=made).facts["sections"][-1]["text"]
    digest, public, signature = (told[at].removeprefix(said) for at, said in SIGNED.items())
    assert digest == sheet.as_json()["digest"]
    signed.check(digest, public, signature)
    other = ("B" if signature[0] == "A" else "A") + signature[1:]
    for wrong, forged in ((digest[::-1], signature), (digest, other)):
        with pytest.raises(BadInput, match="not signed"):
            signed.check(wrong, public, forged)
    query = "game=casino-war&bet=tie"
    plain = client.get(f"/lab/par.pdf?{query}").content
    monkeypatch.setenv("PITBOSS_SHEET_KEY", str(tmp_path / "sheets.key"))
    assert client.get(f"/lab/par.pdf?{query}").content != plain
    monkeypatch.setenv("PITBOSS_SHEET_KEY", str(tmp_path / "gone.key"))
    for address in (f"par.pdf?{query}", "meter.pdf?paytable=CSTUD-01", "audit.pdf"):
        assert client.get(f"/lab/{address}").status_code == 422, "nothing is printed that should be signed"


def test_a_table_with_other_levels_is_compared_without_a_meter_that_gets_nothing() -> None:
    one = Projection.read([("paytable", "CSTUD-01"), ("compare", "MG-ML03"), ("rate.main", "50")])
    rates = one.rates_of(paytable("MG-ML03"))
    assert sum(rates.values()) == 50
    assert min(rates.values()) > 0
    several = Projection.read([("paytable", "MG-ML03"), ("compare", "CSTUD-01")])
    assert several.rates_of(paytable("CSTUD-01")) == {"main": 40}


def test_a_projection_calls_nothing_exact_that_the_house_may_have_to_make_up() -> None:
    told = {
        name: (figure, word) for name, figure, word in rows(project(Projection.read([("rate.main", "30")])))
    }
    assert told["House edge in the long run"][0] == "63.3285%"
    assert told["Fixed pays"] == ("36.2376%", "of a wager from the meter, which gets 30%: it must run dry")
    assert told["Made up by the house"][0].startswith("5.132")
    assert not any("exact" in word for _, word in told.values())
    plain = rows(project(Projection.read([("paytable", "CSTUD-14")])))
    assert ("House edge in the long run", "exact, envy apart") in [(name, word) for name, _, word in plain]


def done(job: Job, within_s: float = 10.0) -> bool:
    """Whether the job is done in time, as an event loop of its own sees it."""
    return asyncio.run(job.done_within(within_s))


def result(job: Job) -> object:
    """What comes of the job."""
    assert done(job)
    return job.future.result()


def test_a_question_is_computed_once_however_often_it_is_asked() -> None:
    jobs, answers = Jobs(), iter(range(5))
    found = [result(jobs.ask("question", lambda: next(answers))) for _ in range(5)]
    assert found == [0] * 5


def test_a_job_that_failed_tells_all_who_watch_it_and_may_be_asked_again_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    jobs, tries = Jobs(), []

    def fail() -> None:
        tries.append(1)
        raise BadInput("no")

    for _ in range(3):
        with pytest.raises(BadInput, match="no"):
            result(jobs.ask("question", fail))
    assert len(tries) == 1
    monkeypatch.setattr("pitboss.web.lab.jobs.FAILED_KEPT_S", 0.0)
    assert result(jobs.ask("question", lambda: 1)) == 1


@pytest.mark.parametrize("form", ["", "/par.json", "/par.pdf"])
def test_a_fault_inside_a_count_is_a_page_with_one_sentence_and_is_logged(
    form: str, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app()
    query = "game=ultimate-texas-holdem&bet=trips&paytable=UTH-02"

    def fail() -> None:
        raise ZeroDivisionError("a sum over no hands")

    app.state.laboratory.ask(("sheet", read(query).link()), fail)
    with TestClient(app) as client:
        page = client.get(f"/lab{form}?{query}")
        other = client.get("/lab/ev")
    assert page.status_code == 500
    assert FAILED in html.unescape(page.text)
    assert 'href="/lab">Begin again' in page.text
    assert "House edge" not in page.text, "no part of a result"
    assert "a sum over no hands" not in page.text, "the inside stays inside"
    (logged,) = [record for record in caplog.records if record.name == "pitboss.web.lab.routes"]
    assert logged.exc_info is not None
    assert logged.exc_info[0] is ZeroDivisionError
    assert other.status_code == 200, "everything else goes on"


def test_more_than_can_wait_is_refused_in_a_page_for_now_but_not_what_is_kept() -> None:
    app, go_on = create_app(), threading.Event()
    for number in range(WAITING_MAX):
        app.state.laboratory.ask(number, lambda: go_on.wait(60))
    with TestClient(app) as client:
        counted = client.get("/lab/ev?game=caribbean-stud&at=AsKdQhJc8s/7d")
        shipped = client.get("/lab?game=ultimate-texas-holdem&bet=trips")
    go_on.set()
    assert counted.status_code == 503
    assert "Ask again in a minute" in counted.text
    assert shipped.status_code == 200


def test_what_is_kept_is_given_when_no_more_can_wait_and_what_is_not_may_be_asked_again() -> None:
    jobs, go_on, name = Jobs(), threading.Event(), f"a-thing-of-{time.monotonic_ns()}"

    def count(number: int) -> int:
        found: int = cache.remembered(name, {"number": number}, lambda: number, VERSION)
        return found

    count(7)
    for number in range(WAITING_MAX):
        jobs.ask(number, lambda: go_on.wait(60))
    assert result(jobs.ask("kept", lambda: count(7), kept=True)) == 7
    for _ in range(2):
        with pytest.raises(TooBusyError, match="Ask again"):
            result(jobs.ask("not kept", lambda: count(8), kept=True))
    go_on.set()
    assert done(jobs.ask(0, int))
    assert result(jobs.ask("not kept", lambda: count(8), kept=True)) == 8


@pytest.mark.kernels
@pytest.mark.parametrize(("game", "bet"), [spot for spot in SPOTS if spot[1] not in PLAY_FOLLOWS_PAYS])
def test_every_change_for_a_target_edge_can_be_applied(game: str, bet: str) -> None:
    """What the page offers is what `pitboss par --target-edge` lists, and its link leads to that edge."""
    set_up = read(f"game={game}&bet={bet}&target=12")
    listed = nearest(game, bet, None, {}, "12%", None)
    assert measure_changes(set_up) == listed
    for change, row in list(zip(listed.changes, change_rows(set_up, listed), strict=True))[:2]:
        assert row.edge == percent(change.house_edge)
        applied = SetUp.read(parse_qsl(urlsplit(row.link).query)) if row.link else set_up
        assert registry.par_of(game, bet, applied.table, applied.options).house_edge == change.house_edge


def test_progress_is_heard_while_others_wait_and_too_much_is_refused() -> None:
    jobs, go_on, halfway = Jobs(), threading.Event(), threading.Event()

    def work() -> None:
        for step in steps("Hands", range(2), 2):
            if step == 1:
                halfway.set()
                go_on.wait(60)

    job = jobs.ask(0, work)
    assert halfway.wait(60)
    assert (job.what, job.share) == ("Hands", 0.5)
    assert not done(job, 0.01)
    for number in range(1, WAITING_MAX):
        jobs.ask(number, lambda: go_on.wait(60))
    with pytest.raises(TooBusyError, match="Ask again"):
        jobs.ask("one more", int)
    assert jobs.ask(0, int) is job, "what is asked already can be watched by more"
    go_on.set()
    assert done(job)


def test_an_answer_that_is_kept_waits_for_no_count_and_one_that_is_not_takes_its_turn() -> None:
    jobs, go_on, name = Jobs(), threading.Event(), f"a-thing-of-{time.monotonic_ns()}"

    def count() -> int:
        found: int = cache.remembered(name, {}, lambda: 7, VERSION)
        return found

    counting = threading.Semaphore(0)

    def slow() -> None:
        for _ in steps("Hands", range(1), 1):
            counting.release()
            go_on.wait(60)

    for number in range(2 * AT_ONCE):
        jobs.ask(number, slow, kept=True)
    assert all(counting.acquire(timeout=60) for _ in range(AT_ONCE))
    missing = jobs.ask("not counted yet", count, kept=True)
    assert not done(missing, 0.05)
    cache.remembered(name, {}, lambda: 7, VERSION)
    assert result(jobs.ask("kept", count, kept=True)) == 7
    assert not missing.future.done()
    go_on.set()
    assert result(missing) == 7


def test_a_hundred_coins_end_as_the_binomial_law_says() -> None:
    half = Fraction(1, 2)
    coins = session([(Fraction(-1), half), (Fraction(1), half)])
    assert coins is not None
    assert coins.even == pytest.approx(0.0795892, abs=1e-7)  # 100 choose 50, over 2 to the 100th
    assert coins.ahead == pytest.approx((1 - 0.0795892) / 2, abs=1e-7)
    assert (coins.mean, coins.median) == (0, 0)


@given(st.dictionaries(st.integers(-3, 60), st.integers(1, 50), min_size=2, max_size=6))
def test_the_bars_of_a_session_hold_everything_but_the_ends(weights: dict[int, int]) -> None:
    total = sum(weights.values())
    found = session([(Fraction(net), Fraction(count, total)) for net, count in weights.items()])
    assert found is not None
    drawn = sum(bar.chance for bar in found.bars)
    assert drawn + found.beyond == pytest.approx(1, abs=0.003)
    low, high = found.nine_in_ten
    assert low <= found.median <= high
    assert found.ahead + found.even + found.behind == pytest.approx(1)


def test_the_pages_print_what_the_command_line_prints_with_the_cover_that_is_asked_for(
    client: TestClient,
) -> None:
    query = "game=solitaire-stud&bet=3%2B&paytable=SS-02&document=PB-7&author=Ann"
    query += "&date=2026-11-16&paper=letter&rounds=2500"
    sheet, table = registry.par("solitaire-stud", "3+", "SS-02"), game("solitaire-stud").paytable("SS-02")
    cover = printing.Cover(date(2026, 11, 16), "Ann", "PB-7", paper="letter", rounds=2500)
    assert client.get(f"/lab/par.pdf?{query}").content == printing.of_par(sheet, cover, table).as_pdf()
    refused = client.get(f"/lab/par.pdf?{query.replace('letter', 'a5')}")
    assert refused.status_code == 422
    assert "Paper is a4 or letter" in refused.text
    for wrong in (("2026-11-16", "today"), ("2500", "many"), ("2500", "0")):
        assert client.get(f"/lab/par.pdf?{query.replace(*wrong)}").status_code == 422
    card = client.get("/lab/strategy.pdf?game=solitaire-stud&card=1&paper=letter")
    assert card.content == printing.of_card(registry.strategy("solitaire-stud"), "letter").as_pdf()
    assert card.headers["content-disposition"] == 'attachment; filename="solitaire-stud-card.pdf"'
    page = counted(client, "/lab?game=solitaire-stud&bet=3%2B&pay.three-card-run=2")
    assert 'name="pay.three-card-run" value="2 to 1"' in page, "what is printed is what is on the bench"
