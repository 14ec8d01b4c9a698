"""Claims of at least or at most so much, where cards may be drawn: whether the number behind the limit can be
reached decides them.
"""

from __future__ import annotations

from typing import NamedTuple

from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.judging.lines import Judged
from tsolve.model.verdicts import chance_in_words
from tsolve.worlds.possibility import Possible
from tsolve.written.bounds import Bound


class Limit(NamedTuple):
    """The number that must be in reach, or must not."""

    number: int
    in_reach: bool

    def judge(self, found: Possible[Action], what: str) -> Judged:
        """Whether the claim holds, where the question was whether this number can be reached."""
        much = f"{what} {self.number}"
        if found.verdict != "undecided":
            can_be = found.verdict == "possible"
            return Judged(can_be == self.in_reach, f"{much} can{'' if can_be else 'not'} be reached")
        if found.chance is not None:
            return Judged(None, f"{much} can be reached with a chance of {chance_in_words(found.chance)}")
        return Judged(None, "; ".join(found.left_out))


def limit_of(bound: Bound, stated: int) -> Limit:
    """What decides a claim with such a bound."""
    is_beyond = bound in ("more than", "at most")
    return Limit(stated + is_beyond, bound in ("at least", "more than"))
