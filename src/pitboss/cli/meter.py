"""`pitboss meter`: the life of a jackpot under the rates of the house."""

from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli.analysing import NewFile, analysing, paper_option, recount_option, refuse_given
from pitboss.cli.helping import Verb
from pitboss.cli.output import console, json_option, leave, print_json
from pitboss.cli.signing import key_option, signature_of
from pitboss.errors import BadInput
from pitboss.starting import INTERRUPTED

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from pitboss.simulation.meter import Life

_ONE_OR_MORE = click.IntRange(1)


def _completed(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from pitboss.paytables import metered_tables

    names = (table.designator for table in metered_tables())
    return [name for name in names if name.casefold().startswith(incomplete.casefold())]


@click.command(
    cls=Verb,
    examples=(
        "meter CSTUD-01",
        "meter CSTUD-01 --rate 60%",
        "meter CSTUD-01 --rate 40% --rate 55% --rate 70% --tables 4 --plot meters.png",
        "meter CSTUD-01 --rate 60% --pdf meter.pdf --key house.key",
        "meter MG-ML03 --rate mega:10%,major:8%,minor:6% --reserve 1% --json",
    ),
)
@click.argument("paytables", nargs=-1, required=True, shell_complete=_completed)
@click.option(
    "--rate",
    "rates",
    multiple=True,
    help="To the meter, e.g. 60%; several compare. Default: what gives the stated edge.",
)
@click.option("--reserve", default="0%", show_default=True, help="To the reserve.")
@click.option("--seed-amount", help="Where a meter restarts; default: as printed.")
@click.option("--wager", help="Another fixed wager than the printed one.")
@click.option("--tables", type=_ONE_OR_MORE, default=1, show_default=True, help="Tables on the link.")
@click.option("--seats", type=_ONE_OR_MORE, default=5, show_default=True, help="Wagers in a table's round.")
@click.option("--hour", type=_ONE_OR_MORE, default=40, show_default=True, help="Rounds in an hour.")
@click.option("--wagers", default="1e9", show_default=True, help="How many wagers to simulate.")
@click.option("--folded-hands-qualify", is_flag=True, help="A folded hand can claim the jackpot.")
@click.option("--base-table", default="", help="The table for which the base game is played, if another.")
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same awards.")
@click.option("--pdf", type=NewFile(".pdf"), help="Write the figures and pictures of one meter to this PDF.")
@paper_option
@key_option
@click.option("--plot", type=NewFile(".png", ".svg", ".pdf"), help="One picture (PNG, SVG or PDF).")
@recount_option
@json_option
def command(
    paytables: tuple[str, ...],
    rates: tuple[str, ...],
    reserve: str,
    seed_amount: str | None,
    wager: str | None,
    tables: int,
    seats: int,
    hour: int,
    wagers: str,
    folded_hands_qualify: bool,
    base_table: str,
    seed: str,
    pdf: Path | None,
    paper: str,
    key: Path | None,
    plot: Path | None,
    recount: bool,
    as_json: bool,
) -> None:
    """Growth, awards, the risk of running dry and the house's edge for PAYTABLES at one or more rates.

    Where a table has several levels, a rate is written like mega:10%,major:20%.
    """
    from pitboss.cli.simulate import whole
    from pitboss.paytables import find_paytable
    from pitboss.simulation import meter
    from pitboss.simulation.report import of_life

    if pdf is None:
        refuse_given("goes with --pdf", "paper", "key")
    elif len(paytables) * len(rates or (None,)) > 1:
        raise BadInput("a PDF is of one meter: give one paytable and at most one rate")
    lives = []
    with analysing("lives of jackpots", recount=recount):
        for name, rate in product(paytables, rates or (None,)):
            terms = meter.terms_of(
                find_paytable(name),
                rate,
                reserve,
                seed_amount,
                wager,
                tables * seats * hour,
                folded_hands_qualify,
                base_table,
            )
            chances = meter.chances_of(terms.table, folded_hands_qualify, base_table)
            lives.append(meter.live(terms, chances, whole(wagers, "wagers"), seed))
            if lives[-1].interrupted:
                click.echo(f"pitboss: interrupted after {lives[-1].wagers:,} wagers", err=True)
                break
    if pdf is not None:
        _print(lives[0], chances, pdf, paper, key)
    if plot is not None:
        meter.compare(lives, str(plot))
        click.echo(f"{plot}: {len(lives)} {'meter' if len(lives) == 1 else 'meters'} drawn", err=True)
    if as_json:
        print_json(meter.as_json(lives))
    elif pdf is None:
        for life in lives:
            console().print(of_life(life).as_terminal(), "")
    if lives[-1].interrupted:
        leave(INTERRUPTED)


def _print(life: "Life", chances: "Mapping[str, Fraction]", pdf: Path, paper: str, key: Path | None) -> None:
    """The meter on paper, as the laboratory prints it."""
    from pitboss.analysis.parsheet import digest
    from pitboss.analysis.progressive import wager_with
    from pitboss.simulation import projected

    terms = life.terms
    found = projected.Projected(wager_with(terms.table, chances), life, None, terms.assumed)
    data = digest(projected.data(found))
    pdf.write_bytes(projected.on_sheets(found, signature_of("meter", data, key), paper).as_pdf())
    click.echo(f"{pdf}: meter, SHA-256 of its data {data}", err=True)
