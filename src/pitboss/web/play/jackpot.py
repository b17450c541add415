"""A play table as a client of the Game Manager: the commands a table controller would send, and no others.

START GAME locks the sensors before a card is dealt, a hand button claims, END GAME follows when every claim
is settled. Who confirms is a person with a card at the keypad, never the table.
"""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.errors import BadInput
from pitboss.floor.api.guard import refusal_sentence
from pitboss.floor.refused import Refused
from pitboss.floor.service import GameManager
from pitboss.floor.views import policy
from pitboss.games import Claim, Round
from pitboss.games.common import FOLDED_HANDS_QUALIFY
from pitboss.games.schedules import Schedule, pay_row
from pitboss.jackpots import JackpotType, PayKind
from pitboss.jackpots import commands as cmd
from pitboss.jackpots.awards import Quote, quote, waiting
from pitboss.jackpots.config import PPM
from pitboss.jackpots.events import EnvyPay
from pitboss.jackpots.pays import pay_lines, paytable_words
from pitboss.letters import capital, small
from pitboss.money import format_cents, format_short
from pitboss.paytables import FixedPay, MeterShare
from pitboss.paytables.rankings import title
from pitboss.web.play.figures import Figures, Metered, metered
from pitboss.web.play.sitting import Sitting
from pitboss.web.spelling import link_name

CONFIRMS = "A supervisor confirms it."


def dealer_of(table: str) -> str:
    """Who deals at a play table, as the journal names it."""
    return f"auto-{table}"


async def start(floor: GameManager, sitting: Sitting) -> None:
    """Send the lit sensors of a locked round; a link that refuses gives its wagers back."""
    for link in sitting.room.links:
        seats = sitting.sensor_seats(link)
        if seats and link not in sitting.started:
            refusal = await _start(floor, sitting, link, seats)
            if refusal:
                sitting.without_sensor(link)
                sitting.notes.append(f"{link_name(link)}: {refusal}. The jackpot wagers go back.")


async def _start(floor: GameManager, sitting: Sitting, link: str, seats: list[int]) -> str:
    name = sitting.room.name
    place = floor.state(link).tables.get(name)
    if place is None:
        return "the link is not set up"
    command_id = f"play-{sitting.round_id}-start-{link}"
    round_no = place.last_round if place.open else place.last_round + 1
    wager_cents = sitting.room.wagers[link]  # as charged: a link that wants another sum by now refuses it
    command = cmd.StartRound(
        name, round_no, dealer_of(name), tuple(seats), tuple(sitting.before), wager_cents
    )
    try:
        answer = await floor.command(link, command_id[:64], command)
    except Refused as refused:
        return refused.sentence
    if answer.status != 200:
        return refusal_sentence(answer)
    sitting.started[link] = floor.state(link).tables[name].last_round
    return ""


def claims(floor: GameManager, sitting: Sitting, link: str) -> list[Claim]:
    """The jackpot hands of a link: the round's cards under the link's pays and its word on folded hands."""
    played = sitting.table.round
    assert played is not None
    bet, lit = sitting.game.sensor_bet, sitting.sensor_seats(link)
    rules = played.rules.game.rules(
        played.rules.options | {FOLDED_HANDS_QUALIFY.name: policy(floor, link).folded_option},
        {**played.rules.paytables, bet: sitting.room.pays[link]},
    )
    wagers = {
        seat: {slug: cents for slug, cents in laid.items() if slug != bet}
        | ({bet: sitting.room.wagers[link]} if seat in lit else {})
        for seat, laid in played.wagers.items()
    }
    return Round(rules, wagers, played.order, played.decisions).claims


async def finish(floor: GameManager, sitting: Sitting) -> bool:
    """Claim the hands of a settled round and end it where nothing is open; whether all have ended it.

    A voided round is not ended: each link gives its wagers back once two people have voided it there.
    """
    done = True
    for link, round_no in sitting.started.items():
        if sitting.voided:
            done = await _returned(floor, sitting, link, round_no) and done
            continue
        if f"ended {link}" in sitting.credited:
            _credit_awards(floor, sitting, link, round_no)
            continue
        for claim in claims(floor, sitting, link):
            await _press(floor, sitting, link, round_no, claim)
        done = await _end(floor, sitting, link, round_no) and done
    return done


async def voided(floor: GameManager, sitting: Sitting) -> bool:
    """Whether the Game Manager voided the round that lies on the table, on any of its links."""
    return any([await _is_void(floor, sitting, link, round_no) for link, round_no in sitting.started.items()])


