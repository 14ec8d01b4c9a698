"""A modifier card, as a value and as text: `+1`, `x2`, `rolling pierce 3`, `+1 push 2`. (GH-6.8, GH-6.12)"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from tsolve.diagnostics import input_error, suggest
from tsolve.errors import InputError
from tsolve.findings import Span
from tsolve.source.words import shortened

BLESS, CURSE = "bless", "curse"
DOUBLE, NULL = "x2", "null"
LEAVING = frozenset((BLESS, CURSE))
"""These leave the deck when they are drawn. (GH-6.18)"""
RESHUFFLING = frozenset((DOUBLE, NULL))
"""The cards of the standard deck with the shuffle sign. (GH-6.20)"""

NUMBERED = frozenset(("pierce", "push", "pull", "heal", "shield", "retaliate"))
PLAIN = frozenset(
    (
        *("poison", "wound", "immobilize", "disarm", "stun", "muddle", "curse", "bless"),
        *("invisible", "strengthen"),
        *("fire", "ice", "air", "earth", "light", "dark", "any"),
        *("add target", "refresh item"),
    )
)
"""What a card may bring beside a number; the first ones have a number of their own."""

_BESIDE = "|".join((*(rf"{word}\s+[0-9]{{1,2}}" for word in sorted(NUMBERED)), *sorted(PLAIN))).replace(
    " ", r"\s+"
)
WRITTEN = (
    rf"(?:2x|x2|0x|null|miss|bless|curse|(?:rolling\s+)?[+−-][0-9]{{1,2}}(?:\s+(?:{_BESIDE})(?!\w))*"
    rf"|rolling(?:\s+(?:{_BESIDE})(?!\w))+)(?!\w)"
)
"""A card inside a longer text, as a pattern for any case of its letters."""

MOST = 99
"""The largest number on a card."""

Kind = Literal["number", "double", "null"]


class Effect(msgspec.Struct, frozen=True):
    """What a card brings beside its number: `pierce 3`, `stun`, `fire`. Without a number it is 1."""

    word: str
    number: int = 1

    def __str__(self) -> str:
        return f"{self.word} {self.number}" if self.word in NUMBERED else self.word


class Modifier(msgspec.Struct, frozen=True):
    """A modifier card: it adds a `number`, makes the attack `double`, or makes it `null`."""

    kind: Kind
    number: int = 0
    """Added to the attack, -99 to 99; 0 for `double` and `null`."""
    rolling: bool = False
    effects: tuple[Effect, ...] = ()
    name: str = ""
    """What it is called, for a card that is known by a name: `x2`, `bless`, `null`, `curse`."""

    def __str__(self) -> str:
        if self.name:
            return self.name
        only_effects = self.rolling and self.effects and not self.number
        words = ["rolling"] if self.rolling else []
        words += [] if only_effects else [f"{self.number:+d}"]
        return " ".join((*words, *map(str, self.effects)))

    @property
    def pierce(self) -> int:
        """Points of shield that this card lets the attack ignore. (GH-7.6)"""
        return sum(effect.number for effect in self.effects if effect.word == "pierce")


NAMED = {
    DOUBLE: Modifier("double", name=DOUBLE),
    BLESS: Modifier("double", name=BLESS),
    NULL: Modifier("null", name=NULL),
    CURSE: Modifier("null", name=CURSE),
}
_CALLED = {"2x": DOUBLE, "miss": NULL, "0x": NULL}
"""What people also write."""
_REDUCED = {"double": 2, "null": -2}
"""What such cards add in the variant of reduced randomness. (GH-16.1)"""

_NUMBER = re.compile(r"[+-]?[0-9]+")


def parse(text: str, place: Span | None = None) -> Modifier:
    """The card that this text says.

    Raises InputError (E209 for words that make no card, E205 for a number beyond 99) that says how cards are
    written.
    """
    words = text.replace("−", "-").replace(",", " ").casefold().split()
    joined = " ".join(words)
    if named := NAMED.get(_CALLED.get(joined, joined)):
        return named
    rolling = words[:1] == ["rolling"]
    rest = words[rolling:]
    has_number = bool(rest) and _NUMBER.fullmatch(rest[0]) is not None
    number = _number(rest.pop(0), text, place) if has_number else 0
    effects = tuple(_effects(rest, text, place))
    if not has_number and not (rolling and effects):
        what = f'"{shortened(joined)}"' if joined else "an empty text"
        help_ = f"write +0 {joined} or rolling {joined}" if effects else _HELP
        raise _refused(f"{what} is no modifier card", place, help_)
    return Modifier("number", number, rolling, effects)


@cache
def card(text: str) -> Modifier:
    """The card of a text that was read before, so that it surely is one. Remembered, for decks are asked for
    the same few cards again and again.
    """
    return parse(text)


def reduced(modifier: Modifier) -> Modifier:
    """What the card counts as in the variant of reduced randomness: +2 or -2 in place of x2 and null, for
    bless and curse too. (GH-16.1)
    """
    if modifier.kind == "number":
        return modifier
    return replace(modifier, kind="number", number=_REDUCED[modifier.kind])


_HELP = (
    "write +1, -2, +0, x2, null, bless or curse; cards of a class as +1 push 2, rolling +1, "
    "rolling pierce 3, rolling muddle"
)


def _number(word: str, text: str, place: Span | None) -> int:
    digits = word.lstrip("+-").lstrip("0") or "0"
    if len(digits) > 2:
        raise input_error("E205", f'the number of "{shortened(text)}" is larger than {MOST}', place)
    return -int(digits) if word.startswith("-") else int(digits)


def _effects(words: list[str], text: str, place: Span | None) -> Iterator[Effect]:
    """The effects that the words say, one after the other."""
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if rest and f"{word} {rest[0]}" in PLAIN:
            yield Effect(f"{word} {rest.pop(0)}")
        elif word in PLAIN:
            yield Effect(word)
        elif word not in NUMBERED:
            raise _refused(f'"{shortened(word)}" is nothing that a modifier card brings', place, _near(word))
        elif rest and rest[0].isascii() and rest[0].isdigit() and rest[0].strip("0"):
            yield Effect(word, _number(rest.pop(0), text, place))
        else:
            raise _refused(f'"{word}" needs a number from 1 on', place, f"for instance {word} 2")


def _near(word: str) -> str:
    return suggest(word, (*NUMBERED, *PLAIN, *NAMED)) or _HELP


def _refused(message: str, place: Span | None, help_: str) -> InputError:
    return input_error("E209", message, place, help_)
