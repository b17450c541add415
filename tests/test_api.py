"""Pitboss in Python: the public surface, what it takes, and how results show themselves."""

import inspect
import io
import json
import pickle
import re
import runpy
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pandas
import polars
import pytest
from rich.console import Console

import pitboss
from pitboss import frames
from pitboss.cards import parse_cards
from pitboss.errors import BadInput
from pitboss.games.catalogue import Catalogue
from pitboss.paytables import paytable
from tests.caches import forget_showdowns
from tests.cli.running import run

SURFACE = {
    "audit": "(*, no_cache, progress)",
    "ev": "(game, situation, options, *, budget, no_cache, progress)",
    "games": "()",
    "meter": "(paytable, rate, *, reserve, seed_amount, wager, wagers_per_hour, wagers, "
    "folded_hands_qualify, base_table, seed, progress)",
    "par": "(game, bet, paytable, options, *, budget, no_cache, progress)",
    "rules": "(game)",
    "simulate": "(game, rounds, *, seed, seats, strategy, wagers, options, paytables, session_rounds, "
    "hour_rounds, engine, address, workers, save, resume, budget, progress)",
    "strategy": "(game, options, *, budget, no_cache, progress)",
}


def signature(function: Any) -> str:
    words = []
    for name, one in inspect.signature(function).parameters.items():
        if one.kind is one.KEYWORD_ONLY and "*" not in words:
            words.append("*")
        words.append(name)
    return f"({', '.join(words)})"


def test_the_public_surface_is_this_and_no_more() -> None:
    from pitboss import api

    assert dir(pitboss) == sorted(["BadInput", "Trouble", "__version__", *SURFACE])
    assert set(api.__all__) == set(SURFACE)
    assert {name: signature(getattr(api, name)) for name in SURFACE} == SURFACE
    with pytest.raises(AttributeError, match="pitboss has no 'parr'"):
        _ = pitboss.parr


def test_importing_pitboss_imports_nothing_heavy() -> None:
    script = (
        "import sys, pitboss; dir(pitboss)\n"
        "assert not {'numpy', 'numba', 'rich', 'pandas', 'pydantic'} & set(sys.modules), sys.modules\n"
        "import pitboss.games\n"
        "assert pitboss.games().games[0].number == 1 and pitboss.games.game\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_the_catalogue_is_a_call_and_the_games_are_still_a_module() -> None:
    assert isinstance(pitboss.games(), Catalogue)
    from pitboss.games import GAMES

    assert pitboss.rules("12") is GAMES["caribbean-stud"]


def test_options_are_taken_as_numbers_and_truths() -> None:
    by_text = pitboss.par("switch", "kings-bounty", options={"decks": "8"})
    assert pitboss.par("switch", "kings-bounty", options={"decks": 8}) == by_text
    folded = {"folded_hands_qualify": True}
    assert pitboss.par("caribbean", "progressive", options=folded).options["folded_hands_qualify"] == "yes"
    with pytest.raises(BadInput, match="decks=9 is not possible"):
        pitboss.par("switch", "kings-bounty", options={"decks": 9})


def test_a_paytable_is_taken_by_name_and_as_a_value() -> None:
    assert pitboss.par("uth", "trips", paytable("UTH-02")) == pitboss.par("uth", "trips", "UTH-02")


@pytest.mark.parametrize("ante", [5, 5.0, "5", "$5.00", Decimal("5.00")])
def test_wagers_are_taken_as_dollars_however_written(ante: Any) -> None:
    found = pitboss.simulate("rabbit-hunter", 100, strategy="simple", wagers={"ante": ante})
    assert found.bet("base").wager_cents == 500


@pytest.mark.parametrize(("ante", "cents"), [(2.5, 250), (7.35, 735), (1e3, 100_000), (Decimal("2.5"), 250)])
def test_a_number_with_a_point_is_money_if_it_is_printed_as_whole_cents(ante: Any, cents: int) -> None:
    found = pitboss.simulate("rabbit-hunter", 10, strategy="simple", wagers={"ante": ante})
    assert found.bet("base").wager_cents == cents


@pytest.mark.parametrize(
    ("ante", "sentence"),
    [
        (2.505, "'2.505' is not a whole number of cents"),
        (0.1 + 0.2, "'0.30000000000000004' is not a whole number of cents"),
        (Decimal("2.505"), "'2.505' is not a whole number of cents"),
        (float("nan"), "is not an amount of dollars; write it like"),
        (float("inf"), "is not an amount of dollars; write it like"),
        (1e30, "can't have a number of more than 18 digits"),
        (True, "must be written as text, not as the bool True"),
        (None, "must be written as text, not as the NoneType None"),
    ],
)
def test_money_is_whole_cents_or_refused_in_one_sentence(ante: Any, sentence: str) -> None:
    with pytest.raises(BadInput, match=re.escape(sentence)):
        pitboss.simulate("rabbit-hunter", 10, wagers={"ante": ante})


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: pitboss.par(None), "None is no name of a game; write it as text"),  # type: ignore[arg-type]
        (lambda: pitboss.rules(12), "12 is no name of a game; write it as text"),  # type: ignore[arg-type]
        (lambda: pitboss.par("tcp", None), "None is no name of a bet; write it as text"),  # type: ignore[arg-type]
        (lambda: pitboss.par("tcp", options=8), "8 are no options; give them by name"),  # type: ignore[arg-type]
        (lambda: pitboss.strategy("tcp", {8: 1}), "8 is no name of an option"),  # type: ignore[dict-item]
        (lambda: pitboss.simulate("tcp", 10, wagers=5), "5 are no wagers; give"),  # type: ignore[arg-type]
        (lambda: pitboss.simulate("tcp", 10, seats=1.5), "1.5 is no number of seats; give a whole one"),  # type: ignore[arg-type]
        (lambda: pitboss.simulate("tcp", 10, strategy=5), "5 is no name of a strategy"),  # type: ignore[arg-type]
        (lambda: pitboss.ev("tcp", "AsKdQh", budget=1.5), "1.5 is no number of seconds"),  # type: ignore[arg-type]
    ],
)
def test_what_is_given_in_the_wrong_shape_is_told_in_one_sentence(call: Any, sentence: str) -> None:
    with pytest.raises(BadInput, match=re.escape(sentence)):
        call()


