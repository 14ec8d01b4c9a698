"""Forced draws: only one card could come. They are shown like all others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tsolve.games.thunderstone.actions import Action, Draw
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State
from tsolve.model.lines import StepAnswer
from tsolve.model.trace import Entry, Trace


def drawn_with(game: Thunderstone, state: State, event: Action) -> tuple[State, tuple[str, ...]]:
    """The position after an event, and the names of the cards that came with it but were not waited for."""
    trace = Trace()
    after = game.apply(state, event, trace)
    drawn = [entry.subject for entry in trace.entries if _is_draw(entry)]
    return after, tuple(drawn[1:] if isinstance(event, Draw) else drawn)


def apart(steps: Iterable[StepAnswer]) -> tuple[tuple[StepAnswer, ...], tuple[str, ...]]:
    """The steps with every card that they drew as a step of its own, and the names of these cards."""
    told: list[StepAnswer] = []
    names: list[str] = []
    for step in steps:
        for number, entries in enumerate(_parts(step.entries)):
            text = step.text
            if number:
                names.append(entries[0].subject)
                text = f"draw {entries[0].subject}"
            told.append(replace(step, number=len(told) + 1, text=text, entries=tuple(entries)))
    return tuple(told), tuple(names)


def _parts(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """What happened up to the first draw, and then what happened from each draw on."""
    part: list[Entry] = []
    for entry in entries:
        if _is_draw(entry):
            yield part
            part = []
        part.append(entry)
    yield part


def _is_draw(entry: Entry) -> bool:
    return entry.step == "draw" and bool(entry.subject)
