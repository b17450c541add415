"""Rules of a strategy evaluated for every case at once."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from pitboss.arrays import Bools, Bytes
from pitboss.games.description import Description, StageRow
from pitboss.games.features import Sight, readers, turns_of
from pitboss.games.guards import outcomes
from pitboss.games.strategy import Features, Rule, parse


class Seen(Mapping[str, Any]):
    """The features of many cases at once, each read when it is first named."""

    def __init__(self, game: Description, stage: int, sight: Sight, read: Mapping[str, Any] = {}) -> None:
        self._readers, self._sight, self._read = readers(game, stage), sight, dict(read)

    def __getitem__(self, name: str) -> Any:
        if name not in self._read:
            self._read[name] = self._readers[name](self._sight)
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._readers)

    def __len__(self) -> int:
        return len(self._readers)

    @property
    def of_hand(self) -> dict[str, Any]:
        """What was read so far and has nothing to do with the upcard or the money."""
        return {name: value for name, value in self._read.items() if name not in ("upcard", "held", "risk")}


def choices(
    game: Description, text: str, stage: int, hands: Any, ups: Any, risk: int, read: Mapping[str, Any] = {}
) -> tuple[Bytes, dict[str, Any]]:
    """What rules choose at a stage with each row of cards, and what was read of the hands alone."""
    row = game.stages[stage]
    seen = Seen(game, stage, Sight(game.cards.ranking, hands, ups, np.full(len(hands), risk)), read)
    named = [turn for turn in turns_of(game) if turn.name == row.name or f"[{turn.name}]" in text]
    rules = parse(text, named)[row.name]  # other turns may be left out
    names = [choice.name for choice in row.choices]
    return choose(rules, seen, names, (len(hands),), _open(game, row, hands)), seen.of_hand


def by_upcard(game: Description, text: str, hands: Any, known: Mapping[str, Any] = {}) -> Bytes:
    """[hand, upcard]: what rules choose at the only stage; one column where no card of the dealer's is up.

    Some features of the hands may be known before.
    """
    ups = np.array(game.cards.deck, np.uint8) if game.cards.dealer_up == 1 else np.zeros(1, np.uint8)
    chosen = np.zeros((len(hands), len(ups)), np.uint8)
    read: dict[str, Any] = dict(known)
    for column, up in enumerate(ups):
        upcards = np.full((len(hands), int(len(ups) > 1)), up)
        chosen[:, column], read = choices(game, text, 0, hands, upcards, 1, read)
    return chosen


def _open(game: Description, stage: StageRow, hands: Any) -> dict[str, Bools]:
    """Of the choices that need a hand: which hands may take them."""
    ranking = game.cards.ranking
    needing = [choice for choice in stage.choices if choice.needs_hand]
    strengths = ranking.strengths(hands) if needing else None
    names = outcomes(ranking)
    return {
        choice.name: np.array([choice.open_to(hand, at) for at, hand in enumerate(names)])[strengths]
        for choice in needing
    }


def choose(
    rules: Sequence[Rule],
    features: Features,
    decisions: Sequence[str],
    shape: tuple[int, ...] | None = None,
    open_to: Mapping[str, Bools] | None = None,
) -> Bytes:
    """The place among `decisions` of what the rules take, for every case the features describe.

    `open_to` says of a decision in which cases it may be taken; a rule for it is passed over in the others.
    """
    closed = open_to or {}
    open_rules = [rule for rule in rules if rule.decision in decisions]
    if shape is None:
        shape = np.broadcast_shapes(*(values.shape for values in features.values()))
    always = [decision for decision in decisions if decision not in closed]
    last = rules[-1].decision if rules[-1].decision in always else always[-1]
    chosen = np.full(shape, decisions.index(last), np.uint8)
    for rule in reversed(open_rules):
        holds = np.broadcast_to(rule.holds(features), shape).astype(np.bool_)
        chosen[holds & closed.get(rule.decision, True)] = decisions.index(rule.decision)
    return chosen
