"""Position files opened from texts, for tests."""

from __future__ import annotations

import textwrap
from typing import Any

from tests.games.thunderstone.builders import ruleset
from tsolve.errors import Diagnostic, InputError
from tsolve.games.thunderstone.judging.outcome import PlayedTurn
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.planning import turns
from tsolve.games.thunderstone.writing.position import read_position
from tsolve.games.thunderstone.writing.position_file import PositionFile
from tsolve.model.answers import SolveAnswer
from tsolve.model.plays import Wishes
from tsolve.source.decode import decode
from tsolve.source.parse import parse
from tsolve.turns.line import play_line


def opened(text: str, game: str = "game: thunderstone\n") -> Opened:
    """A position file without its first line."""
    return read_position(decode(parse(game + textwrap.dedent(text), "p.yaml"), PositionFile), ruleset())


def solve(file: Opened, goal: str | None = None, target: str | None = None, **wishes: Any) -> SolveAnswer:
    """The planner's answer by single wishes."""
    return turns.solve(file, Wishes(goal, target, **wishes))


def problems(text: str, game: str = "game: thunderstone\n") -> tuple[Diagnostic, ...]:
    """What is wrong with a position file."""
    try:
        opened(text, game)
    except InputError as error:
        return error.diagnostics
    return ()


def codes(text: str, game: str = "game: thunderstone\n") -> list[str]:
    """The codes of what is wrong with a position file, in the order of their places."""
    return [problem.code for problem in problems(text, game)]


def played(text: str) -> PlayedTurn:
    """The line of a position file, played."""
    file = opened(text)
    spans = [file.decoded.span("line", index) for index in range(len(file.position.line))]
    return play_line(file, file.position.line, spans)
