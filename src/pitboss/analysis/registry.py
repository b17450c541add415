"""Which function analyses which bet: places that a game names, imported only when asked.

A game with a counting of its own has an `ANALYSIS` in `analysis.py` of its folder; every other one is counted
from its description by the engine of its family.

A `par` function takes a paytable (or None where the bet has none) and the resolved options and returns a
`ParSheet`. A `values` function takes the situation and the options, a `strategy` function the options.
"""

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.analysis.cache import Version, remembered
from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.results import Strategy, Values
from pitboss.errors import BadInput, unknown
from pitboss.games import GAMES, Game, Option, game
from pitboss.games.discovery import beside
from pitboss.paytables import Paytable, find_paytable
from pitboss.paytables.edited import is_written, read_written

if TYPE_CHECKING:
    from pitboss.games.situation import Situation

Options = Mapping[str, str]
Place = str | Callable[..., Any]
"""`module:function`, imported when it is asked for, or the function itself."""


@dataclass(frozen=True, slots=True)
class AnalysisOption:
    """An option that changes a result: its values in words, or a check that raises BadInput."""

    name: str
    default: str
    values: tuple[str, ...] = ()
    check: Callable[[str], object] | None = None
    words: str = ""
    """What it is, where no option of the game says so."""

    def refusal(self, value: str) -> str:
        """Why the option can't have this value, or nothing; a check says it itself."""
        if self.check is not None:
            self.check(value)
        elif value not in self.values:
            return f"{self.name}={value} is not possible; choose {', '.join(self.values)}"
        return ""


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a bet is analysed, which bet's paytables it takes, and the options that matter to it."""

    place: "Place"
    paytable_bet: str | None = None
    options: tuple[AnalysisOption, ...] = ()
    hands: "Place" = ""
    """Of a wager on a meter: the hands that win, from a table and whether folded ones qualify."""
    names: tuple[AnalysisOption, ...] = ()
    """Options that choose its paytable: a sheet is asked for by the table itself."""
    apart: bool = False
    """No decision of the base game changes it, unless an option says that a fold loses it."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """Where a game is counted: bets with a par sheet, the base game first; decisions; strategy."""

    par: Mapping[str, Entry]
    values: Place = ""
    strategy: Place = ""
    optimal: Place = ""
    """The best play under some options as a bot, where that is quicker than asking for values."""
    version: Version | None = None
    """What solves the base game, where options and its paytable decide its figures; else of version 0."""
    decides: Place = ""
    """What else decides them under some options, and the version of what solves it then."""
    per: str = "Ante"
    """What the figures of the base game are per."""
    readings: Place = ""
    """The edge of the whole game, read in several ways with the words for each; the first is ours."""
    printed: Mapping[str, tuple[Options, ...]] = field(default_factory=dict)
    """Bets whose printed tables or approved rules are for several values of an option."""
    small: Options = field(default_factory=dict)
    """Rules under which the base sheet uses the same kernels and is counted sooner."""
    seconds: Mapping[str, float] = field(default_factory=dict)
    """How long the kernels of its decisions, par sheets and simulation took to compile, where measured."""

    @property
    def base_options(self) -> tuple[AnalysisOption, ...]:
        """The options that matter to the base game."""
        return (*self.par["base"].options, *self.par["base"].names) if "base" in self.par else ()

    @property
    def options(self) -> tuple[AnalysisOption, ...]:
        """Every option that matters to a bet, each once."""
        every = ((*entry.options, *entry.names) for entry in self.par.values())
        named = {option.name: option for options in every for option in options}
        return tuple(named.values())

    @property
    def modules(self) -> set[str]:
        """Where all of it is counted."""
        places = (*(entry.place for entry in self.par.values()), self.values, self.strategy)
        return {_module(place) for place in places if place}


def analysis_of(slug: str) -> Analysis:
    """Where a game is counted.

    >>> list(analysis_of("solitaire-stud").par)
    ['base', 'super-bonus', '3+']
    """
    return _analysis_of(game(slug))


@cache
def _analysis_of(played: Game) -> Analysis:
    folder = played.folder
    if folder is not None and (
        (folder / "analysis" / "__init__.py").is_file() or (folder / "analysis.py").is_file()
    ):
        found: Analysis = beside(played, "analysis", "ANALYSIS").ANALYSIS
        return found
    if played.form is None:
        return Analysis({})
    engines = importlib.import_module("pitboss.analysis.families.registry")
    counted: Analysis = engines.analysis(played)
    return counted


def _module(place: Place) -> str:
    if isinstance(place, str):
        return place.partition(":")[0]
    name: str = getattr(place, "func", place).__module__
    return name


def _place(place: Place) -> Callable[..., Any]:
    if not isinstance(place, str):
        return place
    module, _, name = place.partition(":")
    function: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return function


def module_of_values(slug: str) -> str:
    """Where the values of a game's decisions are counted."""
    return _module(analysis_of(slug).values)


