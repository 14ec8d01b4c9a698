"""Food for one Hero (Iron Rations, Goodberries)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.effects.numbers import Number
from tsolve.games.thunderstone.turn.strength import strength_of

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import Member


class Feed(Deed, frozen=True, tag="feed"):
    """One Hero gains Strength; with `converts` its whole Attack becomes Magic Attack. (TS-8.4, A-33)"""

    stated = True
    blind = True
    target = "hero"
    occupies = True
    strength: Number
    converts: bool = False

    def serve(self, hero: Member) -> Member:
        return replace(
            hero, strength=hero.strength + self.strength, converted=hero.converted or self.converts
        )

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        before = strength_of(play.book, play.state, use.target)
        play.change(use.target, self.serve)
        play.edit(use.card, serving=True)
        play.note(
            "effect",
            use.card,
            (f"card.{card}", "TS-8.4"),
            f"for {play.called(use.target)}",
            "strength",
            before,
            before + self.strength,
        )

    def say(self) -> str:
        more = " and its Attack becomes Magic Attack" if self.converts else ""
        return f"one Hero has Strength +{self.strength}{more}"
