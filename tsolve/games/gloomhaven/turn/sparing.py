"""Damage to a figure that the scenario protects: characters may lose cards in place of it. (GH-14.7)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.actions import Action, Bear
from tsolve.games.gloomhaven.state import Choice, State

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


class SpareByCard(Choice, frozen=True):
    """The figure takes damage, or any character loses a card of its hand instead. (GH-14.7)"""

    asks = "say whether it takes the damage: `take the damage`, or `lose CARD`"
    figure: str
    damage: int
    rulings: tuple[str, ...]
    why: str
    by: str
    """For whom a kill counts."""

    def options(self, book: Book, state: State) -> list[Action]:
        if not state.is_up(self.figure):
            return []
        cards = (card for held in state.held for card in held.hand if card not in held.packs)
        return [Bear(), *(Bear((card,)) for card in cards)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-14.7",)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Bear)
        for card in action.lost:
            owner = next(held.owner for held in play.state.held if card in held.hand)
            play.put_card(owner, card, "lost", ("GH-14.7",))
            play.set(spared=(*play.state.spared, self.figure))
            play.note("damage", self.figure, ("GH-14.7",), f"takes none of {self.damage} damage ({self.why})")
        if not action.lost:
            play.lose_hit_points(self.figure, self.damage, self.rulings, self.why, self.by)
