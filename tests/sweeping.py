"""What sweeps over many inputs share: how many there are, an end to what hangs, the arguments of a script."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterator
from contextlib import contextmanager


large = False
"""Whether sweeps are long ones: `pytest --large`."""


def seeds(few: int, many: int) -> range:
    """The seeds of a random sweep: `few` by default, `many` with `--large`."""
    return range(many if large else few)


class HangsError(BaseException):
    """Something takes too long to wait for its end; no handler of ordinary errors stops it."""


def _give_up(*_: object) -> None:
    raise HangsError


@contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """Raises HangsError once the block has taken so much processor time."""
    signal.signal(signal.SIGVTALRM, _give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def arguments(about: str | None, only: str, every: str) -> argparse.ArgumentParser:
    """A parser with `--only`, which names a part of the sweep, and `--every`, a share of it."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help=only)
    parser.add_argument("--every", type=int, default=1, help=every)
    return parser
