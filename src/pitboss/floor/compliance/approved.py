"""One rule for what was not approved, or pays players more than they wager: no table opens with it.

What the texts leave to the house, the reading of a table, the rates of a meter and the prize of a house
jackpot, it may decide in its own name: `decision` of a link. Such a link is marked on its pages and papers,
and in the check. Approved options that turn a base game in the players' favour are no departure from the
text: the check warns of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.analysis.registry import analysis_of, par
from pitboss.floor.compliance.advice import long_run_edge, wager_on
from pitboss.floor.compliance.findings import Finding, Severity
from pitboss.floor.config.floor_file import Floor, FloorLink, FloorTable
from pitboss.jackpots.config import JackpotType
from pitboss.paytables import Paytable

RULE = "approved rules"
_SET_BY_THE_HOUSE = {
    JackpotType.PROGRESSIVE: ("001:444, reducing the rate alone is recommended", "rates and seeds"),
    JackpotType.HOUSE: ("002:484, the house sets the prize", "prizes"),
}
"""What of a jackpot's pays the texts leave to the house, and where they do."""


def findings(floor: Floor) -> Iterator[Finding]:
    """What of games, options, paytables and rates was not approved, or costs the house more than it takes."""
    for table in floor.tables:
        yield from _rule_sheet(floor, table)
        for sentence in table.rules.departures:
            yield Finding(Severity.REFUSED, RULE, f"table {table.name}", sentence)
        if table.rules.game.favours and not table.rules.departures:
            yield from _turned(table)
    for link in floor.links:
        yield from _public(floor, link)
        yield from _decided(floor, link)


def _turned(table: FloorTable) -> Iterator[Finding]:
    """Whether best play of the base game wins by the options of a table."""
    options = {
        option.name: table.rules.options[option.name] for option in analysis_of(table.game).base_options
    }
    sheet = par(table.game, options=options)
    if sheet.expected_value - sheet.error > 0:
        sentence = (
            f"by these options the house keeps {float(sheet.house_edge):.4%} of a hand's wager against best "
            "play: players get more than they wager"
        )
        yield Finding(Severity.WARNING, RULE, f"table {table.name}", sentence)


def _decided(floor: Floor, link: FloorLink) -> Iterator[Finding]:
    """What only a decision of the house opens, with its name where the file has one."""
    where, against = f"link {link.name}", list(_against(floor, link))
    for rule, sentence in against:
        if link.decision:
            said = f"{sentence}; opened by decision of the house: {link.decision}"
            yield Finding(Severity.WARNING, rule, where, said)
        else:
            said = f'{sentence}; if the house decides so, decision = "…" of the link names its paper'
            yield Finding(Severity.REFUSED, rule, where, said)
    if link.decision and not against:
        sentence = f"decision = {link.decision!r}: nothing at this link needs one; leave it out"
        yield Finding(Severity.WARNING, RULE, where, sentence)


def _against(floor: Floor, link: FloorLink) -> Iterator[tuple[str, str]]:
    """Why a link may not pay as its file has it, by rule."""
    if link.printed.approved and not link.table.approved:
        sentence = (
            f"{link.table.designator} reads the fixed pays as scaled to the wager; {link.printed.designator} "
            "prints smaller ones: not approved"
        )
        yield _lines(link.printed), sentence
    seats = max((table.seats for table in floor.members(link.name)), default=1)
    if (edge := long_run_edge(link) - (envy := wager_on(link).envy(seats))) < 0:
        full = f", envy at {seats} seats that all wager counted" if envy else ""
        rule, by = _SET_BY_THE_HOUSE[link.type]
        sentence = (
            f"at these {by} the house keeps {float(edge):.4%} of the wagers in the long run"
            f"{full}: players get more than they wager"
        )
        yield rule, sentence


def _rule_sheet(floor: Floor, table: FloorTable) -> Iterator[Finding]:
    """A game whose rules are in no approval opens only by a rule sheet of the house that was approved."""
    played, where = table.rules.game, f"table {table.name}"
    if played.own:
        sentence = f"{played.name} is an own game, not approved; a floor does not deal it"
        yield Finding(Severity.REFUSED, RULE, where, sentence)
        return
    sheet = floor.site.rule_sheets.get(played.slug)
    if played.rules_from == "approval":
        if sheet is not None:
            sentence = f"the approval encloses the rules of {played.name}; its rule sheet is not looked at"
            yield Finding(Severity.WARNING, RULE, where, sentence)
        return
    options = ", ".join(f"{name}={value}" for name, value in table.rules.options.items())
    tables = ", ".join(pays.label for bet, pays in table.rules.paytables.items() if table.offers(bet))
    usual = {option.name: option.default for option in played.options}
    chosen = [f" -o {name}={value}" for name, value in table.rules.options.items() if value != usual[name]]
    shown = f"`pitboss rules {played.slug}{''.join(chosen)}`"
    compare = f"compare it with {shown}: every clause, {options}, and the tables {tables}"
    if sheet is None:
        sentence = (
            f"the rules of {played.name} are from public texts, not from an approval; write the house's own "
            f"approved rule sheet under [site.rule_sheets], with reference and date, and {compare}"
        )
        yield Finding(Severity.REFUSED, RULE, where, sentence)
    elif sheet.is_made_up:
        sentence = f"its rule sheet is made up, {sheet.reference}; write down the reference of yours"
        yield Finding(Severity.REFUSED, RULE, where, f"{sentence}, and {compare}")
    elif sheet.dated > floor.site.opens:
        sentence = f"its rule sheet {sheet.reference} is dated {sheet.dated}, after the opening"
        yield Finding(Severity.REFUSED, RULE, where, f"{sentence} on {floor.site.opens}")
    else:
        sentence = f"dealt by the rule sheet {sheet.reference} of {sheet.dated}; {compare}"
        yield Finding(Severity.NOTE, RULE, where, sentence)


def _public(floor: Floor, link: FloorLink) -> Iterator[Finding]:
    """A table from public texts pays only where an approved rule sheet of the house prints it."""
    table, where = link.printed, f"link {link.name}"
    if not table.standing:
        return
    whence = f"{table.label} is from public texts, not from an approval"
    sheet = floor.site.rule_sheets.get(table.game)
    if sheet is None or sheet.is_made_up:
        wanted = f"write the house's own approved rule sheet of {table.game} under [site.rule_sheets]"
        yield Finding(Severity.REFUSED, RULE, where, f"{whence}; {wanted}")
        return
    compare = f"the rule sheet {sheet.reference} of {sheet.dated} must print its lines, wager, seed and rates"
    yield Finding(Severity.WARNING, RULE, where, f"{whence}; {compare}. {' '.join(table.notes)}")


def _lines(table: Paytable) -> str:
    """Where a table is printed: `001:227-241, 339-353`."""
    places = ", ".join(f"{at.first_line}-{at.last_line}" for at in table.source)
    return f"{table.source[0].file[:3]}:{places}"
