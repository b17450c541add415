"""The life of a jackpot: simulated awards agree with the exact figures, and low rates run dry."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from pitboss.analysis.progress import listening
from pitboss.cli.meter import command
from pitboss.errors import BadInput
from pitboss.paytables import Paytable, paytable
from pitboss.simulation.meter import Life, Terms, chances_of, compare, live
from pitboss.simulation.report import of_life

HOUR = 200


def terms(table: Paytable, rate: str, reserve: str = "0", seed_cents: int | None = None) -> Terms:
    seed = table.seed_cents if seed_cents is None else seed_cents
    first, *others = table.levels
    return Terms(
        table,
        dict.fromkeys(table.levels, Fraction(rate)),
        dict.fromkeys(table.levels, Fraction(reserve)),
        {first: seed or 0, **dict.fromkeys(others, 0)},
        HOUR,
    )


def life(designator: str, rate: str, reserve: str = "0", seed_cents: int | None = None) -> Life:
    table = paytable(designator)
    return live(terms(table, rate, reserve, seed_cents), chances_of(table, folded_hands_qualify=True))


@pytest.mark.parametrize(
    ("designator", "rate", "reserve"),
    [
        ("CSTUD-01", "0.7", "0"),
        ("CSTUD-01", "0.6", "0.1"),
        ("MG-ML03", "0.05", "0.01"),
        ("UTH-JP-01", "0.2", "0"),
    ],
)
def test_awards_agree_with_the_exact_mean_and_edge(designator: str, rate: str, reserve: str) -> None:
    found = life(designator, rate, reserve)
    for level in found.levels:
        expected = found.wagers * float(level.chance)
        assert abs(level.awards - expected) < 4 * expected**0.5
        assert level.simulated_error_cents is not None
        off = level.awards_cents.mean() - float(level.mean_award_cents)
        assert abs(off) < 4 * level.simulated_error_cents
    # The edge moves with the number of reseeds and with what the tray pays, the rarest line most of all.
    assert found.edge_error is not None
    assert abs(found.edge - float(found.long_run_edge)) < 4 * found.edge_error
    for hand, chance in chances_of(found.terms.table, folded_hands_qualify=True).items():
        expected = found.wagers * float(chance)
        assert abs(found.awards_by_hand[hand] - expected) < 4 * expected**0.5


def test_the_risk_of_running_dry_falls_as_the_rate_rises() -> None:
    dry = [life("CSTUD-01", rate).levels[0].dry for rate in ("0.3", "0.37", "0.38", "0.4", "0.7")]
    shares = [float(share) for share in dry if share is not None]
    assert len(shares) == len(dry)
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.5
    assert shares[-1] == 0


@pytest.mark.parametrize(
    ("designator", "rate"),
    [
        ("CSTUD-01", "0.2"),
        ("CSTUD-01", "0.3"),
        ("CSTUD-12", "0.46"),
        ("CSTUD-02", "0.5"),
        ("CSTUD-09", "0.25"),
    ],
)
def test_what_the_house_makes_up_is_in_the_edge_and_in_the_mean_award(designator: str, rate: str) -> None:
    """The bounds and the simulation agree, and neither is called exact."""
    found = life(designator, rate)
    (level,) = found.levels
    assert found.short_awards > 0
    assert found.long_run_error > 0
    assert found.edge_error is not None
    assert level.simulated_error_cents is not None
    slack = 4 * found.edge_error + float(found.long_run_error)
    assert abs(found.edge - float(found.long_run_edge)) < slack
    assert level.mean_award_cents > 0
    slack = 4 * level.simulated_error_cents + float(level.mean_award_error_cents)
    assert abs(level.awards_cents.mean() - float(level.mean_award_cents)) < slack
    data = found.plain()
    assert data["long_run_house_edge"]["exact"] is None
    assert data["levels"][0]["mean_award"]["exact"] is None
    assert data["levels"][0]["must_run_dry"] == (level.growth <= 0)
    told = str(of_life(found).as_terminal())
    assert "exact" not in told


def test_a_meter_without_fixed_pays_is_exact_as_before() -> None:
    found = life("CSTUD-14", "0.25")
    assert found.long_run_error == found.made_up.most == 0
    assert found.plain()["long_run_house_edge"]["exact"] is not None


def test_a_rate_and_a_seed_left_out_are_those_of_the_table_and_it_says_so() -> None:
    shown = CliRunner().invoke(command, ["CSTUD-09", "--wagers", "1e6"], catch_exceptions=False).output
    said = " ".join(shown.split())
    assert "67.69% to the main meter, which gives the stated house edge of 11%" in said
    assert "a seed of $10,000.00 for main, as printed" in said
    given = CliRunner().invoke(
        command, ["CSTUD-09", "--rate", "60%", "--seed-amount", "5000", "--wagers", "1e6"]
    )
    assert "left out" not in given.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["MG-01"], "MG-01 states no house edge, so no rate follows from it; give a rate"),
        (["CSTUD-01", "--rate", "0%"], "0% to the main meter: a progressive grows with each wager"),
    ],
)
def test_what_cannot_be_derived_must_be_given_and_nothing_is_no_rate(words: list[str], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        CliRunner().invoke(command, words, catch_exceptions=False)


def test_times_to_an_award_follow_the_geometric_law() -> None:
    level = life("CSTUD-01", "0.7").levels[0]
    half = level.wagers_for(0.5)
    assert abs(level.within(half) - 0.5) < 1e-5
    assert (1 - float(level.chance)) ** half <= 0.5 < (1 - float(level.chance)) ** (half - 1)


def test_a_reserve_goes_to_the_meter_at_a_reseed() -> None:
    without, with_reserve = life("CSTUD-01", "0.6"), life("CSTUD-01", "0.6", "0.1")
    assert without.levels[0].reserve_cents == 0
    assert with_reserve.levels[0].reserve_cents == Fraction(10) / with_reserve.levels[0].chance
    assert with_reserve.levels[0].awards_cents.min() >= 1_000_000 * 0.5


def test_the_same_seed_gives_the_same_awards() -> None:
    assert life("CSTUD-02", "0.5") == life("CSTUD-02", "0.5")


def test_an_interrupt_keeps_what_is_done() -> None:
    table = paytable("CSTUD-02")
    setting, chances = terms(table, "0.5"), chances_of(table, folded_hands_qualify=True)

    def end_after_two(what: str, done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with listening(end_after_two):
        early = live(setting, chances, 10**10)
    assert early.interrupted
    assert early.wagers < 10**9, "two stretches of many"
    whole = live(setting, chances, early.wagers)
    assert not whole.interrupted
    assert early.plain() | {"simulated": None} == whole.plain() | {"simulated": None}
    assert (early.edge, early.awards_by_hand) == (whole.edge, whole.awards_by_hand)
    assert (early.months_cents == whole.months_cents).all()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("UTH-01", "--rate", "50%"), "UTH-01 pays from no meter"),
        (("CSTUD-01", "--rate", "50"), "write it like 25%"),
        (("CSTUD-01", "--rate", "50%", "--wagers", "ten"), "'ten' is no whole number of wagers"),
        (("CSTUD-01", "--rate", "50%", "--seed-amount", "-5"), "below nothing"),
        (("CSTUD-01", "--rate", "50%", "--plot", "meters.doc"), "with .png or .svg or .pdf"),
        (("CSTUD-01", "--rate", "50%", "--plot", "nowhere/meters.png"), "can't be written"),
    ],
)
def test_bad_input_is_one_clear_line(words: tuple[str, ...], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        CliRunner().invoke(command, list(words), catch_exceptions=False)


@pytest.mark.parametrize(("rate", "reserve"), [("0.8", "0.3"), ("-0.1", "0"), ("0.1234567", "0")])
def test_impossible_rates_are_refused(rate: str, reserve: str) -> None:
    with pytest.raises(BadInput, match="rate"):
        terms(paytable("CSTUD-01"), rate, reserve)


def test_a_picture_compares_tables_and_rates(tmp_path: Path) -> None:
    path = tmp_path / "meters.svg"
    compare([life("CSTUD-01", "0.4"), life("CSTUD-01", "0.7"), life("CSTUD-02", "0.7")], str(path))
    assert "<svg" in path.read_text()


def test_the_verb_tells_it_all_as_json() -> None:
    done = CliRunner().invoke(
        command,
        ["CSTUD-01", "--rate", "40%", "--rate", "70%", "--wagers", "1e8", "--json"],
        catch_exceptions=False,
    )
    low, high = json.loads(done.stdout)["meters"]
    assert low["rates"] == {"main": {"exact": "2/5", "value": 0.4}}
    assert high["rates"] == {"main": {"exact": "7/10", "value": 0.7}}
    assert low["levels"][0]["growth"]["value"] < high["levels"][0]["growth"]["value"]
