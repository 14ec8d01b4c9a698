"""Which files are positions, which of them are puzzles (they state what must come out), and which puzzles
are wanted: words with `and`, `or`, `not` and parentheses, as after pytest's `-k`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from tsolve.errors import InputError, UsageError
from tsolve.source.reading import MAX_BYTES, contents

if TYPE_CHECKING:
    from tsolve.errors import TreePath
    from tsolve.model.regress import PassedOver
    from tsolve.source.tree import MappingNode, Node


SUFFIXES = (".yaml", ".yml")

_GAME = re.compile(rb"""^["']?game["']?[ \t]*:[ \t]*["']?([\w-]+)""", re.MULTILINE)
_EXPECT = re.compile(rb"""^["']?expect["']?[ \t]*:""", re.MULTILINE)
_DOCUMENT = re.compile(rb"^(?:---|\.\.\.)(?=\s|$)", re.MULTILINE)


class Puzzle(NamedTuple):
    """A file that is a puzzle, as far as that can be told without judging it."""

    root: MappingNode | None
    """None if the file is broken YAML, of which some lines name a game and expectations."""
    stated: tuple[tuple[TreePath, int], ...]
    """The path of each of its expectations, and its line."""

    @property
    def words(self) -> Iterator[str]:
        """Its title, and the rulings under `about`."""
        from tsolve.source.tree import Scalar, SequenceNode

        title = self.root.get("title") if self.root is not None else None
        about = self.root.get("about") if self.root is not None else None
        for node in (title, *(about.items if isinstance(about, SequenceNode) else ())):
            if isinstance(node, Scalar):
                yield node.text


def files(paths: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """The YAML files under the paths, each once and in a fixed order; and whether the file itself was named.

    Hidden folders are passed over, and so is the hidden broken link by which an editor locks a file. Other
    things with such a name, such as a pipe, are listed: reading them reports the error. Raises UsageError
    for a path that does not exist.
    """
    seen: set[str] = set()
    for path in paths:
        folder = os.path.isdir(path)
        if not folder and not os.path.exists(path):
            raise UsageError(f"there is no file or folder {path}")
        for file in _inside(path) if folder else (path,):
            place = os.path.abspath(file)
            if place not in seen:
                seen.add(place)
                yield file, not folder


def content(path: str | os.PathLike[str]) -> bytes | None:
    """The bytes of a file that may be a puzzle; None if it clearly is none, or is too large.

    Raises OSError, and does so for everything that is no regular file.
    """
    found = contents(path)
    return found if len(found) <= MAX_BYTES and _has_the_words(found) else None


def puzzle(found: bytes, file: str) -> Puzzle | None:
    """The puzzle in the content, or None if it is none; mistakes in the content are not reported here.

    Raises InputError where rulesets that people brought cannot be read.
    """
    from tsolve.api.games import GAMES, games, module
    from tsolve.diagnostics import suggest
    from tsolve.source.parse import parse
    from tsolve.source.tree import MappingNode, Scalar

    known = games()
    try:
        root = parse(found, file)
    except InputError:
        return Puzzle(None, ()) if _says_it_is_ours(found, known) else None
    if not isinstance(root, MappingNode):
        return None
    game, expect = root.get("game"), root.get("expect")
    if not isinstance(game, Scalar) or game.text not in known:
        meant = any(module(engine).is_meant(root) for engine in GAMES)
        return Puzzle(root, ()) if meant else None
    if expect is None:
        meant = any("expect" in key.text or suggest(key.text, ("expect",)) for key, _ in root.items)
        return Puzzle(root, ()) if meant else None
    if _is_empty(expect):
        return None
    return Puzzle(root, tuple(module(game.text).stated(root)))


def _has_the_words(found: bytes) -> bool:
    """Whether this can be a puzzle at all: one of the two key words may be misspelt, within limits."""
    both = b"game" in found and b"expect" in found
    return both or _GAME.search(found) is not None or _EXPECT.search(found) is not None


def _is_empty(node: Node) -> bool:
    from tsolve.source.tree import Scalar

    return node.is_null if isinstance(node, Scalar) else not node.items


def _says_it_is_ours(found: bytes, known: Iterable[str]) -> bool:
    """Whether lines of the first document name a known game and expectations, even if the rest is broken."""
    first = next(filter(_says_something, _DOCUMENT.split(found)), b"")
    named = _GAME.search(first)
    return named is not None and named[1].decode() in known and _EXPECT.search(first) is not None


def passed_over(found: bytes | None) -> PassedOver:
    """The kind of a file that states nothing to judge."""
    return "positions without `expect`" if found is not None and names_a_game(found) else "other YAML files"


def names_a_game(found: bytes) -> bool:
    """Whether it is meant as a position file, of a known game or not."""
    return _GAME.search(found) is not None


def _says_something(document: bytes) -> bool:
    """Whether there is more than comments."""
    return any(not line.startswith(b"#") for line in map(bytes.strip, document.splitlines()) if line)


def _inside(folder: str) -> Iterator[str]:
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            file = os.path.normpath(os.path.join(here, name))
            if name.endswith(SUFFIXES) and (os.path.isfile(file) or not name.startswith(".")):
                yield file


def positions(paths: Iterable[str]) -> Iterator[str]:
    """The named files, whatever they are, and the positions in the named folders; `-` is standard input.

    What else lies in a folder is passed over in silence. Raises FileNotFoundError for a path that does not
    exist.
    """
    read = list(paths)
    if "-" in read:
        yield "-"
    for file, named in files(path for path in read if path != "-"):
        if named or _is_ours(file):
            yield file


def _is_ours(file: str) -> bool:
    """Whether the file is sound YAML and names a known game, or cannot be read and so might."""
    from tsolve.api.games import games
    from tsolve.source.parse import parse
    from tsolve.source.tree import MappingNode, Scalar

    try:
        content = contents(file)
        if b"game" not in content:
            return False
        root = parse(content, file)
    except InputError:
        return False
    except OSError:
        return True
    game = root.get("game") if isinstance(root, MappingNode) else None
    return isinstance(game, Scalar) and game.text in games()


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
