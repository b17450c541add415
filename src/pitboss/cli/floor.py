"""`pitboss floor`: set up a floor, check it against its rules, and keep its books."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.databases import checked_database, database_option
from pitboss.cli.floor_live import close_day, status
from pitboss.cli.helping import Verbs
from pitboss.cli.output import FAILED, console, json_option, leave, print_json
from pitboss.errors import BadInput
from pitboss.paytables.sources import explained
from pitboss.schemas import marked
from pitboss.screen import Grid

if TYPE_CHECKING:
    from pitboss.floor.compliance.findings import Finding
    from pitboss.floor.config.floor_file import Floor
    from pitboss.ledger.verify import Verified


@click.group(cls=Verbs)
def command() -> None:
    """The floor file and the books of a floor."""


command.add_command(status)
command.add_command(close_day)


@command.command(examples=("floor init", "floor init north.toml"))
@click.argument("file", type=click.Path(path_type=Path), default=Path("floor.toml"))
@json_option
def init(file: Path, as_json: bool) -> None:
    """Write a commented example to FILE (floor.toml)."""
    from pitboss.floor.config.floor_file import example

    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(example())
    except FileExistsError:
        raise BadInput(f"{file} exists already; choose another name") from None
    except OSError as error:
        raise BadInput(f"{file} can't be written: {error.strerror}") from None
    if as_json:
        print_json(marked("floor-init", {"file": str(file)}))
        return
    click.echo(f"{file} is written; change it, then run: pitboss floor check {file}")


@command.command(examples=("floor check", "floor check north.toml --json"))
@click.argument("file", type=click.Path(path_type=Path), default=Path("floor.toml"))
@click.option(
    "--database",
    "-d",
    callback=checked_database,
    help="Refuse a file that forgets links of this ledger that hold money.",
)
@click.option("--keys", "folder", type=click.Path(path_type=Path, file_okay=False), help="As for verify.")
@json_option
def check(file: Path, database: str | None, folder: Path | None, as_json: bool) -> None:
    """Check FILE against the approval and the regulation; exit code 1 if something may not open."""
    from pitboss.floor.compliance import opening
    from pitboss.floor.compliance.findings import Severity
    from pitboss.floor.config.floor_file import load_floor

    floor = load_floor(file)
    findings = (*(_forgotten(floor, database, folder) if database else ()), *opening.check(floor))
    shut = [table.name for table in floor.tables if opening.may_open(floor, findings, table.name)]
    refused = any(finding.severity is Severity.REFUSED for finding in findings)
    if as_json:
        body = {
            "floor": floor.site.name,
            "verdict": "refused" if refused else "may open",
            "tables": [{"table": t.name, "may_open": t.name not in shut} for t in floor.tables],
            "findings": [
                {
                    "severity": finding.severity.value,
                    "rule": finding.rule,
                    "where": finding.where,
                    "sentence": finding.sentence,
                }
                for finding in findings
            ],
        }
        print_json(marked("floor-check", body))
    else:
        _print(floor.site.name, findings, shut, len(floor.tables))
    if refused:
        leave(FAILED)


def _forgotten(floor: "Floor", database: str, folder: Path | None) -> "list[Finding]":
    """Links of the ledger that the file has no more and that may not go yet."""
    from pitboss.floor.compliance.findings import Finding, Severity
    from pitboss.floor.status import links, still_holds

    return [
        Finding(
            Severity.REFUSED,
            "money of players",
            f"link {found.link}",
            f"{found.link} is not in this file and still holds {holds}",
        )
        for found in links(database, folder)
        if floor.link(found.link) is None and (holds := still_holds(found))
    ]


_folder = click.option(
    "--keys",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder with the ledger's key and checkpoints; for a SQLite file, beside it.",
)


@command.command(examples=("floor verify", "floor verify -d north.db --json"))
@database_option
@_folder
@json_option
def verify(database: str, folder: Path | None, as_json: bool) -> None:
    """Check the whole journal and the records of people: chains, rows, replay, signatures, and the books."""
    from pitboss.floor.records.proof import verify_floor
    from pitboss.ledger import Broken

    try:
        found, records = verify_floor(database, folder)
    except Broken as error:
        if not as_json:
            raise
        broken = {"verdict": "broken", "link": error.link, "entry": error.seq, "why": str(error)}
        print_json(marked("floor-verify", broken))
        leave(FAILED)
    if as_json:
        people = {"audit_lines": records.lines, "people": records.people} if records else None
        print_json(marked("floor-verify", {"verdict": "holds", **_verified(found), "records": people}))
        return
    for link, seq in found.entries.items():
        click.echo(f"{link}: {seq:,} entries")
    click.echo(f"The journal of {found.ledger} holds ({found.checkpoints:,} signed heads agree).")
    if records:
        click.echo(f"The records of {records.people:,} people hold ({records.lines:,} lines).")
    click.echo(f"Signed by {found.verifier}")


@command.command(
    examples=(
        "floor backup monday.db",
        "floor backup /safe/%Y-%m-%d.db --keep 30",
        "floor backup b.db -d north.db",
    )
)
@click.argument("target", type=click.Path(path_type=Path))
@database_option
@_folder
@click.option("--keep", type=click.IntRange(1), help="Delete all but the newest so many of that pattern.")
@json_option
def backup(target: Path, database: str, folder: Path | None, keep: int | None, as_json: bool) -> None:
    """Copy ledger and staff to the one file TARGET while the floor plays, and verify the copy.

    In the name %Y, %m, %d, %H, %M and %S stand for the time of now.
    """
    from pitboss.floor.records.backups import backup as copy
    from pitboss.floor.records.rotation import dated, drop_old

    pattern, target = target, dated(target, keep)
    found = copy(database, target, folder)
    dropped = drop_old(pattern, keep) if keep else []
    if as_json:
        body = {"backup": str(target), **_verified(found.journal), "people": found.people}
        print_json(marked("floor-backup", body | {"dropped": [str(old) for old in dropped]}))
        return
    click.echo(f"{target}: {sum(found.journal.entries.values()):,} entries, verified; {found.people} people")
    for old in dropped:
        click.echo(f"{old} is deleted")


@command.command(examples=("floor archive /safe/until-2026.db", "floor archive old.db -d north.db"))
@click.argument("target", type=click.Path(path_type=Path))
@database_option
@_folder
@json_option
def archive(target: Path, database: str, folder: Path | None, as_json: bool) -> None:
    """Move entries older than five years from a closed ledger to the one file TARGET, which proves them."""
    from pitboss.floor.records.rotation import verify_place
    from pitboss.ledger.retention import archive as move

    verify_place(target)
    cut = move(database, target, folder)
    if as_json:
        print_json(marked("floor-archive", {"archive": str(target), "moved_to": cut}))
        return
    for link, seq in cut.items():
        click.echo(f"{link}: entries up to {seq:,} are in {target} alone now")
    click.echo("Keep that file as long as the law wants them; what stays still verifies by itself.")


@command.command(examples=("floor restore monday.db", "floor restore monday.db -d north.db --accept-loss"))
@click.argument(
    "source", type=click.Path(path_type=Path, exists=True, dir_okay=False), callback=checked_database
)
@database_option
@_folder
@click.option("--accept-loss", is_flag=True, help="Take a backup older than the last signed head.")
@json_option
def restore(source: Path, database: str, folder: Path | None, accept_loss: bool, as_json: bool) -> None:
    """Verify the backup SOURCE and put it in the place of ledger and staff, which are kept aside."""
    from datetime import UTC, datetime

    from pitboss.floor.records.backups import restore as put_back
    from pitboss.ledger.engine import shown

    found = put_back(source, database, folder, accept_loss)
    if as_json:
        body = {
            "backup": str(source),
            "database": shown(database),
            **_verified(found.journal),
            "people": found.people,
            "staff_us": found.staff_us if found.people else None,
            "still_revoked": list(found.still_revoked),
            "new_key": found.new_key,
            "lost": {link: {"kept": kept, "known": known} for link, (kept, known) in found.lost.items()},
            "lines_lost": found.lines_lost,
        }
        print_json(marked("floor-restore", body))
        return
    entries = sum(found.journal.entries.values())
    click.echo(f"{shown(database)}: {entries:,} entries, verified and in place")
    if found.new_key:
        click.echo("Its signing key is not here: a new one signs from now on. The old one, to compare:")
        click.echo(found.journal.verifier)
    if found.lost:
        click.echo("Entries written after the backup are lost, or may be: links stay shut until two people")
        click.echo("have accepted that at the console, under Links.")
    if found.lines_lost:
        click.echo(
            f"{found.lines_lost:,} lines of the audit written after the backup are lost: sign-ins, staff"
        )
        click.echo("changes, deposits, readings, prints. Pages go on at a number that none of them had.")
    if not found.people:
        click.echo("The backup holds no staff; people and cards are as they were.")
        return
    as_of = datetime.fromtimestamp(found.staff_us // 1_000_000, UTC)
    click.echo(f"{found.people} people and their cards are those of {as_of:%Y-%m-%d %H:%M} UTC.")
    if found.still_revoked:
        click.echo(f"Revoked since then, and still revoked: {', '.join(found.still_revoked)}.")
    click.echo("Revoke again what else was revoked since; everybody signs in anew.")


@command.command(
    examples=(
        "floor administrator",
        "floor administrator --new-code",
        "floor administrator --new-code -d north.db --json",
    )
)
@database_option
@_folder
@click.option("--new-code", is_flag=True, help="A new one-time code, with which the PIN is chosen; it rings.")
@click.option("--card", help="Whose code, where there are several administrators.")
@json_option
def administrator(
    database: str, folder: Path | None, new_code: bool, card: str | None, as_json: bool
) -> None:
    """Who administers the floor, and a new code for a lost PIN, a missed code or no administrator left."""
    from pitboss.floor.staff import first_start

    made = first_start.new_code(database, folder, card) if new_code else None
    if made and not as_json:
        click.echo(first_start.code_words(*made))
        return
    found = first_start.administrators(database, folder)
    if as_json:
        body = {
            "administrators": [dict(zip(("person", "card", "state"), one, strict=True)) for one in found],
            "new_code": made and dict(zip(("card", "code"), made, strict=True)),
        }
        print_json(marked("floor-administrator", body))
        return
    for person, label, state in found:
        click.echo(f"{label}: {person}, {state}")
    if not found:
        click.echo("No administrator is left; --new-code makes one.")


def _verified(found: "Verified") -> dict[str, Any]:
    """A journal that holds, for programs."""
    return {
        "ledger": found.ledger,
        "entries": found.entries,
        "checkpoints": found.checkpoints,
        "snapshots": found.snapshots,
        "verifier": found.verifier,
    }


def _print(name: str, findings: "tuple[Finding, ...]", shut: list[str], tables: int) -> None:
    rows = [(found.severity.value, found.where, found.sentence, found.rule) for found in findings]
    console().print(Grid(("", "where", "finding", "rule"), rows, title=name))
    for sentence in explained(found.sentence for found in findings):
        console().print(sentence, style="dim", highlight=False)
    if shut:
        click.echo(f"These tables can't open: {', '.join(shut)}")
    else:
        click.echo(f"All {tables} tables may open.")
