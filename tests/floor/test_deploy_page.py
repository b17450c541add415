"""Every command of docs/deploy.md, run in its order on a real PostgreSQL, from an empty folder to a wager."""

import configparser
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from pitboss.floor.config.floor_file import STAND_INS
from tests.floor import proxy
from tests.floor.served import served
from tests.memory import in_memory
from tests.postgres import Server

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', PAGE, flags=re.M | re.S)
PIN = "314159"
_CURL = """
import ssl, sys, urllib.request
trusted = ssl.create_default_context(cafile=sys.argv[sys.argv.index("--cacert") + 1])
print(urllib.request.urlopen(sys.argv[-1], context=trusted).read().decode(), end="")
"""
"""What `curl --fail --silent --cacert FILE ADDRESS` does, for a machine that has none."""


@dataclass
class Machine:
    """A server that somebody sets up by the page: a folder, a database, another place, and a shell."""

    folder: Path
    cluster: Server
    port: int

    def fitted(self, text: str) -> str:
        """The page's text for this machine: its own folders, ports and database."""
        changes = {
            "/srv/pitboss": str(self.folder / "floor"),
            "/mnt/elsewhere": str(self.folder / "elsewhere"),
            **{words: f"on file, no. {number}" for number, words in enumerate(STAND_INS, 1)},
            "postgresql://pitboss:choose-one@127.0.0.1/floor": self.cluster.url("floor", "pitboss"),
            "--port 8443": f"--port {self.port}",
            "localhost:8443": f"localhost:{self.port}",
            "--port 8000": f"--port {self.port + 1}",
        }
        for there, here in changes.items():
            text = text.replace(there, here)
        return text

    def shell(self, commands: str) -> str:
        """What commands print; a failure fails the test with what was said. Settings and place stay."""
        kept = self.folder / "settings"
        script = f"[ -f {kept} ] && . {kept}\nset -ae\n{commands}\n"
        script += f"{{ export -p; echo \"cd '$PWD'; umask $(umask)\"; }} > {kept}\n"
        words = ["bash", "-c", script]
        done = subprocess.run(words, cwd=self.folder, env=self.environment, capture_output=True, text=True)
        assert done.returncode == 0, f"{commands}\n{done.stdout}{done.stderr}"
        return done.stdout

    @property
    def environment(self) -> dict[str, str]:
        """The program that is tested comes first on the path; one that says nothing stands for NTP."""
        programs = [str(self.folder / "bin"), str(Path(sys.executable).parent), str(self.cluster.programs)]
        return os.environ | {"PATH": ":".join([*programs, os.environ["PATH"]]), "COLUMNS": "200"}

    @contextmanager
    def serving(self, command: str) -> Iterator[str]:
        """Run a server as the page says until the block ends; yields what it printed."""
        settings = self.folder / "settings"
        words = ("bash", "-c", f". {settings}\nexec {command.strip()}")
        with served(words, self.folder, self.environment) as server:
            yield "".join(server.said)


class Browser:
    """Somebody at a page: what its buttons send."""

    def __init__(
        self, url: str, trusting: ssl.SSLContext | None = None, headers: dict[str, str] | None = None
    ) -> None:
        handlers: list[Any] = [urllib.request.HTTPCookieProcessor(CookieJar())]
        if trusting:
            handlers.append(urllib.request.HTTPSHandler(context=trusting))
        self.opener = urllib.request.build_opener(*handlers)
        self.url, self.more = url, headers or {}
        self.card = ""

    def send(self, path: str, body: Any = None) -> Any:
        headers = {"X-Pitboss": "1", "Content-Type": "application/json", "Idempotency-Key": str(uuid4())}
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(self.url + path, data, headers | self.more)
        with self.opener.open(asked, timeout=60) as answer:
            self.cookie = answer.headers.get("set-cookie", "")
            text = answer.read()
        return json.loads(text) if text else None

    def sign_in(self, card: str, **at: str) -> "Browser":
        self.send("/api/sign-in", {"card": card, "pin": PIN, **at})
        self.card = card
        return self

    def swipe(self, path: str, body: Any = None) -> Any:
        challenge = self.send("/api/challenges", {"path": path})["challenge"]
        swipe = {"challenge": challenge, "card": self.card, "pin": PIN}
        return self.send(path, {**(body or {}), "swipe": swipe})


