"""Equipment against the versions the approval names."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from pitboss.floor.compliance import SITE, Finding, Severity
from pitboss.floor.config import Floor, FloorTable
from pitboss.jackpots.controllers import Profile

RULE = "WAC 230-06-050, equipment of the approval"


@cache
def requirements() -> dict[str, Any]:
    """The equipment page of the approval, as data."""
    return tomllib.loads(files("pitboss.floor").joinpath("equipment.toml").read_text(encoding="utf-8"))


def version_numbers(text: str) -> tuple[int, ...]:
    """The numbers of a version, to compare.

    >>> version_numbers("6.6 build 520") < version_numbers("6.6 build 1000")
    True
    """
    return tuple(int(number) for number in re.findall(r"\d+", text))


def version_serves(found: str, wanted: str) -> bool:
    """Whether a version is the one wanted, or not below it.

    >>> version_serves("2.10", ">= 2.9.1"), version_serves("6.5.7", "6.5.6SP")
    (True, False)
    """
    if not wanted.startswith(">="):
        return found.strip() == wanted
    mine, least = version_numbers(found), version_numbers(wanted)
    length = max(len(mine), len(least))
    return bool(mine) and mine + (0,) * (length - len(mine)) >= least + (0,) * (length - len(least))


def findings(floor: Floor) -> Iterator[Finding]:
    """What is to be said about controllers, displays and shufflers."""
    for profile in sorted({table.controller for table in floor.tables if table.links and table.controller}):
        yield from _system(floor, profile)
    for table in floor.tables:
        if table.links and table.controller is None:
            sentence = "the table is on a link and names no controller, aquarius or nexus"
            yield Finding(Severity.REFUSED, RULE, f"table {table.name}", sentence)
        yield from _shuffler(table)


def _system(floor: Floor, profile: Profile) -> Iterator[Finding]:
    found = floor.equipment.get(profile, {})
    systems = [entry for entry in requirements()["system"] if entry["profile"] == profile.value]
    complaints = []
    for system in systems:
        wrong = _complaints(found, system["components"])
        if not wrong:
            sentence = f"{profile.value} is taken as {system['name']} ({system['source']})"
            yield Finding(Severity.NOTE, RULE, SITE, sentence)
            break
        complaints.append(f"{system['name']}: {', '.join(wrong)}")
    else:
        yield Finding(
            Severity.REFUSED,
            RULE,
            SITE,
            f"no approved set of {profile.value} is complete: {'; '.join(complaints)}",
        )
    yield from _display(found, systems[0].get("displays", {}), profile)


def _complaints(found: Any, wanted: dict[str, str]) -> list[str]:
    return [
        f"{name} {version} is needed, {found.get(name, 'none')} is there"
        for name, version in wanted.items()
        if name not in found or not version_serves(found[name], version)
    ]


def _display(found: Any, displays: dict[str, str], profile: Profile) -> Iterator[Finding]:
    display = found.get("display", "")
    if displays:
        serves = any(
            display.startswith(f"{name} ") and version_serves(display.removeprefix(f"{name} "), version)
            for name, version in displays.items()
        )
        wanted = " or ".join(f"{name} {version}" for name, version in displays.items())
    else:
        serves = display == "table monitor"
        wanted = '"table monitor": a plain monitor without intelligence or network'
    if not serves:
        sentence = f"the display of {profile.value} must be {wanted}; the file has {display or 'none'!r}"
        yield Finding(Severity.REFUSED, RULE, SITE, sentence)


def _shuffler(table: FloorTable) -> Iterator[Finding]:
    where = f"table {table.name}"
    if table.limits and "cover-all" in table.limits.bets:
        yield from _cover_all(table, where)
    if table.shuffler is None:
        yield Finding(
            Severity.NOTE, RULE, where, "no shuffler: the house's procedure for dealing by hand applies"
        )
        return
    entries = [entry for entry in requirements()["shuffler"] if entry["game"] == table.game]
    named = [entry for entry in entries if table.shuffler.model in entry["models"]]
    if entries and not named:
        sentence = (
            f"{table.shuffler.model} is not named for this game; it must be approved and its maker licensed"
        )
        yield Finding(Severity.WARNING, RULE, where, sentence)
    for entry in named:
        if "modes" in entry and table.shuffler.mode not in entry["modes"]:
            sentence = f"{table.shuffler.model} must run in mode {' or '.join(entry['modes'])}"
            yield Finding(Severity.REFUSED, RULE, where, sentence)


def _cover_all(table: FloorTable, where: str) -> Iterator[Finding]:
    wanted = requirements()["cover-all"]
    machine = table.shuffler
    if machine is None or machine.model != wanted["model"] or machine.mode != wanted["mode"]:
        sentence = f"Cover All is counted and priced by an {wanted['model']} in mode {wanted['mode']}"
        yield Finding(Severity.REFUSED, RULE, where, sentence)
        return
    exact, least = wanted["software_exact"], wanted["software_least"]
    if machine.software == exact or version_serves(machine.software, f">= {least}"):
        return
    if version_serves(machine.software, f">= {exact}"):
        sentence = f"NXP {machine.software} lies between {exact} and {least}, where the two texts differ"
        yield Finding(Severity.WARNING, RULE, where, sentence)
    else:
        sentence = (
            f"Cover All needs NXP {exact}, or {least} and later; the file has {machine.software or 'none'!r}"
        )
        yield Finding(Severity.REFUSED, RULE, where, sentence)
