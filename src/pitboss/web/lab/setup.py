"""A set-up of the laboratory: game, bet, paytable with edited cells, options. Its address is its link."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlencode

from pitboss.analysis import registry
from pitboss.analysis.parsheet import BASE
from pitboss.analysis.printed_figures import parse_percent
from pitboss.analysis.registry import AnalysisOption
from pitboss.errors import BadInput
from pitboss.games import GAMES, game
from pitboss.games.words import shown_first, words_of
from pitboss.money import Odds, format_cents
from pitboss.paytables import FixedPay, Line, MeterShare, OddsByHands, Pay, Paytable, paytable, paytables
from pitboss.paytables.edited import (
    EDITED,
    LINES_MAX,
    TAKEN_OUT,
    Edits,
    edited,
    hands_to_add,
    like,
    taken_apart,
    written,
)
from pitboss.paytables.loader import read_tables
from pitboss.paytables.rankings import title

TEXT_MAX = 60
ODDS_MAX, FIXED_CENTS_MAX = 1_000_000, 1_000_000_000_00
NAME_MAX = 40
ROUNDS_MAX, SEED_MAX = 100_000_000, 10**9
_OPTION, PAY = "o.", "pay."
FIELDS = {"game", "bet", "paytable", "compare", "target", "line", "line_pays", "name", "simulate", "seed"}
"""What an address may say besides options and pays; `line` and `line_pays` become a pay."""


def checked(query: Iterable[tuple[str, str]], known: set[str]) -> dict[str, str]:
    """The fields of an address, each once, none unknown and none long; an empty one is as if left out."""
    found: dict[str, str] = {}
    for name, text in query:
        if name not in known and not name.startswith((_OPTION, PAY)):
            raise BadInput(f"there is nothing called {name[:TEXT_MAX]!r} to choose here")
        if name in found or len(text) > TEXT_MAX or len(name) > TEXT_MAX:
            raise BadInput(f"{name[:TEXT_MAX]!r} is given twice or is too long")
        if text.strip():
            found[name] = text.strip()
    return found


def whole_number(text: str) -> int | None:
    """A whole number as people type it, if it is one.

    >>> whole_number("1,000,000"), whole_number("many")
    (1000000, None)
    """
    plain = text.replace(",", "")
    return int(plain) if plain.isdecimal() else None


def options_in(fields: Mapping[str, str]) -> dict[str, str]:
    """The options among the fields of an address, which are written `o.decks=6`."""
    return {name.removeprefix(_OPTION): text for name, text in fields.items() if name.startswith(_OPTION)}


@dataclass(frozen=True, slots=True)
class SetUp:
    """What is on the bench; `printed` is the table the edits begin from."""

    game: str
    bet: str
    options: Mapping[str, str]
    printed: Paytable | None
    pays: Edits
    compare: Paytable | None = None
    target: str = ""
    """The house edge wanted, as a percentage; empty where none is."""
    name: str = ""
    """What the designer calls the edited table."""
    rounds: int = 0
    """How many rounds are simulated; none where nobody asked."""
    seed: int = 1

    @classmethod
    def read(cls, query: Iterable[tuple[str, str]]) -> "SetUp":
        """Read an address; whatever is wrong in it is refused in a sentence."""
        fields = checked(query, FIELDS)
        slug = fields.get("game", shown_first())
        if not registry.bets(slug):
            raise BadInput(f"nobody has counted the bets of {game(slug).name}")
        shown = "" if "game" in fields else words_of(game(slug)).opens
        bet = fields.get("bet") or shown or registry.bets(slug)[0]
        if bet not in registry.bets(slug):
            game(slug).refuse_listed(bet)
            raise BadInput(f"{slug} has no bet called {bet!r}; there are {', '.join(registry.bets(slug))}")
        known = registry.analysis_of(slug).par[bet].options
        given = options_in(fields)
        if unknown := given.keys() - {option.name for option in known}:
            raise BadInput(f"the option {min(unknown)!r} does not matter to {bet} of {slug}")
        resolved = registry.resolve_options(slug, given, known)
        options = {name: text for name, text in resolved.items() if text != _default(known, name)}
        printed = _table_of(slug, bet, fields.get("paytable"), options)
        compare = _table_of(slug, bet, fields["compare"], options) if "compare" in fields else None
        edits = {name.removeprefix(PAY): text for name, text in fields.items() if name.startswith(PAY)}
        target = read_target(fields["target"]) if "target" in fields else ""
        if target and bet == BASE:
            raise BadInput("a target edge is for a side bet; choose one")
        if "line" in fields:
            edits[fields["line"]] = _new_line(fields, printed, edits)
        pays = _edited(printed, edits, resolved)
        name = _name(fields.get("name", "")) if pays else ""
        rounds = _up_to(fields.get("simulate", "0"), "number of rounds", ROUNDS_MAX)
        seed = _up_to(fields.get("seed", "1"), "seed", SEED_MAX)
        found = cls(slug, bet, options, printed, pays, compare, target, name, rounds, seed)
        assert found.table is None or found.table.lines  # what can't be a table is refused here
        return found

    @property
    def game_name(self) -> str:
        """The game in words."""
        return game(self.game).name

    @property
    def resolved(self) -> dict[str, str]:
        """Every option that matters, chosen or by default."""
        return registry.resolve_options(self.game, self.options, self.known_options)

    @property
    def known_options(self) -> tuple[AnalysisOption, ...]:
        """The options that matter to this bet."""
        return registry.analysis_of(self.game).par[self.bet].options

    @property
    def hands(self) -> int | None:
        """The number of hands dealt, where pays depend on it."""
        return int(self.resolved["hands"]) if "hands" in self.resolved else None

    @property
    def table(self) -> Paytable | None:
        """The table as edited."""
        if self.printed is None or not self.pays:
            return self.printed
        return edited(self.printed, self.pays, self.game, self.table_bet, self.name)

    @property
    def table_bet(self) -> str:
        """The bet whose paytable this is."""
        return registry.analysis_of(self.game).par[self.bet].paytable_bet or self.bet

    @property
    def taken_out(self) -> list[Line]:
        """The printed lines that are not there any more."""
        lines = self.printed.lines if self.printed else ()
        return [line for line in lines if line.hand in self.pays and self.pays[line.hand] is None]

    @property
    def to_add(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The hands for which a line can be added, with their names in words: single ones, then ranges."""
        if self.table is None or len(self.table.lines) >= LINES_MAX:
            return []
        groups: dict[str, list[tuple[str, str]]] = {"Hands": [], "… or better": [], "… or less": []}
        for hand in hands_to_add(self.table):
            ending = "… or " + hand.rpartition("-or-")[2]
            groups[ending if ending in groups else "Hands"].append((hand, title(hand)))
        return [(name, hands) for name, hands in groups.items() if hands]

    @property
    def word(self) -> str:
        """The table as one word, as the command line and a private table take it."""
        if self.table is None:
            return ""
        return written(self.table, self.tables) if self.pays else self.table.designator

    @property
    def seat(self) -> dict[str, str]:
        """What a private table is asked for to deal this set-up.

        Nothing for a wager on a meter, or a bet that no table takes.
        """
        metered = self.table is not None and self.table.metered
        needed = {} if self.bet == BASE else game(self.game).taken_with(self.bet)
        if metered or needed is None:
            return {}
        rules = {option.name for option in game(self.game).options}
        chosen = {name: text for name, text in self.options.items() if name in rules}
        return {"game": self.game} | chosen | needed | ({self.table_bet: self.word} if self.table else {})

    @property
    def tables(self) -> tuple[Paytable, ...]:
        """Every approved table of the bet."""
        return tables_of(self.game, self.bet)

    def fields(self, **changed: str | None) -> dict[str, str]:
        """What the address says; a field may be changed, or left out by None."""
        fields: dict[str, str | None] = {"game": self.game, "bet": self.bet}
        if self.printed is not None:
            fields["paytable"] = self.printed.designator
        fields |= {f"{_OPTION}{name}": text for name, text in self.options.items()}
        fields |= {
            f"{PAY}{hand}": TAKEN_OUT if pay is None else str(plain(pay, self.hands))
            for hand, pay in self.pays.items()
        }
        if self.name:
            fields["name"] = self.name
        if self.compare is not None:
            fields["compare"] = self.compare.designator
        if self.target:
            fields["target"] = self.target
        if self.rounds:
            fields |= {"simulate": str(self.rounds), "seed": str(self.seed)}
        return {name: text for name, text in (fields | changed).items() if text is not None}

    def link(self, page: str = "/lab", /, **changed: str | None) -> str:
        """The address of this set-up on a page."""
        return f"{page}?{urlencode(self.fields(**changed))}"

    def sheet(self, page: str = "/lab") -> str:
        """The address of the par sheet alone, without what is asked about it."""
        return self.link(page, compare=None, target=None, simulate=None, seed=None)

    @property
    def question(self) -> str:
        """What is counted: the same whatever the table is called."""
        return replace(self, name="").sheet()

    def put_back(self) -> str:
        """The address of the same set-up with the table as printed."""
        return replace(self, pays={}, name="").link()

    def same_as(self) -> Paytable | None:
        """The approved table whose lines the edits have arrived at."""
        table = self.table
        if table is None or not self.pays:
            return None
        return next((other for other in self.tables if _content(other) == _content(table)), None)


