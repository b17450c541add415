"""Documents signed by a key on the command line: whoever has the public half counts again and checks."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.pdf import text_of

PRINTED = re.compile(r"Public key: (\S+) Signature \(Ed25519\): (\S+)")
DOCUMENTS = {
    "par sheet": ("par", "casino-war", "--bet", "tie"),
    "meter": ("meter", "CSTUD-01", "--rate", "60%", "--wagers", "1e4"),
    "audit": ("audit",),
}


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_signed_pdf_is_checked_against_data_counted_again(document: str) -> None:
    """What stands on paper fits the data it was made of, and neither other data nor another signature."""
    words = DOCUMENTS[document]
    made = run(*words, "--pdf", "document.pdf", "--key", "house.key")
    assert made.exit_code == 0, made.stderr
    printed = PRINTED.search(text_of(Path("document.pdf").read_bytes()))
    assert printed is not None
    public, signature = printed.groups()
    data = run(*words, "--json").stdout
    Path("data.json").write_text(data, encoding="utf-8")
    done = run("signature", "data.json", public, signature)
    assert done.exit_code == 0, done.output
    assert f"signed exactly these data of a {document}" in done.stdout
    forged = ("B" if signature[0] == "A" else "A") + signature[1:]
    Path("other.json").write_text(re.sub("[1-8]", lambda digit: str(int(digit[0]) + 1), data, count=20))
    for file, claimed in (("data.json", forged), ("other.json", signature)):
        done = run("signature", file, public, claimed)
        assert done.exit_code != 0, file
        assert "signed exactly" not in done.output


def test_the_signature_of_a_meter_proves_no_par_sheet() -> None:
    from pitboss.errors import BadInput
    from pitboss.ledger import sheets
    from pitboss.ledger.notes import SigningKey

    public, signature = sheets.sign("0" * 64, SigningKey.create(Path("house.key"), "house"), "meter")
    sheets.check("0" * 64, public, signature, "meter")
    with pytest.raises(BadInput, match="not signed"):
        sheets.check("0" * 64, public, signature)


def test_what_holds_no_data_of_a_document_is_told_in_one_sentence() -> None:
    from pitboss.ledger.notes import SigningKey

    public = str(SigningKey.create(Path("house.key"), "house").verifier)
    for body in ("", "[]", "7", json.dumps({"schema": "pitboss.ev/1"})):
        Path("data.json").write_text(body, encoding="utf-8")
        done = run("signature", "data.json", public, "A")
        assert (done.exit_code, done.stdout) == (2, "")
        assert "write it with --json of par, meter, audit" in done.stderr
    assert run("signature", "gone.json", public, "A").exit_code == 2
    assert run("signature", "data.json", "no key", "A").exit_code == 2


def test_a_pdf_is_of_one_meter() -> None:
    done = run("meter", "CSTUD-01", "--rate", "50%", "--rate", "60%", "--pdf", "meter.pdf")
    assert done.exit_code == 2
    assert "a PDF is of one meter" in done.stderr
