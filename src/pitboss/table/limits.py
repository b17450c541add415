"""Wagering limits: the state's, dated, and the table's own within them."""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pitboss.errors import BadInput
from pitboss.games import Bet, Game, Rules
from pitboss.money import Odds, dollars, format_cents, format_short
from pitboss.paytables import OddsByHands


@dataclass(frozen=True, slots=True)
class Regulation:
    """The state's limits from a date on: for each wager, the games on a layout, the games of one player."""

    since: date
    wager_max_cents: int
    games_max: int
    small_wager_cents: int
    games_over_small_max: int
    source: str
    games_per_player_max: int | None = None
    """A cap on the bets one hand may carry, base game included; posted where it is used."""


def load_regulations(path: Path | None = None) -> tuple[Regulation, ...]:
    """The dated rules of a file, ours without one, oldest first."""
    text = (path or files("pitboss.table").joinpath("limits.toml")).read_text(encoding="utf-8")
    try:
        entries = tomllib.loads(text)["rules"]
        return tuple(sorted((_regulation(entry) for entry in entries), key=lambda rule: rule.since))
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise BadInput(f"{path}: the limits can't be read: {error}") from None


def _regulation(entry: dict[str, Any]) -> Regulation:
    known = dict(entry)
    return Regulation(
        since=known.pop("from"),
        wager_max_cents=dollars(known.pop("wager_max")),
        small_wager_cents=dollars(known.pop("small_wager")),
        **known,
    )


@cache
def _approved_regulations() -> tuple[Regulation, ...]:
    return load_regulations()


def regulation_on(day: date, rules: tuple[Regulation, ...] | None = None) -> Regulation:
    """The rules in force on a day.

    >>> regulation_on(date(2023, 6, 14)).wager_max_cents, regulation_on(date(2023, 8, 19)).wager_max_cents
    (30000, 40000)
    """
    in_force = [rule for rule in rules or _approved_regulations() if rule.since <= day]
    if not in_force:
        raise BadInput(f"no wagering limits are known for {day}")
    return in_force[-1]


@dataclass(frozen=True, slots=True)
class BetLimit:
    """What one bet takes at a table, in steps of the smallest chip."""

    least_cents: int
    most_cents: int
    step_cents: int = 50

    def refusal(self, cents: int) -> str:
        """What a wager of this size is not, or nothing: the end of a sentence about the bet."""
        if self.least_cents == self.most_cents != cents:
            return f"is {format_short(self.least_cents)}"
        if cents < self.least_cents:
            return f"is at least {format_short(self.least_cents)}"
        if cents > self.most_cents:
            return f"is at most {format_short(self.most_cents)}"
        if cents % self.step_cents:
            return f"goes in steps of {format_short(self.step_cents)}"
        return ""


