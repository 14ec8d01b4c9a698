"""Which key was meant by one that nobody knows: by its words, by what the keys mean, by its spelling."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import msgspec.inspect as mi

from tsolve.diagnostics import suggest

_MOST = 3
"""Keys that are named at most."""
_TOO_MANY = 7
"""So many keys of which the meaning speaks of it say nothing."""


def key_meant(written: str, struct: type[msgspec.Struct]) -> str:
    """`did you mean "x"?` for a key of a struct, or "" where none comes to mind.

    A key that stands in what was written (`my hand`) is meant before one whose meaning speaks of it
    (`rooms`), and both before one that is spelled alike.
    """
    meanings = dict(_meanings(struct))
    wanted = _words(written)
    if wanted and written.casefold() not in meanings:
        held = [key for key in meanings if _words(key) and {*_words(key)} <= {*wanted}]
        held = [key for key in held if _words(key) == wanted] or held
        told = {key: _words(text) for key, text in meanings.items()}
        speaking = [key for key in told if {*wanted} <= {*told[key]}]
        speaking.sort(key=lambda key: told[key].index(wanted[0]))
        for found in (held, speaking):
            if 0 < len(found) < _TOO_MANY:
                return "did you mean " + " or ".join(f'"{key}"' for key in found[:_MOST]) + "?"
    return suggest(written, meanings)


def _words(text: str) -> list[str]:
    """The words of a text, without the s of a plural."""
    return [word.removesuffix("s") for word in re.findall(r"[a-z]+", text.casefold())]


def _meanings(struct: type[msgspec.Struct]) -> Iterator[tuple[str, str]]:
    """Each key with its description."""
    from tsolve.source.docstrings import meanings  # reads source files, and only mistakes ask

    below = meanings(struct)
    info: Any = mi.type_info(struct)
    for field in info.fields:
        extra = field.type.extra_json_schema if isinstance(field.type, mi.Metadata) else None
        yield field.encode_name, below.get(field.name, "") or (extra or {}).get("description", "")
