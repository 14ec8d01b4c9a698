"""The best policy of a turn whose cards are drawn by chance: the first actions, then what to do on each card.

Only what reveals cards or moves the Hall is searched here; the rest of the turn is the evaluator's. Where
nothing is known of a card, or an opponent chooses, the search stops and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from time import monotonic
from typing import Literal, NamedTuple

import msgspec

from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.errors import DisagreementError
from tsolve.games.thunderstone.actions import Action, Attack, Use
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning import dungeon
from tsolve.games.thunderstone.planning.dungeon import UNBOUNDED
from tsolve.games.thunderstone.planning.evaluator import Evaluator, Reached
from tsolve.games.thunderstone.planning.goals import battle_result
from tsolve.games.thunderstone.planning.situations import reveals, why_no_further
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn import abilities
from tsolve.solve.policy import Chance, Decision, Event, Found, Search, Shut, Worth

Draws = Literal["expected", "worst", "best", "known"]
"""How cards count that come by chance; `known` leaves out lines that draw them."""

LIMIT = 200_000
"""The most positions that are looked at."""
_TOO_MANY = "there are too many ways to draw and to change the Hall to try them all"


class Node(msgspec.Struct, frozen=True):
    """What to do from a position on: play `line`, then chance decides (`branches`) or the turn ends."""

    state: State
    """The position before `line`. Equal positions share a node, so after a draw the hand may lie in another
    order than here.
    """
    worth: Worth
    line: tuple[Action, ...]
    final: State
    """The position after `line`."""
    end: Reached | None = None
    """What the rest of the turn comes to; None when chance decides, or the target cannot be attacked."""
    branches: tuple[Branch, ...] = ()


class Branch(msgspec.Struct, frozen=True):
    """One outcome of chance."""

    event: Action
    chance: Fraction
    node: Node


class Searched(msgspec.Struct, frozen=True):
    """The best policy, and between which worths the best one lies: equal bounds are a proof."""

    root: Node | None
    """None when no line is known."""
    low: Worth | None
    high: Worth | None
    left_out: tuple[str, ...]
    """Lines that were not followed further and why."""
    positions: int

    @property
    def proved(self) -> bool:
        """Whether no other policy is better, among the lines that are not left out."""
        return self.low == self.high


def search(
    game: Thunderstone,
    state: State,
    goal: tuple[str, ...],
    target: str = "",
    draws: Draws = "expected",
    time_limit: float | None = None,
    evaluator: Evaluator | None = None,
    on_position: Callable[[int], None] = lambda _: None,
) -> Searched:
    """The best policy from `state`, which stands at a free step of its turn.

    `target` fixes the Monster (a card id). Pass the same `evaluator` for several searches by one goal: it
    remembers. With a time limit the answer may be a policy that is not proved to be the best.
    """
    try:
        return _search(
            _Turn(game, goal, target, draws, evaluator or Evaluator(game, goal)),
            state,
            time_limit,
            on_position,
        )
    except RobbedError:
        return _search(
            _WholeTurn(game, goal, target, draws, Evaluator(game, goal)), state, time_limit, on_position
        )


def _search(
    tree: _Turn, state: State, time_limit: float | None, on_position: Callable[[int], None]
) -> Searched:
    deadline = None if time_limit is None else monotonic() + time_limit
    searched: Search[_Place, Action] = Search(
        tree,
        "expected" if tree.draws == "known" else tree.draws,
        lambda: searched.positions > LIMIT or (deadline is not None and monotonic() >= deadline),
        on_position,
    )
    found = searched.run(_Place(state))
    if searched.positions > LIMIT:
        tree.left_out[_TOO_MANY] = None
    unmet = tree.target and not tree.met
    root = None if found.low is None or unmet else tree.node(searched, found)
    low = root.worth if root is not None else None
    if found.exact and root is not None and low != found.low:
        raise DisagreementError({"searched": str(found.low), "followed": str(low)})
    return Searched(root, low, found.high, tuple(tree.left_out), searched.positions)


class RobbedError(Exception):
    """Cards of the own hand are taken in mid-turn: then the order of all preparations matters."""


class _Place(NamedTuple):
    """A position, and the card used last on the way to it."""

    state: State
    user: str = ""


class _Turn:
    """The decisions and chances of a turn. (`tsolve.solve.policy.Tree`)"""

    def __init__(
        self, game: Thunderstone, goal: tuple[str, ...], target: str, draws: Draws, evaluator: Evaluator
    ) -> None:
        self.game, self.goal, self.target, self.draws, self.evaluator = game, goal, target, draws, evaluator
        self.left_out: dict[str, None] = {}
        self.met = False
        """Whether the target can be attacked anywhere."""
        self._ceilings: dict[Hashable, Worth] = {}
        self._nodes: dict[int, tuple[Node, object]] = {}
        """By what was found, which is kept beside its node: equal positions share one node."""

    def key(self, node: _Place) -> Hashable:
        return self.game.key(node.state)

    def expand(self, node: _Place) -> Decision[_Place, Action] | Chance[_Place, Action] | Shut:
        game, state = self.game, node.state
        if state.over:
            return Decision(battle_result(game.book, state, self.goal), ())
        if not state.todo:
            return Decision(self._stop(state), self._reveals(state))
        mover = game.mover(state)
        if mover == state.active:
            if state.todo[-1].name == "discard":
                raise RobbedError
            options = game.legal_actions(state)
            return Decision(
                None, [(action, _Place(game.apply(state, action), node.user)) for action in options]
            )
        events = game.chance(state) if mover == CHANCE else []
        if not events or (self.draws == "known" and len(events) > 1):
            if self.draws != "known" or mover not in (CHANCE, UNKNOWN):  # else it is what was asked for
                self.left_out[why_no_further(game, node.user, mover)] = None
            return Shut()
        return Chance(
            [Event(action, weight, _Place(game.apply(state, action), node.user)) for action, weight in events]
        )

    def ceiling(self, node: _Place) -> Worth:
        state = node.state
        if state.turn != "dungeon":
            return (UNBOUNDED,) * len(self.goal)
        key = state.hall, state.dungeon, state.tally.lost, state.lent
        if key not in self._ceilings:
            self._ceilings[key] = dungeon.ceiling(self.game, state, self.goal, state.tally.lost, self.target)
        return self._ceilings[key]

    def floor(self, node: _Place) -> Worth | None:
        return None if node.state.todo or node.state.over else self._stop(node.state)

    def node(self, searched: Search[_Place, Action], found: Found[_Place, Action]) -> Node:
        """The policy that was found, from its decisions."""
        if id(found) not in self._nodes:
            self._nodes[id(found)] = self._follow(searched, found), found
        return self._nodes[id(found)][0]

    def _follow(self, searched: Search[_Place, Action], found: Found[_Place, Action]) -> Node:
        place = found.node
        start = place.state
        line: list[Action] = []
        while True:
            if place.state != found.node.state:  # the same hand in another order was searched
                found = searched.run_again(place)
            if found.action is not None and found.next is not None:
                action, found = found.action, found.next
            elif len(found.events) == 1:
                ((event, found),) = found.events
                action = event.action
            else:
                break
            place = _Place(self.game.apply(place.state, action))
            line.append(action)
        final = place.state
        if found.events:
            whole = sum(event.weight for event, _ in found.events)
            branches = tuple(
                Branch(event.action, Fraction(event.weight, whole), self.node(searched, below))
                for event, below in found.events
            )
            return Node(start, self._counted(branches), tuple(line), final, None, branches)
        decided = battle_result(self.game.book, final, self.goal) is not None  # the battle, or the game
        end = None if decided else self.evaluator.best(final, self.target)
        return Node(start, self._ended(final), tuple(line), final, end)

    def _counted(self, branches: Sequence[Branch]) -> Worth:
        """What the outcomes are worth together, by the attitude to draws."""
        if self.draws in ("worst", "best"):
            choose = min if self.draws == "worst" else max
            return choose(branch.node.worth for branch in branches)
        levels = zip(*(branch.node.worth for branch in branches), strict=True)
        return tuple(
            sum((b.chance * level for b, level in zip(branches, each, strict=True)), start=Fraction())
            for each in levels
        )

    def _ended(self, state: State) -> Worth:
        """What a turn is worth that ends here."""
        worth = battle_result(self.game.book, state, self.goal) if state.over else self._stop(state)
        assert worth is not None
        return worth

    def _stop(self, state: State) -> Worth | None:
        """The worth of ending the turn without revealing more."""
        reached = self.evaluator.best(state, self.target)
        if reached is not None:
            self.met = True
            return reached.value
        return self._unmet(state) if self.target else None

    def _unmet(self, state: State) -> Worth:
        """The worth of a turn in which the target does not come to be attacked."""
        return battle_result(self.game.book, _unfought(state), self.goal) or ()

    def _reveals(self, state: State) -> list[tuple[Action, _Place]]:
        game = self.game
        return [
            (use, _Place(game.apply(state, use), state.party[use.card].card))
            for use in abilities.attempts(game.book, state)
            if reveals(game, state, use) and game.why_not(state, use) is None
        ]


def _unfought(state: State) -> State:
    return msgspec.structs.replace(state, tally=msgspec.structs.replace(state.tally, outcome="none"))


class _WholeTurn(_Turn):
    """Every action of a turn, one by one, where the order of preparations matters: slow, and as exact."""

    def expand(self, node: _Place) -> Decision[_Place, Action] | Chance[_Place, Action] | Shut:
        game, state = self.game, node.state
        result = battle_result(game.book, state, self.goal)
        if result is not None:
            self.met = self.met or state.tally.attacked == self.target
            return Decision(result, ())
        if game.mover(state) != state.active:
            return super().expand(node)
        moves = [
            (action, _Place(game.apply(state, action), self._user(node, action)))
            for action in game.legal_actions(state)
            if not (isinstance(action, Attack) and self._wrong(state, action.rank))
        ]
        hopeless = self.target and not state.todo and self.evaluator.best(state, self.target) is None
        return Decision(self._unmet(state) if hopeless else None, moves)

    def ceiling(self, node: _Place) -> Worth:
        return battle_result(self.game.book, node.state, self.goal) or super().ceiling(node)

    def _wrong(self, state: State, rank: int) -> bool:
        return self.target not in ("", state.hall[rank - 1].card)

    def _ended(self, state: State) -> Worth:
        return battle_result(self.game.book, state, self.goal) or super()._ended(state)

    def _user(self, node: _Place, action: Action) -> str:
        return node.state.party[action.card].card if isinstance(action, Use) else node.user

    def floor(self, node: _Place) -> Worth | None:
        return None
