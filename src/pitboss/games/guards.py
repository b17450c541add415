"""The conditions of a game, each made once into a function of where a seat stands.

What a table asks round after round, how hands compare and what was answered, is answered here; all else by
the plain evaluator of the language. True, false, or None while a card that decides is not known.
"""

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any

from pitboss.errors import BadInput
from pitboss.games.language import form
from pitboss.games.language.bounds import certain
from pitboss.games.language.evaluate import Asking, Evaluator, Made
from pitboss.games.language.expressions import (
    And,
    Answer,
    Cards,
    Compare,
    Constant,
    Expression,
    Fact,
    HandOf,
    Highest,
    InClass,
    It,
    MoneyOn,
    Not,
    Or,
    Over,
    Part,
    PayOf,
    Term,
    Versus,
    every_node,
)
from pitboss.games.language.kinds import SIZE_MAX, kind_in, within
from pitboss.games.language.sight import counts
from pitboss.games.standing import Standing
from pitboss.hands.kinds import Kind

Test = Callable[[Standing], bool | None]
Strength = Callable[[Standing], int | None]
"""What a hand is worth by its kind; 0 where it isn't there, None where it is not known."""
_SIGNS: dict[str, Callable[[int, int], bool]] = {
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
    "==": int.__eq__,
    "!=": int.__ne__,
}


@cache
def ranking_of(game: form.Game) -> Kind | None:
    """How the hands of seats are ranked, where every one can be ranked beforehand: none that a seat sets."""
    in_parts = any(isinstance(act.does, form.Cut) for act in game.acts)
    return Guards(game).kind_of(game.of_seat) if game.of_seat and not in_parts else None


def always(standing: Standing) -> bool | None:
    """What holds wherever a seat stands."""
    return True


