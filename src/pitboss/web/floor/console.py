"""What the pages of the Game Manager's console show, one function for each page."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from markupsafe import Markup

from pitboss.floor import views
from pitboss.floor.duties.deposits import Worksheet, worksheet
from pitboss.floor.duties.losses import pending
from pitboss.floor.duties.readings import readings_of
from pitboss.floor.journal import refusal_of
from pitboss.floor.records.audit import lines
from pitboss.floor.refused import Refused
from pitboss.floor.service import GameManager
from pitboss.floor.staff.proposals import Moved, Proposal, TwoPerson, preview
from pitboss.games import GAMES
from pitboss.jackpots.commands import (
    Adjust,
    AdjustReason,
    BackOut,
    HaltReason,
    PayMethod,
    RenumberTable,
    Target,
    VoidRound,
)
from pitboss.jackpots.corrections import reasons
from pitboss.jackpots.house import account_days
from pitboss.ledger import AUDIT, Entry
from pitboss.web.floor import panels
from pitboss.web.floor.charts import FRESH_S, History, chart, spark
from pitboss.web.floor.keypad import no_sensors
from pitboss.web.floor.phrases import Clock, hand, money, sentence, signed, table_name, told
from pitboss.web.floor.setup import plan
from pitboss.web.spelling import link_name

NEWEST = 12
READINGS = 4
CLOSED_DAYS = 7
_Printed = TypeVar("_Printed", panels.Unpaid, panels.ListedAward)


class Console:
    """The console of one floor."""

    def __init__(self, floor: GameManager, clock: Clock) -> None:
        self.floor = floor
        self.clock = clock
        self.history = History(floor)
        self._due = -FRESH_S, 0
        self.pages: dict[str, Callable[[], object]] = {
            "floor": self.glance,
            "awards": self.awards,
            "adjustments": self.adjustments,
            "links": self.links,
            "alarms": self.alarms,
            "staff": self.staff,
            "day": self.day,
        }

    def topics(self, page: str) -> frozenset[str]:
        """What must change for a page to be rendered again."""
        links = self.floor.links
        claims = {f"claims:{link}" for link in links}
        moves = {f"link:{link}" for link in links}
        return frozenset(
            {
                "floor": moves
                | claims
                | {"alarms", "proposals"}
                | {f"table:{t.name}" for t in self.floor.floor.tables},
                "awards": claims,
                "adjustments": claims | {"proposals"},
                "links": moves | {"proposals"},
                "alarms": {"alarms"},
                "staff": {"staff"},
                "day": moves,
            }[page]
        )

    def _links(self) -> list[views.LinkSeen]:
        return [views.link_view(self.floor, link) for link in self.floor.links]

    # Floor

    def glance(self) -> panels.Glance:
        """The floor at a glance."""
        links = self._links()
        claims = [
            views.extended(panels.OpenClaim, claim, link=link.link) for link in links for claim in link.claims
        ]
        unpaid = self._unpaid()
        tables = [self._table(table.name) for table in self.floor.floor.tables]
        return panels.Glance(
            links=[self._meters(link) for link in links],
            claims=sorted(claims, key=lambda claim: (claim.table, -claim.seat)),
            executive=sum(claim.role == "executive" for claim in claims),
            unpaid=unpaid,
            unpaid_cents=sum(award.amount_cents for award in unpaid),
            alarms=self.floor.alarms.list(),
            notices=self.floor.notices.list(),
            tables=tables,
            in_play=len(self.floor.sessions.dealt() & {table.name for table in tables}),
            links_open=sum(link.open for link in links),
            variance=sum(self._variance(link.link) for link in links),
            checked=self.clock.time(self.floor.clock_us()),
            journal=self.newest(),
            proposals=len(self.floor.proposals.waiting()),
            deposits_due=self._deposits_due(),
            unsigned=sum(len(link.unsigned_days) for link in links),
            day=next((link.day for link in links), ""),
        )

    def _deposits_due(self) -> int:
        """How many links' money must go to the bank; adding a month up takes a while, so not every time."""
        if time.monotonic() - self._due[0] > FRESH_S:
            sheets = [self._sheet(link) for link in self.floor.links]
            self._due = time.monotonic(), sum(sheet.due or sheet.short for sheet in sheets)
        return self._due[1]

    def _meters(self, link: views.LinkSeen) -> panels.Meters:
        courses = self.history.courses(link.link)
        levels = []
        for level in link.levels:
            drawn = Markup(spark(courses[level.level], f"{link_name(link.link)} {level.level}"))
            levels.append(views.extended(panels.Meter, level, spark=drawn))
        return panels.Meters(link.link, link.paytable, link.wager_cents, link.tables, link.open, levels)

    def _table(self, name: str) -> panels.TableTile:
        table = views.table_view(self.floor, name)
        sensors = table.sensors
        claims = [claim for sensor in sensors for claim in sensor.claims]
        accepted = sum(sensor.accepted for sensor in sensors if sensor.in_round)
        rounds = max((sensor.round_no for sensor in sensors), default=0)
        tone, icon, word, what = "note", "chip", "WAGERS", f"Round {rounds + 1:,} is next"
        if table.shut or any(sensor.halted or sensor.locked for sensor in sensors):
            tone, icon, word, what = "alarm", "cut", "UNPLAYABLE", _why_shut(table)
        elif claims:
            first = max(claims, key=lambda claim: claim.seat)
            word = "J-POT" if first.at_jph else first.role.upper()
            tone, icon = "wait", "key" if first.at_jph else "card"
            what = f"Round {rounds:,}, spot {first.seat}, {money(first.amount_cents)}"
        elif any(sensor.at_jph for sensor in sensors):
            tone, icon, word, what = "wait", "key", "KEY TO RUN", f"Round {rounds:,}, stands still until then"
        elif any(sensor.in_round for sensor in sensors):
            tone, icon, word, what = "ok", "lock", "LOCKED", f"Round {rounds:,}, {accepted} wagers"
        elif not sensors:
            word, what = "NO JACKPOT", sentence(no_sensors(table))
        elif not any(sensor.open for sensor in sensors):
            tone, icon, word, what = "alarm", "cut", "CLOSED", "The link is closed"
        old = ", Aquarius" if table.controller == "aquarius" else ""
        return panels.TableTile(name, GAMES[table.game].name + old, tone, icon, word, what)

    def _variance(self, link: str) -> int:
        """Units by which a link's accounts differ from their own day's figures; always nothing."""
        state = self.floor.state(link)
        differences = {day.account: day.closing_units for day in account_days(state.day)}
        for account, units in state.balances.items():
            name = "PAYABLE" if account.startswith("PAYABLE:") else account  # a day has them as one
            differences[name] = differences.get(name, 0) - units
        return sum(map(abs, differences.values()))

    def newest(self) -> list[panels.Told]:
        """The last entries of all links."""
        return [_told(entry) for entry in self.floor.journal.last(self.floor.links, NEWEST)]

    # Awards

    def _unpaid(self) -> list[panels.Unpaid]:
        found = [
            (link, views.award_view(award))
            for link in self.floor.links
            for award in self.floor.state(link).awards.values()
            if not award.paid and not award.backed_out
        ]
        return self._with_prints(panels.Unpaid, found)

    def _with_prints(
        self, kind: type[_Printed], awards: Sequence[tuple[str, views.AwardSeen]]
    ) -> list[_Printed]:
        """Awards by link, each with how often its win page was printed."""
        found = [(link, award, f"win {link} {award.award_no}") for link, award in awards]
        printed = self.floor.pages.counts([subject for _, _, subject in found])
        return [
            views.extended(kind, award, link=link, copies=printed.get(subject, 0))
            for link, award, subject in found
        ]

    def awards(self) -> panels.Awards:
        """The awards of all links, newest first."""
        found = [
            (link, views.award_entry_view(self.floor.state(link), entry))
            for link in self.floor.links
            for entry in self.floor.journal.awards(link, 50)
        ]
        newest = sorted(self._with_prints(panels.ListedAward, found), key=lambda award: -award.at_us)
        return panels.Awards(newest, list(PayMethod), self.floor.links)

    def award(self, link: str, award_no: int) -> panels.OneAward:
        """One award, to be backed out."""
        self.floor.link(link)
        state = self.floor.state(link)
        entry = self.floor.journal.award(link, award_no, state)
        return views.extended(panels.OneAward, views.award_entry_view(state, entry), link=link)

    # What takes two people

    def adjustments(self) -> panels.Adjustments:
        """What waits for a second person, and what can be asked for."""
        names = {one.person: one.name for one in self.floor.people.staff()}
        return panels.Adjustments(
            waiting=[self._waiting(proposal, names) for proposal in self.floor.proposals.waiting()],
            links=self._links(),
            tables=self._rounds(),
            reasons=[reason.value for reason in AdjustReason],
            targets=list(Target),
        )

    def _waiting(self, proposal: Proposal, names: Mapping[str, str]) -> panels.Waiting:
        badge, command, kind = proposal.requester, proposal.command, type(proposal.command).__name__
        moves: list[Moved] = []
        refusal = ""
        try:
            moves = preview(self.floor.state(proposal.link), command, self.floor.clock_us())
        except Refused as refused:
            refusal = refused.sentence
        return panels.Waiting(
            number=proposal.number,
            link=proposal.link,
            made_us=proposal.made_us,
            who=f"{names.get(badge.person, badge.person)} {badge.card}",
            role=badge.role.value,
            what=_kind(kind),
            about=self._about(proposal.link, command),
            serves=_SERVES.get(kind, "An executive's card"),
            explanation=getattr(command, "explanation", ""),
            reason=getattr(command, "reason", ""),
            reference=getattr(command, "reference", ""),
            preview=moves,
            refusal=refusal,
        )

    def _about(self, link: str, command: TwoPerson) -> str:
        """Which award, round or meter a proposal is about."""
        match command:
            case BackOut():
                award = self.floor.state(link).awards.get(command.award_no)
                if award is None:
                    return f"award {command.award_no}"
                won = award.confirmed
                what = f"award {won.award_no}, {hand(won.hand).lower()} at {table_name(won.table)}"
                return f"{what}, {money(won.amount_cents)}, confirmed by {won.by.person}"
            case VoidRound():
                return f"round {command.round_no:,} at {table_name(command.table)}"
            case RenumberTable():
                place = self.floor.state(link).tables[command.table]
                due = f"round {place.last_round + 1:,} is due there now"
                return f"{table_name(command.table)} goes on at round {command.next_round_no:,}; {due}"
            case Adjust():
                return f"{command.target.value} {command.level}, {signed(command.units)}"
        return ""

    def _rounds(self) -> list[panels.OpenRound]:
        return [
            panels.OpenRound(name, link, place.last_round)
            for link in self.floor.links
            for name, place in self.floor.state(link).tables.items()
            if place.open
        ]

    # Links

    def _clock(self) -> panels.AskClock | None:
        """What must be asked about the clock, if anything."""
        links = self.floor.clock_differs()
        if not links or not (self.floor.time.waits() or self._behind(links)):
            return None
        return panels.AskClock(self.clock.full(self.floor.clock_us()), [link_name(link) for link in links])

    def _behind(self, links: list[str]) -> bool:
        return any(self.floor.state(link).last_us > self.floor.clock_us() for link in links)

    def links(self) -> panels.Links:
        """The links: set-up, history, opening and closing."""
        halts = [reason for reason in HaltReason if reason not in (HaltReason.INVARIANT, HaltReason.LOSS)]
        return panels.Links([self._link(link) for link in self._links()], self._clock(), halts)

    def _link(self, link: views.LinkSeen) -> panels.LinkPanel:
        courses, tables = self.history.courses(link.link), self.floor.state(link.link).tables
        return views.extended(
            panels.LinkPanel,
            link,
            charts=[
                (level.level, Markup(chart(courses[level.level], level.level, self.clock)))
                for level in link.levels
            ],
            locked=[
                panels.Locked(name, place.last_round + 1) for name, place in tables.items() if place.locked
            ],
            due={name: place.last_round + 1 for name, place in tables.items() if not place.open},
            plan=self._plan(link.link),
            loss=pending(self.floor, link.link),
            held=_held(link) if link.left else [],
        )

    def _plan(self, link: str) -> list[tuple[str, str, str]]:
        """What the floor file would change: field, now, then."""
        if not self.floor.config_differs(link):
            return []
        return plan(self.floor.state(link).config, self.floor.next_config(link))

    # Alarms

    def alarms(self) -> panels.Alarms:
        """What rang, and the malfunctions with their clocks."""
        found = self.floor.notices.list(open_only=False, limit=50)
        return panels.Alarms(
            notices=sorted(found, key=lambda notice: (notice.reported_us is not None, notice.until_us)),
            open=sum(notice.reported_us is None for notice in found),
            alarms=self.floor.alarms.list(open_only=False, limit=50),
        )

    # Staff

    def staff(self) -> panels.Staff:
        """People, cards, and what was done with them."""
        with self.floor.store.reader.connect() as connection:
            done = lines(connection, limit=25)
        return panels.Staff(self.floor.people.staff(), done)

    # Journal

    def journal(self, link: str, words: str, before: int | None) -> panels.Found:
        """A search in the journal."""
        links = self.floor.links
        if link not in (*links, AUDIT):
            raise Refused(404, "UNKNOWN_LINK", f"there is no link {link}")
        found, more = self.floor.journal.search(link, words, before, 50)
        return panels.Found([_told(entry) for entry in found], more, [*links, AUDIT], link, words)

    # Day

    def day(self) -> panels.DayPage:
        """Gaming days, reconciliation, deposits and reports."""
        return panels.DayPage([self._days(link) for link in self.floor.links])

    def _days(self, link: str) -> panels.LinkDays:
        state = self.floor.state(link)
        variance, total = self._variance(link), sum(state.balances.values())
        claims = len(views.link_view(self.floor, link).claims)
        payable = sum(not award.paid and not award.backed_out for award in state.awards.values())
        return views.extended(
            panels.LinkDays,
            views.days_view(self.floor, link),
            checks=[
                ("Accounts are what the day's moves make them", not variance, f"{variance} units"),
                ("All accounts sum to zero", not total, f"{total} units"),
                ("No open claims", not claims, str(claims)),
                ("No unpaid awards", not payable, str(payable)),
            ],
            sheet=self._sheet(link),
            closed=self.floor.journal.signed_days(link, limit=CLOSED_DAYS),
            levels=[level.name for level in self.floor.setup(link).levels],
            read=readings_of(self.floor, link, READINGS),
        )

    def _sheet(self, link: str) -> Worksheet:
        return worksheet(self.floor, link, self.floor.state(link).seq, self.floor.clock_us())


