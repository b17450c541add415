"""Games whose shape no engine knows are dealt all the same: to their end, and by their rules."""

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from pitboss.cards import CARDS, Card, parse_cards
from pitboss.errors import BadInput
from pitboss.games import Game, Round, game
from pitboss.games.described import load
from tests.cli.running import run
from tests.games.descriptions import DESCRIPTIONS
from tests.games.language.files import DESIGN

ROUNDS = 25


def loaded(path: Path, folder: Path) -> Game:
    into = folder / path.stem.replace("-", "_")
    into.mkdir()
    (into / "game.toml").write_text(path.read_text("utf-8"), "utf-8")
    return load(into, own=True)


def design(name: str) -> Path:
    return next(path for path in DESIGN if path.stem == name)


def wagers(of: Game, chance: random.Random) -> dict[str, int]:
    return of.least_wagers(chance.random)


def shuffled(of: Game, chance: random.Random) -> list[Card]:
    deck = [*of.deck] * of.rules().decks
    return chance.sample(deck, len(deck))


@pytest.mark.parametrize("path", DESIGN, ids=lambda path: path.stem)
def test_a_description_is_dealt_to_its_end_under_every_option(path: Path, tmp_path: Path) -> None:
    told, chance = loaded(path, tmp_path), random.Random(path.stem)
    for options in ({}, *({option.name: value} for option in told.options for value in option.values)):
        rules = told.rules(options)
        of = rules.game
        for _ in range(ROUNDS if not options else 2):
            seats = range(1, 1 + min(of.seats_max, chance.randint(1, 3)))
            laid = {seat: wagers(of, chance) for seat in seats}
            order = rules.order(lambda decks, deck=of.deck: chance.sample([*deck] * decks, len(deck) * decks))
            dealt = Round(rules, laid, order)
            while dealt.request is not None:
                dealt.decide(chance.choice(dealt.request.choices).name)
            for seat in seats:
                taken = [line for line in dealt.lines if line.seat == seat]
                assert sum(line.wager_cents for line in taken) == dealt.staked_cents(seat)
                assert all(line.words.endswith(".") for line in taken)
            again = Round(rules, laid, order, dealt.decisions)
            assert again.lines == dealt.lines
            assert again.view() == dealt.view()


TEXTS = {slug: path.read_text("utf-8") for slug, path in DESCRIPTIONS.items()}
TWO_DECKS = {
    slug: text.replace("[cards]", "[cards]\ndecks = 2", 1)
    for slug, text in TEXTS.items()
    if 'rules_from = "public"' in text and not re.search("^(decks|joker) = ", text, re.M)
}
OF_FIVE = [slug for slug, text in TWO_DECKS.items() if 'ranking = "five-card"' in text]


@pytest.mark.parametrize("slug", sorted(TWO_DECKS.keys() - {*OF_FIVE}))
def test_a_game_of_two_decks_is_dealt_to_its_end(slug: str, tmp_path: Path) -> None:
    """A card may come twice then, which the tables of most rankings don't know."""
    (tmp_path / "game.toml").write_text(TWO_DECKS[slug], "utf-8")
    told, chance = load(tmp_path, own=True), random.Random(slug)
    assert told.rules().decks == 2
    for _ in range(ROUNDS):
        order = chance.sample([*told.deck] * 2, len(told.deck))
        dealt = Round(told.rules(), {1: wagers(told, chance)}, order)
        while dealt.request is not None:
            dealt.decide(chance.choice(dealt.request.choices).name)
        assert sum(line.wager_cents for line in dealt.lines) == dealt.staked_cents(1)


@pytest.mark.parametrize("slug", OF_FIVE)
def test_five_of_a_kind_of_two_decks_need_a_class(slug: str, tmp_path: Path) -> None:
    """They would be ranked with the lowest hands."""
    (tmp_path / "game.toml").write_text(TWO_DECKS[slug], "utf-8")
    with pytest.raises(BadInput, match=r"game\.toml:\d+: 5 of a rank may come, and no class of .* has them"):
        load(tmp_path, own=True)


