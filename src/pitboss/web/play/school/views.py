"""What the page of a lesson shows: the procedure, the table, what is said, and how it went."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from statistics import median

from markupsafe import Markup

from pitboss.cards import Card
from pitboss.games import GAMES, Game, HandView, Round
from pitboss.games.discovery import forget_too
from pitboss.games.words import option_name, value_name, words_of
from pitboss.jackpots.config import TrayPays
from pitboss.money import format_short
from pitboss.web.play import voice
from pitboss.web.play.drawing import Lot, cards_svg
from pitboss.web.play.pays import pay_card
from pitboss.web.play.rooms import Room
from pitboss.web.play.school.chips import Mark, advised, marked
from pitboss.web.play.school.courses import COURSES, PASSED, STAYS, About
from pitboss.web.play.school.exam import House, answered, expected
from pitboss.web.play.school.jackpot import KEYPADS, Keypad
from pitboss.web.play.school.state import Shift, State
from pitboss.web.play.school.storm import STORM_S
from pitboss.web.play.school.training import (
    SECONDS,
    Chosen,
    Course,
    Lesson,
    Mistake,
    Task,
    explain,
    stake_of,
)
from pitboss.web.play.sitting import DENOMINATIONS

_TRAY_AMOUNTS = (25_00, 50_00, 100_00, 500_00)
CARDS_SPREAD = 6
"""More cards of a hand than that lie over each other."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the procedure: whether it is done or due, and what was missed in it."""

    title: str
    done: bool
    now: bool
    slip: str


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of the last answer."""

    right: bool
    title: str
    words: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """What another dealer did: what was noted of it, or whether it was a false alarm."""

    number: int
    words: str
    noted: str
    alarm: bool


@dataclass(frozen=True, slots=True)
class Fault:
    """What was wrong in a round, and when it was noticed."""

    number: int
    act: str
    fault: str
    why: str
    when: str
    noticed: bool


@dataclass(frozen=True, slots=True)
class Result:
    """How a lesson went; what another course counts is not shown."""

    right: int
    of: int
    median: str
    untidy: int
    faults: int
    noticed: int
    alarms: int
    passed: bool
    pass_percent: int
    has_mark: bool
    """Whether there is a pass mark: in an exam, and in the lessons of a class that have one."""


@dataclass(frozen=True, slots=True)
class ClothLot(Lot):
    """Cards on the dealer's table."""

    folded: bool = False
    now: bool = False
    tight: bool = False
    exposed: bool = False


@dataclass(frozen=True, slots=True)
class ClothWager:
    """A wager of the seat that is being settled."""

    name: str
    cents: int
    now: bool
    done: bool


@dataclass(frozen=True, slots=True)
class Setting:
    """What can be chosen about a table: the values with their words, and what is chosen now."""

    name: str
    label: str
    words: str
    values: Mapping[str, str]
    now: str


@dataclass(frozen=True, slots=True)
class LessonView:
    """The page of a lesson."""

    state: State
    lesson: Lesson
    url: str
    code: str
    over: bool
    task: Task
    steps: Sequence[Step]
    lots: Sequence[ClothLot]
    wagers: Sequence[ClothWager]
    mistake: Mistake | None
    said: Said | None
    acts: Sequence[Act]
    faults: Sequence[Fault]
    result: Result | None
    until_ms: int
    seconds: int
    clocked: bool
    denominations: Sequence[int]
    median: str
    lit: Sequence[int]
    pays: Markup | str
    settings: Sequence[Setting]
    rooms: Sequence[Room]
    limit: int = SECONDS

    @property
    def course(self) -> str:
        """Which course the lesson is of."""
        return self.lesson.course.value

    @property
    def about(self) -> About:
        """The course in words."""
        return COURSES[self.lesson.course]

    @property
    def asked(self) -> int:
        """How many questions there are."""
        return len(self.lesson.tasks)

    @property
    def shift(self) -> Shift:
        """What was counted today."""
        return self.state["shift"]

    @property
    def keypad(self) -> Keypad:
        """The keypad of the table."""
        return KEYPADS[self.lesson.chosen.controller]

    @property
    def games(self) -> Collection[Game]:
        """The games one can deal instead."""
        return GAMES.values()


