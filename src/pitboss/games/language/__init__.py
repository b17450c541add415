"""The language in which a table game is said, and the reader of its files.

A description is one TOML file and holds no code. `read` and `parse` make of it a `Game`, the general form,
under the default of each option; `Game.under` reads it again under others. What is wrong is refused with file
and line, all mistakes at once. The rooms:

    conditions   the grammar of conditions          meaning    what their names mean, and their types
    expressions  a condition as a tree with types   bounds     what of it is certain without a card
    form         the general form                   evaluate   a condition, a class, a comparison, plainly
    rankings     rankings as data, `rankings.toml`  sight      what is seen, and how many cards are there
    places, acts, bets, tables, options, told       the parts of a file, short forms among them
    reading      a whole file, under its options    checks     what the parts must say about each other
"""

from pitboss.games.language.form import Game
from pitboss.games.language.reading import parse, read

__all__ = ["Game", "parse", "read"]
