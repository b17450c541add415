"""The exact values of a described game as a job plays it, optimal or by rules, to the cent that is paid."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt

from pitboss.analysis.families import highest, solving
from pitboss.analysis.families.budget import TooLong
from pitboss.analysis.families.by_class import read_by
from pitboss.analysis.families.deciding import decisions_of, tree
from pitboss.analysis.families.ended import Ended
from pitboss.analysis.families.engines import engine_for
from pitboss.analysis.families.payoff import Pays
from pitboss.analysis.families.registry import pays_of, row_of
from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.registry import hands_of
from pitboss.errors import BadInput
from pitboss.games import Rules
from pitboss.games.description import BEATEN, HIGHEST, BetRow
from pitboss.money import format_cents
from pitboss.simulation.job import player_of
from pitboss.simulation.paying import Worth


@dataclass(frozen=True, slots=True)
class Exact:
    """An expected value per unit of its bet, and its error if not exact."""

    expected_value: Fraction
    error: Fraction = Fraction(0)
    deviation: float | None = None
    """The standard deviation of a wager, where it is known: how far means of simulations may be off."""

    @classmethod
    def of_sums(cls, total: int | Fraction, square: int | Fraction, deals: int, unit: int) -> "Exact":
        """From sums over all deals, of net results in cents and of their squares, and the cents of a unit."""
        mean = Fraction(total) / (deals * unit)
        return cls(mean, deviation=sqrt(Fraction(square) / (deals * unit**2) - mean**2))

    @classmethod
    def of_sheet(cls, sheet: ParSheet) -> "Exact":
        """What a par sheet says of its bet."""
        return cls(sheet.expected_value, sheet.error, sheet.standard_deviation)

    def less(self, kept: Fraction) -> "Exact":
        """The same when the house keeps so much."""
        return replace(self, expected_value=self.expected_value - kept)


Found = tuple[dict[str, Exact], dict[str, Fraction], tuple[str, ...]]
"""What bets are worth per unit, how often each decision is taken, and notes."""


def exact(rules: Rules, laid: Mapping[str, int], strategy: str, seats: int = 1) -> Found:
    """What is known of a game as it is played; a game that is too large to count has notes that say so."""
    game = rules.game.description
    assert game is not None
    worth = Worth(rules, game, laid, seats)
    values: dict[str, Exact] = {}
    decisions: dict[str, Fraction] = {}
    ended: Ended | None = None
    notes = []
    if game.unit.slug in laid:
        try:
            ended = engine_for(game).ended_by(player_of(rules, strategy))
            values, decisions = _values(worth, ended), _decisions(worth, ended)
        except BadInput as error:
            notes.append(f"No exact value of the base game: {error}.")
    for bet in game.bets:
        if bet.kind != "base" and bet.slug in laid:
            try:
                value = _side(worth, bet, ended, seats)
                if value is None and strategy == "optimal":
                    value = _by_sheet(worth, bet, seats)
            except TooLong as error:
                notes.append(f"No exact value of {bet.name}: {error.size}.")
                continue
            if value is not None:
                values[bet.slug] = value
    for (slug, odds, cents), paid in worth.rounded.items():
        notes.append(rounded(slug, f"{odds} on {format_cents(cents)}", paid))
    return values, decisions, tuple(notes)


def rounded(bet: str, pays: str, paid: int) -> str:
    """What to know where a part of a cent is not paid."""
    return f"{bet}: {pays} pays {format_cents(paid)}; the house keeps the part of a cent."


def _values(worth: Worth, ended: Ended) -> dict[str, Exact]:
    """What the base game is worth, and each of its bets if their ends are told apart, per unit."""
    game = worth.game
    if ended.together:
        for node in tree(game)[0]:
            for bet in game.base:
                for hand in game.cards.ranking.classes:
                    worth.base(bet, node, "hand", hand)
        if worth.rounded:
            raise BadInput("what the house keeps of cents depends on which bets are out")
    totals, squares = Counter[str](), Counter[str]()
    for node, end, hand, margin, number in ended.ends:
        nets = {bet.slug: worth.base(bet, node, end, hand, margin)[0] for bet in game.base}
        for slug, net in (*nets.items(), ("base", sum(nets.values()))):
            totals[slug] += number * net
            squares[slug] += number * net**2
    unit = worth.laid[game.unit.slug]
    told = ("base",) if ended.together else totals
    return {slug: Exact.of_sums(totals[slug], squares[slug], ended.deals, unit) for slug in told}


def _decisions(worth: Worth, ended: Ended) -> dict[str, Fraction]:
    """How often each decision is taken, and where that may be none."""
    found = {
        name: ended.taken[taken] for name, taken in decisions_of(worth.game).items() if taken in ended.taken
    }
    if ended.unasked:
        found = {ended.unasked: ended.deals - sum(found.values())} | found
    return {name: Fraction(number, ended.deals) for name, number in found.items()}


def _of_nets(nets: Sequence[tuple[int, int]], unit: int) -> Exact:
    """What a bet is worth of which so many deals have these net results, in cents."""
    total, square = (sum(number * net**power for number, net in nets) for power in (1, 2))
    return Exact.of_sums(total, square, sum(number for number, _ in nets), unit)


def _by_sheet(worth: Worth, bet: BetRow, seats: int) -> Exact | None:
    """What a bet that a fold loses is worth by its sheet, if every pay is in whole cents."""
    pays = pays_of(worth.rules)
    if bet.kind == "jackpot":
        return _by_hits(worth, bet, pays, seats)
    odds = pays.tables[bet.table].pays.values()
    if any((one.fraction * worth.laid[bet.slug]).denominator > 1 for one in odds):
        return None
    try:
        return Exact.of_sheet(solving.par(worth.game, bet.slug, pays.tables))
    except TooLong:
        raise
    except BadInput:
        return None  # nobody counts it


def _by_hits(worth: Worth, bet: BetRow, pays: Pays, seats: int) -> Exact | None:
    """What a jackpot that a fold loses is worth, by how often the best play stays with each of its hands."""
    game, usual = worth.game, Pays.of(worth.game)
    if any(
        pays.tables[name].lines != usual.tables[name].lines
        for name in {one.table for one in game.base} - {""}
    ):
        return None  # its hands are counted for the first table of the base game
    try:
        played = worth.rules.game
        (hands, deals), _ = hands_of(played.slug, bet.slug)(worth.rules.paytables[bet.slug], False)
    except TooLong:
        raise
    except BadInput:
        return None  # nobody counts it
    return _of_hands(worth, bet, hands, deals, seats)


def _of_hands(worth: Worth, bet: BetRow, hands: Mapping[str, int], deals: int, seats: int) -> Exact:
    """What a bet is worth per unit that wins with some hands, and is lost with every other deal."""
    lost = worth.side(bet, True, next(iter(hands)))[0]
    nets = [(deals - sum(hands.values()), lost)]
    for hand, number in hands.items():
        net, _, envy = worth.side(bet, False, hand)
        nets.append((number, net + (seats - 1) * envy))
    return _of_nets(nets, worth.laid[bet.slug])


def _side(worth: Worth, bet: BetRow, ended: Ended | None, seats: int) -> Exact | None:
    """What a side bet or jackpot is worth per unit, envy included; None where it is not counted."""
    game = worth.game
    if bet.reads == BEATEN:
        return None  # which hand is beaten, no class of cards says
    dealt, lost = worth.rules.game.hands_dealt(seats), worth.lost_with_fold(bet)
    table, folded = row_of(game, worth.rules.paytables[game.chooses(bet.table)].for_hands(dealt)), 0
    if bet.reads == HIGHEST:
        hands = highest.classes(game, bet, table, dealt)
    elif ended is not None and ended.dealt is not None:
        hands = ended.dealt(bet, table.ranking, lost)
    elif game.unit.slug in worth.laid and (lost or game.exchanged(bet)):
        if ended is None or ended.staying is None:
            return None
        try:
            hands = ended.staying(bet, table.ranking, lost)
        except TooLong:
            raise
        except BadInput:
            return None  # other cards, or a ranking that has other classes
        folded = ended.deals - sum(hands.values())
    else:
        hands = read_by(game, bet, table)
    return _of_hands(worth, bet, hands, folded + sum(hands.values()), seats)
