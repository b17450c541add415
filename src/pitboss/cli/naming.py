"""What people type by name: games, bets, paytables and options, and how a shell completes them."""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

if TYPE_CHECKING:
    from pitboss.analysis.registry import AnalysisOption
    from pitboss.games import Game, Option

Completed = list[CompletionItem]


class GameName(StringParamType):
    """A game by slug, name, abbreviation, number or beginning; becomes its slug."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from pitboss.games.catalogue import find_game

        return find_game(value).slug

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        return "List the games with: pitboss games"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Completed:
        from pitboss.games import GAMES

        return _items(((slug, game.name) for slug, game in GAMES.items()), incomplete)


class Named(StringParamType):
    """Text that is one of the names `names` gives for the game typed before it; others are judged later."""

    def __init__(self, names: Callable[["Game"], Iterable[tuple[str, str]]], or_file: bool = False) -> None:
        self.names = names
        self.or_file = or_file

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Completed:
        played = game_typed(ctx)
        found = [] if played is None else _items(self.listed(played, ctx), incomplete)
        return found or ([CompletionItem(incomplete, type="file")] if self.or_file else [])

    def listed(self, played: "Game", ctx: click.Context) -> Iterable[tuple[str, str]]:
        """The names, whatever else was typed."""
        return self.names(played)


class BetTable(Named):
    """A paytable: one of the bet that was typed before it, or of any."""

    def listed(self, played: "Game", ctx: click.Context) -> Iterable[tuple[str, str]]:
        if ctx.get_parameter_source("bet") is not click.core.ParameterSource.COMMANDLINE:
            return self.names(played)
        return bet_tables(played, ctx.params["bet"])


class LineName(StringParamType):
    """A line of a paytable, by its hand: of the table that was typed before it, or of the bet's own."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Completed:
        from pitboss.analysis.registry import resolve_paytable
        from pitboss.errors import BadInput

        played, typed = game_typed(ctx), ctx.params
        with contextlib.suppress(BadInput):
            table = played and resolve_paytable(played.slug, typed["bet"], typed.get("table"), {})
            return _items(((line.hand, str(line.pay)) for line in table.lines), incomplete) if table else []
        return []


def _items(names: Iterable[tuple[str, str]], incomplete: str) -> Completed:
    wanted = incomplete.casefold()
    return [CompletionItem(name, help=words) for name, words in names if name.casefold().startswith(wanted)]


WORDS = "pitboss.words"
"""Under this name a context keeps what was typed after the verb."""


def game_typed(ctx: click.Context) -> "Game | None":
    """The first word that names a game, in a command that is not whole yet or that asks for help."""
    from pitboss.errors import BadInput
    from pitboss.games.catalogue import find_game

    for word in ctx.meta.get(WORDS, ()):
        with contextlib.suppress(BadInput):
            return find_game(word)
    return None


def game_bets(played: "Game") -> Iterator[tuple[str, str]]:
    """The bets of a game, each with its name."""
    return ((bet.slug, bet.name) for bet in played.every_bet)


def par_bets(played: "Game") -> list[tuple[str, str]]:
    """The bets of a game that have a par sheet."""
    from pitboss.analysis.registry import bets

    names = {bet.slug: bet.name for bet in (*played.bets, *played.counted)}
    return [(slug, names.get(slug, "The base game")) for slug in bets(played.slug)]


def wagers(played: "Game") -> list[tuple[str, str]]:
    """The beginnings of wagers that are laid before the deal: `ante=`."""
    return [(f"{bet.slug}=", bet.name) for bet in played.every_bet if not bet.in_round]


def tables(played: "Game") -> list[tuple[str, str]]:
    """The paytables of a game."""
    printed = (table for bet in played.every_bet for table in played.paytables(bet.slug))
    return [(table.designator, table.title) for table in dict.fromkeys(printed)]


def bet_tables(played: "Game", bet: str) -> list[tuple[str, str]]:
    """The paytables with which a bet has a par sheet."""
    from pitboss.analysis.registry import analysis_of

    entry = analysis_of(played.slug).par.get(bet)
    printed = played.paytables(entry.paytable_bet) if entry and entry.paytable_bet else ()
    return [(table.designator, table.title) for table in printed]


def strategies(played: "Game") -> list[tuple[str, str]]:
    """The ways to play a game that have a name."""
    from pitboss.games.strategy import is_written

    simple = [("simple", "By a few rules")] if is_written(played) else []
    return [("optimal", "As well as can be"), *simple]


def _default_first(option: "Option | AnalysisOption") -> dict[str, None]:
    return dict.fromkeys((option.default, *option.values))


def rule_options(played: "Game") -> list[tuple[str, str]]:
    """The options of a table, `name=value`."""
    return [
        (f"{option.name}={value}", option.words)
        for option in played.options
        for value in _default_first(option)
    ]


def table_options(played: "Game") -> list[tuple[str, str]]:
    """The options of a table, and its bets with their paytables: `bonus=CPSB-03`."""
    chosen = [
        (f"{bet.slug}={table.designator}", table.title)
        for bet in played.every_bet
        for table in played.paytables(bet.slug)
    ]
    return rule_options(played) + chosen


def analysis_options(played: "Game") -> list[tuple[str, str]]:
    """The options that a result of a game takes, `name=value`."""
    from pitboss.analysis.registry import every_option

    words = {option.name: option.words for option in played.options}
    return [
        (f"{option.name}={value}", words.get(option.name, option.words))
        for option in every_option(played.slug).values()
        for value in _default_first(option)
    ]


GAME = GameName()
PAR_BET = Named(par_bets)
WAGER = Named(wagers)
PAYTABLE = Named(tables, or_file=True)
BET_TABLE = BetTable(tables, or_file=True)
LINE = LineName()
STRATEGY = Named(strategies, or_file=True)
RULE_OPTION = Named(rule_options)
TABLE_OPTION = Named(table_options)
ANALYSIS_OPTION = Named(analysis_options)
