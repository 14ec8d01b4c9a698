"""Thousands of damaged puzzles, judged in this process: each is read, refused with its place, or answered.

`python -m tests.mutating --count 20000` takes every puzzle in turn, changes its text or its values in up to
four places, reads it, lists what is legal and judges it under a small time limit. A mutant fails when
anything but an answer, a located problem or an undecided verdict comes out, when reading it and listing what
is legal takes over a second of processor time, or when the whole takes longer than its limit by far. What
fails is kept as a file and told with its seed: `--seed 7 --first 1234 --count 1` makes it again.
"""

from __future__ import annotations

import argparse
import resource
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

import yaml

from tsolve import api
from tsolve.errors import InputError, UndecidedError

ROOT = Path(__file__).resolve().parent.parent / "puzzles"

READING = 1.0
"""Seconds of processor time that a mutant may take until it is refused, or its legal actions are listed."""
JUDGING = 0.2
"""The time limit under which it is judged, in seconds."""
OVERRUN = 3.0
"""Seconds of processor time by which that may be exceeded."""
HANGS = 30.0
"""Seconds of processor time after which a mutant is given up."""

NASTY: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 3, 98, 99, 300, 999, 1000, 10**9, 10**30, 1.5, "", " ", "-", "~", "none"),
    *("unknown", "99 x Disease", "0 x Torch", "-1 x Torch", f"{10**9} x Militia", "Torch x99", "2 Torch"),
    *("Torch #2", "second Torch", "Rank 3", "Rank 9", "Rank 99999999999", "Nixie in Rank 4", "1/0", "-1/3"),
    *("9" * 5000, "x" * 70_000, "a" * 300, "\u202e", "\x00", "\x1b[31m", "é" * 64, "==", "*", "&a", "<<"),
    *("2026-01-01", "1:30", "0x10", "1_000", "attack", "equip", "use", "buy", "expected", "any", "village"),
    *([], {}, [[]], [{}], {"": ""}, ["Torch"] * 40, ["99 x Disease"] * 4, {"Torch": 1}, {"rest": "unknown"}),
    *({"rest": ["60 x Disease"]}, {"top": ["Torch"], "rest": ["Torch"]}, {"kind": "monster"}),
)
"""Values that were wrong somewhere, or might be."""

SIGNS = (
    *"\t\n\r \"'#&*!|>%@`,:-?[]{}\\~=",
    "\x00",
    "\x85",
    "\u2028",
    "\u202e",
    "\ufeff",
    "é",
    "𝄞",
    "- ",
    ": ",
)


class Failed(NamedTuple):
    """A mutant that did what none may."""

    number: int
    puzzle: Path
    why: str
    content: bytes


class _Hangs(BaseException):
    """A mutant takes too long to wait for its end."""


@cache
def puzzles() -> tuple[tuple[Path, bytes, Any], ...]:
    """Every puzzle: its file, its text, its values."""
    files = sorted(ROOT.rglob("*.yaml"))
    return tuple((file, file.read_bytes(), yaml.load(file.read_bytes(), yaml.CSafeLoader)) for file in files)


def mutant(number: int, seed: int) -> tuple[Path, bytes]:
    """A damaged puzzle, the same for the same numbers, and the file that it was."""
    random = Random(f"{seed} {number}")
    known = puzzles()
    file, text, values = known[number % len(known)]
    kind = random.choice(("text", "values", "a few values", "a few values"))
    if kind == "text":
        return file, _damaged_text(random, text)
    for _ in range(random.choice((1, 1, 2, 4))):
        values = _damaged(random, values, gently=kind == "a few values")
    written = yaml.safe_dump(values, sort_keys=False, allow_unicode=random.random() < 0.5, width=1000)
    return file, written.encode("utf-8", "surrogatepass")


