"""Par sheets, values and strategies as reports for people."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from importlib.metadata import version

from pitboss.analysis.parsheet import BASE, Outcome, ParSheet
from pitboss.analysis.results import Strategy, Values
from pitboss.paytables.sources import explained
from pitboss.report import Report, Section


def _unit(game: str) -> str:
    """What the figures of a base game are per."""
    from pitboss.analysis.registry import analysis_of

    return analysis_of(game).per


def percent(value: Fraction, digits: int = 4) -> str:
    """A fraction as a rounded percentage for people.

    >>> percent(Fraction(1, 8), 1)
    '12.5%'
    """
    return f"{float(value) * 100:.{digits}f}%"


def decimal(value: Fraction, digits: int = 6) -> str:
    """A fraction as a rounded decimal for people."""
    return f"{float(value):,.{digits}f}"


def exact(value: Fraction, error: Fraction) -> str:
    """What stands beside a decimal: the fraction, or the bound of its error."""
    return f"± {float(error):.1e}" if error else str(value)


def exact_share(value: Fraction, error: Fraction) -> str:
    """The same beside a percentage; its error is in points, as the figure is.

    >>> exact_share(Fraction(1, 8), Fraction(1, 1000)), exact_share(Fraction(1, 8), Fraction(0))
    ('± 1.0e-01 points', '1/8')
    """
    return f"{exact(value, 100 * error)} points" if error else str(value)


def of_sheet(sheet: ParSheet) -> Report:
    """A par sheet for people: inputs, figures, outcomes with sums, method, sources, version and digest."""
    body = sheet.as_json()
    sections = [_inputs(sheet)]
    if sheet.bet == BASE and sheet.lines:
        sections.append(Section("Paytable", columns=("hand", "pays"), rows=sheet.lines))
    sections += figures(sheet)
    if sheet.joint is not None:
        joint = figures(sheet.joint)
        sections += [replace(section, heading=f"{section.heading}, joint play") for section in joint]
    if sheet.next_wager is not None:
        beside = figures(sheet.next_wager)
        sections += [replace(section, heading=f"{section.heading}, next wager") for section in beside]
    if sheet.notes:
        sections.append(Section("Notes", sheet.notes))
    sections.append(Section("Method", (sheet.method,)))
    if sheet.sources:
        sections.append(Section("Sources", (*sheet.sources, *explained(sheet.notes))))
    table = f", table {sheet.paytable}" if sheet.paytable else ""
    footer = f"Pitboss {version('pitboss')} · SHA-256 of the sheet's data {body['digest']}"
    return Report(f"Par sheet: {sheet.game}, {sheet.bet}{table}", _standing(sheet), tuple(sections), footer)


def _standing(sheet: ParSheet) -> str:
    said = "counted by one method" if sheet.unmet else "exact"
    if not sheet.is_exact:
        said += " but for figures with an error bound beside them"
    if sheet.error:
        said = "not exact: the error bound stands beside each figure"
    if sheet.is_sampled:
        said = "not counted: bounded by sampling, the error beside each figure"
    return f"{'approved table' if sheet.approved else 'not approved: for analysis only'}; {said}"


def _is_measured(sheet: ParSheet, name: str) -> bool:
    """Whether what is said of a figure's error was measured, and nothing proves it."""
    return name in sheet.measured or name.replace(" ", "_") in sheet.measured


def _inputs(sheet: ParSheet) -> Section:
    rows = [("game", sheet.game), ("bet", sheet.bet), ("paytable", sheet.paytable or "none")]
    rows += [(f"option {name}", value or "not given") for name, value in sheet.options.items()]
    rows += [(f"stated {name.replace('_', ' ')}", text) for name, text in sheet.stated.items()]
    if sheet.verdict:
        rows.append(("verdict on what is stated", sheet.verdict))
    return Section("Inputs", columns=("input", "value"), rows=tuple(rows))


