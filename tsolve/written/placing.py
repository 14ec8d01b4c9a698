"""Where the answers to the questions of a form stand in the file: which count, under which keys, and of which
one a mistake in the file speaks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tsolve.regex import Regex
from tsolve.rules.names import squash, words
from tsolve.source.data import Data
from tsolve.written.form import Field

EACH = "*"
"""In the place of a field: the name of each entry of what stands before."""
TOLD_OTHERWISE = "the file tells this in another way: change it there"
"""Why an answer cannot be put in its place."""
_STEP = Regex(r'\["?((?:[^"\\]|\\.)*?)"?\]|([^.\[\]]+)')
"""A step of a path such as `players["Two Words"].hand`."""


def matters(field: Field, keys: Mapping[str, Data], fields: Iterable[Field]) -> bool:
    """Whether a field belongs to the position, now that the others are so."""
    kind = next((keys.get(each.key, each.words[0]) for each in fields if each.shape == "kind"), "")
    turn = keys.get("turn", "undecided")
    return (
        (not field.files or kind in field.files)
        and (not field.turns or turn == "undecided" or turn in field.turns)
        and (not field.needs or field.needs in keys)
    )


def counts(field: Field, keys: Mapping[str, Data], fields: Iterable[Field]) -> bool:
    """Whether the position has an answer to this."""
    return field.key in keys and matters(field, keys, fields)


def placed(fields: Sequence[Field], keys: Mapping[str, Data]) -> dict[str, Data]:
    """The keys of the file in the order of the questions, with the notes behind none of them."""
    found: dict[str, Data] = {}
    for field in fields:
        if field.shape != "kind" and counts(field, keys, fields):
            _put(found, steps_of(field), keys[field.key])
    return found


def with_answer(field: Field, data: Mapping[str, Data], answer: Data) -> dict[str, Data]:
    """The keys of a file with another answer in its place; without one there is no key.

    Raises ValueError where something else stands on the way there, which would be lost.
    """
    before, each, behind = ".".join(steps_of(field)).partition(f".{EACH}.")
    if not each:
        return _with(data, before.split("."), answer)
    owners_ = dict(_mapping(found_at(data, before.split("."))))
    told = answer if isinstance(answer, Mapping) else {}
    for name, entry in owners_.items():
        if name in told or isinstance(entry, Mapping):
            owners_[name] = _with(_mapping(entry), behind.split("."), told.get(name))
    return _with(data, before.split("."), owners_)


def _with(data: Mapping[str, Data], steps: Sequence[str], answer: Data) -> dict[str, Data]:
    first, *rest = steps
    if rest:
        answer = _with(_mapping(data.get(first)), rest, answer) or None
    found = {**data, first: answer}
    return {key: value for key, value in found.items() if key != first or answer is not None}


def _mapping(inner: Data) -> Mapping[str, Data]:
    if inner is None or isinstance(inner, Mapping):
        return inner or {}
    raise ValueError(TOLD_OTHERWISE)


def found_at(inside: Data, steps: Sequence[str]) -> Data:
    """What stands under these keys; None for nothing."""
    for step in steps:
        inside = inside.get(step) if isinstance(inside, Mapping) else None
    return inside


def _put(inside: dict[str, Data], steps: Sequence[str], value: Data) -> None:
    first, *rest = steps
    if not rest:
        inside[first] = value
        return
    below = inside.get(first)
    inner = dict(below) if isinstance(below, Mapping) else {}
    if rest[0] != EACH:
        _put(inner, rest, value)
    elif isinstance(value, Mapping):
        for name, each in value.items():
            if name in inner:
                _put(inner, (name, *rest[1:]), each)
    inside[first] = inner


def steps_of(field: Field) -> tuple[str, ...]:
    """The keys under which a field stands, from the outermost one."""
    return tuple((field.place or field.key).split("."))


def field_of(path: str, fields: Iterable[Field]) -> Field | None:
    """The field in whose answer a place of the file lies: `players.Anna.hand[0]`."""
    at = [quoted or plain for quoted, plain in _STEP.findall(path)]
    holding = [each for each in fields if each.shape != "kind" and _holds(steps_of(each), at)]
    return max(holding, key=lambda each: len(steps_of(each)), default=None)


def without(data: Mapping[str, Data], path: str) -> Mapping[str, Data]:
    """The keys of a file without the entry in which a place lies, or without its key where that has none."""
    key, *inside = [quoted or plain for quoted, plain in _STEP.findall(path)] or [""]
    there = data.get(key)
    if inside and isinstance(there, Mapping):
        return {**data, key: {name: each for name, each in there.items() if name != inside[0]}}
    return {name: each for name, each in data.items() if name != key}


def _holds(steps: Sequence[str], at: Sequence[str]) -> bool:
    return len(steps) <= len(at) and all(
        step in (EACH, name) for step, name in zip(steps, at[: len(steps)], strict=True)
    )


def owners(field: Field, fields: Iterable[Field], keys: Mapping[str, Data]) -> tuple[str, ...] | None:
    """The names of which one must begin a line: those of the entries in which the field stands; None for
    any.
    """
    before, each, _ = (field.place or field.key).partition(f".{EACH}")
    if not each:
        return None
    named = (keys.get(other.key) for other in fields if (other.place or other.key) == before)
    return tuple(dict.fromkeys(name for value in named if isinstance(value, Mapping) for name in value))


def called(typed: str, names: Iterable[str]) -> str:
    """The name that is meant, of which a part is enough; empty for none."""
    key = squash(typed)
    known = {squash(name): name for name in names}
    begun = [each for each in known if key and each.startswith(key)]
    held = begun or [each for each, name in known.items() if key in map(squash, words(name))]
    return known.get(key) or (known[held[0]] if len(held) == 1 else "")


def typed_names(keys: Mapping[str, Data]) -> Iterator[str]:
    """The names that the answers so far have given to somebody or something."""
    for value in keys.values():
        if isinstance(value, Mapping):
            for name, entry in value.items():
                yield name
                named = isinstance(entry, Mapping) and all(isinstance(e, Mapping) for e in entry.values())
                yield from entry if named and isinstance(entry, Mapping) else ()
