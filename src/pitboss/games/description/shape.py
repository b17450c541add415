"""Finds in the general form of a game the shape that exact engines and the simulation kernel know.

A `Description` says of a game what they ask: whose cards there are, what each bet is paid at each end of the
round, which choices a stage offers. Nothing of it is named in a file: a dealer's hand is a hand of the
dealer's that lines compare with, a stage is a question with what is opened and dealt before it. A game of
another shape is a game all the same, only without a description: `Shapeless` says in lines why.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import NoReturn, TypeVar

from pitboss.cards import CARDS, Card
from pitboss.errors import BadInput
from pitboss.games.description import (
    AGAINST_DEALER,
    AGAINST_PAYTABLE,
    BEATEN,
    ENDS,
    HIGHEST,
    READS,
    SIDES,
    WAR,
    BetRow,
    Bonus,
    Cards,
    Cell,
    ChoiceRow,
    Description,
    Offered,
    StageRow,
    TableRow,
)
from pitboss.games.description.by_lines import Lines, kind_of, lines_of
from pitboss.games.language import Game, form
from pitboss.games.language import parse as parse_game
from pitboss.games.language import read as read_game
from pitboss.games.language.acts import not_laid
from pitboss.games.language.expressions import (
    FALSE,
    JOINED,
    TRUE,
    And,
    Answer,
    Compare,
    Constant,
    Duel,
    Expression,
    Fact,
    Hand,
    HandOf,
    Highest,
    InClass,
    It,
    Not,
    Or,
    Term,
    Versus,
    joined,
)
from pitboss.games.language.expressions import Cards as Held
from pitboss.games.language.kinds import kind_in, within
from pitboss.games.language.mistakes import shortened
from pitboss.games.language.places import SHORT
from pitboss.hands.kinds import MARGINS, Kind, kind, margins_called
from pitboss.money import Odds
from pitboss.paytables.beside import NOTHING, Beside
from pitboss.paytables.model import Line, OddsByHands
from pitboss.paytables.rankings import Ranking as PrintedRanking
from pitboss.paytables.rankings import ranking as printed_ranking

T = TypeVar("T")
V = TypeVar("V")
COMPARED = {"win": 1, "tie": 0, "lose": -1}
"""How the player's hand compares at an end of the round."""
_SIGNS: Mapping[str, Callable[[int], bool]] = {
    "<": lambda sign: sign < 0,
    "<=": lambda sign: sign <= 0,
    ">": lambda sign: sign > 0,
    ">=": lambda sign: sign >= 0,
    "==": lambda sign: sign == 0,
    "!=": lambda sign: sign != 0,
}


class Shapeless(BadInput):
    """Why a game has no description: no exact engine or kernel of today knows its shape.

    One line for each reason, with the file and the line of the part that is of another shape.
    """


def parse(text: str, name: str = "game.toml", beside: Beside = NOTHING) -> Description:
    """The description of the game in a text; `name` is what mistakes call the file."""
    return shape(parse_game(text, name, beside, fits=shape))


def read(path: Path, entered: Path | None = None, tried: bool = True) -> Description:
    """The description of the game in a file; every value of its options is tried, or they were before."""
    return shape(read_game(path, entered, tried, shape if tried else None))


def shape(game: Game) -> Description:
    """The description of a game under its options.

    :raises Shapeless: if the game has none.
    """
    return _Shape(game).description()


@dataclass(frozen=True)
class _Second:
    """The cards of a second deal, after a tie of the first ones."""

    own: HandOf
    dealer: HandOf
    burned: int
    each: bool


@dataclass(frozen=True)
class _At:
    """Where a round stands when a bet is settled; None is not known."""

    folded: bool
    first: int | None
    """How the first cards compare: above 0 where the player's are the better ones."""
    second: int | None = None
    plays: bool | None = None
    """Whether the dealer has a hand to play with."""
    hand: str | None = None
    """The class of the player's hand."""


class _Strange(Exception):
    """What is of no known shape; whoever asked knows in which part of the file."""


