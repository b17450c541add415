"""A paytable as a value: its lines, what the approval states about it, and where it is printed."""

import hashlib
import json
from dataclasses import asdict, dataclass, field, fields, replace
from fractions import Fraction
from typing import Any, Self

from pitboss.errors import BadInput
from pitboss.money import (
    UNITS_PER_CENT,
    Odds,
    dollars,
    format_cents,
    format_percent,
    format_short,
    money_json,
    percent,
)
from pitboss.paytables.rankings import Ranking, ranking, title
from pitboss.paytables.sources import cite
from pitboss.schemas import quantity

LEVELS = ("main", "mega", "major", "minor")
LEVEL_SETS = (("main",), ("mega", "major"), ("mega", "major", "minor"))
"""The levels a table on meters may pay from."""
LEVELS_TOGETHER = "shares are of main alone, of mega and major, or of mega, major and minor"
USES = ("same-game", "several-games", "either")


@dataclass(frozen=True, slots=True)
class MeterShare:
    """A share of a meter level.

    >>> MeterShare.parse("10% of main").of(1_000_000_000_000)
    100000
    """

    percent: Fraction
    level: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "10% of main"."""
        share, _, level = text.partition(" of ")
        fraction = percent(share)
        if fraction > 1:
            raise BadInput(f"{share} is more than the whole meter")
        if fraction == 0 or level not in LEVELS:
            raise BadInput(f"{text!r} is not a share of a meter; write it like 10% of {' or '.join(LEVELS)}")
        return cls(fraction, level)

    def of(self, meter_units: int) -> int:
        """The award in cents, rounded down; the part of a cent that is cut stays in the meter."""
        share = self.percent / UNITS_PER_CENT
        return meter_units * share.numerator // share.denominator

    def __str__(self) -> str:
        return f"{format_percent(self.percent)} of {self.level}"


@dataclass(frozen=True, slots=True)
class FixedPay:
    """A fixed amount, taken from the meter or paid from the tray."""

    cents: int
    from_meter: bool

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "$500 from meter" or "$25 not from meter"."""
        for ending, from_meter in ((" not from meter", False), (" from meter", True)):
            if text.endswith(ending):
                cents = dollars(text.removesuffix(ending))
                if cents > 0:
                    return cls(cents, from_meter)
        raise BadInput(f"{text!r} is not a fixed pay; write it like $500 from meter or $25 not from meter")

    def __str__(self) -> str:
        return f"{format_short(self.cents)} {'' if self.from_meter else 'not '}from meter"


@dataclass(frozen=True, slots=True)
class OddsByHands:
    """Odds that depend on the number of hands dealt, the dealer's included."""

    odds: tuple[tuple[int, Odds], ...]

    def at(self, hands: int) -> Odds:
        """The odds when so many hands are dealt."""
        for number, odds in self.odds:
            if number == hands:
                return odds
        *others, last = map(str, sorted(number for number, _ in self.odds))
        numbers = f"{', '.join(others)} and {last}" if others else last
        raise BadInput(f"no pays for {hands} hands; the table is for {numbers}")

    def __str__(self) -> str:
        return ", ".join(f"{odds} ({hands} hands)" for hands, odds in self.odds)


Pay = Odds | MeterShare | FixedPay | OddsByHands


def parse_pay(text: str) -> Pay:
    """Read one pay as a paytable file writes it.

    >>> parse_pay("500 to 1"), parse_pay("$50 from meter")
    (Odds(numerator=500, denominator=1, stake_back=True), FixedPay(cents=5000, from_meter=True))
    """
    if "%" in text:
        return MeterShare.parse(text)
    if text.endswith("from meter"):
        return FixedPay.parse(text)
    return Odds.parse(text)


