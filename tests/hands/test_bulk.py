"""Bulk ranking is the readable ranking, at speed, and both are what the public evaluators say."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import chain, combinations, starmap
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import treys
from phevaluator import _pheval

from pitboss.cards import CARDS
from pitboss.errors import BadInput
from pitboss.hands import _tables, poker, suits
from pitboss.hands.bulk import START, Tables, strength_of, strengths, tables
from pitboss.hands.poker import Category
from pitboss.kernels import kernel

FIVES = comb(52, 5)
MILLION = 1_000_000


def random_hands(count: int, width: int, seed: int) -> npt.NDArray[np.uint8]:
    """Rows of different cards, each row drawn anew."""
    generator = np.random.default_rng(seed)
    draws = generator.random((count, 52), dtype=np.float32)
    return np.argpartition(draws, width, axis=1)[:, :width].astype(np.uint8)


@cache
def million_sevens() -> npt.NDArray[np.uint8]:
    """A million hands of seven, the lowest card first, for whoever judges them."""
    return np.sort(random_hands(MILLION, 7, seed=1), axis=1)


@cache
def five_card_hands() -> npt.NDArray[np.uint8]:
    flat = chain.from_iterable(combinations(range(52), 5))
    return np.fromiter(flat, np.uint8, 5 * FIVES).reshape(-1, 5)


@cache
def look_alikes() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.intp]]:
    """One hand of five cards for all that have its ranks and are a flush or not, and which one each hand has.

    Nothing else about cards counts in poker, so it is enough to ask a slow evaluator about these 7,462.
    """
    hands = five_card_hands()
    held = (np.int64(5) ** np.arange(13))[hands >> 2].sum(axis=1)
    one_suit = (hands & 3 == hands[:, :1] & 3).all(axis=1)
    _, first, which = np.unique(2 * held + one_suit, return_index=True, return_inverse=True)
    return hands[first], which


def test_phevaluator_agrees_on_all_five_card_hands_and_a_million_sevens() -> None:
    """It numbers cards as we do, and hands from 1 (best) to 7,462."""
    theirs = np.fromiter(starmap(_pheval.evaluate_5cards, combinations(range(52), 5)), np.uint16, FIVES)
    assert (strengths(five_card_hands()) == 7463 - theirs).all()
    sevens = million_sevens()
    theirs = np.fromiter(starmap(_pheval.evaluate_7cards, sevens.tolist()), np.uint16, MILLION)
    assert (strengths(sevens) == 7463 - theirs).all()


@pytest.mark.filterwarnings("ignore:.*deprecated:DeprecationWarning")
def test_eval7_orders_all_five_card_hands_alike() -> None:
    """Its values are its own, so what counts is that greater means stronger and equal means equal."""
    import eval7  # here, because it uses deprecated names of its parser while it is imported

    deck = [eval7.Card(str(card)) for card in CARDS]
    hands, which = look_alikes()
    theirs = np.array([eval7.evaluate([deck[card] for card in hand]) for hand in hands.tolist()], np.int64)
    pairs = np.unique(theirs[which] << 13 | strengths(five_card_hands()))
    assert (np.diff(pairs >> 13) > 0).all()
    assert (pairs & 8191 == np.arange(1, 7463)).all()


def test_treys_agrees_on_all_five_card_hands_and_a_million_sevens() -> None:
    """Of seven cards treys takes the best of 21 fives; the million looks those up among its own answers."""
    evaluator = treys.Evaluator()
    deck = [treys.Card.new(str(card)) for card in CARDS]
    hands, which = look_alikes()
    asked = [evaluator._five([deck[card] for card in hand]) for hand in hands.tolist()]
    answers = np.array(asked, np.uint16)[which]
    fives = five_card_hands()
    assert (strengths(fives) == 7463 - answers).all()

    choose = np.array([[comb(card, place) for place in range(6)] for card in range(52)], np.int32)

    def place_of(hands: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
        places: npt.NDArray[np.int32] = sum(choose[hands[:, place], place + 1] for place in range(5))
        return places

    by_place = np.empty(FIVES, np.uint16)
    by_place[place_of(fives)] = answers
    sevens = million_sevens()
    best = np.full(MILLION, 7462, np.uint16)
    for kept in combinations(range(7), 5):
        np.minimum(best, by_place[place_of(sevens[:, kept])], out=best)
    assert (strengths(sevens) == 7463 - best).all()
    for hand, answer in zip(sevens[:2000].tolist(), best.tolist(), strict=False):
        assert evaluator._seven([deck[card] for card in hand]) == answer


@kernel
def count_all(fives: Any, sixes: Any, sevens: Any, t: Tables) -> None:
    """Count the strengths of all hands of five, six and seven cards, as a kernel does: card after card."""
    one, deck = np.uint64(1), np.uint64(52)
    for a in range(deck):
        for b in range(a + one, deck):
            for c in range(b + one, deck):
                for d in range(c + one, deck):
                    key4 = START + t.keys[a] + t.keys[b] + t.keys[c] + t.keys[d]
                    bits4 = t.bits[a] | t.bits[b] | t.bits[c] | t.bits[d]
                    for e in range(d + one, deck):
                        key5, bits5 = key4 + t.keys[e], bits4 | t.bits[e]
                        fives[strength_of(key5, bits5, t)] += one
                        for f in range(e + one, deck):
                            key6, bits6 = key5 + t.keys[f], bits5 | t.bits[f]
                            sixes[strength_of(key6, bits6, t)] += one
                            for g in range(f + one, deck):
                                sevens[strength_of(key6 + t.keys[g], bits6 | t.bits[g], t)] += one


def test_all_hands_of_five_six_and_seven_cards_fall_into_categories_as_known() -> None:
    counts = np.zeros((3, 7463), np.uint64)
    count_all(counts[0], counts[1], counts[2], tables())
    assert [int(row.sum()) for row in counts] == [comb(52, 5), comb(52, 6), comb(52, 7)]
    assert [int((row > 0).sum()) for row in counts] == [7462, 6075, 4824]
    by_category = [Counter[Category]() for _ in counts]
    for row, found in zip(counts.tolist(), by_category, strict=True):
        assert row[0] == 0
        for strength in range(1, 7463):
            found[poker.category(strength)] += row[strength]
    assert [[found[kind] for kind in reversed(Category)] for found in by_category] == [
        [4, 36, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540],
        [188, 1656, 14664, 165984, 205792, 361620, 732160, 2532816, 9730740, 6612900],
        [4324, 37260, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460],
    ]


def test_bulk_is_the_readable_ranking_on_every_class_of_five_cards() -> None:
    hands = [cards for cards, _ in suits.classes(5)]
    assert strengths(np.array(hands, np.uint8)).tolist() == list(map(poker.strength, hands))


@pytest.mark.parametrize("width", [5, 6, 7])
def test_bulk_is_the_readable_ranking_on_random_hands(width: int) -> None:
    hands = random_hands(50_000, width, seed=width)
    assert strengths(hands).tolist() == [poker.strength([CARDS[card] for card in hand]) for hand in hands]


def test_any_layout_of_memory_is_ranked() -> None:
    hands = random_hands(1000, 7, seed=3)
    assert (strengths(np.asfortranarray(hands)) == strengths(hands)).all()
    assert (strengths(hands[::2, :6]) == strengths(hands[::2, :6].copy())).all()
    assert strengths(hands[:0]).shape == (0,)


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        (np.zeros((3, 4), np.uint8), "rows of 5, 6 or 7 cards"),
        (np.zeros((3, 8), np.uint8), "rows of 5, 6 or 7 cards"),
        (np.zeros(7, np.uint8), "rows of 5, 6 or 7 cards"),
        (np.zeros((3, 7), np.int64), "not int64"),
        (np.array([[0, 1, 2, 3, 52]], np.uint8), "52 is no card"),
    ],
)
def test_what_are_no_hands_is_refused(hands: npt.NDArray[Any], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        strengths(hands)


def test_tables_are_read_only() -> None:
    with pytest.raises(ValueError, match="read-only"):
        tables().ranks[0] = 1


def contents(made: Iterable[Any]) -> list[bytes]:
    return [table.tobytes() for table in made]


def test_tables_are_kept_on_disk_and_made_again_when_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    load = _tables.tables.__wrapped__
    made = load()
    (kept,) = (tmp_path / "hands").iterdir()
    intact = kept.read_bytes()
    written = kept.stat().st_mtime_ns
    read = load()
    assert kept.stat().st_mtime_ns == written
    assert contents(read) == contents(made)
    again = [made, made]  # made in earnest above; each time it takes a second
    monkeypatch.setattr(_tables, "_make", again.pop)
    for damage in (intact[:5000], intact[:9000] + b"?" + intact[9001:]):
        kept.write_bytes(damage)
        repaired = load()
        assert list((tmp_path / "hands").iterdir()) == [kept]
        assert contents(repaired) == contents(made)
        assert kept.stat().st_size == len(intact)
    assert not again, "made anew for each damage"


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("PITBOSS_CACHE", str(blocked))
    monkeypatch.setattr(_tables, "_make", tables)  # the test above makes them in earnest
    made = _tables.tables.__wrapped__()
    assert (made.ranks == tables().ranks).all()
