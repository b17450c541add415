"""The language in which a table game is said, and the reader of its files."""
