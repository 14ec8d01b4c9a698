"""Robbing the other players of one kind of card (Chulian)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.effects.numbers import Number
from tsolve.games.thunderstone.turn.discarding import MustDiscard
from tsolve.games.thunderstone.turn.reacting import aimed, others

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play


class Plunder(Deed, frozen=True, tag="plunder"):
    """Every other player discards one Weapon, or shows a hand without any."""

    stated = True
    elsewhere = True

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        play.push(
            *aimed(play, card, others(play.state), lambda seat: MustDiscard(seat, 1, card, of="weapon"))
        )

    def say(self) -> str:
        return "every other player discards a Weapon or shows a hand without any"


class PlunderForAttack(Deed, frozen=True, tag="plunder_for_attack"):
    """Every other player discards one Weapon, or shows a hand without any; this Hero gains Attack for each
    Weapon discarded so.
    """

    stated = True
    reveals = True
    pries = True
    attack: Number

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card

        def rob(seat: int) -> MustDiscard:
            return MustDiscard(seat, 1, card, of="weapon", hero=use.card, attack=self.attack)

        play.push(*aimed(play, card, others(play.state), rob))

    def say(self) -> str:
        gain = f"Attack +{self.attack} for each Weapon discarded"
        return f"every other player discards a Weapon or shows a hand without any, {gain}"