def _held(link: views.LinkSeen) -> list[panels.Held]:
    """What a link that left the file still holds, each to be moved out whole, parts of a cent included."""
    parts = [
        (level, target, units)
        for level in link.levels
        for target, units in ((Target.METER, level.meter_units), (Target.RESERVE, level.reserve_units))
    ]
    return [
        panels.Held(
            level=level.level,
            target=target.value,
            epoch=level.epoch,
            units=-units,
            reasons=[reason.value for reason in reasons(target, up=False)],
        )
        for level, target, units in parts
        if units
    ]


def _why_shut(table: views.TableSeen) -> str:
    """Why a table can't play, in a few words."""
    if table.shut:
        return table.shut[0]
    for sensor in table.sensors:
        if sensor.halted:
            return f"{link_name(sensor.link)} halted: {sensor.halted.replace('-', ' ')}"
    return "Locked by a gap in its rounds"


def _told(entry: Entry) -> panels.Told:
    refusal = refusal_of(entry)
    word, said = ("REFUSED", refusal) if refusal else told(entry.event)
    return panels.Told(entry.link, entry.seq, entry.ts_us, entry.hash.hex(), word, said)


_SERVES = {"VoidRound": "A supervisor's or executive's card"}
"""Whose card agrees to a proposal, where it need not be an executive's."""


