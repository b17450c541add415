"""Games that exchange one card or up to two, three to five cards against as many or more: every deal of a
short deck, gone through one by one, settled by the cells of the bets and read as the table reads."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from pitboss.analysis.families import solving
from pitboss.analysis.families.registry import analysis
from pitboss.cards import Card, parse_cards
from pitboss.errors import BadInput
from pitboss.games.described import game_of
from pitboss.games.description import BetRow, ChoiceRow, Description
from pitboss.games.description.shape import parse
from pitboss.hands.kinds import Kind, kind

TEN_UP, JACK_UP = "23456789", "23456789T"
NAMES = {3: "three-card", 4: "four-card", 5: "five-card"}
Played = list[tuple[Sequence[Card], ChoiceRow, Fraction]]
"""The first of the best choices of every hand, and what it is worth."""
LINES = {
    "three-card": 'mini-royal = "9 to 1", straight = "3 to 2", pair = "1 to 1"',
    "three-card-spades": 'mini-royal-in-spades = "90 to 1", mini-royal = "9 to 1", pair = "1 to 1"',
    "four-card": 'three-of-a-kind = "7 to 1", two-pair = "3 to 2"',
    "five-card": 'full-house = "5 to 1", straight = "7 to 2", two-pair = "1 to 1"',
    "runs": 'three-card-run = "4 to 1"',
    "flush-lengths": 'three-card-flush = "2 to 1", four-card-flush = "5 to 1"',
}


def written(
    cards: int, drawn: int, removed: str = TEN_UP, more: str = "", qualifies: str = "", dealer: int = 0
) -> str:
    """A game of so many cards, of which up to so many are exchanged, against as many or more."""
    discards = [d for count in range(1, drawn + 1) for d in combinations(range(1, cards + 1), count)]
    draws = [
        f'{{ name = "draw-{"-".join(map(str, d))}", bets = {{ play = 1 }}, exchanges = {[*d]} }}'
        for d in discards
    ]
    choices = ['{ name = "stand", bets = { play = 1 } }', *draws, '{ name = "fold", folds = true }']
    return f"""
[game]
slug = "draw-{cards}-{drawn}"
name = "Draw {cards} {drawn}"
words = "Cards that may be exchanged, against as many."

[cards]
player = {cards}
dealer = {dealer or cards}
ranking = "{NAMES[cards]}"
remove_ranks = "{removed}"

[dealer]
{f'qualifies = "{qualifies}"' if qualifies else ""}

[[bet]]
slug = "ante"
name = "Ante"
required = true
settles = {{ no_hand = "push", win = "1 to 1", tie = "push", lose = "lose" }}

[[bet]]
slug = "play"
name = "Play"
of = "ante"
multiples = [1]
settles = {{ no_hand = "compare", win = "1 to 1", tie = "push", lose = "lose" }}

[[stage]]
name = "draw"
prompt = "Stand, exchange, or fold?"
choices = [{", ".join(choices)}]
{more}"""


def side(slug: str, reads: str, ranking: str, after_fold: str = "in-action", more: str = "") -> str:
    return f"""
[[bet]]
slug = "{slug}"
name = "Bet {slug}"
kind = "side"
table = "{slug}"
reads = "{reads}"
after_fold = "{after_fold}"
{more}

