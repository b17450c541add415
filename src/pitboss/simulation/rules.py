"""Rules evaluated for every case at once."""

from collections.abc import Mapping, Sequence

import numpy as np

from pitboss.arrays import Bools, Bytes
from pitboss.games.strategy import Features, Rule


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
    if shape is None:
        shape = np.broadcast_shapes(*(values.shape for values in features.values()))
    always = [decision for decision in decisions if decision not in closed]
    last = rules[-1].decision if rules[-1].decision in always else always[-1]
    chosen = np.full(shape, decisions.index(last), np.uint8)
    for rule in reversed(rules):
        holds = np.broadcast_to(rule.holds(features), shape).astype(np.bool_)
        chosen[holds & closed.get(rule.decision, True)] = decisions.index(rule.decision)
    return chosen
