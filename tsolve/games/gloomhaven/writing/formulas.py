"""Formulas of special rules: `8+C`, `2xL`, `(3+L)xC`. (GH-14.6)"""

from __future__ import annotations

import re
from collections.abc import Mapping
from operator import add, mul, sub

_PIECE = re.compile(r"\s*([0-9]{1,4}|[A-Za-z]|[-+x×*()])")
_SIGNS = {"+": add, "-": sub, "−": sub}
_TIMES = ("x", "X", "×", "*")


def value_of(text: str, letters: Mapping[str, int]) -> int:
    """What a formula comes to. A number before a letter or a bracket multiplies it.

    Raises ValueError for a text that is no formula, and for a letter that has no value.
    """
    return _Formula(text, letters).value()


class _Formula:
    """One formula, read from the left."""

    def __init__(self, text: str, letters: Mapping[str, int]) -> None:
        self._letters = letters
        self._pieces: list[str] = []
        at = 0
        plain = text.strip()
        while at < len(plain):
            match = _PIECE.match(plain, at)
            if match is None:
                raise ValueError(f'"{text}" is no formula')
            self._pieces.append(match[1])
            at = match.end()
        self._at = 0

    def value(self) -> int:
        total = self._sum()
        if self._next():
            raise ValueError(f'"{self._next()}" is not expected')
        return total

    def _next(self) -> str:
        return self._pieces[self._at] if self._at < len(self._pieces) else ""

    def _take(self) -> str:
        piece = self._next()
        self._at += 1
        return piece

    def _sum(self) -> int:
        total = self._product()
        while self._next() in _SIGNS:
            sign = _SIGNS[self._take()]
            total = sign(total, self._product())
        return total

    def _product(self) -> int:
        total = self._factor()
        while True:
            if self._next() in _TIMES:
                self._take()
            elif not (self._next() == "(" or self._next().upper() in self._letters):
                return total
            total = mul(total, self._factor())

    def _factor(self) -> int:
        piece = self._take()
        if piece == "(":
            total = self._sum()
            if self._take() != ")":
                raise ValueError("a bracket is not closed")
            return total
        if piece.isdigit():
            return int(piece)
        if piece.upper() in self._letters:
            return self._letters[piece.upper()]
        raise ValueError(f'"{piece}" is neither a number nor C nor L' if piece else "it ends early")
