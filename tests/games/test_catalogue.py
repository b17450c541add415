"""The catalogue holds the approval's 66 games and its conditions, and says which games are playable."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import pitboss
from pitboss.cli.games import command
from pitboss.errors import BadInput
from pitboss.games import GAMES
from pitboss.games.catalogue import catalogue, find_game
from tests.cli.running import run


def test_the_games_are_numbered_from_1_to_66_in_the_order_of_their_names_on_the_list() -> None:
    games = catalogue().games
    assert [entry.number for entry in games] == list(range(1, 67))
    assert len({entry.name for entry in games}) == 66
    assert (games[0].name, games[65].name) == ("6-5-4 Poker", "Zappit Blackjack – Dual Progressives")


def test_names_that_one_of_the_scans_broke_are_read_from_the_others() -> None:
    names = {entry.number: entry.name for entry in catalogue().games}
    assert names[25] == "Flush Rush"
    assert names[36] == "I Luv Suits Poker – Dual Progressives"
    assert names[58] == "Three Card Poker 6 Card Bonus – Face Up"
    assert names[61] == "Three Card Poker Progressive – Cover All"


def test_the_playable_games_are_those_that_exist() -> None:
    playable = {entry.number: entry.game for entry in catalogue().games if entry.game}
    approved = {number: slug for number, slug in playable.items() if GAMES[slug].rules_from == "approval"}
    assert approved == {
        9: "blackjack-switch",
        12: "caribbean-stud",
        43: "rabbit-hunter",
        49: "solitaire-stud",
        65: "ultimate-texas-holdem",
    }
    assert set(playable.values()) == set(GAMES)
    for slug, game in GAMES.items():
        if game.form is not None:
            assert {number for number, of in playable.items() if of == slug} == {*game.form.letter}


def test_number_65_says_where_cover_all_is_offered() -> None:
    assert "Cover All is offered at Caribbean Stud only" in catalogue().games[64].note


def test_commercial_and_tribal_operators_have_their_own_conditions() -> None:
    commercial, tribal = (
        {one.topic for one in catalogue().conditions if one.applies_to in (operator, "all")}
        for operator in ("commercial", "tribal")
    )
    assert commercial == {"rules", "internal-controls", "licensed-equipment", "modification"}
    assert tribal == {
        "rules",
        "agency-approval",
        "concurrence",
        "compact-supplement",
        "licensed-equipment",
        "modification",
    }


def test_pitboss_games_prints_every_game_and_condition() -> None:
    printed = CliRunner().invoke(command, env={"COLUMNS": "120"})
    assert printed.exit_code == 0
    playable = [entry.game for entry in catalogue().games if entry.game]
    title = f"66 approved games, {len(playable)} of them playable ({len({*playable})} games, some under"
    assert title in printed.output
    assert title in Path(__file__).parents[2].joinpath("docs", "index.md").read_text(encoding="utf-8")
    flat = " ".join(printed.output.split())
    for entry in catalogue().games:
        assert entry.name in flat
    for condition in catalogue().conditions:
        assert condition.words in flat


def test_pitboss_games_as_json() -> None:
    data = json.loads(CliRunner().invoke(command, ["--json"]).output)
    assert len(data["games"]) == 66
    playable = [game["game"] for game in data["games"] if game["playable"]]
    assert playable == [entry.game for entry in catalogue().games if entry.game]
    assert data["approved_on"] == "2023-06-14"
    assert {condition["applies_to"] for condition in data["conditions"]} == {"all", "commercial", "tribal"}


def test_every_game_says_how_far_its_rules_are_known() -> None:
    standing = {entry.number: entry.standing for entry in catalogue().games}
    assert standing[12] == "playable from the approval"
    assert standing[41] == standing[57] == "playable from public rules"
    assert (standing[50], standing[66], standing[16]) == (
        "partly public",
        "public rules, not playable yet",
        "name only",
    )
    for entry in catalogue().games:
        if entry.game:
            assert entry.standing.endswith("approval") == (GAMES[entry.game].rules_from == "approval")


@pytest.mark.parametrize("name", ["blackjack", "Blackjack", "texas holdem"])
def test_a_kind_of_game_is_no_game_of_that_kind(name: str) -> None:
    """Plain blackjack is not built, and its name does not mean another game."""
    with pytest.raises(
        BadInput, match=r"is a kind of game, and none here has that name alone; there is \w+-"
    ):
        find_game(name)
    with pytest.raises(BadInput, match="is a kind of game"):
        pitboss.rules(name)
    done = run("par", name)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "is a kind of game" in done.stderr


@pytest.mark.parametrize("name", ["switch", "blackjack-s", "Blackjack Switch"])
def test_a_beginning_that_means_one_game_is_understood(name: str) -> None:
    assert find_game(name).slug == "blackjack-switch"
