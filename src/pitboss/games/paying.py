"""How the bets of a game are settled: the first line of a bet's list that holds, and what it pays."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from pitboss.cards import Card
from pitboss.games.contract import Line, Rules, Ruling, Wager
from pitboss.games.description.by_lines import Lines, kind_of, lines_of, usual_of
from pitboss.games.guards import Guards, Test, outcomes
from pitboss.games.language import form
from pitboss.games.language.evaluate import Made
from pitboss.games.language.expressions import (
    FALSE,
    TRUE,
    And,
    Duel,
    Expression,
    Fact,
    Hand,
    HandOf,
    Highest,
    InClass,
    It,
    Part,
    Property,
    Versus,
    every_node,
)
from pitboss.games.language.kinds import within
from pitboss.games.rulings import NO_HAND, Describe, Rulings, sort_of
from pitboss.games.settlement import lose, settled, win
from pitboss.games.standing import Standing
from pitboss.hands.kinds import KINDS, NAMES, Kind, kind
from pitboss.money import Odds
from pitboss.paytables.model import OddsByHands, at_hands

Value = Callable[[Standing], Any]
"""What a hand makes, as a dealer can say it; None where it is not known or not there."""
_FOLDED = Fact("folded")


@dataclass(frozen=True, slots=True)
class Told:
    """A hand that the dealer speaks of, and how."""

    value: Value
    describe: Describe = str
    kind: str = ""
    """What ranks it."""
    name: str = ""
    """What the description calls it."""


NOBODY = Told(lambda standing: None)


@dataclass(frozen=True, slots=True)
class Read:
    """What a bet's table sees: of a standing what the cards make, and the name by which the table pays it."""

    value: Value
    name: Callable[[Any], str]
    told: Told
    kind: Kind | None = None
    cards: Callable[[Standing], list[Card]] | None = None


