"""The best line or policy of a turn of one kind, with its proof."""

from __future__ import annotations

from collections.abc import Hashable

from msgspec import Struct
from msgspec.structs import replace

from tsolve.budget import SpentError, grace
from tsolve.cardkit.together import completed
from tsolve.errors import DisagreementError
from tsolve.games.quest.actions import Action
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.dungeon import Evaluator, Leaf
from tsolve.games.quest.planning.goals import Goal, Kind, Value, missed, value
from tsolve.games.quest.planning.tree import Steps, Turn, TurnNode
from tsolve.games.quest.planning.untold_village import NOT_TRIED
from tsolve.games.quest.state import State
from tsolve.games.quest.target import ANYBODY, Target
from tsolve.model.wishes import Backend, Draws
from tsolve.solve.policy import Attitude, Search, Worth
from tsolve.turns.policy import nodes
from tsolve.turns.policy.following import Follower

Node = nodes.Node[State, Action, None]
"""A line to the end of the turn, or to what chance decides."""
_Open = nodes.Node[State, Action, Leaf]
LIMIT = 200_000
"""The most positions that are looked at."""
_OF_THE_TARGET = ("win", "total", "margin")
"""Levels that count what comes of the battle itself."""
_NOT_PLAYED = "there was no time to play the best play found to its end, so it is not shown"
_TOO_MANY = "there are too many ways to play the turn to try them all"


class Planned(Struct, frozen=True):
    """The best play of a turn, and how sure that is."""

    goal: Goal
    root: Node | None
    """The line or the policy, each way to the end of the turn; None where none is known."""
    low: Worth | None
    high: Worth | None
    """The best play is worth between these; equal bounds are a proof, where all of them were searched."""
    ran_out: bool
    """Whether some battle was not looked at to its end."""
    left_out: tuple[str, ...]
    skipped: bool
    """Whether draws were left out, as asked."""
    positions: int
    problems: int
    """How many optimisation problems were solved."""
    backend: str
    """What found it: `exact`, `cpsat`, or `search` where every line was tried."""

    @property
    def proved(self) -> bool:
        """Whether no other play is better, among the lines that are not left out."""
        return not self.ran_out and self.low == self.high


class Planner:
    """Plans one turn. `game` is a `Quest.for_one_turn`, `state` a position before the turn or inside it.

    A turn that battles the `target` is better than any that does not. Only where it is asked first whether
    it is defeated, no battle is worth as much as a lost one.
    """

    def __init__(
        self,
        game: Quest,
        state: State,
        goal: Goal,
        kind: Kind = "dungeon",
        draws: Draws = "expected",
        backend: Backend = "auto",
        target: Target = ANYBODY,
    ) -> None:
        self.game, self.state, self.goal, self.draws, self.target = game, state, goal, draws, target
        self.evaluator = Evaluator(game, state, goal, self.worth, backend, target)
        self.tree = Turn(game, goal, self.worth, kind, draws, self.evaluator)
        attitude: Attitude = "expected" if draws == "known" else draws
        self.search: Search[TurnNode, Steps] = Search(
            self.tree,
            attitude,
            lambda: self.search.positions > LIMIT,
            game.probe.looked_at_position,
        )

    def worth(self, state: State) -> Value | None:
        """What the turn is worth once its result stands; None before."""
        found = self.told_worth(state)
        if found is None or self.is_met(state):
            return found
        return missed(self.goal, found)

    def told_worth(self, state: State) -> Value | None:
        """The same as people are told: with nothing won of a Monster that the turn does not battle."""
        found = value(self.game.book, state, self.goal)
        if found is None or self.is_met(state):
            return found
        return tuple(
            0 if level in _OF_THE_TARGET else amount for level, amount in zip(self.goal, found, strict=True)
        )

    def is_met(self, state: State) -> bool:
        """Whether the battle of the turn is the one that is asked for, if any is."""
        return self.target == ANYBODY or self.target.was_battled(state)

    def plan(self) -> Planned:
        """The best play. When the budget is used up it is the best one known so far.

        Raises DisagreementError where the engine comes to another worth than was promised.
        """
        tree, search, evaluator = self.tree, self.search, self.evaluator
        found = search.run(TurnNode(self.state))
        if search.positions > LIMIT:
            tree.left_out[_TOO_MANY] = None
        root: Node | None = None
        if found.low is not None:
            try:
                with grace():
                    followed = Follower(_Followed(tree), search, self.draws).node(found)
                    if found.exact and followed.worth != found.low:
                        raise DisagreementError({"searched": str(found.low), "followed": str(followed.worth)})
                    root = self._told(_to_the_end(followed, evaluator, {}))
            except SpentError:
                tree.left_out[_NOT_PLAYED] = None
        if tree.visits.untold.missed:
            tree.left_out[NOT_TRIED] = None
        used = evaluator.backends
        return Planned(
            self.goal,
            root,
            found.low,
            None if evaluator.ran_out else found.high,
            evaluator.ran_out,
            tuple(tree.left_out),
            tree.skipped,
            search.positions,
            evaluator.problems,
            "cpsat" if "cpsat" in used else "exact" if used else "search",
        )

    def _told(self, node: Node) -> Node:
        """The same with what people are told that each way is worth."""
        if not node.branches:
            worth = self.told_worth(node.final)
            assert worth is not None
            return replace(node, worth=worth)
        branches = [replace(branch, node=self._told(branch.node)) for branch in node.branches]
        if self.draws in ("worst", "best"):
            pick = min if self.draws == "worst" else max
            decisive = pick(zip(node.branches, branches, strict=True), key=lambda each: each[0].node.worth)
            return replace(node, worth=decisive[1].node.worth, branches=tuple(branches))
        parts = ([each.chance * level for level in each.node.worth] for each in branches)
        worth = tuple(map(sum, zip(*parts, strict=True)))
        return replace(node, worth=worth, branches=tuple(branches))

    def ever_met(self, node: Node) -> bool:
        """Whether the battle that is asked for happens on some way."""
        if not node.branches:
            return self.is_met(node.final)
        return any(self.ever_met(branch.node) for branch in node.branches)


def _to_the_end(node: _Open, evaluator: Evaluator, known: dict[int, Node]) -> Node:
    """The same with the actions to the end of the turn, where the evaluator knew its worth alone."""
    if id(node) not in known:
        branches = tuple(
            nodes.Branch(branch.event, branch.chance, _to_the_end(branch.node, evaluator, known))
            for branch in node.branches
        )
        line, final = node.line, node.final
        if node.end is not None:
            rest, final = evaluator.line(final, node.end)
            line += rest
        known[id(node)] = nodes.Node(node.state, node.worth, line, final, None, branches)
    return known[id(node)]


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
        return TurnNode(state) if like is None else TurnNode(state, like.open, like.covered)

    def mode(self, node: TurnNode) -> Hashable:
        return node.open, node.covered

    def completed(self, state: State, drawn: Steps, event: Action, count: int) -> Steps | None:
        return completed(self.game, state, drawn, event, count)

    def end(self, state: State) -> tuple[Worth, Leaf | None]:
        worth = self.tree.judge(state)
        if worth is not None:
            return worth, None
        leaf = self.tree.evaluator.look(state).best
        assert leaf is not None
        return leaf.worth, leaf
