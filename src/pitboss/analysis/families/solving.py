"""What `par`, `ev` and `strategy` ask of a described game, whatever its family."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

from pitboss.analysis.cache import Version, remembered
from pitboss.analysis.families import by_class, charts, inputs, riding
from pitboss.analysis.families.budget import Budget, TooLong
from pitboss.analysis.families.by_class import outcomes, read_by
from pitboss.analysis.families.deals import Deck
from pitboss.analysis.families.engines import engine_for
from pitboss.analysis.families.payoff import Pays, told
from pitboss.analysis.parsheet import BASE, ParSheet, from_outcomes
from pitboss.analysis.results import RuleSet, Strategy, Values
from pitboss.errors import BadInput
from pitboss.games.contract import MARKS
from pitboss.games.description import BEATEN, HIGHEST, SIDES, WAR, BetRow, Description, TableRow
from pitboss.games.situation import Situation, parse
from pitboss.games.strategy import Named, Ruled, lines_of
from pitboss.hands.kinds import Kind

T = TypeVar("T")
Tables = Mapping[str, str | TableRow]
"""Tables, or their designators, by the name of what they pay, where it is not the default table."""


def par(
    game: Description, bet: str = BASE, tables: Tables | None = None, budget: Budget | None = None
) -> ParSheet:
    """The par sheet of the base game or of a side bet."""
    pays = Pays.of(game, tables)
    if bet != BASE and game.bet(bet).kind not in SIDES:
        raise BadInput(f"{game.bet(bet).name} of {game.name} has no sheet of its own; ask for {BASE}")
    if bet != BASE and game.bet(bet).reads == HIGHEST:
        raise BadInput(f"{game.bet(bet).name} of {game.name} is counted for a number of hands")

    def count() -> dict[str, Any]:
        sheet = optimal(pays, budget).sheet() if bet == BASE else _side_sheet(pays, game.bet(bet), budget)
        return sheet.stored()

    said: dict[str, Any] = {"game": game.slug, "bet": bet, "options": dict(game.chosen)}
    versions: tuple[Version, ...]
    if bet == BASE:
        said |= pays.base_table()
        name, decides, versions = f"{game.slug} {BASE}", inputs.base(pays), (version_of(game),)
    else:
        said |= told(pays.tables[game.bet(bet).table])
        name, decides, versions = _side_inputs(pays, game.bet(bet))
    name = " ".join(filter(None, (name, said["paytable"])))
    return _marked(game, ParSheet.restored(remembered(name, decides, count, *versions), **said))


def _side_inputs(pays: Pays, side: BetRow) -> tuple[str, inputs.Inputs, tuple[Version, ...]]:
    """What the sheet of a side bet is called, what decides it, and what counts it.

    Cards that are as any others of the deck are no game's own: bets on them share what is kept.
    """
    game, table = pays.game, pays.tables[side.table]
    name, ranking = f"{game.slug} {side.slug}", table.ranking
    if _apart(game, side):
        decides = inputs.apart(game, ranking, game.cards.read_by(side.reads)) | inputs.lines(table)
        return ranking.name, decides, (by_class.VERSION,)
    engine = engine_for(game)
    decides = inputs.side(side, ranking) | inputs.lines(table)
    undecided = not side.lost_with_fold and not game.exchanged(side)
    if engine.by_deal and undecided:
        return name, inputs.dealt(game) | decides, (engine.version,)
    return name, inputs.base(pays) | decides, (engine.version, riding.VERSION)


def _apart(game: Description, side: BetRow) -> bool:
    """Whether what a side bet reads is counted without the game: cards as any others of the deck."""
    beaten = side.reads == BEATEN
    return game.family != WAR and not side.lost_with_fold and not game.exchanged(side) and not beaten


def sheet_by_margin(game: Description, bet: str, tables: Tables | None = None) -> ParSheet:
    """The par sheet by itself of a bet of the base game that is paid by the margin."""
    pays, engine = Pays.of(game, tables), engine_for(game)

    def count() -> dict[str, Any]:
        sheet_of = asked(engine.by_margin, game, f"{bet} by itself")
        return sheet_of(optimal(pays), game.bet(bet)).stored()

    said: dict[str, Any] = {"game": game.slug, "bet": bet, "options": dict(game.chosen)}
    said |= told(pays.tables[game.bet(bet).table])
    decides = inputs.base(pays) | {"by margin": bet}
    name = f"{game.slug} {bet} {said['paytable']}"
    kept = remembered(name, decides, count, engine.version)
    return _marked(game, ParSheet.restored(kept, **said))


def _side_sheet(pays: Pays, side: BetRow, budget: Budget | None) -> ParSheet:
    """A side bet by class of what it reads; if decisions matter to it, by how the base game is played."""
    game, table = pays.game, pays.tables[side.table]
    if _apart(game, side):
        found = outcomes(table, read_by(game, side, table))
        return from_outcomes(found, game=game.slug, bet=side.slug, options=dict(game.chosen), **told(table))
    engine = engine_for(game)
    if side.reads == BEATEN:
        beaten = asked(engine.beaten, game, "how often a hand is beaten")
        return beaten(optimal(pays, budget), side, budget)
    riding = asked(engine.riding, game, f"what a fold loses of {side.name}")
    return riding(optimal(pays, budget, telling(game, table.ranking)), side, budget)


def asked(ability: Callable[..., T] | None, game: Description, what: str) -> Callable[..., T]:
    """What an engine can be asked.

    :raises BadInput: if it does not count that.
    """
    if ability is None:
        raise BadInput(f"{game.name}: {what} is not counted in this family")
    return ability


def telling(game: Description, ranking: Kind) -> Deck | None:
    """The deck with suits told apart, where a ranking does and the game doesn't; else what is usual."""
    return None if ranking.suits_alike else Deck(game.cards.deck).seen_by(ranking)


