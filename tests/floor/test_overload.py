"""What a process says when more comes than it can answer."""

import asyncio

from starlette.types import Message, Receive, Scope, Send

from pitboss.floor.api.guard import UNDER_WAY_MAX, Shield


def test_a_request_too_many_is_told_to_come_back_and_the_others_are_answered() -> None:
    async def ask_all() -> list[int]:
        go_on = asyncio.Event()
        statuses: list[int] = []

        async def slow(scope: Scope, receive: Receive, send: Send) -> None:
            await go_on.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})

        async def receive() -> Message:
            return {"type": "http.request", "body": b""}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        shield = Shield(slow, recognised=lambda token: True)

        def ask(caller: int) -> asyncio.Task[None]:
            cookie = (b"cookie", f"pitboss=table-{caller}".encode())
            scope = {"type": "http", "method": "GET", "path": "/api/me", "headers": [cookie]}
            return asyncio.create_task(shield(scope, receive, send))

        waiting = [ask(number) for number in range(UNDER_WAY_MAX)]
        await asyncio.sleep(0)
        await ask(UNDER_WAY_MAX)
        assert statuses == [503]
        go_on.set()
        await asyncio.gather(*waiting)
        await ask(UNDER_WAY_MAX)
        return statuses

    assert asyncio.run(ask_all()) == [503] + [200] * (UNDER_WAY_MAX + 1)


def test_256_requests_are_answered_at_once_192_of_strangers_and_32_of_one_caller() -> None:
    async def nowhere(scope: Scope, receive: Receive, send: Send) -> None:
        raise AssertionError

    shield = Shield(nowhere, recognised=lambda token: True)
    shield.all, shield.strangers = 255, 191
    shield.under_way["one"] = 31
    assert shield._busy("one", True) is None
    for name, limit in (("all", 256), ("strangers", 192)):
        before = getattr(shield, name)
        setattr(shield, name, limit)
        assert "BUSY" in str(shield._busy("one", True)), name
        setattr(shield, name, before)
    shield.strangers = 192
    assert shield._busy("one", False) is None, "who is signed in has room that strangers don't get"
    shield.under_way["one"] = 32
    assert "BUSY" in str(shield._busy("one", False))
