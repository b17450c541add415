"""Spot the error: another dealer deals a round by the true rules, and one act in so many is wrong.

The acts are the tasks of a lesson, done; a fault is a wrong answer to one of them, a hand misread, a card
seen too early, or two seats settled out of order. So every fault follows from the game's own script and its
settlement.
"""

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, pairwise

from pitboss.cards import Card
from pitboss.games import Line, Round, View
from pitboss.games.discovery import forget_too
from pitboss.games.words import words_of
from pitboss.letters import capital, small
from pitboss.money import format_cents
from pitboss.web.play import voice
from pitboss.web.play.school.steps import DEAL, DECISIONS, SETTLE, general, lesson, spoken
from pitboss.web.play.school.training import Chosen, Course, Lesson, Task, pay_rows, stake_of

ONE_IN = 6
GO, STOP = "go", "stop"
OPTIONS = ((GO, "Go on"), (STOP, "Stop the dealer"))
ORDER, EXPOSED, READ = "Seats settled out of order", "A card seen too early", "A hand misread"
PAYMENT, LEFT, TAKEN, PAID = (
    "A wrong payment",
    "A losing bet left",
    "A bet taken that is not lost",
    "A bet paid that did not win",
)
JACKPOT, PROCEDURE = "A wrong step at the jackpot", "A wrong step of the procedure"
READ_RULE = "House procedure: the dealer names each hand aloud as it is opened, and the name decides the pay."
SEEN_RULE = "House procedure: a card that is dealt face down stays so until the rules open it."

_ASKS = re.compile(r"What |And now|Which key")
"""A question that says nothing about what is done."""


@lru_cache(maxsize=64)
def errors(chosen: Chosen, seed: int, jackpot: bool, one_in: int = ONE_IN) -> Lesson:
    """The round of a seed as another dealer deals it; about one act in `one_in` is wrong."""
    dealt = lesson(chosen, seed, jackpot)
    chance = random.Random(f"acts {chosen.game} {seed} {one_in}")
    acts = [*_Dealer(dealt, dealt.played, chance, one_in).acts()]
    return Lesson(chosen, dealt.played, tuple(acts), dealt.steps, Course.ERRORS)


forget_too(errors.cache_clear)


