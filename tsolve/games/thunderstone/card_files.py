"""Cards as card files write them, with the kinds of effects allowed in each place.

The engine uses `cards.Card`, which knows no kind of effect; only reading card files needs them all.
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypeVar

from tsolve.games.thunderstone import cards
from tsolve.games.thunderstone.effects import (  # noqa: F401  the classes of these modules are the kinds
    ability_bonuses,
    ability_draws,
    ability_moves,
    battle_destroying,
    battle_weakening,
    monsters,
    spoils,
    traits,
    traps_and_treasures,
)
from tsolve.games.thunderstone.effects.base import (
    AbilityEffect,
    BattleEffect,
    BreachEffect,
    GlobalEffect,
    MonsterTrait,
    Scoring,
    SettingEffect,
    SpoilsEffect,
    Trait,
    TrapEffect,
    TreasureEffect,
)

_Place = TypeVar("_Place")

if TYPE_CHECKING:
    AnyKind: TypeAlias = Annotated[_Place, "of any kind"]
    """An effect of any kind allowed in the place of this base class."""
else:

    class AnyKind:
        """The union of the classes derived from the base class: msgspec picks one of them by its tag."""

        def __class_getitem__(cls, place):
            return reduce(or_, place.__subclasses__())


class Ability(cards.Ability, frozen=True):
    """An ability as a card file writes it."""

    do: tuple[AnyKind[AbilityEffect], ...]


class Card(cards.Card, frozen=True):
    """A card as a card file writes it."""

    abilities: tuple[Ability, ...] = ()
    traits: tuple[AnyKind[Trait] | AnyKind[MonsterTrait], ...] = ()
    battle: tuple[AnyKind[BattleEffect], ...] = ()
    breach: tuple[AnyKind[BreachEffect], ...] = ()
    global_effects: tuple[AnyKind[GlobalEffect], ...] = ()
    spoils: tuple[AnyKind[SpoilsEffect], ...] = ()
    trap: tuple[AnyKind[TrapEffect], ...] = ()
    treasure: tuple[AnyKind[TreasureEffect], ...] = ()
    scoring: tuple[AnyKind[Scoring], ...] = ()
    setting: tuple[AnyKind[SettingEffect], ...] = ()
