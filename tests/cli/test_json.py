"""Every `--json` keeps a documented schema, and the schemas are those the shapes say."""

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.schemas import VERSIONS, file, identifier, schema
from pitboss.schemas.shapes import SHAPES, made
from tests.cli.running import run
from tests.cli.test_help import COMMANDS
from tests.floor.test_floor_json import OUTPUTS as FLOOR_OUTPUTS
from tests.schemas import assert_documented

THREE_CARD = Path(__file__).parents[2] / "src/pitboss/games/three_card_poker"
HAND = "caribbean-stud | 1 ante=5.00 | AsAdKcQh2d3c4d5hTs9c | bet\n"
OUTPUTS: dict[str, list[tuple[str, ...]]] = {
    "games": [("games",)],
    "rules": [("rules", slug) for slug in ("caribbean-stud", "uth", "switch", "rabbit", "solitaire")],
    "play": [("play", "uth", "--auto", "20", "--seed", "2", "-w", "trips=5", "-w", "jackpot=1")],
    "replay": [("play", "caribbean", "--replay", "rounds.txt")],
    "par": [
        ("par", "caribbean-stud"),
        ("par", "caribbean-stud", "--bet", "progressive", "-o", "rate=60%"),
        ("par", "solitaire-stud", "--bet", "super-bonus"),
        ("par", "switch", "--bet", "kings-bounty"),
        ("par", "uth", "--bet", "trips"),
    ],
    "target-edge": [("par", "solitaire-stud", "--bet", "3+", "--target-edge", "4%")],
    "ev": [("ev", "uth", "AhKd/2c7dTs"), ("ev", "switch", "Ah9d 8s8c/6h")],
    "strategy": [("strategy", "solitaire-stud")],
    "audit": [("audit",)],
    "simulate": [
        ("simulate", "rabbit", "--rounds", "3e5", "--bankroll", "100"),
        ("simulate", "caribbean", "--rounds", "10", "--strategy", "simple"),
    ],
    "meter": [
        ("meter", "CSTUD-01", "--rate", "40%", "--wagers", "1e7"),
        ("meter", "MG-ML03", "--rate", "mega:10%,major:8%,minor:6%", "--wagers", "1e3"),
    ],
    "check": [("check", str(THREE_CARD))],
    "certificate": [],  # in test_certificate.py, where exams are taken
    "bench-topics": [("bench",)],
    "bench": [],  # these two take minutes: they are held against their schemas below
    "warm": [],
}
SPOTS = [(name, words) for name, many in OUTPUTS.items() for words in many]


@pytest.mark.parametrize(("name", "words"), SPOTS, ids=[" ".join(words) for _, words in SPOTS])
def test_what_a_verb_prints_keeps_its_schema(
    name: str, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rounds.txt").write_text(HAND, encoding="utf-8")
    done = run(*words, "--json")
    assert done.exit_code == 0, done.stderr
    assert_documented(name, json.loads(done.stdout))


def test_a_paper_is_written_beside_the_json(tmp_path: Path) -> None:
    paper = tmp_path / "audit.pdf"
    done = run("audit", "--json", "--pdf", str(paper))
    assert_documented("audit", json.loads(done.stdout))
    assert paper.read_bytes().startswith(b"%PDF")
    assert str(paper) in done.stderr


def test_a_report_of_a_benchmark_keeps_its_schema() -> None:
    from benchmarks._report import Report, Row
    from pitboss.schemas import marked

    report = Report("Hands", "hands/s", [Row("bulk", "pitboss", 2e8, "fast"), Row("bulk", "eval7", 3e6)])
    assert_documented("bench", marked("bench", report.as_json()))


def test_what_was_compiled_ahead_keeps_its_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.warm.ready", lambda: True)
    assert_documented("warm", json.loads(run("warm", "--json").stdout))


def test_every_verb_with_json_is_held_against_its_schema() -> None:
    with_json = {"-".join(path) for path, verb in COMMANDS if any(p.name == "as_json" for p in verb.params)}
    shown = {"-".join(words[:2]) if words[0] == "floor" else words[0] for _, words in SPOTS}
    assert with_json == shown | {"warm", "certificate"} | set(FLOOR_OUTPUTS)
    assert set(VERSIONS) == set(OUTPUTS) | set(FLOOR_OUTPUTS)


def test_every_verb_that_answers_takes_json() -> None:
    """The others are told on the page."""
    silent = {path for path, verb in COMMANDS if not any(p.name == "as_json" for p in verb.params)}
    assert silent == {("serve",), ("completion",), ("schema",), ("signature",), ("new",)}


@pytest.mark.parametrize("name", SHAPES)
def test_a_schema_is_the_one_made_from_its_shape(name: str) -> None:
    """If this fails, run `python -m pitboss.schemas.shapes`."""
    assert json.loads(file(name).read_text(encoding="utf-8")) == made(name)


def _properties(part: Any) -> list[tuple[str, Any]]:
    found = []
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "properties":
                found += value.items()
            found += _properties(value)
    if isinstance(part, list):
        found += [pair for one in part for pair in _properties(one)]
    return found


def _kind(value: dict[str, Any]) -> str:
    """What a reader must know to use a value; that it may be null makes it no other kind."""
    if "anyOf" in value:
        return " or ".join(sorted({_kind(part) for part in value["anyOf"]} - {"null"}))
    if "$ref" in value:
        return "quantity" if value["$ref"].endswith("/Quantity") else "object"
    if value["type"] == "array":
        return f"list of {_kind(value['items'])}"
    if value["type"] == "object":
        return f"{_kind(value['additionalProperties'])} by name"
    if "pattern" in value:
        return "money" if "$" in value["pattern"][1:-1] else "digits"
    return "number" if value["type"] == "integer" else str(value["type"]).replace("string", "text")


def test_the_same_key_has_the_same_kind_everywhere() -> None:
    """But for one: `stated` is all figures of a sheet, and the one figure of a finding (`docs/json.md`)."""
    kinds: dict[str, set[str]] = {}
    for name in VERSIONS:
        for key, value in _properties(schema(name)):
            kinds.setdefault(key, set()).add(_kind(value))
    unlike = {key: found for key, found in kinds.items() if len(found) > 1}
    assert unlike == {"stated": {"text", "text by name"}}


def test_money_is_text_with_the_cents_beside_it() -> None:
    for name in VERSIONS:
        whole = schema(name)
        for part in [whole, *whole.get("$defs", {}).values()]:
            keys = part.get("properties", {})
            for key, value in keys.items():
                if "\\$" in json.dumps(value) and "$defs" not in key:
                    assert f"{key}_cents" in keys or f"{key}_units" in keys, (name, key)


def test_the_schema_is_printed_by_name() -> None:
    assert json.loads(run("schema", "par").stdout) == schema("par")
    assert json.loads(run("schema", "floor", "check").stdout)["$id"] == identifier("floor-check")
    assert run("schema").stdout.split() == ["game", *VERSIONS]
    refused = run("schema", "pra")
    assert (refused.exit_code, refused.stderr) == (
        2,
        "pitboss: there is no schema called 'pra'; did you mean par?\n",
    )


def test_the_page_of_schemas_names_every_output() -> None:
    page = Path(__file__).parents[2].joinpath("docs", "json.md").read_text(encoding="utf-8")
    assert all(f"`{identifier(name)}`" in page for name in VERSIONS)