async def _is_void(floor: GameManager, sitting: Sitting, link: str, round_no: int) -> bool:
    name = sitting.room.name
    place = floor.state(link).tables[name]
    if (place.open and place.last_round == round_no) or f"ended {link}" in sitting.credited:
        return False
    return await asyncio.to_thread(floor.journal.once, link, f"voided {name} {round_no}") is not None


async def _returned(floor: GameManager, sitting: Sitting, link: str, round_no: int) -> bool:
    """Give a link's wagers back as soon as its books have; whether there is nothing to wait for any more."""
    _credit_awards(floor, sitting, link, round_no)
    name, settled = sitting.room.name, f"ended {link}"
    if settled in sitting.credited:
        return True
    place = floor.state(link).tables[name]
    if place.open and place.last_round == round_no:
        sentence = f"{name}: round {round_no} is void; two people must void it on {link}"
        await asyncio.to_thread(floor.alarms.ring, f"void {link} {name} {round_no}", sentence)
        return False
    if await _is_void(floor, sitting, link, round_no):
        sitting.return_jackpot(link)
        sitting.notes.append(f"{link_name(link)} has voided the round: its jackpot wagers are back.")
    else:
        sitting.notes.append(f"{link_name(link)} has ended the round: its jackpot wagers stand.")
    sitting.credited.append(settled)
    return True


async def _press(floor: GameManager, sitting: Sitting, link: str, round_no: int, claim: Claim) -> None:
    name = sitting.room.name
    press = f"press {link} {claim.seat}"
    if press in sitting.credited:
        return
    cards = "".join(map(str, claim.cards))
    command = cmd.PressHand(name, round_no, claim.seat, claim.hand, dealer_of(name), cards, claim.folded)
    answer = await floor.command(link, f"play-{sitting.round_id}-press-{claim.seat}-{link}"[:64], command)
    hand = title(claim.hand)
    if answer.status == 200:
        open_ = [
            offer for at, offer in awaited(floor, sitting) if at == link and offer.claim.seat == claim.seat
        ]
        wins = [f"{claim_words(link, offer)} {CONFIRMS}" for offer in open_]
        paid = f"{hand.capitalize()}: paid from the tray on the {link_name(link)} jackpot."
        sitting.notes += [f"Seat {claim.seat}: {small(words)}" for words in wins or [paid]]
    else:
        sitting.notes.append(
            f"Seat {claim.seat}: {hand}. The {link_name(link)} jackpot did not take the claim."
        )
    sitting.credited.append(press)


def awaited(floor: GameManager, sitting: Sitting) -> list[tuple[str, Quote]]:
    """The claims of the round on the table that only a card settles, each with its link."""
    found = [
        (link, quote(floor.state(link), claim.claim_no))
        for link in sitting.started
        for claim in waiting(floor.state(link), sitting.room.name)
    ]
    return [(link, offer) for link, offer in found if isinstance(offer, Quote)]


def claim_words(link: str, offer: Quote) -> str:
    """What a claim is about, for the player who waits."""
    amount = format_short(offer.amount_cents)
    return f"{capital(title(offer.claim.hand))} wins {amount} on the {link_name(link)} jackpot."


def _no_longer_waits(sitting: Sitting, seat: int, link: str) -> None:
    """Of a claim that is confirmed nobody says that it will be; its amount may have changed meanwhile."""
    begins, ends = f"Seat {seat}: ", f" on the {link_name(link)} jackpot. {CONFIRMS}"
    sitting.notes = [note for note in sitting.notes if not (note.startswith(begins) and note.endswith(ends))]


async def confirm(floor: GameManager, sitting: Sitting) -> None:
    """On a demo floor a player alone is the supervisor too: draw the demo's card for each claim."""
    from pitboss.floor.demo import badge

    for link, offer in awaited(floor, sitting) if floor.demo else ():
        name = sitting.room.name
        command = cmd.Confirm(name, offer.claim.claim_no, offer.epoch, badge(floor, offer.role, name))
        await floor.command(
            link, f"play-{sitting.round_id}-confirm-{offer.claim.claim_no}-{link}"[:64], command
        )


