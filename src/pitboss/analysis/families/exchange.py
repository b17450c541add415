"""One decision against a dealer, of which choices exchange one or two cards for the next of the deck.

Which cards are thrown away is part of the choice. With an exchange a player has seen more cards than the hand
that is compared: such a set is counted once for each of its cards, or pairs of them, that can be the ones
thrown away. A hand with a discard is worth the sum over the cards drawn.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from math import comb, perm

import numpy as np

from pitboss.analysis.cache import Version
from pitboss.analysis.families.beside import STEPS_PER_DEAL, count_beside
from pitboss.analysis.families.budget import Budget, refuse
from pitboss.analysis.families.charts import Cases, Readout, mixed
from pitboss.analysis.families.deals import (
    CHOOSE,
    SIZE_MAX,
    Deck,
    cards_of,
    every,
    ids,
    number_of,
    put_in_order,
    sets,
    strengths,
    strengths_of,
)
from pitboss.analysis.families.one_decision import below_of, cases_of
from pitboss.analysis.families.payoff import SHOWN, Pays
from pitboss.analysis.families.sheets import Ends, base_sheet, ends_of, last_best, ways_of, worths_of
from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.results import DecisionValue
from pitboss.arrays import Bools, Bytes, Ints, Small
from pitboss.cards import Card
from pitboss.errors import BadInput
from pitboss.games.description import AGAINST_DEALER, BetRow, ChoiceRow, Description
from pitboss.hands.kinds import Hands, Kind, Strengths
from pitboss.kernels import kernel
from pitboss.paytables.rankings import title

VERSION = Version("exchange", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""
_DRAWS_MAX = 2
_PLACES = ("lowest", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True, slots=True, eq=False)
class ExchangeCounts:
    """All showdowns by hand: without an exchange, and by the cards that are thrown away."""

    game: Description
    deck: Deck
    hands: Hands
    weights: Ints
    classes: Bytes
    ends: Mapping[int, Ints]
    """By how many cards are exchanged: [hand, discard, end, class of the new hand]; without any, one discard
    of no card."""

    @property
    def held(self) -> Bytes:
        """The class of every set of cards, in the order of their numbers."""
        return self.classes[ids(self.deck, self.game.cards.player)]

    @property
    def cases(self) -> int:
        """The cases of one hand: the cards that come next in their order, seen or not, and the dealer's."""
        return _cases(self.game, self.deck)

    @property
    def deals(self) -> int:
        """All equally likely cases."""
        return comb(self.deck.size, self.game.cards.player) * self.cases


def _cases(game: Description, deck: Deck) -> int:
    left = deck.size - game.cards.player
    return perm(left, game.draws) * comb(left - game.draws, game.cards.dealer)


def _alike(game: Description, deck: Deck, drawn: int) -> int:
    """How many cases are one when so many cards are drawn, in any order, and the dealer's are known."""
    left = deck.size - game.cards.player
    whole, rest = divmod(_cases(game, deck), comb(left, drawn) * comb(left - drawn, game.cards.dealer))
    assert not rest
    return whole


@cache
def discards(size: int, thrown: int) -> tuple[tuple[int, ...], ...]:
    """The places that so many cards of a hand can be thrown away from."""
    return tuple(combinations(range(size), thrown))


@cache
def _of_mask(size: int, thrown: int) -> Ints:
    """By places as bits: which of the `discards` it is."""
    found = np.zeros(1 << size, np.int64)
    for number, places in enumerate(discards(size, thrown)):
        found[sum(1 << place for place in places)] = number
    return found


