"""A whole game from its description: bets, options, clauses, rulings and the script of its round.

What a bet is paid stands in the description alone; the exact engines and the simulation read the same cells.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from pitboss.cards import Card
from pitboss.games.against_dealer import (
    AgainstDealer,
    Bonus,
    Decision,
    Jackpot,
    Showdown,
    SideBet,
    Stage,
    always,
    never,
    no_dealer,
)
from pitboss.games.common import FOLDED_HANDS, FOLDED_HANDS_QUALIFY, settlement_order
from pitboss.games.contract import Bet, Check, Clause, Game, Line, Listed, Option, Rules, Ruling, Wager
from pitboss.games.description import (
    BEATEN,
    COUNTED,
    HIGHEST,
    ORDER,
    WAR,
    BetRow,
    Cards,
    ClauseRow,
    Description,
    OptionRow,
    StageRow,
    TableRow,
    read,
)
from pitboss.games.features import turns_of
from pitboss.games.highest import odds_at, settled_by_highest
from pitboss.games.layout import ALL, DEALER, DOWN, Hand, Layout, Spot
from pitboss.games.settlement import lose, push, win
from pitboss.games.war import War
from pitboss.hands.kinds import MARGINS, Kind
from pitboss.money import Odds
from pitboss.paytables.model import Line as PayLine
from pitboss.paytables.model import Paytable
from pitboss.paytables.sources import named

FOLD, TAKE_BACK, NONE, PRICE = "fold", "take_back", "none", "price"
UNSAID = Ruling("", 0, "")
"""For settlements of which only the money matters."""
NOT_READ = {"own": "our own rules", "public": "public texts"}
"""Where rules come from that are in no approval."""


def load(folder: Path, own: bool = False, entered: Path | None = None) -> Game:
    """The game that the description in a folder tells; whatever it says, nobody approved one's own.

    Every value of the options of one's `own` is tried; the tests try those of the games that ship.
    `entered` are the house's own tables for bets of which no pay scale is public.
    """
    description = read(folder / "game.toml", entered, tried=own)
    if own and description.rules_from == "approval":
        description = replace(description, rules_from="own")
    return game_of(description)


def game_of(description: Description) -> Game:
    """The game a description tells, with its options at their defaults or as they were chosen."""
    return _Maker(description, _Shared(description)).game()


@cache
def outcomes(kind: Kind) -> tuple[str, ...]:
    """The class of each strength; none has the strength 0."""
    return ("", *(kind.class_of(strength) for strength in range(1, kind.strength_max + 1)))


@dataclass(frozen=True, slots=True, eq=False)
class _Shared:
    """What a game has in common under all its options: the games made so far, and the rulings."""

    plain: Description
    games: dict[tuple[tuple[str, str], ...], Game] = field(default_factory=dict)
    rulings: dict[tuple[int, str, str], Ruling] = field(default_factory=dict)

    def ruling(
        self, bet: str, end: str, words: str, kind: Kind, compared: str = "", pushes: bool = False
    ) -> Ruling:
        """The ruling of a bet at an end of the round; the game's own words go before ours.

        Where nothing is said of the end without a dealer's hand, it is what is said of hands `compared`.
        """
        places = [f"{bet}.{end}", f"{bet}.{_written(end)}", bet, end, _written(end)]
        if compared and compared != end:
            places += [f"{bet}.{compared}", compared]
        if pushes:
            places = [f"{bet}.{compared or end}.push", *places]
        clauses = self.plain.clauses
        said = (clause.says[place] for place in places for clause in clauses if place in clause.says)
        decided = (
            clause.number
            for place in places
            for clause in clauses
            if place in clause.decides or place in clause.says
        )
        words = next(said, words)
        number = next(decided, clauses[0].number if clauses else 1)
        made = Ruling(self.plain.slug, number, words, kind.describe)
        return self.rulings.setdefault((number, words, kind.name), made)


def _written(end: str) -> str:
    return "no_hand" if end.startswith("no_hand") else end


@dataclass(frozen=True, slots=True, eq=False)
class _Maker:
    """Makes the game of a description under some options."""

    of: Description
    shared: _Shared
    folded_qualify: str = FOLDED_HANDS_QUALIFY.default
    """Whether folded hands qualify for the jackpot, which no description says."""

    def game(self) -> Game:
        """The game, made once for the same options."""
        if not self._listed:
            return self._made()
        key = ((FOLDED_HANDS_QUALIFY.name, self.folded_qualify), *self.of.chosen.items())
        if key not in self.shared.games:
            self.shared.games[key] = self._made()
        return self.shared.games[key]

    @property
    def _listed(self) -> bool:
        """Whether every option has a value that the description lists: of amounts there is no end."""
        return all(self.of.chosen[row.name] in row.values for row in self.of.options)

    def _made(self) -> Game:
        description, cards = self.of, self.of.cards
        family = self._war() if description.family == WAR else self._family()
        return Game(
            slug=description.slug,
            name=description.name,
            source=description.text or NOT_READ.get(description.rules_from, ""),
            words=description.words,
            cards_per_seat=cards.packet + description.draws + self._second(),
            cards_for_table=cards.dealer + cards.community + cards.burned + self._second(),
            bets=tuple(self._bets()),
            counted=tuple(self._bets(counted=True)),
            listed=tuple(Listed(row.slug, row.name, row.words) for row in description.listed),
            options=tuple(self._options()),
            clauses=tuple(Clause(row.number, self._words(row)) for row in description.clauses)
            or (Clause(1, description.words),),
            rulings=tuple(self._every_ruling()),
            script=family.script,
            decisions=tuple(
                dict.fromkeys(choice.name for stage in description.stages for choice in stage.choices)
            ),
            turns=turns_of(description),
            printed=lambda options: _printed(description.under(_own(description, options))),
            checks=lambda options: _checks(description.under(_own(description, options))),
            deck=cards.deck,
            one_of=description.one_of if len(description.one_of) > 1 else (),
            tables=None if description.printed else self._tables(),
            under=self._under,
            description=description,
            rules_from=description.rules_from,
        )

    def _under(self, options: Mapping[str, str]) -> Game:
        folded = options.get(FOLDED_HANDS_QUALIFY.name, FOLDED_HANDS_QUALIFY.default)
        return _Maker(self.of.under(_own(self.of, options)), self.shared, folded).game()

    def _words(self, clause: ClauseRow) -> str:
        return clause.words.replace(f"{{{FOLDED_HANDS_QUALIFY.name}}}", FOLDED_HANDS[self.folded_qualify])

    def _bets(self, counted: bool = False) -> Iterator[Bet]:
        """The bets that a table takes, or those that are only counted."""
        for row in self.of.bets:
            if (row.kind == COUNTED) != counted:
                continue
            yield Bet(
                row.slug,
                row.name,
                row.words or _bet_words(row),
                kind=row.kind,
                required=row.required or self.of.one_of == (row.slug,),
                equals=row.equals,
                at_most=row.at_most,
                needs=row.needs,
                multiples=row.multiples,
                of=row.of,
                in_round=row.in_round,
                pays=_win_pays(row),
                paid_as=self._paid_as(row),
                wager_cents=row.wager_cents,
                most_cents=row.most_cents,
                highest=row.reads == HIGHEST,
                source=row.source,
            )
            if row.bonus:
                words = f"No bet of its own: paid on the {row.name} to whoever stayed in."
                yield Bet(row.bonus.table, row.bonus.name, words, of=row.slug, in_round=True)

    def _paid_as(self, row: BetRow) -> str:
        chosen_by = self.of.chooses(row.table) if row.table else row.slug
        return "" if chosen_by == row.slug else chosen_by

    def _options(self) -> Iterator[Option]:
        qualify = any(bet.kind == "jackpot" for bet in self.of.bets)
        for row in self.of.options:
            if row.name == ORDER and qualify:
                yield FOLDED_HANDS_QUALIFY
            yield Option(
                row.name,
                tuple(row.values),
                row.default,
                row.words,
                outside=row.outside,
                amounts=bool(row.amount),
                any_order=row.any_order,
                **self._chooses(row),
            )
        if all(row.name != ORDER for row in self.of.options):
            yield from [FOLDED_HANDS_QUALIFY] if qualify else []
            yield settlement_order()

    def _chooses(self, row: OptionRow) -> dict[str, Any]:
        """The bet whose paytable an option chooses, and the table of each value."""
        if not row.chooses:
            return {}
        usual = self.shared.plain.tables_of(row.chooses)[0].designator
        tables = tuple((value, row.first(value) or usual) for value in row.values)
        return {"chooses": self.of.chooses(row.chooses), "tables": tables}

    def _tables(self) -> dict[str, tuple[Paytable, ...]]:
        names = dict.fromkeys(table.bet for table in self.of.tables)
        by_bet = {name: self.of.chooses(name) for name in names}
        return {
            bet: tuple(_paytable(self.of, bet, table) for table in self.of.tables_of(name))
            for name, bet in by_bet.items()
        }

    def _family(self) -> AgainstDealer:
        game, cards = self.of, self.of.cards
        base = {bet.slug: bet for bet in game.base if not bet.price}
        return AgainstDealer(
            deal=partial(_deal, game),
            stages=tuple(self._stages()),
            folded=self._folded(),
            player=partial(_compared, cards),
            dealer=(lambda layout: cards.ranking.rank(_read(layout, None, "dealer+community")))
            if cards.dealer
            else no_dealer,
            qualifies=lambda dealer: not cards.dealer or dealer >= game.qualifying_strength,
            base={slug: self._settles(row) for slug, row in base.items()},
            given_up=dict(self._given_up()),
            collected={bet.slug: self._collected(bet) for bet in game.base if bet.price},
            first_if_no_hand=tuple(slug for slug, row in base.items() if self._goes_first(row)),
            bonuses=tuple(
                Bonus(bet.bonus.table, bet.slug, self._pays_bonus(bet)) for bet in game.base if bet.bonus
            ),
            sides=tuple(
                SideBet(
                    bet.slug,
                    self._settles_side(bet),
                    always if bet.after_fold == "in-action" else never,
                    last=bet.reads == HIGHEST,
                    at_once=bet.at_once,
                )
                for bet in game.bets
                if bet.kind == "side"
            ),
            jackpots=tuple(
                Jackpot(bet.slug, partial(_claimed, game, bet)) for bet in game.bets if bet.kind == "jackpot"
            ),
            unit=game.unit.slug,
            taken_back=self._taken_back(),
            completes=partial(_complete, game) if cards.first else None,
            order=game.bet_order,
        )

    def _second(self) -> int:
        """The cards of a seat, or of the dealer, that a second deal can take."""
        return 1 + self.of.cards.burned if self.of.family == WAR else 0

    def _war(self) -> War:
        sides = {bet.slug: self._settles_side(bet) for bet in self.of.bets if bet.kind == "side"}
        base = {bet.slug: self._settles_at(bet) for bet in self.of.base}
        return War(self.of.cards, next(self._stages()), self.of.unit.slug, base, sides)

    def _settles_at(self, bet: BetRow) -> Callable[[Wager, str, int, int, Rules], Line]:
        """How a bet is settled at a given end."""
        names = outcomes(self.of.cards.ranking)
        chosen_by = self.of.chooses(bet.table) if bet.table else ""

        def settle(wager: Wager, end: str, player: int, dealer: int, rules: Rules) -> Line:
            odds = bet.pays(end, names[player], rules.pays[chosen_by] if chosen_by else {})
            ruling = self._folded() if end == FOLD else self._ruling(bet, end, odds)
            return settled(wager, odds, ruling, player, dealer, bet.rounds)

        return settle

    def _stages(self) -> Iterator[Stage]:
        opened = 0
        for stage in self.of.stages:
            opened += stage.opens
            decisions = tuple(
                Decision(
                    choice.name,
                    choice.label,
                    tuple(choice.bets.items()),
                    choice.folds,
                    choice.takes_back,
                    choice.exchanges,
                    choice.takes,
                )
                for choice in stage.choices
            )
            opens = partial(open_board, opened) if stage.opens else None
            if stage.deals:
                opens = partial(_deal_more, stage.deals)
            needing = any(choice.needs_hand for choice in stage.choices)
            closed = partial(_closed, self.of.cards.ranking, stage) if needing else None
            yield Stage(stage.name, stage.prompt, decisions, opens, closed)

    # The rulings, and how each bet is settled by them.

    def _folded(self) -> Ruling:
        words = "Folded: every bet that ends with the hand is lost."
        return self.shared.ruling("", FOLD, words, self.of.cards.ranking)

    def _given_up(self) -> Iterator[tuple[str, Callable[[Wager], Line]]]:
        """The base bets of which a fold does not lose all, and how it settles them."""
        for bet in self.of.base:
            odds = bet.settles[FOLD].odds
            if odds is not None:
                ruling = self._ruling_of_fold(bet, odds)
                yield bet.slug, partial(settled, odds=odds, ruling=ruling, rounds=bet.rounds)

    def _ruling_of_fold(self, bet: BetRow, odds: Odds) -> Ruling:
        becomes = {"win": "is paid {odds}", "push": "goes back", "lose": "goes back in part"}[_sort(odds)]
        return self.shared.ruling(bet.slug, FOLD, f"Folded: the {bet.name} {becomes}.", self.of.cards.ranking)

    def _collected(self, bet: BetRow) -> Ruling:
        words = f"The {bet.name} is a price: collected at once, and never returned."
        return self.shared.ruling(bet.slug, PRICE, words, self.of.cards.ranking)

    def _taken_back(self) -> Ruling:
        return self.shared.ruling("", TAKE_BACK, "Taken back.", self.of.cards.ranking)

    def _ruling(self, bet: BetRow, end: str, odds: Odds | None) -> Ruling:
        """What is said of a base bet at an end of the round."""
        words = _said(bet, end, odds, bet.settles[end].uses_table)
        compares = end.startswith("no_hand") and _compares(bet)
        compared = end.removeprefix("no_hand_") if compares else end
        kind, pushes = self.of.cards.ranking, _sort(odds) == "push"
        return self.shared.ruling(bet.slug, end, words, kind, compared, pushes)

    def _settles(self, bet: BetRow) -> Callable[[Wager, Any, Any, Rules], Line]:
        game, names = self.of, outcomes(self.of.cards.ranking)
        chosen_by = game.chooses(bet.table) if bet.table else ""
        rulings: dict[tuple[str, Odds | None], Ruling] = {}

        def settle(wager: Wager, player: Any, dealer: Any, rules: Rules) -> Line:
            # A bet that goes by the dealer's hand alone is settled before any other hand is opened.
            end = "no_hand_win" if player is None else game.end(player, dealer)
            hand = "" if player is None else names[player]
            margin = 0 if player is None or dealer is None else game.margin(player, dealer)
            odds = bet.pays(end, hand, rules.pays[chosen_by] if chosen_by else {}, margin)
            kind = (end, odds)
            if kind not in rulings:
                rulings[kind] = self._ruling(bet, end, odds)
            return settled(wager, odds, rulings[kind], player, dealer)

        return settle

    def _goes_first(self, bet: BetRow) -> bool:
        """Whether without a dealer's hand the bet is settled before any other hand is opened.

        So is an Ante that is refunded whatever the player holds; what is paid waits for its seat.
        """
        cells = [cell for end, cell in bet.settles.items() if end.startswith("no_hand")]
        plain = all(cell == cells[0] and not cell.by_hand and not cell.by_table for cell in cells)
        if not cells or not plain or self.of.always_against:
            return False
        if self.of.no_hand_first:
            return bet.slug in self.of.no_hand_first
        return not bet.in_round and _sort(cells[0].odds) == "push"

    def _table_rulings(self, bet: BetRow, kind: Kind) -> tuple[Ruling, Ruling, Ruling]:
        """A bet paid by a table whatever the other hands: it is paid, pushes, or has no line.

        A bet on the beaten hand does not push, but nobody's hand is beaten at a tie.
        """
        return self._by_table(bet.slug, bet.name, kind, bet.reads)

    def _by_table(self, slug: str, name: str, kind: Kind, reads: str) -> tuple[Ruling, Ruling, Ruling]:
        said = {
            "win": f"{name}: {{player}} is paid {{odds}}.",
            "tie": f"{name}: {{player}} pushes.",
            NONE: f"{name}: {{player}} pays nothing.",
        }
        if reads == BEATEN:
            said = {
                "win": f"{name}: {{dealer}} was beaten by {{player}}, paid {{odds}}.",
                "tie": f"{name}: both have {{dealer}}, so nobody was beaten.",
                NONE: f"{name}: the beaten hand, {{dealer}}, pays nothing.",
            }
        if reads == HIGHEST:
            best = f"{name}: the highest hand at the table"
            said = {
                "win": f"{best} is {{player}}, paid {{odds}}.",
                "tie": f"{best}, {{player}}, pushes.",
                NONE: f"{best}, {{player}}, pays nothing.",
            }
        paid, pushes, nothing = (self.shared.ruling(slug, end, words, kind) for end, words in said.items())
        return paid, pushes, nothing

    def _settles_side(self, bet: BetRow) -> Callable[[Wager, Showdown], Line]:
        kind = self.of.tables_of(bet.table)[0].ranking
        chosen_by, names = self.of.chooses(bet.table), outcomes(kind)
        if bet.reads == BEATEN:
            return self._settles_beaten(bet, kind)
        highest = bet.reads == HIGHEST
        paid, pushes, nothing = self._table_rulings(bet, self._told(bet, kind))

        def by_table(wager: Wager, strength: int, hands: int, rules: Rules) -> Line:
            odds = odds_at(rules, chosen_by, names[strength], hands)
            ruling = nothing if odds is None else paid if odds.numerator else pushes
            return settled(wager, odds, ruling, strength, None)

        def settle(wager: Wager, at: Showdown) -> Line:
            if highest:
                return settled_by_highest(wager, at, kind.rank, by_table)
            cards = _read(at.layout, at.spot, bet.reads, self.of.cards.first)
            strength = kind.rank(cards) if len(cards) >= kind.size else kind.sure(cards)
            return by_table(wager, strength, 1, at.rules)

        return settle

    def _settles_beaten(self, bet: BetRow, kind: Kind) -> Callable[[Wager, Showdown], Line]:
        """A bet on the hand that is beaten, whoever holds it; nobody's is at a tie."""
        chosen_by, names = self.of.chooses(bet.table), outcomes(kind)
        paid, tied, nothing = self._table_rulings(bet, kind)
        board = "+community" if self.of.cards.community else ""

        def settle(wager: Wager, at: Showdown) -> Line:
            hands = [kind.rank(_read(at.layout, at.spot, f"{who}{board}")) for who in ("own", "dealer")]
            beaten, winner = sorted(hands)
            if beaten == winner:
                return lose(wager, tied, *hands)
            odds = at.rules.pays[chosen_by].get(names[beaten])
            return settled(wager, odds, nothing if odds is None else paid, winner, beaten)

        return settle

    def _told(self, bet: BetRow, kind: Kind) -> Kind:
        """How the hand of a side bet is told: of the cards kept only what they are whatever comes.

        So is a flush of several decks, in which a card may be there twice.
        """
        brief = bet.reads == "kept" or (kind.by_suit is not None and self.of.cards.decks > 1)
        return kind.brief if brief else kind

    def _pays_bonus(self, bet: BetRow) -> Callable[[Wager, Showdown], Line | None]:
        assert bet.bonus is not None
        bonus, kind = bet.bonus, self.of.tables_of(bet.bonus.table)[0].ranking
        names = outcomes(kind)
        paid, _, _ = self._by_table(bonus.table, bonus.name, kind, bonus.reads)

        def settle(wager: Wager, at: Showdown) -> Line | None:
            if not bonus.paid_after(at.spot.decided):
                return None
            strength = kind.rank(_read(at.layout, at.spot, bonus.reads, self.of.cards.first))
            odds = at.rules.pays[bonus.table].get(names[strength])
            return None if odds is None else win(wager, odds, paid, strength)

        return settle

    def _every_ruling(self) -> Iterable[Ruling]:
        """All that can be said under some options, in the order of the bets."""
        found = [self._folded()] if self.of.folds else []
        found += [self._taken_back()] if _takes_back(self.of.stages) else []
        others = [
            self.of.under({option.name: value})
            for option in self.of.options
            for value in option.values
            if value != option.default
        ]
        for description in (self.of, *others):
            found += _Maker(description, self.shared)._rulings_here()
        return dict.fromkeys(found)

    def _rulings_here(self) -> Iterator[Ruling]:
        for bet in self.of.base:
            given_up = bet.settles[FOLD].odds if FOLD in bet.settles and self.of.folds else None
            if given_up is not None and self.of.family != WAR:
                yield self._ruling_of_fold(bet, given_up)
            if bet.price:
                yield self._collected(bet)
            for end in bet.settles:
                if end != FOLD and not bet.price:
                    pays = self.of.tables_of(bet.table)[0].pays if bet.table else {}
                    for odds in _possible(bet, end, pays, self.of.cards.ranking):
                        yield self._ruling(bet, end, odds)
            if bet.bonus:
                kind = self.of.tables_of(bet.bonus.table)[0].ranking
                yield self._by_table(bet.bonus.table, bet.bonus.name, kind, bet.bonus.reads)[0]
        for bet in self.of.bets:
            if bet.kind == "side":
                table = self.of.tables_of(bet.table)[0]
                told = self._told(bet, table.ranking)
                paid, pushes, nothing = self._table_rulings(bet, told)
                yield paid
                if table.pushes and bet.reads != BEATEN:
                    yield pushes
                if table.loses:
                    yield nothing
                if bet.reads == BEATEN:
                    yield pushes


