"""A paytable file is read strictly: what is wrong is refused in one line that names the file and the line."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.errors import BadInput
from pitboss.money import Odds
from pitboss.paytables import load_file, paytable

GOOD = """\
# a house table
[[table]]
designator = "HOUSE-1"
game = "rabbit-hunter"
bet = "tens-up"
lines = [
    { hand = "royal-flush", pays = "400 to 1" },
    { hand = "flush", pays = "8 to 1" },  # hand = "not a key"
    { hand = "pair-of-tens-or-better", pays = "1 to 1" },
]
"""

METERED = """\
[[table]]
designator = "HOUSE-2"
game = "caribbean-stud"
bet = "progressive"
wager = "$1"
seed = "$500"

[[table.lines]]
hand = "royal-flush"
pays = "100% of main"

[[table.lines]]
hand = "flush"
pays = "$40 from meter"
envy = "$5"
"""

COVER_ALL = """\
[[table]]
designator = "HOUSE-3"
game = "caribbean-stud"
bet = "cover-all"
hands_dealt = [3, 2]
lines = [
    { hand = "straight-or-better", pays = ["5 to 1", "9 to 1"] },
]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def refusal(folder: Path, text: str) -> str:
    with pytest.raises(BadInput) as refused:
        load_file(written(folder, text))
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_a_users_table_loads_and_is_not_approved(tmp_path: Path) -> None:
    table = load_file(written(tmp_path, GOOD))
    assert not table.approved
    assert table.title == "HOUSE-1"
    royal = table.line("royal-flush")
    assert royal is not None
    assert royal.pay == Odds(400, 1, stake_back=True)
    # Between the lines it names, "pair of tens or better" takes whatever is better.
    full_house = table.line("full-house")
    assert full_house is not None
    assert full_house.hand == "pair-of-tens-or-better"


def test_lines_may_be_written_as_blocks(tmp_path: Path) -> None:
    table = load_file(written(tmp_path, METERED))
    assert [line.envy_cents for line in table.lines] == [0, 500]
    assert (table.wager_cents, table.seed_cents) == (100, 50_000)


BET = 'bet = "tens-up"'


@pytest.mark.parametrize(
    ("text", "old", "new", "line", "message"),
    [
        (GOOD, "# a house table", 'owner = "me"', 1, "unknown key 'owner'"),
        (GOOD, BET, BET + '\ncolour = "red"', 6, "unknown key 'colour' in HOUSE-1"),
        (GOOD, '"8 to 1" }', '"8 to 1", odds = 3 }', 8, "unknown key 'odds' in the line 'flush'"),
        (METERED, 'envy = "$5"', 'ennvy = "$5"', 15, "unknown key 'ennvy' in the line 'flush'"),
        (GOOD, '"flush"', '"royal-flush"', 8, "a second line for 'royal-flush'"),
        (GOOD, '"pair-of-tens-or-better"', '"royal-flush-or-better"', 9, "no hand of this bet is called"),
        (GOOD, '"flush"', '"five-of-a-kind"', 8, "no hand of this bet is called 'five-of-a-kind'"),
        (GOOD, '"royal-flush"', '"pair-or-better"', 8, "no hand can reach the line 'flush'"),
        (METERED, '"100% of main"', '"101% of main"', 10, "'pays' of the line 'royal-flush': 101%"),
        (METERED, '"100% of main"', '"100% of grand"', 10, "'pays' of the line 'royal-flush': '100% of"),
        (METERED, '"100% of main"', '"100% of mega"', 1, "shares are of main alone"),
        (METERED, 'wager = "$1"', "", 1, "HOUSE-2 needs 'wager'"),
        (METERED, 'seed = "$500"', "seed = 500.0", 6, "'seed' of HOUSE-2 must be of the type str"),
        (METERED, '"$500"', '"$5.001"', 6, "'seed' of HOUSE-2: '$5.001' is not a whole number of cents"),
        (METERED, '"$500"', '"-$500"', 6, "the seed of HOUSE-2 is negative"),
        (METERED, '"$5"', '"-$5"', 15, "the envy of the line 'flush' is negative"),
        (GOOD, '"8 to 1"', '"8"', 8, "'pays' of the line 'flush': '8' is not odds"),
        (GOOD, '"8 to 1"', "8", 8, "'pays' of the line 'flush' must be of the type str, not 8"),
        (GOOD, '"8 to 1"', '"10% of main"', 8, "the line 'flush': tens-up has no meter"),
        (GOOD, ', pays = "8 to 1"', "", 8, "the line 'flush' lacks 'pays'"),
        (GOOD, 'hand = "flush", ', "", 8, "a line of HOUSE-1 lacks 'hand'"),
        (GOOD, '"rabbit-hunter"', '"rabbit"', 4, "no game called 'rabbit'"),
        (GOOD, '"tens-up"', '"trips"', 5, "rabbit-hunter has no bet 'trips' with a paytable"),
        (GOOD, 'designator = "HOUSE-1"', "", 2, "the paytable lacks 'designator'"),
        (GOOD, '"HOUSE-1"', '"<b>"', 3, "'<b>' is no designator"),
        (GOOD, "lines = [", "lines = [[", 11, "Unclosed array"),
        (GOOD, "[[table]]", "[[tabel]]", 2, "unknown key 'tabel'"),
        (GOOD, BET, BET + '\nranking = "runs"', 6, "tens-up of rabbit-hunter can't"),
        (GOOD, BET, BET + '\nwager = "$1"', 6, "tens-up has no meter"),
        (GOOD, BET, BET + '\nstated = { house_edge = "128%" }', 6, "'house_edge' of"),
        (GOOD, BET, BET + '\nstated = { edge = "1%" }', 6, "unknown key 'edge'"),
        (GOOD, BET, BET + '\nnotes = "x"', 6, "'notes' of HOUSE-1 must be of the"),
        (GOOD, BET, BET + "\ndecks = 0", 6, "HOUSE-1 can't be for 0 decks"),
        (COVER_ALL, "[3, 2]", "[3, 1]", 5, "'hands_dealt' lists the numbers of hands, from 2"),
        (COVER_ALL, "[3, 2]", "[4, 3, 2]", 7, "the line 'straight-or-better' has 2 pays for 3 numbers"),
        (COVER_ALL, '"9 to 1"', '"nine"', 7, "'pays' of the line 'straight-or-better': 'nine' is not odds"),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_with_its_line(
    tmp_path: Path, text: str, old: str, new: str, line: int, message: str
) -> None:
    assert old in text
    assert f"mine.toml:{line}: {message}" in refusal(tmp_path, text.replace(old, new, 1))


PIECES = [
    *"[]{}=,#'\n 1",
    '"',
    "[[table]]",
    "[[table.lines]]",
    "hand =",
    "pays =",
    "lines =",
    "true",
    "$1",
    "%",
]


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from([GOOD, METERED, COVER_ALL]), st.data())
def test_a_damaged_file_is_read_or_refused_but_never_breaks_the_reader(
    tmp_path: Path, text: str, data: st.DataObject
) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 12)))
        text = text[:start] + data.draw(st.sampled_from(["", *PIECES])) + text[end:]
    path, message = written(tmp_path, text), ""
    try:
        assert not load_file(path).approved
    except BadInput as refused:
        message = str(refused)
    assert "\n" not in message, text


