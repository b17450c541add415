"""Which tables one can join, and what they offer."""

from starlette.testclient import TestClient

from pitboss.floor.demo import demo_floor
from pitboss.games import GAMES
from pitboss.web.app import create_app
from pitboss.web.play.rooms import rooms


def test_every_table_of_the_demo_floor_offers_all_bets_of_its_game() -> None:
    for table in demo_floor().tables:
        assert table.limits is not None
        laid_before_the_deal = {bet.slug for bet in table.rules.game.bets if not bet.in_round}
        assert set(table.limits.bets) == laid_before_the_deal, table.name


def test_there_are_two_tables_of_every_game_without_a_floor() -> None:
    found = rooms(None).values()
    assert [room.rules.game.slug for room in found] == [slug for slug in GAMES for _ in range(2)]
    assert not any(room.links for room in found)


def test_lobby_and_table_say_of_which_game_no_approval_holds_the_rules() -> None:
    with TestClient(create_app()) as client:
        lobby = client.get("/play").text
        pages = {slug: client.get(f"/play/tables/{room}").text for slug, room in first_rooms(client).items()}
    marked = [game for game in GAMES.values() if game.mark]
    assert lobby.count("Rules from public texts, not from an approval.") == len(marked) > 0
    for slug, page in pages.items():
        assert ("Rules from public texts" in page) == bool(GAMES[slug].mark), slug


def first_rooms(client: TestClient) -> dict[str, str]:
    sittings = client.app.state.playroom.sittings  # type: ignore[attr-defined]
    return {sitting.game.slug: name for name, sitting in reversed(sittings.items())}
