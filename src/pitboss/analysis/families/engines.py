"""Every engine, in the order in which they are asked whether they count a game."""

from collections.abc import Callable

from pitboss.analysis.families import (
    community,
    dealt,
    ended,
    exchange,
    one_decision,
    riding,
    stages,
    suit_stages,
    upcards,
    war,
)
from pitboss.analysis.families.engine import AnyEngine, Case, Engine
from pitboss.analysis.families.highest_folds import Folds
from pitboss.analysis.families.payoff import Pays
from pitboss.errors import BadInput
from pitboss.games.description import AGAINST_DEALER, WAR, Description
from pitboss.games.situation import Situation


def _dealt_at_once(has: Callable[[Description], bool]) -> Callable[[Description], bool]:
    """Whether all of the player's cards are dealt before a decision, in a game that has something."""
    return lambda game: has(game) and not game.cards.first


def _one_hand(pays: Pays, at: Situation) -> Case | None:
    """One hand against the dealer's: all of those are ranked, or counted by themselves."""
    if dealt.large(pays.game):
        return dealt.values(pays, at), ()
    found = one_decision.case(pays.game, at.own, at.dealer)
    if found is None:
        return None
    ends, joined = found
    ranking = pays.game.cards.ranking
    strength = ranking.rank(at.own)
    worths = one_decision.values_of(pays, strength, ends, sum(ends), joined)
    by_margin = f"Your hand: {ranking.describe(strength)}."
    return worths, (by_margin if pays.game.by_margin else one_decision.against(ends),)


BY_RANK = Engine(
    version=war.VERSION,
    fits=lambda game: game.family == WAR,
    work=lambda game, deck: 0,
    count=lambda game, deck, budget: war.count(game),
    solve=lambda counts, pays, budget: war.WarSolution(counts, pays),
    readout=war.WarSolution.readout,
    values=lambda solved, at: solved.values(at.own, at.dealer),
    ended_by=ended.by_rank,
    riding=lambda solved, bet, budget: solved.side_sheet(bet.slug),
    by_deal=True,
)
FLUSHES = Engine(
    version=suit_stages.VERSION,
    fits=suit_stages.fits,
    work=suit_stages.work,
    count=suit_stages.count,
    solve=lambda counts, pays, budget: suit_stages.solve(counts, pays),
    readout=suit_stages.readout,
    values=lambda solved, at: solved.values(at.cards, at.decisions),
    ended_by=ended.by_suits,
)
STAGES = Engine(
    version=stages.VERSION,
    fits=lambda game: game.family != AGAINST_DEALER,
    work=stages.work,
    count=stages.count,
    solve=lambda counts, pays, budget: stages.solve(counts, pays),
    readout=stages.readout,
    values=lambda solved, at: solved.values_after(at.cards, at.decisions),
    ended_by=ended.by_stages,
    staying=stages.StageSolution.staying,
    by_class=riding.staying_by_boards,
    riding=riding.by_boards,
)
HOLDEM = Engine(
    version=community.VERSION,
    fits=_dealt_at_once(lambda game: bool(game.cards.community)),
    work=community.work,
    count=community.count,
    solve=lambda counts, pays, budget: community.solve(counts, pays),
    readout=community.readout,
    values=lambda solved, at: solved.values(at.own, at.cards[len(at.own) :], at.decisions),
    ended_by=ended.on_boards,
    following=community.following,
    ended=lambda solved: (solved.ways(), solved.ends()),
    staying=community.HoldemSolution.staying,
    at_flops=community.staying_at_flops,
    riding=community.side_sheet,
    beaten=lambda solved, bet, budget: community.beaten_sheet(solved, bet),
    by_deal=True,
)
EXCHANGE = Engine(
    version=exchange.VERSION,
    fits=_dealt_at_once(lambda game: game.draws > 0),
    work=exchange.work,
    count=exchange.count,
    solve=exchange.solve,
    readout=exchange.readout,
    values=lambda solved, at: solved.values(at.own),
    ended_by=ended.by_exchange,
    by_class=riding.staying_by_exchanges,
    riding=riding.by_exchanges,
)
UPCARDS = Engine(
    version=upcards.VERSION,
    fits=_dealt_at_once(lambda game: game.cards.dealer_up > 1),
    work=upcards.work,
    count=upcards.count,
    solve=lambda counts, pays, budget: upcards.solve(counts, pays),
    readout=upcards.readout,
    values=lambda solved, at: dealt.values(solved.pays, at),
    ended_by=ended.by_upcards,
    case=_one_hand,
    staying=upcards.UpcardSolution.staying,
)
ONE_DECISION = Engine(
    version=one_decision.VERSION,
    fits=_dealt_at_once(lambda game: True),
    work=one_decision.work,
    count=one_decision.count,
    solve=lambda counts, pays, budget: one_decision.solve(counts, pays),
    readout=one_decision.readout,
    values=lambda solved, at: solved.values(at.own, at.dealer),
    ended_by=ended.one_choice,
    case=_one_hand,
    following=lambda solved, text, best: solved.following(text),
    cells=one_decision.OneDecisionSolution.cells,
    staying=one_decision.OneDecisionSolution.staying,
    by_class=riding.staying_by_hands,
    riding=riding.by_hands,
    beaten=riding.by_hands,
    by_margin=one_decision.OneDecisionSolution.by_margin,
    folds=Folds.of,
)
ENGINES: tuple[AnyEngine, ...] = (
    BY_RANK,
    FLUSHES,
    STAGES,
    HOLDEM,
    EXCHANGE,
    UPCARDS,
    ONE_DECISION,
)


def engine_for(game: Description) -> AnyEngine:
    """The engine that counts a game.

    :raises BadInput: if there is none.
    """
    for engine in ENGINES:
        if engine.fits(game):
            return engine
    raise BadInput(f"{game.name} can't be solved: some of the player's cards are dealt after a decision")
