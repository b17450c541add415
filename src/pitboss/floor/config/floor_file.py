"""A floor file: site, pits, tables, links and equipment, read strictly from TOML."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import cache, partial
from importlib.resources import files
from pathlib import Path

from pitboss.analysis.progressive import stated_rate, wager_with
from pitboss.errors import BadInput, why_unread
from pitboss.floor.config.odds import line_probabilities
from pitboss.floor.config.sections import Section
from pitboss.games import Rules, game
from pitboss.games.common import FOLDED_HANDS_QUALIFY
from pitboss.jackpots.config import (
    PPM,
    JackpotType,
    Level,
    LinkConfig,
    LinkOrder,
    LinkTable,
    Policy,
    SeatOrder,
    TrayPays,
)
from pitboss.jackpots.controllers import Profile
from pitboss.jackpots.pays import pay_lines
from pitboss.money import CENTS_PER_DOLLAR, format_cents, format_percent
from pitboss.paytables import Paytable, paytable
from pitboss.table.limits import BetLimit, TableLimits


class SiteKind(StrEnum):
    """Who licenses the house, and so which approvals it needs on record."""

    CARD_ROOM = "card-room"
    TRIBAL = "tribal"


@dataclass(frozen=True, slots=True)
class Approval:
    """A paper on record: its reference and its date."""

    reference: str
    dated: date

    @property
    def is_made_up(self) -> bool:
        """Whether nobody ever gave it: the example's own reference, or a guide's words for one's own."""
        return " ".join(self.reference.casefold().split()) in _made_up()


@dataclass(frozen=True, slots=True)
class Site:
    """The one licensed location of a floor."""

    name: str
    kind: SiteKind
    opens: date
    time_zone: str
    day_cut_minute: int
    games_per_player_max: int | None
    gross_receipts_cents: int | None
    """Of last year; a new house has none."""
    sign_tolerance_cents: int
    ring_from_cents: int
    approvals: Mapping[str, Approval]
    rule_sheets: Mapping[str, Approval]
    """By game: the house's own approved sheet, for games whose rules are not in the approval."""


@dataclass(frozen=True, slots=True)
class Shuffler:
    """A shuffler at a table, with what the texts ask of it; `approval` is for a model they don't name."""

    model: str
    mode: str = ""
    software: str = ""
    packet: int | None = None
    """How many cards it deals at a time."""
    approval: str = ""


@dataclass(frozen=True, slots=True)
class FloorTable:
    """A table as the house sets it up; `named` are the paytables its entry names itself."""

    name: str
    pit: str
    game: str
    seats: int
    rules: Rules
    named: Mapping[str, str]
    limits: TableLimits | None
    links: tuple[str, ...]
    controller: Profile | None
    live_meter: bool
    shuffler: Shuffler | None
    postings: frozenset[str]

    def offers(self, bet: str) -> bool:
        """Whether a bet of the game can be made here, by itself or with the bet it belongs to.

        A table without limits of its own offers them all, a jackpot only where it is on a link.
        """
        if not self.rules.game.has(bet):
            return False
        spot = self.rules.game.bet(bet)
        if spot.in_round:
            return not spot.of or self.offers(spot.of)
        if self.limits is not None:
            return bet in self.limits.bets
        return spot.kind != "jackpot" or bool(self.links)


class Reading(StrEnum):
    """How the fixed pays of a table are read: as printed, or as those of a smaller wager, scaled."""

    PRINTED = "printed"
    SCALED = "scaled"


@dataclass(frozen=True, slots=True)
class FloorLink:
    """A link as the house sets it up; `printed` is the paytable as its text has it, `table` as played."""

    name: str
    type: JackpotType
    printed: Paytable
    table: Paytable
    levels: tuple[Level, ...]
    policy: Policy
    interoperability: str
    decision: str = ""
    """The paper by which the house decides for pays that were not approved, or for more than it takes."""
    assumed: tuple[str, ...] = ()
    """What the file leaves out and what is taken for it, in sentences."""


@dataclass(frozen=True, slots=True)
class Floor:
    """A whole floor file."""

    site: Site
    tables: tuple[FloorTable, ...]
    links: tuple[FloorLink, ...]
    equipment: Mapping[Profile, Mapping[str, str]]

    def members(self, link: str) -> tuple[FloorTable, ...]:
        """The tables on a link."""
        return tuple(table for table in self.tables if link in table.links)

    def links_of(self, table: FloorTable) -> tuple[FloorLink, ...]:
        """The links whose sensors a table has, in the order of its entry."""
        return tuple(link for name in table.links for link in self.links if link.name == name)

    def link(self, name: str) -> FloorLink | None:
        """The link of that name, if the floor has it."""
        return next((link for link in self.links if link.name == name), None)


def example() -> str:
    """The commented example that `pitboss floor init` writes."""
    return files("pitboss.floor.config").joinpath("example.toml").read_text(encoding="utf-8")


STAND_INS = ("the number of your approval", "where your licences are on file")
"""What docs/deploy.md writes where a house puts its own references."""


