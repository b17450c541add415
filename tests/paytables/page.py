"""Writes the page of all paytables: `python -m tests.paytables.page > docs/paytables.md`."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from pitboss.games import GAMES
from pitboss.paytables import RANKINGS, OddsByHands, Paytable, paytables, ranking, spots_of
from pitboss.paytables.rankings import title
from pitboss.paytables.side_by_side import cell, facts, merged_hands, notes
from pitboss.paytables.sources import PublicTexts, approval, public_texts

EXAMPLE = """\
[[table]]
designator = "HOUSE-1"
game = "rabbit-hunter"
bet = "tens-up"
lines = [
    { hand = "royal-flush", pays = "400 to 1" },
    { hand = "four-of-a-kind-or-better", pays = "60 to 1" },
    { hand = "full-house", pays = "30 to 1" },
    { hand = "pair-of-tens-or-better", pays = "1 to 1" },
]
"""

_INTRODUCTION = """\
# Paytables

*Generated from the data by `python -m tests.paytables.page > docs/paytables.md`; a test keeps it current.*

The approval (Washington State Gambling Commission, {letter}, submission {submission}) encloses the rules of
each game; its five enclosures hold **{count} tables**. Counted once each are Caribbean Stud's Bet and Cover
All, the Blind of Ultimate Texas Hold'em (printed beside each of the four Trips tables), Two Way Bad Beat (a
sentence), the sixteen Caribbean progressives (printed twice), and the three tables of the multi-game link
(printed for both games). Samples inside the rules repeat tables of the paytable pages. Layout pictures are no
source.

A table pays the first of its lines that covers the hand. "N to 1" gives the stake back, "N for 1" keeps it. A
share is of a meter level; a fixed pay comes from the meter or else from the tray; envy goes to the others at
the table. Figures called *stated* are what the approval prints: claims to be checked, not results.
"""

_PUBLIC = """\
## Tables from public texts

The letter names these games too and encloses no rules of them: they were read in public texts. *Read* is a
table that stands in a text named under it, *inferred* one of which a part was cut or silent, *unconfirmed*
one that is said to be in use and that no text we read prints; such a table is never the default, which
stands first. A floor deals by none of them before the house's own approved rule sheet is on record.
"""

_TEXTS = """\
## Public texts

Most were in reach in part only: the openings of long pages. Rules and tables name them by these numbers.
"""

_OWN_TABLE = """\
## A table of your own

A file in the same format loads wherever a designator is accepted, is checked the same way, and is marked as
not approved: it is for analysis only.

```toml
{example}```

A pay is `500 to 1`, `9 for 1` or `push`, and where the bet has a meter also `10% of main`, `$500 from meter`
or `$25 not from meter`; such a table names its fixed `wager`, and its `seed` if it has one. A line may add
`envy`. A Cover All table lists `hands_dealt` and gives each line a list of pays.

