"""Which function analyses which bet: a table of places, imported only when asked.

A `par` function takes a paytable (or None where the bet has none) and the resolved options and returns a
`ParSheet`. A `values` function takes the situation as typed and the options, a `strategy` function the
options.
"""

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pitboss.analysis.cache import remembered
from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.results import Strategy, Values
from pitboss.errors import BadInput, unknown
from pitboss.games import game
from pitboss.paytables import Paytable, find_paytable

Options = Mapping[str, str]


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

    place: str
    paytable_bet: str | None = None
    options: tuple[AnalysisOption, ...] = ()


def _module(place: str) -> str:
    return f"pitboss.analysis.{place.partition(':')[0]}"


def _place(text: str) -> Callable[..., Any]:
    function: Callable[..., Any] = getattr(importlib.import_module(_module(text)), text.partition(":")[2])
    return function


def module_of_values(slug: str) -> str:
    """Where the values of a game's decisions are counted."""
    return _module(VALUES[slug])


def modules() -> tuple[str, ...]:
    """Where bets, values and strategies are counted: what a result that asks for several depends on."""
    places = {entry.place for bets in PAR.values() for entry in bets.values()}
    return tuple(sorted({_module(place) for place in {*places, *VALUES.values(), *STRATEGY.values()}}))


def _counts(low: int, high: int) -> tuple[str, ...]:
    return tuple(str(count) for count in range(low, high + 1))


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
        "players", "1", _counts(1, 7), words="Players who all wager; more of them means more envy."
    ),
    AnalysisOption("folded_hands_qualify", "no", ("no", "yes")),
)
DECKS = AnalysisOption("decks", "6", _counts(1, 8))
_YES_NO = ("yes", "no")
SWITCH = (
    DECKS,
    AnalysisOption("version", "1", _counts(1, 4)),
    AnalysisOption("check_before_switch", "by-version", ("by-version", *_YES_NO)),
    AnalysisOption("pay_naturals_at_once", "no", _YES_NO),
    AnalysisOption("split_hands", "4", _counts(1, 4)),
    AnalysisOption("resplit_aces", "no", _YES_NO),
    AnalysisOption("hit_split_aces", "no", _YES_NO),
    AnalysisOption("split_unlike_tens", "yes", _YES_NO),
    AnalysisOption("double", "any-two", ("any-two", "nine-to-eleven", "ten-or-eleven")),
    AnalysisOption("double_after_split", "yes", _YES_NO),
)

PAR: dict[str, dict[str, Entry]] = {
    "caribbean-stud": {
        "base": Entry("stud.caribbean_stud:base", "bet"),
        "bonus": Entry(
            "stud.caribbean_stud:bonus",
            "bonus",
            (AnalysisOption("bonus_after_fold", "in-action", ("in-action", "lose")),),
        ),
        "cover-all": Entry(
            "stud.cover_all:cover_all",
            "cover-all",
            (
                AnalysisOption(
                    "hands", "2", _counts(2, 8), words="How many hands are dealt, the dealer's included."
                ),
                AnalysisOption("cover_all_after_fold", "in-action", ("in-action", "lose")),
            ),
        ),
        "progressive": Entry("progressive:caribbean", "progressive", PROGRESSIVE),
    },
    "rabbit-hunter": {
        "base": Entry("stud.rabbit_hunter:base"),
        "tens-up": Entry(
            "stud.rabbit_hunter:tens_up",
            "tens-up",
            (AnalysisOption("tens_up_cards", "as-played", ("as-played", "first-five")),),
        ),
        "two-way-bad-beat": Entry("stud.rabbit_hunter:two_way_bad_beat", "two-way-bad-beat"),
    },
    "solitaire-stud": {
        "base": Entry("stud.solitaire_stud:base", "super-bonus"),
        "3+": Entry("stud.solitaire_stud:three_plus", "3+"),
        "super-bonus": Entry("stud.solitaire_stud:super_bonus", "super-bonus"),
    },
    "ultimate-texas-holdem": {
        "base": Entry(
            "holdem.base:base",
            "blind",
            (
                AnalysisOption(
                    "preflop_raise",
                    "3x-or-4x",
                    ("3x-or-4x", "3x-only"),
                    words="What may be raised before the flop; 3x-only is for analysis only.",
                ),
            ),
        ),
        "bad-beat-bonus": Entry(
            "holdem.base:bad_beat_bonus",
            "bad-beat-bonus",
            (AnalysisOption("bad_beat_after_fold", "in-action", ("in-action", "lose")),),
        ),
        "trips": Entry("holdem.side_bets:trips", "trips"),
        "ultimate-pairs": Entry("holdem.side_bets:ultimate_pairs", "ultimate-pairs"),
        "jackpot": Entry("progressive:holdem", "jackpot", PROGRESSIVE),
    },
    "blackjack-switch": {
        "base": Entry("blackjack.sheet:base", None, SWITCH),
        "kings-bounty": Entry(
            "blackjack.side_bets:kings_bounty",
            "kings-bounty",
            (
                DECKS,
                AnalysisOption(
                    "kings_bounty_cards", "first-hand", ("first-hand", "first-two-dealt", "four-cards")
                ),
            ),
        ),
        "super-match": Entry("blackjack.side_bets:super_match", "super-match", (DECKS,)),
    },
}

