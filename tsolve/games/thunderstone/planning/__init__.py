"""Planning a turn: which line is best by a goal, stated as optimisation problems and proved.

What reveals cards or moves the Hall is searched in the engine (`situations`); what remains, who carries,
eats and attacks what, is stated as a problem (`attack`, `village`, `rest`) and solved; the solution becomes
actions (`realise`) that the engine plays. `plan` ties it together, `answer` presents it,
`turns` chooses between kinds of turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tsolve.games.thunderstone.planning.turns import solve

__all__ = ["solve"]


def __getattr__(name: str) -> Any:
    """`solve` is imported when it is first asked for: judging a given line needs none of the planner."""
    if name == "solve":
        from tsolve.games.thunderstone.planning.turns import solve

        return solve
    raise AttributeError(name)
