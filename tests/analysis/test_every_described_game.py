"""Every described game on a short deck, by the engine of its family and by brute force.

A new folder is covered without a word here.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import pytest

from benchmarks import math
from pitboss.analysis.families import solving, upcards
from pitboss.analysis.families.deals import Deck
from pitboss.analysis.families.payoff import Pays
from pitboss.analysis.parsheet import BASE
from pitboss.cards import JOKER, Card
from pitboss.games import GAMES
from pitboss.games.description import HIGHEST, SIDES, WAR, BetRow, Description
from pitboss.games.situation import Situation
from pitboss.hands.kinds import kind
from tests.analysis.brute import Boards, Brute, after, brute_force
from tests.games.descriptions import DESCRIPTIONS, parsed, without

WARS, DESCRIBED = (
    [
        slug
        for slug, game in GAMES.items()
        if (of := game.description) and (of.family == WAR) is yes and not (of.cards.offered or of.by_margin)
    ]
    for yes in (True, False)
)
"""A war has no hands, but cards from many decks. Cards that may be bought are dealt in `test_joining`, and
what is paid by the margin in `test_families_dealers`."""
DECKS = {
    20: ("235QA", "59TKA", "689TQ", "TJQKA", "23456"),
    16: ("35QA", "9TKA", "JQKA", "2367", "5679", "2JQK", "29TA"),
}
"""Ranks to play with, by how many cards they are."""
SITUATIONS = 200
COST_EACH = 750
"""How many final cards may be looked at for a situation, about; one of each stage is looked at whole."""
every_game = pytest.mark.parametrize("slug", DESCRIBED)
BESIDE = [slug for slug in DESCRIPTIONS if slug in GAMES and GAMES[slug].description is None]
"""Games with their own counting, which tests describe to set the family's beside it."""


@cache
def short(slug: str) -> Brute:
    """The game with the few ranks among which most ways to end a round are met."""
    folder = GAMES[slug].folder
    assert folder is not None
    path = DESCRIPTIONS[slug] if slug in BESIDE else folder / "game.toml"
    text = path.read_text("utf-8")
    plain = parsed(slug, text)
    cards, few = plain.cards, len(plain.stages) < 3
    found = []
    for kept in DECKS[20 if cards.player + cards.dealer + cards.community <= 6 and few else 16]:
        removed = "".join(rank for rank in "23456789TJQKA" if rank not in kept)
        found.append(brute_force(parsed(slug, without(text, removed))))
    return max(found, key=_variety)


def _variety(brute: Brute) -> int:
    """How many ends of a round, and classes of hands, a few deals meet."""
    cards, choose, met = brute.game.cards, random.Random(1), Counter[str]()
    for _ in range(300):
        dealt = choose.sample(cards.deck, cards.player + cards.dealer + cards.community)
        own, dealer = dealt[: cards.player], dealt[cards.player : cards.player + cards.dealer]
        board = dealt[cards.player + cards.dealer :]
        mine = brute.rank(cards.ranking, (*own, *board))
        theirs = brute.rank(cards.ranking, (*dealer, *board)) if dealer else 0
        met.update((brute.ended(mine, theirs), brute.hand(mine)))
    return len(met)


def situations(brute: Brute, how_many: int) -> list[Situation]:
    """Situations of every stage, fewer of those after which more cards are to come one by one."""
    game, choose = brute.game, random.Random(2)
    stages = range(len(game.stages))
    in_bulk = isinstance(brute, Boards)
    shares = [1 if in_bulk else min(1, COST_EACH / _cost(game, number)) for number in stages]
    found: list[Situation] = []
    while len(found) < how_many:
        number = stages[len(found)] if len(found) < len(stages) else choose.choices(stages, shares)[0]
        one = _situation(brute, number, choose)
        if one is not None:
            found.append(one)
    return found


def _cost(game: Description, number: int) -> int:
    """About how many cards and choices may follow the decision of a stage."""
    cards, found = game.cards, 1
    opened = sum(stage.opens for stage in game.stages[: number + 1])
    held = (cards.first or cards.player) + sum(stage.deals for stage in game.stages[: number + 1])
    left = len(cards.deck) - held - cards.dealer_up - opened
    for stage in game.stages[number + 1 :]:
        found *= comb(left, stage.deals + stage.opens) * len(stage.choices)
        left, opened = left - stage.deals - stage.opens, opened + stage.opens
        held += stage.deals
    found *= comb(left, cards.player - held)
    left -= cards.player - held
    found *= comb(left, cards.community - opened)
    return found * comb(left - cards.community + opened, cards.dealer - cards.dealer_up)


