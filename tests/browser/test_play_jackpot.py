"""A jackpot from a table page to its win page: sensors, claim, confirmation at the keypad, pay, END GAME."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.money import UNITS_PER_CENT
from tests.browser.floor_house import EXECUTIVE, SUPERVISOR, House, await_card, house, press, read, says
from tests.browser.play_room import Guest, sit, sitting, stack


def _meter(pit: House, link: str) -> int:
    return pit.manager.state(link).meter_units("main") // UNITS_PER_CENT


def _lit(guest: Guest, *links: str) -> None:
    for link in links:
        coin = guest.page.locator(".coin", has_text=link)
        coin.click()
        expect(coin).to_have_attribute("aria-pressed", "true")


def test_a_royal_flush_goes_from_the_table_to_its_win_page(
    tmp_path: Path, open_page: Callable[..., Page]
) -> None:
    """The table starts, claims and ends; only an executive's card at the keypad confirms."""
    with house(tmp_path, open_page) as pit:
        stack(pit.app, "T1", "AhKhQhJhTh 2c3d4s5c7d")
        display = pit.display("caribbean")
        console = pit.console(SUPERVISOR)
        pad = pit.keypad("T1")
        guest = sit(open_page, pit.url, "T1")
        page = guest.page
        expect(page.locator(".notice")).to_contain_text("DEMO FLOOR")
        expect(page.locator(".signs")).to_contain_text("$10,000.00")
        guest.lay("ante")
        _lit(guest, "caribbean")
        before = _meter(pit, "caribbean")
        guest.deal()
        page.locator("[name=decision]").first.wait_for()
        says(pad, "Locked: 1 wager")
        assert _meter(pit, "caribbean") == before + 70, "the dollar went to the real Game Manager"
        expect(page.locator(".signs")).to_contain_text("$10,000.70")

        guest.decide("bet")
        expect(page.locator(".voice")).to_contain_text(
            "Seat 4: royal flush wins $10,000.70 on the Caribbean jackpot. A supervisor confirms it."
        )
        expect(page.locator(".console")).to_contain_text(
            "Royal flush wins $10,000.70 on the Caribbean jackpot."
        )
        says(pad, "royal flush")
        press(pad, "confirm")
        await_card(pad)
        read(pad, SUPERVISOR)
        expect(pad.locator("[data-prompt] [data-answer]")).to_contain_text("swiped as supervisor")
        assert _meter(pit, "caribbean") == before + 70
        read(pad, EXECUTIVE)

        expect(page.locator("#settled")).to_contain_text("Confirmed: seat 4 is paid $10,000.70")
        expect(page.locator("#purse")).to_contain_text("$11,")
        expect(page.locator("[data-deal]")).to_be_enabled()  # END GAME is done, the next round may come
        assert not pit.manager.state("caribbean").tables["T1"].open
        expect(display.locator("footer")).to_contain_text("$10,000.70")

        unpaid = console.locator("section:has(#unpaid)")
        row = unpaid.locator("tr", has_text="Royal flush")
        with console.expect_popup() as opened:
            row.get_by_role("button", name="Print").click()
        opened.value.close()
        paper = console.request.get(pit.url + str(row.locator("[data-opened]").get_attribute("href")))
        assert paper.body().startswith(b"%PDF")


def test_two_sensors_are_two_wagers_and_an_ordinary_round_ends_by_itself(
    tmp_path: Path, open_page: Callable[..., Page]
) -> None:
    """Each meter gets its share, no claim is made for a losing hand, and END GAME follows."""
    with house(tmp_path, open_page) as pit:
        stack(pit.app, "T4", "2c7d AhKs 3h8s9d TcJd")
        guest = sit(open_page, pit.url, "T4")
        guest.lay("ante")
        _lit(guest, "Five-Card", "Hold'em")
        guest.deal()
        guest.page.locator("[name=decision]").first.wait_for()
        five, holdem = (pit.manager.state(link) for link in ("five-card", "holdem"))
        assert five.tables["T4"].open
        assert holdem.tables["T4"].open
        assert holdem.meter_units("main") == (10_000_00 + 20) * UNITS_PER_CENT
        guest.play_on()
        expect(guest.page.locator("[data-deal]")).to_be_enabled()
        for link in ("five-card", "holdem"):
            assert not pit.manager.state(link).tables["T4"].open
            assert not pit.manager.state(link).claims
        at = sitting(pit.app, "T4")
        net = sum(line.net_cents for line in at.table.lines if line.seat == 4)
        assert at.table.players[4].chips_cents == 1_000_00 + net - 100, "the second sensor took its dollar"


