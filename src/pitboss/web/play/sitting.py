"""A table with people in front of browsers: who sits where, chips laid, a round in play; saved as it goes."""

import secrets
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from pitboss.cards import Card, shuffled
from pitboss.errors import BadInput
from pitboss.games import Choice, Request, Round, format_round, parse_round
from pitboss.money import format_cents
from pitboss.table import Table
from pitboss.table.bots import bot as bot_of
from pitboss.web.play.rooms import Room
from pitboss.web.play.school.classbook import told_apart
from pitboss.web.play.store import Played, Store, now_us

BOT_CHIPS_CENTS = 1_000_00
DENOMINATIONS = (50, 100, 500, 25_00, 100_00, 500_00)
NOBODY = ""
_PASSIVE = ("check", "keep", "stand", "decline", "fold")


@dataclass(slots=True)
class Chair:
    """Who sits at a seat: a person by id, or a bot."""

    person: str
    name: str
    laid: list[tuple[str, int]] = field(default_factory=list)
    """Chips in the circles before the deal, in the order they were put there."""
    last: dict[str, int] = field(default_factory=dict)
    """The wagers of the last round, to be laid again."""
    ready: bool = False
    dealt: bool = False
    """Whether the round on the table was dealt to this person, and not to somebody here before."""
    away: bool = False
    """Whether the last decision was made for somebody who is not there."""
    idle: int = 0
    """How many decisions in a row were made for somebody who was there and let the time pass."""
    failed: bool = False
    """Whether this person says that the shuffler failed in the round on the table."""
    cleared: bool = False
    """Whether the last wagers were taken off the layout, so that nothing lies there to be laid again."""
    gone: bool = False
    """Whether this person left while a jackpot hand waits: what the round still pays follows them."""

    @property
    def wagers(self) -> dict[str, int]:
        """What lies in the circles."""
        sums: dict[str, int] = {}
        for bet, cents in self.laid:
            sums[bet] = sums.get(bet, 0) + cents
        return sums

    @property
    def offered(self) -> dict[str, int]:
        """What would be dealt for now: the chips laid, else the last wagers, which still lie there."""
        return self.wagers or ({} if self.cleared else dict(self.last))

    def forget_beyond(self, chips_cents: int) -> None:
        """Last wagers that there are no chips for don't lie there any more."""
        if not self.laid and sum(self.last.values()) > chips_cents:
            self.cleared = True

    def lay_again(self) -> None:
        """Take the last wagers up, so that chips can be added and taken away."""
        if not self.laid:
            self.laid = list(self.offered.items())


