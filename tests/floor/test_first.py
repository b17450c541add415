"""`pitboss bench first` leaves no verb and no page out, whatever is added."""

import re
from pathlib import Path

from fastapi.routing import APIRoute, iter_route_contexts
from starlette.responses import HTMLResponse

from benchmarks import first
from pitboss.games import GAMES
from pitboss.verbs import VERBS
from tests.floor.house import House

IS_FILE = (".{form}", ".json")


def test_the_first_answer_of_every_verb_is_measured(tmp_path: Path) -> None:
    asked = [*first._verbs(tmp_path), *first.OF_BOOKS]
    assert {words[0] for words in asked} >= set(VERBS) - {"serve"}, "the server's own first page is measured"
    for verb in ("rules", "play", "par", "ev", "strategy", "simulate"):
        assert {words[1] for words in asked if words[0] == verb} == set(GAMES)


def test_the_first_view_of_every_page_is_measured(house: House) -> None:
    pages = {page.partition("?")[0] for page in first._pages()} | {"/play/tables/T-1"}
    assert first.TABLES.fullmatch("/play/tables/T-1")
    shown = {
        str(context.path)
        for context in iter_route_contexts(house.app.routes)
        if isinstance(context.original_route, APIRoute)
        and context.original_route.response_class is HTMLResponse
    }
    assert len(shown) > 25
    like = {path: re.sub(r"\{\w+\}", "[^/]+", path) for path in shown if not path.endswith(IS_FILE)}
    missing = {path for path, one in like.items() if not any(re.fullmatch(one, page) for page in pages)}
    assert missing == first.LATER
