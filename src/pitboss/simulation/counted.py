"""The exact values of a described game as a job plays it, optimal or by rules, to the cent that is paid."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import comb, prod, sqrt

import numpy as np

from pitboss.analysis.families import (
    community,
    dealt,
    engines,
    exchange,
    highest,
    one_decision,
    solving,
    stages,
    suit_stages,
    upcards,
    war,
)
from pitboss.analysis.families.budget import TooLong
from pitboss.analysis.families.by_class import histogram, read_by
from pitboss.analysis.families.community.by_rules import renumbered
from pitboss.analysis.families.engine import AnyEngine
from pitboss.analysis.families.engines import engine_for
from pitboss.analysis.families.payoff import SHOWN, Pays, parted, shown
from pitboss.analysis.families.registry import pays_of, row_of, split
from pitboss.analysis.families.solving import counted
from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.registry import hands_of
from pitboss.arrays import Choices, Ints
from pitboss.errors import BadInput
from pitboss.games import Rules
from pitboss.games.description import BEATEN, ENDS, HIGHEST, WAR, BetRow, Description
from pitboss.hands.kinds import Kind
from pitboss.money import format_cents
from pitboss.simulation import boards
from pitboss.simulation.deciding import FOLD, Node, Player, tree
from pitboss.simulation.paying import Worth


@dataclass(frozen=True, slots=True)
class Exact:
    """An expected value per unit of its bet, and its error if not exact."""

    expected_value: Fraction
    error: Fraction = Fraction(0)
    deviation: float | None = None
    """The standard deviation of a wager, where it is known: how far means of simulations may be off."""

    @classmethod
    def of_sums(cls, total: int | Fraction, square: int | Fraction, deals: int, unit: int) -> "Exact":
        """From sums over all deals, of net results in cents and of their squares, and the cents of a unit."""
        mean = Fraction(total) / (deals * unit)
        return cls(mean, deviation=sqrt(Fraction(square) / (deals * unit**2) - mean**2))

    @classmethod
    def of_sheet(cls, sheet: ParSheet) -> "Exact":
        """What a par sheet says of its bet."""
        return cls(sheet.expected_value, sheet.error, sheet.standard_deviation)

    def less(self, kept: Fraction) -> "Exact":
        """The same when the house keeps so much."""
        return replace(self, expected_value=self.expected_value - kept)


@dataclass
class _Ends:
    """Net results of the base game and its bets, summed over deals as they end."""

    worth: Worth
    totals: Counter[str] = field(default_factory=Counter)
    squares: Counter[str] = field(default_factory=Counter)

    def add(self, number: int, node: Node, end: str, hand: str, margin: int = 0) -> None:
        """Add deals that end alike."""
        base = self.worth.game.base
        nets = {bet.slug: self.worth.base(bet, node, end, hand, margin)[0] for bet in base}
        for slug, net in (*nets.items(), ("base", sum(nets.values()))):
            self.totals[slug] += number * net
            self.squares[slug] += number * net**2

    def values(self, deals: int) -> dict[str, Exact]:
        """What each bet is worth over so many deals."""
        unit = self.worth.laid[self.worth.game.unit.slug]
        return {
            slug: Exact.of_sums(total, self.squares[slug], deals, unit) for slug, total in self.totals.items()
        }


Found = tuple[dict[str, Exact], dict[str, Fraction], tuple[str, ...]]
"""What bets are worth per unit, how often each decision is taken, and notes."""


def exact(rules: Rules, laid: Mapping[str, int], strategy: str, seats: int = 1) -> Found:
    """What is known of a game as it is played; a game that is too large to count has notes that say so."""
    game = rules.game.description
    assert game is not None
    worth, player = Worth(rules, game, laid, seats), Player(rules, game, strategy)
    values: dict[str, Exact] = {}
    decisions: dict[str, Fraction] = {}
    staying: Staying | None = None
    deals, notes = 1, []
    if game.unit.slug in laid:
        try:
            values, decisions, staying, deals = _COUNTED[engine_for(game)](worth, player)
        except BadInput as error:
            notes.append(f"No exact value of the base game: {error}.")
    for bet in game.bets:
        if bet.kind != "base" and bet.slug in laid and bet.slug not in values:
            try:
                value = _side(worth, bet, staying, deals, seats)
                if value is None and strategy == "optimal":
                    value = _by_sheet(worth, bet, seats)
            except TooLong as error:
                notes.append(f"No exact value of {bet.name}: {error.size}.")
                continue
            if value is not None:
                values[bet.slug] = value
    for (slug, odds, cents), paid in worth.rounded.items():
        notes.append(rounded(slug, f"{odds} on {format_cents(cents)}", paid))
    return values, decisions, tuple(notes)


def rounded(bet: str, pays: str, paid: int) -> str:
    """What to know where a part of a cent is not paid."""
    return f"{bet}: {pays} pays {format_cents(paid)}; the house keeps the part of a cent."


Staying = Callable[[BetRow, Kind], Mapping[str, int]]
"""The deals that stay in, by class in a ranking of the cards that a bet reads."""


def _of_hand(game: Description, by: Callable[[Kind], Mapping[str, int]]) -> Staying:
    """The deals that stay in, where only those of the player's hand are known."""

    def staying(bet: BetRow, kind: Kind) -> Mapping[str, int]:
        if bet.reads != game.reads_hand:
            raise BadInput("it reads other cards")
        return by(kind)

    return staying


