"""Conditions of a scenario: what wins, loses or lets something happen, and whether it holds. (GH-14.1)"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Literal

import msgspec

from tsolve.games.gloomhaven.hexes import Hex, distance, named
from tsolve.source.tree import joined

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.figures import Figure
    from tsolve.games.gloomhaven.state import State

Kind = Literal[
    "monsters",
    "seen",
    "types",
    "killed",
    "kills",
    "rounds",
    "money",
    "looted",
    "each_looted",
    "stands",
    "all_stand",
    "occupied",
    "revealed",
    "opened",
    "exhausted",
    "on_map",
    "beside",
    "escaped",
    "either",
]
_TOLD: dict[Kind, str] = {
    "monsters": "all monsters are killed",
    "seen": "all revealed monsters are killed",
    "types": "all of the type {name} are killed",
    "killed": "{name} is killed",
    "kills": "{number} {name} are killed",
    "rounds": "round {number} is over",
    "money": "{number} money tokens are looted",
    "looted": "{number} treasures are looted",
    "each_looted": "each character has looted a treasure",
    "stands": "a character stands on {hexes}",
    "all_stand": "all characters stand on {hexes}",
    "occupied": "characters stand on all of {hexes}",
    "revealed": "the room behind {hexes} is revealed",
    "opened": "all doors are open",
    "exhausted": "a character is exhausted",
    "on_map": "{number} {name} are on the map",
    "beside": "{name} stands beside {hexes}",
    "escaped": "all characters have escaped",
    "either": "{either}",
}
BY_CHARACTERS: Collection[Kind] = (
    "money",
    "looted",
    "each_looted",
    "stands",
    "all_stand",
    "occupied",
    "escaped",
)
"""What nobody but a character can bring about."""


class Condition(msgspec.Struct, frozen=True):
    """A condition that may come to hold."""

    kind: Kind
    name: str = ""
    """The figure that must be killed."""
    number: int = 0
    hexes: tuple[Hex, ...] = ()
    """Where characters must stand, what they must loot, or the door of the room that must be revealed."""
    types: tuple[str, ...] = ()
    """The types of monsters that must be killed; none for any."""
    elite: bool = False
    """Whether only elite ones count."""
    either: tuple[Condition, ...] = ()
    """One of these must be met, for one that says so."""
    once: tuple[Condition, ...] = ()
    """These must be met, too."""

    @property
    def told(self) -> str:
        """What has happened once it is met, in words."""
        name = self.name or joined(self.types) or "monsters"
        hexes = " ".join(named(each, "offset") for each in self.hexes)
        number = self.number or len(self.hexes)
        name = f"elite {name}" if self.elite else name
        either = " or ".join(each.told for each in self.either)
        return _TOLD[self.kind].format(name=name, number=number, hexes=hexes, either=either)


def is_met(book: Book, state: State, condition: Condition) -> bool:
    """Whether a condition holds.

    Monsters in an unrevealed room are not killed. A room that the position does not describe may hold some.
    """
    if not all(is_met(book, state, each) for each in condition.once):
        return False
    match condition.kind:
        case "rounds":
            return state.round > condition.number
        case "money":
            return sum(each.money for each in state.gathered) >= condition.number
        case "looted":
            looted = [each for each in state.looted if not condition.hexes or each in condition.hexes]
            return len(looted) >= (condition.number or len(condition.hexes))
        case "each_looted":
            counts = {each.owner: each.treasures for each in state.gathered}
            return all(counts.get(name) for name in book.script.party)
        case "kills":
            return sum(_counts(each, condition) for each in state.fallen) >= condition.number
        case "stands" | "all_stand" | "occupied":
            return _stand(condition, [each.at for each in state.figures if each.kind == "character"])
        case "revealed":
            rooms = [room for room in book.script.rooms if set(condition.hexes) & set(room.doors)]
            return all(room.is_revealed(state) for room in rooms)
        case "opened":
            return all(door.state == "open" for door in state.doors)
        case "on_map":
            return sum(type_of(each) in condition.types for each in state.figures) >= condition.number
        case "exhausted":
            inside = [name for name in book.script.party if name not in state.escaped]
            return any(not state.on_map(name) or state.figure(name).exhausted for name in inside)
        case "escaped":
            return set(book.script.party) <= set(state.escaped)
        case "either":
            return any(is_met(book, state, each) for each in condition.either)
        case "beside":
            there = [each.at for each in state.figures if each.identity == condition.name]
            return any(distance(at, hex_) == 1 for at in there for hex_ in condition.hexes)
        case "killed" | "types":
            others = (*state.figures, *book.script.hidden(state), *book.script.awaited(state))
            if condition.kind == "types":
                return not any(type_of(each) in condition.types for each in others)
            return all(each.identity != condition.name for each in others)
        case _:
            return _are_killed(book, state, condition)


def _are_killed(book: Book, state: State, condition: Condition) -> bool:
    """Whether no monster is left, or none that has been revealed."""
    figures: Iterable[Figure] = state.figures
    if condition.kind == "monsters":
        if any(book.script.room(door.at) is None for door in state.doors if door.state == "closed"):
            return False
        figures = (*state.figures, *book.script.hidden(state))
    return not any(each.side != "party" and each.kind in ("monster", "boss") for each in figures)


def _stand(condition: Condition, characters: Collection[Hex]) -> bool:
    """Whether characters stand where they must."""
    if condition.kind == "occupied":
        return set(condition.hexes) <= set(characters)
    there = [each in condition.hexes for each in characters]
    return bool(there) and (any(there) if condition.kind == "stands" else all(there))


def type_of(figure: Figure) -> str:
    """The type of a monster; of objects the name that they share, without their numbers."""
    return figure.name.rstrip("0123456789").rstrip() if figure.kind == "object" else figure.group


def fallen_as(figure: Figure) -> str:
    """How a monster that was killed is counted."""
    return f"elite {figure.group}" if figure.rank == "elite" else figure.group


def _counts(fallen: str, condition: Condition) -> bool:
    """Whether a monster that was killed counts for a condition."""
    type_ = fallen.removeprefix("elite ")
    return (type_ != fallen or not condition.elite) and (not condition.types or type_ in condition.types)


def may_be_met(book: Book, state: State, condition: Condition) -> bool:
    """Whether a condition may still be met in this round without any character: nobody loots or stands
    anywhere then, but a monster may die, such as of its wound.
    """
    if condition.kind == "rounds":
        return state.round >= condition.number
    if condition.kind == "either":
        return any(may_be_met(book, state, each) for each in condition.either)
    return condition.kind not in BY_CHARACTERS or is_met(book, state, condition)
