"""Private tables: rules of one's own choice within the approved text, or pays edited in the laboratory."""

from dataclasses import replace

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from pitboss.errors import BadInput
from pitboss.games import GAMES, Game
from pitboss.games.common import FOLDED_HANDS_QUALIFY
from pitboss.games.words import words_of
from pitboss.web.play.rooms import private_room
from pitboss.web.play.routes import Body, Here, Token, page, with_cookie
from pitboss.web.play.school.training import Chosen
from pitboss.web.play.school.views import Setting, settings_of

router = APIRouter(include_in_schema=False)
_OF_A_JACKPOT = ("controller", "tray_pays", "tray_supervisor_above", FOLDED_HANDS_QUALIFY.name)
"""What matters only where there is a sensor."""


@router.get("/play/private", response_class=HTMLResponse)
async def private(request: Request, playroom: Here, token: Token = "", game: str = "") -> Response:
    """Choose the rules of a table, or join one by its code."""
    slug = game or next(iter(GAMES))
    room = private_room("", {"game": slug})
    given = [one for one in settings_of(Chosen.read({"game": slug})) if one.name not in _OF_A_JACKPOT]
    settings = [explained(room.rules.game, one) for one in given]
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


def explained(game: Game, setting: Setting) -> Setting:
    """A setting that is explained where its own words don't say it all."""
    return replace(setting, words="") if setting.name in words_of(game).options else setting


@router.post("/play/private")
async def opened(playroom: Here, body: Body) -> dict[str, str]:
    """Set a table up and go there."""
    return {"go": f"/play/tables/{playroom.open_private(body)}"}


@router.post("/play/now")
async def alone(playroom: Here, body: Body, token: Token = "") -> Response:
    """Sit down at a table of one's own, with a guest's name where there is none yet."""
    if body.get("game") not in GAMES:
        raise BadInput("choose one of the games")
    person, fresh = playroom.somebody(token)
    answer = JSONResponse({"go": f"/play/tables/{playroom.seat_alone(person, body['game'])}"})
    return with_cookie(answer, fresh)


@router.post("/play/private/join")
async def joined(playroom: Here, body: Body) -> dict[str, str]:
    """Go to the table of a code."""
    code = body.get("code", "").strip().upper()
    if code not in playroom.sittings:
        raise BadInput("there is no table with this code")
    return {"go": f"/play/tables/{code}"}
