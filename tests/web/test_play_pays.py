"""A table page shows what its table pays, for the hands now dealt and with the meter's present value."""

import asyncio
import re
from fractions import Fraction
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from starlette.testclient import TestClient

from pitboss.analysis.registry import hands_of, par, par_of
from pitboss.analysis.report import percent
from pitboss.floor.demo import demo_floor, open_links
from pitboss.floor.service import GameManager
from pitboss.games import GAMES
from pitboss.jackpots.commands import StartRound
from pitboss.web.app import create_app
from pitboss.web.lab.setup import SetUp
from pitboss.web.live import Hub
from pitboss.web.play import figures
from pitboss.web.play.jackpot import wager_on
from pitboss.web.play.lately import Lately
from pitboss.web.play.panels import table_panels
from pitboss.web.play.pays import jackpot_pays, layout_pays
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.rooms import private_room
from pitboss.web.play.sitting import Sitting
from pitboss.web.play.store import Store


def _text(html: str) -> str:
    """The words of a part of a page."""
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", html).split()))


@pytest.mark.parametrize("table", ["CSP-1", "UTH-1", "BJS-1", "BJS-2", "RH-1", "SOL-1"])
def test_a_table_page_holds_every_schedule_of_its_layout(table: str) -> None:
    app = create_app()
    with TestClient(app) as client:
        page = _text(client.get(f"/play/tables/{table}").text)
    room = app.state.playroom.sitting(table).room
    for bet in room.rules.game.bets:
        if bet.slug in room.rules.paytables and bet.kind != "jackpot":
            paytable = room.rules.paytables[bet.slug]
            held = " 2 hands dealt" if bet.slug == "cover-all" else ""
            assert f"{bet.name}{held} {paytable.designator}" in page
            assert all(line.title in page.lower() for line in paytable.lines)
    for line in room.rules.game.printed(room.rules.options):
        assert line in page


def test_version_4_with_eight_decks_is_told_from_version_1_with_six() -> None:
    with TestClient(create_app()) as client:
        first, second = (_text(client.get(f"/play/tables/BJS-{number}").text) for number in (1, 2))
    assert "Dealer hits soft 17" in first
    assert "Super Match SM-1" in first
    assert "Dealer stands on soft 17" in second
    assert "Super Match SM-2" in second


def test_cover_all_follows_the_number_of_hands_and_the_line_that_paid_is_marked() -> None:
    async def play() -> None:
        room = Playroom(Hub())
        room.resume()
        _, person = room.welcome("Noor")
        room.act(person, "CSP-1", "sit", {"seat": "4"}, "")
        sitting = room.sitting("CSP-1")
        assert "2 hands dealt" in layout_pays(sitting, 4)
        for count in (3, 4):
            room.act(person, "CSP-1", "bot", {}, "")
            assert f"{count} hands dealt" in layout_pays(sitting, 4)
        room.act(person, "CSP-1", "lay", {"bet": "ante", "chip": "500"}, "")
        room.act(person, "CSP-1", "ready", {}, "")
        assert "4 hands dealt" in layout_pays(sitting, 4)
        while sitting.request is not None:
            played = sitting.table.round
            assert played is not None
            room.act(person, "CSP-1", "decide", {"decision": "bet", "step": str(len(played.decisions))}, "")
        won = {line.bet for line in sitting.table.lines if line.seat == 4 and line.outcome == "win"}
        marks = layout_pays(sitting, 4).count(">won<")
        assert marks == len(won & {"bet"})
        assert ">won<" not in layout_pays(sitting)
        panels = {panel.id: room.hub.render(panel) for panel in table_panels(room, sitting, person)}
        assert 'data-about="bet">Paytable CS-BET</button>' in panels["settled"]  # it leads to the schedule
        room.close()

    asyncio.run(play())


def test_the_card_tells_limits_edge_and_hit_rate_from_what_is_kept_and_leads_to_the_sheet() -> None:
    with TestClient(create_app(per_s=1000)) as client:
        room: Playroom = client.app.state.playroom  # type: ignore[attr-defined]
        sitting = room.sitting("CW-1")
        kept = {bet: par("casino-war", bet) for bet in ("base", "tie")}
        figures.look_up(sitting.room.rules, sitting.room.seats)
        card = client.get("/play/tables/CW-1").text
        shown = _text(card)
        for bet, limits in (("tie", "$1 to $5"), ("base", "$5 to $400")):
            sheet = kept[bet]
            assert sheet.hit_frequency is not None
            edge, hits = (
                f"House edge {percent(sheet.house_edge, 2)}",
                f"Wins {percent(sheet.hit_frequency, 1)}",
            )
            assert re.search(f"{re.escape(limits)} {edge}( of the wager at best play)? {hits}", shown)
        links = re.findall(r'href="(/lab[^"]+)" target', card)
        assert len(links) == 2, "the base game and its side bet"
        assert all(client.get(unescape(link)).status_code == 200 for link in links)


