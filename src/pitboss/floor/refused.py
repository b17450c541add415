"""An answer that is no: the HTTP status, a named code, and a sentence for the person."""

from typing import Any


class Refused(Exception):
    """Nothing was done; `extra` is what else the sender should know."""

    def __init__(self, status: int, code: str, sentence: str, extra: dict[str, Any] | None = None) -> None:
        super().__init__(f"{code}: {sentence}")
        self.status = status
        self.code = code
        self.sentence = sentence
        self.extra = extra or {}

    def body(self) -> dict[str, Any]:
        """The refusal as JSON."""
        return {"refusal": self.code, "sentence": self.sentence, **self.extra}
