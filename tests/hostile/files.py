"""The demo floor opened again under a file that somebody has edited."""

from pitboss.floor.config.floor_file import Floor, parse_floor
from pitboss.floor.demo import demo_text
from tests.floor.house import House, open_house


def edited(*changes: tuple[str, str]) -> Floor:
    """The demo's floor file with some of its text changed; each change must find its text."""
    text = demo_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return parse_floor(text, "demo.toml")


def reopen(house: House, *changes: tuple[str, str]) -> None:
    """Stop the floor, edit its file, start it again."""
    house.manager.close()
    old = house.manager
    again = open_house(old.database, old.folder, house.clock, demo=old.demo, floor=edited(*changes))
    house.manager = again.manager
