"""A table from public texts says where it was read and how sure it is, wherever it shows."""

import json
import re

import pytest
from starlette.testclient import TestClient

from pitboss.analysis import registry
from pitboss.games import GAMES
from pitboss.games.catalogue import catalogue
from pitboss.games.schedules import schedules
from pitboss.paytables.sources import named, public_texts
from pitboss.web.app import create_app
from tests.cli.running import run

PUBLIC = [slug for slug, game in GAMES.items() if game.rules_from == "public"]
DOUBTED = [
    ("three-card-poker", "six-card-bonus", "TCP-6C-03", "unconfirmed"),
    ("four-card-poker", "aces-up", "FCP-AU-1", "inferred"),
    ("three-card-poker", "progressive", "TCP-PG-03", "unconfirmed"),
]


def test_every_game_from_public_texts_is_on_one_list_of_them() -> None:
    assert len(PUBLIC) == 15
    numbers = [number for listed in public_texts() for number in listed.letter]
    assert sorted(numbers) == sorted(entry.number for entry in catalogue().games if entry.game in PUBLIC)


@pytest.mark.parametrize("slug", PUBLIC)
def test_every_table_names_the_texts_it_was_read_in(slug: str) -> None:
    game = GAMES[slug]
    for bet in (*game.bets, *game.counted):
        for number, table in enumerate(game.paytables(bet.slug)):
            (note,) = table.notes
            said = {"read": "Read in ", "inferred": "Inferred from ", "unconfirmed": "Unconfirmed: "}
            assert note.startswith(said[table.standing])
            assert not re.search(r"\[\d+\]", note), "a number of a list that the reader doesn't have"
            assert number or table.standing == "read", "the default was read"


def test_a_number_beyond_the_list_and_a_game_on_no_list_stay_as_they_are_written() -> None:
    assert named("[99]", [57]) == "[99]"
    assert named("[1]", []) == "[1]"


@pytest.mark.parametrize(("slug", "bet", "designator", "standing"), DOUBTED)
def test_a_table_that_was_not_read_is_told_so_on_sheet_felt_and_table(
    slug: str, bet: str, designator: str, standing: str
) -> None:
    said = f"Paytable {designator} is {standing}."
    sheet = registry.par(slug, bet, designator)
    assert said in sheet.notes
    assert sheet.sources[0].casefold().startswith(standing)
    rules = GAMES[slug].rules(paytables={bet: designator})
    assert said in rules.mark
    assert f"{designator} ({standing})" in {schedule.paytable for schedule in schedules(rules, 2)}
    assert all("Paytable" not in GAMES[slug].rules().mark for slug in PUBLIC)


def test_the_command_line_and_the_laboratory_tell_it_too() -> None:
    slug, bet, designator, standing = DOUBTED[0]
    printed = run("par", slug, "--bet", bet, "--paytable", designator).stdout
    assert f"Paytable {designator} is {standing}." in printed
    rules = json.loads(run("rules", slug, "--json").stdout)
    by_name = {table["paytable"]: table["certainty"] for table in rules["paytables"][bet]}
    assert (by_name[designator], by_name["TCP-6C-01"]) == (standing, "read")
    with TestClient(create_app()) as client:
        page = client.get("/lab", params={"game": slug, "bet": bet, "paytable": designator}).text
        own = client.get("/play/private", params={"game": slug}).text
    for shown in (page, own):
        assert re.search(rf'<option value="{designator}"[^>]*>{designator} \({standing}\)\s*</option>', shown)


@pytest.mark.parametrize("slug", PUBLIC)
def test_every_sheet_says_how_it_was_counted_and_where_its_table_was_read(slug: str) -> None:
    for bet in registry.bets(slug):
        if bet != "base":
            sheet = registry.par(slug, bet)
            assert sheet.method
            assert sheet.sources
