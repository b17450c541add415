"""Any described game compiled: one kernel for each family, told by tables what is dealt, decided and paid.

A seat's round comes down to a *state*: the decisions taken, how the round ended, and the class of the hand. A
table has the code of each bet in each state, made from the very cells that the script settles by. Bets that
read other cards than the player's hand are read apart.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations
from math import comb
from typing import Any

import numpy as np

from pitboss.analysis.families import alternating, suit_stages, war
from pitboss.analysis.families.community.by_rules import by_rule
from pitboss.analysis.families.deals import Deck, every, ids
from pitboss.analysis.families.deciding import RIVER, Node, Player, decisions_of, refused, size_at, tree
from pitboss.analysis.families.payoff import FOLD
from pitboss.analysis.families.upcards import folding
from pitboss.arrays import Bools, Bytes, Choices, Words
from pitboss.cards import CARDS
from pitboss.games import Rules
from pitboss.games.description import AGAINST_DEALER, BEATEN, ENDS, HIGHEST, WAR, BetRow, Description
from pitboss.games.features import boarded, sight_size
from pitboss.hands.bulk import tables
from pitboss.hands.kinds import MARGINS, Kind, Strengths, kind, lanes
from pitboss.hands.sums import summed
from pitboss.hands.wild import bug_tables
from pitboss.simulation import boards, upcards
from pitboss.simulation.compiled import Compiled, Lots
from pitboss.simulation.dealing import COLUMNS_MAX, U
from pitboss.simulation.described_kernel import (
    BUG,
    BY_COLOUR,
    BY_OWNER,
    BY_PLACE,
    BY_SUIT,
    BY_TABLE,
    CLASSES,
    NO_BUG,
    PART,
    SEVERAL,
    WHOSE,
    Known,
    hash_choices,
    keys_of,
    room,
    settle,
    simulate,
    spread,
    spread_large,
)
from pitboss.simulation.job import TWO_EXCHANGED, player_of
from pitboss.simulation.looking_up import LOOKED_UP_MAX, Lookups, lookable, numbers_of, sets_of
from pitboss.simulation.paying import Coding, Worth


def prepare(rules: Rules, laid: Mapping[str, int], seats: int, strategy: str) -> Compiled:
    """The game of a description ready to be simulated."""
    game = rules.game.description
    assert game is not None
    worth = Worth(rules, game, laid, seats)
    _refuse(worth)
    nodes, after = tree(game)
    bets = [*game.base, *(bet for bet in game.bets if bet.kind == "side")]
    bets += [bet for bet in game.bets if bet.kind == "jackpot"]
    cards, ranking = game.cards, game.cards.ranking
    lookups = Lookups(game)
    player_from = dealer_from = 0
    theirs = (cards.dealer + cards.community,) if cards.dealer else ()
    sizes = cards.player + cards.community, cards.packet + cards.community, *theirs
    summed_up = all(map(ranking.sums, sizes))
    looked_up = not summed_up and ranking is not BUG
    if summed_up:
        lookups.number(ranking, *sizes)
    elif ranking.by_suit:
        player_from = lookups.by_suit(ranking)
    elif looked_up:
        player_from = lookups.start(ranking, cards.player + cards.community, "a hand has")
        if cards.dealer and cards.dealer != cards.player:
            dealer_from = lookups.start(ranking, cards.dealer + cards.community, "the dealer's hand has")
    assert player_from == 0
    codings = [Coding(game, bet.name) for bet in bets]
    # A fold first, then the ends of a showdown: once, or once for each margin.
    fold, *shown = ENDS[game.family]
    by = range(len(MARGINS) if game.by_margin else 1)
    ends = [(fold, 0), *((end, margin) for margin in by for end in shown)]
    twice = game.family == WAR
    width = 1 + len(game.base) if twice else 1 + len(bets)
    classes = ranking.classes[:1] if twice else ranking.classes
    codes = np.zeros((1 if twice else len(nodes), len(ends), len(classes), width), np.uint8)
    for number, node in enumerate(nodes):
        place = 0 if twice else number
        for at, (end, margin) in enumerate(ends):
            decided = not twice or end == FOLD or (end in war.SECOND) == bool(node.decisions)
            if (end == FOLD) == node.folded and decided:
                codes[place, at, :, 0] = number
                for held, hand in enumerate(classes):
                    for column, (bet, coding) in enumerate(zip(bets[: width - 1], codings, strict=False), 1):
                        if bet.kind == "base":
                            net = worth.base(bet, node, end, hand, margin)
                            codes[place, at, held, column] = coding.code(*net)
                        elif _of_hand(worth, bet):
                            found = worth.side(bet, node.folded, hand)
                            codes[place, at, held, column] = coding.code(*found)
    apart = _apart(worth, () if twice else bets, codings, lookups)
    by_cards = [*range(width, 1 + len(bets))] or sorted({*apart["reads"][:, 0].tolist()})
    if any(any(coding.envy) for coding in codings[:-1]):
        raise refused(game, "more than one of its bets pays envy")
    decides = game.unit.slug in laid
    player = player_of(rules, strategy)
    known = {
        "sums": summed([*lookups.summed.items()] or [(kind("five-card"), ())]),
        "ranking": tables(),
        "bug": bug_tables() if ranking is BUG else NO_BUG,
        "joker": ranking is BUG,
        "player": U(cards.player),
        "packet": U(cards.packet),
        "own_from": U(bool(cards.offered and cards.offered.first)),
        "burned": U(0 if cards.community or twice else cards.burned),
        "first": U(cards.first or cards.player),
        "dealer": U(cards.dealer),
        "community": U(cards.community),
        "looked_up": looked_up,
        "width": U(ranking.by_suit.strengths.shape[1] if ranking.by_suit else 0),
        "lanes": lanes(),
        "coloured": U(bool(ranking.by_suit and ranking.by_suit.by_colour)),
        "digits": np.append(alternating.digits_of(CARDS), np.zeros(2, np.uint64)),
        "hashed": np.zeros(1, np.uint64),
        "hashed_else": U(0),
        "dealer_from": U(dealer_from),
        "places": ranking.places(),
        "qualifies": np.int64(game.qualifying_strength),
        "always": np.array([hand in game.always_against for hand in ranking.classes]),
        "decides": decides,
        "boarded": False,
        **dict.fromkeys(("flops", "boards"), np.zeros(1, np.uint32)),
        **dict.fromkeys(("boards_from", "rivers_from"), np.zeros(1, np.uint64)),
        "river_bits": U(1),
        "rivers": np.zeros(1, np.uint8),
        "views": np.zeros((1, 1), np.uint16),
        "choice_bits": U(1),
        "by_strength": np.zeros((1, 1), np.uint8),
        "upcards": np.zeros((1, 1), np.uint64),
        "large": np.zeros(1, np.uint64),
        "unseen": np.zeros(1, np.uint8),
        "shown": cards.dealer_up == 1,
        "several": False,
        **dict.fromkeys(("up_classes", "fold_rows"), np.zeros(1, np.uint16)),
        **dict.fromkeys(("fold_bounds", "fold_which"), np.zeros((1, 1), np.uint16)),
        "fold_words": np.zeros(1, np.uint64),
        "fold_choice": U(0),
        "opens": np.array([stage.opens for stage in game.stages], np.uint64),
        "deals": np.array([stage.deals for stage in game.stages], np.uint64),
        "policy": np.zeros(1, np.uint8),
        **dict.fromkeys(("policy_from", "slots", "slot", "lone_slot"), np.zeros(1, np.uint64)),
        "asks": np.array([len(game.stages) if node.folded else node.stage for node in nodes], np.uint64),
        "after": after,
        "folds": np.array([node.folded for node in nodes]),
        "takes": np.array([node.takes for node in nodes]),
        "draws": U(game.draws),
        "throws": np.array([node.throws for node in nodes], np.uint64),
        "by_margin": game.by_margin,
        "ends": U(len(ends)),
        "classes": U(len(classes)),
        "codes": codes.reshape(-1, width),
        "by_state": np.array([at for at in range(width) if at not in by_cards], np.uint64),
        "by_cards": np.array(by_cards, np.uint64),
        "word": U(9 if cards.decks == 1 else 6),
        "by_held": np.zeros((0, 1), np.uint8),
        "twice": PART if twice else (),
        "burned_twice": U(cards.burned),
        "burned_each": cards.burn_each,
        "pairs": _pairs(worth, bets[len(game.base) :], codings[len(game.base) :] if twice else ()),
        **apart,
        **(_choices(player, nodes, after) if decides else {"staged": False}),
        "strengths": np.concatenate([*lookups.strengths, np.zeros(1, np.uint16)]),
    }
    jackpots = [bet for bet in bets if bet.kind == "jackpot"]
    names = [" ".join(name for _, name in node.decisions) for node in nodes]
    return Compiled(
        rules,
        seats,
        ("decision", *(bet.slug for bet in bets)),
        len(game.base),
        (war.NO_CHOICE if twice else "no decision", *names[1:]),
        ([0] * len(nodes), *(coding.nets for coding in codings)),
        ([0] * len(nodes), *(coding.stakes for coding in codings)),
        simulate,
        settle,
        Known(**known),
        decks=cards.decks,
        cards=tuple(Deck(cards.deck).numbers.tolist()),
        decided=({war.NO_CHOICE: (0,)} if twice else {}) | _decided(game, nodes),
        envy=codings[-1].envy if jackpots else (),
        room=partial(room, len(known["codes"])),
        behind=(cards.community, seats * cards.player + cards.dealer) if cards.board_first else (0, 0),
        lots=_lots(worth, nodes),
    )


def _decided(game: Description, nodes: Sequence[Node]) -> dict[str, tuple[int, ...]]:
    """Each decision, as par sheets name it, with the nodes that come after it."""
    return {
        name: tuple(place for place, node in enumerate(nodes) if taken in node.decisions)
        for name, taken in decisions_of(game).items()
    }


def _lots(worth: Worth, nodes: Sequence[Node]) -> Lots | None:
    """In which lots the players' own cards come, where some come after a decision."""
    game, first = worth.game, worth.game.cards.first
    if not first or game.cards.dealer or game.cards.community:
        return None
    more = [stage.deals for stage in game.stages[1:]]
    after = [*more, game.cards.player - first - sum(more)]
    read = any(  # by a bet that is in action after a fold too
        "own" in bet.reads_for(worth.ranked(bet)).split("+") and not worth.lost_with_fold(bet)
        for bet in game.bets
        if bet.kind != "base" and bet.slug in worth.laid
    )
    stays = [[read or _past(node, stage) for node in nodes] for stage in range(len(after))]
    return Lots((first, *after), np.array(stays))


