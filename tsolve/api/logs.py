"""Logs of several turns: the table after one of them, and where telling begins."""

from __future__ import annotations

import re

from tsolve.api.positions import Position
from tsolve.errors import UsageError

_TURN = r"\s*(?:after\s+)?(?:the\s+)?turn\s+(?:no\.?\s*|number\s+)?(\d{1,4})\s*"


def from_turn(position: Position, first: int) -> Position:
    """The same position; of its log only the turns from this one on are told and judged, those before are
    played. Raises UsageError where there is no such turn.
    """
    from tsolve.judging.log import starting_at

    return starting_at(position, first)


def after_turn(position: Position, turn: int) -> Position:
    """The position after this turn of its log; 0 is before the first. Raises UsageError for no such turn."""
    from tsolve.steps.log import after_turn as after

    if position.log is None:
        raise UsageError("the file has no `turns`")
    return after(position, turn)


def turn_named(text: str) -> int | None:
    """The number of the turn that a text such as `turn 7` names; None for any other text."""
    found = re.fullmatch(_TURN, text, re.IGNORECASE)
    return int(found[1]) if found else None