def _win_pays(row: BetRow) -> Odds | None:
    """What a win pays without a table; where the hand or the end decides, what it pays if it pays at all."""
    ends = ("win",) if "win" in row.settles else tuple(end for end in row.settles if end != FOLD)
    cells = [part for end in ends for part in (row.settles[end], *row.settles[end].by_hand.values())]
    paid = [cell.odds for cell in cells if cell.odds is not None and not cell.by_table]
    return max(paid, key=lambda odds: odds.net, default=None)


def _own(description: Description, options: Mapping[str, str]) -> dict[str, str]:
    """Those of a table's options that the description knows; the others are the same for all games."""
    return {option.name: options[option.name] for option in description.options if option.name in options}


def _takes_back(stages: tuple[StageRow, ...]) -> bool:
    return any(choice.takes_back for stage in stages for choice in stage.choices)


def _possible(bet: BetRow, end: str, table: Mapping[str, Odds], kind: Kind) -> list[Odds | None]:
    """What a bet can be paid at an end of the round, one of each sort."""
    margins = range(len(MARGINS)) if bet.settles[end].by_margin else range(1)
    paid = [bet.pays(end, hand, table, margin) for hand in kind.classes for margin in margins]
    sorts = {_sort(odds): odds for odds in paid}
    return [*sorts.values()]