class Guards:
    """What answers the conditions of one game."""

    def __init__(self, game: form.Game) -> None:
        self.game = game
        self.evaluator = Evaluator(game)
        self.of_seat = {place.name: place.of == form.SEAT for place in game.places}
        away = {name for act in game.acts for one in act.choices for name in (one.takes, one.discards)}
        self._single = {place.name for place in game.places if not place.plural} - away
        self._kinds: dict[str, Kind | None] = {}
        self._numbers: dict[object, int] = {}
        self._told = {node for act in game.acts if isinstance(act.does, form.Tell) for node in (act.does.of,)}

    # Truths.

    def truth(self, node: Expression) -> Test:
        """A condition as a function."""
        plain = self._plain(node)
        if node not in self._told:
            return plain

        def told(standing: Standing) -> bool | None:
            said = standing.told(node)
            return plain(standing) if said is None else said

        return told

    def within(self, when: Expression, table: form.Table) -> Test:
        """A line of a table, asked of the cards that this reads."""
        if table.best:
            return lambda standing: Asking(self.evaluator, standing, None).within(when, table)
        if not any(isinstance(node, It) for node in every_node(when)):
            return self.truth(when)
        return lambda standing: Asking(self.evaluator, standing, table.reads).truth(when)

    def reading(self, when: Expression, held: HandOf) -> Test:
        """A condition of which `it` is a hand."""
        return lambda standing: Asking(self.evaluator, standing, held).truth(when)

    def _plain(self, node: Expression) -> Test:
        match node:
            case Constant(value):
                return always if value else lambda standing: False
            case Term(_, of):
                return self._of_all(node) if self._shared(of) else self.truth(of)
            case Not(of):
                return _not(self.truth(of))
            case And(parts):
                return _every([self.truth(part) for part in parts])
            case Or(parts):
                return _not(_every([_not(self.truth(part)) for part in parts]))
            case Fact("folded"):
                return lambda standing: standing.seat.spot.folded
            case MoneyOn(bet):
                one = self.game.bet(bet)
                if one.in_round and not one.rides and not one.each:
                    return lambda standing: bet in standing.seat.spot.staked
                return lambda standing: standing.laid(bet)
            case Answer(act, choice):
                return lambda standing: standing.answer(act, choice)
            case Versus(HandOf() as left, sign, HandOf() | Cards() as right):
                ranked = self.kind_of(left)
                if ranked is not None and ranked is self._kind(right):
                    return self._versus(left, sign, right, ranked)
            case Compare(Fact("margin"), sign, Constant(value)) if (margin := self._margin()) is not None:
                return _compared(margin, _SIGNS[sign], int(value))
            case InClass(HandOf() as held, _, _, classes):
                ranked = self.kind_of(held)
                inside = None if ranked is None else within(ranked, classes)
                if ranked is not None and inside is not None:
                    return _in_class(self.strength(held, ranked), ranked, inside)
        return lambda standing: Asking(self.evaluator, standing, None).truth(node)

    def _shared(self, node: Expression) -> bool:
        """Whether a condition goes by cards of the dealer and of the table alone."""
        nodes = [*every_node(node)]
        if any(isinstance(one, Answer | Fact | It | MoneyOn | Over | PayOf | Highest) for one in nodes):
            return False
        places = {one.place for one in nodes if isinstance(one, Part)}
        return bool(places) and not any(self.of_seat[place] for place in places)

    def _of_all(self, node: Term) -> Test:
        """A condition that is the same for all seats, found once for each round."""
        test = self.truth(node.of)
        number = self._numbers.setdefault(node, len(self._numbers))

        def found(standing: Standing) -> bool | None:
            holds: bool | None = standing.shared.get(number)
            if holds is None:
                holds = test(standing)
                if holds is not None:
                    standing.shared[number] = holds
            return holds

        return found

    def _versus(self, left: HandOf, sign: str, right: HandOf | Cards, ranked: Kind) -> Test:
        compare, mine = _SIGNS[sign], self.strength(left, ranked)
        if isinstance(right, Cards):
            lowest = ranked.rank(right.cards)

            def against_cards(standing: Standing) -> bool | None:
                strength = mine(standing)
                return None if strength is None else bool(strength) and compare(strength, lowest)

            return against_cards
        theirs = self.strength(right, ranked)

        def against(standing: Standing) -> bool | None:
            first, second = mine(standing), theirs(standing)
            if first == 0 or second == 0:
                return False
            return None if first is None or second is None else compare(first, second)

        return against

    def _margin(self) -> Strength | None:
        """By how many classes the player is above the dealer, where one kind ranks both."""
        player, dealer = self.game.player, self.game.dealer
        if player is None or dealer is None:
            return None
        ranked = self.kind_of(player)
        if ranked is None or ranked is not self.kind_of(dealer):
            return None
        places = tuple(ranked.places().tolist())
        mine, theirs = self.strength(player, ranked), self.strength(dealer, ranked)

        def margin(standing: Standing) -> int | None:
            first, second = mine(standing), theirs(standing)
            return None if first is None or second is None else max(0, places[second] - places[first])

        return margin

    # Hands.

    def _kind(self, held: HandOf | Cards) -> Kind | None:
        if isinstance(held, HandOf):
            return self.kind_of(held)
        ranked = self.kind(held.ranking)
        fits = ranked is not None and ranked.size <= len(held.cards) <= ranked.size_max
        return ranked if fits else None

    def kind(self, ranking: str) -> Kind | None:
        """A ranking of the game as a hand kind, if it can be made one."""
        if ranking not in self._kinds:
            try:
                self._kinds[ranking] = kind_in(self.game, ranking) if ranking in self.game.rankings else None
            except BadInput:
                self._kinds[ranking] = None
        return self._kinds[ranking]

    def kind_of(self, held: HandOf) -> Kind | None:
        """The kind that ranks a hand, if one does."""
        most = self.most(held)
        ranked = None if held.exactly or most > SIZE_MAX else self.kind(held.ranking)
        if ranked is None or held.best not in (0, ranked.size):
            return None
        return ranked if most <= ranked.size_max else None

    def most(self, held: HandOf) -> int:
        """How many cards a hand may have."""
        return sum(
            self._counts.most[part.place]
            if part.positions is None
            else part.positions[1] - part.positions[0] + 1
            for part in held.parts
        )

    @cached_property
    def _counts(self) -> Any:
        return counts(at_table(self.game), {place.name: place for place in self.game.places})

    def strength(self, held: HandOf, ranked: Kind) -> Strength:
        """What a hand is worth, found once for each round."""
        parts, rank, size = held.parts, ranked.rank, ranked.size
        number = self._numbers.setdefault((parts, ranked.name), len(self._numbers))
        shared = not any(self.of_seat[part.place] for part in parts)

        simple = all(part.place in self._single and part.positions is None for part in parts)
        own = tuple(part.place for part in parts if self.of_seat[part.place])
        others = tuple(part.place for part in parts if not self.of_seat[part.place])
        if parts[: len(own)] != tuple(part for part in parts if self.of_seat[part.place]):
            simple = False

        def found(standing: Standing) -> int | None:
            known = standing.shared if shared else standing.strengths
            if number in known:
                strength: int | None = known[number]
                return strength
            cards: list[Any] = []
            if simple and standing.plain:
                seat = standing.seat
                for place in own:
                    if place in seat.hands:
                        cards += seat.hands[place][0].cards
                for place in others:
                    if place in seat.dealing.places:
                        cards += seat.dealing.places[place].cards
            else:
                for part in parts:
                    some = standing.cards(part)
                    if some is None:
                        return None
                    cards += some
                if standing.hides and None in cards:
                    return None
            strength = known[number] = rank(cards) if len(cards) >= size else 0
            return strength

        return found

    def made(self, held: HandOf) -> Callable[[Standing], Made | None]:
        """What a hand makes by any ranking; None where it isn't there."""

        def found(standing: Standing) -> Made | None:
            made = Asking(self.evaluator, standing, None).made(held)
            return made if isinstance(made, Made) else None

        return found


def at_table(game: form.Game) -> tuple[form.Act, ...]:
    """The acts of a round that can be done under the options chosen."""
    return tuple(act for act in game.acts if certain(act.when) is not False)


def _not(test: Test) -> Test:
    if test is always:
        return lambda standing: False

    def opposite(standing: Standing) -> bool | None:
        found = test(standing)
        return None if found is None else not found

    return opposite


def _every(tests: list[Test]) -> Test:
    def holds(standing: Standing) -> bool | None:
        known: bool | None = True
        for test in tests:
            found = test(standing)
            if found is False:
                return False
            if found is None:
                known = None
        return known

    return holds


def _compared(number: Strength, compare: Callable[[int, int], bool], value: int) -> Test:
    def holds(standing: Standing) -> bool | None:
        found = number(standing)
        return None if found is None else compare(found, value)

    return holds


def _in_class(strength: Strength, ranked: Kind, classes: frozenset[str]) -> Test:
    inside = tuple(name in classes for name in outcomes(ranked))

    def holds(standing: Standing) -> bool | None:
        found = strength(standing)
        return None if found is None else inside[found]

    return holds


@cache
def outcomes(ranked: Kind) -> tuple[str, ...]:
    """The class of each strength; none has the strength 0."""
    return ("", *(ranked.class_of(strength) for strength in range(1, ranked.strength_max + 1)))
