"""Whether something is so of a figure or of an attack. (GH-6.7, GH-7.2)"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.abilities import Attack
from tsolve.games.gloomhaven.figure_traits import is_so
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.traits import Trait
from tsolve.games.gloomhaven.turn.deliberation import aim_of

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book


def all_hold(
    book: Book,
    state: State,
    traits: Iterable[Trait],
    actor: Figure,
    target: Figure | None = None,
    attack: Attack | None = None,
) -> bool:
    """Whether all of these are so. What is asked of a target or an attack is not so where there is none."""
    return all(_holds(book, state, trait, actor, target, attack) for trait in traits)


def _holds(
    book: Book, state: State, trait: Trait, actor: Figure, target: Figure | None, attack: Attack | None
) -> bool:
    if trait.of == "attack":
        is_ranged = attack is not None and aim_of(book, actor, attack).is_ranged
        return attack is not None and is_ranged == (trait.kind == "ranged")
    figure = actor if trait.of == "self" else target
    return figure is not None and is_so(book, state, trait, figure, actor)
