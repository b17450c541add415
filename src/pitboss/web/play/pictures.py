"""Pictures of the report as SVG: the parts of a result, and the course of accuracy and cost."""

from collections.abc import Sequence
from html import escape
from typing import Protocol

from markupsafe import Markup

from pitboss.money import format_cents
from pitboss.practice.luck import Account
from pitboss.web.play.voice import signed

WIDTH = 400
_ROW = 26
_NAMES, _FIGURES = 100, 76


class Stretch(Protocol):
    """Some decisions: how many of a hundred were right, and what a hundred cost."""

    @property
    def percent(self) -> int: ...
    @property
    def cost(self) -> int: ...
    @property
    def decisions(self) -> int: ...


def parts_svg(sum: Account) -> Markup:
    """The game, the mistakes, the luck and the result as bars from one line, with what chance does beside."""
    rows = [*zip(("The game", "Your mistakes", "Luck"), sum.cents, strict=True), ("Result", sum.result)]
    spread = round(sum.deviation or 0)
    low, high = min(0, -spread, *(cents for _, cents in rows)), max(0, spread, *(cents for _, cents in rows))
    room = WIDTH - _NAMES - _FIGURES

    def x(cents: int) -> float:
        return _NAMES + (cents - low) / ((high - low) or 1) * room

    drawn = []
    for place, (name, cents) in enumerate(rows):
        top = 4 + place * _ROW
        kind = "whole" if name == "Result" else "gain" if cents >= 0 else "loss"
        left, wide = min(x(0), x(cents)), max(abs(x(cents) - x(0)), 1)
        drawn.append(f'<text x="0" y="{top + 14}">{name}</text>')
        drawn.append(f'<rect class="{kind}" x="{left:.1f}" y="{top + 2}" width="{wide:.1f}" height="14"/>')
        if name == "Luck" and spread:
            begin, end = x(-spread), x(spread)
            drawn.append(
                f'<path class="zero" fill="none" d="M{begin:.1f} {top + 4}v10M{begin:.1f} {top + 9}H{end:.1f}'
                f'M{end:.1f} {top + 4}v10"/>'
            )
        drawn.append(f'<text x="{WIDTH}" y="{top + 14}" text-anchor="end">{signed(cents)}</text>')
    height = 4 + len(rows) * _ROW
    drawn.append(f'<path class="zero" d="M{x(0):.1f} 2V{height - 4}"/>')
    if spread:
        drawn.append(
            f'<text class="quiet" x="{_NAMES}" y="{height + 10}">Fork: two times in three luck stays within '
            f"{format_cents(spread)}</text>"
        )
    words = ", ".join(f"{name.lower()} {signed(cents)}" for name, cents in rows)
    return _svg("parts-of", height + 16, f"Parts of the result: {words}", drawn)


def curve_svg(course: Sequence[Stretch]) -> Markup | str:
    """How many decisions were right, and below what a hundred of them cost; nothing for a single stretch."""
    if len(course) < 2:
        return ""
    right = [one.percent for one in course]
    cost = [one.cost for one in course]
    most = max(cost) or 1
    count = sum(one.decisions for one in course)
    drawn = [
        *_line(12, [share / 100 for share in right], ("100 %", "0 %"), "right", ""),
        *_line(
            118,
            [cents / most for cents in cost],
            (format_cents(most), "$0"),
            "cost of 100 decisions",
            "spent",
        ),
        '<text class="quiet" x="60" y="212">first</text>',
        f'<text class="quiet" x="{WIDTH}" y="212" text-anchor="end">{count} decisions</text>',
    ]
    words = (
        f"Accuracy and cost over {count} decisions: right {right[0]} percent at first and "
        f"{right[-1]} at last; "
        f"a hundred decisions cost {format_cents(cost[0])} at first and {format_cents(cost[-1])} at last"
    )
    return _svg("curve-of", 218, words, drawn)


def _line(top: int, shares: Sequence[float], ends: tuple[str, str], name: str, kind: str) -> list[str]:
    """One course between its two ends, each point marked."""
    left, tall = 60, 72
    step = (WIDTH - left - 6) / (len(shares) - 1)
    points = [(left + at * step, top + 8 + (1 - share) * tall) for at, share in enumerate(shares)]
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return [
        f'<text class="quiet" x="{left}" y="{top}">{escape(name)}</text>',
        *(
            f'<path class="grid" d="M{left} {y}H{WIDTH}"/>'
            f'<text class="quiet" x="{left - 5}" y="{y + 4}" text-anchor="end">{escape(end)}</text>'
            for end, y in zip(ends, (top + 8, top + 8 + tall), strict=True)
        ),
        f'<path class="line {kind}" d="M{path}"/>',
        *(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5"/>' for x, y in points),
    ]


def _svg(kind: str, height: int, words: str, drawn: Sequence[str]) -> Markup:
    return Markup(
        f'<svg class="{kind}" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(words)}.">'
        f"{''.join(drawn)}</svg>"
    )
