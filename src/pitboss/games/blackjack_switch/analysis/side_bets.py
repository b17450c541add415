"""King's Bounty and Super Match for any number of decks, counted over kinds of cards and their copies."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.side_bets import side_bet
from pitboss.cards import CARDS, Card
from pitboss.games.blackjack_switch import SLUG, bounty_outcome
from pitboss.hands.blackjack import total
from pitboss.paytables import Paytable, ranking

_NINE, _ACE = 7, 12
_KINDS = tuple(card for card in CARDS if card.rank >= _NINE)
"""The kinds that can make 20; all others are alike to King's Bounty and form one more kind."""
_OTHERS = len(_KINDS)


def _pairs() -> dict[tuple[int, int], str]:
    """What each two kinds make, as the game settles it."""
    low = Card(0)
    cards = [*_KINDS, low]
    return {
        (one, two): bounty_outcome((cards[one], cards[two]))
        for one, two in combinations_with_replacement(range(len(cards)), 2)
    }


def kings_bounty(table: Paytable, options: Mapping[str, str]) -> ParSheet:
    """The par sheet of King's Bounty on two cards, or on the best two of four."""
    decks = int(options["decks"])
    held = 4 if options["kings_bounty_cards"] == "four-cards" else 2
    return side_bet(
        SLUG,
        "kings-bounty",
        table,
        options,
        bounty_counts(decks, held),
        method=f"All {held}-card deals by kinds of cards; for two kings of spades all hands of the dealer.",
    )


def bounty_counts(decks: int, held: int) -> dict[str, int]:
    """Deals of so many cards to the player and two to the dealer, by outcome of King's Bounty."""
    best = {name: place for place, name in enumerate(ranking("kings-bounty").outcomes)}
    pairs = _pairs()
    copies = [decks] * len(_KINDS) + [decks * (len(CARDS) - len(_KINDS))]
    dealer_hands = comb(52 * decks - held, 2)
    counts: Counter[str] = Counter(dict.fromkeys(best, 0))
    for kinds in combinations_with_replacement(range(len(copies)), held):
        ways = prod(comb(copies[kind], many) for kind, many in Counter(kinds).items())
        outcome = min((pairs[pair] for pair in combinations(kinds, 2)), key=best.__getitem__)
        if outcome == "kings-of-spades":
            blackjacks = _blackjacks(decks, [_KINDS[kind] for kind in kinds if kind != _OTHERS])
            counts["kings-of-spades-and-dealer-blackjack"] += ways * blackjacks
            counts[outcome] += ways * (dealer_hands - blackjacks)
        else:
            counts[outcome] += ways * dealer_hands
    assert counts.total() == comb(52 * decks, held) * dealer_hands
    return dict(counts)


def _blackjacks(decks: int, gone: Sequence[Card]) -> int:
    """The dealer's hands of an ace and a ten when these cards are gone."""
    aces = 4 * decks - sum(card.rank == _ACE for card in gone)
    tens = 16 * decks - sum(total((card,)).value == 10 for card in gone)
    return aces * tens


def super_match(table: Paytable, options: Mapping[str, str]) -> ParSheet:
    """The par sheet of Super Match on the player's four cards."""
    decks = int(options["decks"])
    return side_bet(
        SLUG,
        "super-match",
        table,
        options,
        match_counts(decks),
        method="All four-card deals by ranks, with binomials.",
    )


def match_counts(decks: int) -> dict[str, int]:
    """Four-card deals by outcome of the ranking `four-cards`."""
    of_rank = 4 * decks
    counts = {
        "four-of-a-kind": 13 * comb(of_rank, 4),
        "two-pair": comb(13, 2) * comb(of_rank, 2) ** 2,
        "three-of-a-kind": 13 * comb(of_rank, 3) * 12 * of_rank,
        "pair": 13 * comb(of_rank, 2) * comb(12, 2) * of_rank**2,
        "no-pair": comb(13, 4) * of_rank**4,
    }
    assert sum(counts.values()) == comb(52 * decks, 4)
    return counts