@cache
def _made_up() -> frozenset[str]:
    """The references of the example, those behind a # too, and what stands for one's own in the guide."""
    return frozenset(map(str.casefold, (*re.findall(r'reference = "([^"]+)"', example()), *STAND_INS)))


def load_floor(path: Path) -> Floor:
    """Read a floor file; BadInput names the place of the first thing that can't be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} can't be read: {why_unread(error)}") from None
    return parse_floor(text, str(path))


def parse_floor(text: str, where: str = "floor") -> Floor:
    """Read a floor from its text.

    >>> floor = parse_floor(example())
    >>> [table.name for table in floor.members("pit-1")]
    ['CS-1', 'CS-2']
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{where}: {error}") from None
    top = Section(data, where)
    site = _site(top.section("site"))
    tables = tuple(
        _table(entry, pit.name) for pit in top.sections("pit") for entry in pit.sections("table", last=True)
    )
    links = tuple(_link(entry, site) for entry in top.sections("link"))
    gear = top.section("equipment")
    equipment = {profile: gear.texts(profile.value) for profile in Profile if gear.has(profile.value)}
    gear.end()
    top.end()
    for kind, names in (("table", [t.name for t in tables]), ("link", [link.name for link in links])):
        for name in names:
            if names.count(name) > 1:
                raise BadInput(f"{where}: {kind} {name} stands twice")
    for table in tables:
        for name in table.links:
            if name not in [link.name for link in links]:
                raise BadInput(
                    f"{where}: table {table.name} names a link {name!r} that the file does not have"
                )
    return Floor(site, tuple(_on_link(table, links) for table in tables), links, equipment)


def _on_link(table: FloorTable, links: tuple[FloorLink, ...]) -> FloorTable:
    """The table as its first link has it: folded hands, and the paytable unless the entry names one."""
    rules = table.rules
    for link in links:
        for bet in rules.game.bets:
            if link.name in table.links[:1] and bet.kind == "jackpot":
                follows = bet.slug not in table.named and link.printed.serves(table.game, bet.slug)
                chosen = rules.paytables | ({bet.slug: link.printed} if follows else {})
                options = rules.options | {FOLDED_HANDS_QUALIFY.name: link.policy.folded_option}
                return replace(table, rules=rules.game.rules(options, chosen))
    return table


def _site(section: Section) -> Site:
    hours, minutes = section.clock("day_cut", "03:00")
    site = Site(
        name=section.text("name"),
        kind=section.choice("kind", SiteKind),
        opens=section.date("opens"),
        time_zone=section.time_zone("time_zone", "America/Los_Angeles"),
        day_cut_minute=60 * hours + minutes,
        games_per_player_max=section.whole("games_per_player_max", None),
        gross_receipts_cents=section.money("gross_receipts", None),
        sign_tolerance_cents=section.money("sign_tolerance", 50_00),
        ring_from_cents=section.money("ring_from", 5_000_00),
        approvals=_papers(section.section("approvals")),
        rule_sheets=_papers(section.section("rule_sheets")),
    )
    section.end()
    return site


def _papers(section: Section) -> dict[str, Approval]:
    """Papers on record, by what they are of."""
    papers = {}
    for name in section.names_of_keys():
        paper = section.section(name)
        papers[name] = Approval(paper.text("reference"), paper.date("dated"))
        paper.end()
    return papers


def _table(section: Section, pit: str) -> FloorTable:
    slug = section.text("game")
    played = game(slug)
    named = section.texts("paytables")
    options = section.texts("options")
    if FOLDED_HANDS_QUALIFY.name in options:
        sentence = "whether folded hands qualify is said once, at the link; the tables on it follow"
        raise BadInput(f"{section.where}: {sentence}")
    rules = section.at(lambda: played.rules(options, named))
    shuffler = None
    if section.has("shuffler"):
        machine = section.section("shuffler")
        shuffler = Shuffler(
            model=machine.text("model"),
            mode=machine.text("mode", ""),
            software=machine.text("software", ""),
            packet=machine.whole("packet", None),
            approval=machine.text("approval", ""),
        )
        machine.end()
    table = FloorTable(
        name=section.text("name"),
        pit=pit,
        game=slug,
        seats=section.whole("seats", played.seats_max) or 0,
        rules=rules,
        named=named,
        limits=_limits(section),
        links=section.names("links"),
        controller=section.choice("controller", Profile) if section.has("controller") else None,
        live_meter=section.flag("live_meter", False),
        shuffler=shuffler,
        postings=frozenset(section.names("postings")),
    )
    section.end()
    return table


def _limits(section: Section) -> TableLimits | None:
    if not section.has("limits"):
        return None
    limits = section.section("limits")
    bets = {}
    for name in limits.names_of_keys():
        least, most = limits.money_range(name)
        bets[name] = BetLimit(least, most)
    limits.end()
    aggregates = section.section("aggregates")
    found = {name: aggregates.money(name) for name in aggregates.names_of_keys()}
    aggregates.end()
    return TableLimits(bets, found, section.money("payout_limit", None))


