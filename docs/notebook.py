"""A notebook-style tour of the Python API: run it whole, or cell by cell; pictures go to the folder given.

python docs/notebook.py [FOLDER]
"""

# %% A par sheet is a value: exact fractions, and everything that can end how.
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import pitboss

folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
folder.mkdir(parents=True, exist_ok=True)

trips = {name: pitboss.par("ultimate-texas-holdem", "trips", name) for name in ("UTH-01", "UTH-02", "UTH-03")}
for name, sheet in trips.items():
    print(f"Trips {name}: house edge {float(sheet.house_edge):.4%}, exactly {sheet.house_edge}")

figure = Figure(figsize=(7, 4), layout="constrained")
axes = figure.subplots()
for place, (name, sheet) in enumerate(trips.items()):
    wins = [row for row in sheet.outcomes if row.net > 0]
    returns = [float(row.net * row.combinations / sheet.total) for row in wins]
    heights = np.arange(len(wins)) + 0.27 * place
    axes.barh(heights, returns, height=0.25, label=f"{name}, house edge {float(sheet.house_edge):.2%}")
axes.set_yticks(np.arange(len(wins)) + 0.27, [row.name for row in wins])
axes.invert_yaxis()
axes.grid(axis="x", alpha=0.3)
axes.set_axisbelow(True)
axes.set(title="Trips: what each hand brings back", xlabel="return per bet, in bets")
axes.legend()
figure.savefig(folder / "notebook-trips.png")

# %% What a decision is worth.
values = pitboss.ev("caribbean-stud", "AsKdQhJc8s/7d")
print(
    values.situation, {found.name: str(found.expected_value) for found in values.decisions}, values.best.name
)

# %% A million rounds at a table of five, and what a session is like.
found = pitboss.simulate("rabbit-hunter", 1_000_000, seed=7, seats=5, session_rounds=200)
for row in found.bets:
    exact = "" if row.exact is None else f", exact {float(row.exact.expected_value):+.5f}"
    print(f"{row.bet}: {float(row.mean):+.5f} ± {row.standard_error:.5f}{exact}")

sessions = found.sessions
assert sessions is not None
ends = sessions.ends_cents / 100
steps = np.arange(np.floor(ends.min() / 20) * 20, ends.max() + 20, 20)
figure = Figure(figsize=(7, 4), layout="constrained")
axes = figure.subplots()
for name, part, colour in (
    ("behind or even", ends[ends <= 0], "#8e979b"),
    ("ahead", ends[ends > 0], "#2f7d57"),
):
    share = len(part) / len(ends)
    weights = np.full(len(part), 100 / len(ends))
    axes.hist(
        part, bins=steps.tolist(), weights=weights, color=colour, label=f"{name}: {share:.1%} of sessions"
    )
axes.axvline(
    ends.mean(), color="black", linestyle="--", label=f"mean: ${ends.mean():,.2f}".replace("$-", "−$")
)
axes.grid(axis="y", alpha=0.3)
axes.set_axisbelow(True)
axes.set(title="Rabbit Hunter, $1 on every bet: 200 rounds", xlabel="result in dollars", ylabel="sessions, %")
axes.legend()
figure.savefig(folder / "notebook-sessions.png")

# %% How large a bankroll lasts.
bankrolls = range(1_000, 40_001, 1_000)
enough = sessions.bankroll_cents(Fraction(1, 20)) / 100
figure = Figure(figsize=(7, 4), layout="constrained")
axes = figure.subplots()
risks = [100 * float(sessions.risk_of_ruin(cents)) for cents in bankrolls]
axes.plot([cents / 100 for cents in bankrolls], risks, color="#b98f2f", linewidth=2)
axes.plot(enough, 5, "o", color="black", label=f"${enough:,.0f} lasts in 19 of 20 sessions")
axes.grid(alpha=0.3)
axes.set(title="Risk of ruin in a session of 200 rounds", xlabel="bankroll in dollars", ylabel="risk, %")
axes.legend()
figure.savefig(folder / "notebook-ruin.png")
print(f"Lasts in 19 of 20 sessions: ${enough:,.2f}")

# %% Rules of your own, with their exact value beside them.
mine = pitboss.simulate("caribbean-stud", 500_000, strategy="bet: hand >= pair\nfold")
base = mine.bet("base")
assert base.exact is not None
print(f"Only pairs: {float(base.mean):+.4f}, exactly {float(base.exact.expected_value):+.6f}")
