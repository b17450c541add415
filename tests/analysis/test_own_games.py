"""Games of one's own without an exchange, which no built-in game resembles, against a recursion over all."""

from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import pytest

import pitboss
from pitboss.analysis.families import one_decision, solving
from pitboss.analysis.families.payoff import Pays
from pitboss.errors import BadInput
from pitboss.games.description.shape import parse
from pitboss.games.discovery import VARIABLE
from tests.analysis.brute import Brute
from tests.analysis.test_exchange_kin import JACK_UP, Every, written
from tests.analysis.test_families import charted
from tests.games.test_own_games import DAKOTA

SHORT = DAKOTA.replace("[cards]", f'[cards]\nremove_ranks = "{JACK_UP}"')
FOURTH = """
[[stage]]
name = "fourth"
prompt = "And now?"
deals = 1
choices = [{ name = "stay" }, { name = "fold", folds = true }]

[[table]]"""


@pytest.mark.parametrize("text", [SHORT, SHORT.replace("[[table]]", FOURTH, 1)], ids=["one", "two"])
def test_cards_that_come_after_a_decision_are_not_seen_before_it(text: str) -> None:
    game = parse(text)
    assert solving.par(game).expected_value == Brute(game).whole()


@pytest.mark.parametrize("last", [False, True])
def test_a_choice_for_hands_below_a_strength_is_not_taken_with_others(last: bool) -> None:
    """A raise that only hands below a pair may make: others fold, or play once, by a rule too."""
    low = '{ name = "low", bets = { play = 3 }, below = "AcKdQh" }'
    fold = '{ name = "fold", folds = true }'
    text = written(3, 0, JACK_UP, qualifies="QcQdJh").replace("multiples = [1]", "multiples = [1, 3]")
    text = (
        text.replace(fold, f"{fold}, {low}") if last else text.replace("choices = [", f"choices = [{low}, ")
    )
    game = parse(text)
    every, total = Every(game), Fraction(0)
    hands = [*combinations(every.deck, 3)]
    lowest = game.cards.ranking.rank([card for card in every.deck if str(card) in ("Ac", "Kd", "Qh")])
    rows: dict[int, list[Fraction]] = {}
    for hand in hands:
        strength = every.strength(game.cards.ranking, hand)
        may = [choice.name != "low" or strength < lowest for choice in every.choices]
        worth = [every.worth(hand, choice) for choice in every.choices]
        total += max(value for value, is_open in zip(worth, may, strict=True) if is_open)
        place = [choice.name for choice in every.choices].index("low")
        worth[place] = worth[place] if may[place] else worth[place - 1 if last else place + 1]
        rows[strength] = [a + b for a, b in zip(rows.get(strength, [Fraction(0)] * 3), worth, strict=True)]
    assert solving.par(game).expected_value == total / len(hands)
    ranked, rules = [rows[strength] for strength in sorted(rows, reverse=True)], []
    for one, two in combinations_with_replacement(range(len(ranked) + 1), 2):
        taken = [0] * one + [1] * (two - one) + [2] * (len(ranked) - two)
        rules.append(sum((row[place] for row, place in zip(ranked, taken, strict=True)), Fraction(0)))
    solved = one_decision.solve(one_decision.count(game), Pays.of(game))
    assert charted(solved).rule_sets[0].expected_value == max(rules) / len(hands)


def test_a_decision_with_all_cards_in_sight_against_a_paytable_is_refused_in_a_line() -> None:
    with pytest.raises(BadInput, match="a decision is taken with all cards in sight"):
        solving.par(parse(SHORT.replace("first = 3\n", "")))


def test_an_exchange_against_a_paytable_is_refused_in_a_line() -> None:
    text = SHORT.replace('name = "raise", bets', 'name = "raise", exchanges = [1], bets')
    with pytest.raises(BadInput, match="a choice depends on the hand or exchanges cards"):
        solving.par(parse(text))


def test_cards_dealt_later_against_a_dealer_are_refused_in_a_line() -> None:
    text = written(5, 0, JACK_UP).replace("player = 5", "player = 5\nfirst = 3")
    with pytest.raises(BadInput, match="some of the player's cards are dealt after a decision"):
        solving.par(parse(text))


def test_a_bonus_on_other_cards_than_the_hand_is_refused_in_a_line() -> None:
    bonus = 'bonus = { table = "first-bonus", reads = "dealt" }\n'
    text = written(3, 1, JACK_UP).replace("required = true\n", f"required = true\n{bonus}")
    text += '\n[[table]]\ndesignator = "B-1"\nbet = "first-bonus"\npays = { straight = "1 to 1" }\n'
    with pytest.raises(BadInput, match="it is paid on other cards than the hand"):
        solving.par(parse(text))


NEVER = """
[[bet]]
slug = "jackpot"
name = "Jackpot"
kind = "jackpot"
table = "jackpot"

[[table]]
designator = "NEVER-1"
bet = "jackpot"
wager = "$1"
seed = "$1000"
pays = { royal-flush = "100% of main", pair = "2 for 1" }
"""


def test_a_meter_that_nobody_can_win_is_said_to_be_one_and_has_no_long_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without tens there is no royal flush: sheet, check and meter ended in a division by nothing."""
    (tmp_path / "game.toml").write_text(
        DAKOTA.replace("[cards]", '[cards]\nremove_ranks = "23456789T"') + NEVER, "utf-8"
    )
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    sheet = pitboss.par("dakota", "jackpot", options={"folded_hands_qualify": "yes"})
    assert "No hand that qualifies wins any of the main meter." in sheet.notes
    assert sheet.expected_value == 2 * Fraction(sheet.outcomes[1].combinations, sheet.total) - 1
    assert not any("break-even" in figure.name for figure in sheet.figures)
    line = "no hand that qualifies wins any of the main meter: what goes there never comes back"
    with pytest.raises(BadInput, match=line):
        pitboss.par("dakota", "jackpot", options={"rate": "20%"})
    with pytest.raises(BadInput, match=line):
        pitboss.meter("NEVER-1", "20%", wagers=1e5)
