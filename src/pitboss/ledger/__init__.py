"""The journal of money: append-only, double entry, chained and signed, on SQLite or PostgreSQL.

Nothing is answered before it is on disk, a repeated command gets the answer it had, and whatever does not
agree with itself stops play and says where.
"""

from pitboss.ledger.entries import AUDIT, Answer, Entry, Request
from pitboss.ledger.errors import (
    Broken,
    Fenced,
    Halted,
    LeaseTaken,
    RollbackDetected,
    Unavailable,
    UnsafeDatabase,
)
from pitboss.ledger.ledger import Ledger

__all__ = [
    "AUDIT",
    "Answer",
    "Broken",
    "Entry",
    "Fenced",
    "Halted",
    "LeaseTaken",
    "Ledger",
    "Request",
    "RollbackDetected",
    "Unavailable",
    "UnsafeDatabase",
]