@dataclass(frozen=True)
class _Shape:
    of: Game
    told: dict[str, None] = field(default_factory=dict)
    """Why the game has no description, line by line."""

    def description(self) -> Description:
        game = self.of
        with self._kept():
            self._check_cards()
        self._raise()
        bets = self._each(self._bet, (bet for bet in game.bets if not bet.rides))
        self._each(self._bet, game.listed)
        self._each(self._check_rider, (bet for bet in game.bets if bet.rides))
        stages: tuple[StageRow, ...] = ()
        with self._kept():
            stages = tuple(self._stages())
        self._raise()
        found = Description(
            slug=game.slug,
            name=game.name,
            family=self.family,
            cards=self.cards,
            bets=bets,
            stages=stages,
            qualifies=self.of.lowest,
            always_against=self._always,
            tables=tuple(self._tables()),
            chosen=game.chosen,
            again=lambda options: shape(game.under(options)),
            form=game,
        )
        for part, why in _lacks(found, self._at_once):
            with self._kept():
                self._refuse(why, *part)
        self._raise()
        return found

    # What is of another shape, each with its line.

    def _refuse(self, why: str, *part: str | int) -> NoReturn:
        """Refuse a part of the file."""
        raise Shapeless(shortened(f"{self.of.where.at(*part)}: {why}"))

    @contextmanager
    def _within(self, *part: str | int) -> Iterator[None]:
        """What is strange in here is strange of this part."""
        try:
            yield
        except _Strange as error:
            self._refuse(str(error), *part)

    @contextmanager
    def _kept(self) -> Iterator[None]:
        """Keep what is refused in here, and look at the other parts."""
        try:
            yield
        except Shapeless as error:
            self.told[str(error)] = None

    def _each(self, make: Callable[[T], V], values: Iterable[T]) -> tuple[V, ...]:
        """What is made of those that can be made."""
        found = []
        for value in values:
            with self._kept():
                found.append(make(value))
        return tuple(found)

    def _raise(self) -> None:
        if self.told:
            raise Shapeless("\n".join(self.told))

    def _check_cards(self) -> None:
        """Places, hands, the deck and the second deal, of which all bets and stages ask."""
        _ = self.cards, self.dealer, self._second, self._qualifying, self._always
        if self.of.lowest:
            self._strength(self.of.lowest, "dealer", "qualifies")

    # Places, and the hands that are made of them.

    def _place(self, of: str) -> form.Place | None:
        """The place of somebody from which hands are made; there is one at most."""
        found = [
            place for place in self.of.places if place.of == of and place.cards and place != self.offered
        ]
        if len(found) > 1 or any(place.plural for place in found):
            strange = next((place for place in found if place.plural or place.name not in SHORT), found[-1])
            words = "is dealt several times" if strange.plural else "is not the only hand of its owner"
            self._refuse(f"{strange.name!r} {words}, which no engine knows", "place", strange.name)
        return found[0] if found else None

    @cached_property
    def own(self) -> form.Place:
        found = self._place(form.SEAT)
        if found is None:
            self._refuse("no cards are dealt to a seat", "places")
        return found

    @cached_property
    def offered(self) -> form.Place | None:
        """The place of a card that a choice takes into the hand."""
        names = sorted({choice.takes for act in self._acts for choice in act.choices if choice.takes})
        if not names:
            return None
        place = self.of.place(names[0])
        if len(names) > 1 or (place.of, place.face, place.cards) != (form.SEAT, form.DOWN, 1) or place.up:
            words = "what choices take is not one card that lies face down before the seat"
            self._refuse(words, "place", place.name)
        return place

    @cached_property
    def dealers(self) -> form.Place | None:
        return self._place(form.DEALER)

    @cached_property
    def board(self) -> form.Place | None:
        return self._place(form.BOARD)

    @cached_property
    def player(self) -> HandOf:
        """The hand that is compared, or paid."""
        return self._whole("player", self.own)

    @cached_property
    def dealer(self) -> HandOf | None:
        """The hand it is compared with."""
        return self._whole("dealer", self.dealers) if self.dealers else None

    def _whole(self, name: str, own: form.Place) -> HandOf:
        """A hand of own cards and all of the board's."""
        there = own, *([self.board] if self.board else [])
        found = self.of.hands.get(name, self.of.hands[own.name])
        if [(part.place, part.positions) for part in found.parts] != [(one.name, None) for one in there]:
            self._refuse(f"the hand {name!r} is not {' + '.join(one.name for one in there)}", "hand", name)
        if found.exactly or found.best not in (0, self.kind(found.ranking).size):
            self._refuse(f"the hand {name!r} is made of some of its cards only", "hand", name)
        return found

    def kind(self, name: str) -> Kind:
        """A ranking as a table of strengths."""
        try:
            return kind_in(self.of, name)
        except BadInput as error:
            self._refuse(f"the ranking {name!r}: {error}", "ranking", name)

    @cached_property
    def ranking(self) -> Kind:
        return self.kind(self.player.ranking)

    @cached_property
    def family(self) -> str:
        return WAR if self._second else AGAINST_DEALER if self.dealer else AGAINST_PAYTABLE

    @cached_property
    def cards(self) -> Cards:
        shoe, own, dealers = self.of.shoe, self.own, self.dealers
        up = dealers.up if dealers else ()
        if dealers and dealers.face == form.UP:
            up = tuple(range(1, dealers.cards + 1))
        if dealers and up != tuple(range(dealers.cards - len(up) + 1, dealers.cards + 1)):
            self._refuse(
                "other cards of the dealer's lie open than the last ones", *("place", dealers.name, "up")
            )
        dealt = self._acts[0].does
        first = isinstance(dealt, form.Deal) and self.board and dealt.cards[0][0] == self.board.name
        if own.up or (self.board and (self.board.up or self.board.face != form.DOWN)):
            strange = own if own.up or not self.board else self.board
            self._refuse("cards of a seat or of the board lie open in part", "place", strange.name, "up")
        if shoe.decks > 1 and not self._second:
            self._refuse("several decks, of which each card counts for itself", "shoe", "decks")
        removed = "".join(card.rank_char for card in CARDS if card in shoe.without and card.suit == 0)
        if frozenset(card for card in CARDS if card.rank_char in removed) != shoe.without:
            self._refuse("single cards are taken out of the deck, and not whole ranks", "shoe", "remove")
        whole = own.cards + self._later
        return Cards(
            player=whole,
            dealer=dealers.cards if dealers else 0,
            dealer_up=len(up),
            community=self.board.cards if self.board else 0,
            ranking=self.ranking,
            removed_ranks=removed,
            face_up=own.face == form.UP,
            burned=self._second.burned if self._second else self._burned,
            burn_each=bool(self._second and self._second.each),
            decks=shoe.decks,
            first=own.cards if self._later else 0,
            jokers=shoe.jokers,
            offered=Offered(self.offered.name, self._first_of_packet) if self.offered else None,
            in_turn=bool(self.board and self.board.in_turn),
            board_first=bool(first),
        )

    @property
    def _first_of_packet(self) -> bool:
        """Whether the card that is offered is dealt before the hand."""
        dealt = self._acts[0].does
        names = [place for place, _ in dealt.cards] if isinstance(dealt, form.Deal) else []
        assert self.offered is not None
        return names.index(self.offered.name) < names.index(self.own.name)

    # Acts.

    @cached_property
    def _dealt(self) -> tuple[form.Act, ...]:
        """The acts of a round, without those of a second deal."""
        return self._acts[: -len(self._again)] if self._again else self._acts

    @cached_property
    def _acts(self) -> tuple[form.Act, ...]:
        """The acts that can be done under the options chosen."""
        return tuple(act for act in self.of.acts if _bare(act.when) != FALSE)

    @cached_property
    def _later(self) -> int:
        """How many of a seat's cards are dealt after the deal."""
        return sum(
            n
            for act in self._dealt[1:]
            if isinstance(act.does, form.Deal)
            for place, n in act.does.cards
            if place == self.own.name
        )

    @cached_property
    def _burned(self) -> int:
        return sum(act.does.cards for act in self._dealt if isinstance(act.does, form.Burn))

    @cached_property
    def _at_once(self) -> frozenset[str]:
        """The side bets settled before the first decision; all are where ties are dealt again."""
        found = set[str]()
        for act in self._dealt if not self._second else ():
            if isinstance(act.does, form.Question):
                break
            found |= {*act.does.bets} if isinstance(act.does, form.Settle) else set()
        return frozenset(found)

    def _stages(self) -> Iterator[StageRow]:
        """The questions, each with what is opened and dealt before it."""
        opens, deals, asked = 0, 0, False
        for act in self._dealt:
            if act.each or (_bare(act.when) != TRUE and not isinstance(act.does, form.Question)):
                words = f"the act {act.name!r} is done only when something holds, or for each hand"
                self._refuse(words, "act", act.name, "for" if act.each else "when")
            match act.does:
                case form.Deal(cards) if act is self._dealt[0]:
                    self._check_deal(dict(cards))
                case form.Deal(cards) if {place for place, _ in cards} == {self.own.name}:
                    deals += sum(n for _, n in cards)
                case form.Open(((place, n),)) if self.board and place == self.board.name:
                    opens += n or self.board.cards - opens
                case form.Burn() if not asked:
                    pass
                case form.Settle() if not asked:
                    pass
                case form.Question() as question:
                    yield self._stage(act, question, opens, deals)
                    opens, deals, asked = 0, 0, True
                case _:
                    self._refuse(f"no stage is made of the act {act.name!r}", "act", act.name)

    def _check_deal(self, cards: Mapping[str, int]) -> None:
        wanted = {place.name: place.cards for place in self.of.places if place.cards}
        if cards != wanted:
            self._refuse("the deal is not one packet for everybody", "act", "deal")

    def _stage(self, act: form.Act, question: form.Question, opens: int, deals: int) -> StageRow:
        lays = tuple(dict.fromkeys(lay.bet for choice in question.choices for lay in choice.bets))
        usual = _bare(act.when) in (not_laid(lays), TRUE) or (self._second and act is self._dealt[-1])
        if question.loop != TRUE or not usual:
            words = f"{act.name!r} is asked again, or only when something holds"
            self._refuse(words, "act", act.name, "while" if question.loop != TRUE else "when")
        offered = [one for one in question.choices if _bare(one.when) != FALSE]
        closed = tuple(one.name for one in question.choices if _bare(one.when) == FALSE)
        choices = self._each(partial(self._choice, act), offered)
        return StageRow(act.name, question.prompt, opens, choices, deals, closed)

    def _choice(self, act: form.Act, choice: form.Choice) -> ChoiceRow:
        part = "act", act.name, "choice", choice.called
        if choice.swaps or choice.deals or choice.splits or choice.again:
            self._refuse(f"the choice {choice.name!r} swaps, splits or deals", *part)
        if choice.discards and (choice.takes or not self.offered or choice.discards != self.offered.name):
            self._refuse(f"the choice {choice.name!r} discards what no other choice takes", *part)
        times = {lay.bet: lay.times for lay in choice.bets}
        if any(lay.up_to or lay.times is None or lay.times.denominator > 1 for lay in choice.bets):
            words = f"the choice {choice.name!r} lays less than a whole bet, or up to something"
            self._refuse(words, *part)
        if slug := next((slug for slug in times if not self.of.bet(slug).in_round), ""):
            words = f"{slug!r} is no bet that is made in the round"
            self._refuse(f"the choice {choice.name!r}: {words}", *part)
        if slug := next((slug for slug in choice.takes_back if self.of.bet(slug).kind != form.BASE), ""):
            words = f"{slug!r} is no base bet laid before the deal"
            self._refuse(f"the choice {choice.name!r}: {words}", *part)
        with_hand, below = frozenset[str](), 0
        for guard in choice.when.parts if isinstance(choice.when, And) else (choice.when,):
            match guard:
                case _ if _bare(guard) == TRUE:
                    pass
                case InClass(held) if form.alike(held, self.of.hands[self.own.name]) and not with_hand:
                    with self._within(*part, "with_hand"):
                        with_hand = self._classes(self.ranking, guard)
                case Versus(held, "<", Held(cards)) if form.alike(held, self.of.hands[self.own.name]):
                    below = self._strength(cards, *part, "below")
                case _:
                    self._refuse(f"the choice {choice.name!r} asks {guard}", *part)
        return ChoiceRow(
            choice.name,
            choice.label,
            MappingProxyType({bet: int(n or 0) for bet, n in times.items()}),
            choice.takes_back,
            choice.folds,
            with_hand,
            choice.exchanges,
            below,
            bool(choice.takes),
        )

    def _strength(self, cards: tuple[Card, ...], *part: str | int) -> int:
        """The strength of a hand that the file names by its cards."""
        try:
            return self.ranking.rank(cards)
        except BadInput as error:
            self._refuse(str(error), *part)

    def _classes(self, ranked: Kind, test: InClass) -> frozenset[str]:
        """The classes of a kind that a test takes in; the language tells apart more of them."""
        found = within(ranked, test.classes)
        if found is None:
            raise _Strange(f"{ranked.words} are not told apart by {test}")
        return found

    # A second deal.

    @cached_property
    def _again(self) -> tuple[form.Act, ...]:
        """The acts of a second deal: those after the only question, each if a bet was laid then."""
        asked = [place for place, act in enumerate(self._acts) if isinstance(act.does, form.Question)]
        more = [place.name for place in self.of.places if not place.cards]
        return self._acts[asked[0] + 1 :] if more and len(asked) == 1 else ()

    @cached_property
    def _second(self) -> _Second | None:
        if not self._again:
            return None
        own, dealers, again = self.own, self.dealers, self._again[0].name
        if self.board or dealers is None or (own.cards, dealers.cards) != (1, 1):
            self._refuse("only where both have a card alone a second one is dealt", "act", again)
        question = self._dealt[-1]
        assert isinstance(question.does, form.Question)
        tie = Versus(self.of.hands[own.name], "==", self.of.hands[dealers.name])
        if _bare(question.when) != tie or [choice.folds for choice in question.does.choices].count(True) != 1:
            self._refuse("a second deal is for ties, and can be declined", "act", question.name)
        going = {Answer(question.name, choice.called) for choice in question.does.choices if not choice.folds}
        dealt, burned, each = dict[str, int](), list[int](), list[int]()
        for act in self._again:
            if _bare(act.when) not in going or len(going) > 1:
                self._refuse(f"the act {act.name!r} is not of all who go on", "act", act.name, "when")
            match act.does:
                case form.Burn(n):
                    burned.append(n)
                    each.append(len(dealt))
                case form.Deal(cards):
                    dealt |= dict(cards)
                case _:
                    self._refuse(f"no second deal is made of the act {act.name!r}", "act", act.name)
        seats = [name for name in dealt if self.of.place(name).of == form.SEAT]
        others = [name for name in dealt if self.of.place(name).of == form.DEALER]
        if [*dealt.values()] != [1, 1] or len(seats) != 1 or len(others) != 1:
            self._refuse("a second deal is a card to the seat and one to the dealer", "act", again)
        if each not in ([], [0], [0, 1]) or len({*burned}) > 1:
            words = "cards are burnt once before a second deal, or before each of its cards"
            self._refuse(words, "act", again)
        return _Second(self.of.hands[seats[0]], self.of.hands[others[0]], sum(burned[:1]), len(burned) > 1)

    # How bets are settled.

    @cached_property
    def _qualifying(self) -> Expression | None:
        """The condition by which the dealer plays."""
        found = self.of.qualifying if self.dealer else ()
        if len(found) > 1:
            self._refuse(f"the dealer plays by {found[0]} and by {found[1]}", "dealer", "qualifies")
        return found[0] if found else None

    @cached_property
    def _always(self) -> frozenset[str]:
        if isinstance(test := self.of.always_against, InClass):
            with self._within("dealer", "always_against"):
                return self._classes(self.ranking, test)
        return frozenset()

    def _holds(self, node: Expression, at: _At) -> bool | None:
        """Whether a condition holds; None where it goes by what is not known."""
        if node == self._qualifying:
            return at.plays
        if isinstance(node, JOINED):
            return joined(node, lambda part: self._holds(part, at))
        match node:
            case Fact("folded"):
                return at.folded
            case Versus(left, sign, right):
                return self._versus(left, sign, right, at)
            case InClass(held) if form.alike(held, self.player):
                return None if at.hand is None else at.hand in self._classes(self.ranking, node)
        raise _Strange(f"a bet is settled by {node}, which no engine asks")

    def _versus(self, left: object, sign: str, right: object, at: _At) -> bool | None:
        pairs: list[tuple[HandOf | None, HandOf | None, int | None]] = [(self.player, self.dealer, at.first)]
        if self._second:
            pairs.append((self._second.own, self._second.dealer, at.second))
        for own, other, compared in pairs:
            if form.alike(left, own) and form.alike(right, other):
                return None if compared is None else _SIGNS[sign](compared)
            if form.alike(right, own) and form.alike(left, other):
                return None if compared is None else _SIGNS[sign](-compared)
        raise _Strange(f"a bet is settled by {left} {sign} {right}, which no engine compares")

    def _settled(self, bet: form.Bet, at: _At) -> Cell:
        """What becomes of a bet, by the class of the player's hand where lines go by it."""
        with self._within("bet", bet.slug, "settles"):
            return self._settling(bet, at)

    def _settling(self, bet: form.Bet, at: _At) -> Cell:
        by_hand, plain = list[form.SettleLine](), form.Cell()
        for line in bet.settles:
            holds = self._holds(line.when, at)
            if holds:
                plain = line.pays
                break
            if holds is None:
                by_hand.append(line)
        found: dict[str, Cell] = {}
        for name in self.ranking.classes if by_hand else ():
            here = _At(at.folded, at.first, at.second, at.plays, name)
            for line in by_hand:
                holds = self._holds(line.when, here)
                if holds is None:
                    raise _Strange(f"the bet {bet.slug!r} is settled before {line.when} is known")
                if holds:
                    found[name] = _cell(bet, line.pays)
                    break
        cell = _cell(bet, plain)
        return Cell(cell.odds, cell.by_table, MappingProxyType(found), cell.by_margin)

    def _ends(self, bet: form.Bet) -> Iterator[tuple[str, Cell]]:
        """What becomes of a base bet at each end of the round."""
        for end in ENDS[self.family]:
            compared = COMPARED.get(end.rpartition("_")[2])
            if self.family == WAR and bet.in_round and not end.startswith("war"):
                continue
            if end == "fold":
                at = _At(True, 0 if self._second else None)
                yield end, self._settled(bet, at) if self.of.folds else Cell()
            elif end.startswith("war"):
                yield end, self._settled(bet, _At(False, 0, compared))
            else:
                yield end, self._settled(bet, _At(False, compared, plays=not end.startswith("no_hand")))

    # Bets.

    def _check_bet(self, bet: form.Bet) -> None:
        """Refuse a bet that is laid in a way that no engine knows."""
        slug = bet.slug
        for key, said in (
            ("on", bet.each), ("commission", bet.commission), ("needs_one", bet.needs_one),
            ("not_with", bet.not_with), ("up_to", bet.up_to is not None or bet.any_size or bet.paid),
        ):  # fmt: skip
            if said:
                self._refuse(f"the bet {slug!r}: no engine knows {key!r}", "bet", slug, key)
        if bet.of and bet.of != self.of.unit.slug:
            words = f"the bet {slug!r}: raises are multiples of {self.of.unit.slug!r}"
            self._refuse(words, "bet", slug, "of")
        lines = [(line.when, line.pays.loses, line.at_once) for line in bet.settles]
        if not bet.in_round and lines == [(TRUE, True, TRUE)]:
            words = f"the bet {slug!r}: a price is laid by a choice, and not before the deal"
            self._refuse(words, "bet", slug, "settles")
        if bet.in_round and (bet.kind != form.BASE or bet.required):
            words = f"the bet {slug!r}: only an optional base bet is made in the round"
            self._refuse(words, "bet", slug, "multiples")

    def _bet(self, bet: form.Bet) -> BetRow:
        self._check_bet(bet)
        base = bet.kind == form.BASE
        if not base and not bet.table:
            self._refuse(f"the bet {bet.slug!r} goes by no table", "bet", bet.slug, "settles")
        return BetRow(
            slug=bet.slug,
            name=bet.name,
            kind=bet.kind,
            required=bet.required,
            in_round=bet.in_round,
            settles=MappingProxyType(dict(self._ends(bet)) if base else {}),
            table=bet.table,
            reads=self._reads(bet),
            after_fold="lose" if base else self._after_fold(bet),
            bonus=self._bonus(bet),
            at_once=bet.slug in self._at_once and not base,
            rounds=bet.rounds,
            reads_by=MappingProxyType(self._reads_by(bet)),
            margins=self._margins(bet),
        )

    def _after_fold(self, bet: form.Bet) -> str:
        """What a fold does to a bet that is otherwise paid by its table."""
        if self._settled(bet, _At(False, None)) != Cell(by_table=True):
            self._refuse(
                f"the bet {bet.slug!r} is settled by more than its table", "bet", bet.slug, "settles"
            )
        if not self.of.folds:
            return "in-action" if bet.kind in SIDES else "lose"
        return "in-action" if self._settled(bet, _At(True, None)).by_table else "lose"

    def _bonus(self, bet: form.Bet) -> Bonus | None:
        """The rider that is paid by its table to whoever stayed in, after some choices only, if it is."""
        found = [one for one in self.of.bets if one.rides == bet.slug]
        if not found:
            return None
        rider, *more = found
        if bet.kind != form.BASE or bet.in_round or bet.rides:
            self._refuse("only a base bet laid before the deal has a bonus line", "bet", rider.slug)
        after = frozenset[str]()
        lines = [line for line in rider.settles if line.when != Fact("folded") or not line.pays.loses]
        if len(lines) > 1 and isinstance(lines[0].when, Not) and _pushes(lines[0].pays):
            taken = lines[0].when.of
            answers = taken.parts if isinstance(taken, Or) else (taken,)
            after = frozenset(one.choice for one in answers if isinstance(one, Answer))
            del lines[0]
        if more or [(line.when, line.pays.by) for line in lines] != [(TRUE, "table")]:
            words = f"the bet {rider.slug!r} rides {bet.slug!r} and is no bonus line of it"
            self._refuse(words, "bet", (more or found)[0].slug)
        if rider.table != rider.slug:
            self._refuse(f"a bonus line is called as its table, {rider.table!r}", "bet", rider.slug, "slug")
        return Bonus(rider.table, self._reads(rider), rider.name, after)

    def _check_rider(self, rider: form.Bet) -> None:
        """Refuse a bonus line of a bet that has none."""
        if self.of.bet(rider.rides).rides:
            words = f"the bet {rider.slug!r} rides {rider.rides!r}, which rides a bet itself"
            self._refuse(words, "bet", rider.slug)

    def _reads(self, bet: form.Bet) -> str:
        """Whose cards a bet reads, in the words of engines."""
        return self._read_with(bet, bet.tables[0]) if bet.tables else self._read_by(bet, bet.reads)

    def _reads_by(self, bet: form.Bet) -> dict[str, str]:
        """What tables read that are ranked otherwise than the first one, by the name of their ranking."""
        found = {name: self._read_by(bet, held) for name, held in bet.reads_by}
        for table in bet.tables:
            name, read = self._ranked(bet, table).name, self._read_with(bet, table)
            if read != found.get(name, self._reads(bet)):
                self._refuse(f"the tables of {bet.slug!r} read different cards", "bet", bet.slug, "table")
        return found

    def _read_with(self, bet: form.Bet, table: form.Table) -> str:
        """Whose cards a bet reads with one of its tables."""
        if self._by_tie(table):
            return "own+dealer"
        lines = self._lines(bet, table)
        if lines is None:
            return self._read_by(bet, table.reads)
        return self._read_of(bet, {place: None for place, _ in lines.held})

    def _read_by(self, bet: form.Bet, held: Hand | None) -> str:
        """Whose cards a hand is made of, for a bet."""
        if isinstance(held, Highest):
            return HIGHEST
        if isinstance(held, Duel) and held.name == BEATEN:
            return BEATEN
        if held is None:
            return "own"
        if not isinstance(held, HandOf) or held.exactly:
            self._strange_reading(bet, str(held))
        names = {part.place: part.positions for part in held.parts}
        if len(names) < len(held.parts):
            self._strange_reading(bet, str(held))
        return self._read_of(bet, names)

    def _strange_reading(self, bet: form.Bet, held: str) -> NoReturn:
        self._refuse(f"the bet {bet.slug!r} reads {held}, which no engine reads", "bet", bet.slug, "reads")

    def _read_of(self, bet: form.Bet, names: Mapping[str, tuple[int, int] | None]) -> str:
        found = "+".join(self._named(bet, place, at) for place, at in names.items())
        if re.sub(r"\[\d\]", "", found) not in READS:
            self._strange_reading(bet, " + ".join(names))
        return found

    def _named(self, bet: form.Bet, place: str, positions: tuple[int, int] | None) -> str:
        """What engines call the cards of a place, or the first of the board."""
        if self.board and place == self.board.name and (positions is None or positions[0] == 1):
            return f"community[{positions[1]}]" if positions else "community"
        if positions is None and place == self.own.name:
            return self._own_as_of(bet)
        return "dealer" if positions is None and self.dealers and place == self.dealers.name else ""

    # Rankings of tables.

    def _ranked(self, bet: form.Bet, table: form.Table) -> Kind:
        """How the lines of a table tell the cards apart that it reads."""
        tests = [line.when for line in table.lines]
        if table.best or table.only != TRUE:
            words = f"the table {table.designator!r} goes by some cards, or under some options"
            self._refuse(words, "table", table.designator, "only")
        if _by_margins(table):
            return _called(table.printed_as or "class-margins", margins_called(self._margins(bet)))
        if self._by_tie(table):
            return kind("two-alike")
        if (lines := self._lines(bet, table)) is not None:
            try:
                return kind_of(lines)
            except BadInput as error:
                self._refuse(f"the bet {bet.slug!r}: {error}", "bet", bet.slug, "lines")
        if not all(isinstance(test, InClass) and isinstance(test.hand, It) for test in tests):
            words = f"the table {table.designator!r} has a line that is no class of hands"
            self._refuse(words, "table", table.designator)
        if self._printed(table):
            return _called(table.printed_as, self.kind(table.ranking))
        return self.kind(table.ranking)

    def _printed(self, table: form.Table) -> PrintedRanking | None:
        """The ranking of a printed table, if that is none of the language."""
        return printed_ranking(table.printed_as) if table.printed_as else None

    def _lines(self, bet: form.Bet, table: form.Table) -> Lines | None:
        """What the conditions of a bet tell apart, of a table that names one of them."""
        if _by_margins(table):
            return None
        if bet.conditions and isinstance(table.reads, HandOf) and not self._printed(table):
            words = f"the table {table.designator!r} has a line that is no class of hands"
            self._refuse(words, "table", table.designator)
        found = lines_of(self.of, bet, table)
        known = {place.name for place in (self.own, self.dealers, self.board) if place}
        if found and not {place for place, _ in found.held} <= known:
            words = f"the lines of {bet.slug!r} ask for cards of {', '.join(sorted(found.columns))}"
            self._refuse(words, "bet", bet.slug, "lines")
        return found

    def _by_tie(self, table: form.Table) -> bool:
        """Whether a table pays for the cards of a second deal being alike, and for nothing else."""
        second = self._second
        tie = Versus(second.own, "==", second.dealer) if second else None
        return [_bare(line.when) for line in table.lines] == [tie]

    def _own_as_of(self, bet: form.Bet) -> str:
        """What of a seat's cards a bet reads: those at the end, the first, those dealt, or those kept."""
        draws = any(choice.exchanges for act in self.of.acts for choice in act.choices)
        if bet.as_of == form.KEPT:
            return "kept" if draws else "first" if self.offered else "own"
        if bet.as_of == form.END or not (draws or self._later or self.offered):
            return "own"
        if bet.as_of != "deal":
            words = f"the bet {bet.slug!r} reads the cards as of {bet.as_of!r}"
            self._refuse(words, "bet", bet.slug, "as_of")
        return "dealt" if draws else "first"

    # Tables.

    def _tables(self) -> Iterator[TableRow]:
        """All tables, each once."""
        found = dict[str, TableRow]()
        for bet in self.of.bets:
            for table in bet.tables:
                with self._kept():
                    row = self._table(bet, table)
                    if found.setdefault(table.designator, row).ranking is not row.ranking:
                        words = f"bets read different cards by the table {table.designator!r}"
                        self._refuse(words, "bet", bet.slug, "table")
        yield from found.values()

    def _margins(self, bet: form.Bet) -> tuple[str, ...]:
        """What the tables of a bet call the margins, from none up; as usual where it goes by none."""
        names = dict[int, str]()
        for table in bet.tables:
            for line in table.lines:
                if isinstance(line.when, Compare) and _of_margin(line.when):
                    margin = self._margin(bet, line.when)
                    if names.setdefault(margin, line.name) != line.name:
                        words = f"{names[margin]!r} and {line.name!r} are one margin"
                        self._refuse(words, "bet", bet.slug, "table")
        if len({*names.values()}) < len(names):
            words = f"several margins of the bet {bet.slug!r} have one name"
            self._refuse(words, "bet", bet.slug, "table")
        return tuple(names.get(margin, usual) for margin, usual in enumerate(MARGINS))

    def _margin(self, bet: form.Bet, test: Compare) -> int:
        """The margin that a line asks for; the last one is for that margin or more."""
        match test:
            case Compare(_, sign, Constant(int(margin))) if sign in ("==", ">="):
                last = margin == len(MARGINS) - 1
                no_more = last and len(self.ranking.classes) <= len(MARGINS)
                if 0 <= margin < len(MARGINS) and (no_more or (sign == ">=") == last):
                    return margin
        return self._refuse(f"a line of a table asks {test}", "bet", bet.slug, "table")

    def _table(self, bet: form.Bet, table: form.Table) -> TableRow:
        ranked = self._ranked(bet, table)
        if strange := next((line.name for line in table.lines if line.name not in ranked.names), ""):
            self._refuse(
                f"{ranked.words} know no hand called {strange!r}", "table", table.designator, strange
            )
        if bet.kind != form.JACKPOT and any(line.envy_cents for line in table.lines):
            words = f"the table {table.designator!r}: only a jackpot's table has envy"
            self._refuse(words, "table", table.designator, "envy")
        odds = tuple((line.name, line.pay) for line in table.lines if isinstance(line.pay, Odds))
        metered = bet.kind == form.JACKPOT
        by_hands = any(isinstance(line.pay, OddsByHands) for line in table.lines)
        lines = () if metered or by_hands else odds
        return TableRow(
            table.designator,
            table.bet,
            ranked,
            lines,
            table.source,
            table.house,
            tuple(Line(one.name, one.pay, one.envy_cents) for one in table.lines)
            if metered or by_hands
            else (),
            table.wager_cents,
            table.seed_cents,
        )


