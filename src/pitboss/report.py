"""Results on screen, on paper and in a notebook: a report is sections of lines and tables."""

import json
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pitboss.screen import Grid

if TYPE_CHECKING:
    from rich.console import Group

_TEMPLATE = Path(__file__).with_name("report.typ")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, lines of text, and a table; `numeric` names the columns that are set flush right.

    `spare` are columns that a narrow screen may leave out, because the others say the same. A report of one
    section needs no heading beside its title.
    """

    heading: str
    text: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    numeric: tuple[int, ...] = ()
    spare: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A whole document."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    footer: str = ""
    wide: bool = False

    def as_terminal(self) -> "Group":
        """The report for a terminal of any width."""
        from rich.console import Group
        from rich.text import Text

        parts: list[Grid | Text] = [Text(self.title, style="bold")]
        if self.subtitle:
            parts.append(Text(self.subtitle, style="dim"))
        for section in self.sections:
            parts.append(Text())
            if section.heading:
                parts.append(Text(section.heading, style="bold cyan"))
            parts += [Text(line) for line in section.text]
            if section.rows:
                parts.append(Grid(section.columns, section.rows, section.numeric, section.spare))
        if self.footer:
            parts += [Text(), Text(self.footer, style="dim")]
        return Group(*parts)

    def as_html(self) -> str:
        """The report for a notebook or a page of your own; everything in it is escaped."""
        parts = [f"<h3>{escape(self.title)}</h3>"]
        if self.subtitle:
            parts.append(f"<p>{escape(self.subtitle)}</p>")
        for section in self.sections:
            if section.heading:
                parts.append(f"<h4>{escape(section.heading)}</h4>")
            parts += [f"<p>{escape(line)}</p>" for line in section.text]
            if section.rows:
                parts.append(_html_table(section))
        if self.footer:
            parts.append(f"<p><small>{escape(self.footer)}</small></p>")
        return f'<div class="pitboss">{"".join(parts)}</div>'

    def as_pdf(self) -> bytes:
        """The report as PDF; the same content always gives the same bytes."""
        return self._typeset("pdf")

    def as_svg(self) -> bytes:
        """The first page of the report as SVG."""
        return self._typeset("svg")

    def _typeset(self, form: Literal["pdf", "svg"]) -> bytes:
        import typst

        made: bytes | list[bytes] = typst.compile(
            _TEMPLATE,
            format=form,
            ignore_system_fonts=True,
            sys_inputs={"report": json.dumps(asdict(self))},
        )
        return made[0] if isinstance(made, list) else made


class Shown:
    """A result that shows itself: as tables in a notebook, and as text where rich prints it."""

    __slots__ = ()

    def report(self) -> Report:
        """The result for people."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return self.report().as_html()

    def __rich__(self) -> "Group":
        return self.report().as_terminal()


def _html_table(section: Section) -> str:
    def row(cells: tuple[str, ...], tag: str) -> str:
        sides = ("right" if place in section.numeric else "left" for place in range(len(cells)))
        return "".join(
            f'<{tag} style="text-align:{side}">{escape(cell)}</{tag}>'
            for side, cell in zip(sides, cells, strict=True)
        )

    rows = "".join(f"<tr>{row(cells, 'td')}</tr>" for cells in section.rows)
    return f"<table><thead><tr>{row(section.columns, 'th')}</tr></thead><tbody>{rows}</tbody></table>"
