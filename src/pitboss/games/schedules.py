"""What a table must let its players read: the pays of every bet on the layout, in force now."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pitboss.games.contract import Bet, Game, Rules
from pitboss.letters import capital
from pitboss.money import format_percent, format_short
from pitboss.paytables import FixedPay, MeterShare, Paytable
from pitboss.paytables.model import Pay
from pitboss.paytables.rankings import title

EVEN_MONEY = "even-money"
"""The schedule of the bets that need no paytable."""


@dataclass(frozen=True, slots=True)
class PayRow:
    """One line of a schedule: the hand, what it pays, and what else it brings."""

    hand: str
    pays: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Schedule:
    """The pays of a bet as they stand on a layout."""

    bet: str
    name: str
    paytable: str
    rows: tuple[PayRow, ...]
    words: str
    """What the bet is about."""
    holds_for: str = ""
    """The number of hands or the wager that these pays are for."""

    @property
    def wide(self) -> bool:
        """Whether its lines are too long to stand beside another schedule's."""
        return any(len(row.hand) > 26 or len(row.pays) > 12 for row in self.rows)


def schedules(
    rules: Rules, hands: int, offered: Callable[[Bet], bool] = lambda bet: True
) -> tuple[Schedule, ...]:
    """The pays of every bet that is offered, for so many hands dealt, the dealer's counted.

    >>> from pitboss.games import game
    >>> cover_all = schedules(game("caribbean-stud").rules(), hands=4)[3]
    >>> cover_all.name, cover_all.holds_for
    ('Cover All', '4 hands dealt')
    >>> cover_all.rows[-1]
    PayRow(hand='Three of a kind', pays='5 to 1', note='')
    """
    game = rules.game
    bets = [bet for bet in game.bets if bet.on_layout and offered(bet)]
    bets += [bet for bet in game.bets if bet.paid_besides and offered(game.bet(bet.of))]
    tables = [bet for bet in bets if bet.slug in rules.paytables]
    return (
        *_even_money(game, [bet for bet in bets if bet not in tables and not bet.paid_as]),
        *(_by_table(bet, bets, rules.paytables[bet.slug], hands) for bet in tables),
    )


def _even_money(game: Game, bets: Iterable[Bet]) -> Iterable[Schedule]:
    names: dict[str, list[str]] = {}
    for bet in bets:
        if bet.pays is not None:
            names.setdefault(str(bet.pays), []).append(bet.name)
    rows = tuple(PayRow(_listed(alike), pays) for pays, alike in names.items())
    if rows:
        name = "Against the dealer" if game.has_dealer else "With a hand that wins"
        yield Schedule(EVEN_MONEY, name, "", rows, "")


def _listed(names: list[str]) -> str:
    """Names in a row.

    >>> _listed(["Ante", "Flop", "Turn"]), _listed(["Ante"])
    ('Ante, Flop and Turn', 'Ante')
    """
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _by_table(bet: Bet, bets: Iterable[Bet], table: Paytable, hands: int) -> Schedule:
    holds_for = f"{format_short(table.wager_cents)} wager" if table.wager_cents else ""
    if table.by_hands:
        table, holds_for = table.for_hands(hands), f"{hands} hands dealt"
    rows = tuple(pay_row(line.hand, line.pay, line.envy_cents) for line in table.lines)
    names = [bet.name, *(other.name for other in bets if other.paid_as == bet.slug)]
    return Schedule(bet.slug, ", ".join(names), table.label, rows, bet.words, holds_for)


def pay_row(hand: str, pay: Pay, envy_cents: int = 0, note: str = "") -> PayRow:
    """One line as players read it.

    >>> pay_row("royal-flush", MeterShare.parse("100% of main"), 100_000)
    PayRow(hand='Royal flush', pays='100% of the meter', note='envy $1,000')
    """
    named = title(hand)
    notes = [note] if note else []
    if envy_cents:
        notes.append(f"envy {format_short(envy_cents)}")
    return PayRow(capital(named), pay_words(pay), " · ".join(notes))


def pay_words(pay: Pay) -> str:
    """What a hand pays and where it comes from.

    >>> pay_words(FixedPay(5_000, from_meter=False)), pay_words(MeterShare.parse("10% of mega"))
    ('$50 from the tray', '10% of Mega')
    """
    if isinstance(pay, MeterShare):
        level = "the meter" if pay.level == "main" else pay.level.capitalize()
        return f"{format_percent(pay.percent)} of {level}"
    if isinstance(pay, FixedPay):
        return f"{format_short(pay.cents)} from the {'meter' if pay.from_meter else 'tray'}"
    return str(pay)