@cache
def _called(name: str, ranked: Kind) -> Kind:
    """A ranking as a printed table calls it."""
    return ranked if name == ranked.name else replace(ranked, name=name)


def _bare(node: Expression) -> Expression:
    """A condition without the names of terms, and without what is so in any case."""
    match node:
        case Term(_, of):
            return _bare(of)
        case And(parts):
            asked = tuple(part for part in map(_bare, parts) if part != TRUE)
            return FALSE if FALSE in asked else asked[0] if len(asked) == 1 else And(asked) if asked else TRUE
        case Not(of) if _bare(of) in (TRUE, FALSE):
            return FALSE if _bare(of) == TRUE else TRUE
    return node


def _cell(bet: form.Bet, cell: form.Cell) -> Cell:
    """What a bet is paid; its table pays by the margin where its lines ask for nothing else."""
    by_margin = cell.by == "margin" or (cell.by == "table" and any(map(_by_margins, bet.tables)))
    return Cell(cell.odds, cell.by == "table" and not by_margin, by_margin=by_margin)


def _by_margins(table: form.Table) -> bool:
    return all(_of_margin(line.when) for line in table.lines)


def _of_margin(test: Expression) -> bool:
    return isinstance(test, Compare) and test.left == Fact("margin")


def _pushes(cell: form.Cell) -> bool:
    return cell.odds is not None and not cell.odds.net


