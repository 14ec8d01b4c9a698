"""What a round has done to the figures, in a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.writing.notation import listed


def told_changes(start: State, end: State) -> str:
    """Who left the map or came into play, who lost or gained hit points, and how the scenario ends.

    A question may be over before its round is.
    """
    changes = listed(list(_changes(start, end)) or ["nobody is harmed"])
    if not end.result or end.round == start.round:
        return f"{_rounds(start.round, end.round)}, so far: {changes}."
    goes_on = f"; the scenario is {end.ended}" if end.ended else ""
    last = end.round - 1
    return f"{_rounds(start.round, last)} {'ends' if start.round == last else 'end'}: {changes}{goes_on}."


def _rounds(first: int, last: int) -> str:
    return f"Round {first}" if first == last else f"Rounds {first} to {last}"


def _changes(start: State, end: State) -> Iterator[str]:
    for figure in start.figures:
        still = end.still(figure)
        if still is None:
            yield f"{figure.name} is {'exhausted' if figure.kind == 'character' else 'killed'}"
            continue
        lost = figure.hp - still.hp
        if lost:
            number = f"{abs(lost)} hit point{'' if abs(lost) == 1 else 's'}"
            yield f"{figure.name} {'loses' if lost > 0 else 'gains'} {number}"
    for figure in end.figures:
        if start.still(figure) is None:
            yield f"{figure.name} comes into play"