def lesson_view(
    dealt: Lesson, state: State, over: bool, url: str, code: str, rooms: Sequence[Room]
) -> LessonView:
    """The page of a lesson as it stands."""
    task = dealt.tasks[min(state["at"], len(dealt.tasks) - 1)]
    scene = dealt.scene(task)
    times, rules, game = state["shift"]["times"], dealt.chosen.rules, dealt.game
    hands = game.hands_dealt(len(scene.wagers) if scene else 1)
    stake = stake_of(task.line, scene) if task.line and scene else 0
    silent = dealt.course is Course.EXAM
    seconds = int(state["house"]["seconds"]) if silent or code else SECONDS
    lit = [seat for seat, laid in scene.wagers.items() if game.sensor_bet in laid] if scene else []
    return LessonView(
        state=state,
        lesson=dealt,
        url=url,
        code=code,
        over=over,
        task=task,
        steps=_steps(dealt, state) if dealt.course in STAYS and not state["count"] else [],
        lots=lots_of(dealt, task, over),
        wagers=[] if over else wagers_of(dealt, task),
        mistake=explain(task, state["slip"], rules, hands, stake) if state["slip"] else None,
        said=_said(state, dealt),
        acts=_acts(state, dealt) if dealt.course is Course.ERRORS else [],
        faults=_faults(state, dealt) if over and dealt.course is Course.ERRORS else [],
        result=_result(state, dealt) if over else None,
        until_ms=_until_us(state, dealt, seconds) // 1000,
        seconds=STORM_S if dealt.course is Course.STORM else seconds,
        clocked=dealt.course is Course.STORM or (task.pays and seconds > 0),
        denominations=DENOMINATIONS if task.cut else DENOMINATIONS[:5],
        median=f"{median(times):.1f} s" if times else "–",
        lit=lit if dealt.course in STAYS else [],
        pays="" if silent else pay_card(rules, frozenset(bet.slug for bet in game.bets), hands),
        settings=settings_of(dealt.chosen),
        rooms=rooms,
    )


def _until_us(state: State, dealt: Lesson, seconds: int) -> int:
    if dealt.course is Course.STORM:
        return int(state["began_us"]) + STORM_S * 1_000_000
    return int(state["shown_us"]) + seconds * 1_000_000


def _steps(dealt: Lesson, state: State) -> list[Step]:
    """The procedure with what is done: a step is left behind when nothing of it and before it is to come."""
    ahead = [task.step for task in dealt.tasks[state["at"] :]]
    slipped = {dealt.tasks[number].step: dealt.tasks[number].why for number in state["slips"]}
    first = min((dealt.steps.index(step) for step in ahead), default=len(dealt.steps))
    return [
        Step(
            step,
            done=step not in ahead and place < first,
            now=bool(ahead) and step == ahead[0],
            slip=slipped.get(step, ""),
        )
        for place, step in enumerate(dealt.steps)
    ]


# What is said


def _said(state: State, dealt: Lesson) -> Said | None:
    """What is said of the last answer where the lesson has gone on since; in an exam nothing is."""
    if not state["said"] or dealt.course in STAYS or dealt.course is Course.EXAM:
        return None
    at, given = state["said"]
    task, house = dealt.tasks[at], House.read(state["house"])
    if task.act:
        right = bool(task.fault)
        title = f"Right: {task.fault.lower()}" if right else "False alarm: that was right"
        return Said(right, title, task.why, task.clause)
    mark = marked(task, given, house.habit)
    if mark is Mark.RIGHT:
        return Said(True, f"Right: {expected(task)}")
    if mark is Mark.CUT:
        return Said(True, "Right amount", advised(task, given))
    title, words = f"Wrong: you gave {answered(task, given)}", f"It is {expected(task)}. {task.why}"
    return Said(False, title, words, task.clause)


def _acts(state: State, dealt: Lesson) -> list[Act]:
    """What the other dealer did so far, newest first; what was stopped says what it was."""
    done = range(min(state["at"], len(dealt.tasks)))
    return [
        Act(
            at,
            dealt.tasks[at].prompt,
            noted=dealt.tasks[at].fault if str(at) in state["noticed"] else "",
            alarm=at in state["alarms"],
        )
        for at in reversed(done)
    ]


def _faults(state: State, dealt: Lesson) -> list[Fault]:
    """What was wrong in the round, and when it was noticed."""
    found = []
    for at, task in enumerate(dealt.tasks):
        if task.fault:
            noticed = state["noticed"].get(str(at))
            later = noticed[0] - at if noticed else 0
            when = "not noticed"
            if noticed:
                acts = f"{later} act{'s' if later > 1 else ''} later" if later else "at once"
                when = f"{acts}, after {noticed[1]:.1f} s"
            found.append(Fault(at + 1, task.prompt, task.fault, task.why, when, bool(noticed)))
    return found


def _result(state: State, dealt: Lesson) -> Result:
    """How the lesson went."""
    log, house = state["log"], House.read(state["house"])
    right = sum(bool(one[2]) for one in log)
    storm = log if dealt.course is Course.STORM else []
    cut = [at for at, given, _, _ in storm if marked(dealt.tasks[at], given, house.habit) is Mark.CUT]
    return Result(
        right,
        len(log),
        median=f"{median(one[3] for one in log):.1f} s" if log else "–",
        untidy=len(cut),
        faults=sum(bool(task.fault) for task in dealt.tasks),
        noticed=len(state["noticed"]),
        alarms=len(state["alarms"]),
        passed=house.passes(right),
        pass_percent=house.pass_percent,
        has_mark=dealt.course is Course.EXAM or (bool(state["count"]) and dealt.course in PASSED),
    )


# What lies on the table


