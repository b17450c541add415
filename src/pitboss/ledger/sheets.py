"""Documents signed by a key: a note that names what it is and the SHA-256 of its data."""

from pitboss.ledger.notes import SigningKey, Verifier

PAR_SHEET = "par sheet"


def _text(document: str, digest: str) -> str:
    return f"pitboss {document}\n{digest}\n"


def sign(digest: str, key: SigningKey, document: str = PAR_SHEET) -> tuple[str, str]:
    """The public key and the signature of a document's data, as they stand on paper."""
    return str(key.verifier), key.sign(_text(document, digest)).rstrip("\n").rpartition(" ")[2]


def check(digest: str, public_key: str, signature: str, document: str = PAR_SHEET) -> None:
    """Refuse a signature that this key did not make of these data; all as printed on paper."""
    verifier = Verifier.parse(public_key)
    verifier.open(f"{_text(document, digest)}\n— {verifier.name} {signature}\n")
