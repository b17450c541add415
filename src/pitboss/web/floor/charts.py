"""The course of meters over the last month, read from the journal and drawn as SVG."""

import threading
import time
from dataclasses import dataclass
from html import escape

from pitboss.floor.service import GameManager
from pitboss.jackpots.events import AwardConfirmed, meter
from pitboss.money import UNITS_PER_CENT, format_cents
from pitboss.web.floor.phrases import Clock

MONTH_US = 30 * 24 * 3600 * 1_000_000
POINTS = 120
FRESH_S = 20.0


@dataclass(frozen=True, slots=True)
class Hit:
    """An award from a meter: when, and what the meter showed before and after."""

    at_us: int
    before_units: int
    after_units: int


@dataclass(frozen=True, slots=True)
class Course:
    """A meter over a time, oldest first; the last point is now."""

    level: str
    points: tuple[tuple[int, int], ...]
    hits: tuple[Hit, ...]


class History:
    """The courses of all meters; each link is read again when its meters fell or some seconds have passed."""

    def __init__(self, floor: GameManager) -> None:
        self.floor = floor
        self._lock = threading.Lock()
        self._known: dict[str, tuple[object, float, dict[str, Course]]] = {}

    def courses(self, link: str) -> dict[str, Course]:
        """The course of each level of a link."""
        state = self.floor.state(link)
        epochs = {name: marks.epoch for name, marks in state.levels.items()}
        with self._lock:
            known = self._known.get(link)
            if known is None or known[0] != epochs or time.monotonic() - known[1] > FRESH_S:
                known = epochs, time.monotonic(), self._read(link, list(state.levels))
                self._known[link] = known
        return known[2]

    def _read(self, link: str, levels: list[str]) -> dict[str, Course]:
        state, now = self.floor.state(link), self.floor.clock_us()
        journal = self.floor.journal
        since = max(now - MONTH_US, journal.began_us(link) or now)
        step = max((now - since) // POINTS, 1_000_000)
        moved = journal.moved(link, [meter(level) for level in levels], since, step, state.seq)
        won = [entry.event for entry in reversed(journal.awards(link, since_us=since))]
        courses = {}
        for level in levels:
            units, points = state.meter_units(level), []
            for at in range((now - since) // step, -1, -1):
                points.append((min(since + (at + 1) * step, now), units))
                units -= moved.get((at, meter(level)), 0)
            hits = tuple(
                Hit(event.at_us, event.before_units, event.after_units)
                for event in won
                if isinstance(event, AwardConfirmed) and event.level == level and event.on_meter
            )
            courses[level] = Course(level, tuple(reversed(points)), hits)
        return courses


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where money and time lie in a drawing."""

    course: Course
    width: int
    height: int
    pad: int

    def x(self, at_us: int) -> str:
        first, last = self.course.points[0][0], self.course.points[-1][0]
        return f"{(at_us - first) * self.width / max(last - first, 1):.1f}"

    @property
    def bounds(self) -> tuple[int, int]:
        values = [units for _, units in self.course.points]
        values += [value for hit in self.course.hits for value in (hit.before_units, hit.after_units)]
        return min(values), max(values)

    def y(self, units: int) -> str:
        low, high = self.bounds
        share = (units - low) / (high - low) if high > low else 0.5
        return f"{self.height - self.pad - share * (self.height - 2 * self.pad):.1f}"

    def line(self) -> str:
        """The path through all points; at an award it falls straight."""
        marks = [(at, 1, units) for at, units in self.course.points]
        for hit in self.course.hits:
            marks += [(hit.at_us, 0, hit.before_units), (hit.at_us, 0, hit.after_units)]
        marks.sort(key=lambda mark: mark[0])
        return "M" + "L".join(f"{self.x(at)} {self.y(units)}" for at, _, units in marks)


def spark(course: Course, name: str) -> str:
    """A small picture of a meter's course for a table of meters."""
    frame = _Frame(course, 260, 40, 4)
    line = frame.line()
    now = course.points[-1]
    hits = "".join(
        f'<circle class="hit" cx="{frame.x(hit.at_us)}" cy="{frame.y(hit.before_units)}" r="3"/>'
        for hit in course.hits
    )
    said = f"{name}: from {_money(course.points[0][1])} to {_money(now[1])}, {_awards(len(course.hits))}"
    return (
        f'<svg class="spark" preserveAspectRatio="xMinYMid meet" viewBox="0 0 260 40" role="img" '
        f'aria-label="{escape(said)}"><path class="area" d="{line}L260 40L0 40Z"/>'
        f'<path class="line" d="{line}"/>{hits}'
        f'<circle class="now" cx="{frame.x(now[0])}" cy="{frame.y(now[1])}" r="3.5"/></svg>'
    )


def chart(course: Course, name: str, clock: Clock) -> str:
    """A meter's course with its scale, its awards and the times."""
    frame = _Frame(course, 860, 190, 26)
    low, high = frame.bounds
    marks = [low] if high == low else [low + (high - low) * part // 3 for part in range(4)]
    grid = "".join(
        f'<path class="grid" d="M0 {frame.y(value)}H860"/>'
        f'<text class="soft scale" x="868" y="{frame.y(value)}" dy="4">{_money(value)}</text>'
        for value in marks
    )
    times = [course.points[0][0], course.points[len(course.points) // 2][0], course.points[-1][0]]
    labels = "".join(
        f'<text class="soft when" x="{frame.x(at)}" y="186" text-anchor="{anchor}">{clock.short(at)}</text>'
        for at, anchor in zip(times, ("start", "middle", "end"), strict=True)
    )
    hits = "".join(
        f'<circle class="hit" cx="{frame.x(hit.at_us)}" cy="{frame.y(hit.before_units)}" r="4"/>'
        for hit in course.hits
    )
    said = f"{name}: from {_money(course.points[0][1])} to {_money(course.points[-1][1])}"
    return (
        f'<svg class="course" viewBox="0 0 980 190" role="img" aria-label="{escape(said)}">{grid}'
        f'<path class="was" d="{frame.line()}"/>{hits}{labels}</svg>'
    )


def _money(units: int) -> str:
    return format_cents(units // UNITS_PER_CENT)


def _awards(count: int) -> str:
    return "no award" if not count else "one award" if count == 1 else f"{count} awards"
