"""Descriptions that no built-in game resembles: every round of them ends, or they are refused."""

import random

import pytest

from pitboss.errors import BadInput
from pitboss.games import GAMES, Round
from pitboss.games.contract import Game
from pitboss.games.described import game_of
from pitboss.games.description.shape import parse

DAKOTA = """
[game]
slug = "dakota"
name = "Dakota"
words = "Three cards, then two more."

[cards]
player = 5
first = 3
ranking = "five-card"

[[bet]]
slug = "ante"
name = "Ante"
required = true
table = "ante"
settles = { hand = "table" }

[[bet]]
slug = "raise"
name = "Raise"
of = "ante"
multiples = [1]
table = "ante"
settles = { hand = "table" }

[[stage]]
name = "third"
prompt = "Raise, or fold?"
choices = [{ name = "raise", bets = { raise = 1 } }, { name = "fold", folds = true }]

[[table]]
designator = "D-1"
bet = "ante"
pays = { straight-or-better = "10 to 1", two-pair = "2 to 1", pair-of-tens-or-better = "1 to 1" }
"""
SIDE = """
[[bet]]
slug = "side"
name = "Side"
kind = "{kind}"
table = "side"
reads = "{reads}"
after_fold = "{after_fold}"

[[table]]
designator = "D-2"
bet = "side"
ranking = "{ranking}"
{pays}
"""
BONUS = """
[[table]]
designator = "D-3"
bet = "{table}"
ranking = "five-card"
pays = {{ pair = "2 to 1" }}
"""
ODDS, METER = (
    'pays = { pair = "1 to 1" }',
    'wager = "$1"\nseed = "$100"\npays = { straight = "100% of main" }',
)


def side(
    kind: str = "side", reads: str = "own", after_fold: str = "in-action", ranking: str = "five-card"
) -> str:
    pays = METER if kind == "jackpot" else ODDS
    return SIDE.format(kind=kind, reads=reads, after_fold=after_fold, ranking=ranking, pays=pays)


def dealt(game: Game, decision: str, seed: int = 1, seats: int = 2, **options: str) -> Round:
    """A round in which every seat decides so."""
    order = [*game.deck]
    random.Random(seed).shuffle(order)
    laid = {bet.slug: 100 for bet in game.bets if not bet.in_round}
    played = Round(game.rules(options), dict.fromkeys(range(1, seats + 1), laid), order)
    while played.request is not None:
        played.decide(decision)
    return played


@pytest.mark.parametrize("reads", ["own", "first"])
def test_the_cards_that_a_bet_in_action_reads_are_dealt_out_for_a_folded_hand(reads: str) -> None:
    ranking = "five-card" if reads == "own" else "three-card"
    game = game_of(parse(DAKOTA + side(reads=reads, ranking=ranking)))
    played = dealt(game, "fold")
    assert {line.bet for line in played.lines} == {"ante", "side"}
    held = [len(hands[0].cards) for hands in played.view(0).hands.values()]
    assert held == ([5, 5] if reads == "own" else [3, 3]), "and no more cards than are read"


def test_a_folded_hand_gets_no_cards_that_nobody_reads() -> None:
    played = dealt(game_of(parse(DAKOTA + side(after_fold="lose"))), "fold")
    assert [len(hands[0].cards) for hands in played.view(0).hands.values()] == [3, 3]


@pytest.mark.parametrize("qualify", ["yes", "no"])
def test_a_folded_hand_that_may_claim_a_jackpot_is_dealt_out(qualify: str) -> None:
    game = game_of(parse(DAKOTA + side("jackpot")))
    played = dealt(game, "fold", folded_hands_qualify=qualify)
    held = 5 if qualify == "yes" else 3
    assert [len(hands[0].cards) for hands in played.view(0).hands.values()] == [held, held]


def test_a_choice_that_needs_a_hand_is_refused_before_there_is_one() -> None:
    for needs in ('with_hand = "pair"', 'below = "2c2d5h4s3c"'):
        text = DAKOTA.replace('name = "raise", bets', f'name = "raise", {needs}, bets')
        with pytest.raises(
            BadInput, match=r"game.toml:30: .*the player's own 3 cards make no hand at 'third', which takes 5"
        ):
            parse(text)


def test_a_card_that_is_not_dealt_yet_is_not_exchanged() -> None:
    text = DAKOTA.replace('name = "raise", bets', 'name = "raise", exchanges = [4], bets')
    with pytest.raises(BadInput, match=r"game.toml:30: .*the player has only 3 cards at 'third'"):
        parse(text)


