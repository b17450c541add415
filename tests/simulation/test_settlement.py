"""The kernels settle exactly as the games do: same decks, same decisions, every bet."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np
import pytest

from pitboss.cards import CARDS, JOKER, Card
from pitboss.games import GAMES, Round, game
from pitboss.games.strategy import Written, parse, simple
from pitboss.paytables import Paytable
from pitboss.simulation.compiled import Compiled, jackpot_column, seeds
from pitboss.simulation.job import Job, compiled, new_job

ROUNDS = 100_000
CHUNK = 2_000
REPLAYS = 1_000
SOME = 250
Orders = np.ndarray[tuple[int, int], np.dtype[np.uint8]]


def orders(rng: np.random.Generator, rounds: int, decks: int = 1, first: int = 52) -> Orders:
    """The first cards of shuffled decks, one a row."""
    cards = np.tile(np.arange(52, dtype=np.uint8), (rounds, decks))
    return np.ascontiguousarray(rng.permuted(cards, axis=1)[:, :first])


def stacked(rng: np.random.Generator, rounds: int, decks: int = 1, first: int = 52) -> Orders:
    """Decks with some suits of some ranks on top, so that the rarest hands come often."""
    shuffled = orders(rng, rounds, decks, 52 * decks)
    ranks, suits = rng.random((rounds, 13)) < 0.4, rng.random((rounds, 4)) < 0.6
    rows = np.arange(rounds)[:, None]
    below = ~(ranks[rows, shuffled >> 2] & suits[rows, shuffled & 3])
    return np.ascontiguousarray(shuffled[rows, np.argsort(below, axis=1, kind="stable")[:, :first]])


def chosen(
    made: Compiled, rounds: int, seed: int, first: int = 52, replays: int = REPLAYS
) -> Iterator[tuple[list[int], Any]]:
    """Decks to replay in the game, each with the codes of its seats: so many shuffled, and as many stacked.

    All `rounds` are dealt in the kernel; a deck with a code that no replayed one had is replayed too.
    """
    columns = np.arange(len(made.columns))
    replayed = np.zeros((len(columns), 256), np.bool_)
    for start, decks in dealt_for(rounds, seed, made.decks, first):
        codes = made.settle(decks)
        whole = max(0, replays - start)
        replayed[columns, codes[:whole]] = True
        wanted = (np.arange(CHUNK) < whole) | ~replayed[columns, codes].all(axis=(1, 2))
        replayed[columns, codes[wanted]] = True
        yield from zip(decks[wanted].tolist(), codes[wanted].tolist(), strict=True)


def dealt_for(rounds: int, seed: int, decks: int, first: int) -> Iterable[tuple[int, Orders]]:
    """Decks by the chunk with the number of the first round, some of them stacked."""
    if rounds > ROUNDS or decks > 1:
        return shuffled(rounds, seed, decks, first)
    return kept_shuffled(rounds, seed, decks, first)


def shuffled(rounds: int, seed: int, decks: int, first: int) -> Iterator[tuple[int, Orders]]:
    rng = np.random.default_rng(seed)
    for start in range(0, rounds, CHUNK):
        for deal in (orders, stacked) if start % (10 * CHUNK) == 0 else (orders,):
            yield start, deal(rng, CHUNK, decks, first)


@cache
def kept_shuffled(rounds: int, seed: int, decks: int, first: int) -> list[tuple[int, Orders]]:
    """All games are dealt the same few megabytes of decks: shuffling took longer than settling."""
    return [*shuffled(rounds, seed, decks, first)]


def claimed_net(table: Paytable, laid: int, hand: str | None) -> int:
    """What the line a game claims is ahead by while the meters stand at their seeds."""
    outcomes = [hand for line in table.lines if line.hand == hand]
    return jackpot_column(table, laid, outcomes, seeds(table))[0] if hand else -laid


def compared(made: Compiled, laid: Mapping[str, int], dealt: Iterable[tuple[list[int], Any]]) -> Counter[str]:
    """Play decks in the game as the kernel did and compare every wager; returns how often each way came."""
    rules = made.rules
    jackpots = [bet.slug for bet in rules.game.bets if bet.kind == "jackpot"]
    besides = {bet.slug: bet.of for bet in rules.game.bets if bet.paid_besides}
    met: Counter[str] = Counter()
    for deck, seat_codes in dealt:
        laid_by = dict.fromkeys(range(1, made.seats + 1), laid)
        played = Round(rules, laid_by, [Card(min(card, JOKER)) for card in deck])
        taken: Counter[int] = Counter()
        while played.request is not None:
            seat = played.request.seat
            played.decide(decision(made, seat_codes[seat - 1][0], played, taken[seat]))
            taken[seat] += 1
        settled: Counter[tuple[int, str]] = Counter()
        for line in played.lines:
            settled[line.seat, besides.get(line.bet, line.bet)] += line.net_cents
        claims = {(claim.seat, claim.bet): claim.hand for claim in played.claims}
        for seat, row in enumerate(seat_codes, 1):
            met[made.decisions[row[0]]] += 1
            for column, name in enumerate(made.columns[1:], 1):
                wanted = settled[seat, name]
                if name in jackpots and name in laid:
                    wanted = claimed_net(rules.paytables[name], laid[name], claims.get((seat, name)))
                assert made.nets[column][row[column]] == wanted, (name, row, played.order)
    return met


def replay(
    slug: str,
    rounds: int,
    options: Mapping[str, str],
    seats: int,
    strategy: str | None,
    seed: int,
    replays: int = REPLAYS,
) -> int:
    """Play decks in the kernel and in the game; returns how many wagers were compared."""
    job = new_job(slug, 1, seats=seats, strategy=strategy, options=options)
    made = compiled(job)
    met = compared(made, dict(job.wagers), chosen(made, rounds, seed, replays=replays))
    return met.total() * (len(made.columns) - 1)


def decision(made: Compiled, code: int, dealt: Round, taken: int) -> str:
    """What a seat does: a described game tells all its decisions; Hold'em checks until the one there is."""
    assert dealt.request is not None
    if made.decided is not None:
        return made.decisions[code].split()[taken]
    wanted = made.decisions[code]
    return wanted if any(choice.name == wanted for choice in dealt.request.choices) else "check"