@kernel
def _over_draws(
    hands: Hands,
    drawn: int,
    deck: int,
    alike: bool,
    choose: Ints,
    of_number: Small,
    sets: Hands,
    out: Ints,
    of_mask: Ints,
    amounts: Small,
    places: Bytes,
    sums: Ints,
) -> None:
    """Add up, for every hand and discard, the `amounts` of what it becomes over all cards drawn.

    `amounts` and `places` go by [set of all that is seen and which of its cards are thrown away]; suits are
    renamed to those of the set that stands for hand and cards together. `sums` is [hand, discard, amount,
    place]. `out` are the discards of a hand as bits.
    """
    size, suited = hands.shape[1], deck & ~3  # a joker has no suit
    seen, ways = size + drawn, len(amounts) // len(sets)
    row, masks, order = np.zeros(seen, np.int64), np.zeros(4, np.int64), np.zeros(4, np.int64)
    renamed, ordered = np.zeros(seen, np.int64), np.zeros(seen, np.int64)
    free, dealt = np.zeros(deck, np.int64), np.zeros(drawn, np.int64)
    for hand in range(len(hands)):
        count = 0
        for card in range(deck):
            held = False
            for at in range(size):
                held = held or hands[hand, at] == card
            if not held:
                free[count] = card
                count += 1
        for at in range(drawn):
            dealt[at] = at
        while True:
            for at in range(size):
                row[at] = hands[hand, at]
            for at in range(drawn):
                row[size + at] = free[dealt[at]]
            masks[:] = 0
            for place in row:
                if place < suited:
                    masks[place & 3] |= 1 << (place >> 2)
            for suit in range(4):
                order[suit] = suit
                if alike:
                    order[suit] = 0
                    for other in range(4):
                        if masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit):
                            order[suit] += 1
            for at in range(seen):
                renamed[at] = row[at]
                if row[at] < suited:
                    renamed[at] = row[at] & ~3 | order[row[at] & 3]
                ordered[at] = renamed[at]
            put_in_order(ordered)
            known = of_number[number_of(ordered, seen, choose)]
            for number in range(len(out)):
                mask = 0
                for at in range(size):
                    if out[number] >> at & 1:
                        which = 0
                        while sets[known, which] != renamed[at]:
                            which += 1
                        mask |= 1 << which
                at = known * ways + of_mask[mask]
                for amount in range(amounts.shape[1]):
                    sums[hand, number, amount, places[at]] += amounts[at, amount]
            at = drawn - 1
            while at >= 0 and dealt[at] == count - drawn + at:
                at -= 1
            if at < 0:
                break
            dealt[at] += 1
            for behind in range(at + 1, drawn):
                dealt[behind] = dealt[behind - 1] + 1


def _summed(deck: Deck, hands: Hands, drawn: int, amounts: Small, places: Bytes, classes: int) -> Ints:
    """[hand, discard, amount, class]: over all the cards drawn."""
    size = hands.shape[1]
    out = [sum(1 << place for place in discard) for discard in discards(size, drawn)]
    sums = np.zeros((len(hands), len(out), amounts.shape[1], classes), np.int64)
    seen = size + drawn
    _over_draws(
        hands, drawn, deck.size, deck.suits_alike, CHOOSE, ids(deck, seen), sets(deck, seen).places,
        np.array(out, np.int64), _of_mask(seen, drawn), amounts, places, sums,
    )  # fmt: skip
    return sums


def _seen(deck: Deck, size: int, drawn: int) -> tuple[Hands, Hands]:
    """All that is seen with an exchange, once for each discard, and the hand that it leaves."""
    known, every_way = sets(deck, size + drawn).places, discards(size + drawn, drawn)
    kept = np.stack([np.delete(known, out, axis=1) for out in every_way], axis=1)
    return np.repeat(known, len(every_way), axis=0), np.ascontiguousarray(kept.reshape(-1, size))


@kernel
def _ended(below: Small, dealer_hands: int, ended: Small) -> None:
    """How the dealer's hands end against every hand."""
    cases = np.zeros(ended.shape[1], np.int64)
    for row in range(len(below)):
        cases_of(below[row, 0], dealer_hands, cases)
        for end in range(len(cases)):
            ended[row, end] = cases[end]


def work(game: Description, deck: Deck) -> int:
    """About how many steps a count takes."""
    cards, alike = game.cards, 20 if deck.suits_alike else 1
    steps = comb(deck.size, cards.dealer) * (4 * cards.dealer + (1 << cards.dealer))
    for drawn in range(1, game.draws + 1):
        seen = cards.player + drawn
        hands = comb(deck.size, seen) // alike * comb(seen, drawn)
        steps += hands * (3 * (1 << seen) + 100)
    return steps


