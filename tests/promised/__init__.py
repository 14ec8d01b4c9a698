"""What is promised to those who read tsolve's JSON: the keys that answers and receipts had, and what kind of
value stood there. A key that has gone, or whose value is of another kind, breaks a reader; new keys may come.

    PROMISE=add python -m pytest tests/cli/test_promises.py     # holds the keys of today, too

The keys were recorded before the answering layer had measures, and after.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tsolve import api

FOLDER = Path(__file__).parent
KEYS = FOLDER / "keys.json"
Keys = dict[str, str]
"""Path of a key -> the kinds of its values, such as `null text`."""
QUERIES = {
    "thunderstone": "attack Griknack Goblin",
    "village": "buy Polearm",
    "quest": "reach Mine",
    "map": "heal Brute",
}
"""Position -> what its why-not asks."""
QUESTION = "Militia, Dagger vs Griknack Goblin rank 1"
POSITIONS = tuple(sorted(path.name for path in FOLDER.glob("*.yaml")))
COMMANDS = ("check", "grade", "legal", "odds", "score", "show", "solve", "targets")


def runs() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The command lines that are asked for JSON, each with its command."""
    for command in COMMANDS:
        yield from ((command, (command, position)) for position in POSITIONS)
    yield from (("why-not", ("why-not", f"{name}.yaml", query)) for name, query in QUERIES.items())
    yield "ask", ("ask", QUESTION)


def keys_of(documents: Iterable[object]) -> Keys:
    """The keys of some documents with all kinds of values that they have in them."""
    found: dict[str, set[str]] = {}
    for document in documents:
        for path, kind in _keys(document, ""):
            found.setdefault(path, set()).add(kind)
    return {path: " ".join(sorted(kinds)) for path, kinds in sorted(found.items())}


def _keys(told: object, path: str) -> Iterator[tuple[str, str]]:
    """Each path with the kind of its value: items of a list stand under `[]`, what is keyed by names under
    `{}`.
    """
    match told:
        case dict():
            yield path, "mapping"
            for key, value in told.items():
                yield from _keys(value, f"{path}.{key}" if _is_a_key(key) else f"{path}.{{}}")
        case list():
            yield path, "list"
            for value in told:
                yield from _keys(value, f"{path}[]")
        case None:
            yield path, "null"
        case bool():
            yield path, "truth"
        case str():
            yield path, "text"
        case _:
            yield path, "number"


def _is_a_key(key: str) -> bool:
    return key.isidentifier() and key == key.lower()


def held() -> Mapping[str, Keys]:
    """The keys that are promised, by command."""
    kept: dict[str, Keys] = json.loads(KEYS.read_text(encoding="utf-8"))
    return kept


def broken(now: Mapping[str, Keys]) -> list[str]:
    """The promises that these keys break. What would stand in a list that is empty now breaks none."""
    found = []
    for command, keys in held().items():
        here = now[command]
        for path, kinds in keys.items():
            if path not in here and not _may_stand_in_an_empty_one(path, here):
                found.append(f"{command}: {path} has gone")
            before, today = (set(each.split()) - {"null"} for each in (kinds, here.get(path, "")))
            if today and not before <= today:
                found.append(f"{command}: {path} was {kinds}, is {here[path]}")
    return found


def _may_stand_in_an_empty_one(path: str, here: Keys) -> bool:
    """Whether a list, or what is keyed by names, holds nothing now in which the path would stand."""
    holders = [path[: at.start()] for at in re.finditer(r"\[\]|\.\{\}", path)]
    filled = [path[: at.end()] for at in re.finditer(r"\[\]|\.\{\}", path)]
    return any(holder in here and each not in here for holder, each in zip(holders, filled, strict=True))


def add(now: Mapping[str, Keys]) -> None:
    """Hold these keys from now on, beside those that are held."""
    kept = held()
    for command, keys in now.items():
        for path, kinds in keys.items():
            both = {*kept[command].get(path, "").split(), *kinds.split()}
            kept[command][path] = " ".join(sorted(both))
    told = {command: dict(sorted(keys.items())) for command, keys in kept.items()}
    KEYS.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def library() -> Iterator[str]:
    """The names of the library, and of what its functions take."""
    for name in sorted(api.__all__):
        thing = getattr(api, name)
        yield f"api.{name}"
        if inspect.isfunction(thing):
            yield from (f"api.{name}({each})" for each in inspect.signature(thing).parameters)


def held_of_the_library() -> set[str]:
    """The names that are promised. The position comes first, by its place: it was called `opened` before."""
    return set((FOLDER / "library.txt").read_text(encoding="utf-8").split())
