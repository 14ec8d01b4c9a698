"""The rules that a position is judged by: card facts under the chosen readings, and those readings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from tsolve.engine import Noting, Probe

if TYPE_CHECKING:
    from tsolve.games.quest.actions import Action
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.state import State

KEY = "guardian_key"
WOUND_CARD = "festering_wound"
WOUND_TOKENS = 32
"""The Wound tokens of the box. (QUEST-1.10)"""
SLOTS = 8
"""The Wound tokens that a player board holds, as 32 tokens for four boards suggest. (key.wound_slots)"""


class Waiver(NamedTuple):
    """A rule that is switched off: it forbids none of the actions that name it in their `limits`."""

    ruling: str
    seen: Callable[[State, Action], State]
    """Makes the table one in which the rule allows the action; only the check sees it, not the action's
    effect.
    """


class Book:
    """Card facts and interpretations."""

    def __init__(
        self, cards: Mapping[str, Card], readings: Mapping[str, str], waivers: tuple[Waiver, ...] = ()
    ) -> None:
        self.cards: Mapping[str, Card] = dict(cards)
        self.readings: Mapping[str, str] = dict(readings)
        self.waivers = waivers

    def changed(
        self,
        cards: Mapping[str, Card] = {},
        readings: Mapping[str, str] = {},
        waivers: tuple[Waiver, ...] = (),
    ) -> Book:
        """These rules with other card facts or readings, or with some rules switched off by waivers."""
        return Book({**self.cards, **cards}, {**self.readings, **readings}, (*self.waivers, *waivers))

    def seen(self, state: State, action: Action) -> State:
        """The table on which an action is checked: the position, changed by the waivers."""
        for waiver in self.waivers:
            if waiver.ruling in action.limits:
                state = waiver.seen(state, action)
        return state

    def noted_by(self, probe: Probe[State, Action]) -> Book:
        """The same rules, which report every look-up to the probe if it takes notes."""
        if not probe.notes:
            return self
        noted = Book({}, {}, self.waivers)
        noted.readings = Noting(self.readings, probe.readings)
        noted.cards = Noting(self.cards, probe.cards)
        return noted

    def card(self, card: str) -> Card:
        """The facts of a card by its id."""
        return self.cards[card]

    def name(self, card: str) -> str:
        """The name of a card by its id."""
        return self.cards[card].name

    def reads(self, key: str, option: str) -> bool:
        """Whether this option is chosen for an open point."""
        return self.readings[key] == option

    def floor(self, value: int) -> int:
        """A value that a reduction may not bring below 0. (key.below_zero)"""
        return max(value, 0) if value < 0 and self.reads("below_zero", "floor") else value

    def open_slots(self, state: State) -> int:
        """How many more Wound tokens the active player can take: by the board, or by what the box holds."""
        if self.reads("wound_slots", "eight"):
            return max(SLOTS - state.me.wounds, 0)
        return max(WOUND_TOKENS - sum(player.wounds for player in state.players), 0)
