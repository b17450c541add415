"""The play pages put into an application: every part of them, and the room they share."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import FastAPI

from pitboss.ledger.engine import database_url, sqlite_path
from pitboss.web.live import Hub
from pitboss.web.play import drill, history, offline, private, routes
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.rooms import Room
from pitboss.web.play.school import classroom, desk
from pitboss.web.play.school import offline as storm_offline

if TYPE_CHECKING:
    from pitboss.floor.service import GameManager


def add_play(
    app: FastAPI,
    hub: Hub,
    floor: "GameManager | None" = None,
    file: Path | None = None,
    tables: Mapping[str, Room] | None = None,
) -> Playroom:
    """Serve the play pages, stored in a file, beside the floor's database or keys, or only in memory."""
    if file is None and floor is not None:
        url = database_url(floor.database)
        if url.drivername == "sqlite":
            beside = sqlite_path(url)
            file = beside.with_name(beside.name + ".play")
        elif floor.folder is not None:
            file = floor.folder / "play.db"
    playroom = app.state.playroom = Playroom(hub, floor, file, tables)
    for part in (routes, history, drill, offline, desk, storm_offline, classroom, private):
        app.include_router(part.router)
    return playroom
