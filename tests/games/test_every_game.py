"""What holds for every game, whatever cards, options, wagers and decisions; and the clauses for all games."""

import random
import subprocess
import sys
from collections import Counter
from datetime import date
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.cards import CARDS, Card, SeededShuffle, parse_cards
from pitboss.errors import BadInput
from pitboss.games import ALL_GAMES, GAMES, Game, Round, Rules, View, format_round, game, parse_round
from pitboss.games.common import settlement_order
from pitboss.games.contract import Ruling, Wager
from pitboss.games.round import VOID
from pitboss.games.settlement import EVEN, lose, push, win
from pitboss.money import Odds
from pitboss.table import Table, regulation_on

ROUNDS_PER_EXAMPLE = 25
EXAMPLES, EXAMPLES_SOAKED = 50, 4_000
every_game = pytest.mark.parametrize("each", GAMES.values(), ids=lambda each: each.slug)


@st.composite
def tables(draw: st.DrawFn, each: Game) -> tuple[Rules, dict[int, dict[str, int]], int]:
    """Rules with any options and paytables, any legal wagers on any seats, and a seed."""
    options = {option.name: draw(st.sampled_from(option.values)) for option in each.options}
    by_option = {option.chooses for option in each.options}
    paytables = {
        bet.slug: draw(st.sampled_from([table.designator for table in each.paytables(bet.slug)]))
        for bet in each.rules(options).game.bets
        if each.paytables(bet.slug) and bet.slug not in by_option
    }
    seats = draw(st.sets(st.integers(1, each.seats_max), min_size=1, max_size=3))
    rules = each.rules(options, paytables)
    return (
        rules,
        {seat: draw(wagers(rules.game)) for seat in seats},
        draw(st.integers(0, 2**32)),
    )


