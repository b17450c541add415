"""What the hands of a ranking are called."""

from collections.abc import Mapping
from types import MappingProxyType


def named(
    classes: tuple[str, ...], groups: Mapping[str, tuple[str, ...]], ladder: bool = True
) -> Mapping[str, frozenset[str]]:
    """Each class and group by its name; on a ladder also "… or better" and "… or less" than each of them."""
    plain = {name: (name,) for name in classes}
    found = {name: frozenset(members) for name, members in (plain | dict(groups)).items()}
    for name, members in (dict(groups) | plain).items() if ladder else ():
        places = [classes.index(member) for member in members]
        if max(places) > 0:
            found[f"{name}-or-better"] = frozenset(classes[: max(places) + 1])
        if 0 < min(places) < len(classes) - 1:
            found[f"{name}-or-less"] = frozenset(classes[min(places) :])
    return MappingProxyType(found)
