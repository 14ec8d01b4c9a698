"""Figures on a map of hexes as a form has them: where one stands, who is brought by other answers, and where
one comes in whose hex nobody has said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tsolve.model.hexmaps import Coordinates
from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.source.data import Data
from tsolve.written.form import Field

AT = "at"
"""The key of a figure that says where it stands."""
_HEX = Regex(r"[(\[]?\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*[)\]]?")
_SAYS_WHERE = Regex(r"\bat\s|[(\[]\s*[0-9]{1,3}\s*[,;]\s*[0-9]{1,3}\s*[)\]]|\b[0-9]{1,3},[0-9]{1,3}\b")


def place_of(entry: Data) -> Coordinates | None:
    """The hex of an entry, which may tell more of it."""
    if isinstance(entry, Mapping):
        return place_of(entry.get(AT))
    if isinstance(entry, str):
        found = _HEX.fullmatch(entry.strip())
        return (int(found[1]), int(found[2])) if found is not None else None
    if isinstance(entry, Sequence) and len(entry) == 2:
        column, row = entry
        return (column, row) if isinstance(column, int) and isinstance(row, int) else None
    return None


def says_where(typed: str) -> bool:
    """Whether what is typed of a figure names a hex."""
    return _SAYS_WHERE.search(typed) is not None


def placed_at(typed: str, hex_: Coordinates) -> str:
    """What is typed of a figure, with a hex: `NAME, hp 9` becomes `NAME at 2,3, hp 9`."""
    name, comma, behind = typed.partition(",")
    return f"{name.strip()} at {hex_[0]},{hex_[1]}{comma}{behind}"


def with_a_place(ruleset: Ruleset[CardFacts], field: Field, typed: str, keys: Mapping[str, Data]) -> str:
    """What is typed of a figure; where it names no hex, with the one in which it stands, else with the
    first one in which figures come that is free.
    """
    if field.enters is None or says_where(typed):
        return typed
    there = standing(ruleset, field, keys)
    name = squash(typed.partition(",")[0])
    here = next((hex_ for each, hex_ in there.items() if squash(each) == name), None)
    taken = {*there.values(), *_standing(keys)}
    free = (hex_ for hex_ in field.enters(ruleset, keys) if hex_ not in taken)
    hex_ = here or next(free, None)
    return typed if hex_ is None else placed_at(typed, hex_)


def _standing(keys: Mapping[str, Data]) -> Iterator[Coordinates | None]:
    """The hexes of all figures that the answers name."""
    for answer in keys.values():
        yield from map(place_of, answer.values() if isinstance(answer, Mapping) else ())


def standing(
    ruleset: Ruleset[CardFacts], field: Field, keys: Mapping[str, Data]
) -> Mapping[str, Coordinates]:
    """The figures of a field with their hexes: those that it names, and those that other answers bring."""
    named = keys.get(field.key)
    places = {name: place_of(each) for name, each in named.items()} if isinstance(named, Mapping) else {}
    there = {name: hex_ for name, hex_ in places.items() if hex_ is not None}
    return {**there, **(field.brought.standing(ruleset, keys) if field.brought is not None else {})}


def brought(
    ruleset: Ruleset[CardFacts], fields: Sequence[Field], keys: Mapping[str, Data]
) -> Mapping[str, tuple[Field, Coordinates]]:
    """The figures that other answers bring, each with its field and its hex."""
    return {
        name: (field, hex_)
        for field in fields
        if field.brought is not None
        for name, hex_ in field.brought.standing(ruleset, keys).items()
    }


def name_there(ruleset: Ruleset[CardFacts], field: Field, keys: Mapping[str, Data], name: str) -> str:
    """The name of a figure as it stands on the map, if one does."""
    there = standing(ruleset, field, keys) if field.brought is not None else ()
    return next((each for each in there if squash(each) == squash(name)), name)


def with_its_place_before(
    ruleset: Ruleset[CardFacts], field: Field, keys: Mapping[str, Data], name: str, entry: Mapping[str, Data]
) -> Mapping[str, Data]:
    """What is told of a figure; where other answers bring it, with the hex in which they do, so that all the
    others that they bring stay.
    """
    if field.brought is None or field.brought.stood in entry:
        return entry
    named = keys.get(field.key)
    told = named.get(name) if isinstance(named, Mapping) else None
    stood = told.get(field.brought.stood) if isinstance(told, Mapping) else None
    if stood is None:
        here = field.brought.standing(ruleset, keys).get(name) or place_of(told)
        alone = {key: each for key, each in keys.items() if key != field.key}
        stood = list(here) if here and here in field.brought.standing(ruleset, alone).values() else None
    return {AT: entry[AT], field.brought.stood: stood, **entry} if stood is not None else entry
