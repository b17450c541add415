"""What a table pays, as its page shows it: every schedule of the layout, and the jackpots with meters."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from pitboss.analysis.parsheet import BASE
from pitboss.games import Line, Rules
from pitboss.games.schedules import EVEN_MONEY, Schedule, schedules
from pitboss.web.play import voice
from pitboss.web.play.drawing import render
from pitboss.web.play.figures import Figures, known
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.sitting import Sitting

Paid = frozenset[tuple[str, str]]
"""The bets that won, each with its odds: the lines of a schedule that are marked."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a bet takes at a table and, where that is kept, what it gives up and how often it wins."""

    limits: str
    figures: Figures | None = None


def layout_pays(sitting: Sitting, seat: int = 0) -> Markup:
    """The schedules for the hands now dealt; what paid a seat in the round just over is marked."""
    offered = frozenset(
        bet.slug for bet in sitting.game.bets if bet.kind != "jackpot" and sitting.room.offers(bet)
    )
    over = seat and not sitting.busy and sitting.chairs[seat].dealt and not sitting.chairs[seat].laid
    lines = [line for line in sitting.table.lines if line.seat == seat] if over else []
    return pay_card(sitting.room.rules, offered, sitting.hands, paid(lines), _facts(sitting))


def _facts(sitting: Sitting) -> tuple[tuple[str, Facts], ...]:
    """The facts of the base game and of each side bet that a table offers."""
    found = known(sitting.room.rules, sitting.hands)
    limits = sitting.room.limits.bets
    sides = [bet.slug for bet in sitting.game.bets if bet.kind == "side" and bet.slug in limits]
    return tuple(
        (bet, Facts(voice.span(limits[slug].least_cents, limits[slug].most_cents), found.get(bet)))
        for bet, slug in ((BASE, sitting.game.main.slug), *zip(sides, sides, strict=True))
    )


def paid(lines: Iterable[Line]) -> Paid:
    """Which lines of which schedules paid."""
    return frozenset((line.bet, str(line.odds)) for line in lines if line.outcome == "win")


@lru_cache(maxsize=512)
def pay_card(
    rules: Rules,
    offered: frozenset[str],
    hands: int,
    paid: Paid = frozenset(),
    facts: tuple[tuple[str, Facts], ...] = (),
) -> Markup:
    """The printed lines and the schedules of the bets offered; most actions at a table change neither."""
    shown = schedules(rules, hands, lambda bet: bet.slug in offered)
    named = dict(facts)
    if base := named.pop(BASE, None):  # with the bets that need no table, else with the main one
        named[EVEN_MONEY if shown and shown[0].bet == EVEN_MONEY else rules.game.main.slug] = base
    return render("pays", printed=rules.game.printed(rules.options), schedules=shown, paid=paid, facts=named)


def jackpot_pays(playroom: Playroom, sitting: Sitting) -> Markup:
    """The pays of the table's links as they are in force, with what a share of a meter comes to now."""
    if playroom.floor is None or not sitting.room.links:
        return Markup("")
    from pitboss.web.play.jackpot import figures, schedule

    shown = [
        (schedule(playroom.floor, link), figures(playroom.floor, sitting, link))
        for link in sitting.room.links
    ]
    return _jackpot_card(tuple(shown))


@lru_cache(maxsize=64)
def _jackpot_card(shown: tuple[tuple[Schedule, Figures | None], ...]) -> Markup:
    """Tables of one link show the same."""
    facts = {pays.bet: Facts("", found) for pays, found in shown if found}
    return render("pays", printed=(), schedules=[pays for pays, _ in shown], paid=frozenset(), facts=facts)
