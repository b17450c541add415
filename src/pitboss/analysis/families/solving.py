"""What `par`, `ev` and `strategy` ask of a described game, whatever its family."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pitboss.analysis.cache import Version, remembered
from pitboss.analysis.families import (
    by_class,
    charts,
    community,
    dealt,
    exchange,
    exchange_charts,
    inputs,
    margins,
    one_decision,
    riding,
    stage_charts,
    stages,
    suit_charts,
    suit_stages,
    upcards,
    war,
    wording,
)
from pitboss.analysis.families.budget import STEPS_A_SECOND, Budget, TooLong
from pitboss.analysis.families.by_class import outcomes, read_by
from pitboss.analysis.families.deals import Deck
from pitboss.analysis.families.payoff import Pays, told
from pitboss.analysis.parsheet import BASE, ParSheet, from_outcomes
from pitboss.analysis.results import DecisionValue, RuleSet, Strategy, Values
from pitboss.errors import BadInput
from pitboss.games.contract import MARKS
from pitboss.games.description import (
    AGAINST_DEALER,
    BEATEN,
    HIGHEST,
    SIDES,
    WAR,
    BetRow,
    Description,
    TableRow,
)
from pitboss.games.situation import Situation, parse
from pitboss.games.strategy import Named, Ruled, lines_of
from pitboss.hands.kinds import Kind

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
    engine = version_of(game)
    decides = inputs.side(side, ranking) | inputs.lines(table)
    undecided = not side.lost_with_fold and not game.exchanged(side)
    if engine == war.VERSION or (engine == community.VERSION and undecided):
        return name, inputs.dealt(game) | decides, (engine,)
    return name, inputs.base(pays) | decides, (engine, riding.VERSION)


def _apart(game: Description, side: BetRow) -> bool:
    """Whether what a side bet reads is counted without the game: cards as any others of the deck."""
    beaten = side.reads == BEATEN
    return game.family != WAR and not side.lost_with_fold and not game.exchanged(side) and not beaten


def sheet_by_margin(game: Description, bet: str, tables: Tables | None = None) -> ParSheet:
    """The par sheet by itself of a bet of the base game that is paid by the margin."""
    pays = Pays.of(game, tables)

    def count() -> dict[str, Any]:
        solved = optimal(pays)
        assert isinstance(solved, margins.MarginSolution)
        return solved.sheet_of(game.bet(bet)).stored()

    said: dict[str, Any] = {"game": game.slug, "bet": bet, "options": dict(game.chosen)}
    said |= told(pays.tables[game.bet(bet).table])
    decides = inputs.base(pays) | {"by margin": bet}
    name = f"{game.slug} {bet} {said['paytable']}"
    kept = remembered(name, decides, count, margins.VERSION)
    return _marked(game, ParSheet.restored(kept, **said))


def _side_sheet(pays: Pays, side: BetRow, budget: Budget | None) -> ParSheet:
    """A side bet by class of what it reads; if decisions matter to it, by how the base game is played."""
    game, table = pays.game, pays.tables[side.table]
    told_of: dict[str, Any] = {
        "game": game.slug,
        "bet": side.slug,
        "options": dict(game.chosen),
        **told(table),
    }
    if game.family == WAR:
        return war.solve(pays).side_sheet(side.slug)
    if side.reads == BEATEN:
        played = optimal(pays, budget)
        if isinstance(played, one_decision.OneDecisionSolution):
            return riding.sheet(played, side, budget)
        if not isinstance(played, community.HoldemSolution):
            raise BadInput(f"{game.name}: how often a hand is beaten is not counted in this family")
        return community.beaten_sheet(played, side)
    if _apart(game, side):
        return from_outcomes(outcomes(table, read_by(game, side, table)), **told_of)
    solved = optimal(pays, budget, telling(game, table.ranking))
    if isinstance(
        solved,
        one_decision.OneDecisionSolution
        | margins.MarginSolution
        | exchange.ExchangeSolution
        | stages.StageSolution,
    ):
        return riding.sheet(solved, side, budget)
    if isinstance(solved, community.HoldemSolution) and table.ranking.own:
        return community.side_sheet(solved, side)
    raise BadInput(f"{game.name}: what a fold loses of {side.name} is not counted in this family")


def telling(game: Description, ranking: Kind) -> Deck | None:
    """The deck with suits told apart, where a ranking does and the game doesn't; else what is usual."""
    return None if ranking.suits_alike else Deck(game.cards.deck).seen_by(ranking)


