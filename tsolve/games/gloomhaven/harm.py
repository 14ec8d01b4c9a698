"""What entries of a turn tell of each figure: damage and its causes, heals, conditions, loot of monsters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.ways import Way
from tsolve.regex import Regex

if TYPE_CHECKING:
    from tsolve.model.trace import Entry


def suffered(by: str = "") -> Callable[[object, Way], Mapping[str, int]]:
    """The damage that each figure has taken, up to its last hit point; `by` something, if that is named."""

    def found(_: object, way: Way) -> Mapping[str, int]:
        damage = (each for each in way.entries if each.step == "damage" and each.note.startswith(by))
        return {name: -change for name, change in _changes(damage).items()}

    return found


def healed(_: object, way: Way) -> Mapping[str, int]:
    """The hit points that each figure has got back by heals."""
    return _changes(each for each in way.entries if each.step == "heal")


def _changes(entries: Iterable[Entry]) -> dict[str, int]:
    """By how much these entries change the hit points of each figure."""
    found: dict[str, int] = {}
    for entry in entries:
        if entry.quantity == "hit points":
            found[entry.subject] = found.get(entry.subject, 0) + entry.change
    return found


def healed_ones(_: object, way: Way) -> tuple[str, ...]:
    """Whom heals reach."""
    return tuple(sorted({each.subject for each in way.entries if each.step == "heal"}))


_TAKES = Regex(r"takes (\d+) money tokens?")


def taken(way: Way) -> Mapping[str, int]:
    """The money tokens that monsters have taken, which nobody counts in the position. (GH-12.34)"""
    found: dict[str, int] = {}
    for entry in way.entries:
        if entry.step == "loot" and (said := _TAKES.fullmatch(entry.note)) is not None:
            found[entry.subject] = found.get(entry.subject, 0) + int(said[1])
    return found


_HAS = Regex(r"has (?P<token>\w+)|a (?P<card>curse|bless) card is shuffled into its deck")


def gained_conditions(_: object, way: Way) -> Mapping[str, tuple[str, ...]]:
    """The conditions that each figure has got, also those that it had before; of curse and bless cards."""
    found: dict[str, set[str]] = {}
    for entry in way.entries:
        if entry.step == "condition" and (said := _HAS.fullmatch(entry.note)) is not None:
            found.setdefault(entry.subject, set()).add(said["token"] or said["card"])
    return {name: tuple(sorted(each)) for name, each in found.items()}
