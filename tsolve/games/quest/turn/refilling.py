"""Refilling a room from the Monster decks, and the Guardian Keys among them. (QUEST-5.22 to QUEST-5.25)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit import piles
from tsolve.cardkit.piles import EMPTY, Pile
from tsolve.games.quest import tasks
from tsolve.games.quest.actions import Action, Reveal
from tsolve.games.quest.book import KEY
from tsolve.games.quest.effects.traits import RefilledFaceDown, RefilledFromBeside
from tsolve.games.quest.grid import PLACES, level_of
from tsolve.games.quest.turn.dungeon import put_monster

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


class NextMonster(tasks.NextCard, frozen=True):
    """The next Monster comes into the room, from the deck of its level or the next higher one with cards."""

    place: int
    face_up: bool = False
    """Also in a room that is refilled face down, to be fought at once."""

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
        room = play.book.card(state.rooms[self.place].card)
        if room.has(RefilledFaceDown) and not self.face_up:
            put_monster(play, self.place, action.card, face_down=True)
            play.note("refill", room.id, ("QUEST-5.22", room.ruling), "refilled face down")
            return
        if action.card == KEY:
            find_key(play, deck)
            play.push(self)
            return
        higher = ("QUEST-5.24",) if deck >= level_of(self.place) else ()
        arrive(play, self.place, action.card, ("QUEST-5.22", *higher))


class Refill(NextMonster, frozen=True):
    """A room is refilled after its Monster is gone, which a question about one turn lets wait."""


def await_refill(play: Play, place: int) -> None:
    """What comes into the room of the Champion must be known now, if it was let wait. (QUEST-5.14)"""
    refills = [task for task in play.state.postponed if isinstance(task, Refill) and task.place == place]
    if refills:
        play.set(postponed=tuple(task for task in play.state.postponed if task not in refills))
        play.push(NextMonster(place))


def refilled(book: Book, state: State, place: int) -> tuple[tasks.Task, ...]:
    """The tasks by which an empty room is refilled. (QUEST-5.22)"""
    beside = (other for other in PLACES if level_of(other) == level_of(place) and other != place)
    if book.card(state.rooms[place].card).has(RefilledFromBeside):
        for other in beside:
            if state.rooms[other].monster:
                return MoveOver(other, place), Refill(other)
    return (Refill(place),)


class MoveOver(tasks.Task, frozen=True):
    """The Monster of one room comes into another one."""

    there: int
    here: int

    def run(self, play: Play) -> None:
        room = play.state.rooms[self.there]
        put_monster(play, self.there, "")
        ruling = play.book.card(play.state.rooms[self.here].card).ruling
        if room.face_down:
            put_monster(play, self.here, room.monster, face_down=True)
        else:
            arrive(play, self.here, room.monster, ("QUEST-5.22", ruling))


def arrive(play: Play, place: int, monster: str, rulings: tuple[str, ...]) -> None:
    """A Monster comes face up into a room, and its text about that is carried out. (QUEST-1.6)"""
    put_monster(play, place, monster)
    card = play.book.card(monster)
    play.note("refill", monster, rulings, f"comes into {play.book.name(play.state.rooms[place].card)}")
    for suffered in card.arriving:
        for seat, player in enumerate(play.state.players):
            if player.room == place:
                play.wound((*rulings, card.ruling), cards=suffered.cards, seat=seat)


class TurnUp(tasks.NextCard, frozen=True):
    """What lies face down in a room is turned up. A Guardian Key is found, and a Monster of that level's deck
    comes for it. (QUEST-5.15)

    Where nobody knows what lies there, it is one of the cards of the deck.
    """

    place: int

    def pile(self, book: Book, state: State) -> Pile:
        monster = state.rooms[self.place].monster
        return piles.known((monster,)) if monster else state.monsters[level_of(self.place) - 1]

    def event(self, card: str) -> Reveal:
        return Reveal(card)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-5.15",)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Reveal)
        deck = level_of(self.place) - 1
        if not play.state.rooms[self.place].monster:
            left = piles.take(play.state.monsters[deck], action.card)
            play.set(monsters=_with(play.state.monsters, deck, left))
        if action.card == KEY:
            put_monster(play, self.place, "")
            find_key(play, deck, elsewhere=True)
            play.push(NextMonster(self.place, face_up=True))
        else:
            arrive(play, self.place, action.card, ("QUEST-5.15",))


def put_under_deck(play: Play, place: int) -> None:
    """The Monster of a room goes under the deck of its level."""
    monster = play.book.card(play.state.rooms[place].monster)
    put_monster(play, place, "")
    deck = (monster.level or 1) - 1
    play.set(
        monsters=_with(play.state.monsters, deck, piles.put_under(play.state.monsters[deck], monster.id))
    )


def find_key(play: Play, deck: int, elsewhere: bool = False) -> None:
    """A Guardian Key is turned up: the first one of a turn is found, others are held. (QUEST-5.23)

    `elsewhere` says that it was no refill. (QUEST-5.25, key.keys_elsewhere, key.key_finder)
    """
    state = play.state
    apart = elsewhere and play.reads("keys_elsewhere", "apart")
    if state.key_found and not apart:
        play.set(held_keys=(*state.held_keys, deck))
        play.note("key", KEY, ("QUEST-5.25",), "held: one Guardian Key was found this turn")
        return
    play.set(key_found=state.key_found or not apart, keys=state.keys + 1)
    everybody = len(state.players) > 1 and play.reads("key_finder", "everybody")
    for seat in range(len(state.players)) if everybody else (state.active,):
        play.player(seat, keys=state.players[seat].keys + 1)
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
