"""Random descriptions by shape and number: legal sentences of the language, also those no shipped game says.

Within a shape every sort of bet takes its turn: its kind, the cards it reads, and what a fold does to it.
`SORTS` lists them all, so that a test can say that none was left out.
"""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from pitboss.cards import CARDS, JOKER, Card
from pitboss.hands.kinds import MARGINS, Kind, kind

Sort = tuple[str, str, str]
"""The kind of a bet, the cards it reads, and its fate after a fold."""
RANKS = "23456789TJQKA"
RANKINGS = (
    *("one-card", "two-alike", "three-card", "rummy", "four-card", "five-card"),
    *("flush-lengths", "suit-lengths", "runs", "three-card-spades", "rummy-bonus"),
)
"""What tables rank cards by; each wants so many of them."""
WITH_JOKER = ("deuces-wild", "natural-or-wild", "five-card-bug")
SMALL = ("one decision", "margins", "streets", "war")
"""Shapes of so few deals that a ranking may tell suits apart: no two deals are one then."""
BETS_EACH, BETS_EACH_LARGE = 8, 18
"""Side bets and jackpots of one description, more where it takes long; bonus lines come one by one."""
ODDS = ("push", "1 to 1", "2 to 1", "3 to 2", "6 to 5", "3 for 1", "7 to 1", "25 to 1")
JACKPOT_ODDS = ("1 for 1", "2 for 1", "3 for 1", "5 for 2", "11 for 5", "3 for 1", "8 for 1", "26 for 1")
"""The same of a jackpot, which keeps its wager."""


def _sorts(reads: Sequence[str]) -> tuple[Sort, ...]:
    """Side bets and jackpots on all of these cards, folded or not, and bonus lines."""
    after = ("lose", "in-action")
    found = [*product(("side",), reads, after)]
    found += product(("jackpot",), (one for one in reads if one != "highest"), ("either",))
    found += product(("bonus",), (one for one in reads if one != "highest"), ("lose",))
    return tuple(found)


OWN = ("own", "dealt", "kept", "first")
SORTS: Mapping[str, tuple[Sort, ...]] = {
    "one decision": _sorts((*OWN, "dealer", "own+dealer", "highest")),
    "an upcard": _sorts((*OWN, "dealer", "own+dealer", "highest")),
    "three upcards": _sorts((*OWN, "dealer", "highest")),
    "margins": _sorts((*OWN, "dealer", "own+dealer", "highest")),
    "wild cards": _sorts((*OWN, "dealer", "highest")),
    "flushes": _sorts((*OWN, "dealer", "own+dealer", "highest")),
    "exchange": _sorts((*OWN, "dealer", "own+dealer")),
    "streets": _sorts((*OWN, "community", "own+community", "highest")),
    "suits in stages": _sorts(OWN),
    "hold'em": _sorts((*OWN, "dealer", "community", "own+dealer", "own+community", "highest")),
    "war": tuple(("side", reads, "in-action") for reads in (*OWN, "dealer", "own+dealer")),
}
"""All sorts of bets by shape."""
SHAPES = tuple(SORTS)
BOARDED = ("hold'em",)
"""Shapes whose hand is not the own cards alone."""
PAID = ("streets", "suits in stages")
"""Shapes against a paytable, whose base game is not counted with a bonus line."""


@dataclass
class Told:
    """A description in the making, and what it is made of."""

    shape: str
    number: int
    sorts: tuple[Sort, ...]
    choose: random.Random
    parts: list[str] = field(default_factory=list)
    sizes: dict[str, int] = field(default_factory=dict)
    """How many cards a bet can read, by whose they are."""
    deck: tuple[Card, ...] = ()
    joker: bool = False
    ranking: Kind = field(default_factory=lambda: kind("three-card"))

    @property
    def slug(self) -> str:
        """What the game is called."""
        return f"made-{SHAPES.index(self.shape)}-{self.number}"

    @property
    def text(self) -> str:
        """The file."""
        return "\n\n".join(self.parts) + "\n"

    def part(self, name: str, /, **rows: object) -> None:
        """A part of the file; `[[bet]]` where the name says a list."""
        head = f"[[{name}]]" if name in ("act", "bet", "stage", "table") else f"[{name}]"
        self.parts.append("\n".join([head, *(f"{key} = {_toml(value)}" for key, value in rows.items())]))

    def one_of(self, *values: Any) -> Any:
        """One of these."""
        return self.choose.choice(values)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return str(value)


