"""What makes the pages an app that can be installed: a manifest, and icons that are drawn here."""

import struct
import zlib
from functools import cache

from fastapi import FastAPI
from fastapi.responses import JSONResponse, Response

SIZES = (192, 512)
GROUND, BRASS = (16, 21, 23), (217, 180, 91)
_FINE = 4
"""Each pixel of an icon is looked at in so many rows and columns, so that edges are smooth."""


def icon_svg() -> str:
    """The mark on its ground, for browsers that take a drawing."""
    ground, brass = (f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in (GROUND, BRASS))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 32 32"><rect x="-16" y="-16" width="32" '
        f'height="32" fill="{ground}"/><circle r="10.5" fill="none" stroke="{brass}" stroke-width="1.8"/>'
        f'<path d="M0 -7L5.5 0L0 7L-5.5 0z" fill="{brass}"/></svg>'
    )


@cache
def icon_png(size: int) -> bytes:
    """The same as so many pixels square; all of the mark lies where no system cuts it off."""
    import numpy as np

    along = (np.arange(size * _FINE) + 0.5) * 32 / (size * _FINE) - 16
    x, y = np.meshgrid(along, along)
    brass = (np.abs(np.hypot(x, y) - 10.5) < 0.9) | (np.abs(x) / 5.5 + np.abs(y) / 7 < 1)
    share = brass.reshape(size, _FINE, size, _FINE).mean(axis=(1, 3))[..., np.newaxis]
    colours = np.round(np.array(GROUND) + share * (np.array(BRASS) - np.array(GROUND))).astype(np.uint8)
    rows = b"".join(b"\0" + row.tobytes() for row in colours)
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def favicon() -> bytes:
    """The mark as browsers ask for it where no page says otherwise: one picture of 32 pixels."""
    drawn = icon_png(32)
    return struct.pack("<HHHBBBBHHII", 0, 1, 1, 32, 32, 0, 0, 1, 24, len(drawn), 22) + drawn


def manifest(start: str) -> dict[str, object]:
    """What a system asks before it installs the app."""
    icons = [
        {
            "src": f"/icon-{size}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "any maskable",
        }
        for size in SIZES
    ]
    return {
        "id": "/",
        "name": "Pitboss",
        "short_name": "Pitboss",
        "description": "Table games, drills and exact mathematics.",
        "lang": "en",
        "start_url": start,
        "scope": "/",
        "display": "standalone",
        "background_color": "#101517",
        "theme_color": "#101517",
        "icons": [*icons, {"src": "/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
    }


def add_installing(app: FastAPI, start: str) -> None:
    """Serve manifest and icons; `start` is the page that the installed app opens with."""

    @app.get("/manifest.webmanifest", include_in_schema=False)
    async def told() -> Response:
        return JSONResponse(manifest(start), media_type="application/manifest+json")

    @app.get("/icon.svg", include_in_schema=False)
    async def drawn() -> Response:
        return Response(icon_svg(), media_type="image/svg+xml", headers=_KEPT)

    @app.get("/favicon.ico", include_in_schema=False)
    def small() -> Response:
        return Response(favicon(), media_type="image/x-icon", headers=_KEPT)

    for size in SIZES:

        @app.get(f"/icon-{size}.png", include_in_schema=False)
        def pixels(size: int = size) -> Response:  # drawn in a thread, for that takes a moment
            return Response(icon_png(size), media_type="image/png", headers=_KEPT)


_KEPT = {"Cache-Control": "public, max-age=86400"}
