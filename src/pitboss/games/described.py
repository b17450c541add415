"""A whole game from its description: bets, options, clauses, rulings and the script of its round.

What a bet is paid stands in the description alone; the exact engines and the simulation read the same cells.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pitboss.games.common import FOLDED_HANDS, FOLDED_HANDS_QUALIFY, settlement_order
from pitboss.games.contract import Bet, Check, Clause, Game, Listed, Option, Ruling
from pitboss.games.description import (
    COUNTED,
    HIGHEST,
    ORDER,
    WAR,
    BetRow,
    ClauseRow,
    Description,
    OptionRow,
    StageRow,
    TableRow,
    read,
)
from pitboss.games.features import turns_of
from pitboss.games.procedure import Procedure
from pitboss.games.rulings import Rulings
from pitboss.money import Odds
from pitboss.paytables.model import Line as PayLine
from pitboss.paytables.model import Paytable
from pitboss.paytables.sources import named

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
    return _Maker(description, _Shared(description, Rulings(description.form))).game()


@dataclass(frozen=True, slots=True, eq=False)
class _Shared:
    """What a game has in common under all its options: the games made so far, and the rulings."""

    plain: Description
    rulings: Rulings
    games: dict[tuple[tuple[str, str], ...], Game] = field(default_factory=dict)


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
        procedure = Procedure(description.form, self.shared.rulings)
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
            rulings=tuple(self._every_ruling(procedure)),
            script=procedure.script,
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

    def _second(self) -> int:
        """The cards of a seat, or of the dealer, that a second deal can take."""
        return 1 + self.of.cards.burned if self.of.family == WAR else 0

    def _every_ruling(self, procedure: Procedure) -> Iterable[Ruling]:
        """All that can be said under some options, in the order of the bets."""
        rulings = self.shared.rulings
        found = [rulings.folded()] if self.of.folds else []
        found += [procedure.taken_back] if _takes_back(self.of.stages) else []
        found += procedure.every_ruling()
        for option in self.of.options:
            for value in option.values:
                if value != option.default:
                    other = self.of.under({option.name: value})
                    found += Procedure(other.form, rulings).every_ruling()
        return dict.fromkeys(found)


def _win_pays(row: BetRow) -> Odds | None:
    """What a win pays without a table; where the hand or the end decides, what it pays if it pays at all."""
    ends = ("win",) if "win" in row.settles else tuple(end for end in row.settles if end != "fold")
    cells = [part for end in ends for part in (row.settles[end], *row.settles[end].by_hand.values())]
    paid = [cell.odds for cell in cells if cell.odds is not None and not cell.by_table]
    return max(paid, key=lambda odds: odds.net, default=None)


def _own(description: Description, options: Mapping[str, str]) -> dict[str, str]:
    """Those of a table's options that the description knows; the others are the same for all games."""
    return {option.name: options[option.name] for option in description.options if option.name in options}


def _takes_back(stages: tuple[StageRow, ...]) -> bool:
    return any(choice.takes_back for stage in stages for choice in stage.choices)


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
