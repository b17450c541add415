"""A card that may join the hand, and bets on the beaten one: every deal of a short deck, one by one."""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.analysis.families import one_decision, solving
from pitboss.analysis.families.payoff import Pays
from pitboss.analysis.parsheet import ParSheet
from pitboss.cards import Card
from pitboss.errors import BadInput
from pitboss.games import Round
from pitboss.games.described import game_of
from pitboss.games.description import Description
from pitboss.games.description.shape import parse
from pitboss.games.strategy import parse as rules_of

TEXT = """
[game]
slug = "spare-card"
name = "Spare Card"
words = "A card more may be bought, and lies on the left of the hand."

[shoe]
remove = "2345678"

[places]
player = 5
spare = { cards = 1, face = "down" }
dealer = 5

[hands]
ranking = "five-card"

[dealer]
qualifies = "AcKdQhTsTc"

[[act]]
name = "burn"
burns = 2

[[act]]
name = "decision"
asks = "Play, buy and play, or fold?"
choices = [
    { name = "buy", bets = { play = 1, spare-price = 2 }, takes = "spare" },
    { name = "double", bets = { play = 2 } },
    { name = "play", bets = { play = 1 }, discards = "spare" },
    { name = "fold", folds = true },
]

[[bet]]
slug = "ante"
name = "Ante"
required = true
table = "ante"

[bet.settles]
no_hand = "push"
win = { straight-or-better = "table", otherwise = "1 to 1" }
tie = "push"
lose = "lose"

[[bet]]
slug = "play"
name = "Play"
of = "ante"
multiples = [1, 2]
settles = { no_hand = "compare", win = "1 to 1", tie = "push", lose = "lose" }

[[bet]]
slug = "spare-price"
name = "Spare card"
of = "ante"
multiples = [2]
settles = "price"

[[bet]]
slug = "last"
name = "At the end"
kind = "side"
table = "last"
after_fold = "lose"

[[bet]]
slug = "first"
name = "At first"
kind = "side"
table = "first"
as_of = "deal"
after_fold = "lose"

[[bet]]
slug = "lost"
name = "The beaten hand"
kind = "side"
reads = "beaten"
table = "lost"
after_fold = "lose"

[[bet]]
slug = "any"
name = "The beaten hand of anybody"
kind = "side"
reads = "beaten"
table = "any"
after_fold = "in-action"

[[table]]
designator = "T-1"
bet = "ante"
pays = { straight-flush = "40 to 1", full-house-or-better = "5 to 1", flush = "4 to 1", straight = "3 to 1" }

[[table]]
designator = "T-2"
bet = "last"
pays = { full-house-or-better = "9 to 1", three-of-a-kind = "3 to 2", two-pair = "push" }

[[table]]
designator = "T-3"
bet = "first"
pays = { straight-or-better = "5 to 1", two-pair = "1 to 1" }

[[table]]
designator = "T-4"
bet = "lost"
pays = { straight-or-better = "6 to 1", two-pair = "2 to 1", pair-of-aces = "1 to 2" }

[[table]]
designator = "T-5"
bet = "any"
pays = { three-of-a-kind-or-better = "2 to 1", pair = "1 to 3" }
"""
SHORT = TEXT.replace('"2345678"', '"23456789T"')
"""Four ranks: 4,368 hands, of which each may become eleven others."""
SHORT = SHORT.replace("AcKdQhTsTc", "AcAdQhKsJc")
SIDES = ("last", "first", "lost", "any")


class Plain:
    """The game dealt deal by deal, with the words of its file told once more."""

    def __init__(self, game: Description) -> None:
        self.game, self.ranking = game, game.cards.ranking
        self.pays = {table.bet: table.pays for table in game.tables}

    def table(self, name: str, strength: int) -> Fraction:
        odds = self.pays[name].get(self.ranking.class_of(strength))
        return Fraction(-1) if odds is None else odds.net

    def settled(self, choice: str, own: int, first: int, dealer: int) -> dict[str, Fraction]:
        """What every bet is ahead, the base game's together."""
        beaten = None if own == dealer else min(own, dealer)
        any_beaten = Fraction(-1) if beaten is None else self.table("any", beaten)
        if choice == "fold":
            lost = dict.fromkeys(("base", "last", "first", "lost"), Fraction(-1))
            return lost | {"any": any_beaten}
        sign, plays = (own > dealer) - (own < dealer), dealer >= self.game.qualifying_strength
        base = Fraction(sign * (2 if choice == "double" else 1) - 2 * (choice == "buy"))
        if plays and sign > 0:
            straight = self.ranking.floors[self.ranking.classes.index("straight")]
            base += self.table("ante", own) if own >= straight else 1
        elif plays:
            base += sign
        return {
            "base": base,
            "last": self.table("last", own),
            "first": self.table("first", first),
            "lost": Fraction(-1) if beaten is None else self.table("lost", beaten),
            "any": any_beaten,
        }

    def cases(self, hand: tuple[Card, ...]) -> dict[str, dict[str, Fraction]]:
        """By choice what every bet is worth, over each card that may be bought and each dealer's hand."""
        left = [card for card in self.game.cards.deck if card not in hand]
        found: dict[str, dict[str, Fraction]] = {
            choice.name: defaultdict(Fraction) for choice in self.game.stages[0].choices
        }
        first, deals = self.ranking.rank(hand), 0
        ends: dict[tuple[int, int], int] = defaultdict(int)
        for spare in left:
            own = self.ranking.rank((*hand, spare))
            for theirs in combinations([card for card in left if card != spare], 5):
                ends[own, DEALT[theirs]] += 1
                deals += 1
        for (own, dealer), number in ends.items():
            for choice, by_bet in found.items():
                held = own if choice == "buy" else first
                for bet, net in self.settled(choice, held, first, dealer).items():
                    by_bet[bet] += net * Fraction(number, deals)
        return {choice: dict(by_bet) for choice, by_bet in found.items()}


