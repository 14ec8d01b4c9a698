"""Who takes on calls and promises their results: processes of this machine, or the workers of a Dask cluster.

They promise as `concurrent.futures` does; anything else with the few methods of `Executor` will do as well.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from tsolve.errors import UsageError
from tsolve.process import collect_rarely, interrupts_held_back
from tsolve.source.kit import Kit, misfit, pack, with_kit

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.connection import Connection

    from distributed import Client


T = TypeVar("T")

PATIENCE = 10.0
"""Seconds to wait for the scheduler of a cluster."""

LEAST_WIDTH = 16
"""Calls that a cluster is given at a time at least: others may join its workers."""


class Executor(Protocol):
    """Takes on calls and promises their results."""

    @property
    def width(self) -> int:
        """How many calls it works on at a time."""
        ...

    def has_begun(self) -> bool:
        """Whether somebody is there who works."""
        ...

    def is_deserted(self) -> bool:
        """Whether no worker is left."""
        ...

    def submit(self, fn: Callable[..., T], /, *args: Any) -> Future[T]:
        """Have `fn(*args)` done somewhere."""
        ...

    def close(self) -> None:
        """Take on nothing more, and forget what is not done."""
        ...


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class LocalProcesses:
    """Processes of this machine, started afresh, so that nothing of this one leaks into them."""

    def __init__(self, count: int) -> None:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context
        from multiprocessing.resource_tracker import ensure_running

        self.width = count
        if os.name == "posix":
            ensure_running()  # when it starts it lets interrupts through, to whoever is started after it too
        context = get_context("spawn")
        listening, self._lifeline = context.Pipe(duplex=False)
        self._pool: ProcessPoolExecutor = ProcessPoolExecutor(
            count, mp_context=context, initializer=_begin, initargs=(listening,)
        )
        self._first = self.submit(os.getpid)

    def has_begun(self) -> bool:
        """Whether the first process has started."""
        with interrupts_held_back():
            return self._first.done()

    def is_deserted(self) -> bool:
        """Never: a process that ends breaks the promises of all."""
        return False

    def submit(self, fn: Callable[..., T], /, *args: Any) -> Future[T]:
        """Have `fn(*args)` done by a process. A process started for it does not hear Ctrl-C."""
        with interrupts_held_back():
            return self._pool.submit(fn, *args)

    def close(self) -> None:
        """End the processes at once."""
        with interrupts_held_back():  # impatience must not leave half of it behind
            self._lifeline.close()
            self._pool.shutdown(wait=True, cancel_futures=True)


class Cluster:
    """The workers behind a Dask scheduler."""

    def __init__(self, client: Client, kit: Kit) -> None:
        self._client, self._kit = client, kit
        self._executor = client.get_executor(pure=False)
        self.width = max(LEAST_WIDTH, sum(client.nthreads().values()))

    def submit(self, fn: Callable[..., T], /, *args: Any) -> Future[T]:
        """Have `fn(*args)` done by a worker; by another one when the first is lost."""
        promised: Future[T] = self._executor.submit(with_kit, self._kit, fn, *args)
        return promised

    def has_begun(self) -> bool:
        """Always: there were workers at the beginning."""
        return True

    def is_deserted(self) -> bool:
        """Whether the scheduler has no workers any more, or is gone itself."""
        try:
            return not self._client.nthreads()
        except (OSError, TimeoutError):
            return True

    def close(self) -> None:
        """Withdraw what is not done."""
        self._executor.shutdown(wait=False)


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers behind a Dask scheduler. Raises UsageError where there are none, or some are not fit."""
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("a scheduler needs the extra `cluster`: pip install 'tsolve[cluster]'") from None
    with _quiet_client():
        try:
            client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise UsageError(f"no Dask scheduler answers at {address}: {error}") from None
        try:
            if not client.nthreads():
                raise UsageError(f"the Dask scheduler at {address} has no workers")
            kit = pack()
            for worker, lacks in client.run(misfit, kit.tools, on_error="return").items():
                if lacks:
                    raise UsageError(f"the worker at {worker} cannot help: {_in_words(lacks)}")
            yield Cluster(client, kit)
        finally:
            client.close()


@contextmanager
def _quiet_client() -> Iterator[None]:
    """The client's own reports are kept off the screen: work that is withdrawn while its result is on the way
    is an error to Dask, and lost workers are told to the user by whoever shares out the work."""
    loggers = [logging.getLogger(name) for name in ("distributed.client", "tornado.application")]
    before = [logger.disabled for logger in loggers]
    for logger in loggers:
        logger.disabled = True
    try:
        yield
    finally:
        for logger, was_disabled in zip(loggers, before, strict=True):
            logger.disabled = was_disabled


def _in_words(lacks: str | Exception) -> str:
    """Why a worker cannot help: what it says itself, or what came of asking it."""
    if isinstance(lacks, str):
        return lacks
    return f"it runs a different tsolve ({type(lacks).__name__}: {lacks})"


def _begin(lifeline: Connection) -> None:
    """What a process does before its first work."""
    collect_rarely()
    _follow(lifeline)


def _follow(lifeline: Connection) -> None:
    """End this process when the other end of the line is closed, or its owner ends in whatever way."""

    def follow() -> None:
        with suppress(OSError):
            lifeline.poll(None)
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
