"""How often Python's garbage collector runs: rarely, for hardly anything here is a circle of objects."""

from __future__ import annotations

import gc

FEWER_COLLECTIONS = 100_000
"""New objects between two runs: a start makes many and throws few away, and a search keeps what it makes. Few
enough that what a long run throws away never grows beyond some ten megabytes.
"""


def collect_rarely() -> None:
    """Set this for the process. Each one calls it once, when it begins."""
    gc.set_threshold(FEWER_COLLECTIONS)
