"""The same sums whoever does the work, whatever happens to the helpers."""

from __future__ import annotations

import os
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from tests.batch.works import CountCards
from tsolve import batch as pools
from tsolve.batch import pool
from tsolve.turns.odds.hands import SHARE, Deal, Tally, look

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
