"""Tables of one's own in the laboratory: lines added and taken out, named, played, simulated."""

import html
import json
import math
import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest
from fastapi.testclient import TestClient

from pitboss.analysis import printing, registry
from pitboss.analysis.parsheet import Outcome, ParSheet, from_outcomes
from pitboss.analysis.progress import listening, tell
from pitboss.cards import CARDS
from pitboss.errors import BadInput, Trouble
from pitboss.games import GAMES, Round, format_round, parse_round
from pitboss.games.discovery import VARIABLE
from pitboss.paytables import OddsByHands, load_file, paytable, ranking
from pitboss.paytables.edited import LINES_MAX, hands_to_add
from pitboss.web.app import create_app
from pitboss.web.lab import business, sheets, simulating
from pitboss.web.lab.jobs import Job, Jobs
from pitboss.web.lab.setup import SetUp, as_toml, brought_back, tables_of
from pitboss.web.play import figures
from pitboss.web.play.coach import other_pays
from pitboss.web.play.luck import sheet_key
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.rooms import private_room
from tests.web.outside import OUTSIDE
from tests.web.test_play_coach import UNCOUNTED
from tests.wrong_values import planted_exact_values

PAIRS = "game=ultimate-texas-holdem&bet=ultimate-pairs&paytable=UP-1"
BONUS = "game=let-it-ride&bet=three-card-bonus&paytable=TCP-PP-10"
TIE = "game=casino-war&bet=tie&pay.equal-ranks=11"
OWN = f"{PAIRS}&pay.ace-king-suited=none&pay.no-pair=push"
TRIPS = as_toml(paytable("UTH-01"))


def read(address: str) -> SetUp:
    """The set-up of a query string."""
    return SetUp.read(parse_qsl(address))


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(per_s=10_000)) as found:
        yield found


def shown(client: TestClient, address: str) -> str:
    """The page of a set-up once it is counted."""
    while "data-working" in (page := client.get(f"/lab?{address}").text):
        time.sleep(0.05)
    return html.unescape(page)


@pytest.mark.parametrize("slug", [*GAMES, *OUTSIDE])
def test_a_line_can_be_added_to_every_table_where_its_hand_belongs_and_taken_out_again(
    outside: None, slug: str
) -> None:
    for bet in registry.bets(slug):
        for table in tables_of(slug, bet)[:1]:
            for hand in hands_to_add(table)[:1] + hands_to_add(table)[-1:]:
                given = {"game": slug, "bet": bet, "paytable": table.designator, "line": hand}
                own = SetUp.read((given | {"line_pays": "$3" if table.metered else "3"}).items())
                assert own.table is not None
                lines = [line.hand for line in own.table.lines]
                assert set(lines) - {line.hand for line in table.lines} == {hand}
                assert not ranking(table.ranking).hidden(lines)
                assert SetUp.read(own.fields().items()) == own
                assert SetUp.read(own.fields(**{f"pay.{hand}": None}).items()).table == table
                if (needed := GAMES[slug].taken_with(own.table_bet)) is not None:
                    rules = GAMES[slug].written_rules(needed | {own.table_bet: own.word})
                    assert rules.pays[own.table_bet]


def test_a_bet_that_no_table_takes_has_a_page_and_is_neither_played_nor_simulated(client: TestClient) -> None:
    points = "game=triple-shot-rummy&bet=points-bonus"
    assert read(points).seat == {}
    page = shown(client, f"{points}&simulate=100000")
    assert "3.4570" in page
    assert "Counted for comparison only: no table takes this bet." in page
    assert "No table takes this bet, so there are no rounds to play with it." in page


def test_a_bet_in_place_of_another_is_played_and_simulated_at_a_table_that_has_it() -> None:
    pairs = read("game=three-card-draw&bet=pairs-plus&paytable=TCP-PP-03&simulate=1000")
    table = {"game": "three-card-draw", "side_bet": "pairs-plus", "pairs-plus": "TCP-PP-03"}
    assert pairs.seat == table
    assert "pairs-plus" in private_room("ABCDE", table).limits.bets
    job = simulating.job_of(pairs)
    assert dict(job.wagers).keys() == {"ante", "pairs-plus"}
    assert dict(job.options)["side_bet"] == "pairs-plus"


