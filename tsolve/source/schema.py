"""The JSON Schema (draft-07) of a type, which accepts all that `decode` accepts; the docstrings of a struct's
fields, which describe its keys; and the known key that is meant by an unknown one.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
import msgspec.inspect as mi

from tsolve.diagnostics import did_you_mean, suggest
from tsolve.source.decode import FromText
from tsolve.source.tree import MOST_CHARACTERS, bare, choices, integer_range, size_range


def meanings(struct: type[Any]) -> dict[str, str]:
    """The docstring of each field that has one, inherited fields included."""
    texts: dict[str, str] = {}
    for each in reversed(struct.__mro__):
        if issubclass(each, msgspec.Struct) and each is not msgspec.Struct:
            texts |= _field_docstrings(each)
    return texts


@cache
def _field_docstrings(struct: type[Any]) -> dict[str, str]:
    """The docstrings of the fields that the class itself declares."""
    tree = ast.parse(inspect.getsource(sys.modules[struct.__module__]))
    classes = (node for node in tree.body if isinstance(node, ast.ClassDef))
    body = next((node.body for node in classes if node.name == struct.__name__), [])
    told = {}
    for field, below in pairwise(body):
        text = (
            below.value.value if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) else ""
        )
        if text and isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            told[field.target.id] = " ".join(str(text).split())
    return told


_MOST = 3
"""Keys that are named at most."""
_SURE = 0.75
"""How similar a key must be to be meant."""


def key_meant(written: str, struct: type[msgspec.Struct], given: Collection[str] = ()) -> str:
    """`did you mean "x"?` for an unknown key of a struct, or "" where no known one is near. A key that is
    `given` beside it is not meant.

    Keys that the unknown one contains (`my hand`) come first, then the only key whose description mentions
    it, then keys with a similar spelling.
    """
    meanings = {key: meaning for key, meaning in described(struct) if key not in given}
    wanted = _words(written)
    if wanted and written.casefold() not in meanings:
        held = [key for key in meanings if _words(key) and {*_words(key)} <= {*wanted}]
        if held := [key for key in held if _words(key) == wanted] or held:
            return did_you_mean(held[:_MOST])
        mentioned = [key for key, meaning in meanings.items() if {*wanted} <= {*_words(meaning)}]
        if len(mentioned) == 1:
            return str(did_you_mean(mentioned))  # perhaps, not surely
    return suggest(written, meanings, _SURE)


def _words(text: str) -> list[str]:
    """The words of a text, without a plural's s."""
    return [word.removesuffix("s") for word in re.findall(r"[a-z]+", text.casefold())]


def described(struct: type[msgspec.Struct]) -> Iterator[tuple[str, str]]:
    """Each key with its description."""

    below = meanings(struct)
    info: Any = mi.type_info(struct)
    for field in info.fields:
        extra = field.type.extra_json_schema if isinstance(field.type, mi.Metadata) else None
        yield field.encode_name, below.get(field.name, "") or (extra or {}).get("description", "")


DIALECT = "http://json-schema.org/draft-07/schema#"

# `decode` reads a plain scalar as a text even if an editor takes it for a number or a truth value.
_TEXT_TYPES = ["string", "number", "boolean"]


def json_schema(type_: Any, words: Mapping[str, Iterable[str]] | None = None) -> dict[str, Any]:
    """The draft-07 schema of a type that `decode` can read.

    Docstrings of structs and `Meta(description=...)` become descriptions; a field without one gets that of
    its struct. Structs below the root are `$defs` under their class names. For a text with
    `Meta(extra={"completes": name})`, editors complete from the `words` of that name.

    Raises:
        TypeError: the type cannot be read from a file.
    """
    root = mi.type_info(type_)
    schemas = _Schemas(words or {})
    body = schemas.struct(root) if isinstance(root, mi.StructType) else schemas.of(root)
    definitions = schemas.all_definitions()
    return {"$schema": DIALECT, **body, **({"$defs": definitions} if definitions else {})}


