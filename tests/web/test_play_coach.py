"""The coach between asking and knowing: what is counted when, and remembered how long."""

import asyncio
import gc
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.analysis.counting_process import Aside
from pitboss.analysis.drill import pool
from pitboss.analysis.trainer import Worth, weigh
from pitboss.errors import BadInput
from pitboss.games import game
from pitboss.games.discovery import VARIABLE, forget
from pitboss.games.situation import situations_of
from pitboss.web.play import coach as limits
from pitboss.web.play.coach import Coach

SLUG = "caribbean-stud"
UNCOUNTED = Path(__file__).parents[1] / "games" / "uncounted"
RULES = game(SLUG).rules()
ONE, TWO, THREE, FOUR, FIVE = (
    situations_of(game(SLUG)).parse(f"AsAdKcQh2d/{up}") for up in ("3c", "4c", "5c", "6c", "7c")
)
ALL = (ONE, TWO, THREE, FOUR, FIVE)


class Slow(Coach):
    """A coach whose counting ends when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[Callable[..., Any], tuple[object, ...], asyncio.Future[Any]]] = []

    def count(self, function: Callable[..., Any], *given: object) -> "asyncio.Future[Any]":
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.asked.append((function, given, future))
        return future


async def settle() -> None:
    """Let callbacks run."""
    for _ in range(3):
        await asyncio.sleep(0)


def test_a_close_situation_comes_at_once_and_the_next_is_counted_meanwhile() -> None:
    async def drill() -> None:
        assert pool(SLUG)
        coach = Slow()
        assert coach.close_one(RULES) in pool(SLUG)
        assert len(coach.asked) == 1
        assert coach.close_one(RULES) in pool(SLUG)
        assert len(coach.asked) == 1, "one at a time"
        worth = Worth(SLUG, ONE, {"bet": Fraction(1), "fold": Fraction(-1)})
        coach.asked[0][2].set_result(worth)
        assert coach.close_one(RULES) == ONE
        assert await coach.weigh(SLUG, ONE, RULES.options) == worth, "counted with the situation"
        assert len(coach.asked) == 2, "and another one for next time"
        coach.asked[1][2].set_exception(ValueError("the process died"))
        assert coach.close_one(RULES) in pool(SLUG)
        assert len(coach.asked) == 3
        coach.asked[2][2].cancel()
        assert coach.close_one(RULES) in pool(SLUG)
        await settle()

    asyncio.run(drill())


def test_what_is_known_is_told_at_once_and_what_is_not_when_it_is_counted() -> None:
    async def ask() -> None:
        coach, told, idle = Slow(), list[Worth](), list[bool]()
        coach.idle = lambda: idle.append(True)
        worth = Worth(SLUG, ONE, {"bet": Fraction(1), "fold": Fraction(-1)})
        coach.ask(RULES, ONE, told.append)
        coach.ask(RULES, TWO, told.append)
        assert coach.known(RULES, ONE) is None
        function, given, future = coach.asked[0]
        assert (function, given) == (weigh, (SLUG, ONE, dict(RULES.options)))
        future.set_result(worth)
        await settle()
        assert (told, coach.known(RULES, ONE), idle) == ([worth], worth, [])
        coach.asked[1][2].cancel()
        await settle()
        assert coach.known(RULES, TWO) is None
        coach.ask(RULES, ONE, told.append)
        assert (told, len(coach.asked)) == ([worth, worth], 2)
        coach.ask(RULES, THREE, told.append)
        coach.asked[2][2].set_result(worth)
        await settle()
        assert idle == [True], "nothing waits any more"

    asyncio.run(ask())


def test_what_can_not_be_counted_is_said_once_and_not_asked_again() -> None:
    async def ask() -> None:
        coach, told, refused = Slow(), list[Worth](), list[bool]()
        coach.ask(RULES, ONE, told.append, lambda: refused.append(True))
        coach.asked[0][2].set_exception(BadInput("too large to be counted in a minute"))
        await settle()
        assert (told, refused) == ([], [True])
        assert coach.refusal(RULES, ONE) == "too large to be counted in a minute"
        coach.ask(RULES, ONE, told.append)
        assert len(coach.asked) == 1
        assert coach.refusal(RULES, TWO) == coach.silent(SLUG) == ""

    asyncio.run(ask())


def test_a_game_that_nobody_can_count_has_bounds_and_leaves_nothing_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever asks is told; a traceback stood in the server's log when such a table was opened."""
    monkeypatch.setenv(VARIABLE, str(UNCOUNTED))
    counting = Aside()  # the process that counts for other tests may not know this game
    monkeypatch.setattr(limits, "aside", counting)
    rules = game("seven-cards").rules()

    async def sit() -> None:
        coach = Coach()
        coach.prepare(rules)
        hand = situations_of(rules.game).parse("3d7h")
        worth = await coach.worth(rules, hand)
        assert worth is not None
        assert worth.sampled
        assert worth.error > 0
        assert coach.refusal(rules, hand) == ""
        coach.close()

    asyncio.run(sit())
    counting.end()
    gc.collect()  # an exception that nobody looked at is logged when it goes
    assert caplog.records == []
    forget()


def test_too_many_questions_wait_and_old_answers_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WAITING_MAX", 3)
    monkeypatch.setattr(limits, "REMEMBERED_MAX", 2)

    async def ask() -> None:
        coach = Slow()
        for situation in ALL:
            coach.ask(RULES, situation, lambda worth: None)
        assert len(coach.asked) == 3
        for _, _, future in coach.asked:
            future.set_result(Worth(SLUG, ONE, {"bet": Fraction(1)}))
        await settle()
        assert [situation for situation in ALL if coach.known(RULES, situation)] == [TWO, THREE]
        coach.ask(RULES, FIVE, lambda worth: None)
        assert len(coach.asked) == 4

    asyncio.run(ask())


def test_situations_of_the_pool_are_worth_what_it_says_under_its_own_rules_only() -> None:
    async def weighed() -> None:
        coach = Slow()
        situation, worth = next(iter(pool(SLUG).items()))
        assert await coach.weigh(SLUG, situation, RULES.options) == worth
        assert not coach.asked
        waiting = asyncio.create_task(coach.weigh(SLUG, situation, {**RULES.options, "extra": "yes"}))
        other = asyncio.create_task(coach.weigh(SLUG, ONE, RULES.options))
        await settle()
        assert [given[1] for _, given, _ in coach.asked] == [situation, ONE]
        for _, _, future in coach.asked:
            future.set_result(worth)
        assert [await waiting, await other] == [worth, worth]

    asyncio.run(weighed())
