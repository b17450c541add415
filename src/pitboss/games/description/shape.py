"""Finds in the general form of a game the shape that exact engines, kernel and pages know.

A `Description` says of a game what they ask: whose cards there are, what each bet is paid at each end of the
round, which choices a stage offers. Nothing of it is named in a file: a dealer's hand is a hand of the
dealer's that lines compare with, a stage is a question with what is opened and dealt before it. A game of
another shape is a game all the same, only without a description: `Shapeless` says in a line why.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType

from pitboss.cards import CARDS
from pitboss.errors import BadInput
from pitboss.games.contract import Outside
from pitboss.games.description.by_lines import Lines, asked_places, kind_of
from pitboss.games.description.model import (
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
    CheckRow,
    ChoiceRow,
    ClauseRow,
    Description,
    Face,
    OptionRow,
    StageRow,
    TableRow,
    by_class,
)
from pitboss.games.language import Game, form
from pitboss.games.language import parse as parse_game
from pitboss.games.language import read as read_game
from pitboss.games.language.acts import not_laid
from pitboss.games.language.expressions import (
    FALSE,
    TRUE,
    And,
    Answer,
    Compare,
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
    every_node,
)
from pitboss.games.language.expressions import Cards as Held
from pitboss.games.language.options import trials
from pitboss.games.language.rankings import shipped
from pitboss.hands.kinds import KINDS, Kind, kind
from pitboss.money import Odds
from pitboss.paytables.beside import NOTHING, Beside, printed_beside
from pitboss.paytables.model import Line, OddsByHands
from pitboss.paytables.rankings import Ranking as PrintedRanking
from pitboss.paytables.rankings import ranking as printed_ranking

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
_SPOKEN = {"no-hand": "no_hand", "take-back": "take_back"}
"""What engines and pages call the lines of a clause."""


class Shapeless(BadInput):
    """Why a game has no description: no exact engine, kernel or page of today knows its shape."""


def parse(text: str, name: str = "game.toml", beside: Beside = NOTHING) -> Description:
    """The description of the game in a text; `name` is what mistakes call the file."""
    return _under_every_value(parse_game(text, name, beside), bool(beside.printed), name)


def read(path: Path, entered: Path | None = None, tried: bool = True) -> Description:
    """The description of the game in a file; every value of its options is tried, or they were before."""
    printed = bool(printed_beside(path))
    if not tried:
        return shape(read_game(path, entered, tried=False), printed)
    return _under_every_value(read_game(path, entered), printed, f"{path.parent.name}/{path.name}")


def _under_every_value(game: Game, printed: bool, name: str) -> Description:
    """The description of a game that has one under every value of its options."""
    under = ""
    try:
        for chosen in trials(game.options):
            under = ", ".join(f" (under {option}={value})" for option, value in chosen.items())
            shape(game.under(chosen), printed)
        under = ""
        return shape(game, printed)
    except Shapeless as error:
        raise Shapeless(f"{name}: {error}{under}") from None


def shape(game: Game, printed: bool = False) -> Description:
    """The description of a game under its options; `printed` says whether its tables have a file.

    :raises Shapeless: if the game has none.
    """
    return _Shape(game, printed).description()


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


@dataclass(frozen=True)
class _Shape:
    of: Game
    printed: bool

    def description(self) -> Description:
        game = self.of
        self._check_bets()
        bets = tuple(self._bet(bet) for bet in game.bets if not bet.rides)
        stages = tuple(self._stages())
        for slug in self._riders:
            if not any(bet.bonus and bet.bonus.table == slug for bet in bets):
                raise Shapeless(f"the bet {slug!r} rides another and is no bonus line of it")
        found = Description(
            slug=game.slug,
            name=game.name,
            family=self.family,
            words=game.words,
            rules_from=game.rules_from,
            text=game.text,
            letter=game.letter,
            aliases=game.aliases,
            one_of=game.one_of,
            cards=self.cards,
            bets=bets,
            stages=stages,
            qualifies=self._lowest.cards if self._lowest else (),
            always_against=self._always,
            no_hand_first=self._sooner(),
            tables=tuple(self._tables()),
            options=tuple(map(self._option, game.options)),
            clauses=tuple(map(self._clause, game.clauses)),
            checks=tuple(
                CheckRow(one.name, one.asks, one.answers, one.clause, one.after) for one in game.checks
            ),
            face=Face(game.face.short, game.face.printed),
            chosen=game.chosen,
            bet_order=self._order(),
            printed=self.printed,
            listed=tuple(map(self._bet, game.listed)),
            again=lambda options: shape(game.under(options), self.printed),
            form=game,
        )
        _check(found)
        return found

    # Places, and the hands that are made of them.

    def _place(self, of: str) -> form.Place | None:
        """The place of somebody from which hands are made; there is one at most."""
        found = [place for place in self.of.places if place.of == of and place.cards]
        if len(found) > 1 or any(place.plural for place in found):
            raise Shapeless(f"{found[0].name!r} is not the only hand of its owner")
        return found[0] if found else None

    @cached_property
    def own(self) -> form.Place:
        found = self._place(form.SEAT)
        if found is None:
            raise Shapeless("no cards are dealt to a seat")
        return found

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
            raise Shapeless(f"the hand {name!r} is not {' + '.join(one.name for one in there)}")
        if found.exactly or found.best not in (0, self.kind(found.ranking).size):
            raise Shapeless(f"the hand {name!r} is made of some of its cards only")
        return found

    def kind(self, name: str) -> Kind:
        """A ranking that comes with the program, as a table of strengths."""
        if name not in KINDS or self.of.rankings.get(name) != shipped()[name]:
            raise Shapeless(f"the ranking {name!r} is the game's own")
        return kind(name)

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
            raise Shapeless("it is not the last of the dealer's cards that lie open")
        dealt = self._acts[0].does
        first = isinstance(dealt, form.Deal) and self.board and dealt.cards[0][0] == self.board.name
        if own.up or (self.board and (self.board.up or self.board.face != form.DOWN)):
            raise Shapeless("cards of a seat or of the board lie open in part")
        if shoe.jokers > 1 or (shoe.decks > 1 and not self._second):
            raise Shapeless("several decks or jokers, of which each card counts for itself")
        removed = "".join(card.rank_char for card in CARDS if card in shoe.without and card.suit == 0)
        if frozenset(card for card in CARDS if card.rank_char in removed) != shoe.without:
            raise Shapeless("single cards are taken out of the deck, and not whole ranks")
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
            joker=bool(shoe.jokers),
            in_turn=bool(self.board and self.board.in_turn),
            board_first=bool(first),
        )

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
                raise Shapeless(f"the act {act.name!r} is done only when something holds, or for each hand")
            match act.does:
                case form.Deal(cards) if act is self._dealt[0]:
                    self._check_deal(dict(cards))
                case form.Deal(cards) if {place for place, _ in cards} == {self.own.name}:
                    deals += sum(n for _, n in cards)
                case form.Open(((place, n),)) if self.board and place == self.board.name:
                    opens += n or self.board.cards - opens
                case form.Burn() if self.board and not asked:
                    pass
                case form.Settle() if not asked:
                    pass
                case form.Question() as question:
                    yield self._stage(act, question, opens, deals)
                    opens, deals, asked = 0, 0, True
                case _:
                    raise Shapeless(f"no stage is made of the act {act.name!r}")

    def _check_deal(self, cards: Mapping[str, int]) -> None:
        wanted = {place.name: place.cards for place in self.of.places if place.cards}
        if cards != wanted:
            raise Shapeless("the deal is not one packet for everybody")

    def _stage(self, act: form.Act, question: form.Question, opens: int, deals: int) -> StageRow:
        lays = tuple(dict.fromkeys(lay.bet for choice in question.choices for lay in choice.bets))
        usual = _bare(act.when) in (not_laid(lays), TRUE) or (self._second and act is self._dealt[-1])
        if question.loop != TRUE or not usual:
            raise Shapeless(f"{act.name!r} is asked again, or only when something holds")
        return StageRow(
            act.name,
            question.prompt,
            opens,
            tuple(self._choice(one) for one in question.choices if _bare(one.when) != FALSE),
            deals,
            tuple(one.name for one in question.choices if _bare(one.when) == FALSE),
        )

    def _choice(self, choice: form.Choice) -> ChoiceRow:
        if choice.takes or choice.discards or choice.swaps or choice.deals or choice.splits or choice.again:
            raise Shapeless(f"the choice {choice.name!r} takes, swaps, splits or deals")
        times = {lay.bet: lay.times for lay in choice.bets}
        if any(lay.up_to or lay.times is None or lay.times.denominator > 1 for lay in choice.bets):
            raise Shapeless(f"the choice {choice.name!r} lays less than a whole bet, or up to something")
        with_hand, below = frozenset[str](), 0
        for guard in choice.when.parts if isinstance(choice.when, And) else (choice.when,):
            match guard:
                case _ if _bare(guard) == TRUE:
                    pass
                case InClass(held) if self._is(held, self.of.hands[self.own.name]) and not with_hand:
                    with_hand = self._classes(self.ranking, guard)
                case Versus(held, "<", Held(cards)) if self._is(held, self.of.hands[self.own.name]):
                    below = self.ranking.rank(cards)
                case _:
                    raise Shapeless(f"the choice {choice.name!r} asks {guard}")
        return ChoiceRow(
            choice.name,
            choice.label,
            MappingProxyType({bet: int(n or 0) for bet, n in times.items()}),
            choice.takes_back,
            choice.folds,
            with_hand,
            choice.exchanges,
            below,
        )

    @staticmethod
    def _is(one: object, other: HandOf | None) -> bool:
        """Whether two hands are the same cards, ranked the same, whatever they are called."""
        if not isinstance(one, HandOf) or other is None:
            return False
        return (one.parts, one.ranking) == (other.parts, other.ranking)

    def _classes(self, ranked: Kind, test: InClass) -> frozenset[str]:
        """The classes of a kind that a test takes in; the language tells apart more of them."""
        said = shipped()[ranked.name]
        parts = {name: said.named(name) for name in ranked.classes}
        found = frozenset(name for name, inner in parts.items() if inner <= test.classes)
        if frozenset[str]().union(*(parts[name] for name in found)) != test.classes:
            raise Shapeless(f"{ranked.words} are not told apart by {test}")
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
        own, dealers = self.own, self.dealers
        if self.board or dealers is None or (own.cards, dealers.cards) != (1, 1):
            raise Shapeless("only where both have a card alone a second one is dealt")
        question = self._dealt[-1]
        assert isinstance(question.does, form.Question)
        tie = Versus(self.of.hands[own.name], "==", self.of.hands[dealers.name])
        if _bare(question.when) != tie or [choice.folds for choice in question.does.choices].count(True) != 1:
            raise Shapeless("a second deal is for ties, and can be declined")
        going = {Answer(question.name, choice.called) for choice in question.does.choices if not choice.folds}
        dealt, burned, each = dict[str, int](), list[int](), list[int]()
        for act in self._again:
            if _bare(act.when) not in going or len(going) > 1:
                raise Shapeless(f"the act {act.name!r} is not of all who go on")
            match act.does:
                case form.Burn(n):
                    burned.append(n)
                    each.append(len(dealt))
                case form.Deal(cards):
                    dealt |= dict(cards)
                case _:
                    raise Shapeless(f"no second deal is made of the act {act.name!r}")
        seats = [name for name in dealt if self.of.place(name).of == form.SEAT]
        others = [name for name in dealt if self.of.place(name).of == form.DEALER]
        if [*dealt.values()] != [1, 1] or len(seats) != 1 or len(others) != 1:
            raise Shapeless("a second deal is a card to the seat and one to the dealer")
        if each not in ([], [0], [0, 1]) or len({*burned}) > 1:
            raise Shapeless("cards are burnt once before a second deal, or before each of its cards")
        return _Second(self.of.hands[seats[0]], self.of.hands[others[0]], sum(burned[:1]), len(burned) > 1)

    # How bets are settled.

    @cached_property
    def _qualifying(self) -> Expression | None:
        """The condition by which the dealer plays: a hand is at least so good, or the player's is such."""
        if self.dealer is None:
            return None
        lines = (line.when for bet in self.of.bets for line in bet.settles)
        first = self.of.settlement.first
        found = dict[Expression, None]()
        for node in every_node((*self.of.terms.values(), *lines, *([first.when] if first else []))):
            if isinstance(node, Or | Versus) and self._qualifies(node):
                found[node] = None
        either = [node for node in found if isinstance(node, Or)]
        plain = [node for node in found if not any(node in one.parts for one in either)]
        if len(plain) > 1:
            raise Shapeless(f"the dealer plays by {plain[0]} and by {plain[1]}")
        return plain[0] if plain else None

    def _qualifies(self, node: Expression) -> bool:
        match node:
            case Versus(held, ">=", Held()):
                return self._is(held, self.dealer)
            case Or((Versus() as first, InClass(held))):
                return self._qualifies(first) and self._is(held, self.player)
        return False

    @cached_property
    def _lowest(self) -> Held | None:
        node = self._qualifying.parts[0] if isinstance(self._qualifying, Or) else self._qualifying
        return node.right if isinstance(node, Versus) and isinstance(node.right, Held) else None

    @cached_property
    def _always(self) -> frozenset[str]:
        if isinstance(self._qualifying, Or) and isinstance(test := self._qualifying.parts[1], InClass):
            return self._classes(self.ranking, test)
        return frozenset()

    def _holds(self, node: Expression, at: _At) -> bool | None:
        """Whether a condition holds; None where it goes by what is not known."""
        if node == self._qualifying:
            return at.plays
        match node:
            case _ if node in (TRUE, FALSE):
                return node == TRUE
            case Term(_, of):
                return self._holds(of, at)
            case Not(of):
                inner = self._holds(of, at)
                return None if inner is None else not inner
            case And(parts):
                return _all(self._holds(part, at) for part in parts)
            case Or(parts):
                return _not(_all(_not(self._holds(part, at)) for part in parts))
            case Fact("folded"):
                return at.folded
            case Versus(left, sign, right):
                return self._versus(left, sign, right, at)
            case InClass(held) if self._is(held, self.player):
                return None if at.hand is None else at.hand in self._classes(self.ranking, node)
        raise Shapeless(f"a bet is settled by {node}")

    def _versus(self, left: object, sign: str, right: object, at: _At) -> bool | None:
        pairs: list[tuple[HandOf | None, HandOf | None, int | None]] = [(self.player, self.dealer, at.first)]
        if self._second:
            pairs.append((self._second.own, self._second.dealer, at.second))
        for own, other, compared in pairs:
            if self._is(left, own) and self._is(right, other):
                return None if compared is None else _SIGNS[sign](compared)
            if self._is(right, own) and self._is(left, other):
                return None if compared is None else _SIGNS[sign](-compared)
        raise Shapeless(f"a bet is settled by {left} {sign} {right}")

    def _settled(self, bet: form.Bet, at: _At) -> Cell:
        """What becomes of a bet, by the class of the player's hand where lines go by it."""
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
                    raise Shapeless(f"the bet {bet.slug!r} is settled before {line.when} is known")
                if holds:
                    found[name] = _cell(line.pays)
                    break
        cell = _cell(plain)
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

    @cached_property
    def _riders(self) -> tuple[str, ...]:
        return tuple(bet.slug for bet in self.of.bets if bet.rides)

    def _check_bets(self) -> None:
        for bet in self.of.bets:
            if bet.each or bet.commission or bet.needs_one or bet.not_with:
                raise Shapeless(f"the bet {bet.slug!r} is of each hand, of others, or pays a commission")
            if bet.up_to is not None or bet.any_size or bet.paid:
                raise Shapeless(f"the bet {bet.slug!r} may be of any size")
            if bet.of and bet.of != self.of.unit.slug:
                raise Shapeless(f"raises are multiples of {self.of.unit.slug!r}")
            if bet.in_round and (bet.kind != form.BASE or bet.required):
                raise Shapeless(f"{bet.slug!r} is laid in the round, and is no base bet")

    def _bet(self, bet: form.Bet) -> BetRow:
        base = bet.kind == form.BASE
        if not base and not bet.table:
            raise Shapeless(f"the bet {bet.slug!r} goes by no table")
        return BetRow(
            slug=bet.slug,
            name=bet.name,
            words=bet.words,
            kind=bet.kind,
            required=bet.required,
            of=bet.of,
            multiples=bet.multiples,
            equals=bet.equals,
            at_most=bet.at_most,
            needs=bet.needs,
            settles=MappingProxyType(dict(self._ends(bet)) if base else {}),
            table=bet.table,
            reads=self._reads(bet),
            after_fold="lose" if base else self._after_fold(bet),
            bonus=self._bonus(bet.slug),
            wager_cents=bet.wager_cents,
            most_cents=bet.most_cents,
            listed=bet.listed,
            at_once=bet.slug in self._at_once and not base,
            rounds=bet.rounds,
            source=bet.source,
            reads_by=MappingProxyType(self._reads_by(bet)),
        )

    def _after_fold(self, bet: form.Bet) -> str:
        """What a fold does to a bet that is otherwise paid by its table."""
        if self._settled(bet, _At(False, None)) != Cell(by_table=True):
            raise Shapeless(f"the bet {bet.slug!r} is settled by more than its table")
        if not self.of.folds:
            return "in-action" if bet.kind in SIDES else "lose"
        return "in-action" if self._settled(bet, _At(True, None)).by_table else "lose"

    def _bonus(self, slug: str) -> Bonus | None:
        """The rider that is paid by its table to whoever stayed in, after some choices only, if it is."""
        found = [bet for bet in self.of.bets if bet.rides == slug]
        if not found:
            return None
        rider, *more = found
        after = frozenset[str]()
        lines = [line for line in rider.settles if line.when != Fact("folded") or not line.pays.loses]
        if len(lines) > 1 and isinstance(lines[0].when, Not) and _pushes(lines[0].pays):
            taken = lines[0].when.of
            answers = taken.parts if isinstance(taken, Or) else (taken,)
            after = frozenset(one.choice for one in answers if isinstance(one, Answer))
            del lines[0]
        if more or [(line.when, line.pays.by) for line in lines] != [(TRUE, "table")]:
            raise Shapeless(f"the bet {rider.slug!r} rides {slug!r} and is no bonus line of it")
        if rider.table != rider.slug:
            raise Shapeless(f"a bonus line is called as its table, {rider.table!r}")
        return Bonus(rider.table, self._reads(rider), rider.name, after)

    def _reads(self, bet: form.Bet) -> str:
        """Whose cards a bet reads, in the words of engines."""
        return self._read_with(bet, bet.tables[0]) if bet.tables else self._read_by(bet, bet.reads)

    def _reads_by(self, bet: form.Bet) -> dict[str, str]:
        """What tables read that are ranked otherwise than the first one, by the name of their ranking."""
        found = {name: self._read_by(bet, held) for name, held in bet.reads_by}
        for table in bet.tables:
            name, read = self._ranked(bet, table).name, self._read_with(bet, table)
            if read != found.get(name, self._reads(bet)):
                raise Shapeless(f"the tables of {bet.slug!r} read different cards")
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
            raise Shapeless(f"the bet {bet.slug!r} reads {held}")
        names = {part.place: part.positions for part in held.parts}
        if len(names) < len(held.parts):
            raise Shapeless(f"the bet {bet.slug!r} reads {held}")
        return self._read_of(bet, names)

    def _read_of(self, bet: form.Bet, names: Mapping[str, tuple[int, int] | None]) -> str:
        found = "+".join(self._named(bet, place, at) for place, at in names.items())
        if re.sub(r"\[\d\]", "", found) not in READS:
            raise Shapeless(f"the bet {bet.slug!r} reads {' + '.join(names)}")
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
            raise Shapeless(f"the table {table.designator!r} goes by some cards, or under some options")
        if all(isinstance(test, Compare) and test.left == Fact("margin") for test in tests):
            return kind("class-margins")
        if self._by_tie(table):
            return kind("two-alike")
        if (lines := self._lines(bet, table)) is not None:
            try:
                return kind_of(lines)
            except BadInput as error:
                raise Shapeless(f"the bet {bet.slug!r}: {error}") from None
        if not all(isinstance(test, InClass) and isinstance(test.hand, It) for test in tests):
            raise Shapeless(f"the table {table.designator!r} has a line that is no class of hands")
        if self._printed(table):
            return _called(table.printed_as, self.kind(table.ranking))
        return self.kind(table.ranking)

    def _printed(self, table: form.Table) -> PrintedRanking | None:
        """The ranking of a printed table, if that is none of the language."""
        return printed_ranking(table.printed_as) if table.printed_as else None

    def _lines(self, bet: form.Bet, table: form.Table) -> Lines | None:
        """What the conditions of a bet tell apart, of a table that names one of them."""
        given, printed = dict(bet.conditions), self._printed(table)
        tests = {name: given[name] for name in (printed.outcomes if printed else given) if name in given}
        read = table.reads
        if not tests or not isinstance(read, HandOf):
            return None
        if not printed:
            raise Shapeless(f"the table {table.designator!r} has a line that is no class of hands")
        asked = {*asked_places([*tests.values()]), *(part.place for part in read.parts)}
        order = [place for place in (self.own, self.dealers, self.board) if place and place.name in asked]
        if {place.name for place in order} != asked:
            raise Shapeless(f"the lines of {bet.slug!r} ask for cards of {', '.join(sorted(asked))}")
        return Lines(
            table.printed_as,
            tuple((place.name, place.cards) for place in order),
            self.own.cards if self.dealers in order else 0,
            read,
            printed.outcomes,
            tuple(printed.names.items()),
            tuple(tests.items()),
            self.of,
        )

    def _by_tie(self, table: form.Table) -> bool:
        """Whether a table pays for the cards of a second deal being alike, and for nothing else."""
        second = self._second
        tie = Versus(second.own, "==", second.dealer) if second else None
        return [_bare(line.when) for line in table.lines] == [tie]

    def _own_as_of(self, bet: form.Bet) -> str:
        """What of a seat's cards a bet reads: those at the end, the first, those dealt, or those kept."""
        draws = any(
            choice.exchanges
            for act in self.of.acts
            if isinstance(act.does, form.Question)
            for choice in act.does.choices
        )
        if bet.as_of == form.KEPT:
            return "kept" if draws else "own"
        if bet.as_of == form.END or not (draws or self._later):
            return "own"
        if bet.as_of != "deal":
            raise Shapeless(f"the bet {bet.slug!r} reads the cards as of {bet.as_of!r}")
        return "first" if self._later else "dealt"

    # Tables.

    def _tables(self) -> Iterator[TableRow]:
        """All tables, each once."""
        found = dict[str, TableRow]()
        for bet in self.of.bets:
            for table in bet.tables:
                row = self._table(bet, table)
                if found.setdefault(table.designator, row).ranking is not row.ranking:
                    raise Shapeless(f"bets read different cards by the table {table.designator!r}")
        yield from found.values()

    def _table(self, bet: form.Bet, table: form.Table) -> TableRow:
        ranked = self._ranked(bet, table)
        if strange := next((line.name for line in table.lines if line.name not in ranked.names), ""):
            raise Shapeless(f"{ranked.words} know no hand called {strange!r}")
        odds = tuple((line.name, line.pay) for line in table.lines if isinstance(line.pay, Odds))
        metered = bet.kind == form.JACKPOT
        by_hands = any(isinstance(line.pay, OddsByHands) for line in table.lines)
        lines = () if metered or by_hands else odds
        return TableRow(
            table.designator,
            table.bet,
            ranked,
            lines,
            MappingProxyType(by_class(ranked, lines)),
            table.source,
            table.standing,
            table.house,
            tuple(Line(one.name, one.pay, one.envy_cents) for one in table.lines)
            if metered or by_hands
            else (),
            table.wager_cents,
            table.seed_cents,
        )

    # What is told.

    def _sooner(self) -> tuple[str, ...]:
        """The bets settled before any hand is opened when the dealer has none."""
        first = self.of.settlement.first
        if first is None or self._qualifying is None:
            return ()
        if self._holds(first.when, _At(False, None, plays=False)) is not True:
            raise Shapeless(f"bets are settled first when {first.when}")
        return first.bets

    def _order(self) -> tuple[str, ...]:
        """The order in which bets are settled, where the file says one."""
        said = self.of.settlement.bets
        return () if said == tuple(bet.slug for bet in (*self.of.bets, *self.of.listed)) else said

    def _option(self, option: form.Option) -> OptionRow:
        outside = []
        for value in option.values:
            if value.outside:
                if len(value.outside.with_values) > 1:
                    raise Shapeless(f"{option.name}={value.value} is ruled out with several other values")
                when = next(iter(value.outside.with_values), None)
                outside.append(Outside(value.value, value.outside.words, when))
        return OptionRow(
            option.name,
            option.words,
            MappingProxyType({value.value: value.sets for value in option.values}),
            option.amount,
            MappingProxyType({value.value: value.says for value in option.values if value.says}),
            tuple(outside),
            bool(option.any_order),
        )

    def _clause(self, clause: form.Clause) -> ClauseRow:
        says = {self._spoken(place): words for place, words in clause.says.items()}
        decides = tuple(self._spoken(place) for place in clause.decides)
        return ClauseRow(clause.number, clause.words, decides, MappingProxyType(says))

    def _spoken(self, place: str) -> str:
        """What a clause decides, as engines and pages call it."""
        if any(place == bet.slug for bet in (*self.of.bets, *self.of.listed)):
            return place
        bet, dot, line = place.rpartition(".")
        line = _SPOKEN.get(line, line)
        return f"{bet}{dot}{line.replace('war-', 'war_') if self._second else line}"


