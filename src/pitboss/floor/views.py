"""What pages and clients see of links, tables, claims and awards: plain JSON, amounts as strings."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from pitboss.floor.refused import Refused
from pitboss.floor.service import GameManager
from pitboss.floor.status import unsigned_days
from pitboss.jackpots import PayKind, PayLine, Policy, Quote, State
from pitboss.jackpots.awards import quotes
from pitboss.jackpots.commands import Role
from pitboss.jackpots.config import PPM, SeatOrder
from pitboss.jackpots.events import AccountDay, AwardConfirmed, ClaimOpened
from pitboss.jackpots.house import account_days
from pitboss.jackpots.pays import paytable_words
from pitboss.jackpots.state import Award, Day
from pitboss.ledger import Entry

LAST_AWARDS = 25
"""How many wins a display's link remembers at least."""


def display_view(floor: GameManager, link: str, table: str = "") -> dict[str, Any]:
    """What hangs over a table: meters cut to the cent, the pays, the last awards; nothing else.

    What was won at that table shows there when its key is back at RUN; the only table of a link need not be
    named.
    """
    members = [member.table for member in floor.setup(link).tables]
    if table and table not in members:
        raise Refused(404, "UNKNOWN_TABLE", f"there is no table {table} on {link}")
    table = table or (members[0] if len(members) == 1 else "")
    state = floor.state(link)
    config = state.config
    place = state.tables.get(table)
    waiting = (place and place.jph) or ()
    return {
        "link": link,
        "site": floor.floor.site.name,
        "demo": floor.demo,
        "seq": state.seq,
        "at_us": state.last_us,
        "open": state.open,
        "type": config.type.value if config else None,
        "notice": config.type.notice if config else "",
        "paytable": paytable_words(config) if config else "",
        "wager_cents": str(config.wager_cents) if config else None,
        "levels": [
            {"level": level.name, "shown_cents": str(state.shown_cents(level.name, table))}
            for level in (config.levels if config else ())
        ],
        "pays": [pay_view(line) for line in (config.lines if config else ())],
        "last_awards": [
            {
                "award_no": award.confirmed.award_no,
                "table": award.confirmed.table,
                "hand": award.confirmed.hand,
                "level": award.confirmed.level,
                "amount_cents": str(award.confirmed.amount_cents),
                "at_us": award.confirmed.at_us,
            }
            for award in _newest(state)
            if not award.backed_out and award.confirmed.award_no not in waiting
        ],
    }


def policy(floor: GameManager, link: str) -> Policy:
    """What the house decided for a link, as it is in force: the file may say something else already."""
    return floor.setup(link).policy


def pay_view(line: PayLine) -> dict[str, Any]:
    """A line of the pays."""
    return {
        "hand": line.hand,
        "from": line.kind.value,
        "level": line.level,
        "percent": str(Decimal(line.ppm) * 100 / PPM) if line.kind is PayKind.SHARE else None,
        "cents": str(line.cents) if line.kind is not PayKind.SHARE else None,
        "envy_cents": str(line.envy_cents),
    }


def link_view(floor: GameManager, link: str) -> dict[str, Any]:
    """A link as the console shows it."""
    state, setup = floor.state(link), floor.setup(link)
    config = state.config
    return {
        "link": link,
        "seq": state.seq,
        "hash": floor.ledger.tip(link).hash.hex(),
        "at_us": state.last_us,
        "open": state.open,
        "halted": state.halted.value if state.halted else None,
        "version": config.version if config else 0,
        "file_differs": floor.config_differs(link),
        "left": floor.left.get(link, ""),
        "type": setup.type.value,
        "paytable": paytable_words(setup),
        "wager_cents": str(config.wager_cents) if config else None,
        "seat_order": setup.policy.seat_order.value,
        "tables": [table.table for table in setup.tables],
        "levels": [
            {
                "level": level.name,
                "meter_units": str(state.meter_units(level.name)),
                "shown_cents": str(state.shown_cents(level.name)),
                "reserve_units": str(state.reserve_units(level.name)),
                "overflow_units": str(state.overflow_units(level.name)),
                "seed_cents": str(level.seed_cents),
                "cap_cents": None if level.cap_cents is None else str(level.cap_cents),
                "rate_ppm": level.rate_ppm,
                "reserve_ppm": level.reserve_ppm,
                "epoch": state.levels[level.name].epoch,
                "in_today_units": str(state.day.moves.get(f"METER:{level.name}|RoundStarted", 0)),
            }
            for level in (config.levels if config else ())
        ],
        "pays": [pay_view(line) for line in (config.lines if config else ())],
        "day": state.day.day,
        "unsigned_days": unsigned_days(state, floor.clock_us()),
        **_claims(floor, state, state.claims.values()),
        "awards": [award_view(floor, award) for award in _newest(state)],
    }


def _claims(floor: GameManager, state: State, claims: Iterable[ClaimOpened]) -> dict[str, Any]:
    """The claims that wait for a card, and the tray pays that the end of the round books."""
    offers = quotes(state)
    shown = [claim_view(state, offers[claim.claim_no]) for claim in claims]
    return {
        "claims": [claim for claim in shown if claim["role"] != Role.DEALER],
        "tray": [claim for claim in shown if claim["role"] == Role.DEALER],
    }


