"""Every side bet, counted bet and jackpot of every described game, hand by hand, line by line.

The hands are ranked here, with nothing from `pitboss.hands`. A new folder is covered without a word here;
a new way to rank hands needs a row in `RANKINGS`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.analysis.families.registry import analysis
from pitboss.cards import Card
from pitboss.games import GAMES, Game
from pitboss.games.described import game_of
from pitboss.games.description import HIGHEST, BetRow, OptionRow
from pitboss.hands.kinds import NAMES
from pitboss.paytables import Paytable
from tests.games.descriptions import parsed, without

Bools = NDArray[np.bool_]
Hands = NDArray[np.uint8]
Bits = NDArray[np.int16]
Reading = Callable[["Read", str], Bools]
RANKS = "23456789TJQKA"
TWO, TEN, JACK, QUEEN, KING, ACE = (RANKS.index(rank) for rank in "2TJQKA")
SPADES, JOKER = 3, 52
KEPT = {6: "23459TJQKA", 7: "234567KA"}
"""The ranks of a short deck, by how many cards a bet reads; of fewer cards the whole deck is gone through."""


@dataclass(frozen=True, eq=False)
class Read:
    """Hands, one in a column, with what can be seen of them; a card is four times its rank and its suit."""

    cards: Hands

    @cached_property
    def ranks(self) -> Hands:
        return self.cards // 4

    @cached_property
    def suits(self) -> Hands:
        return self.cards % 4

    @cached_property
    def alike(self) -> Hands:
        """For each card how many of its hand are of its rank."""
        return np.array([(self.ranks == row).sum(axis=0, dtype=np.uint8) for row in self.ranks])

    def of_a_kind(self, number: int) -> Bools:
        return _any(self.alike >= number)

    @cached_property
    def paired(self) -> Hands:
        """How many cards have another of their rank beside them."""
        found: Hands = (self.alike > 1).sum(axis=0, dtype=np.uint8)
        return found

    @cached_property
    def by_suit(self) -> list[Bits]:
        """For each suit a bit for each rank that is held in it; the joker has none."""
        held = np.where(self.cards == JOKER, 0, 1 << self.ranks.astype(np.int16)).astype(np.int16)
        return [(held * (self.suits == suit)).sum(axis=0, dtype=np.int16) for suit in range(4)]

    @cached_property
    def in_any_suit(self) -> Bits:
        return self.by_suit[0] | self.by_suit[1] | self.by_suit[2] | self.by_suit[3]

    def flush(self, size: int) -> Bools:
        return _any([np.bitwise_count(held) >= size for held in self.by_suit])

    def straight(self, size: int) -> Bools:
        return _any([_has(self.in_any_suit, run) for run in runs(size)])

    def straight_flush(self, size: int, lowest: int = 0) -> Bools:
        """A run in one suit, the `lowest` or a higher one."""
        return _any([_has(held, run) for held in self.by_suit for run in runs(size)[lowest:]])


def _any(each: Bools | Sequence[Bools]) -> Bools:
    """Which hands have any of some features, or any card that has one."""
    found: Bools = np.logical_or.reduce(each, axis=0)
    return found


def _has(held: Bits, run: int) -> Bools:
    found: Bools = held & run == run
    return found


@cache
def runs(size: int) -> tuple[int, ...]:
    """So many ranks in a row, as bits: first those with a low ace, last those with a high one."""
    low = 1 << ACE | (1 << size - 1) - 1
    return (low, *((1 << size) - 1 << start for start in range(ACE - size + 2)))


# What each ranking calls hands. Tables name better hands first, so a name may take in what is better still.


def _poker(size: int) -> dict[str, Callable[[Read], Bools]]:
    """Hands of so many cards, the best of those that are read."""
    return {
        "royal-flush": lambda read: read.straight_flush(size, -1),
        "mini-royal": lambda read: read.straight_flush(size, -1),
        "straight-flush": lambda read: read.straight_flush(size),
        "four-of-a-kind": lambda read: read.of_a_kind(4),
        "full-house": lambda read: read.of_a_kind(3) & (read.paired >= 5),
        "flush": lambda read: read.flush(size),
        "straight": lambda read: read.straight(size),
        "three-of-a-kind": lambda read: read.of_a_kind(3),
        "two-pair": lambda read: read.paired >= 4,
        "pair": lambda read: read.of_a_kind(2),
        "pair-of-aces": lambda read: _any((read.alike > 1) & (read.ranks == ACE)),
        "pair-of-queens-or-better": lambda read: _any((read.alike > 1) & (read.ranks >= QUEEN)),
    }


def _of(size: int) -> Reading:
    return lambda read, name: _poker(size)[name](read)


def _spades(read: Read, name: str) -> Bools:
    if name == "mini-royal-in-spades":
        return _has(read.by_suit[SPADES], runs(3)[-1])
    return _of(3)(read, name)


def _lengths(read: Read, name: str) -> Bools:
    sizes = ("one", "two", "three", "four", "five", "six", "seven")
    size, what = name.split("-card-")
    makes = {"flush": read.flush, "straight-flush": read.straight_flush}[what]
    return makes(sizes.index(size) + 1)


def _rummy(read: Read, name: str) -> Bools:
    """Points of three cards: what a pair, a triple or a run in one suit takes up counts nothing."""
    if name == "ace-two-three-suited":
        return _any([_has(held, runs(3)[0]) for held in read.by_suit])
    numbers = [int(number) for number in re.findall(r"\d+", name)]
    return (numbers[0] <= points(read)) & (points(read) <= numbers[-1])


@lru_cache(maxsize=1)
def points(read: Read) -> NDArray[np.int64]:
    places = np.where(read.ranks == ACE, 1, read.ranks + 2).astype(np.int64)
    worth = np.minimum(places, 10)
    found = worth.sum(axis=0)
    for one, two in combinations(range(3), 2):
        suited = read.suits[one] == read.suits[two]
        apart = abs(places[one] - places[two])
        melded = (apart == 0) | (suited & (apart == 1))
        found = np.where(melded, np.minimum(found, worth[3 - one - two]), found)
    low = _any([_has(held, run) for held in read.by_suit for run in runs(3)[:-1]])
    return np.where(low | read.of_a_kind(3), 0, found)


def _wild(read: Read, name: str) -> Bools:
    """Five cards in which deuces and joker may be any card, or twos by themselves."""
    how, _, hand = name.partition("-")
    if how == "natural":
        return _of(5)(read, hand) & ~_any(read.cards == JOKER)
    wild = (read.ranks == TWO) | (read.cards == JOKER)
    number, held = wild.sum(axis=0), read.in_any_suit & ~1
    alike = np.where(wild, 0, read.alike).max(axis=0)
    different = np.bitwise_count(held)
    one_suit = _any([held & ~of_suit == 0 for of_suit in read.by_suit])
    suited = one_suit & (different + number == 5)

    def fits(run: int) -> Bools:
        within: Bools = (different + number == 5) & (held & ~run == 0)
        return within

    makes: dict[str, Callable[[], Bools]] = {
        "five-wild-cards": lambda: number == 5,
        "five-of-a-kind": lambda: alike + number == 5,
        "wild-royal-flush": lambda: suited & fits(runs(5)[-1]),
        "wild-straight-flush": lambda: suited & _any([fits(run) for run in runs(5)]),
        "wild-four-of-a-kind": lambda: alike + number >= 4,
        "wild-full-house": lambda: (different <= 2) & (alike <= 3),
        "wild-flush": lambda: suited,
        "wild-straight": lambda: _any([fits(run) for run in runs(5)]),
        "wild-three-of-a-kind": lambda: alike + number >= 3,
    }
    return makes[name]()


def _starting(read: Read, name: str) -> Bools:
    """The player's two cards, then the dealer's."""
    low, high = np.sort(read.ranks[:2], axis=0)
    suited, paired = read.suits[0] == read.suits[1], low == high
    suits = suited if name.endswith("-suited") else ~suited
    makes: dict[str, Callable[[], Bools]] = {
        "aces-against-aces": lambda: (read.ranks == ACE).all(axis=0),
        "pair-of-aces": lambda: paired & (low == ACE),
        "pair-of-kings-queens-or-jacks": lambda: paired & (low >= JACK) & (low <= KING),
        "pair-of-tens-through-twos": lambda: paired & (low <= TEN),
        "ace-king": lambda: (high == ACE) & (low == KING) & suits,
        "ace-queen-or-ace-jack": lambda: (high == ACE) & ((low == QUEEN) | (low == JACK)) & suits,
    }
    return makes[re.sub("-(un)?suited$", "", name)]()


RANKINGS: Mapping[str, Reading] = {
    "three-card": _of(3),
    "three-card-spades": _spades,
    "four-card": _of(4),
    "five-card": _of(5),
    "suit-lengths": _lengths,
    "rummy-bonus": _rummy,
    "natural-or-wild": _wild,
    "starting-hands": _starting,
    "two-alike": lambda read, _: read.of_a_kind(2),
}
"""Which hands a name on a paytable is for, by the ranking of the table."""


# All hands of a deck.


def _sets(size: int, cards: int) -> NDArray[np.int16]:
    """All sets of so many of the cards, by their places; those of few cards stand before all others."""
    if size == 1:
        return np.arange(cards, dtype=np.int16)[None]
    fewer, tops = _sets(size - 1, cards), range(size - 1, cards)
    with_top = [
        np.pad(fewer[:, : comb(top, size - 1)], ((0, 1), (0, 0)), constant_values=top) for top in tops
    ]
    return np.concatenate(with_top, axis=1)


@lru_cache(maxsize=1)
def every_hand(deck: tuple[Card, ...], size: int, own: int) -> Read:
    """All hands of so many cards; where it matters who holds them, with any of them the player's `own`."""
    hands = np.array(deck, np.uint8)[_sets(size, len(deck))]
    if not own:
        return Read(hands)
    held = [[*mine, *(at for at in range(size) if at not in mine)] for mine in combinations(range(size), own)]
    return Read(np.concatenate([hands[order] for order in held], axis=1))


