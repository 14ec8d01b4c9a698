"""The forms of a step: the words of an action, declared once, by which it is written, read and explained.

A form is a sentence with slots, such as `give {card:mine} to {whom}`. A slot names a field of the action, and
after a colon the kind of thing that fills it, if that differs from the field's name. Further sentences are
other ways to say the same: words in `[brackets]` are optional, and `(use|play)` means one of the two. A slot
without a space before it, such as `{ability}` in `{card}{ability}`, is written only where it matters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import product
from typing import ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from tsolve.regex import Regex

_SLOT = Regex(r"\{(\w+)(?::(\w+))?\}")
_WORDS = Regex(r"\w+")
_OPTIONAL = r"\[([^\[\]]*)\]"
_THEN = Regex(r"^(?:(?:and|then|finally)\b,? ?|first, ?)+", re.IGNORECASE)
"""Words before a step that only say in which order it comes. (`first NAME` is a copy of a card.)"""
_SMALL = frozenset(("a", "the", "my", "to", "in", "on", "of", "and", "for", "with", "into", "up"))
"""Words that do not help to tell forms apart."""


class Formed(msgspec.Struct, frozen=True):
    """An action with the forms in which it is written; used is the first form whose slots can all be
    filled.
    """

    forms: ClassVar[tuple[Form, ...]]


A = TypeVar("A", bound=Formed)


def plain_step(text: str) -> str:
    """A written step in one line, without a full stop or words such as `then`."""
    return _THEN.sub("", " ".join(text.split())).rstrip(".!")


class Slot(NamedTuple):
    """A slot in a sentence."""

    field: str
    kind: str
    before: str
    """The words before it."""
    is_apart: bool
    """Whether a space separates it from these words."""


class Form:
    """A sentence by which an action is written and, if `is_read`, read; and others by which it is only
    read.
    """

    def __init__(self, text: str, *also: str, is_read: bool = True) -> None:
        self.text, self.sentences = text, (text, *also) if is_read else also
        self.slots = tuple(_slots(text))
        self.tail = _SLOT.split(text)[-1]
        apart = [number for number, slot in enumerate(self.slots) if slot.is_apart]
        self._breaks = frozenset((*apart[:1], *apart[-1:]))
        self.kinds = {slot.field: slot.kind for slot in self.slots}

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        """The words that a step of this form begins with."""
        return tuple(dict.fromkeys(verb for sentence in self.sentences for verb in _verbs(sentence)))

    def words(self, action: Formed, say: Callable[[str, object], str | None]) -> tuple[str, ...]:
        """The action in words: what is done, then with what, and to whom. `say` words a slot by its kind and
        the value of its field. Empty if it cannot, or if the form leaves out something that matters.
        """
        for field, default in defaults(type(action)).items():
            if field not in self.kinds and getattr(action, field) != default:
                return ()
        parts, told = [], ""
        for number, slot in enumerate(self.slots):
            thing = say(slot.kind, getattr(action, slot.field, None))
            if thing is None:
                return ()
            told += slot.before
            if number in self._breaks:
                parts.append(told.rstrip())
                told = ""
            told += thing
        return (*parts, told + self.tail) if told + self.tail else tuple(parts)


class Shape(Generic[A]):
    """One sentence of a form, as texts are compared with it."""

    def __init__(self, action: type[A], form: Form, sentence: str, patterns: Mapping[str, str]) -> None:
        """`patterns` are those of kinds of slots that are not just any words."""
        self.action, self.sentence, self._patterns = action, sentence, patterns
        named = {field: kind or form.kinds.get(field, field) for field, kind in _SLOT.findall(sentence)}
        self.kinds = {**form.kinds, **named}
        """The kind of thing that fills each slot."""
        joined = re.sub(r"(\w+)\[(\w+)\]", r"\1 \1\2", _SLOT.sub(" ", sentence))
        words = frozenset(_WORDS.findall(joined.casefold()))
        self.marks = words - _SMALL or words
        """Every text of this shape has one of these words, in small letters."""

    def match(self, text: str) -> dict[str, str] | None:
        """What the text says in each slot; None where it has another shape."""
        if (found := self.pattern.fullmatch(text)) is None:
            return None
        return {field: said for field, said in found.groupdict().items() if said is not None}

    def meant(
        self,
        said: Mapping[str, str],
        things: Callable[[str, str], Sequence[object] | None],
        filled: dict[str, Sequence[object]],
    ) -> Iterator[A]:
        """The actions that a text of this shape may mean; none if it names something unknown or missing.

        `things` tells what may fill a slot, by its kind and its text, which is empty if the sentence leaves
        out what the action needs; None if the text is nothing of that kind. `filled` receives it by field.
        """
        fields, may_be_left_out = self.action.__struct_fields__, defaults(self.action)
        for slot in said.keys() - {*fields}:
            if things(self.kinds[slot], said[slot]) is None:
                return
        for field in fields:
            if field in said or field not in may_be_left_out:
                found = things(self.kinds.get(field, field), said.get(field, ""))
                if found is None:
                    return
                filled[field] = found
        for values in product(*filled.values()):
            yield self.action(**dict(zip(filled, values, strict=True)))

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        def slot(found: re.Match[str]) -> str:
            pattern = self._patterns.get(self.kinds[found[1]])
            return f"(?:the |an? )?(?P<{found[1]}>.+?)" if pattern is None else f"(?P<{found[1]}>{pattern})"

        shape = self.sentence.replace("(", "(?:")
        while "[" in shape:  # a word that may be left out takes a blank with it
            apart = re.sub(rf"(?<![^ \[]){_OPTIONAL} ", r"(?:(?:\1) )?", shape)
            apart = re.sub(rf" {_OPTIONAL}(?=\]|$)", r"(?: (?:\1))?", apart)
            shape = apart if apart != shape else re.sub(_OPTIONAL, r"(?:\1)?", shape)
        return re.compile(_SLOT.sub(slot, shape), re.IGNORECASE)


class Shapes(Generic[A]):
    """All sentences of a game's actions, in the order in which a text is compared with them."""

    def __init__(self, actions: Iterable[type[A]], patterns: Mapping[str, str]) -> None:
        forms = ((action, form) for action in actions for form in action.forms)
        self._all = [
            Shape(action, form, sentence, patterns) for action, form in forms for sentence in form.sentences
        ]
        self._marked: dict[str, list[int]] = {}
        """The shapes by their `marks`, so that few need comparing with a text."""
        for number, shape in enumerate(self._all):
            for word in shape.marks:
                self._marked.setdefault(word, []).append(number)

    def __iter__(self) -> Iterator[Shape[A]]:
        return iter(self._all)

    def matching(self, text: str) -> Iterator[tuple[Shape[A], dict[str, str]]]:
        """The shapes that fit a text, each with what the text says in each slot; of shapes that say the same
        of an action only the first.
        """
        words = _WORDS.findall(text.casefold())
        seen = set()
        for number in sorted({number for word in words for number in self._marked.get(word, ())}):
            shape = self._all[number]
            if (said := shape.match(text)) is not None and (key := (shape.action, *said.items())) not in seen:
                seen.add(key)
                yield shape, said


