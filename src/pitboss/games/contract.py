"""What a game is: its bets, options and rulings as data, and the values a round exchanges with its table."""

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from pitboss.cards import CARDS, Card
from pitboss.errors import BadInput, unknown
from pitboss.frames import frame, texts, truths
from pitboss.games.telling import Telling
from pitboss.money import Odds, format_short
from pitboss.paytables import Paytable, paytable, paytables, same_name
from pitboss.paytables.edited import EDITED, is_written, read_written, taken_apart, written
from pitboss.report import Report, Section, Shown

if TYPE_CHECKING:
    from pitboss.games.description import Description
    from pitboss.games.language import form
    from pitboss.games.layout import Layout
    from pitboss.games.strategy import Turn

EVEN = Odds(1, 1, stake_back=True)
SEATS_MAX = 7
"""More players no table of these games has."""
MARKS = {
    "approval": "",
    "public": "Rules from public texts, not from an approval.",
    "own": "Own game, not approved.",
}
"""What must stand wherever a game shows, by whose rules it is played."""


@dataclass(frozen=True, slots=True)
class Bet:
    """A named spot on the layout.

    A bet with `multiples` is made in the course of the round, at one of these multiples of the bet `of`;
    every other bet is laid before the deal.
    """

    slug: str
    name: str
    words: str
    kind: str = "base"
    """`base` for the game itself, `side` for an optional bet, `jackpot` for the wager on a sensor."""
    required: bool = False
    equals: str = ""
    at_most: str = ""
    needs: tuple[str, ...] = ()
    needs_one: tuple[str, ...] = ()
    """Bets of which one must be laid with it."""
    not_with: tuple[str, ...] = ()
    """Bets that may not be laid with it."""
    multiples: tuple[int, ...] = ()
    of: str = ""
    in_round: bool = False
    """Laid only when the round asks for it, as a raise, insurance or the price of a card."""
    pays: Odds | None = EVEN
    """What a win pays where no paytable says; nothing for a price, which is never won back."""
    source: str = ""
    """The sentence of the approved text that says how it is laid: 002:133 is line 133 of the text 002."""
    paid_as: str = ""
    """The bet whose paytable pays this one too."""
    wager_cents: int | None = None
    """What is laid on a side bet, where that is fixed; a jackpot's wager stands with its paytable."""
    most_cents: int | None = None
    """The most that the house takes on it by its rules; a table's limit may be lower."""
    highest: bool = False
    """Paid on the highest hand at the table, whoever holds it."""

    @property
    def laid(self) -> str:
        """When: before the deal, or in the round."""
        return "in the round" if self.in_round else "before the deal"

    @property
    def laid_with(self) -> str:
        """The bet to whose every chip it gets one too: a required bet that equals another."""
        return self.equals if self.required else ""

    @property
    def on_layout(self) -> bool:
        """Whether the bet has a circle of its own: laid before the deal, or one of the raises."""
        return not self.in_round or bool(self.multiples)

    @property
    def paid_besides(self) -> bool:
        """Whether it is no wager of its own but a bonus, paid on the bet `of` besides what that one wins."""
        return bool(self.of) and not self.multiples


@dataclass(frozen=True, slots=True)
class Listed:
    """A bet of which no pay scale is public, and for which the house has entered none."""

    slug: str
    name: str
    words: str

    LISTED: ClassVar[str] = "Listed; no pay scale is public, enter the house's own."

    def refusal(self, game: "Game") -> str:
        """Why it is not offered, and what to do."""
        said = f"{self.name} of {game.name} is listed only: no pay scale is public"
        place = f"{game.slug.replace('-', '_')}/paytables.toml"
        return f"{said}; enter the house's own as {place} in a folder that --games names (docs/game-file.md)"


@dataclass(frozen=True, slots=True)
class Outside:
    """A value of an option that the approved text rules out, with the sentence that does."""

    value: str
    words: str
    when: tuple[tuple[str, str], ...] = ()
    """Only beside these values of other options."""

    @property
    def beside(self) -> str:
        """Those values as they are typed."""
        return " ".join("=".join(setting) for setting in self.when)


