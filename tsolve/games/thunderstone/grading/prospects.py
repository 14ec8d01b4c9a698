"""The best worth that can still be reached from any point of a turn: between steps, in mid-battle, at a draw.

The planner answers at the free steps and at draws; what lies between, a forced choice or a purchase, is
searched in the engine until the planner can take over or the result stands.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from tsolve.budget import FREE, Budget, SpentError, allow, current
from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.goals import battle_result, visit_result
from tsolve.games.thunderstone.planning.plan import Planned, plan
from tsolve.games.thunderstone.planning.policy import Node, Searched, search
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.target import ANYBODY
from tsolve.solve.policy import Worth

Attitude = Literal["expected", "best"]

MOST_POSITIONS = 500_000
"""The most positions that are remembered for one turn."""

_SHARE = 0.5
"""The share of what is left of the budget for one look: each leaves something for all that come after it."""
_PLANNED_STEPS = ("effects", "preparing", "resting")
"""The free steps at which the planner can be asked."""
_MANY = "there are too many ways to go on to try them all"
_OTHERS = "what follows hangs on a choice of another player"
_UNKNOWN = "a card of which nothing is known comes first"


class Prospect(msgspec.Struct, frozen=True):
    """The best that can be reached."""

    worth: Worth | None
    """None where no end is known."""
    doubt: str = ""
    """Why more, or less, might be within reach than `worth` says."""


class Way(NamedTuple):
    """What leads to the best."""

    line: tuple[Action, ...]
    """Up to the end of the turn or the next draw."""
    depends: bool
    """Whether what follows the line depends on what is drawn."""


class Prospects:
    """Looks ahead from the positions of one turn and remembers what it found."""

    def __init__(
        self,
        game: Thunderstone,
        goal: tuple[str, ...],
        attitude: Attitude = "expected",
        evaluator: Evaluator | None = None,
        compares_turns: bool = False,
        budget: Budget = FREE,
    ) -> None:
        """`best` takes each draw for the luckiest; `budget` is for all positions together."""
        self.game, self.goal, self.attitude = game, goal, attitude
        self.evaluator = evaluator or Evaluator(game, goal)
        self.compares_turns = compares_turns
        """Whether the goal is meant for every kind of turn, so that the choice among them is judged too."""
        self.given_up = ""
        """Why some position was not looked at to the end; empty where all of them were."""
        self._budget = budget
        self._known: dict[Hashable, Prospect] = {}
        self._roots: dict[State, Node] = {}
        """The policies that were searched, by where they begin."""

    def result(self, state: State) -> tuple[int, ...] | None:
        """The worth of a turn whose result stands; None before."""
        judge = battle_result if state.turn == "dungeon" else visit_result
        return judge(self.game.book, state, self.goal)

    def of(self, state: State) -> Prospect:
        """What can be reached from a position of the turn; no worth where the budget was not enough."""
        reached = self.result(state)
        if reached is not None:
            return Prospect(reached)
        try:
            with allow(self._budget.part(_SHARE)):
                return self._of(state)
        except SpentError:
            self.given_up = self._budget.why_over()
            return self._known.setdefault(self._key(state), Prospect(None, self.given_up))

    def look_at(self, states: Sequence[State]) -> None:
        """Look at the positions of a turn in the order in which a budget does most.

        The best play from the first one says what many others are worth. If that is too much, those at the
        end are the easiest, and what is found there helps with those before.
        """
        for state in (*states[:1], *reversed(states)):
            self.of(state)

    def _of(self, state: State) -> Prospect:
        reached = self.result(state)
        if reached is not None:
            return Prospect(reached)
        key = self._key(state)
        if key not in self._known:
            if len(self._known) >= MOST_POSITIONS:
                return Prospect(None, _MANY)
            self._known[key] = self._look(state)
        return self._known[key]

    def line(self, state: State) -> Way:
        """How to reach it; an empty line where the budget was not enough."""
        try:
            with allow(self._budget.part(_SHARE)):
                return self._line(state)
        except SpentError:
            self.given_up = self._budget.why_over()
            return Way((), False)

    def _line(self, state: State) -> Way:
        if self.result(state) is not None:
            return Way((), False)
        if _is_free(state):
            return self._planned_line(state)
        if self.game.mover(state) != state.active:
            return Way((), True)
        wanted = self._of(state).worth
        for action in self.game.legal_actions(state):
            after = self.game.apply(state, action)
            if wanted is not None and self._of(after).worth == wanted:
                rest = self._line(after)
                return Way((action, *rest.line), rest.depends)
        return Way((), False)

    def _key(self, state: State) -> Hashable:
        """Equal for positions with the same future: the order of purchases and losses does not matter."""
        tally = state.tally
        alike = {name: tuple(sorted(getattr(tally, name))) for name in ("gained", "destroyed", "levelled")}
        return self.game.key(replace(state, tally=replace(tally, **alike)))

    def _look(self, state: State) -> Prospect:
        mover = self.game.mover(state)
        if _is_free(state) or mover == CHANCE:
            return self._planned(state)
        if mover == UNKNOWN:
            return Prospect(None, _UNKNOWN)
        below = [self._of(self.game.apply(state, action)) for action in self.game.legal_actions(state)]
        return _best(below) if mover == state.active else _indifferent(below)

    # the planner, at a free step and at a draw

    def _planned(self, state: State) -> Prospect:
        searched = self._policy(state)
        doubt = "; ".join(searched.left_out)
        if searched.root is not None:
            self._roots[state] = searched.root
        if searched.root is not None and not doubt and self.attitude == "expected":
            self._remember(searched.root)
        return Prospect(searched.low, doubt)

    def _remember(self, root: Node) -> None:
        """What the policy says of the positions that it comes through: a line that follows it costs nothing.

        Where the mean is exact, so is every part of it.
        """
        seen = {id(root)}
        waiting = [root]
        while waiting:
            node = waiting.pop()
            state = node.state
            for action in (None, *node.line):
                state = state if action is None else self.game.apply(state, action)
                self._known.setdefault(self._key(state), Prospect(node.worth))
            below = [branch.node for branch in node.branches if id(branch.node) not in seen]
            seen.update(map(id, below))
            waiting += below

    def _planned_line(self, state: State) -> Way:
        root = self._roots.get(state) or self._policy(state).root
        return self._line_of(root) if root is not None else Way((), False)

    def _policy(self, state: State) -> Searched:
        """The best policy as far as lines are not left out. Raises SpentError."""
        found = search(self.game, state, self.goal, ANYBODY, self.attitude, evaluator=self.evaluator)
        if not found.proved and (current().is_over() or not found.left_out):
            raise SpentError
        return found

    def _line_of(self, node: Node) -> Way:
        if node.branches:
            return Way(node.line, True)
        rest = () if node.end is None else _line(self._without_draws(node.final))
        return Way((*node.line, *rest), False)

    def _without_draws(self, state: State) -> Planned:
        """The planner's own line. Its exact backend is enough: the engine plays every line."""
        planned = plan(self.game, state, self.goal, backend="exact")
        if planned.status == "undecided":
            raise SpentError
        return planned


def _is_free(state: State) -> bool:
    return not state.todo and state.step in _PLANNED_STEPS


def _line(planned: Planned) -> tuple[Action, ...]:
    return () if planned.best is None else planned.best.line


def _doubt(prospects: Iterable[Prospect]) -> str:
    return next((prospect.doubt for prospect in prospects if prospect.doubt), "")


def _best(below: list[Prospect]) -> Prospect:
    """The player chooses."""
    worths = [prospect.worth for prospect in below if prospect.worth is not None]
    return Prospect(max(worths, default=None), _doubt(below))


def _indifferent(below: list[Prospect]) -> Prospect:
    """Somebody else chooses: the worth is known only where every choice comes to the same."""
    worths = {prospect.worth for prospect in below}
    if len(worths) != 1:
        return Prospect(None, _doubt(below) or _OTHERS)
    return Prospect(worths.pop(), _doubt(below))
