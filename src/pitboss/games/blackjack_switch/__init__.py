"""Blackjack Switch: two hands each, whose second cards may change places; the dealer's 22 pushes."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from pitboss.cards import Card, parse_card
from pitboss.games import blackjack
from pitboss.games.blackjack import ACE, BLACKJACK, TEN, TWO_TO_ONE, describe
from pitboss.games.blackjack_switch.features import TURNS
from pitboss.games.blackjack_switch.telling import alternatives, announces, draws, held, situations
from pitboss.games.common import ORDER_IS_FIXED, settlement_order
from pitboss.games.contract import (
    Bet,
    Check,
    Choice,
    Clause,
    Game,
    Line,
    Option,
    Outside,
    Request,
    Rules,
    Ruling,
    Script,
    Wager,
)
from pitboss.games.layout import ALL, DEALER, DOWN, Hand, Layout, Spot
from pitboss.games.settlement import EVEN, by_table, compared, lose, push, win
from pitboss.games.telling import Telling
from pitboss.hands.blackjack import is_natural, total, value
from pitboss.paytables.rankings import ranking, title

SLUG = "blackjack-switch"
NAMES = {name: blackjack.split_names(name) for name in ("hand-1", "hand-2")}
"""The two dealt hands, each with the hands it may be split into."""
INSURED = {"hand-1": "insurance-1", "hand-2": "insurance-2"}
_DEALT = {split: names for names in NAMES.values() for split in names}
_KING_OF_SPADES = parse_card("Ks")
_KING = _KING_OF_SPADES.rank
_BOUNTIES = ranking("kings-bounty").outcomes


def _ruling(clause: int, words: str) -> Ruling:
    return Ruling(SLUG, clause, words, describe)


BUST = _ruling(4, "{player} is over 21: the hand is lost.")
WINS = _ruling(4, "{player} beats the dealer's {dealer}: paid {odds}.")
LOSES = _ruling(4, "The dealer's {dealer} beats {player}.")
TIE = _ruling(4, "Both have {dealer}: push.")
DEALER_BUSTS = _ruling(4, "The dealer is over 21 with {dealer}: {player} is paid {odds}.")
DEALER_22 = _ruling(5, "The dealer has 22: {player} pushes.")
BLACKJACK_PAYS = _ruling(5, "Blackjack is paid {odds}.")
BLACKJACK_ON_22 = _ruling(5, "Blackjack does not push on the dealer's 22: paid {odds}.")
BLACKJACK_AT_ONCE = _ruling(3, "A dealt blackjack is paid {odds} at once and is out of the round.")
BLACKJACK_PUSHES = _ruling(6, "Both have blackjack: push.")
BLACKJACK_BEATS = _ruling(6, "A dealt blackjack is paid {odds}, against the dealer's blackjack too.")
DEALER_BLACKJACK = _ruling(6, "The dealer's blackjack beats {player}.")
SWITCHED_LOSES = _ruling(
    6, "An ace and a ten that are no blackjack after a switch lose to the dealer's blackjack."
)
INSURANCE_PAYS = _ruling(3, "The dealer has blackjack: insurance is paid {odds}.")
INSURANCE_LOSES = _ruling(3, "The dealer has no blackjack: insurance is lost.")
BOUNTY_PAYS = Ruling(SLUG, 7, "King's Bounty: {player}, paid {odds}.", title)
BOUNTY_LOSES = Ruling(SLUG, 7, "King's Bounty: the cards make no 20.")
BOUNTY_HELD = Ruling(SLUG, 2, "King's Bounty, held to the end of the round: {player}, paid {odds}.", title)
MATCH_PAYS = Ruling(SLUG, 1, "Super Match: {player}, paid {odds}.", title)
MATCH_LOSES = Ruling(SLUG, 1, "Super Match: no two of the four cards match.")
_settle_compared = compared(WINS, LOSES, TIE)


def settle_hand(wager: Wager, player: int, dealer: int, rules: Rules) -> Line:
    """A hand's wager by what both sides count, a blackjack being `BLACKJACK`.

    The dealer looks for blackjack before any card is drawn, so a 21 that meets one is a switched ace and ten.
    """
    if player == BLACKJACK:
        if dealer != BLACKJACK:
            return win(wager, EVEN, BLACKJACK_ON_22 if dealer == 22 else BLACKJACK_PAYS, player, dealer)
        if rules.options["version"] == "3":
            return win(wager, EVEN, BLACKJACK_BEATS, player, dealer)
        return push(wager, BLACKJACK_PUSHES, player, dealer)
    if player > 21:
        return lose(wager, BUST, player, dealer)
    if dealer == BLACKJACK:
        return lose(wager, SWITCHED_LOSES if player == 21 else DEALER_BLACKJACK, player, dealer)
    if dealer == 22:
        return push(wager, DEALER_22, player, dealer)
    if dealer > 22:
        return win(wager, EVEN, DEALER_BUSTS, player, dealer)
    return _settle_compared(wager, player, dealer, rules)


def settle_insurance(wager: Wager, dealer_blackjack: bool) -> Line:
    """Insurance: 2 to 1 on the dealer's blackjack."""
    if dealer_blackjack:
        return win(wager, TWO_TO_ONE, INSURANCE_PAYS)
    return lose(wager, INSURANCE_LOSES)


