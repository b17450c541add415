"""Private tables: rules of one's own choice within the approved text, or pays edited in the laboratory."""

from dataclasses import replace

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from pitboss.errors import BadInput
from pitboss.games import GAMES, Game
from pitboss.games.common import FOLDED_HANDS_QUALIFY
from pitboss.games.words import option_name, value_name, words_of
from pitboss.web.play.rooms import private_room
from pitboss.web.play.routes import Body, Here, Token, page
from pitboss.web.play.school.training import Chosen
from pitboss.web.play.school.views import Setting, settings_of

router = APIRouter(include_in_schema=False)
_OF_A_JACKPOT = ("controller", "tray_pays", FOLDED_HANDS_QUALIFY.name)
"""What matters only where there is a sensor."""


@router.get("/play/private", response_class=HTMLResponse)
async def private(request: Request, playroom: Here, token: Token = "", game: str = "") -> Response:
    """Choose the rules of a table, or join one by its code."""
    slug = game or next(iter(GAMES))
    room = private_room("", {"game": slug})
    given = [one for one in settings_of(Chosen.read({"game": slug})) if one.name not in _OF_A_JACKPOT]
    settings = [_for_people(room.rules.game, one) for one in given]
    jackpots = {bet.slug for bet in room.rules.game.bets if bet.kind == "jackpot"}
    return page(
        request,
        playroom,
        playroom.person(token),
        "private",
        "/play/private",
        games=GAMES.values(),
        game=room.rules.game,
        limit=room.main_limit,
        settings=[one for one in settings if one.name not in jackpots],
    )


def _for_people(game: Game, setting: Setting) -> Setting:
    """A setting in plain words, explained where they don't say it all; paytables by their designators."""
    name = setting.name
    if name not in {option.name for option in game.options}:
        return replace(setting, label=f"{setting.label}: paytable", words="")
    values = [(value, value_name(game, name, value)) for value, _ in setting.values]
    explained = "" if name in words_of(game).options else setting.words
    return replace(setting, label=option_name(game, name), values=values, words=explained)


@router.post("/play/private")
async def opened(playroom: Here, body: Body) -> dict[str, str]:
    """Set a table up and go there."""
    return {"go": f"/play/tables/{playroom.open_private(body)}"}


@router.post("/play/private/join")
async def joined(playroom: Here, body: Body) -> dict[str, str]:
    """Go to the table of a code."""
    code = body.get("code", "").strip().upper()
    if code not in playroom.sittings:
        raise BadInput("there is no table with this code")
    return {"go": f"/play/tables/{code}"}
