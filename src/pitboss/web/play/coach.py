"""The coach: what a seat sees as a situation, the exact value of each choice, counted off the event loop."""

import asyncio
import os
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards import Card
from pitboss.games import HandView, Request, Rules, View

REMEMBERED_MAX = 5000
WAITING_MAX = 50
NICE = 10


def _behind() -> None:
    """Let the tables go first: on Linux a thread has a priority of its own."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


@dataclass(frozen=True, slots=True)
class Worth:
    """The value of every decision, in Antes (Blackjack Switch: wagers), best first, and why."""

    values: tuple[tuple[str, Fraction], ...]
    reason: str

    def best(self, offered: Sequence[str]) -> str:
        """The best of the decisions that are offered."""
        return next(name for name, _ in self.values if name in offered)

    def cost(self, decision: str, offered: Sequence[str]) -> Fraction:
        """What a decision gives up against the best one offered."""
        worth = dict(self.values)
        return worth[self.best(offered)] - worth[decision]


def situation_of(rules: Rules, request: Request, view: View) -> str:
    """What the seat that is asked sees, as `pitboss ev` takes it."""
    slug = rules.game.slug
    if slug == "blackjack-switch":
        return _switch_situation(request, view)
    parts = [_cards(view.own)]
    if slug == "ultimate-texas-holdem":
        board = [card for card in view.board if card is not None]
        parts += [_cards(part) for part in (board[:3], board[3:]) if part]
    if slug == "caribbean-stud":
        parts.append(_cards(view.dealer))
    return "/".join(parts)


def _cards(cards: Sequence[Card | None]) -> str:
    return "".join(str(card) for card in cards if card is not None)


def _switch_situation(request: Request, view: View) -> str:
    hands = view.hands[request.seat]
    dealt = []
    for place in ("hand-1", "hand-2"):
        group = [hand for hand in hands if hand.name.startswith(place)]
        dealt.append("+".join(_hand(hand, request.stage) for hand in group))
    upcard = str(view.dealer[0])
    insurance = "/insurance" if request.stage.startswith("insurance") else ""
    return f"{' '.join(dealt)}/{upcard}{insurance}"


def _hand(hand: HandView, stage: str) -> str:
    return _cards(hand.cards) + ("*" if hand.name == stage else "")


def unit_cents(rules: Rules, request: Request, wagers: Mapping[str, int]) -> int:
    """The wager in which values are counted: the Ante, or the wager of the hand."""
    if rules.game.slug != "blackjack-switch":
        return wagers["ante"]
    return wagers.get(request.stage, wagers["hand-1"])


def part_decided(request: Request) -> Fraction:
    """How much of the difference between two values one answer decides.

    Insurance is valued for both hands together and asked for one at a time.
    """
    return Fraction(1, 2) if request.stage.startswith("insurance") else Fraction(1)


def worth_of(slug: str, situation: str, options: Mapping[str, str]) -> Worth:
    """Count the values of a situation; the figures are those of `pitboss ev`."""
    from pitboss.analysis.registry import values
    from pitboss.analysis.trainer import advise

    found = values(slug, situation, options).decisions
    ranked = sorted(found, key=lambda decision: -decision.expected_value)
    return Worth(
        tuple((decision.name, decision.expected_value) for decision in ranked),
        advise(slug, situation, options).reason,
    )


class Coach:
    """Counts situations one by one in a thread behind everything else, and remembers them."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str, str], Worth] = OrderedDict()
        self._waiting = 0
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="coach", initializer=_behind)
        self.idle: Callable[[], None] = lambda: None
        """Called when nothing waits any more."""

    def close(self) -> None:
        """Let the thread go."""
        self.thread.shutdown(wait=False, cancel_futures=True)

    def known(self, rules: Rules, situation: str) -> Worth | None:
        """The values, if they are counted already."""
        return self._known.get(self._key(rules, situation))

    def ask(self, rules: Rules, situation: str, then: Callable[[Worth], None]) -> None:
        """Count a situation and say so, at once if it is known; when too many wait, not now."""
        found = self.known(rules, situation)
        if found is not None:
            then(found)
            return
        if self._waiting >= WAITING_MAX:
            return
        self._waiting += 1
        loop = asyncio.get_running_loop()
        future = loop.run_in_executor(self.thread, worth_of, rules.game.slug, situation, rules.options)

        def counted(done: "asyncio.Future[Worth]") -> None:
            self._waiting -= 1
            if done.cancelled():
                return
            self._known[self._key(rules, situation)] = done.result()
            while len(self._known) > REMEMBERED_MAX:
                self._known.popitem(last=False)
            then(done.result())
            if not self._waiting:
                self.idle()

        future.add_done_callback(counted)

    @staticmethod
    def _key(rules: Rules, situation: str) -> tuple[str, str, str]:
        return rules.game.slug, situation, repr(sorted(rules.options.items()))
