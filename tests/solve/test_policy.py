"""The search over decisions and chances: against plain expectimax on random trees, and by hand."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple

import pytest

from tsolve.budget import Budget, allow
from tsolve.solve.policy import AFTERWARDS, Attitude, Chance, Decision, Event, Search, Shut, Valuation, Worth

ATTITUDES: tuple[Attitude, ...] = ("expected", "worst", "best")


class Node(NamedTuple):
    """A node of a made tree: a decision, a chance (with weights), or shut."""

    name: int
    kind: str
    stop: Worth | None = None
    below: tuple[Node, ...] = ()
    weights: tuple[int, ...] = ()


class Made:
    """A made tree. (`tsolve.solve.policy.Tree`) Ceilings are as loose as `slack` says."""

    def __init__(self, slack: int = 0) -> None:
        self.bounded = slack < 100
        self.slack = slack
        self.expanded: list[int] = []

    def key(self, node: Node) -> Hashable:
        return node.name

    def expand(self, node: Node) -> Decision[Node, int] | Chance[Node, int] | Shut:
        self.expanded.append(node.name)
        if node.kind == "decision":
            return Decision(node.stop, [(child.name, child) for child in node.below])
        if node.kind == "chance":
            pairs = zip(node.below, node.weights, strict=True)
            return Chance([Event(child.name, weight, child) for child, weight in pairs])
        return Shut()

    def upper_bound(self, node: Node) -> Worth:
        worths = list(reachable(node)) or [(0, 0)]
        return tuple(max(level) + self.slack for level in zip(*worths, strict=True))

    def lower_bound(self, node: Node) -> Worth | None:
        return node.stop


def reachable(node: Node) -> Sequence[Worth]:
    """Every worth at which play may stop below the node."""
    return [*([node.stop] if node.stop is not None else []), *(w for c in node.below for w in reachable(c))]


def plain(node: Node, attitude: Attitude) -> Worth | None:
    """Expectimax without anything clever."""
    if node.kind == "shut":
        return None
    below = [plain(child, attitude) for child in node.below]
    known = [worth for worth in below if worth is not None]
    if node.kind == "decision":
        return max([*known, *([node.stop] if node.stop is not None else [])], default=None)
    if attitude == "best":
        return max(known, default=None)
    if len(known) < len(below):
        return None
    if attitude == "worst":
        return min(known)
    whole = sum(node.weights)
    return tuple(
        sum(
            (Fraction(weight * level, whole) for weight, level in zip(node.weights, levels, strict=True)),
            Fraction(),
        )
        for levels in zip(*known, strict=True)
    )


def random_tree(random: Random, depth: int, names: list[int], shared: list[Node]) -> Node:
    """A tree in which whole branches may come again, as equal positions do."""
    if shared and random.random() < 0.2:
        return random.choice(shared)
    names.append(len(names))
    name = names[-1]
    if depth == 0 or random.random() < 0.15:
        stop = random.randint(-2, 3), random.randint(-2, 3)
        return Node(name, "shut") if random.random() < 0.1 else Node(name, "decision", stop)
    below = tuple(random_tree(random, depth - 1, names, shared) for _ in range(random.randint(1, 3)))
    if random.random() < 0.5:
        node = Node(name, "chance", None, below, tuple(random.randint(1, 4) for _ in below))
    else:
        stop = (random.randint(-2, 3), random.randint(-2, 3)) if random.random() < 0.7 else None
        node = Node(name, "decision", stop, below)
    shared.append(node)
    return node


def follow(found: Valuation[Node, int], attitude: Attitude) -> Worth | None:
    """What the policy that was found comes to."""
    if found.next is not None:
        return follow(found.next, attitude)
    if not found.events:
        return found.node.stop
    below = [(event.weight, follow(child, attitude)) for event, child in found.events]
    known = [worth for _, worth in below if worth is not None]
    if attitude != "expected":
        return (min if attitude == "worst" else max)(known, default=None)
    whole = sum(weight for weight, _ in below)
    return tuple(
        sum(
            (Fraction(weight * level, whole) for (weight, _), level in zip(below, levels, strict=True)),
            Fraction(),
        )
        for levels in zip(*known, strict=True)
    )


@pytest.mark.parametrize("attitude", ATTITUDES)
@pytest.mark.parametrize("slack", [0, 1, 100])
def test_the_search_finds_what_plain_expectimax_finds(attitude: Attitude, slack: int) -> None:
    cut = 0
    for seed in range(300):
        tree = random_tree(Random(seed), 5, [], [])
        made = Made(slack)

        found = Search(made, attitude).run(tree)

        expected = plain(tree, attitude)
        assert found.exact
        assert found.low == expected, seed
        if expected is not None:
            assert follow(found, attitude) == expected
        cut += len(set(made.expanded)) < len(every_name(tree))
    assert cut > 100 or slack == 100  # ceilings near the truth spare much


def every_name(node: Node) -> set[int]:
    return {node.name}.union(*(every_name(child) for child in node.below))


@pytest.mark.parametrize("attitude", ATTITUDES)
@pytest.mark.parametrize("patience", [0, 1, 3, 10])
@pytest.mark.parametrize("late", [False, True])
def test_without_time_the_truth_lies_between_the_bounds(
    attitude: Attitude, patience: int, late: bool
) -> None:
    undecided = 0
    for seed in range(300):
        tree = random_tree(Random(seed), 5, [], [])
        left = iter(range(patience))

        found = Search(
            Made(1), attitude, lambda left=left: next(left, None) is None, is_late=lambda: late
        ).run(tree)

        truth = plain(tree, attitude)
        assert found.low is None or (truth is not None and found.low <= truth)
        assert truth is None or (found.high is not None and truth <= found.high)
        undecided += not found.exact
    assert undecided > 20 or patience == 10


def leaf(name: int, *worth: int) -> Node:
    return Node(name, "decision", worth)


def test_late_only_what_a_policy_needs_is_looked_at() -> None:
    # Four urns, no way to stop before one is chosen. Paying 0 or 2, 0 or 4, 0 or 6, 0 or 8 (means 1 to 4).
    urns = tuple(
        Node(n, "chance", None, (leaf(10 * n, 0), leaf(10 * n + 1, 2 * n)), (1, 1)) for n in range(1, 5)
    )
    root = Node(0, "decision", None, urns)
    for late, looked_at in ((False, [0, 4, 3, 2, 1]), (True, [0, 4])):
        made = Made(10)

        found = Search(made, "expected", lambda: True, is_late=lambda late=late: late).run(root)

        assert made.expanded == looked_at  # the most hopeful first; a leaf ends at its floor
        assert found.low == (4,)
        assert found.high is not None
        assert found.high >= (4,)


def test_after_a_glance_no_move_is_left_out_though_it_is_late() -> None:
    # The urn that promises most, 8 or 0 at 1 to 7, is worth 1; the other pays 2 whatever comes.
    urns = (
        Node(1, "chance", None, (leaf(10, 8), leaf(11, 0)), (1, 7)),
        Node(2, "chance", None, (leaf(20, 2), leaf(21, 2)), (1, 1)),
    )
    root = Node(0, "decision", None, urns)
    search = Search(Made(0), "expected", lambda: True, is_late=lambda: True)
    assert search.run(root).low == (1,)

    search = Search(Made(0), "expected", lambda: True, is_late=lambda: True)
    search.glance(root, lambda _: lambda: False)

    assert search.run(root).low == (2,)


@pytest.mark.parametrize("attitude", ATTITUDES)
@pytest.mark.parametrize("patience", [0, 3, 10, 1000])
def test_a_glance_changes_nothing_that_is_found_in_time(attitude: Attitude, patience: int) -> None:
    for seed in range(300):
        tree = random_tree(Random(seed), 5, [], [])
        left = iter(range(patience))
        search = Search(Made(1), attitude)

        search.glance(tree, lambda _, left=left: lambda: next(left, None) is None)

        found = search.run(tree)
        assert found.exact
        assert found.low == plain(tree, attitude), seed


def test_a_gamble_is_taken_when_its_mean_is_greater() -> None:
    # An urn of 3 blue and 2 red balls; blue pays 10, red 0: mean 10 * 3/5 = 6. Stopping pays 5 or 7.
    urn = Node(1, "chance", None, (leaf(2, 10), leaf(3, 0)), (3, 2))
    for stop, worth, taken in ((5, Fraction(6), 1), (7, 7, None)):
        found = Search(Made(10), "expected").run(Node(0, "decision", (stop,), (urn,)))

        assert found.low == (worth,)
        assert found.action == taken


def test_equal_positions_are_looked_at_once() -> None:
    shared = Node(7, "chance", None, (leaf(8, 1), leaf(9, 2)), (1, 1))
    root = Node(
        0, "decision", (0,), (Node(1, "decision", None, (shared,)), Node(2, "decision", None, (shared,)))
    )
    made = Made(10)

    found = Search(made, "expected").run(root)

    assert found.low == (Fraction(3, 2),)
    assert made.expanded.count(7) == 1


class _Endless:
    """A turn of which no position is an end, each with ten ways to go on."""

    bounded = False

    def __init__(self) -> None:
        self.expanded = 0

    def key(self, node: int) -> int:
        return node

    def expand(self, node: int) -> Decision[int, int]:
        self.expanded += 1
        return Decision(None, [(way, 10 * node + way) for way in range(10)])

    def upper_bound(self, node: int) -> tuple[int, ...]:
        return (1,)

    def lower_bound(self, node: int) -> None:
        return None


def test_no_search_goes_on_long_after_the_budget() -> None:
    # 10 + 100 + 1,000 + ... positions, none of which is an end; nobody told the search of the time.
    endless = _Endless()
    with allow(Budget(steps=0)) as budget:
        budget.count(1)
        search: Search[int, int] = Search(endless)
        found = search.run(1)

    assert endless.expanded <= AFTERWARDS
    assert search.ran_out
    assert found.low is None
    assert found.high == (1,)


def test_a_shortened_policy_ends_where_it_may_and_its_worth_is_counted_anew() -> None:
    # Stop for 5, or draw: blue (3 of 5) ends for 10; after red (2 of 5) stop for 1 or draw again for 0 or 8.
    # Both draws: 10 * 3/5 + 4 * 2/5 = 38/5. One draw: 10 * 3/5 + 1 * 2/5 = 32/5. None: 5.
    again = Node(4, "chance", None, (leaf(5, 0), leaf(6, 8)), (1, 1))
    urn = Node(1, "chance", None, (leaf(2, 10), Node(3, "decision", (1,), (again,))), (3, 2))
    root = Node(0, "decision", (5,), (urn,))
    search = Search(Made(10), "expected")
    found = search.run(root)
    assert (found.low, found.size()) == ((Fraction(38, 5),), 7)  # root, urn, leaf, decision, urn, two leaves

    for events, worth, size in ((2, Fraction(38, 5), 7), (1, Fraction(32, 5), 4), (0, 5, 1)):
        short = search.shortened(found, events)

        assert (short.low, short.high, short.size()) == ((worth,), (Fraction(38, 5),), size)


@pytest.mark.parametrize("attitude", ATTITUDES)
def test_shortened_policies_are_worth_what_they_say(attitude: Attitude) -> None:
    shorter = 0
    for seed in range(300):
        tree = random_tree(Random(seed), 5, [], [])
        search = Search(Made(1), attitude)
        found = search.run(tree)
        if found.low is None:
            continue
        for events in (2, 1, 0):
            short = search.shortened(found, events)

            assert short.low == follow(short, attitude)
            assert short.low is None or short.low <= found.low
            shorter += short.size() < found.size()
    assert shorter > 50


def test_a_search_goes_on_where_it_ran_out() -> None:
    worths = []
    for seed in range(100):
        tree = random_tree(Random(seed), 5, [], [])
        left = [iter(range(3))]
        search = Search(Made(1), "expected", lambda left=left: next(left[0], None) is None)
        first = search.run(tree)
        left[0] = iter(range(1000))

        found = search.go_on(tree)

        assert found.exact
        assert found.low == plain(tree, "expected")
        worths.append(first.exact)
    assert worths.count(False) > 20
