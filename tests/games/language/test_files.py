"""Every game of the design and every shipped description is read, under every value of its options."""

from itertools import combinations

import pytest

from pitboss.errors import BadInput
from pitboss.games.language import Game, parse, read
from pitboss.games.language.expressions import every_node
from pitboss.games.language.form import Bet, Question, SettleLine
from tests.games.language.files import DESIGN, HERE, SHIPPED, beside, texts

TEXTS = dict(texts())


def test_there_are_files_to_read() -> None:
    assert len(DESIGN) == 15
    assert len(SHIPPED) == 19
    assert len(TEXTS) == 15 + 19 + 2 + 1


@pytest.mark.parametrize("name", TEXTS)
def test_a_file_is_read_under_every_value_of_its_options(name: str) -> None:
    game = parse(TEXTS[name], f"{name}.toml", beside(name))
    for option in game.options:
        for value in option.values:
            assert game.under({option.name: value.value}).chosen[option.name] == value.value
    assert game.steps < 1_000


@pytest.mark.parametrize("name", [path.stem for path in DESIGN])
def test_a_file_is_read_under_every_pair_of_values(name: str) -> None:
    game = parse(TEXTS[name], f"{name}.toml", beside(name))
    choices = [(option.name, value.value) for option in game.options for value in option.values[1:]]
    for (one, first), (other, second) in combinations(choices, 2):
        if one != other:
            game.under({one: first, other: second})


def test_a_game_is_read_from_its_path() -> None:
    assert read(HERE / "games/draw-four.toml").name == "Draw Four"
    with pytest.raises(BadInput, match="can't read the description"):
        read(HERE / "games/none.toml")


@pytest.fixture(scope="module")
def draw_four() -> Game:
    return parse(TEXTS["draw-four"])


def test_cards_is_a_short_form_of_shoe_places_and_hands(draw_four: Game) -> None:
    long = TEXTS["draw-four"].replace(
        '[cards]\nplayer = 4\ndealer = 4\ndealer_up = 1\nranking = "four-card"\n',
        '[places]\nplayer = 4\ndealer = { cards = 4, up = [4] }\n\n[hands]\nranking = "four-card"\n',
    )
    assert parse(long).digest == draw_four.digest


def test_a_stage_is_a_short_form_of_acts() -> None:
    text = TEXTS["three-streets"]
    long = text.replace(
        '[[stage]]\nname = "second"\nprompt = "Bet one to three times the Ante, or fold?"\nopens = 2\n',
        '[[act]]\nname = "second-opens"\nopens = { board = 2 }\n\n[[act]]\nname = "second"\n'
        'when = "not laid(street-2)"\nasks = "Bet one to three times the Ante, or fold?"\n',
    )
    assert long != text
    assert parse(long).digest == parse(text).digest


def test_the_ends_of_a_round_are_a_short_form_of_lines(draw_four: Game) -> None:
    short = 'settles = { no_hand = "1 to 1", win = "1 to 1", tie = "push", lose = "lose" }'
    long = """settles = [
        { name = "fold", when = "folded", pays = "lose", at_once = true },
        { name = "no-hand", when = "no-hand", pays = "1 to 1" },
        { name = "win", when = "player > dealer", pays = "1 to 1" },
        { name = "tie", when = "player == dealer", pays = "push" },
        { name = "lose", pays = "lose" },
    ]"""
    assert parse(TEXTS["draw-four"].replace(short, long)).digest == draw_four.digest


def test_an_exchange_of_some_cards_is_a_choice_for_each_selection(draw_four: Game) -> None:
    asked = draw_four.act("draw").does
    assert isinstance(asked, Question)
    ways = [choice.exchanges for choice in asked.choices if choice.called == "draw"]
    assert sorted(ways) == [(1,), (1, 2), (1, 3), (1, 4), (2,), (2, 3), (2, 4), (3,), (3, 4), (4,)]


def test_words_change_no_digest(draw_four: Game) -> None:
    text = TEXTS["draw-four"].replace("Stand, exchange one or two cards, or fold?", "Well?")
    assert parse(text).digest == draw_four.digest
    assert parse(text.replace("play = 1", "play = 2").replace("[1]", "[2]")).digest != draw_four.digest


def lines(bet: Bet) -> list[str]:
    return [told(line) for line in bet.settles]


def told(line: SettleLine) -> str:
    return f"{line.name}: {line.when}, {line.pays}{', at once' if str(line.at_once) == 'true' else ''}"


def test_the_lines_of_a_bet_are_those_of_its_short_form() -> None:
    game = parse(TEXTS["ultimate-texas-holdem"])
    assert lines(game.bet("blind")) == [
        "fold: folded, lose, at once",
        "win: player > dealer and player == straight-or-better, table",
        "win: player > dealer, push",
        "tie: player == dealer, push",
        "lose: true, lose",
    ]
    assert lines(game.bet("trips")) == ["table: true, table"]
    assert lines(game.bet("jackpot")) == ["fold: folded, lose, at once", "table: true, table"]
    assert str(game.act("flop").when) == "not laid(play)"


def test_a_bonus_line_is_a_rider() -> None:
    game = parse(TEXTS["shipped/three_card_draw"]).under({"in_to_win_bonus": "stand-only"})
    assert game.bet("in-to-win").rides == "ante"
    assert lines(game.bet("in-to-win")) == [
        "fold: folded, lose, at once",
        "none: not decision.stand, push",
        "table: true, table",
    ]


def test_a_table_is_told_by_the_lines_of_its_bet_and_by_classes() -> None:
    jackpot = parse(TEXTS["ultimate-texas-holdem"]).bet("jackpot")
    first, second = jackpot.tables
    assert [str(line.when) for line in first.lines[:4]] == [
        "first-five == royal-flush",
        "on-board == royal-flush",
        "player == royal-flush",
        "it == straight-flush",
    ]
    assert str(second.reads) == "first-five"


def test_a_term_stands_for_what_the_options_make_of_it() -> None:
    game = parse(TEXTS["blackjack"])
    assert str(game.terms["doubles-on"]) == "true"
    changed = game.under({"double": "9-11"})
    assert str(changed.terms["doubles-on"]) == "not hand.soft and (9 <= hand.total and hand.total <= 11)"


def test_an_order_that_the_house_may_choose_takes_any_order() -> None:
    game = parse(TEXTS["ultimate-texas-holdem"])
    chosen = ",".join(reversed(game.settlement.bets))
    assert game.under({"bet_order": chosen}).settlement.bets == game.settlement.bets[::-1]
    with pytest.raises(BadInput, match="bet_order=ante is not possible"):
        game.under({"bet_order": "ante"})


def test_an_option_that_is_not_there_is_refused() -> None:
    game = parse(TEXTS["blackjack"])
    with pytest.raises(BadInput, match="there is no option 'deck'; did you mean decks"):
        game.under({"deck": "8"})
    with pytest.raises(BadInput, match="decks=7 is not possible; choose 6, 1, 2, 8"):
        game.under({"decks": "7"})


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_written_of_a_game_is_read_again_the_same(name: str) -> None:
    """Every guard and every line is text in the language that another file could say."""
    from pitboss.games.language.conditions import parse_condition

    game = parse(TEXTS[name], beside=beside(name))
    for node in every_node((game.acts, game.bets, tuple(game.terms.values()))):
        if type(node).__module__.endswith("expressions") and hasattr(node, "__dataclass_fields__"):
            text = str(node)
            if len(text) < 500:
                assert str(parse_condition(text)) == text
