"""Who answers, in which order, and what happens when something goes wrong."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import pytest

from tests.cli.processes import needs_proc
from tests.web.calling import in_a_loop
from tsolve.web import desk as desks
from tsolve.web import pool
from tsolve.web.desk import BUSY, Desk
from tsolve.web.wire import LONGER, Reply, Request, written

T = TypeVar("T")

STUB = ("-P", str(Path(__file__).parent / "stub_worker.py"))


@pytest.fixture(autouse=True)
def _stub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "COMMAND", STUB)


@asynccontextmanager
async def open_desk(seconds: float = 5.0, workers: int = 1) -> AsyncIterator[Desk]:
    desk = Desk(seconds, workers)
    try:
        yield desk
    finally:
        await desk.end()


def at_desk(do: Callable[[Desk], Awaitable[T]], seconds: float = 5.0, workers: int = 1) -> T:
    """What is done at a desk of its own."""

    async def done() -> T:
        async with open_desk(seconds, workers) as desk:
            return await do(desk)

    return in_a_loop(done())


def question(words: str) -> Request:
    return Request("api", {"words": words}, "check")


def filled(words: str) -> Request:
    return Request("page", {"words": words})


def pid(reply: Reply) -> int:
    return int(reply.content.rpartition(" ")[2])


def test_fifty_at_once_are_all_answered() -> None:
    async def ask(desk: Desk) -> list[Reply]:
        asked = [desk.answer(question(f"q{n}"), f"visitor {n % 10}") for n in range(50)]
        return await asyncio.gather(*asked)

    replies = at_desk(ask, workers=2)
    assert [each.content.partition(" ")[0] for each in replies] == [f"q{n}" for n in range(50)]
    assert len({pid(each) for each in replies}) == 2


def test_who_asks_for_longer_has_ten_times_as_long() -> None:
    def asked(*order: str) -> Request:
        return Request("page", {"words": "seconds", "ask": written(order)})

    async def ask(desk: Desk) -> list[Reply]:
        return [await desk.answer(asked(*each), "me") for each in (("solve",), (LONGER, "solve"))]

    assert [each.content.partition(" ")[0] for each in at_desk(ask, seconds=5.0)] == ["5.0", "50.0"]


def test_a_visitor_is_answered_one_question_at_a_time() -> None:
    async def ask(desk: Desk) -> float:
        await asyncio.gather(*(desk.answer(question(""), f"{n}") for n in range(2)))
        began = time.monotonic()
        await asyncio.gather(*(desk.answer(question("wait 0.3"), "me") for _ in range(3)))
        return time.monotonic() - began

    assert at_desk(ask, workers=2) >= 0.9  # 3 x 0.3 s, although there are two workers


def test_who_fills_in_does_not_wait_for_who_asks() -> None:
    async def ask(desk: Desk) -> float:
        await desk.answer(filled(""), "warm")
        asked = [asyncio.create_task(desk.answer(question("wait 2"), f"{n}")) for n in range(5)]
        await asyncio.sleep(0.1)
        began = time.monotonic()
        await asyncio.gather(*(desk.answer(filled("typed"), "0") for _ in range(5)))
        took = time.monotonic() - began
        for each in asked:
            each.cancel()
        return took

    assert at_desk(ask) < 1.0


def test_too_many_are_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "MOST_WAITING", 5)

    async def ask(desk: Desk) -> tuple[list[Reply], Reply]:
        asked = [asyncio.create_task(desk.answer(question("wait 0.1"), f"{n}")) for n in range(8)]
        await asyncio.sleep(0)
        typed = await desk.answer(filled("typed"), "another")
        return await asyncio.gather(*asked), typed

    replies, typed = at_desk(ask)
    assert Counter(each == BUSY for each in replies) == {False: 5, True: 3}
    assert typed.status == 200
    assert BUSY.status == 503


@pytest.mark.parametrize("words", ["exit 0", "exit 3", "segfault 0"])
def test_a_crash_is_told_and_the_next_question_answered(words: str) -> None:
    async def ask(desk: Desk) -> list[Reply]:
        return [await desk.answer(question(each), "me") for each in ("first", words, "next")]

    first, crashed, after = at_desk(ask)
    assert crashed.content == "told: crash"
    assert after.content.startswith("next by")
    assert pid(after) != pid(first)


@pytest.mark.parametrize("words", ["memory hidden", "fail hidden", "surrogate 0"])
def test_a_mistake_ends_no_worker(words: str, capfd: pytest.CaptureFixture[str]) -> None:
    async def ask(desk: Desk) -> list[Reply]:
        return [await desk.answer(question(each), "me") for each in ("first", words, "next")]

    first, failed, after = at_desk(ask)
    assert failed.status == 500
    assert pid(after) == pid(first)
    assert "hidden" not in failed.content + capfd.readouterr().err


def test_what_libraries_print_does_not_stand_among_replies(capfd: pytest.CaptureFixture[str]) -> None:
    async def ask(desk: Desk) -> list[Reply]:
        return [await desk.answer(question(each), "me") for each in ("print x", "large 3000000")]

    printed, large = at_desk(ask)
    assert printed.content.startswith("print by")
    assert len(large.content) == 3_000_000
    assert "something that libraries say" in capfd.readouterr().err


def test_what_outlasts_its_time_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "PATIENCE", 0.3)

    async def ask(desk: Desk) -> tuple[list[Reply], float]:
        first = await desk.answer(question("first"), "me")
        began = time.monotonic()
        late = await desk.answer(question("work 60"), "me")
        took = time.monotonic() - began
        return [first, late, await desk.answer(question("next"), "me")], took

    (first, late, after), took = at_desk(ask, seconds=0.2)
    assert late.content == "told: too long"
    assert took < 5
    assert pid(first) != pid(after)
    assert not is_alive(pid(first))


def test_filling_in_outlasts_no_time_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "FILLING", 0.3)

    async def ask(desk: Desk) -> list[Reply]:
        return [await desk.answer(filled(each), "me") for each in ("first", "work 60", "next")]

    _, late, after = at_desk(ask)
    assert (late.status, after.status) == (503, 200)


@needs_proc
def test_who_goes_away_ends_the_work() -> None:
    async def ask(desk: Desk) -> tuple[int, float, Reply]:
        first = await desk.answer(question("first"), "me")
        long = asyncio.create_task(desk.answer(question("work 60"), "me"))
        await asyncio.sleep(0.2)
        long.cancel()
        began = time.monotonic()
        after = await desk.answer(question("next"), "me")
        return pid(first), time.monotonic() - began, after

    worker, took, after = at_desk(ask)
    assert took < 5
    assert pid(after) != worker
    assert not is_alive(worker)


def test_a_short_question_whose_visitor_has_gone_ends_no_worker() -> None:
    async def ask(desk: Desk) -> list[Reply]:
        first = await desk.answer(question("first"), "me")
        going = asyncio.create_task(desk.answer(question("wait 0.1"), "me"))
        await asyncio.sleep(0.05)
        going.cancel()
        return [first, await desk.answer(question("next"), "me")]

    first, after = at_desk(ask)
    assert pid(first) == pid(after)


def test_who_goes_away_while_waiting_costs_nothing() -> None:
    async def ask(desk: Desk) -> list[Reply]:
        first = await desk.answer(question("first"), "me")
        asked = [asyncio.create_task(desk.answer(question("wait 0.2"), f"{n}")) for n in range(10)]
        await asyncio.sleep(0.05)
        for each in asked[1:]:
            each.cancel()
        began = time.monotonic()
        after = await desk.answer(question("next"), "me")
        assert time.monotonic() - began < 1.5  # the one that had begun, not 10 x 0.2 s
        return [first, await asked[0], after]

    assert len({pid(each) for each in at_desk(ask)}) == 1


def test_typing_on_ends_no_worker() -> None:
    """A browser that completes drops its request at every key."""

    async def ask(desk: Desk) -> list[Reply]:
        first = await desk.answer(filled("first"), "me")
        for _ in range(5):
            typed = asyncio.create_task(desk.answer(filled("wait 0.05"), "me"))
            await asyncio.sleep(0.01)
            typed.cancel()
        return [first, await desk.answer(filled("next"), "me")]

    first, after = at_desk(ask)
    assert pid(first) == pid(after)


def test_a_worker_that_is_killed_while_it_rests_is_replaced() -> None:
    async def ask(desk: Desk) -> list[Reply]:
        first = await desk.answer(question("first"), "me")
        os.kill(pid(first), signal.SIGKILL)
        await asyncio.sleep(0.2)
        return [first, await desk.answer(question("next"), "me")]

    first, after = at_desk(ask)
    assert after.content.startswith("next by")
    assert pid(first) != pid(after)


def test_workers_are_replaced_after_their_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "LIFE", 3)

    async def ask(desk: Desk) -> list[Reply]:
        return [await desk.answer(question(f"q{n}"), "me") for n in range(7)]

    replies = at_desk(ask)
    assert [each.content.partition(" ")[0] for each in replies] == [f"q{n}" for n in range(7)]
    assert sorted(Counter(map(pid, replies)).values()) == [1, 3, 3]


@needs_proc
def test_no_worker_outlives_the_desk() -> None:
    async def ask(desk: Desk) -> list[int]:
        asked = [desk.answer(question(""), f"{n}") for n in range(2)]
        return [pid(each) for each in (*await asyncio.gather(*asked), await desk.answer(filled(""), "me"))]

    workers = at_desk(ask, workers=2)
    assert len(set(workers)) == 3
    assert not any(map(is_alive, workers))


def is_alive(process: int) -> bool:
    """Whether there is such a process, even if it only waits to be buried."""
    return Path(f"/proc/{process}").exists()
