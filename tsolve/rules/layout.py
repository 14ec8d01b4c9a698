"""The layout of struct types as text: two programs with equal text read each other's encoded data alike.

`msgspec.inspect` tells the same, but evaluates every annotation, which takes longer than reading the data.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any, get_args

import msgspec

_NAME = re.compile(r"[^\W\d]\w*")
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def layout(types: Iterable[type[Any]]) -> str:
    """Fields, annotations, defaults and tags of the structs, and of all structs that these mention."""
    lines: list[str] = []
    seen: dict[int, Any] = {}  # also keeps the things alive, so that no id is used twice
    waiting: list[Any] = list(types)
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen:
            continue
        seen[id(thing)] = thing
        if isinstance(thing, type) and issubclass(thing, msgspec.Struct):
            lines.append(_of_struct(thing, waiting))
        elif not isinstance(thing, ModuleType):  # an alias, a constant, another class
            lines.append(repr(thing))
            waiting += get_args(thing)
    return _ADDRESS.sub("", "\n".join(lines))


def _of_struct(struct: type[msgspec.Struct], mentioned: list[Any]) -> str:
    """One struct as text, without what it inherits; what its annotations mention is added to `mentioned`, and
    so are its bases.
    """
    above = (base for base in struct.__bases__ if issubclass(base, msgspec.Struct))
    bases = [base for base in above if base is not msgspec.Struct]
    mentioned += bases
    annotations = vars(struct).get("__annotations__", {})
    names = vars(sys.modules.get(struct.__module__, msgspec))
    for annotation in annotations.values():
        if isinstance(annotation, str):
            mentioned += [names[name] for name in _NAME.findall(annotation) if name in names]
        else:
            mentioned.append(annotation)
    config = struct.__struct_config__
    details = (struct.__struct_encode_fields__, struct.__struct_defaults__, config.tag_field, config.tag)
    inherited = [base.__qualname__ for base in bases]
    name = f"{struct.__module__}.{struct.__qualname__}"
    return f"{name} {inherited} {annotations} {details} {config.array_like}"
