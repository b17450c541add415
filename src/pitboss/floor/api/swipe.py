"""What a card decides: whoever swipes at a terminal, and the command that carries their badge."""

from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, Request, Response
from starlette.concurrency import run_in_threadpool

from pitboss.floor.api.guard import MANAGERS, PAYERS, CommandId, FloorHere, Strict, SwipeBody, reply, swiped
from pitboss.floor.refused import Refused
from pitboss.floor.staff.people import Holder, StaffRole
from pitboss.floor.staff.sessions import Session
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

    async def swiped(self, session: Session, swipe: SwipeBody, roles: frozenset[StaffRole]) -> Holder:
        """Whoever swiped here for this very command, with a card of these roles."""
        return await swiped(self.request, session, swipe, self.command_id, roles)

    async def apart(self, table: str, session: Session, swipe: SwipeBody) -> Badge:
        """A manager's badge drawn at a table's claim: never that of who sits there as its dealer."""
        holder = await self.swiped(session, swipe, PAYERS)  # the rank that serves is the link's to say
        sitting = await run_in_threadpool(self.floor.sessions.sitting, table)
        if holder.role in MANAGERS and holder.person in sitting:
            sentence = f"{holder.person} is the dealer at {table} here; another person must do this"
            await self.ring(table, sentence)
            raise Refused(403, "SEGREGATION", sentence)
        return holder.badge()

    async def ring(self, table: str, sentence: str) -> None:
        """Bring a card that was refused at a table to somebody's notice."""
        ring = f"card refused {table}", f"card refused at {table}: {sentence}"
        await run_in_threadpool(self.floor.alarms.ring_again, *ring)

    async def decide(
        self,
        link: str,
        session: Session,
        swipe: SwipeBody,
        roles: frozenset[StaffRole],
        command: Callable[[Badge], Command],
    ) -> Response:
        """Carry out what a card of these roles decides on a link."""
        self.floor.link(link)
        badge = (await self.swiped(session, swipe, roles)).badge()
        return reply(await self.floor.command(link, self.command_id, command(badge)))


Terminal = Annotated[AtTerminal, Depends()]
