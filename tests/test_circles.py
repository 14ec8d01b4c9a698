"""Files that import each other in a circle are read together or not at all, so circles stay small; so do
those of classes whose definitions name each other.

Every import counts: those for types, and those inside functions.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import tsolve

PACKAGE = Path(tsolve.__file__).parent
MOST = 8
"""Files, or classes, in a circle."""
LARGER = {"games.thunderstone.effects.base:AbilityEffect": 22}
"""A class of a larger circle, and how large it may be: effects are given the table, the rules and the working
copy, cards hold effects, and what waits on the table comes from effects. It may not grow.
"""


@cache
def modules() -> Mapping[str, ast.Module]:
    """What stands in every file, by the name of its module within the package."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        name = ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix("__init__")
        found[name.rstrip(".")] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def imported(module: ast.Module) -> Iterator[tuple[str, str, str]]:
    """What a file imports from the package: the module, the name there, and the name here."""
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("tsolve."):
            where = str(node.module).removeprefix("tsolve").lstrip(".")
            yield from ((where, alias.name, alias.asname or alias.name) for alias in node.names)


def inside(where: str, name: str) -> str:
    """The name of a part of a module."""
    return f"{where}.{name}".lstrip(".")


def files() -> Mapping[str, set[str]]:
    """Which modules each of them imports; the face of the package only hands names on."""
    known = modules().keys() - {""}
    return {
        name: {
            other
            for where, what, _ in imported(modules()[name])
            for other in (inside(where, what), where)
            if other in known and other != name
        }
        for name in known
    }


def classes() -> Mapping[str, set[str]]:
    """Which classes the definition of each names."""
    found: dict[str, set[str]] = {}
    own = {
        name: {each.name for each in module.body if isinstance(each, ast.ClassDef)}
        for name, module in modules().items()
    }
    for name, module in modules().items():
        names = {each: f"{name}:{each}" for each in own[name]}
        names |= {
            here: f"{where}:{what}" for where, what, here in imported(module) if what in own.get(where, ())
        }
        rooms = {
            here: inside(where, what) for where, what, here in imported(module) if inside(where, what) in own
        }
        for each in module.body:
            if isinstance(each, ast.ClassDef):
                me = f"{name}:{each.name}"
                found[me] = {other for other in _named(each, names, rooms, own) if other != me}
    return found


def _named(
    definition: ast.ClassDef,
    names: Mapping[str, str],
    rooms: Mapping[str, str],
    own: Mapping[str, set[str]],
) -> Iterator[str]:
    for node in ast.walk(definition):
        if isinstance(node, ast.Name) and node.id in names:
            yield names[node.id]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in names:
            yield names[node.value]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            room = rooms.get(node.value.id, "")
            if node.attr in own.get(room, ()):
                yield f"{room}:{node.attr}"


def circles(graph: Mapping[str, set[str]]) -> list[set[str]]:
    """The largest sets of names each of which leads to each other one. (Kosaraju)"""
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


def test_no_circle_of_files_is_large() -> None:
    for circle in circles(files()):
        assert len(circle) <= MOST, sorted(circle)


def test_no_circle_of_classes_is_large() -> None:
    for circle in circles(classes()):
        most = next((size for name, size in LARGER.items() if name in circle), MOST)
        assert len(circle) <= most, sorted(circle)


def test_the_exceptions_are_needed() -> None:
    found = circles(classes())
    for name, size in LARGER.items():
        assert any(name in circle and len(circle) == size for circle in found), name