def test_an_added_line_and_a_split_one_move_the_edge_by_what_they_pay() -> None:
    printed, own, split = (
        registry.par_of("ultimate-texas-holdem", "ultimate-pairs", read(f"{PAIRS}{more}").table, {})
        for more in ("", "&pay.no-pair=push", "&pay.aces-against-aces=25")
    )
    assert printed.house_edge - own.house_edge == Fraction(1_470_000, 1_624_350)
    assert split.house_edge - printed.house_edge == Fraction(6 * (30 - 25), 1_624_350)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        (f"{BONUS}&line=flush&line_pays=4", "there is a line for flush already"),
        (f"{BONUS}&line=high-card", "say what high card pays"),
        (f"{BONUS}&line=full-house&line_pays=4", "no line 'full-house', and no hand of this bet"),
        (f"{BONUS}&line=pair-or-better&line_pays=4", "no hand can reach the line for pair or better"),
        (f"{BONUS}&line=high-card&line_pays=%245", "has no meter, so it pays odds"),
        (f"{BONUS}&line=high-card&line_pays=1000001", "beyond any table"),
        (f"{OWN}&name={'a' * 41}", "at most 40 letters"),
        (f"{OWN}&simulate=100000001", "no number of rounds from 0 to 100,000,000"),
        (f"{OWN}&simulate=many", "'many' is no number of rounds"),
        (f"{OWN}&seed=-1", "'-1' is no seed"),
        ("game=caribbean-stud&bet=base&pay.pair-or-less=none", "always paid"),
        ("game=rabbit-hunter&bet=base&pay.flush=3", "no paytable to edit"),
        ("game=casino-war&bet=tie&pay.equal-ranks=none", "at least one line"),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_is_refused_in_a_sentence(
    client: TestClient, address: str, sentence: str
) -> None:
    with pytest.raises(BadInput, match=sentence):
        read(address)
    assert client.get(f"/lab?{address}").status_code == 422


def test_a_table_has_no_more_lines_than_the_page_says() -> None:
    hands = [name for name in ranking("rummy").names if name.endswith(("point", "points"))]
    many = "&".join(f"pay.{hand}=2" for hand in hands[: LINES_MAX + 1])
    with pytest.raises(BadInput, match=f"at most {LINES_MAX} lines"):
        read(f"game=triple-shot-rummy&bet=base&{many}")


def test_the_form_for_a_line_leads_to_the_address_that_keeps_it(client: TestClient) -> None:
    went = client.get(f"/lab?{PAIRS}&line=no-pair&line_pays=push", follow_redirects=False)
    assert went.status_code == 303
    assert dict(parse_qsl(urlsplit(went.headers["location"]).query))["pay.no-pair"] == "push"
    page = shown(client, f"{OWN}&name=Gold Bonus")
    assert "Put back ace-king suited" in page
    assert 'name="pay.ace-king-suited" form="bench" value="none"' in page
    assert "Gold Bonus" in page
    assert re.search(r'<span class="was">new</span>\s*<input[^>]*name="pay.no-pair"', page)


def test_a_line_that_no_deal_reaches_is_said_to_be_one(client: TestClient) -> None:
    """One deck has one king of spades."""
    bounty = "game=blackjack-switch&bet=kings-bounty"
    assert "no deal makes this hand" not in shown(client, bounty)
    assert "no deal makes this hand" in shown(client, f"{bounty}&o.decks=1")


def test_own_lines_are_in_the_file_and_marked_on_paper(client: TestClient, tmp_path: Path) -> None:
    own = read(f"{OWN}&name=Gold Bonus")
    file = tmp_path / "own.toml"
    file.write_text(client.get(own.sheet("/lab/par.toml")).text, encoding="utf-8")
    assert load_file(file) == own.table
    assert 'title = "Gold Bonus"' in as_toml(own.table)
    sheet = registry.par_of(own.game, own.bet, own.table, {})
    paper = json.dumps(printing.of_par(sheet, printing.Cover(), own.table).facts)
    for words in ("NOT APPROVED", "Gold Bonus", "taken out", "no such line"):
        assert words in paper


