"""`pitboss certificate`: whether a certificate of the dealer's school is true, and what that proves."""

from pathlib import Path

import click

from pitboss.cli.helping import Verb
from pitboss.cli.output import FAILED, json_option, leave, print_json
from pitboss.errors import BadInput, why_unread
from pitboss.schemas import marked

_STORE = Path("floor.db.play")
_SIGNS = {True: "✓", False: "✗", None: "–"}


@click.command(
    cls=Verb,
    examples=("certificate exam.json", "certificate exam.json --store north.db.play --json"),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--store",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The play store of the house, which has the key.  [default: floor.db.play if it is there]",
)
@json_option
def command(file: Path, store: Path | None, as_json: bool) -> None:
    """Check FILE, a saved certificate with its log, and say what it proves; exit code 0 only if all holds."""
    from pitboss.web.play.school.classbook import key_of_house
    from pitboss.web.play.school.exam import read_certificate
    from pitboss.web.play.school.proof import DOES_NOT_PROVE, PROVES, findings, verdict

    try:
        certificate = read_certificate(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{file} can't be read: {why_unread(error)}") from None
    store = store or (_STORE if _STORE.exists() else None)
    found = findings(certificate, key_of_house(store) if store else None)
    word = verdict(found)
    if as_json:
        body = {
            "file": str(file),
            "verdict": word,
            "name": str(certificate.get("name", "")),
            "game": str(certificate.get("game", "")),
            "passed": certificate.get("passed") is True,
            "findings": [one._asdict() for one in found],
            "proves": list(PROVES) if word == "holds" else [],
            "does_not_prove": list(DOES_NOT_PROVE),
        }
        print_json(marked("certificate", body))
    else:
        passed = "passed" if certificate.get("passed") is True else "not passed"
        click.echo(f"{certificate.get('name')}, dealer's exam of {certificate.get('game')}: {passed}")
        for one in found:
            click.echo(f"{_SIGNS[one.holds]} {one.part:9}  {one.sentence}")
        proven = "; ".join(PROVES) if word == "holds" else f"nothing, for it {_SHORT[word]}"
        click.echo(f"Proves: {proven}.")
        click.echo(f"Does not prove: {'; '.join(DOES_NOT_PROVE)}.")
    if word != "holds":
        leave(FAILED)


_SHORT = {
    "altered": "was altered or is another house's",
    "does not add up": "does not add up",
    "not checked": "was not checked by the key of a house",
}
