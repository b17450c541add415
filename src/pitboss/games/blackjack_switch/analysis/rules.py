"""The rules of Blackjack Switch as a value that the analysis takes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from pitboss.analysis.blackjack.rules import PlayRules
from pitboss.errors import BadInput


@dataclass(frozen=True, slots=True)
class SwitchRules:
    """Blackjack Switch: a version of the approved text and the options of the house.

    >>> SwitchRules(version=4).play.hits_soft_17, SwitchRules().check_before_switch
    (False, False)
    """

    version: int = 1
    decks: int = 6
    check_before_switch: bool | None = None
    """None: as the version has it."""
    pay_naturals_at_once: bool = False
    split_hands: int = 4
    resplit_aces: bool = False
    hit_split_aces: bool = False
    split_unlike_tens: bool = True
    double: str = "any-two"
    double_after_split: bool = True

    def __post_init__(self) -> None:
        if self.version not in (1, 2, 3, 4):
            raise BadInput(f"version={self.version} is not possible; choose 1, 2, 3, 4")
        if self.check_before_switch is None:
            object.__setattr__(self, "check_before_switch", self.version != 1)
        _ = self.play

    @classmethod
    def from_options(cls, options: Mapping[str, str]) -> Self:
        """The rules that option values as typed stand for; options of other bets are passed over.

        >>> SwitchRules.from_options({"version": "2", "split_hands": "3"}).split_hands
        3
        """
        chosen: dict[str, object] = {}
        for name, value in options.items():
            if name in ("version", "decks", "split_hands"):
                chosen[name] = int(value)
            elif name == "double":
                chosen[name] = value
            elif name in cls.__dataclass_fields__ and value != "by-version":
                chosen[name] = value == "yes"
        return cls(**chosen)  # type: ignore[arg-type]

    @property
    def options(self) -> dict[str, str]:
        """The rules as option values.

        >>> SwitchRules(version=2).options["check_before_switch"]
        'yes'
        """
        said = {True: "yes", False: "no"}
        return {
            name: said[chosen] if isinstance(chosen := getattr(self, name), bool) else str(chosen)
            for name in self.__dataclass_fields__
        }

    @property
    def play(self) -> PlayRules:
        """What the play of a hand depends on; versions 1 to 3 have it in common."""
        return PlayRules(
            decks=self.decks,
            hits_soft_17=self.version != 4,
            push_22=True,
            split_hands=self.split_hands,
            resplit_aces=self.resplit_aces,
            hit_split_aces=self.hit_split_aces,
            split_unlike_tens=self.split_unlike_tens,
            double=self.double,
            double_after_split=self.double_after_split,
        )

    @property
    def switched_blackjack(self) -> bool:
        """Whether an ace and a ten brought together by the switch are a blackjack."""
        return self.version == 1

    @property
    def blackjack_beats_blackjack(self) -> bool:
        """Whether a dealt blackjack is paid even against the dealer's."""
        return self.version == 3
