"""The public surface for Python: three functions, results as values, and a quick import."""

import inspect
import subprocess
import sys

import pytest

import pitboss
from pitboss import api


def test_the_public_surface() -> None:
    assert pitboss.__all__ == ["__version__", "ev", "par", "simulate"]
    surface = {name: list(inspect.signature(getattr(pitboss, name)).parameters) for name in api.__all__}
    assert surface == {
        "ev": ["game", "situation", "options"],
        "par": ["game", "bet", "paytable", "options"],
        "simulate": [
            "game",
            "rounds",
            "seed",
            "seats",
            "strategy",
            "wagers",
            "options",
            "paytables",
            "session_rounds",
            "hour_rounds",
        ],
    }
    with pytest.raises(AttributeError, match="there are"):
        _ = pitboss.deal


def test_importing_pitboss_imports_nothing_heavy() -> None:
    script = "import sys, pitboss; assert not {'numpy', 'numba', 'pitboss.games'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", script]).returncode == 0


def test_the_surface_answers_as_the_verbs_do() -> None:
    assert pitboss.par("caribbean-stud", "bonus", "CPSB-02").paytable == "CPSB-02"
    assert pitboss.ev("solitaire-stud", "KhQsJd9c8h4s2d").best.name == "play"
    lost = pitboss.simulate("caribbean-stud", 1000, strategy="fold", paytables={"bonus": "CPSB-03"})
    assert lost.bet("base").mean == -1
