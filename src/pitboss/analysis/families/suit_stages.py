"""Two stages of own cards against a paytable that pays the cards of one suit: flush games.

Only a suit of more than half of the final cards is paid, so no hand holds two of them, and what a hand is
worth beyond losing all is the sum of what each of its suits is worth by itself. That is a list with an entry
for each set of ranks in a suit; after the second stage four entries of it are added. The sets of the first
stage are gone through up to the names of suits, with all that is dealt between the stages.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, factorial, lcm

import numpy as np

from pitboss.analysis.cache import Version
from pitboss.analysis.families import suit_kernels
from pitboss.analysis.families.budget import Budget, refuse
from pitboss.analysis.families.charts import Cases, Readout
from pitboss.analysis.families.deals import Deck, Shoe, id_of, sets
from pitboss.analysis.families.payoff import FOLD, Pays, told
from pitboss.analysis.families.sheets import AS_COUNTED, last_best, ties, worths_of
from pitboss.analysis.parsheet import DecisionFrequency, Outcome, ParSheet, from_outcomes
from pitboss.analysis.results import DecisionValue
from pitboss.arrays import Bools, Ints
from pitboss.cards import Card
from pitboss.errors import BadInput
from pitboss.games.description import AGAINST_PAYTABLE, BetRow, ChoiceRow, Description, StageRow
from pitboss.hands.kinds import ByMask, BySuit, Hands, Strengths
from pitboss.paytables.rankings import title

VERSION = Version("suit-stages", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""
_RANKS = 13
Bets = tuple[tuple[BetRow, int], ...]


def fits(game: Description) -> bool:
    """Whether a game is of this kind."""
    by_suit = game.cards.ranking.by_suit
    return game.family == AGAINST_PAYTABLE and by_suit is not None and by_suit.has_runs


@dataclass(frozen=True, slots=True)
class Plan:
    """A described game as this engine sees it."""

    game: Description
    stages: tuple[StageRow, StageRow]
    sizes: tuple[int, int, int]
    """How many cards are seen at the first stage, at the second, and in the end."""
    out: Bets
    """The bets out before the first stage."""

    @property
    def by_suit(self) -> BySuit:
        """The ranking."""
        found = self.game.cards.ranking.by_suit
        assert found is not None
        return found

    def after(self, *choices: ChoiceRow) -> Bets:
        """The bets out after some choices."""
        laid = [(self.game.bet(slug), units) for choice in choices for slug, units in choice.bets.items()]
        return (*self.out, *laid)


def plan(game: Description) -> Plan:
    """The two stages; a game that is not of this kind is refused with the reason."""
    first = game.cards.first or game.cards.player
    reasons = {
        "its hands are not ranked by suits alone": not fits(game),
        "it has community cards": bool(game.cards.community),
        "there are not two stages": len(game.stages) != 2,
        "no cards are dealt between its stages": len(game.stages) == 2 and not game.stages[1].deals,
        "a bet is taken back": any(choice.takes_back for stage in game.stages for choice in stage.choices),
        "a choice depends on the hand or exchanges cards": any(
            choice.needs_hand or choice.exchanges for stage in game.stages for choice in stage.choices
        ),
        "a bonus line is paid on one of its bets": any(bet.bonus for bet in game.base),
    }
    refuse(game.name, "by suits", reasons)
    one, two = game.stages
    out = tuple((bet, 1) for bet in game.base if not bet.in_round)
    return Plan(game, (one, two), (first, first + two.deals, game.cards.player), out)


def _units(bets: Bets) -> int:
    return sum(units for _, units in bets)


@dataclass(frozen=True, slots=True, eq=False)
class Gains:
    """What a suit adds to losing everything, for some bets that are out."""

    of_mask: Ints
    """[ranks of a suit after the last card]: what is won beyond losing, times the scale."""
    to_come: Ints
    """[ranks of a suit at the second stage]: the sum of it over all cards to come."""


def _gains(planned: Plan, pays: Pays, bets: Bets, scale: int, deck: Deck) -> Gains:
    """Check that one suit alone is paid, and add up what it is paid."""
    names = planned.game.cards.ranking.classes[::-1]  # in the order of strengths
    flushes, runs, strengths = planned.by_suit.flushes, planned.by_suit.runs, planned.by_suit.strengths
    last = planned.sizes[2]
    nets = [
        sum((units * (pays.net(bet, "hand", hand) + 1) for bet, units in bets), Fraction(0)) for hand in names
    ]
    won = np.zeros(1 << _RANKS, np.int64)
    for mask in range(1, 1 << _RANKS):
        if flushes[mask] <= last:
            won[mask] = int(scale * nets[strengths[flushes[mask], runs[mask]] - 1])
    for flush in range(1, last + 1):
        # Another suit can hold no longer run than it has cards.
        aside = {nets[strengths[flush, run] - 1] for run in range(1, min(flush, last - flush) + 1)}
        if len(aside) > 1 or (2 * flush <= last and aside != {0}):
            refuse(planned.game.name, "by suits", {"more than one suit of a hand may be paid": True})
    return Gains(won, _to_come(planned, won, deck))


def _held(deck: Deck) -> int:
    """The ranks of the deck as a mask."""
    return sum(1 << rank for rank in {card.rank for card in deck.cards})


def _to_come(planned: Plan, won: Ints, deck: Deck) -> Ints:
    """By the ranks of a suit at the second stage: the sum over all that may come, of any suit."""
    _, seen, last = planned.sizes
    count, left = last - seen, deck.size - seen
    total = np.zeros_like(won)
    ordered = won
    bits = np.array([mask.bit_count() for mask in range(len(won))])
    ranks = _held(deck).bit_count()
    for more in range(count + 1):
        others = np.array([comb(max(0, left - ranks + held), count - more) for held in range(_RANKS + 1)])
        total += ordered // factorial(more) * others[bits]
        ordered = _one_more(ordered, deck)
    return total


def _one_more(worth: Ints, deck: Deck) -> Ints:
    """By mask: the sum over one more rank of the suit."""
    found = np.zeros_like(worth)
    masks = np.arange(len(worth))
    for rank in {card.rank for card in deck.cards}:
        without = masks[masks >> rank & 1 == 0]
        found[without] += worth[without | 1 << rank]
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """What follows a choice of the first stage that goes on."""

    choice: ChoiceRow
    gains: tuple[Gains, ...]
    """Of each choice of the second stage; of a fold nothing is read."""
    lost: Ints
    """What each choice of the second stage loses at the least, over all cards to come, times the scale."""
    sums: Ints
    """[set of the first stage]: what the best play after it is worth over all that is dealt."""


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """How a way to play ends."""

    first: Ints
    """[set]: the choice of the first stage."""
    taken: tuple[Ints, ...]
    """By choice of the first stage that goes on, then [strength, choice of the second]: sets seen."""
    masses: tuple[Ints, ...]
    """The same, then [choice of the second, ranks of a suit]."""
    equal: int = 0
    """How many of the sets seen at the second stage have two best choices."""


@dataclass(frozen=True, slots=True, eq=False)
class FlushSolution:
    """Optimal play with a paytable."""

    plan: Plan
    pays: Pays
    deck: Deck
    scale: int
    branches: tuple[Branch | None, ...]
    """By choice of the first stage; none after a fold."""
    worth: Ints
    """[set, choice of the first stage]: over all cards to come, times the scale."""
    played: Played
    later: Played | None = None
    """As `played`, where of equal choices the last is taken; if there are any."""

    @property
    def deals(self) -> int:
        """All equally likely cases."""
        return comb(self.deck.size, self.plan.sizes[0]) * self.cases(0)

    def cases(self, stage: int) -> int:
        """In how many ways the cards after a stage can come, lot by lot."""
        first, second, last = self.plan.sizes
        after = comb(self.deck.size - second, last - second)
        return after if stage else after * comb(self.deck.size - first, second - first)

    def values(self, cards: tuple[Card, ...], decided: tuple[str, ...]) -> tuple[DecisionValue, ...]:
        """What each choice is worth with the cards seen."""
        one, two = self.plan.stages
        self.deck.places(cards)  # refuses what is not dealt from it
        if len(cards) == self.plan.sizes[0]:
            return worths_of(one, self.worth[id_of(self.deck, cards)], self.cases(0) * self.scale)
        if len(cards) != self.plan.sizes[1]:
            raise BadInput(f"{self.plan.game.name} asks for no decision with {len(cards)} cards in sight")
        branch = next(branch for branch in self.branches if branch and branch.choice.name == decided[0])
        masks = [sum(1 << card.rank for card in cards if card.suit == suit) for suit in range(4)]
        numbers = [
            sum(0 if choice.folds else int(gains.to_come[mask]) for mask in masks) - int(lost)
            for choice, gains, lost in zip(two.choices, branch.gains, branch.lost, strict=True)
        ]
        return worths_of(two, numbers, self.cases(1) * self.scale)

    def sheet(self) -> ParSheet:
        """The par sheet of the base game, per unit of the first bet."""
        found = sheet_of(self, self.played)
        if self.later is None:
            return found
        equal = int((self.later.first != self.played.first).sum()) + self.played.equal
        lower = _wagered(self, self.later)
        return replace(found, **ties(self.pays, equal, found.wagered, lower, AS_COUNTED))

    def choice_of(self, stage: int, branch: int = 0) -> dict[int, int]:
        """The choice by strength of the cards seen, where all sets of a strength choose alike."""
        taken = self.played.taken[branch] if stage else first_taken(self, self.played.first)
        return {held: int(row.argmax()) for held, row in enumerate(taken) if np.count_nonzero(row) == 1}


def first_taken(solved: FlushSolution, chosen: Ints) -> Ints:
    """[strength, choice]: how often each choice of the first stage is taken."""
    ranking, of_size = solved.plan.game.cards.ranking, sets(solved.deck, solved.plan.sizes[0])
    held = ranking.strengths(np.array(solved.deck.cards, np.uint8)[of_size.places])
    found = np.zeros((ranking.strength_max + 1, len(solved.plan.stages[0].choices)), np.int64)
    np.add.at(found, (held, chosen), of_size.weights)
    return found


def work(game: Description, deck: Deck) -> int:
    """About how many steps a solution takes."""
    first, second, _ = plan(game).sizes
    return len(sets(deck, first).places) * comb(deck.size - first, second - first) * 8


def count(game: Description, deck: Deck | None = None, budget: Budget | None = None) -> Shoe:
    """The cards; what is dealt between two stages is gone through for each paytable."""
    deck = (deck or Deck(game.cards.deck)).seen_by(game.cards.ranking)
    (budget or Budget()).allow(f"{game.name}: what is dealt between two stages", work(game, deck))
    return Shoe(game, deck)


def solve(shoe: Shoe, pays: Pays) -> FlushSolution:
    """The best choice at both stages, whatever is seen."""
    game, deck, planned = pays.game, shoe.deck, plan(pays.game)
    first, second, _ = planned.sizes
    of_size = sets(deck, first)
    one = planned.stages[0]
    scale = lcm(
        *(pays.net(bet, "hand", hand).denominator for bet in game.base for hand in game.cards.ranking.classes)
    )
    whole = comb(deck.size - second, planned.sizes[2] - second)
    between = comb(deck.size - first, second - first)
    worth = np.zeros((len(of_size.places), len(one.choices)), np.int64)
    branches: list[Branch | None] = []
    for place, choice in enumerate(one.choices):
        if choice.folds:
            worth[:, place] = -_units(planned.out) * scale * whole * between
            branches.append(None)
            continue
        branch = _branch(planned, pays, choice, scale, whole, deck)
        worth[:, place] = branch.sums
        branches.append(branch)
    solved = FlushSolution(
        planned, pays, deck, scale, tuple(branches), worth, Played(np.zeros(0, np.int64), (), ())
    )
    played, last = follow(solved, worth.argmax(axis=1), None), last_best(worth)
    later = None
    if played.equal or (last != played.first).any():
        later = follow(solved, last, None, True)
    return replace(solved, played=played, later=later)


def _branch(planned: Plan, pays: Pays, choice: ChoiceRow, scale: int, whole: int, deck: Deck) -> Branch:
    two = planned.stages[1]
    gains = tuple(_gains(planned, pays, planned.after(choice, then), scale, deck) for then in two.choices)
    lost = [
        _units(planned.after(choice) if then.folds else planned.after(choice, then)) * scale * whole
        for then in two.choices
    ]
    sums = np.zeros((len(sets(deck, planned.sizes[0]).places), 1), np.int64)
    branch = Branch(choice, gains, np.array(lost, np.int64), sums[:, 0])
    suit_kernels.values(*_told(planned, branch, deck), False, *_tables(planned), sums, np.zeros(1, np.int64))
    return branch


def _told(planned: Plan, branch: Branch, deck: Deck) -> tuple[Hands, Ints, int, Ints, Ints, Bools]:
    """What the kernels know of a branch."""
    return (
        sets(deck, planned.sizes[0]).places,
        np.array(deck.cards, np.int64),
        planned.sizes[1] - planned.sizes[0],
        np.array([gain.to_come for gain in branch.gains]),
        branch.lost,
        np.array([choice.folds for choice in planned.stages[1].choices]),
    )


def _tables(planned: Plan) -> tuple[ByMask, ByMask, Strengths]:
    """What the kernels know of the ranking."""
    found = planned.by_suit
    return found.flushes, found.runs, found.strengths


def follow(
    solved: FlushSolution,
    first: Ints,
    second: Mapping[str, Mapping[int, int]] | None,
    last: bool = False,
) -> Played:
    """How a way to play ends: its choice for every set, then by strength after each choice, or the best.

    Of equal ones that is the first, or the `last`.
    """
    planned, deck = solved.plan, solved.deck
    strengths = planned.game.cards.ranking.strength_max + 1
    weights, count = sets(deck, planned.sizes[0]).weights, len(planned.stages[1].choices)
    taken, masses, equal = [], [], 0
    for place, branch in enumerate(solved.branches):
        if branch is None:
            continue
        policy = np.full(strengths, -1, np.int64)
        if second is not None:
            for held, choice in second[branch.choice.name].items():
                policy[held] = choice
        by_held = np.zeros((strengths, count), np.int64)
        by_mask = np.zeros((count, 1 << _RANKS), np.int64)
        known, mass = _told(planned, branch, deck), np.where(first == place, weights, 0)
        equal += suit_kernels.follow(*known, mass, policy, last, *_tables(planned), by_held, by_mask)
        taken.append(by_held)
        masses.append(by_mask)
    return Played(first, tuple(taken), tuple(masses), equal)


def by_strength(solved: FlushSolution, branch: Branch) -> Ints:
    """[strength, choice of the second stage]: what it is worth in all sets of a strength together."""
    planned, deck = solved.plan, solved.deck
    weights = sets(deck, planned.sizes[0]).weights
    found = np.zeros((planned.game.cards.ranking.strength_max + 1, len(planned.stages[1].choices)), np.int64)
    suit_kernels.values(*_told(planned, branch, deck), True, *_tables(planned), found, weights)
    return found


def endings(solved: FlushSolution, played: Played) -> list[tuple[tuple[ChoiceRow, ...], str, int]]:
    """The deals by choices taken, and class of the final hand, with the run of the suit that is paid."""
    planned, deck = solved.plan, solved.deck
    one, two = planned.stages
    weights = sets(deck, planned.sizes[0]).weights
    found: list[tuple[tuple[ChoiceRow, ...], str, int]] = []
    going = iter(zip(played.taken, played.masses, strict=True))
    for place, choice in enumerate(one.choices):
        if choice.folds:
            sets_folded = int(weights[played.first == place].sum())
            found.append(((choice,), FOLD, sets_folded * solved.cases(0)))
            continue
        taken, masses = next(going)
        for then, by_choice, by_mask in zip(two.choices, taken.sum(axis=0).tolist(), masses, strict=True):
            if then.folds:
                found.append(((choice, then), FOLD, by_choice * solved.cases(1)))
            else:
                hands = _final(planned, by_mask, deck)
                rest = by_choice * solved.cases(1) - sum(hands.values())
                found += [((choice, then), hand, deals) for hand, deals in hands.items()]
                found.append(((choice, then), planned.game.cards.ranking.classes[-1], rest))
    return found


def _final(planned: Plan, mass: Ints, deck: Deck) -> dict[str, int]:
    """The deals by class of the suit that is paid, from how often a suit has which ranks before."""
    names = planned.game.cards.ranking.classes[::-1]
    by_suit, last = planned.by_suit, planned.sizes[2]
    kinds = by_suit.strengths[np.minimum(by_suit.flushes, last), np.minimum(by_suit.runs, last)]
    found: dict[str, int] = {}
    for strength in range(1, len(names) + 1):
        here = (kinds == strength) & (2 * by_suit.flushes > last) & (by_suit.flushes <= last)
        if here.any():
            deals = _to_come(planned, here.astype(np.int64), deck)
            total = sum(int(one) * int(two) for one, two in zip(mass, deals, strict=True) if one and two)
            if total:
                found[names[strength - 1]] = total
    return found


def _wagered(solved: FlushSolution, played: Played) -> Fraction:
    """What is wagered on average."""
    total = sum(
        deals * _units(solved.plan.after(*(choice for choice in choices if not choice.folds)))
        for choices, _, deals in endings(solved, played)
    )
    return Fraction(total, solved.deals)


def sheet_of(solved: FlushSolution, played: Played) -> ParSheet:
    """The par sheet of the base game as it is played."""
    planned, pays = solved.plan, solved.pays
    table = pays.tables[next(bet.table for bet in planned.game.base if bet.table)]
    rows: dict[tuple[str, Fraction, str], int] = {}
    wagered = Fraction(0)
    by_bet = {bet.slug: Fraction(0) for bet in planned.game.base}
    for choices, end, deals in endings(solved, played):
        folded = end == FOLD
        out = planned.after(*(choice for choice in choices if not choice.folds))
        nets = {
            bet.slug: units * (Fraction(-1) if folded else pays.net(bet, "hand", end)) for bet, units in out
        }
        name, paid = f"fold, {_units(out)} units at risk", "loses"
        if not folded:
            line = next(
                ((hand, odds) for hand, odds in table.lines if end in table.ranking.covers(hand)), None
            )
            name = f"{title(line[0]) if line else 'any other hand'}, {_units(out)} units at risk"
            paid = str(line[1]) if line else "loses"
        key = name, sum(nets.values(), Fraction(0)), paid
        rows[key] = rows.get(key, 0) + deals
        wagered += deals * _units(out)
        for slug, net in nets.items():
            by_bet[slug] += deals * net
    deals = solved.deals
    assert sum(rows.values()) == deals
    order = {title(hand): place for place, (hand, _) in enumerate(table.lines)}
    ranked = sorted(rows.items(), key=lambda row: order.get(row[0][0].partition(",")[0], len(order)))
    return from_outcomes(
        [Outcome(name, number, net, paid) for (name, net, paid), number in ranked if number],
        game=planned.game.slug,
        bet="base",
        options=dict(planned.game.chosen),
        initial=Fraction(_units(planned.out)),
        wagered=wagered / deals,
        decisions=decisions_of(solved, played),
        expected_by_bet=tuple((slug, net / deals) for slug, net in by_bet.items()),
        method="All sets of the first cards, up to suits, and all that is dealt then; the last by suit.",
        **told(table),
    )


def decisions_of(solved: FlushSolution, played: Played) -> tuple[DecisionFrequency, ...]:
    """How often each choice of each stage is taken."""
    one, two = solved.plan.stages
    first = first_taken(solved, played.first).sum(axis=0).tolist()
    second = np.sum([taken.sum(axis=0) for taken in played.taken], axis=0).tolist()
    return tuple(
        DecisionFrequency(
            f"{stage.name}: {choice.name}", Fraction(number * solved.cases(place), solved.deals)
        )
        for place, (stage, numbers) in enumerate(((one, first), (two, second)))
        for choice, number in zip(stage.choices, numbers, strict=True)
    )


def readout(solved: FlushSolution) -> Readout:
    """Each stage, the second after each choice that goes on, by the strength of the cards in sight."""
    planned, ranking = solved.plan, solved.plan.game.cards.ranking
    of_size, down = sets(solved.deck, planned.sizes[0]), slice(None, 0, -1)
    held = ranking.strengths(np.array(solved.deck.cards, np.uint8)[of_size.places]).astype(np.int64)
    names = [ranking.describe(strength) for strength in range(ranking.strength_max, 0, -1)]
    branches = [branch for branch in solved.branches if branch]

    def read(stage: StageRow, taken: Ints, worth: Ints) -> Cases:
        brief = ranking.brief.describe
        return Cases(
            stage,
            names,
            taken[down],
            worth[down],
            heading="cards in sight",
            better=ranking.or_better,
            brief=lambda row: brief(ranking.strength_max - row),
        )

    def worth_of(chosen: Sequence[Ints]) -> Fraction:
        first, *later = (dict(enumerate(best[::-1].tolist(), 1)) for best in chosen)
        second = {branch.choice.name: best for branch, best in zip(branches, later, strict=True)}
        one_by_one = np.array([first[strength] for strength in held.tolist()])
        return sheet_of(solved, follow(solved, one_by_one, second)).expected_value

    worth = np.zeros((ranking.strength_max + 1, len(planned.stages[0].choices)), object)
    np.add.at(worth, held, solved.worth.astype(object) * of_size.weights[:, None])
    cases = [read(planned.stages[0], first_taken(solved, solved.played.first), worth)]
    for branch, taken in zip(branches, solved.played.taken, strict=True):
        cases.append(read(planned.stages[1], taken, by_strength(solved, branch)))
    return Readout(tuple(cases), worth_of, staged=True)