STUD = [slug for slug in GAMES if slug != "blackjack-switch"]
QUICKLY = {"high-five-poker": "simple"}
"""Games whose best play takes half a minute to count are settled under their simple rules but in the soak."""


@pytest.mark.parametrize("slug", STUD)
def test_every_bet_is_settled_as_in_the_game(slug: str) -> None:
    """100,000 rounds in the kernel and 10,000 of stacked decks; 2,000 in the game, and each new code."""
    settled = [bet for bet in game(slug).bets if not bet.paid_besides]
    assert replay(slug, ROUNDS, {}, 1, QUICKLY.get(slug), 1) >= 2 * REPLAYS * len(settled)


@pytest.mark.parametrize("slug", STUD)
def test_full_tables_and_other_options_are_settled_as_in_the_game(slug: str) -> None:
    """By the simple rules: how each of these tables is best played takes the soak a while to count."""
    played = game(slug)
    others = {option.name: option.values[-1] for option in played.options}
    replay(slug, CHUNK, others, played.seats_max, "simple", 2, SOME)


@pytest.mark.parametrize("slug", STUD)
def test_the_simple_rules_are_those_of_the_bot(slug: str) -> None:
    assert_same_decisions(new_job(slug, 1, strategy="simple"), simple(game(slug)), CHUNK // 4)


def assert_same_decisions(job: Job, bot: Written, rounds: int) -> None:
    """The kernel decides what a bot decides that sees the same cards."""
    made = compiled(job)
    decks = orders(np.random.default_rng(4), rounds)
    for deck, codes in zip(decks.tolist(), made.settle(decks).tolist(), strict=True):
        dealt, taken = Round(job.rules, {1: dict(job.wagers)}, [CARDS[card] for card in deck]), 0
        while dealt.request is not None:
            chosen = bot.decide(dealt.request, dealt.view(1))
            assert chosen == decision(made, codes[0][0], dealt, taken), dealt.order
            dealt.decide(chosen)
            taken += 1


class SwitchPlayer:
    """Plays Blackjack Switch in the game by the tables that the kernel has."""

    def __init__(self, made: Compiled) -> None:
        self.known = made.known

    def decide(self, dealt: Round, codes: list[list[int]]) -> str:
        request, known = dealt.request, self.known
        assert request is not None
        view, choices = dealt.view(request.seat), [choice.name for choice in request.choices]
        if request.stage == "switch":
            return ("keep", "switch")[codes[request.seat - 1][0]]
        of_hand = [[known.classes[card] for card in hand.cards] for hand in view.hands[request.seat]]
        if request.stage.startswith("insurance"):
            tens = sum(kind == 9 for kinds in of_hand for kind in kinds)
            return "insure" if known.insures[tens] else "decline"
        names = [hand.name for hand in view.hands[request.seat]]
        others = [kinds for name, kinds in zip(names, of_hand, strict=True) if name[:6] != request.stage[:6]]
        # Of a hand that was split, the two cards dealt are alike.
        other = others[0][:2] if len(others) == 1 else [others[0][0]] * 2
        up, (low, high) = known.classes[view.dealer[0]], sorted(other)
        kinds = of_hand[names.index(request.stage)]
        if "split" in choices and known.splits[up, low, high, kinds[0]]:
            return "split"
        if "hit" not in choices:
            return "stand"
        place = known.two[kinds[0], kinds[1]]
        for kind in kinds[2:]:
            place = known.following[place, kind]
        code = known.policies[up, low, high, place]
        if "double" in choices and code & 2:
            return "double"
        return "hit" if code & 1 else "stand"


def replay_switch(
    rounds: int, options: Mapping[str, str], seats: int, strategy: str, seed: int, replays: int = REPLAYS
) -> None:
    job = new_job("blackjack-switch", 1, seats=seats, strategy=strategy, options=options)
    made, rules = compiled(job), job.rules
    player = SwitchPlayer(made)
    laid = {seat: dict(job.wagers) for seat in range(1, seats + 1)}
    for deck, codes in chosen(made, rounds, seed, 120, replays):
        dealt = Round(rules, laid, [CARDS[card] for card in deck])
        while dealt.request is not None:
            dealt.decide(player.decide(dealt, codes))
        settled: Counter[tuple[int, str]] = Counter()
        staked: Counter[int] = Counter()
        for line in dealt.lines:
            bet = line.bet[:6] if line.bet.startswith("hand") else line.bet
            settled[line.seat, bet] += line.net_cents
            staked[line.seat] += line.wager_cents * line.bet.startswith("hand")
        for seat, row in enumerate(codes, 1):
            assert made.stakes[5][row[5]] == staked[seat], dealt.order
            for column, name in enumerate(made.columns[1:], 1):
                assert made.nets[column][row[column]] == settled[seat, name], (name, row, dealt.order)


INSURING = simple(game("blackjack-switch")).text + "[insurance]\ninsure: tens <= 1\ndecline"


def test_every_bet_of_blackjack_switch_is_settled_as_in_the_game() -> None:
    """100,000 rounds in the kernel and 10,000 of stacked shoes; 2,000 in the game, and each new code."""
    replay_switch(ROUNDS, {}, 1, "optimal", 1)


@pytest.mark.parametrize("version", ["1", "2", "3", "4"])
@pytest.mark.parametrize("other", [False, True])
def test_options_of_blackjack_switch_are_settled_as_in_the_game(version: str, other: bool) -> None:
    played = game("blackjack-switch")
    options = {option.name: option.values[-1] for option in played.options if other}
    seats = played.seats_max if other else 2
    replay_switch(CHUNK, {**options, "version": version}, seats, INSURING, 2, SOME)
    if other:
        several = {"resplit_aces": "yes", "check_before_switch": "no", "split_hands": "3"}
        replay_switch(CHUNK, {**several, "version": version}, 2, INSURING, 3, SOME)


def test_the_simple_switch_rules_are_those_of_the_bot() -> None:
    job = new_job("blackjack-switch", 1, strategy="simple")
    made = compiled(job)
    player = SwitchPlayer(made)
    decks = orders(np.random.default_rng(4), CHUNK // 4, made.decks, 120)
    for deck, codes in zip(decks.tolist(), made.settle(decks).tolist(), strict=True):
        dealt = Round(job.rules, {1: dict(job.wagers)}, [CARDS[card] for card in deck])
        while dealt.request is not None:
            chosen = simple(job.rules.game).decide(dealt.request, dealt.view(1))
            assert chosen == player.decide(dealt, codes), dealt.order
            dealt.decide(chosen)


@pytest.mark.soak
@pytest.mark.parametrize("slug", GAMES)
def test_a_million_rounds_are_settled_as_in_the_game(slug: str) -> None:
    """Of which more than 100,000 are replayed in the game; and 20,000 in which the simple rules decide."""
    if slug == "blackjack-switch":
        replay_switch(10 * ROUNDS, {}, 1, "optimal", 7, ROUNDS)
    else:
        replay(slug, 10 * ROUNDS, {}, 1, None, 7, ROUNDS)
        assert_same_decisions(new_job(slug, 1, strategy="simple"), simple(game(slug)), 10 * CHUNK)


@pytest.mark.soak
@pytest.mark.parametrize("slug", STUD)
def test_many_rounds_under_every_other_option_are_settled_as_in_the_game(slug: str) -> None:
    """Each value of each option by itself, then all last ones: 20,000 rounds, and 2,000 in the game."""
    played = game(slug)
    changed = [{option.name: value} for option in played.options for value in option.values[1:]]
    last = {option.name: option.values[-1] for option in played.options}
    for options in (*changed, last):
        replay(slug, 10 * CHUNK, options, played.seats_max, "simple", 8, CHUNK)
    replay(slug, 10 * CHUNK, last, 3, None, 9, CHUNK)


@pytest.mark.soak
@pytest.mark.parametrize("version", ["1", "2", "3", "4"])
def test_many_rounds_of_blackjack_switch_under_other_options_are_settled_as_in_the_game(version: str) -> None:
    played = game("blackjack-switch")
    others = [option for option in played.options if option.name != "version"]
    changed = [{option.name: value} for option in others for value in option.values[1:]]
    for options in (*changed, {option.name: option.values[-1] for option in others}):
        replay_switch(10 * CHUNK, {**options, "version": version}, 2, INSURING, 8, CHUNK)


def test_kings_bounty_on_the_first_two_cards_dealt_is_settled_as_in_the_game() -> None:
    replay_switch(CHUNK, {"kings_bounty_cards": "first-two-dealt"}, 3, INSURING, 5, SOME)


EVERY_NAME = {
    "caribbean-stud": """
        fold: spread < 5 and to_straight < 4 or alike == 2 and pair_of < 4
        bet: hand >= two_pair or held and upcard < 9 or high == ace and upcard > jack or pairs == 2
        bet: second == queen and third < 8 or fourth == 3 and fifth == low or suited == 4
        bet: highs > 2 or mids == 4 and tens_up
        fold
    """,
    "rabbit-hunter": """
        play-and-buy: suited == 4 or completing >= 2 or to_straight == 4 and spread < 6
        play: completing or hand >= pair or high >= king and second == queen or alike == 2 and pairs == 1
        fold: third < 8 and fourth > 4 or fifth == low and highs < 2 and mids > 2 and pair_of < 5
        play: tens_up > 3
        fold
    """,
    "solitaire-stud": """
        play: length >= 3 and top != 7 or length == 2 and 4 < top <= 11 and hand != "7c6d"
        fold: low > 3 and spread > 8 or alike == 1 and pair_of == pairs or to_straight == 2
        play: high == ace and second == king and third > fourth and fifth < 9 or highs > 2 and mids < tens_up
        fold
    """,
    "ultimate-texas-holdem": """
        [preflop]
        play-3x: suited == 2 and high > low and low >= 9 or highs == 2 and tens_up and second < ace
        play-4x: high == low and alike == 2 and pairs and pair_of > 4 or own_pair == 4 or own_high == ace
        play-3x: mids == 2 and spread < 3 and to_straight == 2
        check
        [flop]
        play-2x: hand >= pair and low > 5 or paired and suited < 3 or draw or board_alike == 3 and high > 9
        play-2x: second == queen and third < 8 and spread > 7 or fourth == 5 and fifth == low and risk < 3
        play-2x: to_straight == 4 and own_high > jack or highs > 3 and mids < 2 or own_pair > 9
        play-2x: pairs == 2 and tens_up or alike == 3 and pair_of < 6
        check
        [river]
        play-1x: outs < 15 or better and outs <= 30
        fold: board_alike == 3 or fifth < 4 and fourth < 6 and risk == 3
        play-1x: hand >= two_pair and high > low or mids > 3 and highs or own_high == ace and own_pair < 9
        play-1x: paired and pair_of > 7 or pairs == 2 and tens_up or second == king and third < 9
        play-1x: alike == 3 and spread > 8 or to_straight == 3
        fold
    """,
}


@pytest.mark.parametrize("slug", EVERY_NAME)
def test_a_name_means_the_same_to_bots_and_kernels(slug: str) -> None:
    text = EVERY_NAME[slug]
    for turn in game(slug).turns:
        assert all(re.search(rf"\b{name}\b", text) for name in turn.features)
    bot = Written(game(slug), text, parse(text, game(slug).turns))
    assert_same_decisions(new_job(slug, 1, strategy=text), bot, CHUNK // 2)
