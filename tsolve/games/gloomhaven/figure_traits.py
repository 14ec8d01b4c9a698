"""What is so of a figure, where it stands and as the acting one sees it. (GH-6.7, GH-7.2)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.hexes import is_straight
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.traits import NEGATIVE, Trait
from tsolve.rules.names import squash

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book


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
        case "named":
            return not {squash(figure.type), squash(figure.group)}.isdisjoint(map(squash, trait.names))
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
    near, least = book.board(state).neighbours(figure.at), max(trait.number, 1)
    if trait.beside == "obstacle":
        return sum(each in state.obstacles for each in near) >= least
    beside = (
        each.at in near and each.name != figure.name and all_so(book, state, trait.that, each, actor)
        for each in _beside(state, trait, actor)
    )
    return sum(beside) >= least


def all_so(book: Book, state: State, traits: Iterable[Trait], figure: Figure, actor: Figure) -> bool:
    return all(is_so(book, state, trait, figure, actor) for trait in traits)


def _beside(state: State, trait: Trait, actor: Figure) -> Iterator[Figure]:
    """The figures of which one must be beside a figure."""
    if trait.beside == "ally":
        return state.allies_of(actor)
    if trait.beside == "enemy":
        return state.enemies_of(actor)
    return (each for each in state.figures if each.owner == actor.name)
