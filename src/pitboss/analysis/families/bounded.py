"""What no engine counts in its time, between bounds under the best play: from samples, never exact."""

import math
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pitboss.analysis.bounds import Bounds
from pitboss.analysis.cache import Version, remembered
from pitboss.analysis.families.budget import TooLong, sample_seconds
from pitboss.analysis.families.payoff import Pays, tables_of
from pitboss.analysis.parsheet import BASE, ParSheet
from pitboss.analysis.progress import tell
from pitboss.analysis.results import DecisionValue, Strategy, Values
from pitboss.errors import BadInput
from pitboss.games.description import Description, TableRow
from pitboss.games.language import Game, form
from pitboss.games.situation import Situation
from pitboss.solve.bounds import CONFIDENCE, SEED, Interval, Position, answers, interval

VERSION = Version("bounds", 5)
"""Raised by hand when the bounds come out otherwise."""
_PLACES = 10**6
_ROUNDING = 1e-3
"""Sums of floats are no farther off, in millionths."""
NO_TABLE: Mapping[str, Any] = {"paytable": None}
MEASURED = "house_edge", "house_edge_initial", "element_of_risk", "expected_value"


def sheet(game: Description, others: Mapping[str, str | TableRow], why: BadInput) -> ParSheet:
    """The par sheet of a base game that engines know and don't count; of other forms, see `sheet_of`.

    `others` are tables, or their designators, where it is not the default table.

    :raises BadInput: the reason, where no sample can be taken either.
    """
    tables = tables_of(game, others)
    try:
        of_tables = paid_by(game.form, {name: tables[name] for name in others})
    except BadInput:
        raise why from None
    return sheet_of(of_tables, why, Pays(game, tables).base_table())


def sheet_of(game: Game, why: BadInput, table: Mapping[str, Any] = NO_TABLE) -> ParSheet:
    """The par sheet of a base game that is not counted, with the reason; what is not known is left out.

    `table` is what the sheet says of its paytable.

    :raises BadInput: the reason, where no sample can be taken either.
    """
    known = _sampled(game, why)
    value, wagered = Bounds(*map(Fraction, known["answers"][0][1])), Bounds(*map(Fraction, known["wagered"]))
    before = initial(game)
    shares = [edge / share for edge in (value.least, value.most) for share in (wagered.least, wagered.most)]
    risk = Bounds.of(shares)
    of_middle = value.middle / wagered.middle
    return ParSheet(
        game=game.slug,
        bet=BASE,
        options=dict(game.chosen),
        **table,
        expected_value=value.middle,
        hit_frequency=None,
        variance=None,
        initial=before,
        wagered=wagered.middle,
        error=value.error,
        errors={
            "house_edge_initial": value.error / before,
            "element_of_risk": risk.around(of_middle),
            "average_wagered": wagered.error,
        },
        measured=MEASURED,
        approved=False,
        method=method(known),
        notes=(not_counted(why),),
    )


def initial(game: Game) -> Fraction:
    """What is laid on the game itself before the deal, in units of the first bet."""
    return Fraction(sum(not bet.in_round and not bet.rides for bet in game.base))


def strategy(game: Game, why: BadInput) -> Strategy:
    """What the best play of a game is worth that is not counted; it has no charts, and the notes say why.

    :raises BadInput: the reason, where no sample can be taken either.
    """
    known = _sampled(game, why)
    value = Bounds(*map(Fraction, known["answers"][0][1]))
    notes = not_counted(why), "There are no charts of what is not counted.", method(known)
    return Strategy(game.slug, value.middle, (), (), dict(game.chosen), value.error, notes)


