"""Makes a description of the rows of its file, and checks what rows say about each other."""

import hashlib
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from pitboss.cards import CARDS, Card, parse_cards
from pitboss.errors import BadInput, unknown
from pitboss.games.common import FOLDED_HANDS_QUALIFY
from pitboss.games.contract import SEATS_MAX, Outside
from pitboss.games.description.model import (
    AGAINST_DEALER,
    AGAINST_PAYTABLE,
    COUNTED,
    ENDS,
    HIGHEST,
    ORDER,
    ORDERS,
    READS,
    ROUNDINGS,
    SIDES,
    STANDINGS,
    WAR,
    WITH_JOKER,
    BetRow,
    Bonus,
    Cards,
    Cell,
    CheckRow,
    ChoiceRow,
    ClauseRow,
    Description,
    Face,
    OptionRow,
    StageRow,
    TableRow,
    by_class,
)
from pitboss.hands.kinds import KINDS, TABLE_KINDS, Kind, kind
from pitboss.money import Odds, dollars
from pitboss.paytables.beside import NOTHING, Beside, printed_beside
from pitboss.paytables.model import Line, MeterShare, OddsByHands, Pay, Paytable, parse_pay
from pitboss.paytables.spots import FILE
from pitboss.rows import Row, Source, listed

_WRITTEN: Mapping[str, Mapping[str, str]] = {
    AGAINST_DEALER: {end: "no_hand" if end.startswith("no_hand") else end for end in ENDS[AGAINST_DEALER]},
    AGAINST_PAYTABLE: {end: end for end in ENDS[AGAINST_PAYTABLE]},
    WAR: {end: end for end in ENDS[WAR]},
}
"""What the file calls each end; `no_hand = "compare"` settles as if the dealer had a hand."""
T = TypeVar("T")
BYTES_MAX = 200_000
_CARDS_MAX = 7
_DECKS_MAX = 8
_VALUES_MAX = 100
"""Each value of an option is tried when a file is read, so a stranger's file can't have any number."""


def read(path: Path, entered: Path | None = None) -> Description:
    """The description in a file, with the tables printed beside it and those that the house entered."""
    further = None if entered is None else _source(_text(entered), _name(entered))
    return parse(_text(path), _name(path), Beside(printed_beside(path), further))


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > BYTES_MAX:
            raise BadInput(f"{path} is longer than {BYTES_MAX:,} bytes; that is no description of a game")
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"can't read the description {path}: {error}") from None


def _source(text: str, name: str) -> Source:
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also of a number or a nesting without end
        found = re.search(r"line (\d+)", str(error))
        raise BadInput(f"{name}:{found[1] if found else text.count(chr(10)) + 1}: {error}") from None
    return Source(name, text, data)


def parse(text: str, name: str = "game.toml", beside: Beside = NOTHING) -> Description:
    """The description in a text; `name` is what errors call the file."""
    source = _source(text, name)
    plain = described(source, {}, beside)
    if sum(len(option.values) for option in plain.options) > _VALUES_MAX:
        source.refuse(("option",), f"options have more than {_VALUES_MAX} values in all")
    for option in plain.options:
        for value in option.values:
            described(source, {option.name: value}, beside)
    return plain


def described(source: Source, chosen: Mapping[str, str], beside: Beside = NOTHING) -> Description:
    options = tuple(_option(row) for row in listed(source, source.data, "option", "an option"))
    _unlike(source, "option", [option.name for option in options])
    data = _changed(source, options, chosen)
    for key in data:
        if key not in (
            "game",
            "cards",
            "bet",
            "stage",
            "dealer",
            "table",
            "tables",
            "option",
            "clause",
            "check",
            "settlement",
            "face",
        ):
            source.refuse((key,), f"unknown part {key!r}")
    game = Row(source, ("game",), data.get("game", {}), "the game")
    family = game.one("family", ENDS)
    for part in ("table", "tables") if beside.printed else ():
        if part in data:
            source.refuse((part,), f"the tables of this game stand in {FILE}; enter this one there")
    cards = _cards(Row(source, ("cards",), data.get("cards", {}), "the cards"), family)
    bets = tuple(_bet(row, family, cards) for row in listed(source, data, "bet", "a bet"))
    _unlike(source, "bet", [bet.slug for bet in bets])
    houses = _houses(beside.entered, bets, cards)
    offered = {table.bet for table in houses}
    unpriced = tuple(bet for bet in bets if bet.listed and bet.table not in offered)
    bets = tuple(bet for bet in bets if bet not in unpriced)
    stages = tuple(_stage(row, bets, cards) for row in listed(source, data, "stage", "a stage"))
    dealer = Row(source, ("dealer",), data.get("dealer", {}), "the dealer")
    qualifies, always_against = _qualifies(dealer, cards), _always_against(dealer, cards)
    face = Row(source, ("face",), data.get("face", {}), "the face")
    found = Description(
        slug=game.slug("slug"),
        name=game.text("name"),
        family=family,
        words=game.text("words"),
        rules_from=game.one("rules_from", ("approval", "public", "own"), "own"),
        text=game.text("text", ""),
        letter=_numbers(game, "letter", 66),
        aliases=game.texts("aliases"),
        one_of=game.texts("one_of"),
        cards=cards,
        bets=bets,
        stages=stages,
        qualifies=qualifies,
        always_against=always_against,
        no_hand_first=dealer.texts("no_hand_first"),
        tables=(
            *(_table(row, bets, cards) for row in listed(source, data, "table", "a paytable")),
            *(table for row in listed(source, data, "tables", "paytables") for table in _grids(row, cards)),
            *_printed(beside.printed, bets),
            *houses,
        ),
        options=options,
        clauses=_clauses(source, data, options, chosen),
        checks=tuple(_check_row(row) for row in listed(source, data, "check", "a check")),
        face=Face(face.text("short", ""), face.texts("printed")),
        chosen={option.name: chosen.get(option.name, option.default) for option in options},
        digest=_digest(source, beside),
        printed=bool(beside.printed),
        listed=unpriced,
        again=lambda options: described(source, options, beside),
    )
    settlement = Row(source, ("settlement",), data.get("settlement", {}), "the settlement")
    settlement.one("seats", ORDERS, ORDERS[0])
    for row in (game, dealer, settlement, face):
        row.done()
    _check(source, found)
    return found


