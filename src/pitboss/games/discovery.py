"""Where games come from: the folders beside this file, folders of one's own, and installed packages.

A folder of one's own is named by `--games DIR` or in `PITBOSS_GAMES`: it is a game, or holds games. An
installed package offers games by entry points of the group `pitboss.games`. A game is read when it is first
asked for; one from outside this package is marked as an own game, and one that can't be read is told of and
hides no other.
"""

import importlib
import os
import sys
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, partial
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

from pitboss.errors import BadInput, unknown
from pitboss.games.contract import Game
from pitboss.paytables import paytables, ranking, spots
from pitboss.paytables.rankings import check_rankings, rankings_in

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

HERE = Path(__file__).parent
VARIABLE = "PITBOSS_GAMES"
"""Folders of own games, separated as in PATH; `--games` puts its folders in front."""
GROUP = "pitboss.games"
_OWN = "pitboss_own_games"
"""Own folders with Python are imported below this name."""
DESCRIPTION, PYTHON = "game.toml", "__init__.py"


def look_in(folders: tuple[str, ...]) -> None:
    """Take the games of these folders too, in this process and in those it starts."""
    wanted = [str(Path(folder).absolute()) for folder in folders]
    for folder in wanted:
        if not Path(folder).is_dir():
            raise BadInput(f"{folder} is no folder of games")
    if wanted:
        kept = filter(None, os.environ.get(VARIABLE, "").split(os.pathsep))
        os.environ[VARIABLE] = os.pathsep.join(dict.fromkeys((*wanted, *kept)))


class Games(Mapping[str, Game]):
    """Every game found, by its slug; the built-in ones first, as the catalogue orders them."""

    def __getitem__(self, slug: str) -> Game:
        if slug in _built_in():
            entered = _entered().get(slug)
            return _with_tables(slug, entered) if entered else _load_built_in(slug)
        return _outside().games[slug]

    def __contains__(self, slug: object) -> bool:
        return slug in _built_in() or slug in _outside().games

    def __iter__(self) -> Iterator[str]:
        yield from _built_in()
        yield from _outside().games

    def __len__(self) -> int:
        return len(_built_in()) + len(_outside().games)

    def __repr__(self) -> str:
        return f"<Games: {', '.join(self)}>"

    @property
    def troubles(self) -> tuple[str, ...]:
        """What is wrong with own games and tables that can't be read, one sentence for each."""
        found = _outside().troubles.values()
        for slug in _entered():
            self[slug]  # what is wrong with its tables is told when it is read
        return (*found, *_unread.values())

    def trouble(self, name: str) -> str:
        """What is wrong with the own game of this slug or folder, or nothing."""
        return _outside().troubles.get(name, "")


@cache
def catalogue_file() -> dict[str, Any]:
    """The approval's list and conditions, as written."""
    return tomllib.loads((HERE / "catalogue.toml").read_text(encoding="utf-8"))


@cache
def _built_in() -> Mapping[str, Path]:
    """The folders of this package that hold a game, by slug."""
    folders = {path.name.replace("_", "-"): path for path in sorted(HERE.iterdir()) if _is_game(path)}
    first = [slug for slug in catalogue_file()["list"]["shown_first"] if slug in folders]
    return MappingProxyType({slug: folders[slug] for slug in dict.fromkeys((*first, *folders))})


@cache
def listed() -> tuple[Mapping[str, Any], ...]:
    """The approval's list, each entry with the game it is played as: as written, or as a description says."""
    by_number: dict[int, dict[str, Any]] = {}
    for slug, folder in _built_in().items():
        if (folder / DESCRIPTION).is_file():
            head = _head((folder / DESCRIPTION).read_text("utf-8"))
            for number in head.get("letter", ()):
                by_number[number] = {"game": slug, "rules_from": head["rules_from"]}
            if head.get("aliases") and head.get("letter"):
                by_number[head["letter"][0]]["aliases"] = head["aliases"]
    return tuple(entry | by_number.get(entry["number"], {}) for entry in catalogue_file()["list"]["games"])


