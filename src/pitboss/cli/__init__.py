"""The command line: one thin module per verb, imported only when its verb is used."""

import importlib
import sys

import click

from pitboss.errors import BadInput

VERBS = {
    "games": "The catalogue: 66 approved games, and which are playable.",
    "rules": "A game's bets, options, procedure, paytables and source.",
    "play": "A table in the terminal, for you or for bots.",
    "par": "The par sheet of a bet: house edge and every outcome, exactly.",
    "ev": "What every decision in a situation is worth.",
    "audit": "Every figure the approval states, beside the computed one.",
    "strategy": "Optimal play as charts, and rules with what they cost.",
    "serve": "The pages, on this machine.",
    "floor": "A floor: write its file, check it against approval and rules; verify its books.",
    "simulate": "Rounds by the million, beside the exact values.",
    "meter": "The life of a jackpot: growth, awards, the risk of running dry.",
    "bench": "Measure speed beside public peers, as ratios in one run.",
}
"""Each verb is `command` in `pitboss.cli.<verb>`; its help stands here so that `--help` imports nothing."""


class Verbs(click.Group):
    """A group that imports a verb's module only when that verb runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command: click.Command = importlib.import_module(f"pitboss.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pitboss")
def pitboss() -> None:
    """Casino table games: rules, exact mathematics, jackpots and the floor."""


def main() -> None:
    """Run the command line; bad input is one line on stderr and exit code 2."""
    try:
        sys.exit(pitboss.main(standalone_mode=False))
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except BadInput as error:
        click.echo(f"pitboss: {error}", err=True)
        sys.exit(2)
    except click.exceptions.Abort:
        click.echo("pitboss: interrupted", err=True)
        sys.exit(130)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
