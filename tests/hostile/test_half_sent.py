"""Slow, half-sent, idle and oversized requests cost only their sender."""

import asyncio
import resource
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.responses import StreamingResponse
from starlette.websockets import WebSocket

from pitboss.floor.api.guard import UNDER_WAY_MAX, place_of
from pitboss.floor.demo import PIN
from pitboss.web.app import create_app
from pitboss.web.door import MESSAGE_BYTES_MAX, Door, Limits
from tests.floor.house import House
from tests.hostile.sockets import HALF, WATCH, Terminal, closed, crowd, heard, listening, once, until

PATIENT = Limits(head_s=600, body_s=600, idle_s=600, sweep_s=0.05)
HASTY = Limits(head_s=0.3, body_s=0.3, idle_s=0.3, unread_s=0.3, sweep_s=0.05)


@contextmanager
def served(house: House, limits: Limits, tls: ssl.SSLContext | None = None) -> Iterator[int]:
    """The house on a port of its own, behind a door with these limits."""
    with listening(create_app(house.manager, door=Door(limits)), tls) as port:
        yield port


def bare(limits: Limits) -> FastAPI:
    """An application with one page."""
    app = FastAPI()
    app.state.door = Door(limits)

    @app.get("/")
    async def page() -> str:
        return "here"

    @app.get("/endless")
    async def endless() -> StreamingResponse:
        return StreamingResponse(b"-" * 65536 for _ in range(1000))

    return app


def dealer(house: House) -> str:
    """The token of somebody signed in at T1."""
    return house.manager.sessions.sign_in("D-126", PIN, "T1", "here")[0]


def test_failure_56_half_sent_requests_of_a_stranger_leave_the_tables_alone(house: House) -> None:
    with served(house, PATIENT) as port, crowd(port, UNDER_WAY_MAX + 10, HALF) as waiting:
        with Terminal(port, dealer(house)) as table:
            assert [table.play(round_no) for round_no in (1, 2, 3)] == [[200, 200]] * 3
        waiting[30].sendall(b" " * 49)  # and a request that comes late is still answered
        assert waiting[30].recv(100).startswith(b"HTTP/1.1 422")


def test_failure_56_half_sent_requests_are_closed_when_their_time_is_up_and_an_alarm_says_whose_they_were(
    house: House,
) -> None:
    with served(house, HASTY) as port:
        with crowd(port, 15, HALF) as bodies, crowd(port, 15, "POST /api/sign-in HT") as heads:
            until(lambda: all(map(closed, [*bodies, *heads])))
        assert house.rang("127.0.0.2 keeps the server busy")


def test_failure_61_a_stranger_with_a_new_cookie_each_time_is_one_stranger(house: House) -> None:
    with served(house, PATIENT) as port:
        statuses = [once(port, "GET", "/api/me", f"made-up-{number}") for number in range(150)]
        assert statuses.count(429) > 50
        # who is signed in is not counted with those who are not, wherever they sit
        with Terminal(port, dealer(house)) as table:
            assert table.play(1) == [200, 200]


def test_failure_57_connections_that_say_nothing_make_room_for_those_who_do(house: House) -> None:
    few = replace(PATIENT, connections=60, per_place=40)
    with served(house, few) as port, Terminal(port, dealer(house)) as table:
        assert table.play(1) == [200, 200]
        with crowd(port, 50) as idle, crowd(port, 50, place="127.0.0.3") as others:
            until(lambda: sum(map(closed, [*idle, *others])) >= 40)
            assert once(port, "GET", "/floor/sign-in") == 200
            assert table.play(2) == [200, 200]
        assert house.rang("keeps the server busy")
        (alarm,) = [one for one in house.manager.alarms.list(open_only=False) if "busy" in one.sentence]
        assert alarm.sentence.startswith(("127.0.0.2 ", "127.0.0.3 ")), "whichever was noticed first"


def test_failure_57_who_is_signed_in_keeps_a_connection_that_others_would_lose(house: House) -> None:
    few = replace(PATIENT, connections=20, per_place=20)
    with served(house, few) as port, Terminal(port, dealer(house)) as table:
        assert table.play(1) == [200, 200]
        kept = table.line.sock
        with crowd(port, 60, place="127.0.0.1") as idle:
            until(lambda: sum(map(closed, idle)) >= 41)
            assert not closed(kept)
            kept.setblocking(True)
            assert table.play(2) == [200, 200]
            assert table.line.sock is kept


def test_pages_that_listen_stay_while_somebody_else_is_silent() -> None:
    app = bare(replace(PATIENT, connections=20, per_place=20))

    @app.websocket("/live")
    async def live(socket: WebSocket) -> None:
        await socket.accept()
        await socket.receive()

    with listening(app) as port, crowd(port, 1, WATCH.format("/live")) as (page,):
        assert page.recv(100).startswith(b"HTTP/1.1 101")
        with crowd(port, 60) as idle:
            until(lambda: sum(map(closed, idle)) >= 41)
            assert not closed(page)


