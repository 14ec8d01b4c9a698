"""Traps: whom they strike, and who escapes by showing a card. (DS-6)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit import piles
from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, Pass, React
from tsolve.games.thunderstone.state import NONE
from tsolve.games.thunderstone.turn.prying import may_pry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tsolve.cardkit.piles import Pile
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class Strike(tasks.Task, frozen=True):
    """What a Trap does to one player."""

    asks = "resolve the Trap"
    player: int
    source: str

    def is_moot(self, book: Book, state: State) -> bool:
        """Whether it surely does nothing, so that nobody need escape it."""
        return False

    def rulings(self, *rules: str) -> tuple[str, ...]:
        """The Trap, and these rules."""
        return f"card.{self.source}", "DS-6", *rules

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return self.rulings()


def spring(play: Play, trap: str) -> None:
    """A Trap that was turned up is resolved at once and destroyed; it never stands in the Hall. (DS-6)"""
    card = play.book.card(trap)
    play.set(removed=(*play.state.removed, trap))
    play.note("trap", trap, ("DS-6", card.ruling), "a Trap: resolved and destroyed")
    play.push(*(Spring(trap, number) for number in range(len(card.trap))))


class Spring(tasks.Task, frozen=True):
    """One effect of a Trap, in the order of its card."""

    trap: str
    number: int

    def run(self, play: Play) -> None:
        effect = play.book.card(self.trap).trap[self.number]
        play.exercise(self.trap, effect)
        effect.apply(play, self.trap)


def trap_awaits(book: Book, state: State, place: int) -> bool:
    """Whether a Trap may surely be turned up when the Hall is filled after a battle in this place.

    At most: as if the Monster left, every Guardian of the Hall, and another Monster with the Spoils.
    """
    if not book.traps:
        return False
    gaps = sum(1 for slot in state.hall if not slot.card or _may_leave(book, slot.card)) + (place > 0)
    gaps += not book.spoiling.isdisjoint(member.card for member in state.party)
    for card in _sure(state.dungeon):
        if card in book.traps:
            return gaps > 0
        gaps -= card not in book.treasures and not _may_leave(book, card)
        if gaps <= 0:
            break
    return False


def trap_by_chance(book: Book, state: State) -> bool:
    """Whether chance decides if a Trap is turned up for the gap that a battle leaves."""
    gaps = 1 + sum(1 for slot in state.hall if not slot.card)
    for segment in state.dungeon:
        if segment.order == "shuffled" and len(set(segment.cards)) > 1:
            return not book.traps.isdisjoint(segment.cards)
        gaps -= sum(1 for card in segment.cards if card not in book.traps | book.treasures)
        if gaps <= 0 or segment.order == "unknown":
            break
    return False


def _may_leave(book: Book, card: str) -> bool:
    facts = book.cards.get(card)
    return facts is not None and facts.is_guardian


def _sure(pile: Pile) -> Iterator[str]:
    """The cards of a pile from the top, as long as only one can come next."""
    while piles.choices(pile) == 1:
        ((card, _),) = piles.outcomes(pile)
        yield card
        pile = piles.take(pile, card)


def in_hand(book: Book, state: State, index: int) -> bool:
    """Whether a revealed card of the active player still is in the hand and the player's own. (A-10)"""
    member = state.party[index]
    if member.left or member.owner not in (NONE, state.active):
        return False
    return not member.doomed or book.reads("destroyed_leave", "after_refill_and_breach")


def hand_of(book: Book, state: State, player: int) -> tuple[str, ...] | None:
    """The cards in a player's hand; None when nobody knows it."""
    if player != state.active:
        return state.players[player].hand
    return tuple(m.card for index, m in enumerate(state.party) if in_hand(book, state, index))


def strike(strikes: Iterable[Strike], saved_by: str = "") -> Iterator[tasks.Task]:
    """These strikes in their order; whoever can may escape first, also by a Hero of the class `saved_by`."""
    for each in strikes:
        yield MayEscape(each.player, each.source, each, saved_by)


class MayEscape(tasks.Task, frozen=True):
    """A player whom a Trap is about to strike may show a card that keeps it away."""

    asks = "avoid the Trap, or pass"
    points = False
    player: int
    source: str
    goes_on: Strike
    saved_by: str = ""

    def mover(self, book: Book, state: State) -> int:
        moot = self.goes_on.is_moot(book, state) or not self._savers(book, state)
        return tasks.ENGINE if moot else self.player

    def run(self, play: Play) -> None:
        if not self.goes_on.is_moot(play.book, play.state):
            play.push(self.goes_on)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (f"card.{self.source}", "DS-6", *(f"card.{card}" for card in self._savers(book, state)))

    def options(self, book: Book, state: State) -> list[Action]:
        return [*(React(self.player, card) for card in self._savers(book, state)), Pass()]

    def answer(self, play: Play, action: Action) -> None:
        if not isinstance(action, React):
            play.push(self.goes_on)
            return
        note = f"revealed by player {self.player + 1}, who escapes {play.book.name(self.source)}"
        play.note("trap", action.card, (f"card.{self.source}", "DS-6", f"card.{action.card}"), note)

    def makes_no_difference(self, book: Book, state: State) -> bool:
        if self.player == state.active:
            return False
        return not may_pry(book, state)

    def _savers(self, book: Book, state: State) -> list[str]:
        cards = set(hand_of(book, state, self.player) or ())
        return sorted(card for card in cards if self._saves(book, card))

    def _saves(self, book: Book, card_id: str) -> bool:
        card = book.card(card_id)
        if card.trophy is not None and card.trophy.avoids_traps:
            return True
        return bool(self.saved_by) and card.is_hero and self.saved_by in card.classes