def count(game: Description, deck: Deck | None = None, budget: Budget | None = None) -> ExchangeCounts:
    """Count every showdown, with and without an exchange; paytables come later."""
    deck = (deck or Deck(game.cards.deck)).seen_by(game.cards.ranking)
    _refuse(game)
    cards, ranking = game.cards, game.cards.ranking
    (budget or Budget()).allow(f"{game.name}: exchanges against the dealer's hands", work(game, deck))
    own = sets(deck, cards.player)
    places = ranking.places()[strengths_of(deck, ranking, own.places)]
    ends = {}
    for drawn in {0, *(len(choice.exchanges) for choice in game.stages[0].choices)}:
        seen, hands = _seen(deck, cards.player, drawn)
        final = strengths_of(deck, ranking, hands)
        # Who stands has not seen the cards that would have come: they may be the dealer's.
        left = comb(deck.size - cards.player - drawn, cards.dealer)
        ended = np.zeros((len(seen), len(SHOWN)), np.int32)
        _ended(below_of(game, deck, seen, final), left, ended)
        classes = len(ranking.classes)
        ends[drawn] = _summed(deck, own.places, drawn, ended, ranking.places()[final], classes)
        ends[drawn] *= _alike(game, deck, drawn)
    return ExchangeCounts(game, deck, own.places, own.weights, places, ends)


def _refuse(game: Description) -> None:
    cards, choices = game.cards, game.stages[0].choices
    reasons = {
        "it is not played against a dealer": game.family != AGAINST_DEALER,
        "it has community cards": bool(cards.community),
        "a bet is paid by the margin between the hands": game.by_margin,
        "one of the dealer's cards is face up": bool(cards.dealer_up),
        "there is more than one decision": len(game.stages) != 1,
        f"more than {_DRAWS_MAX} cards are exchanged": game.draws > _DRAWS_MAX,
        f"more than {SIZE_MAX} cards are seen": cards.player + game.draws > SIZE_MAX,
        "cards are dealt between decisions": bool(cards.first),
        "a choice depends on the hand": any(choice.needs_hand for choice in choices),
    }
    refuse(game.name, "with an exchange", reasons)


@cache
def canonical_places(deck: Deck, size: int) -> Ints:
    """[set, card]: which card of the set that stands for it each card is, both from the lowest up."""
    rows = every(deck, size).astype(np.int64)
    if deck.suits_alike:
        suited = rows < 4 * deck.ranks
        bits = suited.astype(np.int64) << (rows >> 2)
        masks = np.stack([(bits * (rows & 3 == suit)).sum(axis=1) for suit in range(4)], axis=1)
        before = np.tri(4, k=-1, dtype=np.bool_)
        larger = masks[:, None, :] > masks[:, :, None]
        same = masks[:, None, :] == masks[:, :, None]
        order = (larger | same & before).sum(axis=2)
        rows = np.where(suited, rows & ~3 | np.take_along_axis(order, rows & 3, axis=1), rows)
    return rows.argsort(axis=1).argsort(axis=1)


def discard_of(deck: Deck, size: int, exchanges: tuple[int, ...]) -> Ints:
    """By set: which `discards` of the hand that stands for it these cards are, counted from the lowest up."""
    places = canonical_places(deck, size)[:, [place - 1 for place in exchanges]]
    found: Ints = _of_mask(size, len(exchanges))[(1 << places).sum(axis=1)]
    return found


@dataclass(frozen=True, slots=True, eq=False)
class ExchangeSolution:
    """Optimal play with some paytables; every set of cards has its own row, in the order of their numbers.

    Which card is the lowest depends on suits where ranks are equal, so sets that differ in these alone have
    the same values under other names.
    """

    counts: ExchangeCounts
    pays: Pays
    worth: Ints
    """[set, choice]: what it is worth over all cases, times `scale`."""
    scale: int

    @property
    def choices(self) -> tuple[ChoiceRow, ...]:
        """What can be decided."""
        return self.counts.game.stages[0].choices

    @property
    def deals(self) -> int:
        """All equally likely cases."""
        return self.counts.deals

    @property
    def best(self) -> Ints:
        """The best choice of every set, the first of equals."""
        found: Ints = self.worth.argmax(axis=1)
        return found

    def ends(self) -> Ends:
        """The deals by choice, end and class of the hand that is compared."""
        return ends_of(self.counts.game, tally(self.counts, self.best))

    def sheet(self) -> ParSheet:
        """The par sheet of the base game, per Ante."""
        ways = ways_of(self.pays)
        method = (
            f"{len(self.counts.hands):,} player hands up to suits, every discard and all that is drawn; "
            "dealer hands below each strength counted by inclusion and exclusion over the cards seen."
        )
        last = last_best(self.worth)
        less = sum(int((last == place).sum()) * way.units for place, way in enumerate(ways))
        equal = len({*ids(self.counts.deck, self.counts.hands.shape[1])[last != self.best].tolist()})
        return base_sheet(
            self.pays, ways, self.ends(), self.deals, method, equal=equal, lower=Fraction(less, len(last))
        )

    def values(self, hand: tuple[Card, ...]) -> tuple[DecisionValue, ...]:
        """What each choice is worth with a hand."""
        deck = self.counts.deck
        if len(hand) != self.counts.game.cards.player:
            raise BadInput(f"give {self.counts.game.cards.player} cards of the player's")
        row = number_of(np.array(deck.places(hand)), len(hand), CHOOSE)
        return worths_of(self.counts.game.stages[0], self.worth[row], self.counts.cases * self.scale)


