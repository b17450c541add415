"""Where a described game is counted: what `par`, `ev` and `strategy` find, by the engine of its family."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from pitboss.analysis import progressive
from pitboss.analysis.cache import Version, remembered
from pitboss.analysis.families import (
    bounded,
    by_class,
    highest,
    highest_folds,
    inputs,
    plain,
    readings,
    riding,
    solving,
)
from pitboss.analysis.families.agreement import agreement
from pitboss.analysis.families.by_class import histogram, outcomes, split
from pitboss.analysis.families.deals import Deck
from pitboss.analysis.families.engines import engine_for
from pitboss.analysis.families.payoff import Pays, told
from pitboss.analysis.parsheet import BASE, ParSheet, from_outcomes
from pitboss.analysis.registry import (
    BASE_TABLE,
    PROGRESSIVE,
    Analysis,
    AnalysisOption,
    Entry,
    resolve_paytable,
)
from pitboss.analysis.results import Strategy, Values
from pitboss.analysis.side_bets import described as described_table
from pitboss.errors import BadInput
from pitboss.games import Game, Rules
from pitboss.games.description import HIGHEST, SIDES, BetRow, Cards, Description, TableRow
from pitboss.games.language.form import Option, Value
from pitboss.games.situation import Situation
from pitboss.games.strategy import named, ruled
from pitboss.hands.kinds import Kind
from pitboss.letters import capital
from pitboss.paytables import Paytable

Options = Mapping[str, str]
HANDS = "hands"
"""The option that says how many hands are dealt."""
FLOP = 3
"""How many cards of a hold'em board are opened first."""


def analysis(game: Game) -> Analysis:
    """Where the bets, decisions and strategy of a described game are counted."""
    if game.description is None:
        return plain.analysis(game)
    described = _described(game)
    asked = _base_table(described)
    names = {option.name for option in game.options if option.chooses and option.chooses == asked}
    every = _options(described, described.base)
    own, naming = (tuple(one for one in every if (one.name in names) is yes) for yes in (False, True))
    par = {BASE: Entry(partial(_base, game), asked, own, names=naming)}
    played_for = () if asked is None or naming else (_base_tables(game, asked),)
    for bet in described.bets:
        if bet.kind in SIDES:
            deciding = described.base if _decided(described, bet) else ()
            options, count = _options(described, (bet, *deciding)), _side
            options += played_for if deciding else ()
            if bet.reads == HIGHEST:
                options, count = (_hands(described.cards), *options), _highest
            par[bet.slug] = Entry(partial(count, game, bet.slug), described.chooses(bet.table), options)
        elif bet.settles_by_margin and not bet.in_round:
            # The rows of the base game add it to other bets; its own lines only a sheet of its own shows.
            table = described.chooses(bet.table)
            par[bet.slug] = Entry(partial(_by_margin, game, bet.slug), table, _options(described, (bet,)))
        elif bet.kind == "jackpot":
            options = (*PROGRESSIVE, *_options(described, described.base))
            options += played_for if described.folds or described.exchanged(bet) else ()
            par[bet.slug] = Entry(
                partial(_jackpot, game, bet.slug),
                described.chooses(bet.table),
                options,
                hands=partial(_jackpot_hands, game, bet.slug),
            )
    per = described.unit.name
    printed = {bet: numbers for bet in par if (numbers := _printed_for(game, bet, par[bet]))}
    return Analysis(
        par,
        partial(_values, game),
        partial(_strategy, game),
        decides=partial(_decides, game),
        readings=partial(readings.readings, game) if readings.has_readings(game) else "",
        per=per,
        printed=printed,
    )


def _decides(game: Game, options: Options) -> tuple[inputs.Inputs, Version]:
    """What decides the figures of the base game, and what solves it."""
    described = _described(game, options)
    return inputs.base(Pays.of(described)), solving.version_of(described)


def _printed_for(game: Game, bet: str, entry: Entry) -> tuple[Options, ...]:
    """The numbers of hands that an approved table of a bet is printed for."""
    if bet == BASE or not any(table.approved and table.by_hands for table in game.paytables(bet)):
        return ()
    numbers = next(option.values for option in entry.options if option.name == HANDS)
    return tuple({HANDS: number} for number in numbers)


