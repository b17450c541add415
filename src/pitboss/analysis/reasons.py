"""Why a decision is best, in a sentence: as the game's words say it, else by what kind of decision it is."""

from collections.abc import Collection

from pitboss.games import Game
from pitboss.games.description import ChoiceRow, Description
from pitboss.games.situation import Situation, situations_of
from pitboss.games.words import words_of


def reason(game: Game, situation: Situation, best: str, offered: Collection[str]) -> str:
    """Why the best of the decisions offered is best, about the hand that is held."""
    hand = situations_of(game).hand(situation) or "what you hold"
    said = words_of(game).reason(situation.stage, best)
    if not said and game.description is not None:
        said = _by_kind(game.description, situation.stage, best, offered)
    return (said or f"with {{hand}} {best.replace('-', ' ')} is worth most").replace("{hand}", hand)


def _by_kind(game: Description, name: str, best: str, offered: Collection[str]) -> str:
    """What can be said of a choice by what it does: folds, bets, takes back, or waits."""
    stage = next(stage for stage in game.stages if stage.name == name)
    by_name = {choice.name: choice for choice in stage.choices if choice.name in offered}
    choice = by_name.get(best)
    if choice is None:
        return ""
    folds = any(other.folds for other in by_name.values())
    raises = [_bets(other) for other in by_name.values() if other.bets]
    if choice.folds:
        if game.cards.dealer:
            return "{hand} is behind too much of what the dealer may hold"
        return "{hand} is paid too seldom to be worth one more bet"
    if choice.takes_back:
        return "{hand} is paid too seldom to leave so much at stake"
    if choice.exchanges:
        return "{hand} is worth more with another card in place of one of them"
    if not choice.bets:
        if any(other.takes_back for other in by_name.values()):
            return "{hand} is paid often enough to leave every bet where it is"
        return "{hand} is worth more with further cards in sight"
    if _bets(choice) == max(raises) > min(raises):
        return "{hand} is ahead often enough to bet the most that is allowed"
    if not folds:
        return "{hand} is ahead often enough to bet now"
    if max(raises) > min(raises):
        return "{hand} is worth staying in with, but no more than that"
    alone = stage is game.stages[0] and sum(not bet.in_round for bet in game.base) == 1
    return f"{{hand}} does better than {f'the {game.unit.name}' if alone else 'all'} that a fold gives up"


def _bets(choice: ChoiceRow) -> int:
    return sum(choice.bets.values())
