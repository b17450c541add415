"""Which tables there are: one for every game, and on a demo floor the floor's own with their jackpots."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from pitboss.errors import BadInput
from pitboss.games import GAMES, Bet, Rules
from pitboss.games.words import words_of
from pitboss.money import dollars, format_cents
from pitboss.table.limits import BetLimit, TableLimits, regulation_on
from pitboss.table.table import refuse_outside

if TYPE_CHECKING:
    from pitboss.floor.config.floor_file import FloorTable
    from pitboss.floor.service import GameManager


@dataclass(frozen=True, slots=True)
class Room:
    """A table one can join: its rules, limits and seats, and the links whose sensors it has."""

    name: str
    rules: Rules
    limits: TableLimits
    seats: int
    links: tuple[str, ...] = ()
    pays: Mapping[str, str] = field(default_factory=dict)
    """The jackpot paytable of each link."""
    wagers: Mapping[str, int] = field(default_factory=dict)
    """What the sensor of each link takes."""
    private: bool = False
    """Whether only those find it who know its name."""
    sensors: Mapping[str, str] = field(init=False)
    """The link of each sensor, by its circle: the first one's is a bet of the game and lies in the round."""
    beside: Mapping[str, str] = field(init=False)
    """The other sensors among them, whose wagers lie beside the round."""

    def __post_init__(self) -> None:
        beside = {f"link:{link}": link for link in self.links[1:]}
        object.__setattr__(self, "beside", beside)
        first = {self.rules.game.sensor_bet: self.links[0]} if self.links else {}
        object.__setattr__(self, "sensors", first | beside)

    def offers(self, bet: Bet) -> bool:
        """Whether the layout has a circle for a bet: it has limits here, or is a raise on one that has."""
        return bet.slug in self.limits.bets or (bet.in_round and bet.on_layout)

    @property
    def main_limit(self) -> BetLimit:
        """The limit of the Ante, or of one hand."""
        return self.limits.bets[self.rules.game.main.slug]


def rooms(floor: "GameManager | None") -> dict[str, Room]:
    """All tables by name; play chips never reach the meters of a floor that takes money.

    >>> list(rooms(None))[:2]
    ['CSP-1', 'CSP-2']
    """
    found = {}
    if floor is not None and floor.demo:
        for table in floor.floor.tables:
            links = floor.floor.links_of(table)
            found[table.name] = Room(
                table.name,
                table.rules,
                _with_sensors(table, [link.table.wager_cents or 0 for link in links]),
                min(table.seats, table.rules.game.seats_max),
                table.links,
                {link.name: link.printed.designator for link in links},
                {link.name: link.table.wager_cents or 0 for link in links},
            )
    for slug, game in GAMES.items():
        words = words_of(game)
        short = words.short if f"{words.short}-1" not in found else slug.upper()
        for number in (1, 2):
            rules = game.rules(words.second_table if number == 2 else None)
            limits = _without_jackpot(rules) if number == 1 else _low(rules)
            room = Room(f"{short}-{number}", rules, limits, game.seats_max)
            found[room.name] = room
    return found


def private_room(code: str, given: Mapping[str, str]) -> Room:
    """A table by rules of one's own choice within the approved text: options, paytables, and limits.

    A paytable may be edited (`UTH-01~flush:8_to_1`), and the table says so.

    >>> room = private_room("K7QFM", {"game": "blackjack-switch", "version": "4", "least": "$10"})
    >>> room.rules.options["version"], room.main_limit.least_cents
    ('4', 1000)
    """
    if given.get("game") not in GAMES:
        raise BadInput("choose one of the games")
    game = GAMES[given["game"]]
    rules = game.written_rules(game.settings_in(given))
    refuse_outside(rules, edited=True)
    standard = _without_jackpot(rules)
    highest = standard.bets[game.main.slug]
    least = dollars(given.get("least") or format_cents(highest.least_cents))
    most = dollars(given.get("most") or format_cents(highest.most_cents))
    if not 100 <= least <= most <= highest.most_cents or least % 100 or most % 100:
        limit = format_cents(highest.most_cents)
        raise BadInput(f"limits are whole dollars, from at least $1.00 to at most {limit}")
    sides = {bet.slug for bet in rules.game.bets if bet.kind == "side"}
    bets = {
        slug: limit if slug in sides else BetLimit(least, min(most, limit.most_cents), limit.step_cents)
        for slug, limit in standard.bets.items()
    }
    return Room(code, rules, TableLimits(bets), game.seats_max, private=True)


def _without_jackpot(rules: Rules) -> TableLimits:
    """The standard limits of today; without a link there is no sensor."""
    standard = TableLimits.standard(rules, regulation_on(date.today()))
    jackpots = {bet.slug for bet in rules.game.bets if bet.kind == "jackpot"}
    return TableLimits({slug: limit for slug, limit in standard.bets.items() if slug not in jackpots})


def _with_sensors(table: "FloorTable", wagers: list[int]) -> TableLimits:
    """A floor table's limits, or the standard ones with the wagers of its links."""
    if table.limits:
        return table.limits
    bets = dict(_without_jackpot(table.rules).bets)
    for bet in table.rules.game.bets:
        if bet.kind == "jackpot" and wagers:
            bets[bet.slug] = BetLimit(min(wagers), max(wagers))
    return TableLimits(bets)


def _low(rules: Rules) -> TableLimits:
    """A table for small stakes."""
    limits = _without_jackpot(rules)
    most = dollars("$25")
    return TableLimits(
        {
            slug: BetLimit(limit.least_cents, min(limit.most_cents, most), limit.step_cents)
            for slug, limit in limits.bets.items()
        }
    )
