"""Pitboss: casino table games, their exact mathematics, jackpots and the floor, from one set of rules."""

from importlib.metadata import version

__version__ = version("pitboss")
