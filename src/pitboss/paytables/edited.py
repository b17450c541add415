"""A printed table with edits: lines that pay otherwise, are taken out or added; and how that is written.

    UTH-01~flush:8_to_1~straight:none~pair-of-aces:push

The line order follows from the ranking, so whoever has the word has the table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pitboss.errors import BadInput
from pitboss.money import Odds
from pitboss.paytables.model import (
    LEVEL_SETS,
    LEVELS_TOGETHER,
    USES,
    FixedPay,
    Line,
    MeterShare,
    OddsByHands,
    Pay,
    Paytable,
    Stated,
    jackpot_pay,
    parse_pay,
)
from pitboss.paytables.rankings import Ranking, title
from pitboss.paytables.spots import Spot, spots_of

LINES_MAX = 40
TAKEN_OUT = "none"
"""What is written for a line that is taken out."""
EDITED = " edited"
"""How the name of an edited table ends."""
_SIGN = "~"

Edits = Mapping[str, Pay | None]
"""What lines pay that differ from print, by hand; None for one that is taken out."""


def edited(printed: Paytable, edits: Edits, game: str, bet: str, title: str = "") -> Paytable:
    """The table of a bet with edits: not an approved one any more, so nothing stated or printed is kept.

    >>> from pitboss.paytables import paytable
    >>> trips = paytable("UTH-01")
    >>> own = edited(trips, {"flush": None, "pair-of-aces": parse_pay("push")}, trips.game, trips.bet)
    >>> [line.title for line in own.lines][-3:]
    ['straight', 'three of a kind', 'pair of aces']
    """
    ranked = printed.ranks
    lines = [
        Line(line.hand, pay, line.envy_cents)
        for line in printed.lines
        if (pay := edits.get(line.hand, line.pay)) is not None
    ]
    known = {line.hand for line in printed.lines}
    for hand, pay in edits.items():
        if hand not in known and pay is not None:
            if hand not in ranked.names:
                raise BadInput(f"there is no line {hand!r}, and no hand of this bet is called so")
            lines.insert(_place(lines, hand, ranked), Line(hand, pay))
    name = f"{printed.designator}{EDITED}"
    made = replace(
        printed,
        designator=name,
        title=title or name,
        game=game,
        bet=bet,
        lines=tuple(lines),
        aliases=(),
        also_at=(),
        use=USES[0],
        generations=(),
        stated=Stated(),
        source=(),
        notes=(),
        approved=False,
        earlier=(),
        scaled_from_cents=None,
    )
    if refusal := _refusal(made, spots_of(game)[bet]):
        raise BadInput(refusal)
    return made


def _reach(hand: str, ranked: Ranking) -> tuple[int, int]:
    """How far down the ranking a line goes, and how many hands it covers."""
    return max(map(ranked.outcomes.index, ranked.names[hand])), len(ranked.names[hand])


def _place(lines: Sequence[Line], hand: str, ranked: Ranking) -> int:
    """Where a line belongs: above those that reach down to lower hands, or to the same and cover more."""
    mine = _reach(hand, ranked)
    return next((at for at, line in enumerate(lines) if _reach(line.hand, ranked) > mine), len(lines))


def _refusal(table: Paytable, spot: Spot) -> str:
    """Why no table can be like this, or nothing."""
    if not table.lines:
        return "a paytable has at least one line"
    if len(table.lines) > LINES_MAX:
        return f"a paytable has at most {LINES_MAX} lines here"
    if hidden := table.ranks.hidden([line.hand for line in table.lines]):
        return f"no hand can reach the line for {title(hidden)}: the lines above it take them all"
    if spot.always_paid and (missing := table.unpaid):
        return f"a {table.bet} that wins is always paid, so {title(missing)} needs a line"
    if spot.metered and table.levels not in LEVEL_SETS:
        return LEVELS_TOGETHER
    for line in table.lines if spot.metered else ():
        jackpot_pay(str(line.pay))
    from_meter = any(isinstance(line.pay, MeterShare | FixedPay) for line in table.lines)
    return f"{table.bet} has no meter, so it pays odds" if from_meter and not spot.metered else ""


def hands_to_add(table: Paytable) -> tuple[str, ...]:
    """The hands of the bet for which a line can be added and reached, best first."""
    ranked, known = table.ranks, [line.hand for line in table.lines]

    def reached(hand: str) -> bool:
        at = _place(table.lines, hand, ranked)
        return hand not in known and not ranked.hidden([*known[:at], hand, *known[at:]])

    return tuple(sorted(filter(reached, ranked.names), key=lambda hand: _reach(hand, ranked)))


def like(table: Paytable, text: str) -> Pay:
    """The pay of the table that a new one follows, lowest line first: a share, a fixed pay or odds."""
    odds = Odds(1, 1, stake_back=not table.metered)
    kinds: tuple[tuple[type, ...], Pay] = ((Odds, OddsByHands), odds)
    if "%" in text:
        kinds = (MeterShare,), MeterShare.parse("1% of main")
    elif "$" in text:
        kinds = (FixedPay,), FixedPay(100, from_meter=True)
    return next((line.pay for line in reversed(table.lines) if isinstance(line.pay, kinds[0])), kinds[1])


def written(table: Paytable, tables: Sequence[Paytable]) -> str:
    """A table as one word: the printed one it is named after, or one of its ranking, and what differs."""
    named = table.designator.removesuffix(EDITED)
    alike = [one for one in tables if one.ranking == table.ranking]
    printed = next((one for one in alike if one.designator == named), alike[0])
    here, there = ({line.hand: line.pay for line in one.lines} for one in (table, printed))
    words = [
        f"{hand}:{_word(here.get(hand))}" for hand in {**there, **here} if here.get(hand) != there.get(hand)
    ]
    return _SIGN.join([printed.designator, *words])


def is_written(text: str) -> bool:
    """Whether a text is an edited table as one word."""
    return _SIGN in text


def taken_apart(text: str) -> tuple[str, dict[str, str]]:
    """The name of the printed table in a word, and the text of each edited pay by hand.

    >>> taken_apart("UTH-01~flush:8_to_1~straight:none")
    ('UTH-01', {'flush': '8 to 1', 'straight': 'none'})
    """
    name, *words = text.split(_SIGN)
    pairs = (word.partition(":")[::2] for word in words)
    return name, {hand: pay.replace("_", " ") for hand, pay in pairs}


def read_written(text: str, tables: Sequence[Paytable], game: str, bet: str) -> Paytable:
    """The table of a bet from its word."""
    name, *words = text.split(_SIGN)
    printed = next((one for one in tables if one.designator == name), None)
    if printed is None:
        raise BadInput(f"{name!r} is no table of {game} {bet} that could be edited")
    edits: dict[str, Pay | None] = {}
    for word in words:
        hand, colon, pay = word.partition(":")
        if not colon or hand in edits:
            raise BadInput(f"{word!r} is no edited line; write each once, like flush:8_to_1 or flush:none")
        edits[hand] = None if pay == TAKEN_OUT else _read(pay, printed)
    return edited(printed, edits, game, bet)


def _word(pay: Pay | None) -> str:
    if pay is None:
        return TAKEN_OUT
    texts = [str(odds) for _, odds in pay.odds] if isinstance(pay, OddsByHands) else [str(pay)]
    return "/".join(texts).replace(" ", "_")


def _read(word: str, printed: Paytable) -> Pay:
    texts = word.replace("_", " ").split("/")
    first = printed.lines[0].pay
    if not isinstance(first, OddsByHands):
        return parse_pay(word.replace("_", " "))
    if len(texts) != len(first.odds):
        raise BadInput(f"{word!r} does not have odds for every number of hands")
    return OddsByHands(
        tuple((hands, Odds.parse(text)) for (hands, _), text in zip(first.odds, texts, strict=True))
    )
