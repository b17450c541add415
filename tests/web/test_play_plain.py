"""What people read at the tables: whose turn, who is who, where their seat is, whose cards."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from starlette.testclient import TestClient

from pitboss.analysis.registry import read_situation
from pitboss.cards import SeededShuffle
from pitboss.games import Choice, Request
from pitboss.letters import capital
from pitboss.web.app import create_app
from pitboss.web.play import felt, voice
from pitboss.web.play.advice import spoken
from pitboss.web.play.playroom import Playroom

HEADERS = {"X-Pitboss": "1"}


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(create_app(per_s=1000)) as opened:
        yield opened


def _room(client: TestClient) -> Playroom:
    found: Playroom = client.app.state.playroom  # type: ignore[attr-defined]
    return found


def _act(client: TestClient, table: str, action: str, **given: str) -> None:
    answer = client.post(f"/play/tables/{table}/{action}", json=given, headers=HEADERS)
    assert answer.status_code == 200, answer.text


def _text(html: str) -> str:
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", html).split()))


def _play(client: TestClient, table: str, bet: str, decisions: str) -> str:
    """A round at a table with one bot; gives its address."""
    sitting = _room(client).sitting(table)
    sitting.shuffle = SeededShuffle("a round to its end").order
    _act(client, table, "sit", seat="4", name="Noor")
    _act(client, table, "bot")
    _act(client, table, "lay", bet=bet, chip="500")
    _act(client, table, "ready")
    while sitting.request is not None:
        names = [choice.name for choice in sitting.request.choices]
        decision = next(name for name in decisions.split() if name in names)
        assert sitting.table.round is not None
        _act(client, table, "decide", decision=decision, step=str(len(sitting.table.round.decisions)))
    return f"/play/rounds/{sitting.round_id}"


def test_nothing_a_first_visit_asks_for_is_missing(client: TestClient) -> None:
    for page in ("/", "/play", "/play/tables/UTH-1", "/play/drill", "/lab", "/nowhere"):
        asked = re.findall(
            r'(?:src|<link[^>]* href)="(/[^"]*)"', client.get(page, headers={"Accept": "text/html"}).text
        )
        assert asked
        for address in {*asked, "/favicon.ico"}:
            assert client.get(address).status_code == 200, address


def test_the_small_icon_is_one_picture_of_32_pixels(client: TestClient) -> None:
    icon = client.get("/favicon.ico")
    assert icon.headers["content-type"] == "image/x-icon"
    assert icon.content[:8] == b"\0\0\1\0\1\0\x20\x20"
    assert icon.content[22:30] == b"\x89PNG\r\n\x1a\n"


def test_the_lobby_leads_back_to_ones_own_seat_and_offers_the_others(client: TestClient) -> None:
    assert "Your seat" not in client.get("/play").text
    _act(client, "CSP-1", "sit", seat="4", name="Noor")
    mine = client.get("/play").text
    assert re.search(r'href="/play/tables/CSP-1"\s+aria-label="Your seat CSP-1, [^"]+">Your seat<', mine)
    assert mine.count(">Your seat<") == 1
    assert re.search(r'href="/play/tables/CSP-2"\s+aria-label="Join CSP-2', mine)
    client.cookies.clear()
    assert ">Your seat<" not in client.get("/play").text, "nobody else is led there"


def test_people_read_the_sign_of_a_multiple_and_addresses_keep_the_letter(client: TestClient) -> None:
    _act(client, "UTH-1", "sit", seat="4", name="Noor")
    _act(client, "UTH-1", "lay", bet="ante", chip="500")
    _act(client, "UTH-1", "ready")
    table = client.get("/play/tables/UTH-1").text
    assert 'value="play-4x"' in table
    assert "Play 4×" in table
    for page in (table, client.get("/lab/strategy?game=ultimate-texas-holdem").text):
        assert not re.search(r"\b[1-4]x\b", re.sub(r"<[^>]*>", " ", page))


def test_two_of_one_name_at_a_table_are_told_apart_and_so_is_a_bot(client: TestClient) -> None:
    for seat, name in ((4, "Noor"), (5, "noor"), (6, "Bot 1")):
        client.cookies.clear()
        _act(client, "CSP-1", "sit", seat=str(seat), name=name)
    _act(client, "CSP-1", "bot")
    client.cookies.clear()
    _act(client, "CSP-1", "sit", seat="7")
    client.post("/play/name", json={"name": "Noor"}, headers=HEADERS)
    chairs = _room(client).sitting("CSP-1").chairs
    assert {seat: chair.name for seat, chair in chairs.items()} == {
        4: "Noor",
        5: "noor (2)",
        6: "Bot 1",
        1: "Bot 1 (2)",
        7: "Noor (3)",
    }


@pytest.mark.parametrize(
    ("table", "laid", "reason"),
    [
        ("CSP-1", [("ante", "100")], "the Ante is at least $5"),
        ("UTH-1", [("ante", "500"), ("bad-beat-bonus", "500")], "Bad Beat Bonus needs a wager on Trips"),
        ("CSP-1", [("bonus", "500")], "Ante is required"),
    ],
)
def test_deal_is_not_lit_while_the_bets_open_no_round_and_says_why(
    client: TestClient, table: str, laid: list[tuple[str, str]], reason: str
) -> None:
    """Whoever sends it all the same is refused in the same words."""
    _act(client, table, "sit", seat="4")
    for bet, chip in laid:
        _act(client, table, "lay", bet=bet, chip=chip)
    key = re.search(
        r"<button[^>]*data-deal[^>]*>.*?</button>", client.get(f"/play/tables/{table}").text, re.S
    )
    assert key is not None
    assert "disabled" in key[0].partition(">")[0]
    assert f'<span class="why">{capital(reason)}</span>' in key[0]
    refused = client.post(f"/play/tables/{table}/ready", json={}, headers=HEADERS)
    assert refused.json()["sentence"] == reason
    _act(client, table, "clear")
    _act(client, table, "lay", bet="ante", chip="500")
    assert "data-deal>" in client.get(f"/play/tables/{table}").text


def test_a_chip_beyond_the_limit_is_refused_for_the_limit_and_not_for_want_of_chips(
    client: TestClient,
) -> None:
    _act(client, "UTH-2", "sit", seat="4")
    refused = client.post("/play/tables/UTH-2/lay", json={"bet": "ante", "chip": "50000"}, headers=HEADERS)
    assert refused.json()["sentence"] == "Ante takes at most $25.00"


def test_the_felt_asks_with_what_each_choice_costs(client: TestClient) -> None:
    _act(client, "RH-1", "sit", seat="4")
    _act(client, "RH-1", "lay", bet="ante", chip="500")
    _act(client, "RH-1", "ready")
    asked = _text(felt.public(_room(client).sitting("RH-1")))
    assert "Seat 4: Your turn: play $5, play and buy the card $10, or fold?" in asked, (
        "a page shows one of both"
    )


def test_the_coach_speaks_of_insurance_as_people_do() -> None:
    asked = read_situation("blackjack-switch", "Ts2d 5s6c/Ah/insurance")
    assert [spoken("blackjack-switch", asked, name) for name in ("insure", "decline", "keep")] == [
        "insurance",
        "no insurance",
        "keep",
    ]


def test_a_question_about_one_hand_of_several_stays_as_the_game_puts_it() -> None:
    hit = (Choice("hit", "Hit", 0), Choice("double", "Double for $5.00", 500))
    assert (
        voice.question(Request(4, "hand-1", "First hand, 9: hit or double?", hit))
        == "first hand, 9: hit or double?"
    )
    ride = (Choice("ride", "Let it ride", 0), Choice("back", "Take back", 0))
    assert voice.asks(Request(2, "", "Let bet 1 ride, or take it back?", ride)).startswith(
        "Seat 2: let bet 1"
    )


def test_a_replay_tells_whose_cards_lie_there_and_which_hand(client: TestClient) -> None:
    address = _play(client, "BJS-1", "hand-1", "keep decline stand")
    shown = _text(client.get(f"{address}/step/1?seat=4").text)
    for label in (
        "Dealer",
        "Seat 4, Noor: first hand",
        "Seat 4, Noor: second hand",
        "Seat 1, Bot 1: first hand",
    ):
        assert label in shown
    last = len(_room(client).sitting("BJS-1").table.round.decisions)  # type: ignore[union-attr]
    assert f"Step {last}. Seat 4, Noor: stand." in _text(client.get(f"{address}/step/{last}").text)


def test_a_replay_names_a_card_that_was_bought_and_one_hand_needs_no_number(client: TestClient) -> None:
    address = _play(client, "RH-1", "ante", "play-and-buy")
    shown = _text(client.get(address).text)
    assert "Seat 4, Noor: rabbit card" in shown
    address = _play(TestClient(client.app), "CSP-1", "ante", "bet")
    assert '<div class="lot"><span>Seat 4, Noor</span>' in client.get(address).text


def test_who_sits_down_where_everybody_left_sees_an_empty_layout(client: TestClient) -> None:
    _play(client, "CSP-1", "ante", "bet")
    sitting = _room(client).sitting("CSP-1")
    assert felt.public(sitting).count("data-c=") > 5
    _act(client, "CSP-1", "leave")
    client.cookies.clear()
    _act(client, "CSP-1", "sit", seat="4", name="Ann")
    assert "data-c=" not in felt.public(sitting)
    assert "Place your bets." in felt.public(sitting)
