"""One benchmark's result: rows of rates, shown as ratios to ours."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from pitboss.screen import Grid

_listeners: list[Callable[["Row"], object]] = []


@contextmanager
def listening(listener: Callable[["Row"], object]) -> Iterator[None]:
    """Within this block `listener` hears of every row as soon as it is measured."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


@dataclass(frozen=True, slots=True)
class Row:
    """One contender on one task: how many `unit` a second, and what was to be reached."""

    task: str
    contender: str
    rate: float
    target: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        for listener in _listeners:
            listener(self)

    @property
    def speed(self) -> str:
        """The rate for people."""
        return f"{self.rate:,.0f}" if self.rate >= 100 else f"{self.rate:,.3g}"


@dataclass(frozen=True, slots=True)
class Report:
    """All rows of a run, in one unit; the first contender of a task is ours and is ratio 1."""

    title: str
    unit: str
    rows: list[Row] = field(default_factory=list)

    def _ratio(self, row: Row) -> float:
        ours = next(other.rate for other in self.rows if other.task == row.task)
        return ours / row.rate

    def as_json(self) -> dict[str, Any]:
        """The report for programs; `ratio` is how many times faster ours is."""
        return {
            "title": self.title,
            "unit": self.unit,
            "results": [
                {
                    "task": row.task,
                    "contender": row.contender,
                    "rate": row.rate,
                    "ratio": self._ratio(row),
                    "target": row.target,
                    "note": row.note,
                }
                for row in self.rows
            ],
        }

    def as_table(self) -> Grid:
        """The report for people."""
        rows = [
            (row.task, row.contender, row.speed, f"{self._ratio(row):,.1f}×", row.target, row.note)
            for row in self.rows
        ]
        columns = ("task", "contender", self.unit, "ours is faster by", "target", "note")
        return Grid(columns, rows, numeric=(2, 3), title=self.title)
