"""What the parts of a game must say about each other, once each has been read by itself."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pitboss.cards import JOKER
from pitboss.errors import BadInput
from pitboss.games.language.acts import DRAWN_MAX
from pitboss.games.language.bounds import FAR, Bounds, Span, always_one, certain
from pitboss.games.language.evaluate import Ranker
from pitboss.games.language.expressions import (
    TRUE,
    Answer,
    Expression,
    HandOf,
    InClass,
    It,
    MoneyOn,
    Part,
    Property,
    Versus,
    every_node,
)
from pitboss.games.language.form import (
    COUNTED,
    KEPT,
    SIDE,
    Act,
    Bet,
    Cut,
    Draw,
    Game,
    Open,
    Question,
    Ranking,
    Table,
)
from pitboss.games.language.meaning import WORDS, ranking_name
from pitboss.games.language.mistakes import Mistakes
from pitboss.games.language.rankings import check_ladder, check_ways, same_classes, shipped
from pitboss.games.language.sight import counts, dealt, hidden, size, told_before
from pitboss.rows import Where

Named = Mapping[str, Sequence[tuple[str, Where]]]
Dead = dict[Where, str]
"""What can never come about under the options chosen, by the part that it is, and what to say of it."""


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
        again = any(choice.again for choice in act.choices)
        repeats = DRAWN_MAX if again else act.does.most if isinstance(act.does, Draw) else 1
        found += hands * repeats
    return found


@dataclass
class Checks:
    """Checks a game whose rows were all read."""

    game: Game
    mistakes: Mistakes
    dead: Dead

    def run(self) -> None:
        """All checks."""
        self.counts = counts(self.game.acts, {place.name: place for place in self.game.places})
        for ranking in self.game.rankings.values():
            self._ranking(ranking)
        self._seats()
        self._opened()
        for act, told in told_before(self.game.acts):
            self._act(act, told)
        self._taken_back()
        self._compared()
        for bet in self.game.bets:
            self._bet(bet)

    def _act(self, act: Act, told: frozenset[Expression]) -> None:
        match act.does:
            case Question() as asked:
                self._question(act, asked)
                self._loop(act, asked)
                self._seen(act, [("when", act.when), ("while", asked.loop)], told)
                for choice in asked.choices:
                    words = f"the choice {choice.name!r}"
                    self._seen(act, [(words, choice.when)], told, "choice", choice.called)
            case Cut(_, _, legal, _, prompt) if prompt:
                self._seen(act, [("when", act.when), ("legal", legal)], told)

    def _refuse(self, part: Where, words: str) -> None:
        self.mistakes.add(f"{self.game.where.at(*part)}: {words}")

    def _what(self, act: Act) -> str:
        _, path = self.game.where.places.get(("act", act.name), (None, ()))
        return f"the {'stage' if path[:1] == ('stage',) else 'act'} {act.name!r}"

    # Cards.

    def _ranking(self, ranking: Ranking) -> None:
        """A ladder has its classes, no class stands behind itself, and no hand is read in too many ways."""
        part = "ranking", ranking.name
        try:
            check_ladder(ranking, self.game.rankings.__getitem__)
            for held in self._hands():
                if ranking_name(held) == ranking.name and (most := self._most(held)):
                    check_ways(ranking, held.best or ranking.best, most, self._jokers())
        except BadInput as error:
            self._refuse(part, f"the ranking {ranking.name!r}: {error}")
        if (
            self._jokers()
            and ranking == shipped().get(ranking.name)
            and not ranking.knows_joker
            and self._ranks(ranking)
        ):
            words = f"{ranking.words or ranking.name} know no joker; its `wild` may name it, or `bug = true`"
            self._refuse(("shoe", "joker"), words)
        if self._nameless(ranking) and self._ranks(ranking):
            words = (
                f"{ranking.best} of a rank may come, and no class of {ranking.words or ranking.name} has them"
            )
            self._refuse(("shoe", "decks"), words)
        for name in same_classes(ranking):
            words = f"no hand reaches the class {name!r}; one above has its test"
            self._refuse(part, f"the ranking {ranking.name!r}: {words}")

    def _nameless(self, ranking: Ranking) -> bool:
        """Whether classes go by cards alike, and the last one, which has no test, is left for all alike."""
        best, decks = ranking.best, self.game.shoe.decks
        if "alike" not in ranking.asked or decks == 1 or not best:
            return False
        ranks = (
            [card for card in self.game.shoe.cards if card != JOKER and card // 4 == rank]
            for rank in range(13)
        )
        alike = (held[::decks] + held[1::decks] for held in ranks)  # of all suits: those of one are a flush
        made = (Ranker(ranking).rank(held[:best]) for held in alike if len(held) >= best)
        return any(one.name == ranking.classes[-1].name for one in made)

    def _ranks(self, ranking: Ranking) -> bool:
        """Whether cards of the shoe are ranked by a ranking."""
        hands = any(ranking_name(held) == ranking.name and self._most(held) for held in self._hands())
        return hands or any(table.ranking == ranking.name for bet in self.game.bets for table in bet.tables)

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
        needed = sum(dealt(self.game.acts, {place.name: place for place in self.game.places}))
        if needed > shoe:
            self._refuse(("shoe",), f"one seat and the dealer need {needed} cards, and there are {shoe}")

    def _opened(self) -> None:
        """No more cards of a place are opened than lie there."""
        opened = dict.fromkeys(self.counts.most, 0)
        for act in self.game.acts:
            for name, n in act.does.cards if isinstance(act.does, Open) and act.when == TRUE else ():
                opened[name] += n
                if opened[name] > self.counts.most[name]:
                    words = f"{opened[name]} cards of {name!r} are opened, and there are"
                    found = f"{self._what(act)}: {words} {self.counts.most[name]}"
                    self._refuse(("act", act.name, "opens"), found)

    def _compared(self) -> None:
        """A hand that is compared has as many cards as make one."""
        lines = [line.when for bet in self.game.bets for line in bet.settles]
        for node in every_node((*self.game.terms.values(), *lines)):
            hands = (node.left, node.right) if isinstance(node, Versus) else ()
            for held in hands:
                if isinstance(held, HandOf) and held.name and held.ranking:
                    ranking, most = self.game.rankings[held.ranking], self._most(held)
                    if most < (held.best or ranking.best):
                        words = f"{ranking.words or ranking.name} are made of {ranking.best} cards"
                        self._refuse(("hand", held.name), f"{words}, and {held} has {most}")

    # Questions.

    def _question(self, act: Act, asked: Question) -> None:
        """Some choice is left whatever is so, and each can be taken under some options."""
        for choice in asked.choices:
            if certain(choice.when) is False:
                words = f"nobody can ever take the choice {choice.name!r}"
                self.dead["act", act.name, "choice", choice.called] = f"{self._what(act)}: {words}"
        if not always_one([choice.when for choice in asked.choices]):
            self._refuse(("act", act.name), f"{self._what(act)} can leave no choice; let one have no `when`")

    def _taken_back(self) -> None:
        """A bet is taken back once, or the question asks whether it is still there."""
        before: dict[str, set[Expression]] = {}
        for act in self.game.acts:
            choices = act.choices
            back = [(choice, slug) for choice in choices for slug in choice.takes_back]
            for choice, slug in back:
                asks = {MoneyOn(slug)} | before.get(slug, set())
                if slug in before and asks.isdisjoint(every_node((act.when, choice.when))):
                    words = f"{slug!r} may have been taken back before {act.name!r}; ask `laid({slug})`"
                    self._refuse(
                        ("act", act.name, "choice", choice.called), f"the choice {choice.name!r}: {words}"
                    )
            for choice, slug in back:
                before.setdefault(slug, set()).add(Answer(act.name, choice.called))

    def _loop(self, act: Act, asked: Question) -> None:
        """What is asked again must end: `while` is false of every hand of more than 21 cards."""
        if (
            any(choice.again for choice in asked.choices)
            and certain(asked.loop, self._long(asked)) is not False
        ):
            hint = "write a `while` that no hand of 22 cards fulfils, like hand.total < 21"
            self._refuse(("act", act.name), f"{self._what(act)} may be repeated without end; {hint}")

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
        self, act: Act, guards: Iterable[tuple[str, Expression]], told: frozenset[Expression], *within: str
    ) -> None:
        """A guard of a question asks only what its seat can see."""
        for name, guard in guards:
            if certain(guard) is None and (what := hidden(guard, act, self.counts.most, told)):
                words = f"{self._what(act)}: {name} asks {what!r}, which its seat can't see then"
                self._refuse(
                    ("act", act.name, *(within or (name,))), f"{words}; open the cards, or tell it before"
                )

    # Bets.

    def _bet(self, bet: Bet) -> None:
        """The cards it reads are there on every path, and every line can hold under some options."""
        for table in bet.tables:
            self._reads(bet, table)
        for number, line in enumerate(bet.settles):
            if certain(line.when) is False:
                words = f"the bet {bet.slug!r}: the line {line.name!r} is never reached"
                self.dead["bet", bet.slug, "settles", number] = words

    def _reads(self, bet: Bet, table: Table) -> None:
        part: Where = ("table", table.designator, "ranking") if table.house else ("bet", bet.slug, "reads")
        least = self.counts.after("deal" if bet.as_of == KEPT else bet.as_of)
        there, needs = size(table.reads, least), 1
        if any(_by_class(line.when) for line in table.lines):
            needs = max(needs, self.game.rankings[table.ranking].best)
        if bet.as_of == KEPT and needs > 1:  # of a side bet one card may be missing, whichever it is
            there -= self._exchanged()
            needs -= bet.kind in (SIDE, COUNTED)
        if there < needs:
            words = f"it reads {table.reads}, of which some round has only {there} card{'s'[: there != 1]}"
            if bet.as_of == KEPT:
                words = (
                    f"too few cards may be kept to rank them: {max(0, there)} of {table.reads} at the least"
                )
            self._refuse(part, f"the bet {bet.slug!r}: {words}, and {table.designator} needs {needs}")

    def _exchanged(self) -> int:
        """How many cards a seat can exchange in a round."""
        return sum(max((len(one.exchanges) for one in act.choices), default=0) for act in self.game.acts)


def _by_class(when: Expression) -> bool:
    """Whether a line of a table goes by the class of the cards that are read."""
    return isinstance(when, InClass) and isinstance(when.hand, It)
