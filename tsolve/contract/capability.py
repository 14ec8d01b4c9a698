"""What a game can be asked about a position: for each question the name of the function that answers it.

So the files that answer import the position, but the position imports none of them: there are no circular
imports, and only what is asked for is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import Any, Generic, NamedTuple, ParamSpec, Protocol, Self, TypeVar, overload

from tsolve.errors import UnsupportedError

P = ParamSpec("P")
R = TypeVar("R")


class Capabilities(NamedTuple):
    """For each question about a position the function or class that answers it; its first argument is the
    position. It is written as `module:function`, relative to `room` (`:function` for `room` itself). Empty if
    the usual answer is enough, or the game does not answer the question.
    """

    room: str
    """The package or module of the game; empty if every name below is absolute."""
    step_reader: str = ""
    board: str = ""
    map: str = ""
    part_of_map: str = ""
    zones: str = ""
    headline: str = ""
    place_aimed_at: str = ""
    options: str = ""
    unknowns: str = ""
    worlds: str = ""
    phrase: str = ""
    title: str = ""
    fact: str = ""
    outcomes: str = ""
    stated: str = ""
    is_settled: str = ""
    readings_of: str = ""
    check_wishes: str = ""
    cards_in_sight: str = ""
    table_notes: str = ""
    best_plays: str = ""
    claim: str = ""
    expectation: str = ""
    comparison: str = ""
    ablation: str = ""
    exercised: str = ""
    unsure: str = ""
    solve: str = ""
    cases: str = ""
    why_not: str = ""
    grading: str = ""
    odds: str = ""
    targets: str = ""
    score: str = ""
    worked_out: str = ""
    log_rules: str = ""
    players: str = ""
    ways: str = ""
    outlook: str = ""

    def where(self, named: str) -> str:
        """The absolute name of a function."""
        joint = "" if not self.room or named.startswith(":") else "."
        return f"{self.room}{joint}{named}"


class Position(Protocol):
    """A position, or where a whole game begins, as far as questions need to know it."""

    @property
    def capabilities(self) -> Capabilities:
        """Which function of its game answers which question."""
        ...

    def lacks(self, question: str) -> str:
        """The error message for a question that the game does not answer."""
        ...


class Question(Generic[P, R]):
    """A question about a position. As an attribute of the position's class it is called like a method. Other
    questions are defined beside the types of their answers and are called as `QUESTION.of(position)(...)`.
    """

    def __init__(self, usual: str | Callable[..., R] = "", name: str = "", asked: str = "") -> None:
        """`usual`: the answer for games that name none; `name`: the field of `Capabilities`; `asked`: what
        people call the question.
        """
        self.usual, self.name, self._asked = usual, name, asked

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, position: None, owner: type) -> Self: ...
    @overload
    def __get__(self, position: Position, owner: type) -> Callable[P, R]: ...
    def __get__(self, position: Position | None, owner: type) -> Self | Callable[P, R]:
        return self if position is None else self.of(position)

    def of(self, position: Position) -> Callable[P, R]:
        """The function that answers it for this position. Raises UnsupportedError if the game has none."""
        answerer = _answerer(position.capabilities, self)
        if answerer is None:
            raise UnsupportedError(position.lacks(self._asked or self.name))
        return partial(answerer, position)


@cache
def _answerer(capabilities: Capabilities, question: Question[..., Any]) -> Callable[..., Any] | None:
    """The function that answers a question in a game; None if there is none."""
    named: str = getattr(capabilities, question.name)
    if not named and not isinstance(question.usual, str):
        return question.usual
    where = capabilities.where(named) if named else question.usual
    return called(where) if where and isinstance(where, str) else None


def called(where: str) -> Callable[..., Any]:
    """The function or class named `module:function`; imported late, because it may be in a higher room."""
    module, _, name = where.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found
