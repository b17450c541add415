"""The highest hand at the table: counted by an automaton, and in other ways."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb
from pathlib import Path

import numpy as np
import pytest

from pitboss.analysis import registry
from pitboss.analysis.families import disjoint, highest, solving
from pitboss.analysis.families.budget import Budget, NotCounted, TooLong
from pitboss.analysis.families.by_class import histogram
from pitboss.analysis.families.deals import Deck, every, sets
from pitboss.analysis.families.highest_five import count_highest
from pitboss.cards import CARDS, Card
from pitboss.cli import par
from pitboss.errors import BadInput
from pitboss.games.description import Cards
from pitboss.games.description.shape import parse
from pitboss.hands.kinds import Kind, kind
from tests.cli.running import run
from tests.games.test_cover_all import STUD
from tests.houses import COVERING, enter, entered

pytestmark = pytest.mark.kernels
BY_SPADES = """[[table]]
designator = "HOUSE-CA"
bet = "cover-all"
ranking = "three-card-spades"
pays = { mini-royal-in-spades = "100 to 1", straight = "2 to 1", flush = "1 to 1", pair = "push" }
"""
THREE, FIVE = kind("three-card"), kind("five-card")


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which the house has entered tables of Cover All."""
    with entered(tmp_path, monkeypatch, COVERING):
        yield tmp_path


def _of_ranks(ranks: str) -> tuple[Card, ...]:
    return tuple(card for card in CARDS if str(card)[0] in ranks)


def _dealt(player: int, community: int = 0, ranking: Kind = THREE) -> Cards:
    return Cards(player=player, dealer=player, dealer_up=0, community=community, ranking=ranking)


def _every_class(ranking: Kind) -> list[int]:
    return [*range(len(ranking.classes) - 1)]


def _brute(deck: tuple[Card, ...], cards: Cards, hands: int) -> Counter[str]:
    """Every board, and every way to deal hands from what is left, one card set after another."""
    found: Counter[str] = Counter()
    known: dict[frozenset[Card], int] = {}

    def deal(left: frozenset[Card], board: tuple[Card, ...], more: int, best: int, ways: int) -> None:
        if not more:
            found[cards.ranking.class_of(best)] += ways
            return
        for own in combinations(sorted(left), cards.player):
            key = frozenset((*own, *board))
            if key not in known:
                known[key] = cards.ranking.rank([*own, *board])
            deal(left - {*own}, board, more - 1, max(best, known[key]), ways)

    for board in combinations(deck, cards.community):
        deal(frozenset(deck) - {*board}, board, hands, 0, 1)
    return found


@pytest.mark.parametrize(
    ("ranks", "player", "community", "hands"),
    [
        ("23A", 3, 0, 2),
        ("QKA", 3, 0, 3),
        ("2345", 2, 1, 2),
        ("TJQK", 1, 2, 3),
    ],
)
def test_three_card_hands_of_short_decks_are_counted_as_by_dealing_them_all(
    ranks: str, player: int, community: int, hands: int
) -> None:
    deck, cards = _of_ranks(ranks), _dealt(player, community)
    found = highest.counted(Deck(deck), cards, THREE, hands, _every_class(THREE))
    dealt = _brute(deck, cards, hands)
    assert found == {name: dealt[name] for name in THREE.classes}
    assert sum(found.values()) == highest.deals(len(deck), cards, hands)
    told_apart = Deck(deck, suits_alike=False)
    assert highest.counted(told_apart, cards, THREE, hands, _every_class(THREE)) == found


def _triples(deck: Deck, cards: Cards, cut: int) -> int:
    """Ordered deals of three hands with no class above a cut, as closed walks between disjoint hands."""
    total = 0
    for board in combinations(range(deck.size), cards.community):
        rest = [place for place in range(deck.size) if place not in board]
        hands = [*combinations(rest, cards.player)]
        rows = np.array([(*hand, *board) for hand in hands], np.uint8)
        strengths = cards.ranking.strengths(np.array(deck.cards, np.uint8)[rows])
        below = [hand for hand, strength in zip(hands, strengths, strict=True)
                 if cards.ranking.places()[strength] > cut]  # fmt: skip
        held = np.zeros((len(below), deck.size), np.float32)
        for row, hand in enumerate(below):
            held[row, [*hand]] = 1
        apart = (held @ held.T == 0).astype(np.float64)
        total += round(float(((apart @ apart) * apart).sum()))
    return total


