"""Equipment by game: the sets, shufflers and names that each approved text prints."""

import pytest

from pitboss.floor.compliance.equipment import _named, equipment_of, version_serves
from pitboss.floor.compliance.findings import Severity
from pitboss.floor.compliance.opening import check, may_open
from pitboss.floor.config.floor_file import parse_floor
from pitboss.games import GAMES
from pitboss.jackpots.controllers import Profile
from tests.floor.floors import Change, changed, findings, refused, said, warned

NEXUS = 'game-manager = "1.3.2"\ntable-controller = "2.0.1"\n'
ATLAS = 'gm-atlas = "5.4.0" '
AQUARIUS = """[equipment.aquarius]
game-manager = "6.6 build 521"
aquarius-controller = "6.5.6SP"
coin-spot = "6.0"
display = "ViPS 1.2.1"

[[pit]]
name = "Main pit"
"""
FIRST_PIT = '[[pit]]\nname = "Main pit"\n'
SWITCH_SHUFFLER = 'shuffler = { model = "ONE2SIX" }'
UTH_SHUFFLER = 'shuffler = { model = "i-Deal", mode = "UTH" }'
PACKETS = 'options = { procedure = "packets" }'
RABBIT = """
[[pit.table]]
name = "RH-1"
game = "rabbit-hunter"
postings = ["wager-limits", "prizes", "employee-play", "disputes", "rules"]
shuffler = """
SOLITAIRE = RABBIT.replace("RH-1", "SOL-1").replace("rabbit-hunter", "solitaire-stud")


def beside(table: str, shuffler: str) -> Change:
    """Another table at the end of the last pit."""
    marker = "# A progressive of one game"
    return marker, f"{table}{shuffler}\n\n{marker}"


# Cover All


def test_cover_all_wants_the_mode_as_it_is_printed() -> None:
    (printed, _) = mode = ('mode = "Caribbean Stud Poker Cover All"', 'mode = "Cover All"')
    assert printed in changed()
    sentences = refused(mode)
    assert {s.split(":")[0] for s in sentences} == {"table CS-1", "table CS-2"}
    assert all("in mode Caribbean Stud Poker Cover All (001:509)" in s for s in sentences)


def test_a_table_without_limits_of_its_own_offers_cover_all_and_needs_its_shuffler() -> None:
    limits = 'limits = { ante = "$5 to $150", bonus = "$1 to $5", progressive = "$1 to $1" }\n'
    assert not refused()
    assert any("table CS-3: Cover All" in s for s in refused((limits, "")))
    by_hand = refused(('shuffler = { model = "i-Deal Plus", mode = ', "# "))
    assert [s.split(":")[0] for s in by_hand] == ["table CS-1", "table CS-2"]


def test_cover_all_software_between_the_two_texts_is_a_warning() -> None:
    between = warned(('software = "1.0.114"', 'software = "1.0.110"'))
    assert [s.split(":")[0] for s in between] == ["table CS-1", "table CS-2"]
    for software in ("1.0.102", "NXP v1.0.102", "NXP 1.0.115"):
        changes = ('software = "1.0.114"', f'software = "{software}"')
        assert not warned(changes)
        assert not refused(changes)
    assert refused(('software = "1.0.114"', 'software = "1.0.101"'))


# Systems by game


def test_gm_atlas_is_a_set_of_its_own_at_holdem_and_a_part_of_each_set_at_caribbean_stud() -> None:
    floor = parse_floor(changed((NEXUS, "")))
    found = check(floor)
    shut = {table.name for table in floor.tables if may_open(floor, found, table.name)}
    assert shut == {"CS-1", "CS-2", "CS-3"}
    assert any("ultimate-texas-holdem is taken as GM Atlas (002:473)" in f.sentence for f in found)
    (sentence, *_) = [f.sentence for f in found if f.severity is Severity.REFUSED]
    assert "game-manager >= 1.3.0 is needed, none is there" in sentence
    assert "001:247" in sentence


def test_without_gm_atlas_only_holdem_opens() -> None:
    floor = parse_floor(changed((ATLAS, "# ")))
    found = check(floor)
    assert not may_open(floor, found, "UTH-1")
    assert may_open(floor, found, "CS-1")
    assert any("gm-atlas >= 5.4.0 or nexus-command-2 >= 5.4" in f.sentence for f in found)


SETS = [
    (NEXUS + ATLAS, "caribbean-stud", "Nexus Command Game Manager with GM Atlas or Nexus Command II"),
    (NEXUS + 'nexus-command-2 = "5.4" ', "caribbean-stud", "Nexus Command Game Manager with GM Atlas"),
    ('game-manager-2 = "2.5.4"\ntable-controller-2 = "2.6.0"\n' + ATLAS, "caribbean-stud", "Game Manager 2"),
    (NEXUS + "# ", "ultimate-texas-holdem", "Nexus Command Game Manager (002:473)"),
    ('game-manager-2 = "2.5.4"\ntable-controller-2 = "2.6.0"\n# ', "ultimate-texas-holdem", "Game Manager 2"),
    ('nexus-command-2 = "v5.4" ', "ultimate-texas-holdem", "Nexus Command II"),
]