def claim_view(state: State, offer: Quote) -> dict[str, Any]:
    """An open claim with what it will pay; `epoch` is what a confirmation must name as seen."""
    claim = offer.claim
    return {
        "claim_no": claim.claim_no,
        "table": claim.table,
        "round_no": claim.round_no,
        "seat": claim.seat,
        "hand": claim.hand,
        "cards": claim.cards,
        "claimer": claim.claimer,
        "at_us": claim.at_us,
        "at_jph": state.tables[claim.table].jph is not None,
        "from": offer.kind.value,
        "level": offer.level,
        "amount_cents": str(offer.amount_cents),
        "before_units": str(offer.before_units),
        "after_units": str(offer.after_units),
        "reseeded": offer.reseeded,
        "envy_cents": str(offer.envy_cents),
        "role": offer.role.value,
        "epoch": offer.epoch,
    }


def award_view(floor: GameManager, award: Award) -> dict[str, Any]:
    """A confirmed win and what became of it."""
    won = award.confirmed
    return award_facts(won) | {
        "state": "backed out" if award.backed_out else "paid" if award.paid else "payable",
        "envy": [{"seat": pay.seat, "cents": str(pay.cents)} for pay in award.envy],
    }


def award_facts(won: AwardConfirmed) -> dict[str, Any]:
    """The figures of a win."""
    return {
        "award_no": won.award_no,
        "claim_no": won.claim_no,
        "table": won.table,
        "round_no": won.round_no,
        "seat": won.seat,
        "hand": won.hand,
        "cards": won.cards,
        "from": won.kind.value,
        "level": won.level,
        "amount_cents": str(won.amount_cents),
        "before_units": str(won.before_units),
        "after_units": str(won.after_units),
        "reseeded": won.reseeded,
        "dealer": won.dealer,
        "confirmer": won.by.person,
        "at_us": won.at_us,
    }


def award_entry_view(floor: GameManager, state: State, entry: Entry) -> dict[str, Any]:
    """A win with its entry in the journal; one settled over a week ago is told from the journal alone."""
    won = entry.event
    assert isinstance(won, AwardConfirmed)
    award = state.awards.get(won.award_no)
    facts = award_view(floor, award) if award else award_facts(won) | {"state": "settled", "envy": []}
    return facts | {"seq": entry.seq, "hash": entry.hash.hex()}


def days_view(floor: GameManager, link: str) -> dict[str, Any]:
    """The day under way and those not signed off: account by account, opening + moves = closing."""
    state = floor.state(link)
    over = [state.unsigned.get(day, state.day) for day in unsigned_days(state, floor.clock_us())]
    today = _day(state.day) | {"over": state.day in over}
    return {"link": link, "today": today, "unsigned": [_day(day) for day in over]}


def _day(day: Day) -> dict[str, Any]:
    return {
        "day": day.day,
        "ends_us": day.ends_us,
        "accounts": [account_view(account) for account in account_days(day)],
    }


def account_view(account: AccountDay) -> dict[str, Any]:
    """One account over a day."""
    return {
        "account": account.account,
        "opening_units": str(account.opening_units),
        "moves": [{"kind": move.kind, "units": str(move.units)} for move in account.moves],
        "closing_units": str(account.closing_units),
    }


def table_view(floor: GameManager, name: str) -> dict[str, Any]:
    """A table with each of its sensors: round, wagers, open claims in paying order, what is to be paid."""
    table, links = floor.table(name), floor.links_at(name)
    seats = [place.seats for link in links if (place := floor.setup(link).table(name))]
    return {
        "table": table.name,
        "pit": table.pit,
        "game": table.game,
        "seats": max(seats, default=table.seats),
        "controller": table.controller.value if table.controller else None,
        "shut": [finding.sentence for finding in floor.shut[name]],
        "sensors": [_sensor(floor, name, link) for link in links],
        "not_yet": [link for link in table.links if link not in links],
    }


def _sensor(floor: GameManager, table: str, link: str) -> dict[str, Any]:
    state = floor.state(link)
    place = state.tables.get(table)
    started = place.started if place else None
    order = policy(floor, link).seat_order
    claims = sorted(
        (claim for claim in state.claims.values() if claim.table == table),
        key=lambda claim: -claim.seat if order is SeatOrder.RIGHT_TO_LEFT else claim.seat,
    )
    awards = [state.awards[number] for number in (place.awards if place else ()) if number in state.awards]
    seats = list(started.seats) if started else []
    return {
        "link": link,
        "seq": state.seq,
        "open": state.open,
        "halted": state.halted.value if state.halted else None,
        "at_jph": bool(place and place.jph is not None),
        "recorded_at_jph": list((place and place.jph) or ()),
        "paytable": paytable_words(state.config) if state.config else "",
        "wager_cents": str(state.config.wager_cents) if state.config else None,
        "in_round": bool(place and place.open),
        "locked": bool(place and place.locked),
        "losses": len(state.losses),
        "round_no": place.last_round if place else 0,
        "dealer": started.dealer if started else None,
        "seats": seats,
        "accepted": len(seats),
        "levels": [
            {"level": level.name, "shown_cents": str(state.shown_cents(level.name, table))}
            for level in (state.config.levels if state.config else ())
        ],
        "pays": [pay_view(line) for line in (state.config.lines if state.config else ())],
        **_claims(floor, state, claims),
        "awards": [award_view(floor, award) for award in awards],
        "envy": [
            {"award_no": award.confirmed.award_no, "seat": pay.seat, "cents": str(pay.cents)}
            for award in awards
            for pay in award.envy
        ],
    }


def _newest(state: State) -> list[Award]:
    return sorted(state.awards.values(), key=lambda award: -award.confirmed.award_no)[:LAST_AWARDS]
