"""Every key of a description: what may stand behind it, and what it says, in one line each.

The JSON Schema for editors (`schema`) and the tables of `docs/game-file.md` are made from this declaration;
a test holds it against what the reader takes.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.games.language.acts import DRAWN_MAX
from pitboss.games.language.bets import IN_ACTION, LOSE
from pitboss.games.language.form import (
    BET_KINDS,
    FACES,
    OWNERS,
    ROUNDINGS,
    SHUFFLES,
    STANDINGS,
)
from pitboss.games.language.places import CARDS_MAX, DECKS_MAX, HANDS_MAX, JOKERS_MAX, SPLITS_MAX
from pitboss.games.language.rankings import BEST_MAX, shipped
from pitboss.games.language.reading import LETTER_MAX, ORIGINS, PARTS, TEXT_MAX
from pitboss.games.language.tables import SEATS_MAX, shared
from pitboss.games.language.told import SEATS

Schema = Mapping[str, Any]
DRAFT = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True, slots=True)
class Value:
    """What may stand behind a key: in words for the page, and as a JSON Schema for editors."""

    words: str
    schema: Schema


@dataclass(frozen=True, slots=True)
class Key:
    """A key with its value, and what it says."""

    name: str
    value: Value
    words: str
    default: str = ""
    """What counts if it is not there, in words; nothing where that goes without saying."""
    needed: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a description: its keys, and what may stand under names of one's own."""

    name: str
    words: str
    keys: tuple[Key, ...] = ()
    named: Key | None = None
    """The key that stands for every name of one's own, where there are such."""

    @property
    def schema(self) -> Schema:
        """Its JSON Schema; a key that is not declared is refused."""
        properties = {
            key.name: {**key.value.schema, "description": _sentence(key.words, key.default)}
            for key in self.keys
        }
        found: dict[str, Any] = {"type": "object", "description": self.words}
        if properties:
            found["properties"] = properties
        if needed := [key.name for key in self.keys if key.needed]:
            found["required"] = needed
        found["additionalProperties"] = (
            {**self.named.value.schema, "description": self.named.words} if self.named else False
        )
        return found


def _sentence(words: str, default: str) -> str:
    return f"{words} If it is left out: {default}." if default else words


# Values.

_NAMES = r"^(\{n\}|[a-z0-9+])(\{n\}|[a-z0-9+_-])*$"
_PATHS = r"^[^.]+(\.[^.]+)+$"
TEXT = Value("text", {"type": "string", "maxLength": TEXT_MAX})
SLUG = Value("slug", {"type": "string", "pattern": _NAMES})
OTHER = Value("slug", {"type": "string", "pattern": f"{_NAMES}|^$"})
"""A bet, or nothing, which an option may set."""
NAME = Value("name", {"type": "string", "pattern": _NAMES})
CONDITION = Value("condition", {"type": ["string", "boolean"]})
TRUTH = Value("true or false", {"type": "boolean"})
CARDS = Value("cards", {"type": "string", "examples": ["Qc3d2h"]})
SUM = Value("sum", {"type": "string", "examples": ["player", "hole + board", "player[1..3]"]})
DOLLARS = Value("dollars", {"type": "string", "examples": ["$1", "$10,000"]})
PATH = Value("path", {"type": "string", "pattern": _PATHS})
ANYTHING = Value("value of the same type", {})


def _number(low: int, high: int) -> Value:
    return Value(f"{low} to {high}", {"type": "integer", "minimum": low, "maximum": high})


def _one(names: Iterable[str]) -> Value:
    words = tuple(names)
    return Value(" \\| ".join(f"`{word}`" for word in words), {"enum": [*words]})


def _known(words: str, names: Iterable[str]) -> Value:
    """A name of one's own, or one of those that come with the program."""
    return Value(words, {"anyOf": [{"enum": [*names]}, {"type": "string", "pattern": _NAMES}]})


def _list(of: Value, words: str, least: int = 0) -> Value:
    found: dict[str, Any] = {"type": "array", "items": of.schema}
    return Value(words, found | ({"minItems": least} if least else {}))