Counted = tuple[dict[str, Exact], dict[str, Fraction], Staying | None, int]
"""Values and decisions, the deals that stay in if bets may depend on them, and all deals."""


def _one_decision(worth: Worth, player: Player) -> Counted:
    if dealt.large(worth.game) and player.strategy != "optimal":
        raise BadInput("all hands are counted for optimal play only, which takes a minute")
    return _of_counts(worth, player, counted(worth.game, None))


def _by_upcards(worth: Worth, player: Player) -> Counted:
    """Rules don't look at several upcards, optimal play does."""
    if player.strategy == "optimal":
        return _seeing(worth, player)
    return _of_counts(worth, player, counted(worth.game, None).unseen)


def _of_counts(worth: Worth, player: Player, counts: one_decision.OneDecisionCounts) -> Counted:
    game = worth.game
    ranking, chosen = game.cards.ranking, player.once()
    tally = counts.tally(chosen)
    assert tally.sum() == counts.deals

    def by(other: Kind) -> Mapping[str, int]:
        if other.suits_alike:
            return one_decision.staying(counts, chosen, other)
        staying = one_decision.staying(counts, chosen, ranking)
        return split(staying, ranking, other, histogram(counts.deck, other, game.cards.player))

    return *_ended(worth, tally, counts.deals), _of_hand(game, by), counts.deals


def _seeing(worth: Worth, player: Player) -> Counted:
    """Optimal play that goes by several upcards."""
    solved: upcards.UpcardSolution = player.best()

    def by(other: Kind) -> Mapping[str, int]:
        if other is not worth.game.cards.ranking:
            raise BadInput("it has other classes")
        return solved.staying()

    return *_ended(worth, solved.tally, solved.deals), _of_hand(worth.game, by), solved.deals


def _ended(worth: Worth, tally: Ints, deals: int) -> tuple[dict[str, Exact], dict[str, Fraction]]:
    """Values and decisions from the deals by choice of the only stage, end and class."""
    game = worth.game
    choices, classes = game.stages[0].choices, game.cards.ranking.classes
    start, ends, named = tree(game)[0][0], _Ends(worth), shown(game)
    for (choice, end, held), number in np.ndenumerate(tally):
        if number:
            node = start.then(game, choices[choice])
            ended, margin = (FOLD, 0) if choices[choice].folds else parted(named[end])
            ends.add(int(number), node, ended, classes[held], margin)
    taken = {choice.name: Fraction(int(by.sum()), deals) for choice, by in zip(choices, tally, strict=True)}
    return ends.values(deals), taken


def _exchange(worth: Worth, player: Player) -> Counted:
    counts: exchange.ExchangeCounts = counted(worth.game, None)
    chosen = player.exchanging()
    values, decisions = _ended(worth, exchange.tally(counts, chosen), counts.deals)

    def by(bet: BetRow, other: Kind) -> Mapping[str, int]:
        return exchange.side_classes(counts, bet, other, chosen, worth.lost_with_fold(bet))[0]

    return values, decisions, by, counts.deals


def _war(worth: Worth, player: Player) -> Counted:
    """By the choice after a tie of each rank; all ranks come equally often."""
    game = worth.game
    solved: war.WarSolution = player.best()
    start, *after = tree(game)[0]
    fold, fight = (next(node for node in after if node.folded is folded) for folded in (True, False))
    nodes = {end: fight if end in war.SECOND else fold if end == FOLD else start for end in ENDS[WAR]}
    chosen = player.after_ties().tolist()
    ranks = sorted({card.rank for card in game.cards.deck})
    hand = game.cards.ranking.classes[0]
    ends, deals = _Ends(worth), solved.deals * len(ranks)
    decisions = dict.fromkeys((war.NO_CHOICE, *(choice.name for choice in solved.choices)), Fraction(0))
    for rank in ranks:
        for (way, end, _), number in solved.ends(chosen[rank]).items():
            decisions[way] += Fraction(number, deals)
            ends.add(number, nodes[end], end, hand)
    values = ends.values(deals)
    for bet in game.bets:
        if bet.kind == "side" and bet.slug in worth.laid:
            table = row_of(game, worth.rules.paytables[game.chooses(bet.table)])
            hands = war.side_classes(game, bet, table.ranking)
            nets = [(number, worth.side(bet, False, hand)[0]) for hand, number in hands.items()]
            values[bet.slug] = _of_nets(nets, worth.laid[bet.slug])
    return values, decisions, None, solved.deals


