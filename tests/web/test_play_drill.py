"""The drill offers what a round would offer, also to somebody whose last answer the rules don't allow."""

import time

import pytest
from starlette.testclient import TestClient

from pitboss.games import game
from pitboss.web.app import create_app
from pitboss.web.play.routes import COOKIE

THREE_CARD_PAIR = {
    "game": "blackjack-switch",
    "situation": "5sTd3d 2c2c3c*/Ad",
    "options": dict(game("blackjack-switch").rules().options),
    "why": "Close call.",
}


@pytest.mark.kernels
def test_a_split_of_three_cards_answered_before_is_asked_again() -> None:
    app = create_app()
    playroom = app.state.playroom
    with TestClient(app) as client:
        token, person = playroom.welcome("Noor")
        playroom.store.save_exercise(person.id, "drill", {**THREE_CARD_PAIR, "answer": "split"})
        client.cookies.set(COOKIE, token)
        while "data-working" in (page := client.get("/play/drill")).text:
            time.sleep(0.05)
        assert page.status_code == 200
        assert 'name="decision" value="hit"' in page.text
        assert 'value="split"' not in page.text
        assert playroom.store.exercise(person.id, "drill")["answer"] == ""
