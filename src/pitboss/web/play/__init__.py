"""Play and train in the browser: lobby, tables, coach, drill, dealer training, history. Play chips only."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import FastAPI

from pitboss.ledger.engine import database_url, sqlite_path
from pitboss.web.live import Hub
from pitboss.web.play import drill, history, pages, training_pages
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.rooms import Room

if TYPE_CHECKING:
    from pitboss.floor.service import GameManager


def add_play(
    app: FastAPI,
    hub: Hub,
    floor: "GameManager | None" = None,
    file: Path | None = None,
    tables: Mapping[str, Room] | None = None,
) -> Playroom:
    """Serve the play pages; without a file of their own they are stored beside the floor's database."""
    if file is None and floor is not None:
        url = database_url(floor.database)
        beside = sqlite_path(url) if url.drivername == "sqlite" else Path("var/demo.db")
        beside.parent.mkdir(parents=True, exist_ok=True)
        file = beside.with_name(beside.name + ".play")
    playroom = app.state.playroom = Playroom(hub, floor, file, tables)
    for part in (pages, history, drill, training_pages):
        app.include_router(part.router)
    return playroom
