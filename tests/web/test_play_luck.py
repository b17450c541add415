"""Luck and skill told apart over stored rounds: three parts that sum to the result, to the last fraction."""

import asyncio
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from starlette.testclient import TestClient

from pitboss.analysis.drill import situation_of
from pitboss.analysis.trainer import Worth, weigh
from pitboss.cards import SeededShuffle
from pitboss.games import Round, Rules, format_round, game
from pitboss.practice.luck import Account, Judged, Stake, account
from pitboss.web.app import create_app
from pitboss.web.play import luck
from pitboss.web.play.coach import Coach, unit_cents
from pitboss.web.play.luck import Sheets, Told
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.routes import COOKIE
from pitboss.web.play.store import Played, Store, now_us
from pitboss.web.play.voice import signed

Choose = Callable[[Worth, random.Random], str]
WAGERS = {"ante": 1000, "pair-plus": 500}
ROUNDS = 150


def best(worth: Worth, chance: random.Random) -> str:
    return worth.best


def anything(worth: Worth, chance: random.Random) -> str:
    return chance.choice(sorted(worth.values))


def in_this_process(function: Callable[..., Any], *given: object) -> "asyncio.Future[Any]":
    return asyncio.get_running_loop().run_in_executor(None, function, *given)


class Player:
    """Somebody who plays stored rounds one after another, each decision judged as at a table."""

    def __init__(self, slug: str = "three-card-poker", name: str = "noor") -> None:
        self.store, self.name = Store(), name
        self.rules: Rules = game(slug).rules()
        self.chance, self.order = random.Random(slug), SeededShuffle(slug).order
        self.number = 0

    def play(self, choose: Choose, wagers: dict[str, int], rounds: int = 1, judged: bool = True) -> None:
        for _ in range(rounds):
            self.number += 1
            id = f"{self.name} {self.number}"
            dealt = Round(self.rules, {1: wagers}, self.order(1))
            while dealt.request is not None:
                view = dealt.view(1)
                situation = situation_of(self.rules, dealt.request, view)
                worth = weigh(self.rules.game.slug, situation, self.rules.options)
                offered = worth.among([choice.name for choice in dealt.request.choices])
                decision = choose(offered, self.chance)
                unit = unit_cents(self.rules, dealt.request, wagers)
                stage = dealt.request.stage
                dealt.decide(decision)
                if judged:
                    kept = self.store.add_decision(
                        *(self.name, id, self.rules.game.slug, str(situation), self.rules.options),
                        *(stage, decision, unit),
                    )
                    self.store.set_cost(self.name, kept, offered.best, offered.cost(decision))
            net = sum(line.net_cents for line in dealt.lines)
            self.store.add_round(
                Played(
                    *(id, "TCP-1", self.rules.game.slug, self.number, now_us(), format_round(dealt)),
                    {1: (self.name, "Noor", net)},
                )
            )

    @property
    def net(self) -> int:
        return sum(net for played in self.rounds for _, _, net in played.seats.values())

    @property
    def rounds(self) -> list[Played]:
        return self.store.rounds_of(self.name, 10_000)

    def told(self) -> Told:
        """As the page asks, with sheets counted in this process."""

        async def ask() -> Told:
            coach = Coach()
            coach.count = in_this_process  # type: ignore[method-assign]
            sheets = Sheets(coach)
            told = await sheets.tell(self.name, self.rounds, self.store.decisions_of(self.name))
            while told.counting:
                told = await sheets.tell(self.name, self.rounds, self.store.decisions_of(self.name))
            coach.close()
            return told

        return asyncio.run(ask())


@pytest.fixture(scope="module")
def careless() -> Player:
    player = Player()
    player.play(anything, WAGERS, ROUNDS)
    return player


def test_expectation_cost_and_luck_sum_to_the_result_exactly(careless: Player) -> None:
    found = careless.told().account
    assert found.rounds == ROUNDS
    assert found.result == careless.net
    assert found.expected - found.cost + found.luck == found.result
    assert found.cost > 0
    assert sum(found.cents) == found.result, "rounded to cents they still do"
    assert found.expected.denominator > 1, "a fraction of a cent, not a rounded figure"


def test_the_expectation_is_that_of_the_par_sheets_times_the_wagers(careless: Player) -> None:
    from pitboss.analysis.registry import par

    game_itself, side = par("three-card-poker"), par("three-card-poker", "pair-plus")
    laid = game_itself.expected_value * 1000 + side.expected_value * 500
    assert careless.told().account.expected == ROUNDS * laid


def test_a_perfect_player_has_no_cost_and_luck_stays_within_what_chance_does() -> None:
    player = Player(name="ida")
    player.play(best, {"ante": 1000}, ROUNDS)
    found = player.told().account
    assert found.cost == 0
    assert found.alone
    assert found.times is not None
    assert abs(found.times) < 4


def test_mistakes_are_cost_and_not_bad_luck(careless: Player) -> None:
    """The careless lose far more than the game takes; what is left as luck is still ordinary."""
    found = careless.told().account
    assert found.times is not None
    assert abs(found.times) < 4
    assert found.cost > 20 * -found.expected / ROUNDS


def test_rounds_that_cannot_be_told_apart_are_named() -> None:
    player = Player(name="eve")
    player.play(best, {"ante": 1000}, 2)
    player.play(best, {"ante": 1000}, judged=False)
    waiting = player.store.add_decision(
        *("eve", "eve 4", "three-card-poker", "AsKdQh", {}, "decision", "play", 1000)
    )
    player.play(best, {"ante": 1000}, judged=False)
    assert waiting
    told = player.told()
    assert told.account.rounds == 2
    assert told.left_out == {"a decision was made for you": 1, "a decision is still being counted": 1}


def test_a_table_without_a_sheet_is_said_to_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player(name="kay")
    player.play(best, {"ante": 1000})
    monkeypatch.setattr(luck, "sheet", _no_sheet)
    told = player.told()
    assert told.account.rounds == 0
    assert told.left_out == {"no sheet for Three Card Poker: the bets are not analysed": 1}


def _no_sheet(*given: object) -> None:
    from pitboss.errors import BadInput

    raise BadInput("the bets are not analysed")


def test_a_wager_on_a_meter_is_told_beside_the_result() -> None:
    player = Player(name="lou")
    player.play(best, {"ante": 1000, "progressive": 100}, 3)
    found = player.told().account
    assert found.apart == -300
    assert found.result + found.apart == player.net


def test_several_wagers_on_the_same_cards_bound_the_deviation() -> None:
    one = Stake(100, Fraction(0), Fraction(4))
    both = account([Judged(0, (one, one)), Judged(0, (one,))])
    assert both.deviation == pytest.approx((400**2 + 200**2) ** 0.5)
    assert not both.alone
    assert account([]) == Account()


def test_the_report_says_it_in_words_a_player_understands() -> None:
    app = create_app(per_s=100_000)
    playroom: Playroom = app.state.playroom
    playroom.coach.count = in_this_process  # type: ignore[method-assign]
    token, person = playroom.welcome("Noor")
    player = Player(name=person.id)
    player.store = playroom.store
    player.play(anything, WAGERS, 12)
    with TestClient(app) as client:
        client.cookies.set(COOKIE, token)
        page = client.get("/play/report").text
        for _ in range(100):
            if "data-again" not in page:
                break
            page = client.get("/play/report").text
    shown = " ".join(page.split())
    assert f"12 rounds, {signed(player.net)}." in shown
    for words in ("The game", "Your mistakes", "Luck", "chance moves a result by up to"):
        assert words in shown
    assert 'aria-label="Parts of the result: the game' in shown
