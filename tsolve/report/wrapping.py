"""How wide a text is, in a terminal and in print, and how it is broken into lines."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator

from tsolve.errors import escape

_FIRST_COMBINING = "\u0300"  # every character before it takes one column
_SIGNS = frozenset(("+", "-", "=", "x", "->"))
_IN_NAMES = frozenset(("of", "the"))
"""Small words that names have in their midst."""
_BREAK = re.compile(r"(?<!\d x) (?!%|x )")
"""Where even words that belong together are parted if they do not fit."""
_CHANGE = re.compile(r"[+-][0-9]")
_BRACKETED_NUMBER = re.compile(r"\([0-9]")


def columns(text: str) -> int:
    """The columns that the text takes in a terminal."""
    if not text or max(text) < _FIRST_COMBINING:
        return len(text)
    return sum(_columns_of(character) for character in text)


def wrap(text: str, first: int, later: int) -> list[str]:
    """The escaped text in lines of at most `first` columns, then `later`.

    Words that belong together stay on one line if they fit there; a word that does not is broken.
    """
    text = escape(text)
    if columns(text) <= first:
        return [text.rstrip()]
    lines: list[str] = []
    line, used, room = "", 0, max(first, 1)
    for word in kept_together(text, max(later, 1)):
        width = columns(word)
        if line and used + 1 + width > room:
            lines.append(line.rstrip())
            line, used, room = "", 0, max(later, 1)
        line, used = (f"{line} {word}", used + 1 + width) if line else (word, width)
        while used > room:
            cut = _fitting(line, room)
            lines.append(line[:cut])
            line, room = line[cut:], max(later, 1)
            used = columns(line)
    return [*lines, line.rstrip()]


def kept_together(text: str, room: int = sys.maxsize) -> Iterator[str]:
    """The words of a text, those that belong together as one unless they are wider than the room."""
    together: list[str] = []
    for word in text.split(" "):
        if together and not _belongs_to(together[-1], word, within=len(together) > 1):
            yield from _joined(together, room)
            together = []
        together.append(word)
    yield from _joined(together, room)


def _joined(words: list[str], room: int) -> list[str]:
    joined = " ".join(words)
    return [joined] if columns(joined) <= room else _BREAK.split(joined)


def _belongs_to(left: str, right: str, within: bool) -> bool:
    """Whether no line should end between two words: within a name, between a number and what it counts
    (`2 points`, `Step 2`, `3 in 4 (75 %)`), behind a sign.

    `within`: whether the left word belongs to others before it.
    """
    end, begin = left[-1:], right[:1]
    if begin in ("%", "#") or left in _SIGNS:
        return True
    if end.isdigit():
        return begin.isalpha() or bool(_BRACKETED_NUMBER.match(right))
    if begin.isdigit() or _CHANGE.match(right):
        return left.isalpha()
    if right in _IN_NAMES:
        return (within or left[:1].isupper()) and end.isalpha()
    return (left[:1].isupper() or (within and left in _IN_NAMES)) and end.isalpha() and begin.isupper()


def _fitting(text: str, room: int) -> int:
    """How many characters of the text fit, at least one."""
    used = 0
    for number, character in enumerate(text):
        used += _columns_of(character)
        if used > room:
            return max(number, 1)
    return len(text)


def _columns_of(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


_NARROW = frozenset("fijlrtI.,:;'|!()[]/ ")
_WIDE = frozenset("mwMWQ@%+=<>")


def measure(told: str, size: float) -> float:
    """About how wide a text is in a font of this size, rather more than less."""
    return sum(map(_share, told)) * size


def _share(character: str) -> float:
    if character in _NARROW:
        return 0.4
    if character in _WIDE or character.isupper():
        return 0.85 if character in _WIDE else 0.72
    return 0.62 if columns(character) == 1 else columns(character) * 1.05
