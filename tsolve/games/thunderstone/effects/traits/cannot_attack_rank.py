"""A Hero that needs distance (Feayn)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.effects.numbers import RankNumber

if TYPE_CHECKING:
    from tsolve.games.thunderstone.turn.field import Field


class CannotAttackRank(Trait, frozen=True, tag="cannot_attack_rank"):
    """Cannot attack a Monster in this Rank."""

    stated = True
    rank: RankNumber

    def keeps_from_attacking(self, field: Field) -> bool:
        return field.rank == self.rank

    def say(self) -> str:
        return f"cannot attack Rank {self.rank}"
