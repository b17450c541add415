"""Dealer training: a round dealt by the learner, as tasks in the order of the procedure, each with a clause.

The round is a real one, played by bots from a seed; every task and its right answer follow from it, so a
lesson is stored as game and seed.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from pitboss.cards import SeededShuffle
from pitboss.games import ALL_GAMES, Game, Line, Request, Round, Rules, game
from pitboss.hands.blackjack import is_natural, total
from pitboss.money import Odds, format_cents
from pitboss.table import SIMPLE
from pitboss.web.play import voice

SEATS = (1, 3, 5, 6)
SECONDS = 15
CLAIM_LOOK_MAX = 400
"""How many rounds are tried for one with a jackpot hand."""


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do: what is asked, the answers to choose from, the right one, and why by which clause."""

    step: str
    prompt: str
    options: tuple[tuple[str, str], ...]
    answer: str
    why: str
    clause: str
    decisions: int
    """How many decisions have been made; what lies on the table follows from it."""
    line: Line | None = None
    """The wager to settle: answered by `take`, `push`, or `pay` with an amount."""
    keypad: str = ""
    """`spots` or `hands` where the answer is a key of the jackpot keypad."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A round to deal: its tasks and the round itself."""

    game: Game
    played: Round
    tasks: tuple[Task, ...]
    order: tuple[Line, ...]

    @property
    def steps(self) -> list[str]:
        """The steps of the procedure in order."""
        return list(dict.fromkeys(task.step for task in self.tasks))


def _clause(played: Game, number: int) -> str:
    return next(f"{played.name}, rule {number}: {c.words}" for c in played.clauses if c.number == number)


def _general(number: int) -> str:
    return next(f"All games, rule {number}: {c.words}" for c in ALL_GAMES if c.number == number)


def _of(line: Line, played: Game) -> str:
    general = line.ruling.game == "all-games"
    return _general(line.ruling.clause) if general else _clause(played, line.ruling.clause)


@lru_cache(maxsize=256)
def lesson(slug: str, seed: int, jackpot: bool) -> Lesson:
    """The lesson of a seed; with `jackpot` the first round from there on that has a jackpot hand."""
    rules = game(slug).rules()
    played = _play(rules, seed)
    for number in range(1, CLAIM_LOOK_MAX if jackpot and _sensor(rules.game) else 0):
        if played.claims:
            break
        played = _play(rules, seed + 100_000 * number)
    return Lesson(rules.game, played, tuple(_tasks(rules.game, played)), tuple(played.lines))


def _sensor(played: Game) -> str:
    return next((bet.slug for bet in played.bets if bet.kind == "jackpot"), "")


def _play(rules: Rules, seed: int) -> Round:
    chance = random.Random(f"{rules.game.slug} {seed}")
    seats = sorted(chance.sample(SEATS, 3))
    wagers = {seat: _wagers(rules.game, chance) for seat in seats}
    order = SeededShuffle(f"{rules.game.slug} {seed}").order(int(rules.options.get("decks", "1")))
    played = Round(rules, wagers, order)
    strategy = SIMPLE[rules.game.slug]
    while played.request is not None:
        played.decide(strategy.decide(played.request, played.view(played.request.seat)))
    return played


def _wagers(played: Game, chance: random.Random) -> dict[str, int]:
    ante = chance.choice((500, 1000, 1500, 2500))
    laid = {bet.slug: ante for bet in played.bets if bet.required}
    for bet in played.bets:
        if bet.in_round or bet.required or chance.random() < 0.4:
            continue
        if all(needed in laid for needed in bet.needs):
            laid[bet.slug] = 100 if bet.kind == "jackpot" else chance.choice((100, 200, 500))
    return laid


def _tasks(played: Game, done: Round) -> Iterator[Task]:
    seats = sorted(done.wagers)
    sensor = _sensor(played)
    lit = [seat for seat in seats if sensor in done.wagers[seat]]
    if lit:
        yield Task(
            "START GAME",
            f"{len(lit)} of the sensors are lit, and the bets are down. What comes first?",
            (
                ("deal", "Deal, START GAME can wait"),
                ("lift", "Lift the jackpot chips, then START GAME"),
                ("start", "START GAME, then lift the jackpot chips"),
            ),
            "start",
            "START GAME locks the sensors while the chips lie on them; a chip lifted early was never bet.",
            _general(3),
            -1,
        )
    yield from _deal_tasks(played, seats)
    again = Round(done.rules, done.wagers, done.order)
    settled = len(lit)
    for number, decision in enumerate(done.decisions):
        yield from _settling(played, done, again.lines[settled:], number)
        settled = len(again.lines)
        asked = again.request
        assert asked is not None
        yield _who_acts(asked, seats, number, done.decisions[number - 1] if number else "")
        again.decide(decision)
        if decision == "fold":
            taken = _taken(again.lines[settled:], asked.seat)
            yield _collect(played, asked.seat, taken, done, number + 1)
            settled += len(taken)
    yield from _dealer_tasks(played, done)
    yield from _settling(played, done, done.lines[settled:], len(done.decisions))
    yield from _jackpot_tasks(played, done, lit)


