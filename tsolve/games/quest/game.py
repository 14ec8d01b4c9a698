"""Thunderstone Quest as a game of the engine: who moves, what is legal, what follows."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial

from msgspec.structs import replace

from tsolve.cardkit.pending_game import PendingGame
from tsolve.cardkit.piles import in_any_order
from tsolve.cardkit.tasks import Reason
from tsolve.engine import Probe
from tsolve.games.quest import scoring
from tsolve.games.quest.actions import Action, Destroy, Pass
from tsolve.games.quest.answers import NONE, CardEvent
from tsolve.games.quest.book import Book
from tsolve.games.quest.play import Play
from tsolve.games.quest.state import Boon, Hex, Laid, State, Task
from tsolve.games.quest.turn import free, steps
from tsolve.games.quest.turn.ending import EndPhase, Refill
from tsolve.games.quest.turn.rewards import GainTreasure
from tsolve.games.quest.turn.spaces import Restock
from tsolve.games.quest.turn.turn_play import TurnPlay
from tsolve.games.quest.writing.notation import notation, zones
from tsolve.model.trace import Refusal, Trace


class Quest(PendingGame[Book, State, Play, Action]):
    """The rules under one set of readings. (`tsolve.engine.Game`)"""

    ending = ("QUEST-12.6",)
    drawing = ("QUEST-0.16",)

    def __init__(
        self,
        book: Book,
        probe: Probe[State, Action] | None = None,
        halts_before: tuple[type[Task], ...] = (),
        postpones: tuple[type[Task], ...] = (),
    ) -> None:
        super().__init__(book if probe is None else book.noted_by(probe), probe, halts_before, postpones)

    @classmethod
    def for_one_turn(
        cls, book: Book, probe: Probe[State, Action] | None = None, halts_before: tuple[type[Task], ...] = ()
    ) -> Quest:
        """The rules for a question about one turn: they halt before the End phase and before the tasks of
        `halts_before`. Refills of rooms and spaces and Treasures to be drawn are
        postponed.
        """
        return cls(book, probe, (EndPhase, *halts_before), (Refill, GainTreasure, Restock))

    def begin(self, state: State, trace: Trace | None = None) -> Play:
        return TurnPlay(self.book, state, trace)

    def free_actions(self, state: State) -> list[Action]:
        return steps.legal(self.book, state)

    def refuse(self, state: State, action: Action) -> Reason | None:
        return steps.refuse(self.book, state, action)

    def carry_out(self, play: Play, action: Action) -> None:
        free.carry_out(action, play)

    def card_of(self, event: Action) -> str:
        card = event.card if isinstance(event, CardEvent) else ""
        return card if card in self.book.cards else ""

    def passes(self, action: Action) -> bool:
        return isinstance(action, Pass)

    def times_done(self, state: State, action: Action) -> Callable[[State], int] | None:
        if isinstance(action, Destroy) and 0 <= action.card < len(state.laid):
            return partial(_times_destroyed, state.laid[action.card].card)
        return None

    def with_at_hand(self, state: State, name: str) -> State | None:
        card = next((card.id for card in self.book.cards.values() if card.name == name), None)
        if card is None or state.todo or not state.laid:
            return None
        return replace(state, laid=(*state.laid, Laid(card)))

    def going_on(self, state: State) -> Action | None:
        """The action that passes on or declines a choice; None if that is not legal."""
        return Pass() if self.why_not(state, Pass()) is None else None

    def rulings_for(self, state: State, action: Action) -> tuple[str, ...]:
        """The rulings that allow a legal action."""
        return state.todo[-1].rulings_for(self.book, state) if state.todo else action.rulings_in(state)

    def refusals(self, state: State) -> list[Refusal]:
        """What the active player may not do in a free step, and why."""
        if state.over or state.todo:
            return []
        found = []
        for action in steps.attempts(self.book, state):
            reason = steps.refuse(self.book, state, action)
            if reason is not None:
                found.append(Refusal(self.notation(state, action), *reason))
        return found

    def scores(self, state: State) -> list[int]:
        """Each player's victory points. (QUEST-13.1)"""
        return scoring.scores(self.book, state)

    def key(self, state: State) -> Hashable:
        """The position without the order of the cards in front of the player and in the discard piles."""
        players = tuple(replace(player, discard=tuple(sorted(player.discard))) for player in state.players)
        if state.todo:  # tasks may refer to cards by their places
            return replace(state, players=players, removed=())
        alike = [
            (_seen(state, place), tuple(sorted(_seen(state, held) for held in state.held_by(place))))
            for place in state.present()
            if state.laid[place].bearer == NONE
        ]
        boons = [(_giver(state, boon), replace(boon, giver=NONE)) for boon in state.boons]
        hexes = [(_giver(state, bane), replace(bane, giver=NONE)) for bane in state.hexes]
        rest = replace(state, players=players, laid=(), boons=(), hexes=(), removed=())
        return rest, in_any_order(alike), in_any_order(boons), in_any_order(hexes)

    def notation(self, state: State, action: Action) -> str:
        return notation(self.book, state, action)

    def zones(self, state: State) -> tuple[tuple[str, str], ...]:
        return zones(self.book, state)

    def turn_of(self, state: State) -> int:
        return state.active + 1

    def begins_turn(self, state: State) -> bool:
        return state.phase == "prepare" and not state.todo


def _times_destroyed(card: str, state: State) -> int:
    """How many copies of this card the player has had destroyed this turn."""
    return state.tally.destroyed.count(card)


def _giver(state: State, gift: Boon | Hex) -> str:
    """The card whose ability gave something; empty for a Monster or a room."""
    return "" if gift.giver == NONE else state.laid[gift.giver].card


def _seen(
    state: State, place: int
) -> tuple[str, str, int, int, bool, bool, int, tuple[tuple[str, str, int], ...]]:
    """What a card in front of the player is, apart from its place; gifts are named by the cards that gave
    them.
    """
    laid = state.laid[place]
    gifts = sorted((gift.card, gift.value, gift.by) for gift in laid.gifts)
    return laid.card, laid.lost_by, laid.used, laid.skill, laid.doomed, laid.risen, laid.lender, tuple(gifts)