def _cards(row: Row, family: str) -> Cards:
    against_dealer, war = family != AGAINST_PAYTABLE, family == WAR
    cards = Cards(
        player=row.number("player", 1, _CARDS_MAX),
        dealer=row.number("dealer", 1, _CARDS_MAX) if against_dealer else 0,
        dealer_up=row.number("dealer_up", 0, _CARDS_MAX, 0) if against_dealer else 0,
        community=row.number("community", 0, _CARDS_MAX, 0),
        ranking=kind(row.one("ranking", KINDS)),
        removed_ranks=row.text("remove_ranks", ""),
        face_up=row.take("face_up", bool, False),
        burned=row.number("burned", 0, _CARDS_MAX, 0),
        burn_each=row.take("burn_each", bool, False) if war else False,
        decks=row.number("decks", 1, _DECKS_MAX) if war else 1,
        first=row.number("first", 1, _CARDS_MAX) if "first" in row.data else 0,
        joker=row.take("joker", bool, False),
    )
    if war and (cards.player, cards.dealer, cards.community, cards.ranking.size) != (1, 1, 0, 1):
        row.refuse("player", "in war player and dealer have a card each, and nothing else")
    if not re.fullmatch(r"[2-9TJQKA]*", cards.removed_ranks) or len({*cards.removed_ranks}) > 9:
        row.refuse("remove_ranks", f"{cards.removed_ranks!r} must name at most nine ranks, like 2345")
    if cards.joker and not cards.ranking.joker:
        row.refuse("joker", f"{cards.ranking.words} know no joker")
    if cards.dealer_up > cards.dealer:
        row.refuse("dealer_up", "more of the dealer's cards lie face up than the dealer has")
    for who, size in (("player", cards.player), ("dealer", cards.dealer)):
        size += cards.community
        if (who == "player" or against_dealer) and not cards.ranking.size <= size <= cards.ranking.size_max:
            words = (
                f"{cards.ranking.words} are made from {cards.ranking.size} to {cards.ranking.size_max} cards"
            )
            row.refuse("ranking", f"{words}, and the {who} has {size}")
    if cards.burned and not cards.community and not war:
        row.refuse("burned", "cards are burned from the packet of the board, and there is no board")
    if cards.player + cards.dealer + cards.community + cards.burned > len(cards.deck):
        row.refuse("player", f"the deck has only {len(cards.deck)} cards")
    row.done()
    return cards


