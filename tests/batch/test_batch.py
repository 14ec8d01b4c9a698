"""A pool of processes changes nothing about an answer, whoever dies; it shares what is heavy, and stops in
time.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import count
from math import comb
from pathlib import Path
from pickle import dumps
from threading import Condition, get_ident
from time import monotonic, sleep
from typing import Any, TypeVar

import pytest

from tests.batch.works import CountCards
from tsolve import batch as pools
from tsolve.batch import Calls, Shared, do, pool
from tsolve.budget import Budget, SpentError, allow, spend
from tsolve.chances.hands import SHARE, Deal, Tally, look

DECK = Deal(("a", "b", "c", "d", "e", "f", "g", "h"), (4, 3, 2, 2, 2, 2, 2, 2), 6)
"""19 cards; enough different hands for several shares."""

HALF = Fraction(1, 2)


def expected() -> list[dict[tuple[int, ...], int | Fraction]]:
    """k of the four cards `a` and 6 - k of the other fifteen; a coin for each of all C(19, 6) hands."""
    counts: dict[tuple[int, ...], int | Fraction] = {(k,): comb(4, k) * comb(15, 6 - k) for k in range(5)}
    return [counts, {(0,): comb(19, 6) * HALF, (1,): comb(19, 6) * HALF}]


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Helpers are called at once, however little there is to do."""
    monkeypatch.setattr(pools, "FIRST_LOOK", -1.0)
    monkeypatch.setattr(pools, "START_UP", -1.0)


def counted(deal: Deal, workers: int, work: CountCards | None = None) -> Tally:
    with pool(workers) as helpers:
        found, complete = look(helpers, work or CountCards("a"), deal)
    assert complete
    return found


def test_exact_sums() -> None:
    assert DECK.different > 3 * SHARE
    found = counted(DECK, 1)
    assert found.outcomes == expected()
    assert (found.hands, found.weight) == (DECK.different, comb(19, 6))


@pytest.mark.usefixtures("eager")
def test_helpers_change_nothing() -> None:
    assert counted(DECK, 2).outcomes == expected()


@pytest.mark.usefixtures("eager")
def test_helpers_change_nothing_about_a_sample() -> None:
    sample = Deal(DECK.kinds, DECK.copies, DECK.size, samples=3 * SHARE + 7, seed=5)
    alone, helped = counted(sample, 1), counted(sample, 3)
    assert alone == helped
    assert alone.weight == 3 * SHARE + 7
    other = Deal(DECK.kinds, DECK.copies, DECK.size, samples=3 * SHARE + 7, seed=6)
    assert counted(other, 1).outcomes != alone.outcomes