def lots_of(dealt: Lesson, task: Task, over: bool) -> list[ClothLot]:
    """What lies on the table for a dealer, who sees what is face up."""
    whole = dealt.scene(task)
    if whole is None:
        return []
    decisions = len(whole.decisions) if over else task.decisions
    if decisions < 0:
        return [
            ClothLot(f"Seat {seat}", Markup(""), _laid(dealt, dict(laid)))
            for seat, laid in sorted(whole.wagers.items())
        ]
    at = Round(whole.rules, whole.wagers, whole.order, whole.decisions[:decisions])
    view = at.view()
    found: list[ClothLot] = []
    if view.dealer:
        own = "Dealer" if dealt.course is Course.ERRORS else "Your hand"
        found.append(ClothLot(own, cards_svg(_bare(task, 0, view.dealer))))
    if view.board:
        found.append(ClothLot("Community cards", cards_svg(view.board)))
    board = [card for card in view.board if card is not None]
    called = words_of(dealt.game).hands_called
    tight = any(len(hand.cards) > CARDS_SPREAD for hands in view.hands.values() for hand in hands)
    for seat, hands in view.hands.items():
        names = [hand.name for hand in hands]
        for place, hand in enumerate(hands):
            cards = [card for card in hand.cards if card is not None]
            complete = bool(cards) and None not in hand.cards and hand.name not in called
            named = complete and not task.pays and not task.act
            found.append(
                ClothLot(
                    f"Seat {seat}{_which(dealt, hands, hand)}",
                    cards_svg(hand.cards if place else _bare(task, seat, hand.cards)),
                    voice.held(at.rules, cards, board) if named else "",
                    folded=seat in view.folded,
                    now=task.line is not None
                    and task.line.seat == seat
                    and (task.line.bet == hand.name or task.line.bet not in names),
                )
            )
    return [replace(lot, tight=tight, exposed=lot.name == task.exposed) for lot in found]


def _bare(task: Task, owner: int, cards: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    """The cards of an owner, with the one face up that a dealer has shown too early."""
    if task.bared is None or task.bared[0] != owner:
        return cards
    _, place, card = task.bared
    return (*cards[:place], card, *cards[place + 1 :])


def _which(dealt: Lesson, hands: tuple[HandView, ...], hand: HandView) -> str:
    """Which of a seat's hands it is, where it has several."""
    named = next((bet.name.lower() for bet in dealt.game.bets if bet.slug == hand.name), "")
    return f", {named}" if len(hands) > 1 and named else ""


def _laid(dealt: Lesson, laid: dict[str, int]) -> str:
    return ", ".join(f"{dealt.game.bet(bet).name} {voice.short(cents)}" for bet, cents in laid.items())


def wagers_of(dealt: Lesson, task: Task) -> list[ClothWager]:
    """The wagers of the seat that is being settled."""
    scene = dealt.scene(task)
    if task.line is None or scene is None:
        return []
    lines = scene.lines
    here = lines.index(task.line)
    return [
        ClothWager(dealt.game.bet(line.bet).name, line.wager_cents, now=place == here, done=place < here)
        for place, line in enumerate(lines)
        if line.seat == task.line.seat and line.outcome != "collected"
    ]


@lru_cache(maxsize=256)
def settings_of(chosen: Chosen) -> tuple[Setting, ...]:
    """What can be chosen about the table within the approved text, each with what is chosen now."""
    rules, game = chosen.rules, chosen.rules.game
    found = []
    for option in game.options:
        ruled_out = {outside.value for outside in option.outside if not outside.when}
        values = {v: value_name(game, option.name, v) for v in option.values if v not in ruled_out}
        label, now = option_name(game, option.name), rules.options[option.name]
        found.append(Setting(option.name, label, option.words, values, now))
    by_option = {option.chooses for option in game.options}
    for bet in game.every_bet:
        if bet.slug in by_option:
            continue
        tables = {table.designator: table.label for table in game.paytables(bet.slug)}
        if tables:
            usual = game.default_paytable(bet.slug, rules.options)
            now = rules.paytables.get(bet.slug, usual).designator
            found.append(Setting(bet.slug, f"{bet.name}: paytable", "", tables, now))
    if game.sensor_bet:
        keypads = {one.value: keypad.name for one, keypad in KEYPADS.items()}
        words = "The generation of the keypad."
        found.append(Setting("controller", "Keypad", words, keypads, chosen.controller))
        recorded = {
            TrayPays.SUPERVISOR.value: "a supervisor",
            TrayPays.DEALER.value: "the dealer, small ones",
        }
        words = "Who records a jackpot pay that comes from the tray."
        found.append(Setting("tray_pays", "Tray pays recorded by", words, recorded, chosen.tray_pays))
        amounts = sorted({*_TRAY_AMOUNTS, chosen.tray_supervisor_above_cents})
        words = "Where the dealer records small tray pays: from which amount a supervisor does all the same."
        choices = {format_short(cents): format_short(cents) for cents in amounts}
        now = format_short(chosen.tray_supervisor_above_cents)
        found.append(Setting("tray_supervisor_above", "Supervisor from", words, choices, now))
    return tuple(setting for setting in found if len(setting.values) > 1)


forget_too(settings_of.cache_clear)
