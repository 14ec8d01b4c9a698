"""What a log of Thunderstone Quest needs beside the steps of its turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.tasks import drawn_from
from tsolve.contract.log_rules import LogRules
from tsolve.contract.step_reader import StepReader
from tsolve.engine import Game
from tsolve.games.quest.actions import Action, Battle
from tsolve.games.quest.answers import Purchase
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import Player, State
from tsolve.games.quest.turn.drawing import DrawHand, SeeHand
from tsolve.games.quest.turn.ending import EndPhase, NextMonster
from tsolve.games.quest.writing.position_file import QuestFile
from tsolve.rules.names import squash

_ENOUGH = 99
"""More gold than any card costs."""


class TurnLogRules(LogRules[State, Action]):
    """Who sits where, which hands are shown when, and what stays unknown."""

    verbs: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **LogRules.verbs,
        "drew": ("draw", "discard {} from the deck"),
        "came": ("reveal", "find"),
    }
    rulings_of: ClassVar[Mapping[str, tuple[str, ...]]] = {"came": ("QUEST-5.22",)}
    rulings_of_order: ClassVar[tuple[str, ...]] = ("QUEST-6.6",)

    def names(self) -> tuple[str, ...]:
        file = self.position.written
        assert isinstance(file, QuestFile)
        others = file.players.others
        return (file.player, *(() if isinstance(others, int) else (other.name for other in others)))

    def hand(self, state: State) -> tuple[str, ...] | None:
        return state.me.hand

    def is_at(self, state: State, place: str) -> bool:
        task = state.todo[-1] if state.todo else None
        if not isinstance(task, NextMonster):
            return False
        room = state.rooms[task.place].card
        return squash(place) in squash(self.position.ruleset.cards[room].name)

    def beyond(self, reader: StepReader[State, Action], state: State) -> tuple[Game[State, Action], State]:
        """What one turn lets wait comes now: rooms are refilled, Treasures drawn."""
        game = Quest(reader.game.book, reader.probe) if isinstance(reader.game, Quest) else None
        assert game is not None
        todo = (*state.todo, *state.postponed[::-1])
        return game, game.settled(replace(state, todo=todo, postponed=()))

    def opened(self, game: Game[State, Action], state: State, shown: int) -> State:
        """The hands of others stay in their hands; the own one is asked for, if nobody has seen it. Where the
        own one is known, the one that is told is the next that is shown.
        """
        if shown and state.me.hand is not None:
            return state
        todo = tuple(task for task in state.todo if not isinstance(task, SeeHand))
        me = state.me
        if me.hand is None and piles.lies_elsewhere(me.deck):
            return replace(state, todo=(*todo, SeeHand(state.active)))
        if me.hand is None and shown:
            players = list(state.players)
            players[state.active] = replace(me, hand=())
            return replace(state, players=tuple(players), todo=(*todo, DrawHand(state.active, shown)))
        return replace(state, todo=todo) if todo != state.todo else state

    def is_hidden(self, state: State) -> bool:
        task = state.todo[-1] if state.todo else None
        return state.me.hand is None or isinstance(task, SeeHand) or _is_shown(state)

    def all_come(self, state: State) -> bool:
        task = state.todo[-1]
        if not isinstance(task, DrawHand):
            return False
        deck = state.players[task.player].deck
        return piles.is_shuffled(deck) and len(piles.contents(deck)) <= task.count

    def left_untold(self, game: Game[State, Action], state: State) -> State | None:
        """A new hand that nobody tells is unknown; so is a Monster that comes face up unseen."""
        assert isinstance(game, Quest)
        task = state.todo[-1] if state.todo else None
        rest = replace(state, todo=state.todo[:-1])
        match task:
            case None:
                return state
            case SeeHand():
                return game.settled(rest)
            case DrawHand(player):
                owners = list(state.players)
                owners[player] = _hidden(owners[player], task)
                return game.settled(replace(rest, players=tuple(owners)))
            case NextMonster(place):
                deck = task.deck(state)
                rooms, decks = list(state.rooms), list(state.monsters)
                rooms[place] = replace(rooms[place], monster="", face_down=True)
                if deck is not None:
                    decks[deck] = piles.unseen(decks[deck])
                first, second, third = decks
                return game.settled(replace(rest, rooms=tuple(rooms), monsters=(first, second, third)))
        return None

    def hangs_on_hand(self, action: Action) -> bool:
        return isinstance(action, Battle)

    def as_said(self, game: Game[State, Action], state: State, action: Action) -> State | None:
        """A card that was bought is bought. (QUEST-4.4)"""
        rich = replace(state, gold=_ENOUGH) if isinstance(action, Purchase) else state
        return game.apply(rich, action) if game.why_not(rich, action) is None else None

    def cut_short(self, game: Game[State, Action], state: State) -> State | None:
        assert isinstance(game, Quest)
        return game.settled(replace(state, todo=(EndPhase(),)))


def _is_shown(state: State) -> bool:
    """Whether a hand of which nothing is known is being shown, before the turn has begun."""
    return state.phase == "prepare" and bool(state.todo) and isinstance(state.todo[-1], DrawHand)


def _hidden(owner: Player, draw: DrawHand) -> Player:
    """A player after drawing a hand that nobody has seen."""
    deck, discard = drawn_from(owner.deck, owner.discard), owner.discard if owner.deck else ()
    cards = piles.contents(deck)
    if piles.is_shuffled(deck) and owner.hand == () and len(cards) >= draw.count:
        deck = piles.layered(cards, piles.Layer(len(cards) - draw.count))
    else:
        deck = piles.UNKNOWN
    return replace(owner, deck=deck, discard=discard, hand=None)
