"""`pitboss audit`: every stated figure beside the computed one."""

from pathlib import Path

import click

from pitboss.cli.analysing import NewFile, analysing, no_cache_option, recount_option, refuse_given
from pitboss.cli.helping import Verb
from pitboss.cli.output import FAILED, console, json_option, leave, print_json
from pitboss.cli.signing import key_option, signature_of


@click.command(cls=Verb, examples=("audit", "audit --json", "audit --exit-code --pdf audit.pdf"))
@no_cache_option
@recount_option
@json_option
@click.option("--pdf", type=NewFile(".pdf"), help="Write a PDF to this file.")
@key_option
@click.option("--exit-code", is_flag=True, help="Exit with 1 if a figure differs.")
def command(
    no_cache: bool, recount: bool, as_json: bool, pdf: Path | None, key: Path | None, exit_code: bool
) -> None:
    """Set every figure the approval states beside the computed one, with a verdict."""
    from pitboss.analysis import audit

    if pdf is None:
        refuse_given("goes with --pdf", "key")
    with analysing("par sheets", no_cache=no_cache, recount=recount):
        findings = audit.audit()
    if as_json:
        print_json(findings.as_json())
    if pdf is not None:
        from pitboss.analysis import printing

        digest = printing.audit_digest(findings)
        pdf.write_bytes(printing.of_audit(findings, signature_of("audit", digest, key)).as_pdf())
        click.echo(f"{pdf}: audit, SHA-256 of its data {digest}", err=True)
    elif not as_json:
        console().print(audit.report(findings).as_terminal())
    if exit_code and any(finding.verdict == audit.DIFFERS for finding in findings):
        leave(FAILED)
