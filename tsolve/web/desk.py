"""Who answers: worker processes, some for questions and one for what is filled in, so that nobody who types
waits for somebody who asks.

A visitor's questions are answered one after the other. A question whose visitor goes away is ended with its
worker, and so is one that outlasts its time; another worker takes its place.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from weakref import WeakValueDictionary

import msgspec

from tsolve.web.wire import Reply, Request
from tsolve.web.worker import LENGTH, framed

PATIENCE = 4.0
"""Seconds that a worker may take beyond the time of its question, before it is ended."""
_BEGINNING = 60.0
"""Seconds for loading the games."""
_LIFE = 1_000
"""The requests after which a worker is replaced, so that whatever grows is given back."""
MOST_WAITING = 200
"""The most requests that wait; a further one is told to come again."""

_TOO_LONG = "The question takes too long here. Ask something smaller, or use the command line."
_CRASHED = "tsolve broke off while answering; the page is alive. The command line tells more."
_BUSY = Reply("tsolve is busy: too many questions wait. Ask again in a moment.", "text/plain", 503)


class BrokenOffError(RuntimeError):
    """A worker ended without an answer."""


class _Worker:
    """One process, which answers one request at a time."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self.answered = 0

    async def answer(self, request: Request) -> Reply:
        """Raises BrokenOffError."""
        process = await self.begin()
        assert process.stdin is not None
        assert process.stdout is not None
        self.answered += 1
        try:
            process.stdin.write(framed(msgspec.msgpack.encode(request)))
            await process.stdin.drain()
            head = await process.stdout.readexactly(LENGTH)
            content = await process.stdout.readexactly(int.from_bytes(head, "big"))
        except (asyncio.IncompleteReadError, ConnectionError):
            raise BrokenOffError from None
        return msgspec.msgpack.decode(content, type=Reply)

    async def begin(self) -> asyncio.subprocess.Process:
        """The process, which begins to load the games."""
        if self._process is None or self._process.returncode is not None:
            self.answered = 0
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-P", "-m", "tsolve.web.worker"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
        return self._process

    async def end(self) -> None:
        """End it, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Desk:
    """Takes requests, and has them answered."""

    def __init__(self, seconds: float, workers: int = 0) -> None:
        """`seconds`: how long a question may take. `workers`: how many answer questions; by default one for
        each core but one.
        """
        self._seconds = seconds
        self._questions = _Pool(workers or max(1, (os.cpu_count() or 1) - 1))
        self._filled_in = _Pool(1)
        self._visitors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._waiting = 0

    async def begin(self) -> None:
        """Have the workers load the games."""
        await asyncio.gather(self._questions.begin(), self._filled_in.begin())

    async def end(self) -> None:
        """End the workers."""
        await asyncio.gather(self._questions.end(), self._filled_in.end())

    async def answer(self, request: Request, visitor: str) -> Reply:
        """The reply to a request. If the caller is cancelled, so is the work."""
        if self._waiting >= MOST_WAITING:
            return _BUSY
        self._waiting += 1
        try:
            if not request.is_question:
                return await self._answered(self._filled_in, request)
            lock = self._visitors.setdefault(visitor, asyncio.Lock())
            async with lock:
                return await self._answered(self._questions, request)
        finally:
            self._waiting -= 1

    async def _answered(self, pool: _Pool, request: Request) -> Reply:
        request = msgspec.structs.replace(request, seconds=self._seconds)
        trouble = ""
        async with pool.worker() as worker:
            try:
                longest = self._seconds + (PATIENCE if worker.answered else _BEGINNING)
                return await asyncio.wait_for(worker.answer(request), longest)
            except TimeoutError:
                trouble = _TOO_LONG
            except BrokenOffError:
                trouble = _CRASHED
            await worker.end()
        if request.trouble or request.kind == "complete":
            return Reply(trouble, "text/plain", 500)
        told = msgspec.structs.replace(request, trouble=trouble)
        return await self._answered(self._filled_in, told)


class _Pool:
    """Workers, of which each is lent to one request at a time."""

    def __init__(self, size: int) -> None:
        self._all = [_Worker() for _ in range(size)]
        self._free: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for each in self._all:
            self._free.put_nowait(each)

    async def begin(self) -> None:
        await asyncio.gather(*(each.begin() for each in self._all))

    async def end(self) -> None:
        await asyncio.gather(*(each.end() for each in self._all))

    @asynccontextmanager
    async def worker(self) -> AsyncIterator[_Worker]:
        """A free worker. Whatever ends its work before its answer ends the worker, too."""
        worker = await self._free.get()
        try:
            yield worker
        except BaseException:
            await asyncio.shield(worker.end())
            raise
        else:
            if worker.answered >= _LIFE:
                await worker.end()
        finally:
            self._free.put_nowait(worker)
            await worker.begin()
