"""Whether a figure may leave the map in a turn or a round, and what keeps it there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, suppress

from msgspec.structs import replace

from tsolve.budget import Budget, allow, at_most, current
from tsolve.cardkit.tasks import Reason
from tsolve.engine import Probe
from tsolve.errors import InputError
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.changes import World
from tsolve.games.gloomhaven.in_reach import in_reach
from tsolve.games.gloomhaven.planning.bounds import Bounds
from tsolve.games.gloomhaven.planning.goals import KILL, goal_of
from tsolve.games.gloomhaven.planning.tree import worthwhile
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.state import State
from tsolve.model.why_not import Detail, ReasonAnswer, WhyNotAnswer
from tsolve.solve.policy import Attitude
from tsolve.worlds.why_not import answer_to
from tsolve.worlds.why_not_question import DONE, ActionQuestion, Hope, Sought
from tsolve.worlds.why_not_step import StateQuestion, TurnPursuit

_STEPS_OF_CHANCE, _SHARE_OF_CHANCE = 30_000, 1 / 64
"""The steps, or the share of a given time, for the exact probability of what is possible in a round."""
_STEPS_OF_REASONS = 15_000
"""The steps for finding out why a figure that cannot be killed cannot be attacked either."""


class KillQuestion(StateQuestion[World, State, Action]):
    """Whether a figure has left the map at some time of the turn, or of the round that is asked about."""

    def __init__(self, name: str, probe: Probe[State, Action], asked: ScenarioPosition) -> None:
        """Raises InputError for an unknown name (E314)."""
        self.figure, self.asked = asked.identity(name), asked
        super().__init__(f"{KILL} {self.figure}", probe)

    @property
    def is_of_own_side(self) -> bool:
        """Whether it is the acting figure or an ally of it, whom it does not attack."""
        state = self.asked.laid.state
        sides = {each.side for each in state.figures if each.identity == self.figure}
        return state.on_map(self.asked.actor) and state.figure(self.asked.actor).side in sides

    def pursuit(self, world: World) -> TurnPursuit[State, Action]:
        return _KillPursuit(world, self.text)

    def seek(self, world: World) -> Sought[Action]:
        """First checks whether it survives even with the best luck: one search instead of three."""
        hope = self.hope(world, "best")
        is_safe = hope is not None and not hope.chance
        return Sought() if is_safe else ActionQuestion.seek(self, world)

    def hope_from(self, world: World, state: State, attitude: Attitude) -> Hope | None:
        """The exact probability over rounds may take only a part of the budget."""
        is_long = attitude == "expected" and self.asked.is_round
        with brief(_STEPS_OF_CHANCE, _SHARE_OF_CHANCE) if is_long else allow(current().part(1)):
            return super().hope_from(world, state, attitude)

    def ending(self, world: World, state: State) -> tuple[Action, ...] | None:
        return () if self.pursuit(world).has_come(state) else None

    def unknown(self, world: World) -> tuple[str, ...]:
        return self.asked.not_told

    def not_yet(self, world: World) -> None:
        return None

    def refusal(self, world: World) -> Reason:
        """Says that the figure keeps hit points whatever is played."""
        state = self.asked.laid.state
        here = (*state.figures, *self.asked.laid.script.hidden(state))
        points = next((each.hp for each in here if each.identity == self.figure), 0)
        has = f"{self.figure} has {points} hit point{'' if points == 1 else 's'}"
        return f"{has}, and no play takes {'it' if points == 1 else 'them all'}", ("GH-2.12",)


class _KillPursuit(TurnPursuit[State, Action]):
    """A turn until a figure is dead, or nothing can kill it any more."""

    def __init__(self, world: World, text: str) -> None:
        assert isinstance(world, ScenarioPosition)
        super().__init__(world, lambda _: False)
        self._gloomhaven = world.asking().game
        self._goal = goal_of(world, text)
        self._bounds, self._reach = Bounds(world.book, self._goal), in_reach(world.book, world.state)
        self._figure = text.removeprefix(f"{KILL} ")

    def has_come(self, state: State) -> bool:
        return self._goal.worth(self._goal.amounts(state)) == DONE

    def is_over(self, state: State) -> bool:
        return (
            super().is_over(state)
            or self.has_come(state)
            or self._bounds.most(state) != DONE
            or not self._reach.may_be_killed(state, self._figure)
        )

    def moves(self, state: State) -> Iterable[Action]:
        return worthwhile(self._gloomhaven, state)


def why_not_kill(
    position: ScenarioPosition,
    name: str,
    file: str,
    detail: Detail,
    why_not: Callable[[ScenarioPosition, str, str, Detail], WhyNotAnswer],
) -> WhyNotAnswer:
    """Whether a figure can be killed; if not, the reasons why it cannot be attacked, if there are any.
    Undecided if it can be attacked and its hit points are not given.
    """
    probe: Probe[State, Action] = Probe(notes=True, remembers=True)
    asked = KillQuestion(name, probe, position)
    untold = position.untold(asked.figure)
    found = answer_to(position, asked.text, file, lambda: (asked, position.watched_by(probe)), "reasons")
    if found.verdict != "impossible" or asked.is_of_own_side or (detail == "line" and not untold):
        return found
    with suppress(InputError), at_most(_STEPS_OF_REASONS):
        attacked = why_not(position, f"attack {asked.figure}", file, detail)
        if attacked.verdict != "impossible" and untold:
            return WhyNotAnswer(file, asked.text, "undecided", left_out=(untold,))
        if attacked.verdict == "impossible" and detail != "line":
            reasons, *further = map(_bare, (attacked.reasons, *attacked.further))
            return replace(found, reasons=reasons, further=tuple(further), notes=attacked.notes)
    return found


def brief(steps: int, share: float = 1) -> AbstractContextManager[Budget]:
    """A budget of so many steps, or of a share of the time if the budget is one of time."""
    return allow(current().part(share)) if current().steps_left() is None else at_most(steps)


def _bare(reasons: tuple[ReasonAnswer, ...]) -> tuple[ReasonAnswer, ...]:
    """The reasons without their repairs, which would make an attack possible, not a death."""
    return tuple(replace(each, without="", alone=False) for each in reasons)
