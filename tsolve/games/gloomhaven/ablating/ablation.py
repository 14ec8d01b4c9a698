"""When a ruling of Gloomhaven is decisive: it changes what the rules leave, what is legal, or how it ends."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from copy import copy
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.gloomhaven.ablating.without import RULES, Without
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.attacks.opened import OpenedAttacks
from tsolve.games.gloomhaven.attacks.stage import StepUp
from tsolve.games.gloomhaven.opened import Opened
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.tasks import Task
from tsolve.turns.ablating.ablation import Ablated, Ablation
from tsolve.turns.opened import Opened as AnyOpened
from tsolve.turns.played import Played

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.judging.options import Turn


class FiguresAblation(Ablation[State, Action], ABC):
    """The rulings of a turn, or of attacks without a map."""

    switches_off = True

    def examines(self, ruling: str) -> bool:
        return ruling in RULES

    def without(self, ruling: str) -> Ablated[State, Action] | None:
        found = RULES[ruling]
        other = self.world(found)
        return Ablated(other, other.watched_by, found.in_part)

    @abstractmethod
    def world(self, without: Without) -> AnyOpened[State, Action]:
        """The position in a world without a rule."""

    def ending(self, played: Played[State, Action]) -> Hashable:
        """Who stands where, with what."""
        return tuple((each.name, each.at, each.hp, each.tokens) for each in played.result.figures)


class TurnAblation(FiguresAblation):
    """The rulings of a turn on the map."""

    opened: Opened

    def world(self, without: Without) -> Opened:
        table = self.opened.laid
        deals = table.deals
        if (change := without.ability) is not None:
            deals = {
                name: replace(deal, abilities=tuple(map(change, deal.abilities)))
                for name, deal in deals.items()
            }
        terrain = without.terrain(table.terrain) if without.terrain is not None else table.terrain
        state = without.changed(table.state)
        other = copy(self.opened)
        other.laid = replace(table, state=state, deals=deals, terrain=terrain)
        return other.under({**self.opened.readings, **without.readings})

    def decided(self, opened: AnyOpened[State, Action]) -> Hashable:
        """What the rules leave the figure to do, apart from the ways that it goes."""
        assert isinstance(opened, Opened)
        if not opened.decides:
            return None
        from tsolve.games.gloomhaven.judging.initiatives import ways_of

        return frozenset(frozenset(map(_told, case)) for case in ways_of(opened, opened.game).cases)


def _told(turn: Turn) -> Hashable:
    return turn.focus, turn.end, turn.destination, frozenset(turn.targets)


class AttacksAblation(FiguresAblation):
    """The rulings of attacks without a map."""

    opened: OpenedAttacks

    def world(self, without: Without) -> OpenedAttacks:
        def changed(task: Task) -> Task:
            if not isinstance(task, StepUp):
                return task
            attack = without.ability(task.attack) if without.ability is not None else task.attack
            return replace(task, attack=attack, fears=task.fears and without.fears)

        begun = without.changed(self.opened.begun)
        other = copy(self.opened)
        other.begun = replace(begun, todo=tuple(map(changed, begun.todo)))
        return other.under({**self.opened.readings, **without.readings})