def blocks(language: str) -> Iterator[str]:
    """The blocks of a language that are run as they stand."""
    return (text for name, title, text in BLOCKS if name == language and not title)


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """An empty machine with PostgreSQL on it."""
    folder, cluster = tmp_path_factory.mktemp("machine"), Server(within=in_memory())
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = min(free.getsockname()[1], 65_000)
    (folder / "elsewhere").mkdir()
    (folder / "bin").mkdir()
    clock = shutil.which("timedatectl")
    if clock is None or subprocess.run([clock, "show"], capture_output=True).returncode:
        # A machine without that service says nothing of its clock.
        (folder / "bin/timedatectl").symlink_to("/bin/true")
    if shutil.which("curl") is None:
        (folder / "bin/curl").write_text(f"#!/bin/sh\nexec '{sys.executable}' -c '{_CURL}' \"$@\"\n")
        (folder / "bin/curl").chmod(0o700)
    yield Machine(folder, cluster, port)
    cluster.stop()


def test_the_page_leads_from_an_empty_server_to_the_first_wager_and_a_restore(
    machine: Machine,
) -> None:
    with psycopg.connect(machine.cluster.url(), autocommit=True) as admin:
        for block in blocks("sql"):
            for statement in filter(str.strip, block.split(";")):
                admin.execute(statement.encode())
    told = ""
    with ExitStack() as stack:
        for text in map(machine.fitted, blocks("sh")):
            if "pitboss serve" not in text:
                told += machine.shell(text)
            elif "--tls-cert" in text:
                told += stack.enter_context(machine.serving(text))
            else:
                with machine.serving(text):
                    sign_in_behind_a_proxy(machine)
            if "ledger.code" in text:
                first_wager(machine, told.split()[-1])
    assert told.count("tables may open.") == 3  # by the check, at the start, and before an upgrade
    assert told.count("The records of 6 people hold") == 3
    for words in ("M-001", '"status":"ok"', "pitboss_ok 1", "verified; 6 people"):
        assert words in told, words
    assert len(re.findall(r"pit-1 +open +main +\$10,000\.[0-9]*[1-9]", told)) == 2, told


def first_wager(machine: Machine, code: str) -> None:
    """Step 6, as its buttons send it."""
    url = f"https://localhost:{machine.port}"
    trusting = ssl.create_default_context(cafile=str(machine.folder / "floor/floor.pem"))

    def choose_pin(card: str, code: str) -> Browser:
        Browser(url, trusting).send("/api/pin", {"card": card, "code": code, "pin": PIN})
        return Browser(url, trusting)

    admin = choose_pin("M-001", code).sign_in("M-001")
    assert "; Secure" in admin.cookie
    staff = {"X-301": "executive", "X-302": "executive", "S-201": "supervisor", "A-401": "accounting"}
    at = {"M-001": admin}
    for card, role in {**staff, "D-101": "dealer"}.items():
        person = card.lower().replace("-", ".")
        admin.swipe("/api/staff", {"person": person, "name": f"Holder of {card}"})
        given = {"label": card, "number": card, "role": role}
        code = admin.swipe(f"/api/staff/{person}/cards", given)["code"]
        if card in ("X-302", "S-201", "A-401"):
            assert code == ""
            code = at["X-301"].swipe(f"/api/cards/{card}/release")["code"]
        at[card] = choose_pin(card, code)
        if role != "dealer":
            at[card].sign_in(card)
    asked = at["S-201"].swipe("/api/links/pit-1/configure")
    at["X-301"].swipe(f"/api/proposals/{asked['number']}/approve")
    at["S-201"].swipe("/api/links/pit-1/open")
    at["A-401"].swipe("/api/links/pit-1/deposits", {"cents": "1000000", "reference": "slip 1"})
    dealer = at["D-101"].sign_in("D-101", table="CS-1")
    wagers = {"round_no": 1, "seats": [3], "base_seats": [3], "wager_cents": "100"}
    assert dealer.send("/api/tables/CS-1/links/pit-1/start", wagers)["type"] == "RoundStarted"
    dealer.send("/api/tables/CS-1/links/pit-1/end", {"round_no": 1})