@pytest.mark.parametrize("slug", [*GAMES, *OUTSIDE])
def test_a_design_taken_away_as_a_file_comes_back_as_it_was(outside: None, slug: str) -> None:
    for bet in registry.bets(slug):
        for table in tables_of(slug, bet):
            plain = SetUp.read([("game", slug), ("bet", bet), ("paytable", table.designator)])
            first = table.lines[0]
            pay = "7" if not isinstance(first.pay, OddsByHands) else "7 to 1"
            changed = plain.fields(**{f"pay.{first.hand}": pay, "name": "My own"})
            for set_up in (plain, SetUp.read(list(changed.items()))):
                assert set_up.table is not None
                back = brought_back(as_toml(set_up.table))
                assert (back.game, back.table_bet) == (set_up.table.game, set_up.table.bet)
                assert as_toml(back.table or table) == as_toml(set_up.table)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nothing", "design.toml:1"),
        ("", "no paytable"),
        ("\ud800", "design.toml:1"),
        (TRIPS.replace('"UTH-01"', '"\ud800"').replace('"7 to 1"', '"8 to 1"'), "is no designator"),
        (TRIPS.replace("ultimate-texas-holdem", "no-such-game"), "no-such-game"),
        (TRIPS + TRIPS.replace("UTH-01", "UTH-X"), "several paytables"),
        (TRIPS.replace('pays = "7 to 1"', 'pays = "7 to 0"'), "7 to 0"),
        (TRIPS.replace('pays = "7 to 1"', 'pays = "7 to 1", envy = "$5"'), "envy"),
    ],
)
def test_a_file_that_is_no_design_is_refused_in_one_sentence(
    client: TestClient, text: str, sentence: str
) -> None:
    sent = json.dumps({"text": text})  # half a character and all
    headers = {"X-Pitboss": "1", "Content-Type": "application/json"}
    told = client.post("/lab/design", content=sent, headers=headers)
    assert told.status_code == 422
    assert sentence in told.json()["sentence"]


def test_no_file_is_written_for_a_design_that_comes_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A server that is killed would leave it."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    assert as_toml(brought_back(TRIPS).table or paytable("UTH-01")) == TRIPS


def test_a_design_is_opened_from_the_page_and_kept_by_its_name(client: TestClient) -> None:
    edited = TRIPS.replace('"7 to 1"', '"8 to 1"').replace('designator = "UTH-01"', 'designator = "Mine"')
    told = client.post("/lab/design", json={"text": edited}, headers={"X-Pitboss": "1"}).json()
    assert parse_qs(urlsplit(told["go"]).query)["pay.flush"] == ["8 to 1"]
    page = shown(client, urlsplit(told["go"]).query)
    assert 'data-save="Trips: Mine"' in page
    assert "Bring a TOML file back" in page


def test_a_round_dealt_with_an_edited_table_replays_with_it() -> None:
    own = read(f"{PAIRS}&pay.pair-of-tens-through-twos=7")
    rules = GAMES[own.game].written_rules({"ultimate-pairs": own.word})
    dealt = Round(rules, {1: {"ante": 500, "blind": 500, "ultimate-pairs": 100}}, CARDS)
    while dealt.request:
        dealt.decide(dealt.request.choices[-1].name)
    again = parse_round(format_round(dealt))
    assert again.rules.paytables == rules.paytables
    assert again.lines == dealt.lines
    assert (700, "7 to 1") in [(one.paid_cents, str(one.odds)) for one in again.lines]


SENT = {"X-Pitboss": "1"}


def test_an_edited_table_is_played_at_a_private_table_that_says_so_and_its_rounds_replay_with_it(
    client: TestClient,
) -> None:
    own = read(f"{PAIRS}&pay.no-pair=7&pay.pair-of-tens-through-twos=none")
    page = shown(client, f"{PAIRS}&pay.no-pair=7&pay.pair-of-tens-through-twos=none")
    assert f'name="ultimate-pairs" value="{own.word}"' in page
    opened = client.post("/play/private", json=own.seat, headers=SENT)
    assert opened.status_code == 200, opened.text
    went = opened.json()["go"]
    assert "Edited pays, not approved: Ultimate Pairs." in client.get(went).text
    rules = GAMES[own.game].written_rules({"ultimate-pairs": own.word})
    figures.look_up(rules, 1)
    key = sheet_key(rules, "ultimate-pairs", 2)
    assert read(urlsplit(figures.link(key)).query).table == own.table, "the table's page leads back here"
    room: Playroom = client.app.state.playroom  # type: ignore[attr-defined]
    sitting = room.sitting(went.rpartition("/")[2])
    sitting.shuffle = lambda decks: CARDS
    client.post(f"{went}/sit", json={"seat": "1"}, headers=SENT)
    for bet in ("ante", "ultimate-pairs"):
        laid = client.post(f"{went}/lay", json={"bet": bet, "chip": "500"}, headers=SENT)
        assert laid.status_code == 200, laid.text
    client.post(f"{went}/ready", json={}, headers=SENT)
    while sitting.request:
        sitting.decide(1, sitting.choices[-1].name, len(sitting.table.round.decisions))  # type: ignore[union-attr]
    replay = client.get(f"/play/rounds/{sitting.round_id}")
    assert "Edited pays, not approved: Ultimate Pairs." in replay.text
    told = client.get(f"/play/rounds/{sitting.round_id}.json").json()
    assert told["paytable_by_bet"]["ultimate-pairs"] == "UP-1 edited"
    assert [line["net"] for line in told["settlement"] if line["bet"] == "ultimate-pairs"] == ["-$5.00"]


