"""Games of a shape that no engine knows: solved plainly where they are small, else between sampled bounds.

The judge and the sampler take any general form. A side bet that no answer changes is asked for by itself, as
a game in which nobody decides: then far fewer cards matter, and a sample has no decisions to bound.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

from pitboss.analysis.families import bounded
from pitboss.analysis.families.agreement import LOOKED_AT, plainly
from pitboss.analysis.parsheet import BASE, ParSheet
from pitboss.analysis.registry import Analysis, AnalysisOption, Entry
from pitboss.analysis.results import Strategy
from pitboss.errors import BadInput
from pitboss.games import Game
from pitboss.games.language import form
from pitboss.games.language.expressions import Answer, Fact, MoneyOn, PayOf, every_node
from pitboss.solve.rounds import Rounds

Options = Mapping[str, str]
JUDGED_MAX = LOOKED_AT
"""About how many ends a game may have to be solved plainly."""
NO_CHARTS = "There are no charts of a game whose shape no engine knows."
METHOD = "Every deal and every choice, by plain recursion."
UNMET = "A plain solver counted this; no second method has met it."


def analysis(game: Game) -> Analysis:
    """Where the bets of such a game are counted or bounded.

    Nowhere if its rounds can't be gone through, or a seat chooses which bets of the game itself to lay: a
    figure of all of them together would be nobody's.
    """
    of = _form(game, {})
    if len({*of.one_of} & {bet.slug for bet in of.base}) > 1:
        return Analysis({})
    try:
        Rounds(of)
    except BadInput:
        return Analysis({})
    options = tuple(
        AnalysisOption(option.name, option.default, tuple(value.value for value in option.values))
        for option in of.options
        if any(_form(game, {option.name: one.value}).digest != of.digest for one in option.values)
    )
    sides = (bet.slug for bet in of.bets if bet.kind in (form.SIDE, form.COUNTED))
    par = {bet: Entry(partial(_sheet, game, bet), None, options) for bet in (BASE, *sides)}
    return Analysis(par, strategy=partial(_strategy, game), per=of.base[0].name)


def _form(game: Game, options: Options) -> form.Game:
    found = game.rules(options).game.form
    assert found is not None
    return found


def _sheet(game: Game, bet: str, table: None, options: Options) -> ParSheet:
    """The par sheet of a bet: of the whole game as the judge solves it, or of the bet by itself."""
    of, why = _form(game, options), BadInput(game.shapeless.partition("\n")[0])
    worths, name = plainly(of, JUDGED_MAX), bet
    if bet not in worths and bet != BASE:
        of, name = _alone(of, of.bet(bet)), BASE
        worths = plainly(of, JUDGED_MAX)
    if name in worths:
        sheet = ParSheet(
            game=of.slug,
            bet=bet,
            paytable=None,
            options={},
            expected_value=worths[name],
            hit_frequency=None,
            variance=worths[f"{name} squared"] - worths[name] ** 2,
            initial=Fraction(1) if bet != BASE else bounded.initial(of),
            wagered=Fraction(1) if bet != BASE else worths["wagered"],
            method=METHOD,
            notes=(UNMET,),
            unmet=True,
        )
    else:
        sheet = replace(bounded.sheet_of(of, why), bet=bet)
    notes = (*sheet.notes, *game.marks())
    return replace(sheet, approved=False, options=dict(options), notes=notes)


def _strategy(game: Game, options: Options) -> Strategy:
    """What the best play is worth; there are no charts."""
    of, why = _form(game, options), BadInput(game.shapeless.partition("\n")[0])
    if worths := plainly(of, JUDGED_MAX):
        found = Strategy(of.slug, worths[BASE], (), (), {}, notes=(NO_CHARTS, METHOD, UNMET))
    else:
        found = bounded.strategy(of, why)
    return replace(found, options=dict(options), notes=(*found.notes, *game.marks()))


def _alone(game: form.Game, bet: form.Bet) -> form.Game:
    """The game with one bet, and nobody asked.

    :raises BadInput: if an answer may change what becomes of the bet.
    """
    asked = [act for act in game.acts if isinstance(act.does, form.Question)]
    dealt = [act.when for act in game.acts if act not in asked]
    moved = any(_moves(choice) for act in asked for choice in act.choices)
    said = (node for node in every_node((bet.settles, bet.tables[:1], dealt)))
    if moved or bet.rides or any(_by_answers(node) for node in said):
        raise BadInput(f"Not counted: what becomes of {bet.name} goes by what is decided in {game.name}")
    acts = tuple(act for act in game.acts if act not in asked and not isinstance(act.does, form.Settle))
    only = replace(bet, kind=form.BASE, needs=(), equals="", at_most="")
    return replace(game, acts=acts, bets=(only,), again=None)


def _moves(choice: form.Choice) -> bool:
    """Whether a choice changes which cards lie where."""
    effects = choice.takes, choice.discards, choice.exchanges, choice.deals, choice.splits, choice.swaps
    return any(effects)


def _by_answers(node: object) -> bool:
    """Whether a condition goes by what a seat decided."""
    return isinstance(node, Answer | MoneyOn | PayOf) or node == Fact("folded")