def sign_in_behind_a_proxy(machine: Machine) -> None:
    """What nginx would hand on of a sign-in at https://floor.example."""
    forwarded = {"X-Forwarded-For": "10.0.0.9", "X-Forwarded-Proto": "https"}
    ours = {"Host": "floor.example", "Origin": "https://floor.example"}
    page = Browser(f"http://127.0.0.1:{machine.port + 1}", headers=forwarded | ours)
    assert "; Secure" in page.sign_in("S-201").cookie


def test_what_root_runs_is_shell_and_names_the_units_of_the_page() -> None:
    titles = {title for _, title, _ in BLOCKS if title.endswith((".service", ".timer"))}
    for text in [text for _, title, text in BLOCKS if title == "as root"]:
        subprocess.run(["bash", "-n", "-c", text], check=True)
        assert set(re.findall(r"[\w-]+\.(?:service|timer)", text)) <= titles


def test_the_service_starts_what_the_page_starts(tmp_path: Path) -> None:
    units = {title: text for language, title, text in BLOCKS if language == "ini"}
    (served,) = (text for text in blocks("sh") if "--tls-cert" in text)
    as_typed = " ".join(served.replace("\\\n", " ").split())
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(units["pitboss.service"])
    started = unit["Service"]["ExecStart"].removeprefix("/srv/pitboss/venv/bin/")
    expanded = as_typed.replace('"$DATABASE"', "${DATABASE}").replace('"$PITBOSS/keys"', "/srv/pitboss/keys")
    assert started == expanded


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd here: the units of docs/deploy.md were not tried")
    program = tmp_path / "pitboss"  # a unit takes no path with a space, as a checkout may have
    program.symlink_to(Path(sys.executable).with_name("pitboss"))
    units = {title: text for language, title, text in BLOCKS if language == "ini"}
    for name, text in units.items():
        here = text.replace("/srv/pitboss/venv/bin/pitboss", str(program))
        (tmp_path / name).write_text(here.replace("/srv/pitboss", str(tmp_path)), encoding="utf-8")
    words = ["systemd-analyze", "verify", *(str(tmp_path / name) for name in units)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert [line for line in done.stderr.splitlines() if "pitboss" in line] == []


def test_the_proxy_is_set_up_as_nginx_reads_it(tmp_path: Path) -> None:
    (text,) = blocks("nginx")
    assert text.count("{") == text.count("}") == 2
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    assert all(line.endswith((";", "{", "}")) for line in lines)
    for header in ("Host $http_host", "X-Forwarded-For $remote_addr", "X-Forwarded-Proto $scheme"):
        assert f"proxy_set_header {header};" in lines


def test_nginx_takes_the_proxys_block(tmp_path: Path) -> None:
    nginx = proxy.find_nginx()
    if nginx is None:
        pytest.skip(proxy.MISSING)
    (text,) = blocks("nginx")
    plain = re.sub(r" ssl;|.*ssl_certificate.*\n", lambda found: ";" if found[0] == " ssl;" else "", text)
    temporary = "".join(
        f"{kind}_temp_path {tmp_path}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    outside = f"events {{}}\npid {tmp_path}/pid;\nerror_log stderr;\n"
    whole = f"{outside}http {{ {temporary} access_log off; {plain} }}\n"
    if os.geteuid() == 0:
        whole = f"user root root;\n{whole}"
    (tmp_path / "nginx.conf").write_text(whole.replace("443", "8443"), encoding="utf-8")
    words = [nginx, "-t", "-e", "stderr", "-c", str(tmp_path / "nginx.conf")]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_machine_without_nginx_is_told_what_was_not_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    """It is left out with its reason, and every run ends with the reasons."""
    monkeypatch.setattr(proxy, "PLACES", str(tmp_path))
    with pytest.raises(pytest.skip.Exception, match=r"no nginx here: .* was not tried"):
        test_nginx_takes_the_proxys_block(tmp_path)
    assert "-ra" in pytestconfig.getini("addopts")
