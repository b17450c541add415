"""What a dealer says of a settlement, and the clause that decides it: the game's own words before ours."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from pitboss.games.contract import Ruling
from pitboss.games.language import form
from pitboss.games.language.expressions import Duel, Highest
from pitboss.money import Odds

Describe = Callable[[Any], str]
FOLD, TAKE_BACK, NONE, PRICE, HAND, NO_HAND = "fold", "take-back", "none", "price", "hand", "no-hand"
WIN, TIE, LOSE, PUSH = "win", "tie", "lose", "push"
_BECAUSE = {
    WIN: "{player} beats the dealer's {dealer}",
    TIE: "Both have {dealer}",
    LOSE: "The dealer's {dealer} beats {player}",
}


@dataclass(frozen=True, slots=True, eq=False)
class Rulings:
    """The rulings of a game under all its options, each made once."""

    of: form.Game
    """The game under its defaults: what is said does not change with options."""
    made: dict[tuple[int, str, str], Ruling] = field(default_factory=dict)

    def ruling(
        self,
        bet: str,
        end: str,
        words: str,
        describe: Describe = str,
        kind: str = "",
        sort: str = "",
        no_hand: bool = False,
    ) -> Ruling:
        """The ruling of a bet at an end of the round; `no_hand` if the dealer has none, and hands compare."""
        clauses = self.of.clauses
        places = [f"{bet}.{end}", bet, end]
        if no_hand:
            places = [f"{bet}.{NO_HAND}", bet, NO_HAND, *places]
        places = [f"{bet}.{end}.push", *places] if sort == PUSH else places
        said = (clause.says[place] for place in places for clause in clauses if place in clause.says)
        decided = (
            clause.number
            for place in places
            for clause in clauses
            if place in clause.decides or place in clause.says
        )
        words = next(said, words)
        number = next(decided, clauses[0].number if clauses else 1)
        found = Ruling(self.of.slug, number, words, describe)
        return self.made.setdefault((number, words, kind), found)

    def folded(self) -> Ruling:
        """Of a bet that ends with the hand."""
        return self.ruling("", FOLD, "Folded: every bet that ends with the hand is lost.")

    def given_up(self, bet: form.Bet, odds: Odds) -> Ruling:
        """Of a bet of which a fold does not lose all."""
        becomes = {WIN: "is paid {odds}", PUSH: "goes back", LOSE: "goes back in part"}[sort_of(odds)]
        return self.ruling(bet.slug, FOLD, f"Folded: the {bet.name} {becomes}.")

    def collected(self, bet: form.Bet) -> Ruling:
        """Of a price."""
        words = f"The {bet.name} is a price: collected at once, and never returned."
        return self.ruling(bet.slug, PRICE, words)

    def taken_back(self) -> Ruling:
        """Of a bet that is taken back."""
        return self.ruling("", TAKE_BACK, "Taken back.")

    def of_line(
        self,
        bet: form.Bet,
        name: str,
        odds: Odds | None,
        by_table: bool,
        told: tuple[Describe, str],
        no_hand: bool,
        hands: tuple[str, str] | None,
    ) -> Ruling:
        """Of a bet at a line of its list; `hands` are called so where they are not player's and dealer's."""
        words = _said(bet, name, odds, by_table, hands)
        return self.ruling(bet.slug, name, words, *told, sort_of(odds), no_hand)

    def tells_no_hand(self, bet: str) -> bool:
        """Whether a clause decides that the dealer has no hand."""
        places = {f"{bet}.{NO_HAND}", NO_HAND}
        return any(places & {*clause.decides, *clause.says} for clause in self.of.clauses)

    def by_table(self, bet: form.Bet, describe: Describe, kind: str) -> tuple[Ruling, Ruling, Ruling]:
        """Of a bet paid by its table alone: that it is paid, pushes, or has no line.

        A bet on the beaten hand does not push, but nobody's hand is beaten at a tie.
        """
        paid, pushes, nothing = (
            self.ruling(bet.slug, end, words, describe, kind) for end, words in _by_table(bet)
        )
        return paid, pushes, nothing


def sort_of(odds: Odds | None) -> str:
    """What becomes of a bet that is settled at some odds."""
    return LOSE if odds is None or odds.net < 0 else WIN if odds.numerator else PUSH


def _by_table(bet: form.Bet) -> Iterator[tuple[str, str]]:
    name = bet.name
    match bet.reads:
        case Duel("beaten"):
            yield WIN, f"{name}: {{dealer}} was beaten by {{player}}, paid {{odds}}."
            yield TIE, f"{name}: both have {{dealer}}, so nobody was beaten."
            yield NONE, f"{name}: the beaten hand, {{dealer}}, pays nothing."
        case Highest():
            best = f"{name}: the highest hand at the table"
            yield WIN, f"{best} is {{player}}, paid {{odds}}."
            yield TIE, f"{best}, {{player}}, pushes."
            yield NONE, f"{best}, {{player}}, pays nothing."
        case _:
            yield WIN, f"{name}: {{player}} is paid {{odds}}."
            yield TIE, f"{name}: {{player}} pushes."
            yield NONE, f"{name}: {{player}} pays nothing."


def _said(
    bet: form.Bet, name: str, odds: Odds | None, by_table: bool, hands: tuple[str, str] | None = None
) -> str:
    """What a dealer would say, where the game gives no words of its own."""
    sort = sort_of(odds)
    becomes = {WIN: "is paid {odds}", PUSH: "pushes", LOSE: "loses"}[sort]
    if name == HAND:
        plain = {WIN: "{player} is paid {odds}.", PUSH: "{player} pushes."}
        return plain.get(sort, "{player} is not on the paytable.")
    if name == NO_HAND:
        return f"No hand, dealer has {{dealer}}: the {bet.name} {becomes}."
    if hands and all(hands) and name in _BECAUSE:
        first, second = (held.replace("-", " ").capitalize() for held in hands)
        return f"{first} has {{player}}, {second} {{dealer}}: the {bet.name} {becomes}."
    compared = name.removeprefix("war-")
    if compared not in _BECAUSE or hands:
        end = "" if compared in _BECAUSE else name.replace("-", " ").capitalize()
        return f"{end}: the {bet.name} {becomes}." if end else f"The {bet.name} {becomes}."
    if compared == LOSE and odds is None:
        return f"{_BECAUSE[LOSE]}."
    schedule = " by the schedule" if by_table and sort == WIN else ""
    return f"{_BECAUSE[compared]}: the {bet.name} {becomes}{schedule}."