def solve(counts: ExchangeCounts, pays: Pays, budget: Budget | None = None) -> ExchangeSolution:
    """The best choice of every hand, with the side bets that lie beside."""
    nets, scale = pays.scaled_nets()
    rows = ids(counts.deck, counts.game.cards.player)
    worth = np.zeros((len(rows), len(nets)), np.int64)
    for number, choice in enumerate(pays.game.stages[0].choices):
        by_discard = np.einsum("hdek,ek->hd", counts.ends[len(choice.exchanges)], nets[number])
        for bet in pays.beside:
            kind = pays.tables[bet.table].ranking
            paid = [int(scale * pays.side_net(bet, choice.folds, hand)) for hand in kind.classes]
            by_discard = by_discard + read(counts, bet, kind, len(choice.exchanges), budget) @ paid
        worth[:, number] = by_discard[rows, _discarded(counts, choice)]
    return ExchangeSolution(counts, pays, worth, scale)


def _discarded(counts: ExchangeCounts, choice: ChoiceRow) -> Ints:
    """By set: which discard of the hand that stands for it a choice is."""
    return discard_of(counts.deck, counts.game.cards.player, choice.exchanges)


def _taken(counts: ExchangeCounts, choice: ChoiceRow, by: Bools) -> Ints:
    """[hand, discard]: how many sets take a choice."""
    rows, size = ids(counts.deck, counts.game.cards.player), counts.game.cards.player
    found = np.zeros((len(counts.hands), len(discards(size, len(choice.exchanges)))), np.int64)
    np.add.at(found, (rows[by], _discarded(counts, choice)[by]), 1)
    return found


def tally(counts: ExchangeCounts, chosen: Ints) -> Ints:
    """[choice, end, class of the hand that is compared]: the deals when every set takes its choice."""
    choices = counts.game.stages[0].choices
    found = [
        np.einsum("hd,hdek->ek", _taken(counts, choice, chosen == number), counts.ends[len(choice.exchanges)])
        for number, choice in enumerate(choices)
    ]
    tallied = np.array(found, np.int64)
    assert tallied.sum() == counts.deals
    return tallied


def read(counts: ExchangeCounts, bet: BetRow, kind: Kind, drawn: int, budget: Budget | None = None) -> Ints:
    """[hand, discard, class]: the cases by class of what a bet reads when so many cards are exchanged."""
    if kind.own or (counts.deck.suits_alike and not kind.suits_alike):
        raise BadInput(f"{counts.game.name}: {bet.name}, by {kind.words}, is not counted with an exchange")
    whose = "dealt" if bet.at_once or bet.reads == "first" else bet.reads
    if "dealer" in whose:
        cards = counts.game.cards
        seen = cards.player + drawn
        sets_seen = comb(counts.deck.size, seen) // (20 if counts.deck.suits_alike else 1)
        deals = sets_seen * comb(seen, drawn) * comb(counts.deck.size - seen, cards.dealer)
        what = f"{counts.game.name}: {bet.name} with the dealer's cards"
        (budget or Budget()).allow(what, deals * STEPS_PER_DEAL)
    return _read(counts, whose, kind, drawn)