def test_a_bet_is_taken_back_once() -> None:
    again = """
[[stage]]
name = "fourth"
prompt = "And now?"
deals = 1
choices = [{ name = "stay" }, { name = "back", takes_back = ["ante"] }]
"""
    text = DAKOTA.replace("[[table]]", again + "\n[[table]]", 1)
    assert parse(text)
    with pytest.raises(BadInput, match=r"game.toml:37: .*'ante' may have been taken back before 'fourth'"):
        parse(
            text.replace(
                '{ name = "raise", bets', '{ name = "back", takes_back = ["ante"] }, { name = "raise", bets'
            )
        )


DRAW = """
[game]
slug = "draw"
name = "Draw"
words = "Three cards, exchanged twice."

[cards]
player = 3
dealer = 3
ranking = "three-card"

[[bet]]
slug = "ante"
name = "Ante"
required = true
settles = { no_hand = "push", win = "1 to 1", tie = "push", lose = "lose" }

[[stage]]
name = "first"
prompt = "Exchange?"
choices = [{ name = "draw", exchanges = [3] }, { name = "stand" }]

[[stage]]
name = "second"
prompt = "Exchange?"
choices = [{ name = "draw", exchanges = [3] }, { name = "stand" }]
"""


def test_what_was_dealt_is_told_from_what_came_for_it_though_that_is_exchanged_again() -> None:
    """Thrice dealt 2, 3 and 4; an ace comes for the 4, and a king for the ace."""
    game = game_of(parse(DRAW + side(reads="dealt", ranking="three-card").replace("pair =", "straight =")))
    first = [card for card in game.deck if str(card) in ("2c", "3d", "4h")]
    rest = [next(card for card in game.deck if str(card) == name) for name in ("7s", "8s", "Jd", "Ah", "Kd")]
    order = (*first, *rest, *(card for card in game.deck if card not in (*first, *rest)))
    played = Round(game.rules(), {1: {"ante": 100, "side": 100}}, order, ["draw", "draw"])
    assert [(line.bet, line.net_cents) for line in played.lines if line.bet == "side"] == [("side", 100)]


def test_too_few_cards_kept_are_refused() -> None:
    text = DRAW + side(reads="kept", ranking="three-card")
    with pytest.raises(
        BadInput, match=r"game.toml:33: .*too few cards may be kept to rank them: 1 of player"
    ):
        parse(text)
    assert parse(text.replace(", exchanges = [3] }", " }", 1))


def test_a_bonus_on_the_first_cards_reads_those_alone_though_more_came() -> None:
    """Two cards came after the decision, of which one makes a pair: all five were read, or were no hand."""
    bonus = 'table = "ante"\nbonus = { table = "first-three", reads = "first" }\n'
    table = """
[[table]]
designator = "D-3"
bet = "first-three"
ranking = "three-card"
pays = { pair = "2 to 1" }
"""
    game = game_of(parse(DAKOTA.replace('table = "ante"\n', bonus, 1) + table))
    names = ("2c", "5d", "Kh", "9s", "2h")
    order = [next(card for card in game.deck if str(card) == name) for name in names]
    order += [card for card in game.deck if card not in order]
    played = Round(game.rules(), {1: {"ante": 100}}, order, ["raise"])
    assert [line for line in played.lines if line.bet == "first-three"] == []


def test_a_war_has_no_bonus_line() -> None:
    """It was read, printed and never paid."""
    folder = GAMES["casino-war"].folder
    assert folder is not None
    text = (folder / "game.toml").read_text("utf-8")
    bonus = 'slug = "initial"\nbonus = { table = "more", reads = "own+dealer" }\n'
    text += BONUS.format(table="more").replace("five-card", "two-alike").replace("pair =", "equal-ranks =")
    with pytest.raises(BadInput, match="'initial': where ties are dealt again, no bonus line is paid"):
        parse(text.replace('slug = "initial"\n', bonus, 1))


@pytest.mark.parametrize("reads", ["highest", "beaten"])
def test_a_bonus_line_on_no_seats_own_cards_is_refused(reads: str) -> None:
    """A table stopped at the first one that read the highest hand."""
    bonus = f'table = "ante"\nbonus = {{ table = "more", reads = "{reads}" }}\n'
    text = DAKOTA.replace('table = "ante"\n', bonus, 1) + BONUS.format(table="more")
    with pytest.raises(BadInput, match=r"game.toml:\d+: "):
        parse(text)
    assert parse(text.replace(f', reads = "{reads}"', ""))


def test_a_bonus_line_is_not_called_as_a_bet() -> None:
    """A table asked whoever laid the bet of that name before the deal for a bet laid in the round."""
    bonus = 'table = "ante"\nbonus = { table = "raise" }\n'
    text = DAKOTA.replace('table = "ante"\n', bonus, 1) + BONUS.format(table="raise")
    with pytest.raises(BadInput, match=r"game.toml:17: .* a bet is called 'raise' already"):
        parse(text)