def _of_nets(nets: Sequence[tuple[int, int]], unit: int) -> Exact:
    """What a bet is worth of which so many deals have these net results, in cents."""
    total, square = (sum(number * net**power for number, net in nets) for power in (1, 2))
    return Exact.of_sums(total, square, sum(number for number, _ in nets), unit)


def _on_boards(worth: Worth, player: Player) -> Counted:
    game = worth.game
    counts: community.HoldemCounts = counted(game, None)
    planned = community.plan(game)
    policy: dict[int, Choices] = {}
    for number, node in enumerate(planned.nodes):
        if node.level in boards.SIZES:
            stage = next(place for place, row in enumerate(game.stages) if row.name == node.stage.name)
            out = {bet.slug: units for bet, units in planned.laid(node.units)}
            chosen = player.on_boards(stage, [Node((), out, stage)])[0][1]
            policy[number] = renumbered(chosen, np.argsort(planned.places(number)).tolist())
    followed = community.followed(counts, planned, pays_of(worth.rules), policy)
    ends = _Ends(worth)
    staying = dict.fromkeys(game.cards.ranking.classes, 0)
    for (units, folds), tally in followed.tallies.items():
        node_out = Node((), dict(zip((bet.slug for bet in game.base), units, strict=True)), 0, folds)
        for (held, end), deals in np.ndenumerate(tally):
            hand = community.CLASSES[len(community.CLASSES) - 1 - held]
            ends.add(int(deals), node_out, FOLD if folds else SHOWN[end], hand)
            staying[hand] += 0 if folds else int(deals)
    decisions: dict[str, Fraction] = {}
    for number, node in enumerate(planned.nodes):
        for choice, taken in zip(node.stage.choices, followed.reached[number], strict=True):
            name = f"{node.stage.name}: {choice.name}"
            decisions[name] = decisions.get(name, Fraction(0)) + Fraction(taken, counts.deals)

    def by(other: Kind) -> Mapping[str, int]:
        if other is not game.cards.ranking:
            raise BadInput("it has other classes")
        return staying

    return ends.values(counts.deals), decisions, _of_hand(game, by), counts.deals


def _by_suits(worth: Worth, player: Player) -> Counted:
    game = worth.game
    solved: suit_stages.FlushSolution = player.best()
    played = _followed(player)
    nodes = {node.decisions: node for node in tree(game)[0]}
    ends = _Ends(worth)
    for choices, end, number in suit_stages.endings(solved, played):
        names = zip(game.stages, choices, strict=False)
        node = nodes[tuple((stage.name, choice.name) for stage, choice in names)]
        hand = game.cards.ranking.classes[-1] if end == FOLD else end
        ends.add(number, node, end if end == FOLD else "hand", hand)
    decisions = {found.name: found.frequency for found in suit_stages.decisions_of(solved, played)}
    return ends.values(solved.deals), decisions, None, solved.deals


def _followed(player: Player) -> suit_stages.Played:
    """How the way that a seat plays ends."""
    solved: suit_stages.FlushSolution = player.best()
    if player.strategy == "optimal":
        return solved.played
    game = player.game
    one = game.stages[0]
    risk = sum(not bet.in_round for bet in game.base)
    first = player.by_strength(0, risk)
    held = game.cards.ranking.strengths(player.hands(solved.plan.sizes[0]))
    second = {
        choice.name: player.by_strength(1, risk + sum(choice.bets.values()))
        for choice in one.choices
        if not choice.folds
    }
    return suit_stages.follow(solved, np.array([first[strength] for strength in held.tolist()]), second)


