"""What attacks have come to, attack by attack, as the trace of the engine tells it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from tsolve.games.gloomhaven.state import State
from tsolve.model.trace import Entry


class Blow(msgspec.Struct, frozen=True):
    """An attack on one target, once its cards were drawn."""

    target: str
    damage: int
    """Also what goes beyond the last hit point."""
    rows: tuple[Entry, ...]
    """Number by number."""


def blows(state: State, entries: Iterable[Entry]) -> tuple[Blow, ...]:
    """The attacks that are over in this position; `entries` is all that happened until then."""
    found: list[list[Entry]] = []
    for entry in entries:
        if entry.quantity == "attack" and entry.note == "printed":
            found.append([])
        if found and entry.quantity in ("attack", "shield"):
            found[-1].append(entry)
    targets = (struck.name for struck in state.struck)
    return tuple(Blow(target, _last(rows), tuple(rows)) for target, rows in zip(targets, found, strict=False))


def _last(rows: Sequence[Entry]) -> int:
    return next(row.after for row in reversed(rows) if row.quantity == "attack")


def damage(blows_: Iterable[Blow]) -> int:
    """The damage of all attacks."""
    return sum(blow.damage for blow in blows_)


def dead(state: State, names: Iterable[str]) -> bool:
    """Whether all of them are."""
    return not any(map(state.is_up, names))
