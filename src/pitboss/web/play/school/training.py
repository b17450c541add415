"""Dealer training: a round dealt by the learner, as tasks in the order of the procedure, each with a clause.

The round is a real one, played by bots from a seed at the table the learner has chosen; every task and its
right answer follow from it, so a lesson is stored as that table and a seed.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TypeVar

from pitboss.cards import Card
from pitboss.errors import BadInput
from pitboss.games import GAMES, Game, Line, Round, Rules, game
from pitboss.jackpots.config import Policy, TrayPays
from pitboss.jackpots.controllers import Profile
from pitboss.letters import capital
from pitboss.money import Odds, dollars, format_cents, format_short
from pitboss.table.table import refuse_outside

SECONDS = 15
SUPERVISOR_FROM_CENTS = 100_00
"""Where the dealer records small tray pays: the amount from which a supervisor does, unless one is chosen."""


class Course(StrEnum):
    """What is practised: parts of a round, or one of the exercises beside it."""

    ALL = "all"
    PAYOUTS = "payouts"
    PROCEDURE = "procedure"
    JACKPOT = "jackpot"
    STORM = "storm"
    ERRORS = "errors"
    DIFFICULT = "difficult"
    EXAM = "exam"


Kind = TypeVar("Kind", bound=StrEnum)


def one_of(kinds: type[Kind], value: str) -> Kind:
    if value not in set(kinds):
        raise BadInput(f"{value!r} is none of {', '.join(kinds)}")
    return kinds(value)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The table a learner deals at: game, options and paytables, and the generation of its keypad."""

    game: str
    settings: tuple[tuple[str, str], ...] = ()
    """Options by name and paytables by bet, as `Game.written_rules` reads them."""
    controller: Profile = Profile.NEXUS
    tray_pays: TrayPays = TrayPays.SUPERVISOR
    tray_supervisor_above_cents: int = SUPERVISOR_FROM_CENTS

    @classmethod
    def read(cls, given: Mapping[str, str]) -> "Chosen":
        """A table from a form or a stored lesson; what it leaves out is at its default.

        >>> Chosen.read({"game": "blackjack-switch", "version": "4"}).rules.options["version"]
        '4'
        """
        slug = given.get("game", "")
        if slug not in GAMES:
            raise BadInput("choose one of the games")
        settings = tuple(GAMES[slug].settings_in(given).items())
        controller = one_of(Profile, given.get("controller", Profile.NEXUS))
        tray_pays = one_of(TrayPays, given.get("tray_pays", TrayPays.SUPERVISOR))
        above = given.get("tray_supervisor_above")
        above_cents = SUPERVISOR_FROM_CENTS if above is None else dollars(above)
        chosen = cls(slug, settings, controller, tray_pays, above_cents)
        rules = chosen.rules
        refuse_outside(rules)
        for table in rules.paytables.values():
            if table.generations and controller not in table.generations:
                raise BadInput(f"{table.designator} is printed for {' and '.join(table.generations)} only")
        return chosen

    def written(self) -> dict[str, str]:
        """The table as `read` takes it."""
        return {
            "game": self.game,
            **dict(self.settings),
            "controller": self.controller.value,
            "tray_pays": self.tray_pays.value,
            "tray_supervisor_above": format_short(self.tray_supervisor_above_cents),
        }

    @property
    def dealer_pays_below_cents(self) -> int:
        """Below this amount the dealer's press alone records a pay from the tray, as at a link."""
        return Policy(
            tray_pays=self.tray_pays, tray_supervisor_above_cents=self.tray_supervisor_above_cents
        ).dealer_pays_below_cents

    @property
    def as_text(self) -> str:
        """The table in one line, as `from_text` takes it."""
        return json.dumps(self.written())

    @classmethod
    def from_text(cls, text: str) -> "Chosen":
        """A table from a line that a browser kept.

        >>> Chosen.from_text(Chosen("rabbit-hunter").as_text).game
        'rabbit-hunter'
        """
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or not all(isinstance(one, str) for one in found.values()):
            raise BadInput("the table can't be read")
        return cls.read(found)

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return _rules(game(self.game), self.settings)


