"""The people of the simulated floor: those who work there, and those who should not be there."""

from collections.abc import Iterator
from dataclasses import replace

from pitboss.jackpots import commands as cmd
from pitboss.jackpots.awards import Quote, quote
from pitboss.jackpots.commands import AdjustReason, Badge, Role, Target
from pitboss.jackpots.state import State
from pitboss.ledger import Request
from tests.crash.simulator import SECOND, Agent, Floor, Send, Wait
from tests.ledger.sample import config

LINKS = ("pit-1", "pit-2")
TABLES = 12
KEYED = ("T1", "T2", "T3")
"""Tables of the older generation."""
HANDS = ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush")


def staff(floor: Floor) -> Iterator[Agent]:
    """Everyone: a manager, dealers and two supervisors for each link, and a few cheats."""
    for link in LINKS:
        yield manager(floor, link)
        for number in range(1, TABLES + 1):
            yield dealer(floor, link, f"T{number}")
        yield supervisor(floor, link, "ada")
        yield supervisor(floor, link, "eve")
        yield auditor(floor, link)
    yield cheat(floor)
    yield cheat(floor)


def swipe(floor: Floor, person: str, role: Role = Role.EXECUTIVE) -> Badge:
    """A card swiped now, by the clock on the wall."""
    return Badge(person, role, f"card-{person}", floor.clock_us())


def state(floor: Floor, link: str) -> State:
    """What the consoles of the link show."""
    return floor.shown(link)


def manager(floor: Floor, link: str) -> Agent:
    """Sets the link up, opens it whenever it is closed, and signs the gaming days off."""
    while True:
        now = state(floor, link)
        if now.config is None:
            first = config(link, tables=TABLES)
            yield Send(link, cmd.Configure(first, swipe(floor, "ada"), swipe(floor, "max")))
        elif not now.open:
            if floor.rng.random() < 0.5:
                following = replace(now.config, version=now.config.version + 1)
                yield Send(link, cmd.Configure(following, swipe(floor, "ada"), swipe(floor, "max")))
            yield Send(link, cmd.OpenLink(swipe(floor, "max"), swipe(floor, "ada")))
        elif floor.rng.random() < 0.02:
            yield Send(link, cmd.CloseLink(swipe(floor, "max")))
        for day in sorted(now.unsigned)[:1]:
            yield Send(link, cmd.CloseDay(day, swipe(floor, "max")))
        yield Wait(floor.rng.randrange(20, 100) * SECOND)


def dealer(floor: Floor, link: str, table: str) -> Agent:
    """Deals round after round: START, sometimes a hand button or two, END."""
    name, round_no = f"dealer-{link}-{table}", 0
    while True:
        shown = state(floor, link).tables.get(table)
        if shown is None or shown.locked:
            yield Wait(3 * SECOND)
            continue
        round_no = shown.last_round + 1 if not shown.open else shown.last_round
        if not shown.open:
            if floor.rng.random() < 0.005:
                round_no += 3
            seats = tuple(sorted(floor.rng.sample(range(1, 8), floor.rng.randrange(0, 8))))
            answer = yield Send(link, cmd.StartRound(table, round_no, name, seats, seats, 100))
            if answer["status"] != 200:
                yield Wait(5 * SECOND)
                continue
            yield Wait(floor.rng.randrange(1, 6) * SECOND)
            for seat in seats:
                while floor.rng.random() < 0.02:
                    hand = floor.rng.choice(HANDS)
                    yield Send(link, cmd.PressHand(table, round_no, seat, hand, name))
        answer = yield Send(link, cmd.EndRound(table, round_no))
        while answer.get("code") in ("OPEN_CLAIMS", "KEY_AT_JPH"):
            yield Wait(3 * SECOND)
            answer = yield Send(link, cmd.EndRound(table, round_no))
        yield Wait(floor.rng.randrange(1, 10) * SECOND)


def supervisor(floor: Floor, link: str, person: str) -> Agent:
    """Verifies claims, frees locked tables, voids spoilt rounds."""
    while True:
        yield Wait(floor.rng.randrange(3, 9) * SECOND)
        for claim_no in list(state(floor, link).claims):
            offer = quote(state(floor, link), claim_no)
            if isinstance(offer, Quote):
                table = offer.claim.table
                if table in KEYED:
                    yield Send(link, cmd.TurnToJph(table, swipe(floor, person)))
                    yield Send(link, cmd.PressJPot(table, claim_no, offer.epoch, swipe(floor, person)))
                else:
                    yield Send(link, cmd.Confirm(table, claim_no, offer.epoch, swipe(floor, person)))
        for table, shown in state(floor, link).tables.items():
            if shown.locked:
                yield Send(link, cmd.UnlockTable(table, shown.last_round + 1, swipe(floor, person)))
            elif shown.jph is not None:
                yield Send(link, cmd.TurnToRun(table, person))
            elif shown.open and floor.rng.random() < 0.002:
                two = swipe(floor, person), swipe(floor, "max")
                yield Send(link, cmd.VoidRound(table, shown.last_round, "the shuffler jammed", *two))


def auditor(floor: Floor, link: str) -> Agent:
    """Pays awards out, and corrects mistakes with a second person."""
    while True:
        yield Wait(floor.rng.randrange(10, 40) * SECOND)
        now = state(floor, link)
        for number, award in now.awards.items():
            if not award.paid and not award.backed_out and floor.rng.random() < 0.7:
                yield Send(
                    link, cmd.RecordPaid(number, cmd.PayMethod.CASH, swipe(floor, "pay", Role.SUPERVISOR))
                )
        two = swipe(floor, "ann", Role.ACCOUNTING), swipe(floor, "max")
        if now.awards and floor.rng.random() < 0.2:
            number = floor.rng.choice(list(now.awards))
            keep = floor.rng.random() < 0.3
            yield Send(link, cmd.BackOut(number, "not the hand it was taken for", *two, keep))
        if now.levels and floor.rng.random() < 0.2:
            level = floor.rng.choice(list(now.levels))
            units = floor.rng.randrange(-(10**10), 10**10)
            target, reason = floor.rng.choice(list(Target)), floor.rng.choice(list(AdjustReason))
            epoch = now.levels[level].epoch
            yield Send(link, cmd.Adjust(level, target, units, reason, "count", "memo", epoch, *two))


def cheat(floor: Floor) -> Agent:
    """Repeats, alters and forges what is on the wire."""
    rng = floor.rng
    while True:
        yield Wait(rng.randrange(1, 8) * SECOND)
        if not floor.sent:
            continue
        old = rng.choice(floor.sent)
        trick = rng.randrange(6)
        if trick == 0:
            floor.post(old)
        elif trick == 1:
            floor.post(replace(old, link=rng.choice(LINKS)))
        elif trick == 2:
            floor.post(replace(old, command_id=f"forged-{rng.random()}"))
        elif trick == 3:
            other = rng.choice(floor.sent)
            floor.post(Request(old.link, old.command_id, other.command))
        elif trick == 4 and isinstance(old.command, cmd.Confirm):
            thief = Badge(
                f"dealer-{old.link}-{old.command.table}", Role.EXECUTIVE, "stolen", floor.clock_us()
            )
            stolen = replace(old.command, by=thief)
            floor.post(Request(old.link, f"stolen-{rng.random()}", stolen))
        elif trick == 5 and isinstance(old.command, cmd.Adjust):
            alone = replace(old.command, approver=old.command.requester, units=10**12)
            floor.post(Request(old.link, f"alone-{rng.random()}", alone))
