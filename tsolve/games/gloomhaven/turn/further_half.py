"""One more action at the end of a turn, of a card from the hand. (GH-11.18)"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tsolve.games.gloomhaven.actions import Action, PlayHalf
from tsolve.games.gloomhaven.simple_abilities import OneMore
from tsolve.games.gloomhaven.turn.items import WhyNot
from tsolve.games.gloomhaven.turn.one_ability import OneAbility

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import State

WHY = ("GH-11.18",)


class FurtherHalf(OneAbility, frozen=True, kw_only=True):
    """A half of a card from the hand is played, as printed or as a basic action."""

    asks = "say which card of the hand is played, or `skip`"
    takes: ClassVar[tuple[type, ...]] = (PlayHalf,)
    one: OneMore

    def ways(self, book: Book, state: State) -> list[Action]:
        held, side = state.cards_of(self.figure), self.one.side
        found: list[Action] = []
        for card in held.hand if held is not None else ():
            facts = book.cards.get((self.figure, card))
            if facts is not None and not facts.half(side).untold:
                found.append(PlayHalf(card, side))
            found.append(PlayHalf(card, side, basic=True))
        return found

    def why_not(self, book: Book, state: State, action: Action) -> WhyNot:
        held = state.cards_of(self.figure)
        assert isinstance(action, PlayHalf)
        if held is None or action.card not in held.hand:
            return f"{action.card} is not in hand", WHY
        if action.side != self.one.side:
            return f"only a {self.one.side} is played here", WHY
        return f"what the {action.side} of {action.card} says cannot be played here", WHY

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return WHY

    def perform(self, play: Play, action: Action) -> None:
        assert isinstance(action, PlayHalf)
        held = play.state.cards_of(self.figure)
        assert held is not None
        hand = tuple(each for each in held.hand if each != action.card)
        play.put_held(replace(held, hand=hand, plays=(*held.plays, action.card)))
        play.play_half(self.figure, action.card, action.side, action.basic, WHY)
