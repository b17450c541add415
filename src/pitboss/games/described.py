"""A whole game from its description: bets, options, clauses, rulings and the script of its round.

What a bet is paid stands in the description alone; the exact engines and the simulation read the same cells.
A description of which engines, kernel and charts know no shape is dealt all the same.
"""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from pitboss.errors import BadInput
from pitboss.games.common import FOLDED_HANDS, FOLDED_HANDS_QUALIFY
from pitboss.games.contract import Bet, Check, Clause, Game, Listed, Option, Outside, Rules, Ruling
from pitboss.games.description import Description
from pitboss.games.description.shape import read
from pitboss.games.features import turns_of
from pitboss.games.guards import ranking_of
from pitboss.games.language import form
from pitboss.games.language import read as read_form
from pitboss.games.language.expressions import Highest
from pitboss.games.language.options import ORDER
from pitboss.games.language.sight import dealt
from pitboss.games.paying import chosen_by
from pitboss.games.procedure import HOUSE_WAY, Procedure, money_on
from pitboss.games.round import Round
from pitboss.games.rulings import Rulings
from pitboss.games.strategy import Turn
from pitboss.money import Odds
from pitboss.paytables.model import Line as PayLine
from pitboss.paytables.model import Paytable
from pitboss.paytables.rankings import Ranking, knows
from pitboss.paytables.sources import named

NOT_READ = {"own": "our own rules", "public": "public texts"}
"""Where rules come from that are in no approval."""
TRIED = 6
"""So many rounds of a game are dealt before it is offered whose shape nothing else knows."""


def load(folder: Path, own: bool = False, entered: Path | None = None) -> Game:
    """The game that the description in a folder tells; whatever it says, nobody approved one's own.

    Every value of the options of one's `own` is tried; the tests try those of the games that ship.
    `entered` are the house's own tables for bets of which no pay scale is public.
    """
    path = folder / "game.toml"
    try:
        return game_of(read(path, entered, tried=own), own)
    except BadInput as strange:
        if not own:
            raise
        return _shapeless(path, entered, str(strange))


def game_of(description: Description, own: bool = False) -> Game:
    """The game a description tells, with its options at their defaults or as they were chosen."""
    return _game(description.form, description, own)


def _game(of: form.Game, description: Description | None, own: bool = False, shapeless: str = "") -> Game:
    origin = "own" if own and of.rules_from == "approval" else of.rules_from
    shared = _Shared(of, Rulings(of), origin, shapeless)
    return _Maker(of, description, shared).game()


def _shapeless(path: Path, entered: Path | None, strange: str) -> Game:
    """A game whose shape no engine, kernel or chart knows: a table deals it, if that comes to an end.

    :raises BadInput: if the file has a mistake, or no table can deal it.
    """
    of = read_form(path, entered)
    try:
        _check(of)
        found = _game(of, None, True, strange)
        _try(found)
    except BadInput as error:
        raise BadInput(f"{strange}\n{path.parent.name}/{path.name}: and no table deals it: {error}") from None
    return found


def _check(of: form.Game) -> None:
    """Refuse what no table can deal yet.

    :raises BadInput: with the reason.
    """
    for bet in of.bets:
        if bet.any_size or bet.paid:
            raise BadInput(f"the bet {bet.slug!r} may be of any size")


def _try(game: Game) -> None:
    """Deal rounds by chance under every value of the options."""
    chance = random.Random(game.slug)
    settings = [{option.name: value} for option in game.options for value in option.values]
    for options in ({}, *settings):
        for _ in range(TRIED):
            _deal(game.rules(options), chance)


def _deal(rules: Rules, chance: random.Random) -> None:
    """A round to its end, for one seat or two."""
    game = rules.game
    order = rules.order(lambda decks, deck=game.deck: chance.sample([*deck] * decks, len(deck) * decks))
    seats = range(1, 1 + min(game.seats_max, chance.randint(1, 2)))
    played = Round(rules, {seat: game.least_wagers(chance.random) for seat in seats}, order)
    while played.request is not None:
        played.decide(chance.choice(played.request.choices).name)
    for seat in seats:
        taken = sum(line.wager_cents for line in played.lines if line.seat == seat)
        if taken != played.staked_cents(seat):
            raise BadInput("a wager is left on the layout when a round is over")


