"""What decides the figures of a described game, as data: results are kept under it.

It holds what is dealt, decided and compared, what the base bets are paid, and the paytables that are read.
Words, clauses, checks and faces are not in it, nor how cards lie, what is burnt, or which bets must be laid.
"""

from collections.abc import Mapping
from typing import Any

from pitboss.analysis.families.payoff import Pays
from pitboss.games.description import BetRow, Cell, ChoiceRow, Description, StageRow, TableRow
from pitboss.hands.kinds import MARGINS, Kind

Inputs = dict[str, Any]


def base(pays: Pays) -> Inputs:
    """What decides the figures of a base game."""
    return dealt(pays.game) | _paid(pays)


def dealt(game: Description) -> Inputs:
    """What is dealt, decided and compared, whatever is paid for it."""
    cards = game.cards
    return {
        "family": game.family,
        "deck": _deck(game),
        "cards": said(
            player=cards.player,
            dealer=cards.dealer,
            dealer_up=cards.dealer_up,
            community=cards.community,
            first=cards.first,
            offered=bool(cards.offered),
        ),
        "ranking": cards.ranking.name,
        "qualifies": game.qualifying_strength,
        "always_against": sorted(game.always_against),
        "stages": [_stage(stage) for stage in game.stages],
    }


def apart(game: Description, ranking: Kind, size: int) -> Inputs:
    """What decides the classes of cards that are as any others of the deck."""
    return {"deck": _deck(game), "cards": size, "ranking": ranking.name} | said(tests=ranking.told)


def side(bet: BetRow, ranking: Kind) -> Inputs:
    """What a bet reads and when it is lost, whatever is paid for it."""
    told = said(reads=bet.reads_for(ranking), at_once=bet.at_once, lost_with_fold=bet.lost_with_fold)
    return {"side": told | {"ranking": ranking.name} | said(tests=ranking.told)}


def lines(table: TableRow) -> Inputs:
    """A paytable as it is read."""
    return {"ranking": table.ranking.name, "lines": [[hand, str(odds)] for hand, odds in table.lines]}


def _deck(game: Description) -> Inputs:
    cards = game.cards
    without, several = "".join(sorted(cards.removed_ranks)), cards.jokers if cards.jokers > 1 else 0
    return said(decks=cards.decks, without=without, joker=cards.jokers > 0, jokers=several)


def _stage(stage: StageRow) -> Inputs:
    choices = [_choice(choice) for choice in stage.choices]
    return {"name": stage.name, "choices": choices} | said(opens=stage.opens, deals=stage.deals)


def _choice(choice: ChoiceRow) -> Inputs:
    return {"name": choice.name} | said(
        bets=dict(choice.bets),
        takes_back=choice.takes_back,
        folds=choice.folds,
        with_hand=sorted(choice.with_hand),
        below=choice.below,
        exchanges=choice.exchanges,
        takes=choice.takes,
    )


def _paid(pays: Pays) -> Inputs:
    return {"unit": pays.units, "bets": [_bet(bet, pays.tables) for bet in pays.game.base]}


def _bet(bet: BetRow, tables: Mapping[str, TableRow]) -> Inputs:
    """A base bet with what it is paid; its table where one of its cells looks at it."""
    told: Inputs = {
        "name": bet.slug,
        "settles": {end: _cell(cell) for end, cell in bet.settles.items()},
    } | said(in_round=bet.in_round, margins=bet.margins if bet.margins != MARGINS else ())
    if any(cell.uses_table for cell in bet.settles.values()):
        told["table"] = lines(tables[bet.table])
    if bet.bonus is not None:
        told["bonus"] = lines(tables[bet.bonus.table]) | said(
            reads=bet.bonus.reads, after=sorted(bet.bonus.after)
        )
    return told


def _cell(cell: Cell) -> Any:
    if cell.by_hand:
        return {"by_hand": {hand: _cell(one) for hand, one in cell.by_hand.items()}, "else": _flat(cell)}
    return _flat(cell)


def _flat(cell: Cell) -> str:
    if cell.by_table:
        return "table" if cell.odds is None else f"table or {cell.odds}"
    if cell.by_margin:
        return "margin"
    return "lose" if cell.odds is None else str(cell.odds)


def said(**values: Any) -> Inputs:
    """Those of the values that say anything."""
    return {name: value for name, value in values.items() if value}
