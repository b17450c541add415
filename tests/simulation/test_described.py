"""A described game is simulated by one kernel for all: settled as its script does, and true to its odds."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pitboss.analysis.families.solving import par
from pitboss.analysis.families.solving import values as counted_values
from pitboss.analysis.families.upcards import FLUSH
from pitboss.cards import CARDS
from pitboss.errors import BadInput
from pitboss.games import Game, Round, Rules
from pitboss.games.described import game_of
from pitboss.games.description.shape import parse, read
from pitboss.games.situation import Situation
from pitboss.games.strategy import simple
from pitboss.hands.kinds import kind
from pitboss.simulation import counted, described, described_kernel
from pitboss.simulation.compiled import Compiled
from tests.analysis.test_families_margins import QUALIFYING
from tests.analysis.test_families_margins import TEXT as BY_MARGIN
from tests.analysis.test_joining import RULES as BUYING
from tests.analysis.test_joining import TEXT as SPARE
from tests.games.descriptions import DESCRIPTIONS
from tests.simulation.test_settlement import compared, orders, stacked

COUNTED = ("three-card-poker", "mississippi-stud", "let-it-ride")
OTHERWISE = ("three-card-poker", "mississippi-stud")
"""Told otherwise than in the package, whose games `test_settlement` and `test_simulation` play."""
FURTHER = ("crazy-4-poker", "big-raise-stud", "triple-shot-rummy")
"""Choices that need a hand, bets taken together, and another ranking."""
ROUNDS = 400
SITUATIONS = 100


def exact(
    rules: Rules, laid: dict[str, int], strategy: str
) -> tuple[dict[str, Fraction], dict[str, Fraction], tuple[str, ...]]:
    """What bets are worth as they are played, how often each decision is taken, and notes."""
    values, decisions, notes = counted.exact(rules, laid, strategy)
    return {bet: value.expected_value for bet, value in values.items()}, decisions, notes


def told(slug: str) -> Game:
    return game_of(read(DESCRIPTIONS[slug]))


def changed(slug: str, old: str, new: str) -> Game:
    """A described game of which one thing is otherwise."""
    text = DESCRIPTIONS[slug].read_text("utf-8")
    assert old in text
    return game_of(parse(text.replace(old, new, 1)))


def wagers(game: Game, cents: int = 100) -> dict[str, int]:
    return {bet.slug: cents for bet in game.bets if not bet.in_round}


def made_of(
    game: Game, seats: int = 1, strategy: str = "optimal", options: dict[str, str] | None = None, **other: Any
) -> Compiled:
    laid = other.pop("laid", wagers(game))
    text = simple(game).text if strategy == "simple" else strategy
    return described.prepare(game.rules(options, **other), laid, seats, text)


def replayed(made: Compiled, laid: dict[str, int], decks: Any) -> Counter[str]:
    """Play decks in the kernel and in the script; returns how often each way to decide was compared."""
    return compared(made, laid, zip(decks.tolist(), made.settle(decks).tolist(), strict=True))


@pytest.mark.parametrize("strategy", ["optimal", BUYING])
def test_a_card_that_joins_and_a_beaten_hand_are_settled_as_in_the_script(strategy: str) -> None:
    """The card lies last in its packet, and two are burnt before the dealer's; of 24 cards, for two seats."""
    game = game_of(parse(SPARE))
    made, rng = made_of(game, 2, strategy), np.random.default_rng(3)
    cards = np.array([int(card) for card in game.deck], np.uint8)
    decks = np.ascontiguousarray(rng.permuted(np.tile(cards, (3 * ROUNDS, 1)), axis=1))
    met = replayed(made, wagers(game), decks)
    assert {"buy", "double", "fold"} <= {*met}
    values, _, _ = exact(made.rules, wagers(game), strategy)
    assert {"base", "ante", "play", "spare-price"} <= {*values}


