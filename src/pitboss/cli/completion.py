"""`pitboss completion`: the script by which a shell completes verbs, games, bets, paytables and options."""

import os

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    split_arg_string,
)

from pitboss.cli.helping import Verb

VARIABLE = "_PITBOSS_COMPLETE"

_BASH = """\
%(complete_func)s() {
    local IFS=$'\\n' completion type value
    COMPREPLY=()
    for completion in $(env COMP_LINE="${COMP_LINE:0:$COMP_POINT}" COMP_WORDBREAKS="$COMP_WORDBREAKS" \\
        %(complete_var)s=bash_complete "$1"); do
        IFS=',' read -r type value <<< "$completion"
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            *) COMPREPLY+=("$value"); [[ $value == *= ]] && compopt -o nospace ;;
        esac
    done
    return 0
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""


class Bash(BashComplete):
    """Bash breaks words at `=`, so the whole line is read, and only what follows the `=` is answered."""

    source_template = _BASH

    def get_completion_args(self) -> tuple[list[str], str]:
        line = os.environ["COMP_LINE"]
        words = split_arg_string(line)[1:]
        return (words, "") if line[-1:].isspace() or not words else (words[:-1], words[-1])

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        found = super().get_completions(args, incomplete)
        typed, equals, _ = incomplete.rpartition("=")
        if equals and "=" in os.environ.get("COMP_WORDBREAKS", ""):
            for item in found:
                item.value = item.value.removeprefix(typed + equals)
        return found


SHELLS: dict[str, type[ShellComplete]] = {"bash": Bash, "zsh": ZshComplete, "fish": FishComplete}


_UNSAID = {"COMP_LINE": "", "COMP_WORDS": "", "COMP_CWORD": "0"}


def prepare() -> None:
    """Answer a shell that asks for completions, with our way for Bash; what it leaves out was not typed."""
    add_completion_class(Bash)
    for name, nothing in _UNSAID.items():
        os.environ.setdefault(name, nothing)


@click.command(
    cls=Verb,
    examples=(
        "completion bash > ~/.local/share/bash-completion/completions/pitboss",
        "completion zsh > ~/.zfunc/_pitboss",
        "completion fish > ~/.config/fish/completions/pitboss.fish",
    ),
)
@click.argument("shell", metavar="SHELL", type=click.Choice(list(SHELLS)))
def command(shell: str) -> None:
    """Print the completion script for SHELL: verbs, options, games, bets, paytables and rules of the house.

    SHELL is bash, zsh or fish; mkdir -p makes a folder that is missing. A new shell completes then; in this
    one, source the file. Zsh wants ~/.zfunc in fpath before compinit.
    """
    root = click.get_current_context().find_root().command
    click.echo(SHELLS[shell](root, {}, "pitboss", VARIABLE).source(), nl=False)
