"""Claims and awards: hand buttons, the order of payment, confirmation, hand pay."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots import rounds
from pitboss.jackpots.commands import Badge, Role
from pitboss.jackpots.config import (
    PPM,
    JackpotType,
    Level,
    LinkConfig,
    LinkOrder,
    PayKind,
    PayLine,
    SeatOrder,
)
from pitboss.jackpots.events import Event
from pitboss.jackpots.people import FLOOR, verify_apart, verify_swipe
from pitboss.jackpots.refusals import Code, Refusal
from pitboss.jackpots.rounds import open_round, round_claims
from pitboss.jackpots.state import State, apply
from pitboss.money import UNITS_PER_CENT, format_units

EXECUTIVE = frozenset({Role.EXECUTIVE})
EVERYONE = frozenset(Role)


@dataclass(frozen=True, slots=True)
class Quote:
    """What a claim would pay at this moment, where from, and who settles it: a card, or the dealer."""

    claim: ev.ClaimOpened
    kind: PayKind
    level: str
    on_meter: bool
    amount_cents: int
    meter_units: int
    house_units: int
    house_account: str
    reseeded: bool
    seed_units: int
    reserve_units: int
    before_units: int
    after_units: int
    envy_cents: int
    epoch: int
    role: Role


def press_hand(state: State, command: cmd.PressHand, at_us: int, now_us: int) -> Event | Refusal:
    """Claim a hand for a seat, or clear the same claim; every new claim takes a new place in the order."""
    config = _config(state)
    started = open_round(state, command.table, command.round_no)
    if isinstance(started, Refusal):
        return started
    if command.seat not in started.seats:
        return Refusal(Code.NO_WAGER, f"seat {command.seat} has no jackpot wager in this round")
    if config.line(command.hand) is None:
        return Refusal(Code.UNKNOWN_HAND, f"paytable {config.paytable} has no {command.hand}")
    for award_no in state.tables[command.table].awards:
        award = state.awards.get(award_no)
        if award and award.confirmed.seat == command.seat and not award.backed_out:
            return Refusal(Code.USE_ADJUSTMENT, f"award {award_no} is confirmed; only a back-out undoes it")
    for claim in round_claims(state, command.table):
        if claim.seat == command.seat:
            if claim.hand == command.hand:
                return ev.ClaimCleared(at_us, claim.claim_no, command.claimer)
            return Refusal(
                Code.CLAIM_OPEN,
                f"seat {claim.seat} claims a {claim.hand}; press that again to clear it first",
            )
    if state.tables[command.table].jph is not None:
        return Refusal(Code.KEY_AT_JPH, f"the key of {command.table} is at JPH; turn it to RUN first")
    if command.folded and not config.policy.folded_hands_qualify:
        return Refusal(Code.FOLDED_HAND, "a folded hand does not qualify for this jackpot")
    return ev.ClaimOpened(
        at_us,
        state.last_claim + 1,
        command.table,
        command.round_no,
        command.seat,
        command.hand,
        command.cards,
        command.claimer,
    )


def quote(state: State, claim_no: int) -> Quote | Refusal:
    """What an open claim would pay now; the confirm screen shows it."""
    claim = state.claims.get(claim_no)
    if claim is None:
        if 1 <= claim_no <= state.last_claim:
            return Refusal(Code.CLAIM_SETTLED, f"claim {claim_no} was confirmed or cleared already")
        return Refusal(Code.UNKNOWN_CLAIM, f"there is no claim {claim_no}")
    config = _config(state)
    line = config.line(claim.hand)
    assert line is not None, "the set-up never changes under an open claim"
    level = config.level(line.level)
    if level is None:
        return _fixed_quote(config, claim, line, ev.TRAY, line.cents)
    if config.type is JackpotType.HOUSE:
        return _fixed_quote(config, claim, line, ev.PRIZE, level.seed_cents * line.ppm // PPM)
    return _meter_quote(state, config, claim, line, level)


def quotes(state: State) -> dict[int, Quote]:
    """What each open claim will pay: one whose seat waits for others of its round, after these are paid.

    A claim behind one at another table shows what it pays now: an executive may confirm it first.
    """
    found: dict[int, Quote] = {}
    nobody = Badge("", Role.EXECUTIVE, "", 0)
    while True:
        offers = [offer for number in state.claims if isinstance(offer := quote(state, number), Quote)]
        ready = [offer for offer in offers if _verify_order(state, offer, override=True) is None]
        for offer in ready:
            found.setdefault(offer.claim.claim_no, offer)
        if len(ready) == len(offers):
            return found
        assert ready, "somebody is always first"
        state = apply(state, _confirmed(state, ready[0], nobody, state.last_us + 1))


def _fixed_quote(config: LinkConfig, claim: ev.ClaimOpened, line: PayLine, account: str, cents: int) -> Quote:
    """A pay of the house's own: the tray, or the posted prize of a house jackpot."""
    return Quote(
        claim=claim,
        kind=line.kind,
        level=line.level,
        on_meter=False,
        amount_cents=cents,
        meter_units=0,
        house_units=cents * UNITS_PER_CENT,
        house_account=account,
        reseeded=False,
        seed_units=0,
        reserve_units=0,
        before_units=0,
        after_units=0,
        envy_cents=line.envy_cents,
        epoch=0,
        role=_required_role(config, line, cents),
    )


