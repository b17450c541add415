"""A notebook-style tour of the Python API: run it whole, or cell by cell; pictures go to the folder given.

python docs/notebook.py [FOLDER]
"""

# %% A par sheet is a value: exact fractions, and everything that can end how.
import sys
from fractions import Fraction
from pathlib import Path

from matplotlib.figure import Figure

import pitboss

folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
folder.mkdir(parents=True, exist_ok=True)

trips = {name: pitboss.par("ultimate-texas-holdem", "trips", name) for name in ("UTH-01", "UTH-02", "UTH-03")}
for name, sheet in trips.items():
    print(f"Trips {name}: house edge {float(sheet.house_edge):.4%}, exactly {sheet.house_edge}")

# %% What a decision is worth.
values = pitboss.ev("caribbean-stud", "AsKdQhJc8s/7d")
print(values.situation, {found.name: found.expected_value for found in values.decisions}, values.best.name)

# %% A million rounds at a table of five, and what a session is like.
found = pitboss.simulate("rabbit-hunter", 1_000_000, seed=7, seats=5, session_rounds=200)
for row in found.bets:
    exact = "" if row.exact is None else f", exact {float(row.exact.expected_value):+.5f}"
    print(f"{row.bet}: {float(row.mean):+.5f} ± {row.standard_error:.5f}{exact}")

sessions = found.sessions
assert sessions is not None
figure = Figure(figsize=(7, 4), layout="constrained")
axes = figure.subplots()
axes.hist(sessions.ends_cents / 100, bins=60)
axes.set(title="Rabbit Hunter, all bets: 200 rounds", xlabel="result in dollars", ylabel="sessions")
figure.savefig(folder / "sessions.png")

# %% How large a bankroll lasts.
bankrolls = range(1_000, 40_001, 1_000)
figure = Figure(figsize=(7, 4), layout="constrained")
axes = figure.subplots()
axes.plot([cents / 100 for cents in bankrolls], [float(sessions.risk_of_ruin(cents)) for cents in bankrolls])
axes.set(title="Risk of ruin in a session", xlabel="bankroll in dollars", ylabel="risk")
figure.savefig(folder / "ruin.png")
print("Lasts in 19 of 20 sessions: $", sessions.bankroll_cents(Fraction(1, 20)) / 100)

# %% Rules of your own, with their exact value beside them.
mine = pitboss.simulate("caribbean-stud", 500_000, strategy="bet: hand >= pair\nfold")
base = mine.bet("base")
assert base.exact is not None
print(f"Only pairs: {float(base.mean):+.4f}, exactly {float(base.exact.expected_value):+.6f}")