def _sort(odds: Odds | None) -> str:
    return "lose" if odds is None or odds.net < 0 else "win" if odds.numerator else "push"


def settled(
    wager: Wager,
    odds: Odds | None,
    ruling: Ruling = UNSAID,
    player: Any = None,
    dealer: Any = None,
    rounds: str = "exact",
) -> Line:
    """A wager paid at these odds, of which none are a loss and 0 to 1 a push; of less a part goes back."""
    match _sort(odds):
        case "win":
            assert odds is not None
            return win(wager, odds, ruling, player, dealer)
        case "push":
            return push(wager, ruling, player, dealer)
    lost = lose(wager, ruling, player, dealer)
    return lost if odds is None else lost._replace(returned_cents=_part(odds, wager.cents, rounds))


def _part(odds: Odds, cents: int, rounds: str) -> int:
    """What goes back of a stake of which a part is lost; the house keeps parts of a cent."""
    back = odds.pays_rounded_down(cents)
    if rounds == "exact":
        return back
    return min(cents, (back + 99 * (rounds == "player-up")) // 100 * 100)


def _said(bet: BetRow, end: str, odds: Odds | None, by_table: bool) -> str:
    """What a dealer would say, where the game gives no words of its own."""
    becomes = {"win": "is paid {odds}", "push": "pushes", "lose": "loses"}[_sort(odds)]
    if end == "hand":
        return {"win": "{player} is paid {odds}.", "push": "{player} pushes."}.get(
            _sort(odds), "{player} is not on the paytable."
        )
    because = {
        "win": "{player} beats the dealer's {dealer}",
        "tie": "Both have {dealer}",
        "lose": "The dealer's {dealer} beats {player}",
    }
    compared = end.removeprefix("no_hand_").removeprefix("war_")
    if end.startswith("no_hand") and not _compares(bet):
        return f"No hand, dealer has {{dealer}}: the {bet.name} {becomes}."
    if compared == "lose" and odds is None:
        return f"{because['lose']}."
    schedule = " by the schedule" if by_table and _sort(odds) == "win" else ""
    return f"{because[compared]}: the {bet.name} {becomes}{schedule}."


def _compares(bet: BetRow) -> bool:
    """Whether hands are compared for the bet even where the dealer has none to play with."""
    ends = ("win", "tie", "lose")
    return all(bet.settles.get(f"no_hand_{one}") == bet.settles.get(one) for one in ends)


def _bet_words(row: BetRow) -> str:
    """What a bet is, where the description doesn't say."""
    if row.in_round:
        sizes = " or ".join(f"{multiple} times" for multiple in row.multiples)
        return f"{sizes} the bet it is made on, in the course of the round."
    if row.kind == "jackpot":
        return "A fixed wager on the sensor; paid by the Game Manager."
    return "Paid by its table." if row.table else "Laid before the deal."


def _printed(description: Description) -> tuple[str, ...]:
    if description.face.printed:
        return description.face.printed
    if description.qualifies:
        lowest = description.cards.ranking.describe(description.qualifying_strength)
        return (f"Dealer plays with {lowest} {description.cards.ranking.or_better}",)
    return (description.words,)


def _checks(description: Description) -> tuple[Check, ...]:
    return tuple(
        Check(row.asks, row.answers, row.clause, row.after.rpartition(".")[2]) for row in description.checks
    )


def _paytable(game: Description, bet: str, row: TableRow) -> Paytable:
    """A table of a description, as everything else knows tables."""
    return Paytable(
        designator=row.designator,
        title=f"{game.name}, {row.designator}",
        game=game.slug,
        bet=bet,
        ranking=row.ranking.name,
        lines=row.written or tuple(PayLine(hand, odds) for hand, odds in row.lines),
        wager_cents=row.wager_cents,
        seed_cents=row.seed_cents,
        notes=tuple(_whence(game, row)),
        approved=game.rules_from == "approval" and not row.house,
        standing=row.standing if game.rules_from == "public" and not row.house else "",
        house=row.house,
    )


def _whence(game: Description, row: TableRow) -> Iterator[str]:
    """Where a table was read, and how sure it is."""
    if row.house:
        yield "Entered by the house: no pay scale of this bet is public."
    elif row.standing == "unconfirmed":
        yield "Unconfirmed: it is said to be in use, and no text that was read prints it."
    elif row.source:
        said = {"read": "Read in", "inferred": "Inferred from"}[row.standing]
        yield f"{said} {named(row.source, game.letter)}."


def _deal(game: Description, layout: Layout) -> None:
    """Packets from the dealer's left, then the dealer's, whose last cards lie face up, then the board if it
    does not come in its turn; or the board first.

    What is burned of the board's packet is the last of it, on the dealer's right.
    """
    cards = game.cards
    if cards.board_first:
        _deal_board(game, layout)
    for spot in layout.spots:
        offered = layout.draw(1) if cards.offered and cards.offered.first else ()
        layout.deal(spot, "hand", cards.first or cards.player, up=ALL if cards.face_up else DOWN)
        if cards.offered:
            offered = offered or layout.draw(1)
            spot.hands.append(Hand(spot.seat, cards.offered.name, offered, DOWN, DOWN))
    if not cards.community:
        layout.draw(cards.burned)
    if cards.dealer:
        layout.deal_dealer(cards.dealer, up=(1 << cards.dealer) - (1 << cards.dealer - cards.dealer_up))
    if cards.community and not cards.board_first and not cards.in_turn:
        _deal_board(game, layout)


def _deal_board(game: Description, layout: Layout) -> None:
    layout.board = Hand(DEALER, "board", layout.draw(game.cards.community), DOWN, DOWN)
    layout.draw(game.cards.burned)


def _closed(kind: Kind, stage: StageRow, spot: Spot) -> frozenset[str]:
    """The choices of a stage that are not open to a seat with its cards."""
    strength = kind.rank(spot.hands[0].cards)
    hand = kind.class_of(strength)
    return frozenset(choice.name for choice in stage.choices if not choice.open_to(hand, strength))


def _deal_more(count: int, layout: Layout) -> None:
    """So many further cards to every player who is still in."""
    for spot in layout.spots:
        if not spot.folded:
            spot.hands[0].cards = (*spot.hands[0].cards, *layout.draw(count))


def _complete(game: Description, layout: Layout) -> None:
    """What is missing of every player's hand that is compared, or that a bet in action still reads."""
    for spot in layout.spots:
        held = spot.hands[0].cards
        if not spot.folded or _reads_folded(game, layout, spot):
            spot.hands[0].cards = (*held, *layout.draw(game.cards.player - len(held)))


def _reads_folded(game: Description, layout: Layout, spot: Spot) -> bool:
    """Whether a bet in action is settled by more of a folded hand than its first cards."""
    claims = layout.rules.options.get("folded_hands_qualify") == "yes"
    for bet in game.bets:
        alive = spot.wagers if bet.kind == "side" else spot.staked if bet.kind == "jackpot" and claims else ()
        if bet.slug in alive and not {"own", "dealt", "kept"}.isdisjoint(bet.reads.split("+")):
            return True
    return False


def _compared(cards: Cards, layout: Layout, spot: Spot) -> int | None:
    """The strength of the hand that a seat compares; a folded one may lack cards, and is compared no more."""
    read = _read(layout, spot, "own+community")
    if spot.taken:
        spot.hands[1].up = ALL
    return None if spot.folded else cards.ranking.rank(read)


def open_board(count: int, layout: Layout) -> None:
    """Open so many cards of the board, and deal those that don't lie there yet."""
    lying = layout.board.cards
    if len(lying) < count:
        layout.board = Hand(DEALER, "board", (*lying, *layout.draw(count - len(lying))), DOWN, DOWN)
    layout.board.up = (1 << count) - 1


def _read(layout: Layout, spot: Spot | None, reads: str, first: int = 0) -> list[Card]:
    """The cards that a bet is paid on; what is read of the board lies open."""
    found: list[Card] = []
    for who in reads.split("+"):
        if who == "own" and spot is not None:
            found += spot.hands[0].cards
            found += spot.hands[1].cards if spot.taken else ()
        elif who == "first" and spot is not None:
            found += (spot.first or spot.hands[0].cards)[: first or None]
        elif who in ("dealt", "kept") and spot is not None:
            came = (*spot.hands[0].cards, *(spot.thrown if who == "dealt" else ()))
            found += [card for card in came if card not in spot.drawn]
        elif who == "dealer":
            found += layout.dealer.cards
        elif who.startswith("community[") or layout.board.cards:
            layout.board.up = ALL
            found += layout.board.cards[: int(who[10:-1]) if who != "community" else None]
    return found


def _claimed(game: Description, bet: BetRow, at: Showdown) -> tuple[str, tuple[Card, ...]]:
    """The outcome by the ranking of the table in force, and the cards that show it."""
    kind = game.ranked_by(bet.table, at.rules.paytables[bet.slug].ranking)
    cards = _read(at.layout, at.spot, bet.reads_for(kind), game.cards.first)
    board = bool(game.cards.dealer) and "community" in bet.reads
    return outcomes(kind)[kind.rank(cards)], kind.making(cards) if board else tuple(cards)