def by_line(table: Paytable, read: Read) -> list[int]:
    """How many hands each line of a table is the first for, and those that none is for."""
    left, found = np.ones(read.cards.shape[1], np.bool_), []
    for line in table.lines:
        taken = left & RANKINGS[NAMES.get(table.ranking, table.ranking)](read, line.hand)
        left &= ~taken
        found.append(int(taken.sum()))
    return [*found, int(left.sum())]


# The bets of all games.


@cache
def dealt_with(slug: str, size: int) -> Game:
    """A game with the whole deck, or with fewer ranks where a bet of it reads many cards."""
    game = GAMES[slug]
    if size not in KEPT:
        return game
    assert game.folder is not None
    text = (game.folder / "game.toml").read_text("utf-8")
    removed = "".join(rank for rank in RANKS if rank not in KEPT[size])
    return game_of(parsed(slug, without(text, removed)))


def stays(option: OptionRow, bet: BetRow) -> str:
    """The value of an option under which a fold does not lose a bet, or the default."""
    path = f"bet.{bet.slug}.after_fold"
    kept = (value for value, sets in option.values.items() if sets.get(path, bet.after_fold) == "in-action")
    return next(kept, option.default) if bet.after_fold == "lose" else option.default


BETS = [
    (slug, bet.slug)
    for slug, game in GAMES.items()
    if game.description is not None
    for bet in game.description.bets
    # Of the highest hand at the table there is a test of its own.
    if bet.kind != "base" and bet.reads not in (HIGHEST, "kept") and game.paytables(bet.slug)
]


@pytest.mark.parametrize(("slug", "bet"), BETS)
def test_every_line_is_met_as_often_as_all_hands_say(slug: str, bet: str) -> None:
    whole = GAMES[slug].description
    assert whole is not None
    row, size = whole.bet(bet), whole.cards.read_by(whole.bet(bet).reads)
    game = dealt_with(slug, size)
    entry = analysis(game).par[bet]
    options = {option.name: option.default for option in entry.options}
    options |= {option.name: stays(option, row) for option in whole.options if option.name in options}
    if row.kind == "jackpot":
        options["folded_hands_qualify"] = "yes"
    deck = game.rules().game.deck * whole.cards.decks
    for table in game.paytables(bet):
        own = whole.cards.player if table.ranking == "starting-hands" else 0
        found = by_line(table, every_hand(deck, size, own))
        assert all(found), f"a short deck without a hand of {table.designator}"
        assert callable(entry.place)
        sheet = entry.place(table, options)
        shares = [Fraction(one.combinations, sheet.total) for one in sheet.outcomes]
        assert shares == [Fraction(number, sum(found)) for number in found], table.designator