Lack = tuple[tuple[str, ...], str]
"""The part of a file of which engines, kernel and pages take something else for granted, and what."""


def _lacks(game: Description, sooner: frozenset[str]) -> Iterator[Lack]:
    """Why no engine, kernel or page of today could be right about a game.

    `sooner` are the bets settled before the first decision.
    """
    cards, ranked = game.cards, game.cards.ranking
    if not game.stages:
        yield ("game",), "nobody is asked for a decision; a game needs a [[stage]]"
    for who, held in (("player", cards.player), ("dealer", cards.dealer)):
        if held and not ranked.size <= held + cards.community <= ranked.size_max:
            words = f"{ranked.words} are made from {ranked.size} to {ranked.size_max} cards"
            yield ("hand", who), f"{words}, and the {who} has {held + cards.community}"
    if cards.jokers > ranked.jokers:
        yield ("shoe", "joker"), f"{ranked.words} know no joker"
    if game.stages and game.stages[0].deals:
        words = "cards are dealt to a seat between the deal and its first decision"
        yield ("act", game.stages[0].name), words
    if cards.offered:
        yield from _lacks_offered(game)
    for bet in game.bets:
        for key, why in _lacks_of(game, bet, bet.slug in sooner):
            yield ("bet", bet.slug, key), f"the bet {bet.slug!r}: {why}"
        yield from _misfits(game, bet)