@lru_cache(maxsize=256)
def _rules(game: Game, settings: tuple[tuple[str, str], ...]) -> Rules:
    """Read once: every answer asks for them many times, and keeps what is drawn of them."""
    return game.written_rules(dict(settings))


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do: what is asked, the answers to choose from, the right one, and why by which clause."""

    step: str
    prompt: str
    options: tuple[tuple[str, str], ...]
    answer: str
    why: str
    clause: str
    decisions: int
    """How many decisions have been made; what lies on the table follows from it."""
    line: Line | None = None
    """The wager to settle: answered by `take`, `push`, or `pay` with an amount."""
    owed: str = ""
    """What is paid that is no wager's line: a jackpot pay from the tray, envy; answered by `pay`."""
    keypad: str = ""
    """`spots`, `hands` or `keys` where the answer is a key of the jackpot keypad."""
    exposed: str = ""
    """Whose hand lies exposed for Cover All."""
    jackpot: bool = False
    """Whether it belongs to the jackpot, and not to the game itself."""
    cut: str = ""
    """Where it is paid in chips: `pay`, `up` for as few chips as can be, or the cents of the one colour."""
    did: str = ""
    """What a dealer does who gives the `{answer}`, or `{within}` a sentence, as it is told of one."""
    scene: Round | None = None
    """The round that lies on the table, where it is another one than the lesson's."""
    act: bool = False
    """Whether it is an act of another dealer: the answer is `go` or `stop`."""
    fault: str = ""
    """What is wrong with the act: a wrong payment, a hand that is misread."""
    bared: tuple[int, int, Card] | None = None
    """A card that must not be seen yet but is: whose (0 is the dealer), which of the hand, and the card."""

    @property
    def pays(self) -> bool:
        """Whether the answer is an amount, against the clock."""
        return not self.act and (self.line is not None or bool(self.owed))

    @property
    def wordy(self) -> bool:
        """Whether an answer is too long to stand beside others on a small screen."""
        return any(len(label) > 28 for _, label in self.options)

    @property
    def cents(self) -> int:
        """The amount, where the answer is one."""
        return int(self.answer.removeprefix("pay ")) if self.answer.startswith("pay ") else 0


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """What is to be done: its tasks, the steps they belong to, and the round they come from if it is one."""

    chosen: Chosen
    dealt: Round | None
    tasks: tuple[Task, ...]
    steps: tuple[str, ...]
    course: Course = Course.ALL

    @property
    def game(self) -> Game:
        """The game that is dealt."""
        return self.chosen.rules.game

    @property
    def played(self) -> Round:
        """The round of a lesson that is one."""
        assert self.dealt is not None
        return self.dealt

    def scene(self, task: Task) -> Round | None:
        """The round that lies on the table at a task."""
        return task.scene or self.dealt


def asked(
    step: str,
    prompt: str,
    answers: Sequence[str],
    why: str,
    clause: str,
    decisions: int,
    keypad: str = "",
    did: str = "",
) -> Task:
    """A task whose first answer is right; the answers stand in an order that doesn't tell."""
    options = tuple((answer, answer) for answer in sorted(answers))
    return Task(step, prompt, options, answers[0], why, clause, decisions, keypad=keypad, did=did)


@dataclass(frozen=True, slots=True)
class PayRow:
    """A line of a schedule at the wager in question; whether somebody paid it, and whether it is right."""

    hand: str
    odds: str
    cents: int
    yours: bool
    right: bool

    @property
    def amount(self) -> str:
        """What the line comes to."""
        return format_cents(self.cents)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake in words: what is right, what was done, by which clause, and the pays around it."""

    title: str
    words: str
    clause: str
    rows: Sequence[PayRow] = ()


def stake_of(line: Line, played: Round) -> int:
    """What a wager is paid on: its own chips, or for a bonus those of the bet it comes with."""
    bet = played.rules.game.bet(line.bet)
    if not bet.paid_besides:
        return line.wager_cents
    return sum(one.wager_cents for one in played.lines if (one.seat, one.bet) == (line.seat, bet.of))


def laid_as(game: Game, slug: str, stake_cents: int) -> str:
    """A wager in words, with its chips; a bonus has none of its own.

    >>> laid_as(GAMES["three-card-poker"], "ante-bonus", 500), laid_as(GAMES["three-card-poker"], "ante", 500)
    ('Ante Bonus for an Ante of $5', 'Ante $5')
    """
    bet, stake = game.bet(slug), format_short(stake_cents)
    if not bet.paid_besides:
        return f"{bet.name} {stake}"
    other = game.bet(bet.of).name
    return f"{bet.name} for {'an' if other[0] in 'AEIOU' else 'a'} {other} of {stake}"


def explain(task: Task, given: str, rules: Rules, hands: int, stake_cents: int = 0) -> Mistake:
    """A mistake in words: what was done, what is right, and the pays around it."""
    paid = int(given.removeprefix("pay ")) if given.startswith("pay ") else None
    did = {"take": "took it", "push": "left it"}.get(given) or f"paid {format_cents(paid or 0)}"
    if task.owed:
        right = f"Wrong: it is {format_cents(int(task.answer.removeprefix('pay ')))}"
        return Mistake(right, f"You {did}. {task.why}", task.clause)
    line = task.line
    if line is None:
        label = dict(task.options).get(given, given)
        right = f"Wrong: it is “{dict(task.options)[task.answer]}”"
        return Mistake(right, f"You chose “{label}”. {task.why}", task.clause)
    rows = pay_rows(line, rules, hands, paid, stake_cents or line.wager_cents)
    right = {"lose": "is lost: take it", "push": "pushes: leave it"}.get(
        line.outcome, f"wins {line.odds}: {format_cents(line.paid_cents)}"
    )
    wrong = next((row for row in rows if row.yours), None)
    hint = f": {wrong.odds}, the line of {wrong.hand}" if wrong and not wrong.right else ""
    words = f"You {did}{hint}. {task.why}"
    return Mistake(f"Wrong: this bet {right}", words, task.clause, rows)


def pay_rows(line: Line, rules: Rules, hands: int, paid: int | None, stake_cents: int) -> list[PayRow]:
    """The schedule of a bet at the stake in question, with what was paid and what is right marked."""
    table = rules.paytables.get(line.bet)
    rows: list[PayRow] = []
    for row in table.for_hands(hands).lines if table else ():
        odds = row.pay
        if isinstance(odds, Odds):
            amount = odds.pays_rounded_down(stake_cents)
            rows.append(
                PayRow(
                    capital(row.title),
                    str(odds),
                    amount,
                    yours=paid == amount,
                    right=line.outcome == "win" and odds == line.odds,
                )
            )
    return rows
