"""A budget ends work where it should, in seconds and in counted steps."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tsolve import budget
from tsolve.budget import FREE, Budget, SpentError, allow, current, spend


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """A clock that stands still; call it to let seconds pass."""
    now = [100.0]
    monkeypatch.setattr(budget, "monotonic", lambda: now[0])

    def pass_by(seconds: float) -> None:
        now[0] += seconds

    return pass_by


def test_steps_may_be_used_up_to_the_last_and_no_further() -> None:
    with allow(Budget(steps=3)):
        spend(2)
        spend()
        with pytest.raises(SpentError):
            spend()
        assert current().is_over()


def test_seconds_run_out(clock: Callable[[float], None]) -> None:
    with allow(Budget(seconds=2)) as given:
        clock(1.5)
        spend()
        assert given.left() == 0.5
        clock(0.5)
        assert given.left() == 0
        with pytest.raises(SpentError):
            spend()


def test_nothing_is_limited_where_nobody_set_a_limit() -> None:
    spend(10**12)
    assert current() is FREE
    assert FREE.left() is None
    assert not FREE.is_over()


def test_a_part_ends_before_the_whole_and_is_paid_from_it(clock: Callable[[float], None]) -> None:
    whole = Budget(seconds=10, steps=100)
    whole.spend(20)
    part = whole.part(0.5)
    assert part.left() == 5
    part.spend(40)
    with pytest.raises(SpentError):
        part.spend()
    assert whole.spent == 61
    assert not whole.is_over()
    clock(5)
    assert part.is_over()
    assert not whole.is_over()


def test_what_held_outside_holds_again_afterwards() -> None:
    with allow(Budget(steps=1)) as outer:
        with pytest.raises(SpentError), allow(Budget(steps=0)):
            spend()
        assert current() is outer
        spend()
        with allow(FREE):
            spend(5)
        assert not outer.is_over()