def settle_kings_bounty(wager: Wager, outcome: str, rules: Rules, held: bool = False) -> Line:
    """King's Bounty: an outcome of its ranking against its table."""
    wins = BOUNTY_HELD if held else BOUNTY_PAYS
    return by_table(wager, rules.pays["kings-bounty"].get(outcome), wins, BOUNTY_LOSES, outcome)


def settle_super_match(wager: Wager, outcome: str, rules: Rules) -> Line:
    """Super Match: an outcome of the ranking `four-cards` against its table."""
    return by_table(wager, rules.pays["super-match"].get(outcome), MATCH_PAYS, MATCH_LOSES, outcome)


def bounty_outcome(cards: Sequence[Card], dealer_blackjack: bool = False) -> str:
    """The best outcome of the ranking `kings-bounty` that any two of the cards make.

    >>> from pitboss.cards import parse_cards
    >>> bounty_outcome(parse_cards("Ks Ks", decks=6)), bounty_outcome(parse_cards("Ah9h"))
    ('kings-of-spades', 'suited-twenty')
    """
    pairs = [_pair_outcome(first, second, dealer_blackjack) for first, second in combinations(cards, 2)]
    return min(pairs, key=_BOUNTIES.index)


BOUNTY_CARDS: Mapping[str, Callable[[Sequence[Card], Sequence[Card]], Sequence[Card]]] = {
    "first-hand": lambda first, second: first,
    "first-two-dealt": lambda first, second: (first[0], second[0]),
    "four-cards": lambda first, second: (*first, *second),
}
"""The cards of the two hands that King's Bounty counts, by the option of that name."""


def _pair_outcome(first: Card, second: Card, dealer_blackjack: bool) -> str:
    if total((first, second)).value != 20:
        return "less-than-twenty"
    suited, alike = first.suit == second.suit, first.rank == second.rank
    if first == second == _KING_OF_SPADES:
        return "kings-of-spades-and-dealer-blackjack" if dealer_blackjack else "kings-of-spades"
    if alike and first.rank == _KING:
        return "suited-kings" if suited else "kings"
    if suited:
        return "suited-queens-jacks-or-tens" if alike else "suited-twenty"
    return "unsuited-twenty"


def match_outcome(cards: Sequence[Card]) -> str:
    """The outcome of the ranking `four-cards`.

    >>> from pitboss.cards import parse_cards
    >>> match_outcome(parse_cards("Kh2d Kc2s")), match_outcome(parse_cards("Kh2dKcKs"))
    ('two-pair', 'three-of-a-kind')
    """
    ranks = [card.rank for card in cards]
    most = max(ranks.count(rank) for rank in ranks)
    kinds = len(set(ranks))
    if kinds == 2:
        return "two-pair" if most == 2 else "three-of-a-kind"
    return ("four-of-a-kind", "", "pair", "no-pair")[kinds - 1]


def looks_before_switch(options: Mapping[str, str]) -> bool:
    """Whether the dealer looks for blackjack before the players switch."""
    chosen = options["check_before_switch"]
    return options["version"] != "1" if chosen == "by-version" else chosen == "yes"