def values(game: Game, at: Situation, why: BadInput) -> Values:
    """What every answer is worth in a situation of a game that is not counted, with the reason.

    :raises BadInput: the reason, where no sample can be taken either.
    """
    board = any(place.of == form.BOARD for place in game.places)
    opened = [card for group in at.board for card in group]
    cards = {form.SEAT: at.own, form.DEALER: at.dealer, form.BOARD: opened}
    if not board:
        cards[form.SEAT] = (*at.own, *opened)
    position = Position(at.stage, cards, at.decisions)
    known = _sampled(game, why, position)
    values = tuple(
        DecisionValue(name, bounds.middle, bounds.error)
        for name, ends in known["answers"]
        for bounds in [Bounds(*map(Fraction, ends))]
    )
    return Values(game.slug, str(at), values, dict(game.chosen), (not_counted(why), method(known)), True)


def _sampled(game: Game, why: BadInput, at: Position | None = None) -> dict[str, Any]:
    """The ends of intervals by answer, or of the whole game, and of how many deals they are; kept.

    :raises BadInput: the reason why it is not counted, where no sample can be taken either.
    """
    try:
        return _remembered(game, sample_seconds(), at)
    except BadInput:
        raise why from None


def _remembered(game: Game, seconds: int, at: Position | None) -> dict[str, Any]:
    what = f"{game.name}: sampled rounds"

    def show(done: int, whole: int) -> None:
        tell(what, done, whole)

    def sample() -> dict[str, Any]:
        every = (
            {BASE: interval(game, seconds, tell=show)}
            if at is None
            else answers(game, at, seconds, tell=show)
        )
        one = next(iter(every.values()))
        return {
            "answers": [[name, [str(end) for end in rounded(found)]] for name, found in every.items()],
            "wagered": [str(end) for end in one.wagered],
            "deals": one.deals,
            "blocks": one.blocks,
        }

    decides: dict[str, Any] = {"form": game.digest, "seconds": seconds, "seed": SEED}
    if at is not None:
        cards = {whose: "".join(map(str, held)) for whose, held in at.cards.items()}
        decides |= {"stage": at.stage, "cards": cards, "decisions": list(at.decisions)}
    name = f"{game.slug} {BASE if at is None else at.stage} bounds"
    found: dict[str, Any] = remembered(name, decides, sample, VERSION)
    return found


def rounded(found: Interval) -> tuple[Fraction, Fraction]:
    """The ends of an interval in millionths, the lower one rounded down, the upper one up."""
    low, high = (_PLACES * end for end in found.ends)
    return Fraction(math.floor(low + _ROUNDING), _PLACES), Fraction(math.ceil(high - _ROUNDING), _PLACES)


def method(known: Mapping[str, Any]) -> str:
    """How an interval was found, in two sentences."""
    return (
        f"Bounded by sampling {known['deals']:,} deals in {known['blocks']} blocks, seed {SEED}: the lower "
        "end is what decisions earn in ways on that they were not chosen by, the upper end what they earn "
        f"in those they were chosen by. The best play lies between them with {CONFIDENCE:.1%} confidence."
    )


def not_counted(why: BadInput) -> str:
    """The reason why a game is not counted, as a note."""
    return f"Not counted: {why.size if isinstance(why, TooLong) else why}."


def paid_by(game: Game, tables: Mapping[str, TableRow]) -> Game:
    """The game with these tables first, by the name under which bets ask for them."""
    if not tables:
        return game
    bets = tuple(
        replace(bet, tables=(_table(bet, tables[bet.table]),)) if bet.table in tables else bet
        for bet in game.bets
    )
    return replace(game, bets=bets)


def _table(bet: form.Bet, row: TableRow) -> form.Table:
    """A table of a bet as it is printed, or with other pays on its lines."""
    printed = next((table for table in bet.tables if table.designator == row.designator), bet.tables[0])
    pays = dict(row.lines)
    if row.written or {line.name for line in printed.lines} != {*pays}:
        raise BadInput(f"{row.designator}: a table with other lines than {printed.designator} is not sampled")
    return replace(printed, lines=tuple(replace(line, pay=pays[line.name]) for line in printed.lines))
