"""What is remembered about what people write is bounded, so that a process that answers for weeks does not
grow.
"""

from __future__ import annotations

import gc
import pkgutil
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from importlib import import_module
from inspect import signature

import tsolve

FEW = {
    "Capabilities",
    "Kinds",
    "Path | None",
    "Question[..., Any]",
    "bool",
    "tuple[Path, ...]",
    "tuple[pathlib.Path, ...]",
    "type[Any]",
    "type[Formed]",
    "type[PositionFile]",
    "type[Task[Any, Any, Any, Any]]",
    "type[msgspec.Struct]",
}
"""Types with as many values as tsolve has games, actions, tasks, questions, kinds of files and folders."""
GAMES = {"game", "engine"}
"""Parameters that name a game."""


def remembering_for_ever() -> Iterator[_lru_cache_wrapper[object]]:
    """The functions of tsolve that forget nothing."""
    for module in pkgutil.walk_packages(tsolve.__path__, "tsolve."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    for each in gc.get_objects():
        if isinstance(each, _lru_cache_wrapper) and each.cache_parameters()["maxsize"] is None:
            name = f"{getattr(each, '__module__', '')}.{getattr(each, '__qualname__', '')}"
            if name.startswith("tsolve.") and "<locals>" not in name:
                yield each


def test_only_what_tsolve_itself_contains_is_remembered_for_ever() -> None:
    unbounded = {
        f"{each.__module__}.{each.__qualname__}: {parameter}"
        for each in remembering_for_ever()
        for parameter in signature(each).parameters.values()
        if str(parameter.annotation) not in FEW and parameter.name not in GAMES
    }
    assert not unbounded
