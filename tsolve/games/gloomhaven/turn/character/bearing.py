"""A character that takes damage may lose cards instead. (GH-11.5, GH-11.6)"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven import tasks
from tsolve.games.gloomhaven.actions import Action, Bear, UseItem
from tsolve.games.gloomhaven.turn.character.items import (
    give_ups,
    must_use,
    ready_items,
    step_aside,
    why_not_aside,
)

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import State


class BearDamage(tasks.Choice, frozen=True):
    """It takes the damage, or loses one card of its hand or two discarded ones and takes none."""

    asks = "say whether it takes the damage, loses cards for it or uses an item"
    figure: str
    damage: int
    """At least 1; what it would lose of its hit points."""
    rulings: tuple[str, ...]
    why: str

    def options(self, book: Book, state: State) -> list[Action]:
        held = state.cards_of(self.figure)
        if held is None or not state.is_up(self.figure):
            return []
        ways = [(), *((card,) for card in held.hand), *combinations(held.discarded, 2)]
        items = ready_items(book, state, self.figure, ("damage",))
        return [
            *(Bear(way) for way in ways if not any(item.is_forced for item in items)),
            *(UseItem(item.name) for item in items),
            *give_ups(state, self.figure),
        ]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-11.5", "GH-11.6"

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        held = state.cards_of(self.figure)
        if not isinstance(action, Bear) or held is None:
            why_not = why_not_aside(book, state, self.figure, action)
            return why_not or super().refuse(book, state, action)
        items = ready_items(book, state, self.figure, ("damage",))
        if forced := [item.name for item in items if item.is_forced]:
            return must_use(forced[0])
        why = ("GH-11.5",)
        chosen = [card for card in action.lost if card in held.plays]
        if chosen:
            return f"{chosen[0]} is chosen for the round: neither in hand nor discarded", why
        if len(action.lost) == 1 and action.lost[0] in held.discarded:
            return "one discarded card is not enough: it takes two", why
        there = {*held.hand, *held.discarded}
        missing = next((card for card in action.lost if card not in there), "")
        if missing:
            return f"{missing} is neither in hand nor discarded", why
        return "one card of the hand, or two discarded ones, are lost for damage", why

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, UseItem):
            play.use_item(self.figure, action.item)
            told = f"takes none of {self.damage} damage ({self.why})"
            play.note("damage", self.figure, ("GH-11.8", "GH-10.3"), told)
            return
        if step_aside(play, self.figure, action, self):
            return
        assert isinstance(action, Bear)
        for card in action.lost:
            play.put_card(self.figure, card, "lost", ("GH-11.5",))
        if action.lost:
            play.note("damage", self.figure, ("GH-11.5",), f"takes none of {self.damage} damage ({self.why})")
        else:
            play.lose_hit_points(self.figure, self.damage, self.rulings, self.why)