def test_a_wager_on_a_meter_is_not_played_at_a_private_table_and_options_go_along() -> None:
    assert read("game=caribbean-stud&bet=progressive").seat == {}
    assert read("game=blackjack-switch&bet=super-match&o.decks=8").seat == {
        "game": "blackjack-switch",
        "decks": "8",
        "super-match": read("game=blackjack-switch&bet=super-match&o.decks=8").word,
    }


def test_the_coach_is_silent_where_the_pays_of_the_base_game_are_edited() -> None:
    rules = GAMES["let-it-ride"].rules()
    assert other_pays(rules) == ""
    edited = GAMES["let-it-ride"].written_rules({"first": f"{rules.paytables['first'].designator}~pair:push"})
    assert "here they are LIR-01 edited" in other_pays(edited)


def test_an_edited_table_is_simulated_beside_its_exact_value(client: TestClient) -> None:
    page = shown(client, f"{TIE}&simulate=100000&seed=7")
    own = read(f"{TIE}&simulate=100000&seed=7")
    exact = registry.par_of(own.game, own.bet, own.table, {}).expected_value
    found = simulating.run(own)
    row = found.bet("tie")
    assert row.exact is not None
    assert row.exact.expected_value == exact
    assert found.rounds == 100_000
    assert f"{float(row.mean):+.6f}".replace("-", "−") in page
    assert f"{row.standard_error:.6f}" in page
    assert simulating.shown(own, found).verdict in page
    assert "100,000 rounds, seed 7" in page


@pytest.mark.parametrize(
    ("off", "verdict"),
    [(0.4, "Within one standard error."), (-1.5, "Within two standard errors."), (2.9, "Within three"),
     (3.2, "Beyond three standard errors")],
)  # fmt: skip
def test_a_simulation_says_whether_it_lies_within_its_error(off: float, verdict: str) -> None:
    own = read(f"{TIE}&simulate=1000")
    found = simulating.run(own)
    row = found.bet("tie")
    assert row.exact is not None
    mean = row.exact.expected_value + Fraction(off * row.standard_error)
    told = simulating.shown(own, replace(found, bets=(replace(row, mean=mean),)))
    assert told.verdict.startswith(verdict)
    assert told.agrees == (abs(off) < 3)