@dataclass(frozen=True, slots=True)
class Option:
    """A choice the house makes before the round; the default is what we read in the approved text."""

    name: str
    values: tuple[str, ...]
    default: str
    words: str
    outside: tuple[Outside, ...] = ()
    any_order: bool = False
    """A value lists the same names as the default in any order, joined by commas; `values` are examples."""
    amounts: bool = False
    """A value may also be an amount of dollars; those among `values` are examples."""
    chooses: str = ""
    """The bet whose paytable it chooses: to name the table is to choose the value."""
    tables: tuple[tuple[str, str], ...] = ()
    """The designator of that table for each value."""
    analysed: tuple[str, ...] = ()
    """Further values, in no approved text, that are counted and simulated; no table deals them."""

    def refusal(self, value: str) -> str:
        """Why the option can't have this value, or nothing.

        >>> Option("decks", ("6", "8"), "6", "").refusal("7")
        'decks=7 is not possible; choose 6, 8'
        """
        if value in self.values or value in self.analysed:
            return ""
        if self.amounts:
            amount = re.fullmatch(r"[1-9]\d{0,5}", value)
            return "" if amount else f"{self.name}={value} is not possible; {self._to_choose}"
        if not self.any_order:
            return f"{self.name}={value} is not possible; choose {', '.join(self.values)}"
        if sorted(value.split(",")) == sorted(self.default.split(",")):
            return ""
        return f"{self.name}={value} is not possible; name each once, in the order you wish: {self.default}"

    @property
    def _to_choose(self) -> str:
        named = [value for value in self.values if not value.isdecimal()]
        return f"choose {', '.join(named)}, or an amount in whole dollars like 10"


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered clause of a game's rules, in our words."""

    number: int
    words: str


@dataclass(frozen=True, slots=True)
class Check:
    """A question on how the cards are handled, for those who learn to deal; the first answer is right.

    It is asked after the deal, or after a decision of that name by the `{seat}`.
    """

    prompt: str
    answers: tuple[str, ...]
    clause: int
    after: str = "deal"


@dataclass(frozen=True, slots=True, eq=False)
class Ruling:
    """One way a clause decides a wager, in a dealer's words about the `{player}` and `{dealer}` hands."""

    game: str
    clause: int
    words: str
    describe: Callable[[Any], str] = str

    @property
    def reference(self) -> str:
        """The clause it comes from: `caribbean-stud 3`."""
        return f"{self.game} {self.clause}"


class Wager(NamedTuple):
    """Money on a bet at a seat."""

    seat: int
    bet: str
    cents: int


class Line(NamedTuple):
    """How one wager was settled: what was paid on top, what came back of the stake, and why."""

    seat: int
    bet: str
    wager_cents: int
    outcome: str
    """`win`, `lose`, `push`, `void`, or `collected` for a jackpot wager taken off its sensor."""
    odds: Odds | None
    paid_cents: int
    returned_cents: int
    ruling: Ruling
    player: Any = None
    dealer: Any = None

    @property
    def net_cents(self) -> int:
        """What the seat is ahead on this wager."""
        return self.paid_cents + self.returned_cents - self.wager_cents

    @property
    def words(self) -> str:
        """Why, in words a dealer would use."""
        describe = self.ruling.describe
        return self.ruling.words.format(
            player="" if self.player is None else describe(self.player),
            dealer="" if self.dealer is None else describe(self.dealer),
            odds=self.odds,
        )


class Claim(NamedTuple):
    """A jackpot hand at a seat: what the Game Manager needs to pay it; nothing is paid by the game."""

    seat: int
    bet: str
    paytable: str
    hand: str
    cards: tuple[Card, ...]
    folded: bool


class Choice(NamedTuple):
    """One legal answer: its name, its label, and the money it adds (`least_cents` where less is allowed)."""

    name: str
    label: str
    amount_cents: int = 0
    least_cents: int | None = None
    cards: tuple[Card, ...] = ()
    """Those of the seat's cards that it exchanges."""


