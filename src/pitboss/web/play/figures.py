"""What a bet keeps on average and how often it wins, beside its pays: from kept results only."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from pitboss.analysis.cache import Missing, shipping
from pitboss.analysis.parsheet import BASE
from pitboss.analysis.registry import analysis_of
from pitboss.analysis.report import percent
from pitboss.errors import BadInput
from pitboss.games import Rules, game
from pitboss.games.words import words_of
from pitboss.paytables.edited import taken_apart
from pitboss.web.play.luck import SheetKey, par_sheet, sheet_key


@dataclass(frozen=True, slots=True)
class Figures:
    """The house edge and the hit rate of a bet as people read them, and where the laboratory has it."""

    edge: str
    hits: str
    link: str


_known: dict[SheetKey, Figures] = {}


def known(rules: Rules, hands: int) -> dict[str, Figures]:
    """The figures at hand of a table's bets, the base game among them, for so many hands dealt."""
    keys = {bet: sheet_key(rules, bet, hands) for bet in _bets(rules)}
    return {bet: _known[key] for bet, key in keys.items() if key in _known}


def look_up(rules: Rules, seats: int) -> bool:
    """Find what is kept of a table's bets for any number of hands; whether anything new was there.

    It reads files, and some bets are quicker counted than kept: not for a request that somebody waits for.
    """
    wanted = {sheet_key(rules, bet, hands) for bet in _bets(rules) for hands in range(2, seats + 2)}
    found = {key: figures for key in wanted - _known.keys() if (figures := _kept(key))}
    _known.update(found)
    return bool(found)


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
    often = "" if not hits else " of rounds" if bet == BASE else f", 1 in {float(1 / hits):.1f}"
    return Figures(
        f"House edge {percent(sheet.house_edge, 2)}{of}",
        f"Wins {percent(hits, 1)}{often}" if hits else "",
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
