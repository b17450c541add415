"""Own games that are read again while the server runs, for whoever writes one."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pitboss.errors import BadInput
from pitboss.games import GAMES
from pitboss.games.discovery import read_again, stamps

if TYPE_CHECKING:
    from pitboss.web.play.playroom import Playroom

LOOK_S = 0.5
Teller = Callable[[Sequence[str], Sequence[str]], None]
"""Is told which games were read again, and what is wrong with those that can't be read."""


async def watch_games(tell: Teller, playroom: "Playroom | None") -> None:
    """Read own games again when their files have changed and are at rest: an editor may take a moment."""
    known = seen = await asyncio.to_thread(stamps)
    while True:
        await asyncio.sleep(LOOK_S)
        now = await asyncio.to_thread(stamps)
        at_rest, seen = now == seen, now
        if now == known or not at_rest:
            continue
        folders = {folder for folder in {*known, *now} if known.get(folder) != now.get(folder)}
        known = now
        changed = read_again(folders)
        troubles = GAMES.troubles
        if playroom is not None:
            try:
                playroom.read_again(changed)
            except BadInput as error:  # no table can be set up for a game that was read
                troubles = (*troubles, str(error))
        tell([slug for slug in sorted(changed) if slug in GAMES], troubles)
