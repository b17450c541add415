"""A bet that is paid by the margin: a game from a folder outside, dealt, and counted in two ways."""

import random
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from pitboss.analysis import registry
from pitboss.analysis.families import one_decision, solving
from pitboss.analysis.families.payoff import Pays
from pitboss.errors import BadInput
from pitboss.games import discovery, game
from pitboss.games.description import Description
from pitboss.games.description.shape import parse
from pitboss.solve.judge import judged
from tests.games.settled import settled

TEXT = """
[game]
slug = "long-suits"
name = "Long Suits"
words = "The longer flush of four cards wins, and by how much it is longer counts."

[cards]
player = 4
dealer = 4
ranking = "flush-lengths"

[[bet]]
slug = "ante"
name = "Ante"
required = true
settles = { no_hand = "push", win = "1 to 1", tie = "push", lose = "lose" }

[[bet]]
slug = "blind"
name = "Blind"
required = true
equals = "ante"
table = "blind"
settles = { no_hand = "compare", win = "margin", tie = "push", lose = "lose" }

[[bet]]
slug = "play"
name = "Play"
of = "ante"
multiples = [1]
settles = { no_hand = "compare", win = "1 to 1", tie = "push", lose = "lose" }

[[stage]]
name = "decision"
prompt = "Play, or fold?"
choices = [{ name = "play", bets = { play = 1 } }, { name = "fold", folds = true }]

[[table]]
designator = "LS-01"
bet = "blind"
ranking = "class-margins"
pays = { margin-3 = "20 to 1", margin-2 = "3 to 1", margin-1 = "1 to 1", margin-0 = "push" }
"""
PAID = (0, 1, 3, 20)


QUALIFYING = """
[dealer]
qualifies = "5c3c2d2h"
"""


def short(more: str = "") -> Description:
    return parse(TEXT.replace("[cards]", '[cards]\nremove_ranks = "46789TJK"') + more)


def length(cards: tuple[object, ...]) -> int:
    suits = [int(card) & 3 for card in cards]  # type: ignore[call-overload]
    return max(suits.count(suit) for suit in range(4))


@pytest.mark.parametrize("more", ["", QUALIFYING])
def test_a_short_deck_dealt_card_by_card_is_worth_the_same(more: str) -> None:
    """The Ante goes back if the dealer doesn't qualify; the other bets are compared all the same."""
    described, chance = short(more), random.Random(1)
    found = one_decision.solve(one_decision.count(described), Pays.of(described))
    ranking = described.cards.ranking
    for _ in range(4):
        hand = tuple(chance.sample(described.cards.deck, 4))
        left = [card for card in described.cards.deck if card not in hand]
        total, deals = 0, 0
        for dealer in combinations(left, 4):
            own, other = ranking.rank(hand), ranking.rank(dealer)
            net = (1 + (other >= described.qualifying_strength)) * ((own > other) - (own < other))
            net += PAID[length(hand) - length(dealer)] if own > other else -(own < other)
            total, deals = total + net, deals + 1
        values = {one.name: one.expected_value for one in found.values(hand)}
        assert values == {"play": Fraction(total, deals), "fold": Fraction(-2)}
    nets, scale = found.pays.scaled_nets()
    assert found.sheet().expected_value == Fraction(int((nets * found.tally).sum()), found.deals * scale)


def test_where_a_bet_is_worth_nothing_the_average_wager_is_given_with_and_without_it() -> None:
    before, play = TEXT.split('slug = "play"')
    play = play.replace(
        'win = "1 to 1", tie = "push", lose = "lose"', 'win = "push", tie = "push", lose = "push"'
    )
    text = (before + 'slug = "play"' + play).replace('{ name = "fold", folds = true }', '{ name = "check" }')
    described = parse(text.replace("[cards]", '[cards]\nremove_ranks = "46789TJK"'))
    sheet = one_decision.solve(one_decision.count(described), Pays.of(described)).sheet()
    assert sheet.wagered == 3
    assert [figure.value for figure in sheet.figures] == [2]


def test_a_game_from_outside_is_dealt_and_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "long_suits"
    folder.mkdir()
    (folder / "game.toml").write_text(TEXT, "utf-8")
    monkeypatch.setenv(discovery.VARIABLE, str(tmp_path))
    discovery.forget()
    try:
        laid = "long-suits | 1 ante=5 blind=5"
        assert settled(f"{laid} | 2h5h9hKh2c3d4s5s | play")["1 blind"] == "win 3 to 1"
        assert settled(f"{laid} | 2h5h9hKh2c3d4s6h | play")["1 blind"] == "win 20 to 1"
        assert settled(f"{laid} | 2h5hAcKd2c3c4s6d | play")["1 blind"] == "push", "a margin of nothing"
        assert settled(f"{laid} | 2h5h9cKd2c3c4c6d | play")["1 blind"] == "lose"
        assert registry.par("long-suits").expected_value < 0
        assert registry.values("long-suits", "2h5h9hKh").best.name == "play"
        assert (
            registry.strategy("long-suits").rule_sets[0].expected_value
            <= registry.par("long-suits").expected_value
        )
        assert game("long-suits").own
    finally:
        discovery.forget()


def test_a_margin_counts_the_classes_that_the_language_tells_apart() -> None:
    """Three cards have a class for each pair, which paytables put together; so the plain solver counts."""
    text = TEXT.replace("= 4\n", "= 3\n").replace('"flush-lengths"', '"three-card"')
    text = text.replace("[cards]\n", '[cards]\nremove_ranks = "23456789T"\n')
    told = parse(text)
    assert solving.par(told).expected_value == judged(told.form)["base"]
    assert "pair-of-kings" in told.cards.ranking.classes


def test_what_has_no_margin_is_refused() -> None:
    compared = 'no_hand = "compare", win = "{}", tie = "push", lose = "lose"'
    text = TEXT.replace("against-dealer", "against-paytable").replace("dealer = 4\n", "")
    text = text.replace('no_hand = "push"', 'no_hand = "compare"')
    text = text.replace(compared.format("1 to 1"), 'hand = "push"')
    with pytest.raises(BadInput, match="only against a dealer there is a margin"):
        parse(text.replace(compared.format("margin"), 'hand = "margin"'))
