"""What an engine is: it counts the games of one shape exactly, and can be asked about their best play."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from pitboss.analysis.cache import Version
from pitboss.analysis.families.budget import Budget
from pitboss.analysis.families.charts import Readout
from pitboss.analysis.families.deals import Deck
from pitboss.analysis.families.deciding import Player
from pitboss.analysis.families.ended import Ended
from pitboss.analysis.families.highest_folds import Folds
from pitboss.analysis.families.payoff import Pays
from pitboss.analysis.families.sheets import Ends, Way
from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.results import DecisionValue
from pitboss.games.description import BetRow, Description
from pitboss.games.situation import Situation
from pitboss.games.strategy import Ruled
from pitboss.hands.kinds import Kind


class Solution(Protocol):
    """The best play of a game with some paytables."""

    @property
    def deals(self) -> int:
        """All equally likely cases."""

    def sheet(self) -> ParSheet:
        """The par sheet of the base game."""


Worths = tuple[DecisionValue, ...]
"""What every choice is worth."""
Case = tuple[Worths, tuple[str, ...]]
"""What every choice is worth in a situation, and notes."""
C = TypeVar("C")
S = TypeVar("S", bound=Solution)


def _no_case(pays: Pays, at: Situation) -> Case | None:
    return None


@dataclass(frozen=True, slots=True, eq=False)
class Engine(Generic[C, S]):
    """Counts the games of one shape.

    What it has no function for is not counted for them, and whoever asks is told so.
    """

    version: Version
    """Its name, and a number that is raised by hand when a figure may change."""
    fits: Callable[[Description], bool]
    """Whether a game has this shape; earlier engines of the list are asked before."""
    work: Callable[[Description, Deck], int]
    """About how many steps a count takes."""
    count: Callable[[Description, Deck | None, Budget | None], C]
    """All that no paytable changes."""
    solve: Callable[[C, Pays, Budget | None], S]
    """The best play, from the counts and what is paid."""
    readout: Callable[[S], Readout]
    """The best play by the rows of its charts."""
    values: Callable[[S, Situation], Worths]
    """What every choice is worth in a situation."""
    ended_by: Callable[[Player], Ended]
    """How a way to play ends, the best one or one by rules."""
    case: Callable[[Pays, Situation], Case | None] = _no_case
    """One situation by itself, where that takes less time than the whole game."""
    following: Callable[[S, str, tuple[str, ...]], Fraction] | None = None
    """What the base game is worth to whoever plays by rules, and some stages as is best."""
    cells: Callable[[S, Ruled], list[tuple[str, ...]]] | None = None
    """The best play in the rows of a chart that a game's folder draws."""
    ended: Callable[[S], tuple[list[Way], Ends]] | None = None
    """The ways to play, and the deals by way, end and class of the hand."""
    staying: Callable[[S], Mapping[str, int]] | None = None
    """The deals that are not folded, by class of the player's hand."""
    by_class: Callable[[S, BetRow, Kind, bool], Mapping[str, int]] | None = None
    """The deals by class of what a bet reads, without the folded ones if a fold loses it."""
    at_flops: Callable[[S, Kind], Mapping[str, int]] | None = None
    """The deals that are not folded, by class of the player's first cards with the first three of a board."""
    riding: Callable[[S, BetRow, Budget | None], ParSheet] | None = None
    """The sheet of a side bet that a fold loses, or whose cards an exchange changes."""
    beaten: Callable[[S, BetRow, Budget | None], ParSheet] | None = None
    """The sheet of a side bet on the beaten hand."""
    by_margin: Callable[[S, BetRow], ParSheet] | None = None
    """The sheet by itself of a bet of the base game that is paid by the margin."""
    folds: Callable[[S, BetRow], Folds] | None = None
    """What is folded, for a bet on the highest hand at the table that a fold loses."""
    by_deal: bool = False
    """Whether side bets that no fold loses are counted by what is dealt, whatever the base game pays."""


AnyEngine = Engine[Any, Any]
