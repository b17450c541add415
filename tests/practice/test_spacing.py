"""What is asked when, tried on learners who forget at a known pace."""

import random
from collections.abc import Callable
from fractions import Fraction

from pitboss.practice.spacing import PAUSES, Kind, Learned, choose, strength

KINDS = [Kind("any", "decision", f"hand {place}", Fraction(1, 1 + place)) for place in range(60)]
Pick = Callable[[dict[str, Learned], int, random.Random], Kind]


class Learner:
    """Somebody who knows what was seen for as long as a memory lasts; a right answer triples it."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.memory: dict[str, tuple[float, int]] = {}

    def knows(self, kind: Kind, now: int) -> float:
        """How likely the right answer is; a guess is right half of the time."""
        lasts, seen = self.memory.get(kind.key, (0.0, now))
        return 0.5 + 0.5 * (2 ** -((now - seen) / lasts) if lasts else 0.0)

    def answers(self, kind: Kind, now: int) -> bool:
        right = self.chance.random() < self.knows(kind, now)
        lasts, _ = self.memory.get(kind.key, (2.0, now))
        self.memory[kind.key] = (lasts * 3 if right else 6.0, now)
        return right

    def cost(self, now: int) -> float:
        """What errors cost this person in an hour of play."""
        return sum(float(kind.weight) * (1 - self.knows(kind, now)) for kind in KINDS)


def practise(pick: Pick, seed: int, questions: int = 400) -> float:
    learner, chance = Learner(seed), random.Random(-seed)
    learned: dict[str, Learned] = {}
    for now in range(1, questions + 1):
        kind = pick(learned, now, chance)
        learned[kind.key] = learned.get(kind.key, Learned()).after(learner.answers(kind, now), now)
    return learner.cost(questions + 1)


def spaced(learned: dict[str, Learned], now: int, chance: random.Random) -> Kind:
    kind = choose(KINDS, learned, now, chance)
    assert kind is not None
    return kind


def at_random(learned: dict[str, Learned], now: int, chance: random.Random) -> Kind:
    return chance.choice(KINDS)


def half_of_the_misses(learned: dict[str, Learned], now: int, chance: random.Random) -> Kind:
    """What we did before: every second question is one that was missed."""
    missed = [kind for kind in KINDS if kind.key in learned and not learned[kind.key].in_a_row]
    return chance.choice(missed if missed and chance.random() < 0.5 else KINDS)


def test_spacing_leaves_a_forgetful_learner_with_fewer_costly_errors_than_chance_does() -> None:
    for rival in (at_random, half_of_the_misses):
        ours = [practise(spaced, seed) for seed in range(30)]
        theirs = [practise(rival, seed) for seed in range(30)]
        assert sum(ours) < 0.8 * sum(theirs)
        assert sum(one < other for one, other in zip(ours, theirs, strict=True)) >= 27


def test_every_kind_is_met_however_many_are_missed() -> None:
    learned: dict[str, Learned] = {}
    chance = random.Random(3)
    for now in range(1, 600):
        kind = spaced(learned, now, chance)
        learned[kind.key] = learned.get(kind.key, Learned()).after(False, now)
    assert len(learned) == len(KINDS)


def test_a_missed_kind_is_not_asked_again_at_once_but_soon() -> None:
    kind = KINDS[-1]
    learned = {kind.key: Learned(4, 10).after(False, 10)}
    assert learned[kind.key] == Learned(0, 10 + PAUSES[0])
    assert choose([kind, *KINDS[:5]], learned, 11, random.Random(1)) != kind


def test_nothing_to_ask_is_answered_with_nothing() -> None:
    assert choose([], {}, 1, random.Random(1)) is None
    assert strength({}, []) == 0
