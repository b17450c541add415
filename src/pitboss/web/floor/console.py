"""What the pages of the Game Manager's console show, one function for each page."""

import time
from collections.abc import Callable, Iterable
from typing import Any

from markupsafe import Markup

from pitboss.floor import views
from pitboss.floor.api.office import proposal_view
from pitboss.floor.api.papers import sheet_view
from pitboss.floor.duties.deposits import worksheet
from pitboss.floor.duties.losses import pending
from pitboss.floor.duties.readings import readings_of
from pitboss.floor.journal import entry_view
from pitboss.floor.records.audit import lines
from pitboss.floor.refused import Refused
from pitboss.floor.service import GameManager
from pitboss.floor.staff.proposals import TwoPerson
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
from pitboss.ledger import AUDIT
from pitboss.web.floor.charts import FRESH_S, History, chart, spark
from pitboss.web.floor.keypad import no_sensors
from pitboss.web.floor.phrases import Clock, hand, money, sentence, signed, table_name, title, told
from pitboss.web.floor.setup import plan

NEWEST = 12
READINGS = 4
CLOSED_DAYS = 7


class Console:
    """The console of one floor."""

    def __init__(self, floor: GameManager, clock: Clock) -> None:
        self.floor = floor
        self.clock = clock
        self.history = History(floor)
        self._due = -FRESH_S, 0
        self.pages: dict[str, Callable[[], dict[str, Any]]] = {
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

    def _links(self) -> list[dict[str, Any]]:
        return [views.link_view(self.floor, link) for link in self.floor.links]

    # Floor

    def glance(self) -> dict[str, Any]:
        """The floor at a glance."""
        links = self._links()
        claims = [claim | {"link": link["link"]} for link in links for claim in link["claims"]]
        unpaid = self._unpaid()
        open_alarms = self.floor.alarms.list()
        tables = [self._table(table.name) for table in self.floor.floor.tables]
        variance = sum(self._variance(link["link"]) for link in links)
        return {
            "links": [link | {"levels": self._levels(link)} for link in links],
            "claims": sorted(claims, key=lambda claim: (claim["table"], -claim["seat"])),
            "executive": sum(claim["role"] == "executive" for claim in claims),
            "unpaid": unpaid,
            "unpaid_cents": sum(int(award["amount_cents"]) for award in unpaid),
            "alarms": open_alarms,
            "notices": self.floor.notices.list(),
            "tables": tables,
            "in_play": len(self.floor.sessions.dealt() & {table["name"] for table in tables}),
            "links_open": sum(link["open"] for link in links),
            "variance": variance,
            "checked": self.clock.time(self.floor.clock_us()),
            "journal": self.newest(),
            "proposals": len(self.floor.proposals.waiting()),
            "deposits_due": self._deposits_due(),
            "unsigned": sum(len(link["unsigned_days"]) for link in links),
            "day": next((link["day"] for link in links), ""),
        }

    def _deposits_due(self) -> int:
        """How many links' money must go to the bank; adding a month up takes a while, so not every time."""
        if time.monotonic() - self._due[0] > FRESH_S:
            sheets = [self._sheet(link) for link in self.floor.links]
            self._due = time.monotonic(), sum(sheet["due"] or sheet["short"] for sheet in sheets)
        return self._due[1]

    def _levels(self, link: dict[str, Any]) -> list[dict[str, Any]]:
        courses = self.history.courses(link["link"])
        found = []
        for level in link["levels"]:
            name = f"{title(link['link'])} {level['level']}"
            found.append(level | {"spark": Markup(spark(courses[level["level"]], name))})
        return found

    def _table(self, name: str) -> dict[str, Any]:
        table = views.table_view(self.floor, name)
        sensors = table["sensors"]
        claims = [claim for sensor in sensors for claim in sensor["claims"]]
        accepted = sum(sensor["accepted"] for sensor in sensors if sensor["in_round"])
        rounds = max((sensor["round_no"] for sensor in sensors), default=0)
        tone, icon, word, what = "note", "chip", "WAGERS", f"Round {rounds + 1:,} is next"
        if table["shut"] or any(sensor["halted"] or sensor["locked"] for sensor in sensors):
            tone, icon, word, what = "alarm", "cut", "UNPLAYABLE", _why_shut(table)
        elif claims:
            first = max(claims, key=lambda claim: claim["seat"])
            word = "J-POT" if first["at_jph"] else first["role"].upper()
            tone, icon = "wait", "key" if first["at_jph"] else "card"
            what = f"Round {rounds:,}, spot {first['seat']}, {money(first['amount_cents'])}"
        elif any(sensor["at_jph"] for sensor in sensors):
            tone, icon, word, what = "wait", "key", "KEY TO RUN", f"Round {rounds:,}, stands still until then"
        elif any(sensor["in_round"] for sensor in sensors):
            tone, icon, word, what = "ok", "lock", "LOCKED", f"Round {rounds:,}, {accepted} wagers"
        elif not sensors:
            word, what = "NO JACKPOT", sentence(no_sensors(table))
        elif not any(sensor["open"] for sensor in sensors):
            tone, icon, word, what = "alarm", "cut", "CLOSED", "The link is closed"
        old = ", Aquarius" if table["controller"] == "aquarius" else ""
        facts = {"name": name, "tone": tone, "icon": icon, "word": word, "what": what}
        return facts | {"game": GAMES[table["game"]].name + old}

    def _variance(self, link: str) -> int:
        """Units by which a link's accounts differ from their own day's figures; always nothing."""
        state = self.floor.state(link)
        differences = {day.account: day.closing_units for day in account_days(state.day)}
        for account, units in state.balances.items():
            name = "PAYABLE" if account.startswith("PAYABLE:") else account  # a day has them as one
            differences[name] = differences.get(name, 0) - units
        return sum(map(abs, differences.values()))

    def newest(self) -> list[dict[str, Any]]:
        """The last entries of all links."""
        return [_told(entry_view(entry)) for entry in self.floor.journal.last(self.floor.links, NEWEST)]

    # Awards

    def _unpaid(self) -> list[dict[str, Any]]:
        return self._with_prints(
            views.award_view(self.floor, award) | {"link": link}
            for link in self.floor.links
            for award in self.floor.state(link).awards.values()
            if not award.paid and not award.backed_out
        )

    def _with_prints(self, awards: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """Awards, each with how often its win page was printed."""
        found = [award | {"subject": f"win {award['link']} {award['award_no']}"} for award in awards]
        printed = self.floor.pages.counts([award["subject"] for award in found])
        return [award | {"copies": printed.get(award["subject"], 0)} for award in found]

    def awards(self) -> dict[str, Any]:
        """The awards of all links, newest first."""
        found = self._with_prints(
            views.award_entry_view(self.floor, self.floor.state(link), entry) | {"link": link}
            for link in self.floor.links
            for entry in self.floor.journal.awards(link, 50)
        )
        found.sort(key=lambda award: -award["at_us"])
        return {
            "awards": found,
            "methods": list(PayMethod),
            "links": self.floor.links,
        }

    def award(self, link: str, award_no: int) -> dict[str, Any]:
        """One award, to be backed out."""
        self.floor.link(link)
        state = self.floor.state(link)
        entry = self.floor.journal.award(link, award_no, state)
        return views.award_entry_view(self.floor, state, entry) | {"link": link}

    # What takes two people

    def adjustments(self) -> dict[str, Any]:
        """What waits for a second person, and what can be asked for."""
        names = self.names()
        waiting = []
        for proposal in self.floor.proposals.waiting():
            view = proposal_view(self.floor, proposal)
            badge, command = proposal.requester, proposal.command
            facts = {
                "who": f"{names.get(badge.person, badge.person)} {badge.card}",
                "role": badge.role.value,
                "what": _kind(view["kind"]),
                "about": self._about(proposal.link, command),
                "serves": _SERVES.get(view["kind"], "An executive's card"),
                "explanation": getattr(command, "explanation", ""),
                "reason": getattr(command, "reason", ""),
                "reference": getattr(command, "reference", ""),
                "left_s": max(0, 600 - (self.floor.clock_us() - proposal.made_us) // 1_000_000),
            }
            waiting.append(view | facts)
        return {
            "waiting": waiting,
            "links": self._links(),
            "tables": self._rounds(),
            "reasons": [reason.value for reason in AdjustReason],
            "targets": list(Target),
        }

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

    def _rounds(self) -> list[dict[str, Any]]:
        return [
            {"table": name, "link": link, "round_no": place.last_round}
            for link in self.floor.links
            for name, place in self.floor.state(link).tables.items()
            if place.open
        ]

    def names(self) -> dict[str, str]:
        """Everybody's name."""
        return {one["person"]: one["name"] for one in self.floor.people.staff()}

    # Links

    def _clock(self) -> dict[str, Any] | None:
        """What must be asked about the clock, if anything."""
        links = self.floor.clock_differs()
        if not links or not (self.floor.time.waits() or self._behind(links)):
            return None
        return {"now": self.clock.full(self.floor.clock_us()), "links": [title(link) for link in links]}

    def _behind(self, links: list[str]) -> bool:
        return any(self.floor.state(link).last_us > self.floor.clock_us() for link in links)

    def links(self) -> dict[str, Any]:
        """The links: set-up, history, opening and closing."""
        found = []
        for link in self._links():
            courses = self.history.courses(link["link"])
            charts = [
                (level["level"], Markup(chart(courses[level["level"]], level["level"], self.clock)))
                for level in link["levels"]
            ]
            state = self.floor.state(link["link"])
            locked = [
                {"table": name, "next": place.last_round + 1}
                for name, place in state.tables.items()
                if place.locked
            ]
            more = {
                "plan": self._plan(link["link"]),
                "loss": pending(self.floor, link["link"]),
                "held": _held(link) if link["left"] else [],
            }
            due = {name: place.last_round + 1 for name, place in state.tables.items() if not place.open}
            found.append(link | {"charts": charts, "locked": locked, "due": due} | more)
        return {
            "links": found,
            "clock": self._clock(),
            "halts": [
                reason for reason in HaltReason if reason not in (HaltReason.INVARIANT, HaltReason.LOSS)
            ],
        }

    def _plan(self, link: str) -> list[tuple[str, str, str]]:
        """What the floor file would change: field, now, then."""
        if not self.floor.config_differs(link):
            return []
        return plan(self.floor.state(link).config, self.floor.next_config(link))

    # Alarms

    def alarms(self) -> dict[str, Any]:
        """What rang, and the malfunctions with their clocks."""
        found = self.floor.notices.list(open_only=False, limit=50)
        return {
            "notices": sorted(
                found, key=lambda notice: (notice["reported_us"] is not None, notice["until_us"])
            ),
            "open": sum(notice["reported_us"] is None for notice in found),
            "alarms": self.floor.alarms.list(open_only=False, limit=50),
        }

    # Staff

    def staff(self) -> dict[str, Any]:
        """People, cards, and what was done with them."""
        with self.floor.store.reader.connect() as connection:
            done = lines(connection, limit=25)
        return {"staff": self.floor.people.staff(), "audit": done}

    # Journal

    def journal(self, link: str, words: str, before: int | None) -> dict[str, Any]:
        """A search in the journal."""
        links = self.floor.links
        if link not in (*links, AUDIT):
            raise Refused(404, "UNKNOWN_LINK", f"there is no link {link}")
        found, more = self.floor.journal.search(link, words, before, 50)
        entries_ = [_told(view) for view in found]
        return {"entries": entries_, "before": more, "links": [*links, AUDIT], "link": link, "words": words}

    # Day

    def day(self) -> dict[str, Any]:
        """Gaming days, reconciliation, deposits and reports."""
        found = []
        for link in self.floor.links:
            view = views.days_view(self.floor, link)
            state = self.floor.state(link)
            for day in (view["today"], *view["unsigned"]):
                for account in day["accounts"]:
                    moved = sum(int(move["units"]) for move in account["moves"])
                    account["moved_units"] = moved
                day["sum_units"] = sum(int(account["closing_units"]) for account in day["accounts"])
            variance, total = self._variance(link), sum(state.balances.values())
            claims = views.link_view(self.floor, link)["claims"]
            payable = sum(not award.paid and not award.backed_out for award in state.awards.values())
            checks = [
                ("Accounts are what the day's moves make them", not variance, f"{variance} units"),
                ("All accounts sum to zero", not total, f"{total} units"),
                ("No open claims", not claims, str(len(claims))),
                ("No unpaid awards", not payable, str(payable)),
            ]
            more = {
                "checks": checks,
                "sheet": self._sheet(link),
                "closed": self.floor.journal.signed_days(link, limit=CLOSED_DAYS),
                "levels": [level.name for level in self.floor.setup(link).levels],
                "read": readings_of(self.floor, link, READINGS),
            }
            found.append(view | more)
        return {"links": found}

    def _sheet(self, link: str) -> dict[str, Any]:
        sheet = worksheet(self.floor, link, self.floor.state(link).seq, self.floor.clock_us())
        return sheet_view(sheet) | {"missing_cents": max(0, sheet.required_cents - sheet.deposited_cents)}


def _held(link: dict[str, Any]) -> list[dict[str, Any]]:
    """What a link that left the file still holds, each to be moved out whole, parts of a cent included."""
    parts = [
        (level, target, int(level[f"{target.value}_units"])) for level in link["levels"] for target in Target
    ]
    return [
        {
            "level": level["level"],
            "target": target.value,
            "epoch": level["epoch"],
            "units": -units,
            "reasons": [reason.value for reason in reasons(target, up=False)],
        }
        for level, target, units in parts
        if units
    ]


def _why_shut(table: dict[str, Any]) -> str:
    """Why a table can't play, in a few words."""
    if table["shut"]:
        return str(table["shut"][0])
    for sensor in table["sensors"]:
        if sensor["halted"]:
            return f"{title(sensor['link'])} halted: {sensor['halted'].replace('-', ' ')}"
    return "Locked by a gap in its rounds"


def _told(view: dict[str, Any]) -> dict[str, Any]:
    word, said = told(view["event"])
    return view | {"word": word, "sentence": said}


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


def display_view(floor: GameManager, link: str, table: str = "") -> dict[str, Any]:
    """What hangs over the tables of a link, with the words beside the figures."""
    view = views.display_view(floor, link, table)
    tops = {line["level"]: hand(line["hand"]) for line in reversed(view["pays"]) if line["from"] == "share"}
    levels = [level | {"top": tops.get(level["level"], "")} for level in view["levels"]]
    names = [table_name(member.table) for member in floor.setup(link).tables]
    return view | {
        "levels": levels,
        "tables": _list(names),
        "folded": views.policy(floor, link).folded_hands_qualify,
    }


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
