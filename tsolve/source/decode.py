"""Decodes a tree into structs, as their types say.

The type alone decides how a scalar is read, so `no`, `1:30` and `017` stay texts where a text is expected.
Every problem is reported with its place, and decoding goes on after it.
"""

from __future__ import annotations

import re
from collections import abc
from collections.abc import Callable, Container, Hashable, Sequence
from contextlib import suppress
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

import msgspec.inspect as mi

from tsolve.diagnostics import Diagnostics, suggest
from tsolve.errors import Span, TreePath, TsolveError
from tsolve.source.decoded import Decoded, Former
from tsolve.source.inspected import Union, fields, struct_of, type_of_file, union_of
from tsolve.source.tree import (
    DIGITS,
    INVALID,
    MappingNode,
    Node,
    Scalar,
    ScalarDecoder,
    SequenceNode,
    bare,
    chosen,
    describe,
    folded,
    found,
    listed,
    plain_value,
    shortened,
)

T = TypeVar("T")


def decode(
    node: Node, type_: type[T], diagnostics: Diagnostics | None = None, called: KeyNames | None = None
) -> Decoded[T]:
    """Decode a tree as `type_`.

    Types: structs (also tagged unions), lists, tuples, sets, dicts, Literals, Enums, scalars, unions, Any.

    With `called`, as for position files, it is also read what people write in another form or in other words
    that can mean one thing only. Without, as for data that programs write, the form is the type's own.

    With `diagnostics`, wrong parts that can be left out are left out (list entries, values of a mapping,
    fields with a default), so that the rest can be checked further; the caller then has to call
    `diagnostics.raise_if_any()`. An index in a path counts the entries that remain.

    Raises:
        InputError: nothing usable remains; or, without a collector given, anything is wrong (E2xx).
    """
    collector = Diagnostics() if diagnostics is None else diagnostics
    decoder = _Decoder(collector, called)
    value = decoder.decode(node, type_of_file(type_, isinstance(node, MappingNode)), ())
    if value is INVALID or diagnostics is None:
        collector.raise_if_any()
    cut_lists = frozenset(decoder.cut_lists)
    return Decoded(
        value,
        decoder.spans,
        decoder.key_spans,
        node,
        cut_lists,
        decoder.former,
        collector.read_as,
        collector.doubts,
    )


_SENTENCE = mi.StrType()
"""The type of a text that stands for a struct."""


class NotUnderstoodError(TsolveError, ValueError):
    """A text that cannot be understood, with what to write instead."""

    def __init__(self, message: str, help_: str, is_final: bool = False) -> None:
        """`is_final`: in other words it would be misunderstood."""
        super().__init__(f"{message}; {help_}")
        self.message, self.help, self.is_final = message, help_, is_final


