"""What is typed into a field, read the one way for whoever asks for it: a dialogue or a form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.source.data import Data
from tsolve.written import on_hexes
from tsolve.written.card_names import split_count
from tsolve.written.form import Field
from tsolve.written.placing import called, owners
from tsolve.written.talk import there_are

ReadLine = Callable[[str, str, Mapping[str, Data]], Sequence[Data]]
"""Reads a line as entries of a list, by its key and what is told so far: in a dialogue by the keys of the
fields, in a form by those of the file. Raises ValueError, in words for the writer, where it says nothing.
"""

MOST_MEANT = 6
"""The most cards that are listed as possible meanings of a name."""
EMPTY = "empty"
"""What is typed for a deck without cards."""
_COMMA = Regex(r",(?![^()]*\))")
_NEXT_PAIR = Regex(r",(?=[^,:]*:)")
_MOST_PARTS = 3
"""The most parts of a name with commas in it."""


def parts(typed: str) -> list[str]:
    """What stands between commas; one within brackets parts nothing."""
    return [part for each in _COMMA.split(typed) if (part := each.strip())]


def names(typed: str, is_card: Callable[[str], bool]) -> Sequence[str]:
    """The names on a line, each perhaps with a count; a comma may stand in one that `is_card` knows."""
    left, found = parts(typed), list[str]()
    while left:
        many = range(min(len(left), _MOST_PARTS), 1, -1)
        count = next((each for each in many if is_card(split_count(", ".join(left[:each]))[1])), 1)
        found.append(", ".join(left[:count]))
        left = left[count:]
    return found


def pairs(typed: str) -> Sequence[str]:
    """The pairs on a line. A comma behind which no colon comes belongs to a name."""
    return [part for each in _NEXT_PAIR.split(typed) if (part := each.strip(" ,"))]


def pair(text: str) -> tuple[str, str]:
    """The names of `PLACE: CARD`. Raises ValueError."""
    place, colon, card = (part.strip() for part in text.partition(":"))
    if not colon or not place or not card:
        raise ValueError("write the place, a colon and who is there")
    return place, card


def fields_of_pair(field: Field) -> tuple[Field, Field]:
    """What is read as the place of a pair, and what as the card in it."""
    place = Field(field.key, "card", "", "", field.kinds)
    return place, Field(field.key, "card", "", "", field.holds, field.words)


def word(field: Field, name: str) -> str:
    """The one of the words of a field that is typed. Raises ValueError."""
    known = name.replace(" ", "_").casefold()
    if known not in field.words:
        raise ValueError(instead(known, field.words))
    return known


def entry(
    ruleset: Ruleset[CardFacts], field: Field, typed: str, fields: Sequence[Field], keys: Mapping[str, Data]
) -> tuple[str, Data]:
    """The name of an entry and what is told of it, with whole names for their parts. Raises ValueError."""
    assert field.reads is not None
    name, value = field.reads(on_hexes.with_a_place(ruleset, field, typed, keys))
    if isinstance(value, Mapping) and field.shape == "figures":
        name = on_hexes.name_there(ruleset, field, keys, name)
        value = on_hexes.with_its_place_before(ruleset, field, keys, name, value)
    known = owners(field, fields, keys)
    if known is None:
        return name, value
    if not (owner := called(name, known)):
        raise ValueError(instead(name, known))
    there = keys.get(field.names_of)
    inside = there.get(owner) if isinstance(there, Mapping) else None
    if isinstance(value, list) and isinstance(inside, Mapping):
        value = [called(str(each), inside) or each for each in value]
    return owner, value


def text(field: Field, typed: str) -> Data:
    """A text as the file has it. Raises ValueError."""
    return typed if field.reads is None else field.reads(typed)[1]


def texts_meant(
    ruleset: Ruleset[CardFacts], field: Field, keys: Mapping[str, Data], typed: str
) -> Sequence[str]:
    """What is offered that a text may be a part of; nothing where nothing is offered, or this very text."""
    known = field.offers(ruleset, keys, "") if field.offers is not None and typed else ()
    key = squash(typed)
    found = [each for each, _ in known if key in squash(each)]
    return () if key in map(squash, found) else found


def instead(typed: str, known: Sequence[str]) -> str:
    """What may be typed instead."""
    return there_are(typed, known).strip()


def told(value: Data) -> str:
    """A value about as a file writes it."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {told(each)}' for key, each in value.items())}}}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(told, value))}]" if value else "none"
    return str(value)


def as_mapping(entries: Sequence[tuple[str, Data]], in_parts: bool = False) -> Data:
    """The entries by their keys: a later list goes on with the one before, or, where each is told `in_parts`,
    a later mapping; anything else replaces it.
    """
    found: dict[str, Data] = {}
    for key, value in entries:
        match found.get(key), value:
            case list(before), list(more) if not in_parts:
                found[key] = [*before, *more]
            case dict(before), dict(more) if in_parts:
                found[key] = {**before, **more}
            case _:
                found[key] = value
    return found or None