def _described(game: Game, options: Options | None = None) -> Description:
    """The description under some options, the same one for the same options."""
    known = {option.name for option in game.options}
    given = {name: value for name, value in (options or {}).items() if name in known}
    found = game.rules(given).game.description
    assert found is not None
    return found


def _base_table(described: Description) -> str | None:
    """The bet by whose paytable the base game is asked for: the first one it pays by."""
    names = (
        name for bet in described.base for name in (bet.table, bet.bonus.table if bet.bonus else "") if name
    )
    first = next(names, None)
    return None if first is None else described.chooses(first)


def _base_tables(game: Game, bet: str) -> AnalysisOption:
    """By which table the base game is played best: what is folded changes with it."""
    names = tuple(table.designator for table in game.paytables(bet))
    words = "The table for which the base game is played: a designator, with edits as one word, or a file."
    return AnalysisOption(
        BASE_TABLE, names[0], names, partial(resolve_paytable, game.slug, BASE, options={}), words
    )


def _played_for(
    game: Game, described: Description, options: Options
) -> tuple[dict[str, str | TableRow], tuple[str, ...]]:
    """The base game's table that was asked for, and what to know if it is not a printed one."""
    if BASE_TABLE not in options:
        return {}, ()
    table = resolve_paytable(game.slug, BASE, options[BASE_TABLE], {})
    assert table is not None
    notes = game.departures({}, {table.bet: table})
    if table not in game.paytables(table.bet):
        lines = ", ".join(f"{line.hand} {line.pay}" for line in table.lines)
        notes += (f"the base game is played for {table.designator}: {lines}",)
    return _tables(game, described, table), tuple(f"{capital(note)}." for note in notes)


def _options(described: Description, bets: tuple[BetRow, ...]) -> tuple[AnalysisOption, ...]:
    """The options that change what some of these bets are worth."""
    return tuple(
        AnalysisOption(option.name, option.default, tuple(value.value for value in option.values))
        for option in described.form.options
        if any(_value_matters(described, option, value, bets) for value in option.values)
    )


def _value_matters(described: Description, option: Option, value: Value, bets: tuple[BetRow, ...]) -> bool:
    """Whether a value of an option is counted for some of these bets; a term may only tell what is burnt."""
    paths = [path for path in value.sets if _matters(path, bets)]
    if any(not path.startswith("terms.") for path in paths):
        return True
    other = described.under({option.name: value.value}) if paths else described
    return inputs.dealt(other) != inputs.dealt(described)


def _matters(path: str, bets: tuple[BetRow, ...]) -> bool:
    """Whether what an option sets is counted for some of these bets."""
    part, _, rest = path.partition(".")
    if part == "bet":
        slug, _, key = rest.partition(".")
        return slug in [bet.slug for bet in bets] and key not in (
            "kind",
            "needs",
            "equals",
            "at_most",
            "most",
            "at_once",
            "words",
            "name",
            "rounds",
        )
    if part == "tables":
        bonuses = (bet.bonus.table for bet in bets if bet.bonus)
        return rest.partition(".")[0] in [*(bet.table for bet in bets), *bonuses]
    if rest == "decks":
        return True
    if part == "terms":
        return any(bet.kind == "base" for bet in bets)
    if part in ("cards", "dealer", "stage"):
        unseen = ("face_up", "burned", "burn_each")
        return any(bet.kind == "base" for bet in bets) and rest not in unseen
    return False


def _hands(cards: Cards) -> AnalysisOption:
    """How many hands a bet on the highest of them is for."""
    words = (
        "How many hands are dealt, the dealer's included." if cards.dealer else "How many hands are dealt."
    )
    numbers = tuple(map(str, cards.hands_dealt))
    return AnalysisOption(HANDS, numbers[0], numbers, words=words)


def _decided(described: Description, bet: BetRow) -> bool:
    """Whether decisions matter to the bet: under some option a fold loses it, or an exchange changes it."""
    values = (value for option in described.form.options for value in option.values)
    loses = any(value.sets.get(f"bet.{bet.slug}.after_fold") == "lose" for value in values)
    return bet.lost_with_fold or described.exchanged(bet) or loses