@runtime_checkable
class FromText(Protocol):
    """A struct that may also be written as one text."""

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The struct that the text means. Raises ValueError, with a message for the writer, where none is."""
        ...


class KeyNames(Protocol):
    """Names of keys in other languages."""

    def key(self, written: str, type_: type) -> str:
        """The key of the struct that is meant; `written` itself if none is. Raises NotUnderstoodError if
        several may be meant.
        """
        ...

    def sentence(self, text: str, type_: type) -> str:
        """A sentence that stands for a struct, with its key replaced in the same way."""
        ...


class _Decoder(ScalarDecoder):
    def __init__(self, diagnostics: Diagnostics, called: KeyNames | None) -> None:
        super().__init__(diagnostics)
        self.called = called
        self.spans: dict[TreePath, Span] = {}
        self.key_spans: dict[TreePath, Span] = {}
        self.cut_lists: set[TreePath] = set()
        self.former: Former = {}

    def _otherwise(self, node: Node, type_: mi.Type, path: TreePath) -> Any:
        from tsolve.source.meant import flow, meant  # few files need it

        found = meant(node, type_) if self.called is not None else None
        if found is None:
            return INVALID
        if not found.is_plain:
            key = next((f"{key}: " for key in reversed(path) if isinstance(key, str)), "")
            self.diagnostics.read_as[node.span] = f"`{key}{flow(found.node)}`"
        return self.decode(found.node, type_, path)

    def decode(self, node: Node, type_: mi.Type, path: TreePath) -> Any:
        self.spans[path] = node.span
        read = _READ.get(type(type_))
        if read is None:
            type_ = bare(type_)
            if (read := _READ.get(type(type_))) is None:
                raise TypeError(f"{type_} cannot be read from a file")
        return read(self, node, type_, path)

    def _nothing(self, node: Node, type_: mi.NoneType, path: TreePath) -> Any:
        return None if isinstance(node, Scalar) and node.is_null else self._wrong_kind(node, type_, path)

    def _anything(self, node: Node, any_: mi.AnyType, path: TreePath) -> Any:
        if isinstance(node, Scalar):
            return plain_value(node)
        if isinstance(node, SequenceNode):
            return self._list(node, mi.ListType(any_), path)
        return self._dict(node, mi.DictType(mi.StrType(), any_), path)

    # Collections

    def _list(self, node: Node, type_: Any, path: TreePath) -> Any:
        if not isinstance(node, SequenceNode):
            return self._wrong_kind(node, type_, path)
        if not self._fits(len(node.items), "entries", type_, node.span):
            return INVALID
        values: list[Any] = []
        for item in node.items:
            value = self.decode(item, type_.item_type, (*path, len(values)))
            if value is not INVALID:
                values.append(value)
            else:
                self.cut_lists.add(path)
        match type_:
            case mi.ListType():
                return values
            case mi.VarTupleType():
                return tuple(values)
            case mi.SetType():
                return set(values)
            case _:
                return frozenset(values)

    def _tuple(self, node: Node, type_: mi.TupleType, path: TreePath) -> Any:
        if not isinstance(node, SequenceNode):
            return self._wrong_kind(node, type_, path)
        types = type_.item_types
        if len(types) != len(node.items):
            message = f"expected {len(types)} entries, found {len(node.items)}"
            return self._report("E208", message, node.span)
        pairs = zip(node.items, types, strict=True)
        values = tuple(self.decode(item, each, (*path, i)) for i, (item, each) in enumerate(pairs))
        return INVALID if any(value is INVALID for value in values) else values

    def _dict(self, node: Node, type_: mi.DictType, path: TreePath) -> Any:
        if not isinstance(node, MappingNode):
            return self._wrong_kind(node, type_, path)
        if not self._fits(len(node.items), "entries", type_, node.span):
            return INVALID
        values: dict[Any, Any] = {}
        for name, item in node.items:
            here = (*path, name.text)
            key = self.decode(name, type_.key_type, here)
            value = self.decode(item, type_.value_type, here)
            self.key_spans[here] = name.span
            if key is not INVALID and value is not INVALID:
                values[key] = value
        return values

    # Structs and unions

    def _struct(self, node: Node, type_: mi.StructType, path: TreePath) -> Any:
        if isinstance(node, Scalar) and not node.is_null and issubclass(type_.cls, FromText):
            if not self._fits(len(node.text), "characters", _SENTENCE, node.span):
                return INVALID
            return self._sentence(node, type_.cls)
        if not isinstance(node, MappingNode):
            return self._wrong_kind(node, type_, path)
        _, keys, required = struct_of(type_)
        if self.called is not None and len(node.items) <= 2 and issubclass(type_.cls, FromText):
            from tsolve.source.meant import as_sentence, with_a_number  # late: only where few keys are all

            if (text := as_sentence(node, keys)) is not None:
                return self._sentence(text, type_.cls)
            bounded = getattr(type_.cls, "bounded", ())
            text = with_a_number(node, keys, bounded)
            if text is not None and self._is_sentence(text, type_.cls):
                return self._sentence(text, type_.cls)
        values: dict[str, Any] = {}
        broken = False
        for key, item in node.items:
            here = (*path, name := self._named_today(key, type_, keys, path))
            self.key_spans[here] = key.span
            known = keys.get(name)
            if known is not None and known.field in values:
                self._report("E115", f'the key "{name}" is given twice, once by another name', key.span)
            elif known is not None:
                values[known.field] = self.decode(item, known.type, here)
            elif key.text != type_.tag_field:
                self._unknown_key(key, type_, node)
                broken = True
            elif isinstance(item, Scalar) and item.text == str(type_.tag):
                self.spans[here] = item.span
            else:
                self._report("E207", f"expected {type_.tag}, found {found(item)}", item.span)
                broken = True
        missing = [name for name, field in required.items() if field not in values]
        if type_.tag_field is not None and node.get(type_.tag_field) is None:
            missing.append(type_.tag_field)
        for name in missing:
            self._report("E203", f'the key "{name}" is missing', node.span)
        sound = {name: value for name, value in values.items() if value is not INVALID}
        if missing or any(field not in sound for field in required.values()):
            return INVALID
        try:
            return type_.cls(**sound)
        except ValueError as error:  # from the struct's own check
            if not broken and len(sound) == len(values):  # else the error may come from a part left out
                self._report("E210", str(error), node.span)
            return INVALID

    def _is_sentence(self, text: Scalar, type_: type[FromText]) -> bool:
        return _Decoder(Diagnostics(), self.called)._sentence(text, type_) is not INVALID

    def _sentence(self, node: Scalar, type_: type[FromText]) -> Any:
        """The struct that a text stands for."""
        try:
            try:
                return type_.from_text(node.text)
            except NotUnderstoodError as error:
                if error.is_final:
                    raise
                meant = self.called.sentence(node.text, type_) if self.called is not None else node.text
                if meant == node.text:
                    raise
            with suppress(NotUnderstoodError):
                return type_.from_text(meant)
            return type_.from_text(node.text)
        except NotUnderstoodError as error:
            return self._report("E210", error.message, node.span, error.help)
        except ValueError as error:
            return self._report("E210", str(error), node.span)

    def _named_today(self, key: Scalar, type_: mi.StructType, keys: Container[str], path: TreePath) -> str:
        """The key under its name of today; an old key without such a name keeps its own."""
        former: abc.Mapping[str, str] = getattr(type_.cls, "former", _NO_NAMES)
        if (today := former.get(key.text)) is not None:
            name = today if today in keys else key.text
            self.former[*path, name] = key.text, today
            return name
        if key.text in keys or self.called is None:
            return key.text
        if (name := _other_word(key.text, type_.cls)) != key.text:
            self.former[*path, name] = key.text, ""
            return name
        try:
            name = self.called.key(key.text, type_.cls)
        except NotUnderstoodError as error:
            self._report("E202", error.message, key.span, error.help)
            return key.text
        if name != key.text:
            self.former[*path, name] = key.text, ""
        return name

    def _unknown_key(self, key: Scalar, type_: mi.StructType, around: MappingNode) -> None:
        def hint() -> str:
            from tsolve.source.schema import key_meant  # late: only mistakes need it

            known = [field.encode_name for field in type_.fields]
            is_written = self.called is not None  # else the node may hold more than people wrote
            given = {each.text for each, _ in around.items} if is_written else ()
            return key_meant(key.text, type_.cls, given) or (
                f"known keys: {listed(known)}" if len(known) <= 12 else ""
            )

        self._report("E202", f'unknown key "{shortened(key.text)}"', key.span, hint if type_.fields else "")

    def _union(self, node: Node, type_: mi.UnionType, path: TreePath) -> Any:
        union = union_of(type_)
        if isinstance(node, Scalar):
            return self._scalar_union(node, union, path)
        if isinstance(node, SequenceNode):
            fitting = union.lists
        else:
            if len(union.structs) > 1:
                return self._tagged_union(node, union.structs, path)
            fitting = union.mappings
            if not any(_may_be(node, each) for each in fitting):
                value = self._otherwise(node, type_, path)  # a list, perhaps, in the form of a mapping
                if value is not INVALID:
                    return value
        # msgspec allows at most one type of each shape in a union
        return self.decode(node, fitting[0], path) if fitting else self._wrong_kind(node, type_, path)

    def _scalar_union(self, node: Scalar, union: Union, path: TreePath) -> Any:
        types, by_class = union.types, union.by_class
        if node.is_null and mi.NoneType in by_class:
            return None
        if not node.quoted and node.text in ("true", "false") and mi.BoolType in by_class:
            return node.text == "true"
        integer = by_class.get(mi.IntType)
        if integer and not node.quoted and DIGITS.fullmatch(node.text) and _reads_as_integer(node, by_class):
            return self.decode(node, integer, path)
        for accepted in union.choices:
            key = chosen(node, accepted)
            if key is not INVALID:
                return accepted[key]
        if mi.StrType in by_class:
            return self.decode(node, by_class[mi.StrType], path)
        others = [each for each in types if not isinstance(each, mi.NoneType)]
        if len(others) == 1:
            return self.decode(node, others[0], path)
        known = [value for each in union.choices for value in each if isinstance(value, str)]
        if not known:
            return self._wrong_kind(node, union.type, path)
        if (meant := self._otherwise(node, union.type, path)) is not INVALID:
            return meant
        message = f"expected {describe(union.type)}, found {found(node)}"

        def hint() -> str:
            from tsolve.source.meant import how_to_write  # only mistakes ask

            return suggest(node.text, known) or how_to_write(node, union.type)

        return self._report("E207", message, node.span, hint)

    def _tagged_union(self, node: MappingNode, structs: Sequence[mi.StructType], path: TreePath) -> Any:
        tag_field = structs[0].tag_field
        assert tag_field is not None  # msgspec refuses unions of structs without tags
        known = sorted(str(struct.tag) for struct in structs)
        tag = node.get(tag_field)
        if tag is None:
            return self._report("E203", f'the key "{tag_field}" is missing: {listed(known)}', node.span)
        if isinstance(tag, Scalar):
            for struct in structs:
                if tag.text == str(struct.tag):
                    return self._struct(node, struct, path)
        hint = suggest(tag.text, known) if isinstance(tag, Scalar) else ""
        return self._report("E207", f"expected {listed(known)}, found {found(tag)}", tag.span, hint)


_NO_NAMES: abc.Mapping[str, str] = {}


def _other_word(written: str, struct: Hashable) -> str:
    """The key that is written in other letters, or by another word for it; the text itself for none."""
    others: abc.Mapping[str, str] = getattr(struct, "other_words", _NO_NAMES)
    names = {folded(each.encode_name): each.encode_name for each in fields(struct)}
    return names.get(folded(written)) or {folded(other): key for other, key in others.items()}.get(
        folded(written), written
    )


def _may_be(node: MappingNode, type_: mi.Type) -> bool:
    """Whether a mapping has a key of this type."""
    keys = struct_of(type_).keys if isinstance(type_, mi.StructType) else ()
    return not keys or not node.items or any(key.text in keys for key, _ in node.items)


def _reads_as_integer(node: Scalar, by_class: dict[type[mi.Type], mi.Type]) -> bool:
    """Whether digits are a number. If the union also allows a text, `017` is a text; a long number is not."""
    return mi.StrType not in by_class or re.fullmatch("-?(0|[1-9][0-9]*)", node.text) is not None


_READ: dict[type[mi.Type], Callable[[_Decoder, Any, Any, TreePath], Any]] = {
    mi.StrType: _Decoder._text,
    mi.IntType: _Decoder._integer,
    mi.BoolType: _Decoder._truth,
    mi.NoneType: _Decoder._nothing,
    mi.AnyType: _Decoder._anything,
    mi.LiteralType: _Decoder._choice,
    mi.EnumType: _Decoder._choice,
    mi.StructType: _Decoder._struct,
    mi.UnionType: _Decoder._union,
    mi.DictType: _Decoder._dict,
    mi.TupleType: _Decoder._tuple,
    **dict.fromkeys((mi.ListType, mi.VarTupleType, mi.SetType, mi.FrozenSetType), _Decoder._list),
}
"""How a node is read as each kind of type."""
