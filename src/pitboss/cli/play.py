"""`pitboss play`: a table in the terminal, for a person, for bots, or to look at rounds again."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.cards import SeededShuffle, shuffled
from pitboss.cli.analysing import NewFile, refuse_given, text_of
from pitboss.cli.drawing import pays, scene, settlement
from pitboss.cli.helping import Verb, of_the_game
from pitboss.cli.naming import GAME, TABLE_OPTION, WAGER, game_bets, rule_options
from pitboss.cli.output import console, json_option, print_json, progress_console
from pitboss.errors import BadInput, Trouble
from pitboss.games import Choice, Game, Line, Request, Rules, game, parse_round
from pitboss.games.schedules import schedules
from pitboss.games.strategy import simple as written
from pitboss.money import dollars, format_cents, money_json
from pitboss.schemas import marked
from pitboss.screen import Grid
from pitboss.table import Strategy, Table, random_play, simple
from pitboss.table.playthrough import tell

if TYPE_CHECKING:
    from rich.console import Console

YOU = "you"
BOT_CHIPS_CENTS = 100_000_00
_BOTS = {"optimal": "The best play, as pitboss strategy counts it.", "random": "Any legal choice."}
"""How bots play that go by no written rules."""
HELP = (
    "{main} in dollars, like 5; other bets as {other}=dollars; Enter repeats the last; ? pays, h history, "
    "r N tells round N again; q leaves, here and at every question."
)


@click.command(
    cls=Verb,
    examples=(
        "play caribbean-stud",
        "play uth --seats 3 -w ante=10 -w blind=10 -w trips=5",
        "play switch --auto 1000 --seed 1 --json",
        "play rabbit --auto 5 --journal rounds.txt",
        "play rabbit --replay rounds.txt",
    ),
    lists=of_the_game(rule_options, game_bets, paytables=True),
)
@click.argument("name", metavar="GAME", type=GAME)
@click.option("--seed", help="Shuffle from this seed, so that the same cards come again.")
@click.option("--auto", type=click.IntRange(1), metavar="N", help="Let bots play N rounds and print totals.")
@click.option(
    "--seats", type=click.IntRange(1, 7), default=1, show_default=True, help="Seats, bots included."
)
@click.option(
    "--bots",
    type=click.Choice(["simple", "optimal", "random"]),
    default="simple",
    show_default=True,
    help="How bots play: by a few rules, as well as can be, or anyhow.",
)
@click.option("--chips", default="$1,000", show_default=True, help="What you sit down with.")
@click.option(
    "-w", "--wager", "wagers", multiple=True, type=WAGER, metavar="BET=DOLLARS", help="A wager of every seat."
)
@click.option(
    "-o",
    "options",
    multiple=True,
    type=TABLE_OPTION,
    metavar="NAME=VALUE",
    help="A rule option, or BET=PAYTABLE.",
)
@click.option("--journal", type=NewFile(), help="Append every round to this file.")
@click.option("--replay", type=click.Path(exists=True, path_type=Path), help="Tell the rounds of a journal.")
@json_option
def command(
    name: str,
    seed: str | None,
    auto: int | None,
    seats: int,
    bots: str,
    chips: str,
    wagers: tuple[str, ...],
    options: tuple[str, ...],
    journal: Path | None,
    replay: Path | None,
    as_json: bool,
) -> None:
    """Play a GAME in the terminal; with --auto bots play it."""
    chosen = game(name)
    if auto or replay:
        refuse_given("is what you sit down with; nobody does with --auto or --replay", "chips")
    if replay:
        told = "is for rounds to come; --replay tells those that were played"
        refuse_given(told, "seed", "auto", "seats", "bots", "wagers", "options", "journal")
        _replay(replay, chosen.slug, as_json)
        return
    table = Table(
        chosen.written_rules(_pairs(options)), shuffle=SeededShuffle(seed).order if seed else shuffled
    )
    laid = _wagers(table, wagers)
    if auto:
        for seat in range(1, seats + 1):
            table.sit(seat, f"bot {seat}", BOT_CHIPS_CENTS, _strategy(table.rules, bots, f"{seed} {seat}"))
        totals = _auto(table, laid, auto, journal, _played_by(table.rules.game, bots))
        print_json(totals.as_json()) if as_json else _show_totals(totals)
        return
    if as_json:
        raise BadInput("--json goes with --auto or --replay")
    table.sit(1, YOU, dollars(chips))
    for seat in range(2, seats + 1):
        table.sit(seat, f"bot {seat}", BOT_CHIPS_CENTS, _strategy(table.rules, bots, f"{seed} {seat}"))
    _Session(table, laid, journal).run()


def _pairs(words: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadInput(f"{word!r} is not written as name=value")
        pairs[name] = value
    return pairs


def _wagers(table: Table, words: tuple[str, ...]) -> dict[str, int]:
    """The wagers given, over what every player lays at the table's minimum."""
    game, given = table.rules.game, _pairs(words)
    usual = () if game.one_of and not given.keys().isdisjoint(game.one_of) else game.usual
    return {bet.slug: table.limits.bets[bet.slug].least_cents for bet in usual} | {
        bet: dollars(amount) for bet, amount in given.items()
    }


