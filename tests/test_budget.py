"""A budget ends work where it should, in seconds and in counted steps."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import pytest

from tsolve import budget
from tsolve.budget import (
    FREE,
    GRACE_SECONDS,
    GRACE_STEPS,
    PER_QUESTION,
    Budget,
    SpentError,
    allow,
    at_most,
    current,
    grace,
    spend,
    surely,
    within,
)


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


def test_what_an_answer_can_do_without_is_paid_from_the_whole_that_does_not_fall_short() -> None:
    with allow(Budget(steps=10)) as whole:
        with pytest.raises(SpentError), at_most(4) as some:
            spend(5)
        assert (whole.spent, whole.fell_short, some.fell_short) == (5, False, True)
        with pytest.raises(SpentError), at_most(20):
            spend(6)  # 5 are left
        assert whole.is_over()
        assert whole.fell_short, "what was missing was not only a part of its own"


def test_what_held_outside_holds_again_afterwards() -> None:
    with allow(Budget(steps=1)) as outer:
        with pytest.raises(SpentError), allow(Budget(steps=0)):
            spend()
        assert current() is outer
        spend()
        with allow(FREE):
            spend(5)
        assert not outer.is_over()


def test_a_budget_that_is_stopped_is_over_in_all_its_parts() -> None:
    whole = Budget()
    part = whole.part(0.5).part(0.5)
    assert not part.is_over()
    whole.stop()
    assert part.is_over()
    with pytest.raises(SpentError):
        part.spend()


@pytest.mark.usefixtures("clock")
def test_a_question_is_paid_from_its_time_limit_else_by_its_asker_else_by_counting() -> None:
    with within(3) as given:
        assert given.left() == 3
        with within(5) as longer, within(2) as shorter:
            assert (longer.left(), shorter.left()) == (3, 2)
    with allow(Budget(steps=7)) as asker, within(None) as question:
        assert question.steps_left() == asker.steps_left() == 7
    with within(None) as question:
        assert question.left() is None
        spend(PER_QUESTION)
        with pytest.raises(SpentError):
            spend()


def test_a_question_has_its_grace_once_however_its_parts_ask_for_it(clock: Callable[[float], None]) -> None:
    with within(2), allow(current().part(0.5)):
        clock(1)
        with grace() as more:
            assert more.left() == pytest.approx(GRACE_SECONDS)
        clock(1 + GRACE_SECONDS / 2)
        with grace() as more, within(None), grace() as again:
            assert more.left() == again.left() == pytest.approx(GRACE_SECONDS / 2)
        clock(GRACE_SECONDS)
        with pytest.raises(SpentError), grace():
            spend()
        with pytest.raises(SpentError), at_most(5), grace():
            spend()


def test_a_shorter_question_within_another_has_a_grace_of_its_own(clock: Callable[[float], None]) -> None:
    with within(5), within(1):
        clock(1 + GRACE_SECONDS)
        with pytest.raises(SpentError), surely():
            spend()


def test_what_needs_no_search_is_done_beyond_the_limit_and_not_for_ever(
    clock: Callable[[float], None],
) -> None:
    with within(1) as question:
        clock(1)
        with surely():
            spend(10**12)
        assert not question.fell_short
        clock(GRACE_SECONDS)
        with pytest.raises(SpentError), surely():
            spend()
        assert question.fell_short
    with allow(Budget(steps=0)), surely():
        spend(10**12)


def test_a_time_limit_of_infinity_lifts_every_limit() -> None:
    with within(inf) as question:
        spend(10**12)
        assert question.part(0.5).left() == inf


def test_a_person_is_told_how_a_budget_ended(clock: Callable[[float], None]) -> None:
    timed, counted, stopped = Budget(seconds=1), Budget(steps=0), Budget(seconds=1)
    clock(1)
    stopped.stop()
    assert timed.why_over() == "time ran out; a longer search: --time-limit 600"
    assert counted.part(1).why_over() == "the search grew too long; a longer search: --time-limit 600"
    assert stopped.why_over() == stopped.part(0.5).why_over() == "the search was stopped"
    part = Budget(seconds=1).part(0.5)
    part.stop()
    assert part.why_over() == "the search was stopped", "whatever is left of the whole"


def test_a_question_that_is_stopped_has_its_grace_and_no_more(clock: Callable[[float], None]) -> None:
    """However many steps are left: two million are half a minute."""
    with within(None) as question, allow(current().part(0.5)) as part:
        question.stop()
        assert (part.left(), part.steps_left()) == (0, 0)
        with grace() as more:
            spend(GRACE_STEPS)
            with pytest.raises(SpentError):
                spend()
        with surely():
            spend(PER_QUESTION + 1)
        clock(GRACE_SECONDS)
        for beyond in (grace(), surely()):
            with pytest.raises(SpentError, match="stopped"), beyond:
                spend()
        assert more.is_over()


def test_what_goes_beyond_a_question_ends_soon_after_the_question_is_stopped(
    clock: Callable[[float], None],
) -> None:
    with within(None) as question, surely():
        spend(PER_QUESTION + 1)
        question.stop()
        spend()
        clock(GRACE_SECONDS)
        with pytest.raises(SpentError):
            spend()


def test_what_an_answer_can_do_without_ends_when_the_question_is_stopped() -> None:
    with within(None) as question, at_most(10):
        spend()
        question.stop()
        with pytest.raises(SpentError, match="stopped"):
            spend()
        assert question.fell_short