def hands_of(slug: str, bet: str) -> Callable[..., Any]:
    """What counts the hands that win a wager on a meter."""
    place = _entry(slug, bet).hands
    if not place:
        raise BadInput(f"the {bet} bet of {slug} is not on a meter whose hands are counted")
    return _place(place)


def optimal_of(slug: str) -> Callable[..., Any] | None:
    """What makes a bot of the best play of a game, if it has its own."""
    place = analysis_of(slug).optimal
    return _place(place) if place else None


def readings_of(slug: str) -> list[tuple[str, Fraction]]:
    """The edge of a whole game, as the approval may mean it."""
    found: list[tuple[str, Fraction]] = _place(analysis_of(slug).readings)()
    return found


def modules() -> tuple[str, ...]:
    """Where bets, values and strategies are counted, with the kernels that are compiled for them."""
    built_in = (slug for slug, played in GAMES.items() if not played.own)
    return tuple(sorted({name for slug in built_in for name in analysis_of(slug).modules}))


def base_inputs(slug: str, options: Options) -> tuple[dict[str, Any], Version]:
    """What decides the figures of a base game under options, to keep results under, and what solves it."""
    analysis = analysis_of(slug)
    if analysis.decides:
        found: tuple[dict[str, Any], Version] = _place(analysis.decides)(options)
        return found
    bet = analysis.par["base"].paytable_bet
    table = None if bet is None else game(slug).default_paytable(bet, options)
    lines = [[line.hand, str(line.pay)] for line in table.lines] if table else []
    return {"options": dict(options), "lines": lines}, analysis.version or Version(slug, 0)


def counts(low: int, high: int) -> tuple[str, ...]:
    """Whole numbers as the values of an option."""
    return tuple(str(count) for count in range(low, high + 1))


BASE_TABLE = "base_table"
"""The option of a bet that a fold may end: the table for which the base game is played."""
PROGRESSIVE = (
    *(
        AnalysisOption(name, "", check=str, words=words)
        for name, words in (
            ("meter", "What the meter stands at, e.g. $25,000; several levels: mega:100000,major:5000."),
            ("rate", "The share of each wager that goes to the meter, e.g. 60%."),
            ("reserve", "The share of each wager that goes to the reserve, e.g. 5%."),
            ("seed", "Where a meter starts again, e.g. $10,000; else as printed."),
            ("wager", "Another fixed wager than the printed one, e.g. $5."),
        )
    ),
    AnalysisOption(
        "players", "1", counts(1, 7), words="Players who all wager; more of them means more envy."
    ),
    AnalysisOption("folded_hands_qualify", "no", ("no", "yes")),
)
"""The options of a wager on a meter."""


def bets(slug: str) -> tuple[str, ...]:
    """The bets of a game that have a par sheet, the base game first."""
    return tuple(analysis_of(slug).par)


def _not_analysed(slug: str, words: str) -> BadInput:
    """That something of a game is not counted, and why where its description says it."""
    strange = game(slug).shapeless.partition("\n")[0]
    why = f": {strange}" if strange else ""
    return BadInput(f"{words.format(slug)} not analysed{why}")


def _entry(slug: str, bet: str) -> Entry:
    if not bets(slug):
        raise _not_analysed(slug, "the bets of {} are")
    if bet not in bets(slug):
        game(slug).refuse_listed(bet)
        raise unknown(f"{slug} has no bet called", bet, bets(slug))
    return analysis_of(slug).par[bet]


def every_option(slug: str) -> dict[str, AnalysisOption | Option]:
    """The options of a game by name: those that change a result, then those that are only checked.

    >>> list(every_option("rabbit-hunter"))
    ['tens_up_cards', 'settlement_order']
    """
    counted = {option.name: option for option in analysis_of(slug).options}
    return {**counted, **{option.name: option for option in game(slug).options if option.name not in counted}}


def _no_option(slug: str, name: str) -> BadInput:
    """Why a result does not take an option: another bet's result does, or none."""
    elsewhere = [
        bet
        for bet, entry in analysis_of(slug).par.items()
        if name in {option.name for option in (*entry.options, *entry.names)}
    ]
    if not elsewhere:
        return unknown(f"{slug} has no option", name, every_option(slug))
    return BadInput(f"{slug} has no option {name!r} here, only on the sheet of {' or '.join(elsewhere)}")


