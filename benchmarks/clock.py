"""The clock of limits in benchmarks: a machine that is busy otherwise changes nothing."""

from __future__ import annotations

from time import process_time


class Clock:
    """The time of the processor, read at every 25th look only: reading it takes long on some machines."""

    _EVERY = 25

    def __init__(self) -> None:
        self._looks, self._now = 0, process_time()

    def __call__(self) -> float:
        if self._looks % self._EVERY == 0:
            self._now = process_time()
        self._looks += 1
        return self._now
