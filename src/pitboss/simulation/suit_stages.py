"""Flush games compiled: own cards are dealt between two stages, and hands are ranked by the ranks in suits.

A seat's cards are one word, sixteen bits to a suit; its decisions go by the strength of what it sees.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.families import suit_stages
from pitboss.analysis.families.deals import sets
from pitboss.arrays import Bools, Bytes, Ints, Shorts, Words
from pitboss.games import Rules
from pitboss.games.description import ENDS, BetRow, Description
from pitboss.games.features import sight_size
from pitboss.hands.kinds import ByMask
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.dealing import Codes, U, bare, deal, inlined, tally_round, word
from pitboss.simulation.deciding import FOLD, Player, decided_names, refused, tree
from pitboss.simulation.paying import Coding, Worth

_WORD_CARDS = U(9)
_SUIT = U(0x1FFF)
_0, _1, _2, _3, _16 = U(0), U(1), U(2), U(3), U(16)


class Known(NamedTuple):
    """What the kernel knows of a game."""

    lots: Words
    """How many cards are dealt before each stage, and after the last."""
    flushes: ByMask
    runs: ByMask
    strengths: Shorts
    places: Bytes
    """The class of a hand by its strength."""
    policy: Bytes
    """[node, strength]: the node that follows."""
    stays: Bools
    """[stage, node]: whether a seat at the node has got past the stage."""
    folds: Bools
    codes: Codes
    """[node, class, column]."""
    first: Codes
    """[node, class of the first lot, column]: the bets on those cards, whose columns follow."""


@inlined
def _seen(deck: Bytes, at: U, count: U, bits: U) -> Any:
    """The cards of a seat with those of one more lot."""
    for place in range(at, at + count):
        card = U(deck[place])
        bits |= _1 << ((card & _3) * _16 + (card >> _2))
    return bits


@inlined
def _strength(bits: U, known: Known) -> Any:
    flush = run = np.uint8(0)
    for _ in range(4):
        flush = max(flush, known.flushes[bits & _SUIT])
        run = max(run, known.runs[bits & _SUIT])
        bits >>= _16
    return U(known.strengths[flush, run])


@inlined
def _cards(deck: Bytes, seats: U, seat: int, lots: U, known: Known, codes: Codes) -> Any:
    """What a seat holds after so many lots; later ones go only to those who are still in."""
    bits = _seen(deck, seat * known.lots[_0], known.lots[_0], U(0))
    start = seats * known.lots[_0]
    for lot in range(_1, lots):
        before = in_all = U(0)
        for other in range(seats):
            stays = U(known.stays[lot - _1, codes[other, _0]])
            in_all += stays
            before += stays * U(other < seat)
        bits = _seen(deck, start + before * known.lots[lot], known.lots[lot], bits)
        start += in_all * known.lots[lot]
    return bits


@inlined
def _play(deck: Bytes, seats: U, known: Known, codes: Codes) -> None:
    """Play the round that lies in the deck, stage by stage."""
    for seat in range(seats):
        codes[seat, _0] = 0
    stages = U(len(known.lots)) - _1
    for stage in range(stages):
        for seat in range(seats):
            node = U(codes[seat, _0])
            if not known.folds[node]:
                bits = _cards(deck, seats, seat, stage + _1, known, codes)
                codes[seat, _0] = known.policy[node, _strength(bits, known)]
    for seat in range(seats):
        node, held = U(codes[seat, _0]), U(0)
        if not known.folds[node]:
            bits = _cards(deck, seats, seat, stages + _1, known, codes)
            held = U(known.places[_strength(bits, known)])
        for column in range(_1, U(known.codes.shape[2])):
            codes[seat, column] = known.codes[node, held, column]
        if known.first.shape[2]:
            bits = _seen(deck, seat * known.lots[_0], known.lots[_0], U(0))
            held, after = U(known.places[_strength(bits, known)]), U(known.codes.shape[2])
            for column in range(U(known.first.shape[2])):
                codes[seat, after + column] = known.first[node, held, column]


@bare
def simulate(
    deck: Bytes, start: U, rounds: int, seats: U, base: U, nets: Ints, codes: Codes, known: Known,
    totals: Ints, ends: Ints, lows: Ints, hours: Ints,
) -> None:  # fmt: skip
    """Deal and count so many rounds."""
    number, own = U(0), U(0)
    for lot in range(U(len(known.lots))):
        own += known.lots[lot]
    cards, deck_cards, columns = seats * own, U(len(deck)), U(codes.shape[1])
    for _ in range(rounds):
        first = U(0)
        while first < cards:
            deal(deck, first, min(_WORD_CARDS, cards - first), deck_cards, word(start, number))
            first += _WORD_CARDS
            number += _1
        _play(deck, seats, known, codes)
        tally_round(codes, seats, base, columns, nets, totals, ends, lows, hours)


@bare
def settle(orders: Codes, seats: U, known: Known, codes: Codes) -> None:
    """The codes of rounds dealt from given orders."""
    for row in range(len(orders)):
        _play(orders[row], seats, known, codes[row])


def by_strength(player: Player, stage: int, risk: int, branch: int = 0) -> dict[int, int]:
    """The choice at a stage by strength of the cards seen; a way to play that needs more is refused."""
    if player.strategy == "optimal":
        solved: suit_stages.FlushSolution = player.best()
        return solved.choice_of(stage, branch)
    hands = player.hands(sight_size(player.game, stage))
    chosen, _ = player.written(stage, hands, np.zeros((len(hands), 0), np.uint8), risk, {})
    held = player.game.cards.ranking.strengths(hands)
    found: dict[int, int] = {}
    for strength in np.unique(held).tolist():
        taken = np.unique(chosen[held == strength])
        if len(taken) > 1:
            raise refused(player.game, "its rules go by more than the lengths of flushes and runs")
        found[strength] = int(taken[0])
    return found


def prepare(rules: Rules, laid: Mapping[str, int], seats: int, strategy: str) -> Compiled:
    """The game of a description ready to be simulated."""
    game = rules.game.description
    assert game is not None
    planned = suit_stages.plan(game)
    nodes, after = tree(game)
    worth, ranking = Worth(rules, game, laid), game.cards.ranking
    sides = [bet for bet in game.bets if bet.kind != "base"]
    if not all(_on_the_first_lot(game, bet) for bet in sides):
        raise refused(
            game, "it has side bets that are not on the first cards, ranked as the game ranks hands"
        )
    codings = [Coding(game, bet.name) for bet in (*game.base, *sides)]
    codes = np.zeros((len(nodes), len(ranking.classes), len(game.base) + 1), np.uint8)
    first_codes = np.zeros((len(nodes), len(ranking.classes), len(sides)), np.uint8)
    for place, node in enumerate(nodes):
        end = FOLD if node.folded else ENDS[game.family][1]
        for held, hand in enumerate(ranking.classes):
            for column, (bet, coding) in enumerate(zip(game.base, codings, strict=False), 1):
                codes[place, held, column] = coding.code(*worth.base(bet, node, end, hand))
            for column, (bet, coding) in enumerate(zip(sides, codings[len(game.base) :], strict=True)):
                first_codes[place, held, column] = coding.code(*worth.side(bet, node.folded, hand))
    first, second, last = planned.sizes
    known = Known(
        np.array([first, second - first, last - second], np.uint64),
        planned.by_suit.flushes,
        planned.by_suit.runs,
        planned.by_suit.strengths,
        ranking.places(),
        _policy(Player(rules, game, strategy), nodes, after),
        np.array([[_past(node, stage) for node in nodes] for stage in range(len(game.stages))]),
        np.array([node.folded for node in nodes]),
        codes,
        first_codes,
    )
    return Compiled(
        rules,
        seats,
        ("decision", *(bet.slug for bet in (*game.base, *sides))),
        len(game.base),
        tuple(" ".join(name for _, name in node.decisions) or "no decision" for node in nodes),
        ([0] * len(nodes), *(coding.nets for coding in codings)),
        ([0] * len(nodes), *(coding.stakes for coding in codings)),
        simulate,
        settle,
        known,
        cards=tuple(game.cards.deck),
        decided=decided_names(game, nodes),
    )


def _on_the_first_lot(game: Description, bet: BetRow) -> bool:
    """Whether a side bet goes by the first cards, ranked as the game ranks hands."""
    same = bet.kind == "side" and game.tables_of(bet.table)[0].ranking is game.cards.ranking
    return same and bet.reads == "first"


def _past(node: Any, stage: int) -> bool:
    """Whether a seat that stands there has got past a stage."""
    return len(node.decisions) > stage + 1 or (len(node.decisions) == stage + 1 and not node.folded)


def _policy(player: Player, nodes: Any, after: Any) -> Bytes:
    """[node, strength]: the node that follows."""
    found = np.zeros((len(nodes), player.game.cards.ranking.strength_max + 1), np.uint8)
    branches = [choice.name for choice in player.game.stages[0].choices if not choice.folds]
    for place, node in enumerate(nodes):
        if not node.folded and node.stage < len(player.game.stages):
            branch = branches.index(node.decisions[0][1]) if node.decisions else 0
            for held, choice in by_strength(player, node.stage, node.risk, branch).items():
                found[place, held] = after[place, choice]
    return found


def followed(player: Player) -> suit_stages.Played:
    """How the way that a seat plays ends."""
    solved: suit_stages.FlushSolution = player.best()
    if player.strategy == "optimal":
        return solved.played
    game = player.game
    one = game.stages[0]
    risk = sum(not bet.in_round for bet in game.base)
    first = by_strength(player, 0, risk)
    held = game.cards.ranking.strengths(
        np.array(solved.deck.cards, np.uint8)[sets(solved.deck, solved.plan.sizes[0]).places]
    )
    second = {
        choice.name: by_strength(player, 1, risk + sum(choice.bets.values()))
        for choice in one.choices
        if not choice.folds
    }
    return suit_stages.follow(solved, np.array([first[strength] for strength in held.tolist()]), second)
