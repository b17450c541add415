"""Paytables of one bet side by side: their lines in rank order, what is printed below them, and the notes."""

from collections.abc import Sequence

from pitboss.money import format_short
from pitboss.paytables.model import Line, Paytable

_USES = {
    "same-game": "one game",
    "several-games": "links of several games",
    "either": "one game, or links of several",
}


def merged_hands(tables: Sequence[Paytable]) -> list[str]:
    """The hands that tables of one ranking pay, best first, and never against the order of a table.

    >>> from pitboss.paytables import paytable
    >>> merged_hands([paytable("CSTUD-07"), paytable("CSTUD-14")])[-2:]
    ['straight', 'three-of-a-kind']
    """
    ranked = tables[0].ranks
    worst = {
        line.hand: max(map(ranked.outcomes.index, ranked.names[line.hand]))
        for table in tables
        for line in table.lines
    }
    orders = [[line.hand for line in table.lines] for table in tables]
    hands: list[str] = []
    while any(orders):
        firsts = list(dict.fromkeys(order[0] for order in orders if order))
        free = [hand for hand in firsts if not any(hand in order[1:] for order in orders)]
        hands.append(min(free or firsts, key=worst.__getitem__))
        orders = [[hand for hand in order if hand != hands[-1]] for order in orders]
    return hands


def cell(line: Line) -> str:
    """What a line pays, with its envy."""
    return f"{line.pay}, envy {format_short(line.envy_cents)}" if line.envy_cents else str(line.pay)


def facts(table: Paytable) -> dict[str, str]:
    """What is printed with a table besides its lines; blank where nothing is.

    >>> from pitboss.paytables import paytable
    >>> facts(paytable("CSTUD-15"))["seed"]
    'unspecified'
    """
    seed = "unspecified" if table.seed_cents is None else format_short(table.seed_cents)
    return {
        "standing": "the house's own" if table.house else table.standing,
        "for": uses(table),
        "decks": str(table.decks or ""),
        "version": str(table.version) if table.version > 1 else "",
        "fixed wager": format_short(table.wager_cents) if table.wager_cents is not None else "",
        "seed": seed if table.metered else "",
        "stated house edge": table.stated.house_edge,
        "stated hit frequency": table.stated.hit_frequency,
        "stated house edge of the game": table.stated.game_house_edge,
    }


def uses(table: Paytable) -> str:
    """What a jackpot table is printed for, in a few words.

    >>> from pitboss.paytables import paytable
    >>> uses(paytable("MG-01"))
    'links of several games, nexus only'
    """
    if not table.wager_cents:
        return ""
    only = f", {' and '.join(table.generations)} only" if table.generations else ""
    return _USES[table.use] + only


def notes(tables: Sequence[Paytable]) -> list[str]:
    """Each note once, with the tables and hands it is about."""
    about: dict[tuple[str, str], list[str]] = {}
    for table in tables:
        for note in table.notes:
            about.setdefault((note, ""), []).append(table.designator)
        for line in table.lines:
            if line.note:
                hand = f"{line.title} (printed: {line.printed})" if line.printed else line.title
                about.setdefault((line.note, hand), []).append(table.designator)
    hands: dict[tuple[str, str], list[str]] = {}
    for (note, hand), designators in about.items():
        subject = "" if len(designators) == len(tables) else ", ".join(designators)
        hands.setdefault((note, subject), []).extend([hand] if hand else [])
    return [
        f"{', '.join(filter(None, [subject, *titles]))}: {note}" if subject or titles else note
        for (note, subject), titles in hands.items()
    ]