def _by_stages(worth: Worth, player: Player) -> Counted:
    game = worth.game
    plan, deck = stages.plan(game), player.deck
    for bet in game.base:
        for node in tree(game)[0]:
            for hand in game.cards.ranking.classes:
                worth.base(bet, node, "hand", hand)
    if worth.rounded:
        raise BadInput("what the house keeps of cents depends on which bets are out")
    width = plan.risk_max + 1
    choices = {}
    for number, (seen, risks) in enumerate(plan.risks.items()):
        found = player.at_stage(number, sorted(risks))
        choices[seen] = np.zeros((len(found), width), np.int8)
        choices[seen][:, sorted(risks)] = found
    final = stages.final_classes(plan, deck)
    reached, folded, ends = stages.played(plan, deck, final, choices)
    deals = comb(deck.size, plan.first) * _cases(deck.size, plan.first, plan.last)
    bet = game.base[0]
    unit = worth.laid[bet.slug]
    at_unit = Node((), {bet.slug: 1}, 0)
    nets = [worth.base(bet, at_unit, "hand", hand)[0] for hand in game.cards.ranking.classes]
    ended = [(number, -unit * risk) for risk, number in folded.items()]
    ended += [
        (int(number), net * risk)
        for net, by_risk in zip(nets, ends, strict=True)
        for risk, number in enumerate(by_risk)
    ]
    decisions = {}
    for seen, stage in plan.stages.items():
        for place, choice in enumerate(stage.choices):
            taken = int(reached[seen][choices[seen] == place].sum()) * _cases(deck.size, seen, plan.last)
            name = choice.name if len(game.stages) == 1 else f"{stage.name}: {choice.name}"
            decisions[name] = Fraction(taken, deals)
    staying = dict(zip(game.cards.ranking.classes, ends.sum(axis=1).tolist(), strict=True))

    def by(ranking: Kind) -> Mapping[str, int]:
        return split(staying, game.cards.ranking, ranking, histogram(deck, ranking, plan.last))

    return {"base": _of_nets(ended, unit)}, decisions, _of_hand(game, by), deals


_COUNTED: Mapping[AnyEngine, Callable[[Worth, Player], Counted]] = {
    engines.BY_RANK: _war,
    engines.FLUSHES: _by_suits,
    engines.STAGES: _by_stages,
    engines.HOLDEM: _on_boards,
    engines.EXCHANGE: _exchange,
    engines.UPCARDS: _by_upcards,
    engines.ONE_DECISION: _one_decision,
}


def _cases(cards: int, seen: int, last: int) -> int:
    """In how many ways the cards to come can be opened."""
    return prod(range(cards - last + 1, cards - seen + 1))


def _by_sheet(worth: Worth, bet: BetRow, seats: int) -> Exact | None:
    """What a bet that a fold loses is worth by its sheet, if every pay is in whole cents."""
    pays = pays_of(worth.rules)
    if bet.kind == "jackpot":
        return _by_hits(worth, bet, pays, seats)
    odds = pays.tables[bet.table].pays.values()
    if any((one.fraction * worth.laid[bet.slug]).denominator > 1 for one in odds):
        return None
    try:
        return Exact.of_sheet(solving.par(worth.game, bet.slug, pays.tables))
    except TooLong:
        raise
    except BadInput:
        return None  # nobody counts it


def _by_hits(worth: Worth, bet: BetRow, pays: Pays, seats: int) -> Exact | None:
    """What a jackpot that a fold loses is worth, by how often the best play stays with each of its hands."""
    game, usual = worth.game, Pays.of(worth.game)
    if any(
        pays.tables[name].lines != usual.tables[name].lines
        for name in {one.table for one in game.base} - {""}
    ):
        return None  # its hands are counted for the first table of the base game
    try:
        played = worth.rules.game
        (hands, deals), _ = hands_of(played.slug, bet.slug)(worth.rules.paytables[bet.slug], False)
    except TooLong:
        raise
    except BadInput:
        return None  # nobody counts it
    return _of_hands(worth, bet, hands, deals, seats)


def _of_hands(worth: Worth, bet: BetRow, hands: Mapping[str, int], deals: int, seats: int) -> Exact:
    """What a bet is worth per unit that wins with some hands, and is lost with every other deal."""
    lost = worth.side(bet, True, next(iter(hands)))[0]
    nets = [(deals - sum(hands.values()), lost)]
    for hand, number in hands.items():
        net, _, envy = worth.side(bet, False, hand)
        nets.append((number, net + (seats - 1) * envy))
    return _of_nets(nets, worth.laid[bet.slug])


def _side(worth: Worth, bet: BetRow, staying: Staying | None, deals: int, seats: int) -> Exact | None:
    """What a side bet or jackpot is worth per unit, envy included; None where it is not counted."""
    game = worth.game
    if bet.reads == BEATEN:
        return None  # which hand is beaten, no class of cards says
    dealt = worth.rules.game.hands_dealt(seats)
    table, folded = row_of(game, worth.rules.paytables[game.chooses(bet.table)].for_hands(dealt)), 0
    if bet.reads == HIGHEST:
        hands = highest.classes(game, bet, table, dealt)
    elif game.unit.slug in worth.laid and (worth.lost_with_fold(bet) or game.exchanged(bet)):
        if staying is None:
            return None
        try:
            hands = staying(bet, table.ranking)
        except TooLong:
            raise
        except BadInput:
            return None  # other cards, or a ranking that has other classes
        folded = deals - sum(hands.values())
    else:
        hands = read_by(game, bet, table)
    return _of_hands(worth, bet, hands, folded + sum(hands.values()), seats)