def test_failure_58_a_request_larger_than_any_is_not_read_to_its_end(house: House) -> None:
    with served(house, PATIENT) as port:
        with crowd(port, 1, "GET / HTTP/1.1\r\nX: ") as (one,), pytest.raises(ConnectionError):
            one.sendall(b"x" * 1000 * MESSAGE_BYTES_MAX)
        with crowd(port, 1, HALF.replace("50", "15000000")) as (one,):
            assert b" 413 " in heard(one)


def test_failure_58_nobody_says_much_to_a_display(house: House) -> None:
    watch = WATCH.format("/floor/live/displays/caribbean")
    with served(house, PATIENT) as port, crowd(port, 2, watch) as (large, small):
        assert large.recv(100).startswith(b"HTTP/1.1 101")
        size = 15_000_000
        large.sendall(b"\x82\xff" + size.to_bytes(8, "big") + b"mask")
        assert b"\x03\xf1" in heard(large)  # 1009: too big, and it has not even been sent
        assert small.recv(100).startswith(b"HTTP/1.1 101")
        small.sendall(b"\x81\x82\0\0\0\0hi")
        heard(small)  # pages of ours have nothing to say; whoever does is closed


def test_failure_59_an_answer_that_nobody_reads_is_given_up() -> None:
    app = bare(HASTY)
    with listening(app) as port, crowd(port, 5, "GET /endless HTTP/1.1\r\nHost: x\r\n\r\n"):
        until(lambda: app.state.door.open == 5)
        until(lambda: app.state.door.open == 0)


def test_failure_59_a_connection_is_closed_when_nothing_more_comes_however_slowly_it_drips() -> None:
    app = bare(HASTY)
    with listening(app) as port, crowd(port, 1, "GET / HTTP/1.1\r\nHost: x\r\n\r\n") as (one,):
        until(lambda: b"here" in one.recv(65536, socket.MSG_PEEK))

        def dripped() -> bool:
            try:
                one.sendall(b"\r\n")
            except OSError:
                return True
            return False

        until(dripped)


SERVER = """
import socket, sys
from fastapi import FastAPI
from pitboss.web.door import Door, Limits
from pitboss.web.serving import run
app = FastAPI()
app.state.door = Door(Limits.of_this_process())
app.post("/")(lambda: "here")
run(app, listening=socket.socket(fileno=int(sys.argv[1])))
"""


def _few_files() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))


def test_failure_60_with_1024_files_1100_idle_connections_shut_nobody_out_and_it_ends_when_told() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    if before[1] != resource.RLIM_INFINITY and before[1] < 2048:
        pytest.skip("this machine does not allow so many connections")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(before[0], 2048), before[1]))
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)
    number, port = listener.fileno(), listener.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(number)], pass_fds=[number], preexec_fn=_few_files
    )
    try:
        assert once(port, "POST", "/") == 200
        with crowd(port, 1100, place="127.0.0.1"):
            assert [once(port, "POST", "/") for _ in range(5)] == [200] * 5
            with crowd(port, 3, HALF):
                server.send_signal(signal.SIGTERM)
                assert server.wait(10) == 0
    finally:
        server.kill()
        server.wait()
        listener.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_failure_57_under_tls_a_handshake_that_never_comes_takes_nobodys_place(
    house: House, certificate: Path
) -> None:
    ours = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    ours.load_cert_chain(certificate)
    theirs = ssl.create_default_context(cafile=str(certificate))
    few = replace(PATIENT, connections=40, per_place=30)
    with served(house, few, ours) as port, Terminal(port, dealer(house), theirs) as table:
        assert table.play(1) == [200, 200]
        with crowd(port, 60) as idle:
            until(lambda: sum(map(closed, idle)) >= 20)
            assert table.play(2) == [200, 200]
            assert once(port, "GET", "/floor/sign-in", tls=theirs) == 200
    with served(house, HASTY, ours) as port, crowd(port, 3) as idle:
        until(lambda: all(map(closed, idle)))


def test_an_address_counts_as_what_one_machine_can_fill() -> None:
    assert place_of("10.0.0.7") == place_of("::ffff:10.0.0.7") == "10.0.0.7"
    assert place_of("2001:db8::1") == place_of("2001:db8::ffff:1") == "2001:db8::/64"
    assert place_of("a socket") == "a socket"


def test_a_place_that_comes_and_goes_without_end_is_not_let_in_any_more() -> None:
    async def come_and_go(door: Door, place: str, times: int) -> int:
        let_in = [door.enter(place, lambda: None) for _ in range(times)]
        for line in filter(None, let_in):
            door.leave(line)
        found = sum(line is not None for line in let_in)
        await door.shut()
        return found

    few = Limits(connections=50, per_place=10)
    assert 40 <= asyncio.run(come_and_go(Door(few), "10.0.0.7", 1000)) < 500
    assert asyncio.run(come_and_go(Door(few, proxies=["10.0.0.7"]), "10.0.0.7", 1000)) == 1000
