"""The Treasure deck that follows from what the file says is played with."""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.games.quest.state import State
from tsolve.games.quest.writing.table import Table
from tsolve.turns.inventory import Inventory


def with_treasures(table: Table, state: State) -> State:
    """The table with the Treasure deck that follows from `treasures`. (QUEST-1.12) Problems are reported."""
    found, file = table.found, table.file
    if file.treasures is None or found.items:  # what is not understood may be what is missing
        return state
    uses, cards = list(table.lying()), table.ruleset.cards
    stock = (use.card for use in uses if use.zone == "treasures" for _ in range(use.copies))
    inventory = Inventory(stock, table.name)
    met = [use for use in uses if use.zone != "treasures" and cards[use.card].treasure]
    inventory.take(
        (use for use in met if not cards[use.card].legendary),
        found,
        "treasures",
        "`treasures` names every Treasure of the game, wherever it lies",
    )
    if piles.has_unknown(state.treasures):
        deck = piles.above_unknown(state.treasures) + piles.shuffled(inventory.rest())
        return replace(state, treasures=deck)
    if inventory.rest() and not found.items:
        message = f"played with, and written nowhere: {inventory.told()}"
        help_ = "leave the `treasure_deck` out, or its `rest`: then these cards are in it"
        found.report("E317", message, table.decoded.span("treasures"), help_)
    return state
