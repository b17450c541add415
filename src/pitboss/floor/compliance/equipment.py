"""Equipment against what the text of each game names."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from pitboss.floor.compliance.findings import SITE, Finding, Severity
from pitboss.floor.config.floor_file import Floor, FloorTable, Shuffler
from pitboss.games import Game
from pitboss.jackpots.controllers import Profile
from pitboss.letters import capital

RULE = "WAC 230-06-050, equipment of the approval"


@cache
def requirements() -> dict[str, Any]:
    """The equipment the approval names, as data."""
    return tomllib.loads(
        files("pitboss.floor.compliance").joinpath("equipment.toml").read_text(encoding="utf-8")
    )


def shuffler_words(game: Game) -> list[str]:
    """What the text of a game says of its shufflers, and of dealing by hand.

    >>> from pitboss.games import game
    >>> shuffler_words(game("blackjack-switch"))[0]
    'ONE2SIX, ShuffleStar or MD2 (003:144)'
    """
    page = requirements()
    words = [_machine_words(entry) for entry in page["shuffler"] if entry["game"] == game.slug]
    if game.has("cover-all"):
        wanted = page["cover-all"]
        software = f"NXP {wanted['software_exact']} or from {wanted['software_least']} on (001:502)"
        machine = f"{wanted['model']} in mode {wanted['mode']}"
        words.append(f"Cover All: {machine}, {software}, always ({wanted['text']})")
    for by_hand in (entry for entry in page["by-hand"] if entry["game"] == game.slug):
        text, said = by_hand["text"], by_hand["words"]
        words.append(f"Any other must be a model the Commission approved, of a licensed maker ({text})")
        words.append(f"{capital(said)} ({text})")
    return words


def _machine_words(entry: Mapping[str, Any]) -> str:
    *models, last = entry["models"]
    words = f"{', '.join(models)} or {last}" if models else last
    if "modes" in entry:
        words += f" in mode {' or '.join(entry['modes'])}"
    if "packet" in entry:
        words += ", or any that deals" if entry.get("any_mode") else ","
        words += f" packets of {entry['packet']}"
    for option, value in entry.get("options", {}).items():
        words += f" with {option}={value}"
    return f"{words} ({entry['text']})"


def plain(name: str) -> str:
    """A name or version without marks, spaces, hyphens, capitals and the "v" before a number.

    >>> plain("ONE2SIX®") == plain("one2six"), plain("CHAM2+ v1.66P$")
    (True, 'cham2+1.66p$')
    """
    return re.sub(r"v(?=\d)", "", re.sub(r"[\s®™“”\"-]", "", name).casefold())


def version_numbers(text: str) -> tuple[int, ...]:
    """The numbers of a version, to compare.

    >>> version_numbers("v6.6 Build 520") < version_numbers("6.6 build 1000")
    True
    """
    return tuple(int(number) for number in re.findall(r"\d+", text))


def version_serves(found: str, wanted: str) -> bool:
    """Whether a version is the one wanted, or not below it.

    >>> version_serves("2.10", ">= 2.9.1"), version_serves("6.5.7", "6.5.6SP")
    (True, False)
    """
    if not wanted.startswith(">="):
        return plain(found) == plain(wanted)
    mine, least = version_numbers(found), version_numbers(wanted)
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
    systems = [s for s in requirements()["system"] if s["profile"] == profile and game in s["texts"]]
    if not systems:
        return
    found = _components(floor.equipment.get(profile, {}))
    wrong = {system["name"]: _complaints(found, system) for system in systems}
    served = next((system for system in systems if not wrong[system["name"]]), None)
    refusals = []
    if served:
        sentence = f"{profile.value} at {game} is taken as {served['name']} ({served['texts'][game]})"
        yield Finding(Severity.NOTE, RULE, SITE, sentence)
    else:
        complaints = "; ".join(f"{name}: {', '.join(lacks)}" for name, lacks in wrong.items())
        text = ", ".join(dict.fromkeys(system["texts"][game] for system in systems))
        refusals.append(f"no approved set of {profile.value} is complete for {game} ({text}): {complaints}")
    refusals += _display(found.get("display", ""), systems[0], game)
    for sentence in refusals:
        for table in tables:
            yield Finding(Severity.REFUSED, RULE, f"table {table.name}", sentence)


def _components(found: Mapping[str, str]) -> dict[str, str]:
    """The versions by plain names, a printed name standing for ours."""
    printed = {plain(name): plain(ours) for name, ours in requirements()["printed"].items()}
    return {printed.get(plain(name), plain(name)): version for name, version in found.items()}


def _complaints(found: Mapping[str, str], system: Mapping[str, Any]) -> list[str]:
    wanted = [{name: version} for name, version in system["components"].items()]
    if "one_of" in system:
        wanted.append(system["one_of"])
    return [
        f"{' or '.join(f'{name} {version}' for name, version in choices.items())} is needed, "
        f"{', '.join(found[plain(name)] for name in choices if plain(name) in found) or 'none'} is there"
        for choices in wanted
        if not any(version_serves(found.get(plain(name), ""), choices[name]) for name in choices)
    ]


def _display(display: str, system: Mapping[str, Any], game: str) -> Iterator[str]:
    """What is wrong with a display, if anything: one of those named, or a plain monitor."""
    displays = system.get("displays")
    if displays:
        serves = any(
            plain(display).startswith(plain(name))
            and version_serves(plain(display).removeprefix(plain(name)), version)
            for name, version in displays.items()
        )
        wanted = " or ".join(f"{name} {version}" for name, version in displays.items())
        text = system["texts"][game]
    else:
        serves = plain(display) == plain("table monitor")
        wanted = '"table monitor", a plain monitor without intelligence or network'
        text = requirements()["monitor"][game]
    if not serves:
        found = f"the file has {display or 'none'!r}"
        yield f"the display of {system['profile']} must be {wanted} ({text}); {found}"


_NO_TEXT = {
    "words": "no approved text says how this game is shuffled; the house's own rule sheet does",
    "text": "approved rules",
}
"""For a game whose rules are not enclosed with the approval."""


def _shuffler(table: FloorTable) -> Iterator[Finding]:
    where = f"table {table.name}"
    if table.offers("cover-all"):
        yield from _cover_all(table.shuffler, where)
    by_hand = next((entry for entry in requirements()["by-hand"] if entry["game"] == table.game), _NO_TEXT)
    machine = table.shuffler
    if machine is None:
        yield Finding(Severity.NOTE, RULE, where, f"{by_hand['words']} ({by_hand['text']})")
        return
    named = [
        entry
        for entry in requirements()["shuffler"]
        if entry["game"] == table.game and plain(machine.model) in map(plain, entry["models"])
    ]
    for entry in named:
        for sentence in _misfits(table, machine, entry):
            yield Finding(Severity.REFUSED, RULE, where, f"{sentence} ({entry['text']})")
    if named or (table.rules.game.has("cover-all") and _counts_cover_all(machine)):
        return
    if machine.approval:
        yield Finding(
            Severity.NOTE, RULE, where, f"{machine.model} is on record as approved ({machine.approval})"
        )
        return
    sentence = (
        f"{machine.model} is not named for this table: it must be a model the Commission approved, of a "
        f"licensed maker ({by_hand['text']}); put the approval on record"
    )
    yield Finding(Severity.WARNING, RULE, where, sentence)


def _misfits(table: FloorTable, machine: Shuffler, entry: Mapping[str, Any]) -> Iterator[str]:
    """What a named machine does otherwise than its sentence asks."""
    packet, modes = entry.get("packet"), entry.get("modes", [])
    right_mode = not modes or plain(machine.mode) in map(plain, modes)
    if entry.get("any_mode") and machine.packet == packet:
        right_mode = True
    if not right_mode:
        others = f", or deal packets of {packet}" if entry.get("any_mode") else ""
        yield f"{machine.model} must run in mode {' or '.join(modes)}{others}"
    if packet and machine.packet not in (None, packet):
        yield f"{machine.model} must deal packets of {packet}, not of {machine.packet}"
    for option, value in entry.get("options", {}).items():
        chosen = table.rules.options[option]
        if chosen != value:
            yield f"{machine.model} deals with {option} = {value}, the table has {chosen}"


def _counts_cover_all(machine: Shuffler | None) -> bool:
    wanted = requirements()["cover-all"]
    return (
        machine is not None
        and plain(machine.model) == plain(wanted["model"])
        and plain(machine.mode) == plain(wanted["mode"])
    )


def _cover_all(machine: Shuffler | None, where: str) -> Iterator[Finding]:
    """Cover All has its own machine and mode, which counts the hands and shows the pays."""
    wanted = requirements()["cover-all"]
    if machine is None or not _counts_cover_all(machine):
        sentence = (
            f"Cover All is counted and priced by an {wanted['model']} in mode {wanted['mode']} "
            f"({wanted['text']})"
        )
        yield Finding(Severity.REFUSED, RULE, where, sentence)
        return
    exact, least = wanted["software_exact"], wanted["software_least"]
    numbers = version_numbers(machine.software)
    if numbers == version_numbers(exact) or version_serves(machine.software, f">= {least}"):
        return
    if numbers > version_numbers(exact):
        sentence = (
            f"NXP {machine.software} lies between {exact} and {least}, where the two texts differ "
            "(001:502, 002:730)"
        )
        yield Finding(Severity.WARNING, RULE, where, sentence)
    else:
        sentence = (
            f"Cover All needs NXP {exact}, or {least} and later (001:502, 002:730); "
            f"the file has {machine.software or 'none'!r}"
        )
        yield Finding(Severity.REFUSED, RULE, where, sentence)