def row_of(described: Description, table: Paytable) -> TableRow:
    """A paytable, the game's or a user's own, as the engines read it."""
    name = next(row.bet for row in described.tables if described.chooses(row.bet) == table.bet)
    return TableRow.of(table, name, described.ranked_by(name, table.ranking))


def pays_of(rules: Rules) -> Pays:
    """A described game with the paytables of a table, its own or a user's."""
    described = rules.game.description
    assert described is not None
    names = dict.fromkeys(described.chooses(row.bet) for row in described.tables)
    tables = (rules.paytables[name] for name in names if name in rules.paytables)
    return Pays.of(described, {row.bet: row for row in (row_of(described, table) for table in tables)})


def _tables(game: Game, described: Description, table: Paytable | None) -> dict[str, str | TableRow]:
    """The table asked for, its own odds as the options have them."""
    if table is None:
        return {}
    own = game.tables is not None and table in game.tables.get(table.bet, ())
    row = described.table(table.designator) if own else row_of(described, table)
    return {row.bet: row}


def _marked(game: Game, sheet: ParSheet, table: Paytable | None) -> ParSheet:
    """Say whose rules these are, where the table was read, and how sure it is."""
    if table is not None:
        where = described_table(table) if game.tables is None else {"sources": table.notes}
        sheet = replace(sheet, **where)
    if not game.mark:
        return sheet
    marks = game.marks(*filter(None, (table,)))
    notes = (note for note in sheet.notes if note not in marks)
    return replace(sheet, approved=False, notes=(*notes, *marks))


def _base(game: Game, table: Paytable | None, options: Options) -> ParSheet:
    described = _described(game, options)
    tables = _tables(game, described, table)
    try:
        sheet = solving.par(described, BASE, tables)
    except BadInput as why:
        sheet = bounded.sheet(described, tables, why)
    else:
        sheet = _agreed(game, described, sheet)
    return _marked(game, replace(sheet, options=dict(options)), table)


def _agreed(game: Game, described: Description, sheet: ParSheet, of: str = "") -> ParSheet:
    """A sheet of one's own game, with where the judge has met it; tests see to games that ship."""
    if not game.own:
        return sheet
    met = agreement(described, of or sheet.bet)
    return replace(sheet, unmet=not met, notes=(*sheet.notes, str(met)))


def _by_margin(game: Game, bet: str, table: Paytable, options: Options) -> ParSheet:
    """A bet of the base game that is paid by the margin, by itself, as that table makes the game played."""
    described = _described(game, options)
    sheet = solving.sheet_by_margin(described, bet, _tables(game, described, table))
    sheet = _agreed(game, described, sheet, BASE)
    return _marked(game, replace(sheet, options=dict(options)), table)


def _side(game: Game, bet: str, table: Paytable, options: Options) -> ParSheet:
    described = _described(game, options)
    played_for, outside = _played_for(game, described, options)
    sheet = solving.par(described, bet, played_for | _tables(game, described, table))
    sheet = _agreed(game, described, sheet)
    only = ("Counted for comparison only: no table takes this bet.",)
    notes = (*sheet.notes, *(only if game.taken_with(bet) is None else ()), *outside)
    method = sheet.method or _all_deals(described, described.bet(bet))
    return _marked(game, replace(sheet, options=dict(options), notes=notes, method=method), table)


def _highest(game: Game, bet: str, table: Paytable, options: Options) -> ParSheet:
    """A bet on the highest hand at the table, for a number of hands."""
    described, hands = _described(game, options), int(options["hands"])
    row, side = row_of(described, table.for_hands(hands)), described.bet(bet)
    if side.after_fold == "lose" and described.folds:
        engine = engine_for(described)
        if engine.folds is None:
            raise highest_folds.not_counted(side)
        folds = engine.folds(solving.optimal(Pays.of(described)), side)
        sheet = highest_folds.sheet(folds, side, row, hands, options=dict(options))
        return _marked(game, sheet, table)
    sheet = from_outcomes(
        outcomes(row, highest.classes(described, side, row, hands)),
        game=game.slug,
        bet=bet,
        options=dict(options),
        method=highest.method(described, row, hands),
        **told(row),
    )
    return _marked(game, sheet, table)


