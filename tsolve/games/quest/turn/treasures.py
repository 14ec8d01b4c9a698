"""Treasure cards that are gained, one at a time or as one of two. (QUEST-5.21, QUEST-10.1)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.games.quest import tasks
from tsolve.games.quest.actions import Action, FindTreasure, Keep
from tsolve.games.quest.turn.completing import MayComplete

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


def treasure_for(play: Play, won: bool = False) -> tasks.Task:
    """The task by which the active player gains a Treasure; `won` from a Monster."""
    me = play.state.me
    prize = play.book.card(me.quest).prize if me.completed else None
    return LookAtTreasure(won) if prize is not None and prize.two_treasures else GainTreasure(won)


class _NextTreasure(tasks.NextCard, frozen=True):
    """The top card of the Treasure deck."""

    won: bool = False

    def pile(self, book: Book, state: State) -> Pile:
        return state.treasures

    def event(self, card: str) -> FindTreasure:
        return FindTreasure(card)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-10.1",)


class GainTreasure(_NextTreasure, frozen=True):
    """The top Treasure card comes to the active player's discard pile. (QUEST-5.21, QUEST-10.1)"""

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, FindTreasure)
        play.set(treasures=piles.take(play.state.treasures, action.card))
        _gain(play, action.card, self.won)


def _gain(play: Play, card: str, won: bool) -> None:
    play.gain(card)
    play.note("reward", card, ("QUEST-5.21", "QUEST-10.1"), "gained, to the discard pile")
    if won and play.book.card(card).kind == "cache":
        play.set(won_cache=True)
        play.push(MayComplete())


class LookAtTreasure(_NextTreasure, frozen=True):
    """Two Treasure cards are looked at, of which one is kept and the other destroyed, by some Side Quest."""

    seen: tuple[str, ...] = ()

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, FindTreasure)
        play.set(treasures=piles.take(play.state.treasures, action.card))
        seen = (*self.seen, action.card)
        play.push(KeepTreasure(seen, self.won) if len(seen) > 1 else LookAtTreasure(self.won, seen))

    def finish(self, play: Play) -> None:
        if self.seen:
            play.push(KeepTreasure(self.seen, self.won))


class KeepTreasure(tasks.Choice, frozen=True):
    """One of the Treasure cards is kept."""

    asks = "choose the Treasure to keep"
    cards: tuple[str, ...]
    won: bool

    def options(self, book: Book, state: State) -> list[Action]:
        return [Keep(state.active, card) for card in dict.fromkeys(self.cards)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-10.1", f"card.{state.me.quest}")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Keep)
        others = list(self.cards)
        others.remove(action.card)
        play.set(removed=(*play.state.removed, *others))
        _gain(play, action.card, self.won)
