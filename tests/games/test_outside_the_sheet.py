"""What is outside the approved sheet is not approved, and the sentence that decides is named."""

import pytest

from pitboss.errors import BadInput
from pitboss.games import GAMES, Game, game, parse_round
from pitboss.table import Table

OUTSIDE = [
    ("solitaire-stud", {"settlement_order": "left-to-right"}, "000:173"),
    ("rabbit-hunter", {"settlement_order": "left-to-right"}, "004:122"),
    ("caribbean-stud", {"settlement_order": "left-to-right"}, "002:215"),
    ("ultimate-texas-holdem", {"preflop_raise": "3x-only"}, "002:138"),
    ("blackjack-switch", {"settlement_order": "left-to-right"}, "002:215"),
    ("blackjack-switch", {"split_hands": "1"}, "003:149"),
    ("blackjack-switch", {"double": "nine-to-eleven"}, "003:124"),
    ("blackjack-switch", {"double": "ten-or-eleven"}, "003:124"),
    ("blackjack-switch", {"double_after_split": "no"}, "003:149"),
    ("blackjack-switch", {"check_before_switch": "yes"}, "003:161"),
    ("blackjack-switch", {"kings_bounty_cards": "four-cards"}, "003:116"),
]


@pytest.mark.parametrize(("slug", "options", "sentence"), OUTSIDE)
def test_an_option_the_text_rules_out_is_not_approved(
    slug: str, options: dict[str, str], sentence: str
) -> None:
    rules = game(slug).rules(options)
    assert not rules.approved
    (departure,) = rules.departures
    ((name, value),) = options.items()
    assert f"{name}={value}" in departure
    assert sentence in departure
    with pytest.raises(BadInput, match=sentence):
        Table(rules)


@pytest.mark.parametrize("each", GAMES.values(), ids=lambda each: each.slug)
def test_every_other_value_of_an_option_is_approved(each: Game) -> None:
    assert each.rules().approved == (each.rules_from == "approval")
    ruled_out = {(slug, *pair) for slug, options, _ in OUTSIDE for pair in options.items()}
    for option in each.options:
        for value in option.values:
            if (each.slug, option.name, value) not in ruled_out:
                assert not each.rules({option.name: value}).departures


def test_the_dealer_may_look_first_in_every_version_but_the_first() -> None:
    for version in "234":
        assert game("blackjack-switch").rules({"version": version, "check_before_switch": "yes"}).approved


@pytest.mark.parametrize(("decks", "designator"), [("8", "SM-1"), ("6", "SM-2")])
def test_super_match_pays_by_the_table_printed_for_the_decks(decks: str, designator: str) -> None:
    switch = game("blackjack-switch")
    assert switch.rules({"decks": decks}).approved, "the default is the right one"
    wrong = switch.rules({"decks": decks}, {"super-match": designator})
    (departure,) = wrong.departures
    assert f"{designator} is printed for {14 - int(decks)} decks (003:193)" in departure


# Hold'em's order of bets


HOLDEM = (
    "ultimate-texas-holdem {} | 2 ante=5 blind=5 trips=1 ultimate-pairs=1; 5 ante=5 blind=5 trips=1 "
    "bad-beat-bonus=1 ultimate-pairs=1 | KhKd 9c9d AcAs KsTc4h 3d2s | play-4x play-4x"
)


def _order(options: str) -> list[tuple[int, str]]:
    return [(line.seat, line.bet) for line in parse_round(HOLDEM.format(options)).lines]


def test_holdem_settles_its_bets_in_the_order_the_house_wishes() -> None:
    wished = "ultimate-pairs,trips,bad-beat-bonus,play,blind,ante"
    bets = ["ultimate-pairs", "trips", "bad-beat-bonus", "play", "blind", "ante"]
    assert _order(f"bet_order={wished}") == [
        *((5, bet) for bet in bets),
        *((2, bet) for bet in bets if bet != "bad-beat-bonus"),
    ]
    assert game("ultimate-texas-holdem").rules({"bet_order": wished}).approved


def test_holdem_pays_the_same_whatever_the_order() -> None:
    def paid(options: str) -> list[tuple[int, str, int]]:
        lines = parse_round(HOLDEM.format(options)).lines
        return sorted((line.seat, line.bet, line.net_cents) for line in lines)

    assert paid("bet_order=trips,bad-beat-bonus,ultimate-pairs,ante,blind,play") == paid("")
    assert paid("settlement_order=left-to-right") == paid("")


def test_antes_go_back_first_in_any_order_when_the_dealer_does_not_qualify() -> None:
    cards = "KhKd 9c9d AcQs 8sTc4h 3d2s"
    played = parse_round(
        "ultimate-texas-holdem bet_order=play,blind,ante,trips,bad-beat-bonus,ultimate-pairs | "
        f"2 ante=5 blind=5; 5 ante=5 blind=5 | {cards} | play-4x play-4x"
    )
    assert [(line.seat, line.bet) for line in played.lines][:3] == [(5, "ante"), (2, "ante"), (5, "play")]


@pytest.mark.parametrize("order", ["ante,blind", "ante,ante,play,trips,bad-beat-bonus,ultimate-pairs", "x"])
def test_an_order_names_every_bet_once(order: str) -> None:
    with pytest.raises(BadInput, match="bet_order"):
        game("ultimate-texas-holdem").rules({"bet_order": order})
