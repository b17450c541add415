"""What exact engines and the simulation kernel know of a game that is described, as values.

A file is read by `pitboss.games.language` into the general form; `shape` finds a `Description` in it, or says
why there is none.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import MappingProxyType

from pitboss.cards import CARDS, JOKER, Card
from pitboss.errors import unknown
from pitboss.games.contract import SEATS_MAX
from pitboss.games.language import Game
from pitboss.games.language.form import ROUNDINGS
from pitboss.games.language.places import JOKERS_MAX
from pitboss.hands.kinds import MARGINS, NAMES, Kind, kind
from pitboss.money import Odds
from pitboss.paytables.model import Line, OddsByHands, Paytable

AGAINST_DEALER, AGAINST_PAYTABLE, WAR = "against-dealer", "against-paytable", "war"
COUNTED = "counted"
"""The kind of a bet that is read like a side bet and counted for comparison: no table takes it."""
SIDES = ("side", COUNTED)
"""The kinds of bets that are read by themselves."""
ENDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        AGAINST_DEALER: ("fold", "no_hand_win", "no_hand_tie", "no_hand_lose", "win", "tie", "lose"),
        AGAINST_PAYTABLE: ("fold", "hand"),
        WAR: ("fold", "win", "lose", "war_win", "war_tie", "war_lose"),
    }
)
"""How a round can end for a seat, by family: without a dealer's hand the two are compared all the same.

In war a tie is no end: it is surrendered, which is a fold, or opens a second deal.
"""
ALIKE = "equal-ranks"
"""The class of two cards of one rank."""
WITH_JOKERS = (*CARDS, *(JOKER,) * JOKERS_MAX)
READS = ("own", "dealer", "community", "own+dealer", "own+community", "dealt", "kept", "first")
"""The cards a side bet or bonus is paid on; `dealt` are the player's own before any exchange, `kept` those
of them that are still there, `first` those dealt before the first decision."""
HIGHEST, BEATEN = "highest", "beaten"
"""What a side bet reads that pays the highest hand at the table, whoever holds it, folded or not; and the
one of the player's hand and the dealer's that is beaten, if they don't tie."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What becomes of a bet at one end of the round: odds, lost, or paid by its table.

    A push is 0 to 1, and a bet of which half is lost 1 for 2.

    Paid by its table it has the odds, if any, where the table has no line. With `by_hand` the class of the
    player's hand decides which; the cell itself is for all other classes.
    """

    odds: Odds | None = None
    by_table: bool = False
    by_hand: Mapping[str, "Cell"] = field(default_factory=lambda: MappingProxyType({}))
    by_margin: bool = False
    """Paid by its table, which goes by the margin between the two hands."""

    def at(self, hand: str) -> "Cell":
        """The cell for a class of the player's hand."""
        return self.by_hand.get(hand, self)

    def pays(self, hand: str, table: Mapping[str, Odds], margin: str = MARGINS[0]) -> Odds | None:
        """What a bet with this table is paid with a hand of this class, by a margin; None is a loss."""
        cell = self.at(hand)
        if cell.by_margin:
            return table.get(margin)
        return table.get(hand, cell.odds) if cell.by_table else cell.odds

    @property
    def uses_table(self) -> bool:
        """Whether the table of the bet is ever looked at."""
        return any(cell.by_table or cell.by_margin for cell in (self, *self.by_hand.values()))


@dataclass(frozen=True, slots=True)
class Offered:
    """A card of a seat's packet that lies face down, and that a choice may take into the hand."""

    name: str
    """What the place is called where it lies."""
    first: bool
    """Whether it is the first of the packet, and not the last."""


