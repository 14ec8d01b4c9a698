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
from tsolve.games.quest.actions import Action, PutOnDeck, Visit
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.goals import DEFAULTS
from tsolve.games.quest.planning.plan import Planner
from tsolve.games.quest.players.thumb import Thumb
from tsolve.games.quest.scoring import scores, winners
from tsolve.games.quest.state import Player, State
from tsolve.players import Brought, Start
from tsolve.players.planning import PlanningPlayer

STEPS = {"greedy": 10_000, "planner": 60_000}
"""Counted steps for each plan: some 300 and some 2,000 positions of a search."""


LATE: Goal = ("vp", "wounds", *DEFAULTS["any"])
"""The goal of the last turns: what is bought then never comes to the hand any more."""
PATIENCE = 4
"""After so many own turns without more points a turn that would bring nothing gathers a better hand."""
GATHERED = 3
"""The most cards that it keeps for the next hand."""


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
    """Plans the turns of one player. (`tsolve.players.planning.Plans`)"""

    def __init__(self, game: Quest) -> None:
        self._rules, self._game = game, Quest.for_one_turn(game.book)
        self._best, self._vain = 0, 0
        """The most points so far, and the own turns since then."""

    def line(self, state: State) -> Sequence[Action]:
        """The best line of the turn, or of what is left of it."""
        if state.todo or state.over:
            return ()
        if state.phase == "prepare":
            points = scores(self._game.book, state)[state.active]
            self._vain = self._vain + 1 if points <= self._best else 0
            self._best = max(self._best, points)
        line, brings = self._planned(state)
        if state.phase == "prepare" and self._vain >= PATIENCE and not brings:
            return self._gathering(state) or line
        return line

    def _planned(self, state: State) -> tuple[Sequence[Action], bool]:
        """The best line, and whether it brings anything by the first level of the goal."""
        goal = DEFAULTS["any"] if state.last_turns == NONE else LATE
        planned = Planner(self._game, state, goal, "any", any_play=True).plan()
        line = () if planned.root is None else planned.root.line
        return line, planned.low is not None and planned.low[0] > 0

    def _gathering(self, state: State) -> Sequence[Action]:
        """A visit to the Temple that puts the best cards for a battle on the deck; nothing where the Temple
        is taken.
        """
        visit = Visit("temple")
        if self._rules.why_not(state, visit) is not None:
            return ()
        hand = sorted(state.me.hand or (), key=self._power, reverse=True)
        line: list[Action] = [visit]
        there = self._rules.apply(state, visit)
        for card in hand[:GATHERED]:
            put = PutOnDeck(card)
            if self._power(card) > 0 and not there.todo and self._rules.why_not(there, put) is None:
                line.append(put)
                there = self._rules.apply(there, put)
        return line if len(line) > 1 else ()

    def _power(self, card: str) -> float:
        """What a card brings to a battle, about."""
        facts = self._game.book.card(card)
        attack = (facts.physical or 0) + (facts.magic or 0)
        boost = (facts.physical_boost or 0) + (facts.magic_boost or 0)
        return attack + boost + 0.5 * (facts.light or 0) + 0.3 * (facts.skill or 0)
