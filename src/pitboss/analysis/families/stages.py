"""Stages against a paytable: backward induction over what is seen and what is at risk, in integers.

All bets still out are settled alike by the final hand, so a hand is worth its money at risk times what the
table pays it, and only the set of cards seen and the money at risk matter: whose cards they are does not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, lcm, prod

import numpy as np

from pitboss.analysis.cache import Version
from pitboss.analysis.families.budget import Budget, refuse
from pitboss.analysis.families.charts import IN_PERCENT, Cases, Readout
from pitboss.analysis.families.deals import CHOOSE, Deck, Shoe, id_of, ids, sets, strengths
from pitboss.analysis.families.payoff import FOLD, Pays, told
from pitboss.analysis.families.sheets import ties, worths_of
from pitboss.analysis.parsheet import DecisionFrequency, Outcome, ParSheet, from_outcomes
from pitboss.analysis.results import DecisionValue
from pitboss.arrays import Bools, Choices, Ints, Small
from pitboss.cards import RANK_CHARS, Card
from pitboss.errors import BadInput
from pitboss.games.description import AGAINST_PAYTABLE, Cell, ChoiceRow, Description, StageRow
from pitboss.hands.kinds import PLURALS, Hands
from pitboss.kernels import kernel
from pitboss.paytables.rankings import title

VERSION = Version("stages", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""
_CARDS_MAX = 6
"""The final hands of so many cards are looked up in one table; of six they are 20 millions."""
_INTEGER_MAX = 1 << 62
_WAY = "as stages against a paytable"
_COUNTS = ("no", "one", "two", "three", "four", "five")
_MADE = {
    (2,): "pair",
    (2, 2): "two pair",
    (3,): "three of a kind",
    (3, 2): "full house",
    (4,): "four of a kind",
}


@dataclass(frozen=True, slots=True)
class Plan:
    """A described game as this engine sees it: the stage, if any, at each number of cards seen."""

    game: Description
    stages: dict[int, StageRow]
    risks: dict[int, frozenset[int]]
    """By cards seen: the units that can be at risk when the stage is asked."""
    staked: int
    """The units out before the first decision."""
    risk_max: int

    @property
    def first(self) -> int:
        """The cards seen at first."""
        return self.game.cards.first or self.game.cards.player

    @property
    def last(self) -> int:
        """The cards of the final hand."""
        return self.game.cards.player + self.game.cards.community


def plan(game: Description) -> Plan:
    """Which decision is taken when; a game that is not of this kind is refused with the reason."""
    seen = game.cards.first or game.cards.player
    stages: dict[int, StageRow] = {}
    for stage in game.stages:
        seen += stage.opens + stage.deals
        if seen in stages:
            refuse(game.name, _WAY, {f"{stage.name} and {stages[seen].name} see the same cards": True})
        stages[seen] = stage
    reasons = {
        "it is not played against a paytable": game.family != AGAINST_PAYTABLE,
        "its bets are not all settled alike": len({bet.table for bet in game.base}) > 1
        or any(bet.settles != {FOLD: Cell(), "hand": Cell(by_table=True)} for bet in game.base),
        "a bonus line is paid on one of its bets": any(bet.bonus for bet in game.base),
        "a choice depends on the hand or exchanges cards": any(
            choice.needs_hand or choice.exchanges for stage in game.stages for choice in stage.choices
        ),
        "a decision is taken with all cards in sight": game.cards.player + game.cards.community in stages,
        f"its hands have more than {_CARDS_MAX} cards": game.cards.player + game.cards.community > _CARDS_MAX,
    }
    refuse(game.name, _WAY, reasons)
    staked = sum(not bet.in_round for bet in game.base)
    possible, risks = frozenset({staked}), {}
    for seen, stage in stages.items():
        risks[seen] = possible
        added = {adds(choice) for choice in stage.choices if not choice.folds}
        possible = frozenset(risk + more for risk in possible for more in added)
    return Plan(game, stages, risks, staked, max(possible.union(*risks.values())))


def adds(choice: ChoiceRow) -> int:
    """How many units a choice puts at risk, or below zero takes back."""
    return sum(choice.bets.values()) - len(choice.takes_back)


@kernel
def _children(
    places: Hands, row: int, seen: int, deck: int, choose: Ints, of_number: Small, found: Ints
) -> None:
    """The sets that one more card makes of a set, by the place of those that stand for them."""
    at, count = 0, 0
    for card in range(deck):
        if at < seen and places[row, at] == card:
            at += 1
            continue
        number = choose[card, at + 1]
        for below in range(at):
            number += choose[places[row, below], below + 1]
        for above in range(at, seen):
            number += choose[places[row, above], above + 2]
        found[count] = of_number[number]
        count += 1


@kernel
def _sums(places: Hands, deck: int, choose: Ints, of_number: Small, worth: Ints, sums: Ints) -> None:
    """Add up, for every set and every risk, what the sets with one more card are worth."""
    seen = places.shape[1]
    found = np.zeros(deck - seen, np.int64)
    for row in range(len(places)):
        _children(places, row, seen, deck, choose, of_number, found)
        for child in found:
            for risk in range(sums.shape[1]):
                sums[row, risk] += worth[child, risk]


@kernel
def _forward(
    places: Hands, deck: int, choose: Ints, of_number: Small, next_risk: Ints, mass: Ints, further: Ints
) -> None:
    """Hand on how often each set and risk comes up; a `next_risk` below zero is a fold."""
    seen = places.shape[1]
    found = np.zeros(deck - seen, np.int64)
    for row in range(len(places)):
        _children(places, row, seen, deck, choose, of_number, found)
        for risk in range(mass.shape[1]):
            if mass[row, risk] and next_risk[row, risk] >= 0:
                for child in found:
                    further[child, next_risk[row, risk]] += mass[row, risk]


@dataclass(frozen=True, slots=True, eq=False)
class StageSolution:
    """Optimal play with a paytable: values and choices by cards seen, set and risk; all deals by end."""

    plan: Plan
    deck: Deck
    pays: Pays
    scale: int
    sums: dict[int, Ints]
    """By cards seen, then [set, risk]: what going on is worth, times the `cases` to come and the scale."""
    choices: dict[int, Choices]
    """By cards seen, then [set, risk]: the place of the best choice of the stage."""
    reached: dict[int, Ints]
    """By cards seen, then [set, risk]: the deals that come here under optimal play."""
    folded: dict[int, int]
    """By the money lost: the deals that are folded."""
    ends: Ints
    """[class, risk]: the deals that come to the final hand."""
    equal: int
    """How many sets and risks that come up have two best choices; the earlier one is taken."""
    lower: Fraction | None = None
    """What is wagered on average where of equal choices the later one is taken."""

    def cases(self, seen: int) -> int:
        """In how many ways the cards to come can be opened."""
        return prod(self.deck.size - cards for cards in range(seen, self.plan.last))

    @property
    def deals(self) -> int:
        """All equally likely cases."""
        return comb(self.deck.size, self.plan.first) * self.cases(self.plan.first)

    def staying(self) -> Mapping[str, int]:
        """The deals that come to the final hand, by its class."""
        classes = self.plan.game.cards.ranking.classes
        return dict(zip(classes, self.ends.sum(axis=1).tolist(), strict=True))

    def values_after(self, cards: tuple[Card, ...], decisions: Sequence[str]) -> tuple[DecisionValue, ...]:
        """What each choice is worth with these cards seen, after the decisions of the stages before."""
        risk = self.plan.staked
        for stage, name in zip(self.plan.game.stages, decisions, strict=False):
            risk += next(adds(choice) for choice in stage.choices if choice.name == name)
        return self.values(cards, risk)

    def values(self, cards: tuple[Card, ...], risk: int) -> tuple[DecisionValue, ...]:
        """What each choice is worth, in units of the first bet, with these cards seen and so much at risk."""
        stage = self.plan.stages.get(len(cards))
        if stage is None:
            raise BadInput(f"{self.plan.game.name} asks for no decision with {len(cards)} cards in sight")
        if risk not in self.plan.risks[len(cards)]:
            possible = ", ".join(map(str, sorted(self.plan.risks[len(cards)])))
            raise BadInput(f"{risk} units can't be at risk at {stage.name}; there may be {possible}")
        row = id_of(self.deck, cards)
        values = self.choice_values(len(cards), slice(row, row + 1))
        return worths_of(stage, values[:, 0, risk], self.cases(len(cards)) * self.scale)

    def choice_values(self, seen: int, rows: slice) -> Ints:
        """[choice, set, risk]: what each choice is worth, times the `cases` to come and the scale."""
        sums = self.sums[seen][rows]
        lost = -self.cases(seen) * self.scale * np.arange(sums.shape[1])
        return choice_values(self.plan.stages[seen], sums, lost)

    def sheet(self) -> ParSheet:
        """The par sheet of the base game, per unit of the first bet."""
        game, table = self.plan.game, self.pays.tables[self.plan.game.base[0].table]
        rows, rest = [], dict(zip(game.cards.ranking.classes, self.ends.tolist(), strict=True))
        lines = [(title(hand), table.ranking.covers(hand), odds.net, str(odds)) for hand, odds in table.lines]
        lines.append(("any other hand", frozenset(rest), Fraction(-1), "loses"))
        for name, covered, net, pays in lines:
            taken = [rest.pop(hand) for hand in [*rest] if hand in covered]
            for risk, deals in enumerate(np.sum(taken, axis=0).tolist() if taken else []):
                if deals:
                    rows.append(Outcome(f"{name}, {_units(risk)}", deals, risk * net, pays))
        rows += [
            Outcome(f"fold, {_units(risk)}", deals, Fraction(-risk), "loses")
            for risk, deals in sorted(self.folded.items())
        ]
        wagered = wagered_by(self.folded, self.ends) / self.deals
        return from_outcomes(
            rows,
            game=game.slug,
            bet="base",
            options=dict(game.chosen),
            initial=Fraction(self.plan.staked),
            wagered=wagered,
            decisions=self._decisions(),
            method="Backward induction over all sets of cards seen, up to suits, and the money at risk.",
            **ties(self.pays, self.equal, wagered, self.lower),
            **told(table),
        )

    def _decisions(self) -> tuple[DecisionFrequency, ...]:
        found = []
        for seen, stage in self.plan.stages.items():
            for place, choice in enumerate(stage.choices):
                deals = int(self.reached[seen][self.choices[seen] == place].sum()) * self.cases(seen)
                found.append(DecisionFrequency(f"{stage.name}: {choice.name}", Fraction(deals, self.deals)))
        return tuple(found)


def work(game: Description, deck: Deck) -> int:
    """About how many steps a solution takes."""
    planned = plan(game)
    alike = 20 if deck.suits_alike else 1
    steps = sum(
        comb(deck.size, seen) // alike * (deck.size - seen) for seen in range(planned.first, planned.last)
    )
    return 2 * steps * (planned.risk_max + 10) + 100 * comb(deck.size, planned.last)


def count(game: Description, deck: Deck | None = None, budget: Budget | None = None) -> Shoe:
    """The cards; what is best goes by the paytable alone, so there is nothing to count before it."""
    deck = (deck or Deck(game.cards.deck)).seen_by(game.cards.ranking)
    (budget or Budget()).allow(f"{game.name}: stages against the paytable", work(game, deck))
    return Shoe(game, deck)


def solve(shoe: Shoe, pays: Pays) -> StageSolution:
    """The best choice at every stage, whatever is seen and at risk."""
    game, deck, planned = pays.game, shoe.deck, plan(pays.game)
    nets, scale = nets_of(pays)
    whole = comb(deck.size, planned.first) * prod(
        range(deck.size - planned.last + 1, deck.size - planned.first + 1)
    )
    if whole * planned.risk_max * max(map(abs, nets)) > _INTEGER_MAX:
        raise BadInput(f"{game.name}: odds this large can't be summed exactly")
    risks = np.arange(planned.risk_max + 1)
    worth = np.outer(np.array(nets, np.int64), risks)
    final = final_classes(planned, deck)
    sums: dict[int, Ints] = {}
    choices: dict[int, Choices] = {}
    later: dict[int, Choices] = {}
    same: dict[int, Bools] = {}
    cases = scale
    for seen in range(planned.last - 1, planned.first - 1, -1):
        of_number = final if seen + 1 == planned.last else ids(deck, seen + 1)
        places = sets(deck, seen).places
        sums[seen] = np.zeros((len(places), len(risks)), np.int64)
        _sums(places, deck.size, CHOOSE, of_number, worth, sums[seen])
        cases *= deck.size - seen
        if seen in planned.stages:
            worth, choices[seen], later[seen] = _best(planned.stages[seen], sums[seen], cases)
            same[seen] = choices[seen] != later[seen]
        else:
            worth = sums[seen]
    reached, folded, ends = played(planned, deck, final, choices)
    equal = sum(int((same[seen] & (reached[seen] > 0)).sum()) for seen in same)
    lower = None
    if equal:
        _, folded_later, ends_later = played(planned, deck, final, later)
        lower = wagered_by(folded_later, ends_later) / whole
    solved = StageSolution(planned, deck, pays, scale, sums, choices, reached, folded, ends, equal, lower)
    assert sum(folded.values()) + int(ends.sum()) == solved.deals
    return solved


def final_classes(planned: Plan, deck: Deck) -> Small:
    """By the number of a final set of cards: its class."""
    ranking = planned.game.cards.ranking
    return ranking.places()[strengths(deck, ranking, planned.last)].astype(np.int32)


def nets_of(pays: Pays) -> tuple[list[int], int]:
    """What a unit at risk is ahead by class of the final hand, as integers, and what scales them."""
    bet = pays.game.base[0]
    nets = [pays.net(bet, "hand", hand) for hand in pays.game.cards.ranking.classes]
    scale = lcm(*(net.denominator for net in nets))
    return [int(net * scale) for net in nets], scale


def wagered_by(folded: Mapping[int, int], ends: Ints) -> Fraction:
    """All that is wagered, by the deals folded and those that come to the final hand, each by its risk."""
    lost = sum(deals * risk for risk, deals in folded.items())
    return Fraction(lost + sum(int(deals) * risk for risk, deals in enumerate(ends.sum(axis=0))))


def _best(stage: StageRow, sums: Ints, cases: int) -> tuple[Ints, Choices, Choices]:
    """The worth of the best choice, and which it is, the first of equals and the last."""
    values = choice_values(stage, sums, -cases * np.arange(sums.shape[1]))
    best = values.argmax(axis=0).astype(np.int8)
    most = values.max(axis=0)
    worth = np.where(most == -_INTEGER_MAX, 0, most)
    last = len(values) - 1 - values[::-1].argmax(axis=0)
    return worth, best, last.astype(np.int8)


def choice_values(stage: StageRow, sums: Ints, folded: Ints) -> Ints:
    """[choice, ..., risk]: what each is worth, from what going on with a risk is, and a fold with it.

    A risk from which no game comes has no choice that can be paid, and only the worst value.
    """
    risks = np.arange(sums.shape[-1])
    values = np.full((len(stage.choices), *sums.shape), -_INTEGER_MAX, np.int64)
    for place, choice in enumerate(stage.choices):
        after = risks + adds(choice)
        possible = (after >= 0) & (after < len(risks))
        values[place][..., possible] = sums[..., after[possible]]
        if choice.folds:
            values[place] = folded
    return values


def played(
    planned: Plan, deck: Deck, final: Small, choices: dict[int, Choices]
) -> tuple[dict[int, Ints], dict[int, int], Ints]:
    """How often each set and risk comes up, what is folded, and the final hands, under the choices."""
    width = planned.risk_max + 1
    first = sets(deck, planned.first)
    mass = np.zeros((len(first.places), width), np.int64)
    mass[:, planned.staked] = first.weights
    reached: dict[int, Ints] = {}
    folded: dict[int, int] = {}
    for seen in range(planned.first, planned.last):
        places, reached[seen] = sets(deck, seen).places, mass
        after = np.broadcast_to(np.arange(width), mass.shape).copy()
        if seen in planned.stages:
            stage = planned.stages[seen]
            added = np.array([-width if choice.folds else adds(choice) for choice in stage.choices])
            after += added[choices[seen]]
            to_come = prod(deck.size - cards for cards in range(seen, planned.last))
            for risk, sets_folded in enumerate(np.where(after < 0, mass, 0).sum(axis=0).tolist()):
                if sets_folded:
                    folded[risk] = folded.get(risk, 0) + sets_folded * to_come
        of_number = final if seen + 1 == planned.last else ids(deck, seen + 1)
        rows = (
            len(planned.game.cards.ranking.classes)
            if seen + 1 == planned.last
            else len(sets(deck, seen + 1).places)
        )
        further = np.zeros((rows, width), np.int64)
        _forward(places, deck.size, CHOOSE, of_number, after, mass, further)
        mass = further
    return reached, folded, mass


def _units(risk: int) -> str:
    """What is at risk, in units of the first bet."""
    return f"{risk} {'unit' if risk == 1 else 'units'} at risk"


def _levels(pays: Pays) -> list[tuple[str, list[int]]]:
    """The ranks by what a pair of them pays, best first: each with its name, like J-A."""
    table = pays.tables[pays.game.base[0].table].pays
    by_pay: dict[Fraction, list[int]] = {}
    for rank, plural in enumerate(("twos", *PLURALS[1:])):
        odds = table.get(f"pair-of-{plural}", table.get("pair"))
        by_pay.setdefault(Fraction(-1) if odds is None else odds.net, []).append(rank)
    ends = [(RANK_CHARS[ranks[0]], RANK_CHARS[ranks[-1]], ranks) for _, ranks in sorted(by_pay.items())[::-1]]
    return [(low if low == high else f"{low}-{high}", ranks) for low, high, ranks in ends]


def _row(held: Sequence[int], levels: list[tuple[str, list[int]]]) -> tuple[tuple[int, ...], str]:
    """Where a set of cards stands in the chart, and what its row is called.

    A row takes together what is alike for the paytable: pairs and single cards of ranks whose pair pays, of
    those whose pair pushes and of the others, and whether the cards in sight are of one suit.
    """
    ranks = [card >> 2 for card in held]
    together = tuple(sorted((n for n in (ranks.count(rank) for rank in {*ranks}) if n > 1), reverse=True))
    if together:
        name = _MADE.get(together, "made hand")
        best = max(rank for rank in ranks if ranks.count(rank) == together[0])
        level = next(place for place, (_, those) in enumerate(levels) if best in those)
        single = together == (2,) and len(levels) > 1
        label = f"{name} of {levels[level][0]}" if single else name
        return (1, *together, *(0,) * (3 - len(together)), -level if single else 0), label
    suited = len({card & 3 for card in held}) == 1
    counts = [sum(rank in those for rank in ranks) for _, those in levels]
    parts = [f"{_COUNTS[count]} of {name}" for count, (name, _) in zip(counts, levels, strict=True) if count]
    return (0, int(suited), *counts), ", ".join(parts) + (", suited" if suited else "")


def read_stage(solved: StageSolution, seen: int) -> tuple[Cases, Ints]:
    """A stage by what the cards in sight are for the paytable, and the row of each set of them."""
    stage, reached, levels = solved.plan.stages[seen], solved.reached[seen], _levels(solved.pays)
    cards = np.array(solved.deck.cards, np.uint8)[sets(solved.deck, seen).places]
    keys = [_row(held, levels) for held in cards.tolist()]
    order = {key: place for place, key in enumerate(sorted({*keys}, reverse=True))}
    rows = np.array([order[key] for key in keys])
    taken, worth = np.zeros((2, len(order), len(stage.choices)), object)
    for place, values in enumerate(solved.choice_values(seen, slice(None))):
        np.add.at(taken[:, place], rows, np.where(solved.choices[seen] == place, reached, 0).sum(axis=1))
        np.add.at(worth[:, place], rows, (reached.astype(object) * values).sum(axis=1))
    legend = IN_PERCENT.replace("other cards", "other cards, or the bets before,")
    names = [name for _, name in order]
    return Cases(stage, names, taken.astype(np.int64), worth, heading="cards in sight", legend=legend), rows


def readout(solved: StageSolution) -> Readout:
    """Every stage by what the cards in sight are for the paytable."""
    planned, deck = solved.plan, solved.deck
    read = {seen: read_stage(solved, seen) for seen in planned.stages}

    def worth_of(chosen: Sequence[Ints]) -> Fraction:
        choices = {
            seen: np.broadcast_to(best[rows, None].astype(np.int8), solved.choices[seen].shape).copy()
            for best, (seen, (_, rows)) in zip(chosen, read.items(), strict=True)
        }
        reached, folded, ends = played(planned, deck, final_classes(planned, deck), choices)
        by_rule = replace(solved, choices=choices, reached=reached, folded=folded, ends=ends, equal=0)
        return by_rule.sheet().expected_value

    equal = (
        f"In {solved.equal:,} of the situations that come up two decisions are worth exactly the same; "
        "the one that bets more is counted."
    )
    return Readout(tuple(cases for cases, _ in read.values()), worth_of, (equal,) * bool(solved.equal), True)
