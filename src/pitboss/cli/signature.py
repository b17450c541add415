"""`pitboss signature`: whether a key signed the data of a document."""

import json
from pathlib import Path
from typing import Any

import click

from pitboss.cli.helping import Verb
from pitboss.cli.output import FAILED, leave
from pitboss.errors import BadInput

_DOCUMENTS = {"par": "par sheet", "meter": "meter", "audit": "audit"}
"""What a document calls itself when it is signed, by the verb whose JSON holds its data."""


@click.command(
    cls=Verb,
    examples=("signature par.json PUBLIC-KEY SIGNATURE", "signature meter.json PUBLIC-KEY SIGNATURE"),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("public_key")
@click.argument("signature")
def command(file: Path, public_key: str, signature: str) -> None:
    """Check a PDF's PUBLIC-KEY and SIGNATURE, as printed there, against data you counted yourself.

    FILE is what `pitboss par`, `meter` or `audit` prints with --json.
    """
    from pitboss.ledger import sheets
    from pitboss.ledger.notes import Verifier

    Verifier.parse(public_key)
    document, digest = _data(file)
    try:
        sheets.check(digest, public_key, signature, document)
    except BadInput:
        click.echo(
            f"{file}: NOT signed by this key: these are other data, SHA-256 {digest}, or another key's"
        )
        leave(FAILED)
    click.echo(f"{file}: this key signed exactly these data of a {document}, SHA-256 {digest}")


def _data(file: Path) -> tuple[str, str]:
    """What a file of JSON is, and the SHA-256 of its data."""
    from pitboss.analysis.parsheet import digest

    try:
        body: Any = json.loads(file.read_text("utf-8"))
        first = body[0] if isinstance(body, list) else body
        document = _DOCUMENTS[first["schema"].removeprefix("pitboss.").partition("/")[0]]
    except OSError as error:
        raise BadInput(f"{file} can't be read: {error.strerror}") from None
    except (ValueError, TypeError, LookupError, AttributeError):
        verbs = ", ".join(_DOCUMENTS)
        raise BadInput(f"{file} holds no data of a document; write it with --json of {verbs}") from None
    if isinstance(body, list):
        body = {"findings": [{name: row[name] for name in row if name != "schema"} for row in body]}
    return document, digest({name: body[name] for name in body if name != "digest"})
