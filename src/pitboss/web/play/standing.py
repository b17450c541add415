"""Where somebody stands in a set of the drill, as it is kept from one page to the next."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from typing import Any

from pitboss.analysis.registry import read_situation
from pitboss.errors import BadInput
from pitboss.practice.sets import SIZE, Storm
from pitboss.web.patience import Patience
from pitboss.web.play import practising
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.practising import Question, Wanted
from pitboss.web.play.store import now_us


@dataclass(frozen=True, slots=True)
class Standing:
    """Where somebody stands in a set: what is asked, what was answered, and what came before."""

    asked: Question
    wanted: Wanted
    mode: str = "set"
    day: str = field(default_factory=lambda: practising.today().isoformat())
    answer: str = ""
    left: tuple[Question, ...] = ()
    """What comes of the daily set after this."""
    began_us: int = 0
    since_us: int = 0
    """When the question was asked for."""
    results: tuple[bool, ...] = ()
    seconds: tuple[float, ...] = ()
    """How long each answer took."""
    cost: Fraction = Fraction(0)
    was: str = ""
    """The rating before the set."""
    lately: tuple[str, ...] = ()
    """The games of the last questions before this one."""
    kept: bool = False
    """Whether the result of the set is in the books."""

    @property
    def can_go_on(self) -> bool:
        """Whether its games are still here, with the rules and the situations that were asked."""
        try:
            for one in filter(lambda one: one.game, (self.asked, *self.left)):
                rules = one.rules
                if one.situation:
                    read_situation(rules.game.slug, one.situation, one.options)
            return not self.wanted.game or bool(self.wanted.rules)
        except BadInput:
            return False

    @property
    def storm(self) -> Storm:
        """The answers as those of a storm."""
        right = sum(self.results)
        return Storm(self.began_us, right, len(self.results) - right)

    @property
    def over(self) -> bool:
        """Whether the set is done: all answered, or its time or misses used up; not while one waits."""
        if not self.asked.situation:
            return False
        if self.mode == "storm":
            return self.storm.is_over(now_us())
        last_of_day = self.mode == "daily" and not self.left and bool(self.answer)
        return len(self.results) >= SIZE or last_of_day

    def asking(self, question: Question, left: tuple[Question, ...] = ()) -> "Standing":
        """The same with another question."""
        lately = self.with_this if self.answer else self.lately
        return replace(self, asked=question, left=left, answer="", since_us=now_us(), lately=lately)

    @property
    def with_this(self) -> tuple[str, ...]:
        """The games of the last questions, this one too."""
        return (*self.lately, self.asked.game)[-practising.IN_A_ROW :]

    def answered(self, decision: str, right: bool, cost: Fraction) -> "Standing":
        """The same with its answer; how long it took where somebody wrote down when it was asked."""
        took = (round((now_us() - self.since_us) / 1_000_000, 1),) if self.since_us else ()
        return replace(
            self,
            answer=decision,
            results=(*self.results, right),
            seconds=self.seconds + took,
            cost=self.cost + cost,
        )

    async def with_cards(self, playroom: Playroom, patience: Patience) -> "Standing":
        """The same with its cards, if they are there soon; the time of a storm stands until they are."""
        if self.asked.situation:
            return self
        if self.mode == "daily":
            todays = practising.todays(playroom, date.fromisoformat(self.day))
            questions = await patience.soon(todays) or (self.asked,)
        else:
            found = await patience.soon(playroom.coach.close_soon(self.asked.rules))
            questions = (replace(self.asked, situation=str(found or "")),)
        first, *left = questions
        if not first.situation:
            return self
        return replace(self.asking(first, tuple(left)), began_us=self.began_us + now_us() - self.since_us)

    def stored(self) -> dict[str, Any]:
        """The standing to be kept."""
        return {
            **self.asked.stored(),
            "answer": self.answer,
            "mode": self.mode,
            "of": self.wanted.game,
            "stage": self.wanted.stage,
            "mistake": self.wanted.mistake,
            "hand": self.wanted.hand,
            "level": self.wanted.level,
            "by": self.wanted.options,
            "left": [one.stored() for one in self.left],
            "day": self.day,
            "began_us": self.began_us,
            "since_us": self.since_us,
            "results": self.results,
            "seconds": self.seconds,
            "cost": str(self.cost),
            "was": self.was,
            "lately": self.lately,
            "kept": self.kept,
        }

    @classmethod
    def restored(cls, found: Mapping[str, Any]) -> "Standing":
        """The standing that was kept; one from before sets is the beginning of a set of its game."""
        plain = ("mode", "day", "began_us", "since_us", "was", "kept")
        return cls(
            Question.restored(found),
            Wanted(
                found.get("of", found["game"]),
                **{name: found.get(name, "") for name in ("stage", "mistake", "hand", "level")},
                options=tuple((name, value) for name, value in found.get("by", ())),
            ),
            answer=found["answer"],
            left=tuple(map(Question.restored, found.get("left", ()))),
            results=tuple(found.get("results", ())),
            seconds=tuple(found.get("seconds", ())),
            lately=tuple(found.get("lately", ())),
            cost=Fraction(found.get("cost", 0)),
            **{name: found[name] for name in plain if name in found},
        )