def printed(options: Mapping[str, str]) -> tuple[str, ...]:
    """What the layout says of the version that is dealt.

    >>> printed(GAME.rules({"version": "4"}).options)[0]
    'Dealer stands on soft 17 and pushes on 22'
    """
    version = options["version"]
    return (
        f"Dealer {'stands on' if version == '4' else 'hits'} soft 17 and pushes on 22",
        "Blackjack pays 1 to 1 · Insurance pays 2 to 1",
        f"A switched blackjack {'is a blackjack' if version == '1' else 'counts 21'}",
        "A dealt blackjack is paid against the dealer's too"
        if version == "3"
        else "A blackjack pushes against the dealer's",
    )


def _checks(options: Mapping[str, str]) -> tuple[Check, ...]:
    looks = ["Before the players switch", "After the switch, before a hand is played"]
    if not looks_before_switch(options):
        looks.reverse()
    return (
        Check(
            "With an ace or a ten up, when do you look at your hole card?",
            (*looks, "When all hands are played"),
            3,
        ),
        Check(
            "When is King's Bounty settled?",
            (
                "First of all, but two kings of spades wait while you may have blackjack",
                "After the switch",
                "Always at the end of the round",
            ),
            2,
        ),
    )


def _script(layout: Layout) -> Script:
    """Deal, side bets, insurance, the switch and the dealer's look in either order, play, settle.

    The dealer is suspect with an ace or a ten up: only then is there a look for blackjack.
    """
    options = layout.rules.options
    _deal(layout)
    up = value(layout.dealer.cards[0])
    suspect = up in (ACE, TEN)
    held = _settle_first(layout, suspect)
    naturals = [(spot, hand) for spot in layout.settling() for hand in spot.hands if is_natural(hand.cards)]
    counts = {hand: BLACKJACK for _, hand in naturals}
    at_once = options["pay_naturals_at_once"] == "yes"
    fixed = {spot.seat for spot, _ in naturals} if at_once else set()
    if at_once and (not suspect or options["version"] == "3"):
        _pay_naturals(layout, naturals)
    if up == ACE:
        yield from blackjack.insure(layout, INSURED)
    switch_first = suspect and not looks_before_switch(options)
    if switch_first:
        for spot in layout.spots:
            if spot.seat not in fixed:
                yield from _switch(layout, spot, counts)
    if suspect:
        dealer_blackjack = is_natural(layout.dealer.cards)
        _settle_insurance(layout, dealer_blackjack)
        if dealer_blackjack:
            _settle_all(layout, counts, BLACKJACK, held)
            return
        if at_once:
            _pay_naturals(layout, naturals)
    for spot in layout.spots:
        if not switch_first and spot.seat not in fixed:
            yield from _switch(layout, spot, counts)
        yield from _play_hands(layout, spot, counts)
    dealer = total(layout.dealer.cards).value
    if any(count != BLACKJACK for count in counts.values()):
        dealer = blackjack.draw_dealer(layout, options["version"] != "4")
    _settle_all(layout, counts, dealer, held)


def _deal(layout: Layout) -> None:
    """One card to every hand and the dealer, face up; then a second one, the dealer's face down."""
    hands = 2 * len(layout.spots)
    cards = layout.draw(2 * hands + 2)
    place = 0
    for spot in layout.spots:
        for name in NAMES:
            spot.hands.append(Hand(spot.seat, name, [cards[place], cards[place + hands + 1]], ALL, ALL))
            place += 1
    layout.dealer = Hand(DEALER, "dealer", [cards[hands], cards[-1]], 0b01, DOWN)


def _settle_first(layout: Layout, suspect: bool) -> list[Spot]:
    """Settle the side bets; returns the seats whose two kings of spades wait for the dealer's hole card."""
    held = []
    bounty_cards = BOUNTY_CARDS[layout.rules.options["kings_bounty_cards"]]
    for spot in layout.settling():
        wagers = spot.wagers
        first, second = spot.hands
        if "kings-bounty" in wagers:
            outcome = bounty_outcome(bounty_cards(first.cards, second.cards))
            if suspect and outcome == "kings-of-spades":
                held.append(spot)
            else:
                layout.settle(settle_kings_bounty(wagers["kings-bounty"], outcome, layout.rules))
        if "super-match" in wagers:
            outcome = match_outcome([*first.cards, *second.cards])
            layout.settle(settle_super_match(wagers["super-match"], outcome, layout.rules))
    return held


