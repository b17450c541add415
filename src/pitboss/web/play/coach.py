"""The coach: the exact value of each choice, counted in a process aside."""

import asyncio
import random
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from pitboss.analysis.counting_process import aside
from pitboss.analysis.drill import close_situation, pool, ready
from pitboss.analysis.parsheet import BASE
from pitboss.analysis.registry import analysis_of
from pitboss.analysis.trainer import Worth, prepare, weigh
from pitboss.disk import OwnFolder
from pitboss.errors import BadInput
from pitboss.games import Request, Rules, game
from pitboss.games.situation import Situation, situations_of
from pitboss.web.play import far
from pitboss.web.play.lately import Lately

REMEMBERED_MAX = 5000
WAITING_MAX = 50
RULE_SETS_MAX = 50
"""Of so many sets of rules close situations are remembered."""
_Found = TypeVar("_Found")
_Key = tuple[str, Situation, str]


def unit_cents(rules: Rules, request: Request, wagers: Mapping[str, int]) -> int:
    """The wager in which values are counted: the Ante, or that of the hand whose turn it is."""
    raises = {bet.slug for bet in rules.game.bets if bet.multiples}
    hand = wagers.get(request.stage) if request.stage not in raises else None
    return hand or wagers[rules.game.main.slug]


def other_pays(rules: Rules) -> str:
    """Why the values of decisions don't hold at a table: they are counted for one table of the base game."""
    base = analysis_of(rules.game.slug).par.get(BASE)
    bet = base.paytable_bet if base else None
    if bet is None or rules.paytables[bet] == rules.game.default_paytable(bet, rules.options):
        return ""
    counted, here = rules.game.default_paytable(bet, rules.options), rules.paytables[bet]
    return f"The coach counts with the pays of {counted.designator}; here they are {here.designator}."


def close_call(slug: str, options: Mapping[str, str]) -> Worth:
    """A close situation with its values."""
    return weigh(slug, close_situation(slug, options), options)


def _prepare(slug: str, options: Mapping[str, str]) -> None:
    """Solve a game by these options; what can't be counted is said when a situation is asked for."""
    with suppress(BadInput):
        if game(slug).description is None or options == game(slug).rules().options:
            prepare(slug)
        else:
            weigh(slug, situations_of(game(slug)).example, options)