def _head(text: str) -> dict[str, Any]:
    """The first part of a description, `[game]`; the rest need not be read to know what it is called."""
    start = text.index("[game]")
    end = text.find("\n[", start)
    found: dict[str, Any] = tomllib.loads(text[start : end if end > 0 else None])["game"]
    return found


def _called() -> set[str]:
    """What built-in games are called for short."""
    return {name for entry in listed() for name in entry.get("aliases", ())}


def _is_game(path: Path) -> bool:
    """Whether a folder describes a game, or has the printed tables of one."""
    return any((path / name).is_file() for name in (DESCRIPTION, spots.FILE))


@cache
def _load_built_in(slug: str) -> Game:
    folder = _built_in()[slug]
    if (folder / PYTHON).is_file():
        found: Game = importlib.import_module(f"{__package__}.{folder.name}").GAME
        return found
    return _described_here(folder)


@cache
def _with_tables(slug: str, entered: Path) -> Game:
    """A built-in game with the house's own tables; one that can't be read is told, and the game plain."""
    folder = _built_in()[slug]
    try:
        if (folder / PYTHON).is_file():
            raise BadInput(f"{entered}: no bet of {slug} wants a table of the house")
        return _described_here(folder, entered)
    except BadInput as error:
        _unread[slug] = str(error)
        return _load_built_in(slug)


def _described_here(folder: Path, entered: Path | None = None) -> Game:
    described = _described(folder, entered=entered)
    return replace(described, folder=folder, package=f"{__package__}.{folder.name}")


def _described(folder: Path, own: bool = False, entered: Path | None = None) -> Game:
    load: Callable[..., Game] = importlib.import_module(f"{__package__}.described").load
    return load(folder, own, entered)


_unread: dict[str, str] = {}
"""What is wrong with tables that the house entered, by game; the game is there without them."""


def _entered() -> Mapping[str, Path]:
    """The house's own tables for bets of built-in games: files in folders that are called as the game."""
    return _entered_in(os.environ.get(VARIABLE, ""))


@cache
def _entered_in(folders: str) -> Mapping[str, Path]:
    found: dict[str, Path] = {}
    for place in map(Path, filter(None, folders.split(os.pathsep))):
        for folder in (place, *sorted(place.glob("*"))):
            brings = (folder / spots.FILE).is_file() and not _is_own(folder)
            if brings and _slug(folder) in _built_in():
                found.setdefault(_slug(folder), folder / spots.FILE)
    return found


@dataclass
class _Outside:
    """The games found outside this package, and what is wrong with those that can't be read."""

    games: dict[str, Game] = field(default_factory=dict)
    troubles: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, place: str, load: Callable[[], Game]) -> None:
        try:
            self._take(load(), place)
        except BadInput as error:
            self.troubles[name] = str(error)
        except Exception as error:
            self.troubles[name] = f"{_where(error, place)}: {type(error).__name__}: {error}"

    def _take(self, found: Game, place: str) -> None:
        if found.slug in {*_built_in(), *_called(), *self.games}:
            raise BadInput(f"{place}: another game is called {found.slug!r}; choose another slug")
        # Whatever it says of itself, nobody approved a game that came from outside.
        rules_from = "own" if found.rules_from == "approval" else found.rules_from
        self.games[found.slug] = replace(found, own=True, rules_from=rules_from)
        try:
            _check_tables(found)  # what is wrong with its files is told now
            words_of: Callable[[Game], object] = importlib.import_module(f"{__package__}.words").words_of
            words_of(self.games[found.slug])
        except Exception:
            del self.games[found.slug]
            raise


