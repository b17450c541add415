"""One decision against a dealer where a bet is paid by the margin: by how many classes a hand is above.

Dealer hands below the lowest hand of each class, without the player's cards, are counted as those below the
player's hand are; the difference between two classes is how many dealer hands are of one. Hands that don't
qualify are the lowest, so of all below some hand they are those there are, or all of them.

How these numbers are found is another matter: by inclusion and exclusion whatever the ranking, or for runs of
alternating colours rank by rank, which reaches the whole deck.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, lcm

import numpy as np

from pitboss.analysis.cache import Version
from pitboss.analysis.families import alternating
from pitboss.analysis.families.budget import STEPS_A_SECOND, Budget
from pitboss.analysis.families.charts import in_columns
from pitboss.analysis.families.deals import Deck, cards_of, id_of, sets, strengths_of
from pitboss.analysis.families.one_decision import below_of
from pitboss.analysis.families.payoff import FOLD, SHOWN, Pays, told
from pitboss.analysis.families.sheets import last_best, ties
from pitboss.analysis.families.written import by_upcard
from pitboss.analysis.parsheet import DecisionFrequency, Outcome, ParSheet, from_outcomes
from pitboss.analysis.results import Chart, DecisionValue, RuleSet, Strategy, share
from pitboss.analysis.side_bets import LOST, SCALED_MAX
from pitboss.arrays import Bools, Bytes, Choices, Ints, Small
from pitboss.cards import Card
from pitboss.errors import BadInput
from pitboss.games.description import AGAINST_DEALER, BetRow, ChoiceRow, Description
from pitboss.games.strategy import Ruled
from pitboss.hands.kinds import MARGINS, Hands, Kind, Strengths
from pitboss.kernels import kernel
from pitboss.paytables.rankings import title

VERSION = Version("by-margin", 2)
"""Raised by hand when a figure, or a word that comes with it, may change."""
NEAR = len(MARGINS) - 1
"""The margins that are told apart; the last is for this margin or more."""
_CASES = (len(SHOWN), len(MARGINS))


@dataclass(frozen=True, slots=True, eq=False)
class MarginCounts:
    """How the dealer's hands compare with each of the player's.

    `below` is [hand, 3 + NEAR]: dealer hands that don't qualify, that are below the player's, and that are
    not above it; then those below the lowest hand of the player's class, of the class below it, and so on.
    """

    game: Description
    deck: Deck
    cards: Hands
    """A hand of the player's in each row; of hands that the ranking has no names to tell apart, one."""
    weights: Ints
    strengths: Strengths
    below: Small
    row_of: Callable[[tuple[Card, ...]], int] = field(repr=False)
    """The row of a hand."""
    by_suits: bool = True
    """Whether hands that differ in their suits have rows of their own where a ranking tells them apart."""

    @property
    def classes(self) -> Bytes:
        """The class of each hand."""
        return self.game.cards.ranking.places()[self.strengths]

    @property
    def features(self) -> Mapping[str, Ints]:
        """What rules and charts may name of each hand and the count knows."""
        own = self.strengths.astype(np.int64)
        measures = self.game.cards.ranking.measures.items()
        return {"hand": own} | {name: measure(own) for name, measure in measures}

    def places(self, ranked: Kind) -> Bytes:
        """The class of each hand in a ranking."""
        if ranked is self.game.cards.ranking:
            return self.classes
        if not self.by_suits or (self.deck.suits_alike and not ranked.suits_alike):
            raise BadInput(f"{ranked.words} are not counted beside {self.game.cards.ranking.words}")
        return ranked.places()[ranked.strengths(self.cards)]

    @property
    def dealer_hands(self) -> int:
        """How many hands the dealer can have beside a player's."""
        return comb(self.deck.size - self.game.cards.player, self.game.cards.dealer)

    @property
    def deals(self) -> int:
        """All equally likely cases."""
        return comb(self.deck.size, self.game.cards.player) * self.dealer_hands

    def cases(self, row: int) -> Ints:
        """[end in `SHOWN`, margin]: the dealer's hands against one of the player's."""
        found = np.zeros(_CASES, np.int64)
        cases_of(self.below[row], self.dealer_hands, found)
        return found

    def tally(self, chosen: Choices) -> Ints:
        """[choice, end, class, margin]: all deals when each hand takes its choice; folds at the first end."""
        choices, classes = self.game.stages[0].choices, self.game.cards.ranking.classes
        folds = np.array([choice.folds for choice in choices])
        found = np.zeros((len(choices), len(SHOWN), len(classes), len(MARGINS)), np.int64)
        _follow(self.below, self.weights, self.classes, self.dealer_hands, chosen, folds, found)
        assert found.sum() == self.deals
        return found