def _lacks_of(game: Description, bet: BetRow, sooner: bool) -> Iterator[tuple[str, str]]:
    """What is wrong with a bet, and at which of its keys."""
    side, war = bet.kind in SIDES, game.family == WAR
    if sooner and (bet.kind != "side" or bet.reads not in ("own", "first") or war):
        yield "at_once", "only a side bet on the player's first cards is settled at once"
    if bet.kind == "base" and not war and (bet.settles["fold"].uses_table or bet.settles["fold"].by_hand):
        words = "a fold is settled before hands are compared: `fold` is odds, push, half or lose"
        yield "settles", words
    if war and bet.kind == "jackpot":
        yield "kind", "where ties are dealt again, there is no jackpot"
    if war and side and bet.after_fold == "lose":
        words = "where ties are dealt again, side bets are settled before anybody gives up: no fold loses it"
        yield "after_fold", words
    if war and bet.bonus:
        yield "bonus", "where ties are dealt again, no bonus line is paid"
    if bet.reads == HIGHEST and war:
        yield "reads", "where ties are dealt again, the highest hand at the table is not read"
    if bet.reads == HIGHEST and game.cards.offered:
        yield "reads", "the highest hand at the table is read only where every hand is dealt whole, and stays"
    if bet.bonus and bet.bonus.reads in (HIGHEST, BEATEN):
        yield "bonus", f"a bonus line is paid on cards of its own seat, and not on {bet.bonus.reads!r}"
    if bet.bonus and bet.bonus.after and (len(game.stages) > 1 or game.cards.community):
        yield "bonus", "a bonus after some choices needs a single decision, and no board"


