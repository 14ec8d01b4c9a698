"""What has to change for a ruling to be decisive: who wins, what is legal, which claim holds.

By how much an attack succeeds or fails is no part of it, unless the goal asks for that first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tsolve.errors import IllegalActionError
from tsolve.games.thunderstone.judging.one_turn import one_turn
from tsolve.games.thunderstone.judging.played import Played, bought, levelled
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.model.answers import SolveAnswer

if TYPE_CHECKING:
    from fractions import Fraction

MARGINS = ("margin", "shortfall", "value")
"""Levels of a goal that only tell by how much a battle is won or lost."""


class LineVerdict(NamedTuple):
    """What became of a line."""

    broken_at: int
    """The number of the step that is not legal, 0 for none."""
    undecided: bool
    outcome: str
    target: str
    bought: tuple[str, ...]
    levelled: tuple[tuple[str, str], ...]
    over: bool


class BestVerdict(NamedTuple):
    """What the best play comes to."""

    title: str
    """Target and outcome, or what is taken; of a policy nothing."""
    first: Fraction | None
    """Its worth by the first level of the goal; None when there is no play."""
    worth: tuple[Fraction, ...]
    """Its worth by all levels that tell more than by how much."""

    def differs_from(self, other: BestVerdict) -> bool:
        """Whether it comes to something else. Another line that is worth the same does not."""
        if self.first != other.first:
            return True
        return self.title != other.title and self.worth != other.worth


def line_verdict(played: Played) -> LineVerdict:
    """What became of a line that was played."""
    broken = next((step.number for step in played.answer.steps if step.refusal is not None), 0)
    tally = played.result.tally
    return LineVerdict(
        broken,
        bool(played.undecided),
        tally.outcome,
        tally.attacked,
        tuple(bought(played.moves)),
        tuple(levelled(played.moves)),
        played.result.over,
    )


def trail_of(opened: Opened, played: Played) -> tuple[object, State] | None:
    """Everything that the steps of a legal line may say of what its very actions bring about in this world,
    how the turn ends, and the position then; None where they cannot all be done.

    Equal trails are equal verdicts, found more quickly than by reading the steps again.
    """
    if not played.answer.legal or played.undecided:
        return None
    game, state = one_turn(opened.book), opened.state
    try:
        for move in played.moves:
            state = game.apply(state, move.action)
    except (IllegalActionError, LookupError):  # LookupError: a card that did not come
        return None
    tally = state.tally
    hand = [(member.card, member.left) for member in state.party]
    forced = [action for _, action in game.probe.forced]
    ended = (state.step, state.todo, state.over, tally.outcome, tally.attacked)
    return (ended, hand, state.standing, state.removed, state.found, forced), state


def telling(goal: tuple[str, ...]) -> tuple[str, ...]:
    """The levels of a goal before those at its end that only tell by how much; its first level stays."""
    last = len(goal)
    while last > 1 and goal[last - 1] in MARGINS:
        last -= 1
    return goal[:last]


def best_verdict(solution: SolveAnswer) -> BestVerdict:
    """What the best play of an answer comes to."""
    from fractions import Fraction  # only where a best play is asked about

    title = ""
    worth: tuple[Fraction, ...] = ()
    if solution.policy is not None:
        worth = tuple(Fraction(level.exact) for level in solution.policy.worth)
    elif solution.best:
        title, worth = solution.best[0].title, tuple(map(Fraction, solution.best[0].objective))
    return verdict_by_worth(title, solution.goal, worth)


def verdict_by_worth(title: str, goal: tuple[str, ...], worth: tuple[Fraction, ...]) -> BestVerdict:
    """What a play of this title and this worth comes to; without a worth there is none."""
    if not worth:
        return BestVerdict(title, None, ())
    telling = (number for level, number in zip(goal, worth, strict=True) if level not in MARGINS)
    return BestVerdict(title, worth[0], tuple(telling))
