"""What figures have come to in a position, as files state it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.terrain import Terrain

Finder = Callable[[State, Iterable[str]], dict[str, object]]


def hit_points_of(state: State, names: Iterable[str]) -> dict[str, object]:
    """Hit points; 0 for a figure that left the map."""
    return {name: state.figure(name).hp if state.on_map(name) else 0 for name in names}


def conditions_of(state: State, names: Iterable[str]) -> dict[str, object]:
    """All conditions of figures, in alphabetical order."""
    return {
        name: tuple(sorted(token.condition for token in state.figure(name).tokens))
        if state.on_map(name)
        else ()
        for name in names
    }


def places_of(terrain: Terrain, state: State, names: Iterable[str]) -> dict[str, object]:
    """Where figures stand; an empty text for one that left the map."""
    return {name: terrain.name(state.figure(name).at) if state.on_map(name) else "" for name in names}


def finders_of(terrain: Terrain) -> dict[str, Finder]:
    """What finds each part that files state figure by figure."""
    return {
        "hit_points": hit_points_of,
        "conditions": conditions_of,
        "places": partial(places_of, terrain),
    }