def _bet(row: Row, family: str, cards: Cards) -> BetRow:
    slug = row.slug("slug")
    row.what = f"the bet {slug!r}"
    which = row.one("kind", ("base", "side", "jackpot", COUNTED), "base")
    unpriced = row.take("listed", bool, False)
    reads = (*READS, HIGHEST) if which == "side" else READS
    bonus = None
    if "bonus" in row.data:
        inner = row.row("bonus", f"the bonus of {slug!r}")
        table = inner.slug("table")
        name = inner.text("name", table.replace("-", " ").title())
        bonus = Bonus(table, inner.one("reads", READS, "own"), name, frozenset(inner.texts("after")))
        inner.done()
    multiples = _numbers(row, "multiples", 100)
    bet = BetRow(
        slug=slug,
        name=row.text("name"),
        words=row.text("words", ""),
        kind=which,
        required=row.take("required", bool, False),
        of=row.slug("of", ""),
        multiples=multiples,
        equals=row.slug("equals", ""),
        at_most=row.slug("at_most", ""),
        needs=row.texts("needs"),
        settles=_settles(row, family, cards.ranking, bool(multiples))
        if which == "base"
        else MappingProxyType({}),
        rounds=row.one("rounds", ROUNDINGS, ROUNDINGS[0]),
        table=row.slug("table", "") if which == "base" else row.slug("table"),
        reads=row.one("reads", reads, "own+community" if which == "base" and cards.community else "own"),
        after_fold=row.one("after_fold", ("lose", "in-action"), "in-action" if which in SIDES else "lose"),
        bonus=bonus,
        wager_cents=_amount(row, "wager") if which == "side" and "wager" in row.data else None,
        listed=unpriced,
        at_once=row.take("at_once", bool, False),
        source=row.text("source", ""),
        most_cents=_amount(row, "most") if row.data.get("most") else row.take("most", str, "") or None,
    )
    if unpriced and which not in ("side", "jackpot"):
        row.refuse("listed", "only a side bet or a jackpot is listed, with the `table` that it lacks")
    if bet.reads == HIGHEST and (family == WAR or cards.first):
        row.refuse("reads", "the highest hand at the table is read only where every hand is dealt whole")
    if bet.at_once and (which != "side" or bet.reads not in ("own", "first") or family == WAR):
        row.refuse("at_once", "only a side bet on the player's first cards is settled at once")
    if bool(bet.of) != bool(bet.multiples):
        row.refuse("multiples", "a bet made in the round says `of` which bet, and in which `multiples`")
    if family == WAR and which in SIDES and bet.after_fold == "lose":
        row.refuse("after_fold", "in war a side bet is settled before anybody gives up: no fold loses it")
    if family != WAR and which == "base" and (bet.settles["fold"].uses_table or bet.settles["fold"].by_hand):
        row.refuse(
            "settles", "a fold is settled before hands are compared: `fold` is odds, push, half or lose"
        )
    if which == "jackpot" and family == WAR:
        row.refuse("kind", "war has no jackpots")
    if family != AGAINST_DEALER and any(
        part.by_margin for cell in bet.settles.values() for part in (cell, *cell.by_hand.values())
    ):
        row.refuse("settles", "only against a dealer there is a margin")
    if bet.in_round and (bet.required or which != "base"):
        row.refuse("multiples", "only an optional base bet is made in the round")
    if bonus and (which != "base" or bet.in_round):
        row.refuse("bonus", "only a base bet laid before the deal has a bonus line")
    if which == "base" and bool(bet.table) != any(cell.uses_table for cell in bet.settles.values()):
        row.refuse("table", "a base bet names its `table` exactly if it settles by it")
    row.done()
    return bet


def _numbers(row: Row, key: str, high: int) -> tuple[int, ...]:
    values = row.take(key, list, [])
    if not all(type(value) is int and 1 <= value <= high for value in values) or len({*values}) < len(values):
        row.refuse(key, f"{key!r} lists different whole numbers from 1 to {high}")
    return tuple(values)


def _settles(row: Row, family: str, ranking: Kind, in_round: bool) -> Mapping[str, Cell]:
    inner = row.row("settles", f"{row.what}, what it settles")
    compared = inner.data.get("no_hand") == "compare"
    if compared:
        del inner.data["no_hand"]
    written: dict[str, Cell] = {}
    ends = _WRITTEN[family]
    if family == WAR and in_round:
        ends = {end: end for end in ends if end.startswith("war_")}
    for name in dict.fromkeys(ends.values()):
        if isinstance(inner.data.get(name), dict):
            written[name] = _by_hand(inner.row(name, f"{row.what} at {name!r}"), ranking)
        elif not (compared and name == "no_hand"):
            written[name] = _cell(inner, name, "lose" if name == "fold" else None)
    inner.done()
    return MappingProxyType(
        {end: written[end.removeprefix("no_hand_") if compared else name] for end, name in ends.items()}
    )


def _cell(row: Row, key: str, default: str | None = None) -> Cell:
    text = row.text(key, default)
    try:
        return Cell.parse(text)
    except BadInput as error:
        row.refuse(key, str(error))


def _by_hand(row: Row, ranking: Kind) -> Cell:
    """Cells by hand names, the first that takes a hand in counts, and `otherwise`."""
    otherwise = _cell(row, "otherwise")
    found: dict[str, Cell] = {}
    for hand in [*row.data]:
        try:
            covered = ranking.covers(hand)
        except BadInput as error:
            row.refuse(hand, str(error))
        found = dict.fromkeys(covered, _cell(row, hand)) | found
    return Cell(otherwise.odds, otherwise.by_table, MappingProxyType(found), otherwise.by_margin)


def _stage(row: Row, bets: Sequence[BetRow], cards: Cards) -> StageRow:
    name = row.slug("name")
    row.what = f"the stage {name!r}"
    stage = StageRow(
        name,
        row.text("prompt"),
        row.number("opens", 0, _CARDS_MAX, 0),
        tuple(_choice(inner, bets, cards) for inner in row.rows("choices", f"a choice of {row.what}", 2)),
        row.number("deals", 0, _CARDS_MAX, 0),
    )
    names = [choice.name for choice in stage.choices]
    if len({*names}) < len(names):
        row.refuse("choices", "two choices have one name")
    if all(choice.needs_hand for choice in stage.choices):
        row.refuse("choices", "some choice must be there whatever the hand")
    row.done()
    return stage


