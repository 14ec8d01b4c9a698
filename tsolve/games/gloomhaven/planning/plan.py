"""The best turn or round of a position, as an answer: a line, or a policy where it meets chance."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.budget import SpentError, allow, current, grace
from tsolve.errors import DisagreementError
from tsolve.games.gloomhaven.planning.assigned import by_assignment
from tsolve.games.gloomhaven.planning.round import RoundTree
from tsolve.games.gloomhaven.planning.shorter import shorter
from tsolve.games.gloomhaven.planning.ties import all_best
from tsolve.games.gloomhaven.planning.tree import NOT_TRIED, Steps, TurnTree
from tsolve.games.gloomhaven.state import State
from tsolve.model.answers import SolveAnswer
from tsolve.solve.policy import Attitude, Search, Valuation
from tsolve.turns.plan import told, told_line
from tsolve.turns.policy.following import Follower
from tsolve.turns.policy.nodes import Node

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.actions import Action
    from tsolve.games.gloomhaven.judging.goals import Goal
    from tsolve.games.gloomhaven.opened import Opened
    from tsolve.model.wishes import Draws, Wishes

COMPARING = 0.5
"""The share of a budget for comparing what there is; the rest is for coming to an end with the best."""
GUIDING = 0.25
"""The share of it for what the turns of characters promise by themselves."""
REPLYING = 0.8
"""The share of the whole budget for all of a round."""
SHORTENING = 0.7
"""The share of what is left then for each shorter question."""
NO_CPSAT = (
    "the search was used, not CP-SAT: that proves one best line of characters' turns "
    "without chance, between which nobody else acts"
)
AS_ASKED = "as asked, you draw only known cards"
NO_TIME = "there was no time to come to the end of any play"

Found = Valuation[State, Steps]


def solve(opened: Opened, wishes: Wishes) -> SolveAnswer:
    """What the players do best by the goal that is wished for, with its proof: by an assignment of attacks
    where it is one (in the turn of one character the search is quicker), else by a search. Where the budget
    is used up it is the best that was found, and what nothing is better than; where a round comes to no end,
    the best of its beginning.

    Raises:
        UsageError: a goal, a target or a kind of turn is wished for that there is not.
        DisagreementError: what was found comes to something else when it is played.
    """
    opened.check_wishes(wishes)
    draws = wishes.draws or opened.position.draws
    planner = Planner(opened.goal(wishes.goal), draws, wishes.all_lines, opened.not_told)
    assigned = None
    if not planner.not_told and (opened.is_round or wishes.backend != "auto") and not wishes.all_lines:
        assigned = by_assignment(opened, planner, wishes.backend)
    if assigned is not None:
        return assigned
    answer = _searched(opened, planner)
    return replace(answer, notes=(NO_CPSAT, *answer.notes)) if wishes.backend == "cpsat" else answer


def _searched(opened: Opened, planner: Planner) -> SolveAnswer:
    """The answer of the search over choices and chance."""
    if not opened.is_round:
        return planner.answer(opened, planner.tree(opened))
    with allow(current().part(REPLYING)):
        answer = planner.answer(opened, planner.tree_of_round(opened))
    for part, note in shorter(opened):
        if NO_TIME not in answer.left_out:
            break
        with allow(current().part(SHORTENING)):
            found = planner.answer(part, planner.tree(part), is_all=False)
        if NO_TIME not in found.left_out:
            answer = replace(found, notes=(note, *found.notes))
    return answer


class Planner:
    """Plans by one goal, with one attitude to chance."""

    def __init__(
        self, goal: Goal, draws: Draws, all_lines: bool = False, not_told: tuple[str, ...] = ()
    ) -> None:
        """Nothing is proved where something is `not_told`."""
        self.goal, self.draws, self.all_lines, self.not_told = goal, draws, all_lines, not_told
        self._attitude: Attitude = "expected" if draws == "known" else draws

    def tree(self, opened: Opened) -> TurnTree:
        """What may happen, to the end of what is asked about."""
        return TurnTree(opened.game, self.goal, self.draws)

    def tree_of_round(self, opened: Opened) -> TurnTree:
        """The same of a round, tried in the order of what the turns in it promise."""
        guiding = current().part(GUIDING)
        return RoundTree(opened.game, self.goal, self.draws, self._attitude, guiding)

    def answer(self, opened: Opened, tree: TurnTree, *, is_all: bool = True) -> SolveAnswer:
        """The best way through the tree; no proof where that is not all that is asked about."""
        levels, value = self.goal.levels, self.goal.value
        is_late = current().past(COMPARING)
        on_position = opened.game.probe.looked_at_position
        search: Search[State, Steps] = Search(tree, self._attitude, is_late, on_position, is_late)
        found = search.run(opened.state)
        root = self._followed(tree, search, found)
        left_out = (*self.not_told, *((NOT_TRIED,) if tree.meets_unknown else ()))
        notes = (AS_ASKED,) if tree.skips_draws else ()
        if root is None:
            left_out += (NO_TIME,) if search.ran_out else ()
            return SolveAnswer("undecided", levels, (), (), "search", (), left_out=left_out, notes=notes)
        proved = found.exact and not left_out and is_all
        high = found.high if is_all and not left_out else None
        answer = told(opened, levels, value, self.draws, root, search.positions, high, proved=proved)
        answer = replace(answer, left_out=left_out, notes=notes)
        if not (self.all_lines and proved) or root.branches:
            return answer
        lines, more_notes = all_best(opened.game, search, found, root.line)
        others = [told_line(opened, levels, value, line, answer.objective)[0] for line in lines[1:]]
        return replace(answer, best=(*answer.best, *others), notes=(*notes, *more_notes))

    def _followed(
        self, tree: TurnTree, search: Search[State, Steps], found: Found
    ) -> Node[State, Action, None] | None:
        """The policy that was found, way by way; None where there was none or no time. Of a proved one the
        shortest way, as far as there is time for it.
        """
        if found.low is None:
            return None
        root: Node[State, Action, None] | None = None
        if found.exact:
            with suppress(SpentError), allow(current().part(COMPARING)):
                root = Follower(tree, search, self.draws).node(found)
        try:
            tree.shortens = False
            with grace():
                root = root or Follower(tree, search, self.draws).node(found)
        except SpentError:
            search.ran_out = True
            return None
        if found.exact and root.worth != found.low:
            raise DisagreementError({"searched": str(found.low), "followed": str(root.worth)})
        return root
