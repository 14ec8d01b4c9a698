"""Whether a Monster can be defeated whatever the unknown cards of the Hall are, though by a worse play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.explaining.queries import Defeat

if TYPE_CHECKING:
    from tsolve.games.thunderstone.opened import Opened
    from tsolve.games.thunderstone.target import Target
    from tsolve.model.lines import LineAnswer


def surely_won(opened: Opened, target: Target) -> LineAnswer | None:
    """A line that defeats it for certain, where the best one hangs on these cards; None where none does."""
    found = opened.why_not(Defeat(target.monster, target.rank), "")
    return found.line if found.verdict == "possible" else None
