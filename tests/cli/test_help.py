"""Help that helps: whole sentences, an example that runs, the games and what each of them has."""

import re
import shlex
from pathlib import Path

import click
import pytest

from pitboss.cli import pitboss
from pitboss.games import GAMES
from pitboss.games.catalogue import catalogue
from tests.cli.running import run

CONTEXT = click.Context(pitboss)


def commands(
    group: click.Group = pitboss, path: tuple[str, ...] = ()
) -> list[tuple[tuple[str, ...], click.Command]]:
    """Every verb, and every verb of a group."""
    found = []
    for name in group.list_commands(CONTEXT):
        verb = group.get_command(CONTEXT, name)
        assert verb is not None
        if isinstance(verb, click.Group):
            found += commands(verb, (*path, name))
        else:
            found.append(((*path, name), verb))
    return found


COMMANDS = commands()
EXAMPLES = [(verb, line) for _, verb in COMMANDS for line in getattr(verb, "examples", ())]


@pytest.mark.parametrize("path", [(), ("floor",), *(path for path, _ in COMMANDS)], ids=" ".join)
def test_help_cuts_no_sentence_and_explains_every_option(path: tuple[str, ...]) -> None:
    done = run(*path, "--help")
    assert done.exit_code == 0
    assert "..." not in re.sub(r"\[ARGS\]\.\.\.|PAYTABLES\.\.\.", "", done.stdout)


@pytest.mark.parametrize(
    ("path", "verb"), COMMANDS, ids=lambda part: " ".join(part) if isinstance(part, tuple) else ""
)
def test_every_option_has_help_and_every_verb_an_example(path: tuple[str, ...], verb: click.Command) -> None:
    silent = [param.name for param in verb.params if isinstance(param, click.Option) and not param.help]
    assert silent == []
    assert any(line.startswith(" ".join(path)) for line in getattr(verb, "examples", ()))


@pytest.mark.parametrize(("verb", "line"), EXAMPLES, ids=[line for _, line in EXAMPLES])
def test_every_example_is_understood(
    verb: click.Command, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parsed, not run: an example may take minutes, or want a floor."""
    words = shlex.split(line.partition(" > ")[0])
    group: click.Group = pitboss
    name = words.pop(0)
    while isinstance(command := group.get_command(CONTEXT, name), click.Group):
        group, name = command, words.pop(0)
    assert command is verb
    wanted = [word for word in words if Path(word).suffix in (".db", ".txt", ".sim", ".play")]
    for file in wanted:
        (tmp_path / Path(file).name).touch()  # a file of the reader's
    monkeypatch.chdir(tmp_path)
    asked = [f"--{param.name}=x" for param in verb.params if getattr(param, "prompt", None)]
    verb.make_context(name, [*words, *asked])


def test_help_lists_the_games_and_what_a_game_has() -> None:
    listed = run("par", "--help").stdout
    assert all(slug in listed for slug in GAMES)
    short = {name for entry in catalogue().games if entry.game for name in entry.aliases}
    assert short <= {*re.findall(r"[\w-]+(?=[,)])", listed)}
    of_one = run("par", "uth", "--help").stdout
    for words in ("bad-beat-bonus", "preflop_raise=3x-or-4x|3x-only", "UTH-JP-01"):
        assert words in of_one
    assert "bonus_after_fold" in run("play", "caribbean-stud", "--help").stdout


@pytest.mark.parametrize("slug", GAMES)
def test_help_and_a_refusal_list_the_same_options(slug: str) -> None:
    listed = run("par", slug, "--help").stdout.partition("Options (-o")[2].partition("\n\n")[0]
    refused = run("par", slug, "-o", "0=1").stderr
    names = re.findall(r"^  (\w+)=", listed, re.MULTILINE)
    assert refused.strip().endswith(f"there are {', '.join(names)}")


def test_an_option_of_another_bet_is_told_as_such() -> None:
    refused = run("par", "uth", "-o", "meter=$25,000").stderr
    assert "has no option 'meter' here, only on the sheet of jackpot" in refused


@pytest.mark.parametrize(
    ("typed", "slug"),
    [
        ("uth", "ultimate-texas-holdem"),
        ("UTH", "ultimate-texas-holdem"),
        ("caribbean", "caribbean-stud"),
        ("12", "caribbean-stud"),
        ("65", "ultimate-texas-holdem"),
        ("Blackjack Switch", "blackjack-switch"),
        ("switch", "blackjack-switch"),
        ("rabbit", "rabbit-hunter"),
    ],
)
def test_a_game_is_understood_as_people_name_it(typed: str, slug: str) -> None:
    assert f" {slug} " in run("rules", typed).stdout.splitlines()[0]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("rules", "carribean"), "there is no game called 'carribean'; did you mean caribbean-stud?"),
        (("rules", "rabit"), "there is no game called 'rabit'; did you mean rabbit-hunter?"),
        (("rules", "swich"), "did you mean blackjack-switch?"),
        (("meter", "CSTUD-1"), "did you mean CSTUD-01 or CSTUD-10?"),
        (("rules", "tiddlywinks"), "there are caribbean-stud, ultimate-texas-holdem,"),
        (("rules", "7"), "Big Raise Hold'Em is number 7 of the approval, but not playable here"),
        (("rules", "99"), "there is no game called '99'"),
        (("rules", ""), "there is no game called ''"),
        (("pra", "uth"), "there is no verb called 'pra'; did you mean par?"),
        (("par", "uth", "--bet", "trip"), "did you mean trips?"),
        (("par", "uth", "--paytable", "UTH-BLNID"), "did you mean UTH-BLIND"),
        (("par", "switch", "-o", "deck=6"), "did you mean decks?"),
        (("play", "caribbean", "-o", "bonus_afterfold=lose"), "did you mean bonus_after_fold"),
        (("simulate", "caribbean", "--wager", "anti=5"), "did you mean ante?"),
        (("par", "caribbean", "--bets", "bonus"), "--bet"),
        (("bench", "hand"), "did you mean hands?"),
    ],
)
def test_a_slip_gets_the_name_that_was_meant(words: tuple[str, ...], says: str) -> None:
    done = run(*words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
