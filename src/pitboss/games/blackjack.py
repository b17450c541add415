"""The family of blackjack games: the house's options, insurance, the play of a hand, the dealer's draw."""

from collections.abc import Generator, Mapping, Sequence
from functools import lru_cache

from pitboss.cards import Card
from pitboss.games.contract import Choice, Option, Outside, Request, Script
from pitboss.games.layout import Hand, Layout, Spot
from pitboss.hands.blackjack import Total, total, value
from pitboss.money import Odds, format_cents

BLACKJACK = 99
"""What a blackjack counts here: above every total, so that it's told from a 21."""
TWO_TO_ONE = Odds(2, 1, stake_back=True)
ACE, TEN = 1, 10
"""What these cards count."""

HOUSE_OPTIONS = (
    Option(
        "split_hands",
        ("1", "2", "3", "4"),
        "4",
        "The most hands one dealt hand may become.",
        (Outside("1", "splitting is allowed (003:149)"),),
    ),
    Option("resplit_aces", ("no", "yes"), "no", "Whether aces may be split again."),
    Option("hit_split_aces", ("no", "yes"), "no", "Whether split aces take more than one card."),
    Option("split_unlike_tens", ("yes", "no"), "yes", "Whether a ten and a face may be split."),
    Option(
        "double",
        ("any-two", "nine-to-eleven", "ten-or-eleven"),
        "any-two",
        "Which two cards may double: any, or those with this hard total.",
        tuple(
            Outside(value, "all doubling is allowed (003:124, 149)")
            for value in ("nine-to-eleven", "ten-or-eleven")
        ),
    ),
    Option(
        "double_after_split",
        ("yes", "no"),
        "yes",
        "Whether a split hand may double.",
        (Outside("no", "doubling after splitting is allowed (003:149)"),),
    ),
)
"""What the approved text leaves to the house."""

_DOUBLES = {"nine-to-eleven": (9, 10, 11), "ten-or-eleven": (10, 11)}
"""The hard totals that may double, where not any two cards may."""


def describe(count: int) -> str:
    """A count in words.

    >>> describe(BLACKJACK), describe(18)
    ('blackjack', '18')
    """
    return "blackjack" if count == BLACKJACK else str(count)


def split_names(name: str) -> tuple[str, ...]:
    """The names of the hands a dealt hand may become.

    >>> split_names("hand-1")
    ('hand-1', 'hand-1b', 'hand-1c', 'hand-1d')
    """
    return (name, *(f"{name}{letter}" for letter in "bcd"))


def may_double(cards: Sequence[Card], hands: int, options: Mapping[str, str]) -> bool:
    """Whether a hand may double, now that the dealt hand has become this many; only two cards ever may.

    >>> from pitboss.cards import parse_cards
    >>> may_double(parse_cards("Ah8d"), 1, {"double": "nine-to-eleven"})
    False
    """
    if len(cards) != 2:
        return False
    if hands > 1:
        if options["double_after_split"] == "no":
            return False
        if value(cards[0]) == ACE and options["hit_split_aces"] == "no":
            return False
    if options["double"] == "any-two":
        return True
    now, soft = total(cards)
    return not soft and now in _DOUBLES[options["double"]]


def may_split(cards: Sequence[Card], hands: int, options: Mapping[str, str]) -> bool:
    """Whether a hand may be split, now that the dealt hand has become this many; only two cards ever may.

    >>> from pitboss.cards import parse_cards
    >>> options = {"split_hands": "4", "split_unlike_tens": "yes"}
    >>> may_split(parse_cards("KhTd"), 3, options), may_split(parse_cards("KhTd"), 4, options)
    (True, False)
    >>> may_split(parse_cards("2h2d3c"), 1, options)
    False
    """
    if len(cards) != 2:
        return False
    if value(cards[0]) != value(cards[1]) or hands >= int(options["split_hands"]):
        return False
    if hands > 1 and value(cards[0]) == ACE and options["resplit_aces"] == "no":
        return False
    return options["split_unlike_tens"] == "yes" or cards[0].rank == cards[1].rank


