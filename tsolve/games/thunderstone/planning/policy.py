"""The best policy of a turn in which cards are drawn by chance: the first actions, then what to do for each
card; or only its value.

`turn_tree` gives the decisions and chances, `tsolve.solve.policy` searches them, and `tsolve.plays.planners`
follows the policy, which `written_policy` writes down. The evaluator plays the rest of a turn that reveals
nothing more.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import NamedTuple

from tsolve.budget import SpentError, allow, current, grace
from tsolve.cardkit.chances import completed
from tsolve.errors import DisagreementError, TooLargeError
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.evaluator import Evaluator, Reached
from tsolve.games.thunderstone.planning.goals import (
    battle_result,
)
from tsolve.games.thunderstone.planning.plan import plan, share_of_plan
from tsolve.games.thunderstone.planning.situations import PLACEHOLDER
from tsolve.games.thunderstone.planning.turn_tree import (
    FreeHall,
    RobbedError,
    Seeking,
    SeekingWholeTurn,
    Steps,
    Turn,
    TurnNode,
    WholeTurn,
    is_worth_it,
)
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target
from tsolve.model.plays import Draws
from tsolve.plays import policy
from tsolve.plays.planners import PolicyFollower, SearchTree
from tsolve.solve.policy import Attitude, Search, Valuation, Worth
from tsolve.worlds.decisive import Valued

LIMIT = 200_000
"""The most positions that a search visits."""
_DEEP, _DEEP_ALONE = 0.5, 0.7
"""The share of the budget for the deep search, if a policy has to be written down, or if not; the rest is for
a short look at every first action, and for that.
"""
_WORTH_IT = 0.2
"""The share of what is left then that is worth searching on, if there is less to write."""
_WRITTEN = 6
"""To follow a position of a policy through the engine and to write it down takes as long as to search so many
at most, as a rule, and often a third of that.
"""
_LONG = 60
"""A policy of more positions is also kept in short, in case that there is no time to write all of it."""
_FOLLOWING = 0.5
"""The share of what is left then to follow it through the engine; the rest is for writing it."""
_TOO_MANY = "there are too many ways to draw and to change the Hall to try them all"


Node = policy.Node[State, Action, Reached]
Searched = policy.Searched[State, Action, Reached]


def search(
    game: Thunderstone,
    state: State,
    goal: tuple[str, ...],
    target: Target = ANYBODY,
    draws: Draws = "expected",
    evaluator: Evaluator | None = None,
    follow: bool = True,
) -> Searched:
    """The best policy from `state`, which stands at a free step of its turn.

    `target` fixes the Monster. Pass the same `evaluator` to several searches by one goal, since it caches. If
    the budget runs out, the answer may be a policy that is not proved to be the best, or none. Without
    `follow` only the value is found: `root` stays None.
    """
    evaluator = evaluator or Evaluator(game, goal)
    tree = Turn(game, state, goal, target, draws, evaluator)
    try:
        try:
            return _search(tree, state, follow)
        except RobbedError:
            tree = WholeTurn(game, state, goal, target, draws, evaluator)
            return _search(tree, state, follow)
    except TooLargeError:  # at a leaf
        return Searched(None, None, tree.upper_bound(TurnNode(state)), (_TOO_MANY,), 0)


def _search(tree: Turn, state: State, follow: bool) -> Searched:
    pace = _Pace()
    deep, searched, found, high = _best(tree, state, pace, follow)
    if deep.positions > LIMIT:
        tree.left_out[_TOO_MANY] = None
    if tree.stranger and (found.low is None or found.low < tree.upper_bound(TurnNode(state))):
        tree.left_out[PLACEHOLDER] = None
    if not follow:
        return Searched(None, found.low, high, tuple(tree.left_out), deep.positions)
    unmet = tree.target != ANYBODY and not tree.met
    roots: list[Node] = []
    try:
        if unmet and found.exact:  # giving up the target may be better, but was not searched
            unmet = not _can_be_met(tree, state)
        if unmet and found.exact:  # the target can never be attacked: there is no such play
            return Searched(None, None, None, tuple(tree.left_out), deep.positions)
        with grace():
            if found.exact:
                found = _short(searched, found, 3 * pace.writable(deep.positions))
            if found.low is not None and not unmet:
                through = partial(_followed, tree, searched)
                short = _short(searched, found, _LONG)
                if short.size() < found.size():
                    roots.append(through(short))
                with allow(current().part(_FOLLOWING)):
                    roots.append(through(found))
    except SpentError:
        if not roots:  # no policy that could be shown
            return Searched(None, None, high, tuple(tree.left_out), deep.positions)
        found = Valuation(found.node, roots[-1].worth, high)
    root = roots[-1] if roots else None
    low = root.worth if root is not None else None
    if found.exact and root is not None and low != found.low:
        raise DisagreementError({"searched": str(found.low), "followed": str(low)})
    in_short = roots[0] if len(roots) > 1 else None
    return Searched(root, low, high, tuple(tree.left_out), deep.positions, in_short)


def _followed(tree: Turn, by: Search[TurnNode, Steps], found: Valuation[TurnNode, Steps]) -> Node:
    return PolicyFollower(_Followed(tree), by, tree.draws).node(found)


class _Best(NamedTuple):
    """The best policy, by which search it was found, and an upper bound for all others."""

    deep: Search[TurnNode, Steps]
    """The search in depth, which counts the positions."""
    by: Search[TurnNode, Steps]
    found: Valuation[TurnNode, Steps]
    high: Worth | None


def _best(tree: Turn, state: State, pace: _Pace, follow: bool) -> _Best:
    attitude: Attitude = "expected" if tree.draws == "known" else tree.draws
    share, past = _DEEP if follow else _DEEP_ALONE, current().past
    is_late = past(share)
    if not isinstance(tree, WholeTurn) and is_worth_it(tree.game, state):
        is_half = past(share / 2)
        free: Search[TurnNode, Steps] = Search(
            FreeHall(tree), attitude, lambda: free.positions > LIMIT or is_half()
        )
        tree.cap(lambda node: free.run(node).high)
    deep: Search[TurnNode, Steps] = Search(
        tree,
        attitude,
        lambda: deep.positions > LIMIT or is_late(),
        tree.game.probe.looked_at_position,
        lambda: is_late(),
    )
    best = _Best(deep, deep, found := deep.run(TurnNode(state)), found.high)
    if not is_late() or found.exact:
        return best
    # the search in depth saw little of the other first actions
    wide: Search[TurnNode, Steps] = Search(tree, attitude, lambda: wide.positions > 0)
    best = _better(best, wide, wide.run(TurnNode(state)))
    with suppress(SpentError), grace():
        if follow:
            best = best._replace(found=_short(best.by, best.found, pace.writable(deep.positions)))
            to_spare = 1 - best.found.size() / max(pace.writable(deep.positions), 1)
            if to_spare > _WORTH_IT:
                is_late = past(to_spare)
                further = deep.go_on(TurnNode(state))
                best = _better(best, deep, _short(deep, further, pace.writable(deep.positions)))
    if not best.found.exact:
        current().fall_short()
    return best


def _short(
    by: Search[TurnNode, Steps], found: Valuation[TurnNode, Steps], most: float
) -> Valuation[TurnNode, Steps]:
    """The policy, shortened while it has more than so many positions."""
    for events in (3, 2, 1):
        if found.size() > most:
            found = by.shortened(found, events)
    return found


def _better(best: _Best, by: Search[TurnNode, Steps], found: Valuation[TurnNode, Steps]) -> _Best:
    """The better of two policies, with the lower of two bounds."""
    if best.high is not None and found.high is not None:
        best = best._replace(high=min(best.high, found.high))
    if found.low is not None and (best.found.low is None or found.low > best.found.low):
        best = best._replace(by=by, found=found)
    return best


class _Pace:
    """How fast positions are searched, which tells how many of a policy can be written down in time."""

    def __init__(self) -> None:
        self._budget = current()
        self._before = self._left()

    def _left(self) -> tuple[float | None, int | None]:
        """The seconds and the steps that are left."""
        return self._budget.left(), self._budget.steps_left()

    def writable(self, positions: int) -> float:
        """How many positions of a policy there is time to write, after so many were searched."""
        fitting = [
            left * positions / max(_WRITTEN * (began - left), 1e-6)
            for began, left in zip(self._before, self._left(), strict=True)
            if began is not None and left is not None
        ]
        return min(fitting, default=LIMIT)


def _can_be_met(tree: Turn, state: State) -> bool:
    """Whether the target can be attacked; for the worst draws, whether it can be attacked in any case.

    Raises SpentError if that could not be determined.
    """
    seeking = SeekingWholeTurn if isinstance(tree, WholeTurn) else Seeking
    attitude = "best" if tree.draws == "expected" else "expected" if tree.draws == "known" else tree.draws
    quest: Search[TurnNode, Steps] = Search(seeking(tree), attitude, lambda: quest.positions > LIMIT)
    found = quest.run(TurnNode(state))
    if found.low != (1,) and quest.ran_out:
        raise SpentError
    return found.low == (1,)


class _Followed(SearchTree[TurnNode, State, Action, Reached]):
    """What is needed to follow a policy through a turn. (`tsolve.plays.planners.SearchTree`)"""

    def __init__(self, tree: Turn) -> None:
        self.tree = tree

    @property
    def game(self) -> Thunderstone:
        return self.tree.game

    def compares(self, action: Steps, other: Steps) -> bool:
        return self.tree.compares_ties

    def state(self, node: TurnNode) -> State:
        return node.state

    def at(self, state: State, like: TurnNode | None = None) -> TurnNode:
        return TurnNode(state, like.user if like is not None else "")

    def completed(self, state: State, drawn: Steps, event: Action, count: int) -> Steps | None:
        return completed(self.game, state, drawn, event, count)

    def end(self, state: State) -> tuple[Worth, Reached | None]:
        worth = battle_result(self.game.book, state, self.tree.goal)
        if worth is not None:  # the battle, or the game, is over
            return worth, None
        stop = self.tree.stop(state)
        assert stop is not None
        return stop, self.tree.evaluator.best(state, self.tree.target)


def worth_alone(
    game: Thunderstone,
    state: State,
    goal: tuple[str, ...],
    draws: Draws,
) -> Valued:
    """The value of the best play from a free step, the same as for the play that `turns.solve` shows."""
    evaluator = Evaluator(game, goal)
    with allow(current().part(share_of_plan(game, state))):
        planned = plan(game, state, goal, backend="exact", evaluator=evaluator)
    if planned.status != "optimal" or planned.best is None:
        return Valued(goal, None, False, planned.problems)
    if not planned.by_chance:
        return Valued(goal, planned.best.value, False, planned.problems)
    searched = search(game, state, goal, ANYBODY, draws, evaluator, follow=False)
    if not searched.proved or searched.low is None or searched.low < planned.best.value:
        return Valued(goal, None, False, planned.problems)
    return Valued(goal, searched.low, searched.low > planned.best.value, planned.problems)
