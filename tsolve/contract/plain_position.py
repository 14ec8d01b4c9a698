"""A position of a plain game: the file's struct, the actions and the measures say everything, so that each
question has an answer that fits all such games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Generic, Self, TypeVar

from msgspec.structs import replace

from tsolve.cardkit.plain_game import PlainAction, PlainBook, PlainGame, PlainState
from tsolve.contract.capability import Capabilities
from tsolve.contract.measures import Found, Goal, Measures
from tsolve.contract.position import Position
from tsolve.contract.step_reader import Played
from tsolve.engine import Probe
from tsolve.errors import UsageError
from tsolve.model.facts import Fact
from tsolve.model.plays import NO_WISHES, Verb, Wishes

B = TypeVar("B", bound=PlainBook)
S = TypeVar("S", bound=PlainState)
A = TypeVar("A", bound=PlainAction[Any, Any])


class PlainPosition(Position[S, A], Generic[B, S, A]):
    """A position of a plain game, ready for its engine."""

    capabilities = Capabilities(
        "",
        step_reader="tsolve.steps.plain_text:PlainStepReader",
        log_rules="tsolve.contract.plain_log:PlainLogRules",
        claim="tsolve.judging.plain_claims:PlainClaim",
        why_not="tsolve.worlds.plain_why_not:why_not_now_or_later",
    )
    game: PlainGame[B, S, A]
    measures: ClassVar[Measures[Any, Any]]
    goal: ClassVar[Goal] = ()
    """The usual goal; empty in a game without a best play."""
    aimed: ClassVar[type[PlainAction[Any, Any]] | None] = None
    """The action that deals with a target, which its last slot names; None if there are no targets."""
    hands: ClassVar[tuple[str, str, int]] = ("hand", "deck", 0)
    """The zone that hands are dealt to, the zone they come from, and their size; 0 if none are dealt."""
    has_goals = True

    def __init_subclass__(cls) -> None:
        """Derive from what the class declares which questions the game can answer."""
        cls.plans = bool(cls.goal)
        declared = (
            ("solve", cls.goal, "tsolve.plays.by_measures:solve"),
            ("grading", cls.goal, "tsolve.plays.by_measures:grading"),
            ("odds", cls.goal and cls.hands[-1], "tsolve.chances.best_hands:BestHands"),
            ("targets", cls.aimed, "tsolve.worlds.plain_targets:targets"),
            ("score", cls.scoring_rulings, "tsolve.judging.score:score"),
        )
        usual = {name: answerer for name, is_there, answerer in declared if is_there}
        named = {name: answerer for name, answerer in cls.capabilities._asdict().items() if answerer}
        cls.capabilities = cls.capabilities._replace(**{**usual, **named})

    @property
    def book(self) -> B:
        """All that the rules look up."""
        return self.game.book

    @property
    def readings(self) -> Mapping[str, str]:
        return self.book.readings

    def under(self, readings: Mapping[str, str], probe: Probe[S, A] | None = None) -> Self:
        book = replace(self.book, readings=readings, cards=self.ruleset.under(readings))
        return self.by(type(self.game)(book, probe), self.state)

    @property
    def whole_game(self) -> PlainGame[B, S, A]:
        return type(self.game)(self.book, goes_on=True)

    def cards_in_sight(self) -> Iterable[str]:
        zones = (zone for zone in self.state.zones.values() if isinstance(zone, tuple))
        return [piece for zone in zones for piece in zone if piece in self.book.cards]

    # what a turn comes to

    def fact(self, played: Played[S, A], name: str, step: int | None) -> Found:
        def course(step: int | None) -> S:
            return played.result if step is None else played.states[step]

        return self.measures.fact(name, self.book, course, step, played.answer.calculation)

    def sentence(self, state: S) -> str:
        """What the turn has come to, in a sentence: its measures."""
        texts = (f"{self.measures.called(name)} {self._said(name, state)}" for name in self.measures.stated)
        text = ", ".join(texts)
        return f"{text[:1].upper()}{text[1:]}."

    def _said(self, name: str, state: S) -> str:
        fact = self.measures.by_name[name].found(self.book, state).value
        return (", ".join(map(self.game.told, fact)) or "none") if isinstance(fact, tuple) else str(fact)

    def told(self, name: str, fact: Fact) -> Fact:
        return tuple(map(self.game.told, fact)) if isinstance(fact, tuple) else fact

    # the best play

    def goal_of(self, wishes: Wishes = NO_WISHES) -> Goal:
        """The goal that is asked for, else that of the file, else the usual one. Raises UsageError for one
        that the game does not know.
        """
        written = wishes.goal or self.written.goal
        return self.measures.read_goal(written, self.goal[0]) if written else self.goal

    def value(self, goal: Goal) -> Callable[[S], tuple[int, ...] | None]:
        """What a turn is worth at its end, level by level; None before."""
        return lambda state: self.measures.worth(self.book, state, goal) if _is_done(state) else None

    # what it may aim at

    deed: ClassVar[Verb] = Verb()
    """The verb of that action."""

    def target_of(self, wishes: Wishes) -> str:
        """The target that is asked for, by wish or by the file; empty for none. Raises UsageError for one
        that is not there, InputError for a name that means nothing.
        """
        name = wishes.target or self.written.target
        if not name:
            return ""
        if self.aimed is None:
            raise UsageError(f'{self.ruleset.title} has no target to choose: leave out "{name}"')
        target = self.card(name, None if wishes.target else self.decoded.span("target"))
        if target not in self.game.zone(self.state, self.targets_zone):
            there = ", ".join(self.targets_in_sight()) or "none"
            raise UsageError(f"{self.game.told(target)} is no target here; there are: {there}")
        return target

    def check_wishes(self, wishes: Wishes) -> None:
        self.goal_of(wishes)
        self.target_of(wishes)
        if wishes.turn:
            text = f'{self.ruleset.title} has no kind of turn to choose: leave out "{wishes.turn}"'
            raise UsageError(text)

    @property
    def targets_zone(self) -> str:
        """The zone in which the targets stand; empty where there are none."""
        return [*self.aimed.kinds().values()][-1] if self.aimed is not None else ""

    def targets_in_sight(self) -> Iterable[str]:
        zone = self.game.zone(self.state, self.targets_zone)
        return dict.fromkeys(map(self.game.told, zone))

    def queries(self) -> tuple[str, ...]:
        return tuple(claim.query for claim in self.written.claims)


def _is_done(state: PlainState) -> bool:
    return state.ended or state.over