def _past(node: Node, stage: int) -> bool:
    """Whether a seat that stands there has got past a stage."""
    return len(node.decisions) > stage + 1 or (len(node.decisions) == stage + 1 and not node.folded)


def _pairs(worth: Worth, bets: Sequence[BetRow], codings: Sequence[Coding]) -> Bytes:
    """[the seat's card, the dealer's, column]: the codes of side bets on them."""
    found = np.zeros((52, 52, len(codings)), np.uint8)
    for column, (bet, coding) in enumerate(zip(bets, codings, strict=False)):
        if bet.slug in worth.laid:
            for own, dealer, read, _ in war.first_two(worth.game, bet, worth.ranked(bet)):
                found[own, dealer, column] = coding.code(*worth.side(bet, False, read))
    return found


def _refuse(worth: Worth) -> None:
    """Say why this kernel can't play a game, if it can't."""
    game = worth.game
    kinds = [game.cards.ranking, *(table.ranking for table in game.tables)]
    bonuses = [bet.bonus for bet in game.base if bet.bonus]
    reasons = {
        f"it has more than {COLUMNS_MAX - 1} bets": len(game.bets) >= COLUMNS_MAX,
        TWO_EXCHANGED: game.draws > 1,
        "it has a joker and a board": game.cards.ranking is BUG and bool(game.cards.community),
        f"a ranking has more than {CLASSES} classes": any(len(kind.classes) > CLASSES for kind in kinds),
        "a card may join hands that are looked up": bool(game.cards.offered)
        and not (game.cards.ranking.sums(game.cards.packet) or game.cards.ranking.by_suit),
        "a bet reads a card that may join the hand by another ranking": bool(game.cards.offered)
        and any(
            "own" in bet.reads.split("+") and not _of_hand(worth, bet)
            for bet in game.bets
            if bet.kind != "base"
        ),
        "a bonus is paid on other cards than the hand": any(
            bonus.reads != game.reads_hand or game.tables_of(bonus.table)[0].ranking is not game.cards.ranking
            for bonus in bonuses
        ),
    }
    for reason, holds in reasons.items():
        if holds:
            raise refused(game, reason)