class _Dealer:
    """Somebody who deals a round and errs now and then."""

    def __init__(self, dealt: Lesson, played: Round, chance: random.Random, one_in: int) -> None:
        self.dealt, self.played, self.chance, self.one_in = dealt, played, chance, one_in
        self.game = dealt.game
        self.last = len(played.decisions)
        self.final = played.view()

    def acts(self) -> Iterator[Task]:
        """Everything that is done and said, in order."""
        before = [task for task in self.dealt.tasks if not self._at_showdown(task)]
        after = [task for task in self.dealt.tasks if self._at_showdown(task)]
        yield from self._until_showdown(before)
        yield from self._out_of_order([*self._visits(after)])

    def _at_showdown(self, task: Task) -> bool:
        return task.decisions == self.last and task.step not in (DEAL, DECISIONS)

    def _errs(self) -> bool:
        return self.chance.random() < 1 / self.one_in

    def _until_showdown(self, tasks: Sequence[Task]) -> Iterator[Task]:
        """The deal and the decisions; what the players say stands between what the dealer does."""
        said = -1
        for task in tasks:
            while said < task.decisions:
                yield from self._reached(said + 1)
                said += 1
            if not _whose(task) and not _which(task):
                yield self._done(task)
        while said < self.last:
            yield from self._reached(said + 1)
            said += 1

    def _reached(self, decisions: int) -> Iterator[Task]:
        """The cards are dealt, or a player has decided."""
        if decisions == 0:
            yield self._dealt()
            return
        seat = self._seats_asked()[decisions - 1]
        said = capital(spoken(self.played.decisions[decisions - 1]))
        yield _act(DECISIONS, f"Seat {seat}: “{said}.”", "", general(4), decisions)

    def _seats_asked(self) -> list[int]:
        again, seats = Round(self.played.rules, self.played.wagers, self.played.order), []
        for decision in self.played.decisions:
            assert again.request is not None
            seats.append(again.request.seat)
            again.decide(decision)
        return seats

    def _dealt(self) -> Task:
        """The cards lie there; one of them may show its face too early."""
        act = _act(DEAL, "The cards are dealt.", "What is face down is nobody's to see.", SEEN_RULE, 0)
        hidden = [*self._hidden(Round(self.played.rules, self.played.wagers, self.played.order).view())]
        if not hidden or not self._errs():
            return act
        whose, place, card = self.chance.choice(hidden)
        owner = f"seat {whose}" if whose else "the dealer"
        why = f"The {card.pretty} of {owner} is face up, and the rules keep it face down at this point."
        return replace(act, answer=STOP, fault=EXPOSED, why=why, bared=(whose, place, card))

    def _hidden(self, first: View) -> Iterator[tuple[int, int, Card]]:
        """The cards that are face down after the deal, of whom they are."""
        owners: Mapping[int, tuple[Card | None, ...]] = {0: first.dealer} | {
            seat: hands[0].cards for seat, hands in first.hands.items() if hands
        }
        for owner, cards in owners.items():
            whole = self.final.dealer if not owner else self.played.view(owner).own
            for place, card in enumerate(cards):
                held = whole[place] if place < len(whole) else None
                if card is None and held is not None:
                    yield owner, place, held

    def _visits(self, tasks: Sequence[Task]) -> Iterator[tuple[int, bool, Task]]:
        """What is done after the last decision: at which seat, whether hands are open, and the act.

        Each hand is named as it is opened.
        """
        read: set[int] = set()
        opened = False
        for task in tasks:
            line = task.line
            if _which(task):
                continue
            if line is not None and not opened:
                opened = line.player is not None or line.dealer is None
            seat = line.seat if line is not None else 0
            if seat and opened and seat not in read:
                read.add(seat)
                for act in self._read(seat):
                    yield seat, opened, act
            yield seat, opened, self._done(task)

    def _read(self, seat: int) -> Iterator[Task]:
        """The dealer names the hands of a seat."""
        if seat in self.final.folded:
            return
        board = [card for card in self.final.board if card is not None]
        called = words_of(self.game).hands_called
        for hand in self.final.hands[seat]:
            cards = [card for card in hand.cards if card is not None]
            if not cards or None in hand.cards or hand.name in called:
                continue
            right = voice.held(self.played.rules, cards, board)
            if not right:
                continue
            named = next((f", {bet.name.lower()}" for bet in self.game.bets if bet.slug == hand.name), "")
            where = f"Seat {seat}{named if len(self.final.hands[seat]) > 1 else ''}"
            why = f"The hand: {right}."
            wrong = self._misread(cards, board, right)
            if wrong and self._errs():
                act = _act(SETTLE, f"{where}: “{capital(wrong)}.”", why, READ_RULE, self.last)
                yield replace(act, answer=STOP, fault=READ)
            else:
                yield _act(SETTLE, f"{where}: “{capital(right)}.”", why, READ_RULE, self.last)

    def _misread(self, cards: Sequence[Card], board: Sequence[Card], right: str) -> str:
        """What it might be taken for: what it would be with another card of the table in place of one."""
        used = {*cards, *board}
        others = [card for card in self.played.order[: self.played.cards_dealt] if card not in used]
        plain = right.partition(",")[0]
        found = []
        for place in range(len(cards)):
            for other in self.chance.sample(others, min(4, len(others))):
                held = [*cards[:place], other, *cards[place + 1 :]]
                found.append(voice.held(self.played.rules, held, board))
        found = [words for words in found if words and words.partition(",")[0] != plain]
        return self.chance.choice(found) if found else ""

    def _done(self, task: Task) -> Task:
        """A task as the dealer does it, right or wrong."""
        wrong = self._wrong(task) if self._errs() else None
        given, fault = wrong or (task.answer, "")
        told = _told(task, given)
        act = replace(task, prompt=told, options=OPTIONS, act=True, owed="", keypad="", answer=GO)
        if not fault:
            return replace(act, why=task.why)
        return replace(act, answer=STOP, fault=fault, why=f"Right: {_rightly(task)} {task.why}".strip())

    def _wrong(self, task: Task) -> tuple[str, str] | None:
        """A wrong answer to a task and what kind of fault it is, if there is one."""
        if task.line is not None:
            return self._wrong_pay(task, task.line)
        if task.pays:
            return f"pay {task.cents * self.chance.choice((2, 3))}", PAYMENT
        others = [value for value, _ in task.options if value != task.answer]
        if not others:
            return None
        return self.chance.choice(others), JACKPOT if task.jackpot else PROCEDURE

    def _wrong_pay(self, task: Task, line: Line) -> tuple[str, str]:
        stake = stake_of(line, self.played)
        if line.outcome == "lose":
            return self.chance.choice((("push", LEFT), (f"pay {line.wager_cents}", PAID)))
        if line.outcome != "win":
            return self.chance.choice((("take", TAKEN), (f"pay {line.wager_cents}", PAID)))
        if task.options and self.chance.random() < 0.25:
            return "take", TAKEN
        hands = self.played.rules.game.hands_dealt(len(self.played.wagers))
        rows = pay_rows(line, self.played.rules, hands, None, stake)
        amounts = {row.cents for row in rows} | {stake, line.paid_cents + stake}
        wrong = [cents for cents in amounts if cents not in (0, line.paid_cents)] or [2 * line.paid_cents]
        near = sorted(wrong, key=lambda cents: abs(cents - line.paid_cents))[:3]
        return f"pay {self.chance.choice(near)}", PAYMENT

    def _out_of_order(self, visits: Iterable[tuple[int, bool, Task]]) -> Iterator[Task]:
        """Now and then two seats that follow each other change places."""
        stretches = [
            (seat, opened, [act for _, _, act in acts])
            for (seat, opened), acts in groupby(visits, key=lambda visit: visit[:2])
        ]
        order = sorted(self.played.wagers)
        if self.played.rules.options["settlement_order"] != "left-to-right":
            order.reverse()
        able = [
            at
            for at, ((one, early, _), (two, late, acts)) in enumerate(pairwise(stretches))
            if one and two and early == late and order.index(one) < order.index(two) and not acts[0].fault
        ]
        if able and self.chance.random() < len(able) / self.one_in:
            at = self.chance.choice(able)
            (skipped, _, _), (seat, _, acts) = stretches[at : at + 2]
            stretches[at], stretches[at + 1] = stretches[at + 1], stretches[at]
            why = f"Seat {skipped} comes before seat {seat} at this table."
            acts[0] = replace(acts[0], answer=STOP, fault=ORDER, why=why, clause=general(4))
        for _, _, acts in stretches:
            yield from acts


