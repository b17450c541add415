"""Every description there is: those of the package's games, and those that tests alone have."""

from pathlib import Path

from pitboss.games.description import Description
from pitboss.games.description.shape import parse
from pitboss.paytables.beside import Beside, printed_beside

_BUILT_IN = (Path(__file__).parents[2] / "src/pitboss/games").glob("*/game.toml")
_OF_TESTS = (Path(__file__).parent / "described").glob("*.toml")
DESCRIPTIONS: dict[str, Path] = {
    **{path.parent.name.replace("_", "-"): path for path in sorted(_BUILT_IN)},
    **{path.stem: path for path in sorted(_OF_TESTS)},
}
"""By slug; where both have one, that of the tests."""


def parsed(slug: str, text: str) -> Description:
    """A description with another text, and the tables that are printed beside its file."""
    return parse(text, beside=Beside(printed_beside(DESCRIPTIONS[slug])))


def without(text: str, removed: str) -> str:
    """The text of a description with these ranks taken out of its deck."""
    part = next((part for part in ("[cards]", "[shoe]") if part in text), None)
    if part is None:  # a game with places and one whole deck
        return f'{text}\n[shoe]\nremove = "{removed}"\n'
    key = "remove_ranks" if part == "[cards]" else "remove"
    return text.replace(part, f'{part}\n{key} = "{removed}"', 1)
