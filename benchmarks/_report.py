"""One benchmark's result: rows of rates, shown as ratios to ours."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True, slots=True)
class Row:
    """One contender on one task: how many `unit` a second, and what was to be reached."""

    task: str
    contender: str
    rate: float
    target: str = ""
    note: str = ""


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
            "rows": [
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

    def as_table(self) -> "Table":
        """The report for people."""
        from rich.table import Table

        table = Table(title=self.title, title_justify="left")
        table.add_column("Task")
        table.add_column("Contender")
        table.add_column(self.unit, justify="right")
        table.add_column("Ours is faster by", justify="right")
        table.add_column("Target")
        table.add_column("Note")
        for row in self.rows:
            ratio = f"{self._ratio(row):,.1f}×"
            rate = f"{row.rate:,.0f}" if row.rate >= 100 else f"{row.rate:,.3g}"
            table.add_row(row.task, row.contender, rate, ratio, row.target, row.note)
        return table