def test_the_cover_all_sample_is_good_as_it_stands(tmp_path: Path) -> None:
    assert load_file(written(tmp_path, COVER_ALL)).for_hands(2).lines[0].pay == Odds(9, 1, stake_back=True)


def test_a_losing_royal_flush_does_not_exist(tmp_path: Path) -> None:
    bad_beat = GOOD.replace('"tens-up"', '"two-way-bad-beat"')
    assert "mine.toml:7: no hand of this bet is called 'royal-flush'" in refusal(tmp_path, bad_beat)


def test_a_file_holds_one_table(tmp_path: Path) -> None:
    assert "holds 2 paytables" in refusal(tmp_path, GOOD + GOOD.replace("HOUSE-1", "HOUSE-9"))
    assert "mine.toml:1: no paytable" in refusal(tmp_path, "")
    assert "mine.toml:1: no paytable" in refusal(tmp_path, "table = [1]")


def test_errors_in_a_later_table_name_its_own_lines(tmp_path: Path) -> None:
    later = GOOD.replace("HOUSE-1", "HOUSE-9").replace('"flush"', '"royal-flush"')
    assert "mine.toml:18: a second line" in refusal(tmp_path, GOOD + later)


@pytest.mark.parametrize("name", ["CSTUD-01", "pcsa1"])
def test_the_name_of_an_approved_table_is_taken(tmp_path: Path, name: str) -> None:
    assert "is the name of an approved paytable" in refusal(tmp_path, GOOD.replace("HOUSE-1", name))
    assert paytable(name).approved


def test_a_file_that_is_not_there_or_not_text_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="can't read the paytable file"):
        load_file(tmp_path / "none.toml")
    with pytest.raises(BadInput, match="can't read the paytable file"):
        load_file(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match="can't read the paytable file"):
        load_file(tmp_path / "latin.toml")


def test_a_bet_that_wins_by_the_hands_needs_a_line_for_every_hand(tmp_path: Path) -> None:
    text = GOOD.replace("rabbit-hunter", "caribbean-stud").replace("tens-up", "bet")
    assert refusal(tmp_path, text) == (
        "mine.toml:6: a bet that wins is always paid; add a line for pair of nines or less"
    )


def test_a_table_for_two_and_four_hands_says_so(tmp_path: Path) -> None:
    table = load_file(written(tmp_path, COVER_ALL.replace("[3, 2]", "[4, 2]")))
    with pytest.raises(BadInput, match="no pays for 3 hands; the table is for 2 and 4"):
        table.for_hands(3)