def _situation(brute: Brute, number: int, choose: random.Random) -> Situation | None:
    """A situation of a stage, if the decisions before it lead there."""
    game = brute.game
    cards, board = game.cards, []
    dealt = choose.sample(cards.deck, cards.player + cards.dealer_up + cards.community)
    mine, dealt = dealt[: cards.player], dealt[cards.player :]
    own = mine[: brute.first]
    up, dealt = dealt[: cards.dealer_up], dealt[cards.dealer_up :]
    out, decisions = brute.laid, []
    for before, stage in enumerate(game.stages[: number + 1]):
        own = mine[: len(own) + stage.deals]
        if stage.opens:
            board.append(tuple(dealt[: stage.opens]))
            dealt = dealt[stage.opens :]
        if not stage.asks({slug for slug, _ in out}):
            return None
        if before < number:
            choice = choose.choice([one for one in brute.choices(before, own) if not one.folds])
            out = after(out, choice)
            decisions.append(choice.name)
    return Situation(game.stages[number].name, tuple(own), tuple(up), tuple(board), tuple(decisions))


@every_game
def test_every_choice_is_worth_what_brute_force_says(slug: str) -> None:
    brute = short(slug)
    for situation in situations(brute, SITUATIONS):
        found = solving.values(brute.game, situation).decisions
        assert {one.name: one.expected_value for one in found} == brute.values(situation), situation


@pytest.mark.parametrize("slug", WARS)
def test_every_choice_after_a_tie_is_worth_what_all_cards_left_say(slug: str) -> None:
    whole, choose = GAMES[slug].description, random.Random(3)
    assert whole is not None
    for _ in range(SITUATIONS):
        game = whole.under(
            {option.name: choose.choice([*option.values]).value for option in whole.form.options}
        )
        shoe = [*game.cards.deck] * game.cards.decks
        own = shoe.pop(choose.randrange(len(shoe)))
        up = choose.choice([card for card in shoe if card.rank == own.rank])
        shoe.remove(up)
        found = solving.values(game, Situation(game.stages[0].name, (own,), (up,), (), ())).decisions
        assert {one.name: one.expected_value for one in found} == _after_a_tie(game, shoe), (own, up)


def _after_a_tie(game: Description, left: Sequence[Card]) -> dict[str, Fraction]:
    """What each choice is worth over all orders of two more cards."""
    ranks, again = Counter(card.rank for card in left), Counter[str]()
    for mine, theirs in product(ranks, repeat=2):
        end = "war_win" if mine > theirs else "war_tie" if mine == theirs else "war_lose"
        again[end] += ranks[mine] * (ranks[theirs] - (mine == theirs))
    laid = {bet.slug: 1 for bet in game.base if not bet.in_round}
    worth = {}
    for choice in game.stages[0].choices:
        ends = Counter(["fold"]) if choice.folds else again
        bets = [(game.bet(slug), units) for slug, units in {**laid, **choice.bets}.items()]
        nets = {end: sum(units * _net(game, bet, end) for bet, units in bets) for end in ends}
        worth[choice.name] = Fraction(sum(nets[end] * number for end, number in ends.items())) / ends.total()
    return worth


def _net(game: Description, bet: BetRow, end: str) -> Fraction:
    odds = bet.settles[end].pays("equal-ranks", game.tables_of(bet.table)[0].pays if bet.table else {})
    return Fraction(-1) if odds is None else odds.net


@every_game
def test_the_base_game_costs_what_brute_force_says(slug: str) -> None:
    brute = short(slug)
    sheet = solving.par(brute.game, BASE)
    assert sheet.expected_value == brute.whole()
    assert sheet.wagered == brute.wagered(last=False)
    lower = [figure.value for figure in sheet.figures if "the lower of equal bets" in figure.name]
    wagered_last = brute.wagered(last=True)
    assert lower in ([wagered_last], [])
    assert lower or wagered_last == sheet.wagered


@pytest.mark.parametrize("slug", [*DESCRIBED, *BESIDE])
def test_suits_told_apart_end_the_same(slug: str) -> None:
    game = short(slug).game
    pays, deck = Pays.of(game), Deck(game.cards.deck)
    alike, apart = (
        solving.optimal(pays, None, replace(deck, suits_alike=yes)).sheet() for yes in (True, False)
    )
    # Method and notes say how many hands there are up to suits.
    assert replace(alike, method="", notes=()) == replace(apart, method="", notes=())