@pytest.mark.parametrize(("gear", "game", "name"), SETS)
def test_every_approved_set_serves_its_game_and_is_named(gear: str, game: str, name: str) -> None:
    found = findings((NEXUS + ATLAS, gear))
    mine = {"caribbean-stud": "CS", "ultimate-texas-holdem": "UTH"}[game]
    assert not [f for f in found if f.severity is Severity.REFUSED and f.where.startswith(f"table {mine}")]
    assert any(f"{game} is taken as " in f.sentence and name in f.sentence for f in found)


def test_aquarius_is_held_to_its_own_list() -> None:
    one_old = ('controller = "nexus"                # or "aquarius"', 'controller = "aquarius"')
    agreed = ('paytable = "CSTUD-01"', 'paytable = "CSTUD-01"\ninteroperability = "IT-7"')
    assert not refused(one_old, (FIRST_PIT, AQUARIUS), agreed, once=True)
    bad = AQUARIUS.replace("6.5.6SP", "6.5.7").replace("ViPS 1.2.1", "ViPS 1.1.9")
    sentences = refused(one_old, (FIRST_PIT, bad), agreed, once=True)
    assert any("aquarius-controller 6.5.6SP is needed, 6.5.7 is there" in s for s in sentences)
    assert any("CHAM2+ 1.66P$ or ViPS >= 1.2.0 (001:136)" in s for s in sentences)


@pytest.mark.parametrize(
    ("printed", "other"),
    [
        ("6.6 build 521", "6.6 build 519"),
        ("6.5.6SP", "6.5.6"),
        ('coin-spot = "6.0"', 'coin-spot = "6.1"'),
        ('coin-spot = "6.0"', 'coin-spot = "5.9"'),
        ("ViPS 1.2.1", "CHAM2+ 1.67P$"),
    ],
)
def test_each_version_of_aquarius_is_exact_or_the_lowest_as_it_is_printed(printed: str, other: str) -> None:
    one_old = ('controller = "nexus"                # or "aquarius"', 'controller = "aquarius"')
    agreed = ('paytable = "CSTUD-01"', 'paytable = "CSTUD-01"\ninteroperability = "IT-7"')
    assert refused(one_old, (FIRST_PIT, AQUARIUS.replace(printed, other)), agreed, once=True)


def test_names_and_versions_are_taken_as_they_are_printed() -> None:
    one_old = ('controller = "nexus"                # or "aquarius"', 'controller = "aquarius"')
    agreed = ('paytable = "CSTUD-01"', 'paytable = "CSTUD-01"\ninteroperability = "IT-7"')
    printed = """[equipment.aquarius]
"Game Manager" = "v6.6 Build 520"
"Aquarius Controller" = "v6.5.6SP"
"Coin Spot" = "v6.0"
display = "CHAM2+ v1.66P$"

[[pit]]
name = "Main pit"
"""
    assert not refused(one_old, (FIRST_PIT, printed), agreed, once=True)
    nexus = (
        '"Nexus Command Game Manager 2" = "v2.5.4"\n"Nexus Command Table Controller 2" = "v2.6.0"\n'
        '"Nexus Command II" = "v5.4" '
    )
    assert not refused((NEXUS + ATLAS, nexus))


# Shufflers


@pytest.mark.parametrize("model", ["ONE2SIX®", "one2six", "ShuffleStar", "Shuffle Star", "MD2®", "MD2"])
def test_switch_shufflers_are_known_with_and_without_marks_and_spaces(model: str) -> None:
    assert not warned((SWITCH_SHUFFLER, f'shuffler = {{ model = "{model}" }}'))


def test_any_shuffler_at_caribbean_stud_must_be_an_approved_model() -> None:
    named = 'shuffler = { model = "i-Deal Plus", approval = '
    assert named in changed()
    assert warned((named, 'shuffler = { model = "ACE" } # ')) == [
        "table CS-3: ACE is not named for this table: it must be a model the Commission approved, of a "
        "licensed maker (001:97); put the approval on record"
    ]
    assert not warned()
    assert any(
        "ACE is on record as approved" in s
        for s in said(Severity.NOTE, (named, named.replace("i-Deal Plus", "ACE")))
    )


def test_an_unnamed_shuffler_is_a_warning_and_none_is_a_note() -> None:
    other = warned((SWITCH_SHUFFLER, 'shuffler = { model = "Deck Mate" }'))
    assert [s.split(":")[0] for s in other] == ["table BJS-1"]
    assert any("by hand" in s for s in said(Severity.NOTE, (SWITCH_SHUFFLER, "")))


def test_a_hand_dealt_shoe_at_holdem_is_under_wac_230_15_465() -> None:
    notes = said(Severity.NOTE, (UTH_SHUFFLER, ""))
    assert any(s.startswith("table UTH-1") and "WAC 230-15-465" in s and "002:118" in s for s in notes)
    assert not any("230-15-465" in s for s in said(Severity.NOTE))