def _strategy(rules: Rules, kind: str, seed: str) -> Strategy:
    if kind == "optimal":
        # The mathematics takes a second to load, so only those who ask for it wait.
        from pitboss.analysis.bots import optimal

        return optimal(rules.game.slug, rules.options)
    return simple(rules.game) if kind == "simple" else random_play(seed)


def _played_by(game: Game, kind: str) -> str:
    """How bots of a kind play: the rules as text, or the kind in words."""
    return written(game).text if kind == "simple" else _BOTS[kind]


def _record(table: Table, journal: Path | None) -> None:
    if journal:
        with journal.open("a", encoding="utf-8") as file:
            file.write(table.history[-1] + "\n")


@dataclass(slots=True)
class BetTotal:
    """What came of a bet in all rounds."""

    count: int = 0
    wagered_cents: int = 0
    paid_cents: int = 0
    returned_cents: int = 0

    def add(self, line: Line) -> None:
        """Count a settled wager in."""
        self.count += 1
        self.wagered_cents += line.wager_cents
        self.paid_cents += line.paid_cents
        self.returned_cents += line.returned_cents

    @property
    def net_cents(self) -> int:
        """What players are ahead."""
        return self.paid_cents + self.returned_cents - self.wagered_cents


@dataclass(frozen=True, slots=True)
class Totals:
    """What came of all rounds."""

    game: str
    rounds: int
    seats: int
    bets: Mapping[str, BetTotal]
    claims: int
    house_cents: int
    sensors_cents: int
    notes: tuple[str, ...]
    """Whose rules these are, where no approval holds them."""
    played_by: str
    """How the bots played: rules as text, or a sentence."""

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        bets = [
            {
                "bet": bet,
                "count": total.count,
                **money_json("wagered", total.wagered_cents),
                **money_json("paid", total.paid_cents),
                **money_json("returned", total.returned_cents),
                **money_json("players_net", total.net_cents),
            }
            for bet, total in self.bets.items()
        ]
        body = {"game": self.game, "rounds": self.rounds, "seats": self.seats, "bets": bets}
        body |= {"claims": self.claims, **money_json("house_win", self.house_cents)}
        body |= {**money_json("sensors", self.sensors_cents), "notes": list(self.notes)}
        body["played_by"] = self.played_by
        return marked("play", body)


def _notes(*played: Rules) -> tuple[str, ...]:
    """What must stand beside rounds under these rules."""
    return tuple(dict.fromkeys(rules.mark for rules in played if rules.mark))


def _auto(table: Table, laid: dict[str, int], rounds: int, journal: Path | None, played_by: str) -> Totals:
    from rich.progress import track

    bets: dict[str, BetTotal] = {}
    claims = 0
    bar = progress_console()
    for _ in track(range(rounds), "Dealing", console=bar, transient=True, disable=not bar.is_terminal):
        for seat, player in table.players.items():
            if player.chips_cents < BOT_CHIPS_CENTS // 2:
                table.add_chips(seat, BOT_CHIPS_CENTS)
        played = table.open_round(dict.fromkeys(table.players, laid))
        table.play_bots()
        for line in table.lines:
            bets.setdefault(line.bet, BetTotal()).add(line)
        claims += len(played.claims)
        _record(table, journal)
    slug, seats, won = table.rules.game.slug, len(table.players), (table.house_cents, table.jackpot_cents)
    return Totals(slug, rounds, seats, bets, claims, *won, _notes(table.rules), played_by)


