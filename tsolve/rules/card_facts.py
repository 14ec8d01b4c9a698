"""The facts of a card in words, and the words that stand for several cards: a kind, a class, a group."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from tsolve.rules.names import Match, squash
from tsolve.rules.ruleset import CardFacts, Ruleset

UNTOLD = ("id", "name", "aliases", "provenance")


class CardWords(msgspec.Struct, frozen=True):
    """The words for the cards of a game; a card type may declare them as `words`."""

    columns: tuple[str, ...] = ()
    """The fields that a list of cards shows, in this order."""
    names: Mapping[str, str] = {}
    """What people call a field, if that is not its name."""
    heads: Mapping[str, str] = {}
    """The same for a narrow column."""
    kinds: tuple[str, ...] = ()
    """The fields whose words distinguish cards; the one that effects mention most comes last."""
    sorts: tuple[str, ...] = ()
    """Further fields whose value is a word for all cards that have it, such as a group."""
    qualities: Mapping[str, Callable[[Any], bool]] = {}
    """Words for several cards that are in no field, each with a test for these cards."""


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
    """The fields of a card in order: those that can `say` what they do as effects, the others as facts.

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
    """The facts of a card as one sentence without a full stop; only these fields, if any are named."""
    wanted = [each for each in told(card) if not fields or each.field in fields]
    gone = [field for field in fields if field not in UNTOLD and all(each.field != field for each in wanted)]
    says = [
        each.words if ": " in each.words else f"{name_of(each.field, card)} {each.words}" for each in wanted
    ]
    return "; ".join((*says, *(f"no {name_of(field, card)}" for field in gone)))


def differing(card: Any, before: Any, fields: Collection[str]) -> str:
    """These fields of a card, each with its former value if it has changed.

    Such as `cost 4 instead of 7; no traits`. Of effects only the present ones are listed: a change replaces
    all of them.
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
    """The words of a field that holds one word or several; empty if there is no such field."""
    value = getattr(card, field, ())
    if value is None or isinstance(value, int):
        return () if value is None else (str(value),)
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


_ARTICLES = ("a ", "an ", "the ", "any ", "some ")
_PLURALS = (("ies", "y"), ("ves", "f"), ("es", ""), ("s", ""))


class Sort(NamedTuple):
    """Cards that one word means."""

    word: str
    cards: frozenset[str]


class Sorts:
    """The sorts of a ruleset's cards, including boxes that are not played with: the words printed on them,
    and further words of the game.
    """

    def __init__(self, ruleset: Ruleset[CardFacts]) -> None:
        self._ruleset = ruleset
        found: dict[str, tuple[str, set[str]]] = {}
        for card in (*ruleset.cards.values(), *ruleset.absent.values()):
            for word in _words(card):
                found.setdefault(squash(word), (word, set()))[1].add(card.id)
        self._sorts = {key: Sort(word, frozenset(cards)) for key, (word, cards) in found.items()}

    @property
    def words(self) -> tuple[str, ...]:
        """Every sort by its word."""
        return tuple(sort.word for sort in self._sorts.values())

    def find(self, text: str) -> Sort | None:
        """What a text means, with or without an article, in the singular or the plural, in any language."""
        plain = without_article(text)
        known = (self._sorts[key] for key in singulars(squash(plain)) if key in self._sorts)
        if sort := next(known, None):
            return sort
        for index in (self._ruleset.names.words, self._ruleset.names.groups):
            match = index.resolve(plain)
            if isinstance(match, Match) and squash(match.id) in self._sorts:
                return self._sorts[squash(match.id)]
        return None


def without_article(text: str) -> str:
    """`Lamp` for `a Lamp`."""
    plain = " ".join(text.split())
    article = next((each for each in _ARTICLES if plain.casefold().startswith(each)), "")
    return plain[len(article) :]


def _words(card: CardFacts) -> Iterator[str]:
    told = words_of(card)
    for field in (*told.kinds, *told.sorts):
        value = getattr(card, field)
        for word in (value,) if isinstance(value, str) else value:
            if word:
                yield _begun(word.replace("_", " "))
    yield from (_begun(word) for word, means in told.qualities.items() if means(card))


def _begun(word: str) -> str:
    return word[:1].upper() + word[1:]


def singulars(text: str) -> Iterator[str]:
    """A text as it is written, and its possible singulars."""
    yield text
    for ending, singular in _PLURALS:
        if text.casefold().endswith(ending):
            yield text[: -len(ending)] + singular
