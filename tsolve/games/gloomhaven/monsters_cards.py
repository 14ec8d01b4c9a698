"""The ability cards of monsters come: each type that acts in a round gets one. (GH-2.3)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.cardkit.tasks import NextCard
from tsolve.games.gloomhaven.actions import Action, Draw
from tsolve.games.gloomhaven.state import AbilityDeck, Drawn, State, Task

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


class DrawAbilityCard(NextCard["Book", "State", "Play", Action], Task, frozen=True):
    """The next card of a type's deck comes, of a shuffled one by chance."""

    asks = "say which ability card comes: `draw 525`"
    group: str

    def pile(self, book: Book, state: State) -> Pile:
        deck = state.abilities_of(self.group)
        return deck.coming if deck is not None else piles.EMPTY

    def event(self, card: str) -> Action:
        return Draw(card)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-2.3",)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Draw)
        deck = play.state.abilities_of(self.group)
        assert deck is not None
        discards = deck.discards if deck.draw else ()
        drawn = AbilityDeck(self.group, piles.take(deck.coming, action.card), (*discards, action.card))
        play.put_abilities(drawn)
        play.set(drawn=tuple(sorted((*play.state.drawn, Drawn(self.group, action.card)))))
        play.note("round", self.group, ("GH-2.3",), f"plays {play.book.deals[action.card].name}")


class DrawCards(Task, frozen=True):
    """A card comes for every type on the map that acts in this round and has none; the deck of a type that
    comes into play for the first time is a fresh one.
    """

    def run(self, play: Play) -> None:
        types = play.state.without_card
        for type_ in types:
            if play.state.abilities_of(type_) is None and play.book.ability_decks.get(type_):
                play.put_abilities(AbilityDeck(type_, piles.shuffled(play.book.ability_decks[type_])))
        play.push(*(DrawAbilityCard(type_) for type_ in types if play.state.abilities_of(type_) is not None))