async def _end(floor: GameManager, sitting: Sitting, link: str, round_no: int) -> bool:
    if await _is_void(floor, sitting, link, round_no):
        return False  # voided since the last look: the next one voids the round here too
    name = sitting.room.name
    state = floor.state(link)
    ended = not waiting(state, name)
    if ended and state.tables[name].open and state.tables[name].last_round == round_no:
        command = cmd.EndRound(name, round_no)
        answer = await floor.command(link, f"play-{sitting.round_id}-end-{link}"[:64], command)
        ended = answer.status == 200
    _credit_awards(floor, sitting, link, round_no)
    if ended:
        sitting.credited.append(f"ended {link}")
        for pay in _envy(floor, link, name, round_no):
            sitting.award(f"envy {link} {pay.award_no} {pay.seat}", pay.seat, pay.cents, link)
    return ended


def _credit_awards(floor: GameManager, sitting: Sitting, link: str, round_no: int) -> None:
    for award in floor.state(link).awards.values():
        won = award.confirmed
        cause = f"award {link} {won.award_no}"
        here = (won.table, won.round_no) == (sitting.room.name, round_no)
        if here and award.backed_out and cause in sitting.credited:
            sitting.award(f"back {cause}", won.seat, -won.amount_cents, link)
        elif here and not award.backed_out and cause not in sitting.credited:
            sitting.award(cause, won.seat, won.amount_cents, link)
            _no_longer_waits(sitting, won.seat, link)
            sitting.notes.append(
                f"Confirmed: seat {won.seat} is paid {format_cents(won.amount_cents)} "
                f"for {title(won.hand)}, award {won.award_no} of the {link_name(link)} jackpot."
            )


def _envy(floor: GameManager, link: str, table: str, round_no: int) -> Iterator[EnvyPay]:
    """What the other seats get when a round with awards has ended."""
    for award in floor.state(link).awards.values():
        if (award.confirmed.table, award.confirmed.round_no) == (table, round_no):
            yield from award.envy


@dataclass(frozen=True, slots=True)
class MeterSign:
    """A meter of a link as it stands; its level is named where there are several."""

    name: str
    level: str
    shown: str


def meters(floor: GameManager, links: tuple[str, ...], table: str = "") -> list[MeterSign]:
    """The meters of some links as they stand, for signs over a table."""
    found = []
    for link in links:
        state = floor.state(link)
        for level in state.config.levels if state.config else ():
            shown = format_cents(state.shown_cents(level.name, table))
            several = len(state.config.levels) > 1 if state.config else False
            found.append(MeterSign(link_name(link), level.name if several else "", shown))
    return found


def wager_on(floor: GameManager, sitting: Sitting, link: str) -> Metered | None:
    """The wager on a link's sensor; None for a link that is not set up or pays by no table of today."""
    config = floor.state(link).config
    if config is None:
        return None
    folded = policy(floor, link).folded_hands_qualify
    bet = sitting.game.sensor_bet
    with suppress(BadInput):
        found = Metered(sitting.game.slug, bet, config.paytable, config.wager_cents, folded)
        return found if pay_lines(found.table) == config.lines else None
    return None


def figures(floor: GameManager, sitting: Sitting, link: str) -> Figures | None:
    """What the next wager on a link gives up, as its meters stand, where that is known."""
    wager, state = wager_on(floor, sitting, link), floor.state(link)
    if wager is None or state.config is None:
        return None
    return metered(wager, {level.name: state.shown_cents(level.name) for level in state.config.levels})


def schedule(floor: GameManager, link: str) -> Schedule:
    """What a link pays: the lines in force there, and what a share of a meter comes to now."""
    state = floor.state(link)
    config = state.config
    rows = []
    for line in config.lines if config else ():
        pay: MeterShare | FixedPay
        now = ""
        if line.kind is PayKind.SHARE:
            pay = MeterShare(Fraction(line.ppm, PPM), line.level)
            now = f"{format_cents(pay.of(state.prize_units(line.level)))} now"
        else:
            pay = FixedPay(line.cents, line.kind is PayKind.METER)
        rows.append(pay_row(line.hand, pay, line.envy_cents, now))
    wager = f"{format_short(config.wager_cents)} wager" if config else ""
    folded = "qualifies" if policy(floor, link).folded_hands_qualify else "does not qualify"
    words = f"A fixed wager on the sensor, before the deal. A folded hand {folded}."
    if config and config.type is JackpotType.HOUSE:
        words = f"{words} {config.type.notice}"
        rows = [replace(row, pays=row.pays.replace("the meter", "the prize")) for row in rows]
    return Schedule(
        f"link:{link}",
        f"{link_name(link)} jackpot",
        paytable_words(config) if config else "",
        tuple(rows),
        words,
        wager,
    )