def resolve_options(slug: str, given: Options, known: tuple[AnalysisOption, ...]) -> dict[str, str]:
    """The options that matter, with their defaults; one that this result ignores is only checked."""
    of_game = {option.name: option for option in game(slug).options}
    of_bet = {option.name: option for option in known}
    for name, value in given.items():
        if name in of_bet:
            refusal = of_bet[name].refusal(value)
        elif name in of_game:
            refusal = of_game[name].refusal(value)
        else:
            raise _no_option(slug, name)
        if refusal:
            raise BadInput(refusal)
    return {name: given.get(name, option.default) for name, option in of_bet.items()}


def resolve_paytable(slug: str, bet: str, wanted: str | None, options: Options) -> Paytable | None:
    """The table asked for by designator, as one word with edits or by file, or the game's default one."""
    table_bet = _entry(slug, bet).paytable_bet
    if table_bet is None:
        if wanted is not None:
            raise BadInput(f"the {bet} bet of {slug} has no paytable")
        return None
    if wanted is None:
        return _under(slug, options).default_paytable(table_bet, options)
    if is_written(wanted):
        table = read_written(wanted, game(slug).paytables(table_bet), slug, table_bet)
    else:
        table = _found(slug, table_bet, wanted)
    _under(slug, options, {table_bet: table})
    return table


def _found(slug: str, table_bet: str, wanted: str) -> Paytable:
    """A table by designator or file."""
    table = find_paytable(wanted) if Path(wanted).is_file() else game(slug).paytable(wanted)
    if not table.serves(slug, table_bet):
        raise BadInput(
            f"{table.designator} is a table of {table.game} {table.bet}, not of {slug} {table_bet}"
        )
    return table


def _under(slug: str, options: Options, tables: Mapping[str, Paytable] | None = None) -> Game:
    """The game under those of the options that choose a paytable, which must be the one that is named."""
    choosing = {option.name: option.chooses for option in game(slug).options if option.chooses}
    given = {name: value for name, value in options.items() if name in choosing}
    named = {bet: table for bet, table in (tables or {}).items() if bet in choosing.values()}
    return game(slug).rules(given, named).game


def par(slug: str, bet: str = "base", table: str | None = None, options: Options | None = None) -> ParSheet:
    """The par sheet of a bet, by the table's designator or file and `name: value` options."""
    given = options or {}
    return par_of(slug, bet, resolve_paytable(slug, bet, table, given), given)


def par_of(slug: str, bet: str, table: Paytable | None, options: Options) -> ParSheet:
    """The par sheet of a bet with a table at hand, approved or not."""
    entry = _entry(slug, bet)
    resolved = resolve_options(slug, options, entry.options)
    sheet: ParSheet = _place(entry.place)(table, resolved)
    laid = entry.paytable_bet
    outside = _outside(slug, resolved, {} if table is None or laid is None else {laid: table})
    return replace(sheet, approved=False, notes=(*sheet.notes, *outside)) if outside else sheet


def _outside(slug: str, options: Options, tables: Mapping[str, Paytable]) -> tuple[str, ...]:
    """What of these settings is for analysis only, as notes."""
    return tuple(f"Not approved: {words}." for words in game(slug).departures(options, tables))


def values(slug: str, situation: "str | Situation", options: Options | None = None) -> Values:
    """The exact value of every decision open in a situation; one that was typed is told as typed."""
    analysis = analysis_of(slug)
    if not analysis.values:
        raise _not_analysed(slug, "decisions of {} are")
    resolved = resolve_options(slug, options or {}, analysis.base_options)
    answer: Values = _place(analysis.values)(read_situation(slug, situation, resolved), resolved)
    notes = (*answer.notes, *_outside(slug, resolved, {}))
    return replace(answer, situation=str(situation), notes=notes)


def read_situation(slug: str, situation: "str | Situation", options: Options | None = None) -> "Situation":
    """A situation as a value, whether it is one already or was typed."""
    if not isinstance(situation, str):
        return situation
    from pitboss.games.situation import situations_of

    return situations_of(game(slug)).parse(situation, options)


def strategy(slug: str, options: Options | None = None) -> Strategy:
    """Optimal play of the base game, as charts and as rules with their cost."""
    analysis = analysis_of(slug)
    if not analysis.strategy:
        raise _not_analysed(slug, "the strategy of {} is")
    resolved = resolve_options(slug, options or {}, analysis.base_options)

    answer = _kept_strategy(slug, analysis, resolved)
    return replace(answer, notes=(*answer.notes, *_outside(slug, resolved, {})))


def _kept_strategy(slug: str, analysis: Analysis, options: Options) -> Strategy:
    """The strategy of a game; that of a description is kept by what solves it."""
    solve = _place(analysis.strategy)
    if analysis.decides:
        found: Strategy = solve(options)
        return found
    inputs, version = base_inputs(slug, options)
    kept = remembered(f"{slug} strategy", inputs, lambda: solve(options).stored(), version)
    return Strategy.restored(kept, slug, options)
