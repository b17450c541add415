"""The jackpot in a lesson: the keys of both generations of keypads, in the order the procedure wants them."""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pitboss.games import Claim, Game, Round
from pitboss.games.schedules import pay_words
from pitboss.jackpots.config import PayKind
from pitboss.jackpots.controllers import Profile
from pitboss.jackpots.pays import pay_lines
from pitboss.jackpots.procedure import PROCEDURE
from pitboss.letters import capital
from pitboss.money import format_short
from pitboss.paytables import Line
from pitboss.paytables.rankings import title
from pitboss.web.play.school.training import Chosen, Task, asked
from pitboss.web.play.voice import listed

CLAIM = "Jackpot hand"


@dataclass(frozen=True, slots=True)
class Keypad:
    """The keys of one generation."""

    name: str
    start: str
    end: str
    records: tuple[str, ...]
    """The keys that record a win, in order; all of them are a supervisor's."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The big keys."""
        return self.start, *self.records, self.end


KEYPADS = {
    Profile.NEXUS: Keypad("Nexus Command", "START GAME", "END GAME", ("CONFIRM", "CARD")),
    Profile.AQUARIUS: Keypad("Aquarius", "COIN IN", "GAME OVER", ("JPH", "J-POT", "RUN")),
}


def procedure(game: Game, by_spot: bool, *names: str) -> str:
    """What the approved text says of these steps, for a generation of keypads, with the lines that say it."""
    text = game.source.partition("_")[0]
    told, lines = [], []
    for step in PROCEDURE:
        if step.name in names:
            told.append(step.aquarius if not by_spot or step.nexus == "The same." else step.nexus)
            lines += step.source(text).removeprefix(f"{text}:").split(", ")
    found = [*dict.fromkeys(filter(None, lines))]
    where = f" (Approved text {text}, line{'s' if len(found) > 1 else ''} {listed(found)}.)" if found else ""
    return f"Jackpot procedure: {' '.join(told)}{where}"


