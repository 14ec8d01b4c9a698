"""Finds the step of a line that somebody means: by its number, its text, or its first words."""

from __future__ import annotations

from collections.abc import Sequence

from tsolve.diagnostics import suggest
from tsolve.rules.text import squash


def step_number(written: str | int, line: Sequence[str]) -> int:
    """The number of the step, counted from 1; 0 is before the first.

    Raises ValueError with the reason where the line has no such step, or several.
    """
    if isinstance(written, int) or (written.isascii() and written.isdecimal() and len(written) <= 9):
        number = int(written)
        if number > len(line):
            raise ValueError(f"the line has {len(line)} step{'s' if len(line) != 1 else ''}")
        return number
    texts = [squash(text) for text in line]
    wanted = squash(written)
    same = [number for number, text in enumerate(texts, start=1) if text == wanted]
    fitting = same or [number for number, text in enumerate(texts, start=1) if text.startswith(wanted)]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        meant = suggest(written, line)
        raise ValueError(f'no step of the line is "{written}"' + (f"; {meant}" if meant else ""))
    numbers = ", ".join(map(str, fitting))
    raise ValueError(f'several steps of the line begin with "{written}": write which of {numbers}')
