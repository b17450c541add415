"""How a floor is, for whoever watches its machine: one look, and figures to draw."""

import shutil
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from pitboss.floor.records.backups import backup_note
from pitboss.floor.service import GameManager
from pitboss.jackpots.commands import HaltReason
from pitboss.ledger.engine import database_url
from pitboss.ledger.witness import Keepsakes


@dataclass(frozen=True, slots=True)
class Health:
    """What a monitor asks for; None is what can't be told."""

    read_only: bool
    why: str
    halted: dict[str, str]
    open_alarms: int | None
    disk_left_bytes: int
    last_backup_age_s: int | None
    last_signed_head_age_s: int | None

    @property
    def ok(self) -> bool:
        """Whether wagers can be recorded, and the books hold."""
        broken = HaltReason.INVARIANT.value in self.halted.values()
        return not (self.read_only or self.why or broken or self.open_alarms is None)

    def body(self) -> dict[str, Any]:
        """The answer of `/health`."""
        return {"status": "ok" if self.ok else "failing", **asdict(self)}


def health(floor: GameManager) -> Health:
    """How the floor is now; reads its records, and writes nothing."""
    kept = Keepsakes.beside(database_url(floor.database), floor.folder)
    try:
        alarms = len(floor.alarms.list())
    except SQLAlchemyError:
        alarms = None
    states = {link: floor.state(link) for link in floor.links}
    return Health(
        read_only=bool(floor.ledger.halted),
        why=floor.standing,
        halted={link: state.halted.value for link, state in states.items() if state.halted},
        open_alarms=alarms,
        disk_left_bytes=shutil.disk_usage(kept.key.parent).free,
        last_backup_age_s=_age_s(backup_note(kept)),
        last_signed_head_age_s=_age_s(kept.checkpoints),
    )


def _age_s(file: Path) -> int | None:
    try:
        return max(0, int(time.time() - file.stat().st_mtime))
    except FileNotFoundError:
        return None


def metrics(floor: GameManager, **more: int) -> str:
    """The same as figures, and how far each link has come, in the text format of Prometheus."""
    found = health(floor)
    figures: dict[str, int | None] = {
        "ok": int(found.ok),
        "read_only": int(found.read_only),
        "open_alarms": found.open_alarms,
        "disk_left_bytes": found.disk_left_bytes,
        "last_backup_age_seconds": found.last_backup_age_s,
        "last_signed_head_age_seconds": found.last_signed_head_age_s,
        **more,
    }
    lines = [
        f"# TYPE pitboss_{name} gauge\npitboss_{name} {value}\n"
        for name, value in figures.items()
        if value is not None
    ]
    for name in ("open", "halted", "entries"):
        lines.append(f"# TYPE pitboss_link_{name} gauge\n")
        for link in floor.links:
            state = floor.state(link)
            value = {"open": int(state.open), "halted": int(bool(state.halted)), "entries": state.seq}[name]
            lines.append(f'pitboss_link_{name}{{link="{_escaped(link)}"}} {value}\n')
    return "".join(lines)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