def _act(step: str, words: str, why: str, clause: str, decisions: int) -> Task:
    return Task(step, words, OPTIONS, GO, why, clause, decisions, act=True)


def _whose(task: Task) -> bool:
    """Whether it asks whose turn it is: the players' own words tell that."""
    return "Whose decision is it now" in task.prompt


def _which(task: Task) -> bool:
    """Whether it asks which seat is settled: what is done there tells that."""
    return task.step == SETTLE and task.line is None and task.options[0][1].startswith("Seat ")


def _rightly(task: Task) -> str:
    """What should have been done."""
    return _told(task, task.answer) if task.pays else f"“{dict(task.options)[task.answer]}.”"


def _told(task: Task, given: str) -> str:
    """What a dealer does who answers a task so."""
    if task.line is not None:
        done = {"take": "the dealer takes it", "push": "the dealer leaves it"}.get(given)
        done = done or f"the dealer pays {format_cents(int(given.removeprefix('pay ')))}"
        return f"{task.prompt.partition(':')[0]}: {done}."
    if task.pays:
        return f"{task.prompt} {format_cents(int(given.removeprefix('pay ')))}."
    label = "The dealer" if given == "dealer" else dict(task.options)[given]
    if task.did:
        return task.did.replace("{answer}", label).replace("{within}", small(label))
    *before, last = re.split(r"(?<=[.?]) ", task.prompt)
    if not (before and _ASKS.match(last)):
        return f"Asked “{task.prompt}”, the dealer says “{label}.”"
    context = " ".join(before).replace("Your hand", "The dealer's hand")
    return f"{context} Next: {label}." if task.keypad else f"{context} The dealer: “{label}.”"
