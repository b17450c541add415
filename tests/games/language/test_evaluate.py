"""Conditions in three values: what is certain of cards that are known, hidden, or not there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import pytest

from pitboss.cards import Card, parse_card, parse_cards
from pitboss.games.language import Game, parse
from pitboss.games.language.evaluate import Evaluator, Made, Seen
from pitboss.games.language.expressions import Expression, Part
from pitboss.games.language.meaning import Scope, any_value
from pitboss.games.language.rankings import shipped
from tests.games.language.files import texts

TEXTS = dict(texts())


@dataclass(frozen=True)
class Lying:
    """A round as far as its cards lie; what isn't said of it is not known."""

    places: Mapping[str, Seen]
    facts: Mapping[str, bool | int] = field(default_factory=dict)
    answers: frozenset[tuple[str, str]] = frozenset()
    telling: Mapping[Expression, bool] = field(default_factory=dict)
    others: tuple["Lying", ...] = ()

    def cards(self, part: Part) -> Seen | None:
        lying = self.places.get(f"{part.place}-{part.number}" if part.number else part.place)
        if lying is None or part.positions is None:
            return lying
        return lying[part.positions[0] - 1 : part.positions[1]]

    def count(self, part: Part) -> int | None:
        cards = self.cards(part)
        return None if cards is None else len(cards)

    def fact(self, name: str) -> bool | int | None:
        return self.facts.get(name)

    def answer(self, act: str, choice: str) -> bool | None:
        return (act, choice) in self.answers

    def laid(self, bet: str) -> bool | None:
        return bet == "ante"

    def paid(self, bet: str) -> Fraction | None:
        return Fraction(3, 2)

    def told(self, of: Expression) -> bool | None:
        return self.telling.get(of)

    def each(self, place: str) -> Sequence["Lying"]:
        return self.others

    def seats(self) -> Sequence["Lying"]:
        return (self, *self.others)


def seen(text: str) -> tuple[Card | None, ...]:
    """Cards as they lie; `??` is one that is not known."""
    return tuple(None if word == "??" else parse_card(word) for word in text.split())


def game(name: str) -> Game:
    return parse(TEXTS[name])


def scope(of: Game) -> Scope:
    answers = {act.name: tuple(one.called for one in getattr(act.does, "choices", ())) for act in of.acts}
    places = {place.name: place for place in of.places}
    known = {**shipped(), **of.rankings}
    return Scope(places, of.hands, of.terms, answers, tuple(bet.slug for bet in of.bets), known.__getitem__)


def asked(name: str, text: str, round_: Lying) -> bool | int | Fraction | None:
    """What a condition or a number comes to."""
    of = game(name)
    return Evaluator(of).number(any_value(text, scope(of)), round_)


STUD = Lying({"player": seen("Ah Kd Qc 9s 2d"), "dealer": seen("?? ?? ?? ?? 7c")})
SHOWN = Lying({"player": seen("Ah Kd Qc 9s 2d"), "dealer": seen("Ac Ks Jh 7d 7c")})


@pytest.mark.parametrize(
    ("text", "hidden", "shown"),
    [
        ("player == high-card", True, True),
        ("player >= pair", False, False),
        ("qualifies", None, True),
        ("no-hand", None, False),
        ("player > dealer", None, False),
        ("dealer > pair-of-sixes", None, True),
        ("dealer > pair", None, False),
        ("dealer.cards == 5", True, True),
        ("dealer[5].rank == 7", True, True),
        ("dealer[1..2].count(ace) == 1", None, True),
        ("player >= pair and qualifies", False, False),
        ("player == high-card or qualifies", True, True),
        ("player[6].rank == 2", False, False),
        ("not player[6].rank == 2", True, True),
        ("player[6].rank != 2", False, False),
        ("tally(player.high == ace, player.low == 2, player.ranks == 4) == 2", True, True),
        ("decision.bet", False, False),
        ("laid(ante) and not laid(bet)", True, True),
        ("paid(ante) == 1", False, False),
        ("player.suited in (2, 3)", True, True),
        ("beaten == high-card", None, True),
        ("winner == pair-of-sevens", None, True),
        ("highest >= pair", None, True),
        ("margin > 0", None, False),
        ("dealer > '2c2d3h4s5c'", None, True),
        ("player.high - player.low == 12", True, True),
    ],
)
def test_a_condition_is_unknown_while_it_reads_a_hidden_card(
    text: str, hidden: bool | None, shown: bool | None
) -> None:
    assert asked("caribbean-stud", text, STUD) == hidden
    assert asked("caribbean-stud", text, SHOWN) == shown


def test_what_was_told_is_known() -> None:
    of = game("caribbean-stud")
    told = Lying(STUD.places, telling={of.terms["qualifies"]: False})
    assert Evaluator(of).truth(of.terms["no-hand"], told) is True


