"""Blackjack Switch, clause by clause."""

import pytest

from pitboss.cards import Card, parse_cards
from pitboss.errors import BadInput
from pitboss.games import Round, Wager, game, parse_round
from pitboss.games.blackjack import BLACKJACK
from pitboss.games.blackjack_switch import (
    bounty_outcome,
    match_outcome,
    settle_hand,
    settle_kings_bounty,
    settle_super_match,
)
from pitboss.paytables import paytable
from tests.games.settled import choices, settled

SWITCH = game("blackjack-switch")


def dealt(
    seats: str, dealer: str, draws: str = "", decisions: str = "", settings: str = "", side: str = ""
) -> Round:
    """A round written by hands: `"Ah9d/8s8c, KhQd/7c7d"` are two seats; every hand has $10 on it."""
    hands = [parse_cards(hand, decks=6) for seat in seats.split(",") for hand in seat.split("/")]
    up, hole = parse_cards(dealer, decks=6)
    order = [*(hand[0] for hand in hands), up, *(hand[1] for hand in hands), hole]
    wagers = "; ".join(f"{seat + 1} hand-1=10 hand-2=10 {side}" for seat in range(len(hands) // 2))
    cards = "".join(map(str, order)) + draws
    return parse_round(f"blackjack-switch {settings} | {wagers} | {cards} | {decisions}")


def shown(cards: tuple[Card | None, ...]) -> str:
    return " ".join("--" if card is None else str(card) for card in cards)


def hands_of(played: Round, seat: int = 1) -> dict[str, str]:
    return {hand.name: shown(hand.cards) for hand in played.view().hands[seat]}


def only(played: Round, *bets: str) -> list[str]:
    found = settled(played)
    return [found[f"1 {bet}"] for bet in bets]


def test_blackjack_switch_1_six_or_eight_decks() -> None:
    kings = "Kd" * 7
    laid = f"1 hand-1=10 hand-2=10 | {kings}"
    with pytest.raises(BadInput, match="Kd appears 7 times; 6 decks"):
        parse_round(f"blackjack-switch | {laid}")
    assert parse_round(f"blackjack-switch decks=8 | {laid}").cards_dealt == 6
    assert [SWITCH.rules({"decks": decks}).departures for decks in "68"] == [(), ()]
    seven = "decks=7 is not in the approved text of Blackjack Switch"
    assert seven in SWITCH.rules({"decks": "7"}).departures, "for analysis only"
    with pytest.raises(BadInput, match="decks"):
        SWITCH.rules({"decks": "9"})


def test_blackjack_switch_1_two_equal_wagers_and_two_optional_bets() -> None:
    cards = "Kh9dTs8d9c8h"
    for wagers, why in (
        ("1 hand-1=10", "Second hand is required"),
        ("1 hand-1=10 hand-2=5", "Second hand must equal First hand"),
        ("1 kings-bounty=1", "First hand is required"),
        ("1 hand-1=10 hand-2=10 insurance-1=5", "not laid before the deal"),
        ("1 hand-1=10 hand-2=10 hand-1b=10", "not laid before the deal"),
    ):
        with pytest.raises(BadInput, match=why):
            parse_round(f"blackjack-switch | {wagers} | {cards}")
    laid = "1 hand-1=10 hand-2=10 kings-bounty=1 super-match=2"
    assert parse_round(f"blackjack-switch | {laid} | {cards}").request is not None


@pytest.mark.parametrize(
    ("cards", "outcome", "six", "eight"),
    [
        ("8h8h8c8d", "four-of-a-kind", 40, 50),
        ("9h8d9c8s", "two-pair", 8, 7),
        ("7h7d7cQs", "three-of-a-kind", 5, 5),
        ("5h9c5dQs", "pair", 1, 1),
        ("KhQdJcTs", "no-pair", -1, -1),
    ],
)
def test_blackjack_switch_1_super_match_by_rank(cards: str, outcome: str, six: int, eight: int) -> None:
    four = parse_cards(cards, decks=6)
    assert match_outcome(four) == match_outcome(four[::-1]) == outcome
    for decks, pays in (("6", six), ("8", eight)):
        line = settle_super_match(Wager(1, "super-match", 100), outcome, SWITCH.rules({"decks": decks}))
        assert line.net_cents == 100 * pays


def test_blackjack_switch_2_two_hands_each_and_a_hole_card() -> None:
    played = dealt("Kh9d/8s2c, 7h7d/6s5c", "Ts8h")
    assert played.cards_dealt == 10
    for viewer in (0, 1, 2):
        view = played.view(viewer)
        assert shown(view.dealer) == "Ts --"
        assert [shown(hand.cards) for hand in view.hands[1]] == ["Kh 9d", "8s 2c"]
        assert [shown(hand.cards) for hand in view.hands[2]] == ["7h 7d", "6s 5c"]


def test_blackjack_switch_2_kings_bounty_and_super_match_are_settled_first() -> None:
    played = dealt("KhQd/8s2c, KhKh/6s5c", "Ts8h", side="kings-bounty=1 super-match=1")
    assert list(settled(played).items()) == [
        ("2 kings-bounty", "win 30 to 1"),
        ("2 super-match", "win 1 to 1"),
        ("1 kings-bounty", "win 4 to 1"),
        ("1 super-match", "lose"),
    ]
    assert played.request is not None


@pytest.mark.parametrize("up", ["9", "T", "J", "Q", "K", "A"])
def test_blackjack_switch_2_two_kings_of_spades_wait_while_the_dealer_may_have_blackjack(up: str) -> None:
    played = dealt("KsKs/9c8d", f"{up}h7c", draws="2d2h", side="kings-bounty=1")
    if up == "9":
        assert settled(played) == {"1 kings-bounty": "win 100 to 1"}
        return
    assert settled(played) == {}
    while played.request is not None:
        played.decide(next(name for name in choices(played) if name in ("decline", "keep", "stand")))
    assert list(settled(played).items())[-1] == ("1 kings-bounty", "win 100 to 1")
    assert played.lines[-1].ruling.clause == 2


@pytest.mark.parametrize(("dealer", "decisions"), [("ThAc", "keep"), ("AcTh", "decline decline keep")])
def test_blackjack_switch_2_the_held_bounty_is_paid_with_the_dealers_blackjack(
    dealer: str, decisions: str
) -> None:
    played = dealt("KsKs/9c8d", dealer, "", decisions, side="kings-bounty=1")
    assert list(settled(played).items())[-1] == ("1 kings-bounty", "win 1,000 to 1")


def test_blackjack_switch_2_other_bounties_never_wait() -> None:
    assert settled(dealt("KhKh/9c8d", "ThAc", side="kings-bounty=1")) == {"1 kings-bounty": "win 30 to 1"}


def test_blackjack_switch_2_kings_bounty_cards() -> None:
    four = "kings_bounty_cards=four-cards"
    side = "kings-bounty=1"
    assert only(dealt("Kh5d/6cTh", "9h8c", side=side), "kings-bounty") == ["lose"]
    assert only(dealt("KhTh/5d6c", "9h8c", side=side), "kings-bounty") == ["win 9 to 1"]
    assert only(dealt("5d6c/KhTh", "9h8c", side=side), "kings-bounty") == ["lose"]
    assert only(dealt("Kh5d/6cTh", "9h8c", settings=four, side=side), "kings-bounty") == ["win 9 to 1"]
    assert settled(dealt("Ks5d/6cKs", "Th8c", settings=four, side=side)) == {}
    assert only(dealt("Ks5d/6cKs", "ThAc", "", "keep", four, side), "kings-bounty") == ["win 1,000 to 1"]
    first_two = "kings_bounty_cards=first-two-dealt"
    assert only(dealt("Kh5d/Th6c", "9h8c", settings=first_two, side=side), "kings-bounty") == ["win 9 to 1"]
    assert only(dealt("KhTh/5d6c", "9h8c", settings=first_two, side=side), "kings-bounty") == ["lose"]
    assert settled(dealt("Ks5d/Ks6c", "Th8c", settings=first_two, side=side)) == {}, "it is held"
    assert only(dealt("Ks5d/Ks6c", "ThAc", "", "keep", first_two, side), "kings-bounty") == ["win 1,000 to 1"]


def test_blackjack_switch_3_insurance_on_an_ace_for_up_to_half() -> None:
    played = dealt("Kh9d/8s2c", "AsKh")
    assert played.request is not None
    assert played.request.stage == "insurance-1"
    insure = played.request.choices[0]
    assert (insure.amount_cents, insure.least_cents) == (500, 1)
    for wrong in ("insure=501", "insure=0", "insure=", "insure=x", "decline=100"):
        with pytest.raises(BadInput):
            played.decide(wrong)
    played.decide("insure=123")
    assert played.request is not None
    assert played.request.stage == "insurance-2"
    played.decide("insure")
    assert played.view().wagers[1] == {"hand-1": 1000, "hand-2": 1000, "insurance-1": 123, "insurance-2": 500}
    played.decide("keep")
    assert only(played, "insurance-1", "insurance-2") == ["win 2 to 1", "win 2 to 1"]


@pytest.mark.parametrize("up", "23456789TJQK")
def test_blackjack_switch_3_no_insurance_without_an_ace(up: str) -> None:
    played = dealt("Kh9d/8s2c", f"{up}s7h")
    assert played.request is not None
    assert played.request.stage == "switch"


def test_blackjack_switch_3_insurance_is_lost_when_the_dealer_has_looked() -> None:
    played = dealt("Kh9d/8s2c", "As9h", "", "insure insure keep")
    assert settled(played) == {"1 insurance-1": "lose", "1 insurance-2": "lose"}
    looked_first = dealt("Kh9d/8s2c", "As9h", "", "insure insure", "version=2")
    assert choices(looked_first).keys() == {"switch", "keep"}
    assert settled(looked_first) == {"1 insurance-1": "lose", "1 insurance-2": "lose"}


def test_blackjack_switch_3_half_a_cent_is_not_insured() -> None:
    played = parse_round("blackjack-switch | 1 hand-1=0.01 hand-2=0.01 | Kh8sAs9d2c9h")
    assert played.request is not None
    assert played.request.stage == "switch"


def test_blackjack_switch_3_the_second_cards_change_places() -> None:
    kept = dealt("Kh5d/6cTs", "9h8c", "", "keep")
    assert hands_of(kept) == {"hand-1": "Kh 5d", "hand-2": "6c Ts"}
    assert hands_of(dealt("Kh5d/6cTs", "9h8c", "", "switch")) == {"hand-1": "Kh Ts", "hand-2": "6c 5d"}


@pytest.mark.parametrize("version", "1234")
@pytest.mark.parametrize("check", ["by-version", "no", "yes"])
@pytest.mark.parametrize("up", ["T", "A"])
def test_blackjack_switch_3_check_before_switch(version: str, check: str, up: str) -> None:
    """The dealer looks before the switch or right after it, but in any case before a card is drawn."""
    first = check == "yes" or (check == "by-version" and version != "1")
    rules = f"version={version} check_before_switch={check}"
    hole, insurance = ("A", "") if up == "T" else ("T", "decline decline")
    played = dealt("Kh9d/8s2c", f"{up}s{hole}h", "", insurance, rules)
    assert (played.request is None) == first
    if not first:
        assert choices(played).keys() == {"switch", "keep"}
        played.decide("switch")
        assert played.request is None
    assert played.cards_dealt == 6
    assert only(played, "hand-1", "hand-2") == ["lose", "lose"]


def test_blackjack_switch_3_all_seats_switch_before_a_late_look_and_else_each_in_its_turn() -> None:
    seats = "Kh9d/8s2c, 7h7d/6s5c"
    late = dealt(seats, "Ts8h", "", "keep")
    assert late.request is not None
    assert (late.request.seat, late.request.stage) == (2, "switch")
    for other in (dealt(seats, "9s8h", "", "keep"), dealt(seats, "Ts8h", "", "keep", "version=4")):
        assert other.request is not None
        assert (other.request.seat, other.request.stage) == (1, "hand-1")


@pytest.mark.parametrize("version", "234")
def test_blackjack_switch_3_without_a_first_look_a_switched_21_loses_to_blackjack(version: str) -> None:
    rules = f"version={version} check_before_switch=no"
    played = dealt("Ah6d/9dKc", "TsAc", "", "switch", rules)
    assert only(played, "hand-1", "hand-2") == ["lose", "lose"]


@pytest.mark.parametrize("version", "1234")
def test_blackjack_switch_3_pay_naturals_at_once(version: str) -> None:
    rules = f"pay_naturals_at_once=yes version={version}"
    played = dealt("AhKd/9d7c", "6s9h", settings=rules)
    assert settled(played) == {"1 hand-1": "win 1 to 1"}
    assert played.request is not None
    assert played.request.stage == "hand-2", "no switch, and the blackjack isn't played"
    against_ten = dealt("AhKd/9d7c", "TsAs", settings=rules)
    assert only(against_ten, "hand-1") == ["win 1 to 1" if version == "3" else "push"]
    looked = dealt("AhKd/9d7c", "Ts9s", settings=rules)
    assert settled(looked) == {"1 hand-1": "win 1 to 1"}
    assert looked.request is not None
    assert looked.request.stage == "hand-2"


def test_blackjack_switch_3_a_natural_paid_at_once_is_not_insured() -> None:
    paid = dealt("AhKd/9d7c", "AsTs", settings="pay_naturals_at_once=yes version=3")
    waiting = dealt("AhKd/9d7c", "AsTs", settings="pay_naturals_at_once=yes version=2")
    for played, stage in ((paid, "insurance-2"), (waiting, "insurance-1")):
        assert played.request is not None
        assert played.request.stage == stage


def test_blackjack_switch_4_hit_stand_and_bust() -> None:
    played = dealt("Kh5d/9d7c", "6s9h", "3cTd5s", "keep")
    assert choices(played) == {"hit": 0, "stand": 0, "double": 1000}
    played.decide("hit")
    assert choices(played) == {"hit": 0, "stand": 0}, "three cards don't double"
    played.decide("stand")
    played.decide("hit")
    assert played.lines[0].words == "26 is over 21: the hand is lost.", "collected at once"


def test_blackjack_switch_4_a_hand_of_21_stands() -> None:
    played = dealt("Kh5d/9d7c", "6s9h", "6c", "keep hit")
    assert played.request is not None
    assert played.request.stage == "hand-2"


def test_blackjack_switch_4_a_double_takes_the_same_again_and_one_card() -> None:
    played = dealt("Kh5d/9d2c", "6s9h", "6cTc2h", "switch stand")
    assert hands_of(played)["hand-2"] == "9d 5d"
    played.decide("double")
    assert played.request is None
    assert played.view().wagers[1] == {"hand-1": 1000, "hand-2": 2000}
    assert hands_of(played)["hand-2"] == "9d 5d 6c"


@pytest.mark.parametrize(
    ("hand", "totals"),
    [
        ("5h3d", "any-two"),
        ("5h4d", "nine-to-eleven"),
        ("6h4d", "ten-or-eleven"),
        ("6h5d", "ten-or-eleven"),
        ("7h5d", "any-two"),
        ("KhQd", "any-two"),
        ("Ah8d", "any-two"),
        ("Ah9d", "any-two"),
    ],
)
def test_blackjack_switch_4_which_cards_double(hand: str, totals: str) -> None:
    """`totals` is the narrowest option under which these cards still double."""
    allowing = {
        option
        for option in ("any-two", "nine-to-eleven", "ten-or-eleven")
        if "double" in choices(dealt(f"{hand}/9d7c", "6s9h", "", "keep", f"double={option}"))
    }
    wider = {"any-two": 1, "nine-to-eleven": 2, "ten-or-eleven": 3}
    assert len(allowing) == wider[totals]
    assert totals in allowing


def test_blackjack_switch_4_a_split_lays_a_second_wager_and_plays_both_hands() -> None:
    played = dealt("8h8d/9d7c", "6s9h", "3cTc2h", "keep split")
    assert hands_of(played) == {"hand-1": "8h 3c", "hand-1b": "8d", "hand-2": "9d 7c"}
    assert played.view().wagers[1] == {"hand-1": 1000, "hand-1b": 1000, "hand-2": 1000}
    played.decide("stand")
    assert hands_of(played)["hand-1b"] == "8d Tc"


def test_blackjack_switch_4_a_switched_pair_may_be_split() -> None:
    assert "split" in choices(dealt("8h5d/5c8s", "6h9c", "", "switch"))


def test_blackjack_switch_4_double_after_split() -> None:
    for option, doubles in (("yes", True), ("no", False)):
        played = dealt("8h8d/9d7c", "6s9h", "3c", "keep split", f"double_after_split={option}")
        assert ("double" in choices(played)) == doubles


def test_blackjack_switch_4_a_doubled_hand_does_not_raise_the_wager_of_its_sister() -> None:
    played = dealt("8h8d/9d7c", "6s9h", "3cTc3d", "keep split double")
    assert choices(played)["double"] == 1000
    assert played.view().wagers[1] == {"hand-1": 2000, "hand-1b": 1000, "hand-2": 1000}


@pytest.mark.parametrize("most", "1234")
def test_blackjack_switch_4_split_hands(most: str) -> None:
    played = dealt("8h8d/8c8s", "6s9h", "8h8d8c8s" * 5, "keep", f"split_hands={most}")
    for stage in ("hand-1", "hand-2"):
        while played.request is not None and played.request.stage.startswith(stage):
            played.decide("split" if "split" in choices(played) else "stand")
        assert sum(name.startswith(stage) for name in hands_of(played)) == int(most)


def test_blackjack_switch_4_split_aces_get_one_card_each() -> None:
    played = dealt("AhAd/9d7c", "6s9h", "As5c", "keep split")
    assert hands_of(played) == {"hand-1": "Ah As", "hand-1b": "Ad 5c", "hand-2": "9d 7c"}
    assert played.request is not None
    assert played.request.stage == "hand-2"


def test_blackjack_switch_4_resplit_aces() -> None:
    played = dealt("AhAd/9d7c", "6s9h", "As5c", "keep split", "resplit_aces=yes")
    assert choices(played) == {"stand": 0, "split": 1000}
    both = dealt("AhAd/9d7c", "6s9h", "As5c", "keep split", "resplit_aces=yes hit_split_aces=yes")
    assert choices(both).keys() == {"hit", "stand", "double", "split"}


def test_blackjack_switch_4_hit_split_aces() -> None:
    played = dealt("AhAd/9d7c", "6s9h", "As5c", "keep split", "hit_split_aces=yes")
    assert choices(played).keys() == {"hit", "stand", "double"}


def test_blackjack_switch_4_split_unlike_tens() -> None:
    for option, splits in (("yes", True), ("no", False)):
        rules = f"split_unlike_tens={option}"
        assert ("split" in choices(dealt("KhTd/9d7c", "6s9h", "", "keep", rules))) == splits
        assert "split" in choices(dealt("KhKd/9d7c", "6s9h", "", "keep", rules))


def test_blackjack_switch_4_no_surrender() -> None:
    assert SWITCH.decisions == ("insure", "decline", "switch", "keep", "hit", "stand", "double", "split")


def test_blackjack_switch_4_an_ace_and_a_ten_after_a_split_are_21() -> None:
    played = dealt("ThTd/9d7c", "6s9h", "Ac9s7c", "keep split stand stand")
    assert played.view().dealer[-1] == parse_cards("7c")[0]
    assert only(played, "hand-1", "hand-1b", "hand-2") == ["push", "push", "push"]


def test_blackjack_switch_4_the_dealer_draws_only_against_a_standing_hand() -> None:
    assert shown(dealt("AhKd/TdAc", "6s9h", "", "keep").view().dealer) == "6s 9h"
    assert shown(dealt("Kh6d/Td6c", "6s9h", "TcTh", "keep hit hit").view().dealer) == "6s 9h"


@pytest.mark.parametrize(
    ("player", "dealer", "outcome"),
    [
        (20, 19, "win"),
        (19, 20, "lose"),
        (19, 19, "push"),
        (21, 21, "push"),
        (12, 23, "win"),
        (12, 26, "win"),
        (12, 22, "push"),
        (21, 22, "push"),
        (BLACKJACK, 22, "win"),
        (BLACKJACK, 21, "win"),
        (22, 22, "lose"),
        (25, 17, "lose"),
        (25, 26, "lose"),
        (20, BLACKJACK, "lose"),
    ],
)
def test_blackjack_switch_5_dealer_22_pushes_all_but_a_blackjack(
    player: int, dealer: int, outcome: str
) -> None:
    for version in "1234":
        line = settle_hand(Wager(1, "hand-1", 1000), player, dealer, SWITCH.rules({"version": version}))
        assert (line.outcome, line.paid_cents) == (outcome, 1000 if outcome == "win" else 0)


@pytest.mark.parametrize("dealer", range(17, 27))
def test_blackjack_switch_5_blackjack_pays_even_money_whatever_the_dealer_draws(dealer: int) -> None:
    for version in "1234":
        line = settle_hand(Wager(1, "hand-1", 1000), BLACKJACK, dealer, SWITCH.rules({"version": version}))
        assert (line.paid_cents, line.returned_cents) == (1000, 1000)


def test_blackjack_switch_5_a_bust_hand_does_not_push_on_22() -> None:
    played = dealt("Kh6d/Td9c", "7s8h", "Tc7d", "keep hit stand")
    assert only(played, "hand-1", "hand-2") == ["lose", "push"]


@pytest.mark.parametrize(("version", "cards"), [("1", 7), ("2", 7), ("3", 7), ("4", 6)])
def test_blackjack_switch_6_soft_17(version: str, cards: int) -> None:
    played = dealt("Kh8d/Td9c", "6sAh", "4d", "keep stand stand", f"version={version}")
    assert played.cards_dealt == cards


@pytest.mark.parametrize("version", "1234")
def test_blackjack_switch_6_every_dealer_stands_on_hard_17(version: str) -> None:
    played = dealt("Kh8d/Td9c", "6s5h", "6d", "keep stand stand", f"version={version}")
    assert played.cards_dealt == 7


@pytest.mark.parametrize(
    ("version", "against_21", "against_22"),
    [("1", "win 1 to 1", "win 1 to 1"), ("2", "push", "push"), ("3", "push", "push"), ("4", "push", "push")],
)
def test_blackjack_switch_6_a_switched_blackjack(version: str, against_21: str, against_22: str) -> None:
    for draw, outcome in (("6d", against_21), ("7d", against_22)):
        played = dealt("Ah6d/9dKc", "7s8h", draw, "switch stand", f"version={version}")
        assert only(played, "hand-1") == [outcome]


@pytest.mark.parametrize(
    ("version", "outcome"), [("1", "push"), ("2", "push"), ("3", "win 1 to 1"), ("4", "push")]
)
def test_blackjack_switch_6_blackjack_against_blackjack(version: str, outcome: str) -> None:
    played = dealt("AhKd/9dKc", "TsAc", "", "keep" if version == "1" else "", f"version={version}")
    assert only(played, "hand-1", "hand-2") == [outcome, "lose"]


def test_blackjack_switch_6_a_switched_blackjack_of_version_1_pushes_against_blackjack() -> None:
    assert only(dealt("Ah6d/9dKc", "TsAc", "", "switch"), "hand-1", "hand-2") == ["push", "lose"]


def test_blackjack_switch_6_a_blackjack_switched_away_is_gone() -> None:
    played = dealt("AhKd/9d6c", "7s8h", "6d", "switch stand stand")
    assert only(played, "hand-1", "hand-2") == ["lose", "lose"]


@pytest.mark.parametrize(
    ("cards", "dealer_blackjack", "outcome", "pays"),
    [
        ("KsKs", True, "kings-of-spades-and-dealer-blackjack", 1000),
        ("KsKs", False, "kings-of-spades", 100),
        ("KhKh", True, "suited-kings", 30),
        ("QdQd", False, "suited-queens-jacks-or-tens", 20),
        ("JcJc", False, "suited-queens-jacks-or-tens", 20),
        ("ThTh", False, "suited-queens-jacks-or-tens", 20),
        ("KsQs", False, "suited-twenty", 9),
        ("9dAd", False, "suited-twenty", 9),
        ("KsKh", True, "kings", 6),
        ("QsQh", False, "unsuited-twenty", 4),
        ("Ah9c", False, "unsuited-twenty", 4),
        ("KhTc", False, "unsuited-twenty", 4),
        ("AhKh", False, "less-than-twenty", -1),
        ("Kh9h", False, "less-than-twenty", -1),
        ("AhAh", False, "less-than-twenty", -1),
    ],
)
def test_blackjack_switch_7_kings_bounty(cards: str, dealer_blackjack: bool, outcome: str, pays: int) -> None:
    two = parse_cards(cards, decks=6)
    assert bounty_outcome(two, dealer_blackjack) == bounty_outcome(two[::-1], dealer_blackjack) == outcome
    line = settle_kings_bounty(Wager(1, "kings-bounty", 100), outcome, SWITCH.rules())
    assert line.net_cents == 100 * pays


def test_blackjack_switch_7_kings_bounty_counts_the_dealt_hand_not_the_switched_one() -> None:
    assert only(dealt("Kh5d/6cTs", "9h8c", "", "switch", side="kings-bounty=1"), "kings-bounty") == ["lose"]


def test_blackjack_switch_7_only_the_highest_line_is_paid() -> None:
    outcomes = [line.hand for line in paytable("KB-1").lines]
    four = parse_cards("KsKsKhQh", decks=6)
    assert bounty_outcome(four) == "kings-of-spades"
    assert outcomes.index("kings-of-spades") < outcomes.index("suited-twenty")
