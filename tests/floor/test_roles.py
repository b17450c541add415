"""The role matrix: every endpoint with every kind of caller, made from the routes themselves."""

import re

import pytest

from pitboss.floor.api.app import _schema_of, routes
from pitboss.floor.staff.people import StaffRole
from tests.floor.house import House, fresh_key

# D dealer, S supervisor, E executive, A accounting, X administrator; * is open to all.
MATRIX = """
GET  /api/floor                                                    *
GET  /api/displays/{link}                                          *
POST /api/sign-in                                                  *
POST /api/pin                                                      *
GET  /api/me                                                       DSEAX
POST /api/sign-out                                                 DSEAX
POST /api/challenges                                               DSEAX
GET  /api/tables                                                   DSEAX
GET  /api/tables/{table}                                           DSEAX
POST /api/tables/{table}/links/{link}/start                        D
POST /api/tables/{table}/links/{link}/end                          D
POST /api/tables/{table}/links/{link}/press                        D
POST /api/tables/{table}/links/{link}/claims/{claim_no}/confirm    DSE
POST /api/tables/{table}/links/{link}/jph                          DSE
POST /api/tables/{table}/links/{link}/claims/{claim_no}/j-pot      DSE
POST /api/tables/{table}/links/{link}/run                          DSE
GET  /api/links                                                    SEAX
GET  /api/links/{link}                                             SEAX
GET  /api/links/{link}/checkpoint                                  SEAX
POST /api/links/{link}/open                                        SE
POST /api/links/{link}/close                                       SE
POST /api/links/{link}/halt                                        SEA
POST /api/links/{link}/tables/{table}/unlock                       SE
GET  /api/links/{link}/awards                                      SEAX
GET  /api/links/{link}/awards.csv                                  SEAX
POST /api/links/{link}/awards/{award_no}/paid                      DSEA
POST /api/links/{link}/awards/{award_no}/page                      SEA
POST /api/links/{link}/awards/{award_no}/back-out                  SEA
POST /api/links/{link}/adjustments                                 SEA
POST /api/links/{link}/tables/{table}/void                         SEA
POST /api/links/{link}/renumber                                    SEA
POST /api/links/{link}/configure                                   SEA
POST /api/links/{link}/reopen                                      SEA
POST /api/links/{link}/accept-loss                                 SEA
GET  /api/proposals                                                SEA
POST /api/proposals/{number}/approve                               SEA
POST /api/proposals/{number}/withdraw                              SEA
GET  /api/journal/{link}                                           SEAX
GET  /api/alarms                                                   SEAX
POST /api/alarms/{number}/acknowledge                              SEA
POST /api/alarms/acknowledge                                       SEA
GET  /api/notices                                                  SEAX
POST /api/notices                                                  SEA
POST /api/notices/{number}/reported                                SEA
GET  /api/links/{link}/days                                        SEAX
GET  /api/links/{link}/days/{day}.csv                              SEAX
POST /api/links/{link}/days/{day}/close                            SEA
POST /api/links/{link}/days/{day}/page                             SEA
GET  /api/links/{link}/deposits                                    SEAX
POST /api/links/{link}/deposits                                    A
POST /api/links/{link}/deposits/page                               SEA
GET  /api/links/{link}/readings                                    SEAX
POST /api/links/{link}/readings                                    SEA
GET  /api/pages/{number}/{copy}.pdf                                SEAX
GET  /api/staff                                                    SEAX
POST /api/staff                                                    X
POST /api/staff/{person}/name                                      X
POST /api/staff/{person}/cards                                     X
POST /api/staff/{person}/leave                                     X
POST /api/cards/{label}/revoke                                     X
POST /api/cards/{label}/code                                       X
POST /api/cards/{label}/release                                    SEA
POST /api/clock                                                    SE
GET  /api/audit                                                    SEAX
"""
ROWS = [tuple(line.split()) for line in MATRIX.strip().splitlines()]
CARDS = {"D": "D-126", "S": "S-207", "E": "X-031", "A": "A-012", "X": "M-001"}
ROLES = dict(zip(CARDS, StaffRole, strict=True))
EXAMPLES = {"table": "T1", "link": "caribbean", "day": "2023-06-14", "person": "nobody", "label": "Z-999"}


