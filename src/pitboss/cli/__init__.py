"""The command line: one thin module per verb, imported only when its verb is used."""

from pitboss import starting  # isort: split

import contextlib
import errno
import importlib
import os
import re
import sys
from typing import Any

import click

from pitboss.cli.helping import TOLD, Verbs, games_option
from pitboss.cli.output import BAD_INPUT, FAILED, OUTPUT_LOST, PIPE_CLOSED
from pitboss.cli.plain import speak_plainly
from pitboss.errors import BadInput, Trouble
from pitboss.verbs import VERBS

_NO_INTEGER = re.compile(r"is not a valid integer( range)?")
_NO_OUTPUT = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


class LazyVerbs(Verbs):
    """A group that imports a verb's module only when that verb runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command: click.Command = importlib.import_module(f"pitboss.cli.{cmd_name}").command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise click.exceptions.Exit(PIPE_CLOSED) from None  # click itself would say 1

    def told(self, ctx: click.Context) -> list[tuple[str, str]]:
        return list(VERBS.items())


@click.group(cls=LazyVerbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pitboss")
def pitboss() -> None:
    """Casino table games: rules, exact mathematics, jackpots and the floor."""


pitboss.params.append(games_option())


def main() -> None:
    """Run the command line; whatever fails is one line on stderr and an exit code."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us: nobody is to read it
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    speak_plainly(sys.stdout, sys.stderr)
    try:
        code = _run()
        sys.stdout.flush()
    except BrokenPipeError:
        code = PIPE_CLOSED
    except OSError as error:
        code = _failed(error)
    if code in (OUTPUT_LOST, PIPE_CLOSED):
        _let_go_of_the_output()
    sys.exit(code)


def _run() -> int:
    if "_PITBOSS_COMPLETE" in os.environ:
        from pitboss.cli.completion import prepare

        prepare()
    try:
        return pitboss.main(prog_name="pitboss", standalone_mode=False) or 0
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return BAD_INPUT
    except click.ClickException as error:
        words = _NO_INTEGER.sub("is no whole number", " ".join(error.format_message().split()))
        return _say(words.removesuffix("."), BAD_INPUT)
    except BadInput as error:
        return BAD_INPUT if str(error) in TOLD else _say(str(error), BAD_INPUT)
    except Trouble as error:
        return _say(str(error), FAILED)
    except (click.exceptions.Abort, KeyboardInterrupt):
        return _say("interrupted", starting.INTERRUPTED)
    except click.exceptions.Exit as done:
        return done.exit_code


def _failed(error: OSError) -> int:
    """A file that fails is named; a disk that is full without a name is that of the output."""
    why = error.strerror or str(error)
    if error.filename is not None:
        return _say(f"{error.filename}: {why}", FAILED)
    if error.errno in _NO_OUTPUT:
        return _say(f"the output can't be written: {why}", OUTPUT_LOST)
    return _say(why, FAILED)


def _say(words: str, code: int) -> int:
    click.echo(f"pitboss: {' '.join(words.splitlines())}", err=True)
    return code


def _let_go_of_the_output() -> None:
    """What is still to be written would fail once more when the interpreter ends."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


starting.over()
