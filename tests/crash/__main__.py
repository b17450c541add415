"""`python -m tests.crash SEED`: play one seed of the simulated floor again."""

import argparse
import tempfile
from pathlib import Path

from tests.crash.simulator import play

parser = argparse.ArgumentParser(description="Play one seed of the simulated floor again.")
parser.add_argument("seed", type=int)
parser.add_argument("--commands", type=int, default=5_000)
given = parser.parse_args()
with tempfile.TemporaryDirectory() as folder:
    floor = play(given.seed, given.commands, Path(folder))
print(f"seed {given.seed}: {floor.commands} commands, {floor.entries} entries, {floor.restarts} restarts")