@lru_cache(maxsize=6)
def _read(counts: ExchangeCounts, whose: str, kind: Kind, drawn: int) -> Ints:
    size, deck, classes = counts.game.cards.player, counts.deck, len(kind.classes)
    places, of_each = kind.places(), np.eye(len(kind.classes), dtype=np.int64) * counts.cases
    if whose == "dealt" or (not drawn and whose in ("own", "kept")):
        held = of_each[places[strengths_of(deck, kind, counts.hands)]]
        return np.repeat(held[:, None], len(discards(size, drawn)), axis=1)
    if whose == "kept":
        return np.stack(
            [of_each[places[_of_kept(counts, kind, discard)]] for discard in discards(size, drawn)], axis=1
        )
    seen, hands = _seen(deck, size, drawn)
    left = comb(deck.size - size - drawn, counts.game.cards.dealer)
    if whose == "own":
        amounts, known = np.full((len(seen), 1), left, np.int32), places[strengths_of(deck, kind, hands)]
        summed = _summed(deck, counts.hands, drawn, amounts, known, classes)[:, :, 0]
    else:
        own = hands if "own" in whose else hands[:, :0]
        beside = count_beside(deck, kind, seen, own, counts.game.cards.dealer).astype(np.int32)
        summed = _summed(deck, counts.hands, drawn, beside, np.zeros(len(seen), np.uint8), 1)[..., 0]
    return summed * _alike(counts.game, deck, drawn)


def _of_kept(counts: ExchangeCounts, kind: Kind, discard: tuple[int, ...]) -> Strengths:
    """The strength of what is kept of every hand, with which all that may come is counted on."""
    kept = cards_of(counts.deck, np.delete(counts.hands, discard, axis=1))
    return kind.strengths(kept) if kept.shape[1] >= kind.size else kind.surely(kept)


def side_classes(
    counts: ExchangeCounts, bet: BetRow, kind: Kind, chosen: Ints, lost: bool, budget: Budget | None = None
) -> tuple[dict[str, int], int]:
    """The deals by class of the cards that a bet reads, and those of a fold, if it is lost with one."""
    found, folded = np.zeros(len(kind.classes), np.int64), 0
    for number, choice in enumerate(counts.game.stages[0].choices):
        taken = _taken(counts, choice, chosen == number)
        if choice.folds and lost:
            folded += int(taken.sum()) * counts.cases
        else:
            found += np.einsum("hd,hdk->k", taken, read(counts, bet, kind, len(choice.exchanges), budget))
    return dict(zip(kind.classes, found.tolist(), strict=True)), folded


def _place(size: int, place: int) -> str:
    """A card of the hand, counted from the lowest up, in a word."""
    if size == 3 and place == 2:
        return "middle"
    return "highest" if place == size else _PLACES[place - 1]


def _best_kept(cards: list[int]) -> str:
    """The best that an exchange leaves: a pair, cards of one suit, or cards that follow each other."""
    found = []
    for place in range(1, len(cards) + 1):
        left = [card for at, card in enumerate(cards, 1) if at != place]
        ranks = sorted(card >> 2 for card in left)
        follow = ranks[-1] - ranks[0] == len(left) - 1 or ranks == [*range(len(left) - 1), 12]
        kinds = len({*ranks}) == 1, len({card & 3 for card in left}) == 1, follow
        for order, (words, holds) in enumerate(zip(("paired", "suited", "in a row"), kinds, strict=True)):
            if holds:
                found.append((order, f"{words} but for the {_place(len(cards), place)}"))
    return min(found, default=(0, "nothing to keep"))[1]


def readout(solved: ExchangeSolution) -> Readout:
    """By class, and by what can be kept where a class is mixed."""
    counts, ranking, chosen = solved.counts, solved.counts.game.cards.ranking, solved.best
    deck, size, places = counts.deck, counts.game.cards.player, counts.held
    own, cards = strengths(deck, ranking, size), np.array(deck.cards, np.uint8)[every(deck, size)]
    one_each = np.eye(len(solved.choices), dtype=np.int8)[chosen]
    several, brief = mixed(ranking, places, one_each), ranking.brief.describe
    rows: dict[tuple[str, str], list[int]] = {}
    for row in np.argsort(-own.astype(np.int64), kind="stable").tolist():
        name, kept = title(ranking.classes[places[row]]), ""
        if several[places[row]]:
            kept = _best_kept(cards[row].tolist())
            name = name if "paired" in kept else brief(int(own[row]))
        rows.setdefault((name, kept), []).append(row)
    cases = Cases(
        counts.game.stages[0],
        [", ".join(filter(None, words)) for words in rows],
        np.array([one_each[members].sum(axis=0) for members in rows.values()]),
        np.array([solved.worth[members].sum(axis=0) for members in rows.values()]),
        solved.deals * solved.scale,
        kept=[kept for _, kept in rows],
        thrown=[" and ".join(_place(size, place) for place in choice.exchanges) for choice in solved.choices],
    )
    return Readout((cases,))