def _show_totals(totals: Totals) -> None:
    rows = []
    for bet, total in totals.bets.items():
        moved = (total.wagered_cents, total.paid_cents, total.returned_cents, total.net_cents)
        rows.append((bet, f"{total.count:,}", *map(format_cents, moved)))
    columns = ("bet", "wagers", "wagered", "paid", "returned", "players' net")
    out = console()
    _say(out, totals.notes)
    title = f"{totals.rounds:,} rounds of {totals.game}"
    out.print(Grid(columns, rows, numeric=range(1, len(columns)), title=title))
    house, sensors = format_cents(totals.house_cents), format_cents(totals.sensors_cents)
    out.print(f"House {house}, jackpot wagers {sensors}, claims {totals.claims:,}")
    out.print("\n[bold]Bots played by these rules[/]")
    out.print(totals.played_by.rstrip(), markup=False, highlight=False)


def _say(out: "Console", notes: tuple[str, ...]) -> None:
    for note in notes:
        out.print(f"[bold]{note}[/]\n")


def _replay(path: Path, slug: str, as_json: bool) -> None:
    lines = [line for line in text_of(path).splitlines() if line.strip()]
    played = [parse_round(line).rules for line in lines]
    others = {rules.game.slug for rules in played} - {slug}
    if others:
        raise BadInput(f"{path} holds rounds of {', '.join(sorted(others))}, not of {slug}")
    if as_json:
        told = [{"round": line, "story": list(tell(line))} for line in lines]
        print_json(marked("replay", {"game": slug, "stories": told, "notes": list(_notes(*played))}))
        return
    out = console()
    _say(out, _notes(*played))
    for line in lines:
        _write(out, line)
        for sentence in tell(line):
            _write(out, sentence, indent=2)
        out.print()


def _write(out: "Console", sentence: str, indent: int = 0) -> None:
    """A line as wide as the screen; what goes on below stands further in."""
    from rich.text import Text

    for number, line in enumerate(Text(sentence).wrap(out, out.width - indent - 2)):
        out.print(" " * (indent + 2 * (number > 0)) + line.plain.rstrip(), markup=False, highlight=False)


def keys(choices: tuple[Choice, ...]) -> dict[str, Choice]:
    """One key for each choice: the number in its name, or the first letter that is free.

    >>> list(keys((Choice("check", ""), Choice("play-3x", ""), Choice("play-4x", ""))))
    ['c', '3', '4']
    """
    taken: dict[str, Choice] = {}
    for choice in choices:
        letters = [letter for letter in choice.name if letter.isdigit()] + list(choice.name)
        key = next(letter for letter in letters if letter not in taken and letter not in "uvq-")
        taken[key] = choice
    return taken