def _link(section: Section, site: Site) -> FloorLink:
    printed = section.at(lambda: paytable(section.text("paytable")))
    name = printed.designator.removesuffix(" scaled")
    if not printed.known and name == printed.designator:
        sentence = f"{name} is an own table; a link pays by one of an approval, or of public texts"
        raise BadInput(f"{section.where}: {sentence}")
    if not printed.known:
        raise BadInput(f'{section.where}: write paytable = "{name}" and reading = "scaled"')
    scaled = section.choice("reading", Reading, Reading.PRINTED) is Reading.SCALED
    played = section.at(printed.scaled) if scaled else printed
    wager = section.money("wager")
    kind = section.choice("type", JackpotType)
    table = section.at(lambda: played.at_wager(wager, None))
    levels, assumed = _levels(section, kind, printed, table)
    link = FloorLink(
        name=section.text("name"),
        type=kind,
        printed=printed,
        table=table,
        levels=levels,
        policy=Policy(
            seat_order=section.choice("seat_order", SeatOrder, SeatOrder.RIGHT_TO_LEFT),
            link_order=section.choice("link_order", LinkOrder, LinkOrder.CLAIM),
            folded_hands_qualify=section.flag("folded_hands_qualify", False),
            executive_from_cents=section.money("executive_from", None),
            executive_hands=section.names("executive_hands"),
            time_zone=site.time_zone,
            day_cut_minute=site.day_cut_minute,
            tray_pays=section.choice("tray_pays", TrayPays, TrayPays.SUPERVISOR),
            tray_supervisor_above_cents=section.money("tray_supervisor_above", None),
        ),
        interoperability=section.text("interoperability", ""),
        decision=" ".join(section.text("decision", "").split()),
        assumed=assumed,
    )
    section.end()
    return link


def _levels(
    section: Section, kind: JackpotType, printed: Paytable, table: Paytable
) -> tuple[tuple[Level, ...], tuple[str, ...]]:
    """The meters of a link, and what the file leaves out: the printed seed, the rate of the stated edge."""
    parts = [section.section(name) for name in ("seeds", "rates", "reserves", "caps")]
    seeds, rates, reserves, caps = parts
    found, assumed = [], []
    for name in printed.levels:
        if seeds.has(name) or kind is JackpotType.HOUSE:
            seed = seeds.money(name)
        else:
            seed = _printed_seed(seeds, name, printed, table)
            assumed.append(f"the seed of {name} is left out: {format_cents(seed)}, as printed")
        rate, reserve = rates.rate_ppm(name, 0), reserves.rate_ppm(name, 0)
        if kind is JackpotType.PROGRESSIVE and not rates.has(name):
            rate = rates.at(partial(_stated_rate_ppm, table, seed, reserve))
            beside = f" with {format_percent(Fraction(reserve, PPM))} to the reserve" if reserve else ""
            assumed.append(
                f"the rate of {name} is left out: {format_percent(Fraction(rate, PPM))}, which{beside} gives "
                f"the stated house edge of {printed.stated.house_edge}"
            )
        if kind is JackpotType.PROGRESSIVE and rate == 0:
            raise BadInput(f"{rates.where}: {name} gets 0%; a progressive grows with each wager")
        found.append(Level(name, rate, reserve, seed, caps.money(name, None)))
    for part in parts:
        part.end()
    return tuple(found), tuple(assumed)


def _printed_seed(seeds: Section, name: str, printed: Paytable, table: Paytable) -> int:
    if printed.seed_cents is None or name != printed.levels[0]:
        raise BadInput(f"{seeds.where}: {name} is missing, and {printed.designator} prints no seed for it")
    if table.wager_cents != printed.wager_cents:
        raise BadInput(
            f"{seeds.where}: {name} is missing; at another wager than the printed one say the seed"
        )
    return printed.seed_cents


def _stated_rate_ppm(table: Paytable, seed_cents: int, reserve_ppm: int) -> int:
    """The rate that gives the edge the table states, to a hundredth of a per cent."""
    chances = line_probabilities(table)
    (level, *_) = table.levels
    rate = chances and stated_rate(
        wager_with(table, chances),
        table,
        {level: Fraction(seed_cents, CENTS_PER_DOLLAR)},
        Fraction(reserve_ppm, PPM),
    )
    if not rate:
        raise BadInput(f"{level} is missing, and no rate follows from what {table.designator} states")
    return int(rate * PPM)


def link_config(floor: Floor, link: FloorLink, version: int = 1) -> LinkConfig:
    """The set-up a link starts with in the Game Manager.

    >>> floor = parse_floor(example())
    >>> link_config(floor, floor.links[0]).levels[0].seed_cents
    1000000
    """
    assert link.table.wager_cents is not None
    return LinkConfig(
        link=link.name,
        version=version,
        type=link.type,
        wager_cents=link.table.wager_cents,
        paytable=link.table.designator,
        levels=link.levels,
        lines=pay_lines(link.table),
        tables=tuple(LinkTable(t.name, t.game, t.seats) for t in floor.members(link.name)),
        policy=link.policy,
        paytable_version=link.table.version,
        decision=link.decision,
    )