def values(
    game: Description, at: str | Situation, tables: Tables | None = None, budget: Budget | None = None
) -> Values:
    """What every choice is worth in a situation, typed or as a value."""
    situation = at if isinstance(at, Situation) else parse(game, at)
    pays = Pays.of(game, tables)
    engine = engine_for(game)
    case = engine.case(pays, situation)
    worths, notes = case or (engine.values(optimal(pays, budget), situation), ())
    return Values(game.slug, str(situation), worths, dict(game.chosen), notes)


def strategy(
    game: Description,
    tables: Tables | None = None,
    budget: Budget | None = None,
    ways: Sequence[Named] = (),
    chart: Ruled | None = None,
) -> Strategy:
    """Optimal play as charts, and the best rule that goes by what they show.

    The `ways` to play that people know are counted too; a `chart` of one's own stands for the others.
    """
    pays = Pays.of(game, tables)
    decides = inputs.base(pays) | inputs.said(
        ways=[[*lines_of(way.text), *way.best] for way in ways],
        rows=chart and chart.conditions,
        letters=chart and dict(chart.letters),
    )

    def count() -> dict[str, Any]:
        solved, engine = optimal(pays, budget), engine_for(pays.game)
        worth, cells = [], None
        for way in ways:
            following = asked(engine.following, pays.game, "what rules are worth")
            worth.append(str(following(solved, way.text, way.best)))
        if chart is not None:
            cells = asked(engine.cells, pays.game, "a chart of one's own")(solved, chart)
        best = charts.strategy(game, solved.sheet().expected_value, engine.readout(solved))
        return best.stored() | {"ways": worth, "cells": cells}

    kept = remembered(f"{game.slug} strategy", decides, count, version_of(game), charts.VERSION)
    found = charts.worded(Strategy.restored(kept, game.slug, dict(game.chosen)), game)
    known = (
        RuleSet(way.name, way.words, Fraction(worth)) for way, worth in zip(ways, kept["ways"], strict=True)
    )
    best_first = sorted((*known, *found.rule_sets), key=lambda rules: -rules.expected_value)
    if chart is not None:
        found = replace(found, charts=(charts.drawn(chart, kept["cells"]),))
    return replace(found, rule_sets=tuple(best_first)) if ways else found


def version_of(game: Description) -> Version:
    """What solves a game, and its version."""
    return engine_for(game).version


def refusal(game: Description) -> str:
    """Why the best play of a game is not counted, or in no time that is allowed; nothing where it is."""
    try:
        steps = engine_for(game).work(game, Deck(game.cards.deck).seen_by(game.cards.ranking))
        Budget().allow("its best play", steps)
    except TooLong as error:
        return error.size
    except BadInput as error:
        return str(error)
    return ""


@lru_cache(maxsize=48)
def optimal(pays: Pays, budget: Budget | None = None, deck: Deck | None = None) -> Any:
    """The best play as its engine solves it; asked again with the same tables it is there at once."""
    return engine_for(pays.game).solve(counted(pays.game, budget, deck), pays, budget)


def counted(game: Description, budget: Budget | None, deck: Deck | None = None) -> Any:
    """What the engine of a game counts; it is there at once when asked again, whatever is paid for it."""
    return replace(_counted(_Dealt(game, game.play), budget, deck), game=game)


@dataclass(frozen=True, slots=True)
class _Dealt:
    """A game, equal to every other one that has the same showdowns."""

    game: Description = field(compare=False)
    play: tuple[object, ...]


# Enough for a house of twenty games: the largest count takes 180 MB, most take a few, all together half a GB.
@lru_cache(maxsize=24)
def _counted(dealt: _Dealt, budget: Budget | None, deck: Deck | None) -> Any:
    return engine_for(dealt.game).count(dealt.game, deck, budget)


def _marked(game: Description, sheet: ParSheet) -> ParSheet:
    """Say whose rules these are."""
    mark = MARKS[game.form.rules_from]
    return replace(sheet, approved=False, notes=(*sheet.notes, mark)) if mark else sheet
