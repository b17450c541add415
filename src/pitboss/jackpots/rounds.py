"""Rounds: START GAME takes the wagers, END GAME pays the envy, a malfunction voids."""

from __future__ import annotations

from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.config import Level, LinkConfig
from pitboss.jackpots.events import EnvyPay, Event, Share
from pitboss.jackpots.people import verify_apart, verify_pair
from pitboss.jackpots.refusals import Code, Refusal
from pitboss.jackpots.state import State, TableState
from pitboss.money import UNITS_PER_CENT, format_cents


def start(state: State, command: cmd.StartRound, at_us: int, now_us: int) -> Event | Refusal:
    """Lock the sensors and split every wager exactly between meters, reserves and house."""
    config = _config(state)
    refusal = _verify_start(state, config, command, at_us)
    if refusal:
        return refusal
    count = len(command.seats)
    shares = tuple([_share(state, level, count * config.wager_cents) for level in config.levels])
    given = sum([_sum(share) for share in shares])
    return ev.RoundStarted(
        at_us=at_us,
        table=command.table,
        round_no=command.round_no,
        version=config.version,
        dealer=command.dealer,
        seats=tuple(sorted(command.seats)),
        together=tuple([tuple(sorted(group)) for group in command.together]),
        wager_cents=config.wager_cents,
        shares=shares,
        house_units=count * config.wager_cents * UNITS_PER_CENT - given,
    )


def _config(state: State) -> LinkConfig:
    assert state.config is not None, "decide refuses all but Configure before there is a set-up"
    return state.config


def _share(state: State, level: Level, wagered_cents: int) -> Share:
    """One level's part; what would lift the meter over its cap goes to overflow."""
    contribution = wagered_cents * level.rate_ppm
    over = 0
    if level.cap_cents is not None:
        room = level.cap_cents * UNITS_PER_CENT - state.meter_units(level.name)
        over = max(0, contribution - room)
    return Share(level.name, contribution - over, over, wagered_cents * level.reserve_ppm)


def _verify_start(state: State, config: LinkConfig, command: cmd.StartRound, at_us: int) -> Refusal | None:
    place = config.table(command.table)
    if place is None:
        return Refusal(Code.UNKNOWN_TABLE, f"table {command.table} is not on this link")
    table = state.tables[command.table]
    if table.started is not None and command.round_no == table.started.round_no:
        return Refusal(
            Code.ROUND_EXISTS,
            f"round {command.round_no} at {command.table} was started already",
            table.started,
        )
    if state.halted:
        return Refusal(Code.LINK_HALTED, f"the link is halted ({state.halted.value}); no wagers are taken")
    if not state.open:
        return Refusal(Code.LINK_CLOSED, "the link is closed; a supervisor must open it")
    if table.locked:
        return Refusal(Code.TABLE_LOCKED, f"table {command.table} is locked; a supervisor must free it")
    return _verify_wagers(command, place.seats, config.wager_cents) or _verify_number(command, table, at_us)


def _verify_wagers(command: cmd.StartRound, seats: int, wager_cents: int) -> Refusal | None:
    if command.wager_cents != wager_cents:
        wrong, right = format_cents(command.wager_cents), format_cents(wager_cents)
        return Refusal(Code.BAD_WAGER, f"the jackpot wager is {right} here, not {wrong}")
    grouped = [seat for group in command.together for seat in group]
    for named in (command.seats, grouped):
        if len(set(named)) != len(named):
            return Refusal(Code.BAD_SEAT, "a seat is named twice")
    for seat in (*command.seats, *command.base_seats, *grouped):
        if not 1 <= seat <= seats:
            return Refusal(
                Code.BAD_SEAT, f"there is no seat {seat} at {command.table}; seats are 1 to {seats}"
            )
    for seat in command.seats:
        if seat not in command.base_seats:
            return Refusal(Code.NO_BASE_WAGER, f"seat {seat} has a jackpot wager and none on the game")
    return None


def _verify_number(command: cmd.StartRound, table: TableState, at_us: int) -> Refusal | None:
    if table.open:
        return Refusal(Code.ROUND_OPEN, f"round {table.last_round} at {command.table} is not ended")
    due = table.last_round + 1
    if table.has_played(due):
        return Refusal(
            Code.NUMBERS_USED,
            f"round {due} was played at {command.table} before it was renumbered; two people must again",
        )
    if command.round_no == due:
        return None
    lock = ev.TableLocked(at_us, command.table, due, command.round_no)
    return Refusal(
        Code.ROUND_GAP,
        f"round {due} is due at {command.table}, not {command.round_no}; a supervisor must free the table",
        events=(lock,),
    )


