"""Exact values that are wrong on purpose."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.simulation.counted import Exact
from pitboss.simulation.exact import exact_values
from pitboss.simulation.job import Job


def planted_exact_values(monkeypatch: pytest.MonkeyPatch, bet: str, value: Fraction) -> None:
    """Let the analysis give this value for a bet to whoever simulates it."""

    def planted(job: Job) -> tuple[dict[str, Exact], dict[str, Exact], tuple[str, ...]]:
        values, decisions, notes = exact_values(job)
        return values | {bet: replace(values.get(bet, Exact(value)), expected_value=value)}, decisions, notes

    monkeypatch.setattr("pitboss.simulation.results.exact_values", planted)
