"""A browser's connection: requests one after another on a socket that is kept open, and its cookie."""

import asyncio
import json
import re


class Client:
    """Sends what a page sends, and keeps what a browser keeps."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie, self.sent = port, "", 0

    async def connect(self) -> None:
        """Open a connection for requests."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def send(self, path: str, body: dict[str, str]) -> tuple[int, str]:
        """One request, sent again on a new connection if the server has closed this one: status and body."""
        content = json.dumps(body).encode()
        self.sent += 1
        head = (
            f"POST {path} HTTP/1.1\r\nHost: x\r\nX-Pitboss: 1\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
            f"Idempotency-Key: {id(self)}-{self.sent}\r\nCookie: {self.cookie}\r\n\r\n"
        )
        try:
            answer = await self._ask(head.encode() + content)
        except (asyncio.IncompleteReadError, ConnectionError):
            await self.connect()
            answer = await self._ask(head.encode() + content)
        length = re.search(r"content-length: (\d+)", answer, re.I)
        told = await self.reader.readexactly(int(length[1]) if length else 0)
        if found := re.search(r"set-cookie: (pitboss_player=[^;]+)", answer, re.I):
            self.cookie = found[1]
        return int(answer.split(" ", 2)[1]), told.decode()

    async def _ask(self, request: bytes) -> str:
        self.writer.write(request)
        return (await self.reader.readuntil(b"\r\n\r\n")).decode()
