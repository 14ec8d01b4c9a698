"""The rules of the cellar under chosen readings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Literal

import msgspec
from msgspec.structs import replace

from tsolve.engine import CHANCE, Noting, Probe
from tsolve.errors import IllegalActionError
from tsolve.model.trace import Refusal, Trace

from .files import Card


class State(msgspec.Struct, frozen=True):
    """The table: cards by id, in alphabetical order."""

    hand: tuple[str, ...]
    deck: tuple[str, ...]
    teeth: int
    power: int = 0
    has_drawn: bool = False
    is_drawing: bool = False
    outcome: Literal["", "beaten", "bites"] = ""


class Play(msgspec.Struct, frozen=True):
    """Play a card of the hand."""

    card: str


class DrawCard(msgspec.Struct, frozen=True):
    """Draw a card: chance says which."""


class Comes(msgspec.Struct, frozen=True):
    """This card comes."""

    card: str


class Fight(msgspec.Struct, frozen=True):
    """Fight the rat."""


Action = Play | DrawCard | Comes | Fight


_RULINGS = {Play: ("CE-1",), DrawCard: ("CE-2",), Comes: ("CE-2",), Fight: ("CE-3",)}


class Cellar:
    """The rules under chosen readings. (`tsolve.engine.Game`)"""

    def __init__(
        self, cards: Mapping[str, Card], readings: Mapping[str, str], probe: Probe[State, Action]
    ) -> None:
        self.cards = Noting(cards, probe.cards) if probe.notes else cards
        self.readings = Noting(readings, probe.readings) if probe.notes else readings
        self.probe = probe

    def mover(self, state: State) -> int:
        return CHANCE if state.is_drawing else 0

    def legal_actions(self, state: State) -> list[Action]:
        if state.is_drawing or state.outcome:
            return []
        plays: list[Action] = [Play(card) for card in dict.fromkeys(state.hand)]
        return [*plays, *([DrawCard()] if self._refuse(state, DrawCard()) is None else []), Fight()]

    def why_not(self, state: State, action: Action) -> Refusal | None:
        reason = self._refuse(state, action)
        return None if reason is None else Refusal(self.notation(state, action), *reason)

    def _refuse(self, state: State, action: Action) -> tuple[str, tuple[str, ...]] | None:
        if isinstance(action, Comes) or state.is_drawing:
            comes = isinstance(action, Comes) and state.is_drawing and action.card in state.deck
            return None if comes else ("that card cannot come now", ("CE-2",))
        if state.outcome:
            return "the turn is over", ("CE-3",)
        if isinstance(action, Play) and action.card not in state.hand:
            return f"there is no {self.cards[action.card].name} in the hand", ("CE-1",)
        if isinstance(action, DrawCard) and (state.has_drawn or not state.deck):
            return ("one card is drawn already" if state.has_drawn else "the deck is empty"), ("CE-2",)
        return None

    def rulings_for(self, state: State, action: Action) -> tuple[str, ...]:
        return _RULINGS[type(action)]

    def refusals(self, state: State) -> list[Refusal]:
        refused = self.why_not(state, DrawCard())
        return [] if refused is None or state.outcome else [refused]

    def apply(self, state: State, action: Action, trace: Trace | None = None) -> State:
        refusal = self.why_not(state, action)
        if refusal is not None:
            raise IllegalActionError(refusal)
        self.probe.spend(1)
        if isinstance(action, Play):
            card, hand = self.cards[action.card], [*state.hand]
            hand.remove(action.card)
            power = state.power + card.power
            if trace is not None:
                trace.add("card", card.name, (f"card.{card.id}",), "", "power", state.power, power)
            return replace(state, hand=tuple(hand), power=power)
        if isinstance(action, DrawCard):
            return replace(state, is_drawing=True)
        if isinstance(action, Comes):
            deck = [*state.deck]
            deck.remove(action.card)
            hand = sorted((*state.hand, action.card))
            return replace(state, hand=tuple(hand), deck=tuple(deck), is_drawing=False, has_drawn=True)
        tied = state.power == state.teeth and self.readings["ties"] == "beaten"
        return replace(state, outcome="beaten" if state.power > state.teeth or tied else "bites")

    def chance(self, state: State) -> list[tuple[Action, int]]:
        return [(Comes(card), state.deck.count(card)) for card in dict.fromkeys(state.deck)]

    def sample(self, state: State, random: Random) -> State:
        return self.apply(state, Comes(random.choice(state.deck)))

    def is_over(self, state: State) -> bool:
        return False

    def scores(self, state: State) -> list[int]:
        return [int(state.outcome == "beaten")]

    def key(self, state: State) -> State:
        return state

    def notation(self, state: State, action: Action) -> str:
        if isinstance(action, Play):
            return f"play {self.cards[action.card].name}"
        return (
            f"get {self.cards[action.card].name}"
            if isinstance(action, Comes)
            else ("draw" if isinstance(action, DrawCard) else "fight")
        )

    def zones(self, state: State) -> tuple[tuple[str, str], ...]:
        def names(cards: Sequence[str]) -> str:
            return ", ".join(self.cards[card].name for card in cards) or "none"

        return (("Hand", names(state.hand)), ("Deck", names(state.deck)), ("Rat", f"{state.teeth} teeth"))

    def turn_of(self, state: State) -> int:
        return 1

    def begins_turn(self, state: State) -> bool:
        return False
