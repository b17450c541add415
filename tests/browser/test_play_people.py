"""Several people at one table: hidden cards stay hidden on the wire, and a restart loses nothing."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.cards import SeededShuffle
from pitboss.web.play import panels, playroom
from pitboss.web.play.rooms import rooms
from pitboss.web.play.sitting import Sitting
from pitboss.web.play.store import Store
from tests.browser.play_room import TABLES, room, sit, sitting


@pytest.mark.parametrize("table", TABLES)
def test_nobody_is_sent_anothers_hidden_cards(open_page: Callable[..., Page], table: str) -> None:
    """Every text and every frame that reached the second browser, searched for the first one's cards."""
    with room() as (url, app):
        at = sitting(app, table)
        at.shuffle = SeededShuffle(f"{table} wire").order
        order = tuple(SeededShuffle(f"{table} wire").order(int(at.room.rules.options.get("decks", "1"))))
        first = sit(open_page, url, table, "Ines", seat=3)
        second = sit(open_page, url, table, "Tomás", seat=5)
        for guest in (first, second):
            guest.lay(TABLES[table][0])
            guest.deal()
        first.page.locator("[name=decision]").first.wait_for()
        second.page.locator(".mine .card, .choices .card").first.wait_for()
        played = at.table.round
        assert played is not None
        assert list(played.order) == list(order)

        whole = [str(card) for card in order]
        seen_by_second = _shown(at.table.view(5))
        hidden = [card for card in whole if card not in seen_by_second]
        page = second.page
        page.reload()
        page.locator(".mine .card, .choices .card").first.wait_for()
        expect(page.locator(".voice")).to_contain_text("Seat 3")
        received = "\n".join(second.heard) + page.content() + page.request.get(page.url).text()
        assert all(
            f'href=\\"#{card}\\"' in received or f'href="#{card}"' in received for card in seen_by_second
        )
        for card in hidden:
            assert f'#{card}"' not in received, f"{card} was sent"
            assert f'#{card}\\"' not in received, f"{card} was sent"
        assert "".join(whole[:8]) not in received
        own = {str(card) for hand in at.table.view(3).hands[3] for card in hand.cards if card}
        if table != "BJS-1":  # where all players' cards are dealt face up
            assert own <= set(hidden)
        assert at.request is not None


def _shown(view: object) -> set[str]:
    cards = [*view.dealer, *view.board]  # type: ignore[attr-defined]
    for hands in view.hands.values():  # type: ignore[attr-defined]
        cards += [card for hand in hands for card in hand.cards]
    return {str(card) for card in cards if card is not None}


def test_a_reload_and_a_restart_in_the_middle_of_a_round_lose_nothing(
    tmp_path: Path, open_page: Callable[..., Page]
) -> None:
    """The same cards, wagers, chips and turn after each; then the round goes on to the same end."""
    file = tmp_path / "play.db"
    with room(file) as (url, app):
        port = int(url.rpartition(":")[2])
        guest = sit(open_page, url, "UTH-1")
        page = guest.page
        page.click("text=Add a bot")
        guest.lay(*TABLES["UTH-1"])
        guest.deal()
        guest.decide("check")
        flop = _state(page)
        order = list(sitting(app, "UTH-1").table.round.order)  # type: ignore[union-attr]
        page.reload()
        assert _state(page) == flop
    with room(file, port) as (_, app):
        expect(page.locator(".stale")).to_be_hidden(timeout=15_000)
        assert _state(page) == flop
        page.reload()
        assert _state(page) == flop
        at = sitting(app, "UTH-1")
        assert at.table.round is not None
        assert list(at.table.round.order) == order
        guest.play_on()
        assert set(guest.settled()) >= set(TABLES["UTH-1"])
        net = sum(line.net_cents for line in at.table.lines if line.seat == 4)
        assert at.table.players[4].chips_cents == 1_000_00 + net
        after = at.table.players[4].chips_cents
    with room(file, port) as (url, app):
        assert sitting(app, "UTH-1").table.players[4].chips_cents == after
        page.goto(f"{url}/play/rounds")
        expect(page.locator("tbody tr")).to_have_count(1)


def _state(page: Page) -> list[str]:
    page.locator("main:not([data-coming]) [name=decision]").first.wait_for()
    cards = page.locator(".board .card, .mine .card").evaluate_all(
        "cards => cards.map(card => card.getAttribute('aria-label'))"
    )
    bets = page.locator(".bet").evaluate_all("bets => bets.map(bet => bet.getAttribute('aria-label'))")
    voice = page.locator(".voice")
    voice.wait_for()  # it is hidden anew while cards come, but says the same
    return [*cards, *bets, voice.text_content() or "", page.locator("#purse").inner_text()]


def test_a_restart_between_lock_and_deal_goes_on_with_the_locked_bets(tmp_path: Path) -> None:
    """A second round is locked for somebody new, while the last round still lies there."""
    store = Store(tmp_path / "play.db")
    found = rooms(None)["SOL-1"]
    at = Sitting(found, store)
    at.sit(2, "ines", "Ines", 5000)
    at.sit(5, "tom", "Tom", 1000)
    at.lay(2, "ante", 500)
    at.ready(2)
    at.lock()
    at.deal()
    at.decide(2, "fold", 0)
    at.lay(5, "ante", 500)
    at.ready(5)
    at.lock()
    at.save()
    again = Sitting(found, store)
    assert again.dealing
    assert again.table.players[2].chips_cents == 4000
    again.deal()
    assert again.request is not None
    assert again.request.seat == 5
    assert again.table.players[5].chips_cents == 0
    assert again.number == 2
    store.close()


def test_a_newcomer_sees_nothing_of_the_hand_dealt_to_the_seat_before(tmp_path: Path) -> None:
    """A folded hand stays unknown to whoever takes the seat next."""
    store = Store(tmp_path / "play.db")
    at = Sitting(rooms(None)["CSP-1"], store)
    at.sit(4, "ines", "Ines", 5000)
    at.lay(4, "ante", 500)
    at.ready(4)
    at.lock()
    at.deal()
    at.decide(4, "fold", 0)
    assert 'aria-label="Your cards"' in panels.spot(at, 4)
    at.leave(4)
    at.sit(4, "tom", "Tom", 5000)
    assert "of hearts" not in panels.spot(at, 4)
    assert 'aria-label="Your cards"' not in panels.spot(at, 4)
    assert panels.settled(at, 4) == ""
    store.close()


def test_a_table_waits_for_those_present_and_not_for_those_who_left_their_page(
    open_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playroom, "AWAY_WAIT_S", 0.3)
    with room() as (url, app):
        first = sit(open_page, url, "SOL-1", "Ines", seat=3)
        second = sit(open_page, url, "SOL-1", "Tomás", seat=5)
        first.lay("ante")
        first.deal()
        expect(first.page.locator(".console")).to_contain_text("Your bets are in")
        second.lay("ante")
        second.deal()
        first.page.locator("[name=decision]").first.wait_for()
        second.page.close()
        first.decide("play")
        expect(first.page.locator(".voice")).to_contain_text("Seat 5 is away: fold")
        assert set(sitting(app, "SOL-1").people) == {3, 5}