def test_what_no_table_deals_is_refused_with_both_reasons(tmp_path: Path) -> None:
    (tmp_path / "blackjack").mkdir()
    text = design("blackjack").read_text("utf-8").replace('up_to = "1/2"', 'up_to = "any"')
    (tmp_path / "blackjack/game.toml").write_text(text, "utf-8")
    with pytest.raises(BadInput, match=r"which no engine knows\n.*no table deals it: .* may be of any size"):
        load(tmp_path / "blackjack", own=True)


@pytest.mark.parametrize(
    "setting", [{}, {"version": "2"}, {"version": "3"}, {"version": "4"}, {"hit_split_aces": "yes"}]
)
def test_switch_as_a_description_is_dealt_and_paid_like_its_script(
    setting: dict[str, str], tmp_path: Path
) -> None:
    told, ours = loaded(design("blackjack-switch"), tmp_path), game("blackjack-switch")
    chance, taken, tens = random.Random(str(setting)), set(), [card for card in CARDS if card.rank > 5]
    for number in range(120):
        deck = [*(tens if number % 2 else CARDS)] * 6
        order = [*chance.sample(deck, 30), *chance.sample([*CARDS] * 6, 60)]
        laid = {1: 600, 2: 200}
        one = Round(
            told.rules(setting), {seat: {"wager": n, "wager-2": n} for seat, n in laid.items()}, order
        )
        other = Round(
            ours.rules(setting), {seat: {"hand-1": n, "hand-2": n} for seat, n in laid.items()}, order
        )
        while one.request is not None:
            assert other.request is not None
            names = [
                sorted(choice.name for choice in asked.choices) for asked in (one.request, other.request)
            ]
            assert (one.request.seat, names[0]) == (other.request.seat, names[1])
            choice = "split" if "split" in names[0] and chance.random() < 0.6 else chance.choice(names[0])
            taken.add(choice)
            one.decide(choice)
            other.decide(choice)
        assert other.request is None
        assert [one.net_cents(seat) for seat in laid] == [other.net_cents(seat) for seat in laid]
        assert one.cards_dealt == other.cards_dealt
    assert taken == {"switch", "keep", "hit", "stand", "double", "split", "insure", "decline"}


def points(cards: Sequence[Card]) -> int:
    return sum(1 if card.rank == 12 else min(card.rank + 2, 10) for card in cards) % 10


def baccarat(order: Sequence[Card]) -> tuple[list[Card], list[Card]]:
    """Player's and banker's cards by the tableau, as every house prints it."""
    player, banker, left = [order[0], order[2]], [order[1], order[3]], list(order[4:])
    if max(points(player), points(banker)) >= 8:
        return player, banker
    third = None
    if points(player) <= 5:
        player.append(left.pop(0))
        third = points(player[2:])
    draws = {3: set(range(10)) - {8}, 4: set(range(2, 8)), 5: set(range(4, 8)), 6: {6, 7}}
    held = points(banker)
    if held <= 2 or (third is None and held <= 5) or (third is not None and third in draws.get(held, ())):
        banker.append(left.pop(0))
    return player, banker


def test_baccarat_is_drawn_and_paid_as_its_tableau_says(tmp_path: Path) -> None:
    told, chance = loaded(design("baccarat"), tmp_path), random.Random(18)
    for _ in range(400):
        order = shuffled(told, chance)
        dealt = Round(told.rules(), {1: {"player": 500, "tie": 500}, 2: {"banker": 500}}, order)
        player, banker = baccarat(order)
        assert dealt.request is None
        assert list(dealt.view().board) == [*player, *banker]
        ahead = (points(player) > points(banker)) - (points(player) < points(banker))
        nets = {(line.seat, line.bet): line.net_cents for line in dealt.lines}
        assert nets == {
            (1, "player"): 500 * ahead,
            (1, "tie"): -500 if ahead else 4_000,
            (2, "banker"): 475 if ahead < 0 else -500 * ahead,
        }


