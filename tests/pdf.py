"""The text of a PDF as a reader's search finds it: enough of the format for the files that Pitboss writes."""

import re
import zlib
from collections.abc import Iterator

_OBJECT = re.compile(rb"(\d+) 0 obj(.*?)endobj", re.DOTALL)
_STREAM = re.compile(rb"stream\n(.*?)\nendstream", re.DOTALL)
_FONT = re.compile(rb"/(f\d+) (\d+) 0 R")
_PLAIN = rb"[^()\\]|\\."
_STRING = rb"\((?:" + _PLAIN + rb"|\((?:" + _PLAIN + rb")*\))*\)"
"""Parentheses within a string need no backslash where they are a pair."""
_SHOWN = re.compile(
    rb"/(f\d+) [\d.]+ Tf|\[((?:" + _STRING + rb"|[-\d. ]+)*)\]TJ|(" + _STRING + rb") ?Tj", re.DOTALL
)


def text_of(pdf: bytes) -> str:
    """Everything the pages say, word by word, in the order it was set."""
    objects = {int(number): body for number, body in _OBJECT.findall(pdf)}
    said: list[str] = []
    for resources, contents in re.findall(rb"/Type/Page/Resources (\d+) 0 R.*?/Contents (\d+) 0 R", pdf):
        fonts = {
            name.decode(): _letters(objects, int(number))
            for name, number in _FONT.findall(objects[int(resources)])
        }
        said += _shown(_content(objects[int(contents)]), fonts)
    return " ".join(said)


def pages_of(pdf: bytes) -> list[tuple[int, int]]:
    """The width and height of each page, in points."""
    boxes = re.findall(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    return [(round(float(width)), round(float(height))) for width, height in boxes]


def _content(body: bytes) -> bytes:
    found = _STREAM.search(body)
    if found is None or b"FlateDecode" not in body:
        return found[1] if found else b""
    return zlib.decompress(found[1])


def _letters(objects: dict[int, bytes], font: int) -> dict[int, str]:
    """What the glyphs of a font stand for, as it says itself."""
    named = re.search(rb"/ToUnicode (\d+) 0 R", objects.get(font, b""))
    if named is None:
        return {}
    table, letters = _content(objects[int(named[1])]), {}
    for glyph, text in re.findall(rb"<([0-9a-fA-F]{4})> <([0-9a-fA-F]+)>\s*(?=\n|<|endbf)", table):
        letters[int(glyph, 16)] = bytes.fromhex(text.decode()).decode("utf-16-be")
    return letters


def _shown(content: bytes, fonts: dict[str, dict[int, str]]) -> Iterator[str]:
    letters: dict[int, str] = {}
    for font, several, one in _SHOWN.findall(content):
        if font:
            letters = fonts[font.decode()]
            continue
        glyphs = b"".join(map(_bytes, re.findall(_STRING, several or one, re.DOTALL)))
        pairs = (int.from_bytes(glyphs[at : at + 2], "big") for at in range(0, len(glyphs), 2))
        yield "".join(letters[glyph] for glyph in pairs)


def _bytes(string: bytes) -> bytes:
    names = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}

    def one(found: re.Match[bytes]) -> bytes:
        return bytes([int(found[1], 8)]) if found[1].isdigit() else names.get(found[1], found[1])

    return re.sub(rb"\\([0-7]{3}|.)", one, string[1:-1], flags=re.DOTALL)