@dataclass(frozen=True, slots=True, eq=False)
class _Shared:
    """What a game has in common under all its options: the games made so far, and the rulings."""

    plain: form.Game
    rulings: Rulings
    rules_from: str
    shapeless: str
    """Why no engine, kernel or chart knows it, line by line; nothing where they do."""
    games: dict[tuple[tuple[str, str], ...], Game] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class _Maker:
    """Makes the game of a description under some options."""

    of: form.Game
    description: Description | None
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
        known = {option.name: [value.value for value in option.values] for option in self.of.options}
        return all(self.of.chosen[name] in values for name, values in known.items())

    def _made(self) -> Game:
        of, shared = self.of, self.shared
        own, others = dealt(of.acts, {place.name: place for place in of.places})
        return Game(
            slug=of.slug,
            name=of.name,
            source=of.text or NOT_READ.get(shared.rules_from, ""),
            words=of.words,
            cards_per_seat=own + sum(map(_drawn, self._questions)),
            cards_for_table=others,
            bets=tuple(self._bets()),
            counted=tuple(self._bets(counted=True)),
            listed=tuple(Listed(bet.slug, bet.name, bet.words) for bet in of.listed),
            options=tuple(self._options()),
            clauses=tuple(Clause(one.number, self._words(one)) for one in of.clauses)
            or (Clause(1, of.words),),
            rulings=tuple(self._every_ruling()),
            script=self.procedure.script,
            decisions=tuple(dict.fromkeys(one.name for act in self._questions for one in act.choices)),
            turns=turns_of(self.description) if self.description else tuple(self._turns()),
            printed=lambda options: self._here(options).printed(),
            checks=lambda options: self._here(options).checks(),
            deck=of.shoe.deck,
            one_of=of.one_of if len(of.one_of) > 1 else (),
            tables=None if of.printed else self._tables(),
            under=self._under,
            form=of,
            description=self.description,
            shapeless=shared.shapeless,
            rules_from=shared.rules_from,
        )

    @cached_property
    def procedure(self) -> Procedure:
        """The script of its rounds."""
        return Procedure(self.of, self.shared.rulings)

    @property
    def _questions(self) -> list[form.Question]:
        """The questions that can be asked under the options chosen."""
        acts = (step.act.does for step in self.procedure.steps)
        return [does for does in acts if isinstance(does, form.Question)]

    def _turns(self) -> Iterator[Turn]:
        """The turns of a game of no known shape: what may be decided, and nothing that rules may name."""
        for step in self.procedure.steps:
            if step.asks:
                names = tuple(one.choice.name for one in step.choices) or (HOUSE_WAY,)
                yield Turn(step.act.name, names, {})

    def _here(self, options: Mapping[str, str]) -> "_Maker":
        """The same game under other options."""
        own = {option.name: options[option.name] for option in self.of.options if option.name in options}
        folded = options.get(FOLDED_HANDS_QUALIFY.name, FOLDED_HANDS_QUALIFY.default)
        described = self.description.under(own) if self.description else None
        return _Maker(described.form if described else self.of.under(own), described, self.shared, folded)

    def _under(self, options: Mapping[str, str]) -> Game:
        return self._here(options).game()

    def _words(self, clause: form.Clause) -> str:
        return clause.words.replace(f"{{{FOLDED_HANDS_QUALIFY.name}}}", FOLDED_HANDS[self.folded_qualify])

    def _bets(self, counted: bool = False) -> Iterator[Bet]:
        """The bets that a table takes, or those that are only counted."""
        for bet in self.of.bets:
            if (bet.kind == form.COUNTED) != counted:
                continue
            if not bet.each:
                yield self._bet(bet)
                continue
            for (_, part), slug in money_on(self.of, bet).items():
                one = self._bet(bet)
                if slug != bet.slug:
                    later = bool(part) or bet.in_round
                    hand = f"hand {slug.removeprefix(bet.slug)[1:]}"
                    required = one.required and not later
                    equals = bet.slug if required else one.equals
                    one = replace(
                        one,
                        slug=slug,
                        name=f"{bet.name}, {hand}",
                        words=f"The same on {hand}.",
                        required=required,
                        equals=equals,
                        in_round=later,
                        multiples=(),
                        of=one.of if bet.rides else "",
                    )
                yield one

    def _bet(self, bet: form.Bet) -> Bet:
        if bet.rides:
            name = self.of.bet(bet.rides).name
            words = f"No bet of its own: paid on the {name} to whoever stayed in."
            return Bet(bet.slug, bet.name, bet.words or words, of=bet.rides, in_round=True)
        return Bet(
            bet.slug,
            bet.name,
            bet.words or _bet_words(bet),
            kind=bet.kind,
            required=bet.required or self.of.one_of == (bet.slug,),
            equals=bet.equals,
            at_most=bet.at_most,
            needs=bet.needs,
            needs_one=bet.needs_one,
            not_with=bet.not_with,
            multiples=bet.multiples,
            of=bet.of if bet.multiples else "",
            in_round=bet.in_round,
            pays=_win_pays(bet),
            paid_as=self._paid_as(bet),
            wager_cents=bet.wager_cents,
            most_cents=bet.most_cents,
            highest=isinstance(bet.reads, Highest),
            source=bet.source,
        )

    def _paid_as(self, bet: form.Bet) -> str:
        by = chosen_by(self.of, bet.table) if bet.table else bet.slug
        return "" if by == bet.slug else by

    def _options(self) -> Iterator[Option]:
        qualify = any(bet.kind == form.JACKPOT for bet in self.of.bets)
        for option in self.of.options:
            if option.name == ORDER.name and qualify:
                yield FOLDED_HANDS_QUALIFY
            ruled_out = ((one.value, one.outside) for one in option.values if one.outside)
            outside = (Outside(value, why.words, why.with_values) for value, why in ruled_out)
            yield Option(
                option.name,
                tuple(one.value for one in option.values),
                option.default,
                option.words,
                outside=tuple(outside),
                amounts=bool(option.amount),
                any_order=bool(option.any_order),
                **self._chooses(option),
            )
        if all(option.name != ORDER.name for option in self.of.options):
            yield from [FOLDED_HANDS_QUALIFY] if qualify else []
            yield ORDER

    def _chooses(self, option: form.Option) -> dict[str, Any]:
        """The bet whose paytable an option chooses, and the table of each value."""
        paths = (path.split(".") for one in option.values for path in one.sets)
        name = next((path[1] for path in paths if path[0] == "tables" and path[-1] == "first"), "")
        if not name:
            return {}
        first = next(table.designator for table in self.shared.plain.tables if table.bet == name)
        tables = tuple(
            (one.value, str(one.sets.get(f"tables.{name}.first", "")) or first) for one in option.values
        )
        return {"chooses": chosen_by(self.of, name), "tables": tables}

    def _tables(self) -> dict[str, tuple[Paytable, ...]]:
        found: dict[str, dict[str, Paytable]] = {}
        for table in self.of.tables:
            bet = chosen_by(self.of, table.bet)
            found.setdefault(bet, {}).setdefault(table.designator, self._paytable(bet, table))
        return {bet: tuple(tables.values()) for bet, tables in found.items()}

    def _paytable(self, bet: str, table: form.Table) -> Paytable:
        """A table of a description, as everything else knows tables."""
        game, origin = self.of, self.shared.rules_from
        lines = tuple(PayLine(line.name, line.pay, line.envy_cents) for line in table.lines)
        called = self.procedure.paying[bet].called(table)
        own = not knows(called, [line.hand for line in lines])
        names = {line.hand: frozenset((line.hand,)) for line in lines}
        return Paytable(
            designator=table.designator,
            title=f"{game.name}, {table.designator}",
            game=game.slug,
            bet=bet,
            ranking=f"{game.slug} {table.bet}" if own else called,
            lines=lines,
            wager_cents=table.wager_cents,
            seed_cents=table.seed_cents,
            notes=tuple(_whence(game, table)),
            approved=origin == "approval" and not table.house,
            standing=table.standing if origin == "public" and not table.house else "",
            house=table.house,
            ranked=Ranking(tuple(names), names) if own else None,
        )

    def _every_ruling(self) -> Iterable[Ruling]:
        """All that can be said under some options, in the order of the bets."""
        rulings = self.shared.rulings
        found = [rulings.folded()] if self.of.folds else []
        found += [rulings.taken_back()] if any(map(_takes_back, self._questions)) else []
        found += self.procedure.every_ruling()
        for option in self.of.options if self.description else ():
            for one in option.values[1:]:
                found += Procedure(self.of.under({option.name: one.value}), rulings).every_ruling()
        return dict.fromkeys(found)

    def printed(self) -> tuple[str, ...]:
        """What the felt prints."""
        ranking = ranking_of(self.of) if self.of.lowest else None
        if self.of.face.printed or ranking is None:
            return self.of.face.printed or (self.of.words,)
        lowest = ranking.describe(ranking.rank(self.of.lowest))
        return (f"Dealer plays with {lowest} {ranking.or_better}",)

    def checks(self) -> tuple[Check, ...]:
        """What a dealer has to know besides."""
        return tuple(
            Check(one.asks, one.answers, one.clause, one.after.rpartition(".")[2]) for one in self.of.checks
        )


