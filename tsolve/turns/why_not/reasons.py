"""Finds the minimal sets of obstacles by searching the worlds in which the others are switched off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from tsolve.explain.core import Core, disjoint_cores
from tsolve.model.whynot import ReasonAnswer
from tsolve.model.words import sentence
from tsolve.turns.why_not.certainty import is_possible
from tsolve.turns.why_not.question import Obstacle, Question

W = TypeVar("W")
S = TypeVar("S")
A = TypeVar("A")


class Reasons(Generic[W, S, A]):
    """The obstacles of one question, and what is possible without some of them."""

    def __init__(self, question: Question[W, S, A], world: W, with_draws: bool = False) -> None:
        """`with_draws`: the thing is impossible whatever is drawn, and the reasons have to hold so too."""
        self.question, self.world, self.with_draws = question, world, with_draws
        self.obstacles = {obstacle.id: obstacle for obstacle in question.obstacles(world)}
        self._possible: dict[frozenset[str], bool] = {}

    def cores(self) -> Iterator[Core]:
        """Minimal sets without a common obstacle, the most telling first."""
        return disjoint_cores(tuple(self.obstacles), self.possible)

    def told(self, core: Core) -> Iterator[ReasonAnswer]:
        """The obstacles of a set as reasons."""
        return (self._reason(self.obstacles[each], core) for each in core.obstacles)

    def aside(self, cores: Sequence[Core]) -> Iterator[str]:
        """The rulings that no set needs, told where leaving out one reason alone would not be enough."""
        everything, named = frozenset(self.obstacles), {each for core in cores for each in core.obstacles}
        if any(not self.possible(everything - {each}) for each in cores[0].obstacles):
            said = {ruling for each in named for ruling in self.obstacles[each].rulings}
            left = (obstacle for id_, obstacle in self.obstacles.items() if id_ not in named)
            yield from dict.fromkeys(one.rulings[0] for one in left if one.rulings[0] not in said)

    def in_question(self, cores: Sequence[Core]) -> frozenset[str]:
        """The quantities that reasons are about; none where one set of reasons is about no quantity."""
        about = [
            {quantity for each in core.obstacles for quantity in self.obstacles[each].made_up_by}
            for core in cores
            if core.obstacles
        ]
        return frozenset().union(*about) if all(about) else frozenset()

    def possible(self, standing: frozenset[str]) -> bool:
        """Whether the thing can be done where only these obstacles stand."""
        if standing not in self._possible:
            self._possible[standing] = self._is_possible(self.without(standing))
        return self._possible[standing]

    def _is_possible(self, world: W) -> bool:
        if is_possible(self.question, world):
            return True
        hope = self.question.hope(world, "best") if self.with_draws else None
        return hope is not None and hope.chance == 1

    def without(self, standing: Iterable[str]) -> W:
        """The world where only these obstacles stand."""
        kept = frozenset(standing)
        world = self.world
        for obstacle in self.obstacles.values():
            if obstacle.id not in kept:
                world = obstacle.change(world)
        return world

    def _reason(self, obstacle: Obstacle[W], core: Core) -> ReasonAnswer:
        others = frozenset(self.obstacles) - {obstacle.id}
        alone = self.possible(others)
        without = self.without(others if alone else set(core.obstacles) - {obstacle.id})
        reached = "" if obstacle.is_aim else self.question.reached(without)
        return ReasonAnswer(sentence(obstacle.say()), obstacle.rulings, reached, alone, obstacle.in_short())
