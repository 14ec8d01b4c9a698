"""Texts of rooms and Monsters that cards of the player let pass. (QUEST-0.1)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.quest import tasks
from tsolve.games.quest.actions import Action, Ignore, Pass
from tsolve.games.quest.effects.traits import Ignored, Ignores
from tsolve.games.quest.turn.demanding import Meet
from tsolve.games.quest.turn.values import holds, is_a, traits_of

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


def ignorable(book: Book, state: State, met: tuple[Meet, ...], texts: Ignored) -> Text:
    """One text as the tasks by which it is met; a card of the player may let it be ignored."""
    if met and _ignoring(book, state, met[0].card, texts):
        return (Face(met[0].card, met[0].ruling, met, texts),)
    return met


def _ignoring(book: Book, state: State, card: str, texts: Ignored) -> list[tuple[str, Ignores]]:
    """The cards of the player that ignore such a text of this card, with the traits that say so."""
    source = book.card(card)
    whose = "rooms" if source.kind == "room" else "monsters"
    return [
        (book.card(state.laid[place].card).ruling, trait)
        for place, trait in traits_of(book, state, Ignores)
        if trait.texts == texts and trait.of in (whose, "both") and is_a(book, source, trait.sort)
    ]


class Face(tasks.Choice, frozen=True):
    """A text is met or ignored: as the player likes, or by a card that says so outright."""

    card: str
    ruling: str
    met: tuple[Meet, ...]
    texts: Ignored

    def asked(self, book: Book, state: State) -> str:
        return f"meet the text of {book.name(self.card)}, or ignore the card"

    def options(self, book: Book, state: State) -> list[Action]:
        found = _ignoring(book, state, self.card, self.texts)
        asked = any(holds(book, state, meet.demand.when) for meet in self.met)
        if found and not all(trait.may for _, trait in found):
            return [Ignore(self.card)]
        return [Ignore(self.card), Pass()] if found and asked else [Pass()]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        found = _ignoring(book, state, self.card, self.texts)
        return (self.ruling, *(ruling for ruling, _ in found))

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Ignore):
            rulings = self.rulings_for(play.book, play.state)
            play.note("demand", self.card, rulings, "ignored")
        else:
            play.push(*self.met)


Text = tuple[Meet | Face, ...]
"""What one card asks for at one time."""
