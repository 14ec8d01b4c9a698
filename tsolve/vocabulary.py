"""The vocabulary of a game's cards, from which a page of `docs` is made: every kind of effect and its place.

All of it is read from the types of a game's cards and from the cards themselves, so that nothing is written
twice: fields with their ranges and defaults, what the docstrings say, and an example from a printed card.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
import msgspec.inspect as mi

from tsolve.api.games import GAMES, module, ruleset
from tsolve.rules.card_facts import words_of
from tsolve.source.schema import meanings
from tsolve.source.tree import MAX_INTEGER, bare, choices, describe, integer_range

_OPENING = (
    "Every kind of effect that a card may have, with what its fields may hold. A field that is required must "
    "be given. The examples are those of printed cards. How a card is written is told in "
    "[rulesets](rulesets.md#cards), and how to make one's own in [own cards](own-cards.md)."
)
_NOTES = re.compile(r"(?:, )?\b[AB]-[0-9]+\b(?:, )?")
"""Numbers in the project's list of contradictions, which the open points of a ruleset tell in full."""


class Use(NamedTuple):
    """An effect on a card, with the part of the card in which it stands."""

    card: Any
    field: str
    entry: Any
    effect: Any


class Kind(NamedTuple):
    """One kind of effect and the cards that have it."""

    game: str
    struct: mi.StructType
    field: mi.Field
    """The field of a card in which it stands."""
    uses: tuple[Use, ...]

    @property
    def name(self) -> str:
        """What stands under `kind`."""
        return str(self.struct.tag)

    @property
    def sentence(self) -> str:
        """What it does: the first paragraph of its docstring."""
        text = " ".join(inspect.cleandoc(self.struct.cls.__doc__ or "").partition("\n\n")[0].split())
        return _NOTES.sub("", text).replace(" ()", "")

    @property
    def example(self) -> Any:
        """An entry of the field as plain data: from a printed card, else one that only shows the form.

        Of printed ones that which names the most fields; of equal ones the first.
        """
        if self.uses:
            return _plain(max(self.uses, key=lambda use: len(_named(use.effect))).entry)
        sample = _Sample(self.game, self.struct).of(self.field.type)
        return sample[0] if isinstance(sample, list) else sample

    @property
    def in_list(self) -> bool:
        """Whether the field holds a list of them."""
        return isinstance(bare(self.field.type), mi.VarTupleType)


class EffectPlace(NamedTuple):
    """A place of effects: what they have in common, and the field of a card in which they stand."""

    title: str
    field: str
    kinds: tuple[Kind, ...]


def places(game: str) -> tuple[EffectPlace, ...]:
    """Every place of the vocabulary in the order of the card's fields, its kinds by name."""
    card_type = mi.type_info(module(game).card_type)
    assert isinstance(card_type, mi.StructType)
    uses = list(_uses(game))
    found: dict[tuple[type, str], list[Kind]] = {}
    for field in card_type.fields:
        for struct in _effects_of(field.type):
            own = tuple(
                use for use in uses if type(use.effect) is struct.cls and use.field == field.encode_name
            )
            (base,) = struct.cls.__bases__
            found.setdefault((base, field.encode_name), []).append(Kind(game, struct, field, own))
    return tuple(
        EffectPlace(_title(base, field), field, tuple(sorted(kinds, key=lambda kind: kind.name)))
        for (base, field), kinds in found.items()
    )


def vocabulary_as_markdown(game: str) -> str:
    """The text of the game's page."""
    lines = [
        "# Vocabulary",
        "",
        f"Made from the code and the cards of {ruleset(game).title} by `python -m tsolve.vocabulary {game}`.",
        "",
        _OPENING,
        "",
        *_words(game),
    ]
    for place in places(game):
        lines += [f"## {place.title}", "", f"In the field `{place.field}`.", ""]
        for kind in place.kinds:
            lines += _of_kind(kind)
    return "\n".join(lines).rstrip() + "\n"


def _uses(game: str) -> Iterator[Use]:
    """The effects of all cards as printed, then those that only some reading of an open point gives."""
    rules = ruleset(game)
    cards: list[Any] = list(rules.cards.values())
    for key, point in rules.interpretations.items():
        for option in point.options:
            if option.cards:
                read = rules.under({key: option.id})
                cards += [read[card] for card in option.cards]
    seen: list[tuple[str, Any]] = []
    for card in cards:
        for field in card.__struct_fields__:
            entries = getattr(card, field)
            for entry in entries if isinstance(entries, tuple) else (entries,):
                for effect in _tagged(entry):
                    if (card.id, effect) not in seen:
                        seen.append((card.id, effect))
                        yield Use(card, field, entry, effect)


def _tagged(entry: Any) -> Iterator[Any]:
    """The effects in one entry of a card's field."""
    if not isinstance(entry, msgspec.Struct):
        return
    if entry.__struct_config__.tag is not None:
        yield entry
    else:
        for field in entry.__struct_fields__:
            inside = getattr(entry, field)
            for each in inside if isinstance(inside, tuple) else (inside,):
                yield from _tagged(each)


def _effects_of(type_: mi.Type) -> Iterator[mi.StructType]:
    """The tagged structs that a field may hold, in lists and in structs inside it too."""
    type_ = bare(type_)
    if isinstance(type_, mi.VarTupleType):
        yield from _effects_of(type_.item_type)
    elif isinstance(type_, mi.UnionType):
        for each in type_.types:
            yield from _effects_of(each)
    elif isinstance(type_, mi.StructType):
        if type_.tag is not None:
            yield type_
        else:
            for field in type_.fields:
                yield from _effects_of(field.type)


