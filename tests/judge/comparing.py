"""The figures that Pitboss gives for a description, beside the judge's."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from pitboss.analysis import registry
from pitboss.analysis.parsheet import BASE, ParSheet
from pitboss.errors import BadInput
from pitboss.games import Game
from pitboss.games.description import HIGHEST, Description
from pitboss.money import Odds
from pitboss.paytables import MeterShare, Pay, Paytable
from pitboss.solve.tree import solve
from tests.judge.states import LOST, game_of

Pairs = Mapping[str, tuple[Fraction | None, Fraction]]


def _paid(pay: Pay, table: Paytable) -> Fraction:
    """What a jackpot's line pays of its wager while the meter stands at its seed."""
    if isinstance(pay, MeterShare):
        return pay.percent * (table.seed_cents or 0) / (table.wager_cents or 0)
    return pay.fraction if isinstance(pay, Odds) else Fraction(0)


@dataclass
class Compared:
    """A game whose figures are set beside the judge's."""

    game: Game
    refused: Counter[str] = field(default_factory=Counter)
    """Why what is not counted."""
    counted: int = 0
    """Figures that are equal."""
    _by_hands: dict[int, Mapping[str, Fraction]] = field(default_factory=dict)

    @cached_property
    def description(self) -> Description:
        """What the game was made from."""
        assert self.game.description
        return self.game.description

    @cached_property
    def judged(self) -> Mapping[str, Fraction]:
        """The judge's figures."""
        return solve(game_of(self.description))

    def judged_of(self, hands: int) -> Mapping[str, Fraction]:
        """The judge's figures where so many hands are at the table."""
        if hands not in self._by_hands:
            self._by_hands[hands] = solve(game_of(self.description, hands))
        return self._by_hands[hands]

    def differences(self) -> Iterator[str]:
        """Every figure that is not the judge's."""
        for slug in registry.bets(self.game.slug):
            metered = slug != BASE and self.description.bet(slug).kind == "jackpot"
            try:
                yield from self._jackpot(slug) if metered else self._sheet(slug)
            except BadInput as error:
                self.refused[re.sub(r"T?-?(side|jackpot)-\d+", "…", str(error))] += 1

    def _sheet(self, slug: str) -> Iterator[str]:
        sheet, judged = registry.par(self.game.slug, slug), self.judged
        if slug != BASE and self.description.bet(slug).reads == HIGHEST:
            judged = self.judged_of(int(sheet.options["hands"]))
        mean = judged[slug]
        if sheet.error:
            yield from self._outside(slug, sheet, mean)
            return
        pairs: dict[str, tuple[Fraction | None, Fraction]] = {"mean": (sheet.expected_value, mean)}
        pairs["variance"] = sheet.variance, judged[f"{slug} squared"] - mean * mean
        if slug == BASE:
            pairs["wagered"] = sheet.wagered, judged["wagered"]
        yield from self._unlike(slug, pairs)

    def _outside(self, slug: str, sheet: ParSheet, mean: Fraction) -> Iterator[str]:
        """A bounded mean that the judge's is not within."""
        if abs(sheet.expected_value - mean) <= sheet.error:
            self.counted += 1
        else:
            bounds = f"{float(sheet.expected_value):.6f} ± {float(sheet.error):.6f}"
            yield f"{slug}: {float(mean):.6f} is not within {bounds}"

    def _jackpot(self, slug: str) -> Iterator[str]:
        """How often each line is hit, whether folded hands qualify or not, and what that is worth."""
        table = self.game.paytables(slug)[0]
        hits_kept = [(line.pay, self.judged[f"{slug}: {line.hand}, not folded"]) for line in table.lines]
        worth = sum((_paid(pay, table) * share for pay, share in hits_kept), LOST)
        sheet = registry.par(self.game.slug, slug)
        yield from self._unlike(slug, {"mean": (sheet.expected_value, worth)})
        for folded, word in ((True, ""), (False, ", not folded")):
            (hands, total), _ = registry.hands_of(self.game.slug, slug)(table, folded)
            hits = Counter[str]()
            for name, number in hands.items():
                line = table.line(name)
                hits[line.hand if line else ""] += number
            found = {f"{line.hand}{word}": Fraction(hits[line.hand], total) for line in table.lines}
            pairs = {name: (share, self.judged[f"{slug}: {name}"]) for name, share in found.items()}
            yield from self._unlike(slug, pairs)

    def _unlike(self, slug: str, pairs: Pairs) -> Iterator[str]:
        for name, (figure, judged) in pairs.items():
            if figure == judged:
                self.counted += 1
            else:
                both = f"{float(figure or 0):.6f}, {float(judged):.6f}"
                yield f"{slug}, {name}: {figure} and not {judged} ({both})"
