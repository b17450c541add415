"""What the par sheet page shows, in words and rounded figures; every number comes from a par sheet."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from markupsafe import Markup

from pitboss.analysis import registry
from pitboss.analysis.charts import Row, bar_chart
from pitboss.analysis.design import Change, Changes, nearest_of
from pitboss.analysis.parsheet import BASE, Figure, ParSheet
from pitboss.analysis.printed_figures import parse_percent
from pitboss.analysis.printing import spoken
from pitboss.analysis.report import decimal, exact, exact_share, figures, percent
from pitboss.analysis.sessions import Session, chances, session
from pitboss.errors import BadInput
from pitboss.games import game
from pitboss.games.words import words_of
from pitboss.letters import capital
from pitboss.money import Odds
from pitboss.paytables import FixedPay, Line, Pay, Paytable
from pitboss.paytables.edited import TAKEN_OUT
from pitboss.web.lab.setup import PAY, SetUp, plain, read_pay

BARS_MAX = 12
RARE = Fraction(1, 2000)
"""Net results of a round below this chance are left out of the picture, not of the list."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A pay that can be edited: the hand it is for, what is typed, and what was printed."""

    hand: str
    text: str
    printed: str
    """Nothing for a line that was added."""
    label: str
    without: str
    """The address of the table without this line."""

    @property
    def edited(self) -> bool:
        """Whether it pays something else than printed."""
        return self.text != self.printed


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """One way the bet can end."""

    name: str
    combinations: str
    probability: str
    pays: str
    cell: Cell | None
    returned: str
    never: bool = False
    """A line that no deal reaches."""


@dataclass(frozen=True, slots=True)
class Headline:
    """A figure with what it was before the edit."""

    name: str
    value: str
    was: str = ""
    word: str = ""
    exact: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of the bet, beside the others."""

    label: str
    """Its designator, and its standing where it was not read."""
    link: str
    edge: str
    hits: str
    deviation: str
    stated: str
    verdict: str
    current: bool


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A line with another pay, the edge it gives, and the address that applies it, if it changes anything."""

    hand: str
    now: str
    pays: str
    edge: str
    exact: str
    away: str
    link: str


@dataclass(frozen=True, slots=True)
class Measured:
    """A par sheet and the picture of a hundred bets, beside a long run those of the next wager."""

    sheet: ParSheet
    session: Session | None


def measure(set_up: SetUp) -> Measured:
    """Analyse the set-up as edited."""
    sheet = registry.par_of(set_up.game, set_up.bet, set_up.table, set_up.options)
    return Measured(sheet, session(chances(sheet.next_wager or sheet)))


def measure_tables(set_up: SetUp) -> dict[str, ParSheet]:
    """The par sheets of every approved table of the bet, by designator."""
    return {
        table.designator: registry.par_of(set_up.game, set_up.bet, table, set_up.options)
        for table in set_up.tables
    }


def measure_changes(set_up: SetUp) -> Changes:
    """The changes of one line that bring the edge of the table on the bench nearest to its target."""
    goal = parse_percent(set_up.target)
    return nearest_of(set_up.game, set_up.bet, set_up.table, set_up.options, goal)


def change_rows(set_up: SetUp, found: Changes) -> list[ChangeRow]:
    """The changes, nearest first; one that leaves the line as it is, or is beyond any table, has no link."""
    assert set_up.table is not None
    lines = {line.hand: line for line in set_up.table.lines}
    rows = []
    for change in found.changes:
        line = lines[change.hand]
        now = plain(line.pay, set_up.hands)
        rows.append(
            ChangeRow(
                capital(line.title),
                amount(now),
                amount(change.pays),
                percent(change.house_edge),
                exact_share(change.house_edge, change.error),
                f"{percent(abs(change.house_edge - found.target))[:-1]} points",
                _apply(set_up, now, change),
            )
        )
    return rows


def _apply(set_up: SetUp, now: Pay, change: Change) -> str:
    if change.pays == str(now):
        return ""
    try:
        read_pay(change.pays, now)
    except BadInput:
        return ""
    return set_up.link(**{f"{PAY}{change.hand}": change.pays})


