"""Texts that say several steps at once: what the answer says to write is written, and played."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tsolve import api
from tsolve.errors import InputError
from tsolve.model.plays import LineAnswer


def line_of(folder: Path, table: str, steps: Sequence[str]) -> LineAnswer:
    """What these steps come to."""
    file = folder / "position.yaml"
    lines = (f'- "{step}"\n' for step in steps)
    file.write_text(f"{table}\nline:\n{''.join(lines)}", encoding="utf-8")
    line = api.check(api.load(file)).line
    assert line is not None
    return line


def played(folder: Path, table: str, steps: Sequence[str]) -> list[str]:
    """Why each of these steps is not legal; an empty text for a legal one."""
    line = line_of(folder, table, steps)
    return [step.refusal.reason if step.refusal else "" for step in line.steps]


def comes_to(folder: Path, table: str, text: str, steps: Sequence[str]) -> bool:
    """Whether a text that says several steps is played as these, or is answered with them to write."""
    try:
        line = line_of(folder, table, [text])
    except InputError:
        return steps_told(folder, table, text) == [*steps]
    if not line.legal:
        return steps_told(folder, table, text) == [*steps]
    apart = line_of(folder, table, steps)
    events = [[entry for step in each.steps for entry in step.entries] for each in (line, apart)]
    return apart.legal and events[0] == events[1] and line.outcome == apart.outcome


def steps_told(folder: Path, table: str, text: str) -> list[str]:
    """The steps that are to be written instead of a text, which is not legal or no step at all (E323). They
    are legal when they are copied.
    """
    told = _told(folder, table, text)
    steps = re.findall("`(.+?)`", told.partition("; then comes")[0])
    assert steps, told
    assert played(folder, table, steps) == [""] * len(steps)
    return steps


def _told(folder: Path, table: str, text: str) -> str:
    try:
        (refused,) = played(folder, table, [text])
    except InputError as error:
        (problem,) = error.diagnostics
        assert problem.code == "E323"
        return problem.help
    assert "of its own: " in refused or "of their own: " in refused
    return refused
