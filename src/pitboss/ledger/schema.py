"""The tables of the ledger; the migrations make them, this says how they are asked."""

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, MetaData, Table, Text, UniqueConstraint

metadata = MetaData()

ledgers = Table("ledgers", metadata, Column("name", Text, primary_key=True))
"""One row: the name this ledger was given when it was made."""

keys = Table(
    "keys",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("at_us", BigInteger, nullable=False),
    Column("verifier", Text, nullable=False),
    Column("note", Text, nullable=False),
)
"""The public keys that ever signed for this ledger; in `note` each vouches for those before it."""

losses = Table(
    "losses",
    metadata,
    Column("link", Text, primary_key=True),
    Column("kept", BigInteger, primary_key=True),
    Column("at_us", BigInteger, primary_key=True),
    Column("known", BigInteger),
)
"""What a restore may have lost: a link's entries after `kept`, up to `known` where that can be told."""

writers = Table(
    "writers",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("opened_us", BigInteger, nullable=False),
)
"""Everyone who ever opened the ledger for writing; the number is the fence in every entry."""

heads = Table(
    "heads",
    metadata,
    Column("link", Text, primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("ts_us", BigInteger, nullable=False),
    Column("fence", Integer, nullable=False),
)
"""The last entry of each link, and the oldest writer that may still add one; locked to write."""

entries = Table(
    "entries",
    metadata,
    Column("link", Text, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("ts_us", BigInteger, nullable=False),
    Column("command_id", Text, unique=True),
    Column("once", Text),
    Column("body", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    UniqueConstraint("link", "once"),
)
"""The journal: one entry for each event, the last one of a command with its id; only ever added to.

`once` names what may happen only once: a round's start, a claim's award, an award's payment or reversal.
"""

postings = Table(
    "postings",
    metadata,
    Column("link", Text, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("account", Text, nullable=False),
    Column("units", BigInteger, nullable=False),
)
"""The double entry of each entry: units moved, summing to zero."""

balances = Table(
    "balances",
    metadata,
    Column("link", Text, primary_key=True),
    Column("account", Text, primary_key=True),
    Column("units", BigInteger, nullable=False),
)
"""What each account holds now: the sum of its postings, kept as we go."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("link", Text, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("note", Text, nullable=False),
)
"""A link's state at an entry, signed, so that a restart need not replay a year."""

horizons = Table(
    "horizons",
    metadata,
    Column("link", Text, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
)
"""Up to where a link's entries were moved to an archive after their years; the snapshot there is signed."""
