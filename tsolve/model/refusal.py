"""Why an action is not legal."""

from __future__ import annotations

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """The reason why something may not be done.

    `action` is the attempt in the game's notation, `reason` one sentence with its numbers, `rulings` the
    rules that forbid it (the most specific first).

    Reasons, notes and questions speak to the player whose turn it is ("you hold no Food to destroy"). They
    begin with a small letter, unless with a name, and end without a full stop, so that they stand after
    "because" or a colon; the report makes a sentence of one that stands by itself. Outcomes are sentences.
    """

    action: str
    reason: str
    rulings: tuple[str, ...]