class Request(NamedTuple):
    """What the round waits for: a seat, a question and its legal answers."""

    seat: int
    stage: str
    prompt: str
    choices: tuple[Choice, ...]


Script = Generator[Request, str, None]
"""A round as the procedure tells it: yields requests, is sent the name of a choice, and settles."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Game(Shown):
    """A game as data: everything a table, a page or an analysis needs to know without dealing a card."""

    slug: str
    name: str
    source: str
    words: str
    cards_per_seat: int
    cards_for_table: int
    bets: tuple[Bet, ...]
    options: tuple[Option, ...]
    clauses: tuple[Clause, ...]
    rulings: tuple[Ruling, ...]
    script: Callable[["Layout"], Script]
    decisions: tuple[str, ...]
    turns: tuple["Turn", ...] = ()
    """The turns of decisions as the rules of a strategy see them."""
    telling: Telling = field(default_factory=Telling)
    """What dealer, coach and pages say by a function, where `words.toml` can't."""
    printed: Callable[[Mapping[str, str]], tuple[str, ...]] = lambda options: ()
    """The lines the layout carries besides the pays, by the options of the table."""
    checks: Callable[[Mapping[str, str]], tuple[Check, ...]] = lambda options: ()
    """What a dealer of this game has to know besides order and settlement, by the options of the table."""
    deck: tuple[Card, ...] = CARDS
    """The cards of one deck."""
    counted: tuple[Bet, ...] = ()
    """Bets that are counted, and that no table takes: none at all, or none of these options."""
    listed: tuple[Listed, ...] = ()
    """Bets that no table takes before the house has entered what they pay."""
    one_of: tuple[str, ...] = ()
    """Bets of which a seat lays at least one, where none of them is required."""
    tables: Mapping[str, tuple[Paytable, ...]] | None = None
    """The paytables by bet, where the game brings its own."""
    under: "Callable[[Mapping[str, str]], Game] | None" = None
    """The same game under other options, where these change more than its settlement."""
    folder: Path | None = None
    """Where the files that are this game's lie."""
    package: str = ""
    """The folder as a package, from which the game's own counting and kernel are imported."""
    form: "form.Game | None" = None
    """The general form that the game was made from, where a description says it."""
    description: "Description | None" = None
    """What engines, kernel and charts know of it, where they know its shape."""
    shapeless: str = ""
    """Why they don't, of a game that a description says, a line for each reason."""
    favours: bool = False
    """Whether options that are approved can turn its base game in the players' favour."""
    own: bool = False
    """Found outside Pitboss: an own game, not approved."""
    rules_from: str = "approval"
    """Whose rules these are: an `approval`'s, the `public` ones of the trade, or one's `own`."""
    seats_max: int = field(init=False)
    """Seven, or fewer where one deck can't serve seven."""

    def __post_init__(self) -> None:
        cards = len(self.deck) * (self.form.shoe.decks if self.form else 1)
        served = (cards - self.cards_for_table) // max(1, self.cards_per_seat)
        object.__setattr__(self, "seats_max", min(SEATS_MAX, served))

    def __repr__(self) -> str:
        return f"<Game {self.slug}: {self.name}, {len(self.bets)} bets>"

    def report(self) -> Report:
        """Bets, options and procedure for people; `pitboss rules` tells more."""
        bets = tuple((bet.name, bet.slug, bet.words) for bet in self.bets)
        options = tuple(
            (option.name, ", ".join(dict.fromkeys((option.default, *option.values))), option.words)
            for option in self.options
        )
        clauses = tuple(f"{clause.number}. {clause.words}" for clause in self.clauses)
        sections = (
            Section("Bets", (), ("bet", "slug", "what it is"), bets),
            Section("Options", (), ("option", "values (default first)", "what it decides"), options),
            Section("Procedure", clauses),
        )
        return Report(self.name, self.words, sections)

    def to_frame(self) -> Any:
        """The bets that its tables take as a data frame of pandas or polars."""
        bets = self.every_bet
        columns = {
            "bet": texts(bet.slug for bet in bets),
            "name": texts(bet.name for bet in bets),
            "kind": texts(bet.kind for bet in bets),
            "required": truths(bet.required for bet in bets),
            "laid": texts(bet.laid for bet in bets),
            "paytables": texts(
                ", ".join(table.designator for table in self.paytables(bet.slug)) for bet in bets
            ),
            "words": texts(bet.words for bet in bets),
        }
        return frame(columns)

    @property
    def mark(self) -> str:
        """What must stand wherever the game shows, if no approval holds its rules."""
        return MARKS["own" if self.own else self.rules_from]

    def marks(self, *tables: Paytable) -> tuple[str, ...]:
        """What must stand wherever it shows with these tables: whose rules they are, and any doubt."""
        return tuple(filter(None, (self.mark, *(table.doubt for table in tables))))

    @property
    def has_dealer(self) -> bool:
        """Whether the dealer takes a hand."""
        return self.form is None or bool(self.form.places_of("dealer"))

    @property
    def has_board(self) -> bool:
        """Whether cards are dealt that count for all."""
        return self.form is not None and bool(self.form.places_of("table"))

    @property
    def main(self) -> Bet:
        """The bet whose limits a table shows and in which values are counted: the first that is required."""
        laid = [bet for bet in self.bets if bet.kind == "base" and not bet.in_round]
        return next((bet for bet in laid if bet.required), laid[0])

    @property
    def usual(self) -> tuple[Bet, ...]:
        """The bets that every player lays: those required, or the main one where a seat may choose."""
        return tuple(bet for bet in self.bets if bet.required or bet is self.main)

    @property
    def sensor_bet(self) -> str:
        """The bet that lies on a sensor, the first one where there are several, or nothing."""
        return next((bet.slug for bet in self.bets if bet.kind == "jackpot"), "")

    def has(self, slug: str) -> bool:
        """Whether the game has a bet of this slug."""
        return any(bet.slug == slug for bet in self.bets)

    def bet(self, slug: str) -> Bet:
        """A bet by its slug."""
        for bet in self.bets:
            if bet.slug == slug:
                return bet
        self.refuse_listed(slug)
        if setting := self.taken_with(slug):
            raise BadInput(self._elsewhere(slug, setting))
        raise unknown(f"{self.name} has no bet called", slug, (bet.slug for bet in self.bets))

    def refuse_listed(self, slug: str) -> None:
        """Say of a bet that is listed only why it is not offered, and what to do."""
        for bet in self.listed:
            if bet.slug == slug:
                raise BadInput(bet.refusal(self))

    def taken_with(self, slug: str) -> dict[str, str] | None:
        """The option that a table needs to take a bet: none where it does as it is, None where none will do.

        >>> from pitboss.games import game
        >>> game("three-card-draw").taken_with("pairs-plus")
        {'side_bet': 'pairs-plus'}
        """
        if self.has(slug):
            return {}
        if not any(bet.slug == slug for bet in self.counted):
            return None
        settings = ({option.name: value} for option in self.options for value in option.values)
        return next((one for one in settings if self.rules(one).game.has(slug)), None)

    def hands_dealt(self, players: int) -> int:
        """How many hands are dealt to so many players, the dealer's counted where the dealer has one.

        >>> from pitboss.games import game
        >>> game("caribbean-stud").hands_dealt(3), game("let-it-ride").hands_dealt(3)
        (4, 3)
        """
        return players + (self.form is None or any(place.of == "dealer" for place in self.form.places))

    @property
    def every_bet(self) -> tuple[Bet, ...]:
        """The bets that a table takes, under these options or under others."""
        others = ((bet.slug, self.taken_with(bet.slug)) for bet in self.counted)
        return (*self.bets, *(self.rules(one).game.bet(slug) for slug, one in others if one))

    def _elsewhere(self, slug: str, setting: Mapping[str, str]) -> str:
        """Why a bet that other options put on the felt is not laid here."""
        other = self.rules(setting).game
        given_up = [bet.name for bet in self.bets if not other.has(bet.slug)]
        place = f" in place of {' and '.join(given_up)}" if given_up else ""
        chosen = ", ".join(f"{name}={value}" for name, value in setting.items())
        return f"{other.bet(slug).name} is not on this table; {chosen} puts it there{place}"

    def named(self, slug: str) -> Bet:
        """A bet by its slug, also one that no table takes."""
        return next((bet for bet in self.counted if bet.slug == slug), None) or self.bet(slug)

    def paytables(self, bet: str) -> tuple[Paytable, ...]:
        """The approved paytables of a bet, in printed order; none for a bet that pays even money only."""
        slug = self.named(bet).slug
        return paytables(self.slug, slug) if self.tables is None else self.tables.get(slug, ())

    def paytable(self, name: str) -> Paytable:
        """A paytable of this game by its designator, or any approved one."""
        for tables in (self.tables or {}).values():
            for table in tables:
                if same_name(name, table.designator):
                    return table
        return paytable(name)

    def rules(
        self,
        options: Mapping[str, str] | None = None,
        paytables: Mapping[str, str | Paytable] | None = None,
    ) -> "Rules":
        """The rules a table plays by: the options given, the others at their defaults.

        >>> from pitboss.games import game
        >>> game("caribbean-stud").rules({"bonus_after_fold": "lose"}).options["cover_all_after_fold"]
        'in-action'
        """
        chosen = {option.name: option.default for option in self.options}
        known = {option.name: option for option in self.options}
        for name, value in (options or {}).items():
            if name not in known:
                raise unknown(f"{self.name} has no option", name, known)
            refusal = known[name].refusal(value)
            if refusal:
                raise BadInput(refusal)
            chosen[name] = value
        for option in self.options:
            if named := (paytables or {}).get(option.chooses):
                chosen[option.name] = _agreed(option, options or {}, named)
        played = self._under(tuple(chosen.items()))
        wanted = {bet: self._known(bet, table) for bet, table in (paytables or {}).items()}
        return Rules(played, chosen, played._tables(chosen, wanted))

    @lru_cache(maxsize=256)  # noqa: B019 - games live as long as the program
    def _under(self, options: tuple[tuple[str, str], ...]) -> "Game":
        found = self if self.under is None else self.under(dict(options))
        if found.form is self.form:
            return self
        mine = {name: getattr(self, name) for name in ("folder", "package", "own", "rules_from")}
        return replace(found, **mine)

    def _known(self, bet: str, table: str | Paytable) -> str | Paytable:
        """A table of this game's by its designator: options may say how its odds are meant."""
        if isinstance(table, str) or self.tables is None or table not in self.paytables(bet):
            return table
        return table.designator

    def written_rules(self, settings: Mapping[str, str]) -> "Rules":
        """The rules from `name=value` settings: an option, or a bet with the designator of its paytable."""
        options = [option.name for option in self.options]
        known = (*options, *(bet.slug for bet in self.every_bet))
        for name in settings:
            if name not in known:
                self.refuse_listed(name)
                listed = f"see `pitboss rules {self.slug}`"
                raise unknown(f"{self.name} has no option or bet called", name, known, listed)
        return self.rules(
            {name: value for name, value in settings.items() if name in options},
            {name: value for name, value in settings.items() if name not in options},
        )

    def settings_in(self, given: Mapping[str, str]) -> dict[str, str]:
        """What a form says of a table: options, and the paytables of the bets that these put on the felt."""
        options = {option.name: given[option.name] for option in self.options if given.get(option.name)}
        laid = (bet.slug for bet in self.rules(options).game.bets)
        return options | {bet: given[bet] for bet in laid if given.get(bet)}

    def _named(self, bet: str, name: str) -> Paytable:
        """A table of a bet by its designator, or with edits as one word."""
        if is_written(name):
            return read_written(name, self.paytables(bet), self.slug, bet)
        return self.paytable(name)

    def _tables(
        self, options: Mapping[str, str], wanted: Mapping[str, str | Paytable]
    ) -> dict[str, Paytable]:
        for slug in wanted:
            if not self.paytables(self.bet(slug).slug):
                raise BadInput(f"the {slug} bet of {self.name} has no paytable")
        tables = {}
        for bet in self.bets:
            printed = self.paytables(bet.slug)
            if not printed:
                continue
            chosen = wanted.get(bet.slug) or self.default_paytable(bet.slug, options)
            table = self._named(bet.slug, chosen) if isinstance(chosen, str) else chosen
            if table not in printed and (table.approved or not table.serves(self.slug, bet.slug)):
                names = ", ".join(other.designator for other in printed)
                raise BadInput(
                    f"{table.designator} is not a table of {self.name} {bet.slug}; there are {names}"
                )
            tables[bet.slug] = table
        return tables

    def default_paytable(self, bet: str, options: Mapping[str, str]) -> Paytable:
        """The first one printed, or the one printed for the number of decks."""
        printed = self.paytables(bet)
        decks = options.get("decks")
        return next((table for table in printed if decks == str(table.decks)), printed[0])

    def departures(self, options: Mapping[str, str], tables: Mapping[str, Paytable]) -> tuple[str, ...]:
        """What of these options and paytables is outside the approved text, and which sentence decides."""
        found = []
        for option in self.options:
            value = options.get(option.name, option.default)
            if value in option.analysed or option.refusal(value):
                found.append(f"{option.name}={value} is not in the approved text of {self.name}")
            for outside in option.outside:
                if value == outside.value and {*outside.when} <= options.items():
                    found.append(f"{option.name}={value}: {outside.words}")
        for bet, table in tables.items():
            if self.tables is not None and table in self.paytables(bet):
                continue
            if not table.approved:
                found.append(f"{table.designator} is not an approved table of {self.name} {bet}")
            elif table.decks and options.get("decks", str(table.decks)) != str(table.decks):
                printed, decks = f"for {table.decks} decks ({table.source[0].short})", options["decks"]
                found.append(f"{table.designator} is printed {printed}, not for {decks}")
        return tuple(found)

    def least_wagers(self, chance: Callable[[], float]) -> dict[str, int]:
        """Wagers of a seat by chance: what is required, and others as far as they go together."""
        laid = {bet.slug: 6_000 for bet in self.bets if bet.required}
        for bet in sorted(self.bets, key=lambda one: (one.kind != "base", chance())):
            more = laid | {bet.slug: bet.wager_cents or 6_000}
            wanted = chance() < 0.7 or (self.one_of and not any(slug in laid for slug in self.one_of))
            if wanted and not bet.in_round and (not laid or not self._seat_refusal(tuple(more.items()))):
                laid = more
        return laid

    def refusal(self, wagers: Mapping[int, Mapping[str, int]]) -> str:
        """Why these wagers can't start a round, or nothing; wagering limits are the table's business."""
        if not wagers:
            return "a round needs a wager"
        for seat, laid in wagers.items():
            if not 1 <= seat <= self.seats_max:
                return f"there is no seat {seat}; {self.name} has seats 1 to {self.seats_max}"
            for bet, cents in laid.items():
                if type(cents) is not int:
                    return f"seat {seat}: the wager on {bet} must be a whole number of cents, not {cents!r}"
            reason = self._seat_refusal(tuple(laid.items()))
            if reason:
                return f"seat {seat}: {reason}"
        return ""

    @lru_cache(maxsize=1024)  # noqa: B019 - games live as long as the program, and wagers repeat round after round
    def _seat_refusal(self, wagers: tuple[tuple[str, int], ...]) -> str:
        laid = dict(wagers)
        for slug, cents in laid.items():
            bet = self.bet(slug)
            if bet.in_round:
                return f"{bet.name} is not laid before the deal"
            if cents <= 0:
                return f"a wager on {bet.name} must be more than nothing"
            for needed in bet.needs:
                if needed not in laid:
                    return f"{bet.name} needs a wager on {self.bet(needed).name}"
            if bet.needs_one and not any(one in laid for one in bet.needs_one):
                return (
                    f"{bet.name} needs a wager on {' or '.join(self.bet(one).name for one in bet.needs_one)}"
                )
            for other in bet.not_with:
                if other in laid:
                    return f"{bet.name} is not laid together with {self.bet(other).name}"
            if bet.most_cents and cents > bet.most_cents:
                return f"{bet.name} may not be more than {format_short(bet.most_cents)}"
            if bet.at_most and cents > laid.get(bet.at_most, 0):
                return f"{bet.name} may not be more than {self.bet(bet.at_most).name}"
        if self.one_of and not any(slug in laid for slug in self.one_of):
            return f"{' or '.join(self.bet(slug).name for slug in self.one_of)} is required"
        for bet in self.bets:
            if bet.required and bet.slug not in laid:
                return f"{bet.name} is required"
            if bet.equals and bet.slug in laid and laid[bet.slug] != laid.get(bet.equals, laid[bet.slug]):
                return f"{bet.name} must equal {self.bet(bet.equals).name}"
        return ""