@pytest.mark.parametrize(
    ("ranks", "player", "community", "cuts"),
    [("2345A", 3, 0, [1, 4, 5]), ("TJQKA", 3, 1, [3, 6]), ("9TJQ", 2, 3, [3, 5, 6])],
)
def test_three_hands_are_counted_as_closed_walks_among_disjoint_hands(
    ranks: str, player: int, community: int, cuts: list[int]
) -> None:
    ranking = FIVE if player + community == 5 else THREE if not community else kind("four-card")
    deck, cards = Deck(_of_ranks(ranks)), _dealt(player, community, ranking)
    found = highest.counted(deck, cards, ranking, 3, cuts)
    above = np.cumsum([found[ranking.classes[place]] for place in (0, *(cut + 1 for cut in cuts))])
    every_deal = highest.deals(deck.size, cards, 3)
    assert [every_deal - int(sum_) for sum_ in above[:-1]] == [_triples(deck, cards, cut) for cut in cuts]


def _pairs_below(cut: int) -> int:
    """Two three-card hands of the whole deck: for every first one those of the second that share no card."""
    deck, own = Deck.full(), sets(Deck.full(), 3)
    rows = every(deck, 3)
    below = THREE.places()[THREE.strengths(rows)] > cut
    by_one, by_two = np.zeros(52, np.int64), np.zeros((52, 52), np.int64)
    for row in rows[below]:
        by_one[row] += 1
        for one, two in combinations(row.tolist(), 2):
            by_two[one, two] += 1
    total = 0
    wanted = THREE.places()[THREE.strengths(own.places)] > cut
    for hand, weight in zip(own.places[wanted].tolist(), own.weights[wanted].tolist(), strict=True):
        a, b, c = hand
        shared = by_one[a] + by_one[b] + by_one[c] - by_two[a, b] - by_two[a, c] - by_two[b, c] + 1
        total += weight * int(below.sum() - shared)
    return total


def test_two_hands_of_the_whole_deck_are_counted_as_by_pairs_of_disjoint_hands() -> None:
    cuts = [3, 4]
    found = highest.counted(Deck.full(), _dealt(3), THREE, 2, cuts)
    reached = found["mini-royal"], found["mini-royal"] + found["flush"]
    assert [comb(52, 3) * comb(49, 3) - above for above in reached] == [_pairs_below(cut) for cut in cuts]


def test_the_automaton_agrees_with_the_own_count_of_cover_all_on_five_cards() -> None:
    straight = FIVE.classes.index("straight")
    found = highest.counted(Deck.full(), _dealt(5, 0, FIVE), FIVE, 2, [straight], Budget(600))
    own = count_highest(2)
    below = ("high-card", "pair", "two-pair", "three-of-a-kind")
    assert found["three-of-a-kind"] == sum(own[name] for name in below)


def test_one_hand_is_any_hand_and_more_hands_are_higher() -> None:
    cards = _dealt(2, 3, FIVE)
    one = highest.counted(Deck.full(), cards, FIVE, 1, [])
    assert one == histogram(Deck.full(), FIVE, 5)
    cuts = [FIVE.classes.index("three-of-a-kind")]
    shares = [Fraction(found["royal-flush"], sum(found.values()))
              for hands in (2, 3, 7)
              for found in [highest.counted(Deck.full(), cards, FIVE, hands, cuts)]]  # fmt: skip
    assert all(fewer < more for fewer, more in pairwise(shares))


