"""Which files are puzzles: position files of a game of ours that state what must come out.

So is what is clearly meant to be one and is none: with `expect` misspelt, or of a game that nobody knows, by
a slip or because its ruleset was not given. It has no answer; a suite never shrinks unseen. Everything else
is silently not ours, whatever is wrong with it. Importing this costs next to nothing, and a file that does
not have the words is turned down without being parsed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from tsolve.errors import UsageError
from tsolve.source.reading import MAX_BYTES, contents

if TYPE_CHECKING:
    from tsolve.model.regress import PassedOver
    from tsolve.source.decode import Path as Place
    from tsolve.source.tree import Mapping, Node

SUFFIXES = (".yaml", ".yml")

_GAME = re.compile(rb"""^["']?game["']?[ \t]*:[ \t]*["']?([\w-]+)""", re.MULTILINE)
_EXPECT = re.compile(rb"""^["']?expect["']?[ \t]*:""", re.MULTILINE)
_DOCUMENT = re.compile(rb"^(?:---|\.\.\.)(?=\s|$)", re.MULTILINE)


class Puzzle(NamedTuple):
    """A file that is a puzzle, as far as that can be told without judging it."""

    root: Mapping | None
    """None where the file is no sound YAML and only says of itself, line by line, that it is ours."""
    stated: tuple[tuple[Place, int], ...]
    """The path of each thing that it states, and its line."""

    @property
    def words(self) -> Iterator[str]:
        """Its title, and the rulings that it says it is about."""
        from tsolve.source.tree import Scalar, Sequence

        title = self.root.get("title") if self.root is not None else None
        about = self.root.get("about") if self.root is not None else None
        for node in (title, *(about.items if isinstance(about, Sequence) else ())):
            if isinstance(node, Scalar):
                yield node.text


def files(paths: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """The YAML files under the paths, each once and in a fixed order; and whether the file itself was named.

    Hidden folders are passed over, and so is the hidden broken link by which an editor locks a file. What
    else has the name of a file and is none, such as a pipe, is listed: reading it says so. Raises UsageError
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
    """The bytes of a file that may be a puzzle; None for one that is none at first sight, or is too large.

    Raises OSError, and does so for everything that is no regular file.
    """
    found = contents(path)
    return found if len(found) <= MAX_BYTES and _has_the_words(found) else None


def puzzle(found: bytes, file: str) -> Puzzle | None:
    """What the content states, or None when it is not a puzzle; nothing that it holds is an error.

    Raises InputError where rulesets that people brought cannot be read.
    """
    from tsolve.api.games import GAMES, games, module
    from tsolve.diagnostics import suggest
    from tsolve.errors import InputError
    from tsolve.source.parse import parse
    from tsolve.source.tree import Mapping, Scalar

    known = games()
    try:
        root = parse(found, file)
    except InputError:
        return Puzzle(None, ()) if _says_it_is_ours(found, known) else None
    if not isinstance(root, Mapping):
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
    """Whether this can be a puzzle at all; one of the two words may be misspelt, but not in every style."""
    both = b"game" in found and b"expect" in found
    return both or _GAME.search(found) is not None or _EXPECT.search(found) is not None


def _is_empty(node: Node) -> bool:
    from tsolve.source.tree import Scalar

    return node.is_null if isinstance(node, Scalar) else not node.items


def _says_it_is_ours(found: bytes, known: Iterable[str]) -> bool:
    """Whether the lines of the first document name a game of ours and expectations, whatever is broken."""
    first = next(filter(_says_something, _DOCUMENT.split(found)), b"")
    named = _GAME.search(first)
    return named is not None and named[1].decode() in known and _EXPECT.search(first) is not None


def passed_over(found: bytes | None) -> PassedOver:
    """What a file is that states nothing to judge."""
    return "positions without `expect`" if found is not None and names_a_game(found) else "other YAML files"


def names_a_game(found: bytes) -> bool:
    """Whether somebody meant a position file, of whatever game."""
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
