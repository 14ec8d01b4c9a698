"""What figures have come to in a position, as files state it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.state import Effect, State
from tsolve.games.gloomhaven.terrain import Terrain

if TYPE_CHECKING:
    from tsolve.diagnostics import Span
    from tsolve.games.gloomhaven.opened import Opened

GATHERED = ("kills", "experience", "money")
PILES = ("hand", "discarded", "lost", "active")
"""What is told of characters whose cards are known."""

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
        name: tuple(sorted(map(effect_in_words, state.figure(name).effects))) if state.on_map(name) else ()
        for name in names
    }


def effect_in_words(effect: Effect) -> str:
    """A bonus that lasts, as abilities say it."""
    match effect.kind:
        case "attack_plus":
            return f"attack +{effect.amount}"
        case "attackers_have_disadvantage":
            return "attackers have disadvantage"
        case "retaliate" if effect.range > 1:
            return f"retaliate {effect.amount}, range {effect.range}"
        case "advantage":
            return "attack +0, advantage"
        case "negate_damage":
            return "negate damage"
        case kind:
            return f"{kind} {effect.amount}"


def elements_of(state: State, names: Iterable[str]) -> dict[str, object]:
    """How strong elements are. (GH-9.1)"""
    strong = {each.element: each.strength for each in state.elements}
    return {name: strong.get(name, "inert") for name in names}  # type: ignore[call-overload]


def gathered_of(part: str, state: State, names: Iterable[str]) -> dict[str, object]:
    """What characters have gathered."""
    return {name: getattr(state.gathered_by(name), part) for name in names}


def pile_of(part: str, state: State, names: Iterable[str]) -> dict[str, object]:
    """The cards of one pile of characters, in alphabetical order."""
    return {name: tuple(sorted(getattr(state.cards_of(name), part, ()))) for name in names}


def finders_of(terrain: Terrain) -> dict[str, Finder]:
    """What finds each part that files state figure by figure, or element by element."""
    return {
        "hit_points": hit_points_of,
        "conditions": conditions_of,
        "places": partial(places_of, terrain),
        "effects": effects_of,
        "elements": elements_of,
        **{part: partial(gathered_of, part) for part in GATHERED},
        **{part: partial(pile_of, part) for part in PILES},
    }


def stated(
    opened: Opened,
    part: str,
    written: Mapping[str, object],
    states: Iterable[State],
    span: Span | None = None,
) -> dict[str, object]:
    """A part as a file states it of a position, in the names and the form in which it is found; also of what
    came into play in these `states`. Raises InputError.
    """

    def name(text: str) -> str:
        return opened.element(text, span) if part == "elements" else opened.figure(text, span, states)

    return {name(key): _as_found(opened, part, value, span) for key, value in written.items()}


def _as_found(opened: Opened, part: str, value: object, span: Span | None) -> object:
    if part == "places":
        return opened.name(opened.place(value, span))  # type: ignore[arg-type]
    if not isinstance(value, tuple):
        return value
    plain = {"conditions": opened.condition, "effects": opened.effect}.get(part)
    return tuple(sorted(plain(each, span) if plain else each for each in value))