def test_every_number_of_hands_has_its_exact_sheet(house: Path) -> None:
    sheets = [registry.par("three-card-poker", "cover-all", options={"hands": str(n)}) for n in range(2, 6)]
    assert all(sheet.error == 0 and sheet.variance is not None for sheet in sheets)
    two = sheets[0]
    assert two.total == comb(52, 3) * comb(49, 3)
    rows = {row.name: (row.combinations, row.pays) for row in two.outcomes}
    assert rows["straight"] == (25_971_264, "6 to 1")
    assert rows["straight flush"] == (147_380 + 1_619_244, "40 to 1")
    assert [dict(sheet.lines)["straight"] for sheet in sheets] == ["6 to 1", "5 to 1", "4 to 1", "3 to 1"]
    assert "Paytable HOUSE-CA is the house's own, not approved." in two.notes
    for slug, most in (("mississippi-stud", 7), ("let-it-ride", 7)):
        option = registry.analysis_of(slug).par["cover-all"].options[0]
        assert (option.name, option.values) == ("hands", tuple(map(str, range(1, most + 1))))
        sheet = registry.par(slug, "cover-all")
        assert sheet.total == comb(52, 5)
        assert {row.name: row.combinations for row in sheet.outcomes}["flush"] == 5_108
    seven = registry.par("mississippi-stud", "cover-all", options={"hands": "7"})
    assert seven.total == comb(52, 3) * 49 * 48 // 2 * 47 * 46 // 2 * 45 * 44 // 2 * 43 * 42 // 2 * (
        41 * 40 // 2 * 39 * 38 // 2 * 37 * 36 // 2
    )
    with pytest.raises(BadInput, match="hands=9 is not possible; choose 2, 3, 4, 5, 6, 7, 8"):
        registry.par("three-card-poker", "cover-all", options={"hands": "9"})


def test_the_verb_prints_the_sheet_and_its_forms(house: Path) -> None:
    asked = "par", "three-card-poker", "--bet", "cover-all", "-o", "hands=3"
    assert "exact" in run(*asked).output
    assert '"hands": "3"' in run(*asked, "--json").output
    assert "option,hands,,3" in run(*asked, "--csv").output
    assert run(*asked, "--target-edge", "5%").exit_code == 0


def test_what_takes_too_long_is_refused_with_its_size_and_simulated(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where spades count for more, suits are not alike, and eight hands take too long."""
    monkeypatch.setattr(par, "_ROUNDS", 10_000)
    enter(house, "three_card_poker", BY_SPADES)
    asked = "par", "three-card-poker", "--bet", "cover-all", "-o", "hands=8"
    with pytest.raises(TooLong, match=r"the highest of 8 hands takes about .* steps"):
        registry.par("three-card-poker", "cover-all", options={"hands": "8"})
    told = run(*asked)
    assert told.exit_code == 0, told.output
    assert "Not counted: the highest of 8 hands takes about" in told.output
    assert "10,000 rounds, 7 seats" in told.output
    assert "No exact value of Cover All: the highest of 8 hands takes" in " ".join(told.output.split())
    refused = run(*asked, "--json")
    assert refused.exit_code == 2
    assert "give it a longer --budget" in refused.output


def test_what_a_fold_loses_and_a_dealer_with_other_cards_are_not_counted() -> None:
    plain = parse(STUD)
    for text, words in (
        (STUD.replace('after_fold = "in-action"', 'after_fold = "lose"'), "what a fold loses of Best"),
        (STUD.replace("dealer = 3", "dealer = 4"), "the dealer has 4 cards and a player 3"),
    ):
        other = parse(text)
        with pytest.raises(NotCounted, match=f"{words}.*: simulate it"):
            highest.classes(other, other.bet("best"), other.tables[0], 3)
    with pytest.raises(BadInput, match="Best of Small Stud is counted for a number of hands"):
        solving.par(plain, "best")
    counted = highest.classes(plain, plain.bet("best"), plain.tables[0], 3)
    assert counted["high-card"] == 2_549_231_430_240


def test_the_work_is_foreseen_from_few_hands() -> None:
    wanted = THREE.places()[THREE.strengths(every(Deck.full(), 3))] > THREE.classes.index("flush")
    read = disjoint.automaton(wanted, 52, 3, Deck.full())
    met = disjoint.count(read, 5).met
    assert met / 2 < disjoint.work(read, 5) < 2 * met


def test_a_hand_with_too_many_states_is_not_counted() -> None:
    chance = np.random.default_rng(1).random(comb(52, 3)) < 0.5
    with pytest.raises(NotCounted, match="more than 255 ways"):
        disjoint.automaton(chance, 52, 3)


def test_more_ways_than_the_numbers_can_tell_apart_are_not_counted() -> None:
    every_hand = disjoint.automaton(np.ones(comb(52, 5), np.bool_), 52, 5)
    dealt = comb(52, 5) * comb(47, 5) * comb(42, 5)
    assert disjoint.count(every_hand, 3).deals == dealt
    with pytest.raises(NotCounted, match="8 hands of 5 cards can be dealt in more ways"):
        disjoint.count(every_hand, 8)
