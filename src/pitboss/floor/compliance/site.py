"""Approvals on record, rules and layouts, sensors, postings and wagering limits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pitboss.errors import BadInput
from pitboss.floor.compliance.findings import SITE, Finding, Severity
from pitboss.floor.config.floor_file import Floor, FloorTable, SiteKind
from pitboss.games.catalogue import catalogue
from pitboss.jackpots.config import JackpotType
from pitboss.money import format_cents
from pitboss.paytables.sources import approval
from pitboss.table.limits import BetLimit, Regulation, TableLimits, regulation_on

GRANTING = "002_f4a0a5900c8377c7.txt"
"""The text that grants more than others: two sensors, a house jackpot, another wager."""
APPROVALS = {
    SiteKind.CARD_ROOM: {
        "internal_controls": "the Commission's approval of the internal controls",
        "equipment_licensed": "state licences of all who supply layouts and equipment",
    },
    SiteKind.TRIBAL: {
        "tga_approval": "the approval of the Tribal Gaming Agency",
        "wsgc_concurrence": "the concurrence of the state's Commission",
        "appendix_a_section_18": "the supplement of Compact Appendix A, section 18",
        "equipment_certified": "state certification of all who supply layouts and equipment",
        "equipment_licensed_by_tribe": "the Tribe's licences of all who supply layouts and equipment",
    },
}

POSTINGS = {
    "wager-limits": "wager limits and fees",
    "prizes": "all odds-based and fixed prizes",
    "employee-play": "the policy on play by employees",
    "disputes": "the procedure for disputes",
    "rules": "the rules, or where to ask for them",
    "jackpot-amount": "the amount that can be won",
    "jackpot-restrictions": "the restrictions on the prize",
    "house-jackpot": "that the house jackpot holds no player money",
    "may-be-removed": "that the house jackpot may be removed without notice",
    "cap": "the cap of the progressive",
    "folded-hands": "whether folded hands qualify",
    "aggregate": "the aggregate payout limit",
    "payout": "the most that one hand wins in a round",
    "player-games": "how many games a player may bet on",
}
_ALWAYS = ("wager-limits", "prizes", "employee-play", "disputes", "rules")


def findings(floor: Floor) -> Iterator[Finding]:
    """What is to be said about the site and each table by itself."""
    yield from _approvals(floor)
    try:
        regulation = regulation_on(floor.site.opens)
    except BadInput as error:
        yield Finding(Severity.REFUSED, "WAC 230-15-140", SITE, str(error))
        return
    yield Finding(
        Severity.NOTE,
        "WAC 230-15-140",
        SITE,
        f"from {floor.site.opens} a wager is at most {format_cents(regulation.wager_max_cents)}; "
        f"source: {regulation.source}",
    )
    for table in floor.tables:
        yield from _sensors(floor, table)
        yield from _granted_elsewhere(floor, table)
        yield from _postings(floor, table)
        yield from _limits(floor, table, regulation)


def _approvals(floor: Floor) -> Iterator[Finding]:
    approved_on = catalogue().approved_on
    if floor.site.opens < approved_on:
        sentence = f"the games were approved on {approved_on}; nothing opens on {floor.site.opens}"
        yield Finding(Severity.REFUSED, "approval letter", SITE, sentence)
    wanted = APPROVALS[floor.site.kind]
    for name, words in wanted.items():
        paper = floor.site.approvals.get(name)
        if paper is None:
            sentence = f"{words} ({name}) is not on record; without it no table opens"
            yield Finding(Severity.REFUSED, "approval letter", SITE, sentence)
        elif paper.is_made_up:
            sentence = (
                f"{words} ({name}) is made up, {paper.reference}; "
                "write down the reference of yours, without it no table opens"
            )
            yield Finding(Severity.REFUSED, "approval letter", SITE, sentence)
        elif paper.dated > floor.site.opens:
            sentence = f"{words} ({name}) is dated {paper.dated}, after the opening on {floor.site.opens}"
            yield Finding(Severity.REFUSED, "approval letter", SITE, sentence)
    for name in floor.site.approvals.keys() - wanted.keys():
        sentence = f"{name} is not an approval a {floor.site.kind.value} needs"
        yield Finding(Severity.WARNING, "approval letter", SITE, sentence)


def _sensors(floor: Floor, table: FloorTable) -> Iterator[Finding]:
    where = f"table {table.name}"
    if len(table.links) > 2:
        yield Finding(
            Severity.REFUSED, "two sensors", where, "a layout has two jackpot options at most (002:479)"
        )
    if len(set(table.links)) != len(table.links):
        yield Finding(
            Severity.REFUSED, "two sensors", where, "two sensors can't belong to one link (002:483)"
        )
    kinds = {link.type for link in floor.links_of(table)}
    if len(kinds) > 1:
        sentence = "all jackpots of a table are of one type, progressive or house (002:482)"
        yield Finding(Severity.REFUSED, "one jackpot type", where, sentence)
    if not 1 <= table.seats <= table.rules.game.seats_max:
        sentence = f"{table.rules.game.name} has 1 to {table.rules.game.seats_max} seats, not {table.seats}"
        yield Finding(Severity.REFUSED, "seats", where, sentence)


def _granted_elsewhere(floor: Floor, table: FloorTable) -> Iterator[Finding]:
    """What one text grants and no other does; at other games a person must look at it."""
    if table.rules.game.source == GRANTING:
        return
    links = floor.links_of(table)
    granted = [("two sensors on a layout", "002:479")] if len(links) > 1 else []
    if any(link.type is JackpotType.HOUSE for link in links):
        granted.append(("a house jackpot", "002:484"))
    for link in links:
        printed = link.printed.wager_cents
        if printed and link.table.wager_cents != printed:
            granted.append((f"another fixed wager than {format_cents(printed)}", "002:504"))
    played = table.rules.game
    approved = played.rules_from == "approval"
    lacks = f"{played.source[:3]} does not grant" if approved else f"no approved text of {played.slug} grants"
    for what, sentence in granted:
        words = f"{lacks} {what}; {sentence} does, for {approval().enclosures[GRANTING]}"
        yield Finding(Severity.WARNING, "approved rules", f"table {table.name}", words)


def needed_postings(floor: Floor, table: FloorTable) -> list[str]:
    """What must be posted at a table before it opens."""
    links = floor.links_of(table)
    needed = list(_ALWAYS)
    if links:
        needed += ["jackpot-amount", "jackpot-restrictions", "folded-hands"]
    if any(link.type is JackpotType.HOUSE for link in links):
        needed += ["house-jackpot", "may-be-removed"]
    if any(level.cap_cents is not None for link in links for level in link.levels):
        needed.append("cap")
    if table.limits and table.limits.aggregates:
        needed.append("aggregate")
    if table.limits and table.limits.payout_cents is not None:
        needed.append("payout")
    if floor.site.games_per_player_max is not None:
        needed.append("player-games")
    return needed


def _postings(floor: Floor, table: FloorTable) -> Iterator[Finding]:
    where = f"table {table.name}"
    for name in needed_postings(floor, table):
        if name not in table.postings:
            sentence = f"not posted: {POSTINGS[name]} ({name})"
            yield Finding(Severity.REFUSED, "WAC 230-15-060, 671, 685", where, sentence)
    for name in sorted(table.postings - POSTINGS.keys()):
        yield Finding(Severity.WARNING, "WAC 230-15-060", where, f"there is no posting called {name!r}")


def _limits(floor: Floor, table: FloorTable, regulation: Regulation) -> Iterator[Finding]:
    where, rule = f"table {table.name}", "WAC 230-15-040, 140, 490"
    wagers = [link.table.wager_cents or 0 for link in floor.links_of(table)]
    limits = table.limits or _standard(table, wagers, regulation)
    try:
        reason = limits.layout_refusal(table.rules, regulation, wagers)
    except BadInput as error:
        reason = str(error)
    if reason:
        yield Finding(Severity.REFUSED, rule, where, reason)
        return
    spots = [bet.slug for bet in table.rules.game.bets if bet.kind == "jackpot" and bet.slug in limits.bets]
    if table.links and not spots:
        yield Finding(Severity.REFUSED, rule, where, "the table is on a link and takes no jackpot wager")
    for spot in spots:
        for sentence in _jackpot_wager(limits.bets[spot], wagers):
            yield Finding(Severity.REFUSED, rule, where, f"{spot} {sentence}")
        for link in floor.links_of(table) if len(table.links) == 1 else ():
            posted = table.named.get(spot, link.printed.designator)
            if posted != link.printed.designator:
                sentence = f"{spot} is posted as {posted}; link {link.name} pays {link.printed.designator}"
                yield Finding(Severity.REFUSED, "posted prizes", where, sentence)


def _jackpot_wager(limit: BetLimit, wagers: list[int]) -> Iterator[str]:
    """What is wrong with the limits of a jackpot bet: each sensor takes the fixed wager of its link."""
    if not wagers:
        yield "is offered and the table is on no link"
    elif (limit.least_cents, limit.most_cents) != (min(wagers), max(wagers)):
        least, most = format_cents(min(wagers)), format_cents(max(wagers))
        if least == most:
            yield f"must be fixed at {least}, the wager of its link"
        else:
            yield f"must run from {least} to {most}, the wagers of its links"


def _standard(table: FloorTable, wagers: list[int], regulation: Regulation) -> TableLimits:
    """The usual limits, for a table that names none, with the jackpot wagers of its links."""
    limits = TableLimits.standard(table.rules, regulation)
    bets = dict(limits.bets)
    for bet in table.rules.game.bets:
        if bet.kind == "jackpot":
            del bets[bet.slug]
            if wagers:
                bets[bet.slug] = BetLimit(min(wagers), max(wagers))
    return replace(limits, bets=bets)