def test_a_war_of_another_shape_pays_what_the_shipped_one_pays(tmp_path: Path) -> None:
    told, ours = loaded(design("casino-war"), tmp_path), game("casino-war")
    assert told.shapeless
    chance, surrendered = random.Random(13), 0
    for _ in range(300):
        order = shuffled(ours, chance)
        if chance.random() < 0.7:
            order.insert(2, Card(order[1] - order[1] % 4))  # so that many a first seat ties
        laid = {1: {"initial": 505, "tie": 500}, 2: {"initial": 1500}}
        one, other = Round(told.rules(), laid, order), Round(ours.rules(), laid, order)
        while one.request is not None:
            assert other.request is not None
            assert one.request.seat == other.request.seat
            taken = chance.choice(("war", "surrender"))
            surrendered += taken == "surrender"
            one.decide(taken)
            other.decide(taken)
        assert other.request is None
        assert [one.net_cents(seat) for seat in (1, 2)] == [other.net_cents(seat) for seat in (1, 2)]
    assert surrendered > 10


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("AsAdKc7h5d4s2c", "Kc7h"),
        ("AsAdKcKh5d4s2c", "KcKh"),
        ("9s9d9cAhKd4s2c", "AhKd"),
        ("AsAdAcKhQd4s2c", "AsKh"),
        ("QsQdQcQh5d4s2c", "QsQd"),
        ("AsKdQcJhTd4s2c", "4s2c"),
        ("AsQd9c7h5d4s2c", "Qd9c"),
    ],
)
def test_cards_are_set_as_the_house_way_says(cards: str, low: str, tmp_path: Path) -> None:
    told = loaded(design("face-up-pai-gow"), tmp_path)
    own = parse_cards(cards)
    others = [card for card in CARDS if card not in own]
    dealt = Round(told.rules(), {1: {"wager": 500}}, [*own, *random.Random(cards).sample(others, 7)])
    dealt.decide("house-way")
    front = dealt.view().hands[1][1].cards
    assert sorted(card.rank for card in front if card is not None) == sorted(
        card.rank for card in parse_cards(low)
    )


def test_a_way_that_is_not_legal_is_not_offered(tmp_path: Path) -> None:
    told = loaded(design("face-up-pai-gow"), tmp_path)
    own = parse_cards("AsAdKcQh9d7s5c")
    others = [card for card in CARDS if card not in own]
    dealt = Round(told.rules(), {1: {"wager": 500}}, [*own, *others[:7]])
    assert dealt.request is not None
    names = {choice.name for choice in dealt.request.choices}
    assert len(names) == 1 + 21 - 3
    assert {"set-1.2", "set-1.3", "set-2.3"}.isdisjoint(names), "two aces, or ace-king against ace-queen"
    with pytest.raises(BadInput, match=r"cannot set-1\.2 now"):
        dealt.decide("set-1.2")


def test_check_says_what_is_not_counted_and_rules_and_play_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded(design("asia-poker"), tmp_path)
    monkeypatch.setenv("PITBOSS_GAMES", str(tmp_path))
    checked = run("check", str(tmp_path / "asia_poker"))
    assert checked.exit_code == 0
    assert "tables deal it" in checked.stdout
    assert "no stage is made of the act 'set'" in checked.stdout
    assert checked.stdout.count("not counted") == 2
    assert run("rules", "asia-poker").exit_code == 0
    assert run("play", "asia-poker", "--auto", "20", "--seed", "1").exit_code == 0
    for verb in ("par", "strategy", "simulate"):
        refused = run(verb, "asia-poker")
        assert refused.exit_code == 2
        assert "asia_poker/game.toml:71" in refused.output
        assert len(refused.output.strip().splitlines()) == 1
