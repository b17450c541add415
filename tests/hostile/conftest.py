"""Houses to attack: those of the floor's tests, and one that plays for money."""

import datetime
import ipaddress
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.floor.conftest import house, opened_for_money, opened_once, postgres_house
from tests.floor.house import House, open_house

__all__ = ["house", "money", "opened_for_money", "opened_once", "postgres_house"]


@pytest.fixture
def money(opened_for_money: Path, tmp_path: Path) -> Iterator[House]:
    """A real floor on SQLite; whoever closes it opens it again."""
    for file in opened_for_money.iterdir():
        shutil.copy2(file, tmp_path)
    house = open_house(str(tmp_path / "pit.db"), None, demo=False)
    yield house
    house.manager.close()


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for this machine that signs itself, with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "server.pem"
    plain = serialization.NoEncryption()
    pem, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    path.write_bytes(key.private_bytes(pem, form, plain) + made.public_bytes(pem))
    return path
