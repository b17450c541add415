"""Seven-card hands a second: ours in bulk and per call, beside eval7, phevaluator and treys."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import eval7
import numpy as np
import treys
from phevaluator import _pheval

from benchmarks._report import Report, Row
from pitboss.cards import CARDS
from pitboss.hands import poker
from pitboss.hands.bulk import strengths

HANDS = 1_000_000
TIMES = 15


def run() -> Report:
    """Each contender ranks hands of the same million, in its own cards and as many as take it a fair moment.

    The rate is that of the best of several turns, in CPU time, so that a busy machine disturbs it least.
    """
    draws = np.random.default_rng(52).random((HANDS, 52), dtype=np.float32)
    hands = np.argpartition(draws, 7, axis=1)[:, :7].astype(np.uint8)
    ours = strengths(hands)
    rows = [
        Row("in bulk", "pitboss", _rate(HANDS, lambda: strengths(hands)), "≥ 100 million; ≥ 50 × eval7"),
    ]
    evaluator = treys.Evaluator()
    peers: list[tuple[str, int, Sequence[Any], Callable[[Any], int]]] = [
        ("eval7", 100_000, [eval7.Card(str(card)) for card in CARDS], eval7.evaluate),
        ("phevaluator", 100_000, range(52), lambda hand: int(_pheval.evaluate_7cards(*hand))),
        ("treys", 2_000, [treys.Card.new(str(card)) for card in CARDS], evaluator._seven),
    ]
    contenders = [("pitboss", 100_000, CARDS, poker.strength), *peers]
    rates = {}
    for name, count, deck, rank in contenders:
        own = [[deck[card] for card in hand] for hand in hands[:count].tolist()]
        _agree(name, ours[:count].tolist(), list(map(rank, own)))
        rates[name] = _rate(count, lambda rank=rank, own=own: [rank(hand) for hand in own])  # type: ignore[misc]
    rows += [Row("in bulk", name, rates[name], note="per call") for name, *_ in peers]
    notes = {"eval7": "C extension", "phevaluator": "C extension"}
    rows += [Row("per call", name, rate, note=notes.get(name, "Python")) for name, rate in rates.items()]
    return Report("Ranking seven-card hands, one thread", "hands/s", rows)


def _rate(count: int, work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(TIMES):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return count / best


def _agree(name: str, ours: list[int], theirs: list[int]) -> None:
    """A contender must give the same order, up or down; otherwise its speed means nothing."""
    pairs = sorted(set(zip(ours, theirs, strict=True)))
    values = [value for _, value in pairs]
    if len({own for own, _ in pairs}) != len(pairs) or values not in (sorted(values), sorted(values)[::-1]):
        raise AssertionError(f"{name} orders these hands otherwise")
