"""Whoever gives up a hand is told about themselves first, and nothing the dealer says contradicts it."""

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from pitboss.cards import SeededShuffle
from pitboss.games import GAMES, Game, Round, game
from pitboss.games.words import words_of
from pitboss.table import random_play
from pitboss.web.app import create_app
from pitboss.web.play import voice
from pitboss.web.play.felt import public
from pitboss.web.play.playroom import Playroom

GIVE_UP = ("fold", "surrender")
FOLDABLE = [slug for slug, one in GAMES.items() if {*GIVE_UP} & {*one.decisions}]
FOLDER = 2
ROUNDS = 60
PAID = re.compile(r"\b(paid|push|pushes|win|wins)\b")
HEADERS = {"X-Pitboss": "1"}


def _wagers(played: Game) -> dict[str, int]:
    """Every bet one may lay before the deal, or what is required where not all go together."""
    open_bets = [bet for bet in played.bets if not bet.in_round and bet.kind != "jackpot"]
    every = {bet.slug: bet.wager_cents or 500 for bet in open_bets}
    required = {bet.slug: 500 for bet in open_bets if bet.required}
    return every if not played.refusal({FOLDER: every}) else required


def _rounds(slug: str, others: str) -> Iterator[Round]:
    """Rounds in which seat 2 gives up as soon as it may; the others do so as well, or play by chance."""
    rules = game(slug).rules()
    for number in range(ROUNDS):
        wagers = {seat: _wagers(rules.game) for seat in (1, FOLDER, 3)}
        played = Round(rules, wagers, rules.order(SeededShuffle(f"{slug} {number}").order))
        by_chance = random_play(f"{slug} {number}")
        while (request := played.request) is not None:
            cheapest = sorted(
                request.choices, key=lambda choice: (choice.name not in GIVE_UP, choice.amount_cents)
            )
            if request.seat == FOLDER or others == "fold":
                played.decide(cheapest[0].name)
            elif others == "play":
                played.decide(cheapest[-1].name)
            else:
                played.decide(by_chance.decide(request, played.view(request.seat)))
        if FOLDER in played.view().folded:
            yield played


@pytest.mark.parametrize("others", ["fold", "play", "any"])
@pytest.mark.parametrize("slug", FOLDABLE)
def test_a_folded_hand_is_told_what_it_lost_and_of_no_bet_paid_but_of_hands_in_play(
    slug: str, others: str
) -> None:
    """In every game: exactly the bets that the fold took, by name; then the dealer's words, for others."""
    found = list(_rounds(slug, others))
    assert found
    for played in found:
        own, dealer = voice.folded_words(played, FOLDER), voice.dealer_words(played)
        lines = {line.bet: line for line in played.lines if line.seat == FOLDER}
        main = lines[played.rules.game.main.slug]
        assert re.match(r"You (folded|surrendered): ", own)
        for bet, line in lines.items():
            name = played.rules.game.bet(bet).name
            taken = line.net_cents < 0 and line.ruling == main.ruling
            assert (f"the {name}" in re.split(", | and |: | of | are lost| is lost", own)) == taken
        assert own.endswith(" lost.")
        told, in_play, _ = re.split(r"((?:hand|hands) still in play|$)", dealer, maxsplit=1)
        assert not PAID.search(told), dealer
        assert not in_play or len(played.view().folded) < len(played.wagers)
    no_hands = [voice.dealer_words(played) for played in found]
    words = words_of(game(slug))
    if words.in_play and others == "play":
        assert any(said.endswith(f"for hands still in play, {words.in_play}.") for said in no_hands)


def test_every_game_is_looked_at() -> None:
    """The others have no decision that gives a hand up, and then nobody is told of one."""
    assert {*GAMES} - {*FOLDABLE} == {"blackjack-switch", "let-it-ride"}
    for slug in {*GAMES} - {*FOLDABLE}:
        rules = game(slug).rules()
        played = Round(rules, {1: _wagers(rules.game)}, rules.order(SeededShuffle(slug).order))
        while played.request is not None:
            played.decide(played.request.choices[0].name)
        assert voice.folded_words(played, 1) == ""


def test_where_nobody_folded_the_dealer_speaks_to_all() -> None:
    rules = game("caribbean-stud").rules()
    said = set()
    for number in range(ROUNDS):
        played = Round(rules, {1: {"ante": 500}}, rules.order(SeededShuffle(f"{number}").order))
        played.decide("bet")
        said.add(voice.dealer_words(played).partition(". ")[2])
        assert voice.folded_words(played, 1) == ""
    assert said == {"", "No hand: Antes are paid, Bets push."}


def test_the_felt_holds_the_sentence_of_each_seat_that_folded_and_shows_each_its_own() -> None:
    with TestClient(create_app(per_s=1000)) as client:
        room: Playroom = client.app.state.playroom  # type: ignore[attr-defined]
        at = room.sitting("CSP-1")

        def act(action: str, **given: str) -> None:
            answer = client.post(f"/play/tables/CSP-1/{action}", json=given, headers=HEADERS)
            assert answer.status_code == 200, answer.text

        act("sit", seat="4")
        act("lay", bet="ante", chip="500")
        act("ready")
        assert "You folded" not in public(at)
        act("decide", decision="fold", step="0")
        assert '<b class="told" data-seat="4">You folded: the Ante is lost. </b>' in public(at)
        act("lay", bet="ante", chip="500")
        assert "You folded" not in public(at), "that round is over"


def test_whoever_folded_is_told_although_another_has_chips_in_a_circle_already() -> None:
    """Somebody who was late for the deal, or is quick with the next bet."""
    with TestClient(create_app(per_s=1000)) as client:
        room: Playroom = client.app.state.playroom  # type: ignore[attr-defined]
        at, other = room.sitting("CSP-1"), TestClient(client.app)

        def act(by: TestClient, action: str, **given: str) -> None:
            answer = by.post(f"/play/tables/CSP-1/{action}", json=given, headers=HEADERS)
            assert answer.status_code == 200, answer.text

        act(client, "sit", seat="4")
        act(other, "sit", seat="2")
        act(client, "lay", bet="ante", chip="500")
        act(client, "ready")
        act(client, "decide", decision="fold", step="0")
        told = '<b class="told" data-seat="4">You folded: the Ante is lost. </b>'
        act(other, "lay", bet="ante", chip="500")
        assert told in public(at)
        assert "Place your bets." in public(at)
        act(client, "lay", bet="ante", chip="500")
        assert "You folded" not in public(at)