def _choices(player: Player, nodes: Sequence[Node], after: Bytes) -> dict[str, Any]:
    """What the kernel knows about the choices: by the hand and upcard, or by sets of cards at each stage."""
    game = player.game
    if game.family == WAR:
        return {"by_strength": player.after_ties()[:, None], "staged": False}
    if suit_stages.fits(game):
        return _by_held(player, nodes, after)
    once = len(game.stages) == 1 and not game.cards.community and not game.cards.first
    if once and game.family == AGAINST_DEALER:
        return _once_exchanging(player) if game.draws else _once(player)
    if game.draws:
        raise refused(game, "it exchanges cards, and has several stages or a board")
    if boarded(game):
        return _on_boards(player, nodes)
    if game.cards.dealer_up:
        raise refused(game, "it has several stages, or a board, and a card of the dealer's face up")
    for number, stage in enumerate(game.stages):
        lookable(game, sight_size(game, number), f"at {stage.name} a player sees")
    return _by_stages(player, nodes)


def compile_lookups() -> None:
    """Compile what writes the best play of a game into tables, with hardly a hand in them."""
    hands, words = np.zeros((0, 5), np.uint8), np.zeros((1, 1), np.uint64)
    spread(hands, words, np.zeros(4, np.uint64), words)
    spread_large(hands, np.zeros(4, np.uint8), words[0])
    keys_of(hands, lanes(), words[0])
    hash_choices(words[0, :0], words[0], words[0])
    BUG.strengths(hands)
    deck = Deck(CARDS[:8])
    boards.lookups(deck, [3], [[by_rule(deck, 3, lambda rows: np.zeros(len(rows)))]])


