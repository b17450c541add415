"""A live table: seats and chips, wagering limits, a round in progress, its history and its bots."""

from pitboss.table.bots import Strategy, random_play, simple
from pitboss.table.limits import BetLimit, Regulation, TableLimits, regulation_on
from pitboss.table.table import Player, Table

__all__ = [
    "BetLimit",
    "Player",
    "Regulation",
    "Strategy",
    "Table",
    "TableLimits",
    "random_play",
    "regulation_on",
    "simple",
]