def _meter_quote(
    state: State, config: LinkConfig, claim: ev.ClaimOpened, line: PayLine, level: Level
) -> Quote:
    """A pay from a meter: a share is cut to whole cents, a fixed pay takes at most what is there."""
    before = state.meter_units(level.name)
    if line.kind is PayKind.SHARE:
        amount_cents = before * line.ppm // (PPM * UNITS_PER_CENT)
        taken = amount_cents * UNITS_PER_CENT
    else:
        amount_cents = line.cents
        taken = min(before, amount_cents * UNITS_PER_CENT)
    reseeded = line.kind is PayKind.SHARE and line.ppm == PPM
    seed = level.seed_cents * UNITS_PER_CENT if reseeded else 0
    reserve = state.reserve_units(level.name) if reseeded else 0
    if level.cap_cents is not None:
        # What the cap leaves no room for waits in the reserve.
        reserve = min(reserve, level.cap_cents * UNITS_PER_CENT - (before - taken) - seed)
    return Quote(
        claim=claim,
        kind=line.kind,
        level=level.name,
        on_meter=True,
        amount_cents=amount_cents,
        meter_units=taken,
        house_units=amount_cents * UNITS_PER_CENT - taken,
        house_account=ev.SHORTFALL,
        reseeded=reseeded,
        seed_units=seed,
        reserve_units=reserve,
        before_units=before,
        after_units=before - taken + seed + reserve,
        envy_cents=line.envy_cents,
        epoch=state.levels[level.name].epoch,
        role=_required_role(config, line, amount_cents),
    )


def _required_role(config: LinkConfig, line: PayLine, cents: int) -> Role:
    """The level of a jackpot, from amount and hand at the moment of confirming."""
    policy = config.policy
    if line.hand in policy.executive_hands or _reaches(cents, policy.executive_from_cents):
        return Role.EXECUTIVE
    if line.kind is PayKind.TRAY and cents < policy.dealer_pays_below_cents:
        return Role.DEALER
    return Role.SUPERVISOR


def _reaches(cents: int, limit_cents: int | None) -> bool:
    return limit_cents is not None and cents >= limit_cents


def _config(state: State) -> LinkConfig:
    assert state.config is not None, "decide refuses all but Configure before there is a set-up"
    return state.config


def verify_confirm(state: State, table: str, claim_no: int, by: Badge, now_us: int) -> Quote | Refusal:
    """The quote of a claim this badge may confirm now, short of what lies before it in the order."""
    offer = quote(state, claim_no)
    if isinstance(offer, Refusal):
        return offer
    claim = offer.claim
    if claim.table != table:
        return Refusal(Code.UNKNOWN_CLAIM, f"claim {claim_no} is not of table {table}")
    started = state.tables[table].started
    assert started is not None
    refusal = (
        verify_swipe(by, now_us, EXECUTIVE if offer.role is Role.EXECUTIVE else FLOOR)
        or verify_apart(by, "the dealer", started.dealer)
        or verify_apart(by, "the claimer", claim.claimer)
    )
    return refusal or offer


