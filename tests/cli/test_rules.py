"""`pitboss rules`: everything the approved text says of a game, with the lines it stands on."""

import json
import re
from typing import Any

import pytest
from click.testing import CliRunner

from pitboss.cli import pitboss
from pitboss.games import GAMES
from pitboss.paytables import paytable, paytables
from pitboss.paytables.side_by_side import merged_hands


def rules(*words: str) -> str:
    shown = CliRunner().invoke(pitboss, ["rules", *words], env={"COLUMNS": "200"})
    assert shown.exit_code == 0, shown.output
    return shown.output


def flat(text: str) -> str:
    """The text without the breaks of a screen."""
    return re.sub(r"\s+", " ", text)


def as_json(slug: str, *options: str) -> Any:
    return json.loads(rules(slug, *options, "--json"))


def test_rules_say_when_a_switched_blackjack_can_meet_the_dealers() -> None:
    """003:169, 176, 183: it loses to a dealer blackjack, which a dealer who looks first has shown before."""
    shown = flat(rules("blackjack-switch"))
    assert (
        "brought together by the switch count 21: they lose to the dealer's blackjack and push on 21" in shown
    )
    assert "only where the dealer looks after the switch (check_before_switch=no)" in shown


def test_merged_tables_are_in_rank_order() -> None:
    shown = rules("ultimate-texas-holdem")
    link = shown[shown.index("CSTUD-15") :]
    hands = ["royal flush", "straight flush", "four of a kind", "full house", "flush", "straight"]
    assert [found[1] for found in re.finditer(r"^([a-z ]+?)  +", link, re.M) if found[1] in hands][
        :6
    ] == hands


@pytest.mark.parametrize(("slug", "bet"), sorted({(t.game, t.bet) for t in paytables()}))
def test_side_by_side_the_lines_keep_the_order_of_every_table(slug: str, bet: str) -> None:
    tables = paytables(slug, bet)
    for ranking in {table.ranking for table in tables}:
        alike = [table for table in tables if table.ranking == ranking]
        hands = merged_hands(alike)
        for table in alike:
            own = [hands.index(line.hand) for line in table.lines]
            assert own == sorted(own)


def test_a_hand_that_only_a_later_table_pays_is_put_where_it_ranks() -> None:
    """CSTUD-01 has no straight, CSTUD-07 no three of a kind: one after the other does not tell the order."""
    hands = merged_hands([paytable("CSTUD-07"), paytable("CSTUD-14"), paytable("CSTUD-08")])
    assert hands[-3:] == ["straight", "three-of-a-kind", "two-pair"]
    pairs = merged_hands(paytables("ultimate-texas-holdem", "ultimate-pairs"))
    assert pairs.index("ace-king-suited") < pairs.index("ace-face") < pairs.index("pair")


def test_rules_show_seeds_stated_figures_and_notes_on_cells_that_were_put_together() -> None:
    shown = flat(rules("caribbean-stud"))
    for words in ("seed $10,000", "stated house edge 28%", "stated hit frequency 0.37%", "unspecified"):
        assert words in shown, words
    assert "Row label and pay lost in the first copy; the second prints both." in shown
    assert "Printed as “One pair or less”." in shown
    flop = flat(rules("ultimate-texas-holdem"))
    assert "stated house edge of the game 0.84%" in flop
    assert "links of several games, nexus only" in flop
    cell = as_json("caribbean-stud")["paytables"]["progressive"][0]["lines"][1]
    assert cell["note"].startswith("Row label and pay lost")


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        (
            "solitaire-stud",
            "i-Deal or i-Deal Plus in mode Solitaire Stud, or any that deals packets of 7 (000:150)",
        ),
        ("rabbit-hunter", "ACE in mode Rabbit Hunter or Six Card Poker, packets of 6 (004:102)"),
        ("ultimate-texas-holdem", "Deck Mate 2 with procedure=hand-held (002:132)"),
        ("ultimate-texas-holdem", "i-Deal Plus in mode UTH with procedure=packets (002:173-175)"),
        ("ultimate-texas-holdem", "WAC 230-15-465"),
        ("blackjack-switch", "ONE2SIX, ShuffleStar or MD2 (003:144)"),
        (
            "caribbean-stud",
            "Cover All: i-Deal Plus in mode Caribbean Stud Poker Cover All, NXP 1.0.102 or from",
        ),
        ("caribbean-stud", "must be a model the Commission approved, of a licensed maker (001:97)"),
    ],
)
def test_rules_name_the_shufflers(slug: str, words: str) -> None:
    assert words in flat(rules(slug))
    assert any(words in flat(said) for said in as_json(slug)["shufflers"])


@pytest.mark.parametrize("slug", ["caribbean-stud", "ultimate-texas-holdem"])
def test_rules_tell_the_jackpot_procedure_of_both_generations(slug: str) -> None:
    shown = flat(rules(slug))
    for key in ("COIN IN", "JPH", "J-POT", "RUN", "GAME OVER", "START GAME", "CONFIRM", "END GAME"):
        assert key in shown, key
    steps = as_json(slug)["jackpot_procedure"]
    assert [step["step"] for step in steps][:2] == ["place", "lock"]
    prefix = {"caribbean-stud": "001:", "ultimate-texas-holdem": "002:"}[slug]
    assert all(prefix in step["reference"] for step in steps)


@pytest.mark.parametrize("slug", sorted(GAMES.keys() - {"caribbean-stud", "ultimate-texas-holdem"}))
def test_a_game_without_a_sensor_has_no_jackpot_procedure(slug: str) -> None:
    assert as_json(slug)["jackpot_procedure"] == []
    assert "COIN IN" not in rules(slug)


def test_rules_mark_what_is_outside_the_approved_text() -> None:
    option = next(o for o in as_json("blackjack-switch")["choices"] if o["option"] == "double_after_split")
    assert option["outside"] == [{"setting": "no", "words": "doubling after splitting is allowed (003:149)"}]
    assert "no is for analysis only: doubling after splitting is allowed (003:149)" in flat(
        rules("blackjack-switch")
    )
    order = next(o for o in as_json("ultimate-texas-holdem")["choices"] if o["option"] == "bet_order")
    assert order["any_order"]
    assert "or any other order" in flat(rules("ultimate-texas-holdem"))


def test_every_bet_names_the_sentence_it_is_laid_by() -> None:
    for slug in GAMES:
        found = as_json(slug)
        sentence = r"00[0-4]:\d+" if found["rules_from"] == "approval" else ""
        assert all(re.fullmatch(sentence, bet["reference"]) for bet in found["bets"])


def test_rules_stand_as_a_house_has_them() -> None:
    shown = flat(rules("crazy-4-poker", "-o", "triple=1-or-3", "-o", "queens_up_after_fold=in-action"))
    assert "As a house has it with triple=1-or-3, queens_up_after_fold=in-action." in shown
    assert "with a pair of aces or better three times it, if wanted." in shown
    assert (
        "with a pair of aces or better three times. A fold loses Ante and Super Bonus. Queens Up stays"
        in shown
    )
    assert as_json("crazy-4-poker", "-o", "triple=1-or-3")["options"]["triple"] == "1-or-3"
    refused = CliRunner().invoke(pitboss, ["rules", "crazy-4-poker", "-o", "triple=2"])
    assert refused.exit_code != 0
