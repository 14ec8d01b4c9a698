"""Results do not depend on who does the work, or on whether helpers live."""

from __future__ import annotations

import os
from time import sleep

import pytest

from tsolve.suite import sharing
from tsolve.suite.sharing import shared_out

HERE = os.getpid()


@pytest.fixture(autouse=True)
def helpers_are_called_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "FIRST_LOOK", 0.0)
    monkeypatch.setattr(sharing, "START_UP", -1.0)


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


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_in_order(jobs: int) -> None:
    heard: list[int] = []

    assert shared_out(square, range(100), jobs, heard.append) == [number * number for number in range(100)]
    assert sorted(heard) == [number * number for number in range(100)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_ends_at_the_first_that_ends_it(jobs: int) -> None:
    found = shared_out(square, range(60), jobs, ends=lambda result: result >= 25 * 25)

    assert found == [number * number for number in range(26)]


def test_what_a_dead_helper_took_with_it_is_done_again() -> None:
    items = [(HERE, number) for number in range(40)]

    assert shared_out(dies, items, 2) == list(range(40))


def test_an_error_of_the_work_is_raised() -> None:
    with pytest.raises(ValueError, match="0"):
        shared_out(fails, range(3), 1)


def whoever_works(number: int) -> int:
    """Work that takes a while, and the process that does it."""
    sleep(0.2 if number else 0.0)
    return os.getpid()


def test_few_heavy_items_are_shared_evenly() -> None:
    # 1 of 12 items is done before a helper is called. A parcel of as much as 8 of the others would leave at
    # most 3 for this process; one by one, each of the two gets about half, less what starting takes.
    workers = shared_out(whoever_works, range(12), 2)

    assert workers.count(HERE) > 4


def test_nothing_to_do() -> None:
    assert shared_out(square, [], 2) == []
