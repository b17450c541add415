"""Par sheets signed by a key: a note that names what it is and the SHA-256 of the sheet's data."""

from pitboss.ledger.notes import SigningKey, Verifier


def _text(digest: str) -> str:
    return f"pitboss par sheet\n{digest}\n"


def sign(digest: str, key: SigningKey) -> tuple[str, str]:
    """The public key and the signature of a sheet's data, as they stand on paper."""
    return str(key.verifier), key.sign(_text(digest)).rstrip("\n").rpartition(" ")[2]


def check(digest: str, public_key: str, signature: str) -> None:
    """Refuse a signature that this key did not make of these data; all as printed on paper."""
    verifier = Verifier.parse(public_key)
    verifier.open(f"{_text(digest)}\n— {verifier.name} {signature}\n")
