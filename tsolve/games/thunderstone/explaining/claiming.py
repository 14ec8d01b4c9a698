"""Whether the Thunderstone can be taken: the Monster right before it must be defeated in Rank 1. (TS-17.1)"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tsolve.cardkit.piles import choices, is_unknown
from tsolve.games.thunderstone.effects.base import Reason
from tsolve.games.thunderstone.explaining.battles import Battle
from tsolve.games.thunderstone.explaining.obstacles import Obstacle
from tsolve.games.thunderstone.explaining.world import World, state_change
from tsolve.games.thunderstone.state import Slot, State
from tsolve.games.thunderstone.target import Target
from tsolve.games.thunderstone.turn.hall import next_in_line

_RANK_ONE = 1


class Claiming(Battle):
    """Whether a victory in Rank 1 can bring the Thunderstone."""

    def __init__(self, text: str, stone: str) -> None:
        super().__init__(text, Target(rank=_RANK_ONE, stone=stone), "win")
        self.stone = stone

    def obstacles(self, world: World) -> Iterator[Obstacle]:
        yield from self._too_far(world)
        yield from _guarded(world)
        yield from super().obstacles(world)

    def refusal(self, world: World) -> Reason:
        return "only a victory over the Monster of Rank 1 brings a Thunderstone", ("TS-17.1", self._ruling)

    def unknown(self, world: World) -> tuple[str, ...]:
        deck = world.state.dungeon
        alone = not any(slot.card for slot in world.state.hall[1:])
        if alone and (is_unknown(deck) or choices(deck) > 1):
            return (*super().unknown(world), "which card comes to Rank 1 next is not known")
        return super().unknown(world)

    @property
    def _ruling(self) -> str:
        return f"card.{self.stone}"

    def _too_far(self, world: World) -> Iterator[Obstacle]:
        """The Thunderstone does not come to Rank 1 next."""
        if next_in_line(world.state) == self.stone:
            return
        name = world.cards[self.stone].name
        ranks = [rank for rank, slot in enumerate(world.state.hall, 1) if slot.card == self.stone]
        where = f"stands in Rank {ranks[0]}" if ranks else "is not in the Hall"
        says = f"{name} {where}, and only the card right behind Rank 1 moves up when the Monster is defeated"
        change = state_change(lambda state: _brought_near(state, self.stone))
        yield Obstacle("stone", ("TS-17.1", "TS-7.10", self._ruling), change, lambda: says)


def _guarded(world: World) -> Iterator[Obstacle]:
    """A Guardian in space 0 keeps everybody from taking it. (DS-8)"""
    if world.state.outside:
        guardian = world.cards[world.state.outside[0].card]
        says = f"{guardian.name} is in space 0: while a Guardian is there, nobody can take a Thunderstone"
        change = state_change(lambda state: replace(state, outside=()))
        yield Obstacle("guardian", ("DS-8", "TS-17.1", guardian.ruling), change, lambda: says)


def _brought_near(state: State, stone: str) -> State:
    """The Thunderstone in Rank 2, whatever stands there."""
    first, _, last = state.hall
    return replace(state, hall=(first, Slot(stone), Slot() if last.card == stone else last))