These are the hands a line may name. On a ladder also "… or better" and "… or less": `straight-or-better`.
"""


def render() -> str:
    """The page, as Markdown."""
    tables = paytables()
    letter = approval()
    introduction = _INTRODUCTION.format(count=len(tables), letter=letter.title, submission=letter.submission)
    parts = [introduction, _index(tables)]
    for game, members in groupby(tables, key=lambda table: _game(table)):
        parts.append(f"## {game}")
        for _, block in groupby(members, key=lambda table: (table.bet, table.source[0])):
            parts.append(_block(list(block)))
    parts += [_PUBLIC, *_public(), _TEXTS, *map(_texts, public_texts())]
    parts += [_OWN_TABLE.format(example=EXAMPLE), _hand_names()]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _public() -> Iterator[str]:
    """The tables of each game from public texts; those that several games use once."""
    shown: dict[str, str] = {}
    for played in (each for each in GAMES.values() if each.rules_from == "public"):
        bets = [bet for bet in (*played.bets, *played.counted) if played.paytables(bet.slug)]
        yield f"### {played.name}" if bets else f"### {played.name}\n\nNo bet of it is paid by a table."
        for bet in bets:
            tables = list(played.paytables(bet.slug))
            before = shown.get(tables[0].designator)
            for table in tables:
                shown.setdefault(table.designator, played.name)
            if before:
                yield f"{bet.name} (`{bet.slug}`): the tables of {before}, by default {tables[0].designator}."
                continue
            remarks = "\n".join(f"- {note}" for note in notes(tables))
            yield f"{bet.name} (`{bet.slug}`)\n\n{_grid_by_table(tables)}\n\n{remarks}"


def _texts(listed: PublicTexts) -> str:
    """A list of texts, each with its number."""
    rows = [[f"[{number}]", text] for number, text in enumerate(listed.texts, 1)]
    return f"### For {listed.title}\n\n{_grid(['', 'text'], rows)}"


def _game(table: Paytable) -> str:
    return "Multi-game link" if table.use == "several-games" else _words(table.game)


def _words(slug: str) -> str:
    return slug.replace("-", " ").replace("holdem", "hold'em").title().replace("'E", "'e")


def _index(tables: tuple[Paytable, ...]) -> str:
    rows = []
    for number, table in enumerate(tables, 1):
        spots = ", ".join(f"{game} `{bet}`" for game, bet in ((table.game, table.bet), *table.also_at))
        rows.append([str(number), f"**{table.designator}**", table.title, spots, ", ".join(table.aliases)])
    return _grid(["", "designator", "table", "bet", "also called"], rows)


def _block(tables: list[Paytable]) -> str:
    """Tables that are printed side by side, then their sources and notes."""
    names = tables[0].designator if len(tables) == 1 else f"{tables[0].designator} to {tables[-1].designator}"
    by_hands = len(tables) == 1 and isinstance(tables[0].lines[0].pay, OddsByHands)
    grid = _grid_by_hands(tables[0]) if by_hands else _grid_by_table(tables)
    sources = dict.fromkeys(f"- {source}" for table in tables for source in table.source)
    parts = [f"### {names}", grid, "Printed in", "\n".join(sources)]
    remarks = [f"- {note}" for note in notes(tables)]
    return "\n\n".join(parts + (["Notes", "\n".join(remarks)] if remarks else []))


def _grid_by_table(tables: list[Paytable]) -> str:
    rows = []
    for hand in merged_hands(tables):
        lines = [next((line for line in table.lines if line.hand == hand), None) for table in tables]
        rows.append([title(hand), *(cell(line) if line else "" for line in lines)])
    printed = [facts(table) for table in tables]
    for name in printed[0]:
        cells = [of_table[name] for of_table in printed]
        if any(cells):
            rows.append([f"*{name}*", *cells])
    return _grid(["", *(table.designator for table in tables)], rows)


def _grid_by_hands(table: Paytable) -> str:
    rows, numbers = [], []
    for line in table.lines:
        if isinstance(line.pay, OddsByHands):
            numbers = [hands for hands, _ in line.pay.odds]
            rows.append([line.title, *(str(odds) for _, odds in line.pay.odds)])
    return _grid(["hands dealt", *(str(hands) for hands in numbers)], rows)


def _hand_names() -> str:
    rows = []
    games = dict.fromkeys(table.game for table in paytables())
    spots = [(game, bet, spot.rankings) for game in games for bet, spot in spots_of(game).items()]
    for name in dict.fromkeys((*RANKINGS, *(name for *_, rankings in spots for name in rankings))):
        bets = ", ".join(f"{game} `{bet}`" for game, bet, rankings in spots if name in rankings)
        names = ranking(name).names
        plain = [hand for hand in names if not hand.endswith(("-or-better", "-or-less"))]
        ladder = "ladder" if len(plain) < len(names) else ""
        rows.append([f"`{name}`", bets, " ".join(f"`{hand}`" for hand in plain), ladder])
    return _grid(["ranking", "bets", "hands", ""], rows)


def _grid(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


if __name__ == "__main__":
    print(render(), end="")
