"""`pitboss ev`: what every decision in a situation is worth."""

import click

from pitboss.cli.analysing import analysing, budget_option, no_cache_option, option_option, options_of
from pitboss.cli.helping import Verb, of_the_game
from pitboss.cli.naming import GAME, analysis_options
from pitboss.cli.output import console, json_option, print_json


@click.command(
    cls=Verb,
    examples=(
        "ev caribbean-stud AsKdQhJc8s/7d",
        "ev uth AhKd/2c7dTs",
        "ev rabbit-hunter 2s3s4s5s9d --json",
        "ev solitaire-stud KhQsJd9c8h4s2d",
        "ev blackjack-switch 'Ah9d 8s8c/6h' -o version=2",
    ),
    lists=of_the_game(analysis_options),
)
@click.argument("game", type=GAME)
@click.argument("situation")
@option_option
@budget_option
@no_cache_option
@json_option
def command(
    game: str, situation: str, given: tuple[str, ...], budget: int | None, no_cache: bool, as_json: bool
) -> None:
    """The exact value of every decision of GAME in a SITUATION, such as AsKdQhJc8s/7d."""
    from pitboss.analysis import registry, report

    with analysing("decisions", game, no_cache, budget=budget):
        values = registry.values(game, situation, options_of(given))
    if as_json:
        print_json(values.as_json())
    else:
        console().print(report.of_values(values).as_terminal())
