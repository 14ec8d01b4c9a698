"""Runs calls elsewhere: in processes of this machine, or in the workers of a Dask cluster.

Results are promises as in `concurrent.futures`. Anything with the few methods of `Executor` will do as well.
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
"""A cluster gets at least so many calls at a time: more workers may join."""


class Executor(Protocol):
    """Runs calls elsewhere and promises their results."""

    @property
    def width(self) -> int:
        """How many calls it works on at a time."""
        ...

    def has_begun(self) -> bool:
        """Whether at least one worker has started."""
        ...

    def is_deserted(self) -> bool:
        """Whether no worker is left."""
        ...

    def submit(self, fn: Callable[..., T], /, *args: Any) -> Future[T]:
        """Call `fn(*args)` somewhere."""
        ...

    def close(self) -> None:
        """Stop: take on nothing more, and drop what is not done."""
        ...


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class LocalProcesses:
    """Processes of this machine, started afresh and not forked, so that they inherit no state of this one."""

    def __init__(self, count: int) -> None:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context
        from multiprocessing.resource_tracker import ensure_running

        self.width = count
        if os.name == "posix":
            ensure_running()  # its start unblocks Ctrl-C, also for processes started later
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
        """Never: when a process dies, every open promise fails, so nobody waits in vain."""
        return False

    def submit(self, fn: Callable[..., T], /, *args: Any) -> Future[T]:
        """Call `fn(*args)` in a process. A process started for it does not get Ctrl-C."""
        with interrupts_held_back():
            return self._pool.submit(fn, *args)

    def close(self) -> None:
        """End the processes at once."""
        with interrupts_held_back():  # a second Ctrl-C must not stop this halfway
            self._lifeline.close()
            self._pool.shutdown(wait=True, cancel_futures=True)


class Cluster:
    """The workers behind a Dask scheduler."""

    def __init__(self, client: Client, kit: Kit) -> None:
        self._client, self._kit = client, kit
        self._executor = client.get_executor(pure=False)
        self.width = max(LEAST_WIDTH, sum(client.nthreads().values()))

    def submit(self, fn: Callable[..., T], /, *args: Any) -> Future[T]:
        """Call `fn(*args)` in a worker; in another one if the first is lost."""
        promised: Future[T] = self._executor.submit(with_kit, self._kit, fn, *args)
        return promised

    def has_begun(self) -> bool:
        """Always: there were workers at the beginning."""
        return True

    def is_deserted(self) -> bool:
        """Whether the scheduler has no workers left, or is gone itself."""
        try:
            return not self._client.nthreads()
        except (OSError, TimeoutError):
            return True

    def close(self) -> None:
        """Cancel what is not done."""
        self._executor.shutdown(wait=False)


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers behind a Dask scheduler. Raises UsageError where there are none, or one cannot help."""
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
    """Keep the Dask client's own log off the screen: it calls a cancelled call whose result is on its way an
    error, and the caller reports lost workers itself."""
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
    """Why a worker cannot help: its own reason, or the error that asking it raised."""
    if isinstance(lacks, str):
        return lacks
    return f"it runs a different tsolve ({type(lacks).__name__}: {lacks})"


def _begin(lifeline: Connection) -> None:
    """What a process does before its first call."""
    collect_rarely()
    _follow(lifeline)


def _follow(lifeline: Connection) -> None:
    """End this process when the process that started it closes the connection or ends, however it ends."""

    def follow() -> None:
        with suppress(OSError):
            lifeline.poll(None)
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
