"""A person's practice: what is asked next, the rating, sets of twenty, the daily set and the storm."""

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from fractions import Fraction
from functools import cache
from typing import Any

from pitboss.analysis.drill import CLOSE, pool, ready
from pitboss.analysis.registry import analysis_of
from pitboss.analysis.trainer import Worth
from pitboss.errors import BadInput
from pitboss.games import GAMES, Game, Rules, game
from pitboss.games.discovery import forget_too
from pitboss.games.situation import Situation, situations_of
from pitboss.practice.rating import START, Rating, of_gap
from pitboss.practice.sets import daily, streak
from pitboss.practice.spacing import Kind, Learned, choose, strength
from pitboss.web.play.advice import unusual
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.store import Person, Puzzled, now_us

MODES = {"set": "Set of twenty", "daily": "Today's twenty", "storm": "Storm"}
EASIER, HARDER = "easier", "harder"
LEVELS = {EASIER: "clearer decisions", HARDER: "the closest ones"}
"""How hard a set is: what the second best gives up makes it so."""
MISTAKES_OF = 500
"""Of so many decisions, the last ones, mistakes are offered to be practised."""
CLOSE_CALL = "Close call."
IN_A_ROW = 2
"""How often in a row a game may come where all games are asked."""
DAY_US = 24 * 3600 * 1_000_000


@dataclass(frozen=True, slots=True)
class Practice:
    """How far somebody is: questions answered, what is learned, and the rating."""

    asked: int = 0
    learned: Mapping[str, Learned] = field(default_factory=dict)
    rating: Rating = field(default_factory=Rating)
    rated_us: int = 0

    def stored(self) -> dict[str, Any]:
        """The practice to be kept."""
        return {
            "asked": self.asked,
            "learned": {key: [one.in_a_row, one.due] for key, one in self.learned.items()},
            "rating": [self.rating.points, self.rating.deviation],
            "rated_us": self.rated_us,
        }

    @classmethod
    def restored(cls, found: Mapping[str, Any] | None) -> "Practice":
        """The practice that was kept."""
        if found is None:
            return cls()
        learned = {key: Learned(*one) for key, one in found["learned"].items()}
        return cls(found["asked"], learned, Rating(*found["rating"]), found["rated_us"])


def counted(playroom: Playroom) -> dict[str, Game]:
    """The games whose decisions are counted."""
    return {slug: one for slug, one in GAMES.items() if not playroom.coach.silent(slug)}


def drilled(playroom: Playroom) -> dict[str, Game]:
    """Those that have close decisions; of one whose pool isn't there nobody knows yet."""
    return {slug: one for slug, one in counted(playroom).items() if not ready(slug) or _has_close(slug)}


@cache
def _has_close(slug: str) -> bool:
    return any(gap(worth) <= CLOSE for worth in pool(slug).values())


forget_too(_has_close.cache_clear)


def kinds(slug: str) -> Mapping[Kind, tuple[Situation, ...]]:
    """The kinds of close decisions of a game with situations of each; none while its pool isn't there."""
    return _kinds(slug) if ready(slug) else {}


@cache
def _kinds(slug: str) -> Mapping[Kind, tuple[Situation, ...]]:
    """The same of a pool that is there."""
    return _sorted(slug, slug, pool(slug))


forget_too(_kinds.cache_clear)


def _sorted(slug: str, named: str, close: Mapping[Situation, Worth]) -> Mapping[Kind, tuple[Situation, ...]]:
    """Close situations by kind.

    A kind weighs what a mistake costs there times how often it comes up: a pool holds close situations as
    they are dealt, so both together are the sum of their gaps.
    """
    found: dict[tuple[str, str], list[tuple[Situation, Fraction]]] = {}
    for situation, worth in close.items():
        found.setdefault(_class(slug, situation), []).append((situation, gap(worth)))
    return {
        Kind(named, stage, hand, sum((cost for _, cost in one), Fraction(0))): tuple(
            [seen for seen, _ in one]
        )
        for (stage, hand), one in found.items()
    }


def by_rules(slug: str, options: Mapping[str, str]) -> str:
    """A game with its unusual options: what is right by one set of rules may be wrong by another.

    >>> by_rules("blackjack-switch", {"version": "4"}), by_rules("blackjack-switch", {})
    ('blackjack-switch version=4', 'blackjack-switch')
    """
    return " ".join([slug, *(f"{name}={value}" for name, value in sorted(unusual(slug, options).items()))])


def kind_of(slug: str, situation: Situation, options: Mapping[str, str] | None = None) -> Kind:
    """What a person learns from a situation by the rules it is asked by."""
    return Kind(by_rules(slug, options or {}), *_class(slug, situation))


def _class(slug: str, situation: Situation) -> tuple[str, str]:
    """The stage and the hand without its kickers: `pair of fives`."""
    return situation.stage, situations_of(game(slug)).hand(situation).partition(",")[0]