class _Session:
    """A person at seat 1: lays wagers, decides by key, looks back."""

    def __init__(self, table: Table, laid: dict[str, int], journal: Path | None) -> None:
        from rich.highlighter import NullHighlighter

        self.table = table
        self.laid = laid
        self.journal = journal
        self.game = table.rules.game
        self.left = False
        self.out = console()
        self.out.highlighter = NullHighlighter()

    def run(self) -> None:
        """Deal until the person leaves or the input ends."""
        self.out.print(f"[bold]{self.game.name}[/]")
        _say(self.out, _notes(self.table.rules))
        self._pays()
        others = [bet.slug for bet in self.game.bets if bet.kind == "side" and not bet.in_round]
        self.out.print(HELP.format(main=self.game.main.name, other=next(iter(others), "bet")))
        while not self.left:
            chips = self.table.players[1].chips_cents
            self.out.print(f"You have {format_cents(chips)}. Wagers: {_plain(self.laid)}")
            try:
                words = _typed("wagers", default="", show_default=False).split()
            except EOFError:
                self.out.print()
                break
            try:
                if words == ["q"]:
                    self.left = True
                elif not self._look(words):
                    self._deal(words)
            except BadInput as refusal:
                self._refuse(f"{refusal}")
        self.out.print(f"You leave with {format_cents(self.table.leave(1))}.")

    def _pays(self) -> None:
        """What stands on the layout: its printed lines, and the pays for the hands that are dealt."""
        rules = self.table.rules
        for line in self.game.printed(rules.options):
            self.out.print(f"{line}.")
        self.out.print(pays(schedules(rules, hands=rules.game.hands_dealt(len(self.table.players)))))

    def _look(self, words: list[str]) -> bool:
        """Show pays or earlier rounds, if that is what was asked for."""
        if words == ["?"]:
            self._pays()
            return True
        history = list(self.table.history)
        if words == ["h"]:
            for number, line in enumerate(history, 1):
                click.echo(f"{number:3} {line}")
            return True
        if words[:1] == ["r"]:
            number = int(words[1]) if len(words) > 1 and words[1].isdecimal() else len(history)
            if not 1 <= number <= len(history):
                raise BadInput(f"there is no round {number}; {len(history)} are kept")
            for sentence in tell(history[number - 1]):
                _write(self.out, sentence)
            return True
        return False

    def _refuse(self, sentence: str) -> None:
        from rich.text import Text

        self.out.print(Text(sentence.removeprefix("seat 1: "), "red"))

    def _laid(self, words: list[str]) -> dict[str, int]:
        """The wagers in words: a number alone is the main bet, and equal bets are laid together."""
        given = {}
        for word in words:
            bet, equals, amount = word.rpartition("=")
            if not equals and not amount.removeprefix("$")[:1].isdigit():
                raise BadInput(
                    f"{word!r} is no wager; {self.game.main.name} is a number, other bets are bet=dollars"
                )
            given[bet or self.game.main.slug] = dollars(amount)
        equal = {bet.slug: given[bet.laid_with] for bet in self.game.bets if bet.laid_with in given}
        return given | {bet: cents for bet, cents in equal.items() if bet not in given}

    def _deal(self, words: list[str]) -> None:
        laid = self._laid(words) or self.laid
        minimum = _wagers(self.table, ())
        self.table.open_round({seat: laid if seat == 1 else minimum for seat in self.table.players})
        self.laid = laid
        self.table.play_bots()
        while (request := self.table.request) is not None:
            try:
                self._decide(request)
            except BadInput as refusal:
                self._refuse(f"{refusal}")
            self.table.play_bots()
        if self.left:
            self.out.print("The round is void, and your wagers are back.")
            _record(self.table, self.journal)
            return
        self._scene()
        self.out.print(settlement(self.game, self.table.lines))
        played = self.table.round
        assert played is not None
        for claim in played.claims:
            self.out.print(f"[bold]Jackpot claim:[/] seat {claim.seat}, {claim.hand} on {claim.paytable}")
        net = sum(line.net_cents for line in self.table.lines if line.seat == 1)
        result = f"You {'win' if net > 0 else 'lose'} {format_cents(abs(net))}." if net else "You are even."
        self.out.print(f"[bold]{result}[/]\n")
        _record(self.table, self.journal)

    def _decide(self, request: Request) -> None:
        self._scene()
        offered = keys(request.choices)
        shown = "  ".join(f"[bold]{key}[/] {choice.label}" for key, choice in offered.items())
        self.out.print(f"{request.prompt}  {shown}  [dim]? pays  u undo  v void  q leave[/]")
        while (key := _key().lower()) not in (*offered, *"?uvq"):
            pressed = f"{key!r} is" if key.isprintable() and key.strip() else "That was"
            self._refuse(f"{pressed} none of the keys; press {', '.join(offered)}, ?, u, v or q")
        if key == "?":
            self._pays()
        elif key == "u":
            self._undo()
        elif key in "vq":
            self.left = key == "q"
            self.table.void()
        else:
            self.table.decide(offered[key].name)

    def _undo(self) -> None:
        """Back to the person's last decision; what bots did since is theirs to do again."""
        self.table.undo()
        while self.table.request is not None and self.table.request.seat != 1:
            self.table.undo()

    def _scene(self) -> None:
        names = {seat: player.name for seat, player in self.table.players.items()}
        self.out.print(scene(self.game, self.table.view(1), names))


def _key() -> str:
    """One key from a terminal, or a line from whatever else the input is."""
    try:
        return click.getchar() if sys.stdin.isatty() else _typed("key").strip()[:1]
    except EOFError:
        click.echo()
        raise Trouble("the input ended before the round did") from None


def _typed(asked: str, **more: Any) -> str:
    """A line of the input. Where that ends it is EOFError, which click does not tell from Ctrl-C."""
    try:
        line: str = click.prompt(asked, **more)
    except click.Abort as stopped:
        raise (stopped.__context__ or stopped) from None
    return line


def _plain(laid: dict[str, int]) -> str:
    return " ".join(
        f"{bet}={format_cents(cents).removeprefix('$').replace(',', '')}" for bet, cents in laid.items()
    )
