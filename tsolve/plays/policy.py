"""A policy is a play under chance: what to do in each position, and what may come. To write it as an answer,
the engine plays every branch of chance and checks every mean.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from tsolve.engine import Game
from tsolve.errors import DisagreementError
from tsolve.model.plays import (
    Draws,
    Exact,
    LineAnswer,
    PolicyAnswer,
    PolicyBranch,
    PolicyCase,
    PolicyEnd,
    PolicyNode,
    TargetChance,
    Verb,
    exact,
)
from tsolve.solve.policy import Worth, average

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
"""What a game's planner knows about the rest of a turn without further chance events."""


class Node(msgspec.Struct, Generic[S, A, E], frozen=True):
    """What to do from a position on: play `line`, then chance decides (`branches`) or the turn ends."""

    state: S
    """The position before `line`. Equal positions share a node, so the engine may hold one of them with its
    cards in another order.
    """
    worth: Worth
    line: tuple[A, ...]
    final: S
    """The position after `line`."""
    end: E | None = None
    branches: tuple[Branch[S, A, E], ...] = ()


class Branch(msgspec.Struct, Generic[S, A, E], frozen=True):
    """One outcome of chance."""

    event: A
    chance: Fraction
    node: Node[S, A, E]


class Searched(msgspec.Struct, Generic[S, A, E], frozen=True):
    """The best policy found, with bounds for the worth of the best one: equal bounds are a proof."""

    root: Node[S, A, E] | None
    """None if no line is known, or none was asked for."""
    low: Worth | None
    high: Worth | None
    left_out: tuple[str, ...]
    """Why some lines were not followed further."""
    positions: int
    short: Node[S, A, E] | None = None
    """A policy that follows fewer events in a row and so is soon written, where `root` is a long one."""

    @property
    def proved(self) -> bool:
        """Whether no policy is better, apart from lines that were left out."""
        return self.low == self.high


Value = tuple[int, ...]
"""What a turn is worth at its end, level by level of the goal."""
Mark = tuple[str, int]
"""A target that a turn dealt with: its card, and the place where it stood."""


class Told(NamedTuple, Generic[S]):
    """Some steps as the engine played them."""

    line: LineAnswer
    end: S
    rulings: tuple[str, ...]
    """The rulings that allow the steps, each once."""
    title: str
    """What the line is about, in a few words."""
    came: tuple[str, ...] = ()
    """The names of what came on the way because nothing else could come."""


class Ended(NamedTuple, Generic[S]):
    """A turn played to its end."""

    told: Told[S]
    value: Value
    mark: Mark | None = None
    name: str = ""
    """What people call the target of `mark`."""


class ExtremeCase(NamedTuple):
    """The best or worst end below a node: its worth, its chance, and the events on one way to it."""

    value: Value
    chance: Fraction
    outcome: str
    events: tuple[str, ...]


class SubtreeOutcome(NamedTuple):
    """The outcome of a node, over all chance events below it."""

    node: int
    worth: Worth
    """Its worth, counting draws as asked."""
    mean: Worth
    worst: ExtremeCase
    best: ExtremeCase
    marks: Mapping[Mark, Fraction]
    """The chance to deal with each target."""
    ways: int


