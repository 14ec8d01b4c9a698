"""Whether cards could be had from a Village of which nothing is known. (QUEST-4.4, QUEST-8.4)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.quest.actions import Buy, LevelUp
from tsolve.games.quest.questing import is_market_card
from tsolve.games.quest.state import State

if TYPE_CHECKING:
    from tsolve.games.quest.game import Quest

UNTOLD = "the position does not say what the Village sells"
EXAMPLE = "village: [Shortsword, Magic Missile, Gorlandor]"


def might_sell(game: Quest, state: State) -> bool:
    """Whether here some card of the box could be bought, or levelled up to, were it in the Village."""
    if state.stacks is not None or state.todo:
        return False
    cards = game.book.cards.values()
    if state.phase == "levelling":
        heroes = [card.id for card in cards if card.kind == "hero" and not card.unsold and not card.missing]
        rises = (LevelUp(place, into) for place in state.firsts() for into in heroes)
        return any(game.why_not(state, rise) is None for rise in rises)
    if state.phase not in ("buying", "visiting"):
        return False
    priced = (card.id for card in cards if is_market_card(card) and card.cost is not None)
    return any(game.why_not(state, Buy(card)) is None for card in priced)