FOLDED = [
    (slug, bet.slug, f"{option.name}={value.value}")
    for slug in DESCRIBED
    if (game := GAMES[slug].description)
    for bet in game.bets
    if bet.kind in SIDES and bet.reads != HIGHEST  # which is counted for a number of hands
    for option in game.form.options
    for value in option.values
    if f"bet.{bet.slug}.after_fold" in {path for value in option.values for path in value.sets}
    and value.sets.get(f"bet.{bet.slug}.after_fold", bet.after_fold) == "lose"
]


@pytest.mark.parametrize(("slug", "bet", "option"), FOLDED)
def test_a_bet_that_a_fold_loses_is_worth_with_its_game_what_brute_force_says(
    slug: str, bet: str, option: str
) -> None:
    game = short(slug).game.under(dict([option.split("=")]))
    sheet = solving.par(game, bet)
    assert sheet.joint is not None
    base, both = (figured.figures[0].value for figured in (sheet, sheet.joint))
    assert base == solving.par(game, BASE).expected_value + sheet.expected_value
    assert both == brute_force(game, game.bet(bet)).whole() >= base


def test_jokers_are_in_no_short_deck_by_accident() -> None:
    """A short deck is made of ranks: a game with a joker keeps it."""
    for slug in DESCRIBED:
        whole = GAMES[slug].description
        assert whole is not None
        assert (JOKER in short(slug).game.cards.deck) == (JOKER in whole.cards.deck)


def test_the_bench_forgets_results_and_not_the_rankings_that_games_have() -> None:
    """Else a game's own ranking is no longer the one of its name, and an engine refuses the game."""
    kept = [*math.keeping()]
    assert solving.optimal in kept
    assert kind not in kept


def with_ties(slug: str, bet: str, kept: str) -> Description:
    """A game with few ranks in which a bet made in the round is given back when it is beaten.

    A hand that can't but lose is then worth as much folded.
    """
    folder = GAMES[slug].folder
    assert folder is not None
    before, found, after_it = (folder / "game.toml").read_text("utf-8").partition(f'slug = "{bet}"')
    removed = "".join(rank for rank in "23456789TJQKA" if rank not in kept)
    text = before + found + after_it.replace('lose = "lose"', 'lose = "push"', 1)
    return parsed(slug, without(text, removed))


@pytest.mark.parametrize(
    ("slug", "bet", "kept"),
    [
        ("high-five-poker", "play", "2367"),
        pytest.param("six-card-poker", "raise", "9TKA", marks=pytest.mark.soak),
    ],
)
def test_where_two_decisions_are_worth_the_same_the_sheet_gives_the_average_wager_of_both(
    slug: str, bet: str, kept: str
) -> None:
    game = with_ties(slug, bet, kept)
    brute, sheet = Brute(game), solving.par(game, BASE)
    assert sheet.expected_value == brute.whole()
    assert sheet.wagered == brute.wagered(last=False) == 2, "of equal decisions the one that bets more"
    lower = [figure.value for figure in sheet.figures if "the lower of equal bets" in figure.name]
    assert lower == [brute.wagered(last=True)]
    assert lower[0] < 2
    assert "two decisions are worth exactly the same" in sheet.notes[0]


def test_equal_decisions_with_several_upcards_are_told_however_they_are_counted() -> None:
    """By ranks, and hand by hand, all deals; by brute force some of them."""
    game = with_ties("six-card-poker", "raise", "9TKA")
    counts, pays = upcards.count(game), Pays.of(game)
    by_ranks, by_hand = upcards.by_ranks(counts, pays), upcards.fold_one_by_one(counts, pays, 0)
    left = comb(counts.deck.size - upcards.SIZE - upcards.UP, upcards.SIZE - upcards.UP)
    assert by_ranks.equal_deals == by_hand.equal[1] * left > 0
    assert (by_ranks.tally[1, 0] == by_hand.tally.sum(axis=0)).all()
    brute, met = Brute(game), Counter[bool]()
    for situation in situations(brute, SITUATIONS):
        values = brute.values(situation)
        assert {one.name: one.expected_value for one in solving.values(game, situation).decisions} == values
        met[len({*values.values()}) == 1] += 1
    assert met[True]
    assert met[False]
