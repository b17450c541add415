"""The record: what `par`, `strategy`, `audit` and `ev` answer today, to hold a redesign to the same bytes.

`python -m tests.record` asks every question again and names what differs; `--write` writes `record.json`, and
`--write audit strategy` only the answers to questions with one of these words in them. Much of it is counted
for minutes where it is not in a cache; `test_record.py` asks again only what ships with the package. For each
answer there is a digest over its canonical JSON without the version, and the fraction a person would look at
first, so that a difference can be seen and not only known.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from pitboss import shipping
from pitboss.analysis import registry
from pitboss.analysis.parsheet import digest

FILE = Path(__file__).with_name("record.json")
DIGITS = 24
"""Of each digest; more than enough against chance, and the file stays small."""

SITUATIONS: Mapping[str, tuple[str, ...]] = {
    "blackjack-switch": (
        "Ah9d 8s8c/6h", "Ah5s QsQh/9s", "6s5c* JcKs/Td", "5h6dKd 8c8h*/Qh", "Td4dAs* AsKc/8c",
        "8d9h 7d4d*/Ts",
    ),
    "caribbean-stud": (
        "AsKdQhJc8s/7d", "2cJcTc7d8c/2h", "AcKc2sJd6s/Ks", "7c6cKsJhAd/Jc", "2h2c6hJdKs/As", "AhAcAsAdKs/Kd",
        "9sTsJsQsKs/2d", "4h5h7h9hKh/Ah",
    ),
    "rabbit-hunter": (
        "5h4c8c7cQc", "Ad2d3h9h5c", "9cTd2sKcQd", "3h2cJsKhQs", "AsKsQsJsTs", "2c2d9h9sKd", "4s8cAs2s5d",
    ),
    "solitaire-stud": (
        "Jh4d4s5c8s5s9c", "3c5hJh4c7dJs3s", "JcKh3hTs7h8h4c", "4h2c3c5hJd9dQd", "KsQhJsTd9c8h7s",
    ),
    "ultimate-texas-holdem": (
        "QdTh", "Kd3s", "2sAh", "6sKd/7c4d8c", "5cAh/Th8d2h", "2d8d/4h2s3h", "Jc6c/TsKd5s/3sAd",
        "AhKd/2c7dTs/9hQc",
    ),
}  # fmt: skip

Question = tuple[str, Callable[[], Any]]


def shipped() -> Iterator[Question]:
    """What is answered from the results that ship, by the words of the question; no meters."""
    for words, ask in shipping.questions():
        if "meter" not in words:
            yield words, ask


def further() -> Iterator[Question]:
    """One other value of one option after the other, and the values of decisions."""
    for slug, situations in SITUATIONS.items():
        for bet in registry.bets(slug):
            several = registry.analysis_of(slug).printed.get(bet, ())
            for option in registry.analysis_of(slug).par[bet].options:
                for value in option.values:
                    chosen = {option.name: value}
                    if value != option.default and chosen not in several:
                        name = f"{slug} {bet} {option.name}={value}"
                        yield name, partial(registry.par, slug, bet, None, chosen)
        for situation in situations:
            yield f"{slug} ev {situation}", partial(registry.values, slug, situation)


def entry(answer: Any) -> list[str]:
    """The digest of an answer, and its first figure."""
    if isinstance(answer, Mapping):  # the situations of a drill
        body: Any = {str(situation): worth.stored() for situation, worth in answer.items()}
        return [digest(body)[:DIGITS], str(len(body))]
    body = _timeless(answer.as_json())
    return [digest(body)[:DIGITS], _figure(body)]


def _timeless(body: Any) -> Any:
    if isinstance(body, Mapping):
        return {name: _timeless(value) for name, value in body.items() if name not in ("version", "digest")}
    return [_timeless(value) for value in body] if isinstance(body, list) else body


def _figure(body: Any) -> str:
    if isinstance(body, list):
        verdicts = [finding["verdict"] for finding in body]
        return ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in sorted({*verdicts}))
    first = next((body[name] for name in ("house_edge", "expected_value") if name in body), None)
    if first is not None:
        return str(first["exact"] or first["value"])
    worth = {one["name"]: one["expected_value"] for one in body["decisions"]}
    return ", ".join(f"{name} {value['exact'] or value['value']}" for name, value in worth.items())


def differences(
    questions: Iterable[Question], say: Callable[[str], object] = lambda words: None
) -> list[str]:
    """The questions of the record that are answered otherwise than then, with both first figures."""
    kept: dict[str, list[str]] = json.loads(FILE.read_text("utf-8"))
    found = []
    for words, ask in questions:
        if words in kept:
            say(words)
            now = entry(ask())
            if now != kept[words]:
                found.append(f"{words}: {kept[words][1]} then, {now[1]} now")
    return found


def _write(wanted: Sequence[str]) -> None:
    """Ask everything, or what has one of the wanted words in it; each answer is kept at once."""
    kept = json.loads(FILE.read_text("utf-8")) if FILE.exists() and wanted else {}
    for words, ask in (*shipped(), *further()):
        if not wanted or any(part in words for part in wanted):
            print(words, file=sys.stderr, flush=True)
            kept[words] = entry(ask())
            rows = ",\n".join(f"{json.dumps(key)}: {json.dumps(kept[key])}" for key in sorted(kept))
            FILE.write_text(f"{{\n{rows}\n}}\n", "utf-8")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--write", *wanted]:
            _write(wanted)
        case _:
            told = differences(
                (*shipped(), *further()), lambda words: print(words, file=sys.stderr, flush=True)
            )
            sys.exit("\n".join(told) if told else 0)