def tables_of(slug: str, bet: str) -> tuple[Paytable, ...]:
    """The approved tables of a bet with a par sheet, in printed order."""
    table_bet = registry.analysis_of(slug).par[bet].paytable_bet
    return paytables(slug, table_bet) if table_bet else ()


def plain(pay: Pay, hands: int | None) -> Pay:
    """The pay for that number of hands dealt, where it depends on it."""
    return pay.at(hands) if isinstance(pay, OddsByHands) and hands else pay


def read_pay(text: str, printed: Pay) -> Pay:
    """Read what was typed into a cell: a pay as files write it, or only its number.

    >>> str(read_pay("8", Odds(9, 1, stake_back=True))), str(read_pay("12", MeterShare.parse("10% of main")))
    ('8 to 1', '12% of main')
    """
    if isinstance(printed, MeterShare):
        share = text.removesuffix(f" of {printed.level}").removesuffix("%")
        return MeterShare.parse(f"{share}% of {printed.level}")
    if isinstance(printed, FixedPay):
        amount = text.removesuffix("from meter").strip().removesuffix("not").strip()
        fixed = FixedPay.parse(f"{amount} {'' if printed.from_meter else 'not '}from meter")
        if fixed.cents > FIXED_CENTS_MAX:
            raise BadInput(f"{fixed} is beyond any table")
        return fixed
    if isinstance(printed, Odds) and whole_number(text) is not None:
        text = f"{text} {'to' if printed.stake_back else 'for'} 1"
    odds = Odds.parse(text)
    if max(odds.numerator, odds.denominator) > ODDS_MAX:
        raise BadInput(f"{odds} is beyond any table; the laboratory goes up to {ODDS_MAX:,} to 1")
    return odds


