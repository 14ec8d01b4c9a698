"""A Weapon that waits for somebody strong enough (Frost Giant Axe)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.effects.base import Deed, Reason
from tsolve.games.thunderstone.effects.numbers import Count, Number
from tsolve.games.thunderstone.turn.drawing import DrawCards
from tsolve.games.thunderstone.turn.strength import strength_of

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class DrawForStrength(Deed, frozen=True, tag="draw_for_strength"):
    """Unless a Hero of the hand has the Strength `unless`: draw cards; a Hero drawn so gains Strength.
    (TS-8.4)
    """

    stated = True
    blind = True
    reveals = True
    musters = True
    unless: Number
    strength: Number
    cards: Count = 1

    def refuse(self, book: Book, state: State, use: Use) -> Reason | None:
        for index, member in enumerate(state.party):
            if member.left or member.card not in book.heroes:
                continue
            strength = strength_of(book, state, index)
            if strength >= self.unless:
                source = f"card.{state.party[use.card].card}"
                return f"{book.name(member.card)} has Strength {strength}", (source,)
        return None

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        source = play.state.party[use.card].card
        play.push(DrawCards(self.cards), Strengthen(len(play.state.party), self.strength, source))

    def say(self) -> str:
        cards = f"{self.cards} card{'s' if self.cards > 1 else ''}"
        return (
            f"unless a Hero in hand has Strength {self.unless} or more, draw {cards}; "
            f"a Hero drawn so has Strength +{self.strength}"
        )


class Strengthen(tasks.Task, frozen=True):
    """The Heroes among the cards drawn last gain Strength."""

    name = "strengthen"
    first: int
    """The place of the first card drawn."""
    strength: int
    source: str

    def run(self, play: Play) -> None:
        for index in range(self.first, len(play.state.party)):
            member = play.state.party[index]
            if member.left or member.card not in play.book.heroes:
                continue
            before = strength_of(play.book, play.state, index)
            play.edit(index, strength=member.strength + self.strength)
            note = f"for {play.called(index)}"
            rulings = (f"card.{self.source}", "TS-8.4")
            after = before + self.strength
            play.note("effect", self.source, rulings, note, "strength", before, after)
