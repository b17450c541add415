"""Pictures of the laboratory as SVG: drawn by the server, labelled, and said in words to those who listen."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from pitboss.analysis.sessions import Session

WIDTH = 400
_HATCH = (
    '<defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><path d="M0 0v5" stroke="#8a6a1f" stroke-width="1.5"/></pattern></defs>'
)
_ROW = 28
_NAME_MAX = 32
_LEFT = 8


@dataclass(frozen=True, slots=True)
class Row:
    """A bar with its name; `was` is what it was before an edit, or what it is compared with."""

    name: str
    value: float
    was: float | None = None
    error: float = 0.0
    """The bound of its error, where it is not exact."""

    def figure(self, digits: int, suffix: str) -> str:
        """The value in figures, with its error.

        >>> Row("flush", -0.5, error=0.001).figure(2, "%")
        '−0.50% ± 0.001'
        """
        error = f" ± {self.error:.1g}" if self.error else ""
        return f"{signed(self.value, digits)}{suffix}{error}"


def signed(value: float, digits: int) -> str:
    """A number with a true minus sign, and none where it rounds to zero.

    >>> signed(-0.5, 1), signed(0.5, 1), signed(-0.04, 1)
    ('−0.5', '0.5', '0.0')
    """
    return f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")


def bar_chart(rows: Sequence[Row], title: str, across: str, digits: int = 3, suffix: str = "") -> Markup:
    """Horizontal bars from one zero line, `across` names their axis; what an edit took off is hatched."""
    ends = [0.0, *(row.value for row in rows), *(row.was for row in rows if row.was is not None)]
    low, high = min(ends), max(ends)
    span = (high - low) or 1.0
    longest = max(len(row.name) for row in rows)
    above = longest > _NAME_MAX  # long names stand over their bars
    names = float(_LEFT) if above else 6.4 * longest + 3 * _LEFT
    row_height = _ROW + (10 if above else 0)
    room = WIDTH - names - (112 if any(row.error for row in rows) else 56) - (46 if low < 0 else 0)
    zero = names + (46 if low < 0 else 0) + -low / span * room

    def x(value: float) -> float:
        return zero + value / span * room

    height = row_height * len(rows) + 6
    drawn = [_HATCH] if any(row.was is not None for row in rows) else []
    ticks = _ticks(low, high, 3)
    places = _digits(ticks[1] - ticks[0]) if len(ticks) > 1 else 1
    for tick in ticks:
        kind = "axis" if tick == 0 else "grid"
        drawn.append(f'<path class="{kind}" d="M{x(tick):.1f} 6V{height}"/>')
        label = f"{signed(tick, places)}{suffix}"
        drawn.append(_label(x(tick), height + 16, label))
    for place, row in enumerate(rows):
        top = 12 + row_height * place + (10 if above else 0)
        figure = row.figure(digits, suffix)
        drawn.append(_name(row.name, names, top, above))
        drawn.append(_bar(x(0), x(row.value), top, "gold" if row.value >= 0 else "down"))
        far = row.value
        if row.was is not None and row.was != row.value:
            drawn.append(_bar(x(row.value), x(row.was), top, "hatch"))
            far = max((row.value, row.was), key=abs)
        side = 'text-anchor="end" ' if far < 0 else ""
        at = x(far) + (-6 if far < 0 else 6)
        drawn.append(f'<text class="fig" {side}x="{at:.1f}" y="{top + 13}">{figure}</text>')
    words = [
        f"{row.name} {row.figure(digits, suffix)}"
        + (f" where {signed(row.was, digits)}{suffix} was" if row.was not in (None, row.value) else "")
        for row in rows
    ]
    drawn.append(_axis_name(height + 33, across))
    return _svg(height + 38, f"{title}. {', '.join(words)}.", "".join(drawn))


def session_chart(session: Session) -> Markup:
    """The distribution of the net result of a hundred bets, losses grey and wins green."""
    bars = session.bars
    left, right, floor_y, top = 38.0, 396.0, 186.0, 22.0
    wide = (right - left) / len(bars)
    highest = max(bar.chance for bar in bars) or 1.0
    drawn = []
    for tick in _ticks(0.0, highest * 100, 4):
        y = floor_y - tick / 100 / highest * (floor_y - top)
        kind = "axis" if tick == 0 else "grid"
        drawn.append(f'<path class="{kind}" d="M{left} {y:.1f}H{right}"/>')
        drawn.append(_label(left - 5, y + 4, f"{tick:g}%", "end"))
    low, high = bars[0].low, bars[-1].high

    def x(value: float) -> float:
        return left + (min(max(value, low), high) - low) / (high - low) * (right - left)

    for place, bar in enumerate(bars):
        tall = bar.chance / highest * (floor_y - top)
        kind = "up" if bar.low >= 0 else "down"
        at = left + place * wide
        drawn.append(
            f'<rect class="{kind}" x="{at + 1:.1f}" y="{floor_y - tall:.1f}" width="{wide - 2:.1f}" '
            f'height="{tall:.1f}"/>'
        )
    for tick in _ticks(low, high, 6):
        label = f"{tick:+,g}".replace("-", "−") if tick else "0"
        drawn.append(_label(x(tick), 202, label))
    drawn.append('<text class="dim" x="4" y="12">chance</text>')
    middle = min(max(x(0.0), 150.0), 300.0)
    if low < 0 < high:
        drawn.append(f'<path class="axis" d="M{x(0.0):.1f} 8V186" stroke-dasharray="3 3"/>')
    drawn.append(
        f'<text x="{middle - 7:.1f}" y="12" text-anchor="end">behind '
        f'<tspan class="fig">{session.behind * 100:.1f}%</tspan></text>'
        f'<text x="{middle + 7:.1f}" y="12">ahead '
        f'<tspan class="fig">{session.ahead * 100:.1f}%</tspan></text>'
    )
    least, most = (f"{end:+,g}".replace("-", "−") for end in session.nine_in_ten)
    begin, end = x(session.nine_in_ten[0]), x(session.nine_in_ten[1])
    drawn.append(f'<path class="axis" d="M{begin:.1f} 210V215H{end:.1f}V210"/>')
    between = f"nine in ten between {least} and {most}"
    drawn.append(
        f'<text x="{min(max((begin + end) / 2, 130), 280):.1f}" y="229" text-anchor="middle">{between}</text>'
    )
    drawn.append(_axis_name(247, "net result, in bets"))
    words = (
        f"Net result of 100 bets, in bets. Ahead {session.ahead * 100:.1f} percent, even "
        f"{session.even * 100:.1f} percent, behind {session.behind * 100:.1f} percent; {between}."
    )
    return _svg(252, words, "".join(drawn))


@dataclass(frozen=True, slots=True)
class Curve:
    """A named line through points."""

    name: str
    points: tuple[tuple[float, float], ...]


def line_chart(
    curves: Sequence[Curve], title: str, across: str, up: str, marks: Sequence[tuple[float, str]] = ()
) -> Markup:
    """Curves over one axis, each named at its end and told apart by its stroke; `marks` are upright lines."""
    xs = [point[0] for curve in curves for point in curve.points]
    ys = [point[1] for curve in curves for point in curve.points]
    low_x, high_x = min(xs), max(xs)
    low, high = min(0.0, *ys), max(ys)
    left, right, top, base = 62.0, 388.0, 20.0, 186.0
    high = high if high > low else low + 1
    across_span, up_span = (high_x - low_x) or 1.0, high - low

    def x(value: float) -> float:
        return left + (value - low_x) / across_span * (right - left)

    def y(value: float) -> float:
        return base - (value - low) / up_span * (base - top)

    drawn = []
    for tick in _ticks(low, high, 4):
        kind = "axis" if tick == 0 else "grid"
        drawn.append(f'<path class="{kind}" d="M{left} {y(tick):.1f}H{right}"/>')
        drawn.append(_label(left - 6, y(tick) + 4, short(tick), "end"))
    for tick in _ticks(low_x, high_x, 5):
        drawn.append(_label(x(tick), 202, short(tick)))
    for place, (at, name) in enumerate(marks):
        if low_x <= at <= high_x:
            anchor, shift = ("end", -5) if x(at) > (left + right) / 2 else ("start", 5)
            above = top + 11 + 13 * place  # one below the other, so that near marks can be read
            drawn.append(f'<path class="axis" d="M{x(at):.1f} {top - 8}V{base}" stroke-dasharray="3 3"/>')
            drawn.append(
                f'<text x="{x(at) + shift:.1f}" y="{above}" text-anchor="{anchor}">{escape(name)}</text>'
            )
    for number, curve in enumerate(curves):
        path = "L".join(f"{x(across_):.1f} {y(up_):.1f}" for across_, up_ in curve.points)
        drawn.append(f'<path class="curve c{number % 4}" d="M{path}"/>')
    drawn.append(_axis_name(220, across))
    drawn.append(f'<text class="dim" x="4" y="10">{escape(up)}</text>')
    ends = [
        f"{curve.name} from {short(curve.points[0][1])} to {short(curve.points[-1][1])}" for curve in curves
    ]
    return _svg(226, f"{title}: {up} by {across}. {'; '.join(ends)}.", "".join(drawn))


def short(value: float) -> str:
    """A number for an axis.

    >>> short(-1500), short(2_500_000), short(0.25)
    ('−1.5k', '2.5M', '0.25')
    """
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.4g}{letter}".replace("-", "−")
    return f"{value:.3g}".replace("-", "−")


def _axis_name(y: int, text: str) -> str:
    return f'<text class="dim" x="{WIDTH - 12}" y="{y}" text-anchor="end">{escape(text)}</text>'


def _name(text: str, names: float, top: int, above: bool) -> str:
    if above:
        return f'<text x="{names:.0f}" y="{top - 4}">{escape(text)}</text>'
    return f'<text x="{names - 8:.0f}" y="{top + 12}" text-anchor="end">{escape(text)}</text>'


def _label(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text class="dim fig" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{text}</text>'


def _bar(begin: float, end: float, top: int, kind: str) -> str:
    left, wide = min(begin, end), max(abs(end - begin), 0.8)
    return f'<rect class="{kind}" x="{left:.1f}" y="{top}" width="{wide:.1f}" height="17"/>'


def _ticks(low: float, high: float, about: int) -> list[float]:
    """Round numbers between two ends, about so many."""
    span = high - low
    if span <= 0:
        return [low]
    raw = span / about
    power = 10 ** math.floor(math.log10(raw))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= raw * 0.8)
    first = math.ceil(low / step - 1e-9)
    return [round(number * step, 10) + 0.0 for number in range(first, math.floor(high / step + 1e-9) + 1)]


def _digits(step: float) -> int:
    """How many decimals tell steps of this size apart."""
    return max(0, -math.floor(math.log10(step) + 1e-9))


_ON_PAPER = (
    "<style>text{font:12px 'Libertinus Serif';fill:#1d2327;paint-order:stroke;stroke:#fff;stroke-width:3px}"
    ".dim{fill:#565f64}.axis{fill:none;stroke:#77828a}"
    ".grid{fill:none;stroke:#d9d5c8}.curve{fill:none;stroke:#8a6a1f;stroke-width:2}"
    ".c1{stroke:#2f7d57;stroke-dasharray:6 3}.c2{stroke:#3b5a73;stroke-dasharray:2 3}</style>"
)


def on_paper(picture: Markup) -> str:
    """A picture that stands alone: with the colours a page gives it by day."""
    begin, _, rest = str(picture).partition(">")
    return f'{begin} xmlns="http://www.w3.org/2000/svg">{_ON_PAPER}{rest}'


def _svg(height: int, words: str, drawn: str) -> Markup:
    return Markup(
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(words)}">'
        f"{drawn}</svg>"
    )