def _either(*values: Value) -> Value:
    return Value(" or ".join(value.words for value in values), {"anyOf": [one.schema for one in values]})


def _table(of: Table, words: str = "") -> Value:
    return Value(words or f"table of [{of.name}](#{of.name})", {"$ref": f"#/$defs/{of.name}"})


def _rows(of: Table, least: int = 1) -> Value:
    return Value(
        f"list of [{of.name}](#{of.name})",
        {"type": "array", "minItems": least, "items": {"$ref": f"#/$defs/{of.name}"}},
    )


def _by_name(of: Value, words: str) -> Value:
    return Value(words, {"type": "object", "additionalProperties": of.schema})


TEXTS = _list(TEXT, "texts")
SLUGS = _list(SLUG, "slugs")
NUMBERS = _list(Value("", {"type": "integer", "minimum": 0}), "numbers")
EACH = Key("n", NUMBERS, "Stands for one for each number, which is put for `{n}` in its texts.")
SOURCE = Key("source", TEXT, 'The line of the text it is from, like `"004:112"`.')
RANKING = _known("ranking", shipped())
CELL = Value(
    "[cell](#what-a-line-pays)",
    {"type": "string", "examples": ["1 to 1", "push", "half", "lose", "table", "table or push", "margin"]},
)
CELLS = Value(
    "[cell](#what-a-line-pays), or a table of them",
    {
        "anyOf": [
            CELL.schema,
            {"type": "object", "required": ["otherwise"], "additionalProperties": CELL.schema},
        ]
    },
)
WHEN = Key("when", CONDITION, "When it holds.", "always")
PLACES = _by_name(_number(1, CARDS_MAX), "`{ place = n }`")


# The parts, the inner tables of each above it.