def _choice(row: Row, bets: Sequence[BetRow], cards: Cards) -> ChoiceRow:
    name = row.slug("name")
    by_slug = {bet.slug: bet for bet in bets}
    laid = row.take("bets", dict, {})
    for slug, multiple in laid.items():
        if slug not in by_slug or not by_slug[slug].in_round:
            row.refuse("bets", f"{slug!r} is no bet that is made in the round")
        if multiple not in by_slug[slug].multiples or type(multiple) is not int:
            row.refuse("bets", f"{multiple!r} is none of the multiples of {slug!r}")
    back = row.texts("takes_back")
    for slug in back:
        if slug not in by_slug or by_slug[slug].kind != "base" or by_slug[slug].in_round:
            row.refuse("takes_back", f"{slug!r} is no base bet laid before the deal")
    choice = ChoiceRow(
        name,
        row.text("label", name.replace("-", " ").capitalize()),
        MappingProxyType(dict(laid)),
        back,
        row.take("folds", bool, False),
        _with_hand(row, cards),
        _numbers(row, "exchanges", cards.player),
        _below(row, cards),
    )
    if choice.folds and (laid or back or choice.exchanges):
        row.refuse("folds", "a fold neither lays nor takes back a bet")
    row.done()
    return choice


def _below(row: Row, cards: Cards) -> int:
    """The strength of the hand from which up a choice may not be taken."""
    text = row.text("below", "")
    try:
        return cards.ranking.rank(parse_cards(text)) if text else 0
    except BadInput as error:
        row.refuse("below", str(error))


def _with_hand(row: Row, cards: Cards) -> frozenset[str]:
    """The hands with which a choice may be taken, which the player must hold before any card is opened."""
    name = row.text("with_hand", "")
    if not name:
        return frozenset()
    if cards.player < cards.ranking.size:
        row.refuse("with_hand", f"the player's own {cards.player} cards make no hand")
    try:
        return cards.ranking.covers(name)
    except BadInput as error:
        row.refuse("with_hand", str(error))


def _qualifies(row: Row, cards: Cards) -> tuple[Card, ...]:
    text = row.text("qualifies", "")
    if not text:
        return ()
    if not cards.dealer:
        row.refuse("qualifies", "there is no dealer's hand")
    try:
        held = tuple(parse_cards(text, deck=WITH_JOKER if cards.joker else CARDS))
        cards.ranking.rank(held)
    except BadInput as error:
        row.refuse("qualifies", str(error))
    return held


def _always_against(row: Row, cards: Cards) -> frozenset[str]:
    name = row.text("always_against", "")
    if not name:
        return frozenset()
    try:
        return cards.ranking.covers(name)
    except BadInput as error:
        row.refuse("always_against", str(error))


def _table(row: Row, bets: Sequence[BetRow], cards: Cards) -> TableRow:
    designator = row.text("designator")
    row.what = f"the paytable {designator!r}"
    ranking = kind(row.one("ranking", TABLE_KINDS, cards.ranking.name))
    bet = row.slug("bet")
    metered = any(other.table == bet and other.kind == "jackpot" for other in bets)
    by_hands = any(other.table == bet and other.reads == HIGHEST for other in bets)
    numbers = _hands_dealt(row, cards) if by_hands and "hands_dealt" in row.data else ()
    pays, lines, written = row.take("pays", dict), list[tuple[str, Odds]](), tuple[Line, ...]()
    if metered:
        written = _metered(row, _lines(row, ranking, pays, parse_pay))
    elif numbers:
        read = _lines(row, ranking, pays, partial(_by_hands, numbers))
        written = tuple(Line(hand, pay) for hand, pay in read)
    else:
        lines = _lines(row, ranking, pays, _odds)
    table = TableRow(
        designator,
        bet,
        ranking,
        tuple(lines),
        MappingProxyType(by_class(ranking, lines)),
        row.text("source", ""),
        row.one("standing", STANDINGS, STANDINGS[0]),
        False,
        written,
        _amount(row, "wager") if metered else None,
        _amount(row, "seed") if "seed" in row.data else None,
    )
    if table.seed_cents is not None and not any(isinstance(line.pay, MeterShare) for line in table.written):
        row.refuse("seed", "no line pays a share of a meter, so there is nothing that starts from a seed")
    row.done()
    return table


