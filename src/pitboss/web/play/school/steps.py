"""The tasks of a lesson: deal, decisions and what a fold leaves, the dealer's hand, settlement."""

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, takewhile

from pitboss.cards import Card
from pitboss.errors import BadInput
from pitboss.games import ALL_GAMES, Bet, Game, Line, Request, Round
from pitboss.games.discovery import forget_too
from pitboss.games.telling import Draws
from pitboss.games.words import always_plays_against, words_of
from pitboss.letters import capital
from pitboss.money import format_short
from pitboss.paytables.rankings import title
from pitboss.web.play import voice
from pitboss.web.play.school.jackpot import CLAIM, JackpotTasks
from pitboss.web.play.school.round import lesson_round, ranked, shared_bet
from pitboss.web.play.school.training import Chosen, Course, Lesson, Task, asked, laid_as, stake_of

SEEDS = 1_000_000
"""Seeds of lessons are less than this; what is above is for a round that was passed over."""
ROUNDS_MAX = 20
DEAL, DECISIONS, DEALER, SETTLE = "Deal", "Decisions", "Dealer's hand", "Settle"


@lru_cache(maxsize=256)
def lesson(chosen: Chosen, seed: int, jackpot: bool, course: Course = Course.ALL) -> Lesson:
    """The lesson of a seed at a table; with `jackpot` one with a jackpot hand, if the game has a sensor.

    A course leaves out what is not its own; a round with nothing of it is passed over.
    """
    if course is Course.JACKPOT and not chosen.rules.game.sensor_bet:
        raise BadInput(f"{chosen.rules.game.name} has no jackpot here; choose another lesson")
    for number in range(ROUNDS_MAX):
        done = lesson_round(chosen, seed + SEEDS * number, jackpot or course is Course.JACKPOT)
        procedure = _Procedure(chosen, done, random.Random(f"tasks {chosen.game} {seed}"))
        tasks = tuple(task for task in procedure.tasks() if _IN[course](task))
        if tasks:
            mine = {task.step for task in tasks}
            steps = [step for step in procedure.steps() if course is Course.ALL or step in mine]
            return Lesson(chosen, done, tasks, tuple(steps), course)
    raise AssertionError(f"{chosen}: nothing of {course} in {ROUNDS_MAX} rounds from {seed}")


forget_too(lesson.cache_clear)


_IN: Mapping[Course, Callable[[Task], bool]] = {
    Course.ALL: lambda task: True,
    Course.PAYOUTS: lambda task: task.pays,
    Course.PROCEDURE: lambda task: not task.pays and not task.jackpot,
    Course.JACKPOT: lambda task: task.jackpot,
}
"""What belongs to each part of a round."""


def _clause(game: Game, number: int) -> str:
    return next(f"{game.name}, rule {number}: {c.words}" for c in game.clauses if c.number == number)


def general(number: int) -> str:
    """A clause that binds every game."""
    return next(f"All games, rule {number}: {c.words}" for c in ALL_GAMES if c.number == number)


def clause_of(game: Game, line: Line) -> str:
    """The clause by which a wager is settled."""
    number = line.ruling.clause
    return general(number) if line.ruling.game == "all-games" else _clause(game, number)


def _seats(seats: Sequence[int]) -> tuple[tuple[str, str], ...]:
    return tuple((str(seat), f"Seat {seat}") for seat in seats)


def spoken(decision: str) -> str:
    """A decision as a player says it.

    >>> spoken("play-4x"), spoken("draw-low")
    ('play 4×', 'draw low')
    """
    return re.sub(r"\b(\d+)x\b", r"\1×", decision.partition("=")[0].replace("-", " "))


def is_price(bet: Bet) -> bool:
    """Whether it buys something in the round and can't be won back; pays of other bets may be printed."""
    return bet.pays is None and bet.in_round and not bet.paid_as


def _of_jackpot(tasks: Iterable[Task]) -> Iterator[Task]:
    return (replace(task, jackpot=True) for task in tasks)