def told(shape: str, number: int) -> Told:
    """A description of a shape: side bets and jackpots in turn, or a bonus line that goes by no hand."""
    hand = [sort for sort in SORTS[shape] if on_the_hand(shape, sort)]
    bonuses = [sort for sort in SORTS[shape] if sort[0] == "bonus" and sort not in hand]
    others = [sort for sort in SORTS[shape] if sort[0] != "bonus"]
    turn, place = divmod(number, turns(shape))
    if place < len(bonuses):
        sorts = [bonuses[place]]
    else:
        each = min(bets_each(shape), len(others))
        first = (turn * turns(shape) + place - len(bonuses)) * each
        sorts = [others[(first + at) % len(others)] for at in range(each)] + hand
    return with_bets(shape, number, tuple(sorts))


def with_bets(shape: str, number: int, sorts: tuple[Sort, ...]) -> Told:
    """A description of a shape with bets of these sorts, as far as there is a ranking for their cards."""
    found = Told(shape, number, sorts, random.Random(f"{shape} {number}"))
    _MAKERS[shape](found)
    if "folds = true" not in found.text:  # then nothing is said of what a fold does
        found.parts = [re.sub(r'fold = "[^"]*", ', "", part) for part in found.parts]
    _bets_beside(found)
    return found


def on_the_hand(shape: str, sort: Sort) -> bool:
    """Whether it is a bonus line on the hand that is compared, which stands beside other bets."""
    return shape not in PAID and sort[:2] == ("bonus", "own+community" if shape in BOARDED else "own")


