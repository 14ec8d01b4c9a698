"""A Treasure under which a card waits for a hero's deed (Emerald Dragon)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import TreasureEffect
from tsolve.games.thunderstone.effects.numbers import Number
from tsolve.games.thunderstone.turn import treasures
from tsolve.games.thunderstone.twins import first_of_twins

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import UseTreasure
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State, Treasure


class StoreCard(TreasureEffect, frozen=True, tag="store_card"):
    """After a victory the owner may lay one card of the hand under it. The next time that any player defeats
    a Monster worth at least these Victory Points, it is destroyed, and that player gets the card. (DS-7)
    """

    when = "victory"
    vp_from: Number

    def cards(self, book: Book, state: State) -> list[int]:
        return first_of_twins(
            state, [index for index in range(len(state.party)) if treasures.is_free(state, index)]
        )

    def apply(self, play: Play, action: UseTreasure) -> None:
        card = play.state.party[action.card].card
        play.leave(action.card)
        play.move(play.state.active, card, -1)
        treasures.lay_under(play, action.treasure, card)
        play.note("treasure", card, (f"card.{action.treasure}", "DS-7"), "laid face down under the Treasure")

    def after_defeat(self, play: Play, owner: int, treasure: Treasure) -> None:
        monster = play.book.card(play.state.tally.defeated)
        if not treasure.holds or (monster.vp or 0) < self.vp_from:
            return
        laid = list(play.state.players[owner].treasures)
        laid.remove(treasure)
        play.player(owner, treasures=tuple(laid))
        play.remove(treasure.card)
        me = play.owner()
        play.move(play.state.active, treasure.holds, 1)
        play.player(play.state.active, discard=(*me.discard, treasure.holds))
        play.exercise(treasure.card, self)
        rulings = (f"card.{treasure.card}", "DS-7")
        play.note("treasure", treasure.card, rulings, f"destroyed: {monster.vp} VP were won")
        play.note("treasure", treasure.holds, rulings, "from under it to the active player's discard pile")

    def say(self) -> str:
        return (
            "after a victory one card of the hand may be laid under it, for whoever next defeats a Monster "
            f"worth {self.vp_from} VP or more"
        )
