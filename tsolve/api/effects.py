"""The vocabulary of a game's cards: the places of effects on a card, and every kind that may stand there.

All of it is read from the types of a game's cards and from the cards themselves, so that nothing is written
twice: fields with their ranges and defaults, what the docstrings say, and an example from a printed card.
"""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
import msgspec.inspect as mi

from tsolve.api.games import games, module, ruleset, usual_game
from tsolve.diagnostics import suggest
from tsolve.errors import UnknownNameError
from tsolve.model.lookups import (
    CardWords,
    EffectKey,
    EffectKind,
    KindAnswer,
    KindPlace,
    KindRow,
    VocabularyAnswer,
)
from tsolve.regex import Regex
from tsolve.rules.card_facts import words_of
from tsolve.source.schema import meanings
from tsolve.source.tree import MAX_INTEGER, bare, choices, describe, integer_range

_NOTES = Regex(r"(?:, )?\b[AB]-[0-9]+\b(?:, )?")
"""Numbers in the project's list of contradictions, which the open points of a ruleset tell in full."""


def vocabulary(query: str = "", game: str | None = None) -> VocabularyAnswer | KindAnswer:
    """The kind of effect of this name in full; else the kinds of a place, by the field of a card, or those
    that are about some words; all of them for "".

    Unless a game is named, the first one that knows the name or the words answers, the usual one before
    others. Raises UnknownNameError where nothing is found, with similar names, and for a game whose cards
    have no kinds of effects.
    """
    wanted = " ".join(query.split())
    asked = tuple(dict.fromkeys((usual_game(), *games()))) if game is None else (game,)
    if game is not None and not places(game):
        others = ", ".join(each for each in games() if places(each))
        title = ruleset(game).title
        raise UnknownNameError(f"the cards of {title} have no kinds of effects; those of {others} have")
    for look in (_named, _standing, _about) if wanted else (_all_of,):
        for each in asked:
            if (found := look(wanted, each)) is not None:
                return found
    near = suggest(wanted, [name for each in asked for name in names(each)])
    raise UnknownNameError(
        f'no effect of a card is called "{wanted}" or is about it; {near or "`tsolve vocabulary` lists them"}'
    )


def names(game: str) -> dict[str, str]:
    """The kinds and the places of a game, with what is said of them."""
    kinds = {kind.name: kind.sentence for place in places(game) for kind in place.kinds}
    return {**{place.field: place.title for place in places(game)}, **kinds}


def _all_of(_: str, game: str) -> VocabularyAnswer | None:
    found = _listed(places(game))
    return VocabularyAnswer("", game, ruleset(game).title, found, tuple(_words(game))) if found else None


def _named(wanted: str, game: str) -> KindAnswer | None:
    """The kinds of this name, each once though it may stand in several places."""
    spelled = wanted.casefold().replace(" ", "_")
    found: dict[type, list[Kind]] = {}
    for place in places(game):
        for kind in place.kinds:
            if kind.name == spelled:
                found.setdefault(kind.struct.cls, []).append(kind)
    return KindAnswer(game, ruleset(game).title, tuple(map(_in_full, found.values()))) if found else None


def _standing(wanted: str, game: str) -> VocabularyAnswer | None:
    """What stands in this field of a card: kinds of effects, or words."""
    field = wanted.casefold().replace(" ", "_")
    found = _listed(place for place in places(game) if place.field == field)
    words = tuple(each for each in _words(game) if each.field == field)
    return VocabularyAnswer(wanted, game, ruleset(game).title, found, words) if found or words else None


def _about(wanted: str, game: str) -> VocabularyAnswer | None:
    """The kinds whose description has all of these words."""
    words = wanted.casefold().replace("_", " ").split()
    found = [
        place._replace(kinds=kinds)
        for place in places(game)
        if (kinds := tuple(kind for kind in place.kinds if all(word in kind.said for word in words)))
    ]
    return VocabularyAnswer(wanted, game, ruleset(game).title, _listed(found)) if found else None


def _listed(found: Iterable[EffectPlace]) -> tuple[KindPlace, ...]:
    """The places with their kinds; those that have the same kinds stand together."""
    together: dict[tuple[KindRow, ...], list[EffectPlace]] = {}
    for place in found:
        rows = tuple(KindRow(kind.name, kind.sentence) for kind in place.kinds)
        together.setdefault(rows, []).append(place)
    return tuple(
        KindPlace(tuple(each.field for each in alike), ", ".join(each.title for each in alike), rows)
        for rows, alike in together.items()
    )


def _in_full(alike: list[Kind]) -> EffectKind:
    """A kind, by what it is in each of its places."""
    kind = alike[0]
    texts = meanings(kind.struct.cls)
    place, example = kind.field.encode_name, _flow(kind.example)
    return EffectKind(
        kind.name,
        kind.sentence,
        tuple(each.field.encode_name for each in alike),
        tuple(
            EffectKey(field.encode_name, _values(field.type), _default(field), texts.get(field.name, ""))
            for field in kind.struct.fields
        ),
        f"{place}:\n- {example}\n" if kind.in_list else f"{place}: {example}\n",
        tuple(dict.fromkeys(use.card.name for each in alike for use in each.uses)),
    )


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
    def said(self) -> str:
        """What words are looked for in."""
        keys = " ".join(field.encode_name for field in self.struct.fields)
        return f"{self.name} {self.field.encode_name} {keys} {self.sentence}".replace("_", " ").casefold()

    @property
    def example(self) -> Any:
        """An entry of the field as plain data: from a printed card, else one that only shows the form.

        Of printed ones that which names the most fields; of equal ones the first.
        """
        if self.uses:
            return _plain(max(self.uses, key=lambda use: len(_given(use.effect))).entry)
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


@cache
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


def _words(game: str) -> Iterator[CardWords]:
    """The words by which the printed cards are told apart."""
    for field in words_of(module(game).card_type).kinds:
        by_kind: dict[str, set[str]] = {}
        cards: Iterable[Any] = ruleset(game).cards.values()
        for card in cards:
            by_kind.setdefault(card.kind, set()).update(getattr(card, field))
        for kind, words in by_kind.items():
            if words:
                yield CardWords(field, kind, tuple(sorted(words)))


def _default(field: mi.Field) -> str:
    if field.required:
        return "required"
    plain = msgspec.to_builtins(field.default if field.default is not msgspec.NODEFAULT else ())
    return "none" if plain is None else _flow(plain)


def _values(type_: mi.Type) -> str:
    """What a field may hold, in words."""
    type_ = bare(type_)
    if isinstance(type_, mi.IntType):
        low, high = integer_range(type_)
        if high < MAX_INTEGER:
            return f"{low} to {high}"
        return "whole number" if low == -MAX_INTEGER else f"{low} or more"
    if isinstance(type_, mi.BoolType):
        return "true, false"
    if isinstance(type_, mi.VarTupleType):
        return f"list of {_values(type_.item_type)}"
    if isinstance(type_, mi.UnionType):
        return ", ".join(_values(each) for each in type_.types if not isinstance(each, mi.NoneType))
    known = ", ".join(map(_flow, choices(type_)))
    return known or describe(type_).removeprefix("a ")


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


def _given(effect: Any) -> list[str]:
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
    return {**kind, **{name: _plain(getattr(value, name)) for name in _given(value)}}


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