def _hands_dealt(row: Row, cards: Cards) -> tuple[int, ...]:
    """The numbers of hands for which a table says what it pays: all that can be dealt."""
    numbers, wanted = _numbers(row, "hands_dealt", SEATS_MAX + 1), cards.hands_dealt
    if missing := [number for number in wanted if number not in numbers]:
        told = f"pays for every number of hands from {wanted[0]} to {wanted[-1]}"
        lacks = ", ".join(map(str, missing))
        row.refuse("hands_dealt", f"it {told}, and 'hands_dealt' lacks {lacks}")
    return numbers


def _by_hands(numbers: Sequence[int], given: Any) -> OddsByHands:
    """What a line pays by the number of hands dealt: a pay for each, or one for all."""
    texts = given if isinstance(given, list) else [given] * len(numbers)
    if len(texts) != len(numbers):
        raise BadInput(f"{len(texts)} pays for {len(numbers)} numbers of hands")
    return OddsByHands(tuple((number, _odds(text)) for number, text in zip(numbers, texts, strict=True)))


def _odds(given: Any) -> Odds:
    if isinstance(given, list):
        raise BadInput("a pay for each number of hands needs 'hands_dealt', in a bet on the highest hand")
    return Odds.parse(given)


def _lines(
    row: Row, ranking: Kind, written: Mapping[str, Any], parse: Callable[[Any], T]
) -> list[tuple[str, T]]:
    """What a paytable pays, each line for some hand that no line above it takes in."""
    lines: list[tuple[str, T]] = []
    covered: set[str] = set()
    for hand, text in written.items():
        try:
            pay = parse(text)
            fresh = ranking.covers(hand) - covered
        except BadInput as error:
            row.source.refuse((*row.path, hand), f"{row.what}: {error}")
        if not fresh:
            row.source.refuse((*row.path, hand), f"{row.what}: lines above it take in every {hand}")
        lines.append((hand, pay))
        covered |= fresh
    if not lines:
        row.refuse("pays", "it pays nothing")
    return lines


def _metered(row: Row, lines: Sequence[tuple[str, Pay]]) -> tuple[Line, ...]:
    envy = row.row("envy", f"the envy of {row.what}")
    found = tuple(
        Line(hand, pay, _amount(envy, hand) or 0 if hand in envy.data else 0) for hand, pay in lines
    )
    envy.done()
    return found


def _amount(row: Row, key: str) -> int:
    text = row.text(key)
    try:
        cents = dollars(text)
    except BadInput as error:
        row.refuse(key, str(error))
    if cents <= 0:
        row.refuse(key, f"{key!r} must be more than nothing")
    return cents


def _grids(row: Row, cards: Cards) -> list[TableRow]:
    """The paytables of a row: its own, or those that several games share; `first` is the default one."""
    bet = row.slug("bet")
    first = row.text("first", None if "shared" in row.data else "")
    if "shared" not in row.data:
        found = _grid(row, bet, cards.ranking.name)
    else:
        name = row.one("shared", _shared().data)
        row.done()
        rows = listed(_shared(), _shared().data, name, "paytables")
        found = [table for inner in rows for table in _grid(inner, bet, cards.ranking.name)]
    if first and first not in [table.designator for table in found]:
        row.refuse("first", str(unknown("no table is called", first, (table.designator for table in found))))
    return sorted(found, key=lambda table: table.designator != first)


@cache
def _shared() -> Source:
    """The paytables that several games share."""
    text = Path(__file__).with_name("shared.toml").read_text("utf-8")
    return Source("shared.toml", text, tomllib.loads(text))


def _digest(source: Source, beside: Beside) -> str:
    """Of all that the description says, the tables it shares and those of other files among it."""
    shares = any("shared" in row for row in source.data.get("tables", ()))
    every = [source.digest, *([_shared().digest] if shares else ())]
    every += [table.fingerprint for table in beside.printed]
    every += [beside.entered.digest] if beside.entered else []
    return hashlib.sha256(" ".join(every).encode()).hexdigest() if every[1:] else source.digest


def _printed(tables: Sequence[Paytable], bets: Sequence[BetRow]) -> list[TableRow]:
    """The tables that are printed in a file of their own, by the names that the bets give them."""
    names = {name for bet in bets for name in (bet.table, bet.bonus and bet.bonus.table) if name}
    return [TableRow.of(table, table.bet) for table in tables if table.bet in names]


def _houses(entered: Source | None, bets: Sequence[BetRow], cards: Cards) -> list[TableRow]:
    """The tables that the house entered, each for a bet that is listed without one."""
    found: list[TableRow] = []
    for row in listed(entered, entered.data, "table", "a paytable") if entered else ():
        table = replace(_table(row, bets, cards), standing=STANDINGS[0], house=True)
        names = {bet.table: bet for bet in bets if bet.listed and bet.table}
        if table.bet not in names:
            row.refuse("bet", str(unknown("no table is wanted for", table.bet, names)))
        if why := misfit(table, names[table.bet].reads, cards):
            row.refuse("ranking", why)
        found.append(table)
    return found


