"""Ultimate Texas Hold'em as it was counted by itself: its settlement, its showdowns, its best play.

A second method for what the general engines count of it.
"""

from pitboss.analysis.cache import Version

VERSION = Version("oracle-holdem", 1)
"""Of nothing that ships."""