def _drawn(question: form.Question) -> int:
    """How many cards a question may bring a hand."""
    return max(len(choice.exchanges) + choice.deals + choice.splits for choice in question.choices)


def _takes_back(question: form.Question) -> bool:
    return any(choice.takes_back for choice in question.choices)


def _win_pays(bet: form.Bet) -> Odds | None:
    """What a win pays without a table; where the hand or the end decides, what it pays if it pays at all."""
    wins = [line for line in bet.settles if line.name == "win"]
    lines = wins or [line for line in bet.settles if line.name != "fold"]
    paid = [line.pays.odds for line in lines if line.pays.odds is not None and line.pays.by != "table"]
    return max(paid, key=lambda odds: odds.net, default=None)


def _bet_words(bet: form.Bet) -> str:
    """What a bet is, where the description doesn't say."""
    if bet.multiples:
        sizes = " or ".join(f"{multiple} times" for multiple in bet.multiples)
        return f"{sizes} the bet it is made on, in the course of the round."
    if bet.in_round:
        return "Laid in the course of the round."
    if bet.kind == form.JACKPOT:
        return "A fixed wager on the sensor; paid by the Game Manager."
    return "Paid by its table." if bet.table else "Laid before the deal."


def _whence(game: form.Game, table: form.Table) -> Iterator[str]:
    """Where a table was read, and how sure it is."""
    if table.house:
        yield "Entered by the house: no pay scale of this bet is public."
    elif table.standing == "unconfirmed":
        yield "Unconfirmed: it is said to be in use, and no text that was read prints it."
    elif table.source:
        said = {"read": "Read in", "inferred": "Inferred from"}[table.standing]
        yield f"{said} {named(table.source, game.letter)}."