@cache
def _called(name: str, ranked: Kind) -> Kind:
    """A ranking as a printed table calls it."""
    return replace(ranked, name=name)


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


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


def _all(values: Iterator[bool | None]) -> bool | None:
    found = [*values]
    return False if False in found else None if None in found else True


def _cell(cell: form.Cell) -> Cell:
    return Cell(cell.odds, cell.by == "table", by_margin=cell.by == "margin")


def _pushes(cell: form.Cell) -> bool:
    return cell.odds is not None and not cell.odds.net


def _check(game: Description) -> None:
    """What engines, kernel and pages take for granted of a description."""
    for why in _lacks(game):
        raise Shapeless(why)


def _lacks(game: Description) -> Iterator[str]:
    """Why no engine, kernel or page of today could be right about a game."""
    cards, ranked = game.cards, game.cards.ranking
    if not game.stages:
        yield "nobody is asked for a decision"
    for who, held in (("player", cards.player), ("dealer", cards.dealer)):
        if held and not ranked.size <= held + cards.community <= ranked.size_max:
            words = f"{ranked.words} are made from {ranked.size} to {ranked.size_max} cards"
            yield f"{words}, and the {who} has {held + cards.community}"
    if cards.joker and not ranked.joker:
        yield f"{ranked.words} know no joker"
    if game.stages and game.stages[0].deals:
        yield "cards are dealt to a seat between the deal and its first decision"
    changes = game.draws or cards.first
    for bet in game.bets:
        yield from _lacks_of(game, bet)
        if bet.reads == HIGHEST and (game.family == WAR or changes):
            yield "the highest hand at the table is read only where every hand is dealt whole, and stays"
        if bet.bonus and bet.bonus.after and (len(game.stages) > 1 or cards.community):
            yield "a bonus after some choices needs a single decision, and no board"
    yield from _lacks_back(game)