def test_a_page_shows_an_error_where_simulation_and_exact_value_contradict_each_other(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted_exact_values(monkeypatch, "tie", Fraction(1, 2))
    page = shown(client, f"{TIE}&simulate=100000&seed=8")
    assert (
        '<p class="answer" role="alert"><b>!</b> Simulation and exact value contradict each other (tie'
        in page
    )
    assert "✓" not in page.partition('id="simulated"')[2].partition("</section>")[0]


def test_no_page_simulates_by_rules_that_nobody_wrote(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(UNCOUNTED))
    with pytest.raises(BadInput, match=r"has no strategy.txt; give rules to play by with --strategy FILE"):
        simulating.job_of(read("game=seven-cards&simulate=100000"))


def test_a_sampled_edge_is_not_called_exact_and_has_its_error_in_the_list_of_tables(
    client: TestClient,
) -> None:
    sampled = replace(
        registry.par("casino-war"), error=Fraction(1, 100), measured=("expected_value",), stated={}
    )
    own = read("game=casino-war")
    rows = sheets.table_rows(own, {table.designator: sampled for table in own.tables})
    assert rows
    assert all(row.edge == "2.330% ± 1.00 points" for row in rows)
    assert "Exact figures" not in shown(client, "game=casino-war")


def test_a_simulation_that_is_stopped_keeps_the_rounds_it_has() -> None:
    own, job = read(f"{TIE}&simulate=2000000"), Job()
    with listening(_stop_after_first(job)):
        found = simulating.run(own)
    assert found.interrupted
    assert 0 < found.rounds < 2_000_000
    assert "stopped" in simulating.shown(own, found).rounds


def _stop_after_first(job: Job) -> Callable[[str, int, int], None]:
    """Press *Stop* as soon as rounds are reported."""

    def hear(what: str, done: int, total: int) -> None:
        Job.hear(job, what, done, total)
        job.stopping = what == "Rounds"

    return hear


def test_the_business_view_is_the_exact_mean_and_deviation_of_so_many_bets(client: TestClient) -> None:
    own = read(OWN)
    sheet = registry.par_of(own.game, own.bet, own.table, {})
    says = business.read(own, [("average", "$25"), ("occupancy", "50%"), ("seats", "6"), ("tables", "4")])
    hour, day, *_, year = business.rows(sheet, says)
    assert sheet.variance is not None
    assert day.deviation is not None
    assert hour.wagers == 45 * 3
    assert day.win == -sheet.expected_value * 25_00 * 45 * 16 * 3
    assert day.deviation == pytest.approx(25_00 * (sheet.variance * 45 * 16 * 3) ** 0.5)
    assert day.widest == pytest.approx(day.deviation * 6**0.5)
    assert year.win == day.win * 365 * 4
    page = client.get(f"/lab/business?{OWN}&average=%2425&occupancy=50&seats=6&tables=4")
    while "data-working" in page.text:
        time.sleep(0.05)
        page = client.get(page.url)
    assert business.money(day.win) in page.text
    assert business.money(year.win) in page.text
    assert "Not approved: for analysis only" in page.text
    assert "All tables, a year" in page.text
    for told in business.bankrolls(sheet, says):
        assert all(words in page.text for words in told)


def test_a_bankroll_lasts_but_for_one_time_in_so_many() -> None:
    """For even money the risk is known: a house that wins with 51 of 100 loses b bets once in (51/49)^b."""

    def even_money(wins: int, losses: int) -> ParSheet:
        ends = [Outcome("won", wins, Fraction(1)), Outcome("lost", losses, Fraction(-1))]
        return from_outcomes(ends, game="coin", bet="base", paytable=None, options={})

    says = business.read(read(OWN), [("average", "$25"), ("seats", "6")])
    hundred, thousand = business.bankrolls(even_money(49, 51), says)
    cash = 25_00 * math.log(100) / math.log(51 / 49)
    assert hundred == ("1 in 100", business.money(cash), business.money(6 * cash))
    assert thousand[1] == business.money(cash * 1.5)
    assert business.bankrolls(even_money(1, 1), says) == [], "nobody lasts without an edge"
    assert business.bankrolls(even_money(0, 1), says) == [], "nobody needs one who can't lose"


def test_what_goes_to_a_jackpot_is_its_share_of_the_wagers() -> None:
    own = read("game=mississippi-stud&bet=progressive")
    says = business.read(own, [("average", "$25")])
    assert own.table is not None
    assert says["average"] == own.table.wager_cents, "the wager on a meter is fixed"
    counted = registry.par_of("ultimate-texas-holdem", "ultimate-pairs", read(PAIRS).table, {})
    sheet = replace(counted, options={"rate": "mega:50%,major:10%", "reserve": "5%"})
    row = business.rows(sheet, says)[0]
    assert row.jackpot == row.wagers * says["average"] * Fraction(65, 100)
    assert business.columns(row)[-1] == "To the jackpot"


@pytest.mark.parametrize(
    ("field", "sentence"),
    [("hours=25", "hours a day: choose 1 to 24"), ("tables=many", "'many' is no whole number"),
     ("occupancy=101", "choose 1 to 100"), ("average=abc", "'abc' is not an amount")],
)  # fmt: skip
def test_what_no_house_can_say_is_refused_in_a_sentence(
    client: TestClient, field: str, sentence: str
) -> None:
    page = client.get(f"/lab/business?{OWN}&{field}")
    assert page.status_code == 422
    assert sentence.lower() in html.unescape(page.text).lower()


def test_a_job_ends_at_its_next_report_once_it_is_stopped() -> None:
    jobs, begun = Jobs(), threading.Event()

    def endless() -> None:
        while True:
            tell("Rounds", 1, 2)
            begun.set()

    job = jobs.ask("endless", endless)
    assert begun.wait(30)
    jobs.stop("endless")
    with pytest.raises(Trouble, match="stopped"):
        job.future.result(timeout=30)
