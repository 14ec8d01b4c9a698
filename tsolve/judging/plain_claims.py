"""Claims about a plain game: without a line a number is the best that the turn can come to, where turns are
played for it; else what it is now.
"""

from __future__ import annotations

from typing import Any

from tsolve.contract.plain_position import PlainPosition
from tsolve.judging.claims import ClaimJudge
from tsolve.model.answers import ClaimAnswer
from tsolve.model.plays import Wishes
from tsolve.steps.line import play_line

_BY_CHANCE = "it depends on what is drawn: write the `line` that the claim is about"


class PlainClaim(ClaimJudge[Any, Any]):
    """Judges one claim."""

    position: PlainPosition[Any, Any, Any]

    def _needs_no_search(self) -> bool:
        return super()._needs_no_search() and (self.played is not None or not self.claim.stated)

    def _figure(self) -> ClaimAnswer:
        if self.played is None and not (self.position.plans and self.kind in self.position.measures.levels):
            self.played = play_line(self.position, ())
        elif self.played is None:
            best = self.best_plays.played_again(
                self.position, self.best_plays.solve(self.position, Wishes(goal=self.kind))
            )
            if best.played is None:
                return self.left_open(best.reason or _BY_CHANCE)
            self.played = best.played
        return super()._figure()