def _grid(row: Row, bet: str, usual: str) -> list[TableRow]:
    """Paytables of the same hands, each in one line of whole odds; 0 is a push.

    Odds are to 1, unless the rows say `pays`, and `odds` for all of them whether to 1 or for 1.
    """
    ranking = kind(row.one("ranking", TABLE_KINDS, usual))
    hands = row.texts("hands")
    printed = "pays" if "odds" in row.data else "to_1"
    odds_are = row.one("odds", ("to 1", "for 1"), "to 1")
    found = []
    for inner in row.rows("pays", f"a paytable of {bet!r}", 1):
        designator, odds = inner.text("designator"), inner.take(printed, list)
        inner.what = f"the paytable {designator!r}"
        if len(odds) != len(hands) or not all(type(odd) is int and 0 <= odd <= 10**9 for odd in odds):
            inner.refuse(printed, f"it needs {len(hands)} whole odds {odds_are}, one for each hand")
        pays = {hand: f"{odd} {odds_are}" if odd else "push" for hand, odd in zip(hands, odds, strict=True)}
        lines = _lines(inner, ranking, pays, Odds.parse)
        each = MappingProxyType(by_class(ranking, lines))
        said = inner.text("source", ""), inner.one("standing", STANDINGS, STANDINGS[0])
        found.append(TableRow(designator, bet, ranking, tuple(lines), each, *said))
        inner.done()
    row.done()
    return found


def _clauses(
    source: Source, data: Mapping[str, Any], options: Sequence[OptionRow], chosen: Mapping[str, str]
) -> tuple[ClauseRow, ...]:
    """The clauses as they stand under the options chosen: a clause may name one, for what its value says."""
    said = {row.name: row.says[chosen.get(row.name, row.default)] for row in options if row.says}
    if any(row.get("kind") == "jackpot" for row in data.get("bet", ())):
        said[FOLDED_HANDS_QUALIFY.name] = (
            f"{{{FOLDED_HANDS_QUALIFY.name}}}"  # the table says it, no description
        )
    clauses = tuple(_clause(row, said) for row in listed(source, data, "clause", "a clause"))
    written = " ".join(str(row.get("words")) for row in data.get("clause", ()))
    for number, option in enumerate(options):
        if option.says and f"{{{option.name}}}" not in written:
            source.refuse(("option", number, "values"), f"no clause says {{{option.name}}}")
    return clauses


def _clause(row: Row, said: Mapping[str, str]) -> ClauseRow:
    words = row.text("words")
    try:
        words = words.format_map(said)
    except (LookupError, ValueError, AttributeError):
        row.refuse("words", "what stands in braces is an option whose values say something")
    inside = row.row("says", row.what)
    says = inside.data
    for place, spoken in says.items():
        if not isinstance(spoken, str) or not spoken.endswith("."):
            inside.refuse(place, f"what is said of {place!r} is a sentence, not {spoken!r}")
        try:
            spoken.format(player="", dealer="", odds="")
        except (LookupError, ValueError, AttributeError):
            inside.refuse(place, f"{spoken!r} may name {{player}}, {{dealer}} and {{odds}} only")
    clause = ClauseRow(row.number("number", 1, 99), words, row.texts("decides"), MappingProxyType(dict(says)))
    row.done()
    return clause


def _option(row: Row) -> OptionRow:
    name = row.text("name")
    row.what = f"the option {name!r}"
    words = row.text("words")
    values, says, outside = {}, {}, list[Outside]()
    for place, inner in enumerate(row.rows("values", f"a value of {row.what}", 2)):
        value, changes = inner.text("value"), inner.take("sets", dict, {})
        if "says" in inner.data:
            says[value] = inner.text("says")
        if "outside" in inner.data:
            outside.append(_outside(inner.row("outside", f"what rules {value!r} out"), value))
        if value in values:
            row.refuse("values", f"{value!r} is there twice")
        if bool(changes) != bool(place):
            row.refuse("values", "the first value is the default and sets nothing; every other one does")
        values[value] = MappingProxyType(changes)
        inner.done()
    amount = row.text("amount", "")
    if says and (amount or len(says) < len(values)):
        row.refuse("values", "every value `says` something, or none does; amounts can't")
    if name == ORDER and tuple(values) != ORDERS:
        row.refuse("values", f"{ORDER!r} is {' or '.join(ORDERS)}")
    row.done()
    return OptionRow(name, words, MappingProxyType(values), amount, MappingProxyType(says), tuple(outside))


def _outside(row: Row, value: str) -> Outside:
    """Why the approved text rules a value out, always or only with one value of another option."""
    others = row.take("with", dict, {})
    if len(others) > 1 or not all(isinstance(other, str) for other in others.values()):
        row.refuse("with", "'with' names one other option and its value")
    ruled = Outside(value, row.text("words"), next(iter(others.items()), None))
    row.done()
    return ruled


def _check_row(row: Row) -> CheckRow:
    name = row.slug("name")
    row.what = f"the check {name!r}"
    answers = row.texts("answers", least=2)
    check = CheckRow(name, row.text("asks"), answers, row.number("clause", 1, 99), row.text("after", "deal"))
    row.done()
    return check