def _lacks_of(game: Description, bet: BetRow) -> Iterator[str]:
    """What is wrong with a bet."""
    side, war = bet.kind in SIDES, game.family == WAR
    if bet.at_once and (bet.kind != "side" or bet.reads not in ("own", "first") or war):
        yield "only a side bet on the player's first cards is settled at once"
    if bet.kind == "base" and not war and (bet.settles["fold"].uses_table or bet.settles["fold"].by_hand):
        yield f"the bet {bet.slug!r}: a fold is settled before hands are compared"
    if war and (bet.kind == "jackpot" or (side and bet.after_fold == "lose")):
        yield "where ties are dealt again, side bets are settled before anybody gives up"
    if war and bet.bonus:
        yield f"the bet {bet.slug!r}: where ties are dealt again, no bonus line is paid"
    margins = [part for cell in bet.settles.values() for part in (cell, *cell.by_hand.values())]
    if game.family != AGAINST_DEALER and any(part.by_margin for part in margins):
        yield "only against a dealer there is a margin"
    tables = [(bet.table, bet.reads, int(bet.kind != "base"))] if bet.table else []
    tables += [(bet.bonus.table, bet.bonus.reads, 0)] if bet.bonus else []
    for name, reads, short in tables:
        for table in game.tables_of(name):
            if why := misfit(table, reads, game.cards):
                yield why
            if reads == "kept" and game.cards.player - game.draws + (short and side) < table.ranking.size:
                yield f"the bet {bet.slug!r}: too few cards may be kept to rank them"


def _lacks_back(game: Description) -> Iterator[str]:
    """Bets that are taken back were laid before the deal, and are there."""
    back = set[str]()
    for stage in game.stages:
        for choice in stage.choices:
            if any(game.bet(slug).kind != "base" for slug in choice.takes_back):
                yield "a bet that is no base bet is taken back"
            if twice := back & {*choice.takes_back}:
                yield f"{min(twice)!r} may have been taken back at a stage before"
        back |= {slug for choice in stage.choices for slug in choice.takes_back}


def misfit(table: TableRow, reads: str, cards: Cards) -> str:
    """Why a table can't rank the cards that a bet reads, or nothing."""
    if table.ranking.own and (reads != "own+dealer" or table.ranking.own != cards.player):
        words = f"{table.designator} ranks {table.ranking.words}, each by whose they are"
        return f"{words}, and not {reads!r}"
    for held in cards.hands() if reads == HIGHEST else (reads,):
        size = cards.read_by(held)
        if not table.ranking.size <= size <= table.ranking.size_max:
            return f"{table.designator} ranks {table.ranking.words}, and {held!r} are {size} cards"
    return ""