def values(
    game: Description, asked: str | Situation, tables: Tables | None = None, budget: Budget | None = None
) -> Values:
    """What every choice is worth in a situation, typed or as a value."""
    situation = asked if isinstance(asked, Situation) else parse(game, asked)
    pays = Pays.of(game, tables)
    if is_large(game):
        return Values(game.slug, str(situation), dealt.values(pays, situation), dict(game.chosen))
    own, up = situation.own, situation.dealer
    if (case := one_decision.case(game, own, up)) is not None:
        ends, joined = case
        known = one_decision.values_of(pays, game.cards.ranking.rank(own), ends, sum(ends), joined)
        return Values(game.slug, str(situation), known, dict(game.chosen), (one_decision.against(ends),))
    if (cases := margins.case(game, own)) is not None:
        strength = game.cards.ranking.rank(own)
        notes = (f"Your hand: {game.cards.ranking.describe(strength)}.",)
        known = margins.values_of(pays, strength, cases)
        return Values(game.slug, str(situation), known, dict(game.chosen), notes)
    solved = optimal(pays, budget)
    if isinstance(solved, one_decision.OneDecisionSolution | war.WarSolution):
        found = solved.values(situation.own, situation.dealer)
    elif isinstance(solved, margins.MarginSolution):
        found = solved.values(situation.own)
    elif isinstance(solved, suit_stages.FlushSolution):
        found = solved.values(situation.cards, situation.decisions)
    elif isinstance(solved, exchange.ExchangeSolution):
        found = solved.values(situation.own)
    elif isinstance(solved, community.HoldemSolution):
        board = situation.cards[len(situation.own) :]
        found = solved.values(situation.own, board, situation.decisions)
    elif isinstance(solved, upcards.UpcardSolution):
        found = dealt.values(pays, situation)
    else:
        found = _staged(solved, situation)
    return Values(game.slug, str(situation), found, dict(game.chosen))


def is_large(game: Description) -> bool:
    """Whether the whole game takes so long to count that a case of it is counted by itself."""
    if game.family != AGAINST_DEALER or game.by_margin or game.cards.first or not dealt.countable(game):
        return False
    if game.cards.offered:
        return False
    several = game.cards.dealer_up > 1
    return several or one_decision.work(game, Deck(game.cards.deck)) > 5 * STEPS_A_SECOND


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
    pays = Pays.of(wording.unworded(game), tables)
    decides = inputs.base(pays) | inputs.said(
        ways=[[*lines_of(way.text), *way.best] for way in ways],
        rows=chart and chart.conditions,
        letters=chart and dict(chart.letters),
    )

    def count() -> dict[str, Any]:
        worth = [str(following(optimal(pays, budget), way.text, way.best)) for way in ways]
        cells = chart and _cells(optimal(pays, budget), chart)
        return _charted(pays, budget).stored() | {"ways": worth, "cells": cells}

    kept = remembered(f"{game.slug} strategy", decides, count, version_of(game), charts.VERSION)
    found = wording.worded(Strategy.restored(kept, game.slug, dict(game.chosen)), game)
    known = (
        RuleSet(way.name, way.words, Fraction(worth)) for way, worth in zip(ways, kept["ways"], strict=True)
    )
    best_first = sorted((*found.rule_sets, *known), key=lambda rules: -rules.expected_value)
    if chart is not None:
        found = replace(found, charts=(charts.drawn(chart, kept["cells"]),))
    return replace(found, rule_sets=tuple(best_first)) if ways else found


def following(solved: "Solved", text: str, best: tuple[str, ...] = ()) -> Fraction:
    """What a base game is worth to whoever plays by rules, and the stages of the `best` as is best."""
    if isinstance(solved, community.HoldemSolution):
        return community.following(solved, text, best)
    return _one_decision(solved, "what rules are worth").following(text)


def _cells(solved: "Solved", chart: Ruled) -> list[tuple[str, ...]]:
    """Optimal play in the rows of a chart that the game's folder draws."""
    found = _one_decision(solved, "a chart of one's own")
    if isinstance(found, margins.MarginSolution):
        counts = found.counts
        hands = counts.cards, counts.weights
        return charts.in_columns(counts.game, chart, *hands, found.best, counts.features)
    return charts.ruled(found, chart)


def _one_decision(solved: "Solved", what: str) -> one_decision.OneDecisionSolution | margins.MarginSolution:
    if not isinstance(solved, one_decision.OneDecisionSolution | margins.MarginSolution):
        raise BadInput(f"{what}: that is counted for one decision against a dealer")
    return solved


def _charted(pays: Pays, budget: Budget | None) -> Strategy:
    solved = optimal(pays, budget)
    if isinstance(solved, stages.StageSolution):
        return stage_charts.strategy(solved)
    if isinstance(solved, one_decision.OneDecisionSolution):
        return charts.strategy(solved)
    if isinstance(solved, war.WarSolution):
        return solved.strategy()
    if isinstance(solved, margins.MarginSolution):
        return margins.strategy(solved)
    if isinstance(solved, suit_stages.FlushSolution):
        return suit_charts.strategy(solved)
    if isinstance(solved, upcards.UpcardSolution):
        return upcards.strategy(solved)
    if isinstance(solved, exchange.ExchangeSolution):
        return exchange_charts.strategy(solved)
    return community.strategy(solved)