def example(path: str) -> str:
    """A path with something in each of its places."""
    return re.sub(r"\{(\w+)\}", lambda found: EXAMPLES.get(found[1], "999"), path)


def test_every_route_has_its_row_and_every_row_its_roles(house: House) -> None:
    rows = {
        (method, path): None if who == "*" else frozenset(ROLES[letter].value for letter in who)
        for method, path, who in ROWS
    }
    assert {(method, path): roles for method, path, roles in routes()} == rows
    described = house.app.openapi()["paths"]
    assert {(m.upper(), path) for path, methods in described.items() for m in methods} == rows.keys()


@pytest.fixture
def refusal(house: House) -> dict[str, dict[tuple[str, str], str]]:
    """For each kind of caller, how each route refuses them at the door."""
    callers = {letter: house.desk(card, "T1" if letter == "D" else None) for letter, card in CARDS.items()}
    revoked = house.desk("S-211")
    house.manager.people.revoke("S-211", "test")
    # Signing out would end the caller's other requests.
    rows = sorted(((method, path) for method, path, _ in ROWS), key=lambda row: "sign-out" in row[1])
    found: dict[str, dict[tuple[str, str], str]] = {}
    for name, desk in {**callers, "anonymous": house.nobody(), "revoked": revoked}.items():
        found[name] = {}
        for method, path in rows:
            headers = {"X-Pitboss": "1", "Idempotency-Key": fresh_key()}
            answer = desk.client.request(method, example(path), json={}, headers=headers)
            assert answer.status_code < 500, (name, method, path, answer.text)
            code = "" if answer.status_code < 300 or not answer.json() else answer.json().get("refusal", "")
            found[name][method, path] = code if code in ("SIGN_IN", "ROLE", "OTHER_TABLE") else "let in"
    return found


@pytest.mark.long
def test_each_cell_of_the_matrix(refusal: dict[str, dict[tuple[str, str], str]]) -> None:
    for method, path, who in ROWS:
        for letter in CARDS:
            expected = "let in" if who == "*" or letter in who else "ROLE"
            assert refusal[letter][method, path] == expected, (letter, method, path)
        for stranger in ("anonymous", "revoked"):
            expected = "let in" if who == "*" else "SIGN_IN"
            assert refusal[stranger][method, path] == expected, (stranger, method, path)


def test_no_change_without_the_header_of_our_own_pages(house: House) -> None:
    desk = house.desk("S-207")
    for method, path, _ in ROWS:
        if method == "POST":
            for headers in ({}, {"X-Pitboss": "1", "Origin": "https://elsewhere.example"}):
                answer = desk.client.post(example(path), json={}, headers=headers)
                assert (answer.status_code, answer.json()["refusal"]) == (403, "CSRF"), path


def test_a_dealer_acts_at_no_other_table(house: House) -> None:
    dealer = house.desk("D-126", "T1")
    for method, path, who in ROWS:
        if "{table}" in path and "D" in who:
            other = path.replace("{table}", "T5")
            headers = {"X-Pitboss": "1", "Idempotency-Key": fresh_key()}
            answer = dealer.client.request(method, example(other), json={}, headers=headers)
            assert answer.json()["refusal"] == "OTHER_TABLE", path


def test_the_manual_lists_every_address_with_who_may_use_it(house: House) -> None:
    answer = house.nobody().get("/api")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    for method, path, roles in routes():
        listed = answer.text.partition(f"<code>{method} {path}</code>")[2].partition("</section>")[0]
        who = ", ".join(sorted(roles)) if roles else "everybody"
        assert f"For: {who}." in listed, path


def test_the_manual_tells_a_field_by_its_description_or_else_its_type_or_shape() -> None:
    told = {
        "a": {"description": "cents", "type": "string"},
        "b": {"type": "integer"},
        "c": {"$ref": "#/x/Swipe"},
    }
    document = {"components": {"schemas": {"Body": {"properties": told}}}}
    body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Body"}}}}
    assert _schema_of(document, body) == [("a", "cents"), ("b", "integer"), ("c", "Swipe")]