def test_a_count_that_takes_longer_than_its_budget_has_bounds_and_says_its_size() -> None:
    short: dict[str, Any] = {"options": {"aces_up_after_fold": "lose"}, "budget": 1, "no_cache": True}
    for count, given in (
        (pitboss.par, ("base",)),
        (pitboss.ev, ("AsKdQhJc8s/7d",)),
        (pitboss.strategy, ()),
    ):
        forget_showdowns()
        notes = " ".join(count("four-card-poker", *given, **short).notes)
        assert re.search(r"Not counted: .* takes about [\d,]+ steps, some \d+ s; 1 s are allowed", notes)
    sheet = pitboss.par("four-card-poker", "base", **short)
    assert sheet.method.startswith("Bounded by sampling")
    assert sheet.error > 0
    forget_showdowns()
    with pytest.raises(BadInput, match=r"takes about [\d,]+ steps, some \d+ s; 1 s are allowed"):
        pitboss.par("four-card-poker", "aces-up", **short)


def test_rounds_are_whole() -> None:
    for rounds in (10.5, "x", float("inf"), None, True):
        with pytest.raises(BadInput, match="a whole one, such as 1_000_000 or 1e6"):
            pitboss.simulate("rabbit-hunter", rounds)  # type: ignore[arg-type]
    assert pitboss.simulate("rabbit-hunter", 1e3, strategy="simple").rounds == 1000


def test_what_is_no_situation_is_said_in_one_sentence() -> None:
    with pytest.raises(BadInput, match="5 is no situation; give cards as text"):
        pitboss.ev("caribbean-stud", 5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "given", "typed"),
    [
        ("uth", ["As", "Kd"], "AsKd"),
        ("uth", [["As", "Kd"], ["2c", "7d", "Ts"]], "AsKd/2c7dTs"),
        ("rabbit-hunter", parse_cards("AsAdKh9c4d"), "AsAdKh9c4d"),
        ("caribbean-stud", (parse_cards("AsKdQhJc8s"), ["7d"]), "AsKdQhJc8s/7d"),
        ("switch", ["Ah9d 8s8c", ["6h"]], "Ah9d 8s8c/6h"),
    ],
)
def test_a_situation_is_taken_as_lists_of_cards(game: str, given: Any, typed: str) -> None:
    assert pitboss.ev(game, given) == pitboss.ev(game, typed)