@pytest.mark.parametrize(
    ("slug", "strategy"),
    [
        *((slug, "optimal") for slug in (*OTHERWISE, "caribbean-stud")),
        *((slug, "simple") for slug in COUNTED),
    ],
)
def test_every_bet_is_settled_as_in_the_script(slug: str, strategy: str) -> None:
    game = told(slug)
    made, rng = made_of(game, 3, strategy), np.random.default_rng(1)
    for deal in (orders, stacked):
        assert len(replayed(made, wagers(game), deal(rng, ROUNDS // 2))) > 1


def deviations(made: Compiled, rounds: int, laid: dict[str, int], strategy: str) -> dict[str, float]:
    """How many standard errors each bet's mean is from its exact value."""
    tally = made.block(20230614, 0, rounds, 200, 40, recorded=False)
    counts = tally.counts(len(made.columns)).tolist()
    values, decisions, notes = exact(made.rules, laid, strategy)
    assert notes == ()
    unit = next(iter(laid.values()))
    found = {}
    for column, name in enumerate(made.columns[1:], 1):
        if name in values:
            nets = made.nets[column]
            mean = sum(n * net for n, net in zip(counts[column], nets, strict=False)) / rounds
            square = sum(n * net * net for n, net in zip(counts[column], nets, strict=False)) / rounds
            error = ((square - mean * mean) / rounds) ** 0.5
            found[name] = (mean - float(values[name]) * unit) / error
    base, square = (total / rounds for total in tally.sums[:2])
    error = ((square - base * base) / rounds) ** 0.5
    found["base"] = (base - float(values["base"]) * unit / made.unit_cents) / error
    for name, count in made.frequencies(counts[0]).items():
        share = float(decisions[name])
        found[f"taken {name}"] = (count / rounds - share) / max((share * (1 - share) / rounds) ** 0.5, 1e-9)
    return found


@pytest.mark.parametrize(
    ("slug", "strategy", "rounds"),
    [
        *((slug, "optimal", 2 * 10**6) for slug in OTHERWISE),
        *((slug, "simple", 10**6) for slug in COUNTED),
    ],
)
def test_simulated_rounds_agree_with_the_exact_values(slug: str, strategy: str, rounds: int) -> None:
    game = told(slug)
    text = simple(game).text if strategy == "simple" else strategy
    found = deviations(made_of(game, 1, strategy), rounds, wagers(game), text)
    assert {bet.slug for bet in game.bets if bet.kind == "side"} <= found.keys()
    assert {name: apart for name, apart in found.items() if abs(apart) > 4} == {}


@pytest.mark.soak
@pytest.mark.parametrize("slug", COUNTED)
def test_a_hundred_million_rounds_agree_with_the_exact_values(slug: str) -> None:
    test_simulated_rounds_agree_with_the_exact_values(slug, "optimal", 10**8)


@pytest.mark.parametrize("slug", COUNTED)
def test_optimal_play_is_worth_what_the_par_sheet_says(slug: str) -> None:
    game = told(slug)
    assert game.description is not None
    values, decisions, _ = exact(game.rules(), wagers(game), "optimal")
    sheet = par(game.description)
    assert values["base"] == sheet.expected_value
    assert {**values, **dict(sheet.expected_by_bet)} == values
    assert decisions == {found.name: found.frequency for found in sheet.decisions}
    for bet in game.description.bets:
        if bet.kind == "side":
            assert values[bet.slug] == par(game.description, bet.slug).expected_value


def test_rules_of_ones_own_are_never_worth_more_than_optimal_play() -> None:
    game = told("three-card-poker")
    best = exact(game.rules(), wagers(game), "optimal")[0]["base"]
    lines = {
        "Qc6d4h": 'play: hand >= "Qc6d4h"\nfold',
        "a pair": "play: hand >= pair\nfold",
        "suits": "play: suited == 3 or high >= queen\nfold",
    }
    worth = {name: exact(game.rules(), wagers(game), text)[0]["base"] for name, text in lines.items()}
    assert worth["Qc6d4h"] == best
    assert worth["a pair"] < best > worth["suits"]
    assert exact(game.rules(), wagers(game), lines["a pair"])[1]["play"] == Fraction(5660, 22100)


@pytest.mark.parametrize("slug", [*COUNTED, *FURTHER, "caribbean-stud"])
def test_the_simple_rules_are_those_of_the_bot(slug: str) -> None:
    game = told(slug)
    made, laid = made_of(game, 1, "simple"), wagers(game)
    decks = orders(np.random.default_rng(4), ROUNDS)
    for deck, codes in zip(decks.tolist(), made.settle(decks).tolist(), strict=True):
        dealt, taken = Round(game.rules(), {1: laid}, [CARDS[card] for card in deck]), []
        while dealt.request is not None:
            taken.append(simple(game).decide(dealt.request, dealt.view(1)))
            dealt.decide(taken[-1])
        assert made.decisions[codes[0][0]] == " ".join(taken), dealt.order


@pytest.mark.parametrize("slug", FURTHER)
def test_other_rankings_and_choices_agree_with_their_exact_values(slug: str) -> None:
    game = told(slug)
    strategy = simple(game).text
    found = deviations(made_of(game, 1, strategy), 10**6, wagers(game), strategy)
    assert {name: apart for name, apart in found.items() if abs(apart) > 4} == {}


def test_the_best_of_six_cards_is_settled_as_in_the_script() -> None:
    """The dealer of Four Card Poker has six, of which the best four count, and shows one of them."""
    game = told("four-card-poker")
    rules = 'play-3x: hand >= "AcAd3h2s" and upcard != ace\nplay-1x: hand >= pair or held\nfold'
    made, met = made_of(game, 3, rules), Counter[str]()
    for deal in (orders, stacked):
        met += replayed(made, wagers(game), deal(np.random.default_rng(9), ROUNDS))
    assert met.keys() == {"play-3x", "play-1x", "fold"}


def test_best_play_that_sees_three_upcards_is_what_is_counted_for_the_cards() -> None:
    """Six to ace; a hand goes by its ranks, and by which of them are of the suit that upcards share."""
    game = changed("six-card-poker", "[cards]", '[cards]\nremove_ranks = "2345"')
    described = game.description
    assert described is not None
    decks = orders(np.random.default_rng(4), ROUNDS)
    high = np.array([[card for card in deck if card >= 16] for deck in decks.tolist()], np.uint8)
    made, suits = made_of(game), Counter[int]()
    assert replayed(made, wagers(game), high).keys() == {"raise", "fold"}
    for deck, codes in zip(high[:SITUATIONS].tolist(), made.settle(high).tolist(), strict=False):
        own, shown = ([CARDS[card] for card in cards] for cards in (deck[:6], deck[9:12]))
        suits[len({card.suit for card in shown})] += 1
        asked = Situation("decision", tuple(own), tuple(shown), (), ())
        worth = {one.name: one.expected_value for one in counted_values(described, asked).decisions}
        assert made.decisions[codes[0][0]] == max(worth, key=worth.__getitem__), deck
    assert suits.keys() == {1, 2, 3}
    by_card = np.broadcast_to(np.array([0, FLUSH], np.uint16), made.known.fold_bounds.shape).copy()
    card_by_card = replace(made, known=made.known._replace(fold_bounds=by_card))
    for quick, slow in zip(
        *(one.block(4, 0, 10**6, 1, 1, True) for one in (made, card_by_card)), strict=True
    ):
        assert (quick == slow).all(), (
            "where the strength of a hand tells what is folded, its cards tell the same"
        )
    found = deviations(made, 10**6, wagers(game), "optimal")
    assert {name: apart for name, apart in found.items() if abs(apart) > 4} == {}
    assert exact(game.rules(), wagers(game), "optimal")[0]["base"] == par(described).expected_value


def test_wild_hands_of_a_short_deck_agree_with_their_exact_values() -> None:
    """Nine to ace and the joker; the whole deck takes half a minute to count, and waits for the soak."""
    game = changed("high-five-poker", "[cards]", '[cards]\nremove_ranks = "2345678"')
    found = deviations(made_of(game), 10**7, wagers(game), "optimal")
    assert {"base", *(bet.slug for bet in game.bets if bet.kind == "side")} <= found.keys()
    assert {name: apart for name, apart in found.items() if abs(apart) > 4} == {}


HOLD_EM = """
    [two-cards]
    fold: low == 9 and high <= jack and suited == 1 and not pair_of
    flop-bet
    [flop]
    turn-bet: own_pair or own_high == ace or suited >= 4
    check
    [turn]
    river-bet: own_pair >= jack or risk == 3 and own_pair
    check
"""


@pytest.mark.parametrize("strategy", ["optimal", HOLD_EM], ids=["optimal", "rules"])
def test_hold_em_is_settled_as_in_the_script_and_worth_what_is_counted(strategy: str) -> None:
    """Nine to ace, three seats; a side bet reads the dealer's cards apart from the player's."""
    game = changed("texas-holdem-bonus", "[cards]", '[cards]\nremove_ranks = "2345678"')
    made, met = made_of(game, 3, strategy), Counter[str]()
    for deal in (orders, stacked):
        decks = deal(np.random.default_rng(4), ROUNDS)
        high = np.array([[card for card in deck if card >= 28] for deck in decks.tolist()], np.uint8)
        met += replayed(made, wagers(game), high)
    assert len(met) >= 4, "each of two bets made or not, and by the rules a fold"
    found = deviations(made_of(game, 1, strategy), 10**6, wagers(game), strategy)
    assert {name: apart for name, apart in found.items() if abs(apart) > 4} == {}
    if strategy == "optimal":
        assert game.description is not None
        values, _, _ = exact(game.rules(), wagers(game), strategy)
        assert values["base"] == par(game.description).expected_value


@pytest.mark.parametrize("strategy", ["optimal", 'play-1x: hand >= "QcTc9c"\nfold'], ids=["optimal", "rules"])
def test_seven_cards_by_their_suits_are_settled_as_in_the_script_and_worth_what_is_counted(
    strategy: str,
) -> None:
    """Nine to ace; too many sets for a table, so hands go by the ranks in each suit."""
    game = changed("i-luv-suits", "[cards]", '[cards]\nremove_ranks = "2345678"')
    made, met = made_of(game, 2, strategy), Counter[str]()
    for deal in (orders, stacked):
        decks = deal(np.random.default_rng(4), ROUNDS)
        high = np.array([[card for card in deck if card >= 28] for deck in decks.tolist()], np.uint8)
        met += replayed(made, wagers(game), high)
    assert len(met) >= 2
    found = deviations(made_of(game, 1, strategy), 10**6, wagers(game), strategy)
    assert {name: apart for name, apart in found.items() if abs(apart) > 4} == {}


@pytest.mark.parametrize("strategy", ["optimal", "play: suited >= 2 and high >= ten\nfold"])
def test_bets_paid_by_the_margin_are_settled_as_in_the_script_and_worth_what_is_counted(
    strategy: str,
) -> None:
    game = game_of(parse(BY_MARGIN + QUALIFYING))
    replayed(made_of(game, 3, strategy), wagers(game), orders(np.random.default_rng(3), ROUNDS))
    made = made_of(game, 1, strategy)
    assert len(made.nets[made.columns.index("blind")]) == 6, "0, -1, 0, 1, 3 and 20, at two stakes"
    found = deviations(made, 10**6, wagers(game), strategy)
    assert {name: apart for name, apart in found.items() if abs(apart) > 4} == {}


def test_an_upcard_and_what_is_at_risk_may_be_named() -> None:
    stud = told("caribbean-stud")
    rules = 'bet: hand >= pair\nbet: hand >= "AcKd4h3s2c" and held and upcard <= queen\nfold'
    replayed(made_of(stud, 2, rules), wagers(stud), orders(np.random.default_rng(1), ROUNDS))
    streets = told("mississippi-stud")
    rules = """
        [third-street]
        bet-3x: pair_of
        bet-1x: high >= jack
        fold
        [fourth-street]
        bet-2x: risk == 4
        bet-1x: suited == 3 or pair_of or highs >= 2
        fold
        [fifth-street]
        bet-3x: pair_of >= 6
        bet-1x: risk <= 3 or to_straight == 4
        fold
    """
    met = replayed(made_of(streets, 2, rules), wagers(streets), stacked(np.random.default_rng(2), ROUNDS))
    assert {"bet-3x bet-2x bet-3x", "bet-3x bet-2x fold", "bet-1x bet-1x bet-1x", "fold"} <= met.keys()


@pytest.mark.parametrize("value", ["push", "player"])
def test_options_are_played_and_settled_as_in_the_script(value: str) -> None:
    game = told("three-card-poker")
    options = {"ties": value, "dealer_qualifies": "king-high", "pair_plus_after_fold": "in-action"}
    made = made_of(game, 2, "optimal", options, paytables={"pair-plus": "TCP-PP-12"})
    replayed(made, wagers(game), stacked(np.random.default_rng(5), ROUNDS))


def test_a_seat_with_a_side_bet_alone_has_no_decision() -> None:
    game, laid = told("three-card-poker"), {"pair-plus": 100}
    made = made_of(game, 1, "optimal", {"pair_plus_alone": "yes"}, laid=laid)
    assert replayed(made, laid, orders(np.random.default_rng(6), ROUNDS)) == {"no decision": ROUNDS}
    assert game.description is not None
    alone = exact(made.rules, laid, "optimal")[0]["pair-plus"]
    in_action = game.description.under({"pair_plus_after_fold": "in-action"})
    assert alone == par(in_action, "pair-plus").expected_value


def test_a_short_deck_is_dealt_without_the_cards_removed() -> None:
    game = changed("three-card-poker", "dealer = 3", 'dealer = 3\nremove_ranks = "2345"')
    made = made_of(game)
    decks = orders(np.random.default_rng(7), ROUNDS)
    short = np.array([[card for card in deck if card >= 16] for deck in decks.tolist()], np.uint8)
    replayed(made, wagers(game), short)
    found = deviations(made, 10**6, wagers(game), "optimal")
    assert {name: apart for name, apart in found.items() if abs(apart) > 4} == {}


def test_odd_cents_are_rounded_down_as_at_a_table_and_counted_so() -> None:
    game = changed("three-card-poker", 'no_hand = "1 to 1"', 'no_hand = "1 to 2"')
    laid = {"ante": 3}
    made = made_of(game, 1, "optimal", laid=laid)
    values, _, notes = exact(game.rules(), laid, "optimal")
    assert notes == ("ante: 1 to 2 on $0.03 pays $0.01; the house keeps the part of a cent.",)
    assert values["base"] < exact(game.rules(), {"ante": 200}, "optimal")[0]["base"]
    replayed(made, laid, orders(np.random.default_rng(8), ROUNDS))


def test_what_no_table_can_hold_is_refused_with_the_reason() -> None:
    game = changed("mississippi-stud", "player = 2", "player = 4")
    with pytest.raises(BadInput, match="can't be simulated: at fifth-street a player sees 6 cards"):
        made_of(game, 1, "simple")
    game = changed("texas-holdem-bonus", "opens = 3", "opens = 2")
    with pytest.raises(BadInput, match=r"can't be simulated: at .* 2 cards of the board are open"):
        made_of(game, 1, "simple")


def test_all_games_share_one_compiled_kernel() -> None:
    """Whatever an earlier test of this process had compiled for games of other parts."""
    compiled = set[int]()
    for slug in COUNTED:
        made_of(told(slug), 1, "simple").block(1, 0, 10, 1, 1, recorded=True)
        compiled.add(len(described_kernel.simulate.dispatcher.signatures))
    assert len(compiled) == 1


def test_hands_of_a_strength_that_choose_alike_need_no_table_whatever_upcard_they_hold() -> None:
    three = kind("three-card")
    chosen = np.array([[-1, 2, 1], [2, -1, 3]], np.int8)  # -1: the upcard is one of the hand
    found = described._by_strength(three, np.array([9, 9], np.uint16), chosen, np.array([0, 0, 1], np.uint64))
    assert found[9].tolist() == [2, described_kernel.BY_TABLE]
    held = np.array([[-1, 1], [-1, 1]], np.int8)  # every card of the first rank lies in such hands
    found = described._by_strength(three, np.array([9, 9], np.uint16), held, np.array([0, 1], np.uint64))
    assert described_kernel.BY_TABLE not in found[9]
