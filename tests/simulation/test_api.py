"""The public surface for Python: three functions, results as values, and a quick import."""

import inspect
import re
import runpy
import subprocess
import sys
from pathlib import Path

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


def test_the_notebook_runs_and_draws_its_pictures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "argv", ["notebook.py", str(tmp_path)])
    runpy.run_path("docs/notebook.py")
    pictures = {path.name for path in tmp_path.glob("*.png")}
    shown = set(
        re.findall(r"img/(notebook-\w+\.png)", Path("docs/simulation.md").read_text(encoding="utf-8"))
    )
    assert pictures == shown
    assert "exactly 301629/33446140" in capsys.readouterr().out