def _pay_naturals(layout: Layout, naturals: Sequence[tuple[Spot, Hand]]) -> None:
    """Pay the dealt blackjacks that are still on the layout and clear them away."""
    for spot, hand in naturals:
        if hand.name in spot.wagers:
            layout.settle(win(spot.wagers[hand.name], EVEN, BLACKJACK_AT_ONCE, BLACKJACK))


_SWITCH = {
    seat: Request(
        seat,
        "switch",
        "Switch the second cards of the two hands, or keep them?",
        (Choice("switch", "Switch the second cards"), Choice("keep", "Keep both hands")),
    )
    for seat in range(1, 8)
}


def _switch(layout: Layout, spot: Spot, counts: dict[Hand, int]) -> Script:
    """Offer the switch; afterwards `counts` holds the blackjacks the seat has by the version played."""
    answer = yield _SWITCH[spot.seat]
    if answer == "keep":
        return
    first, second = spot.hands
    first.cards, second.cards = [first.cards[0], second.cards[1]], [second.cards[0], first.cards[1]]
    for hand in spot.hands:
        counts.pop(hand, None)
        if layout.rules.options["version"] == "1" and is_natural(hand.cards):
            counts[hand] = BLACKJACK


def _play_hands(layout: Layout, spot: Spot, counts: dict[Hand, int]) -> Script:
    """Play a seat's hands in turn, those of a split included; a bust hand is collected at once."""
    for hand in spot.hands:
        if hand not in counts:
            count = yield from blackjack.play(layout, spot, hand, _DEALT[hand.name])
            if count > 21:
                layout.settle(lose(spot.wagers[hand.name], BUST, count))
            else:
                counts[hand] = count


def _settle_insurance(layout: Layout, dealer_blackjack: bool) -> None:
    for spot in layout.settling():
        for bet in INSURED.values():
            if bet in spot.wagers:
                layout.settle(settle_insurance(spot.wagers[bet], dealer_blackjack))


def _settle_all(layout: Layout, counts: dict[Hand, int], dealer: int, held: Sequence[Spot]) -> None:
    """Show the dealer's hand and settle what is left, the bounties that were held last."""
    layout.dealer.up = ALL
    for spot in layout.settling():
        for hand in spot.hands:
            wager = spot.wagers.get(hand.name)
            if wager:
                player = counts[hand] if hand in counts else total(hand.cards).value
                layout.settle(settle_hand(wager, player, dealer, layout.rules))
    for spot in held:
        outcome = bounty_outcome([_KING_OF_SPADES, _KING_OF_SPADES], dealer == BLACKJACK)
        layout.settle(settle_kings_bounty(spot.wagers["kings-bounty"], outcome, layout.rules, held=True))


