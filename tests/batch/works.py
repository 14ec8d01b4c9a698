"""Work for tests that other processes can be asked to do."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import msgspec

from tsolve.chances.hands import Figures


class CountCards(msgspec.Struct, frozen=True):
    """How many cards of a kind are in the hand, and a coin tossed beside; may be slow, may die once."""

    kind: str
    seconds: float = 0
    """What a hand takes."""
    lock: str = ""
    """The first process to make this file dies; empty: none does."""
    deadly: bool = False
    """Every process dies of it."""
    alone: int = 0
    """The process that never dies."""
    stop: str = ""
    """Interrupts the process `alone` once it comes to a hand of these cards, with a comma between them."""

    def open(self) -> Callable[[tuple[str, ...]], Figures]:
        """Nothing has to be made ready."""

        def judge(hand: tuple[str, ...]) -> Figures:
            if self.seconds != 0:
                time.sleep(self.seconds)
            if self.deadly and os.getpid() != self.alone:
                os.kill(os.getpid(), signal.SIGKILL)
            if self.lock and os.getpid() != self.alone:
                self._die_once()
            if self.stop and ",".join(hand) == self.stop and os.getpid() == self.alone:
                raise KeyboardInterrupt  # a signal might reach this process a moment too late
            half = Fraction(1, 2)
            return [{(hand.count(self.kind),): 1}, {(0,): half, (1,): half}]

        return judge

    def _die_once(self) -> None:
        try:
            Path(self.lock).touch(exist_ok=False)
        except FileExistsError:
            return
        os.kill(os.getpid(), signal.SIGKILL)
