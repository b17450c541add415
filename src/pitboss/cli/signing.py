"""Documents signed by a key, on the command line."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.errors import BadInput

if TYPE_CHECKING:
    from pitboss.analysis.printing import Signature

key_option = click.option(
    "--key",
    type=click.Path(path_type=Path),
    help="Sign the data of the PDF with the key in this file; it is made if it is not there.",
)


def signature_of(document: str, digest: str, path: Path | None) -> "Signature | None":
    """The signature of a document's data by the key in a file, which is made if it is not there."""
    if path is None:
        return None
    from pitboss.analysis.printing import Signature
    from pitboss.ledger import sheets
    from pitboss.ledger.notes import SigningKey

    if path.exists():
        return Signature(*sheets.sign(digest, SigningKey.load(path), document))
    try:
        made = SigningKey.create(path, "documents")
    except OSError as error:
        raise BadInput(f"no key can be written to {path}: {error.strerror}") from None
    click.echo(f"{path}: a new signing key; its public half is {made.verifier}", err=True)
    return Signature(*sheets.sign(digest, made, document))
