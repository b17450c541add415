"""Links: one location, one type, and for different games the same hand at exactly the same probability."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.errors import BadInput
from pitboss.floor.compliance.equipment import equipment_of
from pitboss.floor.compliance.findings import Finding, Severity
from pitboss.floor.config.floor_file import Floor, FloorLink, link_config
from pitboss.floor.config.odds import line_probabilities, royal_probability
from pitboss.games import game
from pitboss.jackpots.config import JackpotType, PayKind, TrayPays
from pitboss.jackpots.pays import pay_lines
from pitboss.money import format_cents
from pitboss.paytables import Paytable

RULE = "WAC 230-15-685"


def findings(floor: Floor) -> Iterator[Finding]:
    """What is to be said about each link, and about links together."""
    for link in floor.links:
        yield from _set_up(floor, link)
        yield from _games(floor, link)
    yield from _one_per_game(floor)


def _set_up(floor: Floor, link: FloorLink) -> Iterator[Finding]:
    where = f"link {link.name}"
    members = floor.members(link.name)
    if not members:
        yield Finding(Severity.WARNING, RULE, where, "no table is on this link")
    try:
        link_config(floor, link)
    except BadInput as error:
        yield Finding(Severity.REFUSED, RULE, where, str(error))
    for hand in link.policy.executive_hands:
        if hand not in [line.hand for line in link.printed.lines]:
            sentence = f"executive_hands: {link.printed.designator} has no {hand}"
            yield Finding(Severity.REFUSED, RULE, where, sentence)
    yield from _who_verifies(link)
    if link.type is JackpotType.PROGRESSIVE:
        for table in members:
            if not table.live_meter:
                sentence = f"{table.name} needs a meter that moves with every wager"
                yield Finding(Severity.REFUSED, RULE, where, sentence)
    profiles = {table.controller for table in members if table.controller}
    if len(profiles) > 1 and not link.interoperability:
        sentence = "two generations of controllers on one link need an interoperability approval"
        yield Finding(Severity.REFUSED, f"{RULE} (7)", where, sentence)


VERIFIES = "001:117, 155-157, 267-270; 002:464-466"
"""Where a supervisor verifies a winner, whether meter or tray pays, and by which card the level is told."""


def _who_verifies(link: FloorLink) -> Iterator[Finding]:
    """Whose card a win needs: an executive's from an amount on, no card for small pays of the dealer's."""
    where, policy = f"link {link.name}", link.policy
    if policy.executive_from_cents is None:
        sentence = (
            "executive_from is left out: a supervisor's card confirms any amount; name the amount of the "
            "internal controls from which an executive's card is needed"
        )
        yield Finding(Severity.WARNING, VERIFIES, where, sentence)
    said, above = policy.tray_pays, policy.tray_supervisor_above_cents
    if said is TrayPays.DEALER and not above:
        sentence = (
            'tray_pays = "dealer" needs tray_supervisor_above, the amount from which a supervisor verifies '
            "the hand; name that of the internal controls, or leave tray_pays out: then every win waits for "
            "a card"
        )
        yield Finding(Severity.REFUSED, VERIFIES, where, sentence)
        return
    if said is TrayPays.SUPERVISOR and above is not None:
        sentence = (
            'tray_supervisor_above counts only with tray_pays = "dealer"; '
            "as it stands every pay from the tray waits for a supervisor's card"
        )
        yield Finding(Severity.WARNING, VERIFIES, where, sentence)
    tray = [line for line in pay_lines(link.table) if line.kind is PayKind.TRAY]
    alone = [line for line in tray if line.cents < policy.dealer_pays_below_cents]
    if alone:
        hands = ", ".join(f"{line.hand} {format_cents(line.cents)}" for line in alone)
        sentence = (
            f"below {format_cents(policy.dealer_pays_below_cents)} the dealer's press alone records a pay "
            f"from the tray ({hands}), where the text asks for a supervisor; "
            "the internal controls must say so"
        )
        yield Finding(Severity.ADVICE, VERIFIES, where, sentence)
    elif tray:
        sentence = "a pay from the tray waits for a card, as every other win does"
        yield Finding(Severity.NOTE, VERIFIES, where, sentence)


SEVERAL_GAMES = "001:397, 002:557"
NEXUS_ONLY = "001:395, 002:555"
EITHER = "001:228, 340"
"""Where the approval prints what its jackpot tables are for."""


def _games(floor: Floor, link: FloorLink) -> Iterator[Finding]:
    where, table = f"link {link.name}", link.printed
    games = sorted({member.game for member in floor.members(link.name)})
    for slug in games:
        bet = game(slug).sensor_bet
        if not bet:
            yield Finding(Severity.REFUSED, RULE, where, _no_jackpot(slug))
        elif not table.serves(slug, bet):
            sentence = f"{table.designator} is not printed for {slug}: {_same_game_only(table, slug)}"
            yield Finding(Severity.REFUSED, f"{RULE} (6)", where, sentence)
    if len(games) == 1:
        reason = _not_for_one_game(table, games[0])
        if reason:
            sentence = f"{table.designator} is printed {reason}; only {games[0]} is on this link"
            yield Finding(Severity.WARNING, RULE, where, sentence)
    if len(games) > 1 and all(table.serves(slug, game(slug).sensor_bet) for slug in games):
        chances = line_probabilities(table)
        assert chances is not None, "a table of several games reads five cards"
        top = table.lines[0].hand
        sentence = f"{' and '.join(games)} win a {top} with {_words(chances[top])}, both on five cards"
        yield Finding(Severity.NOTE, f"{RULE} (6)", where, sentence)
    for member in floor.members(link.name):
        if table.generations and member.controller and member.controller not in table.generations:
            only = " and ".join(table.generations)
            sentence = (
                f"{table.designator} is printed for {only} only ({NEXUS_ONLY}); "
                f"this table has {member.controller.value}"
            )
            yield Finding(Severity.REFUSED, RULE, f"table {member.name}", sentence)


def _no_jackpot(slug: str) -> str:
    """Why a game can be on no link."""
    if game(slug).rules_from == "approval":
        return f"{slug} has no jackpot bet in the approval"
    clauses = f"`pitboss rules {slug}` says what is not offered and why"
    return f"no text that was read gives {slug} a jackpot with its pays; {clauses}"


def _not_for_one_game(table: Paytable, slug: str) -> str:
    """What a table is printed for, if that is not a link of this game alone."""
    if table.use == "several-games":
        return f"for connecting several five-card games ({SEVERAL_GAMES})"
    if table.use == "either" and slug != table.game:
        return f"with {table.game} ({EITHER})"
    return ""


def _same_game_only(table: Paytable, slug: str) -> str:
    """Why a table printed for one game does not serve another."""
    sentence = equipment_of(table.game).same_game
    reason = f"it is for {table.game} alone, one table or several" + (f" ({sentence})" if sentence else "")
    if table.standing or line_probabilities(table) is not None:
        return reason
    cards = game(slug).cards_per_seat
    here, there = _words(royal_probability(7)), _words(royal_probability(cards))
    return f"{reason}, and a royal flush comes with {here} in 7 cards and with {there} in {cards}"


def _words(chance: Fraction) -> str:
    return f"probability {chance.numerator}/{chance.denominator:,}"


def _one_per_game(floor: Floor) -> Iterator[Finding]:
    """Across different games a game may be on one linked progressive; levels of a sensor count as one."""
    across: dict[str, list[str]] = {}
    for link in floor.links:
        games = {member.game for member in floor.members(link.name)}
        if len(games) > 1 and link.type is JackpotType.PROGRESSIVE:
            for slug in games:
                across.setdefault(slug, []).append(link.name)
    for slug, links in sorted(across.items()):
        for name in links[1:]:
            sentence = f"{slug} is on {links[0]} already; across games it may be on one linked progressive"
            yield Finding(Severity.REFUSED, f"{RULE} (6)", f"link {name}", sentence)