def _agreed(option: Option, given: Mapping[str, str], table: str | Paytable) -> str:
    """The value of an option that chooses a paytable, where the table is named."""
    name = table if isinstance(table, str) else table.designator.removesuffix(EDITED)
    name, _ = taken_apart(name)
    value = next((value for value, known in option.tables if same_name(name, known)), None)
    chosen = given.get(option.name)
    if value is not None and chosen not in (None, value):
        raise BadInput(f"{option.name}={chosen} and the paytable {name} don't go together; say one of them")
    return value or chosen or option.default


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """A game with its options and paytables chosen; shared by every round of a table."""

    game: Game
    options: dict[str, str]
    paytables: dict[str, Paytable]
    pays: dict[str, dict[str, Any]] = field(init=False)
    """For each bet with a paytable: what it pays, by outcome of the table's ranking; losers are absent."""

    def __post_init__(self) -> None:
        pays = {
            bet: {
                outcome: line.pay
                for outcome in table.ranks.outcomes
                if (line := table.line(outcome)) is not None
            }
            for bet, table in self.paytables.items()
        }
        object.__setattr__(self, "pays", pays)

    @property
    def edited(self) -> tuple[str, ...]:
        """The bets whose tables were edited."""
        return tuple(bet for bet, table in self.paytables.items() if table.designator.endswith(EDITED))

    @property
    def mark(self) -> str:
        """What must stand wherever a table plays by these rules."""
        names = ", ".join(self.game.bet(bet).name for bet in self.edited)
        pays = f"Edited pays, not approved: {names}." if names else ""
        return " ".join(filter(None, (*self.game.marks(*self.paytables.values()), pays)))

    def table_word(self, bet: str) -> str:
        """The paytable of a bet as one word, from which the game reads it again."""
        table = self.paytables[bet]
        return written(table, self.game.paytables(bet)) if bet in self.edited else table.designator

    @property
    def decks(self) -> int:
        """How many decks are shuffled together."""
        if self.game.form is not None:
            return self.game.form.shoe.decks
        return int(self.options.get("decks", "1"))

    def order(self, shuffle: Callable[..., Sequence[Card]]) -> Sequence[Card]:
        """The cards of a round from a shuffle, which takes the number of decks, and the deck if not of 52."""
        return shuffle(self.decks) if self.game.deck == CARDS else shuffle(self.decks, self.game.deck)

    @property
    def departures(self) -> tuple[str, ...]:
        """What of the options and paytables is outside the approved text."""
        return self.game.departures(self.options, self.paytables)

    @property
    def beyond_pays(self) -> tuple[str, ...]:
        """The same, but for tables that were edited."""
        tables = {bet: table for bet, table in self.paytables.items() if bet not in self.edited}
        return self.game.departures(self.options, tables)

    @property
    def approved(self) -> bool:
        """Whether options and paytables are within the approved text; else they are for analysis only."""
        return self.game.rules_from == "approval" and not self.departures
