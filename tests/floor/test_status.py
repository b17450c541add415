"""`pitboss floor status` and `close-day` against a floor that is open."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from fastapi import FastAPI
from fastapi.responses import PlainTextResponse

from pitboss.cli.floor_live import close_day, status
from pitboss.errors import BadInput
from pitboss.floor.demo import PIN
from tests.browser.conftest import serving
from tests.floor.house import House


def test_status_reads_a_floor_that_is_open(house: House) -> None:
    dealer = house.desk("D-126", "T1")
    house.win(dealer, "T1", "caribbean", 4, "flush")
    done = CliRunner().invoke(status, ["-d", house.manager.database, "--json"])
    found = {link["link"]: link for link in json.loads(done.stdout)["links"]}
    caribbean = found["caribbean"]
    assert (caribbean["state"], caribbean["unpaid_awards"], caribbean["open_claims"]) == ("open", 1, 0)
    assert caribbean["levels"][0]["meter"].startswith("$9,9")
    shown = CliRunner().invoke(status, ["-d", house.manager.database])
    assert "five-card" in shown.stdout


def test_status_of_no_ledger_is_bad_input(tmp_path: object) -> None:
    done = CliRunner().invoke(status, ["-d", f"{tmp_path}/none.db"])
    assert isinstance(done.exception, BadInput)


def test_close_day_signs_off_what_is_over_on_a_running_floor(house: House, tmp_path: Path) -> None:
    house.clock.push(26 * 3600)
    dealer = house.desk("D-126", "T1")
    house.start(dealer, "T1", "caribbean", 1)
    with serving(house.app) as url:
        arguments = ["--url", url, "--card", "A-012", "--pin-file", "-"]
        done = CliRunner().invoke(close_day, [*arguments, "--json"], input=f"{PIN}\n")
        closed = json.loads(done.stdout)["closed"]
        links = [link.name for link in house.manager.floor.links]
        assert sorted(day["link"] for day in closed) == sorted(links), "also where nothing has happened since"
        assert all(house.manager.state(link).unsigned == {} for link in links)
        held = tmp_path / "pin.txt"
        held.write_text(f"{PIN}\n", encoding="utf-8")
        again = CliRunner().invoke(close_day, [*arguments[:-1], str(held)])
        assert "No gaming day waits" in again.stdout
        told = {"PITBOSS_CARD": "A-012", "PITBOSS_PIN": PIN}
        assert "No gaming day waits" in CliRunner(env=told).invoke(close_day, arguments[:2]).stdout
        wrong = CliRunner().invoke(close_day, arguments, input="999999\n")
        assert "not recognised" in str(wrong.exception)


@pytest.mark.parametrize("url", ["ftp://floor", "http://127.0.0.1:9"])
def test_close_day_says_when_there_is_no_floor(url: str) -> None:
    done = CliRunner().invoke(close_day, ["--url", url, "--card", "x", "--pin-file", "-"], input="y\n")
    assert isinstance(done.exception, BadInput)


def test_close_day_says_in_one_line_what_answers_in_place_of_a_floor() -> None:
    """A proxy whose floor is down answers with a page of its own."""
    proxy = FastAPI()
    proxy.post("/api/sign-in")(lambda: PlainTextResponse("Bad Gateway", 502))
    with serving(proxy) as url:
        asked = ["--url", url, "--card", "x", "--pin-file", "-"]
        done = CliRunner().invoke(close_day, asked, input="y\n")
        assert isinstance(done.exception, BadInput)
        assert str(done.exception) == f"{url} answers 502 Bad Gateway, not as a floor does"


@pytest.mark.parametrize(
    ("given", "missing"), [([], "no card: give --card"), (["--card", "x"], "no PIN: give --pin-file")]
)
def test_close_day_without_a_terminal_says_how_to_give_what_it_needs(given: list[str], missing: str) -> None:
    done = CliRunner().invoke(close_day, given)
    assert isinstance(done.exception, BadInput)
    assert missing in str(done.exception)
    assert "PITBOSS_" in str(done.exception)
