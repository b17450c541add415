"""A real browser and a real server for page tests."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.browser.find import find_browser

PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}
ON_ITS_SIDE: ViewportSize = {"width": 720, "height": 450}
TABLET: ViewportSize = {"width": 1024, "height": 768}
DESK: ViewportSize = {"width": 1440, "height": 900}
PATIENCE_MS = 60_000
"""How long a page may take before a test gives up: on a busy machine a page is late, not wrong."""
expect.set_options(timeout=PATIENCE_MS)
# What is to appear is waited for with `wait_for`: `expect(...).to_be_visible()` asks the same, but at each
# look too early it draws up the whole page as a screen reader tells it.
ARGUMENTS = (
    *("--no-sandbox", "--disable-background-networking", "--disable-sync"),
    "--renderer-process-limit=1",  # of each context: the empty page before the first has none of its own
)


@contextmanager
def serving(app: FastAPI, port: int = 0) -> Iterator[str]:
    """Run the application on a free loopback port; yields its address."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", ws="websockets-sansio"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server died at start-up"
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)
        listener.close()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Headless Chromium; `make browser` installs it where it is missing."""
    path = find_browser()
    assert path, "no browser: run `make browser`"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all page tests, which stand in this folder: a process can't run two.

    Imported into another folder's `conftest.py` it would be another fixture, and the second browser fails.
    """
    with chromium() as launched:
        yield launched


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open an address in a browser of its own; any script error or console error fails the test."""
    problems: list[str] = []
    with ExitStack() as stack:

        def open_(
            url: str, viewport: dict[str, int] | None = None, context: BrowserContext | None = None
        ) -> Page:
            if context is None:
                context = browser.new_context(viewport=viewport or DESK)  # type: ignore[arg-type]
                stack.callback(context.close)
            page = context.new_page()
            page.set_default_timeout(PATIENCE_MS)
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.goto(url)
            return page

        yield open_
    assert not problems, problems
