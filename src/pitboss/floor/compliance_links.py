"""Links: one location, one type, and for different games the same hand at exactly the same probability."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.errors import BadInput
from pitboss.floor.compliance import Finding, Severity
from pitboss.floor.compliance_odds import line_probabilities, royal_probability
from pitboss.floor.config import Floor, FloorLink, link_config
from pitboss.games import game
from pitboss.jackpots.config import JackpotType

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
    if link.type is JackpotType.PROGRESSIVE:
        for table in members:
            if not table.live_meter:
                sentence = f"{table.name} needs a meter that moves with every wager"
                yield Finding(Severity.REFUSED, RULE, where, sentence)
    profiles = {table.controller for table in members if table.controller}
    if len(profiles) > 1 and not link.interoperability:
        sentence = "two generations of controllers on one link need an interoperability approval"
        yield Finding(Severity.REFUSED, f"{RULE} (7)", where, sentence)


def jackpot_bet(slug: str) -> str | None:
    """The bet of a game that lies on a sensor, if it has one."""
    return next((bet.slug for bet in game(slug).bets if bet.kind == "jackpot"), None)


def _games(floor: Floor, link: FloorLink) -> Iterator[Finding]:
    where, table = f"link {link.name}", link.printed
    games = sorted({member.game for member in floor.members(link.name)})
    for slug in games:
        bet = jackpot_bet(slug)
        if bet is None:
            yield Finding(Severity.REFUSED, RULE, where, f"{slug} has no jackpot bet in the approval")
        elif not table.serves(slug, bet):
            sentence = f"{table.designator} is not printed for {slug}: {_difference(link, slug)}"
            yield Finding(Severity.REFUSED, f"{RULE} (6)", where, sentence)
    if len(games) > 1 and all(table.serves(slug, jackpot_bet(slug) or "") for slug in games):
        chances = line_probabilities(table)
        if chances is None:
            sentence = f"{table.designator} reads seven cards and can't join games of five"
            yield Finding(Severity.REFUSED, f"{RULE} (6)", where, sentence)
        else:
            top = table.lines[0].hand
            sentence = f"{' and '.join(games)} win a {top} with {_words(chances[top])}, both on five cards"
            yield Finding(Severity.NOTE, f"{RULE} (6)", where, sentence)


def _difference(link: FloorLink, slug: str) -> str:
    """Why a game can't share the link, in probabilities of the top hand."""
    reads = 5 if link.printed.ranking == "poker" else 7
    cards = 7 if slug == "ultimate-texas-holdem" else game(slug).cards_per_seat
    here, there = royal_probability(reads), royal_probability(cards)
    if here == there:
        return "its winning hands are not those of this table"
    return f"a royal flush comes with {_words(here)} in {reads} cards and with {_words(there)} in {cards}"


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
