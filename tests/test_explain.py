"""Minimal cores and repairs, against enumeration of all subsets and all amounts."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tsolve.explain import Core, disjoint_cores, is_minimal, least_amount, minimal_core, repairs

NAMES = tuple("abcdef")
conflicts = st.sets(st.frozensets(st.sampled_from(NAMES), min_size=1), max_size=5)


def oracle(forbidding: set[frozenset[str]]):
    """Possible unless all obstacles of one of the forbidding sets stand."""
    return lambda standing: not any(conflict <= standing for conflict in forbidding)


def minimal_sets(forbidding: set[frozenset[str]]) -> set[frozenset[str]]:
    """By enumeration: the sets that forbid and of which no proper subset does."""
    possible = oracle(forbidding)
    subsets = [frozenset(c) for size in range(len(NAMES) + 1) for c in combinations(NAMES, size)]
    bad = {each for each in subsets if not possible(each)}
    return {each for each in bad if not any(other < each for other in bad)}


@given(conflicts)
def test_a_core_is_one_of_the_minimal_sets(forbidding: set[frozenset[str]]) -> None:
    core = minimal_core(NAMES, oracle(forbidding))

    minimal = minimal_sets(forbidding)
    assert (core is None) == (not minimal)
    if core is not None:
        assert frozenset(core.obstacles) in minimal


@given(conflicts)
def test_cores_are_disjoint_and_leave_nothing_forbidding(forbidding: set[frozenset[str]]) -> None:
    possible = oracle(forbidding)
    cores = list(disjoint_cores(NAMES, possible))

    used = [each for core in cores for each in core.obstacles]
    assert len(used) == len(set(used))
    assert possible(frozenset(NAMES) - set(used))


def test_telling_obstacles_are_preferred() -> None:
    # {a} and {c, d} forbid, each by itself: with a told first it is kept, told last it is left out
    possible = oracle({frozenset("a"), frozenset("cd")})

    assert minimal_core("abcd", possible) == Core(("a",))
    assert minimal_core("cdab", possible) == Core(("c", "d"))


def test_nothing_can_be_left_out_of_what_is_always_impossible() -> None:
    assert minimal_core("ab", lambda _: False) == Core(())
    assert list(disjoint_cores("ab", lambda _: False)) == [Core(())]


@given(st.sets(st.frozensets(st.sampled_from(NAMES[:4]))))
def test_minimal_even_where_leaving_out_does_harm(possible_sets: set[frozenset[str]]) -> None:
    """An oracle without any order: what is returned still is minimal, one obstacle at a time."""
    core = minimal_core(NAMES[:4], lambda standing: standing in possible_sets)

    if core is not None:
        assert is_minimal(core.obstacles, lambda standing: standing in possible_sets)


@given(st.integers(1, 60), st.integers(0, 50))
def test_the_least_amount(needed: int, most: int) -> None:
    expected = needed if needed <= most else None

    assert least_amount(lambda amount: amount >= needed, most) == expected


def test_both_sides_of_the_least_amount_were_tried() -> None:
    tried: list[int] = []
    found = least_amount(lambda amount: tried.append(amount) is None and amount >= 11, 100)

    assert found == 11
    assert {10, 11} <= set(tried)


def test_repairs_come_in_order_and_of_those_that_are_alike_one_is_tried_in_vain() -> None:
    tried: list[int] = []

    def even(number: int) -> str | None:
        tried.append(number)
        return f"{number} is even" if number % 2 == 0 else None

    assert list(repairs((4, 1, 2, 6), even)) == ["4 is even", "2 is even", "6 is even"]
    assert list(repairs((1, 3), even)) == []
    tried.clear()
    assert list(repairs((1, 3, 4, 5), even, lambda number: number % 2)) == ["4 is even"]
    assert tried == [1, 4]


def test_no_more_is_tried_than_is_asked_for() -> None:
    tried: list[int] = []
    found = repairs((1, 2, 4), lambda number: tried.append(number) or (number % 2 == 0) or None)

    assert next(found)
    assert tried == [1, 2]
