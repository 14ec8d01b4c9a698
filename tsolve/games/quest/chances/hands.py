"""What a hand comes to: the greatest attack against each Monster, Light, and gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

import msgspec
from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.engine.protocol import CHANCE
from tsolve.games.quest.actions import NONE, Action, Enter, Use, Visit
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.aftermath import OpenError
from tsolve.games.quest.planning.dungeon import Evaluator, Leaf
from tsolve.games.quest.planning.goals import value
from tsolve.games.quest.planning.preparing import loud
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.attack import gold_of
from tsolve.games.quest.turn.values import light_of
from tsolve.turns.odds.draws import Ahead, Choice, Draws, Events, Free
from tsolve.turns.odds.tally import Figures, Outcome

ATTACK = ("win", "total")
"""The goal of an attack: to defeat the Monster, and then the greatest total attack."""
CANNOT: Outcome = ()
"""The outcome against a Monster that cannot be battled."""
KNOWN, LEFT_OUT = (0,), (1,)
"""Whether lines of the hand were left out because they meet something unknown."""


class HandWork(msgspec.Struct, frozen=True):
    """Judging hands dealt from a deck. (`tsolve.batch.work.Work`)"""

    cards: dict[str, Card]
    readings: dict[str, str]
    table: State
    """The position before a phase is chosen."""
    deck: tuple[str, ...]
    draws: bool = True
    """Whether hands use abilities where that is best."""

    def open(self) -> Callable[[tuple[str, ...]], Figures]:
        """Get the rules ready."""
        return Hands(self).figures


class Hands:
    """Finds the figures of hands dealt from one deck."""

    def __init__(self, work: HandWork) -> None:
        self.work = work
        self.game = Quest.for_one_turn(Book(work.cards, work.readings))
        self.places = monster_places(work.table)
        self._deck = Counter(work.deck)
        self._evaluator = self._judging(work.table)
        lengths = [len(ATTACK)] * len(self.places)
        self._dungeon = Draws(self.game, partial(self._ahead, "dungeon"), self._battles, [*lengths, 1])
        self._village = Draws(self.game, partial(self._ahead, "village"), self._gold, [1])

    def figures(self, hand: Sequence[str]) -> Figures:
        """For each Monster (won, total attack), then the Light, then the gold, then what was left out."""
        begun = self._begun(hand, Enter())
        self._evaluator = self._judging(begun)
        dungeon = self._dungeon.look(begun)
        village = self._village.look(self._begun(hand, Visit("guilds_quarter")))
        spreads = (*dungeon.spreads, *village.spreads)
        left_out = LEFT_OUT if dungeon.left_out or village.left_out else KNOWN
        return [*(spread.chances() for spread in spreads), {left_out: 1}]

    def _judging(self, start: State) -> Evaluator:
        judge = partial(value, self.game.book, goal=ATTACK)
        return Evaluator(self.game, start, ATTACK, judge)

    def _begun(self, hand: Sequence[str], phase: Enter | Visit) -> State:
        """The phase begun with this hand, the rest of the deck shuffled."""
        table = self.work.table
        rest = piles.shuffled(tuple((self._deck - Counter(hand)).elements()))
        me = replace(table.me, hand=tuple(hand), deck=rest, discard=())
        players = (*table.players[: table.active], me, *table.players[table.active + 1 :])
        return self.game.apply(replace(table, players=players), phase)

    def _ahead(self, phase: str, state: State) -> Ahead[Action]:
        game = self.game
        if not state.todo:
            return Free(self._uses(phase, state) if self.work.draws else ())
        mover = game.mover(state)
        if mover == state.active:
            return Choice(game.legal_actions(state))
        return Events(game.chance(state) if mover == CHANCE else [])

    def _uses(self, phase: str, state: State) -> list[Action]:
        if phase == "dungeon":
            return loud(self.game, state, self._evaluator.bounds.healing_counts)
        return [action for action in self.game.legal_actions(state) if isinstance(action, Use)]

    def _battles(self, state: State) -> tuple[list[Outcome], bool]:
        """The best outcome against each Monster when no ability is used any more, and the Light."""
        ways, shut = self._evaluator.ways(state)
        best: dict[int, Leaf] = {}
        for way in ways:
            room = way.arrival.state.tally.room
            known = best.get(room)
            if room == NONE or (known is not None and way.hope <= known.worth):
                continue
            try:
                for leaf in self._evaluator.leaves(state, way, known):
                    best[room] = leaf
            except OpenError:
                shut.add(room)
        light = light_of(self.game.book, state) + state.me.lantern
        return [*(best[place].worth if place in best else CANNOT for place in self.places), (light,)], bool(
            shut
        )

    def _gold(self, state: State) -> tuple[list[Outcome], bool]:
        return [(gold_of(self.game.book, state) + state.me.iron_rations,)], False


def monster_places(state: State) -> list[int]:
    """The rooms in which a Monster is, by their places."""
    return [place for place, room in enumerate(state.rooms) if room.monster]