def _changed(source: Source, options: Sequence[OptionRow], chosen: Mapping[str, str]) -> dict[str, Any]:
    """The data of the file with the values that options set; the order is that of the file."""
    known = {option.name: option for option in options}
    for name, value in chosen.items():
        if name not in known:
            raise unknown("there is no option", name, known)
        if value not in known[name].values and not known[name].amount:
            raise BadInput(f"{name}={value} is not possible; choose {', '.join(known[name].values)}")
    data: dict[str, Any] = source.data
    for number, option in enumerate(options):
        for path, value in option.sets(chosen.get(option.name, option.default)).items():
            changed = _with(data, path.split("."), value)
            if changed is None:
                source.refuse(("option", number, path), f"the option {option.name!r}: there is no {path!r}")
            data = changed
    return data


def _with(data: Any, path: Sequence[str], value: Any) -> Any:
    """Data with a value where the path leads, or None where there is none; other rows are not copied.

    Rows of a list go by slug, name or bet.
    """
    first, *rest = path
    if isinstance(data, list):
        named = [first in _called(row) for row in data]
        rows = [_with(row, rest, value) if this else row for row, this in zip(data, named, strict=True)]
        return rows if any(named) and None not in rows else None
    if not isinstance(data, dict) or first not in data:
        return None
    if rest:
        value = _with(data[first], rest, value)
    elif type(data[first]) is not type(value):
        return None
    return None if value is None else {**data, first: value}


def _called(row: Any) -> tuple[Any, ...]:
    return tuple(row.get(key) for key in ("slug", "name", "bet")) if isinstance(row, dict) else ()


def _unlike(source: Source, part: str, names: Sequence[object]) -> None:
    for number, name in enumerate(names):
        if name in names[:number]:
            source.refuse((part, number), f"a second {part} is called {name!r}")


def _check(source: Source, game: Description) -> None:
    """What rows must say about each other."""
    slugs = [bet.slug for bet in game.bets]
    _unlike(source, "stage", [stage.name for stage in game.stages])
    _unlike(source, "table", [table.designator for table in game.tables])
    _unlike(source, "clause", [clause.number for clause in game.clauses])
    _unlike(source, "check", [check.name for check in game.checks])
    _check_checks(source, game)
    if not any(not bet.in_round for bet in game.base):
        source.refuse((), "a game needs a [[bet]] of its own, laid before the deal")
    if not game.stages:
        source.refuse((), "a game needs a [[stage]]")
    for slug in game.one_of:
        if slug not in slugs:
            source.refuse(("game", "one_of"), f"there is no bet {slug!r}")
    if not game.one_of and not any(bet.required for bet in game.bets):
        source.refuse(("game",), "some bet must be `required`, or some be in `one_of`")
    for slug in game.no_hand_first:
        if slug not in [bet.slug for bet in game.base]:
            source.refuse(("dealer", "no_hand_first"), f"there is no base bet {slug!r}")
    for number, bet in enumerate(game.bets):
        named_by = {"of": bet.of, "equals": bet.equals, "at_most": bet.at_most, "needs": bet.needs}
        for key, named in (
            (key, (named,) if isinstance(named, str) else named) for key, named in named_by.items()
        ):
            for slug in filter(None, named):
                if slug not in slugs or slug == bet.slug or game.bet(slug).in_round:
                    source.refuse(("bet", number, key), f"{slug!r} is no bet laid before the deal")
        if bet.in_round and bet.of != game.unit.slug:
            source.refuse(("bet", number, "of"), f"raises are multiples of {game.unit.slug!r}")
        wanted = [(bet.table, bet.reads)] if bet.table else []
        wanted += [(bet.bonus.table, bet.bonus.reads)] if bet.bonus else []
        for name, reads in wanted:
            _check_table(source, game, number, name, reads)
    _check_clauses(source, game)
    names = {choice.name for stage in game.stages for choice in stage.choices}
    for number, bet in enumerate(game.bets):
        if bet.bonus and bet.bonus.after and (len(game.stages) > 1 or game.cards.community):
            source.refuse(
                ("bet", number, "after"), "a bonus after some choices needs a single decision, no board"
            )
        for name in bet.bonus.after if bet.bonus else ():
            if name not in names:
                source.refuse(("bet", number, "after"), f"there is no choice {name!r}")
    made = {slug for stage in game.stages for choice in stage.choices for slug in choice.bets}
    for number, bet in enumerate(game.bets):
        if bet.in_round and bet.slug not in made:
            source.refuse(("bet", number), f"no choice lays the bet {bet.slug!r}")
    for number, bet in enumerate(game.bets):
        if bet.reads == HIGHEST and (game.draws or any(stage.deals for stage in game.stages)):
            source.refuse(
                ("bet", number, "reads"), "hands that change are not read as the highest at the table"
            )
    if game.dealt_last < 0 or (game.stages[0].deals and game.cards.first):
        source.refuse(("cards", "first"), f"stages deal more than the {game.cards.player} cards of a player")
    _check_stages(source, game)
    _check_kept(source, game)
    opened = sum(stage.opens for stage in game.stages)
    if opened > game.cards.community:
        source.refuse(("cards",), f"stages open {opened} community cards of {game.cards.community}")


