"""Worker processes of one kind, each of which answers one request at a time."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

import tsolve
from tsolve.web.wire import LENGTH, Ended, Reply, Request, framed

COMMAND = ("-P", "-m", "tsolve.web.worker")
"""What Python runs as a worker; the kind of the pool follows."""
LOADING = 30.0
"""Seconds for loading the games, beyond the time of a first request."""
LIFE = 1_000
"""The requests after which a worker is replaced, so that whatever grows is given back."""


class Pool:
    """Workers, of which each is lent to one request at a time."""

    def __init__(self, kind: str, size: int, most_waiting: int) -> None:
        self._all = [_Worker(kind) for _ in range(size)]
        self._free: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()  # who answered last is the warmest
        for each in self._all:
            self._free.put_nowait(each)
        self._places = most_waiting
        self._works: set[asyncio.Task[Reply | Ended]] = set()

    async def begin(self) -> None:
        """Have the workers load the games."""
        await asyncio.gather(*(each.begin() for each in self._all))

    async def end(self) -> None:
        """End the workers for good, whatever they are doing."""
        await asyncio.gather(*(each.end(for_good=True) for each in self._all))

    @contextmanager
    def place(self) -> Iterator[bool]:
        """A place among those who wait; False where none is left."""
        if not self._places:
            yield False
            return
        self._places -= 1
        try:
            yield True
        finally:
            self._places += 1

    async def answer(self, request: Request, seconds: float, grace: float) -> Reply | Ended:
        """The reply to a request, which may take so many seconds of work. If the caller is cancelled, work
        that has begun has so many seconds of grace until its worker is ended.
        """
        worker = await self._free.get()
        work = asyncio.create_task(self._work(worker, request, seconds))
        self._works.add(work)
        work.add_done_callback(self._works.discard)
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            asyncio.get_running_loop().call_later(grace, worker.give_up, request)
            raise

    async def _work(self, worker: _Worker, request: Request, seconds: float) -> Reply | Ended:
        try:
            return await worker.answer(request, seconds)
        finally:
            await worker.begin()
            self._free.put_nowait(worker)


class _Worker:
    """A process that answers, or none where it has ended; another begins where one is needed."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._process: Process | None = None
        self._answered = 0
        self._request: Request | None = None
        """What it is busy with."""
        self._is_over = False

    async def begin(self) -> None:
        """Have a process load the games, if none has."""
        with suppress(OSError):  # there is no room for another process now
            await self._begun()

    async def answer(self, request: Request, seconds: float) -> Reply | Ended:
        """The reply. Where there is none, the process is ended."""
        self._request = request
        try:
            async with asyncio.timeout(seconds + (0 if self._answered else LOADING)):
                reply = await self._reply(await self._begun(), request)
        except TimeoutError:
            await self.end()
            return "too long"
        except (OSError, EOFError, msgspec.DecodeError):
            await self.end()
            return "crash"
        self._request = None
        self._answered += 1
        if self._answered == LIFE:
            await self.end()
        return reply

    def give_up(self, request: Request) -> None:
        """End the process if it is still busy with this request."""
        if self._request is request and self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()

    async def end(self, for_good: bool = False) -> None:
        """End the process, whatever it is doing."""
        self._is_over |= for_good
        process, self._process = self._process, None
        self._answered, self._request = 0, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _reply(self, process: Process, request: Request) -> Reply:
        """Raises EOFError and OSError if the process ends, DecodeError if it writes anything else."""
        given, taken = process.stdin, process.stdout
        assert given is not None
        assert taken is not None
        given.write(framed(msgspec.msgpack.encode(request)))
        await given.drain()
        head = await taken.readexactly(LENGTH)
        content = await taken.readexactly(int.from_bytes(head, "big"))
        return msgspec.msgpack.decode(content, type=Reply)

    async def _begun(self) -> Process:
        """The process. Raises OSError if none can begin."""
        if self._process is not None and (self._process.returncode is not None or _has_ended(self._process)):
            await self.end()
        if self._is_over:
            raise BrokenPipeError
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *COMMAND,
                self._kind,
                stdin=PIPE,
                stdout=PIPE,
                env=_environment(),
                start_new_session=True,  # Ctrl-C is for the server, which ends its workers
            )
        return self._process


def _has_ended(process: Process) -> bool:
    return process.stdout is None or process.stdout.at_eof()


def _environment() -> dict[str, str]:
    """That of this process, in which the same tsolve is found."""
    home = str(Path(tsolve.__file__).parent.parent)
    others = os.environ.get("PYTHONPATH", "")
    return {**os.environ, "PYTHONPATH": f"{home}{os.pathsep}{others}" if others else home}