def jackpot_pay(text: str) -> Pay:
    """Read a pay of a jackpot, which keeps its wager; dollars alone are from the tray.

    >>> jackpot_pay("$50")
    FixedPay(cents=5000, from_meter=False)
    >>> jackpot_pay("8 to 1")
    Traceback (most recent call last):
    pitboss.errors.BadInput: a jackpot keeps its wager, so it can't pay 8 to 1; write 9 for 1
    """
    plain = text.startswith("$") and not text.endswith("from meter")
    pay = parse_pay(f"{text} not from meter" if plain else text)
    if not isinstance(pay, Odds) or not pay.stake_back:
        return pay
    instead = Odds(pay.numerator + pay.denominator, pay.denominator, stake_back=False)
    raise BadInput(f"a jackpot keeps its wager, so it can't pay {pay}; write {instead}")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a paytable: a hand, what it pays, and what the others at the table get for it."""

    hand: str
    pay: Pay
    envy_cents: int = 0
    printed: str = ""
    """The pay as printed, where a reading departs from the print."""
    note: str = ""

    @property
    def title(self) -> str:
        """The hand in words."""
        return title(self.hand)


@dataclass(frozen=True, slots=True)
class Stated:
    """What the approval prints about a table, to the printed digits: claims to be checked, not results."""

    house_edge: str = ""
    hit_frequency: str = ""
    game_house_edge: str = ""
    """An edge printed beside the table that is that of the whole game."""

    def figures(self) -> dict[str, str]:
        """The figures that are printed, by name."""
        return {field.name: text for field in fields(self) if (text := getattr(self, field.name))}


@dataclass(frozen=True, slots=True)
class Source:
    """Where a table is printed: the document, its lines and the heading over them."""

    file: str
    first_line: int
    last_line: int
    heading: str

    @property
    def short(self) -> str:
        """The text and the line: `003:193`."""
        return f"{self.file[:3]}:{self.first_line}"

    def __str__(self) -> str:
        return cite(self.file, self.heading, self.first_line, self.last_line)


@dataclass(frozen=True, slots=True, repr=False)
class Paytable:
    """A paytable of one bet; it pays the first of its lines that covers the outcome."""

    designator: str
    title: str
    game: str
    bet: str
    ranking: str
    lines: tuple[Line, ...]
    aliases: tuple[str, ...] = ()
    also_at: tuple[tuple[str, str], ...] = ()
    """Further bets that use this table, as (game, bet)."""
    use: str = "same-game"
    """A jackpot table is for tables of the `same-game`, for links of `several-games`, or for `either`."""
    generations: tuple[str, ...] = ()
    """The generations of equipment it is printed for, where it is not for all."""
    stated: Stated = Stated()
    decks: int | None = None
    wager_cents: int | None = None
    seed_cents: int | None = None
    source: tuple[Source, ...] = ()
    notes: tuple[str, ...] = ()
    approved: bool = False
    standing: str = ""
    """How sure a table from public texts is: `read`, `inferred` from what was cut, or `unconfirmed`."""
    house: bool = False
    """Entered by the house for a bet of which no pay scale is public."""
    earlier: tuple[str, ...] = ()
    """What each earlier version of the table was, the first one first."""
    scaled_from_cents: int | None = None
    """Where a second reading is possible: the wager whose fixed pays would be printed here."""

    ranked: Ranking | None = field(default=None, compare=False)
    """The outcomes it pays by, where its lines are conditions that no ranking has."""

    def __repr__(self) -> str:
        return f"<Paytable {self.designator}: {self.game} {self.bet}, {len(self.lines)} lines>"

    @property
    def label(self) -> str:
        """Its designator, with its standing where it was not read."""
        doubt = "the house's own" if self.house else self.standing
        return f"{self.designator} ({doubt})" if self.doubt else self.designator

    @property
    def doubt(self) -> str:
        """What must be said of a table that was not read whole in any text."""
        if self.house:
            return f"Paytable {self.designator} is the house's own, not approved."
        sure = self.standing in ("", "read")
        return "" if sure else f"Paytable {self.designator} is {self.standing}."

    @property
    def known(self) -> bool:
        """Whether some text has it: an approval's, or a public one."""
        return self.approved or bool(self.standing)

    def serves(self, game: str, bet: str) -> bool:
        """Whether this table pays that bet of that game."""
        return (game, bet) in ((self.game, self.bet), *self.also_at)

    def line(self, outcome: str) -> Line | None:
        """The line that pays an outcome of the table's ranking, if any does.

        An outcome outside the ranking is a mistake in the program, not a losing hand.
        """
        ranked = self.ranks
        if outcome not in ranked.outcomes:
            raise ValueError(f"{outcome!r} is no outcome of the ranking {self.ranking!r}")
        return next((line for line in self.lines if outcome in ranked.names[line.hand]), None)

    @property
    def ranks(self) -> Ranking:
        """The ranking by which it pays."""
        return self.ranked or ranking(self.ranking)

    @property
    def unpaid(self) -> str:
        """The best hand that no line pays, or nothing where every hand is paid."""
        outcomes = self.ranks.outcomes
        return next((outcome for outcome in outcomes if self.line(outcome) is None), "")

    @property
    def levels(self) -> tuple[str, ...]:
        """The meter levels this table pays from, in order."""
        used = {line.pay.level for line in self.lines if isinstance(line.pay, MeterShare)}
        return tuple(level for level in LEVELS if level in used)

    @property
    def metered(self) -> bool:
        """Whether it pays from a meter, for a fixed wager."""
        return self.wager_cents is not None

    @property
    def by_hands(self) -> bool:
        """Whether the pays depend on the number of hands dealt."""
        return any(isinstance(line.pay, OddsByHands) for line in self.lines)

    def for_hands(self, hands: int) -> "Paytable":
        """The plain table for that number of hands dealt, of a table whose odds depend on it."""
        return replace(self, lines=tuple(replace(line, pay=at_hands(line.pay, hands)) for line in self.lines))

    def at_wager(self, wager_cents: int, seed_cents: int | None) -> "Paytable":
        """The table for another fixed wager: fixed pays and envy grow with it, the seed is what you say."""
        if self.wager_cents is None or wager_cents <= 0:
            raise BadInput(f"{self.designator} has no fixed wager that could be {format_cents(wager_cents)}")
        scale = Fraction(wager_cents, self.wager_cents)
        lines = tuple(
            replace(line, pay=_scaled(line.pay, scale), envy_cents=_whole(line.envy_cents * scale))
            for line in self.lines
        )
        return replace(
            self, lines=lines, wager_cents=wager_cents, seed_cents=seed_cents, scaled_from_cents=None
        )

    def scaled(self) -> "Paytable":
        """The other reading: fixed pays grow from the wager they would be printed for to the table's own."""
        if self.scaled_from_cents is None or self.wager_cents is None:
            raise BadInput(f"{self.designator} has one reading, the printed one")
        scale = Fraction(self.wager_cents, self.scaled_from_cents)
        lines = tuple(
            replace(line, pay=_scaled(line.pay, scale), printed=str(line.pay))
            if isinstance(line.pay, FixedPay)
            else line
            for line in self.lines
        )
        return replace(
            self,
            designator=f"{self.designator} scaled",
            title=f"{self.title}, scaled reading",
            lines=lines,
            aliases=(),
            approved=False,
            earlier=(),
            scaled_from_cents=None,
        )

    @property
    def version(self) -> int:
        """Which version of the table this is; a link keeps the one it was set up with."""
        return len(self.earlier) + 1

    @property
    def fingerprint(self) -> str:
        """A digest of all that decides a pay: it changes with any line, the wager or the seed."""
        content = [[line.hand, str(line.pay), line.envy_cents] for line in self.lines]
        text = json.dumps([self.designator, self.ranking, self.wager_cents, self.seed_cents, content])
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def as_json(self) -> dict[str, Any]:
        """The table as plain data: money and odds as text, and beside it in numbers."""
        return {
            "paytable": self.designator,
            "title": self.title,
            "game": self.game,
            "bet": self.bet,
            "also_at": [{"game": game, "bet": bet} for game, bet in self.also_at],
            "use": self.use if self.wager_cents else None,
            "generations": list(self.generations),
            "aliases": list(self.aliases),
            "approved": self.approved,
            "certainty": self.standing or None,
            "houses_own": self.house,
            "table_version": self.version,
            "earlier": list(self.earlier),
            "fingerprint": self.fingerprint,
            "decks": self.decks,
            **money_json("wager", self.wager_cents),
            **money_json("seed", self.seed_cents),
            "lines": [_line_as_json(line) for line in self.lines],
            "stated": self.stated.figures(),
            "printed_in": [{"title": str(at), **asdict(at)} for at in self.source],
            "notes": list(self.notes),
        }