def read_target(text: str) -> str:
    """Read a wanted edge: a percentage, or only its number.

    >>> read_target("4"), read_target("2.5 %")
    ('4%', '2.5%')
    """
    number = text.removesuffix("%").strip()
    if abs(parse_percent(f"{number}%")) > 1:
        raise BadInput(f"an edge of {number}% can't be; choose one from -100% to 100%")
    return f"{number}%"


def as_toml(table: Paytable) -> str:
    """A table as a file for `pitboss par --paytable`."""
    texts = {"designator": table.designator, "game": table.game, "bet": table.bet, "ranking": table.ranking}
    if table.title != table.designator and not table.approved:
        texts["title"] = table.title
    if table.wager_cents is not None:
        texts["wager"] = format_cents(table.wager_cents)
    if table.seed_cents is not None:
        texts["seed"] = format_cents(table.seed_cents)
    rows = ["[[table]]", *(f'{name} = "{text}"' for name, text in texts.items())]
    if table.decks is not None:
        rows.append(f"decks = {table.decks}")
    first = table.lines[0].pay
    if isinstance(first, OddsByHands):
        rows.append(f"hands_dealt = {[hands for hands, _ in first.odds]}")
    rows += ["lines = [", *(f"    {_toml_line(line)}," for line in table.lines), "]"]
    return "\n".join(rows) + "\n"


def _toml_line(line: Line) -> str:
    pays = f'"{line.pay}"'
    if isinstance(line.pay, OddsByHands):
        pays = "[" + ", ".join(f'"{odds}"' for _, odds in line.pay.odds) + "]"
    envy = f', envy = "{format_cents(line.envy_cents)}"' if line.envy_cents else ""
    return f'{{ hand = "{line.hand}", pays = {pays}{envy} }}'


def brought_back(text: str) -> SetUp:
    """The set-up of a paytable that was taken away as a file; what is none is refused in a sentence."""
    table, *more = read_tables(text, Path("design.toml"), approved=False)
    if more:
        raise BadInput("the file holds several paytables; bring one at a time")
    known = registry.analysis_of(table.game).par if table.game in GAMES else {}
    bet = next((bet for bet, entry in known.items() if (entry.paytable_bet or bet) == table.bet), None)
    if bet is None or table.ranking not in {one.ranking for one in tables_of(table.game, bet)}:
        raise BadInput(f"the laboratory has no bet {table.bet!r} of {table.game!r} with such hands")
    found = SetUp.read([("game", table.game), ("bet", bet), *_says(table, tables_of(table.game, bet))])
    if found.table is None or _content(found.table) != _content(table):
        raise BadInput("the page edits pays alone; wager, seed and envy must be those of the printed table")
    return found