class Sitting:
    """One table of the room; every change is saved before it is shown.

    `links` beyond the first have sensors of their own: their wagers lie beside the round.
    """

    def __init__(self, room: Room, store: Store) -> None:
        self.room = room
        self.game = room.rules.game
        self.store = store
        self.shuffle: Callable[..., Sequence[Card]] = shuffled
        self.table = Table(room.rules, room.limits, edited=room.private)
        self.chairs: dict[int, Chair] = {}
        self.number = 0
        """The number of the round that lies on the table."""
        self.round_id = ""
        self.before: dict[int, int] = {}
        self.sensors: dict[str, list[int]] = {}
        """For each link beyond the first, the seats with a chip on its sensor."""
        self.started: dict[str, int] = {}
        """For each link that took this round's wagers, the number of the round there."""
        self.dealing = False
        """Wagers are locked and the Game Manager is being asked; cards follow."""
        self.notes: list[str] = []
        """What the dealer adds: about jackpots, mostly."""
        self.awaiting = False
        """The round is over for the game, and the Game Manager has not ended it yet."""
        self.credited: list[str] = []
        """What was paid by the Game Manager in this round, so that nothing is paid twice."""
        self.awarded: list[tuple[int, str, int]] = []
        """Of that, what each link paid to each seat, or took back, beside the wagers: seat, link, cents."""
        self.clock: tuple[Hashable, int] | None = None
        """What others wait for, and until when in microseconds; None where nobody waits."""
        self._pending: dict[int, dict[str, int]] = {}
        saved = store.table(room.name)
        if saved and "chairs" in saved:
            self._restore(saved)

    # Saving

    def save(self) -> None:
        """Store what determines the table."""
        played = self.table.round
        self.store.save_table(
            self.room.name,
            {
                "game": self.game.slug,
                "number": self.number,
                "round_id": self.round_id,
                "round": format_round(played) if played and not self.dealing else "",
                "before": self.before,
                "chairs": {
                    seat: {
                        "person": chair.person,
                        "name": chair.name,
                        "chips": self.table.players[seat].chips_cents,
                        "laid": chair.laid,
                        "last": chair.last,
                        "ready": chair.ready,
                        "dealt": chair.dealt,
                        "cleared": chair.cleared,
                        "gone": chair.gone,
                    }
                    for seat, chair in self.chairs.items()
                },
                "sensors": self.sensors,
                "started": self.started,
                "pending": self._pending,
                "notes": self.notes,
                "awaiting": self.awaiting,
                "credited": self.credited,
                "awarded": self.awarded,
            },
        )

    def _restore(self, saved: Mapping[str, Any]) -> None:
        self.number, self.round_id = saved["number"], saved["round_id"]
        self.before = {int(seat): cents for seat, cents in saved["before"].items()}
        self.sensors = {link: seats for link, seats in saved["sensors"].items() if link in self.room.links}
        self.started = {link: number for link, number in saved["started"].items() if link in self.room.links}
        self._pending = {int(seat): laid for seat, laid in saved["pending"].items()}
        self.dealing, self.notes = bool(self._pending), saved["notes"]
        self.awaiting, self.credited = saved["awaiting"], saved["credited"]
        self.awarded = [(seat, link, cents) for seat, link, cents in saved.get("awarded", [])]
        played = parse_round(saved["round"]) if saved["round"] else None
        if self.game.slug != game_at(saved, self.game.slug):
            raise BadInput(f"another game was played at {self.room.name}")
        for text, chair in saved["chairs"].items():
            seat = int(text)
            laid, last = list(self._still(chair["laid"])), dict(self._still(chair["last"].items()))
            self.chairs[seat] = Chair(
                chair["person"],
                chair["name"],
                laid,
                last,
                chair["ready"],
                chair["dealt"],
                cleared=chair.get("cleared", False),
                gone=chair.get("gone", False),
            )
            in_round = played is not None and seat in played.wagers
            self._sit(
                seat, chair["name"], self.before[seat] if in_round else chair["chips"], not chair["person"]
            )
        if played is not None:
            self._deal_again(played)
            for text, chair in saved["chairs"].items():
                self.table.players[int(text)].chips_cents = chair["chips"]

    def _still(self, laid: Iterable[Sequence[Any]]) -> Iterator[tuple[str, int]]:
        """Chips as they may lie now: the floor file may have changed a sensor, or taken it away."""
        for bet, cents in laid:
            if self._takes_chips(bet):
                yield bet, cents
            else:
                with suppress(BadInput):
                    yield bet, self.sensor_cents(bet)

    def _deal_again(self, played: Round) -> None:
        absent = [seat for seat in played.wagers if seat not in self.chairs]
        for seat in absent:  # somebody who left after the round; their chair is only needed to replay it
            self.table.sit(seat, "", self.before[seat])
        self.table.open_round(played.wagers, played.order)
        for decision in played.decisions:
            if decision == "void":
                self.table.void(settled=True)
            else:
                self.table.decide(decision)
        for seat in absent:
            del self.table.players[seat]

    # Chairs

    def seat_of(self, person: str) -> int:
        """Where somebody sits, or 0."""
        return next((seat for seat in self.people if self.chairs[seat].person == person), 0)

    @property
    def people(self) -> list[int]:
        """The seats with a person."""
        return [seat for seat, chair in sorted(self.chairs.items()) if chair.person and not chair.gone]

    @property
    def left_behind(self) -> list[int]:
        """The seats of people who are gone, to be cleared once their round is over."""
        return [] if self.busy else [seat for seat, chair in self.chairs.items() if chair.gone]

    @property
    def open_seats(self) -> list[int]:
        """The seats where nobody sits."""
        return [seat for seat in range(1, self.room.seats + 1) if seat not in self.chairs]

    def sit(self, seat: int, person: str, name: str, chips_cents: int) -> None:
        """Take an open seat; anybody may do so during a round and is dealt in with the next one."""
        if seat not in range(1, self.room.seats + 1):
            raise BadInput(f"there is no seat {seat}; seats are 1 to {self.room.seats}")
        if seat in self.chairs:
            raise BadInput(f"seat {seat} is taken by {self.chairs[seat].name}")
        name = told_apart(name, [chair.name for chair in self.chairs.values()])
        self.chairs[seat] = Chair(person, name)
        self._sit(seat, name, chips_cents, not person)

    def _sit(self, seat: int, name: str, chips_cents: int, bot: bool) -> None:
        self.table.sit(seat, name, chips_cents, bot_of(self.game) if bot else None)

    def rename(self, seat: int, name: str) -> None:
        """Call somebody who sits here otherwise, and as nobody else here is called."""
        others = [chair.name for at, chair in self.chairs.items() if at != seat]
        self.chairs[seat].name = self.table.players[seat].name = told_apart(name, others)

    def add_bot(self) -> int:
        """Let a bot take the first open seat."""
        if not self.open_seats:
            raise BadInput("every seat is taken")
        seat = self.open_seats[0]
        self.sit(seat, NOBODY, f"Bot {seat}", BOT_CHIPS_CENTS)
        return seat

    def remove_bot(self) -> None:
        """Send the bot that came last away."""
        bots = [seat for seat, chair in self.chairs.items() if not chair.person]
        if not bots:
            raise BadInput("no bot sits here")
        self.leave(bots[-1])

    def leave(self, seat: int) -> int:
        """Leave between rounds, with all chips; bots don't stay without people.

        Where the Game Manager alone is waited for the chair stays, for what may still be paid there.
        """
        chair, player = self.chairs[seat], self.table.players[seat]
        if self.awaiting and not self.table.in_progress and chair.person and not chair.gone:
            chair.gone = True
            chips, player.chips_cents = player.chips_cents, 0
            return chips
        if self.busy:
            raise BadInput("you can leave when the round is over")
        chips = self.table.leave(seat)
        del self.chairs[seat]
        if not self.people:
            for bot in list(self.chairs):
                self.table.leave(bot)
                del self.chairs[bot]
        return chips

    @property
    def busy(self) -> bool:
        """Whether a round is in play."""
        return self.dealing or self.table.in_progress or self.awaiting

    # Chips before the deal

    def lay(self, seat: int, bet: str, chip_cents: int) -> None:
        """Put a chip into a circle; equal bets are laid together; a fixed wager or a sensor takes its own."""
        chair = self._betting(seat)
        if not self._takes_chips(bet):
            self._lay_sensor(chair, bet)
            return
        if bet not in self.room.limits.bets:
            raise BadInput(f"{bet} is not offered at this table")
        offered = self.game.bet(bet)
        if chip_cents not in DENOMINATIONS:
            raise BadInput("there is no such chip")
        chip_cents = offered.wager_cents or chip_cents
        target = offered.laid_with or bet
        equal = [target, *(other.slug for other in self.game.bets if other.laid_with == target)]
        chair.forget_beyond(self.table.players[seat].chips_cents)
        most = min(self.room.limits.bets[slug].most_cents for slug in equal)
        if chair.offered.get(target, 0) + chip_cents > most:
            raise BadInput(f"{self.game.bet(target).name} takes at most {format_cents(most)}")
        chips = self.table.players[seat].chips_cents - sum(chair.offered.values())
        if chip_cents * len(equal) > chips:
            raise BadInput(f"you have only {format_cents(chips)} left")
        chair.lay_again()
        chair.laid += [(slug, chip_cents) for slug in equal]

    def _takes_chips(self, bet: str) -> bool:
        """Whether a circle is a bet's, for chips of one's choice, and no sensor."""
        return self.game.has(bet) and self.game.bet(bet).kind != "jackpot"

    def _lay_sensor(self, chair: Chair, bet: str) -> None:
        """A chip on a sensor goes on and off."""
        cents = self.sensor_cents(bet)
        chair.lay_again()
        if bet in chair.wagers:
            chair.laid = [laid for laid in chair.laid if laid[0] != bet]
        else:
            chair.laid.append((bet, cents))

    def sensor_cents(self, bet: str) -> int:
        """What the sensor of a circle takes."""
        if bet not in self.room.sensors:
            raise BadInput("this table has no such sensor")
        return self.room.wagers[self.room.sensors[bet]]

    def take_back(self, seat: int, bet: str = "") -> None:
        """Take the last chip back, of one circle or of all; equal bets lose theirs together."""
        chair = self._betting(seat)
        target = bet and self._leading(bet)
        mine = [slug for slug, _ in chair.laid] or list(chair.offered)
        if not mine or (target and target not in mine):
            raise BadInput("you have no chip there")
        last = self._leading(target or mine[-1])
        equal = {last, *(other.slug for other in self.game.bets if other.laid_with == last)}
        chair.lay_again()
        for slug in equal:
            place = max(i for i, (laid, _) in enumerate(chair.laid) if laid == slug)
            del chair.laid[place]

    def _leading(self, bet: str) -> str:
        """The circle that the chips of this one go with: its own, or the bet's that it must equal."""
        return bet if bet in self.room.beside else self.game.bet(bet).laid_with or bet

    def clear(self, seat: int) -> None:
        """Take all chips back."""
        chair = self._betting(seat)
        chair.laid.clear()
        chair.cleared = True

    def rebet(self, seat: int) -> None:
        """Lay the last wagers again."""
        chair = self._betting(seat)
        chair.cleared = False
        chair.lay_again()

    def double(self, seat: int) -> None:
        """Twice as much in every circle, where limits and chips allow all of it; sensors stay as they are."""
        chair = self._betting(seat)
        more = {bet: cents for bet, cents in chair.offered.items() if bet not in self.room.sensors}
        for bet, cents in more.items():
            if 2 * cents > self.room.limits.bets[bet].most_cents:
                most = format_cents(self.room.limits.bets[bet].most_cents)
                raise BadInput(f"{self.game.bet(bet).name} takes at most {most}")
        left = self.table.players[seat].chips_cents - sum(chair.offered.values())
        if sum(more.values()) > left:
            raise BadInput(f"you have only {format_cents(max(left, 0))} left")
        chair.lay_again()
        chair.laid += more.items()

    def _betting(self, seat: int) -> Chair:
        chair = self.chairs.get(seat)
        if chair is None:
            raise BadInput("sit down first")
        if self.busy:
            raise BadInput("no more bets: a round is in play")
        if chair.ready:
            raise BadInput("your bets are in; the deal comes when the others are ready")
        return chair

    def receive(self, seat: int, cents: int) -> None:
        """Take chips, or give them back, that come from a round at another table."""
        player = self.table.players[seat]
        player.chips_cents = max(player.chips_cents + cents, 0)

    def more_chips(self, seat: int, cents: int) -> None:
        """Take more play chips between rounds, or where a choice costs more than there is."""
        short = any(
            choice.amount_cents > self.table.players[seat].chips_cents
            for choice in self.choices
            if self.request and self.request.seat == seat
        )
        if self.busy and not short:
            raise BadInput("chips are taken between rounds")
        self.table.add_chips(seat, cents, in_round=short)

    def short_of(self, seat: int) -> int:
        """What going on after the deal takes at least, where the seat would not have it; else nothing."""
        offered = self.chairs[seat].offered
        least = sum(min(bet.multiples) * offered.get(bet.of, 0) for bet in self.game.bets if bet.multiples)
        left = self.table.players[seat].chips_cents - sum(offered.values())
        return least if 0 <= left < least else 0

    # The deal

    def refusal(self, seat: int) -> str:
        """Why what lies in the circles of a seat opens no round; nothing where it does."""
        wagers, chips = self.chairs[seat].offered, self.table.players[seat].chips_cents
        if not wagers:
            return "place your bets first"
        if sum(wagers.values()) > chips:
            return f"you have only {format_cents(chips)}"
        in_game = {bet: cents for bet, cents in wagers.items() if bet not in self.room.beside}
        return self.table.wager_refusal({seat: in_game}).removeprefix(f"seat {seat}: ")

    def ready(self, seat: int) -> None:
        """Have one's bets in; without chips in the circles those of the last round are laid again."""
        chair = self._betting(seat)
        if refusal := self.refusal(seat):
            raise BadInput(refusal)
        chair.laid = chair.laid or list(chair.offered.items())
        chair.ready = True

    def lock(self) -> None:
        """Take the bets that are in and shuffle; cards come with `deal`."""
        if self.busy:
            raise BadInput("a round is in play")
        wagers: dict[int, dict[str, int]] = {}
        self.sensors = {}
        for seat, chair in sorted(self.chairs.items()):
            if not chair.person:
                wagers[seat] = self._bot_wagers(seat)
            elif chair.ready:
                wagers[seat] = chair.wagers
                chair.last = chair.wagers
        if not any(self.chairs[seat].person for seat in wagers):
            raise BadInput("nobody's bets are in")
        self.before = {seat: self.table.players[seat].chips_cents for seat in wagers}
        for seat, laid in wagers.items():
            for bet in self.room.beside.keys() & laid.keys():
                self.before[seat] -= laid.pop(bet)
                self.sensors.setdefault(self.room.beside[bet], []).append(seat)
        self.number += 1
        self.round_id = secrets.token_urlsafe(9)
        self.started, self.notes, self.credited, self.awarded = {}, [], [], []
        self.dealing = True
        self._pending = wagers

    def _bot_wagers(self, seat: int) -> dict[str, int]:
        least = {bet.slug: self.room.limits.bets[bet.slug].least_cents for bet in self.game.usual}
        player = self.table.players[seat]
        if player.chips_cents < 20 * sum(least.values()):
            player.chips_cents = BOT_CHIPS_CENTS
        return least

    def without_sensor(self, link: str) -> None:
        """The Game Manager did not take a link's wagers: they go back before the deal."""
        if link != self.room.links[0]:
            for seat in self.sensors.pop(link, []):
                self.before[seat] += self.room.wagers[link]
            return
        for laid in self._pending.values():
            laid.pop(self.game.sensor_bet, None)

    def sensor_seats(self, link: str) -> list[int]:
        """The seats whose sensor of a link is lit in the round that is locked or in play."""
        if link != self.room.links[0]:
            return self.sensors.get(link, [])
        played = self.table.round
        wagers = self._pending if self.dealing else played.wagers if played else {}
        return [seat for seat, laid in wagers.items() if self.game.sensor_bet in laid]

    def deal(self) -> None:
        """Deal the round that was locked and let bots act up to the first person."""
        for seat, cents in self.before.items():
            self.table.players[seat].chips_cents = cents
        wagers = self._pending
        self.table.open_round(wagers, self.room.rules.order(self.shuffle))
        for seat, chair in self.chairs.items():
            chair.dealt, chair.failed = seat in wagers, False
            if chair.dealt:
                chair.laid, chair.ready, chair.cleared = [], False, False
        self.dealing = False
        self._pending = {}
        self.table.play_bots()
        self._finish()

    @property
    def hands(self) -> int:
        """How many hands are dealt, the dealer's counted; before the deal those of all who sit here."""
        played, players = self.table.round, max(len(self.chairs), 1)
        if self.dealing:
            players = len(self._pending)
        elif played is not None and not any(chair.laid for chair in self.chairs.values()):
            players = len(played.wagers)
        return self.game.hands_dealt(players)

    @property
    def board(self) -> tuple[Card | None, ...]:
        """The community cards as everybody sees them."""
        return self.table.view().board if self.table.round else ()

    @property
    def request(self) -> Request | None:
        """What the round waits for."""
        return self.table.request if self.table.in_progress else None

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Everything the rules offer the seat that is asked, also what it has no chips for."""
        played = self.table.round
        return played.request.choices if self.request and played and played.request else ()

    def decide(self, seat: int, decision: str, step: int) -> None:
        """Take a decision of the seat that is asked; `step` is how many were made when it was asked."""
        request, played = self.request, self.table.round
        if request is None or played is None:
            raise BadInput("no round is in play")
        if request.seat != seat:
            raise BadInput(f"it is seat {request.seat}'s turn")
        if len(played.decisions) != step:
            raise BadInput("the table has moved on; look again")
        self.table.decide(decision)
        self.table.play_bots()
        self._finish()

    def passive(self) -> Choice:
        """What is done for somebody who went away: the choice that adds no chips, or the fewest."""
        assert self.request is not None
        named = {choice.name: choice for choice in self.request.choices}
        fewest = min(named.values(), key=lambda choice: choice.amount_cents)
        return next((named[name] for name in _PASSIVE if name in named), fewest)

    def wait(self, thing: Hashable, seconds: float) -> float:
        """Begin to wait for something, or go on if that was begun; returns the seconds that are left."""
        if self.clock is None or self.clock[0] != thing:
            self.clock = thing, now_us() + int(seconds * 1_000_000)
        return max(0.0, (self.clock[1] - now_us()) / 1_000_000)

    @property
    def left_s(self) -> int:
        """How long others still wait for whoever is asked, in whole seconds; 0 where nobody does."""
        return max(0, (self.clock[1] - now_us()) // 1_000_000) if self.clock else 0

    @property
    def voided(self) -> bool:
        """Whether the round on the table was voided."""
        return self.table.round is not None and not self.dealing and self.table.round.voided

    @property
    def may_void(self) -> bool:
        """Whether a round lies on the table that nobody has finished with."""
        return (self.table.in_progress or self.awaiting) and not self.voided

    def malfunction(self, seat: int, here: Sequence[int]) -> None:
        """Say that the shuffler failed: the round is void once all say so who were dealt in and are here."""
        if not (self.may_void and self.chairs[seat].dealt):
            raise BadInput("no round is in play")
        awards = [cause for cause in self.credited if cause.startswith("award ")]
        if any(f"back {cause}" not in self.credited for cause in awards):
            raise BadInput("a jackpot of this round is recorded; the Game Manager must back it out first")
        self.chairs[seat].failed = True
        if all(chair.failed for at, chair in self.chairs.items() if chair.dealt and at in here):
            self.void()
        else:
            self.notes.append(f"Seat {seat} says that the shuffler has failed; the round is void if all do.")

    def void(self) -> None:
        """Void the round: its bets go back now, a jackpot wager when the Game Manager has voided it too."""
        self.table.void(settled=self.awaiting)
        for link in self.room.links[:1]:
            for seat in self.sensor_seats(link) if link in self.started else ():
                self.table.players[seat].chips_cents -= self.room.wagers[link]
        self._finish()

    def return_jackpot(self, link: str) -> None:
        """Give the wagers of a link back that the Game Manager has voided."""
        for seat in self.sensor_seats(link):
            self.credit(f"void {link} {seat}", seat, self.room.wagers[link])
        self._finish()

    def _finish(self) -> None:
        played = self.table.round
        if played is None or played.request is not None:
            return
        self._record(played)
        self.awaiting = bool(self.started)

    def _record(self, played: Round) -> None:
        """Keep the round with what it has brought so far."""
        dealt = Round(played.rules, played.wagers, played.order[: played.cards_dealt], played.decisions)
        self.store.add_round(
            Played(
                self.round_id,
                self.room.name,
                self.game.slug,
                self.number,
                now_us(),
                format_round(dealt),
                {
                    seat: (self.chairs[seat].person, self.chairs[seat].name, self.net_cents(seat))
                    for seat in played.wagers
                },
            )
        )

    def net_cents(self, seat: int) -> int:
        """What a seat is ahead in the round so far, with its wagers on sensors and what they have won."""
        lines = sum(line.net_cents for line in self.table.lines if line.seat == seat)
        return lines - sum(self.beside(seat).values()) + sum(self.jackpots(seat).values())

    def jackpots(self, seat: int) -> dict[str, int]:
        """What each link has paid a seat in the round."""
        sums: dict[str, int] = {}
        for at, link, cents in self.awarded:
            if at == seat:
                sums[link] = sums.get(link, 0) + cents
        return sums

    def beside(self, seat: int) -> dict[str, int]:
        """What a seat has on sensors that no line of the round settles: all but the first link's.

        Of a voided round every sensor's, until it is given back.
        """
        links = self.started if self.voided else self.sensors
        return {
            link: self.room.wagers[link]
            for link in links
            if seat in self.sensor_seats(link) and f"void {link} {seat}" not in self.credited
        }

    def credit(self, cause: str, seat: int, cents: int) -> None:
        """Give a seat chips, once for each cause."""
        if cause not in self.credited and seat in self.chairs:
            self.table.players[seat].chips_cents += cents
            self.credited.append(cause)

    def award(self, cause: str, seat: int, cents: int, link: str) -> None:
        """Pay a seat what a link awards, or take it back, once for each cause; the round has brought it."""
        if cause in self.credited or seat not in self.chairs:
            return
        self.credit(cause, seat, cents)
        self.awarded.append((seat, link, cents))
        if self.table.round is not None:
            self._record(self.table.round)


def game_at(saved: Mapping[str, Any], otherwise: str = "") -> str:
    """The game that a saved table is for; older ones tell it by their round alone."""
    line = str(saved.get("round", "")).split()
    return str(saved.get("game", line[0] if line else otherwise))
