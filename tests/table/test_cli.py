"""`pitboss rules` and `pitboss play` as a person uses them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pitboss.cli import pitboss
from pitboss.games import GAMES, parse_round
from pitboss.money import format_cents


def run(*words: str, keys: str = "") -> Result:
    return CliRunner().invoke(pitboss, [*words], input=keys)


@pytest.mark.parametrize("slug", GAMES)
def test_rules_show_bets_options_clauses_and_paytables(slug: str) -> None:
    shown = run("rules", slug)
    assert shown.exit_code == 0
    rules = json.loads(run("rules", slug, "--json").output)
    assert [bet["bet"] for bet in rules["bets"]] == [bet.slug for bet in GAMES[slug].every_bet]
    assert [option["option"] for option in rules["choices"]] == [
        option.name for option in GAMES[slug].options
    ]
    assert len(rules["clauses"]) == len(GAMES[slug].clauses)
    for tables in rules["paytables"].values():
        for table in tables:
            assert table["paytable"] in shown.output


@pytest.mark.parametrize("slug", GAMES)
def test_auto_plays_the_same_rounds_with_the_same_seed(slug: str) -> None:
    words = ("play", slug, "--auto", "40", "--seed", "9", "--seats", "3", "--bots", "random", "--json")
    first = run(*words)
    assert first.exit_code == 0, first.output
    totals = json.loads(first.output)
    assert totals == json.loads(run(*words).output)
    nets = [bet["players_net_cents"] for bet in totals["bets"]]
    assert (totals["rounds"], totals["seats"]) == (40, 3)
    assert -sum(nets) == totals["house_win_cents"] + totals["sensors_cents"]
    assert all(bet["players_net"] == format_cents(bet["players_net_cents"]) for bet in totals["bets"])


def test_auto_prints_totals_with_the_wagers_asked_for() -> None:
    shown = run(
        "play", "caribbean-stud", "--auto", "5", "-w", "bonus=1", "-o", "bonus=CPSB-03", "--seed", "1"
    )
    assert "5 rounds of caribbean-stud" in shown.output
    assert "bonus" in shown.output


def test_a_person_plays_looks_back_and_leaves(tmp_path: Path) -> None:
    journal = tmp_path / "rounds.txt"
    keys = "ante=5 bonus=1\nx\nu\nb\n\nf\nh\nr 1\nr 9\nante=1\nnonsense\nq\n"
    shown = run("play", "caribbean-stud", "--seed", "4", "--seats", "2", "--journal", str(journal), keys=keys)
    assert shown.exit_code == 0, shown.output
    for words in (
        "'x' is none of the keys",
        "no decision to take back",
        "Settlement",
        "caribbean-stud 4",
        "there is no round 9; 2 are kept",
        "the Ante is at least $5",
        "'nonsense' is no wager",
        "You leave with $1,002.00.",
    ):
        assert words in shown.output, words
    rounds = journal.read_text().splitlines()
    assert [parse_round(line).decisions[0] for line in rounds] == ["bet", "fold"]
    told = run("play", "caribbean-stud", "--replay", str(journal))
    assert told.output.count("net: seat 1") == 2
    other = run("play", "rabbit-hunter", "--replay", str(journal))
    assert str(other.exception) == f"{journal} holds rounds of caribbean-stud, not of rabbit-hunter"
    assert other.output == ""


@pytest.mark.parametrize("slug", GAMES)
def test_play_says_whose_rules_these_are(slug: str, tmp_path: Path) -> None:
    mark, journal = GAMES[slug].mark, str(tmp_path / "rounds.txt")
    bots = ("play", slug, "--auto", "1", "--bots", "random", "--seed", "1")
    again = ("play", slug, "--replay", journal)
    for words in (("play", slug), (*bots, "--journal", journal), again):
        shown = run(*words, keys="q\n")
        assert shown.exit_code == 0, shown.output
        assert mark in shown.output, words
    for verb in (bots, again):
        assert json.loads(run(*verb, "--json").output)["notes"] == ([mark] if mark else [])


def test_undo_goes_back_to_ones_own_decision_and_void_returns_the_wagers() -> None:
    keys = "\nc\nu\nc\nc\nv\nq\n"
    shown = run("play", "ultimate-texas-holdem", "--seed", "4", "--seats", "3", keys=keys)
    assert shown.exit_code == 0, shown.output
    assert "malfunction" in shown.output
    assert "You are even." in shown.output
    assert "You leave with $1,000.00." in shown.output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("play", "poker"), "no game called 'poker'"),
        (("play", "caribbean-stud", "-o", "colour=red"), "no option or bet called 'colour'"),
        (("play", "caribbean-stud", "-o", "bonus_after_fold"), "not written as name=value"),
        (("play", "caribbean-stud", "--json"), "--json goes with --auto"),
        (("play", "caribbean-stud", "--auto", "1", "-w", "ante=1"), "the Ante is at least $5"),
        (("play", "solitaire-stud", "--auto", "1", "--seats", "7"), "no seat 7"),
        (("rules", "poker"), "no game called 'poker'"),
    ],
)
def test_bad_input_is_one_line(words: tuple[str, ...], why: str) -> None:
    refused = run(*words)
    assert why in str(refused.exception)


def test_the_pays_stand_at_the_start_and_at_every_prompt() -> None:
    keys = "?\nante=5\n?\nf\nq\n"
    shown = run("play", "caribbean-stud", "--seed", "4", "--seats", "3", "-o", "bonus=CPSB-03", keys=keys)
    assert shown.exit_code == 0, shown.output
    for words in ("Dealer plays with ace and king", "CPSB-03", "Cover All, CA-1, 4 hands dealt", "CSTUD-01"):
        assert shown.output.count(words) == 3, words
    switch = run("play", "blackjack-switch", "-o", "version=4", keys="q\n").output
    assert "Dealer stands on soft 17 and pushes on 22." in switch
    assert "Insurance pays 2 to 1" in switch
