"""A server that watches own games: who edits one sees it at once, and no other table notices."""

import asyncio
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pitboss.analysis.drill import pool
from pitboss.errors import BadInput
from pitboss.games import GAMES, discovery
from pitboss.web.live import LOAD_ANEW, Hub, Panel
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.school.training import Chosen
from tests.cli.running import run
from tests.web.test_own_game_gone import CHIPS, GAME, begin_round, games, purse, served_at

__all__ = ["games"]
PATIENCE_S = 20
BROKEN = GAME.replace("dealer = 3", "deeler = 3")
OTHER = GAME.replace('slug = "mine"', 'slug = "other"').replace('short = "MINE"', 'short = "OTHER"')


def soon(holds: Callable[[], bool]) -> None:
    """Wait until something holds, as whoever looks at a page does."""
    last = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < last
        time.sleep(0.1)


def test_a_game_is_read_again_whenever_its_file_is_saved(games: Path) -> None:
    file, logged = games / "mine/game.toml", list[str]()
    with served_at(games, None, "--watch", logged=logged) as browser:
        begin_round(games, browser)
        file.write_text(GAME.replace('win = "1 to 1"', 'win = "2 to 1"', 1), "utf-8")
        soon(lambda: purse(games, "place") == "")
        assert purse(games, "chips_cents") == CHIPS
        assert "A round that was open is void" in browser.get("/play/tables/MINE-1")[1]
        begin_round(games, browser)

        file.write_text(BROKEN, "utf-8")
        soon(lambda: browser.get("/play/tables/MINE-1")[0] == 404)
        assert (purse(games, "place"), purse(games, "chips_cents")) == ("", CHIPS)
        page = browser.get("/play/tables/MINE-1")[1]
        assert "MINE-1 is closed: its game mine can&#39;t be read: mine/game.toml:" in page
        assert "MINE-1 is closed" in browser.get("/play")[1]
        assert browser.post("/play/tables/CSP-1/sit", seat="1")[0] == 200
        assert browser.post("/play/tables/CSP-1/leave")[0] == 200

        file.write_text(GAME, "utf-8")
        soon(lambda: browser.get("/play/tables/MINE-1")[0] == 200)
        begin_round(games, browser)

        (games / "other").mkdir()
        (games / "other/game.toml").write_text(OTHER, "utf-8")
        soon(lambda: browser.get("/play/tables/OTHER-1")[0] == 200)
        assert purse(games, "place") == "MINE-1"  # whose round goes on

        shutil.rmtree(games / "mine")
        soon(lambda: browser.get("/play/tables/MINE-1")[0] == 404)
        assert (purse(games, "place"), purse(games, "chips_cents")) == ("", CHIPS)
        assert browser.get("/play/tables/OTHER-1")[0] == 200
    assert logged.count("Read again: mine.") == 2
    assert "Read again: other." in logged
    assert any(line.startswith("mine/game.toml:") and "unknown key 'deeler'" in line for line in logged)
    assert not [line for line in logged if not line.startswith(("Read again:", "mine/game.toml:"))]


