"""A position filled in field by field: each answer is put in its place of the file, and every other key stays
as it is written.

What is filled in is the data of the file itself, so that a file that somebody wrote can be filled in further.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property

import msgspec

from tsolve.errors import TsolveError
from tsolve.model.hexmaps import Coordinates
from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.source.data import Data
from tsolve.written import on_hexes, typed_entries
from tsolve.written.card_names import MOST_COPIES, split_count
from tsolve.written.card_names import meant as near_names
from tsolve.written.form import Field
from tsolve.written.placing import EACH, TOLD_OTHERWISE, found_at, matters, steps_of, with_answer
from tsolve.written.typed_entries import EMPTY, MOST_MEANT, ReadLine, as_mapping, instead
from tsolve.written.typed_names import meant

_REST, _NOBODY = "rest", "unknown"
_LISTS = ("card", "cards", "deck", "places", "text", "texts", "lines", "steps", "claims")
"""The shapes whose answer is a list of texts, or one of them alone."""
_ALONE = ("card", "text", "word", "number")
"""The shapes with one answer."""
_COUNTED = ("cards", "deck")
"""The shapes whose entries may be several of a card."""
_WHOLE_NUMBER = Regex("-?[0-9]{1,4}")


class FillError(TsolveError, ValueError):
    """What was typed says nothing, or not one thing only. In words for the writer."""

    def __init__(self, message: str, meant: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.meant = meant
        """What it may mean, each as it would be typed."""


class Entry(msgspec.Struct, frozen=True):
    """An entry of an answer."""

    key: str
    """Its number, or its name where the file has names."""
    text: str
    count: int = 0
    """How many there are; 0 where nothing is counted."""


class Filling:
    """What is filled in so far. Nothing is changed: each step gives another one."""

    def __init__(
        self,
        ruleset: Ruleset[CardFacts],
        fields: Sequence[Field],
        data: Mapping[str, Data],
        read_line: ReadLine,
        kind: str = "",
    ) -> None:
        """`data`: the file without its game. `kind`: the kind of file, where there are several and the file
        leaves it open.
        """
        self.fields, self.data = fields, data
        self.ruleset, self._read_line = ruleset, read_line
        self.kind = self._kind_of_file(kind)

    def _kind_of_file(self, else_: str) -> str:
        """The kind whose own keys the file has; else this one, or the first."""
        words = next((field.words for field in self.fields if field.shape == "kind"), ())
        own = {kind: self._own_keys(kind) for kind in words}
        told = next((kind for kind in words if own[kind] & self.data.keys()), "")
        fitting = [kind for kind in words if self._fits(kind)]
        return told or (else_ if else_ in fitting else next(iter((*fitting, else_, *words)), ""))

    def _own_keys(self, kind: str) -> set[str]:
        """The keys that no other kind of file has."""
        return {
            steps_of(each)[0] for each in self.fields if each.files == (kind,) and each.shape != "claims"
        } - {steps_of(each)[0] for each in self.fields if kind not in each.files}

    def _fits(self, kind: str) -> bool:
        """Whether a file of this kind may have all the keys that the file has of those of the form."""
        known = {steps_of(each)[0] for each in self.fields if each.shape != "kind"} & self.data.keys()
        of_kind = [
            (steps_of(each)[0], each.needs) for each in self.fields if not each.files or kind in each.files
        ]
        return known <= {key for key, needs in of_kind if not needs or (needs != key and needs in self.data)}

    def with_data(self, data: Mapping[str, Data]) -> Filling:
        """The same form, filled in so."""
        return Filling(self.ruleset, self.fields, data, self._read_line, self.kind)

    # what is there

    @cached_property
    def brought(self) -> Mapping[str, tuple[Field, Coordinates]]:
        """The figures that other answers bring, each with its field and its hex."""
        return on_hexes.brought(self.ruleset, list(self.asked()), self.keys())

    def asked(self) -> Iterator[Field]:
        """The fields that belong to the position, now that the others are so."""
        keys = self.keys()
        return (each for each in self.fields if each.shape != "kind" and matters(each, keys, self.fields))

    def keys(self) -> dict[str, Data]:
        """The answers by the keys of their fields."""
        found: dict[str, Data] = {}
        for field in self.fields:
            answer = self.kind if field.shape == "kind" else self.answer(field)
            if answer is not None:
                found[field.key] = answer
        return found

    def answer(self, field: Field) -> Data:
        """What the file says there; None for nothing. Of what stands inside entries, by their names."""
        before, each, behind = ".".join(steps_of(field)).partition(f".{EACH}.")
        there = found_at(self.data, before.split("."))
        if not each:
            return there
        inside = there.items() if isinstance(there, Mapping) else ()
        found = {
            name: found_at(entry, behind.split(".")) for name, entry in inside if isinstance(entry, Mapping)
        }
        return {name: value for name, value in found.items() if value is not None} or None

    def unanswered(self) -> Sequence[Field]:
        """The fields without which there is no position, and which nobody has filled in."""
        return [each for each in self.asked() if each.needed and self.answer(each) is None]

    def entries(self, field: Field) -> Sequence[Entry]:
        """The entries of an answer, in order."""
        answer = self.answer(field)
        if answer is None:
            return ()
        if self._is_list(field):
            counted = field.shape in (*_COUNTED, "counts")
            beside = answer.items() if field.shape == "deck" and isinstance(answer, Mapping) else ()
            return [
                *(Entry(name, f"{name}: {in_words(each)}") for name, each in beside if name != _REST),
                *(_listed(str(number), each, counted) for number, each in enumerate(self.listed(field))),
            ]
        if not isinstance(answer, Mapping):
            return [Entry("", in_words(answer))]
        counted = field.shape == "counts"
        if EACH in field.place:
            return [_named(_SEP.join(keys), each) for keys, each in _one_by_one(answer)]
        return [_named(name, each, counted) for name, each in answer.items()]

    def _is_list(self, field: Field) -> bool:
        """Whether the answer is a list; of what is counted a file may also list the names."""
        answer = self.answer(field)
        is_list = isinstance(answer, Sequence) and not isinstance(answer, str)
        return field.shape in _LISTS or (field.shape == "counts" and is_list)

    def listed(self, field: Field) -> list[Data]:
        """The answer as a list: of a deck that is known in part, the rest."""
        answer = self.answer(field)
        if field.shape == "deck" and isinstance(answer, Mapping):
            answer = answer.get(_REST)
        if isinstance(answer, Sequence) and not isinstance(answer, str):
            return list(answer)
        return [] if answer is None else [answer]

    # what is filled in

    def add(self, field: Field, typed: str) -> Filling:
        """With what was typed behind the rest. Raises FillError."""
        typed = typed.strip()
        if field.is_brought:
            raise FillError("other answers bring this: nothing is typed here")
        if field.shape in ("word", "number", "text"):
            return self.put(field, self._alone(field, typed))
        if not typed:
            return self
        if field.shape == "deck" and typed.casefold() == EMPTY:
            return self.put(field, [])
        if field.shape == "places":
            return self._in_places(field, self._read_list(field, typed))
        if self._is_list(field):
            return self._with_list(field, [*self.listed(field), *self._read_list(field, typed)])
        in_parts = EACH in field.place or field.shape == "figures"
        entries = [*self._mapping(field).items(), *self._named(field, typed)]
        return self.put(field, as_mapping(entries, in_parts))

    def count(self, field: Field, key: str, by: int) -> Filling:
        """With more or fewer of an entry; without it where none is left."""
        if field.shape == "counts" and not self._is_list(field):
            counts = dict(self._mapping(field))
            if not isinstance(number := counts.get(key), int):
                return self
            counts[key] = min(number + by, MOST_COPIES)
            left = {name: each for name, each in counts.items() if name != key or number + by > 0}
            return self.put(field, left or None)
        listed = self.listed(field)
        at = _number(key, len(listed))
        if field.shape not in (*_COUNTED, "counts") or at < 0 or not isinstance(entry := listed[at], str):
            return self
        count, name = split_count(entry)
        left_ = min(count + by, MOST_COPIES)
        listed[at : at + 1] = [f"{left_} x {name}" if left_ > 1 else name] if left_ > 0 else []
        return self._with_list(field, listed)

    def drop(self, field: Field, key: str) -> Filling:
        """Without an entry; of places, nobody knows any more who is there."""
        answer = self.answer(field)
        listed = self.listed(field)
        at = _number(key, len(listed))
        if not self._is_list(field) or (at < 0 and isinstance(answer, Mapping)):
            return self.put(field, _without(answer, key) or None if isinstance(answer, Mapping) else None)
        if at < 0:
            return self
        listed[at : at + 1] = [_NOBODY] if field.shape == "places" else []
        if field.shape == "places" and all(each == _NOBODY for each in listed):
            listed = []
        return self._with_list(field, listed)

    def at_place(self, field: Field, at: int, typed: str) -> Filling:
        """With this card in a place that is counted from 0. Raises FillError."""
        if not 0 <= at < field.places:
            raise FillError(f"there are {field.places} places")
        cards = self._cards(field, typed)
        if len(cards) > 1:
            raise FillError("one card stands in a place")
        listed = [*self._places(field), *[_NOBODY] * field.places][: field.places]
        listed[at] = cards[0] if cards else _NOBODY
        return self._with_list(field, listed)

    def put(self, field: Field, answer: Data) -> Filling:
        """With this answer, whatever stood there; None for none. Raises FillError."""
        with _told_to_the_writer():
            return self.with_data(with_answer(field, self.data, answer))

    def _with_list(self, field: Field, listed: Sequence[Data]) -> Filling:
        if field.shape in _ALONE:
            return self.put(field, listed[-1] if listed else None)
        if field.shape == "deck":
            there = self.answer(field)
            if isinstance(there, Mapping):
                beside = {key: each for key, each in there.items() if key != _REST}
                rest = {_REST: listed} if listed else {}
                return self.put(field, {**beside, **rest} or None)
            return self.put(field, listed if there and listed else {_REST: listed} if listed else None)
        return self.put(field, listed or None)

    def _places(self, field: Field) -> list[Data]:
        """Who is in the places. Raises FillError where the file tells it in another way."""
        listed = self.listed(field)
        if len(listed) > field.places or not all(isinstance(each, str) for each in listed):
            raise FillError(TOLD_OTHERWISE)
        return listed

    def _in_places(self, field: Field, cards: Sequence[Data]) -> Filling:
        """With cards in the first places of which nothing is known."""
        listed = [*self._places(field), *[_NOBODY] * field.places][: field.places]
        free = [at for at, each in enumerate(listed) if each == _NOBODY]
        if len(cards) > len(free):
            raise FillError(f"there are {field.places} places, and {len(free)} of them free")
        for at, card in zip(free, cards, strict=False):
            listed[at] = card
        return self._with_list(field, listed)

    def _mapping(self, field: Field) -> Mapping[str, Data]:
        """The answer as a mapping. Raises FillError where the file tells it in another way."""
        answer = self.answer(field)
        if isinstance(answer, Mapping) or answer is None:
            return answer or {}
        raise FillError(TOLD_OTHERWISE)

    # what is typed

    def _alone(self, field: Field, typed: str) -> Data:
        if not typed:
            return None
        if field.shape == "number":
            if not _WHOLE_NUMBER.fullmatch(typed):
                raise FillError(f"{field.asks}: type a number")
            return int(typed)
        if field.shape == "word" and typed not in field.words:
            raise FillError(instead(typed, field.words))
        if field.shape == "text":
            meant = typed_entries.texts_meant(self.ruleset, field, self.keys(), typed)
            if len(meant) > 1:
                raise FillError(f'which one is "{typed}"?', tuple(meant[:MOST_MEANT]))
            return typed_entries.text(field, meant[0] if meant else typed)
        return typed

    def _read_list(self, field: Field, typed: str) -> Sequence[Data]:
        if field.shape in ("lines", "steps", "claims"):
            with _told_to_the_writer():
                return self._read_line(field.key, typed, self.data)
        if field.shape == "texts":
            return typed_entries.parts(typed)
        return self._cards(field, typed)

    def _named(self, field: Field, typed: str) -> list[tuple[str, Data]]:
        """Entries of a mapping."""
        with _told_to_the_writer():
            if field.shape == "counts":
                return [self._counted(field, text) for text in self._names(typed)]
            if field.shape == "pairs":
                return [self._pair(field, text) for text in typed_entries.pairs(typed)]
            return [typed_entries.entry(self.ruleset, field, typed, self.fields, self.keys())]

    def _pair(self, field: Field, text: str) -> tuple[str, Data]:
        room, inside = typed_entries.fields_of_pair(field)
        place, card = typed_entries.pair(text)
        return self._card(room, place), self._card(inside, card)

    def _counted(self, field: Field, text: str) -> tuple[str, Data]:
        count, name = split_count(text)
        return typed_entries.word(field, name) if field.words else self._card(field, name), count

    def _cards(self, field: Field, typed: str) -> list[Data]:
        found: list[Data] = []
        for text in self._names(typed):
            count, name = split_count(text)
            if not 1 <= count <= MOST_COPIES:
                raise FillError(f"at least 1 and at most {MOST_COPIES} copies can be written")
            card = self._card(field, name)
            found.append(f"{count} x {card}" if count > 1 else card)
        return found

    def _names(self, typed: str) -> Sequence[str]:
        """The names on a line."""
        return typed_entries.names(typed, self._is_card)

    def _is_card(self, name: str) -> bool:
        """Whether this is the whole name of a card."""
        return self.ruleset.names.knows(name) or bool(self._own_card(name))

    def _card(self, field: Field, name: str) -> str:
        """A card as a file names it. Raises FillError where it is not clear which is meant."""
        if name.casefold() in field.words:
            return name.casefold()
        if own := self._own_card(name):
            return own
        cards = self.ruleset.cards
        found = meant(self.ruleset, name, field.kinds)
        named = tuple(cards[each].name for each in found.cards)
        if not found.cards:
            help_ = near_names(self.ruleset, name)
            raise FillError(f'there is no "{name}"{f"; {help_}" if help_ else ""}')
        if not found.sure:
            raise FillError(f'which card is "{name}"?', named[:MOST_MEANT])
        if field.kinds and getattr(cards[found.cards[0]], "kind", "") not in field.kinds:
            raise FillError(f"{named[0]} cannot be here")
        return named[0]

    def _own_card(self, name: str) -> str:
        """The card of this name that the file defines itself; empty for none."""
        own = self.data.get("cards")
        named = own if isinstance(own, Mapping) else ()
        return next((each for each in named if squash(each) == squash(name)), "")


@contextmanager
def _told_to_the_writer() -> Iterator[None]:
    """What cannot be read as FillError."""
    try:
        yield
    except FillError:
        raise
    except ValueError as error:
        raise FillError(str(error)) from None


def _named(name: str, value: Data, counted: bool = False) -> Entry:
    if counted and isinstance(value, int):
        return Entry(name, name, value)
    said = in_words(value)
    return Entry(name, f"{name}: {said}" if said else name)


_SEP = ": "


def _one_by_one(answer: Mapping[str, Data]) -> Iterator[tuple[tuple[str, ...], Data]]:
    """The entries of those that several may have, each for itself: the cards of one, which are mappings."""
    for name, value in answer.items():
        if isinstance(value, Mapping) and all(isinstance(each, Mapping) for each in value.values()):
            yield from (((name, inside), each) for inside, each in value.items())
        else:
            yield (name,), value


def _without(answer: Mapping[str, Data], key: str) -> dict[str, Data]:
    """A mapping without an entry, or without one in an entry, of which something is left."""
    if key in answer:
        return {name: each for name, each in answer.items() if name != key}
    left = dict(answer)
    for keys, _ in _one_by_one(answer):
        there = answer[keys[0]]
        if _SEP.join(keys) == key and isinstance(there, Mapping):
            left[keys[0]] = {name: each for name, each in there.items() if name != keys[1]}
    return {name: each for name, each in left.items() if each != {}}


def in_words(value: Data, between: str = "; ") -> str:
    """A value as people read it, without the signs of a file."""
    if isinstance(value, Mapping):
        told = ((key.replace("_", " "), each) for key, each in value.items())
        return between.join(key if each is True else f"{key} {in_words(each, ', ')}" for key, each in told)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(in_words(each, " ") for each in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _listed(key: str, entry: Data, counted: bool) -> Entry:
    if not counted or not isinstance(entry, str):
        return Entry(key, in_words(entry))
    count, name = split_count(entry)
    return Entry(key, name, count)


def _number(key: str, length: int) -> int:
    """The number of an entry; -1 for none."""
    at = int(key) if key.isdecimal() and len(key) < 6 else -1
    return at if at < length else -1
