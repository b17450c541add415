"""Before an engine counts it says how much that is; what takes too long is refused with its size."""

from dataclasses import dataclass

from pitboss.errors import BadInput

STEPS_A_SECOND = 100_000_000
"""What the kernels of these engines do on one core; measured were 200 to 400 millions."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a count may take.

    >>> Budget(1).allow("a small count", 1000)
    >>> Budget(1).allow("a large count", 10**10)
    Traceback (most recent call last):
    pitboss.errors.BadInput: a large count takes about 10,000,000,000 steps, some 100 s; 1 s are allowed...
    """

    seconds: int = 60

    def allow(self, what: str, steps: int) -> None:
        """Refuse what takes longer."""
        needed = steps // STEPS_A_SECOND
        if needed > self.seconds:
            raise BadInput(
                f"{what} takes about {steps:,} steps, some {needed:,} s; {self.seconds} s are allowed: "
                "give it a longer budget, or simulate it"
            )