def only_number(table: Paytable, hands: int | None) -> str:
    """What every pay ends with, such as "to 1", so that cells can show the number alone."""
    ends = {_ending(plain(line.pay, hands)) for line in table.lines}
    return ends.pop() if len(ends) == 1 else ""


def _ending(pay: Pay) -> str:
    if isinstance(pay, Odds) and pay.denominator == 1 and (pay.numerator or not pay.stake_back):
        return "to 1" if pay.stake_back else "for 1"
    return ""


def amount(pay: Pay | str) -> str:
    """A pay as cells show it: what the meter pays is its amount alone.

    >>> amount("$500 from meter"), amount("$500 not from meter")
    ('$500', '$500 not from meter')
    """
    text = str(pay)
    return text if text.endswith("not from meter") else text.removesuffix(" from meter")


def pays_from_meter(set_up: SetUp) -> bool:
    """Whether a line is a fixed pay from the meter."""
    lines = set_up.table.lines if set_up.table else ()
    return any(isinstance(line.pay, FixedPay) and line.pay.from_meter for line in lines)


def cells(set_up: SetUp) -> dict[str, Cell]:
    """The cells of the table on the bench, by the name of the hand."""
    table, printed = set_up.table, set_up.printed
    if table is None or printed is None:
        return {}
    ending = only_number(printed, set_up.hands)

    def text(line: Line) -> str:
        pay = plain(line.pay, set_up.hands)
        whole = amount(pay)
        return whole.removesuffix(f" {ending}") if ending else whole

    old = {line.hand: text(line) for line in printed.lines}
    return {
        line.title: Cell(
            line.hand,
            text(line),
            old.get(line.hand, ""),
            f"{line.title} pays{f', {ending}' if ending else ''}",
            set_up.link(**{f"{PAY}{line.hand}": TAKEN_OUT if line.hand in old else None}),
        )
        for line in table.lines
    }


def rows(set_up: SetUp, sheet: ParSheet, found: Mapping[str, Cell]) -> list[OutcomeRow]:
    """The outcomes of the sheet; those that a line pays can be edited."""
    return [
        OutcomeRow(
            name=capital(spoken(outcome.name, game(set_up.game))),
            combinations=f"{outcome.combinations:,}",
            probability=percent(Fraction(outcome.combinations, sheet.total)),
            pays=outcome.pays or f"net {outcome.net}",
            cell=found.get(outcome.name) if set_up.bet != BASE else None,
            returned=with_sign(outcome.net * outcome.combinations / sheet.total),
            never=not outcome.combinations and outcome.name in found,
        )
        for outcome in sheet.outcomes
    ]


def readings(note: str) -> tuple[str, list[str]]:
    """A note of the audit, and the readings it lists at its end, one by one.

    >>> readings("Per Ante. All tried: per Ante and Blind 1.092%; per Play bet made 0.820%.")
    ('Per Ante.', ['per Ante and Blind 1.092%', 'per Play bet made 0.820%'])
    """
    words, _, tried = note.partition(" All tried: ")
    return words, tried.removesuffix(".").split("; ") if tried else []


def with_sign(value: Fraction, digits: int = 4) -> str:
    """A rounded number with its sign.

    >>> with_sign(Fraction(-1, 8)), with_sign(Fraction(1, 8), 2)
    ('−0.1250', '+0.12')
    """
    return f"{float(value):+.{digits}f}".replace("-", "−")


