"""Signed notes, keys and the log of checkpoints."""

from pathlib import Path

import pytest

from pitboss.errors import BadInput
from pitboss.ledger.chain import GENESIS, entry_hash
from pitboss.ledger.notes import Checkpoint, CheckpointLog, SigningKey, Verifier

TEXT = Checkpoint("house", "pit-1", 7, bytes(range(32)), 5).text()


@pytest.fixture
def key(tmp_path: Path) -> SigningKey:
    return SigningKey.create(tmp_path / "key", "house")


def test_every_part_of_an_entry_is_in_its_hash() -> None:
    plain = entry_hash("pit-1", 1, GENESIS, 5, "c", "o", b"{}")
    others = [
        entry_hash("pit-2", 1, GENESIS, 5, "c", "o", b"{}"),
        entry_hash("pit-1", 2, GENESIS, 5, "c", "o", b"{}"),
        entry_hash("pit-1", 1, bytes(31) + b"\1", 5, "c", "o", b"{}"),
        entry_hash("pit-1", 1, GENESIS, 6, "c", "o", b"{}"),
        entry_hash("pit-1", 1, GENESIS, 5, None, "o", b"{}"),
        entry_hash("pit-1", 1, GENESIS, 5, "c", None, b"{}"),
        entry_hash("pit-1", 1, GENESIS, 5, "c", "o", b"[]"),
    ]
    assert len({plain, *others}) == 8


def test_a_note_is_text_a_blank_line_and_a_signature_over_the_text(key: SigningKey) -> None:
    note = key.sign(TEXT)
    text, signature = note.split("\n\n")
    assert text + "\n" == TEXT
    assert signature.startswith("— house ")
    assert key.verifier.open(note) == TEXT
    assert Checkpoint.parse(key.verifier.open(note)) == Checkpoint("house", "pit-1", 7, bytes(range(32)), 5)


def test_a_note_that_was_changed_or_signed_by_another_is_refused(key: SigningKey, tmp_path: Path) -> None:
    note = key.sign(TEXT)
    other = SigningKey.create(tmp_path / "other", "house")
    for wrong in (note.replace("\n7\n", "\n8\n"), other.sign(TEXT), TEXT, "", f"{TEXT}\n— house ?\n"):
        with pytest.raises(BadInput, match="not signed by house"):
            key.verifier.open(wrong)


def test_the_public_half_is_printed_with_its_id(key: SigningKey) -> None:
    name, key_id, encoded = str(key.verifier).split("+", 2)
    assert (name, len(key_id)) == ("house", 8)
    assert encoded.startswith("A")
    assert Verifier("house", key.verifier.public) == key.verifier


def test_a_key_file_is_for_its_owner_and_is_never_overwritten(key: SigningKey, tmp_path: Path) -> None:
    path = tmp_path / "key"
    assert path.stat().st_mode & 0o777 == 0o600
    assert SigningKey.load(path) == key
    with pytest.raises(FileExistsError):
        SigningKey.create(path, "house")
    path.chmod(0o640)
    with pytest.raises(BadInput, match="can be read by others"):
        SigningKey.load(path)


def test_what_is_no_key_is_refused_in_one_sentence(key: SigningKey, tmp_path: Path) -> None:
    good = (tmp_path / "key").read_text()
    id_at = good.split("+")[3]
    for text, complaint in (
        ("nonsense", "no signing key"),
        (good.replace("PRIVATE", "PUBLIC"), "not an Ed25519 signing key"),
        (good.replace(id_at, "00000000"), "its id does not match"),
    ):
        path = tmp_path / "wrong"
        path.write_text(text)
        path.chmod(0o600)
        with pytest.raises(BadInput, match=complaint):
            SigningKey.load(path)
    with pytest.raises(BadInput, match="no signing key"):
        SigningKey.load(tmp_path / "missing")


def test_the_log_passes_over_what_is_torn_or_forged(key: SigningKey, tmp_path: Path) -> None:
    log = CheckpointLog(tmp_path / "log", key.verifier)
    assert log.read() == []
    assert log.newest("house") == {}
    notes = [
        key.sign(Checkpoint("house", link, seq, bytes(32), seq).text()) for link, seq in (("a", 1), ("b", 2))
    ]
    log.append(notes)
    with (tmp_path / "log").open("a") as file:
        file.write("\n" + key.sign(Checkpoint("house", "a", 9, bytes(32), 9).text())[:-40])
    log.append([key.sign(Checkpoint("house", "a", 3, bytes(32), 3).text())])
    log.append([notes[0].replace("\n1\n", "\n99\n"), key.sign("house/a\nnot a number\n\n\n")])
    log.append([key.sign(Checkpoint("other", "a", 50, bytes(32), 3).text())])
    assert [(found.link, found.seq) for found in log.read()] == [("a", 1), ("b", 2), ("a", 3), ("a", 50)]
    assert {link: found.seq for link, found in log.newest("house").items()} == {"a": 3, "b": 2}