def open_round(state: State, table: str, round_no: int) -> ev.RoundStarted | Refusal:
    """The round in play at a table, if it has that number."""
    place = state.tables.get(table)
    if place is None:
        return Refusal(Code.UNKNOWN_TABLE, f"table {table} is not on this link")
    if not place.open or place.started is None or place.started.round_no != round_no:
        return Refusal(Code.ROUND_CLOSED, f"round {round_no} is not in play at {table}")
    return place.started


def round_claims(state: State, table: str) -> list[ev.ClaimOpened]:
    """The open claims of the round in play at a table."""
    return [claim for claim in state.claims.values() if claim.table == table]


def end(state: State, command: cmd.EndRound, at_us: int, now_us: int) -> Event | Refusal:
    """Free the sensors and pay the round's envy, once every claim is confirmed or cleared."""
    started = open_round(state, command.table, command.round_no)
    if isinstance(started, Refusal):
        return started
    claims = round_claims(state, command.table)
    if claims:
        listed = ", ".join(f"{claim.hand} at seat {claim.seat}" for claim in claims)
        return Refusal(Code.OPEN_CLAIMS, f"still claimed: {listed}; confirm or clear first")
    if state.tables[command.table].jph is not None:
        return Refusal(Code.KEY_AT_JPH, f"the key of {command.table} is at JPH; turn it to RUN first")
    envy = tuple(
        pay for award_no in state.tables[command.table].awards for pay in _envy(state, started, award_no)
    )
    return ev.RoundEnded(at_us, command.table, command.round_no, envy)


def _envy(state: State, started: ev.RoundStarted, award_no: int) -> list[EnvyPay]:
    """What the other seats with the wager get for an award that stands; none from one's own other spot."""
    award = state.awards.get(award_no)  # 0.1 put away those of a round left open for a week
    if award is None:
        return []
    won = award.confirmed
    if award.backed_out or not won.envy_cents:
        return []
    own = {seat for group in started.together if won.seat in group for seat in group} | {won.seat}
    return [EnvyPay(award_no, won.hand, seat, won.envy_cents) for seat in started.seats if seat not in own]


def void(state: State, command: cmd.VoidRound, at_us: int, now_us: int) -> Event | Refusal:
    """Undo an open round with no confirmed award: contributions go back, each wager is refunded once."""
    refusal = verify_pair(command.requester, command.approver, now_us)
    if refusal:
        return refusal
    if not command.explanation.strip():
        return Refusal(Code.NO_EXPLANATION, "say what went wrong with the round")
    started = open_round(state, command.table, command.round_no)
    if isinstance(started, Refusal):
        return started
    refusal = verify_apart(command.requester, "the dealer", started.dealer) or verify_apart(
        command.approver, "the dealer", started.dealer
    )
    if refusal:
        return refusal
    won = [state.awards.get(award_no) for award_no in state.tables[command.table].awards]
    if any(award is None or not award.backed_out for award in won):
        return Refusal(Code.AWARD_CONFIRMED, "an award of this round is confirmed; back it out first")
    shares = tuple(_held(state, share) for share in started.shares)
    lacking = sum(_sum(was) - _sum(now) for was, now in zip(started.shares, shares, strict=True))
    return ev.RoundVoided(
        at_us=at_us,
        table=command.table,
        round_no=command.round_no,
        seats=started.seats,
        refund_cents=len(started.seats) * started.wager_cents,
        shares=shares,
        house_units=started.house_units,
        shortfall_units=lacking,
        cleared=tuple(claim.claim_no for claim in round_claims(state, command.table)),
        explanation=command.explanation,
        requester=command.requester,
        approver=command.approver,
    )


def _sum(share: Share) -> int:
    return share.meter_units + share.overflow_units + share.reserve_units


def _held(state: State, share: Share) -> Share:
    """A contribution as far as its accounts still hold it: an award may have come in between."""
    return Share(
        share.level,
        min(share.meter_units, state.meter_units(share.level)),
        min(share.overflow_units, state.overflow_units(share.level)),
        min(share.reserve_units, state.reserve_units(share.level)),
    )
