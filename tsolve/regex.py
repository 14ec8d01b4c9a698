"""Regular expressions that are compiled when they are first used: most starts use few of them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

_METHODS = ("match", "fullmatch", "search", "finditer", "findall", "sub", "split")


class Regex:
    """A regular expression with the methods of `re.Pattern`, compiled by the first of them that is called."""

    def __init__(self, pattern: str, flags: int | re.RegexFlag = 0) -> None:
        self.pattern, self.flags = pattern, flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """What `re` makes of it; from then on its own methods are asked."""
        compiled = re.compile(self.pattern, self.flags)
        vars(self).update({name: getattr(compiled, name) for name in _METHODS})
        return compiled

    def match(self, text: str, start: int = 0) -> re.Match[str] | None:
        """The text from `start` on begins with it."""
        return self.compiled.match(text, start)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """The whole text is such a one."""
        return self.compiled.fullmatch(text)

    def search(self, text: str, start: int = 0) -> re.Match[str] | None:
        """The first place from `start` on."""
        return self.compiled.search(text, start)

    def finditer(self, text: str, start: int = 0, end: int = sys.maxsize) -> Iterator[re.Match[str]]:
        """All places from `start` to `end`, one after the other."""
        return self.compiled.finditer(text, start, end)

    def findall(self, text: str) -> list[Any]:
        """The texts of all places: the whole, or that of its group; a tuple of several groups."""
        return self.compiled.findall(text)

    def sub(self, instead: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        """The text with something else at all places, or the first `count`."""
        return self.compiled.sub(instead, text, count)

    def split(self, text: str, maxsplit: int = 0) -> list[str]:
        """The parts between all places, or the first `maxsplit` of them."""
        return self.compiled.split(text, maxsplit)
