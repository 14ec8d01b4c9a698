"""Looks at the hands of a deal in shares and adds them up."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from tsolve.batch.pool import Pool
from tsolve.batch.work import Work
from tsolve.budget import SpentError, current, spend
from tsolve.turns.odds.deal import Deal
from tsolve.turns.odds.tally import Figures, Tally, total

Hand = tuple[str, ...]


class Looked(NamedTuple):
    """What was found, and whether it is all that there is."""

    tally: Tally
    complete: bool


class Looking(msgspec.Struct, frozen=True):
    """Judging the hands of one share of a deal. (`tsolve.batch.work.Work`)"""

    judging: Work[Hand, Figures]
    deal: Deal

    def open(self) -> Callable[[int], Tally]:
        """Get ready to judge hands."""
        judge = self.judging.open()

        def look_at(start: int) -> Tally:
            tally = Tally([])
            try:
                for cards, weight in self.deal.share(start):
                    spend()
                    tally.add(judge(cards), weight)
            except SpentError:
                if not tally.hands:
                    raise
            return tally

        return look_at


def look(pool: Pool, judging: Work[Hand, Figures], deal: Deal) -> Looked:
    """Judge all hands of the deal; where the budget ends, those that were judged by then. Of a share that
    Ctrl-C interrupts nothing counts.
    """
    looked = 0

    def count(tally: Tally) -> None:
        nonlocal looked
        looked += tally.hands
        pool.on_progress(looked, deal.hands)

    found = pool.share_out(Looking(judging, deal), deal.shares(), count)
    complete = found.complete and looked == deal.hands
    if not complete:
        pool.why_stopped = pool.why_stopped or current().why_over()
    return Looked(total(found.results.values()), complete)
