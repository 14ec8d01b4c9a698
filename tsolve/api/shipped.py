"""Positions that come with tsolve, for people who have no checkout."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import tsolve
from tsolve.diagnostics import suggest
from tsolve.errors import UnknownNameError

_FOLDER = Path(tsolve.__file__).parent / "examples"
_MODELINE = re.compile(r"# yaml-language-server: .*\n")


class Example(NamedTuple):
    """A position file, with what its first comment says of it."""

    name: str
    about: str
    text: str


def examples() -> tuple[Example, ...]:
    """All of them, by their names."""
    return tuple(map(_read, sorted(_FOLDER.glob("*.yaml"))))


def example(name: str) -> Example:
    """The example of this name, with or without `.yaml`. Raises UnknownNameError."""
    known = {each.name: each for each in examples()}
    wanted = name.removesuffix(".yaml")
    if wanted not in known:
        near = suggest(wanted, known) or f"there are: {', '.join(known)}"
        raise UnknownNameError(f'there is no example "{name}"; {near}')
    return known[wanted]


def _read(path: Path) -> Example:
    text = path.read_text(encoding="utf-8")
    about = _MODELINE.sub("", text, count=1).partition("\n")[0]
    return Example(path.stem, about.removeprefix("# "), text)