def insure(layout: Layout, hands: Mapping[str, str]) -> Script:
    """Offer insurance on every hand in play; `hands` names the bet that insures each.

    The whole half of the wager unless the answer names an amount: `insure=250`, in cents.
    """
    for spot in layout.spots:
        for name, bet in hands.items():
            half = spot.wagers[name].cents // 2 if name in spot.wagers else 0
            if half:
                answer = yield _insurance_request(spot.seat, bet, half)
                if answer != "decline":
                    amount = answer.partition("=")[2]
                    spot.stake(bet, int(amount) if amount else half)


def play(layout: Layout, spot: Spot, hand: Hand, names: Sequence[str]) -> Generator[Request, str, int]:
    """Play one hand to its end and return what it counts; `names` are those its dealt hand may split into.

    A split puts a new hand behind this one, which gets its second card when its turn comes. A hand of 21
    stands by itself, and so do split aces that take no more cards.
    """
    options = layout.rules.options
    cards = hand.cards = [*hand.cards]
    wager = spot.staked[hand.name]
    while True:
        if len(cards) == 1:
            cards += layout.draw(1)
        now, soft = total(cards)
        if now >= 21:
            return now
        hits, doubles, splits = True, False, False
        if len(cards) == 2:
            hands = 1 if names[1] not in spot.staked else sum(name in spot.staked for name in names)
            hits = hands == 1 or value(cards[0]) != ACE or options["hit_split_aces"] == "yes"
            splits = may_split(cards, hands, options)
            doubles = may_double(cards, hands, options)
            if not hits and not splits:
                return now
        answer = yield _play_request(spot.seat, hand.name, now, soft, wager, hits, doubles, splits)
        if answer == "stand":
            return now
        if answer == "split":
            spot.stake(names[hands], wager)
            split = Hand(spot.seat, names[hands], [cards.pop()], hand.up, hand.known)
            spot.hands.insert(spot.hands.index(hand) + 1, split)
            continue
        cards += layout.draw(1)
        if answer == "double":
            spot.stake(hand.name, wager)
            return total(cards).value


def draw_dealer(layout: Layout, hits_soft_17: bool) -> int:
    """Complete the dealer's hand, to 17 or past a soft 17 as ruled, and return what it counts."""
    cards = layout.dealer.cards = [*layout.dealer.cards]
    now = total(cards)
    while dealer_draws(now, hits_soft_17):
        cards += layout.draw(1)
        now = total(cards)
    return now.value


def dealer_draws(now: Total, hits_soft_17: bool) -> bool:
    """Whether the dealer takes a further card.

    >>> dealer_draws(Total(17, soft=True), True), dealer_draws(Total(17, soft=True), False)
    (True, False)
    """
    return now.value < 17 or (now.value == 17 and now.soft and hits_soft_17)


_PLACES = {"1": "First", "2": "Second"}


def hand_name(name: str) -> str:
    """A hand's name as spoken.

    >>> hand_name("hand-1"), hand_name("hand-2c")
    ('First hand', 'Second hand, split c')
    """
    spoken = f"{_PLACES[name[5]]} hand"
    return f"{spoken}, split {name[6]}" if name[6:] else spoken


@lru_cache(maxsize=1024)
def _insurance_request(seat: int, bet: str, half: int) -> Request:
    hand = hand_name(bet.replace("insurance", "hand")).lower()
    return Request(
        seat,
        bet,
        f"Dealer shows an ace: insure the {hand}?",
        (
            Choice("insure", f"Insure for up to {format_cents(half)}", half, 1),
            Choice("decline", "No insurance"),
        ),
    )


@lru_cache(maxsize=4096)
def _play_request(
    seat: int, name: str, now: int, soft: bool, wager: int, hits: bool, doubles: bool, splits: bool
) -> Request:
    money = format_cents(wager)
    choices = [Choice("stand", "Stand")]
    if hits:
        choices.insert(0, Choice("hit", "Hit"))
    if doubles:
        choices.append(Choice("double", f"Double for {money}", wager))
    if splits:
        choices.append(Choice("split", f"Split for {money}", wager))
    *others, last = [choice.name for choice in choices]
    prompt = f"{hand_name(name)}, {'soft ' if soft else ''}{now}: {', '.join(others)} or {last}?"
    return Request(seat, name, prompt, tuple(choices))
