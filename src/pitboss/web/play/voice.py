"""The dealer's voice: what is asked, what the dealer has, whether it qualifies, what happens then."""

import re
from collections.abc import Callable, Sequence

from pitboss.cards import Card
from pitboss.games import Choice, Line, Request, Round, Rules
from pitboss.games.guards import ranking_of
from pitboss.games.words import Words, words_of
from pitboss.hands.kinds import Kind, kind
from pitboss.hands.spoken import called
from pitboss.letters import small
from pitboss.money import format_cents, format_short

OUTCOMES = {
    "win": "Won",
    "lose": "Lost",
    "push": "Push",
    "void": "Void",
    "collected": "Taken",
}
"""How a wager ended, in a word."""


short = format_short


def span(least_cents: int, most_cents: int) -> str:
    """What a bet takes: one amount, or from the least to the most.

    >>> span(100, 500), span(100, 100)
    ('$1 to $5', '$1')
    """
    low, high = short(least_cents), short(most_cents)
    return low if low == high else f"{low} to {high}"


def signed(cents: int) -> str:
    """A result with its sign.

    >>> signed(-500), signed(0), signed(250)
    ('−$5.00', '$0.00', '+$2.50')
    """
    return f"{'+' if cents > 0 else '−' if cents < 0 else ''}{format_cents(abs(cents))}"


def gain(cents: int) -> str:
    """A result with its sign where there is little room.

    >>> gain(-500), gain(250)
    ('−$5', '+$2.50')
    """
    return signed(cents).removesuffix(".00")


def kind_of(rules: Rules) -> Kind | None:
    """The hand kind that ranks the hands of a game, where one does."""
    hands = words_of(rules.game).hands
    return kind(hands) if hands else ranking_of(rules.game.form) if rules.game.form else None


def held(rules: Rules, hand: Sequence[Card], board: Sequence[Card] = (), name: str = "") -> str:
    """What a complete hand is called; by its name where it is no hand of its own."""
    words = words_of(rules.game)
    if name in words.hands_called:
        return words.hands_called[name]
    if rules.game.telling.held is not None:
        return rules.game.telling.held(hand)
    ranked = kind_of(rules)
    if ranked and ranked.size_max == 1:
        return ", then ".join(called(ranked, [card]) for card in hand)
    return called(ranked, [*hand, *board]) if ranked else ""


def qualifying(rules: Rules) -> Callable[[Sequence[Card]], bool] | None:
    """Whether the dealer plays with cards, the board's among them; None where that is never a question."""
    ranked, lowest = kind_of(rules), rules.game.form.lowest if rules.game.form else ()
    return (lambda cards: ranked.rank(cards) >= ranked.rank(lowest)) if ranked and lowest else None


def listed(names: Sequence[str]) -> str:
    """Names within a sentence.

    >>> listed(["Trips"]), listed(["Trips", "Bonus", "Ultimate Pairs"])
    ('Trips', 'Trips, Bonus and Ultimate Pairs')
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def dealer_words(played: Round) -> str:
    """The dealer's hand as announced at the end of a round."""
    view = played.view()
    rules = played.rules
    if played.voided:
        return "Malfunction: the round is void."
    if not view.dealer and len(view.folded) < len(played.wagers):
        return f"Each hand{' still in play' if view.folded else ''} is paid by the pay table."
    if not view.dealer or None in view.dealer:
        return "Every player has folded or is settled."
    hand = [card for card in view.dealer if card is not None]
    board = [card for card in view.board if card is not None]
    if rules.game.telling.announces is not None:
        return rules.game.telling.announces(hand)
    words, qualifies = words_of(rules.game), qualifying(rules)
    sentence = "Dealer has {hand}."
    if qualifies is not None:
        folded = len(view.folded)
        sentence = words.qualifies if qualifies([*hand, *board]) else _no_hand(words, len(view.hands), folded)
    return sentence.replace("{hand}", with_article(held(rules, hand, board)))


def _no_hand(words: Words, dealt: int, folded: int) -> str:
    """That the dealer has no hand, and what becomes of the bets of those who played theirs.

    Whoever folded has lost them, and would take "Antes are paid" for their own.
    """
    if not words.in_play or folded == dealt:
        return words.no_hand
    whose = "for hands still in play, " if folded else ""
    return f"{words.no_hand.removesuffix('.')}: {whose}{words.in_play}."


_GAVE_UP = {"surrender": "surrendered"}


def folded_words(played: Round, seat: int) -> str:
    """What a seat that gave up its hand is told before anything else: which bets that took.

    >>> from pitboss.games import parse_round
    >>> cards = "Qs9d6h4c2s Ts9h5c4d3s"
    >>> folded_words(parse_round(f"caribbean-stud | 1 ante=5 | {cards} | fold"), 1)
    'You folded: the Ante is lost.'
    """
    view = played.view(seat)
    lines = [line for line in played.lines if line.seat == seat]
    main = next((line for line in lines if line.bet == played.rules.game.main.slug), None)
    if seat not in view.folded or main is None:
        return ""
    taken = [_taken(line, played.rules) for line in lines if line.ruling == main.ruling]
    gave_up = _GAVE_UP.get(view.decided[-1], "folded") if view.decided else "folded"
    return f"You {gave_up}: {listed(taken)} {'is' if len(taken) == 1 else 'are'} lost."


def _taken(line: Line, rules: Rules) -> str:
    """A bet that a fold took, or what it took of it."""
    name = f"the {rules.game.bet(line.bet).name}"
    return f"{short(-line.net_cents)} of {name}" if line.returned_cents else name


_ONE = re.compile(
    r"(pair of|straight|flush|full house|royal flush|mini royal|[a-z]+-card (run|flush)|[a-z]+$)\b"
)


def with_article(hand: str) -> str:
    """A hand as it stands in a sentence.

    >>> with_article("pair of aces, king kicker"), with_article("ace high, king-nine"), with_article("eight")
    ('a pair of aces, king kicker', 'ace high, king-nine', 'an eight')
    """
    cards = hand.split(", then ")
    return ", then ".join(f"{_article(card)}{card}" for card in cards)


def _article(hand: str) -> str:
    if not _ONE.match(hand):
        return ""
    return "an " if hand[0] in "ae" else "a "


LISTED_MAX = 4
"""More choices than these are asked for in general."""


def question(request: Request) -> str:
    """What is asked, within a sentence: the choices with what they cost, where a few cost something.

    A question about one hand of several, or for an amount of one's own, is put as the game puts it.

    >>> question(Request(4, "", "Play?", (Choice("play", "Play $5.00", 500), Choice("fold", "Fold", 0))))
    'play $5, or fold?'
    """
    choices, prompt = request.choices, request.prompt
    if ": " in prompt or len(choices) > LISTED_MAX or not any(choice.amount_cents for choice in choices):
        return small(prompt)
    *others, last = [_offered(choice) for choice in choices]
    return f"{', '.join([*others, f'or {last}' if others else last])}?"


def choice_name(choice: Choice) -> str:
    """The label of a choice without its amount.

    >>> choice_name(Choice("play-4x", "Play 4x for $20.00", 2000))
    'Play 4x'
    """
    return choice.label.partition(" $")[0].removesuffix(" for").removesuffix(" for up to")


def _offered(choice: Choice) -> str:
    name, _, _ = choice.label.partition(" $")
    cost = f" {short(choice.amount_cents)}" if choice.amount_cents else ""
    return f"{small(name)}{cost}"


def asks(request: Request) -> str:
    """The question to the seat whose turn it is."""
    return f"Seat {request.seat}: {question(request)}"