def _kind(kind: str) -> str:
    return {
        "AcceptLoss": "Go on though entries are lost",
        "Adjust": "Adjust a meter",
        "BackOut": "Back out an award",
        "Configure": "Take over the floor file's set-up",
        "OpenLink": "Open a halted link again",
        "RenumberTable": "Renumber a table",
        "VoidRound": "Void a round",
    }[kind]


def display_view(floor: GameManager, link: str, table: str = "") -> panels.Sign:
    """What hangs over the tables of a link, with the words beside the figures."""
    view = views.display_view(floor, link, table)
    tops = {line.level: hand(line.hand) for line in reversed(view.pays) if line.cents is None}
    return views.extended(
        panels.Sign,
        view,
        meters=[
            views.extended(panels.SignLevel, level, top=tops.get(level.level, "")) for level in view.levels
        ],
        tables=_list(table_name(member.table) for member in floor.setup(link).tables),
        folded=views.policy(floor, link).folded_hands_qualify,
    )


def _list(names: Iterable[str]) -> str:
    """Names in a row.

    >>> _list(["Table 1", "Table 5"]), _list(["Table 2"])
    ('Tables 1 and 5', 'Table 2')
    """
    listed = list(names)
    if len(listed) < 2 or not all(name.startswith("Table ") for name in listed):
        return ", ".join(listed)
    numbers = [name.removeprefix("Table ") for name in listed]
    return f"Tables {', '.join(numbers[:-1])} and {numbers[-1]}"
