"""The time that may be spent on one question."""

from __future__ import annotations

from time import monotonic


class Clock:
    """A limit in seconds from now on; None for no limit."""

    def __init__(self, limit: float | None = None) -> None:
        self._end = None if limit is None else monotonic() + limit

    def is_over(self) -> bool:
        """Whether the time has run out."""
        return self._end is not None and monotonic() >= self._end

    def left(self) -> float | None:
        """Seconds that are left, more than none; None for no limit."""
        return None if self._end is None else max(self._end - monotonic(), 0.001)


class Patience(Clock):
    """A limit by how often it is asked, which every position does: the same on any machine."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.looks = looks

    def is_over(self) -> bool:
        """Whether everything has been looked at that may be. Each call is one look."""
        self.looks -= 1
        return self.looks < 0
