"""What a bet keeps on average and how often it wins, beside its pays: from kept results only."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from urllib.parse import urlencode

from pitboss.analysis.cache import Missing, shipping
from pitboss.analysis.parsheet import BASE
from pitboss.analysis.progressive import Wager, wager_of
from pitboss.analysis.registry import analysis_of, hands_of
from pitboss.analysis.report import percent
from pitboss.errors import BadInput
from pitboss.games import Rules, game
from pitboss.games.discovery import forget_too
from pitboss.games.words import words_of
from pitboss.money import CENTS_PER_DOLLAR
from pitboss.paytables import Paytable, paytable
from pitboss.paytables.edited import taken_apart
from pitboss.web.play.lately import Lately
from pitboss.web.play.luck import SheetKey, par_sheet, sheet_key

KNOWN_MAX = 4096
"""How many bets' figures are remembered: all of the house's tables and as many private ones as it keeps."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The house edge and the hit rate of a bet as people read them, and where the laboratory has it."""

    edge: str
    hits: str
    link: str


_known: Lately[SheetKey, Figures] = Lately(KNOWN_MAX)
forget_too(_known.clear)


@dataclass(frozen=True, slots=True)
class Metered:
    """A wager on a meter at a table: game and bet, the paytable, its wager, and the word on folded hands."""

    game: str
    bet: str
    designator: str
    wager_cents: int
    folded_qualify: bool

    @property
    def table(self) -> Paytable:
        """The paytable at this wager."""
        table = paytable(self.designator)
        same = table.wager_cents == self.wager_cents
        return table if same else table.at_wager(self.wager_cents, table.seed_cents)


_wagers: Lately[Metered, Wager] = Lately(KNOWN_MAX)
forget_too(_wagers.clear)


def known(rules: Rules, hands: int) -> dict[str, Figures]:
    """The figures at hand of a table's bets, the base game among them, for so many hands dealt."""
    found = {bet: _known.get(sheet_key(rules, bet, hands)) for bet in _bets(rules)}
    return {bet: figures for bet, figures in found.items() if figures}


def look_up(rules: Rules, seats: int) -> bool:
    """Find what is kept of a table's bets for any number of hands; whether anything new was there.

    It reads files, and some bets are quicker counted than kept: not for a request that somebody waits for.
    """
    numbers = [rules.game.hands_dealt(players) for players in range(1, seats + 1)]
    wanted = {sheet_key(rules, bet, hands) for bet in _bets(rules) for hands in numbers}
    return _known.look_up(wanted, _kept)


def look_up_metered(wanted: Iterable[Metered]) -> bool:
    """Find what wins these wagers how often, as far as it is kept; whether anything new was there."""
    return _wagers.look_up({*wanted}, _kept_wager)


def _kept_wager(one: Metered) -> Wager | None:
    try:
        with shipping(counting=False):
            hands, _ = hands_of(one.game, one.bet)(one.table, one.folded_qualify)
    except (Missing, BadInput):
        return None
    return wager_of(one.table, *hands)


def metered(one: Metered, cents: Mapping[str, int]) -> Figures | None:
    """What the next wager gives up while the meters stand so, without envy; None where nothing is kept."""
    wager = _wagers.get(one)
    if wager is None or cents.keys() != {*wager.levels}:
        return None
    meters = {level: Fraction(held, CENTS_PER_DOLLAR) for level, held in cents.items()}
    edge, hits = wager.edge_at(meters, players=1), wager.hit_frequency
    return Figures(
        f"{_edge(edge)} on the next wager, at this meter", _often(hits), _metered_link(one, meters)
    )


def _edge(edge: Fraction) -> str:
    """Whose edge it is, and how much.

    >>> _edge(Fraction(1, 50)), _edge(Fraction(-1, 5000))
    ('House edge 2.00%', "Player's edge 0.02%")
    """
    return f"House edge {percent(edge, 2)}" if edge >= 0 else f"Player's edge {percent(-edge, 2)}"


def _often(hits: Fraction) -> str:
    return f"Wins {percent(hits, 1)}, 1 in {float(1 / hits):.1f}"


def _metered_link(one: Metered, meters: Mapping[str, Fraction]) -> str:
    """The par sheet of the wager at these meters."""
    held = {level: f"{float(meter):.2f}" for level, meter in meters.items()}
    many = ",".join(f"{level}:{meter}" for level, meter in held.items())
    chosen = {"o.meter": many if len(held) > 1 else "".join(held.values())}
    if one.wager_cents != paytable(one.designator).wager_cents:
        chosen["o.wager"] = f"{one.wager_cents / CENTS_PER_DOLLAR:.2f}"
    if one.folded_qualify:
        chosen["o.folded_hands_qualify"] = "yes"
    table = {"game": one.game, "bet": one.bet, "paytable": one.designator}
    return f"/lab?{urlencode(table | chosen)}"


def _bets(rules: Rules) -> Iterator[str]:
    """The bets with a sheet that doesn't move with a meter."""
    metered = {bet.slug for bet in rules.game.bets if bet.kind == "jackpot"}
    return (bet for bet in analysis_of(rules.game.slug).par if bet not in metered)


def _kept(key: SheetKey) -> Figures | None:
    slug, bet = key[:2]
    try:
        with shipping(counting=False):
            sheet = par_sheet(key)
    except (Missing, BadInput):
        return None
    of = f" of the {words_of(game(slug)).unit} at best play" if bet == BASE else ""
    hits = sheet.hit_frequency
    often = "" if not hits else f"Wins {percent(hits, 1)} of rounds" if bet == BASE else _often(hits)
    return Figures(
        f"{_edge(sheet.house_edge)}{of}",
        often,
        link(key),
    )


def link(key: SheetKey) -> str:
    """The par sheet of a bet under the options of the table."""
    slug, bet, designator, options = key
    usual = {option.name: option.default for option in analysis_of(slug).par[bet].options}
    chosen = {f"o.{name}": value for name, value in options if usual[name] != value}
    name, pays = taken_apart(designator)
    table = {"paytable": name} if name else {}
    table |= {f"pay.{hand}": pay for hand, pay in pays.items() if "/" not in pay}
    return f"/lab?{urlencode({'game': slug, 'bet': bet} | table | chosen)}"