@dataclass(frozen=True, slots=True)
class Cards:
    """What is dealt, from which deck, and how hands are ranked."""

    player: int
    dealer: int
    dealer_up: int
    community: int
    ranking: Kind
    removed_ranks: str = ""
    face_up: bool = False
    """Whether the players' cards lie open to all."""
    burned: int = 0
    """How many cards go to the discards unseen: the last of the board's packet, or where there is no board
    the first of the dealer's; in war before the second deal."""
    burn_each: bool = False
    """Whether in war they are burnt before each card of the second deal, and not once."""
    decks: int = 1
    first: int = 0
    """How many of the player's cards are dealt before the first stage; 0 is all of them."""
    jokers: int = 0
    """How many jokers are in the deck."""
    in_turn: bool = field(default=False, compare=False)
    """Whether the board is dealt when it is opened, and does not lie there face down before."""
    board_first: bool = field(default=False, compare=False)
    """Whether the board is dealt before any hand."""

    offered: Offered | None = None
    """The card that a seat may take into its hand besides."""

    @property
    def packet(self) -> int:
        """How many cards a seat is dealt."""
        return self.player + bool(self.offered)

    def sizes(self) -> Mapping[str, int]:
        """How many cards each of those has whose cards a bet can read."""
        own = dict.fromkeys(("own", "dealt", "kept"), self.player)
        first = self.first or self.player
        return {**own, "first": first, "dealer": self.dealer, "community": self.community}

    def hands(self) -> tuple[str, ...]:
        """Whose hands are dealt, as a side bet would read each: a player's, then the dealer's, if any."""
        board = "+community" if self.community else ""
        return tuple(f"{who}{board}" for who in ("own", "dealer") if self.sizes()[who])

    def read_by(self, reads: str) -> int:
        """How many cards are read: of a bet on another's hand as well those of a player's hand.

        `community[3]` are the first three cards of the board.
        """
        sizes, found = self.sizes(), 0
        for who in (self.hands()[0] if reads in (HIGHEST, BEATEN) else reads).split("+"):
            whose, _, first = who.partition("[")
            found += int(first.removesuffix("]")) if first else sizes[whose]
        return found

    @property
    def hands_dealt(self) -> range:
        """How many hands can be dealt, from one player's on, the dealer's counted."""
        others = self.dealer + self.community + self.burned
        most = min(SEATS_MAX, (len(self.deck) - others) // self.packet)
        return range(1 + bool(self.dealer), most + bool(self.dealer) + 1)

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards of the deck, from the lowest up; jokers stand last."""
        return _deck(self.removed_ranks, self.jokers)


@cache
def _deck(removed_ranks: str, jokers: int) -> tuple[Card, ...]:
    if not removed_ranks:
        return WITH_JOKERS[: len(CARDS) + jokers] if jokers else CARDS
    return (*(card for card in CARDS if str(card)[0] not in removed_ranks), *(JOKER,) * jokers)


@dataclass(frozen=True, slots=True)
class Bonus:
    """A further line on a bet that is settled anyway: paid by a table to whoever stayed in."""

    table: str
    reads: str
    name: str
    after: frozenset[str] = frozenset()
    """The choices after which alone it is paid; none where any will do."""

    def paid_after(self, decided: Collection[str]) -> bool:
        """Whether it is paid to a seat that has taken these choices."""
        return not self.after or not self.after.isdisjoint(decided)


@dataclass(frozen=True, slots=True)
class BetRow:
    """A bet and its payoff."""

    slug: str
    name: str
    kind: str
    required: bool
    in_round: bool
    """Whether it is laid by a decision and not before the deal."""
    settles: Mapping[str, Cell]
    table: str
    reads: str
    after_fold: str
    bonus: Bonus | None
    at_once: bool = False
    """Whether it is settled before the first decision."""
    rounds: str = ROUNDINGS[0]
    """How what goes back of a half lost stake is rounded."""
    reads_by: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """What is read in place of `reads` with tables of a ranking, by the ranking's name."""
    margins: tuple[str, ...] = MARGINS
    """What its tables call the margins between two hands, from none up."""

    def reads_for(self, ranked: Kind) -> str:
        """The cards that are read with a table of a ranking."""
        return self.reads_by.get(ranked.name, self.reads)

    @property
    def lost_with_fold(self) -> bool:
        """Whether a fold loses it: not if it was settled before."""
        return self.after_fold == "lose" and not self.at_once

    @property
    def settles_by_margin(self) -> bool:
        """Whether its table pays it by the margin between the two hands."""
        cells = (part for cell in self.settles.values() for part in (cell, *cell.by_hand.values()))
        return any(part.by_margin for part in cells)

    def pays(self, end: str, hand: str, table: Mapping[str, Odds], margin: int = 0) -> Odds | None:
        """What it is paid at an end of the round; None is a loss. A table of war pays for cards alike."""
        named = self.margins[min(margin, len(self.margins) - 1)]
        return self.settles[end].pays(ALIKE if end == "war_tie" else hand, table, named)


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """One choice: the multiples of the Ante it lays on bets, the bets it takes back, or that it folds."""

    name: str
    label: str
    bets: Mapping[str, int]
    takes_back: tuple[str, ...]
    folds: bool
    with_hand: frozenset[str] = frozenset()
    """The classes of the player's hand with which alone it may be taken; none where any will do."""
    exchanges: tuple[int, ...] = ()
    """The player's cards that are exchanged for the next of the deck, counted from the lowest up."""

    below: int = 0
    """The strength from which up it may not be taken; 0 where any will do."""
    takes: bool = False
    """Whether the card that is offered joins the hand."""

    @property
    def seen(self) -> tuple[object, ...]:
        """All of it as a value that can be compared and kept by."""
        bets = tuple(self.bets.items())
        needs = self.with_hand, self.below
        return self.name, bets, self.takes_back, self.folds, needs, self.exchanges, self.takes

    def open_to(self, hand: str, strength: int = 0) -> bool:
        """Whether it may be taken with a hand of this class, and of this strength if that is known."""
        return (not self.with_hand or hand in self.with_hand) and (not self.below or strength < self.below)

    @property
    def needs_hand(self) -> bool:
        """Whether it is open to some hands only."""
        return bool(self.with_hand or self.below)


@dataclass(frozen=True, slots=True)
class StageRow:
    """A turn of decisions, after so many community cards were opened and own cards dealt."""

    name: str
    prompt: str
    opens: int
    choices: tuple[ChoiceRow, ...]
    deals: int = 0
    """How many cards every player who is still in is dealt before it."""
    closed: tuple[str, ...] = ()
    """Choices that it has under other options only."""

    def asks(self, out: Collection[str]) -> bool:
        """Whether a seat with these bets out is asked: a bet is laid once, so not if it has laid them all."""
        lays = {slug for choice in self.choices for slug in choice.bets}
        return not lays or not lays <= {*out}


@dataclass(frozen=True, slots=True)
class TableRow:
    """A paytable of a ranking, its lines best first."""

    designator: str
    bet: str
    ranking: Kind
    lines: tuple[tuple[str, Odds], ...]
    source: str
    house: bool = False
    """Entered by the house for a bet without a public one."""
    written: tuple[Line, ...] = ()
    """The lines of a table that pays no plain odds, in place of the others: from a meter, or by the number of
    hands dealt."""
    wager_cents: int | None = None
    seed_cents: int | None = None
    pays: Mapping[str, Odds] = field(init=False)
    """What each class is paid: by the first line that takes it in; losing classes are absent."""

    def __post_init__(self) -> None:
        lines = reversed(self.lines)
        pays = {name: odds for hand, odds in lines for name in self.ranking.covers(hand)}
        object.__setattr__(self, "pays", MappingProxyType(pays))

    @classmethod
    def of(cls, table: Paytable, bet: str, ranked: Kind) -> "TableRow":
        """A table that stands elsewhere, as the one that pays this bet."""
        lines = tuple((line.hand, line.pay) for line in table.lines if isinstance(line.pay, Odds))
        return cls(
            table.designator,
            bet,
            ranked,
            lines,
            " ".join(table.notes),
            written=() if len(lines) == len(table.lines) and not table.metered else table.lines,
            wager_cents=table.wager_cents,
            seed_cents=table.seed_cents,
        )

    @property
    def pushes(self) -> bool:
        """Whether it gives some hand its wager back, and no more."""
        by_hands = [line.pay for line in self.written if isinstance(line.pay, OddsByHands)]
        every = [*(odds for _, odds in self.lines), *(odds for pay in by_hands for _, odds in pay.odds)]
        return any(not odds.numerator for odds in every)

    @property
    def loses(self) -> bool:
        """Whether some hand has no line."""
        hands = (*(hand for hand, _ in self.lines), *(line.hand for line in self.written))
        return len(frozenset[str]().union(*map(self.ranking.covers, hands))) < len(self.ranking.classes)


@dataclass(frozen=True, eq=False)
class Description:
    """What exact engines and the simulation kernel need of a game under the options chosen, and nothing else.

    Whoever tells of a game, deals it or pays it asks its general form.
    """

    slug: str
    name: str
    family: str
    cards: Cards
    bets: tuple[BetRow, ...]
    stages: tuple[StageRow, ...]
    qualifies: tuple[Card, ...]
    """The lowest hand with which the dealer plays; none where the dealer always does."""
    always_against: frozenset[str]
    """Classes of the player's hand against which the dealer plays with any hand."""
    tables: tuple[TableRow, ...]
    chosen: Mapping[str, str]
    again: Callable[[Mapping[str, str]], "Description"] = field(repr=False)
    """Reads the file once more under other options."""
    form: Game = field(repr=False)
    """The general form it was found in, which says all that decides."""

    @cached_property
    def qualifying_strength(self) -> int:
        """The lowest strength with which the dealer plays; 1, which every hand has, where always."""
        return self.cards.ranking.rank(self.qualifies) if self.qualifies else 1

    @cached_property
    def play(self) -> tuple[object, ...]:
        """What is dealt, decided and compared, whatever is paid for it: equal for games that play alike."""
        stages = tuple(
            (stage.name, stage.opens, stage.deals, tuple(choice.seen for choice in stage.choices))
            for stage in self.stages
        )
        return self.family, self.cards, self.qualifies, self.always_against, self.by_margin, stages

    def bet(self, slug: str) -> BetRow:
        """A bet by its slug."""
        for bet in self.bets:
            if bet.slug == slug:
                return bet
        raise unknown(f"{self.name} has no bet called", slug, (bet.slug for bet in self.bets))

    @property
    def base(self) -> tuple[BetRow, ...]:
        """The bets of the game itself."""
        return tuple(bet for bet in self.bets if bet.kind == "base")

    def tables_of(self, name: str) -> tuple[TableRow, ...]:
        """The paytables of that name, the default first."""
        return tuple(table for table in self.tables if table.bet == name)

    def ranked_by(self, name: str, ranking: str) -> Kind:
        """How tables of that name rank that go by a ranking, as tables call it."""
        wanted = NAMES.get(ranking, ranking)
        known = (table.ranking for table in self.tables_of(name) if table.ranking.name == wanted)
        return next(known, None) or kind(ranking)

    @property
    def unit(self) -> BetRow:
        """The bet that raises are multiples of: the first of the game laid before the deal."""
        return next(bet for bet in self.base if not bet.in_round)

    @property
    def dealt_last(self) -> int:
        """How many of the player's cards are dealt after the last stage."""
        first = self.cards.first or self.cards.player
        return self.cards.player - first - sum(stage.deals for stage in self.stages)

    @property
    def folds(self) -> bool:
        """Whether a seat can fold."""
        return any(choice.folds for stage in self.stages for choice in stage.choices)

    @property
    def draws(self) -> int:
        """How many cards a seat can exchange in a round."""
        return sum(max(len(choice.exchanges) for choice in stage.choices) for stage in self.stages)

    def exchanged(self, bet: BetRow) -> bool:
        """Whether a choice changes the cards that a bet reads: it has those of the end of the round."""
        changed = {"own", "kept"} if self.draws else {"own", BEATEN} if self.cards.offered else set()
        return not bet.at_once and not changed.isdisjoint(bet.reads.split("+"))

    @property
    def reads_hand(self) -> str:
        """The cards that a player's hand is made from, as a side bet would read them."""
        return "own+community" if self.cards.community else "own"

    def chooses(self, name: str) -> str:
        """The bet by which a table of that name is chosen: a bonus, or the first bet paid by it."""
        return next(
            name if bet.bonus and bet.bonus.table == name else bet.slug
            for bet in self.bets
            if name in (bet.table, bet.bonus and bet.bonus.table)
        )

    @cached_property
    def by_margin(self) -> bool:
        """Whether a bet is paid by the margin between the two hands."""
        return any(bet.settles_by_margin for bet in self.base)

    @cached_property
    def _places(self) -> tuple[int, ...]:
        return tuple(self.cards.ranking.places().tolist())

    def margin(self, player: int, dealer: int) -> int:
        """By how many classes a player's hand is above the dealer's, as far as tables count."""
        return min(len(MARGINS) - 1, max(0, self._places[dealer] - self._places[player]))

    def end(self, player: int, dealer: int) -> str:
        """How the round ends for a hand that was not folded, by the strengths of both."""
        if not self.cards.dealer:
            return "hand"
        compared = "win" if player > dealer else "lose" if player < dealer else "tie"
        if dealer >= self.qualifying_strength:
            return compared
        plays = self.always_against and self.cards.ranking.class_of(player) in self.always_against
        return compared if plays else f"no_hand_{compared}"

    def table(self, designator: str) -> TableRow:
        """A paytable by its designator."""
        for table in self.tables:
            if table.designator == designator:
                return table
        known = (table.designator for table in self.tables)
        raise unknown(f"{self.name} has no paytable called", designator, known)

    def under(self, options: Mapping[str, str]) -> "Description":
        """The same game under other options, each by its name."""
        return self.again(options)