def _staged(solved: stages.StageSolution, situation: Situation) -> tuple[DecisionValue, ...]:
    risk = solved.plan.staked
    for stage, name in zip(solved.plan.game.stages, situation.decisions, strict=False):
        risk += next(stages.adds(choice) for choice in stage.choices if choice.name == name)
    return solved.values(situation.cards, risk)


Counts = (
    one_decision.OneDecisionCounts
    | community.HoldemCounts
    | exchange.ExchangeCounts
    | upcards.UpcardCounts
    | margins.MarginCounts
)
Solved = (
    one_decision.OneDecisionSolution
    | stages.StageSolution
    | community.HoldemSolution
    | exchange.ExchangeSolution
    | war.WarSolution
    | suit_stages.FlushSolution
    | margins.MarginSolution
    | upcards.UpcardSolution
)


@dataclass(frozen=True, slots=True)
class _Engine:
    """What counts games of a kind against a dealer, and how much work that is."""

    version: Version
    work: Callable[[Description, Deck], int]
    count: Callable[[Description, Deck | None, Budget | None], Counts]


def _against_dealer(game: Description) -> _Engine:
    if game.cards.first:
        raise BadInput(f"{game.name} can't be solved: some of the player's cards are dealt after a decision")
    if game.by_margin:
        return _Engine(margins.VERSION, margins.work, margins.count)
    if game.cards.community:
        return _Engine(community.VERSION, community.work, community.count)
    if any(choice.exchanges for stage in game.stages for choice in stage.choices):
        return _Engine(exchange.VERSION, exchange.work, exchange.count)
    if game.cards.dealer_up > 1:
        return _Engine(upcards.VERSION, upcards.work, upcards.count)
    return _Engine(one_decision.VERSION, one_decision.work, one_decision.count)


def version_of(game: Description) -> Version:
    """What solves a game, and its version."""
    if game.family == WAR:
        return war.VERSION
    if suit_stages.fits(game):
        return suit_stages.VERSION
    return stages.VERSION if game.family != AGAINST_DEALER else _against_dealer(game).version


def refusal(game: Description) -> str:
    """Why the best play of a game is not counted, or in no time that is allowed; nothing where it is."""
    if game.family == WAR:
        return ""
    deck = Deck(game.cards.deck).seen_by(game.cards.ranking)
    try:
        if suit_stages.fits(game):
            steps = suit_stages.work(game, deck)
        elif game.family != AGAINST_DEALER:
            steps = stages.work(game, deck)
        else:
            steps = _against_dealer(game).work(game, deck)
        Budget().allow("its best play", steps)
    except TooLong as error:
        return error.size
    except BadInput as error:
        return str(error)
    return ""


@lru_cache(maxsize=48)
def optimal(pays: Pays, budget: Budget | None = None, deck: Deck | None = None) -> Solved:
    """Optimal play; asked again with the same tables it is there at once."""
    if pays.game.family == WAR:
        return war.solve(pays)
    if suit_stages.fits(pays.game):
        return suit_stages.solve(pays, deck, budget)
    if pays.game.family != AGAINST_DEALER:
        return stages.solve(pays, deck, budget)
    counts = counted(pays.game, budget, deck)
    if isinstance(counts, exchange.ExchangeCounts):
        return exchange.solve(counts, pays, budget)
    if isinstance(counts, community.HoldemCounts):
        return community.solve(counts, pays)
    if isinstance(counts, upcards.UpcardCounts):
        return upcards.solve(counts, pays)
    if isinstance(counts, margins.MarginCounts):
        return margins.solve(counts, pays)
    return one_decision.solve(counts, pays)


def counted(game: Description, budget: Budget | None, deck: Deck | None = None) -> Counts:
    """The showdowns of a game; they are there at once when asked again, whatever is paid for them."""
    return replace(_counted(_Dealt(game, game.play), budget, deck), game=game)


@dataclass(frozen=True, slots=True)
class _Dealt:
    """A game, equal to every other one that has the same showdowns."""

    game: Description = field(compare=False)
    play: tuple[object, ...]


# Enough for a house of twenty games: the largest count takes 180 MB, most take a few, all together half a GB.
@lru_cache(maxsize=24)
def _counted(dealt: _Dealt, budget: Budget | None, deck: Deck | None) -> Counts:
    return _against_dealer(dealt.game).count(dealt.game, deck, budget)


def _marked(game: Description, sheet: ParSheet) -> ParSheet:
    """Say whose rules these are."""
    mark = MARKS[game.rules_from]
    return replace(sheet, approved=False, notes=(*sheet.notes, mark)) if mark else sheet
