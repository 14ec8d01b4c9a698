"""Why an action is not legal."""

from __future__ import annotations

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """The reason why something may not be done.

    `action` is the attempt in the game's notation, `reason` one sentence with its numbers, `rulings` the
    rules that forbid it (the most specific first).
    """

    action: str
    reason: str
    rulings: tuple[str, ...]
