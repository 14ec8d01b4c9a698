"""The best policy of a turn whose cards are drawn by chance: the first actions, then what to do on each card.

`turn_tree` says what can be done and what may come, `tsolve.solve.policy` searches it, and
`turns.policy.following` follows what was found. The rest of a turn that reveals nothing more is the
evaluator's.
"""

from __future__ import annotations

from tsolve.budget import SpentError, current, grace
from tsolve.cardkit.together import completed
from tsolve.errors import DisagreementError, TooLargeError
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.evaluator import Evaluator, Reached
from tsolve.games.thunderstone.planning.free_hall import FreeHall, is_worth_it
from tsolve.games.thunderstone.planning.goals import battle_result
from tsolve.games.thunderstone.planning.situations import STRANGER
from tsolve.games.thunderstone.planning.turn_tree import (
    RobbedError,
    Seeking,
    SeekingWholeTurn,
    Steps,
    Turn,
    TurnNode,
    WholeTurn,
)
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.target import ANYBODY, Target
from tsolve.model.wishes import Draws
from tsolve.solve.policy import Attitude, Search, Worth
from tsolve.turns.policy import nodes
from tsolve.turns.policy.following import Follower

__all__ = ["Branch", "Node", "Searched", "search"]

LIMIT = 200_000
"""The most positions that are looked at."""
_DEEP = 0.7
"""The share of the budget for the search proper; the rest is for a look at every first action."""
_TOO_MANY = "there are too many ways to draw and to change the Hall to try them all"


Node = nodes.Node[State, Action, Reached]
Branch = nodes.Branch[State, Action, Reached]
Searched = nodes.Searched[State, Action, Reached]


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

    `target` fixes the Monster. Pass the same `evaluator` for several searches by one goal: it
    remembers. When the budget is used up the answer may be a policy that is not proved to be the best, or
    none at all. Without `follow` only the worth is found: `root` stays None.
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
    attitude: Attitude = "expected" if tree.draws == "known" else tree.draws
    is_late = current().past(_DEEP)
    if not isinstance(tree, WholeTurn) and is_worth_it(tree.game, state):
        free: Search[TurnNode, Steps] = Search(
            FreeHall(tree), attitude, lambda: free.positions > LIMIT or is_late()
        )
        tree.cap(lambda node: free.run(node).high)
    deep: Search[TurnNode, Steps] = Search(
        tree,
        attitude,
        lambda: deep.positions > LIMIT or is_late(),
        tree.game.probe.looked_at_position,
        is_late,
    )
    searched, found = deep, deep.run(TurnNode(state))
    high = found.high
    if deep.positions > LIMIT:
        tree.left_out[_TOO_MANY] = None
    if is_late() and not found.exact:  # depth first, little was seen of other first actions
        current().fall_short()
        wide: Search[TurnNode, Steps] = Search(tree, attitude, lambda: wide.positions > 0)
        glance = wide.run(TurnNode(state))
        if glance.low is not None and (found.low is None or glance.low > found.low):
            searched, found = wide, glance
        if high is not None and glance.high is not None:
            high = min(high, glance.high)
    if tree.stranger and (found.low is None or found.low < tree.upper_bound(TurnNode(state))):
        tree.left_out[STRANGER] = None
    if not follow:
        return Searched(None, found.low, high, tuple(tree.left_out), deep.positions)
    unmet = tree.target != ANYBODY and not tree.met
    try:
        if unmet and found.exact:  # perhaps giving the target up is better, and nobody looked further
            unmet = not _can_be_met(tree, state)
        if unmet and found.exact:  # the target can be attacked nowhere: there is no such play at all
            return Searched(None, None, None, tuple(tree.left_out), deep.positions)
        with grace():
            root = (
                None
                if found.low is None or unmet
                else Follower(_Followed(tree), searched, tree.draws).node(found)
            )
    except SpentError:  # no policy that could be shown
        return Searched(None, None, high, tuple(tree.left_out), deep.positions)
    low = root.worth if root is not None else None
    if found.exact and root is not None and low != found.low:
        raise DisagreementError({"searched": str(found.low), "followed": str(low)})
    return Searched(root, low, high, tuple(tree.left_out), deep.positions)


def _can_be_met(tree: Turn, state: State) -> bool:
    """Whether the target can be attacked; with the worst draws, whether that can be forced.

    Raises SpentError where that could not be found out.
    """
    seeking = SeekingWholeTurn if isinstance(tree, WholeTurn) else Seeking
    attitude = "best" if tree.draws == "expected" else "expected" if tree.draws == "known" else tree.draws
    quest: Search[TurnNode, Steps] = Search(seeking(tree), attitude, lambda: quest.positions > LIMIT)
    found = quest.run(TurnNode(state))
    if found.low != (1,) and quest.ran_out:
        raise SpentError
    return found.low == (1,)


class _Followed:
    """What following a policy has to know of a turn. (`tsolve.turns.policy.following.Followed`)"""

    def __init__(self, tree: Turn) -> None:
        self.tree, self.game = tree, tree.game

    def compares(self, action: Steps, other: Steps) -> bool:
        return self.tree.compares_ties

    def told(self, line: Steps) -> int:
        return len(line)

    def state(self, node: TurnNode) -> State:
        return node.state

    def at(self, state: State, like: TurnNode | None = None) -> TurnNode:
        return TurnNode(state, like.user if like is not None else "")

    def mode(self, node: TurnNode) -> None:
        return None

    def completed(self, state: State, drawn: Steps, event: Action, count: int) -> Steps | None:
        return completed(self.game, state, drawn, event, count)

    def end(self, state: State) -> tuple[Worth, Reached | None]:
        worth = battle_result(self.game.book, state, self.tree.goal)
        if worth is not None:  # the battle, or the game, is over
            return worth, None
        stop = self.tree.stop(state)
        assert stop is not None
        return stop, self.tree.evaluator.best(state, self.tree.target)