def _title(base: type, field: str) -> str:
    """What the base class of a place's kinds says they are; where all places share one class, the field."""
    if base.__bases__ == (msgspec.Struct,):
        return field.capitalize()
    return " ".join((base.__doc__ or "").split()).partition(". ")[0].rstrip(".")


def _words(game: str) -> list[str]:
    """The words by which the printed cards are told apart."""
    lines = ["## Words", "", "What the printed cards are called; effects speak of them.", ""]
    lines += ["| field | kind of card | words |", "| --- | --- | --- |"]
    for field in words_of(module(game).card_type).kinds:
        by_kind: dict[str, set[str]] = {}
        cards: Iterable[Any] = ruleset(game).cards.values()
        for card in cards:
            by_kind.setdefault(card.kind, set()).update(getattr(card, field))
        for kind, words in by_kind.items():
            if words:
                lines.append(f"| `{field}` | `{kind}` | {', '.join(f'`{word}`' for word in sorted(words))} |")
    return [*lines, ""]


def _of_kind(kind: Kind) -> list[str]:
    lines = [f"### `{kind.name}`", "", kind.sentence, ""]
    if kind.struct.fields:
        meanings = _meanings(kind.struct)
        heads = ["key", "value", "default", *(["meaning"] if meanings else [])]
        lines += [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]
        for field in kind.struct.fields:
            cells = [f"`{field.encode_name}`", _values(field.type), _default(field)]
            cells += [meanings.get(field.name, "")] if meanings else []
            lines.append(f"| {' | '.join(cells)} |")
        lines.append("")
    names = dict.fromkeys(use.card.name for use in kind.uses)
    place, example = kind.field.encode_name, _flow(kind.example)
    shown = [f"{place}:", f"- {example}"] if kind.in_list else [f"{place}: {example}"]
    lines += ["```yaml", *shown, "```", ""]
    return [*lines, f"On {', '.join(names)}." if names else "On no printed card.", ""]


def _default(field: mi.Field) -> str:
    if field.required:
        return "required"
    plain = msgspec.to_builtins(field.default if field.default is not msgspec.NODEFAULT else ())
    return "none" if plain is None else f"`{_flow(plain)}`"


def _values(type_: mi.Type) -> str:
    """What a field may hold, in words."""
    type_ = bare(type_)
    if isinstance(type_, mi.IntType):
        low, high = integer_range(type_)
        if high < MAX_INTEGER:
            return f"{low} to {high}"
        return "whole number" if low == -MAX_INTEGER else f"{low} or more"
    if isinstance(type_, mi.BoolType):
        return "`true`, `false`"
    if isinstance(type_, mi.VarTupleType):
        return f"list of {_values(type_.item_type)}"
    if isinstance(type_, mi.UnionType):
        return ", ".join(_values(each) for each in type_.types if not isinstance(each, mi.NoneType))
    known = ", ".join(f"`{_flow(value)}`" for value in choices(type_))
    return known or describe(type_).removeprefix("a ")


def _meanings(struct: mi.StructType) -> dict[str, str]:
    """What is said below the fields of a struct, its own and those that it shares with others."""
    told = meanings(struct.cls)
    return {field.name: told[field.name] for field in struct.fields if field.name in told}


class _Sample(NamedTuple):
    """Plain data with what must be given, and with one effect wherever it may stand."""

    game: str
    wanted: mi.StructType

    def of(self, type_: mi.Type, name: str = "") -> Any:
        """Data of this type, for the field of this name."""
        type_ = bare(type_)
        if isinstance(type_, mi.VarTupleType):
            return [self.of(type_.item_type, name)]
        if isinstance(type_, mi.UnionType):
            known = [each for each in type_.types if not isinstance(each, mi.NoneType)]
            return self.of(self.wanted if self.wanted in known else known[0])
        if isinstance(type_, mi.StructType):
            kind = {"kind": type_.tag} if type_.tag is not None else {}
            needed = {
                field.encode_name: self.of(field.type, field.encode_name)
                for field in type_.fields
                if field.required
            }
            return {**kind, **needed}
        if isinstance(type_, mi.IntType):
            return max(integer_range(type_)[0], 1)
        return next(iter(choices(type_)), self._a_word(name))

    def _a_word(self, name: str) -> str:
        """The word that most printed cards have in the field for such words."""
        kinds = words_of(module(self.game).card_type).kinds
        field = f"{name}s" if f"{name}s" in kinds else kinds[-1]
        words = (word for card in ruleset(self.game).cards.values() for word in getattr(card, field))
        return str(Counter(words).most_common(1)[0][0])


def _named(effect: Any) -> list[str]:
    """The fields of an effect that have not their default."""
    return [
        field.name
        for field in msgspec.structs.fields(effect)
        if field.required or getattr(effect, field.name) != field.default
    ]


def _plain(value: Any) -> Any:
    """An entry of a card as its file has it: with the kind first and without defaults."""
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if not isinstance(value, msgspec.Struct):
        return value
    kind = {"kind": value.__struct_config__.tag} if value.__struct_config__.tag is not None else {}
    return {**kind, **{name: _plain(getattr(value, name)) for name in _named(value)}}


def _flow(value: Any) -> str:
    """Plain data as YAML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_flow, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return "null"
    if isinstance(value, str) and not re.fullmatch(r"[a-z_][a-z0-9_ ]*", value):
        return f'"{value}"'
    return str(value)


if __name__ == "__main__":
    if sys.argv[1:2] not in [[game] for game in GAMES]:
        sys.exit(f"usage: python -m tsolve.vocabulary {'|'.join(GAMES)}")
    print(vocabulary_as_markdown(sys.argv[1]), end="")