class _Procedure:
    """A finished round told again as what its dealer had to do."""

    def __init__(self, chosen: Chosen, done: Round, chance: random.Random) -> None:
        self.done = done
        self.rules = done.rules
        self.game = done.rules.game
        self.words = words_of(self.game)
        self.chance = chance
        self.seats = sorted(done.wagers)
        self.jackpot = JackpotTasks(chosen, done, chance)
        self.last = len(done.decisions)
        shared = shared_bet(self.rules)
        self.shared = shared if any(shared in laid for laid in done.wagers.values()) else ""
        """The bet on the highest hand at the table, where somebody has laid it."""
        self.checks = self.game.checks(self.rules.options)
        self.racked: set[int] = set()
        """Seats whose cards are no longer on the table."""
        self.highest: tuple[int, str] = (0, "")
        """The hand exposed for that bet: its strength, and whose it is."""
        self.asked_small = False

    def steps(self) -> tuple[str, ...]:
        """The steps of the procedure in order, with those that need nothing done this time."""
        keypad = self.jackpot.keypad if self.jackpot.lit else None
        shared = [self.game.bet(self.shared).name] if self.shared else []
        return (
            *([keypad.start] if keypad else []),
            *(DEAL, DECISIONS, *([DEALER] if self.done.view().dealer else []), SETTLE),
            *([CLAIM] if keypad else []),
            *shared,
            *([keypad.end] if keypad else []),
        )

    def tasks(self) -> Iterator[Task]:
        """Everything the dealer does, in order."""
        yield from _of_jackpot(self.jackpot.start())
        yield from self._deal()
        again = Round(self.rules, self.done.wagers, self.done.order)
        settled = len(self.jackpot.lit)
        was: Request | None = None
        for number, decision in enumerate(self.done.decisions):
            yield from self._settle(again.lines[settled:], number)
            settled = len(again.lines)
            request = again.request
            assert request is not None
            yield from self._turn(request, was, number)
            was = request
            again.decide(decision)
            folds = request.seat in again.view().folded
            for task, taken in self._decided(
                request.seat, decision, folds, again.lines[settled:], number + 1
            ):
                settled += taken
                yield task
        left = self.done.lines[settled:]
        if not any(line.bet == self.shared for line in left):
            self.shared = ""  # folded away with its hands
        yield from self._dealers_hand()
        yield from self._showdown(left)
        yield from _of_jackpot(self.jackpot.end())

    def _check(self, after: str, number: int, seat: int = 0) -> Iterator[Task]:
        """What the game wants known here: one question about the deal, one for each kind of decision."""
        found = [check for check in self.checks if check.after == after]
        if not found:
            return
        check = self.chance.choice(found)
        self.checks = tuple(other for other in self.checks if other.after != after)
        yield asked(
            DEAL if after == "deal" else DECISIONS,
            check.prompt.format(seat=seat),
            check.answers,
            "",
            _clause(self.game, check.clause),
            number,
        )

    # The deal

    def _deal(self) -> Iterator[Task]:
        dealt = bool(self.done.view().dealer)
        everybody = (*_seats(self.seats), *([("dealer", "Yourself")] if dealt else []))
        last = "dealer" if dealt else str(self.seats[-1])
        which, right = self.chance.choice((("first", str(self.seats[0])), ("last", last)))
        ends = "the dealer comes last" if dealt else f"seat {last} the last; the dealer takes no hand"
        why = f"Cards go round from the dealer's left: seat {self.seats[0]} is the first in play, and {ends}."
        prompt, did = f"Who gets cards {which}?", f"{which.capitalize()} to get cards: {{within}}."
        yield Task(DEAL, prompt, everybody, right, why, general(4), -1, did=did)
        yield from self._check("deal", -1)
        if self.shared and self.rules.paytables[self.shared].by_hands:
            yield self._how_many(dealt)

    def _how_many(self, dealt: bool) -> Task:
        """For how many hands a bet on the highest of them pays; the dealer's may be one."""
        hands, name = self.game.hands_dealt(len(self.seats)), self.game.bet(self.shared).name
        taken, shown, did = "All cards are dealt.", "", ""
        if self.game.rules_from == "approval":  # whose text asks for a shuffler that counts
            taken = "You take your own hand and press the green button."
            shown = " The shuffler counts them and shows the pays."
            did = f"The dealer presses the green button: {name} pays for {{answer}} hands now."
        players = f"{len(self.seats)} players{' and the dealer' if dealt else ', and the dealer has no hand'}"
        numbers = map(str, range(self.game.hands_dealt(1), self.game.hands_dealt(self.game.seats_max) + 1))
        return Task(
            DEAL,
            f"{taken} For how many hands does {name} pay now?",
            tuple((number, number) for number in numbers),
            str(hands),
            f"{players}: {hands} hands.{shown}",
            self._shared_clause(),
            0,
            did=did,
        )

    def _shared_clause(self) -> str:
        """The clause by which Cover All is settled."""
        name = self.game.bet(self.shared).name
        return _clause(self.game, next(r.clause for r in self.game.rulings if r.words.startswith(name)))

    # Decisions

    def _turn(self, request: Request, was: Request | None, number: int) -> Iterator[Task]:
        """Whose turn it is: asked where a stage begins or somebody is passed over."""
        if was is not None:
            passed = any(was.seat < seat < request.seat for seat in self.seats)
            if was.seat == request.seat or (was.stage == request.stage and not passed):
                return
        said = f"“{capital(spoken(self.done.decisions[number - 1]))}.” " if number else ""
        named = self.words.stage(request.stage)
        stage = f" ({named})" if named else ""
        yield Task(
            DECISIONS,
            f"{said}Whose decision is it now{stage}?",
            _seats(self.seats),
            str(request.seat),
            f"From the dealer's left, seat {request.seat} is the next with something to decide.",
            general(4),
            number,
        )

    def _decided(
        self, seat: int, decision: str, folds: bool, lines: Sequence[Line], number: int
    ) -> Iterator[tuple[Task, int]]:
        """What a decision asks of the dealer, each task with the number of lines it takes off."""
        if folds:
            taken = list(takewhile(lambda line: line.seat == seat and line.ruling is lines[0].ruling, lines))
            yield self._collect(seat, taken, number), len(taken)
            for task in self._folded_cards(seat, taken, number):
                yield task, 0
            return
        for line in takewhile(lambda line: is_price(self.game.bet(line.bet)), lines):
            for count, task in enumerate(self._price(line, number)):
                yield task, int(not count)
        for task in self._check(decision, number, seat):
            yield task, 0

    def _collect(self, seat: int, lines: Sequence[Line], number: int) -> Task:
        taken = [self.game.bet(line.bet).name for line in lines]
        staked = [self.game.bet(bet).name for bet in self.done.wagers[seat] if bet != self.game.sensor_bet]
        everything = [f"{staked[0]} only"] if taken == staked else [", ".join(staked)]
        return asked(
            DECISIONS,
            f"Seat {seat} folds. What do you collect at once?",
            (", ".join(taken), *everything, "Nothing before the showdown"),
            lines[0].words,
            f"{general(8)} {self._of(lines[0])}",
            number,
            did=f"Seat {seat} folds. The dealer collects: {{answer}}.",
        )

    def _folded_cards(self, seat: int, taken: Sequence[Line], number: int) -> Iterator[Task]:
        """The cards of a folder: under a bet that is still in action, kept for a jackpot, or cleared away."""
        gone = {line.bet for line in taken}
        alive = [
            self.game.bet(bet).name
            for bet in self.done.wagers[seat]
            if bet not in gone and self.game.bet(bet).kind == "side"
        ]
        may_claim = self.rules.options.get("folded_hands_qualify") == "yes" and seat in self.jackpot.lit
        if not alive and not may_claim:
            self.racked.add(seat)
            yield from self._check("fold", number, seat)
            return
        stay, rack = "Face down at the spot", "Into the discard rack"
        if alive:
            live = voice.listed(alive)
            answers = (f"Tucked under {live}", rack, stay)
            why = f"{live} {'are' if len(alive) > 1 else 'is'} still in action, and settled by these cards."
        else:
            answers = (stay, rack, "Back to the player")
            why = "At this table a folded hand may still win the jackpot."
        prompt, did = f"Where do the cards of seat {seat} go?", f"The cards of seat {seat}: {{within}}."
        yield asked(DECISIONS, prompt, answers, why, general(8), number, did=did)

    def _price(self, line: Line, number: int) -> Iterator[Task]:
        """Verify what is laid for a card and take it; now and then it is laid wrong."""
        name, right = self.game.bet(line.bet).name.lower(), format_short(line.wager_cents)
        where = f"beside the {name} of seat {line.seat}; the Ante is {right}"
        take = "Take it at once, into the tray"
        ask = f"Have it made {right} first"
        leave = "Leave it there until you settle"
        wrong = self.chance.choice((0, 0, 500, -line.wager_cents // 2))
        if wrong:
            yield asked(
                DECISIONS,
                f"{format_short(line.wager_cents + wrong)} lies {where}. What do you do?",
                (ask, take, leave),
                f"You verify the price: exactly one Ante, {right}.",
                self._of(line),
                number,
            )
        yield asked(
            DECISIONS,
            f"{'Now ' if wrong else ''}{right} lies {where}. What do you do?",
            (take, ask.replace(right, format_short(2 * line.wager_cents)), leave),
            f"The amount is right. {line.words}",
            self._of(line),
            number,
        )

    # The dealer's hand

    def _dealers_hand(self) -> Iterator[Task]:
        view = self.done.view()
        cards = [card for card in view.dealer if card is not None]
        if not cards or len(cards) < len(view.dealer):
            return
        if self.game.telling.draws is not None:
            yield from self._draws(cards, self.game.telling.draws)
            return
        board = [card for card in view.board if card is not None]
        qualifies = voice.qualifying(self.rules)
        if qualifies is not None:
            yield Task(
                DEALER,
                f"You show {' '.join(card.pretty for card in [*cards, *board])}. Does the dealer qualify?",
                (("yes", "Dealer qualifies"), ("no", self._unqualified())),
                "yes" if qualifies([*cards, *board]) else "no",
                f"{voice.dealer_words(self.done)} The dealer {self.words.needs}.",
                self._of_dealer(),
                self.last,
                did="“{answer}.”",
            )
        if self.shared:
            yield from self._expose("Your hand", cards)

    def _unqualified(self) -> str:
        against = always_plays_against(self.game)
        return f"Dealer qualifies against {against} only" if against else "Dealer does not qualify"

    def _draws(self, cards: Sequence[Card], draws: Draws) -> Iterator[Task]:
        for count in range(2, len(cards) + 1):
            wants = draws(cards[:count], self.rules.options)
            if wants is None or (wants and count == len(cards)):
                return  # a blackjack, or nobody was left to draw against
            yield Task(
                DEALER,
                f"You have {voice.held(self.rules, cards[:count])}. Draw or stand?",
                (("draw", "Draw"), ("stand", "Stand")),
                "draw" if wants else "stand",
                f"{self.game.printed(self.rules.options)[0]}.",
                self._of_dealer(),
                self.last,
                did=f"The dealer has {voice.held(self.rules, cards[:count])}. “{{answer}}.”",
            )

    def _of_dealer(self) -> str:
        """The clauses on the dealer's hand."""
        return " ".join(_clause(self.game, number) for number in self.words.clauses)

    # Settlement

    def _of(self, line: Line) -> str:
        return clause_of(self.game, line)

    @property
    def _order(self) -> list[int]:
        leftward = self.rules.options["settlement_order"] == "left-to-right"
        return self.seats if leftward else self.seats[::-1]

    def _showdown(self, lines: Sequence[Line]) -> Iterator[Task]:
        """What goes before any hand is opened, then each seat with its jackpot hand, then the shared bet."""
        first = list(takewhile(lambda line: line.player is None and line.dealer is not None, lines))
        last = [line for line in lines if line.bet == self.shared]
        rest = [line for line in lines[len(first) :] if line.bet != self.shared]
        yield from self._settle(first, self.last, "Before any hand is opened: which seat do you go to first?")
        yield from self._visits(rest)
        if last:
            yield from self._settle_shared(last)

    def _visits(self, lines: Sequence[Line]) -> Iterator[Task]:
        claims = {claim.seat: claim for claim in self.done.claims}
        if not claims and not self.shared:
            yield from self._settle(lines, self.last)
            return
        asks = True
        for seat in self._order:
            own = [line for line in lines if line.seat == seat]
            opened = seat not in self.racked
            if not opened and not own:
                asks = True
                continue
            if asks and (own or seat in claims):
                yield self._which_seat(seat, "Which seat do you settle now?", self.last)
                asks = False
            for line in own:
                yield self._wager(line, self.last, SETTLE)
            if opened and self.shared:
                yield from self._expose(f"Seat {seat}", self.done.view(seat).own, seat in claims)
            if seat in claims:
                yield from _of_jackpot(self.jackpot.claim(claims[seat]))

    def _settle(self, lines: Sequence[Line], number: int, first: str = "") -> Iterator[Task]:
        """Seat by seat in the order of settlement, and each wager of a seat."""
        visits = [(seat, list(own)) for seat, own in groupby(lines, key=lambda line: line.seat)]
        for place, (seat, own) in enumerate(visits):
            neighbours = place and abs(self._order.index(seat) - self._order.index(visits[place - 1][0])) == 1
            if len(visits) > 1 and not neighbours:
                prompt = (
                    "Which seat do you settle now?" if place else first or "Which seat do you settle first?"
                )
                yield self._which_seat(seat, prompt, number)
            for line in own:
                yield self._wager(line, number, SETTLE)

    def _which_seat(self, seat: int, prompt: str, number: int) -> Task:
        rightward = self._order == self.seats
        way = "From the dealer's left, as this house has chosen" if rightward else "From the dealer's right"
        refunded = any(line.player is None and line.dealer is not None for line in self.done.lines)
        refunds = f" {general(6)}" if refunded else ""
        why = f"{way}: seat {seat} is the next with something to settle."
        return Task(SETTLE, prompt, _seats(self.seats), str(seat), why, general(4) + refunds, number)

    def _wager(self, line: Line, number: int, step: str) -> Task:
        wager = laid_as(self.game, line.bet, stake_of(line, self.done))
        bonus = self.game.bet(line.bet).paid_besides
        return Task(
            step,
            f"Seat {line.seat}, {wager}: {'what do you pay' if bonus else 'take, push or pay'}?",
            () if bonus else (("take", "Take it"), ("push", "Push")),
            {"lose": "take", "push": "push"}.get(line.outcome, f"pay {line.paid_cents}"),
            capital(line.words),
            self._of(line),
            number,
            line,
            exposed=self.highest[1],
        )

    # Cover All

    def _expose(self, whose: str, cards: Sequence[Card | None], claimed: bool = False) -> Iterator[Task]:
        """Whether an opened hand stays on the table for Cover All, and what becomes of the one before it."""
        hands, table = ranked(self.rules, self.shared), self.rules.paytables[self.shared]
        assert hands is not None
        value = hands.rank([card for card in (*cards, *self.done.view().board) if card is not None])
        pays = table.line(hands.class_of(value)) is not None
        best, before = self.highest
        higher = pays and value > best
        if higher:
            self.highest = value, whose
        small = not pays and not self.asked_small and hands.class_of(value) != hands.classes[-1]
        if not (pays or small) or (claimed and not higher):
            return  # nothing to think about, or the hand stays for its jackpot anyway
        self.asked_small = self.asked_small or small
        stay, take = "Leave it exposed", "Take it in as usual"
        swap = "Leave it exposed and take in the hand exposed before"
        right = take if not higher else swap if before else stay
        why = {
            stay: "It pays, and nothing higher has been seen.",
            swap: f"It is higher than what was exposed before ({before.lower()}), and only the highest pays.",
            take: "A hand at least as high lies there, and only the highest pays."
            if pays
            else f"It is less than {title(table.lines[-1].hand)}.",
        }
        answers = [right, *(answer for answer in (stay, swap, take) if answer != right)]
        name = self.game.bet(self.shared).name
        yield asked(
            SETTLE,
            f"{name} is in play. {whose}: {hands.describe(value)}. What becomes of it?",
            answers if before else [answer for answer in answers if answer != swap],
            why[right],
            self._shared_clause(),
            self.last,
        )

    def _settle_shared(self, lines: Sequence[Line]) -> Iterator[Task]:
        name = self.game.bet(self.shared).name
        whose = self.highest[1]
        if whose:
            dealers = ["Your hand"] if self.done.view().dealer else []
            owners = [*dealers, *(f"Seat {seat}" for seat in self.seats)]
            yield asked(
                name,
                f"All other bets are settled. Which hand decides {name}?",
                (whose, *(owner for owner in owners if owner != whose)),
                "The one exposed: the highest at the table, whoever holds it.",
                self._shared_clause(),
                self.last,
            )
        for line in lines:
            yield self._wager(line, self.last, name)