class JackpotTasks:
    """What a dealer does with the sensors of one round."""

    def __init__(self, chosen: Chosen, done: Round, chance: random.Random) -> None:
        self.keypad = KEYPADS[chosen.controller]
        self.by_spot = chosen.controller is Profile.NEXUS
        self.dealer_pays_below_cents = chosen.dealer_pays_below_cents
        self.done = done
        self.chance = chance
        bet = done.rules.game.sensor_bet
        self.seats = sorted(done.wagers)
        self.lit = [seat for seat in self.seats if bet in done.wagers[seat]]
        self.table = done.rules.paytables.get(bet)
        self.last = len(done.decisions)

    def _procedure(self, *names: str) -> str:
        """What the approved text says of these steps, for this generation."""
        return procedure(self.done.rules.game, self.by_spot, *names)

    def _key(self, step: str, prompt: str, right: str, why: str, clause: str, decisions: int) -> Task:
        options = tuple((key, key) for key in self.keypad.keys)
        return Task(step, prompt, options, right, why, clause, decisions, keypad="keys")

    def _line(self, claim: Claim) -> Line:
        assert self.table is not None
        return next(line for line in self.table.lines if line.hand == claim.hand)

    # Before the deal

    def start(self) -> Iterator[Task]:
        """Lock the sensors, lift the chips, compare."""
        if not self.lit:
            return
        key, count = self.keypad.start, len(self.lit)
        yield asked(
            key,
            f"The bets are down, {count} sensor{'s are' if count > 1 else ' is'} lit. What comes first?",
            (
                f"{key}, then lift the jackpot chips",
                f"Lift the jackpot chips, then {key}",
                f"Deal; {key} can wait",
            ),
            f"{key} locks the sensors while the chips lie on them; a chip lifted early was never bet.",
            self._procedure("lock", "collect"),
            -1,
        )
        yield Task(
            key,
            f"The keypad says {count} accepted. How many jackpot chips must you have in your hand?",
            tuple((str(number), str(number)) for number in range(1, len(self.seats) + 2)),
            str(count),
            f"As many as sensors were lit at {key}: {count}. With another number somebody's wager is not in.",
            self._procedure("lock", "collect"),
            -1,
            did=f"The keypad says {count} accepted. Jackpot chips in the dealer's hand: {{answer}}.",
        )
        late = [seat for seat in self.seats if seat not in self.lit]
        if late:
            yield asked(
                key,
                f"Now seat {late[0]} puts a chip on its sensor. What do you do?",
                (
                    "Give it back: it is too late for this round",
                    f"Press {key} again",
                    "Take it with the others",
                ),
                f"After {key} no wager is added to the round.",
                self._procedure("lock", "collect"),
                -1,
            )

    # At a seat that has been settled

    def claim(self, claim: Claim) -> Iterator[Task]:
        """A jackpot hand at a seat: leave it face up, claim it, have it recorded, pay it."""
        line = self._line(claim)
        assert self.table is not None
        assert self.table.wager_cents is not None
        paid = next(paid for paid in pay_lines(self.table) if paid.hand == claim.hand)
        tray = paid.cents if paid.kind is PayKind.TRAY else 0
        hand, held = title(claim.hand), " ".join(card.pretty for card in claim.cards)
        pays = f"{self.table.designator} pays {_a(hand)} {pay_words(line.pay)}."
        yield asked(
            CLAIM,
            f"Seat {claim.seat} shows {held}, and its sensor was lit. What about its cards?",
            ("They stay face up", "Collect them with the wagers", "Turn them face down until somebody comes"),
            f"{pays} The hand must be seen before it is paid.",
            self._procedure("verify", "envy"),
            self.last,
        )
        yield from self._press(claim, hand, held, pays)
        by_press = 0 < tray < self.dealer_pays_below_cents
        if by_press:
            yield asked(
                CLAIM,
                f"{capital(_a(hand))} pays {pay_words(line.pay)}. Who records it?",
                (
                    "Your press has recorded it",
                    "A supervisor, like every jackpot",
                    "Nobody: it is not a jackpot",
                ),
                "It does not come from the meter, and here the dealer's press records so small a pay.",
                self._tray_clause(by_press),
                self.last,
            )
        else:
            yield from self._record(claim, hand)
        if tray:
            yield Task(
                CLAIM,
                f"Pay seat {claim.seat} for its {hand}.",
                (),
                f"pay {tray}",
                f"{pays} The wager was {format_short(self.table.wager_cents)} and does not go back.",
                self._tray_clause(by_press),
                self.last,
                owed=f"Jackpot, seat {claim.seat}",
            )

    def _tray_clause(self, by_press: bool) -> str:
        """Who records a pay from the tray at this table."""
        if not by_press:
            return "A supervisor records a pay from the tray, like one from the meter."
        below = format_short(self.dealer_pays_below_cents)
        return f"At this table the dealer's press alone records a pay from the tray below {below}."

    def _press(self, claim: Claim, hand: str, held: str, pays: str) -> Iterator[Task]:
        assert self.table is not None
        spot = Task(
            CLAIM,
            f"{'Claim it. Which spot' if self.by_spot else 'And for which seat'} do you press?",
            tuple((str(seat), str(seat)) for seat in range(7, 0, -1)),
            str(claim.seat),
            f"The cards lie at seat {claim.seat}.",
            self._procedure("claim"),
            self.last,
            keypad="spots",
            did=f"The dealer presses {'spot ' if self.by_spot else ''}{{answer}}.",
        )
        button = Task(
            CLAIM,
            f"{'Spot ' + str(claim.seat) if self.by_spot else 'Claim it'}: which hand button?",
            tuple((line.hand, capital(line.title)) for line in self.table.lines),
            claim.hand,
            f"{held} is {_a(hand)}; a paytable pays its highest line only.",
            self._procedure("claim"),
            self.last,
            keypad="hands",
            did="The dealer presses the hand button “{answer}”.",
        )
        yield from (spot, button) if self.by_spot else (button, spot)

    def _record(self, claim: Claim, hand: str) -> Iterator[Task]:
        if self.chance.random() < 0.5:
            yield asked(
                CLAIM,
                "You see that a wrong hand button was pressed. How do you clear it?",
                (
                    "Press the same button again",
                    "Call the office for an adjustment",
                    f"Press {self.keypad.end}",
                ),
                "Nothing is recorded yet: the second press turns the button off.",
                self._procedure("claim"),
                self.last,
            )
        yield asked(
            CLAIM,
            "The claim is open. And now?",
            ("Call a supervisor", "Pay it and go on", f"Press {self.keypad.end}"),
            "A second person verifies the hand; a dealer never records such a win alone.",
            self._procedure("verify"),
            self.last,
        )
        said = {
            "CONFIRM": "The supervisor has verified the hand. What does the supervisor press?",
            "CARD": "CONFIRM is pressed. What completes it?",
            "JPH": "The supervisor has verified the hand and puts the key in. What comes first?",
            "J-POT": "The key is at JPH. And now?",
            "RUN": f"The {hand} has its award number, and the win page can be printed. And now?",
        }
        why = {
            "CONFIRM": "CONFIRM comes first; the card completes it.",
            "CARD": "A Supervisor or Executive card, by the level of the jackpot; never the dealer's own.",
            "JPH": "J-POT works only with the key at JPH.",
            "J-POT": "J-POT records the win on the Game Manager.",
            "RUN": "The key back at RUN lets the table work again, and its meter shows the new value.",
        }
        for key in self.keypad.records:
            yield self._key(CLAIM, said[key], key, why[key], self._procedure("record", "pay"), self.last)
        if self.chance.random() < 0.5:
            yield asked(
                CLAIM,
                f"It turns out that seat {claim.seat} should not have won. How is the recorded win undone?",
                (
                    "Only by an adjustment at the Game Manager",
                    "Press the hand button again",
                    f"Leave out {self.keypad.end}",
                ),
                "What is recorded is not edited: a new entry backs it out, with a reason and two people.",
                self._procedure("back out"),
                self.last,
            )

    # When everything is settled

    def end(self) -> Iterator[Task]:
        """Pay envy and end the round."""
        if not self.lit:
            return
        for claim in self.done.claims:
            yield from self._envy(claim)
        won = "the jackpot hands are recorded" if self.done.claims else "nobody has a jackpot hand"
        yield self._key(
            self.keypad.end,
            f"Everything is settled, {won}. Which key?",
            self.keypad.end,
            f"{self.keypad.end} frees the sensors; {self.keypad.start} comes with the next bets.",
            self._procedure("finish"),
            self.last,
        )

    def _envy(self, claim: Claim) -> Iterator[Task]:
        assert self.table is not None
        line = self._line(claim)
        others = [seat for seat in self.lit if seat != claim.seat]
        if not line.envy_cents:
            return
        hand = title(claim.hand)
        rest = [seat for seat in self.seats if seat != claim.seat]
        answers = [_listed(others), _listed([]), _listed(self.lit), _listed(rest), _listed(self.seats)]
        yield asked(
            self.keypad.end,
            f"Seat {claim.seat}'s {hand} brings envy. Who gets it?",
            tuple(dict.fromkeys(answers)),
            "The other seats whose sensor was lit, folded or not; never the winner.",
            self._procedure("envy"),
            self.last,
        )
        if others:
            yield Task(
                self.keypad.end,
                f"Envy for the {hand}: what does each of them get?",
                (),
                f"pay {line.envy_cents}",
                f"{self.table.designator} prints {format_short(line.envy_cents)} beside the {hand}.",
                self._procedure("envy"),
                self.last,
                owed="Envy",
            )


def _listed(seats: Sequence[int]) -> str:
    return f"Seat{'s' if len(seats) > 1 else ''} {listed([*map(str, seats)])}" if seats else "Nobody"


def _a(hand: str) -> str:
    """A hand with its article, where it has one.

    >>> _a("royal flush"), _a("four of a kind"), _a("two pair")
    ('a royal flush', 'four of a kind', 'two pair')
    """
    return hand if re.match(r"\w+ (of a kind|pair)", hand) else f"a {hand}"
