"""Magic from the gold at hand (Silverstorm)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.effects.numbers import Count
from tsolve.games.thunderstone.turn.purse import purse

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play


class MagicOfGold(Deed, frozen=True, tag="magic_of_gold"):
    """Magic Attack +1 for every `per` gold that the revealed cards are worth now, rounded down. (TS-7.2)"""

    reveals = True
    musters = True
    weighs_gold = True
    per: Count

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        member = play.state.party[use.card]
        gold = purse(play.book, play.state)
        magic = gold // self.per
        play.edit(use.card, magic=member.magic + magic)
        note = f"{gold} gold revealed: Magic Attack +{magic}"
        play.note("effect", member.card, (f"card.{member.card}", "TS-7.2"), note)

    def say(self) -> str:
        return f"Magic Attack +1 for every {self.per} gold revealed"
