"""Files that import each other in a circle are read together or not at all, so circles stay small.

Imports for types count, those inside functions do not: they are late because somebody is to be spared.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import tsolve

PACKAGE = Path(tsolve.__file__).parent
MOST = 8
"""Files in a circle."""
LARGER = {"games/gloomhaven/play.py": 14, "games/quest/play.py": 13, "games/thunderstone/play.py": 11}
"""A file of a larger circle, and how large it may be: the rules of a turn, in which what happens leads to
tasks, and tasks to what happens. None may grow.
"""


def modules() -> Mapping[str, Path]:
    """Every file by the name of its module; faces of packages only hand names on."""
    files = (path for path in PACKAGE.rglob("*.py") if path.name != "__init__.py")
    return {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path for path in files}


def imports(path: Path) -> Iterator[ast.ImportFrom]:
    """Those that stand at the top, also those for types."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        inner = node.body if isinstance(node, ast.If) else [node]
        yield from (each for each in inner if isinstance(each, ast.ImportFrom))


def arrows() -> Mapping[str, set[str]]:
    """Which modules each of them imports."""
    known = modules()
    found: dict[str, set[str]] = {name: set() for name in known}
    for name, path in known.items():
        for each in imports(path):
            wanted = [f"{each.module}.{alias.name}" for alias in each.names] + [str(each.module)]
            found[name].update(other for other in wanted if other in known and other != name)
    return found


def circles(graph: Mapping[str, set[str]]) -> list[set[str]]:
    """The largest sets of modules each of which leads to each other one. (Kosaraju)"""
    order: list[str] = []
    seen: set[str] = set()
    for first in graph:
        waiting = [(first, iter(graph[first]))] if first not in seen else []
        seen.add(first)
        while waiting:
            name, rest = waiting[-1]
            further = next((each for each in rest if each not in seen), None)
            if further is None:
                order.append(name)
                waiting.pop()
            else:
                seen.add(further)
                waiting.append((further, iter(graph[further])))
    back: dict[str, set[str]] = {name: set() for name in graph}
    for name, others in graph.items():
        for other in others:
            back[other].add(name)
    found: list[set[str]] = []
    left = set(graph)
    for first in reversed(order):
        if first not in left:
            continue
        circle, todo = set(), [first]
        left.discard(first)
        while todo:
            circle.add(name := todo.pop())
            new = back[name] & left
            left -= new
            todo += new
        found.append(circle)
    return [circle for circle in found if len(circle) > 1]


def test_circles_are_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}, "e": {"d"}, "f": {"a"}}
    assert sorted(map(sorted, circles(graph))) == [["a", "b", "c"], ["d", "e"]]


def test_no_circle_is_large() -> None:
    known = modules()
    places = {name: path.relative_to(PACKAGE).as_posix() for name, path in known.items()}
    for circle in circles(arrows()):
        files = sorted(places[name] for name in circle)
        most = next((size for file, size in LARGER.items() if file in files), MOST)
        assert len(files) <= most, files
