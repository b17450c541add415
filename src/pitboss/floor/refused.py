"""An answer that is no: the HTTP status, a named code, and a sentence for the person."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Refused(Exception):  # noqa: N818
    """Nothing was done; `extra` is what else the sender should know."""

    status: int
    code: str
    sentence: str
    extra: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.code}: {self.sentence}"

    def body(self) -> dict[str, Any]:
        """The refusal as JSON."""
        return {"refusal": self.code, "sentence": self.sentence, **self.extra}
