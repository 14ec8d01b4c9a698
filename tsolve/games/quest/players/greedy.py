"""Players of whole games: each turn the best by the usual goal within a budget of counted work. What a plan
leaves open is chosen by a rule of thumb.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Layer, Segment
from tsolve.contract.measures import Goal
from tsolve.games.quest.actions import Action
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.goals import DEFAULTS
from tsolve.games.quest.planning.plan import Planner
from tsolve.games.quest.players.thumb import Thumb
from tsolve.games.quest.scoring import winners
from tsolve.games.quest.state import Player, State
from tsolve.players import Brought, Start
from tsolve.players.planning import PlanningPlayer

STEPS = {"greedy": 10_000, "planner": 60_000}
"""Counted steps for each plan: some 300 and some 2,000 positions of a search."""


KEYS_LEFT = 1
"""With so few Guardian Keys still to be found, the end of the game is near."""
LATE: Goal = ("vp", "wounds", *DEFAULTS["any"])
"""The goal towards the end."""


def players(start: Start[State, Action]) -> Brought[State, Action]:
    """The players of this game. (`Capabilities.players`)"""
    game = start.game
    assert isinstance(game, Quest)
    makers = {name: partial(_planning, game, steps) for name, steps in STEPS.items()}
    return Brought(seen, makers, partial(_winners, game))


def _winners(game: Quest, state: State) -> tuple[int, ...]:
    return tuple(winners(game.book, state))


def seen(state: State, seat: int) -> State:
    """The position as a seat may know it: of the other hands only which cards hand and deck hold together,
    and of a room only that something lies there face down.

    What lies in front of the active player lies open.
    """
    hidden = tuple(
        each if index == seat or not each.hand else _hidden(each) for index, each in enumerate(state.players)
    )
    rooms = state.rooms
    if any(room.face_down for room in rooms):
        rooms = tuple(replace(room, monster="") if room.face_down else room for room in rooms)
    return replace(state, players=hidden, rooms=rooms)


def _hidden(player: Player) -> Player:
    """A player with an unseen hand: its cards are known to be among those of hand and deck."""
    hand = player.hand or ()
    for at, segment in enumerate(player.deck):
        if segment.order == "shuffled" and not segment.layers:
            cards = tuple(sorted((*segment.cards, *hand)))
            mixed = Segment(cards, "shuffled", (Layer(len(segment.cards)),))
            return replace(player, hand=None, deck=(*player.deck[:at], mixed, *player.deck[at + 1 :]))
    return player if not piles.has_unknown(player.deck) else replace(player, hand=None)


def _planning(game: Quest, steps: int) -> PlanningPlayer[State, Action]:
    thumb = Thumb(game)
    return PlanningPlayer(
        _Turns(game), game.apply, lambda state, actions, _: thumb.choose(state, actions), steps
    )


class _Turns:
    """Plans turns of Thunderstone Quest. (`tsolve.players.planning.Plans`)"""

    def __init__(self, game: Quest) -> None:
        self._game = Quest.for_one_turn(game.book)

    def line(self, state: State) -> Sequence[Action]:
        """The best line of the turn, or of what is left of it."""
        if state.todo or state.over:
            return ()
        planner = Planner(self._game, state, self._goal(state), "any", any_play=True)
        root = planner.plan().root
        return () if root is None else root.line

    def _goal(self, state: State) -> Goal:
        """The usual goal; towards the end a card bought is worth its points alone, since it hardly comes to
        the hand any more.
        """
        is_near = state.last_turns != NONE or state.keys_to_end - state.keys <= KEYS_LEFT
        return LATE if is_near else DEFAULTS["any"]
