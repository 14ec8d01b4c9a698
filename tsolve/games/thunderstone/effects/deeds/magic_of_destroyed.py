"""Magic from the gold of a card that was destroyed (Gorinth Hoarder)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play


class MagicOfDestroyed(Deed, frozen=True, tag="magic_of_destroyed"):
    """This Hero gains Magic Attack equal to the Gold Value of the card destroyed for it. (TS-7.3)"""

    stated = True
    blind = True
    reveals = True
    weighs_gold = True
    needs_price = True

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        hero = play.state.party[use.card]
        gold = play.book.card(destroyed).gold or 0
        play.edit(use.card, magic=hero.magic + gold)
        note = f"the Gold Value of {play.book.name(destroyed)}: Magic Attack +{gold}"
        play.note("effect", hero.card, (f"card.{hero.card}", "TS-7.3"), note)

    def say(self) -> str:
        return "Magic Attack equal to its Gold Value"