def gap(worth: Worth) -> Fraction:
    """What the second best decision gives up."""
    best, *others = worth.values.values()
    return best - others[0] if others else Fraction(0)


def practice_of(playroom: Playroom, person: Person) -> Practice:
    """How far somebody is."""
    return Practice.restored(playroom.store.exercise(person.id, "practice"))


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody wants to practise: a game or all, a stage of it, a kind of hand, and a mistake they make.

    A mistake is written `best<chosen`, as in `play<fold`: folding what should be played.
    """

    game: str = ""
    stage: str = ""
    mistake: str = ""
    hand: str = ""
    level: str = ""
    """One of `LEVELS`, or any."""
    options: tuple[tuple[str, str], ...] = ()
    """The unusual options of its rules, under which nothing else is chosen."""

    @property
    def rules(self) -> Rules:
        """The rules of the one game that is wanted."""
        return game(self.game).rules(dict(self.options))

    @property
    def any(self) -> bool:
        """Whether every situation of the game will do."""
        return not (self.stage or self.mistake or self.hand or self.level)

    def fits(self, situation: Situation, worth: Worth) -> bool:
        """Whether a situation is of that stage, and that mistake can be made in it."""
        best, _, chosen = self.mistake.partition("<")
        made = not self.mistake or (worth.best == best and chosen in worth.values)
        level = HARDER if of_gap(gap(worth)).points > START else EASIER
        return self.stage in ("", situation.stage) and made and self.level in ("", level)


@dataclass(frozen=True, slots=True)
class Question:
    """A situation that is asked, under which options, and why; without its cards while they are counted."""

    game: str
    situation: str
    options: Mapping[str, str]
    why: str

    @classmethod
    def of(cls, slug: str, situation: Situation | str, why: str) -> "Question":
        """A question of a game under its usual rules."""
        return cls.by(game(slug).rules(), situation, why)

    @classmethod
    def by(cls, rules: Rules, situation: Situation | str, why: str) -> "Question":
        """A question by any rules."""
        return cls(rules.game.slug, str(situation), rules.options, why)

    @property
    def rules(self) -> Rules:
        """The rules by which it is asked."""
        return game(self.game).rules(dict(self.options))

    def stored(self) -> dict[str, Any]:
        """The question to be kept."""
        return {
            "game": self.game,
            "situation": self.situation,
            "options": dict(self.options),
            "why": self.why,
        }

    @classmethod
    def restored(cls, found: Mapping[str, Any]) -> "Question":
        """The question that was kept."""
        return cls(found["game"], found["situation"], found["options"], found["why"])


def offered_for(playroom: Playroom, wanted: Wanted) -> dict[Kind, tuple[Situation, ...]]:
    """The kinds of decisions of what is wanted, with the situations that fit."""
    if wanted.options:
        named = by_rules(wanted.game, dict(wanted.options))
        return dict(_sorted(wanted.game, named, playroom.coach.close_by(wanted.rules)))
    games = [wanted.game] if wanted.game else drilled(playroom)
    found = {}
    for slug in games:
        at_hand = ready(slug)
        for kind, seen in kinds(slug).items():
            if wanted.hand not in ("", kind.hand):
                continue
            if fitting := tuple(one for one in seen if wanted.fits(one, at_hand[one])):
                found[kind] = fitting
    return found


def stages_of(slug: str) -> list[str]:
    """The stages that close decisions of a game come from; nothing to choose where there is one."""
    found = list(dict.fromkeys(kind.stage for kind in kinds(slug)))
    return found if len(found) > 1 else []


def hands_of(slug: str) -> list[str]:
    """The kinds of hands that close decisions of a game come with, those that matter most first."""
    weights: dict[str, Fraction] = {}
    for kind in kinds(slug):
        weights[kind.hand] = weights.get(kind.hand, Fraction(0)) + kind.weight
    found = sorted(filter(None, weights), key=lambda hand: -weights[hand])
    return found if len(found) > 1 else []


def mistakes_of(playroom: Playroom, person: Person, slug: str) -> dict[str, str]:
    """The mistakes somebody made in a game that can be practised, dearest first, in words."""
    costs: dict[tuple[str, str], Fraction] = {}
    for one in playroom.store.decisions_of(person.id, MISTAKES_OF):
        if one.game == slug and one.cost and one.best:
            costs[one.best, one.decision] = costs.get((one.best, one.decision), Fraction(0)) + one.cost_cents
    ranked = sorted(costs, key=lambda pair: -costs[pair])
    named = {f"{best}<{chosen}": f"{chosen} instead of {best}".replace("-", " ") for best, chosen in ranked}
    return {
        mistake: words
        for mistake, words in named.items()
        if offered_for(playroom, Wanted(slug, mistake=mistake))
    }


def known_share(playroom: Playroom, person: Person, wanted: Wanted) -> int:
    """How much of what matters somebody knows, of a hundred: what was right twice in a row or more."""
    learned = practice_of(playroom, person).learned
    return round(100 * strength(learned, offered_for(playroom, Wanted(wanted.game, options=wanted.options))))


def asked_next(playroom: Playroom, person: Person, wanted: Wanted, lately: Sequence[str] = ()) -> Question:
    """The next situation of a game, or of any: what is due again first, else something new.

    Of all games none comes a third time in a row while there are others. Where nothing is at hand the
    question is without its cards until they are counted.
    """
    practice, slug = practice_of(playroom, person), wanted.game
    offered = offered_for(playroom, wanted)
    if wanted.options:
        return _asked_by(wanted.rules, offered, practice)
    if len(lately) == IN_A_ROW and len({*lately}) == 1:
        offered = {kind: seen for kind, seen in offered.items() if kind.game not in lately} or offered
    kind = choose(offered, practice.learned, practice.asked + 1, random.Random())
    if kind is None and not wanted.any:
        raise BadInput("no close situation of that kind is at hand; choose another one")
    if kind is None:
        return Question.of(slug or random.choice([*drilled(playroom)]), "", CLOSE_CALL)
    if kind.key in practice.learned:
        return Question.of(kind.game, random.choice(offered[kind]), _again(practice.learned[kind.key]))
    fresh = playroom.coach.close_one(game(kind.game).rules()) if wanted.any else None
    situation = random.choice([*offered[kind], *([fresh] if fresh else [])])
    return Question.of(kind.game, situation, CLOSE_CALL)


def _asked_by(rules: Rules, seen: Mapping[Kind, tuple[Situation, ...]], practice: Practice) -> Question:
    """The same by other rules, of which no pool ships: what is due again, else cards that are counted now."""
    number = practice.asked + 1
    due = [kind for kind in seen if practice.learned.get(kind.key, Learned(due=number + 1)).due <= number]
    kind = choose(due, practice.learned, number, random.Random())
    if kind is None:
        return Question.by(rules, "", CLOSE_CALL)
    return Question.by(rules, random.choice(seen[kind]), _again(practice.learned[kind.key]))


def _again(learned: Learned) -> str:
    return "You know this kind: once more." if learned.in_a_row else "You missed this kind before."


def _drawn(slug: str) -> bool:
    """Whether the daily set draws from a game: everybody must have it."""
    return not game(slug).own and bool(analysis_of(slug).values)


async def todays(playroom: Playroom, day: date) -> tuple[Question, ...]:
    """The day's twenty, the same for everybody, as soon as the pool of every game is there."""
    slugs = [slug for slug in GAMES if _drawn(slug)]
    pools = await asyncio.gather(*(playroom.coach.pooled(slug) for slug in slugs))
    drawn = daily(day, {slug: [str(one) for one in found] for slug, found in zip(slugs, pools, strict=True)})
    return tuple(Question.of(one.game, one.situation, "Today's set.") for one in drawn)


