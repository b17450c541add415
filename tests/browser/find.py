"""The browser that page tests drive: `python -m tests.browser.find` finds it, installs it, or says how."""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

COMMANDS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
)
APPLICATIONS = Path("/Applications")
MAC_APPLICATIONS = ("Google Chrome", "Chromium", "Microsoft Edge")
DOWNLOAD = ".venv/bin/playwright install --only-shell chromium"
HOW_TO_INSTALL = {
    "debian": "sudo apt-get install chromium-headless-shell",
    "ubuntu": f"{DOWNLOAD} && sudo .venv/bin/playwright install-deps chromium",
    "fedora": "sudo dnf install chromium-headless",
    "arch": "sudo pacman -S chromium",
    "macos": "brew install --cask google-chrome",
}
"""One line for each system by its name in /etc/os-release; on others Playwright's own download is tried."""


def find_browser() -> str | None:
    """The program to start, or None."""
    return next((place for place in _places() if os.access(place, os.X_OK)), None)


def _places() -> Iterator[str]:
    """As PITBOSS_BROWSER says; else on the path, among macOS's applications, in Playwright's own folder."""
    if named := os.environ.get("PITBOSS_BROWSER"):
        yield shutil.which(named) or named
        return
    yield from filter(None, map(shutil.which, COMMANDS))
    for folder in (APPLICATIONS, Path.home() / "Applications"):
        yield from (str(folder / f"{name}.app/Contents/MacOS/{name}") for name in MAC_APPLICATIONS)
    own = (Path.home() / ".cache/ms-playwright", Path.home() / "Library/Caches/ms-playwright")
    elsewhere = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    for folder in [Path(elsewhere)] if elsewhere else own:
        yield from sorted(map(str, folder.glob("chromium_headless_shell-*/*/*headless*shell")), reverse=True)


def how_to_install(systems: Sequence[str]) -> str:
    """The line for the first system that we know.

    >>> how_to_install(["linuxmint", "ubuntu", "debian"]) == HOW_TO_INSTALL["ubuntu"]
    True
    >>> how_to_install(["plan9"]) == DOWNLOAD
    True
    """
    return next((HOW_TO_INSTALL[name] for name in systems if name in HOW_TO_INSTALL), DOWNLOAD)


def _systems() -> list[str]:
    """This system's name and those it is like."""
    if sys.platform == "darwin":
        return ["macos"]
    try:
        about = platform.freedesktop_os_release()
    except OSError:
        return []
    return [about["ID"], *about.get("ID_LIKE", "").split()]


def _install() -> None:
    """Debian's package and letters to draw with, where we may install them without asking."""
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if root and not shutil.which("sudo"):
        return
    said = []
    for words in ("update -qq", f"install -y -qq --no-install-recommends {COMMANDS[0]} fonts-liberation"):
        command = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", *words.split()]
        done = subprocess.run(command, capture_output=True, text=True)
        said += done.stderr.splitlines() if done.returncode else []
    if not find_browser():  # lists that could not be brought up to date may still do
        print("\n".join(said), file=sys.stderr)


def main() -> None:
    named = os.environ.get("PITBOSS_BROWSER")
    if not find_browser() and not named and _systems()[:1] == ["debian"]:
        print("Installing a browser for the page tests ...", flush=True)
        _install()
    if not find_browser():
        sys.exit(
            "The page tests need Chromium or Chrome. Install it, or name yours in PITBOSS_BROWSER:\n  "
            + how_to_install(_systems())
        )


if __name__ == "__main__":
    main()
