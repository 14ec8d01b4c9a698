"""What figures have come to in a position, as files state it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Literal

from tsolve.games.gloomhaven.state import Effect, State
from tsolve.games.gloomhaven.terrain import Terrain

if TYPE_CHECKING:
    from tsolve.diagnostics import Span
    from tsolve.games.gloomhaven.opened import Opened

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


def effects_of(state: State, names: Iterable[str]) -> dict[str, object]:
    """The bonuses that last on figures, as abilities say them, in alphabetical order."""
    return {
        name: tuple(sorted(map(_effect_in_words, state.figure(name).effects))) if state.on_map(name) else ()
        for name in names
    }


def _effect_in_words(effect: Effect) -> str:
    match effect.kind:
        case "attack_plus":
            return f"attack +{effect.amount}"
        case "attackers_have_disadvantage":
            return "attackers have disadvantage"
        case "retaliate" if effect.range > 1:
            return f"retaliate {effect.amount}, range {effect.range}"
        case kind:
            return f"{kind} {effect.amount}"


def cards_of(pile: Literal["hand", "lost"], state: State, names: Iterable[str]) -> dict[str, object]:
    """A pile of characters' cards, in alphabetical order."""
    held = {each.owner: tuple(sorted(getattr(each, pile))) for each in state.held}
    return {name: held.get(name, ()) for name in names}


def elements_of(state: State, names: Iterable[str]) -> dict[str, object]:
    """How strong elements are. (GH-9.1)"""
    strong = {each.element: each.strength for each in state.elements}
    return {name: strong.get(name, "inert") for name in names}  # type: ignore[call-overload]


def finders_of(terrain: Terrain) -> dict[str, Finder]:
    """What finds each part that files state figure by figure, or element by element."""
    return {
        "hit_points": hit_points_of,
        "conditions": conditions_of,
        "places": partial(places_of, terrain),
        "effects": effects_of,
        "hand": partial(cards_of, "hand"),
        "lost": partial(cards_of, "lost"),
        "elements": elements_of,
    }


def stated(
    opened: Opened, part: str, written: Mapping[str, object], state: State, span: Span | None = None
) -> dict[str, object]:
    """A part as a file states it of a position, in the names and the form in which it is found; also of what
    came into play meanwhile. Raises InputError.
    """

    def name(text: str) -> str:
        return opened.element(text, span) if part == "elements" else opened.figure(text, span, state)

    return {name(key): _as_found(opened, part, value, span) for key, value in written.items()}


def _as_found(opened: Opened, part: str, value: object, span: Span | None) -> object:
    if part == "places":
        return opened.name(opened.place(value, span))  # type: ignore[arg-type]
    return tuple(sorted(value)) if isinstance(value, tuple) else value
