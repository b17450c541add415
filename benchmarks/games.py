"""Rounds a second, one seat, beside two public engines; and the approved games solved from descriptions."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks._report import Report, Row
from benchmarks.math import forget
from pitboss.analysis import cache
from pitboss.analysis.families import solving
from pitboss.cards import CARDS, Card
from pitboss.games import GAMES, Game, Round
from pitboss.games.description import Description
from pitboss.games.description.shape import read

ROUNDS = 2_000
REPEATS = 8
TARGET = "≥ 20,000"
DESCRIBED = Path(__file__).parents[1] / "tests/games/described"


def _first(like: Callable[[Game], bool]) -> str:
    return next(game.slug for game in GAMES.values() if like(game))


HOLDEM = _first(lambda game: (game.cards_per_seat, game.cards_for_table) == (2, 2 + 5))
BLACKJACK = _first(lambda game: "hit" in game.decisions)
"""The nearest of ours to what public engines deal."""


def run() -> Report:
    """Measure all games, then limit hold'em and blackjack of the peers against the nearest of ours."""
    rows = [Row(game.slug, "pitboss", _rate(_ours(game)), TARGET) for game in GAMES.values()]
    peers = (
        (HOLDEM, "RLCard limit hold'em, two players", _rlcard("limit-holdem")),
        (HOLDEM, "PokerKit limit hold'em, two players", _pokerkit),
        (BLACKJACK, "RLCard blackjack, one hand", _rlcard("blackjack")),
    )
    for task, contender, play in peers:
        rows.append(
            Row(task, contender, _rate(play, ROUNDS // 10), note="random legal play, shuffle included")
        )
    rows += [_solved(game) for game in _beside() if not solving.refusal(game)]
    return Report(
        "Dealt, decided and settled, one seat; solved from descriptions; one core", "a second", rows
    )


def _beside() -> Iterator[Description]:
    """The descriptions of games that have a count of their own; `benchmarks.math` measures all others."""
    for path in sorted(DESCRIBED.glob("*.toml")):
        if GAMES[path.stem].description is None:
            yield read(path)


def _solved(game: Description) -> Row:
    """The base sheet of a description on the whole deck, kernels compiled, nothing kept; processor time."""
    for _ in range(2):
        forget()
        start = time.process_time()
        with cache.fresh():
            sheet = solving.par(game)
        seconds = time.process_time() - start
    note = f"{seconds:.2f} s, house edge {float(sheet.house_edge):.4%}"
    return Row(f"{game.name}, solved", "pitboss", 1 / seconds, note=note)


def _rate(play: Callable[[int], None], rounds: int = ROUNDS) -> float:
    """The best of a few runs, in processor time, after a short warm-up."""
    play(max(rounds // 10, 1))
    best = 0.0
    for _ in range(REPEATS):
        start = time.process_time()
        play(rounds)
        best = max(best, rounds / (time.process_time() - start))
    return best


class _Shoe(Sequence[Card]):
    """A shoe shuffled as it is dealt: the next card is any of those left, and the others stay undecided."""

    def __init__(self, decks: int, draw: Callable[[], float]) -> None:
        self.size, self.draw = 52 * decks, draw
        self.out: set[int] = set()
        self.dealt: list[Card] = []

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, wanted: Any) -> Any:
        while len(self.dealt) < wanted.stop:
            place = int(self.draw() * self.size)
            if place not in self.out:
                self.out.add(place)
                self.dealt.append(CARDS[place % 52])
        return self.dealt[wanted]


def _ours(game: Game) -> Callable[[int], None]:
    rules = game.rules()
    wagers = {1: {bet.slug: 500 for bet in game.bets if bet.required}}
    decks = int(rules.options.get("decks", "1"))

    def play(rounds: int) -> None:
        draw = random.Random(1).random
        for _ in range(rounds):
            dealt = Round(rules, wagers, _Shoe(decks, draw))
            while dealt.request is not None:
                choices = dealt.request.choices
                dealt.decide(choices[int(draw() * len(choices))].name)

    return play


def _rlcard(name: str) -> Callable[[int], None]:
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(name, config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(rounds: int) -> None:
        for _ in range(rounds):
            env.run(is_training=False)

    return play


def _pokerkit(rounds: int) -> None:
    from pokerkit import Automation, FixedLimitTexasHoldem

    choose = random.Random(1)
    game = FixedLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2, 4)
    for _ in range(rounds):
        state = game((200, 200), 2)
        while state.status:
            legal: list[Callable[[], object]] = [state.fold] if state.can_fold() else []
            if state.can_check_or_call():
                legal.append(state.check_or_call)
            if state.can_complete_bet_or_raise_to():
                legal.append(state.complete_bet_or_raise_to)
            choose.choice(legal)()
