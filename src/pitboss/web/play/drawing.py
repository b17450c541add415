"""Cards, chips and figures as markup, for the templates of the play pages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from fastapi.templating import Jinja2Templates
from jinja2 import Template
from markupsafe import Markup

from pitboss.cards import Card
from pitboss.money import format_cents
from pitboss.web.bar import bar
from pitboss.web.play.voice import gain, short, signed
from pitboss.web.spelling import times

STATIC = Path(__file__).parents[1] / "static"
templates = Jinja2Templates(Path(__file__).parents[1] / "templates")
templates.env.auto_reload = False  # to look at the files for every panel costs more than some panels

_RANKS = (
    *("Two", "Three", "Four", "Five", "Six", "Seven", "Eight"),
    *("Nine", "Ten", "Jack", "Queen", "King", "Ace"),
)
_SUITS = ("clubs", "diamonds", "hearts", "spades")
_CHIPS = ((500_00, "500"), (100_00, "100"), (25_00, "25"), (500, "5"), (100, "1"), (50, "half"))
STACK_MAX = 5


@dataclass(frozen=True, slots=True)
class Lot:
    """Cards that lie together: whose they are or where, and what they make."""

    name: str
    cards: Markup
    words: str = ""


def render(template: str, **context: Any) -> Markup:
    """A part of a page."""
    return Markup(_template(template).render(context))


@cache
def _template(name: str) -> Template:
    found = templates.env.get_template(f"play/{name}.html")
    found.globals = dict(found.globals)  # a chain of maps would be walked for every panel
    return found


def card_name(card: Card | None) -> str:
    """A card in words, for those who listen.

    >>> card_name(Card(51)), card_name(None)
    ('Ace of spades', 'face-down card')
    """
    if card is None:
        return "face-down card"
    return "Joker" if card.joker else f"{_RANKS[card.rank]} of {_SUITS[card.suit]}"


@lru_cache(maxsize=8192)
def card_svg(card: Card | None, key: str = "", kind: str = "") -> Markup:
    """One card; `key` names the card on the table, so that only a new one is seen to be dealt."""
    use = "back" if card is None else str(card)
    named = f' data-c="{key}.{use}"' if key else ""
    classes = f"card {kind}".strip()
    return Markup(
        f'<svg class="{classes}"{named} role="img" aria-label="{card_name(card)}"><use href="#{use}"/></svg>'
    )


def cards_svg(cards: Iterable[Card | None], key: str = "", kinds: Sequence[str] = ()) -> Markup:
    """Cards in a row."""
    return Markup("").join(drawn_cards(cards, key, kinds))


def drawn_cards(cards: Iterable[Card | None], key: str = "", kinds: Sequence[str] = ()) -> list[Markup]:
    """Cards of a row, one by one."""
    return [
        card_svg(card, f"{key}.{place}" if key else "", kinds[place] if kinds else "")
        for place, card in enumerate(cards)
    ]


@lru_cache(maxsize=4096)
def stack_svg(cents: int) -> Markup:
    """A stack of chips of about this amount, the largest on top, never higher than a hand."""
    chips = []
    left = cents
    for value, name in _CHIPS:
        count, left = divmod(left, value)
        chips += [name] * count
    drawn = "".join(
        f'<svg class="chip" aria-hidden="true"><use href="#chip-{name}"/></svg>'
        for name in reversed(chips[:STACK_MAX])
    )
    return Markup(f'<span class="stack">{drawn}</span>')


def chip_svg(cents: int) -> Markup:
    """One chip."""
    name = dict(_CHIPS)[cents]
    return Markup(f'<svg class="chip" aria-hidden="true"><use href="#chip-{name}"/></svg>')


def cents_of(value: Fraction, unit_cents: int) -> str:
    """A value in money, to the nearest cent, with its sign."""
    return signed(round(value * unit_cents))


def plain(value: Fraction) -> str:
    """A value in Antes, to four places, with its sign.

    >>> plain(Fraction(-1, 3)), plain(Fraction(0))
    ('−0.3333', '0.0000')
    """
    shown = f"{abs(float(value)):.4f}"
    return f"{'+' if value > 0 else '−' if value < 0 else ''}{shown}"


def bars(values: Sequence[Fraction]) -> list[tuple[float, float, float]]:
    """For each value the left end and width of its bar, and where zero is, on a rail 300 wide."""
    low, high = min(0.0, *map(float, values)), max(0.0, *map(float, values))
    scale = 298 / ((high - low) or 1.0)
    zero = 1 - low * scale
    return [
        (
            round(zero + min(0.0, float(value)) * scale, 1),
            round(abs(float(value)) * scale, 1),
            round(zero - 0.75, 2),
        )
        for value in values
    ]


@lru_cache(maxsize=1)
def sprite() -> Markup:
    """The cards and chips every page includes once."""
    return Markup((STATIC / "cards.svg").read_text(encoding="utf-8"))


def keys(names: Sequence[str]) -> dict[str, str]:
    """One key for each choice: the digit in its name, or its first letter that is free.

    Names that begin with the same word go by the next one; where no letter is left there is no key.

    >>> keys(["check", "play-3x", "play-4x"]), keys(["stand", "split"])
    ({'check': 'c', 'play-3x': '3', 'play-4x': '4'}, {'stand': 's', 'split': 'p'})
    >>> keys(["draw-low", "draw-high"])
    {'draw-low': 'l', 'draw-high': 'h'}
    """
    taken: dict[str, str] = {}
    first_words = [name.partition("-")[0] for name in names]
    for name in names:
        first, _, rest = name.partition("-")
        digits = "".join(letter for letter in name if letter.isdigit())
        letters = digits + (rest if first_words.count(first) > 1 else "") + name
        taken[name] = next((letter for letter in letters if letter not in (*taken.values(), "-", ".")), "")
    return taken


templates.env.globals.update(
    bar=bar,
    card=card_svg,
    cards=cards_svg,
    stack=stack_svg,
    chip=chip_svg,
    sprite=sprite,
    keys=keys,
    bars=bars,
)
templates.env.filters.update(short=short, signed=signed, gain=gain, money=format_cents, plain=plain)
templates.env.finalize = times
templates.env.trim_blocks = True
templates.env.lstrip_blocks = True
