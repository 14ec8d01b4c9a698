"""How a game switches off the rulings of a position, and what has to change for a ruling to be decisive.

The verdict does not say by how much something succeeds or fails, unless the goal asks for that first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

import msgspec

from tsolve.engine.probe import Probe
from tsolve.model.answers import SolveAnswer
from tsolve.model.wishes import Wishes
from tsolve.turns.opened import Opened
from tsolve.turns.played import Played

if TYPE_CHECKING:
    from fractions import Fraction

    from tsolve.solve.policy import Worth

S = TypeVar("S")
A = TypeVar("A")


class Ablated(msgspec.Struct, Generic[S, A], frozen=True):
    """A position without one ruling."""

    judged: Opened[S, A]
    planned: Callable[[Probe[S, A]], Opened[S, A]]
    """The position in which best plays are looked for, watched: most often the same position. Raises
    TooMuchWorkError where they cannot be.
    """
    in_part: bool = False
    """Whether the ruling says more than what this takes away; then only a change of the verdict counts."""


class Valued(msgspec.Struct, frozen=True):
    """What the best play is worth, without the play."""

    goal: tuple[str, ...]
    worth: Worth | None
    """None where nothing is proved."""
    is_a_policy: bool
    """Whether no line without draws is worth as much."""
    problems: int
    """How many optimisation problems that took."""


class BestVerdict(msgspec.Struct, frozen=True):
    """The result of the best play."""

    title: str
    """What it does, without numbers; of a policy nothing."""
    first: Fraction | int | None
    """Its worth by the first level of the goal; None when there is no play."""
    worth: Worth
    """Its worth by all levels that tell more than by how much."""

    def differs_from(self, other: BestVerdict) -> bool:
        """Whether the result is different. Another line of the same worth is not."""
        if self.first != other.first:
            return True
        return self.title != other.title and self.worth != other.worth


class Ablation(Generic[S, A]):
    """The rulings of one position. A game adds how its own are switched off."""

    switches_off: ClassVar[bool] = False
    """Whether the game says how to switch off its rulings; otherwise they are not examined."""
    margins: ClassVar[Collection[str]] = ()
    """Levels of goals that only tell by how much something succeeds or fails."""

    def __init__(self, opened: Opened[S, A]) -> None:
        self.opened = opened

    def examines(self, ruling: str) -> bool:
        """Whether a ruling of the game is tried, or known to be applied only."""
        return self.switches_off

    def without(self, ruling: str) -> Ablated[S, A] | None:
        """The position without this ruling; None for one that cannot be switched off."""
        return None

    def ending(self, played: Played[S, A]) -> Hashable:
        """What a line came to, without numbers where the game can tell."""
        return played.answer.outcome

    def decided(self, opened: Opened[S, A]) -> Hashable:
        """What the rules leave to be done in a position of this kind, where they decide; else always None."""
        return None

    def trail(self, state: S) -> Hashable:
        """All of a position at the end of a line that its steps and its ending may speak of.

        Lines of the same actions with equal trails are judged alike.
        """
        return self.opened.game.key(state)

    @property
    def judged_by_its_end(self) -> bool:
        """Whether all that is claimed of the line is told by how it ends."""
        return False

    def worth_alone(self, planned: Opened[S, A], goal: str | None, wishes: Wishes) -> Valued | None:
        """What the best play is worth, where the game can tell that more quickly than by finding the play."""
        return None

    # verdicts

    def telling(self, goal: tuple[str, ...]) -> tuple[str, ...]:
        """The levels of a goal before those at its end that only tell by how much; its first level stays."""
        last = len(goal)
        while last > 1 and goal[last - 1] in self.margins:
            last -= 1
        return goal[:last]

    def best(self, solution: SolveAnswer) -> BestVerdict:
        """The result of the best play of an answer."""
        if solution.policy is not None:
            from fractions import Fraction  # the worth of a line is made of whole numbers

            worth = tuple(Fraction(level.exact) for level in solution.policy.worth)
            return self.verdict("", solution.goal, worth)
        if solution.best:
            plan = solution.best[0]
            return self.verdict(plan.title, solution.goal, plan.objective)
        return self.verdict("", solution.goal, ())

    def verdict(self, title: str, goal: tuple[str, ...], worth: Worth) -> BestVerdict:
        """What a play of this title and this worth comes to; without a worth there is none."""
        if not worth:
            return BestVerdict(title, None, ())
        telling = (number for level, number in zip(goal, worth, strict=True) if level not in self.margins)
        return BestVerdict(title, worth[0], tuple(telling))
