"""A private table has the rules one chose and is found by its code alone."""

import re
from datetime import date
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from pitboss.errors import BadInput
from pitboss.games import GAMES
from pitboss.games.words import option_name, value_name, words_of
from pitboss.table.limits import TableLimits, regulation_on
from pitboss.web.app import create_app
from pitboss.web.live import Hub
from pitboss.web.play import playroom as limits
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.rooms import private_room, rooms

SENT = {"X-Pitboss": "1"}
SWITCH = {"game": "blackjack-switch", "version": "4", "least": "$10", "most": "$50"}


def test_a_private_table_is_played_by_its_own_rules_and_stands_in_no_lobby() -> None:
    with TestClient(create_app(per_s=10_000)) as client:
        assert "Open the table" in client.get("/play/private?game=blackjack-switch").text
        went = client.post("/play/private", json=SWITCH, headers=SENT).json()["go"]
        code = went.rpartition("/")[2]
        assert "version 4" in client.get(went).text.lower()
        assert "$10 – $50" in client.get(went).text
        assert code not in client.get("/play").text
        found = client.post("/play/private/join", json={"code": f" {code.lower()} "}, headers=SENT)
        assert found.json() == {"go": went}
        assert client.post(f"{went}/sit", json={"seat": "1"}, headers=SENT).status_code == 200
        lost = client.post("/play/private/join", json={"code": "NOPE"}, headers=SENT)
        assert lost.json()["sentence"] == "there is no table with this code"


def test_play_now_is_a_seat_at_a_table_of_ones_own_where_a_friend_may_join_by_its_link() -> None:
    with TestClient(create_app(per_s=10_000)) as client:
        lobby = client.get("/play").text
        assert lobby.count('action="/play/now"') == len(GAMES)
        went = _now(client, "caribbean-stud")["go"]
        code = went.rpartition("/")[2]
        at = client.app.state.playroom.sitting(code)  # type: ignore[attr-defined]
        assert at.room.private
        assert at.room.rules.options == GAMES["caribbean-stud"].rules().options
        assert [chair.name[:6] for chair in at.chairs.values()] == ["Guest "], "one sits there already"
        assert _now(client, "caribbean-stud")["go"] == went, "and is led back"
        assert "Your seat, Caribbean Stud" in client.get("/play").text
        mine = dict(client.cookies)
        client.cookies.clear()
        assert client.post(f"{went}/sit", json={"seat": "1"}, headers=SENT).status_code == 200
        assert len(at.people) == 2
        client.cookies.clear()
        client.cookies.update(mine)
        other = _now(client, "rabbit-hunter")["go"]
        assert other != went, "at another game is another table"
        assert len(at.people) == 1
        assert _now(client, "no-such")["sentence"] == "choose one of the games"


def test_whoever_is_in_a_round_elsewhere_finishes_it_first() -> None:
    with TestClient(create_app(per_s=10_000)) as client:
        for action, sent in (("sit", {"seat": "4"}), ("lay", {"bet": "ante", "chip": "500"}), ("ready", {})):
            assert client.post(f"/play/tables/CSP-1/{action}", json=sent, headers=SENT).status_code == 200
        room = client.app.state.playroom  # type: ignore[attr-defined]
        before = set(room.sittings)
        assert _now(client, "caribbean-stud")["sentence"] == "you can leave when the round is over"
        assert set(room.sittings) == before, "and no empty table is left behind"


def _now(client: TestClient, game: str) -> dict[str, str]:
    found: dict[str, str] = client.post("/play/now", json={"game": game}, headers=SENT).json()
    return found


@pytest.mark.long
def test_options_are_asked_for_in_plain_words_with_what_they_mean() -> None:
    with TestClient(create_app(per_s=10_000)) as client:
        switch = unescape(client.get("/play/private?game=blackjack-switch").text)
        texas = unescape(client.get("/play/private?game=ultimate-texas-holdem").text)
    for words in (
        "Dealer looks for blackjack before the switch",
        "4: as 2, dealer stands on soft 17",
        "The number of decks in the shoe.",
        "Super Match: paytable",
    ):
        assert words in switch
    assert 'value="by-version" selected>as the version says' in switch
    assert "Trips, Bad Beat Bonus, Ultimate Pairs, Ante, Blind, Play" in texas
    assert "Folded hands" not in texas, "which is about a jackpot, and there is none"


def test_the_words_for_options_are_for_options_and_values_there_are() -> None:
    for game in GAMES.values():
        known = {option.name: {"name", *option.values} for option in game.options}
        for name, said in words_of(game).options.items():
            assert said.keys() <= known[name], (game.slug, name)
        for option in game.options:
            shown = [
                option_name(game, option.name),
                *(value_name(game, option.name, v) for v in option.values),
            ]
            assert not any(re.search(r"_|[a-z]-[a-z]+-", words) for words in shown), shown


def test_private_tables_are_there_again_after_a_restart_and_the_oldest_empty_one_makes_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PRIVATE_MAX", 2)
    before = Playroom(Hub(), path=tmp_path / "play")
    codes = [before.open_private(SWITCH) for _ in range(3)]
    before.close()
    after = Playroom(Hub(), path=tmp_path / "play")
    assert [code in after.sittings for code in codes] == [False, True, True]
    assert after.sitting(codes[1]).room.main_limit.least_cents == 10_00
    after.close()


@pytest.mark.parametrize(
    "wrong",
    [{"game": "no-such"}, SWITCH | {"least": "$0.50"}, SWITCH | {"most": "$5"}, SWITCH | {"version": "9"},
     SWITCH | {"most": "$100000"}],
)  # fmt: skip
def test_what_no_table_may_have_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(BadInput):
        private_room("AAAAA", wrong)


def test_every_game_has_a_private_table_with_its_usual_limits() -> None:
    usual = {room.rules.game.slug: room.limits for room in rooms(None).values() if room.name.endswith("-1")}
    for slug in GAMES:
        assert private_room("AAAAA", {"game": slug}).limits == usual[slug]


def test_standard_limits_are_whole_dollars() -> None:
    """A third of $400 is no amount for chips."""
    today = regulation_on(date(2026, 1, 1))
    for game in GAMES.values():
        found = TableLimits.standard(game.rules(), today)
        assert all(limit.most_cents % 100 == 0 for limit in found.bets.values()), game.slug
