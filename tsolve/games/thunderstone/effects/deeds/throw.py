"""A Weapon that can be thrown (Spear)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed, Reason
from tsolve.games.thunderstone.effects.numbers import Number
from tsolve.games.thunderstone.state import NONE

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class Throw(Deed, frozen=True, tag="throw"):
    """Destroys this equipped Weapon for more Attack; it counts as equipped for the whole battle. (TS-8.5,
    A-30)
    """

    stated = True
    blind = True
    attack: Number

    def thrown_attack(self) -> int:
        return self.attack

    def refuse(self, book: Book, state: State, use: Use) -> Reason | None:
        weapon = state.party[use.card]
        if weapon.bearer != NONE:
            return None
        return f"{book.name(weapon.card)} is not equipped", ("TS-8.5", f"card.{weapon.card}")

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        play.throw(use.card)
        play.note("effect", use.card, ("TS-8.5", f"card.{card}"), f"thrown: Attack +{self.attack}")

    def say(self) -> str:
        return f"throw it (destroy it) for Attack +{self.attack}"
