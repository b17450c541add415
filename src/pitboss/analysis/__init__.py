"""Exact mathematics, one module per game; `pitboss.analysis.registry` says which bet is analysed where."""
