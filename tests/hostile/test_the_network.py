"""What a floor shows to a network: TLS, names, proxies, parts, health; and what its start says."""

import json
import re
import ssl
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from pitboss.errors import BadInput
from pitboss.floor.demo import PIN
from pitboss.floor.records import backups
from pitboss.jackpots.commands import HaltLink, HaltReason
from pitboss.web.app import create_app
from pitboss.web.door import Door
from pitboss.web.serving import Server, address, is_local, listen, names_of, tls_of
from tests.cli.running import run
from tests.floor.floors import approved
from tests.floor.house import HEADER, House
from tests.floor.served import served
from tests.hostile.sockets import Terminal, listening

PAGE = {"Accept": "text/html"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The floor file of a house that may open."""
    path = tmp_path / "floor.toml"
    path.write_text(approved(), encoding="utf-8")
    return path


def test_failure_64_a_real_floor_for_a_network_is_not_served_in_clear(file: Path) -> None:
    told = run("serve", "--floor", str(file), "--host", "0.0.0.0", "--port", "0")
    assert told.exit_code == 2
    assert "cards and PINs would cross the network to 0.0.0.0 for everybody to read" in told.stderr
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--tls-key", "x"], "give either --tls-cert with --tls-key, or --plain-http"),
        (["--tls-cert", "x", "--plain-http"], "give either --tls-cert with --tls-key, or --plain-http"),
        (["--tls-cert", "no-such.pem"], "there is no file no-such.pem"),
        (["--proxy", "10.0.0.0/8"], "--proxy takes the address of a proxy, such as 127.0.0.1"),
        (["--only", "play"], "is for serving the floor, and --only leaves it out"),
        (["--only", "flor"], "there is nothing to serve called 'flor'; did you mean floor?"),
    ],
)
def test_options_that_do_not_fit_are_one_line_and_start_nothing(
    file: Path, options: list[str], why: str
) -> None:
    told = run("serve", "--floor", str(file), "--port", "0", *options)
    assert (told.exit_code, told.stdout) == (2, "")
    assert why in told.stderr
    assert list(file.parent.iterdir()) == [file]


def test_a_certificate_that_is_none_is_one_line(file: Path) -> None:
    with pytest.raises(BadInput, match=r"floor.toml and its key can't be used"):
        tls_of(file, None)


def test_only_this_machine_is_local() -> None:
    assert [is_local(host) for host in ("127.0.0.1", "127.8.8.8", "::1", "localhost")] == [True] * 4
    assert [is_local(host) for host in ("0.0.0.0", "::", "10.0.0.7", "floor.example")] == [False] * 4


def test_the_address_that_is_printed_is_the_one_that_answers() -> None:
    with listen("127.0.0.1", 0) as four, listen("::1", 0) as six:
        assert re.fullmatch(r"http://127\.0\.0\.1:[1-9][0-9]+/", address(four))
        assert re.fullmatch(r"https://\[::1\]:[1-9][0-9]+/", address(six, tls=True))


# Names and proxies


def test_failure_62_a_page_of_another_site_that_was_led_here_is_refused(house: House) -> None:
    app = create_app(house.manager, names=names_of("127.0.0.1", ["Floor.Example"]))
    evil = TestClient(app, base_url="http://evil.example")
    told = evil.post(
        "/api/sign-in", json={"card": "S-207", "pin": PIN}, headers=HEADER | {"Origin": "http://evil.example"}
    )
    assert (told.status_code, told.json()["refusal"]) == (421, "OTHER_NAME")
    assert evil.get("/floor/sign-in").status_code == 421
    page = evil.get("/floor/sign-in", headers=PAGE)
    assert "<p>This server does not go by the name evil.example" in page.text
    ours = TestClient(app, base_url="https://floor.example")
    told = ours.post(
        "/api/sign-in",
        json={"card": "S-207", "pin": PIN},
        headers=HEADER | {"Origin": "https://floor.example"},
    )
    assert told.status_code == 200
    assert "; Secure" in told.headers["set-cookie"]


def test_the_very_address_that_was_asked_is_a_name_too(house: House) -> None:
    client = TestClient(create_app(house.manager, names=names_of("0.0.0.0")), base_url="http://10.0.0.7:8000")
    asked = [("10.0.0.7", 200), ("10.0.0.7:8000", 200), ("10.0.0.8", 421), ("", 421), ("localhost:8000", 200)]
    for host, status in asked:
        assert client.get("/floor/sign-in", headers={"Host": host}).status_code == status, host


def test_failure_63_nobody_is_believed_whom_they_ask_for_unless_they_are_a_named_proxy(house: House) -> None:
    app = create_app(house.manager)
    statuses = []
    with listening(app) as port:
        for number in range(12):
            with Terminal(port, "") as terminal:
                terminal.headers["X-Forwarded-For"] = f"10.0.0.{number}"
                wrong = {"card": f"S-{number}", "pin": "000000"}
                statuses.append(terminal.ask("POST", "/api/sign-in", wrong))
    assert statuses == [403] * 10 + [429] * 2  # one place, whatever it says
    app.state.door = Door(proxies=["10.0.0.1"])
    with listen("127.0.0.1", 0) as one:
        behind = Server(app, one).config
    assert (behind.proxy_headers, behind.forwarded_allow_ips) == (True, ["10.0.0.1"])


# Parts


def test_what_is_not_served_is_not_there_and_the_start_page_says_only_what_is(money: House) -> None:
    there = {"floor": "/floor/sign-in", "play": "/play", "lab": "/lab"}
    for parts in ({"floor"}, {"play"}, {"lab"}, {"floor", "lab"}):
        floor = money.manager if "floor" in parts else None
        client = TestClient(create_app(floor, parts=frozenset(parts)))
        start = client.get("/").text
        for part, path in there.items():
            assert client.get(path, headers=PAGE).status_code == (200 if part in parts else 404), (
                parts,
                part,
            )
            assert (f'href="/{part}"' in start) == (part in parts)
        assert client.get("/api/floor").status_code == (200 if "floor" in parts else 404)
    assert "Page not found" in client.get("/play", headers=PAGE).text
    assert client.get("/play").json()  # a program is told in its own way


def test_the_start_page_of_a_real_floor_does_not_say_that_no_money_is_at_stake(money: House) -> None:
    start = TestClient(create_app(money.manager, parts=frozenset({"floor"}))).get("/").text
    assert money.manager.floor.site.name in start
    assert "lay chips" not in start
    assert "No real money" not in TestClient(create_app(money.manager)).get("/").text


def test_a_demo_still_says_what_it_is(house: House) -> None:
    assert "DEMO FLOOR. Play chips for training. No real money." in TestClient(house.app).get("/").text


# Health


def test_health_is_200_while_all_is_well_and_503_when_books_do_not_hold_or_nothing_can_be_written(
    house: House, tmp_path: Path
) -> None:
    client = TestClient(house.app)
    found = client.get("/health")
    assert (found.status_code, found.json()["status"]) == (200, "ok")
    assert found.json()["last_backup_age_s"] is None
    assert found.json()["disk_left_bytes"] > 0
    backups.backup(house.manager.database, tmp_path / "copy.db", house.manager.folder)
    assert client.get("/health").json()["last_backup_age_s"] < 100
    assert client.get("/health").json()["last_signed_head_age_s"] is not None

    house.manager.execute("caribbean", "halt-1", HaltLink(HaltReason.FUNDS_SHORT, "too little"))
    assert client.get("/health").status_code == 200
    house.manager.execute("holdem", "halt-2", HaltLink(HaltReason.INVARIANT, "meter below zero"))
    found = client.get("/health")
    assert found.status_code == 503
    assert found.json()["halted"] == {"caribbean": "funds-short", "holdem": "invariant"}


def test_health_fails_when_the_ledger_only_reads(house: House) -> None:
    house.manager.ledger._journal.halted = "the disk is full"
    found = TestClient(house.app).get("/health")
    house.manager.ledger._journal.halted = ""
    assert (found.status_code, found.json()["read_only"]) == (503, True)
    assert "the disk is full" in found.json()["why"]


def test_figures_are_in_the_text_format_of_prometheus(house: House) -> None:
    house.manager.alarms.ring("a", "something rang")
    told = TestClient(house.app).get("/metrics")
    assert told.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = told.text.splitlines()
    form = re.compile(r'# TYPE pitboss_[a-z_]+ gauge|pitboss_[a-z_]+(\{link="[^"]+"\})? -?[0-9]+')
    assert all(form.fullmatch(line) for line in lines)
    assert {"pitboss_ok 1", "pitboss_open_alarms 1", 'pitboss_link_open{link="caribbean"} 1'} <= set(lines)
    assert len(lines) == len(set(lines))


# The start


def test_a_served_floor_says_what_check_refuses_where_it_is_and_logs_with_time_and_level(
    file: Path, certificate: Path
) -> None:
    text = approved().replace("opens = 2023-06-20", "opens = 2023-06-15")
    file.write_text(text, encoding="utf-8")
    program = Path(sys.executable).with_name("pitboss")
    options = ["--floor", str(file), "--port", "0", "--only", "floor", "--tls-cert", str(certificate)]
    with served([program, "serve", *options, "--access-log"]) as server:
        said = server.said
        assert any(line.startswith("refused: site: ") for line in said)
        assert any("no table may open." in line for line in said)
        url = re.search(r"https://127\.0\.0\.1:[1-9][0-9]+/", said[-1])
        assert url
        trusting = ssl.create_default_context(cafile=str(certificate))
        with urllib.request.urlopen(f"{url[0]}health", timeout=30, context=trusting) as answer:
            assert json.load(answer)["status"] == "ok"
        with pytest.raises(urllib.error.HTTPError, match="404") as missing:
            urllib.request.urlopen(f"{url[0]}play", timeout=30, context=trusting)
        missing.value.close()
    at = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}"
    assert re.search(
        at + r' INFO uvicorn\.access: 127\.0\.0\.1:\d+ - "GET /health HTTP/1\.1" 200', server.logged
    )