def test_a_restart_while_a_claim_is_open_loses_nothing(
    tmp_path: Path, open_page: Callable[..., Page]
) -> None:
    with house(tmp_path, open_page) as pit:
        stack(pit.app, "T1", "AhAdAsAc2h 2c3d4s5c7d")
        guest = sit(open_page, pit.url, "T1")
        guest.lay("ante")
        _lit(guest, "caribbean")
        guest.deal()
        guest.decide("bet")
        expect(guest.page.locator(".voice")).to_contain_text("four of a kind wins")
    with house(tmp_path, open_page) as pit:
        guest.page.goto(f"{pit.url}/play/tables/T1")
        expect(guest.page.locator(".voice")).to_contain_text("four of a kind wins")
        assert len(pit.manager.state("caribbean").claims) == 1
        pad = pit.keypad("T1")
        press(pad, "confirm")
        await_card(pad)
        read(pad, SUPERVISOR)
        expect(guest.page.locator("#settled")).to_contain_text("Confirmed: seat 4")
        assert len(pit.manager.state("caribbean").awards) == 1


def test_a_closed_link_gives_the_wager_back(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    from pitboss.jackpots.commands import Badge, CloseLink, Role

    with house(tmp_path, open_page) as pit:
        by = Badge("t.nakagawa", Role.SUPERVISOR, "S-207", pit.clock())
        pit.manager.execute("caribbean", "close-for-test", CloseLink(by))
        guest = sit(open_page, pit.url, "T1")
        guest.lay("ante")
        _lit(guest, "caribbean")
        guest.deal()
        expect(guest.page.locator(".voice")).to_contain_text("The jackpot wagers go back")
        played = sitting(pit.app, "T1").table.round
        assert played is not None
        assert dict(played.wagers[4]) == {"ante": 500}


@pytest.mark.parametrize("demo", [True, False])
def test_play_chips_never_reach_a_floor_that_takes_money(demo: bool) -> None:
    from types import SimpleNamespace

    from pitboss.floor.demo import demo_floor
    from pitboss.web.play.rooms import rooms

    floor = demo_floor()
    manager = SimpleNamespace(demo=demo, floor=floor, link=floor.link)
    linked = {name for name, found in rooms(manager).items() if found.links}  # type: ignore[arg-type]
    assert linked == ({"T1", "T2", "T3", "T4", "T5"} if demo else set())


def test_a_player_alone_confirms_a_jackpot_hand_of_the_demo_and_plays_on(
    tmp_path: Path, open_page: Callable[..., Page]
) -> None:
    with house(tmp_path, open_page) as pit:
        stack(pit.app, "T1", "AhKhQhJhTh 2c3d4s5c7d")
        guest = sit(open_page, pit.url, "T1")
        page = guest.page
        guest.lay("ante")
        _lit(guest, "caribbean")
        guest.deal()
        guest.choices()
        guest.decide("bet")
        expect(page.locator(".console")).to_contain_text("Here you are the supervisor")
        page.get_by_role("button", name="Confirm").click()
        expect(page.locator("#settled")).to_contain_text("Confirmed: seat 4 is paid $10,000.70")
        expect(page.locator("[data-deal]")).to_be_enabled()
        (award,) = pit.manager.state("caribbean").awards.values()
        assert award.confirmed.by.person == "h.aldana"