DEALT: dict[tuple[Card, ...], int] = {}
"""The strength of every hand of the short deck, its cards from the lowest up."""


@pytest.fixture(scope="module")
def short() -> Description:
    game = parse(SHORT)
    DEALT.update((hand, game.cards.ranking.rank(hand)) for hand in combinations(game.cards.deck, 5))
    return game


def test_every_deal_of_a_short_deck_is_worth_the_same(short: Description) -> None:
    """Values of choices; the base game and each bet, as both are best played alone and together."""
    found, plain = solving.optimal(Pays.of(short)), Plain(short)
    assert isinstance(found, one_decision.OneDecisionSolution)
    alone: dict[str, Fraction] = defaultdict(Fraction)
    together: dict[str, Fraction] = defaultdict(Fraction)
    counts = found.counts
    whole, taken = int(counts.weights.sum()), set[str]()
    for row, weight in enumerate(counts.weights.tolist()):
        hand = tuple(short.cards.deck[place] for place in counts.hands[row])
        cases, share = plain.cases(hand), Fraction(weight, whole)
        assert {one.name: one.expected_value for one in found.values(hand)} == {
            choice: by_bet["base"] for choice, by_bet in cases.items()
        }
        best = max(cases, key=lambda choice: cases[choice]["base"])
        taken.add(best)
        for bet, net in cases[best].items():
            alone[bet] += share * net
        for side in SIDES:
            both = {choice: by_bet["base"] + by_bet[side] for choice, by_bet in cases.items()}
            together[side] += share * max(both.values())
    assert {"buy", "double", "fold"} <= taken
    assert found.sheet().expected_value == alone["base"]
    for side in SIDES:
        sheet = solving.par(short, side)
        assert sheet.expected_value == alone[side], side
        assert sum(outcome.combinations for outcome in sheet.outcomes) == found.deals
        assert joint_of(sheet) == together[side], side


def joint_of(sheet: ParSheet) -> Fraction:
    """What base game and bet are worth together when they are played for both."""
    assert sheet.joint is not None
    return sheet.joint.figures[0].value


RULES = """
buy: completing >= 2 and hand < pair
double: hand >= two_pair or high == ace and suited == 4
play: hand >= pair
fold
"""


def test_rules_are_worth_what_every_deal_says(short: Description) -> None:
    found, plain = solving.optimal(Pays.of(short)), Plain(short)
    assert isinstance(found, one_decision.OneDecisionSolution)
    rules_of(RULES, game_of(short).turns)
    chosen = one_decision.by_rules(short, RULES, found.counts.hands + 36)[:, 0]
    names, total = [choice.name for choice in short.stages[0].choices], Fraction(0)
    for row in range(0, len(chosen), 7):
        hand = tuple(short.cards.deck[place] for place in found.counts.hands[row])
        worth = plain.cases(hand)[names[chosen[row]]]["base"]
        values = {one.name: one.expected_value for one in found.values(hand)}
        assert values[names[chosen[row]]] == worth
    for row, weight in enumerate(found.counts.weights.tolist()):
        hand = tuple(short.cards.deck[place] for place in found.counts.hands[row])
        values = {one.name: one.expected_value for one in found.values(hand)}
        total += values[names[chosen[row]]] * weight
    assert found.following(RULES) == total / int(found.counts.weights.sum())


def test_at_a_table_the_card_lies_unseen_and_its_price_is_gone_at_once() -> None:
    game = game_of(parse(TEXT))
    order = [*map(Card, (28, 33, 38, 43, 48, 51)), *map(Card, (29, 30, 34, 35, 39, 40, 44))]
    laid = {1: {"ante": 500, "last": 100, "first": 100}}
    dealt = Round(game.rules(), laid, order)
    hand, spare = dealt.view(1).hands[1]
    assert (hand.cards, spare.name, spare.cards) == (tuple(order[:5]), "spare", (None,))
    dealt.decide("buy")
    assert [(line.bet, line.returned_cents) for line in dealt.lines][:1] == [("spare-price", 0)]
    assert dealt.view().hands[1][1].cards == (order[5],)
    assert dealt.view().dealer == tuple(order[8:13]), "two cards are burnt before the dealer's"
    other = Round(game.rules(), laid, order, ["play"])
    assert other.view().hands[1][1].cards == (None,)


def test_what_cannot_be_counted_with_a_card_that_joins_is_said() -> None:
    shown = parse(TEXT.replace("dealer = 5", "dealer = { cards = 5, up = 1 }"))
    with pytest.raises(BadInput, match="a card may join the hand, and one of the dealer's is face up"):
        one_decision.count(shown)
    with pytest.raises(BadInput, match="not one card that lies face down"):
        parse(TEXT.replace('{ cards = 1, face = "down" }', '{ cards = 2, face = "down" }'))
