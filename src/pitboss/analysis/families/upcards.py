"""One decision against a dealer who shows three of six cards: too many cases to look at one by one.

A player's own six cards and three upcards make 13 thousand million cases up to suits. But dealer hands that
are no flush go by ranks alone, and a flush needs hidden cards of the suit that two or three upcards share. So
for each three upcards the player's hands fall together by their ranks and by which of them are of that suit:
the dealer's hands below a strength are counted by ranks, and those that are in truth a flush taken off.

Only hands below a flush are looked at. All deals together, whatever is shown, are counted as if no card were
face up; those that fold are taken out of them. That a flush or better is never folded is proved by counting
the hidden cards that can give the dealer as much.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any

import numpy as np

from pitboss.analysis.cache import Version
from pitboss.analysis.families import charts, one_decision
from pitboss.analysis.families.budget import Budget
from pitboss.analysis.families.deals import CHOOSE, Deck, every, sets
from pitboss.analysis.families.payoff import SHOWN, Pays
from pitboss.analysis.families.sheets import AS_COUNTED, Way, base_sheet
from pitboss.analysis.parallel import cores, in_parts
from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.results import Chart, Strategy, share
from pitboss.arrays import Ints, Shorts, Words
from pitboss.errors import BadInput
from pitboss.games.description import ChoiceRow, Description
from pitboss.hands.bulk import Tables, tables, unsuited
from pitboss.hands.bulk import strengths as bulk_strengths
from pitboss.hands.kinds import kind
from pitboss.hands.poker import CATEGORY_FLOOR, Category, unsuited_strength
from pitboss.kernels import kernel
from pitboss.paytables.rankings import title

VERSION = Version("upcards", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""
RANK_CHARS = "23456789TJQKA"
SIZE, UP = 6, 3
"""The cards of player and dealer, and how many of the dealer's lie face up."""
FLUSH = CATEGORY_FLOOR[Category.FLUSH]
SUITED_MAX = 4
"""More cards of a suit are a flush."""
SMALL = 20
"""A deck of so many cards is looked through hand by hand."""
ALWAYS, ONE = np.uint64(0xFFFFFFFFFFFFFFFF), np.uint64(1)
SIGHTS = 14
"""What the upcards look like: a pair or better, or their highest rank; by columns of a chart."""


@dataclass(frozen=True, slots=True)
class Known:
    """The ranks of the player's hands below a flush, and of the hidden cards."""

    held: Ints
    """[hand, rank]: how many."""
    own: Ints
    """[hand]: the strength."""
    hidden: Ints
    """[three, rank in it], from low to high."""
    factors: Ints
    """[three, 2]: the two numbers whose product is in how many ways they can lie there; see `_ways`."""


@cache
def _known(deck: Deck) -> Known:
    ranks = [card.rank for card in deck.cards[::4]]
    held, own = [], []
    for hand in combinations_with_replacement(ranks, SIZE):
        counts = [hand.count(rank) for rank in range(13)]
        if max(counts) <= 4 and unsuited_strength(counts) < FLUSH:
            held.append(counts)
            own.append(unsuited_strength(counts))
    hidden = [*combinations_with_replacement(ranks, UP)]
    factors = []
    for a, b, c in hidden:
        pair = {True: (_pair(a, b), c), False: (_pair(b, c), a)}[b != c or a == b]
        factors.append((91 + a, 13) if a == c else pair)
    return Known(np.array(held), np.array(own), np.array(hidden), np.array(factors))


def _pair(low: int, high: int) -> int:
    return high * (high + 1) // 2 + low