@pytest.fixture
def own(games: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Two own games, known to this process."""
    (games / "other").mkdir()
    (games / "other/game.toml").write_text(OTHER, "utf-8")
    monkeypatch.setenv(discovery.VARIABLE, str(games))
    discovery.forget()
    yield games
    monkeypatch.undo()
    discovery.forget()


def test_only_what_changed_is_read_again(own: Path) -> None:
    mine, other, before = GAMES["mine"], GAMES["other"], discovery.stamps()
    assert {*before} == {own / "mine", own / "other"}
    (own / "mine/game.toml").write_text(GAME.replace("Three cards each.", "Three cards."), "utf-8")
    after = discovery.stamps()
    assert before[own / "other"] == after[own / "other"]
    assert before[own / "mine"] != after[own / "mine"]
    assert discovery.read_again({own / "mine"}) == {"mine"}
    assert GAMES["mine"] is not mine
    assert GAMES["mine"].words == "Three cards."
    assert GAMES["other"] is other


def test_a_broken_game_is_gone_with_its_mistakes_and_comes_back(own: Path) -> None:
    file = own / "mine/game.toml"
    assert "mine" in GAMES
    file.write_text(BROKEN, "utf-8")
    assert discovery.read_again({file.parent}) == {"mine"}
    assert "mine" not in GAMES
    assert "unknown key 'deeler'" in GAMES.trouble("mine")
    file.write_text(GAME, "utf-8")
    assert discovery.read_again({file.parent}) == {"mine"}
    assert GAMES.troubles == ()
    assert "mine" in GAMES


def test_a_table_of_the_house_is_read_again_too(own: Path) -> None:
    file = own / "flush_rush/paytables.toml"
    file.parent.mkdir()
    table = (
        '[[table]]\ndesignator = "HOUSE-A"\nbet = "all-or-nothing"\npays = { four-card-flush = "20 to 1" }\n'
    )
    file.write_text(table, "utf-8")
    before = discovery.stamps()
    discovery.forget()
    assert [one.designator for one in GAMES["flush-rush"].paytables("all-or-nothing")] == ["HOUSE-A"]
    file.write_text(table.replace("HOUSE-A", "HOUSE-BB"), "utf-8")
    assert before[file.parent] != discovery.stamps()[file.parent]
    assert discovery.read_again({file.parent}) == {"flush-rush"}
    assert [one.designator for one in GAMES["flush-rush"].paytables("all-or-nothing")] == ["HOUSE-BB"]


def test_what_is_remembered_by_a_games_name_is_forgotten(own: Path) -> None:
    before = pool("mine", 1)
    assert pool("mine", 1) is before
    (own / "mine/game.toml").write_text(GAME.replace('win = "1 to 1"', 'win = "3 to 1"', 1), "utf-8")
    discovery.read_again({own / "mine"})
    assert pool("mine", 1) is not before


def test_tables_of_other_games_are_the_same_sittings(own: Path) -> None:
    room = Playroom(Hub())
    try:
        kept = {name: sitting for name, sitting in room.sittings.items() if sitting.game.slug != "mine"}
        (own / "mine/game.toml").write_text(GAME.replace('"MINE"', '"MY"'), "utf-8")
        room.read_again(discovery.read_again({own / "mine"}))
        assert all(room.sittings[name] is sitting for name, sitting in kept.items())
        assert {*room.sittings} - {*kept} == {"MY-1", "MY-2"}
        assert room.closed == {}
    finally:
        room.close()


def test_a_lesson_of_a_game_that_is_gone_is_refused_with_its_mistake(own: Path) -> None:
    chosen = Chosen.read({"game": "mine"})
    assert chosen.rules.game is GAMES["mine"]
    (own / "mine/game.toml").write_text(BROKEN, "utf-8")
    discovery.read_again({own / "mine"})
    with pytest.raises(BadInput, match="unknown key 'deeler'"):
        _ = chosen.rules


def test_an_open_page_of_a_table_that_changed_is_loaded_anew() -> None:
    closed: list[int] = []

    class Socket:
        async def accept(self) -> None: ...
        async def send_text(self, text: str) -> None: ...
        async def receive(self) -> None:
            await asyncio.sleep(PATIENCE_S)

        async def close(self, code: int) -> None:
            closed.append(code)

    async def shown() -> None:
        hub = Hub()
        panel = Panel("felt", "felt", frozenset({"play:MINE-1"}), lambda: "felt")
        page = asyncio.create_task(hub.serve(Socket(), [panel]))  # type: ignore[arg-type]
        await asyncio.sleep(0.05)
        hub.load_anew("play:CSP-1")
        await asyncio.sleep(0.05)
        assert closed == []
        hub.load_anew("play:MINE-1")
        await asyncio.wait_for(page, PATIENCE_S)

    asyncio.run(shown())
    assert closed == [LOAD_ANEW]


def test_there_must_be_games_to_watch_and_a_floor_is_not_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(discovery.VARIABLE, "")
    assert "name their folder with --games" in run("serve", "--watch").stderr
    monkeypatch.setenv(discovery.VARIABLE, str(tmp_path))
    assert "is a floor" in run("serve", "--watch", "--floor", "floor.toml").stderr
