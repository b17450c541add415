"""What the coach says: sentences with amounts, grades, and the ways to see more; never notation."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from pitboss.analysis.registry import analysis_of
from pitboss.analysis.trainer import Worth
from pitboss.games import game
from pitboss.games.situation import Situation, situations_of
from pitboss.letters import small
from pitboss.money import format_cents
from pitboss.practice.grades import Grade, grade

MODES = {"off": "Off", "warn": "Warn me", "before": "Before", "after": "After"}
"""When the coach speaks: never, before a mistake, before every decision, or after it."""
MODE_WORDS = {
    "off": "The coach is silent.",
    "warn": "The coach speaks before a mistake, and after each decision.",
    "before": "The coach shows every choice's value before you decide.",
    "after": "The coach shows every choice's value after you decide.",
}
UNCHECKED = "Still counting: a decision made now is not checked first."
"""What is said where a warning could not come in time."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision as the coach judges it."""

    grade: Grade
    cost_cents: int
    sentence: str
    open: bool = False
    """Whether a sample is all there is to judge by, and it does not tell this decision from the best one."""

    @property
    def words(self) -> str:
        """The grade with its sign and its price."""
        if self.open:
            return "too close to call"
        told = f"{self.grade.sign} {self.grade.value}"
        return told if self.grade is Grade.BEST else f"{told}, costs {format_cents(self.cost_cents)}"

    @property
    def tone(self) -> str:
        """The colour that repeats the word."""
        if self.open:
            return ""
        return "won" if self.grade is Grade.BEST else "lost"


def spoken(slug: str, situation: Situation, decision: str) -> str:
    """A decision as people say it, within a sentence."""
    said = situations_of(game(slug)).named(situation, decision)
    return small(said)


def verdict(worth: Worth, decision: str, unit_cents: int) -> Verdict:
    """A decision against the best one, on a wager of this unit.

    >>> from pitboss.analysis.trainer import weigh
    >>> from pitboss.games.situation import situations_of
    >>> hand = situations_of(game("caribbean-stud")).parse("AsAdKcQh2d/3c")
    >>> told = verdict(weigh("caribbean-stud", hand, {}), "fold", 500)
    >>> told.words
    '?? blunder, costs $12.91'
    >>> told.sentence
    'Bet is better by $12.91 on average.'
    """
    cost = worth.cost(decision)
    graded = grade(cost, worth.error)
    if graded is Grade.BEST and worth.sampled and (rival := _rival(worth, decision)):
        named = situations_of(game(worth.game)).named
        both = f"{named(worth.situation, decision)} and {spoken(worth.game, worth.situation, rival)}"
        return Verdict(
            graded, 0, f"{both} are too close to tell apart: this game is sampled, not counted.", True
        )
    if graded is Grade.BEST:
        return Verdict(graded, 0, f"Right. {other(worth, unit_cents)}".strip())
    cents = round(cost * unit_cents)
    best = situations_of(game(worth.game)).named(worth.situation, worth.best)
    return Verdict(graded, cents, f"{best} is better by {format_cents(cents)} on average.")


def other(worth: Worth, unit_cents: int, labels: Mapping[str, str] | None = None) -> str:
    """What the second best decision costs, where there is one."""
    second = next((name for name in worth.values if name != worth.best), "")
    if not second:
        return ""
    named = situations_of(game(worth.game)).named(worth.situation, second)
    cost, name = worth.cost(second), (labels or {}).get(second, named)
    if cost <= worth.error:
        return f"{name} may be worth as much." if worth.sampled else f"{name} is worth the same."
    return f"{name} costs {format_cents(round(cost * unit_cents))} more on average."


def _rival(worth: Worth, decision: str) -> str:
    """Another decision that no sample tells from this one, the best of them; nothing where there is none."""
    near = (name for name in worth.values if name != decision and worth.cost(name) <= worth.error)
    return next(near, "")


def warning(worth: Worth, decision: str, unit_cents: int) -> str:
    """The sentence before a mistake; nothing where there is none."""
    told = verdict(worth, decision, unit_cents)
    if told.grade is Grade.BEST:
        return ""
    name = situations_of(game(worth.game)).named(worth.situation, decision)
    return (
        f"{told.grade.value.capitalize()}: {name} costs {format_cents(told.cost_cents)} on average. "
        "Press it again to do it anyway."
    )


def unusual(slug: str, options: Mapping[str, str]) -> dict[str, str]:
    """The options of a table that change what decisions are worth and are not the game's usual ones.

    >>> unusual("blackjack-switch", {"version": "4", "decks": "6", "settlement_order": "from-right"})
    {'version': '4'}
    """
    usual, counted = game(slug).rules().options, {option.name for option in analysis_of(slug).base_options}
    return {
        name: value
        for name, value in options.items()
        if name in counted and name in usual and usual[name] != value
    }


def ways(slug: str, situation: Situation | str, options: Mapping[str, str]) -> list[tuple[str, str]]:
    """Where to see more of a situation: calculator, chart, and the drill with these cards."""
    at = urlencode({"game": slug, "at": str(situation)} | by_rules(slug, options))
    return [
        ("Why?", f"/lab/ev?{at}"),
        ("Chart", f"/lab/strategy?{at}"),
        ("Drill these cards", f"/play/drill?{at}"),
    ]


def by_rules(slug: str, options: Mapping[str, str]) -> dict[str, str]:
    """The unusual options of a table as an address says them."""
    return {f"o.{name}": value for name, value in unusual(slug, options).items()}
