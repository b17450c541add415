"""`pitboss floor`: set up a floor, and check it against the approval and the rules that bind it."""

from pathlib import Path

import click

from pitboss.cli.output import console, json_option, print_json
from pitboss.errors import BadInput


@click.group()
def command() -> None:
    """The floor file and the books of a floor."""


@command.command()
@click.argument("file", type=click.Path(path_type=Path), default=Path("floor.toml"))
def init(file: Path) -> None:
    """Write a commented example to FILE (floor.toml)."""
    from pitboss.floor.config import example

    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(example())
    except FileExistsError:
        raise BadInput(f"{file} exists already; choose another name") from None
    except OSError as error:
        raise BadInput(f"{file} can't be written: {error.strerror}") from None
    click.echo(f"{file} is written; change it, then run: pitboss floor check {file}")


@command.command()
@click.argument("file", type=click.Path(path_type=Path), default=Path("floor.toml"))
@json_option
def check(file: Path, as_json: bool) -> None:
    """Check FILE against the approval and the regulation; exit code 1 if something may not open."""
    from pitboss.floor import compliance
    from pitboss.floor.config import load_floor

    floor = load_floor(file)
    findings = compliance.check(floor)
    shut = [table.name for table in floor.tables if compliance.may_open(floor, findings, table.name)]
    refused = any(finding.severity is compliance.Severity.REFUSED for finding in findings)
    if as_json:
        print_json(
            {
                "floor": floor.site.name,
                "verdict": "refused" if refused else "may open",
                "tables": [{"table": t.name, "may_open": t.name not in shut} for t in floor.tables],
                "findings": [
                    {
                        "severity": finding.severity.value,
                        "rule": finding.rule,
                        "where": finding.where,
                        "sentence": finding.sentence,
                    }
                    for finding in findings
                ],
            }
        )
    else:
        _print(floor.site.name, findings, shut, len(floor.tables))
    if refused:
        click.get_current_context().exit(1)


def _print(name: str, findings: tuple[object, ...], shut: list[str], tables: int) -> None:
    from rich.table import Table

    from pitboss.floor.compliance import Finding

    grid = Table("", "Where", "Finding", "Rule", title=name, title_justify="left")
    for finding in findings:
        assert isinstance(finding, Finding)
        grid.add_row(finding.severity.value, finding.where, finding.sentence, finding.rule)
    console().print(grid)
    if shut:
        click.echo(f"These tables can't open: {', '.join(shut)}")
    else:
        click.echo(f"All {tables} tables may open.")
