"""Which printed facts an answer rests on that are not sure: one source alone tells them, or sources differ.

Every kind of answer says it in the same way. What an answer rests on is what it mentions: the rules and cards
that it cites, and all that it names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from tsolve.contract.mentioned import Mentioned
from tsolve.contract.position import Position
from tsolve.model.trace import Entry
from tsolve.model.verdicts import Answer

Told = TypeVar("Told", bound=Answer)
S = TypeVar("S")
A = TypeVar("A")

_ONLY_DESCRIBED = frozenset(
    ("position", "map", "board", "citations", "documents", "readings", "notes", "unsure")
)
"""Parts of answers that tell nothing that was found out."""
_BESIDE = frozenset(("legal", "refused"))
"""What could be done: beside the answer, unless it is asked for."""


def with_unsure(position: Position[S, A], answer: Told, about_actions: bool = False) -> Told:
    """The answer with the printed facts that it rests on and that are not sure.

    `about_actions`: whether it is the answer what can be done.
    """
    mentioned = _mentioned(position, answer, about_actions)
    found = {(each.of, each.fact): each for each in position.unsure(mentioned)}
    return replace(answer, unsure=tuple(found.values())) if found else answer


def _mentioned(position: Position[S, A], answer: Answer, about_actions: bool) -> Mentioned:
    rulings: dict[str, None] = {}
    texts: dict[str, None] = dict.fromkeys(position.written.line)
    entries: list[Entry] = []
    for name, value in _named(answer, _ONLY_DESCRIBED if about_actions else _ONLY_DESCRIBED | _BESIDE):
        if isinstance(value, Entry):
            entries.append(value)
        elif isinstance(value, str) and name == "rulings":
            rulings[value] = None
        elif isinstance(value, str):
            texts[value] = None
    beside = {ruling for part in _BESIDE for each in getattr(answer, part, ()) for ruling in each.rulings}
    cited = (each.id for each in getattr(answer, "citations", ()) if each.id not in beside)
    draws = hasattr(answer, "decks")
    return Mentioned(tuple(dict.fromkeys((*rulings, *cited))), tuple(texts), tuple(entries), draws)


def _named(value: object, left_out: frozenset[str], name: str = "") -> Iterator[tuple[str, object]]:
    """The texts and entries in an answer, each with the name of the field that it stands in."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, msgspec.Struct):
        if isinstance(value, Entry):
            yield name, value
        for field in value.__struct_fields__:
            if field not in left_out:
                yield from _named(getattr(value, field), left_out, field)
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _named(each, left_out, name)
    elif isinstance(value, Iterable):
        for each in value:
            yield from _named(each, left_out, name)
