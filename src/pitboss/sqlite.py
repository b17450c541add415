"""SQLite: the library that the pysqlite3 wheel brings, or Python's own on systems that have no such wheel.

The wheel's has no WAL-reset bug, by which acknowledged commits can vanish. Python's own may be older: the
ledger asks for its version, and then keeps play chips in it but no money.
"""

try:
    import pysqlite3.dbapi2 as sqlite
except ModuleNotFoundError:
    import sqlite3 as sqlite

__all__ = ["sqlite"]
