"""A Hero that pays for more Attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.effects.numbers import Number

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import Member


class GainAttack(Deed, frozen=True, tag="attack"):
    """This Hero gains Attack for the battle. (TS-7.3)"""

    stated = True
    blind = True
    amount: Number

    def serve(self, hero: Member) -> Member:
        return replace(hero, attack=hero.attack + self.amount)

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        play.change(use.card, self.serve)
        note = self.say()
        if destroyed:
            how = "eaten" if play.book.card(destroyed).is_food else "given up"
            note = f"{play.book.name(destroyed)} {how}: {note}"
        play.note("effect", card, (f"card.{card}", "TS-7.3"), note)

    def say(self) -> str:
        return f"Attack +{self.amount}"
