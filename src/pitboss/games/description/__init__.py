"""Reads a game's description (`game.toml`), strictly: only data, refused with file and line where wrong.

    [game]      name, slug, family, words, rules_from, its numbers in the approval's `letter`, `aliases`, and
                `one_of`: bets of which a seat lays at least one
    [cards]     player, dealer and dealer_up, community, ranking (a hand kind), a `joker` in the deck or not;
                remove_ranks for a short deck; in war how many `decks`; how many of the player's are dealt
                `first`, where stages deal more
    [[bet]]     a base bet with what it `settles` at each end of the round, a side bet with its `table` and
                the cards it `reads`, or the `highest` hand at the table; one of kind `counted` is for
                comparison, and no table takes it
    [[stage]]   a turn of decisions: `opens` community cards and `deals` own ones, then offers `choices`: the
                `bets` it lays, those it `takes_back`, whether it `folds`, the cards it `exchanges`, the hand
                it needs (`with_hand`); a seat that has laid all that a stage can lay is not asked
    [dealer]    `qualifies`: the lowest hand with which the dealer plays; `always_against` which hands
    [[table]]   a paytable: the odds by the hand names of its ranking; a jackpot's with its wager
    [[tables]]  paytables of the same hands, a line each; or those that several games have, by `shared`
    [[option]]  what the house chooses; each value sets values of this very file by their names
    [[clause]]  the rules in words, numbered; what each `decides`, and what the dealer `says` then
    [[check]]   what a dealer has to know about the cards: a question, and answers, the right one first
    [settlement] in which order the `seats` are settled
    [face]      what the felt prints

Bets may name the `source`, the line of the approved text that says how they are laid, and values of options
the sentence that puts them `outside` of it. Printed tables may stand in a `paytables.toml` beside
the description, with the lines where each is printed.

A base bet is one small table, read by script, engine and kernel alike: what it pays at each end of the round
(`fold`, `no_hand`, `win`, `tie`, `lose`; against a paytable `fold` and `hand`; in war `fold`, `win`, `lose`,
and `war_win`, `war_tie`, `war_lose` after the second deal).
"""

from pitboss.games.description.model import (
    AGAINST_DEALER,
    AGAINST_PAYTABLE,
    COUNTED,
    ENDS,
    HIGHEST,
    ORDER,
    READS,
    SIDES,
    STANDINGS,
    WAR,
    WITH_JOKER,
    BetRow,
    Bonus,
    Cards,
    Cell,
    CheckRow,
    ChoiceRow,
    ClauseRow,
    Description,
    Face,
    OptionRow,
    StageRow,
    TableRow,
)
from pitboss.games.description.reading import parse, read

__all__ = [
    "AGAINST_DEALER",
    "AGAINST_PAYTABLE",
    "COUNTED",
    "ENDS",
    "HIGHEST",
    "ORDER",
    "READS",
    "SIDES",
    "STANDINGS",
    "WAR",
    "WITH_JOKER",
    "BetRow",
    "Bonus",
    "Cards",
    "Cell",
    "CheckRow",
    "ChoiceRow",
    "ClauseRow",
    "Description",
    "Face",
    "OptionRow",
    "StageRow",
    "TableRow",
    "parse",
    "read",
]
