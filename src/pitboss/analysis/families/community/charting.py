"""Strategy of a hold'em game: a chart for each stage, and what it costs to go by their rows alone.

Before the flop every starting hand has a cell. Later a row takes together what the player's two cards make of
the board: their own pairs by where they stand on it, else a flush draw, else the higher card.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import numpy as np

from pitboss.analysis.families.boards import RANKS
from pitboss.analysis.families.community.holdings import boards, holes
from pitboss.analysis.families.community.plans import Node
from pitboss.analysis.families.community.playing import Policy
from pitboss.analysis.families.community.solution import HoldemSolution, choice_worth
from pitboss.analysis.families.deals import Deck
from pitboss.analysis.families.showdowns import KINDS
from pitboss.analysis.results import Chart, RuleSet, Strategy, share
from pitboss.arrays import Bytes, Choices, Ints, Words
from pitboss.games.description import StageRow
from pitboss.kernels import kernel
from pitboss.paytables.rankings import title

_ROWS = (
    "straight or better",
    "three of a kind",
    "two pair",
    "pair above the board",
    "pair with the board's highest card",
    "pair with its second card",
    "lower pair",
    "four to a flush",
    "ace high",
    "king high",
    "queen high",
    "jack high",
    "ten high",
    "nine high or less",
)
"""What the player's own cards make, best first; what lies on the board alone is everybody's."""
_PAIRED, _DRAWING, _HIGH = 3, 7, 8
_NAMES = "23456789TJQKA"


def strategy(solved: HoldemSolution) -> Strategy:
    """Optimal play as charts, and the best rule that goes by their rows."""
    game = solved.plan.game
    stages = {
        stage.name: [
            (number, node) for number, node in enumerate(solved.plan.nodes) if node.stage.name == stage.name
        ]
        for stage in game.stages
    }
    charts, sentences = [], []
    worth: Chart | None = None
    policy: Policy = {}
    for nodes in filter(None, stages.values()):  # some stages nobody reaches
        stage, level = nodes[0][1].stage, nodes[0][1].level
        looked_at = [(number, node) for number, node in nodes if number in solved.best]
        if level == 5:
            charts.append(_by_hand(solved, stage, [number for number, _ in nodes]))
        elif level == 0:
            charts.append(_starting_hands(solved, stage, solved.best[nodes[0][0]]))
            worth = _worth_of_hands(solved, stage)
            sentences += _hands_of_choices(solved, stage, solved.best[nodes[0][0]])
            policy |= {number: solved.best[number] for number, _ in looked_at}
        else:
            rows = rows_of(solved.counts.deck, level)
            best = _best_by_row(solved, looked_at, rows)
            charts.append(_by_row(solved, stage, [number for number, _ in looked_at], rows))
            sentences += _sentences(stage, best)
            for number, _ in looked_at:
                policy[number] = np.where(solved.best[number] < 0, -1, best[rows]).astype(np.int8)
    charts += [worth] if worth else []
    value = _value(solved, policy)
    return Strategy(
        game.slug,
        solved.sheet().expected_value,
        tuple(charts),
        (RuleSet("by the rows of the charts", tuple(sentences), value),),
        dict(game.chosen),
        notes=_notes(solved),
    )


def _notes(solved: HoldemSolution) -> tuple[str, ...]:
    notes = []
    if solved.played.equal:
        notes.append(f"In {solved.played.equal:,} situations two decisions are worth exactly the same.")
    if solved.plan.at(5):
        notes.append("The rule takes decisions with the whole board in view as they are worth most.")
    return tuple(notes)


@kernel
def _rows(boards: Ints, holes: Ints, masks: Words, hole_masks: Words, found: Bytes) -> None:
    """The row of each board with all hole cards, given as places in the deck of all ranks."""
    counts, suits = np.zeros(RANKS, np.int64), np.zeros(4, np.int64)
    for board in range(len(boards)):
        counts[:] = 0
        suits[:] = 0
        held = 0
        for card in boards[board]:
            counts[card >> 2] += 1
            suits[card & 3] += 1
            held |= 1 << (card >> 2)
        for hole in range(len(holes)):
            if masks[board] & hole_masks[hole]:
                continue
            one, two = holes[hole, 0], holes[hole, 1]
            high, low = max(one >> 2, two >> 2), min(one >> 2, two >> 2)
            suits[one & 3] += 1
            suits[two & 3] += 1
            suited = max(suits[one & 3], suits[two & 3])
            suits[one & 3] -= 1
            suits[two & 3] -= 1
            found[board, hole] = _row(counts, held, high, low, suited)


@kernel
def _row(counts: Ints, board: int, high: int, low: int, suited: int) -> int:
    """The row of a hand: what the own ranks make with those of the board."""
    ranks = board | 1 << high | 1 << low
    stretch = ranks << 1 | ranks >> 12  # the ace lies below the two as well
    for _ in range(4):
        stretch &= stretch << 1
    most, second = counts[high] + 1 + (high == low), counts[low] + 1
    if high == low:
        second = 0
    if second > most:
        most, second = second, most
    others = 0  # the most cards of another rank on the board
    for rank in range(RANKS):
        if rank not in (high, low):
            others = max(others, counts[rank])
    others = max(others, second)
    if suited >= 5 or stretch or most == 4 or (most >= 2 and most + others >= 5):
        return 0
    if most == 3:
        return 1
    if second == 2:
        return 2
    if most == 2:
        paired = high if counts[high] or high == low else low
        on_board: bool = counts[paired] > 0
        above = 0
        for rank in range(paired + 1, RANKS):
            above += counts[rank] > 0
        if above == 0:
            return _PAIRED + on_board
        return _PAIRED + 2 + (above > 1 or not on_board)
    if suited == 4:
        return _DRAWING
    return _HIGH + min(12 - high, 5)


def rows_of(deck: Deck, level: int) -> Bytes:
    """[board, hole]: the row of each."""
    known, held = boards(deck, level), holes(deck)
    cards = np.array(deck.cards, np.int64)
    found = np.zeros((len(known.places), len(held.places)), np.uint8)
    _rows(cards[known.places], cards[held.places], known.masks, held.masks, found)
    return found


@kernel
def _sums_by_row(worth: Ints, rows: Bytes, alike: Ints, taken: Choices, found: Ints) -> None:
    """Add what is worth so much to the sum of its row; `taken` is negative where a card is there twice."""
    for board in range(len(rows)):
        for hole in range(rows.shape[1]):
            if taken[board, hole] >= 0:
                found[rows[board, hole]] += worth[board, hole] * alike[board]


def _best_by_row(solved: HoldemSolution, nodes: list[tuple[int, Node]], rows: Bytes) -> Ints:
    """The choice of each row that is worth most over all hands, with optimal play after it."""
    choices = len(nodes[0][1].stage.choices)
    sums = np.zeros((choices, len(_ROWS)), np.int64)
    for number, node in nodes:
        alike = boards(solved.counts.deck, node.level).alike
        for choice in range(choices):
            worth = choice_worth(solved, number, choice)
            _sums_by_row(worth, rows, alike, solved.best[number], sums[choice])
    best: Ints = sums.argmax(axis=0)
    return best


def _value(solved: HoldemSolution, policy: Policy) -> Fraction:
    """What play by a policy is worth, exactly."""
    return replace(solved, best=policy, last=None).sheet().expected_value


def _by_row(solved: HoldemSolution, stage: StageRow, nodes: list[int], rows: Bytes) -> Chart:
    """How often each row takes each choice, in percent of all hands."""
    level = solved.plan.nodes[nodes[0]].level
    alike = boards(solved.counts.deck, level).alike
    parts = np.zeros((len(stage.choices), len(_ROWS)), np.int64)
    for number in nodes:
        for choice in range(len(stage.choices)):
            chosen = solved.best[number]
            _sums_by_row((chosen == choice).astype(np.int64), rows, alike, chosen, parts[choice])
    return _shares(stage, "own cards", dict(zip(_ROWS, parts.T.tolist(), strict=True)))


def _by_hand(solved: HoldemSolution, stage: StageRow, nodes: list[int]) -> Chart:
    """How often each class of hand takes each choice with the whole board in view."""
    parts = sum(solved.played.rivers[number] for number in nodes)
    by_class = dict(zip(map(title, KINDS), np.asarray(parts).T.tolist(), strict=True))
    return _shares(stage, "hand", dict(reversed(by_class.items())))


def _shares(stage: StageRow, heading: str, parts: Mapping[str, list[int]]) -> Chart:
    return Chart(
        f"{_name(stage)}: {stage.prompt}",
        (heading, *(choice.label for choice in stage.choices)),
        tuple(
            (name, *(share(part, sum(of_row)) for part in of_row))
            for name, of_row in parts.items()
            if sum(of_row)
        ),
        "In percent of the hands; between 0 and 100 the other cards decide.",
    )


def _name(stage: StageRow) -> str:
    return stage.name.replace("-", " ").capitalize()


def _cells(solved: HoldemSolution, chosen: Choices) -> dict[str, int]:
    """The choice of each starting hand by its name."""
    return dict(zip(_names(solved.counts.deck), chosen.tolist(), strict=True))


def _starting_hands(solved: HoldemSolution, stage: StageRow, chosen: Choices) -> Chart:
    """A cell for each starting hand: pairs on the diagonal, suited hands above it, others below."""
    found = _cells(solved, chosen)
    ranks = [name for name in reversed(_NAMES) if f"{name}{name}" in found]
    marks = [str(place + 1) if not choice.folds else "-" for place, choice in enumerate(stage.choices)]

    def cell(down: int, across: int) -> str:
        first, second = ranks[min(down, across)], ranks[max(down, across)]
        suits = "" if down == across else "s" if across > down else "o"
        return marks[found[f"{first}{second}{suits}"]]

    rows = tuple(
        (ranks[down], *(cell(down, across) for across in range(len(ranks)))) for down in range(len(ranks))
    )
    legend = ", ".join(
        f"{mark} {choice.label.lower()}" for mark, choice in zip(marks, stage.choices, strict=True)
    )
    return Chart(
        f"{_name(stage)}: {stage.prompt}", ("", *ranks), rows, f"{legend}; suited hands above the diagonal."
    )


def _worth_of_hands(solved: HoldemSolution, stage: StageRow) -> Chart:
    """What each choice is worth with each starting hand, the best hand first."""
    whole = solved.counts.ways(0) * solved.columns.scale
    order = [choice.name for choice in solved.plan.nodes[solved.plan.root].stage.choices]
    worth = dict(zip(order, solved.before_the_flop(), strict=True))
    deck, hands = solved.counts.deck, dict[str, list[Fraction]]()
    for hole, name in enumerate(_names(deck)):
        hands[name] = [Fraction(int(worth[choice.name][hole]), whole) for choice in stage.choices]
    rows = sorted(hands.items(), key=lambda row: -max(row[1]))
    return Chart(
        f"What the starting hands are worth, in {solved.plan.game.unit.name}s",
        ("", *(choice.label for choice in stage.choices)),
        tuple((name, *(f"{float(value):+.6f}" for value in values)) for name, values in rows),
    )


def _names(deck: Deck) -> list[str]:
    """The starting hand of each of the hole cards that stand for all others."""
    names = []
    for places in holes(deck).places.tolist():
        low, high = sorted((deck.cards[place] for place in places), key=lambda card: card.rank)
        suits = "" if low.rank == high.rank else "s" if low.suit == high.suit else "o"
        names.append(f"{_NAMES[high.rank]}{_NAMES[low.rank]}{suits}")
    return names


def _hands_of_choices(solved: HoldemSolution, stage: StageRow, chosen: Choices) -> list[str]:
    """A sentence for each choice, its hands by name; the choice of most hands takes the rest."""
    found = _cells(solved, chosen)
    by_choice = [
        [name for name, choice in found.items() if choice == place] for place in range(len(stage.choices))
    ]
    most = max(range(len(by_choice)), key=lambda place: len(by_choice[place]))
    sentences = [
        f"{_name(stage)}, {choice.label}: {' '.join(reversed(hands))}."
        for place, (choice, hands) in enumerate(zip(stage.choices, by_choice, strict=True))
        if hands and place != most
    ]
    return [*sentences, f"{_name(stage)}, {stage.choices[most].label}: the rest."]


def _sentences(stage: StageRow, best: Ints) -> list[str]:
    found = []
    for place, choice in enumerate(stage.choices):
        taken = [name for name, chosen in zip(_ROWS, best.tolist(), strict=True) if chosen == place]
        if taken:
            better = len(taken) > 1 and taken == [*_ROWS[: len(taken)]]
            words = f"{taken[-1]} or better" if better else "; ".join(taken)
            words = "the rest" if place == len(stage.choices) - 1 else words
            found.append(f"{_name(stage)}, {choice.label}: {words}.")
    return found
