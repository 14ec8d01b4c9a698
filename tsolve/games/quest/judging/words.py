"""A line of actions in words."""

from __future__ import annotations

from collections.abc import Iterable

from tsolve.games.quest.actions import Action
from tsolve.games.quest.opened import Opened


def words_of(opened: Opened, line: Iterable[Action]) -> tuple[str, ...]:
    """The line in the game's notation, without the passes that need not be written."""
    state, words = opened.state, []
    for action in line:
        if not opened.game.passes(action):
            words.append(opened.game.notation(state, action))
        state = opened.game.apply(state, action)
    return tuple(words)