@pytest.mark.parametrize(
    ("shuffler", "procedure", "wanted"),
    [
        ('{ model = "i-Deal", mode = "UTH" }', "hand-held", "packets"),
        ('{ model = "ACE®", mode = "UTH" }', "hand-held", "packets"),
        ('{ model = "Deck Mate 2®" }', "packets", "hand-held"),
        ('{ model = "Deck Mate 2" }', "hand-held", ""),
        ('{ model = "i-Deal Plus®", mode = "UTH" }', "packets", ""),
    ],
)
def test_holdems_procedure_must_fit_the_machine(shuffler: str, procedure: str, wanted: str) -> None:
    changes = (
        (UTH_SHUFFLER, f"shuffler = {shuffler}"),
        (PACKETS, f'options = {{ procedure = "{procedure}" }}'),
    )
    sentences = refused(*changes)
    assert not warned(*changes), "the text names the machine"
    if wanted:
        assert len(sentences) == 1
        assert f"procedure = {wanted}" in sentences[0]
        assert "002:1" in sentences[0]
    else:
        assert not sentences


@pytest.mark.parametrize(
    ("shuffler", "refusal"),
    [
        ('{ model = "i-Deal", mode = "Solitaire Stud" }', ""),
        ('{ model = "i-Deal Plus", mode = "Pai Gow", packet = 7 }', ""),
        (
            '{ model = "i-Deal Plus", mode = "Pai Gow" }',
            "mode Solitaire Stud, or deal packets of 7 (000:150)",
        ),
        ('{ model = "i-Deal" }', "mode Solitaire Stud"),
        ('{ model = "i-Deal", mode = "Solitaire Stud", packet = 6 }', "packets of 7"),
    ],
)
def test_solitaire_stud_names_the_mode_or_the_packet_of_seven(shuffler: str, refusal: str) -> None:
    sentences = refused(beside(SOLITAIRE, shuffler))
    assert bool(sentences) is bool(refusal)
    assert all(refusal in s for s in sentences), sentences


def test_rabbit_hunter_needs_a_mode_that_deals_packets_of_six() -> None:
    for mode in ("Rabbit Hunter", "Six Card Poker"):
        assert not refused(beside(RABBIT, f'{{ model = "ACE", mode = "{mode}" }}'))
    assert any("004:102" in s for s in refused(beside(RABBIT, '{ model = "ACE", mode = "UTH" }')))
    assert any(
        "packets of 6" in s
        for s in refused(beside(RABBIT, '{ model = "ACE", mode = "Rabbit Hunter", packet = 7 }'))
    )


@pytest.mark.parametrize(
    "display", ["ViPS vl.2.0", "ViPS of the year 2023", "ViPS", "ViPS 1.2.0 beta 7", "ViPS2 9"]
)
def test_text_after_the_name_of_a_display_is_no_version(display: str) -> None:
    """001:136: ViPS 1.2.0 or higher; only a version can be higher."""
    one_old = ('controller = "nexus"                # or "aquarius"', 'controller = "aquarius"')
    sentences = refused(one_old, (FIRST_PIT, AQUARIUS.replace("ViPS 1.2.1", display)), once=True)
    assert any("ViPS >= 1.2.0 (001:136)" in sentence for sentence in sentences), sentences


def test_text_around_the_software_of_a_shuffler_is_no_version() -> None:
    assert refused(('software = "1.0.114"', 'software = "anything 9"'))


# The data


@pytest.mark.parametrize(
    ("found", "wanted", "serves"),
    [
        ("1.3.0", ">= 1.3.0", True),
        ("v1.10", ">= 1.9.9", True),
        ("5.4", ">= 5.4.0", True),
        ("", ">= 1", False),
        ("6.6 Build 520", ">= 6.6 build 520", True),
        ("6.6 build 519", ">= 6.6 build 520", False),
        ("vl.2.0", ">= 1.2.0", False),
        ("of 2023", ">= 1.2.0", False),
        ("1.2.0 or 9", ">= 1.2.0", False),
        ("9 9", ">= 1.2.0", False),
        ("v6.0", "6.0", True),
        ("V 6.5.6 sp", "6.5.6SP", True),
        ("6.5.7SP", "6.5.6SP", False),
    ],
)
def test_versions_compare_by_their_numbers(found: str, wanted: str, serves: bool) -> None:
    assert version_serves(found, wanted) is serves


def test_every_entry_names_a_profile_games_and_the_sentence() -> None:
    systems, _ = _named()
    assert {system.profile for system in systems} == set(Profile)
    every = {slug: equipment_of(slug) for slug in GAMES}
    assert {name for named in every.values() for name in named.systems} == {one.name for one in systems}
    for slug, named in every.items():
        assert bool(named.by_hand) == (GAMES[slug].rules_from == "approval")
        texts = [*named.systems.values(), *(machine.text for machine in named.shufflers)]
        texts += [named.by_hand.text] if named.by_hand else []
        assert all(text[3] == ":" for text in texts)
        assert named.counters.keys() <= {bet.slug for bet in GAMES[slug].bets}
