"""Claims about a battle that depends on draws: judged by chances, never by a single draw."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from tsolve.games.thunderstone.judging.bests import Best, Bests
from tsolve.games.thunderstone.target import Target
from tsolve.model.policies import Exact, PolicyAnswer
from tsolve.model.words import chance_in_words


class Judged(NamedTuple):
    """Whether a statement is true, None when that cannot be told, and why."""

    holds: bool | None
    reason: str


def judge_defeat(best: Best, policy: PolicyAnswer, wanted: Fraction | None, defeats: bool) -> Judged:
    """Whether a Monster can be defeated; `wanted` is the greatest chance as claimed, None for certainty.

    `policy` is the best play against it by a goal that begins with the victory.
    """
    low, high = bounds(policy.low, policy.worth), bounds(policy.high, policy.worth)
    chance = chance_in_words(low)
    first = f"first {policy.first}"
    if not best.sure and not (low == 1 and wanted is None):
        return Judged(None, f"{best.reason}; so far {chance}: {first}")
    if low == 1:
        reason = f"you defeat it whatever you draw: {first}"
    elif high == 0:
        reason = "no draw defeats it"
    else:
        reason = f"the best chance to defeat it is {chance}: {first}"
    if wanted is not None:
        return Judged(low == wanted, reason)
    return Judged(defeats if low == 1 else not defeats if high == 0 else None, reason)


def judge_value(bests: Bests, best: Best, policy: PolicyAnswer, target: Target, claimed: int) -> Judged:
    """Whether the best Attack Value against a Monster is this one; `policy` has the highest on average."""
    least, most = policy.worst.objective[0], policy.best.objective[0]
    if not best.sure:
        return Judged(None, f"{best.reason}; so far {policy.worth[0].exact} on average")
    if least == most:
        return Judged(least == claimed, f"the Attack Value is {least} whatever you draw")
    mean = f"the Attack Value hangs on what you draw: {policy.worth[0].exact} on average, "
    reason = f"{mean}{least} at worst, {most} at best"
    if claimed < least:
        return Judged(False, reason)
    luckiest = bests.against(target, "value", "best").answer.policy
    if luckiest is not None and claimed > luckiest.best.objective[0]:
        return Judged(False, f"{reason}; {luckiest.best.objective[0]} at most by any play")
    return Judged(None, reason)


def bounds(bound: tuple[Exact, ...], worth: tuple[Exact, ...]) -> Fraction:
    """The first level of a bound, which is the worth itself where that is proved."""
    return Fraction((bound or worth)[0].exact)
