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
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.analysis.families.registry import analysis
from pitboss.cards import Card
from pitboss.games import GAMES, Game
from pitboss.games.described import game_of
from pitboss.games.description import BEATEN, HIGHEST, BetRow, Description
from pitboss.games.language.form import Option
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
SIZES = ("one", "two", "three", "four", "five", "six", "seven")
KEPT = {6: "23459TJQKA", 7: "234567KA"}
"""The ranks of a short deck, by how many cards a bet reads; of fewer cards the whole deck is gone through."""
OF_FIVE = "9TJQKA"
"""Those of a short deck for the best five of seven cards, royal and lower straight flushes among them."""


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
        "pair-of-tens-or-better": lambda read: _any((read.alike > 1) & (read.ranks >= TEN)),
    }


def _of(size: int) -> Reading:
    return lambda read, name: _poker(size)[name](read)


def _spades(read: Read, name: str) -> Bools:
    if name == "mini-royal-in-spades":
        return _has(read.by_suit[SPADES], runs(3)[-1])
    return _of(3)(read, name)


def _lengths(read: Read, name: str) -> Bools:
    size, what = name.split("-card-")
    makes = {"flush": read.flush, "straight-flush": read.straight_flush}[what]
    return makes(SIZES.index(size) + 1)


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


def _hole_cards(read: Read, name: str) -> Bools:
    """The two hole cards, then the dealer's; diamonds and hearts are red."""
    low, high = np.sort(read.ranks[:2], axis=0)
    red = (read.suits[:2] == 1) | (read.suits[:2] == 2)
    paired, aces = low == high, (read.ranks == ACE).all(axis=0)
    makes: dict[str, Callable[[], Bools]] = {
        "red-aces-against-aces": lambda: aces & red.all(axis=0),
        "red-aces": lambda: paired & (low == ACE) & red.all(axis=0),
        "ace-face": lambda: (high == ACE) & (low >= JACK) & (low <= KING),
        "ace-face-suited": lambda: (
            (high == ACE) & (low >= JACK) & (low <= KING) & (read.suits[0] == read.suits[1])
        ),
        "pair": lambda: paired,
    }
    return makes[name]() if name in makes else _starting(read, name)


def _runs(read: Read, name: str) -> Bools:
    """Ranks in a row with a low ace, red on black: the ranks take turns with the colours."""
    size = SIZES.index(name.removesuffix("-card-run")) + 1
    clubs, diamonds, hearts, spades = read.by_suit
    by_colour = (clubs | spades, diamonds | hearts)
    steps = [ACE, *range(KING + 1)]
    found = []
    for start in range(len(steps) - size + 1):
        row = steps[start : start + size]
        for first in (0, 1):
            held = [(by_colour[(first + at) % 2] >> rank & 1).astype(np.bool_) for at, rank in enumerate(row)]
            found.append(np.logical_and.reduce(held))
    return _any(found)


def _holdem_jackpot(read: Read, name: str) -> Bools:
    """Two hole cards, the flop and the rest of the board."""
    where: dict[str, Callable[[], Hands]] = {
        "royal-flush-first-five": lambda: read.cards[:5],
        "royal-flush-first-seven": lambda: read.cards,
        "community-royal-flush": lambda: read.cards[2:],
    }
    if name not in where:
        return _of(5)(read, name)
    on_board = Read(read.cards[2:]).straight_flush(5, -1)
    return Read(where[name]()).straight_flush(5, -1) & (on_board if name.startswith("comm") else ~on_board)


