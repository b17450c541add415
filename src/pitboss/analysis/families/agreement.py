"""Whether a fast engine and the judge give the same figures of a description, on short decks of it.

An engine is fast because it takes much for granted. The judge takes nothing: it goes through every deal and
every choice that the description says, with hands ranked plainly. Of a game that does not ship a figure is
called exact only after both have met: on the whole deck if that is small, else on two short ones, of its
highest ranks, and of high and low ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.cache import Version, remembered
from pitboss.analysis.families import solving
from pitboss.analysis.parsheet import BASE
from pitboss.analysis.progress import tell
from pitboss.errors import BadInput
from pitboss.games.description import Description
from pitboss.games.description.shape import shape
from pitboss.games.language import Game
from pitboss.solve.judge import ENDS_MAX, ends, judged, ranks, short_decks
from pitboss.solve.tree import TooMany

LOOKED_AT = 4 * ENDS_MAX
"""About so many ends of a round the judge looks at in a quarter of a minute."""
VERSION = Version("judge", 3)
"""Raised by hand when the judge finds other figures, or looks at other decks."""


class Disagreement(BadInput):
    """An engine and the judge give different figures of one description."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Where the judge has met the figures of a bet."""

    decks: tuple[str, ...]
    """The ranks of each deck; none where no deck is short enough, or the engine takes none of these."""

    def __bool__(self) -> bool:
        return bool(self.decks)

    def __str__(self) -> str:
        if not self.decks:
            return "One engine counted this; no second method has met it, for that would take too long."
        where = " and with ".join(self.decks)
        return f"A plain solver that shares nothing with the engine finds the same with {where}."


def agreement(game: Description, bet: str = BASE) -> Agreement:
    """The decks on which the judge finds what the engine counts, as kept or looked at now.

    :raises Disagreement: if they differ; then no figure of the engine can be trusted.
    """

    def look() -> list[str]:
        return [words for deck in short_decks(game.form) if (words := _met(deck, bet))]

    decides = {"form": game.form.digest, "bet": bet}
    versions = VERSION, solving.version_of(game)
    return Agreement(tuple(remembered(f"{game.slug} {bet} judged", decides, look, *versions)))


def _met(deck: Game, bet: str) -> str:
    """The deck in words, on which both are the same; nothing where one of them has no figure."""
    plain = plainly(deck)
    try:
        figures = _figures(shape(deck), bet) if bet in plain else {}
    except BadInput:
        return ""
    for name, value in figures.items():
        if value != plain[name]:
            raise Disagreement(
                f"{deck.name}: the engine and the judge differ with the ranks {ranks(deck)}: "
                f"{name} is {value} or {plain[name]}; please report this description"
            )
    return f"{len(deck.shoe.cards)} cards ({ranks(deck)})" if figures else ""


def plainly(game: Game, most: int = LOOKED_AT) -> Mapping[str, Fraction]:
    """What the judge finds of every bet; nothing where it would look at more than about so many ends."""
    what = f"{game.name}: plain recursion over {len(game.shoe.cards)} cards"

    def look() -> dict[str, str]:
        try:
            if ends(game) > most:
                return {}
            plain = judged(game, most=most, tell=lambda done, whole: tell(what, done, whole))
        except (TooMany, BadInput):
            return {}
        return {name: str(value) for name, value in plain.items()}

    kept = remembered(f"{game.slug} {ranks(game)} judged", {"form": game.digest, "most": most}, look, VERSION)
    return {name: Fraction(text) for name, text in kept.items()}


def _figures(game: Description, bet: str) -> Mapping[str, Fraction]:
    """What the engine says of a bet, named as the judge names it."""
    sheet = solving.par(game, bet)
    mean = sheet.expected_value
    figures = {bet: mean}
    if sheet.variance is not None:
        figures[f"{bet} squared"] = sheet.variance + mean * mean
    if bet == BASE:
        figures["wagered"] = sheet.wagered
    return figures