def answered(
    playroom: Playroom, person: Person, rules: Rules, situation: Situation, worth: Worth, right: bool
) -> None:
    """Move the ratings of both, and when the kind comes again.

    A person has one rating, however many sets of rules; situations and kinds are told apart by theirs.
    """
    now = now_us()
    practice, store = practice_of(playroom, person), playroom.store
    slug = rules.game.slug
    named = by_rules(slug, rules.options)
    known = store.puzzle(named, str(situation))
    puzzle = Rating(known.points, known.deviation) if known else of_gap(gap(worth))
    days = (now - practice.rated_us) / DAY_US if practice.rated_us else 0
    rating = practice.rating.rested(days)
    harder = puzzle.after(rating, not right)
    answers = known.answers + 1 if known else 1
    store.save_puzzle(Puzzled(named, str(situation), harder.points, harder.deviation, answers))
    number, key = practice.asked + 1, kind_of(slug, situation, rules.options).key
    learned = {**practice.learned, key: practice.learned.get(key, Learned()).after(right, number)}
    after = replace(practice, asked=number, learned=learned, rating=rating.after(puzzle, right), rated_us=now)
    store.save_exercise(person.id, "practice", after.stored())


def today() -> date:
    """The day of the daily set, in one time for everybody."""
    return datetime.now(UTC).date()


def days_in_a_row(playroom: Playroom, person: Person) -> int:
    """How many days in a row somebody finished the daily set."""
    found = playroom.store.sets_of(person.id)
    return streak({date.fromisoformat(one.day) for one in found if one.kind == "daily"}, today())


def best_storm(playroom: Playroom, person: Person) -> int:
    """The most right answers of a storm."""
    return max((one.right for one in playroom.store.sets_of(person.id) if one.kind == "storm"), default=0)
