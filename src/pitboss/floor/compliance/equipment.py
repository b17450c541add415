"""Equipment against what the text of each game names."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.floor.compliance.findings import SITE, Finding, Severity
from pitboss.floor.config.floor_file import Floor, FloorTable, Shuffler
from pitboss.games import GAMES, Game
from pitboss.jackpots.controllers import Profile
from pitboss.letters import capital

RULE = "WAC 230-06-050, equipment of the approval"
_FILE = "equipment.toml"


@dataclass(frozen=True, slots=True)
class System:
    """A set of equipment that the approval names, with the versions it wants."""

    name: str
    profile: Profile
    components: Mapping[str, str]
    one_of: Mapping[str, str] = field(default_factory=dict)
    displays: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Machine:
    """Shufflers that a text names: a mode, the cards in a packet, and options of the game that fit them.

    With `any_mode` another mode that deals such packets will do.
    """

    models: tuple[str, ...]
    text: str
    modes: tuple[str, ...] = ()
    packet: int | None = None
    any_mode: bool = False
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ByHand:
    """What applies where no machine shuffles, and to a machine the text of the game does not name."""

    words: str
    text: str


@dataclass(frozen=True, slots=True)
class Counter:
    """The machine that counts and prices a bet, and its software in the two texts that name it."""

    model: str
    mode: str
    software_exact: str
    software_least: str
    text: str
    software_text: str
    software_texts: str

    def is_set(self, machine: Shuffler | None) -> bool:
        """Whether a shuffler is that machine in its mode."""
        return (
            machine is not None
            and plain(machine.model) == plain(self.model)
            and plain(machine.mode) == plain(self.mode)
        )


@dataclass(frozen=True, slots=True)
class Equipment:
    """What the text of a game says of equipment, each with its line."""

    same_game: str = ""
    """Where it says that its jackpot tables are for one table, or for tables of the same game."""
    monitor: str = ""
    """The plain monitor of the newer generation."""
    systems: Mapping[str, str] = field(default_factory=dict)
    shufflers: tuple[Machine, ...] = ()
    by_hand: ByHand | None = None
    counters: Mapping[str, Counter] = field(default_factory=dict)
    """By bet."""


@cache
def _named() -> tuple[tuple[System, ...], Mapping[str, str]]:
    """The sets of equipment, and components by the names they are printed with."""
    page = _page(Path(__file__).with_name(_FILE))
    systems = (System(**row | {"profile": Profile(row["profile"])}) for row in page["system"])
    return tuple(systems), page["printed"]


@cache
def equipment_of(game: str) -> Equipment:
    """The equipment that the text of a game names; public and own games have no such text."""
    folder = GAMES[game].folder if game in GAMES and not GAMES[game].own else None
    if folder is None or not (folder / _FILE).is_file():
        return Equipment()
    page = _page(folder / _FILE)
    shufflers = (
        Machine(**row | {"models": tuple(row["models"]), "modes": tuple(row.get("modes", ()))})
        for row in page.pop("shuffler", ())
    )
    counters = {bet: Counter(**row) for bet, row in page.pop("counters", {}).items()}
    by_hand = ByHand(**page.pop("by_hand"))
    return Equipment(**page, shufflers=tuple(shufflers), by_hand=by_hand, counters=counters)


def _page(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def shuffler_words(game: Game) -> list[str]:
    """What the text of a game says of its shufflers, and of dealing by hand.

    >>> from pitboss.games import game
    >>> shuffler_words(game("blackjack-switch"))[0]
    'ONE2SIX, ShuffleStar or MD2 (003:144)'
    """
    named = equipment_of(game.slug)
    words = [_machine_words(machine) for machine in named.shufflers]
    for bet, wanted in named.counters.items():
        software = f"NXP {wanted.software_exact} or from {wanted.software_least} on ({wanted.software_text})"
        machine = f"{wanted.model} in mode {wanted.mode}"
        words.append(f"{game.bet(bet).name}: {machine}, {software}, always ({wanted.text})")
    if named.by_hand:
        text, said = named.by_hand.text, named.by_hand.words
        words.append(f"Any other must be a model the Commission approved, of a licensed maker ({text})")
        words.append(f"{capital(said)} ({text})")
    return words


def _machine_words(machine: Machine) -> str:
    *models, last = machine.models
    words = f"{', '.join(models)} or {last}" if models else last
    if machine.modes:
        words += f" in mode {' or '.join(machine.modes)}"
    if machine.packet:
        words += ", or any that deals" if machine.any_mode else ","
        words += f" packets of {machine.packet}"
    for option, value in machine.options.items():
        words += f" with {option}={value}"
    return f"{words} ({machine.text})"


def plain(name: str) -> str:
    """A name or version without marks, spaces, hyphens, capitals and the "v" before a number.

    >>> plain("ONE2SIX®") == plain("one2six"), plain("CHAM2+ v1.66P$")
    (True, 'cham2+1.66p$')
    """
    return re.sub(r"v(?=\d)", "", re.sub(r"[\s®™“”\"-]", "", name).casefold())


def version_numbers(text: str) -> tuple[int, ...]:
    """The numbers of a version, to compare; none of what is not one.

    >>> version_numbers("v6.6 Build 520") < version_numbers("6.6 build 1000"), version_numbers("vl.2.0")
    (True, ())
    """
    match = re.fullmatch(r"v?\s*(\d+(?:\.\d+)*)(?:\s*build\s*(\d+))?", text.strip().casefold(), re.ASCII)
    main, build = match.groups() if match else ("", None)
    return tuple(int(number) for number in (*main.split("."), build) if number)


def version_serves(found: str, wanted: str) -> bool:
    """Whether a version is the one wanted, or not below it.

    >>> version_serves("2.10", ">= 2.9.1"), version_serves("6.5.7", "6.5.6SP")
    (True, False)
    """
    if not wanted.startswith(">="):
        return plain(found) == plain(wanted)
    mine, least = version_numbers(found), version_numbers(wanted.removeprefix(">="))
    length = max(len(mine), len(least))
    return bool(mine) and mine + (0,) * (length - len(mine)) >= least + (0,) * (length - len(least))


def findings(floor: Floor) -> Iterator[Finding]:
    """What is to be said about controllers, displays and shufflers."""
    linked = [table for table in floor.tables if table.links]
    for profile, game in sorted({(t.controller, t.game) for t in linked if t.controller}):
        tables = [table for table in linked if (table.controller, table.game) == (profile, game)]
        yield from _system(floor, profile, game, tables)
    for table in floor.tables:
        if table.links and table.controller is None:
            sentence = "the table is on a link and names no controller, aquarius or nexus"
            yield Finding(Severity.REFUSED, RULE, f"table {table.name}", sentence)
        yield from _shuffler(table)


def _system(floor: Floor, profile: Profile, game: str, tables: list[FloorTable]) -> Iterator[Finding]:
    """The sets that the text of a game names for a generation, and its display."""
    texts = equipment_of(game).systems
    if not texts and GAMES[game].rules_from != "approval":
        sentence = f"no approved text names a jackpot system for {game}; the house's own rule sheet must"
        for table in tables:
            yield Finding(Severity.WARNING, RULE, f"table {table.name}", sentence)
    systems = [system for system in _named()[0] if system.profile is profile and system.name in texts]
    if not systems:
        return
    found = _components(floor.equipment.get(profile, {}))
    wrong = {system.name: _complaints(found, system) for system in systems}
    served = next((system for system in systems if not wrong[system.name]), None)
    refusals = []
    if served:
        sentence = f"{profile.value} at {game} is taken as {served.name} ({texts[served.name]})"
        yield Finding(Severity.NOTE, RULE, SITE, sentence)
    else:
        complaints = "; ".join(f"{name}: {', '.join(lacks)}" for name, lacks in wrong.items())
        text = ", ".join(dict.fromkeys(texts[system.name] for system in systems))
        refusals.append(f"no approved set of {profile.value} is complete for {game} ({text}): {complaints}")
    refusals += _display(found.get("display", ""), systems[0], game)
    for sentence in refusals:
        for table in tables:
            yield Finding(Severity.REFUSED, RULE, f"table {table.name}", sentence)


def _components(found: Mapping[str, str]) -> dict[str, str]:
    """The versions by plain names, a printed name standing for ours."""
    printed = {plain(name): plain(ours) for name, ours in _named()[1].items()}
    return {printed.get(plain(name), plain(name)): version for name, version in found.items()}


def _complaints(found: Mapping[str, str], system: System) -> list[str]:
    wanted: list[Mapping[str, str]] = [{name: version} for name, version in system.components.items()]
    if system.one_of:
        wanted.append(system.one_of)
    return [
        f"{' or '.join(f'{name} {version}' for name, version in choices.items())} is needed, "
        f"{', '.join(found[plain(name)] for name in choices if plain(name) in found) or 'none'} is there"
        for choices in wanted
        if not any(version_serves(found.get(plain(name), ""), choices[name]) for name in choices)
    ]


def _display(display: str, system: System, game: str) -> Iterator[str]:
    """What is wrong with a display, if anything: one of those named, or a plain monitor."""
    named, displays = equipment_of(game), system.displays
    shown = re.sub(r"[®™]", "", display).strip().casefold()
    if displays:
        serves = any(
            shown.startswith(name.casefold()) and version_serves(shown.removeprefix(name.casefold()), version)
            for name, version in displays.items()
        )
        wanted = " or ".join(f"{name} {version}" for name, version in displays.items())
        text = named.systems[system.name]
    else:
        serves = plain(display) == plain("table monitor")
        wanted = '"table monitor", a plain monitor without intelligence or network'
        text = named.monitor
    if not serves:
        found = f"the file has {display or 'none'!r}"
        yield f"the display of {system.profile} must be {wanted} ({text}); {found}"


_NO_TEXT = ByHand(
    words="no approved text says how this game is shuffled; the house's own rule sheet does",
    text="approved rules",
)
"""For a game whose rules are not enclosed with the approval."""


def _shuffler(table: FloorTable) -> Iterator[Finding]:
    where, named = f"table {table.name}", equipment_of(table.game)
    for bet, counter in named.counters.items():
        if table.offers(bet):
            yield from _counted(table, table.rules.game.bet(bet).name, counter)
    by_hand = named.by_hand or _NO_TEXT
    machine = table.shuffler
    if machine is None:
        yield Finding(Severity.NOTE, RULE, where, f"{by_hand.words} ({by_hand.text})")
        return
    fitting = [one for one in named.shufflers if plain(machine.model) in map(plain, one.models)]
    for one in fitting:
        for sentence in _misfits(table, machine, one):
            yield Finding(Severity.REFUSED, RULE, where, f"{sentence} ({one.text})")
    if fitting or any(counter.is_set(machine) for counter in named.counters.values()):
        return
    if machine.approval:
        yield Finding(
            Severity.NOTE, RULE, where, f"{machine.model} is on record as approved ({machine.approval})"
        )
        return
    sentence = (
        f"{machine.model} is not named for this table: it must be a model the Commission approved, of a "
        f"licensed maker ({by_hand.text}); put the approval on record"
    )
    yield Finding(Severity.WARNING, RULE, where, sentence)


def _misfits(table: FloorTable, machine: Shuffler, named: Machine) -> Iterator[str]:
    """What a named machine does otherwise than its sentence asks."""
    packet, modes = named.packet, named.modes
    right_mode = not modes or plain(machine.mode) in map(plain, modes)
    if named.any_mode and machine.packet == packet:
        right_mode = True
    if not right_mode:
        others = f", or deal packets of {packet}" if named.any_mode else ""
        yield f"{machine.model} must run in mode {' or '.join(modes)}{others}"
    if packet and machine.packet not in (None, packet):
        yield f"{machine.model} must deal packets of {packet}, not of {machine.packet}"
    for option, value in named.options.items():
        chosen = table.rules.options[option]
        if chosen != value:
            yield f"{machine.model} deals with {option} = {value}, the table has {chosen}"


def _counted(table: FloorTable, bet: str, wanted: Counter) -> Iterator[Finding]:
    """A bet with a machine and mode of its own, which counts the hands and shows the pays."""
    where, machine = f"table {table.name}", table.shuffler
    if machine is None or not wanted.is_set(machine):
        sentence = f"{bet} is counted and priced by an {wanted.model} in mode {wanted.mode} ({wanted.text})"
        yield Finding(Severity.REFUSED, RULE, where, sentence)
        return
    exact, least = wanted.software_exact, wanted.software_least
    software = machine.software.casefold().removeprefix("nxp")
    numbers = version_numbers(software)
    if numbers == version_numbers(exact) or version_serves(software, f">= {least}"):
        return
    if numbers > version_numbers(exact):
        sentence = (
            f"NXP {machine.software} lies between {exact} and {least}, where the two texts differ "
            f"({wanted.software_texts})"
        )
        yield Finding(Severity.WARNING, RULE, where, sentence)
    else:
        sentence = (
            f"{bet} needs NXP {exact}, or {least} and later ({wanted.software_texts}); "
            f"the file has {machine.software or 'none'!r}"
        )
        yield Finding(Severity.REFUSED, RULE, where, sentence)
