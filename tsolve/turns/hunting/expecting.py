"""Writes a difference as expectations of a puzzle: true under the first readings, false under the second."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from tsolve.diagnostics import quoted
from tsolve.turns.line import play_line

if TYPE_CHECKING:
    from tsolve.turns.opened import Opened
    from tsolve.turns.played import Played

S = TypeVar("S")
A = TypeVar("A")

Stated = dict[tuple[str, str], list[object]]
"""By section and key, what a line may come to: one thing, unless it leaves a choice open."""


class Stating(Protocol[S, A]):
    """What a game's files can expect."""

    def stated(self, opened: Opened[S, A], played: Played[S, A]) -> Mapping[str, Mapping[str, object]]:
        """Of a line from there, by the section of `expect:` and the key in it."""
        ...

    def stated_rows(self, played: Played[S, A]) -> Sequence[Mapping[str, object]]:
        """Of the calculation of a line, row by row."""
        ...


def expectations(game: Stating[S, A], sides: Sequence[Opened[S, A]], line: Sequence[str]) -> str:
    """What differs between two sides as `expect:` of a position file; empty if none of it can be written."""
    here, there = (play_line(side, line) for side in sides)
    if line:
        stated = (_stated(game, *each) for each in zip(sides, (here, there), strict=True))
        lines = _of_line(_legality(here), _legality(there), *stated)
    else:
        lines = _of_actions(*map(_legal, sides))
    if here.answer.calculation is not None and there.answer.calculation is not None:
        others = game.stated_rows(there)
        rows = [f"  - {_mapping(row)}" for row in game.stated_rows(here) if row not in others]
        lines += ["  calculation:", *rows] if rows else []
    return "\n".join(["expect:", *lines, ""]) if lines else ""


def _legal(opened: Opened[S, A]) -> list[str]:
    game, state = opened.game, opened.state
    return list(dict.fromkeys(game.notation(state, action) for action in game.legal_actions(state)))


def _of_actions(here: Sequence[str], there: Sequence[str]) -> list[str]:
    """What one side alone allows."""
    legal = [quoted(text) for text in here if text not in there]
    illegal = [f"{quoted(text)}: []" for text in there if text not in here]
    lines = [f"  legal: [{', '.join(legal)}]"] if legal else []
    return [*lines, *([f"  illegal: {{{', '.join(illegal)}}}"] if illegal else [])]


def _of_line(
    legality: dict[str, object], otherwise: dict[str, object], stated: Stated, other: Stated
) -> list[str]:
    """What the line surely comes to, where the other side says otherwise, section by section."""
    sections = {"line": legality if legality != otherwise else {}}
    for (section, key), values in stated.items():
        if len(values) == 1 and other.get((section, key), values) != values:
            sections.setdefault(section, {})[key] = values[0]
    return [f"  {section}: {_mapping(keys)}" for section, keys in sections.items() if keys]


def _legality(played: Played[S, A]) -> dict[str, object]:
    """Whether the line is legal, and up to which step; nothing where that is open."""
    if played.undecided and not played.ways:
        return {}
    broken = next((step.number for step in played.answer.steps if step.refusal is not None), None)
    return {"legal": True} if broken is None else {"legal": False, "illegal_step": broken}


def _stated(game: Stating[S, A], opened: Opened[S, A], played: Played[S, A]) -> Stated:
    found: Stated = {}
    if played.undecided and not played.ways:
        return found
    for each in [way.played for way in played.ways] or [played]:
        for section, keys in game.stated(opened, each).items():
            for key, value in keys.items():
                values = found.setdefault((section, key), [])
                if value not in values:
                    values.append(value)
    return found


def _mapping(keys: Mapping[str, object]) -> str:
    return f"{{{', '.join(f'{key}: {quoted(value)}' for key, value in keys.items())}}}"
