"""What is worked out once about the types of files: the keys of a struct, the parts of a union.

msgspec describes a type by values that are costly to compare; these are kept for good, so what is worked out
about them is found by their identity.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache, cached_property, partial
from typing import Any, NamedTuple, cast

import msgspec
import msgspec.inspect as mi

from tsolve.source.tree import Choice, bare, choices, describe

fields = cache(msgspec.structs.fields)
_inspected = cache(mi.type_info)


class Key:
    """A key of a struct."""

    def __init__(self, field: str, inspect: Callable[[], mi.Type]) -> None:
        self.field, self._inspect = field, inspect

    @cached_property
    def type(self) -> mi.Type:
        """What may stand there."""
        return bare(self._inspect())


class Struct(NamedTuple):
    """A struct, by what a file may write in it."""

    type: mi.StructType
    """Held here, so that no other type gets its identity; so with unions."""
    keys: Mapping[str, Key]
    required: Mapping[str, str]
    """The fields that a file has to give, each by its key."""


class Union:
    """A union, by what a file may have in its place."""

    def __init__(self, union: mi.UnionType) -> None:
        self.type = union
        self.types = types = tuple(_parts(union))
        self.by_class = {type(each): each for each in types}
        self.choices: tuple[dict[Choice, Any], ...] = tuple(filter(None, map(choices, types)))
        """The values of each type that lists its own."""
        self.lists = tuple(each for each in types if describe(each) == "a list")
        self.structs = tuple(each for each in types if isinstance(each, mi.StructType))
        self.mappings = tuple(each for each in types if isinstance(each, mi.StructType | mi.DictType))


_unions: dict[int, Union] = {}
_structs: dict[int, Struct] = {}


def union_of(type_: mi.UnionType) -> Union:
    """The parts of a union that `type_of_file` gave, or that is part of such a type."""
    if (known := _unions.get(id(type_))) is None:
        known = _unions[id(type_)] = Union(type_)
    return known


def struct_of(type_: mi.StructType) -> Struct:
    """The keys of a struct that `type_of_file` gave, or that is part of such a type."""
    if (known := _structs.get(id(type_))) is None:
        inspected = (partial(bare, each.type) for each in type_.fields)
        known = _structs[id(type_)] = _struct(type_, inspected)
    return known


def _struct(type_: mi.StructType, types: Iterable[Callable[[], mi.Type]]) -> Struct:
    """A struct with the types of its fields, each found when it is asked for."""
    fields = type_.fields
    return Struct(
        type_,
        {each.encode_name: Key(each.name, of) for each, of in zip(fields, types, strict=True)},
        {each.encode_name: each.name for each in fields if each.required},
    )


def type_of_file(type_: type[Any], is_mapping: bool) -> mi.Type:
    """The structure of the type of a whole file. Of a struct only the keys that a file gives are inspected,
    when they are met: most files leave out most keys, and inspecting those of the expectations takes longer
    than judging a line.

    Raises:
        TypeError: the type cannot be read from a file.
    """
    return _root(type_) if is_mapping and mi.is_struct_type(type_) else _inspected(cast(Hashable, type_))


@cache
def _root(struct: type[msgspec.Struct]) -> mi.StructType:
    """A struct whose keys are inspected when they are met; by itself it says that all is allowed there."""
    config, found = struct.__struct_config__, fields(cast(Hashable, struct))
    any_ = (mi.Field(each.name, each.encode_name, mi.AnyType(), each.required) for each in found)
    root = mi.StructType(struct, tuple(any_), config.tag_field, config.tag)
    _structs[id(root)] = _struct(root, (partial(_inspected, cast(Hashable, each.type)) for each in found))
    return root


def _parts(union: mi.UnionType) -> Iterator[mi.Type]:
    """The types of a union, with those of nested unions."""
    for each in map(bare, union.types):
        if isinstance(each, mi.UnionType):
            yield from _parts(each)
        else:
            yield each