def _says(table: Paytable, tables: Sequence[Paytable]) -> list[tuple[str, str]]:
    """What an address says of a table: the printed one it begins from, the lines that differ, its name."""
    printed, pays = taken_apart(written(table, tables))
    said = [("paytable", printed), *((f"{PAY}{hand}", pay) for hand, pay in pays.items())]
    if any("/" in pay for pay in pays.values()):
        began = next(one for one in tables if one.designator == printed)
        hands, said = _for_one_number(table, began, pays)
        said = [("paytable", printed), (f"{_OPTION}hands", str(hands)), *said]
    own = pays and table.title not in (printed, f"{printed}{EDITED}")
    return [*said, ("name", table.title)] if own else said


def _for_one_number(
    table: Paytable, printed: Paytable, pays: Iterable[str]
) -> tuple[int, list[tuple[str, str]]]:
    """The number of hands dealt for which pays differ, and these: a page edits those of one number."""
    here, there = (
        {line.hand: line.pay for line in one.lines if line.hand in pays} for one in (table, printed)
    )
    by_hands = {hand: (here.get(hand), there.get(hand)) for hand in pays}
    found: dict[int, list[tuple[str, str]]] = {}
    for hand, (pay, was) in by_hands.items():
        if not isinstance(pay, OddsByHands) or not isinstance(was, OddsByHands):
            raise BadInput("lines by hands dealt can be edited here, not added or taken out")
        for number, odds in pay.odds:
            if odds != was.at(number):
                found.setdefault(number, []).append((f"{PAY}{hand}", str(odds)))
    if len(found) != 1:
        raise BadInput("the pays of several numbers of hands differ from print; the page edits those of one")
    return found.popitem()


def _default(known: tuple[AnalysisOption, ...], name: str) -> str:
    return next(option.default for option in known if option.name == name)


def _table_of(slug: str, bet: str, wanted: str | None, options: Mapping[str, str]) -> Paytable | None:
    """An approved table by its name; a file's name is none, whatever lies on this machine."""
    if wanted is not None:
        wanted = paytable(wanted).designator
    return registry.resolve_paytable(slug, bet, wanted, options)


def _new_line(fields: Mapping[str, str], table: Paytable | None, edits: Mapping[str, str]) -> str:
    """What a line pays that is asked for."""
    hand, text = fields["line"], fields.get("line_pays", "")
    there = table is not None and hand in (line.hand for line in table.lines)
    if (there and edits.get(hand) != TAKEN_OUT) or (hand in edits and not there):
        raise BadInput(f"there is a line for {title(hand)} already; edit what it pays")
    if not text:
        raise BadInput(f"say what {title(hand)} pays")
    return text


def _name(text: str) -> str:
    if len(text) > NAME_MAX or not text.isprintable() or '"' in text or "\\" in text:
        raise BadInput(f"a name has at most {NAME_MAX} letters, without quotes")
    return text


def _up_to(text: str, what: str, most: int) -> int:
    number = whole_number(text)
    if number is None or number > most:
        raise BadInput(f"{text!r} is no {what} from 0 to {most:,}")
    return number


def _edited(
    table: Paytable | None, edits: Mapping[str, str], options: Mapping[str, str]
) -> dict[str, Pay | None]:
    """The lines that pay something else than printed, are taken out, or are not printed."""
    lines = {line.hand: line for line in table.lines} if table else {}
    hands = int(options["hands"]) if "hands" in options else None
    pays: dict[str, Pay | None] = {}
    for hand, text in edits.items():
        if table is None:
            raise BadInput("this bet has no paytable to edit")
        if text.casefold() == TAKEN_OUT:
            if hand in lines:
                pays[hand] = None
            continue
        whole = lines[hand].pay if hand in lines else like(table, text)
        pay = read_pay(text, plain(whole, hands))
        if hand not in lines or pay != plain(whole, hands):
            pays[hand] = _put(whole, pay, hands if hand in lines else None)
    return pays


def _put(printed: Pay, pay: Pay, hands: int | None) -> Pay:
    if not isinstance(printed, OddsByHands) or not isinstance(pay, Odds):
        return pay
    return OddsByHands(
        tuple((number, pay if hands in (None, number) else odds) for number, odds in printed.odds)
    )


def _content(table: Paytable) -> tuple[object, ...]:
    lines = tuple((line.hand, str(line.pay), line.envy_cents) for line in table.lines)
    return table.ranking, table.wager_cents, lines
