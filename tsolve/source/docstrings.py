"""What is said below the fields of a struct."""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec


def meanings(struct: type[Any]) -> dict[str, str]:
    """The text below each field that has one, also of those that a struct shares with others."""
    told: dict[str, str] = {}
    for each in reversed(struct.__mro__):
        if issubclass(each, msgspec.Struct) and each is not msgspec.Struct:
            told |= _field_docstrings(each)
    return told


@cache
def _field_docstrings(struct: type[Any]) -> dict[str, str]:
    """What stands below the fields of a class as a text."""
    tree = ast.parse(inspect.getsource(sys.modules[struct.__module__]))
    classes = (node for node in tree.body if isinstance(node, ast.ClassDef))
    body = next((node.body for node in classes if node.name == struct.__name__), [])
    told = {}
    for field, below in pairwise(body):
        text = (
            below.value.value if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) else ""
        )
        if text and isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            told[field.target.id] = " ".join(str(text).split())
    return told
