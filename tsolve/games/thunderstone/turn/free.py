"""The rules for an action in a free step: why it is refused, and what it does. Each kind of action registers
both in the module with its rules; any other action can only be an answer to a task.

The modules register their rules when `steps` imports them. These modules also find legal actions directly:
refusing one action after the other would take most of the time of a game.
"""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.thunderstone.actions import Action
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


@singledispatch
def refuse(_action: Action, _book: Book, _state: State) -> Reason | None:
    """Why the active player may not do this at this step, or None."""
    return "nothing calls for that now", ("TS-3.1",)


@singledispatch
def carry_out(action: Action, _: Play) -> None:
    """Do a legal action of a free step."""
    raise AssertionError(f"refused in every free step: {action}")
