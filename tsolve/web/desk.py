"""Who answers: worker processes, some for questions and one for what is filled in, so that nobody who types
waits for somebody who asks.

A visitor's questions are answered one after the other, and so is what they fill in. A question whose visitor
goes away is ended with its worker, and so is whatever outlasts its time; another worker takes its place.
"""

from __future__ import annotations

import asyncio
import os
from asyncio import Task
from weakref import WeakValueDictionary

from msgspec.structs import replace

from tsolve.web.pool import Pool
from tsolve.web.wire import PLAIN, Reply, Request

LONGER_BY = 10
"""How many times as long a question may take that was asked for longer."""
PATIENCE = 4.0
"""Seconds that a question may take beyond its time, before its worker is ended."""
FILLING = 5.0
"""Seconds for whatever is no question."""
GRACE = 0.5
"""Seconds that are left to a question whose visitor has gone: most end by themselves, and a worker that goes
on need not load the games again."""
MOST_WAITING = 200
"""The most questions that wait, and the most of anything else; a further one is told to come again."""

BUSY = Reply("tsolve is busy: too many questions wait. Ask again in a moment.", PLAIN, 503)
_BROKEN_OFF = {
    "too long": Reply("This took too long. Go back, and change something else.", PLAIN, 503),
    "crash": Reply("tsolve stopped at this. Go back, and try again.", PLAIN, 500),
}


class Desk:
    """Takes requests, and has them answered."""

    def __init__(self, seconds: float, workers: int = 0) -> None:
        """`seconds`: how long a question may take. `workers`: how many answer questions; by default one for
        each core but one.
        """
        self._seconds = seconds
        self._questions = Pool("questions", workers or max(1, (os.cpu_count() or 1) - 1), MOST_WAITING)
        self._filled_in = Pool("forms", 1, MOST_WAITING)
        self._turns: WeakValueDictionary[tuple[str, bool], asyncio.Lock] = WeakValueDictionary()
        self._beginning: Task[None] | None = None

    def begin(self) -> None:
        """Have the workers load the games: first what the first page needs."""
        self._beginning = asyncio.create_task(self._begin())

    async def _begin(self) -> None:
        await self._answered(Request("page"))
        await self._questions.begin()

    async def end(self) -> None:
        """End the workers, whatever they are doing."""
        if self._beginning is not None:
            self._beginning.cancel()
        await asyncio.gather(self._questions.end(), self._filled_in.end())

    async def answer(self, request: Request, visitor: str) -> Reply:
        """The reply to a request. If the caller is cancelled, so is the work."""
        pool = self._questions if request.is_question else self._filled_in
        with pool.place() as is_free:
            if not is_free:
                return BUSY
            async with self._turns.setdefault((visitor, request.is_question), asyncio.Lock()):
                return await self._answered(request)

    async def _answered(self, request: Request) -> Reply:
        if request.is_question and not request.trouble:
            seconds = self._seconds * (LONGER_BY if request.is_patient else 1)
            request = replace(request, seconds=seconds)
            found = await self._questions.answer(request, seconds + PATIENCE, GRACE)
        else:
            found = await self._filled_in.answer(request, FILLING, FILLING)
            if found == "crash":  # the worker may have ended while it rested
                found = await self._filled_in.answer(request, FILLING, FILLING)
        if isinstance(found, Reply):
            return found
        if not request.is_question or request.trouble:
            return _BROKEN_OFF[found]
        return await self._answered(replace(request, trouble=found))
