"""Simulated rounds a second on one core, base bet and all side bets, beside three public engines."""

import importlib
import random
import time
from collections.abc import Callable, Iterator

from benchmarks._report import Report, Row
from benchmarks.games import BLACKJACK, HOLDEM, _pokerkit, _rlcard
from pitboss.games import GAMES, Game
from pitboss.simulation.job import BLOCK, compiled, new_job

MEASURED_S = 2


def _tasks() -> Iterator[tuple[Game, str]]:
    """Every game at its best; what the peers play near to under its simple rules too."""
    for game in GAMES.values():
        if game.slug == HOLDEM:
            yield game, "simple"
        yield game, "optimal"


def _target(game: Game) -> str:
    cards = game.description.cards if game.description else None
    if game.slug == BLACKJACK:
        return "≥ 3,000,000"
    return "≥ 8,000,000" if cards and cards.dealer and cards.community else "≥ 10,000,000"


def run() -> Report:
    """Measure all games; the peers play two-handed limit hold'em and blackjack at random."""
    report = Report("Simulation, one seat, every bet, one core", "rounds/s")
    for game, strategy in _tasks():
        task = f"{game.slug}, {strategy}"
        rate = _ours(game.slug, strategy)
        report.rows.append(Row(task, "pitboss", rate, _target(game), "settles every bet"))
        report.rows.extend(_peers(game, task))
    return report


def _peers(game: Game, task: str) -> Iterator[Row]:
    if game.slug == HOLDEM:
        yield Row(task, "PokerKit", _best(_pokerkit, 100), note="limit hold'em, random play")
        yield Row(task, "RLCard", _best(_rlcard("limit-holdem"), 200), note="limit hold'em, random play")
    if game.slug == BLACKJACK:
        yield Row(task, "RLCard", _best(_rlcard("blackjack"), 500), note="one hand, no splits")
        spiel = _open_spiel()
        if spiel is not None:
            yield Row(task, "OpenSpiel", _best(spiel, 2_000), note="one hand, random play")


def _ours(slug: str, strategy: str) -> float:
    made = compiled(new_job(slug, 1, strategy=strategy))
    return _best(lambda rounds: made.block("bench", 0, rounds, 200, 40, recorded=True), BLOCK)


def _best(play: Callable[[int], object], rounds: int) -> float:
    """The best run within two seconds, in processor time, so that other work on the machine counts little."""
    best, began = 0.0, time.process_time()
    while time.process_time() - began < MEASURED_S:
        start = time.process_time()
        play(rounds)
        best = max(best, rounds / (time.process_time() - start))
    return best


def _open_spiel() -> Callable[[int], None] | None:
    """OpenSpiel's blackjack under random play, where its wheel is installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        return None
    game = pyspiel.load_game("blackjack")
    draw = random.Random(1)

    def play(rounds: int) -> None:
        for _ in range(rounds):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(draw.choices(actions, chances)[0])
                else:
                    state.apply_action(draw.choice(state.legal_actions()))

    return play