class Coach:
    """Has situations counted one by one, and remembers them; the figures are those of `pitboss ev`."""

    def __init__(self) -> None:
        self._known: Lately[_Key, Worth] = Lately(REMEMBERED_MAX)
        self._waiting = 0
        self._prepared: set[tuple[str, str]] = set()
        self._refused: dict[_Key, str] = {}
        self._under_way: dict[_Key, asyncio.Future[Worth]] = {}
        self._next: dict[tuple[str, str], asyncio.Future[Worth]] = {}
        self._close: Lately[tuple[str, str], dict[Situation, Worth]] = Lately(RULE_SETS_MAX)
        self._pools: dict[str, asyncio.Future[Mapping[Situation, Worth]]] = {}
        self._closed = False
        self._folder: OwnFolder | None = None
        self._now: tuple[object, ...] = ()
        """What is counted at this moment: a function and what it is given."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="coach")
        self.idle: Callable[[], None] = lambda: None
        """Called when nothing waits any more."""

    def close(self) -> None:
        """Let the thread go, and tell nobody what it still counts."""
        self._closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)

    def forget(self) -> None:
        """Count anew whatever is asked from now on: a game is another one by now."""
        for remembered in (self._known, self._close, self._prepared, self._refused, self._next, self._pools):
            remembered.clear()
        self._under_way.clear()
        aside.begin_anew()

    def count(self, function: Callable[..., _Found], *given: object) -> "asyncio.Future[_Found]":
        """What a function of the analysis finds, in its turn."""
        return asyncio.get_running_loop().run_in_executor(self._thread, self._counted, function, *given)

    def _counted(self, function: Callable[..., _Found], *given: object) -> _Found:
        self._now = function, *given
        try:
            found: _Found = aside(far.told, self._steps, function, *given)
            return found
        finally:
            self._now = ()

    @property
    def _steps(self) -> Path:
        """Where the process aside writes how far it is."""
        if self._folder is None:
            self._folder = OwnFolder("steps")
        return self._folder.path / "step.json"

    def step(self, function: Callable[..., object], *given: object) -> far.Step:
        """How far a count is that was asked for, or what is counted before it."""
        now = self._now
        if not now:
            return far.WAITS
        found = far.last_step(self._steps)
        return found if now == (function, *given) else replace(found, what=f"First: {found.what}")

    def step_of(self, rules: Rules, situation: Situation) -> far.Step:
        """How far the values of a situation are."""
        return self.step(weigh, rules.game.slug, situation, dict(rules.options))

    def prepare(self, rules: Rules) -> None:
        """Have everything at hand before the first situation of a game comes, by the rules of its table."""
        slug, options = rules.game.slug, dict(rules.options)
        if (key := self._rules_key(rules)) in self._prepared:
            return
        self._prepared.add(key)
        usual = rules.game.description is None or options == game(slug).rules().options
        if usual or not self.silent_at(rules):  # what is solved as a whole is solved for these options
            self.count(_prepare, slug, options)

    def silent(self, slug: str) -> str:
        """Why no decision of a game is counted, or nothing."""
        known = analysis_of(slug).values
        return "" if known else f"Nobody has counted what decisions of {game(slug).name} are worth."

    def silent_at(self, rules: Rules) -> str:
        """Why no decision at a table is counted, or nothing."""
        return self.silent(rules.game.slug) or other_pays(rules)

    def refusal(self, rules: Rules, situation: Situation) -> str:
        """Why a situation was not counted when it was asked for, or nothing."""
        return self._refused.get(self._key(rules, situation), "")

    async def weigh(self, slug: str, situation: Situation, options: Mapping[str, str]) -> Worth:
        """The values of a situation; what is known or of the pool is there at once."""
        key = slug, situation, repr(sorted(options.items()))
        if key in self._refused:
            raise BadInput(self._refused[key])
        if found := self._known.get(key):
            return found
        if options == game(slug).rules().options and situation in ready(slug):
            return ready(slug)[situation]
        return await asyncio.shield(self._weighing(key, options))

    def _weighing(self, key: _Key, options: Mapping[str, str]) -> "asyncio.Future[Worth]":
        """The values on their way, counted once however many ask."""
        if key not in self._under_way:
            slug, situation, _ = key
            self._under_way[key] = self.count(weigh, slug, situation, dict(options))
            self._under_way[key].add_done_callback(partial(self._weighed, key))
        return self._under_way[key]

    def _weighed(self, key: _Key, done: "asyncio.Future[Worth]") -> None:
        if self._under_way.get(key) is not done:
            return  # forgotten since
        del self._under_way[key]
        if done.cancelled():
            return
        if isinstance(error := done.exception(), BadInput):
            self._refused[key] = str(error)
        elif error is None:
            self._known.keep(key, done.result())

    async def worth(self, rules: Rules, situation: Situation) -> Worth | None:
        """The values, counted now where they are not known; None where nobody can count them."""
        if self.silent_at(rules):
            return None
        try:
            return await self.weigh(rules.game.slug, situation, rules.options)
        except BadInput:
            return None

    def close_one(self, rules: Rules) -> Situation | None:
        """A close situation that is there at once: counted since, or of the pool of the usual rules."""
        slug, key = rules.game.slug, self._rules_key(rules)
        asked = self._next.get(key)
        if asked is None or asked.done():
            self._next[key] = self.count(close_call, slug, dict(rules.options))
            self._next[key].add_done_callback(lambda done: done.cancelled() or done.exception())
            if asked is not None and not asked.cancelled() and asked.exception() is None:
                worth = asked.result()
                self._known.keep(self._key(rules, worth.situation), worth)
                self._close.keep(key, {**self.close_by(rules), worth.situation: worth})
                return worth.situation
        pooled = ready(slug) if rules.options == game(slug).rules().options else {}
        return random.choice(list(pooled)) if pooled else None

    def close_by(self, rules: Rules) -> Mapping[Situation, Worth]:
        """The close situations that were counted by these rules."""
        return self._close.get(self._rules_key(rules)) or {}

    async def close_soon(self, rules: Rules) -> Situation:
        """A close situation, as soon as there is one; what was refused once is not asked for again."""
        before = self._next.get(self._rules_key(rules))
        known = before is not None and before.done() and not before.cancelled()
        if before is not None and known and isinstance(refusal := before.exception(), BadInput):
            raise refusal
        while (found := self.close_one(rules)) is None:
            await asyncio.shield(self._next[self._rules_key(rules)])
        return found

    async def pooled(self, slug: str) -> Mapping[Situation, Worth]:
        """The pool of a game, as soon as it is there; to read those of all games takes a moment."""
        if found := await asyncio.to_thread(ready, slug):
            return found
        asked = self._pools.get(slug)
        if asked is None or (asked.done() and (asked.cancelled() or asked.exception())):
            asked = self._pools[slug] = self.count(pool, slug)
            asked.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(asked)

    def known(self, rules: Rules, situation: Situation) -> Worth | None:
        """The values, if they are counted already."""
        return self._known.get(self._key(rules, situation))

    def under_way(self, rules: Rules, situation: Situation) -> bool:
        """Whether the values are on their way."""
        return self._key(rules, situation) in self._under_way

    def ask(
        self,
        rules: Rules,
        situation: Situation,
        then: Callable[[Worth], None],
        refused: Callable[[], None] = lambda: None,
    ) -> None:
        """Count a situation and say so, at once if it is known; when too many wait, not now.

        What can't be counted, because the game is too large, is not asked for again.
        """
        found = self.known(rules, situation)
        if found is not None:
            then(found)
            return
        if self._waiting >= WAITING_MAX or self.refusal(rules, situation):
            return
        self._waiting += 1

        def counted(done: "asyncio.Future[Worth]") -> None:
            self._waiting -= 1
            if done.cancelled() or self._closed:
                return
            if isinstance(done.exception(), BadInput):
                refused()
                return
            then(done.result())
            if not self._waiting:
                self.idle()

        self._weighing(self._key(rules, situation), rules.options).add_done_callback(counted)

    @staticmethod
    def _rules_key(rules: Rules) -> tuple[str, str]:
        return rules.game.slug, repr(sorted(rules.options.items()))

    @staticmethod
    def _key(rules: Rules, situation: Situation) -> _Key:
        slug, options = Coach._rules_key(rules)
        return slug, situation, options
