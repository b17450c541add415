"""A person's rounds with luck and skill told apart; sheets are counted aside and remembered."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.analysis.families.budget import quickly
from pitboss.analysis.parsheet import BASE, ParSheet
from pitboss.analysis.registry import analysis_of, par_of, resolve_paytable
from pitboss.errors import BadInput
from pitboss.games import Game, Round, Rules, parse_round
from pitboss.practice.luck import Account, Judged, Stake, account
from pitboss.web.patience import PATIENCE_S
from pitboss.web.play.coach import Coach, other_pays
from pitboss.web.play.store import Decided, Played

SheetKey = tuple[str, str, str, tuple[tuple[str, str], ...]]
"""The question for a sheet: game, bet, its table, and the options that matter to it."""
_Sheet = tuple[Fraction, Fraction | None, Fraction]


def par_sheet(key: SheetKey) -> ParSheet:
    """The sheet that is asked for."""
    slug, bet, designator, options = key
    table = resolve_paytable(slug, bet, designator, dict(options)) if designator else None
    return par_of(slug, bet, table, dict(options))


def sheet(slug: str, bet: str, designator: str, options: tuple[tuple[str, str], ...]) -> _Sheet:
    """What a unit of a bet expects at best play, its variance and the error of both."""
    with quickly():
        found = par_sheet((slug, bet, designator, options))
    return found.expected_value, found.variance, found.error


@dataclass(frozen=True, slots=True)
class Told:
    """Rounds told apart, and how many could not be, by why."""

    account: Account
    left_out: Mapping[str, int] = field(default_factory=dict)
    counting: bool = False


class Sheets:
    """The sheets of the bets people lay, each counted once, in the process of the coach."""

    def __init__(self, coach: Coach) -> None:
        self._coach = coach
        self._found: dict[SheetKey, asyncio.Future[_Sheet]] = {}

    def forget(self) -> None:
        """Count anew what is asked from now on."""
        self._found.clear()

    def ask(self, key: SheetKey) -> "asyncio.Future[_Sheet]":
        """The sheet of a bet, counted if nobody asked before."""
        if key not in self._found:
            self._found[key] = self._coach.count(sheet, *key)
            self._found[key].add_done_callback(lambda done: done.cancelled() or done.exception())
        return self._found[key]

    async def tell(self, person: str, rounds: Sequence[Played], decided: Iterable[Decided]) -> Told:
        """Somebody's rounds, the sheets of which are waited for a moment."""
        laid, left_out = await asyncio.to_thread(_every, person, rounds, decided)
        asked = {key: self.ask(key) for _, keys in laid for key in keys}
        if asked:
            await asyncio.wait(asked.values(), timeout=PATIENCE_S)
        if any(not one.done() for one in asked.values()):
            return Told(Account(), left_out, counting=True)
        judged = []
        for found, keys in laid:
            try:
                stakes = tuple(
                    Stake(cents, *asked[key].result())
                    for key, cents in zip(keys, found.stakes.values(), strict=True)
                )
            except BadInput as why:
                left_out[f"no sheet for {found.rules.game.name}: {why}"] += 1
            else:
                judged.append(Judged(found.result, stakes, found.cost, found.apart))
        return Told(account(judged), left_out)


class _LeftOutError(Exception):
    """Why a round can't be told apart."""


@dataclass(frozen=True, slots=True)
class _Laid:
    """What a seat had in a round: its stakes by bet with a sheet, what came of them, what mistakes cost."""

    rules: Rules
    hands: int
    stakes: Mapping[str, int]
    result: int
    apart: int
    cost: Fraction


def _every(
    person: str, rounds: Sequence[Played], decided: Iterable[Decided]
) -> "tuple[list[tuple[_Laid, list[SheetKey]]], Counter[str]]":
    """What somebody laid in each round with the sheets it needs, and why others are left out."""
    by_round: dict[str, list[Decided]] = {}
    for one in decided:
        by_round.setdefault(one.source, []).append(one)
    left_out: Counter[str] = Counter()
    laid: list[tuple[_Laid, list[SheetKey]]] = []
    for played in rounds:
        for seat, (who, _, net) in played.seats.items():
            if who == person:
                try:
                    found = _laid(played, seat, net, by_round.get(played.id, []))
                    laid.append((found, [sheet_key(found.rules, bet, found.hands) for bet in found.stakes]))
                except _LeftOutError as why:
                    left_out[str(why)] += 1
    return laid, left_out


def _laid(played: Played, seat: int, net: int, decided: Sequence[Decided]) -> _Laid:
    whole = parse_round(played.notation)
    rules, wagers = whole.rules, whole.wagers[seat]
    known = analysis_of(rules.game.slug)
    if whole.voided:
        raise _LeftOutError("voided")
    if not known.par or not known.values:
        raise _LeftOutError(f"nobody has counted {rules.game.name}")
    if why := other_pays(rules):
        raise _LeftOutError(why)
    if len(decided) != _turns(whole, seat):
        raise _LeftOutError("a decision was made for you")
    if any(one.cost is None for one in decided):
        raise _LeftOutError("a decision is still being counted")
    apart = _without_sheet(rules.game, known.par)
    sides = {
        bet: cents for bet, cents in wagers.items() if bet not in apart and rules.game.bet(bet).kind == "side"
    }
    main = {BASE: wagers[rules.game.main.slug]} if rules.game.main.slug in wagers else {}
    lines = [line for line in whole.lines if line.seat == seat]
    result = sum(line.net_cents for line in lines if line.bet not in apart)
    cost = sum((one.cost_cents for one in decided), Fraction(0))
    hands = rules.game.hands_dealt(len(whole.wagers))
    return _Laid(rules, hands, main | sides, result, net - result, cost)


def _without_sheet(played: Game, sheets: Mapping[str, object]) -> set[str]:
    """Wagers on a meter, whose worth moves with it, and side bets that nobody has counted."""
    return {
        bet.slug
        for bet in played.bets
        if bet.kind == "jackpot" or (bet.kind == "side" and bet.slug not in sheets)
    }


def _turns(whole: Round, seat: int) -> int:
    """How many decisions the round asked of a seat."""
    at, count = Round(whole.rules, whole.wagers, whole.order), 0
    for decision in whole.decisions:
        count += at.request is not None and at.request.seat == seat
        at.decide(decision)
    return count


def sheet_key(rules: Rules, bet: str, hands: int) -> SheetKey:
    """The question for the sheet of a bet at a table where so many hands are dealt."""
    entry = analysis_of(rules.game.slug).par[bet]
    laid_on = entry.paytable_bet
    table = rules.table_word(laid_on) if laid_on in rules.paytables else ""
    known = {option.name for option in entry.options}
    options = {name: value for name, value in rules.options.items() if name in known}
    if "hands" in known:
        options["hands"] = str(hands)
    return rules.game.slug, bet, table, tuple(sorted(options.items()))
