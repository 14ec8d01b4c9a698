"""The best policy under chance: what to do now, and then after every outcome.

Searches a tree of decisions and chance events depth first. Equal positions are searched once, equal outcomes
count as one, and branches that provably cannot beat the best so far are skipped. Worths and their means are
tuples of exact numbers, compared level by level, so that "better on average" means the same everywhere in the
tree. When the budget runs out, the answer is a policy with a lower and an upper bound.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from math import lcm
from operator import mul
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from tsolve.budget import SpentError, current

Worth = tuple[Fraction | int, ...]
Attitude = Literal["expected", "worst", "best"]
"""How chance counts: by the mean of the outcomes, by the worst, or by the best."""
DEEPEST = 150
"""The most positions followed in a row. No turn comes near this, unless it can go on for ever."""
AFTERWARDS = 2 * DEEPEST
"""The most positions searched after the budget is used up: enough to reach some end of the turn."""

N = TypeVar("N")
A = TypeVar("A")


class Decision(NamedTuple, Generic[N, A]):
    """The player may end here for the worth `stop` (None: may not end here), or make a move."""

    stop: Worth | None
    moves: Sequence[tuple[A, N]]
    hope: Worth | None = None
    """No way to end here is worth more; None if `stop` is the best of them."""


class Event(NamedTuple, Generic[N, A]):
    """One outcome of chance; its probability is its weight over the sum of all."""

    action: A
    weight: int
    node: N


class Chance(NamedTuple, Generic[N, A]):
    """Chance decides: all possible outcomes, at least one."""

    events: Sequence[Event[N, A]]


class Shut(NamedTuple):
    """What comes next is unknown: lines that lead here have no worth."""


class Tree(Protocol[N, A]):
    """The decisions and chance events of one problem."""

    bounded: bool
    """Whether upper bounds are low enough to save any search."""

    def key(self, node: N) -> Hashable:
        """Equal for nodes with the same future."""
        ...

    def expand(self, node: N) -> Decision[N, A] | Chance[N, A] | Shut:
        """What happens at the node."""
        ...

    def upper_bound(self, node: N) -> Worth:
        """An upper bound of what can be reached from the node, cheap to compute."""
        ...

    def lower_bound(self, node: N) -> Worth | None:
        """What ending at the node is worth, for a search that runs out; None where the turn cannot end."""
        ...


class Valuation(Generic[N, A]):
    """What the search knows of a position: bounds of its worth, and how to reach the lower one."""

    __slots__ = ("action", "events", "high", "low", "next", "node")

    def __init__(self, node: N, low: Worth | None, high: Worth | None) -> None:
        self.node = node
        self.low, self.high = low, high
        """No policy from here is worth more than `high` (None: there is no policy); one is worth `low`."""
        self.action: A | None = None
        self.next: Valuation[N, A] | None = None
        """The position after `action`. Without `action`, the turn ends here or chance decides (`events`)."""
        self.events: tuple[tuple[Event[N, A], Valuation[N, A]], ...] = ()

    @property
    def exact(self) -> bool:
        """Whether the worth is known exactly."""
        return self.low == self.high

    def size(self) -> int:
        """How many positions the policy knows from here on."""
        met, waiting = {id(self)}, [self]
        for here in waiting:
            below = [here.next] if here.next is not None else [each for _, each in here.events]
            for each in below:
                if id(each) not in met:
                    met.add(id(each))
                    waiting.append(each)
        return len(waiting)


def _everything(_: object, __: object) -> bool:
    return True


class Search(Generic[N, A]):
    """One search; `positions` counts the different positions searched."""

    def __init__(
        self,
        tree: Tree[N, A],
        attitude: Attitude = "expected",
        is_over: Callable[[], bool] = lambda: False,
        on_position: Callable[[], None] = lambda: None,
        is_late: Callable[[], bool] = lambda: False,
    ) -> None:
        """Once `is_over`, the search follows a choice only to the next place where the turn can end. Once it
        also `is_late`, it tries only what it needs to find any policy. When the budget in force is used up,
        both apply, and soon the search gives up. `on_position` is called for each new position.
        """
        self._tree, self._attitude = tree, attitude
        self._is_over, self._on_position, self._is_told_late = is_over, on_position, is_late
        self._known: dict[Hashable, Valuation[N, A]] = {}
        self._under_way: dict[Hashable, int] = {}
        """The positions on the way here, each with the number of chance events before it."""
        self._events = 0
        self._hangs_on = DEEPEST
        """The depth of the first position on the way here that the current results depend on."""
        self._afterwards = 0
        """How many positions were searched since the budget was used up."""
        self.positions = 0
        self.ran_out = False
        self.bar: Worth | None = None
        """What the node that is expanded has to exceed: less need not be told apart. None for no limit."""

    def run(self, root: N) -> Valuation[N, A]:
        """The best policy from `root`; exact unless the search ran out."""
        try:
            return self._look(root, None)
        finally:
            self.bar = None

    def glance(self, root: N, past: Callable[[float], Callable[[], bool]]) -> None:
        """Look at each move from `root` for a like part of some time, of which `past` says whether a share of
        it is over. What is left of `run` then goes to the one that promises most, but none is left out.
        """
        expanded = self._tree.expand(root)
        moves = expanded.moves if isinstance(expanded, Decision) else ()
        hopes = [(self._tree.upper_bound(child), child) for _, child in moves]
        ends = [past((number + 1) / len(hopes)) for number in range(len(hopes))]
        is_over, is_late = self._is_over, self._is_told_late
        best: Worth | None = None
        try:
            for (hope, child), is_past in zip(
                sorted(hopes, key=lambda entry: entry[0], reverse=True), ends, strict=True
            ):
                if not _at_most(hope, best):
                    self.ran_out, self._is_over, self._is_told_late = False, is_past, is_past
                    best = _greater(best, self._look(child, best).low)
        finally:
            self.ran_out, self._is_over, self._is_told_late, self.bar = False, is_over, is_late, None

    def go_on(self, root: N) -> Valuation[N, A]:
        """Search on after running out, now that there is more time; what is known already is not lost."""
        self.ran_out = False
        return self._look(root, None)

    def run_again(self, node: N, found: Valuation[N, A]) -> Valuation[N, A]:
        """The best policy from a node, in its own actions, after an equal node was searched with this result:
        the same moves and events, if those here lead to nodes that are equal to those there. Otherwise only
        the budget in force limits this, not `is_over` or `is_late`: the result must be worth no less.
        """
        expanded = self._tree.expand(node)
        same = self._retold(node, expanded, found)
        if same is not None:
            return same
        ran_out, is_over, is_late = self.ran_out, self._is_over, self._is_told_late
        self.ran_out, self._is_over, self._is_told_late = False, _never, _never
        self.bar = None
        try:
            return self._find(node, expanded, None)
        finally:
            self.ran_out, self.bar = self.ran_out or ran_out, None
            self._is_over, self._is_told_late = is_over, is_late

    def _retold(
        self, node: N, expanded: Decision[N, A] | Chance[N, A] | Shut, found: Valuation[N, A]
    ) -> Valuation[N, A] | None:
        same: Valuation[N, A] = Valuation(node, found.low, found.high)
        key = self._tree.key
        if found.next is not None and isinstance(expanded, Decision):
            after, same.next = key(found.next.node), found.next
            same.action = next((action for action, child in expanded.moves if key(child) == after), None)
            return None if same.action is None else same
        below = {key(event.node): each for event, each in found.events}
        if found.events and isinstance(expanded, Chance):
            if any(key(event.node) not in below for event in expanded.events):
                return None
            same.events = tuple([(event, below[key(event.node)]) for event in expanded.events])
        return same

    def shortened(self, found: Valuation[N, A], most: int) -> Valuation[N, A]:
        """The same policy with at most so many chance events in a row: after them the turn ends as soon as it
        may. It may be worth less, and is quicker to write down.
        """
        known: dict[tuple[int, int], Valuation[N, A]] = {}

        def cut(here: Valuation[N, A], left: int) -> Valuation[N, A]:
            if (id(here), left) not in known:
                known[id(here), left] = self._cut(here, left, cut)
            return known[id(here), left]

        return cut(found, most)

    def _cut(
        self, here: Valuation[N, A], left: int, cut: Callable[[Valuation[N, A], int], Valuation[N, A]]
    ) -> Valuation[N, A]:
        floor = None if left or here.next is None else self._tree.lower_bound(here.node)
        if floor is not None:
            return Valuation(here.node, floor, here.high)
        short: Valuation[N, A] = Valuation(here.node, here.low, here.high)
        if here.next is not None:
            short.action, short.next = here.action, cut(here.next, left)
            short.low = short.next.low
        elif here.events:
            fewer = max(left - 1, 0) if len(here.events) > 1 else left
            short.events = tuple([(event, cut(below, fewer)) for event, below in here.events])
            short.low = self._worth_of([(event.weight, below.low) for event, below in short.events])
        return short

    def _worth_of(self, outcomes: Sequence[tuple[int, Worth | None]]) -> Worth | None:
        """What the outcomes are worth together, each with its weight."""
        worths = [worth for _, worth in outcomes if worth is not None]
        if self._attitude == "best":
            return max(worths, default=None)
        if len(worths) < len(outcomes):
            return None
        weights = [weight for weight, _ in outcomes]
        return min(worths) if self._attitude == "worst" else _mean(weights, worths, sum(weights))

    def ties(
        self, found: Valuation[N, A], compares: Callable[[A, A], bool] = _everything
    ) -> list[tuple[A, Valuation[N, A]]]:
        """The moves of a decision that reach its worth, the one found first; others only if `compares` says
        that they are alternatives to it.
        """
        assert found.action is not None
        assert found.next is not None
        assert found.low is not None
        tied = [(found.action, found.next)]
        self.bar = None
        expanded = None if self.ran_out else self._tree.expand(found.node)
        if not isinstance(expanded, Decision):
            return tied
        bar = (*found.low[:-1], found.low[-1] - 1)
        for action, child in expanded.moves:
            if action == found.action or not compares(found.action, action):
                continue
            if self._tree.upper_bound(child) >= found.low:
                below = self._look(child, bar)
                if below.low == found.low:
                    tied.append((action, below))
        self.bar = None
        return tied

    def _look(self, node: N, bar: Worth | None) -> Valuation[N, A]:
        """Search the node until its worth is exact or cannot exceed `bar`; if the budget does not suffice to
        find any policy, only its upper bound is known.
        """
        try:
            return self._looked_at(node, bar)
        except SpentError:
            self.ran_out = True
            return Valuation(node, None, self._tree.upper_bound(node))

    def _looked_at(self, node: N, bar: Worth | None) -> Valuation[N, A]:
        key = self._tree.key(node)
        known = self.recalled(node, key)
        if known is not None and (known.exact or _at_most(known.high, bar)):
            return known
        if key in self._under_way:
            return self._again(node, key)
        is_spent = current().is_over()
        if is_spent:
            current().fall_short()
        self.ran_out = self.ran_out or is_spent or self._is_over()
        if known is not None and known.low is not None and self.ran_out and self._is_late():
            return known  # there is a policy, and no time for a better one
        if len(self._under_way) >= DEEPEST:
            return known or Valuation(node, self._tree.lower_bound(node), self._tree.upper_bound(node))
        if self.ran_out:
            floor = self._tree.lower_bound(node)
            if floor is not None:
                return known or Valuation(node, floor, self._tree.upper_bound(node))
        if is_spent:
            self._afterwards += 1
            if self._afterwards > AFTERWARDS:
                raise SpentError
        if known is None:
            self.positions += 1
            self._on_position()
        depth, before = len(self._under_way), self._hangs_on
        self._under_way[key], self._hangs_on = self._events, depth
        try:
            self.bar = bar
            found = self._find(node, self._tree.expand(node), bar)
            if self._hangs_on >= depth:
                self._known[key] = found
        finally:
            del self._under_way[key]
            self._hangs_on = min(before, self._hangs_on)
        return found

    def recalled(self, node: N, key: Hashable) -> Valuation[N, A] | None:
        """What is known of the node, which has this key, or of an equal one."""
        return self._known.get(key)

    def _is_late(self) -> bool:
        return self._is_told_late() or current().is_over()

    def _again(self, node: N, key: Hashable) -> Valuation[N, A]:
        """The turn has come back to an earlier position, which gains nothing. If chance events happened in
        between, another try may gain something, but how much is unknown.
        """
        self._hangs_on = min(self._hangs_on, list(self._under_way).index(key))
        by_chance = self._events > self._under_way[key]
        return Valuation(node, None, self._tree.upper_bound(node) if by_chance else None)

    def _find(
        self, node: N, expanded: Decision[N, A] | Chance[N, A] | Shut, bar: Worth | None
    ) -> Valuation[N, A]:
        if isinstance(expanded, Decision):
            return self._decide(node, expanded, bar)
        if isinstance(expanded, Chance):
            return self._wait(node, expanded, bar)
        return Valuation(node, None, None)

    def _decide(self, node: N, decision: Decision[N, A], bar: Worth | None) -> Valuation[N, A]:
        best: Valuation[N, A] = Valuation(node, decision.stop, _greater(decision.stop, decision.hope))
        hopes = [(self._tree.upper_bound(child), action, child) for action, child in decision.moves]
        for hope, action, child in sorted(hopes, key=lambda entry: entry[0], reverse=True):
            limit = _greater(best.low, bar)
            if _at_most(hope, limit) or (best.low is not None and self._leaves_out(child)):
                best.high = _greater(best.high, hope)
                continue
            below = self._look(child, limit)
            best.high = _greater(best.high, below.high)
            if below.low is not None and (best.low is None or below.low > best.low):
                best.low, best.action, best.next = below.low, action, below
        return best

    def _leaves_out(self, child: N) -> bool:
        """Whether it is too late to try one more choice that is still unexplored."""
        return self.ran_out and self._is_late() and self._tree.key(child) not in self._known

    def _wait(self, node: N, chance: Chance[N, A], bar: Worth | None) -> Valuation[N, A]:
        if len(chance.events) == 1:
            (event,) = chance.events
            below = self._look(event.node, bar)
            found: Valuation[N, A] = Valuation(node, below.low, below.high)
            found.events = ((event, below),)
            return found
        self._events += 1
        wait = self._average if self._attitude == "expected" else self._extreme
        found = wait(node, chance, bar)
        self._events -= 1
        return found

    def _average(self, node: N, chance: Chance[N, A], bar: Worth | None) -> Valuation[N, A]:
        """The mean over the outcomes; stops as soon as it cannot exceed `bar` whatever the others are."""
        whole = sum(event.weight for event in chance.events)
        if bar is None or not self._tree.bounded:
            return self._plain_average(node, chance, whole)
        need = _times(whole, bar)
        hopes = [_times(event.weight, self._tree.upper_bound(event.node)) for event in chance.events]
        high: Worth = tuple(map(sum, zip(*hopes, strict=True)))
        low: Worth | None = (0,) * len(high)
        looked = []
        for event, hope in zip(chance.events, hopes, strict=True):
            if _at_most(high, need):
                return Valuation(node, None, _share(high, whole))
            others = plus(high, hope, -1)
            below = self._look(event.node, _share(plus(need, others, -1), event.weight))
            if below.high is None:
                return Valuation(node, None, None)
            high = plus(others, below.high, event.weight)
            low = None if low is None or below.low is None else plus(low, below.low, event.weight)
            looked.append((event, below))
        found: Valuation[N, A] = Valuation(
            node, None if low is None else _share(low, whole), _share(high, whole)
        )
        found.events = tuple(looked)
        return found

    def _plain_average(self, node: N, chance: Chance[N, A], whole: int) -> Valuation[N, A]:
        """The mean over all outcomes, without bounds; stops only at an outcome without any policy."""
        looked = []
        for event in chance.events:
            below = self._look(event.node, None)
            if below.high is None:
                return Valuation(node, None, None)
            looked.append((event, below))
        weights = [event.weight for event in chance.events]
        lows = [below.low for _, below in looked]
        highs = [below.high for _, below in looked]
        found: Valuation[N, A] = Valuation(node, _mean(weights, lows, whole), _mean(weights, highs, whole))
        found.events = tuple(looked)
        return found

    def _extreme(self, node: N, chance: Chance[N, A], bar: Worth | None) -> Valuation[N, A]:
        """The worst or the best of the outcomes. One without a policy makes the worst None, not the best."""
        looked: list[tuple[Event[N, A], Valuation[N, A]]] = []
        worst = self._attitude == "worst"
        low: Worth | None = None
        high: Worth | None = None
        for event in chance.events:
            below = self._look(event.node, bar if worst else _greater(low, bar))
            if worst and (below.high is None or _at_most(below.high, bar)):
                return Valuation(node, None, below.high)
            low = _lesser(low, below.low) if worst and looked else _greater(low, below.low)
            high = _lesser(high, below.high) if worst and looked else _greater(high, below.high)
            looked.append((event, below))
        found: Valuation[N, A] = Valuation(node, low, high)
        found.events = tuple(looked)
        return found


def _never() -> bool:
    return False


def average(chances: Sequence[Fraction], worths: Sequence[Worth]) -> Worth:
    """The mean of worths with these probabilities, which add up to 1."""
    whole = lcm(*[chance.denominator for chance in chances])
    weights = [chance.numerator * (whole // chance.denominator) for chance in chances]
    return tuple([_level(weights, column, whole) for column in zip(*worths, strict=True)])


def _at_most(worth: Worth | None, limit: Worth | None) -> bool:
    """Whether the worth is at most the limit (None: no limit). A worth of None always is."""
    return worth is None or (limit is not None and worth <= limit)


def _greater(one: Worth | None, other: Worth | None) -> Worth | None:
    """The greater of two worths; None is less than any."""
    return other if one is None or (other is not None and other > one) else one


def _lesser(one: Worth | None, other: Worth | None) -> Worth | None:
    """The lesser of two worths; None is less than any."""
    return other if one is not None and (other is None or other < one) else one


def _mean(weights: Sequence[int], worths: Sequence[Worth | None], whole: int) -> Worth | None:
    """The weighted mean; None if one of the worths is None."""
    known = [worth for worth in worths if worth is not None]
    if len(known) < len(worths):
        return None
    return tuple([_level(weights, column, whole) for column in zip(*known, strict=True)])


def _level(weights: Sequence[int], levels: Sequence[Fraction | int], whole: int) -> Fraction | int:
    """The weighted mean of numbers, as an `int` if it is whole. Fractions are added over one denominator,
    which is many times faster than one by one.
    """
    common = lcm(*[level.denominator for level in levels])
    numerators = [level.numerator * (common // level.denominator) for level in levels]
    total, parts = sum(map(mul, weights, numerators)), whole * common
    return total // parts if total % parts == 0 else Fraction(total, parts)


def _times(weight: int, worth: Worth) -> Worth:
    return tuple([weight * level for level in worth])


def plus(worth: Worth, other: Worth, weight: Fraction | int = 1) -> Worth:
    """The sum of the first and `weight` times the second."""
    return tuple([one + weight * two for one, two in zip(worth, other, strict=True)])


def _share(worth: Worth, whole: int) -> Worth:
    """A worth divided by a whole number; levels that stay whole stay `int`."""
    return tuple(
        [
            (level // whole if level % whole == 0 else Fraction(level, whole))
            if isinstance(level, int)
            else level / whole
            for level in worth
        ]
    )