def test_values_carry_what_each_decision_costs() -> None:
    values = pitboss.ev("caribbean-stud", "AsKdQhJc8s/7d")
    assert [values.cost(found) for found in values.decisions if found is values.best] == [0]
    worst = min(values.decisions, key=lambda found: found.expected_value)
    assert values.as_json()["decisions"][-1]["cost"]["exact"] == str(values.cost(worst))


def test_a_bet_that_is_not_there_is_said_with_those_that_are() -> None:
    found = pitboss.simulate("rabbit-hunter", 100, strategy="simple")
    with pytest.raises(BadInput, match="has no bet called 'nosuch'; there are base, ante"):
        found.bet("nosuch")


def test_results_are_values_that_compare_hash_and_pickle() -> None:
    sheet = pitboss.par("solitaire-stud", "3+")
    found = pitboss.simulate("solitaire-stud", 5000, strategy="simple")
    for result in (
        sheet,
        pitboss.ev("uth", "AhKd/2c7dTs"),
        pitboss.strategy("solitaire-stud"),
        pitboss.audit(),
        pitboss.meter("CSTUD-01", "60%", wagers=1e5),
        found,
        pitboss.games(),
    ):
        again = pickle.loads(pickle.dumps(result))
        assert (again, hash(again)) == (result, hash(result))
    assert found == pitboss.simulate("solitaire-stud", 5000, strategy="simple")
    assert found != pitboss.simulate("solitaire-stud", 5000, strategy="simple", seed=2)
    assert len({sheet, pitboss.par("solitaire-stud", "3+"), pitboss.par("solitaire-stud")}) == 2


def test_counts_tell_how_far_they_are_and_can_be_made_anew() -> None:
    heard: list[tuple[str, int, int]] = []
    found = pitboss.par("solitaire-stud", "3+", no_cache=True, progress=lambda *step: heard.append(step))
    assert heard[-1][1] == heard[-1][2] > 30
    assert found == pitboss.par("solitaire-stud", "3+")
    heard.clear()
    pitboss.simulate("caribbean", 600_000, strategy="simple", workers=1, progress=lambda *s: heard.append(s))
    assert [step for step in heard if step[0] == "Rounds"][-1] == ("Rounds", 600_000, 600_000)


@pytest.mark.soak
def test_every_stated_figure_counted_anew_is_what_ships() -> None:
    heard: list[tuple[str, int, int]] = []
    found = pitboss.audit(no_cache=True, progress=lambda *step: heard.append(step))
    assert heard[-1][1] == heard[-1][2] > 30
    assert found == pitboss.audit()


def test_an_engine_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(BadInput, match="there is no engine called 'das'; did you mean dask"):
        pitboss.simulate("caribbean", 10, engine="das")  # type: ignore[arg-type]


def test_a_jackpot_lives_by_numbers_or_text() -> None:
    one = pitboss.meter("CSTUD-01", 0.6, wagers=1e6)
    assert one.terms.rates == {"main": Fraction(3, 5)}
    assert one == pitboss.meter("CSTUD-01", "60%", wagers=1e6) != pitboss.meter("CSTUD-01", 0.6, wagers=2e6)
    printed = run("meter", "CSTUD-01", "--rate", "60%", "--wagers", "1e6", "--json").stdout
    assert one.as_json() == json.loads(printed)
    levels: dict[str, Any] = {"mega": "10%", "major": Fraction(2, 25), "minor": Decimal("0.06")}
    several = pitboss.meter(
        "MG-ML03", levels, seed_amount={"mega": 20_000, "major": 1000, "minor": 100}, wagers=1e5
    )
    assert several.terms.seeds_cents == {"mega": 2_000_000, "major": 100_000, "minor": 10_000}


def test_the_surface_answers_as_the_verbs_do() -> None:
    assert pitboss.par("caribbean-stud", "bonus", "CPSB-02").paytable == "CPSB-02"
    assert pitboss.ev("solitaire-stud", "KhQsJd9c8h4s2d").best.name == "play"
    lost = pitboss.simulate("caribbean-stud", 1000, strategy="fold", paytables={"bonus": "CPSB-03"})
    assert lost.bet("base").mean == -1


def test_the_notebook_runs_and_draws_its_pictures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    docs = Path(__file__).parents[1] / "docs"
    monkeypatch.setattr(sys, "argv", ["notebook.py", str(tmp_path)])
    runpy.run_path(str(docs / "notebook.py"))
    pictures = {path.name for path in tmp_path.glob("*.png")}
    shown = re.findall(r"img/(notebook-\w+\.png)", docs.joinpath("python.md").read_text(encoding="utf-8"))
    assert pictures == set(shown)
    assert "exactly 301629/33446140" in capsys.readouterr().out