def _line_as_json(line: Line) -> dict[str, Any]:
    envy = money_json("envy", line.envy_cents) if line.envy_cents else {}
    words = {"printed": line.printed, "note": line.note}
    return {
        "hand": line.hand,
        "title": line.title,
        "pays": str(line.pay),
        "pay": _pay_as_json(line.pay),
        **envy,
        **{key: text for key, text in words.items() if text},
    }


def _pay_as_json(pay: Pay) -> dict[str, Any]:
    """A pay in numbers, so that nobody needs to read its text."""
    if isinstance(pay, Odds):
        return {"kind": "odds"} | asdict(pay)
    if isinstance(pay, MeterShare):
        return {"kind": "share", "share": quantity(pay.percent), "level": pay.level}
    if isinstance(pay, FixedPay):
        return {"kind": "fixed", **money_json("amount", pay.cents), "from_meter": pay.from_meter}
    return {"kind": "by-hands", "odds": {str(hands): asdict(odds) for hands, odds in pay.odds}}


def at_hands(pay: Pay, hands: int) -> Pay:
    """The pay when so many hands are dealt, where that makes a difference."""
    return pay.at(hands) if isinstance(pay, OddsByHands) else pay


def _scaled(pay: Pay, scale: Fraction) -> Pay:
    return replace(pay, cents=_whole(pay.cents * scale)) if isinstance(pay, FixedPay) else pay


def _whole(cents: Fraction) -> int:
    if cents.denominator != 1:
        raise BadInput(f"at this wager a pay would be {cents} cents, which is no whole number")
    return cents.numerator