def _verify_turn(state: State, config: LinkConfig, offer: Quote) -> Refusal | None:
    """Within a round the seats go in the order of the house."""
    order = config.policy.seat_order
    for other in _rivals(state, config, offer):
        before = (
            other.seat > offer.claim.seat
            if order is SeatOrder.RIGHT_TO_LEFT
            else other.seat < offer.claim.seat
        )
        if other.table == offer.claim.table and before:
            return Refusal(
                Code.OUT_OF_TURN, f"seat {other.seat} is paid first, its {other.hand} is still open"
            )
    return None


def _verify_first(state: State, config: LinkConfig, offer: Quote) -> Refusal | None:
    """Between tables the earlier claim goes first; the claims of a round stand together at its first."""
    rivals = _rivals(state, config, offer)
    table = offer.claim.table
    place = min([claim.claim_no for claim in rivals if claim.table == table] + [offer.claim.claim_no])
    for other in rivals:
        if other.table != table and other.claim_no < place:
            return Refusal(
                Code.EARLIER_CLAIM_OPEN,
                f"the {other.hand} at {other.table}, seat {other.seat}, was claimed earlier",
            )
    return None


def _rivals(state: State, config: LinkConfig, offer: Quote) -> list[ev.ClaimOpened]:
    """The other open claims on the same meter, in the order they were accepted."""
    return [
        claim
        for claim in state.claims.values()
        if claim.claim_no != offer.claim.claim_no
        and (line := config.line(claim.hand)) is not None
        and line.level == offer.level
    ]


def _verify_order(state: State, offer: Quote, override: bool) -> Refusal | None:
    config = _config(state)
    if not offer.on_meter:
        return None
    refusal = _verify_turn(state, config, offer)
    if refusal is None and config.policy.link_order is LinkOrder.CLAIM and not override:
        refusal = _verify_first(state, config, offer)
    return refusal


def turn_to_jph(state: State, command: cmd.TurnToJph, at_us: int, now_us: int) -> Event | Refusal:
    """Stop a table whose claim the supervisor has verified; J-POT may follow."""
    table = state.tables.get(command.table)
    if table is None:
        return Refusal(Code.UNKNOWN_TABLE, f"table {command.table} is not on this link")
    if table.jph is not None:
        return Refusal(Code.KEY_AT_JPH, f"the key of {command.table} is at JPH already")
    if not waiting(state, command.table):
        return Refusal(Code.NOTHING_CLAIMED, f"no claim waits for a card at {command.table}")
    assert table.started is not None
    refusal = verify_swipe(command.by, now_us, FLOOR) or verify_apart(
        command.by, "the dealer", table.started.dealer
    )
    return refusal or ev.KeyAtJph(at_us, command.table, command.by)


def press_j_pot(state: State, command: cmd.PressJPot, at_us: int, now_us: int) -> Event | Refusal:
    """Record the win: on the older controller this is the moment from which only a back-out undoes it."""
    table = state.tables.get(command.table)
    if table is not None and table.jph is None:
        return Refusal(Code.KEY_AT_RUN, f"the key of {command.table} is at RUN; turn it to JPH first")
    return _record(state, command, at_us, now_us)


def turn_to_run(state: State, command: cmd.TurnToRun, at_us: int, now_us: int) -> Event | Refusal:
    """Let the table go on after J-POT, or after its last claim was cleared."""
    table = state.tables.get(command.table)
    if table is None:
        return Refusal(Code.UNKNOWN_TABLE, f"table {command.table} is not on this link")
    if table.jph is None:
        return Refusal(Code.KEY_AT_RUN, f"the key of {command.table} is at RUN already")
    if not table.jph and waiting(state, command.table):
        return Refusal(
            Code.NOT_RECORDED, "nothing is recorded yet; press J-POT, or the hand again to clear the claim"
        )
    return ev.KeyAtRun(at_us, command.table, command.by)


def confirm(state: State, command: cmd.Confirm, at_us: int, now_us: int) -> Event | Refusal:
    """Record the win by CONFIRM and a swipe; a table with its key at JPH has J-POT for it."""
    table = state.tables.get(command.table)
    if table is not None and table.jph is not None:
        return Refusal(Code.KEY_AT_JPH, f"the key of {command.table} is at JPH; J-POT records the win")
    return _record(state, command, at_us, now_us)