@kernel
def cases_of(below: Small, dealer_hands: int, cases: Ints) -> None:
    """[end, margin]: a row of `below` as the dealer's hands by how the round ends."""
    no_hand = np.int64(below[0])
    cases[:] = 0
    lower, upper = np.int64(below[1]), np.int64(below[2])
    for end in (1, 2):  # tie and loss, which have no margin
        without = min(upper, no_hand) - min(lower, no_hand)
        cases[end, 0] = without
        cases[3 + end, 0] = upper - lower - without
        lower, upper = upper, np.int64(dealer_hands)
    upper = np.int64(below[1])
    for margin in range(cases.shape[1]):
        lower = np.int64(below[3 + margin]) if 3 + margin < len(below) else np.int64(0)
        without = min(upper, no_hand) - min(lower, no_hand)
        cases[0, margin] = without
        cases[3, margin] = upper - lower - without
        upper = lower


@kernel
def _follow(
    below: Small,
    weights: Ints,
    classes: Bytes,
    dealer_hands: int,
    chosen: Choices,
    folds: Bools,
    tally: Ints,
) -> None:
    """Add up the ends of all deals when each hand takes its choice."""
    cases = np.zeros((tally.shape[1], tally.shape[3]), np.int64)
    for row in range(len(below)):
        choice, held = chosen[row], classes[row]
        if folds[choice]:
            tally[choice, 0, held, 0] += weights[row] * dealer_hands
            continue
        cases_of(below[row], dealer_hands, cases)
        for end in range(cases.shape[0]):
            for margin in range(cases.shape[1]):
                tally[choice, end, held, margin] += weights[row] * cases[end, margin]


@kernel
def _weigh(below: Small, classes: Bytes, dealer_hands: int, nets: Ints, worth: Ints) -> None:
    """Add to `worth` [hand, choice] what each choice comes to over the dealer's hands."""
    cases = np.zeros((nets.shape[2], nets.shape[3]), np.int64)
    for row in range(len(below)):
        cases_of(below[row], dealer_hands, cases)
        for choice in range(len(nets)):
            for end in range(cases.shape[0]):
                for margin in range(cases.shape[1]):
                    worth[row, choice] += nets[choice, classes[row], end, margin] * cases[end, margin]