GAME = Table(
    "game",
    "What the game is called, and where its rules come from.",
    (
        Key("slug", SLUG, "Its name for programs, one of its own.", needed=True),
        Key("name", TEXT, "Its name for people.", needed=True),
        Key("words", TEXT, "The game in a sentence.", needed=True),
        Key("rules_from", _one(ORIGINS), "Where its rules come from.", "own"),
        Key("one_of", SLUGS, "Bets of which a seat lays at least one."),
        Key("aliases", TEXTS, "Short names for the command line; of shipped games only."),
        Key(
            "letter",
            _list(_number(1, LETTER_MAX), "numbers"),
            "Its numbers in the approval's list; of shipped games only.",
        ),
        Key("text", TEXT, "The approved text that `source`s are lines of; of shipped games only."),
    ),
)
DEALT = Table(
    "cards",
    "A short form of `[shoe]`, `[places]` and `[hands]`: player, dealer and board.",
    (
        Key("player", _number(1, CARDS_MAX), "The player's own cards.", needed=True),
        Key("ranking", RANKING, "How hands are ranked.", needed=True),
        Key("dealer", _number(0, CARDS_MAX), "The dealer's cards.", "0"),
        Key("dealer_up", _number(0, CARDS_MAX), "How many of them, the last, lie open.", "0"),
        Key("community", _number(0, CARDS_MAX), "The cards of the board, which count for all.", "0"),
        Key("first", _number(1, CARDS_MAX), "How many of the player's come with the deal.", "all"),
        Key("face_up", TRUTH, "Whether the players' cards lie open to all.", "false"),
        Key("burned", _number(0, CARDS_MAX), "Cards discarded unseen behind the deal.", "0"),
        Key("decks", _number(1, DECKS_MAX), "Decks in the shoe.", "1"),
        Key("joker", TRUTH, "Whether a joker, written `Jk`, is in each deck.", "false"),
        Key("remove_ranks", CARDS, 'Ranks that are not in the deck, like `"2345"`.'),
    ),
)
SHOE = Table(
    "shoe",
    "What is dealt from.",
    (
        Key("decks", _number(1, DECKS_MAX), "Decks in the shoe.", "1"),
        Key("jokers", _number(0, JOKERS_MAX), "Jokers in each deck, written `Jk`.", "0"),
        Key("remove", CARDS, 'Ranks like `"2345"`, or cards, that are not in the deck.'),
        Key("shuffled", _one(SHUFFLES), "When it is shuffled.", SHUFFLES[0]),
        Key("cut", _number(0, 52 * DECKS_MAX), "Cards behind the cut card of a shoe.", "0"),
    ),
)
PLACE = Table(
    "place",
    "Where cards lie, and who sees them.",
    (
        Key("cards", _number(0, CARDS_MAX), "Cards that come with the deal.", "0"),
        Key(
            "of",
            _one(OWNERS),
            "Whose cards they are.",
            "`dealer` for a name that begins so, `table` for `board`, else `seat`",
        ),
        Key("face", _one(FACES), "Who sees them.", "`own` of a seat, else `down`"),
        Key(
            "up",
            _either(_number(0, CARDS_MAX), NUMBERS),
            "The last n cards, or these positions, lie open.",
            "0",
        ),
        Key("hands", _number(1, HANDS_MAX), "Hands of this place that a seat has.", "1"),
        Key("splits", _number(1, SPLITS_MAX), "The most hands that one may become by splits.", "1"),
        Key("in_turn", TRUTH, "Of the board: dealt when it is opened, and not before.", "false"),
        SOURCE,
    ),
)
PLACES_PART = Table(
    "places",
    "Where cards lie: a number of cards, or more about them, by a name of one's own.",
    named=Key("NAME", _either(_number(1, CARDS_MAX), _table(PLACE)), "The place of this name, or its cards."),
)
HAND = Table(
    "hand",
    "Cards that are ranked together.",
    (
        Key("from", SUM, "The places whose cards it is made of.", needed=True),
        Key("ranking", RANKING, "How it is ranked.", "the usual ranking"),
        Key("best", _number(1, BEST_MAX), "How many of its cards make the hand.", "as the ranking says"),
        Key(
            "exactly",
            _by_name(_number(0, BEST_MAX), "`{ place = n }`"),
            "How many cards must come from which place.",
        ),
    ),
)
HANDS = Table(
    "hands",
    "What is ranked: sums of places, by a name of one's own.",
    (Key("ranking", RANKING, "The usual ranking of hands and places."),),
    Key("NAME", _either(SUM, _table(HAND)), "The hand of this name, or the places it is made of."),
)
CLASS = Table(
    "class",
    "A class of hands, better than those below it.",
    (
        Key("name", NAME, "What paytables and conditions call it.", needed=True),
        Key("when", CONDITION, "What its cards must be; the last class has none."),
        Key("by", _one(("rank",)), "One class for each rank: pair-of-aces, pair-of-kings and so on."),
        Key("also", TEXTS, "Further names, which several classes may share."),
        Key(
            "number",
            Value("number", {"type": "integer", "minimum": 0}),
            "Its number in the names of a `range`.",
        ),
        EACH,
    ),
)
RANKING_PART = Table(
    "ranking",
    "A ranking of one's own, where none that ships serves.",
    (
        Key("name", SLUG, "What `[cards]`, `[hands]` and tables call it.", needed=True),
        Key("classes", _rows(CLASS), "The classes, the best first.", needed=True),
        Key("words", TEXT, "What such hands are called in messages."),
        Key("best", _number(0, BEST_MAX), "How many cards make a hand; 0 is all.", "0"),
        Key(
            "ace",
            _one(("both", "high", "low", "round")),
            "How an ace stands in runs; `round` takes K-A-2.",
            "both",
        ),
        Key("wheel", _one(("lowest", "second")), "Where the run from the ace up stands.", "lowest"),
        Key("wild", TEXTS, "Wild cards: ranks, cards or `joker`."),
        Key("bug", TRUTH, "A wild card is an ace, or completes a run or a flush.", "false"),
        Key(
            "fill", _one(("absent", "any")), "A wild card's rank in a flush: an absent one, or any.", "absent"
        ),
        Key(
            "values",
            _by_name(
                Value(
                    "",
                    {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]},
                ),
                "`{ ace = [1, 11] }`",
            ),
            "What each rank counts in `total` and `points`.",
        ),
        Key("limit", _number(0, 1_000), "The `total` that a hand may not exceed.", "none"),
        Key("modulo", _number(0, 1_000), "`points` are the rest of the total by this number.", "none"),
        Key("ladder", RANKING, "The ranking on whose classes hands of both compare."),
        Key(
            "ties",
            TEXTS,
            'What tells hands of one class apart: `"groups"`, `"suit"`, or numbers like `"top"`.',
            '`["groups"]`',
        ),
        Key("or_better", TEXT, "What names end with that take in all better classes.", "or-better"),
        Key("or_less", TEXT, "What names end with that take in all lower classes.", "or-less"),
        Key("range", TEXT, "How names of several numbered classes are made of `{low}` and `{high}`."),
    ),
)
TERMS = Table(
    "terms",
    "Words of the rules, by names of one's own; each may use those above it, and options may set them.",
    named=Key(
        "NAME",
        Value("condition, number, true or false", {"type": ["string", "boolean", "integer"]}),
        "What the word stands for.",
    ),
)
CHOICE = Table(
    "choice",
    "What a seat may answer, and what that does, in the order of these keys.",
    (
        Key("name", NAME, "What conditions and clauses call it.", needed=True),
        Key("label", TEXT, "What its button says.", "its name"),
        Key("when", CONDITION, "When it is offered.", "always"),
        Key("with_hand", NAME, "Only to own cards of this class."),
        Key("below", CARDS, "Only to own cards lower than these."),
        Key("folds", TRUTH, "Ends the round for the seat; does nothing besides.", "false"),
        Key("takes_back", SLUGS, "Bets that go back to the seat."),
        Key(
            "bets",
            _by_name(Value("", {"type": ["integer", "string"]}), "`{ bet = size }`"),
            'Bets it lays: a multiple like `2`, `"up to 1/2"`, `"up to any"` or `"up to paid(BET)"`.',
        ),
        Key("takes", NAME, "The place whose cards join the hand."),
        Key("discards", NAME, "The place whose cards are given up."),
        Key("swaps", TEXTS, "Two cards that change places, like `hand-1[2]`."),
        Key(
            "exchanges",
            _either(NUMBERS, TEXT),
            'Positions from the lowest card up, or one choice for each selection: `"up to 2"`, `"1 to 3"`.',
        ),
        Key("deals", _number(1, CARDS_MAX), "Cards dealt to the hand."),
        Key("splits", TRUTH, "The second card begins a hand of its own.", "false"),
        Key("again", TRUTH, "The hand is asked once more.", "false"),
        SOURCE,
    ),
)
ACT = Table(
    "act",
    "A step of the round, in the order of the file: one verb, and what goes with it.",
    (
        Key("name", NAME, "What conditions and bets call it.", "act-1, act-2, …"),
        Key("when", CONDITION, "The act is left out where this is false.", "always"),
        Key("for", NAME, "A place of several hands: the act is done for each."),
        Key("turn", TEXT, "Neighbouring acts of one turn are made by a seat together."),
        Key("deals", _either(TEXT, TEXTS, PLACES), "Verb: deals cards to places, in their order."),
        Key("burns", _number(1, 52), "Verb: cards that go to the discards unseen."),
        Key("opens", _either(TEXT, PLACES), "Verb: turns up all cards of a place, or the next n."),
        Key("tells", CONDITION, "Verb: says to all whether this holds."),
        Key("ends", TRUTH, "With `tells`: nobody decides any more if it holds.", "false"),
        Key("asks", TEXT, "Verb: asks each seat; with `cuts`, the seat lays the cards."),
        Key("choices", _rows(CHOICE), "With `asks`: what may be answered."),
        Key("while", CONDITION, "With `asks`: `again` asks once more only while this holds.", "always"),
        Key("draws", NAME, "Verb: the place that gets cards while the rule says `draw`."),
        Key("most", _number(1, DRAWN_MAX), "With `draws`: the most cards drawn.", str(DRAWN_MAX)),
        Key("cuts", NAME, "Verb: lays all cards of this place into others."),
        Key("into", PLACES, "With `cuts`: the places, and how many cards each gets."),
        Key("legal", CONDITION, "With `cuts`: which ways are allowed.", "as the rule says"),
        Key("exchanges", NAME, "Verb: the place whose cards the rule exchanges."),
        Key("rule", NAME, "With `draws`, `cuts` and `exchanges`: the rule that decides."),
        Key("settles", SLUGS, "Verb: settles these bets as soon as they are certain."),
        SOURCE,
    ),
)
STAGE = Table(
    "stage",
    "A short form of acts: cards, then a decision, asked for until all it can lay is laid.",
    (
        Key("name", NAME, "What conditions and clauses call it.", needed=True),
        Key("prompt", TEXT, "What the seat is asked.", needed=True),
        Key("choices", _rows(CHOICE), "What may be answered.", needed=True),
        Key("opens", _number(0, CARDS_MAX), "Cards of the board turned up before.", "0"),
        Key("deals", _number(0, CARDS_MAX), "Own cards dealt before.", "0"),
    ),
)
RULE_LINE = Table(
    "rule-line",
    "A line of a rule; the first that holds decides.",
    (
        WHEN,
        Key("then", _one(("draw", "stand")), "Of a rule that draws: what it says."),
        Key("wants", TEXTS, "Of a cut or an exchange: wishes in order, a condition, `most X` or `least X`."),
    ),
)
RULE = Table(
    "rule",
    "How the house decides: a drawing rule, or a house way.",
    (
        Key("name", NAME, "What acts call it.", needed=True),
        Key("lines", _rows(RULE_LINE), "The first that holds decides; the last has no `when`.", needed=True),
        Key("parts", TEXTS, "Of a cut: names for the places of `into`, in their order."),
        Key("legal", CONDITION, "Of a cut: which ways are allowed.", "all"),
    ),
)
DEALER = Table(
    "dealer",
    "When the dealer plays; makes the terms `qualifies` and `no-hand`.",
    (
        Key("qualifies", Value("cards or condition", TEXT.schema), "The lowest hand that qualifies."),
        Key("always_against", NAME, "A class of the player's against which the dealer always plays."),
        Key("no_hand_first", SLUGS, "Bets settled before any hand is opened if the dealer has none."),
    ),
)
SETTLE_LINE = Table(
    "settlement-line",
    "A line of a settlement list; the first that holds counts.",
    (
        Key("name", NAME, "What clauses and options call it."),
        WHEN,
        Key("pays", CELLS, "What the bet is paid.", needed=True),
        Key(
            "at_once",
            CONDITION,
            "The dealer settles by it as soon as it is certain, not at the end.",
            "false",
        ),
        Key("says", TEXT, "What the dealer says then."),
        SOURCE,
    ),
)
ENDS = Table(
    "ends",
    "A short form of a settlement list: the ends of a round by their names.",
    (
        Key("fold", CELLS, "The seat folded.", "lose"),
        Key(
            "no_hand",
            Value(f"{CELLS.words}, or `compare`", CELLS.schema),
            "The dealer doesn't qualify; `compare` compares all the same.",
        ),
        Key("win", CELLS, "`player` is higher than `dealer`."),
        Key("tie", CELLS, "They are equal."),
        Key("lose", CELLS, "`player` is lower."),
        Key("hand", CELLS, "In place of these: nobody folded, and there is no dealer's hand."),
    ),
)
LINE = Table(
    "line",
    "A condition by the name that a table gives it.",
    (
        Key("when", CONDITION, "What must hold.", needed=True),
        Key("name", NAME, "Its name, with `{n}`."),
        EACH,
    ),
)
BONUS = Table(
    "bonus",
    "A bonus line: paid by a table to whoever stayed in, on the bet it belongs to.",
    (
        Key("table", SLUG, "The paytable, and its slug.", needed=True),
        Key("name", TEXT, "Its name for people.", "made of the table's"),
        Key("reads", SUM, "The cards it is paid on.", "player"),
        Key("as_of", NAME, "The act after which they are read.", "end"),
        Key("after", TEXTS, "Only after one of these choices.", "all"),
    ),
)
BET = Table(
    "bet",
    "A bet: when and how large it is laid, and how it is settled.",
    (
        Key("slug", SLUG, "What the file calls it.", needed=True),
        Key("name", TEXT, "What people call it.", needed=True),
        Key("words", TEXT, "The bet in a sentence."),
        Key("kind", _one(BET_KINDS), "`counted` has a sheet, and no table takes it.", "base"),
        Key("required", TRUTH, "Every seat lays it.", "false"),
        Key("on", NAME, "A place of several hands: one such bet for each."),
        Key("of", SLUG, "Laid in the round: the bet whose size it goes by."),
        Key(
            "multiples",
            _list(_number(1, 100), "numbers"),
            "Laid in the round: how many times that bet.",
        ),
        Key(
            "up_to", Value('`"1"`, `"1/2"`, `"any"`, `"paid(BET)"`', TEXT.schema), "Or up to this part of it."
        ),
        Key("equals", OTHER, "It is as large as this bet."),
        Key("at_most", OTHER, "It is at most as large as this bet."),
        Key("needs", SLUGS, "Laid only with all these bets."),
        Key("needs_one", SLUGS, "Laid only with one of these bets."),
        Key("not_with", SLUGS, "Not laid with any of these bets."),
        Key("wager", DOLLARS, "Its fixed size."),
        Key("most", DOLLARS, "The most that is taken on it."),
        Key("rides", SLUG, "No money is laid: a win is reckoned on this bet, a loss costs nothing."),
        Key("reads", SUM, "The cards it is settled by.", "`player`, or the hand of `on`"),
        Key(
            "as_of",
            NAME,
            "The act after which they are read; `kept`: those dealt that are still there.",
            "end",
        ),
        Key(
            "reads_by",
            _by_name(SUM, '`{ poker = "first-five" }`'),
            "What tables of a ranking read in its place.",
        ),
        Key("best", _number(1, BEST_MAX), "`lines` hold for some n of the cards."),
        Key(
            "settles",
            Value(
                "list of [settlement-line](#settlement-line), [ends](#ends), or `price`",
                {
                    "anyOf": [
                        {"enum": ["price"]},
                        {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/settlement-line"}},
                        {"$ref": "#/$defs/ends"},
                    ]
                },
            ),
            "How it is settled; `price` is collected when laid.",
            "by its table",
        ),
        Key("like", SLUG, "After its own lines, those of this bet."),
        Key("table", SLUG, "The paytables it is paid by."),
        Key(
            "lines",
            _by_name(
                Value("", {"anyOf": [CONDITION.schema, {"$ref": "#/$defs/line"}]}),
                "conditions or [line](#line), by name",
            ),
            "Lines of its tables that are no class of a ranking.",
        ),
        Key("bonus", _table(BONUS), "A bonus line besides."),
        Key(
            "after_fold",
            _one((LOSE, IN_ACTION)),
            "What becomes of it when the seat folds.",
            "`in-action` of a side bet, else `lose`",
        ),
        Key("at_once", TRUTH, "Settled after the deal, before any decision.", "false"),
        Key("commission", Value('`"5%"`', TEXT.schema), "What the house keeps of a win."),
        Key("rounds", _one(ROUNDINGS), "How odd cents are paid.", ROUNDINGS[0]),
        Key("listed", TRUTH, "No pay scale is public: the house enters its own.", "false"),
        SOURCE,
        EACH,
    ),
)
FIRST = Table(
    "first",
    "What is settled before any hand is opened.",
    (
        Key("when", CONDITION, "When it is.", needed=True),
        Key("bets", SLUGS, "The bets.", needed=True),
    ),
)
SETTLEMENT = Table(
    "settlement",
    "The order in which the dealer settles.",
    (
        Key("seats", _one(SEATS), "The order of the seats.", SEATS[0]),
        Key("bets", SLUGS, "The order of the bets of a seat.", "as in the file"),
        Key("first", _table(FIRST), "What comes before all hands."),
        Key("last", SLUGS, "Bets settled when all seats are done."),
    ),
)
PAYS = _by_name(
    Value("", {"anyOf": [TEXT.schema, {"type": "array", "items": {"type": "string"}}]}), "`{ hand = pay }`"
)
PAYTABLE = Table(
    "table",
    "A paytable; the first of a bet is the default.",
    (
        Key("designator", TEXT, "Its name, one of its own.", needed=True),
        Key("bet", SLUG, "The `table` of the bets it pays.", needed=True),
        Key("pays", PAYS, "What each hand pays, the best first.", needed=True),
        Key("ranking", RANKING, "How the cards are ranked; `class-margins` for `margin`.", "as the hand is"),
        Key("reads", SUM, "The cards it reads, in place of the bet's."),
        Key("only", CONDITION, "When it may be dealt."),
        Key("wager", DOLLARS, "Of a jackpot: the wager."),
        Key("seed", DOLLARS, "Of a jackpot: the meter after an award."),
        Key(
            "hands_dealt",
            _list(_number(1, SEATS_MAX + 1), "numbers"),
            "Of the highest hand: the numbers of hands dealt; a line then lists a pay for each.",
        ),
        Key("envy", _by_name(DOLLARS, "`{ hand = dollars }`"), "Of a jackpot: what other seats get."),
        Key("source", TEXT, "The public text it is from."),
        Key("standing", _one(STANDINGS), "How sure it is.", STANDINGS[0]),
    ),
)
_ODDS = _list(Value("", {"type": ["integer", "string"]}), "odds")
GRID_ROW = Table(
    "paytable-row",
    "A paytable in one line: its odds in the order of `hands`.",
    (
        Key("designator", TEXT, "Its name, one of its own.", needed=True),
        Key("to_1", _ODDS, "Odds to one: whole numbers, 0 for a push, or a text."),
        Key("pays", _ODDS, "The same where the group has `odds`."),
        Key("only", CONDITION, "When it may be dealt."),
        Key("source", TEXT, "The public text it is from."),
        Key("standing", _one(STANDINGS), "How sure it is.", STANDINGS[0]),
    ),
)
PAYTABLES = Table(
    "tables",
    "Paytables of the same hands.",
    (
        Key("bet", SLUG, "The `table` of the bets they pay.", needed=True),
        Key("hands", SLUGS, "The hands that pay, the best first."),
        Key("pays", _rows(GRID_ROW), "The tables."),
        Key("odds", _one(("to 1", "for 1")), "How whole numbers of `pays` are meant.", "`to_1`"),
        Key("first", TEXT, "The designator of the default.", "the first"),
        Key("shared", _one(shared().data), "In place of hands and pays: tables that shipped games share."),
        Key("ranking", RANKING, "How the cards are ranked.", "as the hand is"),
        Key("reads", SUM, "The cards they read, in place of the bet's."),
        Key("only", CONDITION, "When they may be dealt."),
        Key("source", TEXT, "The public text they are from."),
    ),
)
OUTSIDE = Table(
    "outside",
    "The sentence that rules a value out; it is then for analysis only.",
    (
        Key("words", TEXT, "The sentence.", needed=True),
        SOURCE,
        Key("with", _by_name(TEXT, "`{ option = value }`"), "Only together with these values."),
    ),
)
OPTION_VALUE = Table(
    "option-value",
    "A value of an option.",
    (
        Key("value", TEXT, "What is typed for it.", needed=True),
        Key(
            "sets",
            _by_name(ANYTHING, "`{ path = value }`"),
            "What it changes in this file; the first value sets nothing.",
        ),
        Key("says", TEXT, "What a clause takes in where it names the option in braces."),
        Key("outside", _table(OUTSIDE), "What rules it out."),
        SOURCE,
    ),
)
OPTION = Table(
    "option",
    "What the house chooses.",
    (
        Key("name", TEXT, "What is typed for it.", needed=True),
        Key("words", TEXT, "What is chosen, in a sentence.", needed=True),
        Key("values", _rows(OPTION_VALUE, 2), "The values, the default first.", needed=True),
        Key("amount", PATH, "The path of an amount that the house may choose in dollars."),
        Key("any_order", PATH, "The path of a list that the house may put in any order."),
        SOURCE,
    ),
)
CLAUSE = Table(
    "clause",
    "A rule in words.",
    (
        Key("number", _number(1, 99), "Its number.", needed=True),
        Key("words", TEXT, "The rule; `{option}` takes in what its value says.", needed=True),
        Key("decides", TEXTS, "What it settles: bets, lines, or `bet.line`."),
        Key(
            "says",
            _by_name(TEXT, "`{ line = sentence }`"),
            "What the dealer says then; may name `{player}`, `{dealer}` and `{odds}`.",
        ),
        SOURCE,
    ),
)
CHECK = Table(
    "check",
    "What a dealer must know about handling the cards.",
    (
        Key("name", SLUG, "Its name.", needed=True),
        Key("asks", TEXT, "The question.", needed=True),
        Key("answers", _list(TEXT, "texts", 2), "The answers, the right one first.", needed=True),
        Key("clause", _number(1, 99), "The clause that answers it.", needed=True),
        Key("after", TEXT, "The act, or `act.choice`, after which it comes.", "deal"),
        SOURCE,
    ),
)
FACE = Table(
    "face",
    "What the felt prints.",
    (
        Key("short", TEXT, "The letters that name its tables.", "initials"),
        Key("printed", TEXTS, "The lines on the felt."),
    ),
)
ONCE: Mapping[str, Table] = {
    "game": GAME,
    "cards": DEALT,
    "shoe": SHOE,
    "places": PLACES_PART,
    "hands": HANDS,
    "terms": TERMS,
    "dealer": DEALER,
    "settlement": SETTLEMENT,
    "face": FACE,
}
"""Parts that stand once, under `[name]`."""
MANY: Mapping[str, Table] = {
    "ranking": RANKING_PART,
    "act": ACT,
    "stage": STAGE,
    "rule": RULE,
    "bet": BET,
    "table": PAYTABLE,
    "tables": PAYTABLES,
    "option": OPTION,
    "clause": CLAUSE,
    "check": CHECK,
}
"""Parts of which there may be several, each under `[[name]]`."""
INNER: Mapping[str, tuple[Table, ...]] = {
    "places": (PLACE,),
    "hands": (HAND,),
    "ranking": (CLASS,),
    "act": (CHOICE,),
    "rule": (RULE_LINE,),
    "bet": (SETTLE_LINE, ENDS, LINE, BONUS),
    "settlement": (FIRST,),
    "tables": (GRID_ROW,),
    "option": (OPTION_VALUE, OUTSIDE),
}
"""The tables inside a part, where they are first met."""
assert {*ONCE, *MANY} == {*PARTS}


def tables() -> Iterator[Table]:
    """Every table, in the order of the parts, each with those inside it."""
    for part in PARTS:
        yield ONCE.get(part) or MANY[part]
        yield from INNER.get(part, ())


def schema() -> dict[str, Any]:
    """The JSON Schema of a description, for completion and hover in editors.

    >>> schema()["$defs"]["face"]["properties"]["short"]["type"]
    'string'
    """
    once = {name: {"$ref": f"#/$defs/{table.name}"} for name, table in ONCE.items()}
    many = {
        name: {"type": "array", "items": {"$ref": f"#/$defs/{table.name}"}} for name, table in MANY.items()
    }
    parts = {**once, **many}
    return {
        "$schema": DRAFT,
        "title": "Game",
        "description": "A table game: one file, `game.toml`, without a line of code.",
        "type": "object",
        "properties": {part: parts[part] for part in PARTS},
        "required": ["game", "bet"],
        "additionalProperties": False,
        "$defs": {table.name: table.schema for table in tables()},
    }
