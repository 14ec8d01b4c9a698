"""The best policy of a turn whose cards are drawn by chance: the first actions, then what to do on each card.

`turn_tree` says what can be done and what may come, `tsolve.solve.policy` searches it, and here the policy
found is followed and written down. The rest of a turn that reveals nothing more is the evaluator's.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction

from msgspec.structs import replace

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
    Place,
    RobbedError,
    Seeking,
    SeekingWholeTurn,
    Steps,
    Turn,
    WholeTurn,
)
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.target import ANYBODY, Target
from tsolve.model.wishes import Draws
from tsolve.solve.policy import Attitude, Found, Search, Worth, average
from tsolve.turns.policy import nodes

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
        return Searched(None, None, tree.ceiling(Place(state)), (_TOO_MANY,), 0)


def _search(tree: Turn, state: State, follow: bool) -> Searched:
    attitude: Attitude = "expected" if tree.draws == "known" else tree.draws
    is_late = current().past(_DEEP)
    if not isinstance(tree, WholeTurn) and is_worth_it(tree.game, state):
        free: Search[Place, Steps] = Search(
            FreeHall(tree), attitude, lambda: free.positions > LIMIT or is_late()
        )
        tree.cap(lambda node: free.run(node).high)
    deep: Search[Place, Steps] = Search(
        tree,
        attitude,
        lambda: deep.positions > LIMIT or is_late(),
        tree.game.probe.looked_at_position,
        is_late,
    )
    searched, found = deep, deep.run(Place(state))
    high = found.high
    if deep.positions > LIMIT:
        tree.left_out[_TOO_MANY] = None
    if is_late() and not found.exact:  # depth first, little was seen of other first actions
        current().fall_short()
        wide: Search[Place, Steps] = Search(tree, attitude, lambda: wide.positions > 0)
        glance = wide.run(Place(state))
        if glance.low is not None and (found.low is None or glance.low > found.low):
            searched, found = wide, glance
        if high is not None and glance.high is not None:
            high = min(high, glance.high)
    if tree.stranger and (found.low is None or found.low < tree.ceiling(Place(state))):
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
            root = None if found.low is None or unmet else _Follower(tree, searched).node(found)
    except SpentError:  # no policy that could be shown
        return Searched(None, None, high, tuple(tree.left_out), deep.positions)
    low = root.worth if root is not None else None
    if found.exact and root is not None and low != found.low:
        raise DisagreementError({"searched": str(found.low), "followed": str(low)})
    return Searched(root, low, high, tuple(tree.left_out), deep.positions)


def _can_be_met(tree: Turn, state: State) -> bool:
    """Whether the target can come to be attacked; with the worst draws, whether that can be forced.

    Raises SpentError where that could not be found out.
    """
    seeking = SeekingWholeTurn if isinstance(tree, WholeTurn) else Seeking
    attitude = "best" if tree.draws == "expected" else "expected" if tree.draws == "known" else tree.draws
    quest: Search[Place, Steps] = Search(seeking(tree), attitude, lambda: quest.positions > LIMIT)
    found = quest.run(Place(state))
    if found.low != (1,) and quest.ran_out:
        raise SpentError
    return found.low == (1,)


class _Follower:
    """Follows a policy and writes it down; among equally good actions those of the shortest way."""

    def __init__(self, tree: Turn, searched: Search[Place, Steps]) -> None:
        self.tree, self.searched = tree, searched
        self._nodes: dict[int, tuple[Node, Found[Place, Steps]]] = {}
        """By what was found, which is kept beside its node: equal positions share one node."""
        self._lengths: dict[int, int] = {}
        self._own: dict[State, Found[Place, Steps]] = {}
        """What was found again for positions whose equals were searched in another form."""

    def node(self, found: Found[Place, Steps]) -> Node:
        """The policy from the position of `found` on."""
        if id(found) not in self._nodes:
            self._nodes[id(found)] = self._write(found), found
        return self._nodes[id(found)][0]

    def _write(self, found: Found[Place, Steps]) -> Node:
        if found.next is not None:
            steps, below = min(self._ties(found), key=lambda tie: self._length(self.node(tie[1])))
            return self._after(found, steps, below)
        if len(found.events) == 1:
            ((event, below),) = found.events
            return self._after(found, event.action, below)
        state = found.node.state
        if found.events:
            return self._awaited(found)
        worth = battle_result(self.tree.game.book, state, self.tree.goal)  # the battle, or the game, is over
        if worth is not None:
            return Node(state, worth, (), state)
        stop = self.tree.stop(state)
        assert stop is not None
        return Node(state, stop, (), state, self.tree.evaluator.best(state, self.tree.target))

    def _ties(self, found: Found[Place, Steps]) -> list[tuple[Steps, Found[Place, Steps]]]:
        if self.tree.compares_ties:
            return self.searched.ties(found)
        assert found.action is not None
        assert found.next is not None
        return [(found.action, found.next)]

    def _after(self, found: Found[Place, Steps], steps: Steps, below: Found[Place, Steps]) -> Node:
        """The node of `found` when it begins with `steps`."""
        state = found.node.state
        for action in steps:
            state = self.tree.game.apply(state, action)
        then = self.node(below if state == below.node.state else self._again(Place(state)))
        return replace(then, state=found.node.state, line=(*steps, *then.line))

    def _awaited(self, found: Found[Place, Steps]) -> Node:
        """The node at which chance decides between the outcomes, one event after the other."""
        game, user = self.tree.game, found.node.user
        outcomes = {event.action: below for event, below in found.events}
        count = len(found.events[0][0].action)
        known: dict[Hashable, Node | None] = {}

        def waiting(state: State, drawn: Steps) -> Node | None:
            key = game.key(state)
            if key not in known:
                chances = game.chance(state)
                whole = sum(weight for _, weight in chances)
                branches = tuple(
                    Branch(event, Fraction(weight, whole), then)
                    for event, weight in chances
                    if (then := after(state, drawn, event)) is not None
                )
                worth = self._counted(branches) if branches else None
                known[key] = None if worth is None else Node(state, worth, (), state, None, branches)
            return known[key]

        def after(state: State, drawn: Steps, event: Action) -> Node | None:
            place, come = Place(game.apply(state, event), user), completed(game, state, drawn, event, count)
            if come is None:
                return waiting(place.state, (*drawn, event))
            own = self._of(place, outcomes[come])
            return None if own.low is None else self.node(own)

        node = waiting(found.node.state, ())
        assert node is not None
        return node

    def _of(self, place: Place, below: Found[Place, Steps]) -> Found[Place, Steps]:
        """What was found for an outcome; its equal may have come about in another order, and the engine tells
        them apart. Of one that made no difference to the worth little is known yet.
        """
        if below.low is None:
            return self.searched.run(place)
        key = self.tree.game.key
        return below if key(place.state) == key(below.node.state) else self._again(place)

    def _again(self, place: Place) -> Found[Place, Steps]:
        """What was found of a position of which an equal one was searched: with its own actions."""
        if place.state not in self._own:
            self._own[place.state] = self.searched.run_again(place)
        return self._own[place.state]

    def _counted(self, branches: Sequence[Branch]) -> Worth:
        """What the outcomes are worth together, by the attitude to draws."""
        if self.tree.draws in ("worst", "best"):
            choose = min if self.tree.draws == "worst" else max
            return choose(branch.node.worth for branch in branches)
        return average([branch.chance for branch in branches], [branch.node.worth for branch in branches])

    def _length(self, node: Node) -> int:
        """The most actions and cards on any way through the node."""
        if id(node) not in self._lengths:
            below = max((1 + self._length(branch.node) for branch in node.branches), default=0)
            self._lengths[id(node)] = len(node.line) + below
        return self._lengths[id(node)]
