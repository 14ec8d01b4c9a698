"""The exceptions of tsolve: one base, the built-in ones beside it, and nobody who catches them by mistake."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
import typer

import tsolve
from tsolve import api
from tsolve.errors import (
    BeyondBoundsError,
    DisagreementError,
    IllegalActionError,
    InputError,
    TooLargeError,
    TsolveError,
    UndecidedError,
    UnknownNameError,
    UsageError,
)

PACKAGE = Path(tsolve.__file__).parent

CAUGHT = {
    "source/parse.py": "PyYAML",
    "source/project.py": "tomllib and the decoding of bytes",
    "source/schema.py": "json",
    "source/reading.py": "a NUL in a path",
    "source/decode.py": "the check of a struct, which raises plain ValueError",
    "games/gloomhaven/writing/plain_claims.py": "a sentence that is no claim, as source/decode.py",
    "written/apart.py": "the same",
    "report/regress.py": "os.path.commonpath",
    "games/gloomhaven/writing/abilities_and_decks.py": "a formula that is none",
    "report/text/layout.py": "the name of an encoding",
    "api/receipts.py": "os.path.relpath",
    "rules/loading.py": "Path.home",
    "cli/regress_files.py": "os.path.relpath and json",
    "batch.py": "an executor whose helpers have died",
    "executors.py": "the address of a Dask scheduler",
    "worlds/decisive.py": "an action that a changed position does not know",
    "solve/validation.py": "its own checks, which raise plain ValueError and are told where they failed",
    "written/phrases.py": "a text that is no claim, a plain ValueError",
    "written/dialogue.py": "a text that is no claim, a plain ValueError",
    "written/filling.py": "a text that says nothing, a plain ValueError",
    "web/sheet.py": "an order that no page of ours has sent",
    "web/serving.py": "a socket whose address makes no sense",
    "written/name_check.py": "a step that the line has not, a plain ValueError",
}
"""The files that catch a built-in exception which one of tsolve's derives from, and whose it is there."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Every module of tsolve by its path in the package."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def exceptions() -> Iterator[type[BaseException]]:
    """Every exception that some module defines for others. The end of a run is none."""
    for path, tree in modules():
        names = [node.name for node in tree.body if isinstance(node, ast.ClassDef) and node.bases]
        if not names or path.endswith("__main__.py"):
            continue
        module = import_module(
            "tsolve." + path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        )
        for name in names:
            found = getattr(module, name)
            if not inspect.isclass(found) or name.startswith("_"):
                continue
            if issubclass(found, BaseException) and not issubclass(found, typer.Exit):
                yield found


def test_every_exception_has_the_one_base_and_a_built_in_one() -> None:
    found = list(exceptions())

    assert len(found) > 10
    for each in found:
        assert issubclass(each, TsolveError), each
        if each is not TsolveError:
            assert issubclass(each, ValueError | RuntimeError | OSError | AssertionError), each


@pytest.mark.parametrize(
    ("ours", "built_in"),
    [
        (UsageError, ValueError),
        (UnknownNameError, LookupError),
        (InputError, ValueError),
        (IllegalActionError, ValueError),
        (UndecidedError, RuntimeError),
        (TooLargeError, UndecidedError),
        (BeyondBoundsError, UndecidedError),
        (DisagreementError, RuntimeError),
    ],
)
def test_callers_catch_the_exceptions_that_they_know(ours: type, built_in: type) -> None:
    assert issubclass(ours, built_in)


def test_an_unknown_name_is_a_lookup_error() -> None:
    with pytest.raises(LookupError, match="unknown card"):
        api.card("Nobody at all")
    with pytest.raises(LookupError, match="no rule has the id"):
        api.rule("xyzzy")
    with pytest.raises(LookupError, match="unknown game"):
        api.cards("nochess")


def test_only_known_places_catch_what_an_exception_of_ours_derives_from() -> None:
    """A new place is entered with its reason, once it is sure that nothing of ours is raised there."""
    wide = {"ValueError", "LookupError", "KeyError", "RuntimeError", "AssertionError"}
    found = {
        path
        for path, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler) and node.type is not None
        if wide & {each.id for each in ast.walk(node.type) if isinstance(each, ast.Name)}
    }

    assert found == set(CAUGHT)
