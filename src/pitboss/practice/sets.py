"""Sets of twenty, the daily one from a public seed, the streak of days, and the storm against the clock."""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

SIZE = 20
STORM_S = 180
STORM_MISSES = 3


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A situation of a game, as `pitboss ev` takes it."""

    game: str
    situation: str


def daily(day: date, puzzles: Mapping[str, Sequence[str]], size: int = SIZE) -> tuple[Puzzle, ...]:
    """The set of a day, the same for everybody: each game's turn in order, each puzzle drawn by a hash.

    Anybody can draw it again: a puzzle's place is the SHA-256 of `pitboss DAY GAME SITUATION`.

    >>> found = daily(date(2026, 11, 16), {"a": ["1", "2", "3"], "b": ["1", "2"]}, 4)
    >>> sorted(puzzle.game for puzzle in found)
    ['a', 'a', 'b', 'b']
    """
    drawn = {
        game: sorted((Puzzle(game, situation) for situation in found), key=lambda puzzle: _place(day, puzzle))
        for game, found in puzzles.items()
    }
    turns = [
        (turn, _place(day, puzzle), puzzle) for found in drawn.values() for turn, puzzle in enumerate(found)
    ]
    return tuple(puzzle for _, _, puzzle in sorted(turns, key=lambda one: one[:2])[:size])


def _place(day: date, puzzle: Puzzle) -> str:
    text = f"pitboss {day.isoformat()} {puzzle.game} {puzzle.situation}"
    return hashlib.sha256(text.encode()).hexdigest()


def streak(days: Collection[date], today: date) -> int:
    """How many days in a row a set was finished; today may still be open.

    >>> monday = date(2026, 11, 16)
    >>> streak({monday - timedelta(days=back) for back in (1, 2, 4)}, monday)
    2
    """
    last = today if today in days else today - timedelta(days=1)
    count = 0
    while last - timedelta(days=count) in days:
        count += 1
    return count


@dataclass(frozen=True, slots=True)
class Storm:
    """As many right answers as possible in three minutes; the third miss ends it."""

    began_us: int
    right: int = 0
    missed: int = 0

    def is_over(self, now_us: int) -> bool:
        """Whether time is up or too many were missed."""
        return self.missed >= STORM_MISSES or now_us - self.began_us >= STORM_S * 1_000_000

    def after(self, right: bool, now_us: int) -> "Storm":
        """The storm after an answer; one that comes too late doesn't count.

        >>> Storm(0).after(True, 1_000_000).after(False, 200_000_000)
        Storm(began_us=0, right=1, missed=0)
        """
        if self.is_over(now_us):
            return self
        return replace(self, right=self.right + right, missed=self.missed + (not right))

    def left_s(self, now_us: int) -> int:
        """Whole seconds left."""
        return max(0, STORM_S - (now_us - self.began_us) // 1_000_000)


def score(answers: Iterable[bool]) -> str:
    """A set's result in words.

    >>> score([True] * 17 + [False] * 3)
    '17 of 20 right'
    """
    every = list(answers)
    return f"{sum(every)} of {len(every)} right"