class Paying:
    """How one bet is settled."""

    def __init__(self, game: form.Game, bet: form.Bet, guards: Guards, rulings: Rulings) -> None:
        self.game, self.bet, self.guards, self.rulings = game, bet, guards, rulings
        self.slug = bet.slug
        self.tests: tuple[Test, ...] = tuple(guards.truth(line.when) for line in bet.settles)
        self.at_once: tuple[Test | None, ...] = tuple(
            None if line.at_once == FALSE else guards.truth(line.at_once) for line in bet.settles
        )
        self.highest = isinstance(bet.reads, Highest)
        self.duel = isinstance(bet.reads, Duel)
        self.as_of = bet.as_of
        self.price = bool(bet.settles) and (bet.settles[0].when, bet.settles[0].at_once) == (TRUE, TRUE)
        """Whether it is collected as soon as it is laid."""
        self.collected = rulings.collected(bet)
        self.chosen_by = chosen_by(game, bet.table) if bet.table else ""
        self.hands = self._hands()
        self.rounds, self.commission = bet.rounds, bet.commission or None
        cells = (*(line.pays for line in bet.settles), form.Cell())
        self._lines = [(cell, *self.hands[at]) for at, cell in enumerate(cells[:-1])]
        self._lines.append((cells[-1], *self.hands[-1]))
        """What a line pays, and the hands that are spoken of; the last is for no line."""
        self.plain = bet.kind != form.BASE and not any(_by_name(line) for line in bet.settles)
        """Whether it is paid by its table alone, whatever becomes of the game."""
        self.whole = bet.as_of == form.END
        self._rules: Rules | None = None
        self._read: Read = Read(NOBODY.value, str, NOBODY)
        self._pays: Mapping[str, Any] = {}
        self._pair: tuple[Value, Value] = (NOBODY.value, NOBODY.value)
        self._no_hand = self._compares()
        self._reads: dict[str, Read] = {}
        self._rulings: dict[tuple[int, Odds | None, bool], Ruling] = {}
        self._fixed: dict[int, Ruling] = {}
        """The ruling of each line that pays the same in any case."""
        self._said: dict[str, tuple[Ruling, Ruling, Ruling]] = {}
        self._folds = {
            at: (line.pays.odds, self._fold(line.pays.odds))
            for at, line in enumerate(bet.settles)
            if line.when == _FOLDED
        }
        self._every = [*enumerate(self.tests)]
        self._in = [(at, test) for at, test in self._every if at not in self._folds]
        self.folds_at_once = bool(bet.settles) and (bet.settles[0].when, bet.settles[0].at_once) == (
            _FOLDED,
            TRUE,
        )
        """Whether a fold settles it by its first line."""

    def _fold(self, odds: Odds | None) -> Ruling:
        return self.rulings.folded() if odds is None else self.rulings.given_up(self.bet, odds)

    def _compares(self) -> Test | None:
        """Whether hands are compared although the dealer has none, where a clause decides that."""
        test = self.game.terms.get(NO_HAND)
        if test is None or self.bet.kind != form.BASE or not self.rulings.tells_no_hand(self.slug):
            return None
        has_line = any(line.name == NO_HAND for line in self.bet.settles)
        return None if has_line else self.guards.truth(test)

    # Which line holds.

    def find(self, standing: Standing) -> int | None:
        """The first line that holds, -1 for none; None while a card that decides is not known."""
        return _first(self._every, standing)

    def sooner(self, when: Expression) -> int | None:
        """The line that holds where a condition does, if it decides the bet before a hand is opened."""
        found = next((at for at, _ in self._in), None)
        if found is None or self.bet.settles[found].when != when or self.bet.settles[found].pays.by:
            return None
        return found

    def unopened(self, wager: Wager, standing: Standing, number: int) -> Line:
        """The wager settled by such a line, with the seat's hand unseen."""
        cell, _, other = self._lines[number]
        ruling = self._fixed.get(number) or self._ruling(number, cell.odds, False)
        return settled(wager, cell.odds, ruling, None, other.value(standing), self.rounds, self.commission)

    def find_in(self, standing: Standing) -> int | None:
        """The same of a hand that is still in."""
        return _first(self._in, standing)

    def collects_at_once(self, number: int, standing: Standing) -> bool:
        """Whether a line is settled as soon as it is certain."""
        test = self.at_once[number] if number >= 0 else None
        return test is not None and bool(test(standing))

    # What it pays.

    def line(self, wager: Wager, standing: Standing, number: int, rules: Rules) -> Line:
        """The wager settled by a line."""
        if number in self._folds:
            return self.given_up(wager, number)
        if self.plain and number >= 0:
            return self.by_its_table(wager, standing, rules)
        cell, own, other = self._lines[number]
        odds = self._at_table(cell, standing, rules) if cell.by else cell.odds
        player, dealer = own.value(standing) or None, other.value(standing) or None
        fixed = self._fixed.get(number)
        if fixed is not None:
            return settled(wager, odds, fixed, player, dealer, self.rounds, self.commission)
        no_hand = self._no_hand is not None and bool(self._no_hand(standing))
        ruling = self._rulings.get((number, odds, no_hand)) or self._ruling(number, odds, no_hand)
        return settled(wager, odds, ruling, player, dealer, self.rounds, self.commission)

    def rides(self, wager: Wager, standing: Standing, number: int, rules: Rules) -> Line | None:
        """What a bet on which no money lies is paid by a line; nothing where it pays nothing."""
        cell = self.bet.settles[number].pays
        odds = self._at_table(cell, standing, rules) if cell.by else cell.odds
        if odds is None or (not cell.by and odds.net <= 0):
            return None
        read = self.read(rules) if cell.by else None
        ruling = self.by_table(read)[0] if read else self.said(number, odds)
        value = read.value(self.seen(standing)) if read else None
        return win(wager, odds, ruling, value)._replace(wager_cents=0, returned_cents=0)

    def given_up(self, wager: Wager, number: int = 0) -> Line:
        """The wager settled by the line of a fold."""
        odds, ruling = self._folds[number]
        return lose(wager, ruling) if odds is None else settled(wager, odds, ruling, rounds=self.rounds)

    def _at_table(self, cell: form.Cell, standing: Standing, rules: Rules) -> Odds | None:
        if rules is not self._rules:
            self._take_rules(rules)
        read = self._read
        found = self._paid(read.value(standing if self.whole else self.seen(standing)), standing)
        return cell.odds if found is None else found

    def _paid(self, value: Any, standing: Standing) -> Odds | None:
        """What the table in force pays for what its cards make; nothing where it has no line."""
        pay = self._pays.get(self._read.name(value)) if value is not None else None
        return pay if pay is None or isinstance(pay, Odds) else self._at_hands(pay, standing)

    def _at_hands(self, pay: Any, standing: Standing) -> Odds:
        """What a line pays for the hands that are dealt, if that makes a difference."""
        dealing = standing.seat.dealing
        hands = len(dealing.seats) + (self._pair[1] is not NOBODY.value) if self.highest else 1
        odds = at_hands(pay, hands)
        assert isinstance(odds, Odds)
        return odds

    def _take_rules(self, rules: Rules) -> None:
        """Look up the table in force, once for each table that deals."""
        self._read, self._pays = self.read(rules), rules.pays[self.chosen_by]
        self._said_here, self._pair = self.by_table(self._read), self._values(self._read)
        self._rules = rules

    def _ruling(self, number: int, odds: Odds | None, no_hand: bool) -> Ruling:
        found = self._rulings[number, odds, no_hand] = self.said(number, odds, no_hand)
        if self._no_hand is None and not self._lines[number][0].by:
            self._fixed[number] = found
        return found

    def said(self, number: int, odds: Odds | None, no_hand: bool = False) -> Ruling:
        """What is said of it at a line."""
        line = self.bet.settles[number] if number >= 0 else form.SettleLine("lose")
        own, other = self.hands[number]
        told = own if own.kind else other
        hands = None if self.opposed[number] else (own.name, other.name)
        by_table = any(
            one.pays.by for one in self.bet.settles if one.name == line.name and one.when != _FOLDED
        )
        if line.says:
            return self.rulings.ruling(self.slug, line.name, line.says, told.describe, told.kind)
        return self.rulings.of_line(
            self.bet, line.name, odds, by_table, (told.describe, told.kind), no_hand, hands
        )

    def seen(self, standing: Standing) -> Standing:
        """The cards as they lay when the bet reads them."""
        if self.as_of == form.END:
            return standing
        return Standing(standing.seat, standing.turn, self.as_of, standing.hides)

    # Bets paid by their tables.

    def by_its_table(self, wager: Wager, standing: Standing, rules: Rules) -> Line:
        """The wager settled by the table in force."""
        if rules is not self._rules:
            self._take_rules(rules)
        read = self._read
        if self.duel:
            return self._beaten(wager, standing, read, rules)
        if self.highest:
            value = self.best(standing)[0]
        else:
            value = read.value(standing if self.whole else self.seen(standing))
        odds = self._paid(value, standing)
        paid, pushes, nothing = self._said_here
        ruling = nothing if odds is None else paid if odds.numerator else pushes
        return settled(wager, odds, ruling, None if value == 0 else value, None, "exact", self.commission)

    def _beaten(self, wager: Wager, standing: Standing, read: Read, rules: Rules) -> Line:
        """A bet on the hand that is beaten, whoever holds it; nobody's is at a tie."""
        paid, tied, nothing = self.by_table(read)
        player, dealer = self._pair
        beaten, winner = sorted((player(standing), dealer(standing)))
        if beaten == winner:
            return lose(wager, tied, winner, beaten)
        odds = rules.pays[self.chosen_by].get(read.name(beaten))
        return settled(wager, odds, nothing if odds is None else paid, winner, beaten)

    def _values(self, read: Read) -> tuple[Value, Value]:
        """What the hands of the player and the dealer make, of a bet on one of the two."""
        reads = self.bet.reads
        if read.kind is None or not isinstance(reads, Duel | Highest):
            return NOBODY.value, NOBODY.value
        dealer = self.guards.strength(reads.dealer, read.kind) if reads.dealer else NOBODY.value
        return self.guards.strength(reads.player, read.kind), dealer

    def by_table(self, read: Read) -> tuple[Ruling, Ruling, Ruling]:
        """What is said of it when its table pays, gives the wager back, or has no line."""
        name = read.told.kind
        if name not in self._said:
            self._said[name] = self.rulings.by_table(self.bet, read.told.describe, name)
        return self._said[name]

    # The highest hand at the table.

    def best(self, standing: Standing) -> tuple[Any, int]:
        """What the highest hand at the table makes, and whose it is, as a place among all hands."""
        player, dealer = self._pair
        values = [player(seat.here) or 0 for seat in standing.seat.dealing.seats]
        if dealer is not NOBODY.value:
            values.insert(0, dealer(standing) or 0)
        highest = max(values)
        return highest, values.index(highest)

    # Tables.

    def read(self, rules: Rules) -> Read:
        """What the table in force sees."""
        if rules is self._rules:
            return self._read
        table = rules.paytables[self.chosen_by]
        ranking = NAMES.get(table.ranking, table.ranking)
        if ranking not in self._reads:
            like = next((one for one in self.bet.tables if self.called(one) == ranking), None)
            if table.ranked is not None:
                same = next((one for one in self.bet.tables if one.designator == table.designator), None)
                return self._by_lines(same or self.bet.tables[0])
            self._reads[ranking] = self.reading(like) if like else self._strange(ranking)
        return self._reads[ranking]

    def called(self, table: form.Table) -> str:
        """What ranks a table, as paytables call it."""
        ranked = self.guards.kind(table.ranking)
        usual = ranked.name if ranked else table.ranking
        return table.printed_as or ("class-margins" if _of_margins(table) else usual)

    def _strange(self, ranking: str) -> Read:
        """What a table sees that is none of the game's own, as a link of several games brings it."""
        if ranking not in KINDS:
            return self.reading(self.bet.tables[0])
        held = dict(self.bet.reads_by).get(ranking, self.bet.reads)
        assert held is not None
        return self._by_kind(kind(ranking), held)

    def reading(self, table: form.Table) -> Read:
        """What a table sees of the cards that it reads."""
        held = table.reads
        tests = [line.when for line in table.lines]
        lines = None if _of_margins(table) else lines_of(self.game, self.bet, table)
        if lines is not None:
            return self._by_outcomes(lines, table)
        if all(isinstance(test, InClass) and isinstance(test.hand, It) for test in tests):
            ranked = self.guards.kind(table.ranking)
            if ranked is not None and not table.best:
                return self._by_kind(ranked, held)
        return self._by_lines(table)

    def _by_kind(self, ranked: Kind, held: Hand) -> Read:
        """A table that pays by the class of a kind."""
        names = outcomes(ranked)
        draws = any(choice.exchanges for act in self.game.questions for choice in act.choices)
        brief = (self.as_of == form.KEPT and draws) or (
            ranked.by_suit is not None and self.game.shoe.decks > 1
        )
        told = ranked.brief if brief else ranked
        if not isinstance(held, HandOf):
            return Read(
                lambda standing: None,
                names.__getitem__,
                Told(lambda standing: None, told.describe, told.name),
                ranked,
            )
        strength, cards = self.guards.strength(held, ranked), self._cards(held.parts)

        def value(standing: Standing) -> int | None:
            found = strength(standing)
            if found == 0:
                some = cards(standing)
                return ranked.sure(some) if some else 0
            return found

        return Read(value, names.__getitem__, Told(value, told.describe, told.name), ranked, cards)

    def _by_outcomes(self, lines: Lines, table: form.Table) -> Read:
        """A printed table that tells apart lines of the bet, and the usual classes where none holds."""
        ranked, usual = kind_of(lines), usual_of(lines)
        best = len(lines.outcomes)
        within_it = self.guards.within
        tests = [(best - lines.outcomes.index(name), within_it(test, table)) for name, test in lines.tests]
        cards = self._cards(tuple(Part(place) for place, _ in lines.held))
        strength = self.guards.strength(lines.read, usual) if usual else None
        places = [
            best - lines.outcomes.index(name) if name in lines.outcomes else 1
            for name in (outcomes(usual) if usual else ())
        ]

        def value(standing: Standing) -> int | None:
            found = next((place for place, test in tests if test(standing)), 0)
            return found or (places[strength(standing) or 0] if strength else 1)

        return Read(
            value, outcomes(ranked).__getitem__, Told(value, ranked.describe, ranked.name), ranked, cards
        )

    def _cards(self, parts: tuple[Part, ...]) -> Callable[[Standing], list[Card]]:
        def cards(standing: Standing) -> list[Card]:
            return [card for part in parts for card in standing.cards(part) or () if card is not None]

        return cards

    def _by_lines(self, table: form.Table) -> Read:
        """A table of which each line asks something of its own."""
        tests = [(line.name, self.guards.within(line.when, table)) for line in table.lines]

        def value(standing: Standing) -> str:
            return next((name for name, test in tests if test(standing)), "")

        def said(name: str) -> str:
            return name.replace("-", " ") or "what was dealt"

        return Read(value, str, Told(value, said, f"lines of {table.bet}"))

    # All that can be said.

    def every_ruling(self) -> Iterator[Ruling]:
        """What can be said of it, with the table that comes first."""
        if self.price:
            yield self.rulings.collected(self.bet)
        elif self.bet.rides and self.bet.tables:
            yield self.by_table(self.reading(self.bet.tables[0]))[0]
        elif self.plain:
            yield from self._said_by_table()
        else:
            left: dict[str, frozenset[str]] = {}
            for number, line in enumerate(self.bet.settles):
                if number in self._folds:
                    yield from [self._folds[number][1]] if line.pays.odds is not None else []
                    continue
                every = left.get(line.name, self._classes)
                here = self._asked(line.when) & every
                left[line.name] = every - here
                for odds in self._possible(line, here):
                    yield from (
                        self.said(number, odds, no) for no in ((False, True) if self._no_hand else (False,))
                    )

    @cached_property
    def _classes(self) -> frozenset[str]:
        """The classes of the player's hand."""
        ranked = self.guards.kind_of(self.game.player) if self.game.player else None
        return frozenset(ranked.classes if ranked else ())

    def _asked(self, test: Expression) -> frozenset[str]:
        """The classes of the player's hand with which a line may hold."""
        player = self.game.player
        for node in test.parts if isinstance(test, And) else (test,):
            if isinstance(node, InClass) and player and isinstance(node.hand, HandOf) and node.hand == player:
                ranked = self.guards.kind_of(player)
                return (ranked and within(ranked, node.classes)) or frozenset()
        return self._classes

    def _said_by_table(self) -> Iterator[Ruling]:
        table = self.bet.tables[0]
        paid, pushes, nothing = self.by_table(self.reading(table))
        yield paid
        if self.duel or any(not odds.numerator for odds in _odds(table)):
            yield pushes
        if self._may_miss(table):
            yield nothing

    def _may_miss(self, table: form.Table) -> bool:
        """Whether some hand has no line of a table."""
        read = self.reading(table)
        if read.kind is None:
            return True
        found = frozenset[str]().union(*(read.kind.covers(line.name) for line in table.lines))
        return len(found) < len(read.kind.classes)

    def _possible(self, line: form.SettleLine, classes: frozenset[str]) -> list[Odds | None]:
        """What a line can pay to these classes, one of each sort."""
        cell = line.pays
        if not cell.by:
            return [cell.odds]
        table = self.bet.tables[0]
        ranked = self.reading(table).kind
        paid: list[Odds | None] = []
        if ranked is None or cell.by == "margin":
            sure = any(one.when == line.when for one in table.lines)
            paid = [*_odds(table), *([] if sure or not self._may_miss(table) else [cell.odds])]
        else:
            for name in ranked.classes:
                if name in classes:
                    pays = (line.pay for line in table.lines if name in ranked.covers(line.name))
                    pay = next(pays, cell.odds)
                    paid += [pay] if pay is None or isinstance(pay, Odds) else []
        return [*{sort_of(odds): odds for odds in paid}.values()]

    # What the dealer speaks of.

    def _hands(self) -> dict[int, tuple[Told, Told]]:
        """By line the hand of the seat and the other one that are spoken of: those that it compares."""
        pairs = [self._compared(line.when) for line in self.bet.settles]
        usual = next((pair for pair in pairs if pair), (self.game.player, self.game.dealer))
        found, last = {-1: self._told(usual)}, usual
        self.opposed = {-1: self._opposed(usual)}
        """By line whether a hand of the seat is compared with one of the dealer's."""
        for number, pair in enumerate(pairs):
            last = pair or last
            found[number], self.opposed[number] = self._told(last), self._opposed(last)
        return found

    def _owner(self, held: HandOf | None) -> str:
        return self.game.place(held.parts[0].place).of if held else form.DEALER

    def _opposed(self, pair: tuple[HandOf | None, HandOf | None]) -> bool:
        return self._owner(pair[0]) == form.SEAT and self._owner(pair[1]) == form.DEALER

    def _compared(self, test: Expression) -> tuple[HandOf, HandOf] | None:
        """The two hands that a condition compares, the seat's first."""
        for node in every_node(test):
            match node:
                case Versus(HandOf() as left, _, HandOf() as right):
                    swapped = self._owner(left) == form.DEALER and self._owner(right) == form.SEAT
                    return (right, left) if swapped else (left, right)
        return None

    def _told(self, pair: tuple[HandOf | None, HandOf | None]) -> tuple[Told, Told]:
        return self.told(pair[0]), self.told(pair[1])

    def told(self, held: HandOf | None) -> Told:
        """A hand as it is spoken of."""
        if held is None or not held.ranking:
            return NOBODY
        ranked = self.guards.kind_of(held)
        if ranked is not None:
            return Told(self.guards.strength(held, ranked), ranked.describe, ranked.name, held.name)
        return Told(
            self.guards.made(held), partial(_made, self.game.rankings[held.ranking]), held.ranking, held.name
        )