def _check_stages(source: Source, game: Description) -> None:
    """A choice asks for no more of a hand than a seat has when it is asked, and takes back what is there."""
    cards, held, back = game.cards, game.cards.first or game.cards.player, set[str]()
    for number, stage in enumerate(game.stages):
        held += stage.deals
        for place, choice in enumerate(stage.choices):
            path = ("stage", number, "choices", place)
            if choice.needs_hand and held < cards.ranking.size:
                source.refuse(path, f"the player's own {held} cards make no hand at {stage.name!r}")
            if any(card > held for card in choice.exchanges):
                source.refuse(path, f"the player has only {held} cards at {stage.name!r}")
            if twice := back & {*choice.takes_back}:
                source.refuse(path, f"{min(twice)!r} may have been taken back at a stage before")
        back |= {slug for choice in stage.choices for slug in choice.takes_back}


def _check_kept(source: Source, game: Description) -> None:
    """What an exchange keeps is a hand, or for a side bet one card short of it at most."""
    for number, bet in enumerate(game.bets):
        read = [(bet.table, bet.reads, int(bet.kind in SIDES))]
        read += [(bet.bonus.table, bet.bonus.reads, 0)] if bet.bonus else []
        for name, reads, short in read:
            sizes = [table.ranking.size for table in game.tables_of(name)] if reads == "kept" else []
            if any(game.cards.player - game.draws + short < size for size in sizes):
                source.refuse(("bet", number, "reads"), "too few cards may be kept to rank them")


def _check_checks(source: Source, game: Description) -> None:
    """A check is asked after the deal or a choice that there is, and asks about a clause."""
    choices = [f"{stage.name}.{choice.name}" for stage in game.stages for choice in stage.choices]
    for number, check in enumerate(game.checks):
        if check.after not in ("deal", *choices):
            source.refuse(
                ("check", number, "after"), str(unknown("it is asked after no", check.after, choices))
            )
        if check.clause not in [clause.number for clause in game.clauses]:
            source.refuse(("check", number, "clause"), f"there is no clause {check.clause}")
    for number, option in enumerate(game.options):
        for ruled in option.outside:
            other = next((one for one in game.options if ruled.when and one.name == ruled.when[0]), None)
            if ruled.when and (other is None or ruled.when[1] not in other.values):
                source.refuse(("option", number, "outside"), f"there is no {' = '.join(ruled.when)}")


def _check_clauses(source: Source, game: Description) -> None:
    """A clause names bets and ends that there are, and no two clauses the same."""
    ends = {*ENDS[game.family], *_WRITTEN[game.family].values(), "take_back"}
    bonuses = [bet.bonus.table for bet in game.bets if bet.bonus]
    every = (*game.bets, *game.listed)
    known = {*ends, *(bet.slug for bet in every), *bonuses}
    known |= {f"{bet.slug}.{end}" for bet in every for end in (*ends, "none")}
    for number, clause in enumerate(game.clauses):
        for place in (*clause.decides, *clause.says):
            if place not in known:
                source.refuse(("clause", number, "decides"), f"there is nothing called {place!r} to decide")
            if any(place in (*other.decides, *other.says) for other in game.clauses[:number]):
                source.refuse(("clause", number, "decides"), f"a clause above decides {place!r}")


def _check_table(source: Source, game: Description, number: int, name: str, reads: str) -> None:
    tables = game.tables_of(name)
    if not tables:
        source.refuse(("bet", number, "table"), f"there is no [[table]] with bet = {name!r}")
    if ("dealer" in reads and not game.cards.dealer) or ("community" in reads and not game.cards.community):
        source.refuse(("bet", number, "reads"), f"there are no cards to read as {reads!r}")
    if tables[0].standing == "unconfirmed":
        source.refuse(("bet", number, "table"), f"{tables[0].designator} is unconfirmed and can't come first")
    for table in tables:
        if why := misfit(table, reads, game.cards):
            source.refuse(("bet", number, "reads"), why)


def misfit(table: TableRow, reads: str, cards: Cards) -> str:
    """Why a table can't rank the cards that a bet reads, or nothing."""
    if table.ranking.own and (reads != "own+dealer" or table.ranking.own != cards.player):
        words = f"{table.designator} ranks {table.ranking.words}, each by whose they are"
        return f"{words}, and not {reads!r}"
    for read in cards.hands() if reads == HIGHEST else (reads,):
        size = cards.read_by(read)
        if not table.ranking.size <= size <= table.ranking.size_max:
            return f"{table.designator} ranks {table.ranking.words}, and {read!r} are {size} cards"
    return ""
