"""What the edge of a whole game could be per: the readings that a game's folder tries, each with its value.

A text may print an edge of "the entire game" and not say per what. Each reading is a row of data: another
measure of what is wagered, an equal bet beside, other options, rules in place of best play, another table.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis import registry
from pitboss.analysis.cache import remembered
from pitboss.analysis.families import inputs, solving
from pitboss.analysis.families.engine import Solution
from pitboss.analysis.families.engines import engine_for
from pitboss.analysis.families.payoff import FOLD, Pays
from pitboss.analysis.families.sheets import Ends, Way
from pitboss.analysis.parsheet import ParSheet
from pitboss.games import Game
from pitboss.games.strategy import NAMED
from pitboss.paytables.spots import declared
from pitboss.rows import Row, listed

MEASURES = ("unit", "laid", "wagered", "settled")
"""The first bet, all bets laid before the deal, all money wagered, and what is won or lost of it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One definition of an edge of the whole game, and its exact value."""

    words: str
    value: Fraction


def has_readings(game: Game) -> bool:
    """Whether the folder of a game tries any."""
    return bool(_rows(game))


def _rows(game: Game) -> list[Row]:
    path = None if game.folder is None else game.folder / NAMED
    if path is None or not path.is_file():
        return []
    source = declared(path)
    return list(listed(source, source.data, "reading", "a reading"))


def readings(game: Game) -> list[tuple[str, Fraction]]:
    """Every definition tried, the plainest first."""
    return [(one.words, one.value) for row in _rows(game) for one in _read(game, row)]


def _read(game: Game, row: Row) -> Iterator[Reading]:
    name, per = row.text("name"), row.text("per", MEASURES[0])
    beside, strategy, table = row.text("beside", ""), row.text("strategy", ""), row.text("table", "")
    options = row.take("options", dict, {})
    row.done()
    sheet = registry.par(game.slug, "base", table or None, options)
    if strategy:
        yield Reading(name, -_by_rules(game, strategy))
    elif beside:
        for other in game.paytables(beside):
            side = registry.par_of(game.slug, beside, other, {})
            both = sheet.expected_value + side.expected_value
            whole = _measured(game, sheet, per) + 1
            yield Reading(name.format(table=other.designator), -both / whole)
    else:
        yield Reading(name, -sheet.expected_value / _measured(game, sheet, per))


def _by_rules(game: Game, name: str) -> Fraction:
    """What the base game is worth to whoever plays by rules that have a name, as its strategy says."""
    return next(
        rules.expected_value for rules in registry.strategy(game.slug).rule_sets if rules.name == name
    )


def _measured(game: Game, sheet: ParSheet, per: str) -> Fraction:
    """What the edge is divided by, in units of the first bet."""
    assert game.description is not None
    pays = Pays.of(game.description)
    match per:
        case "unit":
            return Fraction(1)
        case "laid":
            return sheet.initial
        case "wagered":
            return sheet.wagered

    def count() -> str:
        return str(_at_stake(pays, per))

    version = solving.version_of(pays.game)
    return Fraction(
        remembered(f"{game.slug} base per {per}", inputs.base(pays) | {"per": per}, count, version)
    )


def _at_stake(pays: Pays, per: str) -> Fraction:
    """All money won or lost, or what is laid with a bet wherever it is made, in best play."""
    solved: Solution = solving.optimal(pays)
    ways, ends = solving.asked(engine_for(pays.game).ended, pays.game, "what is won or lost")(solved)
    if per == "settled":
        return _settled(pays, ways, ends) / solved.deals
    by_way: dict[str, int] = {}
    for (name, _, _), deals in ends.items():
        by_way[name] = by_way.get(name, 0) + deals
    laid = [(sum(units for bet, units in way.laid if bet.slug == per), way.name) for way in ways]
    wagered = sum(units * by_way.get(name, 0) for units, name in laid)
    return Fraction(wagered, sum(by_way.get(name, 0) for units, name in laid if units))


def _settled(pays: Pays, ways: list[Way], ends: Ends) -> Fraction:
    """All money won or lost over all deals: what does not go back."""
    by_name = {way.name: way for way in ways}
    total = Fraction(0)
    for (name, end, hand), deals in ends.items():
        for bet, units in by_name[name].laid:
            net = pays.net(bet, FOLD if end == FOLD else end, hand)
            total += deals * units if net else 0
    return total
