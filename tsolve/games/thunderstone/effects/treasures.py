"""What Treasures do for their owners. (DS-7)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.thunderstone.effects.base import Reason, TreasureEffect
from tsolve.games.thunderstone.effects.numbers import Number
from tsolve.games.thunderstone.symmetry import first_of_alike
from tsolve.games.thunderstone.turn import treasures

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import UseTreasure
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State, Treasure


class KeepMonster(TreasureEffect, frozen=True):
    """After a victory the owner may lay the Monster just won under it instead of discarding it; both go back
    to the deck at the end of the game. (DS-7, TS-17.2)
    """

    when = "victory"
    returns = True

    def refuse(self, book: Book, state: State, action: UseTreasure) -> Reason | None:
        if state.tally.defeated in state.me.discard and not state.tally.set_aside:
            return None
        return "there is no Monster to set aside", (f"card.{action.treasure}", "DS-7")

    def apply(self, play: Play, action: UseTreasure) -> None:
        monster, me = play.state.tally.defeated, play.owner()
        at = len(me.discard) - 1 - me.discard[::-1].index(monster)
        play.player(play.state.active, discard=(*me.discard[:at], *me.discard[at + 1 :]))
        treasures.lay_under(play, action.treasure, monster)
        play.set(tally=replace(play.state.tally, set_aside=True))
        play.note("treasure", monster, (f"card.{action.treasure}", "DS-7"), "set aside with the Treasure")

    def say(self) -> str:
        return "after a victory the Monster may be set aside with it until the end of the game"


class SellHand(TreasureEffect, frozen=True):
    """In the Village it is destroyed with any number of cards of the hand, for so much Experience each, as
    for itself. (DS-7)
    """

    when = "village"
    xp: Number

    def apply(self, play: Play, action: UseTreasure) -> None:
        treasures.give_up(play, action.player, treasures.ready(play.state, action.player, action.treasure))
        treasures.gain_for(play, action.treasure, action.treasure, self.xp)
        play.push(treasures.SellHand(action.treasure, self.xp))

    def say(self) -> str:
        return f"Village: destroy it and any number of cards of the hand for {self.xp} XP each"


class StoreCard(TreasureEffect, frozen=True):
    """After a victory the owner may lay one card of the hand under it. The next time that any player defeats
    a Monster worth at least these Victory Points, it is destroyed, and that player gets the card. (DS-7)
    """

    when = "victory"
    vp_from: Number

    def cards(self, book: Book, state: State) -> list[int]:
        return first_of_alike(
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


class Ward(TreasureEffect, frozen=True):
    """Destroyed when a Battle Effect is about to strike its owner, it keeps that one effect away. (DS-7,
    TS-7.7)
    """

    when = "effect"

    def apply(self, play: Play, action: UseTreasure) -> None:
        treasures.give_up(play, action.player, treasures.ready(play.state, action.player, action.treasure))

    def say(self) -> str:
        return "destroy it at any time to keep one Battle Effect from its owner"