def headlines(set_up: SetUp, sheet: ParSheet, printed: ParSheet | None) -> list[Headline]:
    """The figures that move when a cell is edited."""
    was = printed if set_up.pays else None
    per = f"per {words_of(game(set_up.game)).unit}" if sheet.bet == BASE else ""
    if set_up.table is not None and set_up.table.metered:
        per = "in the long run" if sheet.options.get("rate") else "on the next wager, no rate given"
    edge = Headline(
        "House edge",
        percent(sheet.house_edge),
        percent(was.house_edge) if was else "",
        _moved(sheet.house_edge - was.house_edge) if was else f"{_either_way(sheet)} {per}".strip(),
        exact_share(sheet.house_edge, sheet.error),
    )
    found = [edge]
    if sheet.hit_frequency is not None:
        old = was.hit_frequency if was else None
        word = "" if old is None else "unchanged" if old == sheet.hit_frequency else f"was {percent(old)}"
        exactly = exact_share(sheet.hit_frequency, sheet.error_in("hit_frequency"))
        found.append(Headline("Hit frequency", percent(sheet.hit_frequency), word=word, exact=exactly))
    if sheet.variance is not None:
        before = f"was {decimal(was.variance, 4)}" if was and was.variance is not None else ""
        deviation = f"deviation {sheet.standard_deviation:,.4f}"
        word = "unchanged" if was and was.variance == sheet.variance else before or deviation
        exactly = exact(sheet.variance, sheet.error_in("variance"))
        found.append(Headline("Variance", decimal(sheet.variance, 4), word=word, exact=exactly))
    return [*found, *_fourth(set_up, sheet)]


def _either_way(sheet: ParSheet) -> str:
    """How far a sampled edge may be off, which is seen without looking further."""
    return f"± {100 * float(sheet.error):.2f} points" if sheet.is_sampled else ""


def _fourth(set_up: SetUp, sheet: ParSheet) -> list[Headline]:
    if same := set_up.same_as():
        return [Headline("Same as", same.designator, word=f"all {len(same.lines)} lines")]
    if set_up.pays:
        return [Headline("Standing", "edited", word=set_up.name or "not approved, for analysis")]
    if sheet.is_sampled:
        return []
    if sheet.bet == BASE:
        return [Headline("Element of risk", percent(sheet.element_of_risk), word="per money wagered")]
    if "house_edge" in sheet.stated:
        return [Headline("Stated edge", sheet.stated["house_edge"], word=sheet.verdict or "")]
    return [Headline("Standard deviation", f"{sheet.standard_deviation or 0:,.4f}")]


def _moved(by: Fraction) -> str:
    if by == 0:
        return "unchanged by your edit"
    return f"{'up' if by > 0 else 'down'} {percent(abs(by))[:-1]} points with your edit"


def table_rows(set_up: SetUp, sheets: Mapping[str, ParSheet]) -> list[TableRow]:
    """Every approved table of the bet with its figures."""
    found = []
    for table in set_up.tables:
        sheet = sheets[table.designator]
        found.append(
            TableRow(
                label=table.label,
                link=SetUp(set_up.game, set_up.bet, set_up.options, table, {}).link(),
                edge=f"{percent(sheet.house_edge, 3)} {_either_way(sheet)}".strip(),
                hits="" if sheet.hit_frequency is None else percent(sheet.hit_frequency, 2),
                deviation="" if sheet.variance is None else f"{sheet.standard_deviation:,.3f}",
                stated=sheet.stated.get("house_edge", "") if set_up.bet != BASE else "",
                verdict=sheet.verdict or "",
                current=set_up.printed is not None and table.designator == set_up.printed.designator,
            )
        )
    return found


def edges_picture(set_up: SetUp, sheet: ParSheet, sheets: Mapping[str, ParSheet]) -> Markup:
    """The house edge of every table of the bet, and of the edited one."""
    shown = dict(sheets) | ({"your edit": sheet} if set_up.pays else {})
    bars = [
        Row(name, 100 * float(other.house_edge), error=100 * float(other.error))
        for name, other in shown.items()
    ]
    return bar_chart(bars, "House edge by paytable", "house edge", 2, "%")


