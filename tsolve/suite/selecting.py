"""Which puzzles are wanted: words with `and`, `or`, `not` and parentheses, as after pytest's `-k`.

A word is wanted where it stands in one of the texts about a puzzle, whatever its case. Words that stand side
by side without an operator are one text: `two words or AB-8.3`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from tsolve.errors import UsageError

_TOKENS = re.compile(r"""\s*(?:([()])|"([^"]*)"|'([^']*)'|([^\s()]+))""")
_OPERATORS = ("and", "or", "not", "(", ")")
_MOST_NESTED = 50

Test = Callable[[str], bool]


def selection(expression: str) -> Callable[[Iterable[str]], bool]:
    """Whether texts satisfy the expression. Raises UsageError where it makes no sense."""
    reader = _Reader(list(_tokens(expression)), expression)
    test = reader.whole()
    return lambda texts: test("\n".join(texts).casefold())


def _tokens(expression: str) -> Iterator[tuple[str, bool]]:
    """The words, and whether each is an operator; words in quotes never are."""
    for match in _TOKENS.finditer(expression):
        parenthesis, double, single, plain = match.groups()
        if parenthesis or plain:
            yield parenthesis or plain, (parenthesis or plain) in _OPERATORS
        else:
            yield double if double is not None else single, False


class _Reader:
    """Recursive descent: `or` binds less than `and`, `and` less than `not`."""

    def __init__(self, tokens: list[tuple[str, bool]], expression: str) -> None:
        self.tokens, self.expression = tokens[::-1], expression
        self.depth = 0

    def whole(self) -> Test:
        """The whole expression."""
        test = self._either()
        if self.tokens:
            raise self._error(f'"{self.tokens[-1][0]}" is not expected')
        return test

    def _either(self) -> Test:
        tests = [self._both()]
        while self._take("or"):
            tests.append(self._both())
        return tests[0] if len(tests) == 1 else lambda text: any(test(text) for test in tests)

    def _both(self) -> Test:
        tests = [self._one()]
        while self._take("and"):
            tests.append(self._one())
        return tests[0] if len(tests) == 1 else lambda text: all(test(text) for test in tests)

    def _one(self) -> Test:
        self.depth += 1
        if self.depth > _MOST_NESTED:
            raise self._error(f"it is nested more than {_MOST_NESTED} deep")
        try:
            if self._take("not"):
                inner = self._one()
                return lambda text: not inner(text)
            if self._take("("):
                inner = self._either()
                if not self._take(")"):
                    raise self._error('a ")" is missing')
                return inner
            return self._words()
        finally:
            self.depth -= 1

    def _words(self) -> Test:
        words = []
        while self.tokens and not self.tokens[-1][1]:
            words.append(self.tokens.pop()[0])
        if not words:
            found = f', not "{self.tokens[-1][0]}"' if self.tokens else " at the end"
            raise self._error(f"a word is expected{found}")
        wanted = " ".join(words).casefold()
        return lambda text: wanted in text

    def _take(self, operator: str) -> bool:
        if self.tokens and self.tokens[-1] == (operator, True):
            self.tokens.pop()
            return True
        return False

    def _error(self, message: str) -> UsageError:
        return UsageError(f'-k "{self.expression}" makes no sense: {message}')