RANKINGS: Mapping[str, Reading] = {
    "three-card": _of(3),
    "three-card-spades": _spades,
    "four-card": _of(4),
    "five-card": _of(5),
    "suit-lengths": _lengths,
    "rummy-bonus": _rummy,
    "natural-or-wild": _wild,
    "starting-hands": _starting,
    "hole-cards": _hole_cards,
    "holdem-jackpot": _holdem_jackpot,
    "runs": _runs,
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
def dealt_with(slug: str, bet: str) -> Game:
    """A game with the whole deck, or with fewer ranks where a bet reads many cards.

    If every fold loses the bet, with no option against it, then here no fold does.
    """
    game, row = GAMES[slug], described(slug).bet(bet)
    assert game.folder is not None
    text = whole = (game.folder / "game.toml").read_text("utf-8")
    kept = KEPT.get(described(slug).cards.read_by(row.reads))
    if kept is not None and described(slug).cards.community:
        kept = OF_FIVE
    if kept is not None:
        text = without(text, "".join(rank for rank in RANKS if rank not in kept))
    if row.kind != "jackpot" and always_lost(slug, row):
        before, found, after = text.partition(f'slug = "{bet}"')
        after = after.replace('after_fold = "lose"', 'after_fold = "in-action"', 1)
        # What a bought card makes of the hand is chosen: the first cards are as any others.
        text = before + found + after.replace('as_of = "end"', 'as_of = "deal"', 1)
    return game if text == whole else game_of(parsed(slug, text))


def described(slug: str) -> Description:
    found = GAMES[slug].description
    assert found is not None
    return found


def always_lost(slug: str, bet: BetRow) -> bool:
    """Whether every fold loses a bet, under all options."""
    path = f"bet.{bet.slug}.after_fold"
    options = described(slug).form.options
    of = {value.sets.get(path) for option in options for value in option.values}
    return bet.after_fold == "lose" and not of - {None, "lose"}


def stays(option: Option, bet: BetRow) -> str:
    """The value of an option under which a fold does not lose a bet, or the default."""
    path = f"bet.{bet.slug}.after_fold"
    kept = (one.value for one in option.values if one.sets.get(path, bet.after_fold) == "in-action")
    return next(kept, option.default) if bet.after_fold == "lose" else option.default


def read_with(bet: BetRow, ranking: str) -> str:
    """The cards that a table of a printed ranking reads."""
    return bet.reads_by.get(NAMES.get(ranking, ranking), bet.reads)


WHO = ("starting-hands", "hole-cards")
"""The rankings that look at the player's cards first, then at the dealer's."""


def lines_of(table: Paytable, bet: BetRow, game: Description, deck: tuple[Card, ...]) -> list[int]:
    """How many hands, or deals, each line of a table is for, by going through them all."""
    if bet.reads == BEATEN:
        return beaten_by_line(table, deck)
    size = game.cards.read_by(read_with(bet, table.ranking))
    if table.ranking == "holdem-jackpot":
        return jackpot_by_line(table, every_hand(deck, size, 0))
    return by_line(table, every_hand(deck, size, game.cards.player if table.ranking in WHO else 0))


def jackpot_by_line(table: Paytable, read: Read) -> list[int]:
    """As `by_line`, for hole cards, flop and two more: a hand with a royal flush in every such order."""
    royal = read.straight_flush(5, -1)
    hands, places = read.cards[:, royal], range(7)
    orders = [
        [*hole, *flop, *(at for at in places if at not in (*hole, *flop))]
        for hole in combinations(places, 2)
        for flop in combinations([at for at in places if at not in hole], 3)
    ]
    ordered = by_line(table, Read(np.concatenate([hands[order] for order in orders], axis=1)))
    others = by_line(table, Read(read.cards[:, ~royal]))
    return [some + len(orders) * more for some, more in zip(ordered, others, strict=True)]


RANKED = ("three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind", "straight-flush")


def strengths(read: Read) -> NDArray[np.int64]:
    """The order of five cards: what they make, then their ranks, those that are there most often first."""
    made = np.where(read.paired >= 4, 2, np.where(read.of_a_kind(2), 1, 0))
    for place, name in enumerate(RANKED, 3):
        made = np.where(_of(5)(read, name), place, made)
    keys = np.sort(read.alike.astype(np.int64) * 16 + read.ranks, axis=0)[::-1] % 16
    wheel = read.straight(5) & (keys[0] == ACE) & (keys[1] != KING)
    keys[:, wheel] = np.array([[3], [2], [1], [0], [0]])
    return np.asarray(made * 16**5 + sum(row * 16 ** (4 - at) for at, row in enumerate(keys)))


def beaten_by_line(table: Paytable, deck: tuple[Card, ...]) -> list[int]:
    """All boards, with any two of all pairs of hole cards: the lines of the lower hand, others, and ties."""
    cards, size = len(deck), 7
    fives = Read(np.array(deck, np.uint8)[_sets(5, cards)])
    lined = np.full(fives.cards.shape[1], len(table.lines))
    for place, line in reversed([*enumerate(table.lines)]):
        lined[_of(5)(fives, line.hand)] = place
    # One number for the order and, below it, the line.
    order = np.unique(strengths(fives), return_inverse=True)[1].reshape(-1)
    number = order.astype(np.int32) * 16 + lined
    sevens = _sets(size, cards)
    best = np.zeros(sevens.shape[1], np.int32)
    for some in combinations(range(size), 5):
        best = np.maximum(best, number[_places(sevens[[*some]])])
    pairs = _sets(2, cards - 5)
    apart = ~np.logical_or.reduce([one[:, None] == other for one in pairs for other in pairs])
    found = np.zeros(len(table.lines) + 2, np.int64)
    for board in _sets(5, cards).T:
        left = np.delete(np.arange(cards), board)
        held = np.sort(np.concatenate([left[pairs], np.repeat(board[:, None], pairs.shape[1], 1)]), axis=0)
        mine = best[_places(held)]
        below = (apart & (mine[:, None] < mine)).sum(axis=1)
        beaten = np.bincount(mine % 16, weights=below, minlength=len(table.lines) + 1)
        found[:-1] += 2 * beaten.astype(np.int64)
        found[-1] += (apart & (mine[:, None] == mine)).sum()
    return [int(one) for one in found]


def _places(sets: NDArray[Any]) -> NDArray[np.int64]:
    """Where sets of cards, from low to high, stand among `_sets` of their size."""
    ways = np.array([[comb(top, size) for top in range(53)] for size in range(len(sets) + 1)], np.int64)
    return np.asarray(sum(ways[at + 1][row] for at, row in enumerate(sets)))


BETS = [
    (slug, bet.slug)
    for slug, game in GAMES.items()
    if game.description is not None
    for bet in game.description.bets
    # Of the highest hand at the table there is a test of its own, and in `test_joining` and
    # `test_rabbit_hunter` of the beaten hand where a card may be bought.
    if bet.kind != "base" and bet.reads not in (HIGHEST, "kept") and game.paytables(bet.slug)
    if bet.reads != BEATEN or not game.description.cards.offered
]


@pytest.mark.parametrize(("slug", "bet"), BETS)
def test_every_line_is_met_as_often_as_all_hands_say(slug: str, bet: str) -> None:
    whole, game = described(slug), dealt_with(slug, bet)
    row = whole.bet(bet)
    entry = analysis(game).par[bet]
    options = {option.name: option.default for option in entry.options}
    options |= {option.name: stays(option, row) for option in whole.form.options if option.name in options}
    if row.kind == "jackpot":
        options["folded_hands_qualify"] = "yes"
    deck = game.rules().game.deck * whole.cards.decks
    for table in game.paytables(bet):
        found = lines_of(table, row, whole, deck)
        assert all(found), f"a short deck without a hand of {table.designator}"
        assert callable(entry.place)
        sheet = entry.place(table, options)
        shares = [Fraction(one.combinations, sheet.total) for one in sheet.outcomes]
        assert shares == [Fraction(number, sum(found)) for number in found], table.designator