class _Checked(HTMLParser):
    """Every tag that is opened is closed again."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def results() -> list[Any]:
    return [
        pitboss.par("caribbean-stud", "progressive"),
        pitboss.ev("uth", "AhKd/2c7dTs"),
        pitboss.strategy("solitaire-stud"),
        pitboss.audit(),
        pitboss.simulate("rabbit-hunter", 100_000),
        pitboss.meter("CSTUD-01", "60%", wagers=1e6),
        pitboss.games(),
        pitboss.rules("switch"),
    ]


def assert_shows_itself(result: Any) -> str:
    assert_is_short(result)
    html: str = result._repr_html_()
    page = _Checked()
    page.feed(html)
    assert page.open == []
    screen = io.StringIO()
    Console(file=screen, width=100).print(result)
    assert "object at 0x" not in screen.getvalue()
    assert screen.getvalue().count("\n") > 2
    return html


def assert_is_short(result: Any) -> None:
    assert len(repr(result)) < 160
    assert repr(result).startswith("<")


def test_a_notebook_shows_tables_and_a_prompt_one_short_line() -> None:
    for result in results():
        assert "<table>" in assert_shows_itself(result)


def test_parts_of_results_show_themselves_too() -> None:
    found = pitboss.simulate("rabbit-hunter", 100_000, strategy="simple")
    life = pitboss.meter("CSTUD-01", "60%", wagers=1e6)
    for part in (pitboss.strategy("solitaire-stud").charts[0], found.bet("base"), found.bet("all")):
        assert "<table>" in assert_shows_itself(part)
    assert "Bankroll that lasts" in assert_shows_itself(found.sessions)
    for inner in (found.job, life.terms, life.levels[0]):
        assert_is_short(inner)
    assert repr(found.job) == "<Job rabbit-hunter: 100,000 rounds, seats 1, seed 1>"


def test_a_file_that_can_not_be_written_is_refused_before_the_first_round(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"run\.sim can't be written; choose a folder that is there"):
        pitboss.simulate("rabbit-hunter", 1e12, strategy="simple", save=tmp_path / "nowhere" / "run.sim")


def test_trouble_outside_is_an_error_with_a_public_name(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("pitboss.simulation.clusters.CONNECT_S", 1)
    with pytest.raises(pitboss.Trouble, match="no Dask scheduler answers at nonsense"):
        pitboss.simulate("rabbit-hunter", 10, strategy="simple", engine="dask", address="nonsense")


def test_html_escapes_what_people_wrote() -> None:
    from pitboss.report import Report, Section

    html = Report("<b>", "&", (Section("<i>", ("<u>",), ("<th>",), (("<td>",),)),), "<s>").as_html()
    assert not {"<b>", "<i>", "<u>", "<s>"} & set(html.replace(">", "> ").split())
    assert "&lt;td&gt;" in html


@pytest.mark.parametrize("library", [pandas, polars])
def test_results_are_data_frames_of_the_library_in_use(library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "LIBRARIES", (library.__name__,))
    for result in results():
        made = result.to_frame()
        assert isinstance(made, library.DataFrame)
        assert len(made) > 0
    bets = pitboss.rules("tcp").to_frame()
    assert list(bets["bet"]) == [bet.slug for bet in pitboss.rules("tcp").every_bet]
    assert "TCP-PP-1" in str(list(bets["paytables"]))
    sheet = pitboss.par("solitaire-stud", "3+")
    made = sheet.to_frame()
    assert sum(map(int, made["combinations"])) == sheet.total
    assert sum(made["return"]) == pytest.approx(float(sheet.expected_value))
    sessions = pitboss.simulate("rabbit-hunter", 10_000).sessions
    assert sessions is not None
    assert len(sessions.to_frame()) == 50
    assert len(pitboss.strategy("solitaire-stud").charts[0].to_frame()) > 0


def test_arrays_are_the_distribution() -> None:
    sheet = pitboss.par("solitaire-stud", "3+")
    nets, chances = sheet.arrays()
    assert chances.sum() == pytest.approx(1)
    assert nets @ chances == pytest.approx(float(sheet.expected_value))


def test_without_a_library_a_data_frame_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "LIBRARIES", ("no_such_library",))
    with pytest.raises(BadInput, match="needs pandas or polars; add one with: pip install pandas"):
        pitboss.games().to_frame()