VALUES: dict[str, str] = {
    "blackjack-switch": "blackjack.situations:values",
    "caribbean-stud": "stud.caribbean_stud:values",
    "rabbit-hunter": "stud.rabbit_hunter:values",
    "solitaire-stud": "stud.solitaire_stud:values",
    "ultimate-texas-holdem": "holdem.play:values",
}

STRATEGY: dict[str, str] = {
    "blackjack-switch": "blackjack.sheet:strategy",
    "caribbean-stud": "stud.caribbean_stud:strategy",
    "rabbit-hunter": "stud.rabbit_hunter:strategy",
    "solitaire-stud": "stud.solitaire_stud:strategy",
    "ultimate-texas-holdem": "holdem.play:strategy",
}


def bets(slug: str) -> tuple[str, ...]:
    """The bets of a game that have a par sheet, the base game first."""
    game(slug)
    return tuple(PAR[slug])


def _entry(slug: str, bet: str) -> Entry:
    if bet not in bets(slug):
        raise unknown(f"{slug} has no bet called", bet, bets(slug))
    return PAR[slug][bet]


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
            raise unknown(f"{slug} has no option", name, sorted({*of_game, *of_bet}))
        if refusal:
            raise BadInput(refusal)
    return {name: given.get(name, option.default) for name, option in of_bet.items()}


def resolve_paytable(slug: str, bet: str, wanted: str | None, options: Options) -> Paytable | None:
    """The table asked for by designator or file, or the game's default one; it must belong to the bet."""
    table_bet = _entry(slug, bet).paytable_bet
    if table_bet is None:
        if wanted is not None:
            raise BadInput(f"the {bet} bet of {slug} has no paytable")
        return None
    if wanted is None:
        return game(slug).default_paytable(table_bet, options)
    table = find_paytable(wanted)
    if not table.serves(slug, table_bet):
        raise BadInput(
            f"{table.designator} is a table of {table.game} {table.bet}, not of {slug} {table_bet}"
        )
    return table


def par(slug: str, bet: str = "base", table: str | None = None, options: Options | None = None) -> ParSheet:
    """The par sheet of a bet, by the table's designator or file and `name: value` options."""
    given = options or {}
    return par_of(slug, bet, resolve_paytable(slug, bet, table, given), given)


def par_of(slug: str, bet: str, table: Paytable | None, options: Options) -> ParSheet:
    """The par sheet of a bet with a table at hand, approved or not."""
    entry = _entry(slug, bet)
    resolved = resolve_options(slug, options, entry.options)
    sheet: ParSheet = _place(entry.place)(table, resolved)
    outside = _outside(slug, resolved, {} if table is None else {table.bet: table})
    return replace(sheet, approved=False, notes=(*sheet.notes, *outside)) if outside else sheet


def _outside(slug: str, options: Options, tables: Mapping[str, Paytable]) -> tuple[str, ...]:
    """What of these settings is for analysis only, as notes."""
    return tuple(f"Not approved: {words}." for words in game(slug).departures(options, tables))


def _base_options(slug: str) -> tuple[AnalysisOption, ...]:
    return PAR[slug]["base"].options if "base" in PAR[slug] else ()


def values(slug: str, situation: str, options: Options | None = None) -> Values:
    """The exact value of every decision open in a situation, as typed on the command line."""
    game(slug)
    if slug not in VALUES:
        raise BadInput(f"decisions of {slug} are not analysed")
    resolved = resolve_options(slug, options or {}, _base_options(slug))
    answer: Values = _place(VALUES[slug])(situation, resolved)
    return replace(answer, notes=(*answer.notes, *_outside(slug, resolved, {})))


def strategy(slug: str, options: Options | None = None) -> Strategy:
    """Optimal play of the base game, as charts and as rules with their cost."""
    game(slug)
    if slug not in STRATEGY:
        raise BadInput(f"the strategy of {slug} is not analysed")
    resolved = resolve_options(slug, options or {}, _base_options(slug))
    place = STRATEGY[slug]

    def count() -> dict[str, Any]:
        found: Strategy = _place(place)(resolved)
        return found.stored()

    inputs = {"game": slug, "options": resolved}
    answer = Strategy.restored(remembered("strategy", inputs, count, (_module(place),)))
    return replace(answer, notes=(*answer.notes, *_outside(slug, resolved, {})))