@dataclass(frozen=True, slots=True, eq=False)
class MarginSolution:
    """Optimal play with some paytables."""

    counts: MarginCounts
    pays: Pays
    worth: Ints
    """[hand, choice]: over all dealer's hands, times the scale."""
    scale: int
    best: Choices
    """The best choice of each hand, the earlier of equals."""
    tally: Ints
    """[choice, end, class, margin]: all deals as they are best played."""

    @property
    def choices(self) -> tuple[ChoiceRow, ...]:
        """What can be decided."""
        return self.pays.game.stages[0].choices

    @property
    def deals(self) -> int:
        """All equally likely cases."""
        return self.counts.deals

    def values(self, hand: tuple[Card, ...]) -> tuple[DecisionValue, ...]:
        """What each choice is worth with a hand."""
        row = self.counts.row_of(hand)
        return values_of(self.pays, int(self.counts.strengths[row]), self.counts.cases(row))

    def staying(self) -> Mapping[str, int]:
        """The deals that are not folded, by class of the player's hand."""
        return staying(self.counts, self.tally)

    def staying_in(self, ranked: Kind) -> Mapping[str, int]:
        """The same by class in any ranking of the player's cards that is counted."""
        stays = np.isin(self.best, [place for place, choice in enumerate(self.choices) if not choice.folds])
        weights = np.where(stays, self.counts.weights, 0)
        deals = np.bincount(self.counts.places(ranked), weights, len(ranked.classes))
        whole = (int(number) * self.counts.dealer_hands for number in deals)
        return dict(zip(ranked.classes, whole, strict=True))

    @property
    def decisions(self) -> tuple[DecisionFrequency, ...]:
        """How often each choice is taken."""
        taken = self.tally.sum(axis=(1, 2, 3)).tolist()
        return tuple(
            DecisionFrequency(choice.name, Fraction(number, self.deals))
            for choice, number in zip(self.choices, taken, strict=True)
        )

    def sheet(self) -> ParSheet:
        """The par sheet of the base game, per unit of the first bet."""
        game = self.pays.game
        rows: dict[tuple[str, Fraction], int] = {}
        by_bet = dict.fromkeys((bet.slug for bet in game.base), Fraction(0))
        for (place, end, held, margin), number in np.ndenumerate(self.tally):
            if not number:
                continue
            choice, hand = self.choices[place], game.cards.ranking.classes[held]
            ended = FOLD if choice.folds else SHOWN[end]
            by = f" by {margin}{' or more' * (margin == NEAR < len(game.cards.ranking.classes) - 1)}"
            nets = _nets(self.pays, choice, ended, hand, margin)
            for slug, net in nets.items():
                by_bet[slug] += net * int(number) / self.deals
            words = f"{ended.replace('_', ' ')}{by if margin else ''}"
            words = words if len(self.choices) == 2 else f"{choice.name}: {words}"
            key = words, sum(nets.values(), Fraction(0))
            rows[key] = rows.get(key, 0) + int(number)
        decisions = self.decisions
        units = [sum(units for _, units in self.pays.laid(choice)) for choice in self.choices]
        parts = (one.frequency * unit for one, unit in zip(decisions, units, strict=True))
        wagered = sum(parts, Fraction(0))
        last = last_best(self.worth)
        less = int((self.counts.weights * np.array(units)[last]).sum()) * self.counts.dealer_hands
        return from_outcomes(
            [Outcome(name, number, net) for (name, net), number in rows.items()],
            game=game.slug,
            bet="base",
            options=dict(game.chosen),
            initial=Fraction(sum(not bet.in_round for bet in game.base)),
            wagered=wagered,
            decisions=decisions,
            expected_by_bet=tuple(by_bet.items()),
            method="All player hands up to suits; dealer hands of each class counted without their cards.",
            **ties(
                self.pays,
                int((last != self.best).sum()),
                wagered,
                Fraction(less, self.deals),
            ),
            **self.pays.base_table(),
        )

    def sheet_of(self, bet: BetRow) -> ParSheet:
        """The par sheet by itself of a bet that is paid by the margin, when the base game is best played."""
        table = self.pays.tables[bet.table]
        rows: dict[tuple[str, Fraction, str], int] = {}
        for (place, end, held, margin), number in np.ndenumerate(self.tally):
            if not number:
                continue
            choice, hand = self.choices[place], self.pays.game.cards.ranking.classes[held]
            ended = FOLD if choice.folds else SHOWN[end]
            cell = None if choice.folds else bet.settles[ended].at(hand)
            odds = bet.pays(ended, hand, table.pays, margin)
            words = title(bet.margins[margin]) if cell and cell.by_margin else ended.replace("no_hand_", "")
            says = "loses" if odds is None else "push" if not odds.numerator else str(odds)
            key = words, LOST if odds is None else odds.net, says
            rows[key] = rows.get(key, 0) + int(number)
        best_first = sorted(rows.items(), key=lambda row: (-row[0][1], row[0][0] == FOLD))
        return from_outcomes(
            [Outcome(name, number, net, says) for (name, net, says), number in best_first],
            game=self.pays.game.slug,
            bet=bet.slug,
            options=dict(self.pays.game.chosen),
            decisions=self.decisions,
            notes=("The bet is required beside the Ante, so base play is joint play.",)
            if bet.required
            else (),
            **told(table),
        )

    def following(self, text: str) -> Fraction:
        """What the base game is worth to whoever plays by rules."""
        chosen = by_rules(self.counts, text)
        worth = np.take_along_axis(self.worth, chosen[:, None].astype(np.int64), axis=1)[:, 0]
        return Fraction(_weighed(worth, self.counts.weights), self.deals * self.scale)


def _weighed(worth: Ints, weights: Ints) -> int:
    """What hands come to, each as often as it weighs; 64 bits hold the sums of either half."""
    return (int((worth >> 24) @ weights) << 24) + int((worth & (1 << 24) - 1) @ weights)


