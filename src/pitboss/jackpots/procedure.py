"""The jackpot procedure as the approved texts tell it, step by step, for both generations of equipment."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what is done with the older keypad, what with the newer, and where each text says so."""

    name: str
    aquarius: str
    nexus: str
    sources: tuple[str, ...]

    def source(self, text: str) -> str:
        """The sentences of an approved text, by its number.

        >>> PROCEDURE[0].source("002")
        '002:456, 535'
        """
        return next((source for source in self.sources if source.startswith(f"{text}:")), "")


PROCEDURE = (
    Step(
        "place",
        "The player lays the base game's wager and a chip on the sensor, which lights up.",
        "The same.",
        ("001:146, 260, 373", "002:456, 535"),
    ),
    Step(
        "lock",
        "When all bets are laid the dealer presses COIN IN; the sensors with a wager light up.",
        "When all bets are laid the dealer presses START GAME; the sensors with a wager light up.",
        ("001:147, 261, 374", "002:457, 536"),
    ),
    Step(
        "collect",
        "The dealer takes all jackpot chips off the table and compares their number with the keypad's.",
        "The same.",
        ("001:147, 261, 374", "002:457, 536"),
    ),
    Step(
        "deal",
        "The game is dealt and all wagers are settled by the house's procedure.",
        "The same.",
        ("001:148-149, 262-263, 375-376", "002:458-459, 537-538"),
    ),
    Step(
        "claim",
        "The dealer presses the button of the winning hand, and again to clear a mistake.",
        "The dealer selects the player's spot and presses the hand, and again to clear a mistake.",
        ("001:155, 268, 381", "002:464, 543"),
    ),
    Step(
        "verify",
        "The dealer calls a supervisor; the hand stays face up until it is verified.",
        "The same.",
        ("001:117, 156, 269, 382", "002:465, 544"),
    ),
    Step(
        "record",
        "The supervisor turns the key to JPH and presses J-POT: the win is recorded.",
        "The supervisor presses CONFIRM, and a Supervisor or Executive card, by the level of the jackpot, is "
        "swiped: the win is recorded and the meter adjusted.",
        ("001:157, 270, 383", "002:466, 545"),
    ),
    Step(
        "pay",
        "The Game Manager shows the amount and prints the win page; the house's procedure pays it. The key "
        "back at RUN lets the table go on and its meter show the new value.",
        "The Game Manager shows the amount and prints the win page; the house's procedure pays it.",
        ("001:157-158, 270, 383", "002:466, 545"),
    ),
    Step(
        "order",
        "Several pays from the meter in one round are paid from the dealer's right, counter-clockwise, "
        "unless internal controls say otherwise.",
        "The same.",
        ("001:154, 267, 380", "002:463, 542"),
    ),
    Step(
        "envy",
        "Where the table has envy: the winning hand stays face up, and at the end of the round every other "
        "player at the table with the wager is paid, once for each such hand.",
        "The same.",
        ("001:389-391", "002:551-553"),
    ),
    Step(
        "finish",
        "The dealer presses GAME OVER, which makes the system ready for the next hand.",
        "The dealer presses END GAME, which makes the system ready for the next hand.",
        ("001:159, 271, 384", "002:467, 546"),
    ),
    Step(
        "back out",
        "After J-POT a mistaken award is backed out by the Game Manager's manual adjustment only.",
        "After the swipe a mistaken award is backed out by the Game Manager's manual adjustment only.",
        ("001:160, 272, 385", "002:469, 547"),
    ),
)
