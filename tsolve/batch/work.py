"""Work on many items, in a form that other processes can do as well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from threading import Lock
from time import monotonic
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from tsolve.budget import FREE, Budget, SpentError, allow

A = TypeVar("A")
B = TypeVar("B")
A_contra = TypeVar("A_contra", contravariant=True)
B_co = TypeVar("B_co", covariant=True)


class Work(Protocol[A_contra, B_co]):
    """What is to be done with each item. It can be pickled, and so can items and results."""

    def open(self) -> Callable[[A_contra], B_co]:
        """Get ready, which may take a while; done once in each process."""
        ...


class Calls(msgspec.Struct, Generic[A, B], frozen=True):
    """Work that needs no preparation: a function of a module, if need be with its first arguments given."""

    function: Callable[[A], B]

    def open(self) -> Callable[[A], B]:
        """The function itself."""
        return self.function


class Parcel(NamedTuple, Generic[B]):
    """What became of some items; of the last ones nothing, where time ran out."""

    results: list[B]
    seconds: float
    """What they took."""


_ONE_AT_A_TIME = Lock()
"""What works share, such as the leaves of a planner, is not made for two threads at once."""


def do(packed: bytes, items: Sequence[A], seconds: float | None = None) -> Parcel[Any]:
    """Do a work, as `pickle` has it, with some items; for so many seconds at most."""
    budget = FREE if seconds is None else Budget(seconds)
    results: list[Any] = []
    with _ONE_AT_A_TIME, allow(budget):
        began = monotonic()
        work = _opened(packed)
        try:
            for item in items:
                budget.spend()
                results.append(work(item))
        except SpentError:
            pass  # half an item is no result
        return Parcel(results, monotonic() - began)


@lru_cache(maxsize=4)
def _opened(packed: bytes) -> Callable[[Any], Any]:
    """The work made ready; kept for the next items."""
    from pickle import loads

    work: Work[Any, Any] = loads(packed)
    return work.open()