def _check_tables(found: Game) -> None:
    brings = spots.brought(found.slug)
    if brings and brings.file:
        check_rankings(brings.file)
        for bet in brings.spots:
            if not found.has(bet):
                declared, known = spots.declared(brings.file), (one.slug for one in found.bets)
                declared.refuse(("bets", bet), str(unknown(f"{found.name} has no bet called", bet, known)))
    for table in paytables(found.slug):
        if table.game != found.slug:
            place = brings.file if brings and brings.file else found.folder
            raise BadInput(f"{place}: {table.designator} is a table of {table.game}, not of {found.slug}")


def beside(game: Game, module: str, needs: str) -> ModuleType:
    """A module of a game's folder, with what it needs; what is wrong with that of an own game is told."""
    try:
        found = importlib.import_module(f"{game.package}.{module}")
    except Exception as error:
        if not game.own or isinstance(error, BadInput):
            raise
        place = _where(error, str(game.folder))
        raise BadInput(f"{place}: {type(error).__name__}: {error}") from None
    if not hasattr(found, needs):
        raise BadInput(f"{found.__file__}: it has no {needs}")
    return found


def _where(error: BaseException, place: str) -> str:
    """The file and the line of the game that failed."""
    inside, step = place, error.__traceback__
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}"
    while step is not None:
        file = step.tb_frame.f_code.co_filename
        inside = f"{file}:{step.tb_lineno}" if file.startswith(place) else inside
        step = step.tb_next
    return inside


_seen: dict[str, _Outside] = {}
"""What was found in the folders that are named now."""


def _outside() -> _Outside:
    folders = os.environ.get(VARIABLE, "")
    if folders not in _seen:
        forget()
        # A game may ask for its rules while it is read, so what is found so far is there at once.
        _search(folders, _seen.setdefault(folders, _Outside()))
    return _seen[folders]


_forgotten: list[Callable[[], object]] = []
"""Empties what others remember by the name of a game."""


def forget_too(clear: Callable[[], object]) -> None:
    """Have a cache emptied whenever own games are read again: it remembers something by a game's name."""
    _forgotten.append(clear)


def forget(kept: Collection[str] = ()) -> None:
    """Search again when a game is next asked for; of packages that are `kept` no module is imported again."""
    _seen.clear()
    _unread.clear()
    _entered_in.cache_clear()
    _with_tables.cache_clear()
    ranking.cache_clear()
    rankings_in.cache_clear()
    spots.declared.cache_clear()
    for clear in _forgotten:
        clear()
    for name in [name for name in sys.modules if name.startswith(f"{_OWN}.")]:
        if ".".join(name.split(".")[:2]) not in kept:
            del sys.modules[name]


Stamp = tuple[tuple[str, int, int], ...]
"""The files of a folder, each with when it was written and how long it is."""


def stamps() -> Mapping[Path, Stamp]:
    """The files of every own game, and of the house's own tables, by their folder."""
    folders = os.environ.get(VARIABLE, "")
    games = (folder for place in _places(folders) for folder in _game_folders(place))
    tables = (file.parent for file in _entered_in.__wrapped__(folders).values())
    return {folder: _stamp(folder) for folder in (*games, *tables)}


def _stamp(folder: Path) -> Stamp:
    found = []
    for path in sorted(folder.rglob("*")):
        if path.suffix != ".pyc":
            with suppress(OSError):  # gone since it was listed
                stat = path.stat()
                found += [(str(path), stat.st_mtime_ns, stat.st_size)] if path.is_file() else []
    return tuple(found)


def read_again(folders: Collection[Path]) -> frozenset[str]:
    """Read the games of these folders again, and leave all others as they are.

    What comes back are the games that changed, are new or are gone, a built-in one with the house's own
    tables among them.
    """
    before, entered = _outside(), _entered()
    kept = {slug: game for slug, game in before.games.items() if game.folder not in folders}
    forget([game.package for game in kept.values()])
    after = _seen[os.environ.get(VARIABLE, "")] = _Outside()
    _search(os.environ.get(VARIABLE, ""), after, {game.folder: game for game in kept.values() if game.folder})
    every = {*before.games, *after.games}
    changed = {slug for slug in every if before.games.get(slug) is not after.games.get(slug)}
    tables = (*entered.items(), *_entered().items())
    return frozenset(changed | {slug for slug, file in tables if file.parent in folders})


