"""The payout storm: winning bets and colours to change, one after another, to be cut in chips."""

import random
from collections.abc import Iterator

from pitboss.games.schedules import pay_words
from pitboss.letters import capital
from pitboss.money import Odds, format_short
from pitboss.web.play.school.chips import can_be_cut, fewest, told
from pitboss.web.play.school.round import lesson_round
from pitboss.web.play.school.steps import clause_of
from pitboss.web.play.school.training import Chosen, Course, Lesson, Task, laid_as, stake_of
from pitboss.web.play.sitting import DENOMINATIONS

STORM_S = 120
STORM_MAX = 60
PAY = "Payout"
CHANGE = "Colours"
COLOURS = 0.15
"""How often colours are changed instead of a bet paid."""
BASE_STAKES = tuple(range(500, 105_00, 500))
SIDE_STAKES = (*range(100, 11_00, 100), 15_00, 20_00, 25_00)
CHANGE_RULE = (
    "House procedure: chips are changed on the open layout, cut so that everybody can count them, "
    "and the supervisor is told before a large change."
)


def storm(chosen: Chosen, seed: int, count: int = STORM_MAX) -> Lesson:
    """The storm of a seed at a table."""
    tasks = tuple(_question(chosen, random.Random(f"storm {chosen.game} {seed} {at}")) for at in range(count))
    return Lesson(chosen, None, tasks, (PAY, CHANGE), Course.STORM)


def _question(chosen: Chosen, chance: random.Random) -> Task:
    if chance.random() < COLOURS:
        return chance.choice((_colour_up, _change))(chance)
    printed = [*_printed(chosen, chance)]
    if printed and chance.random() < 0.5:
        return chance.choice(printed)
    return _of_round(chosen, chance) or (chance.choice(printed) if printed else _colour_up(chance))


def _of_round(chosen: Chosen, chance: random.Random) -> Task | None:
    """A bet that a real round pays, with the cards on the table; none where ten rounds pay none."""
    for _ in range(10):
        played = lesson_round(chosen, chance.randrange(1_000_000), jackpot=False)
        won = [line for line in played.lines if line.outcome == "win" and can_be_cut(line.paid_cents)]
        if won:
            line = chance.choice(won)
            laid = laid_as(played.rules.game, line.bet, stake_of(line, played))
            return Task(
                PAY,
                f"Seat {line.seat}, {laid}, has won. Cut the payment.",
                (),
                f"pay {line.paid_cents}",
                capital(line.words),
                clause_of(played.rules.game, line),
                len(played.decisions),
                line,
                cut="pay",
                scene=played,
            )
    return None


def _printed(chosen: Chosen, chance: random.Random) -> Iterator[Task]:
    """One question for each bet with printed pays: a line of the schedule and a stake."""
    rules = chosen.rules
    for bet in rules.game.bets:
        table = rules.paytables.get(bet.slug)
        if table is None or bet.kind == "jackpot":
            continue
        hands = rules.game.hands_dealt(chance.randint(1, rules.game.seats_max))
        lines = [line for line in table.for_hands(hands).lines if isinstance(line.pay, Odds)]
        stakes = BASE_STAKES if bet.kind == "base" else SIDE_STAKES
        asked = [
            (line, stake, line.pay.pays_rounded_down(stake))
            for line in lines
            for stake in stakes
            if isinstance(line.pay, Odds)
        ]
        asked = [one for one in asked if can_be_cut(one[2])]
        if not asked:
            continue
        line, stake, cents = chance.choice(asked)
        dealt = f" with {hands} hands dealt" if table.by_hands else ""
        yield Task(
            PAY,
            f"{laid_as(rules.game, bet.slug, stake)}{dealt}: {line.title}. Cut the payment.",
            (),
            f"pay {cents}",
            f"{table.designator}: {line.title} pays {pay_words(line.pay)}.",
            f"{rules.game.name}, {bet.name}: paytable {table.designator}.",
            -1,
            owed=bet.name,
            cut="pay",
        )


def _colour_up(chance: random.Random) -> Task:
    """A stack of small chips that leaves the table in as few chips as can be."""
    small = sorted(chance.sample(DENOMINATIONS[1:4], 2))
    chips: list[int] = []
    while len(chips) == len(fewest(sum(chips))):  # what lies there in the fewest chips needs no change
        chips = [value for value in small for _ in range(chance.randint(3, 12))]
    return Task(
        CHANGE,
        f"A player colours up {told(chips)}. Give as few chips as possible.",
        (),
        f"pay {sum(chips)}",
        f"{told(chips)} make {format_short(sum(chips))}: {told(fewest(sum(chips)))}.",
        CHANGE_RULE,
        -1,
        owed="Colour up",
        cut="up",
    )


def _change(chance: random.Random) -> Task:
    """One large chip into chips of one smaller colour."""
    at = chance.randrange(2, len(DENOMINATIONS) - 1)
    large, small = DENOMINATIONS[at], DENOMINATIONS[at - 1]
    return Task(
        CHANGE,
        f"A player wants a {format_short(large)} chip in {format_short(small)} chips. Cut the change.",
        (),
        f"pay {large}",
        f"{large // small} × {format_short(small)} make {format_short(large)}.",
        CHANGE_RULE,
        -1,
        owed="Change",
        cut=str(small),
    )
