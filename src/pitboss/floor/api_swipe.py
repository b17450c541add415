"""What a card decides: whoever swipes at a terminal, and the command that carries their badge."""

from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, Request, Response

from pitboss.floor.api_guard import CommandId, FloorHere, Strict, SwipeBody, reply, swiped
from pitboss.floor.people import Holder
from pitboss.floor.sessions import Session
from pitboss.jackpots.commands import Badge, Command


class OnlySwipe(Strict):
    """Nothing but the card."""

    swipe: SwipeBody


class AtTerminal:
    """A command under its id, at the terminal where the card for it is drawn."""

    def __init__(self, request: Request, floor: FloorHere, command_id: CommandId) -> None:
        self.request = request
        self.floor = floor
        self.command_id = command_id

    async def swiped(self, session: Session, swipe: SwipeBody) -> Holder:
        """Whoever swiped here for this very command."""
        return await swiped(self.request, session, swipe, self.command_id)

    async def decide(
        self, link: str, session: Session, swipe: SwipeBody, command: Callable[[Badge], Command]
    ) -> Response:
        """Carry out what the card decides on a link."""
        self.floor.link(link)
        badge = (await self.swiped(session, swipe)).badge()
        return reply(await self.floor.command(link, self.command_id, command(badge)))


Terminal = Annotated[AtTerminal, Depends()]