@kernel
def _ways(left: Ints, choose: Ints, first: Ints, second: Ints) -> None:
    """From how many cards are left of each rank, the factors of the ways to lay three of them.

    `first` has for each pair of ranks the ways to lay it, then for each rank those of three alike; `second`
    the cards left of each rank, and 1.
    """
    for high in range(13):
        for low in range(high):
            first[high * (high + 1) // 2 + low] = left[high] * left[low]
        first[high * (high + 1) // 2 + high] = choose[left[high], 2]
        first[91 + high] = choose[left[high], 3]
        second[high] = left[high]
    second[13] = 1


@kernel
def _flushes(count: int, ranks: Ints, held: Ints, left: Ints, up: Ints, suited: int, choose: Ints) -> int:
    """In how many ways cards of these ranks can lie with five or more of one suit other than `suited`.

    `held` are the cards of each rank, `left` those of the deck to choose them from, `up` the ranks shown of
    each suit.
    """
    found = 0
    for suit in range(4):
        if suit == suited:
            continue
        every, but_one, some = 1, 0, 0
        for at in range(count):
            rank = ranks[at]
            if held[rank] == 0:
                continue
            some += 1
            there = 1 - (up[suit] >> rank & 1)
            with_it = choose[left[rank] - 1, held[rank] - 1] if there else 0
            without = choose[left[rank] - there, held[rank]]
            but_one = but_one * with_it + every * without
            every *= with_it
        if some == 5:
            found += every
        elif some == 6:
            found += every + but_one
    return found


@kernel
def _looked_through(
    ups: Ints,
    ups_weights: Ints,
    full: Ints,
    held: Ints,
    own: Ints,
    places: Ints,
    hidden: Ints,
    factors: Ints,
    qualifies: int,
    nets: Ints,
    folds: int,
    stays: int,
    prune: bool,
    choose: Ints,
    keys: Words,
    t: Tables,
    tally: Ints,
    sights: Ints,
    seen: Ints,
    words: Words,
) -> tuple[int, int]:
    """For each three upcards all hands below a flush: add the cases that fold to `tally` [end, class].

    `sights` [strength, sight, folded] are hands by what the upcards look like. Without `prune` every case is
    looked at, and its ends are added to `seen` [end, class]. Where `words` [upcards, hand] are wanted, a bit
    says for each set of the held ranks that are of the upcards' suit whether it folds. Gives how many cases
    have two best choices, and of how many hands with upcards.
    """
    told = len(words) > 0
    equal, equal_hands, strengths = 0, 0, len(places)
    three, order_first, order_second = (
        len(hidden),
        np.zeros(len(hidden), np.int64),
        np.zeros(len(hidden), np.int64),
    )
    strength = np.zeros(three, np.int64)
    lower = np.zeros(strengths + 1, np.int64)
    first, second = np.zeros(104, np.int64), np.zeros(14, np.int64)
    left, beside, other, dealt = (
        np.zeros(13, np.int64),
        np.zeros(13, np.int64),
        np.zeros(13, np.int64),
        np.zeros(13, np.int64),
    )
    up = np.zeros(4, np.int64)
    ranks = np.zeros(6, np.int64)
    below, cases = np.zeros(3, np.int64), np.zeros(6, np.int64)
    # Hidden cards that make a flush: those all of the suit, then by the rank of one outside it.
    flush_strength, flush_mask, flush_rank = (
        np.zeros(1000, np.int64),
        np.zeros(1000, np.int64),
        np.zeros(1000, np.int64),
    )
    flush_lower = np.zeros(strengths + 1, np.int64)
    mask_number = np.zeros(1 << 13, np.int64)
    masks = np.zeros(1 << 13, np.int64)
    dealer_hands = 0
    total = 0
    for rank in range(13):
        total += full[rank]
    dealer_hands = choose[total - 9, 3]
    for at_up in range(len(ups)):
        dealt[:] = 0
        up[:] = 0
        key = np.uint64(0)
        for card in ups[at_up]:
            dealt[card >> 2] += 1
            up[card & 3] |= 1 << (card >> 2)
            key += keys[card >> 2]
        high, alike, suit, shared = 0, 0, -1, 0
        for rank in range(13):
            alike = max(alike, dealt[rank])
            if dealt[rank]:
                high = rank
        sight = 0 if alike > 1 else 13 - high
        for of in range(4):
            count = 0
            for rank in range(13):
                count += up[of] >> rank & 1
            if count > 1:
                suit, shared = of, count
        # The hidden cards by the strength they give, as if there were no flush.
        for at in range(three):
            a, b, c = hidden[at]
            dealt[a] += 1
            dealt[b] += 1
            dealt[c] += 1
            can = dealt[a] <= full[a] and dealt[b] <= full[b] and dealt[c] <= full[c]
            strength[at] = unsuited(key + keys[a] + keys[b] + keys[c], t) if can else strengths
            dealt[a] -= 1
            dealt[b] -= 1
            dealt[c] -= 1
        order = np.argsort(strength)
        lower[:] = 0
        for at in range(three):
            order_first[at], order_second[at] = factors[order[at], 0], factors[order[at], 1]
            lower[strength[at]] += 1
        so_far = 0
        for at in range(strengths + 1):
            here = lower[at]
            lower[at] = so_far
            so_far += here
        # Those that make a flush, by the same strengths, and how many of them each set of held cards leaves.
        flushes, sets_held = 0, 0
        if suit >= 0:
            free = 0
            for rank in range(13):
                if full[rank] and not up[suit] >> rank & 1:
                    free |= 1 << rank
            for a in range(13):
                for b in range(a + 1, 13):
                    if not (free >> a & 1 and free >> b & 1):
                        continue
                    for c in range(13):
                        inside = c > b and free >> c & 1
                        if inside:
                            flush_mask[flushes] = 1 << a | 1 << b | 1 << c
                            flush_rank[flushes] = 13
                            flush_strength[flushes] = unsuited(key + keys[a] + keys[b] + keys[c], t)
                            flushes += 1
                        if shared == 3 and full[c]:
                            flush_mask[flushes] = 1 << a | 1 << b
                            flush_rank[flushes] = c
                            flush_strength[flushes] = unsuited(key + keys[a] + keys[b] + keys[c], t)
                            flushes += 1
            flush_lower[:] = 0
            for at in range(flushes):
                flush_lower[flush_strength[at]] += 1
            so_far = 0
            for at in range(strengths + 1):
                here = flush_lower[at]
                flush_lower[at] = so_far
                so_far += here
            for mask in range(1 << 13):
                bits, rest = 0, mask
                while rest:
                    rest &= rest - 1
                    bits += 1
                if mask & ~free == 0 and bits <= 4:
                    mask_number[mask], masks[sets_held] = sets_held, mask
                    sets_held += 1
        by_strength = np.argsort(flush_strength[:flushes])
        # [held, how many of the flushes, rank]: those that are left; the last rank is none outside the suit.
        kept = np.zeros((sets_held, flushes + 1, 14), np.int16)
        whole = np.zeros((sets_held, flushes + 1), np.int32)
        for number in range(sets_held):
            for at in range(flushes):
                one = by_strength[at]
                for rank in range(14):
                    kept[number, at + 1, rank] = kept[number, at, rank]
                whole[number, at + 1] = whole[number, at]
                if flush_mask[one] & masks[number] == 0:
                    kept[number, at + 1, flush_rank[one]] += 1
                    outside = flush_rank[one]
                    whole[number, at + 1] += 1 if outside == 13 else full[outside] - 1
        for row in range(len(held)):
            can, count, all_ways = True, 0, 1
            for rank in range(13):
                left[rank] = full[rank] - dealt[rank]
                if held[row, rank] > left[rank]:
                    can = False
                    break
                if held[row, rank]:
                    ranks[count] = rank
                    count += 1
                    all_ways *= choose[left[rank], held[row, rank]]
                other[rank] = left[rank] - held[row, rank]
            if not can:
                continue
            _ways(other, choose, first, second)
            target, place = own[row], places[own[row]]
            enough, weaker, through = lower[qualifies], lower[target], lower[target + 1]
            no_hand, behind, level = 0, 0, 0
            ahead = 0
            for at in range(max(enough, through)):
                if at == enough:
                    no_hand = ahead
                if at == weaker:
                    behind = ahead
                if at == through:
                    level = ahead
                ahead += first[order_first[at]] * second[order_second[at]]
            if enough >= max(enough, through):
                no_hand = ahead
            if weaker >= max(enough, through):
                behind = ahead
            if through >= max(enough, through):
                level = ahead
            flush_enough, flush_weaker, flush_through = 0, 0, 0
            if suit >= 0:
                flush_enough, flush_weaker = flush_lower[qualifies], flush_lower[target]
                flush_through = flush_lower[target + 1]
            worst = 0
            if suit >= 0:
                below[0] = no_hand - whole[0, flush_enough]
                below[1] = behind - whole[0, flush_weaker]
                below[2] = level - whole[0, flush_through]
            else:
                below[0], below[1], below[2] = no_hand, behind, level
            one_decision.cases_of(below, dealer_hands, cases)
            for end in range(6):
                worst += nets[stays, end, place] * cases[end]
            folding = nets[folds, 0, place] * dealer_hands
            weight = all_ways - (_flushes(count, ranks, held[row], left, up, -1, choose) if count >= 5 else 0)
            sights[target, sight, 0] += weight * ups_weights[at_up]
            if suit < 0 or (prune and worst > folding):
                # Held cards of the suit only take flushes from the dealer: what is played now always is.
                weight *= ups_weights[at_up]
                if worst == folding and weight:
                    equal += 1
                    equal_hands += weight
                if worst < folding or (worst == folding and folds < stays):
                    if told:
                        words[at_up, row] = ALWAYS
                    sights[target, sight, 1] += weight
                    for end in range(6):
                        tally[end, place] += weight * cases[end]
                if not prune:
                    for end in range(6):
                        seen[end, place] += weight * cases[end]
                continue
            for rank in range(13):
                beside[rank] = left[rank] - (free >> rank & 1)
            for chosen in range(1 << count):
                mask, bits = 0, 0
                for at in range(count):
                    if chosen >> at & 1:
                        mask |= 1 << ranks[at]
                        bits += 1
                if bits > 4 or mask & ~free:
                    continue
                weight = 1
                for at in range(count):
                    rank = ranks[at]
                    other[rank] = held[row, rank] - (mask >> rank & 1)
                    weight *= choose[beside[rank], other[rank]]
                if weight == 0:
                    continue
                if SIZE - bits >= 5 and count >= 5:
                    weight -= _flushes(count, ranks, other, beside, up, suit, choose)
                number = mask_number[mask]
                off_enough = np.int64(whole[number, flush_enough])
                off_weaker = np.int64(whole[number, flush_weaker])
                off_through = np.int64(whole[number, flush_through])
                if shared == 3:
                    for at in range(count):
                        rank = ranks[at]
                        off_enough -= other[rank] * kept[number, flush_enough, rank]
                        off_weaker -= other[rank] * kept[number, flush_weaker, rank]
                        off_through -= other[rank] * kept[number, flush_through, rank]
                below[0], below[1], below[2] = no_hand - off_enough, behind - off_weaker, level - off_through
                one_decision.cases_of(below, dealer_hands, cases)
                playing = 0
                for end in range(6):
                    playing += nets[stays, end, place] * cases[end]
                weight *= ups_weights[at_up]
                if playing == folding and weight:
                    equal += 1
                    equal_hands += weight
                if playing < folding or (playing == folding and folds < stays):
                    if told:
                        words[at_up, row] |= ONE << np.uint64(chosen)
                    sights[target, sight, 1] += weight
                    for end in range(6):
                        tally[end, place] += weight * cases[end]
                if not prune:
                    for end in range(6):
                        seen[end, place] += weight * cases[end]
    return equal, equal_hands


def refusal(game: Description) -> str:
    """Why this engine can't solve a game, or nothing."""
    cards, choices = game.cards, game.stages[0].choices
    reasons = {
        "hands are not five-card poker": cards.ranking is not kind("five-card"),
        "player and dealer don't have six cards each": (cards.player, cards.dealer) != (SIZE, SIZE),
        "not three of them lie face up": cards.dealer_up != UP,
        "there are community cards or several decisions": bool(cards.community) or len(game.stages) != 1,
        "it is not one choice or a fold": sorted(choice.folds for choice in choices) != [False, True],
        "whether the dealer plays goes by the player's hand": bool(game.always_against),
        "choices need a hand": any(choice.needs_hand or choice.exchanges for choice in choices),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def work(game: Description, deck: Deck) -> int:
    """About how many steps a count takes."""
    hands, ups = len(_known(deck).held), len(sets(deck, UP).places)
    return hands * ups * 60 + one_decision_steps(deck)


def one_decision_steps(deck: Deck) -> int:
    return comb(deck.size, SIZE) // 20 * (1 << SIZE) * 5


@dataclass(frozen=True, slots=True, eq=False)
class UpcardCounts:
    """All deals as if no card were face up, from which those that fold are taken."""

    game: Description
    deck: Deck
    unseen: one_decision.OneDecisionCounts

    @property
    def deals(self) -> int:
        """All equally likely cases."""
        return self.unseen.deals * comb(SIZE, UP)


def count(game: Description, deck: Deck | None = None, budget: Budget | None = None) -> UpcardCounts:
    """Count every showdown; what is folded depends on pays, and is counted with them."""
    deck = deck or Deck(game.cards.deck)
    if reason := refusal(game):
        raise BadInput(f"{game.name} can't be solved with several upcards: {reason}")
    (budget or Budget()).allow(f"{game.name}: hands against the dealer's", work(game, deck))
    hidden = replace(game, cards=replace(game.cards, dealer_up=0))
    return UpcardCounts(game, deck, one_decision.count(hidden, deck, budget))


@dataclass(frozen=True, slots=True, eq=False)
class UpcardSolution:
    """Optimal play: all deals by how they end."""

    counts: UpcardCounts
    pays: Pays
    tally: Ints
    """[choice, end, class]: deals; those of a fold stand at the first end."""
    sights: Ints
    """[strength, sight, 2]: hands below a flush with three upcards, all and those that fold."""
    equal: int
    """How many cases have two best choices; the earlier one is taken."""
    equal_deals: int
    """All deals of such cases."""
    seen: Ints
    """[end, class]: where every case was looked at, all hands below a flush by how they end if played."""

    @property
    def choices(self) -> tuple[ChoiceRow, ...]:
        """What can be decided."""
        return self.counts.game.stages[0].choices

    @property
    def deals(self) -> int:
        """All equally likely cases."""
        return self.counts.deals

    def ends(self) -> Mapping[tuple[str, str, str], int]:
        """The deals by choice, end and class, without what never happens."""
        return one_decision.ends_of(self.counts.game, self.tally)

    def staying(self) -> Mapping[str, int]:
        """The deals that are not folded, by class of the player's hand."""
        stay = [place for place, choice in enumerate(self.choices) if not choice.folds]
        by_class = self.tally[stay].sum(axis=(0, 1)).tolist()
        return dict(zip(self.counts.game.cards.ranking.classes, by_class, strict=True))

    def sheet(self) -> ParSheet:
        """The par sheet of the base game, per Ante."""
        method = (
            f"{len(_known(self.counts.deck).held):,} ranks of hands below a flush against "
            f"{len(sets(self.counts.deck, UP).places):,} sets of upcards; hidden cards by ranks, and flushes."
        )
        ways = [Way(choice.name, tuple(self.pays.laid(choice)), choice.folds) for choice in self.choices]
        less = sum(way.units * deals for way, deals in zip(ways, self._later(), strict=True))
        lower = Fraction(int(less), self.deals)
        return base_sheet(
            self.pays,
            ways,
            self.ends(),
            self.deals,
            method,
            equal=self.equal,
            lower=lower,
            told_apart=AS_COUNTED,
        )

    def _later(self) -> list[int]:
        """The deals of each choice where of equals the later one is taken."""
        first, second = self.tally.sum(axis=(1, 2)).tolist()
        return [first - self.equal_deals, second + self.equal_deals]


def solve(counts: UpcardCounts, pays: Pays, prune: bool = True) -> UpcardSolution:
    """The best choice everywhere; without `prune` no case is passed over, and a flush is never folded."""
    game, deck = counts.game, counts.deck
    nets, _ = pays.scaled_nets()
    folds = _folds(game)
    stays = 1 - folds
    if prune and deck.size <= SMALL:
        return _hand_by_hand(counts, pays, stays)
    if prune:
        _check_strong(deck, nets[stays], nets[folds])
    ranking, parts = game.cards.ranking, list[Any]()

    def part(of: slice) -> None:
        parts.append(_look(counts, pays, of, prune, np.zeros((0, 0), np.uint64)))

    in_parts(len(sets(deck, UP).places), part, 4 * cores(), f"{game.name}: hands that fold")
    folded, sights, seen, equal, equal_hands = (sum(found[at] for found in parts) for at in range(5))
    tally = np.zeros((2, len(SHOWN), len(ranking.classes)), np.int64)
    tally[stays] = _all_played(counts) - folded
    tally[folds, 0] = folded.sum(axis=0)
    assert tally.sum() == counts.deals
    assert tally.min() >= 0
    equal_deals = int(equal_hands) * comb(deck.size - SIZE - UP, SIZE - UP)
    return UpcardSolution(counts, pays, tally, sights, int(equal), equal_deals, seen)


def _folds(game: Description) -> int:
    """Which of the two choices is a fold."""
    return next(place for place, choice in enumerate(game.stages[0].choices) if choice.folds)


def _look(counts: UpcardCounts, pays: Pays, of: slice, prune: bool, words: Words) -> tuple[Any, ...]:
    """Look through some of the sets of upcards: the cases that fold, hands by what is shown, and ends."""
    game, deck, known = counts.game, counts.deck, _known(counts.deck)
    ranking, ups = game.cards.ranking, sets(deck, UP)
    cards = np.array(deck.cards, np.int64)
    full = np.bincount(cards >> 2, minlength=13)
    keys = tables().keys[::4] & np.uint64((1 << 48) - 1)
    nets, folds = pays.scaled_nets()[0], _folds(game)
    tally = np.zeros((len(SHOWN), len(ranking.classes)), np.int64)
    sights, seen = np.zeros((ranking.strength_max + 1, SIGHTS, 2), np.int64), np.zeros_like(tally)
    equal, equal_hands = _looked_through(
        cards[ups.places[of]], ups.weights[of], full, known.held, known.own,
        ranking.places().astype(np.int64), known.hidden, known.factors, game.qualifying_strength,
        nets, folds, 1 - folds, prune, CHOOSE, keys, tables(), tally, sights, seen, words,
    )  # fmt: skip
    return tally, sights, seen, equal, equal_hands


@dataclass(frozen=True, slots=True, eq=False)
class Folding:
    """Which hands optimal play folds, to be looked up card by card."""

    rows: Shorts
    """By number of six ranks, some of them alike: one more than the hand; 0 for what is never folded.

    The number of ranks from low to high is the sum of the binomials of rank + place over place + 1.
    """
    which: Shorts
    """[upcards up to suits, hand]: which word tells."""
    words: Words
    """A bit for each set of the ranks held, from low to high, that are of the suit which upcards share."""


def folding(solved: UpcardSolution) -> Folding:
    """What is folded with which upcards: one word for each, and few of them differ."""
    counts, known = solved.counts, _known(solved.counts.deck)
    deck = counts.deck
    if deck.size <= SMALL:
        raise BadInput(f"{counts.game.name}: what is folded is looked through hand by hand with so few cards")
    ups = len(sets(deck, UP).places)
    which, words = np.zeros((ups, len(known.held)), np.uint16), {0: 0, int(ALWAYS): 1}

    def part(of: slice) -> None:
        found = np.zeros((of.stop - of.start, len(known.held)), np.uint64)
        _look(counts, solved.pays, of, True, found)
        mixed = (found != 0) & (found != ALWAYS)
        parts[of.start] = of, found == ALWAYS, mixed, *np.unique(found[mixed], return_inverse=True)

    parts: dict[int, Any] = {}
    in_parts(ups, part, 4 * cores(), f"{counts.game.name}: what is folded")
    for of, always, mixed, kinds, inverse in parts.values():
        numbers = np.array([words.setdefault(int(one), len(words)) for one in kinds], np.uint16)
        here = always.astype(np.uint16)
        here[mixed] = numbers[inverse]
        which[of] = here
    if len(words) >= 1 << 16:
        raise BadInput(f"{counts.game.name}: too many ways to fold to be looked up")
    rows = np.zeros(comb(12 + SIZE, SIZE), np.uint16)
    ranks = np.repeat(np.tile(np.arange(13), len(known.held)), known.held.reshape(-1)).reshape(-1, SIZE)
    numbers = CHOOSE[ranks + np.arange(SIZE), np.arange(1, SIZE + 1)].sum(axis=1)
    rows[numbers] = np.arange(1, len(numbers) + 1)
    return Folding(rows, which, np.array([*words], np.uint64))


def _hand_by_hand(counts: UpcardCounts, pays: Pays, stays: int) -> UpcardSolution:
    """The same on a deck so small that a dealer often beats a flush, and every case can be looked at."""
    ranking, deck, nets = counts.game.cards.ranking, counts.deck, pays.scaled_nets()[0]
    left, cards, hands = deck.size - SIZE, np.array(deck.cards, np.uint8), sets(deck, SIZE)
    sixes = np.array([*combinations(range(left), SIZE)])
    shown = [*combinations(range(left), UP)]
    holds = np.array([[{*up} <= {*six} for six in sixes.tolist()] for up in shown], np.int64)
    tally, equal, equal_deals = np.zeros((2, len(SHOWN), len(ranking.classes)), np.int64), 0, 0
    for places, weight in zip(hands.places, hands.weights.tolist(), strict=True):
        own = ranking.rank([deck.cards[place] for place in places])
        dealer = ranking.strengths(np.delete(cards, places)[sixes]).astype(np.int64)
        ends = 3 * (dealer >= counts.game.qualifying_strength) + (own == dealer) + 2 * (own < dealer)
        cases = holds @ (ends[:, None] == np.arange(len(SHOWN)))
        hand = ranking.places()[own]
        playing, folding = cases @ nets[stays, :, hand], nets[1 - stays, 0, hand] * cases.sum(axis=1)
        folds = (playing < folding) | ((playing == folding) & (stays > 0))
        tally[stays, :, hand] += weight * cases[~folds].sum(axis=0)
        tally[1 - stays, 0, hand] += weight * cases[folds].sum()
        equal += int((playing == folding).sum())
        equal_deals += weight * int(cases[playing == folding].sum())
    assert tally.sum() == counts.deals
    nothing = np.zeros((ranking.strength_max + 1, SIGHTS, 2), np.int64)
    return UpcardSolution(counts, pays, tally, nothing, equal, equal_deals, np.zeros_like(tally[0]))


def _all_played(counts: UpcardCounts) -> Ints:
    """[end, class]: all deals by how they end when nobody folds."""
    unseen = counts.unseen
    tally = np.zeros((1, len(SHOWN), len(counts.game.cards.ranking.classes)), np.int64)
    played = np.zeros((len(unseen.hands), 1), np.int8)
    places = counts.game.cards.ranking.places()[unseen.strengths]
    one_decision.follow(
        unseen.hands,
        unseen.weights,
        places,
        unseen.below,
        unseen.dealer_hands,
        played,
        np.array([False]),
        np.array([False]),
        tally,
    )
    found: Ints = tally[0] * comb(SIZE, UP)
    return found


def _check_strong(deck: Deck, stays: Ints, folds: Ints) -> None:
    """That a flush or better is never folded, whatever is shown: the dealer has as much too rarely."""
    most, left = 0, comb(deck.size - SIZE - UP, UP)
    cards = np.array(deck.cards, np.uint8)
    threes = every(deck, UP)
    for shown in sets(deck, UP).places:
        others = threes[~np.isin(threes, shown).any(axis=1)]
        hands = np.concatenate([np.broadcast_to(shown, (len(others), UP)), others], axis=1)
        most = max(most, int((bulk_strengths(cards[hands]) >= FLUSH).sum()))
    places = kind("five-card").places()
    strong = [*{*places[FLUSH:].tolist()}]
    won, lowest = stays[[0, 3]][:, strong].min(), stays[:, strong].min()
    chance = Fraction(min(most, left), left)
    if (1 - chance) * int(won) + chance * int(lowest) <= int(folds[:, strong].max()):
        raise BadInput("with these pays even a flush may be folded: that is not counted")


def strategy(solved: UpcardSolution) -> Strategy:
    """Optimal play as a chart by hand and what the upcards look like, and the best rule by the hand alone."""
    unseen, pays = solved.counts.unseen, replace(solved.pays, game=solved.counts.unseen.game)
    hidden = one_decision.OneDecisionSolution(unseen, pays, np.zeros((1, 1), np.int8), solved.tally, 0)
    game = solved.counts.game
    return Strategy(
        game.slug,
        solved.sheet().expected_value,
        (_chart(solved),),
        (charts.best_rule(hidden),),
        dict(game.chosen),
    )


def _chart(solved: UpcardSolution) -> Chart:
    """How often hands go on, in percent, by a pair among the upcards, or the highest; like rows are one."""
    going = solved.choices[0 if solved.choices[1].folds else 1]
    columns = [sight for sight in range(SIGHTS) if solved.sights[:, sight, 0].any()]
    names = tuple("a pair" if not sight else RANK_CHARS[13 - sight] for sight in columns)
    rows: list[tuple[list[str], tuple[str, ...]]] = [(["flush"], ("100",) * len(columns))]
    for name, strengths in _groups(solved).items():
        dealt = solved.sights[strengths].sum(axis=0)
        cells = tuple(
            share(int(dealt[sight, 0] - dealt[sight, 1]), int(dealt[sight, 0])) for sight in columns
        )
        if rows[-1][1] == cells:
            rows[-1][0].append(name)
        else:
            rows.append(([name], cells))
    legend = f"{going.label} (%), by a pair among the upcards, or the highest. Between, the others decide."
    labelled = [(charts.label(rows, names_of, "or better"), *cells) for names_of, cells in rows]
    return Chart(solved.counts.game.stages[0].prompt, ("hand", *names), tuple(labelled), legend)


def _groups(solved: UpcardSolution) -> dict[str, list[int]]:
    """The strengths below a flush, best first, by class; where it is mixed by what a dealer says first."""
    ranking, found = solved.counts.game.cards.ranking, dict[str, list[int]]()
    folds = solved.sights[:, :, 1].sum(axis=1)
    dealt = solved.sights[:, :, 0].sum(axis=1)
    for place, hand in enumerate(ranking.classes):
        here = np.flatnonzero((ranking.places() == place) & (dealt > 0))[::-1]
        mixed = 0 < folds[here].sum() < dealt[here].sum()
        for strength in here.tolist():
            name = ranking.describe(strength).partition(",")[0] if mixed else title(hand)
            found.setdefault(name, []).append(strength)
    return found