GAME = Game(
    slug=SLUG,
    favours=True,
    folder=Path(__file__).parent,
    package=__name__,
    name="Blackjack Switch",
    source="003_0622aa161427af84.txt",
    words="Two blackjack hands each; the player may switch their second cards, and the dealer's 22 pushes.",
    cards_per_seat=4,
    cards_for_table=2,
    bets=(
        Bet("hand-1", "First hand", "Required. Blackjack pays 1 to 1.", required=True, source="003:120"),
        Bet(
            "hand-2",
            "Second hand",
            "Required, equal to the first hand.",
            required=True,
            equals="hand-1",
            source="003:120",
        ),
        *(
            Bet(
                split,
                blackjack.hand_name(split),
                "Equal to the hand it was split from.",
                in_round=True,
                source="003:149",
            )
            for _, *splits in NAMES.values()
            for split in splits
        ),
        Bet(
            "insurance-1",
            "Insurance, first hand",
            "Up to half the hand's wager on an ace up; pays 2 to 1.",
            in_round=True,
            pays=TWO_TO_ONE,
            source="003:148",
        ),
        Bet(
            "insurance-2",
            "Insurance, second hand",
            "Up to half the hand's wager on an ace up; pays 2 to 1.",
            in_round=True,
            pays=TWO_TO_ONE,
            source="003:148",
        ),
        Bet(
            "kings-bounty",
            "King's Bounty",
            "Two cards make 20, as a rule the first hand's.",
            kind="side",
            source="003:120",
        ),
        Bet(
            "super-match",
            "Super Match",
            "A pair or better among the four cards dealt.",
            kind="side",
            source="003:193",
        ),
    ),
    options=(
        Option(
            "decks",
            ("6", "8"),
            "6",
            "The number of decks in the shoe.",
            analysed=("1", "2", "3", "4", "5", "7"),
        ),
        Option(
            "version",
            ("1", "2", "3", "4"),
            "1",
            "1: the dealer hits soft 17, a switched blackjack is one. 2: it is 21. 3: as 2, and a dealt "
            "blackjack is paid against the dealer's. 4: as 2, and the dealer stands on soft 17.",
        ),
        Option(
            "check_before_switch",
            ("by-version", "no", "yes"),
            "by-version",
            "Whether the dealer looks for blackjack before the switch: not in version 1, else yes.",
            (
                Outside(
                    "yes",
                    "in version 1 the switch comes before the dealer's look (003:161)",
                    (("version", "1"),),
                ),
            ),
        ),
        Option(
            "pay_naturals_at_once",
            ("no", "yes"),
            "no",
            "Whether a dealt blackjack is paid as soon as the dealer's can't take it, and never switched.",
        ),
        Option(
            "kings_bounty_cards",
            tuple(BOUNTY_CARDS),
            "first-hand",
            "Which cards King's Bounty counts: the first hand's two, the first card of each hand, or the "
            "best two of the four.",
            (Outside("four-cards", "King's Bounty counts the first two cards (003:116, 132), not four"),),
        ),
        *blackjack.HOUSE_OPTIONS,
        settlement_order(ORDER_IS_FIXED),
    ),
    clauses=(
        Clause(
            1,
            "Six or eight decks. Two equal wagers, one for each hand; King's Bounty and Super Match are "
            "optional. Super Match counts the four dealt cards by rank.",
        ),
        Clause(
            2,
            "Two hands each, the dealer one card up and one down. King's Bounty is settled first; two kings "
            "of spades wait for the end of the round while the dealer may have blackjack.",
        ),
        Clause(
            3,
            "On an ace up, either hand or both may be insured for up to half its wager, 2 to 1. Then the "
            "second cards of the two hands may be switched. The dealer looks for blackjack under an ace or a "
            "ten, before the switch or right after it. A dealt blackjack that is paid at once is out of the "
            "round and not switched.",
        ),
        Clause(
            4,
            "Each hand is played as blackjack: hit, stand, double any two cards, split, double after split, "
            "also after a switch. A hand of 21 stands. The dealer draws to 17. No surrender.",
        ),
        Clause(5, "The dealer's 22 pushes every standing hand but a blackjack. Blackjack pays 1 to 1."),
        Clause(
            6,
            "The version says whether the dealer hits soft 17, whether a switched blackjack counts as one, "
            "and whether a dealt blackjack is paid against the dealer's. In versions 2 to 4 an ace and a ten "
            "brought together by the switch count 21: they lose to the dealer's blackjack and push on 21 and "
            "22. They can meet a blackjack only where the dealer looks after the switch "
            "(check_before_switch=no).",
        ),
        Clause(
            7,
            "King's Bounty pays two kings of spades, most with the dealer's blackjack, suited pairs of "
            "kings, queens, jacks or tens, a suited 20, two kings, and any other 20. Ace-nine is a 20.",
        ),
    ),
    rulings=(
        BUST,
        WINS,
        LOSES,
        TIE,
        DEALER_BUSTS,
        DEALER_22,
        BLACKJACK_PAYS,
        BLACKJACK_ON_22,
        BLACKJACK_AT_ONCE,
        BLACKJACK_PUSHES,
        BLACKJACK_BEATS,
        DEALER_BLACKJACK,
        SWITCHED_LOSES,
        INSURANCE_PAYS,
        INSURANCE_LOSES,
        BOUNTY_PAYS,
        BOUNTY_LOSES,
        BOUNTY_HELD,
        MATCH_PAYS,
        MATCH_LOSES,
    ),
    script=_script,
    decisions=("insure", "decline", "switch", "keep", "hit", "stand", "double", "split"),
    turns=TURNS,
    telling=Telling(
        held=held, announces=announces, draws=draws, alternatives=alternatives, situations=situations
    ),
    printed=printed,
    checks=_checks,
)
