"""What the parts of a game must say about each other, once each has been read by itself."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pitboss.cards import JOKER
from pitboss.errors import BadInput
from pitboss.games.language.acts import DRAWN_MAX
from pitboss.games.language.bounds import FAR, Bounds, Span, always_one, certain
from pitboss.games.language.expressions import Expression, HandOf, InClass, It, Part, Property
from pitboss.games.language.form import KEPT, Act, Bet, Cut, Draw, Game, Question, Ranking, Table
from pitboss.games.language.meaning import WORDS, ranking_name
from pitboss.games.language.mistakes import Mistakes
from pitboss.games.language.rankings import check_ladder, check_ways, same_classes
from pitboss.games.language.sight import counts, hidden, size, told_before
from pitboss.rows import Where

Named = Mapping[str, Sequence[tuple[str, Where]]]
Dead = dict[Where, str]
"""What can never come about under the options chosen, by its place in the file, and what to say of it."""


def check_names(names: Named, mistakes: Mistakes) -> None:
    """Places, hands, acts and terms share one namespace with the words of conditions."""
    known: dict[str, str] = {}
    for part, rows in names.items():
        for name, path in rows:
            if name in WORDS:
                mistakes.at(path, f"{name!r} has a meaning in conditions; call the {part} otherwise")
            elif name in known and (part, known[name]) != ("hand", "place"):
                mistakes.at(path, f"{name!r} is the name of a {known[name]} already; a name means one thing")
            known.setdefault(name, part)


def steps_of(game: Game) -> int:
    """How many steps a round has at most: of each act for each hand, as often as it may be repeated."""
    found = 0
    for act in game.acts:
        hands = game.place(act.each).hands_max if act.each else 1
        again = isinstance(act.does, Question) and any(choice.again for choice in act.does.choices)
        repeats = DRAWN_MAX if again else act.does.most if isinstance(act.does, Draw) else 1
        found += hands * repeats
    return found


@dataclass
class Checks:
    """Checks a game whose rows were all read."""

    game: Game
    mistakes: Mistakes
    acts: Mapping[str, Where]
    """Where each act stands in the file."""
    rankings: Mapping[str, Where]
    dead: Dead
    bets: Mapping[str, Where]

    def run(self) -> None:
        """All checks."""
        self.counts = counts(self.game.acts, {place.name: place for place in self.game.places})
        for name, ranking in self.game.rankings.items():
            self._ranking(ranking, self.rankings.get(name, ("hands",)))
        self._seats()
        for act, told in told_before(self.game.acts):
            path = self.acts.get(act.name, ("act",))
            if isinstance(act.does, Question):
                self._question(act, act.does, path)
                self._loop(act, act.does, path)
                self._seen(act, [("when", act.when), ("while", act.does.loop)], told, path)
                for number, choice in enumerate(act.does.choices):
                    self._seen(
                        act, [(f"the choice {choice.name!r}", choice.when)], told, (*path, "choices", number)
                    )
            elif isinstance(act.does, Cut) and act.does.prompt:
                self._seen(act, [("when", act.when), ("legal", act.does.legal)], told, path)
        for bet in self.game.bets:
            self._bet(bet)

    def _what(self, act: Act, path: Where) -> str:
        return f"the {'stage' if path[:1] == ('stage',) else 'act'} {act.name!r}"

    # Cards.

    def _ranking(self, ranking: Ranking, path: Where) -> None:
        """A ladder has its classes, no class stands behind itself, and no hand is read in too many ways."""
        try:
            check_ladder(ranking, self.game.rankings.__getitem__)
            for held in self._hands():
                if ranking_name(held) == ranking.name and (most := self._most(held)):
                    check_ways(ranking, held.best or ranking.best, most, self._jokers())
        except BadInput as error:
            self.mistakes.at(path, f"the ranking {ranking.name!r}: {error}")
        for name in same_classes(ranking):
            self.mistakes.at(
                path,
                f"the ranking {ranking.name!r}: no hand reaches the class {name!r}; one above has its test",
            )

    def _jokers(self) -> int:
        return sum(card == JOKER for card in self.game.shoe.cards)

    def _hands(self) -> Iterable[HandOf]:
        """The hands that are ranked, and those that bets read."""
        read = (bet.reads for bet in self.game.bets)
        return (held for held in (*self.game.hands.values(), *read) if isinstance(held, HandOf))

    def _most(self, held: HandOf) -> int:
        """How many cards a hand may have."""
        return sum(self._length(part) for part in held.parts)

    def _length(self, part: Part) -> int:
        most = min(self.counts.most[part.place], 14)
        return (
            most if part.positions is None else max(0, min(most, part.positions[1]) - part.positions[0] + 1)
        )

    def _seats(self) -> None:
        """One seat at least must find its cards in the shoe."""
        shoe = len(self.game.shoe.cards) - self.game.shoe.cut
        dealt = sum(self.counts.after("deal").get(place.name, 0) * place.hands for place in self.game.places)
        if dealt > shoe:
            self.mistakes.at(("shoe",), f"one seat and the dealer need {dealt} cards, and there are {shoe}")

    # Questions.

    def _question(self, act: Act, asked: Question, path: Where) -> None:
        """Some choice is left whatever is so, and each can be taken under some options."""
        for number, choice in enumerate(asked.choices):
            if certain(choice.when) is False:
                at = (*path, "choices", number)
                self.dead[at] = f"{self._what(act, path)}: nobody can ever take the choice {choice.name!r}"
        if not always_one([choice.when for choice in asked.choices]):
            words = f"{self._what(act, path)} can leave no choice; let one have no `when`"
            self.mistakes.at(path, words)

    def _loop(self, act: Act, asked: Question, path: Where) -> None:
        """What is asked again must end: `while` is false of every hand of more than 21 cards."""
        if (
            any(choice.again for choice in asked.choices)
            and certain(asked.loop, self._long(asked)) is not False
        ):
            hint = "write a `while` that no hand of 22 cards fulfils, like hand.total < 21"
            self.mistakes.at(path, f"{self._what(act, path)} may be repeated without end; {hint}")

    def _long(self, asked: Question) -> Bounds:
        """The bounds of a hand of more than 21 cards."""
        cards = DRAWN_MAX + 1

        def bounds(node: Property) -> Span:
            if not isinstance(node.hand, HandOf) or [part.place for part in node.hand.parts] != [asked.place]:
                return 0, FAR
            ranking = self.game.rankings.get(node.hand.ranking)
            if node.name == "cards":
                return cards, FAR
            if node.name == "total" and ranking and ranking.limit:
                return cards * min(min(values) for _, values in ranking.values), FAR
            if node.name == "points" and ranking and ranking.modulo:
                return 0, ranking.modulo - 1
            return 0, FAR

        return bounds

    def _seen(
        self, act: Act, guards: Iterable[tuple[str, Expression]], told: frozenset[Expression], path: Where
    ) -> None:
        """A guard of a question asks only what its seat can see."""
        for name, guard in guards:
            if certain(guard) is None and (what := hidden(guard, act, self.counts.most, told)):
                words = f"{self._what(act, path)}: {name} asks {what!r}, which its seat can't see then"
                key = () if name.startswith("the choice") or len(path) < 2 else (name,)
                self.mistakes.at((*path, *key), f"{words}; open the cards, or tell it before")

    # Bets.

    def _bet(self, bet: Bet) -> None:
        """The cards it reads are there on every path, and every line can hold under some options."""
        path = self.bets.get(bet.slug, ("bet",))
        for table in bet.tables:
            self._reads(bet, table, path)
        for number, line in enumerate(bet.settles):
            if certain(line.when) is False:
                at = (*path, "settles", number)
                self.dead[at] = f"the bet {bet.slug!r}: the line {line.name!r} is never reached"

    def _reads(self, bet: Bet, table: Table, path: Where) -> None:
        least = self.counts.after("deal" if bet.as_of == KEPT else bet.as_of)
        there, needs = size(table.reads, least), 1
        if bet.as_of != KEPT and any(_by_class(line.when) for line in table.lines):
            needs = max(needs, self.game.rankings[table.ranking].best)
        if there < needs:
            words = f"it reads {table.reads}, of which some round has only {there} card{'s'[: there != 1]}"
            self.mistakes.at(
                (*path, "reads"), f"the bet {bet.slug!r}: {words}, and {table.designator} needs {needs}"
            )


def _by_class(when: Expression) -> bool:
    """Whether a line of a table goes by the class of the cards that are read."""
    return isinstance(when, InClass) and isinstance(when.hand, It)
