"""A Treasure that guards a Monster card (Sapphire Dragon)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.thunderstone.effects.base import Reason, TreasureEffect
from tsolve.games.thunderstone.turn import treasures

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import UseTreasure
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class KeepMonster(TreasureEffect, frozen=True, tag="keep_monster"):
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
