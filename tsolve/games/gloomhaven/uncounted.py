"""What is printed that no sum of attacks, moves and heals can count: with any of it, a bound that adds up
such numbers does not apply.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.abilities import (
    STAYING,
    Attack,
    Augment,
    Bestow,
    Command,
    Consume,
    Either,
    If,
    Kill,
    Loot,
    Move,
    Pay,
    Priced,
    Retaliate,
)
from tsolve.games.gloomhaven.ability_parts import Bonus, Breaking, Count, PerTargets, Whom
from tsolve.games.gloomhaven.contents import things_in
from tsolve.games.gloomhaven.lasting import lasts
from tsolve.games.gloomhaven.map_abilities import CreateTrap, PutObstacles, Remove
from tsolve.games.gloomhaven.simple_abilities import (
    ChooseHex,
    Dampen,
    EndAll,
    Give,
    Hatch,
    HitPoints,
    InitiativeChange,
    Leap,
    OneMore,
    OneMoreObstacle,
    PassDooms,
    Swap,
    Teleport,
    Toward,
    Uncurse,
)
from tsolve.games.gloomhaven.traits import Trait

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.state import State

_OF_HIT_POINTS = frozenset(("undamaged", "below half", "hit points", "missing"))
"""Traits with which the hit points of a figure change more than whether it falls."""


_NEVER_COUNTED = (
    Bestow | ChooseHex | Command | Count | Dampen | Either | EndAll | Give | Hatch | HitPoints | If
    | InitiativeChange | Kill | Leap | OneMore | OneMoreObstacle | PassDooms | Pay | Toward | Uncurse
    | STAYING
)  # fmt: skip


def goes_uncounted(book: Book, state: State) -> bool:
    """Whether anything on the cards and items of a position, or anything that lasts or waits there, does what
    bounds do not count.
    """
    printed = book.as_printed("uncounted", lambda: has_uncounted((book.cards, book.deals, book.items)))
    return printed or lasts(state) or any(trap.experience for trap in state.traps)


def has_uncounted(printed: object) -> bool:
    """The same for anything printed."""
    return any(map(_is_uncounted, things_in(printed)))


def _is_uncounted(thing: object) -> bool:
    match thing:
        case Bonus():
            return not thing.is_plain
        case Trait():
            return thing.kind in _OF_HIT_POINTS
        case Priced():
            return True
        case Augment():
            return bool(thing.then or thing.instead or thing.on_the_path)
        case Consume():
            return bool(thing.otherwise)
        case Attack():
            return (
                thing.whom is not None
                or thing.doubled
                or thing.on_the_path
                or bool(thing.after or thing.then)
            )
        case Whom():
            return bool(
                thing.that
                or thing.area
                or thing.from_it
                or thing.moved_through
                or thing.beside_path
                or thing.in_room
            )
        case PerTargets():
            return thing.of_damage
        case Move():
            return thing.loots or thing.clears or bool(thing.only)
        case Loot():
            return thing.per_enemy > 0
        case Retaliate() | CreateTrap():
            return thing.experience > 0
        case Breaking() | PutObstacles() | Remove() | Swap() | Teleport():
            return True
    return isinstance(thing, _NEVER_COUNTED)