def test_a_tie_has_no_winner() -> None:
    tie = Lying({"player": seen("Ah Kd Qc 9s 2d"), "dealer": seen("Ad Kc Qs 9h 2c")})
    assert asked("caribbean-stud", "winner >= high-card", tie) is False
    assert asked("caribbean-stud", "beaten >= high-card", tie) is False
    assert asked("caribbean-stud", "player == dealer", tie) is True


def test_hands_of_different_sizes_compare_on_one_ladder() -> None:
    pai_gow = Lying({"high-hand": seen("Kd Kc Qs 9h 2c"), "low-hand": seen("Kh Ks")})
    assert asked("face-up-pai-gow", "high-hand >= low-hand", pai_gow) is True
    assert asked("face-up-pai-gow", "high-hand > low-hand", pai_gow) is False
    low = Lying({"high-hand": seen("Ad Kc Qs 9h 2c"), "low-hand": seen("Jk 3s")})
    assert asked("face-up-pai-gow", "high-hand > low-hand", low) is True


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("all-seven == high-card and all-seven.high == ace", True),
        ("all-seven.jokers", 1),
        ("player.suited", 5),
        ("player.run", 4),
        ("player.count(ace, joker)", 2),
    ],
)
def test_a_bug_is_an_ace_or_lengthens_a_run_or_a_suit(text: str, value: int) -> None:
    held = (
        {"player": seen("Jk Ah Qh Jh 9h 5c 3d")}
        if "all" not in text
        else {"player": seen("Jk Kh Qh 8c 6h 4c 2d")}
    )
    assert asked("asia-poker", text, Lying(held)) == value


def test_a_total_and_a_soft_hand() -> None:
    held = Lying({"hand": seen("Ah 6d"), "dealer": seen("Tc ??")}, {"split": False, "hands": 1})
    assert asked("blackjack", "hand.total", held) == 17
    assert asked("blackjack", "hand.soft", held) is True
    assert asked("blackjack", "up.value == 10", held) is True
    assert asked("blackjack", "dealer-blackjack", held) is None
    assert asked("blackjack", "natural", held) is False
    assert asked("blackjack", "any(hand, hand.total > 21)", Lying({}, others=(held,))) is False


def test_an_absent_card_makes_every_comparison_false() -> None:
    natural = Lying({"player": seen("9h Kd"), "banker": seen("2c 3d")})
    assert asked("baccarat", "third.value == 8", natural) is False
    assert asked("baccarat", "third.value != 8", natural) is False
    assert asked("baccarat", "over", natural) is True


def test_a_line_of_a_table_is_the_first_that_holds() -> None:
    of = game("blackjack-switch")
    bounty = of.bet("kings-bounty").tables[0]
    kings = Lying({"hand-1": seen("Ks Ks"), "hand-2": seen("2c 3c"), "dealer": seen("Ah ??")})
    assert Evaluator(of).line(bounty, kings) is None
    sure = Lying({**kings.places, "dealer": seen("7h ??")})
    assert bounty.lines[Evaluator(of).line(bounty, sure) or 0].name == "kings-of-spades"
    four = of.under({"kings_bounty_cards": "four-cards"})
    some_two = Lying({"hand-1": seen("Qs 2c"), "hand-2": seen("3c Qs"), "dealer": seen("7h ??")})
    found = Evaluator(four).line(four.bet("kings-bounty").tables[0], some_two)
    assert found is not None
    assert bounty.lines[found].name == "suited-queens-jacks-or-tens"
    assert Evaluator(of).line(bounty, some_two) == -1


def test_the_rest_of_a_hand_is_what_its_best_selection_leaves_out() -> None:
    of = game("face-up-pai-gow")
    line = next(
        line for line in of.bet("fortune").tables[0].lines if line.name == "royal-flush-and-royal-match"
    )
    royal = Lying({"player": seen("Ah Kh Qh Jh Th Kc Qc")})
    assert Evaluator(of).truth(line.when, royal) is True
    assert Evaluator(of).truth(line.when, Lying({"player": seen("Ah Kh Qh Jh Th Kc Qd")})) is False
    made = Evaluator(of).made(of.hands["player"], royal)
    assert isinstance(made, Made)
    assert made.name == "royal-flush"


def test_so_many_cards_must_come_from_a_place() -> None:
    text = TEXTS["three-streets"].replace(
        '[cards]\nplayer = 2\ncommunity = 4\nranking = "five-card"\n',
        '[places]\nhole = 2\nboard = 4\n\n[hands]\nranking = "five-card"\n'
        'player = { from = "hole + board", exactly = { hole = 2 } }\n',
    )
    of = parse(text)
    held = Lying({"hole": seen("2c 3d"), "board": seen("Ah Kh Qh Jh")})
    made = Evaluator(of).made(of.hands["player"], held)
    assert isinstance(made, Made)
    assert made.cards == parse_cards("2c3dAhKhQh")
