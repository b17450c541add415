"""What was simulated: a decimal with its standard error, never a fraction."""

import math
from dataclasses import dataclass
from typing import Any

from pitboss.schemas import measured


@dataclass(frozen=True, slots=True)
class Share:
    """How often something came, of so many independent times."""

    part: int
    count: int

    def __float__(self) -> float:
        return self.part / self.count

    @property
    def standard_error(self) -> float:
        """How far off it is, as a rule.

        >>> float(Share(50, 100)), Share(50, 100).standard_error
        (0.5, 0.05)
        """
        share = float(self)
        return math.sqrt(share * (1 - share) / self.count)

    def as_json(self) -> dict[str, Any]:
        """The share for programs."""
        return measured(float(self), self.standard_error, self.count)
