"""Refilling a room from the Monster decks, and the Guardian Keys among them. (QUEST-5.22 to QUEST-5.25)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit import piles
from tsolve.cardkit.piles import EMPTY, Pile
from tsolve.games.quest import tasks
from tsolve.games.quest.actions import Action, Reveal
from tsolve.games.quest.book import KEY
from tsolve.games.quest.grid import level_of
from tsolve.games.quest.turn.dungeon import put_monster

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


class Refill(tasks.NextCard, frozen=True):
    """The next Monster comes into the room, from the deck of its level or the next higher one with cards."""

    place: int

    def deck(self, state: State) -> int | None:
        """The index of the deck that the card comes from; None when all that could serve are empty."""
        levels = range(level_of(self.place) - 1, len(state.monsters))
        return next((level for level in levels if state.monsters[level]), None)

    def pile(self, book: Book, state: State) -> Pile:
        deck = self.deck(state)
        return EMPTY if deck is None else state.monsters[deck]

    def event(self, card: str) -> Reveal:
        return Reveal(card)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-5.22",)

    def finish(self, play: Play) -> None:
        room = play.state.rooms[self.place].card
        play.note("refill", room, ("QUEST-5.24",), "stays empty: no Monster deck has cards left")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Reveal)
        state, deck = play.state, self.deck(play.state)
        assert deck is not None
        left = piles.take(state.monsters[deck], action.card)
        play.set(monsters=_with(state.monsters, deck, left))
        if action.card == KEY:
            find_key(play, deck)
            play.push(self)
            return
        put_monster(play, self.place, action.card)
        higher = ("QUEST-5.24",) if deck >= level_of(self.place) else ()
        room = play.book.name(state.rooms[self.place].card)
        play.note("refill", action.card, ("QUEST-5.22", *higher), f"comes into {room}")


def find_key(play: Play, deck: int) -> None:
    """A Guardian Key is turned up: the first one of a turn is found, others are held. (QUEST-5.23, 5.25)"""
    state = play.state
    if state.key_found:
        play.set(held_keys=(*state.held_keys, deck))
        play.note("key", KEY, ("QUEST-5.25",), "held: one Guardian Key was found this turn")
        return
    play.set(key_found=True, keys=state.keys + 1)
    play.player(state.active, keys=state.me.keys + 1)
    play.note("key", KEY, ("QUEST-5.23",), "found", "keys", state.keys, state.keys + 1)


def return_keys(play: Play) -> None:
    """Surplus keys are shuffled back into the decks that they came from. (QUEST-5.25)"""
    for deck in play.state.held_keys:
        pile = play.state.monsters[deck]
        known = piles.shuffled((*piles.contents(pile), KEY))
        mixed = piles.UNKNOWN if piles.has_unknown(pile) else known
        play.set(monsters=_with(play.state.monsters, deck, mixed))
        play.note("key", KEY, ("QUEST-5.25",), f"shuffled back into the deck of level {deck + 1}")
    play.set(held_keys=())


def _with(decks: tuple[Pile, Pile, Pile], deck: int, pile: Pile) -> tuple[Pile, Pile, Pile]:
    first, second, third = (pile if index == deck else each for index, each in enumerate(decks))
    return first, second, third