def returns_picture(set_up: SetUp, sheet: ParSheet, printed: ParSheet | None) -> Markup | None:
    """What each outcome brings back, as edited and as printed; of a base game those that weigh most."""
    if not sheet.outcomes:
        return None
    before = {row.name: row for row in printed.outcomes} if printed and set_up.pays else {}
    lines = cells(set_up)
    shown = [
        row
        for row in sheet.outcomes
        if row.combinations and (set_up.bet == BASE or row.net > 0 or row.name in lines)
    ]
    if len(shown) > BARS_MAX:
        shown = sorted(shown, key=lambda row: abs(row.net * row.combinations), reverse=True)[:BARS_MAX]
    if not shown:
        return None
    bars = []
    for row in shown:
        old = before.get(row.name)
        was = None if old is None or printed is None else float(old.net * old.combinations / printed.total)
        name = capital(spoken(row.name, game(set_up.game)))
        share = Fraction(row.combinations, sheet.total)
        bars.append(Row(name, float(row.net * share), was, float(row.return_error(sheet.total))))
    return bar_chart(bars, "Return by outcome, in bets", "what an outcome brings per bet, in bets")


def round_picture(sheet: ParSheet) -> Markup | None:
    """How one round ends, of a sheet that knows the chances of net results and no outcomes."""
    bars = [
        Row(f"{int(net):+}".replace("-", "−") if net else "0", 100 * float(chance))
        for net, chance in chances(sheet)
        if chance >= RARE
    ]
    if sheet.outcomes or len(bars) < 2:
        return None
    return bar_chart(bars, "Net result of one round, in wagers", "chance of that net result", 2, "%")


def compared(set_up: SetUp, sheet: ParSheet, other: ParSheet) -> list[tuple[str, str, str, bool]]:
    """The set-up beside another table: name, here, there, and whether they differ."""
    assert set_up.table is not None
    assert set_up.compare is not None
    found = [
        ("House edge", percent(sheet.house_edge), percent(other.house_edge)),
        ("Hit frequency", _share(sheet.hit_frequency), _share(other.hit_frequency)),
        ("Standard deviation", _deviation(sheet), _deviation(other)),
    ]
    here = {line.title: str(plain(line.pay, set_up.hands)) for line in set_up.table.lines}
    there = {line.title: str(plain(line.pay, set_up.hands)) for line in set_up.compare.lines}
    found += [
        (capital(name), here.get(name, "no line"), there.get(name, "no line")) for name in {**here, **there}
    ]
    return [(name, one, two, one != two) for name, one, two in found]


def _share(value: Fraction | None) -> str:
    return "" if value is None else percent(value)


def _deviation(sheet: ParSheet) -> str:
    return "" if sheet.standard_deviation is None else f"{sheet.standard_deviation:,.4f}"


def further(sheet: ParSheet) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Everything else the sheet says, in groups of name, figure and exact value."""
    others, played = [_further(sheet, row) for row in sheet.figures], game(sheet.game)
    bets = {bet.slug: bet.name for bet in played.bets}
    shares = [
        (spoken(row.name, played), percent(row.frequency), exact_share(row.frequency, sheet.error))
        for row in sheet.decisions
    ]
    parts = [
        (bets.get(bet, bet), decimal(value), exact(value, sheet.error))
        for bet, value in sheet.expected_by_bet
    ]
    groups = [("Figures", others), ("Decisions under best play", shares), ("Expected value by bet", parts)]
    if sheet.next_wager is not None and sheet.next_wager.process is not None:
        groups.insert(0, (capital(sheet.next_wager.process.words), _next_wager(sheet.next_wager)))
    if (joint := sheet.joint) is not None:
        edge = exact_share(joint.house_edge, joint.error)
        together = [("house edge of the bet", percent(joint.house_edge), edge)]
        together += [_further(joint, row) for row in joint.figures]
        groups.append(("Both bets played for the best sum", together))
    return [
        (title, [(capital(name), shown, exactly) for name, shown, exactly in found])
        for title, found in groups
        if found
    ]


def _next_wager(sheet: ParSheet) -> list[tuple[str, str, str]]:
    """Figures and outcomes of the next wager, which stand beside those of the long run."""
    rows = [(name, shown, exactly) for name, shown, exactly in figures(sheet)[0].rows]
    return rows + [(row.name, f"net {decimal(row.net, 2)}", str(row.net)) for row in sheet.outcomes]


def _further(sheet: ParSheet, figure: Figure) -> tuple[str, str, str]:
    name = f"{figure.name} ({figure.unit})" if figure.unit else figure.name
    return name, decimal(figure.value), exact(figure.value, sheet.error_of(figure))
