"""The one payoff of a described game: what a seat is ahead, in Antes, by choice, end and class of hand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from pitboss.analysis.side_bets import LOST, SCALED_MAX
from pitboss.arrays import Ints
from pitboss.errors import BadInput
from pitboss.games.description import AGAINST_DEALER, ENDS, BetRow, Bonus, ChoiceRow, Description, TableRow
from pitboss.hands.kinds import MARGINS

FOLD = "fold"
SHOWN = ENDS[AGAINST_DEALER][1:]
"""The ends of a hand that is not folded: win, tie, lose, without and with a dealer's hand."""
_BY = " by "


def shown(game: Description) -> tuple[str, ...]:
    """The ends of a hand that is not folded, with each margin where a bet is paid by it.

    A margin is by how many classes the player's hand is above the dealer's.
    """
    if not game.by_margin:
        return SHOWN
    last = len(MARGINS) - 1
    more = " or more" if last < len(game.cards.ranking.classes) - 1 else ""
    by = ["", *(f"{_BY}{margin}" for margin in range(1, last)), f"{_BY}{last}{more}"]
    return tuple(end + margin for end in SHOWN for margin in by)


def parted(end: str) -> tuple[str, int]:
    """An end without its margin, and that."""
    end, _, margin = end.partition(_BY)
    return end, int(margin.partition(" ")[0] or 0)


@dataclass(frozen=True, slots=True)
class Pays:
    """A described game with one paytable chosen for every name."""

    game: Description
    tables: Mapping[str, TableRow]
    beside: tuple[BetRow, ...] = ()
    """Side bets that a seat has laid too, of the size of the Ante."""

    def __hash__(self) -> int:
        return hash((self.game, tuple(table.designator for table in self.tables.values()), len(self.beside)))

    @classmethod
    def of(cls, game: Description, others: Mapping[str, str | TableRow] | None = None) -> "Pays":
        """The default tables, or others by designator or as they are."""
        tables = tables_of(game, others or {})
        for bet in game.base:
            if bet.bonus and not _goes_by_hand(game, bet.bonus, tables[bet.bonus.table]):
                raise BadInput(
                    f"{bet.bonus.name} of {game.name} is not counted: "
                    "it is paid on other cards than the hand, or by another ranking"
                )
        return cls(game, tables)

    def net(self, bet: BetRow, end: str, hand: str, choice: str = "") -> Fraction:
        """What a unit on a bet is ahead at an end of the round with a hand of this class, and its bonus.

        A bonus that is paid after some choices only needs to know which was taken.
        """
        end, margin = parted(end)
        odds = bet.pays(end, hand, self.tables[bet.table].pays if bet.table else {}, margin)
        net = LOST if odds is None else odds.net
        if bet.bonus is not None and end != FOLD and bet.bonus.paid_after((choice,)):
            bonus = self.tables[bet.bonus.table].pays.get(hand)
            net += Fraction(0) if bonus is None else bonus.fraction
        return net

    def base_table(self) -> dict[str, Any]:
        """What a par sheet of the base game says about its table, if it has just one."""
        bets = self.game.base
        names = {bet.table for bet in bets} | {bet.bonus.table for bet in bets if bet.bonus}
        used = [self.tables[name] for name in sorted(names) if name]
        return told(used[0]) if len(used) == 1 else {"paytable": None}

    @property
    def units(self) -> str:
        """What figures of the base game are counted in."""
        return "Antes" if self.game.unit.name == "Ante" else "bets"

    def laid(self, choice: ChoiceRow) -> list[tuple[BetRow, int]]:
        """The base bets that are out after a choice of the only stage, with their units."""
        before = [
            (bet, 1) for bet in self.game.base if not bet.in_round and bet.slug not in choice.takes_back
        ]
        return before + [(self.game.bet(slug), multiple) for slug, multiple in choice.bets.items()]

    def with_side(self, slug: str) -> "Pays":
        """The same game for a seat that has also laid a side bet, which may change how it is played."""
        return replace(self, beside=(*self.beside, self.game.bet(slug)))

    def side_net(self, bet: BetRow, folds: bool, hand: str) -> Fraction:
        """What a unit on a side bet is ahead with a hand of this class."""
        odds = self.tables[bet.table].pays.get(hand)
        return LOST if odds is None or (folds and bet.lost_with_fold) else odds.net

    def _side_nets(self) -> Iterator[Fraction]:
        """All that the side bets beside can be ahead."""
        for bet in self.beside:
            for odds in self.tables[bet.table].pays.values():
                yield odds.net

    def nets(
        self,
        laid: Sequence[tuple[BetRow, int]],
        folds: bool,
        choice: str = "",
        hands: Sequence[str] | None = None,
    ) -> Mapping[tuple[str, str], Fraction]:
        """By end and class, all or some of them: what a seat is ahead on the base bets that are out."""
        every = (FOLD, *shown(self.game)) if self.game.family == AGAINST_DEALER else ENDS[self.game.family]
        ends = [
            end
            for end in every
            if (end == FOLD) == folds and all(parted(end)[0] in bet.settles for bet, _ in laid)
        ]
        found = {}
        for hand in hands or self.game.cards.ranking.classes:
            for end in ends:
                base = (units * self.net(bet, end, hand, choice) for bet, units in laid)
                found[end, hand] = sum(base, Fraction(0))
        return found

    def scaled_nets(self) -> tuple[Ints, int]:
        """[choice of the only stage, end `shown`, class]: net results as integers, and what scales them.

        A fold has the same net result at every end.
        """
        choices = self.game.stages[0].choices
        nets = [self.nets(self.laid(choice), choice.folds, choice.name) for choice in choices]
        every = [*self._side_nets(), *(net for by_end in nets for net in by_end.values())]
        scale = lcm(*(net.denominator for net in every))
        if max(map(abs, every)) * scale > SCALED_MAX:
            raise BadInput("odds this large or with such denominators can't be summed exactly")
        classes = self.game.cards.ranking.classes
        rows = [
            [
                [int(scale * by_end.get((end, hand), by_end.get((FOLD, hand), 0))) for hand in classes]
                for end in shown(self.game)
            ]
            for by_end in nets
        ]
        return np.array(rows, np.int64), scale


def tables_of(game: Description, others: Mapping[str, str | TableRow]) -> dict[str, TableRow]:
    """The default table of every name, or another by designator or as it is."""
    names = dict.fromkeys(table.bet for table in game.tables)
    tables = {name: game.tables_of(name)[0] for name in names}
    for name, other in others.items():
        table = game.table(other) if isinstance(other, str) else other
        if name not in tables or table.bet != name:
            raise BadInput(f"{table.designator} is no table for {name!r} of {game.name}")
        tables[name] = table
    return tables


def _goes_by_hand(game: Description, bonus: Bonus, table: TableRow) -> bool:
    """Whether a bonus line goes by the class of the hand that is compared."""
    return bonus.reads == game.reads_hand and table.ranking is game.cards.ranking


def told(table: TableRow) -> dict[str, Any]:
    """What a par sheet says about its table."""
    lines = tuple((hand, str(odds)) for hand, odds in table.lines)
    return {"paytable": table.designator, "lines": lines, "sources": (table.source,) if table.source else ()}
