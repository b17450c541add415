"""What is shown comes from the set-up in force, never from a file that nobody has taken over yet."""

from pitboss.web.floor.console import Console, display_view
from pitboss.web.floor.keypad import keypad_facts, keypad_view
from pitboss.web.floor.phrases import Clock
from tests.floor.house import House
from tests.hostile.files import reopen

NEW_RULES = (
    'paytable = "CSTUD-01"',
    'paytable = "CSTUD-02"\nfolded_hands_qualify = true\nseat_order = "left-to-right"',
)


def test_display_keypad_and_links_show_the_rules_in_force_while_the_file_has_others(house: House) -> None:
    reopen(house, NEW_RULES)
    floor = house.manager
    sign, keypad = display_view(floor, "caribbean"), keypad_view(floor, "T1", dealer=True)
    (link, *_) = Console(floor, Clock("UTC")).links().links
    assert (sign.paytable, sign.folded) == ("CSTUD-01 version 1", False)
    assert keypad.folded == "A folded hand does not qualify."
    assert keypad.order == "dealer's right first, 7 to 1"
    assert keypad.pays_by == "Pays by CSTUD-01 version 1."
    assert (link.paytable, link.version, link.file_differs) == ("CSTUD-01 version 1", 1, True)
    assert {field for field, _, _ in link.plan} == {"Paytable", "Pays", "Controls"}


def test_a_table_plays_and_ends_its_round_on_the_link_in_force_while_the_file_moves_it(house: House) -> None:
    dealer = house.desk("D-126", "T1")
    assert house.start(dealer, "T1", "caribbean", 1, 2).status_code == 200
    reopen(house, ('links = ["caribbean"]', 'links = ["five-card"]'))
    view = house.nobody().get("/api/displays/caribbean?table=T1")
    assert view.status_code == 200
    keypad = keypad_view(house.manager, "T1", dealer=True)
    assert [sensor.link for sensor in keypad.sensors] == ["caribbean"]
    assert keypad.pays_by == "Pays by CSTUD-01 version 1."
    refused = dealer.post("/api/tables/T1/links/five-card/end", {"round_no": 1})
    assert refused.json()["refusal"] == "UNKNOWN_LINK"
    assert house.end(dealer, "T1", "caribbean").status_code == 200
    assert house.nobody().get("/api/displays/five-card?table=T1").status_code == 404
    assert "T1" in house.desk("S-207").get("/api/links/caribbean").json()["tables"]


def test_a_sign_has_the_meters_and_a_link_the_type_in_force_while_the_file_has_others(house: House) -> None:
    reopen(
        house,
        ('name = "holdem"\ntype = "progressive"', 'name = "holdem"\ntype = "house"'),
        ('rates = { main = "20%" }\nreserves = { main = "2%" }\n', ""),
        ('name = "T3"\n', 'name = "T3"\nseats = 5\n'),
    )
    assert house.desk("S-207").get("/api/links/holdem").json()["type"] == "progressive"
    assert len(keypad_view(house.manager, "T3", dealer=True).spots) == 7


def test_a_halted_link_leaves_the_other_sensor_of_its_table_in_play(house: House) -> None:
    dealer, boss = house.desk("D-126", "T4"), house.desk("S-207")
    body = {"reason": "operator", "explanation": "a seal is broken"}
    assert boss.swipe("/api/links/holdem/halt", "S-207", body).status_code == 200
    view = keypad_view(house.manager, "T4", dealer=True)
    assert [key.press for key in view.keys if key.live] == ["start"]
    assert {link: facts.open for link, facts in keypad_facts(view).items()} == {
        "five-card": True,
        "holdem": False,
    }
    assert house.start(dealer, "T4", "five-card", 1, 2).status_code == 200
    assert boss.swipe("/api/links/five-card/halt", "S-207", body).status_code == 200
    assert house.end(dealer, "T4", "five-card").status_code == 200
    view = keypad_view(house.manager, "T4", dealer=True)
    assert (view.closed, [key for key in view.keys if key.live]) == (
        "Five-Card is halted: operator",
        [],
    )


def test_a_sensor_locked_by_a_gap_leaves_the_other_one_of_its_table_in_play(house: House) -> None:
    dealer = house.desk("D-126", "T4")
    gap = {"round_no": 5, "seats": [1], "base_seats": [1], "wager_cents": "100"}
    assert dealer.post("/api/tables/T4/links/holdem/start", gap).json()["refusal"] == "ROUND_GAP"
    view = keypad_view(house.manager, "T4", dealer=True)
    assert [key.press for key in view.keys if key.live] == ["start"]
    assert not keypad_facts(view)["holdem"].open
