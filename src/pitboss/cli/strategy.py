"""`pitboss strategy`: optimal play as charts, and rules a person can remember with what they cost."""

from pathlib import Path

import click

from pitboss.cli.analysing import (
    NewFile,
    analysing,
    no_cache_option,
    option_option,
    options_of,
    recount_option,
)
from pitboss.cli.helping import Verb, of_the_game
from pitboss.cli.naming import GAME, analysis_options
from pitboss.cli.output import console, json_option, print_json


@click.command(
    cls=Verb,
    examples=("strategy caribbean-stud", "strategy uth --pdf holdem.pdf", "strategy switch -o decks=8"),
    lists=of_the_game(analysis_options),
)
@click.argument("game", type=GAME)
@option_option
@no_cache_option
@recount_option
@json_option
@click.option("--pdf", type=NewFile(), help="Write a PDF to this file.")
@click.option("--svg", type=NewFile(), help="Write an SVG to this file.")
def command(
    game: str,
    given: tuple[str, ...],
    no_cache: bool,
    recount: bool,
    as_json: bool,
    pdf: Path | None,
    svg: Path | None,
) -> None:
    """Optimal play of GAME, and shorter rules with their exact cost."""
    from pitboss.analysis import registry, report

    with analysing("par sheets", game, no_cache, recount):
        strategy = registry.strategy(game, options_of(given))
    if as_json:
        print_json(strategy.as_json())
    elif pdf is not None:
        pdf.write_bytes(report.of_strategy(strategy).as_pdf())
    elif svg is not None:
        svg.write_bytes(report.of_strategy(strategy).as_svg())
    else:
        console().print(report.of_strategy(strategy).as_terminal())