def test_little_work_is_done_without_helpers(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(count: int) -> None:
        raise AssertionError(f"{count} helpers were called")

    monkeypatch.setattr(pools, "LocalProcesses", refuse)
    assert counted(DECK, 8).outcomes == expected()


@pytest.mark.usefixtures("eager")
def test_a_helper_that_dies_is_replaced(tmp_path: Path) -> None:
    lock = tmp_path / "died"
    work = CountCards("a", seconds=0.001, lock=str(lock), alone=os.getpid())
    assert counted(DECK, 2, work).outcomes == expected()
    assert lock.exists(), "no helper has done anything"


@pytest.mark.usefixtures("eager")
def test_helpers_that_always_die_are_done_without() -> None:
    work = CountCards("a", seconds=0.001, deadly=True, alone=os.getpid())
    assert counted(DECK, 3, work).outcomes == expected()


def test_an_interruption_keeps_what_is_known() -> None:
    told: list[tuple[int, int]] = []
    hands = list(DECK.share(2 * SHARE))
    stop = CountCards("a", alone=os.getpid(), stop=",".join(hands[10][0]))
    with pool(1, on_progress=lambda done, all_: told.append((done, all_)), keeps=True) as helpers:
        found, complete = look(helpers, stop, DECK)
    assert not complete
    assert found.hands == 2 * SHARE
    assert told == [(SHARE, DECK.different), (2 * SHARE, DECK.different)]
    assert found.weight == sum(weight for start in (0, SHARE) for _, weight in DECK.share(start))


@pytest.mark.usefixtures("eager")
def test_a_mistake_in_the_work_is_not_hidden() -> None:
    broken = CountCards("a", seconds=-1)  # time.sleep refuses it
    with pool(2) as helpers, pytest.raises(ValueError, match="non-negative"):
        look(helpers, broken, DECK)


HERE = os.getpid()

A = TypeVar("A")
B = TypeVar("B")


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


def waits(number: int) -> int:
    """Work that takes a moment."""
    sleep(0.01)
    return number


def lasts(number: int) -> int:
    """Work that takes a minute, and keeps an eye on its budget."""
    for _ in range(1200 if number else 1):
        spend()
        sleep(0.05)
    return os.getpid()


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("jobs", [1, 2])
def test_results_in_order(jobs: int) -> None:
    heard: list[int] = []
    found = shared_out(square, range(100), jobs, on_result=heard.append)

    assert found == ({number: number * number for number in range(100)}, True)
    assert list(found.results) == list(range(100))
    assert sorted(heard) == [number * number for number in range(100)]


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ends_at_the_first_that_ends_it(jobs: int) -> None:
    found = shared_out(square, range(60), jobs, ends=lambda result: result >= 25 * 25)

    assert found == ({number: number * number for number in range(26)}, True)


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("jobs", [1, 2])
def test_what_ends_it_is_asked_in_the_order_of_the_items(jobs: int) -> None:
    asked: list[int] = []
    shared_out(square, range(60), jobs, ends=lambda result: bool(asked.append(result)) or len(asked) == 30)

    assert asked == [number * number for number in range(30)]


@pytest.mark.usefixtures("eager")
def test_what_a_dead_helper_took_with_it_is_done_again() -> None:
    items = [(HERE, number) for number in range(40)]

    assert shared_out(dies, items, 2) == (dict(enumerate(range(40))), True)


@pytest.mark.usefixtures("eager")
def test_an_error_of_the_work_is_raised() -> None:
    with pytest.raises(ValueError, match="0"):
        shared_out(fails, range(3), 1)


@pytest.mark.usefixtures("eager")
def test_few_heavy_items_are_shared_evenly() -> None:
    # 1 of 12 items is done before a helper is called. A parcel of as much as 8 of the others would leave at
    # most 3 for this process; one by one, each of the two gets about half, less what starting takes.
    workers = list(shared_out(whoever_works, range(12), 2).results.values())

    assert workers.count(HERE) > 4


@pytest.mark.usefixtures("eager")
def test_nothing_to_do() -> None:
    assert shared_out(square, [], 2) == ({}, True)


@pytest.mark.usefixtures("eager")
def test_ctrl_c_keeps_what_is_known_where_that_is_wanted() -> None:
    """Inside a larger question it goes on to whoever asked that."""
    assert shared_out(is_interrupted, range(9), 1, keeps=True) == ({n: n for n in range(5)}, False)
    with pytest.raises(KeyboardInterrupt):
        shared_out(is_interrupted, range(9), 1)


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("moment", [0, 12, 13, 30])
def test_ctrl_c_leaves_no_promise_locked(moment: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the two lines that lock one: whoever keeps the promise would wait for ever, and so would we."""
    here, enter, entered = get_ident(), Condition.__enter__, count()

    def interrupted(condition: Condition) -> bool:
        locked = enter(condition)
        if get_ident() == here and next(entered) == moment:
            signal.raise_signal(signal.SIGINT)
        return locked

    monkeypatch.setattr(Condition, "__enter__", interrupted)
    found = shared_out(waits, range(400), 2, keeps=True)

    assert next(entered) > moment, "nobody was interrupted"
    assert not found.complete


@pytest.mark.usefixtures("eager")
def test_nothing_is_begun_once_it_was_stopped() -> None:
    with pool(keeps=True) as alone:
        alone.share_out(Calls(is_interrupted), range(9))
        assert alone.share_out(Calls(square), range(9)) == ({}, False)


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_end_of_the_time_keeps_what_is_known(jobs: int) -> None:
    """The first item is quick. Of the others, which take a minute, each process has begun one by then."""
    began = monotonic()
    with allow(Budget(seconds=2.0)):
        found = shared_out(lasts, range(8), jobs, keeps=True)

    assert found.results.keys() <= {0}
    assert not found.complete
    assert monotonic() - began < 15  # it is about 2 s, but a machine may be busy


@pytest.mark.usefixtures("eager")
def test_the_end_of_the_time_is_passed_on_inside_a_larger_question() -> None:
    with pytest.raises(SpentError), allow(Budget(seconds=0.2)):
        shared_out(lasts, range(8), 1)


def costs_a_hundred(item: int) -> int:
    spend(100)
    return item


def test_a_helper_ends_with_the_counted_work_of_the_question_and_tells_how_much_it_was() -> None:
    """An item takes 1 step to take up and 100 to do: of 1,000 steps the tenth finds 91 left."""
    found = do(dumps(Calls(costs_a_hundred)), range(40), None, 1_000)
    assert (found.results, found.steps) == ([*range(9)], 10 * 101)


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_end_of_the_counted_work_keeps_what_is_known(jobs: int) -> None:
    with allow(Budget(steps=1_000)):
        found = shared_out(costs_a_hundred, range(400), jobs, keeps=True)
    assert 0 < len(found.results) < 40
    assert not found.complete
