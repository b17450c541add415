"""Which tables one can join, and what they offer."""

from pitboss.floor.demo import demo_floor
from pitboss.games import GAMES
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
