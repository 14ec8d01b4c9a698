"""The best turn or round of a position, as an answer: a line, or a policy where it meets chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.budget import SpentError, current, grace
from tsolve.errors import DisagreementError
from tsolve.games.gloomhaven.planning.round import RoundTree
from tsolve.games.gloomhaven.planning.tree import NOT_TRIED, Steps, TurnTree
from tsolve.games.gloomhaven.state import State
from tsolve.model.answers import SolveAnswer
from tsolve.solve.policy import Attitude, Search, Valuation
from tsolve.turns.plan import told
from tsolve.turns.policy.following import Follower
from tsolve.turns.policy.nodes import Node

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.actions import Action
    from tsolve.games.gloomhaven.opened import Opened
    from tsolve.model.wishes import Draws, Wishes

COMPARING = 0.5
"""The share of the budget for comparing what there is; the rest is for coming to an end with the best."""
GUIDING = 0.25
"""The share of it for what the turns of characters promise by themselves."""
AS_ASKED = "as asked, you draw only known cards"
NO_TIME = "there was no time to play the best play found to its end, so it is not shown"

Found = Valuation[State, Steps]


def solve(opened: Opened, wishes: Wishes) -> SolveAnswer:
    """What the players do best by the goal that is wished for, with its proof; where the budget is used up
    the best that was found, and what nothing is better than.

    Raises:
        UsageError: a goal, a target or a kind of turn is wished for that there is not.
        DisagreementError: what was found comes to something else when it is played.
    """
    opened.check_wishes(wishes)
    goal, draws = opened.goal(wishes.goal), wishes.draws or opened.position.draws
    attitude: Attitude = "expected" if draws == "known" else draws
    tree = TurnTree(opened.game, goal, draws)
    if opened.is_round:
        tree = RoundTree(opened.game, goal, draws, attitude, current().part(GUIDING))
    is_late = current().past(COMPARING)
    search: Search[State, Steps] = Search(
        tree, attitude, is_late, opened.game.probe.looked_at_position, is_late
    )
    found = search.run(opened.state)
    root = _followed(tree, search, found, draws) if found.low is not None else None
    left_out = [NOT_TRIED] if tree.meets_unknown else []
    notes = (AS_ASKED,) if tree.skips_draws else ()
    if root is None:
        if found.low is not None:
            left_out.append(NO_TIME)
        return SolveAnswer(
            "undecided", goal.levels, (), (), "search", (), left_out=tuple(left_out), notes=notes
        )
    proved = found.exact and not left_out
    high = None if left_out else found.high
    answer = told(opened, goal.levels, goal.value, draws, root, search.positions, high, proved=proved)
    return replace(answer, left_out=tuple(left_out), notes=notes)


def _followed(
    tree: TurnTree, search: Search[State, Steps], found: Found, draws: Draws
) -> Node[State, Action, None] | None:
    """The policy that was found, way by way; None where there was no time."""
    follower: Follower[State, State, Action, None] = Follower(tree, search, draws)
    try:
        with grace():
            root = follower.node(found)
    except SpentError:
        return None
    if found.exact and root.worth != found.low:
        raise DisagreementError({"searched": str(found.low), "followed": str(root.worth)})
    return root
