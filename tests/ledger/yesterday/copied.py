"""The ledger of yesterday as a SQLite file one can write to; how it was made: `make.py` beside this."""

import shutil
import sqlite3
from pathlib import Path

HERE = Path(__file__).parent
FLOOR = HERE / "floor.toml"


def copied(folder: Path) -> str:
    """Put the old ledger into a folder, with its key and its signed heads; gives the database."""
    connection = sqlite3.connect(folder / "pit.db")
    connection.executescript((HERE / "pit.sql").read_text())
    connection.close()
    for name in ("pit.db.key", "pit.db.checkpoints"):
        shutil.copy2(HERE / name, folder)
        (folder / name).chmod(0o600)
    return str(folder / "pit.db")
