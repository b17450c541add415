"""Where the page tests look for a browser."""

from pathlib import Path

import pytest

from tests.browser import find
from tests.browser.find import find_browser


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without a browser."""
    for name in ("PITBOSS_BROWSER", "PLAYWRIGHT_BROWSERS_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(find, "APPLICATIONS", tmp_path / "of the system")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path


def program(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(0o755)
    return str(path)


@pytest.mark.parametrize(
    "place",
    [
        "bin/google-chrome",
        "bin/chromium-browser",
        "of the system/Chromium.app/Contents/MacOS/Chromium",
        "Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        ".cache/ms-playwright/chromium_headless_shell-1254/chrome-linux64/chrome-headless-shell",
        "Library/Caches/ms-playwright/chromium_headless_shell-1254/chrome-mac/headless_shell",
    ],
)
def test_a_browser_is_found_where_its_system_puts_it(home: Path, place: str) -> None:
    assert find_browser() is None
    there = program(home / place)
    assert find_browser() == there


def test_the_browser_that_is_named_is_taken_and_no_other(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(home / "bin/chromium")
    monkeypatch.setenv("PITBOSS_BROWSER", str(home / "mine"))
    assert find_browser() is None
    mine = program(home / "mine")
    assert find_browser() == mine
