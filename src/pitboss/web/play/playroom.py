"""Everything the play pages share: the tables with their people, the coach, and who is told of a change."""

import asyncio
import random
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.analysis.drill import situation_of
from pitboss.analysis.registry import read_situation
from pitboss.analysis.trainer import Worth
from pitboss.errors import BadInput
from pitboss.games import GAMES, Rules
from pitboss.games.situation import Situation
from pitboss.games.words import words_of
from pitboss.letters import small
from pitboss.money import format_short
from pitboss.web.live import Hub
from pitboss.web.play import advice, figures
from pitboss.web.play.coach import Coach, unit_cents
from pitboss.web.play.luck import Sheets
from pitboss.web.play.rooms import Room, private_room, rooms
from pitboss.web.play.sitting import Sitting, game_at
from pitboss.web.play.store import Person, Store, now_us, person_id
from pitboss.web.play.voice import choice_name

if TYPE_CHECKING:
    from pitboss.floor.service import GameManager

START_CHIPS_CENTS = 1_000_00
CHIPS_MAX_CENTS = 1_000_000_00
NAME_MAX = 24
DEAL_WAIT_S = 20.0
"""How long a table waits for the bets of people who are not ready."""
DECIDE_S = 45.0
"""How long others wait for the decision of somebody who is there; nobody who plays alone is hurried."""
AWAY_WAIT_S = 30.0
"""How long they wait for somebody whose page is closed."""
IDLE_MAX = 2
"""After so many decisions made for somebody who sits there, their seat is free again."""
AWAY_AGAIN_S = 1.0
"""How long for the next one, when one was made for them already."""
SEAT_KEPT_S = 600.0
"""How long a seat is kept for somebody whose page is closed."""
CLAIM_LOOK_S = 0.5
CATCH_UP_MAX = 10
KEYS_MAX = 5000
LOOK_AGAIN_S = 1.0
"""How long until a page that waits for a count is told how far it is."""
PRIVATE_MAX = 200
"""How many private tables a server keeps."""
CODE_LETTERS = 5
_CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""None of which is taken for another."""
READ_US = 700_000
"""A press that comes sooner after a warning was not made by somebody who has read it."""


class Playroom:
    """All play tables of this process."""

    def __init__(
        self,
        hub: Hub,
        floor: "GameManager | None" = None,
        path: Path | None = None,
        tables: Mapping[str, Room] | None = None,
    ) -> None:
        self.hub = hub
        self.floor = floor if floor is not None and floor.demo else None
        self.store = Store(path)
        self.coach = Coach()
        self.sheets = Sheets(self.coach)
        self.sittings: dict[str, Sitting] = {}
        self.closed: dict[str, str] = {}
        """Tables whose game is gone, or that no layout may hold, with the sentence that says so."""
        every = dict(tables or rooms(self.floor))
        for code, chosen in self.store.private_tables().items():
            with suppress(BadInput):  # its game may be gone
                every[code] = private_room(code, chosen)
        with self.store.together():
            self._close_gone(every)
            for room in every.values():
                self._open(room)
        self.present: Counter[tuple[str, str]] = Counter()
        """How many pages of a table each person has open."""
        self.in_class: Counter[tuple[str, str]] = Counter()
        """How many pages of a class each trainee has open."""
        self._done: dict[str, None] = {}
        """Commands that were carried out, by their id, so that a repeated one is not."""
        self._warned: dict[tuple[str, ...], int] = {}
        """When somebody was warned of a mistake, so that a second press is meant."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._followed: set[str] = set()
        """Tables whose round is followed at the Game Manager."""
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._seats_kept: dict[tuple[str, str], asyncio.TimerHandle] = {}
        self._looks: dict[str, asyncio.TimerHandle] = {}
        """When pages that tell how far a count is are told again, by topic."""
        self._resumed = False

    def _close_gone(self, every: Mapping[str, Room]) -> None:
        """Close the tables of games that are not here any more: their rounds are void."""
        for name, saved in self.store.tables().items():
            gone = game_at(saved)
            if gone and gone not in GAMES:
                self.store.give_back(name, gone)
                if name not in every:
                    self.closed[name] = (
                        f"{name} is closed: its game {gone} is not here any more. "
                        "A round that was open is void, and all wagers went back"
                    )

    def read_again(self, changed: Collection[str]) -> None:
        """Begin the tables of games anew that are others by now; those of games that are gone are closed.

        Their rounds are void, and all chips go to their owners' purses. Every other table goes on.
        """
        self.coach.forget()
        self.sheets.forget()
        every = dict(rooms(self.floor))
        for code, chosen in self.store.private_tables().items():
            if chosen.get("game") in changed:
                with suppress(BadInput):  # its game may be gone
                    every[code] = private_room(code, chosen)
        touched = [name for name, sitting in self.sittings.items() if sitting.game.slug in changed]
        with self.store.together():
            for name in touched:
                self._end(name, every)
            for name, room in every.items():
                if name in self.closed and room.rules.game.slug in changed:
                    del self.closed[name]
                if name not in self.sittings and name not in self.closed:
                    self._open(room)
        for name in touched:
            if name in self.sittings and name in every:
                self.sittings[name].notes = ["The game was read again. A round that was open is void."]
        self.hub.load_anew(*(f"play:{name}" for name in touched))
        self.hub.changed("play")

    def _end(self, name: str, every: Mapping[str, Room]) -> None:
        """Take a table away whose game is another one, or none: what was wagered goes back."""
        sitting = self.sittings.pop(name)
        for kept in [key for key in self._seats_kept if key[0] == name]:
            self._seats_kept.pop(kept).cancel()
        if timer := self._timers.pop(name, None):
            timer.cancel()
        gone = sitting.game.slug not in GAMES
        self.store.give_back(name, sitting.game.slug if gone else "")
        if gone:
            self.closed[name] = self._why_closed(name, sitting)

    @staticmethod
    def _why_closed(name: str, sitting: Sitting) -> str:
        """The sentence about a table whose game is gone, with the first mistake in its file."""
        folder = sitting.game.folder
        trouble = GAMES.trouble(folder.name.replace("_", "-")) if folder else ""
        first = trouble.splitlines()[0] if trouble else ""
        why = f"can't be read: {first}" if first else "is not here any more"
        return (
            f"{name} is closed: its game {sitting.game.slug} {why}. "
            "A round that was open is void, and all wagers went back"
        )

    def _open(self, room: Room) -> None:
        """Open a table, or close it where no layout may hold its game."""
        try:
            self.sittings[room.name] = self._opened(room)
        except BadInput as why:
            self.closed[room.name] = f"{room.name} is closed: {why}"

    def _opened(self, room: Room) -> Sitting:
        """A table as it was left; where its game is another one by now, the round is void."""
        try:
            return Sitting(room, self.store)
        except BadInput as why:
            self.store.give_back(room.name)
            sitting = Sitting(room, self.store)
            sitting.notes = [f"The round that lay here is void, and all wagers went back: {why}."]
            return sitting

    async def rest(self) -> None:
        """Let nothing happen by itself any more, and see the end of what is under way: the server stops."""
        await asyncio.gather(*self._let_go(), return_exceptions=True)
        self._resumed = False

    def close(self) -> None:
        """Let the coach and the file go, and whatever would still write to it."""
        self._let_go()
        self.coach.close()
        self.store.close()

    def _let_go(self) -> "list[asyncio.Task[None]]":
        """Stop the clocks and the tasks of this event loop, which are told to end."""
        for timer in (*self._timers.values(), *self._seats_kept.values(), *self._looks.values()):
            timer.cancel()
        self._timers.clear()
        self._looks.clear()
        self._seats_kept.clear()
        tasks = [task for task in self._tasks if _runs_here(task)]
        for task in tasks:
            task.cancel()
        return tasks

    # People

    def person(self, token: str) -> Person | None:
        """Whose browser this is."""
        return self.store.person(person_id(token)) if token else None

    def welcome(self, name: str) -> tuple[str, Person]:
        """Give somebody new a name and play chips."""
        guest = f"Guest {random.randrange(1000, 10_000)}"
        return self.store.welcome(self.named(name if name.strip() else guest), START_CHIPS_CENTS)

    def somebody(self, token: str, name: str = "") -> tuple[Person, str]:
        """Whose browser this is, or somebody new with the token that their browser is to remember."""
        if person := self.person(token):
            return person, ""
        fresh, person = self.welcome(name)
        return person, fresh

    def rename(self, person: Person, name: str) -> None:
        """Somebody is called otherwise from now on, at their table too."""
        name = self.named(name)
        self.store.update_person(person.id, name=name)
        if sitting := self.sittings.get(person.place):
            seat = sitting.seat_of(person.id)
            sitting.rename(seat, name)
            sitting.save()
            self.tell(sitting, {seat})

    def named(self, name: str) -> str:
        """A name as people may have it."""
        name = " ".join(name.split())
        if not name or len(name) > NAME_MAX or not name.isprintable():
            raise BadInput(f"a name has 1 to {NAME_MAX} letters")
        return name

    def chips(self, person: Person) -> int:
        """All somebody has: on the rail of their table, or in the purse."""
        if person.place in self.sittings:
            sitting = self.sittings[person.place]
            seat = sitting.seat_of(person.id)
            if seat:
                return sitting.table.players[seat].chips_cents
        return person.chips_cents

    def open_private(self, chosen: Mapping[str, str]) -> str:
        """Set up a table that only those find who know its code; the oldest empty one makes room for it."""
        code = "".join(secrets.choice(_CODE_LETTERS) for _ in range(CODE_LETTERS))
        room = private_room(code, chosen)
        mine = [sitting for sitting in self.sittings.values() if sitting.room.private]
        if len(mine) >= PRIVATE_MAX:
            empty = next((old.room.name for old in mine if not old.people and not old.busy), "")
            if not empty:
                raise BadInput("there are as many private tables as this server keeps; try again later")
            self._drop_private(empty)
        self.store.add_private_table(code, chosen)
        self.sittings[code] = Sitting(room, self.store)
        return code

    def _drop_private(self, code: str) -> None:
        self.store.drop_private_table(code)
        del self.sittings[code]

    def seat_alone(self, person: Person, game: str) -> str:
        """A seat at a table of one's own by the house's rules, where no stranger's clock runs.

        Friends come by its link, and whoever has such a seat is led back to it.
        """
        here = self.sittings.get(person.place)
        if here is not None and here.room.private and here.game.slug == game:
            return person.place
        code = self.open_private({"game": game})
        seats = self.sittings[code].open_seats
        try:
            self.act(person, code, "sit", {"seat": str(seats[len(seats) // 2]), "leave": "1"}, "")
        except BadInput:
            self._drop_private(code)
            raise
        return code

    # Actions

    def sitting(self, name: str) -> Sitting:
        """A table by its name."""
        if name not in self.sittings:
            raise BadInput(self.closed.get(name, f"there is no table {name}"))
        return self.sittings[name]

    def act(self, person: Person, name: str, action: str, given: Mapping[str, str], key: str) -> None:
        """Carry an action out at a table, save it, and tell every page; the same key again does nothing.

        Chips are laid and taken as often as they are pressed: two quick presses are two chips.
        """
        sitting = self.sitting(name)
        command = f"{person.id} {name} {action} {key}" if key and action not in ("lay", "take") else ""
        if command in self._done:
            return
        before, board = sitting.request, sitting.board
        seats = {sitting.seat_of(person.id)}
        if chair := sitting.chairs.get(sitting.seat_of(person.id)):
            chair.idle = 0
        with self.store.together():
            self._do(sitting, person, action, given)
            sitting.save()
        if command:
            self._done[command] = None
            while len(self._done) > KEYS_MAX:
                del self._done[next(iter(self._done))]
        if before is not None:
            seats.add(before.seat)
        after = sitting.request
        if after is not None:
            seats.add(after.seat)
        everybody = (
            (before is None) != (after is None)
            or board != sitting.board
            or action in ("ready", "malfunction")
        )
        self.tell(sitting, None if everybody else seats, person.id)
        self._go_on(sitting)

    def _do(self, sitting: Sitting, person: Person, action: str, given: Mapping[str, str]) -> None:
        seat = sitting.seat_of(person.id)
        if action == "sit":
            self._sit(sitting, person, given)
            return
        if not seat:
            raise BadInput("take a seat first")
        if action == "lay":
            sitting.lay(seat, given.get("bet", ""), _whole(given.get("chip", "0")))
        elif action == "take":
            sitting.take_back(seat, given.get("bet", ""))
        elif action == "clear":
            sitting.clear(seat)
        elif action == "ready":
            sitting.ready(seat)
        elif action == "decide":
            self._decide(sitting, person, seat, given)
        elif action == "malfunction":
            here = [at for at in sitting.people if self._is_present(sitting, at)]
            sitting.malfunction(seat, here or [seat])
        elif action == "bot":
            sitting.add_bot()
        elif action == "no-bot":
            sitting.remove_bot()
        elif action == "confirm":
            self._confirm(sitting)
        elif action == "double":
            sitting.double(seat)
        elif action == "rebet":
            sitting.rebet(seat)
        elif action == "chips":
            if sitting.table.players[seat].chips_cents + START_CHIPS_CENTS > CHIPS_MAX_CENTS:
                raise BadInput(f"nobody has more than {format_short(CHIPS_MAX_CENTS)} in play chips")
            sitting.more_chips(seat, START_CHIPS_CENTS)
        elif action == "leave":
            self.store.update_person(person.id, chips_cents=sitting.leave(seat), place="")
        else:
            raise BadInput(f"nobody can {action} here")

    def _sit(self, sitting: Sitting, person: Person, given: Mapping[str, str]) -> None:
        chips_cents, other = person.chips_cents, self.sittings.get(person.place)
        if other is not None:
            if other is sitting:
                raise BadInput("you have a seat here; leave the table to take another")
            if not given.get("leave"):
                raise BadInput(f"you still have a seat at {person.place}; leave it first")
            chips_cents = other.leave(other.seat_of(person.id))
            other.save()
            self.store.update_person(person.id, chips_cents=chips_cents, place="")
            self.tell(other, set(), person.id)
        chips = max(chips_cents, sitting.room.main_limit.least_cents)
        sitting.sit(_whole(given.get("seat", "")), person.id, person.name, chips)
        self.store.update_person(person.id, place=sitting.room.name)
        self.coach.prepare(sitting.room.rules)

    def _decide(self, sitting: Sitting, person: Person, seat: int, given: Mapping[str, str]) -> None:
        request = sitting.request
        decision = given.get("decision", "")
        if request is None or request.seat != seat or self.coach.silent_at(sitting.room.rules):
            sitting.decide(seat, decision, _whole(given.get("step", "-1")))
            return
        view = sitting.table.view(seat)
        situation = situation_of(sitting.room.rules, request, view)
        unit = unit_cents(sitting.room.rules, request, view.wagers[seat])
        if person.coach == "warn":
            self._warn(sitting, person, situation, decision.partition("=")[0], unit)
        sitting.decide(seat, decision, _whole(given.get("step", "-1")))
        number = self.store.add_decision(
            person.id,
            sitting.round_id,
            sitting.game.slug,
            str(situation),
            sitting.room.rules.options,
            request.stage,
            decision.partition("=")[0],
            int(unit * words_of(sitting.game).part_decided(request.stage)),
        )
        offered = [choice.name for choice in request.choices]
        self.judge(sitting.room.rules, person.id, number, situation, decision.partition("=")[0], offered)

    def _warn(self, sitting: Sitting, person: Person, situation: Situation, decision: str, unit: int) -> None:
        """Say what a mistake costs before it is made; who presses again, having read it, makes it."""
        worth = self.coach.known(sitting.room.rules, situation)
        offered = [choice.name for choice in sitting.choices]
        if worth is None or decision not in worth.values:
            return
        sentence = advice.warning(worth.among(offered), decision, unit)
        press = (person.id, sitting.round_id, str(situation), decision)
        if sentence and now_us() - self._warned.get(press, now_us()) < READ_US:
            self._warned.setdefault(press, now_us())
            while len(self._warned) > KEYS_MAX:
                del self._warned[next(iter(self._warned))]
            raise BadInput(sentence)

    def judge(
        self,
        rules: Rules,
        person: str,
        number: int,
        situation: Situation,
        decision: str,
        offered: Sequence[str],
    ) -> None:
        """Count what a decision cost, and tell its person."""

        def counted(worth: Worth) -> None:
            among = worth.among(offered)
            self.store.set_cost(person, number, among.best, among.cost(decision))
            self.hub.changed(f"coach:{person}")

        self.coach.ask(rules, situation, counted)

    def look_again(self, topic: str) -> None:
        """Show in a moment how far a count is then; a page that nobody has open any more asks no further."""

        def looked() -> None:
            del self._looks[topic]
            self.hub.changed(topic)

        if topic not in self._looks:
            self._looks[topic] = asyncio.get_running_loop().call_later(LOOK_AGAIN_S, looked)

    # What happens by itself

    def resume(self) -> None:
        """Go on where the last process stopped; called once there is an event loop."""
        if not self._resumed:
            self._resumed = True
            self.coach.idle = self._catch_up
            self._catch_up()
            for sitting in self.sittings.values():
                for seat in sitting.people:
                    self._keep_seat(sitting, sitting.chairs[seat].person)
                self._go_on(sitting)

    def enter(self, name: str, person: str) -> None:
        """Somebody, or an onlooker, opens a page of a table."""
        self.present[name, person] += 1
        self._task(self._look_up(self.sittings[name]))
        kept = self._seats_kept.pop((name, person), None)
        if kept:
            kept.cancel()
        sitting = self.sittings[name]
        if seat := sitting.seat_of(person):
            sitting.chairs[seat].away = False

    def depart(self, name: str, person: str) -> None:
        """A page is closed; with the last one the time begins after which a seat is free again."""
        self.present[name, person] -= 1
        if not self.present[name, person]:
            del self.present[name, person]
            if name not in self.sittings:
                return  # its game is gone since
            self._keep_seat(self.sittings[name], person)
            if self.sittings[name].seat_of(person):
                self._go_on(self.sittings[name])

    def _keep_seat(self, sitting: Sitting, person: str) -> None:
        if sitting.seat_of(person):
            loop = asyncio.get_running_loop()
            timer = loop.call_later(SEAT_KEPT_S, self._free_seat, sitting, person)
            self._seats_kept[sitting.room.name, person] = timer

    def _free_seat(self, sitting: Sitting, person: str) -> None:
        seat = sitting.seat_of(person)
        if sitting.busy:  # a round that was begun can be finished by whoever comes back
            self._keep_seat(sitting, person)
        elif seat:
            with self.store.together():
                self.store.update_person(person, chips_cents=sitting.leave(seat), place="")
                sitting.save()
            self.tell(sitting, set(), person)
            self._go_on(sitting)

    def _send_after(self, sitting: Sitting, seat: int) -> None:
        """Give somebody who left while a jackpot hand waited what came of it, wherever they are now."""
        person = self.store.person(sitting.chairs[seat].person)
        with self.store.together():
            chips_cents = sitting.leave(seat)
            sitting.save()
            if person is None:
                return
            other = self.sittings.get(person.place)
            if other is None:
                chips_cents = max(person.chips_cents + chips_cents, 0)  # a void takes back what was won
                self.store.update_person(person.id, chips_cents=chips_cents)
            else:
                other.receive(other.seat_of(person.id), chips_cents)
                other.save()
        self.tell(sitting, set(), person.id)
        if other is not None and other is not sitting:
            self.tell(other)

    def _catch_up(self) -> None:
        """Count what had to wait: decisions made while the coach was busy or the server stopped."""
        for one in self.store.uncounted(CATCH_UP_MAX, GAMES):
            try:
                rules = GAMES[one.game].rules(one.options)
                situation = read_situation(one.game, one.situation, one.options)
            except BadInput:
                continue  # its game is another one by now
            self.judge(rules, one.person, one.id, situation, one.decision, GAMES[one.game].decisions)

    def _go_on(self, sitting: Sitting) -> None:
        """Deal when all bets are in, ask the Game Manager, and wait no longer than is fair."""
        for seat in sitting.left_behind:
            self._send_after(sitting, seat)
        timer = self._timers.pop(sitting.room.name, None)
        if timer:
            timer.cancel()
        if sitting.started and (sitting.awaiting or sitting.table.in_progress):
            self._follow(sitting)
        if sitting.dealing:
            self._task(self._deal(sitting))
        elif sitting.awaiting:
            pass  # for the Game Manager
        elif sitting.request is not None:
            if len(sitting.people) > 1:
                assert sitting.table.round is not None
                seat, step = sitting.request.seat, len(sitting.table.round.decisions)
                here, away = self._is_present(sitting, seat), sitting.chairs[seat].away
                seconds = AWAY_AGAIN_S if away else DECIDE_S if here else AWAY_WAIT_S
                left = sitting.wait((sitting.round_id, step, here), seconds)
                self._later(sitting, left, self._decide_for_slow)
            else:
                sitting.clock = None
        elif any(sitting.chairs[seat].ready for seat in sitting.people):
            waiting = [
                seat
                for seat in sitting.people
                if not sitting.chairs[seat].ready and self._is_present(sitting, seat)
            ]
            if waiting:
                left = sitting.wait(("deal", sitting.number), DEAL_WAIT_S)
                self._later(sitting, left, self._lock)
            else:
                self._lock(sitting)
        else:
            sitting.clock = None
            self._stand_up_idle(sitting)

    def _is_present(self, sitting: Sitting, seat: int) -> bool:
        return self.present[sitting.room.name, sitting.chairs[seat].person] > 0

    def _later(self, sitting: Sitting, seconds: float, then: Callable[[Sitting], None]) -> None:
        loop = asyncio.get_running_loop()
        self._timers[sitting.room.name] = loop.call_later(seconds, then, sitting)

    def _lock(self, sitting: Sitting) -> None:
        sitting.lock()
        if any(sitting.sensor_seats(link) for link in sitting.room.links):
            sitting.save()
            self.tell(sitting)
            self._task(self._deal(sitting))
        else:
            self._dealt(sitting)

    async def _deal(self, sitting: Sitting) -> None:
        from pitboss.web.play import jackpot

        if self.floor is not None:
            await jackpot.start(self.floor, sitting)
        self._dealt(sitting)

    def _dealt(self, sitting: Sitting) -> None:
        with self.store.together():
            sitting.deal()
            sitting.save()
        self.tell(sitting)
        self._go_on(sitting)

    def _follow(self, sitting: Sitting) -> None:
        if sitting.room.name not in self._followed:
            self._followed.add(sitting.room.name)
            self._task(self._follow_game_manager(sitting))

    async def _follow_game_manager(self, sitting: Sitting) -> None:
        """See a round with jackpot wagers to its end there: claims settled and END GAME, or voided."""
        from pitboss.web.play import jackpot

        assert self.floor is not None
        seen: tuple[object, ...] = ()
        try:
            while sitting.awaiting or sitting.table.in_progress:
                if await jackpot.voided(self.floor, sitting) and not sitting.voided:
                    with self.store.together():
                        sitting.void()
                        sitting.save()
                if sitting.awaiting:
                    sitting.awaiting = not await jackpot.finish(self.floor, sitting)
                now = (sitting.awaiting, sitting.voided, *sitting.credited, *sitting.notes)
                if now != seen:
                    seen = now
                    with self.store.together():
                        sitting.save()
                    self.tell(sitting)
                if sitting.busy:
                    await asyncio.sleep(CLAIM_LOOK_S)
        finally:
            self._followed.discard(sitting.room.name)
        self._go_on(sitting)

    def _confirm(self, sitting: Sitting) -> None:
        """A jackpot hand confirmed by the player, who is the supervisor of a demo."""
        from pitboss.web.play import jackpot

        if self.floor is None or not self.floor.demo:
            raise BadInput("a supervisor confirms it at the keypad")
        self._task(jackpot.confirm(self.floor, sitting))

    def _decide_for_slow(self, sitting: Sitting) -> None:
        """The others have waited long enough: the choice that adds no chips."""
        request, played = sitting.request, sitting.table.round
        if request is None or played is None:
            return
        chair = sitting.chairs[request.seat]
        chair.away = not self._is_present(sitting, request.seat)
        chair.idle += not chair.away
        with self.store.together():
            passive = sitting.passive()
            sitting.decide(request.seat, passive.name, len(played.decisions))
            why = "is away" if chair.away else "ran out of time"
            sitting.notes.append(f"Seat {request.seat} {why}: {small(choice_name(passive))}.")
            sitting.save()
        self.tell(sitting)
        self._go_on(sitting)

    def _stand_up_idle(self, sitting: Sitting) -> None:
        """Between rounds the seat of somebody who only lets the time pass is free again."""
        for seat in sitting.people:
            if sitting.chairs[seat].idle >= IDLE_MAX and len(sitting.people) > 1 and not sitting.busy:
                self._free_seat(sitting, sitting.chairs[seat].person)
                return

    async def _look_up(self, sitting: Sitting) -> None:
        """Have what is known of the table's bets at hand, and shown."""
        fresh = await asyncio.to_thread(figures.look_up, sitting.room.rules, sitting.room.seats)
        if self.floor is not None and sitting.room.links:
            from pitboss.web.play.jackpot import wager_on

            wagers = [wager_on(self.floor, sitting, link) for link in sitting.room.links]
            fresh |= await asyncio.to_thread(figures.look_up_metered, [one for one in wagers if one])
        if fresh:
            self.hub.changed(f"figures:{sitting.room.name}")

    def _task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Telling

    def tell(self, sitting: Sitting, seats: set[int] | None = None, also: str = "") -> None:
        """Mark what changed: the felt for all, and what only the people of some seats see."""
        name = sitting.room.name
        people = {chair.person for seat, chair in sitting.chairs.items() if seats is None or seat in seats}
        private = [f"play:{name}:{person}" for person in people | {also} if person]
        self.hub.changed(f"play:{name}", "play", *private)


def _runs_here(task: "asyncio.Task[None]") -> bool:
    """Whether a task is of the event loop that runs at the moment: others can't be told to end."""
    with suppress(RuntimeError):
        return task.get_loop() is asyncio.get_running_loop()
    return False


def _whole(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise BadInput(f"{text!r} is not a whole number")
    return int(text)