def schema_of_kinds(
    types: Sequence[Any], words: Mapping[str, Iterable[str]] | None = None
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The draft-07 schema of a file that may be of several kinds, and the parts of it for each kind.

    The usual kind comes first; each other one is recognised by a key that no kind before it has. A single
    kind is the whole schema, see `json_schema`; several are `$defs`.
    """
    if len(types) == 1:
        whole = json_schema(types[0], words)
        return whole, [whole]
    schemas = _Schemas(words or {})
    roots = [schemas.of(mi.type_info(each)) for each in types]
    kinds = [schemas.definitions[root["$ref"].rpartition("/")[2]] for root in roots]
    body, known = roots[0], set(kinds[0]["properties"])
    for root, kind in zip(roots[1:], kinds[1:], strict=True):
        own = [{"required": [key]} for key in kind["properties"] if key not in known]
        body = {"if": {"anyOf": own}, "then": root, "else": body}
        known |= set(kind["properties"])
    return {"$schema": DIALECT, "type": "object", **body, "$defs": schemas.all_definitions()}, kinds


class _Schemas:
    def __init__(self, words: Mapping[str, Iterable[str]]) -> None:
        self.words = words
        self.definitions: dict[str, dict[str, Any]] = {}
        self.names: dict[Any, str] = {}

    def all_definitions(self) -> dict[str, Any]:
        """The definitions of the structs by name, then those of the words."""
        found = {name: self.definitions[name] for name in sorted(self.definitions)}
        return found | {name: {"enum": sorted(each)} for name, each in self.words.items()}

    def of(self, type_: mi.Type) -> dict[str, Any]:
        match type_:
            case mi.Metadata(extra={"completes": str(name)}) if name in self.words:
                return {"anyOf": [{"$ref": f"#/$defs/{name}"}, self.of(type_.type)]}
            case mi.Metadata():
                return _described(self.of(type_.type), type_.extra_json_schema or {})
            case mi.StrType():
                return {"type": _TEXT_TYPES, **_bounds(type_, "Length", pattern=type_.pattern)}
            case mi.IntType():
                low, high = integer_range(type_)
                return {"type": "integer", "minimum": low, "maximum": high}
            case mi.BoolType():
                return {"type": "boolean"}
            case mi.NoneType():
                return {"type": "null"}
            case mi.AnyType():
                return {}
            case mi.LiteralType() | mi.EnumType():
                return {"enum": _as_written(list(choices(type_)))}
            case mi.ListType() | mi.VarTupleType() | mi.SetType() | mi.FrozenSetType():
                return {"type": "array", "items": self.of(type_.item_type), **_bounds(type_, "Items")}
            case mi.TupleType():
                items = [self.of(each) for each in type_.item_types]
                size = len(items)
                return {"type": "array", "items": items, "minItems": size, "maxItems": size}
            case mi.DictType():
                return self._dict(type_)
            case mi.StructType():
                whole = {"$ref": f"#/$defs/{self._define(type_)}"}
                text = {"type": "string", "maxLength": MOST_CHARACTERS}
                return {"anyOf": [whole, text]} if issubclass(type_.cls, FromText) else whole
            case mi.UnionType():
                return {"anyOf": [self.of(each) for each in type_.types]}
            case _:
                raise TypeError(f"{type_} cannot be read from a file")

    def struct(self, type_: mi.StructType) -> dict[str, Any]:
        """The schema of a struct's mapping, in full."""
        properties: dict[str, Any] = {}
        docstring = inspect.cleandoc(type_.cls.__dict__.get("__doc__") or "")
        texts = meanings(type_.cls)
        required = [field.encode_name for field in type_.fields if field.required]
        if type_.tag_field is not None:
            tags = {"enum": _as_written([str(type_.tag)])}
            properties[type_.tag_field] = _described(tags, _saying(docstring))
            required.insert(0, type_.tag_field)
        for field in type_.fields:
            schema = self.of(field.type)
            if field.default is not msgspec.NODEFAULT:
                schema = _described(schema, {"default": msgspec.to_builtins(field.default)})
            of_type = schema.pop("description", "")
            said = " ".join(filter(None, (texts.get(field.name), of_type))) or docstring
            properties[field.encode_name] = _described(schema, _saying(said))
        result: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
        if required:
            result["required"] = required
        return _described(result, _saying(docstring))

    def _define(self, type_: mi.StructType) -> str:
        """The name of the struct's definition, which is made on first use."""
        if type_.cls not in self.names:
            name = type_.cls.__name__
            while name in self.definitions:
                name += "_"
            self.names[type_.cls] = name
            self.definitions[name] = {}  # reserves the name; a recursive struct needs it
            self.definitions[name] = self.struct(type_)
        return self.names[type_.cls]

    def _dict(self, type_: mi.DictType) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "object", **_bounds(type_, "Properties")}
        key = bare(type_.key_type)
        if isinstance(type_.key_type, mi.Metadata) and type_.key_type.extra:
            schema["propertyNames"] = self.of(type_.key_type)
        if choices(key):
            schema["propertyNames"] = {"enum": list(map(str, choices(key)))}
        if not isinstance(type_.value_type, mi.AnyType):
            schema["additionalProperties"] = self.of(type_.value_type)
        return schema


def _saying(text: str) -> dict[str, Any]:
    return {"description": text} if text else {}


def _described(schema: dict[str, Any], extra: dict[str, Any]) -> dict[str, Any]:
    """The schema with annotations. A `$ref` is wrapped: draft-07 ignores what stands beside it."""
    if not extra:
        return schema
    return {**extra, **({"allOf": [schema]} if "$ref" in schema else schema)}


def _bounds(type_: Any, unit: str, **others: Any) -> dict[str, Any]:
    low, high = size_range(type_)
    bounds = {f"min{unit}": low, f"max{unit}": high, **others}
    return {name: value for name, value in bounds.items() if value is not None}


def _as_written(values: list[Any]) -> list[Any]:
    """The values; for a text such as "1.4" also the number that an editor reads if it has no quotes."""
    result = list(values)
    for value in values:
        if isinstance(value, str):
            try:
                read = json.loads(value)
            except ValueError:
                continue
            if (isinstance(read, int | float) and read == read) or read is None:
                result.append(read)
    return result