def _seeing(player: Player) -> dict[str, Any]:
    """What the kernel knows about the best choice of the only stage where three cards lie face up."""
    game = player.game
    folds = next(place for place, choice in enumerate(game.stages[0].choices) if choice.folds)
    return {
        "staged": False,
        "several": True,
        "fold_choice": U(folds),
        **upcards.lookups(player.deck, folding(player.best())),
    }


def _once(player: Player) -> dict[str, Any]:
    """What the kernel knows about the choice of the only stage."""
    if player.optimal and player.game.cards.dealer_up > 1:
        return _seeing(player)
    game, chosen = player.game, player.once()
    kind, hands = game.cards.ranking, player.held
    strengths = kind.strengths(hands)
    ups = player.deck.numbers.astype(np.uint64) if game.cards.dealer_up == 1 else np.zeros(1, np.uint64)
    by_strength = _by_strength(kind, strengths, chosen, ups >> U(2))
    bits = max(1, (len(game.stages[0].choices) - 1).bit_length())
    upcards = np.zeros((1, bits), np.uint64)
    mixed = (by_strength[strengths] == BY_TABLE).any(axis=1)
    if mixed.any() and game.cards.dealer_up and kind.by_suit and kind.by_suit.by_colour:
        raise refused(game, "what is best goes by colours and by a card of the dealer's that lies open")
    if mixed.any() and kind.by_suit and not game.cards.dealer_up:
        often = np.bincount(chosen[mixed, 0]).argmax()
        rare = mixed & (chosen[:, 0] != often)
        keys = _keys(player, rare)
        taken = np.resize(chosen[rare, 0], len(keys)).astype(np.uint64)
        hashed = np.zeros(1 << (2 * len(keys)).bit_length(), np.uint64)
        hash_choices(keys, taken, hashed)
        return {"by_strength": by_strength, "hashed": hashed, "hashed_else": U(often), "staged": False}
    large = np.zeros(1, np.uint64)
    if mixed.any() and game.cards.player > LOOKED_UP_MAX:
        if game.cards.dealer_up or len(game.stages[0].choices) > 2:
            raise refused(game, f"more than two choices or an upcard, and {game.cards.player} cards")
        large = np.zeros(sets_of(player.deck, game.cards.player) // 64 + 1, np.uint64)
        for names in _names(player):
            spread_large(hands[mixed & (chosen[:, 0] == 1)], np.array(names, np.uint8), large)
    elif mixed.any():
        upcards = np.zeros((sets_of(player.deck, game.cards.player), bits), np.uint64)
        words = np.zeros((len(hands), bits), np.uint64)
        for bit in range(bits):
            set_bits = (np.maximum(chosen, 0).astype(np.uint64) >> U(bit)) & U(1)
            words[:, bit] = (set_bits << ups).sum(axis=1, dtype=np.uint64)
        if not game.cards.dealer_up:
            words *= U(0xF)  # of the four suits any may come to stand first
        for names in _names(player):
            spread(hands, words, np.array(names, np.uint64), upcards)
    found = {"by_strength": by_strength, "large": large, "staged": False}
    return found | ({"upcards": upcards} if game.cards.dealer_up else {"unseen": _unseen(upcards)})


def _names(player: Player) -> Iterator[tuple[int, ...]]:
    """All ways to call the suits of a hand, where they are alike."""
    return permutations(range(4)) if player.deck.suits_alike else iter([(0, 1, 2, 3)])


def _keys(player: Player, rows: Bools) -> Words:
    """The keys of some hands of the only stage; where colours matter, with red and black either way."""
    if (coloured := player.by_colour) is not None:
        keys = coloured.keys[rows]
        return np.concatenate([keys, alternating.swapped(keys)])
    hands = player.held[rows]
    found = np.zeros(len(hands), np.uint64)
    keys_of(hands, lanes(), found)
    return found


def _by_strength(kind: Kind, strengths: Strengths, chosen: Any, ranks: Any) -> Bytes:
    """[strength, rank of the upcard]: what all such hands choose, or `BY_TABLE`."""
    found = np.full((kind.strength_max + 1, int(ranks.max()) + 1), BY_TABLE, np.uint8)
    for rank in np.unique(ranks):
        of_rank = chosen[:, ranks == rank].astype(np.int64)
        least, most = np.full(len(found), BY_TABLE), np.zeros(len(found), np.int64)
        np.minimum.at(least, strengths, np.where(of_rank < 0, BY_TABLE, of_rank).min(axis=1))
        np.maximum.at(most, strengths, of_rank.max(axis=1))
        nobody = least == BY_TABLE  # every card of the rank is in such a hand, so none lies open
        found[:, rank] = np.where(nobody | (least == most), most, BY_TABLE)
    return found


def _once_exchanging(player: Player) -> dict[str, Any]:
    """The same where cards may be exchanged: which is the lowest of a pair goes by the names of suits."""
    game, chosen = player.game, player.exchanging()
    lookable(game, game.cards.player, "the player has")
    bits = max(1, (len(game.stages[0].choices) - 1).bit_length())
    table = np.zeros((sets_of(player.deck, game.cards.player), bits), np.uint64)
    for bit in range(bits):
        table[numbers_of(player.deck, game.cards.player), bit] = chosen >> bit & 1
    kind, hands = game.cards.ranking, player.deck.numbers
    strengths = kind.strengths(hands[every(player.deck, game.cards.player)])
    by_strength = _by_strength(kind, strengths, chosen[:, None], np.zeros(1, np.uint64))
    return {"by_strength": by_strength, "unseen": _unseen(table), "staged": False}


def _unseen(words: Words) -> Bytes:
    """The choices whose bits are the same whatever card lies open: none does."""
    found = np.zeros(len(words), np.uint8)
    for bit in range(words.shape[1]):
        found |= (words[:, bit] & U(1)).astype(np.uint8) << np.uint8(bit)
    return found


def _by_stages(player: Player, nodes: Sequence[Node]) -> dict[str, Any]:
    """What the kernel knows about the choices of several stages."""
    game, deck = player.game, player.deck
    slot, tables, starts, slots = np.zeros(len(nodes), np.uint64), [], [], []
    start = 0
    for stage in range(len(game.stages)):
        asked = [place for place, node in enumerate(nodes) if node.stage == stage and not node.folded]
        risks = sorted({nodes[place].risk for place in asked})
        for place in asked:
            slot[place] = risks.index(nodes[place].risk)
        size = sight_size(game, stage)
        table = np.zeros((sets_of(deck, size), len(risks)), np.uint8)
        if risks:
            table[numbers_of(deck, size)] = player.at_stage(stage, risks)[ids(deck, size)]
        tables.append(table.reshape(-1))
        starts.append(start)
        slots.append(len(risks))
        start += table.size
    return {
        "staged": True,
        "policy": np.concatenate(tables),
        "policy_from": np.array(starts, np.uint64),
        "slots": np.array(slots, np.uint64),
        "slot": slot,
    }


def _by_held(player: Player, nodes: Sequence[Node], after: Bytes) -> dict[str, Any]:
    """What the kernel knows about choices that go by the strength of the suits seen."""
    game = player.game
    found = np.zeros((len(nodes), game.cards.ranking.strength_max + 1), np.uint8)
    branches = [choice.name for choice in game.stages[0].choices if not choice.folds]
    for place, node in enumerate(nodes):
        if not node.folded and node.stage < len(game.stages):
            branch = branches.index(node.decisions[0][1]) if node.decisions else 0
            for held, choice in player.by_strength(node.stage, node.risk, branch).items():
                found[place, held] = after[place, choice]
    return {"by_held": found, "staged": True}


def _on_boards(player: Player, nodes: Sequence[Node]) -> dict[str, Any]:
    """What the kernel knows about choices that go by hole cards and board."""
    game = player.game
    reason = boards.refusal(game)
    if reason:
        raise refused(game, reason)
    slot, slots, rivers = np.zeros(len(nodes), np.uint64), 0, 0
    tables: list[list[Choices]] = []
    asked_for: list[set[int]] = []
    for stage in range(len(game.stages)):
        known: dict[int, tuple[int, Choices]] = {}
        asked = [place for place, node in enumerate(nodes) if node.stage == stage and not node.folded]
        found = player.on_boards(stage, [nodes[place] for place in asked])
        for place, (number, choices) in zip(asked, found, strict=True):
            first = rivers if size_at(game, stage) == RIVER else slots
            slot[place] = first + known.setdefault(number, (len(known), choices))[0]
        asked_for.append({int(slot[place]) for place in asked})
        if size_at(game, stage) == RIVER:
            rivers += len(known)
        else:
            slots += len(known)
        tables.append([choices for _, choices in known.values()])
    sizes = [size_at(game, stage) for stage in range(len(game.stages))]
    return {
        "staged": True,
        "boarded": True,
        "slot": slot,
        "lone_slot": np.array([row.pop() if len(row) == 1 else SEVERAL for row in asked_for], np.uint64),
        **boards.lookups(player.deck, sizes, tables),
    }


def _of_hand(worth: Worth, bet: BetRow) -> bool:
    """Whether a side bet goes by the class of the player's hand as it is compared."""
    game, ranked = worth.game, worth.ranked(bet)
    return ranked is game.cards.ranking and _read(game, bet, bet.reads_for(ranked)) == game.reads_hand


NOBODY = ""
"""The class of the beaten hand where none is."""


def _places(game: Description, kind: Kind, read: str) -> Bytes:
    """The class by what the kernel finds: a strength, a class told by where cards lie, or nobody's hand."""
    if kind.lying is not None:
        usual = kind.lying.usual
        names = [usual.classes[place] for place in usual.places().tolist()]
        # A class that is told by where cards lie is never one of the usual ranking.
        of_strength = [kind.classes.index(name) if name in kind.classes else 0 for name in names]
        return np.array([*of_strength, *range(len(kind.classes))], np.uint8)
    places = kind.places()
    if read == BEATEN:
        places[0] = len(kind.classes)
    return places


def _lying(game: Description, kind: Kind, lookups: Lookups) -> list[list[int]]:
    """The parts of the tests of a kind by where cards lie."""
    assert kind.lying is not None
    if kind.lying.usual is not game.cards.ranking:
        raise refused(game, "what goes by where cards lie is ranked otherwise than its hands")
    rows = []
    for test in kind.lying.tests:
        for part in test.parts:
            lookups.number(kind.lying.usual, len(part.columns))
            mask = sum(1 << column for column in part.columns)
            rows.append([test.place, mask, part.lowest, part.below, int(part.within)])
    return rows


def _read(game: Description, bet: BetRow, read: str) -> str:
    """Where the kernel finds what a bet reads: cards from before an exchange are those first `dealt`."""
    if game.draws and bet.at_once:
        return "dealt"
    if read == "first" and not game.cards.first:
        return "dealt" if game.draws else "first" if game.cards.offered else "own"
    return read if game.draws or read not in ("dealt", "kept") else "own"


def _apart(
    worth: Worth, bets: Sequence[BetRow], codings: Sequence[Coding], lookups: Lookups
) -> dict[str, Any]:
    """What the kernel knows about bets on other cards than the player's hand.

    A bet on the highest hand at the table reads a player's hand and the dealer's, told by their numbers.
    """
    game = worth.game
    reads: list[tuple[int, ...]] = []
    places, codes = [np.zeros(1, np.uint8)], [np.zeros(1, np.uint8)]
    highest: list[tuple[int, int, bool]] = []
    lying: list[list[int]] = []
    before = None
    laid = [
        (column, bet, coding, _read(game, bet, read))
        for column, (bet, coding) in enumerate(zip(bets, codings, strict=False), 1)
        if bet.kind != "base" and not _of_hand(worth, bet) and bet.slug in worth.laid
        for read in (game.cards.hands() if bet.reads == HIGHEST else (bet.reads_for(worth.ranked(bet)),))
    ]
    laid.sort(key=lambda row: row[1].reads == HIGHEST)
    for column, bet, coding, read in laid:
        kind, size = worth.ranked(bet), game.cards.read_by(read)
        if bet.reads == HIGHEST and read == game.cards.hands()[0]:
            as_compared = kind is game.cards.ranking and not game.cards.offered
            highest.append((len(reads), len(reads) + bool(game.cards.dealer), as_compared))
        looked_up = int(BY_OWNER) if kind.own else 1
        kept = read == "kept"
        start, more = 0, lookups.kept(kind, size - 1) if kept else 0
        if kind.lying is not None:
            looked_up, start = int(BY_PLACE), len(lying)
            lying += _lying(game, kind, lookups)
            more = len(lying)
        elif read == BEATEN:
            looked_up = 0
        elif kind.sums(size) and not kept:
            looked_up, more = 0, lookups.number(kind, size)
        elif kind.own:
            start, more = lookups.by_owner(kind), comb(52, game.cards.player)
        elif kind.by_suit and not kept:
            looked_up = int(BY_COLOUR if kind.by_suit.by_colour else BY_SUIT)
            start, more = lookups.by_suit(kind), kind.by_suit.strengths.shape[1]
        else:
            start = lookups.start(kind, size, f"{bet.name} reads")
        found = np.zeros((2, int(CLASSES)), np.uint8)
        for folded in (False, True):
            for place, hand in enumerate(kind.classes):
                found[int(folded), place] = coding.code(*worth.side(bet, folded, hand))
            if read == BEATEN:
                found[int(folded), len(kind.classes)] = coding.code(*worth.side(bet, folded, NOBODY))
        bits = sum(WHOSE[who.partition("[")[0]] for who in read.split("+"))
        board = game.cards.read_by(who) if (who := read.split("+")[-1]).startswith("community") else 0
        board = kind.lying.floor if kind.lying else board
        begin = sum(map(len, places)), sum(map(len, codes))
        reads.append((column, bits, looked_up, start, *begin, more, before == (kind, read), board))
        before = kind, read
        places.append(_places(game, kind, read))
        codes.append(found.reshape(-1))
    return {
        "reads": np.array(reads, np.uint64).reshape(-1, 9),
        "lying": np.array(lying, np.int64).reshape(-1, 5),
        "read_places": np.concatenate(places),
        "read_codes": np.concatenate(codes),
        "apart": U(sum(bet.reads != HIGHEST for _, bet, _, _ in laid)),
        "highest": np.array(highest, np.uint64).reshape(-1, 3),
        "seeks_highest": PART if highest else (),
    }