def _lacks_offered(game: Description) -> Iterator[Lack]:
    """Why no engine knows a card that may be taken."""
    cards, ranked, act = game.cards, game.cards.ranking, game.stages[0].name if game.stages else ""
    if len(game.stages) != 1 or not cards.dealer or cards.community or game.draws:
        words = "a card is taken at the only decision, against a dealer, with no board and no exchange"
        yield ("act", act), words
    if cards.first or ranked.size_max < cards.packet + cards.community:
        words = f"{ranked.words} are made from {ranked.size_max} cards at most, and one more may be taken"
        yield ("act", act), words


def _misfits(game: Description, bet: BetRow) -> Iterator[Lack]:
    """The tables that can't rank the cards that a bet reads."""
    tables = [(bet.slug, bet.table, bet.reads)] if bet.table else []
    tables += [(bet.bonus.table, bet.bonus.table, bet.bonus.reads)] if bet.bonus else []
    for slug, name, reads in tables:
        for table in game.tables_of(name):
            if why := misfit(table, reads, game.cards):
                yield ("table", table.designator, "ranking") if table.house else ("bet", slug, "reads"), why


def misfit(table: TableRow, reads: str, cards: Cards) -> str:
    """Why a table can't rank the cards that a bet reads, or nothing."""
    if table.ranking.own and (reads != "own+dealer" or table.ranking.own != cards.player):
        words = f"{table.designator} ranks {table.ranking.words}, each by whose they are"
        return f"{words}, and not {reads!r}"
    if cards.jokers > table.ranking.jokers:
        return f"{table.designator} ranks {table.ranking.words}, which know no joker"
    for held in cards.hands() if reads == HIGHEST else (reads,):
        size = cards.read_by(held)
        if not table.ranking.size <= size <= table.ranking.size_max:
            return f"{table.designator} ranks {table.ranking.words}, and {held!r} are {size} cards"
    return ""
