"""The rules of blackjack as values that the analysis takes."""

from dataclasses import dataclass

from pitboss.errors import BadInput

DOUBLE_FROM = {"any-two": 0, "nine-to-eleven": 9, "ten-or-eleven": 10}
"""The lowest hard total each `double` option lets a player double; 0 allows any two cards."""


@dataclass(frozen=True, slots=True)
class PlayRules:
    """What decides how a hand is played and what it is worth once the dealer has no blackjack."""

    decks: int = 6
    hits_soft_17: bool = False
    push_22: bool = False
    split_hands: int = 4
    resplit_aces: bool = False
    hit_split_aces: bool = False
    split_unlike_tens: bool = True
    double: str = "any-two"
    double_after_split: bool = True
    own_split_policy: bool = False
    """Whether hands of a split are played by a policy of their own, rather than as if they were dealt."""

    def __post_init__(self) -> None:
        if not 1 <= self.decks <= 8:
            raise BadInput(f"decks={self.decks} is not possible; choose 1 to 8")
        if not 1 <= self.split_hands <= 4:
            raise BadInput(f"split_hands={self.split_hands} is not possible; choose 1 to 4")
        if self.double not in DOUBLE_FROM:
            raise BadInput(f"double={self.double} is not possible; choose {', '.join(DOUBLE_FROM)}")
