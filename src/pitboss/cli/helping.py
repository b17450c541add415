"""What `--help` says beyond the options: examples, and the bets, options and paytables of a game."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.naming import WORDS, game_typed, tables
from pitboss.errors import unknown

if TYPE_CHECKING:
    from pitboss.games import Game

Sections = dict[str, list[tuple[str, str]] | str]
TOLD: set[str] = set()
"""What was said of own games that can't be read; whoever asks for one of them is not told twice."""


def _look_in(ctx: click.Context, param: click.Parameter, folders: tuple[str, ...]) -> None:
    """Games of one's own; what is wrong with one of them hinders no other."""
    if folders:
        from pitboss.games import GAMES
        from pitboss.games.discovery import look_in

        look_in(folders)
        for trouble in GAMES.troubles:
            click.echo(f"pitboss: {trouble}", err=True)
            TOLD.add(trouble)


def games_option() -> click.Option:
    """`--games DIR`, which every verb takes, before the game it is about is looked for."""
    return click.Option(
        ["--games"],
        metavar="DIR",
        multiple=True,
        is_eager=True,
        expose_value=False,
        callback=_look_in,
        help="A folder with games of your own, or one such game; repeatable. PITBOSS_GAMES names some too.",
    )


class Verb(click.Command):
    """A verb with examples; where it takes a game, its help lists games, or what the game typed has."""

    def __init__(
        self,
        *words: Any,
        examples: tuple[str, ...] = (),
        lists: "Callable[[Game], Sections] | None" = None,
        **more: Any,
    ) -> None:
        super().__init__(*words, **more)
        self.params.append(games_option())
        self.examples = examples
        self.lists = lists

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[WORDS] = tuple(args)
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for heading, rows in (_listed(ctx, self.lists) if self.lists else {}).items():
            with formatter.section(heading):
                if isinstance(rows, str):
                    formatter.write_text(rows)
                else:
                    formatter.write_dl(rows)
        if self.examples:
            with formatter.section("Examples"):
                for line in self.examples:
                    formatter.write(f"{'':{formatter.current_indent}}pitboss {line}\n")


def _listed(ctx: click.Context, lists: "Callable[[Game], Sections]") -> Sections:
    from pitboss.games import GAMES
    from pitboss.games.catalogue import catalogue

    if (played := game_typed(ctx)) is not None:
        return lists(played)
    short: dict[str | None, list[str]] = {}
    for entry in catalogue().games:  # several entries may be one game
        short.setdefault(entry.game, []).extend(entry.aliases)
    games = [
        (slug, f"{game.name} ({', '.join(short.get(slug, ())) or slug})") for slug, game in GAMES.items()
    ]
    return {f"Games (more about one: {ctx.command_path} GAME --help)": games}


def of_the_game(
    options: "Callable[[Game], list[tuple[str, str]]]",
    bets: "Callable[[Game], Any] | None" = None,
    paytables: bool = False,
) -> "Callable[[Game], Sections]":
    """Lists of a game: its options, and its bets and paytables where the verb takes some."""

    def lists(played: "Game") -> Sections:
        found: Sections = {}
        if bets is not None:
            found[f"Bets of {played.slug}"] = list(bets(played))
        if chosen := _together(options(played)):
            found["Options (-o NAME=VALUE, default first)"] = chosen
        if paytables:
            found["Paytables"] = ", ".join(name for name, _ in tables(played))
        return found

    return lists


def _together(options: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """`name=value` pairs as one row for each name."""
    rows: dict[str, list[str]] = {}
    words = {}
    for pair, told in options:
        name, _, value = pair.partition("=")
        rows.setdefault(name, []).append(value)
        words[name] = told
    return [(f"{name}={'|'.join(values)}", words[name]) for name, values in rows.items()]


class Verbs(click.Group):
    """A group whose help shows whole sentences, and that knows what a slip was meant to be."""

    command_class = Verb

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        verbs, word = self.list_commands(ctx), args[0]
        if word not in verbs and not word.startswith("-") and not ctx.resilient_parsing:
            raise unknown("there is no verb called", word, verbs)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl(self.told(ctx))

    def told(self, ctx: click.Context) -> list[tuple[str, str]]:
        """Each command with its first sentence."""
        found = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        return [(name, (command.help or "").split("\n\n")[0]) for name, command in found if command]
