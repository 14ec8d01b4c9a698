"""Long texts in every field of every kind of file: each is read, or refused with its place, within a second.

`python -m tests.long_texts` finds every field that some puzzle fills with a text, or with a key of its own,
and writes texts of the greatest length into it that are dear to whatever looks for something in them: runs
of blanks, words, signs and numbers again and again, the text itself again and again. Lists are filled with
such texts as far as they go, and texts that are far too long are tried as well. What takes longer than a
second of processor time, or comes to anything but an answer or a located problem, is told.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import yaml

from tests.mutating import judge, puzzles
from tests.sweeping import HangsError, arguments, ended_after
from tsolve.budget import Budget, allow
from tsolve.source.tree import MOST_CHARACTERS

STEPS = 2_000
SLOW = 1.0
"""Seconds of processor time within which a file is answered or refused."""
HANGS = 20.0
"""Seconds of processor time after which it is given up."""

PARTS = (
    *(" ", "  x", "1 ", "a", "(", ")(", "[", "((a) ", "#1 ", "9", "-", "+1 ", "x ", "2 x ", "* ", "/"),
    *(", ", "; ", ": ", ". ", "'", "move: ", "a, ", "1, ", "(0,0) ", "the ", "of ", "on ", "with ", "to "),
    *(" and ", " or ", " not ", "and then ", "in Rank 1 ", "against ", "destroying Torch ", "second "),
    *(
        "target 2, ",
        "range 2, ",
        "attack 1, ",
        "1 or 2 ",
        "(a, ",
        "within 2 hands ",
        "each ",
        "key.",
        "=",
        "|",
    ),
)
"""What texts are made of, again and again."""
MANY = 100
"""Entries with which a list is filled."""

Place = tuple[Any, ...]


class Field(NamedTuple):
    """A text in one of the puzzles."""

    name: tuple[str, ...]
    """Its path, where numbers and names of somebody's own are left out."""
    puzzle: Path
    values: Any
    place: Place
    is_key: bool


def fields(only: str = "") -> list[Field]:
    """Every field that takes a text, of every game, each in the first puzzle that has it."""
    found: dict[tuple[Any, ...], Field] = {}
    for puzzle, _, values in puzzles():
        game = str(values.get("game", "")) if isinstance(values, dict) else ""
        if only and game != only:
            continue
        for place, is_key in _texts(values, ()):
            name = (game, *("*" if _is_own(part) else str(part) for part in place), "key" if is_key else "")
            found.setdefault(name, Field(name, puzzle, values, place, is_key))
    return list(found.values())


def _is_own(part: object) -> bool:
    """Whether this part of a path is a number or the name of something, not a key of the file's kind."""
    return not isinstance(part, str) or part != part.lower() or " " in part


def _texts(values: Any, here: Place) -> Iterator[tuple[Place, bool]]:
    if isinstance(values, str):
        yield here, False
    pairs = (
        values.items() if isinstance(values, dict) else enumerate(values) if isinstance(values, list) else ()
    )
    for key, each in pairs:
        if _is_own(key) and isinstance(key, str):
            yield (*here, key), True
        yield from _texts(each, (*here, key))


def long_texts(text: str, size: int) -> Iterator[str]:
    """Texts of this length that begin like one that can be read."""
    yield f"{text}{' ' * (size - len(text) - 1)}z"
    yield f"{' ' * (size - len(text))}{text}"
    for part in (*PARTS, f"{text}, ", f"{text} and ", f"{text} "):
        yield (text + " " + part * size)[:size]
        yield (part * size)[:size]


def damaged(field: Field, text: str) -> bytes:
    """The puzzle with this text in the field."""
    values = _with(field.values, field.place, text, field.is_key)
    return yaml.safe_dump(values, sort_keys=False, allow_unicode=True, width=100_000).encode()


def filled(field: Field, texts: list[str]) -> bytes:
    """The puzzle with the list of the field full of these texts."""
    values = _with(field.values, field.place[:-1], texts, False)
    return yaml.safe_dump(values, sort_keys=False, allow_unicode=True, width=100_000).encode()


def _with(values: Any, place: Place, new: Any, is_key: bool) -> Any:
    if not place:
        return new
    key, rest = place[0], place[1:]
    inner = values[key] if is_key and not rest else _with(values[key], rest, new, is_key)
    if isinstance(values, dict):
        name = new if is_key and not rest else key
        return {name if each == key else each: inner if each == key else old for each, old in values.items()}
    return [*values[:key], inner, *values[key + 1 :]]


def written(field: Field) -> Iterator[bytes]:
    """The files of a field."""
    value = field.place[-1] if field.is_key else _at(field.values, field.place)
    text = str(value)[:80]
    for long in long_texts(text, MOST_CHARACTERS):
        yield damaged(field, long)
    for part in (" ", "a ", "move: ", "1, ", "("):
        yield damaged(field, (text + part * 20_000)[:20_000] + "z")
    if isinstance(field.place[-1], int):
        for part in (" ", "a ", "1, ", " and "):
            size = MOST_CHARACTERS - 4
            yield filled(field, [(text + part * size)[:size] + f"z{n}" for n in range(MANY)])


def _at(values: Any, place: Place) -> Any:
    for key in place:
        values = values[key]
    return values


def outcome(content: bytes) -> str:
    """What comes of a file, in a word; anything that may not be begins with an exclamation mark."""
    began = process_time()
    try:
        with ended_after(HANGS), allow(Budget(steps=STEPS)):
            word = judge(content, time_limit=None)
    except HangsError:
        word = f"!no end after {HANGS:g} s"
    except Exception as error:
        word = f"!{type(error).__name__}: {error}"[:200]
    took = process_time() - began
    return word if took < SLOW or word.startswith("!") else f"!{word} after {took:.1f} s"


def main() -> int:
    """Write, judge and count; exit code 1 where a text is too dear."""
    parser = arguments(__doc__, "a game, such as quest", "only every so-manieth field")
    parser.add_argument("--keep", type=Path, default=Path("long"), help="where what fails is kept")
    given = parser.parse_args()
    found: Counter[str] = Counter()
    chosen = fields(given.only)[:: given.every]
    began = process_time()
    for field in chosen:
        outcome(field.puzzle.read_bytes())  # what is loaded once takes no time of theirs
        for number, content in enumerate(written(field)):
            word = outcome(content)
            if word.startswith("!"):
                given.keep.mkdir(parents=True, exist_ok=True)
                kept = given.keep / f"{'-'.join(field.name).strip('-')}-{number}.yaml"
                kept.write_bytes(content)
                print(f"{'.'.join(field.name)}: {word[1:]}; kept as {kept}", flush=True)
                word = "failed"
            found[word] += 1
    counts = ", ".join(f"{number} {word}" for word, number in found.most_common())
    print(f"{len(chosen)} fields, {found.total()} files: {counts}; {process_time() - began:.0f} s")
    return 1 if found["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