def judge(content: bytes, time_limit: float | None = JUDGING) -> str:
    """What comes of a mutant, in a word. Raises whatever it raises, and TimeoutError for a long wait."""
    began = process_time()
    try:
        try:
            position = api.loads(content, "mutant.yaml")
            api.legal(position)
        finally:
            took = process_time() - began
        if took > READING:
            raise TimeoutError(f"reading took {took:.1f} s")
        began = process_time()
        try:
            api.check(position, "mutant.yaml", time_limit=time_limit)
        finally:
            took = process_time() - began
    except InputError as error:
        lost = [each for each in error.diagnostics if each.span is None and each.code != "E119"]
        if lost:
            raise LookupError(f"no place: {lost[0]}") from None
        word = "refused"
    except UndecidedError:
        word = "undecided"
    else:
        word = "answered"
    if took > (JUDGING + OVERRUN if word != "refused" else READING + OVERRUN):
        raise TimeoutError(f"{word} after {took:.1f} s")
    return word


def run(numbers: Sequence[int], seed: int) -> Iterator[str | Failed]:
    """What comes of each of these mutants."""
    api.check(api.loads(puzzles()[0][1], "whole.yaml"))  # what is loaded once takes no time of theirs
    signal.signal(signal.SIGVTALRM, _give_up)
    for number in numbers:
        file, content = mutant(number, seed)
        signal.setitimer(signal.ITIMER_VIRTUAL, HANGS)
        try:
            yield judge(content)
        except (Exception, _Hangs) as error:
            yield Failed(number, file, f"{type(error).__name__}: {error}"[:300], content)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _give_up(*_: object) -> None:
    raise _Hangs(f"no end after {HANGS:g} s")


# damage


def _damaged_text(random: Random, text: bytes) -> bytes:
    """The text with bytes, signs or lines lost, doubled, exchanged, put in, or taken from another puzzle."""
    for _ in range(random.choice((1, 1, 2, 4))):
        lines = text.splitlines(keepends=True) or [b""]
        at, line = random.randrange(len(text) + 1), random.randrange(len(lines))
        end = min(len(text), at + random.choice((1, 1, 3, 20, 200)))
        what = random.randrange(9)
        if what == 0:
            text = text[:at] + text[end:]
        elif what == 1:
            text = text[:at] + random.choice(SIGNS).encode() + text[at:]
        elif what == 2:
            text = text[:at] + bytes((random.randrange(256),)) + text[at + 1 :]
        elif what == 3:
            text = text[:at] + text[at:end] * random.choice((2, 3, 50)) + text[end:]
        elif what == 4:
            text = b"".join(lines[:line] + lines[line + 1 :])
        elif what == 5:
            text = b"".join(
                lines[: line + 1] + [lines[line]] * random.choice((1, 2, 100)) + lines[line + 1 :]
            )
        elif what == 6:
            random.shuffle(lines)
            text = b"".join(lines)
        elif what == 7:
            other = random.choice(puzzles())[1]
            start = random.randrange(len(other) + 1)
            text = text[:at] + other[start : start + random.choice((5, 40, 400))] + text[end:]
        else:
            text = text[:at]
    return text