def how_written(actions: Iterable[type[Formed]], labels: Mapping[str, str]) -> dict[str, str]:
    """The words that steps begin with, each with the forms of such a step; `labels` are the names of those
    kinds of slots that are not called by their kind.
    """
    found: dict[str, list[str]] = {}
    for form in (form for action in actions for form in action.forms):
        plain = re.sub(r"(?<=[\w}])\{.*?\}|^\{.*?\}(?=\w)", "", form.text)
        told = _SLOT.sub(lambda slot: _label(slot[2] or slot[1], labels), plain)
        for verb in form.verbs:
            found.setdefault(verb, []).append(f"`{told}`")
    return {verb: _listed(verb, told) for verb, told in sorted(found.items())}


def _listed(verb: str, told: Iterable[str]) -> str:
    """Forms in words, first those that begin with the verb itself."""
    return " or ".join(dict.fromkeys(sorted(told, key=lambda form: _WORDS.findall(form)[0] != verb)))


def _label(kind: str, labels: Mapping[str, str]) -> str:
    return labels.get(kind, kind).upper().replace("_", " ")


def _verbs(sentence: str) -> Iterator[str]:
    """The words that a sentence may begin with, without those that may be left out."""
    plain = re.sub(_OPTIONAL, "", re.sub(r"^\{.*?\}(?=[\w(])", "", sentence))
    if found := re.match(r"\(([\w |]+)\)|(\w+)", plain):
        yield from (each.split()[0].casefold() for each in (found[1] or found[2]).split("|"))


def _slots(sentence: str) -> Iterator[Slot]:
    end = 0
    for found in _SLOT.finditer(sentence):
        before = sentence[end : found.start()]
        yield Slot(found[1], found[2] or found[1], before, before.endswith(" "))
        end = found.end()


@cache
def defaults(action: type[Formed]) -> dict[str, object]:
    """The fields of an action that a form may leave out, each with its default."""
    values = action.__struct_defaults__
    return dict(zip(action.__struct_fields__[-len(values) :], values, strict=True)) if values else {}
