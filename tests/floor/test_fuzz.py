"""Requests made up from the API's own description: no answer above 499, and the books hold afterwards."""

import random
import string
from collections import Counter
from contextlib import suppress
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core import NOT_SET
from starlette.testclient import TestClient

from pitboss.floor.api.app import routes
from pitboss.floor.demo import PIN
from pitboss.floor.refused import Refused
from pitboss.jackpots.invariants import Auditor
from pitboss.jackpots.state import State, apply
from tests.floor.house import House

CARDS = {
    "dealer": "D-126",
    "supervisor": "S-207",
    "executive": "X-031",
    "accounting": "A-012",
    "administrator": "M-001",
}
REAL = {
    "table": ("T1", "T5"),
    "link": ("caribbean",),
    "claim_no": ("1", "2", "3"),
    "award_no": ("1", "2"),
    "number": ("1", "2"),
    "copy": ("0", "1"),
    "day": ("2023-06-14",),
    "person": ("j.ferreira",),
    "label": ("D-142",),
}
KEY = string.ascii_letters + string.digits


class Fuzzer:
    """Sends what schemathesis makes up; now and then with real names and good swipes, to get further in."""

    def __init__(self, house: House, client: TestClient, seed: int) -> None:
        self.house = house
        self.client = client
        self.random = random.Random(seed)
        self.tokens: dict[str, str] = {}
        self.statuses: Counter[int] = Counter()

    @property
    def sent(self) -> int:
        return self.statuses.total()

    def token(self, roles: frozenset[str] | None) -> str:
        """The session of somebody who may, and sometimes of nobody."""
        if roles is None or self.random.random() < 0.05:
            return ""
        role = self.random.choice(sorted(roles))
        if role not in self.tokens:
            table = "T1" if role == "dealer" else None
            sign_in = self.house.manager.sessions.sign_in
            self.tokens[role] = sign_in(CARDS[role], PIN, table, f"{role} {self.sent}")[0]
        return self.tokens[role]

    def send(self, method: str, template: str, case: Any, token: str) -> None:
        path, body = template, case.body
        for name, value in (case.path_parameters or {}).items():
            real = name in REAL and self.random.random() < 0.8
            path = path.replace(f"{{{name}}}", self.random.choice(REAL[name]) if real else str(value))
        headers = {name: str(value) for name, value in (case.headers or {}).items()}
        if self.random.random() < 0.95:
            headers |= {"Idempotency-Key": "".join(self.random.choices(KEY, k=20)), "X-Pitboss": "1"}
        if isinstance(body, dict):
            body = self.get_further_in(path, dict(body), token)
        answer = self.client.request(
            method,
            quote(path, safe="/~:."),
            params=case.query,
            headers=_plain(headers) | {"Cookie": f"pitboss={token}"},
            **({} if body is NOT_SET else {"json": body}),
        )
        self.statuses[answer.status_code] += 1
        assert answer.status_code < 500, (method, path, body, answer.text)
        if answer.status_code >= 400:
            assert {"refusal", "sentence"} <= answer.json().keys()
        if answer.status_code == 401 or template == "/api/sign-out":
            self.tokens = {role: kept for role, kept in self.tokens.items() if kept != token}

    def get_further_in(self, path: str, body: dict[str, object], token: str) -> dict[str, object]:
        table = self.house.manager.state("caribbean").tables["T1"]
        if "round_no" in body and self.random.random() < 0.8:
            body["round_no"] = table.last_round + (0 if table.open else 1)
        if "seats" in body and self.random.random() < 0.8:
            body |= {"seats": [1, 3], "base_seats": [1, 3, 5], "wager_cents": "100", "together": []}
        if "hand" in body and self.random.random() < 0.8:
            body |= {"hand": self.random.choice(("flush", "royal-flush")), "seat": 3, "cards": ""}
        if "seen_epoch" in body and self.random.random() < 0.5:
            body["seen_epoch"] = self.house.manager.state("caribbean").levels["main"].epoch
        if "level" in body and self.random.random() < 0.5:
            body["level"] = "main"
        if "swipe" in body and self.random.random() < 0.3 and path.isascii() and path.isprintable():
            with suppress(Refused):
                sessions = self.house.manager.sessions
                challenge = sessions.challenge(sessions.find(token), path)
                card = self.random.choice(sorted(CARDS.values()))
                body["swipe"] = {"challenge": challenge, "card": card, "pin": PIN}
        return body


def _plain(headers: dict[str, str]) -> dict[str, str]:
    return {name: value.encode("ascii", "ignore").decode().strip() for name, value in headers.items()}


def fuzz(house: House, requests: int, seed: int) -> Counter[int]:
    """Send so many requests over all operations; how often each status was answered."""
    described: Any = schemathesis.openapi.from_dict(house.app.openapi())
    allowed = {(method, path): roles for method, path, roles in routes()}
    # Leaving and revoking come last, or there would soon be nobody left to try the rest.
    operations = sorted(
        (found.ok() for found in described.get_all_operations()),
        key=lambda one: "leave" in one.path or "cards" in one.path,
    )
    with TestClient(house.app, raise_server_exceptions=False) as client:
        fuzzer = Fuzzer(house, client, seed)
        while fuzzer.sent < requests:
            each = -(-(requests - fuzzer.sent) // len(operations))
            for operation in operations:
                _try(fuzzer, operation, allowed[operation.method.upper(), operation.path], each, seed)
    return fuzzer.statuses


def _try(fuzzer: Fuzzer, operation: Any, roles: frozenset[str] | None, times: int, seed: int) -> None:
    @settings(
        max_examples=times,
        phases=[Phase.generate],
        deadline=None,
        database=None,
        derandomize=seed == 0,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def one(case: Any) -> None:
        fuzzer.send(operation.method.upper(), operation.path, case, fuzzer.token(roles))

    one()


def assert_books_hold(house: House) -> None:
    """Verify the journal, and watch every link once more from its first entry."""
    assert house.manager.check_books() == ""
    for link in house.manager.floor.links:
        state, auditor = State(), Auditor()
        for entry in house.manager.ledger.entries(link.name):
            after = apply(state, entry.event)
            assert auditor.observe(state, entry.event, after) == []
            state = after
        assert state == house.manager.state(link.name)


def test_a_thousand_made_up_requests_break_nothing(house: House) -> None:
    statuses = fuzz(house, 1_000, seed=0)
    assert statuses[200] + statuses[204] > 165, statuses
    assert_books_hold(house)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 6))
def test_fifty_thousand_made_up_requests_break_nothing(house: House, seed: int) -> None:
    """In five parts, so that two processes share them."""
    fuzz(house, 10_000, seed)
    assert_books_hold(house)