[[table]]
designator = "T-{slug}"
bet = "{slug}"
ranking = "{ranking}"
pays = {{ {LINES[ranking]} }}
"""


@dataclass
class Every:
    """Every deal: a hand, what may come for the cards thrown away, and every hand of the dealer's."""

    game: Description
    _strengths: dict[tuple[str, int], int] = field(default_factory=dict)
    _values: dict[tuple[int, int], tuple[dict[str, int], int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.deck = tuple(self.game.cards.deck)
        self.bit = {card: 1 << place for place, card in enumerate(self.deck)}
        ranking, dealt = self.game.cards.ranking, [*combinations(self.deck, self.game.cards.dealer)]
        self.dealers = np.array([self.mask(cards) for cards in dealt], np.int64)
        self.theirs = np.array([ranking.rank(cards) for cards in dealt], np.int64)

    def mask(self, cards: Sequence[Card]) -> int:
        return sum(self.bit[card] for card in cards)

    def strength(self, ranking: Kind, cards: Sequence[Card]) -> int:
        key = ranking.name, self.mask(cards)
        if key not in self._strengths:
            enough = len(cards) >= ranking.size
            self._strengths[key] = ranking.rank(cards) if enough else ranking.sure(cards)
        return self._strengths[key]

    def value(self, final: Sequence[Card], seen: Sequence[Card]) -> tuple[dict[str, int], int]:
        """What a unit on each bet wins over the dealer's hands that hold nothing of what was seen."""
        key = self.mask(final), self.mask(seen)
        if key not in self._values:
            ranking, totals = self.game.cards.ranking, dict[str, int]()
            own = self.strength(ranking, final)
            left = self.theirs[self.dealers & key[1] == 0]
            for theirs, number in zip(*np.unique(left, return_counts=True), strict=True):
                end = self.game.end(own, int(theirs))
                for bet in self.game.base:
                    odds = bet.pays(end, ranking.class_of(own), {})
                    net = -1 if odds is None else int(odds.net)
                    totals[bet.slug] = totals.get(bet.slug, 0) + int(number) * net
            self._values[key] = totals, len(left)
        return self._values[key]

    def worth(self, hand: Sequence[Card], choice: ChoiceRow) -> Fraction:
        if choice.folds:
            return Fraction(-1)
        found = [self.value(final, seen) for final, seen in self.after(hand, choice)]
        out = {"ante": 1, **choice.bets}
        total = sum(out[slug] * won for totals, _ in found for slug, won in totals.items())
        return Fraction(total, sum(deals for _, deals in found))

    def after(
        self, hand: Sequence[Card], choice: ChoiceRow
    ) -> Iterator[tuple[Sequence[Card], Sequence[Card]]]:
        """What the hand becomes, and all the cards that were seen, thrown ones too."""
        kept = [card for place, card in enumerate(hand, 1) if place not in choice.exchanges]
        left = [card for card in self.deck if card not in hand]
        for drawn in combinations(left, len(choice.exchanges)):
            yield (*kept, *drawn), (*hand, *drawn)

    @property
    def choices(self) -> Sequence[ChoiceRow]:
        return self.game.stages[0].choices

    def best(self) -> Played:
        """The first of the best choices of every hand."""
        found: Played = []
        for hand in combinations(self.deck, self.game.cards.player):
            worths = [self.worth(hand, choice) for choice in self.choices]
            place = worths.index(max(worths))
            found.append((hand, self.choices[place], worths[place]))
        return found

    def side_worth(self, bet: BetRow, played: Played) -> Fraction:
        """What a side bet is ahead when the base game is played so, on what the table reads for it."""
        table, total = self.game.tables_of(bet.table)[0], Fraction(0)
        for hand, choice, _ in played:
            if choice.folds and bet.after_fold == "lose" and not bet.at_once:
                total -= 1
                continue
            read = Counter(self.read(bet, hand, choice))
            for strength, number in read.items():
                odds = table.pays.get(table.ranking.class_of(strength))
                total += Fraction(number, read.total()) * (-1 if odds is None else odds.net)
        return total / len(played)

    def read(self, bet: BetRow, hand: Sequence[Card], choice: ChoiceRow) -> Iterator[int]:
        """The strength of what is read, by all that may come."""
        ranking = self.game.tables_of(bet.table)[0].ranking
        who = bet.reads.split("+")
        for final, seen in self.after(hand, choice):
            own = {
                "own": hand if bet.at_once else final,
                "dealt": hand,
                "first": hand,
                "kept": [card for card in final if card in hand],
                "dealer": (),
            }[who[0]]
            if "dealer" not in who:
                yield self.strength(ranking, own)
                continue
            for mask in self.dealers[self.dealers & self.mask(seen) == 0].tolist():
                yield self.strength(ranking, (*own, *(card for card in self.deck if self.bit[card] & mask)))


@cache
def played(text: str) -> tuple[Every, Played]:
    every = Every(parse(text))
    return every, every.best()


WHOLE = {
    "one of three": written(3, 1, qualifies="QcQdTh"),
    "two of three": written(3, 2, JACK_UP),
    "two of three against four": written(3, 2, JACK_UP, dealer=4),
}
SOME = {
    "two of four": written(4, 2, JACK_UP),
    "one of five": written(5, 1, JACK_UP),
    "two of five": written(5, 2, JACK_UP),
}


@pytest.mark.parametrize("name", WHOLE)
def test_an_exchange_game_is_worth_what_every_deal_says(name: str) -> None:
    every, best = played(WHOLE[name])
    assert solving.par(every.game).expected_value == sum(worth for _, _, worth in best) / len(best)


@pytest.mark.parametrize("name", [*WHOLE, *SOME])
def test_every_choice_of_a_hand_is_worth_what_every_deal_says(name: str) -> None:
    every = Every(parse((WHOLE | SOME)[name]))
    for hand in random.Random(name).sample([*combinations(every.deck, every.game.cards.player)], 3):
        assert values(every.game, hand) == {
            choice.name: every.worth(hand, choice) for choice in every.choices
        }


def values(game: Description, hand: Sequence[Card]) -> dict[str, Fraction]:
    found = solving.values(game, "".join(map(str, hand)))
    return {one.name: one.expected_value for one in found.decisions}


def test_four_cards_of_which_one_is_exchanged_against_four() -> None:
    """Ten to ace: 74702/116025 for the player, found by plain recursion over every deal."""
    game = parse(written(4, 1))
    assert solving.par(game).expected_value == Fraction(74702, 116025)
    every, hand = Every(game), sorted(parse_cards("ThJcQcAh"))
    assert values(game, hand) == {choice.name: every.worth(hand, choice) for choice in every.choices}


def test_more_than_two_cards_of_an_exchange_are_refused() -> None:
    with pytest.raises(BadInput, match="more than 2 cards are exchanged"):
        solving.par(parse(written(4, 3)))


# Side bets and jackpots.

SIDES = [
    ("final", "own", "three-card", "in-action", ""),
    ("final-lost", "own", "three-card", "lose", ""),
    ("final-runs", "own", "runs", "in-action", ""),
    ("final-flush", "own", "flush-lengths", "lose", ""),
    ("spades", "own", "three-card-spades", "in-action", ""),
    ("at-once", "own", "three-card", "lose", "at_once = true"),
    ("first", "first", "flush-lengths", "in-action", ""),
    ("dealt-lost", "dealt", "flush-lengths", "lose", ""),
    ("kept", "kept", "three-card", "lose", ""),
    ("kept-flush", "kept", "flush-lengths", "in-action", ""),
    ("dealers", "dealer", "three-card", "in-action", ""),
    ("dealers-lost", "dealer", "three-card", "lose", ""),
    ("six", "own+dealer", "five-card", "in-action", ""),
    ("six-lost", "own+dealer", "three-card", "lose", ""),
]


ONE = "".join(side(*row) for row in SIDES)
TWO = "".join(side(*row) for row in SIDES if row[0] in ("final", "kept-flush", "dealers-lost"))


@pytest.mark.parametrize("slug", [row[0] for row in SIDES])
def test_a_side_bet_is_counted_on_the_cards_that_the_table_settles(slug: str) -> None:
    every, best = played(written(3, 1, JACK_UP, ONE, "QcQdJh"))
    bet = every.game.bet(slug)
    assert solving.par(every.game, slug).expected_value == every.side_worth(bet, best)


@pytest.mark.parametrize("slug", ["final", "kept-flush", "dealers-lost"])
def test_a_side_bet_is_counted_after_an_exchange_of_two(slug: str) -> None:
    every, best = played(written(3, 2, JACK_UP, TWO, "QcQdJh"))
    bet = every.game.bet(slug)
    assert solving.par(every.game, slug).expected_value == every.side_worth(bet, best)


# Jackpots, whose hands a sheet counts as the table claims them.

JACKPOT = """
[[bet]]
slug = "jackpot"
name = "Jackpot"
kind = "jackpot"
table = "jackpot"
reads = "{reads}"

[[table]]
designator = "JP-1"
bet = "jackpot"
ranking = "{ranking}"
wager = "$1"
seed = "$1000"
pays = {{ straight-flush = "100% of main", {ranking_line} }}
"""


def with_jackpot(reads: str, ranking: str, drawn: int) -> str:
    line = 'straight = "6 for 1"' if ranking == "five-card" else 'mini-royal = "9 for 1"'
    line = 'pair = "2 for 1"' if ranking != "five-card" else line
    return written(
        3, drawn, JACK_UP, JACKPOT.format(reads=reads, ranking=ranking, ranking_line=line), "QcQdJh"
    )


@pytest.mark.parametrize("folded", ["yes", "no"])
@pytest.mark.parametrize("drawn", [0, 1])
@pytest.mark.parametrize(
    ("reads", "ranking"),
    [
        ("own", "three-card"),
        ("own", "three-card-spades"),
        ("dealer", "three-card"),
        ("own+dealer", "five-card"),
    ],
)
def test_the_hands_of_a_jackpot_are_those_that_the_table_claims(
    reads: str, ranking: str, drawn: int, folded: str
) -> None:
    every, best = played(with_jackpot(reads, ranking, drawn))
    bet, kind_of = every.game.bet("jackpot"), kind(ranking)
    chances: dict[str, Fraction] = defaultdict(Fraction)
    for hand, choice, _ in best:
        if choice.folds and folded == "no":
            continue
        read = Counter(every.read(bet, hand, choice))
        for strength, number in read.items():
            chances[kind_of.class_of(strength)] += Fraction(number, read.total() * len(best))
    entry = analysis(game_of(every.game)).par["jackpot"]
    assert not isinstance(entry.hands, str)
    table = game_of(every.game).rules().paytables["jackpot"]
    (hands, total), _ = entry.hands(table, folded == "yes")
    assert {name: Fraction(number, total) for name, number in hands.items() if number} == chances