@dataclass(frozen=True, slots=True)
class TableLimits:
    """A table's limits, bet by bet, and its aggregates: the most one deal pays on a bet to all players."""

    bets: Mapping[str, BetLimit]
    aggregates: Mapping[str, int] = field(default_factory=dict)
    payout_cents: int | None = None
    """The most that all bets of one hand win together in a round, jackpots apart."""

    @classmethod
    def standard(cls, rules: Rules, regulation: Regulation) -> "TableLimits":
        """$5 to the limit in whole dollars on the base game, $1 to $5 on side bets, jackpots as fixed.

        Of more side bets than one layout may have, the first ones.
        """
        bets = {}
        beside = [bet.slug for bet in rules.game.bets if not bet.in_round and bet.kind != "base"]
        for bet in rules.game.bets:
            if bet.in_round or bet.slug in beside[regulation.games_max - 1 :]:
                continue
            if bet.kind == "jackpot":
                fixed = rules.paytables[bet.slug].wager_cents or 100
                bets[bet.slug] = BetLimit(fixed, fixed)
            elif bet.kind == "side":
                small = regulation.small_wager_cents
                least, most = 100, min(small, bet.most_cents or small)
                bets[bet.slug] = BetLimit(bet.wager_cents or least, bet.wager_cents or most)
            else:
                most = wager_max_cents(rules.game, bet, regulation)
                bets[bet.slug] = BetLimit(500, most - most % 100)
        return cls(bets)

    def refusal(self, laid: Mapping[str, int], named: Callable[[str], str] = str) -> str:
        """Why a seat's wagers are outside the table's limits, or nothing; `named` tells its name."""
        for bet, cents in laid.items():
            if bet not in self.bets:
                return f"{bet} is not offered at this table"
            reason = self.bets[bet].refusal(cents)
            if reason:
                return f"the {named(bet)} {reason}"
        return ""

    def layout_refusal(self, rules: Rules, regulation: Regulation, sensors: Sequence[int] = ()) -> str:
        """Why a layout with these limits may not open, or nothing; `sensors` are the wagers of its links."""
        game = rules.game
        unplayable = self._unplayable(game)
        if unplayable:
            return unplayable
        for slug, limit in self.bets.items():
            highest = wager_max_cents(game, game.bet(slug), regulation)
            if limit.most_cents > highest:
                reason = (
                    "a raise on it would exceed" if highest < regulation.wager_max_cents else "it exceeds"
                )
                return (
                    f"{slug} up to {format_cents(limit.most_cents)}: {reason} the limit of "
                    f"{format_cents(regulation.wager_max_cents)} for each wager"
                )
        games = self._games(game, sensors)
        if len(games) > regulation.games_max:
            return f"{len(games)} games on one layout; {regulation.games_max} are allowed"
        large = [name for name, most in games.items() if most > regulation.small_wager_cents]
        if len(large) > regulation.games_over_small_max:
            small = format_cents(regulation.small_wager_cents)
            return f"{len(large)} games take more than {small}; {regulation.games_over_small_max} may"
        return self._aggregate_refusal(rules) or self._payout_refusal(rules)

    def _unplayable(self, game: Game) -> str:
        """Why nobody could lay the bets as the text has them, or nothing."""
        for bet in game.bets:
            if bet.required and bet.slug not in self.bets:
                return f"{bet.name} is required and has no limits ({bet.source})"
        for slug, limit in self.bets.items():
            bet = game.bet(slug)
            for other in (bet.equals, bet.at_most, *bet.needs):
                if other and other not in self.bets:
                    name = game.bet(other).name
                    return f"{bet.name} needs a wager on {name}, which is not offered ({bet.source})"
            if bet.equals and limit != self.bets[bet.equals]:
                name = game.bet(bet.equals).name
                return f"{bet.name} must equal {name}, so it needs the same limits ({bet.source})"
            if bet.wager_cents and (limit.least_cents, limit.most_cents) != (bet.wager_cents,) * 2:
                return f"{bet.name} is a fixed wager of {format_cents(bet.wager_cents)}"
            if bet.most_cents and limit.most_cents > bet.most_cents:
                most = format_cents(limit.most_cents)
                return f"{slug} up to {most}: it is never more than {format_cents(bet.most_cents)}"
            if bet.at_most and limit.most_cents > self.bets[bet.at_most].most_cents:
                most = format_cents(limit.most_cents)
                return (
                    f"{slug} up to {most}: it is never more than {game.bet(bet.at_most).name} ({bet.source})"
                )
        return ""

    def _games(self, game: Game, sensors: Sequence[int]) -> dict[str, int]:
        """The separate games (the base game, sensors, other bets) with the largest wager each takes."""
        games: dict[str, int] = {}
        for slug, limit in self.bets.items():
            kind = game.bet(slug).kind
            if kind == "jackpot" and sensors:
                games |= {f"sensor {number}": wager for number, wager in enumerate(sensors, 1)}
                continue
            name = "base" if kind == "base" else slug
            games[name] = max(games.get(name, 0), limit.most_cents)
        return games

    def _aggregate_refusal(self, rules: Rules) -> str:
        for slug, aggregate in self.aggregates.items():
            if slug not in self.bets or slug not in rules.paytables:
                return f"{slug} has no odds that an aggregate could limit"
            highest = highest_odds(rules, slug)
            if highest < 50:
                return f"{slug} pays {highest} to 1 at most; an aggregate needs odds of 50 to 1"
            least = self.bets[slug].most_cents * 50
            if aggregate < least:
                return f"{slug}: an aggregate of {format_cents(aggregate)} is below {format_cents(least)}"
        return ""

    def _payout_refusal(self, rules: Rules) -> str:
        """Why the limit of a hand is too low: the least wager on each bet is paid in full."""
        for bet, wins in self.wins(rules):
            if self.payout_cents is not None and self.payout_cents < wins.least_cents:
                most, least = format_cents(self.payout_cents), format_cents(wins.least_cents)
                return f"a hand is paid {most} at most; the least wager on {bet} can win {least}"
        return ""

    def wins(self, rules: Rules) -> Iterator[tuple[str, BetLimit]]:
        """What each bet can win at its best odds, jackpots apart: with the least wager, and with the most."""
        for bet in rules.game.bets:
            laid = self.bets.get(bet.of if bet.in_round else bet.slug)
            if bet.kind != "jackpot" and laid is not None:
                odds = highest_odds(rules, bet.slug) if bet.slug in rules.pays else 1
                if bet.pays is not None:  # a win may pay these where no table says
                    odds = max(odds, bet.pays.numerator // bet.pays.denominator)
                times = max(bet.multiples, default=1) * odds
                yield bet.slug, BetLimit(laid.least_cents * times, laid.most_cents * times)


def wager_max_cents(game: Game, bet: Bet, regulation: Regulation) -> int:
    """The most a bet may take so that no raise it leads to exceeds the limit for one wager.

    >>> from pitboss.games import game
    >>> holdem = game("ultimate-texas-holdem")
    >>> wager_max_cents(holdem, holdem.bet("ante"), regulation_on(date(2023, 6, 14)))
    7500
    """
    tied = {bet.slug, bet.equals, *(other.slug for other in game.bets if other.equals == bet.slug)}
    multiples = [multiple for other in game.bets if other.of in tied for multiple in other.multiples]
    return regulation.wager_max_cents // max([1, *multiples])


def highest_odds(rules: Rules, bet: str) -> int:
    """The best odds a bet's paytable has, to one, rounded down."""
    best = 0
    for pay in rules.pays[bet].values():
        choices = [odds for _, odds in pay.odds] if isinstance(pay, OddsByHands) else [pay]
        for odds in choices:
            if isinstance(odds, Odds):
                best = max(best, odds.numerator // odds.denominator)
    return best
