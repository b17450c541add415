"""The difficult table: scripts of what goes wrong between people and chips, read strictly from a file."""

import random
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pitboss.errors import BadInput
from pitboss.games import ALL_GAMES, Game
from pitboss.jackpots.controllers import Profile
from pitboss.jackpots.procedure import PROCEDURE
from pitboss.money import format_short
from pitboss.rows import Row, Source
from pitboss.web.play.school.jackpot import KEYPADS, procedure
from pitboss.web.play.school.round import SEATS
from pitboss.web.play.school.steps import general
from pitboss.web.play.school.training import Chosen, Course, Lesson, Task

FILE = Path(__file__).with_name("difficult.toml")
NAMES = frozenset({"seat", "other", "bet", "wager", "start", "end"})
NEEDS: Mapping[str, Callable[[Game], bool]] = {
    "jackpot": lambda game: bool(game.sensor_bet),
    "fold": lambda game: "fold" in game.decisions,
}
"""What a table must have for a script to happen there."""
SCRIPTS = 4
"""How many scripts a lesson has."""


@dataclass(frozen=True, slots=True)
class Step:
    """What happens, what is right, what is not, and what that rests on."""

    says: str
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    why: str
    rests: str
    rule: str


@dataclass(frozen=True, slots=True)
class Script:
    """Something that goes wrong, in steps."""

    title: str
    needs: str
    steps: tuple[Step, ...]


@cache
def scripts() -> tuple[Script, ...]:
    """The scripts that come with Pitboss."""
    return parse(FILE.read_text("utf-8"), FILE.name)


def parse(text: str, name: str) -> tuple[Script, ...]:
    """The scripts in a text; whatever is wrong with it is told with its line."""
    try:
        data = tomllib.loads(text)
    except ValueError as error:
        raise BadInput(f"{name}: {error}") from None
    whole = Row(Source(name, text, data), (), data, "the scripts")
    rows = whole.take("script", list)
    found = tuple(_script(Row(whole.source, ("script", at), row, "a script")) for at, row in enumerate(rows))
    whole.done()
    titles = [script.title for script in found]
    if not found or len({*titles}) < len(titles):
        whole.refuse("script", "there must be scripts, each with a title of its own")
    return found


def _script(row: Row) -> Script:
    found = Script(
        row.text("title"),
        row.one("needs", NEEDS, ""),
        tuple(_step(inner) for inner in row.rows("step", "a step", least=1)),
    )
    row.done()
    return found


def _step(row: Row) -> Step:
    right, wrong = row.texts("right"), row.texts("wrong")
    if not right or not wrong or {*right} & {*wrong}:
        row.refuse("", "needs answers that are right and others that are wrong")
    found = Step(row.text("says"), right, wrong, row.text("why"), row.text("rests"), row.text("rule", ""))
    for words in (found.says, found.why, found.rule, *right, *wrong):
        unknown = {*re.findall(r"\{(\w*)\}", words)} - NAMES
        if unknown or re.search(r"[{}]", re.sub(r"\{\w*\}", "", words)):
            row.refuse("", f"braces may hold {', '.join(sorted(NAMES))} only, in {words!r}")
    if not _rests_on(found):
        row.refuse(
            "rests",
            f"rests on {found.rests!r}: a clause, a step of the jackpot, or a house rule with its words",
        )
    row.done()
    return found


def _rests_on(step: Step) -> str:
    """The clause, the procedure or the house rule in words; nothing where there is no such one."""
    kind, _, what = step.rests.partition(" ")
    if kind == "house":
        return f"House rule: {step.rule}" if step.rule and not what else ""
    if step.rule:
        return ""
    if kind == "all-games":
        return general(int(what)) if what in {str(clause.number) for clause in ALL_GAMES} else ""
    return what if kind == "jackpot" and what in {one.name for one in PROCEDURE} else ""


def difficult(chosen: Chosen, seed: int, count: int = SCRIPTS) -> Lesson:
    """A few scripts at a table, in the order of a seed."""
    chance = random.Random(f"difficult {chosen.game} {seed}")
    game = chosen.rules.game
    able = [script for script in scripts() if not script.needs or NEEDS[script.needs](game)]
    drawn = chance.sample(able, min(count, len(able)))
    tasks = [task for script in drawn for task in _tasks(script, chosen, chance)]
    steps = tuple(script.title for script in drawn)
    return Lesson(chosen, None, tuple(tasks), steps, Course.DIFFICULT)


def _tasks(script: Script, chosen: Chosen, chance: random.Random) -> Iterator[Task]:
    game, keypad = chosen.rules.game, KEYPADS[chosen.controller]
    seat, other = sorted(chance.sample([seat for seat in SEATS if seat <= game.seats_max], 2))
    filled = {
        "seat": str(seat),
        "other": str(other),
        "bet": game.main.name,
        "wager": format_short(chance.choice((500, 1000, 2500))),
        "start": keypad.start,
        "end": keypad.end,
    }

    def told(words: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda found: filled[found[1]], words)

    for step in script.steps:
        right = told(chance.choice(step.right))
        answers = [right, *map(told, step.wrong)]
        options = tuple((answer, answer) for answer in sorted(answers))
        clause = _rests_on(step)
        if step.rests.startswith("jackpot "):
            by_spot = chosen.controller is Profile.NEXUS
            clause = procedure(game, by_spot, step.rests.removeprefix("jackpot "))
        yield Task(script.title, told(step.says), options, right, told(step.why), told(clause), -1)
