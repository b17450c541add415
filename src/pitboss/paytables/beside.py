"""The paytables of a described game that stand in other files than its description."""

from dataclasses import dataclass
from pathlib import Path

from pitboss.paytables.loader import load_tables
from pitboss.paytables.model import Paytable
from pitboss.paytables.spots import FILE
from pitboss.rows import Source


@dataclass(frozen=True, slots=True)
class Beside:
    """Printed tables, with where each is printed, and what the house entered for bets that are listed."""

    printed: tuple[Paytable, ...] = ()
    entered: Source | None = None


NOTHING = Beside()


def printed_beside(description: Path) -> tuple[Paytable, ...]:
    """The tables that are printed in the folder of a description."""
    file = description.with_name(FILE)
    return load_tables(file, approved=True) if file.is_file() else ()
