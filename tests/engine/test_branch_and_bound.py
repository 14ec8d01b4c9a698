"""Branch and bound finds the line of the exhaustive search on random trees, and looks at no more."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from tests.engine.toys import Tree
from tsolve.engine.search import best_bounded_line, best_line
from tsolve.errors import TooLargeError

Values = dict[str, tuple[int, ...]]


def random_tree(random: Random) -> tuple[Tree, Values]:
    """Positions in layers; each leads to some of the next layer, and those of the last one have worths."""
    layers = [[f"{depth}-{number}" for number in range(random.randint(1, 4))] for depth in range(5)]
    choices = {
        here: {f"to {there}": there for there in random.sample(below, random.randint(1, len(below)))}
        for above, below in pairwise(layers)
        for here in above
    }
    return Tree(choices, {}), {end: (random.randint(0, 3), random.randint(0, 3)) for end in layers[-1]}


def best_below(tree: Tree, values: Values, slack: Callable[[], int]) -> Values:
    """A bound for every position: the best that lies below it, and some more."""
    bounds = dict(values)

    def bound(here: str) -> tuple[int, ...]:
        if here not in bounds:
            first, second = max(bound(there) for there in tree.choices[here].values())
            bounds[here] = first, second + slack()
        return bounds[here]

    for here in tree.choices:
        bound(here)
    return bounds


@pytest.mark.parametrize("seed", range(60))
def test_it_finds_the_line_of_the_exhaustive_search(seed: int) -> None:
    random = Random(seed)
    tree, values = random_tree(random)
    bounds = best_below(tree, values, lambda: random.choice((0, 0, 1)))
    unknown = {here for here in bounds if random.random() < 0.2}
    whole = best_line(tree, "0-0", values.get)

    found = best_bounded_line(tree, "0-0", values.get, lambda here: None if here in unknown else bounds[here])

    assert whole is not None
    assert found is not None
    assert (found.value, found.line) == (whole.value, whole.line)
    assert found.positions <= whole.positions


def test_it_spares_what_cannot_be_better() -> None:
    tree = Tree({"start": {"a": "good", "b": "poor"}, "poor": {"c": "less", "d": "least"}}, {})
    values = {"good": (3,), "less": (2,), "least": (1,)}
    bounds = {"start": (3,), "poor": (2,)}

    found = best_bounded_line(tree, "start", values.get, bounds.get)

    assert found is not None
    assert (found.value, found.line, found.positions) == ((3,), ("a",), 1)


def test_it_gives_up_past_its_limit() -> None:
    tree = Tree({"start": {"a": "next"}, "next": {"b": "end"}}, {})

    with pytest.raises(TooLargeError):
        best_bounded_line(tree, "start", {"end": (1,)}.get, lambda _: None, limit=1)