@st.composite
def wagers(draw: st.DrawFn, each: Game) -> dict[str, int]:
    base = draw(st.integers(2, 600)) * 50
    laid = {bet.slug: base for bet in each.bets if bet.required or bet.slug in each.one_of[:1]}
    for bet in each.bets:
        if bet.kind != "base" and all(needed in laid for needed in bet.needs) and draw(st.booleans()):
            usual = base if bet.equals else 100
            laid[bet.slug] = draw(st.integers(1, base // 50)) * 50 if bet.at_most else usual
    return laid


def play(dealt: Round, choose: random.Random) -> None:
    """Play on with legal decisions, each of which the round takes; anything else it refuses."""
    while dealt.request is not None:
        request = dealt.request
        assert request.prompt
        assert all(choice.label for choice in request.choices)
        assert dealt.refusal("nonsense")
        choice = choose.choice(request.choices)
        assert dealt.refusal(choice.name) == ""
        before = dealt.staked_cents(request.seat)
        dealt.decide(choice.name)
        assert dealt.staked_cents(request.seat) == before + choice.amount_cents
    assert dealt.refusal("fold") == "the round is over"


def check_money(dealt: Round) -> None:
    """Every wager is settled exactly once, and every line is one of the ways a line can be."""
    settled: Counter[tuple[int, str]] = Counter()
    staked = {(seat, bet): cents for seat, laid in dealt.view().wagers.items() for bet, cents in laid.items()}
    for line in dealt.lines:
        paid, returned, wager = line.paid_cents, line.returned_cents, line.wager_cents
        bet = dealt.rules.game.bet(line.bet)
        if bet.paid_besides:
            assert (line.outcome, wager, returned) == ("win", 0, 0)
            assert line.odds is not None
            assert paid == line.odds.pays_rounded_down(staked[line.seat, bet.of])
            continue
        settled[line.seat, line.bet] += line.wager_cents
        if line.outcome == "win":
            assert line.odds is not None
            assert paid == wager * line.odds.numerator // line.odds.denominator
            assert returned == (wager if line.odds.stake_back else 0)
        elif line.outcome == "push":
            assert (paid, returned) == (0, wager)
        else:
            assert line.outcome in ("lose", "collected")
            assert paid == 0
            assert returned == 0 or (_surrenders(dealt.rules.game) and returned <= wager)
    assert settled == staked
    assert len({(line.seat, line.bet) for line in dealt.lines}) == len(dealt.lines)


def _surrenders(game: Game) -> bool:
    """Whether a bet can be given up for a part of it."""
    described = game.description
    return described is not None and described.family == "war"


def asking(each: Game, laid: dict[int, dict[str, int]], seed: int) -> Round:
    """The first round from a seed on that waits for a decision; in some games few do."""
    rules = each.rules()
    orders = (SeededShuffle(number).order(int(rules.options.get("decks", "1"))) for number in count(seed))
    return next(dealt for order in orders if (dealt := Round(rules, laid, order)).request is not None)


def check_replay(dealt: Round) -> None:
    """The stored round, its text and every step of taking it back give the same round again."""
    text = format_round(dealt)
    again = parse_round(text)
    assert format_round(again) == text
    assert (again.lines, again.claims, again.view()) == (dealt.lines, dealt.claims, dealt.view())
    for left in range(len(dealt.decisions) - 1, -1, -1):
        again = again.undone()
        fresh = Round(dealt.rules, dealt.wagers, dealt.order, dealt.decisions[:left])
        assert (again.request, again.view(), again.lines) == (fresh.request, fresh.view(), fresh.lines)
    with pytest.raises(BadInput, match="no decision to take back"):
        again.undone()


def stack(order: list[Card], choose: random.Random) -> None:
    """Bring some suits of some ranks to the top, so that the rarest hands come often."""
    ranks, suits = choose.sample(range(13), 5), choose.sample(range(4), 3)
    order.sort(key=lambda card: card.rank not in ranks or card.suit not in suits)


@every_game
def test_any_round_is_legal_conserves_money_and_replays(each: Game) -> None:
    """1,250 rounds of each game at 50 random tables; two of each are also replayed, parsed and undone."""
    play_at_random_tables(each, EXAMPLES)


@pytest.mark.soak
@every_game
def test_a_hundred_thousand_rounds_are_legal_conserve_money_and_replay(each: Game) -> None:
    play_at_random_tables(each, EXAMPLES_SOAKED)


def play_at_random_tables(each: Game, examples: int) -> None:
    rounds_played = 0

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(tables(each))
    def run(table: tuple[Rules, dict[int, dict[str, int]], int]) -> None:
        nonlocal rounds_played
        rules, laid, seed = table
        choose, decks = random.Random(seed), int(rules.options.get("decks", "1"))
        cards = list(CARDS) * decks
        needed = 52 if decks == 1 else 104
        for number in range(ROUNDS_PER_EXAMPLE):
            order = choose.sample(cards, needed)
            if number % 2:
                stack(order, choose)
            dealt = Round(rules, laid, order)
            play(dealt, choose)
            check_money(dealt)
            if number % 13 == 0:
                check_replay(dealt)
        rounds_played += ROUNDS_PER_EXAMPLE

    run()
    assert rounds_played >= ROUNDS_PER_EXAMPLE * examples


def seen(view: View) -> set[Card]:
    hands = [view.dealer, view.board, *(hand.cards for own in view.hands.values() for hand in own)]
    return {card for cards in hands for card in cards if card is not None}


@every_game
def test_a_view_does_not_depend_on_hidden_cards(each: Game) -> None:
    """Exchange all cards a seat can't see, the undealt ones too: its view stays as it is."""
    compared = 0
    for seed in count():
        if compared > 500 and seed >= 120:
            break
        choose = random.Random(seed)
        seats = choose.sample(range(1, each.seats_max + 1), 2)
        laid = {seat: {bet.slug: 500 for bet in each.bets if bet.required} for seat in seats}
        order = choose.sample(CARDS, 52)
        dealt = Round(each.rules(), laid, order)
        while dealt.request is not None:
            for viewer in (0, *seats):
                view = dealt.view(viewer)
                hidden = [place for place, card in enumerate(order) if card not in seen(view)]
                mixed = list(order)
                for place, source in zip(hidden, choose.sample(hidden, len(hidden)), strict=True):
                    mixed[place] = order[source]
                other = _replayed(dealt, mixed)
                if other is not None and other.request == dealt.request:
                    assert other.view(viewer) == view
                    compared += 1
                elif not (_choices_tell_of_cards(each) and (other is None or viewer != dealt.request.seat)):
                    assert each.slug == "blackjack-switch", (
                        "only the look for blackjack tells of a hidden card, and what a seat may choose"
                    )
            dealt.decide(choose.choice(dealt.request.choices).name)


def _choices_tell_of_cards(each: Game) -> bool:
    """Whether a choice needs a hand, or names the card that it exchanges."""
    stages = each.description.stages if each.description else ()
    return any(choice.with_hand or choice.exchanges for stage in stages for choice in stage.choices)


def _replayed(dealt: Round, order: list[Card]) -> Round | None:
    try:
        return Round(dealt.rules, dealt.wagers, order, dealt.decisions)
    except BadInput:
        return None


@every_game
def test_a_round_in_progress_can_be_stored_and_continued(each: Game) -> None:
    dealt = asking(each, {1: {bet.slug: 500 for bet in each.bets if bet.required}}, 3)
    stored = parse_round(format_round(dealt))
    assert (stored.request, stored.view(1)) == (dealt.request, dealt.view(1))


@every_game
def test_rulings_name_a_clause_and_read_as_sentences(each: Game) -> None:
    numbers = {clause.number for clause in each.clauses}
    assert numbers == set(range(1, len(each.clauses) + 1))
    for ruling in each.rulings:
        assert ruling.game == each.slug
        assert ruling.clause in numbers
        assert ruling.words.endswith(".")


def test_rounds_that_make_no_sense_are_refused_with_a_reason() -> None:
    for text, why in (
        ("nonsense", "a round is written as"),
        ("poker | 1 ante=5 | AsKs |", "no game called 'poker'"),
        ("caribbean-stud colour=red | 1 ante=5 | AsKs |", "no option or bet called 'colour'"),
        ("caribbean-stud bonus_after_fold=maybe | 1 ante=5 | AsKs |", "choose in-action, lose"),
        ("caribbean-stud bonus=RH-01 | 1 ante=5 | AsKs |", "RH-01 is not a table of Caribbean Stud"),
        ("caribbean-stud ante=CS-BET | 1 ante=5 | AsKs |", "has no paytable"),
        ("caribbean-stud bonus | 1 ante=5 | AsKs |", "not written as name=value"),
        ("caribbean-stud bonus_after_fold= | 1 ante=5 | AsKs |", "not written as name=value"),
        ("caribbean-stud | ante=5 | AsKs |", "wagers are written as"),
        ("caribbean-stud | 1 ante=5; 1 ante=10 | AsKs |", "1 is written twice"),
        ("caribbean-stud | 1 ante=5 ante=10 | AsKs |", "ante is written twice"),
        ("caribbean-stud | 1 ante=5 | AsKs |", "deck of 2 cards has run out"),
        ("caribbean-stud | 1 ante=1.005 | AsKs |", "whole number of cents"),
    ):
        with pytest.raises(BadInput, match=why):
            parse_round(text)


def test_an_option_a_game_does_not_have_is_refused() -> None:
    with pytest.raises(
        BadInput, match="Caribbean Stud Poker has no option 'decks'; there are bonus_after_fold"
    ):
        game("caribbean-stud").rules({"decks": "6"})


def test_a_decision_the_cards_do_not_allow_changes_nothing() -> None:
    short = parse_round("ultimate-texas-holdem | 1 ante=5 blind=5 | AcKd6c7dThJhQh | check")
    before = (short.request, short.view(1), list(short.decisions))
    with pytest.raises(BadInput, match="deck of 7 cards has run out"):
        short.decide("check")
    assert (short.request, short.view(1), short.decisions) == before


def test_clauses_count_from_one() -> None:
    for clauses in (ALL_GAMES, *(each.clauses for each in GAMES.values())):
        assert [clause.number for clause in clauses] == [*range(1, len(clauses) + 1)]


@pytest.mark.parametrize("cents", [5.0, "500", None, True])
def test_a_wager_is_a_whole_number_of_cents(cents: Any) -> None:
    order = SeededShuffle(1).order()
    Round(game("caribbean-stud").rules(), {1: {"ante": 5}}, order)
    with pytest.raises(BadInput, match="whole number of cents"):
        Round(game("caribbean-stud").rules(), {1: {"ante": cents}}, order)


def test_games_and_tables_import_no_compiler_and_no_analysis() -> None:
    code = "import sys, pitboss.games, pitboss.table; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    for heavy in ("numba", "numpy", "rich", "fastapi", "pitboss.analysis", "pitboss.cli"):
        assert heavy not in loaded


def test_a_game_is_read_by_itself_and_all_of_them_without_a_compiler() -> None:
    code = (
        "import sys\nfrom pitboss.games import GAMES, discovery\nfrom pitboss.paytables import paytables\n"
        "paytables(GAMES['three-card-poker'].rules().game.slug)\n"
        "assert discovery._load_built_in.cache_info().currsize == 1\n"
        "for slug, game in GAMES.items():\n    game.rules(), paytables(slug)\n"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


ORDER = "AsAdKcQh2d" + "TcTs8h6s3c" + "3d4d5hTh9c"
"""Seat 1 aces, seat 2 tens, and a dealer without a hand."""


def test_all_games_1_an_own_paytable_is_not_approved() -> None:
    caribbean = game("caribbean-stud")
    assert caribbean.rules().approved
    printed = caribbean.paytables("bonus")[0]
    own = caribbean.rules(paytables={"bonus": _own(printed)})
    assert not own.approved


def _own(table: Any) -> Any:
    from dataclasses import replace

    return replace(table, designator="MINE-1", approved=False)


def test_all_games_1_a_table_refuses_what_is_not_approved() -> None:
    caribbean = game("caribbean-stud")
    own = caribbean.rules(paytables={"bonus": _own(caribbean.paytables("bonus")[0])})
    with pytest.raises(BadInput, match="MINE-1 is not an approved table"):
        Table(own)


@every_game
def test_all_games_2_no_wager_exceeds_the_limits(each: Game) -> None:
    table = Table(each.rules(), regulation=regulation_on(date(2023, 6, 14)))
    table.sit(1, "Ann", 10**9)
    base = {bet.slug: table.limits.bets[bet.slug].most_cents for bet in each.bets if bet.required}
    while table.request is None:
        table.open_round({1: base})
    assert all(choice.amount_cents <= 60_000 for choice in table.request.choices), (
        "a raise and a card's price"
    )
    table.void()
    assert "is at most" in table.wager_refusal({1: {bet: cents + 50 for bet, cents in base.items()}})


def test_all_games_3_to_returns_the_stake_for_keeps_it_and_a_push_returns_it() -> None:
    wager, ruling = Wager(1, "ante", 500), Ruling("", 1, "")
    assert win(wager, Odds.parse("3 to 2"), ruling).net_cents == 750
    assert win(wager, Odds.parse("9 for 1"), ruling).net_cents == 4000
    assert win(wager, EVEN, ruling).returned_cents == 500
    assert lose(wager, ruling).net_cents == -500
    assert push(wager, ruling).net_cents == 0


def test_all_games_3_only_the_highest_line_is_paid() -> None:
    royal = parse_round("caribbean-stud | 1 ante=5 bonus=1 | AsKsQsJsTs AhKh7d4s2d | bet")
    bonus = [line for line in royal.lines if line.bet == "bonus"]
    assert [line.paid_cents for line in bonus] == [100_000]


def test_all_games_4_dealt_left_to_right_and_settled_right_to_left() -> None:
    wagers, cards = "2 ante=5; 5 ante=5; 7 ante=5", "AsAdKcQh2d TcTs8h6s3c Jc9d7h5s2c AhKh7d4s3d"
    three = f"caribbean-stud {{}} | {wagers} | {cards} | bet bet bet"
    dealt = parse_round(three.format(""))
    assert [str(dealt.view().hands[seat][0].cards[0]) for seat in (2, 5, 7)] == ["As", "Tc", "Jc"]
    assert [line.seat for line in dealt.lines] == [7, 7, 5, 5, 2, 2]
    other_way = parse_round(three.format("settlement_order=left-to-right"))
    assert [line.seat for line in other_way.lines] == [2, 2, 5, 5, 7, 7]


def test_all_games_4_requests_go_from_the_left() -> None:
    dealt = parse_round(f"caribbean-stud | 7 ante=5; 2 ante=5 | {ORDER} |")
    assert dealt.request is not None
    assert dealt.request.seat == 2


def test_all_games_5_no_bet_on_another_hand() -> None:
    for each in GAMES.values():
        assert not [bet.slug for bet in each.bets if "dealer" in bet.slug or "other" in bet.slug]


def test_all_games_6_refunded_antes_go_back_before_any_hand_is_opened() -> None:
    wagers = "1 ante=5 blind=5; 2 ante=5 blind=5"
    cards = "9c7d3c4dAdJc2h6s8dTcQh"
    dealt = parse_round(f"ultimate-texas-holdem | {wagers} | {cards} | play-4x play-4x")
    assert [(line.seat, line.bet, line.outcome) for line in dealt.lines[:2]] == [
        (2, "ante", "push"),
        (1, "ante", "push"),
    ]
    assert all(line.player is None for line in dealt.lines[:2]), "nobody's hand was needed"


REFUNDING = ("crazy-4-poker", "six-card-poker")
PAYING = ("high-five-poker", "i-luv-suits", "three-card-poker", "triple-shot-rummy")


@pytest.mark.parametrize("slug", [*REFUNDING, *PAYING])
def test_all_games_6_of_a_described_game_only_what_is_refunded_goes_before_the_seats(slug: str) -> None:
    each, without = game(slug), 0
    assert each.description is not None
    laid = {bet.slug: 500 for bet in each.bets if not bet.in_round and bet.kind != "jackpot"}
    for seed in range(40):
        rules = each.rules()
        dealt = Round(rules, {1: laid, 2: laid}, rules.order(SeededShuffle(seed).order))
        while dealt.request is not None:
            dealt.decide(next(choice.name for choice in dealt.request.choices if choice.name != "fold"))
        ante = next(line for line in dealt.lines if line.bet == "ante")
        if ante.dealer < each.description.qualifying_strength:
            without += 1
            seats = [line.seat for line in dealt.lines]
            assert (seats == sorted(seats, reverse=True)) is (slug in PAYING), dealt.lines
    assert without


@every_game
def test_all_games_7_a_malfunction_voids_everything(each: Game) -> None:
    laid = {bet.slug: 500 for bet in each.bets if not bet.in_round}
    dealt = asking(each, {1: laid, 3: laid}, 8)
    assert dealt.request is not None
    dealt.decide(dealt.request.choices[-1].name)
    staked = {seat: dealt.staked_cents(seat) for seat in (1, 3)}
    dealt.void()
    assert dealt.request is None
    assert dealt.claims == []
    assert {line.ruling for line in dealt.lines} == {VOID}
    assert all(line.returned_cents == line.wager_cents and line.paid_cents == 0 for line in dealt.lines)
    assert sum(line.wager_cents for line in dealt.lines) == sum(staked.values())
    again = parse_round(format_round(dealt))
    assert again.lines == dealt.lines
    assert again.undone().lines != dealt.lines
    with pytest.raises(BadInput, match="void already"):
        dealt.void()


@pytest.mark.parametrize(
    "won",
    [
        "caribbean-stud | 1 ante=5 progressive=1 | AsKsQsJsTs AhKh7d4s2d | bet",
        "ultimate-texas-holdem | 1 ante=5 blind=5 jackpot=1 | AhKh 6c7d QhJhTh2c2d | play-4x",
    ],
)
def test_all_games_7_a_malfunction_voids_a_jackpot_hand_that_was_found(won: str) -> None:
    dealt = parse_round(won)
    assert len(dealt.claims) == 1
    dealt.void()
    assert dealt.claims == []


def test_all_games_8_a_folders_cards_stay_for_a_bet_still_in_action() -> None:
    one = "caribbean-stud | 1 ante=5 {} | AsAdKcQh2d 3d4d5hTh9c | fold"
    assert parse_round(one.format("")).view().hands[1][0].cards == (None,) * 5
    opened = parse_round(one.format("bonus=1")).view().hands[1][0].cards
    assert opened == parse_cards("AsAdKcQh2d")


def test_all_games_9_each_game_says_what_its_packets_are() -> None:
    sizes = {each.slug: (each.cards_per_seat, each.cards_for_table) for each in GAMES.values()}
    assert sizes["solitaire-stud"] == (7, 7)
    assert sizes["rabbit-hunter"] == (6, 6)
    assert sizes["caribbean-stud"] == (5, 5)
    assert len(ALL_GAMES) == 9


@every_game
def test_a_ruling_that_names_a_bet_cites_a_clause_that_names_it_too(each: Game) -> None:
    """“Trips: … is paid” stands under the rule about Trips, by which a dealer looks it up."""
    clauses = {clause.number: clause.words for clause in each.clauses}
    named = [(ruling, ruling.words.partition(":")[0]) for ruling in each.rulings if ruling.game == each.slug]
    side = [(ruling, name) for ruling, name in named if name in {bet.name for bet in each.bets}]
    for ruling, name in side:
        assert name in clauses[ruling.clause], ruling
    assert side or all(bet.kind == "base" for bet in each.bets)


@pytest.mark.parametrize(
    "each", [each for each in GAMES.values() if each.description], ids=lambda each: each.slug
)
def test_no_option_leaves_the_clauses_as_they_were(each: Game) -> None:
    """Who reads the rules at a table reads those of that table; which table pays stands on the felt."""
    assert each.form is not None
    own = {option.name for option in each.form.options}
    for option in (option for option in each.options if option.name in own):
        orders = (settlement_order().name, "bet_order")  # in which seats and bets are settled
        if not option.amounts and not option.chooses and option.name not in orders:
            under = [
                tuple(clause.words for clause in each.rules({option.name: value}).game.clauses)
                for value in option.values
            ]
            assert len({*under}) == len(under), option.name
