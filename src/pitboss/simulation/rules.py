"""Rules evaluated for every case at once."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pitboss.games.strategy import Features, Rule


def choose(
    rules: Sequence[Rule],
    features: Features,
    decisions: Sequence[str],
    shape: tuple[int, ...] | None = None,
) -> npt.NDArray[np.uint8]:
    """The place among `decisions` of what the rules take, for every case the features describe."""
    if shape is None:
        shape = np.broadcast_shapes(*(values.shape for values in features.values()))
    chosen = np.full(shape, decisions.index(rules[-1].decision), np.uint8)
    for rule in reversed(rules[:-1]):
        holds = np.broadcast_to(rule.holds(features), shape)
        chosen[holds.astype(np.bool_)] = decisions.index(rule.decision)
    return chosen
