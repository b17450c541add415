"""On paper: a par sheet as a test laboratory wants it, charts in colour, and a strategy card for the pocket.

The same input always gives the same bytes: a date stands there only if it is given.
"""

import json
import math
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, date, datetime
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

from pitboss.analysis import audit, registry
from pitboss.analysis.parsheet import BASE, ParSheet, digest
from pitboss.analysis.report import exact_share, of_sheet, percent
from pitboss.analysis.results import Chart, Strategy
from pitboss.errors import BadInput
from pitboss.games import Bet, Game, game
from pitboss.games.words import option_name, value_name, words_of
from pitboss.letters import capital, small
from pitboss.paytables import Line, OddsByHands, Paytable
from pitboss.report import Report, Section

PAPERS = {"a4": "a4", "letter": "us-letter"}
NOT_APPROVED = "NOT APPROVED"
TEXT_MAX = 60
ROUNDS = (100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000)
ROUNDS_MAX = 10**12
_Z = {"95 %": 1.959964, "99 %": 2.575829}
LOPSIDED = 0.5
"""A band is marked where the skewness of the sum is above this."""
_CHART_ROWS_MAX, _CARD_ROWS, _RULE_LETTERS_MAX = 80, 45, 500
_REPORT = Path(__file__).parents[1] / "report.typ"
_SIZES = (9.0, 8.5, 8.0)
"""Points of a document's letters: a last page with a line or two is saved where a little less does it."""
_CARD = Path(__file__).with_name("card.typ")
_MINUS = re.compile(r"(?<![\w)])-(?=[\d$])")
_POWER = re.compile(r"(\d)e([-+]\d+)\b")
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_HUES = ("#cfe6d3", "#f4d8b8", "#cfdff2", "#ead2ea", "#f3efb3", "#d5ecec")
"""Pale enough to read on, and told apart in grey; the letter in the cell says the same."""


@dataclass(frozen=True, slots=True)
class Cover:
    """What a document says of itself besides its content."""

    day: date | None = None
    author: str = ""
    number: str = ""
    revision: str = ""
    client: str = ""
    """Whom it is prepared for."""
    paper: str = "a4"
    rounds: int | None = None
    """A number of rounds that gets a band of its own."""

    def __post_init__(self) -> None:
        if self.rounds is not None and not 0 < self.rounds <= ROUNDS_MAX:
            raise BadInput(f"a band is for 1 to {ROUNDS_MAX:,} rounds")
        if self.paper not in PAPERS:
            raise BadInput(f"paper is {' or '.join(PAPERS)}, not {self.paper[:TEXT_MAX]!r}")
        for text in (self.author, self.number, self.revision, self.client):
            if len(text) > TEXT_MAX or not text.isprintable():
                raise BadInput(f"author, document, revision and client have at most {TEXT_MAX} letters")


def read_date(text: str) -> date:
    """A date as it is typed, 2026-11-16."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{text[:TEXT_MAX]!r} is no date; write it as 2026-11-16") from None


def day_of(given: str | None) -> date:
    """The date of a document: as given, of the source where the environment says it, else today."""
    if given is not None:
        return read_date(given)
    source = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.fromtimestamp(int(source), UTC) if source.isdecimal() else datetime.now(UTC)
    return moment.date()


@dataclass(frozen=True, slots=True)
class PaperSection(Section):
    """A section as paper has it: rows that are marked, a colour for each cell, and the columns that share
    what is left of the width."""

    marked: tuple[int, ...] = ()
    shades: tuple[tuple[str, ...], ...] = ()
    wide: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture under its title."""

    title: str
    svg: str


