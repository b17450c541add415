"""Exact mathematics; `pitboss.analysis.registry` says which bet is analysed where."""