def _size(described: Description, bet: BetRow) -> int:
    """How many cards a bet is paid on."""
    return described.cards.read_by(bet.reads)


def _all_deals(described: Description, bet: BetRow) -> str:
    """How a bet is counted whose cards are as any others."""
    size = _size(described, bet)
    return f"All deals of {size} {'card' if size == 1 else 'cards'}."


def _jackpot(game: Game, bet: str, table: Paytable, options: Options) -> ParSheet:
    hands, method = _jackpot_hands(game, bet, table, options["folded_hands_qualify"] == "yes", options)
    sheet = progressive.sheet(game.slug, bet, table, options, hands, method)
    _, outside = _played_for(game, _described(game, options), options)
    return _marked(game, replace(sheet, notes=(*sheet.notes, *outside)), table)


def _jackpot_hands(
    game: Game, bet: str, table: Paytable, folded_qualify: bool, options: Options | None = None
) -> progressive.Counted:
    described = _described(game, options)
    row = described.bet(bet)
    ranked = described.ranked_by(row.table, table.ranking)
    reads = row.reads_for(ranked)
    size = described.cards.read_by(reads)
    exchanged = described.exchanged(row)
    method = f"All hands of {size} cards"
    if exchanged:
        method += " as optimal play of the base game ends with them"
    folded_qualify = folded_qualify or not described.folds
    played_for, _ = _played_for(game, described, options or {})
    if not folded_qualify:
        method += "; those that optimal play of the base game folds do not qualify"

    def count() -> tuple[Mapping[str, int], int]:
        deck = Deck(described.cards.deck)
        if folded_qualify and not exchanged:
            found = histogram(deck, ranked, size)
            return found, sum(found.values())
        engine, pays = engine_for(described), Pays.of(described, played_for)
        usual, hand = described.cards.ranking, reads == described.reads_hand
        if engine.at_flops and reads == f"own+community[{FLOP}]" and not exchanged:
            played = solving.optimal(pays)
            return engine.at_flops(played, ranked), played.deals
        if engine.staying and hand and not exchanged and _splits(usual, ranked):
            played, hands = solving.optimal(pays), histogram(deck, ranked, size)
            return split(engine.staying(played), usual, ranked, hands, played.deals), played.deals
        if engine.by_class is None:
            raise BadInput(
                f"{described.name}: {row.name} reads other cards than the hand, or by another ranking, and "
                "how often a fold keeps them from qualifying is not counted in this family"
            )
        played = solving.optimal(pays, deck=solving.telling(described, ranked))
        return engine.by_class(played, row, ranked, not folded_qualify), played.deals

    versions: tuple[Version, ...]
    name = f"{game.slug} {bet} hands"
    if folded_qualify and not exchanged:
        name = f"{ranked.name} hands"
        decides, versions = inputs.apart(described, ranked, size), (by_class.VERSION,)
    else:
        decides = inputs.base(Pays.of(described, played_for)) | inputs.side(row, ranked)
        decides |= {"folded_hands_qualify": folded_qualify}
        versions = (solving.version_of(described), riding.VERSION)
    hands, total = remembered(name, decides, count, *versions)
    return (hands, total), f"{method}."


def _splits(of: Kind, ranked: Kind) -> bool:
    """Whether a ranking is the other one, or tells some of its hands apart by the names of suits alone."""
    by_suits = not ranked.suits_alike and {*of.classes} <= {*ranked.names}
    return ranked is of or by_suits or (ranked.lying is not None and ranked.lying.usual is of)


def _values(game: Game, situation: Situation, options: Options) -> Values:
    described = _described(game, options)
    try:
        answer = solving.values(described, situation)
    except BadInput as why:
        answer = bounded.values(described.form, situation, why)
    return replace(answer, options=dict(options), notes=(*answer.notes, *filter(None, (game.mark,))))


def _strategy(game: Game, options: Options) -> Strategy:
    described = _described(game, options)
    known, drawn = named(game), ruled(game)
    try:
        found = solving.strategy(described, ways=known, chart=drawn)
    except BadInput as why:
        found = bounded.strategy(described.form, why)
    return replace(found, options=dict(options), notes=(*found.notes, *filter(None, (game.mark,))))