def _record(state: State, command: cmd.Confirm | cmd.PressJPot, at_us: int, now_us: int) -> Event | Refusal:
    """Pay, adjust and reseed in one event, as shown on the screen the supervisor swiped at."""
    offer = verify_confirm(state, command.table, command.claim_no, command.by, now_us)
    if isinstance(offer, Refusal):
        return offer
    if command.override and command.by.role is not Role.EXECUTIVE:
        return Refusal(Code.ROLE, "only an executive confirms ahead of an earlier claim")
    refusal = _verify_order(state, offer, command.override)
    if refusal:
        return refusal
    if offer.on_meter and command.seen_epoch != offer.epoch:
        return Refusal(
            Code.METER_CHANGED,
            f"meter {offer.level} moved to {format_units(offer.before_units)} since it was shown; look again",
        )
    return _confirmed(state, offer, command.by, at_us, command.override)


def _confirmed(
    state: State, offer: Quote, by: Badge, at_us: int, override: bool = False
) -> ev.AwardConfirmed:
    claim = offer.claim
    config, started = _config(state), state.tables[claim.table].started
    assert started is not None
    return ev.AwardConfirmed(
        at_us=at_us,
        award_no=state.last_award + 1,
        claim_no=claim.claim_no,
        table=claim.table,
        round_no=claim.round_no,
        version=config.version,
        seat=claim.seat,
        hand=claim.hand,
        cards=claim.cards,
        kind=offer.kind,
        level=offer.level,
        amount_cents=offer.amount_cents,
        meter_units=offer.meter_units,
        house_units=offer.house_units,
        house_account=offer.house_account,
        reseeded=offer.reseeded,
        seed_units=offer.seed_units,
        reserve_units=offer.reserve_units,
        before_units=offer.before_units,
        after_units=offer.after_units,
        envy_cents=offer.envy_cents,
        dealer=started.dealer,
        claimer=claim.claimer,
        by=by,
        override=override,
    )


def waiting(state: State, table: str) -> list[ev.ClaimOpened]:
    """The claims of a table's round that only a card settles."""
    offers = [quote(state, claim.claim_no) for claim in round_claims(state, table)]
    return [offer.claim for offer in offers if isinstance(offer, Quote) and offer.role is not Role.DEALER]


def end(state: State, command: cmd.EndRound, at_us: int, now_us: int) -> tuple[Event, ...] | Refusal:
    """END GAME: what the dealer paid from the tray is booked, award by award, and the round ends."""
    made: list[Event] = []
    for claim in round_claims(state, command.table):
        offer = quote(state, claim.claim_no)
        if isinstance(offer, Quote) and offer.role is Role.DEALER:
            dealer = Badge(claim.claimer, Role.DEALER, "", claim.at_us)
            won = _confirmed(state, offer, dealer, at_us)
            paid = ev.AwardPaid(at_us + 1, won.award_no, won.amount_cents, cmd.PayMethod.CHIPS, dealer)
            state, at_us = apply(apply(state, won), paid), at_us + 2
            made += [won, paid]
    ended = rounds.end(state, command, at_us, now_us)
    return ended if isinstance(ended, Refusal) else (*made, ended)


def record_paid(state: State, command: cmd.RecordPaid, at_us: int, now_us: int) -> Event | Refusal:
    """The prize was handed over, by someone other than the confirmer."""
    award = state.awards.get(command.award_no)
    if award is None:
        return missing_award(state, command.award_no)
    if award.backed_out:
        return Refusal(Code.ALREADY_BACKED_OUT, f"award {command.award_no} was backed out")
    if award.paid:
        return Refusal(Code.ALREADY_PAID, f"award {command.award_no} is paid already")
    refusal = verify_swipe(command.by, now_us, EVERYONE) or verify_apart(
        command.by, "the confirmer", award.confirmed.by.person
    )
    return refusal or ev.AwardPaid(
        at_us, command.award_no, award.confirmed.amount_cents, command.method, command.by
    )


def missing_award(state: State, award_no: int) -> Refusal:
    """Why an award can't be found: settled long ago, or never made."""
    if 1 <= award_no <= state.last_award:
        return Refusal(
            Code.AWARD_ARCHIVED, f"award {award_no} was settled over a week ago; its cards are not held"
        )
    return Refusal(Code.UNKNOWN_AWARD, f"there is no award {award_no}")
