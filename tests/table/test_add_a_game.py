"""The page on adding a game is true: its code runs, and its game passes what every game passes."""

import random
import re
from pathlib import Path
from typing import Any

from pitboss.cards import CARDS
from pitboss.games import Game, Round

PAGE = (Path(__file__).parents[2] / "docs" / "add-a-game.md").read_text(encoding="utf-8")


def page_code() -> dict[str, Any]:
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(block, names)
    return names


def test_the_game_on_the_page_can_be_dealt() -> None:
    game: Game = page_code()["GAME"]
    choose = random.Random(1)
    reached = set()
    for _ in range(3_000):
        dealt = Round(game.rules(), {1: {"ante": 500}, 5: {"ante": 500}}, choose.sample(CARDS, 15))
        while dealt.request is not None:
            dealt.decide(choose.choice(dealt.request.choices).name)
        for seat in (1, 5):
            lines = [line for line in dealt.lines if line.seat == seat]
            assert sum(line.wager_cents for line in lines) == dealt.staked_cents(seat)
        reached |= {line.ruling for line in dealt.lines}
    assert {ruling.words for ruling in game.rulings} - {ruling.words for ruling in reached} <= {
        "Both have {dealer}: push."
    }


def test_every_file_the_recipe_names_exists() -> None:
    root = Path(__file__).parents[2]
    for name in re.findall(r"`((?:src|tests|docs)/[\w/.+-]+)`", PAGE):
        assert (root / name).exists(), name
    for name in re.findall(r"`((?:games|table|paytables|analysis)/\w+\.(?:py|toml))`", PAGE):
        assert (root / "src" / "pitboss" / name).exists(), name
