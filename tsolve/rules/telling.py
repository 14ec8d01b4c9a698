"""The facts of a card in words, whatever the game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec

UNTOLD = ("id", "name", "aliases", "provenance")


class CardWords(msgspec.Struct, frozen=True):
    """How people speak of the cards of a game: what its card type says as `words`, if anything."""

    columns: tuple[str, ...] = ()
    """The fields that a list of cards shows, in this order."""
    names: Mapping[str, str] = {}
    """What a field is called, where it is not its own name."""
    heads: Mapping[str, str] = {}
    """The same for a narrow column."""
    kinds: tuple[str, ...] = ()
    """The fields whose words tell cards apart; the one that effects mention most comes last."""
    sorts: tuple[str, ...] = ()
    """Further fields whose value is a word for all cards that have it, such as a group."""
    qualities: Mapping[str, Callable[[Any], bool]] = {}
    """Words for several cards that no field says, each with which cards it means."""


def words_of(card: Any) -> CardWords:
    """The words for a card, or a type of cards."""
    words: CardWords = getattr(card, "words", CardWords())
    return words


class ToldFact(msgspec.Struct, frozen=True):
    """One fact of a card, or one effect of it."""

    field: str
    words: str
    is_effect: bool


def told(card: Any) -> Iterator[ToldFact]:
    """The fields of a card in order: as effects those that can `say` what they do, else as facts.

    A part of a card may tell itself piece by piece: `parts_in_words` gives names with texts.
    """
    for field in card.__struct_fields__:
        value = getattr(card, field)
        if field in UNTOLD or value in (None, "", ()) or value is False:
            continue
        if hasattr(value, "parts_in_words"):
            yield from (ToldFact(name, words, True) for name, words in value.parts_in_words())
        elif isinstance(value, tuple) and hasattr(value[0], "say"):
            yield from (ToldFact(field, _say(each), True) for each in value)
        else:
            yield ToldFact(field, _value_in_words(value, card), False)


def _say(effect: Any) -> str:
    """What an effect does; `also` marks one that is printed together with the one before it."""
    return f"and {effect.say()}" if getattr(effect, "also", False) else str(effect.say())


def in_words(card: Any, fields: Collection[str] = ()) -> str:
    """The facts of a card as one sentence without its full stop; only these fields, where some are named."""
    wanted = [each for each in told(card) if not fields or each.field in fields]
    gone = [field for field in fields if field not in UNTOLD and all(each.field != field for each in wanted)]
    says = [
        each.words if ": " in each.words else f"{name_of(each.field, card)} {each.words}" for each in wanted
    ]
    return "; ".join((*says, *(f"no {name_of(field, card)}" for field in gone)))


def differing(card: Any, before: Any, fields: Collection[str]) -> str:
    """These fields of a card, each with what it was before where it is otherwise now.

    Such as `cost 4 instead of 7; no traits`. Effects are told as they are now alone: they are given anew as
    a whole.
    """
    effects = {each.field for each in (*told(card), *told(before)) if each.is_effect}
    was = {each.field: each.words for each in told(before) if not each.is_effect}
    parts = []
    for field in (field for field in card.__struct_fields__ if field in fields and field not in UNTOLD):
        now = in_words(card, (field,))
        other = field not in effects and getattr(card, field) != getattr(before, field)
        parts.append(f"{now} instead of {was[field]}" if other and field in was else now)
    return "; ".join(parts)


def values_of(card: Any, field: str) -> Sequence[str]:
    """The words of a field that holds one word or several; none where there is no such field."""
    value = getattr(card, field, ())
    return (value,) if isinstance(value, str) else value


def name_of(field: str, card: Any) -> str:
    """A field of a card as people call it."""
    return words_of(card).names.get(field, field.replace("_", " "))


def _value_in_words(value: Any, card: Any) -> str:
    if value is True:
        return "yes"
    if isinstance(value, msgspec.Struct):
        parts = ((field, getattr(value, field)) for field in value.__struct_fields__)
        return ", ".join(f"{name_of(field, card)} {number}" for field, number in parts if number)
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value)
