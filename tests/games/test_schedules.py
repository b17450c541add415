"""What a player can read at a table: every schedule in force on the layout, and its printed lines."""

import pytest

from pitboss.cards import SeededShuffle
from pitboss.games import GAMES, Game, Round, game
from pitboss.games.schedules import EVEN_MONEY, PayRow, schedules
from pitboss.paytables import Paytable, paytable
from pitboss.paytables.model import OddsByHands
from pitboss.table import random_play

every_game = pytest.mark.parametrize("each", GAMES.values(), ids=lambda each: each.slug)
TABLES = [
    (each, bet.slug, table)
    for each in GAMES.values()
    for bet in each.bets
    for table in each.paytables(bet.slug)
]


@pytest.mark.parametrize(
    ("each", "bet", "table"), TABLES, ids=[f"{each.slug} {table.designator}" for each, _, table in TABLES]
)
def test_the_schedule_of_a_bet_is_the_paytable_chosen_for_it(each: Game, bet: str, table: Paytable) -> None:
    shown = next(found for found in schedules(each.rules({}, {bet: table}), hands=2) if found.bet == bet)
    assert shown.paytable == table.label
    assert [row.hand.lower() for row in shown.rows] == [line.title.lower() for line in table.lines]
    for row, line in zip(shown.rows, table.lines, strict=True):
        figure = str(line.pay.at(2) if isinstance(line.pay, OddsByHands) else line.pay)
        assert row.pays.split()[0] == figure.split()[0]
        assert bool(row.note) == bool(line.envy_cents)


@every_game
def test_every_bet_on_the_layout_stands_in_a_schedule(each: Game) -> None:
    shown = schedules(each.rules(), hands=3)
    named = {found.bet for found in shown}
    even = [row for found in shown if found.bet == EVEN_MONEY for row in found.rows]
    for bet in each.bets:
        if bet.on_layout and bet.pays is not None:
            by_name = [row.hand for row in even] + [found.name for found in shown if bet.paid_as == found.bet]
            assert bet.slug in named or any(bet.name in name for name in by_name), bet.slug


@every_game
def test_a_bet_without_a_paytable_pays_what_the_layout_says(each: Game) -> None:
    rules, checked = each.rules(), set()
    for seed in range(150):
        wagers = {1: {bet.slug: 500 for bet in each.bets if bet.required}}
        order = SeededShuffle(f"pays {seed}").order(int(rules.options.get("decks", "1")))
        played, strategy = Round(rules, wagers, order), random_play(seed)
        while played.request is not None:
            played.decide(strategy.decide(played.request, played.view(1)))
        for line in played.lines:
            if line.outcome == "win" and not {line.bet, each.bet(line.bet).paid_as} & {*rules.paytables}:
                assert line.odds == each.bet(line.bet).pays, line
                checked.add(line.bet)
    assert checked >= {
        bet.slug for bet in each.bets if bet.required and not {bet.slug, bet.paid_as} & {*rules.paytables}
    }


@pytest.mark.parametrize(
    ("hands", "royal", "trips"), [(2, 500, 9), (3, 300, 6), (4, 250, 5), (5, 200, 4), (8, 100, 3)]
)
def test_cover_all_shows_the_pays_for_the_hands_dealt(hands: int, royal: int, trips: int) -> None:
    shown = next(
        found for found in schedules(game("caribbean-stud").rules(), hands) if found.bet == "cover-all"
    )
    assert shown.holds_for == f"{hands} hands dealt"
    assert (shown.rows[0].pays, shown.rows[-1].pays) == (f"{royal} to 1", f"{trips} to 1")


def test_a_jackpot_schedule_says_where_a_pay_comes_from_and_what_the_others_get() -> None:
    rules = game("caribbean-stud").rules({}, {"progressive": paytable("CSTUD-15")})
    shown = schedules(rules, 2)[-1]
    assert shown.holds_for == "$1 wager"
    assert shown.rows[0] == PayRow("Royal flush", "100% of the meter", "envy $1,000")
    assert shown.rows[2] == PayRow("Four of a kind", "$300 from the tray")


@pytest.mark.parametrize(
    ("version", "soft_17", "switched", "against"),
    [
        ("1", "hits soft 17", "is a blackjack", "pushes against"),
        ("2", "hits soft 17", "counts 21", "pushes against"),
        ("3", "hits soft 17", "counts 21", "is paid against"),
        ("4", "stands on soft 17", "counts 21", "pushes against"),
    ],
)
def test_the_layout_of_blackjack_switch_says_which_version_is_dealt(
    version: str, soft_17: str, switched: str, against: str
) -> None:
    each = game("blackjack-switch")
    printed = each.printed(each.rules({"version": version}).options)
    assert printed[0] == f"Dealer {soft_17} and pushes on 22"
    assert printed[1] == "Blackjack pays 1 to 1 · Insurance pays 2 to 1"
    assert switched in printed[2]
    assert against in printed[3]


@every_game
def test_every_layout_prints_a_line(each: Game) -> None:
    assert each.printed(each.rules().options)
