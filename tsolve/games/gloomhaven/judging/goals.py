"""What a turn may be played for, level by level: the names of goals, and what an end is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tsolve.errors import UsageError
from tsolve.games.gloomhaven.state import Side, State
from tsolve.source.words import listed

GOALS: Mapping[str, Callable[[State, State], int]] = {
    "standing": lambda _, end: sum(figure.kind == "character" for figure in end.figures),
    "health": lambda _, end: _hit_points(end, "party"),
    "kills": lambda start, end: len(_names(start, "monsters") - _names(end, "monsters")),
    "damage": lambda start, end: _hit_points(start, "monsters") - _hit_points(end, "monsters"),
    "cards": lambda _, end: sum(
        len(held.plays) + len(held.hand) + len(held.discarded) + len(held.active) - len(held.doomed)
        for held in end.held
    ),
    "experience": lambda start, end: _experience(end) - _experience(start),
    "loot": lambda start, end: _money(end) - _money(start),
}
"""What an end is worth, as seen from the start. `standing`: characters that are not exhausted; `health`: hit
points of the party; `kills`: monsters that have left the map; `damage`: hit points that the monsters have
lost; `cards`: cards of characters that are not lost; `experience` and `loot`: what was gained.
"""
USUAL = ("standing", "health", "kills", "damage")
WITH_CARDS = ("standing", "cards", "health", "kills", "damage")
"""With cards known that may be lost for damage."""
CHARACTERS_TURN = ("standing", "kills", "damage", "cards", "health", "loot", "experience")


def usual(state: State, actor: str) -> tuple[str, ...]:
    """What a turn is played for where nobody says it."""
    if state.cards_of(actor) is not None:
        return CHARACTERS_TURN
    return WITH_CARDS if state.held else USUAL


def goal_named(
    text: str | None, goals: Mapping[str, object], otherwise: tuple[str, ...] = USUAL
) -> tuple[str, ...]:
    """The levels of a goal, such as `health,kills`; without a text those that are usual.

    Raises UsageError for a level that there is not.
    """
    if not text:
        return otherwise
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in goals:
            raise UsageError(f'unknown goal "{name}"; there are: {listed(list(goals))}')
    return names


def value(start: State, end: State, goal: tuple[str, ...]) -> tuple[int, ...] | None:
    """What an end of the turn is worth, level by level; None before its end."""
    return tuple(GOALS[name](start, end) for name in goal) if end.result else None


def _hit_points(state: State, side: Side) -> int:
    return sum(figure.hp for figure in state.figures if figure.side == side)


def _names(state: State, side: Side) -> set[str]:
    return {figure.name for figure in state.figures if figure.side == side}


def _experience(state: State) -> int:
    return sum(held.experience for held in state.held)


def _money(state: State) -> int:
    return sum(held.money for held in state.held)
