"""Gloomhaven's scenario combat as a game of the engine: who moves, what is legal, what follows."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from msgspec.structs import replace

from tsolve.cardkit import pending, piles
from tsolve.cardkit.game import PendingGame, Reason
from tsolve.engine.probe import Probe
from tsolve.games.gloomhaven.actions import Action, Bear, Draw, GiveUp, Go, LeaveOut, Strike
from tsolve.games.gloomhaven.attack.deck import Deck
from tsolve.games.gloomhaven.attack.modifiers import LEAVING
from tsolve.games.gloomhaven.book import Book
from tsolve.games.gloomhaven.play import Play
from tsolve.games.gloomhaven.round.ability_cards import DrawAbilityCard
from tsolve.games.gloomhaven.round.resting import LoseOne
from tsolve.games.gloomhaven.round.revealing import OpenDoor
from tsolve.games.gloomhaven.round.taking_turns import NextTurn
from tsolve.games.gloomhaven.state import Owned, State
from tsolve.games.gloomhaven.tasks import Task
from tsolve.games.gloomhaven.turn.after_attack import Effects
from tsolve.games.gloomhaven.turn.ahead import drawing
from tsolve.games.gloomhaven.turn.character.moving import CharacterMove
from tsolve.games.gloomhaven.turn.character.striking import CharacterAttack
from tsolve.games.gloomhaven.turn.monster import MonsterMove
from tsolve.games.gloomhaven.writing.notation import notation
from tsolve.games.gloomhaven.writing.zones import zones
from tsolve.model.refusal import Refusal
from tsolve.model.trace import Trace

_DRAWS: dict[type[Task], tuple[str, ...]] = {
    DrawAbilityCard: ("GH-2.3",),
    LoseOne: ("GH-2.10",),
    OpenDoor: ("GH-1.5",),
}
"""The rules on what comes by chance or is unknown, other than modifier cards."""


class Gloomhaven(PendingGame[Book, State, Play, Action]):
    """The rules under one set of readings. (`tsolve.engine.protocol.Game`)"""

    ending = ("GH-14.1",)
    drawing = ("GH-6.8",)

    def __init__(
        self,
        book: Book,
        probe: Probe[State, Action] | None = None,
        halts_before: tuple[type[Task], ...] = (),
    ) -> None:
        super().__init__(book if probe is None else book.noted_by(probe), probe, halts_before)

    def begin(self, state: State, trace: Trace | None = None) -> Play:
        return Play(self.book, state, trace)

    def free_actions(self, state: State) -> list[Action]:
        return []

    def refuse(self, state: State, action: Action) -> Reason | None:
        return "the turn is over", ("GH-12.5",)

    def carry_out(self, play: Play, action: Action) -> None:
        raise AssertionError("nothing is free to be done")

    def rulings_on_draw(self, task: pending.Task[Book, State, Play, Action]) -> tuple[str, ...]:
        for kind, rulings in _DRAWS.items():
            if isinstance(task, kind):
                return rulings
        return self.drawing

    def card_of(self, event: Action) -> str:
        return event.card if isinstance(event, Draw) else ""

    def is_same(self, state: State, action: Action, option: Action) -> bool:
        """A path may be another one that is as good; targets may be attacked in any order. (GH-17.20)"""
        task = state.todo[-1]
        if isinstance(action, Bear) and isinstance(option, Bear):
            return sorted(action.lost) == sorted(option.lost)
        if isinstance(action, Go) and isinstance(task, CharacterMove):
            return isinstance(option, Go) and task.may_go(self.book, state, action.path)
        if isinstance(action, LeaveOut) and isinstance(task, Effects):
            return task.accepts(state, action.effects)
        if isinstance(action, Strike) and isinstance(task, CharacterAttack):
            return isinstance(option, Strike) and task.may_attack(self.book, state, action)
        if isinstance(action, Strike) and isinstance(option, Strike):
            if action.without:
                return False  # only a player leaves effects out
            begins_alike = action.targets[:1] == option.targets[:1]
            may_begin = begins_alike or self.book.reads("attack_order", "players_choose")
            return sorted(action.targets) == sorted(option.targets) and may_begin
        if isinstance(action, Go) and isinstance(option, Go) and isinstance(task, MonsterMove):
            return task.is_as_good(self.book, state, action.path, option.path)
        return action == option

    def rulings_for(self, state: State, action: Action) -> tuple[str, ...]:
        """The rulings that allow a legal action."""
        return state.todo[-1].rulings_for(self.book, state) if state.todo else ()

    def refusals(self, state: State) -> list[Refusal]:
        return []

    def scores(self, state: State) -> list[int]:
        return []

    def key(self, state: State) -> Hashable:
        """What the rest of a turn depends on: how a character came to where it is plays no part, nor do the
        modifier decks from which no card comes any more.
        """
        if not state.todo:
            return state  # people ask what lies where in the end
        moved = 0 if state.cards_of(state.turn) is not None else state.moved
        return replace(state, moved=moved, fell=None, decks=tuple(_decks_that_matter(self.book, state)))

    def notation(self, state: State, action: Action) -> str:
        """In a round with who acts: several figures may do the same one after the other."""
        is_round = bool(state.turn) and any(isinstance(task, NextTurn) for task in state.todo)
        if isinstance(action, Draw) and action.card in self.book.deals:
            return f"draw {self.book.deals[action.card].name}"
        told = notation(action, self.book.terrain)
        if not is_round or isinstance(action, Draw | Bear):
            return told
        owners = [
            held.owner for held in state.held if isinstance(action, GiveUp) and action.card in held.active
        ]
        return f"{owners[0] if owners and state.turn not in owners else state.turn}: {told}"

    def zones(self, state: State) -> tuple[tuple[str, str], ...]:
        return zones(state, self.book.terrain, self.book.script, self.book.items)

    def turn_of(self, state: State) -> int:
        return state.round

    def begins_turn(self, state: State) -> bool:
        return False


def _decks_that_matter(book: Book, state: State) -> Iterator[Owned]:
    """The modifier decks from which cards may yet come. Of the others only the bless and curse cards matter:
    there are no more of these than the supply has. (GH-8.11)
    """
    owners = drawing(book, state)
    for owned in state.decks:
        if owned.owner in owners:
            yield owned
        elif limited := [card for card in owned.deck.cards() if card in LEAVING]:
            yield Owned(owned.owner, Deck(piles.shuffled(tuple(limited))))