def _first(lines: Sequence[tuple[int, Test]], standing: Standing) -> int | None:
    """The first of some lines that holds, -1 for none; None while a card that decides is not known."""
    for number, test in lines:
        found = test(standing)
        if found:
            return number
        if found is None:
            return None
    return -1


def _made(ranking: form.Ranking, made: Made) -> str:
    """What a hand is called that no kind ranks: its class, and points or a total."""
    words = made.name.replace("-", " ")
    if any(isinstance(tie, str) for tie in ranking.ties):
        return words
    ties = [tie.name if isinstance(tie, Property) else "" for tie in ranking.ties]
    told = [f"{tie} {n}" for tie, n in zip(ties, made.strength.measures, strict=True) if tie]
    return ", ".join(told if made.name in ties else [words, *told])


def _odds(table: form.Table) -> list[Odds]:
    """All odds on a table."""
    found: list[Odds] = []
    for line in table.lines:
        if isinstance(line.pay, Odds):
            found.append(line.pay)
        elif isinstance(line.pay, OddsByHands):
            found += [odds for _, odds in line.pay.odds]
    return found


def _by_name(line: form.SettleLine) -> bool:
    """Whether a line is more than the fold, or the table."""
    return line.when != _FOLDED and (line.when != TRUE or line.pays != form.Cell(by="table"))


def chosen_by(game: form.Game, table: str) -> str:
    """The bet by which a table is chosen: a bonus, or the first bet paid by it."""
    return next(bet.slug for bet in game.bets if bet.table == table or bet.slug == table)


def _of_margins(table: form.Table) -> bool:
    return all(getattr(line.when, "left", None) == Fact("margin") for line in table.lines)
