"""A demo house for tests: a real floor on a real database, people at desks, a clock one can push."""

import itertools
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from starlette.testclient import TestClient

from pitboss.floor.config.floor_file import Floor
from pitboss.floor.demo import PIN, demo_floor, hire_demo_staff, open_links
from pitboss.floor.service import GameManager
from pitboss.web.app import create_app

HEADER = {"X-Pitboss": "1"}
_keys = itertools.count(1)
_APPS: list[FastAPI] = []


def fresh_key() -> str:
    """An id no other command of this run has."""
    return f"key-{next(_keys):08d}"


def refused(answer: Any) -> tuple[int, str]:
    """What an answer refuses, by status and code."""
    return answer.status_code, answer.json()["refusal"]


@dataclass(slots=True)
class Clock:
    """The wall clock, how far a test has pushed it, and what of that was time that passed."""

    ahead_us: int = 0
    passed_us: int = 0

    def __call__(self) -> int:
        return time.time_ns() // 1000 + self.ahead_us

    def steady_us(self) -> int:
        return time.monotonic_ns() // 1000 + self.passed_us

    def push(self, seconds: float) -> None:
        """Let time pass."""
        self.leap(seconds)
        self.passed_us += int(seconds * 1_000_000)

    def leap(self, seconds: float) -> None:
        """Set the clock."""
        self.ahead_us += int(seconds * 1_000_000)


@dataclass(slots=True)
class Desk:
    """Somebody signed in somewhere, or nobody."""

    client: TestClient

    def get(self, path: str) -> Any:
        return self.client.get(path)

    def post(self, path: str, body: Any = None, key: str | None = None, **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(
            path, json=body, headers=HEADER | {"Idempotency-Key": key or fresh_key()} | named
        )

    def challenge(self, path: str) -> str:
        answer = self.post("/api/challenges", {"path": path})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["challenge"])

    def swipe(
        self, path: str, card: str, body: dict[str, Any] | None = None, key: str | None = None, pin: str = PIN
    ) -> Any:
        """Ask for a challenge and send the action with a card."""
        swipe = {"challenge": self.challenge(path), "card": card, "pin": pin}
        return self.post(path, {**(body or {}), "swipe": swipe}, key)


@dataclass(slots=True)
class House:
    """The demo floor while it is open."""

    manager: GameManager
    app: FastAPI
    clock: Clock
    clients: list[TestClient] = field(default_factory=list)

    def nobody(self, address: str = "testclient") -> Desk:
        client = TestClient(self.app, raise_server_exceptions=False, client=(address, 50_000))
        self.clients.append(client)
        return Desk(client)

    def desk(self, card: str, table: str | None = None, address: str = "testclient") -> Desk:
        """Sign somebody in."""
        desk = self.nobody(address)
        body = {"card": card, "pin": PIN} | ({"table": table} if table else {})
        answer = desk.post("/api/sign-in", body)
        assert answer.status_code == 200, answer.text
        return desk

    def start(self, dealer: Desk, table: str, link: str, *seats: int, key: str | None = None) -> Any:
        """START GAME of the next round."""
        place = self.manager.state(link).tables[table]
        body = {
            "round_no": place.last_round + 1,
            "seats": seats,
            "base_seats": seats,
            "wager_cents": "100",
        }
        return dealer.post(f"/api/tables/{table}/links/{link}/start", body, key)

    def press(self, dealer: Desk, table: str, link: str, seat: int, hand: str) -> int:
        """A hand button; gives the number of the claim."""
        body = {"round_no": self.manager.state(link).tables[table].last_round, "seat": seat, "hand": hand}
        answer = dealer.post(f"/api/tables/{table}/links/{link}/press", body)
        assert answer.status_code == 200, answer.text
        return int(answer.json()["claim_no"])

    def confirm(
        self, dealer: Desk, table: str, link: str, claim: int, card: str, key: str | None = None
    ) -> Any:
        """CONFIRM with a card at what the table shows now."""
        sensors = dealer.get(f"/api/tables/{table}").json()["sensors"]
        shown = [c for s in sensors for c in s["claims"] if (s["link"], c["claim_no"]) == (link, claim)]
        epoch = shown[0]["epoch"] if shown else 0
        path = f"/api/tables/{table}/links/{link}/claims/{claim}/confirm"
        return dealer.swipe(path, card, {"seen_epoch": epoch}, key)

    def end(self, dealer: Desk, table: str, link: str, key: str | None = None) -> Any:
        """END GAME."""
        body = {"round_no": self.manager.state(link).tables[table].last_round}
        return dealer.post(f"/api/tables/{table}/links/{link}/end", body, key)

    def win(self, dealer: Desk, table: str, link: str, seat: int, hand: str, card: str = "X-031") -> int:
        """A round with one confirmed award, still open; gives the number of the award."""
        assert self.start(dealer, table, link, 1, seat, 7).status_code == 200
        answer = self.confirm(dealer, table, link, self.press(dealer, table, link, seat, hand), card)
        assert answer.status_code == 200, answer.text
        return int(answer.json()["award_no"])

    def rang(self, words: str) -> bool:
        """Whether an alarm with these words has rung; alarms follow the answer by a moment."""
        deadline = time.monotonic() + 15
        while not any(words in alarm.sentence for alarm in self.manager.alarms.list(open_only=False)):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.01)
        return True


def open_house(
    database: str,
    folder: Path | None,
    clock: Clock | None = None,
    demo: bool = True,
    floor: Floor | None = None,
    clock_is_right: bool = False,
) -> House:
    """Open the demo floor, or one like it, on a database, as a demo or with money."""
    clock = clock or Clock()
    manager = GameManager(
        floor or demo_floor(),
        database,
        folder,
        demo=demo,
        clock_us=clock,
        steady_us=clock.steady_us,
        clock_is_right=clock_is_right,
    )
    # Building an application takes longer than most tests, so they share one and change its floor.
    app = _APPS[0] if _APPS else create_app(manager, per_s=100_000)
    _APPS[:] = [app]
    app.state.floor, manager.watcher = manager, app.state.hub.changed
    return House(manager, app, clock)


def staff_and_links(house: House) -> None:
    """What the first start of the demo does."""
    hire_demo_staff(house.manager.people)
    open_links(house.manager)