def figures(sheet: ParSheet) -> list[Section]:
    """The figures of one block of a sheet, then what they are made of."""
    unit = _unit(sheet.game) if sheet.bet == BASE else "bet"
    named = [(f"house edge per {unit}", "house_edge", sheet.house_edge)]
    if sheet.bet == BASE:
        named.append(("house edge per initial wager", "house_edge_initial", sheet.house_edge_initial))
    named.append(("element of risk", "element_of_risk", sheet.element_of_risk))
    rows = [(name, percent(value), exact_share(value, sheet.error_in(key))) for name, key, value in named]
    keys = {name: key for name, key, _ in named}
    if (hits := sheet.hit_frequency) is not None:
        rows.append(("hit frequency", percent(hits), exact_share(hits, sheet.error_in("hit_frequency"))))
    rows.append(("expected value", decimal(sheet.expected_value), exact(sheet.expected_value, sheet.error)))
    rows.append(
        ("average wagered", decimal(sheet.wagered), exact(sheet.wagered, sheet.error_in("average_wagered")))
    )
    if sheet.variance is not None:
        root = f"± {float(sheet.deviation_error):.1e}" if sheet.deviation_error else f"√({sheet.variance})"
        rows.append(("standard deviation", f"{sheet.standard_deviation:.6f}", root))
    rows += [
        (
            f"{figure.name}{f' ({figure.unit})' if figure.unit else ''}",
            decimal(figure.value),
            exact(figure.value, sheet.error_of(figure)),
        )
        for figure in sheet.figures
    ]
    rows = [
        (name, value, f"{bound}, measured" if _is_measured(sheet, keys.get(name, name)) else bound)
        for name, value, bound in rows
    ]
    columns = ("", "value", "exact")
    sections = [Section("Figures", of_process(sheet), columns, tuple(rows), (1,))]
    if sheet.decisions:
        shares = tuple(
            (row.name, percent(row.frequency), exact_share(row.frequency, sheet.error))
            for row in sheet.decisions
        )
        sections.append(Section("Decisions", (), ("decision", "frequency", "exact"), shares, (1,)))
    if sheet.expected_by_bet:
        shares = tuple(
            (bet, decimal(value), exact(value, sheet.error)) for bet, value in sheet.expected_by_bet
        )
        sections.append(Section("Expected value by bet", (), ("bet", "value", "exact"), shares, (1,)))
    if sheet.outcomes:
        sections.append(_outcomes(sheet))
    return sections


def _outcomes(sheet: ParSheet) -> Section:
    rows = [
        (
            row.name,
            row.pays,
            f"{row.combinations:,}",
            _share(row, sheet.total),
            _net(row),
            decimal(row.net * row.combinations / sheet.total, 8),
        )
        for row in sheet.outcomes
    ]
    mean = sum((row.net * row.combinations for row in sheet.outcomes), Fraction(0)) / sheet.total
    rows.append(("sum", "", f"{sheet.total:,}", "1.00000000", "", decimal(mean, 8)))
    columns = ("outcome", "pays", "combinations", "probability", "net", "return")
    return Section("Outcomes", of_process(sheet), columns, tuple(rows), (2, 3, 4, 5), spare=(3, 4))


def _share(row: Outcome, total: int) -> str:
    """A probability, with the bound of its error where the combinations stand between bounds."""
    off = f" {exact(Fraction(0), Fraction(row.doubt, total))}" if row.doubt else ""
    return f"{row.combinations / total:.8f}{off}"


def _net(row: Outcome) -> str:
    """A net result, or its mean where a meter moves it."""
    if not row.moves:
        return str(row.net)
    return f"{decimal(row.net, 2)}{f' {exact(row.net, row.error)}' if row.error else ''} on average"


def of_process(sheet: ParSheet) -> tuple[str, ...]:
    """Of what wager the figures are, if that makes a difference."""
    return () if sheet.process is None else (f"Of {sheet.process.words}.",)


def of_values(values: Values) -> Report:
    """The values of all decisions for people, the best one marked."""
    best = values.best
    rows = tuple(
        (
            f"{'▸ ' if value is best else '  '}{value.name}",
            f"{float(value.expected_value):+.6f}",
            exact(value.expected_value, value.error),
            "" if value is best else f"{float(values.cost(value)):.6f}",
        )
        for value in values.decisions
    )
    columns = ("decision", f"value in {_unit(values.game)}s", "exact", "cost")
    notes = (*values.notes, *explained(values.notes))
    section = Section(f"Best: {best.name}", notes, columns, rows, (1, 3))
    return Report(f"{values.game}: {values.situation}", _options(values.options), (section,))


def _options(options: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items()) or "default options"


def of_strategy(strategy: Strategy) -> Report:
    """Charts, and rules with what they cost, for people."""
    charts = [
        Section(chart.title, (chart.legend,) if chart.legend else (), chart.columns, chart.rows)
        for chart in strategy.charts
    ]
    rules = [
        Section(
            rule.name,
            (
                *rule.rules,
                f"value {float(rule.expected_value):+.6f}, "
                f"cost {percent(strategy.cost(rule))} per {_unit(strategy.game)} "
                f"({exact_share(strategy.cost(rule), strategy.error + rule.error)})",
            ),
        )
        for rule in strategy.rule_sets
    ]
    value = f"optimal play {float(strategy.expected_value):+.6f} per {_unit(strategy.game)}"
    optimum = exact(strategy.expected_value, strategy.error)
    return Report(
        f"Strategy: {strategy.game}",
        f"{value} ({optimum}); {_options(strategy.options)}",
        (
            *charts,
            *rules,
            *([Section("Notes", (*strategy.notes, *explained(strategy.notes)))] if strategy.notes else []),
        ),
    )
