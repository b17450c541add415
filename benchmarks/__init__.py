"""Speeds beside public peers: one module per topic, each with `run() -> Report`."""
