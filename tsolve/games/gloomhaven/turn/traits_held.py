"""Whether something is so of a figure or of an attack. (GH-6.7, GH-7.2)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.abilities import Attack
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.hexes import is_straight
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.traits import NEGATIVE, Trait
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


def is_so(book: Book, state: State, trait: Trait, figure: Figure, actor: Figure) -> bool:
    """Whether something is so of a figure, as the acting one sees it."""
    match trait.kind:
        case "condition":
            assert trait.condition is not None
            return any(map(figure.has, (trait.condition, *trait.other_conditions)))
        case "doomed":
            return any(effect.sort == "doom" for effect in figure.effects)
        case "negative conditions":
            return sum(token.condition in NEGATIVE for token in figure.tokens) >= trait.number
        case "undamaged":
            return figure.hp >= figure.max_hp
        case "below half":
            return figure.hp < (figure.max_hp + 1) // 2
        case "ranks":
            return figure.kind == "monster" and figure.rank in trait.ranks
        case "hit points":
            return figure.hp <= trait.number
        case "missing":
            return figure.max_hp - figure.hp >= trait.number
        case "outmatched":
            return 2 * figure.hp < actor.max_hp - actor.hp
        case "back":
            return bool(state.path) and figure.at == state.set_out
        case "straight":
            return state.set_out is not None and is_straight(state.set_out, state.path)
        case "alone":
            near = book.board(state).neighbours(figure.at)
            return not any(friend.at in near for friend in state.allies_of(figure))
    assert trait.kind == "adjacent", "the other traits are those of attacks"
    near = book.board(state).neighbours(figure.at)
    if trait.beside == "obstacle":
        return any(each in state.obstacles for each in near)
    return any(
        each.at in near and each.name != figure.name and _all_so(book, state, trait.that, each, actor)
        for each in _beside(state, trait, actor)
    )


def _all_so(book: Book, state: State, traits: Iterable[Trait], figure: Figure, actor: Figure) -> bool:
    return all(is_so(book, state, trait, figure, actor) for trait in traits)


def _beside(state: State, trait: Trait, actor: Figure) -> Iterator[Figure]:
    """The figures of which one must be beside a figure."""
    if trait.beside == "ally":
        return state.allies_of(actor)
    if trait.beside == "enemy":
        return state.enemies_of(actor)
    return (each for each in state.figures if each.owner == actor.name)
