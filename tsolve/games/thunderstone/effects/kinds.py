"""Every kind of effect: importing this module knows them all."""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypeVar

from tsolve.games.thunderstone.effects import (  # noqa: F401  the classes of these modules are the kinds
    breach,
    globals,  # noqa: A004
    monster_traits,
    scoring,
    settings,
    spoils,
    traits,
    traps,
    treasures,
)
from tsolve.games.thunderstone.effects.abilities import adding, drawing, moving  # noqa: F401
from tsolve.games.thunderstone.effects.battle import destroying, weakening  # noqa: F401

_Place = TypeVar("_Place")

if TYPE_CHECKING:
    AnyKind: TypeAlias = Annotated[_Place, "of any kind"]
    """An effect of any kind that may stand where this base class may."""
else:

    class AnyKind:
        """The union of the classes derived from the base class: of these msgspec takes the one named."""

        def __class_getitem__(cls, place):
            return reduce(or_, place.__subclasses__())