@dataclass(frozen=True, slots=True)
class Document:
    """What the template of reports is filled with."""

    title: str
    subtitle: str
    sections: tuple[PaperSection, ...]
    footer: str
    paper: str
    stamp: str = ""
    author: str = ""
    date: tuple[int, int, int] | None = None
    cover: tuple[tuple[str, str], ...] = ()
    pictures: tuple[Picture, ...] = ()
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A chart or rules on a card for the pocket; `weight` is about how many lines it takes."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shades: tuple[tuple[str, ...], ...]
    words: tuple[str, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class PocketCard:
    """What the template of cards is filled with."""

    title: str
    value: str
    parts: tuple[Part, ...]
    paper: str
    stamp: str
    footer: str


@dataclass(frozen=True, slots=True)
class Paper:
    """A document that is ready to be set: a template and what it is filled with."""

    template: Path
    content: Document | PocketCard = field(repr=False)

    @property
    def facts(self) -> dict[str, Any]:
        """The content as the template reads it."""
        return asdict(self.content)

    def as_pdf(self) -> bytes:
        """The document, its text searchable."""
        return self.pages("pdf")[0]

    def pages(self, form: Literal["pdf", "png", "svg"]) -> list[bytes]:
        """The document as `pdf`, or its pages as `png` or `svg`."""
        import typst

        facts = {**self.facts, "size": self._size()} if self.template == _REPORT else self.facts
        made: bytes | list[bytes] = typst.compile(
            self.template, format=form, ignore_system_fonts=True, sys_inputs=_inputs(facts)
        )
        return made if isinstance(made, list) else [made]

    def _size(self) -> float:
        """The size of the letters: the largest with which the document has as few pages as it can have."""
        import typst

        def count(size: float) -> int:
            given = _inputs({**self.facts, "size": size})
            found = typst.query(
                self.template, "<pages>", field="value", ignore_system_fonts=True, sys_inputs=given
            )
            return int(json.loads(found)[0])

        return min(_SIZES, key=lambda size: (count(size), -size))


def _inputs(facts: Mapping[str, Any]) -> dict[str, str]:
    return {"report": json.dumps(facts, ensure_ascii=False)}


# The par sheet


@dataclass(frozen=True, slots=True)
class Signature:
    """A key's signature of a document's data, as `pitboss.ledger.sheets` makes it."""

    public_key: str
    text: str


@dataclass(frozen=True, slots=True)
class Edit:
    """A line that pays something else than the printed table, or is only in one of the two."""

    hand: str
    printed: str
    here: str


def edits(table: Paytable, printed: Paytable, hands: int | None = None) -> tuple[Edit, ...]:
    """What a table pays otherwise than a printed one, line by line."""
    here, there = ({line.title: _pay(line, hands) for line in one.lines} for one in (table, printed))
    return tuple(
        Edit(name, there.get(name, "no such line"), here.get(name, "taken out"))
        for name in {**there, **here}
        if here.get(name) != there.get(name)
    )


def _pay(line: Line, hands: int | None) -> str:
    return str(line.pay.at(hands) if isinstance(line.pay, OddsByHands) and hands else line.pay)


def printed_of(slug: str, bet: str, table: Paytable, options: Mapping[str, str]) -> Paytable | None:
    """The printed table that one's own begins from: the one it is named after, else the default."""
    table_bet = registry.analysis_of(slug).par[bet].paytable_bet
    every = game(slug).paytables(table_bet) if table_bet else ()
    if table_bet is None or table.approved or table in every:
        return None
    named = table.designator.removesuffix(" edited")
    found = next((one for one in every if one.designator == named), None)
    return found or game(slug).default_paytable(table_bet, options)


def of_par(
    sheet: ParSheet, cover: Cover, table: Paytable | None = None, signature: Signature | None = None
) -> Paper:
    """The par sheet as a document, with the signature of its data if there is one.

    `table` is the one it was counted with, edits of which are marked.
    """
    played, data = game(sheet.game), sheet.as_json()["digest"]
    hands = int(sheet.options["hands"]) if sheet.options.get("hands") else None
    printed = printed_of(sheet.game, sheet.bet, table, sheet.options) if table else None
    changed = edits(table, printed, hands) if table and printed else ()
    marked = [_edited(changed, printed.designator)] if printed else []
    made = of_sheet(sheet)
    sections = [
        *_rules(_under(played, sheet.options), sheet),
        *marked,
        *_stated(sheet),
        *_counted(made.sections[1:], sheet, table, changed, cover.rounds),
        *map(_section, signed(data, signature)),
    ]
    named = f" “{table.title}”" if table and printed and table.title != table.designator else ""
    designator = f", table {sheet.paytable}{named}" if sheet.paytable else ""
    stamp = "" if sheet.approved and not played.mark else NOT_APPROVED
    document = Document(
        title=f"Par sheet: {played.name}",
        subtitle=f"{bet_title(sheet.game, sheet.bet)}{designator}. {_standing(sheet, played)}",
        sections=tuple(sections),
        footer=made.footer,
        paper=PAPERS[cover.paper],
        stamp=stamp,
        author=cover.author,
        date=(cover.day.year, cover.day.month, cover.day.day) if cover.day else None,
        cover=(
            ("Document", cover.number or f"PB-{data[:8].upper()}"),
            ("Revision", cover.revision or "1"),
            ("Date", _day(cover.day) if cover.day else "not dated"),
            ("Prepared by", cover.author or "not given"),
            ("Prepared for", cover.client or "not given"),
            ("Counted by", f"Pitboss {version('pitboss')}"),
        ),
    )
    return Paper(_REPORT, document)


def audit_digest(findings: Sequence[audit.Finding]) -> str:
    """The SHA-256 of an audit's data, as its pages print it."""
    return digest({"findings": [row.as_json() for row in findings]})


def of_audit(findings: tuple[audit.Finding, ...], signature: Signature | None = None) -> Report:
    """The audit as a document, with the signature of its data if there is one."""
    made = audit.report(findings)
    bets = {
        f"{row.game} {row.bet}": f"{game(row.game).name}, {bet_title(row.game, row.bet)}" for row in findings
    }
    named = [
        replace(section, rows=tuple((bets[row[0]], *map(signs, sources(row[1:]))) for row in section.rows))
        for section in made.sections
    ]
    told = "; ".join(section.heading.lower() for section in made.sections)
    return replace(
        made,
        subtitle=f"{len(findings)} stated figures. {capital(told)}.",
        sections=(*named, *signed(audit_digest(findings), signature)),
    )


def signed(data: str, signature: Signature | None) -> tuple[Section, ...]:
    """What closes a document whose data a key has signed; nothing where none has."""
    if signature is None:
        return ()
    words = (
        "Whoever knows this public key can check with pitboss signature that it signed exactly these data.",
        f"SHA-256 of the data: {data}",
        f"Public key: {signature.public_key}",
        "Signature (Ed25519):",
        signature.text,
    )
    return (Section("Signature of the data", words),)


def with_pictures(report: Report, pictures: Iterable[tuple[str, str]], paper: str = "a4") -> Paper:
    """A report with pictures as SVG, each under its title, below its tables."""
    document = Document(
        title=report.title,
        subtitle=report.subtitle,
        sections=tuple(map(_section, report.sections)),
        footer=report.footer or _footer(),
        paper=PAPERS[paper],
        pictures=tuple(Picture(title, svg) for title, svg in pictures),
        wide=report.wide,
    )
    return Paper(_REPORT, document)


def bet_title(slug: str, bet: str) -> str:
    """A bet in words.

    >>> bet_title("solitaire-stud", "super-bonus")
    'Super Bonus'
    """
    named = (*game(slug).bets, *game(slug).counted)
    return "Base game" if bet == BASE else next((b.name for b in named if b.slug == bet), bet)


def _day(day: date) -> str:
    return f"{day.day} {day:%B} {day.year}"


def _standing(sheet: ParSheet, played: Game) -> str:
    approved = "" if played.mark else "Approved table. " if sheet.approved else "For analysis only. "
    exactly = "Counted by one method" if sheet.unmet else "Exact"
    exactly += "." if sheet.is_exact else " but for figures with a bound of error beside them."
    if sheet.error:
        exactly = "Not exact: the bound of the error stands beside each figure."
    if sheet.is_sampled:
        exactly = "Not counted: bounded by sampling, with the bound of the error beside each figure."
    return f"{approved}{played.mark}{' ' if played.mark else ''}{exactly}"


def signs(text: str) -> str:
    """Figures with true minus signs and powers of ten.

    >>> signs("-0.25 ± 1.0e-11"), signs("three-card 5-2")
    ('−0.25 ± 1.0 × 10⁻¹¹', 'three-card 5-2')
    """
    return _POWER.sub(
        lambda found: f"{found[1]} × 10{str(int(found[2])).translate(_RAISED)}", _MINUS.sub("−", text)
    )


def _section(
    section: Section,
    marked: Iterable[int] = (),
    shades: Iterable[tuple[str, ...]] = (),
    wide: tuple[int, ...] = (),
) -> PaperSection:
    """A section with true minus signs, and capitals at the beginning of its heading and rows."""
    return PaperSection(
        heading=capital(section.heading),
        text=tuple(map(signs, section.text)),
        columns=section.columns,
        rows=tuple(tuple(map(signs, (capital(row[0]), *row[1:]))) for row in section.rows),
        numeric=section.numeric,
        spare=section.spare,
        marked=tuple(marked),
        shades=tuple(shades),
        wide=wide,
    )


def _under(played: Game, options: Mapping[str, str]) -> Game:
    """The game under those options of a sheet by which a table may play."""
    given = [(one, options[one.name]) for one in played.options if one.name in options]
    return played.rules({one.name: value for one, value in given if not one.refusal(value)}).game


def _rules(played: Game, sheet: ParSheet) -> list[PaperSection]:
    seat = played.description.cards.player if played.description else played.cards_per_seat
    most = "Up to " if seat != played.cards_per_seat else ""
    shoe = {option.name: option.default for option in played.options} | dict(sheet.options)
    decks = shoe.get("decks", "1")
    lines = [
        played.words,
        f"{most}{played.cards_per_seat} cards for each seat and "
        f"{small(most)}{played.cards_for_table} for dealer and board, "
        f"from {decks} deck{'' if decks == '1' else 's'}. The dealer {words_of(played).needs}.",
    ]
    mine = [bet for bet in (*played.bets, *played.counted) if (bet.kind == "base") == (sheet.bet == BASE)]
    bets = mine if sheet.bet == BASE else [bet for bet in mine if bet.slug == sheet.bet]
    rows = tuple((bet.name, _laid(played, bet), bet.words) for bet in bets)
    columns = ("bet", "laid", "what it is")
    found = [_section(Section("Rules in brief", tuple(lines), columns, rows), wide=(2,))]
    names = [bet.name for bet in bets]
    clauses = [
        f"{clause.number}. {clause.words}"
        for clause in played.clauses
        if sheet.bet == BASE or any(name in clause.words for name in names)
    ]
    if clauses:
        found.append(_section(Section("Procedure", tuple(clauses))))
    if sheet.options:
        words = {option.name: option.words for option in registry.analysis_of(sheet.game).options}
        words |= {option.name: option.words for option in played.options}
        settings = tuple(
            (option_name(played, name), _said(played, name, value) or "not given", words.get(name, ""))
            for name, value in sheet.options.items()
        )
        columns = ("setting", "value", "what it decides")
        found.append(_section(Section("Settings", (), columns, settings), wide=(1, 2)))
    return found


def _said(played: Game, name: str, value: str) -> str:
    """A value of an option as people say it; what is typed, as a rate is, stands as it was typed."""
    named = {option.name: option.values for option in registry.analysis_of(played.slug).options}
    named |= {option.name: option.values for option in played.options}
    return value_name(played, name, value) if named.get(name) else value


def _laid(played: Game, bet: Bet) -> str:
    """When and for how much a bet is laid."""
    if bet.paid_besides:
        return f"with the {played.bet(bet.of).name}"
    if bet.multiples:
        return f"in the round, {_times(bet.multiples)} the {played.bet(bet.of).name}"
    if bet.in_round:
        return "in the round"
    if bet.kind == "jackpot":
        return "on the sensor, optional"
    laid = "required" if bet.required else "optional"
    return f"{laid}, equal to the {played.bet(bet.equals).name}" if bet.equals else laid


def _times(numbers: Sequence[int]) -> str:
    """Multiples in words.

    >>> _times((1,)), _times((2,)), _times((1, 2, 3))
    ('once', 'twice', '1, 2 or 3 times')
    """
    *others, last = map(str, numbers)
    if others:
        return f"{', '.join(others)} or {last} times"
    return {"1": "once", "2": "twice"}.get(last, f"{last} times")


def _edited(changed: Sequence[Edit], designator: str) -> PaperSection:
    heading = f"Changed against the printed table {designator}"
    if not changed:
        return _section(Section(heading, ("No line pays otherwise.",)))
    rows = tuple((f"◆ {capital(edit.hand)}", edit.printed, edit.here) for edit in changed)
    columns = ("line", "printed", "here")
    text = ("These lines carry a ◆ wherever they stand below.",)
    return _section(Section(heading, text, columns, rows), marked=range(len(rows)))


def _stated(sheet: ParSheet) -> list[PaperSection]:
    if not sheet.stated:
        return []
    rows = tuple((name.replace("_", " "), text) for name, text in sheet.stated.items())
    verdict = (f"What is computed {sheet.verdict}.",) if sheet.verdict in ("agrees", "differs") else ()
    return [_section(Section("Stated in the approval", verdict, ("figure", "stated"), rows))]


def _counted(
    sections: Sequence[Section],
    sheet: ParSheet,
    table: Paytable | None,
    changed: Sequence[Edit],
    rounds: int | None,
) -> list[PaperSection]:
    """What the sheet says everywhere, with names of bets, marks on edits, and what only paper has."""
    titles = {line.hand: line.title for line in table.lines} if table else {}
    played = game(sheet.game)
    bets = {bet.slug: bet.name for bet in played.bets}
    was = {edit.hand: edit.printed for edit in changed}
    found = []
    for section in sections:
        heading = section.heading
        names = titles if heading == "Paytable" else bets if heading.startswith("Expected") else {}
        rows: list[tuple[str, ...]] = [
            (names.get(row[0]) or spoken(row[0], played), *row[1:]) for row in section.rows
        ]
        if heading == "Figures":
            rows[1:1] = _returned(sheet)
        marked = [place for place, row in enumerate(rows) if row[0] in was]
        for place in marked:
            name, pays, *rest = rows[place]
            rows[place] = (f"◆ {capital(name)}", f"{pays} (printed {was[name]})", *rest)
        columns = section.columns
        if not sheet.is_exact:
            columns = tuple("exact, or bound of error" if name == "exact" else name for name in columns)
        text = section.text
        if heading == "Notes":
            text = tuple(spoken(line, played) for line in text)
        if heading == "Sources":
            text = sources(text)
        if not any(text) and not rows:
            continue
        shown = Section(heading, text, columns, tuple(rows), section.numeric)
        exactly = tuple(at for at, name in enumerate(columns) if name.startswith("exact"))
        found.append(_section(shown, marked=marked, wide=exactly))
        if heading == "Figures":
            found.append(bands(sheet, rounds))
    return found


def sources(given: Iterable[str]) -> tuple[str, ...]:
    """Where figures come from, for people who have the letter but not our copies of it.

    >>> sources(("Letter A (001_ab17.txt, lines 1 to 2)", "Letter B (003_0c.txt)", "[37][61]"))
    ('Letter A (lines 1 to 2 of text 001)', 'Letter B (text 003)')
    """
    told = (re.sub(r"\((\d+)_\w+\.txt, ([^)]+)\)", r"(\2 of text \1)", source) for source in given)
    named = (re.sub(r"\((\d+)_\w+\.txt\)", r"(text \1)", source) for source in told)
    return tuple(source for source in named if not source.startswith("["))


def spoken(text: str, played: Game) -> str:
    """A row's name or a note with bets, stages and decisions as one says them.

    >>> spoken("play-4x: win, flush", game("ultimate-texas-holdem"))
    'play 4×: win, flush'
    >>> spoken("third-street: bet-3x", game("mississippi-stud"))
    'third street: bet 3×'
    """
    stage, _, decision = text.partition(": ")
    if decision in played.decisions:
        where = words_of(played).stage(stage)
        text = f"{where}: {decision}" if where else decision
    said = {name: re.sub(r"\b(\d+)x\b", r"\1×", name.replace("-", " ")) for name in played.decisions}
    said |= {bet.slug: bet.name for bet in (*played.bets, *played.counted)}
    hyphened = sorted((name for name in said if "-" in name), key=len, reverse=True)
    pattern = "|".join(map(re.escape, hyphened))
    return re.sub(rf"\b(?:{pattern})\b", lambda found: said[found[0]], text) if pattern else text


def _returned(sheet: ParSheet) -> list[tuple[str, str, str]]:
    """What comes back: of the bet, and of all money wagered."""
    of = ", of the initial wager" if sheet.initial != 1 else ""
    named = [(f"return to player{of}", 1 - sheet.house_edge_initial, "house_edge_initial")]
    if sheet.wagered != sheet.initial:
        named.append(("return to player, of all money wagered", 1 - sheet.element_of_risk, "element_of_risk"))
    return [(name, percent(value), exact_share(value, sheet.error_in(key))) for name, value, key in named]


def skewness(sheet: ParSheet) -> float | None:
    """How lopsided one round is; None where the sheet has no distribution."""
    if not sheet.distribution() or not sheet.variance:
        return None
    mean = sheet.expected_value
    third = sum(((net - mean) ** 3 * count for net, count in sheet.distribution()), Fraction(0)) / sheet.total
    return float(third) / math.pow(sheet.variance, 1.5)


def bands(sheet: ParSheet, rounds: int | None = None) -> PaperSection:
    """Where the result of so many rounds lies, 95 and 99 times in a hundred."""
    heading = "Confidence bands"
    if sheet.variance is None:
        return _section(Section(heading, ("The sheet has no variance, so no band can be told.",)))
    if sheet.process and sheet.process.kind == "long-run":
        words = (
            "Wagers on one meter hang together: what one award takes, the next lacks. The deviation above is "
            "that of one wager, and no band of many follows from it.",
        )
        return _section(Section(heading, words))
    mean, deviation = float(sheet.expected_value), math.sqrt(sheet.variance)
    initial, lopsided = float(sheet.initial), skewness(sheet)
    rows, starred = [], False
    for count in sorted({*ROUNDS, rounds or ROUNDS[0]}):
        spread = deviation * math.sqrt(count)
        star = lopsided is not None and abs(lopsided) / math.sqrt(count) > LOPSIDED
        starred |= star
        near = _Z["95 %"] * spread
        cells = [f"{count:,}{' *' if star else ''}", f"{count * mean:+,.1f}"]
        cells.append(f"{count * mean - near:+,.1f} to {count * mean + near:+,.1f}")
        for z in _Z.values():
            half = z * spread / count / initial
            back = 1 + mean / initial
            cells.append(f"{100 * (back - half):.2f} to {100 * (back + half):.2f}")
        rows.append(tuple(cells))
    unit = registry.analysis_of(sheet.game).per if sheet.bet == BASE else "bet"
    text = [
        f"Net results of the player are in units of the {unit}; the return to player is in percent of the "
        "money wagered before the deal.",
        "By the normal approximation, from the mean and the standard deviation above.",
    ]
    if sheet.process:
        text.append(f"As if each wager were {sheet.process.words}.")
    if starred:
        text.append("* So few rounds are still lopsided, for rare large pays weigh much: a guide only.")
    columns = ("rounds", "mean net", "net, 95 %", *(f"return to player, {name}" for name in _Z))
    return _section(Section(heading, tuple(text), columns, tuple(rows), (0, 1, 2, 3, 4)))


# Charts and the card


def _cell(text: str) -> float | None:
    """The share that a cell says, if it says one."""
    number = {"<1": "0.5", ">99": "99.5"}.get(text, text.removesuffix("%"))
    try:
        value = float(number)
    except ValueError:
        return None
    return value if 0 <= value <= 100 else None


def hues(charts: Iterable[Chart]) -> dict[str, str]:
    """A colour for each decision that charts name, the same on all of them; none where they are too many."""
    cells = (cell for chart in charts for row in chart.rows for cell in row[1:])
    words = dict.fromkeys(word for cell in cells if _number(cell) is None and (word := _leading(cell)))
    return dict(zip(words, _HUES, strict=False)) if len(words) <= len(_HUES) else {}


def shades(chart: Chart, colours: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """A colour for every cell, which repeats what the cell says: pale to full for shares, else one a word."""
    cells = [cell for row in chart.rows for cell in row[1:] if cell]
    if cells and all(_cell(cell) is not None for cell in cells):
        return tuple(("", *(_share_shade(_cell(cell)) for cell in row[1:])) for row in chart.rows)
    if cells and all(_number(cell) is not None for cell in cells):
        most = max(abs(_number(cell) or 0) for cell in cells) or 1
        return tuple(
            ("", *(_sign_shade((_number(cell) or 0) / most) for cell in row[1:])) for row in chart.rows
        )
    return tuple(("", *(colours.get(_leading(cell), "") for cell in row[1:])) for row in chart.rows)


def _number(text: str) -> float | None:
    try:
        return float(text.replace("−", "-").strip("<>%"))
    except ValueError:
        return None


def _leading(cell: str) -> str:
    """The decision that a cell says, of several the one taken most; a dash is none.

    >>> _leading("F16 B84"), _leading("Fold 60 %, Bet 40 %"), _leading("Ds"), _leading("–")
    ('B', 'Fold', 'Ds', '')
    """
    parts = re.findall(r"([A-Z])(\d+)", cell)
    if parts and " ".join(f"{letter}{share}" for letter, share in parts) == cell:
        return str(max(parts, key=lambda part: int(part[1]))[0])
    return "" if cell in ("-", "–", "−") else re.sub(r" [<>]?\d+ %.*", "", cell)


def _share_shade(share: float | None) -> str:
    return "" if share is None else _between("#ffffff", "#9fd0a8", share / 100)


def _sign_shade(part: float) -> str:
    return _between("#ffffff", "#9fd0a8" if part > 0 else "#f0b49c", abs(part))


def _between(pale: str, full: str, part: float) -> str:
    pairs = [(int(pale[at : at + 2], 16), int(full[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(low + (high - low) * part):02x}" for low, high in pairs)


def of_charts(strategy: Strategy, paper: str = "a4") -> Paper:
    """Every chart in colour, and the rules with what they cost."""
    Cover(paper=paper)
    played, made = game(strategy.game), strategy.report()
    colours, count = hues(strategy.charts), len(strategy.charts)
    charts = [
        _section(section, shades=shades(chart, colours))
        for chart, section in zip(strategy.charts, made.sections, strict=False)
    ]
    sections = [*charts, *map(_section, made.sections[count:])]
    told = f"{_value(strategy)}. {_settings(strategy)}{played.mark}".strip()
    document = Document(
        title=f"Strategy: {played.name}",
        subtitle=told,
        sections=tuple(sections),
        footer=_footer(),
        paper=PAPERS[paper],
        stamp=_stamp(strategy, played),
    )
    return Paper(_REPORT, document)


def _value(strategy: Strategy) -> str:
    unit = registry.analysis_of(strategy.game).per
    return f"Best play {_MINUS.sub('−', f'{float(strategy.expected_value):+.4f}')} per {unit}"


def _stamp(strategy: Strategy, played: Game) -> str:
    outside = any(note.startswith("Not approved") for note in strategy.notes)
    return NOT_APPROVED if outside or played.mark else ""


def _footer() -> str:
    return f"Pitboss {version('pitboss')}"


def of_card(strategy: Strategy, paper: str = "a4") -> Paper:
    """Optimal play on one side of a card for the pocket: charts in colour and the rules that cost least."""
    Cover(paper=paper)
    played = game(strategy.game)
    shown = [chart for chart in strategy.charts if len(chart.rows) <= _CHART_ROWS_MAX]
    charts = [part for chart in shown for part in _in_halves(_one_column(chart))]
    colours = hues(charts)
    parts = [*(_part(chart, colours) for chart in charts), *_to_remember(strategy)]
    left_out = len(strategy.charts) - len(shown)
    more = f" {left_out} longer chart{'s' if left_out > 1 else ''} left out." if left_out else ""
    card = PocketCard(
        title=played.name,
        value=_value(strategy),
        parts=tuple(parts),
        paper=PAPERS[paper],
        stamp=_stamp(strategy, played),
        footer=f"{played.mark}{' ' if played.mark else ''}{_settings(strategy)}{_footer()}.{more}",
    )
    return Paper(_CARD, card)


def _to_remember(strategy: Strategy) -> list[Part]:
    """Of the rules short enough for a card those that say most, and of these what costs least.

    One sentence is often about one decision only; three tell how to play a hand.
    """
    short = [rule for rule in strategy.rule_sets if sum(map(len, rule.rules)) <= _RULE_LETTERS_MAX]
    if not short:
        return []
    rule = min(short, key=lambda rules: (-min(len(rules.rules), 3), strategy.cost(rules)))
    cost = strategy.cost(rule)
    words = (*rule.rules, f"Costs {percent(cost)} against best play." if cost else "As good as best play.")
    weight = 2 + sum(1 + len(sentence) // 60 for sentence in words)
    return [Part(f"To remember: {rule.name}", (), (), (), words, weight)]


def _settings(strategy: Strategy) -> str:
    defaults = {option.name: option.default for option in registry.analysis_of(strategy.game).base_options}
    played = game(strategy.game)
    other = [
        f"{option_name(played, name)}: {_said(played, name, value)}"
        for name, value in strategy.options.items()
        if value != defaults.get(name) or name == "decks"
    ]
    return f"{'; '.join(other)}. " if other else ""


def _part(chart: Chart, colours: Mapping[str, str]) -> Part:
    rows = tuple(tuple("–" if cell == "-" else signs(cell) for cell in row) for row in chart.rows)
    legend = re.sub(r"; ask `.+?`", "", chart.legend)
    words = (re.sub(r"(^| )- is ", r"\1– is ", legend),) if legend else ()
    return Part(chart.title, chart.columns, rows, shades(chart, colours), words, len(rows) + 3)


def _one_column(chart: Chart) -> Chart:
    """A chart of shares by decision with one column: the decision, or those that share the hands."""
    names = chart.columns[1:]
    for row in chart.rows:
        found = [_cell(cell) if cell else 0.0 for cell in row[1:]]
        if len(names) < 2 or any(share is None for share in found):
            return chart
        if not 98 <= sum(share or 0 for share in found) <= 102:
            return chart
    rows = []
    for row in chart.rows:
        taken = [(name, cell) for name, cell in zip(names, row[1:], strict=True) if cell not in ("", "0")]
        taken.sort(key=lambda one: -(_cell(one[1]) or 0))
        alone = len(taken) == 1
        rows.append((row[0], taken[0][0] if alone else ", ".join(f"{name} {cell} %" for name, cell in taken)))
    shared = any("%" in best for _, best in rows)
    legend = "Where decisions share a row, in percent of such hands, what else is in sight decides."
    return Chart(chart.title, (chart.columns[0], "best"), tuple(rows), legend if shared else "")


def _in_halves(chart: Chart) -> list[Chart]:
    """A chart that is longer than a card is high, in two that stand beside each other."""
    if len(chart.rows) <= _CARD_ROWS:
        return [chart]
    half = (len(chart.rows) + 1) // 2
    first = replace(chart, rows=chart.rows[:half], legend="")
    return [first, replace(chart, title=f"{chart.title} (continued)", rows=chart.rows[half:])]