class PolicyWriter(ABC, Generic[S, A, E]):
    """Writes each node of a policy once: nodes with equal positions have the same future."""

    deed: ClassVar[Verb] = Verb()
    """What a turn does to its target."""

    def __init__(
        self,
        game: Game[S, A],
        goal: tuple[str, ...],
        draws: Draws,
        key: Callable[[S], Hashable] | None = None,
    ) -> None:
        """`key`: tells positions alike as the search did; by default as the game does."""
        self.game, self.goal, self.draws = game, goal, draws
        self.key: Callable[[S], Hashable] = key or game.key
        self.readings: dict[str, str] = {}
        """The interpretations that the lines used."""
        self.nodes: list[PolicyNode] = []
        self._known: dict[tuple[Hashable, Worth], SubtreeOutcome] = {}
        """The written nodes by key and worth: without a proof, one position may have policies of different
        worths.
        """
        self._keys: dict[int, Hashable] = {}
        """The key of each node's position, by the node itself: many branches lead to one node."""

    # what every game has to say

    @abstractmethod
    def played(self, state: S, actions: tuple[A, ...]) -> Told[S]:
        """The actions, played from this position by the engine."""

    @abstractmethod
    def ended(self, node: Node[S, A, E]) -> Ended[S]:
        """A node without further chance events, played to the end of the turn."""

    # what a game may add

    def follow(self, final: S, event: A) -> tuple[S, tuple[str, ...]]:
        """The position after an event, and the names of what came with it because nothing else could come."""
        return self.game.apply(final, event), ()

    def event_name(self, final: S, event: A) -> str:
        """What came, in as few words as possible."""
        return self.game.notation(final, event)

    def chances(self, marks: Mapping[Mark, Fraction]) -> Iterable[TargetChance]:
        """How likely the policy deals with each target that people ask about."""
        return ()

    def indicators(self) -> tuple[str, ...]:
        """The levels of the goal that are 1 or 0 at the end of the turn, so that their mean is a
        probability.
        """
        return ()

    counted_down: ClassVar[tuple[str, ...]] = ()
    """The levels of goals that count losses, below zero."""

    # the policy

    def write(self, searched: Searched[S, A, E]) -> PolicyAnswer:
        """The policy that was found.

        Raises DisagreementError where the engine comes to another worth, chance or position than promised.
        """
        root = searched.root
        assert root is not None
        below = self._add(root)
        first = self.nodes[below.node].steps
        return PolicyAnswer(
            draws=self.draws,
            goal=self.goal,
            first=first[0].text if first else "",
            worth=_exactly(below.worth),
            expected=_exactly(below.mean),
            worst=_case(below.worst),
            best=_case(below.best),
            chances=tuple(self.chances(below.marks)),
            deed=self.deed,
            nodes=tuple(self.nodes),
            ways=below.ways,
            indicators=self.indicators(),
            counted_down=tuple(level for level in self.goal if level in self.counted_down),
            positions=searched.positions,
            low=() if searched.proved else _exactly(max(searched.low or below.worth, below.worth)),
            high=() if searched.proved else _exactly(self.known_levels(searched.high or ())),
        )

    def known_levels(self, bound: Worth) -> Worth:
        """The first levels of an upper bound, as far as they bound anything."""
        return bound

    def _add(self, node: Node[S, A, E]) -> SubtreeOutcome:
        """The node and all below it."""
        key = self._key(node), node.worth
        if key in self._known:
            return self._known[key]
        index = len(self.nodes)
        self.nodes.append(PolicyNode((), ()))  # kept for this node: those below it come behind
        found = self._chance(node, index) if node.branches else self._end(node, index)
        if found.worth != node.worth:
            raise DisagreementError({"promised": _shown(node.worth), "played": _shown(found.worth)})
        self._known[key] = found
        return found

    def _key(self, node: Node[S, A, E]) -> Hashable:
        if id(node) not in self._keys:
            self._keys[id(node)] = self.key(node.state)
        return self._keys[id(node)]

    def _end(self, node: Node[S, A, E], index: int) -> SubtreeOutcome:
        """A node at which the turn ends without another event."""
        told, value, mark, name = self.ended(node)
        end = PolicyEnd(told.title, value, told.line, name, mark[1] if mark is not None else 0)
        self.nodes[index] = PolicyNode((), _exactly(value), (), end, told.rulings)
        case = ExtremeCase(value, Fraction(1), told.line.outcome, told.came)
        marks = {mark: Fraction(1)} if mark is not None else {}
        return SubtreeOutcome(index, value, value, case, case, marks, 1)

    def _chance(self, node: Node[S, A, E], index: int) -> SubtreeOutcome:
        """A node at which chance acts after some steps."""
        told = self.played(node.state, node.line)
        below, then = zip(*(self._branch(told.end, branch) for branch in node.branches), strict=True)
        chances = [branch.chance for branch in node.branches]
        events = self.game.chance(told.end)
        whole = sum(weight for _, weight in events)
        offered = {event: Fraction(weight, whole) for event, weight in events}
        if {branch.event: branch.chance for branch in node.branches} != offered:
            raise DisagreementError({"chances": [str(chance) for chance in chances]})
        worths = [each.worth for each in below]
        mean = average(chances, [each.mean for each in below])
        worth = mean if self.draws == "expected" else min(worths) if self.draws == "worst" else max(worths)
        names = [self.event_name(told.end, branch.event) for branch in node.branches]
        branches = tuple(
            PolicyBranch(
                self.game.notation(told.end, branch.event), name, exact(branch.chance), each.node, more
            )
            for branch, name, each, more in zip(node.branches, names, below, then, strict=True)
        )
        rulings = (*told.rulings, *self.game.rulings_for(told.end, node.branches[0].event))
        self.nodes[index] = PolicyNode(told.line.steps, _exactly(worth), branches, None, rulings)
        marks: dict[Mark, Fraction] = {}
        for chance, each in zip(chances, below, strict=True):
            for mark, likely in each.marks.items():
                marks[mark] = marks.get(mark, Fraction(0)) + chance * likely
        came = [(*told.came, name, *more) for name, more in zip(names, then, strict=True)]
        return SubtreeOutcome(
            index,
            worth,
            mean,
            _extreme(chances, came, [each.worst for each in below], min(each.worst.value for each in below)),
            _extreme(chances, came, [each.best for each in below], max(each.best.value for each in below)),
            marks,
            sum(each.ways for each in below),
        )

    def _branch(self, final: S, branch: Branch[S, A, E]) -> tuple[SubtreeOutcome, tuple[str, ...]]:
        """The node after one outcome, and what came with it; the engine must reach the same position."""
        after, more = self.follow(final, branch.event)
        if after != branch.node.state and self.key(after) != self._key(branch.node):
            raise DisagreementError({"event": self.game.notation(final, branch.event)})
        return self._add(branch.node), more


def _extreme(
    chances: list[Fraction], events: list[tuple[str, ...]], cases: list[ExtremeCase], value: Value
) -> ExtremeCase:
    """The cases of this value as one: their chances added, the way of the likeliest."""
    held = [each for each in zip(chances, events, cases, strict=True) if each[2].value == value]
    _, came, case = max(held, key=lambda each: each[0] * each[2].chance)
    likely = sum((chance * each.chance for chance, _, each in held), start=Fraction(0))
    return ExtremeCase(value, likely, case.outcome, (*came, *case.events))


def _case(case: ExtremeCase) -> PolicyCase:
    return PolicyCase(case.value, exact(case.chance), case.outcome, case.events)


def _exactly(worth: Worth) -> tuple[Exact, ...]:
    return tuple(map(exact, worth))


def _shown(worth: Worth) -> list[str]:
    return [str(level) for level in worth]