def _taken(lines: Sequence[Line], seat: int) -> list[Line]:
    """The wagers a fold takes off at once: those in a row that are this seat's and lost."""
    return list(takewhile(lambda line: line.seat == seat and line.outcome == "lose", lines))


def _seats(seats: Sequence[int]) -> tuple[tuple[str, str], ...]:
    return tuple((str(seat), f"Seat {seat}") for seat in seats)


def _deal_tasks(played: Game, seats: Sequence[int]) -> Iterator[Task]:
    everybody = (*_seats(seats), ("dealer", "Yourself"))
    what = "card" if played.slug == "blackjack-switch" else "packet"
    yield Task(
        "Deal",
        f"Who gets the first {what}?",
        everybody,
        str(seats[0]),
        f"Seats count from your left: seat {seats[0]} is the first one in play.",
        _general(4),
        -1,
    )
    yield Task(
        "Deal",
        f"And the last {what}?",
        everybody,
        "dealer",
        "The dealer's own cards come last.",
        _general(4),
        -1,
    )


def _who_acts(request: Request, seats: Sequence[int], number: int, last: str) -> Task:
    said = f"“{last.replace('-', ' ').capitalize()}.” " if last else ""
    stage = "" if request.stage == "decision" else f" ({request.stage.replace('-', ' ')})"
    return Task(
        "Decisions",
        f"{said}Whose decision is it now{stage}?",
        _seats(seats),
        str(request.seat),
        f"It is the turn of seat {request.seat}: from your left, those who still have something to decide.",
        _general(4),
        number,
    )


def _collect(played: Game, seat: int, lines: Sequence[Line], done: Round, number: int) -> Task:
    taken = [played.bet(line.bet).name for line in lines]
    staked = [played.bet(bet).name for bet in done.wagers[seat] if played.bet(bet).kind != "jackpot"]
    answers = {
        "taken": ", ".join(taken),
        "everything": ", ".join(staked),
        "nothing": "Nothing before the showdown",
    }
    if taken == staked:
        answers["everything"] = f"{staked[0]} only"
    options = tuple(sorted(((name, label) for name, label in answers.items()), key=lambda option: option[1]))
    return Task(
        "Decisions",
        f"Seat {seat} folds. What do you collect at once?",
        options,
        "taken",
        lines[0].words,
        f"{_general(8)} {_of(lines[0], played)}",
        number,
    )


def _dealer_tasks(played: Game, done: Round) -> Iterator[Task]:
    view = done.view()
    if any(card is None for card in view.dealer):
        return
    cards = [card for card in view.dealer if card is not None]
    last = len(done.decisions)
    if played.slug == "blackjack-switch":
        hits_soft = done.rules.options["version"] != "4"
        for count in range(2, len(cards) + 1):
            now, soft = total(cards[:count])
            draws = now < 17 or (now == 17 and soft and hits_soft)
            if is_natural(cards) or (draws and count == len(cards)):
                return
            yield Task(
                "Dealer's hand",
                f"You have {'soft ' if soft else ''}{now}. Draw or stand?",
                (("draw", "Draw"), ("stand", "Stand")),
                "draw" if draws else "stand",
                f"The dealer draws to 17{' and hits a soft 17' if hits_soft else ''}.",
                f"{_clause(played, 4)} {_clause(played, 6)}",
                last,
            )
        return
    board = [card for card in view.board if card is not None]
    words = voice.dealer_words(done)
    qualifies = "does not qualify" not in words and "No hand" not in words
    clause = {"caribbean-stud": 3, "ultimate-texas-holdem": 4, "rabbit-hunter": 5, "solitaire-stud": 5}[
        played.slug
    ]
    yield Task(
        "Dealer's hand",
        f"You show {' '.join(card.pretty for card in [*cards, *board])}. Does the dealer qualify?",
        (("yes", "Dealer qualifies"), ("no", "Dealer does not qualify")),
        "yes" if qualifies else "no",
        f"{words} The dealer {voice.NEEDS[played.slug]}.",
        _clause(played, clause),
        last,
    )