def by_rules(counts: MarginCounts, text: str) -> Choices:
    """What rules choose with each hand."""
    return by_upcard(counts.game, text, counts.cards, counts.features)[:, 0].astype(np.int8)


def values_of(pays: Pays, strength: int, cases: Ints) -> tuple[DecisionValue, ...]:
    """What each choice is worth with a hand of this strength, from the dealer's hands by end and margin."""
    found, hand, whole = [], pays.game.cards.ranking.class_of(strength), int(cases.sum())
    for choice in pays.game.stages[0].choices:
        worth = Fraction(0)
        for (end, margin), number in np.ndenumerate(cases):
            if number:
                ended = FOLD if choice.folds else SHOWN[end]
                worth += _net(pays, choice, ended, hand, margin) * Fraction(int(number), whole)
        found.append(DecisionValue(choice.name, worth))
    return tuple(found)


def case(game: Description, hand: tuple[Card, ...]) -> Ints | None:
    """[end, margin]: the dealer's hands against one hand, where no other hand need be counted for it."""
    deck = Deck(game.cards.deck)
    if not game.by_margin or not alternating.fits(game, deck):
        return None
    _refuse(game)
    deck.places(hand)
    found = np.zeros(_CASES, np.int64)
    total = comb(deck.size - len(hand), game.cards.dealer)
    cases_of(np.array(alternating.below_one(game, hand), np.int32), total, found)
    return found


def staying(counts: MarginCounts, tally: Ints) -> Mapping[str, int]:
    """Of the deals by choice, end, class and margin those that are not folded, by class."""
    stays = [not choice.folds for choice in counts.game.stages[0].choices]
    return dict(
        zip(counts.game.cards.ranking.classes, tally[stays].sum(axis=(0, 1, 3)).tolist(), strict=True)
    )


def _nets(pays: Pays, choice: ChoiceRow, end: str, hand: str, margin: int) -> dict[str, Fraction]:
    """What a seat is ahead on each base bet."""
    found: dict[str, Fraction] = {}
    for bet, units in pays.laid(choice):
        found[bet.slug] = found.get(bet.slug, Fraction(0)) + units * pays.net(
            bet, end, hand, choice.name, margin
        )
    return found


def _net(pays: Pays, choice: ChoiceRow, end: str, hand: str, margin: int) -> Fraction:
    return sum(_nets(pays, choice, end, hand, margin).values(), Fraction(0))


def _refuse(game: Description) -> None:
    reasons = {
        "it is not played against a dealer": game.family != AGAINST_DEALER,
        "it has community cards": bool(game.cards.community),
        "one of the dealer's cards is face up": bool(game.cards.dealer_up),
        "there is more than one decision": len(game.stages) != 1,
        "a choice depends on the hand or exchanges cards": any(
            choice.needs_hand or choice.exchanges for choice in game.stages[0].choices
        ),
    }
    for reason, holds in reasons.items():
        if holds:
            raise BadInput(f"{game.name} can't be solved by margins: {reason}")


def _below(game: Description, deck: Deck, hands: Hands, own: Strengths) -> Small:
    """[hand, 3 + NEAR]: as in `MarginCounts`, by inclusion and exclusion."""
    ranking = game.cards.ranking
    found = np.zeros((len(hands), 3 + NEAR), np.int32)
    found[:, :3] = below_of(game, deck, hands, own)[:, 0]
    places, last = ranking.places()[own].astype(np.int64), len(ranking.classes) - 1
    for margin in range(NEAR):
        floors = np.array(ranking.floors)[np.minimum(places + margin, last)]
        lower = below_of(game, deck, hands, floors.astype(own.dtype))[:, 0, 1]
        found[:, 3 + margin] = np.where(places + margin <= last, lower, 0)
    return found


def work(game: Description, deck: Deck) -> int:
    """About how many steps a count takes."""
    if alternating.fits(game, deck):
        return alternating.work(game)
    dealt = comb(deck.size, game.cards.dealer) * (1 << game.cards.dealer)
    asked = comb(deck.size, game.cards.player) * (1 << game.cards.player)
    return (min(len(game.cards.ranking.classes), NEAR) + 1) * (dealt + asked)


