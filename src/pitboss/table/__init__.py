"""A live table: seats and chips, wagering limits, a round in progress, its history and its bots."""

from pitboss.table.bots import SIMPLE, Strategy, random_play
from pitboss.table.limits import BetLimit, Regulation, TableLimits, regulation_on
from pitboss.table.table import Player, Table

__all__ = [
    "SIMPLE",
    "BetLimit",
    "Player",
    "Regulation",
    "Strategy",
    "Table",
    "TableLimits",
    "random_play",
    "regulation_on",
]