def test_a_page_that_is_opened_has_figures_looked_up_aside_and_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(figures, "_known", Lately(figures.KNOWN_MAX))
    for bet in ("base", "tie"):
        par("casino-war", bet)  # so that they are kept, whatever ships

    async def story() -> None:
        room = Playroom(Hub())
        told: list[str] = []
        monkeypatch.setattr(room.hub, "changed", lambda *topics: told.extend(topics))
        sitting = room.sitting("CW-1")
        assert "House edge" not in layout_pays(sitting), "nothing is looked up for a request"
        room.enter("CW-1", "")
        async with asyncio.timeout(20):
            while "figures:CW-1" not in told:
                await asyncio.sleep(0.005)
        assert layout_pays(sitting).count("House edge") == 2
        room.close()

    asyncio.run(story())


def test_nothing_is_counted_for_the_card_where_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(figures, "_known", Lately(figures.KNOWN_MAX))
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    room = private_room("K7QFM", {"game": "casino-war", "decks": "3"})
    assert not figures.look_up(room.rules, room.seats)
    assert "$5 to $400" in layout_pays(Sitting(room, Store()))
    assert "House edge" not in layout_pays(Sitting(room, Store()))
    assert not any(tmp_path.rglob("*.json"))


def test_a_jackpot_shows_its_pays_in_force_and_what_its_meter_holds_now(tmp_path: Path) -> None:
    with GameManager(demo_floor(), str(tmp_path / "floor.db"), demo=True) as floor:
        open_links(floor)
        room = Playroom(Hub(), floor)
        sitting = room.sitting("T4")
        shown = _text(jackpot_pays(room, sitting))
        assert "Five-Card jackpot $1 wager MG-ML01" in shown
        assert "Royal flush 100% of Mega $20,000.00 now · envy $1,000" in shown
        assert "Three of a kind $9 from the tray" in shown
        assert "Royal flush with a hole card 5% of the meter $500.00 now" in shown
        answer = floor.execute("five-card", "start", StartRound("T4", 1, "dealer", (1, 2), (1, 2), 100))
        assert answer.status == 200, answer.content
        assert "100% of Mega $20,000.24 now" in _text(jackpot_pays(room, sitting))
        assert jackpot_pays(room, room.sitting("SOL-1")) == ""
        room.close()


def test_the_card_of_a_jackpot_tells_what_its_next_wager_costs_as_the_meter_stands(tmp_path: Path) -> None:
    with GameManager(demo_floor(), str(tmp_path / "floor.db"), demo=True) as floor:
        open_links(floor)
        room = Playroom(Hub(), floor)
        for table in ("T1", "T2", "T3", "T4"):
            sitting = room.sitting(table)
            wagers = [one for link in sitting.room.links if (one := wager_on(floor, sitting, link))]
            assert len(wagers) == len(sitting.room.links)
            for one in wagers:
                hands_of(one.game, one.bet)(one.table, one.folded_qualify)  # kept from here on
            figures.look_up_metered(wagers)
            card = jackpot_pays(room, sitting)
            links = re.findall(r'href="(/lab[^"]+)"', unescape(card))
            for link in links:
                set_up = SetUp.read(parse_qsl(link.partition("?")[2]))
                sheet = par_of(set_up.game, set_up.bet, set_up.table, set_up.options)
                assert f"House edge {percent(sheet.house_edge, 2)} on the next wager" in _text(card)
                assert f"Wins {percent(sheet.hit_frequency or Fraction(0), 1)}, 1 in" in _text(card)
            assert len(links) == len(wagers)
        room.close()


def test_every_game_without_a_floor_pays_no_jackpot() -> None:
    room = Playroom(Hub())
    for sitting in room.sittings.values():
        assert "jackpot" not in layout_pays(sitting).lower()
    assert {sitting.game.slug for sitting in room.sittings.values()} == set(GAMES)
    room.close()


def test_figures_that_nobody_asks_for_make_room_for_others() -> None:
    """Every edited table is a question of its own; a server that is never stopped meets many."""
    lately = Lately[int, str](3)
    assert lately.look_up(range(3), str)
    assert not lately.look_up(range(3), str)
    assert lately.get(0) == "0"
    assert lately.look_up((3,), str)
    assert [lately.get(key) for key in range(4)] == ["0", None, "2", "3"]
    assert lately.look_up(range(10, 20), str)
    assert len(lately) == 3
    assert not lately.look_up((30,), lambda key: None), "what is kept nowhere is not remembered"