def _settling(played: Game, done: Round, lines: Sequence[Line], number: int) -> Iterator[Task]:
    """Seat by seat in the order of settlement, and each wager of a seat."""
    seats = sorted(done.wagers)
    current = 0
    for line in lines:
        if line.seat != current and len({other.seat for other in lines}) > 1:
            yield Task(
                "Settle",
                "Which seat do you settle now?" if current else "Which seat do you settle first?",
                _seats(seats),
                str(line.seat),
                "From your right to your left; refunded Antes go back before any hand is opened.",
                f"{_general(4)} {_general(6)}",
                number,
            )
        current = line.seat
        wager = f"{played.bet(line.bet).name} {voice.short(line.wager_cents)}"
        yield Task(
            "Settle",
            f"Seat {line.seat}, {wager}: take, push or pay?",
            (("take", "Take it"), ("push", "Push")),
            {"lose": "take", "push": "push"}.get(line.outcome, f"pay {line.paid_cents}"),
            line.words[:1].upper() + line.words[1:],
            _of(line, played),
            number,
            line,
        )


def _jackpot_tasks(played: Game, done: Round, lit: Sequence[int]) -> Iterator[Task]:
    last = len(done.decisions)
    if not lit:
        return
    for claim in done.claims:
        table = done.rules.paytables[claim.bet]
        hand = claim.hand.replace("-", " ")
        held = " ".join(card.pretty for card in claim.cards)
        yield Task(
            "Jackpot claim",
            f"A seat with a lit sensor holds {held}. Which spot do you press?",
            tuple((str(seat), str(seat)) for seat in range(7, 0, -1)),
            str(claim.seat),
            f"The cards are at seat {claim.seat}; the claim names the spot first, then the hand.",
            f"Paytable {table.designator} pays a {hand}. The hand stays face up until it is verified.",
            last,
            keypad="spots",
        )
        yield Task(
            "Jackpot claim",
            f"Spot {claim.seat}: which hand?",
            tuple((line.hand, line.hand.replace("-", " ").capitalize()) for line in table.lines),
            claim.hand,
            f"{held} is a {hand}; a paytable pays its highest line only.",
            _general(3),
            last,
            keypad="hands",
        )
        yield Task(
            "Jackpot claim",
            "The claim is open. Who confirms it?",
            (
                ("dealer", "You, with your card"),
                ("supervisor", "A supervisor or executive, with their own card"),
                ("nobody", "Nobody: END GAME pays it"),
            ),
            "supervisor",
            "A second person looks at the cards and swipes; a dealer never confirms a claim.",
            "Jackpot procedure: claim by the dealer, confirmation by a supervisor's or executive's card.",
            last,
        )
    options = (
        ("start", "Press START GAME for the next round"),
        ("end", "Press END GAME"),
        ("wait", "Wait for a supervisor"),
    )
    yield Task(
        "END GAME",
        "Everything is settled"
        + (" and the claim is confirmed." if done.claims else ", nobody has a jackpot hand.")
        + " And now?",
        options,
        "end",
        "END GAME frees the sensors and lists the envy to pay; START comes with the next bets.",
        "Jackpot procedure: a round ends when every claim is confirmed or cleared.",
        last,
    )


def explain(task: Task, given: str, rules: Rules) -> dict[str, object]:
    """A mistake in words: what was done, what is right, and the pays around it."""
    line = task.line
    if line is None:
        label = dict(task.options).get(given, given)
        return {
            "title": f"Not {label[:1].lower()}{label[1:]}",
            "words": task.why,
            "clause": task.clause,
            "rows": [],
        }
    rows: list[dict[str, object]] = []
    table = rules.paytables.get(line.bet)
    paid = int(given.removeprefix("pay ")) if given.startswith("pay ") else None
    if table is not None:
        for row in table.lines:
            if isinstance(row.pay, Odds):
                amount = row.pay.pays(line.wager_cents)
                rows.append(
                    {
                        "hand": row.hand.replace("-", " ").capitalize(),
                        "odds": str(row.pay),
                        "amount": format_cents(amount),
                        "yours": paid == amount,
                        "right": line.outcome == "win" and row.pay == line.odds and amount == line.paid_cents,
                    }
                )
    did = {"take": "took it", "push": "left it"}.get(given) or f"paid {format_cents(paid or 0)}"
    right = {"lose": "It is lost: take it.", "push": "It pushes: leave it."}.get(
        line.outcome, f"It is paid {line.odds}: {format_cents(line.paid_cents)}."
    )
    wrong = next((row for row in rows if row["yours"]), None)
    hint = f" You paid {wrong['odds']}, the line of {wrong['hand']}." if wrong and not wrong["right"] else ""
    return {"title": f"You {did}", "words": f"{right}{hint} {task.why}", "clause": task.clause, "rows": rows}