def count(game: Description, deck: Deck | None = None, budget: Budget | None = None) -> MarginCounts:
    """Count every showdown; paytables come later, so one count serves them all."""
    _refuse(game)
    deck = (deck or Deck(game.cards.deck)).seen_by(game.cards.ranking)
    (budget or Budget()).allow(f"{game.name}: dealer hands by class", work(game, deck))
    if alternating.fits(game, deck):
        known = alternating.counted(game, kept=work(game, deck) > STEPS_A_SECOND)
        row_of = known.row_of
        return MarginCounts(
            game, deck, known.cards, known.weights, known.strengths, known.below, row_of, False
        )
    return by_inclusion(game, deck)


def by_inclusion(game: Description, deck: Deck) -> MarginCounts:
    """The same by inclusion and exclusion, whatever the ranking."""
    of_size = sets(deck, game.cards.player)
    own = strengths_of(deck, game.cards.ranking, of_size.places)
    below = _below(game, deck, of_size.places, own)
    cards = cards_of(deck, of_size.places)
    return MarginCounts(game, deck, cards, of_size.weights, own, below, lambda hand: id_of(deck, hand))


def solve(counts: MarginCounts, pays: Pays, side: Ints | None = None, scale: int = 1) -> MarginSolution:
    """The best choice of every hand: a product and a maximum.

    `side` is, by hand, what a further bet of one unit is worth over the dealer's hands to whoever stays in,
    and to whoever folds, in integers of this scale.
    """
    game, classes = counts.game, counts.game.cards.ranking.classes
    choices, margins = game.stages[0].choices, range(len(MARGINS))
    nets = [
        [
            [
                [_net(pays, choice, FOLD if choice.folds else end, hand, margin) for margin in margins]
                for end in SHOWN
            ]
            for hand in classes
        ]
        for choice in choices
    ]
    every = [net for by in nets for row in by for ends in row for net in ends]
    whole = lcm(scale, *(net.denominator for net in every))
    if max(map(abs, every)) * whole > SCALED_MAX:
        raise BadInput("odds this large or with such denominators can't be summed exactly")
    scaled = np.array(
        [[[[int(net * whole) for net in ends] for ends in row] for row in by] for by in nets], np.int64
    )
    worth = np.zeros((len(counts.below), len(choices)), np.int64)
    _weigh(counts.below, counts.classes, counts.dealer_hands, scaled, worth)
    if side is not None:
        folds = np.array([choice.folds for choice in choices], np.int64)
        worth += side[:, folds] * (whole // scale)
    best = worth.argmax(axis=1).astype(np.int8)
    return MarginSolution(counts, pays, worth, whole, best, counts.tally(best))


def strategy(solved: MarginSolution) -> Strategy:
    """Optimal play by class of the hand, and the best rule that goes by the class alone."""
    game, best = solved.pays.game, solved.best
    rows, rule, total = [], [], 0
    for held, hand in enumerate(game.cards.ranking.classes):
        here = solved.counts.classes == held
        if here.any():
            weights = solved.counts.weights[here]
            parts = [int(weights[best[here] == place].sum()) for place in range(len(solved.choices))]
            rows.append((title(hand), *(share(part, sum(parts)) for part in parts)))
            worth = [_weighed(solved.worth[here, place], weights) for place in range(len(solved.choices))]
            rule.append((title(hand), worth.index(max(worth))))
            total += max(worth)
    legend = "In percent of the hands; between 0 and 100 the other cards decide."
    columns = ("hand", *(choice.label for choice in solved.choices))
    sentences = tuple(
        f"{choice.label}: {'; '.join(name for name, taken in rule if taken == place)}."
        for place, choice in enumerate(solved.choices)
        if any(taken == place for _, taken in rule)
    )
    value = Fraction(total, solved.deals * solved.scale)
    return Strategy(
        game.slug,
        solved.sheet().expected_value,
        (Chart(game.stages[0].prompt, columns, tuple(rows), legend),),
        (RuleSet("by the class of the hand", sentences, value),),
        dict(game.chosen),
    )


def cells(solved: MarginSolution, chart: Ruled) -> list[tuple[str, ...]]:
    """The best play in the rows of a chart that the game's folder draws."""
    counts = solved.counts
    return in_columns(counts.game, chart, counts.cards, counts.weights, solved.best, counts.features)