def _places(folders: str) -> list[Path]:
    return [Path(place) for place in folders.split(os.pathsep) if place]


def _search(folders: str, found: _Outside, kept: Mapping[Path, Game] | None = None) -> None:
    known = kept or {}
    for place in _places(folders):
        if not place.is_dir():
            found.troubles[_slug(place)] = f"{place} is no folder of games"
        for folder in _game_folders(place):
            if folder in known:
                found.games[known[folder].slug] = known[folder]
            else:
                found.add(_slug(folder), str(folder), partial(_own, folder))
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP):
        found.add(point.name, f"the entry point {point.name}", partial(_offered, point))


def _slug(folder: Path) -> str:
    return folder.name.replace("_", "-")


def _game_folders(place: Path) -> list[Path]:
    """The folder itself where it is a game, else the games in it."""

    return [place] if _is_own(place) else [path for path in sorted(place.glob("*")) if _is_own(path)]


def _is_own(folder: Path) -> bool:
    return any((folder / name).is_file() for name in (DESCRIPTION, PYTHON))


def _own(folder: Path) -> Game:
    package = f"{_OWN}.{folder.name.replace('-', '_')}"
    if package in sys.modules:
        raise BadInput(f"{folder}: another folder of an own game is called {folder.name}; rename one")
    module = _imported(package, folder)
    found = _game_of(module) if (folder / PYTHON).is_file() else _described(folder, own=True)
    return replace(found, folder=folder, package=package)


def _imported(package: str, folder: Path) -> ModuleType:
    """The folder as a package, so that modules beside its description are imported like any other."""
    sys.modules.setdefault(_OWN, ModuleType(_OWN))
    spec = ModuleSpec(package, None, is_package=True)
    if (folder / PYTHON).is_file():
        spec = spec_from_file_location(package, folder / PYTHON) or spec
    spec.submodule_search_locations = [str(folder)]
    module = sys.modules[package] = module_from_spec(spec)
    if spec.loader is not None:
        spec.loader.exec_module(module)
    return module


def _game_of(module: ModuleType) -> Game:
    found = getattr(module, "GAME", None)
    if not isinstance(found, Game):
        raise BadInput(f"{module.__file__}: it has no GAME")
    return found


def _offered(point: "EntryPoint") -> Game:
    """What an entry point names: a folder, a module with a game, or a package with one or its description."""
    given = point.load()
    if isinstance(given, str | os.PathLike):
        return _own(Path(given))
    if not hasattr(given, "__path__"):
        return _game_of(given)
    folder = Path(next(iter(given.__path__)))
    described = (folder / DESCRIPTION).is_file() and not hasattr(given, "GAME")
    found = _described(folder, own=True) if described else _game_of(given)
    return replace(found, folder=folder, package=given.__name__)


def _brought(slug: str) -> spots.Brought | None:
    """The tables of a game that is not of the approval: a file in its folder, or those of its description."""
    found = GAMES.get(slug)
    if found is None:
        return None
    if found.folder is not None and (file := found.folder / spots.FILE).is_file():
        return spots.Brought(spots.spots_in(file), file=file)
    tables = found.tables or {}
    jackpots = [bet.slug for bet in found.bets if bet.kind == "jackpot"]
    paid = {
        bet: spots.Spot(
            tuple({table.ranking: None for table in of_bet}),
            bet in jackpots,
            by_hands=any(table.by_hands for table in of_bet),
        )
        for bet, of_bet in tables.items()
    }
    return spots.Brought(paid, tuple(table for of_bet in tables.values() for table in of_bet))


def _brought_files() -> list[Path]:
    """The files of printed tables in the folders of own games."""
    return [found.file for slug in _outside().games if (found := _brought(slug)) and found.file]


GAMES = Games()
"""Every game by its slug."""
spots.ask(lambda: GAMES, _brought, _brought_files)
