"""Jackpots, pure: links, meters, rounds, claims, awards, envy and corrections as `decide` and `apply`.

One link is one serial stream of events; two sensors of a layout are two links. Amounts are whole units of a
millionth of a cent. `decide` reads a state and a command and gives events or a refusal, `apply` takes an
event in, `postings` is the event's double entry, `encode` its canonical text.
"""

from pitboss.jackpots.awards import Quote, quote
from pitboss.jackpots.codec import decode_answer, decode_command, decode_event, decode_state, encode
from pitboss.jackpots.commands import Command
from pitboss.jackpots.config import JackpotType, Level, LinkConfig, LinkTable, PayKind, PayLine, Policy
from pitboss.jackpots.decide import Decision, decide
from pitboss.jackpots.events import Event, Posting, alarms, postings
from pitboss.jackpots.refusals import Code, Refusal
from pitboss.jackpots.state import State, apply

__all__ = [
    "Code",
    "Command",
    "Decision",
    "Event",
    "JackpotType",
    "Level",
    "LinkConfig",
    "LinkTable",
    "PayKind",
    "PayLine",
    "Policy",
    "Posting",
    "Quote",
    "Refusal",
    "State",
    "alarms",
    "apply",
    "decide",
    "decode_answer",
    "decode_command",
    "decode_event",
    "decode_state",
    "encode",
    "postings",
    "quote",
]