def _damaged(random: Random, values: Any, gently: bool) -> Any:
    """The values with one of them lost, doubled, exchanged, wrapped, renamed, or one of another puzzle.

    Gently: it may well be sound, with a number, a word or an entry of a list changed.
    """
    places = list(_places(values, ()))
    if not places:
        return random.choice(NASTY)
    if gently:
        entries = [place for place in places if isinstance(place[-1], int)]
        numbers = [place for place in places if isinstance(_at(values, place), int)]
        places = [*entries, *numbers] or places
    place = random.choice(places)
    what = random.choice((0, 3, 4, 6)) if gently else random.randrange(8)
    if what == 0:
        return _changed(values, place, lambda whole, key: _without(whole, key))
    if what == 1:
        new = random.choice(NASTY)
    elif what == 2:
        other = random.choice(puzzles())[2]
        new = _at(other, random.choice(list(_places(other, ())) or [()]))
    elif what == 3:
        new = _at(values, random.choice(places))
    elif what == 4 and isinstance(place[-1], int):
        copies = random.choice((1, 2, 30))
        return _changed(values, place, lambda whole, key: [*whole, *[whole[key]] * copies])
    elif what == 4:
        new = [_at(values, place)] * random.choice((1, 2, 30))
    elif what == 5:
        inner: Any = _at(values, place)
        for _ in range(random.choice((1, 2, 40))):
            inner = [inner] if random.random() < 0.5 else {"x": inner}
        new = inner
    elif what == 6:
        new = _other_scalar(random, _at(values, place))
    else:
        name = random.choice(
            ("hand", "deck", "hall", "line", "turn", "cards", "x", 3, None, "Disease", "Torch")
        )
        return _changed(values, place, lambda whole, key: _renamed(whole, key, name))
    return _changed(values, place, lambda whole, key: _replaced(whole, key, new))


def _other_scalar(random: Random, value: Any) -> Any:
    """A number near or far from the one there, or the text with letters or words changed."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.choice((value + 1, value - 1, -value, value * 10, value * 1000))
    if not isinstance(value, str) or not value:
        return random.choice(NASTY)
    words = value.split(" ")
    at = random.randrange(len(value))
    return random.choice(
        (
            *(value[:at] + value[at + 1 :], value[:at] + random.choice(SIGNS) + value[at:], value * 2),
            *(" ".join(random.sample(words, len(words))), f"{random.choice((0, 2, 40, 99))} x {value}"),
            *(f"{value} #2", f"second {value}", f"{value} in Rank 3", value.swapcase(), " ".join(words[:-1])),
        )
    )


def _places(values: Any, here: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if here:
        yield here
    if isinstance(values, dict | list):
        for key, each in values.items() if isinstance(values, dict) else enumerate(values):
            yield from _places(each, (*here, key))


def _at(values: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        values = values[key]
    return values


def _changed(values: Any, place: tuple[Any, ...], change: Callable[[Any, Any], Any]) -> Any:
    """The values with `change` made to what holds the value at the place."""
    if len(place) == 1:
        return change(values, place[0])
    return _replaced(values, place[0], _changed(values[place[0]], place[1:], change))


def _replaced(whole: Any, key: Any, new: Any) -> Any:
    if isinstance(whole, dict):
        return {**whole, key: new}
    return [*whole[:key], new, *whole[key + 1 :]]


def _without(whole: Any, key: Any) -> Any:
    if isinstance(whole, dict):
        return {each: value for each, value in whole.items() if each != key}
    return [*whole[:key], *whole[key + 1 :]]


def _renamed(whole: Any, key: Any, name: Any) -> Any:
    if isinstance(whole, dict):
        return {name if each == key else each: value for each, value in whole.items()}
    return _replaced(whole, key, name)


def main() -> int:
    """Make, judge and count; exit code 1 where a mutant fails."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first mutant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path("mutants"), help="where those that fail are kept")
    asked = parser.parse_args()
    found: Counter[str] = Counter()
    began = process_time()
    for number, word in enumerate(run(range(asked.first, asked.first + asked.count), asked.seed), start=1):
        if isinstance(word, Failed):
            asked.keep.mkdir(parents=True, exist_ok=True)
            kept = asked.keep / f"{asked.seed}-{word.number}.yaml"
            kept.write_bytes(word.content)
            print(f"{word.number} ({word.puzzle.name}): {word.why}; kept as {kept}", flush=True)
            word = "failed"
        found[word] += 1
        if number % 1000 == 0:
            print(f"{number}: {dict(found)}, {process_time() - began:.0f} s", file=sys.stderr, flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    counts = ", ".join(f"{number} {word}" for word, number in found.most_common())
    took = process_time() - began
    print(f"{found.total()} mutants: {counts}; {took:.0f} s of processor time, {peak} MB at most")
    return 1 if found["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
