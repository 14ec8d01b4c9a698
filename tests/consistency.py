"""Answers to different questions about one position, held against each other.

    python -m tests.consistency                          # every puzzle: hours
    python -m tests.consistency --only quest --every 20 --first 3
    python -m tests.consistency --relation yes_or_no --only gloomhaven
    python -m tests.consistency --random 200 --only quest   # random positions with random lines

A relation says what two answers have in common, whoever is right: what a legal line does can be done, a proof
of "possible" is legal when it is written out, to know less opens an answer and never reverses it. It needs no
expected value, so it is asked of every puzzle, and of any position at all. Work is limited in steps: an
answer for which there was no time contradicts nothing.
"""

from __future__ import annotations

import sys
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from tests.asked import Asked
from tests.relations import RELATIONS
from tests.stripped import puzzles
from tests.sweeping import HangsError, arguments, ended_after
from tsolve import api
from tsolve.api import hunting
from tsolve.contract.position import Position
from tsolve.errors import InputError, UndecidedError, UnsupportedError, UsageError
from tsolve.worlds.hunt import Example

HANGS = 60.0
"""Seconds of processor time that one relation may take of one position."""


class Contradiction(NamedTuple):
    """Two answers that cannot both be right."""

    relation: str
    position: str
    told: str


def contradictions(position: Position[Any, Any], where: str, names: Iterable[str]) -> Iterator[Contradiction]:
    """What contradicts itself in the answers about a position; an internal error does, too."""
    asked = Asked(position)
    for name in names:
        try:
            with ended_after(HANGS):
                for told in RELATIONS[name](asked):
                    yield Contradiction(name, where, told)
        except HangsError:
            yield Contradiction("hangs", where, f"{name}: no end after {HANGS:g} s")
        except (InputError, UsageError, UnsupportedError, UndecidedError) as error:
            yield Contradiction("refused", where, f"{name}: {error}")
        except Exception as error:
            places = traceback.extract_tb(error.__traceback__)[-1:-4:-1]
            told = " < ".join(f"{Path(each.filename).name}:{each.lineno}" for each in places)
            yield Contradiction("broken", where, f"{name}: {type(error).__name__}: {error} at {told}")


def dealt(game: str, number: int) -> Position[Any, Any] | None:
    """A random position with a random line, the same for the same number; None where nothing can be done.

    It is dealt as for a hunt, about the cards of one open point after the other.
    """
    rules = api.ruleset(game)
    keys = sorted(rules.interpretations)
    first, second = api.rivals(game, keys[number % len(keys)])[0]
    asked = hunting._Asked(game, first, second, 5, number, hunting._boxes(rules, first, second))
    hunter = asked.hunter()
    random = hunter.random
    random.seed(number)
    position = api.loads(hunter.text(Example(hunter.deal(), ())))
    line, state, playing = [], position.state, position.game
    for _ in range(random.randint(0, 5)):
        if playing.is_over(state) or playing.mover(state) < 0 or not (legal := playing.legal_actions(state)):
            break
        action = random.choice(legal)
        line.append(playing.notation(state, action))
        state = playing.apply(state, action)
    return api.changed(position, line=line)


def main() -> int:
    """Ask, count and tell; exit code 1 where answers contradict each other."""
    parser = arguments(__doc__, "a folder of puzzles, such as quest", "each so-manieth puzzle")
    parser.add_argument("--first", type=int, default=0, help="the first puzzle, from 0")
    parser.add_argument("--relation", action="append", choices=[*RELATIONS], help="repeatable; else all")
    parser.add_argument("--random", type=int, default=0, help="so many random positions of the game --only")
    parser.add_argument("files", nargs="*", type=Path, help="position files in place of the puzzles")
    given = parser.parse_args()
    files: Sequence[Path | int] = given.files or puzzles(given.only)[given.first :: given.every]
    if given.random:
        files = range(given.first, given.first + given.random)
    names = given.relation or [*RELATIONS]
    found: Counter[str] = Counter()
    began = process_time()
    for number, path in enumerate(files, start=1):
        try:
            position = dealt(given.only, path) if isinstance(path, int) else api.load(path)
        except InputError as error:
            print(f"not read  {path}: {error}")
            continue
        for each in contradictions(position, str(path), names):
            found[each.relation] += 1
            print(f"{each.relation}  {each.position}\n    {each.told}", flush=True)
        if number % 20 == 0:
            print(f"{number}: {dict(found)}, {process_time() - began:.0f} s", file=sys.stderr, flush=True)
    told = ", ".join(f"{name} {count}" for name, count in sorted(found.items())) or "no contradiction"
    print(f"{len(files)} positions: {told}; {process_time() - began:.0f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
