"""Holding an output against its schema, more strictly than a reader would: no key may be undocumented."""

import copy
from typing import Any

import jsonschema_rs

from pitboss.schemas import identifier, schema


def assert_documented(name: str, output: Any) -> None:
    """The output says its schema, keeps it, and has no key that the schema does not describe."""
    wanted = copy.deepcopy(schema(name))
    _close(wanted)
    first = output[0] if isinstance(output, list) else output
    assert next(iter(first.items())) == ("schema", identifier(name))
    problems = [
        f"{list(error.instance_path)}: {error.message[:300]}"
        for error in jsonschema_rs.validator_for(wanted).iter_errors(output)
    ]
    assert problems == []


def _close(part: Any) -> None:
    if isinstance(part, dict):
        if "properties" in part:
            part["additionalProperties"] = False
        for value in part.values():
            _close(value)
    elif isinstance(part, list):
        for value in part:
            _close(value)
