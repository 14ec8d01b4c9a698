"""Results do not depend on who does the work, or on whether helpers live; time is kept by all of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from time import monotonic, sleep
from typing import Any, TypeVar

import pytest

from tsolve import batch as pools
from tsolve.batch import Calls, Shared, pool
from tsolve.budget import Budget, SpentError, allow, spend

HERE = os.getpid()

A = TypeVar("A")
B = TypeVar("B")


@pytest.fixture(autouse=True)
def helpers_are_called_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "FIRST_LOOK", -1.0)
    monkeypatch.setattr(pools, "START_UP", -1.0)


def shared_out(
    work: Callable[[A], B], items: Sequence[A], jobs: int, keeps: bool = False, **how: Callable[[B], Any]
) -> Shared[B]:
    with pool(jobs, keeps=keeps) as helpers:
        return helpers.share_out(Calls(work), items, **how)


def square(number: int) -> int:
    """Work."""
    return number * number


def dies(item: tuple[int, int]) -> int:
    """Work that kills every process but the one that gave it out."""
    owner, number = item
    if os.getpid() != owner:
        os._exit(1)
    return number


def fails(number: int) -> int:
    """Work that cannot be done."""
    raise ValueError(number)


def is_interrupted(number: int) -> int:
    """Work during which somebody presses Ctrl-C."""
    if number == 5:
        raise KeyboardInterrupt
    return number


def whoever_works(number: int) -> int:
    """Work that takes a while, and the process that does it."""
    sleep(0.2 if number else 0.0)
    return os.getpid()


def lasts(number: int) -> int:
    """Work that takes a minute, and keeps an eye on its budget."""
    for _ in range(1200 if number else 1):
        spend()
        sleep(0.05)
    return os.getpid()


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_in_order(jobs: int) -> None:
    heard: list[int] = []
    found = shared_out(square, range(100), jobs, on_result=heard.append)

    assert found == ({number: number * number for number in range(100)}, True)
    assert list(found.results) == list(range(100))
    assert sorted(heard) == [number * number for number in range(100)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_ends_at_the_first_that_ends_it(jobs: int) -> None:
    found = shared_out(square, range(60), jobs, ends=lambda result: result >= 25 * 25)

    assert found == ({number: number * number for number in range(26)}, True)


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_ends_it_is_asked_in_the_order_of_the_items(jobs: int) -> None:
    asked: list[int] = []
    shared_out(square, range(60), jobs, ends=lambda result: bool(asked.append(result)) or len(asked) == 30)

    assert asked == [number * number for number in range(30)]


def test_what_a_dead_helper_took_with_it_is_done_again() -> None:
    items = [(HERE, number) for number in range(40)]

    assert shared_out(dies, items, 2) == (dict(enumerate(range(40))), True)


def test_an_error_of_the_work_is_raised() -> None:
    with pytest.raises(ValueError, match="0"):
        shared_out(fails, range(3), 1)


def test_few_heavy_items_are_shared_evenly() -> None:
    # 1 of 12 items is done before a helper is called. A parcel of as much as 8 of the others would leave at
    # most 3 for this process; one by one, each of the two gets about half, less what starting takes.
    workers = list(shared_out(whoever_works, range(12), 2).results.values())

    assert workers.count(HERE) > 4


def test_nothing_to_do() -> None:
    assert shared_out(square, [], 2) == ({}, True)


def test_ctrl_c_keeps_what_is_known_where_that_is_wanted() -> None:
    """Inside a larger question it goes on to whoever asked that."""
    assert shared_out(is_interrupted, range(9), 1, keeps=True) == ({n: n for n in range(5)}, False)
    with pytest.raises(KeyboardInterrupt):
        shared_out(is_interrupted, range(9), 1)


def test_nothing_is_begun_once_it_was_stopped() -> None:
    with pool(keeps=True) as alone:
        alone.share_out(Calls(is_interrupted), range(9))
        assert alone.share_out(Calls(square), range(9)) == ({}, False)


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_end_of_the_time_keeps_what_is_known(jobs: int) -> None:
    """The first item is quick. Of the others, which take a minute, each process has begun one by then."""
    began = monotonic()
    with allow(Budget(seconds=2.0)):
        found = shared_out(lasts, range(8), jobs, keeps=True)

    assert found.results.keys() <= {0}
    assert not found.complete
    assert monotonic() - began < 15  # it is about 2 s, but a machine may be busy


def test_the_end_of_the_time_is_passed_on_inside_a_larger_question() -> None:
    with pytest.raises(SpentError), allow(Budget(seconds=0.2)):
        shared_out(lasts, range(8), 1)