def turns(shape: str) -> int:
    """How many descriptions of a shape it takes until every sort of bet was there."""
    bonuses = sum(sort[0] == "bonus" for sort in SORTS[shape])
    alone = sum(sort[0] == "bonus" and not on_the_hand(shape, sort) for sort in SORTS[shape])
    return alone - (-(len(SORTS[shape]) - bonuses) // bets_each(shape))


def bets_each(shape: str) -> int:
    """How many side bets and jackpots a description of a shape has."""
    return BETS_EACH_LARGE if shape in ("hold'em", "three upcards") else BETS_EACH


# Cards and tables.


def _game(of: Told) -> None:
    of.part("game", slug=of.slug, name="Made", words=of.shape)


def _cards(of: Told, ranking: str, ranks: int, **numbers: object) -> Kind:
    """Deal so many cards from so many ranks."""
    removed = _removed(of, ranks)
    given = {key: value for key, value in numbers.items() if value}
    of.part("cards", **given, ranking=ranking, remove_ranks=removed)
    return _dealt(of, ranking, removed, **numbers)


def _removed(of: Told, ranks: int) -> str:
    """The ranks that are not in the deck; those that are left are neighbours more often than not."""
    low = of.choose.randrange(13)
    near = [RANKS[(low + place) % 13] for place in range(ranks + 1)]
    kept = of.choose.sample(near, ranks)
    if of.joker and "2" not in kept:
        kept[0] = "2"
    return "".join(rank for rank in RANKS if rank not in kept)


def _dealt(of: Told, ranking: str, removed: str, **numbers: object) -> Kind:
    """Keep what is dealt, and from which deck."""
    of.deck = tuple(card for card in CARDS if str(card)[0] not in removed) + ((JOKER,) if of.joker else ())
    player, dealer, board = (int(str(numbers.get(key, 0))) for key in ("player", "dealer", "community"))
    of.sizes = dict.fromkeys(("own", "dealt", "kept"), player) | {"dealer": dealer, "community": board}
    of.sizes["first"] = int(str(numbers.get("first", 0))) or player
    of.sizes["highest"] = player + board
    of.ranking = kind(ranking)
    return of.ranking


def _met(of: Told, ranking: Kind, size: int) -> list[str]:
    """Classes that hands of this deck have, the rarer the later."""
    hands = (of.choose.sample(of.deck, size) for _ in range(60))
    return list(dict.fromkeys(ranking.class_of(ranking.rank(hand)) for hand in hands))


def _pays(of: Told, ranking: Kind, size: int, odds: Sequence[str]) -> dict[str, str]:
    """A few lines of a paytable, most of them for hands that are met."""
    names = _met(of, ranking, size) + of.choose.sample(sorted(ranking.names), 2)
    of.choose.shuffle(names)
    pays: dict[str, str] = {}
    covered: set[str] = set()
    for name in names[: of.choose.randrange(2, 6)]:
        if ranking.covers(name) - covered:
            covered |= ranking.covers(name)
            pays[name] = of.choose.choice(odds)
    return pays


def _table(of: Told, bet: str, ranking: Kind, size: int, **more: object) -> None:
    pays = _pays(of, ranking, size, JACKPOT_ODDS if "wager" in more else ODDS)
    _with_meter(pays, more)
    of.part("table", designator=f"T-{bet}", bet=bet, ranking=ranking.name, pays=pays, **more)


def _with_meter(pays: dict[str, str], more: Mapping[str, object]) -> None:
    """Pay the first line from the meter where there is one; it may be a hand that nobody ever has."""
    if "seed" in more:
        pays[next(iter(pays))] = "100% of main"


def _readable(of: Told, what: str, reads: str) -> tuple[Kind, int] | None:
    """A ranking for the cards that a bet reads, if there is one for so many."""
    size = sum(of.sizes[who] for who in reads.split("+"))
    names = WITH_JOKER if of.joker else RANKINGS
    if reads == "own+dealer" and of.sizes["own"] == of.sizes["dealer"] == 2:
        return kind("starting-hands"), size
    fitting = [kind(name) for name in names if kind(name).size <= size <= kind(name).size_max]
    if of.shape not in SMALL:
        fitting = [each for each in fitting if each.suits_alike]
    if reads == "kept" and of.shape == "exchange":  # of a side bet one card may be missing
        poker = [each for each in fitting if each.name in ("three-card", "four-card", "five-card")]
        fitting = [each for each in poker if each.size < size + (what == "side")]
    return (of.choose.choice(fitting), size) if fitting else None


def _bets_beside(of: Told) -> None:
    """The side bets, jackpots and bonus lines of the sorts whose turn it is."""
    made = []
    for number, (what, reads, after) in enumerate(of.sorts):
        found = _readable(of, what, reads)
        if found is None:
            continue
        ranking, size = found
        name = f"{what}-{number}"
        if what == "bonus" and len(of.sorts) > 1:
            ranking = of.ranking
        if what == "bonus":
            inner: dict[str, object] = {"table": name, "reads": reads}
            choices = [each for each in ("play", "stand", "draw-1") if f'name = "{each}"' in of.text]
            if of.shape in ("one decision", "exchange") and choices and of.one_of(True, False):
                inner["after"] = [of.choose.choice(choices)]
            place = next(at for at, text in enumerate(of.parts) if 'slug = "ante"' in text)
            of.parts[place] += f"\nbonus = {_toml(inner)}"
        else:
            rows = {"slug": name, "name": name, "kind": what, "table": name, "reads": reads}
            if what == "side" and reads != "highest" and of.one_of(False, False, True):
                rows["kind"] = "counted"
            if after != "either":
                rows["after_fold"] = after
            of.part("bet", **rows)
        more = {"wager": "$1"} | ({"seed": "$50"} if number % 2 else {}) if what == "jackpot" else {}
        if ranking.name == "starting-hands":
            odds = ("31 for 1", "3 for 1", "1 for 1") if more else ("30 to 1", "2 to 1", "push")
            pays = dict(zip(("aces-against-aces", "pair-of-aces", "no-pair"), odds, strict=True))
            _with_meter(pays, more)
            of.part("table", designator=f"T-{name}", bet=name, ranking=ranking.name, pays=pays, **more)
        else:
            _table(of, name, ranking, size, **more)
        made.append((what, reads, after))
    of.sorts = tuple(made)


# Base games.


def _settles(of: Told, ranking: Kind, size: int, table: bool = False) -> dict[str, object]:
    """What a bet against a dealer is paid."""
    found: dict[str, object] = {
        "fold": of.one_of("lose", "lose", "half", "push"),
        "no_hand": of.one_of("compare", "push", "1 to 1", "6 to 5"),
        "win": of.one_of("1 to 1", "1 to 1", "3 to 2", "push"),
        "tie": of.one_of("push", "push", "1 to 1", "half", "lose"),
        "lose": of.one_of("lose", "lose", "lose", "push", "half"),
    }
    if table:
        found["win"] = {of.choose.choice(_met(of, ranking, size)): "table", "otherwise": "1 to 2"}
    return found


def _against_dealer(of: Told, ranking: Kind, size: int, dealer: int, exact: bool = False) -> None:
    """A dealer who may have to qualify, an Ante, maybe a Blind paid by a table, and a Play bet."""
    rows: dict[str, object] = {}
    if of.one_of(True, True, False):
        cards = of.choose.sample(of.deck, max(ranking.size, min(dealer, ranking.size_max)))
        rows["qualifies"] = "".join(map(str, cards))
        if not exact and of.one_of(True, False, False):
            rows["always_against"] = of.choose.choice(_met(of, ranking, size))
    if rows:
        of.part("dealer", **rows)
    of.part("bet", slug="ante", name="Ante", required=True, settles=_settles(of, ranking, size))
    if of.one_of(True, False):
        blind = _settles(of, ranking, size, table=True)
        of.part("bet", slug="blind", name="Blind", required=True, equals="ante", table="blind", settles=blind)
        _table(of, "blind", ranking, size)
    of.part(
        *("bet",),
        slug="play",
        name="Play",
        of="ante",
        multiples=[1, 2, 3],
        settles=_settles(of, ranking, size),
    )


def _choices(of: Told, ranking: Kind, size: int) -> list[dict[str, object]]:
    """Raises, some of which need a hand; a bet taken back; mostly a fold."""
    found: list[dict[str, object]] = []
    if of.one_of(True, False):
        found.append({"name": "big", "bets": {"play": of.one_of(2, 3)}})
        if of.one_of(True, False):
            found[0]["with_hand"] = of.choose.choice(_met(of, ranking, size))
    found.append({"name": "play", "bets": {"play": 1}})
    if of.one_of(True, True, True, False):
        found.append({"name": "fold", "folds": True})
        if of.one_of(True, False, False):
            found[-1]["below"] = "".join(map(str, of.choose.sample(of.deck, size)))
    elif of.one_of(True, False):
        found.append({"name": "back", "takes_back": ["ante"], "bets": {"play": 2}})
    else:
        found.append({"name": "check"})
    of.choose.shuffle(found)
    return found


def _stage(of: Told, name: str, choices: Sequence[Mapping[str, object]], **more: int) -> None:
    given = {key: value for key, value in more.items() if value}
    of.part("stage", name=name, prompt=f"{name}?", **given, choices=list(choices))


def _one_decision(of: Told, up: int = 0) -> None:
    _game(of)
    name, player, dealer = of.one_of(
        ("three-card", 3, 3), ("three-card", 3, 4), ("three-card", 4, 3), ("four-card", 4, 4), ("rummy", 3, 3)
    )
    read = {reads for _, reads, _ in of.sorts}
    if up or "highest" in read or (player + dealer > 7 and "own+dealer" in read):
        name, player, dealer = of.one_of(("three-card", 3, 3), ("rummy", 3, 3))
    ranking = _cards(of, name, 4, player=player, dealer=dealer, dealer_up=up)
    _against_dealer(of, ranking, player, dealer)
    _stage(of, "decision", _choices(of, ranking, player))


def _an_upcard(of: Told) -> None:
    _one_decision(of, 1)


def _flushes(of: Told) -> None:
    _game(of)
    size, up = of.one_of(2, 3), of.one_of(0, 1)
    ranking = _cards(of, "flush-lengths", 5, player=size, dealer=size, dealer_up=up)
    _against_dealer(of, ranking, size, size)
    _stage(of, "decision", _choices(of, ranking, size))


def _three_upcards(of: Told) -> None:
    _game(of)
    ranking = _cards(of, "five-card", 4, player=6, dealer=6, dealer_up=3)
    _against_dealer(of, ranking, 6, 6, exact=True)
    _stage(of, "decision", [{"name": "play", "bets": {"play": 1}}, {"name": "fold", "folds": True}])


def _margins(of: Told) -> None:
    _game(of)
    name, size = of.one_of(("three-card", 3), ("flush-lengths", 3), ("rummy", 3))
    ranking = _cards(of, name, 4, player=size, dealer=size)
    _against_dealer(of, ranking, size, size)
    pays = {margin: of.choose.choice(ODDS) for margin in of.choose.sample(MARGINS, 4)}
    of.part("table", designator="T-margin", bet="margin", ranking="class-margins", pays=pays)
    settles = _settles(of, ranking, size) | {"win": "margin"}
    of.part("bet", slug="more", name="More", required=True, table="margin", settles=settles)
    choices: list[dict[str, object]] = [
        {"name": "play", "bets": {"play": of.one_of(1, 2)}},
        {"name": "fold", "folds": True},
    ]
    _stage(of, "decision", choices)


def _wild_cards(of: Told) -> None:
    of.joker = True
    _game(of)
    name = of.one_of("deuces-wild", "deuces-wild-aces", "five-card-bug")
    ranking = _cards(of, name, 4, player=5, dealer=5, joker=True)
    _against_dealer(of, ranking, 5, 5)
    _stage(of, "decision", _choices(of, ranking, 5))


def _exchange(of: Told) -> None:
    _game(of)
    name, player, dealer = of.one_of(
        ("three-card", 3, 3),
        ("three-card", 3, 3),
        ("three-card", 3, 4),
        ("three-card", 4, 3),
        ("rummy", 3, 3),
    )
    if any(reads == "kept" and what != "side" for what, reads, _ in of.sorts):
        name, player, dealer = "three-card", 4, 3
    ranking = _cards(of, name, 4, player=player, dealer=dealer)
    _against_dealer(of, ranking, player, dealer)
    draws = sorted(of.choose.sample(range(1, player + 1), of.choose.randrange(1, player + 1)))
    choices: list[dict[str, object]] = [{"name": "stand", "bets": {"play": of.one_of(1, 2)}}]
    choices += [{"name": f"draw-{place}", "bets": {"play": 1}, "exchanges": [place]} for place in draws]
    choices += [{"name": "fold", "folds": True}] * of.one_of(1, 1, 1, 0)
    of.choose.shuffle(choices)
    _stage(of, "decision", choices)


def _bet(street: int, units: int) -> dict[str, object]:
    return {"name": "bet", "bets": {f"b-{street}": units}}


def _streets(of: Told) -> None:
    _game(of)
    name, player, board = of.one_of(
        ("three-card", 1, 2),
        ("three-card", 2, 1),
        ("four-card", 2, 2),
        ("five-card", 3, 2),
        ("three-card", 2, 2),
    )
    ranking = _cards(of, name, 4, player=player, community=board)
    table = {"hand": "table"}
    of.part("bet", slug="ante", name="Ante", required=True, table="hand", settles=table)
    _table(of, "hand", ranking, player + board)
    back = of.one_of(True, False)
    for street in range(board):
        if back:
            of.part(
                *("bet",), slug=f"b-{street}", name=f"B {street}", required=True, equals="ante", table="hand",
                settles=table,
            )  # fmt: skip
            choices: list[dict[str, object]] = [
                {"name": "stay"},
                {"name": "back", "takes_back": [f"b-{street}"]},
            ]
        else:
            of.part(
                *("bet",), slug=f"b-{street}", name=f"B {street}", of="ante", multiples=[1, 2], table="hand",
                settles=table,
            )  # fmt: skip
            choices = [_bet(street, 1), {"name": "fold", "folds": True}]
            if of.one_of(True, False):
                choices.append(_bet(street, 2) | {"name": "twice"})
        of.choose.shuffle(choices)
        _stage(of, f"street-{street}", choices, opens=int(street > 0))


def _suits(of: Told) -> None:
    _game(of)
    first, more, last = of.one_of((3, 1, 1), (3, 2, 0), (2, 1, 1), (4, 1, 0))
    ranking = _cards(of, "suit-lengths", 4, player=first + more + last, first=first)
    paid = [f"{name}-card-flush" for name in ("three", "four", "five")][: 3 if first > 2 else 2]
    of.part("bet", slug="ante", name="Ante", required=True, table="hand", settles={"hand": "table"})
    pays = {name: of.choose.choice(ODDS) for name in reversed(paid[-2:])}
    of.part("table", designator="T-hand", bet="hand", ranking=ranking.name, pays=pays)
    for street in range(2):
        settles = {"hand": {paid[-1]: of.choose.choice(ODDS), "otherwise": "lose"}}
        of.part(*("bet",), slug=f"b-{street}", name=f"B {street}", of="ante", multiples=[1], settles=settles)
        choices = [_bet(street, 1), {"name": "fold", "folds": True}]
        _stage(of, f"street-{street}", choices, deals=more * street)


def _holdem(of: Told) -> None:
    _game(of)
    ranking = _cards(of, "five-card", 4, player=2, dealer=2, community=5)
    _against_dealer(of, ranking, 7, 7)
    opens = of.one_of((0, 3, 2), (3, 2), (0, 5), (0, 3))
    for street, number in enumerate(opens):
        choices: list[dict[str, object]] = [{"name": "bet", "bets": {"play": of.one_of(1, 2, 3)}}]
        last = street == len(opens) - 1
        choices.append(
            {"name": "fold", "folds": True} if last or of.one_of(True, False) else {"name": "check"}
        )
        _stage(of, f"street-{street}", choices, opens=number)


def _war(of: Told) -> None:
    _game(of)
    removed, open_card = _removed(of, 4), {"cards": 1, "face": "up"}
    of.part("shoe", decks=of.one_of(1, 2, 6), remove=removed)
    later = {"second": {"face": "up"}, "dealer-second": {"face": "up"}}
    of.part("places", player=open_card, dealer=open_card, **later)
    of.part("hands", ranking="one-card")
    _dealt(of, "one-card", removed, player=1, dealer=1)
    first = [
        {"name": "fold", "when": "folded", "pays": of.one_of("half", "lose"), "at_once": True},
        {"name": "win", "when": "player > dealer", "pays": "1 to 1", "at_once": True},
        {"name": "lose", "when": "player < dealer", "pays": "lose", "at_once": True},
    ]
    tie = of.one_of("1 to 1", "push", "table")
    lines = {"equal-ranks": "second == dealer-second"}
    table = {"table": "ante", "lines": lines} if tie == "table" else {}
    settles = [*first, *_second(of.one_of("push", "1 to 1"), tie)]
    of.part("bet", slug="ante", name="Ante", required=True, **table, settles=settles)
    if table:
        pays = {"equal-ranks": "2 to 1"}
        of.part("table", designator="T-ante", bet="ante", ranking="two-alike", pays=pays)
    settles = _second("1 to 1", of.one_of("1 to 1", "push"))
    of.part("bet", slug="war", name="War", of="ante", multiples=[1], settles=settles)
    choices = [{"name": "war", "bets": {"war": 1}}, {"name": "surrender", "folds": True}]
    of.part("act", name="decision", when="player == dealer", asks="War?", choices=choices)
    of.part("act", name="seconds", when="decision.war", deals={"second": 1, "dealer-second": 1})


def _second(win: str, tie: str) -> list[dict[str, object]]:
    """What a bet is paid after the second deal."""
    return [
        {"name": "war-win", "when": "second > dealer-second", "pays": win},
        {"name": "war-tie", "when": "second == dealer-second", "pays": tie},
        {"name": "war-lose", "pays": "lose"},
    ]


_MAKERS: Mapping[str, Callable[[Told], None]] = dict(
    zip(
        SHAPES,
        (
            *(_one_decision, _an_upcard, _three_upcards, _margins, _wild_cards, _flushes, _exchange),
            *(_streets, _suits, _holdem, _war),
        ),
        strict=True,
    )
)
