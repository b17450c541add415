"""A round in one line: game and rules, wagers by seat, the order of the cards, the decisions.

    caribbean-stud bonus=CPSB-02 | 1 ante=5.00 bonus=1.00; 3 ante=10.00 | AsAdKcQh2d… | bet fold

Options and paytables at their defaults are left out; an edited table is written with its edits
(`bonus=CPSB-02~flush:60_to_1~straight:none`). Whoever has the line has the round.
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from pitboss.cards import parse_cards
from pitboss.errors import BadInput
from pitboss.games.contract import Game
from pitboss.games.round import Round
from pitboss.money import dollars, format_cents

Key = TypeVar("Key")
Value = TypeVar("Value")


def format_round(played: Round) -> str:
    """Write a round so that `parse_round` gives it back."""
    rules = played.rules
    words = [rules.game.slug]
    for option in rules.game.options:
        if rules.options[option.name] != option.default:
            words.append(f"{option.name}={rules.options[option.name]}")
    for bet, table in rules.paytables.items():
        if table != rules.game.default_paytable(bet, rules.options):
            words.append(f"{bet}={rules.table_word(bet)}")
    seats = [
        " ".join([str(seat), *(f"{bet}={_plain(cents)}" for bet, cents in laid.items())])
        for seat, laid in sorted(played.wagers.items())
    ]
    cards = "".join(map(str, played.order))
    return " | ".join([" ".join(words), "; ".join(seats), cards, " ".join(played.decisions)]).rstrip()


def parse_round(text: str, games: Mapping[str, Game]) -> Round:
    """Read a round and play it as far as its decisions go."""
    parts = [part.strip() for part in text.strip().removesuffix("|").split("|")]
    if len(parts) not in (3, 4):
        raise BadInput("a round is written as: game and rules | wagers by seat | cards | decisions")
    slug, *settings = parts[0].split() or [""]
    if slug not in games:
        raise BadInput(f"there is no game called {slug!r}; there are {', '.join(games)}")
    game = games[slug]
    rules = game.written_rules(_once(map(_pair, settings)))
    wagers = _once(map(_seat, parts[1].split(";")))
    decisions = parts[3].split() if len(parts) == 4 else []
    return Round(rules, wagers, parse_cards(parts[2], rules.decks, game.deck), decisions)


def _seat(text: str) -> tuple[int, dict[str, int]]:
    number, *words = text.split() or [""]
    if not number.isdecimal():
        raise BadInput(f"wagers are written as: seat bet=dollars …, not {text.strip()!r}")
    return int(number), {bet: dollars(amount) for bet, amount in _once(map(_pair, words)).items()}


def _pair(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals or not value:
        raise BadInput(f"{word!r} is not written as name=value")
    return name, value


def _once(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, Value]:
    """What was written, by name; a name written twice is refused, because nobody can say which was meant."""
    found: dict[Key, Value] = {}
    for name, value in pairs:
        if name in found:
            raise BadInput(f"{name} is written twice")
        found[name] = value
    return found


def _plain(cents: int) -> str:
    return format_cents(cents).removeprefix("$").replace(",", "")
