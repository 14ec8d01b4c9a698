"""What a round has done to the figures, in a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.writing.notation import listed


def told_changes(start: State, end: State) -> str:
    """Who left the map, and who lost or gained hit points."""
    lead = f"Round {start.round} ends" if end.result else f"Round {start.round}, so far"
    return f"{lead}: {listed(list(_changes(start, end)) or ['nobody is harmed'])}."


def _changes(start: State, end: State) -> Iterator[str]:
    for figure in start.figures:
        if not end.on_map(figure.name):
            yield f"{figure.name} is {'exhausted' if figure.kind == 'character' else 'killed'}"
            continue
        lost = figure.hp - end.figure(figure.name).hp
        if lost:
            number = f"{abs(lost)} hit point{'' if abs(lost) == 1 else 's'}"
            yield f"{figure.name} {'loses' if lost > 0 else 'gains'} {number}"
